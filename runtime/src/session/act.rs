//! Input, confirmed by what changed on the screen.

use std::time::Duration;

use mc_protocol::Code;
use mc_protocol::common::Point as WirePoint;
use mc_protocol::screen::{Gesture, Input, InputEvent, Modifier};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::look::{Sought, rect_json};
use super::{Capture, Session, Watch, milliseconds};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::keys::Key;
use crate::mac_text::to_mac;
use crate::screen::find::TextMatch;
use crate::trace::Span;

/// The longest text that is typed at once, in bytes of UTF-8.
const MOST_TYPED: usize = 1024;

/// After the first change the screen may still be drawn: how long it may take to come to rest.
const SETTLE: Duration = Duration::from_millis(500);

/// What is expected of the screen after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Something changes within this time; otherwise the input is `unchanged`.
    Change(Duration),
    /// Nothing in particular: one look afterwards says what changed so far.
    Nothing,
}

/// What changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// Boxes around it; none when nothing did.
    pub regions: Vec<Rect>,
}

impl Change {
    /// As scripts see it.
    pub fn to_json(&self) -> Value {
        let regions: Vec<Value> = self.regions.iter().map(rect_json).collect();
        json!({ "changed": !self.regions.is_empty(), "regions": regions })
    }
}

impl Session {
    /// Captures, gives the input, captures until something has changed, and says what. Both pictures go into the span.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::call`]; `unchanged` when a change was expected and none came.
    pub async fn act(&self, events: Vec<InputEvent>, confirm: Confirm, span: &Span) -> Result<Change> {
        let before = self.capture(None).await?;
        self.act_after(&before, events, confirm, span).await
    }

    /// [`Session::act`] with the capture that the input was decided on.
    ///
    /// # Errors
    /// As [`Session::act`].
    pub async fn act_after(
        &self,
        before: &Capture,
        events: Vec<InputEvent>,
        confirm: Confirm,
        span: &Span,
    ) -> Result<Change> {
        span.before(&before.image);
        self.guest().call(&Input { events }).await?;
        let after = match confirm {
            Confirm::Nothing => self.capture(None).await?,
            Confirm::Change(within) => self.settled(before, within).await?,
        };
        span.after(&after.image);
        let change = Change {
            regions: before.changed_in(&after),
        };
        match confirm {
            Confirm::Change(within) if change.regions.is_empty() => {
                let message = format!(
                    "the input was given, and nothing changed within {} s",
                    within.as_secs_f64()
                );
                Err(Error::new(Code::Unchanged, message).on(self.guest().name()))
            }
            _ => Ok(change),
        }
    }

    /// Waits for a text, clicks its middle, and says where it was and what changed.
    ///
    /// # Errors
    /// As [`Session::await_text`] and [`Session::act`].
    pub async fn click_text(
        &self,
        sought: &Sought,
        timeout: Duration,
        confirm: Confirm,
        span: &Span,
    ) -> Result<(TextMatch, Change)> {
        let (before, place) = self.await_text(sought, timeout).await?;
        let event = click(place.rect.center(), 1, Vec::new())?;
        let change = self.act_after(&before, vec![event], confirm, span).await?;
        Ok((place, change))
    }

    /// The screen after something has changed and come to rest, or as it was when the time was over.
    async fn settled(&self, before: &Capture, within: Duration) -> Result<Capture> {
        let mut watch = Watch::new(self, None, within);
        let mut last: Option<Capture> = None;
        let mut first_change: Option<Instant> = None;
        while let Some(capture) = watch.next().await? {
            let is_at_rest = last.as_ref().is_some_and(|last| last.image == capture.image);
            // By its looks: the same pixels may come with another palette.
            let has_changed = !before.changed_in(&capture).is_empty();
            if has_changed {
                let since = *first_change.get_or_insert_with(Instant::now);
                if is_at_rest || since.elapsed() >= SETTLE {
                    return Ok(capture);
                }
            }
            last = Some(capture);
        }
        match last {
            Some(last) => Ok(last),
            None => self.capture(None).await,
        }
    }
}

/// A click, or several on the same spot.
///
/// # Errors
/// `bad_params` for a point that no screen has.
pub fn click(at: Point, count: u8, modifiers: Vec<Modifier>) -> Result<InputEvent> {
    let (x, y) = on_screen(at)?;
    let count = (count != 1).then_some(count);
    Ok(InputEvent {
        x: Some(x),
        y: Some(y),
        count,
        modifiers: some(modifiers),
        ..InputEvent::new(Gesture::Click)
    })
}

/// The pointer, without the button.
///
/// # Errors
/// `bad_params` for a point that no screen has.
pub fn move_to(at: Point) -> Result<InputEvent> {
    let (x, y) = on_screen(at)?;
    Ok(InputEvent {
        x: Some(x),
        y: Some(y),
        ..InputEvent::new(Gesture::Move)
    })
}

/// A press at the first point, along the others, a rest, and the release at the last.
///
/// # Errors
/// `bad_params` for a point that no screen has, fewer than two, or a rest of more than ten seconds.
pub fn drag(path: &[Point], hold: Duration, modifiers: Vec<Modifier>) -> Result<InputEvent> {
    if path.len() < 2 {
        return Err(Error::bad_param(
            "path",
            "a drag needs a point to press at and one to release at",
        ));
    }
    let points: Result<Vec<WirePoint>> = path
        .iter()
        .map(|&point| on_screen(point).map(|(x, y)| WirePoint { x, y }))
        .collect();
    let hold_ms = milliseconds(hold, 0..=10_000, "hold")? as u16;
    Ok(InputEvent {
        path: Some(points?),
        hold_ms: (hold_ms > 0).then_some(hold_ms),
        modifiers: some(modifiers),
        ..InputEvent::new(Gesture::Drag)
    })
}

/// One key.
pub fn key(key: Key, modifiers: Vec<Modifier>) -> InputEvent {
    InputEvent {
        char: Some(key.character),
        code: Some(key.code),
        modifiers: some(modifiers),
        ..InputEvent::new(Gesture::Key)
    }
}

/// A text, key by key.
///
/// # Errors
/// `bad_params` for no text, and for a character that no Mac has a key for; `too_large` for more than a kilobyte.
pub fn type_text(text: &str) -> Result<InputEvent> {
    if text.is_empty() {
        return Err(Error::bad_param("text", "there is no text to type"));
    }
    if text.len() > MOST_TYPED {
        let message = format!(
            "a text of {} bytes is typed in pieces of up to {MOST_TYPED}",
            text.len()
        );
        return Err(Error::new(Code::TooLarge, message).with("param", "text"));
    }
    to_mac(text, "text")?;
    Ok(InputEvent {
        text: Some(text.to_owned()),
        ..InputEvent::new(Gesture::Type)
    })
}

fn some(modifiers: Vec<Modifier>) -> Option<Vec<Modifier>> {
    (!modifiers.is_empty()).then_some(modifiers)
}

fn on_screen(point: Point) -> Result<(i16, i16)> {
    match (i16::try_from(point.x), i16::try_from(point.y)) {
        (Ok(x), Ok(y)) => Ok((x, y)),
        _ => Err(Error::bad_param("point", format!("{point} is on no screen"))),
    }
}
