//! Concrete floats against the machine's, and predicates on symbolic encodings
//! against concrete ones.

use ep_term::float::{self, default_nan};
use ep_term::x87;
use ep_term::{Evaluator, FloatSort, Model, Op, Pool, Rounding, Sort, TermId};
use proptest::prelude::*;
use std::hint::black_box;

fn special64() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        any::<f64>().prop_map(f64::to_bits),
        (-100i32..100).prop_map(|i| (f64::from(i) / 4.0).to_bits()),
        Just(0),
        Just(1 << 63),
        Just(f64::INFINITY.to_bits()),
        Just(f64::NEG_INFINITY.to_bits()),
        Just(0x7ff0_0000_0000_0001),
        Just(0xfff8_0000_0000_0000),
        Just(f64::MAX.to_bits()),
        Just(1),
    ]
}

fn special32() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        any::<f32>().prop_map(f32::to_bits),
        (-100i16..100).prop_map(|i| (f32::from(i) / 4.0).to_bits()),
        Just(0),
        Just(1 << 31),
        Just(f32::INFINITY.to_bits()),
        Just(f32::NEG_INFINITY.to_bits()),
        Just(0x7f80_0001),
        Just(0xffc0_0000),
        Just(1),
    ]
}

fn run(op: Op, f: FloatSort, v: &[u128]) -> u128 {
    float::apply(op, Sort::Float(f), Sort::Float(f), v).expect("a value")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn double_agrees_with_the_machine(x in special64(), y in special64(), z in special64()) {
        let (a, b, c) = (f64::from_bits(x), f64::from_bits(y), f64::from_bits(z));
        let v = [u128::from(x), u128::from(y), u128::from(z)];
        let got = |op, n: usize| run(op, FloatSort::F64, &v[..n]) as u64;
        for (r, want) in [
            (got(Op::FpAdd, 2), a + b), (got(Op::FpSub, 2), a - b), (got(Op::FpMul, 2), a * b),
            (got(Op::FpDiv, 2), a / b), (got(Op::FpRem, 2), a % b), (got(Op::FpSqrt, 1), a.sqrt()),
            (got(Op::FpFma, 3), a.mul_add(b, c)),
            (got(Op::FpRound(Rounding::TowardNegative), 1), a.floor()),
        ] {
            if want.is_nan() {
                prop_assert!(f64::from_bits(r).is_nan());
            } else {
                prop_assert_eq!(r, want.to_bits());
            }
        }
        // The hardware's NaN itself, on operations whose operands no compiler swaps.
        let hw = black_box(black_box(a) - black_box(b));
        prop_assert_eq!(got(Op::FpSub, 2), hw.to_bits());
        let hw = black_box(black_box(a) / black_box(b));
        prop_assert_eq!(got(Op::FpDiv, 2), hw.to_bits());
        let to32 = float::apply(Op::FpToFp, Sort::Float(FloatSort::F32), Sort::Float(FloatSort::F64), &v[..1]);
        prop_assert_eq!(to32, Some(u128::from(black_box(black_box(a) as f32).to_bits())));
        let pred = |op| float::apply(op, Sort::Bool, Sort::Float(FloatSort::F64), &v[..2]) == Some(1);
        prop_assert_eq!(pred(Op::FpLt), a < b);
        prop_assert_eq!(pred(Op::FpLe), a <= b);
        prop_assert_eq!(pred(Op::FpEq), a == b);
        if !a.is_nan() && !b.is_nan() {
            prop_assert_eq!(f64::from_bits(got(Op::FpMin, 2)), a.min(b));
            prop_assert_eq!(f64::from_bits(got(Op::FpMax, 2)), a.max(b));
        }
        let fits = a.trunc() >= -2147483648.0 && a.trunc() <= 2147483647.0;
        let int = float::apply(Op::FpToSbv, Sort::BitVec(32), Sort::Float(FloatSort::F64), &v[..1]);
        let want = if fits { a as i32 } else { i32::MIN };
        prop_assert_eq!(int, Some(u128::from(want as u32)));
        let int = float::apply(Op::FpToUbv, Sort::BitVec(64), Sort::Float(FloatSort::F64), &v[..1]);
        let fits = a > -1.0 && a < 18446744073709551616.0;
        prop_assert_eq!(int, Some(u128::from(if fits { a as u64 } else { u64::MAX })));
        let back = float::apply(Op::SbvToFp, Sort::Float(FloatSort::F64), Sort::BitVec(64), &v[..1]);
        prop_assert_eq!(back, Some(u128::from((x as i64 as f64).to_bits())));
        let back = float::apply(Op::UbvToFp, Sort::Float(FloatSort::F32), Sort::BitVec(64), &v[..1]);
        prop_assert_eq!(back, Some(u128::from((x as f32).to_bits())));
    }

    #[test]
    fn single_agrees_with_the_machine(x in special32(), y in special32()) {
        let (a, b) = (f32::from_bits(x), f32::from_bits(y));
        let v = [u128::from(x), u128::from(y)];
        let hw = black_box(black_box(a) - black_box(b));
        prop_assert_eq!(run(Op::FpSub, FloatSort::F32, &v) as u32, hw.to_bits());
        let hw = black_box(black_box(a) / black_box(b));
        prop_assert_eq!(run(Op::FpDiv, FloatSort::F32, &v) as u32, hw.to_bits());
        let wide = float::apply(Op::FpToFp, Sort::Float(FloatSort::F64), Sort::Float(FloatSort::F32), &v[..1]);
        prop_assert_eq!(wide, Some(u128::from(f64::from(black_box(a)).to_bits())));
    }

    /// Quadruple and x87 have more than twice single's precision, so rounding
    /// their results to single gives single's own.
    #[test]
    fn wide_formats_round_to_single(x in special32(), y in special32()) {
        let (a, b) = (f32::from_bits(x), f32::from_bits(y));
        let single = Sort::Float(FloatSort::F32);
        for f in [FloatSort::X87, FloatSort::F128] {
            let wide = |v: u32| float::apply(Op::FpToFp, Sort::Float(f), single, &[u128::from(v)]).unwrap();
            let v = [wide(x), wide(y)];
            for (op, n, want) in [
                (Op::FpAdd, 2, a + b), (Op::FpSub, 2, a - b), (Op::FpMul, 2, a * b), (Op::FpDiv, 2, a / b),
                (Op::FpSqrt, 1, a.sqrt()), (Op::FpRem, 2, a % b),
                (Op::FpRound(Rounding::NearestAway), 1, a.round()),
                (Op::FpRound(Rounding::NearestEven), 1, a.round_ties_even()),
            ] {
                let r = run(op, f, &v[..n]);
                let r = float::apply(Op::FpToFp, single, Sort::Float(f), &[r]).unwrap() as u32;
                if want.is_nan() {
                    prop_assert!(f32::from_bits(r).is_nan());
                } else if want.is_normal() || want == 0.0 {
                    // Subnormals round twice.
                    prop_assert_eq!(r, want.to_bits(), "{:?} {} {}", op, a, b);
                }
            }
        }
    }

    #[test]
    fn symbolic_predicates_agree_with_concrete_ones(
        x in any::<u128>(), y in any::<u128>(), sx in special64(), sy in special64(), close in 0u8..4,
    ) {
        for f in [FloatSort::F16, FloatSort::F32, FloatSort::F64, FloatSort::X87, FloatSort::F128] {
            let w = f.bits();
            let m = u128::MAX >> (128 - w);
            // Special patterns of double as those of the format: top bits first.
            let top = |s: u64| if w >= 64 { u128::from(s) << (w - 64) } else { u128::from(s >> (64 - w)) };
            let (mut x, mut y) = (x & m, y & m);
            match close {
                0 => y = x ^ (1 << (w - 1)),
                1 => y = x,
                2 => (x, y) = (top(sx), top(sy)),
                _ => {}
            }
            let p = &mut Pool::new();
            let (vx, vy) = (p.fresh_var("x", Sort::BitVec(w)), p.fresh_var("y", Sort::BitVec(w)));
            let mut model = Model::new();
            model.set_bits(p.as_var(vx).unwrap(), x);
            model.set_bits(p.as_var(vy).unwrap(), y);
            let lits = [p.fp(f, x), p.fp(f, y)];
            let syms = [p.fp_from_bits(vx, f), p.fp_from_bits(vy, f)];
            let mut ev = Evaluator::new();
            for (a, b) in [(syms[0], syms[1]), (syms[0], lits[1]), (lits[0], syms[1])] {
                for k in 0..9 {
                    let t = predicate(p, k, a, b);
                    let want = predicate(p, k, lits[0], lits[1]);
                    prop_assert_eq!(Some(ev.eval_bool(p, t, &model)), p.as_bool(want), "{} of {:?}", k, f);
                }
                for k in 0..4 {
                    let t = function(p, k, a, b);
                    let want = function(p, k, lits[0], lits[1]);
                    prop_assert_eq!(Some(ev.eval_bv(p, t, &model)), p.as_fp(want), "{} of {:?}", k, f);
                }
            }
        }
    }
}

