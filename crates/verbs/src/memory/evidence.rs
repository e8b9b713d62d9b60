//! Runs beside the bounds: inputs of the analysis, and of an exploration that
//! looks for more, each run natively and measured.

use super::climb::{climb, Asking, Climb};
use super::options::MemoryOptions;
use super::shown::in_one_line;
use super::stretch::{self, MOST_STACK};
use super::told::{says_more, Widest};
use ep_base::memory::{
    grouped, Bound, Entry, Expr, Gap, Kind, Live, Mark, Missing, Reached, VariableId,
};
use ep_base::outcome::{Bug, Input, InputType, Place, Statistics, TestCase};
use ep_base::{Budget, Cancel, Diagnostic};
use ep_bounds::stack::sorting;
use ep_explore::Observer;
use ep_ir::Module;
use ep_native::measure::{Measured, Measurement, RUN_TIME};
use ep_native::{Native, NativeProgram};
use num_bigint::{BigInt, Sign};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Notes of runs that are left out.
const NOTES: usize = 8;

/// A run above its bound.
pub struct Defect {
    /// Of which mark.
    pub kind: Kind,
    /// One sentence.
    pub message: String,
    /// The input that shows it.
    pub inputs: Vec<Input>,
}

/// What inputs are looked for with.
pub struct Search<'a> {
    pub args: &'a MemoryOptions,
    pub module: &'a Module,
    /// How more inputs are looked for.
    pub explore: ep_explore::Options,
    /// What may hold anything.
    pub player: &'a ep_bounds::memory::Player,
    /// Standard input is some of that.
    pub any_input: bool,
    /// It may hold numbers of so many digits that reading them takes more stack.
    pub many_digits: bool,
    /// The program, for a build with sanitizers.
    pub native: &'a NativeProgram,
    /// Inputs of an earlier run: they come first.
    pub first: &'a [Vec<Input>],
    pub cancel: &'a Cancel,
    /// When the entry's time is over.
    pub deadline: Instant,
}

impl Search<'_> {
    /// Whether there is time for the best input alone.
    fn late(&self) -> bool {
        self.cancel.is_cancelled() || Instant::now() >= self.deadline
    }

    fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// Tests of an exploration.
struct Tests {
    list: Vec<Vec<Input>>,
    most: usize,
    enough: Cancel,
}

/// Tells a part of the run that the whole is interrupted, while it lives.
struct Relay(std::sync::mpsc::Sender<()>);

impl Relay {
    /// Looks often enough that nobody waits for it.
    fn new(whole: &Cancel, part: &Cancel) -> Relay {
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let (whole, part) = (whole.clone(), part.clone());
        std::thread::spawn(move || {
            use std::sync::mpsc::RecvTimeoutError::Timeout;
            while ended.recv_timeout(Duration::from_millis(100)) == Err(Timeout) {
                if whole.is_cancelled() {
                    part.cancel();
                }
            }
        });
        Relay(end)
    }
}

impl Observer for Tests {
    fn test(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        self.list.push(test.inputs.clone());
        if self.list.len() >= self.most {
            self.enough.cancel();
        }
        Ok(())
    }
    fn bug(&mut self, _bug: &Bug) {}
    fn progress(&mut self, _statistics: &Statistics) {}
}

/// The stack that a run gets where no bound says more.
const STACK: u64 = 1 << 20;
/// A run for a larger input that takes longer is the last one of its series.
const SLOW: Duration = Duration::from_millis(500);
/// A run that goes on for longer may have no end.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time of a run once one was seen that did not end.
const ENDLESS: Duration = Duration::from_millis(500);
/// The time of a run where none is left.
const LAST: Duration = Duration::from_millis(300);

/// Why an input is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// The analysis' own, for its peaks.
    Own,
    /// Others that were found.
    Found,
    /// One of a series in which a number of the bound grows.
    Larger(usize),
    /// One at a limit of the program.
    Limit,
}

/// Inputs that are run with handlers of interrupts that fire.
const INTERRUPTED: u64 = 12;

