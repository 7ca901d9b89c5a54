//! Golden pictures: what was looked at and found good keeps its checksum. A picture that differs is written as PNG, to be
//! looked at again.

use super::bench::{Bench, middle};
use super::gallery::gallery;
use super::mac::{FakeScreen, LARGE, SMALL};
use super::png;
use crate::desktop::{Depth, Modifiers, Screen, palette};
use std::path::PathBuf;

/// Screens and the checksums of their pixels.
const GOLDEN: [(&str, u32); 18] = [
    ("small-windows", 0x02D4_E07B),
    ("small-dialog", 0x7C14_9FC7),
    ("small-pop-up", 0xB8FB_14E5),
    ("small-modeless", 0x102B_6A10),
    ("small-desktop", 0xFE10_451C),
    ("small-alert", 0x06D3_C81F),
    ("small-menu", 0x490D_600C),
    ("small-about", 0x7068_0386),
    ("small-notice", 0x1B9B_1EDD),
    ("large-windows", 0x865D_A9D1),
    ("large-dialog", 0x4C02_FFE6),
    ("large-pop-up", 0x5349_FA7F),
    ("large-modeless", 0xEC80_5095),
    ("large-desktop", 0xBADA_9354),
    ("large-alert", 0x4699_BC14),
    ("large-menu", 0x64B0_3365),
    ("large-about", 0x200A_8C6F),
    ("large-notice", 0x69E1_F8FC),
];

fn as_png(screen: &FakeScreen) -> Vec<u8> {
    let colours = palette::system_colours();
    let colour = |pixel: &u8| match screen.screen.depth {
        Depth::One => [if *pixel == 0 { 0xFF } else { 0 }; 3],
        Depth::Eight => colours[usize::from(*pixel)],
    };
    png::encode(
        screen.screen.width as usize,
        &screen.pixels.iter().map(colour).collect::<Vec<_>>(),
    )
}

fn screens(prefix: &str, screen: Screen) -> Vec<(String, FakeScreen)> {
    let alert = Bench::new(screen, true);
    let desktop = Bench::new(screen, false);

    let mut menu = Bench::new(screen, false);
    menu.mac.press(middle(menu.title("Special").rect));
    menu.track();
    menu.mac
        .drag(middle(menu.item("Special", "Empty Trash\u{2026}").rect));
    menu.track();

    let mut about = Bench::new(screen, false);
    let item = middle(about.item("\u{F8FF}", "About This Macintosh\u{2026}").rect);
    about.press_drag_release(middle(about.title("\u{F8FF}").rect), item);
    about
        .mac
        .press(middle(about.scene().windows[0].close_box.unwrap()));
    about.track();

    let mut notice = Bench::new(screen, false);
    notice.double_click(middle(notice.icon("Documents").rect));
    notice.type_key(b'a', Modifiers::COMMAND);
    notice.type_key(b'o', Modifiers::COMMAND);
    let ok = notice.button("OK").rect;
    notice.mac.press(middle(ok));
    notice.track();

    let mut windows = gallery(screen, false).0;
    windows.type_key(b'n', Modifiers::COMMAND);
    windows.type_key(b'n', Modifiers::COMMAND);
    let bar = windows.scene().windows[0].scroll_bars[0].clone();
    windows.mac.press(middle(bar.thumb.unwrap()));
    windows.mac.drag(middle(bar.rect));
    windows.track();

    let mut dialog = gallery(screen, false).0;
    dialog.choose("File", "Modal");
    let mut pop_up = gallery(screen, false).0;
    pop_up.choose("File", "Movable");
    pop_up
        .mac
        .press(middle(pop_up.scene().windows[0].pop_ups[0].rect));
    pop_up.track();
    let mut modeless = gallery(screen, false).0;
    modeless.choose("File", "Modeless");
    modeless.type_key(0x09, Modifiers::default());
    modeless.type_key(0x09, Modifiers::default());
    modeless.type_key(0x09, Modifiers::default());

    [
        ("windows", windows),
        ("dialog", dialog),
        ("pop-up", pop_up),
        ("modeless", modeless),
        ("desktop", desktop),
        ("alert", alert),
        ("menu", menu),
        ("about", about),
        ("notice", notice),
    ]
    .map(|(name, bench)| (format!("{prefix}-{name}"), bench.mac.screen))
    .into()
}

#[test]
fn the_screens_look_as_they_were_approved() {
    let mut wrong = Vec::new();
    for (name, screen) in screens("small", SMALL).into_iter().chain(screens("large", LARGE)) {
        let checksum = png::crc32(screen.pixels.iter());
        let approved = GOLDEN
            .iter()
            .find(|(golden, _)| *golden == name)
            .map(|(_, checksum)| *checksum);
        if approved != Some(checksum) {
            let path = picture_folder().join(format!("{name}.png"));
            std::fs::write(&path, as_png(&screen)).unwrap();
            wrong.push(format!(
                "{name} is {checksum:#010x} now; look at {}",
                path.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Beside the test program, in the build folder.
fn picture_folder() -> PathBuf {
    let folder = std::env::current_exe()
        .unwrap()
        .with_file_name("desktop-pictures");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
