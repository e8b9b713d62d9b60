//! Square roots of the formats that are not the machine's.
//!
//! Idea: APFloat has none. The significand is read two bits at a time and the
//! root gets one bit per step; the remainder stays below `2 * root + 1`, so that
//! 128 bits hold every format's. A sticky bit below the kept digits makes the
//! one rounding exact. Source: the digit-by-digit method (IEEE 754-2019, 5.4.1
//! wants the correctly rounded root). Cost: one step per bit of precision.

use rustc_apfloat::Float;

/// The root of a number that is neither a NaN nor below zero.
pub fn of<T: Float>(x: T) -> T {
    if x.is_zero() || x.is_infinite() {
        return x;
    }
    // x = significand * 2^exponent, the exponent even.
    let precision = T::PRECISION as i32;
    let mut exponent = x.ilogb() - (precision - 1);
    let significand = x.scalbn(-exponent).to_u128(128).value;
    let odd = exponent & 1 != 0;
    exponent -= i32::from(odd);
    let digits = precision as u32 + 3;
    let bits = precision as u32 + u32::from(odd);
    let radicand = significand << u32::from(odd);
    let pairs = bits.div_ceil(2);
    let (mut root, mut rest) = (0u128, 0u128);
    for i in 0..digits {
        let two = if i < pairs {
            (radicand >> (2 * (pairs - 1 - i))) & 3
        } else {
            0
        };
        rest = (rest << 2) | two;
        let trial = (root << 2) | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let sticky = (root << 1) | u128::from(rest != 0);
    let scale = exponent / 2 - (digits as i32 - pairs as i32) - 1;
    // A root is far from the format's limits: the conversion rounds, the
    // scaling is exact.
    T::from_u128(sticky).value.scalbn(scale)
}
