//! Low-memory globals by their Apple names.
//!
//! Names, addresses and sizes are those of Apple's SysEqu and ToolEqu. Only what the simulation keeps true is listed.

use crate::desktop::Point;
use crate::memory::Memory;

/// A one-byte global.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Byte(pub u32);
/// A two-byte global.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word(pub u32);
/// A four-byte global.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Long(pub u32);
/// A global that holds a point, vertical first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PointAt(pub u32);

macro_rules! globals {
    ($($name:ident: $size:ident = $address:expr;)*) => {
        $(#[allow(missing_docs)] pub(crate) const $name: $size = $size($address);)*
    };
}

globals! {
    SCR_V_RES: Word = 0x102;
    SCR_H_RES: Word = 0x104;
    SCREEN_ROW: Word = 0x106;
    MEM_TOP: Long = 0x108;
    BUF_PTR: Long = 0x10C;
    HEAP_END: Long = 0x114;
    THE_ZONE: Long = 0x118;
    CPU_FLAG: Byte = 0x12F;
    APPL_LIMIT: Long = 0x130;
    SYS_EVT_MASK: Word = 0x144;
    RND_SEED: Long = 0x156;
    SYS_VERSION: Word = 0x15A;
    TICKS: Long = 0x16A;
    MB_TICKS: Long = 0x16E;
    MB_STATE: Byte = 0x172;
    TIME: Long = 0x20C;
    BOOT_DRIVE: Word = 0x210;
    MEM_ERR: Word = 0x220;
    ROM_85: Word = 0x28E;
    SYS_ZONE: Long = 0x2A6;
    APPL_ZONE: Long = 0x2AA;
    ROM_BASE: Long = 0x2AE;
    DOUBLE_TIME: Long = 0x2F0;
    CARET_TIME: Long = 0x2F4;
    LO3_BYTES: Long = 0x31A;
    MIN_STACK: Long = 0x31E;
    DEFLT_STACK: Long = 0x322;
    SCRN_BASE: Long = 0x824;
    M_TEMP: PointAt = 0x828;
    RAW_MOUSE: PointAt = 0x82C;
    MOUSE: PointAt = 0x830;
    MAIN_DEVICE: Long = 0x8A4;
    DEVICE_LIST: Long = 0x8A8;
    CRSR_VIS: Byte = 0x8CC;
    CRSR_NEW: Byte = 0x8CE;
    CRSR_COUPLE: Byte = 0x8CF;
    CRSR_STATE: Word = 0x8D0;
    CRSR_OBSCURE: Byte = 0x8D2;
    CUR_AP_REF_NUM: Word = 0x900;
    CURRENT_A5: Long = 0x904;
    CUR_STACK_BASE: Long = 0x908;
    CUR_JT_OFFSET: Word = 0x934;
    SCRAP_SIZE: Long = 0x960;
    SCRAP_HANDLE: Long = 0x964;
    SCRAP_COUNT: Word = 0x968;
    SCRAP_STATE: Word = 0x96A;
    SCRAP_NAME: Long = 0x96C;
    WINDOW_LIST: Long = 0x9D6;
    MENU_LIST: Long = 0xA1C;
    TOP_MAP_HANDLE: Long = 0xA50;
    SYS_MAP_HANDLE: Long = 0xA54;
    SYS_MAP: Word = 0xA58;
    CUR_MAP: Word = 0xA5A;
    RES_LOAD: Word = 0xA5E;
    RES_ERR: Word = 0xA60;
    DS_ERR_CODE: Word = 0xAF0;
    M_BAR_HEIGHT: Word = 0xBAA;
    MMU_32_BIT: Byte = 0xCB2;
    THE_G_DEVICE: Long = 0xCC8;
}

/// EventQueue: a queue header (flags, head, tail) of event queue elements.
pub(crate) const EVENT_QUEUE: u32 = 0x14A;
/// DrvQHdr: the header of the drive queue.
pub(crate) const DRIVE_QUEUE: u32 = 0x308;
/// KeyMap: 128 bits, one for each key that is down.
pub(crate) const KEY_MAP: u32 = 0x174;
/// TheCrsr: the pointer that shows, a Cursor record.
pub(crate) const THE_CRSR: u32 = 0x844;
/// CrsrPin: the rectangle that the pointer stays in.
pub(crate) const CRSR_PIN: u32 = 0x834;
/// CurApName: the name of the current application, a Str31.
pub(crate) const CUR_AP_NAME: u32 = 0x910;

/// Where the globals end and the system heap may begin.
pub(crate) const END: u32 = 0x2000;

/// A global that can be read and written.
pub(crate) trait Global: Copy {
    /// What it holds.
    type Value;
    /// Reads it.
    fn read(self, memory: &Memory) -> Self::Value;
    /// Writes it.
    fn write(self, memory: &mut Memory, value: Self::Value);
}

/// The `N` bytes at `address`. Low memory is RAM on every machine, so the read cannot be refused.
fn low<const N: usize>(memory: &Memory, address: u32) -> [u8; N] {
    let mut bytes = [0; N];
    if let Ok(found) = memory.bytes(address, N as u32) {
        bytes.copy_from_slice(found);
    }
    bytes
}

fn set_low(memory: &mut Memory, address: u32, bytes: &[u8]) {
    if let Ok(place) = memory.bytes_mut(address, bytes.len() as u32) {
        place.copy_from_slice(bytes);
    }
}

impl Global for Byte {
    type Value = u8;

    fn read(self, memory: &Memory) -> u8 {
        low::<1>(memory, self.0)[0]
    }

    fn write(self, memory: &mut Memory, value: u8) {
        set_low(memory, self.0, &[value]);
    }
}

impl Global for Word {
    type Value = u16;

    fn read(self, memory: &Memory) -> u16 {
        u16::from_be_bytes(low(memory, self.0))
    }

    fn write(self, memory: &mut Memory, value: u16) {
        set_low(memory, self.0, &value.to_be_bytes());
    }
}

impl Global for Long {
    type Value = u32;

    fn read(self, memory: &Memory) -> u32 {
        u32::from_be_bytes(low(memory, self.0))
    }

    fn write(self, memory: &mut Memory, value: u32) {
        set_low(memory, self.0, &value.to_be_bytes());
    }
}

impl Global for PointAt {
    type Value = Point;

    fn read(self, memory: &Memory) -> Point {
        let [v0, v1, h0, h1] = low(memory, self.0);
        Point::new(i16::from_be_bytes([v0, v1]), i16::from_be_bytes([h0, h1]))
    }

    fn write(self, memory: &mut Memory, value: Point) {
        set_low(memory, self.0, &value.v.to_be_bytes());
        set_low(memory, self.0 + 2, &value.h.to_be_bytes());
    }
}

impl Memory {
    /// Reads a low-memory global.
    pub fn get<G: Global>(&self, global: G) -> G::Value {
        global.read(self)
    }

    /// Writes a low-memory global.
    pub fn put<G: Global>(&mut self, global: G, value: G::Value) {
        global.write(self, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    #[test]
    fn globals_lie_where_the_books_say() {
        let mut memory = Memory::new(&Profile::Plus.hardware());
        memory.put(TICKS, 0x0102_0304);
        assert_eq!(memory.bytes(0x16A, 4), Ok(&[1, 2, 3, 4][..]));
        memory.put(MOUSE, Point::new(7, -1));
        assert_eq!(memory.bytes(0x830, 4), Ok(&[0, 7, 0xFF, 0xFF][..]));
        assert_eq!(memory.get(MOUSE), Point::new(7, -1));
    }
}
