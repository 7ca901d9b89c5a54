//! With a stepped clock what happens depends on nothing but what is asked of the machine.

use mc_sim::{Config, FrameBuffer, Profile, Sim, SimError, Speed, Stats, UserAction};
use std::error::Error;
use std::time::{Duration, Instant};

type Outcome = Result<(), Box<dyn Error>>;

fn stepped(profile: Profile, seed: u32) -> Result<Sim, SimError> {
    Sim::start(Config {
        profile,
        seed,
        speed: Speed::Stepped,
        ..Config::default()
    })
}

/// Everything that is compared.
struct Seen {
    screen: FrameBuffer,
    scene: String,
    stats: Stats,
    events: Vec<mc_sim::desktop::Event>,
    time: Duration,
}

fn look(sim: &Sim) -> Seen {
    Seen {
        screen: sim.frame_buffer(),
        scene: format!("{:?}", sim.scene()),
        stats: sim.stats(),
        events: sim.events_taken(),
        time: sim.guest_time(),
    }
}

/// What is not the same in two looks, by its name.
fn differences(one: &Seen, other: &Seen) -> Vec<&'static str> {
    let same = [
        ("screen", one.screen == other.screen),
        ("scene", one.scene == other.scene),
        ("stats", one.stats == other.stats),
        ("events", one.events == other.events),
        ("time", one.time == other.time),
    ];
    same.into_iter()
        .filter(|(_, same)| !same)
        .map(|(what, _)| what)
        .collect()
}

/// Pulls the File menu down, lets it go, and types.
fn play(sim: &Sim) -> Result<Vec<Seen>, SimError> {
    sim.step(1)?;
    let mut seen = vec![look(sim)];
    let moves: [&[UserAction]; 6] = [
        &[UserAction::Move { x: 40, y: 10 }, UserAction::Press],
        &[UserAction::Move { x: 45, y: 60 }],
        &[UserAction::Move { x: 200, y: 200 }, UserAction::Release],
        &[UserAction::KeyDown(0x38), UserAction::KeyDown(0x00)],
        &[UserAction::KeyUp(0x00), UserAction::KeyUp(0x38)],
        &[UserAction::KeyDown(0x02), UserAction::KeyUp(0x02)],
    ];
    for (moves, ticks) in moves.into_iter().zip([10, 7, 31, 4, 60, 61]) {
        sim.user(moves)?;
        sim.step(ticks)?;
        seen.push(look(sim));
    }
    Ok(seen)
}

#[test]
fn the_same_seed_and_script_give_the_same() -> Outcome {
    for profile in Profile::ALL {
        let first = play(&stepped(profile, 7)?)?;
        let second = play(&stepped(profile, 7)?)?;
        assert_eq!(first.len(), second.len());
        for (move_, (one, other)) in first.iter().zip(&second).enumerate() {
            assert_eq!(differences(one, other), [""; 0], "{profile:?}, move {move_}");
        }
        assert!(
            first[2].screen != first[0].screen,
            "{profile:?}: the menu is down"
        );
        assert!(first[6].events.len() > first[0].events.len(), "{profile:?}");
    }
    Ok(())
}

#[test]
fn another_seed_is_another_start() -> Outcome {
    let events = |seed| -> Result<_, SimError> {
        let seen = play(&stepped(Profile::Iici, seed)?)?;
        Ok(seen.last().map(|seen| seen.events.clone()))
    };
    assert_ne!(events(7)?, events(8)?, "they carry another TickCount");
    Ok(())
}

#[test]
fn idle_time_passes_by_steps_alone() -> Outcome {
    let sim = stepped(Profile::Iici, 1)?;
    sim.step(1)?;
    let before = sim.guest_time();
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(sim.guest_time(), before);
    sim.step(600)?;
    let passed = sim.guest_time() - before;
    assert!(
        passed >= Duration::from_millis(9_900) && passed < Duration::from_millis(10_100),
        "{passed:?}"
    );
    Ok(())
}

#[test]
fn another_clock_is_not_stepped() -> Outcome {
    let sim = Sim::start(Config::default())?;
    assert!(matches!(sim.step(1), Err(SimError::NotStepped)));
    Ok(())
}

#[test]
fn a_user_types_what_the_keys_say() -> Outcome {
    let sim = stepped(Profile::Plus, 1)?;
    sim.user(&[
        UserAction::KeyDown(0x37),
        UserAction::KeyDown(0x0D),
        UserAction::KeyUp(0x0D),
        UserAction::KeyUp(0x37),
    ])?;
    sim.step(10)?;
    let events = sim.events_taken();
    let key = events.last().ok_or("no event")?;
    assert_eq!(key.message & 0xFFFF, 0x0D77, "the w key");
    assert!(key.modifiers.command());
    Ok(())
}

#[test]
fn a_real_plus_does_not_run_ahead_of_the_wall_clock() -> Outcome {
    let began = Instant::now();
    let sim = Sim::start(Config {
        profile: Profile::Plus,
        speed: Speed::Real,
        ..Config::default()
    })?;
    // The last turn before the agent listened may have been charged, and not been waited for yet.
    let turn = Duration::from_millis(500);
    assert!(sim.guest_time() <= began.elapsed() + turn);
    Ok(())
}
