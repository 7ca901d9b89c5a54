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

fn every_kind_of_item() -> Vec<ItemKind> {
    vec![
        ItemKind::Button("OK".into()),
        ItemKind::CheckBox("Check".into()),
        ItemKind::RadioButton("Either".into()),
        ItemKind::Control(200),
        ItemKind::StaticText("odd".into()),
        ItemKind::EditText("untitled".into()),
        ItemKind::Icon(-1),
        ItemKind::Picture(128),
        ItemKind::User,
        ItemKind::Help(HelpItem::Dialog(130)),
        ItemKind::Help(HelpItem::Rectangles(131)),
        ItemKind::Help(HelpItem::Appended { id: 132, after: 4 }),
    ]
}

#[test]
fn an_item_list_is_laid_out_as_the_book_says() {
    let rect = Rect::new(1, 2, 3, 4);
    let bytes_of = |kind| ItemList(vec![Item::new(rect, kind)]).encode()[14..].to_vec();
    let expected: [&[u8]; 12] = [
        b"\x04\x02OK",
        b"\x05\x05Check\0",
        b"\x06\x06Either",
        b"\x07\x02\0\xC8",
        b"\x88\x03odd\0",
        b"\x10\x08untitled",
        b"\xA0\x02\xFF\xFF",
        b"\xC0\x02\0\x80",
        b"\0\0",
        b"\x81\x04\0\x01\0\x82",
        b"\x81\x04\0\x02\0\x83",
        b"\x81\x06\0\x08\0\x84\0\x04",
    ];
    for (kind, expected) in every_kind_of_item().into_iter().zip(expected) {
        assert_eq!(bytes_of(kind.clone()), expected, "{kind:?}");
    }
    let items = every_kind_of_item().into_iter();
    let mut list = ItemList(items.map(|kind| Item::new(rect, kind)).collect());
    assert_eq!(list.encode()[..14], *b"\0\x0B\0\0\0\0\0\x01\0\x02\0\x03\0\x04");
    round_trip(&list);
    for item in &mut list.0 {
        item.enabled = !item.enabled;
    }
    round_trip(&list);
    round_trip(&ItemList(Vec::new()));
}

#[test]
fn an_item_of_no_known_type_is_refused() {
    let parsed = ItemList::parse(&mut Reader {
        rest: b"\0\0\0\0\0\0\0\x01\0\x02\0\x03\0\x04\x09\0",
    });
    assert_eq!(parsed, Err("it has an item of no known type"));
}

const PROCS: [WindowProc; 8] = [
    WindowProc::Document,
    WindowProc::ModalDialog,
    WindowProc::PlainBox,
    WindowProc::ShadowBox,
    WindowProc::FixedDocument,
    WindowProc::MovableDialog,
    WindowProc::ZoomDocument,
    WindowProc::ZoomFixedDocument,
];

fn positions() -> impl Iterator<Item = Position> {
    let within = [Within::MainScreen, Within::ParentWindow, Within::ParentScreen];
    let placed = within.into_iter().flat_map(|within| {
        [
            Position::Centre(within),
            Position::Alert(within),
            Position::Stagger(within),
        ]
    });
    placed.chain([Position::Given])
}

#[test]
fn windows_and_dialogs_come_back_with_their_definition_and_position() {
    let bounds = Rect::new(40, 20, 200, 320);
    for (proc, position) in PROCS
        .into_iter()
        .flat_map(|proc| positions().map(move |at| (proc, at)))
    {
        for title in ["", "Odd", "Even"] {
            round_trip_of_template(&WindowTemplate {
                bounds,
                proc,
                closes: true,
                title: title.into(),
                position,
            });
            round_trip_of_template(&DialogTemplate {
                bounds,
                proc,
                closes: false,
                items: 140,
                title: title.into(),
                position,
            });
        }
    }
    let dialog = DialogTemplate {
        bounds,
        proc: WindowProc::MovableDialog,
        closes: true,
        items: 140,
        title: "Copy".into(),
        position: Position::Alert(Within::MainScreen),
    };
    assert_eq!(
        dialog.encode()[8..],
        *b"\0\x05\0\0\x01\0\0\0\0\0\0\x8C\x04Copy\0\x30\x0A"
    );
}

