//! Resources of files and of running applications.

use mc_pack::resource_fork::{Attributes, Resource, ResourceFork};
use mc_protocol::common::Psn;
use mc_protocol::{Code, OsType, resource};
use mc_sim::{Fault, FaultKind, Profile, Sim};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{assert_short_turns, file, free_memory};

const PATH: &str = "Macintosh HD:Documents:Resources";
const SYSTEM: &str = "Macintosh HD:System Folder:System";
const AGENT: &str = "Macintosh HD:System Folder:Startup Items:mc-agent";

fn resource(res_type: [u8; 4], id: i16, name: Option<&[u8]>, data: Vec<u8>) -> Resource {
    Resource {
        res_type: OsType(res_type),
        id,
        name: name.map(<[u8]>::to_vec),
        attributes: Attributes::PURGEABLE,
        data,
    }
}

/// Three types; of one of them many.
fn fork() -> ResourceFork {
    let mut fork = ResourceFork::new();
    let mut add = |resource| fork.add(resource).expect("another id");
    add(resource(*b"MENU", 128, Some(b"\xC4ndern"), noise(60, 1)));
    for number in 0..90 {
        add(resource(
            *b"STR ",
            1_000 - number,
            None,
            noise(10 + number as usize, 2),
        ));
    }
    add(resource(*b"blob", -5, Some(b"large"), noise(60_000, 3)));
    fork
}

fn boot_with_fork(profile: Profile) -> (Sim, Wire) {
    let sim = boot(profile);
    sim.add_file(PATH, file(b"data", &fork().to_bytes().expect("a fork")))
        .expect("room for it");
    let wire = Wire::greeted(sim.port(), sim.token());
    (sim, wire)
}

fn list(path: &str) -> resource::List {
    resource::List {
        path: Some(path.to_owned()),
        ..resource::List::default()
    }
}

fn get(path: &str, res_type: [u8; 4], id: i16) -> resource::Get {
    resource::Get {
        path: Some(path.to_owned()),
        psn: None,
        r#type: OsType(res_type),
        id,
    }
}

fn types(wire: &mut Wire, wanted: &resource::List) -> Vec<(OsType, u16)> {
    let mut page = wanted.clone();
    let mut all = Vec::new();
    loop {
        let answer = wire.call(&page).expect("resource.list");
        all.extend(
            answer
                .types
                .expect("types")
                .into_iter()
                .map(|found| (found.r#type, found.count)),
        );
        page.cursor = answer.cursor;
        if page.cursor.is_none() {
            return all;
        }
    }
}

fn resources(wire: &mut Wire, path: &str, res_type: [u8; 4]) -> Vec<resource::ResourceInfo> {
    let mut page = resource::List {
        r#type: Some(OsType(res_type)),
        ..list(path)
    };
    let mut all = Vec::new();
    loop {
        let answer = wire.call(&page).expect("resource.list");
        all.extend(answer.resources.expect("resources"));
        page.cursor = answer.cursor;
        if page.cursor.is_none() {
            return all;
        }
    }
}

#[test]
fn a_fork_is_listed_by_type_and_by_resource() {
    let (sim, mut wire) = boot_with_fork(Profile::Plus);
    sim.reset_stats();
    assert_eq!(
        types(&mut wire, &list(PATH)),
        [
            (OsType(*b"MENU"), 1),
            (OsType(*b"STR "), 90),
            (OsType(*b"blob"), 1)
        ]
    );
    let fork = fork();
    for res_type in [*b"MENU", *b"STR ", *b"blob"] {
        let told = resources(&mut wire, PATH, res_type);
        let there: Vec<_> = fork.of_type(OsType(res_type)).collect();
        assert_eq!(told.len(), there.len());
        for (told, there) in told.iter().zip(there) {
            assert_eq!(
                (told.id, told.bytes as usize, told.attributes),
                (there.id, there.data.len(), 0x20)
            );
            assert_eq!(told.name.is_some(), there.name.is_some());
        }
    }
    assert_eq!(
        resources(&mut wire, PATH, *b"MENU")[0].name.as_deref(),
        Some("ƒndern")
    );
    assert_eq!(resources(&mut wire, PATH, *b"none"), []);
    assert_short_turns(&sim);
}

#[test]
fn a_resource_is_sent_as_it_is() {
    let (sim, mut wire) = boot_with_fork(Profile::Plus);
    let before = free_memory(&mut wire);
    sim.reset_stats();
    for there in fork().iter().filter(|there| there.id != 1_000) {
        let (told, data) = wire
            .fetch(&get(PATH, there.res_type.0, there.id))
            .expect("resource.get");
        assert!(data == there.data, "{:?} {}", there.res_type, there.id);
        assert_eq!(
            (told.attributes, told.name.is_some()),
            (0x20, there.name.is_some())
        );
    }
    assert_short_turns(&sim);
    assert_eq!(free_memory(&mut wire), before, "nothing of it is left in memory");
}

#[test]
fn the_system_file_and_the_agents_own_are_looked_into_and_stay_open() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for path in [SYSTEM, AGENT] {
        let bytes = sim.file(path).expect("it is there").resource;
        let fork = ResourceFork::parse(&bytes).expect("a fork");
        let all = types(&mut wire, &list(path));
        assert_eq!(all.len(), fork.types().count(), "{path}");
        let there = fork
            .iter()
            .find(|there| there.res_type.0 != *b"CODE")
            .expect("a resource");
        for _ in 0..3 {
            let (_, data) = wire
                .fetch(&get(path, there.res_type.0, there.id))
                .expect("resource.get");
            assert!(data == there.data, "{path}");
        }
    }
    wire.fetch(&get(AGENT, *b"CODE", 1))
        .expect("even the code that runs");
    wire.call(&mc_protocol::system::Info {})
        .expect("the agent lives on");
    assert_eq!(sim.bomb(), None);
}

#[test]
fn a_running_application_is_named_by_its_number() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    // kCurrentProcess: the agent itself.
    let own = resource::List {
        psn: Some(Psn {
            high: Some(0),
            low: 2,
        }),
        ..resource::List::default()
    };
    let all = types(&mut wire, &own);
    assert_eq!(all, types(&mut wire, &list(AGENT)));
    let nobody = resource::List {
        psn: Some(Psn {
            high: Some(7),
            low: 7,
        }),
        ..resource::List::default()
    };
    assert_eq!(wire.call(&nobody).expect_err("refused").code, Code::NotFound);
    for wanted in [
        resource::List::default(),
        resource::List {
            path: Some(PATH.to_owned()),
            ..own
        },
    ] {
        let refused = wire.call(&wanted).expect_err("one of the two is needed");
        assert_eq!(
            (refused.code, refused.details.param.as_deref()),
            (Code::BadParams, Some("path"))
        );
    }
}

