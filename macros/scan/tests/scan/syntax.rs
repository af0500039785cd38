//! What is a tool, and what only looks like one.

use crate::tree::{Tree, finds, refuses};

const MISPLACED: &str = "a #[tool] inside a macro, a body or an impl has no path for the registry; \
                         move the function into a module";

#[test]
fn knows_the_attribute_by_each_of_its_names() {
    finds(
        &[(
            "src/lib.rs",
            "#[tool] pub async fn a() {}\n\
             #[tool(does = read)] pub async fn b() {}\n\
             #[tollgate::tool] pub async fn c() {}\n\
             #[::tollgate::tool(does = read)] pub async fn d() {}\n\
             #[tollgate_macros::tool()] pub async fn e() {}\n\
             #[tollgate::prelude::tool] pub async fn f() {}\n\
             #[crate::tool] pub async fn g() {}\n\
             use tollgate as other;\n\
             #[other::tool] pub async fn h() {}",
        )],
        &[
            "::some::a",
            "::some::b",
            "::some::c",
            "::some::d",
            "::some::e",
            "::some::f",
            "::some::g",
            "::some::h",
        ],
    );
}

#[test]
fn passes_over_other_attributes_that_end_alike() {
    finds(
        &[(
            "src/lib.rs",
            "#[tool::other] pub async fn a() {}\n\
             #[tollgate::tools] pub async fn b() {}\n\
             #[mytool] pub async fn c() {}\n\
             #[doc = \"tool\"] pub async fn f() {}",
        )],
        &[],
    );
}

#[test]
fn refuses_an_import_that_gives_the_attribute_another_name() {
    let renamed = "`tool` is imported under another name, and tools under that name would go \
                   missing; import it as it is";
    for import in [
        "use tollgate::tool as declare;",
        "pub(crate) use ::tollgate::{prelude::{Call, tool as declare}, bind};",
        "mod inner { use super::tool as declare; }",
    ] {
        refuses(
            &[("src/lib.rs", &format!("{import}\n#[declare] pub async fn a() {{}}"))],
            &[&format!("src/lib.rs:1: {renamed}")],
        );
    }
    finds(
        &[(
            "src/lib.rs",
            "use tollgate::{bind::Tool as Bound, tool, tool::{a as b}, tool as _};\n\
             #[cfg(test)] use tollgate::tool as declare;\n\
             #[tool] pub async fn a() { let tool = 1; tool as u32 }",
        )],
        &["::some::a"],
    );
}

#[test]
fn passes_over_tools_that_are_only_talked_about() {
    finds(
        &[(
            "src/lib.rs",
            "//! #[tool] pub async fn a() {}\n\
             // #[tool] pub async fn b() {}\n\
             /* #[tool] pub async fn c() {} */\n\
             /// #[tool]\n\
             /// pub async fn d() {}\n\
             pub const E: &str = \"#[tool] pub async fn e() {}\";\n\
             pub const F: &str = r#\"#[tool] pub async fn f() {}\"#;\n\
             pub fn g() { let _ = \"#[tool]\"; }",
        )],
        &[],
    );
}

#[test]
fn reads_parameters_with_comments_and_attributes() {
    finds(
        &[(
            "src/lib.rs",
            "/// Says hello.\n\
             #[tool(does = read, modes(plan))]\n\
             #[must_use]\n\
             pub async fn hello(\n\
                 call: &Call,\n\
                 /// Who is greeted.\n\
                 #[param(len = 1..=20)] name: String,\n\
             ) -> Result<Hello, HelloError> { let a = 1 < 2; }",
        )],
        &["::some::hello"],
    );
}

#[test]
fn keeps_the_line_of_the_name() {
    let tree = Tree::new(&[("src/lib.rs", "\u{feff}#!/bin/sh\n#[tool]\npub async\nfn a() {}")]);
    let tools = tree.found().tools;
    assert_eq!((tools[0].name.as_str(), tools[0].line), ("a", 4));
}

