//! A tool behind every gate, for every audience and several scopes. Each says that it ran.

use tollgate::bind::{Failure, Plain};
use tollgate::call::Call;
use tollgate::tool;

/// Say that `anything` ran.
#[tool(does = read, scope = Admin)]
pub(crate) async fn anything(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("anything ran".to_owned()))
}

/// Say that `wipe` ran.
#[tool(does = destroy, scope = Admin)]
pub(crate) async fn wipe(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("wipe ran".to_owned()))
}

/// Say that `change` ran.
#[tool(does = write, scope = WikiWrite)]
pub(crate) async fn change(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("change ran".to_owned()))
}

/// Say that `wiki_read` ran.
#[tool(does = read, scope = WikiRead)]
pub(crate) async fn wiki_read(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("wiki_read ran".to_owned()))
}

/// Say that `memory_list` ran.
#[tool(does = read, scope = MemoryRead)]
pub(crate) async fn memory_list(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("memory_list ran".to_owned()))
}

/// Say that `memory_search` ran.
#[tool(does = read, scope = MemoryRead, audience = external)]
pub(crate) async fn memory_search(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("memory_search ran".to_owned()))
}

/// Say that `send_message` ran.
#[tool(does = write, scope = MessagingSend, audience = external)]
pub(crate) async fn send_message(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("send_message ran".to_owned()))
}

/// Say that `working_state_get` ran.
#[tool(does = read, scope = MemoryRead, audience = process_agent)]
pub(crate) async fn working_state_get(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("working_state_get ran".to_owned()))
}

/// Say that `canvas_push` ran.
#[tool(does = write, scope = WikiWrite, audience = process_agent)]
pub(crate) async fn canvas_push(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("canvas_push ran".to_owned()))
}

/// Say that `gmail_read` ran.
#[tool(does = read, scope = GoogleRead, gate = google_workspace)]
pub(crate) async fn gmail_read(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("gmail_read ran".to_owned()))
}

/// Say that `github_status` ran.
#[tool(does = read, scope = GithubRead, gate = github)]
pub(crate) async fn github_status(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("github_status ran".to_owned()))
}

/// Say that `os_notify` ran.
#[tool(does = write, scope = OsNative, gate = os_native)]
pub(crate) async fn os_notify(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("os_notify ran".to_owned()))
}

/// Say that `record_start` ran.
#[tool(does = write, scope = Recording, gate = recording)]
pub(crate) async fn record_start(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("record_start ran".to_owned()))
}

/// Say that `os_power` ran.
#[tool(does = destroy, scope = Admin, gate = system_operator)]
pub(crate) async fn os_power(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("os_power ran".to_owned()))
}

/// Say that `codrive_run` ran.
#[tool(does = write, scope = Admin, gate = codrive)]
pub(crate) async fn codrive_run(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("codrive_run ran".to_owned()))
}

/// Say that `computer_click` ran.
#[tool(does = write, scope = Admin, gate = computer_use)]
pub(crate) async fn computer_click(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("computer_click ran".to_owned()))
}

/// Say that `db_query` ran.
#[tool(does = read, scope = DbRead, gate = db_sources)]
pub(crate) async fn db_query(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("db_query ran".to_owned()))
}

/// Say that `fork_run` ran.
#[tool(does = write, scope = ForkExecute, gate = fork)]
pub(crate) async fn fork_run(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("fork_run ran".to_owned()))
}

/// Say that `responsibility_get` ran.
#[tool(does = read, scope = Admin, gate = responsibilities)]
pub(crate) async fn responsibility_get(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("responsibility_get ran".to_owned()))
}
