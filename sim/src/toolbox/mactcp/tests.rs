//! The driver's calls against real loopback sockets.

use super::{CS_CODE, IN_PROGRESS, RESULT, STREAM};
use crate::config::Host;
use crate::fault::{Fault, FaultKind};
use crate::profile::Profile;
use crate::testing::Bench;
use crate::toolbox::device_manager::IPP;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

const SYNC: u16 = 0xA004;
const ASYNC: u16 = 0xA404;

const CREATE: u16 = 30;
const PASSIVE_OPEN: u16 = 31;
const ACTIVE_OPEN: u16 = 32;
const SEND: u16 = 34;
const RECEIVE: u16 = 37;
const CLOSE: u16 = 38;
const ABORT: u16 = 39;
const STATUS: u16 = 40;
const RELEASE: u16 = 42;

const BUFFER_LEN: u32 = 8192;

/// A machine with a stream.
struct Tcp {
    bench: Bench,
    stream: u32,
}

impl Tcp {
    fn new() -> Tcp {
        let mut bench = Bench::new(Profile::Iici);
        let stream = create_stream(&mut bench, 0);
        Tcp { bench, stream }
    }

    fn block(&mut self, cs_code: u16) -> u32 {
        block(&mut self.bench, cs_code, self.stream)
    }

    fn listen(&mut self) -> u32 {
        let block = self.block(PASSIVE_OPEN);
        self.bench.put_word(block + 46, 4780);
        assert_eq!(self.bench.block_call(ASYNC, block), 0);
        block
    }

    /// A stream that a client has connected to.
    fn connected() -> (Tcp, TcpStream) {
        let mut tcp = Tcp::new();
        let block = tcp.listen();
        let client = tcp.client();
        assert_eq!(tcp.wait(block), 0);
        (tcp, client)
    }

    fn client(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.bench.machine.network.port())).expect("a connection")
    }

    /// Lets the machine run until a call is over; its result.
    fn wait(&mut self, block: u32) -> i16 {
        self.wait_until(|bench| bench.int(block + RESULT) != IN_PROGRESS);
        self.bench.int(block + RESULT)
    }

    /// Lets the machine idle until something is so. Its own time says nothing of how far the host's side has got: while it starts up it
    /// skips idle time. The deadline only ends tests that fail.
    fn wait_until(&mut self, done: impl Fn(&Bench) -> bool) {
        let end = Instant::now() + Duration::from_secs(30);
        while !done(&self.bench) {
            assert!(Instant::now() < end, "it never happened");
            let tick = self.bench.machine.clock.cycles_of_ticks(1);
            self.bench
                .machine
                .idle_until(self.bench.machine.clock.now() + tick)
                .expect("a machine that runs");
        }
    }

    /// Posts a receive of up to 100 bytes.
    fn receive(&mut self, timeout: u8) -> (u32, u32) {
        let block = self.block(RECEIVE);
        let buffer = self.bench.room(100);
        self.bench.put_byte(block + 32, timeout);
        self.bench.put_long(block + 36, buffer);
        self.bench.put_word(block + 40, 100);
        assert_eq!(self.bench.block_call(ASYNC, block), 0);
        (block, buffer)
    }

    /// Posts a send of some pieces.
    fn send(&mut self, pieces: &[&[u8]]) -> u32 {
        let wds = self.bench.room(6 * pieces.len() as u32 + 2);
        for (entry, piece) in (wds..).step_by(6).zip(pieces) {
            let bytes = self.bench.room(piece.len() as u32);
            self.bench.put_bytes(bytes, piece);
            self.bench.put_word(entry, piece.len() as u16);
            self.bench.put_long(entry + 2, bytes);
        }
        let block = self.block(SEND);
        self.bench.put_long(block + 38, wds);
        assert_eq!(self.bench.block_call(ASYNC, block), 0);
        block
    }

    /// The connection's state and unread bytes, or the result of TCPStatus where there is none.
    fn status(&mut self) -> Result<(u8, u16), i16> {
        let block = self.block(STATUS);
        match self.bench.block_call(SYNC, block) {
            0 => Ok((self.bench.byte(block + 52), self.bench.word(block + 60))),
            error => Err(error),
        }
    }
}

