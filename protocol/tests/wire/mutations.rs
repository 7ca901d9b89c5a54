//! A hundred thousand damaged conversations into the Rust codec: no panic, no hang.

use crate::fixture::Fixture;
use mc_protocol::frame::{Decoder, Frame, HEADER_BYTES, Sender};
use mc_protocol::message::{FromGuest, FromHost};
use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};

const ROUNDS: usize = 100_000;
/// Larger fixtures are about a limit, which the golden test checks.
const LARGEST_SEED: usize = 1024;

/// One damage: a bit or byte changed, bytes removed, doubled or made noise, or the rest cut off.
fn damage(bytes: &mut Vec<u8>, random: &mut TestRng) {
    if bytes.is_empty() {
        return;
    }
    let at = random.random_range(0..bytes.len());
    let length = random.random_range(1..=8.min(bytes.len() - at));
    match random.random_range(0..6_u32) {
        0 => bytes[at] ^= 1 << random.random_range(0..8_u32),
        1 => bytes[at] = random.random(),
        2 => drop(bytes.drain(at..at + length)),
        3 => bytes.insert(at, bytes[at]),
        4 => bytes[at..at + length].fill_with(|| random.random()),
        _ => bytes.truncate(at + 1),
    }
}

/// Damages what stands on the wire, or, three times in four, a payload only: its header is made anew, so that the
/// parser behind the frames gets its share.
fn damaged(fixture: &Fixture, sender: Sender, random: &mut TestRng) -> Vec<u8> {
    let mut bytes = fixture.bytes.clone();
    let keeps_header = random.random_ratio(3, 4) && bytes.len() > HEADER_BYTES;
    let header = if keeps_header {
        bytes.drain(..HEADER_BYTES).collect()
    } else {
        Vec::new()
    };
    for _ in 0..random.random_range(1..3_u32) {
        damage(&mut bytes, random);
    }
    match header.first() {
        Some(0x01) => Frame::Json(bytes).encode_from(sender).unwrap_or_default(),
        _ => [header, bytes].concat(),
    }
}

/// What became of the rounds.
#[derive(Default)]
struct Tally {
    frames: usize,
    messages: usize,
    refused: usize,
}

/// Conversations that are good until they are damaged: a bad one would be refused for what it is.
fn is_good_seed(fixture: &Fixture) -> bool {
    fixture.bytes.len() <= LARGEST_SEED && !fixture.expected.iter().any(|line| line.starts_with("error"))
}

fn hammer(folder: &str, sender: Sender, parses: fn(&[u8]) -> bool) -> Tally {
    let seeds: Vec<Fixture> = Fixture::all(folder).into_iter().filter(is_good_seed).collect();
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut tally = Tally::default();
    for round in 0..ROUNDS {
        let bytes = damaged(&seeds[round % seeds.len()], sender, &mut random);
        let mut decoder = Decoder::new(sender);
        decoder.push(&bytes);
        loop {
            match decoder.next() {
                Ok(None) => break,
                Ok(Some(Frame::Binary { .. })) => tally.frames += 1,
                Ok(Some(Frame::Json(payload))) => {
                    tally.frames += 1;
                    tally.messages += usize::from(parses(&payload));
                }
                Err(_) => {
                    tally.refused += 1;
                    break;
                }
            }
        }
    }
    tally
}

#[test]
fn damaged_conversations_do_no_harm() {
    for (folder, sender, parses) in [
        (
            "from_host",
            Sender::Host,
            (|payload| FromHost::parse(payload).is_ok()) as fn(&[u8]) -> bool,
        ),
        ("from_guest", Sender::Guest, |payload| {
            FromGuest::parse(payload).is_ok()
        }),
    ] {
        let tally = hammer(folder, sender, parses);
        println!(
            "{folder}: {ROUNDS} damaged, {} frames, {} messages parsed, {} refused as frames",
            tally.frames, tally.messages, tally.refused
        );
        // The rounds are worth something only when many get past the frame layer and the parser.
        assert!(tally.messages > ROUNDS / 20 && tally.refused > ROUNDS / 100);
    }
}
