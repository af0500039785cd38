//! The model of one tool: only valid states. `check` alone builds it.

use proc_macro2::Ident;
use syn::Type;
use syn::ext::IdentExt;
use tollgate_decl::{
    Approval, Audience, Does, Effect, Feature, Gate, Limits, Mode, Permission, Scope,
};

use crate::docs::Description;
use crate::param::Param;

/// A declaration that has passed every check of the macro.
pub(super) struct Model {
    pub(super) ident: Ident,
    pub(super) description: Description,
    pub(super) manual: String,
    pub(super) params: Vec<Param>,
    pub(super) returns: Type,
    pub(super) does: Does,
    pub(super) scope: Scope,
    pub(super) gate: Option<Gate>,
    pub(super) audience: Audience,
    pub(super) permission: Option<(Permission, Option<String>)>,
    pub(super) modes: Vec<Mode>,
    pub(super) effects: Vec<Effect>,
    pub(super) approval: Option<Approval>,
    pub(super) feature: Option<Feature>,
    pub(super) limits: Limits,
    pub(super) deprecated: Option<(String, String)>,
}

impl Model {
    /// The name on the wire.
    pub(super) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}
