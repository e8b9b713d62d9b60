//! What is known where no signed arithmetic overflows, when little is known otherwise.
//!
//! Idea: `for (i = 0; i <= n; i++)` runs for ever on one input of four billion, and the
//! answer of the default is `unknown` where that input cannot be run; `i < n - 1` makes
//! four billion rounds for the least `n`, and a bound for all inputs is one for that.
//! Most users want to hear the rest, too: the question is asked once more as
//! `--overflow assume` asks it, in what is left of the time, and told beside the answer.
//! It changes no verdict. Cost: a second reading and analysis, of programs without an
//! answer, or with a bound that is far from all runs.

use super::options::{Arith, Goal, Overflow, TimeOptions, Uninit};
use super::{as_test, options, uninit};
use crate::program::settings::Settings;
use ep_base::time::{Bound, Cost, CountedRun, Evaluated, ParameterKind, Report, Verdict};
use ep_base::Budget;
use ep_bounds::time::{self, CostOf};
use ep_clang::Checks;
use num_bigint::BigInt;
use std::time::{Duration, Instant};

/// Below this, asking again is not worth the wait.
const LEAST: Duration = Duration::from_millis(300);

/// One sentence about runs without signed overflow; nothing where the answer is known,
/// where it was asked so, or where there is nothing to tell.
pub(super) fn note(
    args: &TimeOptions,
    report: &Report,
    (cost, costs): (&Cost, &[CostOf]),
    whole: &Budget,
) -> Option<String> {
    let open = matches!(report.verdict, Verdict::Unknown { .. });
    let loose = report.verdict == Verdict::Terminates
        && args.goal != Goal::Termination
        && far(report).next().is_some();
    if !(open || loose) || args.overflow != Overflow::Wrap || args.arith != Arith::Bits {
        return None;
    }
    let left = whole.deadline()?.checked_duration_since(Instant::now())?;
    if left < LEAST || whole.stop_now().is_some() {
        return None;
    }
    let args = TimeOptions {
        overflow: Overflow::Assume,
        ..args.clone()
    };
    let budget = Budget {
        timeout: Some(left),
        max_memory: whole.max_memory,
        cancel: whole.cancel.clone(),
        ..Budget::default()
    };
    let other = asked(&args, cost, costs, budget)?;
    if other.verdict != Verdict::Terminates {
        return None;
    }
    let names = other.names();
    let upper = other.bounds.upper.as_ref().map(|b| b.text(&names));
    let most = upper.filter(|cases| !cases.is_empty());
    let most = most.map(|cases| format!("at most {}", cases.join("     ")));
    let told = match (open, most) {
        (true, Some(most)) => format!("it terminates, {most}"),
        (true, None) => "it terminates".to_owned(),
        (false, Some(most)) if is_nearer(report, &other) => format!("it takes {most}"),
        (false, _) => return None,
    };
    Some(format!(
        "where no signed arithmetic overflows, {told} (--overflow assume)"
    ))
}

/// How far above all runs a bound is that says little.
const FAR: u32 = 24;

/// Whether the other bound is near to some run that the first is far from.
fn is_nearer(report: &Report, other: &Report) -> bool {
    far(report).any(|r| {
        // Parameters are found by what they stand for.
        let of = |kind: &ParameterKind| match kind {
            ParameterKind::Limit { value } => Some(value.0.clone()),
            _ => {
                let at = report.parameters.iter().position(|p| p.kind == *kind)?;
                r.parameters.get(at).map(|n| n.0.clone())
            }
        };
        let at: Option<Vec<BigInt>> = other.parameters.iter().map(|p| of(&p.kind)).collect();
        at.is_some_and(|at| !is_far(other.bounds.upper.as_ref(), &at, r))
    })
}

/// Whether a bound is far above a run, or missing.
fn is_far(bound: Option<&Bound>, at: &[BigInt], run: &CountedRun) -> bool {
    match (bound.map(|b| b.upper_at(at)), &run.interpreted) {
        (Some(Evaluated::Value(v)), Some(n)) => v - &n.0 >= BigInt::from(1) << FAR,
        _ => true,
    }
}

/// The runs that a bound is far above.
fn far(report: &Report) -> impl Iterator<Item = &CountedRun> {
    let runs = report.counted.iter().flat_map(|c| &c.runs);
    runs.filter(|r| {
        let at: Vec<BigInt> = r.parameters.iter().map(|n| n.0.clone()).collect();
        is_far(report.bounds.upper.as_ref(), &at, r)
    })
}

/// The same question with `--overflow assume`.
fn asked(args: &TimeOptions, cost: &Cost, costs: &[CostOf], budget: Budget) -> Option<Report> {
    let mut test = as_test(args);
    let scratch = crate::out::scratch().ok()?;
    let mut settings = Settings::new(&test, scratch.path()).ok()?;
    if args.uninit == Uninit::Input {
        let given = std::mem::take(&mut test.files);
        let path = scratch.path();
        test.files = uninit::sources(&given, &settings.read, Checks::Recorded, path).ok()?;
    }
    let (mut module, _) = settings.read_program(&test).ok()?;
    if args.external == super::External::Havoc {
        if let Some(e) = super::external::bodies(&module, scratch.path()).ok()? {
            test.files.push(e.file);
            module = settings.read_program(&test).ok()?.0;
        }
    }
    if !time::has_signed(&module) {
        // It would be the same question.
        return None;
    }
    settings.declare_functions(&mut module);
    time::hoist(&mut module);
    time::with_ticks(&mut module);
    let entry = module.function(&args.entry)?;
    let weighed = time::weighed(&module, cost).ok()?;
    let weighed = time::charged(&weighed, entry, costs).ok()?;
    let asked = options(args, costs, budget);
    Some(time::analyse(&weighed, entry, &asked, &mut |_| {}))
}
