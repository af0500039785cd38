//! An enum of bare words: a closed set on the wire.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DataEnum, DeriveInput, Fields, Variant};
use tollgate_decl::CHOICES_MAX;

use crate::docs::Docs;
use crate::entry::{self, Entries};
use crate::errors::Errors;
use crate::json::Json;
use crate::message;
use crate::param::is_param;
use crate::reply::is_reply;

const WORD: &str = "word";

/// One word of the set.
pub(crate) struct Choice {
    pub(crate) ident: Ident,
    pub(crate) word: String,
    manual: String,
}

impl Choice {
    /// The `ChoiceDecl` of the word.
    pub(crate) fn declaration(&self) -> TokenStream {
        let Self { word, manual, .. } = self;
        quote!(::tollgate::__macro::decl::ChoiceDecl { name: #word, manual: #manual })
    }
}

/// What a closed set says of itself in JSON.
pub(crate) fn keywords(choices: &[Choice]) -> Json {
    let words: Vec<_> = choices.iter().map(|choice| format!("\"{}\"", choice.word)).collect();
    let mut json = Json::default();
    json.text(&format!(",\"enum\":[{}]", words.join(",")));
    json
}

/// Reads and checks every variant; `None` if anything was reported.
pub(crate) fn read(
    input: &DeriveInput,
    data: &DataEnum,
    errors: &mut Errors,
) -> Option<Vec<Choice>> {
    let owner = format!("`{}`", input.ident);
    let mut choices: Vec<Choice> = Vec::new();
    for variant in &data.variants {
        let Some(choice) = choice(&owner, variant, errors) else { continue };
        if choices.iter().any(|earlier| earlier.word == choice.word) {
            let text = message::repeated_word(&owner, "the word", &choice.word);
            errors.at(variant.ident.span(), text);
            continue;
        }
        choices.push(choice);
    }
    let count = data.variants.len();
    if count == 0 {
        errors.at(input.ident.span(), message::no_words(&owner));
    }
    if count > CHOICES_MAX {
        let text = message::too_many(&owner, "words", count, CHOICES_MAX);
        errors.at(input.ident.span(), text);
    }
    (choices.len() == count && count > 0 && count <= CHOICES_MAX).then_some(choices)
}

fn choice(owner: &str, variant: &Variant, errors: &mut Errors) -> Option<Choice> {
    let whose = format!("{owner}: variant `{}`", variant.ident);
    if !matches!(variant.fields, Fields::Unit) {
        errors.at(variant.ident.span(), message::variant_with_fields(&whose));
        return None;
    }
    let docs = Docs::parse(&variant.attrs, errors);
    let word = match declared_word(&whose, variant, errors) {
        Ok(word) => word.unwrap_or_else(|| snake_case(&variant.ident.to_string())),
        Err(()) => return None,
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.:/=!<>".contains(c);
    if word.is_empty() || !word.chars().all(is_word) {
        errors.at(variant.ident.span(), message::word_characters(&whose, &word));
        return None;
    }
    Some(Choice { ident: variant.ident.clone(), word, manual: docs.description() })
}

/// The word of `#[param(word = "…")]`, or of `#[reply(word = "…")]` on a set that is only replied;
/// `Err` if something was reported.
fn declared_word(
    whose: &str,
    variant: &Variant,
    errors: &mut Errors,
) -> Result<Option<String>, ()> {
    let mut entries = Vec::new();
    for attribute in variant.attrs.iter().filter(|it| is_param(it) || is_reply(it)) {
        let Entries(found) = attribute.parse_args().map_err(|error| errors.syntax(error))?;
        entries.extend(found);
    }
    entry::check_keys(whose, &entries, &[WORD], errors);
    let Some(entry) = entries.iter().find(|entry| entry.key == WORD) else { return Ok(None) };
    let shape = "word = \"in-progress\"";
    let value = entry::assigned(whose, entry, shape, errors).ok_or(())?;
    let Some(text) = entry::text(value) else {
        errors.at(entry.key.span(), message::key_shape(whose, WORD, shape));
        return Err(());
    };
    Ok(Some(text.value()))
}

/// `InProgress` as `in_progress`.
fn snake_case(name: &str) -> String {
    let mut word = String::new();
    for (at, character) in name.chars().enumerate() {
        if character.is_ascii_uppercase() && at > 0 {
            word.push('_');
        }
        word.push(character.to_ascii_lowercase());
    }
    word
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn a_variant_becomes_a_snake_case_word() {
        assert_eq!(snake_case("InProgress"), "in_progress");
        assert_eq!(snake_case("Done"), "done");
    }
}
