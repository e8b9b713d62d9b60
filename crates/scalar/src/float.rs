//! Floats by their encodings, round to nearest even.
//!
//! Idea: `float` and `double` use the machine's own instructions, the other
//! formats the soft floats of `rustc_apfloat` (LLVM's APFloat). Which NaN comes
//! out is said in one place for all formats (`nan.rs`). Source: IEEE 754-2019,
//! LLVM language reference. Cost: native for 32 and 64 bits, some hundred
//! nanoseconds for the others; remainders of wide formats are linear in the
//! difference of the exponents.

use crate::format::Format;
use crate::nan::{self, Tie};
use crate::root;
use crate::w128::{from_signed, mask, smax, smin, to_signed};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

pub use crate::nan::{default as default_nan, is as is_nan};

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    /// The remainder with the dividend's sign, exact (`fmod`).
    Rem,
}

/// An operation on one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Sqrt,
    /// To an integer in the format.
    Round(Rounding),
}

/// A rounding direction of IEEE 754-2019, 4.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    TowardZero,
    TowardPositive,
    TowardNegative,
}

/// What kind of number it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    SignallingNan,
    QuietNan,
    Infinity,
    Normal,
    Subnormal,
    Zero,
}

/// Applies a soft-float expression in a format.
macro_rules! soft {
    ($fmt:expr, $T:ident => $body:expr) => {
        match $fmt {
            Format::F16 => {
                type $T = Half;
                $body
            }
            Format::F32 => {
                type $T = Single;
                $body
            }
            Format::F64 => {
                type $T = Double;
                $body
            }
            Format::X87 => {
                type $T = X87DoubleExtended;
                $body
            }
            Format::F128 => {
                type $T = Quad;
                $body
            }
        }
    };
}

/// The number of an encoding in soft arithmetic.
#[inline]
fn number<T: Float>(f: Format, x: u128) -> T {
    T::from_bits(if f == Format::X87 {
        crate::x87::stored(x)
    } else {
        x
    })
}

/// The encoding of a number of soft arithmetic.
#[inline]
fn encoded<T: Float>(f: Format, x: T) -> u128 {
    let bits = x.to_bits();
    if f == Format::X87 {
        crate::x87::loaded(bits)
    } else {
        bits
    }
}

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

macro_rules! native_binary {
    ($op:expr, $x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        match $op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            Binary::Rem => x % y,
        }
    }};
}

/// The result of an operation on two floats.
#[inline]
pub fn binary(f: Format, op: Binary, a: u128, b: u128) -> u128 {
    let r = match f {
        Format::F64 => bits64(native_binary!(op, f64_of(a), f64_of(b))),
        Format::F32 => bits32(native_binary!(op, f32_of(a), f32_of(b))),
        _ => soft_binary(f, op, a, b),
    };
    if nan::is(f, r) {
        let tie = match op {
            Binary::Add | Binary::Mul => Tie::First,
            _ => Tie::Second,
        };
        return nan::of(f, &[a, b], tie);
    }
    r
}

/// The same in soft arithmetic, with any NaN where the result is none.
fn soft_binary(f: Format, op: Binary, a: u128, b: u128) -> u128 {
    soft!(f, T => {
        let (x, y) = (number::<T>(f, a), number::<T>(f, b));
        let r = match op {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            Binary::Rem => x.c_fmod(y),
        };
        encoded(f, r.value)
    })
}

macro_rules! native_unary {
    ($op:expr, $x:expr) => {{
        let x = $x;
        match $op {
            Unary::Sqrt => x.sqrt(),
            Unary::Round(Rounding::NearestEven) => x.round_ties_even(),
            Unary::Round(Rounding::NearestAway) => x.round(),
            Unary::Round(Rounding::TowardZero) => x.trunc(),
            Unary::Round(Rounding::TowardPositive) => x.ceil(),
            Unary::Round(Rounding::TowardNegative) => x.floor(),
        }
    }};
}

/// The result of an operation on one float.
pub fn unary(f: Format, op: Unary, a: u128) -> u128 {
    if nan::is(f, a) {
        return a | f.quiet_bit();
    }
    let r = match f {
        Format::F64 => bits64(native_unary!(op, f64_of(a))),
        Format::F32 => bits32(native_unary!(op, f32_of(a))),
        _ => soft_unary(f, op, a),
    };
    if nan::is(f, r) {
        return nan::default(f);
    }
    r
}

fn soft_unary(f: Format, op: Unary, a: u128) -> u128 {
    soft!(f, T => {
        let x = number::<T>(f, a);
        let mode = match op {
            Unary::Sqrt if x.is_negative() && !x.is_zero() => return nan::default(f),
            Unary::Sqrt => return encoded(f, root::of(x)),
            Unary::Round(Rounding::NearestEven) => Round::NearestTiesToEven,
            Unary::Round(Rounding::NearestAway) => Round::NearestTiesToAway,
            Unary::Round(Rounding::TowardZero) => Round::TowardZero,
            Unary::Round(Rounding::TowardPositive) => Round::TowardPositive,
            Unary::Round(Rounding::TowardNegative) => Round::TowardNegative,
        };
        encoded(f, x.round_to_integral(mode).value)
    })
}

