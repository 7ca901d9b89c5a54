//! `applescript.eval`: scripts as jobs, what they come to, and that none of them holds the agent up.

use mc_protocol::applescript::{Eval, ScriptForm};
use mc_protocol::common::{JobError, JobStatus};
use mc_protocol::events::JobDone;
use mc_protocol::frame::Frame;
use mc_protocol::message::Ending;
use mc_protocol::{Code, WireError, health, jobs, log, macroman, screen};
use mc_sim::{Bomb, Cause, Config, Crash, Fault, FaultKind, Profile, Sim, SystemVersion};
use mc_tests::{Wire, tally_of};
use std::time::{Duration, Instant};

use crate::support::{assert_serves, free_memory};

/// A Macintosh with System 7.5, which has AppleScript and a scriptable Finder.
pub fn scriptable(profile: Profile) -> Sim {
    Sim::start(Config {
        profile,
        system: SystemVersion::V7_5,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

/// Starts a script; its job.
fn start(wire: &mut Wire, source: &str, params: Eval) -> Result<u32, WireError> {
    let bytes = macroman::encode(&source.replace('\n', "\r")).expect("a script in MacRoman");
    let size = u16::try_from(bytes.len()).expect("a short script");
    let id = wire.request(&Eval { size, ..params });
    wire.accepted(id)?;
    for data in bytes.chunks(4096).map(<[u8]>::to_vec) {
        wire.send(&Frame::Binary { id, data });
    }
    wire.end_put(id, &Ending::Whole(tally_of(&bytes)));
    loop {
        // Progress of what was sent comes first.
        match wire.receive_beside_events() {
            mc_tests::Received::Message(mc_protocol::message::FromGuest::Response { outcome, .. }) => {
                let answer = outcome?;
                return Ok(u32::try_from(answer["job_id"].as_u64().expect("a job")).expect("a job's id"));
            }
            mc_tests::Received::Message(mc_protocol::message::FromGuest::Progress { .. }) => {}
            other => panic!("a job was expected, not {other:?}"),
        }
    }
}

fn for_so_long(timeout_ms: u32) -> Eval {
    Eval {
        timeout_ms: Some(timeout_ms),
        ..Eval::new(0)
    }
}

/// How a job ended: its result, or why it has none.
fn outcome(wire: &mut Wire, job_id: u32) -> Result<String, JobError> {
    let done: JobDone = wire.event();
    assert_eq!(done.job_id, job_id);
    if done.status != JobStatus::Done {
        return Err(done.error.expect("a reason"));
    }
    let (_, bytes) = wire.fetch(&jobs::Result { job_id }).expect("there is a result");
    assert_eq!(
        done.size,
        Some(u32::try_from(bytes.len()).expect("a short result"))
    );
    Ok(macroman::decode(&bytes))
}

/// Runs a script to its end.
pub fn evaluate(wire: &mut Wire, source: &str) -> Result<String, JobError> {
    let job_id = start(wire, source, Eval::new(0)).expect("the script is taken");
    outcome(wire, job_id)
}

/// The error that a script ends with.
pub fn failure(wire: &mut Wire, source: &str) -> JobError {
    evaluate(wire, source).expect_err(source)
}

#[test]
fn the_script_of_the_plan_makes_its_folder() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = scriptable(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let made = evaluate(
            &mut wire,
            "tell application \"Finder\" to make new folder at desktop with properties {name:\"hello\"}",
        );
        let folder = "folder \"hello\" of desktop of application \"Finder\"";
        assert_eq!(made, Ok(folder.to_owned()));
        let stat = wire.call(&crate::support::stat("Macintosh HD:Desktop Folder:hello"));
        assert_eq!(
            stat.expect("it is there").entry.kind,
            mc_protocol::common::EntryKind::Folder
        );
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn results_come_as_applescript_writes_or_shows_them() {
    let sim = scriptable(Profile::Quadra);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (script, source, display) in [
        ("6 * 7", "42", "42"),
        ("-- no statement, no value", "", ""),
        ("set x to nothing()\non nothing()\nend nothing", "", ""),
        ("7 / 2", "3.5", "3.5"),
        ("1 > 2", "false", "false"),
        (
            "\"a \\\"quoted\\\" word\"",
            "\"a \\\"quoted\\\" word\"",
            "a \"quoted\" word",
        ),
        (
            "{1, \"two\", {3, true}}",
            "{1, \"two\", {3, true}}",
            "{1, two, {3, true}}",
        ),
        ("{name:\"x\", b:{1}}", "{name:\"x\", b:{1}}", "{name:x, b:{1}}"),
        ("\"Grüße…\"", "\"Grüße…\"", "Grüße…"),
        ("class of {}", "list", "list"),
        (
            "set x to 3\nrepeat with i from 1 to 4\nset x to x + i\nend repeat\nx",
            "13",
            "13",
        ),
        ("", "", ""),
    ] {
        assert_eq!(evaluate(&mut wire, script), Ok(source.to_owned()), "{script}");
        let params = Eval {
            form: Some(ScriptForm::Display),
            ..Eval::new(0)
        };
        let job = start(&mut wire, script, params).expect("the script is taken");
        assert_eq!(outcome(&mut wire, job), Ok(display.to_owned()), "{script}");
    }
    let long = format!("set x to \"{}\"\nx & x", "0123456789".repeat(1000));
    let result = evaluate(&mut wire, &long).expect("a long result");
    assert_eq!(result.len(), 20_002);
}

#[test]
fn errors_have_number_message_place_and_line() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (script, number, message, line, place) in [
        (
            "set x to 1\nset y to\n",
            -2741,
            "Expected expression but found end of line.",
            2,
            (19, 20),
        ),
        (
            "1\n2\nfoo + 1",
            -2753,
            "The variable foo is not defined.",
            3,
            (4, 7),
        ),
        ("error \"too bad\" number 500", 500, "too bad", 1, (0, 26)),
        ("1 / 0", -2701, "Can’t divide 1 by zero.", 1, (0, 5)),
        (
            "error number 70000",
            70_000,
            "An error of type 70000 has occurred.",
            1,
            (0, 18),
        ),
        (
            "repeat",
            -2741,
            "Expected “end” but found end of script.",
            1,
            (6, 6),
        ),
    ] {
        let error = failure(&mut wire, script);
        // The end of the script is a place without extent.
        let is_place = place.0 < place.1;
        let expected = JobError {
            code: "applescript".to_owned(),
            message: message.to_owned(),
            os_error: Some(number),
            line: Some(line),
            start: is_place.then_some(place.0),
            end: is_place.then_some(place.1),
        };
        assert_eq!(error, expected, "{script}");
    }
}

#[test]
fn an_endless_script_is_stopped_at_its_deadline() {
    for (profile, script) in [
        (Profile::Plus, "repeat\nend repeat"),
        (Profile::Iici, "repeat\ntry\nset x to 1\nend try\nend repeat"),
    ] {
        let sim = scriptable(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let job = start(&mut wire, script, for_so_long(2000)).expect("the script is taken");
        let error = outcome(&mut wire, job).expect_err("it never ends");
        assert_eq!(error.code, "timeout");
        let state = wire
            .call(&jobs::Status { job_id: job })
            .expect("it is remembered");
        assert!(
            (2000..2500).contains(&state.elapsed_ms),
            "stopped in time: {} ms",
            state.elapsed_ms
        );
        assert_eq!(evaluate(&mut wire, "1"), Ok("1".to_owned()));
    }
}

#[test]
fn a_script_is_cancelled_and_the_host_is_served_meanwhile() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let job_id = start(&mut wire, "repeat\nend repeat", for_so_long(3_600_000)).expect("the script is taken");
    wire.call(&health::Health {}).expect("health is served");
    let (_, pict) = wire
        .fetch(&screen::Capture::default())
        .expect("a capture is served");
    assert!(pict.len() > 1000);
    let lines = wire.call(&log::Tail::default()).expect("the log is served").lines;
    assert!(
        lines
            .iter()
            .any(|line| line.contains("applescript: a script of 17 bytes"))
    );
    assert!(
        !lines.iter().any(|line| line.contains("repeat")),
        "the source is nobody's"
    );
    let second = start(&mut wire, "1", Eval::new(0)).expect_err("one at a time");
    assert_eq!(second.code, Code::Busy);
    let state = wire.call(&jobs::Status { job_id }).expect("it runs");
    assert_eq!(state.status, JobStatus::Running);
    wire.call(&jobs::Cancel { job_id }).expect("it is told to stop");
    let done: JobDone = wire.event();
    assert_eq!((done.job_id, done.status), (job_id, JobStatus::Cancelled));
    assert_eq!(evaluate(&mut wire, "2"), Ok("2".to_owned()));
}

#[test]
fn a_client_that_vanishes_takes_its_script_along() {
    let sim = scriptable(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    start(&mut wire, "repeat\nend repeat", for_so_long(3_600_000)).expect("the script is taken");
    wire.hang_up();
    assert_serves(&sim);
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let mut wire = Wire::greeted(sim.port(), sim.token());
        match start(&mut wire, "3", Eval::new(0)) {
            Ok(job) => {
                assert_eq!(outcome(&mut wire, job), Ok("3".to_owned()));
                break;
            }
            Err(error) => assert_eq!(error.code, Code::Busy),
        }
        assert!(
            Instant::now() < deadline,
            "the script of the client that has gone does not end"
        );
    }
}

#[test]
fn without_applescript_it_is_unsupported() {
    let capabilities = |sim: &Sim| {
        let hello = Wire::connect(sim.port())
            .hello(sim.token())
            .expect("hello is answered");
        hello.capabilities
    };
    let has = |capabilities: &[String], wanted: &str| capabilities.iter().any(|known| known == wanted);
    for system in [SystemVersion::V7_0, SystemVersion::V7_1] {
        let config = Config {
            system,
            ..Config::default()
        };
        let sim = Sim::start(config).expect("it starts");
        assert!(!has(&capabilities(&sim), "applescript"));
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let refused = start(&mut wire, "1", Eval::new(0)).expect_err("there is no AppleScript");
        assert_eq!(refused.code, Code::Unsupported);
    }
    let added = Config {
        system: SystemVersion::V7_0,
        applescript: Some(true),
        ..Config::default()
    };
    let sim = Sim::start(added).expect("it starts");
    let known = capabilities(&sim);
    assert!(has(&known, "applescript") && !has(&known, "scriptable_finder"));
    let mut wire = Wire::greeted(sim.port(), sim.token());
    assert_eq!(evaluate(&mut wire, "1 + 1"), Ok("2".to_owned()));
    let known = capabilities(&scriptable(Profile::Plus));
    assert!(has(&known, "applescript") && has(&known, "scriptable_finder"));
}

#[test]
fn an_application_that_does_not_answer_costs_no_more_than_the_deadline() {
    // The alert of Empty Trash is up: the Finder takes no Apple events behind it.
    let sim = Sim::start(Config {
        system: SystemVersion::V7_5,
        trash: true,
        ..Config::default()
    })
    .expect("it starts");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let error = failure(
        &mut wire,
        "with timeout of 1 second\ntell application \"Finder\" to get name of startup disk\nend timeout",
    );
    assert_eq!(
        (error.os_error, error.code.as_str()),
        (Some(-1712), "applescript")
    );
    assert_eq!(error.message, "Finder got an error: AppleEvent timed out.");
    let script = "tell application \"Finder\" to get name of startup disk";
    let job = start(&mut wire, script, for_so_long(1000)).expect("the script is taken");
    wire.call(&health::Health {})
        .expect("the host is served while an event waits");
    assert_eq!(
        outcome(&mut wire, job).expect_err("nobody answers").code,
        "timeout"
    );
    let job_id = start(&mut wire, script, for_so_long(60_000)).expect("the script is taken");
    wire.call(&jobs::Cancel { job_id }).expect("it is told to stop");
    let done: JobDone = wire.event();
    assert_eq!(done.status, JobStatus::Cancelled);
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn memory_is_as_it_was_after_scripts_of_all_kinds() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let scripts = [
        "{1, 2}",
        "1 +",
        "foo",
        "tell application \"Finder\" to get name of every folder of startup disk",
        "tell application \"Finder\" to get folder \"nowhere\" of startup disk",
    ];
    for script in scripts {
        let _: Result<String, JobError> = evaluate(&mut wire, script);
    }
    let before = free_memory(&mut wire);
    for _ in 0..5 {
        for script in scripts {
            let _: Result<String, JobError> = evaluate(&mut wire, script);
        }
    }
    let after = free_memory(&mut wire);
    // The last result is kept until another job begins.
    assert_eq!(before, after);
    assert!(
        before.0 > 100_000,
        "a partition of 384 KB has room left beside AppleScript: {}",
        before.0
    );
}

#[test]
fn each_allocation_may_fail() {
    let script = "tell application \"Finder\" to get {name:name of startup disk, size:12}";
    let mut refusals = 0;
    for nth in 1..=24 {
        let sim = scriptable(Profile::Plus);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        sim.fault(Fault::Allocation { nth })
            .expect("it can be switched on");
        let ended = start(&mut wire, script, Eval::new(0)).map(|job| outcome(&mut wire, job));
        sim.lift(FaultKind::Allocation);
        match ended {
            Err(error) => {
                assert_eq!(error.code, Code::NoMemory, "allocation {nth}");
                refusals += 1;
            }
            Ok(Err(error)) => {
                let is_memory = error.code == "no_memory" || error.os_error == Some(-108);
                assert!(is_memory, "allocation {nth}: {error:?}");
                refusals += 1;
            }
            Ok(Ok(_)) => {}
        }
        let again = evaluate(&mut wire, script);
        assert_eq!(
            again.as_deref(),
            Ok("{name:\"Macintosh HD\", size:12}"),
            "after allocation {nth}"
        );
        assert_eq!(sim.bomb(), None);
    }
    assert!(refusals > 8, "{refusals} allocations were refused");
}

#[test]
fn no_script_takes_more_memory_than_there_is() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let error = failure(
        &mut wire,
        "set x to \"1234567890123456\"\nrepeat\nset x to x & x\nend repeat",
    );
    assert_eq!(
        (error.os_error, error.message.as_str()),
        (Some(-108), "Out of memory.")
    );
    assert_eq!(evaluate(&mut wire, "4"), Ok("4".to_owned()));
}

#[test]
fn a_script_that_takes_the_macintosh_down_is_named_in_the_next_hello() {
    let sim = scriptable(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    evaluate(&mut wire, "1").expect("AppleScript is open then");
    // The next script: OSACompile, OSAExecute.
    sim.fault(Fault::CrashInTrap {
        trap: "ComponentDispatch".to_owned(),
        nth: 2,
        crash: Crash::Bomb,
    })
    .expect("it can be switched on");
    start(&mut wire, "1", Eval::new(0)).expect("the script is taken");
    let bomb = bombed(&sim);
    let trap = "ComponentDispatch";
    assert_eq!(bomb.cause, Cause::Crash { trap });
    let config = Config {
        system: SystemVersion::V7_5,
        ..Config::default()
    };
    let sim = Sim::start_from(config, sim.power_off()).expect("it starts from the same disk");
    let hello = Wire::connect(sim.port())
        .hello(sim.token())
        .expect("hello is answered");
    assert_eq!(
        hello.last_crash_breadcrumb.as_deref(),
        Some("applescript.eval OSAExecute")
    );
}

fn bombed(sim: &Sim) -> Bomb {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        match sim.bomb() {
            Some(bomb) => return bomb,
            None => assert!(Instant::now() < deadline, "the machine does not come down"),
        }
    }
}

#[test]
fn turns_stay_short_while_a_script_runs() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    evaluate(&mut wire, "1").expect("AppleScript is open then");
    sim.reset_stats();
    let job = start(&mut wire, "repeat\nend repeat", for_so_long(2000)).expect("the script is taken");
    outcome(&mut wire, job).expect_err("it never ends");
    let stats = sim.stats();
    let worst = stats.span_of(stats.worst_own_between_yields);
    assert!(worst < Duration::from_millis(50), "{worst:?}");
}
