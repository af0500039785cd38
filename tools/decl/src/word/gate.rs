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
    /// Whether it can be open for an external key: only switches of the whole installation can.
    #[must_use]
    pub const fn fits_external(self) -> bool {
        matches!(self, Self::GoogleWorkspace | Self::Github)
    }
}
