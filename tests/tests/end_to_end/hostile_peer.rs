//! A peer that breaks the rules of a transfer, that never listens, or that vanishes: each fault is answered by name, and the agent goes on
//! serving.

use mc_protocol::frame::Frame;
use mc_protocol::message::{Ending, FromGuest, FromHost, Request};
use mc_protocol::screen::{Capture, Gesture, Input, InputEvent};
use mc_protocol::{Code, fs, health, subscribe, unsubscribe};
use mc_sim::desktop::WindowKind;
use mc_sim::{Fault, FaultKind, Profile, Sim};
use mc_tests::{Received, Wire, noise, tally_of};

use crate::boot;
use crate::support::{assert_serves, file, free_memory, put, replacing, wait_until};

const FOLDER: &str = "Macintosh HD:Empty Folder";
const PATH: &str = "Macintosh HD:Empty Folder:Victim";

fn json(text: &str) -> Frame {
    Frame::Json(text.as_bytes().to_vec())
}

fn binary(id: u32, data: &[u8]) -> Frame {
    Frame::Binary {
        id,
        data: data.to_vec(),
    }
}

/// The next refusal; progress of a put that comes before it is skipped.
fn refusal(wire: &mut Wire) -> (Option<u32>, Code) {
    loop {
        match wire.receive() {
            Received::Message(FromGuest::Progress { .. }) => {}
            Received::Message(FromGuest::Response { id, outcome }) => {
                return (id, outcome.expect_err("the guest refuses").code);
            }
            other => panic!("a refusal was expected, not {other:?}"),
        }
    }
}

