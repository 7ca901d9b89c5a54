//! Guests whose data is damaged, and guests that do not speak the wire at all.

mod stub;

use std::time::Duration;

use mc_protocol::message::Tally;
use mc_protocol::{Code, screen};
use serde_json::json;
use stub::calls::{get, get_result, put, stat, stub_with};
use stub::runs::code;
use stub::{Next, Stub, answer, entry, tally};

async fn get_from(
    stream: impl Fn(&mut stub::Peer, u32) -> std::io::Result<Next> + Send + Sync + 'static,
) -> Code {
    let stub = stub_with("fs.get", stream);
    stub.guest()
        .fetch(&get())
        .await
        .expect_err("the data is not good")
        .code()
}

#[tokio::test]
async fn data_is_good_only_when_size_and_crc_agree() {
    let wrong_crc = get_from(|peer, id| {
        peer.result(id, get_result(Some(3)))?;
        peer.data(id, b"abd")?;
        peer.end(id, tally(b"abc"))
    });
    assert_eq!(wrong_crc.await, Code::CrcMismatch);
    let too_few = get_from(|peer, id| {
        peer.result(id, get_result(Some(4)))?;
        peer.data(id, b"abc")?;
        peer.end(id, tally(b"abc"))
    });
    assert_eq!(too_few.await, Code::SizeMismatch);
    let wrong_marker = get_from(|peer, id| {
        peer.result(id, get_result(None))?;
        peer.data(id, b"abc")?;
        peer.end(
            id,
            Tally {
                size: 4,
                crc32: crc32fast::hash(b"abc"),
            },
        )
    });
    assert_eq!(wrong_marker.await, Code::SizeMismatch);
    let broke_off = get_from(|peer, id| {
        peer.result(id, get_result(Some(3)))?;
        peer.data(id, b"a")?;
        peer.json(&json!({ "id": id, "end": { "error": { "code": "io", "message": "the disk failed" } } }))
    });
    assert_eq!(broke_off.await, Code::Io);
}

#[tokio::test]
async fn a_hostile_guest_is_told_apart_from_a_good_one() {
    let more_than_announced = get_from(|peer, id| {
        peer.result(id, get_result(Some(3)))?;
        peer.data(id, b"abcd")
    });
    assert_eq!(more_than_announced.await, Code::BadAnswer);
    let another_id = get_from(|peer, id| {
        peer.result(id, get_result(Some(3)))?;
        peer.data(id + 1, b"abc")
    });
    assert_eq!(another_id.await, Code::BadAnswer);
    let no_placeholder = get_from(|peer, id| peer.result(id, json!({ "entry": entry("Read Me") })));
    assert_eq!(no_placeholder.await, Code::BadAnswer);
    let answer_to_another = get_from(|peer, id| peer.result(id + 7, json!({})));
    assert_eq!(answer_to_another.await, Code::BadAnswer);
    let huge_length = get_from(|peer, _| peer.raw(&[1, 0xFF, 0xFF, 0xFF, 0xFF]));
    assert_eq!(huge_length.await, Code::BadAnswer);
    let no_frame = get_from(|peer, _| peer.raw(b"HTTP/1.1 200 OK\r\n\r\n"));
    assert_eq!(no_frame.await, Code::BadAnswer);
    let not_json = get_from(|peer, _| peer.raw(&[1, 0, 0, 0, 2, 0xFF, b'}']));
    assert_eq!(not_json.await, Code::BadAnswer);
    let not_a_message = get_from(|peer, id| peer.json(&json!({ "id": id, "yes": true })));
    assert_eq!(not_a_message.await, Code::BadAnswer);
    let wrong_shape =
        get_from(|peer, id| peer.streamed(id, json!({ "entry": 7, "data": { "$binary": true } }), b"abc"));
    assert_eq!(wrong_shape.await, Code::BadAnswer);
}

#[tokio::test]
async fn an_answer_without_a_place_for_data_has_none_behind_it() {
    let stub = stub_with("screen.capture", |peer, id| {
        peer.result(id, json!({ "checksum": 5 }))
    });
    let guest = stub.guest();
    let (answer, data) = guest.fetch(&screen::Capture::default()).await.expect("unchanged");
    assert_eq!((answer.checksum, answer.picture, data), (5, None, Vec::new()));
    guest.call(&stat()).await.expect("the connection goes on");
    assert_eq!(stub.connections(), 1);

    let stub = stub_with("screen.capture", |peer, id| {
        peer.result(id, json!({ "checksum": 5 }))?;
        peer.data(id, b"all the same")
    });
    let guest = stub.guest();
    let unasked = guest.fetch(&screen::Capture::default()).await;
    assert_eq!(unasked.expect("an answer").1, Vec::<u8>::new());
    // The stray data may come before the next request or after it: either way it ends the connection and is nobody's.
    while stub.connections() < 2 {
        if let Err(error) = guest.call(&stat()).await {
            assert_eq!(error.code(), Code::BadAnswer);
        }
    }
}

