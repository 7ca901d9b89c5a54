//! The driver and the one way in, against guests that behave and guests that do not.

mod stub;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mc_protocol::frame::Frame;
use mc_protocol::{Code, Effect, fs, health, screen};
use mc_runtime::driver::agent::Metering;
use mc_runtime::guest::Guest;
use mc_runtime::provider::Providers;
use mc_runtime::target::Token;
use serde_json::json;
use stub::calls::{delete, get, get_result, put, stat, stub_that_loses, stub_with};
use stub::{Next, Stub, answer, hello};

const SOON: Duration = Duration::from_millis(200);

#[tokio::test]
async fn calls_share_one_connection() {
    let stub = Stub::ordinary();
    let guest = stub.guest();
    guest.call(&health::Health {}).await.expect("answers");
    assert_eq!(guest.call(&stat()).await.expect("answers").entry.name, "Read Me");
    let (answer, data) = guest.fetch(&get()).await.expect("answers");
    assert_eq!((answer.data_size, data), (3, b"abc".to_vec()));
    assert_eq!(stub.connections(), 1);
    assert_eq!(stub.methods(), ["hello", "health", "fs.stat", "fs.get"]);
}

#[tokio::test]
async fn a_put_waits_for_the_receivers_progress() {
    let stub = Stub::ordinary();
    let body: Vec<u8> = (0..100_000_u32).map(|n| n as u8).collect();
    let answer = stub
        .guest()
        .send(&put(body.len()), body.clone().into())
        .await
        .expect("arrives");
    assert_eq!(answer.crc32, crc32fast::hash(&body));
}

#[tokio::test]
async fn an_empty_put_is_a_put() {
    let stub = Stub::ordinary();
    let answer = stub.guest().send(&put(0), Arc::default()).await.expect("arrives");
    assert_eq!(answer.crc32, 0);
}

/// A guest that says how much of a put it has kept, and answers with how many bytes came after that.
fn stub_that_kept(from: u32) -> Stub {
    stub_with("fs.put", move |peer, id| {
        peer.json(&json!({ "id": id, "accepted": { "window": 8192, "chunk": 4096, "from": from } }))?;
        let mut received = from as usize;
        while let Frame::Binary { data, .. } = peer.frame()? {
            received += data.len();
            peer.json(&json!({ "id": id, "progress": { "received": received } }))?;
        }
        peer.result(id, json!({ "crc32": received, "replaced": false }))
    })
}

#[tokio::test]
async fn a_put_goes_on_where_the_guest_says() {
    let resume = fs::Put {
        resume: Some(true),
        ..put(10_000)
    };
    for from in [0, 1, 9_999, 10_000] {
        let stub = stub_that_kept(from);
        let answer = stub.guest().send(&resume, vec![1; 10_000].into()).await;
        assert_eq!(answer.expect("arrives").crc32, 10_000, "from {from}");
    }
    for (put, from) in [(&resume, 10_001), (&put(10_000), 1)] {
        let stub = stub_that_kept(from);
        let error = stub
            .guest()
            .send(put, vec![1; 10_000].into())
            .await
            .expect_err("impossible");
        assert_eq!(error.details()["cause"], "bad_answer", "from {from}");
    }
}

#[tokio::test]
async fn metered_writes_arrive_whole() {
    let stub = Stub::ordinary();
    let metering = Metering {
        bytes: 500,
        gap: Duration::from_micros(1),
    };
    let target = stub.target().parse().expect("a target");
    let token = Token::from(stub::TOKEN.to_owned());
    let guest = Guest::open(&target, token, Some(metering), &Providers::default()).expect("opens lazily");
    let body = vec![7; 10_000];
    let answer = guest
        .send(&put(body.len()), body.clone().into())
        .await
        .expect("arrives");
    assert_eq!(answer.crc32, crc32fast::hash(&body));
}

#[tokio::test]
async fn a_frame_is_out_before_the_gap_that_follows_it() {
    let stub = Stub::ordinary();
    let metering = Metering {
        bytes: 4096,
        gap: Duration::from_secs(3600),
    };
    let target = stub.target().parse().expect("a target");
    let token = Token::from(stub::TOKEN.to_owned());
    let guest = Guest::open(&target, token, Some(metering), &Providers::default()).expect("opens lazily");
    guest.hello().await.expect("the gap is for the next frame");
}

