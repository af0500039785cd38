//! Finding the space and the conversation that a call names.

use super::error::MessagingError;
use super::model::{Conversation, Space};
use super::sql;
use crate::agents;
use crate::call::{Call, Caller};
use crate::store::{Entity, StoreError, Workspace};

/// The space of this id.
pub(super) async fn space(workspace: &Workspace, id: &str) -> Result<Space, MessagingError> {
    given("space_id", id)?;
    match workspace.query(&sql::SPACE).bind(id).first().await? {
        Some(space) => Ok(space),
        None => Err(workspace.missing(Entity::Space, id).await?.into()),
    }
}

/// The space, and the conversation in it that is named, or else its standing one.
pub(super) async fn in_space(
    workspace: &Workspace,
    space_id: &str,
    conversation_id: Option<&str>,
) -> Result<(Space, Conversation), MessagingError> {
    let space = space(workspace, space_id).await?;
    let Some(id) = conversation_id else {
        let conversation = standing(workspace, &space.id).await?;
        return Ok((space, conversation));
    };
    let conversation = by_id(workspace, id).await?;
    if conversation.space_id == space.id {
        Ok((space, conversation))
    } else {
        Err(MessagingError::OtherSpace { conversation_id: conversation.id, space_id: space.id })
    }
}

/// The conversation that is named, or the standing one of the space; `None` if neither is named.
pub(crate) async fn named(
    workspace: &Workspace,
    space_id: Option<&str>,
    conversation_id: Option<&str>,
) -> Result<Option<Conversation>, MessagingError> {
    Ok(match (space_id, conversation_id) {
        (Some(space_id), id) => Some(in_space(workspace, space_id, id).await?.1),
        (None, Some(id)) => Some(by_id(workspace, id).await?),
        (None, None) => None,
    })
}

/// The conversation that a call must name, by itself or by its space.
pub(super) async fn required(
    workspace: &Workspace,
    space_id: Option<&str>,
    conversation_id: Option<&str>,
) -> Result<Conversation, MessagingError> {
    let named = named(workspace, space_id, conversation_id).await?;
    named.ok_or(MessagingError::NoConversation)
}

/// Proves that `id` is an agent of the workspace for which this caller may speak.
pub(super) async fn speaker(
    call: &Call,
    workspace: &Workspace,
    name: &'static str,
    id: &str,
) -> Result<(), MessagingError> {
    given(name, id)?;
    match call.caller() {
        Caller::Agent { id: own, .. } if own != id => {
            return Err(MessagingError::NotYourself { name, own: own.clone() });
        }
        Caller::Key { client, .. } => {
            return Err(MessagingError::NotYourself { name, own: client.clone() });
        }
        Caller::Subject { subject, .. } => {
            return Err(MessagingError::NotYourself { name, own: subject.clone() });
        }
        Caller::Agent { .. } | Caller::Operator => {}
    }
    if agents::is_agent(workspace, id).await? {
        Ok(())
    } else {
        Err(workspace.missing(Entity::Agent, id).await?.into())
    }
}

async fn by_id(workspace: &Workspace, id: &str) -> Result<Conversation, MessagingError> {
    given("conversation_id", id)?;
    match workspace.query(&sql::CONVERSATION).bind(id).first().await? {
        Some(conversation) => Ok(conversation),
        None => Err(workspace.missing(Entity::Conversation, id).await?.into()),
    }
}

async fn standing(workspace: &Workspace, space_id: &str) -> Result<Conversation, MessagingError> {
    let found = workspace.query(&sql::STANDING).bind(space_id).first().await?;
    let missing = || StoreError::unreadable("a space without a standing conversation");
    Ok(found.ok_or_else(missing)?)
}

fn given(name: &'static str, id: &str) -> Result<(), MessagingError> {
    if id.is_empty() { Err(MessagingError::Empty { name }) } else { Ok(()) }
}
