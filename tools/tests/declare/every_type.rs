//! Every type an argument and a reply can have, with the schema that is published for it.

use tollgate::bind::Tool;
use tollgate::prelude::*;

/// How a light shines.
#[derive(Debug, Clone, Copy, Argument, Reply)]
pub enum Light {
    /// Stop.
    Red,
    /// Wait.
    #[param(word = "amber-blinking")]
    AmberBlinking,
}

/// A place.
#[derive(Debug, Argument)]
pub struct Place {
    /// Its name.
    #[param(len = 1..=20)]
    pub name: String,
    /// Its lights.
    #[param(len = ..=3)]
    pub lights: Option<Vec<Light>>,
}

/// What was seen.
#[derive(Debug, Reply)]
#[reply(text = Self::line)]
pub struct Seen {
    /// The light.
    pub light: Light,
    /// Notes, if any.
    pub note: Option<String>,
    /// How long.
    pub seconds: f64,
}

impl Seen {
    fn line(&self) -> String {
        format!("{:?}", self.light)
    }
}

/// Look at a light.
#[tool(does = read, scope = Admin)]
pub async fn look(
    _call: &Call,
    /// Where.
    place: Place,
    /// How often.
    #[param(range = 1..=500, default = 50)]
    times: u32,
    /// How sure.
    #[param(range = -1.5..=0.25)]
    sure: Option<f64>,
    /// Since when.
    #[param(format = date_time)]
    since: Option<String>,
    /// Which light.
    #[param(default = "amber-blinking")]
    light: Light,
    /// Any integer.
    any: Option<i64>,
    /// Whether to wait.
    #[param(default = false)]
    wait: bool,
) -> Result<Seen, Failure> {
    let Place { name, lights } = place;
    let note = Some(format!("{name} {lights:?} {times} {sure:?} {since:?} {any:?} {wait}"));
    Ok(Seen { light, note, seconds: 0.5 })
}

const EXPECTED: &str = concat!(
    r#"{"name":"look","description":"Look at a light.","inputSchema":{"type":"object","#,
    r#""properties":{"place":{"type":"object","description":"Where.","properties":{"#,
    r#""name":{"type":"string","description":"Its name.","minLength":1,"maxLength":20},"#,
    r#""lights":{"type":"array","description":"Its lights.","items":{"type":"string","#,
    r#""enum":["red","amber-blinking"]},"maxItems":3}},"required":["name"],"#,
    r#""additionalProperties":false},"times":{"type":"integer","description":"How often.","#,
    r#""minimum":1,"maximum":500,"default":50},"sure":{"type":"number","#,
    r#""description":"How sure.","minimum":-1.5,"maximum":0.25},"since":{"type":"string","#,
    r#""description":"Since when.","format":"date-time"},"light":{"type":"string","#,
    r#""description":"Which light.","enum":["red","amber-blinking"],"#,
    r#""default":"amber-blinking"},"any":{"type":"integer","description":"Any integer."},"#,
    r#""wait":{"type":"boolean","description":"Whether to wait.","default":false}},"#,
    r#""required":["place"],"additionalProperties":false},"annotations":{"#,
    r#""readOnlyHint":true,"openWorldHint":false}}"#,
);

#[test]
fn every_type_has_its_portable_schema() {
    let decl = Tool::of::<look>().decl;
    assert_eq!(decl.list_object, EXPECTED);
    assert!(decl.output_schema.contains(r#""required":["light","seconds"]"#));
}
