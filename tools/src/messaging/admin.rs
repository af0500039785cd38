//! What the operator does with spaces and conversations. Not for tools.

use super::model::{Conversation, Space};
use super::{MessagingError, conversation, sql};
use crate::port::Clock;
use crate::store::{Workspace, checked_name, new_id};

/// Spaces that `list_spaces` returns.
const LISTED_MAX: i64 = 10_000;

/// Makes a space, with its standing conversation.
///
/// # Errors
/// When the name is no name or taken, or the store fails.
pub async fn create_space(
    workspace: &Workspace,
    clock: &dyn Clock,
    name: &str,
) -> Result<(Space, Conversation), MessagingError> {
    let name = checked_name(name)?;
    let created_at = clock.now_ms();
    let space = Space { id: new_id(clock), name: name.to_owned(), created_at, archived_at: None };
    let standing = Conversation { id: new_id(clock), space_id: space.id.clone() };
    let mut transaction = workspace.begin().await?;
    let added = transaction.query(&sql::ADD_SPACE).bind(&space.id).bind(name).bind(created_at);
    match added.run().await {
        Err(error) if error.is_duplicate() => {
            return Err(MessagingError::Taken { name: space.name });
        }
        other => other?,
    };
    transaction
        .query(&sql::ADD_CONVERSATION)
        .bind(&standing.id)
        .bind(&space.id)
        .bind(true)
        .bind(created_at)
        .run()
        .await?;
    transaction.commit().await?;
    Ok((space, standing))
}

/// The spaces of a workspace that are not archived, oldest first.
///
/// # Errors
/// When the store fails.
pub async fn list_spaces(workspace: &Workspace) -> Result<Vec<Space>, MessagingError> {
    Ok(workspace.query(&sql::SPACES).bind(LISTED_MAX).all().await?)
}

/// Makes one more conversation in a space.
///
/// # Errors
/// When the workspace has no such space, or the store fails.
pub async fn create_conversation(
    workspace: &Workspace,
    clock: &dyn Clock,
    space_id: &str,
) -> Result<Conversation, MessagingError> {
    let space = conversation::space(workspace, space_id).await?;
    let made = Conversation { id: new_id(clock), space_id: space.id };
    workspace
        .query(&sql::ADD_CONVERSATION)
        .bind(&made.id)
        .bind(&made.space_id)
        .bind(false)
        .bind(clock.now_ms())
        .run()
        .await?;
    Ok(made)
}

/// Puts a space away: it is no longer listed and takes no messages, but can still be read.
///
/// # Errors
/// When the workspace has no such space, or the store fails.
pub async fn archive_space(
    workspace: &Workspace,
    clock: &dyn Clock,
    space_id: &str,
) -> Result<(), MessagingError> {
    let space = conversation::space(workspace, space_id).await?;
    let query = workspace.query(&sql::ARCHIVE_SPACE).bind(&space.id).bind(clock.now_ms());
    query.run().await?;
    Ok(())
}
