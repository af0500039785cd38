//! The command line: `tollgate` and its commands.
//!
//! Lives here: what a person types, what they are told, and the exit code. A command reads its
//! arguments, asks the library, and says the answer through the one `Terminal`.
//! Must not: hold a rule about tools, settings or the store.

mod audit;
mod budget;
mod caller;
mod check;
mod command;
mod completions;
mod exit;
mod failure;
mod gates;
mod manual;
mod narrowed;
mod operator;
mod seen_by;
mod serve;
mod stdio;
mod surface;
mod terminal;
mod tools;
mod why;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;

use crate::registry::Registry;
use command::{Cli, Command, SurfaceCommand};
use exit::Exit;
use failure::Failure;
use terminal::Terminal;

/// Runs the command that the process was started with, over the tools of this registry.
#[must_use]
pub fn run(registry: &'static Registry) -> ExitCode {
    // Not locked: a server in this process has to be able to lock it too.
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    let mut terminal = Terminal::new(&mut out, &mut err);
    run_with(std::env::args_os(), registry, &mut terminal).into()
}

fn run_with(
    arguments: impl IntoIterator<Item = OsString>,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Exit {
    let outcome = match Cli::try_parse_from(arguments) {
        Ok(cli) => dispatch(cli.command, registry, terminal),
        Err(error) => usage(&error, terminal),
    };
    outcome.unwrap_or_else(|failure| {
        terminal.complain(&format!("tollgate: {failure}\n"));
        failure.exit()
    })
}

fn dispatch(
    command: Command,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    match command {
        Command::Stdio(arguments) => stdio::run(arguments, registry),
        Command::Serve(arguments) => serve::run(&arguments, registry, terminal),
        Command::Tools(command) => tools::run(command, registry, terminal),
        Command::Budget(format) => budget::run(format, registry, terminal),
        Command::Audit(command) => audit::run(command, terminal),
        Command::Gates(format) => gates::run(format, registry, terminal),
        Command::Why(why) => why::run(why, registry, terminal),
        Command::Surface(SurfaceCommand::Diff(diff)) => surface::run(&diff, registry, terminal),
        Command::Surface(SurfaceCommand::Show(show)) => surface::show(show, registry, terminal),
        Command::Manual(manual) => manual::run(&manual, registry, terminal),
        Command::Completions { shell } => completions::run(shell, terminal),
        Command::Check => check::run(registry, terminal),
        Command::Workspace(command) => operator::workspace(command, terminal),
        Command::Space(command) => operator::space(command, terminal),
        Command::Agent(command) => operator::agent(command, terminal),
        Command::Key(command) => operator::key(command, terminal),
        Command::Approvals(command) => operator::approvals(command, registry, terminal),
        Command::Grant(command) => operator::grant(command, registry, terminal),
        Command::Repo(command) => operator::repo(command, terminal),
        Command::Feed(command) => operator::feed(command, terminal),
    }
}

/// Help and version were asked for; everything else is a mistake in the arguments.
fn usage(error: &clap::Error, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let text = error.render().to_string();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        terminal.say(&text)?;
        return Ok(Exit::Done);
    }
    terminal.complain(&text);
    Ok(Exit::Usage)
}

#[cfg(test)]
mod tests;
