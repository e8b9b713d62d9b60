//! Which bits of a term depend on uninitialised memory, as a term.
//!
//! Content that was never written is a variable of its own. Whether a decision
//! depends on it is a question about all its values; the answer is a formula
//! over the inputs alone, so that a path goes on exactly with the inputs for
//! which nothing depends. The rules are those of the reference interpreter,
//! bit by bit: `and` with a defined zero is defined, sums taint upwards, a
//! comparison is defined when the defined bits decide it. Source:
//! E. Stepanov, K. Serebryany, "MemorySanitizer", CGO 2015. Alternative: to ask
//! for two contents that decide differently finds the error as well, but its
//! negation does not describe the inputs without it. Cost: linear in the part
//! of the term that mentions uninitialised content.

use crate::inputs::InputTable;

use ep_term::{Op, Pool, Sort, TermId};
use rustc_hash::FxHashMap;

/// Whether some bit of `t` is undefined: a condition without variables of
/// uninitialised content.
pub fn undefined(pool: &mut Pool, table: &InputTable, t: TermId) -> TermId {
    let mut shadows = Shadows {
        pool,
        table,
        memo: FxHashMap::default(),
    };
    let s = shadows.of(t);
    let any = shadows.any(s);
    // Undefined bits read as zero, as in the interpreter.
    let vars: Vec<_> = pool
        .vars(any)
        .iter()
        .copied()
        .filter(|v| table.is_uninit(*v))
        .collect();
    let mut zero = FxHashMap::default();
    for v in vars {
        if let Sort::BitVec(w) = pool.var_sort(v) {
            let z = pool.bv(w, 0);
            zero.insert(v, z);
        }
    }
    pool.substitute(any, &zero)
}

/// The undefined bits of a bit-vector, and the vector with zeros there: terms
/// without variables of uninitialised content.
pub fn undefined_bits(pool: &mut Pool, table: &InputTable, t: TermId) -> (TermId, TermId) {
    let mut shadows = Shadows {
        pool,
        table,
        memo: FxHashMap::default(),
    };
    let s = shadows.of(t);
    let mut zero = FxHashMap::default();
    for v in pool.vars(t).to_vec() {
        if let (true, Sort::BitVec(w)) = (table.is_uninit(v), pool.var_sort(v)) {
            let z = pool.bv(w, 0);
            zero.insert(v, z);
        }
    }
    (pool.substitute(s, &zero), pool.substitute(t, &zero))
}

/// A shadow has the undefined bits of a bit-vector set; that of any other
/// sort is one Boolean.
struct Shadows<'a> {
    pool: &'a mut Pool,
    table: &'a InputTable,
    memo: FxHashMap<TermId, TermId>,
}

