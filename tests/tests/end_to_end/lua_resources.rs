//! Resources of files and of running programs from Lua on the real agent.

use mc_protocol::Code;
use mc_sim::Consent;
use serde_json::json;

use crate::lua::{desktop, eval, value};

#[test]
fn a_file_tells_its_types_its_resources_and_their_bytes() {
    let sim = desktop(Consent::ReadOnly);
    let source = "
        local system = 'Macintosh HD:System Folder:System'
        local counts = {}
        for _, kind in ipairs(mac.resource.list(system)) do counts[kind.type] = kind.count end
        local strings = mac.resource.list(system, 'STR ')
        expect.equal(#strings, counts['STR '])
        for _, info in ipairs(strings) do
            local resource = mac.resource.get(system, 'STR ', info.id)
            expect.equal(#resource.data, info.bytes, 'what the list says of the size')
            expect.equal(resource.data:byte(1) + 1, #resource.data, 'a Pascal string')
            expect.equal(resource.name, info.name)
        end
        local strikes = 0
        for _, info in ipairs(mac.resource.list(system, 'NFNT')) do
            strikes = strikes + #mac.resource.get(system, 'NFNT', info.id).data
        end
        return {counts.NFNT, strikes > 1000, #mac.resource.list(system, 'none')}";
    assert_eq!(value(&sim, source), json!([3, true, 0]));
}

#[test]
fn a_running_program_has_its_own_resources() {
    let sim = desktop(Consent::Full);
    let source = "
        local app = mac.process.launch{creator = 'npad'}
        local file = mac.process.launch{creator = 'npad'}.path
        local menus = mac.resource.list(app, 'MENU')
        for _, menu in ipairs(menus) do
            expect.equal(mac.resource.get(app, 'MENU', menu.id).data, mac.resource.get(file, 'MENU', menu.id).data)
        end
        for _, process in ipairs(mac.process.list()) do
            if process.name == 'Note Pad' then expect.equal(#mac.resource.list(process, 'MENU'), #menus) end
        end
        return #menus > 1";
    assert_eq!(value(&sim, source), json!(true));
}

#[test]
fn what_is_not_there_is_not_found_and_the_error_says_where_to_look() {
    let sim = desktop(Consent::ReadOnly);
    for (source, attempted) in [
        (
            "mac.resource.get('Macintosh HD:System Folder:System', 'NFNT', 9999)",
            "resource.get",
        ),
        ("mac.resource.list('Macintosh HD:Nothing')", "resource.list"),
        ("mac.resource.list('Macintosh HD:Read Me')", "resource.list"),
    ] {
        let error = eval(&sim, source).expect_err(source);
        assert_eq!(error.code(), Code::NotFound, "{source}");
        assert!(error.attempted().expect("said").starts_with(attempted), "{error}");
        assert!(error.hint().contains("resource.list"), "{error}");
    }
    let gone = eval(&sim, "mac.resource.list({psn = {high = 0, low = 99}}, 'MENU')");
    assert_eq!(gone.expect_err("no such process").code(), Code::NotFound);
}
