//! What goes wrong on request with memory and disks: what a host sees of it, that nothing is lost, and that all is well when it is lifted.

use mc_protocol::common::Rect;
use mc_protocol::{Code, fs, health, screen, volume};
use mc_sim::{Config, Disk, Fault, FaultError, FaultKind, Heap, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{assert_serves, delete, file, free_memory, mkdir, put, replacing, stat};

const PATH: &str = "Macintosh HD:Kept";

fn list(path: &str) -> fs::List {
    fs::List::new(path.to_owned())
}

fn get(path: &str) -> fs::Get {
    fs::Get::new(path.to_owned())
}

fn part_of_screen() -> screen::Capture {
    screen::Capture {
        region: Some(Rect {
            x: 0,
            y: 0,
            width: 200,
            height: 40,
        }),
        ..screen::Capture::default()
    }
}

#[test]
fn a_machine_without_temporary_memory_does_what_needs_none() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    // The first capture takes master pointers for good.
    wire.fetch(&part_of_screen()).expect("there is memory");
    let before = free_memory(&mut wire);
    sim.fault(Fault::OutOfMemory {
        above: Some(1_000),
        heap: Some(Heap::Temporary),
    })
    .expect("it can be switched on");
    let error = wire.fetch(&part_of_screen()).expect_err("a capture needs it");
    assert_eq!(error.code, Code::NoMemory, "{error}");
    wire.put(&put(PATH, 3_000, 0), &noise(3_000, 1))
        .expect("a put does not");
    sim.lift(FaultKind::OutOfMemory);
    wire.fetch(&part_of_screen()).expect("there is memory again");
    assert_eq!(free_memory(&mut wire), before);
}

#[test]
fn a_machine_without_any_memory_goes_on_serving() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    // The first capture takes master pointers for good.
    wire.fetch(&part_of_screen()).expect("there is memory");
    let before = free_memory(&mut wire);
    sim.fault(Fault::OutOfMemory {
        above: None,
        heap: None,
    })
    .expect("it can be switched on");
    let error = wire.fetch(&part_of_screen()).expect_err("a capture needs memory");
    assert_eq!(error.code, Code::NoMemory, "{error}");
    wire.call(&health::Health {}).expect("health is served");
    // Another client, too.
    wire.hang_up();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.lift(FaultKind::OutOfMemory);
    wire.fetch(&part_of_screen()).expect("there is memory again");
    assert_eq!(free_memory(&mut wire), before);
}