#[tokio::test]
async fn an_error_in_the_middle_of_a_put_ends_it_and_the_connection_goes_on() {
    let stub = stub_with("fs.put", |peer, id| {
        peer.json(&json!({ "id": id, "accepted": { "window": 8192, "chunk": 4096 } }))?;
        peer.frame()?;
        peer.error(id, Code::DiskFull, "the volume is full")
    });
    let guest = stub.guest();
    let error = guest
        .send(&put(100_000), vec![0; 100_000].into())
        .await
        .expect_err("the disk is full");
    assert_eq!(error.code(), Code::DiskFull);
    guest.call(&stat()).await.expect("the next call is served");
    assert_eq!(stub.connections(), 1);
}

#[tokio::test]
async fn a_wrong_token_is_unauthorized_and_not_in_the_message() {
    let stub = Stub::ordinary();
    let target = stub.target().parse().expect("a target");
    let token = Token::from("wrong".to_owned());
    let guest = Guest::open(&target, token, None, &Providers::default()).expect("opens lazily");
    let error = guest.call(&stat()).await.expect_err("the token is wrong");
    assert_eq!(error.code(), Code::Unauthorized);
    assert!(!error.to_string().contains("wrong\n"), "{error}");
    assert_eq!(error.guest(), Some(stub.target().as_str()));
}

#[tokio::test]
async fn another_version_of_the_wire_is_refused() {
    let stub = stub_with("hello", |peer, id| {
        let mut answer = hello("full");
        answer["protocol_version"] = json!(2);
        peer.result(id, answer)
    });
    assert_eq!(
        stub.guest().hello().await.expect_err("version 2").code(),
        Code::BadVersion
    );
}

#[tokio::test]
async fn nobody_listening_is_unreachable() {
    let port = std::net::TcpListener::bind(("127.0.0.1", 0))
        .and_then(|free| free.local_addr())
        .expect("a port")
        .port();
    let target = format!("tcp://127.0.0.1:{port}").parse().expect("a target");
    let guest = Guest::open(&target, Token::default(), None, &Providers::default()).expect("opens lazily");
    let error = guest.call(&delete()).await.expect_err("nobody is there");
    assert_eq!(error.code(), Code::Unreachable);
}

#[tokio::test]
async fn a_port_that_closes_before_hello_is_unreachable() {
    let stub = Stub::start(|_, _| Ok(Next::Close));
    assert_eq!(
        stub.guest().hello().await.expect_err("closed").code(),
        Code::Unreachable
    );
}

#[tokio::test]
async fn busy_is_passed_on() {
    let stub = stub_with("hello", |peer, id| {
        peer.error(id, Code::Busy, "another client is connected")
    });
    assert_eq!(stub.guest().hello().await.expect_err("busy").code(), Code::Busy);
    let stub = stub_with("fs.stat", |peer, id| {
        peer.error(id, Code::Busy, "an input script runs")
    });
    assert_eq!(
        stub.guest().call(&stat()).await.expect_err("busy").code(),
        Code::Busy
    );
    assert_eq!(stub.count("fs.stat"), 1);
}

#[tokio::test]
async fn a_guest_that_still_holds_our_last_connection_is_waited_for() {
    let hellos = AtomicUsize::new(0);
    let stub = Stub::start(move |peer, request| match request.method.as_str() {
        "hello" if hellos.fetch_add(1, Ordering::SeqCst) == 1 => {
            peer.error(request.id, Code::Busy, "another client is connected")?;
            Ok(Next::Close)
        }
        "fs.stat" if peer.number == 1 => Ok(Next::Close),
        _ => answer(peer, request),
    });
    stub.guest().call(&stat()).await.expect("answers at last");
    assert_eq!(stub.connections(), 3);
}

#[tokio::test]
async fn the_tier_is_checked_on_our_side_too() {
    for (tier, may_read, may_write) in [
        ("full", true, true),
        ("read-only", true, false),
        ("disabled", false, false),
        ("full-ish", false, false),
    ] {
        let stub = stub_with("hello", move |peer, id| peer.result(id, hello(tier)));
        let guest = stub.guest();
        guest.call(&health::Health {}).await.expect("always served");
        assert_eq!(guest.call(&stat()).await.is_ok(), may_read, "{tier}");
        let deleted = guest.call(&delete()).await;
        assert_eq!(deleted.is_ok(), may_write, "{tier}");
        assert_eq!(
            stub.count("fs.delete"),
            usize::from(may_write),
            "{tier}: never sent when denied"
        );
        if let Err(error) = deleted {
            assert_eq!(error.code(), Code::Denied);
        }
    }
}

