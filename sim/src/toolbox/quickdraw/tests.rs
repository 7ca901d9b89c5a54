//! Ports, CopyBits and the pointer, on machines with and without color.

use super::pixels::Screen;
use super::{hide_pointer, show_pointer};
use crate::bomb::Cause;
use crate::config::Config;
use crate::desktop::{Point, palette};
use crate::low_memory as low;
use crate::profile::Profile;
use crate::testing::{Bench, Slot, Slot::Long, Slot::Word};

const INIT_GRAF: u16 = 0xA86E;
const OPEN_PORT: u16 = 0xA86F;
const COPY_BITS: u16 = 0xA8EC;
const SHIELD_CURSOR: u16 = 0xA855;
const SHOW_CURSOR: u16 = 0xA853;
const GET_MAIN_DEVICE: u16 = 0xAA2A;

/// A machine whose program has called InitGraf and OpenPort.
struct Drawing {
    bench: Bench,
    the_port: u32,
}

impl Drawing {
    fn new(profile: Profile) -> Drawing {
        Drawing::on(Bench::new(profile))
    }

    fn at_depth(profile: Profile, depth: u16) -> Drawing {
        Drawing::on(Bench::with(Config {
            profile,
            depth: Some(depth),
            ..Config::default()
        }))
    }

    fn on(mut bench: Bench) -> Drawing {
        let the_port = bench.room(206) + 202;
        bench.tool(INIT_GRAF, &[Long(the_port)], None);
        let port = bench.room(108);
        bench.tool(OPEN_PORT, &[Long(port)], None);
        assert_eq!(bench.long(the_port), port);
        Drawing { bench, the_port }
    }

    fn screen_bits(&self) -> u32 {
        self.the_port - 122
    }

    /// The map that a capture copies from: screenBits, or the main device's PixMap.
    fn screen_map(&mut self) -> u32 {
        if !self.bench.machine.hardware.has_color_quickdraw {
            return self.screen_bits();
        }
        let device = self.bench.tool(GET_MAIN_DEVICE, &[], Some(Long(0)));
        let map = self.bench.long(self.bench.long(device) + 22);
        self.bench.long(map)
    }

    fn rect(&mut self, rect: [i16; 4]) -> u32 {
        let at = self.bench.room(8);
        for (index, value) in rect.into_iter().enumerate() {
            self.bench.put_word(at + 2 * index as u32, value as u16);
        }
        at
    }

    /// A map in the heap with the screen's depth and room for `bounds`, and where its pixels are.
    fn offscreen(&mut self, bounds: [i16; 4]) -> (u32, u32) {
        let depth = self.bench.machine.hardware.screen.depth;
        let width = (bounds[3] - bounds[1]) as u32;
        let row_bytes = (width * u32::from(depth)).div_ceil(16) * 2;
        let height = (bounds[2] - bounds[0]) as u32;
        let map = self.bench.room(50);
        let pixels = self.bench.room(row_bytes * height);
        let is_pix_map = depth > 1;
        self.bench.put_long(map, pixels);
        self.bench
            .put_word(map + 4, row_bytes as u16 | if is_pix_map { 0x8000 } else { 0 });
        for (at, value) in (map + 6..).step_by(2).zip(bounds) {
            self.bench.put_word(at, value as u16);
        }
        self.bench.put_word(map + 32, depth);
        (map, pixels)
    }

    fn copy(&mut self, from: u32, to: u32, from_rect: [i16; 4], to_rect: [i16; 4]) {
        let (from_rect, to_rect) = (self.rect(from_rect), self.rect(to_rect));
        let arguments = [
            Long(from),
            Long(to),
            Long(from_rect),
            Long(to_rect),
            Word(0),
            Long(0),
        ];
        self.bench.tool(COPY_BITS, &arguments, None);
    }

    fn set_screen(&mut self, v: i16, h: i16, value: u32) {
        let screen = Screen(self.bench.machine.hardware.screen);
        screen.set_pixel(&mut self.bench.machine.memory, Point::new(v, h), value);
    }

    fn screen(&self, v: i16, h: i16) -> u32 {
        Screen(self.bench.machine.hardware.screen).pixel(&self.bench.machine.memory, Point::new(v, h))
    }

