//! What a stateless request claims in `_meta`: the version it speaks, and what its client can do.
//!
//! A request that claims no version belongs to a session, whatever else it says.

use std::borrow::Cow;

use jsonrpc_core::{Error, ErrorCode};
use memchr::memmem;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tollgate_tools::call::LogLevel;

use super::capabilities::Capabilities;
use super::envelope::Request;
use super::params::{invalid, log_level};
use super::version::Version;

/// The member that makes a request stateless.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The member that every stateless request has as well.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The code of a version that is not served.
const UNSUPPORTED_VERSION: i64 = -32022;

/// What one request claims.
#[derive(Debug)]
pub(crate) struct Claim<'a> {
    version: Cow<'a, str>,
    /// What the client can be asked.
    pub(crate) capabilities: Capabilities,
    /// From which level on it wants to be told what happens; `None` if not at all.
    pub(crate) log_level: Option<LogLevel>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, default, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/logLevel")]
    log_level: Option<Cow<'a, str>>,
}

impl<'a> Claim<'a> {
    /// Reads what a request claims; `None` if it belongs to a session.
    ///
    /// # Errors
    /// `-32602`: it claims a version, and lacks what it must say besides.
    pub(crate) fn of(request: &Request<'a>) -> Result<Option<Self>, Error> {
        // Nearly every request of a session is told apart without being read twice.
        let Some(params) = request.params.map(RawValue::get).filter(|text| may_claim(text)) else {
            return Ok(None);
        };
        let params: Params<'a> = serde_json::from_str(params).map_err(invalid)?;
        let Some(meta) = params.meta.map(RawValue::get).filter(|text| text.starts_with('{')) else {
            return Ok(None);
        };
        let meta: Meta<'a> = serde_json::from_str(meta).map_err(invalid)?;
        let Some(version) = meta.version else { return Ok(None) };
        let version = serde_json::from_str(version.get())
            .map(|Text(version)| version)
            .map_err(|_| missing(VERSION, "a string"))?;
        let declared = meta.capabilities.filter(|declared| declared.get().starts_with('{'));
        let declared = declared.ok_or_else(|| missing(CAPABILITIES, "an object"))?;
        let log_level = meta.log_level.map(|level| log_level(&level)).transpose()?;
        Ok(Some(Self { version, capabilities: Capabilities::read(declared), log_level }))
    }

    /// The error of a request that is stateless by its headers and claims nothing.
    pub(crate) fn missing() -> Error {
        missing(VERSION, "a string")
    }

    /// Whether parameters that want no answer claim a version, in whatever form.
    pub(crate) fn is_in(params: Option<&RawValue>) -> bool {
        let params = params.map(RawValue::get).filter(|text| may_claim(text));
        let read = |text| serde_json::from_str::<Params<'_>>(text).ok()?.meta;
        params.and_then(read).is_some_and(|meta| may_claim(meta.get()))
    }

    /// The version, as it is claimed.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// The version, if it is served to requests that claim it.
    ///
    /// # Errors
    /// `-32022`, with every version that is served.
    pub(crate) fn served(&self) -> Result<Version, Error> {
        let named = Version::named(&self.version);
        if let Some(version) = named.filter(|version| version.traits().is_stateless) {
            return Ok(version);
        }
        let served: Vec<_> = Version::names().collect();
        let why = match named {
            Some(_) => "is spoken after `initialize`, not by a claim in `_meta`",
            None => "is not served",
        };
        let asked: String = self.version.chars().take(40).collect();
        Err(Error {
            code: ErrorCode::from(UNSUPPORTED_VERSION),
            message: format!("Protocol version {asked:?} {why}; served: {}.", served.join(", ")),
            data: Some(json!({ "supported": served, "requested": self.version })),
        })
    }
}

/// A JSON string, copied only if it is escaped.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Whether a text has the member at all. Keys are compared as they are written: a client that
/// escapes letters of it is taken for one of a session.
fn may_claim(params: &str) -> bool {
    memmem::find(params.as_bytes(), VERSION.as_bytes()).is_some()
}

fn missing(member: &str, kind: &str) -> Error {
    Error::invalid_params(format!("Invalid params: `_meta[\"{member}\"]` is not {kind}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Message, read};

    fn claim(params: &str) -> Result<Option<String>, Error> {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{params}}}"#);
        let Message::Request(request) = read(line.as_bytes()) else { panic!("{line}") };
        Claim::of(&request).map(|claim| claim.map(|claim| claim.version.into_owned()))
    }

    fn meta(members: &str) -> String {
        format!(r#"{{"_meta":{{{members}}}}}"#)
    }

    const VERSION_IS: &str = r#""io.modelcontextprotocol/protocolVersion":"#;
    const NO_CAPABILITIES: &str = r#""io.modelcontextprotocol/clientCapabilities":{}"#;

    #[test]
    fn a_request_without_the_version_belongs_to_a_session() {
        let said = r#"{"arguments":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
        let null = format!("{VERSION_IS}null,{NO_CAPABILITIES}");
        for params in
            ["{}", said, &meta(NO_CAPABILITIES), &meta(r#""progressToken":1"#), &meta(&null)]
        {
            assert_eq!(claim(params), Ok(None), "{params}");
        }
    }

    #[test]
    fn a_claim_is_read_as_it_is_written() {
        for version in ["2026-07-28", "v999.0.0", "", "a\\u0062"] {
            let read = claim(&meta(&format!("{VERSION_IS}\"{version}\",{NO_CAPABILITIES}")));
            let expected: String = serde_json::from_str(&format!("\"{version}\"")).unwrap();
            assert_eq!(read, Ok(Some(expected)));
        }
    }

    #[test]
    fn a_level_that_is_none_is_refused() {
        let level = |level: &str| {
            let level = format!("\"io.modelcontextprotocol/logLevel\":{level}");
            claim(&meta(&format!("{VERSION_IS}\"2026-07-28\",{NO_CAPABILITIES},{level}")))
        };
        assert!(level("\"info\"").is_ok() && level("null").is_ok());
        for wrong in ["\"loud\"", "7"] {
            assert_eq!(level(wrong).unwrap_err().code.code(), -32602, "{wrong}");
        }
    }

    #[test]
    fn what_a_claim_lacks_is_named() {
        for (members, named) in [
            (format!("{VERSION_IS}\"2026-07-28\""), CAPABILITIES),
            (format!("{VERSION_IS}\"2026-07-28\",\"{CAPABILITIES}\":[]"), CAPABILITIES),
            (format!("{VERSION_IS}7,{NO_CAPABILITIES}"), VERSION),
        ] {
            let error = claim(&meta(&members)).unwrap_err();
            assert_eq!(error.code.code(), -32602);
            assert!(error.message.contains(named), "{}", error.message);
        }
    }

    #[test]
    fn a_version_that_cannot_be_claimed_is_answered_with_those_that_are_served() {
        let claim = |version: &'static str| Claim {
            version: version.into(),
            capabilities: Capabilities::NONE,
            log_level: None,
        };
        let served = |version: &'static str| claim(version).served();
        assert_eq!(served("2026-07-28"), Ok(Version::V2026_07_28));
        for (version, why) in [("v999.0.0", "is not served"), ("2025-11-25", "`initialize`")] {
            let error = served(version).unwrap_err();
            assert_eq!(error.code.code(), -32022);
            assert!(error.message.contains(why), "{}", error.message);
            let data = error.data.unwrap();
            assert_eq!(data["requested"], version);
            assert_eq!(data["supported"][0], "2026-07-28");
            assert_eq!(data["supported"].as_array().unwrap().len(), Version::ALL.len());
        }
    }
}
