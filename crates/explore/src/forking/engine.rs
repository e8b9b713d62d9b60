//! One worker of a run: takes waiting states in the searcher's order, runs
//! them, and collects what they find.
//!
//! A panic in one path is that path's outcome and not the end of the run. At
//! a limit the waiting states are counted, never dropped silently. How workers
//! share states is in [`crate::forking::exchange`], how they are started in
//! [`crate::forking::workers`], how findings are collected in [`crate::forking::findings`].

use crate::forking::counting::{Counting, Tally};
use crate::forking::distance::Distances;
use crate::forking::driver::Forking;
use crate::forking::driver::State;
use crate::forking::exchange::{Exchange, Taken};
use crate::forking::journal::Part;
use crate::forking::met::Met;
use crate::forking::packing::Packer;
use crate::forking::places::NOWHERE;
use crate::forking::portable::Portable;
use crate::forking::search::{Waiting, Waitlist};
use crate::outcome::process::{cpu_time, panic_text, resident};
use crate::outcome::totals::Totals;
use crate::outcome::Observer;
use crate::view::tree::AtNode;
use ep_base::outcome::{PathEnd, Statistics};
use ep_base::{Budget, Diagnostic, StopReason};
use ep_machine::coverage::SourceMap;
use ep_machine::decision::Writer;
use ep_machine::machine::{Machine, Stop};
use ep_machine::options::SearchKind;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// LLVM instructions between two looks at the clock.
const SLICE: u64 = 200_000;
/// Instructions after which another state gets a turn, in interleaved order.
const TURN: u64 = 2_000_000;
/// Forks after which it gets one: a loop that forks for ever must not starve
/// the rest.
const TURN_FORKS: u32 = 32;
/// Such turns in a row without the end of a path.
const LONG: u32 = 4;
/// States that go to another worker at once.
const BATCH: usize = 64;

enum Next {
    State(Box<State>),
    /// To be asked again.
    Again,
    /// Nothing waits anywhere, or the run is to end.
    Done,
}

/// One worker.
pub(crate) struct Engine<'a> {
    pub machine: Machine<Forking>,
    pub worker: usize,
    pub shared: &'a Exchange<'a>,
    pub waiting: Waitlist,
    pub current: Option<Box<State>>,
    pub distances: Distances,
    pub budget: &'a Budget,
    pub observer: &'a mut dyn Observer,
    pub totals: Totals,
    pub source: SourceMap,
    /// What tests cover, if the program counts it, and who runs them: made for
    /// the first one.
    pub tally: Option<&'a Tally<'a>>,
    pub counting: Option<Counting<'a>>,
    pub start: Instant,
    pub cpu: Duration,
    pub last_progress: Instant,
    pub loops: u64,
    pub packer: Packer,
    /// States that wait to be merged.
    pub queued: u64,
    /// States at heads of loops.
    pub met: Met,
    /// Where waiting decisions are run from.
    pub initial: Option<State>,
    /// The last cut that this worker is part of.
    pub epoch: u64,
    /// Instructions that rebuilt states execute a second time.
    pub again: u64,
    /// For the next cut.
    pub removes: Vec<u64>,
    pub paths: Writer,
    pub tests: Vec<u64>,
    /// Bytes of path records that went to the journal.
    pub recorded: u64,
}

