//! The parameters of each method.
//!
//! Members that nobody here reads are accepted and ignored: clients may send more than they must.

use std::borrow::Cow;
use std::collections::HashMap;

use jsonrpc_core::{Error, Params};
use memchr::memmem;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tollgate_tools::call::LogLevel;
use tollgate_tools::decl::ARGUMENTS_BYTES_MAX;

use super::id::Id;

/// `initialize`.
#[derive(Debug, Deserialize)]
pub(crate) struct Initialize {
    /// The version the client would like.
    #[serde(rename = "protocolVersion")]
    pub(crate) protocol_version: String,
    /// What it can be asked.
    #[serde(default)]
    pub(crate) capabilities: Option<Box<RawValue>>,
}

/// `logging/setLevel`.
#[derive(Debug, Deserialize)]
pub(crate) struct SetLevel {
    level: String,
}

/// `tools/list`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ListParams {
    /// Where the page starts; there is one page, so nobody can have been given a cursor.
    #[serde(default)]
    pub(crate) cursor: Option<String>,
}

/// `subscriptions/listen`.
#[derive(Debug, Deserialize)]
pub(crate) struct Listen {
    /// What the client wants to be told of.
    pub(crate) notifications: Subscribed,
}

/// What a client is told of, as it asks for it and as it is granted.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(try_from = "Map<String, Value>")]
pub(crate) struct Subscribed {
    /// That other tools are visible than before.
    #[serde(rename = "toolsListChanged", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) tools_list_changed: bool,
}

impl TryFrom<Map<String, Value>> for Subscribed {
    type Error = String;

    fn try_from(members: Map<String, Value>) -> Result<Self, String> {
        let is_wanted = |name: &str| match members.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(is_wanted)) => Ok(*is_wanted),
            Some(_) => Err(format!("`notifications.{name}` is not a boolean")),
        };
        Ok(Self { tools_list_changed: is_wanted("toolsListChanged")? })
    }
}

/// `notifications/cancelled`.
#[derive(Debug, Deserialize)]
pub(crate) struct Cancelled {
    /// The request nobody waits for any more.
    #[serde(rename = "requestId")]
    request_id: Box<RawValue>,
}

/// `tools/call`.
#[derive(Debug)]
pub(crate) struct CallParams {
    /// The tool.
    pub(crate) name: String,
    /// What it is given: a JSON object.
    pub(crate) arguments: Box<RawValue>,
    /// What progress is reported under, as JSON; `None` if nobody asked for it.
    pub(crate) progress_token: Option<Id>,
}

/// What a stateless client sends when it comes again with what it was asked.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Round {
    /// The answers, by their keys.
    #[serde(default, rename = "inputResponses")]
    pub(crate) responses: Option<HashMap<String, Box<RawValue>>>,
    /// What it was given to bring back.
    #[serde(default, rename = "requestState")]
    pub(crate) state: Option<String>,
}

#[derive(Deserialize)]
struct RawCall<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawMeta<'a> {
    #[serde(borrow, default, rename = "progressToken")]
    progress_token: Option<&'a RawValue>,
}

/// Reads the parameters of a method that is called now and then.
///
/// # Errors
/// `-32602`, in words that name the member.
pub(crate) fn parse<T: DeserializeOwned>(params: Option<&RawValue>) -> Result<T, Error> {
    let text = params.map_or("{}", RawValue::get);
    let params: Params = serde_json::from_str(text).map_err(invalid)?;
    params.parse()
}

impl SetLevel {
    /// The level from which on the client wants to be told.
    ///
    /// # Errors
    /// `-32602`, with all there are.
    pub(crate) fn level(&self) -> Result<LogLevel, Error> {
        log_level(&self.level)
    }
}

/// The level of this name.
///
/// # Errors
/// `-32602`, with all there are.
pub(super) fn log_level(name: &str) -> Result<LogLevel, Error> {
    LogLevel::named(name).ok_or_else(|| {
        let name: String = name.chars().take(40).collect();
        let all: Vec<_> = LogLevel::ALL.iter().map(|level| level.wire()).collect();
        let all = all.join(", ");
        Error::invalid_params(format!("Invalid params: no log level {name:?}; expected: {all}."))
    })
}

impl Round {
    /// Reads them beside the parameters of any method that can ask; `None` if there are none.
    ///
    /// # Errors
    /// `-32602`, in words that name the member.
    pub(crate) fn read(params: Option<&RawValue>) -> Result<Option<Self>, Error> {
        let Some(text) = params.map(RawValue::get) else { return Ok(None) };
        let has = |member: &str| memmem::find(text.as_bytes(), member.as_bytes()).is_some();
        if !has("\"inputResponses\"") && !has("\"requestState\"") {
            return Ok(None);
        }
        let round: Self = serde_json::from_str(text).map_err(invalid)?;
        let mut responses = round.responses.iter().flatten();
        if let Some((key, _)) = responses.find(|(_, response)| !response.get().starts_with('{')) {
            let key: String = key.chars().take(64).collect();
            let what = format!("`inputResponses[{key:?}]` is not an object");
            return Err(Error::invalid_params(format!("Invalid params: {what}.")));
        }
        Ok((round.responses.is_some() || round.state.is_some()).then_some(round))
    }
}

impl Cancelled {
    /// The request, if what was sent can be an id at all.
    pub(crate) fn id(&self) -> Option<Id> {
        Id::read(&self.request_id)
    }
}

