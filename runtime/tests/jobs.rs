//! Jobs: calls that go on after their answer, on guests that keep their word and on guests that do not.

mod stub;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mc_protocol::{Code, fs, health};
use mc_runtime::guest::Finished;
use mc_runtime::trace::Trace;
use mc_runtime::{Error, Result};
use serde_json::{Value, json};
use stub::jobs::{JOB, begin, done, script, state, stub_at_work, stub_that_can_be_stopped, stub_that_gives};
use stub::{Next, Peer, Request, Stub, answer};

const SOON: Duration = Duration::from_millis(200);

/// Runs a script on a guest that is asked about it soon.
async fn run(stub: &Stub) -> Result<Finished> {
    let (eval, source) = script();
    stub.guest().within(SOON).run(&eval, source).await
}

async fn failure(stub: &Stub) -> Error {
    run(stub).await.expect_err("the script fails")
}

#[tokio::test]
async fn the_result_comes_when_the_guest_says_that_it_is_done() {
    let stub = stub_that_gives(b"\"hello\"");
    let finished = run(&stub).await.expect("runs");
    assert_eq!(finished.data, b"\"hello\"");
    assert_eq!(stub.methods(), ["hello", "applescript.eval", "jobs.result"]);
    let silent = stub_that_gives(b"");
    assert_eq!(run(&silent).await.expect("runs").data, b"");
    assert_eq!(silent.methods(), ["hello", "applescript.eval"]);
}

#[tokio::test]
async fn a_job_is_one_step_of_the_trace() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), stub_that_gives(b"42"));
    let trace = Trace::new(Some(folder.path().to_owned()), None);
    let (eval, source) = script();
    let guest = stub.guest().traced(trace.clone());
    guest.run(&eval, source).await.expect("runs");
    let path = trace.write(json!({})).expect("writes").expect("has a folder");
    let written: Value = serde_json::from_slice(&std::fs::read(path).expect("reads")).expect("is JSON");
    let steps = written["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 1, "{steps:?}");
    assert_eq!(steps[0]["name"], "applescript.eval");
    assert_eq!(steps[0]["outcome"]["value"], json!({ "bytes": 2 }));
}

#[tokio::test]
async fn other_calls_are_served_while_a_job_runs() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "applescript.eval" => begin(peer, request),
        "health" => {
            answer(peer, request)?;
            peer.json(&done(&state("done", json!({}))))
        }
        _ => answer(peer, request),
    });
    let guest = stub.guest();
    let (eval, source) = script();
    let beside = async {
        while stub.count("applescript.eval") == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        guest.call(&health::Health {}).await
    };
    let (finished, health) = tokio::join!(guest.run(&eval, source), beside);
    health.expect("is served");
    finished.expect("ends after that");
    assert_eq!(stub.connections(), 1);
}

#[tokio::test]
async fn a_guest_that_does_not_say_so_is_asked() {
    let asked = AtomicUsize::new(0);
    let stub = stub_at_work(move |peer, request| match asked.fetch_add(1, Ordering::SeqCst) {
        0 | 1 => peer.result(request.id, state("running", json!({ "items": 3 }))),
        _ => peer.result(request.id, state("done", json!({ "items": 9 }))),
    });
    assert_eq!(run(&stub).await.expect("runs").items, Some(9));
    assert_eq!(stub.count("jobs.status"), 3);
}

#[tokio::test]
async fn an_answer_without_a_job_is_the_end_of_it() {
    let stub = Stub::ordinary();
    let delete = fs::Delete {
        recursive: Some(true),
        ..fs::Delete::new("Macintosh HD:Empty".into())
    };
    let finished = stub.guest().run(&delete, Arc::default()).await.expect("deleted");
    assert_eq!(finished, Finished::default());
}

