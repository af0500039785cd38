//! An installation with databases, and questions to them with and without the judge of statements.

use std::fs;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tollgate::bind::{Declared, Failure, Tool};
use tollgate::call::{Call, Caller, NoPeer, Setting};
use tollgate::host::{Reach, ports};
use tollgate::port::{DatabaseQuery, DatabaseReader, DatabaseRows, DatabaseTable};
use tollgate::store::{Store, StoreUrl};

/// One installation.
pub(super) struct Kit {
    pub(super) home: TempDir,
}

impl Kit {
    /// An installation with this settings file.
    pub(super) fn new(settings: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("config.toml"), settings).unwrap();
        Self { home }
    }

    /// Writes the settings file of an agent.
    pub(super) fn agent_file(&self, id: &str, text: &str) {
        let folder = self.home.path().join("agents").join(id);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("agent.toml"), text).unwrap();
    }

    /// A call by this caller.
    pub(super) fn call(&self, caller: Caller) -> Call {
        Call::new(Setting {
            caller,
            store: Store::lazy(StoreUrl::in_home(self.home.path()).unwrap()),
            ports: ports(Reach::Public, self.home.path()),
            home: self.home.path().into(),
            cancel: CancellationToken::new(),
            peer: Arc::new(NoPeer),
        })
    }

    /// What a tool answers the operator.
    pub(super) async fn run<T: Declared>(&self, arguments: Value) -> Value {
        answer::<T>(&self.call(Caller::Operator), arguments).await.unwrap()
    }

    /// What the operator is told by a tool that refuses.
    pub(super) async fn refused<T: Declared>(&self, arguments: Value) -> String {
        match answer::<T>(&self.call(Caller::Operator), arguments.clone()).await {
            Ok(answer) => panic!("{arguments} was answered with {answer}"),
            Err(text) => text,
        }
    }

    /// Asks the session itself, past the judge of statements.
    pub(super) async fn session(&self, sql: &str) -> Result<DatabaseRows, String> {
        let call = self.call(Caller::Operator);
        let query = DatabaseQuery {
            database: "shop".to_owned(),
            sql: sql.to_owned(),
            values: Vec::new(),
            rows_max: 1_000,
        };
        let asked = call.ports().databases.query(&DatabaseReader::Operator, query).await;
        asked.map_err(|error| error.to_string())
    }

    /// The tables that may be read.
    pub(super) async fn tables(&self) -> Vec<DatabaseTable> {
        let call = self.call(Caller::Operator);
        call.ports().databases.tables(&DatabaseReader::Operator, "shop").await.unwrap()
    }
}

/// What a tool answers, or the text of its refusal.
pub(super) async fn answer<T: Declared>(call: &Call, arguments: Value) -> Result<Value, String> {
    let raw = serde_json::value::to_raw_value(&arguments).unwrap();
    let prepared = (Tool::of::<T>().prepare)(&raw).map_err(|faults| faults.to_string())?;
    match prepared.run(call).await {
        Ok(answer) => Ok(serde_json::from_str(answer.structured.unwrap().get()).unwrap()),
        Err(Failure::Refused(text)) => Err(text),
        Err(other) => panic!("{other}: {:?}", std::error::Error::source(&other)),
    }
}

/// The cells of an answer, row by row.
pub(super) fn cells(answer: &Value) -> Value {
    let rows = answer["rows"].as_array().unwrap();
    Value::Array(rows.iter().map(|row| row["cells"].clone()).collect())
}

/// The section of one database of which all tables may be read.
pub(super) fn section(driver: &str, url: &str, more: &str) -> String {
    format!(
        "[db_sources.shop]\ndriver = \"{driver}\"\nurl = \"{url}\"\n\
         allowed_tables = [\"*\"]\n{more}\n"
    )
}

/// Arguments of db_query.
pub(super) fn sql(text: &str) -> Value {
    json!({"source": "shop", "sql": text})
}
