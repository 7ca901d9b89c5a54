//! What the frame keeps for its program: menu bar, windows and dialogs, and what the user is in the middle of.

use super::activity::Activity;
use super::clicks::ClickCounter;
use super::pane::Pane;
use super::program::Program;
use super::scrap::PrivateScrap;
use super::system_menus::SystemMenus;
use super::window::{Window, WindowId};
use crate::descriptor::Fields;
use crate::desktop::geometry::{Point, Rect};
use crate::desktop::parts::{BoxTemplate, DialogBox, MenuAccess, MenuBar, WindowFrame};
use crate::desktop::resource::{Position, WindowTemplate};
use crate::desktop::{DialogIcon, EventError, FinderError, Mac, Toolkit};
use std::sync::Arc;

/// Ticks that the menu bar stays inverted instead of a beep.
const BEEP_TICKS: u32 = 6;

/// userCanceledErr.
const CANCELED: EventError = EventError {
    number: -128,
    message: None,
};

/// See the module.
#[derive(Clone)]
pub struct Frame<P: Program> {
    /// Fonts and resources.
    pub toolkit: Arc<Toolkit>,
    /// The menu bar.
    pub menus: MenuBar,
    /// What was cut or copied.
    pub scrap: PrivateScrap,
    pub(super) system_menus: SystemMenus,
    /// The frontmost first.
    pub(super) shown: Vec<Shown<P>>,
    pub(super) activity: Activity,
    pub(super) clicks: ClickCounter,
    pub(super) in_front: bool,
    pub(super) quitting: Quitting,
    pub(super) changed: bool,
    last_id: u32,
    staggered: i16,
}

/// A window or a dialog.
#[derive(Clone)]
pub(super) enum Shown<P: Program> {
    Window(Window<P::Content>),
    Dialog(OpenDialog<P::Purpose>),
}

/// A dialog on the screen.
#[derive(Clone)]
pub(super) struct OpenDialog<Q> {
    pub id: WindowId,
    pub dialog: DialogBox,
    /// None of an alert of the frame itself, which any button closes.
    pub purpose: Option<Q>,
}

/// How far quitting has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quitting {
    No,
    /// It is asked for, by an Apple event or by the user (0). The program asks the user first if it has to, when it is in front.
    Wanted {
        request: u32,
    },
    /// The program is asking.
    Asking {
        request: u32,
    },
    /// It is over.
    Done,
}

impl<P: Program> Shown<P> {
    pub fn id(&self) -> WindowId {
        match self {
            Shown::Window(window) => window.id(),
            Shown::Dialog(open) => open.id,
        }
    }

    pub fn frame(&self) -> &WindowFrame {
        match self {
            Shown::Window(window) => window.frame(),
            Shown::Dialog(open) => open.dialog.frame(),
        }
    }

    pub fn is_modal(&self) -> bool {
        match self {
            Shown::Window(_) => false,
            Shown::Dialog(open) => open.dialog.is_modal(),
        }
    }
}

impl<P: Program> Frame<P> {
    pub(super) fn new(toolkit: Arc<Toolkit>, name: &str) -> Result<Frame<P>, FinderError> {
        let (menus, system_menus) = SystemMenus::hang(&toolkit, name)?;
        Ok(Frame {
            toolkit,
            menus,
            scrap: PrivateScrap::default(),
            system_menus,
            shown: Vec::new(),
            activity: Activity::Idle,
            clicks: ClickCounter::default(),
            in_front: false,
            quitting: Quitting::No,
            changed: true,
            last_id: 0,
            staggered: 0,
        })
    }

    fn new_id(&mut self) -> WindowId {
        self.last_id += 1;
        WindowId(self.last_id)
    }

    /// Whether it is the application in front.
    pub fn is_in_front(&self) -> bool {
        self.in_front
    }

    /// Something shows differently now.
    pub fn invalidate(&mut self) {
        self.changed = true;
    }

    /// GetNewWindow: opens a window in front of the others, below modal dialogs.
    pub fn open_window(&mut self, template: &WindowTemplate, content: P::Content) -> WindowId {
        let parent = self.front_content();
        let number = self.staggered;
        let place = template
            .position
            .place(template.bounds, self.toolkit.desk(), parent, number);
        if matches!(template.position, Position::Stagger(_)) {
            self.staggered = (number + 1) % 6;
        }
        let id = self.new_id();
        let frame = WindowFrame::new(template, place);
        let window = Window::new(id, frame, content, &self.toolkit);
        let place = self.shown.iter().take_while(|shown| shown.is_modal()).count();
        self.shown.insert(place, Shown::Window(window));
        self.changed = true;
        id
    }

