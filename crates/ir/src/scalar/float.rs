//! Floating-point semantics on bit patterns, round to nearest even.
//!
//! Idea: `float` and `double` use the machine's own instructions, the other
//! formats the soft floats of `rustc_apfloat` (LLVM's APFloat). Which NaN comes
//! out is said in one place for all formats ([`super::nan`]). Square roots,
//! which APFloat lacks, are taken digit by digit. Source: IEEE 754-2019, LLVM
//! language reference. Cost: native for 32 and 64 bits, some hundred
//! nanoseconds for the others; `fmod` of wide formats is linear in the
//! difference of the exponents.

use super::nan::{self, Tie};
use super::{mask128, sext128};
use crate::{FloatBinOp, FloatFormat, FloatPred, FloatUnOp};
use rustc_apfloat::ieee::{Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

#[inline(always)]
fn f32_of(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}
#[inline(always)]
fn f64_of(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}
#[inline(always)]
fn bits32(v: f32) -> u128 {
    u128::from(v.to_bits())
}
#[inline(always)]
fn bits64(v: f64) -> u128 {
    u128::from(v.to_bits())
}

/// The position of the sign bit.
fn sign_bit(fmt: FloatFormat) -> u128 {
    1u128 << (fmt.bits() - 1)
}

/// Applies a soft-float expression for a format that is not native.
macro_rules! soft {
    ($fmt:expr, $T:ident => $body:expr) => {
        match $fmt {
            FloatFormat::F16 => {
                type $T = Half;
                $body
            }
            FloatFormat::F80 => {
                type $T = X87DoubleExtended;
                $body
            }
            FloatFormat::F128 => {
                type $T = Quad;
                $body
            }
            FloatFormat::F32 => {
                type $T = rustc_apfloat::ieee::Single;
                $body
            }
            FloatFormat::F64 => {
                type $T = rustc_apfloat::ieee::Double;
                $body
            }
        }
    };
}

/// The result of a float operation.
#[inline]
pub fn float_bin(fmt: FloatFormat, op: FloatBinOp, a: u128, b: u128) -> u128 {
    let chooses = matches!(op, FloatBinOp::CopySign | FloatBinOp::Min | FloatBinOp::Max);
    let encoded = fmt == FloatFormat::F80;
    if encoded && !chooses && (nan::is(fmt, a) || nan::is(fmt, b)) {
        return nan::of(fmt, &[a, b], Tie::First);
    }
    let r = plain_bin(fmt, op, a, b);
    if !chooses && nan::is(fmt, r) {
        let tie = match op {
            FloatBinOp::Add | FloatBinOp::Mul => Tie::First,
            _ => Tie::Second,
        };
        return nan::of(fmt, &[a, b], tie);
    }
    r
}

/// The same, with any NaN where the result is none.
#[inline]
fn plain_bin(fmt: FloatFormat, op: FloatBinOp, a: u128, b: u128) -> u128 {
    match (fmt, op) {
        (_, FloatBinOp::CopySign) => {
            let s = sign_bit(fmt);
            (a & !s & mask128(fmt.bits())) | (b & s)
        }
        (_, FloatBinOp::Min | FloatBinOp::Max) => min_max(fmt, op == FloatBinOp::Min, a, b),
        (FloatFormat::F64, op) => {
            let (x, y) = (f64_of(a), f64_of(b));
            bits64(match op {
                FloatBinOp::Add => x + y,
                FloatBinOp::Sub => x - y,
                FloatBinOp::Mul => x * y,
                FloatBinOp::Div => x / y,
                _ => x % y,
            })
        }
        (FloatFormat::F32, op) => {
            let (x, y) = (f32_of(a), f32_of(b));
            bits32(match op {
                FloatBinOp::Add => x + y,
                FloatBinOp::Sub => x - y,
                FloatBinOp::Mul => x * y,
                FloatBinOp::Div => x / y,
                _ => x % y,
            })
        }
        (fmt, op) => soft!(fmt, T => {
            let (x, y) = (T::from_bits(a), T::from_bits(b));
            match op {
                FloatBinOp::Add => x + y,
                FloatBinOp::Sub => x - y,
                FloatBinOp::Mul => x * y,
                FloatBinOp::Div => x / y,
                _ => x.c_fmod(y),
            }
            .value
            .to_bits()
        }),
    }
}

/// `minnum` and `maxnum`: a number beats NaN, and -0 is below +0.
fn min_max(fmt: FloatFormat, min: bool, a: u128, b: u128) -> u128 {
    match compare(fmt, a, b) {
        None => {
            if compare(fmt, a, a).is_none() {
                b
            } else {
                a
            }
        }
        Some(Ordering::Equal) => {
            let a_negative = a & sign_bit(fmt) != 0;
            if a_negative == min {
                a
            } else {
                b
            }
        }
        Some(o) => {
            if (o == Ordering::Less) == min {
                a
            } else {
                b
            }
        }
    }
}

/// The result of a float function of one operand.
pub fn float_un(fmt: FloatFormat, op: FloatUnOp, a: u128) -> u128 {
    match op {
        FloatUnOp::Neg => return a ^ sign_bit(fmt),
        FloatUnOp::Abs => return a & (sign_bit(fmt) - 1),
        _ if nan::is(fmt, a) => return nan::of(fmt, &[a], Tie::First),
        _ => {}
    }
    let r = plain_un(fmt, op, a);
    if nan::is(fmt, r) {
        return nan::default(fmt);
    }
    r
}

/// The same of a number, with any NaN where the result is none.
fn plain_un(fmt: FloatFormat, op: FloatUnOp, a: u128) -> u128 {
    match fmt {
        FloatFormat::F64 => {
            let x = f64_of(a);
            bits64(match op {
                FloatUnOp::Sqrt => x.sqrt(),
                FloatUnOp::Floor => x.floor(),
                FloatUnOp::Ceil => x.ceil(),
                FloatUnOp::Trunc => x.trunc(),
                FloatUnOp::Round => x.round(),
                _ => x.round_ties_even(),
            })
        }
        FloatFormat::F32 => {
            let x = f32_of(a);
            bits32(match op {
                FloatUnOp::Sqrt => x.sqrt(),
                FloatUnOp::Floor => x.floor(),
                FloatUnOp::Ceil => x.ceil(),
                FloatUnOp::Trunc => x.trunc(),
                FloatUnOp::Round => x.round(),
                _ => x.round_ties_even(),
            })
        }
        _ => soft!(fmt, T => {
            let x = T::from_bits(a);
            let mode = match op {
                FloatUnOp::Sqrt => return soft_sqrt::<T>(x).to_bits(),
                FloatUnOp::Floor => Round::TowardNegative,
                FloatUnOp::Ceil => Round::TowardPositive,
                FloatUnOp::Trunc => Round::TowardZero,
                FloatUnOp::Round => Round::NearestTiesToAway,
                _ => Round::NearestTiesToEven,
            };
            x.round_to_integral(mode).value.to_bits()
        }),
    }
}

/// Square root digit by digit: `root` gets one bit per step, `rem` stays below
/// `2 * root + 1`, so 128 bits hold every format's significand.
fn soft_sqrt<T: Float>(x: T) -> T {
    if x.is_nan() || x.is_zero() || (x.is_infinite() && !x.is_negative()) {
        return x;
    }
    if x.is_negative() {
        return T::NAN;
    }
    // x = sig * 2^exp with an integer sig of PRECISION bits, exp even.
    let p = T::PRECISION as i32;
    let mut exp = x.ilogb() - (p - 1);
    let sig = x.scalbn(-exp).to_u128(128).value;
    let odd = exp & 1 != 0;
    exp -= i32::from(odd);
    // Radicand sig << (odd) << 2k, read two bits at a time from the top.
    let digits = p as u32 + 3;
    let sig_bits = p as u32 + u32::from(odd);
    let radicand = sig << u32::from(odd);
    let pairs = sig_bits.div_ceil(2);
    let (mut root, mut rem) = (0u128, 0u128);
    for i in 0..digits {
        let two = if i < pairs {
            (radicand >> (2 * (pairs - 1 - i))) & 3
        } else {
            0
        };
        rem = (rem << 2) | two;
        let trial = (root << 2) | 1;
        root <<= 1;
        if rem >= trial {
            rem -= trial;
            root |= 1;
        }
    }
    // A sticky bit below the kept digits rounds exactly.
    let sticky = (root << 1) | u128::from(rem != 0);
    let scale = exp / 2 - (digits as i32 - pairs as i32) - 1;
    scale_from(sticky, scale)
}

/// `value * 2^scale` rounded once to the format.
fn scale_from<T: Float>(value: u128, scale: i32) -> T {
    // A square root is far from the format's limits: the conversion rounds,
    // the scaling is exact.
    T::from_u128(value).value.scalbn(scale)
}

/// Orders two floats; `None` when one is NaN.
#[inline]
fn compare(fmt: FloatFormat, a: u128, b: u128) -> Option<Ordering> {
    match fmt {
        FloatFormat::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        FloatFormat::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        _ => soft!(fmt, T => T::from_bits(a).partial_cmp(&T::from_bits(b))),
    }
}

/// Whether the comparison holds.
#[inline]
pub fn float_cmp(fmt: FloatFormat, pred: FloatPred, a: u128, b: u128) -> bool {
    use Ordering::*;
    let o = compare(fmt, a, b);
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
    let operands = [a, b, c];
    if operands.iter().any(|x| nan::is(fmt, *x)) {
        return nan::of(fmt, &operands, Tie::First);
    }
    let r = match fmt {
        FloatFormat::F64 => bits64(f64_of(a).mul_add(f64_of(b), f64_of(c))),
        FloatFormat::F32 => bits32(f32_of(a).mul_add(f32_of(b), f32_of(c))),
        _ => soft!(fmt, T => T::from_bits(a)
            .mul_add(T::from_bits(b), T::from_bits(c))
            .value
            .to_bits()),
    };
    if nan::is(fmt, r) {
        return nan::default(fmt);
    }
    r
}

/// `llvm.is.fpclass`: whether the class of `a` is in the mask (bit 0
/// signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal, 4 -subnormal, 5 -0, 6 +0,
/// 7 +subnormal, 8 +normal, 9 +inf).
pub fn float_is_class(fmt: FloatFormat, a: u128, mask: u128) -> bool {
    let (category, negative, denormal, signalling) = soft!(fmt, T => {
        let x = T::from_bits(a);
        (x.category(), x.is_negative(), x.is_denormal(), x.is_signaling())
    });
    let bit = match category {
        Category::NaN => {
            if signalling {
                0
            } else {
                1
            }
        }
        Category::Infinity => {
            if negative {
                2
            } else {
                9
            }
        }
        Category::Normal => match (negative, denormal) {
            (true, false) => 3,
            (true, true) => 4,
            (false, true) => 7,
            (false, false) => 8,
        },
        Category::Zero => {
            if negative {
                5
            } else {
                6
            }
        }
    };
    mask >> bit & 1 == 1
}

/// Converts between formats, rounding when narrowing.
pub fn float_cast(from: FloatFormat, to: FloatFormat, a: u128) -> u128 {
    match (from, to) {
        _ if from == to => a,
        _ if nan::is(from, a) => nan::convert(from, to, a),
        (FloatFormat::F32, FloatFormat::F64) => bits64(f64::from(f32_of(a))),
        (FloatFormat::F64, FloatFormat::F32) => bits32(f64_of(a) as f32),
        _ => soft!(from, S => soft!(to, D => {
            let mut lost = false;
            let d: D = FloatConvert::<D>::convert(S::from_bits(a), &mut lost).value;
            d.to_bits()
        })),
    }
}

/// The integer of `width` bits toward zero, or `None` when it does not fit or
/// the value is NaN.
pub fn fp_to_int(fmt: FloatFormat, signed: bool, width: u32, a: u128) -> Option<u128> {
    let width = width.clamp(1, 128);
    if fmt == FloatFormat::F64 || fmt == FloatFormat::F32 {
        // Fast path: values well inside i64 (and non-negative if unsigned).
        let x = if fmt == FloatFormat::F64 {
            f64_of(a)
        } else {
            f64::from(f32_of(a))
        };
        if width <= 63 {
            let t = x.trunc();
            let (lo, hi) = if signed {
                let h = (1u64 << (width - 1)) as f64;
                (-h, h)
            } else {
                (0.0, (1u64 << width) as f64)
            };
            return if t >= lo && t < hi {
                Some(t as i64 as u128 & mask128(width))
            } else {
                None
            };
        }
    }
    soft!(fmt, T => {
        let x = T::from_bits(a);
        let mut exact = false;
        if signed {
            let r = x.to_i128_r(width as usize, Round::TowardZero, &mut exact);
            (!r.status.contains(Status::INVALID_OP)).then_some(r.value as u128 & mask128(width))
        } else {
            let r = x.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            (!r.status.contains(Status::INVALID_OP)).then_some(r.value)
        }
    })
}

/// The float nearest to an integer of `width` bits.
pub fn int_to_fp(fmt: FloatFormat, signed: bool, width: u32, a: u128) -> u128 {
    let s = sext128(width, a);
    if width <= 64 {
        match (fmt, signed) {
            (FloatFormat::F64, true) => return bits64(s as i64 as f64),
            (FloatFormat::F64, false) => return bits64(a as u64 as f64),
            (FloatFormat::F32, true) => return bits32(s as i64 as f32),
            (FloatFormat::F32, false) => return bits32(a as u64 as f32),
            _ => {}
        }
    }
    match (fmt, signed) {
        (FloatFormat::F64, true) => bits64(s as f64),
        (FloatFormat::F64, false) => bits64(a as f64),
        (FloatFormat::F32, true) => bits32(s as f32),
        (FloatFormat::F32, false) => bits32(a as f32),
        (_, true) => soft!(fmt, T => T::from_i128(s).value.to_bits()),
        (_, false) => soft!(fmt, T => T::from_u128(a).value.to_bits()),
    }
}
