//! Guests whose data is damaged, and guests that do not speak the wire at all.

mod stub;

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
