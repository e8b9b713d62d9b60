//! The driver that follows one input: a condition is what the input makes it,
//! and is remembered in the order in which it was asked.
//!
//! Source: document 003, page 70. The path condition is an array of conjuncts
//! (page 76), so that one of them can be negated under those before it. Cost:
//! one evaluation per condition, with a memo that lives as long as the run.

use super::hints::{Compares, Comparison, Hint};
use super::input::{Followed, ReadsInput};
use ep_base::outcome::InputSource;
use ep_ir::FuncId;
use ep_machine::code::CallSite;
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::inputs::SymbolicInput;
use ep_machine::machine::{Assumption, Machine, Step};
use ep_machine::value::Value;
use ep_smt::{PathCondition, Side, Witness};
use ep_term::{Evaluator, Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a condition was asked: an op of a function, and the op that called
/// the function, so that two calls of one model are two sites.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    pub func: FuncId,
    pub ip: u32,
    pub caller: Option<(FuncId, u32)>,
}

impl Site {
    /// The op that the state is at.
    pub fn of(st: &State) -> Site {
        let caller = st.top.caller.as_ref();
        Site {
            func: st.top.func,
            ip: st.top.ip,
            caller: caller.map(|c| (c.func, c.ip.saturating_sub(1))),
        }
    }
}

/// What a conjunct is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A branch, an error check or a switch: its negation is another path.
    Decision,
    /// A value was fixed to what the input makes it; its negation is another
    /// value.
    Fixed,
    /// Holds on every input that is asked for: never negated.
    Assumed,
}

/// One conjunct of the path condition of a run.
#[derive(Clone, Copy, Debug)]
pub struct Conjunct {
    /// The condition as it holds on the run.
    pub holds: TermId,
    pub site: Site,
    /// The condition as it was asked came out true.
    pub taken: bool,
    pub role: Role,
}

/// A place where content that nobody wrote decided something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unset {
    pub site: Site,
    /// A call out of the model came before: it may have written the content.
    pub behind_call: bool,
}

/// Which bytes of the input a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    pub at: u32,
    pub count: u32,
}

/// Callers that are remembered of a site.
const MOST_CALLERS: usize = 12;
/// Places of a run that are remembered for content that nobody wrote.
const MOST_UNSET: usize = 64;

/// A state of such a run.
pub(super) type State = ep_machine::state::State<Following>;

/// The driver of a run along one input.
#[derive(Default)]
pub struct Following {
    pub(super) conjuncts: Vec<Conjunct>,
    /// Conditions that were asked already.
    known: FxHashSet<TermId>,
    evaluator: Evaluator,
    proposed: bool,
    /// The input.
    pub(super) input: Vec<u8>,
    /// Where it is in memory, if the program reads it from there.
    pub(super) followed: Option<Followed>,
    /// Bytes given to inputs that the program asked for one after the other.
    pub(super) consumed: usize,
    pub(super) bytes_of: FxHashMap<VarId, Bytes>,
    /// Results of calls out of the model in the native run, by function, in
    /// the order of the calls.
    pub(super) results: FxHashMap<String, std::collections::VecDeque<u64>>,
    /// Functions that compare.
    pub(super) comparisons: FxHashMap<FuncId, Comparison>,
    /// What comparisons of this run suggest.
    pub(super) hints: Vec<Hint>,
    /// Who called the function of a site, innermost first, when the site was
    /// first met: conditions within models have their place in a caller.
    pub(super) callers: FxHashMap<Site, Vec<(FuncId, u32)>>,
    /// Where content that nobody wrote decided something in this run.
    pub(super) unset: Vec<Unset>,
    /// The most conjuncts that are kept.
    pub(super) most: usize,
    /// There were more.
    pub(super) full: bool,
}

impl Following {
    /// Forgets the last run.
    pub(super) fn begin(&mut self, input: &[u8], most: usize) {
        self.conjuncts.clear();
        self.known.clear();
        self.evaluator.reset();
        self.proposed = false;
        self.input = input.to_vec();
        self.consumed = 0;
        self.bytes_of.clear();
        self.results.clear();
        self.hints.clear();
        self.unset.clear();
        self.most = most;
        self.full = false;
    }

    /// A variable stands for bytes of the input; its value in the input.
    pub(super) fn bind(&mut self, var: VarId, at: usize, count: u32) -> u128 {
        let bytes = Bytes {
            at: at as u32,
            count,
        };
        self.bytes_of.insert(var, bytes);
        let mut value = 0u128;
        for i in (0..count as usize).rev() {
            value = value << 8 | u128::from(self.input.get(at + i).copied().unwrap_or(0));
        }
        value
    }

    /// Adds a condition that every input must satisfy.
    pub(super) fn always(&mut self, st: &State, holds: TermId) {
        if self.known.insert(holds) {
            self.push(st, holds, true, Role::Assumed);
        }
    }

