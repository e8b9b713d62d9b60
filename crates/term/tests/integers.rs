//! The linear normal form of mathematical integers, against evaluation.

use ep_term::{Evaluator, Model, Pool, Sort, TermId, Value};
use num_bigint::BigInt;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum I {
    Var(usize),
    Const(i32),
    Add(Box<I>, Box<I>),
    Sub(Box<I>, Box<I>),
    Mul(Box<I>, Box<I>),
    Neg(Box<I>),
    Div(Box<I>, Box<I>),
    Mod(Box<I>, Box<I>),
}

impl I {
    fn eval(&self, v: &[i32]) -> BigInt {
        match self {
            I::Var(i) => v[*i].into(),
            I::Const(c) => (*c).into(),
            I::Add(a, b) => a.eval(v) + b.eval(v),
            I::Sub(a, b) => a.eval(v) - b.eval(v),
            I::Mul(a, b) => a.eval(v) * b.eval(v),
            I::Neg(a) => -a.eval(v),
            I::Div(a, b) | I::Mod(a, b) => {
                let div = matches!(self, I::Div(..));
                let (x, y) = (a.eval(v), b.eval(v));
                let zero = BigInt::from(0);
                if y == zero {
                    return if div { zero } else { x };
                }
                // x = y * q + r with 0 <= r < |y|
                let (mut q, mut r) = (&x / &y, &x % &y);
                if r < zero {
                    let up = if y > zero { 1 } else { -1 };
                    q -= up;
                    r += &y * up;
                }
                if div {
                    q
                } else {
                    r
                }
            }
        }
    }

    fn build(&self, p: &mut Pool, v: &[TermId]) -> TermId {
        match self {
            I::Var(i) => v[*i],
            I::Const(c) => p.int_i128(i128::from(*c)),
            I::Neg(a) => {
                let a = a.build(p, v);
                p.int_neg(a)
            }
            I::Add(a, b) | I::Sub(a, b) | I::Mul(a, b) | I::Div(a, b) | I::Mod(a, b) => {
                let (x, y) = (a.build(p, v), b.build(p, v));
                match self {
                    I::Add(..) => p.int_add(x, y),
                    I::Sub(..) => p.int_sub(x, y),
                    I::Mul(..) => p.int_mul(x, y),
                    I::Div(..) => p.int_div(x, y),
                    _ => p.int_mod(x, y),
                }
            }
        }
    }
}

fn expr() -> impl Strategy<Value = I> {
    let leaf = prop_oneof![(0usize..3).prop_map(I::Var), (-5i32..6).prop_map(I::Const)];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            two.clone().prop_map(|(a, b)| I::Add(a, b)),
            two.clone().prop_map(|(a, b)| I::Sub(a, b)),
            two.clone().prop_map(|(a, b)| I::Mul(a, b)),
            two.clone().prop_map(|(a, b)| I::Div(a, b)),
            two.prop_map(|(a, b)| I::Mod(a, b)),
            inner.prop_map(|a| I::Neg(Box::new(a))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terms_and_comparisons_keep_their_values(
        a in expr(), b in expr(), points in prop::collection::vec(prop::array::uniform3(-7i32..8), 12),
    ) {
        let p = &mut Pool::new();
        let v: Vec<TermId> = (0..3).map(|i| p.fresh_var(&format!("n{i}"), Sort::Int)).collect();
        let (x, y) = (a.build(p, &v), b.build(p, &v));
        let (lt, le, eq, gt) = (p.int_lt(x, y), p.int_le(x, y), p.eq(x, y), p.int_gt(x, y));
        let ne = p.not(eq);
        let not_lt = p.not(lt);
        let mut ev = Evaluator::new();
        for at in points {
            let mut m = Model::new();
            for (t, c) in v.iter().zip(at) {
                m.set(p.as_var(*t).unwrap(), Value::Int(c.into()));
            }
            let (wx, wy) = (a.eval(&at), b.eval(&at));
            prop_assert_eq!(ev.eval(p, x, &m), Some(Value::Int(wx.clone())), "{}", p.infix(x));
            for (t, want) in [
                (lt, wx < wy), (le, wx <= wy), (eq, wx == wy), (gt, wx > wy), (ne, wx != wy), (not_lt, wx >= wy),
            ] {
                prop_assert_eq!(ev.eval(p, t, &m), Some(Value::Bool(want)), "{}", p.infix(t));
            }
        }
    }
}

#[test]
fn slides_print_as_written() {
    let p = &mut Pool::new();
    let (a, b) = (p.fresh_var("α", Sort::Int), p.fresh_var("β", Sort::Int));
    let int = |p: &mut Pool, c| p.int_i128(c);
    let seven = int(p, 7);
    let s = p.int_add(a, seven);
    let c = p.int_lt(s, b);
    assert_eq!(p.infix(c), "α + 7 < β");
    let (three, five) = (int(p, 3), int(p, 5));
    let x3 = p.int_add(a, three);
    let c = p.int_lt(x3, five);
    assert_eq!(p.infix(c), "α < 2");
    let n = p.not(c);
    assert_eq!(p.infix(n), "α > 1");
    let zero = int(p, 0);
    let ge = p.int_ge(a, zero);
    assert_eq!(p.infix(ge), "α >= 0");
    let le = p.int_le(a, b);
    assert_eq!(p.infix(le), "α <= β");
    let d = p.int_sub(a, b);
    assert_eq!(p.infix(d), "α - β");
    let m = p.int_mul(d, d);
    let e = p.int_mul(a, b);
    let twice = p.int_add(e, e);
    let back = p.int_add(m, twice);
    let (aa, bb) = (p.int_mul(a, a), p.int_mul(b, b));
    assert_eq!(back, p.int_add(aa, bb));
}
