//! Pictures in the format of QuickDraw: what a capture arrives as.
//!
//! [`decode`] reads version 2 and version 1 pictures that are made of bits: any number of BitsRect, PackBitsRect and
//! DirectBitsRect opcodes (the bands of a capture), at any depth, each painted where its destination rectangle says. It is
//! strict: an opcode that would draw something else is an error that names it and its place in the data, never a
//! hole in the image. State that cannot change how bits are copied is skipped by its documented length.
//!
//! Format: Inside Macintosh: Imaging With QuickDraw, appendix A ("Picture Opcodes").

mod bits;
mod canvas;
mod direct;
mod input;
mod opcode;
mod packbits;
#[cfg(test)]
mod tests;

use std::ops::Range;

use thiserror::Error;

use self::bits::Colours;
use self::canvas::Canvas;
use self::input::Input;
use self::opcode::{Kind, Length};
use super::image::{Image, MAX_PIXELS, Rgb};
use crate::geometry::Rect;

/// Why a picture could not be decoded. Offsets count bytes from the start of the picture (its size word).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PictError {
    /// The data ends in the middle of something, or before the end-of-picture opcode.
    #[error("the picture ends at byte {offset}, in the middle of {wanted}; was the transfer cut short?")]
    Truncated {
        /// Where the data ends.
        offset: usize,
        /// What was being read.
        wanted: &'static str,
    },
    /// After the frame comes no version opcode that we know.
    #[error(
        "this is not a picture: the version opcode is {found:#06x} instead of 0x0011 0x02FF or 0x1101 \
         (a PICT file starts with 512 bytes that are not part of the picture)"
    )]
    NotAPicture {
        /// The word found in place of the version opcode.
        found: u16,
    },
    /// An opcode, or a form of one, that this decoder cannot draw.
    #[error(
        "{what} (opcode {opcode:#06x} at byte {offset}) cannot be drawn yet; bits copied at their own size can"
    )]
    Unsupported {
        /// The opcode.
        opcode: u16,
        /// Where its opcode word stands.
        offset: usize,
        /// What it would draw.
        what: &'static str,
    },
    /// An opcode whose data contradict themselves.
    #[error("the picture is damaged at opcode {opcode:#06x}, byte {offset}: {problem}")]
    Malformed {
        /// The opcode.
        opcode: u16,
        /// Where its opcode word stands.
        offset: usize,
        /// What is wrong.
        problem: &'static str,
    },
    /// The frame is empty, turned inside out or too large.
    #[error(
        "a picture with the frame {left}, {top}, {right}, {bottom} cannot be held (at most {MAX_PIXELS} pixels)"
    )]
    Frame {
        /// Left edge.
        left: i16,
        /// Top edge.
        top: i16,
        /// Right edge.
        right: i16,
        /// Bottom edge.
        bottom: i16,
    },
    /// The picture holds no bits at all, so there is nothing to show.
    #[error("the picture holds no bits: nothing in it was painted inside its frame")]
    NoPixels,
    /// A picture of some bands paints other rows than those, or is of another size.
    #[error("the picture does not paint the bands that it was announced with")]
    NotTheBands,
}

/// Decodes a picture: the whole frame, its top left corner at the origin. Parts of the frame that no opcode paints are
/// white, as the paper of a port is. Bytes after the end-of-picture opcode are ignored.
///
/// Memory is bounded by the frame (at most [`MAX_PIXELS`]), time by the length of the data.
///
/// # Errors
/// A [`PictError`] that names the opcode and its offset.
pub fn decode(data: &[u8]) -> Result<Image, PictError> {
    let mut input = Input::new(data);
    input.skip(2, "the picture's size")?;
    let canvas = Canvas::new(frame(&mut input)?);
    Decoder::new(input, canvas)?.run()
}

