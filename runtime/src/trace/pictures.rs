//! The pictures of a trace: named by their pixels, stored once.

use std::fs;
use std::path::Path;

use mc_protocol::Code;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::screen::image::{Image, Pixels, Rgb};

/// Two pictures have the same name exactly when they have the same size, palette and indices, or colours.
pub(super) fn pixel_hash(picture: &Image) -> String {
    let mut hash = Sha256::new();
    hash.update(picture.width().to_be_bytes());
    hash.update(picture.height().to_be_bytes());
    let (colours, indices): (&[Rgb], &[u8]) = match picture.pixels() {
        Pixels::Indexed { palette, indices } => (palette, indices),
        Pixels::Direct { colours } => (colours, &[]),
    };
    for colour in colours {
        hash.update([colour.r, colour.g, colour.b]);
    }
    hash.update(indices);
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

pub(super) fn write(path: &Path, picture: &Image) -> Result<()> {
    let png = picture
        .to_png()
        .map_err(|error| Error::new(Code::Internal, error.to_string()))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    }
    fs::write(path, png).map_err(|error| cannot_write(path, &error))
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::new(
        Code::BadFile,
        format!("{} cannot be written: {error}", path.display()),
    )
}