fn predicate(p: &mut Pool, k: u32, a: TermId, b: TermId) -> TermId {
    match k {
        0 => p.fp_eq(a, b),
        1 => p.fp_lt(a, b),
        2 => p.fp_le(a, b),
        3 => p.fp_is_nan(a),
        4 => p.fp_is_inf(a),
        5 => p.fp_is_zero(a),
        6 => p.fp_is_negative(a),
        7 => p.fp_is_normal(a),
        _ => p.fp_is_subnormal(a),
    }
}

fn function(p: &mut Pool, k: u32, a: TermId, b: TermId) -> TermId {
    match k {
        0 => p.fp_neg(a),
        1 => p.fp_abs(a),
        2 => p.fp_add(a, b),
        _ => p.fp_min(a, b),
    }
}

#[test]
fn invalid_operations_give_the_default_nan() {
    assert_eq!(default_nan(FloatSort::F32), 0xffc0_0000);
    assert_eq!(default_nan(FloatSort::F64), 0xfff8 << 48);
    assert_eq!(
        x87::stored(default_nan(FloatSort::X87)),
        0xffff_c000_0000_0000_0000
    );
    let inf = u128::from(f32::INFINITY.to_bits());
    assert_eq!(run(Op::FpSub, FloatSort::F32, &[inf, inf]), 0xffc0_0000);
    assert_eq!(
        run(Op::FpSqrt, FloatSort::F32, &[u128::from((-1f32).to_bits())]),
        0xffc0_0000
    );
    // A signalling NaN first, then a quiet one: the first, made quiet.
    assert_eq!(
        run(Op::FpAdd, FloatSort::F32, &[0x7f80_0001, 0x7fc0_0002]),
        0x7fc0_0001
    );
    // x87 takes the quiet one.
    let (s, q) = (
        0x7fff_8000_0000_0000_0001u128,
        0x7fff_c000_0000_0000_0002u128,
    );
    let [s, q] = [s, q].map(x87::loaded);
    assert_eq!(run(Op::FpAdd, FloatSort::X87, &[s, q]), q);
}