/// The handlers that can be made to fire in a run, and how often at most.
pub fn fired(args: &MemoryOptions, module: &Module) -> Vec<(String, Option<u64>)> {
    let plain = |name: &str| {
        let f = module.function(name).and_then(|f| module.functions.get(f));
        f.is_some_and(|f| f.params.is_empty() && !f.is_declaration())
    };
    let handlers = args.interrupt.iter().filter(|i| plain(&i.function));
    handlers.map(|i| (i.function.clone(), i.max)).collect()
}

/// Measures, and sets what was reached. Returns runs above a bound.
///
/// # Errors
/// A wrong flag (exit 2).
pub fn gather(
    s: &Search<'_>,
    explored: Vec<Vec<Input>>,
    m: &mut Measurement,
    entry: &mut Entry,
    notes: &mut Vec<String>,
) -> Result<Vec<Defect>, Diagnostic> {
    let mut inputs = s.first.to_vec();
    inputs.extend(entry.marks.iter().filter_map(|m| m.witness.clone()));
    // Where the time is over these are run alone.
    let own = inputs.len();
    inputs.extend(explored);
    let constants = s.args.given.constants(None)?;
    for list in &mut inputs {
        for c in &constants {
            if !list.contains(c) {
                list.push(c.clone());
            }
        }
    }
    let names: Vec<String> = entry
        .variables
        .iter()
        .map(|(_, v)| v.name.clone())
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    inputs = (inputs.into_iter())
        .map(|list| s.player.with_numbers(list, &names))
        .collect();
    let nearer = climb(
        &Climb {
            module: s.module,
            entry,
            constants: &constants,
            any_input: s.any_input,
            cancel: s.cancel,
            until: Instant::now() + s.args.search.min(s.left() / 4),
        },
        &inputs,
    );
    inputs.splice(own..own, nearer);
    let most = usize::try_from(s.args.runs.max(1)).unwrap_or(usize::MAX);
    let mut queue: VecDeque<(Tried, Vec<Input>)> = VecDeque::new();
    let asking = Asking::of(s.module, &entry.name);
    for (n, list) in inputs.into_iter().enumerate() {
        let list = match &asking {
            Some(asking) => asking.filled(list),
            None => list,
        };
        let tried = if n < own { Tried::Own } else { Tried::Found };
        if queue.len() < most && !queue.iter().any(|(_, l)| *l == list) {
            queue.push_back((tried, list));
        }
    }
    if let (0, Some((tried, _))) = (own, queue.front_mut()) {
        *tried = Tried::Own;
    }
    let inputs: Vec<Vec<Input>> = queue.iter().map(|(_, l)| l.clone()).collect();
    let most = m
        .code()
        .functions
        .iter()
        .map(|f| f.realigns)
        .max()
        .unwrap_or(0);
    let shifts: Vec<u64> = (0..(most / 16).clamp(1, 8)).map(|k| k * 16).collect();
    let mut defects = Vec::new();
    let mut refused: Option<String> = None;
    let mut checked: Option<Native> = None;
    let mut widest = Widest::default();
    let (mut more, mut slow, mut interrupted) = (true, None, 0);
    let (mut patience, mut quick) = (PATIENCE, Duration::MAX);
    loop {
        // Larger ones begin with what was best, and the program's own limits come last.
        if queue.is_empty() && more {
            more = false;
            let larger = stretch::larger(entry, s.player, &inputs, s.args.max_memory);
            for (n, series) in larger.into_iter().enumerate() {
                queue.extend(series.into_iter().map(|l| (Tried::Larger(n), l)));
            }
            let mut limits = stretch::at_limits(entry, s.module, &inputs);
            if s.many_digits {
                limits.extend(stretch::padded(&inputs));
            }
            if s.player.any_arguments() {
                limits.extend(stretch::long_arguments(s.player, &names, &inputs));
            }
            queue.extend(limits.into_iter().map(|l| (Tried::Limit, l)));
        }
        let Some((tried, list)) = queue.pop_front() else {
            break;
        };
        let late = s.late();
        if late && tried != Tried::Own {
            break;
        }
        // Each series ends where a run takes long.
        if slow == Some(tried) || tried == Tried::Limit && !stretch::open(entry) {
            continue;
        }
        let guessing = tried == Tried::Limit;
        let alone = matches!(tried, Tried::Own | Tried::Found);
        let begin = Instant::now();
        let stack = room(entry, &list);
        // Of an endless program nothing more can be seen than what its bounds say.
        if patience == ENDLESS && met(entry) {
            break;
        }
        let limit = if late {
            LAST
        } else {
            let own = if alone { patience } else { SLOW * 2 };
            own.min(s.left()).max(LAST)
        };
        m.limit(limit);
        let mut ran = m.run(&list, stack, &shifts);
        let timed_out = |r: &Result<Measured, String>| r.as_ref().is_ok_and(Measured::timed_out);
        if timed_out(&ran) && !late && alone && patience == PATIENCE {
            // Once a run gets all the time that there is for one.
            patience = ENDLESS;
            let more = RUN_TIME.min(s.left() / 6);
            if more > limit && !reaches(entry, &ran) {
                m.limit(more);
                ran = m.run(&list, stack, &shifts);
                if !timed_out(&ran) {
                    patience = more;
                }
            }
        }
        // A build with sanitizers is none of the run's time.
        let took = begin.elapsed();
        quick = quick.min(took);
        match ran {
            Ok(run) if run.followed => {
                let own = s.args.frames.is_empty();
                let (mut with, mut wide) = (entry.clone(), widest.clone());
                let mut above = Vec::new();
                record(
                    (&mut with, &mut wide),
                    (&run, stack, own),
                    (&list, None),
                    &mut above,
                );
                if interrupted < INTERRUPTED && !guessing && !late {
                    interrupted += 1;
                    let frame = s.args.interrupt_frame;
                    // Step by step a run takes longer.
                    if patience != ENDLESS {
                        m.limit(RUN_TIME.min(s.left()).max(LAST));
                    }
                    for (names, run) in m
                        .interrupted(&list, stack, &shifts, frame)
                        .unwrap_or_default()
                    {
                        let marks = (&run, stack, own);
                        record(
                            (&mut with, &mut wide),
                            marks,
                            (&list, Some(&names)),
                            &mut above,
                        );
                    }
                }
                // A path of the analysis may wrap around where C has no meaning.
                let open = |m: &Mark| m.bound.expr().is_some_and(|e| !e.variables().is_empty());
                let guess = with.marks != entry.marks
                    && (guessing || !late && entry.marks.iter().any(open));
                let doubtful = guess || !above.is_empty();
                if let Some(what) = doubtful
                    .then(|| undefined(s, &mut checked, &list))
                    .flatten()
                {
                    if guess && above.is_empty() {
                        continue;
                    }
                    let note = format!(
                        "a run that C does not define is left out: {what} ({})",
                        in_one_line(&list)
                    );
                    if !notes.contains(&note) {
                        notes.push(note);
                    }
                    continue;
                }
                if let (Some(first), Some(what)) = (above.first(), asked(s, entry)) {
                    let note = format!(
                        "a run is left out, in other surroundings than the bound assumes (`{what}` asks for them): {}",
                        first.message
                    );
                    if !notes.contains(&note) && notes.len() < NOTES {
                        notes.push(note);
                    }
                    continue;
                }
                let deep = above.iter().any(|d| d.kind != Kind::Heap);
                let many = deep && is_large(&run, &list) && sorts_any(s);
                if let (Some(first), true) = (above.first(), many) {
                    let note = format!(
                        "a run is left out that may sort more than the million elements of the assumption: {}",
                        first.message
                    );
                    if !notes.contains(&note) && notes.len() < NOTES {
                        notes.push(note);
                    }
                    continue;
                }
                (*entry, widest) = (with, wide);
                entry.runs += 1;
                defects.extend(above);
            }
            // An assumption of the program does not hold: no run of it.
            Ok(_) => {}
            Err(why) => {
                let with = in_one_line(&list);
                let with = match with.is_empty() {
                    true => with,
                    false => format!(" ({with})"),
                };
                refused.get_or_insert(format!("{}: {why}{with}", entry.name));
            }
        }
        // On a machine that is busy the least run takes long, too.
        if !alone && took > SLOW.max(quick * 4) {
            slow = Some(tried);
        }
    }
    notes.extend(widest.notes(entry));
    refute(s.args, entry, &mut defects);
    if let (0, Some(why)) = (entry.runs, refused) {
        notes.push(why);
    }
    Ok(defects)
}

