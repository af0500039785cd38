//! What a person can be asked for in a form.
//!
//! A form is an argument object that is flat: texts, numbers, switches, and choices of one or
//! several words. What is filled in is decoded by the declaration that the form was shown from.
//! Must not: know how a form travels (`call::elicit`).

use serde_json::value::RawValue;
use tollgate_decl::{Fragment, Schema};

use super::argument::Argument;
use super::decoder::Decoder;

/// A form: what `#[derive(Form)]` implements for a struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no form",
    label = "nobody can be asked to fill this in",
    note = "write `#[derive(Form)]` on a struct with named fields"
)]
pub trait Form: Argument<Wire = Self> {
    /// The schema that the client shows the form from, as JSON.
    const REQUESTED_SCHEMA: &'static str;

    /// Decodes what was filled in.
    ///
    /// # Errors
    /// With every fault of it, each by its path.
    fn filled_in(content: &RawValue) -> Result<Self, String> {
        let schema: &'static Schema = const { &Self::SCHEMA };
        let mut decoder = Decoder::new();
        match Self::decode(content, schema, &mut decoder) {
            Some(form) if decoder.is_clean() => Ok(form),
            _ => {
                let faults = decoder.take_faults();
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                Err(faults.join("; "))
            }
        }
    }
}

/// A value that can stand in a form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be asked for in a form",
    label = "a form is flat",
    note = "use bool, an integer, f64, String, an enum with `#[derive(Form)]`, a `Vec` of such an \
            enum, or an `Option` of one of these"
)]
pub trait FormField: Argument {
    /// What the JSON of its schema says beyond its type, a comma before each keyword; for a number
    /// only bounds, because `#[param(range = …)]` replaces them.
    const FORM: &'static [Fragment];
}

/// A closed set of words of which a person can choose several.
#[diagnostic::on_unimplemented(
    message = "nobody can choose several of `{Self}` in a form",
    label = "not a closed set of words",
    note = "a list in a form is a `Vec` of an enum with `#[derive(Form)]`"
)]
pub trait FormChoice: FormField {
    /// The JSON schema of one of several.
    const ITEM: &'static [Fragment];
}

macro_rules! field {
    ($($ty:ty),+) => { $(
        impl FormField for $ty {
            const FORM: &'static [Fragment] = <Self as Argument>::KEYWORDS;
        }
    )+ };
}

field!(bool, u8, u16, u32, u64, i32, i64, f64, String);

impl<T: FormField> FormField for Option<T> {
    const FORM: &'static [Fragment] = T::FORM;
}

impl<T: FormChoice> FormField for Vec<T> {
    const FORM: &'static [Fragment] = &[Fragment::Json(",\"items\":"), Fragment::Nested(T::ITEM)];
}
