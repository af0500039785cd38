//! The isolated copy of a repository for one conversation, made when it is first asked for.
//!
//! Whoever makes it claims it in the store first, so that two calls, or two servers on one store,
//! never make it twice. A claim whose maker has not come back is taken over.

use std::path::{Path, PathBuf};

use super::error::{GitError, RepoError};
use super::git::{self, Git};
use super::model::{Repo, WorktreeRecord};
use super::sql;
use crate::call::Call;
use crate::messaging::Conversation;
use crate::port::FilesError;
use crate::store::Workspace;

/// After this time a claim is taken over: the few commands that it stands for have ended by then.
const CLAIM_MS_MAX: i64 = 5 * git::TIMEOUT_MS as i64;

/// An isolated copy that is there.
#[derive(Debug)]
pub(super) struct Copy {
    pub(super) path: PathBuf,
    pub(super) branch: String,
}

/// Why there is none. Another repository of the same call may have one.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoCopy {
    #[error("the isolated copy is being made; ask again")]
    BeingMade,
    #[error("no isolated copy could be made: {0}")]
    Git(#[from] GitError),
    #[error("no isolated copy could be made: {0}")]
    Files(#[from] FilesError),
}

/// One repository and one conversation, which together have at most one copy.
pub(super) struct Wanted<'a> {
    pub(super) call: &'a Call,
    pub(super) workspace: &'a Workspace,
    pub(super) repo: &'a Repo,
    pub(super) conversation: &'a Conversation,
}

/// Who makes the copy.
enum Claim {
    /// Nobody: it is there.
    Ready(Copy),
    /// This call, since `at`.
    Mine { copy: Copy, at: i64 },
    /// Somebody else.
    Taken,
}

impl Wanted<'_> {
    /// The copy; makes it if it is not there.
    pub(super) async fn get(&self) -> Result<Result<Copy, NoCopy>, RepoError> {
        let (copy, at) = match self.claim().await? {
            Claim::Ready(copy) => return Ok(Ok(copy)),
            Claim::Taken => return Ok(Err(NoCopy::BeingMade)),
            Claim::Mine { copy, at } => (copy, at),
        };
        let made = self.make(&copy).await;
        let kept = if made.is_ok() { &sql::READY } else { &sql::GIVE_UP };
        self.query(kept).bind(at).run().await?;
        Ok(made.map(|()| copy))
    }

    async fn claim(&self) -> Result<Claim, RepoError> {
        let now = self.call.now_ms();
        let found: Option<WorktreeRecord> = self.query(&sql::WORKTREE).first().await?;
        let Some(record) = found else {
            let copy = self.place();
            let path = utf8(&copy.path)?;
            let claim = self.query(&sql::CLAIM).bind(path).bind(&copy.branch).bind(now);
            return Ok(Claim::of(claim.run().await?, copy, now));
        };
        let copy = Copy { path: record.path.into(), branch: record.branch };
        if record.is_ready.0 {
            // A folder that nobody can look at is for the operator to mend, not to make again.
            let is_there = self.call.ports().files.exists(copy.path.clone()).await;
            if is_there.unwrap_or(true) {
                return Ok(Claim::Ready(copy));
            }
        } else if now - record.claimed_at <= CLAIM_MS_MAX {
            return Ok(Claim::Taken);
        }
        // A claim is known by its time, so each needs one of its own.
        let at = now.max(record.claimed_at + 1);
        let again = self.query(&sql::CLAIM_AGAIN).bind(record.claimed_at).bind(at);
        Ok(Claim::of(again.run().await?, copy, at))
    }

    /// Makes the copy. What stands in its place was never handed out, or is gone.
    async fn make(&self, copy: &Copy) -> Result<(), NoCopy> {
        let git = Git::new(self.call.ports(), Path::new(&self.repo.path));
        let files = &self.call.ports().files;
        git.clear_worktree(&copy.path).await?;
        files.remove_folder(copy.path.clone()).await?;
        if let Some(parent) = copy.path.parent() {
            files.create_folder(parent.to_owned()).await?;
        }
        Ok(git.add_worktree(&copy.path, &copy.branch).await?)
    }

    /// Where the copy is to be. Its folder has the repository's own name, for tools that look.
    fn place(&self) -> Copy {
        let name = self.repo.full_name.rsplit('/').next().unwrap_or_default();
        let folders = ["worktrees", &self.conversation.id, &self.repo.id, name];
        let mut path = self.call.home().to_owned();
        path.extend(folders);
        Copy { path, branch: format!("tollgate/{}", self.conversation.id) }
    }

    fn query(&self, statement: &'static crate::store::Scoped) -> crate::store::Query<'_> {
        self.workspace.query(statement).bind(&self.repo.id).bind(&self.conversation.id)
    }
}

impl Claim {
    /// What a claim that changed so many rows has come to.
    fn of(rows: u64, copy: Copy, at: i64) -> Self {
        if rows == 1 { Self::Mine { copy, at } } else { Self::Taken }
    }
}

fn utf8(path: &Path) -> Result<&str, RepoError> {
    path.to_str().ok_or_else(|| RepoError::NotUtf8 { path: path.to_string_lossy().into_owned() })
}
