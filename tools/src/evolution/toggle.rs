//! `evolution_toggle`: one setting of an agent's evolution.

use super::{EvolutionError, reach};
use crate::call::Call;
use crate::port::{SetError, SettingKey};
use crate::{Argument, Reply, tool};

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Argument, Reply)]
pub enum EvolutionField {
    /// Whether the agent updates its own instructions.
    GvuEnabled,
    /// Whether a skill that fits is used without being asked for.
    SkillAutoActivate,
    /// Whether a skill is scanned before it is used.
    SkillSecurityScan,
    /// The hours of silence after which the agent looks at itself.
    MaxSilenceHours,
    /// The tries of one change.
    MaxGvuGenerations,
    /// The hours for which a change is watched.
    ObservationPeriodHours,
    /// The tokens that skills may take in the prompt.
    SkillTokenBudget,
    /// The skills that are active at once.
    MaxActiveSkills,
    /// Whether going round in circles is looked for.
    StagnationEnabled,
    /// The seconds that are looked at.
    StagnationWindowSeconds,
    /// The repetitions that are too many.
    StagnationTriggerThreshold,
    /// What follows.
    StagnationAction,
}

/// A setting that was set.
#[derive(Debug, Reply)]
pub struct EvolutionSet {
    /// The agent.
    pub agent_id: String,
    /// The setting.
    pub field: EvolutionField,
    /// Where it stands in the agent's `agent.toml`.
    pub setting: String,
    /// What held before, as the file would say it.
    pub before: String,
    /// What holds now, as the file says it.
    pub now: String,
}

/// Set one evolution setting of an agent: yours, or of an agent below you.
///
/// It is written to `[evolution]` or `[evolution.stagnation_detection]` of the agent's
/// `agent.toml`, whose comments and order stay, and holds from then on. What a field takes is what
/// the key of the file takes; a value out of its range is refused with the range.
///
/// A switch takes `true`, `1`, `yes` or `on`, and `false`, `0`, `no` or `off`.
/// `stagnation_action` takes `log_only` or `suppress`; the other fields take a number.
///
/// The operator sets it for every agent. A file that has a mistake is not changed; the mistakes
/// are told.
#[tool(does = write, scope = Admin)]
pub async fn evolution_toggle(
    call: &Call,
    /// Whose setting.
    #[param(len = 1..=64)]
    agent_id: String,
    /// Which setting.
    field: EvolutionField,
    /// true or false, a number, or log_only or suppress.
    #[param(len = 1..=64)]
    value: String,
) -> Result<EvolutionSet, EvolutionError> {
    reach::prove(call, &agent_id).await?;
    let key = field.key();
    let set = call.ports().settings.set(&agent_id, key, value.trim()).await;
    let change = set.map_err(|error| match error {
        SetError::Value { mistake } => EvolutionError::Value { field: field.word(), mistake },
        error => EvolutionError::Set(error),
    })?;
    Ok(EvolutionSet {
        agent_id,
        field,
        setting: format!("[{}] {}", key.section, key.name),
        before: change.before,
        now: change.now,
    })
}

impl EvolutionField {
    /// Every field.
    pub const ALL: [Self; 12] = [
        Self::GvuEnabled,
        Self::SkillAutoActivate,
        Self::SkillSecurityScan,
        Self::MaxSilenceHours,
        Self::MaxGvuGenerations,
        Self::ObservationPeriodHours,
        Self::SkillTokenBudget,
        Self::MaxActiveSkills,
        Self::StagnationEnabled,
        Self::StagnationWindowSeconds,
        Self::StagnationTriggerThreshold,
        Self::StagnationAction,
    ];

    /// The word for it on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::GvuEnabled => "gvu_enabled",
            Self::SkillAutoActivate => "skill_auto_activate",
            Self::SkillSecurityScan => "skill_security_scan",
            Self::MaxSilenceHours => "max_silence_hours",
            Self::MaxGvuGenerations => "max_gvu_generations",
            Self::ObservationPeriodHours => "observation_period_hours",
            Self::SkillTokenBudget => "skill_token_budget",
            Self::MaxActiveSkills => "max_active_skills",
            Self::StagnationEnabled => "stagnation_enabled",
            Self::StagnationWindowSeconds => "stagnation_window_seconds",
            Self::StagnationTriggerThreshold => "stagnation_trigger_threshold",
            Self::StagnationAction => "stagnation_action",
        }
    }

    /// The key of `agent.toml` that it is.
    #[must_use]
    pub fn key(self) -> SettingKey {
        match self.word().strip_prefix("stagnation_") {
            Some(name) => SettingKey { section: "evolution.stagnation_detection", name },
            None => SettingKey { section: "evolution", name: self.word() },
        }
    }
}
