//! The ways out of a script's sandbox that are known, each tried: reaching the host, and not stopping.

mod stub;

use std::time::{Duration, Instant};

use mc_protocol::Code;
use mc_runtime::cancel::{Cancel, Reason};
use mc_runtime::lua::Limits;
use mc_runtime::run::{self, Setting};
use mc_runtime::session::Session;
use serde_json::{Value, json};
use stub::Stub;
use stub::runs::{eval, script, setting};

#[tokio::test]
async fn nothing_of_the_host_is_reachable() {
    let stub = Stub::ordinary();
    let source = "
        local found = {}
        for _, name in ipairs{'io', 'os', 'package', 'debug', 'dofile', 'loadfile', 'warn', 'mac-control internals'} do
            if _G[name] ~= nil then found[#found + 1] = name end
        end
        for _, name in ipairs{'dump'} do
            if string[name] ~= nil or ('').dump ~= nil then found[#found + 1] = 'string.' .. name end
        end
        return found";
    assert_eq!(eval(&stub, source).await.expect("runs"), json!({}));
    assert_eq!(
        stub.connections(),
        0,
        "a script that does not touch the guest does not connect"
    );
}

async fn fails(source: &str) -> String {
    eval(&Stub::ordinary(), source)
        .await
        .expect_err(source)
        .message()
        .to_owned()
}

#[tokio::test]
async fn bytecode_is_not_loaded() {
    assert!(fails("load('return 1', 'x', 'b')").await.contains("only text"));
    assert!(
        fails("assert(load('\\27Lua\\84\\0\\25\\147\\13\\10\\26\\10'))")
            .await
            .contains("binary")
    );
    assert!(
        fails("assert(load(function() return nil end, 'x', 'b'))")
            .await
            .contains("only text")
    );
    assert_eq!(
        eval(&Stub::ordinary(), "load('return ...')(7)")
            .await
            .expect("text is fine"),
        7
    );
    let with_environment = "load('x = 1; return x', 'x', 't', {})()";
    assert_eq!(eval(&Stub::ordinary(), with_environment).await.expect("runs"), 1);
    let without = "return select('#', load('return y', 'x', 't', nil))";
    assert_eq!(eval(&Stub::ordinary(), without).await.expect("runs"), 1);
}

#[tokio::test]
async fn metatables_of_ours_cannot_be_changed() {
    assert_eq!(
        eval(&Stub::ordinary(), "getmetatable('')").await.expect("runs"),
        false
    );
    // What a script does to `string` changes nothing for methods, which the standard library uses.
    let source = "string.format = function() return 'mine' end; return ('%d'):format(7)";
    assert_eq!(eval(&Stub::ordinary(), source).await.expect("runs"), "7");
    let source = "return getmetatable(mac.screen.capture())";
    assert_eq!(eval(&Stub::ordinary(), source).await.expect("runs"), false);
}

#[tokio::test]
async fn finalizers_are_refused() {
    assert!(
        fails("setmetatable({}, {__gc = function() end})")
            .await
            .contains("__gc")
    );
}

#[tokio::test]
async fn source_without_end_is_refused() {
    assert!(fails("load(('x = 1 '):rep(1000000))").await.contains("too long"));
    assert!(
        fails("load(function() return 'x = 1 ' end)")
            .await
            .contains("too long")
    );
}

/// Scripts that try to go on when they are told to stop.
const ENDLESS: &[(&str, &str)] = &[
    ("a loop", "while true do end"),
    ("pcall in a loop", "while true do pcall(function() while true do end end) end"),
    ("pcall that calls itself", "local function f() pcall(f) f() end f()"),
    ("pcall of pcall", "while true do pcall(pcall, function() while true do end end) end"),
    ("an xpcall handler", "xpcall(function() while true do end end, function() while true do end end)"),
    ("an xpcall handler that fails", "while true do xpcall(error, function() error('again') end) end"),
    ("a handler after an ordinary error", "xpcall(error, function() while true do end end)"),
    ("a comparison in sort", "table.sort({3, 1, 2, 5, 4}, function() while true do end end)"),
    ("sort without comparison", "local t = {} for i = 1, 1000000 do t[i] = i % 1000 end while true do table.sort(t) end"),
    ("a callback of gsub", "('aaa'):gsub('a', function() while true do end end)"),
    ("a coroutine", "coroutine.wrap(function() while true do end end)()"),
    ("coroutines in a loop", "while true do pcall(coroutine.wrap(function() while true do end end)) end"),
    (
        "coroutines in coroutines",
        "local function f(n) while true do
            local co = coroutine.create(n > 0 and function() f(n - 1) end or function() while true do end end)
            coroutine.resume(co)
        end end f(4)",
    ),
    ("a coroutine that is resumed", "local co = coroutine.create(function() while true do coroutine.yield() end end)
        while true do coroutine.resume(co) end"),
    ("__close", "local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end"),
    (
        "__close in a coroutine",
        "coroutine.wrap(function()
            local x <close> = setmetatable({}, {__close = function() while true do end end})
            while true do end
        end)()",
    ),
    (
        "__close on closing a coroutine",
        "local co = coroutine.create(function()
            local x <close> = setmetatable({}, {__close = function() while true do end end})
            coroutine.yield()
        end)
        coroutine.resume(co)
        coroutine.close(co)",
    ),
    ("__index", "local t = setmetatable({}, {__index = function(t, k) while true do end end}) return t.x"),
    ("__tostring", "tostring(setmetatable({}, {__tostring = function() while true do end end}))"),
    ("__len in insert", "local long = setmetatable({}, {__len = function() return math.maxinteger - 1 end})
        pcall(table.insert, long, 1, 1) pcall(table.remove, long, 1) pcall(table.concat, long) while true do end"),
    ("a reader of load", "load(function() while true do end end)"),
    ("an iterator", "for _ in function() return 1 end do end"),
    ("a pathological pattern", "local s = ('a'):rep(30000) s:find(('.-'):rep(20) .. 'b')"),
    ("a pathological match", "(('a'):rep(100000)):match('(.-)(.-)(.-)(.-)(.-)b$')"),
    ("a pathological gmatch", "for _ in (('a'):rep(100000)):gmatch('(.-)(.-)(.-)(.-)b') do end"),
    ("a pathological gsub", "(('a'):rep(100000)):gsub('(.-)(.-)(.-)(.-)b', '')"),
    ("a balance without end", "local s = ('('):rep(1000000) while true do s:find('%b()x') end"),
    ("a long set", "local s, p = ('a'):rep(1000000), '[' .. ('b'):rep(1000000) .. ']' s:find(p)"),
    ("a plain search", "local s, p = ('a'):rep(10000000), ('a'):rep(5000000) .. 'b' while true do s:find(p, 1, true) end"),
    ("long copies", "local s = ('a'):rep(10000000) while true do local t = s:upper() end"),
    ("long concatenations", "local s = ('a'):rep(10000000) while true do local t = s .. 'b' end"),
    ("long tables", "local t = {} for i = 1, 100000 do t[i] = 'xxxxxxxxxx' end while true do table.concat(t) end"),
    ("moving nothing far", "pcall(table.move, {}, 1, math.maxinteger - 1, 2) while true do end"),
    ("moving far by a float", "pcall(table.move, {}, 1.0, 1e15, 2) while true do end"),
    ("moving far by a text", "math.type = nil pcall(table.move, {}, '1', '1000000000000', 2) while true do end"),
    (
        "a length that grows when it is asked for again",
        "local function list()
            local asked = 0
            return setmetatable({}, {__len = function() asked = asked + 1 return asked == 1 and 1 or math.maxinteger - 1 end})
        end
        pcall(table.insert, list(), 1, 1) pcall(table.remove, list(), 1) while true do end",
    ),
    ("elements without end", "table.concat(setmetatable({}, {__index = type}), '', 1, math.maxinteger)"),
    ("a comparison in C", "local t = {} for i = 1, 1000000 do t[i] = i end while true do pcall(table.sort, t, rawequal) end"),
    ("a number of many digits", "local s = ('1'):rep(20000000) while true do local n = tonumber(s) end"),
    ("inserting at the front", "local t = {} for i = 1, 1000000 do t[i] = i end while true do table.insert(t, 1, 1) table.remove(t, 1) end"),
    ("repeating nothing", "local _ = (''):rep(math.maxinteger) while true do end"),
    ("a wait", "mac.screen.wait_text('never', {timeout = 1000})"),
    ("a wait in pcall", "while true do pcall(mac.screen.wait_change, {timeout = 1000}) end"),
    ("a wait in a coroutine", "coroutine.wrap(function() mac.screen.wait_change{timeout = 1000} end)()"),
    ("a wait in sort", "table.sort({3, 1, 2}, function(a, b) mac.screen.wait_change{timeout = 1000} return a < b end)"),
    ("a step", "while true do pcall(step, 'endless', function() while true do end end) end"),
    ("expect.fails", "while true do pcall(expect.fails, 'timeout', function() while true do end end) end"),
    ("memory errors in a loop", "while true do pcall(function() local t = {} while true do t[#t + 1] = ('x'):rep(1000000) end end) end"),
];

/// Stops a script after a while; how long it took to end.
async fn stop(source: &'static str) -> (Code, Duration) {
    let stub = Stub::ordinary();
    let setting = Setting {
        limits: Limits {
            time: None,
            ..setting().limits
        },
        ..setting()
    };
    let cancel: Cancel = setting.cancel.clone();
    let session = Session::new(stub.guest());
    let running = tokio::spawn(async move { run::eval(&session, script(source), &setting).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!running.is_finished(), "it ended by itself: {source}");
    let asked = Instant::now();
    cancel.cancel(Reason::Interrupted);
    let outcome = tokio::time::timeout(Duration::from_secs(20), running).await;
    let outcome = outcome.unwrap_or_else(|_| panic!("it did not stop: {source}"));
    (
        outcome.expect("no panic").expect_err(source).code(),
        asked.elapsed(),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_endless_script_stops() {
    let mut slowest = ("", Duration::ZERO);
    for (name, source) in ENDLESS {
        let (code, took) = stop(source).await;
        assert_eq!(code, Code::Cancelled, "{name}");
        if took > slowest.1 {
            slowest = (name, took);
        }
    }
    println!("the slowest of {} to stop was {:?}", ENDLESS.len(), slowest);
    assert!(slowest.1 < Duration::from_secs(5), "{slowest:?}");
}

#[tokio::test]
async fn a_run_has_its_time() {
    let stub = Stub::ordinary();
    let limits = Limits {
        time: Some(Duration::from_millis(100)),
        ..setting().limits
    };
    let setting = Setting { limits, ..setting() };
    let endless = script("while true do pcall(mac.screen.capture) end");
    let error = run::eval(&Session::new(stub.guest()), endless, &setting)
        .await
        .expect_err("no end");
    assert_eq!(error.code(), Code::Timeout);
}

#[tokio::test]
async fn memory_is_limited_and_recovers() {
    let stub = Stub::ordinary();
    for bomb in [
        "('x'):rep(1000000000)",
        "local t = {} while true do t[#t + 1] = ('x'):rep(1000000) end",
        "local t = {} while true do t = {t, t} t[3] = ('x'):rep(1000) .. tostring(t) end",
        "local s = 'x' while true do s = s .. s end",
        "(('x'):rep(10000000)):gsub('x', ('y'):rep(1000))",
    ] {
        assert_eq!(
            eval(&stub, bomb).await.expect_err(bomb).code(),
            Code::Limit,
            "{bomb}"
        );
    }
    let recovers = "local ok = pcall(string.rep, 'x', 1000000000) return {ok = ok, after = #('x'):rep(1000)}";
    assert_eq!(
        eval(&stub, recovers).await.expect("recovers"),
        json!({ "ok": false, "after": 1000 })
    );
}

#[tokio::test]
async fn a_value_that_is_large_only_outside_of_the_vm_is_refused() {
    let stub = Stub::ordinary();
    let many = "local t = {} for i = 1, 12 do t = {t, t, t, t, t, t, t, t} end ";
    let error = eval(&stub, &format!("{many} return t")).await;
    assert_eq!(error.expect_err("8 to the 12th").code(), Code::Limit);
    let error = eval(&stub, &format!("{many} mac.fs.put(t, {{}})")).await;
    assert_eq!(error.expect_err("no path").code(), Code::BadParams);
    let long = "local s, t = ('x'):rep(1000000), {} for i = 1, 1000 do t[i] = s end return t";
    assert_eq!(
        eval(&stub, long).await.expect_err("a gigabyte").code(),
        Code::Limit
    );
}

#[tokio::test]
async fn pictures_count_as_memory() {
    let stub = Stub::ordinary();
    let crop = "local all, image = {}, mac.screen.capture() local function crop() return image:crop{0, 0, 64, 64} end ";
    let kept = format!("{crop} for i = 1, 20000 do all[i] = crop() end");
    assert_eq!(eval(&stub, &kept).await.expect_err("80 MB").code(), Code::Limit);
    let let_go = format!("{crop} for i = 1, 20000 do crop() end return true");
    assert_eq!(eval(&stub, &let_go).await.expect("one at a time"), true);
}

#[tokio::test]
async fn lists_with_a_metatable_behave_as_plain_ones() {
    let source = "
        local function run(list)
            local log = {}
            table.insert(list, 'c') table.insert(list, 1, 'a') table.insert(list, 2, 'b')
            log[#log + 1] = table.concat(list, ',') .. table.concat(list, '-', 2, 3) .. table.concat(list, '', 4, 3)
            log[#log + 1] = table.remove(list) .. table.remove(list, 1)
            log[#log + 1] = tostring(table.remove(list, 2)) .. #list .. table.remove(list) .. tostring(table.remove(list))
            log[#log + 1] = table.concat(table.move({1, 2, 3}, 2, '3', 1.0), ' ')
            log[#log + 1] = tostring(pcall(table.insert, list, 9, 1)) .. tostring(pcall(table.remove, list, 9))
            log[#log + 1] = tostring(pcall(table.insert, list)) .. tostring(pcall(table.concat, {nil, 1}, '', 1, 2))
            return table.concat(log, ';')
        end
        local plain, other = run({}), run(setmetatable({}, {}))
        return {plain, plain == other}";
    assert_eq!(
        eval(&Stub::ordinary(), source).await.expect("runs"),
        json!(["a,b,cb-c;ca;nil1bnil;2 3 3;falsefalse;falsefalse", true])
    );
}

#[tokio::test]
async fn deep_recursion_is_an_error() {
    let stub = Stub::ordinary();
    let setting = Setting {
        limits: Limits::default(),
        ..setting()
    };
    let recursion = script("local function f() return 1 + f() end f()");
    let error = run::eval(&Session::new(stub.guest()), recursion, &setting)
        .await
        .expect_err("too deep");
    assert_eq!(error.code(), Code::Script);
    assert!(error.message().contains("stack overflow"), "{error}");
    assert!(
        fails("assert(load(('('):rep(1000) .. '1' .. (')'):rep(1000)))")
            .await
            .contains("overflow")
    );
    let nested = "local t = {} for i = 1, 100 do t = {t} end return t";
    assert_eq!(
        eval(&Stub::ordinary(), nested)
            .await
            .expect_err("too deep")
            .code(),
        Code::Script
    );
    let circle = "local t = {} t.t = t return t";
    assert_eq!(
        eval(&Stub::ordinary(), circle)
            .await
            .expect_err("a circle")
            .code(),
        Code::Script
    );
}

/// Cases whose results are those of Lua 5.4's own string library.
const PATTERNS: &[(&str, &str)] = &[
    ("('hello world'):find('wor')", "[7,9]"),
    ("('hello world'):find('l+')", "[3,4]"),
    ("('hello world'):find('(o)(r)')", "[8,9,\"o\",\"r\"]"),
    ("('hello'):find('l', 1, true)", "[3,3]"),
    ("('a.b'):find('.', 1, true)", "[2,2]"),
    ("('hello'):find('')", "[1,0]"),
    ("('hello'):find('', 6)", "[6,5]"),
    ("('hello'):find('', 7)", "null"),
    ("('hello'):find('xyz')", "null"),
    ("('hello'):find('^l')", "null"),
    ("('hello'):find('o$')", "[5,5]"),
    ("('hello'):find('l', -2)", "[4,4]"),
    (
        "('key = value'):match('^(%w+)%s*=%s*(%w+)$')",
        "[\"key\",\"value\"]",
    ),
    ("('  trim  '):match('^%s*(.-)%s*$')", "\"trim\""),
    (
        "('2026-12-01'):match('(%d+)-(%d+)-(%d+)')",
        "[\"2026\",\"12\",\"01\"]",
    ),
    ("('hello'):match('()ll()')", "[3,5]"),
    ("('f(a(b)c)d'):match('%b()')", "\"(a(b)c)\""),
    ("('THE (quick) fox'):find('%((%a+)%)')", "[5,11,\"quick\"]"),
    ("('THE (quick) fox'):match('%f[%a]%a+%f[%A]', 5)", "\"quick\""),
    ("('abcabc'):match('(abc)%1')", "\"abc\""),
    ("('x]y'):match('[]]')", "\"]\""),
    ("('a-z'):match('[a%-]+')", "\"a-\""),
    ("('q9'):match('[^%a]')", "\"9\""),
    ("('color colour'):gsub('colou?r', 'hue')", "[\"hue hue\",2]"),
    ("('hello'):gsub('l', {l = 'L'})", "[\"heLLo\",2]"),
    ("('hello'):gsub('(l)(l)', '%2-%1-%0')", "[\"hel-l-llo\",1]"),
    ("('hello'):gsub('', '-')", "[\"-h-e-l-l-o-\",6]"),
    ("('abc'):gsub('%w', '%%')", "[\"%%%\",3]"),
    ("('abc'):gsub('b*', 'x')", "[\"xaxcx\",3]"),
    (
        "('abc'):gsub('.', function(c) if c == 'b' then return false end return c:upper() end)",
        "[\"AbC\",3]",
    ),
    ("('hello'):gsub('l', 'L', 1)", "[\"heLlo\",1]"),
    ("('hello'):gsub('^h', 'H')", "[\"Hello\",1]"),
    ("(12345):rep(1):gsub('%d', 0)", "[\"00000\",5]"),
    (
        "(function() local t = {} for k, v in ('a=1, b=2'):gmatch('(%w)=(%w)') do t[#t + 1] = k .. v end return t end)()",
        "[\"a1\",\"b2\"]",
    ),
    (
        "(function() local n = 0 for _ in ('abc'):gmatch('') do n = n + 1 end return n end)()",
        "4",
    ),
];

#[tokio::test]
async fn patterns_mean_what_lua_says() {
    let stub = Stub::ordinary();
    for (source, wanted) in PATTERNS {
        let wanted: Value = serde_json::from_str(wanted).expect("JSON");
        let source = source.replace("(12345):rep(1)", "('12345')");
        assert_eq!(
            eval(&stub, &format!("return {source}")).await.expect(&source),
            wanted,
            "{source}"
        );
    }
    for (source, message) in [
        ("('a'):find('[a')", "missing ']'"),
        ("('a'):find('%')", "ends with '%'"),
        ("('a'):find('(a')", "unfinished capture"),
        ("('a'):match('a)')", "invalid pattern capture"),
        ("('a'):find('%1')", "invalid capture index"),
        ("('a'):find('%f')", "missing '['"),
        ("('a'):find('%b')", "missing arguments"),
        ("('a'):gsub('a', '%2')", "invalid capture index"),
        ("('a'):gsub('a', '%x')", "invalid use of '%'"),
        ("('a'):gsub('a', true)", "string/function/table expected"),
        ("string.find(nil, 'a')", "string expected, got nil"),
        ("('a'):find(('()'):rep(40))", "too many captures"),
    ] {
        let told = fails(&format!("local _ = {source}")).await;
        assert!(told.contains(message), "{source}: {told}");
        assert!(told.contains("test.lua:1:"), "it says where: {told}");
    }
}
