//! Counted runs, and what they say about a result.
//!
//! Idea: each point of the grid is run by the interpreter up to a limit, some
//! of them natively too. Both counts must be equal; a bound must lie above
//! every count and below none. What takes too long is skipped and said; where
//! that is more than half, points near short ones are added. A run whose state
//! comes again is a lasso, and one that goes on at the limit is asked for a
//! recurrent set if nothing has proved that it ends.
//!
//! What must never happen: a contradiction is smoothed over. It is a
//! [`Contradiction`] with the inputs that show it. Cost: bounded by the limits
//! of [`Limits`].

use super::endless::{find_descent, find_loop, suspected, Endless};
use super::grid::{number, Grid, Point};
use super::{lasso, rounds, surroundings, Subject};
use crate::time::Relevant;
use ep_base::outcome::{ErrorKind, Input, InputSource, Place};
use ep_base::time::{
    Bounds, Cost, Counted, CountedRun, Evaluated, Lasso, Number, ParameterKind, Report, Verdict,
};
use ep_base::{Budget, Diagnostic};
use ep_ir::interp::{End, Outcome};
use ep_ir::FuncId;
use ep_native::{CountedEnd, Native};
use num_bigint::BigInt;
use std::cell::Cell;
use std::time::Duration;

/// How much is run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// LLVM instructions of one run, and of all.
    pub run: u64,
    pub all: u64,
    /// Runs that are counted natively too.
    pub native: usize,
    /// Time of one native run, and of the watch of a lasso.
    pub native_time: Duration,
    pub watch_time: Duration,
    /// Points that are asked for a recurrent set.
    pub sets: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            run: 1 << 18,
            all: 1 << 24,
            native: 8,
            native_time: Duration::from_secs(5),
            watch_time: Duration::from_secs(2),
            sets: 4,
        }
    }
}

/// A run that says otherwise than a claim.
#[derive(Clone, Debug)]
pub struct Contradiction {
    pub what: String,
    pub inputs: Vec<Input>,
}

/// What running the program showed.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub counted: Counted,
    pub lasso: Option<Lasso>,
    /// A round of the lasso is a call in the one before: how many bytes deep the
    /// native run was when it had exhausted its stack.
    pub exhausts: Option<u64>,
    pub contradiction: Option<Contradiction>,
    /// Runs that ended otherwise than by returning: what and how many.
    pub stopped: Vec<(String, u64)>,
    /// The first run in which signed arithmetic overflows, of a program that says so:
    /// where, and its inputs.
    pub overflow: Option<(Place, Vec<Input>)>,
    /// Runs that were counted natively and gave the same number.
    pub native_equal: u64,
    /// Runs that came back to a state in which they were.
    pub recurring: u64,
    /// Instructions of library models in some run.
    pub models: bool,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
}

/// One run that ended.
struct Short {
    point: Point,
    inputs: Vec<Input>,
    own: u64,
    all: u64,
    rounds: lasso::Rounds,
    /// What a native run may do differently.
    free: Option<&'static str>,
}

