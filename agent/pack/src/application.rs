//! An application for 68k Macintoshes: the linked program and what the system wants to know about it, as one file.

use crate::code::{self, CodeError};
use crate::elf::{ElfError, Program};
use crate::macbinary::{FileName, MacFile};
use crate::resource_fork::{ResourceFork, ResourceForkError};
use crate::size_resource::Size;
use crate::vers::Version;
use mc_protocol::OsType;

/// What is to be said about a program beside its code.
#[derive(Clone, Debug)]
pub struct Application {
    /// The file's name.
    pub name: FileName,
    /// Its creator; its type is `APPL`.
    pub creator: OsType,
    /// Its version.
    pub version: Version,
    /// Its partition and its ways.
    pub size: Size,
}

/// Why a program does not become an application.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplicationError {
    /// The linked program is at fault.
    #[error(transparent)]
    Elf(#[from] ElfError),
    /// It does not go into CODE resources.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Its resources do not go into a fork.
    #[error(transparent)]
    ResourceFork(#[from] ResourceForkError),
}

/// An application and the figures of its parts.
#[derive(Clone, Debug)]
pub struct Packed {
    /// The file, with the fixed date.
    pub file: MacFile,
    /// How large its parts are.
    pub sizes: Sizes,
}

/// Sizes in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// CODE 0.
    pub code_0: usize,
    /// CODE 1.
    pub code_1: usize,
    /// Code and initialised data within CODE 1.
    pub image: usize,
    /// What starts as zero behind the image.
    pub zeroed: usize,
    /// How many absolute addresses are relocated (a count, not bytes).
    pub fixups: usize,
    /// The resource fork.
    pub resource_fork: usize,
}

impl Application {
    /// Packs the program in `elf`, which is linked as agent/68k.ld says.
    ///
    /// # Errors
    /// An `ApplicationError` that says which part is at fault and what to try.
    pub fn pack(&self, elf: &[u8]) -> Result<Packed, ApplicationError> {
        let program = Program::parse(elf)?;
        let code = code::resources(&program)?;
        let [code_0, code_1] = code.each_ref().map(|resource| resource.data.len());

        let mut fork = ResourceFork::new();
        for resource in code {
            fork.add(resource)?;
        }
        fork.add(self.size.to_resource())?;
        fork.add(self.version.to_resource(&self.name.to_string()))?;

        let mut file = MacFile::new(self.name.clone(), OsType(*b"APPL"), self.creator);
        file.resource_fork = fork.to_bytes()?;
        let sizes = Sizes {
            code_0,
            code_1,
            image: program.image().len(),
            zeroed: program.length() as usize - program.image().len(),
            fixups: program.fixups().len(),
            resource_fork: file.resource_fork.len(),
        };
        Ok(Packed { file, sizes })
    }
}
