//! Programs, Apple events and the clipboard from Lua on the real agent.

use mc_protocol::Code;
use mc_sim::{Consent, Sim};
use serde_json::json;

use crate::lua::{desktop, eval, value};
use crate::support::{assert_serves, jotter};

fn with_jotter() -> Sim {
    let sim = desktop(Consent::Full);
    sim.add_file("Macintosh HD:Jotter", jotter())
        .expect("room for it");
    sim
}

#[test]
fn a_program_is_launched_filled_and_quit() {
    let sim = with_jotter();
    let source = "
        local launched = mac.process.launch('Macintosh HD:Jotter')
        local came = mac.process.front(launched)
        local target = {signature = 'JOTR'}
        local function tell(class, id, params)
            return mac.apple_event.send{class = class, id = id, target = target, params = params}
        end
        tell('core', 'setd', {data = 'Grüße\\n…'})
        local text = tell('core', 'getd')['----']
        local ok, unsaved = pcall(tell, 'aevt', 'quit')
        local asked = mac.process.quit('Jotter', {timeout = 0.5})
        tell('core', 'save')
        return {
            came, text, unsaved.code, unsaved.details.os_error, asked, mac.process.quit(launched),
            mac.process.quit('Jotter'),
        }";
    assert_eq!(
        value(&sim, source),
        json!([
            true,
            "Grüße\n…",
            "apple_event",
            -128,
            "sent-unconfirmed",
            "gone",
            "not-running"
        ])
    );
    assert_serves(&sim);
}

#[test]
fn an_event_that_nobody_knows_is_an_error_in_whole_words() {
    let sim = desktop(Consent::Full);
    let event = "mac.apple_event.send{class = 'none', id = 'none', target = {signature = 'MACS'}}";
    let error = eval(&sim, event).expect_err("no such event");
    assert_eq!(error.code(), Code::AppleEvent);
    assert_eq!(
        error.message(),
        "the application answered the event with an error"
    );
    assert_eq!(error.details()["os_error"], -1708);
}

#[test]
fn what_an_event_carries_comes_back_as_it_was() {
    let sim = with_jotter();
    let source = "
        mac.process.launch('Macintosh HD:Jotter')
        local event = mac.apple_event
        local reply = event.send{class = 'JOTR', id = 'echo', target = {name = 'Jotter'}, params = {
            ['----'] = event.object('cpar', -3, {from = event.object('cwin', 'Untitled')}),
            list = {1, {}, 'deep', true}, reco = {name = 'x'}, file = event.fss('Macintosh HD:Read Me'), enum = event.enum('yes '),
        }}
        local again = event.send{class = 'JOTR', id = 'echo', target = {name = 'Jotter'}, params = reply}
        expect.equal(again, reply)
        return {reply.list, reply.reco, reply['----'].fields.form.value, #reply.file.bytes, reply.enum.value}";
    assert_eq!(
        value(&sim, source),
        json!([[1, [], "deep", true], { "name": "x" }, "indx", 70, "yes "])
    );
}

#[test]
fn the_clipboard_is_set_and_read() {
    let sim = desktop(Consent::Full);
    let source = "
        mac.clipboard.set{TEXT = 'Grüße\\nund Kuß', PICT = '\\0\\255'}
        local kinds = {}
        for _, held in ipairs(mac.clipboard.flavors()) do kinds[held.flavor] = held.size end
        return {mac.clipboard.get(), #mac.clipboard.get('PICT'), kinds.TEXT}";
    assert_eq!(value(&sim, source), json!(["Grüße\nund Kuß", 2, 13]));
    let missing = eval(&sim, "mac.clipboard.get('styl')").expect_err("no style");
    assert_eq!(missing.code(), Code::NotFound);
}

#[test]
fn the_pointer_says_where_it_is() {
    let sim = desktop(Consent::ReadOnly);
    let source = "
        local at, screen = mac.cursor(), mac.system.info()
        return {at.busy, at.x >= 0 and at.x < screen.screen_width, at.y >= 0 and at.y < screen.screen_height}";
    assert_eq!(value(&sim, source), json!([false, true, true]));
}
