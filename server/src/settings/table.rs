//! The table of `config.toml`: every section and key, its type, its default and its manual.
//!
//! A new setting is one line here; the reader, the messages and the manual follow.

use tollgate_tools::decl::Scopes;

use super::key::settings;
use super::list::Pairs;
use super::oauth::{Algorithms, KeySource, SafeUrl, ScopeWords};
use super::server::{Hosts, Listen, Origins, WebUrl};
use super::value::{Level, StorePlace};
use super::word::{DelegationPolicy, SandboxFallback};

settings! {
    /// Every setting of the home, with its value or its default.
    Settings, beside databases;

    /// Where workspaces, messages and feeds are kept.
    in [store] store: Store {
        /// The address of the store.
        ///
        /// Without it everything is kept in one SQLite file in the home folder. Several servers
        /// that share their records name one PostgreSQL database here.
        url: StorePlace = StorePlace::Embedded,
    }
    /// Who reaches the server over HTTP, and how. Where it listens, its certificate's place and the
    /// bounds hold from the next start on.
    in [server] server: Server {
        /// Where it listens: an address of this machine, and a port.
        ///
        /// `tollgate serve --listen` counts before it. An address that other machines reach needs
        /// callers to show who they are; without that the start is refused.
        listen: Listen = Listen::default(),
        /// The address by which clients reach the server, such as `https://tools.example.com`.
        ///
        /// Tokens of an authorization server are made for this address with `/mcp` after it, and
        /// clients are told it. Empty means the address that the server listens on. Its host and
        /// its origin are allowed without being named below.
        public_url: SafeUrl = SafeUrl::default(),
        /// Whether a client on this machine that shows no key is the operator.
        ///
        /// Every program of every user of the machine can then do everything, and so can whatever
        /// a proxy on this machine passes on. A key that is shown counts as ever.
        loopback_without_key: bool = false,
        /// Names under which clients may reach it, beside the address where it listens and the
        /// loopback names with its port; one without a port stands for every port.
        ///
        /// A request whose `Host` is none of them is refused, so that a page in a browser cannot
        /// reach it through a name of its own.
        hosts: Hosts = Hosts::default(),
        /// Origins of web pages that may reach it, beside those of the names above.
        ///
        /// A request without an `Origin` comes from no page and is not refused for it.
        origins: Origins = Origins::default(),
        /// The PEM file of its certificate, followed by those between it and its root; a path that
        /// is not absolute starts in the home. With it the server speaks HTTPS alone.
        ///
        /// Both files are read again when they change. Empty means none.
        tls_certificate: String = String::new(),
        /// The PEM file of the certificate's private key, which nobody but its owner may read.
        tls_key: String = String::new(),
        /// Connections at once; one more waits until another one ends.
        connections_max: u32 where 1..=65536 = 1024,
        /// The seconds that a client has to send a request.
        request_seconds: u32 where 1..=600 = 30,
        /// Sessions at once. One more takes the place of the one unused for longest, if that is
        /// more than a minute, and is refused otherwise.
        sessions_max: u32 where 1..=1000000 = 10000,
        /// The seconds after which a session ends that nobody uses.
        session_idle_seconds: u32 where 1..=604800 = 1800,
        /// Standing streams at once: what clients open to be told what answers no request.
        streams_max: u32 where 1..=65536 = 32,
        /// The seconds that running calls have when the server is told to end.
        closing_seconds: u32 where 0..=600 = 10,
    }
    /// The authorization server whose access tokens are let in over HTTP.
    in [oauth] oauth: OAuth {
        /// The authorization server: exactly what its tokens have as `iss`. Empty means none.
        issuer: SafeUrl = SafeUrl::default(),
        /// For whom a token has to be: one of these has to be in its `aud`. An empty list means
        /// the server's own address with `/mcp` after it.
        audience: Vec<String> = Vec::new(),
        /// Where the public keys are that the issuer signs with (a JWKS): `"discover"` asks the
        /// metadata of the issuer.
        ///
        /// They are fetched when a token first needs them, kept, and fetched again when a token
        /// names a key that is not among them, at most once a minute. While the issuer cannot be
        /// reached, the keys that are known count for a day more, and then no token does.
        keys: KeySource = KeySource::Discover,
        /// How tokens may be signed.
        algorithms: Algorithms = Algorithms::default(),
        /// Seconds by which the clocks of the two servers may differ.
        leeway_s: u32 where 0..=300 = 30,
        /// Whether whoever shows a token counts as somebody outside, who can have the five scopes
        /// that an external key can have, whatever else its token names.
        external: bool = true,
        /// The scopes that the issuer could give.
        ///
        /// A tool that lacks nothing but one of these is listed to whoever shows a token; a call
        /// is told which scope to ask for.
        acquirable_scopes: Scopes = Scopes::EXTERNAL,
        /// What scopes of the issuer mean here: `"tickets.read" = ["wiki:read"]` below
        /// `[oauth.scopes]`. A word that is not in this table means the scope of its own name, and
        /// nothing if there is none.
        scopes: ScopeWords = ScopeWords::default(),
    }
    /// What tools may fetch.
    in [http] http: Http {
        /// Whether tools may fetch from private and loopback addresses.
        ///
        /// Off keeps an address in a feed or a redirect from reaching into the operator's network.
        allow_private: bool = false,
    }
    /// What `tools/list` shows to every caller, beyond what the gates of each tool decide.
    ///
    /// What is left out here cannot be called either. An agent's own `[surface]` narrows further
    /// and never widens.
    in [surface] surface: Surface {
        /// Whether each tool's `outputSchema` is listed.
        ///
        /// Models never read it and it makes a list about a fifth longer; turn it on for clients
        /// that check replies.
        output_schema: bool = false,
        /// The families that are shown; an empty list means all.
        toolsets: Vec<String> = Vec::new(),
        /// The tools that are shown; an empty list means all of the families above.
        tools: Vec<String> = Vec::new(),
        /// The tools that are left out, whatever the two lists above say.
        exclude: Vec<String> = Vec::new(),
        /// Whether only tools that change nothing are shown.
        read_only: bool = false,
        /// Whether a refusal to an external caller reads like an unknown tool.
        ///
        /// Off tells every caller which gate refused. On keeps external callers from learning
        /// which tools exist.
        quiet_refusals: bool = false,
    }
    /// How often one caller may call, in each process that serves it.
    in [rate] rate: Rate {
        /// Calls in a minute of tools that change nothing.
        reads_per_minute: u32 where 1..=100000 = 100,
        /// Calls in a minute of tools that change something.
        writes_per_minute: u32 where 1..=100000 = 20,
    }
    /// Which outside services tools may use.
    in [integrations] integrations: Integrations {
        /// Whether the tools of Google Workspace exist for callers.
        google_workspace: bool = false,
        /// Whether the tools of GitHub exist for callers.
        github: bool = false,
    }
    /// Standing responsibilities of agents.
    in [responsibilities] responsibilities: Responsibilities {
        /// Whether agents have the tools of responsibilities.
        enabled: bool = false,
        /// The days after which a responsibility stops at the latest.
        max_stop_at_days: u32 where 1..=90 = 30,
        /// The events that are looked at in one go.
        event_poll_batch: u32 where 1..=2000 = 500,
        /// Messages to a responsibility's owner in one period; 0 means none.
        max_notifications_per_period: u32 where 0..=1000 = 10,
        /// Times in one period that an event may start a run.
        max_event_wakes_per_period: u32 where 0..=1000 = 12,
        /// The minutes that an operator has for an approval.
        operator_approval_minutes: u32 where 1..=1440 = 30,
    }
    /// Which agents may hand work to which, and who an agent is.
    in [delegation] delegation: Delegation {
        /// What relates two agents: the same department, the line of `reports_to`, or nothing
        /// needed at all.
        ///
        /// Under `"department"` and `"hierarchy"` an agent above or below in `reports_to` is always
        /// related.
        policy: DelegationPolicy = DelegationPolicy::Department,
        /// Pairs of agents that are related whatever the policy says, in either direction.
        allow: Pairs = Pairs::default(),
        /// Whether a process that names itself an agent has to prove it with a signed token.
        require_identity_token: bool = false,
    }
    /// Which modules of Odoo tools may use.
    ///
    /// The tools of Odoo stay listed; a call for a model of a module that is off is refused.
    in [odoo] odoo: Odoo {
        /// Customers and leads.
        features_crm: bool = true,
        /// Quotations and sale orders.
        features_sale: bool = true,
        /// Products and stock.
        features_inventory: bool = true,
        /// Invoices and payments.
        features_accounting: bool = true,
        /// Projects and their tasks.
        features_project: bool = false,
        /// Employees and their contracts.
        features_hr: bool = false,
    }
    /// What agents remember from one run to the next.
    in [memory] memory: Memory {
        /// Whether an agent's working state is put into its prompt.
        ///
        /// The tools that write it work either way.
        working_state_enabled: bool = true,
        /// The largest structured hand-off, in bytes of its texts together.
        ///
        /// A longer one is refused whole; nothing is cut.
        working_state_handoff_max_bytes: u32 where 1..=1048576 = 16384,
    }
    /// The container in which scripts of agents run.
    in [container.sandbox] container_sandbox: ContainerSandbox {
        /// Whether scripts may run at all.
        enabled: bool = true,
        /// The image of the container; it is never pulled. Empty means none, so that no script
        /// runs.
        image: String = String::new(),
        /// What becomes of a script when the container cannot run.
        ///
        /// `"run_unsandboxed"` runs it on the host, with the rights of the server.
        script_when_unavailable: SandboxFallback = SandboxFallback::Fail,
    }
    /// What the server writes to its standard error.
    in [log] log: Log {
        /// The least important line that is still written.
        level: Level = Level::Info,
    }
    /// What `tollgate serve` tells a collector of telemetry.
    ///
    /// No header, token, argument or session is ever part of it.
    in [telemetry] telemetry: Telemetry {
        /// The address of a collector that takes OTLP over HTTP, as in `http://127.0.0.1:4318`;
        /// traces go to `/v1/traces` below it and metrics to `/v1/metrics`. Empty means none.
        otlp_endpoint: WebUrl = WebUrl::default(),
    }
}
