//! What the operator does with repositories. Not for tools.

use std::path::Path;

use super::error::RepoError;
use super::git::Git;
use super::model::Repo;
use super::sql;
use crate::port::Ports;
use crate::store::{StoreError, Workspace, new_id};

/// Bytes of a name.
const NAME_BYTES_MAX: usize = 200;
/// Repositories that `list` returns.
const LISTED_MAX: i64 = 10_000;

/// Registers a git working copy. Without a name it gets that of its remote, `owner/name`, or else
/// that of its folder.
///
/// # Errors
/// When the path is no git working copy, the name is no name or taken, or the store fails.
pub async fn add(
    workspace: &Workspace,
    ports: &Ports,
    path: &Path,
    full_name: Option<&str>,
) -> Result<Repo, RepoError> {
    let git = Git::new(ports, path);
    let refused = |source| RepoError::NotAWorkingCopy { path: path.display().to_string(), source };
    let top = git.top().await.map_err(refused)?;
    let Some(top) = top.to_str() else {
        return Err(RepoError::NotUtf8 { path: top.to_string_lossy().into_owned() });
    };
    let full_name = match full_name {
        Some(name) => name.trim().to_owned(),
        None => {
            let remote = git.remote().await.map_err(refused)?;
            remote.as_deref().and_then(name_of_remote).unwrap_or_else(|| name_of_folder(top))
        }
    };
    if !is_name(&full_name) {
        return Err(RepoError::Name { name: full_name });
    }
    let clock = &*ports.clock;
    let repo =
        Repo { id: new_id(clock), full_name, path: top.to_owned(), created_at: clock.now_ms() };
    let query = workspace
        .query(&sql::ADD)
        .bind(&repo.id)
        .bind(&repo.full_name)
        .bind(&repo.path)
        .bind(repo.created_at);
    match query.run().await {
        Ok(_) => Ok(repo),
        Err(error) if error.is_duplicate() => Err(RepoError::Taken { full_name: repo.full_name }),
        Err(error) => Err(error.into()),
    }
}

/// Every repository of a workspace, oldest first.
///
/// # Errors
/// When the store fails.
pub async fn list(workspace: &Workspace) -> Result<Vec<Repo>, StoreError> {
    workspace.query(&sql::LIST).bind(LISTED_MAX).all().await
}

/// The last two parts of an address such as `git@host:owner/name.git`.
fn name_of_remote(address: &str) -> Option<String> {
    let address = address.trim_end_matches('/');
    let address = address.strip_suffix(".git").unwrap_or(address);
    let mut parts = address.rsplit(['/', ':']);
    let (name, owner) = (parts.next()?, parts.next()?);
    let full_name = format!("{owner}/{name}");
    is_name(&full_name).then_some(full_name)
}

fn name_of_folder(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// Whether it is made of parts that are safe as folder names.
fn is_name(name: &str) -> bool {
    name.len() <= NAME_BYTES_MAX
        && name.split('/').all(|part| {
            let is_plain =
                |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
            !matches!(part, "" | "." | "..") && part.bytes().all(is_plain)
        })
}

#[cfg(test)]
mod tests {
    use super::{is_name, name_of_remote};

    #[test]
    fn the_name_of_a_remote_is_its_last_two_parts() {
        for (address, name) in [
            ("git@example.org:owner/name.git", Some("owner/name")),
            ("https://example.org/group/owner/name", Some("owner/name")),
            ("ssh://git@example.org:22/owner/name.git/", Some("owner/name")),
            ("/srv/git/name.git", Some("git/name")),
            ("../name", None),
            ("name", None),
            ("", None),
        ] {
            assert_eq!(name_of_remote(address).as_deref(), name, "{address}");
        }
    }

    #[test]
    fn names_are_safe_as_folders() {
        for name in ["owner/name", "name", "a.b-c_D9/.github"] {
            assert!(is_name(name), "{name}");
        }
        let long = "x".repeat(201);
        for name in ["", "/", "a/", "/a", "a//b", "..", "a/..", "a b", "a\\b", "\u{e9}", &long] {
            assert!(!is_name(name), "{name}");
        }
    }
}
