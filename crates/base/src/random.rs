//! Numbers that look random and repeat: for searches and tests, nothing else.
//!
//! Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014 (SplitMix64); S. Vigna, "An experimental exploration
//! of Marsaglia's xorshift generators, scrambled", TOMS 2016 (xorshift64*).
//!
//! Two generators, because what a search finds depends on every number that it
//! drew: the one that each began with stays its own. New ones take [`Random`].

/// A small generator (SplitMix64) with a seed of its own.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Equal seeds give equal sequences.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scrambled(self.0)
    }
    /// Below `n`; 0 where there is none.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }
}

/// The same number of the same bits, no bit of which tells of one bit alone:
/// what [`Random`] makes of its counter, and hashes of neighbours.
pub fn scrambled(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Xorshift64*.
#[derive(Clone, Debug)]
pub struct Xorshift(u64);

impl Xorshift {
    /// Equal seeds give equal sequences; 0 gives nothing but 0.
    pub fn new(seed: u64) -> Self {
        Xorshift(seed)
    }
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// Below `n`; 0 where there is none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() >> 11) as usize % n.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published programs.
    #[test]
    fn the_sequences_are_the_published_ones() {
        let mut r = Random::new(1_234_567);
        assert_eq!(r.bits(), 6_457_827_717_110_365_317);
        assert_eq!(r.bits(), 3_203_168_211_198_807_973);
        let mut x = Xorshift::new(1);
        assert_eq!(x.bits(), 5_180_492_295_206_395_165);
        assert_eq!((r.below(0), x.below(0)), (0, 0));
    }
}
