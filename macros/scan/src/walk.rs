//! The module tree of a source, followed the way the compiler follows it.
//!
//! Lives here: where `mod name;` leads, and which tools the registry can name.
//! Must not: read syntax (`source`), weigh visibility (`visible`), write anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use syn::Visibility;
use syn::ext::IdentExt;

use crate::FoundTool;
use crate::attr::Presence;
use crate::fault::{Cause, Fault};
use crate::source::{self, Item, ModuleItem, Source, ToolItem};
use crate::visible::{Viewer, words};

/// What following the modules of all sources has brought up so far.
#[derive(Default)]
pub(crate) struct Walk {
    pub tools: Vec<FoundTool>,
    pub faults: Vec<Fault>,
    /// Every file that is a module, as cargo should watch it.
    pub files: BTreeSet<PathBuf>,
    /// The same files, with links resolved.
    visited: BTreeSet<PathBuf>,
    /// The modules that a fault names already: one mistake, one message.
    blamed: BTreeSet<(PathBuf, usize)>,
    /// The files that are being read, for modules that contain themselves.
    open: Vec<PathBuf>,
}

/// A module on the way from the root to where the walk is.
#[derive(Clone)]
struct Step {
    name: String,
    file: PathBuf,
    line: usize,
    visibility: Visibility,
    presence: Presence,
}

/// Where the walk is, and where a `mod name;` would lead from here.
#[derive(Clone)]
struct Spot<'a> {
    crate_path: &'a str,
    viewer: Viewer,
    file: PathBuf,
    folder: PathBuf,
    /// The folder below `folder` that a file `name.rs`, unlike `name/mod.rs`, keeps its modules in.
    own_folder: Option<String>,
    steps: Vec<Step>,
    is_test: bool,
}

impl Walk {
    /// Follows one source from its root.
    pub(crate) fn follow(&mut self, root: &Path, crate_path: &str, viewer: Viewer) {
        let spot = Spot {
            crate_path,
            viewer,
            file: root.to_path_buf(),
            folder: folder_of(root),
            own_folder: None,
            steps: Vec::new(),
            is_test: false,
        };
        self.file(&spot);
    }

    /// Whether a file is a module of a source that was followed.
    pub(crate) fn is_module(&self, file: &Path) -> bool {
        self.visited.contains(&resolved(file))
    }

    fn file(&mut self, spot: &Spot<'_>) {
        let resolved = resolved(&spot.file);
        if self.open.contains(&resolved) {
            return;
        }
        self.files.insert(spot.file.clone());
        self.visited.insert(resolved.clone());
        let text = match fs::read_to_string(&spot.file) {
            Ok(text) => text,
            Err(source) => {
                self.faults.push(Fault::whole(&spot.file, Cause::Unreadable { source }));
                return;
            }
        };
        match source::read(&text) {
            Ok(source) => {
                self.open.push(resolved);
                self.source(source, spot.clone());
                self.open.pop();
            }
            // Outside of test builds the compiler does not read it either.
            Err(_) if spot.is_test => {}
            Err(error) => {
                let line = error.span().start().line;
                let cause = Cause::Unparsable { message: error.to_string() };
                self.faults.push(Fault::at(&spot.file, line, cause));
            }
        }
    }

    fn source(&mut self, source: Source, mut spot: Spot<'_>) {
        spot.is_test |= source.presence == Presence::Test;
        if let Some(step) = spot.steps.last_mut() {
            step.presence = step.presence.max(source.presence);
        }
        for item in source.items {
            match item {
                Item::Module(module) => self.module(module, &spot),
                Item::Tool(tool) if !spot.is_test => self.tool(&tool, &spot),
                Item::Misplaced(line) if !spot.is_test => {
                    self.faults.push(Fault::at(&spot.file, line, Cause::Misplaced));
                }
                Item::Renamed(line) if !spot.is_test => {
                    self.faults.push(Fault::at(&spot.file, line, Cause::Renamed));
                }
                Item::Tool(_) | Item::Misplaced(_) | Item::Renamed(_) => {}
            }
        }
    }

