//! What the tests of a run cover of its source, in the numbers of clang's
//! coverage.
//!
//! Idea: clang computes the number of one region from those of others, with
//! differences, so that only whole counts of whole runs say what is covered. A
//! test is run once more when it is kept, with its inputs as numbers, in a
//! program that counts: without forks, without a solver, and nearly all of it in
//! the concrete fast path. The program that is explored has no counters, so that
//! paths, states and steps are as they were. Where the run ends in the middle, the place
//! of each function that it is in is counted as well, behind the counters of the program:
//! what lies behind it did not run ([`ep_machine::mapped::cut`]).
//! Source: LLVM, "Source-based Code Coverage" (counters and expressions).
//! Alternatives: counters in every state (a copy at each fork); bits of what was
//! reached (a difference cannot be told from them); native runs (not for every
//! user, and a process for each test). Cost: for each test that is kept, a
//! concrete run of its path, which exploring took longer for.

use crate::forking::driver::{Forking, State};
use ep_base::outcome::{FileCoverage, PathEnd, Statistics, TestCase};
use ep_ir::mapping::Mapping;
use ep_ir::{LocId, Module};
use ep_machine::compile::compile_to_count;
use ep_machine::driver::Solving;
use ep_machine::machine::{Machine, Stop};
use ep_machine::mapped::{self, cut::Cut};
use ep_machine::options::{Arith, Options};
use ep_smt::Pipeline;
use ep_term::Pool;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// LLVM instructions between two looks at the clock.
const SLICE: u64 = 1 << 22;
/// The same where the number of inputs is looked at.
const SHORT: u64 = 1 << 10;
/// What a run may take: the time that the exploration took so far, in these
/// limits. One that takes longer is on another way than its path was.
const LEAST: Duration = Duration::from_millis(200);
const GREATEST: Duration = Duration::from_secs(20);

/// How often each counter grew in all tests of all workers.
pub struct Tally<'a> {
    mapping: &'a Mapping,
    module: &'a Module,
    /// Of the counters, and behind them of the positions of the program, at which runs
    /// ended in the middle.
    counts: Box<[AtomicU64]>,
    /// Tests that were added.
    added: AtomicU64,
    /// What is covered, with the tests that it is of: a mapping is large.
    summed: Mutex<(u64, Sums)>,
}

/// Lines and branches: covered, and all.
#[derive(Clone, Copy, Default)]
struct Sums {
    lines: [u64; 2],
    branches: [u64; 2],
}

impl<'a> Tally<'a> {
    /// With what an earlier part of the run counted. None where a counter is not
    /// of this program.
    pub fn new(
        module: &'a Module,
        mapping: &'a Mapping,
        earlier: &[(u32, u64)],
    ) -> Option<Tally<'a>> {
        let all = mapping.counters as usize + module.locs.len();
        let out = Tally {
            mapping,
            module,
            counts: (0..all).map(|_| AtomicU64::new(0)).collect(),
            added: AtomicU64::new(0),
            summed: Mutex::default(),
        };
        let known = earlier.iter().all(|(c, _)| (*c as usize) < all);
        out.add(earlier);
        known.then_some(out)
    }

    fn add(&self, counts: &[(u32, u64)]) {
        for (counter, n) in counts {
            if let Some(all) = self.counts.get(*counter as usize) {
                all.fetch_add(*n, Relaxed);
            }
        }
        self.added.fetch_add(1, Relaxed);
    }

    /// Lines and branches by file.
    pub fn files(&self) -> BTreeMap<String, FileCoverage> {
        let counts: Vec<u64> = self.counts.iter().map(|n| n.load(Relaxed)).collect();
        let (counters, ends) = counts.split_at(self.mapping.counters as usize);
        mapped::files(self.mapping, counters, &self.cuts(ends))
    }

    /// The places where runs ended in the middle.
    fn cuts(&self, ends: &[u64]) -> Vec<Cut> {
        let ended = ends.iter().enumerate().filter(|(_, n)| **n > 0);
        ended
            .filter_map(|(loc, &times)| {
                let at = self.module.locs.get(LocId(loc as u32))?;
                let name = self.module.files.get(at.file)?;
                let file = self.mapping.files.iter().position(|f| f == name)?;
                Some(Cut {
                    file: file as u32,
                    at: (at.line, at.column),
                    times,
                })
            })
            .collect()
    }

    /// Enters lines and branches of all files.
    pub fn count(&self, s: &mut Statistics) {
        let sums = self.sums();
        [s.lines_covered, s.lines_total] = sums.lines;
        [s.branches_covered, s.branches_total] = sums.branches;
    }

    fn sums(&self) -> Sums {
        let added = self.added.load(Relaxed);
        let mut known = self.summed.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != added {
            let mut sums = Sums::default();
            for f in self.files().values() {
                let (covered, missed) = (f.covered.len() as u64, f.missed.len() as u64);
                sums.lines = [sums.lines[0] + covered, sums.lines[1] + covered + missed];
                for b in &f.branches {
                    sums.branches[0] += u64::from(b.taken);
                    sums.branches[1] += u64::from(b.total);
                }
            }
            *known = (added, sums);
        }
        known.1
    }
}

