//! Which NaN an operation gives, as on x86.
//!
//! C leaves it open, programs see it (`signbit`, stored bits), and a native run
//! is the judge. An operation with a NaN operand gives the first one made
//! quiet; x87 gives a quiet one before a signalling one, then the one with the
//! larger significand, and takes encodings that are no number for the default
//! NaN; the functions that calculate with 128 bits give the one with the larger
//! significand, the second one of equal ones but for sums and products. An
//! operation that has no result gives the default NaN: negative, quiet, without
//! payload. Source: Intel 64 and IA-32 manual, volume 1, sections 4.8.3.5 and
//! 8.2.2, table 4-7; `_FP_CHOOSENAN` of libgcc. Cost: a comparison where the
//! result is no NaN.

use crate::FloatFormat;

/// How two NaN operands with one significand are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    First,
    Second,
}

/// The bits behind sign and exponent, without x87's leading bit.
fn fraction_bits(f: FloatFormat) -> u32 {
    match f {
        FloatFormat::F16 => 10,
        FloatFormat::F32 => 23,
        FloatFormat::F64 => 52,
        FloatFormat::F80 => 63,
        FloatFormat::F128 => 112,
    }
}

fn fraction(f: FloatFormat, x: u128) -> u128 {
    x & ((1 << fraction_bits(f)) - 1)
}

fn sign(f: FloatFormat) -> u128 {
    1 << (f.bits() - 1)
}

fn quiet_bit(f: FloatFormat) -> u128 {
    1 << (fraction_bits(f) - 1)
}

/// The leading bit that only x87 stores.
fn leading(f: FloatFormat) -> u128 {
    match f {
        FloatFormat::F80 => 1 << 63,
        _ => 0,
    }
}

/// Positive infinity.
fn infinity(f: FloatFormat) -> u128 {
    let stored = u32::from(f == FloatFormat::F80);
    let below = fraction_bits(f) + stored;
    let exponent = (1u128 << (f.bits() - 1 - below)) - 1;
    exponent << below | leading(f)
}

/// The NaN of operations that have no result.
pub fn default(f: FloatFormat) -> u128 {
    sign(f) | infinity(f) | quiet_bit(f)
}

/// Whether x87 takes these bits for no number at all: an exponent without its
/// leading bit.
fn invalid(f: FloatFormat, x: u128) -> bool {
    let exponent = x & !sign(f) & (infinity(f) ^ leading(f));
    f == FloatFormat::F80 && exponent != 0 && x & leading(f) == 0
}

/// Whether it is a NaN, or counts as one.
#[inline]
pub fn is(f: FloatFormat, x: u128) -> bool {
    let inf = infinity(f);
    (x & inf == inf && fraction(f, x) != 0) || invalid(f, x)
}

/// The NaN that comes from these operands; the default one if none is a NaN.
pub fn of(f: FloatFormat, operands: &[u128], tie: Tie) -> u128 {
    let nans = operands.iter().filter(|x| is(f, **x));
    let mut nans = nans.map(|x| if invalid(f, *x) { default(f) } else { *x });
    let Some(first) = nans.next() else {
        return default(f);
    };
    let is_quiet = |x: u128| x & quiet_bit(f) != 0;
    let best = match f {
        FloatFormat::F80 => {
            let rank = |x: u128| (is_quiet(x), fraction(f, x), x & sign(f) == 0);
            nans.fold(first, |a, b| if rank(b) > rank(a) { b } else { a })
        }
        FloatFormat::F128 => nans.fold(first, |a, b| {
            let (x, y) = (fraction(f, a), fraction(f, b));
            if y > x || (x == y && tie == Tie::Second) {
                b
            } else {
                a
            }
        }),
        _ => first,
    };
    best | quiet_bit(f)
}

/// A NaN in another format: the sign and the upper bits of its payload.
pub fn convert(from: FloatFormat, to: FloatFormat, x: u128) -> u128 {
    let x = of(from, &[x], Tie::First);
    let (n, m) = (fraction_bits(from), fraction_bits(to));
    let payload = if n > m {
        fraction(from, x) >> (n - m)
    } else {
        fraction(from, x) << (m - n)
    };
    let negative = x & sign(from) != 0;
    let sign = if negative { sign(to) } else { 0 };
    sign | infinity(to) | payload
}
