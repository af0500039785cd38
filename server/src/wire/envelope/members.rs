//! The members of a message, as text, each at most once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::BATCH_ITEMS_MAX;

/// A JSON text, one level deep.
pub(super) enum Shape<'a> {
    Object(Members<'a>),
    /// `items` stops at the limit, `len` counts on.
    Array {
        items: Vec<&'a RawValue>,
        len: usize,
    },
    Scalar,
}

/// What a message is made of.
#[derive(Default)]
pub(super) struct Members<'a> {
    pub(super) jsonrpc: Option<&'a RawValue>,
    pub(super) id: Option<&'a RawValue>,
    pub(super) method: Option<&'a RawValue>,
    pub(super) params: Option<&'a RawValue>,
    pub(super) result: Option<&'a RawValue>,
    pub(super) error: Option<&'a RawValue>,
    /// A member that stands there more than once.
    pub(super) twice: Option<Cow<'a, str>>,
}

impl Members<'_> {
    /// Whether nobody may be told what is wrong with it.
    pub(super) const fn is_notification(&self) -> bool {
        self.id.is_none() && self.method.is_some() && self.twice.is_none()
    }
}

impl<'de> Deserialize<'de> for Shape<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Members::default();
        let mut others = HashSet::new();
        while let Some(Name(name)) = map.next_key()? {
            let slot = match &*name {
                "jsonrpc" => &mut members.jsonrpc,
                "id" => &mut members.id,
                "method" => &mut members.method,
                "params" => &mut members.params,
                "result" => &mut members.result,
                "error" => &mut members.error,
                _ => {
                    let _: IgnoredAny = map.next_value()?;
                    if !others.insert(name.clone()) {
                        members.twice = Some(name);
                    }
                    continue;
                }
            };
            if slot.replace(map.next_value()?).is_some() {
                members.twice = Some(name);
            }
        }
        if members.twice.as_deref() == Some("id") {
            members.id = None;
        }
        Ok(Shape::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while items.len() < BATCH_ITEMS_MAX {
            match seq.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(Shape::Array { len: items.len(), items }),
            }
        }
        let mut len = items.len();
        while seq.next_element::<IgnoredAny>()?.is_some() {
            len += 1;
        }
        Ok(Shape::Array { items, len })
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }
}

/// A member's name, copied only if it is escaped.
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Borrowed(name)))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Name(Cow::Owned(name.to_owned())))
    }
}
