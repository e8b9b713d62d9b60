//! The exploration: states that wait at the starts of blocks, and those that
//! were there before.
//!
//! Idea: a fixed point over sets of states. A state that comes to the head of a
//! loop is folded, and joined with one that was there if both have one shape;
//! elsewhere a state is dropped if one that was there has all its runs. Those
//! nearest to the start of a loop go first (weak topological order), so that
//! what comes behind a loop sees it finished. Source: P. Cousot, R. Cousot,
//! POPL 1977; F. Bourdoncle, 1993. Calls are entered; a caller's place is a
//! part of the callee's. Cost: states times their size, under a limit.
//!
//! What must never happen: a state is dropped that no other stands for.

use crate::join::{join, How};
use crate::numbers::Res;
use crate::segment::fold;
use crate::state::State;
use crate::step::{Next, Steps};
use crate::value::Val;
use crate::{Answer, Limits, Proof, Question};
use ep_base::entity::EntityId;
use ep_base::outcome::ErrorKind;
use ep_ir::analysis::{Cfg, Live, Order};
use ep_ir::{visit, BlockId, FuncId, InstKind, LocId, Module, Operand, Type};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

/// States that differ in constants and are kept apart, for one shape.
const APART: usize = 4;
/// So many states of one place are a crowd.
const CROWD: usize = 48;
/// States of one place.
const PLACE: usize = 160;
/// Rounds of growing before bounds go to thresholds.
const GROWTH: u32 = 2;

/// A place: the calls that lead there and a block.
pub type Key = Vec<(FuncId, BlockId, usize)>;

/// The positions of its blocks, when it came, and which entry in which version
/// it is.
type Waiting = (Vec<(u32, usize)>, u64, Key, usize, u32);

pub struct Entry {
    pub state: State,
    /// How often it grew; none if another has taken its place.
    pub version: Option<u32>,
}

/// What is known of a function.
struct Info {
    order: Order,
    /// For the head of each loop, the registers that it sets.
    sets: Vec<Vec<bool>>,
}

pub struct Run<'a> {
    pub steps: Steps<'a>,
    pub passed: FxHashMap<Key, Vec<Entry>>,
    info: Vec<Option<Info>>,
    waiting: BinaryHeap<Reverse<Waiting>>,
    thresholds: Vec<i128>,
    number: u64,
    limits: &'a Limits,
    pub count: u64,
}

/// Where a proof ended, and why.
pub struct Stop {
    pub why: String,
    pub func: Option<FuncId>,
    pub loc: LocId,
    /// More steps may help.
    pub limit: bool,
}

