//! Ranges, MacBinary and interrupted puts from Lua on the real agent.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use mc_protocol::Code;
use mc_sim::{Consent, Sim};
use mc_tests::noise;
use serde_json::{Value, json};

use crate::lua::{desktop, eval, eval_in, session, session_by, value};
use crate::support::{assert_serves, file};

const PATH: &str = "Macintosh HD:Two Forks";

/// A Macintosh with a file of two forks.
fn with_file(data: &[u8], resource: &[u8]) -> Sim {
    let sim = desktop(Consent::Full);
    sim.add_file(PATH, file(data, resource)).expect("room for it");
    sim
}

/// Runs Lua with a folder of the host, and the content of a file there afterwards.
fn written(sim: &Sim, source: &str, name: &str) -> (Value, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let answer =
        eval_in(&session(sim), folder.path(), source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let bytes = std::fs::read(folder.path().join(name)).expect(name);
    (answer, bytes)
}

#[test]
fn a_range_may_begin_in_one_fork_and_end_in_the_other() {
    let sim = with_file(b"0123456789", b"abcdef");
    let source = "
        local function part(options)
            local got = mac.fs.get('Macintosh HD:Two Forks', options)
            expect.equal(got.crc32, mac.fs.crc32((got.data or '') .. (got.resource or '')))
            return {got.data, got.resource}
        end
        return {
            part{}, part{offset = 8, length = 4}, part{offset = 12}, part{length = 0}, part{fork = 'data', offset = 7},
            part{offset = 16}, part{fork = 'resource', offset = 4, length = 100},
        }";
    assert_eq!(
        value(&sim, source),
        json!([
            ["0123456789", "abcdef"],
            ["89", "ab"],
            ["", "cdef"],
            ["", ""],
            ["789"],
            ["", ""],
            { "2": "ef" }
        ])
    );
    let beyond = eval(&sim, "mac.fs.get('Macintosh HD:Two Forks', {offset = 17})");
    assert_eq!(beyond.expect_err("beyond its end").code(), Code::BadParams);
    let source = "
        local before = mac.fs.stat('Macintosh HD:Two Forks').modified
        mac.fs.get('Macintosh HD:Two Forks', {unchanged_since = before})
        mac.fs.put({data = 'new'}, 'Macintosh HD:Two Forks', {replace = true, modified = before + 60})
        mac.fs.get('Macintosh HD:Two Forks', {unchanged_since = before})";
    assert_eq!(eval(&sim, source).expect_err("changed").code(), Code::Changed);
}

#[test]
fn a_fork_that_is_asked_for_is_written_to_the_host() {
    let sim = with_file(b"the data", b"the resource");
    for (options, wanted) in [
        ("{fork = 'data'}", &b"the data"[..]),
        ("{fork = 'resource'}", b"the resource"),
        ("{fork = 'both'}", b"the data"),
    ] {
        let source = format!("mac.fs.get('{PATH}', 'got', {options})");
        assert_eq!(written(&sim, &source, "got").1, wanted, "{options}");
    }
    let source = format!("mac.fs.get('{PATH}', 'data', {{resource = 'resource'}})");
    assert_eq!(written(&sim, &source, "resource").1, b"the resource");
    let nowhere = eval(
        &sim,
        "mac.fs.get('Macintosh HD:Two Forks', {fork = 'macbinary', resource = 'x'})",
    );
    assert_eq!(
        nowhere.expect_err("no place for it").details()["param"],
        "resource"
    );
}

#[test]
fn a_file_goes_to_the_host_and_back_as_macbinary() {
    // So long that the stream, with its header and padding, is exactly two of the pieces that a large file is fetched in.
    let data = noise((2 << 20) - 128 - 1024, 3);
    let resource = noise(1000, 4);
    let sim = with_file(&data, &resource);
    let source = "
        local path, copy = 'Macintosh HD:Two Forks', 'Macintosh HD:Copy'
        mac.fs.get(path, 'file.bin', {fork = 'macbinary'})
        mac.fs.put('file.bin', copy, {macbinary = true, comment = 'Grüße'})
        local old, new = mac.fs.stat(path), mac.fs.stat(copy)
        for _, name in ipairs{'type', 'creator', 'data_size', 'resource_size', 'created', 'modified'} do
            expect.equal(new[name], old[name], name)
        end
        return {new.type, new.creator, new.comment}";
    let (answer, stream) = written(&sim, source, "file.bin");
    assert_eq!(answer, json!(["TEXT", "ttxt", "Grüße"]));
    assert_eq!(stream.len(), 2 << 20);
    let copy = sim.file("Macintosh HD:Copy").expect("it was put");
    assert!(copy.data == data && copy.resource == resource);
    let both = eval(
        &sim,
        "mac.fs.put({data = 'x', resource = 'y'}, 'Macintosh HD:X', {macbinary = true})",
    );
    assert_eq!(
        both.expect_err("it has both in it").details()["param"],
        "resource"
    );
}

#[test]
fn a_source_under_a_wrong_name_is_no_empty_file() {
    let sim = desktop(Consent::Full);
    for source in [
        "{dta = 'x'}",
        "{'x'}",
        "{}",
        "{data = 5}",
        "5",
        "{data = 'x', rsrc = 'y'}",
    ] {
        let put = format!("mac.fs.put({source}, 'Macintosh HD:Lost')");
        let error = eval(&sim, &put).expect_err(source);
        assert_eq!(error.code(), Code::BadParams, "{source}: {error}");
    }
    assert_eq!(sim.file("Macintosh HD:Lost"), None);
}

/// Stands between a host and the agent. The first connection is cut once so many bytes have gone to the agent.
struct Between {
    port: u16,
    to_guest: Arc<AtomicUsize>,
}

fn between(guest: u16, cut_after: usize) -> Between {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let to_guest = Arc::new(AtomicUsize::new(0));
    let passed = Arc::clone(&to_guest);
    thread::spawn(move || {
        let mut most = Some(cut_after);
        for host in listener.incoming() {
            let host = host.expect("a connection");
            let agent = TcpStream::connect(("127.0.0.1", guest)).expect("the agent listens");
            let (mut back, mut to_host) = (
                agent.try_clone().expect("a socket"),
                host.try_clone().expect("a socket"),
            );
            thread::spawn(move || {
                // Whoever closes first ends both directions.
                let _ = std::io::copy(&mut back, &mut to_host);
                let _ = to_host.shutdown(Shutdown::Both);
            });
            pass_on(host, agent, &passed, most.take());
        }
    });
    Between { port, to_guest }
}

fn pass_on(mut host: TcpStream, mut agent: TcpStream, passed: &AtomicUsize, most: Option<usize>) {
    let mut buffer = [0; 4096];
    loop {
        let count = host.read(&mut buffer).unwrap_or(0);
        let so_far = passed.fetch_add(count, Ordering::Relaxed) + count;
        let is_cut = most.is_some_and(|most| so_far > most);
        if count == 0 || is_cut || agent.write_all(&buffer[..count]).is_err() {
            // The other side may be gone already.
            let _ = (host.shutdown(Shutdown::Both), agent.shutdown(Shutdown::Both));
            return;
        }
    }
}

#[test]
fn a_put_that_was_cut_goes_on_where_it_was() {
    let (data, resource) = (noise(380_000, 5), noise(20_000, 6));
    let sim = desktop(Consent::Full);
    let line = between(sim.port(), 300_000);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("data"), &data).expect("written");
    std::fs::write(folder.path().join("resource"), &resource).expect("written");
    let source = "
        local function put()
            return mac.fs.put('data', 'Macintosh HD:Large', {resource = 'resource', type = 'TEXT', creator = 'ttxt', resume = true})
        end
        local problem = expect.fails('unconfirmed', put)
        expect.fails('not_found', function() mac.fs.stat('Macintosh HD:Large') end)
        return {problem.details.cause, put().crc32}";
    let answer = eval_in(&session_by(&sim, line.port), folder.path(), source).expect("it goes on");
    let whole = [data.clone(), resource.clone()].concat();
    assert_eq!(answer, json!(["disconnected", crc32fast::hash(&whole)]));
    let there = sim.file("Macintosh HD:Large").expect("it was put");
    assert!(there.data == data && there.resource == resource);
    // All of it once more after the cut would be 700 KB.
    let sent = line.to_guest.load(Ordering::Relaxed);
    assert!(sent < 480_000, "{sent} bytes were sent");
    assert_serves(&sim);
}
