//! Termination and runtime bounds: document 004.
//!
//! A program of `ir` becomes a symbolic execution graph whose states relate
//! bit-vectors to mathematical integers (`rules`, `step`, `cuts`, `explore`),
//! the graph becomes an integer transition system with costs (`system`), and
//! what is proved of that is mapped back to the parameters of the entry
//! (`potential`, `present`, `result`).
//!
//! What must never happen: the graph leaves out a run. A refinement covers its
//! state, a state is dropped only with a contradiction that multiplied out,
//! every edge into a cut is checked against the finished cut, and what is not
//! modelled keeps the verdict from being a proof. Nothing follows from
//! undefined behaviour: overflow wraps, and a result that C leaves open is any
//! value. Memory errors that could not be excluded are assumptions with their
//! lines.

mod addressed;
mod alloca;
#[cfg(test)]
mod alone_tests;
mod amount;
mod apart;
#[cfg(test)]
mod apart_tests;
mod arrival;
mod best;
mod callgraph;
mod calls;
mod charge;
mod compare;
mod cost;
mod cuts;
mod derived;
mod divide;
mod dominated;
mod engine;
mod explore;
mod exponential;
mod facts;
mod fill;
mod fixpoint;
mod folded;
mod forms;
mod gap;
mod heap;
mod hoist;
mod initial;
mod input;
mod least;
pub(crate) mod library;
mod limitless;
mod limits;
mod lin;
mod lists;
mod logarithmic;
mod looked;
#[cfg(test)]
mod looked_tests;
mod math;
mod measured;
mod memory;
mod merged;
mod middle;
pub mod named;
mod nowrap;
mod options;
mod overflow;
mod partition;
mod picture;
mod potential;
mod prepared;
mod present;
mod products;
mod program;
mod quadratic;
mod recursion;
mod relevant;
#[cfg(test)]
mod relevant_tests;
mod result;
mod results;
mod rules;
#[cfg(test)]
mod rules_tests;
pub(crate) mod scanned;
mod second;
#[cfg(test)]
mod second_tests;
mod shape;
mod simplify;
mod solved;
mod sourced;
mod split;
mod staged;
#[cfg(test)]
mod staged_tests;
mod stages;
mod start;
mod state;
mod step;
mod stepped;
mod suspect;
mod system;
mod tails;
mod taken;
mod telling;
mod vain;
mod views;
#[cfg(test)]
mod walk_tests;
mod weight;

pub(crate) use initial::integers;
pub(crate) use limits::limited;
pub(crate) use nowrap::is_assumption;
pub(crate) use relevant::Relevant;
pub(crate) use start::links;

pub use charge::{charged, Refused};
pub use cost::{ticks_vary, weighed, with_ticks, TICK};
pub use hoist::hoist;
pub use library::{is_known, CHARGE, FILLS};
pub use math::operation_on_bits;
pub use nowrap::has_signed;
pub use options::{Arithmetic, CostOf, Event, Options, OverflowMode, ViewMode, WrapMode};

use engine::Engine;
use ep_base::outcome::Place;
use ep_base::time::{Assumption, LoopVerdict, Report, SecondLook, Verdict};
use ep_ir::{FuncId, Module};
use explore::{Failed, Graph};
use middle::Middle;
use results::Results;
use solved::Known;
use std::time::{Duration, Instant};

/// Graphs for claims about results, before all claims are dropped.
const CLAIMS: u32 = 8;

