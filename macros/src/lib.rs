//! `#[tool]` and the derives for argument and reply types.
//!
//! Lives here: the entry points alone. Each expansion reads parse, check, emit: `parse` keeps
//! spans and knows no rule, `check` alone may build a model, `emit` takes a model and cannot fail.
//! Must not: know a handler's types, or a rule that needs them (const checks of the vocabulary do).

mod argument;
mod docs;
mod entry;
mod enumeration;
mod errors;
mod escape;
#[cfg(test)]
mod expansion;
mod fields;
mod form;
mod json;
mod message;
mod option;
mod param;
mod reply;
mod tool;
mod types;
mod word;

use proc_macro::TokenStream;

/// Declares a tool: one `async fn` from which its schema, registry entry and gates follow.
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}

/// Makes a struct a nested argument object, or an enum of bare words a closed set of values.
#[proc_macro_derive(Argument, attributes(param))]
pub fn argument(item: TokenStream) -> TokenStream {
    argument::expand(item.into()).into()
}

/// Makes a struct a form that a person can be asked to fill in, or an enum of bare words a choice
/// in one. Either is an argument as well.
#[proc_macro_derive(Form, attributes(param))]
pub fn form(item: TokenStream) -> TokenStream {
    form::expand(item.into()).into()
}

/// Makes a struct a reply, or an enum of bare words a value that stands in one.
#[proc_macro_derive(Reply, attributes(reply))]
pub fn reply(item: TokenStream) -> TokenStream {
    reply::expand(item.into()).into()
}
