//! Loops over bytes, run on all their inputs: what is said of termination and
//! of bounds must be true of every run. The runs are the reference
//! interpreter's, which the analysis shares nothing with but scalars.

mod support;

use ep_base::outcome::{Input, InputSource, InputType};
use ep_base::time::{Evaluated, Gap, ParameterKind, Report, Verdict};
use ep_bounds::time::{analyse, Options};
use ep_ir::interp::{self, End, InterpConfig, ReplayHost};
use ep_ir::Module;
use num_bigint::BigInt;

/// More than any run over so few bytes takes that ends at all.
const LIMIT: u64 = 1_000_000;

fn count(module: &Module, values: &[u8]) -> Option<u64> {
    let inputs: Vec<Input> = values
        .iter()
        .enumerate()
        .map(|(i, v)| Input {
            name: format!("p{i}"),
            ty: InputType::Int {
                bits: 8,
                signed: false,
            },
            source: InputSource::Parameter { index: i as u32 },
            bytes: vec![*v],
        })
        .collect();
    let config = InterpConfig {
        max_instructions: LIMIT,
        ..InterpConfig::default()
    };
    let mut host = ReplayHost::new(&inputs);
    let f = module.function("f").expect("an entry");
    let out = interp::run(module, f, &config, &mut host);
    match out.end {
        End::Exit { .. } => Some(out.llvm_instructions),
        End::StepLimit => None,
        other => panic!("{other:?}: {} with {values:?}", out.message),
    }
}

fn parameters(r: &Report, values: &[u8]) -> Vec<BigInt> {
    r.parameters
        .iter()
        .map(|p| match &p.kind {
            ParameterKind::Value { index, signed, .. } => {
                let raw = values[*index as usize];
                if *signed {
                    BigInt::from(raw as i8)
                } else {
                    BigInt::from(raw)
                }
            }
            ParameterKind::Limit { value } => value.0.clone(),
            other => panic!("{other:?}"),
        })
        .collect()
}

/// What was found and checked.
#[derive(Default)]
struct Tally {
    proved: u32,
    unknown: u32,
    exact: u32,
    endless: u32,
}

fn check(c: &str, inputs: &[Vec<u8>], tally: &mut Tally) {
    let module = support::read_wrapping(c);
    let f = module.function("f").expect("an entry");
    let options = Options {
        bounds: true,
        budget: ep_base::Budget {
            timeout: Some(std::time::Duration::from_secs(20)),
            ..ep_base::Budget::default()
        },
        ..Options::default()
    };
    let r = analyse(&module, f, &options, &mut |_| {});
    let proved = r.verdict == Verdict::Terminates;
    assert_ne!(r.verdict, Verdict::DoesNotTerminate, "no run was replayed");
    tally.proved += u32::from(proved);
    tally.unknown += u32::from(!proved);
    tally.exact += u32::from(proved && r.bounds.gap == Gap::Exact);
    for values in inputs {
        let Some(n) = count(&module, values) else {
            assert!(!proved, "{c} does not end for {values:?}");
            tally.endless += 1;
            break;
        };
        let n = BigInt::from(n);
        let at = parameters(&r, values);
        if let Some(u) = &r.bounds.upper {
            if let Evaluated::Value(u) = u.upper_at(&at) {
                assert!(n <= u, "{c}\n{values:?} takes {n}, bound {u}");
                if proved && r.bounds.gap == Gap::Exact {
                    assert_eq!(n, u, "{c}\n{values:?}");
                }
            }
        }
        if let (Some(l), true) = (&r.bounds.lower, proved) {
            let l = l.lower_at(&at);
            assert!(l <= n, "{c}\n{values:?} takes {n}, lower bound {l}");
        }
    }
}

fn all() -> Vec<Vec<u8>> {
    (0..=255).map(|a| vec![a]).collect()
}

fn pairs() -> Vec<Vec<u8>> {
    let some: Vec<u8> = vec![0, 1, 2, 3, 5, 63, 100, 126, 127, 128, 129, 200, 254, 255];
    some.iter()
        .flat_map(|a| some.iter().map(move |b| vec![*a, *b]))
        .collect()
}

