//! x
use proc_macro::TokenStream;

/// x
#[proc_macro_attribute]
pub fn tool(_args: TokenStream, item: TokenStream) -> TokenStream {
    item
}
/// x
#[proc_macro_derive(Argument, attributes(param))]
pub fn argument(_item: TokenStream) -> TokenStream {
    TokenStream::new()
}
/// x
#[proc_macro_derive(Reply, attributes(reply))]
pub fn reply(_item: TokenStream) -> TokenStream {
    TokenStream::new()
}
