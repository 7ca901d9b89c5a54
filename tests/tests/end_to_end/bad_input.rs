//! Whatever arrives, the agent answers with a typed error and goes on serving.

use mc_protocol::frame::Frame;
use mc_protocol::hello::Hello;
use mc_protocol::limits::{PROTOCOL_VERSION, REQUEST_BYTES};
use mc_protocol::message::Request;
use mc_protocol::{Code, fs, health};
use mc_sim::{Profile, Sim};
use mc_tests::{Received, Wire};

fn boot() -> Sim {
    crate::boot(Profile::Plus)
}

fn hello(token: &str, protocol_version: u16) -> Hello {
    Hello {
        token: token.to_owned(),
        client_id: "test".to_owned(),
        protocol_version,
    }
}

/// Whatever happened before: a new client is served.
fn assert_serves(sim: &Sim) {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&health::Health {}).expect("health is served");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_wrong_token_is_refused_and_the_connection_closed() {
    let sim = boot();
    let mut wire = Wire::connect(sim.port());
    assert_eq!(wire.hello("guess").expect_err("refused").code, Code::Unauthorized);
    assert_eq!(wire.receive(), Received::Closed);
    assert_serves(&sim);
}

#[test]
fn a_wrong_protocol_version_is_refused_by_name() {
    let sim = boot();
    let mut wire = Wire::connect(sim.port());
    wire.request(&hello(sim.token(), PROTOCOL_VERSION as u16 + 1));
    assert_eq!(wire.refusal(), (Some(1), Code::BadVersion));
    assert_serves(&sim);
}

#[test]
fn nothing_is_served_before_hello() {
    let sim = boot();
    let mut wire = Wire::connect(sim.port());
    assert_eq!(
        wire.call(&health::Health {}).expect_err("refused").code,
        Code::Unauthorized
    );
    wire.hello(sim.token()).expect("hello is still possible");
}

#[test]
fn frames_that_are_none_are_reported_and_the_connection_closed() {
    let too_large = (REQUEST_BYTES + 1).to_be_bytes();
    let cases: [(&[u8], Code); 4] = [
        (&[0x07], Code::BadFrame),
        (&[0x01, 0, 0, 0, 0], Code::BadFrame),
        (
            &[0x01, too_large[0], too_large[1], too_large[2], too_large[3]],
            Code::TooLarge,
        ),
        (&[0x02, 0xFF, 0xFF, 0xFF, 0xFF], Code::TooLarge),
    ];
    let sim = boot();
    for (bytes, code) in cases {
        let mut wire = Wire::greeted(sim.port(), sim.token());
        wire.send_bytes(bytes);
        assert_eq!(wire.refusal(), (None, code));
        assert_eq!(wire.receive(), Received::Closed);
    }
    assert_serves(&sim);
}

#[test]
fn half_a_frame_and_then_nobody() {
    let sim = boot();
    let frame = Frame::json(&Request::new(2, &health::Health {}))
        .and_then(|frame| frame.encode())
        .expect("a frame");
    for length in [1, 4, 5, 6, frame.len() - 1] {
        let mut wire = Wire::greeted(sim.port(), sim.token());
        wire.send_bytes(&frame[..length]);
        wire.hang_up();
    }
    assert_serves(&sim);
}

#[test]
fn messages_that_are_none_leave_the_connection_open() {
    let cases: [(&[u8], Option<u32>, Code); 8] = [
        (b"{\"id\":2,", None, Code::BadJson),
        (b"{\"id\":2,\"method\":\"\xC3\x28\"}", None, Code::BadJson),
        (b"[]", None, Code::BadRequest),
        (b"{\"id\":2}", Some(2), Code::BadRequest),
        (
            b"{\"id\":2,\"method\":\"fs.format\"}",
            Some(2),
            Code::UnknownMethod,
        ),
        (
            b"{\"id\":2,\"method\":\"fs.stat\",\"params\":{}}",
            Some(2),
            Code::BadParams,
        ),
        (
            b"{\"id\":2,\"method\":\"fs.stat\",\"params\":{\"path\":7}}",
            Some(2),
            Code::BadParams,
        ),
        (
            b"{\"id\":2,\"method\":\"health\",\"params\":[[[[[[[[]]]]]]]]}",
            None,
            Code::TooLarge,
        ),
    ];
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (payload, id, code) in cases {
        wire.send_json(payload);
        let (answered, answer) = wire.refusal();
        assert_eq!(answer, code, "{}", String::from_utf8_lossy(payload));
        // An id that was readable may be given in any case; where it is needed it has to be.
        assert!(
            id.is_none() || answered == id,
            "{answered:?} for {}",
            String::from_utf8_lossy(payload)
        );
    }
    wire.call(&health::Health {})
        .expect("the same connection goes on");
}

#[test]
fn a_missing_parameter_is_named() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.send_json(br#"{"id":2,"method":"font.get","params":{"kind":"NFNT"}}"#);
    let (_, outcome) = wire.response();
    assert_eq!(outcome.expect_err("refused").details.param.as_deref(), Some("id"));
}

#[test]
fn paths_that_lead_nowhere_are_told_apart() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (path, code) in [
        ("Macintosh HD:No such file", Code::NotFound),
        ("Macintosh HD:No such folder:file", Code::NotFound),
        ("No such disk:file", Code::NotFound),
        (
            "Macintosh HD:A name of more than thirty-one characters",
            Code::BadName,
        ),
        ("Macintosh HD:日本", Code::BadName),
        ("No such disk", Code::NotFound),
        ("", Code::BadName),
    ] {
        let refused = wire
            .call(&fs::Stat {
                path: path.to_owned(),
            })
            .expect_err("refused");
        assert_eq!(refused.code, code, "{path}: {refused}");
    }
    let refused = wire
        .call(&fs::Stat {
            path: "Macintosh HD:No such file".to_owned(),
        })
        .expect_err("refused");
    assert_eq!(refused.details.os_error, Some(-43));
}
