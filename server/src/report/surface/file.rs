//! Reading an exported surface: every mistake in the file with its line and what was expected.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::entry::Entry;
use super::shape::Shape;
use crate::report::model::ModelText;
use crate::text::{Lines, Position};

/// The member that marks a file as an exported surface; its value is the version of the form.
pub(super) const FORMAT: &str = "tollgate_surface";

/// The version of the form that this build writes and reads.
const VERSION: u64 = 1;

/// A surface read from a file.
#[derive(Debug)]
pub struct Surface<'a> {
    pub(super) tools: BTreeMap<String, SurfaceTool<'a>>,
}

/// One tool of a surface, with its schemas understood.
#[derive(Debug)]
pub(super) struct SurfaceTool<'a> {
    pub(super) entry: Entry<'a>,
    pub(super) description: String,
    pub(super) arguments: Shape,
    pub(super) reply: Option<Shape>,
    pub(super) model: ModelText<'a>,
}

/// Why a file is no surface.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}: {expected}", position.line, position.column)]
pub struct SurfaceError {
    /// The place.
    pub position: Position,
    /// What was expected there, and what was found.
    pub expected: String,
}

impl SurfaceError {
    /// The error of a file whose bytes are UTF-8 only up to `valid`.
    #[must_use]
    pub fn not_utf8(bytes: &[u8], valid: usize) -> Self {
        let text = String::from_utf8_lossy(bytes.get(..valid).unwrap_or(bytes));
        let position = Lines(&text).position(text.len());
        Self { position, expected: "expected UTF-8, found a byte that is not".to_owned() }
    }
}

/// Reads the text of an exported surface.
///
/// # Errors
/// If it is not what `tollgate tools export` writes.
pub fn read(text: &str) -> Result<Surface<'_>, SurfaceError> {
    let reader = Reader { text };
    let head: Head = reader.parse(text)?;
    match head.version {
        Some(VERSION) => {}
        Some(other) => {
            let expected =
                format!("expected version {VERSION} of \"{FORMAT}\", found version {other}");
            return Err(reader.at_start(expected));
        }
        None => {
            let expected = format!(
                "expected an object with \"{FORMAT}\": {VERSION}, as `tollgate tools export` \
                 writes it"
            );
            return Err(reader.at_start(expected));
        }
    }
    let file: File<'_> = reader.parse(text)?;
    let mut tools = BTreeMap::new();
    for raw in file.tools {
        let tool = reader.tool(raw)?;
        let name = tool.entry.name.clone();
        if tools.insert(name.clone(), tool).is_some() {
            let expected = format!("expected every tool once, `{name}` stands here again");
            return Err(SurfaceError { position: reader.position(raw.get()), expected });
        }
    }
    Ok(Surface { tools })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    #[serde(rename = "tollgate_surface")]
    _version: u64,
    #[serde(borrow)]
    tools: Vec<&'a RawValue>,
}

/// The mark of the file, whatever else is in it.
struct Head {
    version: Option<u64>,
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(HeadVisitor)
    }
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("an object, as `tollgate tools export` writes it")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head, A::Error> {
        let mut version = None;
        while let Some(key) = map.next_key::<String>()? {
            if key == FORMAT {
                version = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Head { version })
    }
}

struct Reader<'a> {
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn tool(&self, raw: &'a RawValue) -> Result<SurfaceTool<'a>, SurfaceError> {
        let entry: Entry<'a> = self.parse(raw.get())?;
        let listed: Listed<'a> = self.parse(entry.list_object.get())?;
        if listed.name != entry.name {
            let expected = format!(
                "expected the list object of `{}`, found that of `{}`",
                entry.name, listed.name
            );
            return Err(SurfaceError {
                position: self.position(entry.list_object.get()),
                expected,
            });
        }
        let arguments = self.parse(listed.arguments.get())?;
        let reply = entry.output_schema.map(|schema| self.parse(schema.get())).transpose()?;
        let model = self.parse(entry.list_object.get())?;
        Ok(SurfaceTool { entry, description: listed.description, arguments, reply, model })
    }

    /// Reads a part of the file; a mistake is placed in the whole of it.
    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, SurfaceError> {
        serde_json::from_str(part).map_err(|error| {
            let lines_before = part.split_inclusive('\n').take(error.line().saturating_sub(1));
            let line_start: usize = lines_before.map(str::len).sum();
            let offset = line_start + error.column().saturating_sub(1);
            let position = Lines(self.text).position(self.offset(part) + offset);
            SurfaceError { position, expected: without_place(&error.to_string()) }
        })
    }

    fn position(&self, part: &str) -> Position {
        Lines(self.text).position(self.offset(part))
    }

    /// Where a part of the text starts: parts are borrowed from it, so that their addresses tell.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn at_start(&self, expected: String) -> SurfaceError {
        SurfaceError { position: self.position(self.text), expected }
    }
}

