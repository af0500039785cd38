//! The calls of one session that have no answer yet.
//!
//! A call leaves the table exactly once: when it ends, or when it is cancelled. Who takes it out
//! decides whether the client hears an answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use super::conversation::Conversation;
use crate::wire::Id;

/// The table.
#[derive(Debug, Default)]
pub(super) struct Running {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    next: u64,
    calls: Vec<Entry>,
}

/// A call in the table.
#[derive(Debug)]
pub(super) struct Entry {
    ticket: Ticket,
    /// What its answer is matched by.
    pub(super) id: Id,
    /// What tells it that nobody waits any more.
    pub(super) cancel: CancellationToken,
    conversation: Option<Arc<Conversation>>,
}

/// A call's place in the table. Ids would not do: a client may use one twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(u64);

impl Running {
    /// Enters a call. How many there are is bounded by who may start one.
    pub(super) fn start(
        &self,
        id: Id,
        cancel: CancellationToken,
        conversation: Option<Arc<Conversation>>,
    ) -> Ticket {
        let mut table = self.table();
        let ticket = Ticket(table.next);
        table.next += 1;
        table.calls.push(Entry { ticket, id, cancel, conversation });
        ticket
    }

    /// Takes a call out because it ended; `None` if it was cancelled before.
    pub(super) fn finish(&self, ticket: Ticket) -> Option<Entry> {
        let mut table = self.table();
        let at = table.calls.iter().position(|entry| entry.ticket == ticket)?;
        let ended = table.calls.swap_remove(at);
        drop(table);
        ended.close();
        Some(ended)
    }

    /// Takes out every call with this id and tells it that nobody waits any more.
    pub(super) fn cancel(&self, id: &Id) {
        self.cancel_where(|entry| entry.id.is(id));
    }

    /// Takes out every call.
    pub(super) fn cancel_all(&self) {
        self.cancel_where(|_| true);
    }

    /// Whether any call is in the table.
    pub(super) fn is_busy(&self) -> bool {
        !self.table().calls.is_empty()
    }

    /// What is said while they run.
    pub(super) fn conversations(&self) -> Vec<Arc<Conversation>> {
        self.table().calls.iter().filter_map(|entry| entry.conversation.clone()).collect()
    }

    fn cancel_where(&self, is_meant: impl Fn(&Entry) -> bool) {
        let cancelled: Vec<_> =
            self.table().calls.extract_if(.., |entry| is_meant(entry)).collect();
        for entry in cancelled {
            entry.close();
            entry.cancel.cancel();
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn close(&self) {
        if let Some(conversation) = &self.conversation {
            conversation.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> Id {
        Id::read(serde_json::from_str(text).unwrap()).unwrap()
    }

    fn start(running: &Running, text: &str) -> (Ticket, CancellationToken) {
        let cancel = CancellationToken::new();
        (running.start(id(text), cancel.clone(), None), cancel)
    }

    #[test]
    fn a_cancelled_call_hears_it_and_has_no_answer() {
        let running = Running::default();
        let (first, cancel) = start(&running, "1");
        let (second, other) = start(&running, "\"1\"");
        running.cancel(&id("1"));
        assert!(cancel.is_cancelled() && !other.is_cancelled());
        assert!(running.finish(first).is_none());
        assert!(running.finish(second).is_some());
    }

    #[test]
    fn an_answer_is_given_once() {
        let running = Running::default();
        let (ticket, cancel) = start(&running, "1");
        assert!(running.finish(ticket).is_some() && running.finish(ticket).is_none());
        running.cancel(&id("1"));
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn an_id_used_twice_is_two_calls() {
        let running = Running::default();
        let (first, _) = start(&running, "1");
        let (second, _) = start(&running, "1");
        assert!(running.finish(first).is_some() && running.finish(second).is_some());
    }
}
