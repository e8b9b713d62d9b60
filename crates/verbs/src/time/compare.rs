//! `--compare-arith`: whether the answer depends on wrap-around.
//!
//! Idea: the same question is asked with mathematical integers, and the two
//! answers are held against each other: verdicts first, then the bounds on the
//! inputs of the counted runs. That an answer is open on one side is no
//! difference, and is said as what it is. Cost: a second analysis.

use ep_base::time::{Bound, Evaluated, ParameterKind, Report, Verdict};
use ep_base::{Budget, Diagnostic};
use ep_bounds::time::{self, Arithmetic};
use ep_ir::{FuncId, Module};
use num_bigint::BigInt;
use serde_json::{json, Value};
use std::time::Instant;

/// What the comparison says.
pub struct Compared {
    /// The answer with mathematical integers; why there is none.
    other: Result<Box<Report>, String>,
    said: Said,
}

/// Whether the answers are the same.
#[derive(Clone, PartialEq, Eq)]
enum Said {
    Same,
    /// They differ, and how.
    Differs(String),
    Open(String),
}

/// Asks the question with mathematical integers, in half of the time that
/// `asked`, the question with those of the machine, has left.
///
/// # Errors
/// A defect of the analysis.
pub fn with_mathematics(
    asked: time::Options,
    module: &Module,
    entry: FuncId,
    report: &Report,
) -> Result<Compared, Diagnostic> {
    if let Some((what, place)) = time::operation_on_bits(module, entry) {
        let why = format!("line {} has {what}, which is for bits", place.line);
        return Ok(Compared {
            said: Said::Open(format!("not compared with mathematical integers: {why}")),
            other: Err(why),
        });
    }
    let left = |d: Instant| d.saturating_duration_since(Instant::now()) / 2;
    let budget = Budget {
        timeout: asked.budget.deadline().map(left),
        cancel: asked.budget.cancel.clone(),
        ..Budget::default()
    };
    let options = time::Options {
        arithmetic: Arithmetic::Math,
        budget,
        ..asked
    };
    let mut defect = None;
    let other = time::analyse(module, entry, &options, &mut |e| {
        if let time::Event::Defect(text) = e {
            defect = Some(text);
        }
    });
    if let Some(text) = defect {
        return Err(Diagnostic::defect(text));
    }
    let said = verdicts(&report.verdict, &other.verdict);
    Ok(Compared {
        other: Ok(Box::new(other)),
        said,
    })
}

fn verdicts(own: &Verdict, other: &Verdict) -> Said {
    use Verdict::{DoesNotTerminate, Terminates, Unknown};
    match (own, other) {
        (DoesNotTerminate, Terminates) => {
            Said::Differs("with mathematical integers it terminates".into())
        }
        (Terminates, Terminates) => Said::Same,
        (_, Unknown { reason, .. }) => {
            Said::Open(format!("with mathematical integers: unknown ({reason})"))
        }
        (_, other) => Said::Open(format!("with mathematical integers: {other}")),
    }
}

impl Compared {
    /// Compares the verdict that runs have settled, and the bounds on inputs
    /// that were run.
    pub fn held_against_runs(&mut self, report: &Report) {
        let Ok(other) = &self.other else { return };
        self.said = verdicts(&report.verdict, &other.verdict);
        if self.said != Said::Same {
            return;
        }
        let (own, their) = match (&report.bounds.upper, &other.bounds.upper) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => return,
            _ => {
                self.said = Said::Open("it terminates in both, and one bound is missing".into());
                return;
            }
        };
        let names = other.names();
        for run in report.counted.iter().flat_map(|c| &c.runs) {
            let values: Vec<BigInt> = run.parameters.iter().map(|n| n.0.clone()).collect();
            let (Some(a), Some(b)) = (at(own, &values), at_other(report, other, their, &values))
            else {
                continue;
            };
            if a != b {
                self.said = Said::Differs(format!(
                    "with mathematical integers the bound is {}",
                    their.text(&names).join("     ")
                ));
                return;
            }
        }
    }

    /// One sentence.
    pub fn text(&self) -> String {
        match &self.said {
            Said::Same => "the answer does not depend on wrap-around: it is the same with mathematical integers, on all inputs that were run".into(),
            Said::Differs(how) => format!("the answer depends on wrap-around: {how}"),
            Said::Open(why) => format!("whether the answer depends on wrap-around is open; {why}"),
        }
    }

    /// For `run.json`.
    pub fn json(&self) -> Value {
        let kind = match &self.said {
            Said::Same => "same",
            Said::Differs(_) => "differs",
            Said::Open(_) => "open",
        };
        let verdict = self.other.as_ref().ok().map(|r| r.verdict.clone());
        json!({ "kind": kind, "text": self.text(), "verdict": verdict })
    }
}

fn at(bound: &Bound, values: &[BigInt]) -> Option<BigInt> {
    match bound.upper_at(values) {
        Evaluated::Value(v) => Some(v),
        _ => None,
    }
}

/// The other bound at the same input: its parameters are found by what they
/// stand for.
fn at_other(own: &Report, other: &Report, bound: &Bound, values: &[BigInt]) -> Option<BigInt> {
    let of = |kind: &ParameterKind| match kind {
        ParameterKind::Limit { value } => Some(value.0.clone()),
        _ => {
            let i = own.parameters.iter().position(|p| p.kind == *kind)?;
            values.get(i).cloned()
        }
    };
    let values: Option<Vec<BigInt>> = other.parameters.iter().map(|p| of(&p.kind)).collect();
    at(bound, &values?)
}
