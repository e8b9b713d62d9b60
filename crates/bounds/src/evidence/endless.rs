//! Runs that did not end: whether one of them never does.
//!
//! Idea: a state that came again is replayed natively; a run that merely went on is
//! run longer and then asked for a set that recurs ([`super::recurrent`]), those first
//! that the transition system suspects. Where rounds are calls, the program with loops
//! in their place is looked at ([`super::descent`]). What must never happen: a lasso
//! that no native run was seen in. Source: as [`super::lasso`] and
//! [`super::recurrent`]. Cost: bounded by the limits of [`Limits`].

use super::counted::{meets, note, Evidence, Limits};
use super::grid::{Grid, Point};
use super::lasso::{self, Recurrence};
use super::{descent, recurrent, Subject};
use crate::time::Relevant;
use ep_base::outcome::Input;
use ep_base::time::{Lasso, LassoEvidence, Number, Report, Verdict};
use ep_base::{Budget, Diagnostic};
use ep_ir::interp::End;
use ep_ir::FuncId;
use ep_native::{Native, WatchedEnd};
use std::cell::Cell;

/// A run that is still going on.
pub(super) struct Endless {
    /// The transition system named its input.
    pub suspect: bool,
    pub point: Point,
    pub inputs: Vec<Input>,
    pub counted: Vec<usize>,
    pub recurrence: Option<Recurrence>,
    /// A set that recurs was looked for, in vain.
    pub searched: Cell<bool>,
}

impl Endless {
    /// A run that did not end within its limit.
    fn of(run: lasso::Watched, point: Point, suspect: bool) -> Option<Endless> {
        (run.outcome.end == End::StepLimit).then_some(Endless {
            suspect,
            point,
            inputs: run.inputs,
            counted: run.counted,
            recurrence: run.recurrence,
            searched: Cell::new(false),
        })
    }
}

