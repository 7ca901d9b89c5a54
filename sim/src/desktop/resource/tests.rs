//! The bytes of the formats, and that whatever is written is read back.

use super::*;
use proptest::prelude::*;

fn round_trip<T: Format + PartialEq + std::fmt::Debug>(value: &T) {
    let data = value.encode();
    let mut reader = Reader { rest: &data };
    assert_eq!(T::parse(&mut reader).as_ref(), Ok(value));
    assert!(
        reader.is_empty(),
        "{} bytes of {} were not read",
        reader.rest.len(),
        T::KIND
    );
    for length in 0..data.len() {
        let cut = T::parse(&mut Reader {
            rest: &data[..length],
        });
        assert_ne!(cut.as_ref(), Ok(value), "{length} bytes were enough");
    }
}

#[test]
fn a_menu_is_laid_out_as_the_book_says() {
    let item = |text: &str, enabled, command_key, mark| MenuItem {
        text: text.into(),
        enabled,
        command_key,
        mark,
    };
    let menu = Menu {
        id: 6,
        title: "View".into(),
        enabled: true,
        items: vec![
            item("by Icon", true, None, Some('\u{2713}')),
            item("-", false, None, None),
            item("Go", true, Some('G'), None),
        ],
    };
    let expected =
        b"\0\x06\0\0\0\0\0\0\0\0\0\0\0\x0B\x04View\x07by Icon\0\0\x12\0\x01-\0\0\0\0\x02Go\0G\0\0\0";
    assert_eq!(menu.encode(), expected);
    round_trip(&menu);
}

#[test]
fn an_item_list_pads_its_texts_to_even_lengths() {
    let rect = Rect::new(1, 2, 3, 4);
    let dialog = Dialog(vec![
        DialogItem {
            rect,
            kind: ItemKind::Button("OK".into()),
        },
        DialogItem {
            rect,
            kind: ItemKind::StaticText("odd".into()),
        },
    ]);
    let expected =
        b"\0\x01\0\0\0\0\0\x01\0\x02\0\x03\0\x04\x04\x02OK\0\0\0\0\0\x01\0\x02\0\x03\0\x04\x88\x03odd\0";
    assert_eq!(dialog.encode(), expected);
    round_trip(&dialog);
}

#[test]
fn the_other_formats_come_back() {
    assert_eq!(
        StringList(vec!["a".into(), "bc".into()]).encode(),
        b"\0\x02\x01a\x02bc"
    );
    round_trip(&StringList(vec!["one".into(), "caf\u{E9}".into()]));
    round_trip(&MenuBarList(vec![1, 2, -16490]));
    round_trip(&Version {
        number: 0x0710,
        short: "7.1".into(),
        long: "7.1, simulated".into(),
    });
    round_trip(&WindowTemplate {
        bounds: Rect::new(50, 60, 150, 360),
        title: "About".into(),
    });
    let large: LargeIcon = Icon {
        ink: [0x8000_0001; 32],
        mask: [0xC000_0003; 32],
    };
    assert_eq!(large.encode().len(), 256);
    round_trip(&large);
    let small: SmallIcon = Icon {
        ink: [0x8001; 16],
        mask: [0xC003; 16],
    };
    assert_eq!(small.encode()[..2], [0x80, 0x01]);
    round_trip(&small);
    let alert = Alert {
        bounds: Rect::new(0, 0, 120, 340),
        items: 130,
    };
    assert_eq!(alert.encode()[8..], [0, 130, 0x55, 0x55, 0x30, 0x0A]);
}

#[test]
fn string_numbers_count_from_one() {
    let list = StringList(vec!["first".into()]);
    assert_eq!([list.get(0), list.get(1), list.get(2)], ["", "first", ""]);
}

#[test]
fn a_bad_drawing_names_its_line() {
    let line = "#".repeat(32) + "\n";
    assert!(LargeIcon::from_drawing(&line.repeat(32)).is_ok());
    assert_eq!(LargeIcon::from_drawing(&line.repeat(31)), Err(32));
    assert_eq!(LargeIcon::from_drawing(&line.repeat(33)), Err(33));
    assert_eq!(
        LargeIcon::from_drawing(&(line.clone() + "#?#\n" + &line.repeat(30))),
        Err(2)
    );
    assert_eq!(SmallIcon::from_drawing(&line.repeat(16)), Err(1));
}

#[test]
fn a_missing_resource_is_named() {
    let error = load::<StringList>(&ResourceFork::new(), 128).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no resource STR# 128; add it to the file"
    );
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(data in prop::collection::vec(any::<u8>(), 0..120)) {
        let _ = Menu::parse(&mut Reader { rest: &data });
        let _ = MenuBarList::parse(&mut Reader { rest: &data });
        let _ = Dialog::parse(&mut Reader { rest: &data });
        let _ = StringList::parse(&mut Reader { rest: &data });
        let _ = WindowTemplate::parse(&mut Reader { rest: &data });
        let _ = Version::parse(&mut Reader { rest: &data });
    }
}
