//! Types that can never be a portable schema, recognised by how they are written.
//!
//! What this does not recognise, the `Argument` bound refuses; here the message names the field
//! and what to use instead.

use syn::{GenericArgument, PathArguments, Type};

/// What to use instead of a type, or `None` if nothing speaks against it.
pub(crate) fn instead_of(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Path(path) => {
            let segment = path.path.segments.last()?;
            by_name(&segment.ident.to_string())
                .or_else(|| inside(&segment.arguments, ty, instead_of))
        }
        Type::Tuple(_) => Some("a struct with named fields and `#[derive(Argument)]`"),
        Type::Reference(_) => Some("the owned type, such as `String` for `&str`"),
        Type::Array(_) | Type::Slice(_) => Some("`Vec<_>` with `#[param(len = n..=n)]`"),
        Type::ImplTrait(_) | Type::TraitObject(_) => Some("one concrete type"),
        Type::Ptr(_) | Type::FnPtr(_) | Type::Never(_) => {
            Some("plain data: a struct or an enum with `#[derive(Argument)]`")
        }
        Type::Infer(_) => Some("the type itself; it is part of the published schema"),
        Type::Paren(inner) => instead_of(&inner.elem),
        Type::Group(inner) => instead_of(&inner.elem),
        _ => None,
    }
}

/// The same for a reply: what is absent is left out of it, and only a field can be.
pub(crate) fn instead_of_in_reply(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Path(path) => inside(&path.path.segments.last()?.arguments, ty, instead_of_in_reply),
        _ => None,
    }
}

fn by_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "Value" | "RawValue" | "Map" => {
            "a struct with `#[derive(Argument)]`, or a `String` that holds JSON text"
        }
        "HashMap" | "BTreeMap" | "IndexMap" => {
            "a `Vec` of a struct with a `name` and a `value` field"
        }
        "HashSet" | "BTreeSet" | "VecDeque" | "LinkedList" => "`Vec<_>`",
        "u128" | "usize" => "`u64`, or `u32` if it is a count",
        "i128" | "isize" => "`i64`",
        "i8" | "i16" => "`i32` with `#[param(range = ..)]`",
        "f32" => "`f64`",
        "char" => "`String` with `#[param(len = 1..=1)]`",
        "str" | "Cow" | "PathBuf" | "Path" | "OsString" | "OsStr" => "`String`",
        "Uuid" => "`String` with `#[param(format = uuid)]`",
        "Url" | "Uri" => "`String` with `#[param(format = url)]`",
        "DateTime" | "Timestamp" | "SystemTime" | "Instant" | "Zoned" => {
            "`String` with `#[param(format = date_time)]`"
        }
        "Duration" => "`u32` with the unit in the name, such as `timeout_seconds`",
        "Box" | "Rc" | "Arc" | "Mutex" | "RwLock" | "RefCell" | "Cell" => "the inner type itself",
        "Result" => "the type itself; decoding refuses what does not fit",
        _ => return None,
    })
}

/// What speaks against the arguments of `Option<_>` and `Vec<_>`.
fn inside(
    arguments: &PathArguments,
    outer: &Type,
    deeper: fn(&Type) -> Option<&'static str>,
) -> Option<&'static str> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(inner) => {
            if is_option(inner) && is_list(outer) {
                return Some("`Vec<T>`; leave out what is missing");
            }
            if is_option(inner) && is_option(outer) {
                return Some("one `Option<_>`");
            }
            deeper(inner)
        }
        _ => None,
    })
}

fn is_option(ty: &Type) -> bool {
    is_named(ty, "Option")
}

fn is_list(ty: &Type) -> bool {
    is_named(ty, "Vec")
}

fn is_named(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == name),
        _ => false,
    }
}

/// A type as its author would write it, for messages.
pub(crate) fn spelled(ty: &Type) -> String {
    let tokens = quote::quote!(#ty).to_string();
    [(" :: ", "::"), (" < ", "<"), (" >", ">"), (" , ", ", "), ("& ", "&"), (" ;", ";")]
        .iter()
        .fold(tokens, |text, (from, to)| text.replace(from, to))
}

/// Whether a type mentions a name, or `Self`, anywhere: how a struct that holds itself is found.
pub(crate) fn mentions(ty: &Type, name: &syn::Ident) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.iter().any(|segment| {
            segment.ident == *name || segment.ident == "Self" || match &segment.arguments {
                PathArguments::AngleBracketed(list) => list.args.iter().any(
                    |argument| matches!(argument, GenericArgument::Type(ty) if mentions(ty, name)),
                ),
                _ => false,
            }
        }),
        _ => false,
    }
}
