//! Calling a tool the way the server does: by its declaration, with JSON.

use serde_json::Value;
use tollgate_tools::bind::{Answer, Declared, Failure, Tool};
use tollgate_tools::call::Call;

async fn call<T: Declared>(call: &Call, arguments: Value) -> Result<Answer, String> {
    let raw = serde_json::value::to_raw_value(&arguments).unwrap();
    let prepared = (Tool::of::<T>().prepare)(&raw).map_err(|faults| faults.to_string())?;
    prepared.run(call).await.map_err(|failure| match failure {
        Failure::Refused(text) => text,
        other => panic!("{other}: {:?}", std::error::Error::source(&other)),
    })
}

/// The structured reply of a call that succeeds.
pub(crate) async fn run<T: Declared>(by: &Call, arguments: Value) -> Value {
    let answer = call::<T>(by, arguments).await.unwrap();
    serde_json::from_str(answer.structured.unwrap().get()).unwrap()
}

/// The text block of a call that succeeds.
pub(crate) async fn text<T: Declared>(by: &Call, arguments: Value) -> String {
    call::<T>(by, arguments).await.unwrap().text.unwrap()
}

/// What a call is told that does not succeed.
pub(crate) async fn refused<T: Declared>(by: &Call, arguments: Value) -> String {
    call::<T>(by, arguments).await.unwrap_err()
}