    fn front_content(&self) -> Option<Rect> {
        self.shown.first().map(|shown| shown.frame().content)
    }

    /// Brings an alert up.
    pub fn alert(
        &mut self,
        template: &BoxTemplate,
        icon: DialogIcon,
        parameters: &[String],
        purpose: P::Purpose,
    ) -> WindowId {
        let dialog = DialogBox::alert(template, icon, parameters, &self.toolkit);
        self.show_dialog(dialog, Some(purpose))
    }

    /// An alert of the frame itself.
    pub(super) fn system_alert(&mut self, template: &BoxTemplate, parameters: &[String]) {
        let dialog = DialogBox::alert(template, DialogIcon::Stop, parameters, &self.toolkit);
        self.show_dialog(dialog, None);
    }

    /// A dialog from its template, to be filled in and opened.
    pub fn new_dialog(&self, template: &BoxTemplate, parameters: &[String]) -> DialogBox {
        DialogBox::new(template, parameters, &self.toolkit, self.front_content())
    }

    /// Shows a dialog in front of everything else of the application.
    pub fn open_dialog(&mut self, dialog: DialogBox, purpose: P::Purpose) -> WindowId {
        self.show_dialog(dialog, Some(purpose))
    }

    fn show_dialog(&mut self, dialog: DialogBox, purpose: Option<P::Purpose>) -> WindowId {
        let id = self.new_id();
        let open = OpenDialog { id, dialog, purpose };
        // A modeless one does not get before a modal one.
        let place = match open.dialog.is_modal() {
            true => 0,
            false => self.shown.iter().take_while(|shown| shown.is_modal()).count(),
        };
        self.shown.insert(place, Shown::Dialog(open));
        self.changed = true;
        id
    }

    /// The frontmost dialog.
    pub fn dialog(&mut self) -> Option<&mut DialogBox> {
        self.shown.iter_mut().find_map(|shown| match shown {
            Shown::Dialog(open) => Some(&mut open.dialog),
            Shown::Window(_) => None,
        })
    }

    /// A dialog that is open.
    pub fn dialog_with(&mut self, id: WindowId) -> Option<&mut DialogBox> {
        self.shown.iter_mut().find_map(|shown| match shown {
            Shown::Dialog(open) if open.id == id => Some(&mut open.dialog),
            _ => None,
        })
    }

    /// Takes the frontmost dialog off the screen.
    pub fn close_dialog(&mut self) -> Option<DialogBox> {
        let is_dialog = |shown: &Shown<P>| matches!(shown, Shown::Dialog(_));
        let place = self.shown.iter().position(is_dialog)?;
        self.changed = true;
        match self.shown.remove(place) {
            Shown::Dialog(open) => Some(open.dialog),
            Shown::Window(_) => None,
        }
    }

    /// Takes a window or a dialog off the screen.
    pub fn close_window(&mut self, id: WindowId) {
        self.shown.retain(|shown| shown.id() != id);
        self.changed = true;
    }

    /// The document windows, the frontmost first.
    pub fn windows(&self) -> impl Iterator<Item = &Window<P::Content>> {
        self.shown.iter().filter_map(|shown| match shown {
            Shown::Window(window) => Some(window),
            Shown::Dialog(_) => None,
        })
    }

    /// The same, to change them.
    pub fn windows_mut(&mut self) -> impl Iterator<Item = &mut Window<P::Content>> {
        self.shown.iter_mut().filter_map(|shown| match shown {
            Shown::Window(window) => Some(window),
            Shown::Dialog(_) => None,
        })
    }

    /// The frontmost window with such a content.
    pub fn find_window(&self, is_it: impl Fn(&P::Content) -> bool) -> Option<WindowId> {
        let mut windows = self.windows();
        windows.find(|window| is_it(&window.content)).map(Window::id)
    }

    /// A window that is open.
    pub fn window(&self, id: WindowId) -> Option<&Window<P::Content>> {
        self.windows().find(|window| window.id() == id)
    }

    /// The same, to change it.
    pub fn window_mut(&mut self, id: WindowId) -> Option<&mut Window<P::Content>> {
        self.windows_mut().find(|window| window.id() == id)
    }

    /// FrontWindow, if it is a document window.
    pub fn front_window(&self) -> Option<&Window<P::Content>> {
        match self.shown.first()? {
            Shown::Window(window) => Some(window),
            Shown::Dialog(_) => None,
        }
    }

