//! The arguments of `tollgate audit`.

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum, value_parser};
use jiff::Timestamp;

use crate::audit::{Outcome, Severity};

/// The most lines that are asked for at once; they are kept in memory together.
const LINES_MAX: i64 = 100_000;

/// `tollgate audit`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum AuditCommand {
    /// The last calls, and with --follow every further one.
    Tail(Tail),
    /// The calls that fit, the oldest first.
    ///
    /// Exit code 0 if there are any, 1 if not.
    Query(Query),
    /// The newest events of the server's own security, the oldest of them first.
    ///
    /// They are in `security_audit.jsonl`: a settings file that cannot be used, and that can be
    /// used again (each server that runs tells what it sees), and a process that was not started
    /// because it did not prove who it is. Exit code 0 if there are any, 1 if not.
    Security(Security),
}

/// `tollgate audit tail`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Tail {
    /// How many of the last calls are shown.
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 20)]
    #[arg(value_parser = value_parser!(u32).range(0..=LINES_MAX))]
    pub(in crate::cli) lines: u32,
    /// Go on with every further call.
    #[arg(short, long)]
    pub(in crate::cli) follow: bool,
    /// As JSON, a call a line.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// `tollgate audit query`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Query {
    /// Only calls of this tool.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) tool: Option<String>,
    /// Only calls of this agent.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) agent: Option<String>,
    /// Only callers of this kind (operator, agent, key, external_key), or of this name.
    #[arg(long, value_name = "KIND")]
    pub(in crate::cli) caller: Option<String>,
    /// Only calls of this session: of one process, as the lines of it say.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) session: Option<String>,
    /// Only calls that ended like this.
    #[arg(long, value_enum)]
    pub(in crate::cli) outcome: Option<OutcomeWord>,
    /// Only calls from this time on, such as 2026-01-31T08:00:00Z.
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) since: Option<Timestamp>,
    /// Only calls before this time.
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) until: Option<Timestamp>,
    /// At most so many calls, the newest.
    #[arg(long, value_name = "COUNT", value_parser = value_parser!(u32).range(1..=LINES_MAX))]
    pub(in crate::cli) limit: Option<u32>,
    /// As JSON, a call a line.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// `tollgate audit security`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Security {
    /// Only events of this type: settings_unusable, settings_usable or identity_refused.
    #[arg(long, value_name = "TYPE")]
    pub(in crate::cli) event: Option<String>,
    /// Only events about this agent.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) agent: Option<String>,
    /// Only events of this severity.
    #[arg(long, value_enum)]
    pub(in crate::cli) severity: Option<SeverityWord>,
    /// Only events that this session told.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) session: Option<String>,
    /// Only events from this time on, such as 2026-01-31T08:00:00Z.
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) since: Option<Timestamp>,
    /// Only events before this time.
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) until: Option<Timestamp>,
    /// How many of the newest events are shown.
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 20)]
    #[arg(value_parser = value_parser!(u32).range(0..=LINES_MAX))]
    pub(in crate::cli) lines: u32,
    /// Go on with every further event.
    #[arg(short, long)]
    pub(in crate::cli) follow: bool,
    /// As JSON, an event a line.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// An outcome, as an argument spells it.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct OutcomeWord(pub(in crate::cli) Outcome);

/// A severity, as an argument spells it.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct SeverityWord(pub(in crate::cli) Severity);

/// Makes a closed vocabulary one of arguments.
macro_rules! words {
    ($Word:ident of $Of:ident) => {
        impl ValueEnum for $Word {
            fn value_variants<'a>() -> &'a [Self] {
                const ALL: [$Word; $Of::ALL.len()] = {
                    let mut all = [$Word($Of::ALL[0]); $Of::ALL.len()];
                    let mut at = 0;
                    while at < all.len() {
                        all[at] = $Word($Of::ALL[at]);
                        at += 1;
                    }
                    all
                };
                &ALL
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.0.word()))
            }
        }
    };
}

words!(OutcomeWord of Outcome);
words!(SeverityWord of Severity);
