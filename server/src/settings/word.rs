//! Settings that are one word of a closed list.

use toml::de::DeValue;

use super::value::Value;
use crate::text::did_you_mean;

/// Declares closed words; a word may have other spellings, which are read and never written.
macro_rules! words {
    ($(
        $(#[doc = $about:literal])+
        $Word:ident {
            $( $(#[doc = $text:literal])+ $Name:ident = $word:literal $(| $other:literal)*, )+
        }
    )+) => { $(
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Word { $( $(#[doc = $text])+ $Name, )+ }

        impl $Word {
            const SPELLINGS: &'static [(&'static str, Self)] =
                &[$( ($word, Self::$Name), $( ($other, Self::$Name), )* )+];

            /// The word in the settings file.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $( Self::$Name => $word, )+ }
            }
        }

        impl Value for $Word {
            const ALLOWED: &'static str =
                concat!("one of", $( " \"", $word, "\"", $( " (or \"", $other, "\")", )* )+);

            fn read(found: &DeValue<'_>) -> Option<Self> {
                let word = found.as_str()?;
                let spelling = Self::SPELLINGS.iter().find(|(spelling, _)| *spelling == word)?;
                Some(spelling.1)
            }

            fn shown(&self) -> String {
                format!("\"{}\"", self.word())
            }

            fn proposal(found: &DeValue<'_>) -> String {
                let known = Self::SPELLINGS.iter().map(|(spelling, _)| *spelling);
                found.as_str().map(|word| did_you_mean(word, known)).unwrap_or_default()
            }
        }
    )+ };
}

words! {
    /// What relates one agent to another.
    DelegationPolicy {
        /// The same department.
        Department = "department",
        /// One reports to the other.
        Hierarchy = "hierarchy",
        /// Every two agents are related.
        Open = "open",
    }
    /// What becomes of a script when its container cannot run.
    SandboxFallback {
        /// It does not run.
        Fail = "fail",
        /// It runs on the host.
        RunUnsandboxed = "run_unsandboxed",
    }
    /// What an agent does in its team.
    Role {
        /// The agent that people talk to.
        Main = "main",
        /// An expert of one field.
        Specialist = "specialist",
        /// One who does what is handed over.
        Worker = "worker",
        /// One who writes software.
        Developer = "developer" | "engineer",
        /// One who tests what others made.
        Qa = "qa",
        /// One who plans.
        Planner = "planner",
        /// One who leads a team and answers for it.
        TeamLeader = "team-leader" | "tl" | "lead" | "teamlead" | "front_desk" | "front-desk",
        /// One who decides what is made.
        ProductManager = "product-manager" | "pm",
    }
    /// Whether an agent works.
    Status {
        /// It does.
        Active = "active",
        /// It does not for now.
        Paused = "paused",
        /// It never will again.
        Terminated = "terminated",
    }
    /// What follows when an agent is found to go round in circles.
    StagnationAction {
        /// It is written to the log.
        LogOnly = "log_only",
        /// The evolution of the agent rests.
        Suppress = "suppress",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read<V: Value>(word: &str) -> Option<V> {
        V::read(&DeValue::String(word.into()))
    }

    #[test]
    fn every_spelling_of_a_role_is_read_and_stands_in_its_message() {
        for (spelling, role) in Role::SPELLINGS {
            assert_eq!(read(spelling), Some(*role), "{spelling}");
            assert!(Role::ALLOWED.contains(&format!("\"{spelling}\"")), "{spelling}");
        }
    }

    #[test]
    fn a_word_is_shown_by_its_first_spelling() {
        assert_eq!(read::<Role>("pm").unwrap().shown(), "\"product-manager\"");
        assert_eq!(DelegationPolicy::Open.shown(), "\"open\"");
    }

    #[test]
    fn an_unknown_word_is_no_default_and_is_told_the_nearest() {
        assert_eq!(read::<DelegationPolicy>("departement"), None);
        assert_eq!(read::<DelegationPolicy>("Open"), None);
        assert_eq!(
            DelegationPolicy::proposal(&DeValue::String("departement".into())),
            "; did you mean `department`?"
        );
    }
}
