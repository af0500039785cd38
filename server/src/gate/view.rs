//! What one caller sees: its standpoint, the tools that follow from it, and their list.
//!
//! Sessions of one credential that narrow alike share one view. Must not: decide (the gates do) or
//! read settings.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use arc_swap::ArcSwap;
use tollgate_tools::decl::ToolDecl;

use super::{Bits, Catalog, Standpoint, visible};

/// How much of a tool `tools/list` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Listing {
    /// What a model reads and a client must know.
    #[default]
    Short,
    /// The schema of the reply as well, for clients that check replies.
    WithOutputSchema,
}

/// A caller's view, which changes as its settings do.
pub struct View {
    catalog: Arc<Catalog>,
    listing: Listing,
    seen: ArcSwap<Seen>,
    listeners: Mutex<Vec<Weak<dyn Listener>>>,
}

/// Whoever wants to know when other tools are visible.
pub(crate) trait Listener: Send + Sync {
    /// Other tools are visible than before. Never waits: one thread tells everybody, and a client
    /// that reads slowly must not keep another one in the dark. What cannot be said at once is put
    /// where somebody else says it.
    fn list_changed(&self);
}

/// A view at one moment. Whoever holds one can act on it while the view moves on.
#[derive(Debug)]
pub(crate) struct Seen {
    standpoint: Standpoint,
    visible: Bits,
    list: OnceLock<Arc<Vec<u8>>>,
}

impl View {
    /// The view from a standpoint. The list is put together when somebody first asks.
    #[must_use]
    pub fn new(catalog: Arc<Catalog>, listing: Listing, standpoint: Standpoint) -> Self {
        let seen = ArcSwap::from_pointee(Seen::new(&catalog, standpoint));
        Self { catalog, listing, seen, listeners: Mutex::default() }
    }

    /// Every tool, and the sets that gates are made of.
    pub(crate) fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// What is seen at this moment.
    pub(crate) fn seen(&self) -> Arc<Seen> {
        self.seen.load_full()
    }

    /// Moves to another standpoint. Listeners are told only if other tools are visible from it.
    pub(crate) fn move_to(&self, standpoint: Standpoint) {
        let seen = Seen::new(&self.catalog, standpoint);
        let before = self.seen.load_full();
        let is_changed = seen.visible != before.visible;
        if let (false, Some(list)) = (is_changed, before.list.get()) {
            // The list stays the same bytes, and whoever has them keeps them.
            seen.list.set(Arc::clone(list)).ok();
        }
        self.seen.store(Arc::new(seen));
        if is_changed {
            let listeners = self.listeners().iter().filter_map(Weak::upgrade).collect::<Vec<_>>();
            listeners.iter().for_each(|listener| listener.list_changed());
        }
    }

    /// Tells a listener of every change from now on, for as long as somebody else keeps it.
    pub(crate) fn tell(&self, listener: Weak<dyn Listener>) {
        let mut listeners = self.listeners();
        listeners.retain(|listener| listener.strong_count() > 0);
        listeners.push(listener);
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Weak<dyn Listener>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of `tools/list`, as JSON. The same bytes for as long as the same is visible.
    #[must_use]
    pub fn list(&self) -> Arc<Vec<u8>> {
        let seen = self.seen.load();
        let list = || {
            let write = || self.write(&seen.visible);
            self.catalog.lists().get(self.listing, seen.visible, write)
        };
        Arc::clone(seen.list.get_or_init(list))
    }

    fn write(&self, visible: &Bits) -> Vec<u8> {
        let tools = self.catalog.registry().tools;
        let visible = visible.iter().filter_map(|at| tools.get(at));
        let objects = visible.map(|tool| match self.listing {
            Listing::Short => Cow::Borrowed(tool.decl.list_object),
            Listing::WithOutputSchema => Cow::Owned(with_output_schema(tool.decl)),
        });
        join(&objects.collect::<Vec<_>>())
    }

    /// Whether clients were told what the structured reply of this tool looks like.
    pub(crate) fn promises_structure(&self, tool: &str) -> bool {
        match self.listing {
            Listing::Short => false,
            Listing::WithOutputSchema => {
                let tool = self.catalog.registry().get(tool);
                tool.is_some_and(|tool| !tool.decl.output_schema.is_empty())
            }
        }
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl Seen {
    fn new(catalog: &Catalog, standpoint: Standpoint) -> Self {
        let visible = visible(catalog, &standpoint);
        Self { standpoint, visible, list: OnceLock::new() }
    }

    /// Where the caller stands.
    pub(crate) const fn standpoint(&self) -> &Standpoint {
        &self.standpoint
    }

    /// The tools that it may use.
    pub(crate) const fn visible(&self) -> &Bits {
        &self.visible
    }
}

/// The list object with the schema of the reply as its last member.
fn with_output_schema(decl: &ToolDecl) -> String {
    match (decl.output_schema, decl.list_object.strip_suffix('}')) {
        ("", _) | (_, None) => decl.list_object.to_owned(),
        (schema, Some(open)) => format!("{open},\"outputSchema\":{schema}}}"),
    }
}

fn join(objects: &[Cow<'_, str>]) -> Vec<u8> {
    const OPEN: &[u8] = b"{\"tools\":[";
    const CLOSE: &[u8] = b"]}";
    let bytes: usize = objects.iter().map(|object| object.len() + 1).sum();
    let mut json = Vec::with_capacity(OPEN.len() + bytes + CLOSE.len());
    json.extend_from_slice(OPEN);
    for (at, object) in objects.iter().enumerate() {
        if at > 0 {
            json.push(b',');
        }
        json.extend_from_slice(object.as_bytes());
    }
    json.extend_from_slice(CLOSE);
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_schema_is_the_last_member_of_its_object() {
        let decl = ToolDecl { list_object: "{\"name\":\"a\"}", ..ToolDecl::BLANK };
        assert_eq!(with_output_schema(&decl), "{\"name\":\"a\"}");
        let decl = ToolDecl { output_schema: "{\"type\":\"object\"}", ..decl };
        assert_eq!(
            with_output_schema(&decl),
            "{\"name\":\"a\",\"outputSchema\":{\"type\":\"object\"}}"
        );
    }

    #[test]
    fn objects_are_joined_as_they_are() {
        assert_eq!(join(&[]), b"{\"tools\":[]}");
        assert_eq!(join(&["{1}".into(), "{2}".into()]), b"{\"tools\":[{1},{2}]}");
    }
}
