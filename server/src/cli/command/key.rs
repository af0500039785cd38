//! What can be typed about keys.

use clap::builder::PossibleValue;
use clap::{Args, Subcommand, ValueEnum};
use tollgate_tools::keys::KeyKind;
use tollgate_tools::keys::admin::DAYS_DEFAULT;

use super::Format;

/// `tollgate key`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum KeyCommand {
    /// Make a key and print it: this once, for the store keeps a hash alone.
    Create(CreateKey),
    /// Every key, oldest first, without its secret.
    List(Format),
    /// End a key at once.
    Revoke {
        /// The id of the key; a whole key, as somebody found it, names itself as well.
        key: String,
        #[command(flatten)]
        format: Format,
    },
    /// Make a key with the rights of another, print it, and end the other one.
    Rotate(RotateKey),
}

/// `tollgate key create`.
#[derive(Debug, Args)]
pub(in super::super) struct CreateKey {
    /// Whom it is for, such as `billing-bot`; for an agent's key the agent, by id or name.
    pub(in super::super) client: String,
    /// Whom it stands for.
    #[arg(long, value_enum)]
    pub(in super::super) kind: KindWord,
    /// What it may be used for, such as `memory:read,wiki:read`; internal and external keys alone.
    #[arg(long, value_name = "SCOPES", value_delimiter = ',')]
    pub(in super::super) scope: Vec<String>,
    /// How long it lives.
    #[arg(long, value_name = "DAYS", default_value_t = DAYS_DEFAULT)]
    pub(in super::super) days: u32,
    #[command(flatten)]
    pub(in super::super) format: Format,
}

/// `tollgate key rotate`.
#[derive(Debug, Args)]
pub(in super::super) struct RotateKey {
    /// The id of the key that is replaced.
    pub(in super::super) key: String,
    /// How long the new one lives; as long as the old one was meant to if it is left out.
    #[arg(long, value_name = "DAYS")]
    pub(in super::super) days: Option<u32>,
    /// How long the old one lives on, so that nobody is locked out meanwhile.
    #[arg(long, value_name = "HOURS", default_value_t = 0)]
    pub(in super::super) grace_hours: u32,
    #[command(flatten)]
    pub(in super::super) format: Format,
}

/// A kind of key, as an argument spells it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct KindWord(pub(in super::super) KeyKind);

impl ValueEnum for KindWord {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [KindWord; KeyKind::ALL.len()] = {
            let mut all = [KindWord(KeyKind::Operator); KeyKind::ALL.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = KindWord(KeyKind::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            KeyKind::Operator => "The owner of this home: everything",
            KeyKind::Internal => "A program of the house: what its scopes say",
            KeyKind::Agent => "An agent, in its workspace",
            KeyKind::External => "Somebody outside: at most the five scopes that may leave",
        };
        Some(PossibleValue::new(self.0.word()).help(help))
    }
}
