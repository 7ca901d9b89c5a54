//! `mac.system`: what the guest is and how it does.

use mc_protocol::health::Health;
use mc_protocol::system::{Info, SetTime, Time};
use mlua::Value;
use serde_json::json;

use super::call::Call;
use super::registry::{Kind, Native, Param};
use crate::error::Result;

/// The functions.
pub const NATIVES: &[Native] = &[
    Native {
        name: "mac.system.hello",
        summary: "What the guest said of itself when we connected: machine, system, tier, capabilities.",
        params: &[],
        options: &[],
        returns: "{server_version, sys_version, machine, cpu, ram, agent, capabilities, warnings, ...}",
        example: "print(mac.system.hello().machine)",
        run: hello,
    },
    Native {
        name: "mac.system.health",
        summary: "A cheap sign of life.",
        params: &[],
        options: &[],
        returns: "{uptime_s, free_mem, last_activity_s, slowest_method, slowest_ticks}",
        example: "print(mac.system.health().uptime_s)",
        run: health,
    },
    Native {
        name: "mac.system.info",
        summary: "The machine and its System in detail: memory, screen, startup volume, clock.",
        params: &[],
        options: &[],
        returns: "{sys_version, machine, screen_width, screen_height, screen_depth, startup_volume, system_folder, ...}",
        example: "print(mac.system.info().startup_volume)",
        run: info,
    },
    Native {
        name: "mac.system.time",
        summary: "The Mac's clock, and how far it is from Greenwich where its owner has set that.",
        params: &[],
        options: &[],
        returns: "{date, gmt_offset_s}: date in seconds since 1904, local time",
        example: "print(mac.system.time().date)",
        run: time,
    },
    Native {
        name: "mac.system.set_time",
        summary: "Sets the Mac's clock.",
        params: &[Param::required(
            "date",
            Kind::Integer(0, u32::MAX as i64),
            "seconds since 1904, local time",
        )],
        options: &[],
        returns: "what the clock says now",
        example: "mac.system.set_time(mac.system.time().date + 3600)",
        run: set_time,
    },
];

fn hello(call: &Call) -> Result<Value> {
    let hello = call.wait(call.session().guest().hello())?;
    call.answer(&json!(hello))
}

fn health(call: &Call) -> Result<Value> {
    let health = call.wait(call.session().guest().call(&Health {}))?;
    call.answer(&json!(health))
}

fn info(call: &Call) -> Result<Value> {
    let info = call.wait(call.session().guest().call(&Info {}))?;
    call.answer(&json!(info))
}

fn time(call: &Call) -> Result<Value> {
    let time = call.wait(call.session().guest().call(&Time {}))?;
    call.answer(&json!(time))
}

fn set_time(call: &Call) -> Result<Value> {
    let date = call.given("date", call.args.integer("date"))? as u32;
    let answer = call.wait(call.session().guest().call(&SetTime { date }))?;
    call.answer(&json!(answer.date))
}
