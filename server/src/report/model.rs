//! What a model reads of a tool: name, description and argument schema, with their cost.

use serde::Deserialize;
use serde_json::value::RawValue;

/// The parts of a list object that end up in a prompt, as they stand on the wire.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct ModelText<'a> {
    #[serde(borrow)]
    pub(crate) name: &'a str,
    /// Still escaped and quoted.
    #[serde(borrow)]
    pub(crate) description: &'a RawValue,
    #[serde(borrow, rename = "inputSchema")]
    pub(crate) arguments: &'a RawValue,
}

impl<'a> ModelText<'a> {
    /// Reads a list object.
    pub(crate) fn read(list_object: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(list_object)
    }

    /// Bytes of the three parts, without what a client puts around them.
    pub(crate) fn bytes(&self) -> usize {
        const QUOTES: usize = 2;
        let description = self.description.get().len() - QUOTES;
        self.name.len() + description + self.arguments.get().len()
    }

    /// Tokens of the three parts in the o200k encoding, each part on a line of its own.
    pub(crate) fn tokens(&self) -> usize {
        let text = format!("{}\n{}\n{}", self.name, self.description.get(), self.arguments.get());
        tiktoken_rs::o200k_base_singleton().count_ordinary(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn bytes_agree_with_the_declaration() {
        for decl in fixture::ALL {
            let text = ModelText::read(decl.list_object).unwrap();
            assert_eq!(text.bytes(), decl.model_bytes(), "{}", decl.name);
        }
    }

    #[test]
    fn tokens_are_fewer_than_bytes_and_not_none() {
        let text = ModelText::read(fixture::PUT.list_object).unwrap();
        assert!(text.tokens() > 20 && text.tokens() < text.bytes());
    }
}
