//! Waiting for the screen: look first, then look again until the deadline, and never sleep for a guess.

use std::time::Duration;

use mc_protocol::Code;
use tokio::time::{Instant, sleep};

use super::look::Sought;
use super::{Capture, Session};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::screen::find::TextMatch;

/// The pause between two captures: short beside what a person notices, long beside what a capture costs the guest.
const PAUSE: Duration = Duration::from_millis(50);

/// Captures, one after the other, until a deadline. The first comes at once, however short the time.
pub struct Watch<'a> {
    session: &'a Session,
    region: Option<Rect>,
    deadline: Instant,
    has_begun: bool,
}

impl<'a> Watch<'a> {
    /// Watches the screen, or a region, for a time.
    pub fn new(session: &'a Session, region: Option<Rect>, timeout: Duration) -> Watch<'a> {
        Watch {
            session,
            region,
            deadline: Instant::now() + timeout,
            has_begun: false,
        }
    }

    /// The next capture, or `None` when the time is over.
    ///
    /// # Errors
    /// As [`Session::capture`].
    pub async fn next(&mut self) -> Result<Option<Capture>> {
        if self.has_begun {
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            sleep(PAUSE.min(left)).await;
        }
        self.has_begun = true;
        self.session.capture(self.region).await.map(Some)
    }
}

impl Session {
    /// Waits until a text is on the screen; what was captured then, and the one place where it stands.
    ///
    /// # Errors
    /// What [`Sought::place`] says of the last screen when the time is over (`not_on_screen`); `ambiguous` at once.
    pub async fn await_text(&self, sought: &Sought, timeout: Duration) -> Result<(Capture, TextMatch)> {
        let mut watch = Watch::new(self, None, timeout);
        let mut outcome = Err(Error::new(Code::NotOnScreen, "the screen was not looked at"));
        let mut last: Option<Capture> = None;
        while let Some(capture) = watch.next().await? {
            self.check_on_screen(sought.region, &capture)?;
            // A screen that has not changed does not say anything else than before.
            if last.as_ref().is_none_or(|last| last.image != capture.image) {
                let lines = self.read_capture(&capture).await?;
                outcome = sought.place(&lines).map(|place| (capture.clone(), place));
                match &outcome {
                    Err(error) if error.code() == Code::NotOnScreen => {}
                    _ => break,
                }
            }
            last = Some(capture);
        }
        outcome.map_err(|error| error.on(self.guest().name()))
    }

    /// Waits until a text is nowhere on the screen.
    ///
    /// # Errors
    /// `timeout`, with the places where it still stands.
    pub async fn await_gone(&self, sought: &Sought, timeout: Duration) -> Result<Capture> {
        let mut watch = Watch::new(self, None, timeout);
        let mut places = Vec::new();
        while let Some(capture) = watch.next().await? {
            self.check_on_screen(sought.region, &capture)?;
            places = sought.places(&self.read_capture(&capture).await?)?;
            if places.is_empty() {
                return Ok(capture);
            }
        }
        let message = format!(
            "{:?} is still on the screen after {} s",
            sought.text,
            timeout.as_secs_f64()
        );
        let boxes: Vec<_> = places.iter().map(super::box_json).collect();
        Err(Error::new(Code::Timeout, message)
            .with("matches", boxes)
            .on(self.guest().name()))
    }

    /// Waits until nothing has changed for `quiet`.
    ///
    /// # Errors
    /// `timeout`, with the boxes that changed last.
    pub async fn await_still(
        &self,
        region: Option<Rect>,
        quiet: Duration,
        timeout: Duration,
    ) -> Result<Capture> {
        let mut watch = Watch::new(self, region, timeout);
        let mut since = Instant::now();
        let mut last: Option<Capture> = None;
        let mut moving = Vec::new();
        while let Some(capture) = watch.next().await? {
            match &last {
                Some(last) if last.image == capture.image => {
                    if since.elapsed() >= quiet {
                        return Ok(capture);
                    }
                }
                Some(last) => {
                    moving = last.changed_in(&capture);
                    since = Instant::now();
                }
                None => since = Instant::now(),
            }
            last = Some(capture);
        }
        let message = format!("the screen was not still for {} s", quiet.as_secs_f64());
        Err(Error::new(Code::Timeout, message)
            .with("changed", boxes(&moving))
            .on(self.guest().name()))
    }

    /// Waits until the screen looks different from `before`; the first look when that is `None`. Without a region it is the
    /// one of `before` that is watched.
    ///
    /// # Errors
    /// `timeout`; `bad_params` when `before` shows another region than the one that is to be watched.
    pub async fn await_change(
        &self,
        before: Option<Capture>,
        region: Option<Rect>,
        timeout: Duration,
    ) -> Result<(Capture, Vec<Rect>)> {
        let shown = before.as_ref().map(Capture::region);
        if let (Some(shown), Some(region)) = (shown, region)
            && shown != region
        {
            let message = format!("the picture shows {shown}, and the region to watch is {region}");
            return Err(Error::bad_param("since", message));
        }
        let mut watch = Watch::new(self, region.or(shown), timeout);
        let mut before = before;
        while let Some(capture) = watch.next().await? {
            let Some(first) = &before else {
                before = Some(capture);
                continue;
            };
            let changed = first.changed_in(&capture);
            if !changed.is_empty() {
                return Ok((capture, changed));
            }
        }
        let message = format!("the screen did not change within {} s", timeout.as_secs_f64());
        Err(Error::new(Code::Timeout, message).on(self.guest().name()))
    }
}

impl Capture {
    /// What part of the screen it shows.
    pub fn region(&self) -> Rect {
        self.image.bounds().translate(self.origin.x, self.origin.y)
    }

    /// Boxes on the screen around what looks different in a later capture.
    pub fn changed_in(&self, later: &Capture) -> Vec<Rect> {
        let boxes = self.image.diff(&later.image);
        boxes
            .iter()
            .map(|changed| changed.translate(self.origin.x, self.origin.y))
            .collect()
    }
}

fn boxes(rects: &[Rect]) -> Vec<serde_json::Value> {
    rects.iter().map(super::look::rect_json).collect()
}
