//! `mc-pack` on the command line.

use std::process::{Command, Output};

use mc_pack::macbinary::FileName;
use mc_pack::resource_fork::Attributes;
use mc_pack::{MacFile, OsType, Resource, ResourceFork};

fn mc_pack(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mc-pack"))
        .args(arguments)
        .output()
        .expect("mc-pack starts")
}

/// What it complains about, after it has failed.
fn complaint(arguments: &[&str]) -> String {
    let output = mc_pack(arguments);
    assert!(!output.status.success(), "{arguments:?} must fail");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).expect("a message in UTF-8")
}

#[test]
fn list_shows_the_file_and_its_resources() {
    let mut fork = ResourceFork::new();
    fork.add(Resource {
        res_type: OsType(*b"CODE"),
        id: 1,
        name: Some(b"Main".to_vec()),
        attributes: Attributes::LOCKED | Attributes::PRELOAD,
        data: vec![0; 1234],
    })
    .unwrap();
    let mut file = MacFile::new(
        FileName::new(b"thing").unwrap(),
        OsType(*b"APPL"),
        OsType(*b"mcAg"),
    );
    file.resource_fork = fork.to_bytes().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("thing.bin");
    std::fs::write(&path, file.to_macbinary().unwrap()).unwrap();

    let output = mc_pack(&["list", path.to_str().unwrap()]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("thing  type APPL  creator mcAg\n"), "{text}");
    assert!(
        text.ends_with("CODE       1      1234  locked preload \"Main\"\n"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_with_the_options_is_said() {
    let options = |changed: &str, value: &str| {
        let mut all = vec!["68k"];
        for (name, good) in [
            ("--elf", "/dev/null"),
            ("--out", "/dev/null"),
            ("--name", "mc-agent"),
            ("--creator", "mcAg"),
            ("--version", "0.1.0"),
            ("--partition-kb", "384"),
            ("--flags", "only-background"),
            ("--carry", ""),
        ] {
            match (name == changed, value) {
                (true, "") => {}
                (true, value) => all.extend([name, value]),
                (false, _) if good.is_empty() => {}
                (false, _) => all.extend([name, good]),
            }
        }
        complaint(&all.iter().map(|text| &**text).collect::<Vec<_>>())
    };
    assert!(options("--name", "a:b").contains("\"a:b\" is no file name"));
    assert!(options("--creator", "mcA").contains("`mcA` is not a four-character code"));
    assert!(options("--version", "1").contains("`1` is no version"));
    assert!(options("--partition-kb", "4194304").contains("`4194304` is no number of kilobytes"));
    assert!(
        options("--flags", "background").contains("there are accept-suspend-resume-events, can-background")
    );
    assert!(options("--carry", "mcHp:128").contains("`mcHp:128` is no TYPE:ID:FILE.bin"));
    assert!(options("--carry", "mcHp:x:/nowhere").contains("`x` is no resource id"));
    assert!(options("--carry", "mcHp:128:/nowhere").contains("reading /nowhere: "));
    assert!(options("--creator", "").contains("`--creator` is missing"));
    assert!(options("--elf", "/nowhere").contains("reading /nowhere: "));
    // With all options right, it is the empty program that is at fault.
    assert!(options("", "").contains("reading the linked program"));
    assert!(complaint(&["68k", "--elf"]).contains("`--elf` needs a value"));
    assert!(complaint(&["68k", "--wrong", "x"]).contains("unknown option `--wrong`"));
    assert!(complaint(&[]).contains("mc-pack list FILE.bin"));
}