/// Decodes a picture that holds only some rows of its frame, over an earlier image of the same size: `bands` says which
/// rows, and it must paint each of them once, from edge to edge, and nothing else.
///
/// # Errors
/// As [`decode`]; [`PictError::NotTheBands`] when something else is painted, or less.
pub fn decode_onto(before: &Image, data: &[u8], bands: &[Range<u32>]) -> Result<Image, PictError> {
    let mut input = Input::new(data);
    input.skip(2, "the picture's size")?;
    let frame = frame(&mut input)?;
    if (frame.w, frame.h) != (before.width(), before.height()) {
        return Err(PictError::NotTheBands);
    }
    let mut decoder = Decoder::new(input, Canvas::over(frame, before))?;
    let mut missing = vec![false; frame.h as usize];
    for row in bands.iter().cloned().flatten() {
        *missing.get_mut(row as usize).ok_or(PictError::NotTheBands)? = true;
    }
    decoder.missing = Some(missing);
    decoder.run()
}

/// Reads the picture's frame, which must hold at least one pixel and not too many.
fn frame(input: &mut Input<'_>) -> Result<Rect, PictError> {
    let [top, left, bottom, right] = input.edges("the picture's frame")?;
    let frame = Rect::from_edges(left.into(), top.into(), right.into(), bottom.into());
    frame
        .filter(|f| !f.is_empty() && u64::from(f.w) * u64::from(f.h) <= MAX_PIXELS)
        .ok_or(PictError::Frame {
            left,
            top,
            right,
            bottom,
        })
}

/// The two forms of the opcode stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    /// One-byte opcodes without alignment.
    One,
    /// Two-byte opcodes, each at an even offset.
    Two,
}

impl Version {
    fn read(input: &mut Input<'_>) -> Result<Self, PictError> {
        match input.u16("the version opcode")? {
            0x1101 => Ok(Version::One),
            0x0011 => match input.u16("the version number")? {
                0x02FF => Ok(Version::Two),
                found => Err(PictError::NotAPicture { found }),
            },
            found => Err(PictError::NotAPicture { found }),
        }
    }
}

/// Where an opcode stands, for the errors that it may cause.
#[derive(Debug, Clone, Copy)]
struct Place {
    opcode: u16,
    offset: usize,
}

impl Place {
    fn malformed(self, problem: &'static str) -> PictError {
        PictError::Malformed {
            opcode: self.opcode,
            offset: self.offset,
            problem,
        }
    }

    fn unsupported(self, what: &'static str) -> PictError {
        PictError::Unsupported {
            opcode: self.opcode,
            offset: self.offset,
            what,
        }
    }
}

/// The state that opcodes change on their way through a picture.
struct Decoder<'a> {
    input: Input<'a>,
    version: Version,
    canvas: Canvas,
    /// `None` until the picture sets a clipping region.
    clip: Option<Rect>,
    foreground: Rgb,
    background: Rgb,
    /// The rows that are still to be painted, when only these may be.
    missing: Option<Vec<bool>>,
}

impl<'a> Decoder<'a> {
    /// For the opcodes that follow the frame.
    fn new(mut input: Input<'a>, canvas: Canvas) -> Result<Self, PictError> {
        let version = Version::read(&mut input)?;
        Ok(Decoder {
            input,
            version,
            canvas,
            clip: None,
            foreground: Rgb::BLACK,
            background: Rgb::WHITE,
            missing: None,
        })
    }

    fn run(mut self) -> Result<Image, PictError> {
        loop {
            let place = self.next_opcode()?;
            match opcode::kind(place.opcode) {
                Kind::End => return self.finish(),
                Kind::Header => self.header(place)?,
                Kind::Clip => self.clip = Some(self.rectangular_region(place)?),
                Kind::Foreground => self.foreground = self.input.rgb("the foreground colour")?,
                Kind::Background => self.background = self.input.rgb("the background colour")?,
                Kind::OldForeground => self.foreground = self.old_colour(place)?,
                Kind::OldBackground => self.background = self.old_colour(place)?,
                Kind::Bits(packing) => {
                    let colours = Colours {
                        foreground: self.foreground,
                        background: self.background,
                    };
                    let painted = bits::paint(
                        &mut self.input,
                        place,
                        packing,
                        colours,
                        self.clip,
                        &mut self.canvas,
                    )?;
                    self.count(painted)?;
                }
                Kind::Skip(length) => self.skip(length)?,
                Kind::Draws(what) => return Err(place.unsupported(what)),
            }
        }
    }