/// Source, whether every run ends, whether the bound is exact.
const WRITTEN: [(&str, bool, bool); 16] = [
    ("void f(unsigned char j) { while (j > 0) j++; }", true, true),
    ("void f(unsigned char j) { while (j > 0) j--; }", true, true),
    (
        "void f(unsigned char x) { unsigned char j = 0; while (j <= x) j++; }",
        false,
        false,
    ),
    ("void f(signed char j) { while (j > 0) j++; }", true, true),
    ("void f(signed char j) { while (j < 0) j--; }", true, true),
    ("void f(signed char x) { while (x != 5) x++; }", true, true),
    (
        "void f(unsigned char x) { while (x != 5) x += 2; }",
        false,
        false,
    ),
    (
        "void f(signed char x) { while (x < 100) x += 7; }",
        true,
        false,
    ),
    (
        "void f(unsigned char x) { while (x) x >>= 1; }",
        true,
        false,
    ),
    (
        "void f(unsigned char x) { while (x) x &= x - 1; }",
        true,
        false,
    ),
    (
        "void f(signed char x) { while (x > 0) x /= 2; }",
        true,
        false,
    ),
    (
        "void f(unsigned char x) { for (int i = 0; i < x; i++) ; }",
        true,
        true,
    ),
    (
        "void f(unsigned char x) { for (int i = x; i >= 0; i--) ; }",
        true,
        true,
    ),
    (
        "void f(unsigned char x) { for (unsigned i = x; i >= 0; i--) ; }",
        false,
        false,
    ),
    (
        "void f(signed char x) { for (;;) { if (x > 20) break; x++; } }",
        true,
        true,
    ),
    ("void f(signed char x) { while (x) { } }", false, false),
];

#[test]
fn what_is_said_of_written_loops_is_true_on_all_inputs() {
    let mut missed = Vec::new();
    for (c, ends, exact) in WRITTEN {
        let mut t = Tally::default();
        check(c, &all(), &mut t);
        assert_eq!(t.endless > 0, !ends, "{c}");
        if ends && t.proved == 0 || exact && t.exact == 0 {
            missed.push(c);
        }
    }
    assert!(missed.is_empty(), "not proved, or not exact: {missed:#?}");
}

const TWO: [&str; 6] = [
    "void f(unsigned char x, unsigned char c) { while (x != c) x++; }",
    "void f(signed char x, signed char y) { while (x > y) { x--; if (y < 3) y++; } }",
    "int f(signed char x, signed char y) { int s = 0; while (x > 0) { x--; s++; } while (y > 0) { y--; s--; } return s; }",
    "void f(unsigned char n, unsigned char m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) ; }",
    "void f(unsigned char a, unsigned char b) { while (b) { unsigned char t = a % b; a = b; b = t; } }",
    "void f(unsigned char a, unsigned char b) { while (a != b) { if (a > b) a -= b; else b -= a; } }",
];

#[test]
fn what_is_said_of_loops_over_two_bytes_is_true() {
    let mut t = Tally::default();
    for c in TWO {
        check(c, &pairs(), &mut t);
    }
    assert!(t.proved >= 5, "{} proved, {} unknown", t.proved, t.unknown);
}

/// Loops over two bytes and a counter.
fn random_program(seed: &mut u64) -> String {
    let mut next = |n: u64| {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed % n
    };
    let types = ["unsigned char", "signed char", "unsigned short", "int"];
    let vars = ["a", "b", "i"];
    let rel = ["<", "<=", ">", ">=", "!=", "=="];
    let mut text = String::new();
    let (ta, tb, ti) = (next(2) as usize, next(2) as usize, next(4) as usize);
    let start = next(9);
    let (x, y, r) = (next(3) as usize, next(3) as usize, next(5) as usize);
    let cond = match next(3) {
        0 => format!("{} {} {}", vars[x], rel[r], next(120)),
        _ => format!("{} {} {}", vars[x], rel[r], vars[y]),
    };
    for _ in 0..next(3) + 1 {
        let v = vars[next(3) as usize];
        let w = vars[next(3) as usize];
        if next(3) == 0 {
            let c = vars[next(3) as usize];
            text.push_str(&format!(
                "if ({c} {} {}) ",
                rel[next(6) as usize],
                next(100)
            ));
        }
        let k = next(9) + 1;
        text.push_str(&match next(8) {
            0 | 1 => format!("{v} = {v} + {k}; "),
            2 | 3 => format!("{v} = {v} - {k}; "),
            4 => format!("{v} = {w} + {k}; "),
            5 => format!("{v} = {v} / {}; ", k + 1),
            6 => format!("{v} = {v} % {}; ", k + 1),
            _ => format!("{v} = {v} >> 1; "),
        });
    }
    format!(
        "void f({} a, {} b) {{ {} i = {start}; while ({cond}) {{ {text} }} }}",
        types[ta], types[tb], types[ti]
    )
}

