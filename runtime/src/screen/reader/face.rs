//! A strike made ready for matching: its bitmaps as they come out on the screen in one style, and where to look for
//! which.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::shape::evidence;
use crate::screen::strike::{Column, Glyph, MISSING, Strike, StrikeName};

/// How a text's pixels are thinned out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weave {
    /// Not at all.
    Solid,
    /// Dimmed: erased through the 50 % grey pattern, so only every second pixel is left, as on a checkerboard.
    Dimmed,
}

/// Which squares of the checkerboard survive, counted from the corner at the pen and the top row of a glyph.
/// Solid text has one phase only.
pub(super) type Phase = usize;

/// A glyph as it comes out on the screen.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) character: char,
    /// Columns from the pen to the first column.
    pub(super) left: i32,
    pub(super) advance: i32,
    pub(super) columns: Vec<Column>,
    pub(super) ink: u32,
    /// How much finding it proves: corners beyond those of plain rectangles, which a screen is full of.
    pub(super) evidence: u32,
    /// The other characters that no pixel can tell from this one.
    pub(super) alike: Vec<char>,
}

impl Pattern {
    /// The column at `x` columns from the pen.
    pub(super) fn column(&self, x: i32) -> Column {
        usize::try_from(x - self.left)
            .ok()
            .and_then(|at| self.columns.get(at))
            .copied()
            .unwrap_or(0)
    }

    /// What it costs to explain ink with it. A ligature that is the same pixels as its letters costs more than they do:
    /// nobody types it.
    pub(super) fn cost(&self) -> u32 {
        if matches!(self.character, 'ﬁ' | 'ﬂ') {
            5
        } else {
            2
        }
    }

    /// Pixels of ink that are not hidden behind `rules`.
    pub(super) fn visible_ink(&self, rules: Column) -> u32 {
        if rules == 0 {
            self.ink
        } else {
            self.columns.iter().map(|c| (c & !rules).count_ones()).sum()
        }
    }

    /// Whether it leaves the same ink as `other` where no rule hides it, when both have the same first column; else,
    /// when both have the same pen.
    pub(super) fn looks_like(&self, other: &Pattern, rules: Column, at_first_column: bool) -> bool {
        let shift = if at_first_column {
            other.left - self.left
        } else {
            0
        };
        let columns = self.left.min(other.left - shift)..self.right().max(other.right() - shift);
        columns
            .into_iter()
            .all(|x| (self.column(x) ^ other.column(x + shift)) & !rules == 0)
    }

    /// Columns from the pen to the first column behind the glyph.
    pub(super) fn right(&self) -> i32 {
        self.left + self.columns.len() as i32
    }
}

/// The patterns of one phase, and which of them can start a line.
#[derive(Debug)]
pub(super) struct Phased {
    /// The most inked first: a period must not be tried where an ellipsis stands.
    pub(super) patterns: Vec<Pattern>,
    /// The characters of which dimming leaves nothing, with their advances: they look like spaces.
    pub(super) vanished: Vec<(char, i32)>,
    /// By the first column with ink in the core rows: the pattern, and how many columns from the pen that one is.
    starts: ByColumn<(usize, i32)>,
    /// The patterns by their first column, when that is final once the pattern is placed.
    first_columns: ByColumn<usize>,
    /// The patterns whose first column later glyphs may still change.
    floating: Vec<usize>,
}

type ByColumn<T> = HashMap<Column, Vec<T>, BuildHasherDefault<ColumnHasher>>;

impl Phased {
    /// The patterns whose first column in the core rows is `core`, with that column's distance from the pen.
    pub(super) fn starting_with(&self, core: Column) -> &[(usize, i32)] {
        self.starts.get(&core).map_or(&[], Vec::as_slice)
    }

