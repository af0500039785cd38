use tollgate::store::Scoped;

const SENDERS: Scoped = Scoped::sql(
    "SELECT m.id, a.name FROM messages m JOIN agents a ON a.id = m.sender_id \
     WHERE m.workspace_id = $1",
);

fn main() {}
