//! The arguments of `tollgate audit`.

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use jiff::Timestamp;

use crate::audit::Outcome;

/// `tollgate audit`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum AuditCommand {
    /// The last calls, and with --follow every further one.
    Tail(Tail),
    /// The calls that fit, the oldest first.
    ///
    /// Exit code 0 if there are any, 1 if not.
    Query(Query),
}

/// `tollgate audit tail`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Tail {
    /// How many of the last calls are shown.
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 20)]
    pub(in crate::cli) lines: usize,
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
    /// Only calls that ended like this.
    #[arg(long, value_enum)]
    pub(in crate::cli) outcome: Option<OutcomeWord>,
    /// Only calls from this time on, such as 2026-01-31T08:00:00Z.
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) since: Option<Timestamp>,
    /// Only calls before this time.
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) until: Option<Timestamp>,
    /// At most so many calls.
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) limit: Option<u64>,
    /// As JSON, a call a line.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// An outcome, as an argument spells it.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct OutcomeWord(pub(in crate::cli) Outcome);

impl ValueEnum for OutcomeWord {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [OutcomeWord; Outcome::ALL.len()] = {
            let mut all = [OutcomeWord(Outcome::Ok); Outcome::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = OutcomeWord(Outcome::ALL[at]);
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
