//! Starts the workers of a run and puts their results together.
//!
//! Each worker is a thread with its own terms, solver, program and states; what
//! they share is in [`crate::forking::exchange`]. With one worker everything happens on
//! the calling thread, and equal inputs give equal runs. With more, the same
//! paths are explored (which side a condition has does not depend on who
//! asks), only the order differs, and with it which of several tests for the
//! same line is written.
//! Source: document 003, pages 78-79.

use crate::forking::counting::Tally;
use crate::forking::distance::Distances;
use crate::forking::driver::Forking;
use crate::forking::engine::Engine;
use crate::forking::exchange::Exchange;
use crate::forking::journal::{Keeper, Part, Restored, COMPLETE};
use crate::forking::met::{self, Met};
use crate::forking::packing::Packer;
use crate::forking::places::NOWHERE;
use crate::forking::search::{Waiting, Waitlist};
use crate::outcome::process::cpu_time;
use crate::outcome::totals::Totals;
use crate::outcome::verdict::Collected;
use crate::outcome::{Exploration, Observer};
use crate::view::tree::{Tree, TreeRecorder};
use ep_base::outcome::{ErrorKind, Statistics};
use ep_base::{Budget, Diagnostic, StopReason};
use ep_ir::Module;
use ep_machine::coverage::{SharedCoverage, SourceMap};
use ep_machine::decision::Writer;
use ep_machine::driver::Solving;
use ep_machine::machine::Machine;
use ep_machine::options::Options;
use ep_smt::Pipeline;
use ep_term::Pool;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Deep terms are walked recursively; pages are mapped when they are touched.
const STACK_BYTES: usize = 512 << 20;
/// Waiting states whose size is measured.
const SAMPLE: usize = 2000;

/// Explores the program from the entry that the options name, with one worker.
pub fn explore(
    module: &Module,
    options: &Options,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Exploration, Diagnostic> {
    let exchange = Exchange::new(1, None, Restored::default());
    let mut run = Run::new(module, options, budget, &exchange);
    run.then = Then::GoesOn;
    let left = run.worker(0, observer)?;
    run.finish(vec![left])
}

/// The same with a worker for each observer; `keeper` takes the journal, and
/// `from` is what an earlier part of the run left.
///
/// # Errors
/// Wrong input, failing surroundings, or a defect.
pub fn explore_with(
    module: &Module,
    options: &Options,
    budget: &Budget,
    mut observers: Vec<Box<dyn Observer + Send + '_>>,
    keeper: Option<&dyn Keeper>,
    from: Restored,
) -> Result<Exploration, Diagnostic> {
    let exchange = Exchange::new(observers.len().max(1), keeper, from);
    let run = Run::new(module, options, budget, &exchange);
    if let [only] = &mut observers[..] {
        let left = run.worker(0, only.as_mut())?;
        return run.finish(vec![left]);
    }
    let run = &run;
    let left = std::thread::scope(|scope| {
        let threads: Vec<_> = observers
            .iter_mut()
            .enumerate()
            .map(|(k, observer)| {
                std::thread::Builder::new()
                    .name(format!("worker {k}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || {
                        let left = run.worker(k, observer.as_mut());
                        if let Err(d) = &left {
                            run.shared.fail(d.clone());
                        }
                        left
                    })
                    .map_err(|e| {
                        let d = Diagnostic::surroundings(format!("cannot start a thread: {e}"));
                        run.shared.fail(d.clone());
                        d
                    })
            })
            .collect();
        threads
            .into_iter()
            .map(|t| match t?.join() {
                Ok(left) => left,
                Err(_) => {
                    let d = Diagnostic::defect("a worker panicked");
                    run.shared.fail(d.clone());
                    Err(d)
                }
            })
            .collect::<Result<Vec<Left>, Diagnostic>>()
    });
    if let (_, Some(d), _, _) = run.shared.end() {
        return Err(d);
    }
    run.finish(left?)
}

/// What one worker leaves behind.
struct Left {
    part: Part,
    tree: Option<Tree>,
    source: SourceMap,
}

struct Run<'a> {
    module: &'a Module,
    options: Options,
    budget: &'a Budget,
    shared: &'a Exchange<'a>,
    coverage: OnceLock<SharedCoverage>,
    /// What the tests cover, if the program can say it.
    tally: Option<Tally<'a>>,
    start: Instant,
    then: Then,
}

