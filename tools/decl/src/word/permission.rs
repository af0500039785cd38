//! Permissions: flags of an agent that refuse a listed tool at the call.

super::vocabulary! {
    /// A flag under `[permissions]` of `agent.toml`.
    Permission {
        /// May create agents.
        CanCreateAgents = "can_create_agents" / "can_create_agents",
        /// May send work or messages to other agents.
        CanSendCrossAgent = "can_send_cross_agent" / "can_send_cross_agent",
        /// May change its own skills.
        CanModifyOwnSkills = "can_modify_own_skills" / "can_modify_own_skills",
        /// May change its own soul file.
        CanModifyOwnSoul = "can_modify_own_soul" / "can_modify_own_soul",
        /// May schedule work for later.
        CanScheduleTasks = "can_schedule_tasks" / "can_schedule_tasks",
    }
}
