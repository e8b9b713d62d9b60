//! Hash-consing, supports, depth, substitution and printing.

use ep_term::{smtlib_script, Evaluator, Model, Pool, Sort, TermId};
use rustc_hash::FxHashMap;

#[test]
fn equal_terms_are_one() {
    let p = &mut Pool::new();
    let (x, y) = (
        p.fresh_var("x", Sort::BitVec(32)),
        p.fresh_var("y", Sort::BitVec(32)),
    );
    let (a, b) = (p.bvadd(x, y), p.bvadd(y, x));
    assert_eq!(a, b);
    let z = p.fresh_var("x", Sort::BitVec(32));
    assert_ne!(x, z);
    let before = p.len();
    for _ in 0..3 {
        p.bvmul(a, z);
    }
    assert_eq!(p.len(), before + 1);
    let m = p.bvmul(a, z);
    let ids = [x, y, z].map(|t| p.as_var(t).unwrap());
    assert_eq!(p.vars(m), ids);
}

/// A chain that no rule shortens.
fn deep(p: &mut Pool, x: TermId, y: TermId, n: u32) -> TermId {
    let mut t = x;
    for i in 0..n {
        let k = p.bv(32, u128::from(i) * 2654435761 + 12345);
        t = p.bvxor(t, k);
        t = if i % 2 == 0 {
            p.bvadd(t, y)
        } else {
            p.bvmul(t, y)
        };
    }
    t
}

#[test]
fn depth_costs_no_stack() {
    let p = &mut Pool::new();
    let (x, y) = (
        p.fresh_var("x", Sort::BitVec(32)),
        p.fresh_var("y", Sort::BitVec(32)),
    );
    let t = deep(p, x, y, 100_000);
    let mut want = 3u32;
    for i in 0..100_000u32 {
        want ^= (u64::from(i) * 2654435761 + 12345) as u32;
        want = if i % 2 == 0 {
            want.wrapping_add(5)
        } else {
            want.wrapping_mul(5)
        };
    }
    let mut m = Model::new();
    m.set_bits(p.as_var(x).unwrap(), 3);
    m.set_bits(p.as_var(y).unwrap(), 5);
    let mut ev = Evaluator::new();
    assert_eq!(ev.eval_bv(p, t, &m), u128::from(want));
    let (c3, c5) = (p.bv(32, 3), p.bv(32, 5));
    let map: FxHashMap<_, _> = [(p.as_var(x).unwrap(), c3), (p.as_var(y).unwrap(), c5)]
        .into_iter()
        .collect();
    let s = p.substitute(t, &map);
    assert_eq!(p.as_bv(s), Some(u128::from(want)));
    assert!(p.infix(t).len() < 1 << 18);
    let zero = p.bv(32, 0);
    let c = p.eq(t, zero);
    let script = smtlib_script(p, &[c]);
    assert!(script.len() > 1_000_000);
    balanced(&script);
}

/// Chains that an equality could be pushed through from end to end.
#[test]
fn constructors_do_not_recurse_without_bound() {
    let p = &mut Pool::new();
    let w = Sort::BitVec(32);
    let (mut t, mut u) = (p.fresh_var("x", w), p.fresh_var("y", w));
    let mut v = t;
    for i in 0..100_000u128 {
        let k = p.bv(32, i * 2654435761 + 12345);
        t = p.bvxor(t, k);
        t = p.bvadd(t, k);
        let z = p.fresh_var("z", w);
        if i < 2_000 {
            u = p.bvadd(u, z);
            v = p.bvadd(v, z);
        }
    }
    let seven = p.bv(32, 7);
    for e in [p.eq(t, seven), p.eq(u, v), p.ult(t, seven), p.slt(t, seven)] {
        assert_eq!(p.as_bool(e), None);
        let n = p.not(e);
        assert_eq!(p.not(n), e);
    }
}

