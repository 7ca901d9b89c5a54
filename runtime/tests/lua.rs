//! The native functions, called from Lua against a stub guest.

mod stub;

use std::fs;
use std::sync::{Arc, Mutex};

use mc_protocol::Code;
use mc_runtime::host_files::HostFiles;
use mc_runtime::lua::registry;
use mc_runtime::run::{self, Setting};
use mc_runtime::session::Session;
use serde_json::{Value, json};
use stub::calls::screen_that_turns;
use stub::runs::{code, eval, script, setting, value};
use stub::{Next, Stub, answer, black_and_white, entry};

#[tokio::test]
async fn results_are_plain_values() {
    let stub = Stub::ordinary();
    assert_eq!(value(&stub, "1 + 1").await, 2);
    assert_eq!(value(&stub, "return 1, 'two', {3}").await, json!([1, "two", [3]]));
    assert_eq!(value(&stub, "local x = 1").await, Value::Null);
    assert_eq!(value(&stub, "mac.system.health().uptime_s").await, 1);
    assert_eq!(value(&stub, "mac.system.hello().machine").await, "Stub");
    assert_eq!(
        value(&stub, "mac.fs.stat('Macintosh HD:Read Me').type").await,
        "TEXT"
    );
    assert_eq!(
        value(&stub, "{1, 2, x = 3}").await,
        json!({ "1": 1, "2": 2, "x": 3 })
    );
    assert_eq!(
        value(&stub, "tostring(mac.screen.capture())").await,
        "Image 64x64"
    );
    assert_eq!(value(&stub, "{'\\255\\254'}").await, json!([{ "bytes": 2 }]));
    assert_eq!(
        value(&stub, "{1, nil, 3}").await,
        json!({ "1": 1, "3": 3 }),
        "nothing moves into a hole"
    );
    assert_eq!(
        value(&stub, "{['\\255a'] = 1, [2.5] = 0/0, [true] = 1/0}").await,
        json!({ "\u{FFFD}a": 1, "2.5": null, "true": null })
    );
    assert_eq!(
        value(&stub, "{{}, mac.screen.find_all('never')}").await,
        json!([{}, []])
    );
}

#[tokio::test]
async fn errors_are_tables_that_survive_pcall_and_print_well() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "fs.stat" => peer.error(request.id, Code::NotFound, "there is no file `Nothing`"),
        _ => answer(peer, request),
    });
    let caught = value(
        &stub,
        "local ok, problem = pcall(mac.fs.stat, 'Macintosh HD:Nothing')
        return {ok = ok, code = problem.code, message = problem.message, guest = problem.guest, text = tostring(problem)}",
    )
    .await;
    assert_eq!(
        (&caught["ok"], &caught["code"]),
        (&json!(false), &json!("not_found"))
    );
    assert_eq!(caught["guest"], stub.target());
    let text = caught["text"].as_str().expect("text");
    assert!(
        text.contains("there is no file `Nothing`") && text.contains("try:"),
        "{text}"
    );

    let error = eval(
        &stub,
        "local function look()\n  mac.fs.stat('Macintosh HD:Nothing')\nend\nlook()",
    )
    .await;
    let error = error.expect_err("not there");
    assert_eq!(
        (error.code(), error.message()),
        (Code::NotFound, "there is no file `Nothing`")
    );
    assert!(
        error.traceback().expect("where").starts_with("test.lua:2:"),
        "{:?}",
        error.traceback()
    );
    for through in [
        "('a'):gsub('a', f)",
        "('a'):gsub('a', setmetatable({}, {__index = f}))",
        "table.sort({1, 2}, f)",
        "step('fails', f)",
        "coroutine.wrap(f)()",
    ] {
        let source = format!(
            "local mine = {{kind = 'mine'}}
            local function f() error(mine) end
            local ok, problem = pcall(function() {through} end)
            return problem == mine"
        );
        assert_eq!(value(&stub, &source).await, true, "{through}");
    }
    let rethrown = "local ok, problem = pcall(mac.fs.stat, 'x') error(problem)";
    assert_eq!(code(&stub, rethrown).await, Code::NotFound);
}

#[tokio::test]
async fn errors_of_the_script_say_where() {
    let stub = Stub::ordinary();
    let error = eval(&stub, "local x = nil\nreturn x.y.z").await.expect_err("nil");
    assert_eq!(error.code(), Code::Script);
    assert!(error.message().starts_with("test.lua:2:"), "{error}");
    let error = eval(&stub, "x = = 1").await.expect_err("no Lua");
    assert_eq!(error.code(), Code::BadRecipe);
    assert!(error.message().contains("test.lua:1:"), "{error}");
    assert_eq!(
        code(&stub, "error({code = 'busy', message = 'mine'})").await,
        Code::Busy
    );
    assert_eq!(
        code(&stub, "error({code = 'nonsense', message = 'mine'})").await,
        Code::Script
    );
    assert_eq!(code(&stub, "error()").await, Code::Script);
}

