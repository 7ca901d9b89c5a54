//! `mac.screen`: the pixels, the text in them, and waiting for either.

use std::num::NonZeroUsize;
use std::time::Duration;

use mlua::Value;
use serde_json::{Value as Json, json};

use super::call::Call;
use super::image;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::Result;
use crate::screen::find::MatchKind;
use crate::screen::reader::{Look, TextLine};
use crate::session::{Confirm, Sought, box_json, rect_json};

const TEXT: Param = Param::required("text", Kind::Text, "what to look for; case matters");
const REGION: Param = Param::optional(
    "region",
    Kind::Region,
    Fallback::Nothing,
    "where; the whole screen when absent",
);
const MATCH: Param = Param::optional(
    "match",
    Kind::Choice(&["exact", "contains"]),
    Fallback::Text("exact"),
    "whole lines or parts",
);
const OCCURRENCE: Param = Param::optional(
    "occurrence",
    Kind::Integer(1, 1000),
    Fallback::Nothing,
    "which of several, from the top",
);
pub(super) const EXPECT_CHANGE: Param = Param::optional(
    "expect_change",
    Kind::Boolean,
    Fallback::Boolean(true),
    "whether no change is an error",
);
pub(super) const CONFIRM: Param = Param::optional(
    "confirm",
    Kind::Seconds,
    Fallback::Seconds(3.0),
    "how long to wait for a change",
);
const TIMEOUT: Param = Param::optional(
    "timeout",
    Kind::Seconds,
    Fallback::Seconds(10.0),
    "how long to wait",
);

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.screen.capture",
        summary: "Takes a picture of the screen, without the pointer.",
        params: &[],
        options: &[REGION],
        returns: "an Image with width, height, save, diff and crop",
        example: "mac.screen.capture():save('screen.png')",
        run: capture,
    },
    Native {
        name: "mac.screen.text",
        summary: "Reads the screen as one text: lines on the same height side by side, from top to bottom.",
        params: &[],
        options: &[REGION],
        returns: "a string",
        example: "print(mac.screen.text())",
        run: text,
    },
    Native {
        name: "mac.screen.read",
        summary: "Reads the screen line by line, each with its box, font and look (plain, inverse, dimmed).",
        params: &[],
        options: &[REGION],
        returns: "a list of lines {text, x, y, width, height, font, size, look}",
        example: "for _, line in ipairs(mac.screen.read()) do print(line.y, line.text) end",
        run: read,
    },
    Native {
        name: "mac.screen.find",
        summary: "The one place where a text stands. Several are `ambiguous` unless you say which.",
        params: &[TEXT],
        options: &[
            MATCH,
            OCCURRENCE,
            REGION,
            Param::optional(
                "timeout",
                Kind::Seconds,
                Fallback::Seconds(0.0),
                "how long to wait for it",
            ),
        ],
        returns: "a box {text, line, x, y, width, height}",
        example: "local ok = mac.screen.find('OK')",
        run: find,
    },
    Native {
        name: "mac.screen.find_all",
        summary: "Every place where a text stands now.",
        params: &[TEXT],
        options: &[MATCH, REGION],
        returns: "a list of boxes, empty when there are none",
        example: "print(#mac.screen.find_all('OK'))",
        run: find_all,
    },
    Native {
        name: "mac.screen.click_text",
        summary: "Waits for a text, clicks its middle, and waits until something on the screen has changed.",
        params: &[TEXT],
        options: &[
            MATCH,
            OCCURRENCE,
            REGION,
            Param::optional(
                "timeout",
                Kind::Seconds,
                Fallback::Seconds(5.0),
                "how long to wait for the text",
            ),
            EXPECT_CHANGE,
            CONFIRM,
        ],
        returns: "what changed {changed, regions, box}",
        example: "mac.screen.click_text('Cancel')",
        run: click_text,
    },
    Native {
        name: "mac.screen.wait_text",
        summary: "Waits until a text is on the screen. Looks at once, then again and again.",
        params: &[TEXT],
        options: &[MATCH, OCCURRENCE, REGION, TIMEOUT],
        returns: "its box",
        example: "mac.screen.wait_text('permanently', {match = 'contains'})",
        run: wait_text,
    },
    Native {
        name: "mac.screen.wait_gone",
        summary: "Waits until a text is nowhere on the screen.",
        params: &[TEXT],
        options: &[MATCH, REGION, TIMEOUT],
        returns: "nothing",
        example: "mac.screen.wait_gone('Copying', {match = 'contains', timeout = 60})",
        run: wait_gone,
    },
    Native {
        name: "mac.screen.wait_still",
        summary: "Waits until nothing on the screen has changed for a while.",
        params: &[],
        options: &[
            Param::optional(
                "quiet",
                Kind::Seconds,
                Fallback::Seconds(0.5),
                "for how long nothing may change",
            ),
            REGION,
            TIMEOUT,
        ],
        returns: "the Image then",
        example: "mac.screen.wait_still{timeout = 30}",
        run: wait_still,
    },
    Native {
        name: "mac.screen.wait_change",
        summary: "Waits until the screen looks different: from the picture given, or from how it looks now.",
        params: &[],
        options: &[
            Param::optional(
                "since",
                Kind::Image,
                Fallback::Nothing,
                "a picture of the same region taken before",
            ),
            REGION,
            TIMEOUT,
        ],
        returns: "a list of the regions that changed",
        example: "local before = mac.screen.capture(); mac.input.key('return', {expect_change = false}); \
                  mac.screen.wait_change{since = before}",
        run: wait_change,
    },
];