#[test]
fn what_is_said_of_random_loops_is_true() {
    let mut seed = 0x2545_F491_4F6C_DD1D;
    let mut t = Tally::default();
    for _ in 0..24 {
        let c = random_program(&mut seed);
        check(&c, &pairs(), &mut t);
    }
    println!(
        "{} proved ({} exact), {} unknown, {} with an endless run",
        t.proved, t.exact, t.unknown, t.endless
    );
    assert!(t.proved >= 4, "{} proved, {} unknown", t.proved, t.unknown);
}

fn found(source: &str, entry: &str) -> (Verdict, Vec<String>, Vec<String>, Gap) {
    let module = support::read_wrapping(source);
    let f = module.function(entry).expect("an entry");
    let options = Options {
        bounds: true,
        ..Options::default()
    };
    let r = analyse(&module, f, &options, &mut |_| {});
    let names = r.names();
    let text =
        |b: &Option<ep_base::time::Bound>| b.as_ref().map(|b| b.text(&names)).unwrap_or_default();
    (
        r.verdict.clone(),
        text(&r.bounds.upper),
        text(&r.bounds.lower),
        r.bounds.gap,
    )
}

/// The programs of Figures 1 and 9 at 32 bits: exact on every input.
#[test]
fn the_programs_of_the_document_have_exact_bounds() {
    let (v, upper, lower, gap) = found("void g(unsigned int j) { while (j > 0) j++; }", "g");
    assert_eq!(v, Verdict::Terminates);
    assert_eq!(gap, Gap::Exact);
    assert_eq!(upper, lower);
    // `j == UINT_MAX: 14` is an instance of the second case, and none of its own.
    assert_eq!(upper, ["j == 0: 7", "j > 0: 7*(UINT_MAX - j) + 14"]);
    let (v, upper, lower, gap) = found("void h(unsigned int j) { while (j > 0) j--; }", "h");
    assert_eq!(v, Verdict::Terminates);
    assert_eq!(gap, Gap::Exact);
    assert_eq!(upper, lower);
    assert_eq!(upper, ["7*j + 7"], "both sides of the guard say the same");
    let source = "void f(unsigned int x) { unsigned int j = 0; while (j <= x) j++; }";
    let (v, upper, lower, gap) = found(source, "f");
    assert!(matches!(v, Verdict::Unknown { .. }), "{v}");
    assert_eq!(gap, Gap::Exact);
    assert_eq!(upper, lower);
    assert_eq!(upper, ["x <= UINT_MAX - 1: 8*x + 18".to_owned()]);
}

/// Cases that say the same are one, where their inputs are those of one condition, and
/// only there; lower bounds have no fractions that nobody reads and are not negative.
#[test]
fn bounds_say_what_a_reader_needs() {
    let told = |source: &str| {
        let (v, upper, lower, _) = found(source, "f");
        assert_eq!(v, Verdict::Terminates, "{source}");
        (upper, lower)
    };
    // Three sides of an equation that cost alike.
    let (upper, _) =
        told("int f(int x, int c) { if (x < c) return 1; if (x > c) return 2; return 3; }");
    assert!(upper.len() <= 3, "{upper:?}");
    // The middle costs otherwise: two intervals are no one condition.
    let source =
        "int f(unsigned char x) { int k = 0; if (x > 9 && x < 20) { k++; k++; k++; } return k; }";
    let (upper, lower) = told(source);
    assert_eq!(upper, lower);
    assert_eq!(upper.len(), 3, "{upper:?}");
    // From small inputs to large ones.
    assert!(upper[0].starts_with("x <= 9"), "{upper:?}");
    assert!(upper[2].starts_with("x >= 20"), "{upper:?}");
    let odd = "unsigned f(unsigned n, unsigned k) { unsigned i, s = 0;
        for (i = 0; i < n; i++) { if (k & 1) { s++; k >>= 1; } } return s; }";
    let (_, lower) = told(odd);
    for case in &lower {
        let value = case.rsplit(": ").next().unwrap_or(case);
        assert!(
            !value.contains(" / ") && !value.starts_with('-'),
            "{lower:?}"
        );
    }
}

