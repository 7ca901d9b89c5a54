//! Reading the screen and finding text on it.

use std::num::NonZeroUsize;

use mc_protocol::Code;
use serde_json::{Value, json};

use super::{Capture, Session};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::screen::find::{self, FindError, MatchKind, TextMatch};
use crate::screen::reader::TextLine;

/// A text that is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sought {
    /// The text.
    pub text: String,
    /// How it must stand in a line.
    pub kind: MatchKind,
    /// Which of several, counted from 1; `None` when there may be only one.
    pub occurrence: Option<NonZeroUsize>,
    /// Where; the whole screen when `None`. A line is in the region when its middle is.
    pub region: Option<Rect>,
}

impl Sought {
    /// Every place where it stands.
    ///
    /// # Errors
    /// `bad_params` when there is nothing to look for.
    pub fn places(&self, lines: &[TextLine]) -> Result<Vec<TextMatch>> {
        if self.text.trim().is_empty() {
            return Err(explain(FindError::EmptyText));
        }
        Ok(find::find_text(&self.inside(lines), &self.text, self.kind))
    }

    /// The one place that is meant.
    ///
    /// # Errors
    /// `not_on_screen` with what was seen instead; `ambiguous` with every place.
    pub fn place(&self, lines: &[TextLine]) -> Result<TextMatch> {
        find::find_one(&self.inside(lines), &self.text, self.kind, self.occurrence).map_err(explain)
    }

    fn inside(&self, lines: &[TextLine]) -> Vec<TextLine> {
        let is_inside = |line: &&TextLine| {
            self.region
                .is_none_or(|region| region.contains(line.rect.center()))
        };
        lines.iter().filter(is_inside).cloned().collect()
    }
}

impl Session {
    /// All text on the screen, or in a region of it, from top to bottom.
    ///
    /// # Errors
    /// As [`Session::capture`], and what fetching the strikes fails with the first time.
    pub async fn read(&self, region: Option<Rect>) -> Result<(Capture, Vec<TextLine>)> {
        // The whole screen is taken, so that a region whose edge cuts through a word does not make another word of it.
        let capture = self.capture(None).await?;
        let mut lines = self.read_capture(&capture).await?;
        if let Some(region) = region {
            self.check_on_screen(Some(region), &capture)?;
            lines.retain(|line| region.contains(line.rect.center()));
        }
        Ok((capture, lines))
    }

    /// A region that leaves the screen is an error at once: nothing can ever be found there.
    pub(super) fn check_on_screen(&self, region: Option<Rect>, whole: &Capture) -> Result<()> {
        let screen = whole.image.bounds();
        match region {
            Some(region) if !screen.contains_rect(&region) => {
                let message = format!("the region {region} leaves the screen, which is {screen}");
                Err(Error::bad_param("region", message).on(self.guest().name()))
            }
            _ => Ok(()),
        }
    }

    /// The text in a capture, with its places on the screen.
    ///
    /// # Errors
    /// What fetching the strikes fails with the first time.
    pub async fn read_capture(&self, capture: &Capture) -> Result<Vec<TextLine>> {
        let mut lines = self.reader().await?.read(&capture.image);
        let (dx, dy) = (capture.origin.x, capture.origin.y);
        if (dx, dy) != (0, 0) {
            for line in &mut lines {
                line.rect = line.rect.translate(dx, dy);
                line.baseline += dy;
                for character in &mut line.characters {
                    character.rect = character.rect.translate(dx, dy);
                }
            }
        }
        Ok(lines)
    }
}

fn explain(error: FindError) -> Error {
    let message = error.to_string();
    match error {
        FindError::EmptyText => Error::bad_param("text", message),
        FindError::NotOnScreen { nearest, .. } => {
            Error::new(Code::NotOnScreen, message).with("seen", nearest)
        }
        FindError::Ambiguous { matches, .. } => {
            Error::new(Code::Ambiguous, message).with("matches", boxes(&matches))
        }
        FindError::NoSuchOccurrence { matches, .. } => Error::new(Code::NotOnScreen, message)
            .with("matches", boxes(&matches))
            .trying("`details.matches` lists every place."),
    }
}

fn boxes(matches: &[TextMatch]) -> Vec<Value> {
    matches.iter().map(box_json).collect()
}

/// A found text as scripts and errors see it: a box that can be used as a region.
pub fn box_json(found: &TextMatch) -> Value {
    let mut fields = rect_json(&found.rect);
    fields["text"] = json!(found.text);
    fields["line"] = json!(found.line);
    fields
}

/// A box as scripts and errors see it.
pub fn rect_json(rect: &Rect) -> Value {
    json!({ "x": rect.x, "y": rect.y, "width": rect.w, "height": rect.h })
}
