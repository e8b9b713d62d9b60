//! Concrete floating point on encodings: which operation of
//! [`ep_scalar::float`] an operator of terms is. What the operations mean, NaNs
//! included, is said there. Conversions to integers that do not fit give the
//! least signed value or all ones; they are undefined in C.

use crate::fold::{from_signed, mask, smin};
use crate::op::{Op, Rounding};
use crate::sort::{FloatSort, Sort};
use ep_scalar::float::{self, Binary, Class, Unary};
use ep_scalar::Format;

/// The format of a sort, if programs can have it.
fn format(f: FloatSort) -> Option<Format> {
    Some(match f {
        FloatSort::F16 => Format::F16,
        FloatSort::F32 => Format::F32,
        FloatSort::F64 => Format::F64,
        FloatSort::X87 => Format::X87,
        FloatSort::F128 => Format::F128,
        _ => return None,
    })
}

/// Not a number; false for formats that no program has.
pub fn is_nan(f: FloatSort, x: u128) -> bool {
    format(f).is_some_and(|f| float::is_nan(f, x))
}

/// The NaN of invalid operations on x86: negative, quiet, no payload.
pub fn default_nan(f: FloatSort) -> u128 {
    let fraction = u32::from(f.sig) - 1;
    (1 << (f.bits() - 1)) | mask(u32::from(f.exp)) << fraction | 1 << (fraction - 1)
}

fn rounding(mode: Rounding) -> float::Rounding {
    match mode {
        Rounding::NearestEven => float::Rounding::NearestEven,
        Rounding::NearestAway => float::Rounding::NearestAway,
        Rounding::TowardZero => float::Rounding::TowardZero,
        Rounding::TowardPositive => float::Rounding::TowardPositive,
        Rounding::TowardNegative => float::Rounding::TowardNegative,
    }
}

/// The result of a float operator on encodings (integers by their bits), as bits
/// of the sort `result`; `arg` is the sort of the first operand. `None` if it is
/// no float operator or the format is none of the five.
pub fn apply(op: Op, result: Sort, arg: Sort, v: &[u128]) -> Option<u128> {
    if let (Op::SbvToFp | Op::UbvToFp, Sort::Float(to), Sort::BitVec(w)) = (op, result, arg) {
        return Some(float::from_integer(
            format(to)?,
            op == Op::SbvToFp,
            w,
            *v.first()?,
        ));
    }
    let Sort::Float(sort) = arg else {
        return None;
    };
    let f = format(sort)?;
    let b = u128::from;
    let at = |i: usize| v.get(i).copied().unwrap_or(0);
    let (x, y) = (*v.first()?, at(1));
    let is = |class| b(float::class(f, x) == class);
    Some(match op {
        Op::FpAdd => float::binary(f, Binary::Add, x, y),
        Op::FpSub => float::binary(f, Binary::Sub, x, y),
        Op::FpMul => float::binary(f, Binary::Mul, x, y),
        Op::FpDiv => float::binary(f, Binary::Div, x, y),
        Op::FpRem => float::binary(f, Binary::Rem, x, y),
        Op::FpFma => float::fma(f, x, y, at(2)),
        Op::FpSqrt => float::unary(f, Unary::Sqrt, x),
        Op::FpRound(mode) => float::unary(f, Unary::Round(rounding(mode)), x),
        Op::FpNeg => x ^ f.sign(),
        Op::FpAbs => x & !f.sign(),
        Op::FpMin => float::min(f, x, y),
        Op::FpMax => float::max(f, x, y),
        Op::FpEq => b(float::order(f, x, y).is_some_and(|o| o.is_eq())),
        Op::FpLt => b(float::order(f, x, y).is_some_and(|o| o.is_lt())),
        Op::FpLe => b(float::order(f, x, y).is_some_and(|o| o.is_le())),
        Op::FpIsNan => b(float::is_nan(f, x)),
        Op::FpIsInf => is(Class::Infinity),
        Op::FpIsZero => is(Class::Zero),
        Op::FpIsNegative => b(x & f.sign() != 0),
        Op::FpIsSubnormal => is(Class::Subnormal),
        Op::FpIsNormal => is(Class::Normal),
        Op::FpToFp => match result {
            Sort::Float(to) => float::convert(f, format(to)?, x),
            _ => return None,
        },
        Op::FpToSbv | Op::FpToUbv => match result {
            Sort::BitVec(w) => {
                let signed = op == Op::FpToSbv;
                float::to_integer(f, signed, w, x).unwrap_or(if signed {
                    from_signed(smin(w), w)
                } else {
                    mask(w)
                })
            }
            _ => return None,
        },
        _ => return None,
    })
}
