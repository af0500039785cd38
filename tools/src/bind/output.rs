//! What can stand in a reply.

use serde::Serialize;
use tollgate_decl::{Bounds, INTEGER_MAX, Schema};

/// A type that a reply can hold. An absent value is left out, never written as `null`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a reply: it has no portable schema",
    label = "not a reply type",
    note = "use bool, an integer, f64, String, Option<_>, Vec<_>, or a type with `#[derive(Reply)]`"
)]
pub trait Output: Serialize {
    /// Its schema.
    const SCHEMA: Schema;
    /// Whether every reply has it.
    const REQUIRED: bool = true;

    /// Whether this reply leaves it out.
    fn is_absent(&self) -> bool {
        false
    }
}

macro_rules! output {
    ($($ty:ty: $schema:expr;)+) => { $(
        impl Output for $ty {
            const SCHEMA: Schema = $schema;
        }
    )+ };
}

output! {
    bool: Schema::Boolean;
    u8: Schema::Integer { min: 0, max: u8::MAX as i64 };
    u16: Schema::Integer { min: 0, max: u16::MAX as i64 };
    u32: Schema::Integer { min: 0, max: u32::MAX as i64 };
    u64: Schema::Integer { min: 0, max: INTEGER_MAX };
    usize: Schema::Integer { min: 0, max: INTEGER_MAX };
    i32: Schema::Integer { min: i32::MIN as i64, max: i32::MAX as i64 };
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
}
