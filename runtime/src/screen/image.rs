//! A picture of a screen, held as the Macintosh held it.
//!
//! Reading text needs to know exactly which pixels are alike, so an image of at most 256 colours, as nearly every classic
//! screen is, keeps indices and a palette; one of more keeps its colours. None is ever resampled. Whoever only asks for
//! [`Image::pixel`] or an equality need not know how pixels are stored.

use std::collections::{HashMap, HashSet};
use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits, RgbImage};
use thiserror::Error;

use crate::geometry::Rect;

/// The most pixels an image may have: a 4096 by 4096 screen. A larger size in a file is taken for damage or malice.
pub const MAX_PIXELS: u64 = 1 << 24;

/// The most colours a palette holds.
pub const MAX_COLOURS: usize = 256;

/// A colour, 8 bits a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb {
    /// White.
    pub const WHITE: Rgb = Rgb::new(255, 255, 255);
    /// Black.
    pub const BLACK: Rgb = Rgb::new(0, 0, 0);

    /// A colour from its components.
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }

    /// How bright the eye sees it, 0 to 255 (ITU-R BT.601 weights).
    pub const fn luminance(self) -> u8 {
        let weighted = 299 * self.r as u32 + 587 * self.g as u32 + 114 * self.b as u32;
        (weighted / 1000) as u8
    }
}

/// How the pixels of an [`Image`] are stored.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Pixels {
    /// One palette index per pixel, rows from top to bottom without padding. Every index has its colour.
    Indexed {
        /// At least one and at most [`MAX_COLOURS`] colours; in a 1-bit image two, white first.
        palette: Vec<Rgb>,
        /// `width * height` indices.
        indices: Vec<u8>,
    },
    /// One colour per pixel: a photograph on a screen of thousands or millions of colours.
    Direct {
        /// `width * height` colours, of which more than [`MAX_COLOURS`] are different.
        colours: Vec<Rgb>,
    },
}

/// A picture of a screen or of a part of one: at least one pixel, at most [`MAX_PIXELS`].
///
/// Two images are equal when they look the same, whatever their palettes.
#[derive(Debug, Clone)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Pixels,
}

/// Why an image could not be made, read or written.
#[derive(Debug, Error)]
pub enum ImageError {
    /// A width or height of zero, or more pixels than [`MAX_PIXELS`].
    #[error(
        "an image of {width}x{height} pixels cannot be held: the least is 1x1, the most {MAX_PIXELS} pixels"
    )]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// The number of indices is not width times height.
    #[error("an image of {width}x{height} pixels needs as many indices, but {got} were given")]
    PixelCount {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
        /// Indices given.
        got: usize,
    },
    /// The palette is empty, too long, or lacks a colour that a pixel uses.
    #[error(
        "the palette has {colours} colours: there must be 1 to {MAX_COLOURS}, and one for every index that is used"
    )]
    Palette {
        /// Colours in the palette.
        colours: usize,
    },
    /// A crop that shares no pixel with the image.
    #[error("the region {region} lies outside the image of {width}x{height} pixels")]
    OutsideImage {
        /// The region asked for.
        region: Rect,
        /// Width of the image.
        width: u32,
        /// Height of the image.
        height: u32,
    },
    /// The PNG codec refused.
    #[error("the PNG could not be {doing}: {source}")]
    Png {
        /// What was attempted: `read` or `written`.
        doing: &'static str,
        /// What the codec said.
        source: image::ImageError,
    },
}

