//! Effects: the classes of action that a guardrail judges.

super::vocabulary! {
    /// One class of action a call can have on the world.
    Effect {
        /// Deletes files.
        FileDelete = "FileDelete" / "fileDelete",
        /// Writes files outside the working tree.
        FileWriteOutsideWorktree = "FileWriteOutsideWorktree" / "fileWriteOutsideWorktree",
        /// Commits to a repository.
        GitCommit = "GitCommit" / "gitCommit",
        /// Pushes to a remote repository.
        GitPush = "GitPush" / "gitPush",
        /// Opens a pull request.
        PrCreate = "PrCreate" / "prCreate",
        /// Publishes on a pull request.
        PrPublish = "PrPublish" / "prPublish",
        /// Writes into a vendor's system.
        VendorSyncWrite = "VendorSyncWrite" / "vendorSyncWrite",
        /// Talks to the network.
        NetworkEgress = "NetworkEgress" / "networkEgress",
        /// Reads a secret.
        SecretAccess = "SecretAccess" / "secretAccess",
        /// Installs a package.
        PackageInstall = "PackageInstall" / "packageInstall",
        /// Starts a process or an agent.
        ProcessSpawn = "ProcessSpawn" / "processSpawn",
        /// Changes who or what is in a workspace.
        WorkspaceMutation = "WorkspaceMutation" / "workspaceMutation",
        /// Drives an enclosed machine.
        EnclosureControl = "EnclosureControl" / "enclosureControl",
    }
}

super::vocabulary! {
    /// What a guardrail says to an effect when no rule speaks.
    Decision {
        /// Run.
        Allow = "allow" / "allow",
        /// Ask a human first.
        Prompt = "prompt" / "prompt",
        /// Refuse.
        Deny = "deny" / "deny",
    }
}

impl Effect {
    /// The decision without any rule.
    #[must_use]
    pub const fn default_decision(self) -> Decision {
        match self {
            Self::FileDelete
            | Self::GitPush
            | Self::PrCreate
            | Self::PrPublish
            | Self::VendorSyncWrite => Decision::Prompt,
            Self::FileWriteOutsideWorktree
            | Self::GitCommit
            | Self::NetworkEgress
            | Self::SecretAccess
            | Self::PackageInstall
            | Self::ProcessSpawn
            | Self::WorkspaceMutation
            | Self::EnclosureControl => Decision::Allow,
        }
    }

    /// Whether a tool that declares `does = read` may have it.
    #[must_use]
    pub const fn fits_read(self) -> bool {
        matches!(self, Self::NetworkEgress | Self::SecretAccess | Self::ProcessSpawn)
    }

    /// Whether it reaches beyond this server, which is what `openWorldHint` tells a client.
    #[must_use]
    pub const fn is_open_world(self) -> bool {
        !matches!(self, Self::WorkspaceMutation | Self::GitCommit | Self::SecretAccess)
    }
}