/// Runs the grid.
///
/// # Errors
/// A defect of an engine.
pub fn gather(
    subject: Subject<'_>,
    grid: &mut Grid,
    report: &Report,
    mut native: Option<&mut Native>,
    limits: &Limits,
    budget: &Budget,
) -> Result<Evidence, Diagnostic> {
    let mut out = Evidence::default();
    if !grid.is_runnable(subject) {
        out.notes
            .push("no counted runs: a parameter is a structure by value".into());
        return Ok(out);
    }
    let words = super::words::of(report);
    if !words.is_empty() {
        grid.begin_with_words(&words);
    }
    let variables = varied(report);
    if !variables.is_empty() {
        grid.vary(&variables);
    }
    let mut short: Vec<Short> = Vec::new();
    let relevant = Relevant::to_repeat(subject.module);
    let mut endless = suspected((subject, &relevant), grid, report, limits, budget);
    out.recurring = endless.iter().filter(|e| e.recurrence.is_some()).count() as u64;
    let mut spent = 0u64;
    let all = grid.points.iter().filter(|p| meets(report, p));
    let mut points: std::collections::VecDeque<Point> = all.cloned().collect();
    if points.is_empty() && !grid.points.is_empty() {
        out.notes
            .push("no counted runs: no input of the grid meets the assumptions".into());
    }
    let mut extra = 0;
    let mut deep: Vec<Point> = endless.iter().map(|e| e.point.clone()).collect();
    while let Some(point) = points.pop_front() {
        // What is added near short runs is short itself, mostly.
        let more = if extra > 0 { limits.all / 2 } else { 0 };
        let most = limits.all.saturating_add(more);
        if budget.stop_now().is_some() || spent > most {
            out.counted.not_run += 1 + points.len() as u64;
            break;
        }
        let begun = begun(subject.module, &point);
        let subject = Subject {
            module: begun.as_ref().unwrap_or(subject.module),
            ..subject
        };
        let lasso::Watched {
            outcome: o,
            recurrence,
            inputs,
            counted,
            rounds,
        } = lasso::run(subject, &point, (limits.run, &relevant), budget);
        // What was charged takes no time.
        spent += o.llvm_instructions - o.charged;
        match &o.end {
            End::Exit { .. } | End::Silent => {
                let own = own_instructions(subject, &o);
                out.models |= own + o.charged != o.llvm_instructions;
                short.push(Short {
                    point,
                    inputs,
                    own,
                    all: o.llvm_instructions,
                    rounds,
                    free: surroundings::free(subject, &o),
                });
            }
            // The clock ended it, and not the limit of instructions.
            End::StepLimit if recurrence.is_none() && budget.stop_now().is_some() => {
                out.counted.not_run += 1 + points.len() as u64;
                break;
            }
            // No native run begins like this one: it is no lasso.
            End::StepLimit if !point.globals.is_empty() => out.counted.skipped += 1,
            End::StepLimit => {
                out.counted.skipped += 1;
                out.recurring += u64::from(recurrence.is_some());
                deep.push(point.clone());
                endless.push(Endless {
                    suspect: false,
                    point,
                    inputs,
                    counted,
                    recurrence,
                    searched: Cell::new(false),
                });
            }
            End::Infeasible => stopped(&mut out, "an assumption of the program does not hold"),
            End::Error { kind } => {
                let linked = point.globals.is_empty();
                if *kind == ErrorKind::SignedOverflow && out.overflow.is_none() && linked {
                    out.overflow = Some((o.place(subject.module), inputs));
                }
                if *kind == ErrorKind::UnboundedRecursion && linked {
                    deep.push(point);
                }
                stopped(&mut out, kind.word());
            }
            End::Unsupported { what } => stopped(&mut out, what),
        }
        let few = (short.len() as u64) < out.counted.skipped;
        if points.is_empty() && few && extra < 128 && !short.is_empty() {
            extra += 1;
            let k = extra % short.len();
            points.push_back(grid.near(&short[k].point));
        }
    }
    short.dedup_by(|a, b| a.point == b.point);
    for s in &short {
        let run = counted_run(subject, report, s);
        if out.contradiction.is_none() {
            out.contradiction = refutes(&report.bounds, &report.cost, &run, s);
        }
        if out.contradiction.is_none() {
            let what = rounds::refuted(subject, report, &run, &s.rounds);
            out.contradiction = what.map(|what| Contradiction {
                what,
                inputs: s.inputs.clone(),
            });
        }
        out.counted.runs.push(run);
    }
    out.counted.longest = (0..short.len())
        .max_by_key(|i| (short[*i].all, std::cmp::Reverse(*i)))
        .map(|i| i as u32);
    if let Some(native) = native.as_deref_mut() {
        natively(native, &report.cost, &short, limits, budget, &mut out);
    }
    let looped = native.as_deref_mut();
    let how = (limits, budget);
    find_loop((subject, &relevant), report, looped, endless, how, &mut out)?;
    if out.lasso.is_none() && report.verdict != Verdict::Terminates {
        find_descent(subject, report, native, &deep, limits, budget, &mut out)?;
    }
    if out.lasso.is_some() && report.verdict == Verdict::Terminates && out.contradiction.is_none() {
        out.contradiction = Some(Contradiction {
            what: "termination was proved, and a run comes back to where it was".into(),
            inputs: out.lasso.iter().flat_map(|l| l.inputs.clone()).collect(),
        });
    }
    Ok(out)
}

/// Variables that bounds name: which, where in them, bits.
fn varied(report: &Report) -> Vec<(String, u64, u32)> {
    let all = report.parameters.iter();
    all.filter_map(|p| match &p.kind {
        ParameterKind::Global {
            variable,
            offset,
            bits,
            ..
        } => Some((variable.clone(), *offset, *bits)),
        _ => None,
    })
    .collect()
}

