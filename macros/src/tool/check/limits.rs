//! The limits of one call: each inside what the server can promise.

use tollgate_decl::{CONCURRENCY_MAX, Limits, REPLY_CHARS_MAX, TIMEOUT_MS_MAX};

use super::super::function::Function;
use super::super::key;
use super::super::parse::Args;
use crate::entry::At;
use crate::errors::Errors;
use crate::message;

pub(super) fn check(function: &Function, args: &Args, errors: &mut Errors) -> Limits {
    let mut within = |key: &str, given: &Option<At<u64>>, default: u64, most: u64| {
        let Some(given) = given else { return default };
        if !(1..=most).contains(&given.value) {
            let text = message::out_of_bounds(&function.whose(), key, given.value, 1, most);
            errors.at(given.span, text);
            return default;
        }
        given.value
    };
    let default = Limits::DEFAULT;
    let timeout_ms = within(key::TIMEOUT_MS, &args.timeout_ms, default.timeout_ms, TIMEOUT_MS_MAX);
    let reply_chars = within(
        key::REPLY_CHARS,
        &args.reply_chars,
        default.reply_chars as u64,
        REPLY_CHARS_MAX as u64,
    );
    let concurrency = within(
        key::CONCURRENCY,
        &args.concurrency,
        u64::from(default.concurrency),
        u64::from(CONCURRENCY_MAX),
    );
    Limits {
        timeout_ms,
        // Both lie within their own bounds, which fit.
        reply_chars: usize::try_from(reply_chars).unwrap_or(default.reply_chars),
        concurrency: u32::try_from(concurrency).unwrap_or(default.concurrency),
    }
}
