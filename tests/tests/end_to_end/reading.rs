//! What is read from the pixels is what the simulated desktop says that it drew.

use mc_runtime::screen::reader::TextLine;
use mc_sim::desktop::{Cover, TextScene, TextState};
use mc_sim::{Profile, Sim};

use crate::boot;
use crate::strikes::session;

fn read(sim: &Sim) -> Vec<TextLine> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime
        .block_on(session(sim).read(None))
        .expect("the screen is read")
        .1
}

/// Whether a line holds the text at the place where it was drawn.
fn holds(line: &TextLine, drawn: &TextScene) -> bool {
    let (left, right) = (i32::from(drawn.rect.left), i32::from(drawn.rect.right));
    line.baseline == i32::from(drawn.baseline)
        && line.rect.x < right
        && line.rect.right() > left
        && line.text.contains(drawn.text.trim())
}

/// Marks that are no letters, such as the title of the Apple menu, are read as text only when nothing thins them out.
fn is_words(drawn: &TextScene) -> bool {
    drawn.text.chars().any(char::is_alphanumeric)
}

#[test]
fn all_that_was_drawn_is_read_and_nothing_else() {
    for profile in [Profile::Plus, Profile::Iici] {
        let sim = boot(profile);
        let lines = read(&sim);
        let drawn = sim.scene().texts;
        let visible = drawn
            .iter()
            .filter(|text| text.cover == Cover::None && is_words(text));
        let mut states = Vec::new();
        for text in visible {
            assert!(
                lines.iter().any(|line| holds(line, text)),
                "{profile:?}: `{}` was not read: {lines:#?}",
                text.text
            );
            states.push(text.state);
        }
        assert!(
            states.contains(&TextState::Dimmed) && states.len() > 8,
            "{profile:?}: {states:?}"
        );
        for line in &lines {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            let is_true = words
                .iter()
                .all(|word| drawn.iter().any(|text| text.text.contains(word)));
            assert!(is_true, "{profile:?}: `{}` was read and never drawn", line.text);
        }
    }
}
