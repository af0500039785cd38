//! What a client chooses not to be shown, in headers or in the address.
//!
//! Both count, and each can only take away. A name that nothing has is refused: a surface that is
//! narrower in intention only would be a wide one.

use hyper::StatusCode;
use hyper::http::request::Parts;
use url::form_urlencoded;

use super::refused::Refused;
use crate::gate::{Catalog, Choice, Narrowing};
use crate::text::{did_you_mean, misspelt};

/// What the headers begin with.
const PREFIX: &str = "x-tollgate-";
/// What can be chosen, as it is spelled in the address and after the prefix.
const KEYS: [&str; 4] = ["toolsets", "tools", "exclude", "readonly"];
/// Names of one list.
const NAMES_MAX: usize = 256;

/// What the client of this request chose, if it chose anything.
pub(super) fn narrowing(head: &Parts, catalog: &Catalog) -> Result<Option<Narrowing>, Refused> {
    let by_headers = by_headers(head)?;
    let by_address = by_address(head)?;
    let mut narrowing: Option<Narrowing> = None;
    for (choice, place) in [(by_headers, "header X-Tollgate-"), (by_address, "parameter ")] {
        let Some(choice) = choice else { continue };
        let next = Narrowing::new(catalog, &choice).map_err(|unknown| bad(place, &unknown))?;
        narrowing = Some(narrowing.map_or(next, |before| before.and(next)));
    }
    Ok(narrowing)
}

fn by_headers(head: &Parts) -> Result<Option<Choice>, Refused> {
    let mut choice = None;
    for (name, value) in &head.headers {
        let Some(key) = name.as_str().strip_prefix(PREFIX) else { continue };
        let place = format!("header X-Tollgate-{key}");
        let Some(key) = KEYS.into_iter().find(|known| *known == key) else {
            let near = did_you_mean(key, KEYS);
            return Err(bad(&place, &format!(": there is no such header{near}")));
        };
        let value = value.to_str().map_err(|_| bad(&place, &": it is no plain text"))?;
        add(choice.get_or_insert_default(), key, value, &place)?;
    }
    Ok(choice)
}

fn by_address(head: &Parts) -> Result<Option<Choice>, Refused> {
    let Some(query) = head.uri.query() else { return Ok(None) };
    let mut choice = None;
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let place = format!("parameter {name}");
        if let Some(key) = KEYS.into_iter().find(|known| *known == name) {
            add(choice.get_or_insert_default(), key, &value, &place)?;
            continue;
        }
        // Others may mean something to a proxy; one that was meant for this server is a mistake.
        let short = Choice::name(&name).unwrap_or_default();
        if let Some(meant) = misspelt(short, KEYS) {
            let why = format!(": there is no such parameter; did you mean `{meant}`?");
            return Err(bad(&place, &why));
        }
    }
    Ok(choice)
}

fn add(choice: &mut Choice, key: &str, value: &str, place: &str) -> Result<(), Refused> {
    let list = match key {
        "toolsets" => &mut choice.toolsets,
        "tools" => &mut choice.tools,
        "exclude" => &mut choice.exclude,
        _ => {
            choice.read_only |= match value.trim() {
                "true" | "1" | "" => true,
                "false" | "0" => false,
                _ => return Err(bad(place, &": it is `true` or `false`")),
            };
            return Ok(());
        }
    };
    for name in value.split(',') {
        let name = Choice::name(name).ok_or_else(|| {
            bad(place, &": a name is missing or too long; leave it out to choose nothing")
        })?;
        if list.len() == NAMES_MAX {
            return Err(bad(place, &format!(": more than {NAMES_MAX} names")));
        }
        list.push(name.to_owned());
    }
    Ok(())
}

fn bad(place: &str, why: &dyn std::fmt::Display) -> Refused {
    Refused::new(StatusCode::BAD_REQUEST, format!("{place}{why}"))
}
