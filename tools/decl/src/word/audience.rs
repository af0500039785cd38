//! Audiences: which kind of caller a tool is for at all.

super::vocabulary! {
    /// Who a tool is for, before any switch or scope.
    Audience {
        /// Operators, agents and internal keys.
        Internal = "internal" / "internal",
        /// Internal callers, and external keys without a further grant.
        External = "external" / "external",
        /// The agent that the process itself runs as; a key cannot stand in for it.
        ProcessAgent = "process_agent" / "process_agent",
    }
}
