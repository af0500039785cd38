//! What `tools/list` shows: the objects that were rendered while compiling, put together once.

use std::sync::{Arc, OnceLock};

use tollgate_tools::decl::ToolDecl;

use super::Listing;
use crate::registry::Registry;

/// The result of `tools/list`.
#[derive(Debug)]
pub(super) struct Surface {
    registry: &'static Registry,
    listing: Listing,
    json: OnceLock<Arc<Vec<u8>>>,
}

impl Surface {
    /// The surface of a registry; put together when somebody first asks.
    pub(super) const fn new(registry: &'static Registry, listing: Listing) -> Self {
        Self { registry, listing, json: OnceLock::new() }
    }

    /// Whether clients were told what the structured reply of this tool looks like.
    pub(super) fn promises_structure(&self, tool: &str) -> bool {
        match self.listing {
            Listing::Short => false,
            Listing::WithOutputSchema => {
                self.registry.get(tool).is_some_and(|tool| !tool.decl.output_schema.is_empty())
            }
        }
    }

    /// The result, as JSON.
    pub(super) fn json(&self) -> Arc<Vec<u8>> {
        Arc::clone(self.json.get_or_init(|| {
            let decls = self.registry.tools.iter().map(|tool| tool.decl);
            Arc::new(match self.listing {
                Listing::Short => join(decls.map(|decl| decl.list_object)),
                Listing::WithOutputSchema => {
                    let objects: Vec<String> = decls.map(with_output_schema).collect();
                    join(objects.iter().map(String::as_str))
                }
            })
        }))
    }
}

/// The list object with the schema of the reply as its last member.
fn with_output_schema(decl: &ToolDecl) -> String {
    match (decl.output_schema, decl.list_object.strip_suffix('}')) {
        ("", _) | (_, None) => decl.list_object.to_owned(),
        (schema, Some(open)) => format!("{open},\"outputSchema\":{schema}}}"),
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
        assert_eq!(join([].into_iter()), b"{\"tools\":[]}");
        assert_eq!(join(["{1}", "{2}"].into_iter()), b"{\"tools\":[{1},{2}]}");
    }
}
