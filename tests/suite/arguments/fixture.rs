//! Declarations with every kind of schema, in the places where each can stand.
//!
//! Must not: do anything; their arguments are decoded and never run.

use tollgate::bind::{Failure, Plain, Tool};
use tollgate::call::Call;
use tollgate::{Argument, tool};

/// The fixtures, as a registry would hold them.
pub(crate) const TOOLS: &[Tool] =
    &[Tool::of::<no_arguments>(), Tool::of::<scalars>(), Tool::of::<nested>()];

/// A closed set.
#[derive(Argument)]
pub(crate) enum Colour {
    /// Like blood.
    Red,
    /// Like the sea in winter.
    DarkBlue,
}

/// An object inside of another.
#[derive(Argument)]
pub(crate) struct Point {
    /// To the east.
    #[param(range = -180.0..=180.0)]
    pub(crate) x: f64,
    /// To the north.
    #[param(range = 0.5..=1e3)]
    pub(crate) y: Option<f64>,
    /// What it is called.
    #[param(len = 2..=8)]
    pub(crate) name: String,
}

/// An object with a list of objects.
#[derive(Argument)]
pub(crate) struct Line {
    /// Where it runs.
    #[param(len = 2..=3)]
    pub(crate) points: Vec<Point>,
    /// How it is drawn.
    pub(crate) colour: Option<Colour>,
}

/// Take nothing.
#[tool(does = read, scope = WikiRead, modes(plan))]
pub(crate) async fn no_arguments(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain(String::new()))
}

/// Take one of everything that is flat.
#[tool(does = read, scope = WikiRead, modes(plan))]
pub(crate) async fn scalars(
    _call: &Call,
    /// A switch.
    is_on: bool,
    /// A byte.
    byte: u8,
    /// A small signed number.
    #[param(range = -3..=3)]
    small: i32,
    /// A large number.
    large: Option<u64>,
    /// A share.
    #[param(range = 0.0..=1.0)]
    share: f64,
    /// A text of any length.
    free: String,
    /// A short text.
    #[param(len = 1..=4)]
    short: Option<String>,
    /// A set.
    colour: Colour,
    /// A number with a value of its own.
    #[param(range = 1..=500, default = 50)]
    limit: u32,
    /// An instant.
    #[param(format = date_time)]
    at: Option<String>,
    /// An address.
    #[param(format = url)]
    from: Option<String>,
    /// A name.
    #[param(format = uuid)]
    id: String,
    /// A day.
    #[param(format = date)]
    day: Option<String>,
    /// Where to write to.
    #[param(format = email)]
    to: Option<String>,
) -> Result<Plain, Failure> {
    let _ = (is_on, byte, small, large, share, free, short, colour, limit, at, from, id, day, to);
    Ok(Plain(String::new()))
}

/// Take what is nested.
#[tool(does = read, scope = WikiRead, modes(plan))]
pub(crate) async fn nested(
    _call: &Call,
    /// One line.
    line: Line,
    /// Another one.
    other: Option<Line>,
    /// Words.
    #[param(len = 1..=3)]
    words: Vec<String>,
    /// A table.
    table: Option<Vec<Vec<i64>>>,
    /// Colours.
    #[param(len = 0..=2)]
    colours: Vec<Colour>,
) -> Result<Plain, Failure> {
    let seen = (&line.points, &line.colour, other.is_some(), words, table, colours);
    let _ = (seen, line.points.iter().all(|it| it.x < it.y.unwrap_or(0.0) && it.name.is_empty()));
    Ok(Plain(String::new()))
}
