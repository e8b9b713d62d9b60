//! Measures of recursions: what bounds them, and what must not.

use ep_bounds::recursion::walk::Sign;
use ep_bounds::recursion::{bounds, divisions, Bounded, Cycles, Rank};
use ep_ir::{FuncId, LocId, Module};
use std::collections::BTreeSet;

fn module(source: &str) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let options = ep_clang::ReadOptions {
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        keep_unreachable_functions: true,
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

fn all(source: &str, members: &[&str]) -> Vec<Bounded> {
    all_from(source, members, &[])
}

/// The first call has parameters in these ranges.
fn all_from(source: &str, members: &[&str], ranges: &[(i128, i128)]) -> Vec<Bounded> {
    let m = module(source);
    let ids: Vec<FuncId> = (members.iter())
        .map(|n| m.function(n).expect("a function"))
        .collect();
    let set: BTreeSet<FuncId> = ids.iter().copied().collect();
    let targets = |_: FuncId, _: LocId| None;
    let cycles = Cycles {
        module: &m,
        targets: &targets,
        members: &set,
    };
    let start = |_: Sign| (ranges.iter().map(|(l, h)| (Some(*l), Some(*h)))).collect();
    bounds(&cycles, ids[0], &start)
}

/// How many calls can follow the first one for these arguments, by the best
/// measure of this reading.
fn calls(found: &[Bounded], sign: Sign, args: &[i128]) -> Option<i128> {
    let value = |i: Option<usize>| i.map_or(0, |i| args[i]);
    let one = |b: &Bounded| {
        let m = value(b.measure.plus) - value(b.measure.minus);
        match b.rank {
            Rank::Falls { by, least, idle } => {
                let k = ((m - least + by).max(0)) / by;
                let idle = i128::from(idle);
                k * (1 + idle) + idle
            }
            Rank::Halves { more, least, bits } => {
                let n = (m + more).max(0) / least;
                let length = i128::from(128 - n.leading_zeros());
                (length + i128::from(bits) - 1) / i128::from(bits)
            }
            Rank::Remains => i128::from(divisions(m.unsigned_abs())),
        }
    };
    let own = found.iter().filter(|b| b.measure.sign == sign);
    own.map(one).min()
}

#[track_caller]
fn bounded(source: &str, members: &[&str], sign: Sign, cases: &[(&[i128], i128)]) {
    let found = all(source, members);
    for (args, want) in cases {
        assert_eq!(
            calls(&found, sign, args),
            Some(*want),
            "{args:?}: {found:?}"
        );
    }
}

#[track_caller]
fn unbounded(source: &str, members: &[&str]) {
    let found = all(source, members);
    assert!(found.is_empty(), "{found:?}");
}

use Sign::{Signed, Unsigned};

#[test]
fn an_argument_that_falls_and_is_tested() {
    let c = "int f(int n) { if (n <= 0) return 0; return 1 + f(n - 1); }";
    bounded(c, &["f"], Signed, &[(&[5], 5), (&[0], 0), (&[-3], 0)]);
    let c = "int f(int n) { if (n < 10) return 0; return f(n - 3) + f(n - 4); }";
    bounded(c, &["f"], Signed, &[(&[10], 1), (&[13], 2), (&[9], 0)]);
    let c = "unsigned f(unsigned n) { if (n == 0) return 0; return 1 + f(n - 1); }";
    bounded(c, &["f"], Unsigned, &[(&[5], 5), (&[0], 0)]);
}

#[test]
fn an_argument_that_is_not_tested_against_a_limit() {
    // From -1 it goes down to the least number: only without sign it falls to
    // where it is tested.
    let c = "int f(int n) { if (n == 0) return 0; return f(n - 1); }";
    let found = all(c, &["f"]);
    assert_eq!(calls(&found, Signed, &[7]), None, "{found:?}");
    assert_eq!(calls(&found, Unsigned, &[7]), Some(7), "{found:?}");
    // It may begin behind the limit.
    unbounded(
        "int f(int i, int n) { if (i == n) return 0; return f(i + 1, n); }",
        &["f"],
    );
    // The step below 0 wraps around to behind the limit: that is the last call.
    let c = "unsigned f(unsigned n) { if (n > 9) return 0; return f(n - 1); }";
    let found = all(c, &["f"]);
    assert_eq!(calls(&found, Signed, &[7]), Some(8), "{found:?}");
}

#[test]
fn a_step_that_may_wrap_around() {
    // 3 becomes 4294967294 after two rounds.
    unbounded(
        "unsigned f(unsigned n) { if (n < 2) return 0; return f(n - 3); }",
        &["f"],
    );
    unbounded("unsigned char f(unsigned char n) { if (n == 0) return 0; return f((unsigned char)(n - 2)); }", &["f"]);
    unbounded(
        "int f(unsigned char n) { if (n == 255) return 0; return f((unsigned char)(n * 2)); }",
        &["f"],
    );
}

#[test]
fn an_argument_that_falls_on_one_way_only() {
    unbounded("int f(int n, int k) { if (n <= 0) return 0; if (k) return f(n, k - 1); return f(n - 1, k); }", &["f"]);
    unbounded(
        "int g; int f(int n) { if (n <= 0) return 0; if (g) n++; return f(n - 1); }",
        &["f"],
    );
    unbounded("int f(int n) { if (n <= 0) return 0; int m = n; while (g()) m++; return f(m - 1); } int g(void);".replace("int f", "int g(void); int f").as_str(), &["f"]);
}

#[test]
fn counting_up_to_a_limit() {
    let c = "int f(int i, int n) { if (i >= n) return 0; return 1 + f(i + 1, n); }";
    bounded(
        c,
        &["f"],
        Signed,
        &[(&[0, 7], 7), (&[7, 7], 0), (&[9, 7], 0)],
    );
    let c = "int f(int d) { if (d > 16) return 0; int s = 0; for (int i = 0; i < 3; i++) s += f(d + 1); return s; }";
    bounded(c, &["f"], Signed, &[(&[0], 17), (&[16], 1), (&[17], 0)]);
    // The limit moves along.
    unbounded(
        "int f(int i, int n) { if (i >= n) return 0; return f(i + 1, n + 1); }",
        &["f"],
    );
}

#[test]
fn halving() {
    let c = "unsigned f(unsigned n) { if (n == 0) return 0; return 1 + f(n / 2); }";
    bounded(
        c,
        &["f"],
        Unsigned,
        &[(&[1], 1), (&[255], 8), (&[256], 9), (&[0], 0)],
    );
    let c = "unsigned f(unsigned n) { if (n >= 8) f(n >> 3); return n; }";
    bounded(c, &["f"], Unsigned, &[(&[7], 0), (&[64], 2), (&[512], 3)]);
    // Without the test it stays at 0 for ever.
    unbounded("unsigned f(unsigned n) { return f(n / 2); }", &["f"]);
    // Rounded up it stays at 1.
    unbounded(
        "unsigned f(unsigned n) { if (n == 0) return 0; return f(n / 2 + n % 2); }",
        &["f"],
    );
    unbounded(
        "int f(int n) { if (n == 0) return 0; return f(n >> 1); }",
        &["f"],
    );
}

#[test]
fn halves_of_a_range() {
    let search = "int f(const int *a, int lo, int hi, int k) {
        if (lo > hi) return -1;
        int m = lo + (hi - lo) / 2;
        if (a[m] == k) return m;
        return a[m] < k ? f(a, m + 1, hi, k) : f(a, lo, m - 1, k);
    }";
    let at = |n: i128| [0, 0, n - 1, 0];
    bounded(
        search,
        &["f"],
        Signed,
        &[
            (&at(0), 0),
            (&at(1), 1),
            (&at(100), 7),
            (&at(127), 7),
            (&at(128), 8),
        ],
    );
    // The upper half with the middle: two elements stay two.
    let whole = "int f(int lo, int hi) { if (lo >= hi) return 0; int m = lo + (hi - lo) / 2; return f(lo, m) + f(m, hi); }";
    unbounded(whole, &["f"]);
    let sort = "void f(int lo, int hi) { if (lo >= hi) return; int m = lo + (hi - lo) / 2; f(lo, m); f(m + 1, hi); }";
    bounded(
        sort,
        &["f"],
        Signed,
        &[(&[0, 63], 6), (&[0, 64], 7), (&[3, 3], 0)],
    );
}

