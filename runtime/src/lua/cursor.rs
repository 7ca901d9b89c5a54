//! `mac.cursor`: the pointer.

use mc_protocol::cursor::Get;
use mlua::Value;
use serde_json::json;

use super::call::Call;
use super::registry::Native;
use crate::error::Result;

/// The function.
pub const NATIVES: &[Native] = &[Native {
    name: "mac.cursor",
    summary: "Where the pointer is, and whether it says that the front application is busy.",
    params: &[],
    options: &[],
    returns: "{x, y, busy}",
    example: "print(mac.cursor().busy)",
    run: cursor,
}];

fn cursor(call: &Call) -> Result<Value> {
    let cursor = call.wait(call.session().guest().call(&Get {}))?;
    call.answer(&json!(cursor))
}
