//! An enum of bare words: a closed set on the wire.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DataEnum, DeriveInput, Fields, Variant};
use tollgate_decl::CHOICES_MAX;

use crate::docs::Docs;
use crate::entry::{self, Entries, Entry};

use crate::errors::Errors;
use crate::escape;
use crate::json::Json;
use crate::message;
use crate::param::is_param;
use crate::reply::is_reply;

const TITLE: &str = "title";
const WORD: &str = "word";

/// What a closed set is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Argument,
    Form,
    Reply,
}

/// One word of the set.
pub(crate) struct Choice {
    pub(crate) ident: Ident,
    pub(crate) word: String,
    /// What a person reads instead of the word.
    title: Option<String>,
    manual: String,
}

impl Choice {
    /// The `ChoiceDecl` of the word.
    pub(crate) fn declaration(&self) -> TokenStream {
        let Self { word, manual, .. } = self;
        quote!(::tollgate::__macro::decl::ChoiceDecl { name: #word, manual: #manual })
    }

    /// The title for the inside of a JSON string.
    fn title(&self) -> String {
        self.title.as_ref().map_or_else(|| self.word.clone(), |title| escape::json(title))
    }
}

/// What a closed set says of itself in JSON.
pub(crate) fn keywords(choices: &[Choice]) -> Json {
    let words: Vec<_> = choices.iter().map(|choice| format!("\"{}\"", choice.word)).collect();
    let mut json = Json::default();
    json.text(&format!(",\"enum\":[{}]", words.join(",")));
    json
}

/// What a choice of one word says of itself in the JSON of a form. `enumNames` are the titles of
/// 2025-06-18; later versions take them and prefer `oneOf`.
pub(crate) fn form(choices: &[Choice], has_enum_names: bool) -> Json {
    if choices.iter().all(|choice| choice.title.is_none()) {
        return keywords(choices);
    }
    let mut json = Json::default();
    if has_enum_names {
        let words = listed(choices, |choice| format!("\"{}\"", choice.word));
        let titles = listed(choices, |choice| format!("\"{}\"", choice.title()));
        json.text(&format!(",\"enum\":[{words}],\"enumNames\":[{titles}]"));
    } else {
        json.text(&format!(",\"oneOf\":[{}]", titled(choices)));
    }
    json
}

/// The schema of one of several words in the JSON of a form.
pub(crate) fn form_item(choices: &[Choice]) -> Json {
    let mut json = Json::default();
    if choices.iter().all(|choice| choice.title.is_none()) {
        let words = listed(choices, |choice| format!("\"{}\"", choice.word));
        json.text(&format!("{{\"type\":\"string\",\"enum\":[{words}]}}"));
    } else {
        json.text(&format!("{{\"anyOf\":[{}]}}", titled(choices)));
    }
    json
}

fn titled(choices: &[Choice]) -> String {
    listed(choices, |choice| {
        format!("{{\"const\":\"{}\",\"title\":\"{}\"}}", choice.word, choice.title())
    })
}

fn listed(choices: &[Choice], json: impl Fn(&Choice) -> String) -> String {
    choices.iter().map(json).collect::<Vec<_>>().join(",")
}

/// Reads and checks every variant; `None` if anything was reported.
pub(crate) fn read(
    input: &DeriveInput,
    data: &DataEnum,
    usage: Use,
    errors: &mut Errors,
) -> Option<Vec<Choice>> {
    let owner = format!("`{}`", input.ident);
    let mut choices: Vec<Choice> = Vec::new();
    for variant in &data.variants {
        let Some(choice) = choice(&owner, variant, usage, errors) else { continue };
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

fn choice(owner: &str, variant: &Variant, usage: Use, errors: &mut Errors) -> Option<Choice> {
    let whose = format!("{owner}: variant `{}`", variant.ident);
    if !matches!(variant.fields, Fields::Unit) {
        errors.at(variant.ident.span(), message::variant_with_fields(&whose));
        return None;
    }
    let docs = Docs::parse(&variant.attrs, errors);
    let Declared { word, title } = declared(&whose, variant, usage, errors)?;
    let word = word.unwrap_or_else(|| snake_case(&variant.ident.to_string()));
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.:/=!<>".contains(c);
    if word.is_empty() || !word.chars().all(is_word) {
        errors.at(variant.ident.span(), message::word_characters(&whose, &word));
        return None;
    }
    Some(Choice { ident: variant.ident.clone(), word, title, manual: docs.description() })
}

/// What the attributes of a variant say.
#[derive(Default)]
struct Declared {
    word: Option<String>,
    title: Option<String>,
}

/// Reads `#[param(word = "…")]`, or `#[reply(word = "…")]` on a set that is only replied; in a form
/// also the title. `None` if something was reported.
fn declared(whose: &str, variant: &Variant, usage: Use, errors: &mut Errors) -> Option<Declared> {
    let mut entries = Vec::new();
    for attribute in variant.attrs.iter().filter(|it| is_param(it) || is_reply(it)) {
        let Entries(found) = attribute.parse_args().map_err(|error| errors.syntax(error)).ok()?;
        entries.extend(found);
    }
    let known: &[&str] = if usage == Use::Form { &[TITLE, WORD] } else { &[WORD] };
    entry::check_keys(whose, &entries, known, errors);
    let mut declared = Declared::default();
    for entry in &entries {
        if entry.key == WORD {
            declared.word = Some(text(whose, entry, "word = \"in-progress\"", errors)?);
        } else if entry.key == TITLE {
            declared.title = Some(text(whose, entry, "title = \"In progress\"", errors)?);
        }
    }
    Some(declared)
}

fn text(whose: &str, entry: &Entry, shape: &str, errors: &mut Errors) -> Option<String> {
    let value = entry::assigned(whose, entry, shape, errors)?;
    let text = entry::text(value);
    if text.is_none() {
        let message = message::key_shape(whose, &entry.key.to_string(), shape);
        errors.at(entry.key.span(), message);
    }
    text.map(syn::LitStr::value)
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