    fn move_mouse(&mut self, v: i16, h: i16) {
        self.bench.machine.memory.put(low::M_TEMP, Point::new(v, h));
        self.bench.machine.memory.put(low::CRSR_NEW, 1);
        self.bench.pass_ticks(1);
    }

    /// The pixels around a place, as a program captures them.
    fn capture(&mut self, v: i16, h: i16) -> Vec<u8> {
        let rect = [v - 8, h - 8, v + 24, h + 24];
        let (map, pixels) = self.offscreen(rect);
        let screen = self.screen_map();
        self.copy(screen, map, rect, rect);
        let len = self.bench.word(map + 4) & 0x3FFF;
        self.bench.bytes(pixels, u32::from(len) * 32)
    }
}

#[test]
fn init_graf_fills_the_globals() {
    let drawing = Drawing::new(Profile::Plus);
    let bits = drawing.screen_bits();
    assert_eq!(drawing.bench.long(bits), 0x003F_A700);
    assert_eq!(
        (
            drawing.bench.word(bits + 4),
            drawing.bench.word(bits + 10),
            drawing.bench.word(bits + 12)
        ),
        (64, 342, 512)
    );
    assert_eq!(drawing.bench.bytes(drawing.the_port - 16, 8), [0xFF; 8], "black");
    assert_eq!(
        drawing.bench.long(drawing.bench.machine.cpu.a(5)),
        drawing.the_port
    );
}

#[test]
fn the_main_device_describes_the_screen_with_its_colors() {
    let mut drawing = Drawing::new(Profile::Iici);
    let map = drawing.screen_map();
    let bench = &drawing.bench;
    assert_eq!(bench.long(map), 0xFBB0_8000);
    assert_eq!((bench.word(map + 4), bench.word(map + 32)), (0x8000 | 640, 8));
    let table = bench.long(bench.long(map + 42));
    assert_eq!(bench.word(table + 6), 255);
    assert_eq!(bench.bytes(table + 8 + 2, 6), [0xFF; 6], "color 0 is white");
    assert_eq!(
        bench.bytes(table + 8 + 255 * 8 + 2, 6),
        [0; 6],
        "color 255 is black"
    );
}

#[test]
fn a_plus_has_no_color_quickdraw() {
    let mut bench = Bench::new(Profile::Plus);
    let bomb = bench.tool_bomb(GET_MAIN_DEVICE, &[], Some(Long(0)));
    assert_eq!(
        bomb,
        Cause::UnknownTrap {
            word: GET_MAIN_DEVICE
        }
    );
}

#[test]
fn a_capture_has_the_pixels_of_the_screen() {
    for profile in [Profile::Plus, Profile::Iici] {
        let mut drawing = Drawing::new(profile);
        let black = Screen(drawing.bench.machine.hardware.screen).black();
        drawing.set_screen(101, 203, black);
        drawing.set_screen(102, 211, black);
        let (map, pixels) = drawing.offscreen([100, 203, 110, 219]);
        let screen = drawing.screen_map();
        drawing.copy(screen, map, [100, 203, 110, 219], [100, 203, 110, 219]);
        let row = u32::from(drawing.bench.word(map + 4) & 0x3FFF);
        let (first, second) = (
            drawing.bench.bytes(pixels + row, row),
            drawing.bench.bytes(pixels + 2 * row, row),
        );
        match profile {
            Profile::Plus => assert_eq!((first, second), (vec![0x80, 0], vec![0, 0x80])),
            _ => assert_eq!((first[0], second[8]), (255, 255)),
        }
    }
}

#[test]
fn screen_bits_mean_the_main_device_where_there_is_color() {
    let mut drawing = Drawing::new(Profile::Iici);
    drawing.set_screen(0, 3, 77);
    let (map, pixels) = drawing.offscreen([0, 0, 1, 8]);
    let bits = drawing.screen_bits();
    drawing.copy(bits, map, [0, 0, 1, 8], [0, 0, 1, 8]);
    assert_eq!(drawing.bench.bytes(pixels, 8), [0, 0, 0, 77, 0, 0, 0, 0]);
}

