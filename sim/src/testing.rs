//! What the unit tests of the managers share: a Macintosh on which a test makes single calls, as a program would.
//!
//! The agent is launched, so there is a partition with heap, stack and A5 world, but its code does not run.

use crate::bomb::{Cause, Stop};
use crate::boot::{Booted, boot};
use crate::config::Config;
use crate::front::Front;
use crate::machine::{Command, Machine};
use crate::network::Network;
use crate::profile::Profile;
use crate::toolbox::process_manager;
use crate::trap;
use std::sync::mpsc::{self, Sender};

/// An argument or a result of a Toolbox call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Slot {
    Word(u16),
    Long(u32),
}

use Slot::{Long, Word};

/// A Macintosh for single calls.
pub(crate) struct Bench {
    pub machine: Machine,
    /// The agent's file in the catalogue.
    pub agent: u32,
    /// Kept, so that the machine goes on.
    _commands: Sender<Command>,
}

impl Bench {
    /// A machine of this profile, without a desktop.
    pub fn new(profile: Profile) -> Bench {
        Bench::with(Config {
            profile,
            ..Config::default()
        })
    }

    /// A machine of this configuration, without a desktop.
    pub fn with(config: Config) -> Bench {
        let (sender, commands) = mpsc::channel();
        let network = Network::new(0, Vec::new()).expect("a loopback port");
        let Booted { mut machine, agent } =
            boot(&config, network, commands, None).expect("a machine that boots");
        let setting = machine.front.setting;
        machine.front = Front::default();
        machine.front.setting = setting;
        process_manager::launch(&mut machine, agent).expect("an agent that can be launched");
        machine
            .interrupts()
            .expect("interrupts that do not stop the machine");
        Bench {
            machine,
            agent,
            _commands: sender,
        }
    }

    /// Makes an Operating System call with A0 and D0; A0 and D0 afterwards.
    pub fn try_os(&mut self, word: u16, a0: u32, d0: u32) -> Result<(u32, u32), Stop> {
        self.machine.cpu.set_a(0, a0);
        self.machine.cpu.set_d(0, d0);
        trap::call(&mut self.machine, word)?;
        Ok((self.machine.cpu.a(0), self.machine.cpu.d(0)))
    }

    /// As [`Bench::try_os`], of a call that does not stop the machine.
    pub fn os(&mut self, word: u16, a0: u32, d0: u32) -> (u32, u32) {
        self.try_os(word, a0, d0)
            .expect("a call that does not stop the machine")
    }

    /// Makes a parameter-block call; its result code.
    pub fn block_call(&mut self, word: u16, block: u32) -> i16 {
        self.os(word, block, 0).1 as i16
    }

    /// Makes a parameter-block call with a selector; its result code.
    pub fn block_select(&mut self, word: u16, selector: u32, block: u32) -> i16 {
        self.os(word, block, selector).1 as i16
    }

    /// Makes a Toolbox call: the space for the result is reserved, the arguments are pushed in order.
    pub fn try_tool(&mut self, word: u16, arguments: &[Slot], result: Option<Slot>) -> Result<u32, Stop> {
        let sp = self.machine.cpu.sp();
        for slot in result.iter().chain(arguments) {
            match *slot {
                Word(value) => self.machine.push_word(value)?,
                Long(value) => self.machine.push_long(value)?,
            }
        }
        trap::call(&mut self.machine, word)?;
        let value = match result {
            Some(Word(_)) => u32::from(self.machine.pop_word()?),
            Some(Long(_)) => self.machine.pop_long()?,
            None => 0,
        };
        assert_eq!(
            self.machine.cpu.sp(),
            sp,
            "trap {word:04X} leaves the stack as it was"
        );
        Ok(value)
    }

    /// As [`Bench::try_tool`], of a call that does not stop the machine.
    pub fn tool(&mut self, word: u16, arguments: &[Slot], result: Option<Slot>) -> u32 {
        self.try_tool(word, arguments, result)
            .expect("a call that does not stop the machine")
    }

    /// The cause of the bomb that a Toolbox call ends in.
    pub fn tool_bomb(&mut self, word: u16, arguments: &[Slot], result: Option<Slot>) -> Cause {
        match self.try_tool(word, arguments, result) {
            Err(Stop::Bomb(cause)) => cause,
            other => panic!("trap {word:04X} is no bomb but {other:?}"),
        }
    }

    /// A block of the application's heap, cleared.
    pub fn room(&mut self, len: u32) -> u32 {
        self.os(0xA31E, 0, len).0
    }

    /// A Pascal string in the application's heap.
    pub fn string(&mut self, characters: &[u8]) -> u32 {
        let at = self.room(256);
        self.machine
            .memory
            .set_pascal_string(at, characters)
            .expect("room for a string");
        at
    }

    /// Instructions in the application's heap.
    pub fn code(&mut self, words: &[u16]) -> u32 {
        let at = self.room(2 * words.len() as u32);
        for (index, word) in words.iter().enumerate() {
            self.put_word(at + 2 * index as u32, *word);
        }
        at
    }

    /// A routine that adds 1 to the long at `counter`: `ADDQ.L #1,counter` and `RTS`.
    pub fn counting_routine(&mut self, counter: u32) -> u32 {
        self.code(&[0x52B9, (counter >> 16) as u16, counter as u16, 0x4E75])
    }

    pub fn byte(&self, at: u32) -> u8 {
        self.machine.memory.byte(at).expect("a byte in memory")
    }

    pub fn word(&self, at: u32) -> u16 {
        self.machine.memory.word(at).expect("a word in memory")
    }

    pub fn int(&self, at: u32) -> i16 {
        self.word(at) as i16
    }

    pub fn long(&self, at: u32) -> u32 {
        self.machine.memory.long(at).expect("a long in memory")
    }

    pub fn put_byte(&mut self, at: u32, value: u8) {
        self.machine.memory.set_byte(at, value).expect("a byte in memory");
    }

    pub fn put_word(&mut self, at: u32, value: u16) {
        self.machine.memory.set_word(at, value).expect("a word in memory");
    }

    pub fn put_long(&mut self, at: u32, value: u32) {
        self.machine.memory.set_long(at, value).expect("a long in memory");
    }

    pub fn put_bytes(&mut self, at: u32, bytes: &[u8]) {
        self.machine.memory.set_bytes(at, bytes).expect("bytes in memory");
    }

    pub fn bytes(&self, at: u32, len: u32) -> Vec<u8> {
        self.machine
            .memory
            .bytes(at, len)
            .expect("bytes in memory")
            .to_vec()
    }

    /// Lets guest time pass without the wall clock, with everything that is due at interrupt time.
    pub fn pass(&mut self, cycles: u64) {
        self.machine.clock.advance(cycles);
        self.machine
            .interrupts()
            .expect("interrupts that do not stop the machine");
    }

    /// Lets a number of ticks pass, one after the other.
    pub fn pass_ticks(&mut self, ticks: u64) {
        for _ in 0..ticks {
            let left = self
                .machine
                .clock
                .next_tick()
                .saturating_sub(self.machine.clock.now());
            self.pass(left);
        }
    }
}
