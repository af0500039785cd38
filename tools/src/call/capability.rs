//! What a client says that it can be asked.

/// A kind of question that only some clients can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// Have the user fill in a form.
    ElicitForm,
    /// Send the user to a web page.
    ElicitUrl,
    /// Have the client's model write something.
    Sampling,
    /// Say which folders the user works in.
    Roots,
}

impl Capability {
    /// Every capability, in the order in which messages list them.
    pub const ALL: &'static [Self] =
        &[Self::ElicitForm, Self::ElicitUrl, Self::Sampling, Self::Roots];

    /// Where a client declares it: the member of `capabilities`, and the member of that one, or
    /// `None` where declaring the first says everything.
    #[must_use]
    pub const fn wire(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::ElicitForm => ("elicitation", Some("form")),
            Self::ElicitUrl => ("elicitation", Some("url")),
            Self::Sampling => ("sampling", None),
            Self::Roots => ("roots", None),
        }
    }

    /// The least that a client has to declare, as JSON: the `data.requiredCapabilities` of an
    /// error that misses it.
    #[must_use]
    pub const fn required(self) -> &'static str {
        match self {
            Self::ElicitForm => r#"{"elicitation":{"form":{}}}"#,
            Self::ElicitUrl => r#"{"elicitation":{"url":{}}}"#,
            Self::Sampling => r#"{"sampling":{}}"#,
            Self::Roots => r#"{"roots":{}}"#,
        }
    }

    /// What a client with it does, as a message says it.
    #[must_use]
    pub const fn does(self) -> &'static str {
        match self {
            Self::ElicitForm => "shows its user a form (capability `elicitation`, mode `form`)",
            Self::ElicitUrl => {
                "opens a web page for its user (capability `elicitation`, mode `url`)"
            }
            Self::Sampling => "lets its model write a reply (capability `sampling`)",
            Self::Roots => "says which folders its user works in (capability `roots`)",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_is_what_is_declared() {
        for capability in Capability::ALL {
            let (outer, inner) = capability.wire();
            let expected = match inner {
                Some(inner) => serde_json::json!({ outer: { inner: {} } }),
                None => serde_json::json!({ outer: {} }),
            };
            assert_eq!(expected.to_string(), capability.required());
        }
    }
}
