//! The one arithmetic against the machine, on many values.
//!
//! A C program and `ep_scalar` walk through the same numbers (special ones and
//! the output of one generator) and print one hash for each chunk of results;
//! chunks that differ are printed value by value. `EVERYPATH_CASES` says how
//! many random ones per operation and format (by default about ten million in
//! sum). Of half precision every value is taken where there is one operand, of
//! integers of 8 bits every pair.

use ep_scalar::float::{self, Binary, Rounding, Unary};
use ep_scalar::{w128, w64, x87, Format};
use std::fmt::Write as _;
use std::process::Command;

const CHUNK: u64 = 4096;

/// The generator of both sides (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The same in C, with what makes encodings that matter likely: few bits, large
/// and small exponents.
const PRELUDE: &str = r#"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef uint64_t u64; typedef unsigned __int128 u128;
static u64 seed;
static u64 next(void) { u64 z = (seed += 0x9e3779b97f4a7c15u); z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u; z = (z ^ (z >> 27)) * 0x94d049bb133111ebu; return z ^ (z >> 31); }
static u64 hash;
static void mix(u128 v) { hash = (hash ^ (u64)v) * 0x100000001b3u; hash = (hash ^ (u64)(v >> 64)) * 0x100000001b3u; }
static u64 shape(u64 x, u64 how) { switch (how & 3) { case 0: return x; case 1: return x & (x << 7) & (x >> 9); case 2: return x | x << 5 | x >> 3; default: return 0; } }
static u128 draw(int bits) { u64 how = next(); u128 low = shape(next(), how), high = shape(next(), how >> 2); u128 v = high << 64 | low; return bits == 128 ? v : v & (((u128)1 << bits) - 1); }
"#;

fn shape(x: u64, how: u64) -> u64 {
    match how & 3 {
        0 => x,
        1 => x & (x << 7) & (x >> 9),
        2 => x | x << 5 | x >> 3,
        _ => 0,
    }
}

fn draw(r: &mut Random, bits: u32) -> u128 {
    let how = r.next();
    let low = u128::from(shape(r.next(), how));
    let high = u128::from(shape(r.next(), how >> 2));
    (high << 64 | low) & ep_scalar::w128::mask(bits)
}

fn mix(hash: &mut u64, v: u128) {
    *hash = (*hash ^ v as u64).wrapping_mul(0x0100_0000_01b3);
    *hash = (*hash ^ (v >> 64) as u64).wrapping_mul(0x0100_0000_01b3);
}

/// Which operands are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walk {
    Random,
    /// Every value of 16 bits, the others at random.
    First,
    /// Every pair of two values of 8 bits.
    Pairs,
}

impl Walk {
    fn of(all: bool) -> Walk {
        if all {
            Walk::First
        } else {
            Walk::Random
        }
    }

    fn count(self, random: u64) -> u64 {
        match self {
            Walk::Random => random,
            Walk::First | Walk::Pairs => 1 << 16,
        }
    }

    /// The operands in C, in place `k` of the walk.
    fn in_c(self, bits: u32) -> String {
        match self {
            Walk::Random => {
                format!("u128 x = draw({bits}), y = draw({bits}), z = draw({bits});")
            }
            Walk::First => format!("u128 x = k, y = draw({bits}), z = draw({bits});"),
            Walk::Pairs => "u128 x = k & 255, y = k >> 8, z = 0;".into(),
        }
    }

    /// The same here.
    fn here(self, r: &mut Random, bits: u32, k: u64) -> (u128, u128, u128) {
        let x = match self {
            Walk::Random => draw(r, bits),
            Walk::First => k.into(),
            Walk::Pairs => return ((k & 255).into(), (k >> 8).into(), 0),
        };
        let y = draw(r, bits);
        (x, y, draw(r, bits))
    }
}

/// What is computed, in C and here.
struct Case {
    what: String,
    /// The body of a function of `x`, `y`, `z` (bit patterns) that gives a `u128`.
    c: String,
    /// Bits of the operands.
    bits: u32,
    walk: Walk,
    ours: Box<dyn Fn(u128, u128, u128) -> u128>,
}

