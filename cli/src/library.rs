//! Recipes: those built into the program, and files. A file on the disk wins when it is given by its path.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mc_protocol::Code;
use mc_runtime::lua::Modules;
use mc_runtime::run::Script;
use mc_runtime::{Error, Result};

/// Every recipe that is built in, by name.
const BUILT_IN: &[(&str, &str)] = &[("demo/tour", include_str!("../../recipes/demo/tour.lua"))];

/// A recipe's source and where it came from.
pub struct Found {
    /// The source.
    pub script: Script,
    /// The folder that it lies in, for a file.
    pub folder: Option<PathBuf>,
}

/// Finds a recipe by the path of a file, or by the name of one that is built in.
///
/// # Errors
/// `bad_file` when there is neither.
pub fn find(name: &str) -> Result<Found> {
    let path = Path::new(name);
    if path.is_file() {
        let source = fs::read_to_string(path)
            .map_err(|error| Error::new(Code::BadFile, format!("{name} cannot be read: {error}")))?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = Some(parent.unwrap_or(Path::new(".")).to_owned());
        return Ok(Found {
            script: Script {
                name: name.to_owned(),
                source,
            },
            folder,
        });
    }
    let plain = name.strip_prefix("recipes/").unwrap_or(name);
    let plain = plain.strip_suffix(".lua").unwrap_or(plain);
    match built_in(plain) {
        Some(source) => {
            let script = Script {
                name: format!("recipes/{plain}.lua"),
                source: source.to_owned(),
            };
            Ok(Found { script, folder: None })
        }
        None => {
            let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
            let message = format!(
                "there is no file `{name}`, and no built-in recipe; those are {}",
                names.join(", ")
            );
            Err(Error::new(Code::BadFile, message))
        }
    }
}

/// What scripts can require: files beside the recipe, then what is built in.
pub fn modules(folder: Option<PathBuf>) -> Modules {
    Arc::new(move |name| {
        let beside = folder.as_deref().and_then(|folder| beside(folder, name));
        beside.or_else(|| built_in(name).map(|source| (format!("recipes/{name}.lua"), source.to_owned())))
    })
}

fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, source)| *source)
}

/// A file below the folder. The name is no path: it cannot lead out, and a link cannot either.
fn beside(folder: &Path, name: &str) -> Option<(String, String)> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    if !name.split(['/', '.']).all(is_plain) {
        return None;
    }
    let relative = format!("{}.lua", name.replace('.', "/"));
    let real = folder.join(&relative).canonicalize().ok()?;
    let root = folder.canonicalize().ok()?;
    let source = real.starts_with(root).then(|| fs::read_to_string(&real).ok())??;
    Some((relative, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_recipes_have_names_and_paths() {
        for name in ["demo/tour", "demo/tour.lua", "recipes/demo/tour.lua"] {
            assert_eq!(find(name).expect(name).script.name, "recipes/demo/tour.lua");
        }
        let error = find("demo/tuor").err().expect("misspelt");
        assert!(error.code() == Code::BadFile && error.message().contains("demo/tour"));
    }

    #[test]
    fn a_file_wins_and_brings_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("recipe/lib")).expect("made");
        fs::write(folder.path().join("recipe/mine.lua"), "return 1").expect("written");
        fs::write(folder.path().join("recipe/lib/tools.lua"), "return 2").expect("written");
        fs::write(folder.path().join("secret.lua"), "return 3").expect("written");
        let path = folder.path().join("recipe/mine.lua");
        let found = find(path.to_str().expect("UTF-8")).expect("a file");
        assert_eq!(found.script.source, "return 1");
        let modules = modules(found.folder);
        assert_eq!(modules("lib.tools").expect("beside").1, "return 2");
        assert_eq!(modules("lib/tools").expect("beside").0, "lib/tools.lua");
        for name in [
            "../secret",
            "..secret",
            "/etc/passwd",
            "",
            "nothing",
            "lib//tools",
        ] {
            assert!(modules(name).is_none(), "{name}");
        }
    }
}
