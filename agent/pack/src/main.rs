//! `mc-pack`: packs a linked program for the Macintosh, and shows what is in such a file.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use mc_pack::application::{Application, Carried, Packed};
use mc_pack::macbinary::FileName;
use mc_pack::size_resource::{Size, SizeFlags};
use mc_pack::{MacFile, ResourceFork};

const USAGE: &str = "\
mc-pack 68k --elf PROGRAM.elf --out FILE.bin --name NAME --creator CODE --version 0.1.0
            --partition-kb KB [--minimum-kb KB] [--flags FLAG,FLAG...] [--carry TYPE:ID:FILE.bin]
    Packs a program that is linked with agent/68k.ld as an application in MacBinary III, and prints its sizes.
    Flags are those of the SIZE resource in lower case with hyphens, such as only-background.
    What it carries is a packed program, whose resource fork becomes a resource of that type and id.

mc-pack list FILE.bin
    Lists the file in a MacBinary I, II or III file and its resources.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["68k", options @ ..] => Options::parse(options).and_then(|options| pack(&options)),
        ["list", path] => list(Path::new(path)),
        ["--help"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("mc-pack: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The options of `mc-pack 68k`, each with its value.
struct Options<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Options<'a> {
    const KNOWN: [&'static str; 9] = [
        "--elf",
        "--out",
        "--name",
        "--creator",
        "--version",
        "--partition-kb",
        "--minimum-kb",
        "--flags",
        "--carry",
    ];

    fn parse(arguments: &[&'a str]) -> Result<Self, String> {
        let mut options = Vec::new();
        for pair in arguments.chunks(2) {
            match *pair {
                [name, value] if Self::KNOWN.contains(&name) => options.push((name, value)),
                [name] if Self::KNOWN.contains(&name) => return Err(format!("`{name}` needs a value")),
                [name, ..] => return Err(format!("unknown option `{name}`\n{USAGE}")),
                [] => {}
            }
        }
        Ok(Self(options))
    }

    fn find(&self, name: &str) -> Option<&'a str> {
        self.0
            .iter()
            .find(|(option, _)| *option == name)
            .map(|(_, value)| *value)
    }

    fn get(&self, name: &str) -> Result<&'a str, String> {
        self.find(name)
            .ok_or_else(|| format!("`{name}` is missing\n{USAGE}"))
    }

    fn application(&self) -> Result<Application, String> {
        let preferred = kilobytes(self.get("--partition-kb")?)?;
        let minimum = self.find("--minimum-kb").map_or(Ok(preferred), kilobytes)?;
        let flags = self.find("--flags").map_or(Ok(SizeFlags::empty()), size_flags)?;
        Ok(Application {
            name: FileName::new(self.get("--name")?.as_bytes()).map_err(text)?,
            creator: self.get("--creator")?.parse().map_err(text)?,
            version: self.get("--version")?.parse().map_err(text)?,
            size: Size {
                flags,
                preferred,
                minimum,
            },
            carried: self.find("--carry").map(carried).transpose()?,
        })
    }
}

fn carried(value: &str) -> Result<Carried, String> {
    let parts: Vec<&str> = value.splitn(3, ':').collect();
    let [res_type, id, path] = parts[..] else {
        return Err(format!("`{value}` is no TYPE:ID:FILE.bin"));
    };
    Ok(Carried {
        res_type: res_type.parse().map_err(text)?,
        id: id
            .parse()
            .map_err(|error| format!("`{id}` is no resource id: {error}"))?,
        file: MacFile::parse(&read(Path::new(path))?).map_err(text)?,
    })
}

fn kilobytes(value: &str) -> Result<u32, String> {
    let bytes = value
        .parse::<u32>()
        .ok()
        .and_then(|kilobytes| kilobytes.checked_mul(1024));
    bytes
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| format!("`{value}` is no number of kilobytes"))
}

fn size_flags(names: &str) -> Result<SizeFlags, String> {
    let as_option = |name: &str| name.to_lowercase().replace('_', "-");
    names.split(',').try_fold(SizeFlags::empty(), |flags, wanted| {
        let found = SizeFlags::NAMED
            .iter()
            .find(|(name, _)| as_option(name) == wanted);
        found.map(|(_, flag)| flags | *flag).ok_or_else(|| {
            let known: Vec<String> = SizeFlags::NAMED.iter().map(|(name, _)| as_option(name)).collect();
            format!(
                "`{wanted}` is no flag of a SIZE resource; there are {}",
                known.join(", ")
            )
        })
    })
}

fn pack(options: &Options) -> Result<(), String> {
    let (elf, out) = (Path::new(options.get("--elf")?), Path::new(options.get("--out")?));
    let Packed { file, sizes } = options.application()?.pack(&read(elf)?).map_err(text)?;
    let bytes = file.to_macbinary().map_err(text)?;
    std::fs::write(out, &bytes).map_err(|error| format!("writing {}: {error}", out.display()))?;
    println!("{}", out.display());
    for (what, size) in [
        ("CODE 0", sizes.code_0),
        ("CODE 1", sizes.code_1),
        ("  code and data", sizes.image),
        ("RELO 0", sizes.relo_0),
        ("resource fork", sizes.resource_fork),
        ("MacBinary", bytes.len()),
    ] {
        println!("{what:<16}{size:>8} bytes");
    }
    println!("{:<16}{:>8}", "fix-ups", sizes.fixups);
    println!(
        "{:<16}{:>8} bytes of memory, not in the file",
        "zeroed", sizes.zeroed
    );
    Ok(())
}

fn list(path: &Path) -> Result<(), String> {
    let file = MacFile::parse(&read(path)?).map_err(text)?;
    println!("{}  type {}  creator {}", file.name, file.file_type, file.creator);
    let flags: Vec<&str> = file.finder_flags.names().collect();
    println!(
        "data fork {} bytes, resource fork {} bytes",
        file.data_fork.len(),
        file.resource_fork.len()
    );
    println!(
        "Finder flags {:#06x} {}",
        file.finder_flags.bits(),
        flags.join(" ")
    );
    if file.resource_fork.is_empty() {
        return Ok(());
    }
    let fork = ResourceFork::parse(&file.resource_fork).map_err(text)?;
    println!("\n{:<6}{:>6} {:>9}  attributes and name", "type", "id", "bytes");
    for resource in fork.iter() {
        let mut notes: Vec<String> = resource.attributes.names().map(str::to_lowercase).collect();
        notes.extend(
            resource
                .name
                .as_ref()
                .map(|name| format!("\"{}\"", String::from_utf8_lossy(name))),
        );
        println!(
            "{:<6}{:>6} {:>9}  {}",
            resource.res_type.to_string().escape_debug().to_string(),
            resource.id,
            resource.data.len(),
            notes.join(" ")
        );
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("reading {}: {error}", path.display()))
}

fn text(error: impl Display) -> String {
    error.to_string()
}