#[tokio::test]
async fn arguments_are_checked_before_anything_is_sent() {
    let stub = Stub::ordinary();
    for (source, param) in [
        ("mac.fs.stat()", "path"),
        ("mac.fs.stat({})", "path"),
        ("mac.fs.stat('a', 'b')", "arguments"),
        ("mac.input.click(1)", "y"),
        ("mac.input.click(1, 'two')", "y"),
        ("mac.input.click(1, 1e9)", "y"),
        ("mac.input.click(1, 2, {count = 4})", "count"),
        ("mac.input.click(1, 2, {cuont = 2})", "cuont"),
        ("mac.input.click(1, 2, {modifiers = {'hyper'}})", "modifiers"),
        ("mac.input.key('retrun')", "name"),
        ("mac.input.drag({{1, 2}})", "path"),
        ("mac.input.drag({{1, 2}, 'x'})", "path"),
        (
            "mac.screen.capture({region = {x = 1, y = 2, width = 0, height = 4}})",
            "region",
        ),
        (
            "mac.screen.capture({region = {x = 100000, y = 2, width = 1, height = 4}})",
            "region",
        ),
        ("mac.screen.find('x', {match = 'fuzzy'})", "match"),
        ("mac.screen.find('x', {timeout = -1})", "timeout"),
        ("mac.screen.find('  ')", "text"),
        ("mac.fs.put(7, 'path')", "source"),
        ("mac.fs.put({data = {}}, 'path')", "source.data"),
        ("mac.fs.put({data = ''}, 'path', {type = 'TOOLONG'})", "type"),
        ("mac.screen.capture():save()", "path"),
        ("mac.screen.capture():diff('x')", "other"),
    ] {
        let error = eval(&stub, source).await.expect_err(source);
        assert_eq!(
            (error.code(), &error.details()["param"]),
            (Code::BadParams, &json!(param)),
            "{source}: {error}"
        );
    }
    assert_eq!(
        stub.count("fs.stat") + stub.count("screen.input") + stub.count("fs.put"),
        0
    );
}

#[tokio::test]
async fn input_reports_what_changed() {
    let stub = screen_that_turns(false);
    let change = value(
        &stub,
        "mac.input.click(10, 20, {count = 2, modifiers = {'shift'}})",
    )
    .await;
    assert_eq!(
        change,
        json!({ "changed": true, "regions": [{ "x": 0, "y": 0, "width": 64, "height": 64 }] })
    );
    let sent = stub.last("screen.input").expect("sent");
    let click = json!({ "type": "click", "x": 10, "y": 20, "count": 2, "modifiers": ["shift"] });
    assert_eq!(sent["events"], json!([click]));
    value(&stub, "mac.input.drag({{1, 2}, {x = 3, y = 4}}, {hold = 0.25})").await;
    let drag = json!({ "type": "drag", "path": [{ "x": 1, "y": 2 }, { "x": 3, "y": 4 }], "hold_ms": 250 });
    assert_eq!(stub.last("screen.input").expect("sent")["events"], json!([drag]));
    value(&stub, "mac.input.key('return')").await;
    assert_eq!(
        stub.last("screen.input").expect("sent")["events"],
        json!([{ "type": "key", "char": 13, "code": 36 }])
    );
    value(&stub, "mac.input.type('Grüße')").await;
    assert_eq!(
        stub.last("screen.input").expect("sent")["events"],
        json!([{ "type": "type", "text": "Grüße" }])
    );
}

#[tokio::test]
async fn input_that_changes_nothing_is_an_error_unless_said_otherwise() {
    let stub = screen_that_turns(true);
    assert_eq!(
        code(&stub, "mac.input.click(1, 2, {confirm = 0.1})").await,
        Code::Unchanged
    );
    let change = value(&stub, "mac.input.click(1, 2, {expect_change = false})").await;
    assert_eq!(change, json!({ "changed": false, "regions": [] }));
    assert_eq!(stub.count("screen.input"), 2, "an input is never given twice");
}

