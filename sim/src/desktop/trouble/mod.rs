//! What shows on the screen when something goes wrong on request: each lies over the applications, and is a [`Process`](super::Process) as the compositor
//! knows them, but for the alert none that has turns.

mod bomb_box;
mod curtain;
mod modal_alert;
mod screen_saver;

pub(crate) use bomb_box::BombBox;
pub(crate) use curtain::Curtain;
pub(crate) use modal_alert::{Alerted, ModalAlert};
pub(crate) use screen_saver::ScreenSaver;