#[test]
fn a_first_call_that_no_other_follows() {
    let c = "int f(int n) { if (n < 3) return 1; return f(n - 1) + f(n - 2); }";
    let found = all_from(c, &["f"], &[(2, 2)]);
    assert_eq!(calls(&found, Signed, &[2]), Some(0), "{found:?}");
    let found = all_from(c, &["f"], &[(2, 3)]);
    assert_eq!(calls(&found, Signed, &[3]), Some(1), "{found:?}");
}

#[test]
fn remainders_of_euclid() {
    let c = "int f(int x, int y) { if (y == 0) return x; return f(y, x % y); }";
    // 13 and 8 are neighbours of Fibonacci's: the most divisions that 8 has.
    let cases: &[(&[i128], i128)] = &[(&[13, 8], 5), (&[9, 0], 0), (&[9, 1], 1), (&[5, -8], 5)];
    bounded(c, &["f"], Signed, cases);
    let c = "unsigned f(unsigned a, unsigned b) { return a ? f(b % a, a) : b; }";
    bounded(c, &["f"], Unsigned, &[(&[8, 13], 5), (&[0, 9], 0)]);
    // What is divided next is not what divided before.
    for call in [
        "f(y, x % (y + 1))",
        "f(y, x % y + 1)",
        "f(x % y, y)",
        "f(y + 1, -(x % y))",
        "f(y, x % y - 1)",
    ] {
        unbounded_signed(&format!(
            "int f(int x, int y) {{ if (y == 0) return x; return {call}; }}"
        ));
    }
    unbounded_signed(
        "int f(int x, int y) { if (y == 0) return x; x = x + y; return f(y, y % x); }",
    );
}

