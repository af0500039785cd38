use tollgate::prelude::*;

/// Does something.
#[tool(does = write, scope = Admin, permission(can_schedule_tasks, when = shedule))]
pub async fn example(
    _call: &Call,
    /// When.
    schedule: Option<String>,
) -> Result<Plain, Failure> {
    let _ = schedule;
    loop {}
}

fn main() {}
