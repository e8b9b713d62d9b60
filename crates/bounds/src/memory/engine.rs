//! Exploring the program: all paths one by one, or merged where ways come
//! together, with the account of blocks that each state keeps.
//!
//! Idea: every path that ends hands in its peaks, however it ends; what is not
//! modelled, left out or cut off is kept with its place, and then there is no
//! bound. Merged states go in the order of the program, so that rounds are
//! unrolled one by one and all paths of a round meet at its end. Before two
//! states are compared, a block of which one knows that it was never made
//! there is taken out of it, so that a conditional `free` does not keep them
//! apart. Source: document 000, section 2 (contexts merge at the ends of
//! rounds) and Algorithm 1. Alternative: summaries of regions in every state;
//! see `docs/algorithms/memory-heap.md`.
//! Cost: with merging, the instructions of all rounds and the terms of what
//! differs between paths.

use super::driver::{Following, State};
use super::marks::{higher, Case, Marks, Seen};
use super::options::{Event, Options};
use super::rooms;
use ep_base::memory::{Gap, Missing, Work};
use ep_base::outcome::{ErrorKind, Exactness, PathEnd, Place};
use ep_base::{Cancel, Diagnostic, StopReason};
use ep_explore::merge::{arrive, place, Bounds, Fork, Merge, Queue};
use ep_explore::outcome::describe as findings;
use ep_ir::analysis::Order;
use ep_ir::{FuncId, LocId, Module};
use ep_machine::code::Op;
use ep_machine::driver::Solving;
use ep_machine::machine::{Assumption, Machine, Stop};
use ep_machine::memory::ledger::{Ledger, Sum};
use ep_machine::memory::Entry;
use ep_machine::value::ObjectId;
use ep_smt::{PathCondition, Pipeline};
use ep_term::Pool;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// LLVM instructions between two looks at the clock.
const SLICE: u64 = 200_000;
/// Path conditions of ends that the ranges of variables are asked of.
const MOST_ENDS: usize = 64;
/// States left behind by a limit whose marks are looked at.
const MOST_LEFT: usize = 64;
/// States at one place of which all pairs are tried.
const MOST_MERGED: usize = 256;

/// A program ends itself so, which C defines.
fn stops(e: ErrorKind) -> bool {
    matches!(e, ErrorKind::Abort | ErrorKind::AssertionFailure)
}

/// What a run found.
#[derive(Default)]
pub(super) struct Found {
    pub peaks: Marks,
    pub net: Marks,
    pub largest: Marks,
    pub blocks: u64,
    pub missing: BTreeSet<Missing>,
    /// Places where undefined behaviour ends paths, by what it is.
    pub undefined: BTreeMap<(ErrorKind, Place), u64>,
    /// A path went behind what a pointer of the entry may lead to.
    pub beyond: bool,
    pub assumptions: u32,
    pub exactness: Option<Exactness>,
    /// Functions of the C library that allocate for themselves.
    pub library: BTreeSet<String>,
    pub ends: Vec<PathCondition>,
    /// There were more.
    pub more_ends: bool,
    /// A program stopped itself on some path.
    pub stops: bool,
    pub work: Work,
    pub paths: u64,
    pub stopped: Option<StopReason>,
    /// Too many paths for this way of exploring.
    pub gave_up: bool,
    /// There is no time for questions about what was found.
    pub as_it_is: bool,
}

impl Found {
    /// Every path was followed to its end.
    pub fn is_complete(&self) -> bool {
        !self.gave_up && self.stopped.is_none()
    }

    /// What ends every run, where C defines none of them: the assumption that
    /// it does not happen leaves nothing to bound.
    pub fn nothing_defined(&self) -> Option<Missing> {
        let none = self.ends.is_empty() && !self.more_ends && !self.stops;
        let (kind, place) = self.undefined.keys().next().filter(|_| none)?;
        Some(Missing {
            gap: Gap::Unsupported,
            place: place.clone(),
            what: format!(
                "every run ends here in undefined behaviour ({kind}), so that there is nothing to bound; a pointer of the entry leads to --buffer N elements, or N with `a[static N]`"
            ),
        })
    }
}

