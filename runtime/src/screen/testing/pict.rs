//! Writes pictures for the tests, as Imaging With QuickDraw describes them.

use crate::screen::image::Rgb;

/// Edges in QuickDraw's order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edges {
    pub(crate) top: i16,
    pub(crate) left: i16,
    pub(crate) bottom: i16,
    pub(crate) right: i16,
}

impl Edges {
    pub(crate) fn at(left: i16, top: i16, width: i16, height: i16) -> Self {
        Self {
            top,
            left,
            bottom: top + height,
            right: left + width,
        }
    }

    pub(crate) fn width(self) -> usize {
        (self.right - self.left) as usize
    }

    fn bytes(self) -> Vec<u8> {
        [self.top, self.left, self.bottom, self.right]
            .iter()
            .flat_map(|v| v.to_be_bytes())
            .collect()
    }
}

/// One bits opcode; `pixels` are indices, row after row, of `bounds`.
#[derive(Debug, Clone)]
pub(crate) struct Bits {
    pub(crate) depth: usize,
    /// `None` writes a BitMap.
    pub(crate) palette: Option<Vec<Rgb>>,
    pub(crate) packed: bool,
    /// Bytes of padding at the end of each row.
    pub(crate) slack: usize,
    pub(crate) bounds: Edges,
    pub(crate) source: Edges,
    pub(crate) target: Edges,
    pub(crate) pixels: Vec<u8>,
}

impl Bits {
    pub(crate) fn whole(at: Edges, depth: usize, palette: Option<Vec<Rgb>>, pixels: Vec<u8>) -> Self {
        Self {
            depth,
            palette,
            packed: true,
            slack: 0,
            bounds: at,
            source: at,
            target: at,
            pixels,
        }
    }

    fn row_bytes(&self) -> usize {
        let bytes = (self.bounds.width() * self.depth).div_ceil(8) + self.slack;
        bytes + bytes % 2
    }

    fn write(&self, out: &mut Vec<u8>) {
        let row_bytes = self.row_bytes();
        let flag = if self.palette.is_some() { 0x8000 } else { 0 };
        word(out, row_bytes as u16 | flag);
        out.extend(self.bounds.bytes());
        if let Some(palette) = &self.palette {
            self.write_pix_map(out, palette);
        }
        out.extend(self.source.bytes());
        out.extend(self.target.bytes());
        word(out, 0);
        for row in self.pixels.chunks(self.bounds.width()) {
            self.write_row(out, row, row_bytes);
        }
    }

    fn write_pix_map(&self, out: &mut Vec<u8>, palette: &[Rgb]) {
        for value in [
            0,
            0,
            0,
            0,
            72,
            0,
            72,
            0,
            0,
            self.depth as u16,
            1,
            self.depth as u16,
        ] {
            word(out, value);
        }
        out.extend([0; 12]); // planeBytes, pmTable, pmReserved
        out.extend([0; 6]); // ctSeed, ctFlags
        word(out, (palette.len() - 1) as u16);
        for (value, colour) in palette.iter().enumerate() {
            word(out, value as u16);
            for component in [colour.r, colour.g, colour.b] {
                word(out, u16::from(component) * 0x101);
            }
        }
    }

    fn write_row(&self, out: &mut Vec<u8>, row: &[u8], row_bytes: usize) {
        let mut bytes = vec![0; row_bytes];
        for (at, &index) in row.iter().enumerate() {
            let bit = at * self.depth;
            bytes[bit / 8] |= index << (8 - self.depth - bit % 8);
        }
        if !self.packed || row_bytes < 8 {
            out.extend(bytes);
            return;
        }
        let packed = pack(&bytes);
        if row_bytes > 250 {
            word(out, packed.len() as u16);
        } else {
            out.push(packed.len() as u8);
        }
        out.extend(packed);
    }
}

/// A picture being written.
pub(crate) struct Picture {
    bytes: Vec<u8>,
    two_byte_opcodes: bool,
}

impl Picture {
    pub(crate) fn version_2(frame: Edges) -> Self {
        let mut picture = Self::start(frame, true);
        picture.bytes.extend([0x00, 0x11, 0x02, 0xFF]);
        let mut header = vec![0xFF, 0xFE, 0, 0, 0, 72, 0, 0, 0, 72, 0, 0];
        header.extend(frame.bytes());
        header.extend([0; 4]);
        picture.opcode(0x0C00, &header)
    }

    pub(crate) fn version_1(frame: Edges) -> Self {
        let mut picture = Self::start(frame, false);
        picture.bytes.extend([0x11, 0x01]);
        picture
    }

    fn start(frame: Edges, two_byte_opcodes: bool) -> Self {
        let mut bytes = vec![0, 0];
        bytes.extend(frame.bytes());
        Self {
            bytes,
            two_byte_opcodes,
        }
    }

    /// Where the next opcode will stand.
    pub(crate) fn offset(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn opcode(mut self, opcode: u16, data: &[u8]) -> Self {
        if self.two_byte_opcodes {
            word(&mut self.bytes, opcode);
        } else {
            self.bytes.push(opcode as u8);
        }
        self.bytes.extend(data);
        if self.two_byte_opcodes && self.bytes.len() % 2 == 1 {
            self.bytes.push(0);
        }
        self
    }

    pub(crate) fn clip(self, to: Edges) -> Self {
        let mut region = vec![0, 10];
        region.extend(to.bytes());
        self.opcode(0x0001, &region)
    }

    pub(crate) fn bits(self, bits: &Bits) -> Self {
        let mut data = Vec::new();
        bits.write(&mut data);
        self.opcode(if bits.packed { 0x0098 } else { 0x0090 }, &data)
    }

    /// Ends the picture and fills its size in.
    pub(crate) fn end(self) -> Vec<u8> {
        let mut bytes = self.opcode(0x00FF, &[]).bytes;
        let size = bytes.len() as u16;
        bytes[..2].copy_from_slice(&size.to_be_bytes());
        bytes
    }
}

fn word(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

/// A plain PackBits: runs of three and more become runs, the rest literals.
fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut literal: Vec<u8> = Vec::new();
    let flush = |literal: &mut Vec<u8>, out: &mut Vec<u8>| {
        for part in literal.chunks(128) {
            out.push((part.len() - 1) as u8);
            out.extend(part);
        }
        literal.clear();
    };
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let run = rest.iter().take(128).take_while(|&&b| b == first).count();
        if run >= 3 {
            flush(&mut literal, &mut out);
            out.extend([(257 - run) as u8, first]);
        } else {
            literal.extend(&rest[..run]);
        }
        rest = &rest[run..];
    }
    flush(&mut literal, &mut out);
    out
}
