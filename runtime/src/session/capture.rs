//! Captures. The guest is asked only for what has changed since the last one of the same region, so that waiting for
//! something costs it, and the network, next to nothing while nothing happens.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mc_protocol::Code;
use mc_protocol::common::Rect as WireRect;
use mc_protocol::screen as wire;

use super::Session;
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::screen::image::Image;
use crate::screen::pict;

/// Of so many regions the last capture is kept. The agent remembers a few fewer, and then sends everything.
const MOST_KEPT: usize = 8;

/// What was on the screen, or on a part of it.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The pixels.
    pub image: Arc<Image>,
    /// Where on the screen the image's top left pixel is.
    pub origin: Point,
    /// Whether all of it was taken in one moment.
    pub is_consistent: bool,
}

/// The last capture of each region, the newest first.
#[derive(Default)]
pub(super) struct Known(Mutex<Vec<Kept>>);

#[derive(Clone)]
struct Kept {
    region: Option<Rect>,
    /// What the guest calls it.
    checksum: u32,
    /// Bits of a pixel on the guest's screen.
    depth: u8,
    capture: Capture,
}

impl Known {
    fn lock(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes it out: whoever makes sense of the guest's answer puts it, or what it has become, back.
    fn take(&self, region: Option<Rect>) -> Option<Kept> {
        let mut kept = self.lock();
        let place = kept.iter().position(|kept| kept.region == region)?;
        Some(kept.remove(place))
    }

    fn put(&self, newest: Kept) {
        let mut kept = self.lock();
        kept.retain(|kept| kept.region != newest.region);
        kept.insert(0, newest);
        kept.truncate(MOST_KEPT);
    }
}

impl Session {
    /// Takes the pixels of the screen, or of a region.
    ///
    /// # Errors
    /// As [`Guest::call`](crate::guest::Guest::call); `bad_params` for a region that leaves the screen, `bad_answer` for a
    /// picture that does not decode or does not fit to what was asked.
    pub async fn capture(&self, region: Option<Rect>) -> Result<Capture> {
        let wanted = region.map(wire_rect).transpose()?;
        let before = self.captures.take(region);
        let asked = wire::Capture {
            region: wanted,
            since: before.as_ref().map(|kept| kept.checksum),
            ..wire::Capture::default()
        };
        let (answer, data) = self.guest().fetch(&asked).await?;
        let newest = understand(region, before, answer, &data).map_err(|message| {
            Error::new(Code::BadAnswer, message)
                .attempting("capturing the screen")
                .on(self.guest().name())
        })?;
        let capture = newest.capture.clone();
        self.captures.put(newest);
        Ok(capture)
    }
}

/// The capture that an answer and its data stand for, or what is wrong with them.
fn understand(
    region: Option<Rect>,
    before: Option<Kept>,
    answer: wire::CaptureAnswer,
    data: &[u8],
) -> Result<Kept, String> {
    let Some(taken) = answer.picture else {
        return match before {
            Some(kept) if kept.checksum == answer.checksum => Ok(kept),
            Some(_) => Err("the guest says that nothing has changed, and names other pixels".to_owned()),
            None => Err("the guest says that nothing has changed, and nobody asked that".to_owned()),
        };
    };
    let image = match &taken.bands {
        None => pict::decode(data).map_err(|error| format!("the picture does not decode: {error}"))?,
        Some(bands) => {
            let kept = before.ok_or("the guest sends changes, and nobody asked for them")?;
            over(&kept, &taken, bands, data)?
        }
    };
    if (image.width(), image.height()) != (u32::from(taken.width), u32::from(taken.height)) {
        return Err(format!(
            "the picture is {}x{}, the answer says {}x{}",
            image.width(),
            image.height(),
            taken.width,
            taken.height
        ));
    }
    Ok(Kept {
        region,
        checksum: answer.checksum,
        depth: taken.depth,
        capture: Capture {
            image: Arc::new(image),
            origin: Point::new(i32::from(taken.x), i32::from(taken.y)),
            is_consistent: taken.consistent,
        },
    })
}

/// The changed bands over the picture that they are changes of.
fn over(kept: &Kept, taken: &wire::Picture, bands: &[wire::Band], data: &[u8]) -> Result<Image, String> {
    let origin = Point::new(i32::from(taken.x), i32::from(taken.y));
    if (kept.depth, kept.capture.origin) != (taken.depth, origin) {
        return Err("the guest sends changes of another picture".to_owned());
    }
    let rows: Vec<Range<u32>> = bands
        .iter()
        .map(|band| u32::from(band.top)..u32::from(band.top) + u32::from(band.height))
        .collect();
    pict::decode_onto(&kept.capture.image, data, &rows)
        .map_err(|error| format!("the changes do not decode: {error}"))
}

fn wire_rect(region: Rect) -> Result<WireRect> {
    let side = |number: i32| i16::try_from(number).ok();
    let size = |number: u32| u16::try_from(number).ok().filter(|&number| number <= 32767);
    match (side(region.x), side(region.y), size(region.w), size(region.h)) {
        (Some(x), Some(y), Some(width), Some(height)) => Ok(WireRect { x, y, width, height }),
        _ => Err(Error::bad_param(
            "region",
            format!("the region {region} is on no screen"),
        )),
    }
}
