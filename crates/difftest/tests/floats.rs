//! Arithmetic on the bits of floats, native against the two that stand for it:
//! `ir::scalar` and the folding of `term`. All formats, special values, and
//! which NaN comes out, its sign and payload included.

use ep_ir::{scalar, FloatBinOp, FloatFormat, FloatUnOp};
use ep_term::{float, x87, FloatSort, Op, Sort};
use std::fmt::Write as _;
use std::process::Command;

struct Format {
    c: &'static str,
    root: &'static str,
    ir: FloatFormat,
    term: FloatSort,
    /// Bits of the exponent, and stored bits behind it.
    exponent: u32,
    below: u32,
}

const FORMATS: [Format; 5] = [
    Format {
        c: "_Float16",
        root: "",
        ir: FloatFormat::F16,
        term: FloatSort::F16,
        exponent: 5,
        below: 10,
    },
    Format {
        c: "float",
        root: "__builtin_sqrtf",
        ir: FloatFormat::F32,
        term: FloatSort::F32,
        exponent: 8,
        below: 23,
    },
    Format {
        c: "double",
        root: "__builtin_sqrt",
        ir: FloatFormat::F64,
        term: FloatSort::F64,
        exponent: 11,
        below: 52,
    },
    Format {
        c: "long double",
        root: "__builtin_sqrtl",
        ir: FloatFormat::F80,
        term: FloatSort::X87,
        exponent: 15,
        below: 64,
    },
    Format {
        c: "__float128",
        root: "",
        ir: FloatFormat::F128,
        term: FloatSort::F128,
        exponent: 15,
        below: 112,
    },
];

impl Format {
    fn wide(&self) -> bool {
        self.ir == FloatFormat::F80
    }

    /// Encodings of every class, with both signs.
    fn values(&self) -> Vec<u128> {
        let below = self.below;
        let lead = if self.wide() { 1u128 << 63 } else { 0 };
        let fraction = if self.wide() { 63 } else { below };
        let top = (1u128 << self.exponent) - 1;
        let bias = top >> 1;
        let quiet = 1u128 << (fraction - 1);
        let at = |e: u128, f: u128| e << below | if e == 0 { 0 } else { lead } | f;
        let mut all = vec![
            0,
            1,
            at(0, (1 << fraction) - 1),
            at(1, 0),
            at(bias, 0),
            at(bias, quiet),
            at(bias + 1, 5),
            at(bias - 1, 3),
            at(top - 1, (1 << fraction) - 1),
            at(top, 0),
            at(top, quiet),
            at(top, quiet | 1),
            at(top, quiet | 7 << (fraction - 6)),
            at(top, 1),
            at(top, 3 << (fraction - 6)),
        ];
        let sign = 1u128 << (self.ir.bits() - 1);
        all.extend(all.clone().iter().map(|x| x | sign));
        all
    }

    fn of_term(&self, x: u128) -> u128 {
        if self.wide() {
            x87::stored(x)
        } else {
            x
        }
    }

    fn to_term(&self, x: u128) -> u128 {
        if self.wide() {
            x87::loaded(x)
        } else {
            x
        }
    }
}

const OPS: [(&str, FloatBinOp, Op); 4] = [
    ("+", FloatBinOp::Add, Op::FpAdd),
    ("-", FloatBinOp::Sub, Op::FpSub),
    ("*", FloatBinOp::Mul, Op::FpMul),
    ("/", FloatBinOp::Div, Op::FpDiv),
];

/// A line per result: the bits, highest byte first.
fn native(source: &str) -> Vec<u128> {
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
    let text = String::from_utf8(out.stdout).expect("text");
    let number = |l: &str| u128::from_str_radix(l, 16).expect("a number");
    text.lines().map(number).collect()
}

/// The beginning of a program with the values of all formats.
fn prelude() -> String {
    let mut s = String::from(
        "#include <stdio.h>\n#include <string.h>\n\
         static void out(const void *p, int n) { const unsigned char *b = p; for (int i = n; i-- > 0;) printf(\"%02x\", b[i]); printf(\"\\n\"); }\n",
    );
    for (i, f) in FORMATS.iter().enumerate() {
        let _ = writeln!(s, "static const unsigned char v{i}[][16] = {{");
        for x in f.values() {
            let bytes: Vec<String> = x.to_le_bytes().iter().map(u8::to_string).collect();
            let _ = writeln!(s, "{{{}}},", bytes.join(","));
        }
        s.push_str("};\n");
    }
    s.push_str("int main(void) {\n");
    s
}

fn bytes(f: &Format) -> u32 {
    f.ir.bits() / 8
}