/// Elements of arrays that `qsort` is measured for, where nobody knows how many there are.
const SORTED: u64 = 1_000_000;

/// Whether a run can have sorted more than that: it was given a number above it, or the
/// library took so many bytes for itself. Any other run refutes the bound.
fn is_large(run: &Measured, inputs: &[Input]) -> bool {
    let most = BigInt::from(SORTED);
    let above = |i: &Input| match i.ty {
        InputType::Int { .. } => BigInt::from_bytes_le(Sign::Plus, &i.bytes) > most,
        _ => false,
    };
    run.library > SORTED || inputs.iter().any(above)
}

/// Whether how many elements are sorted is not known: the number of `qsort` is then for
/// a million, which is told, and a run may sort more.
fn sorts_any(s: &Search<'_>) -> bool {
    let called = s.module.function("qsort").is_some();
    let list = sorting::sorted(s.module, None).unwrap_or_default();
    let pairs: Vec<(u64, u64)> = list.iter().map(|s| (s.elements, s.size)).collect();
    called && (list.is_empty() || !ep_native::measure::sorts(&pairs))
}

/// What the entry asks its surroundings with, which a run has otherwise.
fn asked(s: &Search<'_>, entry: &Entry) -> Option<String> {
    let f = s.module.function(&entry.name)?;
    super::surroundings::asks(s.module, f)
}

