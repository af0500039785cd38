//! How many things of one kind are under way at the same time, up to a limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The count, and what it may reach.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    inside: Arc<AtomicUsize>,
    max: usize,
}

/// One place in the crowd, which is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place(Arc<AtomicUsize>);

impl Crowd {
    /// Nobody, and room for this many.
    pub(super) fn new(max: usize) -> Self {
        Self { inside: Arc::default(), max }
    }

    /// A place, or how many are there already.
    pub(super) fn enter(&self) -> Result<Place, usize> {
        let more = |inside| (inside < self.max).then_some(inside + 1);
        self.inside.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)?;
        Ok(Place(Arc::clone(&self.inside)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_holds_as_many_as_it_may_and_a_place_is_free_again() {
        let crowd = Crowd::new(2);
        let (one, two) = (crowd.enter(), crowd.enter());
        assert!(one.is_ok() && two.is_ok());
        assert_eq!(crowd.enter().unwrap_err(), 2);
        drop(one);
        assert!(crowd.enter().is_ok());
        drop(two);
    }
}
