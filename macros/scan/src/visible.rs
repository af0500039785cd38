//! Whether the registry can name an item.
//!
//! Lives here: visibility as a number of modules. Must not: look at anything but visibility.

use syn::Visibility;

/// From where the registry names the tools of a source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Viewer {
    /// From another crate: everything on the way must be `pub`.
    OtherCrate,
    /// From the same crate, anywhere: everything on the way must be visible in all of it.
    SameCrate {
        /// How many modules above the source's root the crate's root is.
        root_depth: usize,
    },
}

impl Viewer {
    /// Whether an item of a module `depth` modules below the source's root can be named.
    pub(crate) fn sees(self, visibility: &Visibility, depth: usize) -> bool {
        match self {
            Self::OtherCrate => matches!(visibility, Visibility::Public(_)),
            Self::SameCrate { root_depth } => reach(visibility, root_depth + depth) == 0,
        }
    }

    /// The least visibility that always suffices.
    pub(crate) fn mend(self) -> &'static str {
        match self {
            Self::OtherCrate => "pub",
            Self::SameCrate { .. } => "pub(crate)",
        }
    }
}

/// The visibility as its author wrote it.
pub(crate) fn words(visibility: &Visibility) -> String {
    match visibility {
        Visibility::Public(_) => "`pub`".to_owned(),
        Visibility::Restricted(restricted) => {
            let words: Vec<String> =
                restricted.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let only_in = if restricted.in_token.is_some() { "in " } else { "" };
            format!("`pub({only_in}{})`", words.join("::"))
        }
        _ => "private".to_owned(),
    }
}

/// How deep the module is in which an item is visible; 0 is the whole crate.
fn reach(visibility: &Visibility, depth: usize) -> usize {
    match visibility {
        Visibility::Public(_) => 0,
        Visibility::Restricted(restricted) => {
            let segments = &restricted.path.segments;
            if segments.first().is_some_and(|first| first.ident == "crate") {
                segments.len() - 1
            } else {
                let supers = segments.iter().filter(|segment| segment.ident == "super").count();
                depth.saturating_sub(supers)
            }
        }
        _ => depth,
    }
}