fn balanced(script: &str) {
    let mut depth = 0i64;
    let mut quoted = false;
    for c in script.chars() {
        match c {
            '|' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        assert!(depth >= 0);
    }
    assert_eq!((depth, quoted), (0, false));
}

/// What C has no operator for has casts, masks and loads.
#[test]
fn infix_has_casts_where_c_has_them() {
    let p = &mut Pool::new();
    let a = p.fresh_var("a", Sort::BitVec(32));
    let b: Vec<_> = (0..8)
        .map(|i| p.fresh_var(&format!("b[{i}]"), Sort::BitVec(8)))
        .collect();
    let word = |p: &mut Pool, of: &[ep_term::TermId]| {
        let mut all = of.iter().copied();
        let first = all.next().expect("a byte");
        all.fold(first, |low, high| p.concat(high, low))
    };
    let t = word(p, &b[2..6]);
    assert_eq!(p.infix(t), "*(int *)&b[2]");
    let t = word(p, &[b[0], b[2]]);
    assert_eq!(p.infix(t), "(unsigned char)b[2] << 8 | (unsigned char)b[0]");
    let t = p.zext(b[1], 32);
    assert_eq!(p.infix(t), "(unsigned char)b[1]");
    let t = p.extract(a, 15, 8);
    assert_eq!(p.infix(t), "(char)(a >> 8)");
    let t = p.extract(a, 6, 4);
    assert_eq!(p.infix(t), "a >> 4 & 7");
    let three = p.bv(32, 3);
    let t = p.bvlshr(a, three);
    assert_eq!(p.infix(t), "(unsigned)a >> 3");
    let t = p.bvudiv(a, three);
    assert_eq!(p.infix(t), "(unsigned)a / 3");
    let t = p.ule(three, a);
    assert_eq!(p.infix(t), "(unsigned)a > 2");
}

#[test]
fn infix_reads_like_c() {
    let p = &mut Pool::new();
    let (a, b) = (
        p.fresh_var("a", Sort::BitVec(32)),
        p.fresh_var("b", Sort::BitVec(8)),
    );
    let four = p.bv(32, 4);
    let minus = p.bv(32, 4u128.wrapping_neg());
    let sb = p.sext(b, 32);
    let s = p.bvadd(a, four);
    let c = p.slt(s, sb);
    assert_eq!(p.infix(c), "a + 4 < (int)b");
    let c = p.ult(s, a);
    assert_eq!(p.infix(c), "(unsigned)(a + 4) < (unsigned)a");
    let d = p.bvadd(a, minus);
    let zero = p.bv(32, 0);
    let ge = p.sge(d, zero);
    assert_eq!(p.infix(ge), "a - 4 >= 0");
    let le = p.sle(a, zero);
    assert_eq!(p.infix(le), "a <= 0");
    let ne = p.ne(a, four);
    assert_eq!(p.infix(ne), "a != 4");
    let (two, mask) = (p.bv(32, 2), p.bv(32, 255));
    let sh = p.bvshl(a, two);
    assert_eq!(p.infix(sh), "a << 2");
    let lo = p.bvand(a, mask);
    assert_eq!(p.infix(lo), "a & 0xff");
    let both = p.and(ge, ne);
    let either = p.or(le, both);
    let not = p.not(either);
    let text = p.infix(not);
    assert!(
        text.starts_with("!(") && text.contains("||") && text.contains("&&"),
        "{text}"
    );
    let m = p.bvmul(s, a);
    assert_eq!(p.infix(m), "a * (a + 4)");
    let i = p.ite(c, a, m);
    assert_eq!(
        p.infix(i),
        "(unsigned)(a + 4) < (unsigned)a ? a : a * (a + 4)"
    );
}

#[test]
fn scripts_share_and_escape() {
    let p = &mut Pool::new();
    let x = p.fresh_var("buf[3] of |f|", Sort::BitVec(32));
    let y = p.fresh_var("and", Sort::BitVec(32));
    let y2 = p.fresh_var("and", Sort::BitVec(32));
    let mut t = p.bvmul(x, y);
    for _ in 0..60 {
        let u = p.bvxor(t, y2);
        t = p.bvmul(u, t);
    }
    let k = p.bv(32, 7);
    let c = p.eq(t, k);
    let script = smtlib_script(p, &[c]);
    balanced(&script);
    // 2^60 without sharing.
    assert!(script.len() < 20_000);
    assert!(script.contains("|buf[3] of _f_|"));
    assert_eq!(script.matches("(declare-const and").count(), 2);
    assert!(!script.contains("(declare-const and "));
    assert!(p.infix(c).len() < 1 << 18);
}

#[test]
fn quantifiers_bind() {
    let p = &mut Pool::new();
    let (i, n) = (p.fresh_var("i", Sort::Int), p.fresh_var("n", Sort::Int));
    let f = p.declare_fun("f", &[Sort::Int], Sort::Int);
    let fi = p.apply(f, &[i]);
    let lt = p.int_lt(i, n);
    let pos = p.int_lt(i, fi);
    let body = p.implies(lt, pos);
    let vi = p.as_var(i).unwrap();
    let q = p.forall(&[vi], body, &[vec![fi]]);
    assert_eq!(p.vars(q), [p.as_var(n).unwrap()]);
    let script = smtlib_script(p, &[q]);
    balanced(&script);
    assert!(script.contains(":pattern ((f i))"), "{script}");
    assert!(!script.contains("declare-const i "));
    let five = p.int_i128(5);
    let map: FxHashMap<_, _> = [(p.as_var(n).unwrap(), five)].into_iter().collect();
    let s = p.substitute(q, &map);
    assert!(p.vars(s).is_empty());
    let closed = n_positive(p, n);
    assert_eq!(p.forall(&[vi], closed, &[]), closed);
}

fn n_positive(p: &mut Pool, n: TermId) -> TermId {
    let zero = p.int_i128(0);
    p.int_lt(zero, n)
}
