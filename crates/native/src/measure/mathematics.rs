//! Functions of mathematics for [`super::library`], in the three widths of floats.
//!
//! Idea: one of a name is measured with numbers of each magnitude, negative ones and
//! what is no number, so that each of its ways of computing is met: small numbers by a
//! polynomial, huge arguments by an exact reduction. The names of `float` and `long
//! double` end with `f` and `l`. Alternative: a line in the table for each, three times.
//! Cost: a thousand calls for each function that a program calls.

/// Of one float, to one.
const ONE: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "j0",
    "j1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "rint",
    "round",
    "roundeven",
    "significand",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
    // To a whole number.
    "ilogb",
    "llrint",
    "llround",
    "lrint",
    "lround",
];

/// Of two floats.
const TWO: &[&str] = &[
    "atan2",
    "copysign",
    "drem",
    "fdim",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "nextafter",
    "pow",
    "remainder",
];

/// Of a complex number, to one or to a float.
const COMPLEX: &[&str] = &[
    "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh",
    "cexp", "cimag", "clog", "conj", "cproj", "creal", "csin", "csinh", "csqrt", "ctan", "ctanh",
];

/// Others, by their names without the letter of a width: `X` is the type, `@` the letter.
const OTHERS: &[(&str, &str)] = &[
    ("cpow", "for (int i = 1; i < 100; i++) sinkd += (double)cpow@((X)one * i * I - i, (X)one / i + 2 * I);"),
    ("fma", "for (int i = 0; i < 400; i++) sinkd += fma@((X)one * i / 3, (X)one / (i + 1), -(X)one * i);"),
    ("frexp", "int e; sinkd += frexp@((X)one * 1e-37, &e); sinkd += frexp@((X)one * 0, &e);"),
    ("ldexp", "for (int i = -20000; i < 20000; i += 37) sinkd += ldexp@((X)one * 1.5, i);"),
    ("modf", "X w; sinkd += modf@((X)one * 1.5, &w); sinkd += modf@(-(X)one / 0, &w);"),
    ("nan", "sinkd += nan@(\"\"); sinkd += nan@(\"12345\");"),
    ("remquo", "int q; for (int i = 1; i < 400; i++) sinkd += remquo@((X)one * i * 1e30, (X)one * i, &q);"),
    ("scalbln", "for (long i = -20000; i < 20000; i += 37) sinkd += scalbln@((X)one * 1.5, i);"),
    ("scalbn", "for (int i = -20000; i < 20000; i += 37) sinkd += scalbn@((X)one * 1.5, i);"),
    ("sincos", "X s, c; for (int i = 0; i < 400; i++) { sincos@((X)one * i * 0.37, &s, &c); sincos@((X)one * i * 1e15, &s, &c); sinkd += s + c; }"),
];

/// Whether this is the name of a function of mathematics, of any width.
pub fn mathematical(name: &str) -> bool {
    probe(name).is_some()
}

/// What makes a function of mathematics work: statements of C; none for another name.
pub(super) fn probe(name: &str) -> Option<String> {
    let widths = [
        (Some(name), "", "double", "1e300"),
        (name.strip_suffix('f'), "f", "float", "1e30f"),
        (name.strip_suffix('l'), "l", "long double", "1e4000L"),
    ];
    widths.into_iter().find_map(|(base, letter, ty, huge)| {
        let body = of(base?)?;
        let body = body.replace("HUGE_NUMBER", huge);
        Some(
            body.replace('@', letter)
                .replace("(X)", &format!("({ty})"))
                .replace("X ", &format!("{ty} ")),
        )
    })
}

fn of(base: &str) -> Option<String> {
    if ONE.contains(&base) {
        return Some(format!(
            "for (int i = -400; i < 400; i++) {{ sinkd += {base}@((X)one * i * 0.37); sinkd += {base}@((X)one * i * 1e15); sinkd += {base}@((X)one / (i * 2 + 1)); }} sinkd += {base}@((X)one * HUGE_NUMBER); sinkd += {base}@((X)one / HUGE_NUMBER / 1000); sinkd += {base}@((X)one * 0 / 0);"
        ));
    }
    if TWO.contains(&base) {
        return Some(format!(
            "for (int i = -400; i < 400; i++) {{ sinkd += {base}@((X)one * i * 0.37, (X)one * 3 - i); sinkd += {base}@((X)one + i * 0.37, (X)one / 2 + i); sinkd += {base}@((X)one / (i * 2 + 1), -(X)one * 900); }} sinkd += {base}@((X)one * HUGE_NUMBER, (X)one * 3); sinkd += {base}@((X)one * HUGE_NUMBER, (X)one * HUGE_NUMBER); sinkd += {base}@((X)one, (X)one / HUGE_NUMBER / 1000);"
        ));
    }
    if COMPLEX.contains(&base) {
        return Some(format!(
            "for (int i = -100; i < 100; i++) {{ sinkd += (double){base}@((X)one * i * 0.37 + ((X)one / 3 + i) * I); sinkd += (double){base}@((X)one / (i * 2 + 1) * I); }} sinkd += (double){base}@((X)one * HUGE_NUMBER + (X)one * HUGE_NUMBER * I);"
        ));
    }
    let other = OTHERS.iter().find(|o| o.0 == base);
    other.map(|o| o.1.to_owned())
}

#[cfg(test)]
mod tests {
    use super::probe;

    #[test]
    fn names_of_each_width_are_known() {
        let said = |n: &str| probe(n).unwrap_or_default();
        assert!(said("sqrtl").contains("sqrtl((long double)one"));
        assert!(said("erff").contains("erff((float)one"));
        assert!(said("cabs").contains("cabs((double)one"));
        assert!(said("modff").contains("float w; sinkd += modff("));
        // These end with the letter of a width by themselves.
        assert!(said("erf").contains("erf((double)one"));
        assert!(said("ceil").contains("ceil((double)one"));
        assert!(said("ceill").contains("ceill((long double)one"));
        assert_eq!(probe("self"), None);
        assert_eq!(probe("l"), None);
    }
}
