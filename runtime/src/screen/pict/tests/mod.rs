//! The picture decoder against pictures written by an encoder of our own, against damage, and against ImageMagick.

mod hostile;
mod judge;

use proptest::prelude::*;

use super::{PictError, decode};
use crate::screen::image::{Image, Pixels, Rgb};
use crate::screen::testing::pict::{Bits, Edges, Picture};

fn black_and_white() -> Vec<Rgb> {
    vec![Rgb::WHITE, Rgb::BLACK]
}

/// `count` different colours, white first.
fn ramp(count: usize) -> Vec<Rgb> {
    (0..count)
        .map(|i| {
            Rgb::new(
                255 - i as u8,
                255 - (i * 7 % 256) as u8,
                255 - (i * 13 % 256) as u8,
            )
        })
        .collect()
}

/// Rows that hold runs as well as noise.
fn pattern(width: usize, height: usize, colours: usize) -> Vec<u8> {
    let value = |x: usize, y: usize| {
        if x % 40 < 20 {
            y / 3
        } else {
            x * 31 + y * 17 + x * y
        }
    };
    (0..width * height)
        .map(|i| (value(i % width, i / width) % colours) as u8)
        .collect()
}

fn indices(image: &Image) -> &[u8] {
    match image.pixels() {
        Pixels::Indexed { indices, .. } => indices,
        Pixels::Direct { .. } => panic!("an image with a palette was expected"),
    }
}

fn place_of(error: PictError) -> (u16, usize) {
    match error {
        PictError::Unsupported { opcode, offset, .. } | PictError::Malformed { opcode, offset, .. } => {
            (opcode, offset)
        }
        other => panic!("an error that names an opcode was expected, not {other}"),
    }
}

#[test]
fn a_colour_capture_keeps_its_pixel_values() {
    let frame = Edges::at(0, 0, 640, 480);
    let pixels = pattern(640, 480, 256);
    let bits = Bits::whole(frame, 8, Some(ramp(256)), pixels.clone());
    let picture = Picture::version_2(frame).clip(frame).bits(&bits).end();
    let image = decode(&picture).expect("it decodes");
    assert_eq!((image.width(), image.height()), (640, 480));
    assert_eq!(indices(&image), pixels);
    assert_eq!(
        image.pixel(33, 7),
        Some(ramp(256)[usize::from(pixels[7 * 640 + 33])])
    );
}

#[test]
fn every_depth_and_row_form_is_read() {
    for depth in [1, 2, 4, 8] {
        // 7 is a row under 8 bytes at most depths, 300 a row over 250 bytes at 8 bits, 2001 one over 250 at 1 bit.
        for width in [7, 300, 2001] {
            for packed in [true, false] {
                let frame = Edges::at(-20, 5, width, 9);
                let pixels = pattern(width as usize, 9, 1 << depth);
                let bits = Bits {
                    packed,
                    slack: 3,
                    ..Bits::whole(frame, depth, Some(ramp(1 << depth)), pixels.clone())
                };
                let image = decode(&Picture::version_2(frame).bits(&bits).end()).expect("it decodes");
                assert_eq!(
                    indices(&image),
                    pixels,
                    "depth {depth}, width {width}, packed {packed}"
                );
            }
        }
    }
}

#[test]
fn a_bitmap_takes_the_ports_colours() {
    let frame = Edges::at(0, 0, 100, 4);
    let pixels = pattern(100, 4, 2);
    let bits = Bits::whole(frame, 1, None, pixels.clone());
    let plain = decode(&Picture::version_2(frame).bits(&bits).end()).expect("it decodes");
    assert_eq!(
        plain,
        Image::indexed(100, 4, black_and_white(), pixels.clone()).expect("the parts fit")
    );

    let red = [0xFF, 0xFF, 0, 0, 0, 0];
    let picture = Picture::version_2(frame).opcode(0x001A, &red).bits(&bits).end();
    let red_on_white = vec![Rgb::WHITE, Rgb::new(255, 0, 0)];
    assert_eq!(
        decode(&picture),
        Ok(Image::indexed(100, 4, red_on_white, pixels).expect("the parts fit"))
    );
}