/// What a run above its bound does that C leaves undefined: bounds assume that
/// no run does. Where that cannot be found out the run counts.
fn undefined(s: &Search<'_>, build: &mut Option<Native>, inputs: &[Input]) -> Option<String> {
    if build.is_none() {
        *build = Native::new(s.native.clone(), s.args.isolation.limits()).ok();
    }
    build.as_mut()?.undefined(inputs).ok()?
}

/// The stack that a run with these inputs gets: twice what it may take.
fn room(entry: &Entry, inputs: &[Input]) -> u64 {
    let value = |v: VariableId| -> Option<BigInt> { entry.variables.get(v)?.value(inputs) };
    let bound = entry.mark(Kind::Stack).and_then(|m| m.bound.expr());
    let bytes = bound.and_then(|b| u64::try_from(b.evaluate(&value)?).ok());
    bytes.map_or(STACK, |b| b.saturating_mul(2).clamp(STACK, MOST_STACK))
}

/// A run above a bound that rests on what the user said refutes what was said:
/// the mark is then unknown.
fn refute(args: &MemoryOptions, entry: &mut Entry, defects: &mut Vec<Defect>) {
    let said = !args.depth.is_empty() || !args.calls.is_empty() || args.library.is_some();
    if !said {
        return;
    }
    let (theirs, ours): (Vec<Defect>, Vec<Defect>) = defects
        .drain(..)
        .partition(|d| matches!(d.kind, Kind::Stack | Kind::Both));
    *defects = ours;
    let Some(first) = theirs.first() else { return };
    let missing = Missing {
        gap: Gap::Unsupported,
        place: entry.place.clone(),
        what: format!(
            "{}: what --depth, --calls or --library says does not hold",
            first.message
        ),
    };
    for m in &mut entry.marks {
        if m.kind != Kind::Heap {
            m.bound = Bound::Unknown {
                missing: vec![missing.clone()],
                without: None,
            };
            if let Some(r) = &mut m.reached {
                r.of = None;
            }
        }
    }
}

