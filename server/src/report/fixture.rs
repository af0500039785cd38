//! Declarations for the tests of reports, with every kind of parameter between them.

use tollgate_decl::word::{Approval, Does, Effect, Gate, Mode, Modes, Permission, Scope};
use tollgate_decl::{
    Audience, Bounds, ChoiceDecl, Exemption, Format, ParamDecl, PermissionRule, Place, Role,
    Schema, Text, ToolDecl,
};

const fn text(text: &'static str) -> Text {
    Text { plain: text, json: text }
}

/// A required parameter without a rule.
pub(crate) const fn param(
    name: &'static str,
    description: &'static str,
    schema: Schema,
) -> ParamDecl {
    ParamDecl {
        name,
        description: text(description),
        manual: "",
        schema,
        required: true,
        default: None,
        exemption: None,
        role: Role::Plain,
    }
}

const LEVELS: &[ChoiceDecl] = &[
    ChoiceDecl { name: "low", manual: "Can wait." },
    ChoiceDecl { name: "high", manual: "Cannot." },
];

const ITEM: &[ParamDecl] = &[
    param("text", "What is to be done.", Schema::Text { len: bounds(1, 80), format: None }),
    ParamDecl {
        required: false,
        default: Some("\"low\""),
        ..param("level", "How soon.", Schema::Choice(LEVELS))
    },
];

const fn bounds(min: u32, max: u32) -> Bounds {
    Bounds { min, max }
}

const REPLY: Schema = Schema::Object(&[
    param("id", "The new id.", Schema::TEXT),
    ParamDecl { required: false, ..param("note", "A remark.", Schema::TEXT) },
]);

/// Reads, without anything special, behind no gate.
pub(crate) static GET: ToolDecl = ToolDecl {
    name: "alpha_get",
    family: "alpha",
    place: Place { file: "tools/src/alpha/get.rs", line: 7 },
    description: text("Get one thing by its address."),
    does: Does::Read,
    scope: Scope::WikiRead,
    modes: Modes::CHAT.with(Mode::Plan).with(Mode::Review),
    params: &[
        param(
            "address",
            "Where the thing is.",
            Schema::Text { len: Bounds::NONE, format: Some(Format::Url) },
        ),
        ParamDecl {
            required: false,
            default: Some("20"),
            ..param("limit", "How much of it.", Schema::Integer { min: 1, max: 100 })
        },
    ],
    list_object: "{\"name\":\"alpha_get\",\"description\":\"Get one thing by its address.\",\"\
        inputSchema\":{\"type\":\"object\",\"properties\":{\"address\":{\"type\":\"string\",\"de\
        scription\":\"Where the thing is.\"},\"limit\":{\"type\":\"integer\",\"description\
        \":\"How much of it.\",\"minimum\":1,\"maximum\":100,\"default\":20}},\"required\"\
        :[\"address\"],\"additionalProperties\":false},\"annotations\":{\"readOnlyHint\":t\
        rue,\"openWorldHint\":false}}",
    ..ToolDecl::BLANK
};

/// Writes, in a workspace, with nested parameters, a reply and every rule that a call can meet.
pub(crate) static PUT: ToolDecl = ToolDecl {
    name: "alpha_put",
    family: "alpha",
    place: Place { file: "tools/src/alpha/put.rs", line: 9 },
    description: text("Put a thing where others find it."),
    manual: "The thing is there once the call returns.\n\nA second call puts a second thing.",
    does: Does::Write,
    scope: Scope::WikiWrite,
    permission: Some(PermissionRule {
        permission: Permission::CanScheduleTasks,
        when: Some("items"),
    }),
    effects: &[Effect::VendorSyncWrite],
    approval: Some(Approval::Warning),
    reply: Some(&REPLY),
    output_schema: "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\",\
        \"description\":\"The new id.\"},\"note\":{\"type\":\"string\",\
        \"description\":\"A remark.\"}},\"required\":[\"id\"],\"additionalProperties\":false}",
    params: &[
        ParamDecl {
            role: Role::Workspace,
            ..param("workspace_id", "Where to put it.", Schema::TEXT)
        },
        ParamDecl {
            exemption: Some(Exemption { budget: 300, because: "the form is the contract" }),
            ..param(
                "title",
                "What it is called.",
                Schema::Text { len: bounds(1, 200), format: None },
            )
        },
        ParamDecl {
            required: false,
            ..param(
                "items",
                "Its parts.",
                Schema::List { items: &Schema::Object(ITEM), len: bounds(1, 5) },
            )
        },
    ],
    list_object: "{\"name\":\"alpha_put\",\"description\":\"Put a thing where others find it.\
        \",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"workspace_id\":{\"type\":\"stri\
        ng\",\"description\":\"Where to put it.\"},\"title\":{\"type\":\"string\",\"descri\
        ption\":\"What it is called.\",\"minLength\":1,\"maxLength\":200},\"items\":{\"typ\
        e\":\"array\",\"description\":\"Its parts.\",\"items\":{\"type\":\"object\",\"prop\
        erties\":{\"text\":{\"type\":\"string\",\"description\":\"What is to be done.\",\"\
        minLength\":1,\"maxLength\":80},\"level\":{\"type\":\"string\",\"description\":\"H\
        ow soon.\",\"enum\":[\"low\",\"high\"],\"default\":\"low\"}},\"required\":[\"text\
        \"],\"additionalProperties\":false},\"minItems\":1,\"maxItems\":5}},\"required\":[\
        \"workspace_id\",\"title\"],\"additionalProperties\":false},\"annotations\":{\"rea\
        dOnlyHint\":false,\"destructiveHint\":false}}",
    ..ToolDecl::BLANK
};

/// Destroys, behind a gate, without parameters.
pub(crate) static WIPE: ToolDecl = ToolDecl {
    name: "beta_wipe",
    family: "beta",
    place: Place { file: "tools/src/beta/wipe.rs", line: 5 },
    description: text("Wipe everything."),
    does: Does::Destroy,
    gate: Some(Gate::OsNative),
    audience: Audience::ProcessAgent,
    list_object: "{\"name\":\"beta_wipe\",\"description\":\"Wipe everything.\",\"inputSchema\"\
        :{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false},\"annotations\":\
        {\"readOnlyHint\":false,\"destructiveHint\":true,\"openWorldHint\":false}}",
    ..ToolDecl::BLANK
};

/// All of them, sorted.
pub(crate) const ALL: [&ToolDecl; 3] = [&GET, &PUT, &WIPE];
