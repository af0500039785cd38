//! What a client declares that it can be asked.

use std::collections::HashMap;

use serde_json::value::RawValue;
use tollgate_tools::call::Capability;

/// A set of capabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Capabilities(u8);

impl Capabilities {
    /// None of them.
    pub(crate) const NONE: Self = Self(0);

    /// Reads what a client declares. What nobody here asks for is passed over, and what is no
    /// object declares nothing.
    pub(crate) fn read(declared: &RawValue) -> Self {
        let members = members(declared);
        Capability::ALL.iter().copied().filter(|it| is_declared(&members, *it)).collect()
    }

    /// The set as a number, for whoever shares it.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The set of this number.
    pub(crate) const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether this one is among them.
    pub(crate) const fn has(self, capability: Capability) -> bool {
        self.0 & bit(capability) != 0
    }
}

impl FromIterator<Capability> for Capabilities {
    fn from_iter<I: IntoIterator<Item = Capability>>(all: I) -> Self {
        Self(all.into_iter().fold(0, |bits, capability| bits | bit(capability)))
    }
}

const fn bit(capability: Capability) -> u8 {
    1 << capability as u8
}

/// A mode that is not named is declared by naming none of its kind: clients of the version before
/// modes knew only forms.
fn is_declared(members: &HashMap<String, &RawValue>, capability: Capability) -> bool {
    let (outer, inner) = capability.wire();
    let Some(declared) = members.get(outer).filter(|declared| declared.get() != "null") else {
        return false;
    };
    let Some(inner) = inner else { return true };
    let modes = self::members(declared);
    modes.contains_key(inner) || (capability == Capability::ElicitForm && modes.is_empty())
}

fn members(object: &RawValue) -> HashMap<String, &RawValue> {
    serde_json::from_str(object.get()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(declared: &str) -> Vec<Capability> {
        let set = Capabilities::read(serde_json::from_str(declared).unwrap());
        assert_eq!(Capabilities::of_bits(set.bits()), set);
        Capability::ALL.iter().copied().filter(|it| set.has(*it)).collect()
    }

    #[test]
    fn what_is_declared_is_in_the_set_and_nothing_else() {
        use Capability::{ElicitForm, ElicitUrl, Roots, Sampling};
        for (declared, expected) in [
            ("{}", vec![]),
            (r#"{"elicitation":{}}"#, vec![ElicitForm]),
            (r#"{"elicitation":{"form":{}}}"#, vec![ElicitForm]),
            (r#"{"elicitation":{"url":{}}}"#, vec![ElicitUrl]),
            (r#"{"elicitation":{"form":{},"url":{}}}"#, vec![ElicitForm, ElicitUrl]),
            (r#"{"sampling":{"tools":{}},"roots":{"listChanged":true}}"#, vec![Sampling, Roots]),
            (r#"{"sampling":null,"roots":{},"else":1}"#, vec![Roots]),
            ("[1]", vec![]),
        ] {
            assert_eq!(read(declared), expected, "{declared}");
        }
    }
}
