//! `#[tool(...)]`: keys and words, spans kept. Must not: judge how they fit together.

use proc_macro2::{Ident, TokenStream};
use syn::spanned::Spanned;
use syn::{Expr, ExprAssign, LitStr};
use tollgate_decl::{Approval, Audience, Does, Effect, Feature, Gate, Mode, Permission, Scope};

use super::function::Function;
use super::key;
use crate::entry::{self, At, Entries, Entry, Value};
use crate::errors::Errors;
use crate::message;
use crate::word::Word;

/// What the attribute says.
#[derive(Default)]
pub(super) struct Args {
    pub(super) does: Option<At<Does>>,
    pub(super) scope: Option<At<Scope>>,
    pub(super) gate: Option<At<Gate>>,
    pub(super) audience: Option<At<Audience>>,
    pub(super) permission: Option<At<(Permission, Option<Ident>)>>,
    pub(super) modes: Vec<At<Mode>>,
    pub(super) effects: Vec<At<Effect>>,
    pub(super) approval: Option<At<Approval>>,
    pub(super) feature: Option<At<Feature>>,
    pub(super) timeout_ms: Option<At<u64>>,
    pub(super) reply_chars: Option<At<u64>>,
    pub(super) concurrency: Option<At<u64>>,
    pub(super) deprecated: Option<(LitStr, LitStr)>,
    /// Keys that were written, well or not: a faulty one is not missing as well.
    pub(super) written: Vec<String>,
}

/// Reads the attribute of one tool.
pub(super) fn args(function: &Function, args: TokenStream, errors: &mut Errors) -> Args {
    let mut parsed = Args::default();
    let entries = match syn::parse2::<Entries>(args) {
        Ok(Entries(entries)) => entries,
        Err(error) => {
            errors.syntax(error);
            parsed.written = key::ALL.iter().map(|key| (*key).to_owned()).collect();
            return parsed;
        }
    };
    let whose = function.whose();
    entry::check_keys(&whose, &entries, key::ALL, errors);
    let mut reader = Reader { whose: &whose, errors };
    for entry in &entries {
        let key = entry.key.to_string();
        reader.read(&key, entry, &mut parsed);
        parsed.written.push(key);
    }
    parsed
}

struct Reader<'a> {
    whose: &'a str,
    errors: &'a mut Errors,
}

impl Reader<'_> {
    fn read(&mut self, key: &str, entry: &Entry, args: &mut Args) {
        match key {
            key::DOES => args.does = self.word(entry, "does = read"),
            key::SCOPE => args.scope = self.word(entry, "scope = Admin"),
            key::GATE => args.gate = self.word(entry, "gate = github"),
            key::AUDIENCE => args.audience = self.word(entry, "audience = internal"),
            key::APPROVAL => args.approval = self.word(entry, "approval = warning"),
            key::FEATURE => args.feature = self.word(entry, "feature = crm"),
            key::MODES => args.modes = self.words(entry, "modes(plan, review)"),
            key::EFFECTS => args.effects = self.words(entry, "effects(NetworkEgress)"),
            key::PERMISSION => args.permission = self.permission(entry),
            key::TIMEOUT_MS => args.timeout_ms = self.number(entry, "timeout_ms = 30_000"),
            key::REPLY_CHARS => args.reply_chars = self.number(entry, "reply_chars = 65_536"),
            key::CONCURRENCY => args.concurrency = self.number(entry, "concurrency = 4"),
            key::DEPRECATED => args.deprecated = self.deprecated(entry),
            // Reported as unknown already.
            _ => {}
        }
    }

    fn word<W: Word>(&mut self, entry: &Entry, shape: &str) -> Option<At<W>> {
        let value = entry::assigned(self.whose, entry, shape, self.errors)?;
        entry::word(self.whose, value, self.errors)
    }

    fn words<W: Word>(&mut self, entry: &Entry, shape: &str) -> Vec<At<W>> {
        let Value::Listed(items) = &entry.value else {
            return self.misshapen(entry, shape).unwrap_or_default();
        };
        let mut words: Vec<At<W>> = Vec::new();
        for item in items {
            let Some(word) = entry::word::<W>(self.whose, item, self.errors) else { continue };
            if words.iter().any(|earlier| earlier.value == word.value) {
                let text = message::repeated_word(self.whose, W::NOUN, word.value.word());
                self.errors.at(word.span, text);
            } else {
                words.push(word);
            }
        }
        words
    }

    fn number(&mut self, entry: &Entry, shape: &str) -> Option<At<u64>> {
        let value = entry::assigned(self.whose, entry, shape, self.errors)?;
        match entry::unsigned(value) {
            Some(number) => Some(At { value: number, span: value.span() }),
            None => self.misshapen(entry, shape),
        }
    }

    fn permission(&mut self, entry: &Entry) -> Option<At<(Permission, Option<Ident>)>> {
        let shape = "permission(can_schedule_tasks, when = schedule)";
        let Value::Listed(items) = &entry.value else { return self.misshapen(entry, shape) };
        let (flag, when) = match items.as_slice() {
            [flag] => (flag, None),
            [flag, Expr::Assign(assign)] => match named(assign, key::WHEN) {
                Some(Expr::Path(path)) if path.path.get_ident().is_some() => {
                    (flag, path.path.get_ident().cloned())
                }
                _ => return self.misshapen(entry, shape),
            },
            _ => return self.misshapen(entry, shape),
        };
        let permission = entry::word::<Permission>(self.whose, flag, self.errors)?;
        Some(At { value: (permission.value, when), span: permission.span })
    }

    fn deprecated(&mut self, entry: &Entry) -> Option<(LitStr, LitStr)> {
        let shape = "deprecated(use_instead = \"new_name\", until = \"2.0\")";
        let Value::Listed(items) = &entry.value else { return self.misshapen(entry, shape) };
        let text = |key: &str| {
            items.iter().find_map(|item| match item {
                Expr::Assign(assign) => named(assign, key).and_then(entry::text),
                _ => None,
            })
        };
        match (text(key::USE_INSTEAD), text(key::UNTIL)) {
            (Some(use_instead), Some(until)) if items.len() == 2 => {
                Some((use_instead.clone(), until.clone()))
            }
            _ => self.misshapen(entry, shape),
        }
    }

    fn misshapen<T>(&mut self, entry: &Entry, shape: &str) -> Option<T> {
        let text = message::key_shape(self.whose, &entry.key.to_string(), shape);
        self.errors.at(entry.key.span(), text);
        None
    }
}

/// The right side of `key = …`.
fn named<'a>(assign: &'a ExprAssign, key: &str) -> Option<&'a Expr> {
    let is_key = entry::identifier(&assign.left).is_some_and(|ident| ident == key);
    is_key.then_some(&*assign.right)
}
