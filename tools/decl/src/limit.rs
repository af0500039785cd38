//! Every bound of the project, in one place, with the inequalities that tie them together.
//!
//! Names read: quantity, unit, bound. Must not: be repeated as a literal anywhere else.

/// Bytes of a tool's or a parameter's description (UTF-8 bytes, not characters).
pub const DESCRIPTION_BYTES_MAX: usize = 200;
/// Bytes of a parameter description that carries a reviewed exemption.
pub const EXEMPTION_BYTES_MAX: usize = 1_024;
/// Bytes of a tool name: with a client's `mcp__tollgate__` in front it stays below 64.
pub const TOOL_NAME_BYTES_MAX: usize = 48;
/// Bytes of a parameter name.
pub const PARAM_NAME_BYTES_MAX: usize = 64;
/// Parameters of one tool, and fields of one nested object.
pub const PARAMS_MAX: usize = 32;
/// Values of one closed enum.
pub const CHOICES_MAX: usize = 64;
/// Levels of one argument schema; the arguments object itself is the first.
pub const SCHEMA_DEPTH_MAX: usize = 5;
/// Bytes of one tool's object in `tools/list`; an exemption adds its excess.
pub const LIST_OBJECT_BYTES_MAX: usize = 2_048;
/// Bytes of one request, whatever the transport.
pub const REQUEST_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// Levels of nesting of one request.
pub const JSON_DEPTH_MAX: usize = 64;
/// Bytes of the arguments of one call.
pub const ARGUMENTS_BYTES_MAX: usize = 1_024 * 1_024;
/// Characters of one reply, over all its blocks.
pub const REPLY_CHARS_MAX: usize = 1_048_576;
/// Milliseconds one call may run when its declaration says nothing.
pub const TIMEOUT_MS_DEFAULT: u64 = 60_000;
/// Milliseconds one call may run at most.
pub const TIMEOUT_MS_MAX: u64 = 1_860_000;
/// Calls of one tool that may run at the same time when its declaration says nothing.
pub const CONCURRENCY_DEFAULT: u32 = 16;
/// Calls of one tool that may run at the same time at most.
pub const CONCURRENCY_MAX: u32 = 256;
/// The largest integer that every JSON reader keeps exact, 2^53 - 1.
pub const INTEGER_MAX: i64 = 9_007_199_254_740_991;
/// Faults that one refused call lists; the rest is counted.
pub const FAULTS_MAX: usize = 32;

/// Bytes that clients put in front of a tool's name.
const CLIENT_PREFIX_BYTES: usize = "mcp__tollgate__".len();

const _: () = assert!(DESCRIPTION_BYTES_MAX < EXEMPTION_BYTES_MAX, "an exemption must widen");
const _: () = assert!(EXEMPTION_BYTES_MAX < LIST_OBJECT_BYTES_MAX, "one text fits its object");
const _: () = assert!(TOOL_NAME_BYTES_MAX + CLIENT_PREFIX_BYTES < 64, "clients stop at 64 bytes");
const _: () = assert!(ARGUMENTS_BYTES_MAX < REQUEST_BYTES_MAX, "arguments travel in a request");
const _: () = assert!(SCHEMA_DEPTH_MAX < JSON_DEPTH_MAX, "a valid call is never too deep");
const _: () = assert!(TIMEOUT_MS_DEFAULT <= TIMEOUT_MS_MAX, "the default is allowed");
const _: () = assert!(CONCURRENCY_DEFAULT <= CONCURRENCY_MAX, "the default is allowed");