    /// The same, to change it.
    pub fn front_window_mut(&mut self) -> Option<&mut Window<P::Content>> {
        match self.shown.first_mut()? {
            Shown::Window(window) => Some(window),
            Shown::Dialog(_) => None,
        }
    }

    /// SelectWindow: brings a window before the others, but not before a modal dialog.
    pub fn select_window(&mut self, id: WindowId) {
        let first = self.shown.iter().take_while(|shown| shown.is_modal()).count();
        if let Some(place) = self.shown.iter().position(|shown| shown.id() == id)
            && place > first
        {
            self.shown[first..=place].rotate_right(1);
        }
        self.changed = true;
    }

    /// MoveWindow and SizeWindow: its content goes there.
    pub fn place_window(&mut self, id: WindowId, content: Rect) {
        let toolkit = Arc::clone(&self.toolkit);
        if let Some(window) = self.window_mut(id) {
            window.set_content(content, &toolkit);
        }
        self.changed = true;
    }

    /// Has the content of a window scroll to something, such as what is selected in it.
    pub fn reveal(&mut self, id: WindowId, scroll: fn(&P::Content, &mut Pane, &Toolkit)) {
        let toolkit = Arc::clone(&self.toolkit);
        if let Some(window) = self.window_mut(id) {
            let mut pane = window.pane(true);
            scroll(&window.content, &mut pane, &toolkit);
            window.settle(&pane, &toolkit);
        }
        self.changed = true;
    }

    /// Scrolls a window to where `scroll` pixels lie above and to the left of its view, as far as there are.
    pub fn scroll_window(&mut self, id: WindowId, scroll: Point) {
        let toolkit = Arc::clone(&self.toolkit);
        if let Some(window) = self.window_mut(id) {
            let mut pane = window.pane(true);
            pane.scroll = scroll;
            window.settle(&pane, &toolkit);
        }
        self.changed = true;
    }

    /// Whether a modal dialog keeps the user from everything else.
    pub fn has_modal(&self) -> bool {
        self.shown.first().is_some_and(Shown::is_modal)
    }

    /// Whether it is one that others can be brought before: a movable one.
    pub(super) fn has_movable(&self) -> bool {
        let front = self.shown.first().filter(|shown| shown.is_modal());
        front.is_some_and(|shown| shown.frame().proc.has_title_bar())
    }

    /// What of the menu bar can be used now.
    pub(super) fn menu_access(&self) -> MenuAccess {
        match (self.has_modal(), self.has_movable()) {
            (false, _) => MenuAccess::All,
            (true, true) => MenuAccess::System,
            (true, false) => MenuAccess::None,
        }
    }

    /// Dims what of the menu bar cannot be used now.
    pub(super) fn settle_menus(&mut self) {
        self.menus.set_access(self.menu_access());
    }

    /// SysBeep, for a Macintosh whose sound is turned off: the menu bar flashes.
    pub fn beep(&mut self, mac: &dyn Mac) {
        self.activity = Activity::Beep {
            until: mac.ticks() + BEEP_TICKS,
        };
        self.changed = true;
    }

    /// Has [`Program::step`] called until it is done, while nobody else gets time.
    pub fn track(&mut self) {
        self.activity = Activity::Program;
    }

    /// Has [`Program::work`] called until it is done; the program takes no events meanwhile.
    pub fn work(&mut self) {
        self.activity = Activity::Work;
    }

    /// Quit was chosen: the program asks the user first if it has to.
    pub fn begin_to_quit(&mut self) {
        self.quitting = Quitting::Wanted { request: 0 };
    }

    /// The answer of [`Program::ask_to_quit`]: it quits now.
    pub fn quit(&mut self, mac: &mut dyn Mac) {
        self.answer_quit(Ok(Fields::default()), mac);
        self.quitting = Quitting::Done;
    }

    /// The other answer: it goes on, because the user has cancelled.
    pub fn stay(&mut self, mac: &mut dyn Mac) {
        self.refuse_to_quit(CANCELED, mac);
    }

    /// It goes on, because something else has failed, such as saving.
    pub fn refuse_to_quit(&mut self, error: EventError, mac: &mut dyn Mac) {
        self.answer_quit(Err(error), mac);
        self.quitting = Quitting::No;
    }

    /// Whether the user is being asked because the application is to quit.
    pub fn is_quitting(&self) -> bool {
        matches!(self.quitting, Quitting::Asking { .. })
    }

    fn answer_quit(&mut self, outcome: Result<Fields, EventError>, mac: &mut dyn Mac) {
        if let Quitting::Wanted { request } | Quitting::Asking { request } = self.quitting
            && request != 0
        {
            mac.answer(request, outcome);
        }
    }
}
