//! The linked program: an ELF file for m68k, linked at 0 with its relocations kept (`ld --emit-relocs`).
//!
//! What comes out is an image and the places in it that hold absolute addresses. Every other reference that would be
//! right at address 0 only is refused here: on the Macintosh it would be a crash without a name.

use std::collections::BTreeSet;

use object::BigEndian;
use object::elf::{
    EM_68K, ET_EXEC, FileHeader32, R_68K_8, R_68K_16, R_68K_32, R_68K_NONE, R_68K_PC8, R_68K_PC16,
    R_68K_PC32, Rela32, RelocationType, SHF_ALLOC, SHT_NOBITS, SHT_SYMTAB, SectionHeader32,
};
use object::read::elf::{FileHeader, Rela, SectionHeader, SectionTable, Sym, SymbolTable};

use crate::bytes::{printable, slice_at};

type Header = FileHeader32<BigEndian>;
type Section = SectionHeader32<BigEndian>;
type Relocation = Rela32<BigEndian>;

/// A program must fit the memory of a Macintosh Plus.
const MAX_LENGTH: u32 = 4 << 20;
/// Where 68k.ld links what starts as zero. Each address tells by its value whether it points there or into the image.
pub const ZEROED_ORIGIN: u32 = MAX_LENGTH;

/// A program linked at 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    image: Vec<u8>,
    fixups: BTreeSet<u32>,
    zeroed: u32,
}

/// A reference, as an error names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The section it stands in.
    pub section: String,
    /// Its address, which is its offset in the image.
    pub address: u32,
    /// What it refers to.
    pub symbol: String,
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            section,
            address,
            symbol,
        } = self;
        write!(f, "the reference to `{symbol}` at {address:#x} in {section}")
    }
}

/// Why a linked program cannot become a code resource.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElfError {
    /// Not a sound ELF file.
    #[error("reading the linked program: {0}; link it again")]
    Unreadable(String),
    /// An ELF file of another kind.
    #[error("the file is an ELF file, but no linked m68k program; give it what m68k-linux-gnu-gcc linked")]
    WrongKind,
    /// Not linked with 68k.ld.
    #[error("the program is not linked at 0 with its start code first; link it with agent/68k.ld")]
    NotLinkedAtZero,
    /// Too large for a Macintosh Plus.
    #[error("section {section} ends beyond {MAX_LENGTH} bytes; the program does not fit a Macintosh Plus")]
    TooLarge {
        /// The section that ends too high.
        section: String,
    },
    /// Two sections share addresses.
    #[error("section {section} overlaps the one in front of it; link with agent/68k.ld")]
    Overlap {
        /// The second of them.
        section: String,
    },
    /// Bytes of the file where only zeros may be, or zeros within the image.
    #[error(
        "section {section} is linked {place} {ZEROED_ORIGIN:#x}, which parts the image from what starts as zero; \
         link with agent/68k.ld"
    )]
    Misplaced {
        /// The section.
        section: String,
        /// Above or below.
        place: &'static str,
    },
    /// An address between the image and what starts as zero.
    #[error("{reference} points behind the image; do not point before or behind an array")]
    Astray {
        /// Where.
        reference: Reference,
    },
    /// Nothing to relocate, although start code always calls the program.
    #[error("the program has no relocations; link it with --emit-relocs")]
    NoRelocations,
    /// An absolute address that has no room for 32 bits, or a kind that has no meaning here.
    #[error("{reference} is {kind}, which cannot be relocated; {remedy}")]
    Unsupported {
        /// Where.
        reference: Reference,
        /// What kind of relocation.
        kind: String,
        /// What to try.
        remedy: &'static str,
    },
    /// A reference to something that does not move with the image.
    #[error(
        "{reference} leaves the image: the symbol is undefined (weak) or absolute; write fixed addresses as constants"
    )]
    LeavesImage {
        /// Where.
        reference: Reference,
    },
    /// An address at an odd address: start.S could not change it on a 68000.
    #[error(
        "{reference} is an absolute address at an odd address; do not keep pointers in packed structures"
    )]
    Odd {
        /// Where.
        reference: Reference,
    },
    /// An address outside of the initialised part.
    #[error("{reference} lies outside of the initialised image; link with agent/68k.ld")]
    Outside {
        /// Where.
        reference: Reference,
    },
}

