//! Recipes and Lua on the real agent: what an owner's consent, a screen and a disk say no to, and how that is told.

use mc_protocol::Code;
use mc_runtime::{Error, Result};
use mc_sim::{Consent, DiskFailure, Fault, Profile};
use serde_json::{Value, json};

use crate::boot_quietly;
use crate::lua::{desktop, eval, recipe};
use crate::support::{assert_serves, file};

/// The error, which a person reads: it says what was attempted and where, and what to try.
fn told(outcome: Result<Value>) -> Error {
    let error = outcome.expect_err("it is refused");
    let text = error.to_string();
    assert!(
        text.contains("on tcp://127.0.0.1:") && text.contains("try: "),
        "{text}"
    );
    error
}

#[test]
fn a_read_only_macintosh_is_looked_at_and_not_touched() {
    let sim = desktop(Consent::ReadOnly);
    recipe(&sim, "read", "return mac.screen.text()").expect("may look");
    for effect in ["write", "destructive"] {
        let error = told(recipe(&sim, effect, "return mac.fs.list('Macintosh HD:')"));
        assert_eq!(error.code(), Code::Denied);
        assert!(error.message().contains("read-only"), "{error}");
    }
    let before = sim.list("Macintosh HD:");
    for action in [
        "mac.input.click(10, 10)",
        "mac.fs.delete('Macintosh HD:Read Me')",
        "mac.fs.put({data = ''}, 'Macintosh HD:New')",
    ] {
        assert_eq!(told(eval(&sim, action)).code(), Code::Denied, "{action}");
    }
    assert_eq!(sim.list("Macintosh HD:"), before);
}

#[test]
fn a_recipe_that_reads_cannot_click() {
    let sim = desktop(Consent::Full);
    let before = sim.frame_buffer().pixels;
    for click in [
        "mac.screen.click_text('File')",
        "mac.input.click(100, 10)",
        "menu.choose('Special', 2)",
    ] {
        let error = told(recipe(&sim, "read", click));
        assert_eq!(error.code(), Code::Denied, "{click}");
        assert!(error.message().contains("may not do more than read"), "{error}");
    }
    // The agent's log takes room, and the Finder's window says how much is left.
    let says_room = |at: usize| (46..62).contains(&(at / 640));
    let after = sim.frame_buffer().pixels;
    let changed = (0..before.len()).filter(|&at| before[at] != after[at] && !says_room(at));
    assert_eq!(changed.count(), 0, "pixels have changed");
}

#[test]
fn what_is_not_on_the_screen_is_told_with_what_is() {
    let sim = desktop(Consent::Full);
    let error = told(eval(&sim, "mac.screen.find('Macintosh SSD')"));
    assert_eq!(error.code(), Code::NotOnScreen);
    let seen = error.details()["seen"].as_array().expect("what was read");
    assert!(seen.contains(&json!("Macintosh HD")), "{error}");
    let outside = "mac.screen.wait_gone('Macintosh HD', {region = {0, 0, 641, 480}, timeout = 1000})";
    assert_eq!(told(eval(&sim, outside)).code(), Code::BadParams);
}

#[test]
fn a_text_that_stands_twice_is_told_with_both_places() {
    let sim = desktop(Consent::Full);
    let source = "
        local ok, problem = pcall(mac.screen.find, 'Macintosh HD')
        local title, label = table.unpack(problem.details.matches)
        return {
            code = problem.code, count = #problem.details.matches, is_above = title.y < label.y,
            found = mac.screen.find('Macintosh HD', {occurrence = 2}).y == label.y,
            by_region = mac.screen.find('Macintosh HD', {region = title}).x == title.x,
        }";
    assert_eq!(
        eval(&sim, source).expect("runs"),
        json!({ "code": "ambiguous", "count": 2, "is_above": true, "found": true, "by_region": true })
    );
    let error = told(eval(&sim, "mac.screen.click_text('Macintosh HD')"));
    assert!(error.message().contains("2 times: [1]"), "{error}");
}

#[test]
fn names_and_paths_that_cannot_be_are_told_in_lua() {
    let sim = desktop(Consent::Full);
    for (call, wanted, words) in [
        (
            "mac.fs.put({data = 'x'}, 'Macintosh HD:12345678901234567890123456789012')",
            Code::BadName,
            "31",
        ),
        ("mac.fs.stat('Macintosh HD:Nowhere')", Code::NotFound, "Nowhere"),
        (
            "mac.fs.list('Macintosh HD:Nowhere:Inside')",
            Code::NotFound,
            "Nowhere",
        ),
        ("mac.fs.get('No Volume:File')", Code::NotFound, "No Volume"),
        (
            "mac.fs.put({data = 'x'}, 'Macintosh HD:Nowhere:File')",
            Code::NotFound,
            "Nowhere",
        ),
        ("mac.fs.get('Macintosh HD:Trash')", Code::NotAFile, "Trash"),
        (
            "mac.fs.put({data = 'x'}, 'Macintosh HD:Read Me')",
            Code::Exists,
            "Read Me",
        ),
    ] {
        let error = told(eval(&sim, call));
        assert_eq!(error.code(), wanted, "{call}: {error}");
        assert!(error.to_string().contains(words), "{call}: {error}");
    }
    assert_serves(&sim);
}

#[test]
fn a_disk_that_fails_while_a_file_is_written_leaves_none() {
    let sim = boot_quietly(Profile::Iici);
    sim.add_file("Macintosh HD:Old", file(b"as it was", b""))
        .expect("a file");
    let before = sim.list("Macintosh HD:");
    let put = "
        local ok, problem = pcall(mac.fs.put, {data = ('x'):rep(20000), resource = ('y'):rep(5000)}, PATH, {replace = true})
        return {ok = ok, code = problem.code, path = problem.attempted}";
    for (failure, code) in [(DiskFailure::Medium, "io"), (DiskFailure::Full, "disk_full")] {
        for name in ["New", "Old"] {
            for nth in 1..=3 {
                sim.fault(Fault::DiskWrite { nth, error: failure })
                    .expect("it can be switched on");
                let path = format!("'Macintosh HD:{name}'");
                let outcome = eval(&sim, &put.replace("PATH", &path)).expect("the error is caught");
                assert_eq!(
                    (&outcome["ok"], &outcome["code"]),
                    (&json!(false), &json!(code)),
                    "write {nth} of {name}: {outcome}"
                );
                assert!(
                    outcome["path"].as_str().is_some_and(|path| path.contains(name)),
                    "{outcome}"
                );
            }
        }
    }
    assert_eq!(sim.list("Macintosh HD:"), before);
    assert_eq!(sim.file("Macintosh HD:Old").expect("kept").data, b"as it was");
    assert_serves(&sim);
}
