//! Pure integer intrinsics on bit patterns.
//!
//! Idea: widen to 128 bits, compute, narrow; the overflow family returns the
//! wrapped result and a bit. Source: LLVM language reference, "Standard C/C++
//! Library", "Arithmetic with Overflow", "Saturation", "Bit Manipulation".
//! Cost: constant time but for 128-bit multiplication.

use super::*;
use crate::Intrinsic;

/// The result and, for the `…Overflow` family, the overflow bit (else 0).
/// `args` are the operands in order, missing ones 0. `Fma` and `IsFpClass`
/// work on floats: see [`super::float_fma`] and [`super::float_is_class`];
/// here they return the first argument unchanged.
pub fn intrinsic(op: Intrinsic, width: u32, args: [u128; 3]) -> (u128, u128) {
    let [a, b, c] = args;
    let w = u128::from(width);
    let m = mask128(width);
    let (sa, sb) = (sext128(width, a), sext128(width, b));
    let smin = signed_min(width);
    let smax = smin - 1;
    let sat = |overflow: bool, negative: bool, value: u128| match (overflow, negative) {
        (false, _) => value,
        (true, true) => smin,
        (true, false) => smax,
    };
    let one = |v: u128| (v & m, 0);
    match op {
        Intrinsic::SAddOverflow => (
            bin128(BinOp::Add, width, a, b),
            w128::saddo(a, b, width).into(),
        ),
        Intrinsic::UAddOverflow => (
            bin128(BinOp::Add, width, a, b),
            w128::uaddo(a, b, width).into(),
        ),
        Intrinsic::SSubOverflow => (
            bin128(BinOp::Sub, width, a, b),
            w128::ssubo(a, b, width).into(),
        ),
        Intrinsic::USubOverflow => (bin128(BinOp::Sub, width, a, b), w128::usubo(a, b).into()),
        Intrinsic::SMulOverflow => (
            bin128(BinOp::Mul, width, a, b),
            w128::smulo(a, b, width).into(),
        ),
        Intrinsic::UMulOverflow => (
            bin128(BinOp::Mul, width, a, b),
            w128::umulo(a, b, width).into(),
        ),
        Intrinsic::SAddSat => one(sat(
            w128::saddo(a, b, width),
            sa < 0,
            bin128(BinOp::Add, width, a, b),
        )),
        Intrinsic::SSubSat => one(sat(
            w128::ssubo(a, b, width),
            sa < 0,
            bin128(BinOp::Sub, width, a, b),
        )),
        Intrinsic::UAddSat => one(if w128::uaddo(a, b, width) { m } else { a + b }),
        Intrinsic::USubSat => one(a.saturating_sub(b)),
        Intrinsic::SShlSat => one(sat(
            w128::sshlo(a, b, width),
            sa < 0,
            bin128(BinOp::Shl, width, a, b),
        )),
        Intrinsic::UShlSat => one(if w128::ushlo(a, b, width) {
            m
        } else {
            bin128(BinOp::Shl, width, a, b)
        }),
        Intrinsic::Bswap => one(a.swap_bytes() >> (128 - width.clamp(1, 128))),
        Intrinsic::BitReverse => one(a.reverse_bits() >> (128 - width.clamp(1, 128))),
        Intrinsic::CtPop => one(u128::from(a.count_ones())),
        Intrinsic::Ctlz => one(u128::from(a.leading_zeros() - (128 - width.min(128)))),
        Intrinsic::Cttz => one(u128::from(a.trailing_zeros().min(width))),
        Intrinsic::Abs => one(sa.unsigned_abs()),
        Intrinsic::SMin => one(if sa < sb { a } else { b }),
        Intrinsic::SMax => one(if sa > sb { a } else { b }),
        Intrinsic::UMin => one(a.min(b)),
        Intrinsic::UMax => one(a.max(b)),
        Intrinsic::FShl => {
            let s = c % w.max(1);
            one(if s == 0 { a } else { (a << s) | (b >> (w - s)) })
        }
        Intrinsic::FShr => {
            let s = c % w.max(1);
            one(if s == 0 { b } else { (a << (w - s)) | (b >> s) })
        }
        Intrinsic::Fma | Intrinsic::IsFpClass => (a, 0),
    }
}

/// Whether the result is undefined: `ctlz`/`cttz` of zero with the second
/// argument true, `abs` of the smallest number with the second argument true,
/// a saturating shift by the width or more.
pub fn intrinsic_undefined(op: Intrinsic, width: u32, args: [u128; 3]) -> bool {
    match op {
        Intrinsic::Ctlz | Intrinsic::Cttz => args[0] == 0 && args[1] & 1 == 1,
        Intrinsic::Abs => args[0] == signed_min(width) && args[1] & 1 == 1,
        Intrinsic::SShlSat | Intrinsic::UShlSat => args[1] >= u128::from(width),
        _ => false,
    }
}
