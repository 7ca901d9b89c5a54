//! Apple events to applications: what is sent arrives, what is answered comes back whole, and who does not answer holds nobody up.

use mc_protocol::apple_event::{Interaction, Send};
use mc_protocol::common::{JobError, JobStatus, Psn};
use mc_protocol::descriptor::{Descriptor, Parameters, decode, encode, field};
use mc_protocol::events::JobDone;
use mc_protocol::process::Launch;
use mc_protocol::{Code, OsType, health, jobs};
use mc_sim::{Fault, FaultKind, Profile, Sim};
use mc_tests::Wire;

use crate::support::{assert_serves, assert_short_turns, boot_without_alert, free_memory, launch_jotter};

const DIRECT: OsType = OsType(*b"----");

/// An event to a process.
fn event(psn: Psn, class: [u8; 4], id: [u8; 4], parameters: &[(OsType, Descriptor)]) -> (Send, Vec<u8>) {
    let flat = encode(parameters).expect("within the limits");
    let event = Send {
        psn: Some(psn),
        size: Some(flat.len() as u16),
        ..Send::new(OsType(class), OsType(id))
    };
    (event, flat)
}

/// Starts the job and waits for its end.
fn finish(wire: &mut Wire, event: &Send, flat: &[u8]) -> JobDone {
    let job = wire.deliver(event, flat).expect("the job begins").job_id;
    let done: JobDone = wire.event();
    assert_eq!(done.job_id, job);
    done
}

/// What the job has produced, or why it failed.
fn outcome(wire: &mut Wire, done: &JobDone) -> Result<Parameters, JobError> {
    match done.status {
        JobStatus::Done => {
            let result = jobs::Result { job_id: done.job_id };
            let (_, bytes) = wire.fetch(&result).expect("there is a result");
            Ok(decode(&bytes).expect("flat descriptors"))
        }
        _ => Err(done.error.clone().expect("a reason")),
    }
}

/// Sends an event; the parameters of the answer.
pub fn send(
    wire: &mut Wire,
    psn: Psn,
    class: [u8; 4],
    id: [u8; 4],
    parameters: &[(OsType, Descriptor)],
) -> Result<Parameters, JobError> {
    let (event, flat) = event(psn, class, id, parameters);
    let done = finish(wire, &event, &flat);
    outcome(wire, &done)
}

/// What a Jotter contains.
pub fn ask(wire: &mut Wire, psn: Psn) -> Descriptor {
    let answer = send(wire, psn, *b"core", *b"getd", &[]).expect("it answers");
    field(&answer, DIRECT).expect("a direct object").clone()
}