/// What does not belong into a put whose id is below 900, and what the agent says to it.
fn strangers() -> Vec<(Frame, Option<u32>, Code)> {
    let long = "x".repeat(1000);
    let long = format!(r#"{{"id":902,"method":"fs.stat","params":{{"path":"{long}"}}}}"#);
    vec![
        (binary(900, b"stray"), None, Code::BadRequest),
        (json(r#"{"id":901,"method":"health"}"#), Some(901), Code::Busy),
        (json(&long), Some(902), Code::Busy),
        (json("{"), None, Code::BadJson),
        (json("[]"), None, Code::BadRequest),
        (
            json(r#"{"id":903,"end":{"size":0,"crc32":0}}"#),
            Some(903),
            Code::BadRequest,
        ),
        (
            json(r#"{"id":904,"method":"hello","params":{"token":"?","client_id":"","protocol_version":1}}"#),
            Some(904),
            Code::Busy,
        ),
        (
            json(r#"{"id":905,"method":"screen.input","params":{"events":[]}}"#),
            Some(905),
            Code::Busy,
        ),
    ]
}

#[test]
fn a_put_survives_what_comes_between_its_frames() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(16_000, 1);
    let id = wire.request(&put(PATH, 9_001, 6_999));
    wire.accepted(id).expect("the put is accepted");
    let strangers = strangers();
    for (piece, (stranger, about, code)) in bytes.chunks(2_000).zip(&strangers) {
        wire.send(&binary(id, piece));
        wire.send(stranger);
        assert_eq!(refusal(&mut wire), (*about, *code), "{stranger:?}");
    }
    wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
    wire.put_answer(id).expect("the put succeeds");
    let stored = sim.file(PATH).expect("the file is there");
    assert!(stored.data == bytes[..9_001] && stored.resource == bytes[9_001..]);
}

#[test]
fn binary_data_outside_of_a_transfer_is_refused_and_harms_nothing() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for id in [0, 1, 7, u32::MAX] {
        wire.send(&binary(id, &noise(4_096, id)));
        assert_eq!(wire.refusal(), (None, Code::BadRequest));
    }
    let bytes = noise(100, 2);
    wire.put(&put(PATH, 100, 0), &bytes).expect("a put");
    wire.send(&binary(2, b"behind its end"));
    assert_eq!(wire.refusal(), (None, Code::BadRequest));
    assert_eq!(sim.file(PATH).expect("the file is there").data, bytes);
}

#[test]
fn frames_that_come_before_the_put_is_accepted_are_refused_one_by_one() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = 60;
    let wanted = put(PATH, 30, 0);
    let frames = [
        Frame::json(&Request::new(id, &wanted)).expect("parameters are JSON"),
        binary(id, b"too early"),
    ];
    let bytes = frames.map(|frame| frame.encode().expect("a small frame"));
    wire.send_bytes(&bytes.concat());
    assert_eq!(wire.refusal(), (None, Code::BadRequest));
    wire.accepted(id).expect("the put is accepted all the same");
    let bytes = noise(30, 3);
    wire.send(&binary(id, &bytes));
    wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
    wire.put_answer(id).expect("the put succeeds");
}

#[test]
fn what_is_under_way_for_a_put_that_failed_is_dropped_until_its_end() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(&put(PATH, 100, 0));
    wire.accepted(id).expect("the put is accepted");
    for _ in 0..4 {
        wire.send(&binary(id, &[0; 101]));
    }
    wire.end_put(id, &Ending::Whole(tally_of(&[0; 404])));
    assert_eq!(wire.refusal(), (Some(id), Code::SizeMismatch));
    wire.call(&health::Health {})
        .expect("nothing was said of the rest");
    assert_eq!(sim.list(FOLDER), Some(Vec::new()));
}

#[test]
fn a_second_end_is_refused() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(10, 4);
    let id = wire.request(&put(PATH, 10, 0));
    wire.accepted(id).expect("the put is accepted");
    wire.send(&binary(id, &bytes));
    wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
    wire.put_answer(id).expect("the put succeeds");
    wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
    assert_eq!(wire.refusal(), (Some(id), Code::BadRequest));
    assert_eq!(sim.file(PATH).expect("the file is there").data, bytes);
}

#[test]
fn ids_are_numbers_of_32_bits_and_may_come_again() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for id in ["1", "4294967295", "4294967295", "5", "1"] {
        wire.send(&json(&format!(r#"{{"id":{id},"method":"health"}}"#)));
        let (answered, outcome) = wire.response();
        assert_eq!(answered.map(|id| id.to_string()).as_deref(), Some(id));
        outcome.expect("health is served");
    }
    for id in [
        "0",
        "-0",
        "-1",
        "4294967296",
        "99999999999999999999",
        "1.0",
        "1e3",
        "\"1\"",
        "null",
        "[1]",
    ] {
        wire.send(&json(&format!(r#"{{"id":{id},"method":"health"}}"#)));
        assert_eq!(wire.refusal(), (None, Code::BadRequest), "{id}");
    }
}

#[test]
fn a_flood_of_requests_is_answered_one_by_one_in_order() {
    const REQUESTS: u32 = 1_500;
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let before = free_memory(&mut wire);
    let flood: Vec<u8> = (100..100 + REQUESTS)
        .flat_map(|id| {
            json(&format!(r#"{{"id":{id},"method":"health"}}"#))
                .encode()
                .expect("a small frame")
        })
        .collect();
    wire.send_bytes(&flood);
    for id in 100..100 + REQUESTS {
        let (answered, outcome) = wire.response();
        assert!(
            answered == Some(id) && outcome.is_ok(),
            "{answered:?} instead of {id}"
        );
    }
    assert_eq!(free_memory(&mut wire), before);
}

#[test]
fn a_flood_whose_sender_goes_without_listening_hinders_nobody() {
    let sim = boot(Profile::Plus);
    sim.add_file(PATH, file(&noise(400_000, 5), b""))
        .expect("room for it");
    for _ in 0..3 {
        let mut wire = Wire::greeted(sim.port(), sim.token());
        for _ in 0..50 {
            wire.request(&fs::Get::new(PATH.to_owned()));
            wire.request(&health::Health {});
        }
        wire.hang_up();
    }
    assert_serves(&sim);
}

#[test]
fn a_byte_at_a_time_is_as_good_as_all_at_once() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(40, 6);
    let slowly = |wire: &mut Wire, frame: &Frame| {
        for byte in frame.encode().expect("a small frame") {
            wire.send_bytes(&[byte]);
        }
    };
    slowly(
        &mut wire,
        &json(&format!(
            r#"{{"id":50,"method":"fs.put","params":{{"path":"{PATH}","type":"TEXT","creator":"ttxt","data_size":40,"resource_size":0}}}}"#
        )),
    );
    wire.accepted(50).expect("the put is accepted");
    slowly(&mut wire, &binary(50, &bytes[..1]));
    slowly(&mut wire, &binary(50, &bytes[1..]));
    let end = FromHost::end(50, &Ending::Whole(tally_of(&bytes)));
    slowly(&mut wire, &Frame::json(&end).expect("an ending is JSON"));
    wire.put_answer(50).expect("the put succeeds");
    assert_eq!(sim.file(PATH).expect("the file is there").data, bytes);
}

/// A gesture on the OK button of the alert; the front application tracks it, and guest time passes as fast as the host allows.
fn drag_across_the_button(sim: &Sim, hold_ms: u16) -> InputEvent {
    let scene = sim.scene();
    let ok = scene
        .windows
        .iter()
        .filter(|window| window.kind == WindowKind::Alert)
        .flat_map(|alert| &alert.buttons)
        .find(|button| button.text == "OK")
        .expect("the alert is up")
        .rect;
    let point = |x: i16, y: i16| mc_protocol::common::Point { x, y };
    InputEvent {
        path: Some(vec![
            point(ok.left + 4, ok.top + 4),
            point(ok.left + 4, ok.top - 60),
        ]),
        hold_ms: Some(hold_ms),
        ..InputEvent::new(Gesture::Drag)
    }
}

#[test]
fn a_frame_that_does_not_grow_is_given_up() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let gesture = drag_across_the_button(&sim, 9_000);
    let input = Input {
        events: vec![gesture.clone(), gesture],
    };
    wire.request(&input);
    wire.send_bytes(&[0x01, 0, 0, 0, 10, b'{']);
    let (mut about, mut outcome) = wire.response();
    if outcome.is_ok() {
        (about, outcome) = wire.response();
    }
    assert_eq!(
        (about, outcome.map_err(|error| error.code)),
        (None, Err(Code::Timeout))
    );
    assert_eq!(wire.receive(), Received::Closed);
    assert_serves(&sim);
}

#[test]
fn a_client_that_vanishes_in_the_middle_of_a_gesture_leaves_the_button_up() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let gesture = drag_across_the_button(&sim, 2_000);
    wire.request(&Input {
        events: vec![gesture.clone(); 8],
    });
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let cancel = InputEvent {
        char: Some(b'.'),
        modifiers: Some(vec![mc_protocol::screen::Modifier::Command]),
        ..InputEvent::new(Gesture::Key)
    };
    wire.call(&Input { events: vec![cancel] })
        .expect("the next client's input is carried out");
    let alert_is_up = || {
        sim.scene()
            .windows
            .iter()
            .any(|window| window.kind == WindowKind::Alert)
    };
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while alert_is_up() {
        assert!(
            std::time::Instant::now() < deadline,
            "with the button up the alert takes Command-period"
        );
        std::thread::yield_now();
    }
}

#[test]
fn a_client_that_vanishes_in_the_middle_of_a_picture_leaves_no_memory_taken() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let capture = Capture::default();
    // The first one may make the system take master pointers for good.
    wire.fetch(&capture).expect("a capture");
    let before = free_memory(&mut wire);
    wire.request(&capture);
    wire.response().1.expect("the capture begins");
    assert!(matches!(wire.receive(), Received::Binary { .. }));
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    assert_eq!(free_memory(&mut wire), before);
}

/// Another program keeps the processor for longer than a put may stand still, wherever the put is then: between a frame and its way to the
/// disk, too. The host has sent what it had to.
#[test]
fn a_put_outlives_a_program_that_keeps_the_processor() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(14_000, 7);
    for round in 0..12 {
        let id = wire.request(&replacing(PATH, 14_000, 0));
        wire.accepted(id).expect("the put is accepted");
        for (number, piece) in bytes.chunks(3_500).enumerate() {
            wire.send(&binary(id, piece));
            if number == round % 4 {
                sim.fault(Fault::FrontHangs { seconds: 20.into() })
                    .expect("it can be switched on");
            }
        }
        wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
        let answer = wire.put_answer(id);
        assert!(answer.is_ok(), "round {round}: {answer:?}");
    }
    assert_eq!(sim.file(PATH).expect("the file is there").data, bytes);
}

#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let sim = boot(Profile::Plus);
    sim.add_file(PATH, file(&noise(100_000, 8), b""))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.request(&fs::Get::new(PATH.to_owned()));
    wire.response().1.expect("the stream begins");
    sim.fault(Fault::NetworkPause).expect("it can be switched on");
    let has_ended = || {
        let log = sim.file("Macintosh HD:System Folder:Preferences:mc-agent Log");
        let log = log.map_or(Vec::new(), |file| file.data);
        String::from_utf8_lossy(&log).contains("the connection has ended")
    };
    sim.fault(Fault::FrontHangs { seconds: 20.into() })
        .expect("it can be switched on");
    wait_until("the client is not given up", has_ended);
    sim.lift(FaultKind::NetworkPause);
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn subscriptions_may_be_repeated_and_taken_back() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let channels = || vec![subscribe::Channel::Log, subscribe::Channel::Jobs];
    for _ in 0..20 {
        wire.call(&subscribe::Subscribe { channels: channels() })
            .expect("subscribe is served");
    }
    for _ in 0..3 {
        let channels = vec![unsubscribe::Channel::Log, unsubscribe::Channel::Jobs];
        wire.call(&unsubscribe::Unsubscribe { channels })
            .expect("unsubscribe is served");
    }
    for _ in 0..20 {
        wire.request(&health::Health {});
        let said = wire.receive();
        assert!(
            matches!(said, Received::Message(FromGuest::Response { .. })),
            "nothing is told any more: {said:?}"
        );
    }
}
