//! Files from Lua on the real agent.

use mc_protocol::Code;
use mc_sim::Consent;
use serde_json::json;

use crate::lua::{desktop, eval, recipe, value};
use crate::support::assert_serves;

#[test]
fn folders_are_made_filled_moved_and_deleted() {
    let sim = desktop(Consent::Full);
    let source = "
        local disk = mac.system.info().startup_volume .. ':'
        local year = disk .. 'Reports:1993'
        local made = mac.fs.mkdir(year, {parents = true}).created
        local again = mac.fs.mkdir(year, {parents = true}).created
        for month = 1, 12 do
            mac.fs.put({data = ('x'):rep(month)}, year .. ':Month ' .. month, {type = 'TEXT', creator = 'ttxt'})
        end
        mac.fs.move(year .. ':Month 1', year .. ':January')
        local ok, problem = pcall(mac.fs.delete, disk .. 'Reports')
        return {
            made = made, again = again, listed = #mac.fs.list(year), january = mac.fs.stat(year .. ':January').data_size,
            problem = problem.code, deleted = mac.fs.delete(disk .. 'Reports', {recursive = true}),
        }";
    assert_eq!(
        value(&sim, source),
        json!({ "made": true, "again": false, "listed": 12, "january": 1, "problem": "not_empty", "deleted": 14 })
    );
    assert_eq!(sim.list("Macintosh HD:Reports"), None);
    let protected = eval(
        &sim,
        "mac.fs.delete('Macintosh HD:System Folder', {recursive = true})",
    );
    assert_eq!(protected.expect_err("protected").code(), Code::Protected);
    assert_serves(&sim);
}

#[test]
fn volumes_are_found() {
    let sim = desktop(Consent::ReadOnly);
    let source = "
        for _, volume in ipairs(mac.fs.volumes()) do
            if volume.startup then return {volume.name, volume.fs, volume.free_bytes < volume.total_bytes} end
        end";
    assert_eq!(value(&sim, source), json!(["Macintosh HD", "HFS", true]));
}

#[test]
fn a_recipe_that_reads_deletes_no_folder() {
    let sim = desktop(Consent::Full);
    let before = sim.list("Macintosh HD:");
    for action in [
        "mac.fs.delete('Macintosh HD:System Folder', {recursive = true})",
        "mac.fs.mkdir('Macintosh HD:New')",
        "mac.fs.move('Macintosh HD:Read Me', 'Macintosh HD:Read Me First')",
    ] {
        assert_eq!(
            recipe(&sim, "read", action).expect_err(action).code(),
            Code::Denied
        );
    }
    assert_eq!(sim.list("Macintosh HD:"), before);
}
