//! `todo_write` and `todo_read`: the task list of a conversation.

use super::model::{Conversation, TodoRecord};
use super::todo_list::{self, Change};
use super::{MessagingError, conversation, sql};
use crate::call::Call;
use crate::store::{StoreError, Workspace, new_id};
use crate::{Argument, Reply, tool};

/// How far an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Argument, Reply)]
pub enum TodoStatus {
    /// Not begun.
    Pending,
    /// Being worked on.
    InProgress,
    /// Done.
    Completed,
}

/// One item, as a call gives it.
#[derive(Clone, Debug, Argument)]
pub struct TodoInput {
    /// What is to be done.
    #[param(len = 1..=2_000)]
    pub content: String,
    /// How far it is.
    pub status: TodoStatus,
    /// Id of a listed item.
    #[param(len = 1..=64)]
    pub id: Option<String>,
}

/// One item of a task list.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct TodoItem {
    /// Its id.
    pub id: String,
    /// What is to be done.
    pub content: String,
    /// How far it is.
    pub status: TodoStatus,
    /// Its place, from 0.
    pub position: u32,
}

/// A task list.
#[derive(Debug, Reply)]
pub struct TodoList {
    /// The conversation it belongs to.
    pub conversation_id: String,
    /// How many items.
    pub total: usize,
    /// How many of them are completed.
    pub completed: usize,
    /// The items, in order.
    pub todos: Vec<TodoItem>,
}

/// A task list after it was replaced. Its text block is the list as one line an item.
#[derive(Debug, Reply)]
#[reply(text = Self::text)]
pub struct TodoWritten {
    /// The conversation it belongs to.
    pub conversation_id: String,
    /// How many items.
    pub total: usize,
    /// How many of them are completed.
    pub completed: usize,
    /// The items, in order.
    pub todos: Vec<TodoItem>,
    /// What the writer should know or mend.
    pub notes: Vec<String>,
}

/// Replace the task list of a conversation. Items left out are removed.
///
/// An item keeps its identity by its `id`, or else by the same text. Without `conversation_id` the
/// list is that of the space's standing conversation; one of the two ids must be given.
#[tool(does = write, scope = Admin, modes(plan, review, orchestrate))]
pub async fn todo_write(
    call: &Call,
    /// Workspace of the conversation.
    workspace_id: Workspace,
    /// Conversation that owns the list.
    conversation_id: Option<String>,
    /// Or its space.
    space_id: Option<String>,
    /// The whole list.
    #[param(len = 0..=200)]
    todos: Vec<TodoInput>,
) -> Result<TodoWritten, MessagingError> {
    let workspace = workspace_id;
    let Conversation { id: conversation_id, .. } =
        conversation::required(&workspace, space_id.as_deref(), conversation_id.as_deref()).await?;
    let mut transaction = workspace.begin().await?;
    transaction.query(&sql::LOCK_CONVERSATION).bind(&conversation_id).run().await?;
    let before = transaction.query(&sql::ITEMS).bind(&conversation_id).all().await?;
    let before = items(before)?;
    let Change { after, notes } =
        todo_list::replace(before, todos, || new_id(&*call.ports().clock))?;
    transaction.query(&sql::CLEAR_ITEMS).bind(&conversation_id).run().await?;
    for item in &after {
        transaction
            .query(&sql::ADD_ITEM)
            .bind(&conversation_id)
            .bind(&item.id)
            .bind(item.position)
            .bind(&item.content)
            .bind(item.status.stored())
            .run()
            .await?;
    }
    transaction.commit().await?;
    let (total, completed) = todo_list::counts(&after);
    Ok(TodoWritten { conversation_id, total, completed, todos: after, notes })
}

/// Read the task list of a conversation.
///
/// Without `conversation_id` it is the list of the space's standing conversation; one of the two
/// ids must be given.
#[tool(does = read, scope = Admin, modes(plan, review, orchestrate))]
pub async fn todo_read(
    _call: &Call,
    /// Workspace of the list.
    workspace_id: Workspace,
    /// Conversation of the list.
    conversation_id: Option<String>,
    /// Or its space.
    space_id: Option<String>,
) -> Result<TodoList, MessagingError> {
    let workspace = workspace_id;
    let Conversation { id: conversation_id, .. } =
        conversation::required(&workspace, space_id.as_deref(), conversation_id.as_deref()).await?;
    let todos = items(workspace.query(&sql::ITEMS).bind(&conversation_id).all().await?)?;
    let (total, completed) = todo_list::counts(&todos);
    Ok(TodoList { conversation_id, total, completed, todos })
}

impl TodoWritten {
    fn text(&self) -> String {
        todo_list::text(&self.todos, &self.notes)
    }
}

impl TodoStatus {
    const fn stored(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
        }
    }

    fn from_stored(status: &str) -> Result<Self, StoreError> {
        match status {
            "pending" => Ok(Self::Pending),
            "in_progress" => Ok(Self::InProgress),
            "completed" => Ok(Self::Completed),
            _ => Err(StoreError::unreadable("the status of a task")),
        }
    }
}

fn items(records: Vec<TodoRecord>) -> Result<Vec<TodoItem>, StoreError> {
    (0..)
        .zip(records)
        .map(|(position, TodoRecord { id, content, status })| {
            Ok(TodoItem { id, content, status: TodoStatus::from_stored(&status)?, position })
        })
        .collect()
}
