//! Whatever arrives, the agent answers with a typed error and goes on serving.

use mc_protocol::frame::Frame;
use mc_protocol::hello::Hello;
use mc_protocol::limits::{PROTOCOL_VERSION, REQUEST_BYTES};
use mc_protocol::message::Request;
use mc_protocol::{Code, fs, health};
use mc_sim::{Profile, Sim};
use mc_tests::{Received, Wire};

use crate::support::assert_serves;

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

#[test]
fn a_wrong_token_is_refused_and_the_connection_closed() {
    let sim = boot();
    let mut wire = Wire::connect(sim.port());
    assert_eq!(wire.hello("guess").expect_err("refused").code, Code::Unauthorized);
    assert_eq!(wire.receive(), Received::Closed);
    assert_serves(&sim);
}

#[test]
fn no_token_but_the_right_one_lets_anybody_in() {
    let sim = boot();
    let right = sim.token();
    let longer = format!("{right}x");
    let long = "x".repeat(1_000);
    let same_start = format!("{}?", &right[..right.len() - 1]);
    for wrong in [
        "",
        &right[1..],
        &right[..right.len() - 1],
        &longer,
        &same_start,
        &right.to_uppercase(),
        "日本",
        "\0",
        &long,
    ] {
        let mut wire = Wire::connect(sim.port());
        let code = wire.hello(wrong).expect_err(wrong).code;
        assert!(
            [Code::Unauthorized, Code::BadParams].contains(&code),
            "{wrong}: {code:?}"
        );
        wire.hang_up();
    }
    let mut wire = Wire::connect(sim.port());
    wire.send_json(br#"{"id":1,"method":"hello","params":{"client_id":"?","protocol_version":1}}"#);
    let (_, outcome) = wire.response();
    let error = outcome.expect_err("refused");
    assert_eq!(
        (error.code, error.details.param.as_deref()),
        (Code::BadParams, Some("token"))
    );
    assert_eq!(
        wire.call(&health::Health {}).expect_err("refused").code,
        Code::Unauthorized
    );
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn an_agent_without_a_token_lets_nobody_in() {
    for token in ["", "   ", &"x".repeat(65)] {
        let sim = Sim::start(mc_sim::Config {
            token: token.to_owned(),
            ..mc_sim::Config::default()
        })
        .expect("the sim boots and the agent listens");
        for guess in ["", token.trim(), &"x".repeat(64)] {
            let mut wire = Wire::connect(sim.port());
            assert!(wire.hello(guess).is_err(), "{token:?} admits {guess:?}");
            wire.hang_up();
        }
    }
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

/// Requests with an id of 2 that are odd, and what they are refused with; none where they are odd but good.
const ODDITIES: &[(&[u8], Option<Code>)] = &[
    (
        br#"{"id":2,"method":"health","method":"health"}"#,
        Some(Code::BadRequest),
    ),
    (br#"{"id":2,"id":2,"method":"health"}"#, Some(Code::BadRequest)),
    (
        br#"{"id":2,"method":"health","params":{},"params":{}}"#,
        Some(Code::BadRequest),
    ),
    (
        br#"{"id":2,"method":"health","end":{"size":0,"crc32":0}}"#,
        Some(Code::BadRequest),
    ),
    (br#"{"id":2,"end":{"size":0}}"#, Some(Code::BadRequest)),
    (br#"{"id":2,"end":{"error":{}}}"#, Some(Code::BadRequest)),
    (br#"{"id":2,"end":{"size":-1,"crc32":0}}"#, Some(Code::BadRequest)),
    (
        br#"{"id":2,"end":{"size":4294967296,"crc32":0}}"#,
        Some(Code::BadRequest),
    ),
    (br#"{"id":2,"end":{"size":0,"crc32":0}}"#, Some(Code::BadRequest)),
    (
        br#"{"id":2,"method":"health","jsonrpc":"2.0"}"#,
        Some(Code::BadRequest),
    ),
    (br#"{"id":2,"method":["health"]}"#, Some(Code::BadRequest)),
    (
        br#"{"id":2,"method":"health","params":null}"#,
        Some(Code::BadRequest),
    ),
    (
        br#"{"id":2,"method":"health","params":[]}"#,
        Some(Code::BadRequest),
    ),
    (br#"{"id":2,"method":"health\u0000"}"#, Some(Code::UnknownMethod)),
    (br#"{"id":2,"method":""}"#, Some(Code::UnknownMethod)),
    (br#"{"id":2,"method":"HEALTH"}"#, Some(Code::UnknownMethod)),
    (br#"{"id":1e999,"method":"health"}"#, Some(Code::BadRequest)),
    (
        br#"{"id":9007199254740993,"method":"health"}"#,
        Some(Code::BadRequest),
    ),
    (br#"{"id":-0,"method":"health"}"#, Some(Code::BadRequest)),
    (br#"{"id":02,"method":"health"}"#, Some(Code::BadJson)),
    (br#"{"id":2,"method":"health"} {}"#, Some(Code::BadJson)),
    (br#"{"id":2,"method":"health",}"#, Some(Code::BadJson)),
    (br#"{'id':2,'method':'health'}"#, Some(Code::BadJson)),
    (br#"{"id":2,"method":"\ud800"}"#, Some(Code::BadJson)),
    (br#"{"id":2,"method":"\udc00\ud800"}"#, Some(Code::BadJson)),
    (br#"{"id":2,"method":"\x41"}"#, Some(Code::BadJson)),
    (b"{\"id\":2,\"method\":\"\xC0\xAF\"}", Some(Code::BadJson)),
    (b"{\"id\":2,\"method\":\"\xED\xA0\x80\"}", Some(Code::BadJson)),
    (b"{\"id\":2,\"method\":\"\xF4\x90\x80\x80\"}", Some(Code::BadJson)),
    (b"{\"id\":2,\"method\":\"\xE2\x82", Some(Code::BadJson)),
    (
        b"\xEF\xBB\xBF{\"id\":2,\"method\":\"health\"}",
        Some(Code::BadJson),
    ),
    (b"{\"id\":2,\"method\":\"health\"}\0", Some(Code::BadJson)),
    (b"{\"id\":2,\"method\":\"hea\nlth\"}", Some(Code::BadJson)),
    (b"\0", Some(Code::BadJson)),
    (b"\"", Some(Code::BadJson)),
    (b"\"\\", Some(Code::BadJson)),
    (b"-", Some(Code::BadJson)),
    (b"[[[[[[[", Some(Code::TooLarge)),
    (b"   ", Some(Code::BadJson)),
    (b"null", Some(Code::BadRequest)),
    (b"1e999", Some(Code::BadRequest)),
    (b" \t\r\n{ \"id\" : 2 , \"method\" : \"health\" } \r\n", None),
    (br#"{"\u0069d":2,"m\u0065thod":"\u0068ealth","params":{}}"#, None),
    (
        br#"{"params":{"path":"\u004dacintosh HD"},"method":"fs.stat","id":2}"#,
        None,
    ),
    (
        br#"{"id":2,"method":"fs.stat","params":{"path":"Macintosh HD","path":"Macintosh HD"}}"#,
        Some(Code::BadParams),
    ),
    (
        br#"{"id":2,"method":"fs.stat","params":{"path":"Macintosh HD","p\u0061th":"Macintosh HD"}}"#,
        Some(Code::BadParams),
    ),
    (
        br#"{"id":2,"method":"fs.stat","params":{"path":"Macintosh HD:\ud83d\ude00"}}"#,
        Some(Code::BadName),
    ),
    (
        br#"{"id":2,"method":"fs.stat","params":{"path":"Macintosh HD:\u0000"}}"#,
        Some(Code::NotFound),
    ),
    (
        br#"{"id":2,"method":"fs.list","params":{"path":"Macintosh HD","cursor":1e999}}"#,
        Some(Code::BadParams),
    ),
    (
        br#"{"id":2,"method":"fs.list","params":{"path":"Macintosh HD","cursor":-0}}"#,
        None,
    ),
    (
        br#"{"id":2,"method":"fs.list","params":{"path":"Macintosh HD","cursor":9007199254740993}}"#,
        Some(Code::BadParams),
    ),
    (
        br#"{"id":2,"method":"fs.list","params":{"path":"Macintosh HD","cursor":4294967295}}"#,
        Some(Code::BadParams),
    ),
    (
        br#"{"id":2,"method":"jobs.status","params":{"job_id":4294967295}}"#,
        Some(Code::NotFound),
    ),
    (
        br#"{"id":2,"method":"jobs.status","params":{"job_id":4294967296}}"#,
        Some(Code::BadParams),
    ),
    (
        br#"{"id":2,"method":"jobs.cancel","params":{"job_id":1}}"#,
        Some(Code::NotFound),
    ),
    (
        br#"{"id":2,"method":"jobs.result","params":{"job_id":1}}"#,
        Some(Code::NotFound),
    ),
];

#[test]
fn odd_json_is_read_as_the_standard_says() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (payload, refused) in ODDITIES {
        wire.send_json(payload);
        let (_, outcome) = wire.response();
        let said = String::from_utf8_lossy(payload);
        assert_eq!(outcome.err().map(|error| error.code), *refused, "{said}");
    }
    assert_serves_on(&mut wire);
}

/// Each request is damaged at each of its bytes in several ways: it is answered, once, and the one behind it as well.
#[test]
fn whatever_byte_is_damaged_there_is_one_answer() {
    const GOOD: &[u8] =
        br#"{"id":2,"method":"fs.list","params":{"path":"M\u0061cintosh HD:\\\"\u00e9","cursor":12}}"#;
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for place in 0..GOOD.len() {
        for other in [b'"', b'\\', b'{', b']', b',', b'0', 0, 0xFF] {
            let mut payload = GOOD.to_vec();
            payload[place] = other;
            wire.send_json(&payload);
            let (_, outcome) = wire.response();
            assert!(outcome.is_err(), "{}", String::from_utf8_lossy(&payload));
        }
        wire.send_json(&GOOD[..place.max(1)]);
        assert!(wire.response().1.is_err());
    }
    assert_serves_on(&mut wire);
}

fn assert_serves_on(wire: &mut Wire) {
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
