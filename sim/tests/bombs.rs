//! Programs that a real Macintosh would crash on: here each is a bomb that says why and where.

use mc_pack::OsType;
use mc_pack::macbinary::{FileName, MacFile};
use mc_pack::resource_fork::{Attributes, Resource, ResourceFork};
use mc_sim::{Bomb, Cause, Config, Profile, Sim, SimError};
use std::error::Error;

/// An application whose CODE 1 is these words; its first instruction is the entry.
fn application(words: &[u16]) -> Result<Vec<u8>, Box<dyn Error>> {
    let long = |value: u32| value.to_be_bytes();
    // Above A5: 32 bytes of parameters and the jump table; below: nothing but QuickDraw's pointer.
    let mut code_0 = Vec::new();
    for value in [40, 8, 8, 32] {
        code_0.extend(long(value));
    }
    // Offset 0; MOVE.W #1,-(SP); _LoadSeg.
    code_0.extend([0, 0, 0x3F, 0x3C, 0, 1, 0xA9, 0xF0]);
    let mut code_1 = vec![0, 0, 0, 1];
    code_1.extend(words.iter().flat_map(|word| word.to_be_bytes()));
    let mut size = vec![0, 0x80];
    size.extend(long(64 << 10));
    size.extend(long(64 << 10));

    let mut fork = ResourceFork::new();
    for (res_type, id, data) in [(*b"CODE", 0, code_0), (*b"CODE", 1, code_1), (*b"SIZE", -1, size)] {
        fork.add(Resource {
            res_type: OsType(res_type),
            id,
            name: None,
            attributes: Attributes::empty(),
            data,
        })?;
    }
    let mut file = MacFile::new(FileName::new(b"Program")?, OsType(*b"APPL"), OsType(*b"test"));
    file.resource_fork = fork.to_bytes()?;
    Ok(file.to_macbinary()?)
}

/// How a program ends.
fn end(profile: Profile, words: &[u16]) -> Result<SimError, Box<dyn Error>> {
    let config = Config {
        profile,
        ..Config::with_agent(application(words)?)
    };
    match Sim::start(config) {
        Ok(_) => Err("the program listens".into()),
        Err(error) => Ok(error),
    }
}

fn bomb(profile: Profile, words: &[u16]) -> Result<Bomb, Box<dyn Error>> {
    match end(profile, words)? {
        SimError::Bomb(bomb) => Ok(bomb),
        other => Err(other.into()),
    }
}

/// Ends a program without a bomb.
const RTS: u16 = 0x4E75;
const NOP: u16 = 0x4E71;

#[test]
fn a_program_that_returns_has_ended() -> Result<(), Box<dyn Error>> {
    for profile in Profile::ALL {
        let end = end(profile, &[RTS])?;
        assert!(matches!(end, SimError::AgentEnded), "{profile:?}: {end}");
    }
    Ok(())
}

#[test]
fn an_unknown_trap_is_named_with_its_place() -> Result<(), Box<dyn Error>> {
    let bomb = bomb(Profile::Iici, &[NOP, 0xA9EB, RTS])?;
    assert_eq!(bomb.cause, Cause::UnknownTrap { word: 0xA9EB });
    assert_eq!(bomb.code_offset, Some(2));
    let text = bomb.to_string();
    assert!(
        text.contains("$A9EB") && text.contains("CODE 1 + $0002"),
        "{text}"
    );
    Ok(())
}

#[test]
fn an_odd_address_is_a_bomb_on_a_68000_only() -> Result<(), Box<dyn Error>> {
    // LEA -11(SP),A0; MOVE.W (A0),D0.
    let program = [0x41EF, 0xFFF5, 0x3010, RTS];
    let bomb = bomb(Profile::Plus, &program)?;
    assert!(
        matches!(bomb.cause, Cause::AddressError { address } if address % 2 == 1),
        "{bomb}"
    );
    assert_eq!(bomb.code_offset, Some(4));
    assert!(matches!(end(Profile::Iici, &program)?, SimError::AgentEnded));
    Ok(())
}

