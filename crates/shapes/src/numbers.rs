//! Arithmetic and comparisons of values.
//!
//! What must never happen: a result that leaves out a value, or an error of the
//! operation (overflow, division, shift) that is passed over. Where one cannot
//! be excluded the proof ends, with the reason.

use crate::range::Range;
use crate::state::{Def, State};
use crate::value::{Kind, Obj, Ptr, Val};
use ep_ir::scalar;
use ep_ir::{BinOp, CastOp, GlobalId, IntPred, Module, Overflow};

/// Why the proof ends.
pub type Res<T> = Result<T, String>;

/// The answer to a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Yes,
    No,
    /// Some runs this way, some the other.
    Both,
    /// Decided by what was never set.
    Undef,
    Opaque,
    /// First it has to be known which node of this segment a pointer leads to.
    Split(Ptr),
}

impl Truth {
    fn of(b: bool) -> Truth {
        if b {
            Truth::Yes
        } else {
            Truth::No
        }
    }
}

/// An integer operation. `overflow`: a broken `nsw` is an error.
pub fn bin(
    st: &mut State,
    op: BinOp,
    bits: u32,
    flags: Overflow,
    a: &Val,
    b: &Val,
    overflow: bool,
) -> Res<Val> {
    use BinOp::*;
    let divides = matches!(op, UDiv | SDiv | URem | SRem);
    let shifts = matches!(op, Shl | LShr | AShr);
    let (x, y) = match (st.range(a, bits), st.range(b, bits)) {
        (Some(x), Some(y)) if bits <= 64 => (x, y),
        _ => {
            if flags == Overflow::default() {
                if let Some(v) = addresses(op, bits, a, b) {
                    return Ok(v);
                }
            }
            let set = |v: &Val| matches!(v, Val::Any | Val::Int(_) | Val::Sym(_));
            if divides || shifts || flags.nuw || flags.exact || (flags.nsw && overflow) {
                return Err("an operation on a value that is not followed may be an error".into());
            }
            return Ok(match (a, b) {
                (Val::Opaque, _) | (_, Val::Opaque) => Val::Opaque,
                (Val::Undef, _) | (_, Val::Undef) => Val::Undef,
                _ if set(a) && set(b) => fresh(st, bits),
                _ => Val::Opaque,
            });
        }
    };
    if divides {
        if y.umin == 0 {
            return Err("a division by zero is not excluded".into());
        }
        let least = Range::full(bits).smin;
        let signed = matches!(op, SDiv | SRem);
        if signed && x.smin == least && y.smin <= -1 && y.smax >= -1 {
            return Err("an overflowing division is not excluded".into());
        }
    }
    if shifts && y.umax >= i128::from(bits) {
        return Err("a shift by too much is not excluded".into());
    }
    let (signed, unsigned) = exact(op, &x, &y);
    let full = Range::full(bits);
    let fits_s = signed.is_some_and(|(l, h)| l >= full.smin && h <= full.smax);
    let fits_u = unsigned.is_some_and(|(l, h)| l >= 0 && h <= full.umax);
    if flags.nsw && overflow && matches!(op, Add | Sub | Mul | Shl) && !fits_s {
        return Err("an overflow of signed arithmetic is not excluded".into());
    }
    if flags.nuw && matches!(op, Add | Sub | Mul | Shl) && !fits_u {
        return Err("an operation that must not wrap may do so".into());
    }
    if let (Some(p), Some(q)) = (x.value(), y.value()) {
        if flags.exact {
            let rest = match op {
                UDiv => scalar::bin64(URem, bits, p, q),
                SDiv => scalar::bin64(SRem, bits, p, q),
                _ => return Err("an exact shift".into()),
            };
            if rest != 0 {
                return Err("an exact division has a remainder".into());
            }
        }
        return Ok(Val::Int(scalar::bin64(op, bits, p, q)));
    }
    if flags.exact {
        return Err("an exact division of an unknown value".into());
    }
    let s = match signed {
        Some((l, h)) if fits_s => Range::signed(bits, l, h),
        _ => full,
    };
    let u = match unsigned {
        Some((l, h)) if fits_u => Range::unsigned(bits, l, h),
        _ => full,
    };
    let v = match s.meet(&u) {
        Some(r) => st.unknown(r),
        None => st.unknown(full),
    };
    if let (Val::Sym(new), true) = (&v, fits_s) {
        let plus = match (op, a, b) {
            (Add, Val::Sym(s), Val::Int(_)) => Some((*s, y.smin)),
            (Add, Val::Int(_), Val::Sym(s)) => Some((*s, x.smin)),
            (Sub, Val::Sym(s), Val::Int(_)) => Some((*s, -y.smin)),
            _ => None,
        };
        if let Some((s, k)) = plus {
            st.defs.push((*new, Def::Plus(s, k)));
        }
    }
    Ok(v)
}