#[tokio::test]
async fn waits_look_at_once_and_meet_their_deadline() {
    let stub = screen_that_turns(true);
    assert_eq!(
        value(&stub, "mac.screen.wait_still({quiet = 0, timeout = 5}).width").await,
        64
    );
    assert_eq!(
        code(&stub, "mac.screen.wait_change({timeout = 0.1})").await,
        Code::Timeout
    );
    assert_eq!(
        code(&stub, "mac.screen.wait_still({quiet = 1, timeout = 0.1})").await,
        Code::Timeout
    );
    assert_eq!(
        code(&stub, "mac.screen.wait_text('never', {timeout = 0.1})").await,
        Code::Timeout
    );
    assert_eq!(code(&stub, "mac.screen.find('never')").await, Code::NotOnScreen);
    assert_eq!(
        code(&stub, "mac.screen.click_text('never', {timeout = 0})").await,
        Code::NotOnScreen
    );
    assert_eq!(
        value(&stub, "mac.screen.wait_gone('never', {timeout = 0})").await,
        Value::Null
    );
    assert_eq!(value(&stub, "#mac.screen.find_all('never')").await, 0);
    for (leaves, timeout) in [
        ("read({", ""),
        ("find('never', {", ""),
        ("find_all('never', {", ""),
        ("wait_text('never', {", "timeout = 1000,"),
        ("wait_gone('never', {", "timeout = 1000,"),
        ("click_text('never', {", "timeout = 1000,"),
        ("wait_still({", "timeout = 1000,"),
    ] {
        let source = format!("mac.screen.{leaves} {timeout} region = {{0, 0, 40000, 10}} }})");
        assert_eq!(code(&stub, &source).await, Code::BadParams, "{source}");
    }
    for leaves in [
        "read({",
        "find('never', {",
        "wait_text('never', {",
        "wait_gone('never', {",
    ] {
        let source = format!("mac.screen.{leaves} region = {{0, 0, 65, 10}} }})");
        assert_eq!(code(&stub, &source).await, Code::BadParams, "{source}");
    }

    let turning = screen_that_turns(false);
    let source = "
        local before = mac.screen.capture()
        mac.input.key('a')
        return #mac.screen.wait_change{since = before, timeout = 0}";
    assert_eq!(value(&turning, source).await, 1);
    let other = "
        local part = mac.screen.capture():crop{0, 0, 10, 10}
        mac.screen.wait_change{since = part, region = {20, 20, 10, 10}, timeout = 0}";
    assert_eq!(code(&turning, other).await, Code::BadParams);
}

#[tokio::test]
async fn a_change_is_waited_for_where_the_picture_is() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let stub = Stub::start(move |peer, request| match request.method.as_str() {
        "screen.capture" => {
            let region = &request.params["region"];
            log.lock().expect("not poisoned").push(region.clone());
            let side = |name: &str, whole: u64| region[name].as_u64().unwrap_or(whole);
            let (width, height) = (side("width", 64), side("height", 64));
            let pict = black_and_white(width as u16, height as u16, false);
            let result = json!({
                "checksum": 1, "data": { "$binary": true },
                "picture": {
                    "x": side("x", 0), "y": side("y", 0), "width": width, "height": height, "depth": 1,
                    "consistent": true,
                },
            });
            peer.streamed(request.id, result, &pict)
        }
        _ => answer(peer, request),
    });
    let source = "
        local before = mac.screen.capture{region = {16, 8, 32, 16}}
        mac.screen.wait_change{since = before, timeout = 0}";
    assert_eq!(code(&stub, source).await, Code::Timeout);
    let asked = asked.lock().expect("not poisoned");
    let region = json!({ "x": 16, "y": 8, "width": 32, "height": 16 });
    assert_eq!(*asked, [region.clone(), region]);
}

fn with_files(folder: &std::path::Path) -> Setting {
    let files = HostFiles::new(&folder.join("out"), &[folder.to_owned()]).expect("folders");
    Setting { files, ..setting() }
}

async fn eval_in(folder: &std::path::Path, stub: &Stub, source: &str) -> mc_runtime::Result<Value> {
    run::eval(&Session::new(stub.guest()), script(source), &with_files(folder)).await
}

#[tokio::test]
async fn pictures_are_saved_compared_and_cut() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), screen_that_turns(false));
    let source = "
        local before = mac.screen.capture()
        mac.input.key('a')
        local after = mac.screen.capture()
        local path = after:crop{x = 0, y = 0, width = 32, height = 10}:save('deep/half.png')
        return {same = before == mac.screen.capture(), boxes = #before:diff(after), path = path}";
    let result = eval_in(folder.path(), &stub, source).await.expect("runs");
    assert_eq!((&result["same"], &result["boxes"]), (&json!(false), &json!(1)));
    let png = fs::read(folder.path().join("out/deep/half.png")).expect("saved");
    let picture = mc_runtime::screen::image::Image::from_png(&png).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (32, 10));
    let outside = eval_in(folder.path(), &stub, "mac.screen.capture():save('../x.png')").await;
    assert_eq!(outside.expect_err("outside").code(), Code::BadFile);
}

