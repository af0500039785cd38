//! The files of the project, and how a rule is held against them.
//!
//! Must not: contain a rule.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// One text file, by its path below the root of the project.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// One place that breaks a rule, and what to do about it.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// What a file does wrong.
pub(crate) type Rule = fn(&File) -> Vec<Finding>;

/// Folders whose contents nobody wrote: build output, version control.
const SKIPPED: &[&str] = &[".git", "target"];

/// Largest text file that is worth reading, in bytes; a lock file is the largest there is.
const FILE_BYTES_MAX: usize = 1_000_000;

impl File {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Whether the name ends like this.
    pub(crate) fn is(&self, ending: &str) -> bool {
        self.path.ends_with(ending)
    }

    /// Whether the file stands below this folder.
    pub(crate) fn below(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// Rust that is a program's text; what a compile-fail case or an expansion shows is not.
    pub(crate) fn is_source(&self) -> bool {
        self.is(".rs") && !self.below("tests/ui/") && !self.path.contains("/expand/")
    }

    /// The lines with their numbers, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

impl Finding {
    pub(crate) fn new(line: usize, text: impl Into<String>) -> Self {
        Self { line, text: text.into() }
    }
}

/// Every text file of the project.
pub(crate) fn files() -> Vec<File> {
    let mut files = Vec::new();
    collect(Path::new(env!("CARGO_MANIFEST_DIR")), "", &mut files);
    assert!(files.len() > 50, "the project has more than {} files", files.len());
    files.sort_by(|left, right| left.path.cmp(&right.path));
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().expect("a file name is UTF-8");
        let path = format!("{prefix}{name}");
        if entry.file_type().unwrap().is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                collect(&entry.path(), &format!("{path}/"), files);
            }
        } else if name != ".git" {
            let bytes = fs::read(entry.path()).unwrap();
            assert!(bytes.len() <= FILE_BYTES_MAX, "{path} is too large for this repository");
            let text = String::from_utf8(bytes).expect("every file is UTF-8 text");
            files.push(File { path, text });
        }
    }
}

/// Holds a rule against every file of the project.
#[track_caller]
pub(crate) fn holds(rule: Rule) {
    let mut report = String::new();
    for file in files() {
        for Finding { line, text } in rule(&file) {
            writeln!(report, "{}:{line}: {text}", file.path).unwrap();
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

/// Shows that a rule finds exactly one fault in a text, on this line and in these words.
#[track_caller]
pub(crate) fn refuses(rule: Rule, path: &str, text: &str, line: usize, words: &str) {
    let findings = rule(&File::new(path, text));
    assert_eq!(findings.len(), 1, "one finding in {text:?}, not {findings:?}");
    assert_eq!(findings[0].line, line, "{findings:?}");
    assert!(findings[0].text.contains(words), "{words:?} in {findings:?}");
}

/// Shows that a rule has nothing against a text.
#[track_caller]
pub(crate) fn allows(rule: Rule, path: &str, text: &str) {
    assert_eq!(rule(&File::new(path, text)), Vec::new(), "nothing to say about {text:?}");
}
