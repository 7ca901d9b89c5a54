//! Gallery: an application of the tests that shows every kind of window, control and dialog, and writes down what it is told.

use super::bench::Bench;
use super::mac::STATION;
use crate::desktop::application::{Application, Bars, Content, Extent, Frame, Pane, Program, WindowId};
use crate::desktop::draw::TextStyle;
use crate::desktop::font::{FontName, Fonts};
use crate::desktop::parts::{BoxTemplate, Choice, ControlLook, Keyed, Press, Step, UserItem};
use crate::desktop::program_file::{add_alert, add_menu};
use crate::desktop::resource::{
    ControlKind, ControlTemplate, DialogTemplate, HelpItem, Item, ItemKind, ItemList, MenuBarList, Position,
    WindowProc, WindowTemplate, Within, store,
};
use crate::desktop::system_file::add_small_icon;
use crate::desktop::*;
use mc_pack::ResourceFork;
use std::sync::{Arc, Mutex};

pub const FILE: i16 = 129;
/// Items of the menu File.
pub const NEW: usize = 1;
const ITEMS: [&str; 9] = [
    "New/N", "Alert", "Modal", "Movable", "Modeless", "(Never", "-", "Busy", "Quit/Q",
];

/// Items of the dialogs.
pub const OK: usize = 1;
pub const MEDIUM: usize = 5;
pub const METER: usize = 12;
pub const DIMMED: usize = 15;

/// Lines in a window, and how high and wide they are.
pub const LINES: i16 = 40;
pub const LINE: i16 = 16;
pub const WIDTH: i16 = 600;

/// What Gallery was told.
pub type Log = Arc<Mutex<Vec<String>>>;

#[derive(Clone)]
pub struct Gallery {
    boxes: [BoxTemplate; 4],
    window: WindowTemplate,
    log: Log,
    /// Whether it asks before it quits.
    asks: bool,
    busy_until: u32,
}

/// Gallery on a fake Macintosh, and its log.
pub fn gallery(screen: Screen, asks: bool) -> (Bench, Log) {
    let toolkit = Arc::new(Toolkit::new(file(), &STATION, screen).unwrap());
    let log = Log::default();
    let program = Gallery {
        boxes: [
            toolkit.alert(200).unwrap(),
            toolkit.dialog(201).unwrap(),
            toolkit.dialog(202).unwrap(),
            toolkit.dialog(203).unwrap(),
        ],
        window: toolkit.load(200).unwrap(),
        log: Arc::clone(&log),
        asks,
        busy_until: 0,
    };
    let application = Application::new(program, toolkit).unwrap();
    (Bench::with(Box::new(application), screen), log)
}

fn file() -> ResourceFork {
    let mut fork = ResourceFork::new();
    store(&mut fork, 128, None, &MenuBarList(vec![128, FILE])).unwrap();
    add_menu(&mut fork, 128, "\u{F8FF}", &["About Gallery\u{2026}", "(-"]).unwrap();
    add_menu(&mut fork, FILE, "File", &ITEMS).unwrap();
    add_menu(
        &mut fork,
        200,
        "Speed",
        &["One", "Two!\u{2713}", "(Three", "Four"],
    )
    .unwrap();
    add_alert(&mut fork, 200, &["OK", "Cancel"], "^0 is not ^1.", 2).unwrap();
    add_small_icon(&mut fork, 128, include_str!("../art/finder.txt")).unwrap();
    let window = WindowTemplate {
        bounds: Rect::new(60, 20, 200, 260),
        proc: WindowProc::ZoomDocument,
        closes: true,
        title: "untitled".to_owned(),
        position: Position::Stagger(Within::MainScreen),
    };
    store(&mut fork, 200, None, &window).unwrap();
    for (id, proc, title) in [
        (201, WindowProc::ModalDialog, ""),
        (202, WindowProc::MovableDialog, "Settings of ^0"),
        (203, WindowProc::FixedDocument, "Find"),
    ] {
        let dialog = DialogTemplate {
            bounds: Rect::new(0, 0, 230, 420),
            proc,
            closes: id == 203,
            items: 201,
            title: title.to_owned(),
            position: Position::Centre(Within::MainScreen),
        };
        store(&mut fork, id, None, &dialog).unwrap();
    }
    store(&mut fork, 201, None, &items()).unwrap();
    let control = |kind, title: &str| ControlTemplate {
        bounds: Rect::new(0, 0, 20, 200),
        kind,
        title: title.to_owned(),
    };
    let pop_up = ControlKind::PopUp {
        menu: 200,
        title_width: 50,
        fixed_width: false,
    };
    store(&mut fork, 200, None, &control(pop_up, "Speed:")).unwrap();
    let bar = ControlKind::ScrollBar {
        value: 0,
        minimum: 0,
        maximum: 20,
    };
    store(&mut fork, 201, None, &control(bar, "")).unwrap();
    fork
}

