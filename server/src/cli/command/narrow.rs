//! The arguments that narrow what one connection is shown.

use clap::Args;

use crate::gate::Choice;

/// What a connection wants to be shown.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct Narrow {
    /// Only these families, with commas between them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub(in crate::cli) toolsets: Vec<String>,
    /// Only these tools, and those of --toolsets; a `*` at the end stands for any rest.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub(in crate::cli) tools: Vec<String>,
    /// None of these tools, whatever the two flags above say.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = name)]
    pub(in crate::cli) exclude: Vec<String>,
    /// Only tools that change nothing.
    #[arg(long)]
    pub(in crate::cli) read_only: bool,
}

/// A name that a person types; nothing between two commas is none.
fn name(text: &str) -> Result<String, &'static str> {
    let name = Choice::name(text);
    name.map(str::to_owned)
        .ok_or("a name is missing or too long; leave the flag out to choose nothing")
}
