//! The thread that follows settings, grants and the proof of who calls, and tells whoever watches.
//!
//! One thread serves every caller of the process. It looks at the store once a second and only
//! while a key or somebody's scoped tools depend on it, at the moment a grant, key or token ends,
//! and whenever a call asks it to.

use std::io;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::live::{Look, Shared};

/// How often the store is looked at for grants that another process gave or ended.
const LOOK_EVERY_MS: u64 = 1_000;

/// Follows for as long as somebody else keeps what is followed.
pub(super) fn start(shared: &Arc<Shared>, asked: mpsc::Receiver<Look>) {
    let changes = shared.live.changes();
    let shared = Arc::downgrade(shared);
    let thread = thread::Builder::new().name("openings".to_owned());
    if let Err(error) = thread.spawn(move || run(&shared, changes, asked)) {
        tracing::error!(%error, "settings are not followed; they hold as they were");
    }
}

fn run(
    shared: &Weak<Shared>,
    changes: watch::Receiver<u64>,
    asked: mpsc::Receiver<Look>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(follow(shared, changes, asked));
    Ok(())
}

async fn follow(
    shared: &Weak<Shared>,
    mut changes: watch::Receiver<u64>,
    mut asked: mpsc::Receiver<Look>,
) {
    let Some(store) = shared.upgrade().map(|shared| shared.store()) else { return };
    let (mut next, mut ended) = (None, None);
    loop {
        let mut looks = Vec::new();
        let is_changed = tokio::select! {
            changed = changes.changed() => match changed {
                Ok(()) => true,
                Err(_) => return,
            },
            look = asked.recv() => match look {
                Some(look) => {
                    looks.push(look);
                    false
                }
                None => return,
            },
            () = pause(next) => false,
        };
        // Whoever asks from here on may mean a grant that this look does not see.
        while let Ok(look) = asked.try_recv() {
            looks.push(look);
        }
        let Some(shared) = shared.upgrade() else { return };
        if shared.look(&store, &mut ended).await || is_changed {
            shared.tell();
        }
        for look in looks {
            // Nobody may wait for it any more.
            look.send(()).ok();
        }
        let every_ms = shared.depends_on_store().then_some(LOOK_EVERY_MS);
        next = [every_ms, shared.next_end_ms()].into_iter().flatten().min();
    }
}

/// Waits for some milliseconds, or for good.
async fn pause(ms: Option<u64>) {
    match ms {
        Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
        None => std::future::pending().await,
    }
}
