//! What can stand in the signature of a tool.

use serde_json::value::RawValue;
use tollgate_decl::{Fragment, ParamDecl, Role, Schema};

use super::decoder::Decoder;
use super::object::Members;
use super::resolve::Resolve;
use crate::call::Call;

/// A type that a tool can take as a parameter.
///
/// Implemented for `bool`, the integers up to 64 bits, `f64`, `String`, `Option`, `Vec`, and by
/// `#[derive(Argument)]` for structs with named fields and for enums of bare words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool argument: it has no portable schema",
    label = "not an argument type",
    note = "use bool, an integer, f64, String, Option<_>, Vec<_>, \
            or a type with `#[derive(Argument)]`"
)]
pub trait Argument: Sized + Send + 'static {
    /// Its schema before `#[param(...)]` narrows it.
    const SCHEMA: Schema;
    /// What the JSON of its schema says beyond its type, a comma before each keyword; for a number
    /// only bounds, because `#[param(range = …)]` replaces them.
    const KEYWORDS: &'static [Fragment] = &[];
    /// Whether a call must give it.
    const REQUIRED: bool = true;
    /// What the server proves about it before the handler runs.
    const ROLE: Role = Role::Plain;
    /// What is decoded from JSON; for most types the type itself.
    type Wire: Send + 'static;

    /// Decodes JSON, reporting every fault to `at`; `None` if there was one.
    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self::Wire>;

    /// Decodes one member of an object, or what stands in for it when it was left out.
    fn member<const N: usize>(
        at: &mut Decoder,
        members: &Members<'_, N>,
        params: &'static [ParamDecl; N],
        index: usize,
    ) -> Option<Self::Wire> {
        let param = &params[index];
        at.below(param.name, |at| match members.get(index) {
            Some(raw) => Self::decode(raw, &param.schema, at),
            None => at.absent::<Self>(param, members.is_object()),
        })
    }

    /// The value of a parameter that a call leaves out; `None` if it may not.
    #[must_use]
    fn absent() -> Option<Self::Wire> {
        None
    }

    /// Turns what was decoded into what the handler is given: for a record, loads it and proves
    /// what its type promises, or fails for this caller.
    fn resolve(wire: Self::Wire, call: &Call) -> Resolve<'_, Self>;
}

impl<T: Argument> Argument for Option<T> {
    const SCHEMA: Schema = T::SCHEMA;
    const KEYWORDS: &'static [Fragment] = T::KEYWORDS;
    const REQUIRED: bool = {
        assert!(T::REQUIRED, "an optional value cannot be optional once more; use one `Option`");
        false
    };
    const ROLE: Role = T::ROLE;
    type Wire = Option<T::Wire>;

    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self::Wire> {
        T::decode(raw, schema, at).map(Some)
    }

    fn absent() -> Option<Self::Wire> {
        Some(None)
    }

    fn resolve(wire: Self::Wire, call: &Call) -> Resolve<'_, Self> {
        match wire {
            Some(wire) => T::resolve(wire, call).map(Some),
            None => Resolve::Ready(None),
        }
    }
}
