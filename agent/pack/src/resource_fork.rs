//! Resource forks: the ordered resources of a file, written and read in the Resource Manager's own format.
//!
//! Inside Macintosh: More Macintosh Toolbox, chapter 1, "Resource File Format". A fork is a 256-byte header area, the
//! resource data (each resource behind its 32-bit length) and the map: a list of types, for each type a list of
//! references, and a list of names.
//!
//! ```
//! use mc_pack::resource_fork::{Attributes, Resource, ResourceFork};
//! use mc_pack::OsType;
//!
//! let mut fork = ResourceFork::new();
//! fork.add(Resource {
//!     res_type: OsType(*b"STR "),
//!     id: 128,
//!     name: Some(b"greeting".to_vec()),
//!     attributes: Attributes::PURGEABLE,
//!     data: b"\x05hello".to_vec(),
//! })?;
//! let bytes = fork.to_bytes()?;
//!
//! let read = ResourceFork::parse(&bytes)?;
//! assert_eq!(read.get(OsType(*b"STR "), 128).unwrap().data, b"\x05hello");
//! # Ok::<(), mc_pack::resource_fork::ResourceForkError>(())
//! ```

use crate::bytes::{array_at, slice_at, u8_at, u16_at, u32_at};
use crate::flags::flags;
use mc_protocol::OsType;

/// Header (16), reserved for the system (112) and for the application (128).
const DATA_OFFSET: usize = 256;
const HEADER_LENGTH: usize = 16;
/// Copy of the header (16), next map (4), file reference (2), attributes (2), two offsets (4).
const MAP_FIXED_LENGTH: usize = 28;
const TYPE_ENTRY_LENGTH: usize = 8;
const REFERENCE_LENGTH: usize = 12;
/// In a reference: the resource has no name.
const NO_NAME: u16 = 0xFFFF;
/// Data offsets in references have 24 bits.
const MAX_DATA_OFFSET: usize = 0x00FF_FFFF;

flags! {
    /// Attributes of one resource, as `GetResAttrs` gives them.
    Attributes: u8 {
        /// Load into the system heap.
        SYS_HEAP = 0x40,
        /// The Memory Manager may purge it.
        PURGEABLE = 0x20,
        /// Locked: it does not move once loaded.
        LOCKED = 0x10,
        /// The Resource Manager refuses to change it.
        PROTECTED = 0x08,
        /// Read when the file is opened.
        PRELOAD = 0x04,
        /// Changed in memory and not yet written.
        CHANGED = 0x02,
        /// Compressed by the System file's own scheme; the data is kept as it is.
        COMPRESSED = 0x01,
    }
}

/// One resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its type, such as `CODE`.
    pub res_type: OsType,
    /// Its id, one of its type.
    pub id: i16,
    /// Its name in MacRoman, 255 bytes at most.
    pub name: Option<Vec<u8>>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its data, uninterpreted.
    pub data: Vec<u8>,
}

/// The resources of one file, in order; those of one type stand together, as the map lists them.
/// No two share type and id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceFork {
    resources: Vec<Resource>,
}

/// Why a resource fork cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResourceForkError {
    /// A part lies outside the fork.
    #[error(
        "reading a resource fork: {part} at offset {offset} lies outside; the fork is cut short or damaged"
    )]
    OutOfBounds {
        /// What was being read.
        part: &'static str,
        /// Where it should be, from the start of what holds it.
        offset: usize,
    },
    /// The references name more than the fork can hold: parts overlap.
    #[error("reading a resource fork: {part} overlap each other; the map is damaged")]
    Overlapping {
        /// What overlaps.
        part: &'static str,
    },
    /// Two resources of one type and id.
    #[error("resource {res_type:?} {id} exists twice; give one of them another id")]
    Duplicate {
        /// Their type.
        res_type: OsType,
        /// Their id.
        id: i16,
    },
    /// A name that its length byte cannot count.
    #[error("the name of resource {res_type:?} {id} has {length} bytes; at most 255 fit")]
    NameTooLong {
        /// Type of the resource.
        res_type: OsType,
        /// Id of the resource.
        id: i16,
        /// Length of the name in bytes.
        length: usize,
    },
    /// The format's own field is too narrow.
    #[error("writing a resource fork: {part} need {needed} bytes, the format holds {limit}; split the file")]
    TooLarge {
        /// What is too large.
        part: &'static str,
        /// Bytes needed.
        needed: usize,
        /// Bytes that the format can address.
        limit: usize,
    },
}

