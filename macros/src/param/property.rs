//! A parameter as a property of a JSON schema.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use tollgate_decl::INTEGER_MAX;

use super::{Literal, Param, Range, Role};
use crate::escape;
use crate::json::Json;

impl Param {
    /// Writes `"name":{…}`. What only the type knows is left to constants of the type.
    pub(crate) fn write_property(&self, json: &mut Json) {
        let ty = &self.ty;
        let owner = match self.role {
            Role::Parameter | Role::Field | Role::FormField => {
                quote!(::tollgate::__macro::Argument)
            }
            Role::ReplyField => quote!(::tollgate::__macro::Output),
        };
        let owner = quote_spanned!(ty.span()=> <#ty as #owner>);
        let keywords = quote_spanned!(ty.span()=> #owner::KEYWORDS);
        let format = self.format.as_ref().and_then(|format| format.value.portable());
        self.write(json, &owner, &keywords, format);
    }

    /// The same, as a form is shown by.
    pub(crate) fn write_form_property(&self, json: &mut Json) {
        let ty = &self.ty;
        let owner = quote_spanned!(ty.span()=> <#ty as ::tollgate::__macro::Argument>);
        let keywords = quote_spanned!(ty.span()=> <#ty as ::tollgate::__macro::FormField>::FORM);
        let format = self.format.as_ref().and_then(|format| format.value.in_form());
        self.write(json, &owner, &keywords, format);
    }

    fn write(
        &self,
        json: &mut Json,
        owner: &TokenStream,
        keywords: &TokenStream,
        format: Option<&str>,
    ) {
        let schema = quote_spanned!(self.ty.span()=> #owner::SCHEMA);
        json.text(&format!("\"{}\":{{\"type\":\"", self.name()));
        json.constant(&quote!(#schema.kind()));
        json.text("\"");
        if let Some(title) = &self.title {
            json.text(&format!(",\"title\":\"{}\"", escape::json(title)));
        }
        let description = self.description.json();
        if !description.is_empty() {
            json.text(&format!(",\"description\":\"{description}\""));
        }
        match &self.range {
            // The only keywords of a number are its bounds, and these are narrower.
            Some(range) => json.text(&bounds(range.value)),
            None => json.nested(keywords),
        }
        if let Some(len) = &self.len {
            json.constant(&len_keywords(&schema, len.value));
        }
        if let Some(format) = format {
            json.text(&format!(",\"format\":\"{format}\""));
        }
        if let Some(default) = self.default_json() {
            json.text(&format!(",\"default\":{default}"));
        }
        json.text("}");
    }

    /// The default as JSON, if there is one.
    pub(super) fn default_json(&self) -> Option<String> {
        Some(match &self.default.as_ref()?.value {
            Literal::Text(text) => format!("\"{}\"", escape::json(text)),
            Literal::Integer(value) => value.to_string(),
            // Debug, not Display: it keeps the decimals that make it a number.
            Literal::Number(value) => format!("{value:?}"),
            Literal::Boolean(value) => value.to_string(),
        })
    }
}

/// A bound at the edge of what JSON carries exactly says nothing, and is left out.
fn bounds(range: Range) -> String {
    match range {
        Range::Integer(min, max) => {
            let least = (min != -INTEGER_MAX).then(|| format!(",\"minimum\":{min}"));
            let most = (max != INTEGER_MAX).then(|| format!(",\"maximum\":{max}"));
            least.into_iter().chain(most).collect()
        }
        Range::Number(min, max) => {
            format!(",\"minimum\":{},\"maximum\":{}", number(min), number(max))
        }
    }
}

/// The shortest spelling that reads back as the same number, without a sign on zero.
fn number(value: f64) -> String {
    let text = format!("{:?}", value + 0.0);
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The bounds of a length, whose names depend on what it is the length of.
fn len_keywords(schema: &TokenStream, (min, max): (u32, u32)) -> TokenStream {
    let [text, list] = ["Length", "Items"].map(|of| {
        let least = (min > 0).then(|| format!(",\"min{of}\":{min}"));
        let most = (max < u32::MAX).then(|| format!(",\"max{of}\":{max}"));
        least.into_iter().chain(most).collect::<String>()
    });
    quote!(::tollgate::__macro::decl::len_keywords(&#schema, #text, #list))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_spelled_as_the_number_it_is() {
        for (value, text) in
            [(0.1, "0.1"), (-0.0, "0"), (20.0, "20"), (1e-7, "1e-7"), (1e300, "1e300")]
        {
            assert_eq!(number(value), text);
            assert_eq!(number(value).parse::<f64>(), Ok(value));
        }
    }

    #[test]
    fn a_bound_that_says_nothing_is_left_out() {
        assert_eq!(bounds(Range::Integer(-INTEGER_MAX, 5)), ",\"maximum\":5");
        assert_eq!(bounds(Range::Integer(0, INTEGER_MAX)), ",\"minimum\":0");
        assert_eq!(bounds(Range::Integer(-INTEGER_MAX, INTEGER_MAX)), "");
    }
}
