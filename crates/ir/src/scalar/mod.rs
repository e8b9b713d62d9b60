//! Concrete scalar semantics of the program: what its operators mean on bit
//! patterns.
//!
//! Idea: `ep_scalar` is the one arithmetic; here `add nsw`, `fcmp` and the
//! intrinsics of the program are said in its words. The reference interpreter
//! and the symbolic explorer both call it, so they cannot disagree. All
//! functions are total; where C or LLVM leave a result undefined, the value is
//! the one of SMT-LIB's bit-vector theory (division by zero gives all ones or
//! the dividend, shifts by the width or more give zero or the sign), and
//! separate predicates say that the case is undefined.
//!
//! Values of width `w` are zero-extended into `u64` (`w <= 64`) or `u128`
//! (`w <= 128`); arguments must obey this, results do. Source: LLVM language
//! reference and SMT-LIB's `FixedSizeBitVectors`. Cost: a few instructions per
//! call in the `…64` functions, which are inlined.

pub mod float;
pub mod intrinsic;
pub mod libm;

pub use float::{
    float_bin, float_cast, float_cmp, float_fma, float_is_class, float_un, fp_to_int, int_to_fp,
};
pub use intrinsic::{intrinsic, intrinsic_undefined};
pub use libm::libm;

use crate::{BinOp, CastOp, IntPred, Overflow};
use ep_scalar::{w128, w64};

/// All ones in the low `width` bits, `width` at most 64.
pub use w64::mask as mask64;

/// All ones in the low `width` bits, `width` at most 128.
pub use w128::mask as mask128;

/// The signed value of the low `width` bits.
#[inline(always)]
pub fn sext64(width: u32, a: u64) -> i64 {
    w64::to_signed(a, width)
}

/// The signed value of the low `width` bits.
#[inline(always)]
pub fn sext128(width: u32, a: u128) -> i128 {
    w128::to_signed(a, width)
}

/// The smallest signed number as bits.
#[inline(always)]
pub fn signed_min(width: u32) -> u128 {
    w128::from_signed(w128::smin(width), width)
}

/// Which function of a word an operator is.
macro_rules! operator {
    ($word:ident, $op:expr, $a:expr, $b:expr, $w:expr) => {
        match $op {
            BinOp::Add => $word::add($a, $b, $w),
            BinOp::Sub => $word::sub($a, $b, $w),
            BinOp::Mul => $word::mul($a, $b, $w),
            BinOp::And => $a & $b,
            BinOp::Or => $a | $b,
            BinOp::Xor => $a ^ $b,
            BinOp::Shl => $word::shl($a, $b, $w),
            BinOp::LShr => $word::lshr($a, $b, $w),
            BinOp::AShr => $word::ashr($a, $b, $w),
            BinOp::UDiv => $word::udiv($a, $b, $w),
            BinOp::URem => $word::urem($a, $b),
            BinOp::SDiv => $word::sdiv($a, $b, $w),
            BinOp::SRem => $word::srem($a, $b, $w),
        }
    };
}

/// The result of an integer operation of at most 64 bits.
#[inline(always)]
pub fn bin64(op: BinOp, width: u32, a: u64, b: u64) -> u64 {
    operator!(w64, op, a, b, width)
}

/// The result of an integer operation of at most 128 bits.
pub fn bin128(op: BinOp, width: u32, a: u128, b: u128) -> u128 {
    if width <= 64 {
        return u128::from(bin64(op, width, a as u64, b as u64));
    }
    operator!(w128, op, a, b, width)
}

/// Whether the operation is a shift by its width or more.
#[inline(always)]
pub fn shift_oversized(op: BinOp, width: u32, b: u128) -> bool {
    matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) && b >= u128::from(width)
}

/// Whether the operation divides by zero.
#[inline(always)]
pub fn divides_by_zero(op: BinOp, b: u128) -> bool {
    b == 0 && matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
}

/// Whether the operation is `MIN / -1` or `MIN % -1`.
#[inline(always)]
pub fn division_overflows(op: BinOp, width: u32, a: u128, b: u128) -> bool {
    matches!(op, BinOp::SDiv | BinOp::SRem) && w128::sdivo(a, b, width)
}

