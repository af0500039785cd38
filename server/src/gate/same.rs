//! Lists that are in use: callers who see the same tools share the same bytes.
//!
//! Must not: know a caller, or keep a list that nobody holds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::bits::Bits;
use super::view::Listing;

/// The lists of one registry, by what they show and how much of it.
#[derive(Debug, Default)]
pub(super) struct Lists(Mutex<HashMap<Shown, Weak<Vec<u8>>>>);

/// What a list shows.
type Shown = (Listing, Bits);

impl Lists {
    /// The list of these tools: one that somebody holds, or else a new one.
    pub(super) fn get(
        &self,
        listing: Listing,
        visible: Bits,
        write: impl FnOnce() -> Vec<u8>,
    ) -> Arc<Vec<u8>> {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (listing, visible);
        if let Some(list) = lists.get(&key).and_then(Weak::upgrade) {
            return list;
        }
        lists.retain(|_, list| list.strong_count() > 0);
        let list = Arc::new(write());
        lists.insert(key, Arc::downgrade(&list));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(at: usize) -> Bits {
        Bits::of(8, |position| position == at)
    }

    #[test]
    fn the_same_tools_are_the_same_bytes_for_as_long_as_somebody_holds_them() {
        let lists = Lists::default();
        let first = lists.get(Listing::Short, set(1), || b"one".to_vec());
        let second = lists.get(Listing::Short, set(1), || b"never".to_vec());
        assert!(Arc::ptr_eq(&first, &second));
        drop((first, second));
        assert_eq!(*lists.get(Listing::Short, set(1), || b"again".to_vec()), b"again");
    }

    #[test]
    fn other_tools_or_more_of_them_are_other_bytes() {
        let lists = Lists::default();
        let _one = lists.get(Listing::Short, set(1), || b"one".to_vec());
        assert_eq!(*lists.get(Listing::Short, set(2), || b"two".to_vec()), b"two");
        let long = lists.get(Listing::WithOutputSchema, set(1), || b"long".to_vec());
        assert_eq!(*long, b"long");
    }

    #[test]
    fn nothing_is_kept_that_nobody_holds() {
        let lists = Lists::default();
        for at in 0..8 {
            lists.get(Listing::Short, set(at), Vec::new);
        }
        assert_eq!(lists.0.lock().unwrap().len(), 1);
    }
}
