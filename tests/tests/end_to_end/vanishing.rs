//! A client that vanishes in the middle of anything, while another one knocks: the next client finds the Macintosh as it was.

use mc_protocol::applescript::Eval;
use mc_protocol::clipboard::{FlavorName, FlavorSize, Get, Set};
use mc_protocol::common::Point;
use mc_protocol::events::JobDone;
use mc_protocol::frame::Frame;
use mc_protocol::message::{Ending, FromGuest, Request};
use mc_protocol::screen::{Capture, Gesture, Input, InputEvent};
use mc_protocol::subscribe::{Channel, Subscribe};
use mc_protocol::{Code, Method, OsType, fs, health, jobs, log};
use mc_sim::{Profile, Sim};
use mc_tests::{Received, Wire, noise, tally_of};
use std::time::{Duration, Instant};

use crate::applescript::scriptable;
use crate::support::{file, free_memory, put};

const FOLDER: &str = "Macintosh HD:Empty Folder";
const LARGE: &str = "Macintosh HD:Large";
const TARGET: &str = "Macintosh HD:Empty Folder:Target";

fn text() -> OsType {
    OsType(*b"TEXT")
}

/// Asks for something to be taken in, and sends so much of it.
fn send_part<M: Method>(wire: &mut Wire, params: &M, bytes: &[u8]) -> u32 {
    let id = wire.request(params);
    wire.accepted(id).expect("it is accepted");
    for piece in bytes.chunks(3_000) {
        let data = piece.to_vec();
        wire.send(&Frame::Binary { id, data });
    }
    id
}

/// Asks for a stream and takes its first piece.
fn take_part<M: Method>(wire: &mut Wire, params: &M) {
    wire.request(params);
    wire.response().1.expect("it is answered");
    let first = wire.receive_beside_events();
    assert!(matches!(first, Received::Binary { .. }), "{first:?}");
}

fn run_script(wire: &mut Wire, source: &str) -> u32 {
    let eval = Eval::new(source.len() as u16);
    wire.deliver(&eval, source.as_bytes())
        .expect("the script is taken")
        .job_id
}

fn half(frame: &Frame) -> Vec<u8> {
    let bytes = frame.encode().expect("a small frame");
    bytes[..bytes.len() / 2].to_vec()
}

fn set_clipboard(size: u32) -> Set {
    Set {
        flavors: vec![FlavorSize { flavor: text(), size }],
    }
}

fn get_clipboard() -> Get {
    Get {
        flavors: Some(vec![FlavorName { flavor: text() }]),
    }
}

fn drag() -> Input {
    let path = vec![Point { x: 300, y: 200 }, Point { x: 320, y: 220 }];
    Input {
        events: vec![InputEvent {
            path: Some(path),
            hold_ms: Some(10_000),
            ..InputEvent::new(Gesture::Drag)
        }],
    }
}

