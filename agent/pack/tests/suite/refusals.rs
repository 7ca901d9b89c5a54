//! What cannot be relocated is refused by name, and no bytes at all make the reader of linked programs panic.

use std::path::Path;
use std::process::Command;

use mc_pack::application::{Application, ApplicationError, Carried};
use mc_pack::code::CodeError;
use mc_pack::elf::{ElfError, Program, Reference, ZEROED_ORIGIN};
use mc_pack::macbinary::FileName;
use mc_pack::size_resource::{Size, SizeFlags};
use mc_pack::{MacFile, OsType, ResourceFork};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::tools::{agent, have, run};

const LINKED_AS_THE_AGENT: [&str; 2] = ["-Wl,-T,68k.ld", "-Wl,--emit-relocs"];

/// Assembles `source` together with the start code and links them; `None` where there is no compiler.
fn link(source: &str, options: &[&str]) -> Option<Vec<u8>> {
    if !have("m68k-linux-gnu-gcc") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (input, output) = (folder.path().join("source.S"), folder.path().join("program.elf"));
    std::fs::write(&input, source).expect("a new file");
    run(Command::new("m68k-linux-gnu-gcc")
        .args([
            "-m68000",
            "-nostdlib",
            "-static",
            "-Wl,--build-id=none",
            "-Wl,--no-warn-rwx-segments",
        ])
        .args(options)
        .arg("-o")
        .args([&output, Path::new("toolbox/start.S"), &input])
        .current_dir(agent()));
    Some(std::fs::read(&output).expect("the linked program"))
}

fn parse(source: &str) -> Option<Result<Program, ElfError>> {
    link(source, &LINKED_AS_THE_AGENT).map(|elf| Program::parse(&elf))
}

/// A program of one routine, and a word of data.
const SOUND: &str = "
    .text
    .globl mc_main
mc_main:
    move.w word,%d0
    lea behind,%a0
    rts
    .data
word:
    .word 1
pointer:
    .long mc_main
    .bss
    .space 8
behind:
    .space 4
";

fn sound_with(more: &str) -> String {
    format!("{SOUND}\n{more}\n")
}

#[test]
fn all_addresses_of_a_sound_program_are_found() {
    let Some(program) = parse(SOUND) else { return };
    let program = program.expect("a sound program");
    let target = |at: u32| {
        let at = at as usize;
        u32::from_be_bytes(program.image()[at..at + 4].try_into().unwrap())
    };
    // `jsr mc_main` in start.S, `move.w word`, `lea behind`, and the pointer.
    assert_eq!(program.fixups().len(), 4);
    let (zeroed, image): (Vec<u32>, Vec<u32>) =
        program.fixups().map(target).partition(|at| *at >= ZEROED_ORIGIN);
    assert_eq!(zeroed, [ZEROED_ORIGIN + 8]);
    assert!(image.iter().all(|at| (*at as usize) < program.image().len()));
    assert_eq!(program.zeroed(), 12);
}

#[test]
fn a_short_absolute_address_is_refused_by_section_and_symbol() {
    let Some(result) = parse(&sound_with(".text\n jsr mc_main.w")) else {
        return;
    };
    let Err(ElfError::Unsupported { reference, kind, .. }) = result else {
        panic!("{result:?}")
    };
    assert_eq!(
        (reference.section.as_str(), reference.symbol.as_str()),
        (".text", "mc_main")
    );
    assert_eq!(kind, "a 16-bit absolute address");
}

#[test]
fn a_pointer_at_an_odd_address_is_refused() {
    let Some(result) = parse(&sound_with(".data\n .byte 0\n .long mc_main")) else {
        return;
    };
    let Err(ElfError::Odd {
        reference: Reference {
            section,
            address,
            symbol,
        },
    }) = result
    else {
        panic!("{result:?}")
    };
    assert_eq!(
        (section.as_str(), symbol.as_str(), address % 2),
        (".data", "mc_main", 1)
    );
}

/// Taken for an address of the image, it would be relocated to somewhere else.
#[test]
fn an_address_before_an_array_of_zeros_is_refused() {
    let Some(result) = parse(&sound_with(".text\n lea behind-10,%a0")) else {
        return;
    };
    let Err(ElfError::Astray { reference }) = result else {
        panic!("{result:?}")
    };
    assert_eq!(reference.section, ".text");
}

