//! A tool call from its name to its answer: the stages, and the order in which they are passed.
//!
//! Lives here: `call`, one file a stage, and `Refusal`, which is everything a stage can say no
//! with. Must not: know a transport, a protocol version or a session.

mod arguments;
mod limits;
mod name;
mod places;
mod rate;
mod record;
mod refusal;
mod reply;
mod standing;
mod trail;

use serde_json::value::RawValue;
use tokio::sync::Notify;
use tollgate_tools::bind::Answer;
use tollgate_tools::call::Call;

use crate::audit::Audit;
use crate::gate::{Credential, Opens, View};

pub(crate) use places::Places;
pub(crate) use rate::Rates;
pub(crate) use record::{audited, turned_away};
pub(crate) use refusal::{OnWire, Refusal};

/// What a caller asks for.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The tool's name.
    pub(crate) name: String,
    /// What it is given: a JSON object.
    pub(crate) arguments: Box<RawValue>,
}

/// What the stages look at, besides the call itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stages<'a> {
    /// What the caller sees.
    pub(crate) view: &'a View,
    /// Who that is, and by what.
    pub(crate) credential: &'a Credential,
    /// Where that comes from.
    pub(crate) openings: &'a dyn Opens,
    /// How often it may call.
    pub(crate) rates: &'a Rates,
    /// How many calls run at the same time.
    pub(crate) places: &'a Places,
    /// Where calls are written down.
    pub(crate) audit: &'a Audit,
    /// Fires when the handler has asked what only another call brings the answer to.
    pub(crate) asked: Option<&'a Notify>,
}

/// Passes one call through every stage.
async fn call(stages: Stages<'_>, call: &Call, asked: &Asked) -> Result<Answer, Refusal> {
    let Stages { view, rates, places, audit, .. } = stages;
    let (catalog, seen) = (view.catalog(), view.seen());
    let found = name::exact(catalog.registry(), seen.visible(), &asked.name)?;
    let decl = found.tool.decl;
    rates.take(decl, seen.standpoint())?;
    standing::admit(stages, found).await?;
    trail::check(decl, audit)?;
    let prepared = arguments::decode(found.tool, &asked.arguments)?;
    let handler = places.enter(found, prepared.run(call));
    let answer = limits::run(decl, call, stages.asked, handler).await?;
    standing::settle(decl, stages).await;
    Ok(reply::bounded(answer, decl.limits))
}
