//! What runs at interrupt time on a Plus stays under 100 microseconds, whatever the gesture.

use std::time::Duration;

use mc_protocol::common::Point;
use mc_protocol::screen::{Gesture, Input, InputEvent, Modifier};
use mc_sim::Profile;
use mc_tests::Wire;

use crate::boot;

const LIMIT: Duration = Duration::from_micros(100);

fn at(x: i16, y: i16, gesture: Gesture) -> InputEvent {
    InputEvent {
        x: Some(x),
        y: Some(y),
        ..InputEvent::new(gesture)
    }
}

#[test]
fn no_gesture_takes_longer_than_it_may() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let modifiers = Some(vec![Modifier::Command, Modifier::Shift, Modifier::Option]);
    let path = Some(vec![Point { x: 5, y: 300 }, Point { x: 20, y: 310 }]);
    let gestures = [
        at(5, 300, Gesture::Move),
        InputEvent {
            modifiers: modifiers.clone(),
            ..at(5, 300, Gesture::Click)
        },
        InputEvent {
            count: Some(3),
            ..at(5, 300, Gesture::Click)
        },
        InputEvent {
            path,
            modifiers: modifiers.clone(),
            ..InputEvent::new(Gesture::Drag)
        },
        InputEvent {
            char: Some(b'x'),
            modifiers: modifiers.clone(),
            ..InputEvent::new(Gesture::Key)
        },
        InputEvent {
            text: Some("Typed Text, longer than the queue of events".to_owned()),
            ..InputEvent::new(Gesture::Type)
        },
    ];
    for gesture in gestures {
        let kind = gesture.r#type;
        sim.reset_stats();
        wire.call(&Input {
            events: vec![gesture],
        })
        .expect("the gesture is carried out");
        let stats = sim.stats();
        let worst = stats.span_of(stats.worst_own_in_interrupt);
        assert!(stats.interrupt_calls > 0, "{kind:?} runs at interrupt time");
        assert!(worst < LIMIT, "{kind:?} takes {worst:?}");
    }
}
