//! Makes the Rust types and the C tables of the wire from `protocol/schema`.
//!
//! Why not an existing generator: the C half needs parameter tables that none of them writes, and both halves must
//! come from one reading of the schema, or they drift apart. The part of JSON Schema understood here is small, is
//! listed in `protocol/README.md`, and anything beyond it is refused by name.

mod c;
mod rust;
mod schema;

pub use schema::SchemaError;

use std::path::{Path, PathBuf};

/// A file that the generator writes: its path below the repository, and its text.
#[derive(Debug)]
pub struct Generated {
    /// Path below the repository's root.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
}

/// Everything that is made from the schemas below `root`, the repository.
///
/// # Errors
/// A schema that cannot be read, or that uses what the generator does not understand.
pub fn generate(root: &Path) -> Result<Vec<Generated>, SchemaError> {
    let protocol = schema::Protocol::read(&root.join("protocol/schema"))?;
    let mut files = rust::render(&protocol);
    files.extend(c::render(&protocol));
    Ok(files)
}

/// The repository's root, seen from this crate.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first line of every generated file, between the language's own comment marks.
const NOTICE: &str = "Made from protocol/schema by `make generate`; do not edit.";

#[cfg(test)]
mod tests {
    #[test]
    fn committed_files_are_what_the_schema_says() {
        let root = super::repository();
        for file in super::generate(&root).expect("the schemas are readable") {
            let committed = std::fs::read_to_string(root.join(&file.path)).unwrap_or_default();
            assert!(
                committed == file.text,
                "{} is stale: run `make generate` and commit the result",
                file.path.display()
            );
        }
    }
}