fn start() -> (Sim, Wire, Psn) {
    let sim = boot_without_alert(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let psn = launch_jotter(&sim, &mut wire);
    (sim, wire, psn)
}

/// One of each kind, in each other.
fn everything() -> Parameters {
    let key = |keyword: &[u8; 4]| OsType(*keyword);
    let text = |text: &str| Descriptor::text(text).expect("MacRoman");
    let object = Descriptor::object(key(b"cwin"), Descriptor::null(), key(b"name"), text("Untitled"));
    let inner = Descriptor::object(key(b"cpar"), object.clone(), key(b"indx"), Descriptor::long(-3));
    vec![
        (DIRECT, inner),
        (key(b"text"), text("Grüße…")),
        (key(b"odd "), text("odd")),
        (key(b"shor"), Descriptor::short(-7)),
        (key(b"bool"), Descriptor::boolean(true)),
        (key(b"enum"), Descriptor::enumerator(key(b"yes "))),
        (key(b"type"), Descriptor::type_name(key(b"cfol"))),
        (key(b"raw "), Descriptor::raw(key(b"what"), vec![0, 1, 2, 3, 254])),
        (key(b"none"), Descriptor::raw(key(b"what"), vec![])),
        (key(b"rect"), Descriptor::raw(key(b"qdrt"), vec![0; 8])),
        (
            key(b"list"),
            Descriptor::List(vec![object, Descriptor::List(vec![]), Descriptor::long(5)]),
        ),
        (
            key(b"reco"),
            Descriptor::record(vec![(key(b"a   "), Descriptor::List(vec![text("deep")]))]),
        ),
    ]
}

#[test]
fn everything_arrives_and_comes_back_as_it_was() {
    let (sim, mut wire, psn) = start();
    assert_eq!(
        send(&mut wire, psn, *b"JOTR", *b"echo", &everything()),
        Ok(everything())
    );
    assert_eq!(send(&mut wire, psn, *b"JOTR", *b"echo", &[]), Ok(vec![]));
    assert_eq!(sim.bomb(), None);
}

#[test]
fn many_items_take_many_turns_and_none_is_long() {
    let sim = boot_without_alert(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let psn = launch_jotter(&sim, &mut wire);
    let items = (0..600).map(Descriptor::long).collect();
    let parameters = vec![(DIRECT, Descriptor::List(items))];
    sim.reset_stats();
    assert_eq!(
        send(&mut wire, psn, *b"JOTR", *b"echo", &parameters),
        Ok(parameters.clone())
    );
    assert_short_turns(&sim);
}

#[test]
fn a_target_is_found_by_number_signature_or_name() {
    let (_sim, mut wire, psn) = start();
    let save = || Send::new(OsType(*b"core"), OsType(*b"save"));
    let (number, signature, name) = (Some(psn), Some(OsType(*b"JOTR")), Some("Jotter".to_owned()));
    for event in [
        Send {
            psn: number,
            ..save()
        },
        Send { signature, ..save() },
        Send {
            name: name.clone(),
            ..save()
        },
    ] {
        assert_eq!(
            finish(&mut wire, &event, &[]).status,
            JobStatus::Done,
            "{event:?}"
        );
    }
    let agent = OsType(*b"mcAg");
    for (event, code) in [
        (save(), Code::BadParams),
        (
            Send {
                signature,
                name,
                ..save()
            },
            Code::BadParams,
        ),
        (
            Send {
                signature: Some(agent),
                ..save()
            },
            Code::BadParams,
        ),
        (
            Send {
                signature: Some(OsType(*b"none")),
                ..save()
            },
            Code::NotFound,
        ),
        (
            Send {
                name: Some("日本".to_owned()),
                ..save()
            },
            Code::NotFound,
        ),
        (
            Send {
                psn: Some(Psn::new(7)),
                ..save()
            },
            Code::NotFound,
        ),
    ] {
        let error = wire.deliver(&event, &[]).expect_err("there is no such target");
        assert_eq!(error.code, code, "{event:?}");
    }
}

#[test]
fn an_error_is_the_applications_own() {
    let (_sim, mut wire, psn) = start();
    let text = Descriptor::text("unsaved").expect("MacRoman");
    send(&mut wire, psn, *b"core", *b"setd", &[(OsType(*b"data"), text)]).expect("it takes a text");
    let refused = send(&mut wire, psn, *b"aevt", *b"quit", &[]).expect_err("it refuses");
    assert_eq!(
        (refused.code.as_str(), refused.os_error),
        ("apple_event", Some(-128))
    );
    assert_eq!(refused.message, "The text is not saved.");
    let unknown = send(&mut wire, psn, *b"what", *b"ever", &[]).expect_err("nobody handles it");
    assert_eq!(
        (unknown.code.as_str(), unknown.os_error),
        ("apple_event", Some(-1708))
    );
}

#[test]
fn bytes_that_are_no_descriptors_fail_the_job_before_anything_is_sent() {
    let (_sim, mut wire, psn) = start();
    let bytes = b"this is not flat".as_slice();
    let event = Send {
        psn: Some(psn),
        size: Some(bytes.len() as u16),
        ..Send::new(OsType(*b"core"), OsType(*b"getd"))
    };
    let done = finish(&mut wire, &event, bytes);
    assert_eq!(done.error.expect("a reason").code, "bad_params");
}

#[test]
fn without_a_reply_nothing_is_waited_for() {
    let (_sim, mut wire, psn) = start();
    send(&mut wire, psn, *b"JOTR", *b"dlog", &[]).expect("it shows a dialog");
    let (event, flat) = event(psn, *b"core", *b"getd", &[]);
    let unanswered = Send {
        reply: Some(false),
        ..event
    };
    let done = finish(&mut wire, &unanswered, &flat);
    assert_eq!(outcome(&mut wire, &done), Ok(vec![]));
}

#[test]
fn who_does_not_answer_is_a_timeout_and_the_host_is_served_meanwhile() {
    let (sim, mut wire, psn) = start();
    send(&mut wire, psn, *b"JOTR", *b"dlog", &[]).expect("it shows a dialog");
    let (event, flat) = event(psn, *b"core", *b"getd", &[]);
    let short = Send {
        timeout_ms: Some(3_000),
        interaction: Some(Interaction::Never),
        ..event
    };
    let job_id = wire.deliver(&short, &flat).expect("the job begins").job_id;
    wire.call(&health::Health {}).expect("health is served");
    let status = wire
        .call(&jobs::Status { job_id })
        .expect("jobs.status is served");
    assert_eq!(status.status, JobStatus::Running);
    let second = wire.deliver(&short, &flat).expect_err("one at a time");
    assert_eq!(second.code, Code::Busy);
    let launch = Launch {
        path: Some("Macintosh HD:Jotter".to_owned()),
        ..Launch::default()
    };
    assert_eq!(wire.call(&launch).expect_err("not beside a job").code, Code::Busy);
    let done: JobDone = wire.event();
    assert_eq!(done.error.expect("a reason").code, "timeout");
    assert!(done.elapsed_ms >= 3_000, "{} ms", done.elapsed_ms);
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_job_is_cancelled_and_ends_with_its_connection() {
    let (sim, mut wire, psn) = start();
    send(&mut wire, psn, *b"JOTR", *b"dlog", &[]).expect("it shows a dialog");
    let (event, flat) = event(psn, *b"core", *b"getd", &[]);
    let long = Send {
        timeout_ms: Some(600_000),
        ..event
    };
    let job_id = wire.deliver(&long, &flat).expect("the job begins").job_id;
    wire.call(&jobs::Cancel { job_id })
        .expect("jobs.cancel is served");
    let done: JobDone = wire.event();
    assert_eq!(done.status, JobStatus::Cancelled);
    wire.deliver(&long, &flat).expect("the job begins");
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let again = wire.deliver(&long, &flat);
    assert!(again.is_ok(), "{again:?}");
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn an_application_that_ends_before_it_answers_is_said_to_have() {
    let (_sim, mut wire, psn) = start();
    // It ends in the turn in which it would have answered, and nobody answers for it.
    let (event, flat) = event(psn, *b"JOTR", *b"exit", &[]);
    let done = finish(&mut wire, &event, &flat);
    let error = done.error.expect("a reason");
    assert_eq!((error.code.as_str(), error.os_error), ("apple_event", Some(-609)));
}

#[test]
fn events_leave_the_memory_as_it_was() {
    let (_sim, mut wire, psn) = start();
    let round = |wire: &mut Wire| {
        send(wire, psn, *b"JOTR", *b"echo", &everything()).expect("it answers");
        send(wire, psn, *b"what", *b"ever", &[]).expect_err("nobody handles it");
    };
    round(&mut wire);
    let before = free_memory(&mut wire);
    for _ in 0..200 {
        round(&mut wire);
    }
    assert_eq!(free_memory(&mut wire), before);
}

#[test]
fn each_allocation_that_fails_is_no_memory_and_nothing_is_lost() {
    let (sim, mut wire, psn) = start();
    let (event, flat) = event(psn, *b"JOTR", *b"echo", &everything());
    send(&mut wire, psn, *b"what", *b"ever", &[]).expect_err("nobody handles it");
    let before = free_memory(&mut wire);
    let mut refused = 0;
    for nth in 1..=200 {
        sim.fault(Fault::Allocation { nth })
            .expect("it can be switched on");
        let outcome = match wire.deliver(&event, &flat) {
            Ok(_) => {
                let done: JobDone = wire.event();
                sim.lift(FaultKind::Allocation);
                outcome(&mut wire, &done).map_err(|error| error.code)
            }
            Err(error) => Err(error.code.as_str().to_owned()),
        };
        sim.lift(FaultKind::Allocation);
        match outcome {
            Ok(answer) => assert_eq!(answer, everything(), "allocation {nth}"),
            Err(code) => {
                assert_eq!(code, "no_memory", "allocation {nth}");
                refused += 1;
            }
        }
    }
    assert!(refused > 50, "{refused} allocations were refused");
    send(&mut wire, psn, *b"what", *b"ever", &[]).expect_err("nobody handles it");
    assert_eq!(free_memory(&mut wire), before);
    assert_eq!(sim.bomb(), None);
}
