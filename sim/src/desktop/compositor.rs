//! One screen of several applications: each draws its own windows, the compositor lays them over each other.

use super::draw::{Canvas, Colour, Presenter};
use super::parts::MENU_BAR_HEIGHT;
use super::{Process, Rect, Scene, Surface};

/// What an application is asked to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What lies on the desktop itself: only the Finder has that.
    Desktop,
    /// Its windows, alerts and dialogs, from the back to the front.
    Windows,
    /// The menu bar with the menu that is open: only the application in front is asked.
    MenuBar,
}

/// An application in its layer.
pub struct Layer<'a> {
    /// It.
    pub process: &'a dyn Process,
    /// Whether it is in front: its front window is the active one, and the menu bar is its.
    pub in_front: bool,
    /// Whether its windows are hidden. What lies on the desktop itself never is.
    pub hidden: bool,
}

/// Keeps the screen up to date, and account of what is on it.
#[derive(Default)]
pub struct Compositor {
    presenter: Presenter,
    scene: Scene,
}

impl Compositor {
    /// Draws everything, from the back to the front, and brings what has changed to the screen. `layers` are in that order.
    pub fn show(&mut self, layers: &[Layer<'_>], screen: &mut dyn Surface) {
        let mut canvas = Canvas::new(screen.width(), screen.height(), screen.depth());
        for part in [Part::Desktop, Part::Windows] {
            let hides = |layer: &&Layer<'_>| layer.hidden && part == Part::Windows;
            for layer in layers.iter().filter(|layer| !hides(layer)) {
                layer.process.paint(&mut canvas, part, layer.in_front);
            }
        }
        let front = layers.iter().find(|layer| layer.in_front);
        match front {
            Some(layer) => layer.process.paint(&mut canvas, Part::MenuBar, true),
            None => blank_menu_bar(&mut canvas),
        }
        canvas.round_screen_corners();
        self.presenter.present(&canvas, screen);
        self.scene = Scene {
            texts: canvas.into_texts(),
            ..scene_of(layers)
        };
    }

    /// What is on the screen.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
}

/// The bar of an application without menus.
fn blank_menu_bar(canvas: &mut Canvas) {
    let bar = Rect {
        bottom: MENU_BAR_HEIGHT,
        ..canvas.bounds()
    };
    canvas.cover(bar);
    canvas.fill(bar, Colour::White);
    canvas.horizontal(bar.bottom - 1, bar.left, bar.right, Colour::Black);
}

fn scene_of(layers: &[Layer<'_>]) -> Scene {
    let mut whole = Scene::default();
    for layer in layers.iter().rev() {
        let own = layer.process.scene(layer.in_front);
        if layer.in_front {
            whole.menu_bar = own.menu_bar;
            whole.open_menu = own.open_menu;
        }
        if !layer.hidden {
            whole.windows.extend(own.windows);
        }
        whole.desktop_icons.extend(own.desktop_icons);
    }
    whole
}
