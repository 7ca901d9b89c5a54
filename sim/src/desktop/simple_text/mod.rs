//! SimpleText: an editor for texts of up to 32 KB. Its windows are documents, which it opens and saves through Standard File; it asks
//! before changes are lost; scripts make, read, change, save and close documents.

mod commands;
mod document;
mod opening;
mod resources;
mod saving;
mod scripting;

pub(super) use resources::SIGNATURE;
pub use resources::simple_text_file;

use super::application::{Application, Frame, Program, WindowId};
use super::parts::{BoxTemplate, Choice, with_parameters};
use super::resource::{StringList, WindowTemplate};
use super::standard_file::{Answer, FileKit, FilePart, StandardFile};
use super::{
    AppleEvent, DialogIcon, EventError, FinderError, Mac, Process, Response, Screen, Station, Toolkit,
};
use document::{Act, Document};
use resources::{alerts, strings};
use saving::After;
use std::sync::Arc;

/// SimpleText.
#[derive(Clone)]
pub struct SimpleText {
    kit: Arc<Kit>,
    /// The dialog of Standard File that is up, and what for.
    browsing: Option<(StandardFile<Purpose>, Task)>,
    /// Where the last one looked into.
    folder: Option<String>,
    /// Documents that were made so far: each has its number in its title.
    made: usize,
}

/// What it shows, from its file and the System file.
struct Kit {
    window: WindowTemplate,
    texts: StringList,
    save_changes: BoxTemplate,
    notice: BoxTemplate,
    files: Arc<FileKit>,
}

/// What its dialogs are for.
#[derive(Clone)]
pub enum Purpose {
    /// Standard File.
    File(FilePart),
    /// The question whether to save a document before it is closed.
    SaveChanges {
        /// Its window.
        window: WindowId,
        /// What it is closed for.
        after: After,
    },
    /// A message.
    Notice,
}

/// What Standard File is up for.
#[derive(Clone)]
enum Task {
    Open,
    Save { window: WindowId, after: After },
}

/// SimpleText as a process.
///
/// # Errors
/// [`FinderError`] when a resource that is part of this program is wrong.
pub fn simple_text(station: &Station, screen: Screen) -> Result<Box<dyn Process>, FinderError> {
    let toolkit = Arc::new(Toolkit::new(simple_text_file()?, station, screen)?);
    let kit = Kit {
        window: toolkit.load(resources::WINDOW)?,
        texts: toolkit.load(resources::STRINGS)?,
        save_changes: toolkit.alert(alerts::SAVE_CHANGES)?,
        notice: toolkit.alert(alerts::NOTICE)?,
        files: Arc::new(FileKit::load(&toolkit)?),
    };
    let program = SimpleText {
        kit: Arc::new(kit),
        browsing: None,
        folder: None,
        made: 0,
    };
    Ok(Box::new(Application::new(program, toolkit)?))
}

impl SimpleText {
    /// An alert that says something.
    fn notice(&self, icon: DialogIcon, text: usize, parameters: &[String], frame: &mut Frame<SimpleText>) {
        let text = with_parameters(self.kit.texts.get(text), parameters);
        frame.alert(&self.kit.notice, icon, &[text], Purpose::Notice);
    }

    /// Where Standard File looks first: where it has looked last, at first the disk that SimpleText lies on.
    fn start_folder(&self, mac: &mut dyn Mac) -> String {
        self.folder.clone().unwrap_or_else(|| mac.volume().name())
    }

    fn hit_file(&mut self, part: FilePart, item: usize, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        let Some((mut file, task)) = self.browsing.take() else {
            return;
        };
        let answer = file.hit(part, item, frame, mac);
        self.folder = file.folder(mac).or(self.folder.take());
        match (answer, task) {
            (Answer::Open, task) => self.browsing = Some((file, task)),
            (Answer::Cancelled, Task::Open) => {}
            (Answer::Cancelled, Task::Save { after, .. }) => self.cancel(after, frame, mac),
            (Answer::Chosen(path), Task::Open) => {
                if let Err(error) = self.open_document(&path, frame, mac) {
                    tracing::info!(%error, "a document is not opened");
                }
            }
            (Answer::Chosen(path), Task::Save { window, after }) => {
                self.write(window, &path, after, frame, mac)
            }
        }
    }
}

/// The last part of a path.
fn name_of(path: &str) -> &str {
    path.rsplit(':').next().unwrap_or(path)
}

impl Program for SimpleText {
    type Content = Document;
    type Purpose = Purpose;

    fn name(&self) -> &str {
        "SimpleText"
    }

    fn adjust_menus(&mut self, frame: &mut Frame<SimpleText>) {
        commands::adjust_menus(frame);
    }

    fn choose(&mut self, choice: Choice, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        self.carry_out(choice, frame, mac);
    }

    fn hit(&mut self, purpose: Purpose, item: usize, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        match purpose {
            Purpose::File(part) => self.hit_file(part, item, frame, mac),
            Purpose::SaveChanges { window, after } => {
                frame.close_dialog();
                self.save_or_not(item, window, after, frame, mac);
            }
            Purpose::Notice => drop(frame.close_dialog()),
        }
    }

    fn act(&mut self, _: WindowId, act: Act, frame: &mut Frame<SimpleText>, _: &mut dyn Mac) {
        match act {
            Act::NoRoom => self.notice(DialogIcon::Stop, strings::NO_ROOM, &[], frame),
        }
    }

    fn close(&mut self, window: WindowId, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        self.close_document(window, After::closing(), frame, mac);
    }

    fn open_application(&mut self, frame: &mut Frame<SimpleText>, _: &mut dyn Mac) {
        self.new_document(frame);
    }

    fn open(
        &mut self,
        path: &str,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) -> Result<(), EventError> {
        self.open_document(path, frame, mac)
    }

    fn must_ask(&self, frame: &Frame<SimpleText>) -> bool {
        frame.windows().any(|window| window.content.is_dirty)
    }

    fn ask_to_quit(&mut self, frame: &mut Frame<SimpleText>, mac: &mut dyn Mac) {
        self.ask_next(frame, mac);
    }

    fn apple_event(
        &mut self,
        event: &AppleEvent,
        frame: &mut Frame<SimpleText>,
        mac: &mut dyn Mac,
    ) -> Option<Response> {
        scripting::serve(self, event, frame, mac)
    }
}