fn block(bench: &mut Bench, cs_code: u16, stream: u32) -> u32 {
    let block = bench.room(102);
    bench.put_word(block + 24, IPP as u16);
    bench.put_word(block + CS_CODE, cs_code);
    bench.put_long(block + STREAM, stream);
    block
}

fn create_stream(bench: &mut Bench, notify: u32) -> u32 {
    let block = block(bench, CREATE, 0);
    let buffer = bench.room(BUFFER_LEN);
    bench.put_long(block + 32, buffer);
    bench.put_long(block + 36, BUFFER_LEN);
    bench.put_long(block + 40, notify);
    assert_eq!(bench.block_call(SYNC, block), 0);
    bench.long(block + STREAM)
}

#[test]
fn bytes_go_both_ways() {
    let (mut tcp, mut client) = Tcp::connected();
    client.write_all(b"hello").unwrap();
    tcp.wait_until(|bench| {
        bench
            .machine
            .tcp
            .streams
            .values()
            .any(|stream| stream.status().is_some_and(|s| s.unread == 5))
    });
    assert_eq!(tcp.status(), Ok((8, 5)));
    let (receive, buffer) = tcp.receive(0);
    assert_eq!(tcp.wait(receive), 0);
    assert_eq!(tcp.bench.word(receive + 40), 5);
    assert_eq!(tcp.bench.bytes(buffer, 5), b"hello");
    let send = tcp.send(&[b"one ", b"two"]);
    assert_eq!(tcp.wait(send), 0);
    let mut answer = [0; 7];
    client.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"one two");
}

#[test]
fn a_standing_receive_keeps_a_send_from_completing() {
    let (mut tcp, mut client) = Tcp::connected();
    let (receive, _) = tcp.receive(0);
    let send = tcp.send(&[b"late"]);
    for _ in 0..20 {
        tcp.bench.pass_ticks(1);
    }
    assert_eq!(tcp.bench.int(send + RESULT), IN_PROGRESS);
    client.write_all(b"x").unwrap();
    assert_eq!((tcp.wait(receive), tcp.wait(send)), (0, 0));
}

#[test]
fn timeouts_are_signed_bytes_of_seconds() {
    let (mut tcp, _client) = Tcp::connected();
    let (receive, _) = tcp.receive(2);
    let second = tcp.bench.machine.clock.cycles_of(Duration::from_secs(1));
    tcp.bench.pass(second);
    assert_eq!(tcp.bench.int(receive + RESULT), IN_PROGRESS);
    tcp.bench.pass(second + 1);
    assert_eq!(tcp.wait(receive), -23016, "commandTimeout");
    let (negative, _) = tcp.receive(200);
    tcp.bench.pass(1);
    assert_eq!(tcp.wait(negative), -23016, "commandTimeout");
}

#[test]
fn a_connected_stream_listens_no_more_and_a_second_one_can() {
    let (mut tcp, _first) = Tcp::connected();
    let again = tcp.block(PASSIVE_OPEN);
    assert_eq!(tcp.bench.block_call(SYNC, again), -23007, "connectionExists");
    let other = create_stream(&mut tcp.bench, 0);
    let listen = block(&mut tcp.bench, PASSIVE_OPEN, other);
    tcp.bench.put_word(listen + 46, 4780);
    assert_eq!(tcp.bench.block_call(ASYNC, listen), 0);
    let _second = tcp.client();
    assert_eq!(tcp.wait(listen), 0);
}

#[test]
fn a_close_of_the_peer_is_seen_after_what_it_sent() {
    let (mut tcp, mut client) = Tcp::connected();
    client.write_all(b"bye").unwrap();
    drop(client);
    let (first, _) = tcp.receive(0);
    assert_eq!(tcp.wait(first), 0);
    let (second, _) = tcp.receive(0);
    assert_eq!(tcp.wait(second), -23005, "connectionClosing");
    assert_eq!(tcp.status(), Ok((14, 0)), "close wait");
    let close = tcp.block(CLOSE);
    assert_eq!(tcp.bench.block_call(SYNC, close), 0);
    assert_eq!(tcp.status(), Err(-23008), "connectionDoesntExist");
    let listen = tcp.listen();
    let _next = tcp.client();
    assert_eq!(tcp.wait(listen), 0);
}

