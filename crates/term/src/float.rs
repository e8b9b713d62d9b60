//! Concrete floating point on encodings.
//!
//! Single and double go through the machine's own arithmetic, the other formats
//! through `rustc_apfloat` (a port of LLVM's APFloat); both round to nearest even.
//!
//! NaNs follow x86 hardware. An operation with a NaN operand gives the first
//! one (in operand order) made quiet; x87 extended gives a quiet one before a
//! signalling one, then the one with the larger significand, and the functions
//! that calculate with 128 bits the one with the larger significand (of equal
//! ones the second, but for sums and products). An invalid operation
//! gives the default NaN: negative, quiet, no payload. Conversions between formats
//! keep the sign and the upper payload bits. Conversions to integers that do
//! not fit give the least signed value or all ones; they are undefined in C.

use crate::fold::{from_signed, mask, smax, smin, to_signed};
use crate::op::{Op, Rounding};
use crate::sort::{FloatSort, Sort};
use crate::x87;
use num_bigint::BigUint;
use rustc_apfloat::ieee::{Double, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// Bits of the stored fraction below the leading bit.
fn fraction_bits(f: FloatSort) -> u32 {
    u32::from(f.sig) - 1
}

fn sign_bit(f: FloatSort) -> u128 {
    1 << (f.bits() - 1)
}

fn exponent(f: FloatSort, x: u128) -> u128 {
    let shift = f.bits() - 1 - u32::from(f.exp);
    (x >> shift) & mask(u32::from(f.exp))
}

fn max_exponent(f: FloatSort) -> u128 {
    mask(u32::from(f.exp))
}

fn fraction(f: FloatSort, x: u128) -> u128 {
    x & mask(fraction_bits(f))
}

/// Not a number.
pub fn is_nan(f: FloatSort, x: u128) -> bool {
    exponent(f, x) == max_exponent(f) && fraction(f, x) != 0
}

fn is_inf(f: FloatSort, x: u128) -> bool {
    exponent(f, x) == max_exponent(f) && fraction(f, x) == 0
}

fn is_zero(f: FloatSort, x: u128) -> bool {
    x & !sign_bit(f) & mask(f.bits()) == 0
}

fn is_negative(f: FloatSort, x: u128) -> bool {
    x & sign_bit(f) != 0
}

fn is_subnormal(f: FloatSort, x: u128) -> bool {
    exponent(f, x) == 0 && !is_zero(f, x)
}

fn quiet_bit(f: FloatSort) -> u128 {
    1 << (fraction_bits(f) - 1)
}

/// The positive infinity.
fn infinity(f: FloatSort) -> u128 {
    max_exponent(f) << (f.bits() - 1 - u32::from(f.exp))
}

/// The NaN of invalid operations on x86: negative, quiet, no payload.
pub fn default_nan(f: FloatSort) -> u128 {
    sign_bit(f) | infinity(f) | quiet_bit(f)
}

fn quiet(f: FloatSort, x: u128) -> u128 {
    x | quiet_bit(f)
}

/// The number of an encoding in soft arithmetic.
fn soft_of<F: Float>(f: FloatSort, x: u128) -> F {
    F::from_bits(if f == FloatSort::X87 {
        x87::stored(x)
    } else {
        x
    })
}

/// The encoding of a number of soft arithmetic.
fn bits_of<F: Float>(f: FloatSort, x: F) -> u128 {
    let bits = x.to_bits();
    if f == FloatSort::X87 {
        x87::loaded(bits)
    } else {
        bits
    }
}

/// The NaN that an operation on these operands gives, if one is a NaN.
fn propagate(f: FloatSort, values: &[u128], op: Op) -> Option<u128> {
    let mut nans = values.iter().copied().filter(|x| is_nan(f, *x));
    let first = nans.next()?;
    if f == FloatSort::F128 {
        let first_of_equal = matches!(op, Op::FpAdd | Op::FpMul | Op::FpFma);
        let later = |a: u128, b: u128| {
            let (x, y) = (fraction(f, a), fraction(f, b));
            y > x || (x == y && !first_of_equal)
        };
        let best = nans.fold(first, |a, b| if later(a, b) { b } else { a });
        return Some(quiet(f, best));
    }
    if f != FloatSort::X87 {
        return Some(quiet(f, first));
    }
    let is_quiet = |x: u128| x & quiet_bit(f) != 0;
    let rank = |x: u128| (is_quiet(x), fraction(f, x), !is_negative(f, x));
    let best = nans.fold(first, |a, b| if rank(b) > rank(a) { b } else { a });
    Some(quiet(f, best))
}

fn round_of(mode: Rounding) -> Round {
    match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::TowardPositive => Round::TowardPositive,
        Rounding::TowardNegative => Round::TowardNegative,
    }
}

