//! Guests that work on a job.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use mc_protocol::applescript::Eval;
use serde_json::{Value, json};

use super::{Next, Peer, Request, Stub, answer};

/// The job that these guests begin.
pub const JOB: u32 = 7;

/// A script of two bytes, and what it is sent with.
pub fn script() -> (Eval, std::sync::Arc<[u8]>) {
    (Eval::new(2), b"it".as_slice().into())
}

/// What a guest says of the script's job.
pub fn state(status: &str, more: Value) -> Value {
    let mut state = json!({ "job_id": JOB, "method": "applescript.eval", "status": status, "elapsed_ms": 5 });
    if let (Some(state), Some(more)) = (state.as_object_mut(), more.as_object()) {
        state.extend(more.clone());
    }
    state
}

pub fn done(state: &Value) -> Value {
    json!({ "event": "job.done", "payload": state })
}

/// Takes the source and begins the job.
pub fn begin(peer: &mut Peer, request: &Request) -> io::Result<Next> {
    peer.take_body(request.id)?;
    peer.result(request.id, json!({ "job_id": JOB }))
}

/// A guest whose scripts give `result`, at once.
pub fn stub_that_gives(result: &'static [u8]) -> Stub {
    Stub::start(move |peer, request| match request.method.as_str() {
        "applescript.eval" => {
            begin(peer, request)?;
            peer.json(&done(&state("done", json!({ "size": result.len() }))))
        }
        "jobs.result" => {
            let size = json!({ "data": { "$binary": true, "size": result.len() } });
            peer.streamed(request.id, size, result)
        }
        _ => answer(peer, request),
    })
}

/// A guest whose scripts do not end by themselves, and that answers what is asked of them in its own way.
pub fn stub_at_work(own: impl Fn(&mut Peer, &Request) -> io::Result<Next> + Send + Sync + 'static) -> Stub {
    Stub::start(move |peer, request| match request.method.as_str() {
        "applescript.eval" => begin(peer, request),
        method if method.starts_with("jobs.") => own(peer, request),
        _ => answer(peer, request),
    })
}

/// A guest whose scripts run until they are stopped, and then stop.
pub fn stub_that_can_be_stopped() -> Stub {
    let is_stopped = AtomicBool::new(false);
    stub_at_work(move |peer, request| match request.method.as_str() {
        "jobs.cancel" => {
            is_stopped.store(true, Ordering::SeqCst);
            peer.result(request.id, json!({ "status": "running" }))?;
            peer.json(&done(&state("cancelled", json!({}))))
        }
        _ if is_stopped.load(Ordering::SeqCst) => peer.result(request.id, state("cancelled", json!({}))),
        _ => peer.result(request.id, state("running", json!({}))),
    })
}