fn items() -> ItemList {
    let item = |top, left, bottom, right, kind| Item::new(Rect::new(top, left, bottom, right), kind);
    let text = |text: &str| text.to_owned();
    ItemList(vec![
        item(200, 340, 220, 400, ItemKind::Button(text("OK"))),
        item(200, 260, 220, 320, ItemKind::Button(text("Cancel"))),
        item(10, 10, 28, 110, ItemKind::CheckBox(text("Sound"))),
        item(34, 10, 52, 110, ItemKind::RadioButton(text("Slow"))),
        item(54, 10, 72, 110, ItemKind::RadioButton(text("Medium"))),
        item(74, 10, 92, 110, ItemKind::RadioButton(text("Fast"))),
        item(10, 130, 30, 330, ItemKind::Control(200)),
        item(104, 10, 136, 240, ItemKind::StaticText(text("Copying ^0"))),
        item(140, 14, 156, 200, ItemKind::EditText(text("untitled"))),
        item(172, 14, 188, 200, ItemKind::EditText(String::new())),
        item(40, 130, 72, 162, ItemKind::StaticText(String::new())),
        item(40, 180, 60, 300, ItemKind::User),
        item(0, 0, 0, 0, ItemKind::Help(HelpItem::Dialog(200))),
        item(74, 180, 90, 380, ItemKind::Control(201)),
        item(10, 340, 28, 415, ItemKind::CheckBox(text("Never"))),
    ])
}

/// A bar that is as long as it was dragged, and counts keys.
#[derive(Clone, Default)]
pub struct Meter {
    pub length: i16,
    pub keys: usize,
}

impl UserItem for Meter {
    fn draw(&self, canvas: &mut Canvas, rect: Rect, _: &Fonts, _: ControlLook) {
        canvas.frame(rect, draw::Colour::Black);
        let right = (rect.left + self.length).min(rect.right);
        canvas.fill(Rect { right, ..rect }, draw::Colour::Black);
    }

    fn press(&mut self, press: &Press, rect: Rect, _: &Fonts, _: &mut dyn Mac) -> Step<bool> {
        self.length = press.at.h - rect.left;
        Step::Again
    }

    fn step(&mut self, rect: Rect, _: &Fonts, mac: &mut dyn Mac) -> Step<bool> {
        if !mac.still_down() {
            return Step::Done(true);
        }
        self.length = (mac.mouse().h - rect.left).clamp(0, rect.width());
        Step::Again
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn key(&mut self, event: &Event, _: Rect, _: &Fonts) -> Keyed {
        if event.message as u8 == b'!' {
            return Keyed::Ignored;
        }
        self.keys += 1;
        Keyed::Hit
    }

    fn boxed(&self) -> Box<dyn UserItem> {
        Box::new(self.clone())
    }
}

/// Numbered lines, one of which can be selected.
#[derive(Clone, Default)]
pub struct Lines {
    selected: Option<i16>,
    typed: String,
}

impl Content for Lines {
    /// A line was clicked twice.
    type Act = i16;

    fn draw(&self, canvas: &mut Canvas, pane: &Pane, toolkit: &Toolkit) {
        let origin = pane.origin();
        for line in 0..LINES {
            let pen = Point::new(origin.v + line * LINE + 12, origin.h + 4);
            let state = match self.selected == Some(line) {
                true => TextState::Inverse,
                false => TextState::Normal,
            };
            if state == TextState::Inverse {
                let row = Rect::at(Point::new(pen.v - 12, origin.h), LINE, WIDTH);
                canvas.fill(row, draw::Colour::Black);
            }
            let style = TextStyle::plain(FontName::Chicago12).state(state);
            canvas.text(&toolkit.fonts, pen, &format!("line {line}{}", self.typed), style);
        }
    }

    fn bars(&self) -> Bars {
        Bars::Both
    }

    fn extent(&self, _: &Pane, _: &Toolkit) -> Extent {
        Extent {
            height: LINES * LINE,
            width: WIDTH,
            line: Point::new(LINE, 10),
        }
    }

    fn press(
        &mut self,
        press: &Press,
        pane: &mut Pane,
        toolkit: &Toolkit,
        mac: &mut dyn Mac,
    ) -> Step<Option<i16>> {
        let line = (press.at.v - pane.origin().v) / LINE;
        if press.clicks == 2 {
            return Step::Done(Some(line));
        }
        self.step(pane, toolkit, mac)
    }