/// What the process does after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    /// It ends.
    Ends,
    /// It needs its memory for something else.
    GoesOn,
}

impl<'a> Run<'a> {
    fn new(
        module: &'a Module,
        options: &Options,
        budget: &'a Budget,
        shared: &'a Exchange<'a>,
    ) -> Self {
        let mut options = options.clone();
        if let Some(t) = budget.timeout {
            // One hard question must not use up the whole run.
            let share = (t / 10).max(Duration::from_millis(200));
            options.smt.query_timeout = options.smt.query_timeout.min(share);
        }
        let mapping = module.mapping.as_ref();
        let tally = mapping.and_then(|m| Tally::new(module, m, &shared.base.counted));
        Run {
            module,
            options,
            tally,
            budget,
            shared,
            coverage: OnceLock::new(),
            start: Instant::now(),
            then: Then::Ends,
        }
    }

    fn worker(&self, worker: usize, observer: &mut dyn Observer) -> Result<Left, Diagnostic> {
        let cpu = cpu_time();
        let mut options = self.options.clone();
        if let (Some(dir), true) = (&options.smt.log_dir, self.shared.jobs > 1) {
            let own = dir.join(format!("worker{worker}"));
            std::fs::create_dir_all(&own).map_err(|e| {
                Diagnostic::surroundings(format!("cannot write queries: {e}"))
                    .at(own.display().to_string())
            })?;
            options.smt.log_dir = Some(own);
        }
        let mut pool = Pool::new();
        let marks = met::marks(self.module, &options);
        let program = ep_machine::compile::compile_with_joins(
            self.module.clone(),
            &mut pool,
            |file| !file.is_empty(),
            &marks,
        );
        let (orders, heads) = match options.merge {
            true => (marks, Vec::new()),
            false => (Vec::new(), marks),
        };
        let smt = Pipeline::new(options.smt.clone());
        let program = Rc::new(program);
        let source = SourceMap::new(&program);
        let distances = Distances::new(&program);
        let waiting = Waitlist::new(options.search, options.seed.wrapping_add(worker as u64));
        let leaks = options.checks.has(ErrorKind::Leak);
        let tree = options.tree.then(TreeRecorder::default);
        let driver = Forking {
            tree,
            orders: Rc::new(orders),
            heads: Rc::new(heads),
        };
        let mut machine = Machine::new(program, options, Solving { pool, smt }, driver);
        let first = self.coverage.get_or_init(|| machine.coverage.share());
        machine.coverage = first.worker();
        machine.clock.set_deadline(self.budget.deadline());
        machine.cx.smt.set_deadline(self.budget.deadline());
        machine.set_cancel(&self.budget.cancel);
        machine.keep_trails = self.shared.keeps();
        let mut engine = Engine {
            distances,
            waiting,
            machine,
            worker,
            shared: self.shared,
            current: None,
            budget: self.budget,
            observer,
            totals: Totals::default(),
            source,
            tally: self.tally.as_ref(),
            counting: None,
            start: self.start,
            cpu,
            last_progress: self.start,
            loops: 0,
            queued: 0,
            met: Met::default(),
            packer: Packer::new(leaks),
            initial: None,
            epoch: 0,
            again: 0,
            removes: Vec::new(),
            paths: Writer::default(),
            tests: Vec::new(),
            recorded: 0,
        };
        let base = &self.shared.base;
        if worker == 0 {
            let counted = self.tally.is_some() || self.module.mapping.is_none();
            if !engine.machine.coverage.restore(&base.covered) || !counted {
                return Err(Diagnostic::bad_input("the journal is of another program"));
            }
            for p in &base.states {
                engine.waiting.add(Waiting::Spilled(p.clone()), NOWHERE);
            }
        }
        match engine.machine.options.merge {
            true => engine.run_merging()?,
            false => {
                engine.run(worker == 0 && !base.begun)?;
                engine.end_waiting(self.shared.stopped())?;
            }
        }
        if let Some(d) = engine.machine.cx.smt.defect() {
            return Err(d);
        }
        let mut part = engine.part();
        measure(&mut engine, &mut part.totals.statistics);
        // At a limit the process is about to end, and dropping a hundred
        // thousand waiting states would take longer than the limit allows.
        if self.then == Then::Ends {
            std::mem::forget(engine.waiting);
            std::mem::forget(engine.current);
        }
        let tree = engine.machine.driver.tree.map(|t| t.tree);
        engine.observer.done(engine.machine.cx.pool);
        Ok(Left {
            part,
            tree,
            source: engine.source,
        })
    }