/// A path that ends so does not end there natively, where the rest is not known.
fn in_the_middle(end: &PathEnd) -> bool {
    match end {
        PathEnd::Depth
        | PathEnd::Unsupported { .. }
        | PathEnd::SolverUnknown { .. }
        | PathEnd::Defect { .. } => true,
        PathEnd::Exit { .. }
        | PathEnd::Error { .. }
        | PathEnd::Silent
        | PathEnd::Infeasible
        | PathEnd::Repeated => false,
    }
}

/// Where each function is that the run is in.
fn places(m: &Machine<Forking>, st: &State) -> Vec<LocId> {
    let stack = m.stack(st).into_iter();
    stack.map(|(_, loc)| loc).filter(|l| l.0 > 0).collect()
}

/// Runs tests and counts. One per worker.
pub struct Counting<'a> {
    machine: Machine<Forking>,
    tally: &'a Tally<'a>,
    /// What was counted since the journal was told last.
    fresh: BTreeMap<u32, u64>,
}

impl<'a> Counting<'a> {
    /// For the program and the options of the run.
    pub fn new(module: &Module, options: &Options, tally: &'a Tally<'a>) -> Self {
        let mut pool = Pool::new();
        let program = compile_to_count(module.clone(), &mut pool);
        let mut options = options.clone();
        // A run along one input: nothing of a search.
        (options.tree, options.merge, options.max_depth) = (false, false, None);
        options.arith = Arith::Bits;
        (options.smt.log_dir, options.smt.cross_check) = (None, false);
        let smt = Pipeline::new(options.smt.clone());
        Counting {
            machine: Machine::new(
                Rc::new(program),
                options,
                Solving { pool, smt },
                Forking::default(),
            ),
            tally,
            fresh: BTreeMap::new(),
        }
    }

    /// Runs a test; `spent` is what the exploration took so far.
    pub fn run(&mut self, test: &TestCase, spent: Duration) {
        let until = Instant::now() + spent.clamp(LEAST, GREATEST);
        // One that was left at a limit goes as far as its inputs do.
        let (slice, limited) = match test.end {
            PathEnd::Depth => (SHORT, true),
            _ => (SLICE, false),
        };
        let m = &mut self.machine;
        m.input_table.give(&test.inputs);
        m.clock.set_deadline(Some(until));
        m.clock.restart();
        m.cx.smt.set_deadline(Some(until));
        m.found.clear();
        let mut ends = Vec::new();
        if let Ok(mut st) = m.initial() {
            loop {
                let stop = catch_unwind(AssertUnwindSafe(|| m.run(&mut st, slice)));
                // What was never set may be two things natively; one is counted.
                m.found.clear();
                match stop {
                    Ok(Stop::End(end)) if !in_the_middle(&end) => break,
                    Ok(Stop::Yield | Stop::Join)
                        if Instant::now() < until
                            && !(limited && st.inputs.len() > test.inputs.len()) => {}
                    _ => {
                        ends = places(m, &st);
                        break;
                    }
                }
            }
        }
        let mut counts = m.coverage.take_counts();
        let first = self.tally.mapping.counters;
        counts.extend(ends.iter().map(|loc| (first + loc.0, 1)));
        self.tally.add(&counts);
        for (counter, n) in counts {
            *self.fresh.entry(counter).or_insert(0) += n;
        }
    }

    /// What was counted since the last call.
    pub fn take_fresh(&mut self) -> Vec<(u32, u64)> {
        std::mem::take(&mut self.fresh).into_iter().collect()
    }
}
