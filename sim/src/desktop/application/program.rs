//! What an application supplies: [`Program`], and [`Content`] for what lies in its windows.

use super::frame::Frame;
use super::pane::Pane;
use super::window::WindowId;
use crate::desktop::draw::Canvas;
use crate::desktop::geometry::Point;
use crate::desktop::parts::{Choice, Press, Step};
use crate::desktop::{AppleEvent, Event, EventError, IconScene, Mac, Response, Toolkit, WindowScene};

/// How large the content of a window is, in pixels: what there is to scroll over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// Rows.
    pub height: i16,
    /// Columns.
    pub width: i16,
    /// How far an arrow of a scroll bar scrolls, down and to the right.
    pub line: Point,
}

/// Which scroll bars a window has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bars {
    /// None.
    None,
    /// One at the right.
    Vertical,
    /// One at the right, one below.
    Both,
}

/// What lies in a document window. What it draws and where it is pressed are global coordinates; the [`Pane`] says where it lies
/// and what is scrolled to.
pub trait Content: Clone + Send + 'static {
    /// What a press or a key in it has its program do, such as opening what was clicked twice.
    type Act;

    /// Draws it; the pane is white, and drawing is clipped to its view.
    fn draw(&self, canvas: &mut Canvas, pane: &Pane, toolkit: &Toolkit);

    /// Which scroll bars the window has.
    fn bars(&self) -> Bars {
        Bars::None
    }

    /// What the scroll bars scroll over.
    fn extent(&self, _pane: &Pane, _toolkit: &Toolkit) -> Extent {
        Extent::default()
    }

    /// Rows above the view that do not scroll.
    fn header(&self) -> i16 {
        0
    }

    /// Draws these rows; drawing is clipped to the window's content.
    fn draw_header(&self, _canvas: &mut Canvas, _pane: &Pane, _toolkit: &Toolkit) {}

    /// Height and width that the zoom box gives the window, unless the screen is too small; the whole screen where it says nothing.
    fn zoomed_size(&self, _toolkit: &Toolkit) -> Option<Point> {
        None
    }

    /// The button went down in the view. [`Step::Again`] when it follows the mouse: then [`Content::step`] is called until it is done.
    fn press(
        &mut self,
        _press: &Press,
        _pane: &mut Pane,
        _toolkit: &Toolkit,
        _mac: &mut dyn Mac,
    ) -> Step<Option<Self::Act>> {
        Step::Done(None)
    }

    /// One round of following the mouse.
    fn step(&mut self, _pane: &mut Pane, _toolkit: &Toolkit, _mac: &mut dyn Mac) -> Step<Option<Self::Act>> {
        Step::Done(None)
    }

    /// A key went down without the Command key.
    fn key(
        &mut self,
        _event: &Event,
        _pane: &mut Pane,
        _toolkit: &Toolkit,
        _mac: &mut dyn Mac,
    ) -> Option<Self::Act> {
        None
    }

    /// Whether it has a caret that blinks: then it is given time more often while its window is active.
    fn blinks(&self) -> bool {
        false
    }

    /// Time has passed; see [`Program::sleep`].
    fn idle(&mut self, _ticks: u32, _pane: &mut Pane, _toolkit: &Toolkit) {}

    /// Adds what tests should know of it.
    fn scene(&self, _pane: &Pane, _toolkit: &Toolkit, _scene: &mut WindowScene) {}
}

