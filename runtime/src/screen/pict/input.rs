//! A cursor over picture data that cannot run past the end.

use super::PictError;
use crate::screen::image::Rgb;

/// Big-endian reads; each names what it was after, for the error when the data ends.
pub(super) struct Input<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    pub(super) fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0 }
    }

    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Moves on to the next even offset: where version 2 opcodes stand.
    pub(super) fn align(&mut self) {
        self.at += self.at % 2;
    }

    pub(super) fn bytes(&mut self, count: usize, wanted: &'static str) -> Result<&'a [u8], PictError> {
        let end = self.at.checked_add(count);
        let bytes = end.and_then(|end| self.data.get(self.at..end));
        let bytes = bytes.ok_or(PictError::Truncated {
            offset: self.data.len(),
            wanted,
        })?;
        self.at += count;
        Ok(bytes)
    }

    pub(super) fn skip(&mut self, count: usize, wanted: &'static str) -> Result<(), PictError> {
        self.bytes(count, wanted).map(drop)
    }

    fn array<const N: usize>(&mut self, wanted: &'static str) -> Result<[u8; N], PictError> {
        let end = PictError::Truncated {
            offset: self.data.len(),
            wanted,
        };
        let bytes = self
            .data
            .get(self.at..)
            .and_then(|rest| rest.first_chunk())
            .ok_or(end)?;
        self.at += N;
        Ok(*bytes)
    }

    pub(super) fn u8(&mut self, wanted: &'static str) -> Result<u8, PictError> {
        self.array(wanted).map(u8::from_be_bytes)
    }

    pub(super) fn u16(&mut self, wanted: &'static str) -> Result<u16, PictError> {
        self.array(wanted).map(u16::from_be_bytes)
    }

    pub(super) fn i16(&mut self, wanted: &'static str) -> Result<i16, PictError> {
        self.array(wanted).map(i16::from_be_bytes)
    }

    pub(super) fn u32(&mut self, wanted: &'static str) -> Result<u32, PictError> {
        self.array(wanted).map(u32::from_be_bytes)
    }

    /// A QuickDraw Rect, in its order: top, left, bottom, right.
    pub(super) fn edges(&mut self, wanted: &'static str) -> Result<[i16; 4], PictError> {
        Ok([
            self.i16(wanted)?,
            self.i16(wanted)?,
            self.i16(wanted)?,
            self.i16(wanted)?,
        ])
    }

    /// An RGBColor: three words, of which the high byte is what a screen shows.
    pub(super) fn rgb(&mut self, wanted: &'static str) -> Result<Rgb, PictError> {
        let [r, _, g, _, b, _] = self.array(wanted)?;
        Ok(Rgb::new(r, g, b))
    }
}