/// `a * b + c` with one rounding.
pub fn fma(f: Format, a: u128, b: u128, c: u128) -> u128 {
    let operands = [a, b, c];
    if operands.iter().any(|x| nan::is(f, *x)) {
        return nan::of(f, &operands, Tie::First);
    }
    let r = match f {
        Format::F64 => bits64(f64_of(a).mul_add(f64_of(b), f64_of(c))),
        Format::F32 => bits32(f32_of(a).mul_add(f32_of(b), f32_of(c))),
        _ => soft!(f, T => {
            let (x, y, z) = (number::<T>(f, a), number::<T>(f, b), number::<T>(f, c));
            encoded(f, x.mul_add(y, z).value)
        }),
    };
    if nan::is(f, r) {
        return nan::default(f);
    }
    r
}

/// Orders two floats, `-0` equal to `+0`; `None` when one is a NaN.
#[inline]
pub fn order(f: Format, a: u128, b: u128) -> Option<Ordering> {
    match f {
        Format::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        Format::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        _ if nan::is(f, a) || nan::is(f, b) => None,
        _ => {
            // Encodings of one sign are ordered as integers; magnitudes have
            // at most 127 bits.
            let key = |x: u128| {
                let magnitude = (x & (f.sign() - 1)) as i128;
                if x & f.sign() != 0 {
                    -magnitude
                } else {
                    magnitude
                }
            };
            Some(key(a).cmp(&key(b)))
        }
    }
}

/// C's `fmin`, `minNum` of IEEE 754-2008, 5.3.1: a number beats a NaN, of two
/// NaNs the second one comes as it is (as from `cmpunord` and `min`), and -0 is
/// below +0 (the standards leave that open: see the explorer's `any_zero`).
pub fn min(f: Format, a: u128, b: u128) -> u128 {
    extreme(f, a, b, Ordering::Less)
}

/// [`min`] with the larger one.
pub fn max(f: Format, a: u128, b: u128) -> u128 {
    extreme(f, a, b, Ordering::Greater)
}

fn extreme(f: Format, a: u128, b: u128, wanted: Ordering) -> u128 {
    match (nan::is(f, a), nan::is(f, b)) {
        (true, _) => b,
        (false, true) => a,
        (false, false) => {
            let first = match order(f, a, b) {
                Some(Ordering::Equal) | None => (a & f.sign() != 0) == (wanted == Ordering::Less),
                Some(o) => o == wanted,
            };
            if first {
                a
            } else {
                b
            }
        }
    }
}

/// Which class the number is of; the sign is [`Format::sign`].
#[inline]
pub fn class(f: Format, x: u128) -> Class {
    let (e, fraction) = (f.exponent(x), f.fraction(x));
    if e == f.greatest_exponent() {
        return match fraction {
            0 => Class::Infinity,
            _ if fraction & f.quiet_bit() != 0 => Class::QuietNan,
            _ => Class::SignallingNan,
        };
    }
    match (e, fraction) {
        (0, 0) => Class::Zero,
        (0, _) => Class::Subnormal,
        _ => Class::Normal,
    }
}

/// Converts between formats, rounding when narrowing.
pub fn convert(from: Format, to: Format, x: u128) -> u128 {
    match (from, to) {
        _ if from == to => x,
        _ if nan::is(from, x) => nan::convert(from, to, x),
        (Format::F32, Format::F64) => bits64(f64::from(f32_of(x))),
        (Format::F64, Format::F32) => bits32(f64_of(x) as f32),
        _ => soft!(from, S => soft!(to, D => {
            let mut lost = false;
            let d: D = FloatConvert::<D>::convert(number::<S>(from, x), &mut lost).value;
            encoded(to, d)
        })),
    }
}

/// The integer of `width` bits toward zero, or `None` when it does not fit or
/// the value is a NaN.
#[inline]
pub fn to_integer(f: Format, signed: bool, width: u32, x: u128) -> Option<u128> {
    let width = width.clamp(1, 128);
    let native = match f {
        Format::F32 => Some(f64::from(f32_of(x))),
        Format::F64 => Some(f64_of(x)),
        _ => None,
    };
    // Below 2^126 the conversion to 128 bits is exact and within reach.
    if let Some(v) = native.filter(|v| v.abs() < 8e37) {
        let v = v as i128;
        let fits = if signed {
            smin(width) <= v && v <= smax(width)
        } else {
            v >= 0 && v as u128 <= mask(width)
        };
        return fits.then(|| from_signed(v, width));
    }
    soft!(f, T => {
        let v = number::<T>(f, x);
        let mut exact = false;
        if signed {
            let r = v.to_i128_r(width as usize, Round::TowardZero, &mut exact);
            (!r.status.contains(Status::INVALID_OP)).then(|| from_signed(r.value, width))
        } else {
            let r = v.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            (!r.status.contains(Status::INVALID_OP)).then_some(r.value)
        }
    })
}

/// The float nearest to an integer of `width` bits.
#[inline]
pub fn from_integer(f: Format, signed: bool, width: u32, x: u128) -> u128 {
    let s = to_signed(x, width);
    if width <= 64 {
        match (f, signed) {
            (Format::F64, true) => return bits64(s as i64 as f64),
            (Format::F64, false) => return bits64(x as u64 as f64),
            (Format::F32, true) => return bits32(s as i64 as f32),
            (Format::F32, false) => return bits32(x as u64 as f32),
            _ => {}
        }
    }
    match (f, signed) {
        (Format::F64, true) => bits64(s as f64),
        (Format::F64, false) => bits64(x as f64),
        (Format::F32, true) => bits32(s as f32),
        (Format::F32, false) => bits32(x as f32),
        (_, true) => soft!(f, T => encoded(f, T::from_i128(s).value)),
        (_, false) => soft!(f, T => encoded(f, T::from_u128(x).value)),
    }
}