/// Any value of so many bits.
pub fn fresh(st: &mut State, bits: u32) -> Val {
    match bits {
        1..=64 => st.unknown(Range::full(bits)),
        _ => Val::Any,
    }
}

/// Bounds, if there are any.
type Interval = Option<(i128, i128)>;

/// The exact results as intervals of signed and of unsigned numbers, before
/// they are cut to the type.
fn exact(op: BinOp, x: &Range, y: &Range) -> (Interval, Interval) {
    use BinOp::*;
    let products = |a: (i128, i128), b: (i128, i128)| {
        let all = [
            a.0.checked_mul(b.0)?,
            a.0.checked_mul(b.1)?,
            a.1.checked_mul(b.0)?,
            a.1.checked_mul(b.1)?,
        ];
        Some((*all.iter().min()?, *all.iter().max()?))
    };
    let (xs, ys) = ((x.smin, x.smax), (y.smin, y.smax));
    let (xu, yu) = ((x.umin, x.umax), (y.umin, y.umax));
    let ones = |n: i128| (1i128 << (128 - n.leading_zeros())) - 1;
    match op {
        Add => (
            Some((xs.0 + ys.0, xs.1 + ys.1)),
            Some((xu.0 + yu.0, xu.1 + yu.1)),
        ),
        Sub => (
            Some((xs.0 - ys.1, xs.1 - ys.0)),
            Some((xu.0 - yu.1, xu.1 - yu.0)),
        ),
        Mul => (products(xs, ys), products(xu, yu)),
        And => (None, Some((0, xu.1.min(yu.1)))),
        Or => (None, Some((xu.0.max(yu.0), ones(xu.1.max(yu.1))))),
        Xor => (None, Some((0, ones(xu.1.max(yu.1))))),
        Shl => match y.value() {
            Some(k) if k < 64 => {
                let f = 1i128 << k;
                (products(xs, (f, f)), products(xu, (f, f)))
            }
            _ => (None, None),
        },
        LShr => (None, Some((xu.0 >> yu.1.min(100), xu.1 >> yu.0))),
        AShr => match y.value() {
            Some(k) => (Some((xs.0 >> k, xs.1 >> k)), None),
            None => (Some((xs.0.min(0), xs.1.max(-1).max(xs.1))), None),
        },
        UDiv => (None, Some((xu.0 / yu.1, xu.1 / yu.0.max(1)))),
        URem => (None, Some((0, (yu.1 - 1).min(xu.1)))),
        SDiv if ys.0 > 0 => {
            let all = [xs.0 / ys.0, xs.0 / ys.1, xs.1 / ys.0, xs.1 / ys.1];
            let low = all.iter().min().copied();
            (low.zip(all.iter().max().copied()), None)
        }
        SRem => {
            let m = ys.0.abs().max(ys.1.abs()) - 1;
            let low = if xs.0 < 0 { (-m).max(xs.0) } else { 0 };
            let high = if xs.1 > 0 { m.min(xs.1) } else { 0 };
            (Some((low, high)), None)
        }
        SDiv => (None, None),
    }
}

