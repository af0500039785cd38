//! The folders that the user of a client works in.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{AskError, Call, Capability, Question};

/// One folder, as the client names it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Root {
    /// Where it is: a `file://` address. Nobody has checked that, or that it is there.
    pub uri: String,
    /// What the user calls it.
    #[serde(default)]
    pub name: Option<String>,
}

#[derive(Deserialize)]
struct Roots {
    roots: Vec<Root>,
}

impl Call {
    /// Asks which folders the user works in.
    ///
    /// # Errors
    /// `Incapable` if the client does not say, and whatever else a question ends in.
    pub async fn roots(&self, key: &str) -> Result<Vec<Root>, AskError> {
        let params = serde_json::from_str::<&RawValue>("{}").unwrap_or(RawValue::NULL).to_owned();
        let question = Question { capability: Capability::Roots, method: "roots/list", params };
        self.ask_for::<Roots>(key, &question).await.map(|answer| answer.roots)
    }
}