impl ResourceFork {
    /// A fork without resources.
    pub fn new() -> Self {
        Self::default()
    }

    /// The resources in order.
    pub fn iter(&self) -> impl Iterator<Item = &Resource> {
        self.resources.iter()
    }

    /// Those of one type, in order.
    pub fn of_type(&self, res_type: OsType) -> impl Iterator<Item = &Resource> {
        self.resources
            .iter()
            .filter(move |resource| resource.res_type == res_type)
    }

    /// The types in the order of the map's type list, each once.
    pub fn types(&self) -> impl Iterator<Item = OsType> {
        self.resources
            .chunk_by(|a, b| a.res_type == b.res_type)
            .map(|group| group[0].res_type)
    }

    /// The resource with this type and id.
    pub fn get(&self, res_type: OsType, id: i16) -> Option<&Resource> {
        self.of_type(res_type).find(|resource| resource.id == id)
    }

    /// How many resources there are.
    pub fn len(&self) -> usize {
        self.resources.len()
    }

    /// True when there are no resources.
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// Adds a resource behind the others of its type.
    ///
    /// # Errors
    /// `Duplicate` when type and id are taken, `NameTooLong`.
    pub fn add(&mut self, resource: Resource) -> Result<(), ResourceForkError> {
        let Resource { res_type, id, .. } = resource;
        if self.get(res_type, id).is_some() {
            return Err(ResourceForkError::Duplicate { res_type, id });
        }
        let length = resource.name.as_ref().map_or(0, Vec::len);
        if length > usize::from(u8::MAX) {
            return Err(ResourceForkError::NameTooLong { res_type, id, length });
        }
        let behind = self
            .resources
            .iter()
            .rposition(|other| other.res_type == res_type);
        self.resources
            .insert(behind.map_or(self.resources.len(), |last| last + 1), resource);
        Ok(())
    }

    /// Takes the resource with this type and id out of the fork.
    pub fn remove(&mut self, res_type: OsType, id: i16) -> Option<Resource> {
        let index = self
            .resources
            .iter()
            .position(|other| other.res_type == res_type && other.id == id)?;
        Some(self.resources.remove(index))
    }

    /// Reads a fork. Memory used stays in proportion to the bytes given, whatever they say.
    ///
    /// # Errors
    /// A `ResourceForkError` that names the first part found damaged. A fork of zero bytes is an error too: a file
    /// without resources has no fork to read.
    pub fn parse(bytes: &[u8]) -> Result<Self, ResourceForkError> {
        let [data_offset, map_offset, data_length, map_length] = read_header(bytes)?;
        let data =
            slice_at(bytes, data_offset, data_length).ok_or(out_of_bounds("resource data", data_offset))?;
        let map = slice_at(bytes, map_offset, map_length).ok_or(out_of_bounds("resource map", map_offset))?;
        MapReader {
            data,
            map,
            data_used: 0,
            references_used: 0,
        }
        .read()
    }

    /// The fork in the Resource Manager's format. The map's own attributes are zero.
    ///
    /// # Errors
    /// `TooLarge` when an offset of the format cannot reach a part.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ResourceForkError> {
        let mut data = Vec::new();
        let mut data_offsets = Vec::with_capacity(self.resources.len());
        for resource in &self.resources {
            data_offsets.push(limited("resource data", data.len(), MAX_DATA_OFFSET)?);
            let length = limited("one resource's data", resource.data.len(), i32::MAX as usize)?;
            data.extend_from_slice(&length.to_be_bytes());
            data.extend_from_slice(&resource.data);
        }
        let lists = self.map_lists(&data_offsets)?;
        let header = [
            DATA_OFFSET as u32,
            limited("resource data", DATA_OFFSET + data.len(), i32::MAX as usize)?,
            limited("resource data", data.len(), i32::MAX as usize)?,
            limited(
                "resource map",
                MAP_FIXED_LENGTH + lists.bytes.len(),
                i32::MAX as usize,
            )?,
        ]
        .map(u32::to_be_bytes)
        .concat();

