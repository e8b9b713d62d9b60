//! What waiting states have covered, as tests, when a run ends at a limit.
//!
//! Idea: coverage is told as reached only because some input reaches it, so
//! that input must be among the tests. A path leaves its test when it ends; a
//! run that ends at a limit has waiting states that were the first at a block or
//! a side of a branch and would leave nothing. Each of them is run to its end
//! here, once, with its inputs set to the values of its own model: one path,
//! without forks. One that does not end in its share of the time (a program that reads
//! and answers for ever) leaves the inputs that it had when it waited, as a path that
//! ended at a limit. Source: KLEE (OSDI 2008) writes the inputs of the states that
//! are left when its time is over; what such a state does behind the place where
//! it waits is run there by the user alone. Alternative: the model as it
//! stands, without running it, of which nobody knows how it ends. Cost: for
//! each such state (there are no more than blocks and sides of branches) one
//! concrete run, in a twentieth of the run's time and two seconds at most; they
//! are rebuilt before and their tests counted after in two seconds each at most.
//!
//! What must never happen: a state that is ended here is lost to `--resume`.
//! Copies are run; what waits goes on to wait.

use crate::forking::driver::State;
use crate::forking::engine::Engine;
use crate::forking::portable::Portable;
use crate::forking::search::Waiting;
use crate::outcome::process::panic_text;
use ep_base::outcome::PathEnd;
use ep_base::{Cancel, Diagnostic, StopReason};
use ep_machine::machine::Stop;
use ep_machine::options::Entry;
use ep_smt::Witness;
use ep_term::Sort;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// LLVM instructions of one such run: what does not end in so many is an
/// endless loop more often than not.
const MOST: u64 = 20_000_000;
/// Instructions between two looks at the clock.
const SLICE: u64 = 20_000;
/// The part of the time of the run that this may take, with its least and its
/// greatest value.
const SHARE: u32 = 20;
const LEAST: Duration = Duration::from_millis(200);
const GREATEST: Duration = Duration::from_secs(2);

/// A state that waits, or what it is rebuilt from.
enum Left {
    Ready(Box<State>),
    Spilled(Portable),
}

