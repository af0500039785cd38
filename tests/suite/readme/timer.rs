//! The example of the README, word for word below the line.

#![expect(unreachable_pub, reason = "in a tools crate these items are public")]

// ----
use tollgate::prelude::*;

/// When the timer rings.
#[derive(Reply)]
pub struct Started {
    /// Milliseconds since 1970.
    pub rings_at: i64,
}

/// Start a timer that rings once.
///
/// The long form: it goes to the manual and never into a prompt.
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
