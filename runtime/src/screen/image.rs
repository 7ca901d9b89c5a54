//! A picture of a screen, held as the Macintosh held it.
//!
//! A classic screen has at most 256 colours, and reading text needs to know exactly which pixels are alike, so an
//! image keeps indices and a palette and is never resampled. How pixels are stored is an enum of its own
//! ([`Pixels`]): direct colour becomes a second variant, and whoever only asks for [`Image::pixel`] or an equality
//! need not change.

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
    /// More than 256 different colours, which an indexed image cannot hold.
    #[error(
        "the picture has more than {MAX_COLOURS} different colours; set the screen to 256 colours or fewer and capture again"
    )]
    TooManyColours,
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
        let Pixels::Indexed { palette, indices } = &self.pixels;
        let at = y as usize * self.width as usize + x as usize;
        palette.get(usize::from(*indices.get(at)?)).copied()
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
        let Pixels::Indexed { palette, indices } = &self.pixels;
        let columns = inside.x as usize..inside.right() as usize;
        let cropped = indices
            .chunks_exact(self.width as usize)
            .skip(inside.y as usize)
            .take(inside.h as usize)
            .flat_map(|row| row[columns.clone()].iter().copied())
            .collect();
        Image::indexed(inside.w, inside.h, palette.clone(), cropped)
    }

    /// The image as a PNG file of 8-bit RGB.
    ///
    /// # Errors
    /// [`ImageError::Png`] when the codec fails.
    pub fn to_png(&self) -> Result<Vec<u8>, ImageError> {
        let Pixels::Indexed { palette, indices } = &self.pixels;
        let colours: Vec<[u8; 3]> = palette.iter().map(|c| [c.r, c.g, c.b]).collect();
        let bytes: Vec<u8> = indices.iter().flat_map(|&i| colours[usize::from(i)]).collect();
        let picture = RgbImage::from_raw(self.width, self.height, bytes).ok_or(ImageError::PixelCount {
            width: self.width,
            height: self.height,
            got: indices.len(),
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

    /// Reads a PNG file. The palette comes out brightest colour first, as on a Macintosh, where 0 is white.
    ///
    /// # Errors
    /// [`ImageError::Png`] for a damaged file, [`ImageError::Size`] for one that is too large,
    /// [`ImageError::TooManyColours`] for a photograph. Transparency is ignored.
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
        let palette = palette_of(&colours)?;
        let index_of: std::collections::HashMap<Rgb, u8> = palette.iter().copied().zip(0..=u8::MAX).collect();
        let indices = colours.iter().map(|colour| index_of[colour]).collect();
        Image::indexed(width, height, palette, indices)
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

/// The different colours among `colours`, brightest first.
fn palette_of(colours: &[Rgb]) -> Result<Vec<Rgb>, ImageError> {
    let mut seen = std::collections::HashSet::new();
    for &colour in colours {
        if seen.insert(colour) && seen.len() > MAX_COLOURS {
            return Err(ImageError::TooManyColours);
        }
    }
    let mut palette: Vec<Rgb> = seen.into_iter().collect();
    palette.sort_by_key(|c| std::cmp::Reverse((c.luminance(), c.r, c.g, c.b)));
    Ok(palette)
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
        let Pixels::Indexed { indices, .. } = image.pixels();
        let swapped = indices.iter().map(|i| 1 - i).collect();
        let same = Image::indexed(4, 3, vec![Rgb::BLACK, Rgb::WHITE], swapped).expect("the parts fit");
        assert_eq!(image, same);
        let other =
            Image::indexed(4, 3, vec![Rgb::BLACK, Rgb::WHITE], indices.clone()).expect("the parts fit");
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
    fn a_png_of_too_many_colours_is_refused() {
        let mut picture = RgbImage::new(300, 1);
        for (x, _, pixel) in picture.enumerate_pixels_mut() {
            *pixel = image::Rgb([(x / 2) as u8, (x % 256) as u8, 0]);
        }
        let mut file = Cursor::new(Vec::new());
        picture
            .write_to(&mut file, ImageFormat::Png)
            .expect("the codec writes");
        assert!(matches!(
            Image::from_png(file.get_ref()),
            Err(ImageError::TooManyColours)
        ));
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
