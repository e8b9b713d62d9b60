//! Random functions that make numbers of comparisons, compare those with zero
//! and read them again, against what a native build computes: lowering turns
//! such comparisons round, and must not where somebody else reads them.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const FUNCTIONS: usize = 60;
const INPUTS: [(i64, i64); 5] = [(0, 0), (1, 0), (0, 1), (5, 3), (-1, 2)];

/// xorshift64*: the same functions in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const LOCALS: [&str; 3] = ["x", "y", "z"];
const VALUES: [&str; 7] = ["x", "y", "z", "p", "q", "0", "1"];
const ORDERS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];

fn value(r: &mut Random) -> String {
    let (a, o, b) = (r.one(&VALUES), r.one(&ORDERS), r.one(&VALUES));
    let v = r.one(&LOCALS);
    match r.below(6) {
        0 | 1 => format!("{a} {o} {b}"),
        2 => format!("!{v}"),
        3 => format!("({a} {o} {b}) + {v}"),
        4 => format!("({v} == 0) ^ {a}"),
        _ => format!("{v} && ({a} {o} {b})"),
    }
}

fn statements(r: &mut Random, depth: usize, out: &mut String) {
    for _ in 0..2 + r.below(3) {
        let v = r.one(&LOCALS);
        if depth == 0 || r.below(10) < 6 {
            _ = writeln!(out, "  {v} = {};", value(r));
            continue;
        }
        let test = r.one(&["%s == 0", "%s != 0", "!%s", "%s", "%s == 1"]);
        _ = writeln!(out, "  if ({}) {{", test.replace("%s", v));
        statements(r, depth - 1, out);
        if r.below(2) == 0 {
            out.push_str("  } else {\n");
            statements(r, depth - 1, out);
        }
        out.push_str("  }\n");
    }
}

fn functions(seed: u64) -> String {
    let mut r = Random(seed);
    let mut out = String::new();
    for k in 0..FUNCTIONS {
        _ = writeln!(out, "static int f{k}(int p, int q) {{");
        _ = writeln!(out, "  int x = p, y = q, z = p > q;");
        statements(&mut r, 2, &mut out);
        out.push_str("  return x + 3 * y + 9 * z;\n}\n");
    }
    out
}

/// What each function gives for each input, natively.
fn computed(source: &str, dir: &Path) -> Vec<i64> {
    let mut text = format!("#include <stdio.h>\n{source}int main(void) {{\n");
    for k in 0..FUNCTIONS {
        for (p, q) in INPUTS {
            _ = writeln!(text, "  printf(\"%d\\n\", f{k}({p}, {q}));");
        }
    }
    text.push_str("}\n");
    let (file, program) = (dir.join("native.c"), dir.join("native"));
    std::fs::write(&file, text).expect("a file");
    let built = Command::new("clang-19")
        .args(["-O0", "-w", "-fwrapv", "-o"])
        .args([&program, &file])
        .status()
        .expect("clang-19 starts");
    assert!(built.success());
    let out = Command::new(program).output().expect("the program runs");
    let text = String::from_utf8(out.stdout).expect("numbers");
    text.lines().map(|l| l.parse().expect("a number")).collect()
}

#[test]
fn truth_values_that_are_read_again() {
    for seed in [101, 202, 303] {
        let dir = tempfile::tempdir().expect("a scratch folder");
        let source = functions(seed);
        let values = computed(&source, dir.path());
        let mut text = format!(
            "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n\
             extern void __VERIFIER_assume(int);\n{source}int main(void) {{\n  \
             int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int();\n  \
             __VERIFIER_assume(p >= -1 && p <= 5 && q >= 0 && q <= 3);\n"
        );
        for k in 0..FUNCTIONS {
            for (i, (p, q)) in INPUTS.iter().enumerate() {
                let v = values[k * INPUTS.len() + i];
                _ = writeln!(text, "  assert(f{k}({p}, {q}) == {v});");
                if i == k % INPUTS.len() {
                    _ = writeln!(text, "  assert(p != {p} || q != {q} || f{k}(p, q) == {v});");
                }
            }
        }
        text.push_str("}\n");
        let file = dir.path().join("asserted.c");
        std::fs::write(&file, text).expect("a file");
        let done = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(["check", "--no-native", "--overflow", "wrap", "--out"])
            .arg(dir.path().join("out"))
            .arg(&file)
            .output()
            .expect("everypath starts");
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(told.starts_with("proved"), "seed {seed}: {told}");
    }
}