#[test]
fn an_abort_ends_the_call_under_way_at_interrupt_time() {
    let (mut tcp, _client) = Tcp::connected();
    let (receive, _) = tcp.receive(0);
    let abort = tcp.block(ABORT);
    assert_eq!(tcp.bench.block_call(ASYNC, abort), 0);
    assert_eq!(tcp.bench.int(receive + RESULT), IN_PROGRESS);
    assert_eq!(tcp.wait(receive), -23012, "connectionTerminated");
    assert_eq!(tcp.wait(abort), 0);
}

#[test]
fn the_window_is_8_kb_and_opens_again() {
    let (mut tcp, mut client) = Tcp::connected();
    let all: Vec<u8> = (0..20_000_u32).map(|index| index as u8).collect();
    let sent = all.clone();
    let writer = std::thread::spawn(move || client.write_all(&sent).map(|()| client));
    let full = |bench: &Bench| {
        bench
            .machine
            .tcp
            .streams
            .values()
            .any(|s| s.status().is_some_and(|s| s.unread == 8192))
    };
    tcp.wait_until(full);
    let mut received = Vec::new();
    while received.len() < all.len() {
        let (receive, buffer) = tcp.receive(0);
        assert_eq!(tcp.wait(receive), 0);
        let count = u32::from(tcp.bench.word(receive + 40));
        received.extend(tcp.bench.bytes(buffer, count));
    }
    assert!(received == all);
    writer.join().unwrap().unwrap();
}

#[test]
fn a_paused_network_holds_everything_back() {
    let (mut tcp, mut client) = Tcp::connected();
    tcp.bench
        .machine
        .fault(Fault::NetworkPause)
        .expect("it can be switched on");
    client.write_all(b"x").unwrap();
    let (receive, _) = tcp.receive(0);
    for _ in 0..5 {
        tcp.bench.machine.poll_host(Duration::ZERO).unwrap();
        tcp.bench.pass_ticks(1);
    }
    assert_eq!(tcp.bench.int(receive + RESULT), IN_PROGRESS);
    tcp.bench.machine.lift(FaultKind::NetworkPause);
    assert_eq!(tcp.wait(receive), 0);
}

#[test]
fn the_notification_routine_hears_of_data_and_of_the_end() {
    let mut bench = Bench::new(Profile::Iici);
    let events = bench.room(16);
    // A Pascal routine: LEA 16(SP) to the event code is at 14(SP) behind return address, ICMP report, reason and user
    // data; it counts in the word that the event code is the index of, and removes 16 bytes of arguments.
    let routine = bench.code(&[
        0x302F,
        0x000E, // MOVE.W 14(SP),D0
        0xD040, // ADD.W D0,D0
        0x41F9,
        (events >> 16) as u16,
        events as u16, // LEA events,A0
        0x5270,
        0x0000, // ADDQ.W #1,0(A0,D0.W)
        0x205F, // MOVEA.L (SP)+,A0
        0x4FEF,
        0x0010, // LEA 16(SP),SP
        0x4ED0, // JMP (A0)
    ]);
    let stream = create_stream(&mut bench, routine);
    let mut tcp = Tcp { bench, stream };
    let listen = tcp.listen();
    let mut client = tcp.client();
    tcp.wait(listen);
    client.write_all(b"x").unwrap();
    tcp.wait_until(|bench| bench.word(events + 2 * 4) == 1);
    drop(client);
    tcp.wait_until(|bench| bench.word(events + 2) == 1);
}

