//! Reading depends on the strikes that the guest has, not on the ones that we drew: a screen drawn with another strike
//! reads as well, and a strike that nobody has is not read at all.

use std::sync::Arc;

use mc_protocol::Code;
use mc_runtime::cancel::Cancel;
use mc_runtime::guest::Guest;
use mc_runtime::host_files::HostFiles;
use mc_runtime::lua::Limits;
use mc_runtime::provider::Providers;
use mc_runtime::run::{self, Script, Setting};
use mc_runtime::session::Session;
use mc_runtime::target::Token;
use mc_runtime::trace::Trace;
use mc_sim::desktop::WindowKind;
use mc_sim::{Config, Profile, Sim};
use serde_json::Value;

const CHICAGO_LIKE: &str = include_str!("../../../sim/fonts/chicago-12.bdf");

/// The built-in system strike with each glyph made wider: the column at a third of its width stands twice.
fn widened(bdf: &str) -> String {
    let (mut width, mut in_bitmap) = (0, false);
    let widen = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words[index].parse::<u32>().expect("a number");
        match words[0] {
            "DWIDTH" => format!("DWIDTH {} 0\n", number(1) + 1),
            "FONTBOUNDINGBOX" => format!("FONTBOUNDINGBOX {} {}\n", number(1) + 1, words[2..].join(" ")),
            "BBX" if number(1) > 0 => {
                width = number(1);
                format!("BBX {} {}\n", width + 1, words[2..].join(" "))
            }
            "BITMAP" | "ENDCHAR" => {
                in_bitmap = words[0] == "BITMAP";
                format!("{line}\n")
            }
            "STARTCHAR" => {
                width = 0;
                format!("{line}\n")
            }
            row if in_bitmap && width > 0 => format!("{}\n", widened_row(row, width)),
            _ => format!("{line}\n"),
        }
    };
    bdf.lines().map(widen).collect()
}

fn widened_row(row: &str, width: u32) -> String {
    let bits = u64::from_str_radix(row, 16).expect("a row of a bitmap") << (64 - 4 * row.len());
    let doubled = width / 3;
    let left = if doubled == 0 {
        0
    } else {
        bits >> (64 - doubled) << (64 - doubled)
    };
    let bits = left | (bits << doubled >> doubled >> 1) | (bits << doubled >> 63 << (63 - doubled));
    let digits = (width + 1).div_ceil(8) as usize * 2;
    format!("{:016X}", bits)[..digits].to_owned()
}

fn boot(system_strike: Option<&'static str>) -> Sim {
    let config = Config {
        profile: Profile::Iici,
        trash: true,
        system_strike,
        ..Config::default()
    };
    Sim::start(config).expect("the sim boots and the agent listens")
}

pub fn session(sim: &Sim) -> Session {
    let target = format!("tcp://127.0.0.1:{}", sim.port())
        .parse()
        .expect("a target");
    let token = Token::from(sim.token().to_owned());
    Session::new(Guest::open(&target, token, None, &Providers::default()).expect("a guest"))
}

fn eval(session: &Session, source: &str) -> mc_runtime::Result<Value> {
    let setting = Setting {
        files: HostFiles::none(),
        trace: Trace::off(),
        cancel: Cancel::new(),
        limits: Limits::default(),
        modules: Arc::new(|_| None),
    };
    let script = Script {
        name: "(test)".to_owned(),
        source: source.to_owned(),
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(run::eval(session, script, &setting))
}

#[test]
fn a_screen_drawn_with_another_strike_is_read_and_clicked() {
    let strike = widened(CHICAGO_LIKE).leak();
    let (sim, plain) = (boot(Some(strike)), boot(None));
    assert!(
        sim.frame_buffer().pixels != plain.frame_buffer().pixels,
        "the strike looks different"
    );
    let session = session(&sim);
    let places = eval(
        &session,
        r#"return #mac.screen.find_all("Are you sure", { match = "contains" })"#,
    )
    .expect("read");
    assert_eq!(places, 1);
    eval(&session, r#"mac.screen.click_text("Cancel")"#).expect("clicked");
    assert!(
        sim.scene()
            .windows
            .iter()
            .all(|window| window.kind != WindowKind::Alert)
    );
}

#[test]
fn a_strike_that_the_guest_does_not_have_is_not_read() {
    // The screen of one, the strikes of the other: as if an application had drawn with a font of its own.
    let drawn = boot(Some(widened(CHICAGO_LIKE).leak()));
    let knows = boot(None);
    let capture = tokio::runtime::Runtime::new()
        .expect("a runtime")
        .block_on(async {
            let pixels = session(&drawn).capture(None).await?;
            session(&knows).read_capture(&pixels).await
        });
    let texts: Vec<String> = capture.expect("read").into_iter().map(|line| line.text).collect();
    let in_scene: Vec<String> = drawn.scene().texts.into_iter().map(|text| text.text).collect();
    for text in &texts {
        assert!(
            in_scene.iter().any(|true_text| true_text.contains(text)),
            "`{text}` stands nowhere: {texts:?}"
        );
    }
    assert!(
        !texts
            .iter()
            .any(|text| text.contains("sure") || text == "Cancel" || text == "OK"),
        "{texts:?}"
    );
    let refused = eval(&session(&knows), r#"mac.screen.find("No such text")"#).expect_err("it is not there");
    assert_eq!(refused.code(), Code::NotOnScreen);
}
