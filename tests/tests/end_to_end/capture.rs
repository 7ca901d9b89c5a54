//! What `screen.capture` sends is what the screen shows, also in the eyes of a decoder that we did not write.

use std::process::Command;

use crate::boot;
use mc_protocol::common::Rect;
use mc_protocol::{Code, font, screen};
use mc_runtime::screen::image::{Image, Rgb};
use mc_runtime::screen::pict;
use mc_sim::{FrameBuffer, Profile};
use mc_tests::Wire;

/// The colours of a part of the simulated screen, row by row.
fn shown(frame: &FrameBuffer, region: &Rect) -> Vec<[u8; 3]> {
    let (x, y) = (region.x as u16, region.y as u16);
    let places = (y..y + region.height).flat_map(|y| (x..x + region.width).map(move |x| (x, y)));
    places
        .map(|(x, y)| frame.palette[usize::from(frame.pixel(x, y).expect("on the screen"))])
        .collect()
}

fn all(frame: &FrameBuffer) -> Rect {
    Rect {
        x: 0,
        y: 0,
        width: frame.width,
        height: frame.height,
    }
}

fn capture(wire: &mut Wire, region: Option<Rect>) -> (screen::Picture, Vec<u8>) {
    let request = screen::Capture {
        region,
        one_turn: Some(true),
        ..screen::Capture::default()
    };
    let (answer, pict) = wire.fetch(&request).expect("the screen can be captured");
    (answer.picture.expect("nobody asked for less"), pict)
}

fn rgb(image: &Image, x: u32, y: u32) -> [u8; 3] {
    let Rgb { r, g, b } = image.pixel(x, y).expect("in the picture");
    [r, g, b]
}

fn decoded(pict: &[u8]) -> Vec<[u8; 3]> {
    let image = pict::decode(pict).expect("our decoder reads it");
    (0..image.height())
        .flat_map(|y| (0..image.width()).map(move |x| (x, y)))
        .map(|(x, y)| rgb(&image, x, y))
        .collect()
}

#[test]
fn the_whole_screen_is_captured_as_it_is() {
    for (profile, width, height) in [(Profile::Plus, 512, 342), (Profile::Iici, 640, 480)] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let (answer, pict) = capture(&mut wire, None);
        assert_eq!(
            (answer.x, answer.y, answer.width, answer.height),
            (0, 0, width, height)
        );
        assert!(answer.consistent, "one turn was asked for");
        let frame = sim.frame_buffer();
        assert!(
            decoded(&pict) == shown(&frame, &all(&frame)),
            "the picture is the screen"
        );
    }
}

#[test]
fn a_region_is_cut_out_exactly() {
    let sim = boot(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (x, y, width, height) in [(0, 0, 1, 1), (3, 5, 17, 9), (639, 479, 1, 1), (101, 30, 333, 200)] {
        let region = Rect { x, y, width, height };
        let (answer, pict) = capture(&mut wire, Some(region));
        assert_eq!(
            (answer.x, answer.y, answer.width, answer.height),
            (x, y, width, height)
        );
        assert!(
            decoded(&pict) == shown(&sim.frame_buffer(), &region),
            "{x},{y} {width}x{height}"
        );
    }
}

#[test]
fn a_region_that_leaves_the_screen_is_refused() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    for (x, y, width, height) in [(-1, 0, 10, 10), (510, 0, 10, 10), (0, 340, 10, 10)] {
        let request = screen::Capture {
            region: Some(Rect { x, y, width, height }),
            ..screen::Capture::default()
        };
        let refused = wire.fetch(&request).expect_err("refused");
        assert_eq!(
            (refused.code, refused.details.param.as_deref()),
            (Code::BadParams, Some("region"))
        );
    }
}

#[test]
fn imagemagick_sees_the_same_pixels() {
    let version = Command::new("convert")
        .arg("-version")
        .output()
        .map(|output| output.stdout)
        .unwrap_or_default();
    if !String::from_utf8_lossy(&version).contains("ImageMagick") {
        assert!(
            std::env::var_os("CI").is_none(),
            "ImageMagick is missing: `make setup-dev` installs it"
        );
        println!("skipped: ImageMagick is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot(profile);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let (answer, pict) = capture(&mut wire, None);
        let (input, output) = (
            folder.path().join("screen.pict"),
            folder.path().join("screen.png"),
        );
        // A PICT in a file has 512 bytes in front that belong to the application.
        std::fs::write(&input, [vec![0; 512], pict].concat()).expect("the picture can be written");
        let status = Command::new("convert")
            .arg(&input)
            .arg(&output)
            .status()
            .expect("convert runs");
        assert!(status.success());
        let image = image::open(&output).expect("a PNG").to_rgb8();
        assert_eq!(image.dimensions(), (answer.width.into(), answer.height.into()));
        let seen: Vec<[u8; 3]> = image.pixels().map(|pixel| pixel.0).collect();
        let frame = sim.frame_buffer();
        assert!(seen == shown(&frame, &all(&frame)), "ImageMagick sees the screen");
    }
}

#[test]
fn the_strikes_of_the_system_file_can_be_had() {
    let sim = boot(Profile::Plus);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let strikes = wire
        .call(&font::List::default())
        .expect("strikes are listed")
        .strikes;
    assert!(
        strikes
            .iter()
            .any(|strike| strike.family_id == 0 && strike.size == 12),
        "the system font is there"
    );
    for strike in &strikes {
        let (_, bytes) = wire
            .fetch(&font::Get {
                kind: strike.kind,
                id: strike.id,
            })
            .expect("a strike that is listed");
        assert_eq!(bytes.len(), strike.bytes as usize);
    }
    let refused = wire
        .fetch(&font::Get {
            kind: font::StrikeKind::Nfnt,
            id: 1,
        })
        .expect_err("not listed");
    assert_eq!(refused.code, Code::NotFound);
}
