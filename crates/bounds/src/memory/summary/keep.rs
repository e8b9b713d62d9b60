//! What a summary needs of its region's entry.
//!
//! Idea: symbols that no condition, no sum and no effect mentions any more are
//! not looked up where the summary is used, and values that are anything are
//! not made anew for nothing. Conditions that hold in every context are left
//! out. Without this, a tree of calls would look up what all calls below it
//! read. Cost: linear in the summary, and a question per condition.

use super::sum::Bytes;
use super::value::{Base, Hold, Object, State, Val};
use super::walker::{Access, Summary, Walker};
use ep_smt::Answer;
use ep_term::{Op, Pool, TermId, VarId};
use rustc_hash::FxHashSet;

/// Inputs of a region that the path of its witness may mention.
const MOST_INPUTS_OF_A_PATH: usize = 32;

#[derive(Default)]
struct Used {
    vars: FxHashSet<VarId>,
    objects: FxHashSet<u32>,
}

impl Used {
    fn term(&mut self, pool: &Pool, t: TermId) {
        self.vars.extend(pool.vars(t).iter().copied());
    }

    fn bytes(&mut self, pool: &Pool, b: &Bytes) {
        b.terms(&mut |t| self.vars.extend(pool.vars(t).iter().copied()));
    }

    fn base(&mut self, b: Base) {
        if let Base::Entry(k) = b {
            self.objects.insert(k);
        }
    }

    fn value(&mut self, pool: &Pool, v: &Val) {
        match v {
            Val::Num(t) => self.term(pool, *t),
            Val::Ptr(p) => {
                self.base(p.base);
                self.term(pool, p.off);
                self.term(pool, p.null);
                self.bytes(pool, &p.size);
            }
        }
    }

    fn state(&mut self, pool: &Pool, st: &State) {
        for v in st.regs.values().chain(&st.rets) {
            self.value(pool, v);
        }
        self.bytes(pool, &st.net);
        for (base, o) in &st.mem {
            self.base(*base);
            let fixed = o.at.values().map(|c| &c.hold);
            for h in fixed.chain(o.sym.iter().map(|s| &s.1.hold)) {
                if let Hold::Val(v) = h {
                    self.value(pool, v);
                }
            }
            for s in &o.sym {
                self.term(pool, s.0);
            }
        }
    }
}

/// Leaves out objects that nothing leads to any more.
fn collect(st: &mut State) {
    fn to(v: &Val, out: &mut Vec<u32>) {
        if let Val::Ptr(p) = v {
            if let Base::Made(id) = p.base {
                out.push(id);
            }
        }
    }
    let held = |o: &Object, out: &mut Vec<u32>| {
        let fixed = o.at.values().map(|c| &c.hold);
        for h in fixed.chain(o.sym.iter().map(|s| &s.1.hold)) {
            if let Hold::Val(v) = h {
                to(v, out);
            }
        }
    };
    let mut work = Vec::new();
    for v in st.regs.values().chain(&st.rets) {
        to(v, &mut work);
    }
    for (base, o) in &st.mem {
        if !matches!(base, Base::Made(_)) {
            held(o, &mut work);
        }
    }
    let mut reached: FxHashSet<u32> = FxHashSet::default();
    while let Some(id) = work.pop() {
        if reached.insert(id) {
            if let Some(o) = st.mem.get(&Base::Made(id)) {
                held(o, &mut work);
            }
        }
    }
    st.made.retain(|id, _| reached.contains(id));
    st.mem
        .retain(|b, _| !matches!(b, Base::Made(id) if !reached.contains(id)));
}

/// The path of a witness with few enough inputs of its region, decisions left
/// out if need be. A path only chooses among summaries that all are sound, and
/// the input that is tried for the peak: what is left out makes the region
/// around no longer, where a recursion would have all decisions of all its
/// levels at each of them.
fn shortened(pool: &mut Pool, path: TermId) -> TermId {
    if pool.vars(path).len() <= MOST_INPUTS_OF_A_PATH {
        return path;
    }
    let mut work = vec![path];
    let mut out = pool.tru();
    while let Some(t) = work.pop() {
        if pool.op(t) == Op::And {
            work.extend(pool.args(t).iter().rev());
            continue;
        }
        let more = pool.and(out, t);
        if pool.vars(more).len() <= MOST_INPUTS_OF_A_PATH {
            out = more;
        }
    }
    out
}

impl Walker<'_> {
    /// True where no context makes the condition false.
    fn simple(&mut self, t: TermId) -> TermId {
        if self.cx.pool.as_bool(t).is_some() {
            return t;
        }
        let not = self.cx.pool.not(t);
        match self.cx.smt.check(&mut self.cx.pool, &[not]) {
            Answer::Unsat { .. } => self.cx.pool.tru(),
            _ => t,
        }
    }

    /// Leaves out of a summary what it does not need.
    pub fn trim(&mut self, s: &mut Summary) {
        for c in &mut s.high {
            c.within = self.simple(c.within);
            c.path = match self.cx.pool.as_bool(c.within) {
                Some(true) => self.simple(c.path),
                _ => c.path,
            };
            c.path = shortened(&mut self.cx.pool, c.path);
        }
        for e in &mut s.ends {
            e.cond = self.simple(e.cond);
            collect(&mut e.state);
        }
        let pool = &self.cx.pool;
        let mut used = Used::default();
        for t in s.reasons.iter().flatten() {
            used.term(pool, *t);
        }
        for a in &s.dominance {
            used.term(pool, a.when);
            used.bytes(pool, &a.rest);
        }
        for c in &s.high {
            used.term(pool, c.path);
            used.term(pool, c.within);
            used.bytes(pool, &c.sum);
        }
        for e in &s.ends {
            used.term(pool, e.cond);
            used.state(pool, &e.state);
        }
        // Patterns by equality need all.
        let all = !s.made_at.is_empty();
        for (i, symbol) in s.symbols.iter_mut().enumerate().rev() {
            let mut own = Used::default();
            own.value(pool, &symbol.val);
            let shaped = symbol.shape.is_some();
            let needed = all
                || shaped
                || used.objects.contains(&(i as u32))
                || own.vars.iter().any(|v| used.vars.contains(v));
            symbol.needed = needed;
            if let (true, Access::Cell(base, off)) = (needed, symbol.at) {
                used.base(base);
                used.term(pool, off);
            }
        }
        s.anything.retain(|(v, _)| used.vars.contains(v));
    }
}
