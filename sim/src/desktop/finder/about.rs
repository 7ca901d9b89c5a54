//! What is in the window About This Macintosh.

use super::kit::Kit;
use super::resources::strings;
use crate::desktop::application::Pane;
use crate::desktop::draw::{Canvas, TextStyle};
use crate::desktop::font::{FontName, Style};
use crate::desktop::geometry::Point;
use crate::desktop::parts::with_parameters;
use crate::desktop::system_file::version_text;

const ICON_PLACE: Point = Point::new(18, 22);
/// Column of the texts and rows of their baselines.
const TEXT_LEFT: i16 = 76;
const NAME_BASELINE: i16 = 32;
const SYSTEM_BASELINE: i16 = 56;
const MEMORY_BASELINE: i16 = 74;
const NOTE_BASELINE: i16 = 104;

/// Draws it.
pub(super) fn draw(canvas: &mut Canvas, pane: &Pane, kit: &Kit) {
    let (fonts, station) = (&kit.toolkit.fonts, &kit.toolkit.station);
    let origin = pane.origin();
    let at = |baseline: i16| Point::new(origin.v + baseline, origin.h + TEXT_LEFT);
    canvas.icon(
        &kit.icons.computer,
        Point::new(origin.v + ICON_PLACE.v, origin.h + ICON_PLACE.h),
        false,
    );
    let name = TextStyle::plain(FontName::Chicago12);
    canvas.text(fonts, at(NAME_BASELINE), station.machine_name, name);
    let bold = TextStyle {
        style: Style::Bold,
        ..TextStyle::plain(FontName::Geneva10)
    };
    let system = version_text(station.system);
    let system = with_parameters(kit.about.get(strings::SYSTEM_SOFTWARE), &[system]);
    canvas.text(fonts, at(SYSTEM_BASELINE), &system, bold);
    let memory = kit.about.get(strings::TOTAL_MEMORY);
    let memory = with_parameters(memory, &[kilobytes_with_commas(station.memory)]);
    let plain = TextStyle::plain(FontName::Geneva10);
    canvas.text(fonts, at(MEMORY_BASELINE), &memory, plain);
    let note = TextStyle::plain(FontName::Geneva9);
    canvas.text(fonts, at(NOTE_BASELINE), kit.about.get(strings::SIMULATED), note);
}

/// `8,192K`.
fn kilobytes_with_commas(bytes: u32) -> String {
    let kilobytes = bytes / 1024;
    match kilobytes {
        0..1000 => format!("{kilobytes}K"),
        _ => format!("{},{:03}K", kilobytes / 1000, kilobytes % 1000),
    }
}
