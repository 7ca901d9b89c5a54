//! Damage and malice: an error or an image, never a panic, in bounded time and memory.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};

use super::{PictError, decode, pattern, ramp};
use crate::screen::testing::pict::{Bits, Edges, Picture};

/// Valid pictures of every kind, to be damaged.
fn seeds() -> Vec<Vec<u8>> {
    let frame = Edges::at(3, 4, 90, 12);
    let half = Edges::at(3, 4, 90, 6);
    let eight = Bits::whole(frame, 8, Some(ramp(256)), pattern(90, 12, 256));
    let two = Bits::whole(half, 2, Some(ramp(4)), pattern(90, 6, 4));
    let one = Bits::whole(frame, 1, None, pattern(90, 12, 2));
    vec![
        Picture::version_2(frame).clip(frame).bits(&eight).end(),
        Picture::version_2(frame)
            .bits(&Bits {
                packed: false,
                ..eight.clone()
            })
            .end(),
        Picture::version_2(frame)
            .opcode(0xA1, &[0, 1, 0, 2, 5, 6])
            .bits(&two)
            .bits(&two)
            .end(),
        Picture::version_1(frame).clip(frame).bits(&one).end(),
    ]
}

#[test]
fn every_truncation_is_an_error() {
    for seed in seeds() {
        assert!(decode(&seed).is_ok());
        // Everything but the end-of-picture opcode's own last byte is needed.
        for end in 0..seed.len() - 1 {
            assert!(decode(&seed[..end]).is_err(), "cut at {end} of {}", seed.len());
        }
    }
}

#[test]
fn twenty_thousand_mutations_neither_panic_nor_linger() {
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let seeds = seeds();
    let (mut decoded, mut refused) = (0, 0);
    for round in 0..20_000 {
        let mut picture = seeds[round % seeds.len()].clone();
        for _ in 0..1 + random.next_u32() % 4 {
            mutate(&mut picture, &mut random);
        }
        let start = Instant::now();
        match decode(&picture) {
            Ok(_) => decoded += 1,
            Err(_) => refused += 1,
        }
        assert!(
            start.elapsed() < Duration::from_secs(2),
            "round {round} took {:?}",
            start.elapsed()
        );
    }
    println!("{decoded} of 20000 mutations decoded, {refused} were refused");
    assert!(
        decoded > 1000 && refused > 1000,
        "the mutations must reach both outcomes"
    );
}

fn mutate(picture: &mut Vec<u8>, random: &mut TestRng) {
    let at = random.next_u32() as usize % picture.len();
    match random.next_u32() % 5 {
        0 => picture[at] ^= 1 << (random.next_u32() % 8),
        1 => picture[at] = random.next_u32() as u8,
        2 => picture[at] = [0, 0xFF, 0x7F, 0x80][random.next_u32() as usize % 4],
        3 => picture.insert(at, random.next_u32() as u8),
        _ => drop(picture.drain(at..(at + 3).min(picture.len() - 1).max(at))),
    }
}

#[test]
fn a_length_past_the_end_is_truncation() {
    let frame = Edges::at(0, 0, 8, 8);
    for opcode in [0x00D0, 0x8100] {
        let picture = Picture::version_2(frame)
            .opcode(opcode, &[0xFF, 0xFF, 0xFF, 0xFF])
            .end();
        assert!(matches!(decode(&picture), Err(PictError::Truncated { .. })));
    }
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = decode(&bytes);
    }

    #[test]
    fn any_opcodes_after_a_good_start_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut picture = Picture::version_2(Edges::at(0, 0, 64, 64)).end();
        picture.truncate(picture.len() - 2);
        picture.extend(bytes);
        let _ = decode(&picture);
    }
}
