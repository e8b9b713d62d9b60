//! Numbers of a width, in two readings.

use num_bigint::BigInt;
use num_traits::One;

/// How a register is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    Signed,
    Unsigned,
}

/// A constant of this width.
pub fn constant(n: u64, w: u32, how: Reading) -> BigInt {
    let n = BigInt::from(n);
    let negative = how == Reading::Signed && w > 0 && n >= BigInt::one() << (w - 1);
    match negative {
        true => n - (BigInt::one() << w),
        false => n,
    }
}
