//! `get_space_notes` and `update_space_notes`: the one shared document of a space.

use super::model::NotesRecord;
use super::{MessagingError, conversation, sql};
use crate::call::{Call, Caller};
use crate::store::{Workspace, rfc3339};
use crate::{Reply, tool};

/// The notes of a space.
#[derive(Debug, Reply)]
pub struct SpaceNotes {
    /// The space.
    pub space_id: String,
    /// The whole document; absent when nobody has written it yet.
    pub content: Option<String>,
    /// Who wrote it: `agent:<id>` or `operator`.
    pub updated_by: Option<String>,
    /// When it was written.
    pub updated_at: Option<String>,
    /// Why there is no content.
    pub message: Option<&'static str>,
}

/// Read the shared notes of a space, its hand-off document.
#[tool(does = read, scope = Admin)]
pub async fn get_space_notes(
    _call: &Call,
    /// Workspace of the space.
    workspace_id: Workspace,
    /// Space whose notes to read.
    space_id: String,
) -> Result<SpaceNotes, MessagingError> {
    let space_id = conversation::space(&workspace_id, &space_id).await?.id;
    let notes: Option<NotesRecord> =
        workspace_id.query(&sql::NOTES).bind(&space_id).first().await?;
    Ok(match notes {
        Some(notes) => SpaceNotes::written(space_id, notes),
        None => SpaceNotes {
            space_id,
            content: None,
            updated_by: None,
            updated_at: None,
            message: Some("This space has no notes yet."),
        },
    })
}

/// Replace the shared notes of a space; the last write wins.
///
/// The text replaces the whole document, so read it first and keep what still holds. It is
/// recorded as written by the agent that calls, or by `agent_id` when the operator names one.
#[tool(does = write, scope = Admin)]
pub async fn update_space_notes(
    call: &Call,
    /// Workspace of the space.
    workspace_id: Workspace,
    /// Space whose notes to replace.
    space_id: String,
    /// The whole new document, in Markdown.
    #[param(len = 1..=200_000)]
    content: String,
    /// Agent that writes.
    agent_id: Option<String>,
) -> Result<SpaceNotes, MessagingError> {
    let workspace = workspace_id;
    let space_id = conversation::space(&workspace, &space_id).await?.id;
    if let Some(id) = &agent_id {
        conversation::speaker(call, &workspace, "agent_id", id).await?;
    }
    let updated_by = match (call.caller(), agent_id) {
        (Caller::Agent { id, .. }, _) => format!("agent:{id}"),
        (Caller::Key { client, .. }, _) => format!("key:{client}"),
        (Caller::Subject { issuer, subject, .. }, _) => format!("subject:{subject}@{issuer}"),
        (Caller::Operator, Some(id)) => format!("agent:{id}"),
        (Caller::Operator, None) => "operator".to_owned(),
    };
    let notes = NotesRecord { content, updated_by, updated_at: call.now_ms() };
    workspace
        .query(&sql::SET_NOTES)
        .bind(&space_id)
        .bind(&notes.content)
        .bind(&notes.updated_by)
        .bind(notes.updated_at)
        .run()
        .await?;
    Ok(SpaceNotes::written(space_id, notes))
}

impl SpaceNotes {
    fn written(space_id: String, notes: NotesRecord) -> Self {
        Self {
            space_id,
            content: Some(notes.content),
            updated_by: Some(notes.updated_by),
            updated_at: Some(rfc3339(notes.updated_at)),
            message: None,
        }
    }
}
