//! Concrete scalar semantics: integer and float operations on bit patterns.
//!
//! Idea: one place says what `add`, `sdiv` or `fcmp` mean on machine values;
//! the reference interpreter and the symbolic explorer both call it, so they
//! cannot disagree. All functions are total: where C or LLVM leave a result
//! undefined, the value is the one of SMT-LIB's bit-vector theory (division
//! by zero gives all ones or the dividend, shifts by the width or more give
//! zero or the sign), and separate predicates say that the case is undefined.
//!
//! Values of width `w` are zero-extended into `u64` (`w <= 64`) or `u128`
//! (`w <= 128`); arguments must obey this, results do. Source: LLVM language
//! reference and SMT-LIB's `FixedSizeBitVectors`. Cost: a few instructions per
//! call in the `…64` functions, which are inlined.

pub mod float;
pub mod intrinsic;
pub mod libm;
pub mod nan;

pub use float::{
    float_bin, float_cast, float_cmp, float_fma, float_is_class, float_un, fp_to_int, int_to_fp,
};
pub use intrinsic::{intrinsic, intrinsic_undefined};
pub use libm::libm;

use crate::{BinOp, CastOp, IntPred, Overflow};

/// All ones in the low `width` bits, `width` at most 64.
#[inline(always)]
pub fn mask64(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1u64 << width) - 1
    }
}

/// All ones in the low `width` bits, `width` at most 128.
#[inline(always)]
pub fn mask128(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1u128 << width) - 1
    }
}

/// The value as a signed number; `width` from 1 to 64.
#[inline(always)]
pub fn sext64(width: u32, a: u64) -> i64 {
    let s = 64u32.saturating_sub(width) & 63;
    ((a << s) as i64) >> s
}

/// The value as a signed number; `width` from 1 to 128.
#[inline(always)]
pub fn sext128(width: u32, a: u128) -> i128 {
    let s = 128u32.saturating_sub(width) & 127;
    ((a << s) as i128) >> s
}

/// The smallest signed number as bits.
#[inline(always)]
pub fn signed_min(width: u32) -> u128 {
    1u128 << (width.clamp(1, 128) - 1)
}

/// The result of an integer operation of at most 64 bits.
#[inline(always)]
pub fn bin64(op: BinOp, width: u32, a: u64, b: u64) -> u64 {
    let m = mask64(width);
    match op {
        BinOp::Add => a.wrapping_add(b) & m,
        BinOp::Sub => a.wrapping_sub(b) & m,
        BinOp::Mul => a.wrapping_mul(b) & m,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => {
            if b >= u64::from(width) {
                0
            } else {
                (a << b) & m
            }
        }
        BinOp::LShr => {
            if b >= u64::from(width) {
                0
            } else {
                a >> b
            }
        }
        BinOp::AShr => (sext64(width, a) >> b.min(63)) as u64 & m,
        BinOp::UDiv => a.checked_div(b).unwrap_or(m),
        BinOp::URem => a.checked_rem(b).unwrap_or(a),
        BinOp::SDiv => {
            let (x, y) = (sext64(width, a), sext64(width, b));
            if y == 0 {
                return if x < 0 { 1 } else { m };
            }
            x.wrapping_div(y) as u64 & m
        }
        BinOp::SRem => {
            let (x, y) = (sext64(width, a), sext64(width, b));
            if y == 0 {
                return a;
            }
            x.wrapping_rem(y) as u64 & m
        }
    }
}

/// The result of an integer operation of at most 128 bits.
pub fn bin128(op: BinOp, width: u32, a: u128, b: u128) -> u128 {
    if width <= 64 {
        return u128::from(bin64(op, width, a as u64, b as u64));
    }
    let m = mask128(width);
    let w = u128::from(width);
    match op {
        BinOp::Add => a.wrapping_add(b) & m,
        BinOp::Sub => a.wrapping_sub(b) & m,
        BinOp::Mul => a.wrapping_mul(b) & m,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => {
            if b >= w {
                0
            } else {
                (a << b) & m
            }
        }
        BinOp::LShr => {
            if b >= w {
                0
            } else {
                a >> b
            }
        }
        BinOp::AShr => (sext128(width, a) >> b.min(127)) as u128 & m,
        BinOp::UDiv => a.checked_div(b).unwrap_or(m),
        BinOp::URem => a.checked_rem(b).unwrap_or(a),
        BinOp::SDiv => {
            let (x, y) = (sext128(width, a), sext128(width, b));
            if y == 0 {
                return if x < 0 { 1 } else { m };
            }
            x.wrapping_div(y) as u128 & m
        }
        BinOp::SRem => {
            let (x, y) = (sext128(width, a), sext128(width, b));
            if y == 0 {
                return a;
            }
            x.wrapping_rem(y) as u128 & m
        }
    }
}

