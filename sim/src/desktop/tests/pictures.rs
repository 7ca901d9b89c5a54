//! Golden pictures: what was looked at and found good keeps its checksum. A picture that differs is written as PNG, to be
//! looked at again.

use super::bench::{Bench, middle};
use super::gallery::gallery;
use super::mac::{FakeScreen, LARGE, SMALL};
use super::png;
use super::simple_text::{editor, write};
use crate::desktop::{Depth, Modifiers, Screen, palette};
use std::path::PathBuf;

/// Screens and the checksums of their pixels.
const GOLDEN: [(&str, u32); 26] = [
    ("small-windows", 0x02D4_E07B),
    ("small-dialog", 0xCDBC_74CA),
    ("small-pop-up", 0x0953_FFE8),
    ("small-modeless", 0xF7D0_AEE0),
    ("small-desktop", 0x7ED2_3ECC),
    ("small-alert", 0xFB14_8527),
    ("small-menu", 0xC9CF_1BDC),
    ("small-about", 0x5E13_8A3D),
    ("small-notice", 0xE654_1836),
    ("large-windows", 0x865D_A9D1),
    ("large-dialog", 0x4B4E_657E),
    ("large-pop-up", 0x5405_60E7),
    ("large-modeless", 0x8BA8_C0FC),
    ("large-desktop", 0xA6DA_72A7),
    ("large-alert", 0xA115_4454),
    ("large-menu", 0x833C_CB25),
    ("large-about", 0xA6EE_4EA7),
    ("large-notice", 0x7ECB_78F6),
    ("small-text", 0xA804_108C),
    ("small-get", 0x9F01_9DB5),
    ("small-put", 0x4FD3_6583),
    ("small-save-changes", 0x473D_61CE),
    ("large-text", 0xF0F9_5B38),
    ("large-get", 0x5031_FEC6),
    ("large-put", 0xB9B5_A623),
    ("large-save-changes", 0x4D77_42C8),
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

    let mut text = editor(screen);
    write(
        &mut text,
        "A document of SimpleText.\r\rIts lines are broken where the window ends, behind a blank that may hang over, and some of it is selected.",
    );
    text.type_key(0x1E, Modifiers::SHIFT);
    let mut get = editor(screen);
    get.type_key(b'o', Modifiers::COMMAND);
    let mut put = editor(screen);
    put.type_key(b's', Modifiers::COMMAND);
    put.type_key(0x09, Modifiers::default());
    put.type_key(0x1F, Modifiers::default());
    let mut save_changes = editor(screen);
    write(&mut save_changes, "changed");
    save_changes.type_key(b'w', Modifiers::COMMAND);

    [
        ("text", text),
        ("get", get),
        ("put", put),
        ("save-changes", save_changes),
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
