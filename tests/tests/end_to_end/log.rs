//! The agent's log, as it is asked for and as it tells of itself.

use mc_protocol::events::LogLine;
use mc_protocol::log::{LogCategory, LogLevel, SetLevel, Tail};
use mc_protocol::subscribe::{Channel, Subscribe};
use mc_protocol::unsubscribe::{self, Unsubscribe};
use mc_protocol::{fs, health, screen};
use mc_sim::Profile;
use mc_tests::Wire;

use crate::boot;
use crate::support::stat;

fn tail(wire: &mut Wire) -> Vec<String> {
    wire.call(&Tail::default()).expect("log.tail is served").lines
}

/// The part of a line behind the time, which every line begins with: `HH:MM:SS.mmm`.
fn without_time(line: &str) -> &str {
    let (time, rest) = line.split_at(12);
    let pattern = time
        .chars()
        .map(|letter| if letter.is_ascii_digit() { '0' } else { letter })
        .collect::<String>();
    assert_eq!(pattern, "00:00:00.000", "{line}");
    rest
}

#[test]
fn requests_and_what_became_of_them_are_logged() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&stat("Macintosh HD:No Such File"))
        .expect_err("not there");
    let lines = tail(&mut wire);
    let lines: Vec<&str> = lines.iter().map(|line| without_time(line)).collect();
    let has = |part: &str| assert!(lines.iter().any(|line| line.contains(part)), "{part}: {lines:#?}");
    has(" INFO transport: mc-agent ");
    has(" INFO transport: connected");
    has(" INFO dispatch: 1 hello");
    has(" INFO dispatch: 2 fs.stat path[25]");
    has(" INFO dispatch: 2 not_found, ");
    assert_eq!(
        lines.last().copied(),
        Some(" INFO dispatch: 3 log.tail"),
        "the newest comes last"
    );
}

#[test]
fn a_log_is_read_on_where_it_was_left() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let first = wire.call(&Tail::default()).expect("log.tail is served");
    wire.call(&health::Health {}).expect("health is served");
    let second = wire
        .call(&Tail {
            cursor: Some(first.cursor),
            categories: Some(vec![LogCategory::Dispatch]),
            ..Tail::default()
        })
        .expect("log.tail is served");
    assert_eq!(second.missed, 0);
    let all = tail(&mut wire);
    let at = all
        .iter()
        .position(|line| *line == second.lines[0])
        .expect("the same lines");
    assert_eq!(all[at - 1], *first.lines.last().expect("not empty"));
    assert!(second.lines.iter().any(|line| line.ends_with("health")));
}

#[test]
fn a_long_log_comes_in_turns_that_are_short() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for _ in 0..120 {
        wire.call(&health::Health {}).expect("health is served");
    }
    sim.reset_stats();
    let all = wire
        .call(&Tail {
            count: Some(200),
            ..Tail::default()
        })
        .expect("log.tail is served");
    assert!(all.lines.len() > 100, "{} lines", all.lines.len());
    let longest = sim.stats().worst_total_between_yields;
    assert!(longest < 390_000, "a turn took {longest} cycles");
}

#[test]
fn lines_come_by_themselves_when_asked_for() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&Subscribe {
        channels: vec![Channel::Log],
    })
    .expect("subscribe is served");
    wire.call(&fs::List::new("Macintosh HD".to_owned()))
        .expect("fs.list is served");
    let mut seen = Vec::new();
    while !seen.iter().any(|line: &String| line.contains("fs.list")) {
        let line = wire.event::<LogLine>();
        assert_eq!(line.missed, 0);
        seen.push(line.line);
    }
    wire.call(&Unsubscribe {
        channels: vec![unsubscribe::Channel::Log],
    })
    .expect("unsubscribe is served");
    wire.call(&health::Health {}).expect("health is served");
    wire.call(&health::Health {}).expect("health is served");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn at_debug_the_json_is_shown_and_secrets_are_not() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let before = wire
        .call(&SetLevel {
            level: LogLevel::Trace,
        })
        .expect("log.set_level is served")
        .before;
    assert_eq!(before, LogLevel::Info);
    wire.call(&stat("Macintosh HD:Read Me")).expect("it is there");
    wire.call(&screen::Input {
        events: vec![screen::InputEvent {
            text: Some("correct horse".to_owned()),
            ..screen::InputEvent::new(screen::Gesture::Type)
        }],
    })
    .expect("screen.input is served");
    let text = tail(&mut wire).join("\n");
    assert!(
        text.contains(r#"DEBUG dispatch: 3 params {"path":"Macintosh HD:Read Me"}"#),
        "{text}"
    );
    assert!(
        !text.contains("correct horse") && !text.contains(sim.token()),
        "{text}"
    );
}