/// As [`round_trip`], but a template that ends before its position word is one of before System 7.
fn round_trip_of_template<T: Format + PartialEq + std::fmt::Debug>(value: &T) {
    let data = value.encode();
    let mut reader = Reader { rest: &data };
    assert_eq!(T::parse(&mut reader).as_ref(), Ok(value));
    assert!(reader.is_empty(), "{value:?}");
    let mut old = Reader {
        rest: &data[..data.len() - 2],
    };
    assert!(T::parse(&mut old).is_ok(), "{value:?}");
}

#[test]
fn controls_come_back_and_a_pop_up_menu_keeps_its_menu_where_others_have_their_minimum() {
    let bounds = Rect::new(10, 20, 29, 220);
    let control = |kind| ControlTemplate {
        bounds,
        kind,
        title: "Speed:".into(),
    };
    for kind in [
        ControlKind::Button,
        ControlKind::CheckBox { checked: true },
        ControlKind::RadioButton { on: false },
        ControlKind::ScrollBar {
            value: 3,
            minimum: 1,
            maximum: 40,
        },
        ControlKind::PopUp {
            menu: 200,
            title_width: 60,
            fixed_width: false,
        },
    ] {
        round_trip(&control(kind));
    }
    let pop_up = control(ControlKind::PopUp {
        menu: 200,
        title_width: 60,
        fixed_width: true,
    });
    round_trip(&pop_up);
    assert_eq!(
        pop_up.encode()[8..],
        *b"\0\0\x01\0\0\x3C\0\xC8\x03\xF1\0\0\0\0\x06Speed:"
    );
}

#[test]
fn positions_are_those_of_the_window_manager() {
    let desk = Rect::new(20, 0, 342, 512);
    let bounds = Rect::new(0, 0, 100, 200);
    let parent = Some(Rect::new(100, 100, 300, 400));
    let place = |position: Position| position.place(bounds, desk, parent, 2);
    assert_eq!(place(Position::Given), bounds);
    assert_eq!(
        place(Position::Centre(Within::MainScreen)),
        Rect::new(131, 156, 231, 356)
    );
    assert_eq!(
        place(Position::Alert(Within::MainScreen)),
        Rect::new(64, 156, 164, 356)
    );
    assert_eq!(
        place(Position::Alert(Within::ParentWindow)),
        Rect::new(120, 150, 220, 350)
    );
    assert_eq!(
        place(Position::Stagger(Within::MainScreen)),
        Rect::new(40, 40, 140, 240)
    );
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
    let plain = PlainIcon(Icon {
        ink: [0x8000_0001; 32],
        mask: [u32::MAX; 32],
    });
    assert_eq!(plain.encode().len(), 128);
    round_trip(&plain);
    let mut alert = Alert {
        bounds: Rect::new(0, 0, 120, 340),
        items: 130,
        default_item: 1,
        position: Position::Alert(Within::MainScreen),
    };
    assert_eq!(alert.encode()[8..], [0, 130, 0x55, 0x55, 0x30, 0x0A]);
    round_trip_of_template(&alert);
    alert.default_item = 2;
    assert_eq!(alert.encode()[8..], [0, 130, 0xDD, 0xDD, 0x30, 0x0A]);
    round_trip_of_template(&alert);
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
        let _ = ItemList::parse(&mut Reader { rest: &data });
        let _ = DialogTemplate::parse(&mut Reader { rest: &data });
        let _ = ControlTemplate::parse(&mut Reader { rest: &data });
        let _ = Alert::parse(&mut Reader { rest: &data });
        let _ = StringList::parse(&mut Reader { rest: &data });
        let _ = WindowTemplate::parse(&mut Reader { rest: &data });
        let _ = Version::parse(&mut Reader { rest: &data });
    }
}