macro_rules! native {
    ($name:ident, $float:ty, $bits:ty) => {
        fn $name(op: Op, v: &[u128]) -> Option<u128> {
            let at = |i: usize| <$float>::from_bits(v[i] as $bits);
            let r = match op {
                Op::FpAdd => at(0) + at(1),
                Op::FpSub => at(0) - at(1),
                Op::FpMul => at(0) * at(1),
                Op::FpDiv => at(0) / at(1),
                Op::FpRem => at(0) % at(1),
                Op::FpFma => at(0).mul_add(at(1), at(2)),
                Op::FpSqrt => at(0).sqrt(),
                Op::FpRound(Rounding::NearestEven) => at(0).round_ties_even(),
                Op::FpRound(Rounding::NearestAway) => at(0).round(),
                Op::FpRound(Rounding::TowardZero) => at(0).trunc(),
                Op::FpRound(Rounding::TowardPositive) => at(0).ceil(),
                Op::FpRound(Rounding::TowardNegative) => at(0).floor(),
                _ => return None,
            };
            Some(u128::from(r.to_bits()))
        }
    };
}
native!(native32, f32, u32);
native!(native64, f64, u64);

fn soft<S: Semantics>(f: FloatSort, op: Op, v: &[u128]) -> Option<u128> {
    let at = |i: usize| soft_of::<IeeeFloat<S>>(f, v[i]);
    let even = Round::NearestTiesToEven;
    let r = match op {
        Op::FpAdd => at(0).add_r(at(1), even).value,
        Op::FpSub => at(0).sub_r(at(1), even).value,
        Op::FpMul => at(0).mul_r(at(1), even).value,
        Op::FpDiv => at(0).div_r(at(1), even).value,
        Op::FpRem => at(0).c_fmod(at(1)).value,
        Op::FpFma => at(0).mul_add_r(at(1), at(2), even).value,
        Op::FpRound(mode) => at(0).round_to_integral(round_of(mode)).value,
        Op::FpSqrt => return Some(soft_sqrt::<S>(f, v[0])),
        _ => return None,
    };
    Some(bits_of(f, r))
}

/// Square root of a number: the integer root of a significand that was widened
/// to twice the precision, with a sticky bit, rounded once.
fn soft_sqrt<S: Semantics>(f: FloatSort, x: u128) -> u128 {
    if is_zero(f, x) || (is_inf(f, x) && !is_negative(f, x)) {
        return x;
    }
    if is_negative(f, x) {
        return default_nan(f);
    }
    let precision = u32::from(f.sig);
    let bias = (1i64 << (f.exp - 1)) - 1;
    let e = exponent(f, x) as i64;
    let leading = if e == 0 { 0 } else { 1u128 << (precision - 1) };
    let stored = fraction(f, x) | leading;
    // x = stored * 2^scale
    let mut scale = e.max(1) - bias - i64::from(precision - 1);
    let mut m = BigUint::from(stored);
    let mut shift = i64::from(2 * precision + 4) - m.bits() as i64;
    if (scale - shift) % 2 != 0 {
        shift += 1;
    }
    m <<= shift.max(0) as u64;
    scale -= shift.max(0);
    let root = m.sqrt();
    let sticky = u128::from(&root * &root != m);
    let digits = u128::try_from(&root).unwrap_or(0) << 1 | sticky;
    let r = IeeeFloat::<S>::from_u128_r(digits, Round::NearestTiesToEven).value;
    bits_of(f, r.scalbn((scale / 2 - 1) as i32))
}

/// Arithmetic with NaNs as on hardware.
fn arithmetic(f: FloatSort, op: Op, v: &[u128]) -> Option<u128> {
    if let Some(nan) = propagate(f, v, op) {
        return Some(nan);
    }
    let r = match f {
        FloatSort::F32 => native32(op, v),
        FloatSort::F64 => native64(op, v),
        FloatSort::F16 => soft::<rustc_apfloat::ieee::HalfS>(f, op, v),
        FloatSort::X87 => soft::<rustc_apfloat::ieee::X87DoubleExtendedS>(f, op, v),
        FloatSort::F128 => soft::<rustc_apfloat::ieee::QuadS>(f, op, v),
        _ => None,
    }?;
    Some(if is_nan(f, r) { default_nan(f) } else { r })
}

