//! `mac.input`: mouse and keyboard.

use mc_protocol::screen::{Input, InputEvent, Modifier};
use mlua::Value;

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use super::screen::{CONFIRM, EXPECT_CHANGE, confirm};
use crate::error::{Error, Result};
use crate::geometry::Point;
use crate::keys::Key;
use crate::session;

const X: Param = Param::required(
    "x",
    Kind::Integer(-32768, 32767),
    "pixels from the left of the screen",
);
const Y: Param = Param::required(
    "y",
    Kind::Integer(-32768, 32767),
    "pixels from the top of the screen",
);
const MODIFIERS: Param = Param::optional(
    "modifiers",
    Kind::Choices(&["command", "shift", "option", "control"]),
    Fallback::Nothing,
    "keys held meanwhile",
);

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.input.click",
        summary: "Clicks a point and waits until something on the screen has changed.",
        params: &[X, Y],
        options: &[
            Param::optional(
                "count",
                Kind::Integer(1, 3),
                Fallback::Integer(1),
                "2 for a double click",
            ),
            MODIFIERS,
            EXPECT_CHANGE,
            CONFIRM,
        ],
        returns: "what changed {changed, regions}",
        example: "mac.input.click(100, 60, {count = 2})",
        run: click,
    },
    Native {
        name: "mac.input.drag",
        summary: "Presses at the first point, moves along the others and releases at the last: also how a menu item is chosen. \
                  It goes on while the front application tracks the mouse.",
        params: &[Param::required("path", Kind::Points, "two points or more")],
        options: &[
            Param::optional(
                "hold",
                Kind::Seconds,
                Fallback::Seconds(0.0),
                "how long to rest at the last point, 10 at most",
            ),
            MODIFIERS,
            EXPECT_CHANGE,
            CONFIRM,
        ],
        returns: "what changed {changed, regions}",
        example: "mac.input.drag{{200, 10}, {200, 45}}",
        run: drag,
    },
    Native {
        name: "mac.input.move",
        summary: "Moves the pointer.",
        params: &[X, Y],
        options: &[],
        returns: "nothing: the pointer is not in captures",
        example: "mac.input.move(10, 300)",
        run: move_to,
    },
    Native {
        name: "mac.input.key",
        summary: "Presses a key: a character, or return, enter, tab, escape, delete, left, right, up, down, f1 ...",
        params: &[Param::required("name", Kind::Text, "which")],
        options: &[MODIFIERS, EXPECT_CHANGE, CONFIRM],
        returns: "what changed {changed, regions}",
        example: "mac.input.key('w', {modifiers = {'command'}})",
        run: key,
    },
    Native {
        name: "mac.input.type",
        summary: "Types a text, key by key, into whatever has the focus. Line ends are Returns.",
        params: &[Param::required(
            "text",
            Kind::Text,
            "what to type, up to 1024 bytes of UTF-8",
        )],
        options: &[
            Param::optional(
                "secret",
                Kind::Boolean,
                Fallback::Boolean(false),
                "keep it out of logs and traces; pictures show what the screen shows",
            ),
            EXPECT_CHANGE,
            CONFIRM,
        ],
        returns: "what changed {changed, regions}",
        example: "mac.input.type('untitled folder')",
        run: type_text,
    },
];

fn point(call: &Call) -> Result<Point> {
    let side = |name| {
        call.given(name, call.args.integer(name))
            .map(|number| number as i32)
    };
    Ok(Point::new(side("x")?, side("y")?))
}

fn modifiers(call: &Call) -> Vec<Modifier> {
    let modifier = |word: &String| match word.as_str() {
        "command" => Some(Modifier::Command),
        "shift" => Some(Modifier::Shift),
        "option" => Some(Modifier::Option),
        "control" => Some(Modifier::Control),
        _ => None,
    };
    call.args.words("modifiers").iter().filter_map(modifier).collect()
}

fn act(call: &Call, event: InputEvent) -> Result<Value> {
    let change = call.wait(call.session().act(vec![event], confirm(call)?, call.span))?;
    call.answer(&change.to_json())
}

fn click(call: &Call) -> Result<Value> {
    let count = call.given("count", call.args.integer("count"))? as u8;
    act(call, session::click(point(call)?, count, modifiers(call))?)
}

fn drag(call: &Call) -> Result<Value> {
    let hold = call.given("hold", call.args.seconds("hold"))?;
    act(
        call,
        session::drag(call.args.points("path"), hold, modifiers(call))?,
    )
}

fn move_to(call: &Call) -> Result<Value> {
    let events = vec![session::move_to(point(call)?)?];
    call.wait(call.session().guest().call(&Input { events }))?;
    Ok(Value::Nil)
}

fn key(call: &Call) -> Result<Value> {
    let key = Key::named(call.given("name", call.args.text("name"))?)?;
    act(call, session::key(key, modifiers(call)))
}

fn type_text(call: &Call) -> Result<Value> {
    let is_secret = call.args.flag("secret");
    if is_secret {
        call.keep_quiet();
    }
    let event =
        session::type_text(call.given("text", call.args.text("text"))?).map_err(|error| match is_secret {
            // Which character it is would tell of the secret.
            true => Error::bad_param(
                "text",
                "the text is empty, too long, or holds what MacRoman does not have",
            ),
            false => error,
        })?;
    let session = match is_secret {
        true => call.session().with(call.session().guest().hushed()),
        false => call.session().clone(),
    };
    let change = call.wait(session.act(vec![event], confirm(call)?, call.span))?;
    call.answer(&change.to_json())
}
