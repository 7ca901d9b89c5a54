//! ImageMagick as an independent judge: it must see the same pixels in the pictures that we read.
//!
//! Its reading of a 1-bit BitMap is known to be wrong (all black), so 1 bit is judged as a PixMap.

use std::process::Command;

use super::{black_and_white, decode, pattern, ramp};
use crate::screen::image::{Image, Rgb};
use crate::screen::testing::pict::{Bits, Edges, Picture};

/// The real ImageMagick; some systems have another program under the name `convert`.
fn image_magick() -> Option<&'static str> {
    ["magick", "convert"].into_iter().find(|program| {
        let answer = Command::new(program).arg("-version").output();
        answer.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains("ImageMagick"))
    })
}

fn judged(program: &str, picture: &[u8]) -> Image {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, png) = (folder.path().join("in.pict"), folder.path().join("out.png"));
    let mut bytes = vec![0; 512];
    bytes.extend(picture);
    std::fs::write(&file, bytes).expect("the picture is written");
    let run = Command::new(program)
        .arg(format!("pict:{}", file.display()))
        .arg(format!("png:{}", png.display()))
        .output()
        .expect("ImageMagick runs");
    assert!(
        run.status.success(),
        "ImageMagick: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    Image::from_png(&std::fs::read(&png).expect("ImageMagick wrote a PNG")).expect("its PNG is readable")
}

#[test]
fn image_magick_sees_the_same_pixels() {
    let Some(program) = image_magick() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "ImageMagick is needed here: run make setup-dev"
        );
        println!("skipped: ImageMagick is not installed (make setup-dev)");
        return;
    };
    let cases: [(usize, Vec<Rgb>); 4] = [
        (1, black_and_white()),
        (2, ramp(4)),
        (4, ramp(16)),
        (8, ramp(256)),
    ];
    for (depth, palette) in cases {
        for width in [40, 512, 640] {
            let frame = Edges::at(0, 0, width, 24);
            let bits = Bits::whole(
                frame,
                depth,
                Some(palette.clone()),
                pattern(width as usize, 24, 1 << depth),
            );
            let picture = Picture::version_2(frame).clip(frame).bits(&bits).end();
            let ours = decode(&picture).expect("it decodes");
            assert_eq!(
                judged(program, &picture).diff(&ours),
                [],
                "{depth} bits, {width} pixels wide"
            );
        }
    }
}
