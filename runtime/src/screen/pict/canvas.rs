//! Where the bits of a picture come together: one image, one palette, whatever the bands brought.

use super::{PictError, Place};
use crate::geometry::Rect;
use crate::screen::image::{Image, MAX_COLOURS, Rgb};

/// The colours of one bits opcode, by pixel value; a value may lack one.
#[derive(Debug, Clone)]
pub(super) struct Palette(Vec<Option<Rgb>>);

impl Default for Palette {
    fn default() -> Self {
        Self(vec![None; MAX_COLOURS])
    }
}

impl Palette {
    /// The colours of the pixel values 0, 1, 2 ...
    pub(super) fn of(colours: &[Rgb]) -> Self {
        let mut palette = Self::default();
        for (index, &colour) in (0..=u8::MAX).zip(colours) {
            palette.set(index, colour);
        }
        palette
    }

    pub(super) fn set(&mut self, index: u8, colour: Rgb) {
        self.0[usize::from(index)] = Some(colour);
    }

    fn get(&self, index: u8) -> Option<Rgb> {
        self.0[usize::from(index)]
    }

    /// All values up to the last that has a colour; the gaps, which no pixel may use, are black.
    fn dense(&self) -> Vec<Rgb> {
        let count = self
            .0
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        self.0[..count]
            .iter()
            .map(|colour| colour.unwrap_or(Rgb::BLACK))
            .collect()
    }
}

/// Why a row could not be painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrushFault {
    /// A pixel value without a colour.
    NoColour,
    /// The common palette is full.
    TooManyColours,
}

impl BrushFault {
    pub(super) fn at(self, place: Place) -> PictError {
        match self {
            BrushFault::NoColour => place.malformed("a pixel has no colour in the colour table"),
            BrushFault::TooManyColours => PictError::TooManyColours,
        }
    }
}

/// The image under construction, in the coordinates of the picture.
pub(super) struct Canvas {
    frame: Rect,
    palette: Vec<Rgb>,
    /// Palette indices; `None` where nothing was painted yet.
    cells: Vec<Option<u8>>,
}

impl Canvas {
    pub(super) fn new(frame: Rect) -> Self {
        Self {
            frame,
            palette: Vec::new(),
            cells: vec![None; frame.w as usize * frame.h as usize],
        }
    }

    /// Starts to paint bits with `palette`, inside `visible` only. The first palette becomes the image's own, so
    /// that a capture keeps the pixel values of its screen.
    pub(super) fn brush(&mut self, palette: Palette, visible: Option<Rect>) -> Brush<'_> {
        if self.palette.is_empty() {
            self.palette = palette.dense();
        }
        let visible = visible
            .and_then(|v| v.intersection(&self.frame))
            .unwrap_or_default();
        Brush {
            canvas: self,
            palette,
            visible,
            known: [None; MAX_COLOURS],
        }
    }

    /// The index of `colour` in the common palette, which grows when it is new.
    fn intern(&mut self, colour: Rgb) -> Option<u8> {
        let index = self.palette.iter().position(|&c| c == colour).unwrap_or_else(|| {
            self.palette.push(colour);
            self.palette.len() - 1
        });
        u8::try_from(index).ok()
    }

    pub(super) fn finish(mut self) -> Result<Image, PictError> {
        if self.cells.iter().all(Option::is_none) {
            return Err(PictError::NoPixels);
        }
        let paper = if self.cells.iter().any(Option::is_none) {
            self.intern(Rgb::WHITE).ok_or(PictError::TooManyColours)?
        } else {
            0
        };
        let indices = self.cells.iter().map(|cell| cell.unwrap_or(paper)).collect();
        Image::indexed(self.frame.w, self.frame.h, self.palette, indices)
            .map_err(|_| PictError::TooManyColours)
    }
}

/// Paints the rows of one bits opcode.
pub(super) struct Brush<'a> {
    canvas: &'a mut Canvas,
    palette: Palette,
    visible: Rect,
    /// Pixel values already found in the common palette.
    known: [Option<u8>; MAX_COLOURS],
}

impl Brush<'_> {
    /// Paints `row` from `x`, `y` to the right, in the coordinates of the picture.
    pub(super) fn paint(&mut self, x: i32, y: i32, row: &[u8]) -> Result<(), BrushFault> {
        let width = u32::try_from(row.len()).unwrap_or(u32::MAX);
        let Some(seen) = Rect::new(x, y, width, 1).intersection(&self.visible) else {
            return Ok(());
        };
        let frame = self.canvas.frame;
        let start = frame.y.abs_diff(y) as usize * frame.w as usize + frame.x.abs_diff(seen.x) as usize;
        let skipped = x.abs_diff(seen.x) as usize;
        for (offset, &value) in row[skipped..skipped + seen.w as usize].iter().enumerate() {
            let index = match self.known[usize::from(value)] {
                Some(index) => index,
                None => self.learn(value)?,
            };
            self.canvas.cells[start + offset] = Some(index);
        }
        Ok(())
    }

    fn learn(&mut self, value: u8) -> Result<u8, BrushFault> {
        let colour = self.palette.get(value).ok_or(BrushFault::NoColour)?;
        let own = self.canvas.palette.get(usize::from(value)) == Some(&colour);
        let index = if own {
            Some(value)
        } else {
            self.canvas.intern(colour)
        };
        let index = index.ok_or(BrushFault::TooManyColours)?;
        self.known[usize::from(value)] = Some(index);
        Ok(index)
    }
}