#[tokio::test]
async fn a_job_fails_with_what_the_guest_says_of_it() {
    let error = json!({ "error": {
        "code": "applescript", "message": "The variable x is not defined.", "os_error": -2753, "line": 2, "start": 10, "end": 11,
    } });
    let stub = stub_at_work(move |peer, request| peer.result(request.id, state("failed", error.clone())));
    let error = failure(&stub).await;
    assert_eq!(
        (error.code(), error.message()),
        (Code::Applescript, "The variable x is not defined.")
    );
    assert_eq!(
        json!(error.details()),
        json!({ "os_error": -2753, "line": 2, "start": 10, "end": 11 })
    );
    assert_eq!(stub.connections(), 1);
}

#[tokio::test]
async fn a_job_beyond_its_time_is_stopped() {
    let stub = stub_that_can_be_stopped();
    let (eval, source) = script();
    let guest = stub.guest();
    let late = guest
        .finishing_within(SOON)
        .run(&eval, source)
        .await
        .expect_err("too long");
    assert_eq!(late.code(), Code::Timeout);
    assert_eq!(stub.count("jobs.cancel"), 1);
    guest
        .call(&health::Health {})
        .await
        .expect("the connection goes on");
    assert_eq!(stub.connections(), 1);
}

#[tokio::test]
async fn a_job_that_ends_as_it_is_stopped_has_ended() {
    let stub = stub_at_work(|peer, request| {
        peer.json(&done(&state("done", json!({}))))?;
        peer.error(request.id, Code::NotFound, "that job is over")
    });
    let (eval, source) = script();
    let finished = stub.guest().finishing_within(SOON).run(&eval, source).await;
    assert_eq!(finished.expect("done").data, b"");
}

#[tokio::test]
async fn a_job_that_does_not_stop_is_unconfirmed() {
    let stub = stub_at_work(|peer, request| peer.result(request.id, json!({ "status": "running" })));
    let (eval, source) = script();
    let guest = stub.guest();
    let late = guest
        .finishing_within(SOON)
        .run(&eval, source)
        .await
        .expect_err("too long");
    assert_eq!(
        (late.code(), &late.details()["cause"]),
        (Code::Unconfirmed, &json!("timeout"))
    );
    guest.call(&health::Health {}).await.expect("on a new connection");
    assert_eq!((stub.count("applescript.eval"), stub.connections()), (1, 2));
}

#[tokio::test]
async fn a_job_that_is_given_up_is_called_off() {
    let stub = stub_that_can_be_stopped();
    let guest = stub.guest();
    let (eval, source) = script();
    let waited = tokio::time::timeout(SOON, guest.run(&eval, source)).await;
    assert!(waited.is_err(), "{waited:?}");
    guest.settle().await;
    assert_eq!(stub.count("jobs.cancel"), 1);
    guest
        .call(&health::Health {})
        .await
        .expect("the connection goes on");
    assert_eq!(stub.connections(), 1);
    guest.settle().await;
}

#[tokio::test]
async fn a_job_whose_connection_ends_is_unconfirmed() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "applescript.eval" => {
            begin(peer, request)?;
            Ok(Next::Close)
        }
        _ => answer(peer, request),
    });
    let lost = failure(&stub).await;
    assert_eq!(
        (lost.code(), &lost.details()["cause"]),
        (Code::Unconfirmed, &json!("disconnected"))
    );
    assert_eq!(stub.count("applescript.eval"), 1);
}

#[tokio::test]
async fn a_result_that_is_lost_says_that_the_job_was_done() {
    let stub = stub_at_work(|peer, request| match request.method.as_str() {
        "jobs.status" => peer.result(request.id, state("done", json!({ "size": 5 }))),
        _ => Ok(Next::Close),
    });
    let lost = failure(&stub).await;
    assert_eq!(lost.code(), Code::Unconfirmed);
    assert!(
        lost.message().contains("it was done, and its result was lost"),
        "{lost}"
    );
}

