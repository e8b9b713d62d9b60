//! Numbers of a width, in two readings, and comparisons turned around.

use ep_ir::IntPred;
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

pub(super) fn negated(p: IntPred) -> IntPred {
    use IntPred::*;
    match p {
        Eq => Ne,
        Ne => Eq,
        Ult => Uge,
        Ule => Ugt,
        Ugt => Ule,
        Uge => Ult,
        Slt => Sge,
        Sle => Sgt,
        Sgt => Sle,
        Sge => Slt,
    }
}

pub(super) fn mirrored(p: IntPred) -> IntPred {
    use IntPred::*;
    match p {
        Eq => Eq,
        Ne => Ne,
        Ult => Ugt,
        Ule => Uge,
        Ugt => Ult,
        Uge => Ule,
        Slt => Sgt,
        Sle => Sge,
        Sgt => Slt,
        Sge => Sle,
    }
}
