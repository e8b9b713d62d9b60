//! One worker: takes the best input, follows it, negates its conditions, runs
//! the children; in between, mutated inputs at native speed.
//!
//! Source: document 003, pages 75-76 (`GenerateInputs`, `ExpandExecution`).

use super::plan::Plan;
use super::quick::{self, Quick};
use super::state::{content, lock, Clock, Counts, Found, New, Shared};
use super::sync::Sync;
use super::unset::{Judge, Unset};
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_explore::concolic::{Child, Goes, Item, Role, Trace, Tracer};
use ep_ir::Module;
use ep_native::fuzz::{Executor, Fuzzer, Kind, Lines, Mutator, RunEnd, Triage};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a worker gets.
pub struct Worker<'a, 'f> {
    pub shared: &'a Mutex<Shared>,
    pub clock: &'a Clock,
    pub plan: &'a Plan,
    pub module: &'a Module,
    pub fuzzer: &'f Fuzzer,
    /// The build that is compared with the followed run.
    pub plain: Option<&'f Fuzzer>,
    /// The build without sanitizers that mutated inputs run in first.
    pub lean: Option<&'f Fuzzer>,
    /// The build that judges content that nobody wrote; none where that is no
    /// error.
    pub unset: Option<&'f Unset<'f>>,
    pub run_timeout: Duration,
    pub mutations: Mutations,
    pub tokens: Vec<Vec<u8>>,
    pub random: u64,
    pub max_expansions: Option<u64>,
    pub sync: Option<Sync>,
}

/// How many mutated inputs follow an expansion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mutations {
    Count(u64),
    /// As long as the expansion took.
    AsLong,
}

/// The shortest time of mutations after an expansion.
const TURN: Duration = Duration::from_millis(100);
/// The longest time of an expansion before others get a turn.
const SLICE: Duration = Duration::from_secs(2);
/// Time for making one crashing input smaller.
const SHRINK: Duration = Duration::from_secs(3);

/// The tools of one worker.
struct Tools<'f> {
    executor: Executor<'f>,
    quick: Option<Quick<'f>>,
    plain: Option<(Executor<'f>, Lines)>,
    /// Its last run came to its end.
    complete: bool,
    judge: Judge<'f>,
    tracer: Tracer,
    mutator: Mutator,
}