#[test]
fn what_does_not_move_with_the_image_is_refused() {
    let absolute = "-Wl,--defsym,Ticks=0x16A";
    for (more, expected) in [
        (".weak nowhere\n .data\n .long nowhere", (".data", "nowhere")),
        (".text\n move.l Ticks,%d0", (".text", "Ticks")),
        (".text\n lea Ticks(%pc),%a0", (".text", "Ticks")),
    ] {
        let Some(elf) = link(
            &sound_with(more),
            &[LINKED_AS_THE_AGENT[0], LINKED_AS_THE_AGENT[1], absolute],
        ) else {
            return;
        };
        let result = Program::parse(&elf);
        let Err(ElfError::LeavesImage { reference }) = result else {
            panic!("{more}: {result:?}")
        };
        assert_eq!((reference.section.as_str(), reference.symbol.as_str()), expected);
    }
}

#[test]
fn a_program_linked_otherwise_is_refused() {
    let Some(without_relocations) = link(SOUND, &["-Wl,-T,68k.ld"]) else {
        return;
    };
    assert_eq!(Program::parse(&without_relocations), Err(ElfError::NoRelocations));
    let elsewhere = link(SOUND, &["-Wl,--emit-relocs", "-Wl,-e,mc_start"]).unwrap();
    assert_eq!(Program::parse(&elsewhere), Err(ElfError::NotLinkedAtZero));
    let half_linked = link(SOUND, &["-r"]).unwrap();
    assert_eq!(Program::parse(&half_linked), Err(ElfError::WrongKind));
    assert!(matches!(
        Program::parse(b"no ELF file"),
        Err(ElfError::Unreadable(_))
    ));
}

fn application(name: &[u8], carried: Option<Carried>) -> Application {
    Application {
        name: FileName::new(name).unwrap(),
        creator: "mcAg".parse().unwrap(),
        version: "1.0.0".parse().unwrap(),
        size: Size {
            flags: SizeFlags::empty(),
            preferred: 1,
            minimum: 1,
        },
        carried,
    }
}

#[test]
fn a_carried_program_is_a_resource_and_must_not_have_a_data_fork() {
    let Some(elf) = link(SOUND, &LINKED_AS_THE_AGENT) else {
        return;
    };
    let small = application(b"small", None).pack(&elf).unwrap().file;
    let carry = |file| {
        let (res_type, id) = (OsType(*b"mcHp"), 128);
        application(b"large", Some(Carried { res_type, id, file })).pack(&elf)
    };
    let fork = ResourceFork::parse(&carry(small.clone()).unwrap().file.resource_fork).unwrap();
    let carried = fork.get(OsType(*b"mcHp"), 128).unwrap();
    assert_eq!(carried.data, small.resource_fork);
    assert_eq!(carried.name.as_deref(), Some(&b"small"[..]));
    let with_data = MacFile {
        data_fork: vec![1],
        ..small
    };
    let error = carry(with_data).unwrap_err();
    assert!(error.to_string().contains("`small` has a data fork"), "{error}");
}

#[test]
fn addresses_too_far_apart_for_the_table_are_refused() {
    let Some(elf) = link(
        &sound_with(".data\n .space 140000\n .long mc_main"),
        &LINKED_AS_THE_AGENT,
    ) else {
        return;
    };
    let error = application(b"large", None).pack(&elf).unwrap_err();
    assert!(
        matches!(error, ApplicationError::Code(CodeError::FixupsTooFarApart { .. })),
        "{error}"
    );
}

#[test]
fn no_damage_to_a_linked_program_makes_the_reader_panic() {
    let Some(elf) = link(SOUND, &LINKED_AS_THE_AGENT) else {
        return;
    };
    let config = ProptestConfig {
        cases: 4_000,
        rng_seed: RngSeed::Fixed(0x7F45_4C46),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let changes = vec((any::<prop::sample::Index>(), any::<u8>()), 1..5);
    proptest!(config, |(changes in changes, cut in any::<Option<prop::sample::Index>>())| {
        let mut damaged = elf.clone();
        for (index, value) in changes {
            let index = index.index(damaged.len());
            damaged[index] = value;
        }
        if let Some(cut) = cut {
            damaged.truncate(cut.index(damaged.len()));
        }
        if let Ok(program) = Program::parse(&damaged) {
            prop_assert!(program.zeroed() <= ZEROED_ORIGIN);
            prop_assert!(program.fixups().all(|fixup| fixup as usize + 4 <= program.image().len()));
        }
    });
}
