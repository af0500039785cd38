//! Relations: how a caller must stand to a record before a call may touch it.

super::vocabulary! {
    /// What is proven about a record parameter before the handler runs.
    Relation {
        /// The record exists in the caller's workspace.
        Visible = "visible" / "visible",
        /// The caller made it, has it, or may delegate to who has it.
        Related = "related" / "related",
        /// The caller has it, or may delegate to who has it.
        Owned = "owned" / "owned",
        /// Nobody has it, or the caller does.
        Claimable = "claimable" / "claimable",
    }
}
