//! Every rewrite keeps the meaning: random raw expressions are evaluated by the
//! reference and, built through the pool, by the evaluator; exhaustively at small
//! widths, at random at large ones. Ranges and known bits hold for every term
//! that was built on the way.

mod raw;

use ep_term::{Evaluator, Model, Pool, Sort, TermId};
use proptest::prelude::*;
use raw::{Grow, Raw};

fn fresh(p: &mut Pool, widths: &[u32]) -> Vec<TermId> {
    widths
        .iter()
        .enumerate()
        .map(|(i, w)| p.fresh_var(&format!("x{i}"), Sort::BitVec(*w)))
        .collect()
}

fn model(p: &Pool, vars: &[TermId], values: &[u128]) -> Model {
    let mut m = Model::new();
    for (t, v) in vars.iter().zip(values) {
        m.set_bits(p.as_var(*t).expect("a variable"), *v);
    }
    m
}

fn signed(v: u128, w: u32) -> i128 {
    ((v << (128 - w)) as i128) >> (128 - w)
}

/// Compares one raw expression with its term under one assignment, and the facts
/// of all terms with their values.
fn compare(p: &Pool, t: TermId, e: &Raw, vars: &[TermId], values: &[u128], ev: &mut Evaluator) {
    let m = model(p, vars, values);
    let got = ev.eval_bits(p, t, &m).expect("a value");
    let want = e.eval(values);
    assert_eq!(got, want, "{e:?}\nat {values:?}\nbuilt {}", p.infix(t));
    for i in 0..p.len() {
        let t = TermId(i as u32);
        let Sort::BitVec(w) = p.sort(t) else { continue };
        let v = ev.continue_bits(p, t, &m).expect("a value");
        let ((lo, hi), (slo, shi), k) = (p.urange(t), p.srange(t), p.known_bits(t));
        let s = signed(v, w);
        assert!(
            lo <= v && v <= hi,
            "{t} urange {lo}..{hi} misses {v} in {e:?}"
        );
        assert!(
            slo <= s && s <= shi,
            "{t} srange {slo}..{shi} misses {s} in {e:?}"
        );
        assert!(
            v & k.zeros == 0 && !v & k.ones == 0,
            "{t} known bits {k:?} miss {v} in {e:?}"
        );
    }
}

fn exhaustive(e: &Raw, widths: &[u32]) {
    let mut p = Pool::new();
    let vars = fresh(&mut p, widths);
    let t = e.build(&mut p, &vars);
    let total: u32 = widths.iter().sum();
    let mut ev = Evaluator::new();
    for bits in 0u128..1 << total {
        let mut rest = bits;
        let values: Vec<u128> = widths
            .iter()
            .map(|w| {
                let v = rest & ((1 << w) - 1);
                rest >>= w;
                v
            })
            .collect();
        compare(&p, t, e, &vars, &values, &mut ev);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_widths_exhaustively(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        widths in prop_oneof![
            Just(vec![3, 3]), Just(vec![4, 2]), Just(vec![1, 2, 3]), Just(vec![2, 2, 2]), Just(vec![1, 1, 1, 1]),
        ],
        depth in 1u32..5,
    ) {
        let mut g = Grow::new(&bytes, &widths, 6);
        let e = g.boolean(depth);
        exhaustive(&e, &widths);
        let mut g = Grow::new(&bytes, &widths, 6);
        let e = g.bv(depth, 4);
        exhaustive(&e, &widths);
    }

    #[test]
    fn large_widths_at_random(
        bytes in prop::collection::vec(any::<u8>(), 0..120),
        widths in prop_oneof![
            Just(vec![8u32, 8, 32]), Just(vec![128, 64]), Just(vec![1, 16, 127]), Just(vec![32, 64, 1, 5]), Just(vec![33, 100]),
        ],
        values in prop::collection::vec(prop::collection::vec((any::<u128>(), 0u32..128), 4), 8),
        depth in 1u32..6,
        w in 1u32..=128,
    ) {
        for boolean in [true, false] {
            let mut g = Grow::new(&bytes, &widths, 128);
            let e = if boolean { g.boolean(depth) } else { g.bv(depth, w) };
            let mut p = Pool::new();
            let vars = fresh(&mut p, &widths);
            let t = e.build(&mut p, &vars);
            let mut ev = Evaluator::new();
            for vs in &values {
                let vs: Vec<u128> = widths.iter().zip(vs)
                    .map(|(w, (v, shift))| (v >> shift) & (u128::MAX >> (128 - w)))
                    .collect();
                compare(&p, t, &e, &vars, &vs, &mut ev);
            }
        }
    }
}
