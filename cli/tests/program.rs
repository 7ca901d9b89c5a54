//! The built program, as a shell sees it: exit codes, standard output and standard error, Ctrl-C.

mod shell;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use shell::{code, interrupt, json, program, run, stderr, stdout};

#[test]
fn values_are_printed_and_lua_needs_no_guest() {
    let output = run(&["eval", "6 * 7"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "42\n"));
    let output = run(&["eval", "print('a', 1) return 'text'"]);
    assert_eq!(stdout(&output), "a\t1\ntext\n");
    let output = run(&["eval", "local x = 1"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let output = run(&["--json", "eval", "print('noise') return {x = {1, 2}}"]);
    assert_eq!(
        json(&output),
        serde_json::json!({ "ok": true, "result": { "x": [1, 2] } })
    );
    assert!(stderr(&output).contains("noise"));
    let output = run(&["eval", "error('mine')", "--json"]);
    assert_eq!(code(&output), 1);
    let answer = json(&output);
    assert_eq!(
        (&answer["ok"], &answer["error"]["code"]),
        (&Value::Bool(false), &Value::from("script"))
    );
}

#[test]
fn each_kind_of_failure_has_its_exit_code() {
    for (wanted, arguments, told) in [
        (1, &["eval", "error('mine')"][..], "mine"),
        (1, &["eval", "mac.fs.stat('Macintosh HD:Nothing')"], "not_found"),
        (
            1,
            &[
                "eval",
                "sim.fault{kind = 'disk_write', nth = 1, error = 'full'} \
                       mac.fs.put({data = 'x'}, 'Macintosh HD:X')",
            ],
            "disk_full",
        ),
        (2, &["eval"], "Usage"),
        (2, &["frobnicate"], "unrecognized"),
        (2, &["eval", "x = = 1"], "eval:1:"),
        (2, &["eval", "mac.fs.stat()"], "path"),
        (2, &["eval", "1", "--target", "mac.local"], "not a target"),
        (2, &["eval", "1", "--target", "other:thing"], "other:"),
        (
            2,
            &["eval", "mac.system.hello()", "--target", "sim:quadra9000"],
            "sim:plus",
        ),
        (2, &["capture", "--region", "1,2,3"], "X,Y,WIDTH,HEIGHT"),
        (2, &["run", "demo/tour", "--param", "kilobytes=many"], "kilobytes"),
        (2, &["run", "demo/tour", "--param", "nonsense"], "NAME=VALUE"),
        (1, &["run", "no/such/recipe"], "demo/tour"),
        (
            3,
            &["eval", "mac.system.hello()", "--target", "tcp://127.0.0.1:1"],
            "unreachable",
        ),
        (4, &["eval", "sim.nonsense()"], "unsupported"),
        (
            5,
            &["eval", "mac.screen.wait_text('never there', {timeout = 0.1})"],
            "timeout",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), wanted, "{arguments:?}: {}", stderr(&output));
        assert!(
            stderr(&output).contains(told),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn an_error_says_what_was_attempted_where_and_what_to_try() {
    let text = stderr(&run(&["eval", "local all = mac.fs.list('Macintosh HD:Nowhere')"]));
    for part in [
        "error: not_found",
        "while: fs.list `Macintosh HD:Nowhere` on sim:",
        "try:",
        "at:",
        "eval:1:",
    ] {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
}

#[test]
fn help_has_examples_everywhere() {
    for command in ["demo", "sim", "run", "eval", "capture"] {
        let output = run(&[command, "--help"]);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("Examples:"), "{command}");
    }
    assert!(stdout(&run(&["--help"])).contains("Exit codes"));
    assert!(stdout(&run(&["--version"])).starts_with("mac-control "));
}

#[test]
fn a_capture_is_a_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bar.png");
    let path_text = path.to_str().expect("UTF-8");
    let output = run(&[
        "capture",
        "--target",
        "sim:plus",
        "--region",
        "0,0,100,20",
        "-o",
        path_text,
    ]);
    assert_eq!(
        stdout(&output),
        format!("{path_text}: 100x20\n"),
        "{}",
        stderr(&output)
    );
    assert_eq!(png_size(&std::fs::read(&path).expect("written")), (100, 20));
    let piped = run(&["capture", "--target", "sim:plus", "-o", "-"]);
    assert_eq!(png_size(&piped.stdout), (512, 342));
    let outside = run(&[
        "capture",
        "--target",
        "sim:plus",
        "--region",
        "500,0,100,20",
        "-o",
        path_text,
    ]);
    assert_eq!(code(&outside), 2, "{}", stderr(&outside));
}

/// Width and height from the header chunk.
fn png_size(file: &[u8]) -> (u32, u32) {
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

fn demo(target: &str, folder: &Path) -> Output {
    program()
        .args(["demo", "--target", target, "--json", "--out"])
        .arg(folder)
        .output()
        .expect("the program starts")
}

#[test]
fn the_demo_leaves_pictures_and_a_trace() {
    for target in ["sim:iici", "sim:plus", "sim:iici,depth=1"] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = demo(target, folder.path());
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        let answer = json(&output);
        assert_eq!(answer["result"]["removed_from_trash"], 3);
        let steps = answer["steps"].as_array().expect("steps");
        assert!(
            steps.len() >= 8 && steps.iter().all(|step| step["ok"] == true),
            "{answer}"
        );
        let trace: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("trace.json")).expect("a trace"))
                .expect("JSON");
        assert_eq!(trace["run"]["outcome"]["ok"], true);
        assert!(
            trace["run"]["guest"]["machine"]
                .as_str()
                .expect("a machine")
                .starts_with("Simulated")
        );
        let pictures = std::fs::read_dir(folder.path().join("pictures"))
            .expect("pictures")
            .count();
        // The desktop with the alert, without it, and with an empty Trash: each is stored once.
        assert_eq!(pictures, 3);
        for picture in [
            "1-alert.png",
            "2-cancelled.png",
            "3-asked-again.png",
            "4-emptied.png",
        ] {
            png_size(&std::fs::read(folder.path().join(picture)).expect(picture));
        }
    }
}

#[test]
fn recipes_are_files_too_and_stay_in_their_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let recipe = folder.path().join("mine.lua");
    let source = "
        local tools = require('tools')
        return {
            name = 'mine', summary = 'A test.', effect = 'read',
            params = {word = {type = 'string', summary = 'what to say'}},
            run = function(params)
                step('look', function() mac.screen.capture():save('deep/screen.png') end)
                return tools.shout(params.word)
            end,
        }";
    std::fs::write(&recipe, source).expect("written");
    std::fs::write(folder.path().join("tools.lua"), "return {shout = string.upper}").expect("written");
    let out = folder.path().join("out");
    let arguments = |word: &str| {
        let mut command = program();
        command
            .arg("run")
            .arg(&recipe)
            .args(["--param", word, "--target", "sim:plus", "--trace", "--out"])
            .arg(&out);
        command.output().expect("the program starts")
    };
    let output = arguments("word=hello");
    assert_eq!(
        (code(&output), stdout(&output).as_str()),
        (0, "HELLO\n"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("look"));
    assert!(out.join("deep/screen.png").is_file() && out.join("trace.json").is_file());
    assert_eq!(code(&arguments("wrod=hello")), 2);
}

#[test]
fn ctrl_c_stops_a_script_wherever_it_is() {
    for endless in [
        "print('on') while true do pcall(function() while true do end end) end",
        "mac.system.hello() print('on') while true do pcall(mac.screen.wait_text, 'never', {timeout = 1000}) end",
    ] {
        let mut child = program()
            .args(["eval", endless, "--target", "sim:plus"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut first)
            .expect("a line");
        assert_eq!(first, "on\n");
        interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{endless}");
        assert!(stderr(&output).contains("cancelled"), "{}", stderr(&output));
    }
}

#[test]
fn a_run_meets_its_timeout() {
    let folder = tempfile::tempdir().expect("a folder");
    let recipe = folder.path().join("endless.lua");
    let source = "return {name = 'endless', summary = 'Ends not.', effect = 'read', run = function() while true do end end}";
    std::fs::write(&recipe, source).expect("written");
    let output = program()
        .arg("run")
        .arg(&recipe)
        .args(["--timeout", "1", "--target", "sim:plus"])
        .output()
        .expect("starts");
    assert_eq!(code(&output), 5);
    assert!(stderr(&output).contains("timeout"), "{}", stderr(&output));
}

#[test]
fn wrong_usage_is_json_too_when_json_was_asked_for() {
    for arguments in [
        &["--json", "eval"][..],
        &["frobnicate", "--json"],
        &["capture", "--json", "--region", "1,2"],
        &["sim", "--json", "--profile", "lisa"],
        &["sim", "--json", "--profile", "plus", "--depth", "8"],
        &["capture", "--json", "--target", "sim:plus,system=6"],
        &["run", "--json", "demo/tour", "--timeout", "soon"],
        &["sim", "--json", "--token", "a\nagent = full"],
        &["capture", "--json", "-o", "-"],
        &["demo", "--json", "--target", "nowhere"],
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert_eq!(json(&output)["error"]["code"], "bad_params", "{arguments:?}");
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
    let plain = run(&["eval"]);
    assert_eq!((code(&plain), stdout(&plain).as_str()), (2, ""));
    let help = run(&["eval", "--help", "--json"]);
    assert!(code(&help) == 0 && stdout(&help).contains("Examples:"));
}

#[test]
fn log_lines_in_a_pipe_have_no_colours() {
    let output = run(&["-v", "eval", "mac.system.hello().machine", "--target", "sim:plus"]);
    assert!(stderr(&output).contains("connected"), "{}", stderr(&output));
    assert!(!stderr(&output).contains('\u{1b}'), "{}", stderr(&output));
}

#[test]
fn what_a_script_says_does_not_steer_the_terminal() {
    let output = run(&["eval", "error('\\27[2J mine')"]);
    assert!(stderr(&output).contains("\\u{1b}[2J mine"), "{}", stderr(&output));
}

#[test]
fn a_run_ends_when_nobody_reads_what_it_prints() {
    let mut child = program()
        .args(["eval", "while true do print('line') end"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    reader.read_line(&mut first).expect("a line");
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((first.as_str(), output.status.code()), ("line\n", Some(130)));
    assert!(stderr(&output).contains("nobody reads"), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_printed_is_an_error() {
    for arguments in [&["eval", "6 * 7"][..], &["eval", "6 * 7", "--json"]] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device that is always full");
        let output = program()
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        assert_eq!(code(&output), 1);
        assert!(stderr(&output).contains("standard output"), "{}", stderr(&output));
    }
}

#[test]
fn a_recipe_writes_nothing_beside_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let recipe = folder.path().join("mine.lua");
    let source = "return {name = 'mine', summary = 'Tries.', effect = 'read', params = {to = {type = 'string', summary = 'where'}},
        run = function(params) mac.screen.capture():save(params.to) end}";
    std::fs::write(&recipe, source).expect("written");
    let output = program()
        .arg("run")
        .arg(&recipe)
        .arg("--param")
        .arg(format!("to={}", recipe.display()))
        .args(["--target", "sim:plus", "--out"])
        .arg(folder.path().join("out"))
        .output()
        .expect("starts");
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("is not below"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&recipe).expect("there"), source);
}
