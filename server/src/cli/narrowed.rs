//! What a connection chooses not to be shown, as it is typed.

use crate::gate::{Catalog, Choice, Narrowing, UnknownName};

use super::command::Narrow;

/// A flag that names what this build does not have.
#[derive(Debug, thiserror::Error)]
#[error("--{0}")]
pub(super) struct UnknownFlag(#[from] UnknownName);

impl Narrow {
    /// What is left out for it; `None` if nothing was typed.
    pub(super) fn narrowing(self, catalog: &Catalog) -> Result<Option<Narrowing>, UnknownFlag> {
        let Self { toolsets, tools, exclude, read_only } = self;
        let choice = Choice { toolsets, tools, exclude, read_only };
        if choice == Choice::default() {
            return Ok(None);
        }
        Ok(Some(Narrowing::new(catalog, &choice)?))
    }
}
