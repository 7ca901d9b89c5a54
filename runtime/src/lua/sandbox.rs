//! What a script may reach and how it is stopped.
//!
//! The VM is made without `io`, `os`, `package` and `debug`; `stdlib-lua/sandbox.lua` then takes away what is left of
//! the host and wraps what could outlive a stop. This file holds the half that has to be native: the stop itself.
//!
//! A hook that raises once is not enough: a script may catch what it raises, in a loop. So when the run is to stop the
//! hook is set again to fire at every instruction, and every wrapper around `pcall` and its like looks at the token too.

use mlua::{Function, HookTriggers, Lua, LuaOptions, StdLib, Table, VmState};

use crate::cancel::Cancel;

/// How many instructions may pass before the hook looks at the token. An instruction can copy a string of megabytes.
const STRIDE: u32 = 1_000;

/// A state with the safe libraries only, its memory limited, that stops when the token says so.
pub(super) fn new_state(memory_limit: usize, cancel: &Cancel) -> mlua::Result<Lua> {
    let libraries = StdLib::STRING | StdLib::TABLE | StdLib::MATH | StdLib::COROUTINE | StdLib::UTF8;
    // The wrappers of `sandbox.lua` need the original pcall, which a coroutine can yield across.
    let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
    lua.set_memory_limit(memory_limit)?;
    stop_when_told(&lua, cancel.clone(), STRIDE)?;
    Ok(lua)
}

fn stop_when_told(lua: &Lua, cancel: Cancel, stride: u32) -> mlua::Result<()> {
    let triggers = HookTriggers::new().every_nth_instruction(stride);
    lua.set_global_hook(triggers, move |lua, _| {
        let Some(reason) = cancel.reason() else {
            return Ok(VmState::Continue);
        };
        if stride > 1 {
            stop_when_told(lua, cancel.clone(), 1)?;
        }
        Err(mlua::Error::external(reason.error()))
    })
}

/// The natives that `sandbox.lua` is built on.
pub(super) fn natives(lua: &Lua, cancel: &Cancel, memory_limit: usize) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.set("is_stopped", is_stopped(lua, cancel.clone())?)?;
    table.set("check_stop", check_stop(lua, cancel.clone())?)?;
    super::pattern::install(lua, &table, cancel, memory_limit)?;
    Ok(table)
}

fn is_stopped(lua: &Lua, cancel: Cancel) -> mlua::Result<Function> {
    lua.create_function(move |_, ()| Ok(cancel.reason().is_some()))
}

fn check_stop(lua: &Lua, cancel: Cancel) -> mlua::Result<Function> {
    lua.create_function(move |_, ()| match cancel.reason() {
        None => Ok(()),
        Some(reason) => Err(mlua::Error::external(reason.error())),
    })
}
