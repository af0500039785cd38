//! What `tools/list` shows: the objects that were rendered while compiling, put together once.

use std::sync::{Arc, OnceLock};

use crate::registry::Registry;

/// The result of `tools/list`.
#[derive(Debug)]
pub(super) struct Surface {
    registry: &'static Registry,
    json: OnceLock<Arc<Vec<u8>>>,
}

impl Surface {
    /// The surface of a registry; put together when somebody first asks.
    pub(super) const fn new(registry: &'static Registry) -> Self {
        Self { registry, json: OnceLock::new() }
    }

    /// The result, as JSON.
    pub(super) fn json(&self) -> Arc<Vec<u8>> {
        Arc::clone(self.json.get_or_init(|| {
            Arc::new(join(self.registry.tools.iter().map(|tool| tool.decl.list_object)))
        }))
    }
}

fn join<'a>(objects: impl Iterator<Item = &'a str> + Clone) -> Vec<u8> {
    const OPEN: &[u8] = b"{\"tools\":[";
    const CLOSE: &[u8] = b"]}";
    let bytes: usize = objects.clone().map(|object| object.len() + 1).sum();
    let mut json = Vec::with_capacity(OPEN.len() + bytes + CLOSE.len());
    json.extend_from_slice(OPEN);
    for (at, object) in objects.enumerate() {
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
    fn objects_are_joined_as_they_are() {
        assert_eq!(join([].into_iter()), b"{\"tools\":[]}");
        assert_eq!(join(["{1}", "{2}"].into_iter()), b"{\"tools\":[{1},{2}]}");
    }
}
