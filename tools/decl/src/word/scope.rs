//! Scopes: what a key may be allowed to do.

super::vocabulary! {
    /// The least scope that a key needs for a tool.
    Scope {
        /// Read stored memories.
        MemoryRead = "MemoryRead" / "memory:read",
        /// Store memories.
        MemoryWrite = "MemoryWrite" / "memory:write",
        /// Read wiki pages.
        WikiRead = "WikiRead" / "wiki:read",
        /// Write wiki pages.
        WikiWrite = "WikiWrite" / "wiki:write",
        /// Send messages.
        MessagingSend = "MessagingSend" / "messaging:send",
        /// Resolve who somebody is.
        IdentityRead = "IdentityRead" / "identity:read",
        /// Read from Odoo.
        OdooRead = "OdooRead" / "odoo:read",
        /// Write to Odoo.
        OdooWrite = "OdooWrite" / "odoo:write",
        /// Run Odoo actions.
        OdooExecute = "OdooExecute" / "odoo:execute",
        /// Read from Google Workspace.
        GoogleRead = "GoogleRead" / "google:read",
        /// Write to Google Workspace.
        GoogleWrite = "GoogleWrite" / "google:write",
        /// Read from Notion.
        NotionRead = "NotionRead" / "notion:read",
        /// Write to Notion.
        NotionWrite = "NotionWrite" / "notion:write",
        /// Read from GitHub.
        GithubRead = "GithubRead" / "github:read",
        /// Write to GitHub.
        GithubWrite = "GithubWrite" / "github:write",
        /// Fork an agent's work into branches.
        ForkExecute = "ForkExecute" / "fork:execute",
        /// Automate the host's desktop.
        OsNative = "OsNative" / "os:native",
        /// Run a skill's script.
        SkillExecute = "SkillExecute" / "skill:execute",
        /// Record a browser or desktop session.
        Recording = "Recording" / "recording",
        /// Read mail.
        MailRead = "MailRead" / "mail:read",
        /// Send mail.
        MailSend = "MailSend" / "mail:send",
        /// Query the granted databases.
        DbRead = "DbRead" / "db:read",
        /// Read files of an agent.
        FilesRead = "FilesRead" / "files:read",
        /// Hand a task packet to the next role of a team.
        TeamHandoff = "TeamHandoff" / "team:handoff",
        /// Run a discovery.
        DiscoveryExecute = "DiscoveryExecute" / "discovery:execute",
        /// Everything; what a tool needs when nothing narrower names it.
        Admin = "Admin" / "admin",
    }
}

impl Scope {
    /// The scope of this word, if it is one.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|scope| scope.wire() == word)
    }

    /// How many of the scopes, from the first, may be granted to an external key.
    const EXTERNAL: usize = 5;

    /// Whether an external key may hold it.
    #[must_use]
    pub const fn is_external(self) -> bool {
        (self as usize) < Self::EXTERNAL
    }
}

/// A set of scopes: what one key holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scopes(u32);

impl Scopes {
    /// No scope at all.
    pub const NONE: Self = Self(0);

    /// Every scope that an external key may hold.
    pub const EXTERNAL: Self = Self((1 << Scope::EXTERNAL) - 1);

    /// The set with one more scope.
    #[must_use]
    pub const fn with(self, scope: Scope) -> Self {
        Self(self.0 | 1 << scope as u32)
    }

    /// What is in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set has this scope.
    #[must_use]
    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u32 != 0
    }

    /// The scopes of the set, in their usual order.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.iter().copied().filter(move |scope| self.contains(*scope))
    }
}

const _: () = assert!(Scope::ALL.len() <= u32::BITS as usize, "every scope has its bit");