#[test]
fn a_disk_takes_what_fits_and_not_half_of_what_does_not() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.put(&put(PATH, 9_000, 0), &noise(9_000, 1))
        .expect("there is room");
    sim.fault(Fault::DiskFull {
        bytes: Some(16_384),
        volume: None,
    })
    .expect("it can be switched on");
    let volumes = wire.call(&volume::List {}).expect("volume.list").volumes;
    assert!(volumes[0].free_bytes <= 16_384, "{:?}", volumes[0]);
    let error = wire
        .put(&put("Macintosh HD:Large", 40_000, 0), &noise(40_000, 2))
        .expect_err("there is no room");
    assert_eq!(error.code, Code::DiskFull, "{error}");
    assert!(sim.file("Macintosh HD:Large").is_none());
    let error = wire
        .put(&replacing(PATH, 40_000, 0), &noise(40_000, 3))
        .expect_err("nor for a replacement");
    assert_eq!(error.code, Code::DiskFull, "{error}");
    assert_eq!(sim.file(PATH).expect("the old one").data, noise(9_000, 1));
    wire.put(&put("Macintosh HD:Small", 2_000, 0), &noise(2_000, 4))
        .expect("for a small one there is");
    sim.lift(FaultKind::DiskFull);
    wire.put(&put("Macintosh HD:Large", 40_000, 0), &noise(40_000, 2))
        .expect("there is room again");
    assert_eq!(sim.file("Macintosh HD:Large").expect("it").data, noise(40_000, 2));
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn a_locked_disk_can_be_read() {
    let sim = boot(Profile::Iici);
    sim.add_file(PATH, file(b"kept", b"")).expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.fault(Fault::VolumeLocked { volume: None })
        .expect("it can be switched on");
    let volumes = wire.call(&volume::List {}).expect("volume.list").volumes;
    assert!(volumes[0].locked);
    let refusals = [
        wire.call(&mkdir("Macintosh HD:New")).map(|_| ()),
        wire.call(&delete(PATH)).map(|_| ()),
        wire.put(&put("Macintosh HD:New", 10, 0), &noise(10, 1))
            .map(|_| ()),
    ];
    for refusal in refusals {
        assert_eq!(refusal.map_err(|error| error.code), Err(Code::Locked));
    }
    let (_, data) = wire.fetch(&get(PATH)).expect("it can be read");
    assert_eq!(data, b"kept");
    sim.lift(FaultKind::VolumeLocked);
    wire.call(&mkdir("Macintosh HD:New"))
        .expect("it can be written to");
    wire.call(&delete(PATH)).expect("and deleted from");
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn an_ejected_disk_is_missed_until_it_is_put_in_again() {
    const FLOPPY: &str = "Floppy:Kept";
    let sim = Sim::start(Config {
        disks: vec![Disk::floppy("Floppy")],
        ..Config::default()
    })
    .expect("the sim boots");
    sim.add_file(FLOPPY, file(&noise(5_000, 1), b""))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let volume = "Floppy".to_owned();
    sim.fault(Fault::VolumeEjected { volume })
        .expect("it can be switched on");
    let refusals = [
        wire.call(&list("Floppy")).map(|_| ()),
        wire.call(&stat(FLOPPY)).map(|_| ()),
        wire.fetch(&get(FLOPPY)).map(|_| ()),
        wire.put(&put("Floppy:New", 10, 0), &noise(10, 1)).map(|_| ()),
    ];
    for refusal in refusals {
        assert_eq!(refusal.map_err(|error| error.code), Err(Code::NotFound));
    }
    wire.call(&list("Macintosh HD")).expect("the other disk is there");
    let volumes = wire.call(&volume::List {}).expect("volume.list").volumes;
    assert!(volumes.iter().any(|volume| volume.name == "Macintosh HD"));
    sim.lift(FaultKind::VolumeEjected);
    let (_, data) = wire.fetch(&get(FLOPPY)).expect("it is there again");
    assert_eq!(data, noise(5_000, 1));
    wire.put(&put("Floppy:New", 10, 0), &noise(10, 1))
        .expect("and can be written to");
    wire.hang_up();
    assert_serves(&sim);
}

#[test]
fn a_disk_that_is_ejected_in_the_middle_of_a_get_breaks_it_off() {
    let sim = Sim::start(Config {
        disks: vec![Disk::floppy("Floppy")],
        ..Config::default()
    })
    .expect("the sim boots");
    sim.add_file("Floppy:Large", file(&noise(200_000, 1), b""))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.request(&get("Floppy:Large"));
    wire.response().1.expect("the stream begins");
    let volume = "Floppy".to_owned();
    sim.fault(Fault::VolumeEjected { volume })
        .expect("it can be switched on");
    let error = loop {
        use mc_protocol::message::{Ending, FromGuest};
        use mc_tests::Received;
        match wire.receive_beside_events() {
            Received::Binary { .. } => {}
            Received::Message(FromGuest::End {
                ending: Ending::Broken(error),
                ..
            }) => break error,
            other => panic!("the end was expected, not {other:?}"),
        }
    };
    assert_eq!(error.code, Code::NotFound, "{error}");
    sim.lift(FaultKind::VolumeEjected);
    let (_, data) = wire.fetch(&get("Floppy:Large")).expect("it is there again");
    assert_eq!(data, noise(200_000, 1));
}

#[test]
fn a_fault_that_cannot_be_says_why() {
    let sim = boot(Profile::Plus);
    let trap = "Copybits".to_owned();
    let seconds = 1.into();
    let error = sim.fault(Fault::StallInTrap {
        trap,
        nth: 1,
        seconds,
    });
    let error = error.expect_err("there is no such trap").to_string();
    assert!(error.contains("did you mean CopyBits?"), "{error}");
    let volume = "Macintosh HD".to_owned();
    assert_eq!(
        sim.fault(Fault::VolumeEjected { volume }),
        Err(FaultError::NotEjectable)
    );
    let volume = Some("Zip".to_owned());
    let error = sim.fault(Fault::VolumeLocked { volume });
    let error = error.expect_err("there is no such volume").to_string();
    assert!(error.contains("there are Macintosh HD"), "{error}");
    assert_serves(&sim);
}

/// With `MC_WRITE_DOCS` the table is written into the page.
#[test]
fn the_documentation_has_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/simulator-faults.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let start = page.find("| kind |").expect("the table");
    let end = start + page[start..].find("\n\n").map_or(page.len() - start, |at| at + 1);
    let table = Fault::markdown();
    if std::env::var_os("MC_WRITE_DOCS").is_some() {
        let page = [&page[..start], &table, &page[end..]].concat();
        std::fs::write(path, page).expect("the page can be written");
        return;
    }
    assert_eq!(page[start..end], table, "run this test with MC_WRITE_DOCS=1");
}
