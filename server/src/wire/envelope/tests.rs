//! What each kind of line is taken for.

use super::*;

#[track_caller]
fn check_wrong(line: &str, code: i64, id: Option<&str>) {
    match read(line.as_bytes()) {
        Message::Wrong(wrong) => {
            assert_eq!(wrong.error.code.code(), code, "{line}: {}", wrong.error);
            assert_eq!(wrong.id.as_ref().map(Id::json), id, "{line}");
        }
        other => panic!("{line} was taken for {other:?}"),
    }
}

#[track_caller]
fn request(line: &str) -> Request<'_> {
    match read(line.as_bytes()) {
        Message::Request(request) => request,
        other => panic!("{line} was taken for {other:?}"),
    }
}

#[test]
fn a_request_keeps_its_id_and_params() {
    let line = r#" {"params": {"a": [1]} ,"method":"x\/y","id": "\u0041" ,"jsonrpc":"2.0"} "#;
    let request = request(line);
    assert_eq!(request.id.json(), r#""\u0041""#);
    assert_eq!(request.method, "x/y");
    assert_eq!(request.params.map(RawValue::get), Some(r#"{"a": [1]}"#));
}

#[test]
fn a_byte_order_mark_and_foreign_members_are_tolerated() {
    let request = request("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"x\":{}}");
    assert_eq!(request.method, "ping");
}

#[test]
fn null_params_are_no_params() {
    assert!(request(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#).params.is_none());
}

#[test]
fn params_of_another_type_are_refused_with_the_id() {
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[]}"#, -32602, Some("1"));
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}"#, -32600, Some("1"));
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":7}"#, -32600, Some("1"));
}

#[test]
fn ids_that_are_none_are_refused_without_one() {
    for id in ["null", "1.5", "1.0", "18446744073709551616", "true", "[1]", "{}"] {
        check_wrong(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#), -32600, None);
    }
}

#[test]
fn broken_text_is_a_parse_error() {
    for line in
        ["{", "}", "{\"a\":}", "nul", "{} {}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\""]
    {
        check_wrong(line, -32700, None);
    }
    assert!(matches!(read(b"\"\xff\""), Message::Wrong(w) if w.error.code.code() == -32700));
}

#[test]
fn text_that_is_no_message_is_an_invalid_request() {
    for line in ["1", "-1", "1.5", "\"ping\"", "null", "true", "[]", "{}"] {
        check_wrong(line, -32600, None);
    }
}

#[test]
fn the_version_of_json_rpc_is_checked() {
    check_wrong(r#"{"id":1,"method":"ping"}"#, -32600, Some("1"));
    check_wrong(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, Some("1"));
    check_wrong(r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600, Some("1"));
}

#[test]
fn a_method_is_a_string() {
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, Some("1"));
    check_wrong(r#"{"jsonrpc":"2.0","id":"a"}"#, -32600, Some("\"a\""));
}

#[test]
fn members_given_twice_are_refused() {
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600, None);
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"x"}"#, -32600, Some("1"));
    check_wrong(r#"{"jsonrpc":"2.0","id":1,"x":1,"method":"ping","\u0078":2}"#, -32600, Some("1"));
}

#[test]
fn what_has_no_id_is_never_told() {
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"unheard/of","params":null}"#,
    ] {
        assert!(matches!(read(line.as_bytes()), Message::Notification(_)), "{line}");
    }
    for line in [r#"{"method":"x"}"#, r#"{"jsonrpc":"2.0","method":"x","params":[1]}"#] {
        assert!(matches!(read(line.as_bytes()), Message::Dropped), "{line}");
    }
}

#[test]
fn answers_of_the_client_are_recognised() {
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
        r#"{"id":1,"result":7}"#,
        r#"{"result":{}}"#,
    ] {
        let Message::Response(response) = read(line.as_bytes()) else { panic!("{line}") };
        assert_eq!(response.outcome.is_err(), line.contains("error"), "{line}");
    }
    for line in [
        r#"{"jsonrpc":"2.0","id":1,"id":2,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"result":{}}"#,
    ] {
        assert!(matches!(read(line.as_bytes()), Message::Dropped), "{line}");
    }
}

#[test]
fn a_batch_is_counted_and_kept_unread() {
    assert!(matches!(read(b"[1, {}]"), Message::Batch(items) if items.len() == 2));
    let items = |count: usize| format!("[{}]", vec!["{}"; count].join(","));
    assert!(matches!(read(items(BATCH_ITEMS_MAX).as_bytes()), Message::Batch(_)));
    check_wrong(&items(BATCH_ITEMS_MAX + 1), -32600, None);
}

#[test]
fn nesting_is_bounded() {
    let nested = |levels: usize| {
        let inner = levels - 2;
        let (open, close) = ("[".repeat(inner), "]".repeat(inner));
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{{"a":{open}{close}}}}}"#)
    };
    request(&nested(JSON_DEPTH_MAX));
    check_wrong(&nested(JSON_DEPTH_MAX + 1), -32700, None);
    check_wrong(&"[".repeat(100_000), -32700, None);
}
