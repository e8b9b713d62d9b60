//! The forms that the engines rely on: what clang -O0 makes of C conditions comes
//! out as small as the C condition was.

use ep_term::{FloatSort, Pool, Sort, TermId};

fn var(p: &mut Pool, w: u32) -> TermId {
    p.fresh_var("x", Sort::BitVec(w))
}

#[test]
fn clang_conditions_shrink() {
    let p = &mut Pool::new();
    let x = var(p, 8);
    // sext i8 to i32; icmp eq i32 _, 98
    let (s, k) = (p.sext(x, 32), p.bv(32, 98));
    let k8 = p.bv(8, 98);
    let (a, b) = (p.eq(s, k), p.eq(x, k8));
    assert_eq!(a, b);
    // zext i1 to i32; icmp ne i32 _, 0
    let bit = p.bool_to_bv(a);
    let (z, zero) = (p.zext(bit, 32), p.bv(32, 0));
    assert_eq!(p.ne(z, zero), a);
    let n = p.not(a);
    assert_eq!(p.eq(z, zero), n);
    // An impossible character.
    let far = p.bv(32, 200);
    assert_eq!(p.eq(s, far), p.fls());
    // if (c >= '0' && c <= '9')
    let (lo, hi) = (p.bv(32, 48), p.bv(32, 57));
    let (lo8, hi8) = (p.bv(8, 48), p.bv(8, 57));
    assert_eq!(p.sge(s, lo), p.sge(x, lo8));
    assert_eq!(p.sle(s, hi), p.sle(x, hi8));
    let z = p.zext(x, 32);
    assert_eq!(p.slt(z, lo), p.ult(x, lo8));
}

#[test]
fn stored_bytes_are_read_back_whole() {
    let p = &mut Pool::new();
    let (c, y) = (var(p, 8), var(p, 32));
    let (sc, zc, one) = (p.sext(c, 32), p.zext(c, 32), p.bv(32, 1));
    let sum = p.bvadd(sc, one);
    let usum = p.bvadd(zc, one);
    let (mixed, neg) = (p.bvmul(y, sc), p.bvneg(zc));
    let small = p.ult(c, c);
    let flag = p.eq(c, c);
    let flag2 = p.bv(8, 7);
    let flag3 = p.eq(c, flag2);
    let bit = p.bool_to_bv(flag3);
    let bit32 = p.zext(bit, 32);
    assert!(p.as_bool(small) == Some(false) && p.as_bool(flag) == Some(true));
    for t in [y, sc, zc, sum, usum, mixed, neg, bit32] {
        let bytes: Vec<TermId> = (0..4).map(|i| p.extract(t, 8 * i + 7, 8 * i)).collect();
        let low_first = bytes[1..].iter().fold(bytes[0], |acc, b| p.concat(*b, acc));
        assert_eq!(low_first, t, "{}", p.infix(t));
        let high_first = bytes[..3]
            .iter()
            .rev()
            .fold(bytes[3], |acc, b| p.concat(acc, *b));
        assert_eq!(high_first, t, "{}", p.infix(t));
        // As C writes it: b0 | b1 << 8 | b2 << 16 | b3 << 24.
        let mut word = p.bv(32, 0);
        for (i, b) in bytes.iter().enumerate() {
            let (z, k) = (p.zext(*b, 32), p.bv(32, 8 * i as u128));
            let shifted = p.bvshl(z, k);
            word = p.bvor(word, shifted);
        }
        assert_eq!(word, t, "{}", p.infix(t));
    }
}

#[test]
fn sums_collect() {
    let p = &mut Pool::new();
    let (x, y) = (var(p, 32), var(p, 32));
    let (c3, c5, c8) = (p.bv(32, 3), p.bv(32, 5), p.bv(32, 8));
    let a = p.bvadd(x, c3);
    let a = p.bvadd(a, y);
    let a = p.bvadd(c5, a);
    let s = p.bvadd(y, x);
    let b = p.bvadd(s, c8);
    assert_eq!(a, b);
    assert_eq!(p.bvsub(a, x), p.bvadd(y, c8));
    let d = p.bvsub(x, c3);
    let e = p.eq(d, c5);
    assert_eq!(e, p.eq(x, c8));
    let two = p.bv(32, 2);
    let (m, t) = (p.bvmul(x, two), p.bvadd(x, x));
    assert_eq!(m, t);
    let m3 = p.bvadd(m, x);
    let _ = m3;
    let four = p.bv(32, 4);
    let (q, sh) = (p.bvudiv(x, four), p.bvlshr(x, two));
    assert_eq!(q, sh);
    let (r, mask) = (p.bvurem(x, four), p.bvand(x, c3));
    assert_eq!(r, mask);
    assert_eq!(p.width(p.args(r)[0]), 2);
}

