//! Which items stay, which go, and what the writer is told.

use super::super::todo::{TodoInput, TodoItem, TodoStatus};
use super::{Change, replace, text};

use TodoStatus::{Completed, InProgress, Pending};

fn input(content: &str, status: TodoStatus, id: Option<&str>) -> TodoInput {
    TodoInput { content: content.into(), status, id: id.map(Into::into) }
}

fn item(id: &str, content: &str, status: TodoStatus, position: u32) -> TodoItem {
    TodoItem { id: id.into(), content: content.into(), status, position }
}

fn stored() -> Vec<TodoItem> {
    vec![item("1", "a", Completed, 0), item("2", "b", InProgress, 1), item("3", "c", Pending, 2)]
}

#[track_caller]
fn check(todos: Vec<TodoInput>, after: &[TodoItem], notes: &[&str]) {
    let mut next = 9;
    let change = replace(stored(), todos, || {
        next += 1;
        format!("n{next}")
    });
    let Change { after: actual, notes: actual_notes } = change.unwrap();
    assert_eq!(actual, after);
    assert_eq!(actual_notes, notes);
}

#[test]
fn an_item_keeps_its_identity_by_id_or_by_text() {
    check(
        vec![
            input(" c ", InProgress, None),
            input("renamed", Completed, Some("1")),
            input("b", Completed, None),
            input("new", Pending, None),
        ],
        &[
            item("3", "c", InProgress, 0),
            item("1", "renamed", Completed, 1),
            item("2", "b", Completed, 2),
            item("n10", "new", Pending, 3),
        ],
        &[],
    );
}

#[test]
fn an_id_wins_over_an_earlier_item_of_the_same_text() {
    check(
        vec![
            input("a", InProgress, None),
            input("a again", Pending, Some("1")),
            input("b", Pending, None),
            input("c", Pending, None),
        ],
        &[
            item("n10", "a", InProgress, 0),
            item("1", "a again", Pending, 1),
            item("2", "b", Pending, 2),
            item("3", "c", Pending, 3),
        ],
        &[],
    );
}

#[test]
fn equal_texts_are_different_items() {
    check(
        vec![
            input("b", InProgress, None),
            input("b", Pending, None),
            input("x", Pending, Some("own")),
        ],
        &[
            item("2", "b", InProgress, 0),
            item("n10", "b", Pending, 1),
            item("own", "x", Pending, 2),
        ],
        &["Removed, because the list did not name them: a; c."],
    );
}

#[test]
fn the_writer_is_told_what_to_mend() {
    let all =
        |status| vec![input("a", status, None), input("b", status, None), input("c", status, None)];
    let items =
        |status| [item("1", "a", status, 0), item("2", "b", status, 1), item("3", "c", status, 2)];
    check(all(Completed), &items(Completed), &["Everything is completed."]);
    check(
        all(InProgress),
        &items(InProgress),
        &["3 items are in progress; work on one at a time."],
    );
    check(all(Pending), &items(Pending), &["Nothing is in progress; mark the item you work on."]);
    check(vec![], &[], &["Removed, because the list did not name them: a; b; c."]);
}

#[test]
fn faulty_items_are_refused_with_their_place() {
    let refused = |todos| replace(stored(), todos, String::new).unwrap_err().to_string();
    assert_eq!(
        refused(vec![input("a", Pending, None), input(" \n", Pending, None)]),
        "Missing or invalid argument: todos[1].content (expected text that is not blank)"
    );
    assert_eq!(
        refused(vec![input("a", Pending, Some("1")), input("b", Pending, Some("1"))]),
        "Missing or invalid argument: todos[1].id (\"1\" is the id of an earlier item)"
    );
}

#[test]
fn the_text_has_one_line_an_item() {
    let notes = ["Mind the gap.".to_owned()];
    assert_eq!(
        text(&[item("1", "a\nb", Completed, 0), item("2", "c", InProgress, 1)], &notes),
        "Task list (1/2 done)\n[x] a b\n[~] c\nNote: Mind the gap."
    );
    assert_eq!(text(&[item("1", "a", Pending, 0)], &[]), "Task list (0/1 done)\n[ ] a");
    assert_eq!(text(&[], &[]), "Task list (0/0 done)");
}