#[tokio::test]
async fn a_run_is_held_to_its_own_effect() {
    let stub = Stub::ordinary();
    let guest = stub.guest().limited_to(Effect::Read);
    guest.call(&stat()).await.expect("a read");
    let click = screen::Input {
        events: vec![screen::InputEvent::new(screen::Gesture::Click)],
    };
    assert_eq!(
        guest.call(&click).await.expect_err("an action").code(),
        Code::Denied
    );
    assert_eq!(
        guest
            .limited_to(Effect::Destructive)
            .call(&delete())
            .await
            .expect_err("still")
            .code(),
        Code::Denied
    );
    assert_eq!(stub.methods(), ["hello", "fs.stat"]);
}

#[tokio::test]
async fn a_read_whose_answer_was_lost_is_asked_again_once() {
    let stub = stub_that_loses("fs.stat", 1);
    stub.guest()
        .call(&stat())
        .await
        .expect("the second try is answered");
    assert_eq!((stub.count("fs.stat"), stub.connections()), (2, 2));

    let stub = stub_that_loses("fs.stat", 2);
    let error = stub.guest().call(&stat()).await.expect_err("lost twice");
    assert_eq!(error.code(), Code::Disconnected);
    assert_eq!(stub.count("fs.stat"), 2);
}

#[tokio::test]
async fn an_action_whose_answer_was_lost_is_unconfirmed_and_never_sent_again() {
    let stub = stub_that_loses("fs.delete", 1);
    let guest = stub.guest();
    let error = guest.call(&delete()).await.expect_err("lost");
    assert_eq!(error.code(), Code::Unconfirmed);
    assert_eq!(error.details()["cause"], "disconnected");
    assert_eq!(stub.count("fs.delete"), 1);
    guest.call(&stat()).await.expect("the next call connects anew");

    let stub = stub_that_loses("fs.put", 1);
    let error = stub
        .guest()
        .send(&put(3), b"abc".as_slice().into())
        .await
        .expect_err("lost");
    assert_eq!((error.code(), stub.count("fs.put")), (Code::Unconfirmed, 1));
}

/// Every way in which a guest can fail to answer an action, except silence.
#[tokio::test]
async fn whatever_a_guest_does_an_action_is_sent_once() {
    type Way = fn(&mut stub::Peer, u32) -> std::io::Result<Next>;
    let ways: [(Way, Code); 8] = [
        (|_, _| Ok(Next::Close), Code::Unconfirmed),
        (|peer, _| peer.raw(b"HTTP/1.1 400\r\n"), Code::Unconfirmed),
        (|peer, id| peer.result(id + 1, json!({})), Code::Unconfirmed),
        (
            |peer, id| peer.result(id, json!("neither steps nor a checksum")),
            Code::Unconfirmed,
        ),
        (
            |peer, id| peer.json(&json!({ "id": id, "end": { "size": 0, "crc32": 0 } })),
            Code::Unconfirmed,
        ),
        (|peer, id| peer.data(id, b"abc"), Code::Unconfirmed),
        (
            |peer, id| peer.error(id, Code::Disconnected, "says the guest itself"),
            Code::Disconnected,
        ),
        (
            |peer, _| {
                peer.json(&json!({
                    "id": null, "ok": false, "error": { "code": "disconnected", "message": "says the guest itself" },
                }))
            },
            Code::Disconnected,
        ),
    ];
    for (number, (way, wanted)) in ways.into_iter().enumerate() {
        let stub = Stub::start(move |peer, request| match request.method.as_str() {
            "fs.delete" | "screen.input" | "fs.put" => way(peer, request.id),
            _ => answer(peer, request),
        });
        let click = screen::Input {
            events: vec![screen::InputEvent::new(screen::Gesture::Click)],
        };
        let guest = stub.guest();
        let codes = [
            guest
                .call(&delete())
                .await
                .map(drop)
                .map_err(|error| error.code()),
            guest.call(&click).await.map(drop).map_err(|error| error.code()),
            guest
                .send(&put(3), b"abc".as_slice().into())
                .await
                .map(drop)
                .map_err(|error| error.code()),
        ];
        assert_eq!(codes, [Err(wanted); 3], "way {number}");
        for method in ["fs.delete", "screen.input", "fs.put"] {
            assert_eq!(stub.count(method), 1, "way {number}: {method}");
        }
    }
}