/// Whether the signed result does not fit (`nsw`), of the operations that can
/// carry the flag; false for others.
#[inline]
pub fn wraps_signed(op: BinOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        BinOp::Add => w128::saddo(a, b, width),
        BinOp::Sub => w128::ssubo(a, b, width),
        BinOp::Mul => w128::smulo(a, b, width),
        BinOp::Shl => w128::sshlo(a, b, width),
        _ => false,
    }
}

/// [`wraps_signed`] for `width <= 64` on `u64`.
#[inline(always)]
pub fn wraps_signed64(op: BinOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        BinOp::Add => w64::saddo(a, b, width),
        BinOp::Sub => w64::ssubo(a, b, width),
        BinOp::Mul => w64::smulo(a, b, width),
        BinOp::Shl => w64::sshlo(a, b, width),
        _ => false,
    }
}

/// Whether the unsigned result does not fit (`nuw`), of the operations that
/// can carry the flag; false for others.
#[inline]
pub fn wraps_unsigned(op: BinOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        BinOp::Add => w128::uaddo(a, b, width),
        BinOp::Sub => w128::usubo(a, b),
        BinOp::Mul => w128::umulo(a, b, width),
        BinOp::Shl => w128::ushlo(a, b, width),
        _ => false,
    }
}

/// Whether a division leaves a remainder or a right shift loses a one
/// (`exact`); false for other operations.
#[inline]
pub fn inexact(op: BinOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        BinOp::UDiv => b != 0 && a % b != 0,
        BinOp::SDiv => b != 0 && bin128(BinOp::SRem, width, a, b) != 0,
        BinOp::LShr | BinOp::AShr => b < 128 && a & mask128(b as u32) != 0 && b != 0,
        _ => false,
    }
}

/// Whether one of the flags is violated.
#[inline]
pub fn violates(flags: Overflow, op: BinOp, width: u32, a: u128, b: u128) -> bool {
    (flags.nsw && wraps_signed(op, width, a, b))
        || (flags.nuw && wraps_unsigned(op, width, a, b))
        || (flags.exact && inexact(op, width, a, b))
}

/// Integer comparison of at most 64 bits (pointers: their address).
#[inline(always)]
pub fn cmp64(pred: IntPred, width: u32, a: u64, b: u64) -> bool {
    match pred {
        IntPred::Eq => a == b,
        IntPred::Ne => a != b,
        IntPred::Ult => a < b,
        IntPred::Ule => a <= b,
        IntPred::Ugt => a > b,
        IntPred::Uge => a >= b,
        IntPred::Slt => sext64(width, a) < sext64(width, b),
        IntPred::Sle => sext64(width, a) <= sext64(width, b),
        IntPred::Sgt => sext64(width, a) > sext64(width, b),
        IntPred::Sge => sext64(width, a) >= sext64(width, b),
    }
}

/// Integer comparison of at most 128 bits.
#[inline]
pub fn cmp128(pred: IntPred, width: u32, a: u128, b: u128) -> bool {
    match pred {
        IntPred::Eq => a == b,
        IntPred::Ne => a != b,
        IntPred::Ult => a < b,
        IntPred::Ule => a <= b,
        IntPred::Ugt => a > b,
        IntPred::Uge => a >= b,
        IntPred::Slt => sext128(width, a) < sext128(width, b),
        IntPred::Sle => sext128(width, a) <= sext128(width, b),
        IntPred::Sgt => sext128(width, a) > sext128(width, b),
        IntPred::Sge => sext128(width, a) >= sext128(width, b),
    }
}

/// Integer conversion between widths of at most 64 bits. Only `Trunc`,
/// `ZExt`, `SExt`, `PtrToInt`, `IntToPtr` and `Bitcast` make sense; all but
/// `SExt` mean "zero-extend or cut".
#[inline(always)]
pub fn cast64(op: CastOp, from: u32, to: u32, a: u64) -> u64 {
    match op {
        CastOp::SExt => sext64(from, a) as u64 & mask64(to),
        _ => a & mask64(to),
    }
}

/// [`cast64`] for widths of at most 128 bits.
#[inline]
pub fn cast128(op: CastOp, from: u32, to: u32, a: u128) -> u128 {
    match op {
        CastOp::SExt => sext128(from, a) as u128 & mask128(to),
        _ => a & mask128(to),
    }
}

#[cfg(test)]
mod tests;
