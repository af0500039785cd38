//! What reaches the client, and what does not.

use serde_json::{Value, json};
use tollgate_tools::bind::Failure;
use tollgate_tools::call::{AskError, Capability, LogLevel, NoPeer, Peer, Sampling, Speaker};

use super::answers::Signup;
use super::client::Client;

#[tokio::test]
async fn a_form_travels_with_its_message_and_its_schema() {
    let client = Client::answering(json!({ "action": "decline" }));
    client.call().elicit::<Signup>("sign_up", "Who are you?").await.unwrap();
    let (key, method, params) = client.question();
    assert_eq!((&*key, method), ("sign_up", "elicitation/create"));
    assert_eq!(params["message"], "Who are you?");
    assert_eq!(params["requestedSchema"]["required"], json!(["username", "email"]));
}

#[tokio::test]
async fn sampling_says_only_what_was_said() {
    let answer = json!({ "role": "assistant", "content": { "type": "text", "text": "Paris" },
                         "model": "m" });
    let client = Client::answering(answer);
    let mut sampling = Sampling::new("The capital of France?", 100);
    sampling.temperature = Some(f64::NAN);
    client.call().sample("capital", &sampling).await.unwrap();
    let content = json!({ "type": "text", "text": "The capital of France?" });
    let messages = json!([{ "role": "user", "content": content }]);
    let expected = json!({ "messages": messages, "maxTokens": 100 });
    assert_eq!(client.question(), ("capital".to_owned(), "sampling/createMessage", expected));

    sampling.system_prompt = Some("Be short.".to_owned());
    sampling.temperature = Some(0.5);
    sampling.stop_sequences = vec![".".to_owned()];
    sampling.messages[0].role = Speaker::Assistant;
    let client = Client::answering(Value::Null);
    client.call().sample("capital", &sampling).await.unwrap_err();
    let params = client.question().2;
    assert_eq!(params["messages"][0]["role"], "assistant");
    assert_eq!(params["systemPrompt"], "Be short.");
    assert_eq!(params["temperature"], 0.5);
    assert_eq!(params["stopSequences"], json!(["."]));
}

#[tokio::test]
async fn roots_are_asked_for_with_an_empty_object() {
    let client = Client::answering(json!({ "roots": [] }));
    assert_eq!(client.call().roots("client_roots").await.unwrap(), []);
    assert_eq!(client.question(), ("client_roots".to_owned(), "roots/list", json!({})));
}

#[tokio::test]
async fn a_client_is_never_asked_what_it_did_not_declare() {
    for capability in Capability::ALL {
        let others: Vec<_> =
            Capability::ALL.iter().copied().filter(|other| other != capability).collect();
        let client = Client::with(&others);
        let call = client.call();
        assert!(!call.can(*capability) && others.iter().all(|other| call.can(*other)));
        let error = match capability {
            Capability::ElicitForm => call.elicit::<Signup>("k", "m").await.unwrap_err(),
            Capability::Sampling => call.sample("k", &Sampling::new("q", 1)).await.unwrap_err(),
            Capability::Roots => call.roots("k").await.unwrap_err(),
            Capability::ElicitUrl => continue,
        };
        assert_eq!(error, AskError::Incapable { capability: *capability });
        assert_eq!(client.asked.lock().unwrap().len(), 0);
        let failure = Failure::from(error);
        assert!(
            matches!(failure, Failure::Incapable { capability: missing } if missing == *capability)
        );
    }
}

#[tokio::test]
async fn nobody_can_be_asked_anything() {
    let client = Client::with(&[]);
    let call = client.call();
    let nobody =
        call.another(tokio_util::sync::CancellationToken::new(), std::sync::Arc::new(NoPeer));
    for capability in Capability::ALL {
        assert!(!nobody.can(*capability) && !NoPeer.can(*capability));
    }
    nobody.log(LogLevel::Emergency, "unheard");
    let error = nobody.roots("k").await.unwrap_err();
    assert_eq!(error, AskError::Incapable { capability: Capability::Roots });
}

#[tokio::test]
async fn a_key_is_spelled_like_a_name_or_is_the_handlers_own_fault() {
    let client = Client::answering(json!({ "roots": [] }));
    let call = client.call();
    for key in ["a", "user_name", "step1", &*"k".repeat(64)] {
        call.roots(key).await.unwrap();
    }
    for key in ["", "User", "1st", "_a", "a-b", "ä", &*"k".repeat(65)] {
        let error = call.roots(key).await.unwrap_err();
        assert_eq!(error, AskError::Key { key: key.to_owned() });
        assert!(matches!(Failure::from(error), Failure::Internal { .. }));
    }
    assert_eq!(client.asked.lock().unwrap().len(), 4);
}

#[test]
fn progress_and_logs_reach_the_client_as_they_are() {
    let client = Client::with(&[]);
    let call = client.call();
    call.progress(1.0, Some(2.0), Some("half"));
    call.log(LogLevel::Info, "a \"text\"");
    call.log(LogLevel::Error, json!({ "code": 5 }));
    let reported = client.reported.lock().unwrap();
    assert_eq!(*reported, [(1.0, Some(2.0), Some("half".to_owned()))]);
    let logged = client.logged.lock().unwrap();
    let expected = [(LogLevel::Info, json!("a \"text\"")), (LogLevel::Error, json!({ "code": 5 }))];
    assert_eq!(*logged, expected);
}
