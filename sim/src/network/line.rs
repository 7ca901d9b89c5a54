//! A line that is slow, or that loses what comes too fast: bytes are held back until they are due, in the guest's time.
//!
//! TCP brings everything in the end, in order. So what a real network loses shows as time: a segment that was lost comes when the
//! sender has sent it again, and what was sent behind it waits for it.

use std::collections::VecDeque;

/// The data of a full segment on Ethernet, with the options that hosts use today.
const FULL_SEGMENT: usize = 1448;
/// A write that is small: requests, the head of a frame.
const SMALL: usize = 512;
/// Bytes that are on their way in at most; the host keeps what is more.
const MOST_INBOUND: usize = 16 << 10;

/// What is wrong with the line, in guest cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Line {
    /// How slow it is.
    pub slow: Option<Slow>,
    /// The card loses the second of two small segments.
    pub small_writes: Option<Losses>,
    /// The card loses what comes on the heels of its own acknowledgement.
    pub ack_bursts: Option<Losses>,
}

/// A slow line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Slow {
    pub cycles_a_byte: u64,
    pub latency: u64,
}

/// When a card loses a segment, and when that comes after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Losses {
    /// What comes sooner than this after the one before is lost.
    pub quiet: u64,
    /// From the loss to the second try.
    pub retransmit: u64,
}

impl Line {
    /// Whether it does what a line should.
    pub fn is_sound(&self) -> bool {
        *self == Line::default()
    }
}

/// Bytes on their way.
struct Parcel {
    due: u64,
    bytes: VecDeque<u8>,
}

/// One direction of a connection.
#[derive(Default)]
pub(super) struct Lane {
    parcels: VecDeque<Parcel>,
    /// When the last byte that was sent will have passed.
    busy_until: u64,
    /// When the last segment arrived, and the last small one.
    last_segment: Option<u64>,
    last_small: Option<u64>,
}

impl Lane {
    /// Bytes on their way.
    pub fn len(&self) -> usize {
        self.parcels.iter().map(|parcel| parcel.bytes.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.parcels.is_empty()
    }

    /// How many bytes of a segment there is room for.
    pub fn room_inbound(&self) -> usize {
        MOST_INBOUND.saturating_sub(self.len()).min(FULL_SEGMENT)
    }

    /// The same of what the guest sends: a segment at a time, so that it notices the pace.
    pub fn room_outbound(&self) -> usize {
        if self.is_empty() { FULL_SEGMENT } else { 0 }
    }

    /// When the first bytes are due.
    pub fn next_due(&self) -> Option<u64> {
        self.parcels.front().map(|parcel| parcel.due)
    }

    /// Bytes that have been sent to the guest: a segment, which its card may lose.
    pub fn arrive(&mut self, bytes: &[u8], now: u64, line: &Line) {
        let is_close = |losses: Option<Losses>, last: Option<u64>| {
            losses.filter(|losses| last.is_some_and(|last| now < last + losses.quiet))
        };
        let is_small = bytes.len() < SMALL;
        let small = is_close(line.small_writes, self.last_small).filter(|_| is_small);
        let lost = small.or_else(|| is_close(line.ack_bursts, self.last_segment));
        let delay = lost.map_or(0, |losses| losses.retransmit);
        let arrives = self.push(bytes, now, delay, line.slow);
        self.last_segment = Some(arrives);
        self.last_small = is_small.then_some(arrives);
    }

    /// Bytes that the guest sends.
    pub fn send(&mut self, bytes: &[u8], now: u64, line: &Line) {
        self.push(bytes, now, 0, line.slow);
    }

    /// Puts bytes on their way; when they will have passed.
    fn push(&mut self, bytes: &[u8], now: u64, delay: u64, slow: Option<Slow>) -> u64 {
        let (cycles_a_byte, latency) = slow.map_or((0, 0), |slow| (slow.cycles_a_byte, slow.latency));
        self.busy_until = self.busy_until.max(now) + delay + bytes.len() as u64 * cycles_a_byte;
        self.parcels.push_back(Parcel {
            due: self.busy_until + latency,
            bytes: bytes.iter().copied().collect(),
        });
        self.busy_until
    }

    /// The bytes of the first parcel, if it is due.
    pub fn due(&mut self, now: u64) -> Option<&[u8]> {
        let first = self.parcels.front_mut().filter(|parcel| parcel.due <= now)?;
        Some(first.bytes.make_contiguous())
    }

    /// Takes bytes of the first parcel away.
    pub fn taken(&mut self, count: usize) {
        if let Some(first) = self.parcels.front_mut() {
            first.bytes.drain(..count.min(first.bytes.len()));
            if first.bytes.is_empty() {
                self.parcels.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: Losses = Losses {
        quiet: 10,
        retransmit: 1_000,
    };

    /// When each of these segments is there: their times of arrival and their lengths.
    fn due(line: Line, segments: &[(u64, usize)]) -> Vec<u64> {
        let mut lane = Lane::default();
        for &(at, len) in segments {
            lane.arrive(&vec![0; len], at, &line);
        }
        lane.parcels.iter().map(|parcel| parcel.due).collect()
    }

    #[test]
    fn the_second_of_two_small_segments_comes_late_and_what_follows_waits_for_it() {
        let line = Line {
            small_writes: Some(CARD),
            ..Line::default()
        };
        let segments = [(0, 5), (3, 40), (4, 1448), (2_000, 5), (2_010, 5)];
        assert_eq!(due(line, &segments), [0, 1_003, 1_003, 2_000, 2_010]);
    }

    #[test]
    fn a_burst_comes_a_segment_a_try_and_a_metered_sender_loses_none() {
        let line = Line {
            ack_bursts: Some(CARD),
            ..Line::default()
        };
        assert_eq!(due(line, &[(0, 1448); 3]), [0, 1_000, 2_000]);
        assert_eq!(due(line, &[(0, 1448), (10, 1448), (20, 1448)]), [0, 10, 20]);
    }

    #[test]
    fn a_slow_line_passes_one_byte_after_the_other_and_late() {
        let slow = Slow {
            cycles_a_byte: 2,
            latency: 100,
        };
        let line = Line {
            slow: Some(slow),
            ..Line::default()
        };
        assert_eq!(due(line, &[(0, 10), (5, 10), (1_000, 1)]), [120, 140, 1_102]);
    }
}
