//! Random sentences in random strikes, places and settings: everything is read, and nothing else.

use super::samples::{Dice, random_font, sentence};
use super::settings::{Put, Setting, put};
use super::*;

/// What a round of reading came to, in words.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Score {
    put: usize,
    right: usize,
    wrong: usize,
}

/// Draws sheet after sheet of sentences and reads them.
fn score(fonts: &[BdfFont], settings: &[Setting], sheets: usize, seed: u8) -> Score {
    let reader = reader(fonts);
    let mut dice = Dice::new(seed);
    let mut score = Score::default();
    for _ in 0..sheets {
        let mut paper = Paper::new(640, 480);
        let mut taken = Vec::new();
        let mut all = Vec::new();
        for _ in 0..25 {
            let text = sentence(&mut dice);
            let (font, setting) = (dice.roll(fonts.len()), dice.pick(settings));
            all.extend(put(
                &mut paper, &mut taken, fonts, font, setting, &text, &mut dice,
            ));
        }
        let lines = reader.read(&paper.image());
        count(&all, &lines, &mut score);
    }
    score
}

fn count(all: &[Put], lines: &[TextLine], score: &mut Score) {
    for put in all {
        let read: Vec<usize> = lines
            .iter()
            .filter_map(|line| put.read_by(line))
            .flatten()
            .collect();
        let (words, right) = put.words(&read);
        score.put += words;
        score.right += right;
        if right < words {
            println!("{right} of {words} words read: {put:?}");
        }
    }
    for line in lines
        .iter()
        .filter(|line| all.iter().all(|put| put.read_by(line).is_none()))
    {
        score.wrong += 1;
        println!(
            "wrong: {:?} {} {} {:?}",
            line.text, line.rect, line.strike, line.look
        );
    }
}

#[test]
fn every_word_of_the_sims_strikes_is_read_in_every_setting() {
    for setting in Setting::ALL.into_iter().filter(|&s| s != Setting::Dimmed) {
        let score = score(&fonts(), &[setting], 12, 1);
        println!(
            "{setting:?}: {} of {} words right, {} lines wrong",
            score.right, score.put, score.wrong
        );
        assert_eq!((score.right, score.wrong), (score.put, 0), "{setting:?}");
    }
}

#[test]
fn three_strikes_share_a_screen() {
    let settings: Vec<Setting> = Setting::ALL
        .into_iter()
        .filter(|&s| s != Setting::Dimmed)
        .collect();
    let score = score(&fonts(), &settings, 20, 2);
    println!(
        "mixed: {} of {} words right, {} lines wrong",
        score.right, score.put, score.wrong
    );
    assert_eq!((score.right, score.wrong), (score.put, 0));
}

/// Dimming leaves half of the pixels. In the system font, which menus and buttons are dimmed in, that is enough; in
/// smaller strikes whole characters vanish, and then the line must not be read rather than be read wrongly.
#[test]
fn dimmed_text_is_read_or_left_alone() {
    let [chicago, geneva_9, geneva_10] = fonts();
    let system = score(&[chicago], &[Setting::Dimmed], 12, 3);
    let small = score(&[geneva_9, geneva_10], &[Setting::Dimmed], 12, 4);
    for (name, score) in [("Chicago", system), ("Geneva", small)] {
        println!(
            "dimmed {name}: {} of {} words right, {} lines wrong",
            score.right, score.put, score.wrong
        );
        assert_eq!(score.wrong, 0, "{name}");
    }
    assert!(system.right * 100 >= system.put * 95);
}

#[test]
fn strikes_that_nobody_tuned_for_are_read_alike() {
    for seed in 10..16 {
        let mut dice = Dice::new(seed);
        let fonts: Vec<BdfFont> = (0..3)
            .map(|n| random_font(&mut dice, &format!("Random {n}")))
            .collect();
        let settings = [
            Setting::Bare,
            Setting::Button,
            Setting::SelectedRow,
            Setting::Bold,
        ];
        let score = score(&fonts, &settings, 6, seed);
        println!(
            "random strikes: {} of {} words right, {} lines wrong",
            score.right, score.put, score.wrong
        );
        assert_eq!((score.right, score.wrong), (score.put, 0), "seed {seed}");
    }
}