impl<'a> Run<'a> {
    pub fn new(module: &'a Module, question: &'a Question<'a>, limits: &'a Limits) -> Run<'a> {
        let n = module.functions.len();
        Run {
            steps: Steps {
                module,
                question,
                live: (0..n).map(|_| None).collect(),
            },
            passed: FxHashMap::default(),
            info: (0..n).map(|_| None).collect(),
            waiting: BinaryHeap::new(),
            thresholds: thresholds(module),
            number: 0,
            limits,
            count: 0,
        }
    }

    /// Explores everything, or says what cannot be shown.
    pub fn explore(&mut self) -> Result<(), Stop> {
        let module = self.steps.module;
        let entry = self.steps.question.entry;
        let nowhere = |why: String| Stop {
            why,
            func: None,
            loc: LocId(0),
            limit: false,
        };
        if !module.constructors.is_empty() {
            return Err(nowhere("constructors".into()));
        }
        let mut st = State {
            next: module.globals.len() as u32,
            ..State::default()
        };
        let params = module.functions.get(entry).map_or(0, |f| f.params.len());
        // Whoever asks has seen to it that nothing reads them.
        let args = vec![Val::Opaque; params];
        self.steps.enter(&mut st, entry, &args).map_err(nowhere)?;
        self.follow(st)?;
        while let Some(Reverse((_, _, key, at, version))) = self.waiting.pop() {
            let entry = self.passed.get(&key).and_then(|v| v.get(at));
            let Some(entry) = entry.filter(|e| e.version == Some(version)) else {
                continue;
            };
            let st = entry.state.clone();
            self.follow(st)?;
        }
        Ok(())
    }

    /// Executes from a state to the next places where states wait.
    fn follow(&mut self, st: State) -> Result<(), Stop> {
        let mut work = vec![st];
        while let Some(st) = work.pop() {
            self.count += 1;
            let func = st.top().map(|f| f.func);
            let loc = self.loc(&st);
            let stop = |why: String| Stop {
                why,
                func,
                loc,
                limit: false,
            };
            let late = || self.limits.deadline.is_some_and(|d| Instant::now() > d);
            let tick = self.count % 256 == 0;
            if self.count > self.limits.steps
                || tick && (late() || self.limits.cancel.is_cancelled())
            {
                return Err(Stop {
                    limit: true,
                    ..stop("out of steps or time".into())
                });
            }
            if let Some(f) = func {
                self.learn(f);
            }
            match self.steps.step(st).map_err(stop)? {
                Next::Go(states) => work.extend(states),
                Next::Blocks(states) => {
                    for st in states {
                        if let Some(st) = self.arrive(st).map_err(stop)? {
                            work.push(st);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn loc(&self, st: &State) -> LocId {
        let Some(f) = st.top() else { return LocId(0) };
        let body = self
            .steps
            .module
            .functions
            .get(f.func)
            .and_then(|x| x.blocks.get(f.block));
        body.map_or(LocId(0), |b| {
            b.insts.get(f.inst).map_or(b.term_loc, |i| i.loc)
        })
    }

    fn learn(&mut self, f: FuncId) {
        let at = f.index();
        if self.info.get(at).is_none_or(Option::is_some) {
            return;
        }
        let Some(function) = self.steps.module.functions.get(f) else {
            return;
        };
        let order = Order::new(function);
        let mut sets = Vec::new();
        for l in 0..order.loops.len() as u32 {
            let mut set = vec![false; function.regs.len()];
            for (b, block) in function.blocks.iter() {
                if order.position.get(b.index()).is_none_or(|p| *p == u32::MAX)
                    || !order.inside(l, b)
                {
                    continue;
                }
                for i in &block.insts {
                    visit::defs(&i.kind, &mut |r| {
                        if let Some(s) = set.get_mut(r.index()) {
                            *s = true;
                        }
                    });
                }
            }
            sets.push(set);
        }
        if let Some(slot) = self.steps.live.get_mut(at) {
            *slot = Some(Live::new(function, &Cfg::new(function)));
        }
        if let Some(slot) = self.info.get_mut(at) {
            *slot = Some(Info { order, sets });
        }
    }

    /// The line of a loop, if the block is the head of one of the user's.
    pub fn loop_line(&self, f: FuncId, b: BlockId) -> Option<u32> {
        let order = &self.info.get(f.index())?.as_ref()?.order;
        let l = (*order.head_of.get(b.index())?)?;
        let loc = order.loops.get(l as usize)?.loc;
        let line = self.steps.module.locs.get(loc)?.line;
        (line > 0).then_some(line)
    }

    /// A state at the start of a block: whether it goes on at once.
    fn arrive(&mut self, mut st: State) -> Res<Option<State>> {
        let Some((func, block)) = st.top().map(|f| (f.func, f.block)) else {
            return Ok(None);
        };
        self.learn(func);
        let Some(Some(info)) = self.info.get(func.index()) else {
            return Err("a function that is not there".into());
        };
        let at = block.index();
        if !info.order.joins.get(at).copied().unwrap_or(true) {
            return Ok(Some(st));
        }
        if let (Some(live), Some(f)) = (info.order.live.get(at), st.frame()) {
            for (r, v) in f.regs.iter_mut().enumerate() {
                if !live.get(r).copied().unwrap_or(false) {
                    *v = Val::Undef;
                }
            }
        }
        let globals = self.steps.module.globals.len() as u32;
        self.gone(&mut st, globals)?;
        let head = info.order.head_of.get(at).copied().flatten();
        if head.is_some() {
            fold(&mut st, self.steps.module);
            self.gone(&mut st, globals)?;
        }
        let empty = Vec::new();
        let sets = head
            .and_then(|l| info.sets.get(l as usize))
            .unwrap_or(&empty);
        let key: Key = st
            .frames
            .iter()
            .map(|f| (f.func, f.block, f.inst))
            .collect();
        let priority: Vec<(u32, usize)> = (st.frames.iter())
            .map(|f| {
                let info = self.info.get(f.func.index()).and_then(|i| i.as_ref());
                let p = info.and_then(|i| i.order.position.get(f.block.index()));
                (p.copied().unwrap_or(u32::MAX), f.inst)
            })
            .collect();
        let entries = self.passed.entry(key.clone()).or_default();
        // Where they are many, numbers keep nothing apart, at any join.
        let crowded = entries.iter().filter(|e| e.version.is_some()).count() >= CROWD;
        let changed = |r: usize| crowded || sets.get(r).copied().unwrap_or(false);
        let mut how = How {
            module: self.steps.module,
            changed: &changed,
            widen: None,
        };
        let mut same = Vec::new();
        for (i, e) in entries.iter().enumerate() {
            let Some(version) = e.version else { continue };
            how.widen = (version >= GROWTH).then_some(&self.thresholds[..]);
            let Some(j) = join(&e.state, &st, &how) else {
                continue;
            };
            if !j.grew {
                return Ok(None);
            }
            if (head.is_some() || crowded) && !j.keyed {
                same.push((i, version, j));
            }
        }
        // The one that loses least, and the newest of those.
        let apart = same.len() < APART && !crowded;
        let best = same.into_iter().rev().min_by_key(|(_, _, j)| j.lossy);
        self.number += 1;
        let (index, version) = match best.filter(|(_, _, j)| j.lossy == 0 || !apart) {
            Some((i, version, j)) => {
                let mut state = j.state;
                state.collect(globals);
                if let Some(e) = entries.get_mut(i) {
                    e.state = state;
                    e.version = Some(version + 1);
                }
                (i, version + 1)
            }
            None => {
                if entries.iter().filter(|e| e.version.is_some()).count() >= PLACE {
                    return Err("the shapes of memory are too many".into());
                }
                entries.push(Entry {
                    state: st,
                    version: Some(0),
                });
                (entries.len() - 1, 0)
            }
        };
        // What is now a part of it needs no way of its own.
        if version > 0 {
            self.absorb(&key, index);
        }
        self.waiting
            .push(Reverse((priority, self.number, key, index, version)));
        Ok(None)
    }

    /// Drops the states of a place that one of them stands for.
    fn absorb(&mut self, key: &Key, index: usize) {
        let never = |_: usize| false;
        let how = How {
            module: self.steps.module,
            changed: &never,
            widen: None,
        };
        let Some(entries) = self.passed.get_mut(key) else {
            return;
        };
        let Some(big) = entries.get(index).map(|e| e.state.clone()) else {
            return;
        };
        for (i, e) in entries.iter_mut().enumerate() {
            if i != index
                && e.version.is_some()
                && join(&big, &e.state, &how).is_some_and(|j| !j.grew)
            {
                e.version = None;
            }
        }
    }

    /// Objects that nothing leads to.
    fn gone(&self, st: &mut State, globals: u32) -> Res<()> {
        let asked =
            self.steps.checks(ErrorKind::Leak) || self.steps.checks(ErrorKind::UnfreedMemory);
        if st.collect(globals) && asked {
            return Err("memory may be lost".into());
        }
        Ok(())
    }
}

/// Constants of the program and their neighbours: where bounds come to rest.
fn thresholds(module: &Module) -> Vec<i128> {
    let mut out = vec![-1, 0, 1];
    for (_, f) in module.functions.iter() {
        for (_, b) in f.blocks.iter() {
            for i in &b.insts {
                let bits = match &i.kind {
                    InstKind::Cmp {
                        ty: Type::Int(w), ..
                    } if *w <= 64 => *w,
                    InstKind::Store {
                        ty: Type::Int(w), ..
                    } if *w <= 64 => *w,
                    _ => continue,
                };
                visit::uses(&i.kind, &mut |o| {
                    if let Operand::Int(n) = o {
                        let s = i128::from(ep_ir::scalar::sext64(bits, *n));
                        out.extend([s - 1, s, s + 1]);
                    }
                });
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out.truncate(512);
    out
}

/// Proves that no run of the entry has an error.
pub fn prove(module: &Module, question: &Question<'_>, limits: &Limits) -> Answer {
    let mut run = Run::new(module, question, limits);
    match run.explore() {
        Ok(()) => {
            let shapes = crate::tell::shapes(&run);
            Answer::Proved(Proof {
                shapes,
                steps: run.count,
            })
        }
        Err(stop) => {
            let place = module.locs.get(stop.loc).map_or(0, |p| p.line);
            let f = stop.func.and_then(|f| module.functions.get(f));
            tracing::debug!(
                why = stop.why,
                line = place,
                steps = run.count,
                "lists: no proof"
            );
            if stop.limit {
                return Answer::Limit;
            }
            Answer::Open {
                why: stop.why,
                line: place,
                function: f.map(|f| f.name.clone()).unwrap_or_default(),
            }
        }
    }
}