/// A format: its C type, suffix of `math.h`, stored bits.
const FORMATS: [(Format, &str, &str, u32); 5] = [
    (Format::F16, "_Float16", "", 16),
    (Format::F32, "float", "f", 32),
    (Format::F64, "double", "", 64),
    (Format::X87, "long double", "l", 80),
    (Format::F128, "__float128", "", 128),
];

/// The number of stored bits. Encodings that x87 takes for none are made numbers
/// by both sides: `floats.rs` has them.
fn number(f: Format, bits: u128) -> u128 {
    if f == Format::X87 {
        x87::loaded(bits | u128::from(bits >> 64 & 0x7fff != 0) << 63)
    } else {
        bits
    }
}

fn stored(f: Format, x: u128) -> u128 {
    if f == Format::X87 {
        x87::stored(x)
    } else {
        x
    }
}

fn take(c: &str, bits: u32, name: &str) -> String {
    let n = bits / 8;
    let fix = if bits == 80 {
        format!(
            "if ({name} >> 64 & 0x7fff) {name} |= (u128)1 << 63; else {name} &= ~((u128)1 << 63);"
        )
    } else {
        String::new()
    };
    format!("{fix} {c} {name}f; memcpy(&{name}f, &{name}, {n});")
}

fn give(bits: u32) -> String {
    format!(
        "u128 q = 0; memcpy(&q, (void *)&r, {}); return q;",
        bits / 8
    )
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for (f, c, suffix, bits) in FORMATS {
        let (x, y, z) = (take(c, bits, "x"), take(c, bits, "y"), take(c, bits, "z"));
        let g = give(bits);
        let load = move |v: u128| {
            // The leading bit of a subnormal is dropped on both sides.
            let v = if f == Format::X87 && v >> 64 & 0x7fff == 0 {
                v & !(1 << 63)
            } else {
                v
            };
            number(f, v)
        };
        for (sign, op) in [
            ("+", Binary::Add),
            ("-", Binary::Sub),
            ("*", Binary::Mul),
            ("/", Binary::Div),
        ] {
            all.push(Case {
                what: format!("{c} {sign}"),
                c: format!("{x} {y} volatile {c} r = xf {sign} yf; {g}"),
                bits,
                walk: Walk::Random,
                ours: Box::new(move |a, b, _| stored(f, float::binary(f, op, load(a), load(b)))),
            });
        }
        for (sign, test) in [
            ("<", Some(std::cmp::Ordering::Less)),
            ("==", Some(std::cmp::Ordering::Equal)),
        ] {
            all.push(Case {
                what: format!("{c} {sign}"),
                c: format!("{x} {y} return xf {sign} yf;"),
                bits,
                walk: Walk::Random,
                ours: Box::new(move |a, b, _| {
                    u128::from(float::order(f, load(a), load(b)) == test)
                }),
            });
        }
        for (to, t, _, wide) in FORMATS {
            if to != f {
                let g = give(wide);
                all.push(Case {
                    what: format!("{c} to {t}"),
                    c: format!("{x} volatile {t} r = xf; {g}"),
                    bits,
                    walk: Walk::of(bits == 16),
                    ours: Box::new(move |a, _, _| stored(to, float::convert(f, to, load(a)))),
                });
            }
        }
        for (t, width, signed) in [
            ("int32_t", 32, true),
            ("uint32_t", 32, false),
            ("int64_t", 64, true),
            ("u64", 64, false),
        ] {
            all.push(Case {
                what: format!("{t} to {c}"),
                c: format!("volatile {c} r = ({t})x; {g}"),
                bits: width,
                walk: Walk::Random,
                ours: Box::new(move |a, _, _| stored(f, float::from_integer(f, signed, width, a))),
            });
            // What does not fit is undefined: both sides say 0 where the
            // number is beyond the type, by one comparison with limits.
            let (low, high) = match (signed, width) {
                (true, 32) => ("-2147483649.0L", "2147483648.0L"),
                (false, 32) => ("-1.0L", "4294967296.0L"),
                (true, _) => ("-9223372036854775808.5L", "9223372036854775808.0L"),
                (false, _) => ("-1.0L", "18446744073709551616.0L"),
            };
            all.push(Case {
                what: format!("{c} to {t}"),
                c: format!(
                    "{x} if (!(xf > ({c}){low} && xf < ({c}){high})) {{ if (!((xf > {low}) && (xf < {high}))) return 0; }} return (u128)(u64)({unsigned})({t})xf;",
                    unsigned = if width == 32 { "uint32_t" } else { "u64" }
                ),
                bits,
                walk: Walk::of(bits == 16),
                ours: Box::new(move |a, _, _| float::to_integer(f, signed, width, load(a)).unwrap_or(0)),
            });
        }
        if suffix.is_empty() && f != Format::F64 {
            continue;
        }
        for (name, op) in [
            ("sqrt", Unary::Sqrt),
            ("floor", Unary::Round(Rounding::TowardNegative)),
            ("ceil", Unary::Round(Rounding::TowardPositive)),
            ("trunc", Unary::Round(Rounding::TowardZero)),
            ("round", Unary::Round(Rounding::NearestAway)),
            ("rint", Unary::Round(Rounding::NearestEven)),
        ] {
            all.push(Case {
                what: format!("{name}{suffix}"),
                c: format!("{x} volatile {c} r = {name}{suffix}(xf); {g}"),
                bits,
                walk: Walk::Random,
                ours: Box::new(move |a, _, _| stored(f, float::unary(f, op, load(a)))),
            });
        }
        if f != Format::X87 {
            all.push(Case {
                what: format!("fma{suffix}"),
                c: format!("{x} {y} {z} if (isnan(xf) || isnan(yf) || isnan(zf)) return 0; volatile {c} r = fma{suffix}(xf, yf, zf); if (isnan(r)) return 0; {g}"),
                bits,
                walk: Walk::Random,
                ours: Box::new(move |a, b, c| {
                    if [a, b, c].iter().any(|v| float::is_nan(f, *v)) {
                        return 0;
                    }
                    let r = float::fma(f, a, b, c);
                    if float::is_nan(f, r) { 0 } else { r }
                }),
            });
            // The sign of a zero is open: see the explorer's `any_zero`.
            for (name, least) in [("fmin", true), ("fmax", false)] {
                all.push(Case {
                    what: format!("{name}{suffix}"),
                    c: format!("{x} {y} if (xf == 0 && yf == 0) return 0; volatile {c} r = {name}{suffix}(xf, yf); {g}"),
                    bits,
                    walk: Walk::Random,
                    ours: Box::new(move |a, b, _| {
                        let zero = |v: u128| float::class(f, v) == float::Class::Zero;
                        match (zero(a) && zero(b), least) {
                            (true, _) => 0,
                            (_, true) => float::min(f, a, b),
                            (_, false) => float::max(f, a, b),
                        }
                    }),
                });
            }
            all.push(Case {
                what: format!("fmod{suffix}"),
                c: format!("{x} {y} if (isnan(xf) || isnan(yf)) return 0; volatile {c} r = fmod{suffix}(xf, yf); if (isnan(r)) return 0; {g}"),
                bits,
                walk: Walk::Random,
                ours: Box::new(move |a, b, _| {
                    if float::is_nan(f, a) || float::is_nan(f, b) {
                        return 0;
                    }
                    let r = float::binary(f, Binary::Rem, a, b);
                    if float::is_nan(f, r) { 0 } else { r }
                }),
            });
        }
    }
    integers(&mut all);
    all
}

