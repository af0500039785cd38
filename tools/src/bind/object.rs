//! The members of a JSON object, sorted into the order of their declaration.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use tollgate_decl::{PARAM_NAME_BYTES_MAX, PARAMS_MAX, ParamDecl};

use super::decoder::{Decoder, Kind};
use super::fault::Problem;

/// The raw members of one object.
#[derive(Debug)]
pub struct Members<'a, const N: usize> {
    slots: [Option<&'a RawValue>; N],
    is_object: bool,
}

/// Bytes of the longest unknown name that is compared with the known ones.
const NAME_BYTES_MAX: usize = 2 * PARAM_NAME_BYTES_MAX;

const _: () = assert!(PARAMS_MAX <= u32::BITS as usize, "every parameter has its bit in `Given`");

/// Which parameters a call gave, by their place in the declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given(u32);

impl<'a, const N: usize> Members<'a, N> {
    /// Reads an object once; unknown and repeated names are faults.
    pub(super) fn read(
        raw: &'a RawValue,
        params: &'static [ParamDecl; N],
        at: &mut Decoder,
    ) -> Self {
        let mut slots = [None; N];
        if Kind::of(raw) != Kind::Object {
            at.mismatch_with("an object", raw);
            return Self { slots, is_object: false };
        }
        let sorter = Sorter { params, slots: &mut slots, at };
        let mut json = serde_json::Deserializer::from_str(raw.get());
        let read = json.deserialize_map(sorter);
        if read.is_err() {
            // The value is JSON, so only a name can have failed: one that is not Unicode.
            at.mismatch_with("an object whose names are Unicode text", raw);
        }
        Self { slots, is_object: read.is_ok() }
    }

    /// The member at this place of the declaration, if it was given.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&'a RawValue> {
        self.slots.get(index).copied().flatten()
    }

    /// Whether there was an object at all; if not, a missing member is no further fault.
    #[must_use]
    pub const fn is_object(&self) -> bool {
        self.is_object
    }

    /// Which members were given.
    #[must_use]
    pub fn given(&self) -> Given {
        let given = self.slots.iter().enumerate().filter(|(_, slot)| slot.is_some());
        Given(given.fold(0, |set, (index, _)| set | 1 << index))
    }
}

impl Given {
    /// Whether the parameter at this place of the declaration was given.
    #[must_use]
    pub const fn contains(self, index: usize) -> bool {
        index < u32::BITS as usize && self.0 & 1 << index != 0
    }
}

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

struct Sorter<'s, 'a> {
    params: &'static [ParamDecl],
    slots: &'s mut [Option<&'a RawValue>],
    at: &'s mut Decoder,
}

impl<'a> Visitor<'a> for Sorter<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(Name(name)) = map.next_key()? {
            let value = map.next_value::<&RawValue>()?;
            match self.params.iter().position(|param| param.name == name) {
                Some(index) if self.slots[index].is_some() => {
                    self.at.below(&name, |at| at.report(Problem::Twice));
                }
                Some(index) => self.slots[index] = Some(value),
                None => {
                    let params = self.params;
                    self.at.below(&shortened(&name), |at| {
                        at.report_with(|| unknown(&name, params));
                    });
                }
            }
        }
        Ok(())
    }
}

fn unknown(name: &str, params: &'static [ParamDecl]) -> Problem {
    let known: Vec<_> = params.iter().map(|param| param.name).collect();
    Problem::Unknown { nearest: nearest(name, &known), known }
}

/// The known name that a slip of a few letters explains.
///
/// Callers can send names of any length, and comparing costs time and memory in proportion to it.
fn nearest(name: &str, known: &[&'static str]) -> Option<&'static str> {
    if name.len() > NAME_BYTES_MAX {
        return None;
    }
    let bound = (name.chars().count() / 3).max(1);
    known
        .iter()
        .map(|known| (strsim::damerau_levenshtein(name, known), *known))
        .filter(|(distance, _)| *distance <= bound)
        .min()
        .map(|(_, known)| known)
}

/// A name no longer than a declared one can be; callers can send any.
fn shortened(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(PARAM_NAME_BYTES_MAX) {
        Some((end, _)) => Cow::Owned(format!("{}…", &name[..end])),
        None => Cow::Borrowed(name),
    }
}
