//! What one credential sees: a view for each way in which its connections narrow it.
//!
//! Connections that narrow alike share one view. Must not: know a session.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use super::Setup;
use crate::gate::{Catalog, Credential, Listing, Narrowing, Standpoint, View};

/// Views that are kept of one credential though nobody uses them. Those in use are as many as
/// the connections are.
const IDLE_MAX: usize = 64;

/// The views.
#[derive(Debug)]
pub(super) struct Views {
    setup: Arc<Setup>,
    catalog: Arc<Catalog>,
    listing: Listing,
    credential: Credential,
    all: RwLock<Vec<Narrowed>>,
    /// Counts the times that one was asked for.
    asked: AtomicU64,
    /// Held while a view is made or moved, so that none is ever left behind at an older look.
    moving: Mutex<()>,
}

/// A view, as a connection narrows it.
#[derive(Debug)]
struct Narrowed {
    by: Option<Narrowing>,
    view: Arc<View>,
    /// Which time of asking was the last for this one.
    asked: AtomicU64,
}

impl Views {
    /// None, so far.
    pub(super) fn new(
        setup: Arc<Setup>,
        catalog: Arc<Catalog>,
        listing: Listing,
        credential: Credential,
    ) -> Self {
        let (all, asked, moving) = (RwLock::default(), AtomicU64::new(0), Mutex::default());
        Self { setup, catalog, listing, credential, all, asked, moving }
    }

    /// The view that this narrowing leaves.
    pub(super) fn get(&self, by: Option<&Narrowing>) -> Arc<View> {
        if let Some(view) = self.find(by) {
            return view;
        }
        let _turn = self.turn();
        if let Some(view) = self.find(by) {
            return view;
        }
        let standpoint = self.standpoint().narrowed(by);
        let view = Arc::new(View::new(Arc::clone(&self.catalog), self.listing, standpoint));
        let narrowed = Narrowed {
            by: by.copied(),
            view: Arc::clone(&view),
            asked: AtomicU64::new(self.asked.load(Ordering::Relaxed)),
        };
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let gone = make_room(&mut all);
        all.push(narrowed);
        drop(all);
        drop(gone);
        view
    }

    /// Moves every view to where its caller stands now.
    pub(super) fn look(&self) {
        let _turn = self.turn();
        let standpoint = self.standpoint();
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let views: Vec<_> = all.iter().map(|it| (it.by, Arc::clone(&it.view))).collect();
        drop(all);
        for (by, view) in views {
            view.move_to(standpoint.narrowed(by.as_ref()));
        }
    }

    fn find(&self, by: Option<&Narrowing>) -> Option<Arc<View>> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().find(|it| it.by.as_ref() == by)?;
        found.asked.store(self.asked.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        Some(Arc::clone(&found.view))
    }

    fn standpoint(&self) -> Standpoint {
        let openings = self.setup.openings.now(&self.catalog, &self.credential);
        Standpoint::new(&self.catalog, self.credential.caller().clone(), &openings)
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.moving.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the view out that was asked for longest ago, if nobody uses any of too many.
fn make_room(all: &mut Vec<Narrowed>) -> Option<Narrowed> {
    let idle = || all.iter().enumerate().filter(|(_, it)| Arc::strong_count(&it.view) == 1);
    if idle().count() < IDLE_MAX {
        return None;
    }
    let (oldest, _) = idle().min_by_key(|(_, it)| it.asked.load(Ordering::Relaxed))?;
    Some(all.swap_remove(oldest))
}

#[cfg(test)]
mod tests {
    use tollgate_tools::call::Caller;

    use super::*;
    use crate::gate::Openings;
    use crate::registry::REGISTRY;

    fn views(count: u64) -> Vec<Narrowed> {
        let catalog = Arc::new(Catalog::new(&REGISTRY));
        let standpoint = Standpoint::new(&catalog, Caller::Operator, &Openings::default());
        let view = |asked| Narrowed {
            by: None,
            view: Arc::new(View::new(Arc::clone(&catalog), Listing::Short, standpoint.clone())),
            asked: AtomicU64::new(asked),
        };
        (0..count).map(view).collect()
    }

    fn oldest(all: &[Narrowed]) -> u64 {
        all.iter().map(|it| it.asked.load(Ordering::Relaxed)).min().unwrap()
    }

    #[test]
    fn the_view_that_nobody_has_asked_for_longest_makes_room() {
        let mut all = views(IDLE_MAX as u64 - 1);
        assert!(make_room(&mut all).is_none());
        all = views(IDLE_MAX as u64);
        assert!(make_room(&mut all).is_some());
        assert_eq!((all.len(), oldest(&all)), (IDLE_MAX - 1, 1));
    }

    #[test]
    fn a_view_in_use_stays_however_old_it_is() {
        let mut all = views(IDLE_MAX as u64 + 1);
        let in_use = Arc::clone(&all[0].view);
        assert!(make_room(&mut all).is_some());
        assert_eq!((all.len(), oldest(&all)), (IDLE_MAX, 0));
        drop(in_use);
    }
}
