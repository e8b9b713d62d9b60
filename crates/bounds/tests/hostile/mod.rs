//! Functions that look as if they ended and do not, that look as if one formula
//! bounded them and it does not, or that behave otherwise in their last round;
//! and the same with mathematical integers. Inputs of 8 bits are run.

use super::{at_width, claims, compile, exhaustively, some, wrong};
use ep_base::time::{SecondLook, Verdict};
use ep_base::Budget;
use ep_bounds::evidence::counted::{gather, Limits};
use ep_bounds::evidence::grid::{Given, Grid, Point, Shape};
use ep_bounds::evidence::Subject;
use ep_bounds::time::{analyse, operation_on_bits, unwind, Arithmetic, Options};
use ep_ir::{FuncId, Module};

/// Does `f` end on all inputs?
const PROGRAMS: [(bool, &str); 34] = [
    // Powers: what the recursion does is not what its shape says.
    (true, "static void r0(U k) { if (k) { r0(k - 1); r0(k - 1); } } void f(U x) { r0(x & 7); }"),
    (true, "static void r1(U k) { if (k) { r1(k - 1); r1(k - 1); r1(k - 1); } } void f(U x) { r1(x & 3); }"),
    (true, "static U r2(U k) { if (k < 2) return k; return (U)(r2(k - 1) + r2(k - 2)); } void f(U x) { r2(x & 7); }"),
    (true, "static void r3(U k) { if (k & 1) return; if (k) { r3(k - 1); r3(k - 1); } } void f(U x) { r3(x); }"),
    (true, "static void r4(U k) { if (k == 3) for (U i = 0; i < 40; i++) ; if (k) { r4(k - 1); r4(k - 1); } } void f(U x) { r4(x & 7); }"),
    (true, "static void r5(S k) { if (k > 0) { r5(k - 1); r5(k - 1); } } void f(S x) { r5(x % 8); }"),
    (true, "static void b6(U k); static void a6(U k) { if (k) { b6(k - 1); b6(k - 1); } } static void b6(U k) { if (k) a6(k - 1); } void f(U x) { a6(x & 15); }"),
    (true, "static void r7(U k, U m) { if (k) { r7(k - 1, m); if (m & 1) r7(k - 1, m >> 1); } } void f(U x, U y) { r7(x & 7, y); }"),
    (true, "static void r8(U k) { if (k > 4) { r8(k - 2); r8(k - 3); r8(k - 5); } } void f(U x) { r8(x & 15); }"),
    (true, "static void r9(U k) { if (k) { for (U i = 0; i < 2; i++) r9(k - 1); } } void f(U x) { r9(x & 7); }"),
    (true, "static U g10; static void r10(U k) { if (k && g10) { g10--; r10(k - 1); r10(k - 1); } } void f(U x) { g10 = 20; r10(x & 15); }"),
    // The measure falls in all rounds but one, or the step misses.
    (false, "void f(U x, U y) { while (x < y) x += 2; }"),
    (false, "void f(U x) { for (U i = 0; i <= x; i++) ; }"),
    (false, "void f(S x) { while (x <= 127) x++; }"),
    (false, "void f(S x) { for (S i = -128; i <= x; i++) ; }"),
    (false, "void f(U x, U y) { while (x > 3) { x--; if (x == y) x = 9; } }"),
    (false, "void f(U x) { U i = 0; while (i != x) { i += 2; if (i == 254 && x == 255) i = 0; } }"),
    (false, "void f(S x, S y) { while (x != y) { if (x < y) x += 2; else x--; } }"),
    (false, "void f(U x, U y) { while (x) { x--; if (y && x == 1) { y--; x = 5; } if (x == 0 && y == 77) x = 1; } }"),
    (false, "void f(U x) { U a[3] = {1, 2, 0}; U p = 0; if (x == 200) a[2] = 1; while (a[p]) p = a[p] & 1; }"),
    // They end, and the wrap is part of it.
    (true, "void f(U x) { while (x) x++; }"),
    (true, "void f(S x) { while (x > 0) x += 5; }"),
    (true, "void f(S x) { while (x > -100) x -= 7; }"),
    (true, "void f(U x, U y) { while (x > y) { x += 3; if (x < 3) break; } }"),
    (true, "void f(U x, U y) { for (U i = x; i != y; i++) if (i == 255) { i = y; break; } }"),
    (true, "void f(U x) { U i = x; do i += 16; while (i >= 16); }"),
    (true, "void f(U x, U y) { U n = 0; while (x != y && n < 9) { x = (U)(x * 3); n++; } }"),
    // Few rounds for all inputs, and no measure that is linear.
    (true, "void f(U x) { U m = 0; while ((x & m) != x) m = (U)(m << 1 | 1); }"),
    (true, "void f(U x) { x &= (U)~1u; while (x) x = (U)(x * x); }"),
    (true, "void f(U x) { static U (*const t[2])(U) = {0, 0}; U i = 0; do i++; while (i < (x & 3) && !t[0]); }"),
    (false, "void f(U x) { while (x) x = (U)(x * x); }"),
    (false, "void f(U x) { U m = 0; while ((x & m) != x) m = (U)(m << 1); }"),
    (false, "struct n { struct n *next; }; void f(U x) { struct n c = {0}, b = {&c}, a = {&b}; if (x == 9) c.next = &a; for (struct n *p = &a; p; p = p->next) ; }"),
    (true, "struct n { struct n *next; }; void f(U x) { struct n c = {0}, b = {&c}, a = {&b}; if (x == 9) b.next = 0; for (struct n *p = &a; p; p = p->next) ; }"),
];

