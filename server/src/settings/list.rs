//! Settings that are lists of texts, with a bound on their entries.

use toml::Spanned;
use toml::de::DeValue;

use super::value::{Value, Wrong};

/// The largest number of entries of one list.
const ENTRIES_MAX: usize = 1_000;

/// The longest entry, in bytes.
const ENTRY_BYTES_MAX: usize = 256;

/// The largest number of pairs.
const PAIRS_MAX: usize = 200;

impl Value for Vec<String> {
    const ALLOWED: &'static str =
        "a list of at most 1000 texts, each of 1 to 256 bytes without spaces around it";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let entries = found.as_array().filter(|entries| entries.len() <= ENTRIES_MAX)?;
        entries.iter().map(|entry| text(entry.get_ref())).collect()
    }

    fn shown(&self) -> String {
        shown(self.iter().map(String::as_str))
    }

    fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
        wrong_entries(found, ENTRIES_MAX, |entry| text(entry).is_some())
    }

    fn proposal(found: &DeValue<'_>) -> String {
        match found.as_str() {
            Some(_) => "; put it between brackets".to_owned(),
            None => String::new(),
        }
    }
}

/// Pairs of two ids, in no direction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs(Vec<[String; 2]>);

impl Pairs {
    /// Whether the two stand together in a pair, whichever comes first.
    #[must_use]
    pub fn contain(&self, one: &str, other: &str) -> bool {
        self.0
            .iter()
            .any(|[left, right]| left == one && right == other || left == other && right == one)
    }
}

impl Value for Pairs {
    const ALLOWED: &'static str =
        "a list of at most 200 pairs of two different agent ids, as in [[\"ada\", \"bob\"]]";

    fn read(found: &DeValue<'_>) -> Option<Self> {
        let entries = found.as_array().filter(|entries| entries.len() <= PAIRS_MAX)?;
        entries.iter().map(|entry| pair(entry.get_ref())).collect::<Option<_>>().map(Self)
    }

    fn shown(&self) -> String {
        let pairs: Vec<String> =
            self.0.iter().map(|pair| shown(pair.each_ref().map(String::as_str))).collect();
        format!("[{}]", pairs.join(", "))
    }

    fn wrong(found: &Spanned<DeValue<'_>>) -> Vec<Wrong> {
        wrong_entries(found, PAIRS_MAX, |entry| pair(entry).is_some())
    }
}

fn text(entry: &DeValue<'_>) -> Option<String> {
    let text = entry.as_str()?;
    let is_entry = (1..=ENTRY_BYTES_MAX).contains(&text.len())
        && text.trim() == text
        && !text.chars().any(char::is_control);
    is_entry.then(|| text.to_owned())
}

fn pair(entry: &DeValue<'_>) -> Option<[String; 2]> {
    let [left, right] = entry.as_array()?.get(..)? else { return None };
    let pair = [text(left.get_ref())?, text(right.get_ref())?];
    (super::agent::is_id(&pair[0]) && super::agent::is_id(&pair[1]) && pair[0] != pair[1])
        .then_some(pair)
}

/// The texts of a list that are no names of the kind it holds, or what is no text at all.
pub(super) fn wrong_names(
    found: &Spanned<DeValue<'_>>,
    is_name: impl Fn(&str) -> bool,
) -> Vec<Wrong> {
    wrong_entries(found, ENTRIES_MAX, |entry| text(entry).is_some_and(|text| is_name(&text)))
}

