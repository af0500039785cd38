//! What the network said, in our words.

use std::error::Error;

use tollgate_tools::port::HttpError;
use url::Url;

use super::resolver::PrivateHost;

/// Characters of a reason.
const REASON_CHARS_MAX: usize = 300;

/// The client's error: the resolver's refusal if it is in there, or else the whole chain.
pub(super) fn unreachable(error: reqwest::Error, url: &Url) -> HttpError {
    let error = error.without_url();
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(inner) = cause {
        if inner.is::<PrivateHost>() {
            return HttpError::PrivateAddress { host: url.host_str().unwrap_or_default().into() };
        }
        cause = inner.source();
    }
    HttpError::Unreachable { reason: chain(&error) }
}

/// An error and its causes on one line, without saying anything twice.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let part = inner.to_string();
        if !text.contains(&part) {
            text.push_str(": ");
            text.push_str(&part);
        }
        cause = inner.source();
    }
    text.chars().take(REASON_CHARS_MAX).collect()
}
