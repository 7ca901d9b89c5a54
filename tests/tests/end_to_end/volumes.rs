//! More than one disk.

use mc_protocol::{Code, fs, volume};
use mc_sim::{Config, Disk, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::support::{assert_short_turns, delete, file, mkdir, put, replacing, stat};

const FLOPPY: &str = "Floppy";

/// A Plus with a floppy disk, a large CD-ROM and a disk of another kind of computer.
fn boot() -> Sim {
    let cd = Disk {
        locked: true,
        bytes: 4_000 << 20,
        ..Disk::floppy("Pictures")
    };
    let other = Disk {
        exchanges: false,
        ejectable: false,
        ..Disk::floppy("PC Disk")
    };
    Sim::start(Config {
        profile: Profile::Plus,
        disks: vec![Disk::floppy(FLOPPY), cd, other],
        ..Config::default()
    })
    .expect("the sim boots")
}

#[test]
fn every_volume_is_listed_with_what_it_is() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.reset_stats();
    let volumes = wire.call(&volume::List {}).expect("volume.list").volumes;
    let told: Vec<_> = volumes
        .iter()
        .map(|volume| {
            (
                volume.name.as_str(),
                volume.vref,
                volume.ejectable,
                volume.locked,
                volume.startup,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Macintosh HD", -1, false, false, true),
            (FLOPPY, -2, true, false, false),
            ("Pictures", -3, true, true, false),
            ("PC Disk", -4, false, false, false),
        ]
    );
    assert!(volumes.iter().all(|volume| volume.fs == "HFS"));
    assert_eq!(
        (volumes[1].total_bytes, volumes[1].free_bytes),
        (1_440 << 10, 1_440 << 10)
    );
    assert!(
        volumes[2].total_bytes > 4_190_000_000,
        "{}",
        volumes[2].total_bytes
    );
    assert!(volumes[0].free_bytes < volumes[0].total_bytes);
    assert_short_turns(&sim);
}

#[test]
fn sizes_that_32_bits_cannot_tell_are_the_largest_that_they_can() {
    let disk = Disk {
        bytes: 9 << 30,
        ..Disk::floppy("Full")
    };
    let sim = Sim::start(Config {
        disks: vec![disk],
        ..Config::default()
    })
    .expect("the sim boots");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let volumes = wire.call(&volume::List {}).expect("volume.list").volumes;
    assert_eq!(
        (volumes[1].total_bytes, volumes[1].free_bytes),
        (u32::MAX, u32::MAX)
    );
}

#[test]
fn files_are_put_read_and_deleted_on_any_volume() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let bytes = noise(30_000, 1);
    for (first, again) in [
        ("Floppy:Folder:File", "floppy:FOLDER:file"),
        ("PC Disk:Folder:File", "PC Disk:Folder:File"),
    ] {
        let folder = first.rsplit_once(':').expect("a path").0;
        wire.call(&mkdir(folder)).expect("a folder");
        wire.put(&put(first, 20_000, 10_000), &bytes).expect("a put");
        let answer = wire.put(&replacing(again, 3, 0), b"new").expect("replacing");
        assert!(answer.replaced);
        let (_, back) = wire.fetch(&fs::Get::new(first.to_owned())).expect("a get");
        assert_eq!(back, b"new");
        assert_eq!(
            sim.list(folder).expect("the folder").len(),
            1,
            "nothing else is left"
        );
        assert!(sim.file("Macintosh HD:Folder:File").is_none());
        wire.call(&delete(first)).expect("a delete");
        assert!(sim.file(first).is_none());
    }
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_full_or_locked_disk_refuses_before_the_first_byte() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let id = wire.request(&put("Floppy:Too Large", 2 << 20, 0));
    assert_eq!(wire.accepted(id).expect_err("refused").code, Code::DiskFull);
    let id = wire.request(&put("Pictures:New", 1, 0));
    assert_eq!(wire.accepted(id).expect_err("refused").code, Code::Locked);
    let refused = wire.call(&mkdir("Pictures:Folder")).expect_err("refused");
    assert_eq!(refused.code, Code::Locked);
    assert_eq!(sim.list(FLOPPY), Some(Vec::new()));
}

#[test]
fn comments_are_kept_where_there_is_a_desktop_database() {
    let sim = boot();
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (path, kept) in [
        ("Macintosh HD:Noted", Some("Käse & Wein")),
        ("Floppy:Noted", None),
    ] {
        let wanted = fs::Put {
            comment: Some("Käse & Wein".to_owned()),
            ..put(path, 1, 0)
        };
        wire.put(&wanted, b"x")
            .expect("a put, with or without a database");
        let told = wire.call(&stat(path)).expect("fs.stat").comment;
        assert_eq!(told.as_deref(), kept, "{path}");
    }
    let moved = fs::Move::new(
        "Macintosh HD:Noted".to_owned(),
        "Macintosh HD:Documents:Other".to_owned(),
    );
    wire.call(&moved).expect("a move");
    let told = wire.call(&stat("Macintosh HD:Documents:Other")).expect("fs.stat");
    assert_eq!(
        told.comment.as_deref(),
        Some("Käse & Wein"),
        "it stays with the file"
    );
}

#[test]
fn what_the_catalogue_says_is_told() {
    let sim = boot();
    sim.add_file("Macintosh HD:Old", file(b"x", b""))
        .expect("room for it");
    let details = mc_sim::Details {
        created: 1_000,
        modified: 2_000,
        backed_up: 3_000,
        flags: 0x4002,
        locked: true,
    };
    sim.set_details("Macintosh HD:Old", details).expect("it is there");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let entry = wire.call(&stat("Macintosh HD:Old")).expect("fs.stat").entry;
    assert_eq!(
        (entry.created, entry.modified, entry.backed_up),
        (1_000, 2_000, Some(3_000))
    );
    assert_eq!((entry.flags, entry.invisible, entry.locked), (0x4002, true, true));
    let new = wire.call(&stat("Macintosh HD:Read Me")).expect("fs.stat").entry;
    assert_eq!(new.backed_up, None, "never");
    assert!(entry.id > new.id, "numbers rise");
}