    fn finish(&self, left: Vec<Left>) -> Result<Exploration, Diagnostic> {
        let (stopped, error, in_the_middle, moved) = self.shared.end();
        if let Some(d) = error {
            return Err(d);
        }
        let mut tree = None;
        let mut source = None;
        let mut parts = Vec::new();
        for l in left {
            tree = tree.or(l.tree);
            // All have the same.
            source = Some(l.source);
            parts.push(l.part);
        }
        let end = stopped.map_or(COMPLETE, stop_word);
        let parts = self.shared.last_cut(parts, end)?;
        let mut totals = self.shared.base.totals();
        for p in &parts {
            totals.add(&p.totals);
        }
        let s = &mut totals.statistics;
        s.states_waiting += in_the_middle;
        s.states_moved = moved;
        s.workers = self.shared.jobs as u64;
        per_state(s, &parts);
        let (Some(source), Some(covered)) = (source, self.coverage.get()) else {
            return Err(Diagnostic::defect("a run without a worker"));
        };
        let coverage = covered.worker();
        let n = source.counts(&coverage);
        s.lines_covered = n.lines_covered;
        s.lines_total = n.lines_total;
        s.branches_covered = n.branches_covered;
        s.branches_total = n.branches_total;
        s.blocks_covered = n.blocks_covered;
        s.blocks_total = n.blocks_total;
        if let Some(tally) = &self.tally {
            tally.count(s);
        }
        let bugs = std::mem::take(&mut self.shared.bugs().bugs);
        Ok(Collected {
            options: &self.options,
            module: self.module,
            totals,
            bugs,
            stopped,
            tree,
            source,
            coverage,
            counted: self.tally.as_ref().map(Tally::files),
        }
        .exploration())
    }
}

/// The word for a limit, as the journal has it.
fn stop_word(r: StopReason) -> &'static str {
    match r {
        StopReason::Timeout => "time limit",
        StopReason::Memory => "memory limit",
        StopReason::Paths => "limit on paths",
        StopReason::Instructions => "limit on instructions",
        StopReason::Interrupted => "interrupted",
        StopReason::FirstBug => "first bug",
    }
}

/// The size of waiting states, from a sample.
fn measure(engine: &mut Engine<'_>, s: &mut Statistics) {
    let mut seen = FxHashSet::default();
    if let Some(initial) = &engine.initial {
        // What all states share counts for none.
        initial.footprint(&mut seen);
    }
    let (mut ready, mut bytes, mut logs, mut log_bytes) = (0u64, 0usize, 0u64, 0usize);
    let (pool, table) = (&engine.machine.cx.pool, &engine.machine.input_table);
    engine.waiting.each(|w| match w {
        Waiting::Ready(st) if (ready as usize) < SAMPLE => {
            ready += 1;
            bytes += st.footprint(&mut seen);
            if logs < SAMPLE as u64 / 10 {
                logs += 1;
                log_bytes += crate::forking::portable::Portable::of(pool, table, st).footprint();
            }
        }
        Waiting::Spilled(p) if (logs as usize) < SAMPLE => {
            logs += 1;
            log_bytes += p.footprint();
        }
        _ => {}
    });
    s.bytes_per_state = (bytes as u64).checked_div(ready).unwrap_or(0);
    s.bytes_per_log = (log_bytes as u64).checked_div(logs).unwrap_or(0);
}

/// The mean over the workers that have waiting states.
fn per_state(s: &mut Statistics, parts: &[Part]) {
    let mean = |f: fn(&Statistics) -> u64| {
        let all: Vec<u64> = parts.iter().map(|p| f(&p.totals.statistics)).collect();
        let some = all.iter().filter(|n| **n > 0).count() as u64;
        all.iter().sum::<u64>().checked_div(some).unwrap_or(0)
    };
    s.bytes_per_state = mean(|s| s.bytes_per_state);
    s.bytes_per_log = mean(|s| s.bytes_per_log);
}
