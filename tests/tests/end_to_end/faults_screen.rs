//! What goes wrong on request with the screen and with who works it.

use std::time::Duration;

use mc_protocol::screen::{Gesture, Input, InputEvent};
use mc_protocol::{cursor, health, process};
use mc_sim::desktop::{Rect, WindowKind, WindowScene};
use mc_sim::{Fault, FaultKind, Profile, Sim, UserAction};
use mc_tests::Wire;

use crate::boot;
use crate::support::{assert_serves, boot_without_alert, launch_jotter, wait_until};

fn on(sim: &Sim, fault: &str) {
    let fault: Fault = fault.parse().expect("a fault");
    sim.fault(fault).expect("it can be switched on");
}

fn alert(sim: &Sim) -> Option<WindowScene> {
    let windows = sim.scene().windows;
    windows
        .into_iter()
        .find(|window| window.kind == WindowKind::Alert)
}

/// The middle of a button of the alert.
fn button(sim: &Sim, text: &str) -> (i16, i16) {
    let alert = alert(sim).expect("an alert is up");
    let button = alert.buttons.iter().find(|button| button.text == text);
    let rect: Rect = button.expect("it has the button").rect;
    ((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
}

fn click(wire: &mut Wire, (x, y): (i16, i16)) {
    let click = InputEvent {
        x: Some(x),
        y: Some(y),
        ..InputEvent::new(Gesture::Click)
    };
    wire.call(&Input { events: vec![click] }).expect("it is clicked");
}

/// Somebody at the Macintosh clicks.
fn user_clicks(sim: &Sim, (x, y): (i16, i16), count: usize) {
    let mut actions = vec![UserAction::Move { x, y }];
    for _ in 0..count {
        actions.extend([UserAction::Press, UserAction::Release]);
    }
    sim.user(&actions).expect("somebody clicks");
}

fn has_text(sim: &Sim, wanted: &str) -> bool {
    sim.scene().texts.iter().any(|text| text.text == wanted)
}

fn await_guest_time(sim: &Sim, span: Duration) {
    let before = sim.guest_time();
    wait_until("the guest's time stands still", || {
        sim.guest_time() - before > span
    });
}

#[test]
fn an_alert_that_gives_time_is_answered_through_the_agent() {
    for profile in Profile::ALL {
        let sim = boot_without_alert(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let psn = launch_jotter(&sim, &mut wire);
        on(
            &sim,
            "alert,text=The printer is out of paper, or switched off.,buttons=Try Again|Cancel",
        );
        wait_until("the alert does not come up", || alert(&sim).is_some());
        assert!(has_text(&sim, "The printer is out of paper, or switched off."));
        wire.call(&health::Health {}).expect("health is served");
        let finder = wire
            .call(&process::List { cursor: None })
            .expect("process.list")
            .processes;
        let finder = finder
            .iter()
            .find(|process| process.psn != psn)
            .expect("the Finder")
            .psn;
        let front = wire.call(&process::Front { psn: finder });
        assert!(
            !front.is_ok_and(|answer| answer.front),
            "the alert stays in front"
        );
        let cancel = button(&sim, "Cancel");
        click(&mut wire, cancel);
        wait_until("the alert stays", || alert(&sim).is_none());
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn an_alert_that_starves_the_agent_waits_for_somebody_at_the_mac() {
    for profile in [Profile::Plus, Profile::Quadra] {
        let sim = boot_without_alert(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        on(&sim, "alert,text=Something is wrong.,starves=true");
        wait_until("the alert does not come up", || alert(&sim).is_some());
        let asked = wire.request(&health::Health {});
        let then = sim.guest_time();
        await_guest_time(&sim, Duration::from_secs(1));
        user_clicks(&sim, button(&sim, "OK"), 1);
        let (id, answer) = wire.response();
        assert_eq!(id, Some(asked));
        answer.expect("health is served after all");
        assert!(sim.guest_time() - then > Duration::from_secs(1));
        assert!(alert(&sim).is_none());
        on(&sim, "alert,text=Something is wrong again.,starves=true");
        wait_until("the alert does not come up", || alert(&sim).is_some());
        sim.lift(FaultKind::Alert);
        wire.call(&health::Health {}).expect("health is served");
        wait_until("the alert stays", || alert(&sim).is_none());
    }
}

#[test]
fn a_text_that_is_too_long_for_an_alert_is_refused() {
    let sim = boot(Profile::Plus);
    let text = "long ".repeat(60);
    let refused = sim.fault(Fault::Alert {
        text,
        buttons: None,
        starves: None,
    });
    refused.expect_err("a text of a resource has 255 characters");
    assert_serves(&sim);
}

#[test]
fn a_screen_saver_goes_at_the_first_click_and_swallows_it() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let cancel = button(&sim, "Cancel");
    on(&sim, "screen_saver,seed=7");
    wait_until("the screen does not go black", || sim.scene().texts.is_empty());
    assert_eq!(sim.frame_buffer().color(1, 300), Some([0, 0, 0]));
    assert!(alert(&sim).is_none(), "nothing is to be seen");
    wire.call(&health::Health {}).expect("health is served");
    let then = sim.frame_buffer();
    wait_until("nothing moves", || sim.frame_buffer() != then);
    // The click that wakes the screen does nothing else, the next one does.
    click(&mut wire, cancel);
    sim.lift(FaultKind::ScreenSaver);
    wait_until("the alert does not come back", || has_text(&sim, "Cancel"));
    click(&mut wire, cancel);
    wait_until("the click does not arrive", || alert(&sim).is_none());
}

#[test]
fn a_screen_saver_waits_until_nobody_has_done_anything() {
    let sim = boot(Profile::Plus);
    on(&sim, "screen_saver,after=0.5");
    assert!(has_text(&sim, "Cancel"));
    wait_until("the screen does not go black", || sim.scene().texts.is_empty());
    sim.user(&[UserAction::Move { x: 50, y: 60 }]).expect("a hand");
    wait_until("the screen stays black", || has_text(&sim, "Cancel"));
    assert_serves(&sim);
}

#[test]
fn a_hand_on_the_mouse_moves_it_from_where_the_agent_has_put_it() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let to = InputEvent {
        x: Some(320),
        y: Some(240),
        ..InputEvent::new(Gesture::Move)
    };
    let input = || Input {
        events: vec![to.clone()],
    };
    on(&sim, "user_hand,reach=30,seed=5");
    wire.call(&input()).expect("it is moved");
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let at = wire.call(&cursor::Get {}).expect("cursor.get is served");
        places.insert((at.x, at.y));
        await_guest_time(&sim, Duration::from_millis(50));
    }
    assert!(places.len() > 4, "{places:?}");
    click(&mut wire, (5, 300));
    assert!(!sim.button_is_down());
    sim.lift(FaultKind::UserHand);
    wire.call(&input()).expect("it is moved");
    await_guest_time(&sim, Duration::from_millis(100));
    let at = wire.call(&cursor::Get {}).expect("cursor.get is served");
    assert_eq!((at.x, at.y), (320, 240));
}

#[test]
fn windows_that_come_to_the_front_are_blank_for_a_while() {
    const DISK: &str = "Macintosh HD";
    let sim = boot_without_alert(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let icons = sim.scene().desktop_icons;
    let disk = icons.iter().find(|icon| icon.name == DISK).expect("its icon");
    let middle = (
        (disk.rect.left + disk.rect.right) / 2,
        (disk.rect.top + disk.rect.bottom) / 2,
    );
    user_clicks(&sim, middle, 2);
    wait_until("its window does not open", || has_text(&sim, "Read Me"));
    let jotter = launch_jotter(&sim, &mut wire);
    on(&sim, "slow_redraw,seconds=1");
    let processes = wire
        .call(&process::List { cursor: None })
        .expect("process.list")
        .processes;
    let finder = processes
        .iter()
        .find(|process| process.psn != jotter && process.name == "Finder");
    let psn = finder.expect("the Finder").psn;
    wire.call(&process::Front { psn }).expect("it comes forward");
    wait_until("the window does not go blank", || !has_text(&sim, "Read Me"));
    assert!(sim.scene().windows.iter().any(|window| window.title == DISK));
    assert!(has_text(&sim, DISK), "its title bar is drawn");
    let then = sim.guest_time();
    wait_until("the window stays blank", || has_text(&sim, "Read Me"));
    assert!(sim.guest_time() - then < Duration::from_secs(2));
    sim.lift(FaultKind::SlowRedraw);
    wire.call(&health::Health {}).expect("health is served");
}