impl From<object::read::Error> for ElfError {
    fn from(error: object::read::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl Program {
    /// Reads a linked program.
    ///
    /// # Errors
    /// An `ElfError`; those about a reference name section, address and symbol.
    pub fn parse(bytes: &[u8]) -> Result<Self, ElfError> {
        let header = Header::parse(bytes)?;
        let endian = header.endian()?;
        if header.e_type(endian) != ET_EXEC || header.e_machine(endian) != EM_68K {
            return Err(ElfError::WrongKind);
        }
        if header.e_entry(endian) != 0 {
            return Err(ElfError::NotLinkedAtZero);
        }
        let sections = header.sections(endian, bytes)?;
        let symbols = sections.symbols(endian, bytes, SHT_SYMTAB)?;
        let reader = Reader {
            bytes,
            endian,
            sections,
            symbols,
        };

        let loaded = reader.loaded_sections()?;
        if loaded.first().is_none_or(|first| first.sh_addr(endian) != 0) {
            return Err(ElfError::NotLinkedAtZero);
        }
        let image = reader.image(&loaded)?;
        let fixups = reader.fixups(&image)?;
        if fixups.is_empty() {
            return Err(ElfError::NoRelocations);
        }
        Ok(Self {
            image,
            fixups,
            zeroed: reader.zeroed(&loaded),
        })
    }

    /// Code and initialised data, from address 0.
    pub fn image(&self) -> &[u8] {
        &self.image
    }

    /// Where in the image absolute addresses stand: even, in rising order, each with room for 32 bits.
    pub fn fixups(&self) -> impl ExactSizeIterator<Item = u32> {
        self.fixups.iter().copied()
    }

    /// Bytes that start as zero, from [`ZEROED_ORIGIN`].
    pub fn zeroed(&self) -> u32 {
        self.zeroed
    }
}

/// The parts of the file that the steps of reading share.
struct Reader<'a> {
    bytes: &'a [u8],
    endian: BigEndian,
    sections: SectionTable<'a, Header>,
    symbols: SymbolTable<'a, Header>,
}

impl<'a> Reader<'a> {
    /// The sections that take memory, by address, none overlapping.
    fn loaded_sections(&self) -> Result<Vec<&'a Section>, ElfError> {
        let mut loaded: Vec<&Section> = self
            .sections
            .iter()
            .filter(|section| self.is_loaded(section))
            .collect();
        loaded.sort_by_key(|section| section.sh_addr(self.endian));
        let mut previous_end = 0;
        for section in &loaded {
            let (start, size) = (section.sh_addr(self.endian), section.sh_size(self.endian));
            let is_zeroed = section.sh_type(self.endian) == SHT_NOBITS;
            let name = || self.section_name(section);
            let place = match is_zeroed {
                true if start < ZEROED_ORIGIN => Some("below"),
                false if start >= ZEROED_ORIGIN => Some("above"),
                _ => None,
            };
            if let Some(place) = place {
                return Err(ElfError::Misplaced {
                    section: name(),
                    place,
                });
            }
            let limit = if is_zeroed {
                ZEROED_ORIGIN + MAX_LENGTH
            } else {
                MAX_LENGTH
            };
            if start.checked_add(size).is_none_or(|end| end > limit) {
                return Err(ElfError::TooLarge { section: name() });
            }
            if start < previous_end {
                return Err(ElfError::Overlap {
                    section: self.section_name(section),
                });
            }
            previous_end = start + size;
        }
        Ok(loaded)
    }

    fn is_loaded(&self, section: &Section) -> bool {
        section.sh_flags(self.endian).contains(SHF_ALLOC) && section.sh_size(self.endian) != 0
    }

    fn image(&self, loaded: &[&Section]) -> Result<Vec<u8>, ElfError> {
        let mut image = Vec::new();
        for section in loaded
            .iter()
            .filter(|section| section.sh_type(self.endian) != SHT_NOBITS)
        {
            image.resize(section.sh_addr(self.endian) as usize, 0);
            image.extend_from_slice(section.data(self.endian, self.bytes)?);
        }
        Ok(image)
    }

    fn zeroed(&self, loaded: &[&Section]) -> u32 {
        loaded
            .iter()
            .filter(|section| section.sh_type(self.endian) == SHT_NOBITS)
            .map(|section| section.sh_addr(self.endian) + section.sh_size(self.endian) - ZEROED_ORIGIN)
            .max()
            .unwrap_or(0)
    }