#[test]
fn operations_agree_with_the_machine() {
    let mut s = prelude();
    for (i, f) in FORMATS.iter().enumerate() {
        let (c, n, count) = (f.c, bytes(f), f.values().len());
        for (sign, ..) in OPS {
            let _ = writeln!(
                s,
                "for (int i = 0; i < {count}; i++) for (int k = 0; k < {count}; k++) {{ volatile {c} a, b, r; memcpy((void *)&a, v{i}[i], {n}); memcpy((void *)&b, v{i}[k], {n}); r = a {sign} b; out((void *)&r, {n}); }}"
            );
        }
        if !f.root.is_empty() {
            let _ = writeln!(
                s,
                "for (int i = 0; i < {count}; i++) {{ volatile {c} a, r; memcpy((void *)&a, v{i}[i], {n}); r = {}(a); out((void *)&r, {n}); }}",
                f.root
            );
        }
    }
    s.push_str("}\n");
    let mut results = native(&s).into_iter();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for f in &FORMATS {
        let sort = Sort::Float(f.term);
        let values = f.values();
        for (sign, ir, term) in OPS {
            for &a in &values {
                for &b in &values {
                    let want = results.next().expect("a result");
                    let got = scalar::float_bin(f.ir, ir, a, b);
                    let v = [f.to_term(a), f.to_term(b)];
                    let fold = float::apply(term, sort, sort, &v).map(|r| f.of_term(r));
                    compared += 1;
                    if got != want || fold != Some(want) {
                        wrong.push(format!(
                            "{} {a:x} {sign} {b:x} = {want:x}, ir {got:x}, term {:x}",
                            f.c,
                            fold.unwrap_or(0)
                        ));
                    }
                }
            }
        }
        if !f.root.is_empty() {
            for &a in &values {
                let want = results.next().expect("a result");
                let got = scalar::float_un(f.ir, FloatUnOp::Sqrt, a);
                let fold = float::apply(Op::FpSqrt, sort, sort, &[f.to_term(a)]);
                compared += 1;
                if got != want || fold.map(|r| f.of_term(r)) != Some(want) {
                    wrong.push(format!("{} sqrt {a:x} = {want:x}, ir {got:x}", f.c));
                }
            }
        }
    }
    assert_eq!(results.next(), None);
    assert!(compared > 15_000, "only {compared}");
    let first: Vec<&String> = wrong.iter().take(40).collect();
    assert!(
        wrong.is_empty(),
        "{} of {compared}: {first:#?}",
        wrong.len()
    );
}

#[test]
fn conversions_agree_with_the_machine() {
    let mut s = prelude();
    for (i, f) in FORMATS.iter().enumerate() {
        for t in FORMATS.iter().filter(|t| t.ir != f.ir) {
            let (c, n, count, d, m) = (f.c, bytes(f), f.values().len(), t.c, bytes(t));
            let _ = writeln!(
                s,
                "for (int i = 0; i < {count}; i++) {{ volatile {c} a; volatile {d} r; memcpy((void *)&a, v{i}[i], {n}); r = a; out((void *)&r, {m}); }}"
            );
        }
    }
    s.push_str("}\n");
    let mut results = native(&s).into_iter();
    let mut wrong = Vec::new();
    for f in &FORMATS {
        for t in FORMATS.iter().filter(|t| t.ir != f.ir) {
            for a in f.values() {
                let want = results.next().expect("a result");
                let got = scalar::float_cast(f.ir, t.ir, a);
                let (from, to) = (Sort::Float(f.term), Sort::Float(t.term));
                let fold = float::apply(Op::FpToFp, to, from, &[f.to_term(a)]);
                if got != want || fold.map(|r| t.of_term(r)) != Some(want) {
                    wrong.push(format!(
                        "{} {a:x} to {} = {want:x}, ir {got:x}, term {:x?}",
                        f.c, t.c, fold
                    ));
                }
            }
        }
    }
    assert_eq!(results.next(), None);
    let first: Vec<&String> = wrong.iter().take(40).collect();
    assert!(wrong.is_empty(), "{}: {first:#?}", wrong.len());
}

/// What x87 stores and IEEE 754 does not know: encodings without the leading
/// bit, or with one that should not be there.
#[test]
fn odd_encodings_agree_with_the_machine() {
    let odd: [u128; 6] = [
        1 << 63,
        0x3fff << 64 | 1,
        0x7fff << 64,
        0x7fff << 64 | 9,
        0xffff << 64 | 1 << 62,
        1 << 79 | 1 << 63 | 5,
    ];
    let plain: [u128; 3] = [
        0x3fff << 64 | 1 << 63,
        0x7fff << 64 | 1 << 63,
        0x4001 << 64 | 3 << 62,
    ];
    let all: Vec<u128> = odd.into_iter().chain(plain).collect();
    let mut s = String::from(
        "#include <stdio.h>\n#include <string.h>\nstatic const unsigned char v[][16] = {\n",
    );
    for x in &all {
        let bytes: Vec<String> = x.to_le_bytes().iter().map(u8::to_string).collect();
        let _ = writeln!(s, "{{{}}},", bytes.join(","));
    }
    let n = all.len();
    s.push_str("};\nint main(void) {\n");
    for (sign, ..) in OPS {
        let _ = writeln!(
            s,
            "for (int i = 0; i < {n}; i++) for (int k = 0; k < {n}; k++) {{ volatile long double a, b, r; memcpy((void *)&a, v[i], 10); memcpy((void *)&b, v[k], 10); r = a {sign} b; unsigned char *p = (void *)&r; for (int j = 10; j-- > 0;) printf(\"%02x\", p[j]); printf(\"\\n\"); }}"
        );
    }
    s.push_str("}\n");
    let mut results = native(&s).into_iter();
    let mut wrong = Vec::new();
    for (sign, ir, _) in OPS {
        for &a in &all {
            for &b in &all {
                let want = results.next().expect("a result");
                let got = scalar::float_bin(FloatFormat::F80, ir, a, b);
                if got != want {
                    wrong.push(format!("{a:x} {sign} {b:x} = {want:x}, ir {got:x}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}
