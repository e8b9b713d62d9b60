//! The run: takes waiting states in the searcher's order, runs them, and
//! collects what they find.
//!
//! A panic in one path is that path's outcome and not the end of the run. At
//! a limit the waiting states are counted, never dropped silently.

use crate::distance::Distances;
use crate::driver::{Forking, Solving};
use crate::inputs::Inputs;
use crate::machine::{Assumption, Machine, Stop, Violation};
use crate::options::{Arith, Entry, Options, SearchKind};
use crate::search::{Spilled, Waiting, Waitlist};
use crate::state::{Replay, State};
use crate::tree::Tree;
use ep_base::outcome::{
    Bug, Confirmation, ErrorKind, Exactness, FileCoverage, Incomplete, Outcome, PathEnd, Place,
    Statistics, TestCase, Verdict,
};
use ep_base::{Budget, Diagnostic, StopReason};
use ep_ir::{FuncId, LocId, Module};
use ep_smt::{PathCondition, Pipeline};
use ep_term::Pool;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Who is told what happens during a run. Called on the exploring thread.
pub trait Observer {
    /// A path ended with a test that is kept. An error ends the run.
    fn test(&mut self, test: &TestCase) -> Result<(), Diagnostic>;
    /// A violation at a site that was not seen before.
    fn bug(&mut self, bug: &Bug);
    /// Several times a second.
    fn progress(&mut self, statistics: &Statistics);
    /// Every path that ended, errors included, before anything is left out.
    fn path(&mut self, _path: &PathView<'_>) {}
    /// The run is over; these are its terms.
    fn done(&mut self, _pool: Pool) {}
}

/// A path that ended: its condition over the variables of its inputs.
pub struct PathView<'a> {
    pub pool: &'a Pool,
    pub condition: &'a PathCondition,
    pub inputs: &'a Inputs,
    pub end: &'a PathEnd,
    pub exactness: Exactness,
}

/// What a run leaves behind.
pub struct Exploration {
    /// Verdict, findings and counts.
    pub outcome: Outcome,
    /// The execution tree, if it was asked for.
    pub tree: Option<Tree>,
    /// The run ended because of this limit.
    pub stopped: Option<StopReason>,
}

/// LLVM instructions between two looks at the clock.
const SLICE: u64 = 200_000;
/// Instructions after which another state gets a turn, in interleaved order.
const TURN: u64 = 2_000_000;
/// Forks after which it gets one: a loop that forks for ever must not starve
/// the rest.
const TURN_FORKS: u32 = 32;

/// Explores the program from the entry that the options name.
pub fn explore(
    module: &Module,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Exploration, Diagnostic> {
    let start = Instant::now();
    let cpu = cpu_time();
    let mut options = options.clone();
    if let Some(t) = budget.timeout {
        // One hard question must not use up the whole run.
        let share = (t / 10).max(Duration::from_millis(200));
        options.smt.query_timeout = options.smt.query_timeout.min(share);
    }
    let mut pool = Pool::new();
    let program = crate::compile::compile(module.clone(), &mut pool, |file| !file.is_empty());
    let smt = Pipeline::new(options.smt.clone());
    let machine = Machine::new(
        Rc::new(program),
        options.clone(),
        Solving { pool, smt },
        Forking,
    );
    let mut machine = machine;
    machine.deadline = budget.deadline();
    machine.cx.smt.set_deadline(budget.deadline());
    machine.cancel = budget.cancel.clone();
    let mut engine = Engine {
        distances: Distances::new(&machine.program),
        waiting: Waitlist::new(options.search, options.seed),
        machine,
        budget,
        observer,
        statistics: Statistics::default(),
        bugs: Vec::new(),
        bug_index: FxHashMap::default(),
        gaps: BTreeMap::new(),
        exactness: Exactness::EXACT,
        assumptions: 0,
        next_test: 1,
        start,
        cpu,
        last_progress: start,
        loops: 0,
        initial: None,
    };
    let stopped = engine.run()?;
    if let Some(d) = engine.machine.cx.smt.defect() {
        return Err(d);
    }
    let (exploration, pool) = engine.finish(stopped);
    observer.done(pool);
    Ok(exploration)
}

struct Engine<'a> {
    machine: Machine<Forking>,
    waiting: Waitlist,
    distances: Distances,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    statistics: Statistics,
    bugs: Vec<Bug>,
    bug_index: FxHashMap<(ErrorKind, LocId, FuncId), usize>,
    gaps: BTreeMap<Incomplete, u64>,
    exactness: Exactness,
    assumptions: u32,
    next_test: u64,
    start: Instant,
    cpu: Duration,
    last_progress: Instant,
    loops: u64,
    /// Where spilled states are rebuilt from.
    initial: Option<State>,
}

