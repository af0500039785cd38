//! The tables that hold workspace rows. A test compares this list with the migrations.

/// Every table with a `workspace_id`, sorted.
pub const WORKSPACE_TABLES: &[&str] = &[
    "agents",
    "canvas_versions",
    "canvases",
    "conversations",
    "messages",
    "repos",
    "space_notes",
    "spaces",
    "todos",
    "working_state_entries",
    "working_state_handoffs",
    "working_state_history",
    "working_states",
    "worktrees",
];