#[test]
fn overflow_is_decided_or_compared() {
    let p = &mut Pool::new();
    let (c, x) = (var(p, 8), var(p, 32));
    let s = p.sext(c, 32);
    assert_eq!(p.saddo(s, s), p.fls());
    assert_eq!(p.smulo(s, s), p.fls());
    let one = p.bv(32, 1);
    let max = p.bv(32, 0x7fff_ffff);
    assert_eq!(p.saddo(x, one), p.eq(x, max));
    let ten = p.bv(32, 10);
    let (over, bound) = (p.umulo(x, ten), p.bv(32, 0xffff_ffff / 10));
    assert_eq!(over, p.ult(bound, x));
}

#[test]
fn booleans_simplify() {
    let p = &mut Pool::new();
    let (a, b) = (p.fresh_var("a", Sort::Bool), p.fresh_var("b", Sort::Bool));
    let na = p.not(a);
    assert_eq!(p.and(a, na), p.fls());
    assert_eq!(p.or(a, na), p.tru());
    let ab = p.or(a, b);
    assert_eq!(p.and(a, ab), a);
    assert_eq!(p.and(na, ab), p.and(b, na));
    assert_eq!(p.xor(a, na), p.tru());
    let x = var(p, 8);
    let (c5, c6, c9) = (p.bv(8, 5), p.bv(8, 6), p.bv(8, 9));
    let (lt, gt) = (p.ult(x, c6), p.ugt(x, c5));
    assert_eq!(p.and(lt, gt), p.fls());
    assert_eq!(p.or(lt, gt), p.tru());
    let ge = p.uge(x, c5);
    assert_eq!(p.and(lt, ge), p.eq(x, c5));
    let lt9 = p.ult(x, c9);
    assert_eq!(p.and(lt, lt9), lt);
    let ne = p.ne(x, c5);
    assert_eq!(p.and(lt, ne), p.ult(x, c5));
}

#[test]
fn byte_comparisons_become_independent() {
    let p = &mut Pool::new();
    let (x, y) = (var(p, 8), var(p, 8));
    let w = p.concat(y, x);
    let k = p.bv(16, 0x4142);
    let e = p.eq(w, k);
    let (kx, ky) = (p.bv(8, 0x42), p.bv(8, 0x41));
    let (ex, ey) = (p.eq(x, kx), p.eq(y, ky));
    assert_eq!(e, p.and(ex, ey));
    assert_eq!(p.vars(e).len(), 2);
    assert_eq!(p.vars(ex), [p.as_var(x).unwrap()]);
}

#[test]
fn floats_of_bits_need_no_theory() {
    let p = &mut Pool::new();
    let x = var(p, 64);
    let f = p.fp_from_bits(x, FloatSort::F64);
    assert_eq!(p.fp_to_bits(f), x);
    let half = p.fp(FloatSort::F64, u128::from(0.5f64.to_bits()));
    let lt = p.fp_lt(f, half);
    let mut stack = vec![lt];
    while let Some(t) = stack.pop() {
        assert!(!matches!(p.sort(t), Sort::Float(_)), "{}", p.infix(lt));
        stack.extend(p.args(t));
    }
}

#[test]
fn arrays_look_through_stores() {
    let p = &mut Pool::new();
    let sort = p.array_sort(Sort::BitVec(32), Sort::BitVec(8));
    let a = p.fresh_var("a", sort);
    let i = var(p, 32);
    let (k1, one, v, v2) = (p.bv(32, 1), p.bv(32, 1), p.bv(8, 7), p.bv(8, 9));
    let i1 = p.bvadd(i, one);
    let s = p.store(a, i, v);
    let s2 = p.store(s, i1, v2);
    assert_eq!(p.select(s2, i), v);
    assert_eq!(p.select(s2, i1), v2);
    let unknown = p.select(s2, k1);
    assert!(p.as_bv(unknown).is_none());
    let s3 = p.store(s, i, v2);
    assert_eq!(s3, p.store(a, i, v2));
}

/// `klee_assume(n >= -20 & n <= 20)`: two conditions, not arithmetic on flags.
#[test]
fn flags_that_are_combined_are_conditions() {
    let p = &mut Pool::new();
    let n = var(p, 32);
    let (one, zero) = (p.bv(32, 1), p.bv(32, 0));
    let (low, high) = (p.bv(32, 20u128.wrapping_neg() & 0xffff_ffff), p.bv(32, 20));
    let (above, below) = (p.sle(low, n), p.sle(n, high));
    let flags = [above, below].map(|c| p.ite(c, one, zero));
    let both = p.bvand(flags[0], flags[1]);
    let holds = p.ne(both, zero);
    assert_eq!(holds, p.and(above, below));
    let either = p.bvor(flags[0], flags[1]);
    let holds = p.ne(either, zero);
    assert_eq!(holds, p.or(above, below));
    // A flag that is clear where its condition holds.
    let clear = p.ite(above, zero, one);
    let both = p.bvand(clear, flags[1]);
    let not = p.not(above);
    let holds = p.eq(both, one);
    assert_eq!(holds, p.and(not, below));
    // Different bits have nothing in common.
    let two = p.bv(32, 2);
    let other = p.ite(below, two, zero);
    assert_eq!(p.bvand(flags[0], other), zero);
}
