//! What each opcode is: the table of Imaging With QuickDraw, appendix A (tables ).
//!
//! To draw one more opcode, give it a [`Kind`] of its own here and serve that in the decoder; everything that this
//! table calls `Draws` is refused by name.

/// What the decoder does with an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// OpEndPic.
    End,
    /// HeaderOp of version 2.
    Header,
    /// The clipping region.
    Clip,
    /// FgColor and BkColor of the eight-colour model, RGBFgCol and RGBBkCol of Color QuickDraw.
    OldForeground,
    OldBackground,
    Foreground,
    Background,
    /// Bits copied from rectangle to rectangle.
    Bits(Packing),
    /// State, comments and reserved opcodes that cannot change how bits are copied.
    Skip(Length),
    /// Draws, or changes how bits are copied, in a way that is not served.
    Draws(&'static str),
}

/// How the rows of a bits opcode are stored, before the rules about short rows and packType.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    /// BitsRect: rows as they are.
    None,
    /// PackBitsRect: each row through PackBits, its packed length in front.
    PackBits,
    /// DirectBitsRect: pixels that are colours, packed as their PixMap says.
    Direct,
}

/// How many bytes of data follow an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// That many.
    Fixed(usize),
    /// `before` bytes, a count word, and that many.
    Word { before: usize },
    /// A count word that counts itself, and the rest of that many: a polygon or a region.
    Inclusive,
    /// A count long, and that many.
    Long,
}

/// Looks an opcode up. Version 1 opcodes have the same numbers, in one byte.
pub(super) fn kind(opcode: u16) -> Kind {
    use Kind::{Draws, Skip};
    use Length::{Fixed, Inclusive, Long, Word};
    match opcode {
        0x0000 => Skip(Fixed(0)),                    // NOP
        0x0001 => Kind::Clip,                        // Clip
        0x0002 => Skip(Fixed(8)),                    // BkPat
        0x0003 | 0x0005 | 0x0008 => Skip(Fixed(2)),  // TxFont, TxMode, PnMode
        0x0004 => Skip(Fixed(1)),                    // TxFace
        0x0006 | 0x0007 => Skip(Fixed(4)),           // SpExtra, PnSize
        0x0009 | 0x000A => Skip(Fixed(8)),           // PnPat, FillPat
        0x000B => Skip(Fixed(4)),                    // OvSize
        0x000C => Draws("a moved origin"),           // Origin
        0x000D => Skip(Fixed(2)),                    // TxSize
        0x000E => Kind::OldForeground,               // FgColor
        0x000F => Kind::OldBackground,               // BkColor
        0x0010 => Skip(Fixed(8)),                    // TxRatio
        0x0011 => Skip(Fixed(1)),                    // VersionOp
        0x0012..=0x0014 => Draws("a pixel pattern"), // BkPixPat, PnPixPat, FillPixPat
        0x0015 | 0x0016 => Skip(Fixed(2)),           // PnLocHFrac, ChExtra
        0x0017..=0x0019 => Skip(Fixed(0)),           // reserved
        0x001A => Kind::Foreground,                  // RGBFgCol
        0x001B => Kind::Background,                  // RGBBkCol
        0x001C | 0x001E => Skip(Fixed(0)),           // HiliteMode, DefHilite
        0x001D | 0x001F => Skip(Fixed(6)),           // HiliteColor, OpColor
        0x0020..=0x0023 => Draws("a line"),
        0x0024..=0x0027 => Skip(Word { before: 0 }), // reserved
        0x0028..=0x002B => Draws("text"),
        0x002C..=0x002F => Skip(Word { before: 0 }), // fontName, lineJustify, glyphState, reserved
        0x0035..=0x0037 | 0x0045..=0x0047 | 0x0055..=0x0057 => Skip(Fixed(8)), // reserved
        0x0065..=0x0067 => Skip(Fixed(12)),          // reserved
        0x006D..=0x006F => Skip(Fixed(4)),           // reserved
        0x003D..=0x003F | 0x004D..=0x004F | 0x005D..=0x005F => Skip(Fixed(0)), // reserved
        0x007D..=0x007F | 0x008D..=0x008F => Skip(Fixed(0)), // reserved
        0x0075..=0x0077 | 0x0085..=0x0087 => Skip(Inclusive), // reserved
        0x0030..=0x003C => Draws("a rectangle"),
        0x0040..=0x004C => Draws("a round rectangle"),
        0x0050..=0x005C => Draws("an oval"),
        0x0060..=0x006C => Draws("an arc"),
        0x0070..=0x007C => Draws("a polygon"),
        0x0080..=0x008C => Draws("a region"),
        0x0090 => Kind::Bits(Packing::None),     // BitsRect
        0x0098 => Kind::Bits(Packing::PackBits), // PackBitsRect
        0x0091 | 0x0099 => Draws("bits copied through a mask region"), // BitsRgn, PackBitsRgn
        0x009A => Kind::Bits(Packing::Direct),   // DirectBitsRect
        0x009B => Draws("bits of direct colour through a mask region"), // DirectBitsRgn
        0x0092..=0x0097 | 0x009C..=0x009F => Skip(Word { before: 0 }), // reserved
        0x00A0 => Skip(Fixed(2)),                // ShortComment
        0x00A1 => Skip(Word { before: 2 }),      // LongComment
        0x00A2..=0x00AF => Skip(Word { before: 0 }), // reserved
        0x00B0..=0x00CF => Skip(Fixed(0)),       // reserved
        0x00D0..=0x00FE => Skip(Long),           // reserved
        0x00FF => Kind::End,                     // OpEndPic
        0x0C00 => Kind::Header,                  // HeaderOp
        // Reserved from here on: up to 0x7FFF the high byte says how many words of data follow.
        0x0100..=0x7FFF => Skip(Fixed(2 * usize::from(opcode >> 8))),
        0x8000..=0x80FF => Skip(Fixed(0)), // reserved
        0x8200 | 0x8201 => Draws("a QuickTime image"),
        0x8100..=0xFFFF => Skip(Long), // reserved
    }
}
