use tollgate::decl::{Budgets, Deprecation, Place, ToolDecl, check_table};

const ONE: ToolDecl = ToolDecl {
    name: "read",
    family: "files",
    list_object: "0123456789",
    place: Place { file: "src/one.rs", line: 7 },
    deprecated: Some(Deprecation { use_instead: "write", until: "2.0" }),
    ..ToolDecl::BLANK
};
const TWO: ToolDecl = ToolDecl {
    name: "write",
    family: "files",
    list_object: "0123456789",
    place: Place { file: "src/two.rs", line: 7 },
    deprecated: Some(Deprecation { use_instead: "put", until: "2.0" }),
    ..ToolDecl::BLANK
};
const TABLE: &[&ToolDecl] = &[&ONE, &TWO];

const _: () = check_table(TABLE, &Budgets { default_surface_bytes: None, families: &[] });

fn main() {}
