//! Programs that are not ours read what we write, and we read what they write.

use std::path::Path;
use std::process::{Command, Stdio};

use mc_pack::macbinary::{FileName, FinderFlags};
use mc_pack::resource_fork::Attributes;
use mc_pack::{MacFile, OsType, Resource, ResourceFork};

use crate::tools::{have, run};

fn sample_fork() -> ResourceFork {
    let mut fork = ResourceFork::new();
    for (res_type, id, name, length) in [
        (*b"CODE", 0, None, 24),
        (*b"CODE", 1, Some(b"Main".as_slice()), 3001),
        (*b"SIZE", -1, None, 10),
        (*b"vers", 1, Some(b"".as_slice()), 0),
    ] {
        let data = (0..length).map(|index| (index * 7) as u8).collect();
        let name = name.map(<[u8]>::to_vec);
        let attributes = Attributes::PRELOAD;
        fork.add(Resource {
            res_type: OsType(res_type),
            id,
            name,
            attributes,
            data,
        })
        .expect("a sound resource");
    }
    fork
}

fn sample() -> MacFile {
    let mut file = MacFile::new(
        FileName::new(b"Two Forks").unwrap(),
        OsType(*b"APPL"),
        OsType(*b"mcAg"),
    );
    file.data_fork = (0..129).collect();
    file.resource_fork = sample_fork().to_bytes().expect("a small fork");
    file
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    std::fs::write(folder.join(name), bytes).expect("a new file in a temporary folder");
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("reading {name}: {error}"))
}

/// A folder with the sample as MacBinary in it.
fn folder_with_sample() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        "sample.bin",
        &sample().to_macbinary().expect("a small file"),
    );
    folder
}

fn output_of(command: &mut Command) -> String {
    String::from_utf8_lossy(&run(command).stdout).into_owned()
}

#[test]
fn macsave_takes_our_file_apart() {
    if !have("macsave") {
        return;
    }
    let folder = folder_with_sample();
    let input = std::fs::File::open(folder.path().join("sample.bin")).expect("the sample");
    run(Command::new("macsave")
        .arg("-3")
        .current_dir(&folder)
        .stdin(Stdio::from(input)));
    // macutils puts an underscore where Unix names have trouble with a blank.
    assert_eq!(read(folder.path(), "Two_Forks.data"), sample().data_fork);
    assert_eq!(read(folder.path(), "Two_Forks.rsrc"), sample().resource_fork);
}

#[test]
fn we_read_the_macbinary_i_that_macstream_writes() {
    if !have("macstream") {
        return;
    }
    let folder = folder_with_sample();
    write(folder.path(), "data", &sample().data_fork);
    write(folder.path(), "resources", &sample().resource_fork);
    let stream = |option: &str, name: &str| {
        let output = run(Command::new("macstream")
            .args([option, name])
            .current_dir(&folder));
        MacFile::parse(&output.stdout).expect("MacBinary I")
    };
    let data = stream("-d", "data");
    assert_eq!(
        (data.file_type, data.creator),
        (OsType(*b"TEXT"), OsType(*b"MACA"))
    );
    assert_eq!(
        (data.name.as_bytes(), data.data_fork),
        (b"data".as_slice(), sample().data_fork)
    );
    let resources = stream("-r", "resources");
    assert_eq!(ResourceFork::parse(&resources.resource_fork), Ok(sample_fork()));
}

#[test]
fn an_hfs_volume_takes_our_file_and_gives_it_back_as_macbinary_ii() {
    if !have("hformat") {
        return;
    }
    let folder = folder_with_sample();
    write(folder.path(), "disk.img", &vec![0; 1 << 20]);
    // hfsutils keeps the current volume in the home folder, and turns dates by the time zone.
    let tool = |name: &str, arguments: &[&str]| {
        output_of(
            Command::new(name)
                .args(arguments)
                .current_dir(&folder)
                .env("HOME", folder.path())
                .env("TZ", "UTC"),
        )
    };
    tool("hformat", &["-l", "Disk", "disk.img"]);
    tool("hcopy", &["-m", "sample.bin", ":"]);
    let listing = tool("hls", &["-l"]);
    assert!(
        listing.contains("APPL/mcAg") && listing.contains("Two Forks"),
        "{listing}"
    );
    tool("hcopy", &["-m", ":Two Forks", "back.bin"]);
    assert_eq!(MacFile::parse(&read(folder.path(), "back.bin")), Ok(sample()));
}

#[test]
fn the_program_file_knows_both_formats() {
    if !have("file") {
        return;
    }
    let folder = folder_with_sample();
    write(folder.path(), "fork", &sample().resource_fork);
    let file = |name: &str| output_of(Command::new("file").args(["--brief", name]).current_dir(&folder));
    let whole = file("sample.bin");
    assert!(
        whole.starts_with("MacBinary III") && whole.contains("'mcAg'"),
        "{whole}"
    );
    let fork = file("fork");
    assert!(
        fork.contains("resource fork") && fork.contains("3 types"),
        "{fork}"
    );
}

#[test]
fn finder_flags_survive_both_halves_of_the_header() {
    let mut file = sample();
    file.finder_flags = FinderFlags::HAS_BUNDLE | FinderFlags::IS_SHARED;
    let bytes = file.to_macbinary().unwrap();
    assert_eq!((bytes[73], bytes[101]), (0x20, 0x40));
}
