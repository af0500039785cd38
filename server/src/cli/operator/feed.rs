//! `tollgate feed`.

use std::fmt::Write as _;

use tollgate_tools::newsfeed::admin;
use tollgate_tools::newsfeed::feed::Feed;

use super::{Desk, OperatorError};
use crate::cli::command::FeedCommand;
use crate::text::did_you_mean;

pub(super) async fn run(command: FeedCommand, desk: &Desk) -> Result<String, OperatorError> {
    match command {
        FeedCommand::Add { url, name } => {
            let clock = &*desk.ports.clock;
            let added = admin::add(&desk.store, clock, &url, name.as_deref()).await?;
            Ok(added.feed.id + "\n")
        }
        FeedCommand::List => Ok(lines(&admin::list(&desk.store).await?)),
        FeedCommand::Remove { feed } => {
            let all = admin::list(&desk.store).await?;
            let id = named(&feed, &all)?;
            admin::remove(&desk.store, id).await?;
            Ok(String::new())
        }
    }
}

fn lines(feeds: &[Feed]) -> String {
    let mut text = String::new();
    for feed in feeds {
        // Writing to a string does not fail.
        let _ = write!(text, "{}  {}  {}", feed.id, feed.url, feed.name);
        if !feed.enabled {
            text.push_str("  (off)");
        }
        if let Some(error) = &feed.last_error {
            let _ = write!(text, "  (failed: {error})");
        }
        text.push('\n');
    }
    text
}

/// The id of the feed that has this id, address or name: the id counts before the name.
fn named<'f>(given: &str, feeds: &'f [Feed]) -> Result<&'f str, OperatorError> {
    if let Some(feed) = feeds.iter().find(|feed| feed.id == given || feed.url == given) {
        return Ok(&feed.id);
    }
    let called: Vec<&str> =
        feeds.iter().filter(|feed| feed.name == given).map(|feed| feed.id.as_str()).collect();
    let given = given.to_owned();
    match called.as_slice() {
        [] => {
            let names = feeds.iter().map(|feed| feed.name.as_str());
            let proposal = did_you_mean(&given, names);
            let proposal = format!("; `tollgate feed list` shows them all{proposal}");
            Err(OperatorError::UnknownFeed { given, proposal })
        }
        [id] => Ok(id),
        several => Err(OperatorError::SeveralFeeds { given, ids: several.join(", ") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(id: &str, name: &str) -> Feed {
        Feed {
            id: id.to_owned(),
            name: name.to_owned(),
            url: format!("https://example.org/{id}"),
            description: None,
            enabled: true,
            last_error: None,
        }
    }

    #[test]
    fn a_feed_is_found_by_id_address_and_only_name() {
        let feeds = [feed("1", "News"), feed("2", "Blog"), feed("3", "News"), feed("4", "1")];
        assert_eq!(named("1", &feeds).unwrap(), "1");
        assert_eq!(named("https://example.org/2", &feeds).unwrap(), "2");
        assert_eq!(named("Blog", &feeds).unwrap(), "2");
    }

    #[test]
    fn a_name_of_several_feeds_is_not_guessed() {
        let feeds = [feed("1", "News"), feed("3", "News")];
        let error = named("News", &feeds).unwrap_err().to_string();
        assert_eq!(error, "several feeds are called `News`; give the id of one: 1, 3");
    }

    #[test]
    fn an_unknown_feed_is_told_the_nearest() {
        let error = named("Newz", &[feed("1", "News")]).unwrap_err().to_string();
        assert!(error.ends_with("shows them all; did you mean `News`?"), "{error}");
    }
}