    /// The patterns that may explain a column with `ink`, the first that nothing explains yet: an overestimate.
    /// `undisturbed` says that no other glyph reaches as far as here and no rule hides anything, so that the column is
    /// the first of its pattern.
    pub(super) fn explaining(&self, ink: Column, undisturbed: bool) -> impl Iterator<Item = &Pattern> {
        let first = self
            .first_columns
            .get(&ink)
            .filter(|_| undisturbed)
            .map_or(&[][..], Vec::as_slice);
        let (floating, all) = if undisturbed {
            (&self.floating[..], &[][..])
        } else {
            (&[][..], &self.patterns[..])
        };
        first
            .iter()
            .chain(floating)
            .map(|&index| &self.patterns[index])
            .chain(all)
    }
}

/// A strike in one style and weave.
#[derive(Debug)]
pub(super) struct Face {
    pub(super) name: StrikeName,
    pub(super) weave: Weave,
    pub(super) ascent: i32,
    pub(super) height: u32,
    /// The rows that plain text uses, from the tops of the capitals to the ends of the descenders. Only accents and the
    /// like go beyond; there a rule or a frame may pass through the line.
    pub(super) core: Column,
    /// All rows of the font rectangle.
    pub(super) rows: Column,
    /// The least `left` of any pattern: ink further left of the pen than this is final.
    pub(super) min_left: i32,
    /// Blank columns between a line and ink that is not explained.
    pub(super) quiet: i32,
    /// The advance of a space; `None` for a strike without one, which reads single words.
    pub(super) space: Option<i32>,
    /// One phase when solid, two when dimmed.
    phases: Vec<Phased>,
}

impl Face {
    /// `None` when the strike has nothing to match.
    pub(super) fn new(strike: &Strike, weave: Weave) -> Option<Self> {
        let rows = low_rows(strike.height());
        let core = core_rows(strike, rows);
        let masks: &[Option<Phase>] = match weave {
            Weave::Solid => &[None],
            Weave::Dimmed => &[Some(0), Some(1)],
        };
        let phases: Vec<Phased> = masks.iter().map(|&phase| phased(strike, phase, core)).collect();
        let patterns = phases.iter().flat_map(|p| &p.patterns);
        let min_left = patterns.map(|p| p.left).min()?;
        let space = strike
            .glyph(' ')
            .filter(|g| g.is_blank() && g.advance > 0)
            .map(|g| g.advance);
        Some(Self {
            name: strike.name().clone(),
            weave,
            ascent: strike.ascent() as i32,
            height: strike.height(),
            core,
            rows,
            min_left,
            quiet: quiet(space, &phases),
            space,
            phases,
        })
    }

    /// Whether a line may start with `core` as its first column in the core rows.
    pub(super) fn starts_with(&self, core: Column) -> bool {
        self.phases
            .iter()
            .any(|phased| !phased.starting_with(core).is_empty())
    }

    pub(super) fn phases(&self) -> impl Iterator<Item = (Phase, &Phased)> {
        self.phases.iter().enumerate()
    }

    /// The phase for a glyph at `pen` with its top row at `top`, when the screen's corner has `corner`.
    pub(super) fn phase(&self, corner: Phase, pen: i32, top: i32) -> Phase {
        (corner as i32 + pen + top).rem_euclid(2) as usize % self.phases.len()
    }

    /// The patterns for a glyph whose pen and top row stand where the checkerboard has `phase`.
    pub(super) fn at(&self, phase: Phase) -> &Phased {
        &self.phases[phase]
    }
}

/// Blank columns that must stand between a line and ink that is not explained: a little less than a space, so that the
/// words of another font beside it are not taken for parts of it. Where dimming made a character vanish a line may go
/// on behind the gap, so there the gap must be wider than any that a line has.
fn quiet(space: Option<i32>, phases: &[Phased]) -> i32 {
    let space = space.unwrap_or(4);
    let vanished = phases
        .iter()
        .flat_map(|p| &p.vanished)
        .map(|(_, advance)| *advance)
        .max();
    vanished.map_or((space - 1).clamp(2, 6), |widest| {
        (widest + 2 * space).clamp(2, 32)
    })
}

fn low_rows(count: u32) -> Column {
    Column::MAX.checked_shr(Column::BITS - count).unwrap_or(0)
}

