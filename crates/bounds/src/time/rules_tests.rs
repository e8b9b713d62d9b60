//! Each rule against the scalars of the reference interpreter: every concrete
//! outcome must be a model of some outcome of the rule.

use super::facts::{Counters, Facts};
use super::lin::{pow2, Interval, Lin, Sym};
use super::rules::{Context, Num, Ruled, View};
use ep_ir::scalar;
use ep_ir::{BinOp, CastOp};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;

/// Theorem 6: for `t` in `[min, min + 2^n - 1]`, whether it is in
/// `[min, u]` or in `[l, min + 2^n - 1]`, as a single inequality.
fn in_bounds(t: &BigInt, u: &BigInt, l: &BigInt, bits: u32) -> bool {
    let size = pow2(bits);
    View::Unsigned.convert(bits, &(t - l)) + l <= size + u
}

const VIEWS: [View; 2] = [View::Unsigned, View::Signed];
const OPS: [BinOp; 13] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
];

/// What a rule leads to after all refinements.
struct Reached {
    facts: Facts,
    value: Lin,
    exact: bool,
}

fn all(
    facts: &Facts,
    next: u32,
    split: bool,
    rule: &mut dyn FnMut(&mut Context<'_>) -> Ruled<Lin>,
) -> Vec<Reached> {
    let mut out = Vec::new();
    let mut work = vec![(facts.clone(), next, 0)];
    let mut count = Counters::default();
    while let Some((facts, next, depth)) = work.pop() {
        assert!(depth < 8, "refinements do not come to an end");
        let (mut own, mut n, mut exact) = (facts.clone(), next, true);
        let ruled = rule(&mut Context {
            math: false,
            products: &mut Default::default(),
            facts: &mut own,
            next: &mut n,
            count: &mut count,
            split,
            exact: &mut exact,
        });
        match ruled {
            Ruled::Is(value) => out.push(Reached {
                facts: own,
                value,
                exact,
            }),
            Ruled::Refine(cases) => {
                for c in cases {
                    let mut refined = facts.clone();
                    refined.add(&c.form, &c.within);
                    if !refined.infeasible(&mut count) {
                        work.push((refined, next, depth + 1));
                    }
                }
            }
        }
    }
    assert_eq!(count.refuted_cores, 0);
    out
}

/// Whether integers for the variables without a value satisfy the facts and
/// give the form this value.
fn models(facts: &Facts, value: &Lin, want: &BigInt, given: &BTreeMap<Sym, BigInt>) -> bool {
    let mut facts = facts.substitute(&|v| given.get(&v).map(|n| Lin::number(n.clone())));
    let value = value.substitute(&|v| given.get(&v).map(|n| Lin::number(n.clone())));
    facts.equals_zero(&value.add(&-want));
    search(facts)
}

fn search(facts: Facts) -> bool {
    if facts.is_contradiction() {
        return false;
    }
    let Some(v) = facts.variables().into_iter().min_by_key(|v| {
        let r = facts.quick_range(&Lin::var(*v));
        match (r.lo, r.hi) {
            (Some(l), Some(h)) => h - l,
            _ => pow2(80),
        }
    }) else {
        return true;
    };
    let r = facts.quick_range(&Lin::var(v));
    let (Some(mut at), Some(hi)) = (r.lo, r.hi) else {
        panic!("{v} has no finite range");
    };
    while at <= hi {
        let n = Lin::number(at.clone());
        if search(facts.substitute(&|x| (x == v).then(|| n.clone()))) {
            return true;
        }
        at += 1;
    }
    false
}

fn concrete(op: BinOp, bits: u32, a: &BigInt, b: &BigInt) -> (u64, bool) {
    let raw = |n: &BigInt| {
        let u = View::Unsigned.convert(bits, n);
        u64::try_from(&u).expect("it fits")
    };
    let (a, b) = (raw(a), raw(b));
    let undefined = match op {
        // The least number by -1 has its wrapped result.
        BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem => b == 0,
        BinOp::Shl | BinOp::LShr | BinOp::AShr => b >= u64::from(bits),
        _ => false,
    };
    (scalar::bin64(op, bits, a, b), undefined)
}

/// The rule for `op` on operands in these ranges, against all pairs.
fn check(op: BinOp, bits: u32, views: [View; 3], ra: &Interval, rb: &Interval, split: bool) {
    let operand = |v: u32, r: &Interval, view| match (&r.lo, &r.hi) {
        (Some(l), Some(h)) if l == h => Num {
            form: Lin::number(l.clone()),
            view,
            bits,
        },
        _ => Num {
            form: Lin::var(Sym(v)),
            view,
            bits,
        },
    };
    let a = operand(0, ra, views[0]);
    let b = operand(1, rb, views[1]);
    let mut facts = Facts::new();
    facts.add(&a.form, ra);
    facts.add(&b.form, rb);
    let reached = all(&facts, 2, split, &mut |cx| cx.binary(op, &a, &b, views[2]));
    let (mut x, hx) = (ra.lo.clone().unwrap(), ra.hi.clone().unwrap());
    while x <= hx {
        let (mut y, hy) = (rb.lo.clone().unwrap(), rb.hi.clone().unwrap());
        while y <= hy {
            let (bitsof, undefined) = concrete(op, bits, &x, &y);
            let given = BTreeMap::from([(Sym(0), x.clone()), (Sym(1), y.clone())]);
            // Where C leaves it open, anything must be possible.
            let outcomes: Vec<u64> = if undefined {
                vec![0, scalar::mask64(bits), bitsof]
            } else {
                vec![bitsof]
            };
            for bitsof in outcomes {
                let want = views[2].convert(bits, &BigInt::from(bitsof));
                assert!(
                    reached
                        .iter()
                        .any(|r| models(&r.facts, &r.value, &want, &given)),
                    "{op:?} i{bits} {views:?} of {x} and {y} in {ra:?} {rb:?}: {want} is lost"
                );
            }
            if !undefined {
                // Where a rule says it is exact, nothing else is a model.
                let other = views[2].convert(bits, &BigInt::from(bitsof + 1));
                let right = views[2].convert(bits, &BigInt::from(bitsof));
                let wrong = reached.iter().any(|r| {
                    r.exact && other != right && models(&r.facts, &r.value, &other, &given)
                });
                assert!(
                    !wrong,
                    "{op:?} i{bits} {views:?} of {x} and {y}: {other} is no outcome"
                );
            }
            y += 1;
        }
        x += 1;
    }
}

fn view_sets() -> impl Iterator<Item = [View; 3]> {
    VIEWS
        .into_iter()
        .flat_map(|a| VIEWS.into_iter().map(move |b| (a, b)))
        .flat_map(|(a, b)| VIEWS.into_iter().map(move |c| [a, b, c]))
}

#[test]
fn every_concrete_outcome_is_a_model_at_widths_1_to_4() {
    for bits in 1..=4 {
        for op in OPS {
            for views in view_sets() {
                let (ra, rb) = (views[0].range(bits), views[1].range(bits));
                for split in [true, false] {
                    check(op, bits, views, &ra, &rb, split);
                }
            }
        }
    }
}

#[test]
fn every_concrete_outcome_is_a_model_at_widths_5_and_6() {
    // One operand is a number: the forms that programs have most.
    for bits in 5..=6 {
        for op in OPS {
            for views in view_sets() {
                let ra = views[0].range(bits);
                let rb = views[1].range(bits);
                let mut c = rb.lo.clone().unwrap();
                while Some(&c) <= rb.hi.as_ref() {
                    check(op, bits, views, &ra, &Interval::point(c.clone()), true);
                    c += 5;
                }
            }
        }
    }
}

#[test]
fn every_concrete_outcome_is_a_model_on_all_intervals_of_width_3() {
    for op in OPS {
        for views in view_sets() {
            let spans = |v: View| {
                let r = v.range(3);
                let (lo, hi) = (r.lo.unwrap(), r.hi.unwrap());
                let mut out = Vec::new();
                let mut a = lo.clone();
                while a <= hi {
                    for len in [0, 1, 3, 5] {
                        if &a + len <= hi {
                            out.push(Interval::new(a.clone(), &a + len));
                        }
                    }
                    a += 1;
                }
                out
            };
            for ra in spans(views[0]) {
                for rb in spans(views[1]) {
                    check(op, 3, views, &ra, &rb, true);
                }
            }
        }
    }
}

#[test]
fn conversions_at_widths_1_to_6() {
    for from in 1..=6u32 {
        for to in 1..=6u32 {
            for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt] {
                if (op == CastOp::Trunc) == (from <= to) || from == to {
                    continue;
                }
                for (va, vd) in view_sets().map(|v| (v[0], v[1])) {
                    let a = Num {
                        form: Lin::var(Sym(0)),
                        view: va,
                        bits: from,
                    };
                    let mut facts = Facts::new();
                    facts.add(&a.form, &va.range(from));
                    for split in [true, false] {
                        let reached = all(&facts, 1, split, &mut |cx| {
                            cx.cast(op, &a, to, vd).expect("an integer conversion")
                        });
                        for raw in 0..(1u64 << from) {
                            let x = va.convert(from, &BigInt::from(raw));
                            let bits = match op {
                                CastOp::Trunc => raw & scalar::mask64(to),
                                CastOp::ZExt => raw,
                                _ => scalar::sext64(from, raw) as u64 & scalar::mask64(to),
                            };
                            let want = vd.convert(to, &BigInt::from(bits));
                            let given = BTreeMap::from([(Sym(0), x)]);
                            let hits = reached
                                .iter()
                                .filter(|r| models(&r.facts, &r.value, &want, &given));
                            assert!(hits.count() >= 1, "{op:?} {from} to {to}: {raw}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn conversion_is_modulo_and_in_range() {
    // Theorem 5.
    for bits in 1..=6 {
        for t in -200..200 {
            let t = BigInt::from(t);
            for v in VIEWS {
                let c = v.convert(bits, &t);
                assert!(v.range(bits).contains(&c));
                assert!(((&c - &t) % pow2(bits)).is_zero());
            }
        }
    }
    // The document's example of `trunc`: 653 as an i8.
    assert_eq!(View::Signed.convert(8, &653.into()), (-115).into());
}

#[test]
fn a_union_of_two_intervals_is_one_inequality() {
    // Theorem 6, both views, all bounds.
    for bits in 1..=5 {
        for v in VIEWS {
            let r = v.range(bits);
            let (min, max) = (r.lo.unwrap(), r.hi.unwrap());
            let mut u = min.clone();
            while u < max {
                let mut l: BigInt = &u + 1;
                while l <= max {
                    let mut t = min.clone();
                    while t <= max {
                        let inside = t <= u || t >= l;
                        assert_eq!(in_bounds(&t, &u, &l, bits), inside, "{t} {u} {l}");
                        t += 1;
                    }
                    l += 1;
                }
                u += 1;
            }
        }
    }
}

/// The slips of the printed rules: what is printed loses a run or adds one.
#[test]
fn the_printed_rules_fail_where_they_slip() {
    // Footnote 6 bounds `t = m mod n` by m: with m = 2, n = 4 it is 2, not below 2.
    let (m, n) = (BigInt::from(2), BigInt::from(4));
    let t = &m % &n;
    assert!(t < n && t >= m);
    // Unsigned trunc prints `uns_n` as the last bound; with umax_n the union is right.
    assert!(in_bounds(&BigInt::from(255), &1.into(), &200.into(), 8));
    // xor prints (>= 0, < 0) twice and leaves (< 0, >= 0) out.
    let mut facts = Facts::new();
    let num = |v| Num {
        form: Lin::var(Sym(v)),
        view: View::Signed,
        bits: 8,
    };
    facts.add(&num(0).form, &Interval::new(-128, -1));
    facts.add(&num(1).form, &Interval::new(0, 127));
    for r in all(&facts, 2, true, &mut |cx| {
        cx.binary(BinOp::Xor, &num(0), &num(1), View::Signed)
    }) {
        let range = r.facts.range(&r.value, &mut Counters::default());
        assert!(range.hi.is_some_and(|h| h.is_negative()));
    }
    // lshr by 0 of a number whose top bit is set, into a register that is
    // represented signed: as printed, v = 200 contradicts v <= 127.
    let mut facts = Facts::new();
    let a = Num {
        form: Lin::var(Sym(0)),
        view: View::Unsigned,
        bits: 8,
    };
    facts.add(&a.form, &Interval::new(200, 210));
    let zero = Num {
        form: Lin::default(),
        view: View::Unsigned,
        bits: 8,
    };
    let one = Num {
        form: Lin::number(1),
        ..zero.clone()
    };
    for (op, b) in [(BinOp::LShr, &zero), (BinOp::UDiv, &one)] {
        let reached = all(&facts, 1, true, &mut |cx| {
            cx.binary(op, &a, b, View::Signed)
        });
        let given = BTreeMap::from([(Sym(0), BigInt::from(200))]);
        assert!(reached
            .iter()
            .any(|r| models(&r.facts, &r.value, &(-56).into(), &given)));
    }
    // ashr by 0 and sdiv by 1 into an unsigned register, the other way round.
    let a = num(0);
    let mut facts = Facts::new();
    facts.add(&a.form, &Interval::new(-5, -1));
    for (op, b) in [(BinOp::AShr, &zero), (BinOp::SDiv, &one)] {
        let reached = all(&facts, 1, true, &mut |cx| {
            cx.binary(op, &a, b, View::Unsigned)
        });
        let given = BTreeMap::from([(Sym(0), BigInt::from(-5))]);
        assert!(reached
            .iter()
            .any(|r| models(&r.facts, &r.value, &251.into(), &given)));
    }
}
