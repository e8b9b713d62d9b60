//! One exploration under a bound, with merging.
//!
//! The states that stand furthest back in the program go first; those that
//! wait at one join become one. What is cut at the bound is kept as its
//! condition only.

use super::activity::{Activity, Annotated, Attempt, Cut, Proofs, Tally, Unwound};
use super::driver::State;
use super::unwind::hypothetical;
use super::{CheckOptions, Merging, Reached};
use crate::merge::{arrive, place, Arrival, Bounds, Merge, Place, Queue};
use crate::merge::{Fork, HasWay, LoopAt};
use crate::outcome::process::cpu_time;
use crate::outcome::Observer;
use ep_base::outcome::{Bug, ErrorKind, PathEnd, Statistics};
use ep_base::{Budget, Diagnostic, StopReason};
use ep_ir::{FuncId, LocId};
use ep_machine::code::Op;
use ep_machine::coverage::SourceMap;
use ep_machine::machine::{Machine, Stop};
use ep_smt::{PathCondition, Side};
use ep_term::{Pool, TermId};
use rustc_hash::FxHashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// LLVM instructions between two looks at the clock.
const SLICE: u64 = 200_000;

/// States at one join from which on the clock is looked at while they are merged.
const MANY: usize = 16;
/// Limits of the clock grow by at most this.
const MOST_PATIENCE: f64 = 8.0;

/// The run of `check`, over all bounds.
pub(super) struct Run<'a> {
    pub machine: Machine<Merging>,
    pub budget: &'a Budget,
    pub observer: &'a mut dyn Observer,
    pub how: &'a CheckOptions,
    pub statistics: Statistics,
    pub bugs: Vec<Bug>,
    /// Where a violation stands in `bugs`.
    pub bug_index: FxHashMap<(ErrorKind, LocId, FuncId), usize>,
    pub next_test: u64,
    pub start: Instant,
    last_progress: Instant,
    loops: u64,
    pub source: SourceMap,
    pub(super) queue: Queue<Merging>,
    /// What paths are followed for, with what only that needs.
    pub(super) activity: Activity,
    /// What the exploration at hand leaves.
    pub(super) left: Tally,
    pub(super) unwound: Unwound,
    pub(super) annotated: Annotated,
    /// The attempt at a proof at hand, and all of them.
    pub(super) attempt: Attempt,
    pub(super) proofs: Proofs,
    /// The processor's time when it began.
    cpu: Duration,
}

impl<'a> Run<'a> {
    pub fn new(
        machine: Machine<Merging>,
        budget: &'a Budget,
        observer: &'a mut dyn Observer,
        how: &'a CheckOptions,
    ) -> Self {
        let now = Instant::now();
        let source = SourceMap::new(&machine.program);
        Run {
            source,
            machine,
            budget,
            observer,
            how,
            statistics: Statistics::default(),
            bugs: Vec::new(),
            bug_index: FxHashMap::default(),
            next_test: 1,
            start: now,
            last_progress: now,
            loops: 0,
            queue: Queue::default(),
            activity: Activity::default(),
            left: Tally::default(),
            unwound: Unwound::default(),
            annotated: Annotated::default(),
            attempt: Attempt::default(),
            proofs: Proofs::default(),
            cpu: cpu_time(),
        }
    }

    /// Forgets what the last bound left, but not what the solver knows.
    pub fn begin(&mut self) {
        self.left = Tally::default();
        self.queue = Queue::default();
        self.statistics.paths_complete = 0;
        self.statistics.paths_error = 0;
        self.statistics.paths_incomplete = 0;
        self.statistics.paths_assumed_away = 0;
    }

    /// A contradiction between solvers.
    pub fn defect(&self) -> Option<Diagnostic> {
        self.machine.cx.smt.defect()
    }

    /// Whether a violation was found.
    pub fn found(&self) -> bool {
        !self.bugs.is_empty()
    }

    /// Whether every path was followed as far as the bound allows.
    pub fn complete(&self) -> bool {
        self.left.gaps.is_empty()
    }

