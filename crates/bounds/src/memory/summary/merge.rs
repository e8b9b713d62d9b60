//! Joining paths: at the ends of rounds, at returns, where loops are left.
//!
//! Idea: values become if-then-else over what tells the paths apart, numbers
//! of bytes become parts with conditions, which cancel later; so the net needs
//! no bound here, and a transformer holds in every context that keeps its
//! infeasible paths infeasible. Two pointers into different objects stay
//! one pointer whose object is not known, with the bytes that it gives back.
//! Source: document 000, JOIN (Figure 6), with disjunction in place of a
//! polyhedral hull. Cost: linear in what was written.

use super::value::{Base, Cell, Hold, Object, Ptr, State, Ty, Val};
use super::walker::{Res, Walker};
use ep_ir::{FuncId, Reg};
use ep_smt::{PathCondition, Side, Witness};
use ep_term::TermId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Parts of a sum of bytes in a joined state.
const MOST_PARTS: usize = 1 << 16;

impl Walker<'_> {
    /// One state for all.
    pub fn join(
        &mut self,
        level: usize,
        f: FuncId,
        list: Vec<State>,
        live: &dyn Fn(Reg) -> bool,
    ) -> Res<Option<State>> {
        let mut list = list;
        while list.len() > 1 {
            let common = |a: &State, b: &State| {
                let pairs = a.prefix.iter().zip(&b.prefix);
                pairs.take_while(|(x, y)| x == y).count()
            };
            let best = (0..list.len() - 1)
                .max_by_key(|i| common(&list[*i], &list[*i + 1]))
                .unwrap_or(0);
            let b = list.remove(best + 1);
            let a = list.remove(best);
            let n = common(&a, &b);
            let merged = self.join_two(level, f, (a, b), n, live)?;
            list.insert(best, merged);
        }
        Ok(list.pop())
    }

    fn conjunction(&mut self, list: &[TermId]) -> TermId {
        let mut out = self.cx.pool.tru();
        for c in list {
            out = self.cx.pool.and(out, *c);
        }
        out
    }

    fn join_two(
        &mut self,
        level: usize,
        f: FuncId,
        (mut a, mut b): (State, State),
        common: usize,
        live: &dyn Fn(Reg) -> bool,
    ) -> Res<State> {
        self.tick()?;
        let (x, y) = (a.prefix.split_off(common), b.prefix.split_off(common));
        let opposite = match (x.first(), y.first()) {
            (Some(p), Some(q)) => self.cx.pool.is_complement(*p, *q),
            _ => false,
        };
        let (all_x, all_y) = (self.conjunction(&x), self.conjunction(&y));
        let guard = match x.first() {
            Some(p) if opposite => *p,
            _ => all_x,
        };
        let either = if opposite {
            let (rest_x, rest_y) = (self.conjunction(&x[1..]), self.conjunction(&y[1..]));
            self.cx.pool.ite(guard, rest_x, rest_y)
        } else {
            self.cx.pool.or(all_x, all_y)
        };
        let mut prefix = a.prefix.clone();
        if self.cx.pool.as_bool(either) != Some(true) {
            prefix.push(either);
        }
        // Both as they were, for reading what only one of them wrote.
        a.prefix.extend(&x);
        b.prefix.extend(&y);
        let mut out = State {
            prefix,
            made: a.made.clone(),
            grown: a.grown || b.grown,
            ..State::default()
        };
        out.made.extend(b.made.iter().map(|(k, v)| (*k, *v)));
        out.pc = self.condition(level, &out.prefix);
        let regs: BTreeSet<Reg> = a.regs.keys().chain(b.regs.keys()).copied().collect();
        for r in regs.into_iter().filter(|r| live(*r)) {
            let ty = self.kind(f, r);
            let (p, q) = (self.reg(level, &a, r, ty)?, self.reg(level, &b, r, ty)?);
            let v = self.either(level, guard, &p, &q);
            out.regs.insert(r, v);
        }
        let rets: Vec<(Val, Val)> = a.rets.iter().cloned().zip(b.rets.iter().cloned()).collect();
        for (p, q) in rets {
            let v = self.either(level, guard, &p, &q);
            out.rets.push(v);
        }
        self.join_memory(level, guard, &mut a, &mut b, &mut out)?;
        let d = a.net.minus(&b.net);
        out.net = b.net.clone();
        let d = d.guarded(&mut self.cx.pool, guard);
        out.net.add(&d, 1);
        self.held_by(&out)?;
        Ok(out)
    }

    /// Each join can double the parts of a sum; nobody can hold what many of them make.
    fn held_by(&mut self, st: &State) -> Res<()> {
        let sizes = st.regs.values().chain(&st.rets).filter_map(|v| match v {
            Val::Ptr(p) => Some(p.size.len()),
            _ => None,
        });
        let most = sizes.chain([st.net.len(), self.widest]).max();
        match most.is_some_and(|n| n > MOST_PARTS) {
            true => super::walker::why("a sum of too many parts"),
            false => Ok(()),
        }
    }

    /// The region's condition with a prefix, over the inputs.
    pub fn condition(&mut self, level: usize, prefix: &[TermId]) -> PathCondition {
        let mut pc = self.regions[level].outer.pc.clone();
        for c in prefix {
            let root = self.at_root(level, *c);
            self.assume(&mut pc, root);
        }
        pc
    }

    pub fn assume(&mut self, pc: &mut PathCondition, cond: TermId) {
        if self.cx.pool.as_bool(cond) == Some(true) {
            return;
        }
        let witness = match self.cx.smt.feasible(&mut self.cx.pool, pc, cond) {
            Side::Feasible(w) => w,
            _ => Witness::missing(),
        };
        self.cx.smt.assume(&mut self.cx.pool, pc, cond, witness);
    }

    /// `guard ? a : b`.
    pub fn either(&mut self, level: usize, guard: TermId, a: &Val, b: &Val) -> Val {
        if a == b {
            return a.clone();
        }
        match (a, b) {
            (Val::Num(x), Val::Num(y)) if self.cx.pool.sort(*x) == self.cx.pool.sort(*y) => {
                Val::Num(self.cx.pool.ite(guard, *x, *y))
            }
            (Val::Ptr(p), Val::Ptr(q)) => {
                let null = self.cx.pool.ite(guard, p.null, q.null);
                let none = |v: &Walker, p: &Ptr| {
                    p.base == Base::Null || v.cx.pool.as_bool(p.null) == Some(true)
                };
                let (base, off) = if none(self, p) {
                    (q.base, q.off)
                } else if none(self, q) {
                    (p.base, p.off)
                } else {
                    let (m, n) = (self.resolve(level, p.base), self.resolve(level, q.base));
                    let base = if m == n { m } else { Base::Unknown };
                    (base, self.cx.pool.ite(guard, p.off, q.off))
                };
                let d = p.size.minus(&q.size);
                let mut size = q.size.clone();
                let d = d.guarded(&mut self.cx.pool, guard);
                size.add(&d, 1);
                self.widest = self.widest.max(size.len());
                Val::Ptr(Rc::new(Ptr {
                    base,
                    off,
                    null,
                    size,
                }))
            }
            (Val::Ptr(_), _) => self.any(level, Ty::Ptr),
            (Val::Num(t), _) => {
                let sort = self.cx.pool.sort(*t);
                Val::Num(self.anything(level, sort))
            }
        }
    }

    fn join_memory(
        &mut self,
        level: usize,
        guard: TermId,
        a: &mut State,
        b: &mut State,
        out: &mut State,
    ) -> Res<()> {
        let bases: BTreeSet<Base> = a.mem.keys().chain(b.mem.keys()).copied().collect();
        for base in bases {
            let (x, y) = (a.mem.get(&base).cloned(), b.mem.get(&base).cloned());
            if let (Some(x), Some(y)) = (&x, &y) {
                if Rc::ptr_eq(x, y) {
                    out.mem.insert(base, x.clone());
                    continue;
                }
            }
            // An object that only one of them made: nothing of the other one
            // points there.
            if let Base::Made(id) = base {
                match (a.made.contains_key(&id), b.made.contains_key(&id)) {
                    (true, false) => {
                        out.mem.extend(x.map(|x| (base, x)));
                        continue;
                    }
                    (false, true) => {
                        out.mem.extend(y.map(|y| (base, y)));
                        continue;
                    }
                    _ => {}
                }
            }
            let (x, y) = (x.unwrap_or_default(), y.unwrap_or_default());
            if x == y {
                out.mem.insert(base, x);
                continue;
            }
            if x.any || y.any {
                let mut o = Object::default();
                o.forget();
                out.mem.insert(base, Rc::new(o));
                continue;
            }
            out.mem.insert(base, x.clone());
            let mut pieces: Vec<(TermId, Cell)> = Vec::new();
            // What both hold alike is there already.
            let mut fixed: [Vec<(u64, Cell)>; 2] = Default::default();
            x.at.differences(&y.at, |k, p, q| {
                for (list, c) in fixed.iter_mut().zip([p, q]) {
                    list.extend(c.map(|c| (*k, c.clone())));
                }
            });
            for (o, list) in [&x, &y].into_iter().zip(fixed) {
                for (k, c) in list {
                    pieces.push((self.cx.pool.bv(64, u128::from(k)), c));
                }
                pieces.extend(o.sym.iter().cloned());
            }
            let mut seen: BTreeSet<(TermId, u64)> = BTreeSet::new();
            for (off, c) in pieces {
                if !seen.insert((off, c.len)) {
                    continue;
                }
                self.join_piece(level, guard, (a, b, out), base, (off, c))?;
            }
        }
        Ok(())
    }

    fn join_piece(
        &mut self,
        level: usize,
        guard: TermId,
        (a, b, out): (&mut State, &mut State, &mut State),
        base: Base,
        (off, c): (TermId, Cell),
    ) -> Res<()> {
        let same = |st: &State, pool: &ep_term::Pool| {
            let o = st.mem.get(&base)?;
            match pool.as_bv(off) {
                Some(k) => o.at.get(&(k as u64)).filter(|d| d.len == c.len).cloned(),
                None => {
                    let found = o.sym.iter().find(|s| s.0 == off && s.1.len == c.len);
                    found.map(|s| s.1.clone())
                }
            }
        };
        let both = (same(a, &self.cx.pool), same(b, &self.cx.pool));
        if let (Some(p), Some(q)) = &both {
            if p == q {
                return self.store(level, out, base, off, c.len, p.hold.clone());
            }
        }
        let ty = match &c.hold {
            Hold::Val(Val::Ptr(_)) => Ty::Ptr,
            Hold::Val(Val::Num(t)) => match self.cx.pool.sort(*t) {
                ep_term::Sort::Bool => Ty::Num(1),
                _ => Ty::Num(self.cx.pool.width(*t)),
            },
            Hold::Fill(_) | Hold::Any => {
                return self.store(level, out, base, off, c.len, Hold::Any);
            }
        };
        let p = self.load(level, a, base, off, ty)?;
        let q = self.load(level, b, base, off, ty)?;
        let v = self.either(level, guard, &p, &q);
        self.store(level, out, base, off, c.len, Hold::Val(v))
    }
}