#[test]
fn what_is_not_there_is_not_found() {
    let (sim, mut wire) = boot_with_fork(Profile::Iici);
    sim.add_file("Macintosh HD:Text", file(b"text", b""))
        .expect("room for it");
    for (wanted, code) in [
        (get(PATH, *b"MENU", 129), Code::NotFound),
        (get(PATH, *b"none", 128), Code::NotFound),
        (get("Macintosh HD:Text", *b"MENU", 128), Code::NotFound),
        (get("Macintosh HD:Nothing", *b"MENU", 128), Code::NotFound),
        (get("Macintosh HD:Documents", *b"MENU", 128), Code::NotAFile),
    ] {
        assert_eq!(wire.fetch(&wanted).expect_err("refused").code, code, "{wanted:?}");
    }
    // What the System file has is not looked for in another.
    let system = ResourceFork::parse(&sim.file(SYSTEM).expect("it is there").resource).expect("a fork");
    let there = system.iter().next().expect("a resource");
    let elsewhere = wire
        .fetch(&get(PATH, there.res_type.0, there.id))
        .expect_err("refused");
    assert_eq!(elsewhere.code, Code::NotFound);
}

#[test]
fn a_damaged_fork_is_told_of_and_takes_nothing_down() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let whole = fork().to_bytes().expect("a fork");
    let map = u32::from_be_bytes(whole[4..8].try_into().expect("four bytes")) as usize;
    let mut cases: Vec<Vec<u8>> = [0, 1, 15, 16, 40, map, map + 27, whole.len() - 1]
        .iter()
        .map(|&length| whole[..length].to_vec())
        .filter(|bytes| !bytes.is_empty())
        .collect();
    // Where the data and the map are, how long; the lists of the map; how many types; the first type's references.
    for at in [0, 4, 8, 12, map + 24, map + 26, map + 28, map + 34, map + 36] {
        let mut bytes = whole.clone();
        bytes[at..at + 2].fill(0xFE);
        cases.push(bytes);
    }
    cases.push(noise(3_000, 5));
    for (number, bytes) in cases.into_iter().enumerate() {
        let path = format!("Macintosh HD:Damaged {number}");
        sim.add_file(&path, file(b"", &bytes)).expect("room for it");
        let told = wire.fetch(&get(&path, *b"MENU", 128)).expect_err("damaged");
        assert!(matches!(told.code, Code::Io | Code::NotFound), "{number}: {told}");
        assert_eq!(sim.bomb(), None, "{number}");
    }
}

#[test]
fn without_memory_nothing_is_half_done() {
    let (sim, mut wire) = boot_with_fork(Profile::Plus);
    let wanted = get(PATH, *b"blob", -5);
    wire.fetch(&wanted).expect("with memory");
    let before = free_memory(&mut wire);
    let mut failed = 0;
    for nth in 1..=12 {
        sim.fault(Fault::Allocation { nth })
            .expect("it can be switched on");
        match wire.fetch(&wanted) {
            Ok((_, data)) => assert_eq!(data.len(), 60_000),
            Err(refused) => {
                assert_eq!(refused.code, Code::NoMemory, "{nth}: {refused}");
                failed += 1;
            }
        }
        sim.lift(FaultKind::Allocation);
        assert_eq!(free_memory(&mut wire), before, "{nth}");
    }
    assert!(failed >= 2, "the map and the resource need memory");
    let large = ResourceFork::new();
    let mut large = large;
    large
        .add(resource(*b"blob", 1, None, vec![1; 400_000]))
        .expect("a resource");
    sim.add_file(
        "Macintosh HD:Large",
        file(b"", &large.to_bytes().expect("a fork")),
    )
    .expect("room for it");
    let refused = wire
        .fetch(&get("Macintosh HD:Large", *b"blob", 1))
        .expect_err("too large");
    assert_eq!(refused.code, Code::NoMemory);
    assert_eq!(free_memory(&mut wire), before);
}
