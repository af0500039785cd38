//! Every reason why a registry cannot be written, and its text.
//!
//! Lives here: the wording. Must not: find anything.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// One reason why the registry was not written, and where to mend it.
#[derive(Debug)]
pub struct Fault {
    /// The file to mend, as seen from where the build script runs.
    pub file: PathBuf,
    /// The line, from 1, if the fault has one.
    pub line: Option<usize>,
    /// What is wrong.
    pub cause: Cause,
}

/// Everything that was wrong, sorted by place; never empty.
#[derive(Debug)]
pub struct Faults(pub Vec<Fault>);

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// A file or folder cannot be read.
    #[error("cannot be read: {source}")]
    Unreadable {
        /// What the system said.
        source: io::Error,
    },
    /// The registry cannot be written.
    #[error("cannot be written: {source}")]
    Unwritable {
        /// What the system said.
        source: io::Error,
    },
    /// Cargo did not say where to write.
    #[error("OUT_DIR is not set; call Scan::write from a build script that cargo runs")]
    NoOutDir,
    /// A source folder without a crate root.
    #[error("holds none of lib.rs, main.rs, mod.rs; name the crate root itself")]
    NoRoot,
    /// A crate path that is not one.
    #[error("`{crate_path}` is not the path of a crate; write `crate` or the name of a dependency")]
    CratePath {
        /// What was given.
        crate_path: String,
    },
    /// A file that is not Rust, so that its tools cannot be found.
    #[error("cannot be read as Rust, so its tools cannot be found: {message}")]
    Unparsable {
        /// What the parser said.
        message: String,
    },
    /// A file with tools that no module declares.
    #[error(
        "tool `{tool}` is in a file that is no module of {root}; write `pub mod {module};` in \
         {parent}, or move the function"
    )]
    NotAModule {
        /// The first tool of the file.
        tool: String,
        /// The crate root from which no module leads to it.
        root: String,
        /// The module that the file would be.
        module: String,
        /// The file that should declare it.
        parent: String,
    },
    /// A file that nobody compiles, that may hold tools, and that is not Rust.
    #[error(
        "is no module and seems to hold a #[tool], but cannot be read as Rust: {message}; \
         mend or remove the file"
    )]
    NotAModuleUnparsable {
        /// What the parser said.
        message: String,
    },
    /// A tool that is less visible than the registry needs.
    #[error("tool `{tool}` is {visibility}; make it `{mend}`, so that the registry can name it")]
    PrivateTool {
        /// The tool.
        tool: String,
        /// Its visibility, as written.
        visibility: String,
        /// The visibility to write.
        mend: &'static str,
    },
    /// A module that is less visible than the registry needs.
    #[error(
        "module `{module}` is {visibility} and holds tool `{tool}`; make it `{mend} mod {module}`, \
         so that the registry can name the tool"
    )]
    PrivateModule {
        /// The module.
        module: String,
        /// Its visibility, as written.
        visibility: String,
        /// The first tool below it.
        tool: String,
        /// The visibility to write.
        mend: &'static str,
    },
    /// A tool that some builds would not have.
    #[error(
        "tool `{tool}` is conditional; every build must list the same tools, so move the \
         condition into the body of the function"
    )]
    ConditionalTool {
        /// The tool.
        tool: String,
    },
    /// A module with tools that some builds would not have.
    #[error(
        "module `{module}` is conditional and holds tool `{tool}`; every build must list the same \
         tools, so move the condition into the body of the function"
    )]
    ConditionalModule {
        /// The module.
        module: String,
        /// The first tool below it.
        tool: String,
    },
    /// A tool inside a macro, a block or an impl.
    #[error(
        "a #[tool] inside a macro, a body or an impl has no path for the registry; \
         move the function into a module"
    )]
    Misplaced,
    /// An import under which tools could not be found.
    #[error(
        "`tool` is imported under another name, and tools under that name would go missing; \
         import it as it is"
    )]
    Renamed,
    /// A manifest that is not TOML.
    #[error("is not TOML: {message}")]
    Manifest {
        /// What the parser said.
        message: String,
    },
    /// A key below `[package.metadata.tollgate]` that means nothing.
    #[error("unknown key `{key}`; allowed here: {allowed}")]
    BudgetKey {
        /// The key, with its tables.
        key: String,
        /// The keys that mean something.
        allowed: &'static str,
    },
    /// A value below `[package.metadata.tollgate]` of the wrong type.
    #[error("`{key}` is {got}, expected {expected}")]
    BudgetValue {
        /// The key, with its tables.
        key: String,
        /// What was written.
        got: String,
        /// What may be written.
        expected: &'static str,
    },
}

impl Fault {
    pub(crate) fn whole(file: impl Into<PathBuf>, cause: Cause) -> Self {
        Self { file: file.into(), line: None, cause }
    }

    pub(crate) fn at(file: impl Into<PathBuf>, line: usize, cause: Cause) -> Self {
        Self { file: file.into(), line: Some(line), cause }
    }
}

impl Faults {
    /// Sorts by place and drops what was said twice.
    pub(crate) fn new(mut faults: Vec<Fault>) -> Self {
        faults.sort_by_cached_key(|fault| (fault.file.clone(), fault.line, fault.to_string()));
        faults.dedup_by_key(|fault| fault.to_string());
        Self(faults)
    }
}

/// `path:line: what`, on one line, because cargo reads one line a message.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        let text = self.cause.to_string();
        for word in text.split_whitespace() {
            write!(f, " {word}")?;
        }
        Ok(())
    }
}

/// One fault a line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
