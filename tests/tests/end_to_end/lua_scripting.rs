//! AppleScript from Lua on the real agent.

use mc_protocol::{Code, jobs};
use mc_runtime::cancel::{Cancel, Reason};
use mc_runtime::run::{self, Setting};
use mc_runtime::session::Session;
use mc_runtime::trace::Trace;
use mc_sim::{Consent, Profile, Sim};
use serde_json::json;

use crate::applescript::scriptable;
use crate::lua::{desktop, eval, script, session, setting, value};
use crate::support::assert_serves;

#[test]
fn a_script_does_its_work_and_its_result_is_text() {
    let sim = scriptable(Profile::Iici);
    let source = "
        local eval = mac.applescript.eval
        local made = eval([[
            tell application \"Finder\"
                make new folder at desktop with properties {name:\"Bücher…\"}
            end tell]])
        return {
            made, mac.fs.stat('Macintosh HD:Desktop Folder:Bücher…').kind,
            eval('{6 * 7, \"two\"}'), eval('{6 * 7, \"two\"}', {form = 'display'}), eval('set x to 1\\nx + 1'), eval('\"Grüße\"'), eval(''),
        }";
    assert_eq!(
        value(&sim, source),
        json!([
            "folder \"Bücher…\" of desktop of application \"Finder\"",
            "folder",
            "{42, \"two\"}",
            "{42, two}",
            "2",
            "\"Grüße\"",
            ""
        ])
    );
    assert_serves(&sim);
}

#[test]
fn an_error_has_applescripts_number_and_the_place() {
    let sim = scriptable(Profile::Iici);
    for (source, number, line) in [
        ("mac.applescript.eval('set x to 1\\nset y to\\n')", -2741, 2),
        (
            "mac.applescript.eval('set x to 1\\n\\nerror \"mine\" number 77')",
            77,
            3,
        ),
        (
            "mac.applescript.eval('tell application \"Finder\" to open disk \"Nowhere\"')",
            -1728,
            1,
        ),
    ] {
        let error = eval(&sim, source).expect_err(source);
        assert_eq!(error.code(), Code::Applescript, "{source}: {error}");
        assert_eq!(
            (&error.details()["os_error"], &error.details()["line"]),
            (&json!(number), &json!(line)),
            "{source}: {error}"
        );
        assert!(!error.message().is_empty(), "{source}");
    }
    let foreign = eval(&sim, "mac.applescript.eval('say \"ok\"\\nsay \"日\"')").expect_err("no Kanji");
    assert_eq!(
        (foreign.code(), &foreign.details()["line"]),
        (Code::BadParams, &json!(2))
    );
    let long = eval(&sim, "mac.applescript.eval(('x'):rep(40000))").expect_err("too long");
    assert_eq!(long.code(), Code::TooLarge);
    assert_serves(&sim);
}

#[test]
fn a_script_without_end_is_stopped_and_the_next_one_runs() {
    let sim = scriptable(Profile::Iici);
    let source = "
        local problem = expect.fails('timeout', function()
            mac.applescript.eval('repeat\\nend repeat', {timeout = 0.3})
        end)
        return {mac.applescript.eval('1 + 1'), problem.attempted}";
    assert_eq!(value(&sim, source), json!(["2", "applescript.eval"]));
    assert_serves(&sim);
}

#[test]
fn a_guest_without_applescript_says_so() {
    let sim = desktop(Consent::Full);
    let error = eval(&sim, "mac.applescript.eval('1 + 1')").expect_err("it has none");
    assert_eq!(error.code(), Code::Unsupported);
    assert_serves(&sim);
}

const ENDLESS: &str = "mac.applescript.eval('repeat\\nend repeat', {timeout = 600})";

/// Runs Lua that waits for a script without end, and `meanwhile` beside it on the same connection; then stops the run.
async fn beside<T>(session: &Session, meanwhile: impl AsyncFnOnce() -> T) -> (T, Code) {
    let cancel = Cancel::new();
    let setting = Setting {
        cancel: cancel.clone(),
        ..setting()
    };
    let running = run::eval(session, script(ENDLESS), &setting);
    let (outcome, seen) = tokio::join!(running, async {
        let seen = meanwhile().await;
        cancel.cancel(Reason::Interrupted);
        seen
    });
    (seen, outcome.expect_err("it was stopped").code())
}

#[test]
fn the_guest_is_looked_at_while_a_script_runs_and_ctrl_c_stops_the_script_there() {
    let sim = scriptable(Profile::Iici);
    let session = session(&sim);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let (size, ended) = beside(&session, async || {
            // The agent's first job.
            while session.guest().call(&jobs::Status { job_id: 1 }).await.is_err() {}
            let capture = session.capture(None).await.expect("served meanwhile");
            (capture.image.width(), capture.image.height())
        })
        .await;
        assert_eq!((size, ended), ((640, 480), Code::Cancelled));
        // It does not run on: another one would be busy.
        let next = run::eval(&session, script("mac.applescript.eval('1 + 1')"), &setting()).await;
        assert_eq!(next.expect("the guest is free"), "2");
    });
    drop(session);
    assert_serves(&sim);
}

/// All that a run leaves behind: its trace, and the agent's log.
fn left_behind(sim: &Sim, source: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let traced = Setting {
        trace: Trace::new(Some(folder.path().to_owned()), None),
        ..setting()
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    // How it ends does not matter here.
    let _ = runtime.block_on(run::eval(&session(sim), script(source), &traced));
    let trace = std::fs::read_to_string(folder.path().join("trace.json")).expect("a trace");
    let log = value(sim, "mac.log.download()");
    format!("{trace}{log}")
}

#[test]
fn a_secret_script_leaves_neither_itself_nor_its_result_behind() {
    let sim = scriptable(Profile::Iici);
    let told = left_behind(
        &sim,
        "mac.applescript.eval('\"open sesame\"', {secret = true}) return 0",
    );
    // The source of the run itself is not part of its trace.
    assert!(!told.contains("sesame"), "{told}");
    assert!(told.contains("applescript.eval"), "{told}");
    let shown = left_behind(&sim, "mac.applescript.eval('\"open sesame\"') return 0");
    assert!(shown.contains("sesame"), "{shown}");
}
