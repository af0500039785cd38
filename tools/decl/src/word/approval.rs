//! Approvals: how loudly a human is asked before a call runs.

super::vocabulary! {
    /// The severity with which an approval is shown.
    Approval {
        /// A change that is easy to take back.
        Info = "info" / "info",
        /// A change that others will see.
        Warning = "warning" / "warning",
        /// A change that cannot be taken back.
        Destructive = "destructive" / "destructive",
    }
}