/// Inputs of paths, until time or number is over.
///
/// # Errors
/// The exploration fails.
pub fn explore(s: &Search<'_>) -> Result<Vec<Vec<Input>>, Diagnostic> {
    let enough = Cancel::new();
    let most = usize::try_from(s.args.runs).unwrap_or(usize::MAX);
    let mut tests = Tests {
        list: Vec::new(),
        most,
        enough: enough.clone(),
    };
    let budget = Budget {
        timeout: Some(s.args.search.min(s.left() / 2)),
        max_memory: Some(s.args.max_memory),
        max_paths: Some(s.args.runs.max(1)),
        cancel: enough,
        ..Budget::default()
    };
    if s.args.runs == 0 || s.late() {
        return Ok(Vec::new());
    }
    let relay = Relay::new(s.cancel, &budget.cancel);
    ep_explore::explore(s.module, &s.explore, &budget, &mut tests)?;
    drop(relay.0);
    Ok(tests.list)
}

/// Whether runs have reached all bounds.
fn met(entry: &Entry) -> bool {
    entry.marks.iter().all(|m| {
        let reached = m.reached.as_ref();
        m.kind == Kind::Both || reached.is_some_and(|r| r.of == Some(r.bytes.into()))
    })
}

/// Whether a run reaches the bounds that are numbers.
fn reaches(entry: &Entry, run: &Result<Measured, String>) -> bool {
    let Ok(run) = run else { return false };
    let at = |kind: Kind, n: Option<u64>| {
        let bound = entry.mark(kind).and_then(|m| m.bound.expr()?.as_number());
        bound.zip(n).is_some_and(|(b, n)| *b == n.into())
    };
    at(Kind::Heap, Some(run.heap)) && at(Kind::Stack, run.stack)
}

fn record(
    (entry, widest): (&mut Entry, &mut Widest),
    (run, stack, own): (&Measured, u64, bool),
    (inputs, fires): (&[Input], Option<&str>),
    defects: &mut Vec<Defect>,
) {
    let variables = entry.variables.clone();
    let value = |v: VariableId| -> Option<BigInt> { variables.get(v)?.value(inputs) };
    let mut shown = in_one_line(inputs);
    if let Some(names) = fires {
        let and = if shown.is_empty() { "" } else { ", " };
        shown = format!("{shown}{and}{names} fires");
    }
    let name = entry.name.clone();
    for m in &mut entry.marks {
        // The stack of another machine is not measured here.
        if !own && m.kind != Kind::Heap {
            continue;
        }
        let bytes = match m.kind {
            Kind::Heap => Some(run.heap),
            Kind::Stack => run.stack,
            Kind::Both => Some(run.both),
        };
        let of = m.bound.expr().and_then(|x| x.evaluate(&value));
        // What overflowed the stack it was given took more than that.
        let Some(bytes) = bytes else {
            if of.is_some_and(|b| b < BigInt::from(stack)) {
                defects.push(Defect {
                    kind: m.kind,
                    message: format!(
                        "`{name}` overflowed a stack of more than its bound ({shown})"
                    ),
                    inputs: inputs.to_vec(),
                });
            }
            continue;
        };
        if let Some(of) = &of {
            if BigInt::from(bytes) > *of {
                defects.push(Defect {
                    kind: m.kind,
                    message: format!(
                        "a run of `{name}` took {} bytes of {}, its bound says {} ({shown})",
                        grouped(&bytes.into()),
                        m.kind.word(),
                        grouped(of)
                    ),
                    inputs: inputs.to_vec(),
                });
            }
        }
        let new = Reached {
            bytes,
            of,
            inputs: inputs.to_vec(),
            shown: shown.clone(),
        };
        widest.see(m.kind, &new);
        if m.reached.as_ref().is_none_or(|old| says_more(&new, old)) {
            m.reached = Some(new);
        }
    }
    if run.library > 0 {
        let own = Expr::number(run.library);
        let measured = entry
            .library
            .iter_mut()
            .find(|l| l.place.function.is_empty());
        match measured {
            Some(l) => l.bytes = l.bytes.clone().max(own),
            None => entry.library.push(Live {
                what: "the C library itself".into(),
                place: Place::default(),
                count: Expr::number(1),
                bytes: own,
                path: Vec::new(),
            }),
        }
    }
}
