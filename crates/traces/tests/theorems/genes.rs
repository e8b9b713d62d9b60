//! Choices read from bytes; zeros when they are used up, which is the smallest
//! choice everywhere.

/// A list of choices.
pub struct Genes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Genes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Genes { bytes, at: 0 }
    }
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        let b = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        b as usize % n
    }
    pub fn flip(&mut self) -> bool {
        self.below(2) == 1
    }
    /// A small number, sometimes an extreme one.
    pub fn number(&mut self) -> i32 {
        match self.below(40) {
            38 => i32::MAX,
            39 => i32::MIN,
            n => n as i32 % 7 - 2,
        }
    }
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
    /// Whether choices are left.
    pub fn more(&self) -> bool {
        self.at < self.bytes.len()
    }
}

/// A generator of bytes that repeats: xorshift.
pub fn random_bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut s = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..len)
        .map(|_| {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            (s >> 24) as u8
        })
        .collect()
}
