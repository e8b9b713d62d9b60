//! Bounds that are found in another way too: always, what a path of the whole program
//! has reached; with `--cross-check` more.
//!
//! Idea: a summary that is used again stands for exploring the region there;
//! exploring it in its place can give a lower bound, since the context may
//! exclude more than the pattern asks for, and never a higher one. The slice
//! stands for the program: a bound of it that is below what a path of the
//! whole program reaches is wrong. Either is a defect. Cost: both ways.

use super::engine::Engine;
use super::express::Table;
use super::marks::{self, Seen};
use super::summary::{summaries, Parts, Summaries};
use super::Options;
use ep_base::memory::{Bound, Expr, HeapResult};
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_ir::{FuncId, Module};
use num_bigint::BigInt;

/// Every how manyth use of a summary is explored in its place.
const SAMPLE: u64 = 2;

/// Summaries once more, a sample explored in their place. Returns how many.
pub(super) fn summaries_explored(
    module: &Module,
    entry: FuncId,
    options: &Options,
    found: Option<&Summaries>,
) -> Result<u64, Diagnostic> {
    let parts = Parts {
        explore_instead: SAMPLE,
        ..options.summaries
    };
    let fresh = restarted(options);
    // Where summaries were not needed, they are tried all the same.
    let made;
    let first = match found {
        Some(s) => s,
        None => match summaries(module, entry, &fresh, options.summaries) {
            Ok(s) => {
                made = s;
                &made
            }
            Err(_) => return Ok(0),
        },
    };
    let Ok(other) = summaries(module, entry, &fresh, parts) else {
        return Ok(0);
    };
    let most = |s: &Summaries, e: &Expr| super::most(e, &s.variables);
    match (most(first, &first.bound), most(&other, &other.bound)) {
        (Some(a), Some(b)) if b > a => {
            Err(disagree("summaries", &a, "exploring in their place", &b))
        }
        _ => Ok(other.checked),
    }
}

/// The slice, where all paths of the whole program were followed.
pub(super) fn sliced(
    module: &Module,
    entry: FuncId,
    options: &Options,
    whole: &Engine<'_>,
) -> Result<u64, Diagnostic> {
    let Some((cut, _)) = super::cut(module, entry, &options.budget.stop()) else {
        return Ok(0);
    };
    let fresh = restarted(options);
    let mut engine = Engine::new(&cut, &fresh, false);
    engine.run(&mut |_| {})?;
    if !engine.found.is_complete() || !engine.found.missing.is_empty() {
        return Ok(0);
    }
    let reached = BigInt::from(whole.found.peaks.highest());
    let mut table = Table::default();
    let cx = &mut engine.machine.cx;
    let parts = std::mem::take(&mut engine.found.peaks).parts(cx, &mut table, &Place::default());
    let bound = marks::bound(&parts, &table);
    match super::most(&bound, &table.variables) {
        Some(n) if n < reached => Err(disagree(
            "the slice",
            &n,
            "a path of the whole program",
            &reached,
        )),
        _ => Ok(1),
    }
}

/// A bound that no path gave, beside what a path of the whole program has reached:
/// `seen` is of paths one by one, each with values of its own.
///
/// # Errors
///
/// The path lies above the bound: one of the two is wrong.
pub(super) fn reached(
    result: &HeapResult,
    way: &str,
    seen: Option<&Seen>,
) -> Result<(), Diagnostic> {
    let (Bound::Known(bound), Some(seen)) = (&result.heap.bound, seen) else {
        return Ok(());
    };
    let variables = &result.variables;
    let there = bound.evaluate(&|v| variables.get(v)?.input.as_ref()?.read(&seen.inputs));
    let reached = BigInt::from(seen.bytes);
    match there.or_else(|| super::most(bound, variables)) {
        Some(n) if n < reached => Err(disagree(way, &n, "a path of the program", &reached)),
        _ => Ok(()),
    }
}

fn restarted(options: &Options) -> Options {
    let mut out = options.clone();
    let gone = out.budget.start.elapsed();
    out.budget.timeout = out.budget.timeout.map(|t| gone + t / 2);
    out
}

fn disagree(a: &str, n: &BigInt, b: &str, m: &BigInt) -> Diagnostic {
    Diagnostic::defect(format!(
        "two ways contradict each other: {a} gives at most {n} bytes of heap, {b} {m}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(bytes: i128) -> Seen {
        Seen {
            bytes,
            inputs: Vec::new(),
            peak: Vec::new(),
        }
    }

    #[test]
    fn a_path_above_a_bound_is_a_defect() {
        let mut result = super::super::nothing();
        result.heap.bound = Bound::Known(Expr::Number(16.into()));
        let of = |n| reached(&result, "the shape", Some(&seen(n)));
        assert!(of(16).is_ok());
        let message = of(17).unwrap_err().to_string();
        assert!(message.contains("at most 16 bytes of heap"), "{message}");
        assert!(message.contains("17"), "{message}");
        assert!(reached(&result, "the shape", None).is_ok());
    }

    #[test]
    fn what_has_no_bound_is_no_defect() {
        let mut result = super::super::nothing();
        result.heap.bound = Bound::Unknown {
            missing: Vec::new(),
            without: None,
        };
        assert!(reached(&result, "the shape", Some(&seen(17))).is_ok());
    }
}