/// An exact bound stays exact: no other upper bound stands beside its lower one, and
/// cases whose values are fractions on their face are those that they are instances of.
#[test]
fn an_exact_bound_is_exact_on_both_sides() {
    let source = "void f(unsigned x, unsigned y) { while (x > 0) x--; while (y > 0) y++; }";
    let (_, upper, lower, gap) = found(source, "f");
    assert_eq!(gap, Gap::Exact);
    assert_eq!(upper, lower);
    assert_eq!(
        upper,
        ["y == 0: 7*x + 13", "y > 0: 7*(UINT_MAX + x - y) + 20"]
    );
}

/// Where the input does not say which way a run takes, the bound from below is still
/// that of the cheapest way: no negative number for a negative input.
#[test]
fn a_lower_bound_is_never_below_the_cheapest_way() {
    let source = "int g(void); int f(int n, int *p) { int i, s = 0;
        for (i = 0; i < n; i++) s += p[i]; return s; }";
    let module = support::read_wrapping(source);
    let f = module.function("f").expect("an entry");
    let options = Options {
        bounds: true,
        ..Options::default()
    };
    let r = analyse(&module, f, &options, &mut |_| {});
    let lower = r.bounds.lower.as_ref().expect("a lower bound");
    for n in [i64::from(i32::MIN), -1, 0, 1, 9] {
        let at: Vec<num_bigint::BigInt> = r.parameters.iter().map(|_| n.into()).collect();
        assert!(
            lower.lower_at(&at) >= 9.into(),
            "{n}: {:?}",
            lower.text(&r.names())
        );
    }
    let texts = lower.text(&r.names()).join(" ");
    assert!(!texts.starts_with("min("), "{texts}");
}

/// Between both bounds is the gap, and the input with the largest bound is known.
#[test]
fn the_gap_and_the_longest_input_are_computed() {
    let report = |source: &str| {
        let module = support::read_wrapping(source);
        let f = module.function("f").expect("an entry");
        let options = Options {
            bounds: true,
            ..Options::default()
        };
        analyse(&module, f, &options, &mut |_| {})
    };
    let r = report("void f(unsigned j) { while (j > 0) j++; }");
    let l = r.longest.expect("an input");
    assert_eq!(l.parameters.first(), Some(&1.into()));
    assert_eq!(l.bound, 30_064_771_072u64.into());
    assert!(l.exact);
    // What is read of memory decides, and no input that is named.
    let r = report("int f(int *p, unsigned n) { unsigned i; for (i = 0; i < n; i++) if (p[i]) return 1; return 0; }");
    let names = r.names();
    let Gap::Difference { bound } = &r.bounds.gap else {
        panic!("{:?}", r.bounds);
    };
    assert!(!bound.text(&names).is_empty());
    for n in [0u64, 1, 2, 1 << 31, (1 << 32) - 1] {
        let at: Vec<num_bigint::BigInt> = (r.parameters.iter())
            .map(|p| match &p.kind {
                ep_base::time::ParameterKind::Limit { value } => value.0.clone(),
                _ => n.into(),
            })
            .collect();
        let upper = r
            .bounds
            .upper
            .as_ref()
            .and_then(|b| b.upper_at(&at).value());
        let lower = r.bounds.lower.as_ref().map(|b| b.lower_at(&at));
        let apart = bound.upper_at(&at).value();
        let own = upper.zip(lower).map(|(u, l)| u - l);
        assert!(apart >= own, "{n}: {apart:?} is less than {own:?}");
    }
}

