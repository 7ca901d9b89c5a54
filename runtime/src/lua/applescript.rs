//! `mac.applescript`: scripts that the Mac itself runs.

use mlua::Value;

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::Result;
use crate::session::Running;

/// Whether applications may ask the user something.
pub(super) const INTERACTION: Param = Param::optional(
    "interaction",
    Kind::Choice(&["never", "can", "always"]),
    Fallback::Text("can"),
    "whether an application may ask the user something meanwhile",
);

/// The functions.
pub const NATIVES: &[Native] = &[Native {
    name: "mac.applescript.eval",
    summary: "Compiles and runs an AppleScript on the Mac and waits for its end. An error is `applescript`, with AppleScript's \
              number in details.os_error and the place in details.line, start and end.",
    params: &[Param::required(
        "source",
        Kind::Text,
        "the script, in characters that MacRoman has",
    )],
    options: &[
        Param::optional(
            "timeout",
            Kind::Seconds,
            Fallback::Seconds(30.0),
            "when the script is stopped, 0.1 to 3600",
        ),
        Param::optional(
            "form",
            Kind::Choice(&["source", "display"]),
            Fallback::Text("source"),
            "the result as one would write it in a script, or as AppleScript shows it",
        ),
        INTERACTION,
        Param::optional(
            "secret",
            Kind::Boolean,
            Fallback::Boolean(false),
            "keep script and result out of logs and traces",
        ),
    ],
    returns: "the result as text, empty when there is none",
    example: "print(mac.applescript.eval('tell application \"Finder\" to get name of every disk'))",
    run: eval,
}];

fn eval(call: &Call) -> Result<Value> {
    let mut session = call.session();
    if call.args.flag("secret") {
        call.keep_quiet();
        session = session.with(session.guest().hushed());
    }
    let running = Running {
        timeout: call.given("timeout", call.args.seconds("timeout"))?,
        form: call.given("form", call.args.word("form"))?,
        interaction: call.given("interaction", call.args.word("interaction"))?,
    };
    let source = call.given("source", call.args.text("source"))?;
    let result = call.wait(session.eval(source, running))?;
    Ok(Value::String(call.lua.create_string(result)?))
}
