//! The real agent boots on every profile, listens, and answers.

use mc_sim::{Config, Profile, Sim};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Sends one JSON frame and reads the one that answers it.
fn ask(socket: &mut TcpStream, body: &str) -> std::io::Result<String> {
    let mut frame = vec![1];
    frame.extend_from_slice(&(body.len() as u32).to_be_bytes());
    frame.extend_from_slice(body.as_bytes());
    socket.write_all(&frame)?;
    let mut header = [0; 5];
    socket.read_exact(&mut header)?;
    let len = u32::from_be_bytes([header[1], header[2], header[3], header[4]]);
    let mut answer = vec![0; len as usize];
    socket.read_exact(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn connect(sim: &Sim) -> std::io::Result<TcpStream> {
    let socket = TcpStream::connect(("127.0.0.1", sim.port()))?;
    socket.set_read_timeout(Some(Duration::from_secs(20)))?;
    socket.set_nodelay(true)?;
    Ok(socket)
}

#[test]
fn hello_is_answered_and_names_the_machine() -> Result<(), Box<dyn std::error::Error>> {
    for (profile, machine, cpu) in [
        (Profile::Plus, "Simulated Macintosh Plus", "68000"),
        (Profile::Iici, "Simulated Macintosh IIci", "68030"),
        (Profile::Quadra, "Simulated Macintosh Quadra 700", "68040"),
    ] {
        let sim = Sim::start(Config {
            profile,
            ..Config::default()
        })?;
        let mut socket = connect(&sim)?;
        let token = sim.token();
        let hello = format!(
            r#"{{"id":1,"method":"hello","params":{{"token":"{token}","client_id":"sim","protocol_version":1}}}}"#
        );
        let answer = ask(&mut socket, &hello)?;
        for expected in ["\"ok\":true", machine, cpu, "\"7.1\""] {
            assert!(
                answer.contains(expected),
                "{profile:?}: {expected} is not in {answer}"
            );
        }
        assert_eq!(sim.bomb(), None);
        let stats = sim.stats();
        assert!(
            stats.own_cycles > 0 && stats.charged_cycles > 0 && stats.yields > 0,
            "{stats:?}"
        );
    }
    Ok(())
}