#[tokio::test]
async fn files_travel_between_host_and_guest() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), Stub::ordinary());
    fs::write(folder.path().join("letter.txt"), "Dear Sir").expect("written");
    let source = "mac.fs.put('letter.txt', 'Macintosh HD:Letter', {type = 'TEXT', creator = 'ttxt'}).crc32";
    assert_eq!(
        eval_in(folder.path(), &stub, source).await.expect("puts"),
        crc32fast::hash(b"Dear Sir")
    );
    let sent = stub.last("fs.put").expect("sent");
    assert_eq!(
        (&sent["data_size"], &sent["type"], &sent["creator"]),
        (&json!(8), &json!("TEXT"), &json!("ttxt"))
    );
    assert!(sent.get("replace").is_none());

    let got = eval_in(
        folder.path(),
        &stub,
        "mac.fs.get('Macintosh HD:Read Me', 'got.txt')",
    )
    .await
    .expect("gets");
    assert_eq!(
        fs::read(folder.path().join("out/got.txt")).expect("written"),
        b"abc"
    );
    assert_eq!((&got["data"], &got["resource"]), (&Value::Null, &json!("")));
    let both = "mac.fs.put({data = 'a\\0b', resource = '\\255'}, 'Macintosh HD:Both', {replace = true})";
    eval_in(folder.path(), &stub, both).await.expect("puts");
    let sent = stub.last("fs.put").expect("sent");
    assert_eq!(
        (&sent["data_size"], &sent["resource_size"], &sent["replace"]),
        (&json!(3), &json!(1), &json!(true))
    );
    let missing = eval_in(
        folder.path(),
        &stub,
        "mac.fs.put('missing.txt', 'Macintosh HD:X')",
    )
    .await;
    assert_eq!(missing.expect_err("missing").code(), Code::BadFile);
    assert_eq!(
        value(&stub, "('%08x'):format(mac.fs.crc32('123456789'))").await,
        "cbf43926"
    );
}

#[tokio::test]
async fn a_list_is_put_together_from_pages_that_belong_together() {
    let pages = |changes: bool| {
        Stub::start(
            move |peer, request| match (request.method.as_str(), request.params["cursor"].as_u64()) {
                ("fs.list", None) => peer.result(
                    request.id,
                    json!({ "entries": [entry("a"), entry("b")], "modified": 1, "cursor": 2 }),
                ),
                ("fs.list", Some(2)) => {
                    let modified = if changes { 2 } else { 1 };
                    peer.result(
                        request.id,
                        json!({ "entries": [entry("c")], "modified": modified }),
                    )
                }
                _ => answer(peer, request),
            },
        )
    };
    assert_eq!(value(&pages(false), "#mac.fs.list('Macintosh HD:')").await, 3);
    let changing = pages(true);
    assert_eq!(code(&changing, "mac.fs.list('Macintosh HD:')").await, Code::Busy);
    assert_eq!(changing.count("fs.list"), 6);
    let circle = Stub::start(|peer, request| match request.method.as_str() {
        "fs.list" => peer.result(request.id, json!({ "entries": [], "modified": 1, "cursor": 2 })),
        _ => answer(peer, request),
    });
    assert_eq!(
        code(&circle, "mac.fs.list('Macintosh HD:')").await,
        Code::BadAnswer
    );
}

#[tokio::test]
async fn a_cut_connection_is_seen_in_lua_as_what_it_means() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "fs.delete" => Ok(Next::Close),
        _ => answer(peer, request),
    });
    let source = "
        local ok, problem = pcall(mac.fs.delete, 'Macintosh HD:x')
        return {code = problem.code, cause = problem.details.cause, after = mac.fs.stat('y').name}";
    assert_eq!(
        value(&stub, source).await,
        json!({ "code": "unconfirmed", "cause": "disconnected", "after": "Read Me" })
    );
}

#[test]
fn every_function_is_declared_whole() {
    let mut names = std::collections::HashSet::new();
    for native in registry::natives() {
        assert!(names.insert(native.name), "{} is declared twice", native.name);
        for text in [native.summary, native.returns, native.example] {
            assert!(!text.is_empty(), "{}", native.name);
        }
        let called = native.name.rsplit(['.', ':']).next().expect("a name");
        assert!(
            native.example.contains(called),
            "the example of {} does not call it",
            native.name
        );
        let help = native.help();
        for param in native.params.iter().chain(native.options) {
            assert!(
                !param.summary.is_empty() && help.contains(param.name),
                "{}",
                native.name
            );
        }
    }
    let native = |name: &str| {
        registry::natives()
            .find(|native| native.name == name)
            .expect("there")
    };
    let help = native("mac.fs.list").help();
    assert!(help.starts_with("mac.fs.list(path)"), "{help}");
    assert_eq!(native("Image:save").signature(), "Image:save(path)");
}
