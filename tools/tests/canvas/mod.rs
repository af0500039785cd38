//! Canvas: pages that an agent shows, called as tools by the agent whose canvas it is.

mod owners;
mod turns;
mod versions;

use serde_json::{Value, json};
use tollgate_tools::call::Call;
use tollgate_tools::canvas::admin;
use tollgate_tools::canvas::model::CanvasVersion;
use tollgate_tools::canvas::push::{canvas_clear, canvas_push};

use crate::support::{Kit, World, run};

async fn push(call: &Call, html: &str) -> Value {
    run::<canvas_push>(call, json!({"html": html})).await
}

async fn clear(call: &Call) -> Value {
    run::<canvas_clear>(call, json!({})).await
}

/// What is kept, the newest first.
async fn kept(world: &World) -> Vec<CanvasVersion> {
    admin::versions(&world.workspace, &world.agent).await.unwrap()
}

/// What is kept, as `version html`, the newest first.
async fn pages(world: &World) -> Vec<String> {
    kept(world).await.iter().map(|it| format!("{} {}", it.version, it.html)).collect()
}

/// An agent with its workspace.
async fn world(kit: &Kit) -> (World, Call) {
    let [first, _] = World::two(kit).await;
    let call = first.by_agent(kit);
    (first, call)
}
