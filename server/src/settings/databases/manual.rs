//! What the reference of the settings says about the sections that the table of keys cannot hold.

/// The part of the page, in Markdown.
pub(in super::super) const MANUAL: &str = "
## `[db_sources.<name>]`

A database that agents can be opened for reading, at most 64 of them. The name begins with a small
letter and has small letters, digits and `_`. It is open to the operator, and to an agent whose
`agents/<id>/agent.toml` lists the name under `[capabilities] db_sources`. The server reads this
anew at each question. Sessions cannot write, whatever they are asked; a user of the database that
may only read what is meant to be read is the better wall, so give one.

### `driver`

- allowed: \"sqlite\", \"postgres\" or \"mysql\", which is MariaDB too
- required

### `url`

Where the database is. An address with a password is better kept in a variable, see `url_env`. It
is shown to nobody. Encryption is asked for by the driver's own word: `?sslmode=verify-full` for
PostgreSQL, `?ssl-mode=VERIFY_IDENTITY` for MySQL.

- allowed: \"sqlite:/absolute/path\", \"postgres://user@host/database\" or
  \"mysql://user@host/database\"
- required, or else `url_env`

### `url_env`

The environment variable of the server that holds the address.

- allowed: the name of an environment variable
- required, or else `url`

### `allowed_tables`

The tables and views that may be read, named as `db_tables` names them. `[\"*\"]` allows all, and
with them `db_query`, which takes SQL.

- allowed: a list of 1 to 500 names of tables, or [\"*\"] for all
- required

### `label`

What it holds, for those who read it.

- allowed: a text of at most 200 bytes
- default: `\"\"`

### `max_rows`

Rows of one answer.

- allowed: an integer from 1 to 1000
- default: `200`

### `timeout_ms`

Milliseconds of one question.

- allowed: an integer from 100 to 120000
- default: `10000`
";
