//! Windows and the system's menus, worked by gestures of the agent while the front application tracks in a tight loop.

use mc_protocol::common::Point;
use mc_protocol::screen::{Gesture, Input, InputEvent};
use mc_sim::desktop::{MenuItemScene, Rect, WindowScene};
use mc_sim::{Profile, Sim};
use mc_tests::Wire;

use crate::support::boot_without_alert;

fn middle(rect: Rect) -> Point {
    Point {
        x: (rect.left + rect.right) / 2,
        y: (rect.top + rect.bottom) / 2,
    }
}

fn moved(point: Point, x: i16, y: i16) -> Point {
    Point {
        x: point.x + x,
        y: point.y + y,
    }
}

/// Presses at the first place, goes to the second, and lets go there.
fn drag(wire: &mut Wire, from: Point, to: Point) {
    let gesture = InputEvent {
        path: Some(vec![from, to]),
        hold_ms: Some(50),
        ..InputEvent::new(Gesture::Drag)
    };
    let events = vec![gesture];
    wire.call(&Input { events }).expect("the gesture is carried out");
}

fn front_window(sim: &Sim) -> WindowScene {
    sim.scene().windows.into_iter().next().expect("a window")
}

fn titles(sim: &Sim) -> Vec<String> {
    let windows = sim.scene().windows.into_iter();
    windows.map(|window| window.title).collect()
}

/// Waits until the desktop has got round to what was done; the wall clock only ends a test that fails.
fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !holds() {
        assert!(std::time::Instant::now() < deadline, "{what}");
        std::thread::yield_now();
    }
}

/// The title of a menu and an item of it.
fn item(sim: &Sim, menu: &str, text: &str) -> (Point, MenuItemScene) {
    let bar = sim.scene().menu_bar;
    let menu = bar
        .into_iter()
        .find(|shown| shown.title == menu)
        .expect("the menu");
    let item = menu.items.into_iter().find(|item| item.text == text);
    (middle(menu.rect), item.expect("the item"))
}

fn choose(sim: &Sim, wire: &mut Wire, menu: &str, text: &str) {
    let (title, item) = item(sim, menu, text);
    drag(wire, title, middle(item.rect));
}

#[test]
fn a_window_is_moved_made_smaller_and_scrolled() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot_without_alert(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let before = front_window(&sim);
        let title = Point {
            x: before.frame.left + 60,
            y: before.frame.top + 8,
        };
        drag(&mut wire, title, moved(title, 10, 14));
        let wanted = before.frame.offset(14, 10);
        eventually("the window has moved", || front_window(&sim).frame == wanted);
        let corner = middle(front_window(&sim).grow_box.expect("it can grow"));
        drag(&mut wire, corner, moved(corner, -150, -100));
        eventually("the window is smaller", || {
            let content = front_window(&sim).content;
            (content.height(), content.width())
                == (before.content.height() - 100, before.content.width() - 150)
        });
        let small = front_window(&sim);
        let bar = small.scroll_bars.iter().find(|bar| !bar.vertical);
        let bar = bar.expect("a scroll bar").clone();
        assert!(bar.maximum > 0, "{bar:?}");
        let thumb = middle(bar.thumb.expect("something to scroll"));
        let end = Point {
            x: bar.rect.right - 10,
            ..thumb
        };
        drag(&mut wire, thumb, end);
        eventually("the window has scrolled", || {
            let bars = front_window(&sim).scroll_bars;
            bars.iter().any(|bar| !bar.vertical && bar.value == bar.maximum)
        });
        let zoom = middle(small.zoom_box.expect("it can be zoomed"));
        drag(&mut wire, zoom, zoom);
        eventually("the window shows everything again", || {
            front_window(&sim).scroll_bars.iter().all(|bar| bar.maximum == 0)
        });
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn the_systems_menus_open_hide_and_switch() {
    let sim = boot_without_alert(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    choose(&sim, &mut wire, "\u{F8FF}", "Note Pad");
    eventually("the Note Pad is in front", || titles(&sim)[0] == "Note Pad");
    choose(&sim, &mut wire, "Application", "Hide Others");
    eventually("the Finder's window is hidden", || titles(&sim) == ["Note Pad"]);
    choose(&sim, &mut wire, "Application", "Show All");
    eventually("it shows again", || titles(&sim) == ["Note Pad", "Macintosh HD"]);
    choose(&sim, &mut wire, "Application", "Finder");
    eventually("the Finder is in front", || titles(&sim)[0] == "Macintosh HD");
    let (_, hide) = item(&sim, "Application", "Hide Finder");
    assert!(hide.enabled, "the Note Pad shows");
    choose(&sim, &mut wire, "Application", "Hide Finder");
    eventually("the Note Pad is in front", || titles(&sim) == ["Note Pad"]);
    assert_eq!(sim.bomb(), None);
}
