//! `tollgate audit`: the calls that were written down, by what they were.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::command::{AuditCommand, Query, Tail};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::audit::{self, FILE_NAME, Filter, Follow, Read, Record};
use crate::settings::Home;

/// How often a file that is followed is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(200);

pub(super) fn run(command: AuditCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let home = Home::locate()?;
    match command {
        AuditCommand::Tail(tail) => self::tail(&home, &tail, terminal),
        AuditCommand::Query(query) => self::query(&home, query, terminal),
    }
}

/// The last lines of all, and what is added to them.
fn tail(home: &Home, arguments: &Tail, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let filter = Filter::default();
    // From here on nothing is missed, whatever is added while the lines before are read.
    let mut follow = Follow::from_end(home.path());
    let mut last = VecDeque::new();
    let read = audit::read(home.path(), &filter, |record| {
        if last.len() == arguments.lines {
            last.pop_front();
        }
        if arguments.lines > 0 {
            last.push_back(record);
        }
        Ok(())
    });
    warn(unreadable(home, read)?, terminal);
    for record in last {
        terminal.say(&line(&record, arguments.json)?)?;
    }
    if !arguments.follow {
        return Ok(Exit::Done);
    }
    // Nobody ever sends: the wait is what the channel is for.
    let (_nobody, never) = channel::<()>();
    while never.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
        let mut added = Vec::new();
        let read = follow.poll(&filter, |record| {
            added.push(record);
            Ok(())
        });
        warn(unreadable(home, read)?, terminal);
        for record in added {
            terminal.say(&line(&record, arguments.json)?)?;
        }
    }
    Ok(Exit::Done)
}

/// Every line that fits, the oldest first.
fn query(home: &Home, arguments: Query, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let Query { tool, agent, caller, outcome, since, until, limit, json } = arguments;
    let filter = Filter { tool, agent, caller, outcome: outcome.map(|word| word.0), since, until };
    let mut said = Ok(());
    let mut left = limit;
    let read = audit::read(home.path(), &filter, |record| {
        if left == Some(0) || said.is_err() {
            return Ok(());
        }
        left = left.map(|left| left - 1);
        said = line(&record, json).and_then(|line| terminal.say(&line));
        Ok(())
    });
    said?;
    let read = unreadable(home, read)?;
    if let Some(limit) = limit.filter(|limit| read.found > *limit) {
        let found = read.found;
        terminal.complain(&format!("{limit} of {found} lines; --limit decides how many\n"));
    }
    warn(read, terminal);
    Ok(if read.found > 0 { Exit::Done } else { Exit::Refused })
}

fn unreadable(home: &Home, read: io::Result<Read>) -> Result<Read, Failure> {
    let path = home.path().join(FILE_NAME);
    read.map_err(|source| Failure::Unreadable { path, source })
}

fn warn(read: Read, terminal: &mut Terminal<'_>) {
    if read.torn > 0 {
        let torn = read.torn;
        terminal.complain(&format!("{torn} lines are torn and were left out\n"));
    }
}

fn line(record: &Record, json: bool) -> Result<String, Failure> {
    if json {
        return Ok(serde_json::to_string(record)? + "\n");
    }
    let Record { time, caller, tool, outcome, duration_us, .. } = record;
    let who = record.id.as_ref().map_or(caller.clone(), |id| format!("{caller} {id}"));
    let class = record.class.as_ref().map_or(String::new(), |class| format!(" ({class})"));
    // A caller can send any name, and a terminal would act on some of them.
    let tool = tool.escape_debug();
    Ok(format!("{time:.3}  {who}  {tool}  {outcome}{class}  {duration_us} us\n"))
}
