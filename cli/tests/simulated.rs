//! Simulated Macintoshes: which one, that of `mac-control sim`, and what scripts ask of them.

mod shell;

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use shell::{code, interrupt, json, program, run, stderr, stdout};

/// A simulated Macintosh in a process of its own. Ends with the test.
struct Simulated {
    child: Child,
    target: String,
}

impl Simulated {
    /// A Plus whose owner allows so much.
    fn start(agent: &str) -> Simulated {
        Simulated::with(&["--profile", "plus", "--agent", agent])
    }

    fn with(flags: &[&str]) -> Simulated {
        let token = "open sesame";
        let mut child = program()
            .args(["sim", "--token", token])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let first = lines.next().expect("a line").expect("UTF-8");
        let (address, told) = first.split_once(" token ").expect("address and token");
        assert_eq!(told, token);
        Simulated {
            child,
            target: format!("tcp://{address}"),
        }
    }
}

impl Drop for Simulated {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_simulated_macintosh_serves_whoever_knows_its_token() {
    let mut sim = Simulated::start("full");
    let look = |token: Option<&str>| {
        let mut command = program();
        command.args(["eval", "mac.system.hello().machine", "--target", &sim.target]);
        if let Some(token) = token {
            command.env("MAC_CONTROL_TOKEN", token);
        }
        command.output().expect("the program starts")
    };
    assert_eq!(stdout(&look(Some("open sesame"))), "Simulated Macintosh Plus\n");
    assert_eq!(code(&look(Some("wrong"))), 4);
    let refused = look(None);
    assert_eq!(code(&refused), 4);
    assert!(stderr(&refused).contains("unauthorized"), "{}", stderr(&refused));
    interrupt(&sim.child);
    assert_eq!(sim.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_simulated_macintosh_goes_on_when_nobody_reads_where_it_is() {
    let mut sim = Simulated::start("full");
    let look = [
        "eval",
        "mac.system.hello().machine",
        "--token",
        "open sesame",
        "--target",
        &sim.target,
    ];
    assert_eq!(code(&run(&look)), 0);
    assert_eq!(sim.child.try_wait().expect("asked"), None);
}

#[test]
fn what_the_owner_does_not_allow_is_refused() {
    let sim = Simulated::start("read-only");
    let eval = |lua: &str| {
        let mut command = program();
        command.args(["eval", lua, "--target", &sim.target, "--token", "open sesame"]);
        command.output().expect("the program starts")
    };
    assert_eq!(code(&eval("return #mac.fs.list('Macintosh HD:') > 0")), 0);
    let refused = eval("mac.fs.delete('Macintosh HD:Read Me')");
    assert_eq!(code(&refused), 4);
    assert!(
        stderr(&refused).contains("denied") && stderr(&refused).contains("read-only"),
        "{}",
        stderr(&refused)
    );
}

#[test]
fn a_target_says_which_macintosh() {
    let lua = "local hello, screen = mac.system.hello(), mac.system.info()
        return ('%s %s %dx%dx%d %s'):format(hello.machine, hello.sys_version, screen.screen_width, screen.screen_height, \
            screen.screen_depth, hello.agent)";
    for (target, told) in [
        ("sim:", "Simulated Macintosh IIci 7.1 640x480x8 full"),
        (
            "sim:plus,system=7.0",
            "Simulated Macintosh Plus 7.0 512x342x1 full",
        ),
        (
            "sim:quadra,system=7.5,depth=16,seed=7,agent=read-only",
            "Simulated Macintosh Quadra 700 7.5 832x624x16 read-only",
        ),
    ] {
        let output = run(&["eval", lua, "--target", target]);
        assert_eq!(stdout(&output).trim(), told, "{}", stderr(&output));
    }
    let script = [
        "eval",
        "mac.applescript.eval('2 + 3')",
        "--target",
        "sim:system=7.5",
    ];
    assert_eq!(stdout(&run(&script)), "5\n");
}

#[test]
fn a_machine_that_cannot_be_is_wrong_usage() {
    for (target, told) in [
        (
            "sim:plus,depth=8",
            "a plus has no screen of 8 bits a pixel; it can have one of [1]",
        ),
        (
            "sim:plus,ram=8M",
            "a plus does not take 8M of memory with System 7; it can have 2M, 2.5M, 4M",
        ),
    ] {
        let output = run(&["eval", "mac.system.info()", "--target", target]);
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

#[test]
fn the_flags_of_sim_are_the_words_of_the_target() {
    let sim = Simulated::with(&[
        "--profile",
        "quadra",
        "--system",
        "7.5",
        "--depth",
        "4",
        "--ram",
        "8M",
        "--alert",
    ]);
    let lua = "return mac.system.info().screen_depth, mac.system.info().ram, mac.system.hello().sys_version, #mac.screen.find_all('Cancel')";
    let output = run(&[
        "--json",
        "eval",
        lua,
        "--target",
        &sim.target,
        "--token",
        "open sesame",
    ]);
    assert_eq!(json(&output)["result"], serde_json::json!([4, 8 << 20, "7.5", 1]));
}

#[test]
fn a_network_that_a_script_has_paused_it_can_let_go_on() {
    let output = run(&[
        "eval",
        "sim.fault{kind = 'network_pause'}
        local problem = expect.fails('timeout', mac.system.health)
        sim.fault{kind = 'network_pause', off = true}
        return problem.code, mac.system.health().free_mem > 0",
        "--target",
        "sim:plus",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn a_fault_that_does_not_exist_is_told_with_those_that_do() {
    let lua = "local problem = expect.fails('bad_params', function() sim.fault{kind = 'flood'} end)
        return problem.message";
    let output = run(&["--json", "eval", lua, "--target", "sim:plus"]);
    let message = json(&output)["result"].to_string();
    for kind in mc_sim::Fault::kinds() {
        assert!(message.contains(kind.name), "{message}");
    }
    let output = run(&["sim", "--help"]);
    let help = String::from_utf8_lossy(&output.stdout).into_owned();
    for kind in mc_sim::Fault::kinds() {
        assert!(help.contains(kind.name), "{help}");
    }
}

#[test]
fn a_target_begins_with_something_wrong_and_a_script_puts_it_right() {
    let lua = "expect.fails('locked', function() mac.fs.mkdir('Macintosh HD:New') end)
        sim.fault{kind = 'volume_locked', off = true}
        mac.fs.mkdir('Macintosh HD:New')
        return mac.fs.stat('Macintosh HD:New').kind";
    let output = run(&["--json", "eval", lua, "--target", "sim:plus,fault=volume_locked"]);
    assert_eq!(json(&output)["result"], "folder");
}