impl CallParams {
    /// Reads the parameters of the method that is called all the time.
    ///
    /// # Errors
    /// `-32602`: they are not those of a tool call at all. What is wrong inside `arguments` is
    /// found later and told as a result, which the model can read.
    pub(crate) fn read(params: Option<&RawValue>) -> Result<Self, Error> {
        let text = params.map_or("{}", RawValue::get);
        let raw: RawCall<'_> = serde_json::from_str(text).map_err(invalid)?;
        let arguments = match raw.arguments {
            None => RawValue::from_string("{}".to_owned()).map_err(invalid)?,
            Some(arguments) if !arguments.get().starts_with('{') => {
                return Err(Error::invalid_params("Invalid params: `arguments` is not an object."));
            }
            Some(arguments) if arguments.get().len() > ARGUMENTS_BYTES_MAX => {
                return Err(Error::invalid_params(format!(
                    "Invalid params: `arguments` is {} bytes, limit is {ARGUMENTS_BYTES_MAX}.",
                    arguments.get().len()
                )));
            }
            Some(arguments) => arguments.to_owned(),
        };
        let token = match raw.meta {
            None => None,
            // A list would pass for an object: its items would be taken for members.
            Some(meta) if !meta.get().starts_with('{') => {
                return Err(Error::invalid_params("Invalid params: `_meta` is not an object."));
            }
            Some(meta) => {
                let meta: RawMeta<'_> = serde_json::from_str(meta.get()).map_err(invalid)?;
                meta.progress_token
            }
        };
        let progress_token = match token {
            None => None,
            Some(token) => Some(Id::read(token).ok_or_else(|| {
                Error::invalid_params(
                    "Invalid params: `_meta.progressToken` is not a string or an integer.",
                )
            })?),
        };
        Ok(Self { name: raw.name.into_owned(), arguments, progress_token })
    }
}

/// What does not read as the parameters of a method.
pub(super) fn invalid(error: serde_json::Error) -> Error {
    let text = error.to_string();
    // The position counts from where the parameters start, which helps nobody.
    let text = text.split(" at line ").next().unwrap_or_default();
    Error::invalid_params(format!("Invalid params: {text}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(params: &str) -> Result<CallParams, Error> {
        CallParams::read(Some(serde_json::from_str(params).unwrap()))
    }

    #[track_caller]
    fn check_refused(params: &str, text: &str) {
        let error = call(params).unwrap_err();
        assert_eq!(error.code.code(), -32602);
        assert!(error.message.contains(text), "{}", error.message);
    }

    #[test]
    fn absent_and_null_arguments_are_an_empty_object() {
        for params in [r#"{"name":"a"}"#, r#"{"name":"a","arguments":null,"_meta":null}"#] {
            let call = call(params).unwrap();
            assert_eq!(call.arguments.get(), "{}");
            assert_eq!(call.progress_token, None);
        }
    }

    #[test]
    fn arguments_keep_their_bytes() {
        let call = call(r#"{"_meta":{"progressToken":"p"},"arguments":{ "a" : 1 },"name":"a"}"#);
        let call = call.unwrap();
        assert_eq!(call.arguments.get(), r#"{ "a" : 1 }"#);
        assert_eq!(call.progress_token.unwrap().json(), r#""p""#);
    }

    #[test]
    fn what_is_no_tool_call_is_refused_by_name() {
        check_refused("{}", "missing field `name`");
        check_refused(r#"{"name":7}"#, "expected a string");
        check_refused(r#"{"name":"a","name":"b"}"#, "duplicate field `name`");
        check_refused(r#"{"name":"a","arguments":[]}"#, "`arguments` is not an object");
        check_refused(r#"{"name":"a","arguments":"{}"}"#, "`arguments` is not an object");
        check_refused(r#"{"name":"a","_meta":{"progressToken":1.5}}"#, "`_meta.progressToken`");
        for meta in ["[]", "[1]", "7", "\"x\"", "true"] {
            let params = format!(r#"{{"name":"a","_meta":{meta}}}"#);
            check_refused(&params, "`_meta` is not an object");
        }
    }

    #[test]
    fn arguments_are_bounded() {
        let with = |bytes: usize| {
            let filler = "x".repeat(bytes - r#"{"a":""}"#.len());
            call(&format!(r#"{{"name":"a","arguments":{{"a":"{filler}"}}}}"#))
        };
        assert!(with(ARGUMENTS_BYTES_MAX).is_ok());
        assert_eq!(with(ARGUMENTS_BYTES_MAX + 1).unwrap_err().code.code(), -32602);
    }

    #[test]
    fn a_missing_version_is_named() {
        let error = parse::<Initialize>(None).unwrap_err();
        assert!(error.message.contains("protocolVersion"), "{}", error.message);
    }

    #[test]
    fn what_comes_back_is_read_where_there_is_any() {
        let read = |params: &str| Round::read(Some(serde_json::from_str(params).unwrap()));
        for params in ["{}", r#"{"arguments":{"requestState":"s"}}"#, r#"{"requestState":null}"#] {
            assert!(read(params).unwrap().is_none(), "{params}");
        }
        let round = read(r#"{"inputResponses":{"a":{"b":1}},"requestState":"s"}"#);
        let round = round.unwrap().unwrap();
        assert_eq!(round.responses.unwrap()["a"].get(), r#"{"b":1}"#);
        assert_eq!(round.state.as_deref(), Some("s"));
        for params in
            [r#"{"inputResponses":[1]}"#, r#"{"inputResponses":{"a":7}}"#, r#"{"requestState":7}"#]
        {
            assert_eq!(read(params).unwrap_err().code.code(), -32602, "{params}");
        }
    }

    #[test]
    fn a_log_level_is_one_of_eight() {
        assert_eq!(log_level("notice"), Ok(LogLevel::Notice));
        for name in ["", "Notice", "trace"] {
            let error = log_level(name).unwrap_err();
            assert_eq!(error.code.code(), -32602);
            assert!(error.message.contains("debug, info, notice, warning"), "{}", error.message);
        }
    }
}
