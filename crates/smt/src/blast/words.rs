//! Words of literals: the circuits of the bit-vector operations.
//!
//! Idea: a word is a vector of literals, least significant first. All circuits
//! are functional (also division, by restoring), so that the definitions are
//! total and a query may be restricted to its cone.
//! Source: Kroening and Strichman, "Decision Procedures", chapter 6.
//! Cost in gates for width n: adder 3n, comparison n, shifter 2n·log n,
//! multiplier 2n² (half of it is cut away), divider 5n².

use super::gates::{Gates, FALSE, TRUE};
use crate::sat::{Lit, SatBackend};

/// Literals of a bit-vector, least significant first.
pub type Word = Vec<Lit>;

impl<S: SatBackend> Gates<S> {
    /// A constant.
    pub fn constant(&self, width: u32, value: u128) -> Word {
        (0..width)
            .map(|i| if value >> i & 1 == 1 { TRUE } else { FALSE })
            .collect()
    }

    /// Sum and carry out.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let mut sum = Word::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    /// `a - b` and whether there was no borrow.
    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        let b = not(b);
        self.add(a, &b, TRUE)
    }

    /// `-a`.
    pub fn neg(&mut self, a: &[Lit]) -> Word {
        let zero = vec![FALSE; a.len()];
        self.sub(&zero, a).0
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut carry = FALSE;
        for (&x, &y) in a.iter().zip(b) {
            carry = self.majority(x ^ 1, y, carry);
        }
        carry
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) {
            *x ^= 1;
            *y ^= 1;
        }
        self.ult(&a, &b)
    }

    /// `a == b`.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut all = TRUE;
        for (&x, &y) in a.iter().zip(b) {
            let differ = self.xor(x, y);
            all = self.and(all, differ ^ 1);
        }
        all
    }

    /// Whether some literal holds.
    pub fn any(&mut self, a: &[Lit]) -> Lit {
        let mut any = FALSE;
        for &x in a {
            any = self.or(any, x);
        }
        any
    }

    /// `if c then a else b`, per bit.
    pub fn select(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
        a.iter().zip(b).map(|(&x, &y)| self.mux(c, x, y)).collect()
    }

    /// Product modulo `2^width`.
    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let fixed = |w: &[Lit]| w.iter().filter(|&&l| l == FALSE).count();
        // The word with more zeros gives fewer rows.
        let (rows, word) = if fixed(a) > fixed(b) { (a, b) } else { (b, a) };
        let width = a.len();
        let mut sum = vec![FALSE; width];
        for (i, &bit) in rows.iter().enumerate() {
            if bit == FALSE {
                continue;
            }
            let row: Word = word[..width - i]
                .iter()
                .map(|&l| self.and(l, bit))
                .collect();
            let (high, _) = self.add(&sum[i..], &row, FALSE);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder with SMT-LIB's values for a zero divisor
    /// (all ones, the dividend), which restoring division yields by itself.
    pub fn udivrem(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        // Numbers that fit fewer bits are divided in those.
        let used = |w: &[Lit]| w.iter().rposition(|l| *l != FALSE).map_or(0, |i| i + 1);
        let narrow = used(a).max(used(b)).max(1);
        if narrow < width {
            let (mut quotient, mut rest) = self.udivrem(&a[..narrow], &b[..narrow]);
            let zero = self.any(b) ^ 1;
            quotient.resize(width, zero);
            rest.resize(width, FALSE);
            return (quotient, rest);
        }
        let mut divisor = b.to_vec();
        divisor.push(FALSE);
        let mut rest = vec![FALSE; width];
        let mut quotient = vec![FALSE; width];
        for i in (0..width).rev() {
            let mut shifted = Word::with_capacity(width + 1);
            shifted.push(a[i]);
            shifted.extend_from_slice(&rest);
            let (difference, fits) = self.sub(&shifted, &divisor);
            quotient[i] = fits;
            rest = self.select(fits, &difference[..width], &shifted[..width]);
        }
        (quotient, rest)
    }

    /// Two's complement absolute value.
    pub fn abs(&mut self, a: &[Lit]) -> Word {
        let negated = self.neg(a);
        let sign = a.last().copied().unwrap_or(FALSE);
        self.select(sign, &negated, a)
    }

    /// Signed quotient and remainder, rounding toward zero, as SMT-LIB.
    pub fn sdivrem(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (sa, sb) = (a[a.len() - 1], b[b.len() - 1]);
        let (ua, ub) = (self.abs(a), self.abs(b));
        let (q, r) = self.udivrem(&ua, &ub);
        let negative = self.xor(sa, sb);
        let nq = self.neg(&q);
        let nr = self.neg(&r);
        (self.select(negative, &nq, &q), self.select(sa, &nr, &r))
    }

    /// Barrel shifter. `left` shifts toward the most significant bit, `fill`
    /// comes in; amounts of the width or more leave only `fill`.
    pub fn shift(&mut self, a: &[Lit], amount: &[Lit], left: bool, fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut all = FALSE;
        for (stage, &bit) in amount.iter().enumerate() {
            let distance = if stage < 32 { 1usize << stage } else { width };
            if distance >= width {
                all = self.or(all, bit);
                continue;
            }
            let moved: Word = (0..width)
                .map(|i| {
                    let from = if left {
                        i.checked_sub(distance)
                    } else {
                        Some(i + distance).filter(|&j| j < width)
                    };
                    from.map_or(fill, |j| word[j])
                })
                .collect();
            word = self.select(bit, &moved, &word);
        }
        let filled = vec![fill; width];
        self.select(all, &filled, &word)
    }

    /// Whether the exact unsigned product does not fit.
    pub fn umul_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let product = self.wide_product(a, b);
        self.any(&product[a.len()..])
    }

    /// Whether the exact signed product does not fit: by magnitudes, which
    /// needs a third of the gates of a sign-extended product.
    pub fn smul_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        let negative = self.xor(a[width - 1], b[width - 1]);
        let (x, y) = (self.abs(a), self.abs(b));
        let product = self.wide_product(&x, &y);
        let high = self.any(&product[width..]);
        let low = self.any(&product[..width - 1]);
        // The magnitude 2^(n-1) fits only as the negative number.
        let tolerated = self.and(negative, low ^ 1);
        let top = self.and(product[width - 1], tolerated ^ 1);
        self.or(high, top)
    }

    fn wide_product(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        a.resize(2 * a.len(), FALSE);
        b.resize(2 * b.len(), FALSE);
        self.mul(&a, &b)
    }
}

/// Bitwise complement.
pub fn not(a: &[Lit]) -> Word {
    a.iter().map(|&l| l ^ 1).collect()
}
