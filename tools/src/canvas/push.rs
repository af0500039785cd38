//! `canvas_push` and `canvas_clear`: what an agent shows.

use super::page::{self, Page};
use super::write::Write;
use super::{CanvasError, REMOVED_NAMED_MAX};
use crate::call::Call;
use crate::store::{ActingAgent, checked_name};
use crate::{Reply, tool};

/// A page that is shown.
#[derive(Debug, Reply)]
pub struct CanvasPushed {
    /// Its version.
    pub version: i64,
    /// Its bytes, as it is kept.
    pub bytes: usize,
    /// The first 20 of what was removed, sorted: elements, and attributes as `a[onclick]`.
    pub removed: Vec<String>,
    /// How many kinds of elements and attributes were removed.
    pub removed_kinds: usize,
}

/// A canvas that shows nothing.
#[derive(Debug, Reply)]
pub struct CanvasCleared {
    /// Its version; 0 when nothing was ever pushed.
    pub version: i64,
    /// Whether something was shown before.
    pub was_shown: bool,
}

/// Show people an HTML page of yours in place of the one before. Scripts, styles and forms are
/// removed; at most 256 KiB.
///
/// The page has at most 262,144 bytes, both as it is given and as it is kept after sanitising.
/// Beyond that, or if nothing is left to see, the whole call is refused and the page before it
/// stays. Elements are nested at most 256 deep, and there are at most 100,000.
///
/// What is not allowed is removed and named in the answer; what stands in an element that is
/// removed stays if it is text. Allowed are text, headings, lists, tables, quotes, code, figures,
/// `details`, links to `http` and `https` addresses, and images from `https` or `data:image/*`
/// addresses. There are no relative addresses, no `class`, `id` or `style` and no comments.
///
/// The newest five versions are kept, empty ones of `canvas_clear` among them.
#[tool(does = write, scope = WikiWrite, audience = process_agent)]
pub async fn canvas_push(
    call: &Call,
    /// The page: headings, tables, lists, https images.
    html: String,
    /// One line for people.
    #[param(len = 1..=200)]
    title: Option<String>,
) -> Result<CanvasPushed, CanvasError> {
    let agent = ActingAgent::of(call).await?;
    let title = title.as_deref().map(checked_name).transpose().map_err(CanvasError::Title)?;
    // Off the threads that serve: a hostile page takes a moment.
    let sanitising = tokio::task::spawn_blocking(move || page::sanitised(&html));
    let Page { html, removed } = sanitising.await.map_err(CanvasError::Sanitiser)??;
    let bytes = html.len();
    let version = Write::begin(call, &agent).await?.keep(title, html).await?;
    Ok(CanvasPushed {
        version,
        bytes,
        removed_kinds: removed.len(),
        removed: removed.into_iter().take(REMOVED_NAMED_MAX).collect(),
    })
}

/// Clear what you show people with canvas_push. Older versions stay.
///
/// The empty canvas is a version as well, and counts among the five that are kept. Clearing what
/// shows nothing already makes no version, so that it pushes none out.
#[tool(does = write, scope = WikiWrite, audience = process_agent)]
pub async fn canvas_clear(call: &Call) -> Result<CanvasCleared, CanvasError> {
    let agent = ActingAgent::of(call).await?;
    let mut write = Write::begin(call, &agent).await?;
    match write.newest().await? {
        Some((_, true)) => {
            let version = write.keep(None, String::new()).await?;
            Ok(CanvasCleared { version, was_shown: true })
        }
        Some((version, false)) => Ok(CanvasCleared { version, was_shown: false }),
        None => Ok(CanvasCleared { version: 0, was_shown: false }),
    }
}
