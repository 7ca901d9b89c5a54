//! The whole chain: C, compiler with plugin, linker, packer, Segment Loader, start code, and the program itself, on the
//! processors of several Macintoshes, against the same program built for the host.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use mc_pack::{MacFile, ResourceFork};

use crate::mac::{Bomb, Mac, Machine};
use crate::tools::{agent, have, run};

const ADDRESS_ERROR: Bomb = Bomb { vector: 3 };

/// The test program, built once for all tests; `None` where that cannot be done.
fn program() -> Option<&'static ResourceFork> {
    static PROGRAM: LazyLock<Option<ResourceFork>> = LazyLock::new(|| build(&[]));
    PROGRAM.as_ref()
}

/// Builds the test program for the Macintosh.
fn build(options: &[&str]) -> Option<ResourceFork> {
    if !(have("m68k-linux-gnu-gcc") && have("g++")) {
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bytes = build_in(&agent(), folder.path(), options);
    let file = MacFile::parse(&bytes).expect("MacBinary");
    Some(ResourceFork::parse(&file.resource_fork).expect("a resource fork"))
}

/// Builds the test program of one folder `agent`.
fn build_in(agent: &Path, folder: &Path, options: &[&str]) -> Vec<u8> {
    let out = folder.join("chain.bin");
    run(Command::new(agent.join("build.sh"))
        .arg("--program")
        .args([&agent.join("pack/tests/chain"), &out])
        .args(options)
        .env("MC_PACK", env!("CARGO_BIN_EXE_mc-pack")));
    std::fs::read(&out).expect("the built file")
}

/// What the program reports when the host's own compiler builds it.
fn on_the_host() -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("chain");
    let source = |name: &str| agent().join("pack/tests/chain").join(name);
    run(Command::new("cc")
        .args(["-std=gnu99", "-O1", "-o"])
        .arg(&program)
        .args([source("program.c"), source("report.c")]));
    let output = run(&mut Command::new(Path::new(&program)));
    String::from_utf8(output.stdout)
        .expect("lines in ASCII")
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_program_does_on_every_macintosh_what_it_does_on_the_host() {
    let Some(fork) = program() else { return };
    let expected = on_the_host();
    assert!(expected.len() > 40, "the program reports what it finds");
    let elsewhere = Machine {
        code_1: 0x3_FFFA,
        ..Machine::PLUS
    };
    for machine in [
        Machine::PLUS,
        elsewhere,
        Machine::OLD_MAC_II,
        Machine::IICI,
        Machine::QUADRA,
    ] {
        let mut mac = Mac::launch(machine, fork);
        assert_eq!(mac.run(), Ok(()), "on {machine:?}");
        assert_eq!(mac.lines, expected, "on {machine:?}");
        assert!(mac.released, "the table of fix-ups is given back on {machine:?}");
    }
}

#[test]
fn caches_are_flushed_once_all_code_is_relocated_and_with_the_trap_that_exists() {
    let Some(fork) = program() else { return };
    let machines = [
        (Machine::PLUS, vec![]),
        (Machine::OLD_MAC_II, vec![0xA198]),
        (Machine::IICI, vec![0xA0BD]),
        (Machine::QUADRA, vec![0xA0BD]),
    ];
    for (machine, flushes) in machines {
        let mut mac = Mac::launch(machine, fork);
        assert_eq!(mac.run(), Ok(()), "on {machine:?}");
        assert_eq!(mac.flushes, flushes, "on {machine:?}");
        assert_ne!(
            mac.code_in_memory(),
            mac.code_in_file(),
            "nothing was relocated on {machine:?}"
        );
        if !flushes.is_empty() {
            assert_eq!(
                mac.code_at_flush,
                mac.code_in_memory(),
                "code changed after the flush on {machine:?}"
            );
        }
    }
}

#[test]
fn a_second_entry_relocates_nothing() {
    let Some(fork) = program() else { return };
    let mut mac = Mac::launch(Machine::IICI, fork);
    assert_eq!(mac.run(), Ok(()));
    let first = std::mem::take(&mut mac.lines);
    assert_eq!(mac.enter_again(), Ok(()));
    assert_eq!(first[0], "runs 00000001");
    assert_eq!(mac.lines[0], "runs 00000002");
    assert_eq!(mac.lines[1..], first[1..]);
    assert_eq!(mac.flushes.len(), 1);
}

#[test]
fn the_flags_of_a_master_pointer_do_not_get_into_addresses() {
    let Some(fork) = program() else { return };
    // Locked and a resource, as CODE 1 is: bits 7 and 5 of the high byte with 24-bit addressing.
    let machine = Machine {
        master_pointer_flags: 0xA000_0000,
        ..Machine::PLUS
    };
    let mut mac = Mac::launch(machine, fork);
    assert_eq!(mac.run(), Ok(()));
    assert!(mac.lines.contains(&"high byte 00000000".to_owned()));
    assert_eq!(mac.lines, on_the_host());
}

/// Shows that the tests above can fail: without the plugin GCC reads words at odd addresses.
#[test]
fn without_the_plugin_a_68000_takes_an_address_error() {
    let Some(fork) = build(&["--without-plugin"]) else {
        return;
    };
    assert_eq!(Mac::launch(Machine::PLUS, &fork).run(), Err(ADDRESS_ERROR));
    let mut forgiving = Mac::launch(Machine::IICI, &fork);
    assert_eq!(forgiving.run(), Ok(()));
    assert_eq!(forgiving.lines, on_the_host());
}

/// A copy of what a build needs, in a folder of its own.
fn checkout(folder: &Path) {
    let root = agent().parent().expect("the repository").to_owned();
    let files = [
        "Cargo.toml",
        "agent/build.sh",
        "agent/68k.ld",
        "agent/gcc-plugin/small_mac.cc",
        "agent/toolbox/start.S",
        "agent/toolbox/runtime.S",
        "agent/pack/tests/chain/program.c",
        "agent/pack/tests/chain/report.c",
        "agent/pack/tests/chain/report.h",
    ];
    for file in files {
        let copy = folder.join(file);
        std::fs::create_dir_all(copy.parent().expect("a file in a folder")).expect("a new folder");
        std::fs::copy(root.join(file), &copy).unwrap_or_else(|error| panic!("copying {file}: {error}"));
    }
}

#[test]
fn two_folders_build_the_same_bytes() {
    if !(have("m68k-linux-gnu-gcc") && have("g++")) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [first, second] = ["a", "somewhere/else with a longer name"].map(|name| {
        let root = folder.path().join(name);
        checkout(&root);
        build_in(&root.join("agent"), &root, &[])
    });
    assert!(first == second, "the folder's name got into the built file");
}