        let mut bytes = header.clone();
        bytes.resize(DATA_OFFSET, 0);
        bytes.extend_from_slice(&data);
        // The map starts with a copy of the header, and room for what the Resource Manager keeps there in memory.
        bytes.extend_from_slice(&header);
        bytes.extend_from_slice(&[0; 4 + 2 + 2]);
        bytes.extend_from_slice(&(MAP_FIXED_LENGTH as u16).to_be_bytes());
        bytes.extend_from_slice(&lists.name_list_offset.to_be_bytes());
        bytes.extend_from_slice(&lists.bytes);
        Ok(bytes)
    }

    /// Type list, reference lists and name list.
    fn map_lists(&self, data_offsets: &[u32]) -> Result<MapLists, ResourceForkError> {
        let groups: Vec<&[Resource]> = self.resources.chunk_by(|a, b| a.res_type == b.res_type).collect();
        let type_list_length = 2 + groups.len() * TYPE_ENTRY_LENGTH;
        let mut types = count_minus_one(groups.len()).to_be_bytes().to_vec();
        let mut references = Vec::new();
        let mut names = Vec::new();
        for (resource, data_offset) in self.resources.iter().zip(data_offsets) {
            let name_offset = match &resource.name {
                None => NO_NAME,
                Some(name) => {
                    let offset = limited_u16("resource names", names.len(), NO_NAME - 1)?;
                    names.push(name.len() as u8);
                    names.extend_from_slice(name);
                    offset
                }
            };
            references.extend_from_slice(&resource.id.to_be_bytes());
            references.extend_from_slice(&name_offset.to_be_bytes());
            references.push(resource.attributes.bits());
            references.extend_from_slice(&data_offset.to_be_bytes()[1..]);
            references.extend_from_slice(&[0; 4]);
        }
        let mut first = 0;
        for group in groups {
            let list_offset = type_list_length + first * REFERENCE_LENGTH;
            types.extend_from_slice(&group[0].res_type.0);
            types.extend_from_slice(&count_minus_one(group.len()).to_be_bytes());
            types.extend_from_slice(&limited_u16("reference lists", list_offset, u16::MAX)?.to_be_bytes());
            first += group.len();
        }
        let names_at = MAP_FIXED_LENGTH + type_list_length + references.len();
        let name_list_offset = limited_u16("type and reference lists", names_at, u16::MAX)?;
        Ok(MapLists {
            bytes: [types, references, names].concat(),
            name_list_offset,
        })
    }
}

/// What follows the fixed part of the map.
struct MapLists {
    bytes: Vec<u8>,
    name_list_offset: u16,
}

/// Reads the map and what it points at, and keeps account of how much it has named so far.
struct MapReader<'a> {
    data: &'a [u8],
    map: &'a [u8],
    data_used: usize,
    references_used: usize,
}

