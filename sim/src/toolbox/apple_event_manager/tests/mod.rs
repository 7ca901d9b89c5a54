//! The Apple Event Manager through its trap: descriptors and what they cost, events, and who gets them.

mod data;
mod events;
mod handling;

use crate::descriptor::Code;
use crate::profile::Profile;
use crate::testing::{Bench, Slot, Slot::Long, Slot::Word};

/// A call of Pack8: its result code.
pub(super) fn call(bench: &mut Bench, selector: u16, arguments: &[Slot]) -> i16 {
    bench.machine.cpu.set_d(0, u32::from(selector));
    bench.tool(0xA816, arguments, Some(Word(0xFFFF))) as i16
}

/// A four-character code as an argument.
pub(super) fn code(code: &Code) -> Slot {
    Long(u32::from_be_bytes(*code))
}

/// What the tests keep in the heap of the process.
pub(super) struct Desk {
    pub bench: Bench,
    scratch: u32,
}

impl Desk {
    pub fn new() -> Desk {
        let mut bench = Bench::new(Profile::Iici);
        let scratch = bench.room(256);
        Desk { bench, scratch }
    }

    /// Room for a descriptor record, as typeNull.
    pub fn room(&mut self) -> u32 {
        let at = self.bench.room(8);
        self.bench.put_bytes(at, b"null");
        at
    }

    /// AECreateDesc.
    pub fn desc(&mut self, kind: &Code, data: &[u8]) -> u32 {
        let at = self.room();
        self.bench.put_bytes(self.scratch, data);
        let arguments = [code(kind), Long(self.scratch), Long(data.len() as u32), Long(at)];
        assert_eq!(call(&mut self.bench, 0x0825, &arguments), 0, "AECreateDesc");
        at
    }

    /// AECreateList.
    pub fn list(&mut self, is_record: bool) -> u32 {
        let at = self.room();
        let arguments = [Long(0), Long(0), Word(u16::from(is_record) << 8), Long(at)];
        assert_eq!(call(&mut self.bench, 0x0706, &arguments), 0, "AECreateList");
        at
    }

    /// AEPutKeyPtr.
    pub fn put_key(&mut self, record: u32, key: &Code, kind: &Code, data: &[u8]) -> i16 {
        self.bench.put_bytes(self.scratch, data);
        let arguments = [
            Long(record),
            code(key),
            code(kind),
            Long(self.scratch),
            Long(data.len() as u32),
        ];
        call(&mut self.bench, 0x0A0F, &arguments)
    }

    /// AEGetKeyPtr with room for 64 bytes: type, data and size.
    pub fn get_key(&mut self, record: u32, key: &Code, wanted: &Code) -> Result<(Code, Vec<u8>, u32), i16> {
        self.get(0x0E11, record, key, wanted)
    }

    /// AEGetAttributePtr, likewise.
    pub fn attribute(&mut self, event: u32, key: &Code, wanted: &Code) -> Result<Vec<u8>, i16> {
        self.get(0x0E15, event, key, wanted).map(|(_, data, _)| data)
    }

    fn get(
        &mut self,
        selector: u16,
        at: u32,
        key: &Code,
        wanted: &Code,
    ) -> Result<(Code, Vec<u8>, u32), i16> {
        let (data, kind_at, size_at) = (self.scratch, self.scratch + 64, self.scratch + 68);
        let arguments = [
            Long(at),
            code(key),
            code(wanted),
            Long(kind_at),
            Long(data),
            Long(64),
            Long(size_at),
        ];
        match call(&mut self.bench, selector, &arguments) {
            0 => {
                let kind = self.bench.long(kind_at).to_be_bytes();
                let size = self.bench.long(size_at);
                Ok((kind, self.bench.bytes(data, size.min(64)), size))
            }
            error => Err(error),
        }
    }

    /// AECreateAppleEvent to an address, with kAutoGenerateReturnID.
    pub fn event(&mut self, class: &Code, id: &Code, address: u32) -> u32 {
        let at = self.room();
        let arguments = [
            code(class),
            code(id),
            Long(address),
            Word(0xFFFF),
            Long(0),
            Long(at),
        ];
        assert_eq!(call(&mut self.bench, 0x0B14, &arguments), 0, "AECreateAppleEvent");
        at
    }

    /// The address of the Finder, by signature.
    pub fn finder(&mut self) -> u32 {
        self.desc(b"sign", b"MACS")
    }

    /// The address kCurrentProcess.
    pub fn myself(&mut self) -> u32 {
        self.desc(b"psn ", &[0, 0, 0, 0, 0, 0, 0, 2])
    }

    /// AESend: the result code and the reply.
    pub fn send(&mut self, event: u32, mode: u32, timeout: u32, idle: u32) -> (i16, u32) {
        let reply = self.room();
        let arguments = [
            Long(event),
            Long(reply),
            Long(mode),
            Word(0),
            Long(timeout),
            Long(idle),
            Long(0),
        ];
        (call(&mut self.bench, 0x0D17, &arguments), reply)
    }

    /// A Pascal function of three pointers: counts its calls in the long at `counter` and returns `result`.
    pub fn function(&mut self, counter: u32, result: u16) -> u32 {
        self.bench.code(&[
            0x52B9,
            (counter >> 16) as u16,
            counter as u16, // ADDQ.L #1,counter
            0x205F,         // MOVEA.L (SP)+,A0
            0x4FEF,
            0x000C, // LEA 12(SP),SP
            0x3EBC,
            result, // MOVE.W #result,(SP)
            0x4ED0, // JMP (A0)
        ])
    }

    /// AEInstallEventHandler of the process.
    pub fn install(&mut self, class: &Code, id: &Code, handler: u32) {
        let arguments = [code(class), code(id), Long(handler), Long(7), Word(0)];
        assert_eq!(
            call(&mut self.bench, 0x091F, &arguments),
            0,
            "AEInstallEventHandler"
        );
    }

    /// WaitNextEvent without sleep: event code, message and place.
    pub fn next_event(&mut self) -> (u16, Code, Code) {
        let record = self.bench.room(16);
        let arguments = [Word(0xFFFF), Long(record), Long(0), Long(0)];
        self.bench.tool(0xA860, &arguments, Some(Word(0)));
        let message = self.bench.long(record + 2).to_be_bytes();
        let place = self.bench.long(record + 10).to_be_bytes();
        (self.bench.word(record), message, place)
    }

    /// AEProcessAppleEvent of a high-level event.
    pub fn process(&mut self) -> i16 {
        let record = self.bench.room(16);
        self.bench.put_word(record, 23);
        call(&mut self.bench, 0x021B, &[Long(record)])
    }

    pub fn dispose(&mut self, at: u32) {
        assert_eq!(call(&mut self.bench, 0x0204, &[Long(at)]), 0, "AEDisposeDesc");
    }

    /// FreeMem.
    pub fn free(&mut self) -> u32 {
        self.bench.os(0xA01C, 0, 0).1
    }
}
