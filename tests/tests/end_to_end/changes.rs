//! A capture that names an earlier one brings what has changed since, and nothing else.

use mc_protocol::common::{Point, Rect};
use mc_protocol::screen::{self, Gesture, Input, InputEvent};
use mc_runtime::guest::Guest;
use mc_runtime::provider::Providers;
use mc_runtime::screen::image::Rgb;
use mc_runtime::session::{Capture, Session};
use mc_runtime::target::Token;
use mc_sim::desktop;
use mc_sim::{FrameBuffer, Profile, Sim};
use mc_tests::Wire;

use crate::boot;

fn poll(wire: &mut Wire, region: Option<Rect>, since: Option<u32>) -> (screen::CaptureAnswer, usize) {
    let request = screen::Capture {
        region,
        since,
        ..screen::Capture::default()
    };
    let (answer, data) = wire.fetch(&request).expect("the screen can be captured");
    assert_eq!(answer.picture.is_some(), !data.is_empty());
    (answer, data.len())
}

fn middle(rect: desktop::Rect) -> Point {
    Point {
        x: (rect.left + rect.right) / 2,
        y: (rect.top + rect.bottom) / 2,
    }
}

fn click(at: Point) -> Input {
    Input {
        events: vec![InputEvent {
            x: Some(at.x),
            y: Some(at.y),
            ..InputEvent::new(Gesture::Click)
        }],
    }
}

fn cancel(sim: &Sim) -> Point {
    let buttons = sim.scene().windows.into_iter().flat_map(|window| window.buttons);
    let cancel = buttons.into_iter().find(|button| button.text == "Cancel");
    middle(cancel.expect("the alert is up").rect)
}

fn has_alert(sim: &Sim) -> bool {
    sim.scene()
        .windows
        .iter()
        .any(|window| window.kind == desktop::WindowKind::Alert)
}

#[test]
fn an_unchanged_screen_is_answered_without_data() {
    for profile in Profile::ALL {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        // The Finder counts what is on the disk, so the screen may change by itself.
        let (first, passed) = loop {
            let shown = sim.frame_buffer();
            let (first, _) = poll(&mut wire, None, None);
            let before = wire.passed();
            let (second, _) = poll(&mut wire, None, Some(first.checksum));
            if sim.frame_buffer() == shown {
                assert_eq!((second.checksum, second.picture), (first.checksum, None));
                break (first, wire.passed() - before);
            }
        };
        assert!(passed < 200, "{passed} bytes");
        let region = Some(Rect {
            x: 3,
            y: 0,
            width: 77,
            height: 5,
        });
        let (part, _) = poll(&mut wire, region, Some(first.checksum));
        assert!(
            part.picture.is_some_and(|part| part.bands.is_none()),
            "another region is another capture"
        );
        let (same, _) = poll(&mut wire, region, Some(part.checksum));
        assert_eq!(same.picture, None);
    }
}

#[test]
fn only_the_bands_that_changed_are_sent() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let (before, all) = poll(&mut wire, None, None);
    wire.call(&click(cancel(&sim))).expect("the click is carried out");
    while has_alert(&sim) {
        std::thread::yield_now();
    }
    let (after, changed) = poll(&mut wire, None, Some(before.checksum));
    let bands = after
        .picture
        .and_then(|picture| picture.bands)
        .expect("some bands changed");
    let rows: u32 = bands.iter().map(|band| u32::from(band.height)).sum();
    assert!(
        rows < 480 && changed < all / 2,
        "{rows} rows, {changed} bytes of {all}"
    );
    assert!(
        bands
            .windows(2)
            .all(|pair| pair[0].top + pair[0].height < pair[1].top),
        "runs, in order"
    );
    let (again, _) = poll(&mut wire, None, Some(before.checksum));
    let again = again.picture.and_then(|picture| picture.bands);
    assert!(again.is_some(), "the earlier one is still known");
}

#[test]
fn what_is_no_longer_known_is_sent_whole() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let (first, all) = poll(&mut wire, None, None);
    let (unheard, size) = poll(&mut wire, None, Some(first.checksum ^ 1));
    assert!(unheard.picture.is_some_and(|picture| picture.bands.is_none()) && size == all);
    for y in 0..5 {
        let region = Rect {
            x: 0,
            y: 40 * y,
            width: 100,
            height: 40,
        };
        poll(&mut wire, Some(region), None);
    }
    let (forgotten, size) = poll(&mut wire, None, Some(first.checksum));
    assert!(forgotten.picture.is_some_and(|picture| picture.bands.is_none()) && size == all);
}

/// Whether a capture has the colours of the screen.
fn shows(capture: &Capture, frame: &FrameBuffer) -> bool {
    let image = &capture.image;
    (0..frame.height).all(|y| {
        (0..frame.width).all(|x| {
            let shown = frame.color(x, y).map(|[r, g, b]| Rgb::new(r, g, b));
            image.pixel(x.into(), y.into()) == shown
        })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_host_puts_together_is_the_screen_after_each_of_many_changes() {
    let sim = boot(Profile::Iici);
    let target = format!("tcp://127.0.0.1:{}", sim.port())
        .parse()
        .expect("a target");
    let token = Token::from(sim.token().to_owned());
    let guest = Guest::open(&target, token, None, &Providers::default()).expect("opens lazily");
    let session = Session::new(guest.clone());
    guest.call(&click(cancel(&sim))).await.expect("a click");
    let menus: Vec<Point> = sim
        .scene()
        .menu_bar
        .iter()
        .map(|menu| middle(menu.rect))
        .collect();
    let icons: Vec<Point> = sim
        .scene()
        .windows
        .iter()
        .map(|window| middle(window.frame))
        .collect();
    let corner = Point { x: 20, y: 460 };
    let places = menus.into_iter().chain(icons).flat_map(|place| [place, corner]);
    let mut compared = 0;
    for place in places {
        guest.call(&click(place)).await.expect("a click");
        loop {
            let before = sim.frame_buffer();
            let capture = session.capture(None).await.expect("a capture");
            if sim.frame_buffer() == before {
                assert!(shows(&capture, &before), "after a click at {place:?}");
                break;
            }
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared} changes");
    assert_eq!(sim.bomb(), None);
}
