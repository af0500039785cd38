//! One source file, read only as far as the finder needs it.
//!
//! Lives here: modules, tools, and tools where none can be. Bodies stay opaque tokens, so that a
//! mistake in one is the compiler's to report, and so that reading three hundred tools is cheap.
//! Must not: open files or follow modules.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Ident, Path, Token, Visibility};

use crate::attr::{self, Presence};

/// What one file, or one inline module, holds.
pub(crate) struct Source {
    /// In which builds its inner attributes let it exist.
    pub presence: Presence,
    pub items: Vec<Item>,
}

pub(crate) enum Item {
    Tool(ToolItem),
    Module(ModuleItem),
    /// The line of a `#[tool]` inside a macro, a body or an impl.
    Misplaced(usize),
    /// The line on which a `use` gives the attribute another name.
    Renamed(usize),
}

pub(crate) struct ToolItem {
    pub name: Ident,
    pub line: usize,
    pub visibility: Visibility,
    pub presence: Presence,
}

pub(crate) struct ModuleItem {
    pub name: Ident,
    pub line: usize,
    pub visibility: Visibility,
    pub presence: Presence,
    /// What `#[path]` says.
    pub path: Option<String>,
    /// What stands between the braces, or `None` for `mod name;`.
    pub inline: Option<Source>,
}

/// Reads the text of a file.
pub(crate) fn read(text: &str) -> syn::Result<Source> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A first line `#!/usr/bin/env ..` is the shell's; `#![..]` is an attribute.
    let is_shebang = text.starts_with("#!") && !text[2..].trim_start().starts_with('[');
    let rest = if is_shebang { text.find('\n').map_or("", |end| &text[end..]) } else { text };
    syn::parse_str(rest)
}

impl Parse for Source {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let presence = attr::presence(&input.call(Attribute::parse_inner)?);
        let mut items = Vec::new();
        while !input.is_empty() {
            item(input, &mut items)?;
        }
        Ok(Self { presence, items })
    }
}

fn item(input: ParseStream<'_>, items: &mut Vec<Item>) -> syn::Result<()> {
    let attrs = input.call(Attribute::parse_outer)?;
    if input.is_empty() {
        return Ok(());
    }
    let presence = attr::presence(&attrs);
    let visibility: Visibility = input.parse()?;
    if input.peek(Token![mod]) || (input.peek(Token![unsafe]) && input.peek2(Token![mod])) {
        items.push(Item::Module(module(input, &attrs, presence, visibility)?));
        return Ok(());
    }
    if input.peek(Token![use]) {
        return import(input, presence, items);
    }
    // A tool that is no function is left alone: the macro says so, under the right word.
    if attr::is_tool(&attrs)
        && let Some(name) = function_name(input)
    {
        let line = name.span().start().line;
        items.push(Item::Tool(ToolItem { name, line, visibility, presence }));
    }
    rest_of_item(input, presence, items)
}

fn module(
    input: ParseStream<'_>,
    attrs: &[Attribute],
    presence: Presence,
    visibility: Visibility,
) -> syn::Result<ModuleItem> {
    input.parse::<Option<Token![unsafe]>>()?;
    let line = input.parse::<Token![mod]>()?.span().start().line;
    let name = input.call(Ident::parse_any)?;
    let path = attr::path(attrs);
    let inline = if input.peek(Token![;]) {
        input.parse::<Token![;]>()?;
        None
    } else {
        let content;
        syn::braced!(content in input);
        Some(content.parse()?)
    };
    Ok(ModuleItem { name, line, visibility, presence, path, inline })
}

/// The name of the function that comes next, if a function comes next.
fn function_name(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    loop {
        let token: TokenTree = ahead.parse().ok()?;
        match &token {
            TokenTree::Ident(word) if word == "fn" => return ahead.call(Ident::parse_any).ok(),
            TokenTree::Ident(word) if is_qualifier(word) => {}
            TokenTree::Literal(_) => {}
            _ => return None,
        }
    }
}

fn is_qualifier(word: &Ident) -> bool {
    ["const", "async", "gen", "safe", "unsafe", "extern"].iter().any(|known| word == known)
}

/// Passes over the rest of an item: to its `;`, or to its braces if it is a kind that ends there.
///
/// Braces inside the generics of an item end it too early. That does no harm: what is left is
/// passed over as an item of its own, and it ends where the real one does.
fn rest_of_item(
    input: ParseStream<'_>,
    presence: Presence,
    items: &mut Vec<Item>,
) -> syn::Result<()> {
    let ends_at_braces = !ends_at_semicolon(input);
    while !input.is_empty() {
        match input.parse::<TokenTree>()? {
            TokenTree::Punct(punct) if punct.as_char() == ';' => break,
            TokenTree::Group(group) => {
                if presence != Presence::Test {
                    misplaced(group.stream(), items);
                }
                if ends_at_braces && group.delimiter() == Delimiter::Brace {
                    break;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Passes over `use …;`, but for one that gives the attribute another name.
fn import(input: ParseStream<'_>, presence: Presence, items: &mut Vec<Item>) -> syn::Result<()> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![;]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    input.parse::<Option<Token![;]>>()?;
    if presence != Presence::Test {
        renamed(tokens, items);
    }
    Ok(())
}

/// Looks for `tool as other` at every depth of an import.
fn renamed(tokens: TokenStream, items: &mut Vec<Item>) {
    let mut last = [None, None];
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                last = [None, None];
                renamed(group.stream(), items);
            }
            TokenTree::Ident(word) => {
                let [name, between] = &last;
                let is =
                    |word: &Option<Ident>, text: &str| word.as_ref().is_some_and(|w| w == text);
                let is_other = word != "_" && word != attr::ATTRIBUTE;
                if is(name, attr::ATTRIBUTE) && is(between, "as") && is_other {
                    items.push(Item::Renamed(word.span().start().line));
                }
                let [_, between] = last;
                last = [between, Some(word)];
            }
            _ => last = [None, None],
        }
    }
}

fn ends_at_semicolon(input: ParseStream<'_>) -> bool {
    input.peek(Token![static])
        || input.peek(Token![type])
        || (input.peek(Token![const]) && function_name(input).is_none())
}

/// Looks for `#[tool]` at every depth.
fn misplaced(tokens: TokenStream, items: &mut Vec<Item>) {
    let mut is_after_hash = false;
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if is_after_hash && group.delimiter() == Delimiter::Bracket {
                if is_tool_attribute(group.stream()) {
                    items.push(Item::Misplaced(group.span().start().line));
                }
            } else {
                misplaced(group.stream(), items);
            }
        }
        is_after_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
}

fn is_tool_attribute(tokens: TokenStream) -> bool {
    let parse = |input: ParseStream<'_>| {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<TokenStream>()?;
        Ok(path)
    };
    syn::parse::Parser::parse2(parse, tokens).is_ok_and(|path| attr::is_tool_path(&path))
}
