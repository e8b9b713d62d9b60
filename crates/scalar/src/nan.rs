//! Which NaN an operation gives, as on x86.
//!
//! C leaves it open, programs see it (`signbit`, stored bits), and a native run
//! is the judge. An operation with a NaN operand gives the first one made
//! quiet; x87 gives a quiet one before a signalling one, then the one with the
//! larger significand; the functions that calculate with 128 bits give the one
//! with the larger significand, the second one of equal ones but for sums and
//! products. An operation that has no result gives the default NaN: negative,
//! quiet, without payload. Source: Intel 64 and IA-32 manual, volume 1,
//! sections 4.8.3.5 and 8.2.2, table 4-7; `_FP_CHOOSENAN` of libgcc. Cost: a
//! comparison where the result is no NaN.

use crate::Format;

/// How two NaN operands with one significand are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    First,
    Second,
}

/// The NaN of operations that have no result.
pub fn default(f: Format) -> u128 {
    f.sign() | f.infinity() | f.quiet_bit()
}

/// Whether it is a NaN.
#[inline(always)]
pub fn is(f: Format, x: u128) -> bool {
    x & (f.sign() - 1) > f.infinity()
}

/// The NaN that comes from these operands; the default one if none is a NaN.
pub fn of(f: Format, operands: &[u128], tie: Tie) -> u128 {
    let mut nans = operands.iter().copied().filter(|x| is(f, *x));
    let Some(first) = nans.next() else {
        return default(f);
    };
    let is_quiet = |x: u128| x & f.quiet_bit() != 0;
    let best = match f {
        Format::X87 => {
            let rank = |x: u128| (is_quiet(x), f.fraction(x), x & f.sign() == 0);
            nans.fold(first, |a, b| if rank(b) > rank(a) { b } else { a })
        }
        Format::F128 => nans.fold(first, |a, b| {
            let (x, y) = (f.fraction(a), f.fraction(b));
            if y > x || (x == y && tie == Tie::Second) {
                b
            } else {
                a
            }
        }),
        _ => first,
    };
    best | f.quiet_bit()
}

/// A NaN in another format: the sign and the upper bits of its payload.
pub fn convert(from: Format, to: Format, x: u128) -> u128 {
    let x = x | from.quiet_bit();
    let (n, m) = (from.fraction_bits(), to.fraction_bits());
    let payload = if n > m {
        from.fraction(x) >> (n - m)
    } else {
        from.fraction(x) << (m - n)
    };
    let sign = if x & from.sign() != 0 { to.sign() } else { 0 };
    sign | to.infinity() | payload
}
