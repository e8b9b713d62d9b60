//! Whether some run is seen never to end, before what is dear to prove is tried.
//!
//! Idea: that every run ends need not be looked for where one does not. So the inputs
//! that a transition system suspects, and a few of the grid, are run as they are later
//! on ([`super::counted`]), with less effort: a state that comes again, or a condition
//! that every round keeps ([`super::recurrent`]), is seen in no time. Where rounds are
//! calls the same is asked of the program with loops in their place
//! ([`super::descent`]). Nothing is claimed of what is seen: it chooses what is looked
//! for, and the input is suspected, so that the lasso is replayed where all others are.
//! Alternative: proofs first, which look for what is not there until the time is over.
//! Cost: counted instructions of the interpreter, and the questions of a few recurrent
//! sets.

use super::grid::{number, Grid, Point};
use super::{descent, lasso, recurrent, Subject};
use crate::time::Relevant;
use ep_base::outcome::InputType;
use ep_base::time::{Number, ParameterKind, Suspect};
use ep_base::{Budget, Diagnostic};
use ep_ir::interp::End;
use ep_ir::Type;

/// LLVM instructions of one run, and of all of the grid.
const RUN: u64 = 1 << 17;
const ALL: u64 = 1 << 22;
/// Runs that are asked for a set that recurs.
const SETS: usize = 2;
/// Elements of a buffer.
const BUFFER: u64 = 8;

/// The input of a run that is seen never to end, of those suspected or, where that is
/// said, of the grid; `takes` says which inputs count.
///
/// # Errors
/// A defect of the bit-precise engine.
pub fn endless(
    subject: Subject<'_>,
    suspects: &[Suspect],
    of_grid: bool,
    takes: &dyn Fn(&Point) -> bool,
    budget: &Budget,
) -> Result<Option<Suspect>, Diagnostic> {
    let found = rounds(subject, suspects, of_grid, takes, budget)?;
    if found.is_some() || budget.stop_now().is_some() {
        return Ok(found);
    }
    let Some(module) = descent::as_loops(subject) else {
        return Ok(None);
    };
    let subject = Subject {
        module: &module,
        entry: subject.entry,
    };
    rounds(subject, suspects, of_grid, takes, budget)
}

/// The same, of runs whose rounds are those of loops.
fn rounds(
    subject: Subject<'_>,
    suspects: &[Suspect],
    of_grid: bool,
    takes: &dyn Fn(&Point) -> bool,
    budget: &Budget,
) -> Result<Option<Suspect>, Diagnostic> {
    let Ok(grid) = Grid::new(subject, BUFFER) else {
        return Ok(None);
    };
    if !grid.is_runnable(subject) {
        return Ok(None);
    }
    let relevant = Relevant::to_repeat(subject.module);
    let mut spent = 0u64;
    let mut goes_on = |point: &Point| -> Option<bool> {
        let run = lasso::run(subject, point, (RUN, &relevant), budget);
        spent += run.outcome.llvm_instructions - run.outcome.charged;
        let again = (run.recurrence.as_ref())
            .is_some_and(|r| lasso::replayed(r, &run.inputs, &run.counted).is_some());
        // What waits for its input is no lasso, and has no set.
        let waits = run.recurrence.is_some() && !again;
        let late = budget.stop_now().is_some() || spent > ALL;
        (run.outcome.end == End::StepLimit && !waits && (again || !late)).then_some(again)
    };
    let mut hard: Vec<(Point, Option<Suspect>)> = Vec::new();
    for s in suspects {
        for point in grid.suspected(s).into_iter().filter(|p| takes(p)) {
            match goes_on(&point) {
                Some(true) => return Ok(Some(s.clone())),
                Some(false) => hard.push((point, Some(s.clone()))),
                None => {}
            }
        }
    }
    hard.truncate(SETS);
    let points = grid.points.iter().filter(|_| of_grid);
    let points = points.filter(|p| p.globals.is_empty() && takes(p));
    let mut others = Vec::new();
    for point in points {
        match goes_on(point) {
            Some(true) => return Ok(Some(suspect(subject, point))),
            Some(false) => others.push(point.clone()),
            None => {}
        }
    }
    // Neighbours resist for one reason.
    let step = (others.len() / SETS).max(1);
    hard.extend(
        others
            .into_iter()
            .step_by(step)
            .take(SETS)
            .map(|p| (p, None)),
    );
    for (point, named) in hard {
        if budget.stop_now().is_some() {
            break;
        }
        if recurrent::search(subject, &point, RUN, budget)?.is_ok() {
            let own = || suspect(subject, &point);
            return Ok(Some(named.unwrap_or_else(own)));
        }
    }
    Ok(None)
}

/// A point of the grid, as far as its parameters say what it is.
fn suspect(subject: Subject<'_>, point: &Point) -> Suspect {
    let params = &subject.module.functions[subject.entry].params;
    let given = params.iter().zip(&point.parameters).enumerate();
    let one = |(n, (p, g)): (usize, (&ep_ir::Param, &super::grid::Given))| {
        let Type::Int(bits) = p.ty else {
            return None;
        };
        let bytes = g.bytes.as_ref().filter(|_| g.ty != InputType::Bytes)?;
        let kind = ParameterKind::Value {
            index: n as u32,
            bits,
            signed: false,
        };
        let mask = u64::MAX >> (64 - bits.clamp(1, 64));
        Some((kind, Number::from(number(bytes) & mask)))
    };
    Suspect {
        inputs: given.filter_map(one).collect(),
        rounds: Vec::new(),
    }
}