#[test]
fn version_1_has_byte_opcodes_and_no_alignment() {
    let frame = Edges::at(10, 10, 90, 6);
    let pixels = pattern(90, 6, 2);
    let bits = Bits::whole(frame, 1, None, pixels.clone());
    let comment = [0, 100, 0, 3, b'a', b'b', b'c'];
    let picture = Picture::version_1(frame)
        .opcode(0xA1, &comment)
        .clip(frame)
        .bits(&bits)
        .end();
    assert_eq!(indices(&decode(&picture).expect("it decodes")), pixels);
}

#[test]
fn bands_come_together_where_they_belong() {
    let frame = Edges::at(100, 200, 64, 50);
    let pixels = pattern(64, 50, 256);
    let mut picture = Picture::version_2(frame).clip(frame);
    for (band, rows) in pixels.chunks(64 * 16).enumerate() {
        let height = (rows.len() / 64) as i16;
        let target = Edges::at(100, 200 + 16 * band as i16, 64, height);
        let own = Edges::at(0, 0, 64, height);
        let bits = Bits {
            bounds: own,
            source: own,
            ..Bits::whole(target, 8, Some(ramp(256)), rows.to_vec())
        };
        picture = picture.bits(&bits);
    }
    assert_eq!(indices(&decode(&picture.end()).expect("it decodes")), pixels);
}

#[test]
fn bands_of_different_palettes_share_one() {
    let frame = Edges::at(0, 0, 16, 2);
    let (upper, lower) = (Edges::at(0, 0, 16, 1), Edges::at(0, 1, 16, 1));
    let reversed: Vec<Rgb> = ramp(4).into_iter().rev().collect();
    let row: Vec<u8> = (0..16).map(|x| x % 4).collect();
    let picture = Picture::version_2(frame)
        .bits(&Bits::whole(upper, 2, Some(ramp(4)), row.clone()))
        .bits(&Bits::whole(lower, 2, Some(reversed), row.clone()))
        .end();
    let image = decode(&picture).expect("it decodes");
    let expected: Vec<u8> = row.iter().copied().chain(row.iter().map(|i| 3 - i)).collect();
    assert_eq!(indices(&image), expected);
}

#[test]
fn more_colours_than_a_palette_holds_are_kept_as_they_are() {
    let frame = Edges::at(0, 0, 256, 2);
    let other: Vec<Rgb> = (0..=255).map(|i| Rgb::new(1, 2, i)).collect();
    let row: Vec<u8> = (0..=255).collect();
    let picture = Picture::version_2(frame)
        .bits(&Bits::whole(
            Edges::at(0, 0, 256, 1),
            8,
            Some(ramp(256)),
            row.clone(),
        ))
        .bits(&Bits::whole(Edges::at(0, 1, 256, 1), 8, Some(other.clone()), row))
        .end();
    let image = decode(&picture).expect("it decodes");
    assert_eq!(image.colours(), [ramp(256), other].concat());
}

#[test]
fn only_the_source_is_copied_only_the_clip_is_painted_and_the_rest_is_paper() {
    let frame = Edges::at(0, 0, 20, 10);
    let ink = vec![1; 30 * 30];
    let bits = Bits {
        source: Edges::at(5, 5, 10, 6),
        target: Edges::at(4, 2, 10, 6),
        ..Bits::whole(Edges::at(0, 0, 30, 30), 1, None, ink)
    };
    let picture = Picture::version_2(frame)
        .clip(Edges::at(0, 3, 20, 4))
        .bits(&bits)
        .end();
    let image = decode(&picture).expect("it decodes");
    for y in 0..10 {
        for x in 0..20 {
            let inside = (4..14).contains(&x) && (3..7).contains(&y);
            let expected = if inside { Rgb::BLACK } else { Rgb::WHITE };
            assert_eq!(image.pixel(x, y), Some(expected), "at {x}, {y}");
        }
    }
}