    fn step(&mut self, pane: &mut Pane, _: &Toolkit, mac: &mut dyn Mac) -> Step<Option<i16>> {
        if !mac.still_down() {
            return Step::Done(None);
        }
        let line = (mac.mouse().v - pane.origin().v)
            .div_euclid(LINE)
            .clamp(0, LINES - 1);
        if self.selected != Some(line) {
            self.selected = Some(line);
            pane.invalidate();
        }
        let top = pane.origin().v + line * LINE;
        pane.reveal(Rect::at(Point::new(top, pane.view.left), LINE, 1));
        Step::Again
    }

    fn key(&mut self, event: &Event, pane: &mut Pane, _: &Toolkit, _: &mut dyn Mac) -> Option<i16> {
        self.typed.push(char::from(event.message as u8));
        pane.invalidate();
        None
    }
}

impl Gallery {
    fn note(&self, what: String) {
        self.log.lock().unwrap().push(what);
    }
}

impl Program for Gallery {
    type Content = Lines;
    type Purpose = &'static str;

    fn name(&self) -> &str {
        "Gallery"
    }

    fn adjust_menus(&mut self, frame: &mut Frame<Gallery>) {
        let is_open = frame.front_window().is_some();
        frame.menus.enable(128, 1, !is_open);
        frame.menus.mark(FILE, NEW, is_open.then_some('\u{2713}'));
        let title = if is_open { "New Window" } else { "New" };
        let toolkit = Arc::clone(&frame.toolkit);
        frame.menus.rename(FILE, NEW, title, &toolkit.fonts);
    }

    fn choose(&mut self, choice: Choice, frame: &mut Frame<Gallery>, mac: &mut dyn Mac) {
        self.note(format!("{} {}", choice.menu, choice.item));
        let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
        match choice.item {
            NEW if choice.menu == FILE => drop(frame.open_window(&self.window, Lines::default())),
            2 => {
                let parameters = words(&["This", "that"]);
                frame.alert(&self.boxes[0], DialogIcon::Note, &parameters, "alert");
            }
            which @ 3..=5 => {
                let mut dialog = frame.new_dialog(&self.boxes[which - 2], &words(&["Gallery"]));
                dialog.set_user_item(METER, Box::new(Meter::default()));
                dialog.enable(DIMMED, false);
                dialog.set_value(MEDIUM, 1);
                dialog.set_command_key('d', OK);
                frame.open_dialog(dialog, "dialog");
            }
            8 => {
                self.busy_until = mac.ticks() + 5;
                frame.work();
            }
            9 => frame.begin_to_quit(),
            _ => {}
        }
    }

    fn hit(&mut self, purpose: &'static str, item: usize, frame: &mut Frame<Gallery>, mac: &mut dyn Mac) {
        let Some(dialog) = frame.dialog() else { return };
        let value = dialog.value(item);
        let text = dialog.text(item);
        self.note(format!("{purpose} {item} {value} {text}"));
        if item == METER {
            let length = dialog.user_item::<Meter>(METER).unwrap().length.to_string();
            dialog.set_parameters(&[length]);
        }
        if item <= 2 {
            frame.close_dialog();
            if frame.is_quitting() {
                match item {
                    OK => frame.quit(mac),
                    _ => frame.stay(mac),
                }
            }
        }
    }

    fn act(&mut self, window: WindowId, line: i16, frame: &mut Frame<Gallery>, _: &mut dyn Mac) {
        self.note(format!("open {line}"));
        if let Some(window) = frame.window_mut(window) {
            window.set_title(&format!("line {line}"));
        }
    }

    fn open_application(&mut self, frame: &mut Frame<Gallery>, _: &mut dyn Mac) {
        frame.open_window(&self.window, Lines::default());
    }

    fn open(&mut self, path: &str, _: &mut Frame<Gallery>, _: &mut dyn Mac) -> Result<(), EventError> {
        self.note(path.to_owned());
        Ok(())
    }

    fn must_ask(&self, _: &Frame<Gallery>) -> bool {
        self.asks
    }

    fn ask_to_quit(&mut self, frame: &mut Frame<Gallery>, _: &mut dyn Mac) {
        frame.alert(&self.boxes[0], DialogIcon::Caution, &[], "quit");
    }

    fn work(&mut self, _: &mut Frame<Gallery>, mac: &mut dyn Mac) -> Step<()> {
        match mac.ticks() < self.busy_until {
            true => Step::Again,
            false => Step::Done(()),
        }
    }
}

#[test]
fn the_gallery_starts_with_a_menu_bar_and_no_window() {
    let (bench, _) = gallery(super::mac::LARGE, false);
    let titles: Vec<String> = bench
        .scene()
        .menu_bar
        .into_iter()
        .map(|menu| menu.title)
        .collect();
    assert_eq!(titles, ["\u{F8FF}", "File", "Help", "Application"]);
    assert!(bench.scene().windows.is_empty());
}
