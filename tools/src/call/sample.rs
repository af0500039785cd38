//! A reply that the client's model writes.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::question::params;
use super::{AskError, Call, Capability, Question};

/// What the model is given. `Sampling::new` fills in everything but the words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampling {
    /// What was said, the last of it what the model replies to.
    pub messages: Vec<SamplingMessage>,
    /// Who the model is to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_prompt: Option<String>,
    /// Tokens that it may write.
    pub max_tokens: u32,
    /// How freely it chooses its words; left out unless it is finite.
    #[serde(skip_serializing_if = "is_no_number")]
    pub temperature: Option<f64>,
    /// Texts at which it stops.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop_sequences: Vec<String>,
}

/// One thing that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SamplingMessage {
    /// By whom.
    pub role: Speaker,
    /// What.
    #[serde(serialize_with = "text_block")]
    pub content: String,
}

/// Who says something in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// What the model wrote.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// Its words: the text blocks, a line each.
    pub text: String,
    /// Everything that it wrote, as the client sent it: one block, or a list of them.
    pub content: Box<RawValue>,
    /// Which model it was.
    pub model: String,
    /// Why it stopped, such as `endTurn` or `maxTokens`.
    pub stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    content: Box<RawValue>,
    model: String,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Blocks {
    Many(Vec<TextOf>),
    One(TextOf),
}

/// The text of a block that has one; of others nothing is read.
#[derive(Deserialize)]
struct TextOf {
    text: Option<String>,
}

impl Sampling {
    /// A question of the user alone, with room for a reply of `max_tokens`.
    #[must_use]
    pub fn new(question: impl Into<String>, max_tokens: u32) -> Self {
        Self {
            messages: vec![SamplingMessage { role: Speaker::User, content: question.into() }],
            system_prompt: None,
            max_tokens,
            temperature: None,
            stop_sequences: Vec::new(),
        }
    }
}

impl Call {
    /// Has the client's model write something.
    ///
    /// # Errors
    /// `Incapable` if the client lends no model, and whatever else a question ends in.
    pub async fn sample(&self, key: &str, sampling: &Sampling) -> Result<Sampled, AskError> {
        let question = Question {
            capability: Capability::Sampling,
            method: "sampling/createMessage",
            params: params(sampling),
        };
        let Answer { content, model, stop_reason } = self.ask_for(key, &question).await?;
        let blocks = serde_json::from_str::<Blocks>(content.get()).map_err(|_| {
            let fault = "`content` is neither a block nor a list of blocks".to_owned();
            AskError::Malformed { key: key.to_owned(), fault }
        })?;
        let blocks = match blocks {
            Blocks::Many(blocks) => blocks,
            Blocks::One(block) => vec![block],
        };
        let texts: Vec<_> = blocks.into_iter().filter_map(|block| block.text).collect();
        Ok(Sampled { text: texts.join("\n"), content, model, stop_reason })
    }
}

fn is_no_number(value: &Option<f64>) -> bool {
    value.is_none_or(|value| !value.is_finite())
}

fn text_block<S: serde::Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Block<'a> {
        r#type: &'static str,
        text: &'a str,
    }
    Block { r#type: "text", text }.serialize(serializer)
}