/// Sums and differences of addresses.
fn addresses(op: BinOp, bits: u32, a: &Val, b: &Val) -> Option<Val> {
    let moved = |p: &Ptr, k: i64| {
        Some(Val::Ptr(Ptr {
            off: p.off.checked_add(k)?,
            ..*p
        }))
    };
    let number = |n: &u64| scalar::sext64(bits, *n);
    match (op, a, b) {
        (BinOp::Add, Val::Ptr(p), Val::Int(n)) | (BinOp::Add, Val::Int(n), Val::Ptr(p)) => {
            moved(p, number(n))
        }
        (BinOp::Sub, Val::Ptr(p), Val::Int(n)) => moved(p, number(n).checked_neg()?),
        (BinOp::Sub, Val::Ptr(p), Val::Ptr(q)) if p.obj == q.obj && p.last == q.last => {
            let d = p.off.checked_sub(q.off)?;
            Some(Val::Int(d as u64 & scalar::mask64(bits)))
        }
        _ => None,
    }
}

/// How a symbol is made from another one.
type Derive = fn(crate::value::Sym) -> Def;

/// A conversion between integers and addresses.
pub fn cast(st: &mut State, op: CastOp, from: u32, to: u32, v: &Val) -> Val {
    match v {
        Val::Undef | Val::Opaque => return v.clone(),
        Val::Int(n) if from <= 64 && to <= 64 => {
            let n = n & scalar::mask64(from);
            let out = match op {
                CastOp::SExt => scalar::sext64(from, n) as u64,
                _ => n,
            };
            return Val::Int(out & scalar::mask64(to));
        }
        Val::Ptr(_) | Val::Func(_) | Val::Dangling => {
            // An address in an integer of its width stays one.
            return if from == to { v.clone() } else { Val::Opaque };
        }
        _ => {}
    }
    if from == to {
        return v.clone();
    }
    let (Some(r), true) = (st.range(v, from), to <= 64) else {
        return fresh(st, to);
    };
    let full = Range::full(to);
    let (out, def): (Range, Option<Derive>) = match op {
        CastOp::ZExt => (Range::unsigned(to, r.umin, r.umax), Some(Def::Zext)),
        CastOp::SExt => (Range::signed(to, r.smin, r.smax), Some(Def::Sext)),
        CastOp::Trunc if r.smin >= full.smin && r.smax <= full.smax => {
            let narrow: Derive = |s| Def::Narrow(s, true);
            (Range::signed(to, r.smin, r.smax), Some(narrow))
        }
        CastOp::Trunc if r.umax <= full.umax => {
            let narrow: Derive = |s| Def::Narrow(s, false);
            (Range::unsigned(to, r.umin, r.umax), Some(narrow))
        }
        _ => (full, None),
    };
    // The same conversion of the same value is the same value.
    if let (Val::Sym(s), Some(def)) = (v, def) {
        let same = |(d, x): &&(crate::value::Sym, Def)| {
            *x == def(*s) && st.syms.get(d).is_some_and(|r| r.bits == to)
        };
        if let Some((d, _)) = st.defs.iter().find(same) {
            return Val::Sym(*d);
        }
    }
    let new = st.unknown(out);
    if let (Val::Sym(n), Val::Sym(s), Some(def)) = (&new, v, def) {
        st.defs.push((*n, def(*s)));
    }
    new
}

