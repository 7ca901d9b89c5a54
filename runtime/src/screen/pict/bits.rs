//! The opcodes that copy bits: a BitMap or PixMap, where to put it, and its rows.

use super::canvas::{Canvas, Palette};
use super::input::Input;
use super::opcode::Packing;
use super::packbits;
use super::{PictError, Place, direct};
use crate::geometry::Rect;
use crate::screen::image::Rgb;

/// The foreground and background colours that a BitMap is painted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colours {
    pub(super) foreground: Rgb,
    pub(super) background: Rgb,
}

impl Colours {
    const BLACK_ON_WHITE: Colours = Colours {
        foreground: Rgb::BLACK,
        background: Rgb::WHITE,
    };
}

/// What stands in front of the rows.
struct Map {
    /// Bytes in a row of the map.
    row_bytes: usize,
    /// What the map covers, in its own coordinates.
    bounds: Rect,
    pixels: Format,
}

/// What pixels are.
enum Format {
    Indexed {
        /// Bits in a pixel: 1, 2, 4 or 8.
        depth: usize,
        palette: Palette,
        /// Whether the PixMap says that its rows are not packed.
        never_packed: bool,
    },
    Direct(direct::Format),
}

impl Format {
    fn depth(&self) -> usize {
        match self {
            Format::Indexed { depth, .. } => *depth,
            Format::Direct(format) => format.depth(),
        }
    }
}

/// Reads one bits opcode and paints it on `canvas`; where it painted.
pub(super) fn paint(
    input: &mut Input<'_>,
    place: Place,
    packing: Packing,
    colours: Colours,
    clip: Option<Rect>,
    canvas: &mut Canvas,
) -> Result<Rect, PictError> {
    if packing == Packing::Direct {
        input.skip(4, "the address of direct pixels")?;
    }
    let Map {
        row_bytes,
        bounds,
        pixels,
    } = map(input, place, packing, colours)?;
    let source = rect(input, place, "the source rectangle")?;
    let target = rect(input, place, "the destination rectangle")?;
    copy_mode(input, place)?;
    if (source.w, source.h) != (target.w, target.h) {
        return Err(place.unsupported("bits copied at another size"));
    }
    if !bounds.contains_rect(&source) {
        return Err(place.malformed("the source rectangle reaches outside the bits"));
    }
    let visible = clip.map_or(Some(target), |clip| clip.intersection(&target));
    let skip = source.x.abs_diff(bounds.x) as usize;
    let seen = skip..skip + source.w as usize;
    let place_of_row = |y: i32| (y >= source.y && y < source.bottom()).then(|| target.y + (y - source.y));
    match pixels {
        Format::Indexed {
            depth,
            palette,
            never_packed,
        } => {
            // QuickDraw does not pack rows of fewer than 8 bytes.
            let packed = packing == Packing::PackBits && row_bytes >= 8 && !never_packed;
            let mut brush = canvas.brush(palette, visible);
            let mut unpacked = vec![0; row_bytes];
            let mut pixels = vec![0; bounds.w as usize];
            for y in bounds.y..bounds.bottom() {
                read_row(input, place, packed, row_bytes, &mut unpacked)?;
                let Some(y) = place_of_row(y) else { continue };
                spread(&unpacked, depth, &mut pixels);
                brush
                    .paint(target.x, y, &pixels[seen.clone()])
                    .map_err(|fault| fault.at(place))?;
            }
        }
        Format::Direct(format) => {
            let mut reader = direct::Reader::new(format, row_bytes, bounds.w as usize);
            for y in bounds.y..bounds.bottom() {
                let row = reader.row(input, place)?;
                let Some(y) = place_of_row(y) else { continue };
                canvas.paint_colours(target.x, y, &row[seen.clone()], visible);
            }
        }
    }
    Ok(visible.unwrap_or_default())
}

/// Reads the BitMap, or the PixMap with its colour table.
fn map(input: &mut Input<'_>, place: Place, packing: Packing, colours: Colours) -> Result<Map, PictError> {
    const PIX_MAP: u16 = 0x8000;
    const ROW_BYTES: u16 = 0x3FFF;
    let flags = input.u16("the row bytes")?;
    let row_bytes = usize::from(flags & ROW_BYTES);
    let bounds = rect(input, place, "the bounds of the bits")?;
    let is_direct = packing == Packing::Direct;
    let pixels = if flags & PIX_MAP == 0 && !is_direct {
        Format::Indexed {
            depth: 1,
            palette: Palette::of(&[colours.background, colours.foreground]),
            never_packed: false,
        }
    } else if colours != Colours::BLACK_ON_WHITE {
        return Err(place.unsupported("a PixMap tinted with foreground and background colours"));
    } else if is_direct {
        Format::Direct(direct::Format::read(input, place)?)
    } else {
        let (depth, never_packed) = pix_map(input, place)?;
        Format::Indexed {
            depth,
            palette: colour_table(input, place)?,
            never_packed,
        }
    };
    if row_bytes * 8 < bounds.w as usize * pixels.depth() {
        return Err(place.malformed("a row has fewer bytes than its pixels need"));
    }
    Ok(Map {
        row_bytes,
        bounds,
        pixels,
    })
}

