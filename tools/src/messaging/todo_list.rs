//! How a task list is replaced, and how it reads.
//!
//! Lives here: pure functions. Must not: know the store or the call.

use super::MessagingError;
use super::todo::{TodoInput, TodoItem, TodoStatus};

/// A replaced list.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) after: Vec<TodoItem>,
    pub(super) notes: Vec<String>,
}

/// The list that a call makes of the stored one. An item is the stored one of the same id, or
/// else of the same text; what was stored and is not named is gone.
pub(super) fn replace(
    mut before: Vec<TodoItem>,
    todos: Vec<TodoInput>,
    mut new_id: impl FnMut() -> String,
) -> Result<Change, MessagingError> {
    check(&todos)?;
    // Ids first: an item must not take, by its text, what a later one names by id.
    let given: Vec<_> = todos.iter().filter_map(|todo| todo.id.clone()).collect();
    before.retain(|item| !given.contains(&item.id));
    let mut after = Vec::with_capacity(todos.len());
    for (position, TodoInput { content, status, id }) in (0..).zip(todos) {
        let content = content.trim().to_owned();
        let id =
            id.unwrap_or_else(|| match before.iter().position(|item| item.content == content) {
                Some(at) => before.remove(at).id,
                None => new_id(),
            });
        after.push(TodoItem { id, content, status, position });
    }
    let notes = notes(&after, &before);
    Ok(Change { after, notes })
}

/// How many items, and how many of them are completed.
pub(super) fn counts(items: &[TodoItem]) -> (usize, usize) {
    (items.len(), with(items, TodoStatus::Completed))
}

/// The list, one line an item.
pub(super) fn text(items: &[TodoItem], notes: &[String]) -> String {
    let (total, completed) = counts(items);
    let mut lines = vec![format!("Task list ({completed}/{total} done)")];
    lines.extend(items.iter().map(|item| {
        let mark = match item.status {
            TodoStatus::Pending => "[ ]",
            TodoStatus::InProgress => "[~]",
            TodoStatus::Completed => "[x]",
        };
        format!("{mark} {}", one_line(&item.content))
    }));
    lines.extend(notes.iter().map(|note| format!("Note: {note}")));
    lines.join("\n")
}

fn check(todos: &[TodoInput]) -> Result<(), MessagingError> {
    for (at, todo) in todos.iter().enumerate() {
        if todo.content.trim().is_empty() {
            return Err(MessagingError::Blank { path: format!("todos[{at}].content") });
        }
        let Some(id) = &todo.id else { continue };
        if todos[..at].iter().any(|earlier| earlier.id.as_ref() == Some(id)) {
            return Err(MessagingError::RepeatedId {
                path: format!("todos[{at}].id"),
                id: id.clone(),
            });
        }
    }
    Ok(())
}

fn notes(after: &[TodoItem], removed: &[TodoItem]) -> Vec<String> {
    let mut notes = Vec::new();
    if !removed.is_empty() {
        let names: Vec<_> = removed.iter().map(|item| one_line(&item.content)).collect();
        notes.push(format!("Removed, because the list did not name them: {}.", names.join("; ")));
    }
    let (total, completed) = counts(after);
    let in_progress = with(after, TodoStatus::InProgress);
    if total > 0 && completed == total {
        notes.push("Everything is completed.".to_owned());
    } else if in_progress > 1 {
        notes.push(format!("{in_progress} items are in progress; work on one at a time."));
    } else if in_progress == 0 && total > 0 {
        notes.push("Nothing is in progress; mark the item you work on.".to_owned());
    }
    notes
}

fn with(items: &[TodoItem], status: TodoStatus) -> usize {
    items.iter().filter(|item| item.status == status).count()
}

/// The text without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "todo_list_tests.rs"]
mod tests;