    /// The rounds that had to be unwound.
    pub fn rounds(&self) -> u32 {
        self.unwound.most_rounds
    }

    /// Follows all paths to their ends or to the bound.
    pub fn explore(&mut self, bounds: &Bounds) -> Result<Option<StopReason>, Diagnostic> {
        let first = Box::new(self.machine.initial()?);
        self.follow(first, bounds)
    }

    /// Follows all paths from this state to their ends or to the bound.
    pub fn follow(
        &mut self,
        mut first: Box<State>,
        bounds: &Bounds,
    ) -> Result<Option<StopReason>, Diagnostic> {
        first.extra.way_mut().merging = true;
        self.enqueue(first, bounds);
        while let Some(states) = self.queue.pop() {
            for mut st in self.merge_all(states) {
                if st.extra.hypotheses > 0 && hypothetical(&st) < st.extra.hypotheses {
                    // It has left a loop of which it shows nothing outside.
                    continue;
                }
                if self.activity.proves() {
                    self.cut_loop(&mut st, bounds)?;
                    if self.attempt.failed.is_some() {
                        return Ok(None);
                    }
                }
                if let Some(reason) = self.advance(st, bounds)? {
                    return Ok(Some(reason));
                }
            }
        }
        Ok(None)
    }

    /// Runs a state until it waits for others, or ends.
    pub(super) fn advance(
        &mut self,
        mut st: Box<State>,
        bounds: &Bounds,
    ) -> Result<Option<StopReason>, Diagnostic> {
        if self.at_join(&st) {
            st.top.ip += 1;
        }
        loop {
            if let Some(reason) = self.stop()? {
                self.queue.push(Place::new(), st);
                return Ok(Some(reason));
            }
            self.cover_side(&mut st);
            let before = st.instructions;
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run(&mut st, SLICE)));
            self.statistics.llvm_instructions += st.instructions.saturating_sub(before);
            if st.extra.hypotheses > 0 {
                self.machine.found.violations.clear();
                self.machine.found.deferred.clear();
            }
            let certain = std::mem::take(&mut self.machine.driver.certain);
            self.machine.found.violations.extend(certain.0);
            self.machine.found.deferred.extend(certain.1);
            if let Some(why) = self.machine.contracts.take_refusal() {
                self.fail(why);
            }
            self.take_violations()?;
            match self.activity.met() {
                Some(met) => met.deferred.append(&mut self.machine.found.deferred),
                None => self.left.deferred.append(&mut self.machine.found.deferred),
            }
            if self.activity.reaches() && !matches!(stop, Ok(Stop::End(_)) | Err(_)) {
                if let Some(gap) = self.machine.found.gaps.pop() {
                    self.fail(gap.what);
                }
            }
            if self.how.cover && st.new_coverage && !self.activity.proves() {
                st.new_coverage = false;
                self.cover(&st)?;
            }
            for mut s in std::mem::take(&mut self.machine.found.spawned) {
                // It may be merged before it runs.
                self.cover_side(&mut s);
                if self.how.cover && s.new_coverage && !self.activity.proves() {
                    s.new_coverage = false;
                    self.cover(&s)?;
                }
                self.enqueue(s, bounds);
            }
            let waiting = self.queue.len() as u64 + 1;
            self.statistics.max_states = self.statistics.max_states.max(waiting);
            match stop {
                Ok(Stop::Yield) => {}
                Ok(Stop::Join) => match self.arrive(st, bounds) {
                    // Nothing else can get here any more: it need not wait.
                    Some((p, mut s)) if !self.activity.proves() && self.queue.precedes(&p) => {
                        s.top.ip += 1;
                        st = s;
                    }
                    Some((p, s)) => {
                        self.queue.push(p, s);
                        return Ok(None);
                    }
                    None => return Ok(None),
                },
                Ok(Stop::End(end)) if st.extra.hypotheses > 0 => {
                    // Only what was not followed to its end tells something.
                    if !matches!(
                        *end,
                        PathEnd::Exit { .. }
                            | PathEnd::Silent
                            | PathEnd::Error { .. }
                            | PathEnd::Infeasible
                    ) {
                        self.end(&st, &end)?;
                    }
                    return Ok(None);
                }
                Ok(Stop::End(end)) => {
                    self.end(&st, &end)?;
                    return Ok(None);
                }
                Err(panic) => {
                    let what = crate::outcome::process::panic_text(panic);
                    self.machine
                        .gap(&st, format!("defect of Everypath on this path: {what}"));
                    self.end(&st, &PathEnd::Defect { what })?;
                    return Ok(None);
                }
            }
        }
    }

    pub(super) fn at_join(&self, st: &State) -> bool {
        let code = &self.machine.program.code[st.top.func.0 as usize];
        matches!(code.ops[st.top.ip as usize], Op::Join { .. })
    }

    /// The side of the branch that it came out of is covered.
    fn cover_side(&mut self, st: &mut State) {
        if let Some((side, bit)) = st.side.take() {
            st.new_coverage |= self.machine.coverage.side(side, bit);
        }
    }

    pub(super) fn enqueue(&mut self, mut st: Box<State>, bounds: &Bounds) {
        if self.at_join(&st) {
            if let Some((p, st)) = self.arrive(st, bounds) {
                self.queue.push(p, st);
            }
            return;
        }
        let p = place(&self.machine.program, &self.machine.driver.orders, &mut st);
        self.queue.push(p, st);
    }

    /// A state has come to a join: it is cut there, or waits.
    fn arrive(&mut self, mut st: Box<State>, bounds: &Bounds) -> Option<(Place, Box<State>)> {
        let block = self.machine.program.block_at(st.top.func, st.top.ip);
        let arrival = arrive(&mut self.machine, &mut st, block, bounds);
        if let Arrival::Round(_) = arrival {
            if matches!(self.activity, Activity::Cut) && !self.round_of_cut(&mut st) {
                // It ends here, and what it relied on counts.
                self.left.rely(st.exactness, st.assumptions);
                return None;
            }
            if self.goes_round_for_ever(&st) {
                return None;
            }
        }
        for l in &st.top.extra.loops {
            self.unwound.most_rounds = self
                .unwound
                .most_rounds
                .max(l.counted.min(bounds.of(st.top.func, l.id)));
        }
        if arrival == Arrival::Bound {
            let over = |l: &&LoopAt| l.counted > bounds.of(st.top.func, l.id);
            let keys: Vec<_> = st
                .top
                .extra
                .loops
                .iter()
                .filter(over)
                .map(|l| l.id)
                .collect();
            self.unwound.recursion |= keys.is_empty();
            self.unwound
                .loops
                .extend(keys.into_iter().map(|l| (st.top.func, l)));
            self.cut(*st);
            return None;
        }
        let p = place(&self.machine.program, &self.machine.driver.orders, &mut st);
        Some((p, st))
    }

    /// The loop, or the function, that a state is in, as `function:line`.
    pub(super) fn loop_place(&self, st: &State) -> String {
        let order = &self.machine.driver.orders[st.top.func.0 as usize];
        let m = &self.machine.program.module;
        let loc = match st.top.extra.loops.last() {
            Some(l) => order.loops[l.id as usize].loc,
            None => m.functions[st.top.func].loc,
        };
        let line = m.locs.get(loc).map_or(0, |p| p.line);
        format!("{}:{line}", m.functions[st.top.func].name)
    }

    fn cut(&mut self, st: State) {
        let place = self.loop_place(&st);
        self.left.cut_places.insert(place);
        self.left.rely(st.exactness, st.assumptions);
        self.left.cuts.push(Cut {
            pc: st.pc,
            inputs: st.inputs,
        });
    }

    /// States at one place become as few as possible. Those that forked last
    /// are merged first, so that conditions cancel out.
    pub(super) fn merge_all(&mut self, mut states: Vec<Box<State>>) -> Vec<Box<State>> {
        if states.len() < 2 || !self.at_join(&states[0]) {
            return states;
        }
        let block = self
            .machine
            .program
            .block_at(states[0].top.func, states[0].top.ip);
        let orders = self.machine.driver.orders.clone();
        let live = &orders[states[0].top.func.0 as usize].live[block.0 as usize];
        let mut done: Vec<Box<State>> = Vec::new();
        loop {
            // Thousands of them take longer than the run has: what is not merged
            // in time waits as it is.
            if states.len() > MANY && self.late() {
                done.append(&mut states);
                break;
            }
            // The state that forked last, and the one with which it shares
            // most of its way.
            let depth = |s: &State| s.extra.way().forks.as_ref().map_or(0, |f| f.depth() + 1);
            let Some(last) = (0..states.len()).max_by_key(|i| depth(&states[*i])) else {
                break;
            };
            let a = states.swap_remove(last);
            let shared = |b: &State| {
                Fork::common_depth(a.extra.way().forks.as_ref(), b.extra.way().forks.as_ref())
            };
            let Some(i) = (0..states.len()).max_by_key(|i| shared(&states[*i])) else {
                done.push(a);
                break;
            };
            let b = states.swap_remove(i);
            match self.machine.merge(a, b, Some(live)) {
                Ok(m) => {
                    self.statistics.merges += 1;
                    states.push(m);
                }
                Err((a, b)) => {
                    done.push(a);
                    states.push(b);
                }
            }
        }
        done
    }

    /// A limit of the clock, which is more where others have the processor.
    pub(super) fn patience(&self, time: Duration) -> Duration {
        let (wall, cpu) = (self.start.elapsed(), cpu_time().saturating_sub(self.cpu));
        let busy = wall.as_secs_f64() / cpu.as_secs_f64().max(0.01);
        time.mul_f64(busy.clamp(1.0, MOST_PATIENCE))
    }

    /// Looks at the limits and tells how far it is.
    fn stop(&mut self) -> Result<Option<StopReason>, Diagnostic> {
        self.loops += 1;
        if let Some(d) = self.machine.cx.smt.defect() {
            return Err(d);
        }
        if self.how_first() && self.found() {
            return Ok(Some(StopReason::FirstBug));
        }
        let most = self.budget.max_instructions;
        if most.is_some_and(|m| self.statistics.llvm_instructions >= m) {
            return Ok(Some(StopReason::Instructions));
        }
        if self.loops % 8 == 0 || self.machine.clock.overdue() {
            if let Some(r) = self.budget.stop_now() {
                return Ok(Some(r));
            }
            if self.attempt.deadline.is_some_and(|d| Instant::now() > d) {
                return Ok(Some(StopReason::Timeout));
            }
            if self.last_progress.elapsed() > Duration::from_millis(100) {
                self.last_progress = Instant::now();
                self.update_statistics();
                self.observer.progress(&self.statistics);
                let max = self.budget.max_memory;
                if max.is_some_and(|m| crate::outcome::process::resident() > m) {
                    return Ok(Some(StopReason::Memory));
                }
            }
        }
        Ok(None)
    }

    /// The time of the proof at hand, or of the run, is over.
    pub(super) fn late(&self) -> bool {
        self.budget.stop_now().is_some()
            || self.attempt.deadline.is_some_and(|d| Instant::now() > d)
    }

    fn how_first(&self) -> bool {
        self.machine.options.first_bug
    }

    /// Whether the bound can be reached: one formula over all states that
    /// were cut, needed only when none of them has a model.
    pub fn reached(&mut self, bound: u32) -> Option<Reached> {
        if self.left.cuts.is_empty() {
            return None;
        }
        let places: Vec<String> = self.left.cut_places.iter().cloned().collect();
        let known = self.left.cuts.iter().find(|c| c.pc.has_model());
        if let Some(c) = known {
            return Some(Reached {
                bound,
                inputs: Some(c.inputs.concrete(&self.machine.cx.pool, &c.pc)),
                places,
            });
        }
        let paths: Vec<Vec<TermId>> = self
            .left
            .cuts
            .iter()
            .map(|c| c.pc.conjuncts().collect())
            .collect();
        let tru = self.machine.cx.pool.tru();
        let items: Vec<(&[TermId], TermId)> = paths.iter().map(|p| (&p[..], tru)).collect();
        let any = nested(&mut self.machine.cx.pool, &items);
        let side =
            self.machine
                .cx
                .smt
                .feasible(&mut self.machine.cx.pool, &PathCondition::new(), any);
        match side {
            Side::Infeasible => None,
            _ => Some(Reached {
                bound,
                inputs: None,
                places,
            }),
        }
    }

    fn end(&mut self, st: &State, end: &PathEnd) -> Result<(), Diagnostic> {
        self.left.rely(st.exactness, st.assumptions);
        if self.machine.found.gaps.is_empty() {
            if let Some(what) = crate::outcome::describe::not_followed(end) {
                self.machine.gap(st, what);
            }
        }
        if self.machine.driver.blind {
            if let PathEnd::SolverUnknown { reason } = &end {
                self.proofs.frames.pinned = true;
                self.fail(reason.clone());
            }
        }
        if let Some(met) = self.activity.met() {
            met.under |= st.exactness.under;
            let gaps = std::mem::take(&mut self.machine.found.gaps);
            let whole = matches!(
                end,
                PathEnd::Exit { .. }
                    | PathEnd::Silent
                    | PathEnd::Infeasible
                    | PathEnd::Error { .. }
            );
            if !gaps.is_empty() || !whole {
                let what = gaps.into_iter().next().map(|g| g.what);
                let what = what.unwrap_or_else(|| "a path that was not followed".into());
                met.gaps.push((st.pc.clone(), what));
            }
            return Ok(());
        }
        self.take_gaps();
        match end {
            PathEnd::Exit { .. } | PathEnd::Silent => self.statistics.paths_complete += 1,
            PathEnd::Infeasible => self.statistics.paths_assumed_away += 1,
            PathEnd::Error { .. } => {}
            _ => self.statistics.paths_incomplete += 1,
        }
        Ok(())
    }
}