/// The program with what its variables hold at a point; nothing where that is what the
/// linker wrote.
fn begun(module: &ep_ir::Module, point: &Point) -> Option<ep_ir::Module> {
    if point.globals.is_empty() {
        return None;
    }
    let mut out = module.clone();
    for (name, offset, bytes) in &point.globals {
        let global = out.globals.iter_mut().find(|g| g.1.name == *name);
        let init = global.and_then(|g| g.1.init.as_mut());
        let from = *offset as usize;
        let room = init.and_then(|i| i.bytes.get_mut(from..from.saturating_add(bytes.len())));
        room?.copy_from_slice(bytes);
    }
    Some(out)
}

/// Whether a run says something about the result: pointers are not null, and
/// what is taken for a string is one.
pub(super) fn meets(report: &Report, p: &Point) -> bool {
    let text = |index: usize| {
        report.parameters.iter().any(
            |k| matches!(k.kind, ParameterKind::StringLength { index: i } if i as usize == index),
        )
    };
    p.parameters
        .iter()
        .enumerate()
        .all(|(i, g)| match &g.bytes {
            Some(bytes) => !text(i) || bytes.contains(&0),
            None => false,
        })
}

fn stopped(out: &mut Evidence, what: &str) {
    match out.stopped.iter_mut().find(|s| s.0 == what) {
        Some(s) => s.1 += 1,
        None => out.stopped.push((what.to_owned(), 1)),
    }
}

/// Executed instructions of the user's functions.
fn own_instructions(subject: Subject<'_>, o: &Outcome) -> u64 {
    o.by_function
        .iter()
        .enumerate()
        .filter(|(f, n)| **n > 0 && subject.is_own(FuncId(*f as u32)))
        .map(|(_, n)| n)
        .sum()
}

/// What the report's symbols are in this run; none where that is not known.
fn values(subject: Subject<'_>, report: &Report, s: &Short) -> Option<Vec<BigInt>> {
    let integer = |bytes: &[u8], bits: u32, signed: bool| {
        let v = number(bytes);
        let v = if bits < 64 { v & ((1 << bits) - 1) } else { v };
        if signed && v >> (bits - 1) & 1 != 0 {
            BigInt::from(v) - (BigInt::from(1) << bits)
        } else {
            BigInt::from(v)
        }
    };
    let main = subject.module.functions[subject.entry].name == "main";
    let given = |i: u32| s.point.parameters.get(i as usize)?.bytes.as_deref();
    let linked = |name: &str| {
        let mut globals = subject.module.globals.iter();
        globals.find(|g| g.1.name == name)?.1.init.as_ref()
    };
    report
        .parameters
        .iter()
        .map(|p| match p.kind {
            ParameterKind::Value { index: 0, .. } if main => {
                Some(BigInt::from(1 + s.point.args.len()))
            }
            ParameterKind::ArgumentLength { index: 0 } => {
                Some(BigInt::from(lasso::config(0, &s.point).program.len()))
            }
            ParameterKind::ArgumentLength { index } => {
                let arg = s.point.args.get(index as usize - 1);
                Some(BigInt::from(arg.map_or(0, Vec::len)))
            }
            ParameterKind::InputLength => Some(BigInt::from(s.point.stdin.len())),
            ParameterKind::Value {
                index,
                bits,
                signed,
            } => Some(integer(given(index)?, bits, signed)),
            ParameterKind::Limit { ref value } => Some(value.0.clone()),
            ParameterKind::Read {
                order,
                bits,
                signed,
            } => {
                let mut reads = s.inputs.iter().filter(|i| {
                    matches!(
                        i.source,
                        InputSource::Nondet { .. } | InputSource::MakeSymbolic
                    )
                });
                Some(integer(&reads.nth(order as usize)?.bytes, bits, signed))
            }
            ParameterKind::Word {
                order,
                bits,
                signed,
            } => super::words::word(&s.point.stdin, order, bits, signed),
            ParameterKind::Size { index } => Some(BigInt::from(given(index)?.len())),
            ParameterKind::StringLength { index } => {
                let at = given(index)?.iter().position(|b| *b == 0)?;
                Some(BigInt::from(at))
            }
            ParameterKind::ListLength { index, .. } | ParameterKind::TreeSize { index } => {
                let links = s.point.links.get(&index)?;
                Some(BigInt::from(links.nodes(given(index)?.len())))
            }
            ParameterKind::Pointee {
                index,
                offset,
                bits,
                signed,
            } => {
                let at = offset as usize;
                let bytes = given(index)?.get(at..at + bits.div_ceil(8) as usize)?;
                Some(integer(bytes, bits, signed))
            }
            ParameterKind::Global {
                ref variable,
                offset,
                bits,
                signed,
            } => {
                let at = offset as usize;
                let mut own = s.point.globals.iter();
                if let Some(g) = own.find(|g| g.0 == *variable && g.1 == offset) {
                    return Some(integer(&g.2, bits, signed));
                }
                let bytes = linked(variable)?
                    .bytes
                    .get(at..at + bits.div_ceil(8) as usize)?;
                Some(integer(bytes, bits, signed))
            }
            // Runs begin with what the linker wrote.
            ParameterKind::GlobalNodes {
                ref variable,
                offset,
            } => {
                let init = linked(variable)?;
                let word = offset..offset.saturating_add(8);
                let led = init.relocs.iter().any(|r| word.contains(&r.offset));
                (!led).then(|| BigInt::from(0))
            }
            // The grid gives no list there.
            ParameterKind::PointeeNodes { index, .. } => given(index).map(|_| BigInt::from(0)),
        })
        .collect()
}

