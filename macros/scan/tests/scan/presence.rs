//! What exists in which builds.

use crate::tree::{finds, refuses};

#[test]
fn leaves_out_tools_of_test_builds() {
    finds(
        &[(
            "src/lib.rs",
            "#[cfg(test)] #[tool] async fn a() {}\n\
             #[cfg(test)] mod tests { #[tool] async fn b() {} }\n\
             #[cfg(all(unix, all(test)))] mod more { #[tool] async fn c() {} }\n\
             mod own { #![cfg(test)] #[tool] async fn d() {} }",
        )],
        &[],
    );
}

#[test]
fn leaves_out_files_of_test_modules() {
    finds(
        &[
            ("src/lib.rs", "#[cfg(test)] mod tests;\nmod more;"),
            ("src/tests.rs", "#[tool] async fn a() {}\nmod deeper;"),
            ("src/tests/deeper.rs", "#[tool] async fn b() {}"),
            ("src/more.rs", "#![cfg(test)]\n#[tool] async fn c() {}"),
        ],
        &[],
    );
}

#[test]
fn refuses_a_tool_that_some_builds_lack() {
    refuses(
        &[("src/lib.rs", "#[cfg(unix)]\n#[tool]\npub async fn a() {}")],
        &["src/lib.rs:3: tool `a` is conditional; every build must list the same tools, so move \
           the condition into the body of the function"],
    );
}

#[test]
fn refuses_a_tool_that_is_one_in_some_builds() {
    refuses(
        &[("src/lib.rs", "#[cfg_attr(unix, tollgate::tool(does = read))]\npub async fn a() {}")],
        &["src/lib.rs:2: tool `a` is conditional; every build must list the same tools, so move \
           the condition into the body of the function"],
    );
}

#[test]
fn takes_test_or_something_else_for_conditional() {
    refuses(
        &[("src/lib.rs", "#[cfg(any(test, unix))] #[tool] pub async fn a() {}")],
        &["src/lib.rs:1: tool `a` is conditional; every build must list the same tools, so move \
           the condition into the body of the function"],
    );
}

#[test]
fn refuses_a_module_with_tools_that_some_builds_lack_once() {
    refuses(
        &[
            ("src/lib.rs", "\n#[cfg(feature = \"net\")]\npub mod net;"),
            ("src/net.rs", "#[tool] pub async fn a() {}\n#[tool] pub async fn b() {}"),
        ],
        &["src/lib.rs:3: module `net` is conditional and holds tool `a`; every build must list \
           the same tools, so move the condition into the body of the function"],
    );
}

#[test]
fn allows_conditional_modules_without_tools() {
    finds(
        &[
            ("src/lib.rs", "#[cfg(unix)] mod imp;\n#[cfg(windows)] mod gone;"),
            ("src/imp.rs", "pub fn a() {}"),
        ],
        &[],
    );
}

#[test]
fn passes_over_attributes_that_say_nothing_about_presence() {
    finds(
        &[(
            "src/lib.rs",
            "#[cfg_attr(docsrs, doc(cfg(unix)))] #[tool] #[must_use] pub async fn a() {}",
        )],
        &["::some::a"],
    );
}
