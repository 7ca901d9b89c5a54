//! What `screen.capture` sends is what the screen shows, also in the eyes of a decoder that we did not write.

use std::process::Command;

use crate::boot;
use mc_protocol::common::Rect;
use mc_protocol::{Code, font, screen};
use mc_runtime::screen::image::{Image, Rgb};
use mc_runtime::screen::pict;
use mc_sim::{Config, FrameBuffer, Profile, Sim};
use mc_tests::Wire;

/// The colours of a part of the simulated screen, row by row.
fn shown(frame: &FrameBuffer, region: &Rect) -> Vec<[u8; 3]> {
    let (x, y) = (region.x as u16, region.y as u16);
    let places = (y..y + region.height).flat_map(|y| (x..x + region.width).map(move |x| (x, y)));
    places
        .map(|(x, y)| frame.color(x, y).expect("on the screen"))
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

/// A capture and the screen that it shows, which may change by itself: the Finder counts what is on the disk.
fn capture_of_still_screen(
    sim: &Sim,
    wire: &mut Wire,
    region: Option<Rect>,
) -> (screen::Picture, Vec<u8>, FrameBuffer) {
    loop {
        let before = sim.frame_buffer();
        let (answer, pict) = capture(wire, region);
        if sim.frame_buffer() == before {
            return (answer, pict, before);
        }
    }
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
        let (answer, pict, frame) = capture_of_still_screen(&sim, &mut wire, None);
        assert_eq!(
            (answer.x, answer.y, answer.width, answer.height),
            (0, 0, width, height)
        );
        assert!(answer.consistent, "one turn was asked for");
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
        let (answer, pict, frame) = capture_of_still_screen(&sim, &mut wire, Some(region));
        assert_eq!(
            (answer.x, answer.y, answer.width, answer.height),
            (x, y, width, height)
        );
        assert!(
            decoded(&pict) == shown(&frame, &region),
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
    let screens = [
        (Profile::Plus, 1),
        (Profile::Iici, 4),
        (Profile::Iici, 8),
        (Profile::Quadra, 16),
        (Profile::Quadra, 32),
    ];
    for (profile, depth) in screens {
        let sim = boot_at(profile, depth);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        let (answer, pict, frame) = capture_of_still_screen(&sim, &mut wire, None);
        assert_eq!(u16::from(answer.depth), depth);
        let (input, output) = (
            folder.path().join("screen.pict"),
            folder.path().join("screen.png"),
        );
        // A PICT in a file has 512 bytes in front that belong to the application.
        std::fs::write(&input, [vec![0; 512], pict].concat()).expect("the picture can be written");
        let status = Command::new("convert")
            .arg(&input)
            .arg(format!("png24:{}", output.display()))
            .status()
            .expect("convert runs");
        assert!(status.success());
        let image = image::open(&output).expect("a PNG").to_rgb8();
        assert_eq!(image.dimensions(), (answer.width.into(), answer.height.into()));
        let seen: Vec<[u8; 3]> = image.pixels().map(|pixel| pixel.0).collect();
        let near = |(one, other): (&[u8; 3], &[u8; 3])| {
            one.iter()
                .zip(other)
                .all(|(one, other)| one.abs_diff(*other) <= 8)
        };
        // Five bits a component can be widened to eight in more than one way.
        let is_same = match depth {
            16 => seen.iter().zip(&shown(&frame, &all(&frame))).all(near),
            _ => seen == shown(&frame, &all(&frame)),
        };
        assert!(is_same, "ImageMagick sees the screen at {depth} bits");
    }
}

fn boot_at(profile: Profile, depth: u16) -> Sim {
    Sim::start(Config {
        profile,
        depth: Some(depth),
        trash: true,
        ..Config::default()
    })
    .expect("the sim boots and the agent listens")
}

#[test]
fn screens_of_every_depth_are_captured_as_they_are() {
    for (profile, depths) in [(Profile::Iici, &[1, 2, 4][..]), (Profile::Quadra, &[2, 16, 32])] {
        for &depth in depths {
            let sim = boot_at(profile, depth);
            let mut wire = Wire::greeted(sim.port(), sim.token());
            let size = sim.frame_buffer();
            let (right, bottom) = (size.width as i16, size.height as i16);
            let places = [
                (0, 0, 1, 1),
                (3, 5, 17, 9),
                (7, 30, 3, 2),
                (right - 1, bottom - 1, 1, 1),
                (right - 37, 100, 37, 50),
            ];
            for (x, y, width, height) in places {
                let region = Rect { x, y, width, height };
                let (answer, pict, frame) = capture_of_still_screen(&sim, &mut wire, Some(region));
                assert_eq!(u16::from(answer.depth), depth);
                assert!(
                    decoded(&pict) == shown(&frame, &region),
                    "{profile:?} {depth} bits: {x},{y} {width}x{height}"
                );
            }
            let (_, pict, frame) = capture_of_still_screen(&sim, &mut wire, None);
            assert!(
                decoded(&pict) == shown(&frame, &all(&frame)),
                "{profile:?} {depth} bits"
            );
            assert_eq!(sim.bomb(), None);
        }
    }
}

/// The distance between two colours.
fn apart(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter()
        .zip(other)
        .map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2))
        .sum()
}

