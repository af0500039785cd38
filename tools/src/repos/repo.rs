//! `list_repos`.

use std::path::{Path, PathBuf};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::error::{GitError, RepoError};
use super::git::{Git, Standing};
use super::model::Repo;
use super::sql;
use super::worktree::Wanted;
use crate::call::{Call, Caller};
use crate::messaging::{Conversation, conversation};
use crate::store::Workspace;
use crate::{Reply, tool};

/// Repositories that are looked at, or copied, at the same time.
const AT_ONCE: usize = 4;

/// Repositories of a workspace.
#[derive(Debug, Reply)]
pub struct RepoList {
    /// The repositories, oldest first.
    pub repos: Vec<RepoItem>,
    /// How many.
    pub count: usize,
    /// What holds for all of them.
    pub note: Option<&'static str>,
}

/// One repository.
#[derive(Debug, Reply)]
pub struct RepoItem {
    /// Its id.
    pub id: String,
    /// Its name, usually `owner/name`.
    pub full_name: String,
    /// The folder to work in; absent when there is none for this caller.
    pub local_path: Option<String>,
    /// Whether that folder belongs to the conversation alone.
    pub is_isolated_copy: bool,
    /// The branch that folder is on.
    pub branch: Option<String>,
    /// The main branch of the repository.
    pub default_branch: Option<String>,
    /// The commit that folder is on.
    pub head: Option<String>,
    /// What is wrong with it.
    pub note: Option<String>,
}

/// List the repositories of a workspace, with folders to work in.
///
/// For a conversation, named by its id or by its space, each folder is an isolated copy: a git
/// worktree on a branch of its own, made when it is first asked for. An agent never gets any
/// other folder. The operator gets the registered working copies when no conversation is named.
#[tool(does = read, scope = Admin, modes(plan, review, orchestrate), timeout_ms = 600_000)]
pub async fn list_repos(
    call: &Call,
    /// Workspace to look in.
    workspace_id: Workspace,
    /// Conversation that works in the copies.
    conversation_id: Option<String>,
    /// Or its space.
    space_id: Option<String>,
    /// Most repositories to return.
    #[param(range = 1..=500, default = 50)]
    limit: u32,
) -> Result<RepoList, RepoError> {
    let workspace = workspace_id;
    let conversation =
        conversation::named(&workspace, space_id.as_deref(), conversation_id.as_deref()).await?;
    let access = match (conversation, call.caller()) {
        (Some(conversation), _) => Access::Isolated(conversation),
        (None, Caller::Operator) => Access::Original,
        (None, Caller::Agent { .. } | Caller::Key { .. } | Caller::Subject { .. }) => Access::None,
    };
    let repos: Vec<Repo> = workspace.query(&sql::LIST).bind(limit).all().await?;
    let looker = Looker { call, workspace: &workspace, access: &access };
    let repos: Vec<_> =
        stream::iter(repos).map(|repo| looker.look(repo)).buffered(AT_ONCE).try_collect().await?;
    Ok(RepoList { count: repos.len(), repos, note: access.note() })
}

/// Which folder a caller may have.
enum Access {
    Original,
    Isolated(Conversation),
    None,
}

impl Access {
    const fn note(&self) -> Option<&'static str> {
        match self {
            Self::Original => None,
            Self::Isolated(_) => {
                Some("Each local_path is an isolated copy on a branch of its own; work only there.")
            }
            Self::None => Some(
                "No conversation is named, so there are no folders; \
                 give conversation_id or space_id to get isolated copies.",
            ),
        }
    }
}

struct Looker<'a> {
    call: &'a Call,
    workspace: &'a Workspace,
    access: &'a Access,
}

impl Looker<'_> {
    /// One repository. What is wrong with it does not spoil the others.
    async fn look(&self, repo: Repo) -> Result<RepoItem, RepoError> {
        let (path, mut note) = self.folder(&repo).await?;
        let shown = path.as_deref().unwrap_or(Path::new(&repo.path));
        let (standing, default_branch) = match self.inspect(&repo, shown).await {
            Ok(found) => found,
            Err(error) => {
                note.get_or_insert(error.to_string());
                (Standing::default(), None)
            }
        };
        if standing.head.is_none() && note.is_none() {
            note = Some("it has no commit yet".to_owned());
        }
        let Standing { branch, head } = standing;
        Ok(RepoItem {
            id: repo.id,
            full_name: repo.full_name,
            is_isolated_copy: path.is_some() && matches!(self.access, Access::Isolated(_)),
            branch: branch.filter(|_| path.is_some()),
            local_path: path.map(|path| path.to_string_lossy().into_owned()),
            default_branch,
            head,
            note,
        })
    }

    /// The folder that the caller gets, or why it gets none.
    async fn folder(&self, repo: &Repo) -> Result<(Option<PathBuf>, Option<String>), RepoError> {
        let Self { call, workspace, access } = *self;
        Ok(match access {
            Access::Original => (Some(PathBuf::from(&repo.path)), None),
            Access::None => (None, None),
            Access::Isolated(conversation) => {
                match (Wanted { call, workspace, repo, conversation }).get().await? {
                    Ok(copy) => (Some(copy.path), None),
                    Err(error) => (None, Some(error.to_string())),
                }
            }
        })
    }

    /// Where the folder stands, and the repository's main branch.
    async fn inspect(
        &self,
        repo: &Repo,
        folder: &Path,
    ) -> Result<(Standing, Option<String>), GitError> {
        let ports = self.call.ports();
        let standing = Git::new(ports, folder).standing().await?;
        let default_branch = Git::new(ports, Path::new(&repo.path)).default_branch().await?;
        Ok((standing, default_branch))
    }
}