impl Image {
    /// An image of palette indices.
    ///
    /// # Errors
    /// [`ImageError::Size`], [`ImageError::PixelCount`] or [`ImageError::Palette`] when the parts do not fit together.
    pub fn indexed(width: u32, height: u32, palette: Vec<Rgb>, indices: Vec<u8>) -> Result<Self, ImageError> {
        check_size(width, height)?;
        if indices.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(ImageError::PixelCount {
                width,
                height,
                got: indices.len(),
            });
        }
        let colours = palette.len();
        let highest = indices.iter().copied().max().map_or(0, usize::from);
        if colours > MAX_COLOURS || highest >= colours {
            return Err(ImageError::Palette { colours });
        }
        Ok(Self {
            width,
            height,
            pixels: Pixels::Indexed { palette, indices },
        })
    }

    /// An image of colours. When there are few enough they become a palette, the brightest first as on a Macintosh, where
    /// 0 is white.
    ///
    /// # Errors
    /// [`ImageError::Size`] or [`ImageError::PixelCount`] when the parts do not fit together.
    pub fn coloured(width: u32, height: u32, colours: Vec<Rgb>) -> Result<Self, ImageError> {
        check_size(width, height)?;
        if colours.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(ImageError::PixelCount {
                width,
                height,
                got: colours.len(),
            });
        }
        let Some(palette) = palette_of(&colours) else {
            return Ok(Self {
                width,
                height,
                pixels: Pixels::Direct { colours },
            });
        };
        let index_of: HashMap<Rgb, u8> = palette.iter().copied().zip(0..=u8::MAX).collect();
        let indices = colours.iter().map(|colour| index_of[colour]).collect();
        Image::indexed(width, height, palette, indices)
    }

    /// All colours, row after row.
    pub fn colours(&self) -> Vec<Rgb> {
        match &self.pixels {
            Pixels::Indexed { palette, indices } => {
                indices.iter().map(|&index| palette[usize::from(index)]).collect()
            }
            Pixels::Direct { colours } => colours.clone(),
        }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The whole image as a rectangle at the origin.
    pub fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// How the pixels are stored.
    pub fn pixels(&self) -> &Pixels {
        &self.pixels
    }

    /// The colour at column `x` and row `y`; `None` outside the image.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Rgb> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = y as usize * self.width as usize + x as usize;
        match &self.pixels {
            Pixels::Indexed { palette, indices } => palette.get(usize::from(*indices.get(at)?)).copied(),
            Pixels::Direct { colours } => colours.get(at).copied(),
        }
    }

    /// The part of the image inside `region`, which may reach over its edges.
    ///
    /// # Errors
    /// [`ImageError::OutsideImage`] when the region shares no pixel with the image.
    pub fn crop(&self, region: Rect) -> Result<Image, ImageError> {
        let inside = region
            .intersection(&self.bounds())
            .ok_or(ImageError::OutsideImage {
                region,
                width: self.width,
                height: self.height,
            })?;
        match &self.pixels {
            Pixels::Indexed { palette, indices } => {
                let indices = self.cut(indices, inside);
                Image::indexed(inside.w, inside.h, palette.clone(), indices)
            }
            Pixels::Direct { colours } => Image::coloured(inside.w, inside.h, self.cut(colours, inside)),
        }
    }

    /// What of the pixels lies in a part of the image.
    fn cut<T: Copy>(&self, pixels: &[T], inside: Rect) -> Vec<T> {
        let columns = inside.x as usize..inside.right() as usize;
        pixels
            .chunks_exact(self.width as usize)
            .skip(inside.y as usize)
            .take(inside.h as usize)
            .flat_map(|row| row[columns.clone()].iter().copied())
            .collect()
    }

    /// The image as a PNG file of 8-bit RGB.
    ///
    /// # Errors
    /// [`ImageError::Png`] when the codec fails.
    pub fn to_png(&self) -> Result<Vec<u8>, ImageError> {
        let colours = self.colours();
        let bytes: Vec<u8> = colours.iter().flat_map(|c| [c.r, c.g, c.b]).collect();
        let picture = RgbImage::from_raw(self.width, self.height, bytes).ok_or(ImageError::PixelCount {
            width: self.width,
            height: self.height,
            got: colours.len(),
        })?;
        let mut file = Cursor::new(Vec::new());
        picture
            .write_to(&mut file, ImageFormat::Png)
            .map_err(|source| ImageError::Png {
                doing: "written",
                source,
            })?;
        Ok(file.into_inner())
    }

    /// Reads a PNG file, as [`Image::coloured`] keeps it.
    ///
    /// # Errors
    /// [`ImageError::Png`] for a damaged file, [`ImageError::Size`] for one that is too large. Transparency is ignored.
    pub fn from_png(file: &[u8]) -> Result<Image, ImageError> {
        let unreadable = |source| ImageError::Png {
            doing: "read",
            source,
        };
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_PIXELS * 8);
        let mut reader = ImageReader::with_format(Cursor::new(file), ImageFormat::Png);
        reader.limits(limits.clone());
        let (width, height) = reader.into_dimensions().map_err(unreadable)?;
        check_size(width, height)?;
        let mut reader = ImageReader::with_format(Cursor::new(file), ImageFormat::Png);
        reader.limits(limits);
        let picture = reader.decode().map_err(unreadable)?.into_rgb8();
        let colours: Vec<Rgb> = picture.pixels().map(|p| Rgb::new(p[0], p[1], p[2])).collect();
        Image::coloured(width, height, colours)
    }
}

impl PartialEq for Image {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height) && self.diff(other).is_empty()
    }
}

impl Eq for Image {}

fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    let count = u64::from(width) * u64::from(height);
    if count == 0 || count > MAX_PIXELS {
        return Err(ImageError::Size { width, height });
    }
    Ok(())
}