#[test]
fn passes_over_items_of_every_kind() {
    let others = "#![warn(missing_docs)]
        extern crate alloc;
        use std::{fmt, io::{self, Read}};
        pub use self::inner::*;
        const A: [u8; { 2 }] = { [0; 2] };
        static B: fn() = { c };
        pub const fn c() {}
        pub unsafe extern \"C\" fn d() {}
        extern \"C\" { fn e(); }
        unsafe extern \"C\" { safe fn f(); }
        type G = fn(u8) -> [u8; { 1 }];
        struct H<const N: usize = { 3 }>(u8);
        struct I;
        struct J { a: u8 }
        enum K { L, M { a: u8 } }
        union N { a: u8 }
        trait O: P { fn a() {} }
        impl Q<{ 3 }> for R where S: T {}
        unsafe impl Send for U {}
        macro_rules! v { ($a:tt) => { $a }; }
        v! { a }
        v!(a);
        v![a];
        std::thread_local! { static W: u8 = 1; }
        ;
        mod inner {}
        unsafe mod x {}
        fn y() -> Z<{ 1 }> {}
        async gen fn body() { not rust at all, but balanced }\n";
    let tool = "#[tool] pub async fn here() {}";
    for line in others.lines().skip(1) {
        finds(&[("src/lib.rs", &format!("{line}\n{tool}"))], &["::some::here"]);
    }
    finds(&[("src/lib.rs", &format!("{others}{tool}"))], &["::some::here"]);
}

#[test]
fn refuses_a_tool_that_a_macro_would_write() {
    refuses(
        &[("src/lib.rs", "tools! {\n#[tool] pub async fn a() {}\n}")],
        &[&format!("src/lib.rs:2: {MISPLACED}")],
    );
}

#[test]
fn refuses_a_tool_in_an_impl_or_a_body() {
    refuses(
        &[(
            "src/lib.rs",
            "impl A {\n#[tool] pub async fn a() {}\n}\n\
             fn b() {\nif true {\n#[tollgate::tool(does = read)] async fn c() {}\n}\n}",
        )],
        &[&format!("src/lib.rs:2: {MISPLACED}"), &format!("src/lib.rs:6: {MISPLACED}")],
    );
}

#[test]
fn passes_over_tools_in_bodies_of_tests() {
    finds(
        &[(
            "src/lib.rs",
            "#[cfg(test)] mod tests { fn a() { #[tool] async fn b() {} } }\n\
             #[cfg(test)] fn c() { #[tool] async fn d() {} }",
        )],
        &[],
    );
}

#[test]
fn leaves_a_tool_that_is_no_function_to_the_macro() {
    finds(&[("src/lib.rs", "#[tool] pub struct A {}\n#[tool] pub mod b {}")], &[]);
}

#[test]
fn leaves_a_broken_body_to_the_compiler_and_keeps_the_tool() {
    finds(&[("src/lib.rs", "#[tool] pub async fn a() { let = ; }")], &["::some::a"]);
}

#[test]
fn stops_at_a_module_that_is_not_rust() {
    let tree = Tree::new(&[("src/lib.rs", "pub mod a;"), ("src/a.rs", "\n#[tool] fn a( {}")]);
    let faults = tree.faults();
    let expected = "src/a.rs:2: cannot be read as Rust, so its tools cannot be found: ";
    assert!(faults.starts_with(expected), "{faults}");
    assert_eq!(faults.lines().count(), 1, "{faults}");
}

#[test]
fn stops_at_a_module_that_is_not_text() {
    let tree = Tree::new(&[("src/lib.rs", "pub mod a;")]);
    std::fs::write(tree.path().join("src/a.rs"), [0xff, 0xfe]).unwrap();
    let faults = tree.faults();
    assert!(faults.starts_with("src/a.rs: cannot be read: "), "{faults}");
}
