use tollgate::prelude::*;

/// When the timer rings.
#[derive(Reply)]
pub struct Started {
    /// Milliseconds since 1970.
    pub rings_at: i64,
}

/// Start a timer that rings once. Use it whenever the user wants to be reminded of something
/// later today, such as a meeting, a pot on the stove or a call. Do not use it for anything
/// that repeats; a schedule does that.
#[tool(does = write, scope = MessagingSend, modes(plan))]
pub async fn start_timer(
    call: &Call,
    /// Minutes until it rings.
    #[param(range = 1..=1440)]
    minutes: u32,
) -> Result<Started, Failure> {
    let now = call.ports().clock.now_ms();
    Ok(Started { rings_at: now + i64::from(minutes) * 60_000 })
}

fn main() {}