#[test]
fn what_lies_outside_is_left_out() {
    let mut drawing = Drawing::new(Profile::Iici);
    drawing.set_screen(0, 0, 9);
    drawing.set_screen(479, 639, 8);
    let screen = drawing.screen_map();
    let (map, pixels) = drawing.offscreen([0, 0, 4, 4]);
    drawing.copy(screen, map, [-2, -2, 2, 2], [0, 0, 4, 4]);
    assert_eq!(drawing.bench.byte(pixels + 2 * 4 + 2), 9);
    drawing.copy(screen, map, [478, 638, 482, 642], [0, 0, 4, 4]);
    assert_eq!(drawing.bench.byte(pixels + 4 + 1), 8);
    drawing.copy(map, screen, [0, 0, 4, 4], [478, 638, 482, 642]);
    assert_eq!(drawing.screen(479, 639), 8);
}

#[test]
fn what_would_come_out_almost_right_is_a_bomb() {
    let mut drawing = Drawing::new(Profile::Iici);
    let screen = drawing.screen_map();
    let (map, _) = drawing.offscreen([0, 0, 8, 8]);
    let (large, small) = (drawing.rect([0, 0, 8, 8]), drawing.rect([0, 0, 4, 4]));
    let scaled = [
        Long(screen),
        Long(map),
        Long(large),
        Long(small),
        Word(0),
        Long(0),
    ];
    assert!(matches!(
        drawing.bench.tool_bomb(COPY_BITS, &scaled, None),
        Cause::BrokenRule { .. }
    ));
    let inverted = [
        Long(screen),
        Long(map),
        Long(large),
        Long(large),
        Word(4),
        Long(0),
    ];
    assert!(matches!(
        drawing.bench.tool_bomb(COPY_BITS, &inverted, None),
        Cause::BrokenRule { .. }
    ));
}

#[test]
fn copying_without_a_port_is_a_bomb() {
    let mut bench = Bench::new(Profile::Iici);
    let arguments = [Long(0), Long(0), Long(0), Long(0), Word(0), Long(0)];
    assert!(matches!(
        bench.tool_bomb(COPY_BITS, &arguments, None),
        Cause::BrokenRule { .. }
    ));
}

#[test]
fn the_pointer_is_in_a_capture_that_does_not_shield_it() {
    for profile in [Profile::Plus, Profile::Iici] {
        let mut drawing = Drawing::new(profile);
        drawing.move_mouse(10, 10);
        let clean = drawing.capture(100, 100);
        drawing.move_mouse(100, 100);
        assert_ne!(drawing.capture(100, 100), clean, "{profile:?}");
        let rect = drawing.rect([90, 90, 110, 110]);
        drawing.bench.tool(SHIELD_CURSOR, &[Long(rect), Long(0)], None);
        assert_eq!(drawing.capture(100, 100), clean, "{profile:?}");
        drawing.bench.tool(SHOW_CURSOR, &[], None);
        assert_ne!(drawing.capture(100, 100), clean, "{profile:?}");
    }
}

#[test]
fn shielding_elsewhere_hides_the_pointer_when_it_moves() {
    let mut drawing = Drawing::new(Profile::Iici);
    drawing.move_mouse(100, 100);
    let with_pointer = drawing.capture(100, 100);
    let rect = drawing.rect([200, 200, 300, 300]);
    drawing.bench.tool(SHIELD_CURSOR, &[Long(rect), Long(0)], None);
    assert_eq!(drawing.capture(100, 100), with_pointer);
    drawing.move_mouse(250, 250);
    let clean = drawing.capture(400, 400);
    assert_eq!(drawing.capture(250, 250), clean);
    drawing.bench.tool(SHOW_CURSOR, &[], None);
    assert_ne!(drawing.capture(250, 250), clean);
}

#[test]
fn the_pointer_leaves_what_was_under_it() {
    let mut drawing = Drawing::new(Profile::Iici);
    let before = (0..20).map(|index| (50 + index, 60 + index)).collect::<Vec<_>>();
    for (index, (v, h)) in before.iter().enumerate() {
        drawing.set_screen(*v, *h, index as u32 + 1);
    }
    drawing.move_mouse(52, 62);
    drawing.move_mouse(53, 64);
    hide_pointer(&mut drawing.bench.machine);
    for (index, (v, h)) in before.iter().enumerate() {
        assert_eq!(drawing.screen(*v, *h), index as u32 + 1);
    }
    show_pointer(&mut drawing.bench.machine);
    assert_eq!(drawing.screen(53, 64), 255, "the arrow");
}