    fn module(&mut self, module: ModuleItem, outer: &Spot<'_>) {
        let mut spot = outer.clone();
        spot.is_test |= module.presence == Presence::Test;
        spot.steps.push(Step {
            name: module.name.to_string(),
            file: outer.file.clone(),
            line: module.line,
            visibility: module.visibility,
            presence: module.presence,
        });
        let name = module.name.unraw().to_string();
        let below = match &outer.own_folder {
            Some(own) => outer.folder.join(own),
            None => outer.folder.clone(),
        };
        if let Some(source) = module.inline {
            spot.folder = match module.path {
                Some(path) => outer.folder.join(path),
                None => below.join(name),
            };
            spot.own_folder = None;
            self.source(source, spot);
        } else if let Some((file, own_folder)) =
            locate(&outer.folder, &below, &name, module.path.as_deref())
        {
            spot.file = tidied(&file);
            spot.folder = folder_of(&spot.file);
            spot.own_folder = own_folder;
            self.file(&spot);
        }
        // A module without a file is the compiler's to report.
    }

    fn tool(&mut self, tool: &ToolItem, spot: &Spot<'_>) {
        let name = tool.name.unraw().to_string();
        self.check_steps(&name, spot);
        if tool.presence == Presence::Test {
            return;
        }
        if tool.presence == Presence::Sometimes {
            let cause = Cause::ConditionalTool { tool: name.clone() };
            self.faults.push(Fault::at(&spot.file, tool.line, cause));
        }
        if !spot.viewer.sees(&tool.visibility, spot.steps.len()) {
            let cause = Cause::PrivateTool {
                tool: name.clone(),
                visibility: words(&tool.visibility),
                mend: spot.viewer.mend(),
            };
            self.faults.push(Fault::at(&spot.file, tool.line, cause));
        }
        let mut path = spot.crate_path.to_owned();
        for step in &spot.steps {
            path.push_str("::");
            path.push_str(&step.name);
        }
        path.push_str("::");
        path.push_str(&tool.name.to_string());
        self.tools.push(FoundTool { name, path, file: spot.file.clone(), line: tool.line });
    }

    fn check_steps(&mut self, tool: &str, spot: &Spot<'_>) {
        for (depth, step) in spot.steps.iter().enumerate() {
            let is_seen = spot.viewer.sees(&step.visibility, depth);
            let is_conditional = step.presence == Presence::Sometimes;
            if (is_seen && !is_conditional) || !self.blamed.insert((step.file.clone(), step.line)) {
                continue;
            }
            let (module, tool) = (step.name.clone(), tool.to_owned());
            if is_conditional {
                let cause = Cause::ConditionalModule { module: module.clone(), tool: tool.clone() };
                self.faults.push(Fault::at(&step.file, step.line, cause));
            }
            if !is_seen {
                let visibility = words(&step.visibility);
                let mend = spot.viewer.mend();
                let cause = Cause::PrivateModule { module, visibility, tool, mend };
                self.faults.push(Fault::at(&step.file, step.line, cause));
            }
        }
    }
}

/// The file of `mod name;`, and the folder of its own that it keeps its modules in.
fn locate(
    folder: &Path,
    below: &Path,
    name: &str,
    path: Option<&str>,
) -> Option<(PathBuf, Option<String>)> {
    if let Some(path) = path {
        let file = folder.join(path);
        return file.is_file().then_some((file, None));
    }
    let file = below.join(format!("{name}.rs"));
    if file.is_file() {
        return Some((file, Some(name.to_owned())));
    }
    let file = below.join(name).join("mod.rs");
    file.is_file().then_some((file, None))
}

pub(crate) fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_path_buf()
}

/// The path without `.` and `name/..`, for people.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        let is_below = matches!(tidy.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if is_below => {
                tidy.pop();
            }
            _ => tidy.push(part),
        }
    }
    tidy
}

/// The path with links resolved; as it is, if the file is gone.
fn resolved(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf())
}
