//! The methods, and which versions have them.

use super::version::Version;

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// `initialize`: agree on a version.
    Initialize,
    /// `ping`: is anybody there.
    Ping,
    /// `logging/setLevel`: how much of what happens a client wants to be told.
    SetLogLevel,
    /// `server/discover`: what a stateless client wants to know first.
    Discover,
    /// `subscriptions/listen`: be told of changes for as long as the request lasts.
    Listen,
    /// `tools/list`.
    ListTools,
    /// `tools/call`.
    CallTool,
}

impl Method {
    /// The method of this name, if the version has it.
    pub(crate) fn of(version: Version, name: &str) -> Option<Self> {
        let is_stateless = version.traits().is_stateless;
        let (method, is_there) = match name {
            "tools/call" => (Self::CallTool, true),
            "tools/list" => (Self::ListTools, true),
            "initialize" => (Self::Initialize, !is_stateless),
            "ping" => (Self::Ping, !is_stateless),
            "logging/setLevel" => (Self::SetLogLevel, !is_stateless),
            "server/discover" => (Self::Discover, is_stateless),
            "subscriptions/listen" => (Self::Listen, is_stateless),
            _ => return None,
        };
        is_there.then_some(method)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_its_own_methods_and_no_others() {
        for version in Version::ALL {
            let is_stateless = version.traits().is_stateless;
            for (name, is_there) in [
                ("tools/list", true),
                ("tools/call", true),
                ("initialize", !is_stateless),
                ("ping", !is_stateless),
                ("logging/setLevel", !is_stateless),
                ("server/discover", is_stateless),
                ("subscriptions/listen", is_stateless),
                ("Tools/list", false),
                ("tools/", false),
                ("", false),
            ] {
                assert_eq!(Method::of(version, name).is_some(), is_there, "{version:?} {name}");
            }
        }
    }
}
