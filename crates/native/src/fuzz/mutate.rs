//! Simple mutations between expansions, so that native speed is used where
//! the solver has nothing to say.
//!
//! A few stacked changes of one input, or two inputs spliced, as AFL's havoc
//! stage does; the next input depends on the seed and on nothing else.

use ep_base::random::Random;

/// Makes inputs from inputs.
pub struct Mutator {
    random: Random,
    tokens: Vec<Vec<u8>>,
    max_len: usize,
    fixed_length: bool,
}

const INTERESTING: [u64; 14] = [
    0,
    1,
    16,
    32,
    64,
    100,
    127,
    128,
    255,
    256,
    1024,
    4096,
    32767,
    0xffff_ffff,
];

impl Mutator {
    /// A mutator of this seed.
    pub fn new(seed: u64, tokens: Vec<Vec<u8>>, max_len: usize, fixed_length: bool) -> Self {
        Mutator {
            random: Random::new(seed.wrapping_mul(2).wrapping_add(1)),
            tokens,
            max_len,
            fixed_length,
        }
    }

    /// A number below `n`; 0 where there is none.
    pub fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    /// A changed copy of `from`, into `out`. `other` may be spliced in.
    pub fn mutate(&mut self, from: &[u8], other: &[u8], out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(from);
        if !self.fixed_length && !other.is_empty() && self.below(8) == 0 {
            let a = self.below(out.len() + 1);
            let b = self.below(other.len());
            out.truncate(a);
            out.extend_from_slice(&other[b..]);
        }
        let times = 1 << self.below(6);
        for _ in 0..times {
            self.change(out, other);
        }
        out.truncate(self.max_len);
    }

    /// Puts a token in the place of a whole numeral or word, a numeral in the
    /// place of a numeral.
    fn replace_word(&mut self, out: &mut Vec<u8>, at: usize) {
        let numeral = |b: &u8| b.is_ascii_digit();
        let word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let fits: &dyn Fn(&u8) -> bool = if numeral(&out[at]) { &numeral } else { &word };
        if self.tokens.is_empty() || !fits(&out[at]) {
            return;
        }
        let mut i = self.below(self.tokens.len());
        if numeral(&out[at]) {
            // The next numeral from there on.
            let n = self.tokens.len();
            let numerals = (0..n).map(|k| (i + k) % n);
            i = numerals
                .into_iter()
                .find(|k| self.tokens[*k].iter().all(numeral))
                .unwrap_or(i);
        }
        let from = out[..at]
            .iter()
            .rposition(|b| !fits(b))
            .map_or(0, |p| p + 1);
        let to = out[at..]
            .iter()
            .position(|b| !fits(b))
            .map_or(out.len(), |p| at + p);
        out.splice(from..to, self.tokens[i].iter().copied());
    }

    fn change(&mut self, out: &mut Vec<u8>, other: &[u8]) {
        if out.is_empty() {
            if !self.fixed_length {
                let b = self.random.bits() as u8;
                out.push(b);
            }
            return;
        }
        let n = out.len();
        let at = self.below(n);
        let kinds = if self.fixed_length { 7 } else { 12 };
        match self.below(kinds) {
            0 => out[at] ^= 1 << self.below(8),
            1 => out[at] = self.random.bits() as u8,
            2 => out[at] = out[at].wrapping_add(1 + self.below(35) as u8),
            3 => out[at] = out[at].wrapping_sub(1 + self.below(35) as u8),
            4 => {
                let value = INTERESTING[self.below(INTERESTING.len())];
                let width = [1, 2, 4][self.below(3)].min(n - at);
                let mut bytes = value.to_le_bytes();
                if self.below(2) == 0 {
                    bytes[..width].reverse();
                }
                out[at..at + width].copy_from_slice(&bytes[..width]);
            }
            5 => match self.below(self.tokens.len().max(1)) {
                i if i < self.tokens.len() => {
                    let token = &self.tokens[i];
                    let width = token.len().min(n - at);
                    out[at..at + width].copy_from_slice(&token[..width]);
                }
                _ => out[at] = self.random.bits() as u8,
            },
            6 => {
                let to = self.below(n);
                let width = (1 + self.below(n.min(32))).min(n - at.max(to));
                out.copy_within(at..at + width, to);
            }
            7 => {
                let width = (1 + self.below(n.min(64))).min(n - at);
                out.drain(at..at + width);
            }
            8 => {
                let width = (1 + self.below(n.min(64))).min(n - at);
                let piece = out[at..at + width].to_vec();
                let to = self.below(n + 1);
                out.splice(to..to, piece);
            }
            9 => match self.below(self.tokens.len().max(1)) {
                i if i < self.tokens.len() => {
                    let token = self.tokens[i].clone();
                    out.splice(at..at, token);
                }
                _ => {
                    let b = self.random.bits() as u8;
                    let width = 1 + self.below(16);
                    out.splice(at..at, std::iter::repeat_n(b, width));
                }
            },
            10 => self.replace_word(out, at),
            _ => {
                if !other.is_empty() {
                    let from = self.below(other.len());
                    let width = (1 + self.below(64)).min(other.len() - from);
                    out.splice(at..at, other[from..from + width].iter().copied());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_take_the_place_of_words() {
        let tokens = vec![b"version".to_vec(), b"90210".to_vec()];
        let mut m = Mutator::new(3, tokens, 64, false);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..50 {
            let mut out = b"{\"ab\": 12}".to_vec();
            let at = m.below(out.len());
            m.replace_word(&mut out, at);
            seen.insert(String::from_utf8(out).expect("text"));
        }
        let seen: Vec<&str> = seen.iter().map(String::as_str).collect();
        assert_eq!(
            seen,
            [
                "{\"90210\": 12}",
                "{\"ab\": 12}",
                "{\"ab\": 90210}",
                "{\"version\": 12}"
            ]
        );
    }

    #[test]
    fn equal_seeds_give_equal_inputs_within_the_limits() {
        let tokens = vec![b"TOKEN".to_vec()];
        let mut a = Mutator::new(7, tokens.clone(), 64, false);
        let mut b = Mutator::new(7, tokens, 64, false);
        let mut fixed = Mutator::new(7, vec![], 64, true);
        let (mut x, mut y, mut z) = (Vec::new(), Vec::new(), Vec::new());
        let mut changed = 0;
        for _ in 0..5000 {
            a.mutate(b"hello world", b"other input", &mut x);
            b.mutate(b"hello world", b"other input", &mut y);
            fixed.mutate(b"hello world", b"other", &mut z);
            assert_eq!(x, y);
            assert!(x.len() <= 64);
            assert_eq!(z.len(), 11);
            changed += u32::from(x != b"hello world");
        }
        assert!(changed > 4500);
    }
}
