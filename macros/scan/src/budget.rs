//! The budgets of a build, from `[package.metadata.tollgate]` of its manifest.
//!
//! Lives here: the keys and their types. Must not: compare a budget with anything; the `const`
//! checks of the declaration crate do.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fault::{Cause, Fault};

const TABLE: &str = "package.metadata.tollgate";
const DEFAULT_SURFACE: &str = "default_surface_bytes";
const FAMILIES: &str = "families";
const ALLOWED: &str = "default_surface_bytes, families";
const BYTES: &str = "a whole number of bytes, at least 1";
const A_TABLE: &str = "a table";

/// What a manifest allows.
#[derive(Debug, Default)]
pub(crate) struct Budgets {
    pub default_surface_bytes: Option<usize>,
    pub families: BTreeMap<String, usize>,
}

/// Reads the budgets of a manifest; none, if it names none.
pub(crate) fn read(manifest: &Path, faults: &mut Vec<Fault>) -> Budgets {
    let mut budgets = Budgets::default();
    let text = match fs::read_to_string(manifest) {
        Ok(text) => text,
        Err(source) => {
            faults.push(Fault::whole(manifest, Cause::Unreadable { source }));
            return budgets;
        }
    };
    let mut reader = Reader { manifest, text: &text, faults };
    match DeTable::parse(&text) {
        Ok(root) => reader.budgets(root.get_ref(), &mut budgets),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            reader.fault(at, Cause::Manifest { message: error.message().to_owned() });
        }
    }
    budgets
}

struct Reader<'a> {
    manifest: &'a Path,
    text: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl Reader<'_> {
    fn budgets(&mut self, root: &DeTable<'_>, budgets: &mut Budgets) {
        let Some(table) = ["package", "metadata"]
            .iter()
            .try_fold(root, |table, key| table.get(*key)?.get_ref().as_table())
            .and_then(|metadata| metadata.get("tollgate"))
        else {
            return;
        };
        let Some(table) = self.table(TABLE, table) else { return };
        for (key, value) in table {
            let name = full(TABLE, key.get_ref());
            match key.get_ref().as_ref() {
                DEFAULT_SURFACE => budgets.default_surface_bytes = self.bytes(&name, value),
                FAMILIES => self.families(&name, value, budgets),
                _ => {
                    let cause = Cause::BudgetKey { key: name, allowed: ALLOWED };
                    self.fault(key.span().start, cause);
                }
            }
        }
    }

    fn families(&mut self, name: &str, value: &Spanned<DeValue<'_>>, budgets: &mut Budgets) {
        let Some(table) = self.table(name, value) else { return };
        for (family, value) in table {
            if let Some(bytes) = self.bytes(&full(name, family.get_ref()), value) {
                budgets.families.insert(family.get_ref().clone().into_owned(), bytes);
            }
        }
    }

    fn table<'t>(&mut self, key: &str, value: &'t Spanned<DeValue<'t>>) -> Option<&'t DeTable<'t>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.value(key, value, A_TABLE);
        }
        table
    }

    fn bytes(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<usize> {
        let bytes = value
            .get_ref()
            .as_integer()
            .and_then(|number| usize::from_str_radix(number.as_str(), number.radix()).ok())
            .filter(|bytes| *bytes > 0);
        if bytes.is_none() {
            self.value(key, value, BYTES);
        }
        bytes
    }

    fn value(&mut self, key: &str, value: &Spanned<DeValue<'_>>, expected: &'static str) {
        let got = match value.get_ref() {
            DeValue::Integer(number) => format!("the integer {}", number.as_str()),
            other => format!("of type {}", other.type_str()),
        };
        let cause = Cause::BudgetValue { key: key.to_owned(), got, expected };
        self.fault(value.span().start, cause);
    }

    fn fault(&mut self, at: usize, cause: Cause) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        self.faults.push(Fault::at(self.manifest, line, cause));
    }
}

fn full(table: &str, key: &str) -> String {
    format!("{table}.{key}")
}
