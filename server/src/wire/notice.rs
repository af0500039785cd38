//! What the server says without being asked.

use serde::Serialize;
use serde_json::value::RawValue;
use tollgate_tools::call::LogLevel;

use super::frame::{Frame, json};
use super::id::Id;
use super::params::Subscribed;
use super::version::Version;

/// How far a call is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress<'a> {
    /// What has been done; more than in the notification before.
    pub(crate) done: f64,
    /// Of how much, if that is known.
    pub(crate) total: Option<f64>,
    /// What is being done.
    pub(crate) message: Option<&'a str>,
}

#[derive(Serialize)]
struct Params<'a> {
    #[serde(rename = "progressToken")]
    token: &'a RawValue,
    progress: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

#[derive(Serialize)]
struct Log<'a> {
    level: &'a str,
    data: &'a RawValue,
}

/// A number that is written as an integer if it is one, as a person would.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i64),
    Broken(f64),
}

/// Other tools are visible than before.
pub(crate) fn list_changed() -> Frame {
    Frame::notification("notifications/tools/list_changed", |out| out.extend_from_slice(b"{}"))
}

/// The same, to a client that listens by the request of this id.
pub(crate) fn list_changed_for(subscription: &Id) -> Frame {
    Frame::notification("notifications/tools/list_changed", |out| {
        out.push(b'{');
        subscription_id(out, subscription);
        out.push(b'}');
    })
}

/// What of a subscription is honoured: the first message of its stream.
pub(crate) fn acknowledged(subscription: &Id, honoured: &Subscribed) -> Frame {
    Frame::notification("notifications/subscriptions/acknowledged", |out| {
        out.extend_from_slice(b"{\"notifications\":");
        json(out, honoured);
        out.push(b',');
        subscription_id(out, subscription);
        out.push(b'}');
    })
}

/// The end of a subscription that the server ends in good order.
pub(crate) fn unsubscribed(subscription: &Id) -> Frame {
    Frame::result(subscription, |out| {
        out.extend_from_slice(b"{\"resultType\":\"complete\",");
        subscription_id(out, subscription);
        out.push(b'}');
    })
}

/// By which request a client hears this: it may listen more than once.
fn subscription_id(out: &mut Vec<u8>, subscription: &Id) {
    out.extend_from_slice(b"\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":");
    out.extend_from_slice(subscription.json().as_bytes());
    out.push(b'}');
}

/// A log message with this data.
pub(crate) fn log(level: LogLevel, data: &RawValue) -> Frame {
    Frame::notification("notifications/message", |out| {
        json(out, &Log { level: level.wire(), data });
    })
}

/// A progress notification under the token that the client gave.
pub(crate) fn progress(token: &Id, version: Version, progress: Progress<'_>) -> Frame {
    Frame::notification("notifications/progress", |out| {
        let Ok(token) = serde_json::from_str(token.json()) else { return };
        let params = Params {
            token,
            progress: number(progress.done),
            total: progress.total.map(number),
            message: progress.message.filter(|_| version.traits().has_progress_text),
        };
        json(out, &params);
    })
}

fn number(value: f64) -> Number {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    if value.fract() == 0.0 && value.abs() <= EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
        return Number::Whole(value as i64);
    }
    Number::Broken(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(version: Version, progress: Progress<'_>) -> String {
        let token = Id::read(serde_json::from_str("\"t\"").unwrap()).unwrap();
        let frame = super::progress(&token, version, progress);
        String::from_utf8(frame.pieces().concat()).unwrap()
    }

    #[test]
    fn every_message_of_a_subscription_names_the_request_in_its_own_type() {
        for id in ["7", "\"7\""] {
            let id = Id::read(serde_json::from_str(id).unwrap()).unwrap();
            let subscribed = Subscribed { tools_list_changed: true };
            for frame in [list_changed_for(&id), acknowledged(&id, &subscribed), unsubscribed(&id)]
            {
                let text = String::from_utf8(frame.pieces().concat()).unwrap();
                let value: serde_json::Value = serde_json::from_str(&text).unwrap();
                let inner =
                    if value["params"].is_null() { &value["result"] } else { &value["params"] };
                let named = &inner["_meta"]["io.modelcontextprotocol/subscriptionId"];
                assert_eq!(named.to_string(), id.json(), "{text}");
            }
        }
    }

    #[test]
    fn only_what_is_known_is_sent() {
        let progress = Progress { done: 1.0, total: None, message: None };
        let expected = concat!(
            r#"{"jsonrpc":"2.0","method":"notifications/progress","#,
            r#""params":{"progressToken":"t","progress":1}}"#
        );
        assert_eq!(text(Version::LATEST, progress), expected);
    }

    #[test]
    fn the_first_version_has_no_message() {
        let progress = Progress { done: 0.5, total: Some(2.0), message: Some("m") };
        let with = text(Version::V2025_03_26, progress);
        assert!(with.ends_with(r#""progress":0.5,"total":2,"message":"m"}}"#), "{with}");
        let without = text(Version::V2024_11_05, progress);
        assert!(without.ends_with(r#""progress":0.5,"total":2}}"#), "{without}");
    }
}
