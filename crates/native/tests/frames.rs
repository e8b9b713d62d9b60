//! Depths read from machine code against painted runs: no run goes deeper
//! than what its code says, and simple ones reach it. gcc and clang, -O0 to
//! -Os, 64 and 32 bits.

use ep_native::machine::{Code, FunctionId, Target};
use ep_native::measure::{Measured, MeasuredProgram, Measurement};
use ep_native::{Entry, ParamShape, Signature};
use std::path::{Path, PathBuf};

const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-Os"];

fn compilers() -> Vec<PathBuf> {
    ["gcc", "clang-19"].map(PathBuf::from).to_vec()
}

fn entry(ints: usize) -> Entry {
    let int = ParamShape::Scalar {
        c_type: "int".into(),
        size: 4,
    };
    Entry::Function(Signature {
        name: "f".into(),
        params: vec![int; ints],
        ..Signature::default()
    })
}

fn build(dir: &Path, text: &str, compiler: &Path, flags: &[&str], ints: usize) -> Measurement {
    let source = dir.join("program.c");
    std::fs::write(&source, text).unwrap();
    let mut p = MeasuredProgram::new(vec![source], compiler.to_path_buf(), entry(ints));
    p.flags = flags.iter().map(|f| f.to_string()).collect();
    p.m32 = flags.contains(&"-m32");
    Measurement::build(p).unwrap_or_else(|e| panic!("{e}: {compiler:?} {flags:?}\n{text}"))
}

fn run(m: &mut Measurement, ints: &[i32]) -> Measured {
    use ep_base::outcome::{Input, InputSource, InputType};
    let inputs: Vec<Input> = (ints.iter().enumerate())
        .map(|(i, n)| Input {
            name: format!("p{i}"),
            ty: InputType::Int {
                bits: 32,
                signed: true,
            },
            source: InputSource::Parameter { index: i as u32 },
            bytes: n.to_le_bytes().to_vec(),
        })
        .collect();
    m.run(&inputs, 1 << 20, &[0, 16, 32, 48]).unwrap()
}

/// The deepest of a program without cycles, libraries and indirect calls;
/// none where a function has no number.
fn deepest(code: &Code, id: FunctionId, active: u32) -> Option<u64> {
    let f = code.get(id)?;
    if !f.problems.is_empty() || f.own.variable || active > 60 {
        return None;
    }
    let mut most = f.own.fixed;
    for c in &f.calls {
        let below = match &c.target {
            Target::Known(to) => deepest(code, *to, active + 1)?,
            Target::Library(_) => return None,
            Target::Indirect => return None,
            // The programs here have switches and no indirect calls.
            Target::PerhapsIndirect => 0,
        };
        most = most.max(c.depth.fixed + below);
    }
    Some(most)
}

fn bound(m: &Measurement) -> Option<u64> {
    let code = m.code();
    let [f] = code.named("f") else {
        panic!("one f")
    };
    Some(code.machine.word() + deepest(code, *f, 0)?)
}

/// Each compiler has every other level in the time of a change, all where that is asked
/// for (`make bench`).
fn step() -> usize {
    match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 2,
    }
}

fn first(compiler: usize) -> usize {
    compiler % step()
}

#[track_caller]
fn check(text: &str, flags: &[&str], ints: &[&[i32]], near: u64) {
    for (n, compiler) in compilers().into_iter().enumerate() {
        for level in LEVELS.into_iter().skip(first(n)).step_by(step()) {
            let dir = tempfile::tempdir().unwrap();
            let mut all = vec![level];
            all.extend(flags);
            let n = ints.first().map_or(0, |l| l.len());
            let mut m = build(dir.path(), text, &compiler, &all, n);
            let name = format!("{} {all:?}", compiler.display());
            let bound =
                bound(&m).unwrap_or_else(|| panic!("no number: {name}: {:?}", m.code().named("f")));
            let mut most = 0;
            for list in ints {
                let r = run(&mut m, list);
                let stack = r.stack.expect("within the stack");
                assert!(stack <= bound, "{name}: {stack} of {bound} with {list:?}");
                most = most.max(stack);
            }
            assert!(most + near >= bound, "{name}: reached {most} of {bound}");
        }
    }
}