impl Engine<'_> {
    fn run(&mut self) -> Result<Option<StopReason>, Diagnostic> {
        let mut first = self.machine.initial()?;
        self.initial = Some(*first.fork());
        first.depth = 0;
        let mut current = Some(Box::new(first));
        let mut turn = 0u64;
        let mut forks = 0u32;
        loop {
            if let Some(reason) = self.stop()? {
                if let Some(st) = current.take() {
                    self.waiting.add(Waiting::Ready(st), 0);
                }
                return Ok(Some(reason));
            }
            let mut st = match current.take() {
                Some(st) => st,
                None => match self.waiting.take() {
                    Some(Waiting::Ready(st)) => st,
                    Some(Waiting::Spilled(s)) => match self.rebuild(s) {
                        Some(st) => st,
                        None => continue,
                    },
                    None => return Ok(None),
                },
            };
            let before = st.instructions;
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run(&mut st, SLICE)));
            let ran = st.instructions - before;
            self.statistics.llvm_instructions += ran;
            turn += ran;
            self.take_violations()?;
            let spawned = std::mem::take(&mut self.machine.spawned);
            let forked = !spawned.is_empty();
            forks += u32::from(forked);
            for s in spawned {
                self.wait(s);
            }
            match stop {
                Ok(Stop::Yield) => {
                    let tired = turn > TURN || forks > TURN_FORKS;
                    let change = tired
                        && self.machine.options.search == SearchKind::Interleaved
                        && !self.waiting.is_empty();
                    if (forked && !self.waiting.keeps_current()) || change {
                        turn = 0;
                        forks = 0;
                        self.wait(st);
                    } else {
                        current = Some(st);
                    }
                }
                Ok(Stop::End(end)) => {
                    turn = 0;
                    forks = 0;
                    self.end(&mut st, *end)?;
                }
                Err(panic) => {
                    let what = panic_text(panic);
                    self.machine
                        .gap(&st, format!("defect of Everypath on this path: {what}"));
                    self.end(&mut st, PathEnd::Defect { what })?;
                }
            }
            let waiting = self.waiting.len() as u64 + u64::from(current.is_some());
            self.statistics.max_states = self.statistics.max_states.max(waiting);
        }
    }

    fn wait(&mut self, st: Box<State>) {
        let score = self
            .distances
            .score(&self.machine.program, &self.machine.coverage, &st);
        let full = self
            .machine
            .options
            .max_ready
            .is_some_and(|m| self.waiting.ready() >= m);
        let w = if full {
            self.statistics.states_spilled += 1;
            Waiting::Spilled(spill(&self.machine.cx.pool, &st))
        } else {
            Waiting::Ready(st)
        };
        self.waiting.add(w, score);
    }

    /// Looks at the limits and tells the observer how far it is.
    fn stop(&mut self) -> Result<Option<StopReason>, Diagnostic> {
        self.loops += 1;
        let paths = self.statistics.paths_complete + self.statistics.paths_error;
        if self.budget.max_paths.is_some_and(|m| paths >= m) {
            return Ok(Some(StopReason::Paths));
        }
        if self
            .budget
            .max_instructions
            .is_some_and(|m| self.statistics.llvm_instructions >= m)
        {
            return Ok(Some(StopReason::Instructions));
        }
        if self.machine.options.first_bug && !self.bugs.is_empty() {
            return Ok(Some(StopReason::FirstBug));
        }
        if let Some(d) = self.machine.cx.smt.defect() {
            return Err(d);
        }
        if self.loops % 8 == 0 || self.machine.overdue {
            if let Some(r) = self.budget.stop_now() {
                return Ok(Some(r));
            }
            if self.last_progress.elapsed() > Duration::from_millis(100) {
                self.last_progress = Instant::now();
                self.update_statistics();
                self.observer.progress(&self.statistics);
                if let Some(max) = self.budget.max_memory {
                    if resident() > max && !self.shed() && resident() > max {
                        return Ok(Some(StopReason::Memory));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Turns waiting states into their decisions. False if there was nothing
    /// to turn.
    fn shed(&mut self) -> bool {
        let most = (self.waiting.len() * 3 / 4).max(1);
        let pool = &self.machine.cx.pool;
        let n = self.waiting.spill(most, |st| spill(pool, st));
        self.statistics.states_spilled += n as u64;
        trim();
        n > 0
    }

    /// A spilled state again, by running its decisions.
    fn rebuild(&mut self, s: Spilled) -> Option<Box<State>> {
        let mut st = Box::new(self.initial.as_ref()?.clone());
        let decisions = s.decisions.len();
        st.replay = Some(Rc::new(Replay {
            decisions: s.decisions,
            model: s.model.into_iter().collect(),
        }));
        while st.replay.is_some() && st.replay_at < decisions {
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run_until_replayed(&mut st)));
            match stop {
                Ok(Stop::Yield) => {}
                Ok(Stop::End(_)) | Err(_) => {
                    self.machine.spawned.clear();
                    self.machine.violations.clear();
                    self.machine.gap(
                        &st,
                        "a waiting state could not be rebuilt from its decisions",
                    );
                    self.take_gaps();
                    self.statistics.paths_incomplete += 1;
                    return None;
                }
            }
        }
        st.replay = None;
        Some(st)
    }

    fn end(&mut self, st: &mut State, end: PathEnd) -> Result<(), Diagnostic> {
        self.exactness = self.exactness.join(st.exactness);
        self.assumptions |= st.assumptions;
        if self.machine.tree.is_some() {
            let error = matches!(end, PathEnd::Error { .. });
            let text = end_text(&end);
            self.machine.record_end(st, text, error);
        }
        if self.machine.gaps.is_empty() {
            // No path is left out without a word.
            let what = match &end {
                PathEnd::SolverUnknown { reason } => {
                    Some(format!("the solver gave no answer ({reason})"))
                }
                PathEnd::Unsupported { what } | PathEnd::Defect { what } => Some(what.clone()),
                PathEnd::Depth => Some("depth limit (--max-depth)".to_string()),
                _ => None,
            };
            if let Some(what) = what {
                self.machine.gap(st, what);
            }
        }
        self.take_gaps();
        if !matches!(end, PathEnd::Error { .. }) {
            self.observer.path(&PathView {
                pool: &self.machine.cx.pool,
                condition: &st.pc,
                inputs: &st.inputs,
                end: &end,
                exactness: st.exactness,
            });
        }
        match &end {
            PathEnd::Exit { .. } | PathEnd::Silent => self.statistics.paths_complete += 1,
            // Counted where it was recorded.
            PathEnd::Error { .. } | PathEnd::Infeasible => return Ok(()),
            _ => self.statistics.paths_incomplete += 1,
        }
        if self.machine.options.all_tests || st.new_coverage {
            let (func, loc) = (st.top.func, self.machine.loc(st));
            let test = TestCase {
                id: self.next_test,
                end,
                place: self.place(func, loc),
                inputs: st.inputs.concrete(&self.machine.cx.pool, &st.pc),
            };
            self.next_test += 1;
            self.observer.test(&test)?;
        }
        Ok(())
    }

    fn take_gaps(&mut self) {
        for g in std::mem::take(&mut self.machine.gaps) {
            let place = self.place(g.func, g.loc);
            *self
                .gaps
                .entry(Incomplete {
                    what: g.what,
                    place,
                })
                .or_insert(0) += 1;
        }
    }

    fn take_violations(&mut self) -> Result<(), Diagnostic> {
        for v in std::mem::take(&mut self.machine.violations) {
            self.statistics.paths_error += 1;
            self.violation(v)?;
        }
        Ok(())
    }

    fn violation(&mut self, v: Violation) -> Result<(), Diagnostic> {
        self.observer.path(&PathView {
            pool: &self.machine.cx.pool,
            condition: &v.pc,
            inputs: &v.inputs,
            end: &PathEnd::Error { error: v.kind },
            exactness: v.exactness,
        });
        // A site in a model without source is where the user called it.
        let site = v.stack.iter().find(|(_, l)| self.known(*l)).copied();
        let (func, loc) = site.unwrap_or((v.stack[0].0, v.loc));
        let key = (v.kind, loc, func);
        let seen = self.bug_index.get(&key).copied();
        if let Some(i) = seen {
            self.bugs[i].paths += 1;
            let better = self.bugs[i].exactness.over && !v.exactness.over;
            if !self.machine.options.all_tests && !better {
                return Ok(());
            }
        }
        let inputs = v.inputs.concrete(&self.machine.cx.pool, &v.pc);
        let test = TestCase {
            id: self.next_test,
            end: PathEnd::Error { error: v.kind },
            place: self.place(func, loc),
            inputs,
        };
        self.next_test += 1;
        self.observer.test(&test)?;
        let name = format!("test{:06}", test.id);
        match seen {
            Some(i) => {
                let b = &mut self.bugs[i];
                if b.exactness.over && !v.exactness.over {
                    b.exactness = v.exactness;
                    b.inputs = test.inputs;
                    b.test = name;
                }
            }
            None => {
                let stack = v
                    .stack
                    .iter()
                    .filter(|(_, l)| self.known(*l))
                    .map(|(f, l)| self.place(*f, *l))
                    .collect();
                let bug = Bug {
                    kind: v.kind,
                    message: v.message,
                    place: test.place.clone(),
                    stack,
                    inputs: test.inputs,
                    exactness: v.exactness,
                    paths: 1,
                    confirmation: Confirmation::NotTried,
                    test: name,
                };
                self.observer.bug(&bug);
                self.bug_index.insert(key, self.bugs.len());
                self.bugs.push(bug);
            }
        }
        Ok(())
    }

    fn known(&self, loc: LocId) -> bool {
        self.machine
            .program
            .module
            .locs
            .get(loc)
            .is_some_and(|p| p.line > 0)
    }

    fn place(&self, func: FuncId, loc: LocId) -> Place {
        let m = &self.machine.program.module;
        let function = m.functions[func].name.clone();
        match m.locs.get(loc) {
            Some(p) => Place {
                file: m.files[p.file].clone(),
                line: p.line,
                column: p.column,
                function,
            },
            None => Place {
                function,
                ..Place::default()
            },
        }
    }

    fn update_statistics(&mut self) {
        let s = &mut self.statistics;
        let smt = self.machine.cx.smt.stats();
        s.states_waiting = self.waiting.len() as u64;
        s.forks = self.machine.forks;
        s.queries = smt.queries;
        s.query_trivial = smt.trivial;
        s.query_model_hits = smt.model_hits;
        s.query_domain_hits = smt.domain_hits;
        s.query_cache_hits = smt.cache_hits + smt.order_hits;
        s.solver_calls = smt.sat_calls + smt.z3_calls;
        s.solver_unknown = smt.unknown;
        s.cross_checked = smt.cross_checked;
        s.time_solver_us = smt.time().as_micros() as u64;
        s.terms = self.machine.cx.pool.len() as u64;
        s.time_explore_us = self.start.elapsed().as_micros() as u64;
        s.cpu_explore_us = cpu_time().saturating_sub(self.cpu).as_micros() as u64;
        let own = &self.machine.program.own_block;
        s.blocks_total = own.iter().filter(|o| **o).count() as u64;
        s.blocks_covered = own
            .iter()
            .zip(&self.machine.coverage.covered)
            .filter(|(o, c)| **o && **c)
            .count() as u64;
    }

    /// Covered lines of the user's source, by executed blocks.
    fn line_coverage(&self) -> BTreeMap<String, FileCoverage> {
        let p = &self.machine.program;
        let mut lines: BTreeMap<(u32, u32), bool> = BTreeMap::new();
        for (f, code) in p.code.iter().enumerate() {
            let mut covered = false;
            for (op, loc) in code.ops.iter().zip(&code.locs) {
                if let crate::code::Op::Block { block, .. } = op {
                    covered = self.machine.coverage.covered[*block as usize];
                }
                if !p
                    .own_block
                    .get(p.first_block[f] as usize)
                    .copied()
                    .unwrap_or(false)
                {
                    continue;
                }
                if let Some(pos) = p.module.locs.get(*loc).filter(|q| q.line > 0) {
                    *lines.entry((pos.file.0, pos.line)).or_insert(false) |= covered;
                }
            }
        }
        let mut out: BTreeMap<String, FileCoverage> = BTreeMap::new();
        for ((file, line), covered) in lines {
            let name = p.module.files[ep_base::FileId(file)].clone();
            let c = out.entry(name).or_default();
            if covered {
                c.covered.push(line);
            } else {
                c.missed.push(line);
            }
        }
        out
    }

    fn finish(mut self, stopped: Option<StopReason>) -> (Exploration, Pool) {
        self.take_gaps();
        self.update_statistics();
        let coverage = self.line_coverage();
        self.statistics.lines_covered = coverage.values().map(|c| c.covered.len() as u64).sum();
        self.statistics.lines_total = coverage
            .values()
            .map(|c| (c.covered.len() + c.missed.len()) as u64)
            .sum();
        let assumptions = self.assumption_list();
        let verdict = self.verdict(stopped);
        if stopped.is_some() {
            // At a limit the process is about to end, and dropping a hundred
            // thousand waiting states would take longer than the limit allows.
            std::mem::forget(std::mem::replace(
                &mut self.waiting,
                Waitlist::new(self.machine.options.search, 0),
            ));
        }
        let exploration = Exploration {
            outcome: Outcome {
                verdict,
                exactness: Exactness {
                    over: self.exactness.over,
                    under: self.exactness.under || stopped.is_some() || !self.gaps.is_empty(),
                },
                assumptions,
                bugs: self.bugs,
                incomplete: self.gaps.into_iter().collect(),
                statistics: self.statistics,
                coverage,
            },
            tree: self.machine.tree.map(|t| t.tree),
            stopped,
        };
        (exploration, self.machine.cx.pool)
    }

    fn verdict(&self, stopped: Option<StopReason>) -> Verdict {
        if self.bugs.iter().any(|b| !b.exactness.over) {
            return Verdict::Violated;
        }
        if !self.bugs.is_empty() {
            return Verdict::Unknown {
                reason: "a violation was found only on paths that are not exact".into(),
            };
        }
        if let Some(r) = stopped {
            let why = match r {
                StopReason::Timeout => "the time limit was reached",
                StopReason::Memory => "the memory limit was reached",
                StopReason::Paths => "the limit on paths was reached",
                StopReason::Instructions => "the limit on instructions was reached",
                StopReason::Interrupted => "interrupted",
                StopReason::FirstBug => "stopped at the first bug",
            };
            return Verdict::Unknown {
                reason: format!("{why} with {} waiting states", self.waiting.len()),
            };
        }
        if let Some((g, n)) = self.gaps.iter().max_by_key(|(_, n)| **n) {
            let others = self.gaps.len() - 1;
            let more = if others > 0 {
                format!(" and {others} more reasons")
            } else {
                String::new()
            };
            let paths = if *n == 1 {
                "one path".into()
            } else {
                format!("{n} paths")
            };
            return Verdict::Unknown {
                reason: format!("{} on {paths}{more}", g.what),
            };
        }
        if self.statistics.paths_incomplete > 0 || !self.waiting.is_empty() {
            return Verdict::Unknown {
                reason: "some paths were not followed to their end".into(),
            };
        }
        if self.exactness.under {
            return Verdict::Unknown {
                reason: "some behaviours were left out; see the assumptions".into(),
            };
        }
        Verdict::Proved
    }

    fn assumption_list(&self) -> Vec<String> {
        let o = &self.machine.options;
        let mut out = Vec::new();
        if o.arith == Arith::Math {
            out.push("integers are mathematical integers, and conversions between integer types keep the value (--arith math)".to_string());
        }
        if let Entry::Function { name, buffer } = &o.entry {
            let f = self.machine.program.module.function(name);
            let pointers = f.is_some_and(|f| {
                self.machine
                    .program
                    .function(f)
                    .params
                    .iter()
                    .any(|p| p.ty == ep_ir::Type::Ptr)
            });
            if pointers {
                out.push(format!(
                    "pointer parameters of `{name}` are not null and point to separate buffers of {buffer} elements"
                ));
            }
        }
        if let Some(n) = o.stdin {
            out.push(format!("standard input has exactly {n} bytes"));
        }
        if let Entry::Main { args } = &o.entry {
            let f = self.machine.program.module.function("main");
            if args.is_empty()
                && f.is_some_and(|f| !self.machine.program.function(f).params.is_empty())
            {
                out.push("`main` is called without arguments (--args gives it some)".to_string());
            }
        }
        for a in Assumption::ALL {
            if self.assumptions & a as u32 != 0 {
                out.push(a.sentence().to_string());
            }
        }
        out
    }
}

/// A state as its decisions and its model.
fn spill(pool: &Pool, st: &State) -> Spilled {
    let mut model = Vec::new();
    for i in st.inputs.iter() {
        for l in &i.leaves {
            model.push((l.var, st.pc.value(l.var)));
        }
    }
    for c in st.pc.conjuncts() {
        for v in pool.vars(c) {
            model.push((*v, st.pc.value(*v)));
        }
    }
    model.sort_unstable();
    model.dedup();
    Spilled {
        decisions: st.log.to_vec(),
        model,
        depth: st.depth,
    }
}

fn end_text(end: &PathEnd) -> String {
    match end {
        PathEnd::Exit { status: Some(s) } => format!("exit {s}"),
        PathEnd::Exit { status: None } => "exit".into(),
        PathEnd::Error { error } => error.word().into(),
        PathEnd::Silent => "silent exit".into(),
        PathEnd::Infeasible => "assumption does not hold".into(),
        PathEnd::Depth => "depth limit".into(),
        PathEnd::Unsupported { what } => format!("not modelled: {what}"),
        PathEnd::SolverUnknown { reason } => format!("solver: {reason}"),
        PathEnd::Defect { what } => format!("defect: {what}"),
    }
}

fn panic_text(panic: Box<dyn std::any::Any + Send>) -> String {
    match panic.downcast::<String>() {
        Ok(s) => *s,
        Err(p) => p
            .downcast::<&str>()
            .map_or_else(|_| "unknown".into(), |s| s.to_string()),
    }
}

/// CPU time of this thread.
fn cpu_time() -> Duration {
    let mut t = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `t` is a valid place for the result.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

/// Resident memory of the process in bytes; 0 if unknown.
fn resident() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else {
        return 0;
    };
    let pages = text
        .split_whitespace()
        .nth(1)
        .and_then(|p| p.parse::<u64>().ok())
        .unwrap_or(0);
    pages * 4096
}

/// Gives freed memory back to the system.
fn trim() {
    // SAFETY: no preconditions.
    unsafe { libc::malloc_trim(0) };
}
