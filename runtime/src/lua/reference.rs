//! The reference page of the native functions, from the registry: `docs/lua.md`.

use std::fmt::Write;

use super::registry::natives;

const INTRODUCTION: &str = "\
# The functions that a script has

Made from the registry of natives by `make generate`; do not edit. `mac` is the guest of the run. What is passed by name stands in a
table that comes last. Times are seconds, boxes are pixels from the top left of the screen, text is UTF-8. What goes wrong raises an
error with `code`, `message` and `details` (the codes: `protocol/schema/errors.json`), which `pcall` catches; `hint` says what to try.

An example is tried with `mac-control eval '...'`, on a simulated Macintosh unless `--target` names another. AppleScript and a Finder that can
be scripted come with System 7.5: `--target sim:iici,system=7.5`. Host paths lie in the output folder (`--out`), or beside the recipe.

On top of these come `step`, `expect`, `menu` and `log`: see [stdlib-lua](../stdlib-lua/README.md).
";

/// The whole page, as Markdown.
pub fn reference() -> String {
    let mut page = INTRODUCTION.to_owned();
    let mut family = "";
    for native in natives() {
        let (of, _) = native.name.rsplit_once(['.', ':']).unwrap_or(("", native.name));
        if of != family {
            family = of;
            let _ = write!(page, "\n## {family}\n");
        }
        let _ = write!(page, "\n```\n{}```\n", native.help());
    }
    page
}
