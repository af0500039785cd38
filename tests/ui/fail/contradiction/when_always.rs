use tollgate::prelude::*;

/// Does something.
#[tool(does = write, scope = Admin, permission(can_schedule_tasks, when = schedule))]
pub async fn example(
    _call: &Call,
    /// When.
    schedule: String,
) -> Result<Plain, Failure> {
    let _ = schedule;
    loop {}
}

fn main() {}
