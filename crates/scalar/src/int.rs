//! Integers of any width up to a machine word.
//!
//! Idea: the text stands once and is compiled for words of 64 and of 128 bits;
//! `w64` is for inner loops, `w128` for every width a program can have. Values
//! of width `w` are zero-extended into the word; arguments must obey this,
//! results do. Source: SMT-LIB `FixedSizeBitVectors` (total division and
//! shifts), LLVM language reference (what `nsw`, `nuw` and `exact` forbid).
//! Cost: a few instructions, inlined.

macro_rules! integers {
    ($(#[$doc:meta])* $name:ident, $word:ty, $signed:ty, $bits:literal) => {
        $(#[$doc])*
        pub mod $name {
            /// All ones of a width.
            #[inline(always)]
            pub fn mask(width: u32) -> $word {
                if width == 0 {
                    0
                } else {
                    <$word>::MAX >> ($bits - if width > $bits { $bits } else { width })
                }
            }

            /// The signed value of the low `width` bits.
            #[inline(always)]
            pub fn to_signed(value: $word, width: u32) -> $signed {
                let unused = $bits - width.clamp(1, $bits);
                ((value << unused) as $signed) >> unused
            }

            /// The low `width` bits of a signed value.
            #[inline(always)]
            pub fn from_signed(value: $signed, width: u32) -> $word {
                value as $word & mask(width)
            }

            /// The least signed value of a width.
            #[inline(always)]
            pub fn smin(width: u32) -> $signed {
                <$signed>::MIN >> ($bits - width.clamp(1, $bits))
            }

            /// The greatest signed value of a width.
            #[inline(always)]
            pub fn smax(width: u32) -> $signed {
                <$signed>::MAX >> ($bits - width.clamp(1, $bits))
            }

            /// `bvadd`.
            #[inline(always)]
            pub fn add(a: $word, b: $word, w: u32) -> $word {
                a.wrapping_add(b) & mask(w)
            }

            /// `bvsub`.
            #[inline(always)]
            pub fn sub(a: $word, b: $word, w: u32) -> $word {
                a.wrapping_sub(b) & mask(w)
            }

            /// `bvmul`.
            #[inline(always)]
            pub fn mul(a: $word, b: $word, w: u32) -> $word {
                a.wrapping_mul(b) & mask(w)
            }

            /// `bvudiv`: all ones for a divisor of zero.
            #[inline(always)]
            pub fn udiv(a: $word, b: $word, w: u32) -> $word {
                a.checked_div(b).unwrap_or(mask(w))
            }

            /// `bvurem`: the dividend for a divisor of zero.
            #[inline(always)]
            pub fn urem(a: $word, b: $word) -> $word {
                a.checked_rem(b).unwrap_or(a)
            }

            /// `bvsdiv`: 1 or -1 for a divisor of zero; the least number by -1
            /// is itself.
            #[inline(always)]
            pub fn sdiv(a: $word, b: $word, w: u32) -> $word {
                let (x, y) = (to_signed(a, w), to_signed(b, w));
                if y == 0 {
                    return if x < 0 { 1 } else { mask(w) };
                }
                from_signed(x.wrapping_div(y), w)
            }

            /// `bvsrem`: the dividend's sign, and the dividend for a divisor
            /// of zero.
            #[inline(always)]
            pub fn srem(a: $word, b: $word, w: u32) -> $word {
                let (x, y) = (to_signed(a, w), to_signed(b, w));
                if y == 0 {
                    return a;
                }
                from_signed(x.wrapping_rem(y), w)
            }

            /// `bvshl`: 0 from the width on.
            #[inline(always)]
            pub fn shl(a: $word, b: $word, w: u32) -> $word {
                if b >= <$word>::from(w) {
                    0
                } else {
                    (a << b as u32) & mask(w)
                }
            }

            /// `bvlshr`: 0 from the width on.
            #[inline(always)]
            pub fn lshr(a: $word, b: $word, w: u32) -> $word {
                if b >= <$word>::from(w) {
                    0
                } else {
                    a >> b as u32
                }
            }

            /// `bvashr`: all sign bits from the width on.
            #[inline(always)]
            pub fn ashr(a: $word, b: $word, w: u32) -> $word {
                let amount = b.min($bits - 1) as u32;
                from_signed(to_signed(a, w) >> amount, w)
            }

            /// `bvslt`.
            #[inline(always)]
            pub fn slt(a: $word, b: $word, w: u32) -> bool {
                to_signed(a, w) < to_signed(b, w)
            }

            /// `bvsle`.
            #[inline(always)]
            pub fn sle(a: $word, b: $word, w: u32) -> bool {
                to_signed(a, w) <= to_signed(b, w)
            }

            /// Whether an exact signed result, if the word holds it, is none
            /// of the width.
            #[inline(always)]
            fn leaves(exact: Option<$signed>, w: u32) -> bool {
                match exact {
                    Some(r) => r != to_signed(r as $word, w),
                    None => true,
                }
            }

            /// Signed addition does not fit.
            #[inline(always)]
            pub fn saddo(a: $word, b: $word, w: u32) -> bool {
                leaves(to_signed(a, w).checked_add(to_signed(b, w)), w)
            }

            /// Signed subtraction does not fit.
            #[inline(always)]
            pub fn ssubo(a: $word, b: $word, w: u32) -> bool {
                leaves(to_signed(a, w).checked_sub(to_signed(b, w)), w)
            }

            /// Signed multiplication does not fit.
            #[inline(always)]
            pub fn smulo(a: $word, b: $word, w: u32) -> bool {
                leaves(to_signed(a, w).checked_mul(to_signed(b, w)), w)
            }

            /// Unsigned addition does not fit.
            #[inline(always)]
            pub fn uaddo(a: $word, b: $word, w: u32) -> bool {
                a.checked_add(b).is_none_or(|s| s > mask(w))
            }

            /// Unsigned subtraction does not fit.
            #[inline(always)]
            pub fn usubo(a: $word, b: $word) -> bool {
                a < b
            }

            /// Unsigned multiplication does not fit.
            #[inline(always)]
            pub fn umulo(a: $word, b: $word, w: u32) -> bool {
                a.checked_mul(b).is_none_or(|p| p > mask(w))
            }

            /// A left shift loses a bit that differs from the resulting sign.
            #[inline(always)]
            pub fn sshlo(a: $word, b: $word, w: u32) -> bool {
                ashr(shl(a, b, w), b, w) != a
            }

            /// A left shift loses a one.
            #[inline(always)]
            pub fn ushlo(a: $word, b: $word, w: u32) -> bool {
                lshr(shl(a, b, w), b, w) != a
            }

            /// The least number divided by -1.
            #[inline(always)]
            pub fn sdivo(a: $word, b: $word, w: u32) -> bool {
                b == mask(w) && a == from_signed(smin(w), w)
            }
        }
    };
}

integers!(
    /// Widths of 1 to 64 bits.
    w64, u64, i64, 64
);
integers!(
    /// Widths of 1 to 128 bits.
    w128, u128, i128, 128
);

#[cfg(test)]
mod tests {
    use super::{w128, w64};

    /// What the operation means over the integers, written independently:
    /// the result modulo 2^w, and whether it left the signed and unsigned range.
    fn exact(name: &str, w: u32, a: u64, b: u64) -> (i128, i128) {
        let s = |v: u64| {
            let v = i128::from(v);
            if v >= 1 << (w - 1) {
                v - (1 << w)
            } else {
                v
            }
        };
        let (ua, ub) = (i128::from(a), i128::from(b));
        match name {
            "add" => (s(a) + s(b), ua + ub),
            "sub" => (s(a) - s(b), ua - ub),
            _ => (s(a) * s(b), ua * ub),
        }
    }

    /// Every pair of values at widths 1 to 6, both words against the integers.
    #[test]
    fn small_widths_are_the_integers_modulo_two_to_the_width() {
        for w in 1..=6u32 {
            let all = 1u64 << w;
            let (low, high) = (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1);
            for a in 0..all {
                for b in 0..all {
                    let (p, q) = (u128::from(a), u128::from(b));
                    for (name, r, so, uo) in [
                        (
                            "add",
                            w64::add(a, b, w),
                            w64::saddo(a, b, w),
                            w64::uaddo(a, b, w),
                        ),
                        (
                            "sub",
                            w64::sub(a, b, w),
                            w64::ssubo(a, b, w),
                            w64::usubo(a, b),
                        ),
                        (
                            "mul",
                            w64::mul(a, b, w),
                            w64::smulo(a, b, w),
                            w64::umulo(a, b, w),
                        ),
                    ] {
                        let (signed, unsigned) = exact(name, w, a, b);
                        assert_eq!(
                            i128::from(r),
                            unsigned.rem_euclid(1 << w),
                            "{name} {a} {b} {w}"
                        );
                        assert_eq!(so, signed < low || signed > high, "{name} {a} {b} {w}");
                        assert_eq!(uo, unsigned < 0 || unsigned >= 1 << w, "{name} {a} {b} {w}");
                    }
                    let shifted = i128::from(w64::to_signed(a, w)) << b.min(64);
                    assert_eq!(
                        w64::sshlo(a, b, w),
                        a != 0 && (b >= u64::from(w) || shifted < low || shifted > high)
                    );
                    assert_eq!(
                        w64::sdivo(a, b, w),
                        i128::from(w64::to_signed(a, w)) == low && w64::to_signed(b, w) == -1
                    );
                    if b != 0 {
                        assert_eq!(w64::udiv(a, b, w) * b + w64::urem(a, b), a);
                        let (x, y) = (w64::to_signed(a, w), w64::to_signed(b, w));
                        assert_eq!(w64::sdiv(a, b, w), w64::from_signed(x / y, w));
                        assert_eq!(w64::srem(a, b, w), w64::from_signed(x % y, w));
                    }
                    // The wide word says the same.
                    macro_rules! same {
                        ($($f:ident)*) => {$(
                            assert_eq!(u128::from(w64::$f(a, b, w)), u128::from(w128::$f(p, q, w)), "{} {a} {b} {w}", stringify!($f));
                        )*};
                    }
                    same!(add sub mul udiv sdiv srem shl lshr ashr slt sle saddo ssubo smulo uaddo umulo sshlo ushlo sdivo);
                }
            }
        }
    }

    /// At the words' own widths the machine's operations are the judge.
    #[test]
    fn full_width_is_the_machine() {
        let values: Vec<u64> = (0..64)
            .flat_map(|i| [1u64 << i, (1u64 << i) - 1, !(1u64 << i)])
            .chain([0, u64::MAX])
            .collect();
        for &a in &values {
            for &b in &values {
                let (x, y) = (a as i64, b as i64);
                assert_eq!(w64::add(a, b, 64), a.wrapping_add(b));
                assert_eq!(w64::saddo(a, b, 64), x.overflowing_add(y).1);
                assert_eq!(w64::ssubo(a, b, 64), x.overflowing_sub(y).1);
                assert_eq!(w64::smulo(a, b, 64), x.overflowing_mul(y).1);
                assert_eq!(w64::umulo(a, b, 64), a.overflowing_mul(b).1);
                assert_eq!(w64::slt(a, b, 64), x < y);
                let (p, q) = (
                    u128::from(a) << 64 | u128::from(b),
                    u128::from(b) << 64 | u128::from(a),
                );
                assert_eq!(
                    w128::smulo(p, q, 128),
                    (p as i128).overflowing_mul(q as i128).1
                );
                assert_eq!(w128::umulo(p, q, 128), p.overflowing_mul(q).1);
                assert_eq!(
                    w128::saddo(p, q, 128),
                    (p as i128).overflowing_add(q as i128).1
                );
            }
        }
    }
}