/// Divisions are no measure of it.
#[track_caller]
fn unbounded_signed(source: &str) {
    let found = all(source, &["f"]);
    let euclid = found.iter().any(|b| b.rank == Rank::Remains);
    assert!(!euclid, "{source}: {found:?}");
}

#[test]
fn divisions_are_counted() {
    // Of all pairs up to 1,000, by doing them.
    for y in 0u128..1_000 {
        let mut most = 0;
        for x in 0u128..1_000 {
            let (mut a, mut b, mut n) = (x, y, 0);
            while b != 0 {
                (a, b) = (b, a % b);
                n += 1;
            }
            most = most.max(n);
        }
        assert!(most <= divisions(y), "{y}: {most}");
    }
    assert_eq!(divisions(1 << 31), 45);
}

#[test]
fn what_another_function_gives_back() {
    let c = "static int cut(int lo, int hi) { int i = lo - 1; for (int j = lo; j < hi; j++) if (j & 1) i++; return i + 1; }
        void f(int lo, int hi) { if (lo < hi) { int p = cut(lo, hi); f(lo, p - 1); f(p + 1, hi); } }";
    bounded(c, &["f"], Signed, &[(&[0, 31], 31), (&[5, 5], 0)]);
    // This one may give back what lies outside.
    let c = "static int cut(int lo, int hi) { int i = lo - 1; for (int j = lo; j <= hi + 1; j++) if (j & 1) i++; return i + 1; }
        void f(int lo, int hi) { if (lo < hi) { int p = cut(lo, hi); f(lo, p - 1); f(p, hi); } }";
    unbounded(c, &["f"]);
}

#[test]
fn functions_that_call_each_other() {
    let c = "int odd(unsigned n); int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
        int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }";
    bounded(c, &["even", "odd"], Unsigned, &[(&[0], 0), (&[7], 7)]);
    // One of the calls keeps it.
    let c = "int b(int d); int a(int d) { if (d > 9) return 0; return b(d); }
        int b(int d) { if (d > 9) return 0; return a(d + 1); }";
    bounded(c, &["a", "b"], Signed, &[(&[9], 3), (&[0], 21)]);
    // Both do.
    unbounded("int b(int d); int a(int d) { if (d > 9) return 0; return b(d); } int b(int d) { if (d > 9) return 0; return a(d); }", &["a", "b"]);
    // One gives back what the other takes.
    unbounded("int b(int d); int a(int d) { if (d > 9) return 0; return b(d + 1); } int b(int d) { if (d > 9) return 0; return a(d - 1); }", &["a", "b"]);
}

#[test]
fn a_test_for_equality_with_another_parameter() {
    let rows = "int f(int row, int n) { if (row == n) return 1; int c = 0;
        for (int x = 0; x < n; x++) c += f(row + 1, n); return c; }";
    let found = all_from(rows, &["f"], &[(0, 0), (1, 8)]);
    assert_eq!(calls(&found, Signed, &[0, 8]), Some(8), "{found:?}");
    // Nothing keeps the first one from being above.
    assert!(all_from(rows, &["f"], &[(0, 3), (1, 8)]).is_empty());
    assert!(all_from(rows, &["f"], &[]).is_empty());
    // Steps of two pass by.
    let two = "int f(int row, int n) { if (row == n) return 1; return f(row + 2, n); }";
    assert!(all_from(two, &["f"], &[(0, 0), (1, 8)]).is_empty());
    // The other one moves, in one of the calls towards it by too much.
    let both = "int f(int row, int n) { if (row == n) return 1; return row & 1 ? f(row + 1, n) : f(row, n - 1); }";
    let found = all_from(both, &["f"], &[(0, 0), (1, 8)]);
    assert_eq!(calls(&found, Signed, &[0, 8]), Some(8), "{found:?}");
    let both = "int f(int row, int n) { if (row == n) return 1; return row & 1 ? f(row + 1, n) : f(row + 1, n - 1); }";
    assert!(all_from(both, &["f"], &[(0, 0), (1, 8)]).is_empty());
    // Between functions, by the names of the parameters.
    let c = "int b(int i, int n); int a(int i, int n) { return i == n ? 0 : b(i + 1, n); }
        int b(int i, int n) { return i == n ? 1 : a(i + 1, n); }";
    let found = all_from(c, &["a", "b"], &[(0, 0), (0, 9)]);
    assert_eq!(calls(&found, Signed, &[0, 9]), Some(9), "{found:?}");
}
