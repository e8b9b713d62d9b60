//! The 80 bits that x87 stores for a `long double`, and the number in them.
//!
//! Idea: the stored format has the leading bit of the significand, which IEEE
//! 754's interchange formats leave out. Without it what is left is a format
//! like the others ([`Format::X87`], 79 bits), which solvers have; two groups of
//! encodings have no counterpart. A pseudo-denormal (leading bit, no exponent) is
//! the number with the least exponent; an exponent without its leading bit is an
//! invalid operand, which behaves as NaN.
//! Source: Intel 64 and IA-32 manual, volume 1, section 8.2.2 and table 8-3.
//! Cost: a dozen instructions.

use crate::Format;

const FRACTION: u32 = 63;
const LEADING: u128 = 1 << FRACTION;
const EXPONENT: u128 = (1 << 15) - 1;

/// The stored bits of a number.
pub fn stored(x: u128) -> u128 {
    let top = x >> FRACTION;
    let leading = if top & EXPONENT == 0 { 0 } else { LEADING };
    top << (FRACTION + 1) | leading | x & (LEADING - 1)
}

/// The number in 80 stored bits.
pub fn loaded(bits: u128) -> u128 {
    let top = bits >> (FRACTION + 1) & (EXPONENT << 1 | 1);
    let fraction = bits & (LEADING - 1);
    let leading = bits & LEADING != 0;
    match (top & EXPONENT == 0, leading) {
        (true, false) | (false, true) => top << FRACTION | fraction,
        (true, true) => (top | 1) << FRACTION | fraction,
        (false, false) => invalid(),
    }
}

/// What an invalid operand counts as.
pub fn invalid() -> u128 {
    crate::nan::default(Format::X87)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        for e in [0u128, 1, 2, 16383, 32766, 32767] {
            for f in [0u128, 1, LEADING >> 1, LEADING - 1] {
                for s in [0u128, 1] {
                    let x = s << 78 | e << FRACTION | f;
                    assert_eq!(loaded(stored(x)), x);
                    assert_eq!(stored(x) >> 79, s);
                }
            }
        }
    }

    #[test]
    fn what_has_no_counterpart() {
        // One, without its leading bit, is no number.
        assert_eq!(loaded(0x3fff << 64), invalid());
        // A leading bit without an exponent is the least normal number.
        assert_eq!(loaded(LEADING), 1 << FRACTION);
    }
}