#[test]
fn an_odd_parameter_block_is_a_bomb_in_the_call() -> Result<(), Box<dyn Error>> {
    // LEA -101(SP),A0; _Read.
    let bomb = bomb(Profile::Plus, &[0x41EF, 0xFF9B, 0xA002, RTS])?;
    assert!(matches!(bomb.cause, Cause::AddressError { .. }), "{bomb}");
    assert_eq!(bomb.code_offset, Some(4));
    Ok(())
}

/// Writes RTS behind itself, does what `flush` says, and calls what it wrote.
fn program_that_writes_code(flush: &[u16]) -> Vec<u16> {
    let mut words = vec![
        0x41FA,
        10 + 2 * flush.len() as u16, // LEA target(PC),A0
        0x30BC,
        RTS, // MOVE.W #RTS,(A0)
    ];
    words.extend(flush);
    words.extend([0x4EBA, 4]); // JSR target(PC)
    words.extend([RTS, NOP]); // target is the NOP
    words.push(RTS);
    words
}

#[test]
fn code_that_was_written_as_data_needs_a_cache_flush_on_a_68040() -> Result<(), Box<dyn Error>> {
    let naive = program_that_writes_code(&[]);
    let bomb = bomb(Profile::Quadra, &naive)?;
    assert!(matches!(bomb.cause, Cause::StaleCode { .. }), "{bomb}");
    for profile in [Profile::Plus, Profile::Iici] {
        assert!(
            matches!(end(profile, &naive)?, SimError::AgentEnded),
            "{profile:?} has no copyback cache"
        );
    }
    let cache_flush: &[u16] = &[0xA0BD];
    let hw_priv: &[u16] = &[0x7001, 0xA198]; // MOVEQ #1,D0
    for flush in [cache_flush, hw_priv] {
        let end = end(Profile::Quadra, &program_that_writes_code(flush))?;
        assert!(matches!(end, SimError::AgentEnded), "{end}");
    }
    Ok(())
}

#[test]
fn flushing_caches_that_are_not_there_is_a_bomb() -> Result<(), Box<dyn Error>> {
    let bomb = bomb(Profile::Plus, &[0xA0BD, RTS])?;
    assert_eq!(bomb.cause, Cause::UnknownTrap { word: 0xA0BD });
    Ok(())
}

#[test]
fn a_wild_pointer_is_a_bus_error() -> Result<(), Box<dyn Error>> {
    for profile in Profile::ALL {
        // MOVE.L $00F00000,D0: beyond the memory of a Plus and a IIci; in 32-bit mode beyond that of a Quadra:
        // MOVE.L $7FF00000,D0.
        let high = if profile == Profile::Quadra {
            0x7FF0
        } else {
            0x00F0
        };
        let bomb = bomb(profile, &[0x2039, high, 0, RTS])?;
        assert!(
            matches!(bomb.cause, Cause::BusError { write: false, .. }),
            "{profile:?}: {bomb}"
        );
    }
    Ok(())
}

#[test]
fn a_stack_without_end_is_noticed() -> Result<(), Box<dyn Error>> {
    // BSR to itself.
    let bomb = bomb(Profile::Plus, &[0x61FE])?;
    assert!(matches!(bomb.cause, Cause::StackRanIntoHeap { .. }), "{bomb}");
    Ok(())
}

#[test]
fn a_timer_left_behind_is_a_bomb() -> Result<(), Box<dyn Error>> {
    // LEA -64(SP),A0; _InsTime; RTS.
    let bomb = bomb(Profile::Iici, &[0x41EF, 0xFFC0, 0xA058, RTS])?;
    assert!(
        matches!(
            bomb.cause,
            Cause::Stale {
                what: "Time Manager task",
                ..
            }
        ),
        "{bomb}"
    );
    Ok(())
}

#[test]
fn dividing_by_zero_is_a_bomb() -> Result<(), Box<dyn Error>> {
    // MOVEQ #0,D0; DIVU D0,D1.
    let bomb = bomb(Profile::Plus, &[0x7000, 0x82C0, RTS])?;
    assert_eq!(
        bomb.cause,
        Cause::Exception {
            name: "division by zero"
        }
    );
    Ok(())
}

#[test]
fn what_is_no_macbinary_is_refused() {
    let outcome = Sim::start(Config::with_agent(vec![1, 2, 3]));
    assert!(matches!(outcome, Err(SimError::Agent(_))));
}
