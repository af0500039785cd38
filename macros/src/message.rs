//! Every text that a developer reads from these macros, one function each.
//!
//! Shape: whose, what, limit and actual in the same unit, then how to mend. Lower case, no full
//! stop. Must not: decide when a text is shown.

use tollgate_decl::DESCRIPTION_BYTES_MAX;

use crate::word::Word;

/// `help:` on its own line, which rustc indents under the message.
fn with_help(message: &str, help: &str) -> String {
    format!("{message}\nhelp: {help}")
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}

fn perhaps(nearest: Option<&str>) -> String {
    nearest.map(|word| format!(", did you mean `{word}`?")).unwrap_or_default()
}

pub(crate) fn docs_not_literal() -> String {
    with_help(
        "a description must be written out, its bytes are counted while compiling",
        "write it as `///` lines",
    )
}

pub(crate) fn description_hidden(character: char) -> String {
    with_help(
        &format!(
            "a description has the character U+{:04X}, which a reviewer does not see",
            u32::from(character)
        ),
        "remove it; a description is one line of visible text",
    )
}

pub(crate) fn description_missing(whose: &str) -> String {
    with_help(
        &format!("{whose} has no description"),
        &format!(
            "write a doc comment; its first paragraph is the description, 1 to \
             {DESCRIPTION_BYTES_MAX} bytes"
        ),
    )
}

pub(crate) fn description_over(whose: &str, what: &str, actual: usize, limit: usize) -> String {
    with_help(
        &format!("{whose}: {what} is {actual} bytes, limit is {limit} ({} over)", actual - limit),
        "keep what decides when to call it and what is refused; move the rest below a blank \
         line, into the manual",
    )
}

pub(crate) fn exemption_unneeded(whose: &str, actual: usize, limit: usize) -> String {
    with_help(
        &format!(
            "{whose}: the exemption is not needed, the description is {actual} bytes and the \
             limit without it is {limit}"
        ),
        "remove `budget` and `because`",
    )
}

pub(crate) fn exemption_range(whose: &str, budget: u64, least: usize, most: usize) -> String {
    with_help(
        &format!("{whose}: a budget of {budget} bytes is outside {least} to {most}"),
        "shorten the description; a shorter one needs no budget, and no budget is larger",
    )
}

pub(crate) fn exemption_of_field(whose: &str) -> String {
    with_help(
        &format!("{whose}: only a parameter of a tool can be exempted, not a field of an object"),
        "shorten the description; move the rest below a blank line, into the manual",
    )
}

pub(crate) fn exemption_without_reason(whose: &str) -> String {
    with_help(
        &format!("{whose}: a budget needs a reason"),
        "add `because = \"…\"`; it is read when the list of exemptions is reviewed",
    )
}

pub(crate) fn reason_without_exemption(whose: &str) -> String {
    with_help(
        &format!("{whose}: `because` explains a budget, and there is none"),
        "add `budget = n`, or remove it",
    )
}

pub(crate) fn unknown_key(
    whose: &str,
    key: &str,
    nearest: Option<&str>,
    allowed: &[&str],
) -> String {
    with_help(
        &format!("{whose}: unknown key `{key}`{}", perhaps(nearest)),
        &format!("allowed are {}", listed(allowed)),
    )
}

pub(crate) fn repeated_key(whose: &str, key: &str) -> String {
    with_help(&format!("{whose}: `{key}` is given twice"), "keep one of them")
}

pub(crate) fn key_shape(whose: &str, key: &str, shape: &str) -> String {
    with_help(&format!("{whose}: `{key}` is not written like this"), &format!("write `{shape}`"))
}

pub(crate) fn missing_key(whose: &str, key: &str, shape: &str, why: &str) -> String {
    with_help(&format!("{whose}: `{key}` is missing; {why}"), &format!("add `{shape}`"))
}

pub(crate) fn unknown_word<W: Word>(whose: &str, text: &str) -> String {
    let words: Vec<_> = W::all().iter().map(|word| word.word()).collect();
    let nearest = crate::word::nearest(text, words.iter().copied());
    with_help(
        &format!("{whose}: unknown {} `{text}`{}", W::NOUN, perhaps(nearest)),
        &format!("allowed are {}", listed(&words)),
    )
}

pub(crate) fn repeated_word(whose: &str, noun: &str, word: &str) -> String {
    with_help(&format!("{whose}: {noun} `{word}` is listed twice"), "keep one of them")
}

pub(crate) fn chat_is_implied(whose: &str) -> String {
    with_help(
        &format!("{whose}: every tool runs in chat, `chat` is never listed"),
        "list only the other modes, or drop `modes(..)`",
    )
}

pub(crate) fn out_of_bounds(whose: &str, key: &str, actual: u64, least: u64, most: u64) -> String {
    with_help(
        &format!("{whose}: `{key}` is {actual}, allowed is {least} to {most}"),
        "choose a value inside, or leave the key out for the default",
    )
}

pub(crate) fn contradiction(whose: &str, what: &str, mend: &str) -> String {
    with_help(&format!("{whose}: {what}"), mend)
}

