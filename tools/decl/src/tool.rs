//! The declaration of one tool, as data.

use crate::limit::{CONCURRENCY_DEFAULT, REPLY_CHARS_MAX, TIMEOUT_MS_DEFAULT};
use crate::param::{ParamDecl, Role};
use crate::schema::Schema;
use crate::text::Text;
use crate::word::{Approval, Audience, Does, Effect, Feature, Gate, Modes, Permission, Scope};

/// Everything that one `#[tool]` function says, and what was rendered from it while compiling.
#[derive(Clone, Copy, Debug)]
pub struct ToolDecl {
    /// The name on the wire, which is the function's name.
    pub name: &'static str,
    /// The folder of the source that holds it.
    pub family: &'static str,
    /// Where the function stands.
    pub place: Place,
    /// The first paragraph of the doc comment, after the deprecation mark if there is one.
    pub description: Text,
    /// The rest of the doc comment.
    pub manual: &'static str,
    /// The parameters, in the order of the signature.
    pub params: &'static [ParamDecl],
    /// The shape of `structuredContent`, or `None` for a reply of text or blocks.
    pub reply: Option<&'static Schema>,
    /// Whether it replies with content blocks of any kind.
    pub has_blocks: bool,
    /// The strongest thing a call can do.
    pub does: Does,
    /// The least scope a key needs.
    pub scope: Scope,
    /// The switch that must be on.
    pub gate: Option<Gate>,
    /// Who the tool is for.
    pub audience: Audience,
    /// The agent's flag that may refuse a call.
    pub permission: Option<PermissionRule>,
    /// The modes in which it may run.
    pub modes: Modes,
    /// The classes of action a guardrail judges.
    pub effects: &'static [Effect],
    /// Whether, and how loudly, a human is asked first.
    pub approval: Option<Approval>,
    /// The integration module that may be switched off.
    pub feature: Option<Feature>,
    /// Time, size and concurrency of one call.
    pub limits: Limits,
    /// The tool to use instead, while this one is still listed.
    pub deprecated: Option<Deprecation>,
    /// The complete object of `tools/list`, as JSON.
    pub list_object: &'static str,
    /// The JSON schema of `structuredContent`; empty for a reply of text or blocks.
    pub output_schema: &'static str,
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, relative to where the compiler was started.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

/// A permission, and when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermissionRule {
    /// The flag.
    pub permission: Permission,
    /// The optional parameter that makes the flag matter; `None` means every call.
    pub when: Option<&'static str>,
}

/// The bounds of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time, in milliseconds.
    pub timeout_ms: u64,
    /// Size of the reply, in characters.
    pub reply_chars: usize,
    /// Calls that may run at the same time.
    pub concurrency: u32,
}

/// What replaces a tool, and when it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// The tool to use instead.
    pub use_instead: &'static str,
    /// The release in which the old name goes.
    pub until: &'static str,
}

/// How a tool stands to workspaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkspaceRule {
    /// It knows no workspace.
    Global,
    /// It may be told one.
    Optional,
    /// It acts in exactly one.
    Required,
}

impl Limits {
    /// What holds when a declaration says nothing.
    pub const DEFAULT: Self = Self {
        timeout_ms: TIMEOUT_MS_DEFAULT,
        reply_chars: REPLY_CHARS_MAX,
        concurrency: CONCURRENCY_DEFAULT,
    };
}

impl ToolDecl {
    /// A declaration that says nothing yet; the macro overrides what it knows.
    pub const BLANK: Self = Self {
        name: "",
        family: "",
        place: Place { file: "", line: 0 },
        description: Text::EMPTY,
        manual: "",
        params: &[],
        reply: None,
        has_blocks: false,
        does: Does::Destroy,
        scope: Scope::Admin,
        gate: None,
        audience: Audience::Internal,
        permission: None,
        modes: Modes::CHAT,
        effects: &[],
        approval: None,
        feature: None,
        limits: Limits::DEFAULT,
        deprecated: None,
        list_object: "",
        output_schema: "",
    };

    /// How the tool stands to workspaces: read off its parameters.
    #[must_use]
    pub const fn workspace(&self) -> WorkspaceRule {
        let mut at = 0;
        while at < self.params.len() {
            if matches!(self.params[at].role, Role::Workspace) {
                return if self.params[at].required {
                    WorkspaceRule::Required
                } else {
                    WorkspaceRule::Optional
                };
            }
            at += 1;
        }
        WorkspaceRule::Global
    }

    /// Whether a call may reach beyond this server.
    #[must_use]
    pub const fn is_open_world(&self) -> bool {
        let mut at = 0;
        while at < self.effects.len() {
            if self.effects[at].is_open_world() {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Bytes on the wire: the whole list object.
    #[must_use]
    pub const fn wire_bytes(&self) -> usize {
        self.list_object.len()
    }

    /// Bytes that a model reads: name, description and argument schema.
    #[must_use]
    pub fn model_bytes(&self) -> usize {
        self.name.len() + self.description.json.len() + self.input_schema().len()
    }

    /// The argument schema as JSON; empty for a declaration that nobody rendered.
    ///
    /// What stands before and after it cannot stand in a JSON string, where quotes are escaped.
    #[must_use]
    pub fn input_schema(&self) -> &'static str {
        let after = self.list_object.split_once(",\"inputSchema\":").map_or("", |(_, after)| after);
        after.rsplit_once(",\"annotations\":{").map_or("", |(schema, _)| schema)
    }

    /// Bytes by which the reviewed exemptions exceed the common limit.
    #[must_use]
    pub const fn exempt_bytes(&self) -> usize {
        let mut sum = 0;
        let mut at = 0;
        while at < self.params.len() {
            if let Some(exemption) = self.params[at].exemption {
                sum += exemption.budget - crate::limit::DESCRIPTION_BYTES_MAX;
            }
            at += 1;
        }
        sum
    }
}

/// The family of a module path: its first folder, `crate::family::noun`.
#[must_use]
pub const fn family_of(module_path: &'static str) -> &'static str {
    let bytes = module_path.as_bytes();
    let mut start = 0;
    let mut at = 0;
    while at + 1 < bytes.len() {
        if bytes[at] == b':' && bytes[at + 1] == b':' {
            if start != 0 {
                return module_path.split_at(at).0.split_at(start).1;
            }
            start = at + 2;
            at += 1;
        }
        at += 1;
    }
    module_path.split_at(start).1
}