#[test]
fn a_chain_of_calls_with_arguments_on_the_stack() {
    let text = "
        __attribute__((noinline)) int leaf(int a, int b, int c, int d, int e, int g, int h, int i, int j) {
          volatile int x[4] = {a, b, c, d}; return x[a & 3] + e + g + h + i + j; }
        __attribute__((noinline)) int middle(int a) {
          int r = leaf(a, 1, 2, 3, 4, 5, 6, 7, 8); return r + leaf(r, 1, 2, 3, 4, 5, 6, 7, r); }
        int f(int a) { return middle(a) + 1; }";
    check(text, &[], &[&[3]], 128);
    check(text, &["-m32"], &[&[3]], 64);
}

/// Ways that meet again and again, with numbers in slots that differ between them: each
/// place is come to a few times, not once for each way.
#[test]
fn many_variables_and_branches() {
    use std::fmt::Write as _;
    let mut text = String::from("long f(int a) {\n");
    for i in 0..300 {
        let _ = writeln!(text, "volatile long v{i} = {i};");
    }
    for i in 0..300 {
        let _ = writeln!(text, "if (a > {i}) v{} = {};", (i + 7) % 300, i + 3);
    }
    text.push_str("return v0 + v299;\n}\n");
    check(&text, &[], &[&[3]], 128);
}

#[test]
fn a_leaf_in_the_red_zone() {
    let text = "int f(int a) { volatile char x[100]; for (int i = 0; i < 100; i++) x[i] = i; return x[a & 63]; }";
    check(text, &[], &[&[3], &[60]], 64);
    check(text, &["-mno-red-zone"], &[&[3]], 64);
}

#[test]
fn realigned_frames() {
    let text = "
        __attribute__((noinline)) int use(volatile char *p, int n) { for (int i = 0; i < n; i++) p[i] = i; return p[n / 2]; }
        int f(int a) { _Alignas(64) volatile char x[128]; volatile char y[24]; y[0] = a; return use(x, 128) + use(y, 24); }";
    check(text, &[], &[&[3]], 200);
}

#[test]
fn a_call_at_the_end_is_a_jump() {
    let text = "
        __attribute__((noinline)) int big(int a) { volatile char x[500]; for (int i = 0; i < 500; i++) x[i] = i; return x[a & 255]; }
        __attribute__((noinline)) int hop(int a) { volatile int y = a; return big(y + 1); }
        int f(int a) { return hop(a); }";
    check(text, &[], &[&[3]], 160);
}

#[test]
fn a_switch_by_table() {
    let text = "
        __attribute__((noinline)) int g(int k) { volatile char x[64]; for (int i = 0; i < 64; i++) x[i] = k; return x[k & 31]; }
        int f(int a) { switch (a) {
          case 0: return g(1) + 1; case 1: return g(5) * 3; case 2: return g(7) - 2; case 3: return g(a) ^ 5;
          case 4: return g(9) + g(8); case 5: return 77; case 6: return g(2) * g(3); default: return g(0) + 4; } }";
    check(
        text,
        &[],
        &[&[0], &[1], &[2], &[3], &[4], &[5], &[6], &[7]],
        160,
    );
    check(text, &["-m32"], &[&[0], &[4], &[6], &[7]], 160);
}

#[test]
fn structures_by_value_and_as_results() {
    let text = "
        struct s { int v[20]; };
        __attribute__((noinline)) struct s make(int a) { struct s r; for (int i = 0; i < 20; i++) r.v[i] = a + i; return r; }
        __attribute__((noinline)) int sum(struct s x, struct s y) { int t = 0; for (int i = 0; i < 20; i++) t += x.v[i] ^ y.v[i]; return t; }
        int f(int a) { struct s x = make(a), y = make(a + 1); return sum(x, y) + sum(y, x); }";
    check(text, &[], &[&[3]], 200);
    check(text, &["-m32"], &[&[3]], 200);
}