#[tokio::test]
async fn half_a_frame_and_then_nothing_is_a_lost_connection() {
    let stub = stub_with("fs.stat", |peer, _| {
        peer.raw(&[1, 0, 0, 0, 50, b'{'])?;
        Ok(Next::Close)
    });
    let error = stub.guest().call(&stat()).await.expect_err("cut");
    assert_eq!(error.code(), Code::Disconnected);
}

#[tokio::test]
async fn a_guest_that_reports_impossible_progress_is_not_believed() {
    for received in [0, 1_000_000] {
        let stub = stub_with("fs.put", move |peer, id| {
            peer.json(&json!({ "id": id, "accepted": { "window": 4096, "chunk": 4096 } }))?;
            peer.json(&json!({ "id": id, "progress": { "received": received } }))
        });
        let error = stub
            .guest()
            .send(&put(50_000), vec![0; 50_000].into())
            .await
            .expect_err("impossible");
        assert_eq!(
            (error.code(), &error.details()["cause"]),
            (Code::Unconfirmed, &json!("bad_answer"))
        );
    }
}

#[tokio::test]
async fn what_is_no_agent_is_unreachable() {
    for says in [
        &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"{}\n",
    ] {
        let stub = Stub::start(move |peer, _| peer.raw(says));
        let error = stub.guest().hello().await.expect_err("no agent");
        assert_eq!(error.code(), Code::Unreachable, "{error}");
        assert!(error.message().contains("is it mc-agent?"), "{error}");
    }
}

#[tokio::test]
async fn events_without_end_are_no_answer() {
    let stub = stub_with("fs.stat", |peer, _| {
        loop {
            peer.json(&json!({ "event": "log", "payload": {} }))?;
        }
    });
    let error = stub.guest().call(&stat()).await.expect_err("no answer");
    assert_eq!(error.code(), Code::BadAnswer);
}

#[tokio::test]
async fn progress_without_end_is_no_answer() {
    let stub = stub_with("fs.put", |peer, id| {
        peer.json(&json!({ "id": id, "accepted": { "window": 4096, "chunk": 4096 } }))?;
        loop {
            peer.json(&json!({ "id": id, "progress": { "received": 3 } }))?;
        }
    });
    let error = stub
        .guest()
        .send(&put(3), b"abc".as_slice().into())
        .await
        .expect_err("no answer");
    assert_eq!(
        (error.code(), &error.details()["cause"]),
        (Code::Unconfirmed, &json!("bad_answer"))
    );
}

#[tokio::test]
async fn lists_without_end_are_given_up() {
    let stub = Stub::start(|peer, request| {
        let next = request.params["cursor"].as_u64().unwrap_or(0) + 1;
        match request.method.as_str() {
            "font.list" => peer.result(request.id, json!({ "strikes": [], "cursor": next })),
            "fs.list" => {
                let entries = vec![entry("again"); 20];
                peer.result(
                    request.id,
                    json!({ "entries": entries, "modified": 1, "cursor": next }),
                )
            }
            _ => answer(peer, request),
        }
    });
    assert_eq!(code(&stub, "mac.screen.text()").await, Code::BadAnswer);
    assert_eq!(code(&stub, "mac.fs.list('Macintosh HD:')").await, Code::BadAnswer);
}

/// The longest silence that is borne here.
const SOON: Duration = Duration::from_millis(200);

#[tokio::test]
async fn data_that_never_ends_or_never_gets_on_is_given_up() {
    let picture = || {
        let picture = json!({ "x": 0, "y": 0, "width": 64, "height": 64, "depth": 1, "consistent": true });
        json!({ "checksum": 1, "data": { "$binary": true }, "picture": picture })
    };
    let endless = stub_with("screen.capture", move |peer, id| {
        peer.result(id, picture())?;
        loop {
            peer.data(id, &[0; 4096])?;
        }
    });
    let error = endless.guest().fetch(&screen::Capture::default()).await;
    assert_eq!(error.expect_err("no end").code(), Code::BadAnswer);
    let dripping = stub_with("screen.capture", move |peer, id| {
        peer.result(id, picture())?;
        loop {
            peer.data(id, &[0])?;
            std::thread::sleep(SOON / 10);
        }
    });
    let error = dripping
        .guest()
        .within(SOON)
        .fetch(&screen::Capture::default())
        .await;
    assert_eq!(error.expect_err("it does not get on").code(), Code::Timeout);
}

#[tokio::test]
async fn a_put_that_never_gets_on_is_given_up() {
    let stub = stub_with("fs.put", |peer, id| {
        peer.json(&json!({ "id": id, "accepted": { "window": 4096, "chunk": 4096 } }))?;
        for received in 1.. {
            peer.json(&json!({ "id": id, "progress": { "received": received } }))?;
            std::thread::sleep(SOON / 10);
        }
        Ok(Next::Serve)
    });
    let body = vec![0; 50_000].into();
    let error = stub
        .guest()
        .within(SOON)
        .send(&put(50_000), body)
        .await
        .expect_err("for ever");
    assert_eq!(
        (error.code(), &error.details()["cause"]),
        (Code::Unconfirmed, &json!("timeout"))
    );
}

