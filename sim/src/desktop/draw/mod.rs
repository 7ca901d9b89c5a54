//! Drawing: an off-screen picture of the screen, shapes and text on it, and its way to the screen itself.

mod canvas;
mod presenter;
mod shapes;
mod text;

pub use canvas::{Canvas, Colour};
pub use presenter::Presenter;
pub use text::{TextStyle, wrap};
