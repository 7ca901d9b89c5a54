//! Scripts that are made to hurt: each ends with an error of AppleScript's, or at its deadline, and the next one runs.

use mc_protocol::applescript::Eval;
use mc_protocol::common::{JobError, JobStatus};
use mc_protocol::events::JobDone;
use mc_protocol::{Code, jobs};
use mc_sim::Profile;
use mc_tests::Wire;

use crate::applescript::scriptable;
use crate::support::{assert_serves, free_memory, wait_until};

const LOG: &str = "Macintosh HD:System Folder:Preferences:mc-agent Log";

/// How a script of these bytes ends.
fn outcome(wire: &mut Wire, source: &[u8]) -> Result<Vec<u8>, JobError> {
    let eval = Eval {
        timeout_ms: Some(3_000),
        ..Eval::new(u16::try_from(source.len()).expect("a script of at most 64 KB"))
    };
    let job_id = wire.deliver(&eval, source).expect("the script is taken").job_id;
    let done: JobDone = wire.event();
    assert_eq!(done.job_id, job_id);
    match done.status {
        JobStatus::Done => Ok(wire.fetch(&jobs::Result { job_id }).expect("there is a result").1),
        _ => Err(done.error.expect("a reason")),
    }
}

fn nested(open: &str, inner: &str, close: &str) -> Vec<u8> {
    let levels = (32_767 - inner.len()) / (open.len() + close.len());
    [open.repeat(levels), inner.to_owned(), close.repeat(levels)]
        .concat()
        .into_bytes()
}

#[test]
fn scripts_that_are_made_to_hurt_end_with_an_error() {
    let sim = scriptable(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    outcome(&mut wire, b"1 + 1").expect("an ordinary script");
    let before = free_memory(&mut wire);
    let sources: Vec<(&str, Vec<u8>)> = vec![
        ("parentheses", nested("(", "1", ")")),
        ("parentheses that stay open", nested("(", "1", "")),
        ("lists", nested("{", "1", "}")),
        ("negations", nested("not ", "true", "")),
        ("signs", nested("- ", "1", "")),
        ("conditions", nested("if true then\r", "1\r", "end if\r")),
        ("repetitions", nested("repeat 2 times\r", "1\r", "end repeat\r")),
        ("handlers", nested("try\r", "1\r", "end try\r")),
        ("tells", nested("tell me\r", "1\r", "end tell\r")),
        ("references", nested("item 1 of ", "{1}", "")),
        ("a recursion", b"on f()\rf()\rend f\rf()".to_vec()),
        (
            "two that call each other",
            b"on f(x)\rg(x)\rend f\ron g(x)\rf(x)\rend g\rf(1)".to_vec(),
        ),
        (
            "a list in itself",
            b"set x to {}\rrepeat\rset x to {x, x}\rend repeat".to_vec(),
        ),
        ("no end", b"repeat\rend repeat".to_vec()),
        (
            "no end that catches what stops it",
            b"repeat\rtry\rrepeat\rend repeat\rend try\rend repeat".to_vec(),
        ),
        (
            "a recursion that catches what stops it",
            b"on f()\rtry\rf()\ron error\rf()\rend try\rend f\rf()".to_vec(),
        ),
        ("a string that stays open", [&b"\""[..], &[b'x'; 32_000]].concat()),
        ("a comment that stays open", nested("(* ", "", "")),
        ("a name of 32,000 letters", vec![b'x'; 32_000]),
        ("a number of 32,000 digits", vec![b'9'; 32_000]),
        (
            "control characters",
            (0..32_000).map(|n| (n % 32) as u8).collect(),
        ),
        ("every byte", (0..=255).collect()),
    ];
    for (what, source) in sources {
        let ended = outcome(&mut wire, &source);
        assert!(
            ended.is_err() || what == "signs" || what == "negations",
            "{what}: {ended:?}"
        );
        assert_eq!(sim.bomb(), None, "{what}");
        assert_eq!(
            outcome(&mut wire, b"2 + 2").expect("the next one"),
            b"4",
            "{what}"
        );
    }
    assert_eq!(free_memory(&mut wire), before);
    wire.hang_up();
    assert_serves(&sim);
}

/// Who shuts the Macintosh down does not wait for a script.
#[test]
fn a_script_does_not_keep_an_agent_that_is_told_to_quit() {
    let sim = scriptable(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let source = b"repeat\rend repeat";
    let eval = Eval {
        timeout_ms: Some(60_000),
        ..Eval::new(source.len() as u16)
    };
    let job_id = wire.deliver(&eval, source).expect("the script is taken").job_id;
    let status = jobs::Status { job_id };
    while wire.call(&status).expect("jobs.status is served").elapsed_ms < 1_000 {}
    sim.quit_agent();
    wait_until("the agent does not end", || !sim.agent_lives());
    assert_eq!(sim.bomb(), None);
    let log = sim.file(LOG).expect("the log").data;
    let log = String::from_utf8_lossy(&log);
    let after = log.split("job: 1 failed after ").nth(1).expect(&log);
    let ms: u32 = after
        .split(' ')
        .next()
        .and_then(|ms| ms.parse().ok())
        .expect(after);
    assert!(ms < 10_000, "{log}");
}

#[test]
fn a_script_beyond_the_limit_is_refused_before_it_is_sent() {
    let sim = scriptable(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(&Eval::new(32_768));
    let error = wire.accepted(id).expect_err("too long");
    assert_eq!(
        (error.code, error.details.param.as_deref()),
        (Code::BadParams, Some("size"))
    );
}
