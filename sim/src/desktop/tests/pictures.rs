//! Golden pictures: what was looked at and found good keeps its checksum. A picture that differs is written as PNG, to be
//! looked at again.

use super::finder::{Bench, middle};
use super::mac::{FakeScreen, LARGE, SMALL};
use super::png;
use crate::desktop::{Depth, Modifiers, Screen, palette};
use std::path::PathBuf;

/// Screens and the checksums of their pixels.
const GOLDEN: [(&str, u32); 10] = [
    ("small-desktop", 0x4E8F_D2BC),
    ("small-alert", 0x3A92_8267),
    ("small-menu", 0x882A_07C1),
    ("small-about", 0xFF1E_0266),
    ("small-notice", 0xA22B_DF92),
    ("large-desktop", 0xD5DE_78BE),
    ("large-alert", 0x7B10_3A62),
    ("large-menu", 0x0BB4_D88F),
    ("large-about", 0x17C2_DFFF),
    ("large-notice", 0xBFCE_CA76),
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

    [
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