/// The runs that the transition system suspects and that do not end. They are
/// no part of the grid: what ends is not counted.
pub(super) fn suspected(
    (subject, relevant): (Subject<'_>, &Relevant),
    grid: &Grid,
    report: &Report,
    limits: &Limits,
    budget: &Budget,
) -> Vec<Endless> {
    let points = report.suspects.iter().flat_map(|s| grid.suspected(s));
    let points = points.filter(|p| meets(report, p));
    let run = |point: Point| {
        let run = lasso::run(subject, &point, (limits.run, relevant), budget);
        Endless::of(run, point, true)
    };
    points
        .take_while(|_| budget.stop_now().is_none())
        .filter_map(run)
        .collect()
}

/// Looks for a lasso of rounds among the runs that did not end. Of those that did not
/// come back to a state the suspected ones are looked at first: where one of them
/// shows something the others need not be run longer.
pub(super) fn find_loop(
    (subject, relevant): (Subject<'_>, &Relevant),
    report: &Report,
    mut native: Option<&mut Native>,
    mut endless: Vec<Endless>,
    (limits, budget): (&Limits, &Budget),
    out: &mut Evidence,
) -> Result<(), Diagnostic> {
    let open = report.verdict != Verdict::Terminates;
    if open && endless.iter().all(|e| e.recurrence.is_none()) {
        let (named, others): (Vec<_>, Vec<_>) = endless.into_iter().partition(|e| e.suspect);
        let looped = native.as_deref_mut();
        if find_lasso(subject, report, looped, &named, limits, budget, out)? {
            return Ok(());
        }
        endless = named.into_iter().chain(others).collect();
    }
    if open {
        endless = longer((subject, relevant), endless, limits, budget);
    }
    find_lasso(subject, report, native, &endless, limits, budget, out)?;
    Ok(())
}

/// Runs beyond which none is looked at longer, and how much longer.
const LONGER: (usize, u64) = (16, 8);

/// Of the runs that did not end those that still do not when they are run
/// longer: what is merely long is no place to look for a set that recurs, and a
/// counter of 16 bits comes back to where it was.
fn longer(
    (subject, relevant): (Subject<'_>, &Relevant),
    endless: Vec<Endless>,
    limits: &Limits,
    budget: &Budget,
) -> Vec<Endless> {
    if endless.iter().any(|e| e.recurrence.is_some()) {
        return endless;
    }
    let mut out = Vec::new();
    for (n, mut e) in endless.into_iter().enumerate() {
        if n < LONGER.0 && budget.stop_now().is_none() {
            let limit = limits.run.saturating_mul(LONGER.1);
            let run = lasso::run(subject, &e.point, (limit, relevant), budget);
            match Endless::of(run, e.point.clone(), e.suspect) {
                Some(still) => {
                    still.searched.set(e.searched.get());
                    e = still;
                }
                None => continue,
            }
        }
        out.push(e);
    }
    out
}

/// Looks for a lasso of calls among the runs that did not end.
pub(super) fn find_descent(
    subject: Subject<'_>,
    report: &Report,
    native: Option<&mut Native>,
    deep: &[Point],
    limits: &Limits,
    budget: &Budget,
    out: &mut Evidence,
) -> Result<(), Diagnostic> {
    if deep.is_empty() || budget.stop_now().is_some() {
        return Ok(());
    }
    let Some(module) = descent::as_loops(subject) else {
        return Ok(());
    };
    let subject = Subject {
        module: &module,
        entry: subject.entry,
    };
    let relevant = Relevant::to_repeat(subject.module);
    let run = |point: &Point| {
        let run = lasso::run(subject, point, (limits.run, &relevant), budget);
        Endless::of(run, point.clone(), false)
    };
    let endless = deep
        .iter()
        .take(4 * LONGER.0)
        .take_while(|_| budget.stop_now().is_none())
        .filter_map(run)
        .collect::<Vec<_>>();
    find_lasso(subject, report, native, &endless, limits, budget, out)?;
    if let Some(l) = &mut out.lasso {
        for p in l.stem.iter_mut().chain(&mut l.cycle) {
            p.function = descent::source_name(&p.function).to_owned();
        }
    }
    Ok(())
}

/// Replays what looks like a lasso; whether there is something to tell.
fn find_lasso(
    subject: Subject<'_>,
    report: &Report,
    mut native: Option<&mut Native>,
    endless: &[Endless],
    limits: &Limits,
    budget: &Budget,
    out: &mut Evidence,
) -> Result<bool, Diagnostic> {
    let mut endless: Vec<&Endless> = endless.iter().collect();
    endless.sort_by_key(|e| e.recurrence.as_ref().map_or((1, 0), |r| (0, r.period)));
    let mut tried = 0;
    for e in endless.iter().filter(|e| e.recurrence.is_some()).take(6) {
        let Some(r) = &e.recurrence else { continue };
        let line = lasso::block_place(subject.module, r.func, r.block).line;
        let Some((inputs, again)) = lasso::replayed(r, &e.inputs, &e.counted) else {
            note(
                out,
                format!("line {line}: the loop waits for what it reads"),
            );
            continue;
        };
        let Some(native) = native.as_deref_mut() else {
            note(out, format!("line {line}: a state comes again; it was not replayed natively, so it is not claimed"));
            return Ok(true);
        };
        tried += 1;
        match native.watch(&inputs, again, limits.watch_time) {
            Ok(WatchedEnd::Running { .. }) if !r.partly => {
                note(
                    out,
                    format!("line {line}: a state comes again, natively it was not seen to"),
                );
            }
            // What decides nothing differs natively, too: there the run goes on, no more.
            Ok(
                end @ (WatchedEnd::Running { .. }
                | WatchedEnd::Recurs { .. }
                | WatchedEnd::Exhausted { .. }),
            ) => {
                let exhausts = exhausted(&end);
                if exhausts.is_some() && !is_call(subject, r.func) {
                    note(out, format!("line {line}: natively the stack is exhausted"));
                    continue;
                }
                let story = lasso::story(subject, &e.point, r);
                let after = Number::from(r.period);
                out.exhausts = exhausts;
                out.lasso = Some(Lasso {
                    inputs,
                    again,
                    stem: story.stem,
                    cycle: story.cycle,
                    kept: story.kept,
                    evidence: match r.partly {
                        true => LassoEvidence::RecursInPart { after },
                        false => LassoEvidence::Recurs { after },
                    },
                });
                return Ok(true);
            }
            Ok(WatchedEnd::Other(why)) | Err(why) => {
                note(out, format!("line {line}: not replayed natively: {why}"));
            }
        }
        if tried >= 3 {
            break;
        }
    }
    if report.verdict == Verdict::Terminates {
        return Ok(false);
    }
    let hard = endless.into_iter();
    let hard = hard.filter(|e| e.recurrence.is_none() && !e.searched.get());
    // Spread over the grid: neighbours resist for one reason.
    let (named, hard): (Vec<_>, Vec<_>) = hard.partition(|e| e.suspect);
    let step = (hard.len() / limits.sets.max(1)).max(1);
    let spread = hard.into_iter().step_by(step).take(limits.sets);
    for e in named.into_iter().take(limits.sets).chain(spread) {
        if budget.stop_now().is_some() {
            return Ok(false);
        }
        e.searched.set(true);
        match recurrent::search(subject, &e.point, limits.run, budget)? {
            Ok(set) => {
                let line = set.place.line;
                let Some(native) = native.as_deref_mut() else {
                    note(out, format!("line {line}: every round is followed by another; it was not replayed natively, so it is not claimed"));
                    return Ok(true);
                };
                match native.watch(&set.inputs, set.again, limits.watch_time) {
                    Ok(WatchedEnd::Exhausted { .. }) if !is_call(subject, set.func) => {
                        note(out, format!("line {line}: natively the stack is exhausted"));
                    }
                    Ok(
                        end @ (WatchedEnd::Recurs { .. }
                        | WatchedEnd::Running { .. }
                        | WatchedEnd::Exhausted { .. }),
                    ) => {
                        let story = lasso::story(
                            subject,
                            &e.point,
                            &Recurrence {
                                func: set.func,
                                block: set.block,
                                before: 1,
                                period: 1,
                                from: set.from,
                                to: set.to,
                                inputs_from: 0,
                                inputs_to: 0,
                                waits: false,
                                partly: false,
                            },
                        );
                        out.exhausts = exhausted(&end);
                        out.lasso = Some(Lasso {
                            inputs: set.inputs,
                            again: set.again,
                            stem: story.stem,
                            cycle: story.cycle,
                            kept: set.kept,
                            evidence: LassoEvidence::RecurrentSet,
                        });
                        return Ok(true);
                    }
                    Ok(WatchedEnd::Other(why)) | Err(why) => {
                        note(out, format!("line {line}: not replayed natively: {why}"));
                    }
                }
            }
            Err(why) => note(out, format!("no recurrent set: {why}")),
        }
    }
    Ok(false)
}

/// How deep the stack was when it was exhausted.
fn exhausted(end: &WatchedEnd) -> Option<u64> {
    match end {
        WatchedEnd::Exhausted { bytes } => Some(*bytes),
        _ => None,
    }
}

/// Whether the rounds of this function are calls.
fn is_call(subject: Subject<'_>, f: FuncId) -> bool {
    let name = &subject.module.functions[f].name;
    descent::source_name(name) != name
}