/// `a < b` and `a == b` of numbers as an ordering; `None` with a NaN.
fn order(f: FloatSort, a: u128, b: u128) -> Option<std::cmp::Ordering> {
    if is_nan(f, a) || is_nan(f, b) {
        return None;
    }
    let key = |x: u128| {
        let magnitude = (x & !sign_bit(f)) as i128;
        if is_negative(f, x) {
            -magnitude
        } else {
            magnitude
        }
    };
    // Magnitudes have at most 127 bits, so the keys fit.
    Some(key(a).cmp(&key(b)))
}

fn min_max(f: FloatSort, a: u128, b: u128, min: bool) -> u128 {
    match (is_nan(f, a), is_nan(f, b)) {
        (true, true) => propagate(f, &[a, b], Op::FpAdd).unwrap_or(a),
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            let first_less = match order(f, a, b) {
                Some(std::cmp::Ordering::Equal) | None => is_negative(f, a),
                Some(o) => o.is_lt(),
            };
            if first_less == min {
                a
            } else {
                b
            }
        }
    }
}

fn convert_from<S: Semantics>(from: FloatSort, x: u128, to: FloatSort) -> Option<u128> {
    let v = soft_of::<IeeeFloat<S>>(from, x);
    let even = Round::NearestTiesToEven;
    let mut lossy = false;
    Some(match to {
        FloatSort::F16 => FloatConvert::<Half>::convert_r(v, even, &mut lossy)
            .value
            .to_bits(),
        FloatSort::F32 => FloatConvert::<Single>::convert_r(v, even, &mut lossy)
            .value
            .to_bits(),
        FloatSort::F64 => FloatConvert::<Double>::convert_r(v, even, &mut lossy)
            .value
            .to_bits(),
        FloatSort::X87 => {
            let wide = FloatConvert::<X87DoubleExtended>::convert_r(v, even, &mut lossy);
            bits_of(to, wide.value)
        }
        FloatSort::F128 => FloatConvert::<Quad>::convert_r(v, even, &mut lossy)
            .value
            .to_bits(),
        _ => return None,
    })
}

fn convert(from: FloatSort, to: FloatSort, x: u128) -> Option<u128> {
    if is_nan(from, x) {
        let q = quiet(from, x);
        let (n, m) = (fraction_bits(from), fraction_bits(to));
        let payload = if n > m {
            fraction(from, q) >> (n - m)
        } else {
            fraction(from, q) << (m - n)
        };
        let sign = if is_negative(from, q) {
            sign_bit(to)
        } else {
            0
        };
        return Some(sign | infinity(to) | payload);
    }
    match (from, to) {
        (FloatSort::F32, FloatSort::F64) => {
            return Some(f64::from(f32::from_bits(x as u32)).to_bits().into());
        }
        (FloatSort::F64, FloatSort::F32) => {
            return Some((f64::from_bits(x as u64) as f32).to_bits().into());
        }
        _ => {}
    }
    match from {
        FloatSort::F16 => convert_from::<rustc_apfloat::ieee::HalfS>(from, x, to),
        FloatSort::F32 => convert_from::<rustc_apfloat::ieee::SingleS>(from, x, to),
        FloatSort::F64 => convert_from::<rustc_apfloat::ieee::DoubleS>(from, x, to),
        FloatSort::X87 => convert_from::<rustc_apfloat::ieee::X87DoubleExtendedS>(from, x, to),
        FloatSort::F128 => convert_from::<rustc_apfloat::ieee::QuadS>(from, x, to),
        _ => None,
    }
}

/// Towards zero; `None` for NaNs and what does not fit.
fn to_integer<F: Float>(f: FloatSort, x: u128, width: u32, signed: bool) -> Option<u128> {
    let v = soft_of::<F>(f, x);
    let mut exact = false;
    if signed {
        let r = v.to_i128_r(width as usize, Round::TowardZero, &mut exact);
        (!r.status.contains(Status::INVALID_OP)).then(|| from_signed(r.value, width))
    } else {
        let r = v.to_u128_r(width as usize, Round::TowardZero, &mut exact);
        (!r.status.contains(Status::INVALID_OP)).then_some(r.value)
    }
}