/// What a guest that lies says when it is asked about the job, and what becomes of it.
#[tokio::test]
async fn a_guest_that_lies_about_a_job_is_found_out() {
    type Lie = fn(&mut Peer, &Request) -> std::io::Result<Next>;
    let lies: [(Lie, Code); 9] = [
        // Of another job.
        (
            |peer, request| peer.result(request.id, state("done", json!({ "job_id": JOB + 1 }))),
            Code::Unconfirmed,
        ),
        // Of another method.
        (
            |peer, request| peer.result(request.id, state("done", json!({ "method": "fs.delete" }))),
            Code::Unconfirmed,
        ),
        // It has forgotten it.
        (
            |peer, request| peer.error(request.id, Code::NotFound, "there is no such job"),
            Code::Unconfirmed,
        ),
        // It says nothing at all.
        (|_, _| Ok(Next::Serve), Code::Unconfirmed),
        (
            |peer, request| peer.result(request.id, json!({ "job_id": JOB, "status": "asleep" })),
            Code::Unconfirmed,
        ),
        (
            |peer, request| peer.result(request.id, state("failed", json!({}))),
            Code::BadAnswer,
        ),
        (
            |peer, request| {
                let error = json!({ "error": { "code": "nonsense", "message": "says the guest" } });
                peer.result(request.id, state("failed", error))
            },
            Code::BadAnswer,
        ),
        // More is announced than comes, in the job's end and then in the answer itself.
        (
            |peer, request| match request.method.as_str() {
                "jobs.result" => peer.streamed(
                    request.id,
                    json!({ "data": { "$binary": true, "size": 3 } }),
                    b"abc",
                ),
                _ => peer.result(request.id, state("done", json!({ "size": 5 }))),
            },
            Code::SizeMismatch,
        ),
        (
            |peer, request| match request.method.as_str() {
                "jobs.result" => peer.streamed(
                    request.id,
                    json!({ "data": { "$binary": true, "size": 5 } }),
                    b"abc",
                ),
                _ => peer.result(request.id, state("done", json!({ "size": 5 }))),
            },
            Code::SizeMismatch,
        ),
    ];
    for (number, (lie, wanted)) in lies.into_iter().enumerate() {
        let stub = stub_at_work(lie);
        let error = failure(&stub).await;
        assert_eq!(error.code(), wanted, "lie {number}: {error}");
        assert_eq!(stub.count("applescript.eval"), 1, "lie {number}");
    }
}

#[tokio::test]
async fn an_answer_that_names_no_job_is_not_believed() {
    for job_id in [
        json!(0),
        json!(-1),
        json!("seven"),
        json!(5_000_000_000_u64),
        Value::Null,
    ] {
        let stub = Stub::start(move |peer, request| match request.method.as_str() {
            "applescript.eval" => {
                peer.take_body(request.id)?;
                peer.result(request.id, json!({ "job_id": job_id }))
            }
            _ => answer(peer, request),
        });
        assert_eq!(failure(&stub).await.code(), Code::Unconfirmed);
    }
}

#[tokio::test]
async fn events_that_do_not_fit_end_nothing() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "applescript.eval" => {
            begin(peer, request)?;
            for payload in [
                json!({}),
                json!("done"),
                state("running", json!({})),
                state("done", json!({ "job_id": JOB + 1, "size": 3 })),
                state("done", json!({ "size": 2 })),
                // What is said of it a second time does not count.
                state("done", json!({ "size": 9 })),
                state("failed", json!({})),
            ] {
                peer.json(&json!({ "event": "job.done", "payload": payload }))?;
            }
            Ok(Next::Serve)
        }
        "jobs.result" => peer.streamed(
            request.id,
            json!({ "data": { "$binary": true, "size": 2 } }),
            b"ok",
        ),
        _ => answer(peer, request),
    });
    assert_eq!(run(&stub).await.expect("runs").data, b"ok");
    assert_eq!(stub.count("jobs.status"), 0);
}

#[tokio::test]
async fn events_without_end_end_the_connection() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "applescript.eval" => {
            begin(peer, request)?;
            loop {
                peer.json(&json!({ "event": "job.done", "payload": {} }))?;
            }
        }
        _ => answer(peer, request),
    });
    assert_eq!(failure(&stub).await.code(), Code::Unconfirmed);
}
