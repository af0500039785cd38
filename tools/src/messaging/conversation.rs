//! Finding the space and the conversation that a call names.

use super::error::MessagingError;
use super::model::{Conversation, Space};
use super::sql;
use crate::agents;
use crate::call::{Call, Caller};
use crate::store::{Entity, Workspace};

/// The space of this id.
pub(super) async fn space(workspace: &Workspace, id: &str) -> Result<Space, MessagingError> {
    given("space_id", id)?;
    match workspace.query(&sql::SPACE).bind(id).first().await? {
        Some(space) => Ok(space),
        None => Err(workspace.missing(Entity::Space, id).await?.into()),
    }
}

/// The conversation that is named, or the standing one of the space; `None` if neither is named.
pub(crate) async fn named(
    workspace: &Workspace,
    space_id: Option<&str>,
    conversation_id: Option<&str>,
) -> Result<Option<Conversation>, MessagingError> {
    let space = match space_id {
        Some(id) => Some(space(workspace, id).await?),
        None => None,
    };
    let Some(id) = conversation_id else {
        return match space {
            Some(space) => standing(workspace, &space.id).await.map(Some),
            None => Ok(None),
        };
    };
    given("conversation_id", id)?;
    let found: Option<Conversation> = workspace.query(&sql::CONVERSATION).bind(id).first().await?;
    let Some(conversation) = found else {
        return Err(workspace.missing(Entity::Conversation, id).await?.into());
    };
    match space {
        Some(space) if space.id != conversation.space_id => {
            Err(MessagingError::OtherSpace { conversation_id: conversation.id, space_id: space.id })
        }
        _ => Ok(Some(conversation)),
    }
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
    if let Caller::Agent { id: own, .. } = call.caller()
        && own != id
    {
        return Err(MessagingError::NotYourself { name, own: own.clone() });
    }
    if agents::is_agent(workspace, id).await? {
        Ok(())
    } else {
        Err(workspace.missing(Entity::Agent, id).await?.into())
    }
}

async fn standing(workspace: &Workspace, space_id: &str) -> Result<Conversation, MessagingError> {
    let found = workspace.query(&sql::STANDING).bind(space_id).first().await?;
    found.ok_or_else(|| {
        crate::store::StoreError::unreadable("a space without a standing conversation").into()
    })
}

fn given(name: &'static str, id: &str) -> Result<(), MessagingError> {
    if id.is_empty() { Err(MessagingError::Empty { name }) } else { Ok(()) }
}
