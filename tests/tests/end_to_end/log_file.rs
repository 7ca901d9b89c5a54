//! The log on the disk, and how it comes to the host.

use std::time::{Duration, Instant};

use mc_protocol::{Code, health, log};
use mc_sim::{DiskFailure, Fault, Profile, Sim};
use mc_tests::Wire;

use crate::boot;
use crate::support::{file, wait_until};

const LOG: &str = "Macintosh HD:System Folder:Preferences:mc-agent Log";

fn download(wire: &mut Wire, file: u8) -> Result<String, mc_protocol::WireError> {
    let wanted = log::Download { file: Some(file) };
    let (_, bytes) = wire.fetch(&wanted)?;
    Ok(bytes.iter().map(|&byte| char::from(byte)).collect())
}

fn on_disk(sim: &Sim, path: &str) -> String {
    let data = sim.file(path).map(|file| file.data).unwrap_or_default();
    data.iter().map(|&byte| char::from(byte)).collect()
}

#[test]
fn what_was_asked_is_in_the_file_that_is_downloaded() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        wire.call(&health::Health {}).expect("health is served");
        let text = download(&mut wire, 0).expect("the log comes");
        let lines: Vec<&str> = text.split_terminator('\r').collect();
        assert!(lines[0].contains("INFO transport: mc-agent"), "{text}");
        assert!(
            lines.iter().any(|line| line.ends_with("dispatch: 2 health")),
            "{text}"
        );
        assert!(!text.contains(sim.token()), "no secret in {text}");
        assert!(on_disk(&sim, LOG).starts_with(&text));
    }
}

#[test]
fn a_file_that_is_not_there_is_not_found() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for file in [1, 2] {
        let error = download(&mut wire, file).expect_err("there is one log so far");
        assert_eq!(error.code, Code::NotFound);
    }
}

#[test]
fn lines_reach_the_disk_without_being_asked_for() {
    let sim = boot(Profile::Iici);
    Wire::greeted(sim.port(), sim.token());
    wait_until("the log does not reach the disk", || {
        on_disk(&sim, LOG).contains("dispatch: 1 hello")
    });
}

#[test]
fn a_log_that_is_full_makes_room_and_the_oldest_goes() {
    let sim = boot(Profile::Iici);
    for (number, text) in [(1, "second"), (2, "third")] {
        sim.add_file(&format!("{LOG}.{number}"), file(text.as_bytes(), &[]))
            .expect("a file");
    }
    let mut wire = Wire::greeted(sim.port(), sim.token());
    // A request and its response are two lines.
    let mut sent = 0;
    while on_disk(&sim, &format!("{LOG}.2")) != "second" {
        for _ in 0..100 {
            wire.call(&health::Health {}).expect("health is served");
        }
        sent += 100;
        assert!(sent < 20_000, "256 KB of log are not enough for a rotation");
    }
    wait_until("the full log has no new name", || {
        on_disk(&sim, &format!("{LOG}.1")).len() >= 256 << 10
    });
    let older = download(&mut wire, 1).expect("the full one");
    assert!(older.contains("mc-agent"), "it has the start of the run");
    wire.call(&health::Health {}).expect("health is served");
    let newer = download(&mut wire, 0).expect("the new one");
    assert!(newer.len() < 100_000 && newer.ends_with(" health\r") || newer.contains(" health\r"));
    assert_eq!(download(&mut wire, 2).expect("the oldest"), "second");
}

#[test]
fn a_full_disk_stops_the_log_and_not_the_agent() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::DiskWrite {
        nth: 1,
        error: DiskFailure::Full,
    })
    .expect("it can be switched on");
    let tail = log::Tail {
        level: Some(log::LogLevel::Warn),
        ..log::Tail::default()
    };
    let deadline = Instant::now() + Duration::from_secs(30);
    let line = loop {
        let answer = wire.call(&tail).expect("the agent serves");
        if let Some(line) = answer.lines.first() {
            break line.clone();
        }
        assert!(Instant::now() < deadline, "nobody says that the disk is full");
    };
    assert!(
        line.ends_with("WARN fs: the disk does not take the log: error -34"),
        "{line}"
    );
    // Half a minute later it is tried again, and nothing of these few lines is lost.
    sim.fault(Fault::FrontHangs { seconds: 31.into() })
        .expect("it can be switched on");
    wait_until("the log does not go on", || {
        on_disk(&sim, LOG).contains("does not take the log")
    });
    let text = on_disk(&sim, LOG);
    assert!(
        text.starts_with("09:41:") && text.contains("dispatch: 1 hello"),
        "{text}"
    );
}

#[test]
fn what_memory_cannot_hold_while_the_disk_is_full_is_counted() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::DiskWrite {
        nth: 1,
        error: DiskFailure::Medium,
    })
    .expect("it can be switched on");
    for _ in 0..300 {
        wire.call(&health::Health {}).expect("health is served");
    }
    sim.fault(Fault::FrontHangs { seconds: 31.into() })
        .expect("it can be switched on");
    wait_until("the log does not go on", || {
        on_disk(&sim, LOG).contains(" lines were lost\r")
    });
}
