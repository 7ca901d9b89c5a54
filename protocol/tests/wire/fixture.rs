//! Reads the golden frames of `protocol/fixtures`; their README tells the format.

use std::fs;
use std::path::{Path, PathBuf};

/// One file under `protocol/fixtures`.
pub struct Fixture {
    /// Where it lies.
    pub path: PathBuf,
    /// What stands on the wire.
    pub bytes: Vec<u8>,
    /// What comes out.
    pub expected: Vec<String>,
    /// Whether the guest alone holds to the limit in question.
    pub guest_only: bool,
}

impl Fixture {
    fn read(path: &Path) -> Fixture {
        let text = fs::read_to_string(path).expect("a fixture is readable");
        let mut fixture = Fixture {
            path: path.to_owned(),
            bytes: Vec::new(),
            expected: Vec::new(),
            guest_only: false,
        };
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').expect("every line has a word and the rest");
            match word {
                "#" => {}
                "hex" => fixture.bytes.extend(
                    rest.split(' ')
                        .map(|byte| u8::from_str_radix(byte, 16).expect("hex")),
                ),
                "text" => fixture.bytes.extend(rest.bytes()),
                "zeros" => fixture.bytes.extend(vec![0; rest.parse().expect("a count")]),
                "expect" => fixture.expected.push(rest.to_owned()),
                "checked-by" => fixture.guest_only = rest == "guest",
                other => panic!("{}: `{other}` is no line of a fixture", path.display()),
            }
        }
        fixture
    }

    /// All fixtures of a folder, sorted by name.
    pub fn all(folder: &str) -> Vec<Fixture> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fixtures")
            .join(folder);
        let files = fs::read_dir(&folder).expect("the fixtures are there");
        let mut paths: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
        paths.sort();
        assert!(
            paths.len() >= 8,
            "{} holds {} fixtures",
            folder.display(),
            paths.len()
        );
        paths.iter().map(|path| Fixture::read(path)).collect()
    }
}