/// The rows between the highest and the lowest ink of ASCII; all rows when the strike has no ASCII.
fn core_rows(strike: &Strike, rows: Column) -> Column {
    let ascii = strike.glyphs().iter().filter(|g| g.character.is_ascii_graphic());
    let ink = ascii.flat_map(|g| &g.columns).fold(0, |all, column| all | column);
    if ink == 0 {
        return rows;
    }
    let (top, below) = (ink.trailing_zeros(), Column::BITS - ink.leading_zeros());
    low_rows(below) & !low_rows(top)
}

/// The strike's patterns on one phase of the checkerboard, or solid.
fn phased(strike: &Strike, phase: Option<Phase>, core: Column) -> Phased {
    let mut patterns: Vec<Pattern> = strike
        .glyphs()
        .iter()
        .filter_map(|glyph| pattern(glyph, phase))
        .collect();
    patterns.sort_by_key(|p| std::cmp::Reverse(p.ink));
    merge_lookalikes(&mut patterns);
    let min_left = patterns.iter().map(|p| p.left).min().unwrap_or(0);
    let (mut starts, mut first_columns) = (ByColumn::default(), ByColumn::default());
    let mut floating = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        let first = pattern
            .columns
            .iter()
            .zip(pattern.left..)
            .find(|(column, _)| *column & core != 0);
        if let Some((column, from_pen)) = first {
            starts.entry(column & core).or_default().push((index, from_pen));
        }
        if pattern.left < pattern.advance + min_left {
            first_columns.entry(pattern.columns[0]).or_default().push(index);
        } else {
            floating.push(index);
        }
    }
    let vanished = strike
        .glyphs()
        .iter()
        .filter(|g| !g.is_blank() && pattern(g, phase).is_none());
    let vanished = vanished.map(|g| (g.character, g.advance)).collect();
    Phased {
        patterns,
        vanished,
        starts,
        first_columns,
        floating,
    }
}

/// What is left of a glyph on one phase of the checkerboard; `None` when nothing is.
fn pattern(glyph: &Glyph, phase: Option<Phase>) -> Option<Pattern> {
    const EVEN_ROWS: Column = 0x5555_5555_5555_5555;
    let mask = |x: i32| match phase {
        None => Column::MAX,
        Some(phase) if (x + phase as i32) % 2 == 0 => EVEN_ROWS,
        Some(_) => !EVEN_ROWS,
    };
    let thinned: Vec<Column> = glyph
        .columns
        .iter()
        .zip(glyph.left..)
        .map(|(c, x)| c & mask(x))
        .collect();
    let first = thinned.iter().position(|&c| c != 0)?;
    let last = thinned.iter().rposition(|&c| c != 0)?;
    let evidence = evidence(&glyph.columns);
    Some(Pattern {
        character: glyph.character,
        left: glyph.left + first as i32,
        advance: glyph.advance,
        columns: thinned[first..=last].to_vec(),
        ink: thinned.iter().map(|c| c.count_ones()).sum(),
        // Half of the pixels prove half as much.
        evidence: if phase.is_some() { evidence / 2 } else { evidence },
        alike: Vec::new(),
    })
}

/// Keeps one pattern of each that come out the same, and notes the others' characters on it.
fn merge_lookalikes(patterns: &mut Vec<Pattern>) {
    let mut merged: Vec<Pattern> = Vec::with_capacity(patterns.len());
    let mut seen: HashMap<(i32, i32, Vec<Column>), usize> = HashMap::new();
    for pattern in patterns.drain(..) {
        let key = (pattern.left, pattern.advance, pattern.columns.clone());
        match seen.get(&key) {
            Some(&first) => merged[first].alike.push(pattern.character),
            None => {
                seen.insert(key, merged.len());
                merged.push(pattern);
            }
        }
    }
    for pattern in &mut merged {
        // The box for missing characters stands for no character in particular.
        pattern.alike.retain(|&c| c != MISSING);
    }
    *patterns = merged;
}

/// Columns are already well mixed by their shapes; one multiplication spreads them over the table.
#[derive(Debug, Default)]
struct ColumnHasher(u64);

impl Hasher for ColumnHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(b.into()));
    }

    fn write_u64(&mut self, column: u64) {
        self.0 = (self.0 ^ column).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }
}
