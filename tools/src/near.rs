//! What a wrong name was probably meant to be.

/// The end of a sentence that proposes the closest known name, if one is close.
pub(crate) fn near<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let distance =
        |name: &str| strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase());
    let allowed = (wrong.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|name| (distance(name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, name)| format!("; did you mean `{name}`?"))
        .unwrap_or_default()
}
