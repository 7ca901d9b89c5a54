//! Where the bits of a picture come together: one image, and one palette while it holds all colours, whatever the bands
//! brought.

use std::ops::Range;

use super::{PictError, Place};
use crate::geometry::Rect;
use crate::screen::image::{Image, MAX_COLOURS, Pixels, Rgb};

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

/// A pixel value without a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoColour;

impl NoColour {
    pub(super) fn at(self, place: Place) -> PictError {
        place.malformed("a pixel has no colour in the colour table")
    }
}

/// The pixels so far; `None` where nothing was painted yet.
enum Cells {
    /// Indices into one palette, while it holds all colours.
    Indexed {
        palette: Vec<Rgb>,
        cells: Vec<Option<u8>>,
    },
    Direct(Vec<Option<Rgb>>),
}

/// The image under construction, in the coordinates of the picture.
pub(super) struct Canvas {
    frame: Rect,
    cells: Cells,
}

impl Canvas {
    pub(super) fn new(frame: Rect) -> Self {
        let cells = Cells::Indexed {
            palette: Vec::new(),
            cells: vec![None; frame.w as usize * frame.h as usize],
        };
        Self { frame, cells }
    }

    /// On top of an image of the same size.
    pub(super) fn over(frame: Rect, image: &Image) -> Self {
        let cells = match image.pixels() {
            Pixels::Indexed { palette, indices } => Cells::Indexed {
                palette: palette.clone(),
                cells: indices.iter().copied().map(Some).collect(),
            },
            Pixels::Direct { colours } => Cells::Direct(colours.iter().copied().map(Some).collect()),
        };
        Self { frame, cells }
    }

    pub(super) fn frame(&self) -> Rect {
        self.frame
    }

    /// Starts to paint bits with `palette`, inside `visible` only. The first palette becomes the image's own, so
    /// that a capture keeps the pixel values of its screen.
    pub(super) fn brush(&mut self, palette: Palette, visible: Option<Rect>) -> Brush<'_> {
        if let Cells::Indexed { palette: own, .. } = &mut self.cells
            && own.is_empty()
        {
            *own = palette.dense();
        }
        let visible = self.visible(visible);
        Brush {
            canvas: self,
            palette,
            visible,
            known: [None; MAX_COLOURS],
        }
    }

    fn visible(&self, clip: Option<Rect>) -> Rect {
        clip.and_then(|clip| clip.intersection(&self.frame))
            .unwrap_or_default()
    }

    /// What of a row that begins at `x`, `y` is visible: where its cells begin, and which of its pixels they are.
    fn place(&self, x: i32, y: i32, width: usize, visible: Rect) -> Option<(usize, Range<usize>)> {
        let width = u32::try_from(width).unwrap_or(u32::MAX);
        let seen = Rect::new(x, y, width, 1).intersection(&visible)?;
        let frame = self.frame;
        let start = frame.y.abs_diff(y) as usize * frame.w as usize + frame.x.abs_diff(seen.x) as usize;
        let skipped = x.abs_diff(seen.x) as usize;
        Some((start, skipped..skipped + seen.w as usize))
    }

    /// Paints colours from `x`, `y` to the right, inside `visible` only.
    pub(super) fn paint_colours(&mut self, x: i32, y: i32, row: &[Rgb], visible: Option<Rect>) {
        let visible = self.visible(visible);
        let Some((start, pixels)) = self.place(x, y, row.len(), visible) else {
            return;
        };
        let cells = self.direct();
        for (cell, &colour) in cells[start..].iter_mut().zip(&row[pixels]) {
            *cell = Some(colour);
        }
    }

    /// The cells as colours: a palette no longer holds them, or the picture has none.
    fn direct(&mut self) -> &mut Vec<Option<Rgb>> {
        if let Cells::Indexed { palette, cells } = &self.cells {
            let colour = |cell: &Option<u8>| cell.and_then(|index| palette.get(usize::from(index)).copied());
            self.cells = Cells::Direct(cells.iter().map(colour).collect());
        }
        match &mut self.cells {
            Cells::Direct(cells) => cells,
            Cells::Indexed { .. } => unreachable!("it has just been replaced"),
        }
    }

    pub(super) fn finish(mut self) -> Result<Image, PictError> {
        let painted = |cells: &Cells| match cells {
            Cells::Indexed { cells, .. } => cells.iter().any(Option::is_some),
            Cells::Direct(cells) => cells.iter().any(Option::is_some),
        };
        if !painted(&self.cells) {
            return Err(PictError::NoPixels);
        }
        let white = match &mut self.cells {
            Cells::Indexed { palette, cells } if cells.contains(&None) => intern(palette, Rgb::WHITE),
            _ => Some(0),
        };
        if white.is_none() {
            self.direct();
        }
        let (width, height) = (self.frame.w, self.frame.h);
        let image = match self.cells {
            Cells::Indexed { palette, cells } => {
                let paper = white.unwrap_or_default();
                let indices = cells.iter().map(|cell| cell.unwrap_or(paper)).collect();
                Image::indexed(width, height, palette, indices)
            }
            Cells::Direct(cells) => {
                let colours = cells.iter().map(|cell| cell.unwrap_or(Rgb::WHITE)).collect();
                Image::coloured(width, height, colours)
            }
        };
        image.map_err(|_| PictError::NoPixels)
    }
}

/// The index of `colour` in the common palette, which grows when it is new; `None` when it is full.
fn intern(palette: &mut Vec<Rgb>, colour: Rgb) -> Option<u8> {
    let index = palette.iter().position(|&c| c == colour).unwrap_or_else(|| {
        palette.push(colour);
        palette.len() - 1
    });
    let index = u8::try_from(index).ok();
    if index.is_none() {
        palette.truncate(MAX_COLOURS);
    }
    index
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
    pub(super) fn paint(&mut self, x: i32, y: i32, row: &[u8]) -> Result<(), NoColour> {
        let Some((start, pixels)) = self.canvas.place(x, y, row.len(), self.visible) else {
            return Ok(());
        };
        for (at, &value) in (start..).zip(&row[pixels]) {
            self.paint_pixel(at, value)?;
        }
        Ok(())
    }

    fn paint_pixel(&mut self, at: usize, value: u8) -> Result<(), NoColour> {
        let index = match (self.known[usize::from(value)], &mut self.canvas.cells) {
            (Some(index), _) => Some(index),
            (None, Cells::Indexed { palette, .. }) => {
                let colour = self.palette.get(value).ok_or(NoColour)?;
                match palette.get(usize::from(value)) == Some(&colour) {
                    true => Some(value),
                    false => intern(palette, colour),
                }
            }
            (None, Cells::Direct(_)) => None,
        };
        match (index, &mut self.canvas.cells) {
            (Some(index), Cells::Indexed { cells, .. }) => {
                self.known[usize::from(value)] = Some(index);
                cells[at] = Some(index);
            }
            _ => {
                let colour = self.palette.get(value).ok_or(NoColour)?;
                self.canvas.direct()[at] = Some(colour);
            }
        }
        Ok(())
    }
}