#[test]
fn a_release_gives_the_buffer_back_and_leaves_nothing_behind() {
    let (mut tcp, _client) = Tcp::connected();
    assert!(tcp.bench.machine.tcp.pointers().count() > 0);
    let release = tcp.block(RELEASE);
    assert_eq!(tcp.bench.block_call(SYNC, release), 0);
    assert_eq!(tcp.bench.long(release + 36), BUFFER_LEN);
    assert_eq!(tcp.bench.machine.tcp.pointers().count(), 0);
    assert_eq!(tcp.bench.block_call(SYNC, release), -23010, "invalidStreamPtr");
}

#[test]
fn the_guest_dials_the_host() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut tcp = Tcp::new();
    tcp.bench.machine.network.add_host(Host {
        address: [10, 0, 2, 2],
        port: 4790,
        local_port: listener.local_addr().unwrap().port(),
    });
    let dial = tcp.block(ACTIVE_OPEN);
    tcp.bench.put_long(dial + 36, 0x0A00_0202);
    tcp.bench.put_word(dial + 40, 4790);
    assert_eq!(tcp.bench.block_call(ASYNC, dial), 0);
    assert_eq!(tcp.wait(dial), 0);
    let status = tcp.block(STATUS);
    assert_eq!(tcp.bench.block_call(SYNC, status), 0);
    assert_eq!(tcp.bench.long(status + 38), 0x0A00_0202, "remoteHost");
    assert_eq!(tcp.bench.word(status + 42), 4790, "remotePort");
    let (mut peer, _) = listener.accept().unwrap();
    let send = tcp.send(&[b"hi"]);
    assert_eq!(tcp.wait(send), 0);
    let mut answer = [0; 2];
    peer.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"hi");
}

#[test]
fn nobody_else_is_there_to_be_dialled() {
    let mut tcp = Tcp::new();
    let dial = tcp.block(ACTIVE_OPEN);
    tcp.bench.put_long(dial + 36, 0x0A00_0001);
    assert_eq!(tcp.bench.block_call(SYNC, dial), -23015, "openFailed");
}

#[test]
fn a_port_that_is_kept_for_an_old_connection_is_refused_for_a_while() {
    let mut tcp = Tcp::new();
    tcp.bench
        .machine
        .fault(Fault::PortKept { opens: 1 })
        .expect("it can be switched on");
    let refused = tcp.block(PASSIVE_OPEN);
    tcp.bench.put_word(refused + 46, 4780);
    assert_eq!(tcp.bench.block_call(SYNC, refused), -23017, "duplicateSocket");
    let listening = tcp.listen();
    let _client = tcp.client();
    assert_eq!(tcp.wait(listening), 0);
}

#[test]
fn a_buffer_that_is_too_small_and_a_driver_that_is_not_there_are_refused() {
    let mut bench = Bench::new(Profile::Plus);
    let create = block(&mut bench, CREATE, 0);
    let buffer = bench.room(4096);
    bench.put_long(create + 32, buffer);
    bench.put_long(create + 36, 4095);
    assert_eq!(bench.block_call(SYNC, create), -23006, "invalidLength");
    bench.put_word(create + 24, -5_i16 as u16);
    assert_eq!(bench.block_call(SYNC, create), -21, "badUnitErr");
    let open = bench.room(64);
    for (name, result) in [(&b".ipp"[..], 0), (b".XPP", -43)] {
        let name = bench.string(name);
        bench.put_long(open + 18, name);
        assert_eq!(bench.block_call(0xA000, open), result);
    }
}

#[test]
fn a_parameter_block_belongs_to_the_driver_until_its_call_has_completed() {
    let mut tcp = Tcp::new();
    let listening = tcp.listen();
    assert!(tcp.bench.try_os(ASYNC, listening, 0).is_err(), "it is under way");
    let abort = tcp.block(ABORT);
    assert_eq!(tcp.bench.block_call(SYNC, abort), 0);
    assert!(
        tcp.bench.try_os(ASYNC, listening, 0).is_err(),
        "its end has not been told"
    );
    assert_eq!(tcp.wait(listening), -23012, "connectionTerminated");
    assert_eq!(tcp.bench.block_call(ASYNC, listening), 0);
}
