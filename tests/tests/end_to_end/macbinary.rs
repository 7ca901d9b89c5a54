//! MacBinary both ways, judged by another program.

use std::process::Command;

use mc_protocol::{Code, OsType, WireError, fs};
use mc_sim::{DiskFailure, Fault, Profile};
use mc_tests::{Wire, noise};

use crate::boot;
use crate::support::{assert_short_turns, file, put, stat};

const PATH: &str = "Macintosh HD:Documents:Application";
const FOLDER: &str = "Macintosh HD:Documents";

fn macbinary(path: &str) -> fs::Get {
    fs::Get {
        fork: Some(fs::Fork::Macbinary),
        ..fs::Get::new(path.to_owned())
    }
}

fn put_macbinary(path: &str, size: usize) -> fs::Put {
    fs::Put {
        form: Some(fs::PutForm::Macbinary),
        ..fs::Put::new(path.to_owned(), size as u32)
    }
}

/// CRC-16 as MacBinary has it.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte) << 8, |crc: u16, _| match crc & 0x8000 {
            0 => crc << 1,
            _ => crc << 1 ^ 0x1021,
        })
    })
}

/// The header with its CRC made right again.
fn sealed(mut stream: Vec<u8>) -> Vec<u8> {
    let crc = crc16(&stream[..124]).to_be_bytes();
    stream[124..126].copy_from_slice(&crc);
    stream
}

#[test]
fn another_program_unpacks_what_is_sent() {
    let sim = boot(Profile::Plus);
    let (data, resource) = (noise(5_001, 1), noise(700, 2));
    sim.add_file(PATH, file(&data, &resource)).expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    sim.reset_stats();
    let (answer, stream) = wire.fetch(&macbinary(PATH)).expect("a get");
    assert_short_turns(&sim);
    assert_eq!((answer.data_size, answer.resource_size), (5_001, 700));
    assert_eq!(stream.len(), 128 + 5_120 + 768);
    assert_eq!(
        (&stream[102..106], stream[122], stream[123]),
        (&b"mBIN"[..], 130, 129)
    );

    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("stream.bin"), &stream).expect("a file");
    let unpacked = Command::new("macunpack")
        .args(["-f", "stream.bin"])
        .current_dir(folder.path())
        .output()
        .expect("macunpack of the package macutils is installed");
    assert!(
        unpacked.status.success(),
        "{}",
        String::from_utf8_lossy(&unpacked.stderr)
    );
    let fork = |name: &str| std::fs::read(folder.path().join(name)).expect("a fork that was unpacked");
    assert!(fork("Application.data") == data && fork("Application.rsrc") == resource);
    let info = fork("Application.info");
    assert_eq!((&info[65..69], &info[69..73]), (&b"TEXT"[..], &b"ttxt"[..]));
    let entry = answer.entry;
    assert_eq!(
        info[91..99],
        [entry.created.to_be_bytes(), entry.modified.to_be_bytes()].concat()
    );
}

#[test]
fn a_file_comes_back_as_it_went() {
    let sim = boot(Profile::Plus);
    let (data, resource) = (noise(20_001, 1), noise(10_002, 2));
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let first = fs::Put {
        flags: Some(0x2000),
        created: Some(11),
        modified: Some(22),
        ..put("Macintosh HD:First", data.len(), resource.len())
    };
    wire.put(&first, &[data.clone(), resource.clone()].concat())
        .expect("a put");
    let (_, stream) = wire.fetch(&macbinary("Macintosh HD:First")).expect("a get");
    sim.reset_stats();
    for piece in [usize::MAX, 1_001] {
        let wanted = fs::Put {
            replace: Some(true),
            ..put_macbinary(PATH, stream.len())
        };
        let answer = wire.put_in_pieces(&wanted, &stream, piece).expect("a put");
        assert_eq!(
            answer.crc32,
            crc32fast::hash(&[data.clone(), resource.clone()].concat())
        );
        let there = sim.file(PATH).expect("the file");
        assert!(there.data == data && there.resource == resource);
        assert_eq!((there.file_type, there.creator), (*b"TEXT", *b"ttxt"));
        let entry = wire.call(&stat(PATH)).expect("fs.stat").entry;
        assert_eq!((entry.created, entry.modified, entry.flags), (11, 22, 0x2000));
    }
    assert_short_turns(&sim);
    assert_eq!(
        sim.list(FOLDER).expect("the folder").len(),
        3,
        "nothing else is left"
    );
}

#[test]
fn what_others_write_is_taken_and_may_be_overruled() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let agent = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../agent/dist/mc-agent-68k.bin"
    ))
    .expect("the agent is built");
    let wanted = fs::Put {
        creator: Some(OsType(*b"OWNR")),
        flags: Some(0x0400),
        ..put_macbinary(PATH, agent.len())
    };
    wire.put(&wanted, &agent).expect("our packer's file");
    let installed = sim
        .file("Macintosh HD:System Folder:Startup Items:mc-agent")
        .expect("the agent runs from it");
    let there = sim.file(PATH).expect("the file");
    assert_eq!((there.file_type, there.creator), (*b"APPL", *b"OWNR"));
    assert!(there.resource == installed.resource);
    assert_eq!(wire.call(&stat(PATH)).expect("fs.stat").entry.flags, 0x0400);
}

