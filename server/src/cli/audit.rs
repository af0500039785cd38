//! `tollgate audit`: the calls and events that were written down, by what they were.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use serde::Serialize;

use super::command::{AuditCommand, Query, Security, Tail};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::audit::{self, EventFilter, EventRecord, Filter, Follow, Kept, Newest, Read, Record};
use crate::settings::Home;

/// How often a file that is followed is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(200);

pub(super) fn run(command: AuditCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let home = Home::locate()?;
    match command {
        AuditCommand::Tail(Tail { lines, follow, json }) => {
            let mut shown = Shown { home: &home, json, terminal };
            tail::<Record>(&mut shown, &Filter::default(), lines, follow)?;
            Ok(Exit::Done)
        }
        AuditCommand::Query(query) => self::query(&home, query, terminal),
        AuditCommand::Security(security) => self::security(&home, security, terminal),
    }
}

/// What is read, and how and where it is shown.
struct Shown<'a, 't> {
    home: &'a Home,
    json: bool,
    terminal: &'a mut Terminal<'t>,
}

/// The last lines that fit, and what is added to them. Says how many there were.
fn tail<R: Shape>(
    shown: &mut Shown<'_, '_>,
    filter: &R::Filter,
    lines: u32,
    follows: bool,
) -> Result<usize, Failure> {
    // From here on nothing is missed, whatever is added while the lines before are read.
    let mut follow = Follow::<R>::from_end(shown.home.path());
    let found = shown.newest::<R>(filter, lines)?.records.len();
    if !follows {
        return Ok(found);
    }
    // Nobody ever sends: the wait is what the channel is for.
    let (_nobody, never) = channel::<()>();
    while never.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
        let mut added = Vec::new();
        let read = follow.poll(filter, |record| {
            added.push(record);
            Ok(())
        });
        let Read { torn, .. } = shown.readable::<R, _>(read)?;
        shown.warn(torn);
        added.iter().try_for_each(|record| shown.say(record))?;
    }
    Ok(found)
}

/// Every call that fits, or the newest of them; the oldest first.
fn query(home: &Home, arguments: Query, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let Query { tool, agent, caller, session, outcome, since, until, limit, json } = arguments;
    let outcome = outcome.map(|word| word.0);
    let filter = Filter { tool, agent, caller, session, outcome, since, until };
    let mut shown = Shown { home, json, terminal };
    let found = match limit {
        Some(limit) => {
            let Newest { records, has_older, .. } = shown.newest::<Record>(&filter, limit)?;
            if has_older {
                let told = format!("the newest {limit} are shown; --limit decides how many\n");
                shown.terminal.complain(&told);
            }
            records.len() as u64
        }
        None => {
            let mut said = Ok(());
            let read = audit::read(home.path(), &filter, |record: Record| {
                said = shown.say(&record);
                // The error itself is kept beside.
                said.as_ref().map_err(|_| io::ErrorKind::BrokenPipe.into()).copied()
            });
            said?;
            let Read { found, torn } = shown.readable::<Record, _>(read)?;
            shown.warn(torn);
            found
        }
    };
    Ok(if found > 0 { Exit::Done } else { Exit::Refused })
}

/// The newest events that fit, and with `--follow` every further one.
fn security(
    home: &Home,
    arguments: Security,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let Security { event, agent, severity, session, since, until, lines, follow, json } = arguments;
    let severity = severity.map(|word| word.0);
    let filter = EventFilter { event, agent, severity, session, since, until };
    let mut shown = Shown { home, json, terminal };
    let found = tail::<EventRecord>(&mut shown, &filter, lines, follow)?;
    Ok(if found > 0 { Exit::Done } else { Exit::Refused })
}

impl Shown<'_, '_> {
    fn newest<R: Shape>(&mut self, filter: &R::Filter, count: u32) -> Result<Newest<R>, Failure> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let newest = self.readable::<R, _>(audit::newest::<R>(self.home.path(), filter, count))?;
        self.warn(newest.torn);
        newest.records.iter().try_for_each(|record| self.say(record))?;
        Ok(newest)
    }

    fn say<R: Shape>(&mut self, record: &R) -> Result<(), Failure> {
        let line = match self.json {
            true => serde_json::to_string(record)? + "\n",
            false => record.line()? + "\n",
        };
        self.terminal.say(&line)
    }

    fn readable<R: Kept, T>(&self, read: io::Result<T>) -> Result<T, Failure> {
        let path: PathBuf = self.home.path().join(R::FILE_NAME);
        read.map_err(|source| Failure::Unreadable { path, source })
    }

    fn warn(&mut self, torn: u64) {
        if torn > 0 {
            self.terminal.complain(&format!("{torn} lines are torn and were left out\n"));
        }
    }
}

/// How a record reads for a person.
trait Shape: Kept + Serialize {
    fn line(&self) -> Result<String, Failure>;
}

impl Shape for Record {
    fn line(&self) -> Result<String, Failure> {
        let Self { time, caller, tool, outcome, duration_us, .. } = self;
        let who = self.id.as_ref().map_or(caller.clone(), |id| format!("{caller} {id}"));
        let class = self.class.as_ref().map_or(String::new(), |class| format!(" ({class})"));
        // A caller can send any name, and a terminal would act on some of them.
        let tool = tool.escape_debug();
        let session = self.session.as_deref().unwrap_or("-");
        Ok(format!("{time:.3}  {session}  {who}  {tool}  {outcome}{class}  {duration_us} us"))
    }
}

impl Shape for EventRecord {
    fn line(&self) -> Result<String, Failure> {
        let Self { timestamp, event_type, agent_id, severity, session, details } = self;
        let who = agent_id.as_deref().unwrap_or("-");
        let details = serde_json::to_string(details)?;
        let severity = severity.word();
        Ok(format!("{timestamp:.3}  {session}  {severity}  {event_type}  {who}  {details}"))
    }
}
