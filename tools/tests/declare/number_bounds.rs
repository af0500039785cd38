//! A bound is published as the very number that decoding holds.

use tollgate::bind::Tool;
use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// One.
    #[param(range = -0.5..=0.1)]
    one: f64,
    /// Two.
    #[param(range = 0.000_001..=1e9)]
    two: Option<f64>,
    /// Three.
    #[param(range = -9_007_199_254.0..=9_007_199_253.5)]
    three: f64,
    /// Four.
    #[param(range = -0.0..=0.3)]
    four: f64,
    /// Five.
    #[param(range = 0..=9_007_199_254_740_991)]
    five: u64,
) -> Result<Plain, Failure> {
    Ok(Plain(format!("{one} {two:?} {three} {four} {five}")))
}

#[test]
fn bounds_are_published_exactly() {
    let shown = Tool::of::<example>().decl.list_object;
    for bounds in [
        r#""One.","minimum":-0.5,"maximum":0.1"#,
        r#""Two.","minimum":1e-6,"maximum":1000000000"#,
        r#""Three.","minimum":-9007199254,"maximum":9007199253.5"#,
        r#""Four.","minimum":0,"maximum":0.3"#,
        r#""Five.","minimum":0}"#,
    ] {
        assert!(shown.contains(bounds), "{bounds} in {shown}");
    }
}