impl<'f> Worker<'_, 'f> {
    /// Works until nothing is left or the run is over.
    ///
    /// # Errors
    /// The native program cannot be run, or nothing can be written.
    pub fn work(mut self) -> Result<(), Diagnostic> {
        let plain = match self.plain {
            Some(p) => {
                let executor = p.executor(self.run_timeout * 5)?;
                let lines = Lines::new(p, &executor);
                Some((executor, lines))
            }
            None => None,
        };
        let mut tools = Tools {
            executor: self.fuzzer.executor(self.run_timeout)?,
            quick: match self.lean {
                Some(lean) => lean.executor(self.run_timeout).ok().map(Quick::new),
                None => None,
            },
            plain: plain.filter(|p| !p.1.is_empty()),
            complete: false,
            judge: Judge::default(),
            tracer: Tracer::new(self.module, &self.plan.explore, &self.clock.cancel)?,
            mutator: Mutator::new(
                self.random,
                std::mem::take(&mut self.tokens),
                self.plan.max_len,
                self.plan.fixed_length,
            ),
        };
        while !self.ended() {
            self.import(&mut tools)?;
            let begin = Instant::now();
            match self.take() {
                Next::Item(item) => {
                    self.expand(&mut tools, item)?;
                    lock(self.shared).busy -= 1;
                    self.mutate(&mut tools, begin.elapsed())?;
                }
                Next::Nothing if self.mutates() => self.mutate(&mut tools, TURN * 5)?,
                Next::Nothing => break,
                Next::Later => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        let mut s = lock(self.shared);
        s.blocks = s.blocks.max(tools.tracer.coverage());
        Ok(())
    }

    fn ended(&self) -> bool {
        if self.clock.over() {
            return true;
        }
        let s = lock(self.shared);
        s.failure.is_some() || self.clock.first_bug && !s.bugs.is_empty()
    }

    fn mutates(&self) -> bool {
        let limited = self.clock.deadline.is_some() || self.clock.max_runs.is_some();
        self.mutations != Mutations::Count(0) && limited
    }

    fn take(&self) -> Next {
        let mut s = lock(self.shared);
        let limit = self.max_expansions.unwrap_or(u64::MAX);
        if s.counts.expansions < limit {
            if let Some(item) = s.worklist.take() {
                s.counts.expansions += 1;
                s.busy += 1;
                return Next::Item(item);
            }
            if s.busy > 0 {
                return Next::Later;
            }
        }
        Next::Nothing
    }

    fn import(&mut self, tools: &mut Tools<'f>) -> Result<(), Diagnostic> {
        let Some(sync) = &mut self.sync else {
            return Ok(());
        };
        for input in sync.poll() {
            if input.len() > self.plan.max_len {
                continue;
            }
            let new = New::of(&input, "sync");
            if self.run(&mut tools.executor, new)? {
                lock(self.shared).counts.imported += 1;
            }
        }
        Ok(())
    }

    /// `Run&Check` and `Score`: runs an input and keeps it if it is worth it.
    /// True if it was kept.
    pub fn run(&self, executor: &mut Executor<'f>, new: New<'_>) -> Result<bool, Diagnostic> {
        self.clock.runs.fetch_add(1, Ordering::Relaxed);
        let execution = executor.run(new.input)?;
        match execution.end {
            RunEnd::Normal => {
                let mut s = lock(self.shared);
                let (edges, other) = s.coverage.add(executor.counters());
                let kind = if edges > 0 || other {
                    Kind::Queue
                } else {
                    Kind::Waiting
                };
                let score = edges * 4 + u64::from(other);
                Ok(s.store(new, kind, score, None)?.is_some())
            }
            RunEnd::Hang | RunEnd::Memory => {
                let mut s = lock(self.shared);
                s.counts.hangs += 1;
                let (edges, other) = s.coverage.add(executor.counters());
                if s.counts.hangs > Counts::KEPT_HANGS && edges == 0 && !other {
                    return Ok(false);
                }
                Ok(s.store(new, Kind::Hang, edges, None)?.is_some())
            }
            RunEnd::Crash { log } => self.crash(executor, new, &log),
        }
    }

    fn crash(
        &self,
        executor: &mut Executor<'f>,
        new: New<'_>,
        log: &str,
    ) -> Result<bool, Diagnostic> {
        let (edges, _) = lock(self.shared).coverage.add(executor.counters());
        let (number, fresh) = self.classify(executor, new.input, log);
        let input = new.input;
        let kept = lock(self.shared).store(new, Kind::Crash, edges * 4, Some(number))?;
        if fresh {
            self.shrink(executor, number, input)?;
        }
        Ok(kept.is_some())
    }

    /// Which bug a crash is, and whether it is a new one.
    pub(super) fn classify(
        &self,
        executor: &Executor<'_>,
        input: &[u8],
        log: &str,
    ) -> (usize, bool) {
        let mut s = lock(self.shared);
        let (number, crash) = s.triage.classify(executor.fuzzer(), input, log);
        let fresh = crash.is_some();
        s.bugs.extend(crash.map(|crash| Found {
            crash,
            smallest: input.to_vec(),
            inputs: 0,
            file: String::new(),
        }));
        (number, fresh)
    }

    /// Makes the input of a bug smaller. Other workers go on in the meantime.
    pub(super) fn shrink(
        &self,
        executor: &mut Executor<'f>,
        number: usize,
        input: &[u8],
    ) -> Result<(), Diagnostic> {
        let until = Instant::now() + SHRINK;
        let until = self
            .clock
            .deadline
            .map_or(until, |d| until.min(d + TURN * 5));
        let same = |log: &str| lock(self.shared).triage.is(number, log);
        let smallest = Triage::minimise(executor, input, self.plan.fixed_length, until, &same)?;
        lock(self.shared).bugs[number].smallest = smallest;
        Ok(())
    }

    /// Follows an input and runs its children.
    fn expand(&self, tools: &mut Tools<'f>, item: Item) -> Result<(), Diagnostic> {
        let (id, input): (usize, Arc<[u8]>) = {
            let s = lock(self.shared);
            (s.known[item.id].id, s.known[item.id].input.clone())
        };
        let results = self.results(tools, &input)?;
        let begin = Instant::now();
        let trace = tools.tracer.trace(&input, &results)?;
        let traced = begin.elapsed();
        self.compare(tools, &trace);
        self.judge_unset(&mut tools.judge, &tools.tracer, item.id, &trace)?;
        let Some(bound) = self.follow_up(tools, &item, &trace) else {
            lock(self.shared).corpus.expanded(id, None)?;
            return Ok(());
        };
        if bound == 0 {
            self.try_hints(tools, id, &trace)?;
        }
        let begin = Instant::now();
        let mut deadline = begin + SLICE.max(traced);
        if !self.mutates() {
            deadline += Duration::from_secs(3600);
        }
        if let Some(d) = self.clock.deadline {
            deadline = deadline.min(d);
        }
        let mut failure = None;
        let executor = &mut tools.executor;
        let places = &mut Vec::new();
        let expansion = tools
            .tracer
            .expand(&trace, bound, Some(deadline), &mut |child: Child| {
                let result = self.child(executor, item.id, child, places);
                if let Err(e) = result {
                    failure = Some(e);
                    return Goes::Stop;
                }
                if self.ended() {
                    Goes::Stop
                } else {
                    Goes::On
                }
            });
        if let Some(e) = failure {
            return Err(e);
        }
        // Places are looked up afterwards: the tracer was busy.
        let named: Vec<(usize, Place)> = places
            .iter()
            .map(|(at, site)| (*at, tools.tracer.place_of(*site)))
            .collect();
        let fixed: Vec<(Place, u64)> = expansion
            .fixed
            .iter()
            .map(|(site, n)| (tools.tracer.place_of(*site), *n))
            .collect();
        let mut s = lock(self.shared);
        for (at, place) in named {
            s.known[at].place = Some(place);
        }
        for (place, n) in fixed {
            let what = "a condition that the solver does not answer".to_string();
            *s.fixed.entry((what, place)).or_insert(0) += n;
        }
        let c = &mut s.counts;
        c.negated += expansion.negated;
        c.satisfiable += expansion.satisfiable;
        c.unsatisfiable += expansion.unsatisfiable;
        c.unknown += expansion.unknown;
        c.skipped += expansion.skipped;
        c.time_trace += traced;
        c.time_expand += begin.elapsed();
        s.corpus.expanded(id, expansion.next)?;
        if let Some(next) = expansion.next {
            s.worklist.add(Item {
                bound: next,
                score: item.score / 2,
                fingerprint: None,
                ..item
            });
        }
        Ok(())
    }

    /// Runs what the comparisons of a run suggest.
    fn try_hints(
        &self,
        tools: &mut Tools<'f>,
        parent: usize,
        trace: &Trace,
    ) -> Result<(), Diagnostic> {
        for hint in tools.tracer.hints(trace) {
            let input = hint.apply(&trace.input);
            let fits = match self.plan.fixed_length {
                true => input.len() == trace.input.len(),
                false => input.len() <= self.plan.max_len,
            };
            if !fits || self.ended() || !lock(self.shared).contents.insert(content(&input)) {
                continue;
            }
            let new = New {
                parent: Some(parent),
                ..New::of(&input, "token")
            };
            if self.run(&mut tools.executor, new)? {
                lock(self.shared).counts.hints += 1;
            }
        }
        Ok(())
    }

    /// What a trace tells beside its conditions; from where on they are
    /// negated, or `None` when another input had the same path.
    fn follow_up(&self, tools: &Tools<'f>, item: &Item, trace: &Trace) -> Option<usize> {
        let n = trace.conjuncts.len();
        let taken = trace.conjuncts.iter().filter(|c| c.role == Role::Decision);
        let held = taken.clone().filter(|c| c.taken).count() as u64;
        let all = taken.count() as u64;
        let fixed: Vec<Place> = trace
            .conjuncts
            .iter()
            .filter(|c| c.role == Role::Fixed)
            .map(|c| tools.tracer.place_of(c.site))
            .collect();
        let mut s = lock(self.shared);
        s.known[item.id].held = Some((held, all));
        s.counts.conditions += n as u64;
        s.counts.instructions += trace.instructions;
        *s.ends.entry(end_of(trace)).or_insert(0) += 1;
        for place in fixed {
            let what = "a value that is taken as the input has it".to_string();
            *s.fixed.entry((what, place)).or_insert(0) += 1;
        }
        for (what, place) in &trace.gaps {
            *s.gaps.entry((what.clone(), place.clone())).or_insert(0) += 1;
        }
        let mut bound = item.bound;
        if item.fingerprint.is_some() && trace.fingerprint(item.bound) != item.fingerprint {
            // The run left the path that was predicted: its own is expanded
            // from the start, unless that was done.
            s.counts.diverged += 1;
            bound = 0;
        }
        let path = trace.fingerprint(n).unwrap_or(0) ^ (bound as u64).rotate_left(40);
        s.paths.insert(path).then_some(bound)
    }

    /// Runs the build that is compared; what functions outside the model
    /// returned, by name and in order.
    fn results(
        &self,
        tools: &mut Tools<'f>,
        input: &[u8],
    ) -> Result<Vec<(String, Vec<u64>)>, Diagnostic> {
        let mut out: Vec<(String, Vec<u64>)> = Vec::new();
        let Some((plain, _)) = &mut tools.plain else {
            return Ok(out);
        };
        tools.complete = plain.run(input)?.end == RunEnd::Normal;
        for (function, integer, real) in plain.results() {
            let Some((name, is_real)) = self.plan.watched.get(function) else {
                continue;
            };
            let value = if *is_real { real } else { integer };
            match out.iter_mut().find(|o| o.0 == *name) {
                Some(o) => o.1.push(value),
                None => out.push((name.clone(), vec![value])),
            }
        }
        Ok(out)
    }

    /// Whether that run passed where the followed one did.
    fn compare(&self, tools: &Tools<'f>, trace: &Trace) {
        let Some((plain, lines)) = tools.plain.as_ref().filter(|_| tools.complete) else {
            return;
        };
        let followed = tools.tracer.lines(trace);
        if let Some((file, line)) = lines.missed(plain.counters(), &followed) {
            let place = Place {
                file: file.clone(),
                line: *line,
                ..Place::default()
            };
            let mut s = lock(self.shared);
            s.counts.diverged_natively += 1;
            let what = "the native run does not come here".to_string();
            *s.divergences.entry((what, place)).or_insert(0) += 1;
        }
    }

    fn child(
        &self,
        executor: &mut Executor<'f>,
        parent: usize,
        child: Child,
        places: &mut Vec<(usize, ep_explore::concolic::Site)>,
    ) -> Result<(), Diagnostic> {
        let (from, at) = {
            let mut s = lock(self.shared);
            if !s.contents.insert(content(&child.input)) {
                s.counts.repeated_inputs += 1;
                return Ok(());
            }
            (s.known[parent].id, s.known.len())
        };
        let new = New {
            input: &child.input,
            parent: Some(from),
            how: "concolic",
            bound: child.bound,
            fingerprint: Some(child.fingerprint),
            expand: true,
        };
        if self.run(executor, new)? {
            places.push((at, child.site));
        }
        Ok(())
    }

    fn mutate(&self, tools: &mut Tools<'f>, as_long: Duration) -> Result<(), Diagnostic> {
        if !self.mutates() {
            return Ok(());
        }
        let begin = Instant::now();
        let (most, until) = match self.mutations {
            Mutations::Count(n) => (n, None),
            Mutations::AsLong => (u64::MAX, Some(begin + as_long.max(TURN))),
        };
        let mut pool: Vec<Arc<[u8]>> = Vec::new();
        let mut made = 0u64;
        let mut out = Vec::new();
        while made < most && !self.clock.over() && until.is_none_or(|u| Instant::now() < u) {
            {
                let s = lock(self.shared);
                if pool.len() != s.queue.len() {
                    pool.clone_from(&s.queue);
                }
                if self.clock.first_bug && !s.bugs.is_empty() {
                    break;
                }
            }
            if pool.is_empty() {
                break;
            }
            // Half of the time one of the newest.
            let n = pool.len();
            let m = &mut tools.mutator;
            let at = match m.below(2) {
                0 => m.below(n),
                _ => n - 1 - m.below(n.div_ceil(4)),
            };
            let other = m.below(n);
            for _ in 0..64 {
                // A run may take a second.
                if made >= most || self.clock.over() {
                    break;
                }
                tools.mutator.mutate(&pool[at], &pool[other], &mut out);
                made += 1;
                self.try_mutant(tools, &out)?;
            }
        }
        lock(self.shared).counts.time_mutate += begin.elapsed();
        Ok(())
    }

    /// Runs a mutated input; only one with something new takes the slow path.
    fn try_mutant(&self, tools: &mut Tools<'f>, input: &[u8]) -> Result<(), Diagnostic> {
        if let Some(quick) = &mut tools.quick {
            if quick.run(self.shared, input)? == quick::Next::Drop {
                self.clock.runs.fetch_add(1, Ordering::Relaxed);
                return Ok(());
            }
            let begin = Instant::now();
            self.run(&mut tools.executor, New::of(input, "havoc"))?;
            quick.judged += begin.elapsed();
            return Ok(());
        }
        self.run(&mut tools.executor, New::of(input, "havoc"))?;
        Ok(())
    }
}

/// How a run along an input ended, in a few words.
fn end_of(trace: &Trace) -> String {
    use ep_base::outcome::PathEnd;
    match &trace.end {
        _ if trace.cut => "cut at a limit".into(),
        PathEnd::Exit { .. } | PathEnd::Silent => "exit".into(),
        PathEnd::Error { error } => error.word().into(),
        PathEnd::Infeasible => "an assumption does not hold".into(),
        PathEnd::Repeated => "repeated".into(),
        PathEnd::Depth => "depth".into(),
        PathEnd::Unsupported { .. } => "not modelled".into(),
        PathEnd::SolverUnknown { reason } => format!("solver: {reason}"),
        PathEnd::Defect { what } => format!("defect: {what}"),
    }
}

enum Next {
    Item(Item),
    /// Others may still add to the list.
    Later,
    Nothing,
}
