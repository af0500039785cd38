//! Files that hold tools and that no module declares.
//!
//! Lives here: the one way in which a tool could go missing without a word.
//! Must not: follow modules (`walk`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use syn::ext::IdentExt;

use crate::attr::Presence;
use crate::fault::{Cause, Fault};
use crate::source::{self, Item, Source, ToolItem};
use crate::walk::{Walk, folder_of};

/// Reports every file beside or below `root` that holds a tool and is no module.
///
/// Returns the folder it looked in: a new file there can be such a file.
pub(crate) fn check(root: &Path, walk: &mut Walk) -> PathBuf {
    let folder = match folder_of(root) {
        empty if empty.as_os_str().is_empty() => PathBuf::from("."),
        folder => folder,
    };
    let mut files = Vec::new();
    if let Err(source) = list(&folder, &mut files) {
        walk.faults.push(Fault::whole(&folder, Cause::Unreadable { source }));
    }
    for file in files {
        if !walk.is_module(&file)
            && let Some(fault) = fault(root, &file)
        {
            walk.faults.push(fault);
        }
    }
    folder
}

fn fault(root: &Path, file: &Path) -> Option<Fault> {
    // Not text means not Rust, and then no tool.
    let text = fs::read_to_string(file).ok()?;
    match source::read(&text) {
        Ok(source) => {
            let tool = first_tool(&source)?;
            let (module, parent) = declaration(root, file);
            let cause = Cause::NotAModule {
                tool: tool.name.unraw().to_string(),
                root: root.display().to_string(),
                module,
                parent: parent.display().to_string(),
            };
            Some(Fault::at(file, tool.line, cause))
        }
        Err(error) if text.contains("tool]") || text.contains("tool(") => {
            let cause = Cause::NotAModuleUnparsable { message: error.to_string() };
            Some(Fault::at(file, error.span().start().line, cause))
        }
        Err(_) => None,
    }
}

fn first_tool(source: &Source) -> Option<&ToolItem> {
    if source.presence == Presence::Test {
        return None;
    }
    source.items.iter().find_map(|item| match item {
        Item::Tool(tool) => (tool.presence != Presence::Test).then_some(tool),
        Item::Module(module) if module.presence != Presence::Test => {
            module.inline.as_ref().and_then(first_tool)
        }
        Item::Module(_) | Item::Misplaced(_) | Item::Renamed(_) => None,
    })
}

/// The name of the module that a file would be, and the file that should declare it.
fn declaration(root: &Path, file: &Path) -> (String, PathBuf) {
    let is_mod_file = file.file_name().is_some_and(|name| name == "mod.rs");
    let (name, folder) = if is_mod_file {
        let own = folder_of(file);
        (own.file_name().map(PathBuf::from), folder_of(&own))
    } else {
        (file.file_stem().map(PathBuf::from), folder_of(file))
    };
    let name = name.unwrap_or_default().display().to_string();
    if folder == folder_of(root) {
        return (name, root.to_path_buf());
    }
    let beside = folder.with_extension("rs");
    let parent = if beside.is_file() { beside } else { folder.join("mod.rs") };
    (name, parent)
}

/// Every `.rs` file below a folder, sorted. Hidden names and folders of other crates are left out.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut names: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<_>>()?;
    names.sort();
    for name in names {
        let path = folder.join(&name);
        let is_hidden = name.to_string_lossy().starts_with('.');
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            if !path.is_symlink() && !path.join("Cargo.toml").is_file() {
                list(&path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
