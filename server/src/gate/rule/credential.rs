//! What a session was opened with has ended: a key that was revoked, a token whose time is over.

use tollgate_tools::decl::ToolDecl;

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct Credential;

impl Rule for Credential {
    fn name(&self) -> &'static str {
        "credential"
    }

    fn source(&self) -> &'static str {
        "the key or token that the session was opened with"
    }

    fn effect(&self) -> &'static str {
        "every tool, once that key was revoked or has expired, or the token has expired"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        if from.ended.is_some() { catalog.all() } else { Bits::NONE }
    }

    fn reads(&self, of: &Standpoint) -> String {
        of.ended.map_or("it holds", super::Ended::words).to_owned()
    }

    fn refusal(&self, tool: &'static ToolDecl, to: &Standpoint) -> Refused {
        let ended = to.ended.map_or("it has ended", super::Ended::words);
        let text = format!(
            "{} is closed to this session: {ended}; start it again with one that holds",
            tool.name
        );
        forbidden("credential_ended", text)
    }
}