    /// The op that the state is at; its callers are remembered.
    fn site(&mut self, st: &State) -> Site {
        let site = Site::of(st);
        self.callers.entry(site).or_insert_with(|| {
            let above = std::iter::successors(st.top.caller.as_ref(), |f| f.caller.as_ref());
            above
                .take(MOST_CALLERS)
                .map(|f| (f.func, f.ip.saturating_sub(1)))
                .collect()
        });
        site
    }

    fn push(&mut self, st: &State, holds: TermId, taken: bool, role: Role) {
        if self.conjuncts.len() >= self.most {
            self.full = true;
            return;
        }
        let site = self.site(st);
        self.conjuncts.push(Conjunct {
            holds,
            site,
            taken,
            role,
        });
    }

    fn value(&mut self, pool: &Pool, pc: &PathCondition, cond: TermId) -> bool {
        self.evaluator.continue_bits(pool, cond, pc) == Some(1)
    }

    /// What the input makes of a condition, remembered.
    fn ask(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> bool {
        let taken = self.value(&cx.pool, &st.pc, cond);
        let holds = if taken { cond } else { cx.pool.not(cond) };
        let role = match std::mem::take(&mut self.proposed) {
            true => Role::Fixed,
            false => Role::Decision,
        };
        if cx.pool.as_bool(holds).is_none() && self.known.insert(holds) {
            self.push(st, holds, taken, role);
        }
        taken
    }
}

impl Driver for Following {
    type Frame = ();
    type Path = ();

    const FOLLOWS: bool = true;
    const KNOWS_FOLDER: bool = false;

    fn branch(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        if self.ask(cx, st, cond) {
            Sides::Then
        } else {
            Sides::Else
        }
    }

    fn switch(&mut self, cx: &mut Solving, st: &State, conds: &[TermId]) -> Vec<Side> {
        // Each case that is not taken is a condition of its own: its negation
        // leads there. The one that is taken follows from them.
        let mut sides = Vec::with_capacity(conds.len());
        for &cond in conds {
            sides.push(match self.ask(cx, st, cond) {
                true => Side::Feasible(Witness::unchanged()),
                false => Side::Infeasible,
            });
        }
        sides
    }

    fn feasible(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Side {
        let fixed = std::mem::take(&mut self.proposed);
        if !self.value(&cx.pool, &st.pc, cond) {
            return Side::Infeasible;
        }
        if cx.pool.as_bool(cond).is_none() && self.known.insert(cond) {
            let role = if fixed { Role::Fixed } else { Role::Assumed };
            self.push(st, cond, true, role);
        }
        Side::Feasible(Witness::unchanged())
    }

    fn entered(&mut self, cx: &mut Solving, st: &mut State, input: &SymbolicInput) {
        // What an unmodelled call returned is no part of the input.
        if matches!(
            input.source,
            InputSource::External { .. } | InputSource::Uninitialised
        ) {
            return;
        }
        let from = self.consumed;
        self.consumed += input.size as usize;
        let values: Vec<(VarId, u128)> = input
            .leaves
            .iter()
            .map(|l| {
                let value = self.bind(l.var, from + l.offset as usize, l.bytes);
                (l.var, value)
            })
            .collect();
        cx.smt.prefer(&mut st.pc, &Witness::from_bits(values));
    }

    fn proposes(&mut self, _st: &State) {
        self.proposed = true;
    }

    fn returned(&mut self, function: &str) -> Option<u64> {
        self.results.get_mut(function)?.pop_front()
    }

    fn unset(m: &mut Machine<Self>, st: &State, depends: Option<TermId>) {
        let driver = &mut m.driver;
        if driver.unset.len() >= MOST_UNSET
            || depends.is_some_and(|d| !driver.value(&m.cx.pool, &st.pc, d))
        {
            return;
        }
        let unset = Unset {
            site: driver.site(st),
            behind_call: st.assumptions & Assumption::Concretised as u32 != 0,
        };
        if !driver.unset.contains(&unset) {
            driver.unset.push(unset);
        }
    }

    fn called(m: &mut Machine<Self>, st: &State, f: FuncId, site: &CallSite) {
        if let Some(how) = m.driver.comparisons.get(&f).copied() {
            let args = site.args.iter();
            let args: Vec<Value> = args.map(|a| st.top.regs[a.value as usize]).collect();
            m.compares(st, how, &args);
        }
    }

    fn reads(
        m: &mut Machine<Self>,
        st: &mut State,
        fd: Value,
        buf: Value,
        n: Value,
    ) -> Option<Step<Value>> {
        let followed = m.driver.followed.clone()?;
        Some(m.read_followed(st, &followed, fd, buf, n))
    }

    fn opens(m: &mut Machine<Self>, st: &mut State, path: Value) -> Option<Value> {
        m.open_followed(st, path)
    }

    fn seeks(
        m: &mut Machine<Self>,
        st: &mut State,
        fd: Value,
        offset: Value,
        whence: Value,
    ) -> Option<Step<Value>> {
        let followed = m.driver.followed.clone()?;
        Some(m.seek_followed(st, &followed, fd, offset, whence))
    }

    fn variable(m: &mut Machine<Self>, st: &State, name: Value) -> Option<Value> {
        m.followed_variable(st, name)
    }
}
