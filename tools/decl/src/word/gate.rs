//! Gates: the switches that hide a family of tools until somebody turns them on.

super::vocabulary! {
    /// The switch that must be on before a tool exists for a caller.
    Gate {
        /// `config.toml` `[integrations] google_workspace`.
        GoogleWorkspace = "google_workspace" / "google_workspace",
        /// `config.toml` `[integrations] github`.
        Github = "github" / "github",
        /// `agent.toml` `[capabilities] os_native`.
        OsNative = "os_native" / "os_native",
        /// `agent.toml` `[capabilities] recording`.
        Recording = "recording" / "recording",
        /// `agent.toml` `[capabilities] system_operator`.
        SystemOperator = "system_operator" / "system_operator",
        /// `agent.toml` `[capabilities] codrive`.
        Codrive = "codrive" / "codrive",
        /// `agent.toml` `[capabilities] computer_use`.
        ComputerUse = "computer_use" / "computer_use",
        /// `agent.toml` `[capabilities] db_sources`, a list that must not be empty.
        DbSources = "db_sources" / "db_sources",
        /// `agent.toml` `[fork] enabled`.
        Fork = "fork" / "fork",
        /// `config.toml` `[responsibilities] enabled`.
        Responsibilities = "responsibilities" / "responsibilities",
    }
}

impl Gate {
    /// The setting that turns it on.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::GoogleWorkspace => "config.toml [integrations] google_workspace",
            Self::Github => "config.toml [integrations] github",
            Self::OsNative => "agent.toml [capabilities] os_native",
            Self::Recording => "agent.toml [capabilities] recording",
            Self::SystemOperator => "agent.toml [capabilities] system_operator",
            Self::Codrive => "agent.toml [capabilities] codrive",
            Self::ComputerUse => "agent.toml [capabilities] computer_use",
            Self::DbSources => "agent.toml [capabilities] db_sources",
            Self::Fork => "agent.toml [fork] enabled",
            Self::Responsibilities => "config.toml [responsibilities] enabled",
        }
    }

    /// The class under which the audit keeps calls that it refuses.
    #[must_use]
    pub const fn missing(self) -> &'static str {
        match self {
            Self::GoogleWorkspace => "google_workspace_off",
            Self::Github => "github_off",
            Self::OsNative => "os_native_capability_missing",
            Self::Recording => "recording_capability_missing",
            Self::SystemOperator => "system_operator_capability_missing",
            Self::Codrive => "codrive_capability_missing",
            Self::ComputerUse => "computer_use_capability_missing",
            Self::DbSources => "db_sources_capability_missing",
            Self::Fork => "fork_off",
            Self::Responsibilities => "responsibilities_off",
        }
    }

    /// Whether it can be open for an external key: only switches of the whole installation can.
    #[must_use]
    pub const fn fits_external(self) -> bool {
        matches!(self, Self::GoogleWorkspace | Self::Github)
    }
}