/// A name, and how far it is gone into.
type Scene = (&'static str, fn(&mut Wire));

const SCENES: &[Scene] = &[
    ("the header of a frame", |wire| wire.send_bytes(&[1, 0, 0])),
    ("a request", |wire| {
        let frame = Frame::json(&Request::new(9, &health::Health {})).expect("JSON");
        wire.send_bytes(&half(&frame));
    }),
    ("a long request that waits for its turn", |wire| {
        wire.request(&fs::Stat {
            path: "x".repeat(900),
        });
    }),
    ("a put that is not accepted yet", |wire| {
        wire.request(&put(TARGET, 10_000, 0));
    }),
    ("a put", |wire| {
        send_part(wire, &put(TARGET, 10_000, 5_000), &noise(12_000, 1));
    }),
    ("a frame of a put", |wire| {
        let id = send_part(wire, &put(TARGET, 10_000, 0), &[]);
        wire.send_bytes(&half(&Frame::Binary {
            id,
            data: vec![1; 2_000],
        }));
    }),
    ("a put that is given up", |wire| {
        let id = send_part(wire, &put(TARGET, 10_000, 0), &noise(6_000, 2));
        let error = mc_protocol::WireError::new(Code::Cancelled, "enough");
        wire.end_put(id, &Ending::Broken(error));
    }),
    ("a put that has failed", |wire| {
        send_part(wire, &put(TARGET, 10_000, 0), &noise(13_000, 3));
    }),
    ("a put with a lie in its end", |wire| {
        let bytes = noise(10_000, 4);
        let id = send_part(wire, &put(TARGET, 10_000, 0), &bytes);
        wire.end_put(id, &Ending::Whole(tally_of(&bytes[1..])));
    }),
    ("a file", |wire| take_part(wire, &fs::Get::new(LARGE.to_owned()))),
    ("a picture", |wire| take_part(wire, &Capture::default())),
    ("the log", |wire| take_part(wire, &log::Download::default())),
    ("a list", |wire| {
        wire.request(&fs::List::new("Macintosh HD:System Folder".to_owned()));
    }),
    ("events of the log", |wire| {
        let channels = vec![Channel::Log, Channel::Jobs];
        wire.call(&Subscribe { channels }).expect("subscribe is served");
        wire.request(&health::Health {});
    }),
    ("a gesture", |wire| {
        wire.request(&drag());
    }),
    ("a script that is sent", |wire| {
        send_part(wire, &Eval::new(9_000), &vec![b' '; 6_000]);
    }),
    ("a script", |wire| {
        run_script(wire, "repeat\rend repeat");
    }),
    ("a script that is called off", |wire| {
        let job_id = run_script(wire, "repeat\rend repeat");
        wire.request(&jobs::Cancel { job_id });
    }),
    ("the result of a script", |wire| {
        let job_id = run_script(
            wire,
            "set s to \"0123456789\"\rrepeat 11 times\rset s to s & s\rend repeat\rs",
        );
        wire.event::<JobDone>();
        take_part(wire, &jobs::Result { job_id });
    }),
    ("a clipboard that is sent", |wire| {
        send_part(wire, &set_clipboard(20_000), &noise(9_000, 5));
    }),
    ("a clipboard that is set", |wire| {
        let bytes = noise(9_000, 6);
        let id = send_part(wire, &set_clipboard(9_000), &bytes);
        wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
    }),
    ("a clipboard that is read", |wire| {
        wire.deliver(&set_clipboard(20_000), &noise(20_000, 7))
            .expect("the clipboard is set");
        take_part(wire, &get_clipboard());
    }),
];

/// What stays: the agent's memory and the machine's, and how many programs run.
type Rest = ((u32, u32), usize);

fn rest(sim: &Sim, wire: &mut Wire) -> Rest {
    (free_memory(wire), sim.processes().len())
}

/// The next client is served; a helper may still be quitting when it comes.
fn rest_soon(sim: &Sim, expected: Option<Rest>) -> Rest {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let now = rest(sim, &mut wire);
        if expected.is_none_or(|expected| expected == now) || Instant::now() > deadline {
            wire.hang_up();
            return now;
        }
    }
}

fn knock(sim: &Sim) {
    let mut second = Wire::connect(sim.port());
    assert_eq!(second.refusal(), (None, Code::Busy));
    second.hang_up();
}

fn vanish(sim: &Sim, scene: &Scene, is_knocked_at: bool) {
    let mut wire = Wire::greeted(sim.port(), sim.token());
    scene.1(&mut wire);
    if is_knocked_at {
        knock(sim);
    }
    wire.hang_up();
}

#[test]
fn whatever_was_under_way_the_next_client_finds_all_as_it_was() {
    let sim = scriptable(Profile::Iici);
    sim.add_file(LARGE, file(&noise(100_000, 8), b""))
        .expect("room for it");
    // What is loaded once and kept has been loaded then.
    for scene in SCENES {
        vanish(&sim, scene, false);
        rest_soon(&sim, None);
    }
    let before = rest_soon(&sim, None);
    for is_knocked_at in [false, true] {
        for scene in SCENES {
            vanish(&sim, scene, is_knocked_at);
            assert_eq!(rest_soon(&sim, Some(before)), before, "{}", scene.0);
            assert!(!sim.button_is_down(), "{}", scene.0);
            assert_eq!(sim.list(FOLDER), Some(Vec::new()), "{}", scene.0);
            assert_eq!(sim.bomb(), None, "{}", scene.0);
        }
    }
}

/// All was sent, and the answer is not waited for: the file is there whole, or not at all.
#[test]
fn a_put_whose_answer_nobody_waits_for_is_done_or_undone() {
    let sim = crate::boot(Profile::Plus);
    let bytes = noise(9_000, 9);
    for round in 0..6 {
        let path = format!("{TARGET} {round}");
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let id = send_part(&mut wire, &put(&path, 9_000, 0), &bytes);
        wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
        for _ in 0..round {
            // Each of these is refused, and so takes a turn of the agent.
            wire.send_json(b"[]");
            while !matches!(wire.receive(), Received::Message(FromGuest::Response { .. })) {}
        }
        wire.hang_up();
        let mut next = Wire::greeted(sim.port(), sim.token());
        next.call(&health::Health {}).expect("the next is served");
        let names: Vec<String> = sim
            .list(FOLDER)
            .expect("the folder")
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        assert!(names.iter().all(|name| name.starts_with("Target")), "{names:?}");
        if let Some(stored) = sim.file(&path) {
            assert_eq!(stored.data, bytes);
        }
    }
}