/// The different colours among `colours`, brightest first; `None` when a palette cannot hold them.
fn palette_of(colours: &[Rgb]) -> Option<Vec<Rgb>> {
    let mut seen = HashSet::new();
    for &colour in colours {
        if seen.insert(colour) && seen.len() > MAX_COLOURS {
            return None;
        }
    }
    let mut palette: Vec<Rgb> = seen.into_iter().collect();
    palette.sort_by_key(|c| std::cmp::Reverse((c.luminance(), c.r, c.g, c.b)));
    Some(palette)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn checkers() -> Image {
        let indices = (0..12).map(|i| ((i % 4 + i / 4) % 2) as u8).collect();
        Image::indexed(4, 3, vec![Rgb::WHITE, Rgb::BLACK], indices).expect("the parts fit")
    }

    #[test]
    fn a_pixel_has_its_palette_colour_and_outside_there_is_none() {
        let image = checkers();
        assert_eq!(image.pixel(0, 0), Some(Rgb::WHITE));
        assert_eq!(image.pixel(1, 0), Some(Rgb::BLACK));
        assert_eq!(image.pixel(4, 0), None);
        assert_eq!(image.pixel(0, 3), None);
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let two = vec![Rgb::WHITE, Rgb::BLACK];
        assert!(matches!(
            Image::indexed(0, 3, two.clone(), vec![]),
            Err(ImageError::Size { .. })
        ));
        assert!(matches!(
            Image::indexed(70_000, 70_000, two.clone(), vec![]),
            Err(ImageError::Size { .. })
        ));
        assert!(matches!(
            Image::indexed(2, 2, two.clone(), vec![0; 3]),
            Err(ImageError::PixelCount { .. })
        ));
        assert!(matches!(
            Image::indexed(1, 1, two, vec![2]),
            Err(ImageError::Palette { .. })
        ));
        assert!(matches!(
            Image::indexed(1, 1, vec![], vec![0]),
            Err(ImageError::Palette { .. })
        ));
    }

    #[test]
    fn equality_is_of_looks_not_of_palettes() {
        let image = checkers();
        let indices: Vec<u8> = (0..12).map(|i| ((i % 4 + i / 4) % 2) as u8).collect();
        let swapped = indices.iter().map(|i| 1 - i).collect();
        let same = Image::indexed(4, 3, vec![Rgb::BLACK, Rgb::WHITE], swapped).expect("the parts fit");
        assert_eq!(image, same);
        let other = Image::indexed(4, 3, vec![Rgb::BLACK, Rgb::WHITE], indices).expect("the parts fit");
        assert_ne!(image, other);
    }

    #[test]
    fn a_crop_is_cut_at_the_edges_and_needs_a_pixel() {
        let image = checkers();
        let corner = image.crop(Rect::new(3, 2, 10, 10)).expect("it overlaps");
        assert_eq!(
            (corner.width(), corner.height(), corner.pixel(0, 0)),
            (1, 1, image.pixel(3, 2))
        );
        assert!(matches!(
            image.crop(Rect::new(4, 0, 1, 1)),
            Err(ImageError::OutsideImage { .. })
        ));
    }

    #[test]
    fn a_photograph_keeps_its_colours() {
        let colours: Vec<Rgb> = (0..300)
            .map(|i| Rgb::new((i / 2) as u8, (i % 256) as u8, 0))
            .collect();
        let image = Image::coloured(300, 1, colours.clone()).expect("the parts fit");
        assert!(matches!(image.pixels(), Pixels::Direct { .. }));
        assert_eq!(image.pixel(299, 0), Some(Rgb::new(149, 43, 0)));
        let back = Image::from_png(&image.to_png().expect("the codec writes")).expect("and reads");
        assert_eq!((&back, back.colours()), (&image, colours));
        let part = image.crop(Rect::new(10, 0, 20, 1)).expect("it overlaps");
        assert!(matches!(part.pixels(), Pixels::Indexed { .. }));
        assert_eq!(part.pixel(0, 0), image.pixel(10, 0));
        assert_eq!(image.diff(&part).len(), 1);
    }

    proptest! {
        #[test]
        fn a_png_brings_back_what_was_written(
            width in 1u32..20,
            colours in prop::collection::vec(any::<[u8; 3]>(), 1..256),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 20..400),
        ) {
            let palette: Vec<Rgb> = colours.iter().map(|c| Rgb::new(c[0], c[1], c[2])).collect();
            let height = picks.len() as u32 / width;
            let indices =
                picks.iter().take((width * height) as usize).map(|p| p.index(palette.len()) as u8).collect();
            let image = Image::indexed(width, height, palette, indices)?;
            prop_assert_eq!(&Image::from_png(&image.to_png()?)?, &image);
        }

        #[test]
        fn bytes_that_are_not_a_png_are_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(Image::from_png(&bytes).is_err());
        }
    }
}