#[tokio::test]
async fn sizes_beyond_all_files_are_not_believed() {
    for size in [
        json!(u32::MAX),
        json!(u64::MAX),
        json!(-1),
        json!(1.5),
        json!("3"),
    ] {
        let stub = stub_with("fs.get", move |peer, id| {
            let mut result = get_result(Some(3));
            result["data"]["size"] = size.clone();
            peer.streamed(id, result, b"abc")
        });
        let error = stub.guest().fetch(&get()).await.expect_err("no such size");
        assert_eq!(error.code(), Code::BadAnswer);
    }
}

#[tokio::test]
async fn silence_in_the_middle_of_a_frame_meets_the_deadline() {
    for bytes in [
        &[1][..],
        &[1, 0, 0],
        &[1, 0, 0, 0, 50, b'{'],
        &[2, 0, 0, 16, 4, 0, 0, 0, 2, 7],
    ] {
        let stub = stub_with("fs.stat", move |peer, _| peer.raw(bytes));
        let error = stub
            .guest()
            .within(SOON)
            .call(&stat())
            .await
            .expect_err("silence");
        assert_eq!(error.code(), Code::Timeout, "{bytes:?}");
    }
}

#[tokio::test]
async fn an_answer_that_comes_twice_is_nobodys_the_second_time() {
    let stub = Stub::start(|peer, request| {
        answer(peer, request)?;
        match request.method.as_str() {
            "hello" => Ok(Next::Serve),
            _ => answer(peer, request),
        }
    });
    let guest = stub.guest();
    for _ in 0..10 {
        match guest.call(&stat()).await {
            Ok(answer) => assert_eq!(answer.entry.name, "Read Me"),
            Err(error) => assert_eq!(error.code(), Code::BadAnswer),
        }
    }
}

#[tokio::test]
async fn a_hello_that_lies_is_found_out() {
    let lies = [
        ("protocol_version", json!(2), Code::BadVersion),
        ("protocol_version", json!(u64::MAX), Code::BadAnswer),
        ("protocol_version", json!("1"), Code::BadAnswer),
        ("capabilities", json!("all of them"), Code::BadAnswer),
        ("machine", json!(null), Code::BadAnswer),
        ("ram", json!(-1), Code::BadAnswer),
        // Neither is consent.
        ("agent", json!("everything"), Code::Denied),
        ("agent", json!({ "full": true }), Code::Denied),
    ];
    for (field, lie, code) in lies {
        let about = format!("{field} = {lie}");
        let stub = Stub::start(move |peer, request| match request.method.as_str() {
            "hello" => {
                let mut hello = stub::hello("full");
                hello[field] = lie.clone();
                peer.result(request.id, hello)
            }
            _ => answer(peer, request),
        });
        let error = stub.guest().call(&stat()).await.expect_err(&about);
        assert_eq!(error.code(), code, "{about}: {error}");
        assert_eq!(stub.count("fs.stat"), 0, "{about}");
    }
}

#[tokio::test]
async fn a_put_that_is_accepted_in_a_way_that_cannot_be_is_not_begun() {
    for accepted in [
        json!({ "window": 0, "chunk": 4096 }),
        json!({ "window": 4096, "chunk": 0 }),
        json!({ "window": 4096, "chunk": 4096, "from": 1 }),
        json!({ "window": -1, "chunk": 4096 }),
        json!({ "window": 4096 }),
    ] {
        let about = accepted.to_string();
        let stub = stub_with("fs.put", move |peer, id| {
            peer.json(&json!({ "id": id, "accepted": accepted }))
        });
        let error = stub
            .guest()
            .send(&put(3), b"abc".as_slice().into())
            .await
            .expect_err(&about);
        assert_eq!(error.details()["cause"], json!("bad_answer"), "{about}: {error}");
    }
}

#[tokio::test]
async fn a_job_that_nobody_asked_for_is_waited_for_no_longer_than_was_said() {
    let stub = Stub::start(|peer, request| {
        let running = json!({ "job_id": 3, "method": "fs.stat", "status": "running", "elapsed_ms": 5 });
        match request.method.as_str() {
            "fs.stat" => peer.result(request.id, json!({ "job_id": 3 })),
            "jobs.cancel" => peer.error(request.id, Code::NotFound, "what job?"),
            "jobs.status" => peer.result(request.id, running),
            _ => answer(peer, request),
        }
    });
    let guest = stub.guest().within(SOON).finishing_within(3 * SOON);
    let error = guest.call(&stat()).await.expect_err("it never ends");
    assert_eq!(error.code(), Code::Timeout, "{error}");
}