/// Whether `a + b` leaves the signed range of `width`.
#[inline(always)]
pub fn add_overflows_signed(width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (sext128(width, a), sext128(width, b));
    match x.checked_add(y) {
        Some(s) => s != sext128(width, s as u128),
        None => true,
    }
}

/// Whether `a - b` leaves the signed range of `width`.
#[inline(always)]
pub fn sub_overflows_signed(width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (sext128(width, a), sext128(width, b));
    match x.checked_sub(y) {
        Some(s) => s != sext128(width, s as u128),
        None => true,
    }
}

/// Whether `a * b` leaves the signed range of `width`.
#[inline(always)]
pub fn mul_overflows_signed(width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (sext128(width, a), sext128(width, b));
    match x.checked_mul(y) {
        Some(s) => s != sext128(width, s as u128),
        None => true,
    }
}

/// Whether `a + b` leaves the unsigned range of `width`.
#[inline(always)]
pub fn add_overflows_unsigned(width: u32, a: u128, b: u128) -> bool {
    match a.checked_add(b) {
        Some(s) => s > mask128(width),
        None => true,
    }
}

/// Whether `a - b` leaves the unsigned range.
#[inline(always)]
pub fn sub_overflows_unsigned(a: u128, b: u128) -> bool {
    a < b
}

/// Whether `a * b` leaves the unsigned range of `width`.
#[inline(always)]
pub fn mul_overflows_unsigned(width: u32, a: u128, b: u128) -> bool {
    match a.checked_mul(b) {
        Some(s) => s > mask128(width),
        None => true,
    }
}

/// Whether `a << b` loses a bit that differs from the resulting sign (`nsw`).
pub fn shl_overflows_signed(width: u32, a: u128, b: u128) -> bool {
    let r = bin128(BinOp::Shl, width, a, b);
    bin128(BinOp::AShr, width, r, b) != a
}

/// Whether `a << b` shifts out a one (`nuw`).
pub fn shl_overflows_unsigned(width: u32, a: u128, b: u128) -> bool {
    let r = bin128(BinOp::Shl, width, a, b);
    bin128(BinOp::LShr, width, r, b) != a
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
    matches!(op, BinOp::SDiv | BinOp::SRem) && b == mask128(width) && a == signed_min(width)
}

/// Whether the signed result does not fit (`nsw`), of the operations that can
/// carry the flag; false for others.
#[inline]
pub fn wraps_signed(op: BinOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        BinOp::Add => add_overflows_signed(width, a, b),
        BinOp::Sub => sub_overflows_signed(width, a, b),
        BinOp::Mul => mul_overflows_signed(width, a, b),
        BinOp::Shl => shl_overflows_signed(width, a, b),
        _ => false,
    }
}

/// [`wraps_signed`] for `width <= 64` on `u64`.
#[inline(always)]
pub fn wraps_signed64(op: BinOp, width: u32, a: u64, b: u64) -> bool {
    let (x, y) = (sext64(width, a), sext64(width, b));
    let r = match op {
        BinOp::Add => x.checked_add(y),
        BinOp::Sub => x.checked_sub(y),
        BinOp::Mul => x.checked_mul(y),
        BinOp::Shl => return shl_overflows_signed(width, u128::from(a), u128::from(b)),
        _ => return false,
    };
    match r {
        Some(r) => r != sext64(width, r as u64),
        None => true,
    }
}

/// Whether the unsigned result does not fit (`nuw`), of the operations that
/// can carry the flag; false for others.
#[inline]
pub fn wraps_unsigned(op: BinOp, width: u32, a: u128, b: u128) -> bool {
    match op {
        BinOp::Add => add_overflows_unsigned(width, a, b),
        BinOp::Sub => sub_overflows_unsigned(a, b),
        BinOp::Mul => mul_overflows_unsigned(width, a, b),
        BinOp::Shl => shl_overflows_unsigned(width, a, b),
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
