//! The machine and the agent's log from Lua on the real agent.

use mc_protocol::Code;
use mc_sim::{Config, Consent, Profile, Sim, SystemVersion};
use serde_json::json;

use crate::lua::{desktop, eval, eval_in, recipe, session, value};

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

#[test]
fn the_log_is_fetched_as_text_or_as_it_lies_on_the_disk() {
    let sim = desktop(Consent::Full);
    let folder = tempfile::tempdir().expect("a folder");
    let source = "
        mac.fs.mkdir('Macintosh HD:Grüße')
        local text = mac.log.download()
        expect.that(text:find('Grüße', 1, true), 'UTF-8')
        expect.that(text:find('\\n', 1, true) and not text:find('\\r', 1, true), 'line feeds')
        mac.log.download('agent.log')
        local problem = expect.fails('not_found', function() mac.log.download{file = 2} end)
        return problem.hint";
    let hint = eval_in(&session(&sim), folder.path(), source).expect("it is fetched");
    assert!(
        hint.as_str().expect("a hint").contains("0 is the one in use"),
        "{hint}"
    );
    let fetched = std::fs::read(folder.path().join("agent.log")).expect("written");
    let log = sim
        .file("Macintosh HD:System Folder:Preferences:mc-agent Log")
        .expect("a log")
        .data;
    assert!(log.starts_with(&fetched) && fetched.ends_with(b"\r"));
}

#[test]
fn lines_that_memory_has_lost_are_counted() {
    let sim = desktop(Consent::Full);
    let source = "
        local cursor = mac.log.tail{count = 1}.cursor
        for _ = 1, 150 do mac.system.health() end
        local tail = mac.log.tail{cursor = cursor, count = 200}
        local again = mac.log.tail{cursor = tail.cursor, categories = {'watchdog'}}
        return {tail.missed > 0, #tail.lines > 100, #again.lines, again.missed}";
    assert_eq!(value(&sim, source), json!([true, true, 0, 0]));
}

#[test]
fn the_clock_is_read_and_set() {
    let sim = Sim::start(Config {
        profile: Profile::Plus,
        gmt_offset: Some(-28_800),
        ..Config::default()
    })
    .expect("the sim boots and the agent listens");
    let source = "
        local time = mac.system.time()
        local set = mac.system.set_time(3000000000)
        local now = mac.system.time().date
        return {time.gmt_offset_s, set - 3000000000 < 3, now >= set and now - set < 3}";
    assert_eq!(value(&sim, source), json!([-28_800, true, true]));
    let held = recipe(&sim, "read", "mac.system.set_time(0)").expect_err("it only reads");
    assert_eq!(held.code(), Code::Denied);
    let wrong = eval(&sim, "mac.system.set_time(1 << 32)").expect_err("no such date");
    assert_eq!(wrong.code(), Code::BadParams);
}

#[test]
fn the_guest_says_what_it_is_and_what_it_can() {
    for (system, scriptable) in [
        (SystemVersion::V7_0, false),
        (SystemVersion::V7_1, false),
        (SystemVersion::V7_5, true),
    ] {
        let sim = Sim::start(Config {
            system,
            ..Config::default()
        })
        .expect("the sim boots and the agent listens");
        let source = "
            local hello, info, health = mac.system.hello(), mac.system.info(), mac.system.health()
            local can = {}
            for _, name in ipairs(hello.capabilities) do can[name] = true end
            return {
                hello.sys_version, info.sys_version == hello.sys_version, can.applescript or false, health.free_mem > 0,
                info.screen_width, info.startup_volume,
            }";
        let answer = value(&sim, source);
        assert!(
            answer[0].as_str().expect("a version").starts_with(system.name()),
            "{answer}"
        );
        assert_eq!(
            (&answer[1], &answer[2], &answer[3], &answer[4], &answer[5]),
            (
                &json!(true),
                &json!(scriptable),
                &json!(true),
                &json!(640),
                &json!("Macintosh HD")
            ),
            "{answer}"
        );
    }
}
