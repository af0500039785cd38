//! The text of the registry.
//!
//! Lives here: the generated items. Must not: decide which tools are in it.

use std::fmt::Write as _;

use crate::FoundTool;
use crate::budget::Budgets;

/// The items of a registry, for `include!`.
pub(crate) fn registry(tools: &[FoundTool], budgets: &Budgets) -> String {
    let mut text =
        String::from("// Written by tollgate-scan from #[tool] functions. Do not edit.\n");
    array(&mut text, "static TOOLS", "::tollgate::bind::Tool", tools, |path| {
        format!("::tollgate::bind::Tool::of::<{path}>()")
    });
    array(&mut text, "const DECLS", "&::tollgate::decl::ToolDecl", tools, |path| {
        format!("<{path} as ::tollgate::bind::Declared>::DECL")
    });
    budget(&mut text, budgets);
    text.push_str("\nconst _: () = ::tollgate::decl::check_table(&DECLS, &BUDGETS);\n");
    index(&mut text, tools);
    text.push_str(concat!(
        "\n/// Every tool of this build, found by name.\n",
        "pub static REGISTRY: ::tollgate::registry::Registry =\n",
        "    ::tollgate::registry::Registry::new(&TOOLS, &INDEX).with_budgets(BUDGETS);\n",
    ));
    text
}

fn array(
    text: &mut String,
    item: &str,
    element: &str,
    tools: &[FoundTool],
    value: impl Fn(&str) -> String,
) {
    push(text, format_args!("\n{item}: [{element}; {}] = [\n", tools.len()));
    for tool in tools {
        push(text, format_args!("    {},\n", value(&tool.path)));
    }
    text.push_str("];\n");
}

fn budget(text: &mut String, budgets: &Budgets) {
    push(
        text,
        format_args!(
            "\nconst BUDGETS: ::tollgate::decl::Budgets = ::tollgate::decl::Budgets {{\n    \
             default_surface_bytes: {:?},\n    families: &[\n",
            budgets.default_surface_bytes
        ),
    );
    for (family, bytes) in &budgets.families {
        push(
            text,
            format_args!(
                "        ::tollgate::decl::FamilyBudget {{ family: {family:?}, bytes: {bytes} }},\n"
            ),
        );
    }
    text.push_str("    ],\n};\n");
}

fn index(text: &mut String, tools: &[FoundTool]) {
    let mut map = phf_codegen::Map::<&str>::new();
    map.phf_path("::tollgate::registry::phf");
    for (at, tool) in tools.iter().enumerate() {
        // A name that is taken twice is the table check's to report, with both places.
        if at == 0 || tools[at - 1].name != tool.name {
            map.entry(&tool.name, at.to_string());
        }
    }
    push(
        text,
        format_args!(
            "\nstatic INDEX: ::tollgate::registry::phf::Map<&'static str, usize> = {};\n",
            map.build()
        ),
    );
}

fn push(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(more);
}
