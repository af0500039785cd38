//! What settings and grants open for a caller: as the plain values that gates look at.
//!
//! Must not: decide (the gates do), or read a file by itself (`settings` does).

mod follow;
mod live;
mod names;
mod proofs;
mod told;

use std::num::NonZeroU32;

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Gate, Scopes};
use tollgate_tools::grants::ActiveGrants;

use crate::gate::{Catalog, Choice, Narrowing, Openings, RateLimits, Switches};
use crate::settings::agent::{self, AgentSettings, AgentSurface};
use crate::settings::live::{AgentFile, Config, Snapshot};
use crate::settings::{FILE_NAME, Rate, Settings, Surface};

pub use live::{FromSettings, Holding};
pub use names::{Misnamed, slips, unknown_in_agent, unknown_in_home};
pub use told::Told;

/// What is open for a caller under these settings, with the grants of this moment.
///
/// A file that cannot be used closes everything for those whom it governs: `config.toml` for
/// all, an `agent.toml` for its agent. A narrowing that names what this build lacks is such a
/// fault, for it would otherwise show more than was asked for.
#[must_use]
pub fn of(
    catalog: &Catalog,
    caller: &Caller,
    snapshot: &Snapshot,
    grants: &ActiveGrants,
    now_ms: i64,
) -> Openings {
    let settings = match snapshot.config() {
        Config::Read(settings) => settings,
        Config::Closed(_) => return closed(FILE_NAME.to_owned()),
    };
    let mut openings = home(settings);
    let mut choices = vec![(FILE_NAME.to_owned(), home_choice(&settings.surface))];
    if let Caller::Agent { id, .. } = caller {
        let file = agent::file_of(id);
        match snapshot.agent(id) {
            AgentFile::Missing => {}
            AgentFile::Read(agent) => {
                open_agent(&mut openings, &agent);
                openings.granted_tools = grants.of(id, now_ms).map(str::to_owned).collect();
                choices.push((file, agent_choice(&agent.surface)));
            }
            AgentFile::Closed(_) => return closed(file),
        }
    }
    for (file, choice) in choices {
        match Narrowing::new(catalog, &choice) {
            Ok(narrowing) => openings.narrowings.push(narrowing),
            Err(error) => return closed(format!("{file} ([surface] {error})")),
        }
    }
    openings
}

/// Nothing is open. Whether refusals are to be quiet may not be readable either, so they are.
pub(super) fn closed(by: String) -> Openings {
    Openings { closed_by: Some(by), quiet_refusals: true, ..Openings::default() }
}

fn home(settings: &Settings) -> Openings {
    let Settings { integrations, responsibilities, surface, oauth, rate, .. } = settings;
    Openings {
        switches: Switches::default()
            .with(Gate::GoogleWorkspace, integrations.google_workspace)
            .with(Gate::Github, integrations.github)
            .with(Gate::Responsibilities, responsibilities.enabled),
        acquirable_scopes: match oauth.issuer.given() {
            Some(_) => oauth.acquirable_scopes,
            None => Scopes::NONE,
        },
        quiet_refusals: surface.quiet_refusals,
        rate: rate_limits(rate),
        ..Openings::default()
    }
}

/// The settings refuse a rate of zero, so what stands in for it is never used.
fn rate_limits(rate: &Rate) -> RateLimits {
    let per_minute = |calls: u32| NonZeroU32::new(calls).unwrap_or(NonZeroU32::MIN);
    RateLimits {
        reads_per_minute: per_minute(rate.reads_per_minute),
        writes_per_minute: per_minute(rate.writes_per_minute),
    }
}

fn open_agent(openings: &mut Openings, agent: &AgentSettings) {
    let AgentSettings { capabilities, fork, .. } = agent;
    openings.switches = openings
        .switches
        .with(Gate::OsNative, capabilities.os_native)
        .with(Gate::Recording, capabilities.recording)
        .with(Gate::SystemOperator, capabilities.system_operator)
        .with(Gate::Codrive, capabilities.codrive)
        .with(Gate::ComputerUse, capabilities.computer_use)
        .with(Gate::DbSources, !capabilities.db_sources.is_empty())
        .with(Gate::Fork, fork.enabled);
    openings.denied_tools.clone_from(&capabilities.denied_tools);
    openings.allowed_tools.clone_from(&capabilities.allowed_tools);
    openings.scoped_tools.clone_from(&capabilities.scoped_tools);
}

fn home_choice(surface: &Surface) -> Choice {
    let Surface { toolsets, tools, exclude, read_only, .. } = surface.clone();
    Choice { toolsets, tools, exclude, read_only }
}

fn agent_choice(surface: &AgentSurface) -> Choice {
    let AgentSurface { toolsets, tools, exclude, read_only } = surface.clone();
    Choice { toolsets, tools, exclude, read_only }
}
