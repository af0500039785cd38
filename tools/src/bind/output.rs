//! What can stand in a reply.

use serde::Serialize;
use tollgate_decl::{Bounds, Fragment, INTEGER_MAX, Schema};

use super::list::items;

/// A type that a reply can hold. An absent value is left out, never written as `null`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a reply: it has no portable schema",
    label = "not a reply type",
    note = "use bool, an integer, f64, String, Option<_>, Vec<_>, or a type with `#[derive(Reply)]`"
)]
pub trait Output: Serialize {
    /// Its schema.
    const SCHEMA: Schema;
    /// What the JSON of its schema says beyond its type, a comma before each keyword.
    const KEYWORDS: &'static [Fragment] = &[];
    /// Whether every reply has it.
    const REQUIRED: bool = true;

    /// Whether this reply leaves it out.
    fn is_absent(&self) -> bool {
        false
    }
}

macro_rules! output {
    ($($ty:ty: $schema:expr $(, $keywords:expr)?;)+) => { $(
        impl Output for $ty {
            const SCHEMA: Schema = $schema;
            $(const KEYWORDS: &'static [Fragment] = &[Fragment::Json($keywords)];)?
        }
    )+ };
}

/// Integers, by the bounds that their schemas publish.
macro_rules! integer {
    ($($ty:ty: $min:literal $(..= $max:literal)?;)+) => { output! { $(
        $ty: integer!(@schema $min $($max)?),
            concat!(",\"minimum\":", $min $(, ",\"maximum\":", $max)?);
    )+ } };
    (@schema $min:literal $max:literal) => { Schema::Integer { min: $min, max: $max } };
    (@schema $min:literal) => { Schema::Integer { min: $min, max: INTEGER_MAX } };
}

integer! {
    u8: 0..=255;
    u16: 0..=65_535;
    u32: 0..=4_294_967_295;
    u64: 0;
    usize: 0;
    i32: -2_147_483_648..=2_147_483_647;
}

output! {
    bool: Schema::Boolean;
    i64: Schema::INTEGER;
    f64: Schema::NUMBER;
    String: Schema::TEXT;
    &'static str: Schema::TEXT;
}

impl<T: Output> Output for Option<T> {
    const SCHEMA: Schema = {
        assert!(T::REQUIRED, "an optional value cannot be optional once more; use one `Option`");
        T::SCHEMA
    };
    const KEYWORDS: &'static [Fragment] = T::KEYWORDS;
    const REQUIRED: bool = false;

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Output> Output for Vec<T> {
    const SCHEMA: Schema = {
        assert!(T::REQUIRED, "a list cannot hold optional items; leave them out instead");
        Schema::List { items: &T::SCHEMA, len: Bounds::NONE }
    };
    const KEYWORDS: &'static [Fragment] = items!(T);
}