#[test]
fn the_mouse_stays_on_the_screen() {
    let mut drawing = Drawing::new(Profile::Plus);
    drawing.move_mouse(1000, -5);
    assert_eq!(drawing.bench.machine.memory.get(low::MOUSE), Point::new(341, 0));
}

#[test]
fn the_mouse_is_told_in_the_coordinates_of_the_port() {
    let mut drawing = Drawing::new(Profile::Plus);
    drawing.move_mouse(30, 40);
    let at = drawing.bench.room(4);
    let get_mouse = 0xA972;
    drawing.bench.tool(get_mouse, &[Long(at)], None);
    assert_eq!((drawing.bench.int(at), drawing.bench.int(at + 2)), (30, 40));
    let port = drawing.bench.long(drawing.the_port);
    drawing.bench.put_word(port + 8, -20_i16 as u16);
    drawing.bench.tool(get_mouse, &[Long(at)], None);
    assert_eq!((drawing.bench.int(at), drawing.bench.int(at + 2)), (10, 40));
}

const QD_EXTENSIONS: u16 = 0xAB1D;

impl Drawing {
    /// A routine of QDExtensions.
    fn extension(&mut self, selector: u32, arguments: &[Slot], result: Option<Slot>) -> u32 {
        self.bench.machine.cpu.set_d(0, selector);
        self.bench.tool(QD_EXTENSIONS, arguments, result)
    }

    /// NewGWorld in temporary memory: its result, and the world.
    fn new_world(&mut self, depth: u16, bounds: [i16; 4]) -> (i16, u32) {
        self.new_world_with(12, depth, bounds)
    }

    fn new_world_with(&mut self, flags: u32, depth: u16, bounds: [i16; 4]) -> (i16, u32) {
        let (at, rect) = (self.bench.room(4), self.rect(bounds));
        let arguments = [Long(at), Word(depth), Long(rect), Long(0), Long(0), Long(flags)];
        let result = self.extension(0x0016_0000, &arguments, Some(Word(0)));
        (result as i16, self.bench.long(at))
    }

    /// Draws the screen into a world as a program does, and gives its pixels row by row.
    fn copy_to_world(&mut self, depth: u16, bounds: [i16; 4]) -> Vec<u8> {
        let (result, world) = self.new_world(depth, bounds);
        assert_eq!(result, 0);
        let map = self.extension(0x0004_0017, &[Long(world)], Some(Long(0)));
        assert_eq!(
            self.extension(0x0004_0001, &[Long(map)], Some(Word(0))) >> 8,
            1,
            "locked"
        );
        let (port, device) = (self.bench.room(4), self.bench.room(4));
        self.extension(0x0008_0005, &[Long(port), Long(device)], None);
        self.extension(0x0008_0006, &[Long(world), Long(0)], None);
        let (screen, map_at) = (self.screen_map(), self.bench.long(map));
        self.copy(screen, map_at, bounds, bounds);
        let (port, device) = (self.bench.long(port), self.bench.long(device));
        self.extension(0x0008_0006, &[Long(port), Long(device)], None);
        let base = self.extension(0x0004_000F, &[Long(map)], Some(Long(0)));
        let rows = (bounds[2] - bounds[0]) as u32 * u32::from(self.bench.word(map_at + 4) & 0x3FFF);
        let pixels = self.bench.bytes(base, rows);
        self.extension(0x0004_0004, &[Long(world)], None);
        pixels
    }
}