/// An application. Its methods are called by the frame, which lends them itself and the Macintosh.
pub trait Program: Clone + Send + 'static {
    /// What is in its document windows; an `enum` where there are several kinds.
    type Content: Content;
    /// What a dialog was opened for: it comes back with each item that is hit in it.
    type Purpose: Clone + Send + 'static;

    /// Its name, as the Process Manager has it.
    fn name(&self) -> &str;

    /// Its first turn: what it shows at once.
    fn start(&mut self, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) {}

    /// Before a menu opens or a Cmd-key is looked up: enables, dims and marks the items of `frame.menus`.
    fn adjust_menus(&mut self, _frame: &mut Frame<Self>) {}

    /// An item of its own menus was chosen.
    fn choose(&mut self, choice: Choice, frame: &mut Frame<Self>, mac: &mut dyn Mac);

    /// An item of a dialog was hit. The dialog is still up: it is closed by [`Frame::close_dialog`].
    fn hit(&mut self, _purpose: Self::Purpose, _item: usize, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) {}

    /// The content of a window has it do something.
    fn act(
        &mut self,
        _window: WindowId,
        _act: <Self::Content as Content>::Act,
        _frame: &mut Frame<Self>,
        _mac: &mut dyn Mac,
    ) {
    }

    /// The close box of a document window was pressed.
    fn close(&mut self, window: WindowId, frame: &mut Frame<Self>, _mac: &mut dyn Mac) {
        frame.close_window(window);
    }

    /// Open Application: it was launched without a document.
    fn open_application(&mut self, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) {}

    /// Open Documents: shows the document with this path.
    ///
    /// # Errors
    /// What the reply says.
    fn open(&mut self, path: &str, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) -> Result<(), EventError> {
        Err(cannot("open", path))
    }

    /// Print Documents: prints the document with this path.
    ///
    /// # Errors
    /// What the reply says.
    fn print(&mut self, path: &str, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) -> Result<(), EventError> {
        Err(cannot("print", path))
    }

    /// Whether something would be lost by quitting, so that the user has to be asked.
    fn must_ask(&self, _frame: &Frame<Self>) -> bool {
        false
    }

    /// Asks the user, when it is in front. Whoever handles the answer calls [`Frame::quit`] or [`Frame::stay`].
    fn ask_to_quit(&mut self, frame: &mut Frame<Self>, mac: &mut dyn Mac) {
        frame.quit(mac);
    }

    /// An Apple event of its own; `None` leaves it to the frame, which knows the four required ones and refuses all others.
    fn apple_event(
        &mut self,
        _event: &AppleEvent,
        _frame: &mut Frame<Self>,
        _mac: &mut dyn Mac,
    ) -> Option<Response> {
        None
    }

    /// Nothing has happened for a while.
    fn idle(&mut self, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) {}

    /// WaitNextEvent's sleep: after how many ticks [`Program::idle`] is to be called at latest.
    fn sleep(&self, _mac: &dyn Mac) -> u32 {
        60
    }

    /// It has come to the front, or was put behind.
    fn activate(&mut self, _in_front: bool, _frame: &mut Frame<Self>) {}

    /// It is about to be put behind: puts out what it keeps in a scrap of its own. See [`Frame::scrap`].
    fn publish_scrap(&mut self, frame: &mut Frame<Self>, mac: &mut dyn Mac) {
        frame.scrap.publish(mac);
    }

    /// It comes to the front, and the scrap is another one than when it left.
    fn take_scrap(&mut self, frame: &mut Frame<Self>, mac: &mut dyn Mac) {
        frame.scrap.take(mac);
    }

    /// One round of something that follows the mouse across windows, begun with [`Frame::track`].
    fn step(&mut self, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) -> Step<()> {
        Step::Done(())
    }

    /// One turn of work that lets other applications have time but takes no events, begun with [`Frame::work`].
    fn work(&mut self, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) -> Step<()> {
        Step::Done(())
    }

    /// A press on the desktop, which is the Finder's.
    fn press_desk(&mut self, _press: &Press, _frame: &mut Frame<Self>, _mac: &mut dyn Mac) {}

    /// Draws what lies on the desktop: the Finder alone has that.
    fn draw_desk(&self, _canvas: &mut Canvas, _frame: &Frame<Self>) {}

    /// The icons on the desktop, for tests.
    fn desk_scene(&self, _frame: &Frame<Self>) -> Vec<IconScene> {
        Vec::new()
    }

    /// Draws what lies over all windows, such as the outline of what is dragged.
    fn draw_over(&self, _canvas: &mut Canvas, _frame: &Frame<Self>) {}
}

/// errAEEventNotHandled.
fn cannot(verb: &str, path: &str) -> EventError {
    EventError {
        number: -1708,
        message: Some(format!("the application cannot {verb} {path}")),
    }
}