impl Shadows<'_> {
    fn of(&mut self, t: TermId) -> TermId {
        let mut stack = vec![t];
        while let Some(&x) = stack.last() {
            if self.memo.contains_key(&x) {
                stack.pop();
                continue;
            }
            let table = self.table;
            let s = if !self.pool.vars(x).iter().any(|v| table.is_uninit(*v)) {
                self.all(x, false)
            } else if let Op::Var(_) = self.pool.op(x) {
                self.all(x, true)
            } else {
                let depth = stack.len();
                for &a in self.pool.args(x) {
                    if !self.memo.contains_key(&a) {
                        stack.push(a);
                    }
                }
                if stack.len() > depth {
                    continue;
                }
                self.node(x)
            };
            self.memo.insert(x, s);
            stack.pop();
        }
        self.memo[&t]
    }

    /// The shadow of a wholly defined or undefined term of the sort of `t`.
    fn all(&mut self, t: TermId, undefined: bool) -> TermId {
        match self.pool.sort(t) {
            Sort::BitVec(w) => {
                let bits = if undefined {
                    ep_ir::scalar::mask128(w)
                } else {
                    0
                };
                self.pool.bv(w, bits)
            }
            _ => self.pool.boolean(undefined),
        }
    }

    /// Whether a shadow has a bit set.
    fn any(&mut self, s: TermId) -> TermId {
        match self.pool.sort(s) {
            Sort::BitVec(w) => {
                let zero = self.pool.bv(w, 0);
                self.pool.ne(s, zero)
            }
            _ => s,
        }
    }

    /// All bits when one bit of an argument is undefined.
    fn whole(&mut self, x: TermId, shadows: &[TermId]) -> TermId {
        let mut any = self.pool.fls();
        for &s in shadows {
            let a = self.any(s);
            any = self.pool.or(any, a);
        }
        if let Sort::BitVec(_) = self.pool.sort(x) {
            let (yes, no) = (self.all(x, true), self.all(x, false));
            return self.pool.ite(any, yes, no);
        }
        any
    }

    fn node(&mut self, x: TermId) -> TermId {
        let args: Vec<TermId> = self.pool.args(x).to_vec();
        let s: Vec<TermId> = args.iter().map(|a| self.memo[a]).collect();
        let op = self.pool.op(x);
        let sort = self.pool.sort(x);
        let bits = |p: &Pool, t: TermId| matches!(p.sort(t), Sort::BitVec(_));
        let p = &mut *self.pool;
        match op {
            Op::Not | Op::BvNot => s[0],
            Op::Extract { .. } | Op::Concat | Op::Sext => p.rebuild(op, sort, &s),
            Op::Zext => p.rebuild(op, sort, &s),
            Op::And => {
                let (x, y) = (p.or(s[0], args[0]), p.or(s[1], args[1]));
                let (x, y) = (p.and(x, s[1]), p.and(y, s[0]));
                p.or(x, y)
            }
            Op::Or => {
                let (a, b) = (p.not(args[0]), p.not(args[1]));
                let (x, y) = (p.or(s[0], a), p.or(s[1], b));
                let (x, y) = (p.and(x, s[1]), p.and(y, s[0]));
                p.or(x, y)
            }
            Op::BvAnd => {
                let (x, y) = (p.bvor(s[0], args[0]), p.bvor(s[1], args[1]));
                let (x, y) = (p.bvand(x, s[1]), p.bvand(y, s[0]));
                p.bvor(x, y)
            }
            Op::BvOr => {
                let (a, b) = (p.bvnot(args[0]), p.bvnot(args[1]));
                let (x, y) = (p.bvor(s[0], a), p.bvor(s[1], b));
                let (x, y) = (p.bvand(x, s[1]), p.bvand(y, s[0]));
                p.bvor(x, y)
            }
            Op::BvXor => p.bvor(s[0], s[1]),
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg => {
                let mut t = s[0];
                for &more in &s[1..] {
                    t = p.bvor(t, more);
                }
                let up = p.bvneg(t);
                p.bvor(t, up)
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let moved = p.rebuild(op, sort, &[s[0], args[1]]);
                let all = self.whole(x, &s[1..]);
                self.pool.bvor(moved, all)
            }
            Op::Ite if bits(p, x) => {
                let picked = p.ite(args[0], s[1], s[2]);
                let differ = p.bvxor(args[1], args[2]);
                let either = p.bvor(s[1], s[2]);
                let either = p.bvor(either, differ);
                p.ite(s[0], either, picked)
            }
            Op::Ite => {
                let picked = p.ite(args[0], s[1], s[2]);
                let either = if p.sort(args[1]) == Sort::Bool {
                    let differ = p.xor(args[1], args[2]);
                    let either = p.or(s[1], s[2]);
                    p.or(either, differ)
                } else {
                    p.tru()
                };
                p.ite(s[0], either, picked)
            }
            Op::Eq if bits(p, args[0]) => {
                let unknown = p.bvor(s[0], s[1]);
                let known = p.bvnot(unknown);
                let differ = p.bvxor(args[0], args[1]);
                let differ = p.bvand(differ, known);
                let (decided, open) = (self.any(differ), self.any(unknown));
                let same = self.pool.not(decided);
                self.pool.and(open, same)
            }
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let signed = matches!(op, Op::Slt | Op::Sle);
                let (alo, ahi) = self.range(args[0], s[0], signed);
                let (blo, bhi) = self.range(args[1], s[1], signed);
                let p = &mut *self.pool;
                let (x, y) = if matches!(op, Op::Ult | Op::Slt) {
                    (p.ule(blo, ahi), p.ult(alo, bhi))
                } else {
                    (p.ult(blo, ahi), p.ule(alo, bhi))
                };
                let (a, b) = (self.any(s[0]), self.any(s[1]));
                let p = &mut *self.pool;
                let (open, undecided) = (p.or(a, b), p.and(x, y));
                p.and(open, undecided)
            }
            _ => self.whole(x, &s),
        }
    }

    /// Least and greatest value; with the sign bit flipped when signed, so
    /// that unsigned order is the order of both.
    fn range(&mut self, t: TermId, s: TermId, signed: bool) -> (TermId, TermId) {
        let p = &mut *self.pool;
        let w = p.width(t);
        let mut v = t;
        if signed {
            let sign = p.bv(w, 1 << (w - 1));
            v = p.bvxor(v, sign);
        }
        let defined = p.bvnot(s);
        (p.bvand(v, defined), p.bvor(v, s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::{Assignment, Evaluator, VarId};

    struct Values([(VarId, u128); 2]);
    impl Assignment for Values {
        fn value(&self, v: VarId) -> u128 {
            self.0.iter().find(|x| x.0 == v).map_or(0, |x| x.1)
        }
    }

    /// Where the formula says defined, all contents give one value; where all
    /// contents give one value, these terms are defined.
    #[test]
    fn the_formula_separates_the_inputs_that_depend() {
        let mut p = Pool::new();
        let mut table = InputTable::default();
        let u = table.uninit(&mut p, 0, 3);
        let i = p.fresh_var("i", Sort::BitVec(3));
        let k = p.bv(3, 5);
        let c = p.ult(i, k);
        let mixed = p.ite(c, u, k);
        let masked = p.bvand(u, i);
        let wide = p.zext(mixed, 5);
        let five = p.bv(5, 6);
        let terms = [
            p.ult(mixed, i),
            p.slt(masked, k),
            p.eq(mixed, k),
            p.ule(five, wide),
            p.eq(masked, i),
        ];
        let (u, i) = (p.as_var(u).unwrap(), p.as_var(i).unwrap());
        for t in terms {
            let undef = undefined(&mut p, &table, t);
            assert!(!p.vars(undef).contains(&u));
            let mut seen = [0, 0];
            for iv in 0..8 {
                let mut e = Evaluator::new();
                let says = e.eval_bool(&p, undef, &Values([(i, iv), (u, 0)]));
                let results: Vec<bool> = (0..8)
                    .map(|uv| e.eval_bool(&p, t, &Values([(i, iv), (u, uv)])))
                    .collect();
                let depends = results.iter().any(|r| *r != results[0]);
                assert_eq!(says, depends, "{} at i = {iv}", p.infix(t));
                seen[usize::from(says)] += 1;
            }
            assert!(seen[0] > 0 && seen[1] > 0, "{}", p.infix(t));
        }
    }
}
