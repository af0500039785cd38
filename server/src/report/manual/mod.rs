//! The manual: an index, one page per family and the settings, written from what is declared.

mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use tollgate_decl::ToolDecl;

/// The first line of every page; a file that carries it belongs to the manual.
pub const HEADER: &str = "<!-- Written by `tollgate manual`; do not edit. -->";

/// The folder of the pages of families, below that of the manual.
const TOOLS: &str = "tools";

/// Every page: its path below the folder of the manual, and its text.
pub type Pages = BTreeMap<PathBuf, String>;

/// The pages on these tools, sorted by name, and `others` beside them by file name and text.
#[must_use]
pub fn pages(decls: &[&'static ToolDecl], others: &[(&str, String)]) -> Pages {
    let mut pages = Pages::new();
    let mut add = |path: PathBuf, text: &str| pages.insert(path, format!("{HEADER}\n\n{text}"));
    for family in families(decls) {
        let tools: Vec<&ToolDecl> =
            decls.iter().copied().filter(|decl| decl.family == family).collect();
        add(PathBuf::from(format!("{TOOLS}/{family}.md")), &page::family(family, &tools));
    }
    for (name, text) in others {
        add(PathBuf::from(name), text);
    }
    add(PathBuf::from("README.md"), &page::index(decls, others));
    pages
}

/// The families of these tools, by name.
pub(crate) fn families(decls: &[&'static ToolDecl]) -> BTreeSet<&'static str> {
    decls.iter().map(|decl| decl.family).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn there_is_an_index_and_a_page_for_each_family() {
        let pages = pages(&fixture::ALL, &[("settings.md", "# Settings\n".to_owned())]);
        let paths: Vec<&str> = pages.keys().filter_map(|path| path.to_str()).collect();
        assert_eq!(paths, ["README.md", "settings.md", "tools/alpha.md", "tools/beta.md"]);
        for page in pages.values() {
            assert!(page.starts_with(HEADER));
            assert!(page.ends_with('\n') && !page.ends_with("\n\n"));
        }
    }

    #[test]
    fn a_page_says_everything_a_declaration_says() {
        let pages = pages(&fixture::ALL, &[]);
        insta::assert_snapshot!(pages[std::path::Path::new("tools/alpha.md")]);
    }

    #[test]
    fn the_index_leads_to_every_tool() {
        let pages = pages(&fixture::ALL, &[("settings.md", "# Settings\n".to_owned())]);
        insta::assert_snapshot!(pages[std::path::Path::new("README.md")]);
    }
}