/// An input has the name of the variable that takes it.
#[test]
fn inputs_are_named_after_their_variables() {
    let source = "unsigned __VERIFIER_nondet_uint(void); int main(void) {
        unsigned n = __VERIFIER_nondet_uint(), i = 0; while (i < n) i++; return 0; }";
    let (_, upper, _, _) = found(source, "main");
    assert_eq!(upper, ["8*n + 13"]);
    // Two variables take it: it is neither.
    let source = "unsigned __VERIFIER_nondet_uint(void); int f(int c) { unsigned a, b, i = 0;
        if (c) { a = __VERIFIER_nondet_uint(); while (i < a) i++; }
        else { b = __VERIFIER_nondet_uint(); while (i < b) i++; } return 0; }";
    let (_, upper, _, _) = found(source, "f");
    assert!(upper.iter().any(|c| c.contains("input#0")), "{upper:?}");
}

/// What is not modelled, or could hide a run that goes on, is no proof.
#[test]
fn what_is_not_modelled_is_no_proof() {
    for source in [
        "void f(int n) { if (n > 0) f(n - 2); else if (n < 0) f(n + 3); else f(0); }",
        "int read_device(void); void f(void) { while (read_device()) ; }",
        "void f(void (*g)(void)) { g(); }",
        "void f(volatile int *p) { while (*p) ; }",
        "void f(int *p) { while (*p) *p = *p - 2; }",
        "void f(int x, int y) { while (x / y > 0) ; }",
        "void f(unsigned x) { while (__builtin_clz(x) > 40) ; }",
        "void f(int x) { while (x > 0) { int *p = __builtin_alloca(4); *p = x; x = *p; } }",
        "void f(double x) { while (x > 1) x = x / 2; }",
        "struct list { struct list *next; }; void f(struct list *p) { p->next = p; while (p) p = p->next; }",
    ] {
        let (v, ..) = found(source, "f");
        assert!(matches!(v, Verdict::Unknown { .. }), "{v}: {source}");
    }
    // With no assumption allowed, an access that is not shown to be right is
    // undecided.
    let source = "int f(int *a, unsigned char n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }";
    let module = support::read_wrapping(source);
    let f = module.function("f").expect("an entry");
    for (strict, proved) in [(false, true), (true, false)] {
        let options = Options {
            strict,
            ..Options::default()
        };
        let r = analyse(&module, f, &options, &mut |_| {});
        assert_eq!(r.verdict == Verdict::Terminates, proved, "{}", r.verdict);
        assert_eq!(r.assumptions.is_empty(), strict);
    }
}

/// What a later loop asks of an input takes the exact cost apart (Figure 12 of the
/// document, whose bound has absolute values): each case must be true of its runs.
#[test]
fn costs_are_exact_by_cases_of_what_later_guards_ask() {
    let some: Vec<u8> = (0..=255u8)
        .filter(|v| v % 9 == 2 || *v < 4 || (124..132).contains(v))
        .collect();
    let mut pairs = Vec::new();
    for x in &some {
        pairs.extend(some.iter().map(|y| vec![*x, *y]));
    }
    let programs = [
        ("void f(signed char x, signed char y) { while (x > 0) x--; while (y > 0) y--; }", true),
        ("void f(unsigned char x, signed char y) { while (x > 0) x--; if (y > 7) while (x < 9) x++; }", true),
        ("void f(signed char x, signed char y) { while (x > 0) { x--; if (y < -3) x--; } }", false),
        ("void f(signed char x, signed char y) { for (signed char i = 0; i < x; i++) for (signed char j = 0; j < y; j++) ; }", false),
        ("void f(signed char x, signed char y) { while (x > 0) x--; while (y > 0 && y < 50) y--; while (y < 0) y++; }", false),
    ];
    for (c, exact) in programs {
        let mut t = Tally::default();
        check(c, &pairs, &mut t);
        assert_eq!((t.proved, t.endless), (1, 0), "{c}");
        assert!(!exact || t.exact == 1, "not exact: {c}");
    }
}
