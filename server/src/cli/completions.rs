//! `tollgate completions`: what a shell needs to complete a command.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::command::Cli;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;

pub(super) fn run(shell: Shell, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    terminal.say(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