/// A comparison. Where it is [`Truth::Both`], [`State::assume`] tells integers
/// apart.
pub fn compare(st: &State, module: &Module, pred: IntPred, bits: u32, a: &Val, b: &Val) -> Truth {
    use IntPred::*;
    match (a, b) {
        (Val::Undef, _) | (_, Val::Undef) => return Truth::Undef,
        (Val::Opaque, _) | (_, Val::Opaque) => return Truth::Opaque,
        _ => {}
    }
    if let (Some(x), Some(y)) = (st.range(a, bits), st.range(b, bits)) {
        let probe = |p: IntPred| {
            a == b && !matches!(p, Eq | Ule | Uge | Sle | Sge)
                || Range::compared(p, &x, &y).is_none()
        };
        return match (probe(pred), probe(pred.negated())) {
            (true, _) => Truth::No,
            (_, true) => Truth::Yes,
            _ => Truth::Both,
        };
    }
    let equal = |t: Truth| match (pred, t) {
        (Eq, t) => t,
        (Ne, Truth::Yes) => Truth::No,
        (Ne, Truth::No) => Truth::Yes,
        (_, t) => t,
    };
    match (a, b) {
        (Val::Ptr(p), Val::Ptr(q)) if p.obj == q.obj => {
            let seg = st.heap.get(&p.obj).and_then(|o| o.seg);
            if p.last != q.last {
                if let Some(s) = seg {
                    if s.min < 2 {
                        return Truth::Split(*p);
                    }
                    let inside = inside(st, module, p) && inside(st, module, q);
                    return match (pred, inside) {
                        (Eq | Ne, true) => equal(Truth::No),
                        _ => Truth::Both,
                    };
                }
            }
            // Offsets in one object are ordered as numbers while they stay in it.
            let size = size_of(st, module, p.obj);
            let (x, y) = (p.off, q.off);
            let within = |o: i64| u64::try_from(o).is_ok_and(|o| size.is_some_and(|s| o <= s));
            match pred {
                Eq => Truth::of(x == y),
                Ne => Truth::of(x != y),
                _ if !within(x) || !within(y) => Truth::Both,
                Ult => Truth::of(x < y),
                Ule => Truth::of(x <= y),
                Ugt => Truth::of(x > y),
                Uge => Truth::of(x >= y),
                _ => Truth::Both,
            }
        }
        (Val::Ptr(p), Val::Ptr(q)) => {
            let fixed = |o: Obj| {
                module
                    .globals
                    .get(GlobalId(o.0))
                    .is_some_and(|g| g.constant)
            };
            // Literals may share their bytes.
            let apart =
                inside(st, module, p) && inside(st, module, q) && !(fixed(p.obj) && fixed(q.obj));
            match (pred, apart) {
                (Eq | Ne, true) => equal(Truth::No),
                _ => Truth::Both,
            }
        }
        (Val::Ptr(p), Val::Int(0)) | (Val::Int(0), Val::Ptr(p)) => {
            // The end of an object is no null pointer either.
            let size = size_of(st, module, p.obj);
            let within = u64::try_from(p.off).is_ok_and(|o| size.is_some_and(|s| o <= s));
            let first = matches!(a, Val::Ptr(_));
            match pred {
                Eq | Ne if within => equal(Truth::No),
                Ugt if within && first => Truth::Yes,
                Ult if within && !first => Truth::Yes,
                _ => Truth::Both,
            }
        }
        (Val::Func(f), Val::Func(g)) if f == g => equal(match pred {
            Eq | Ne => Truth::Yes,
            _ => Truth::Both,
        }),
        (Val::Func(_), Val::Int(0)) | (Val::Int(0), Val::Func(_)) => match pred {
            Eq | Ne => equal(Truth::No),
            _ => Truth::Both,
        },
        _ => Truth::Both,
    }
}

pub fn size_of(st: &State, module: &Module, o: Obj) -> Option<u64> {
    match module.globals.get(GlobalId(o.0)) {
        Some(g) => Some(g.size),
        None => st.heap.get(&o).map(|o| o.size),
    }
}

/// Whether it leads to a byte of a living object.
fn inside(st: &State, module: &Module, p: &Ptr) -> bool {
    let size = size_of(st, module, p.obj);
    let dead = st.heap.get(&p.obj).is_some_and(|o| o.kind == Kind::Dead);
    !dead && u64::try_from(p.off).is_ok_and(|o| size.is_some_and(|s| o < s))
}

#[cfg(test)]
mod tests {
    use super::{bin, cast};
    use crate::range::Range;
    use crate::state::State;
    use crate::value::Val;
    use ep_ir::{scalar, BinOp, CastOp, IntPred, Overflow};

    const BITS: u32 = 4;

    /// All ranges of two values, and what is in each.
    fn ranges() -> Vec<(Range, Vec<u64>)> {
        let single = |n| Range::single(BITS, n);
        let pairs = (0..1u64 << BITS).flat_map(|a| (a..1 << BITS).map(move |b| (a, b)));
        let hull = pairs.map(|(a, b)| single(a).hull(&single(b)));
        let with = |r: Range| {
            let inside = (0..1u64 << BITS).filter(|n| r.contains(&single(*n)));
            (r, inside.collect())
        };
        hull.map(with).collect()
    }

