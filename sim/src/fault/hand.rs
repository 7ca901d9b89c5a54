//! A user's hand on the mouse, while something else moves the pointer.

use crate::desktop::Point;
use crate::low_memory as low;
use crate::machine::Machine;

/// A hand that does not lie still. Its way follows from its seed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hand {
    state: u64,
    reach: i16,
}

impl Hand {
    /// A hand that moves the mouse by up to `reach` pixels a tick in each direction.
    pub fn new(seed: u32, reach: u32) -> Hand {
        Hand {
            // Never 0, where the generator would stay.
            state: u64::from(seed) << 1 | 1,
            reach: reach.clamp(1, 1_000) as i16,
        }
    }

    /// xorshift64 (Marsaglia, "Xorshift RNGs", 2003).
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn step(&mut self) -> i16 {
        let span = 2 * i64::from(self.reach) + 1;
        ((self.next() >> 33) as i64 % span) as i16 - self.reach
    }
}

/// At a tick: the hand moves the mouse from where the pointer was last set to, as a mouse driver adds what it has counted.
pub(crate) fn move_mouse(machine: &mut Machine) {
    let Some(hand) = &mut machine.hand else { return };
    let (v, h) = (hand.step(), hand.step());
    let at = machine.memory.get(low::M_TEMP);
    let to = Point::new(at.v.saturating_add(v), at.h.saturating_add(h));
    machine.memory.put(low::M_TEMP, to);
    machine.memory.put(low::RAW_MOUSE, to);
    machine.memory.put(low::CRSR_NEW, 0xFF);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_goes_both_ways_and_always_the_same() {
        let steps = |seed| {
            let mut hand = Hand::new(seed, 6);
            std::array::from_fn::<i16, 400, _>(|_| hand.step())
        };
        let way = steps(3);
        assert_eq!(way, steps(3));
        assert_ne!(way, steps(4));
        assert!(way.iter().all(|step| step.abs() <= 6));
        assert!(way.contains(&6) && way.contains(&-6));
    }
}