fn capture(call: &Call) -> Result<Value> {
    let capture = call.wait(call.session().capture(call.args.region("region")))?;
    call.span.after(&capture.image);
    image::to_lua(call.lua, capture)
}

fn lines(call: &Call) -> Result<Vec<TextLine>> {
    let (capture, lines) = call.wait(call.session().read(call.args.region("region")))?;
    call.span.after(&capture.image);
    Ok(lines)
}

fn text(call: &Call) -> Result<Value> {
    call.answer(&json!(as_text(&lines(call)?)))
}

/// Lines whose baselines are the same stand side by side.
fn as_text(lines: &[TextLine]) -> String {
    let mut lines: Vec<&TextLine> = lines.iter().collect();
    lines.sort_by_key(|line| (line.baseline, line.rect.x));
    let mut text = String::new();
    let mut before: Option<i32> = None;
    for line in lines {
        match before {
            Some(baseline) if baseline == line.baseline => text.push_str("  "),
            Some(_) => text.push('\n'),
            None => {}
        }
        text.push_str(&line.text);
        before = Some(line.baseline);
    }
    text
}

fn read(call: &Call) -> Result<Value> {
    let lines: Vec<Json> = lines(call)?.iter().map(line_json).collect();
    call.answer(&json!(lines))
}

fn line_json(line: &TextLine) -> Json {
    let mut fields = rect_json(&line.rect);
    fields["text"] = json!(line.text);
    fields["font"] = json!(line.strike.family);
    fields["size"] = json!(line.strike.size);
    fields["look"] = json!(match line.look {
        Look::Plain => "plain",
        Look::Inverse => "inverse",
        Look::Dimmed => "dimmed",
    });
    fields
}

fn sought(call: &Call) -> Result<Sought> {
    Ok(Sought {
        text: call.given("text", call.args.text("text"))?.to_owned(),
        kind: match call.args.text("match") {
            Some("contains") => MatchKind::Contains,
            _ => MatchKind::Exact,
        },
        occurrence: call
            .args
            .integer("occurrence")
            .and_then(|which| NonZeroUsize::new(which.unsigned_abs() as usize)),
        region: call.args.region("region"),
    })
}

fn timeout(call: &Call) -> Result<Duration> {
    call.given("timeout", call.args.seconds("timeout"))
}

/// Whether and how long a change is waited for.
pub(super) fn confirm(call: &Call) -> Result<Confirm> {
    Ok(match call.args.flag("expect_change") {
        true => Confirm::Change(call.given("confirm", call.args.seconds("confirm"))?),
        false => Confirm::Nothing,
    })
}

fn find(call: &Call) -> Result<Value> {
    let (sought, timeout) = (sought(call)?, timeout(call)?);
    let (capture, place) = call.wait(call.session().await_text(&sought, timeout))?;
    call.span.after(&capture.image);
    call.answer(&box_json(&place))
}

fn find_all(call: &Call) -> Result<Value> {
    let sought = sought(call)?;
    let places: Vec<Json> = sought.places(&lines(call)?)?.iter().map(box_json).collect();
    call.answer(&json!(places))
}

fn click_text(call: &Call) -> Result<Value> {
    let (sought, timeout, confirm) = (sought(call)?, timeout(call)?, confirm(call)?);
    let (place, change) = call.wait(call.session().click_text(&sought, timeout, confirm, call.span))?;
    let mut answer = change.to_json();
    answer["box"] = box_json(&place);
    call.answer(&answer)
}

fn wait_text(call: &Call) -> Result<Value> {
    let (sought, timeout) = (sought(call)?, timeout(call)?);
    let (capture, place) = call
        .wait(call.session().await_text(&sought, timeout))
        .map_err(|error| {
            let message = format!("{} (waited {} s)", error.message(), timeout.as_secs_f64());
            match error.code() {
                mc_protocol::Code::NotOnScreen => error.reworded(mc_protocol::Code::Timeout, message),
                _ => error,
            }
        })?;
    call.span.after(&capture.image);
    call.answer(&box_json(&place))
}

fn wait_gone(call: &Call) -> Result<Value> {
    let (sought, timeout) = (sought(call)?, timeout(call)?);
    let capture = call.wait(call.session().await_gone(&sought, timeout))?;
    call.span.after(&capture.image);
    Ok(Value::Nil)
}

fn wait_still(call: &Call) -> Result<Value> {
    let quiet = call.given("quiet", call.args.seconds("quiet"))?;
    let capture = call.wait(
        call.session()
            .await_still(call.args.region("region"), quiet, timeout(call)?),
    )?;
    call.span.after(&capture.image);
    image::to_lua(call.lua, capture)
}

fn wait_change(call: &Call) -> Result<Value> {
    let since = call.args.image("since")?;
    let region = call.args.region("region");
    let (capture, changed) = call.wait(call.session().await_change(since, region, timeout(call)?))?;
    call.span.after(&capture.image);
    let boxes: Vec<Json> = changed.iter().map(rect_json).collect();
    call.answer(&json!(boxes))
}
