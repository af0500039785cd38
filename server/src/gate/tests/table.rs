//! The gates as a table: whole, without a word twice, and each with its refusal on the wire.

use super::*;
use crate::gate::{FORBIDDEN, Form, RULES};

#[test]
fn every_switch_of_the_vocabulary_is_a_gate_once() {
    for gate in Gate::ALL {
        assert_eq!(RULES.iter().filter(|rule| rule.name() == gate.wire()).count(), 1, "{gate:?}");
    }
}

#[test]
fn no_two_gates_share_a_name_or_a_class() {
    let at = Standpoint::new(&CATALOG, Caller::Operator, &Openings::default());
    let names = RULES.iter().map(|rule| rule.name());
    let classes = RULES.iter().map(|rule| rule.refusal(&DECLS[0], &at).class);
    for mut words in [names.collect::<Vec<_>>(), classes.collect()] {
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), RULES.len());
    }
}

#[test]
fn every_gate_hides_only_what_it_concerns() {
    let callers = [Caller::Operator, agent(), key(&[], true), key(&[], false)];
    for caller in callers {
        let at = Standpoint::new(&CATALOG, caller, &Openings::default());
        for rule in RULES {
            let beyond = rule.hides(&CATALOG, &at).without(rule.concerns(&CATALOG));
            assert_eq!(beyond.count(), 0, "{rule:?}");
        }
    }
}

#[test]
fn refusals_have_the_codes_of_their_kind() {
    let at = Standpoint::new(&CATALOG, Caller::Operator, &Openings::default());
    for rule in RULES {
        let expected = match rule.name() {
            "external" => Form::Error(-32601),
            "computer_use" => Form::Error(-32603),
            "fork" => Form::ToolError,
            _ => Form::Error(FORBIDDEN),
        };
        let refused = rule.refusal(&DECLS[0], &at);
        assert_eq!(refused.form, expected, "{rule:?}");
        assert!(refused.text.contains(DECLS[0].name), "{}", refused.text);
    }
}
