//! Visible is callable: for random callers, settings and grants, a tool is listed if and only if a
//! call of it gets past the gates, or would with a scope that it is then told. On the compiled
//! server, over its pipes.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use tollgate::decl::Scope;

use super::client::{Client, Home, names};
use super::staff::{give, hire, ids, revoke};

/// JSON-RPC: the caller may not make this call.
const FORBIDDEN: i64 = -32003;

/// Every tool of the server, as it tells them itself.
static TOOLS: LazyLock<Vec<String>> = LazyLock::new(names);

fn caller() -> impl Strategy<Value = Vec<&'static str>> {
    let key = (
        select(&["internal", "external", "token", "token-outside"][..]),
        vec(select(Scope::ALL).prop_map(Scope::wire), 0..5),
    );
    prop_oneof![
        1 => Just(vec!["operator"]),
        3 => Just(vec!["agent", &*ids()[0]]),
        1 => Just(vec!["agent", "nobody"]),
        1 => key.prop_map(|(kind, scopes)| [vec![kind], scopes].concat()),
    ]
}

fn list() -> impl Strategy<Value = String> {
    let entry = (select(TOOLS.as_slice()), 0..5_usize).prop_map(|(tool, form)| match form {
        0 => format!("mcp__tollgate__{tool}"),
        1 => format!("{}*", &tool[..2]),
        2 => format!("mcp__other__{tool}"),
        _ => tool,
    });
    vec(entry, 0..4).prop_map(|entries| format!("{entries:?}"))
}

fn agent() -> impl Strategy<Value = String> {
    let allowed = prop_oneof![3 => Just("[]".to_owned()), 1 => list()];
    let flags = vec(any::<bool>(), 8);
    (list(), allowed, list(), flags).prop_map(|(denied, allowed, scoped, on)| {
        let sources = if on[5] { "[\"books\"]" } else { "[]" };
        let broken = if on[6] && on[7] && on[0] && on[1] { "broken" } else { "" };
        format!(
            "[capabilities]\ndenied_tools = {denied}\nallowed_tools = {allowed}\n\
             scoped_tools = {scoped}\nos_native = {}\nrecording = {}\nsystem_operator = {}\n\
             codrive = {}\ncomputer_use = {}\ndb_sources = {sources}\n{broken}\n\
             [fork]\nenabled = {}\n[surface]\nread_only = {}\n",
            on[0], on[1], on[2], on[3], on[4], on[6], on[7]
        )
    })
}

fn config() -> impl Strategy<Value = String> {
    let acquirable = vec(select(Scope::ALL).prop_map(Scope::wire), 0..6);
    (vec(any::<bool>(), 4), vec(select(TOOLS.as_slice()), 0..3), acquirable).prop_map(
        |(on, exclude, acquirable)| {
            format!(
                "[oauth]\nissuer = \"https://issuer.example\"\nacquirable_scopes = {acquirable:?}\n\
             [integrations]\ngithub = {}\ngoogle_workspace = {}\n[responsibilities]\n\
             enabled = {}\n[surface]\nquiet_refusals = {}\nexclude = {exclude:?}\n",
                on[0], on[1], on[2], on[3]
            )
        },
    )
}

/// Grants of either agent: the tool, whether it has ended by itself, and whether it was ended.
type Grants = Vec<(usize, String, bool, bool)>;

fn grants() -> impl Strategy<Value = Grants> {
    let grant = (0..2_usize, select(TOOLS.as_slice()), any::<bool>(), any::<bool>());
    prop_oneof![2 => Just(Vec::new()), 1 => vec(grant, 1..4)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_listed_runs_and_what_is_not_is_refused(
        caller in caller(),
        agent in agent(),
        config in config(),
        grants in grants(),
    ) {
        let home = Home::new();
        home.configure(&config);
        home.configure_agent(&ids()[0], &agent);
        hire(&home);
        for (agent, tool, has_expired, is_ended) in grants {
            let ago = if has_expired { 120 } else { 0 };
            let grant = give(&home, &ids()[agent], &tool, ago, 60);
            if is_ended && !has_expired {
                revoke(&home, &grant);
            }
        }
        let mut client = Client::start(&home, &caller);
        let listed = client.list();
        for tool in TOOLS.iter() {
            let outcome = client.call(tool);
            // What a token could acquire is listed, and refused with what to acquire.
            let is_acquirable = matches!(&outcome, Err((FORBIDDEN, text))
                if text.starts_with(&format!("{tool} needs a token with the scope ")));
            let is_in_reach = outcome.is_ok() || is_acquirable;
            prop_assert_eq!(listed.contains(tool), is_in_reach, "{}: {:?}", tool, outcome);
            prop_assert!(!is_acquirable || caller[0].starts_with("token"), "{}", tool);
        }
        prop_assert!(listed.iter().all(|tool| TOOLS.contains(tool)), "{:?}", listed);
    }
}