#[test]
fn older_headers_second_headers_and_comments_are_understood() {
    let sim = boot(Profile::Plus);
    sim.add_file(PATH, file(b"data", b"resource"))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let (_, third) = wire.fetch(&macbinary(PATH)).expect("a get");
    let mut second = third.clone();
    second[102..106].fill(0);
    second[122] = 129;
    let mut first = third.clone();
    first[99..128].fill(0);
    let mut with_more = third.clone();
    with_more[120..122].copy_from_slice(&10_u16.to_be_bytes());
    with_more[99..101].copy_from_slice(&4_u16.to_be_bytes());
    with_more.splice(128..128, [7; 128]);
    with_more.extend(b"note");
    for (name, stream) in [
        ("third", third.clone()),
        ("without the last fill", third[..128 + 128 + 8].to_vec()),
        ("second", sealed(second)),
        ("first", first),
        ("with more", sealed(with_more)),
    ] {
        let path = format!("Macintosh HD:{name}");
        wire.put(&put_macbinary(&path, stream.len()), &stream)
            .expect(name);
        let there = sim.file(&path).expect(name);
        assert_eq!(
            (&there.data[..], &there.resource[..]),
            (&b"data"[..], &b"resource"[..]),
            "{name}"
        );
    }
    let told = wire.call(&stat("Macintosh HD:with more")).expect("fs.stat");
    assert_eq!(told.comment.as_deref(), Some("note"));
}

#[test]
fn a_stream_that_is_none_leaves_nothing() {
    let sim = boot(Profile::Plus);
    let before = sim.list(FOLDER);
    sim.add_file("Macintosh HD:Good", file(&noise(300, 1), b"resource"))
        .expect("room for it");
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let (_, good) = wire.fetch(&macbinary("Macintosh HD:Good")).expect("a get");
    let changed = |at: usize, byte: u8| {
        let mut stream = good.clone();
        stream[at] = byte;
        stream
    };
    for (name, stream, code) in [
        ("another CRC", changed(70, b'?'), Code::CrcMismatch),
        ("no header", noise(good.len(), 9), Code::BadParams),
        ("no name", sealed(changed(1, 0)), Code::BadParams),
        ("a longer data fork", sealed(changed(85, 2)), Code::SizeMismatch),
        (
            "a huge resource fork",
            sealed(changed(87, 0xFF)),
            Code::SizeMismatch,
        ),
        ("a later version", sealed(changed(123, 131)), Code::BadParams),
        (
            "the end is missing",
            good[..good.len() - 128].to_vec(),
            Code::SizeMismatch,
        ),
        (
            "something follows",
            [good.clone(), vec![0; 128]].concat(),
            Code::SizeMismatch,
        ),
    ] {
        let refused = send_all(&mut wire, &put_macbinary(PATH, stream.len()), &stream).expect_err(name);
        assert_eq!(refused.code, code, "{name}: {refused}");
        assert_eq!(sim.list(FOLDER), before, "{name}");
    }
    assert_eq!(sim.bomb(), None);
}

/// A put of less than a window, which may be refused at any point.
fn send_all(wire: &mut Wire, params: &fs::Put, bytes: &[u8]) -> Result<fs::PutAnswer, WireError> {
    use mc_protocol::frame::Frame;
    use mc_protocol::message::Ending;
    let id = wire.request(params);
    wire.accepted(id)?;
    for piece in bytes.chunks(4_096) {
        let data = piece.to_vec();
        wire.send(&Frame::Binary { id, data });
    }
    wire.end_put(id, &Ending::Whole(mc_tests::tally_of(bytes)));
    wire.put_answer(id)
}

#[test]
fn whichever_write_fails_nothing_or_all_is_there() {
    let source = boot(Profile::Iici);
    source
        .add_file(PATH, file(&noise(6_000, 1), &noise(3_000, 2)))
        .expect("room for it");
    let (_, stream) = Wire::greeted(source.port(), source.token())
        .fetch(&macbinary(PATH))
        .expect("a get");
    let mut writes = 0;
    for nth in 1.. {
        let sim = boot(Profile::Iici);
        let before = sim.list(FOLDER);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        sim.fault(Fault::DiskWrite {
            nth,
            error: DiskFailure::Medium,
        })
        .expect("it can be switched on");
        match send_all(&mut wire, &put_macbinary(PATH, stream.len()), &stream) {
            Ok(_) => break,
            Err(refused) if refused.message.contains("the file is in its place") => {
                assert!(
                    sim.file(PATH).is_some_and(|file| file.data.len() == 6_000),
                    "write {nth}"
                );
            }
            Err(refused) => {
                assert_eq!(refused.code, Code::Io, "write {nth}: {refused}");
                assert_eq!(sim.list(FOLDER), before, "write {nth}");
            }
        }
        writes = nth;
    }
    assert!(writes >= 11, "{writes}");
}

#[test]
fn what_a_macbinary_stream_says_itself_is_not_said_beside_it() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let stream = put_macbinary(PATH, 256);
    for (wanted, param) in [
        (
            fs::Put {
                resource_size: Some(1),
                ..stream.clone()
            },
            "resource_size",
        ),
        (
            fs::Put {
                resume: Some(true),
                ..stream.clone()
            },
            "resume",
        ),
        (put_macbinary(PATH, 127), "data_size"),
        (fs::Put { form: None, ..stream }, "type"),
    ] {
        let id = wire.request(&wanted);
        let refused = wire.accepted(id).expect_err("refused");
        assert_eq!(
            (refused.code, refused.details.param.as_deref()),
            (Code::BadParams, Some(param))
        );
    }
}
