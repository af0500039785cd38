//! One `subscriptions/listen`: a client that is told of changes for as long as its request lasts.
//!
//! Must not: know how the messages travel; closing the stream is the transport's to notice.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::gate::{Listener, View};
use crate::transport::Outbox;
use crate::wire::{self, Id, Subscribed};

/// The request, once it was taken.
pub(super) struct Listening {
    id: Id,
    honoured: Subscribed,
    outbox: Arc<dyn Outbox>,
    state: Mutex<State>,
}

/// The first message of a stream says what is honoured. A change before that is told after it.
#[derive(Default)]
struct State {
    is_acknowledged: bool,
    is_changed: bool,
}

impl Listening {
    /// Listens to as much of what was asked for as this server can tell.
    pub(super) fn start(
        id: Id,
        asked: Subscribed,
        is_live: bool,
        view: &View,
        outbox: Arc<dyn Outbox>,
    ) -> Arc<Self> {
        let honoured = Subscribed { tools_list_changed: asked.tools_list_changed && is_live };
        let listening = Arc::new(Self { id, honoured, outbox, state: Mutex::default() });
        if honoured.tools_list_changed {
            let listener: Weak<Self> = Arc::downgrade(&listening);
            view.tell(listener);
        }
        listening.acknowledge();
        listening
    }

    /// By which request the client listens.
    pub(super) const fn id(&self) -> &Id {
        &self.id
    }

    fn acknowledge(&self) {
        self.outbox.send(&wire::acknowledged(&self.id, &self.honoured));
        let mut state = self.state();
        state.is_acknowledged = true;
        if state.is_changed {
            self.outbox.post(wire::list_changed_for(&self.id));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Listening {
    fn list_changed(&self) {
        let mut state = self.state();
        state.is_changed = true;
        if state.is_acknowledged {
            self.outbox.post(wire::list_changed_for(&self.id));
        }
    }
}
