//! Using a summary: the pattern, and both witnesses played again.
//!
//! Idea: the symbols of the summary take what the context has; then no reason
//! may have become possible, and what had to be at most something still must
//! be. The sums of the witnesses are evaluated anew, behind what was allocated
//! before: `max(peak1, net1 + peak2)`. What the pattern needs here becomes part
//! of the pattern of the region around it. Source: document 000, Algorithm 1,
//! lines 6 and 7, COMPOSE (Figures 6 and 7); the net's dominance is not checked
//! on line 7 as printed, and needs none here since the net is the merged sum of
//! all paths. Cost: a substitution per symbol, reason and written piece.

use super::parts::Refused;
use super::sum::{Bytes, Subst};
use super::value::{Base, Hold, Ptr, State, Val};
use super::walker::{Access, Candidate, Exit, Leaf, Res, Shape, Summary, Walker};
use ep_term::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Parts of a sum that are worked with.
const MOST_PARTS: usize = 4096;

/// What the symbols of a summary stand for at one use.
pub(super) struct Binding {
    subst: Subst,
    objects: BTreeMap<Base, Base>,
}

impl Walker<'_> {
    /// Whether a summary can be used here, and with which values.
    pub fn fits(
        &mut self,
        st: &mut State,
        s: &Summary,
        args: &[Val],
    ) -> Res<Result<Binding, Refused>> {
        let level = self.level();
        let mut b = Binding {
            subst: Subst::default(),
            objects: BTreeMap::new(),
        };
        let mut own: Vec<Base> = Vec::new();
        let mut shapes: Vec<Base> = Vec::new();
        for (i, symbol) in s.symbols.iter().enumerate() {
            if !symbol.needed {
                shapes.push(Base::Unknown);
                continue;
            }
            let v = match symbol.at {
                Access::Param(k) => match args.get(k as usize) {
                    Some(v) => {
                        let v = v.clone();
                        self.coerce(level, v, symbol.ty)
                    }
                    None => self.any(level, symbol.ty),
                },
                Access::Reg(r) => self.reg(level, st, r, symbol.ty)?,
                Access::Cell(base, off) => {
                    let base = match base {
                        Base::Entry(_) => b.objects.get(&base).copied().unwrap_or(Base::Unknown),
                        b => b,
                    };
                    let base = self.resolve(level, base);
                    let off = b.subst.term(&mut self.cx.pool, off);
                    self.load(level, st, base, off, symbol.ty)?
                }
            };
            if let Some(want) = s.made_at.get(i) {
                if self.root_of(level, &v) != *want {
                    return Ok(Err(Refused::Interpolant));
                }
            }
            let base = self.bind(&mut b, &symbol.val, &v);
            let mut it = Base::Unknown;
            if let Some(shape) = symbol.shape {
                it = self.resolve(level, base.unwrap_or(Base::Unknown));
                let free = !matches!(
                    it,
                    Base::Unknown | Base::Global(_) | Base::Func(_) | Base::Null
                );
                let ok = match shape {
                    Shape::Is(b) => it == b,
                    Shape::Same(j) => shapes.get(j as usize) == Some(&it),
                    Shape::Own => free && !own.contains(&it),
                };
                if !ok {
                    return Ok(Err(Refused::Shape));
                }
                if shape == Shape::Own {
                    own.push(it);
                }
                b.objects.insert(Base::Entry(i as u32), it);
            } else if let Some(base) = base {
                b.objects.insert(Base::Entry(i as u32), base);
            }
            shapes.push(it);
        }
        for (v, sort) in &s.anything {
            let t = self.anything(level, *sort);
            b.subst.terms.insert(*v, t);
        }
        for reason in &s.reasons {
            let mut all = Vec::with_capacity(reason.len());
            for c in reason {
                all.push(b.subst.term(&mut self.cx.pool, *c));
            }
            if !self.impossible(level, st, &all) {
                return Ok(Err(Refused::Interpolant));
            }
        }
        for a in &s.dominance {
            if b.subst.parts(&self.cx.pool, &a.rest) > MOST_PARTS {
                return Ok(Err(Refused::Dominance));
            }
            let d = b.subst.bytes(&mut self.cx.pool, &a.rest);
            let d = self.bytes_at_root(level, &d);
            let when = b.subst.term(&mut self.cx.pool, a.when);
            let when = self.at_root(level, when);
            let pc = st.pc.clone();
            if !self.never_negative(&pc, when, &d) {
                return Ok(Err(Refused::Dominance));
            }
        }
        if !s.high.is_empty() && !self.some_witness(level, st, s, &mut b) {
            return Ok(Err(Refused::Witness));
        }
        Ok(Ok(b))
    }

    /// Whether the path of some witness is possible here. Where none is, the
    /// summary would be sound, but another path may be lower.
    fn some_witness(&mut self, level: usize, st: &State, s: &Summary, b: &mut Binding) -> bool {
        for c in &s.high {
            let path = b.subst.term(&mut self.cx.pool, c.path);
            let path = self.at_root(level, path);
            let possible = match self.cx.pool.as_bool(path) {
                Some(b) => b,
                None => !self
                    .cx
                    .smt
                    .feasible(&mut self.cx.pool, &st.pc, path)
                    .is_infeasible(),
            };
            if possible {
                return true;
            }
        }
        false
    }

    /// Whether a conjunction over this region's symbols was shown to be
    /// impossible.
    fn impossible(&mut self, level: usize, st: &State, all: &[TermId]) -> bool {
        let mut cond = self.cx.pool.tru();
        for c in all {
            let c = self.at_root(level, *c);
            if self.cx.pool.as_bool(c) == Some(false) {
                return true;
            }
            cond = self.cx.pool.and(cond, c);
        }
        match self.cx.pool.as_bool(cond) {
            Some(b) => !b,
            None => self
                .cx
                .smt
                .feasible(&mut self.cx.pool, &st.pc, cond)
                .is_infeasible(),
        }
    }

    /// Gives a symbol its value; its object, if it is a pointer.
    fn bind(&mut self, b: &mut Binding, symbol: &Val, v: &Val) -> Option<Base> {
        let pool = &self.cx.pool;
        match (symbol, v) {
            (Val::Num(s), Val::Num(t)) => {
                if let Some(x) = pool.as_var(*s) {
                    b.subst.terms.insert(x, *t);
                }
                None
            }
            (Val::Ptr(s), Val::Ptr(p)) => {
                for (x, t) in [(s.off, p.off), (s.null, p.null)] {
                    if let Some(x) = pool.as_var(x) {
                        b.subst.terms.insert(x, t);
                    }
                }
                if let Some(x) = s.size.as_atom().and_then(|t| pool.as_var(t)) {
                    b.subst.sizes.insert(x, p.size.clone());
                }
                Some(p.base)
            }
            _ => None,
        }
    }

    /// A number of bytes outside; sizes of sizes multiply, so that a few
    /// regions make a sum that nobody can hold.
    fn outside(&mut self, b: &mut Binding, bytes: &Bytes) -> Res<Bytes> {
        if b.subst.parts(&self.cx.pool, bytes) > MOST_PARTS {
            return super::walker::why("a sum of too many parts");
        }
        Ok(b.subst.bytes(&mut self.cx.pool, bytes))
    }

    fn value(&mut self, b: &mut Binding, v: &Val) -> Res<Val> {
        Ok(match v {
            Val::Num(t) => Val::Num(b.subst.term(&mut self.cx.pool, *t)),
            Val::Ptr(p) => {
                let base = match p.base {
                    Base::Entry(_) | Base::Made(_) => {
                        b.objects.get(&p.base).copied().unwrap_or(Base::Unknown)
                    }
                    base => base,
                };
                let size = self.outside(b, &p.size)?;
                let pool = &mut self.cx.pool;
                Val::Ptr(Rc::new(Ptr {
                    base,
                    off: b.subst.term(pool, p.off),
                    null: b.subst.term(pool, p.null),
                    size,
                }))
            }
        })
    }

    /// Goes on behind a region whose summary fits.
    pub fn apply(&mut self, st: State, s: &Summary, b: Binding) -> Res<Vec<Leaf>> {
        let (mut st, mut b) = (st, b);
        let level = self.level();
        for reason in &s.reasons {
            let mut all = Vec::with_capacity(reason.len());
            for c in reason {
                all.push(b.subst.term(&mut self.cx.pool, *c));
            }
            self.explain(level, &st, &all);
        }
        let here = self.path(&st);
        for a in &s.dominance {
            let rest = self.outside(&mut b, &a.rest)?;
            let when = b.subst.term(&mut self.cx.pool, a.when);
            let when = self.cx.pool.and(here, when);
            let pc = self.regions[level].outer.pc.clone();
            if !self.keeps(level, &pc, when, rest) {
                return super::walker::why("what was compared cannot be kept in the pattern");
            }
        }
        self.note(level, &mut st);
        if !s.high.is_empty() {
            for c in &s.high {
                if self.budget.stop_now().is_some() {
                    return super::walker::why("the time limit");
                }
                let mut sum = self.outside(&mut b, &c.sum)?;
                sum.add(&st.net, 1);
                let path = b.subst.term(&mut self.cx.pool, c.path);
                let path = self.cx.pool.and(here, path);
                let within = b.subst.term(&mut self.cx.pool, c.within);
                let within = self.cx.pool.and(here, within);
                self.candidate(level, Candidate { sum, path, within });
            }
        }
        let mut leaves = Vec::new();
        let mut rest = Some(st);
        for end in &s.ends {
            let Some(st) = rest.take() else { break };
            let cond = b.subst.term(&mut self.cx.pool, end.cond);
            // The ends are all that there is, but for paths that stop and
            // those that an assumption ended.
            let (there, others) = self.decide(st, cond);
            rest = others;
            if let Some(mut st) = there {
                self.effects(level, &mut st, &end.state, &b)?;
                leaves.push(Leaf {
                    exit: end.exit,
                    state: st,
                });
            }
        }
        if let (true, Some(state)) = (s.stops, rest) {
            leaves.push(Leaf {
                exit: Exit::Stop,
                state,
            });
        }
        Ok(leaves)
    }

    /// The transformer of one end.
    fn effects(&mut self, level: usize, st: &mut State, end: &State, b: &Binding) -> Res<()> {
        let mut b = Binding {
            subst: b.subst.clone(),
            objects: b.objects.clone(),
        };
        for (id, fresh) in &end.made {
            let base = self.make(st, *fresh);
            b.objects.insert(Base::Made(*id), base);
        }
        for (r, v) in &end.regs {
            let v = self.value(&mut b, v)?;
            st.regs.insert(*r, v);
        }
        let mut rets = Vec::with_capacity(end.rets.len());
        for v in &end.rets {
            rets.push(self.value(&mut b, v)?);
        }
        st.rets = rets;
        let net = self.outside(&mut b, &end.net)?;
        // What only frees makes no new highest point.
        st.grown |= net.most(&self.cx.pool) > 0;
        st.net.add(&net, 1);
        for (base, object) in &end.mem {
            let base = match base {
                Base::Entry(_) | Base::Made(_) => {
                    b.objects.get(base).copied().unwrap_or(Base::Unknown)
                }
                base => *base,
            };
            let base = self.resolve(level, base);
            if object.any {
                if base == Base::Unknown {
                    return super::walker::why("a write through a pointer that may point anywhere");
                }
                let mut o = Self::take(st, base);
                o.forget();
                st.mem.insert(base, Rc::new(o));
            }
            let mut pieces = Vec::with_capacity(object.at.len() + object.sym.len());
            for (k, c) in &object.at {
                pieces.push((self.cx.pool.bv(64, u128::from(*k)), c.clone()));
            }
            pieces.extend(object.sym.iter().cloned());
            for (off, c) in pieces {
                let off = b.subst.term(&mut self.cx.pool, off);
                let hold = match &c.hold {
                    Hold::Val(v) => Hold::Val(self.value(&mut b, v)?),
                    h => h.clone(),
                };
                self.store(level, st, base, off, c.len, hold)?;
            }
        }
        Ok(())
    }
}
