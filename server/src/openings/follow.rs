//! The thread that follows settings, grants and the proofs of who calls, and tells whoever watches.
//!
//! One thread serves every caller of the process, so that nobody who is told may wait. It looks
//! once a second while a key, a token or somebody's scoped tools make what is open change without a
//! word, at the moment a grant ends, and whenever a call asks it to. When it ends before what it
//! follows, everything is closed.

use std::io;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::live::{Look, Shared, Whom};

/// How often that is looked at which nobody tells of.
const LOOK_EVERY_MS: u64 = 1_000;

/// How long a change of settings waits to be told together with what the store says.
const STORE_DELAYS: Duration = Duration::from_millis(200);

/// Follows for as long as somebody else keeps what is followed.
pub(super) fn start(shared: &Arc<Shared>, asked: mpsc::Receiver<Look>) {
    if let Err(error) = spawn(shared, asked) {
        tracing::error!(%error, "the thread that follows the settings cannot be started");
        shared.go_blind();
    }
}

fn spawn(shared: &Arc<Shared>, asked: mpsc::Receiver<Look>) -> io::Result<()> {
    let changes = shared.live.changes();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let watch = Watch(Arc::downgrade(shared));
    let thread = thread::Builder::new().name("openings".to_owned());
    thread.spawn(move || watch.run(&runtime, changes, asked)).map(drop)
}

/// What is followed. Whoever still has it when the following ends is told that all is closed.
struct Watch(Weak<Shared>);

impl Watch {
    fn run(self, runtime: &Runtime, changes: watch::Receiver<u64>, asked: mpsc::Receiver<Look>) {
        runtime.block_on(follow(&self.0, changes, asked));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(shared) = self.0.upgrade() {
            shared.go_blind();
        }
    }
}

async fn follow(
    shared: &Weak<Shared>,
    mut changes: watch::Receiver<u64>,
    mut asked: mpsc::Receiver<Look>,
) {
    let Some(store) = shared.upgrade().map(|shared| shared.store()) else { return };
    let mut next = None;
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
        let mut look = pin!(async {
            let ended = shared.look_at_proofs(&store).await;
            (shared.look_at_grants(&store).await, ended)
        });
        let (is_another, ended) = match timeout(STORE_DELAYS, &mut look).await {
            Ok((is_granted, ended)) => (is_granted || is_changed, ended),
            Err(_) => {
                // What a file closes does not wait for a store that is slow.
                if is_changed {
                    shared.tell(Whom::All);
                }
                look.await
            }
        };
        shared.tell(if is_another { Whom::All } else { Whom::Of(&ended) });
        for look in looks {
            // Nobody may wait for it any more.
            look.send(()).ok();
        }
        let every_ms = shared.must_be_looked_at().then_some(LOOK_EVERY_MS);
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
