//! What the environment says about who a process is. All of it is claims: whoever starts a process
//! writes its environment.
//!
//! Must not: believe any of it, or show what is secret.

use std::ffi::OsString;
use std::fmt;

use super::agent::is_id;

/// The variable that names the agent as which a process acts.
pub const AGENT_ID: &str = "TOLLGATE_AGENT_ID";
/// The variable with the token that proves it.
pub const AGENT_TOKEN: &str = "TOLLGATE_AGENT_TOKEN";
/// The variable that names the task that a process was started for.
pub const TASK_ID: &str = "TOLLGATE_TASK_ID";
/// The variable with a key.
pub const API_KEY: &str = "TOLLGATE_API_KEY";

/// Who a process says it is.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The agent that it acts as.
    pub agent_id: Option<String>,
    /// What is to prove that.
    pub agent_token: Option<String>,
    /// The task that it was started for.
    pub task_id: Option<String>,
    /// A key that it shows instead.
    pub api_key: Option<String>,
}

/// A variable that is there and says nothing that it could say: whoever set it did not mean the
/// operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variable} is set but is no {what}; unset it, or give {what_to_give}")]
pub struct NoClaim {
    variable: &'static str,
    what: &'static str,
    what_to_give: &'static str,
}

impl Claims {
    /// What the environment of this process says.
    ///
    /// # Errors
    /// If a variable is blank or no text, or an id is none.
    pub fn of_process() -> Result<Self, NoClaim> {
        Self::of(std::env::var_os)
    }

    fn of(read: impl Fn(&'static str) -> Option<OsString>) -> Result<Self, NoClaim> {
        let claim = |variable, is_claim: fn(&str) -> bool, what, what_to_give| match read(variable)
            .map(OsString::into_string)
        {
            None => Ok(None),
            Some(Ok(text)) if is_claim(&text) => Ok(Some(text)),
            Some(_) => Err(NoClaim { variable, what, what_to_give }),
        };
        let is_said = |text: &str| !text.trim().is_empty();
        let token = "what `tollgate agent token` prints";
        let key = "what `tollgate key create` prints";
        Ok(Self {
            agent_id: claim(AGENT_ID, is_id, "id", "the id of an agent")?,
            agent_token: claim(AGENT_TOKEN, is_said, "token", token)?,
            task_id: claim(TASK_ID, is_id, "id", "the id of a task")?,
            api_key: claim(API_KEY, is_said, "key", key)?,
        })
    }

    /// Whether the process was started for an agent, or says so.
    #[must_use]
    pub const fn is_agents(&self) -> bool {
        self.agent_id.is_some() || self.agent_token.is_some()
    }
}

impl fmt::Debug for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claims")
            .field("agent_id", &self.agent_id)
            .field("has_agent_token", &self.agent_token.is_some())
            .field("task_id", &self.task_id)
            .field("has_api_key", &self.api_key.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variable: &'static str, value: &str) -> Result<Claims, NoClaim> {
        Claims::of(|asked| (asked == variable).then(|| value.into()))
    }

    #[test]
    fn an_environment_without_claims_claims_nothing() {
        let claims = Claims::of(|_| None).unwrap();
        assert_eq!(claims, Claims::default());
        assert!(!claims.is_agents());
    }

    #[test]
    fn each_variable_is_a_claim_of_its_own() {
        assert_eq!(with(AGENT_ID, "ada").unwrap().agent_id.as_deref(), Some("ada"));
        assert_eq!(with(AGENT_TOKEN, "t").unwrap().agent_token.as_deref(), Some("t"));
        assert_eq!(with(TASK_ID, "7").unwrap().task_id.as_deref(), Some("7"));
        assert_eq!(with(API_KEY, "k").unwrap().api_key.as_deref(), Some("k"));
        assert!(with(AGENT_ID, "ada").unwrap().is_agents());
        assert!(with(AGENT_TOKEN, "t").unwrap().is_agents());
        assert!(!with(API_KEY, "k").unwrap().is_agents());
    }

    #[test]
    fn a_blank_variable_is_not_the_operator() {
        for variable in [AGENT_ID, AGENT_TOKEN, TASK_ID, API_KEY] {
            for blank in ["", " ", "\n"] {
                let error = with(variable, blank).unwrap_err().to_string();
                assert!(error.starts_with(&format!("{variable} is set but is no ")), "{error}");
            }
        }
    }

    #[test]
    fn an_id_is_one_that_can_be_pasted_into_a_command() {
        for id in ["a b", "a;b", "../a", "\u{e9}", &"x".repeat(65)] {
            assert!(with(AGENT_ID, id).is_err() && with(TASK_ID, id).is_err(), "{id}");
        }
        assert!(with(AGENT_ID, &"x".repeat(64)).is_ok());
    }

    #[test]
    fn a_secret_is_in_no_debug_output() {
        let claims = Claims {
            agent_token: Some("hunter2".to_owned()),
            api_key: Some("hunter2".to_owned()),
            ..Claims::default()
        };
        assert!(!format!("{claims:?}").contains("hunter2"));
    }
}