/// The disjunction of path conditions, each with a condition behind it; what
/// they share stands once, so that the formula nests as the paths do (page 90
/// of document 003).
pub(super) fn nested(pool: &mut Pool, items: &[(&[TermId], TermId)]) -> TermId {
    let Some((first, _)) = items.first() else {
        return pool.fls();
    };
    let mut shared = first.len();
    for (path, _) in &items[1..] {
        let same = path.iter().zip(*first).take_while(|(a, b)| a == b).count();
        shared = shared.min(same);
    }
    let common = all(pool, &first[..shared]);
    let rest: Vec<(&[TermId], TermId)> = items.iter().map(|(p, c)| (&p[shared..], *c)).collect();
    let mut any = pool.fls();
    let mut at = 0;
    while at < rest.len() {
        let head = rest[at].0.first();
        let n = rest[at..]
            .iter()
            .take_while(|(p, _)| p.first() == head)
            .count();
        let group = &rest[at..at + n];
        let t = match head {
            Some(_) if n == 1 => {
                let path = all(pool, group[0].0);
                pool.and(path, group[0].1)
            }
            Some(_) => nested(pool, group),
            None => {
                let mut t = pool.fls();
                for (_, c) in group {
                    t = pool.or(t, *c);
                }
                t
            }
        };
        any = pool.or(any, t);
        at += n;
    }
    pool.and(common, any)
}

/// A conjunction, by halves.
fn all(pool: &mut Pool, list: &[TermId]) -> TermId {
    match list {
        [] => pool.tru(),
        [t] => *t,
        _ => {
            let (a, b) = list.split_at(list.len() / 2);
            let (a, b) = (all(pool, a), all(pool, b));
            pool.and(a, b)
        }
    }
}
