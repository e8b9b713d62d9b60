//! Each rewriting rule by itself: that it is used at all, that without it the
//! same expressions have the same values, and that the page of rules is up to
//! date.

mod raw;

use ep_base::random::Random;
use ep_term::{Evaluator, FloatSort, Model, Pool, Rule, Sort, TermId};
use raw::{Grow, Raw};
use std::collections::BTreeMap;

/// Widths that are gone through in full.
const WIDTHS: [&[u32]; 4] = [&[3, 3], &[4, 2], &[1, 2, 3], &[1, 1, 1, 1]];

fn expression(r: &mut Random) -> (&'static [u32], Raw) {
    let widths = WIDTHS[r.below(WIDTHS.len())];
    let bytes: Vec<u8> = (0..r.below(60)).map(|_| r.bits() as u8).collect();
    let depth = 1 + r.below(5) as u32;
    let mut grow = Grow::new(&bytes, widths, 8);
    let e = match r.below(2) {
        0 => grow.boolean(depth),
        _ => grow.bv(depth, 1 + r.below(8) as u32),
    };
    (widths, e)
}

fn variables(p: &mut Pool, widths: &[u32]) -> Vec<TermId> {
    (widths.iter().enumerate())
        .map(|(i, w)| p.fresh_var(&format!("x{i}"), Sort::BitVec(*w)))
        .collect()
}

/// Floats that are made of bits and such that are not, arrays, and a quantifier;
/// integers only as far as comparisons are negated. The sixteen bits come first.
fn others(p: &mut Pool) -> (Vec<TermId>, Vec<TermId>) {
    let bits = Sort::BitVec(16);
    let vars: Vec<TermId> = (0..3)
        .map(|i| p.fresh_var(&format!("b{i}"), bits))
        .collect();
    let mut all = Vec::new();
    let made: Vec<TermId> = (vars.iter())
        .map(|v| p.fp_from_bits(*v, FloatSort::F16))
        .collect();
    let half = p.fp(FloatSort::F16, 0x3800);
    let sum = p.fp_add(made[0], made[1]);
    let constant = p.bv(16, 0x4000);
    let two = p.fp_from_bits(constant, FloatSort::F16);
    for x in [made[0], half, sum, two] {
        let (neg, abs) = (p.fp_neg(x), p.fp_abs(x));
        for t in [neg, abs] {
            let (again, twice) = (p.fp_neg(t), p.fp_abs(t));
            let same = p.fp_to_fp(again, FloatSort::F16);
            all.extend([again, twice, same, p.fp_to_bits(t)]);
        }
        let back = p.fp_to_bits(x);
        all.push(p.fp_from_bits(back, FloatSort::F16));
        for y in [made[1], half, x] {
            all.extend([p.fp_eq(x, y), p.fp_lt(x, y), p.fp_le(x, y), p.eq(x, y)]);
        }
        all.extend([
            p.fp_is_nan(x),
            p.fp_is_inf(x),
            p.fp_is_zero(x),
            p.fp_is_negative(x),
            p.fp_is_normal(x),
            p.fp_is_subnormal(x),
        ]);
    }
    let sort = p.array_sort(bits, bits);
    let zero = p.bv(16, 0);
    let flat = p.const_array(sort, zero);
    let mut array = flat;
    for (i, v) in [(0, 1), (1, 2), (0, 0)] {
        array = p.store(array, vars[i], vars[v]);
        all.push(p.select(array, vars[0]));
        all.push(p.select(flat, vars[i]));
        let inside = p.select(array, vars[1]);
        let stored = p.store(array, vars[1], inside);
        all.push(p.select(stored, vars[2]));
        let flat = p.store(flat, vars[i], zero);
        all.push(p.select(flat, vars[2]));
    }
    // Masks that are no run of ones.
    let (one, other) = (p.bv(16, 0x5555), p.bv(16, 0x9249));
    let masked = p.bvand(vars[0], one);
    all.push(p.bvand(masked, other));
    let known = p.bv(16, 7);
    let at = p.store(array, known, vars[2]);
    all.push(p.select(at, known));
    (vars, all)
}

