//! From a program to places and edges, by running it.
//!
//! Idea: the program is run from its start, and from each head of a loop that
//! is cut, with everything arbitrary that any way to this head may change; a
//! run ends where it comes to a head again. What may change is a fixed point:
//! a state that arrives with another value in a cell makes the cell arbitrary,
//! and everything that runs from there is run again. So every state of the
//! program at a head is one of the arbitrary state there, and every way between
//! two heads is one of the edges. The path condition of an arbitrary state is
//! empty: what holds there is for the frames to find. Values that no way
//! changes are terms over earlier variables, which keep their values along each
//! edge. Source: D. Beyer et al., FMCAD 2009 (large blocks); A. Donaldson et
//! al., SAS 2011 (what a loop may change). Cost: some symbolic rounds per head.
//!
//! What must never happen: a way that is no edge. A run that ends because
//! something is not modelled is an error of the system, to be shown
//! unreachable like any other; what leaves behaviours out, reads standard
//! input, or allocates in a loop is refused.

use super::super::activity::Activity;
use super::super::cut::{Cells, Refusal};
use super::super::driver::State;
use super::super::houdini::Subject;
use super::super::run::Run;
use super::kept::Met;
use super::system::{Bad, Edge, System, START};
use crate::merge::{place, Bounds, HasWay, LoopAt, Phase, Place};
use ep_base::Diagnostic;
use ep_machine::machine::Violation;
use ep_smt::PathCondition;
use ep_term::{TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Heads of loops, with their activations.
const MOST_HEADS: usize = 200;
/// Runs from heads.
const MOST_RUNS: usize = 1_500;
/// States of one run.
const MOST_STATES: usize = 20_000;

/// The head of a loop in one activation.
struct Head {
    /// The first state that came.
    first: Box<State>,
    cells: Cells,
    /// With arbitrary values in the cells.
    state: Box<State>,
    subject: Subject,
    /// It has to be run again.
    stale: bool,
}

/// A state that came to a head.
struct Arrival {
    from: usize,
    to: usize,
    state: Box<State>,
}

/// The heads of a program, with what is known of each.
pub(super) struct Graph {
    pub system: System,
    /// Variables that have a name in the source.
    pub named: FxHashSet<VarId>,
    /// More loops were found that depend on the input.
    pub more: bool,
}

/// A run from one head.
struct Ran {
    back: Vec<Box<State>>,
    bads: Vec<(Vec<TermId>, String)>,
}

impl Run<'_> {
    /// The system of the program, where all loops that are cut are heads.
    pub(super) fn graph(&mut self, bounds: &Bounds) -> Result<Result<Graph, Refusal>, Diagnostic> {
        let mut heads: Vec<Head> = Vec::new();
        let mut index: FxHashMap<Place, usize> = FxHashMap::default();
        let mut arrivals: Vec<Arrival> = Vec::new();
        let mut bads: Vec<(usize, Vec<TermId>, String)> = Vec::new();
        let known = self.unwound.loops.len();
        let mut next = Some(START);
        let mut runs = 0;
        while let Some(from) = next {
            runs += 1;
            if runs > MOST_RUNS || heads.len() > MOST_HEADS {
                return Ok(Err("the program has too many heads of loops".into()));
            }
            let first = match from {
                START => Box::new(self.machine.initial()?),
                h => {
                    heads[h - 1].stale = false;
                    heads[h - 1].state.clone()
                }
            };
            let ran = match self.run_from(first, from == START, bounds)? {
                Ok(r) => r,
                Err(why) => return Ok(Err(why)),
            };
            if self.unwound.loops.len() > known {
                return Ok(Ok(Graph {
                    system: System::default(),
                    named: FxHashSet::default(),
                    more: true,
                }));
            }
            arrivals.retain(|a| a.from != from);
            bads.retain(|b| b.0 != from);
            bads.extend(ran.bads.into_iter().map(|(p, w)| (from, p, w)));
            for mut state in ran.back {
                let key = self.key(&mut state);
                let to = match index.get(&key) {
                    Some(h) => *h,
                    None => {
                        let mut head = Head {
                            first: state.clone(),
                            cells: Cells::new(),
                            state: state.clone(),
                            subject: Subject::default(),
                            stale: true,
                        };
                        if let Err(why) = self.arbitrary_head(&mut head) {
                            return Ok(Err(why));
                        }
                        heads.push(head);
                        index.insert(key, heads.len());
                        heads.len()
                    }
                };
                if let Err(why) = self.meet(&mut heads[to - 1], &state) {
                    return Ok(Err(why));
                }
                arrivals.push(Arrival { from, to, state });
            }
            next = heads.iter().position(|h| h.stale).map(|i| i + 1);
        }
        // Every state that came is one of the arbitrary state.
        for a in &arrivals {
            let head = &heads[a.to - 1];
            let mut cells = head.cells.clone();
            if let Err(why) = self.changes(&head.state, &a.state, &mut cells) {
                return Ok(Err(why));
            }
            if cells != head.cells {
                return Ok(Err("what the loops change is not stable".into()));
            }
        }
        Ok(Ok(self.system(&heads, &arrivals, bads)))
    }

    /// A state has come to a head.
    fn meet(&mut self, head: &mut Head, state: &State) -> Result<(), Refusal> {
        let before = head.cells.clone();
        self.changes(&head.state, state, &mut head.cells)?;
        super::super::cut::overlapping_are_open(&mut head.cells);
        if head.cells != before {
            head.stale = true;
            self.arbitrary_head(head)?;
        }
        Ok(())
    }

    fn arbitrary_head(&mut self, head: &mut Head) -> Result<(), Refusal> {
        let mut subject = Subject {
            mark: self.machine.cx.pool.var_count().max(1),
            ..Subject::default()
        };
        let mut state = self.arbitrary(&head.first, &head.cells, &mut subject)?;
        state.pc = PathCondition::new();
        let way = state.extra.way_mut();
        way.merging = true;
        way.forks = None;
        head.state = state;
        head.subject = subject;
        Ok(())
    }

    /// Where a state at a head stands, after its rounds are forgotten.
    fn key(&mut self, st: &mut State) -> Place {
        if let Some(l) = st.top.extra.loops.last_mut() {
            *l = LoopAt {
                id: l.id,
                round: 0,
                counted: 0,
                test: None,
                entered: false,
                phase: Phase::Step,
            };
        }
        let mut key = place(&self.machine.program, &self.machine.driver.orders, st);
        key.push(st.top.func.0);
        let mut up = st.top.caller.as_ref();
        while let Some(f) = up {
            key.push(f.func.0);
            up = f.caller.as_ref();
        }
        key
    }

    /// Whether the state waits at the head of a loop that is cut.
    fn at_head(&self, st: &State) -> bool {
        let Some(at) = st.top.extra.loops.last() else {
            return false;
        };
        let block = self.machine.program.block_at(st.top.func, st.top.ip);
        let order = &self.machine.driver.orders[st.top.func.0 as usize];
        order.head_of[block.0 as usize] == Some(at.id)
            && self.at_join(st)
            && self.unwound.loops.contains(&(st.top.func, at.id))
    }

    /// Runs from here to the heads that come next.
    fn run_from(
        &mut self,
        mut first: Box<State>,
        start: bool,
        bounds: &Bounds,
    ) -> Result<Result<Ran, Refusal>, Diagnostic> {
        self.activity = Activity::Reach(Met::default());
        self.queue = Default::default();
        self.left.cuts.clear();
        let before = self.unwound.loops.len();
        first.extra.way_mut().merging = true;
        let mut back = Vec::new();
        let mut refusal: Option<Refusal> = None;
        if start {
            self.enqueue(first, bounds);
        } else if self.advance(first, bounds)?.is_some() {
            refusal = Some("the time is over".into());
        }
        let mut states = 0;
        'all: while let Some(group) = self.queue.pop() {
            for st in self.merge_all(group) {
                states += 1;
                if states > MOST_STATES {
                    refusal = Some("one round has too many states".into());
                    break 'all;
                }
                if self.at_head(&st) {
                    self.all_are_held(&st);
                    back.push(st);
                } else if self.advance(st, bounds)?.is_some() {
                    refusal = Some("the time is over".into());
                    break 'all;
                }
                if self.attempt.failed.is_some() {
                    break 'all;
                }
            }
        }
        self.queue = Default::default();
        let met = self.activity.met().map(std::mem::take).unwrap_or_default();
        let refusal = refusal.or(self.attempt.failed.take());
        if let Some(why) = refusal {
            return Ok(Err(why));
        }
        let recursion = self.unwound.recursion;
        if recursion {
            return Ok(Err("a recursion reaches the bound".into()));
        }
        if !self.left.cuts.is_empty() && self.unwound.loops.len() == before {
            return Ok(Err("a loop that is cut reaches the bound".into()));
        }
        if met.under || back.iter().any(|s| s.exactness.under) {
            return Ok(Err("some behaviours were left out".into()));
        }
        for s in &back {
            self.left.rely(s.exactness, s.assumptions);
        }
        Ok(Ok(Ran {
            back,
            bads: self.bads(met),
        }))
    }

    fn bads(&mut self, met: Met) -> Vec<(Vec<TermId>, String)> {
        let mut out = Vec::new();
        let said = |this: &Self, v: &Violation| {
            let (func, loc) = crate::outcome::describe::site(&this.machine.program.module, v);
            format!("{} at line {}", v.message, this.place(func, loc).line)
        };
        for v in met.violations {
            out.push((v.pc.conjuncts().collect(), said(self, &v)));
        }
        for d in met.deferred {
            let mut path: Vec<TermId> = d.violation.pc.conjuncts().collect();
            path.push(d.cond);
            out.push((path, said(self, &d.violation)));
        }
        for (pc, what) in met.gaps {
            out.push((pc.conjuncts().collect(), what));
        }
        out
    }

    fn system(
        &mut self,
        heads: &[Head],
        arrivals: &[Arrival],
        bads: Vec<(usize, Vec<TermId>, String)>,
    ) -> Graph {
        let mut system = System {
            places: vec![FxHashSet::default(); heads.len() + 1],
            edges: Vec::new(),
            bads: Vec::new(),
        };
        let mut items: FxHashSet<VarId> = FxHashSet::default();
        let mut named: FxHashSet<VarId> = FxHashSet::default();
        for i in heads.iter().flat_map(|h| &h.subject.items) {
            if let Some(v) = self.machine.cx.pool.as_var(i.var) {
                items.insert(v);
                if i.source {
                    named.insert(v);
                }
            }
        }
        for a in arrivals {
            let values = self.values_at(&a.state, &heads[a.to - 1].subject);
            system.edges.push(Edge {
                from: a.from,
                to: a.to,
                path: a.state.pc.conjuncts().collect(),
                values,
            });
        }
        for (at, path, what) in bads {
            system.bads.push(Bad { at, path, what });
        }
        // What a place hands on: the arbitrary values, and inputs that were
        // read before; what a run from it makes is none of it.
        let pool = &self.machine.cx.pool;
        let mut used: Vec<FxHashSet<VarId>> = vec![FxHashSet::default(); heads.len() + 1];
        for e in &system.edges {
            let terms = e.path.iter().chain(e.values.values());
            terms.for_each(|t| used[e.from].extend(pool.vars(*t)));
        }
        for b in &system.bads {
            b.path.iter().for_each(|t| used[b.at].extend(pool.vars(*t)));
        }
        // A variable that only a later place looks at goes through this one.
        let all: FxHashSet<VarId> = used.iter().flatten().copied().collect();
        for (i, h) in heads.iter().enumerate() {
            let asked = h.state.inputs.iter();
            let old: FxHashSet<VarId> = asked.flat_map(|x| &x.leaves).map(|l| l.var).collect();
            let own = &mut system.places[i + 1];
            own.extend(all.iter().filter(|v| items.contains(v) || old.contains(v)));
        }
        Graph {
            system,
            named,
            more: false,
        }
    }
}
