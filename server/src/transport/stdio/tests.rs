//! The transport with a service of its own, over real pipes.

use std::future::{pending, ready};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;

use super::*;
use crate::transport::{Step, Work};
use crate::wire::{Frame, Id};

/// Does what a line says; the answer's id is the line's second word.
struct Obedient {
    /// Lets one blocked call go on for each message.
    gate: Arc<Mutex<Receiver<()>>>,
    closed: Sender<()>,
}

fn answer(id: &str) -> Frame {
    let id = Id::read(serde_json::from_str(id).unwrap()).unwrap();
    Frame::result(&id, |out| out.extend_from_slice(b"{}"))
}

impl Service for Obedient {
    fn receive(&self, message: &[u8]) -> Step {
        let text = String::from_utf8(message.to_vec()).unwrap();
        let (what, id) = text.split_once(' ').unwrap();
        let (gate, closed, frame) = (Arc::clone(&self.gate), self.closed.clone(), answer(id));
        let work: Work = match what {
            "answer" => return Step::Answer(frame),
            "ready" => Box::pin(ready(Some(frame))),
            "silent" => Box::pin(ready(None)),
            "block" => Box::pin(async move {
                gate.lock().unwrap().recv().unwrap();
                Some(frame)
            }),
            "yield_then_block" => Box::pin(async move {
                tokio::task::yield_now().await;
                gate.lock().unwrap().recv().unwrap();
                Some(frame)
            }),
            "yield" => Box::pin(async move {
                tokio::task::yield_now().await;
                Some(frame)
            }),
            "depend" => Box::pin(async move {
                let ended = tokio::spawn(pending::<()>()).await;
                closed.send(()).unwrap();
                ended.ok().map(|()| frame)
            }),
            _ => Box::pin(pending()),
        };
        Step::Work(work)
    }

    fn too_long(&self, bytes_max: usize) -> Frame {
        answer(&bytes_max.to_string())
    }

    fn close(&self) {
        self.closed.send(()).unwrap();
    }
}

struct Client {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    gate: Sender<()>,
    closed: Receiver<()>,
    served: JoinHandle<io::Result<()>>,
}

impl Client {
    fn start() -> Self {
        let (server_input, input) = pipe().unwrap();
        let (output, server_output) = pipe().unwrap();
        let (gate, receiver) = channel();
        let (sender, closed) = channel();
        let service = Obedient { gate: Arc::new(Mutex::new(receiver)), closed: sender };
        let served = thread::spawn(move || serve(share(server_input, server_output, |_| service)));
        Self { input, output: BufReader::new(output), gate, closed, served }
    }

    fn say(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    #[track_caller]
    fn hear(&mut self, id: &str) {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n"));
    }

    /// Ends the input and expects nothing more than the lines heard so far.
    fn end(self) {
        let Self { input, mut output, closed, served, gate } = self;
        drop(input);
        served.join().unwrap().unwrap();
        closed.recv().unwrap();
        // Calls that are still blocked hold the pipe; let them go so that it ends.
        drop(gate);
        let mut rest = String::new();
        output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn lines_are_answered_in_order_and_blank_ones_skipped() {
    let mut client = Client::start();
    client.say("answer 1\n\n \r\n\tready 2 \r\nsilent 0\nanswer 3\nready 4\n");
    for id in ["1", "2", "3", "4"] {
        client.hear(id);
    }
    client.end();
}

#[test]
fn a_last_line_without_its_end_is_answered() {
    let mut client = Client::start();
    client.say("answer 1");
    let Client { input, mut output, served, .. } = client;
    drop(input);
    served.join().unwrap().unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.contains("\"id\":1"), "{line}");
}

#[test]
fn a_call_that_blocks_its_thread_stops_nobody_else() {
    let mut client = Client::start();
    for kind in ["block", "yield_then_block"] {
        client.say(&format!("{kind} 1\nanswer 2\nready 3\nyield 4\n"));
        for id in ["2", "3", "4"] {
            client.hear(id);
        }
        client.gate.send(()).unwrap();
        client.hear("1");
        client.say("answer 5\n");
        client.hear("5");
    }
    client.end();
}

#[test]
fn many_blocked_calls_leave_a_leader() {
    const CALLS: usize = 100;
    let mut client = Client::start();
    for _ in 0..CALLS {
        client.say("block 1\n");
    }
    client.say("answer 2\nyield 3\n");
    client.hear("2");
    client.hear("3");
    for _ in 0..CALLS {
        client.gate.send(()).unwrap();
        client.hear("1");
    }
    client.end();
}

#[test]
fn a_line_beyond_the_limit_is_answered_once_and_the_next_one_served() {
    let mut client = Client::start();
    let garbage = "x".repeat(5 * 1024 * 1024);
    client.say(&garbage);
    client.hear(&REQUEST_BYTES_MAX.to_string());
    client.say("\nanswer 1\n");
    client.hear("1");
    client.end();
}

#[test]
fn the_end_of_the_input_does_not_wait_for_calls_that_wait_for_ever() {
    let mut client = Client::start();
    client.say("wait 1\nanswer 2\n");
    client.hear("2");
    drop(client.input);
    client.served.join().unwrap().unwrap();
    client.closed.recv().unwrap();
}

#[test]
fn the_end_of_the_input_does_not_wait_for_a_leader_that_is_stuck() {
    let mut client = Client::start();
    client.say("block 1\nanswer 2\n");
    client.hear("2");
    drop(client.input);
    client.served.join().unwrap().unwrap();
    client.closed.recv().unwrap();
}

#[test]
fn a_call_that_runs_on_after_the_end_does_not_see_its_runtime_fail() {
    let mut client = Client::start();
    client.say("depend 1\nanswer 2\n");
    client.hear("2");
    drop(client.input);
    client.served.join().unwrap().unwrap();
    client.closed.recv().unwrap();
    assert_eq!(client.closed.recv_timeout(TIDY_UP), Err(RecvTimeoutError::Timeout));
}

#[test]
fn a_client_that_stops_listening_is_a_normal_end() {
    let mut client = Client::start();
    client.say("answer 1\n");
    client.hear("1");
    drop(client.output);
    client.input.write_all(b"answer 2\n").unwrap();
    client.served.join().unwrap().unwrap();
    client.closed.recv().unwrap();
}
