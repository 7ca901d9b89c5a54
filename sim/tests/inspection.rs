//! What a test can see of a running simulator and change in it.

use mc_sim::{Config, Consent, FileContents, Profile, Sim, SimError};
use std::error::Error;
use std::net::TcpStream;

fn text(data: &[u8]) -> FileContents {
    FileContents {
        file_type: *b"TEXT",
        creator: *b"ttxt",
        data: data.to_vec(),
        resource: Vec::new(),
    }
}

#[test]
fn files_are_put_listed_and_read() -> Result<(), Box<dyn Error>> {
    let sim = Sim::start(Config::default())?;
    sim.add_file("Macintosh HD:Documents:Übung", text(b"hello"))?;
    assert_eq!(sim.file("macintosh hd:documents:ÜBUNG"), Some(text(b"hello")));
    let names = |path: &str| -> Vec<String> {
        sim.list(path)
            .unwrap_or_default()
            .into_iter()
            .map(|entry| entry.name)
            .collect()
    };
    assert!(names("Macintosh HD:Documents").contains(&"Übung".to_owned()));
    assert!(names("Macintosh HD").contains(&"System Folder".to_owned()));
    assert_eq!(sim.list("Macintosh HD:Read Me"), None, "a file is no folder");
    assert_eq!(sim.file("Macintosh HD:Documents"), None, "a folder is no file");
    let twice = sim.add_file("Macintosh HD:Documents:Übung", text(b""));
    assert!(
        matches!(twice, Err(SimError::Volume { code: -48, .. })),
        "{twice:?}"
    );
    let nowhere = sim.add_file("Macintosh HD:Nowhere:File", text(b""));
    assert!(
        matches!(nowhere, Err(SimError::Volume { code: -120, .. })),
        "{nowhere:?}"
    );
    Ok(())
}

#[test]
fn the_preferences_hold_what_the_configuration_says() -> Result<(), Box<dyn Error>> {
    let sim = Sim::start(Config {
        token: "secret".to_owned(),
        consent: Consent::ReadOnly,
        ..Config::default()
    })?;
    let preferences = sim.file("Macintosh HD:System Folder:Preferences:mc-agent Preferences");
    let preferences = preferences.map(|file| String::from_utf8_lossy(&file.data).into_owned());
    assert_eq!(
        preferences.as_deref(),
        Some("token = secret\rport = 4780\ragent = read-only\r")
    );
    assert_eq!(sim.token(), "secret");
    Ok(())
}

#[test]
fn the_screen_shows_the_scene() -> Result<(), Box<dyn Error>> {
    for (profile, trash, windows) in [(Profile::Plus, false, 0), (Profile::Iici, true, 1)] {
        let sim = Sim::start(Config {
            profile,
            trash,
            ..Config::default()
        })?;
        let screen = sim.frame_buffer();
        assert_eq!(
            screen.pixels.len(),
            usize::from(screen.row_bytes) * usize::from(screen.height)
        );
        let black = if screen.depth == 1 { 1 } else { 255 };
        let below_menu_bar = (0..screen.width)
            .filter(|&x| screen.pixel(x, 19) == Some(black))
            .count();
        assert_eq!(
            below_menu_bar,
            usize::from(screen.width),
            "the line under the menu bar"
        );
        assert_eq!(screen.pixel(screen.width, 0), None);
        assert_eq!(sim.frame_buffer(), screen, "looking changes nothing");
        let alerts = sim
            .scene()
            .windows
            .iter()
            .filter(|window| !window.buttons.is_empty())
            .count();
        assert_eq!(alerts, windows);
    }
    Ok(())
}

#[test]
fn figures_start_over() -> Result<(), Box<dyn Error>> {
    let sim = Sim::start(Config::default())?;
    let before = sim.stats();
    assert!(before.worst_total_between_yields >= before.worst_own_between_yields);
    assert!((0.0..=1.0).contains(&before.modelled_share()));
    sim.reset_stats();
    let after = sim.stats();
    assert_eq!(after.hz, before.hz);
    assert!(after.own_cycles < before.own_cycles);
    Ok(())
}

#[test]
fn simulators_run_side_by_side_and_give_their_port_back() -> Result<(), Box<dyn Error>> {
    let first = Sim::start(Config::default())?;
    let second = Sim::start(Config::default())?;
    let port = first.port();
    assert_ne!(port, second.port());
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    drop(first);
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    assert!(TcpStream::connect(("127.0.0.1", second.port())).is_ok());
    Ok(())
}

#[test]
fn a_port_that_is_taken_is_an_error() -> Result<(), Box<dyn Error>> {
    let first = Sim::start(Config::default())?;
    let second = Sim::start(Config {
        listen_port: first.port(),
        ..Config::default()
    });
    assert!(matches!(second, Err(SimError::Host(_))));
    Ok(())
}

#[test]
fn every_machine_starts_with_all_the_memory_that_it_can_have() -> Result<(), Box<dyn Error>> {
    for profile in Profile::ALL {
        for &ram in profile.ram_sizes() {
            let sim = Sim::start(Config {
                profile,
                ram: Some(ram),
                ..Config::default()
            })?;
            assert_eq!(sim.bomb(), None, "{profile:?} {ram}");
        }
        let wrong = Sim::start(Config {
            profile,
            ram: Some(3 << 20),
            ..Config::default()
        });
        assert!(matches!(wrong, Err(SimError::Ram { .. })), "{profile:?}");
    }
    Ok(())
}
