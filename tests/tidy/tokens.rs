//! Source code as a row of tokens: what is left when layout, comments and strings cannot matter.
//!
//! Must not: contain a rule.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tree::File;

/// The token trees of a source file.
pub(crate) fn stream(file: &File) -> TokenStream {
    let parsed = file.text.parse::<TokenStream>();
    parsed.unwrap_or_else(|fault| panic!("{} does not lex: {fault}", file.path))
}

/// All tokens of a source file in a row, with the line of each.
pub(crate) fn tokens(file: &File) -> Vec<(usize, String)> {
    let mut tokens = Vec::new();
    flatten(stream(file), &mut tokens);
    tokens
}

/// All tokens in a row, with the line of each; brackets are tokens like any other.
///
/// What `quote!` encloses is left out: it is written into other people's code, where an `expect`
/// would complain about the lints they do not have.
fn flatten(stream: TokenStream, tokens: &mut Vec<(usize, String)>) {
    let mut is_quoted = false;
    for token in stream {
        let line = token.span().start().line;
        let TokenTree::Group(group) = token else {
            let text = token.to_string();
            is_quoted = text.starts_with("quote") || is_quoted && text == "!";
            tokens.push((line, text));
            continue;
        };
        if std::mem::take(&mut is_quoted) {
            continue;
        }
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        tokens.push((line, open.to_owned()));
        flatten(group.stream(), tokens);
        tokens.push((group.span_close().start().line, close.to_owned()));
    }
}