/// One way of exploring.
pub(super) struct Engine<'a> {
    pub machine: Machine<Following>,
    options: &'a Options,
    merging: bool,
    orders: Rc<Vec<Order>>,
    waiting: Vec<Box<State>>,
    queue: Queue<Following>,
    pub found: Found,
    last: Instant,
    /// What was shown to those who watch, and when it was looked for last, with the time
    /// that it took.
    shown: Option<Seen>,
    looked: Option<(Instant, Duration)>,
    loops: u64,
}

impl<'a> Engine<'a> {
    /// For this program.
    pub fn new(module: &Module, options: &'a Options, merging: bool) -> Engine<'a> {
        let mut pool = Pool::new();
        let orders: Rc<Vec<Order>> = Rc::new(match merging {
            true => module.functions.iter().map(|f| Order::new(f.1)).collect(),
            false => Vec::new(),
        });
        let program = ep_machine::compile::compile_with_joins(
            module.clone(),
            &mut pool,
            |file| !file.is_empty(),
            &orders,
        );
        let mut how = options.explore.clone();
        how.volatile_constants = true;
        how.tree = false;
        how.merge = false;
        how.first_bug = false;
        let smt = Pipeline::new(how.smt.clone());
        let cx = Solving { pool, smt };
        let driver = Following {
            orders: orders.clone(),
        };
        let mut machine = Machine::new(Rc::new(program), how, cx, driver);
        machine.clock.set_deadline(options.budget.deadline());
        machine.cx.smt.set_deadline(options.budget.deadline());
        machine.set_cancel(&options.budget.cancel);
        Engine {
            machine,
            options,
            merging,
            orders,
            waiting: Vec::new(),
            queue: Queue::default(),
            found: Found::default(),
            last: Instant::now(),
            shown: None,
            looked: None,
            loops: 0,
        }
    }

    /// Explores until nothing waits, a limit is met, or there are too many
    /// paths for following them one by one.
    pub fn run(&mut self, observer: &mut dyn FnMut(Event)) -> Result<(), Diagnostic> {
        self.begin()?;
        self.go_on(observer)?;
        self.leave();
        Ok(())
    }

    /// The first state waits.
    pub fn begin(&mut self) -> Result<(), Diagnostic> {
        let mut first = self.machine.initial()?;
        first.ledger = Ledger::with(self.options.realloc, self.options.allocator);
        first.extra.merging = self.merging;
        self.wait(Box::new(first));
        Ok(())
    }

    /// Steps and questions may take until the end of these options' time, so
    /// that the engine's own limit only makes it pause.
    pub fn until_the_end_of(&mut self, options: &Options) {
        let deadline = options.budget.deadline();
        self.machine.clock.set_deadline(deadline);
        self.machine.cx.smt.set_deadline(deadline);
    }

    /// Takes other limits, if only a pause ended the exploration so far and
    /// nothing was cut off by it.
    pub fn wake(&mut self, options: &'a Options) -> bool {
        let deadline = self.machine.clock.deadline();
        let in_time = deadline.is_none_or(|d| Instant::now() < d) && !self.machine.clock.overdue();
        let paused = self.found.stopped == Some(StopReason::Timeout);
        if !in_time || !paused || !self.found.missing.is_empty() {
            return false;
        }
        self.found.stopped = None;
        self.options = options;
        self.until_the_end_of(options);
        true
    }

    /// Explores what waits.
    pub fn go_on(&mut self, observer: &mut dyn FnMut(Event)) -> Result<(), Diagnostic> {
        let start = Instant::now();
        while let Some(st) = self.next() {
            if self.stop(observer)? {
                self.waiting.push(st);
                break;
            }
            self.advance(st, observer)?;
            if self.found.gave_up || self.found.stopped.is_some() {
                break;
            }
        }
        self.found.work.time_us += start.elapsed().as_micros() as u64;
        self.found.work.questions = self.machine.cx.smt.stats().queries;
        let (took, waiting) = (start.elapsed(), self.waiting.len());
        tracing::debug!(merging = self.merging, ?took, waiting, "explored");
        Ok(())
    }

    /// Ends the exploration: what still waits is left behind.
    pub fn leave(&mut self) {
        if !self.found.gave_up {
            self.hand_in_waiting();
        }
    }

    fn next(&mut self) -> Option<Box<State>> {
        if !self.merging {
            return self.waiting.pop();
        }
        if let Some(st) = self.waiting.pop() {
            return Some(st);
        }
        let states = self.queue.pop()?;
        self.waiting = self.merge_all(states);
        self.waiting.pop()
    }

    /// A state waits: at its place in the program, or for its turn.
    fn wait(&mut self, mut st: Box<State>) {
        if !self.merging {
            self.waiting.push(st);
            return;
        }
        if self.at_join(&st) {
            let block = self.machine.program.block_at(st.top.func, st.top.ip);
            let all = Bounds {
                all: u32::MAX,
                ..Bounds::default()
            };
            arrive(&mut self.machine, &mut st, block, &all);
        }
        let p = place(&self.machine.program, &self.orders, &mut st);
        self.queue.push(p, st);
    }

    fn at_join(&self, st: &State) -> bool {
        let code = self.machine.program.code.get(st.top.func.0 as usize);
        let op = code.and_then(|c| c.ops.get(st.top.ip as usize));
        matches!(op, Some(Op::Join { .. }))
    }

    /// Runs a state until it waits for others, or ends.
    fn advance(
        &mut self,
        mut st: Box<State>,
        observer: &mut dyn FnMut(Event),
    ) -> Result<(), Diagnostic> {
        self.found.work.states += 1;
        if self.at_join(&st) {
            st.top.ip += 1;
        }
        loop {
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run(&mut st, SLICE)));
            self.take_violations(&st);
            for s in std::mem::take(&mut self.machine.found.spawned) {
                self.wait(s);
            }
            match stop {
                Ok(Stop::Yield) => {
                    if self.stop(observer)? {
                        self.waiting.push(st);
                        return Ok(());
                    }
                }
                Ok(Stop::Join) => {
                    self.wait(st);
                    return Ok(());
                }
                Ok(Stop::End(end)) => {
                    self.end(&mut st, &end);
                    return Ok(());
                }
                Err(_) => {
                    let what = "a defect of Everypath on this path".to_string();
                    self.end(&mut st, &PathEnd::Defect { what });
                    return Ok(());
                }
            }
        }
    }

    /// Whether a path has reached what no run exceeds.
    pub fn reached_enough(&self) -> bool {
        let highest = || BigInt::from(self.found.peaks.highest());
        let enough = self.options.enough.as_ref();
        // A merged state can carry peaks that no path has.
        !self.merging && enough.is_some_and(|n| highest() >= *n)
    }

    /// Looks at the limits. True when the run is to end.
    fn stop(&mut self, observer: &mut dyn FnMut(Event)) -> Result<bool, Diagnostic> {
        self.loops += 1;
        if let Some(d) = self.machine.cx.smt.defect() {
            return Err(d);
        }
        let many = self.found.paths + self.waiting.len() as u64 > self.options.single_paths;
        if !self.merging && self.options.merge && many {
            self.found.gave_up = true;
            return Ok(true);
        }
        if self.reached_enough() {
            self.found.stopped = Some(StopReason::FirstBug);
            return Ok(true);
        }
        let budget = &self.options.budget;
        if budget.max_paths.is_some_and(|m| self.found.paths >= m) {
            self.found.stopped = Some(StopReason::Paths);
            return Ok(true);
        }
        if self.loops % 8 == 0 || self.machine.clock.overdue() {
            if let Some(r) = budget.stop_now() {
                self.found.stopped = Some(r);
                return Ok(true);
            }
            if self.last.elapsed() > Duration::from_millis(100) {
                self.last = Instant::now();
                self.look();
                let highest = self.shown.as_ref().map_or(0, |s| s.bytes);
                observer(Event::Progress {
                    work: self.found.work,
                    highest: BigInt::from(highest),
                });
                let max = budget.max_memory;
                if max.is_some_and(|m| ep_explore::resident() > m) {
                    self.found.stopped = Some(StopReason::Memory);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Where the time is over, a while for what is told of what was found.
    pub fn until_told(&mut self, time: Duration) {
        if self.is_late() {
            if !self.found.is_complete() {
                self.found.peaks.keep_seen(&self.machine.cx.pool);
                self.found.more_ends = true;
                self.found.as_it_is = true;
            }
            self.machine.set_cancel(&Cancel::new());
            let end = Some(Instant::now() + time);
            self.machine.cx.smt.set_deadline(end);
        }
    }

    /// The highest that a path has reached with the values at hand.
    pub fn seen(&self) -> Option<Seen> {
        let now = self.found.peaks.seen(&self.machine.cx.pool);
        higher(self.shown.clone(), now)
    }

    /// What another way of exploring has shown stays shown.
    pub fn has_seen(&mut self, before: Option<Seen>) {
        self.shown = higher(self.shown.take(), before);
    }

    /// Keeps what is shown, in a tenth of the time at most.
    fn look(&mut self) {
        if self
            .looked
            .is_some_and(|(at, took)| at.elapsed() < took * 10)
        {
            return;
        }
        let start = Instant::now();
        self.shown = self.seen();
        self.looked = Some((Instant::now(), start.elapsed()));
    }

    /// Whether there is no time left, not even for steps and questions.
    fn is_late(&self) -> bool {
        let end = self.machine.clock.deadline();
        self.options.budget.cancel.is_cancelled() || end.is_some_and(|d| Instant::now() >= d)
    }

    /// What the states that a limit leaves behind have reached so far: a bound
    /// of nothing, but there are inputs that get there.
    fn hand_in_waiting(&mut self) {
        let mut left = std::mem::take(&mut self.waiting);
        while let Some(states) = self.queue.pop() {
            left.extend(states);
        }
        for mut st in left.into_iter().take(MOST_LEFT) {
            self.cut_off(&st);
            let at = self.machine.own_place(&st);
            st.ledger.note(at, &self.machine.cx.pool);
            let pc = st.pc.clone();
            self.hand_in(&st, &pc);
        }
    }

    /// A state that a limit leaves behind: its place is unbounded.
    fn cut_off(&mut self, st: &State) {
        let (func, loc) = self.machine.own_place(st);
        let place = findings::place(&self.machine.program.module, func, loc);
        self.found.missing.insert(Missing {
            gap: Gap::Limit,
            place,
            what: "paths that begin here were not followed to their end".into(),
        });
    }

    /// What a path leaves behind. Its peaks count however it ends.
    fn end(&mut self, st: &mut State, end: &PathEnd) {
        let at = self.machine.own_place(st);
        st.ledger.note(at, &self.machine.cx.pool);
        self.found.paths += 1;
        self.found.assumptions |= st.assumptions;
        let e = self.found.exactness.unwrap_or(Exactness::EXACT);
        self.found.exactness = Some(e.join(st.exactness));
        if st.exactness.under {
            self.left_out(st, at);
        }
        match end {
            PathEnd::Exit { .. } | PathEnd::Silent => {}
            PathEnd::Infeasible => return,
            PathEnd::Error {
                error: ErrorKind::UnboundedRecursion,
            } => {
                self.missing(
                    Gap::UnboundedRecursion,
                    at,
                    "the recursion here goes deeper than the stack".into(),
                );
            }
            PathEnd::Error { .. } => {}
            // No state stands for another here.
            PathEnd::Repeated => {
                self.missing(Gap::Unsupported, at, "a state that was met before".into());
            }
            PathEnd::Depth => {
                self.missing(Gap::Limit, at, "the limit on forks (--max-depth)".into());
            }
            PathEnd::Unsupported { what } | PathEnd::Defect { what } => {
                self.missing(Gap::Unsupported, at, what.clone());
            }
            PathEnd::SolverUnknown { reason } => {
                self.missing(
                    Gap::Limit,
                    at,
                    format!("the solver gave no answer ({reason})"),
                );
            }
        }
        self.take_gaps(at);
        if !matches!(end, PathEnd::Error { error } if !stops(*error)) {
            self.ended(&st.pc);
        }
        let pc = st.pc.clone();
        self.hand_in(st, &pc);
    }

    /// Runs with these inputs end, as C defines it. What variables can be there
    /// counts for their ranges, which decide what a bound leaves out.
    fn ended(&mut self, pc: &PathCondition) {
        match self.found.ends.len() < MOST_ENDS {
            true => self.found.ends.push(pc.clone()),
            false => self.found.more_ends = true,
        }
    }

    /// The marks of a state, for the inputs of `pc`.
    fn hand_in(&mut self, st: &State, pc: &PathCondition) {
        let cx = &mut self.machine.cx;
        let case = |shares, when, within| Case {
            pc: pc.clone(),
            inputs: st.inputs.clone(),
            when,
            within,
            shares,
        };
        for p in st.ledger.peaks() {
            for s in p.shares.iter() {
                if let Some(f) = s.site.library {
                    let name = self.machine.program.module.functions.get(f);
                    self.found.library.extend(name.map(|f| f.name.clone()));
                }
            }
            let case = case(p.shares.clone(), p.when, p.within);
            self.found.peaks.add(cx, &p.sum, case);
        }
        let none = Rc::new(Vec::new());
        // A path that allocates nothing needs 0 bytes, whatever an expression
        // of another path is for its inputs.
        self.found
            .peaks
            .add(cx, &Sum::default(), case(none.clone(), None, None));
        // And its largest block is none.
        self.found
            .largest
            .add(cx, &Sum::default(), case(none.clone(), None, None));
        for l in st.ledger.largest() {
            self.found
                .largest
                .add(cx, l, case(none.clone(), None, None));
        }
        let net: Sum = st.ledger.net();
        self.found.net.add(cx, &net, case(none, None, None));
        self.found.blocks = self.found.blocks.max(st.ledger.most_blocks());
    }

    fn missing(&mut self, gap: Gap, at: (FuncId, LocId), what: String) {
        let place = findings::place(&self.machine.program.module, at.0, at.1);
        self.found.missing.insert(Missing { gap, place, what });
    }

    /// Gaps that the machine noted: what was passed over without being
    /// modelled.
    fn take_gaps(&mut self, at: (FuncId, LocId)) {
        for g in std::mem::take(&mut self.machine.found.gaps) {
            let known = self.machine.program.module.locs.get(g.loc);
            let own = known.is_some_and(|p| p.line > 0);
            let place = if own { (g.func, g.loc) } else { at };
            self.missing(Gap::Unsupported, place, g.what);
        }
    }

    /// A path that left behaviours out carries no bound.
    fn left_out(&mut self, st: &State, at: (FuncId, LocId)) {
        let under = [
            Assumption::Depth,
            Assumption::Callbacks,
            Assumption::Unions,
            Assumption::FewArguments,
            Assumption::Entries,
            Assumption::PrintedValue,
            Assumption::Havoc,
            Assumption::Layout,
            Assumption::Concretised,
        ];
        let mut any = false;
        for a in under {
            if st.assumptions & a as u32 != 0 {
                any = true;
                let what = format!("behaviours were left out: {}", a.sentence());
                self.missing(Gap::Unsupported, at, what);
            }
        }
        if !any {
            self.missing(Gap::Unsupported, at, "behaviours were left out".into());
        }
    }

    /// Errors on the way. Undefined behaviour is assumed away and named; where
    /// a program stops itself, its marks so far count for the inputs that get
    /// there.
    fn take_violations(&mut self, st: &State) {
        for v in std::mem::take(&mut self.machine.found.violations) {
            if stops(v.kind) {
                self.found.stops = true;
                let mut at_stop = st.clone();
                at_stop
                    .ledger
                    .note((st.top.func, v.loc), &self.machine.cx.pool);
                self.hand_in(&at_stop, &v.pc);
                self.ended(&v.pc);
            } else if v.kind != ErrorKind::UnboundedRecursion {
                let func = v.stack.first().map_or(st.top.func, |s| s.0);
                if rooms::beyond(v.kind, &self.options.explore.entry) {
                    self.found.beyond = true;
                    self.missing(Gap::Limit, (func, v.loc), rooms::BEYOND.into());
                    continue;
                }
                let place = findings::place(&self.machine.program.module, func, v.loc);
                *self.found.undefined.entry((v.kind, place)).or_default() += 1;
            }
        }
    }

    /// States at one place become as few as possible; those that forked last
    /// are merged first, so that conditions cancel out.
    fn merge_all(&mut self, mut states: Vec<Box<State>>) -> Vec<Box<State>> {
        let Some(first) = states.first() else {
            return states;
        };
        if states.len() < 2 || !self.at_join(first) {
            return states;
        }
        let block = self.machine.program.block_at(first.top.func, first.top.ip);
        let orders = self.orders.clone();
        let live = orders
            .get(first.top.func.0 as usize)
            .and_then(|o| o.live.get(block.0 as usize));
        let live = live.map(|l| &l[..]);
        let mut done: Vec<Box<State>> = Vec::new();
        let mut tries = MOST_MERGED;
        let mut rounds = 0u32;
        loop {
            // Thousands of states that cannot be one: each looks at all others.
            rounds += 1;
            let late = rounds % 16 == 0 && self.is_late();
            if tries == 0 || late {
                done.append(&mut states);
                return done;
            }
            let depth = |s: &State| s.extra.forks.as_ref().map_or(0, |f| f.depth() + 1);
            let Some(last) = (0..states.len()).max_by_key(|i| depth(&states[*i])) else {
                return done;
            };
            let a = states.swap_remove(last);
            match self.merge_one(a, &mut states, live, &mut tries) {
                Ok(merged) => states.push(merged),
                Err(alone) => done.push(alone),
            }
        }
    }

    /// One state of this one and the nearest relative that it can be one with.
    fn merge_one(
        &mut self,
        mut a: Box<State>,
        states: &mut Vec<Box<State>>,
        live: ep_explore::merge::Live<'_>,
        tries: &mut usize,
    ) -> Result<Box<State>, Box<State>> {
        let shared =
            |i: usize| Fork::common_depth(a.extra.forks.as_ref(), states[i].extra.forks.as_ref());
        let mut order: Vec<(u32, usize)> = (0..states.len()).map(|i| (shared(i), i)).collect();
        order.sort_by_key(|x| std::cmp::Reverse(x.0));
        for (_, i) in order {
            if *tries == 0 {
                break;
            }
            *tries -= 1;
            let mut b = states[i].clone();
            self.reconcile(&mut a, &mut b);
            match self.machine.merge(a, b, live) {
                Ok(merged) => {
                    self.found.work.reuses += 1;
                    *tries = MOST_MERGED;
                    states.swap_remove(i);
                    return Ok(merged);
                }
                Err((back, _)) => a = back,
            }
        }
        Err(a)
    }

    /// A block that one state freed and the other one never made: it knows
    /// the block from a merge, under a condition that does not hold in it.
    fn reconcile(&mut self, a: &mut State, b: &mut State) {
        let differing: Vec<u32> = a.heap.differing(&b.heap).collect();
        for i in differing {
            let id = ObjectId(i);
            match (a.heap.entry(id), b.heap.entry(id)) {
                (Entry::Freed { .. }, Entry::Live(_)) => self.take_out(b, id),
                (Entry::Live(_), Entry::Freed { .. }) => self.take_out(a, id),
                _ => {}
            }
        }
    }

    fn take_out(&mut self, st: &mut State, id: ObjectId) {
        let Some(Some(when)) = st.ledger.when(id) else {
            return;
        };
        let cx = &mut self.machine.cx;
        let not = cx.pool.not(when);
        let known = st.pc.conjuncts().any(|c| c == not);
        if known || cx.smt.feasible(&mut cx.pool, &st.pc, when).is_infeasible() {
            st.ledger.drop_block(id, &mut cx.pool);
            st.heap.put(id, Entry::Vacant);
        }
    }
}
