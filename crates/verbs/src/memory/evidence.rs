//! Runs beside the bounds: inputs of the analysis, and of an exploration that
//! looks for more, each run natively and measured.

use super::climb::{climb, Climb};
use super::options::MemoryOptions;
use super::stretch::{self, MOST_STACK};
use ep_base::memory::{
    grouped, Bound, Entry, Expr, Gap, Kind, Live, Mark, Missing, Reached, VariableId,
};
use ep_base::outcome::{Bug, Input, InputSource, InputType, Place, Statistics, TestCase};
use ep_base::{Budget, Cancel, Diagnostic};
use ep_explore::Observer;
use ep_ir::Module;
use ep_native::measure::{Measured, Measurement, RUN_TIME};
use ep_native::{Native, NativeProgram};
use num_bigint::BigInt;
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
/// A run for a larger input that takes longer is the last one.
const SLOW: Duration = Duration::from_millis(500);
/// A run that goes on for longer may have no end.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time of a run once one was seen that did not end.
const ENDLESS: Duration = Duration::from_millis(500);
/// The time of a run where none is left.
const LAST: Duration = Duration::from_millis(300);

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
    inputs.splice(0..0, nearer);
    inputs.dedup();
    inputs.truncate(usize::try_from(s.args.runs.max(1)).unwrap_or(usize::MAX));
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
    // The larger ones come last, and end where one takes long.
    let larger = stretch::larger(entry, s.player, &inputs, s.args.max_memory);
    let mut limits = stretch::at_limits(entry, s.module, &inputs);
    if s.many_digits {
        limits.extend(stretch::padded(&inputs));
    }
    if s.player.any_arguments() {
        limits.extend(stretch::long_arguments(s.player, &names, &inputs));
    }
    let ordinary = inputs.len();
    let guessed = ordinary + larger.len();
    let (mut slow, mut interrupted) = (false, 0);
    let mut patience = PATIENCE;
    for (i, list) in inputs.into_iter().chain(larger).chain(limits).enumerate() {
        let late = s.late();
        if late && i > 0 || slow {
            break;
        }
        if i >= guessed && !stretch::open(entry) {
            break;
        }
        let begin = Instant::now();
        let stack = room(entry, &list);
        // Of an endless program nothing more can be seen than what its bounds say.
        if patience == ENDLESS && met(entry) {
            break;
        }
        let limit = if late {
            LAST
        } else {
            patience.min(s.left()).max(LAST)
        };
        m.limit(limit);
        let mut ran = m.run(&list, stack, &shifts);
        let timed_out = |r: &Result<Measured, String>| r.as_ref().is_ok_and(Measured::timed_out);
        if timed_out(&ran) && !late && patience == PATIENCE {
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
        match ran {
            Ok(run) if run.followed => {
                let own = s.args.frames.is_empty();
                let mut with = entry.clone();
                let mut above = Vec::new();
                record(s, &mut with, (&run, stack, own), (&list, None), &mut above);
                if interrupted < INTERRUPTED && i < guessed && !late {
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
                        record(s, &mut with, marks, (&list, Some(&names)), &mut above);
                    }
                }
                // A path of the analysis may wrap around where C has no meaning.
                let open = |m: &Mark| m.bound.expr().is_some_and(|e| !e.variables().is_empty());
                let guess = with.marks != entry.marks
                    && (i >= guessed || !late && entry.marks.iter().any(open));
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
                        shown(&list)
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
                *entry = with;
                entry.runs += 1;
                defects.extend(above);
            }
            // An assumption of the program does not hold: no run of it.
            Ok(_) => {}
            Err(why) => {
                refused.get_or_insert(why);
            }
        }
        slow = i >= ordinary && begin.elapsed() > SLOW;
    }
    refute(s.args, entry, &mut defects);
    if let (0, Some(why)) = (entry.runs, refused) {
        notes.push(why);
    }
    Ok(defects)
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

/// Whether a run says more of a bound than the one before: it comes nearer to what
/// its own input allows, or both come near and it is larger, unless that gives up what
/// was exact; but one over a budget counts most.
fn better(old: &Reached, bytes: u64, of: Option<&BigInt>, limit: Option<u64>) -> bool {
    if let Some(l) = limit {
        if (old.bytes > l) != (bytes > l) {
            return bytes > l;
        }
    }
    match (&old.of, of) {
        (Some(o), Some(n)) => {
            let (a, b) = (BigInt::from(old.bytes) * n, BigInt::from(bytes) * o);
            // What is bounded by nothing says nothing.
            let none = BigInt::from(0);
            match (*o == none, *n == none) {
                (true, false) => bytes > 0,
                (false, true) => false,
                _ => {
                    let near = |r: u64, of: &BigInt| BigInt::from(r) * 100 >= of * 95;
                    let exact = |r: u64, of: &BigInt| BigInt::from(r) == *of;
                    match (near(old.bytes, o), near(bytes, n)) {
                        (true, true) if exact(old.bytes, o) == exact(bytes, n) => bytes > old.bytes,
                        (true, true) if exact(bytes, n) => bytes >= old.bytes / 2,
                        (true, true) => bytes / 2 > old.bytes,
                        _ => b > a || b == a && bytes > old.bytes,
                    }
                }
            }
        }
        _ => bytes > old.bytes,
    }
}

