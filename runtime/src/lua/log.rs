//! `mac.log`: what the agent on the Mac has written down.

use mc_protocol::log::{Download, LogLevel, SetLevel, Tail};
use mlua::Value;
use serde_json::json;

use super::call::Call;
use super::registry::{Fallback, Kind, Native, Param};
use crate::error::Result;
use crate::mac_text::from_mac;

const LEVELS: Kind = Kind::Choice(&["error", "warn", "info", "debug", "trace"]);

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.log.tail",
        summary: "The last lines of the agent's log that the Mac's memory holds.",
        params: &[],
        options: &[
            Param::optional(
                "count",
                Kind::Integer(1, 200),
                Fallback::Integer(100),
                "how many at most",
            ),
            Param::optional(
                "level",
                LEVELS,
                Fallback::Text("trace"),
                "the least grave level wanted",
            ),
            Param::optional(
                "categories",
                Kind::Choices(&[
                    "transport",
                    "dispatch",
                    "applescript",
                    "apple_event",
                    "screen",
                    "input",
                    "clipboard",
                    "process",
                    "fs",
                    "update",
                    "job",
                    "watchdog",
                ]),
                Fallback::Nothing,
                "only these",
            ),
            Param::optional(
                "cursor",
                Kind::Integer(0, u32::MAX as i64),
                Fallback::Nothing,
                "go on behind this line: `cursor` of an earlier answer",
            ),
        ],
        returns: "{lines, cursor, missed}: the oldest line first, how many lines memory no longer held",
        example: "for _, line in ipairs(mac.log.tail{level = 'warn'}.lines) do print(line) end",
        run: tail,
    },
    Native {
        name: "mac.log.download",
        summary: "A whole log file of the agent's. With a host path it is written there, as it lies on the Mac's disk.",
        params: &[Param::optional(
            "to",
            Kind::HostPath,
            Fallback::Nothing,
            "where to write it",
        )],
        options: &[Param::optional(
            "file",
            Kind::Integer(0, 2),
            Fallback::Integer(0),
            "0 is the file in use, 1 and 2 are those before it",
        )],
        returns: "its text, or the path on the host",
        example: "print(mac.log.download())",
        run: download,
    },
    Native {
        name: "mac.log.set_level",
        summary: "Says how much the agent logs from now on.",
        params: &[Param::required(
            "level",
            LEVELS,
            "the least grave level that is logged",
        )],
        options: &[],
        returns: "the level until now",
        example: "mac.log.set_level('debug')",
        run: set_level,
    },
];

fn tail(call: &Call) -> Result<Value> {
    let categories = call.args.all_words("categories")?;
    let tail = Tail {
        count: call.args.integer("count").map(|count| count as u8),
        level: call.args.word::<LogLevel>("level"),
        categories: (!categories.is_empty()).then_some(categories),
        cursor: call.args.integer("cursor").map(|cursor| cursor as u32),
    };
    let lines = call.wait(call.session().guest().call(&tail))?;
    call.answer(&json!(lines))
}

fn download(call: &Call) -> Result<Value> {
    let download = Download {
        file: call.args.integer("file").map(|file| file as u8),
    };
    let (_, bytes) = call.wait(call.session().guest().fetch(&download))?;
    let answer = match call.args.text("to") {
        Some(path) => call.host.files.write(path, &bytes)?.display().to_string(),
        None => from_mac(&bytes),
    };
    Ok(Value::String(call.lua.create_string(answer)?))
}

fn set_level(call: &Call) -> Result<Value> {
    let level = call.given("level", call.args.word("level"))?;
    let answer = call.wait(call.session().guest().call(&SetLevel { level }))?;
    call.answer(&json!(answer.before))
}