#[tokio::test]
async fn a_connection_that_closed_while_idle_is_replaced_before_an_action() {
    let stub = Stub::start(|peer, request| {
        answer(peer, request)?;
        Ok(if request.method == "health" {
            Next::Close
        } else {
            Next::Serve
        })
    });
    let guest = stub.guest();
    guest
        .call(&health::Health {})
        .await
        .expect("answers, then closes");
    // The close arrives some time after the answer; what matters is that the action is sent exactly once.
    while stub.connections() < 2 {
        guest.hello().await.expect("connects anew");
    }
    guest.call(&delete()).await.expect("is sent on a live connection");
    assert_eq!(stub.count("fs.delete"), 1);
}

#[tokio::test]
async fn a_silent_guest_meets_the_deadline() {
    let stub = stub_with("fs.stat", |_, _| Ok(Next::Serve));
    let guest = stub.guest();
    let began = Instant::now();
    let error = guest.within(SOON).call(&stat()).await.expect_err("silence");
    assert_eq!(error.code(), Code::Timeout);
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(stub.count("fs.stat"), 1, "a silent guest is not asked again");
    guest.call(&health::Health {}).await.expect("on a new connection");
    assert_eq!(stub.connections(), 2);
}

#[tokio::test]
async fn silence_after_an_action_is_unconfirmed() {
    let stub = stub_with("fs.delete", |_, _| Ok(Next::Serve));
    let error = stub
        .guest()
        .within(SOON)
        .call(&delete())
        .await
        .expect_err("silence");
    assert_eq!(
        (error.code(), &error.details()["cause"]),
        (Code::Unconfirmed, &json!("timeout"))
    );
}

#[tokio::test]
async fn a_stream_that_stops_meets_the_deadline() {
    let stub = stub_with("fs.get", |peer, id| {
        peer.result(id, get_result(Some(6)))?;
        peer.data(id, b"abc")
    });
    let error = stub
        .guest()
        .within(SOON)
        .fetch(&get())
        .await
        .expect_err("it stops");
    assert_eq!(error.code(), Code::Timeout);
}

#[tokio::test]
async fn a_put_that_gets_no_progress_meets_the_deadline() {
    let stub = stub_with("fs.put", |peer, id| {
        peer.json(&json!({ "id": id, "accepted": { "window": 4096, "chunk": 4096 } }))
    });
    let error = stub
        .guest()
        .within(SOON)
        .send(&put(50_000), vec![0; 50_000].into())
        .await
        .expect_err("it stops");
    assert_eq!(
        (error.code(), &error.details()["cause"]),
        (Code::Unconfirmed, &json!("timeout"))
    );
}

#[tokio::test]
async fn giving_a_call_up_closes_the_connection() {
    let stub = stub_with("fs.stat", |_, _| Ok(Next::Serve));
    let guest = stub.guest();
    let given_up = tokio::time::timeout(SOON, guest.call(&stat())).await;
    assert!(given_up.is_err());
    guest.call(&health::Health {}).await.expect("on a new connection");
    assert_eq!(stub.connections(), 2);
}

#[tokio::test]
async fn events_between_answers_disturb_nothing() {
    let stub = Stub::start(|peer, request| {
        peer.json(&json!({ "event": "log", "payload": { "line": "hello" } }))?;
        answer(peer, request)?;
        peer.json(&json!({ "event": "log", "payload": { "line": "bye" } }))
    });
    let guest = stub.guest();
    for _ in 0..3 {
        guest.call(&stat()).await.expect("answers");
    }
    assert_eq!(stub.connections(), 1);
}

#[tokio::test]
async fn a_request_beyond_the_limit_is_not_sent() {
    let stub = Stub::ordinary();
    let path = "x".repeat(5000);
    assert_eq!(
        stub.guest()
            .call(&fs::Stat { path })
            .await
            .expect_err("too large")
            .code(),
        Code::TooLarge
    );
    assert_eq!(stub.count("fs.stat"), 0);
}