#[test]
fn a_picture_is_reduced_to_the_nearest_colours() {
    for (profile, depth) in [(Profile::Iici, 8), (Profile::Quadra, 32)] {
        let sim = boot_at(profile, depth);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        // The first world may make the system take master pointers for good.
        let tiny = screen::Capture {
            region: Some(Rect {
                x: 0,
                y: 0,
                width: 1,
                height: 1,
            }),
            depth: Some(1),
            ..screen::Capture::default()
        };
        wire.fetch(&tiny).expect("the screen can be captured");
        let before = crate::support::free_memory(&mut wire);
        let frame = sim.frame_buffer();
        for reduced in [1, 2, 4, 8] {
            let request = screen::Capture {
                region: Some(Rect {
                    x: 0,
                    y: 0,
                    width: 301,
                    height: 40,
                }),
                depth: Some(reduced),
                ..screen::Capture::default()
            };
            let (answer, pict) = wire.fetch(&request).expect("the screen can be captured");
            let picture = answer.picture.expect("nobody asked for less");
            assert_eq!((picture.depth, picture.width), (reduced, 301));
            let table = mc_sim::desktop::palette::default_colours(reduced.into());
            let image = pict::decode(&pict).expect("our decoder reads it");
            for (x, y) in (0..40).flat_map(|y| (0..301).map(move |x| (x, y))) {
                let shown = frame.color(x, y).expect("on the screen");
                let seen = rgb(&image, x.into(), y.into());
                assert!(table.contains(&seen), "{seen:?} is a colour of the table");
                let best = table
                    .iter()
                    .map(|&colour| apart(colour, shown))
                    .min()
                    .expect("a colour");
                // The Color Manager looks a colour up by its four upper bits.
                assert!(
                    apart(seen, shown).isqrt() <= best.isqrt() + 28,
                    "{shown:?} became {seen:?} at {reduced} bits"
                );
            }
            let again = screen::Capture {
                since: Some(answer.checksum),
                ..request
            };
            let (same, _) = wire.fetch(&again).expect("the screen can be captured");
            assert_eq!(same.picture, None, "a reduced picture is compared, too");
        }
        assert_eq!(crate::support::free_memory(&mut wire), before);
        assert_eq!(sim.bomb(), None);
    }
}

#[test]
fn what_the_screen_cannot_be_reduced_to_is_refused() {
    for (profile, depth, possible) in [
        (Profile::Plus, 1, &[1][..]),
        (Profile::Iici, 4, &[1, 2, 4]),
        (Profile::Quadra, 16, &[1, 2, 4, 8, 16]),
    ] {
        let sim = boot_at(profile, depth);
        let mut wire = Wire::greeted(sim.port(), sim.token());
        for wanted in 1..=32 {
            let request = screen::Capture {
                depth: Some(wanted),
                region: Some(Rect {
                    x: 0,
                    y: 0,
                    width: 9,
                    height: 2,
                }),
                ..screen::Capture::default()
            };
            match wire.fetch(&request) {
                Ok((answer, _)) => {
                    assert!(possible.contains(&wanted), "{wanted} bits");
                    assert_eq!(answer.picture.map(|picture| picture.depth), Some(wanted));
                }
                Err(refused) => {
                    assert!(!possible.contains(&wanted), "{wanted} bits: {refused}");
                    assert_eq!(
                        (refused.code, refused.details.param.as_deref()),
                        (Code::BadParams, Some("depth"))
                    );
                }
            }
        }
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
