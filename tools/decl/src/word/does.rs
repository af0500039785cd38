//! What a tool does to the world: the first thing every declaration says.

super::vocabulary! {
    /// The strongest thing a call can do; decides annotations, rate class and audit.
    Does {
        /// Looks and changes nothing.
        Read = "read" / "read",
        /// Adds or changes something that can be changed back.
        Write = "write" / "write",
        /// Removes or overwrites something for good.
        Destroy = "destroy" / "destroy",
    }
}