    /// Crosses out the rows of a band.
    fn count(&mut self, painted: Rect) -> Result<(), PictError> {
        let Some(missing) = &mut self.missing else {
            return Ok(());
        };
        let frame = self.canvas.frame();
        if (painted.x, painted.w) != (frame.x, frame.w) || !frame.contains_rect(&painted) {
            return Err(PictError::NotTheBands);
        }
        let first = frame.y.abs_diff(painted.y) as usize;
        for row in &mut missing[first..first + painted.h as usize] {
            if !std::mem::take(row) {
                return Err(PictError::NotTheBands);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Image, PictError> {
        match self.missing {
            Some(missing) if missing.contains(&true) => Err(PictError::NotTheBands),
            _ => self.canvas.finish(),
        }
    }

    fn next_opcode(&mut self) -> Result<Place, PictError> {
        let wanted = "an opcode (the end-of-picture opcode is missing)";
        if self.version == Version::Two {
            self.input.align();
        }
        let offset = self.input.offset();
        let opcode = match self.version {
            Version::One => self.input.u8(wanted)?.into(),
            Version::Two => self.input.u16(wanted)?,
        };
        Ok(Place { opcode, offset })
    }

    fn skip(&mut self, length: Length) -> Result<(), PictError> {
        let wanted = "the data of an opcode";
        let count = match length {
            Length::Fixed(count) => count,
            Length::Word { before } => {
                self.input.skip(before, wanted)?;
                self.input.u16(wanted)?.into()
            }
            Length::Inclusive => usize::from(self.input.u16(wanted)?).saturating_sub(2),
            Length::Long => usize::try_from(self.input.u32(wanted)?).unwrap_or(usize::MAX),
        };
        self.input.skip(count, wanted)
    }

    /// The header of an extended version 2 picture may ask for another resolution, that is, for scaling.
    fn header(&mut self, place: Place) -> Result<(), PictError> {
        const EXTENDED: u16 = 0xFFFE;
        const SCREEN_RESOLUTION: u32 = 72 << 16;
        let wanted = "the picture's header";
        let version = self.input.u16(wanted)?;
        self.input.skip(2, wanted)?;
        let (horizontal, vertical) = (self.input.u32(wanted)?, self.input.u32(wanted)?);
        self.input.skip(12, wanted)?;
        if version == EXTENDED && (horizontal, vertical) != (SCREEN_RESOLUTION, SCREEN_RESOLUTION) {
            return Err(place.unsupported("a resolution other than 72 dots per inch"));
        }
        Ok(())
    }

    /// A region without scan lines is its bounding box.
    fn rectangular_region(&mut self, place: Place) -> Result<Rect, PictError> {
        const RECTANGULAR: u16 = 10;
        let size = self.input.u16("the size of a region")?;
        let [top, left, bottom, right] = self.input.edges("the box of a region")?;
        match size {
            RECTANGULAR => Rect::from_edges(left.into(), top.into(), right.into(), bottom.into())
                .ok_or_else(|| place.malformed("the clipping rectangle is turned inside out")),
            0..RECTANGULAR => Err(place.malformed("a region is smaller than its own box")),
            _ => Err(place.unsupported("clipping to a region that is not a rectangle")),
        }
    }

    /// The colours of the original eight-colour model (Imaging With QuickDraw, "Basic QuickDraw": ForeColor).
    fn old_colour(&mut self, place: Place) -> Result<Rgb, PictError> {
        match self.input.u32("an old-style colour")? {
            33 => Ok(Rgb::BLACK),
            30 => Ok(Rgb::WHITE),
            _ => Err(place.unsupported("an old-style colour other than black and white")),
        }
    }
}
