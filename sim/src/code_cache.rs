//! The one thing about caches that a program can get wrong: entering code that it wrote as data.
//!
//! A 68040 writes data into a copyback cache, and instruction fetches do not look there (MC68040 User's Manual, section
//! 4). A program that relocates itself must flush the caches (FlushCodeCache, `_HwPriv`) before it enters the code;
//! without the flush it works by luck. The model keeps the words that the processor has written since the last flush
//! and calls a fetch of one of them stale. What the Toolbox writes is coherent: BlockMove and the Segment Loader flush
//! for their callers.

/// Words written and not flushed: one bit for each word of RAM, none where the machine has no copyback cache.
pub(crate) struct CodeCache {
    stale: Vec<u64>,
}

const WORDS_PER_ENTRY: u32 = u64::BITS;

impl CodeCache {
    pub fn new(copyback: bool, ram: u32) -> CodeCache {
        let entries = if copyback { ram / 2 / WORDS_PER_ENTRY } else { 0 };
        CodeCache {
            stale: vec![0; entries as usize],
        }
    }

    fn for_each_word(&mut self, address: u32, len: u32, change: impl Fn(&mut u64, u64)) {
        if self.stale.is_empty() || len == 0 {
            return;
        }
        for word in address / 2..=address.saturating_add(len - 1) / 2 {
            if let Some(entry) = self.stale.get_mut((word / WORDS_PER_ENTRY) as usize) {
                change(entry, 1 << (word % WORDS_PER_ENTRY));
            }
        }
    }

    pub fn written_by_processor(&mut self, address: u32, len: u32) {
        self.for_each_word(address, len, |entry, bit| *entry |= bit);
    }

    pub fn written_coherently(&mut self, address: u32, len: u32) {
        self.for_each_word(address, len, |entry, bit| *entry &= !bit);
    }

    pub fn flush(&mut self) {
        self.stale.fill(0);
    }

    pub fn is_stale(&self, address: u32) -> bool {
        let word = address / 2;
        let entry = self.stale.get((word / WORDS_PER_ENTRY) as usize);
        entry.is_some_and(|entry| entry & 1 << (word % WORDS_PER_ENTRY) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_stale_from_the_write_to_the_flush() {
        let mut cache = CodeCache::new(true, 0x1000);
        cache.written_by_processor(0x101, 4);
        let stale: Vec<u32> = (0x0FE..0x10A)
            .step_by(2)
            .filter(|&at| cache.is_stale(at))
            .collect();
        assert_eq!(stale, [0x100, 0x102, 0x104]);
        cache.written_coherently(0x102, 2);
        assert!(!cache.is_stale(0x102));
        cache.flush();
        assert!(!cache.is_stale(0x100));
    }

    #[test]
    fn without_a_copyback_cache_nothing_is_ever_stale() {
        let mut cache = CodeCache::new(false, 0x1000);
        cache.written_by_processor(0x100, 4);
        assert!(!cache.is_stale(0x100));
    }
}