    /// The places of all 32-bit absolute addresses. Everything else must be relative to the program counter.
    fn fixups(&self, image: &[u8]) -> Result<BTreeSet<u32>, ElfError> {
        let mut fixups = BTreeSet::new();
        for table in self.sections.iter() {
            let Some((relocations, _)) = table.rela(self.endian, self.bytes)? else {
                continue;
            };
            let section = self.sections.section(table.info_link(self.endian))?;
            if !self.is_loaded(section) {
                continue;
            }
            for relocation in relocations {
                let kind = relocation.r_type(self.endian);
                if kind == R_68K_NONE {
                    continue;
                }
                let reference = self.reference(section, relocation)?;
                check_kind(kind, &reference)?;
                if !self.target_is_loaded(relocation)? {
                    return Err(ElfError::LeavesImage { reference });
                }
                if kind == R_68K_32 {
                    check_place(&reference, image)?;
                    check_target(&reference, image)?;
                    fixups.insert(reference.address);
                }
            }
        }
        Ok(fixups)
    }

    fn reference(&self, section: &Section, relocation: &Relocation) -> Result<Reference, ElfError> {
        Ok(Reference {
            section: self.section_name(section),
            address: relocation.r_offset(self.endian),
            symbol: self.target_name(relocation)?,
        })
    }

    /// The symbol's name, or that of its section where the assembler kept no more than that.
    fn target_name(&self, relocation: &Relocation) -> Result<String, ElfError> {
        let Some(index) = relocation.symbol(self.endian, false) else {
            return Ok("(no symbol)".to_owned());
        };
        let symbol = self.symbols.symbol(index)?;
        match self.symbols.symbol_section(self.endian, symbol, index)? {
            Some(section) if symbol.st_name(self.endian) == 0 => {
                Ok(self.section_name(self.sections.section(section)?))
            }
            _ => Ok(printable(self.symbols.symbol_name(self.endian, symbol)?)),
        }
    }

    fn target_is_loaded(&self, relocation: &Relocation) -> Result<bool, ElfError> {
        let Some(index) = relocation.symbol(self.endian, false) else {
            return Ok(false);
        };
        let symbol = self.symbols.symbol(index)?;
        let Some(section) = self.symbols.symbol_section(self.endian, symbol, index)? else {
            return Ok(false);
        };
        Ok(self
            .sections
            .section(section)?
            .sh_flags(self.endian)
            .contains(SHF_ALLOC))
    }

    fn section_name(&self, section: &Section) -> String {
        printable(
            self.sections
                .section_name(self.endian, section)
                .unwrap_or(b"(without a name)"),
        )
    }
}

fn check_kind(kind: RelocationType, reference: &Reference) -> Result<(), ElfError> {
    let (kind, remedy) = match kind {
        R_68K_32 | R_68K_PC32 | R_68K_PC16 | R_68K_PC8 => return Ok(()),
        R_68K_16 => (
            "a 16-bit absolute address".to_owned(),
            "use its 32-bit form, such as `jsr symbol.l`",
        ),
        R_68K_8 => ("an 8-bit absolute address".to_owned(), "use its 32-bit form"),
        other => (
            format!("of ELF type {}", other.0),
            "compile with -fno-pic -fno-pie and without thread-local data",
        ),
    };
    Err(ElfError::Unsupported {
        reference: reference.clone(),
        kind,
        remedy,
    })
}

fn check_place(reference: &Reference, image: &[u8]) -> Result<(), ElfError> {
    let address = reference.address;
    if !address.is_multiple_of(2) {
        return Err(ElfError::Odd {
            reference: reference.clone(),
        });
    }
    // At 0 stands the first instruction of start.S.
    if address == 0 || slice_at(image, address as usize, 4).is_none() {
        return Err(ElfError::Outside {
            reference: reference.clone(),
        });
    }
    Ok(())
}

/// An address that the compiler has moved before the start of an array of zeros would be taken for one of the image.
fn check_target(reference: &Reference, image: &[u8]) -> Result<(), ElfError> {
    let target = slice_at(image, reference.address as usize, 4)
        .and_then(|bytes| bytes.try_into().ok())
        .map_or(0, u32::from_be_bytes);
    if target as usize > image.len() && target < ZEROED_ORIGIN {
        return Err(ElfError::Astray {
            reference: reference.clone(),
        });
    }
    Ok(())
}
