//! The known names that an unknown one may have been meant to be.

/// The names that a message proposes at most.
const PROPOSALS_MAX: usize = 3;

/// The known names close to `wrong`, the closest first, at most three.
///
/// A name is close if at most a third of its letters differ, or if one contains the other.
#[must_use]
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wrong = wrong.to_lowercase();
    let mut close: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| distance(&wrong, name).map(|distance| (distance, name)))
        .collect();
    close.sort_unstable();
    close.truncate(PROPOSALS_MAX);
    close.into_iter().map(|(_, name)| name).collect()
}

/// The end of a sentence that proposes the close names; empty if there are none.
#[must_use]
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(wrong, known).as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean `{only}`?"),
        [firsts @ .., last] => {
            format!("; did you mean `{}` or `{last}`?", firsts.join("`, `"))
        }
    }
}

/// The known name of which `wrong` is a slip of the hand: at most a fifth of its letters differ, or
/// one. Unlike `nearest` it says nothing of a text that merely resembles a name.
#[must_use]
pub fn misspelt<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const CHARS_MIN: usize = 4;
    let wrong = wrong.to_lowercase();
    let chars = wrong.chars().count();
    let slips = known.into_iter().filter(|_| chars >= CHARS_MIN).filter_map(|name| {
        let distance = strsim::damerau_levenshtein(&wrong, &name.to_lowercase());
        (distance <= (chars / 5).max(1)).then_some((distance, name))
    });
    slips.min().map(|(_, name)| name)
}

fn distance(wrong: &str, name: &str) -> Option<usize> {
    const CONTAINED_CHARS_MIN: usize = 3;
    let name = name.to_lowercase();
    let distance = strsim::damerau_levenshtein(wrong, &name);
    let allowed = (name.chars().count() / 3).max(1);
    if distance <= allowed {
        return Some(distance);
    }
    let shorter = wrong.chars().count().min(name.chars().count());
    let contained = name.contains(wrong) || wrong.contains(&name);
    (contained && shorter >= CONTAINED_CHARS_MIN).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_come_first_and_far_ones_not_at_all() {
        let known = ["allow_private", "level", "url"];
        assert_eq!(nearest("alow_private", known), ["allow_private"]);
        assert_eq!(nearest("URL", known), ["url"]);
        assert!(nearest("colour", known).is_empty());
    }

    #[test]
    fn a_part_of_a_name_finds_it() {
        assert_eq!(nearest("message", ["send_message", "list_feeds"]), ["send_message"]);
        assert!(nearest("s", ["send_message"]).is_empty());
    }

    #[test]
    fn a_slip_is_a_name_but_for_a_letter_or_two() {
        let known = ["todo_read", "todo_write", "list_workspaces"];
        assert_eq!(misspelt("todo_raed", known), Some("todo_read"));
        assert_eq!(misspelt("Todo_Read", known), Some("todo_read"));
        assert_eq!(misspelt("list_workspce", known), Some("list_workspaces"));
        for other in ["Read", "todo", "read_todo", "list_works", "tdo"] {
            assert_eq!(misspelt(other, known), None, "{other}");
        }
        assert_eq!(misspelt("db", ["dv"]), None);
    }

    #[test]
    fn at_most_three_names_are_proposed() {
        let known = ["get_a", "get_b", "get_c", "get_d"];
        assert_eq!(nearest("get_e", known), ["get_a", "get_b", "get_c"]);
        assert_eq!(did_you_mean("get_e", known), "; did you mean `get_a`, `get_b` or `get_c`?");
        assert_eq!(did_you_mean("get_e", ["other"]), "");
    }
}
