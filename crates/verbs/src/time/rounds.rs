//! The most rounds that each loop makes, for verbs that unwind loops.
//!
//! Idea: the bounds of `everypath time` are expressions over the inputs; their
//! values where every input is as small or as large as its type lets it are what
//! loops are unwound. Where a bound is greatest between these, the number is too
//! small: whoever unwinds must still ask whether a run makes more rounds.
//! Alternative: the greatest value of an expression by a solver, which is exact and
//! no more useful. Cost: one analysis without runs.

use super::budget::range;
use super::options::{Goal, TimeOptions};
use crate::program::settings::Settings;
use ep_base::time::{Loop, LoopVerdict, Parameter};
use ep_base::{Budget, Diagnostic};
use ep_bounds::time;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// A loop by the function and line of its head, with its rounds where they are
/// known.
pub type Rounds = BTreeMap<(String, u32), Option<u64>>;

/// The loops that runs of the entry come to.
///
/// # Errors
/// The program cannot be read, or the entry is not there (exit 2).
pub fn rounds(args: &TimeOptions, budget: Budget) -> Result<Rounds, Diagnostic> {
    let args = TimeOptions {
        goal: Goal::Bounds,
        ..args.clone()
    };
    let test = super::as_test(&args);
    let scratch = crate::out::scratch()?;
    let mut settings = Settings::new(&test, scratch.path())?;
    let (mut module, _) = settings.read_program(&test)?;
    settings.declare_functions(&mut module);
    time::hoist(&mut module);
    let entry = module
        .function(&args.entry)
        .ok_or_else(|| Diagnostic::bad_input(format!("there is no function `{}`", args.entry)))?;
    let asked = super::options(&args, &[], budget);
    let report = time::analyse(&module, entry, &asked, &mut |_| {});
    let mut out = Rounds::new();
    for l in &report.loops {
        let Some((_, f)) = (module.functions.iter()).nth(l.function as usize) else {
            continue;
        };
        let new = most(l, &report.parameters);
        let old = out.entry((f.name.clone(), l.place.line)).or_insert(Some(0));
        *old = old.zip(new).map(|(a, b)| a.max(b));
    }
    Ok(out)
}

/// The greatest value of the bound of a loop at the ends of the inputs.
fn most(l: &Loop, parameters: &[Parameter]) -> Option<u64> {
    if l.verdict == LoopVerdict::Unreachable {
        return Some(0);
    }
    let bound = l.rounds.upper.as_ref()?;
    let ends: Vec<(BigInt, BigInt)> = parameters.iter().map(range).collect();
    let least: Vec<BigInt> = ends.iter().map(|e| e.0.clone()).collect();
    let greatest: Vec<BigInt> = ends.iter().map(|e| e.1.clone()).collect();
    let mut places = vec![least.clone(), greatest.clone()];
    for (i, (low, high)) in ends.iter().enumerate() {
        let one = |all: &[BigInt], x: &BigInt| {
            let mut at = all.to_vec();
            if let Some(own) = at.get_mut(i) {
                *own = x.clone();
            }
            at
        };
        places.extend([one(&least, high), one(&greatest, low)]);
    }
    let values: Option<Vec<BigInt>> = (places.iter())
        .map(|at| bound.upper_at(at).value())
        .collect();
    values?.into_iter().max()?.try_into().ok()
}
