//! Lists of one kind of thing.

use serde_json::value::RawValue;
use tollgate_decl::{Bounds, Fragment, Role, Schema};

use super::argument::Argument;
use super::decoder::{Decoder, Kind};
use super::resolve::Resolve;
use crate::call::Call;

/// What a list says of itself: a schema of its items, which know the rest.
macro_rules! items {
    ($Item:ident) => {
        &[
            Fragment::Json(",\"items\":{\"type\":\""),
            Fragment::Json($Item::SCHEMA.kind()),
            Fragment::Json("\""),
            Fragment::Nested($Item::KEYWORDS),
            Fragment::Json("}"),
        ]
    };
}
pub(super) use items;

impl<T: Argument> Argument for Vec<T> {
    const SCHEMA: Schema = {
        assert!(T::REQUIRED, "a list cannot hold optional items; leave them out instead");
        Schema::List { items: &T::SCHEMA, len: Bounds::NONE }
    };
    const KEYWORDS: &'static [Fragment] = items!(T);
    const ROLE: Role = T::ROLE;
    type Wire = Vec<T::Wire>;

    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self::Wire> {
        let Schema::List { items, len } = schema else { return None };
        let raws = match Kind::of(raw) {
            Kind::List => serde_json::from_str::<Vec<&RawValue>>(raw.get()).ok(),
            _ => None,
        };
        let Some(raws) = raws.filter(|raws| len.contain(raws.len())) else {
            at.mismatch(schema, raw);
            return None;
        };
        let mut values = Vec::with_capacity(raws.len());
        for (index, raw) in raws.iter().enumerate() {
            values.push(at.item(index, |at| T::decode(raw, items, at)));
        }
        values.into_iter().collect()
    }

    fn resolve(wire: Self::Wire, call: &Call) -> Resolve<'_, Self> {
        Resolve::all(wire.into_iter().map(|wire| T::resolve(wire, call)).collect())
    }
}
