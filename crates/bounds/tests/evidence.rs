//! Counted runs and lassos of small C programs.

use ep_base::outcome::Place;
use ep_base::time::{Bound, Expr, Lasso, LassoEvidence, Report, Verdict};
use ep_base::Budget;
use ep_bounds::evidence::counted::{gather, Evidence, Limits};
use ep_bounds::evidence::grid::Grid;
use ep_bounds::evidence::{early, Subject};
use ep_clang::ReadOptions;
use ep_ir::{FuncId, Module};
use ep_native::{Entry, Native, NativeProgram, ParamShape, Signature};
use std::path::{Path, PathBuf};

/// The program `text`, written there, with its `f`.
fn read(folder: &Path, text: &str) -> (PathBuf, Module, FuncId) {
    let source = folder.join("f.c");
    std::fs::write(&source, text).expect("written");
    let options = ReadOptions {
        clang_flags: vec!["-fwrapv".into()],
        scratch: folder.to_path_buf(),
        roots: vec!["f".into()],
        ..ReadOptions::default()
    };
    let (module, _) = ep_clang::read(std::slice::from_ref(&source), &options).expect("it compiles");
    let entry = module.function("f").expect("f");
    (source, module, entry)
}

/// The evidence for `f(types...)` in `text`, beside this report.
fn evidence_beside(text: &str, types: &[(&str, u64)], adapt: impl FnOnce(&mut Report)) -> Evidence {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, module, entry) = read(folder.path(), text);
    let mut program = NativeProgram::new(vec![source], PathBuf::from("clang-19"));
    program.clang_flags = vec!["-fwrapv".into()];
    program.entry = Entry::Function(Signature {
        name: "f".into(),
        params: types
            .iter()
            .map(|(t, n)| ParamShape::Scalar {
                c_type: (*t).into(),
                size: *n,
            })
            .collect(),
        ..Signature::default()
    });
    let mut native = Native::new(program, Default::default()).expect("a scratch folder");
    let subject = Subject {
        module: &module,
        entry,
    };
    let mut grid = Grid::new(subject, 8).expect("a grid");
    let mut report = Report::undecided("f", "not looked at", Place::default());
    adapt(&mut report);
    let limits = Limits {
        run: 1 << 16,
        ..Limits::default()
    };
    gather(
        subject,
        &mut grid,
        &report,
        Some(&mut native),
        &limits,
        &Budget::default(),
    )
    .expect("no defect")
}

fn evidence(text: &str, types: &[(&str, u64)]) -> Evidence {
    evidence_beside(text, types, |_| {})
}

const U32: (&str, u64) = ("unsigned int", 4);
const I32: (&str, u64) = ("int", 4);

#[test]
fn counts_of_the_interpreter_and_of_native_runs_are_equal() {
    let text = "static int sum(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
struct p { int x; char y; };
int f(unsigned j, int k) {
  int a[4] = {1, 2, 3, k};
  struct p p = {k, 'c'}, q = p;
  unsigned n = 0;
  switch (k & 3) { case 0: n = 5; break; case 1: n = 7; default: n++; }
  do { n += q.x ? (j && n) : 2; if (n & 1) continue; j /= 2; } while (j > 0 && n < 1000);
  if (k < 0) goto out;
  while (k > 0) { k -= 1 + (k >> 1); n ^= k; }
out:
  return sum(a, 4) + n;
}";
    let e = evidence(text, &[U32, I32]);
    assert!(e.contradiction.is_none(), "{:?}", e.contradiction);
    assert!(e.native_equal >= 6, "{} {:?}", e.native_equal, e.notes);
    assert!(e.counted.runs.len() as u64 >= e.counted.skipped);
}