fn float_to_int(f: FloatSort, x: u128, width: u32, signed: bool) -> Option<u128> {
    let failed = if signed {
        from_signed(smin(width), width)
    } else {
        mask(width)
    };
    if is_nan(f, x) {
        return Some(failed);
    }
    let native = match f {
        FloatSort::F32 => Some(f64::from(f32::from_bits(x as u32))),
        FloatSort::F64 => Some(f64::from_bits(x as u64)),
        _ => None,
    };
    if let Some(v) = native.filter(|v| v.abs() < 1e30) {
        let v = v as i128;
        let fits = if signed {
            smin(width) <= v && v <= smax(width)
        } else {
            v >= 0 && v as u128 <= mask(width)
        };
        return Some(if fits { from_signed(v, width) } else { failed });
    }
    let r = match f {
        FloatSort::F16 => to_integer::<Half>(f, x, width, signed),
        FloatSort::F32 => to_integer::<Single>(f, x, width, signed),
        FloatSort::F64 => to_integer::<Double>(f, x, width, signed),
        FloatSort::X87 => to_integer::<X87DoubleExtended>(f, x, width, signed),
        FloatSort::F128 => to_integer::<Quad>(f, x, width, signed),
        _ => return None,
    };
    Some(r.unwrap_or(failed))
}

fn from_integer<F: Float>(f: FloatSort, x: u128, width: u32, signed: bool) -> u128 {
    let even = Round::NearestTiesToEven;
    if signed {
        bits_of(f, F::from_i128_r(to_signed(x, width), even).value)
    } else {
        bits_of(f, F::from_u128_r(x, even).value)
    }
}

fn int_to_float(f: FloatSort, x: u128, width: u32, signed: bool) -> Option<u128> {
    let s = to_signed(x, width);
    Some(match (f, signed) {
        (FloatSort::F32, true) => (s as f32).to_bits().into(),
        (FloatSort::F32, false) => (x as f32).to_bits().into(),
        (FloatSort::F64, true) => (s as f64).to_bits().into(),
        (FloatSort::F64, false) => (x as f64).to_bits().into(),
        (FloatSort::F16, _) => from_integer::<Half>(f, x, width, signed),
        (FloatSort::X87, _) => from_integer::<X87DoubleExtended>(f, x, width, signed),
        (FloatSort::F128, _) => from_integer::<Quad>(f, x, width, signed),
        _ => return None,
    })
}

/// The result of a float operator on encodings (integers by their bits), as bits
/// of the sort `result`; `arg` is the sort of the first operand. `None` if it is
/// no float operator or the format is none of the five.
pub fn apply(op: Op, result: Sort, arg: Sort, v: &[u128]) -> Option<u128> {
    if let (Op::SbvToFp | Op::UbvToFp, Sort::Float(to), Sort::BitVec(w)) = (op, result, arg) {
        return int_to_float(to, v[0], w, op == Op::SbvToFp);
    }
    let Sort::Float(f) = arg else {
        return None;
    };
    let b = u128::from;
    let (x, y) = (*v.first()?, v.get(1).copied().unwrap_or(0));
    Some(match op {
        Op::FpNeg => x ^ sign_bit(f),
        Op::FpAbs => x & !sign_bit(f),
        Op::FpMin => min_max(f, x, y, true),
        Op::FpMax => min_max(f, x, y, false),
        Op::FpEq => b(order(f, x, y).is_some_and(|o| o.is_eq())),
        Op::FpLt => b(order(f, x, y).is_some_and(|o| o.is_lt())),
        Op::FpLe => b(order(f, x, y).is_some_and(|o| o.is_le())),
        Op::FpIsNan => b(is_nan(f, x)),
        Op::FpIsInf => b(is_inf(f, x)),
        Op::FpIsZero => b(is_zero(f, x)),
        Op::FpIsNegative => b(is_negative(f, x)),
        Op::FpIsSubnormal => b(is_subnormal(f, x) && !is_nan(f, x)),
        Op::FpIsNormal => {
            let e = exponent(f, x);
            b(e != 0 && e != max_exponent(f))
        }
        Op::FpToFp => match result {
            Sort::Float(to) => convert(f, to, x)?,
            _ => return None,
        },
        Op::FpToSbv | Op::FpToUbv => match result {
            Sort::BitVec(w) => float_to_int(f, x, w, op == Op::FpToSbv)?,
            _ => return None,
        },
        _ => arithmetic(f, op, v)?,
    })
}