/// The entries that cannot stay, or the whole list if it is none or too long.
pub(super) fn wrong_entries(
    found: &Spanned<DeValue<'_>>,
    entries_max: usize,
    is_entry: impl Fn(&DeValue<'_>) -> bool,
) -> Vec<Wrong> {
    match found.get_ref().as_array() {
        Some(entries) if entries.len() <= entries_max => {
            entries.iter().filter(|entry| !is_entry(entry.get_ref())).map(Wrong::of).collect()
        }
        Some(entries) => vec![Wrong {
            offset: found.span().start,
            found: format!("a list of {} entries", entries.len()),
        }],
        None => vec![Wrong::of(found)],
    }
}

pub(super) fn shown<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let texts: Vec<String> =
        texts.into_iter().map(|text| toml::Value::from(text).to_string()).collect();
    format!("[{}]", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(list: &str) -> Spanned<DeValue<'_>> {
        DeValue::parse(list).unwrap()
    }

    fn texts(list: &str) -> Option<Vec<String>> {
        Vec::read(parse(list).get_ref())
    }

    fn pairs(list: &str) -> Option<Pairs> {
        Pairs::read(parse(list).get_ref())
    }

    fn list_of(count: usize, entry: impl Fn(usize) -> String) -> String {
        format!("[{}]", (0..count).map(entry).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn a_list_keeps_its_texts_in_their_order() {
        assert_eq!(texts(r#"["db_*", "a*b"]"#).unwrap(), ["db_*", "a*b"]);
        assert_eq!(texts("[]").unwrap(), Vec::<String>::new());
        assert_eq!(texts(r#""db_*""#), None);
    }

    #[test]
    fn an_entry_that_is_no_text_or_blank_or_padded_is_refused_alone() {
        let list = parse(r#"["db_*", 3, "", " x", "y\n", "z"]"#);
        assert_eq!(Vec::<String>::read(list.get_ref()), None);
        let offsets: Vec<usize> =
            Vec::<String>::wrong(&list).iter().map(|wrong| wrong.offset).collect();
        assert_eq!(offsets, [9, 12, 16, 22]);
    }

    #[test]
    fn the_longest_entry_and_the_longest_list_are_read_and_one_more_is_not() {
        let entry = "x".repeat(ENTRY_BYTES_MAX);
        assert!(texts(&format!("[\"{entry}\"]")).is_some());
        assert!(texts(&format!("[\"{entry}x\"]")).is_none());
        assert!(texts(&list_of(ENTRIES_MAX, |at| format!("\"t{at}\""))).is_some());
        let too_long = list_of(ENTRIES_MAX + 1, |at| format!("\"t{at}\""));
        assert!(texts(&too_long).is_none());
        let wrong = Vec::<String>::wrong(&parse(&too_long));
        assert_eq!(wrong[0].found, "a list of 1001 entries");
    }

    #[test]
    fn the_limits_stand_in_the_messages() {
        let allowed = Vec::<String>::ALLOWED;
        assert!(allowed.contains(&format!("at most {ENTRIES_MAX} texts")));
        assert!(allowed.contains(&format!("1 to {ENTRY_BYTES_MAX} bytes")));
        assert!(Pairs::ALLOWED.contains(&format!("at most {PAIRS_MAX} pairs")));
    }

    #[test]
    fn a_pair_relates_in_both_directions_and_nobody_else() {
        let pairs = pairs(r#"[["ada", "bob"]]"#).unwrap();
        assert!(pairs.contain("ada", "bob") && pairs.contain("bob", "ada"));
        assert!(!pairs.contain("ada", "ada") && !pairs.contain("ada", "eve"));
        assert_eq!(pairs.shown(), r#"[["ada", "bob"]]"#);
    }

    #[test]
    fn a_pair_is_two_different_ids() {
        for list in [
            r#"[["ada"]]"#,
            r#"[["ada", "ada"]]"#,
            r#"[["ada", "bob", "eve"]]"#,
            r#"["ada"]"#,
            r#"[["ada", "../bob"]]"#,
        ] {
            assert_eq!(pairs(list), None, "{list}");
        }
        assert!(pairs(&list_of(PAIRS_MAX, |at| format!("[\"a\", \"b{at}\"]"))).is_some());
        assert!(pairs(&list_of(PAIRS_MAX + 1, |at| format!("[\"a\", \"b{at}\"]"))).is_none());
    }

    #[test]
    fn a_list_is_shown_as_a_file_would_say_it() {
        let list = vec!["a\"b".to_owned(), "c".to_owned()];
        assert_eq!(texts(&list.shown()).unwrap(), list);
    }
}