impl MapReader<'_> {
    fn read(mut self) -> Result<ResourceFork, ResourceForkError> {
        let field = |offset| {
            u16_at(self.map, offset)
                .map(usize::from)
                .ok_or(out_of_bounds("resource map", offset))
        };
        let (type_list, name_list) = (field(24)?, field(26)?);
        let type_count = field(type_list)?.wrapping_add(1) & 0xFFFF;
        let mut resources = Vec::new();
        for index in 0..type_count {
            let entry_offset = type_list + 2 + index * TYPE_ENTRY_LENGTH;
            let entry: [u8; TYPE_ENTRY_LENGTH] =
                array_at(self.map, entry_offset).ok_or(out_of_bounds("type list entry", entry_offset))?;
            let [t0, t1, t2, t3, count_high, count_low, list_high, list_low] = entry;
            let count = usize::from(u16::from_be_bytes([count_high, count_low])) + 1;
            let list = type_list + usize::from(u16::from_be_bytes([list_high, list_low]));
            for reference in (0..count).map(|index| list + index * REFERENCE_LENGTH) {
                resources.push(self.read_resource(OsType([t0, t1, t2, t3]), reference, name_list)?);
            }
        }
        group(resources)
    }

    fn read_resource(
        &mut self,
        res_type: OsType,
        reference: usize,
        name_list: usize,
    ) -> Result<Resource, ResourceForkError> {
        // Without this account a small map could name the same references, and the same data, many million times.
        self.references_used += REFERENCE_LENGTH;
        if self.references_used > self.map.len() {
            return Err(ResourceForkError::Overlapping {
                part: "reference lists",
            });
        }
        let [id_high, id_low, name_high, name_low, attributes, d2, d1, d0, ..]: [u8; REFERENCE_LENGTH] =
            array_at(self.map, reference).ok_or(out_of_bounds("resource reference", reference))?;
        let name = match u16::from_be_bytes([name_high, name_low]) {
            NO_NAME => None,
            offset => Some(self.read_name(name_list + usize::from(offset))?),
        };
        let data = self.read_data(u32::from_be_bytes([0, d2, d1, d0]) as usize)?;
        let id = i16::from_be_bytes([id_high, id_low]);
        Ok(Resource {
            res_type,
            id,
            name,
            attributes: Attributes::from_bits(attributes),
            data,
        })
    }

    fn read_name(&self, offset: usize) -> Result<Vec<u8>, ResourceForkError> {
        u8_at(self.map, offset)
            .and_then(|length| slice_at(self.map, offset + 1, usize::from(length)))
            .map(<[u8]>::to_vec)
            .ok_or(out_of_bounds("resource name", offset))
    }

    fn read_data(&mut self, offset: usize) -> Result<Vec<u8>, ResourceForkError> {
        let data = u32_at(self.data, offset)
            .and_then(|length| slice_at(self.data, offset + 4, length as usize))
            .ok_or(out_of_bounds("data of a resource", offset))?;
        self.data_used += 4 + data.len();
        if self.data_used > self.data.len() {
            return Err(ResourceForkError::Overlapping {
                part: "data of resources",
            });
        }
        Ok(data.to_vec())
    }
}

/// Puts resources of one type together (a type may be listed twice) and refuses two with the same id.
fn group(mut resources: Vec<Resource>) -> Result<ResourceFork, ResourceForkError> {
    let mut order = std::collections::HashMap::new();
    let mut seen = std::collections::HashSet::new();
    for Resource { res_type, id, .. } in &resources {
        let rank = order.len();
        order.entry(*res_type).or_insert(rank);
        if !seen.insert((*res_type, *id)) {
            return Err(ResourceForkError::Duplicate {
                res_type: *res_type,
                id: *id,
            });
        }
    }
    resources.sort_by_key(|resource| order[&resource.res_type]);
    Ok(ResourceFork { resources })
}

fn read_header(bytes: &[u8]) -> Result<[usize; 4], ResourceForkError> {
    let header: [u8; HEADER_LENGTH] = array_at(bytes, 0).ok_or(out_of_bounds("resource header", 0))?;
    let (fields, _) = header.as_chunks::<4>();
    let mut values = [0; 4];
    for (value, field) in values.iter_mut().zip(fields) {
        *value = u32::from_be_bytes(*field) as usize;
    }
    Ok(values)
}

/// Counts in the map are one less than what they count, so that none is 0xFFFF.
fn count_minus_one(count: usize) -> u16 {
    (count as u16).wrapping_sub(1)
}

fn out_of_bounds(part: &'static str, offset: usize) -> ResourceForkError {
    ResourceForkError::OutOfBounds { part, offset }
}

fn limited(part: &'static str, needed: usize, limit: usize) -> Result<u32, ResourceForkError> {
    match u32::try_from(needed) {
        Ok(value) if needed <= limit => Ok(value),
        _ => Err(ResourceForkError::TooLarge { part, needed, limit }),
    }
}

fn limited_u16(part: &'static str, needed: usize, limit: u16) -> Result<u16, ResourceForkError> {
    match u16::try_from(needed) {
        Ok(value) if value <= limit => Ok(value),
        _ => Err(ResourceForkError::TooLarge {
            part,
            needed,
            limit: usize::from(limit),
        }),
    }
}

#[cfg(test)]
mod tests;
