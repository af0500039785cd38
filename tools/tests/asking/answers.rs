//! What a handler is given for an answer.

use serde_json::{Value, json};
use tollgate_tools::bind::Failure;
use tollgate_tools::call::{AskError, Elicited, Root, Sampling};
use tollgate_tools::{Form, call::Capability};

use super::client::Client;

/// Who signs up.
#[derive(Debug, PartialEq, Form)]
pub(super) struct Signup {
    /// What to be called.
    #[param(len = 1..=20)]
    username: String,
    /// Where to write to.
    #[param(format = email)]
    email: String,
    /// How old.
    #[param(range = 0..=150)]
    age: Option<u8>,
    /// How to be greeted.
    #[param(default = "formal")]
    tone: Tone,
}

/// How somebody is greeted.
#[derive(Debug, Clone, Copy, PartialEq, Form)]
pub(super) enum Tone {
    Formal,
    Casual,
}

async fn signed_up(answer: Value) -> Result<Elicited<Signup>, AskError> {
    Client::answering(answer).call().elicit("sign_up", "Who are you?").await
}

#[tokio::test]
async fn a_form_that_was_filled_in_is_a_value() {
    let content = json!({ "username": "ada", "email": "ada@example.com", "age": 36 });
    let answer = json!({ "action": "accept", "content": content });
    let signup = Signup {
        username: "ada".to_owned(),
        email: "ada@example.com".to_owned(),
        age: Some(36),
        tone: Tone::Formal,
    };
    assert_eq!(signed_up(answer).await, Ok(Elicited::Accepted(signup)));
}

#[tokio::test]
async fn saying_no_and_closing_the_form_are_answers() {
    let declined = signed_up(json!({ "action": "decline", "content": {} })).await;
    assert_eq!(declined, Ok(Elicited::Declined));
    assert_eq!(signed_up(json!({ "action": "cancel" })).await, Ok(Elicited::Cancelled));
}

#[tokio::test]
async fn every_fault_of_a_form_is_named_by_its_path() {
    let content = json!({ "username": "", "age": "old", "tone": "rude" });
    let error = signed_up(json!({ "action": "accept", "content": content })).await.unwrap_err();
    let AskError::Malformed { key, fault } = &error else { panic!("{error:?}") };
    assert_eq!(key, "sign_up");
    for part in [
        "username (expected text of 1 to 20 characters, got the text \"\")",
        "email (missing, expected an e-mail address such as ada@example.com)",
        "age (expected an integer from 0 to 150",
        "tone (expected one of \"formal\", \"casual\", got the text \"rude\")",
    ] {
        assert!(fault.contains(part), "{part} is not in {fault}");
    }
    assert!(matches!(Failure::from(error), Failure::Refused(text) if text.contains("sign_up")));
}

#[tokio::test]
async fn an_answer_that_is_none_is_malformed() {
    for answer in [
        json!(null),
        json!({}),
        json!({ "action": "accept" }),
        json!({ "action": "maybe" }),
        json!({ "action": "accept", "content": [] }),
    ] {
        let error = signed_up(answer.clone()).await.unwrap_err();
        assert!(matches!(error, AskError::Malformed { .. }), "{answer}: {error:?}");
    }
}

#[tokio::test]
async fn the_words_of_a_model_are_the_texts_of_its_blocks() {
    let text = json!({ "type": "text", "text": "Paris" });
    let image = json!({ "type": "image", "data": "", "mimeType": "image/png" });
    for (content, expected) in
        [(text.clone(), "Paris"), (json!([text, image, text]), "Paris\nParis"), (image.clone(), "")]
    {
        let answer = json!({ "role": "assistant", "content": content, "model": "m",
                             "stopReason": "endTurn" });
        let client = Client::answering(answer);
        let sampled = client.call().sample("q", &Sampling::new("?", 9)).await.unwrap();
        assert_eq!((&*sampled.text, &*sampled.model), (expected, "m"));
        assert_eq!(sampled.stop_reason.as_deref(), Some("endTurn"));
        assert_eq!(json!(sampled.content), content);
    }
    for content in [json!("Paris"), json!(null), json!([1])] {
        let client = Client::answering(json!({ "content": content, "model": "m" }));
        let error = client.call().sample("q", &Sampling::new("?", 9)).await.unwrap_err();
        assert!(matches!(error, AskError::Malformed { .. }), "{content}: {error:?}");
    }
}

#[tokio::test]
async fn roots_have_an_address_and_perhaps_a_name() {
    let answer = json!({ "roots": [{ "uri": "file:///a", "name": "A" }, { "uri": "file:///b" }] });
    let roots = Client::answering(answer).call().roots("r").await.unwrap();
    let root =
        |uri: &str, name: Option<&str>| Root { uri: uri.to_owned(), name: name.map(str::to_owned) };
    assert_eq!(roots, [root("file:///a", Some("A")), root("file:///b", None)]);
}

#[tokio::test]
async fn an_error_of_the_client_is_told_to_the_caller() {
    let failed = AskError::Failed {
        method: "roots/list",
        code: -32603,
        message: "no folder is open".to_owned(),
    };
    for (error, part) in
        [(failed, "no folder is open (code -32603)"), (AskError::Cancelled, "left")]
    {
        let client = Client::failing(error.clone());
        let met = client.call().roots("r").await.unwrap_err();
        assert_eq!(met, error);
        assert!(matches!(Failure::from(met), Failure::Refused(text) if text.contains(part)));
    }
    let text = AskError::Incapable { capability: Capability::Sampling }.to_string();
    assert!(text.contains("capability `sampling`"), "{text}");
}
