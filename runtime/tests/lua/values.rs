//! What scripts get: results, errors, checked arguments, and the registry that all of it comes from.

use mc_protocol::Code;
use mc_runtime::lua::registry;
use serde_json::{Value, json};

use crate::stub::runs::{code, eval, value};
use crate::stub::{Next, Stub, answer};

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