    fn holds(st: &State, v: &Val, bits: u32, n: u64) -> bool {
        let r = st.range(v, bits).expect("a number");
        r.contains(&Range::single(bits, n))
    }

    fn signed(n: u64) -> i64 {
        scalar::sext64(BITS, n)
    }

    /// Whether C leaves it undefined, where a signed overflow is asked about.
    fn undefined(op: BinOp, flags: Overflow, x: u64, y: u64) -> bool {
        use BinOp::*;
        let (a, b) = (signed(x), signed(y));
        let exact = match op {
            Add => a + b,
            Sub => a - b,
            Mul => a * b,
            Shl => a << y.min(20),
            _ => 0,
        };
        match op {
            UDiv | URem => y == 0,
            SDiv | SRem => y == 0 || (a == -8 && b == -1),
            Shl | LShr | AShr if y >= BITS.into() => true,
            _ => flags.nsw && !(-8..8).contains(&exact),
        }
    }

    #[test]
    fn no_operation_leaves_out_a_value_or_an_error() {
        use BinOp::*;
        let all = ranges();
        let nsw = Overflow {
            nsw: true,
            ..Overflow::default()
        };
        let mut answered = 0;
        for op in [
            Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr, UDiv, SDiv, URem, SRem,
        ] {
            let sums = matches!(op, Add | Sub | Mul | Shl);
            for flags in [Overflow::default(), nsw]
                .into_iter()
                .filter(|f| sums || !f.nsw)
            {
                for (a, xs) in &all {
                    for (b, ys) in &all {
                        let mut st = State::default();
                        let (va, vb) = (st.unknown(*a), st.unknown(*b));
                        let Ok(v) = bin(&mut st, op, BITS, flags, &va, &vb, true) else {
                            continue;
                        };
                        answered += 1;
                        for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
                            assert!(!undefined(op, flags, x, y), "{op:?} {x} {y}");
                            let n = scalar::bin64(op, BITS, x, y);
                            assert!(holds(&st, &v, BITS, n), "{op:?} {x} {y}: {n} in {v:?}");
                        }
                    }
                }
            }
        }
        assert!(answered > 100_000, "{answered}");
    }

    #[test]
    fn no_conversion_and_no_comparison_leaves_out_a_value() {
        let all = ranges();
        for (r, inside) in &all {
            for (op, to) in [(CastOp::ZExt, 6), (CastOp::SExt, 6), (CastOp::Trunc, 3)] {
                let mut st = State::default();
                let v = st.unknown(*r);
                let out = cast(&mut st, op, BITS, to, &v);
                for n in inside {
                    let wide = match op {
                        CastOp::SExt => signed(*n) as u64,
                        _ => *n,
                    };
                    assert!(
                        holds(&st, &out, to, wide & scalar::mask64(to)),
                        "{op:?} {n}"
                    );
                }
            }
        }
        use IntPred::*;
        let mut impossible = 0;
        for pred in [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge] {
            for (a, xs) in &all {
                for (b, ys) in &all {
                    let both = Range::compared(pred, a, b);
                    impossible += usize::from(both.is_none());
                    for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
                        let (s, t) = (signed(x), signed(y));
                        let holds = match pred {
                            Eq => x == y,
                            Ne => x != y,
                            Ult => x < y,
                            Ule => x <= y,
                            Ugt => x > y,
                            Uge => x >= y,
                            Slt => s < t,
                            Sle => s <= t,
                            Sgt => s > t,
                            Sge => s >= t,
                        };
                        let kept = both.as_ref().is_some_and(|(p, q)| {
                            p.contains(&Range::single(BITS, x))
                                && q.contains(&Range::single(BITS, y))
                        });
                        assert!(!holds || kept, "{pred:?} {x} {y} of {a:?} {b:?}");
                    }
                }
            }
        }
        assert!(impossible > 0);
    }
}
