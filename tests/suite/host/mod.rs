//! The ports of this machine.

mod files;
mod http;
mod process;
mod tls;

use tollgate::host::HostClock;
use tollgate_tools::port::Clock as _;

#[test]
fn the_clock_tells_the_time_in_milliseconds() {
    let year_2026_ms = 1_767_225_600_000;
    let year_2200_ms = 7_258_118_400_000;
    assert!((year_2026_ms..year_2200_ms).contains(&HostClock.now_ms()));
}