#[test]
fn amounts_that_depend_on_values_have_no_number() {
    for text in [
        "int f(int a) { volatile char x[a + 1]; x[a] = 1; return x[a / 2]; }",
        "void *volatile keep; int f(int a) { keep = __builtin_alloca(a); return 1; }",
        "void *volatile keep; int f(int a) { for (int i = 0; i < a; i++) keep = __builtin_alloca(16); return 1; }",
        "int f(int a) { int r = 0; for (int i = 1; i < 9; i++) { volatile int x[a + i]; x[0] = i; r += x[0]; } return r; }",
    ] {
        for compiler in compilers() {
            for level in LEVELS {
                let dir = tempfile::tempdir().unwrap();
                let m = build(dir.path(), text, &compiler, &[level], 1);
                assert_eq!(bound(&m), None, "{} {level}: {text}", compiler.display());
            }
        }
    }
}

#[test]
fn assembly_that_moves_the_stack_pointer_has_no_number() {
    let text = "int f(int a) { __asm__ volatile(\"mov %0, %%rsp\" : : \"r\"((long)a)); return a; }";
    let dir = tempfile::tempdir().unwrap();
    let m = build(dir.path(), text, Path::new("gcc"), &["-O1"], 1);
    assert_eq!(bound(&m), None);
}

/// A generator of functions that is a function of its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Six functions, each calls later ones.
fn program(seed: u64) -> String {
    let mut r = Random(seed);
    let mut c = String::from("volatile int sink;\n");
    for i in (0..6).rev() {
        let params = 1 + r.below(9);
        let list: Vec<String> = (0..params).map(|p| format!("int a{p}")).collect();
        let mut body = String::new();
        let size = 1 + r.below(150);
        let align = [1, 1, 1, 32, 64][r.below(5) as usize];
        body += &format!(" _Alignas({align}) volatile char x[{size}]; for (int i = 0; i < {size}; i++) x[i] = a0 + i;");
        body += " int t = x[0];";
        for _ in 0..r.below(3) {
            if i < 5 {
                let to = i + 1 + r.below(5 - i);
                body += &format!(" if (a0 > {}) t += g{to}(P{to});", r.below(4));
            }
        }
        body += " sink = t;";
        if i < 5 && r.below(2) == 0 {
            body += &format!(" return g{}(P{});", i + 1, i + 1);
        } else {
            body += " return t;";
        }
        let name = if i == 0 {
            "f".to_string()
        } else {
            format!("g{i}")
        };
        c += &format!(
            "#define P{i} {}\n",
            (0..params)
                .map(|p| format!("a0 + {p}"))
                .collect::<Vec<_>>()
                .join(", ")
        );
        let hide = ["", "static ", "__attribute__((noinline)) "][r.below(3) as usize];
        let hide = if i == 0 { "" } else { hide };
        let list = if i == 0 {
            "int a0".into()
        } else {
            list.join(", ")
        };
        c += &format!("{hide}int {name}({list}) {{{body} }}\n");
    }
    c
}

#[test]
fn no_run_of_generated_programs_goes_deeper() {
    let seeds: u64 = std::env::var("EVERYPATH_FRAMES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(3);
    let (mut runs, mut close) = (0, 0);
    for seed in 0..seeds {
        let text = program(seed * 7919 + 1);
        for compiler in compilers() {
            for flags in [vec!["-O0"], vec!["-O2"], vec!["-Os"], vec!["-O1", "-m32"]] {
                let dir = tempfile::tempdir().unwrap();
                let mut m = build(dir.path(), &text, &compiler, &flags, 1);
                let bound = bound(&m).unwrap_or_else(|| panic!("no number for {flags:?}\n{text}"));
                let r = run(&mut m, &[9]);
                let stack = r.stack.expect("within the stack");
                assert!(
                    stack <= bound,
                    "{} {flags:?}: {stack} of {bound}\n{text}",
                    compiler.display()
                );
                runs += 1;
                close += u32::from(stack * 100 >= bound * 90);
            }
        }
    }
    println!("{close} of {runs} runs reach 90 % of their bound");
    assert!(close * 2 >= runs, "{close} of {runs} come near");
}
