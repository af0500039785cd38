//! `get_messages` and `send_message`.

use super::model::{MessageRecord, Space};
use super::{MessagingError, conversation, sql};
use crate::call::Call;
use crate::store::{Workspace, new_id, rfc3339};
use crate::{Reply, tool};

/// Messages of a conversation.
#[derive(Debug, Reply)]
pub struct MessageList {
    /// The messages, oldest first.
    pub messages: Vec<MessageItem>,
    /// How many.
    pub count: usize,
}

/// One message.
#[derive(Debug, Reply)]
pub struct MessageItem {
    /// Its id.
    pub id: String,
    /// Its text.
    pub content: String,
    /// Who sent it.
    pub sender_id: String,
    /// What the sender is: `agent` or `user`.
    pub sender_type: String,
    /// What it is: `text`, `system`, `plan`, `artifact` and others.
    pub message_type: String,
    /// What belongs to it, as JSON.
    pub metadata: Option<String>,
    /// When it was sent.
    pub created_at: String,
}

/// What became of a message.
#[derive(Debug, Reply)]
pub struct MessageSent {
    /// Where it is.
    pub space_id: String,
    /// Who sent it.
    pub sender_id: String,
    /// Its id.
    pub message_id: String,
    /// Always `sent`.
    pub status: &'static str,
}

/// Read the newest messages of a space, oldest first.
///
/// Without `conversation_id` these are the messages of the space's standing conversation.
#[tool(does = read, scope = Admin, modes(plan, review, orchestrate))]
pub async fn get_messages(
    _call: &Call,
    /// Workspace of the space.
    workspace_id: Workspace,
    /// Space to read.
    space_id: String,
    /// One conversation inside the space.
    conversation_id: Option<String>,
    /// Most messages to return.
    #[param(range = 1..=500, default = 50)]
    limit: u32,
) -> Result<MessageList, MessagingError> {
    let workspace = workspace_id;
    let (_, conversation) =
        conversation::in_space(&workspace, &space_id, conversation_id.as_deref()).await?;
    let query = workspace.query(&sql::NEWEST_MESSAGES).bind(&conversation.id).bind(limit);
    let newest: Vec<MessageRecord> = query.all().await?;
    let messages: Vec<_> = newest.into_iter().rev().map(MessageItem::from).collect();
    Ok(MessageList { count: messages.len(), messages })
}

/// Post a message into a space as an agent. Nobody is woken by it.
///
/// The sender must be an agent of the workspace; an agent can only send as itself. Without
/// `conversation_id` the message goes to the space's standing conversation. An archived space
/// takes no messages.
#[tool(
    does = write,
    scope = MessagingSend,
    audience = external,
    modes(plan, review, orchestrate)
)]
pub async fn send_message(
    call: &Call,
    /// Workspace of the space.
    workspace_id: Workspace,
    /// Space to post to.
    space_id: String,
    /// Agent that sends.
    sender_id: String,
    /// Text of the message.
    #[param(len = 1..=100_000)]
    content: String,
    /// One conversation inside the space.
    conversation_id: Option<String>,
) -> Result<MessageSent, MessagingError> {
    let workspace = workspace_id;
    let (Space { id: space_id, archived_at, .. }, conversation) =
        conversation::in_space(&workspace, &space_id, conversation_id.as_deref()).await?;
    conversation::speaker(call, &workspace, "sender_id", &sender_id).await?;
    if archived_at.is_some() {
        return Err(MessagingError::Archived { space_id });
    }
    let message_id = new_id(&*call.ports().clock);
    workspace
        .query(&sql::ADD_MESSAGE)
        .bind(&message_id)
        .bind(&conversation.id)
        .bind(&sender_id)
        .bind("agent")
        .bind("text")
        .bind(content)
        .bind(call.now_ms())
        .run()
        .await?;
    Ok(MessageSent { space_id, sender_id, message_id, status: "sent" })
}

impl From<MessageRecord> for MessageItem {
    fn from(record: MessageRecord) -> Self {
        Self {
            id: record.id,
            content: record.content,
            sender_id: record.sender_id,
            sender_type: record.sender_type,
            message_type: record.message_type,
            metadata: record.metadata,
            created_at: rfc3339(record.created_at),
        }
    }
}