/// The operations of one word, in C and here.
macro_rules! operations {
    ($all:ident, $m:ident, $word:ty, $width:expr, $s:expr, $u:expr) => {{
        type Operation = (&'static str, fn($word, $word, u32) -> $word);
        let list: [Operation; 23] = [
            ("(U)x + (U)y", $m::add),
            ("(U)x - (U)y", $m::sub),
            ("(U)x * (U)y", $m::mul),
            ("(U)y == 0 ? (U)-1 : (U)x / (U)y", $m::udiv),
            ("(U)y == 0 ? (U)x : (U)x % (U)y", |a, b, _| $m::urem(a, b)),
            (
                "(S)y == 0 ? ((S)x < 0 ? 1 : -1) : (S)y == -1 ? (S)(-(U)x) : (S)x / (S)y",
                $m::sdiv,
            ),
            (
                "(S)y == 0 ? (S)x : (S)y == -1 ? 0 : (S)x % (S)y",
                $m::srem,
            ),
            ("y >= W ? 0 : (U)x << y", $m::shl),
            ("y >= W ? 0 : (U)x >> y", $m::lshr),
            ("(S)x >> (y >= W ? W - 1 : y)", $m::ashr),
            ("(S)x < (S)y", |a, b, w| $m::slt(a, b, w).into()),
            ("(S)x <= (S)y", |a, b, w| $m::sle(a, b, w).into()),
            ("__builtin_add_overflow((S)x, (S)y, &s)", |a, b, w| {
                $m::saddo(a, b, w).into()
            }),
            ("__builtin_sub_overflow((S)x, (S)y, &s)", |a, b, w| {
                $m::ssubo(a, b, w).into()
            }),
            ("SMULO", |a, b, w| $m::smulo(a, b, w).into()),
            ("__builtin_add_overflow((U)x, (U)y, &u)", |a, b, w| {
                $m::uaddo(a, b, w).into()
            }),
            ("__builtin_sub_overflow((U)x, (U)y, &u)", |a, b, _| {
                $m::usubo(a, b).into()
            }),
            ("__builtin_mul_overflow((U)x, (U)y, &u)", |a, b, w| {
                $m::umulo(a, b, w).into()
            }),
            ("y >= W ? (S)x != 0 : (S)((U)x << y) >> y != (S)x", |a, b, w| {
                $m::sshlo(a, b, w).into()
            }),
            ("y >= W ? (U)x != 0 : (U)((U)x << y) >> y != (U)x", |a, b, w| {
                $m::ushlo(a, b, w).into()
            }),
            ("(U)x == (U)1 << (W - 1) && (S)y == -1", |a, b, w| {
                $m::sdivo(a, b, w).into()
            }),
            ("(S)((U)1 << (W - 1))", |_, _, w| {
                $m::from_signed($m::smin(w), w)
            }),
            ("(U)~((U)1 << (W - 1))", |_, _, w| {
                $m::from_signed($m::smax(w), w)
            }),
        ];
        // That of 128 bits is a call which no library of GCC's answers.
        let smulo = match $width {
            128 => "(S)x != 0 && ((S)x == -1 && (S)y == (S)((U)1 << 127) || (S)x != -1 && (S)((U)x * (U)y) / (S)x != (S)y)",
            _ => "__builtin_mul_overflow((S)x, (S)y, &s)",
        };
        for (text, f) in list {
            let expression = text
                .replace("SMULO", smulo)
                .replace("(U)", &format!("({})", $u))
                .replace("(S)", &format!("({})", $s))
                .replace('W', &$width.to_string());
            let (s, u) = ($s, $u);
            for walk in [Walk::Random, Walk::Pairs] {
                if walk == Walk::Pairs && $width != 8 {
                    continue;
                }
                $all.push(Case {
                    what: format!("{} bits: {text}", $width),
                    c: format!(
                        "{s} s; {u} u; (void)s; (void)u; return (u128)({u})({expression});"
                    ),
                    bits: $width,
                    walk,
                    ours: Box::new(move |a, b, _| u128::from(f(a as $word, b as $word, $width))),
                });
            }
        }
    }};
}

/// The integer operations at the widths that C has.
fn integers(all: &mut Vec<Case>) {
    for (width, s, u) in [
        (8, "int8_t", "uint8_t"),
        (16, "int16_t", "uint16_t"),
        (32, "int32_t", "uint32_t"),
        (64, "int64_t", "u64"),
    ] {
        operations!(all, w64, u64, width, s, u);
    }
    for (width, s, u) in [
        (8, "int8_t", "uint8_t"),
        (64, "int64_t", "u64"),
        (128, "__int128", "u128"),
    ] {
        operations!(all, w128, u128, width, s, u);
    }
}

fn count() -> u64 {
    let given = std::env::var("EVERYPATH_CASES").ok();
    given.and_then(|v| v.parse().ok()).unwrap_or(30_000)
}

#[test]
fn every_operation_is_the_machines() {
    let cases = cases();
    let random = count();
    let mut source = String::from(PRELUDE);
    for (i, case) in cases.iter().enumerate() {
        let _ = writeln!(
            source,
            "static u128 f{i}(u128 x, u128 y, u128 z) {{ {} }}",
            case.c
        );
    }
    source.push_str("int main(void) {\n");
    for (i, case) in cases.iter().enumerate() {
        let (n, operands) = (case.walk.count(random), case.walk.in_c(case.bits));
        let _ = writeln!(
            source,
            "seed = {i}; for (u64 k = 0, end; k < {n}; k = end) {{ end = k + {CHUNK} < {n} ? k + {CHUNK} : {n}; hash = 0; for (u64 i = k; i < end; i++) {{ u64 k = i; (void)k; {operands} mix(f{i}(x, y, z)); }} printf(\"%016lx\\n\", hash); }}",
        );
    }
    source.push_str("}\n");
    let mut results = native(&source).into_iter();
    let mut wrong = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let n = case.walk.count(random);
        let mut r = Random(i as u64);
        let mut k = 0;
        while k < n {
            let end = (k + CHUNK).min(n);
            let (mut hash, start) = (0, r.0);
            for j in k..end {
                let (x, y, z) = case.walk.here(&mut r, case.bits, j);
                mix(&mut hash, (case.ours)(x, y, z));
            }
            let want = results.next().expect("a hash for each chunk");
            if hash != want {
                wrong.push(explain(&source, case, i, start, k, end));
            }
            k = end;
        }
    }
    assert_eq!(results.next(), None);
    assert!(wrong.is_empty(), "{} chunks: {wrong:#?}", wrong.len());
}