fn count(p: &Pool, counts: &mut BTreeMap<Rule, u64>) {
    for (rule, n) in p.used_rules() {
        *counts.entry(rule).or_default() += n;
    }
}

#[test]
fn every_rule_is_used() {
    let mut counts = BTreeMap::new();
    let mut r = Random::new(1);
    let mut tries = 0;
    while tries < 200_000 && (tries < 2_000 || counts.values().any(|n| *n == 0)) {
        let mut p = Pool::new();
        let (widths, e) = expression(&mut r);
        let vars = variables(&mut p, widths);
        e.build(&mut p, &vars);
        if tries == 0 {
            others(&mut p);
            let (x, b) = (p.fresh_var("n", Sort::Int), p.tru());
            let zero = p.int_i128(0);
            let less = p.int_lt(x, zero);
            p.not(less);
            let v = p.as_var(x).unwrap();
            p.forall(&[v], b, &[]);
        }
        count(&p, &mut counts);
        tries += 1;
    }
    let unused: Vec<_> = counts.iter().filter(|c| *c.1 == 0).collect();
    assert!(unused.is_empty(), "after {tries}: {unused:?}");
}

#[test]
fn without_a_rule_the_values_are_the_same() {
    for &rule in Rule::ALL {
        let mut r = Random::new(rule as u64 + 2);
        let mut ev = Evaluator::new();
        for _ in 0..60 {
            let (widths, e) = expression(&mut r);
            let mut p = Pool::new();
            p.switch_off(rule);
            let vars = variables(&mut p, widths);
            let t = e.build(&mut p, &vars);
            let total: u32 = widths.iter().sum();
            for _ in 0..24 {
                let bits = r.bits() & ((1 << total) - 1);
                let mut rest = u128::from(bits);
                let mut m = Model::new();
                let mut values = Vec::new();
                for (v, w) in vars.iter().zip(widths) {
                    values.push(rest & ((1 << w) - 1));
                    rest >>= w;
                    m.set_bits(p.as_var(*v).unwrap(), values[values.len() - 1]);
                }
                let got = ev.eval_bits(&p, t, &m);
                assert_eq!(
                    got,
                    Some(e.eval(&values)),
                    "without {}: {e:?} at {values:?} is {}",
                    rule.name(),
                    p.infix(t)
                );
            }
        }
        let used = |p: &Pool| p.used_rules().find(|u| u.0 == rule).unwrap().1;
        let (mut with, mut without) = (Pool::new(), Pool::new());
        without.switch_off(rule);
        let ((vars, left), (_, right)) = (others(&mut with), others(&mut without));
        assert_eq!(used(&without), 0, "{} was switched off", rule.name());
        for _ in 0..8 {
            let mut m = Model::new();
            for v in &vars {
                m.set_bits(with.as_var(*v).unwrap(), u128::from(r.bits() as u16));
            }
            for (a, b) in left.iter().zip(&right) {
                let (x, y) = (ev.eval(&with, *a, &m), ev.eval(&without, *b, &m));
                assert!(
                    x.is_some() && x == y,
                    "without {}: {a} is {x:?}, {b} is {y:?}",
                    rule.name()
                );
            }
        }
    }
}

/// The page as the list of rules has it.
fn page() -> String {
    let mut out = String::from(
        "# Rewriting rules\n\n\
         What the constructors of terms do beside making their node ([terms](terms.md)). The list is that of \
         `crates/term/src/rules.rs`; `EVERYPATH_WRITE=1 cargo test -p everypath-term --test rules` writes this page. \
         `c`, `d` and `e` are literals, `h · l` is a concatenation, `p ? x : y` a choice.\n\n\
         | rule | is used for | gives |\n| --- | --- | --- |\n",
    );
    for rule in Rule::ALL {
        let (left, right) = rule.sides();
        out.push_str(&format!("| {} | {left} | {right} |\n", rule.name()));
    }
    out
}

#[test]
fn the_page_lists_them() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/algorithms/rewriting.md"
    );
    if std::env::var_os("EVERYPATH_WRITE").is_some() {
        std::fs::write(file, page()).unwrap();
    }
    let written = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        written == page(),
        "docs/algorithms/rewriting.md is not what the list says"
    );
}