/// States of gigabytes are not copied to look for one that comes again.
#[test]
fn large_blocks_do_not_hold_a_run_up() {
    let text = "#include <stdlib.h>
int *f(int n) { int *a = malloc(n * sizeof(int)), i; for (i = 0; i < n; i++) a[i] = 0; return a; }";
    let begin = std::time::Instant::now();
    let e = evidence(text, &[I32]);
    assert!(e.lasso.is_none() && e.contradiction.is_none());
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

#[test]
fn a_grid_has_enough_short_runs() {
    let e = evidence("void f(unsigned j) { while (j > 0) j++; }", &[U32]);
    let runs = e.counted.runs.len() as u64;
    assert!(runs >= e.counted.skipped && e.counted.skipped > 0, "{runs}");
    assert!(e.lasso.is_none(), "it ends: {:?}", e.lasso);
}

#[test]
fn a_bound_that_a_run_exceeds_is_a_contradiction() {
    let text = "void f(unsigned j) { while (j > 0) j--; }";
    let parameter = ep_base::time::Parameter {
        name: "j".into(),
        kind: ep_base::time::ParameterKind::Value {
            index: 0,
            bits: 32,
            signed: false,
        },
    };
    let linear = |constant: i32| {
        let seven = Expr::Mul {
            of: vec![Expr::number(7), Expr::Parameter { index: 0 }],
        };
        Bound::always(Expr::Add {
            of: vec![seven, Expr::number(constant)],
        })
    };
    let run = |upper: i32, lower: i32| {
        evidence_beside(text, &[U32], |r| {
            r.parameters = vec![parameter.clone()];
            r.bounds.upper = Some(linear(upper));
            r.bounds.lower = Some(linear(lower));
        })
    };
    let exact = run(7, 7);
    assert!(exact.contradiction.is_none(), "{:?}", exact.contradiction);
    assert!(exact.counted.runs.iter().all(|r| r.upper == r.interpreted));
    let low = run(6, 0).contradiction.expect("too low");
    assert!(low.what.contains("upper bound"), "{}", low.what);
    let high = run(8, 8).contradiction.expect("too high");
    assert!(high.what.contains("lower bound"), "{}", high.what);
}

/// A row of the table of loops is held against each run, as the bound of the whole is.
#[test]
fn rounds_that_a_run_exceeds_are_a_contradiction() {
    let text = "void f(unsigned j)\n{\n  while (j > 0)\n    j--;\n}\n";
    let j = || Expr::Parameter { index: 0 };
    let add = |n: i32| Expr::Add {
        of: vec![j(), Expr::number(n)],
    };
    let at_least_zero = |e: Expr| Expr::Max {
        of: vec![e, Expr::number(0)],
    };
    let run = |block: u32, line: u32, upper: Expr, lower: Expr| {
        let e = evidence_beside(text, &[U32], |r| {
            r.parameters = vec![ep_base::time::Parameter {
                name: "j".into(),
                kind: ep_base::time::ParameterKind::Value {
                    index: 0,
                    bits: 32,
                    signed: false,
                },
            }];
            let place = Place {
                line,
                ..Place::default()
            };
            r.loops = vec![ep_base::time::Loop {
                place,
                function: 0,
                block,
                calls: Vec::new(),
                verdict: ep_base::time::LoopVerdict::Terminates,
                rounds: ep_base::time::Bounds {
                    upper: Some(Bound::always(upper)),
                    lower: Some(Bound::always(lower)),
                    ..Default::default()
                },
                because: Vec::new(),
                invariants: Vec::new(),
                telling: Vec::new(),
                second: None,
            }];
        });
        e.contradiction.map(|c| c.what)
    };
    let zero = || Expr::number(0);
    let less = || at_least_zero(add(-1));
    // Which block is the head of the loop is for the reader of the program to say.
    let heads: Vec<u32> = (0..5)
        .filter(|b| run(*b, 3, less(), zero()).is_some())
        .collect();
    let [head] = heads.as_slice() else {
        panic!("{heads:?}")
    };
    let too_few = run(*head, 3, less(), zero()).expect("one too few");
    assert!(too_few.contains("at most"), "{too_few}");
    let too_many = run(*head, 3, add(1), add(1)).expect("one too many");
    assert!(too_many.contains("at least"), "{too_many}");
    assert_eq!(run(*head, 3, j(), j()), None);
    // A row of another line speaks of another loop.
    assert_eq!(run(*head, 4, less(), zero()), None);
}

fn lasso(text: &str, types: &[(&str, u64)]) -> ep_base::time::Lasso {
    let e = evidence(text, types);
    e.lasso.unwrap_or_else(|| panic!("{:?} {text}", e.notes))
}

#[test]
fn a_state_that_comes_again_is_a_lasso() {
    let l = lasso(
        "void f(unsigned char x) {\n  unsigned char j = 0;\n  while (j <= x)\n    j++;\n}\n",
        &[("unsigned char", 1)],
    );
    assert_eq!(l.evidence, LassoEvidence::Recurs { after: 256.into() });
    assert_eq!(l.inputs[0].bytes, [255]);
    assert_eq!(l.kept, ["x == UCHAR_MAX"]);
    let lines: Vec<u32> = l.cycle.iter().map(|p| p.line).collect();
    assert_eq!(lines, [3, 4, 3]);
}

#[test]
fn a_condition_that_every_round_keeps_is_a_lasso() {
    let l = lasso(
        "void f(unsigned x) {\n  unsigned j = 0;\n  while (j <= x)\n    j++;\n}\n",
        &[U32],
    );
    assert_eq!(l.evidence, LassoEvidence::RecurrentSet);
    assert_eq!(l.inputs[0].bytes, [255; 4]);
    assert_eq!(l.kept, ["x == UINT_MAX"]);
    // Odd numbers in steps of two never are zero, globals or not.
    let l = lasso(
        "unsigned g; void f(unsigned x) { g = x | 1; while (g != 0) g += 2; }",
        &[U32],
    );
    assert_eq!(l.kept, ["g is odd"]);
    // What is called, and an inner loop.
    let l = lasso(
        "static int two(int v) { return v * 2; }
void f(int x) { int n = 0; while (x != 7) { for (int i = 0; i < 3; i++) n += two(i); x = x * 2; } }",
        &[I32],
    );
    assert!(matches!(
        l.evidence,
        LassoEvidence::RecursInPart { .. } | LassoEvidence::RecurrentSet
    ));
}

#[test]
fn reads_of_a_round_can_be_read_again() {
    let text = "int __VERIFIER_nondet_int(void);
void f(int x) { while (x > 0) { int d = __VERIFIER_nondet_int(); if (d > 5) x--; else x++; if (x > 100) x = 50; } }";
    let l = lasso(text, &[I32]);
    assert!(matches!(l.evidence, LassoEvidence::Recurs { .. }), "{l:?}");
}

#[test]
fn what_a_round_reads_may_be_anything_in_a_set() {
    // The period is 2^32, and every round reads a number: the native run is
    // given those of the last rounds over and over.
    let l = lasso(
        "int __VERIFIER_nondet_int(void);
void f(int n) { int a = 0; for (int x = 1; x <= n; x++) { if (__VERIFIER_nondet_int()) a++; else a--; } }",
        &[I32],
    );
    assert_eq!(l.evidence, LassoEvidence::RecurrentSet);
    assert_eq!(l.kept, ["n == INT_MAX"]);
    let again = l.again.expect("rounds read") as usize;
    // The set holds at the first visit already: `n`, and what one round reads.
    assert_eq!((again, l.inputs.len()), (1, 2));
    // The first rounds read nothing, the rest does.
    let l = lasso(
        "int __VERIFIER_nondet_int(void);
void f(int n) { int a = 0; for (int x = 1; x <= n; x++) { if (x > 20 && __VERIFIER_nondet_int()) a++; } }",
        &[I32],
    );
    assert_eq!(l.evidence, LassoEvidence::RecurrentSet);
    assert!(l.again.is_some() && l.inputs.len() > 2, "{:?}", l.again);
    // One read before the loop, none in it: the greatest `int` is tried early.
    let l = lasso(
        "int __VERIFIER_nondet_int(void);
void f(int y) { int x = __VERIFIER_nondet_int(); while (y <= x) y++; }",
        &[I32],
    );
    assert_eq!(l.kept, ["x == INT_MAX"]);
    assert_eq!(l.again, None);
}

#[test]
fn addresses_are_not_told_among_what_is_kept() {
    let l = lasso(
        "void f(unsigned char x) { unsigned char *p = &x; while (*p != 7) *p = 9; }",
        &[("unsigned char", 1)],
    );
    assert!(l.kept.iter().all(|k| !k.starts_with("p ")), "{:?}", l.kept);
}

#[test]
fn what_ends_or_waits_has_no_lasso() {
    for text in [
        "void f(unsigned x) { while (x) x &= x - 1; }",
        // It waits for a device.
        "void f(unsigned x) { volatile int *p = (volatile int *)&x; while (*p == (int)x) ; }",
        // It waits for what is typed.
        "int getchar(void); void f(unsigned x) { while (getchar() != 300) x++; }",
        // It ends in an error.
        "void f(unsigned x) { unsigned char a[4]; for (;;) a[x++] = 1; }",
        // A 32-bit count that ends.
        "void f(unsigned x) { unsigned j = 0; while (j < x) j++; }",
        "void f(unsigned x) { unsigned j = x | 1; while (j != 0) j += 4294967295u; }",
    ] {
        let e = evidence(text, &[U32]);
        assert!(e.lasso.is_none(), "{:?} {text}", e.lasso);
        assert!(e.contradiction.is_none(), "{:?} {text}", e.contradiction);
    }
}

#[test]
fn a_proof_that_a_lasso_refutes_is_a_contradiction() {
    let e = evidence_beside("void f(unsigned x) { while (x == 3) ; }", &[U32], |r| {
        r.verdict = Verdict::Terminates;
    });
    assert!(e.contradiction.is_some());
}

#[test]
fn recursion_without_end_is_a_lasso() {
    let deep = |text: &str, types: &[(&str, u64)]| {
        let e = evidence(text, types);
        assert!(
            e.exhausts.is_some_and(|n| n > 1 << 20),
            "{text} {:?}",
            e.notes
        );
        e.lasso.unwrap_or_else(|| panic!("{:?} {text}", e.notes))
    };
    let again = |l: &Lasso| {
        let e = &l.evidence;
        matches!(
            e,
            LassoEvidence::Recurs { .. } | LassoEvidence::RecursInPart { .. }
        )
    };
    // The argument decides nothing.
    let l = deep("int f(int x) {\n  return f(x);\n}\n", &[I32]);
    assert_eq!(l.evidence, LassoEvidence::RecursInPart { after: 1.into() });
    assert!(l.cycle.iter().all(|p| p.function == "f"), "{l:?}");
    // What the callers hold is read by nobody.
    let l = deep("int f(int x) { int y = x * 3; return y + f(x); }", &[I32]);
    assert!(again(&l), "{l:?}");
    // Two that call each other, after some calls, with an argument that swings.
    let l = deep(
        "int g(int x, int up);
int h(int x) { return x ? g(0, 1) : g(1, 0); }
int g(int x, int up) { if (x == 7) return up; return h(x) + 1; }
int f(int x) { if (x == 3) return g(2, x); return 0; }",
        &[I32],
    );
    assert!(again(&l), "{l:?}");
    // The period is one of bytes, then none that is waited for.
    let l = deep(
        "int f(unsigned char x) { return f(x + 1); }",
        &[("unsigned char", 1)],
    );
    assert!(again(&l), "{l:?}");
    let l = deep(
        "int f(unsigned x) { if (x == 0) return 0; return f(x - 2) + 1; }",
        &[U32],
    );
    assert_eq!(l.evidence, LassoEvidence::RecurrentSet);
    assert_eq!(l.kept, ["x is odd"]);
    // What the calls read can be read again.
    let l = deep(
        "int __VERIFIER_nondet_int(void);
int f(int x) { if (__VERIFIER_nondet_int() == x) return 1; return f(x); }",
        &[I32],
    );
    assert!(l.again.is_some(), "{l:?}");
}

#[test]
fn recursion_that_ends_is_no_lasso() {
    for text in [
        // It comes back, and nothing is known behind that.
        "int f(int x) { if (x <= 0) return 0; while (f(x - x) != 0) ; return 1; }",
        "int d; int f(int x) { if (++d > 2000) return 0; return f(x); }",
        "int f(int x) { static int d; if (d++ == 3000) return x; return f(x) + 1; }",
        // The depth is told by the address of a local, or by what is in the
        // frames below.
        "int f(int x) { volatile char c = 1; static char *top; if (!top) top = (char *)&c;
  if (top - (char *)&c > 100000) return 0; return f(x) + c; }",
        "int g(int *d) { int n = *d + 1; if (n > 2000) return 0; return g(&n); }
int f(int x) { int n = 0; return g(&n) + x; }",
        "static int see(int *p, int *q) { return p == q; }
int g(int *old, int n) { int own = n; if (n && see(old, &own)) for (;;) ; if (n > 60) return 0; return g(&own, n + 1); }
int f(int x) { return g(0, x & 1); }",
        // The first call comes back, the second goes down further.
        "int g(int x, int n) { if (n <= 0) return x; return g(g(x, 0), n - 1); } int f(int x) { return g(x, 5000); }",
    ] {
        let e = evidence(text, &[I32]);
        assert!(e.lasso.is_none(), "{text} {:?}", e.lasso);
        assert!(e.contradiction.is_none(), "{text} {:?}", e.contradiction);
    }
}

/// What is seen before proofs are looked for.
#[test]
fn recursion_without_end_is_seen_early() {
    let folder = tempfile::tempdir().expect("a folder");
    let early = |text: &str| {
        let (_, module, entry) = read(folder.path(), text);
        let subject = Subject {
            module: &module,
            entry,
        };
        let all = |_: &ep_bounds::evidence::grid::Point| true;
        let found = early::endless(subject, &[], true, &all, &Budget::default());
        found.expect("no defect").is_some()
    };
    for endless in [
        "int g(int n); int f(int n) { return n == 0 ? 1 : g(n - 2); }
int g(int n) { return n == 0 ? 0 : f(n - 2); }",
        "int f(int x) { int y = x * 3; return y + f(x); }",
    ] {
        assert!(early(endless), "{endless}");
    }
    for ends in [
        "int f(unsigned n) { return n == 0 ? 1 : f(n - 1); }",
        "int d; int f(int x) { if (++d > 2000) return 0; return f(x); }",
        "unsigned f(unsigned n) { return n > 100 ? n - 10 : f(f(n + 11)); }",
    ] {
        assert!(!early(ends), "{ends}");
    }
}
