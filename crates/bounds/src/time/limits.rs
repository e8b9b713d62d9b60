//! Numbers as readers know them: limits of types by their names.
//!
//! Idea: a fact that ends at 4294967294 is read as one that ends at `UINT_MAX - 1`.
//! Source: document 004, section 5, which writes limits as named constants. Cost: none.

use num_bigint::{BigInt, Sign};

fn power(bits: u32) -> BigInt {
    BigInt::from(1) << bits
}

/// Limits of types, by name. On both targets `int` has 32 bits.
pub fn limits() -> [(&'static str, BigInt); 8] {
    [
        ("UCHAR_MAX", power(8) - 1),
        ("SCHAR_MAX", power(7) - 1),
        ("USHRT_MAX", power(16) - 1),
        ("SHRT_MAX", power(15) - 1),
        ("UINT_MAX", power(32) - 1),
        ("INT_MAX", power(31) - 1),
        ("ULLONG_MAX", power(64) - 1),
        ("LLONG_MAX", power(63) - 1),
    ]
}

/// A number that is a limit of a type but for a little, as the limit and the rest.
pub fn limit_near(n: &BigInt) -> Option<(&'static str, BigInt)> {
    let near = |(name, l): (&'static str, BigInt)| {
        let rest = n - &l;
        (l.bits() > 16 && rest.bits() < 8).then_some((name, rest))
    };
    limits().into_iter().find_map(near)
}

/// A number for a reader: near a limit of a type, or near twice that, by the limit's
/// name.
pub fn limited(n: &BigInt) -> String {
    let shown = |factor: &str, name: &str, rest: &BigInt| match rest.sign() {
        Sign::NoSign => format!("{factor}{name}"),
        Sign::Plus => format!("{factor}{name} + {rest}"),
        Sign::Minus => format!("{factor}{name} - {}", -rest),
    };
    if let Some((name, rest)) = limit_near(n) {
        return shown("", name, &rest);
    }
    // The least number of a signed type is one below the opposite of its greatest.
    if let Some((name, rest)) = limit_near(&(-n - 1)) {
        return match (name.strip_suffix("MAX"), name.starts_with('U')) {
            (Some(stem), false) => shown("", &format!("{stem}MIN"), &-rest),
            _ => shown("-", name, &(-rest - 1)),
        };
    }
    let half: BigInt = n >> 1u32;
    match limit_near(&half) {
        Some((name, rest)) => shown("2*", name, &(n - ((half - rest) << 1u32))),
        None => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::limited;
    use num_bigint::BigInt;

    #[test]
    fn numbers_near_limits_have_their_names() {
        for (n, shown) in [
            (0i128, "0"),
            (-7, "-7"),
            (65535, "65535"),
            (4294967295, "UINT_MAX"),
            (4294967296, "UINT_MAX + 1"),
            (2147483646, "INT_MAX - 1"),
            (-2147483648, "INT_MIN"),
            (-2147483647, "INT_MIN + 1"),
            (-4294967295, "-UINT_MAX"),
            (8589934590, "2*UINT_MAX"),
            (8589934589, "2*UINT_MAX - 1"),
            (1 << 40, "1099511627776"),
        ] {
            assert_eq!(limited(&BigInt::from(n)), shown);
        }
    }
}
