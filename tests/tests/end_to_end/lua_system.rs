//! The machine and the agent's log from Lua on the real agent.

use mc_sim::Consent;
use serde_json::json;

use crate::lua::{desktop, value};

#[test]
fn the_agents_log_tells_what_a_script_did() {
    let sim = desktop(Consent::Full);
    let source = "
        local before = mac.log.set_level('info')
        local cursor = mac.log.tail{count = 1}.cursor
        mac.fs.mkdir('Macintosh HD:Made by Lua')
        local found = false
        for _, line in ipairs(mac.log.tail{cursor = cursor, categories = {'fs'}}.lines) do
            found = found or line:find('Made by Lua', 1, true) ~= nil
        end
        return {before, found}";
    assert_eq!(value(&sim, source), json!(["info", true]));
}