/// Analyses `entry` of a module that passes [`ep_ir::verify::verify`]. The
/// observer is told of progress; limits and a cancellation in
/// [`Options::budget`] leave what was found.
pub fn analyse(
    module: &Module,
    entry: FuncId,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Report {
    analyse_with_proofs(module, entry, options, observer).report
}

/// A report and what of it the certificate has.
#[derive(Debug)]
pub struct Analysed {
    pub report: Report,
    /// The certificate derives the upper bound that is told.
    pub derives_upper: bool,
}

/// [`analyse`], with what the certificate has.
pub fn analyse_with_proofs(
    module: &Module,
    entry: FuncId,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Analysed {
    let ends = |r: &Analysed| matches!(r.report.verdict, Verdict::Terminates);
    let first = analyse_once(module, entry, options, observer);
    let assumed = options.overflow == OverflowMode::Assume;
    if !assumed || ends(&first) || options.budget.stop_now().is_some() {
        return first;
    }
    // What ends whatever the machine does ends without overflows too. There is
    // more to leave out where none has to be looked for.
    let wrapping = Options {
        overflow: OverflowMode::Wrap,
        ..options.clone()
    };
    let second = analyse_once(&nowrap::wrapping(module), entry, &wrapping, observer);
    if ends(&second) {
        second
    } else {
        first
    }
}

/// The analysis under one meaning of overflow: with all inputs at once, then, where
/// that says little, with those at the limits of their types apart ([`apart`]).
fn analyse_once(
    module: &Module,
    entry: FuncId,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Analysed {
    let apart = options.overflow == OverflowMode::Wrap && options.arithmetic == Arithmetic::Bits;
    let apart = apart && apart::may_help(module, entry);
    // With a share of the time, so that a graph with cases has some.
    let share = |of: u32| {
        let now = Instant::now();
        let left = |d: Instant| now + d.saturating_duration_since(now) / of;
        until(options, options.budget.deadline().map(left))
    };
    let begin = Instant::now();
    let first = if apart { share(2) } else { options.clone() };
    let mut known = Known::default();
    let everything = Middle::Everything;
    let mut best = with_texts(module, entry, &first, everything, &mut known, observer);
    if !apart {
        return best;
    }
    let took = begin.elapsed();
    let mut alone = false;
    let mut last = options.budget.deadline();
    for middle in Middle::TRIED {
        let over = last.is_some_and(|d| Instant::now() >= d);
        let stopped = over || options.budget.stop_now().is_some();
        if stopped || !(alone || apart::says_little(&best.report, options.bounds)) {
            break;
        }
        let ends = Instant::now() + took * APART + LEAST;
        let ends = last.map_or(ends, |d| d.min(ends));
        let limited = until(options, Some(ends));
        let mut other = with_texts(module, entry, &limited, middle, &mut known, observer);
        // What was left out may be in this one.
        let more = apart::says_more(&best.report, &other.report)
            || (alone && apart::says_as_much(&best.report, &other.report));
        if more {
            alone = middle == Middle::Alone;
            if alone {
                // Of inputs that it does not look at, all is still suspected.
                other.report.suspects.append(&mut best.report.suspects);
                // There is an answer: a better one is not looked for as long.
                let ends = Instant::now() + took * APART + LEAST;
                last = Some(last.map_or(ends, |d| d.min(ends)));
            }
            best = other;
        }
    }
    best
}

/// The same until then.
fn until(options: &Options, ends: Option<Instant>) -> Options {
    let start = options.budget.start;
    Options {
        budget: ep_base::Budget {
            timeout: ends.map(|e| e.saturating_duration_since(start)),
            ..options.budget.clone()
        },
        ..options.clone()
    }
}

/// A graph with cases of the inputs gets so many times what the one without took, and
/// this beside it.
const APART: u32 = 3;
const LEAST: Duration = Duration::from_secs(1);

/// The analysis with one way to tell inputs apart.
fn with_texts(
    module: &Module,
    entry: FuncId,
    options: &Options,
    middle: Middle,
    known: &mut Known,
    observer: &mut dyn FnMut(Event),
) -> Analysed {
    let params = module.functions.get(entry).map(|f| f.params.as_slice());
    let params = params.unwrap_or_default();
    let text = (0..params.len()).any(|i| start::is_text(module, entry, i));
    let counted = params.iter().any(|p| matches!(p.ty, ep_ir::Type::Int(_)));
    let taken = |strings| Taken { strings, middle };
    if !text {
        return attempt(module, entry, options, taken(true), known, observer);
    }
    // Characters beside a number may be a buffer: that it holds a string is not
    // taken for granted where the proof can do without it.
    let first = attempt(module, entry, options, taken(!counted), known, observer);
    let proved = |r: &Analysed| matches!(r.report.verdict, Verdict::Terminates);
    let done = |r: &Analysed| proved(r) && (r.report.bounds.upper.is_some() || !options.bounds);
    if done(&first) || options.budget.stop_now().is_some() {
        return first;
    }
    let second = attempt(module, entry, options, taken(counted), known, observer);
    let better = done(&second) || (proved(&second) && !proved(&first));
    if better {
        second
    } else {
        first
    }
}

/// How the inputs are taken.
#[derive(Clone, Copy)]
struct Taken {
    /// Pointers to characters lead to strings.
    strings: bool,
    middle: Middle,
}

/// One analysis.
fn attempt(
    module: &Module,
    entry: FuncId,
    options: &Options,
    taken: Taken,
    known: &mut Known,
    observer: &mut dyn FnMut(Event),
) -> Analysed {
    let name = module
        .functions
        .get(entry)
        .map(|f| f.name.clone())
        .unwrap_or_default();
    let mut report = Report::undecided(&name, "nothing was found", Place::default());
    let begin = Instant::now();
    observer(Event::Stage("graph"));
    let unfolded = unfold(module, entry, options, taken, observer, &mut report);
    let Some((mut engine, graph)) = unfolded else {
        return Analysed {
            report,
            derives_upper: false,
        };
    };
    report.statistics.graph_us = begin.elapsed().as_micros() as u64;
    tracing::debug!(entry = name, took = ?begin.elapsed(), "the graph is unfolded");
    observer(Event::Stage("system"));
    let begin = Instant::now();
    let (mut solved, suspects) =
        match solved::find(&mut engine, graph, entry, options, taken.middle, known) {
            Ok(found) => found,
            Err(both) => {
                let (found, defect) = *both;
                observer(Event::Defect(defect.message));
                (found, Vec::new())
            }
        };
    report.suspects = suspects;
    report.its = ep_its::format::koat::print(&solved.translated.system);
    report.certificate = solved.certificate.take();
    report.statistics.its_us = begin.elapsed().as_micros() as u64;
    tracing::debug!(took = ?begin.elapsed(), "the transition system is analysed");
    let mut seen = std::collections::BTreeMap::new();
    if solved.ends() && !engine.is_math() {
        observer(Event::Stage("second look"));
        let begin = Instant::now();
        let found = second::look(
            &mut engine,
            &solved.graph,
            &solved.translated,
            solved.outcome(),
            solved.told_apart,
        );
        match found {
            Ok(found) => seen = found,
            Err(defect) => observer(Event::Defect(defect.message)),
        }
        report.statistics.recheck_us = begin.elapsed().as_micros() as u64;
    }
    observer(Event::Stage("bounds"));
    let derives_upper = result::report(
        &mut engine,
        options,
        &solved.graph,
        &solved.translated,
        solved.outcome(),
        &seen,
        &mut report,
    );
    Analysed {
        report,
        derives_upper,
    }
}

/// Tries to settle an open question by running all inputs at once to their
/// end ([`crate::evidence::unwound`]). Worth it where runs are known to be
/// short. Whether it is settled.
///
/// # Errors
/// A defect of the bit-precise engine.
pub fn unwind(
    module: &Module,
    entry: FuncId,
    options: &Options,
    report: &mut Report,
) -> Result<bool, ep_base::Diagnostic> {
    let open = matches!(report.verdict, Verdict::Unknown { .. });
    if !open || options.arithmetic != Arithmetic::Bits {
        return Ok(false);
    }
    let assumed = match options.overflow {
        OverflowMode::Wrap => None,
        OverflowMode::Assume => nowrap::assuming(module),
        OverflowMode::Error => return Ok(false),
    };
    let unwound = assumed.as_ref().unwrap_or(module);
    if !crate::evidence::unwound::ends(unwound, entry, &options.budget)? {
        return Ok(false);
    }
    report.verdict = Verdict::Terminates;
    // The proof does not rest on the graph.
    report.undecided.clear();
    report.assumptions.clear();
    if assumed.is_some() {
        report.assumptions.push(Assumption {
            text: "signed arithmetic does not overflow".into(),
            place: Place::default(),
        });
    }
    report.certificate = None;
    let open = |l: &ep_base::time::Loop| matches!(l.verdict, LoopVerdict::Unknown { .. });
    report.because = match report.loops.iter().any(open) {
        true => Vec::new(),
        false => vec![UNWOUND.to_owned()],
    };
    for l in &mut report.loops {
        if let LoopVerdict::Unknown { .. } = l.verdict {
            l.verdict = LoopVerdict::Terminates;
            l.because = vec![UNWOUND.to_owned()];
            let why = "no second one looked at it".to_owned();
            l.second = Some(SecondLook::OneEngine { why });
        }
    }
    Ok(true)
}

/// How [`unwind`] knows that a loop is left, or that a run without loops ends. No number: rounds that no input decides
/// about are not counted there.
const UNWOUND: &str = "the runs of all inputs were unwound to their end, over bits";

/// The graph, with joins everywhere if it grows too large otherwise.
fn unfold<'m>(
    module: &'m Module,
    entry: FuncId,
    options: &'m Options,
    taken: Taken,
    observer: &mut dyn FnMut(Event),
    report: &mut Report,
) -> Option<(Engine<'m>, Graph)> {
    let guessed = Results::guess(module);
    for coarse in [false, true] {
        let mut claims = guessed.clone();
        for round in 0.. {
            let mut engine = Engine::new(module, options, coarse);
            engine.take_strings = taken.strings;
            engine.middle = taken.middle;
            engine.results = claims.clone();
            let Some(start) = start::start(&mut engine, entry) else {
                *report = Report::undecided(
                    &report.entry,
                    "the entry is not in the program",
                    Place::default(),
                );
                return None;
            };
            if taken.middle != Middle::Everything
                && partition::starts(&mut engine, &start).len() < 2
            {
                // It would be the same graph again.
                return None;
            }
            let function = module.functions.get(entry)?;
            let place = engine.place(entry, function.loc);
            let mut observe = |n| observer(Event::States(n));
            let unfolded = explore::unfold(&mut engine, start, &mut observe);
            let stopped = matches!(unfolded, Err(Failed::Stopped));
            if engine.results.broken && !stopped {
                // Built with a claim that a return does not keep.
                claims = engine.results.kept(round < CLAIMS);
                continue;
            }
            let reason = match unfolded {
                Ok(graph) => return Some((engine, graph)),
                Err(Failed::TooLarge) => "the symbolic execution graph grows too large",
                Err(Failed::NotCovered) => "a generalised state does not cover what it stands for",
                Err(Failed::Stopped) if options.budget.cancel.is_cancelled() => "interrupted",
                Err(Failed::Stopped) => "stopped by a limit",
            };
            *report = Report::undecided(&report.entry, reason, place);
            break;
        }
    }
    None
}
