//! An application for 68k Macintoshes: the linked program and what the system wants to know about it, as one file.

use crate::code::{self, CodeError};
use crate::elf::{ElfError, Program};
use crate::macbinary::{FileName, MacFile};
use crate::resource_fork::{Attributes, Resource, ResourceFork, ResourceForkError};
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
    /// A program that it carries.
    pub carried: Option<Carried>,
}

/// Another program, whose whole resource fork is one resource of the application: a 68k program has no data fork, so
/// that is all of it.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Type of the resource.
    pub res_type: OsType,
    /// Id of the resource.
    pub id: i16,
    /// The program.
    pub file: MacFile,
}

impl Carried {
    /// The resource. It is purgeable: whoever carries it needs it for a moment only.
    fn to_resource(&self) -> Resource {
        Resource {
            res_type: self.res_type,
            id: self.id,
            name: Some(self.file.name.to_string().into_bytes()),
            attributes: Attributes::PURGEABLE,
            data: self.file.resource_fork.clone(),
        }
    }
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
    /// The program that it carries has more than a resource fork.
    #[error("`{name}` has a data fork, which would be lost: only a resource fork can be carried")]
    CarriedDataFork {
        /// The program.
        name: String,
    },
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
    /// RELO 0.
    pub relo_0: usize,
    /// Memory that starts as zero and is not in the file.
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
        if let Some(carried) = &self.carried
            && !carried.file.data_fork.is_empty()
        {
            let name = carried.file.name.to_string();
            return Err(ApplicationError::CarriedDataFork { name });
        }
        let program = Program::parse(elf)?;
        let code = code::resources(&program)?;
        let [code_0, code_1, relo_0] = code.each_ref().map(|resource| resource.data.len());

        let mut fork = ResourceFork::new();
        for resource in code {
            fork.add(resource)?;
        }
        fork.add(self.size.to_resource())?;
        fork.add(self.version.to_resource(&self.name.to_string()))?;
        if let Some(carried) = &self.carried {
            fork.add(carried.to_resource())?;
        }

        let mut file = MacFile::new(self.name.clone(), OsType(*b"APPL"), self.creator);
        file.resource_fork = fork.to_bytes()?;
        let sizes = Sizes {
            code_0,
            code_1,
            image: program.image().len(),
            relo_0,
            zeroed: program.zeroed() as usize,
            fixups: program.fixups().len(),
            resource_fork: file.resource_fork.len(),
        };
        Ok(Packed { file, sizes })
    }
}