/// The first values of a chunk on which the two differ.
fn explain(source: &str, case: &Case, i: usize, start: u64, k: u64, end: u64) -> String {
    let body = source.split("int main(void) {").next().unwrap_or_default();
    let program = format!(
        "{body} int main(void) {{ seed = {start}u; for (u64 k = {k}; k < {end}; k++) {{ {operands} u128 q = f{i}(x, y, z); printf(\"%016lx\\n%016lx\\n\", (u64)(q >> 64), (u64)q); }} }}",
        operands = case.walk.in_c(case.bits)
    );
    let results = native(&program);
    let mut r = Random(start);
    for (j, pair) in (k..end).zip(results.chunks(2)) {
        let (x, y, z) = case.walk.here(&mut r, case.bits, j);
        let want = u128::from(pair[0]) << 64 | u128::from(pair[1]);
        let got = (case.ours)(x, y, z);
        if got != want {
            return format!(
                "{}: {x:x} {y:x} {z:x}: machine {want:x}, ours {got:x}",
                case.what
            );
        }
    }
    format!("{}: hashes differ, values do not", case.what)
}

fn native(source: &str) -> Vec<u64> {
    let dir = tempfile::tempdir().expect("scratch");
    let (file, program) = (dir.path().join("p.c"), dir.path().join("p"));
    std::fs::write(&file, source).expect("write");
    let compiled = Command::new("clang-19")
        .args(["-O0", "-fno-math-errno", "-w"])
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()
        .expect("clang-19 starts");
    let told = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{told}");
    let out = Command::new(&program).output().expect("it starts");
    assert!(out.status.success(), "{:?}", out.status);
    let text = String::from_utf8(out.stdout).expect("text");
    text.lines()
        .map(|l| u64::from_str_radix(l, 16).expect("a number"))
        .collect()
}