#[test]
fn a_world_has_the_colors_of_the_screen_reduced() {
    let mut drawing = Drawing::new(Profile::Iici);
    let [white, black, red, light] = [0, 255, 35, 245];
    for (h, value) in (8..).zip([white, black, red, light]) {
        drawing.set_screen(3, h, value);
    }
    // The first one takes master pointers for good.
    drawing.copy_to_world(1, [0, 0, 1, 1]);
    let free = drawing.bench.tool(0xA88F, &[Word(0x18)], Some(Long(0)));
    let bounds = [3, 8, 4, 12];
    assert_eq!(
        drawing.copy_to_world(4, bounds)[..2],
        [0x0F, 0x30],
        "the nearest of sixteen"
    );
    assert_eq!(drawing.copy_to_world(2, bounds)[0], 0b00_11_10_00);
    assert_eq!(drawing.copy_to_world(1, bounds)[0] & 0xF0, 0b0110_0000);
    assert_eq!(drawing.copy_to_world(8, bounds)[..4], [0, 255, 35, 245]);
    let after = drawing.bench.tool(0xA88F, &[Word(0x18)], Some(Long(0)));
    assert_eq!(after, free, "everything is given back");
}

#[test]
fn screens_of_every_depth_are_reduced() {
    for depth in [16, 32] {
        let mut drawing = Drawing::at_depth(Profile::Quadra, depth);
        let red = super::colors::direct_of_color(depth, [0xFF, 0, 0]);
        drawing.set_screen(5, 0, red);
        let (white, black) = (
            Screen(drawing.bench.machine.hardware.screen).white(),
            Screen(drawing.bench.machine.hardware.screen).black(),
        );
        drawing.set_screen(5, 1, white);
        drawing.set_screen(5, 2, black);
        let pixels = drawing.copy_to_world(8, [5, 0, 6, 3]);
        let colors = palette::system_colours();
        let shown: Vec<_> = pixels[..3]
            .iter()
            .map(|&index| colors[usize::from(index)])
            .collect();
        assert_eq!(shown, [[0xFF, 0, 0], [0xFF; 3], [0; 3]], "{depth} bits");
    }
}

#[test]
fn colors_are_mapped_to_those_of_the_current_device_only() {
    let mut drawing = Drawing::new(Profile::Iici);
    let (result, world) = drawing.new_world(4, [0, 0, 8, 8]);
    assert_eq!(result, 0);
    let map = drawing.extension(0x0004_0017, &[Long(world)], Some(Long(0)));
    drawing.extension(0x0004_0001, &[Long(map)], Some(Word(0)));
    let (screen, map_at, rect) = (
        drawing.screen_map(),
        drawing.bench.long(map),
        drawing.rect([0, 0, 8, 8]),
    );
    let arguments = [
        Long(screen),
        Long(map_at),
        Long(rect),
        Long(rect),
        Word(0),
        Long(0),
    ];
    assert!(matches!(
        drawing.bench.tool_bomb(COPY_BITS, &arguments, None),
        Cause::BrokenRule { .. }
    ));
}

#[test]
fn a_world_that_does_not_fit_is_an_error_and_takes_nothing() {
    let mut drawing = Drawing::new(Profile::Iici);
    // The first one takes master pointers for good.
    drawing.copy_to_world(1, [0, 0, 1, 1]);
    let free = drawing.bench.tool(0xA88F, &[Word(0x18)], Some(Long(0)));
    assert_eq!(drawing.new_world(8, [0, 0, 16000, 8000]), (-151, 0));
    let in_the_heap = drawing.new_world_with(0, 8, [0, 0, 16000, 8000]);
    assert_eq!(in_the_heap, (-108, 0), "the Memory Manager's own error");
    assert_eq!(drawing.new_world(3, [0, 0, 8, 8]), (-157, 0));
    assert_eq!(drawing.new_world(8, [0, 0, 0, 8]), (-50, 0));
    assert_eq!(drawing.bench.tool(0xA88F, &[Word(0x18)], Some(Long(0))), free);
}

#[test]
fn a_wide_copy_needs_stack() {
    let mut drawing = Drawing::new(Profile::Iici);
    let (map, _) = drawing.offscreen([0, 0, 2, 640]);
    let (screen, rect) = (drawing.screen_map(), drawing.rect([0, 0, 2, 640]));
    let heap_end = drawing.bench.machine.memory.get(low::HEAP_END);
    drawing.bench.machine.cpu.set_a(7, heap_end + 2000);
    let arguments = [Long(screen), Long(map), Long(rect), Long(rect), Word(0), Long(0)];
    assert!(matches!(
        drawing.bench.tool_bomb(COPY_BITS, &arguments, None),
        Cause::StackRanIntoHeap { .. }
    ));
}