fn record(
    s: &Search<'_>,
    entry: &mut Entry,
    (run, stack, own): (&Measured, u64, bool),
    (inputs, fires): (&[Input], Option<&str>),
    defects: &mut Vec<Defect>,
) {
    let variables = entry.variables.clone();
    let value = |v: VariableId| -> Option<BigInt> { variables.get(v)?.value(inputs) };
    let mut shown = shown(inputs);
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
        let limits = s.args.budget.unwrap_or_default();
        let limit = match m.kind {
            Kind::Heap => limits.heap,
            Kind::Stack => limits.stack.or(entry.thread.flatten()),
            Kind::Both => limits.both,
        };
        let more = |r: &Reached| better(r, bytes, of.as_ref(), limit);
        if m.reached.as_ref().is_none_or(more) {
            m.reached = Some(Reached {
                bytes,
                of,
                inputs: inputs.to_vec(),
                shown: shown.clone(),
            });
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

/// Numbers of an input in one line.
fn shown(inputs: &[Input]) -> String {
    let arguments = |i: &&Input| matches!(i.source, InputSource::Argument { .. });
    if inputs.iter().any(|i| arguments(&i)) {
        return called(inputs);
    }
    let mut parts = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for i in inputs {
        let signed = match &i.ty {
            InputType::Int { signed, .. } => *signed,
            InputType::Bool => false,
            // With or without a sign: the type does not tell.
            InputType::Char => false,
            _ => continue,
        };
        if !matches!(
            i.source,
            InputSource::Parameter { .. } | InputSource::Nondet { .. } | InputSource::MakeSymbolic
        ) {
            continue;
        }
        let n = match signed {
            true => BigInt::from_signed_bytes_le(&i.bytes),
            false => BigInt::from_bytes_le(num_bigint::Sign::Plus, &i.bytes),
        };
        let text = match i.ty {
            InputType::Char if n >= BigInt::from(128) => format!("0x{n:x}"),
            _ => grouped(&n),
        };
        let name = i.name.strip_prefix("__VERIFIER_nondet_");
        let name = name.unwrap_or(&i.name);
        named.push(name);
        // As bounds tell inputs of one name apart.
        parts.push(match named.iter().filter(|n| **n == name).count() {
            1 => format!("{name} = {text}"),
            n => format!("{name}#{n} = {text}"),
        });
        if parts.len() == 4 {
            parts.push("…".into());
            break;
        }
    }
    if parts.is_empty() {
        parts.extend(inputs.iter().filter_map(text));
    }
    parts.join(", ")
}

/// Arguments that are shown.
const ARGUMENTS: usize = 4;

/// What the program is called with, and what it reads.
fn called(inputs: &[Input]) -> String {
    let arguments = |i: &&Input| matches!(i.source, InputSource::Argument { .. });
    let all: Vec<&Input> = inputs.iter().filter(arguments).collect();
    let mut parts = Vec::new();
    if all.len() > ARGUMENTS {
        parts.push(format!("argc = {}", grouped(&BigInt::from(all.len() + 1))));
    }
    parts.extend(all.iter().take(ARGUMENTS).filter_map(|i| text(i)));
    if all.len() > ARGUMENTS {
        parts.push("…".into());
    }
    let input = inputs.iter().find(|i| i.source == InputSource::Stdin);
    parts.extend(input.and_then(text));
    parts.join(", ")
}

/// Letters of a text that are shown.
const LETTERS: usize = 24;

/// A text that a run reads or gets.
fn text(i: &Input) -> Option<String> {
    let name = match &i.source {
        InputSource::Stdin => "stdin".to_owned(),
        InputSource::Argument { index } => format!("argv[{index}]"),
        _ => return None,
    };
    let end = i.bytes.iter().rposition(|b| *b != 0).map_or(0, |n| n + 1);
    let shown = i.bytes.get(..end.min(LETTERS))?.escape_ascii().to_string();
    let more = if end > LETTERS { "…" } else { "" };
    Some(format!("{name} = \"{shown}{more}\""))
}
