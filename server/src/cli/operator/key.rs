//! `tollgate key`.
//!
//! Must not: show a secret, but the one of a key that this very command made.

use serde::Serialize;
use tollgate_tools::keys::admin::{self, Made, NewKey};
use tollgate_tools::keys::{Key, KeyKind, KeyText, KeysError};
use tollgate_tools::store::rfc3339;

use super::{Desk, INSTANT_CHARS, OperatorError, json};
use crate::cli::command::{CreateKey, Format, KeyCommand, RotateKey};

/// Characters of the id of a key, of the longest kind, and of the longest state.
const COLUMNS: (usize, usize, usize) = (16, 8, 10);

pub(super) async fn run(command: KeyCommand, desk: &Desk) -> Result<String, OperatorError> {
    desk.refuse_agents("keys").await?;
    match command {
        KeyCommand::Create(arguments) => create(arguments, desk).await,
        KeyCommand::List(format) => list(format, desk).await,
        KeyCommand::Revoke { key, format } => {
            let ended = admin::revoke(&desk.store, &*desk.ports.clock, id(&key)?).await?;
            let now_ms = desk.ports.clock.now_ms();
            match format.json {
                true => json(&Shown::of(&ended, now_ms)),
                false => Ok(line(&ended, now_ms)),
            }
        }
        KeyCommand::Rotate(arguments) => rotate(arguments, desk).await,
    }
}

async fn create(arguments: CreateKey, desk: &Desk) -> Result<String, OperatorError> {
    let CreateKey { client, kind, scope: scopes, days, format } = arguments;
    let kind = kind.0;
    let client = match kind {
        KeyKind::Agent => desk.agent(&client).await?.id,
        KeyKind::Operator | KeyKind::Internal | KeyKind::External => client,
    };
    let new = NewKey { kind, client, scopes, days };
    made(&admin::create(&desk.store, &*desk.ports.clock, new).await?, format, desk)
}

async fn rotate(arguments: RotateKey, desk: &Desk) -> Result<String, OperatorError> {
    let RotateKey { key, days, grace_hours, format } = arguments;
    let clock = &*desk.ports.clock;
    let rotated = admin::rotate(&desk.store, clock, id(&key)?, days, grace_hours).await?;
    made(&rotated, format, desk)
}

async fn list(format: Format, desk: &Desk) -> Result<String, OperatorError> {
    let keys = admin::list(&desk.store).await?;
    let now_ms = desk.ports.clock.now_ms();
    match format.json {
        true => json(&keys.iter().map(|key| Shown::of(key, now_ms)).collect::<Vec<_>>()),
        false => Ok(keys.iter().map(|key| line(key, now_ms)).collect()),
    }
}

/// The id that an argument names. What looks like nothing of a key may be half of one, and is not
/// repeated.
fn id(given: &str) -> Result<&str, KeysError> {
    KeyText::id_in(given).ok_or(KeysError::NoKeyId)
}

/// A key as JSON.
#[derive(Serialize)]
struct Shown<'k> {
    id: &'k str,
    kind: &'k str,
    client: &'k str,
    scopes: &'k [String],
    state: &'static str,
    created_at: String,
    expires_at: String,
    used_at: Option<String>,
    revoked_at: Option<String>,
    replaced_by: Option<&'k str>,
}

/// A key that was just made, as JSON.
#[derive(Serialize)]
struct ShownOnce<'k> {
    key: &'k str,
    #[serde(flatten)]
    shown: Shown<'k>,
}

impl<'k> Shown<'k> {
    fn of(key: &'k Key, now_ms: i64) -> Self {
        Self {
            id: &key.id,
            kind: &key.kind,
            client: &key.client,
            scopes: &key.scopes,
            state: key.state(now_ms).word(),
            created_at: rfc3339(key.created_at),
            expires_at: rfc3339(key.expires_at),
            used_at: key.used_at.map(rfc3339),
            revoked_at: key.revoked_at.map(rfc3339),
            replaced_by: key.replaced_by.as_deref(),
        }
    }
}

fn made(made: &Made, format: Format, desk: &Desk) -> Result<String, OperatorError> {
    let Made { text, key } = made;
    if format.json {
        let shown = Shown::of(key, desk.ports.clock.now_ms());
        return json(&ShownOnce { key: text.reveal(), shown });
    }
    Ok(format!(
        "{}\n\nThis is the only time that it is shown. Kind {}, for {}, with the id {}; it ends \
         at {}.\n",
        text.reveal(),
        key.kind,
        key.client,
        key.id,
        rfc3339(key.expires_at)
    ))
}

/// One key as a line: the columns of fixed width come first.
fn line(key: &Key, now_ms: i64) -> String {
    let (id, kind, state) = COLUMNS;
    let used = key.used_at.map_or("never".to_owned(), rfc3339);
    let scopes = if key.scopes.is_empty() { "-".to_owned() } else { key.scopes.join(",") };
    let successor = match &key.replaced_by {
        Some(by) => format!("  (replaced by {by})"),
        None => String::new(),
    };
    format!(
        "{:id$}  {:kind$}  {:state$}  ends {:INSTANT_CHARS$}  used {used:INSTANT_CHARS$}  {}  \
         {scopes}{successor}\n",
        key.id,
        key.kind,
        key.state(now_ms).word(),
        rfc3339(key.expires_at),
        key.client,
    )
}
