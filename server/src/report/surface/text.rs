//! A comparison for a terminal: the verdict first, then the changes, the worst first.

use std::fmt;

use super::change::{Diff, Kind};

impl fmt::Display for Diff {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cost = self.cost;
        writeln!(
            out,
            "{}: {}; {:+} wire bytes, {:+} model bytes, {:+} o200k tokens",
            self.verdict.word(),
            match self.changes.len() {
                1 => "1 change".to_owned(),
                count => format!("{count} changes"),
            },
            cost.wire_bytes,
            cost.model_bytes,
            cost.model_tokens
        )?;
        for kind in Kind::ALL {
            let mut changes = self.changes.iter().filter(|change| change.kind == kind).peekable();
            if changes.peek().is_none() {
                continue;
            }
            writeln!(out, "\n{} ({})", kind.word(), kind.verdict().word())?;
            for change in changes {
                writeln!(out, "  {}: {}", change.tool, change.what)?;
            }
        }
        Ok(())
    }
}
