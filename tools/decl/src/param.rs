//! A parameter of a tool, or a field of a nested object: name, text, type and what it proves.

use crate::schema::Schema;
use crate::text::Text;
use crate::word::Relation;

/// One named value of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamDecl {
    /// The name on the wire, which is the name in the source.
    pub name: &'static str,
    /// The first paragraph of its doc comment.
    pub description: Text,
    /// The rest of its doc comment.
    pub manual: &'static str,
    /// Its type, narrowed by `#[param(...)]`.
    pub schema: Schema,
    /// Whether a call must give it.
    pub required: bool,
    /// The value used when a call leaves it out, as JSON.
    pub default: Option<&'static str>,
    /// The reviewed permission to be longer than other descriptions.
    pub exemption: Option<Exemption>,
    /// What the server proves about the value before the handler runs.
    pub role: Role,
}

/// A reviewed permission for one description to exceed the common limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// The limit that holds instead, in bytes.
    pub budget: usize,
    /// Why the text cannot be shorter.
    pub because: &'static str,
}

/// What a parameter's type promises beyond its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A plain value.
    Plain,
    /// The workspace the call acts in.
    Workspace,
    /// A stored record of the named kind, in the call's workspace, in this relation to the caller.
    Record {
        /// What kind of record.
        kind: &'static str,
        /// How the caller must be related to it.
        relation: Relation,
    },
}

impl ParamDecl {
    /// A parameter that says nothing yet.
    pub const BLANK: Self = Self {
        name: "",
        description: Text::EMPTY,
        manual: "",
        schema: Schema::TEXT,
        required: true,
        default: None,
        exemption: None,
        role: Role::Plain,
    };
}