fn read(programs: &[&str]) -> (Module, Vec<FuncId>, tempfile::TempDir) {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut text = String::from(
        "#if W == 8\ntypedef signed char S; typedef unsigned char U;\n#else\ntypedef int S; typedef unsigned U;\n#endif\n",
    );
    let mut names = Vec::new();
    for (i, p) in programs.iter().enumerate() {
        // Each is a unit of its own.
        let own = p.replace("struct n", &format!("struct n{i}"));
        text.push_str(&own.replace(" f(", &format!(" f{i}(")));
        text.push('\n');
        names.push(format!("f{i}"));
    }
    let source = scratch.path().join("hostile.c");
    std::fs::write(&source, text).expect("written");
    let module = compile(&source, &names, scratch.path());
    let ids = names
        .iter()
        .map(|n| module.function(n).expect("it is there"));
    let ids = ids.collect();
    (module, ids, scratch)
}

#[test]
fn hostile_functions_are_not_misjudged() {
    let texts: Vec<&str> = PROGRAMS.iter().map(|p| p.1).collect();
    let (module, ids, _scratch) = read(&texts);
    let mut bad = Vec::new();
    let (mut proved, mut agreed) = (0, 0);
    for ((ends, text), id) in PROGRAMS.iter().zip(&ids) {
        let mut r = claims(&module, *id);
        let options = Options {
            budget: Budget {
                timeout: Some(std::time::Duration::from_secs(10)),
                ..Budget::default()
            },
            ..Options::default()
        };
        unwind(&module, *id, &options, &mut r).expect("no defect");
        // With two parameters every third input: 3 and 256 share no divisor.
        let e = match text.contains("y)") {
            true => some(&module, *id, &r, 3),
            false => exhaustively(&module, *id, &r),
        };
        if (e.counted.skipped == 0) != *ends {
            bad.push(format!("the test is wrong about itself: {text}"));
        }
        if let Some(w) = wrong(&r, &e) {
            bad.push(format!("{w}\n  {text}"));
        }
        proved += u32::from(r.verdict == Verdict::Terminates);
        agreed += u32::from(r.loops.iter().any(|l| l.second == Some(SecondLook::Agrees)));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(proved >= 16, "{proved} are proved");
    assert!(agreed >= 5, "in {agreed} two engines agree");
}

/// Ends with mathematical integers; ends with those of the machine.
const MATHEMATICS: [(bool, bool, &str); 10] = [
    (true, false, "void f(U x) { for (U i = 0; i <= x; i++) ; }"),
    (true, false, "void f(U x, U y) { while (x < y) x += 2; }"),
    // At 8 bits it wraps around, and comes to the number above 100 that every class
    // of remainders by 4 has.
    (true, true, "void f(S x) { while (x <= 100) x += 100; }"),
    (true, true, "void f(U x) { while (x > 0) x--; }"),
    (true, true, "void f(S x, S y) { while (x < y) x++; }"),
    // Only the wrap ends them.
    (false, true, "void f(U x) { while (x) x++; }"),
    (false, true, "void f(S x) { while (x > 0) x += 5; }"),
    (false, true, "void f(S x) { while (x < 0) x--; }"),
    (false, true, "void f(U x) { while (x != 5) x += 3; }"),
    // Sums of numbers without an end are larger than both.
    (
        false,
        false,
        "void f(U x, U y) { while (x <= (U)(x + y)) ; }",
    ),
];

#[test]
fn mathematical_integers_do_not_wrap_around() {
    let texts: Vec<&str> = MATHEMATICS.iter().map(|p| p.2).collect();
    let (module, ids, _scratch) = read(&texts);
    for ((math, bits, text), id) in MATHEMATICS.iter().zip(&ids) {
        assert_eq!(operation_on_bits(&module, *id), None, "{text}");
        let options = Options {
            arithmetic: Arithmetic::Math,
            bounds: true,
            ..Options::default()
        };
        let own = analyse(&module, *id, &options, &mut |_| {});
        let ends = |v: &Verdict| *v == Verdict::Terminates;
        assert_eq!(ends(&own.verdict), *math, "{text}: {}", own.verdict);
        let said = own
            .assumptions
            .iter()
            .any(|a| a.text.contains("mathematical"));
        assert!(said, "{text}: {:?}", own.assumptions);
        let machine = claims(&module, *id);
        // What does not end is never proved; what ends may be open.
        assert!(*bits || !ends(&machine.verdict), "{text}");
    }
    let (module, ids, _scratch) = read(&["void f(U x) { while (x) x >>= 1; }"]);
    let (what, place) = operation_on_bits(&module, ids[0]).expect("a shift");
    assert_eq!((what, place.line), (">>", 6));
}

/// Products of mathematical integers, over parameters from -4 to 5, where a machine of
/// 32 bits has them too: has it a bound?
const PRODUCTS: [(bool, &str); 16] = [
    (
        true,
        "void f(S x, S y, S z) { while (x > 0) { x--; y += z * z * z; } while (y > 0) y--; }",
    ),
    (
        true,
        "void f(S x, S y) { y = 0; while (x > 0) { x--; y += x * x; } while (y > 0) y--; }",
    ),
    (
        true,
        "void f(S x, S y) { if (x > 1) while (x < y) x = x * x; }",
    ),
    (true, "void f(S x) { S y = 2; while (y < x) y = y * y; }"),
    (
        true,
        "void f(S x, S y) { S n = x * y; while (n > 0) n -= 2; }",
    ),
    (
        true,
        "void f(S x, S y) { S n = (x - 1) * (y + 2) - x * y; while (n > 0) n--; }",
    ),
    (
        true,
        "void f(S x, S y, S z) { if (x > 0) while (x < y * y) { x = 5 * x + z * z; y = 2 * y; } }",
    ),
    (
        true,
        "void f(S x, S y) { S a = x, n = x * x; x = y; while (n > 0) { n--; a = x; } }",
    ),
    // The factors are others by the time that the product is asked for.
    (
        true,
        "void f(S x, S y) { S n = x * y; x = 0; y = 1; while (n > 0) n--; }",
    ),
    (
        true,
        "void f(S x, S y) { S n = 0; while (x > 0) { n = x * y; x--; } while (n > 0) n--; }",
    ),
    // They do not end for all parameters.
    (false, "void f(S x, S y) { while (x > 0) x = x * y; }"),
    (false, "void f(S x, S y) { while (x * x < y) x = -x; }"),
    (
        false,
        "void f(S x, S y) { while (x * y > 0) { x--; y--; } }",
    ),
    (
        false,
        "void f(S x, S y) { if (x > 0) while (x < y) x = x * x; }",
    ),
    (
        false,
        "void f(S x, S y, S z) { if (x > 0) while (x < y * y) { x = 3 * x + z * z; y = 2 * y; } }",
    ),
    (
        false,
        "void f(S x, S y) { S n = x * y; while (n > 0) { n = n - x * x; } }",
    ),
];

/// All values from -4 to 5 of all parameters.
fn small(grid: &Grid) -> Vec<Point> {
    let mut out = vec![Point::default()];
    for s in &grid.shapes {
        let Shape::Integer { ty, .. } = s else {
            panic!("a parameter is no integer: {s:?}");
        };
        out = (out.into_iter())
            .flat_map(|p| {
                (-4..=5i32).map(move |v| {
                    let mut p = p.clone();
                    p.parameters.push(Given {
                        ty: ty.clone(),
                        bytes: Some(v.to_le_bytes().to_vec()),
                    });
                    p
                })
            })
            .collect();
    }
    out
}

#[test]
fn products_are_the_products_of_what_was_multiplied() {
    let mut bad = Vec::new();
    for (bounded, text) in PRODUCTS {
        let scratch = tempfile::tempdir().expect("a folder");
        let source = scratch.path().join("product.c");
        std::fs::write(&source, format!("typedef int S;\n{text}\n")).expect("written");
        let module = at_width(32, &source, &["f".to_owned()], scratch.path());
        let entry = module.function("f").expect("it is there");
        let options = Options {
            arithmetic: Arithmetic::Math,
            bounds: true,
            ..Options::default()
        };
        let report = analyse(&module, entry, &options, &mut |_| {});
        let told = report.bounds.upper.is_some();
        // Of inputs whose runs stay away from a loop that is open there may be a bound.
        let ends = report.verdict == Verdict::Terminates;
        if ends != bounded || bounded && !told {
            bad.push(format!("{}, bound {told}\n  {text}", report.verdict));
            continue;
        }
        if !bounded {
            continue;
        }
        let subject = Subject {
            module: &module,
            entry,
        };
        let mut grid = Grid::new(subject, 8).expect("a grid");
        grid.points = small(&grid);
        let limits = Limits {
            run: 1 << 17,
            all: u64::MAX,
            sets: 0,
            ..Limits::default()
        };
        let budget = Budget::default();
        let e = gather(subject, &mut grid, &report, None, &limits, &budget).expect("no defect");
        if let Some(w) = wrong(&report, &e) {
            bad.push(format!("{w}\n  {text}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