#[test]
fn state_comments_and_reserved_opcodes_are_skipped() {
    let frame = Edges::at(0, 0, 70, 3);
    let pixels = pattern(70, 3, 2);
    let picture = Picture::version_2(frame)
        .opcode(0x0003, &[0, 4])
        .opcode(0x0004, &[1])
        .opcode(0x0010, &[0; 8])
        .opcode(0x0026, &[0, 3, 9, 9, 9])
        .opcode(0x002C, &[0, 5, 0, 0, 2, b'G', b'e'])
        .opcode(0x0076, &[0, 12, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
        .opcode(0x00A0, &[0, 130])
        .opcode(0x00A1, &[0, 100, 0, 4, 1, 2, 3, 4])
        .opcode(0x00B5, &[])
        .opcode(0x00D2, &[0, 0, 0, 2, 7, 7])
        .opcode(0x0301, &[0; 6])
        .opcode(0x8042, &[])
        .opcode(0x8100, &[0, 0, 0, 1, 7])
        .bits(&Bits::whole(frame, 1, Some(black_and_white()), pixels.clone()))
        .end();
    assert_eq!(indices(&decode(&picture).expect("it decodes")), pixels);
}

#[test]
fn what_cannot_be_drawn_is_named_with_its_place() {
    let frame = Edges::at(0, 0, 70, 3);
    let bits = Bits::whole(frame, 1, Some(black_and_white()), pattern(70, 3, 2));
    for opcode in [
        0x000C, 0x0012, 0x0020, 0x0028, 0x0031, 0x0059, 0x0081, 0x0099, 0x8200,
    ] {
        let picture = Picture::version_2(frame).bits(&bits);
        let offset = picture.offset();
        let error = decode(&picture.opcode(opcode, &[0; 64]).end()).expect_err("it would draw");
        assert!(matches!(error, PictError::Unsupported { .. }));
        assert_eq!(place_of(error), (opcode, offset));
    }
}

#[test]
fn forms_that_would_be_drawn_wrongly_are_refused() {
    let frame = Edges::at(0, 0, 70, 3);
    let good = Bits::whole(frame, 1, Some(black_and_white()), pattern(70, 3, 2));
    let refused = |bits: &Bits| {
        let picture = Picture::version_2(frame);
        let offset = picture.offset();
        assert_eq!(
            place_of(decode(&picture.bits(bits).end()).expect_err("it must not pass")),
            (0x98, offset)
        );
    };
    refused(&Bits {
        target: Edges::at(0, 0, 35, 3),
        ..good.clone()
    });
    refused(&Bits {
        source: Edges::at(1, 0, 70, 3),
        ..good.clone()
    });
    refused(&Bits {
        palette: Some(vec![Rgb::WHITE]),
        ..good.clone()
    });

    let red = [0xFF, 0xFF, 0, 0, 0, 0];
    let tinted = Picture::version_2(frame).opcode(0x001A, &red).bits(&good).end();
    assert!(matches!(decode(&tinted), Err(PictError::Unsupported { .. })));
    let region = [0, 12, 0, 0, 0, 0, 0, 3, 0, 70, 0x7F, 0xFF];
    let clipped = Picture::version_2(frame)
        .opcode(0x0001, &region)
        .bits(&good)
        .end();
    assert!(matches!(
        decode(&clipped),
        Err(PictError::Unsupported { opcode: 1, .. })
    ));
}

#[test]
fn a_picture_without_bits_is_not_an_empty_success() {
    let frame = Edges::at(0, 0, 70, 3);
    assert_eq!(decode(&Picture::version_2(frame).end()), Err(PictError::NoPixels));
    let elsewhere = Bits::whole(Edges::at(0, 10, 70, 3), 1, None, pattern(70, 3, 2));
    assert_eq!(
        decode(&Picture::version_2(frame).bits(&elsewhere).end()),
        Err(PictError::NoPixels)
    );
}

#[test]
fn a_file_header_and_a_huge_frame_are_recognised() {
    let frame = Edges::at(0, 0, 70, 3);
    let picture = Picture::version_2(frame).end();
    let mut file = vec![0; 512];
    file.extend(&picture);
    assert!(matches!(decode(&file), Err(PictError::Frame { .. })));
    let huge = Edges {
        top: i16::MIN,
        left: i16::MIN,
        bottom: i16::MAX,
        right: i16::MAX,
    };
    assert!(matches!(
        decode(&Picture::version_2(huge).end()),
        Err(PictError::Frame { .. })
    ));
    let mut other = picture;
    other[10..12].copy_from_slice(b"JF");
    assert_eq!(decode(&other), Err(PictError::NotAPicture { found: 0x4A46 }));
}

proptest! {
    #[test]
    fn any_bits_come_back(
        width in 1i16..400,
        rows in prop::collection::vec(any::<u64>(), 1..12),
        (left, top) in (-500i16..500, -500i16..500),
        depth in prop::sample::select(vec![1usize, 2, 4, 8]),
        slack in 0usize..5,
        packed in any::<bool>(),
    ) {
        let frame = Edges::at(left, top, width, rows.len() as i16);
        let pixels: Vec<u8> = rows
            .iter()
            .flat_map(|&seed| (0..width as u64).map(move |x| {
                let noise = seed.wrapping_mul(x / 3 + 1) >> 40;
                (noise % (1 << depth)) as u8
            }))
            .collect();
        let bits = Bits { packed, slack, ..Bits::whole(frame, depth, Some(ramp(1 << depth)), pixels.clone()) };
        let image = decode(&Picture::version_2(frame).bits(&bits).end())?;
        prop_assert_eq!(indices(&image), &pixels[..]);
    }
}

/// A DirectBitsRect of two pixels, red and blue, in rows of so many bytes.
fn direct(
    depth: u16,
    pack_type: u16,
    components: u16,
    row_bytes: u16,
    rows: &[u8],
) -> Result<Image, PictError> {
    let frame = Edges::at(0, 0, 2, 1);
    let rect = [0_u16, 0, 1, 2];
    let pixel_map = [
        0, pack_type, 0, 0, 72, 0, 72, 0, 16, depth, components, 8, 0, 0, 0, 0, 0, 0,
    ];
    let words = [
        &[0, 0xFF, 0x8000 | row_bytes][..],
        &rect,
        &pixel_map,
        &rect,
        &rect,
        &[0],
    ]
    .concat();
    let mut data: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    data.extend(rows);
    decode(&Picture::version_2(frame).opcode(0x009A, &data).end())
}

#[test]
fn direct_colours_are_read_in_each_packing() {
    let whole = [0, 0xFF, 0, 0, 0, 0, 0, 0xFF];
    let red_and_blue =
        Ok(Image::coloured(2, 1, vec![Rgb::new(0xFF, 0, 0), Rgb::new(0, 0, 0xFF)]).expect("it fits"));
    assert_eq!(direct(32, 1, 3, 8, &whole), red_and_blue);
    assert_eq!(direct(32, 2, 3, 8, &[0xFF, 0, 0, 0, 0, 0xFF]), red_and_blue);
    assert_eq!(direct(32, 4, 3, 8, &[7, 5, 0xFF, 0, 0, 0, 0, 0xFF]), red_and_blue);
    assert_eq!(
        direct(32, 4, 4, 8, &[9, 7, 9, 9, 0xFF, 0, 0, 0, 0, 0xFF]),
        red_and_blue
    );
    assert_eq!(direct(16, 1, 3, 8, &[0x7C, 0, 0, 0x1F, 0, 0, 0, 0]), red_and_blue);
    assert_eq!(
        direct(16, 3, 3, 8, &[8, 1, 0x7C, 0, 0, 0x1F, 0xFF, 0, 0]),
        red_and_blue
    );
    assert_eq!(
        direct(16, 3, 3, 4, &[0x7C, 0, 0, 0x1F]),
        red_and_blue,
        "short rows are not packed"
    );
    for (depth, pack_type) in [(32, 3), (16, 4), (32, 5)] {
        assert!(matches!(
            direct(depth, pack_type, 3, 8, &whole),
            Err(PictError::Unsupported { .. })
        ));
    }
    assert!(matches!(
        direct(24, 0, 3, 8, &whole),
        Err(PictError::Malformed { .. })
    ));
    assert!(matches!(
        direct(32, 1, 3, 4, &whole),
        Err(PictError::Malformed { .. })
    ));
}