/// The rest of a PixMap record after its bounds: bits in a pixel, and whether packType forbids packing.
fn pix_map(input: &mut Input<'_>, place: Place) -> Result<(usize, bool), PictError> {
    const UNPACKED: u16 = 1;
    let wanted = "a PixMap";
    input.skip(2, wanted)?; // pmVersion
    let pack_type = input.u16(wanted)?;
    input.skip(12, wanted)?; // packSize, hRes, vRes
    let pixel_type = input.u16(wanted)?;
    let pixel_size = input.u16(wanted)?;
    input.skip(16, wanted)?; // cmpCount, cmpSize, planeBytes, pmTable, pmReserved
    if pixel_type != 0 {
        return Err(place.unsupported("a PixMap that is not made of palette indices"));
    }
    if !matches!(pixel_size, 1 | 2 | 4 | 8) {
        return Err(place.malformed("a pixel is not 1, 2, 4 or 8 bits"));
    }
    match pack_type {
        0 => Ok((pixel_size.into(), false)),
        UNPACKED => Ok((pixel_size.into(), true)),
        _ => Err(place.unsupported("a packing made for direct colour")),
    }
}

/// Reads a ColorTable. In that of a device the entries are in order and their values mean something else.
fn colour_table(input: &mut Input<'_>, place: Place) -> Result<Palette, PictError> {
    const DEVICE: u16 = 0x8000;
    let wanted = "a colour table";
    input.skip(4, wanted)?; // ctSeed
    let flags = input.u16(wanted)?;
    let last = input.i16(wanted)?;
    if !(-1..256).contains(&last) {
        return Err(place.malformed("a colour table has more than 256 entries"));
    }
    let mut palette = Palette::default();
    for position in 0..=last {
        let value = input.u16(wanted)?;
        let colour = input.rgb(wanted)?;
        let index = if flags & DEVICE == 0 {
            value
        } else {
            position.unsigned_abs()
        };
        let index = u8::try_from(index).map_err(|_| place.malformed("a colour has an index above 255"))?;
        palette.set(index, colour);
    }
    Ok(palette)
}

fn rect(input: &mut Input<'_>, place: Place, wanted: &'static str) -> Result<Rect, PictError> {
    let [top, left, bottom, right] = input.edges(wanted)?;
    Rect::from_edges(left.into(), top.into(), right.into(), bottom.into())
        .filter(|r| !r.is_empty())
        .ok_or_else(|| place.malformed("a rectangle of the bits is empty or turned inside out"))
}

/// Only srcCopy replaces what is below; dithering, which may be added to it, changes nothing at equal depth.
fn copy_mode(input: &mut Input<'_>, place: Place) -> Result<(), PictError> {
    const SRC_COPY: u16 = 0;
    const DITHER_COPY: u16 = 64;
    match input.u16("the transfer mode")? {
        SRC_COPY | DITHER_COPY => Ok(()),
        _ => Err(place.unsupported("bits in a transfer mode other than srcCopy")),
    }
}

/// Reads a row of a map whose rows have `row_bytes`; packed it becomes as many bytes as `row` has.
pub(super) fn read_row(
    input: &mut Input<'_>,
    place: Place,
    packed: bool,
    row_bytes: usize,
    row: &mut [u8],
) -> Result<(), PictError> {
    if !packed {
        row.copy_from_slice(input.bytes(row.len(), "a row of pixels")?);
        return Ok(());
    }
    let bytes = packed_row(input, row_bytes)?;
    packbits::unpack(bytes, row).map_err(|fault| fault.at(place))
}

/// The packed bytes of a row. Their length is a byte, or a word when the row has more than 250 bytes.
pub(super) fn packed_row<'a>(input: &mut Input<'a>, row_bytes: usize) -> Result<&'a [u8], PictError> {
    let wanted = "the length of a packed row";
    let length = if row_bytes > 250 {
        input.u16(wanted)?.into()
    } else {
        input.u8(wanted)?.into()
    };
    input.bytes(length, "a packed row of pixels")
}

/// Spreads packed pixels to one index a byte, as many as `pixels` holds. The leftmost pixel is in the high bits.
fn spread(row: &[u8], depth: usize, pixels: &mut [u8]) {
    if depth == 8 {
        pixels.copy_from_slice(&row[..pixels.len()]);
        return;
    }
    let (per_byte, mask) = (8 / depth, (1u8 << depth) - 1);
    for (group, byte) in pixels.chunks_mut(per_byte).zip(row) {
        for (position, pixel) in group.iter_mut().enumerate() {
            *pixel = byte >> (8 - depth * (position + 1)) & mask;
        }
    }
}
