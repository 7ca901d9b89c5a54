//! `mac.process`: the programs that run.

use mc_protocol::process::Launch;
use mlua::Value;
use serde_json::json;

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::{Error, Result};

const PROCESS: Param = Param::required("process", Kind::Process, "which");

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.process.list",
        summary: "The processes, those without windows too.",
        params: &[],
        options: &[],
        returns: "a list of {psn, name, type, creator, launched_at, mem_size, mem_used, front, background_only}",
        example: "for _, process in ipairs(mac.process.list()) do print(process.name, process.front) end",
        run: list,
    },
    Native {
        name: "mac.process.launch",
        summary: "Launches an application, by its path or its creator.",
        params: &[Param::optional(
            "path",
            Kind::Text,
            Fallback::Nothing,
            "full path of the application",
        )],
        options: &[
            Param::optional(
                "creator",
                Kind::OsType,
                Fallback::Nothing,
                "its creator, which the desktop databases know, instead of a path",
            ),
            Param::optional(
                "document",
                Kind::Text,
                Fallback::Nothing,
                "full path of a document that it is to open",
            ),
            Param::optional(
                "front",
                Kind::Boolean,
                Fallback::Boolean(true),
                "let it come to the front",
            ),
        ],
        returns: "{psn, path}",
        example: "mac.process.launch{creator = 'npad', document = 'Macintosh HD:Read Me'}",
        run: launch,
    },
    Native {
        name: "mac.process.front",
        summary: "Brings a process to the front.",
        params: &[PROCESS],
        options: &[],
        returns: "true, or false when it was not in front within two seconds: it may hang",
        example: "mac.process.front('Finder')",
        run: front,
    },
    Native {
        name: "mac.process.quit",
        summary: "Asks a process to quit and waits until it is gone. It is asked, not forced: it may ask whether to save.",
        params: &[PROCESS],
        options: &[Param::optional(
            "timeout",
            Kind::Seconds,
            Fallback::Seconds(3.0),
            "how long to wait until it is gone, 60 at most",
        )],
        returns: "`gone`, `sent-unconfirmed` when it is still there, or `not-running`",
        example: "if mac.process.quit('Note Pad') == 'sent-unconfirmed' then mac.screen.click_text('Don’t Save') end",
        run: quit,
    },
];

fn list(call: &Call) -> Result<Value> {
    let processes = call.wait(call.session().processes())?;
    call.answer(&json!(processes))
}

fn launch(call: &Call) -> Result<Value> {
    let launch = Launch {
        path: call.args.text("path").map(str::to_owned),
        creator: call.args.os_type("creator"),
        document: call.args.text("document").map(str::to_owned),
        front: (!call.args.flag("front")).then_some(false),
    };
    if launch.path.is_some() == launch.creator.is_some() {
        let message = "an application is launched by its path or by its creator: give one of them";
        return Err(Error::bad_param("path", message));
    }
    let launched = call.wait(call.session().guest().call(&launch))?;
    call.answer(&json!(launched))
}

fn front(call: &Call) -> Result<Value> {
    let process = call.given("process", call.args.process("process"))?;
    let came = call.wait(call.session().bring_to_front(process))?;
    Ok(Value::Boolean(came))
}

fn quit(call: &Call) -> Result<Value> {
    let process = call.given("process", call.args.process("process"))?;
    let timeout = call.given("timeout", call.args.seconds("timeout"))?;
    let outcome = call.wait(call.session().quit(process, timeout))?;
    call.answer(&json!(outcome))
}