impl Engine<'_> {
    /// Leaves a test for what waiting states were the first to cover.
    pub fn end_waiting(&mut self, reason: Option<StopReason>) -> Result<(), Diagnostic> {
        match reason {
            // Nothing waits, or no more was asked for than there is.
            None | Some(StopReason::FirstBug | StopReason::Paths) => return Ok(()),
            Some(
                StopReason::Timeout
                | StopReason::Memory
                | StopReason::Instructions
                | StopReason::Interrupted,
            ) => {}
        }
        let left = self.first_to_cover();
        if left.is_empty() {
            return Ok(());
        }
        let tree = self.machine.driver.tree.take();
        // What waits as its decisions is few instructions away, and what it covered is
        // lost if it is not rebuilt: no run to an end may take the time of this.
        let states = self.rebuilt(left);
        let time = (self.start.elapsed() / SHARE).clamp(LEAST, GREATEST);
        let until = self.gets(time);
        let last = until + GREATEST;
        let mut waiting = states.len() as u32;
        let mut done = Ok(());
        for mut st in states {
            let now = Instant::now();
            if now >= last || done.is_err() {
                break;
            }
            // All get the same share of what is left.
            let share = now + until.saturating_duration_since(now) / waiting;
            waiting -= 1;
            let mut waited = st.clone();
            done = match self.run_to_its_end(&mut st, share) {
                Ok(true) => Ok(()),
                Ok(false) => self.leave(&mut waited),
                Err(e) => Err(e),
            };
            // What it left out is left out by a state that waits.
            self.machine.found.clear();
        }
        // The tree shows what was explored, in which these states wait.
        self.machine.driver.tree = tree;
        done
    }

    /// A clock for what follows: the run is over, and perhaps cancelled.
    fn gets(&mut self, time: Duration) -> Instant {
        let until = Instant::now() + time;
        self.machine.clock.set_deadline(Some(until));
        self.machine.clock.restart();
        self.machine.cx.smt.set_deadline(Some(until));
        self.machine.set_cancel(&Cancel::new());
        until
    }

    /// What waits, ready to run; without what could not be rebuilt in time.
    fn rebuilt(&mut self, left: Vec<Left>) -> Vec<State> {
        let until = self.gets(GREATEST);
        let mut states = Vec::with_capacity(left.len());
        for state in left {
            match state {
                Left::Ready(mut st) => {
                    st.top.unpack(&self.machine.program);
                    states.push(*st);
                }
                Left::Spilled(p) => {
                    let rebuilt = self.replay(&p, |_| Instant::now() >= until);
                    states.extend(rebuilt.ok().map(|st| *st));
                    self.machine.found.clear();
                }
            }
        }
        states
    }

    /// Copies of the waiting states that cover what no ended path does.
    fn first_to_cover(&mut self) -> Vec<Left> {
        let mut left = Vec::new();
        if let Some(st) = self.current.as_mut().filter(|st| st.new_coverage) {
            left.push(Left::Ready(Box::new((**st).clone())));
            st.new_coverage = false;
        }
        self.waiting.each(|w| match w {
            Waiting::Ready(st) if st.new_coverage => {
                left.push(Left::Ready(Box::new((**st).clone())));
                st.new_coverage = false;
            }
            Waiting::Spilled(p) if p.covers() => left.push(Left::Spilled(p.clone())),
            _ => {}
        });
        left
    }

    /// The test of a state as it waits.
    fn leave(&mut self, st: &mut State) -> Result<(), Diagnostic> {
        // A test of an entry function is called and must return.
        let whole = matches!(self.machine.options.entry, Entry::Main { .. });
        if !whole || !st.pc.has_model() {
            return Ok(());
        }
        self.tests_of(st, &PathEnd::Depth).map(|_| ())
    }

    /// Runs a copy of a state on the values of its model and keeps the test; false where
    /// it does not end.
    fn run_to_its_end(&mut self, st: &mut State, until: Instant) -> Result<bool, Diagnostic> {
        if !st.pc.has_model() {
            return Ok(true);
        }
        if let Some((side, bit)) = st.side.take() {
            st.new_coverage |= self.machine.coverage.side(side, bit);
        }
        let first = st.instructions;
        let mut pinned = 0;
        while st.instructions - first < MOST && Instant::now() < until {
            pinned = self.pin(st, pinned);
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run(st, SLICE)));
            // The other sides of what is decided behind an input that was read
            // just now: what waits reads it too.
            self.machine.found.spawned.clear();
            let end = match stop {
                Ok(Stop::Yield) => continue,
                Ok(Stop::Join) => {
                    st.top.ip += 1;
                    continue;
                }
                Ok(Stop::End(end)) => *end,
                Err(panic) => PathEnd::Defect {
                    what: panic_text(panic),
                },
            };
            return match end {
                // It is found by the state that waits, and told then.
                PathEnd::Defect { .. } | PathEnd::SolverUnknown { .. } => Ok(true),
                // A test of an entry function is called and must return.
                PathEnd::Infeasible
                    if !matches!(self.machine.options.entry, Entry::Main { .. }) =>
                {
                    Ok(true)
                }
                end => {
                    self.take_violations()?;
                    self.tests_of(st, &end).map(|_| true)
                }
            };
        }
        Ok(false)
    }

    /// Sets the inputs from number `from` on to the values of the model;
    /// returns how many there are.
    fn pin(&mut self, st: &mut State, from: usize) -> usize {
        let new: Vec<_> = st.inputs.iter().skip(from).cloned().collect();
        for leaf in new.iter().flat_map(|i| &i.leaves) {
            let pool = &mut self.machine.cx.pool;
            let Sort::BitVec(width) = pool.sort(leaf.term) else {
                continue;
            };
            let value = pool.bv(width, st.pc.value(leaf.var));
            let is = pool.eq(leaf.term, value);
            if pool.as_bool(is).is_none() {
                self.machine.assume(st, is, Witness::unchanged());
            }
        }
        from + new.len()
    }
}
