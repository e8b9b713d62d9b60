//! Numbers that are the same on every machine, as inputs of runs.

use ep_ir::interp::{Host, InputRequest};

/// The state; each number changes it.
pub struct Random(pub u64);

impl Random {
    /// A number below this one.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

impl Host for Random {
    fn input(&mut self, _: &InputRequest<'_>) -> Option<Vec<u8>> {
        Some(vec![self.below(256) as u8])
    }
}