impl Engine<'_> {
    /// Runs until nothing waits anywhere or the run is to end.
    pub fn run(&mut self, first: bool) -> Result<(), Diagnostic> {
        tracing::debug!(first, "a worker begins");
        let mut initial = self.machine.initial()?;
        self.initial = Some(*initial.fork());
        initial.depth = 0;
        if first {
            self.current = Some(Box::new(initial));
        }
        let mut turn = 0u64;
        let mut forks = 0u32;
        let mut without_end = 0u32;
        loop {
            if self.stop()? {
                return Ok(());
            }
            if self.shared.epoch() != self.epoch {
                self.hand_in()?;
            }
            if self.shared.wanted() {
                self.give();
            }
            let mut st = match self.current.take() {
                Some(st) => st,
                None => match self.next()? {
                    Next::State(st) => st,
                    Next::Again => continue,
                    Next::Done => return Ok(()),
                },
            };
            if let Some((side, bit)) = st.side.take() {
                st.new_coverage |= self.machine.coverage.side(side, bit);
            }
            let before = st.instructions;
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run(&mut st, SLICE)));
            let ran = st.instructions - before;
            self.ran(ran);
            turn += ran;
            self.take_violations()?;
            let spawned = std::mem::take(&mut self.machine.found.spawned);
            let forked = !spawned.is_empty();
            forks += u32::from(forked);
            for s in spawned {
                self.wait(s);
            }
            match stop {
                Ok(Stop::Join) if self.is_repeated(&mut st) => {
                    (turn, forks, without_end) = (0, 0, 0);
                    self.end(&mut st, PathEnd::Repeated)?;
                }
                Ok(stop @ (Stop::Yield | Stop::Join)) => {
                    if matches!(stop, Stop::Join) {
                        st.top.ip += 1;
                    }
                    let tired = turn > TURN || forks > TURN_FORKS;
                    let change = tired
                        && self.machine.options.search == SearchKind::Interleaved
                        && !self.waiting.is_empty();
                    if (forked && !self.waiting.keeps_current()) || change {
                        turn = 0;
                        forks = 0;
                        without_end += u32::from(tired);
                        if tired && without_end > LONG {
                            self.waiting.tired();
                        }
                        self.wait(st);
                    } else {
                        self.current = Some(st);
                    }
                }
                Ok(Stop::End(end)) => {
                    turn = 0;
                    forks = 0;
                    without_end = 0;
                    self.end(&mut st, *end)?;
                }
                Err(panic) => {
                    let what = panic_text(panic);
                    self.machine
                        .gap(&st, format!("defect of Everypath on this path: {what}"));
                    self.end(&mut st, PathEnd::Defect { what })?;
                }
            }
            let waiting = self.waiting.len() as u64 + u64::from(self.current.is_some());
            let s = &mut self.totals.statistics;
            s.max_states = s.max_states.max(waiting);
        }
    }

    pub(crate) fn ran(&mut self, instructions: u64) {
        // What a rebuilt state runs a second time counts once.
        let repeated = self.again.min(instructions);
        self.again -= repeated;
        let new = instructions - repeated;
        self.totals.statistics.llvm_instructions += new;
        if self.shared.jobs > 1 || self.budget.max_instructions.is_some() {
            let counter = &self.shared.instructions;
            counter.fetch_add(new, std::sync::atomic::Ordering::Relaxed);
        }
    }

    /// The next state to run: an own one, or one of another worker.
    fn next(&mut self) -> Result<Next, Diagnostic> {
        if self.waiting.asks_for_places() {
            self.distances.refresh(&self.machine.coverage);
        }
        let taken = self.waiting.take(&self.distances);
        if let Some(place) = self.waiting.chosen() {
            self.distances.chosen(place);
        }
        Ok(match taken {
            Some(Waiting::Ready(mut st)) => {
                self.retire(&mut st.extra.ticket);
                st.top.unpack(&self.machine.program);
                Next::State(st)
            }
            Some(Waiting::Spilled(p)) => self.rebuild(p).map_or(Next::Again, Next::State),
            None => match self.shared.take(self.epoch) {
                Taken::States(states) => {
                    for p in states {
                        self.waiting.add(Waiting::Spilled(p), NOWHERE);
                    }
                    Next::Again
                }
                Taken::HandIn => {
                    self.hand_in()?;
                    Next::Again
                }
                Taken::Done => Next::Done,
            },
        })
    }

    /// A state that waited in the journal no longer does.
    fn retire(&mut self, ticket: &mut u64) {
        if *ticket != 0 {
            self.removes.push(*ticket);
            *ticket = 0;
        }
    }

    fn wait(&mut self, mut st: Box<State>) {
        let place = match self.waiting.asks_for_places() {
            true => {
                let State { extra, pc, .. } = &mut *st;
                extra.share.update(&self.machine.cx.pool, pc);
                self.distances.place(&st)
            }
            false => NOWHERE,
        };
        // The states that wait longest go, since the newest are next.
        if let Some(most) = self.machine.options.max_ready {
            if self.waiting.ready() >= most.max(1) {
                self.spill((most / 4).max(1));
            }
        }
        let many = self.waiting.ready() >= self.machine.options.pack_from;
        if many && self.machine.driver.tree.is_none() {
            self.packer.pack(&self.machine.program, &mut st);
        }
        self.waiting.add(Waiting::Ready(st), place);
    }

    /// Looks at the limits and tells the observer how far it is. True when the
    /// run is to end.
    pub(crate) fn stop(&mut self) -> Result<bool, Diagnostic> {
        self.loops += 1;
        if self.shared.stopping() {
            return Ok(true);
        }
        if let Some(reason) = self.limit()? {
            self.shared.stop(reason);
            return Ok(true);
        }
        Ok(false)
    }

    fn limit(&mut self) -> Result<Option<StopReason>, Diagnostic> {
        use std::sync::atomic::Ordering::Relaxed;
        let paths = self.shared.paths.load(Relaxed);
        if self.budget.max_paths.is_some_and(|m| paths >= m) {
            return Ok(Some(StopReason::Paths));
        }
        let instructions = || self.shared.instructions.load(Relaxed);
        if self
            .budget
            .max_instructions
            .is_some_and(|m| instructions() >= m)
        {
            return Ok(Some(StopReason::Instructions));
        }
        if self.machine.options.first_bug && !self.shared.bugs().bugs.is_empty() {
            return Ok(Some(StopReason::FirstBug));
        }
        if let Some(d) = self.machine.cx.smt.defect() {
            return Err(d);
        }
        if self.loops % 8 == 0 || self.machine.clock.overdue() {
            if let Some(r) = self.budget.stop_now() {
                return Ok(Some(r));
            }
            if self.last_progress.elapsed() > Duration::from_millis(100) {
                self.last_progress = Instant::now();
                return Ok(self.progress());
            }
        }
        Ok(None)
    }

    /// Several times a second: the counts, the memory, the journal.
    fn progress(&mut self) -> Option<StopReason> {
        self.update_statistics();
        let mut all = self.shared.live(self.worker, &self.totals.statistics);
        if self.worker == 0 {
            self.count_coverage(&mut all);
            self.observer.progress(&all);
        }
        self.shared.maybe_cut();
        if let Some(max) = self.budget.max_memory {
            if resident() > max && !self.shed() && resident() > max {
                return Some(StopReason::Memory);
            }
        }
        None
    }

    /// Turns waiting states into their decisions. False if there was nothing
    /// to turn.
    fn shed(&mut self) -> bool {
        let most = (self.waiting.len() * 3 / 4).max(1);
        let n = self.spill(most);
        trim();
        n > 0
    }

    fn spill(&mut self, most: usize) -> usize {
        let (pool, table) = (&self.machine.cx.pool, &self.machine.input_table);
        let n = self.waiting.spill(most, |st| Portable::of(pool, table, st));
        self.totals.statistics.states_spilled += n as u64;
        n
    }

    /// Gives shallow states to a worker that has none: they have most before
    /// them.
    fn give(&mut self) {
        let keep = usize::from(self.current.is_none());
        let n = (self.waiting.len().saturating_sub(keep).div_ceil(2)).min(BATCH);
        if n == 0 {
            return;
        }
        let states: Vec<Portable> = self
            .waiting
            .take_shallow(n)
            .into_iter()
            .map(|w| match w {
                Waiting::Ready(st) => self.portable(&st),
                Waiting::Spilled(p) => p,
            })
            .collect();
        self.shared.give(self.epoch, states);
    }

    pub fn portable(&self, st: &State) -> Portable {
        Portable::of(&self.machine.cx.pool, &self.machine.input_table, st)
    }

    /// A state again, by running its decisions. `None` when the run is to end
    /// (the state waits again) or the decisions do not fit.
    fn rebuild(&mut self, mut p: Portable) -> Option<Box<State>> {
        let over = |e: &Self| e.shared.stopping() || e.budget.stop_now().is_some();
        match self.replay(&p, over) {
            Ok(st) => {
                self.retire(&mut p.ticket);
                Some(st)
            }
            Err(NotRebuilt::Over) => {
                self.waiting.add(Waiting::Spilled(p), NOWHERE);
                None
            }
            Err(NotRebuilt::Unreadable) => {
                self.machine
                    .gap_nowhere("a waiting state could not be read");
                self.lost(&mut p);
                None
            }
            Err(NotRebuilt::Unfit(st)) => {
                self.machine.gap(&st, NOT_REBUILT);
                self.lost(&mut p);
                None
            }
        }
    }

    /// Runs the decisions of a state until `over`.
    pub(crate) fn replay(
        &mut self,
        p: &Portable,
        over: impl Fn(&Self) -> bool,
    ) -> Result<Box<State>, NotRebuilt> {
        let (Some(opened), Some(initial)) = (p.open(), &self.initial) else {
            return Err(NotRebuilt::Unreadable);
        };
        let mut st = Box::new(initial.clone());
        st.replay = Some(Rc::new(opened.replay));
        while st.replaying() {
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| {
                machine.run_until_replayed(&mut st, SLICE)
            }));
            if !matches!(stop, Ok(Stop::Yield)) {
                return Err(NotRebuilt::Unfit(st));
            }
            if over(self) {
                return Err(NotRebuilt::Over);
            }
        }
        if st.log.trace() != opened.trace {
            return Err(NotRebuilt::Unfit(st));
        }
        st.replay = None;
        st.replay_at = 0;
        st.depth = opened.depth;
        st.extra.known_until = opened.instructions;
        st.extra.set_node(opened.node);
        st.new_coverage |= opened.new_coverage;
        self.again = opened.instructions.saturating_sub(st.instructions);
        Ok(st)
    }

    fn lost(&mut self, p: &mut Portable) {
        self.retire(&mut p.ticket);
        self.machine.found.spawned.clear();
        self.machine.found.violations.clear();
        self.take_gaps();
        self.totals.statistics.paths_incomplete += 1;
    }

    /// Hands in this worker's part of the cut.
    fn hand_in(&mut self) -> Result<(), Diagnostic> {
        self.epoch = self.shared.epoch();
        let part = self.part();
        // What runs now is no longer what waits in the journal.
        if let Some(st) = &mut self.current {
            self.removes.push(std::mem::take(&mut st.extra.ticket));
        }
        self.shared.hand_in(self.worker, part)
    }

    /// What is new since the last cut, and the counts so far.
    pub fn part(&mut self) -> Part {
        let mut adds = Vec::new();
        if self.shared.keeps() {
            let (pool, table) = (&self.machine.cx.pool, &self.machine.input_table);
            let shared = self.shared;
            self.waiting.each(|w| match w {
                Waiting::Ready(st) if st.extra.ticket == 0 => {
                    st.extra.ticket = shared.ticket();
                    adds.push(Portable::of(pool, table, st));
                }
                Waiting::Spilled(p) if p.ticket == 0 => {
                    p.ticket = shared.ticket();
                    adds.push(p.clone());
                }
                _ => {}
            });
            if let Some(st) = &mut self.current {
                st.extra.ticket = shared.ticket();
                adds.push(Portable::of(pool, table, st));
            }
        }
        self.update_statistics();
        self.recorded += self.paths.0.len() as u64;
        Part {
            adds,
            removes: std::mem::take(&mut self.removes),
            paths: std::mem::take(&mut self.paths.0),
            tests: std::mem::take(&mut self.tests),
            covered: self.machine.coverage.take_fresh(),
            counted: self
                .counting
                .as_mut()
                .map_or_else(Vec::new, Counting::take_fresh),
            totals: self.totals.clone(),
        }
    }

    fn update_statistics(&mut self) {
        let s = &mut self.totals.statistics;
        s.states_waiting =
            self.waiting.len() as u64 + u64::from(self.current.is_some()) + self.queued;
        crate::outcome::describe::count_work(&self.machine, s);
        if self.worker == 0 {
            s.time_explore_us = self.start.elapsed().as_micros() as u64;
        }
        s.cpu_explore_us = cpu_time().saturating_sub(self.cpu).as_micros() as u64;
    }

    /// Fills in what is covered so far.
    pub fn count_coverage(&self, s: &mut Statistics) {
        crate::outcome::describe::count_covered(&self.machine, &self.source, s);
        if let Some(tally) = self.tally {
            tally.count(s);
        }
        s.workers = self.shared.jobs as u64;
    }
}

/// Why a state is not there again.
pub(crate) enum NotRebuilt {
    /// There is no time left.
    Over,
    /// These are not the bytes of a state.
    Unreadable,
    /// The decisions are not those of this program; how far it came.
    Unfit(Box<State>),
}

const NOT_REBUILT: &str = "a waiting state could not be rebuilt from its decisions";

/// Gives freed memory back to the system: a process that is large is slow to fork.
pub fn trim() {
    // SAFETY: no preconditions.
    unsafe { libc::malloc_trim(0) };
}
