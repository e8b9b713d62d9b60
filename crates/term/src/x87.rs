//! The 80 bits that x87 stores for a `long double`, and the number in them.
//!
//! Idea: the stored format has the leading bit of the significand, which IEEE
//! 754's interchange formats leave out. Without it what is left is a format
//! like the others ([`FloatSort::X87`], 79 bits), which solvers have; two groups of
//! encodings have no counterpart. A pseudo-denormal (leading bit, no exponent) is
//! the number with the least exponent; an exponent without its leading bit is an
//! invalid operand, which behaves as NaN.
//! Source: Intel 64 and IA-32 manual, volume 1, section 8.2.2 and table 8-3.
//! Cost: a dozen gates.

use crate::fold::mask;
use crate::pool::Pool;
use crate::sort::{FloatSort, TermId};

const FRACTION: u32 = 63;
const LEADING: u128 = 1 << FRACTION;

/// The stored bits of a number.
pub fn stored(x: u128) -> u128 {
    let top = x >> FRACTION;
    let leading = if top & mask(15) == 0 { 0 } else { LEADING };
    top << (FRACTION + 1) | leading | x & mask(FRACTION)
}

/// The number in 80 stored bits.
pub fn loaded(bits: u128) -> u128 {
    let (top, fraction) = (bits >> (FRACTION + 1) & mask(16), bits & mask(FRACTION));
    let leading = bits & LEADING != 0;
    match (top & mask(15) == 0, leading) {
        (true, false) | (false, true) => top << FRACTION | fraction,
        (true, true) => (top | 1) << FRACTION | fraction,
        (false, false) => invalid(),
    }
}

/// What an invalid operand counts as.
fn invalid() -> u128 {
    crate::float::default_nan(FloatSort::X87)
}

impl Pool {
    /// The number in 80 stored bits.
    pub fn x87_load(&mut self, bits: TermId) -> TermId {
        let fraction = self.extract(bits, FRACTION - 1, 0);
        let leading = self.extract(bits, FRACTION, FRACTION);
        let leading = self.bv_to_bool(leading);
        let sign = self.extract(bits, 79, 79);
        let exponent = self.extract(bits, 78, FRACTION + 1);
        let none = self.bv(15, 0);
        let small = self.eq(exponent, none);
        // A pseudo-denormal is a number of the least exponent.
        let least = self.bv(15, 1);
        let raised = self.ite(leading, least, none);
        let exponent = self.ite(small, raised, exponent);
        let top = self.concat(sign, exponent);
        let number = self.concat(top, fraction);
        let nan = self.bv(FloatSort::X87.bits(), invalid());
        let valid = self.or(small, leading);
        let encoding = self.ite(valid, number, nan);
        self.fp_from_bits(encoding, FloatSort::X87)
    }

    /// The stored bits of a number.
    pub fn x87_store(&mut self, number: TermId) -> TermId {
        let bits = self.fp_to_bits(number);
        let fraction = self.extract(bits, FRACTION - 1, 0);
        let top = self.extract(bits, 78, FRACTION);
        let exponent = self.extract(bits, 77, FRACTION);
        let none = self.bv(15, 0);
        let small = self.eq(exponent, none);
        let (clear, set) = (self.bv(1, 0), self.bv(1, 1));
        let leading = self.ite(small, clear, set);
        let low = self.concat(leading, fraction);
        self.concat(top, low)
    }
}