/// The list object, with every member that the protocol gives it here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed<'a> {
    name: String,
    description: String,
    #[serde(borrow, rename = "inputSchema")]
    arguments: &'a RawValue,
    #[serde(rename = "annotations")]
    _annotations: IgnoredAny,
}

/// The message of a JSON error without its own line and column.
fn without_place(message: &str) -> String {
    match message.rfind(" at line ") {
        Some(at) => message[..at].to_owned(),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::report::surface::export;

    fn file() -> String {
        export(&fixture::ALL).unwrap()
    }

    #[track_caller]
    fn refuses(text: &str, message: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), message);
    }

    #[test]
    fn what_is_exported_is_read_back() {
        let file = file();
        let surface = read(&file).unwrap();
        let names: Vec<&str> = surface.tools.keys().map(String::as_str).collect();
        assert_eq!(names, ["alpha_get", "alpha_put", "beta_wipe"]);
        assert!(surface.tools["alpha_put"].reply.is_some());
        assert!(surface.tools["alpha_get"].reply.is_none());
    }

    #[test]
    fn a_file_that_is_no_json_is_told_its_line() {
        refuses("", "1:1: EOF while parsing a value");
        refuses("{\n<<<<<<< HEAD\n", "2:1: key must be a string");
    }

    #[test]
    fn json_of_another_kind_is_told_what_is_expected() {
        let expected = "an object, as `tollgate tools export` writes it";
        refuses("[1]", &format!("1:1: invalid type: sequence, expected {expected}"));
        refuses(
            "{\"tools\":[]}",
            "1:1: expected an object with \"tollgate_surface\": 1, \
             as `tollgate tools export` writes it",
        );
    }

    #[test]
    fn another_version_of_the_form_is_refused() {
        refuses(
            "{\"tollgate_surface\":2,\"other\":{}}",
            "1:1: expected version 1 of \"tollgate_surface\", found version 2",
        );
    }

    #[test]
    fn a_missing_member_is_told_in_the_line_of_its_tool() {
        let file = file().replace("\"family\":\"beta\",", "");
        let error = read(&file).unwrap_err();
        assert_eq!(error.position.line, 4);
        assert_eq!(error.expected, "missing field `family`");
    }

    #[test]
    fn an_unknown_member_is_told_the_known_ones() {
        let file = file().replace("\"does\":\"destroy\"", "\"do\":\"destroy\"");
        let error = read(&file).unwrap_err();
        assert_eq!(error.position.line, 4);
        assert!(error.expected.starts_with("unknown field `do`, expected one of `name`"));
    }

    #[test]
    fn a_mistake_inside_a_schema_is_told_at_its_column() {
        let file = file();
        let broken = file.replacen("\"maximum\":100", "\"maximum\":\"x\"", 1);
        let error = read(&broken).unwrap_err();
        let line = broken.lines().nth(1).unwrap();
        assert_eq!(error.position.line, 2);
        assert!(line[..error.position.column].ends_with("\"maximum\":\"x\""));
    }

    #[test]
    fn a_keyword_that_no_declaration_has_is_refused() {
        let file = file().replacen("\"maximum\":100", "\"pattern\":\"x\"", 1);
        assert!(read(&file).unwrap_err().expected.starts_with("unknown field `pattern`"));
    }

    #[test]
    fn a_tool_that_stands_twice_is_refused_at_the_second() {
        let file = file();
        let first = file.lines().nth(1).unwrap();
        let twice = file.replacen(first, &format!("{first}\n{first}"), 1);
        let error = read(&twice).unwrap_err();
        assert_eq!(error.position, Position { line: 3, column: 1 });
        assert!(error.expected.contains("`alpha_get` stands here again"));
    }

    #[test]
    fn a_list_object_of_another_tool_is_refused() {
        let file = file().replacen(
            "{\"name\":\"beta_wipe\",\"description\"",
            "{\"name\":\"other\",\"description\"",
            1,
        );
        assert!(
            read(&file).unwrap_err().expected.contains("of `beta_wipe`, found that of `other`")
        );
    }
}