fn counted_run(subject: Subject<'_>, report: &Report, s: &Short) -> CountedRun {
    let values = values(subject, report, s);
    let upper = report.bounds.upper.as_ref();
    let lower = report.bounds.lower.as_ref();
    CountedRun {
        interpreted: Some(Number::from(s.all)),
        native: None,
        upper: upper
            .zip(values.as_ref())
            .and_then(|(b, v)| match b.upper_at(v) {
                Evaluated::Value(n) => Some(Number(n)),
                _ => None,
            }),
        lower: lower
            .zip(values.as_ref())
            .map(|(b, v)| Number(b.lower_at(v))),
        parameters: values.unwrap_or_default().into_iter().map(Number).collect(),
    }
}

/// Whether a count lies outside of the bounds.
fn refutes(bounds: &Bounds, cost: &Cost, run: &CountedRun, s: &Short) -> Option<Contradiction> {
    let unit = match cost {
        Cost::Instructions => "LLVM instructions".to_owned(),
        Cost::Rounds => "rounds".to_owned(),
        Cost::Calls { function } => format!("calls of {function}"),
        Cost::Ticks => "ticks".to_owned(),
    };
    let count = BigInt::from(s.all);
    let over = run.upper.as_ref().filter(|u| u.0 < count);
    let under = run.lower.as_ref().filter(|l| l.0 > count);
    let what = match (over, under, &bounds.upper) {
        (Some(u), _, _) => format!("a run takes {count} {unit}, the upper bound is {u}"),
        (_, Some(l), _) => format!("a run takes {count} {unit}, the lower bound is {l}"),
        _ => return None,
    };
    Some(Contradiction {
        what,
        inputs: s.inputs.clone(),
    })
}

/// Counts some of the runs natively.
fn natively(
    native: &mut Native,
    cost: &Cost,
    short: &[Short],
    limits: &Limits,
    budget: &Budget,
    out: &mut Evidence,
) {
    // The longest, and others spread over the grid.
    let mut order: Vec<usize> = out.counted.longest.iter().map(|i| *i as usize).collect();
    let step = (short.len() / limits.native.max(1)).max(1);
    order.extend((0..short.len()).step_by(step));
    order.truncate(limits.native);
    order.dedup();
    for i in order {
        if budget.stop_now().is_some() {
            return;
        }
        let Some(s) = short.get(i) else { continue };
        if !s.point.globals.is_empty() {
            continue;
        }
        let counted = match cost {
            Cost::Ticks => native.ticks(&s.inputs, limits.native_time),
            _ => native.count(&s.inputs, limits.native_time),
        };
        match counted {
            Ok(CountedEnd::Exited(n)) => {
                // The library is not counted natively.
                let same = s.own == s.all && (n == s.own || s.free.is_none());
                if let Some(r) = out.counted.runs.get_mut(i).filter(|_| same) {
                    r.native = Some(Number::from(n));
                }
                if n == s.own {
                    out.native_equal += 1;
                } else if let Some(what) = s.free {
                    note(
                        out,
                        format!("the counts of native runs are not compared: {what}"),
                    );
                } else if out.contradiction.is_none() {
                    out.contradiction = Some(Contradiction {
                        what: format!(
                            "the interpreter counts {} LLVM instructions of the program, the native run {n}",
                            s.own
                        ),
                        inputs: s.inputs.clone(),
                    });
                }
            }
            Ok(CountedEnd::TimedOut) => out.notes.push("a native run took too long".into()),
            Ok(CountedEnd::Other(why)) => {
                out.notes
                    .push(format!("a native run was not counted: {why}"));
            }
            Err(why) => {
                out.notes.push(format!("no native counts: {why}"));
                return;
            }
        }
    }
}

pub(super) fn note(out: &mut Evidence, text: String) {
    if !out.notes.contains(&text) && out.notes.len() < 12 {
        out.notes.push(text);
    }
}
