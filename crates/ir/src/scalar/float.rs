//! Floating-point operations of the program, on bit patterns.
//!
//! Idea: [`ep_scalar::float`] says what they mean; here are LLVM's operators,
//! predicates and classes in its words. An x87 `long double` has 80 stored bits
//! here and 79 there: it is loaded before and stored after. What only moves the
//! sign works on the stored bits. Source: LLVM language reference. Cost: see
//! there.

use super::mask128;
use crate::{FloatBinOp, FloatFormat, FloatPred, FloatUnOp};
use ep_scalar::float::{self, Binary, Class, Rounding, Unary};
use ep_scalar::{x87, Format};
use std::cmp::Ordering;

/// The format of the numbers in these bits.
#[inline(always)]
fn format(f: FloatFormat) -> Format {
    match f {
        FloatFormat::F16 => Format::F16,
        FloatFormat::F32 => Format::F32,
        FloatFormat::F64 => Format::F64,
        FloatFormat::F80 => Format::X87,
        FloatFormat::F128 => Format::F128,
    }
}

/// The number in stored bits.
#[inline(always)]
fn load(f: FloatFormat, bits: u128) -> u128 {
    if f == FloatFormat::F80 {
        x87::loaded(bits)
    } else {
        bits
    }
}

/// The stored bits of a number.
#[inline(always)]
fn store(f: FloatFormat, number: u128) -> u128 {
    if f == FloatFormat::F80 {
        x87::stored(number)
    } else {
        number
    }
}

/// The position of the sign bit.
fn sign_bit(fmt: FloatFormat) -> u128 {
    1u128 << (fmt.bits() - 1)
}

/// The result of a float operation.
#[inline]
pub fn float_bin(fmt: FloatFormat, op: FloatBinOp, a: u128, b: u128) -> u128 {
    let f = format(fmt);
    let arithmetic = |op| store(fmt, float::binary(f, op, load(fmt, a), load(fmt, b)));
    match op {
        FloatBinOp::Add => arithmetic(Binary::Add),
        FloatBinOp::Sub => arithmetic(Binary::Sub),
        FloatBinOp::Mul => arithmetic(Binary::Mul),
        FloatBinOp::Div => arithmetic(Binary::Div),
        FloatBinOp::Rem => arithmetic(Binary::Rem),
        FloatBinOp::Min => store(fmt, float::min(f, load(fmt, a), load(fmt, b))),
        FloatBinOp::Max => store(fmt, float::max(f, load(fmt, a), load(fmt, b))),
        FloatBinOp::CopySign => {
            let s = sign_bit(fmt);
            (a & !s & mask128(fmt.bits())) | (b & s)
        }
    }
}

/// The result of a float function of one operand.
pub fn float_un(fmt: FloatFormat, op: FloatUnOp, a: u128) -> u128 {
    let op = match op {
        FloatUnOp::Neg => return a ^ sign_bit(fmt),
        FloatUnOp::Abs => return a & (sign_bit(fmt) - 1),
        FloatUnOp::Sqrt => Unary::Sqrt,
        FloatUnOp::Floor => Unary::Round(Rounding::TowardNegative),
        FloatUnOp::Ceil => Unary::Round(Rounding::TowardPositive),
        FloatUnOp::Trunc => Unary::Round(Rounding::TowardZero),
        FloatUnOp::Round => Unary::Round(Rounding::NearestAway),
        FloatUnOp::RoundEven => Unary::Round(Rounding::NearestEven),
    };
    store(fmt, float::unary(format(fmt), op, load(fmt, a)))
}

/// Whether the comparison holds.
#[inline]
pub fn float_cmp(fmt: FloatFormat, pred: FloatPred, a: u128, b: u128) -> bool {
    use Ordering::*;
    let o = float::order(format(fmt), load(fmt, a), load(fmt, b));
    match pred {
        FloatPred::False => false,
        FloatPred::Oeq => o == Some(Equal),
        FloatPred::Ogt => o == Some(Greater),
        FloatPred::Oge => matches!(o, Some(Greater | Equal)),
        FloatPred::Olt => o == Some(Less),
        FloatPred::Ole => matches!(o, Some(Less | Equal)),
        FloatPred::One => matches!(o, Some(Less | Greater)),
        FloatPred::Ord => o.is_some(),
        FloatPred::Uno => o.is_none(),
        FloatPred::Ueq => matches!(o, None | Some(Equal)),
        FloatPred::Ugt => matches!(o, None | Some(Greater)),
        FloatPred::Uge => matches!(o, None | Some(Greater | Equal)),
        FloatPred::Ult => matches!(o, None | Some(Less)),
        FloatPred::Ule => matches!(o, None | Some(Less | Equal)),
        FloatPred::Une => o != Some(Equal),
        FloatPred::True => true,
    }
}

/// `a * b + c` with one rounding.
pub fn float_fma(fmt: FloatFormat, a: u128, b: u128, c: u128) -> u128 {
    let [a, b, c] = [a, b, c].map(|x| load(fmt, x));
    store(fmt, float::fma(format(fmt), a, b, c))
}

/// `llvm.is.fpclass`: whether the class of `a` is in the mask (bit 0
/// signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal, 4 -subnormal, 5 -0, 6 +0,
/// 7 +subnormal, 8 +normal, 9 +inf).
pub fn float_is_class(fmt: FloatFormat, a: u128, mask: u128) -> bool {
    let negative = a & sign_bit(fmt) != 0;
    let of_sign = |below: u32, above: u32| if negative { below } else { above };
    let bit = match float::class(format(fmt), load(fmt, a)) {
        Class::SignallingNan => 0,
        Class::QuietNan => 1,
        Class::Infinity => of_sign(2, 9),
        Class::Normal => of_sign(3, 8),
        Class::Subnormal => of_sign(4, 7),
        Class::Zero => of_sign(5, 6),
    };
    mask >> bit & 1 == 1
}

/// Converts between formats, rounding when narrowing.
pub fn float_cast(from: FloatFormat, to: FloatFormat, a: u128) -> u128 {
    if from == to {
        return a;
    }
    store(to, float::convert(format(from), format(to), load(from, a)))
}

/// The integer of `width` bits toward zero, or `None` when it does not fit or
/// the value is NaN.
#[inline]
pub fn fp_to_int(fmt: FloatFormat, signed: bool, width: u32, a: u128) -> Option<u128> {
    float::to_integer(format(fmt), signed, width, load(fmt, a))
}

/// The float nearest to an integer of `width` bits.
#[inline]
pub fn int_to_fp(fmt: FloatFormat, signed: bool, width: u32, a: u128) -> u128 {
    store(fmt, float::from_integer(format(fmt), signed, width, a))
}
