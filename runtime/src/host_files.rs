//! Host files that a run may touch: it writes below its output folder, reads there and below the folders that it was given,
//! and touches no others.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use mc_protocol::Code;

use crate::error::{Error, Result};

/// The folders of a run.
#[derive(Clone, Debug, Default)]
pub struct HostFiles {
    output: Option<PathBuf>,
    folders: Vec<PathBuf>,
}

impl HostFiles {
    /// No folder at all.
    pub fn none() -> HostFiles {
        HostFiles::default()
    }

    /// An output folder, which is made when the first file is written and where relative paths are written, and more
    /// folders in which relative paths are looked for when they are read.
    ///
    /// # Errors
    /// `bad_file` when the current folder, which relative folders start from, is gone.
    pub fn new(output: &Path, more: &[PathBuf]) -> Result<HostFiles> {
        let absolute =
            |folder: &Path| std::path::absolute(folder).map_err(|error| failed("found", folder, &error));
        let output = absolute(output)?;
        let mut folders = vec![output.clone()];
        for folder in more {
            folders.push(absolute(folder)?);
        }
        Ok(HostFiles {
            output: Some(output),
            folders,
        })
    }

    /// Where relative paths are written.
    pub fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Reads a file whole.
    ///
    /// # Errors
    /// `bad_file` for one that is not there or not below a folder of the run.
    pub fn read(&self, path: &str) -> Result<Vec<u8>> {
        let mut found = None;
        for folder in &self.folders {
            let candidate = folder.join(path);
            if candidate.is_file() {
                found = Some(candidate);
                break;
            }
        }
        let Some(candidate) = found else {
            let message = format!("there is no host file `{path}` below {}", shown(&self.folders));
            return Err(Error::new(Code::BadFile, message));
        };
        let real = canonical(&candidate)?;
        check_inside(path, &real, &self.folders)?;
        fs::read(&real).map_err(|error| failed("read", &real, &error))
    }

    /// Writes a file whole, and the folders above it; where it is.
    ///
    /// # Errors
    /// `bad_file` for a path that leaves the output folder, or a disk that says no.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Result<PathBuf> {
        let Some(output) = &self.output else {
            return Err(Error::new(
                Code::BadFile,
                format!("`{path}` cannot be written: this run has no output folder"),
            ));
        };
        let wanted = output.join(path);
        if wanted.components().any(|part| part == Component::ParentDir) {
            return Err(outside(path, std::slice::from_ref(output)));
        }
        let writable = std::slice::from_ref(output);
        fs::create_dir_all(output).map_err(|error| failed("made", output, &error))?;
        check_inside(path, &existing_ancestor(&wanted)?, writable)?;
        let (Some(parent), Some(name)) = (wanted.parent(), wanted.file_name()) else {
            return Err(outside(path, writable));
        };
        fs::create_dir_all(parent).map_err(|error| failed("made", parent, &error))?;
        let real = canonical(parent)?.join(name);
        if real.is_symlink() {
            check_inside(path, &canonical(&real)?, writable)?;
        }
        check_inside(path, &real, writable)?;
        fs::write(&real, bytes).map_err(|error| failed("written", &real, &error))?;
        Ok(real)
    }
}

fn check_inside(path: &str, real: &Path, folders: &[PathBuf]) -> Result<()> {
    let mut known = folders.iter().filter_map(|folder| fs::canonicalize(folder).ok());
    match known.any(|folder| real.starts_with(folder)) {
        true => Ok(()),
        false => Err(outside(path, folders)),
    }
}

fn outside(path: &str, folders: &[PathBuf]) -> Error {
    let message = format!("`{path}` is not below {}", shown(folders));
    Error::new(Code::BadFile, message).with("path", path)
}

fn shown(folders: &[PathBuf]) -> String {
    match folders.is_empty() {
        true => "any folder: this run was given none".to_owned(),
        false => folders
            .iter()
            .map(|folder| folder.display().to_string())
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

/// The real path of the nearest thing above that exists: what is made below it stays below it.
fn existing_ancestor(path: &Path) -> Result<PathBuf> {
    let existing = path.ancestors().skip(1).find(|ancestor| ancestor.exists());
    canonical(existing.unwrap_or(Path::new(".")))
}

fn canonical(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).map_err(|error| failed("found", path, &error))
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Error {
    Error::new(
        Code::BadFile,
        format!("{} cannot be {what}: {error}", path.display()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that has the run's folders in it, and a file that is none of its business.
    fn setup() -> (tempfile::TempDir, HostFiles) {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir(root.join("recipe")).expect("made");
        fs::write(root.join("recipe/input.txt"), "in").expect("written");
        fs::write(root.join("secret.txt"), "secret").expect("written");
        let files = HostFiles::new(&root.join("out"), &[root.join("recipe")]).expect("folders");
        (folder, files)
    }

    #[test]
    fn files_below_the_folders_are_read_and_written() {
        let (folder, files) = setup();
        let root = folder.path();
        assert_eq!(files.read("input.txt").expect("below the recipe"), b"in");
        let path = files
            .write("deep/er/picture.png", b"out")
            .expect("below the output");
        assert!(path.ends_with("out/deep/er/picture.png"));
        assert_eq!(files.read("deep/er/picture.png").expect("written before"), b"out");
        let absolute = root.join("out/notes.txt");
        files
            .write(absolute.to_str().expect("UTF-8"), b"x")
            .expect("below the output");
    }

    #[test]
    fn ways_out_are_refused() {
        let (folder, files) = setup();
        let root = folder.path();
        let secret = root.join("secret.txt");
        for path in ["../secret.txt", "/etc/hostname", secret.to_str().expect("UTF-8")] {
            assert_eq!(files.read(path).expect_err(path).code(), Code::BadFile);
        }
        for path in ["../x", "a/../../x", "/tmp/x", "..", "", "deep/.."] {
            assert_eq!(
                files.write(path, b"x").expect_err(path).code(),
                Code::BadFile,
                "{path}"
            );
        }
        assert!(HostFiles::none().write("x", b"x").is_err() && HostFiles::none().read("x").is_err());
    }

    #[test]
    fn what_lies_beside_the_recipe_is_read_and_not_written() {
        let (folder, files) = setup();
        for name in ["recipe/input.txt", "recipe/new.txt"] {
            let path = folder.path().join(name);
            let error = files
                .write(path.to_str().expect("UTF-8"), b"x")
                .expect_err("not the output folder");
            assert!(error.message().contains("out"), "{error}");
        }
        assert_eq!(
            fs::read(folder.path().join("recipe/input.txt")).expect("there"),
            b"in"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_refused() {
        let (folder, files) = setup();
        let root = folder.path();
        fs::create_dir(root.join("out")).expect("made");
        std::os::unix::fs::symlink(root.join("secret.txt"), root.join("out/link.txt")).expect("linked");
        std::os::unix::fs::symlink(root, root.join("out/up")).expect("linked");
        assert_eq!(
            files.read("link.txt").expect_err("leads out").code(),
            Code::BadFile
        );
        assert_eq!(
            files.write("link.txt", b"x").expect_err("leads out").code(),
            Code::BadFile
        );
        assert_eq!(
            files.write("up/new.txt", b"x").expect_err("leads out").code(),
            Code::BadFile
        );
        assert_eq!(fs::read(root.join("secret.txt")).expect("untouched"), b"secret");
    }
}