pub(crate) fn unknown_when(
    whose: &str,
    name: &str,
    nearest: Option<&str>,
    known: &[&str],
) -> String {
    let help = match known {
        [] => "the tool has no parameter; drop `when`".to_owned(),
        known => format!("its parameters are {}", listed(known)),
    };
    with_help(&format!("{whose}: `when = {name}` names no parameter{}", perhaps(nearest)), &help)
}

pub(crate) fn name_length(name: &str, actual: usize, limit: usize) -> String {
    with_help(
        &format!(
            "tool `{name}`: its name is {actual} bytes, limit is {limit} ({} over)",
            actual - limit
        ),
        "clients put `mcp__tollgate__` in front and stop at 64",
    )
}

pub(crate) fn param_name_length(whose: &str, actual: usize, limit: usize) -> String {
    with_help(
        &format!("{whose}: its name is {actual} bytes, limit is {limit}"),
        "providers refuse longer names",
    )
}

pub(crate) fn name_characters(whose: &str, offender: char) -> String {
    with_help(
        &format!(
            "{whose}: a name is a lower-case letter, then lower-case letters, digits and `_`; \
             `{offender}` cannot stand where it does"
        ),
        "write it as `^[a-z][a-z0-9_]*$`",
    )
}

pub(crate) fn declared_name_characters(whose: &str, name: &str) -> String {
    with_help(
        &format!("{whose}: `{name}` is no name for the wire"),
        "write a letter, then letters, digits and `_`: `^[A-Za-z][A-Za-z0-9_]*$`",
    )
}

pub(crate) fn repeated_name(whose: &str, name: &str) -> String {
    with_help(&format!("{whose}: the name `{name}` is taken by another one"), "rename one of them")
}

pub(crate) fn too_many(whose: &str, what: &str, actual: usize, limit: usize) -> String {
    with_help(
        &format!("{whose}: {actual} {what}, limit is {limit}"),
        "split it, or group what belongs together into one object",
    )
}

pub(crate) fn not_a_function() -> String {
    with_help(
        "`#[tool]` declares an `async fn`, this is something else",
        "write `pub async fn name(call: &Call, …) -> Result<Reply, Error> { … }`",
    )
}

pub(crate) fn signature(name: &str, what: &str, mend: &str) -> String {
    with_help(&format!("tool `{name}`: {what}"), mend)
}

pub(crate) fn unportable(whose: &str, ty: &str, instead: &str) -> String {
    with_help(
        &format!("{whose} is `{ty}`, which has no portable schema"),
        &format!("use {instead}"),
    )
}

pub(crate) fn misplaced_attribute(whose: &str, attribute: &str, place: &str) -> String {
    let help = match attribute {
        "reply" => "`#[reply(text = …)]` stands on a struct, `#[reply(word = …)]` on a variant",
        _ => "`#[param(...)]` stands on a parameter, a field or a variant",
    };
    with_help(&format!("{whose}: `#[{attribute}(...)]` says nothing on {place}"), help)
}

pub(crate) fn recursive(whose: &str, ty: &str) -> String {
    with_help(
        &format!("{whose} holds `{ty}` again; a portable schema cannot nest without end"),
        "flatten it: a list of items that name their parent",
    )
}

pub(crate) fn len_shape(whose: &str) -> String {
    with_help(
        &format!("{whose}: `len` takes a range of literals that includes its end"),
        "write `len = 1..=200`, `len = ..=200` or `len = 1..`",
    )
}

pub(crate) fn range_shape(whose: &str) -> String {
    with_help(
        &format!("{whose}: `range` takes a range of literals with both ends, both included"),
        "write `range = 1..=500`, or `range = 0.0..=1.0` for a number",
    )
}

pub(crate) fn range_empty(whose: &str, key: &str) -> String {
    with_help(
        &format!("{whose}: `{key}` is empty, its start is above its end"),
        "write the smaller bound first",
    )
}

pub(crate) fn default_shape(whose: &str) -> String {
    with_help(
        &format!("{whose}: a default is a literal"),
        "write a number, `true`, `false` or a string; the words of an enum are strings",
    )
}

pub(crate) fn derive_shape(name: &str, derive: &str) -> String {
    with_help(
        &format!(
            "`{name}`: `#[derive({derive})]` takes a struct with named fields \
             or an enum of bare words"
        ),
        "make it one of these, without generic parameters",
    )
}

pub(crate) fn variant_with_fields(whose: &str) -> String {
    with_help(
        &format!("{whose} carries fields; a closed set is bare words"),
        "use a struct with a word that says which, and optional fields",
    )
}

pub(crate) fn no_words(whose: &str) -> String {
    with_help(
        &format!("{whose}: a closed set without words can never be given"),
        "add the words, one variant each",
    )
}

pub(crate) fn word_characters(whose: &str, word: &str) -> String {
    with_help(
        &format!("{whose}: `{word}` is no word for the wire"),
        "use letters, digits and `_ - . : / = ! < >`, at least one",
    )
}
