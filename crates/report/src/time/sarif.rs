//! SARIF 2.1.0: a run that never ends as a result with its lasso as a code
//! flow, and a budget that is exceeded.

use super::{About, Budget};
use crate::sarif::log::{described, flow, known, location, note, result, Log};
use ep_base::time::{Report, Verdict};
use ep_harness::literal;
use serde_json::{json, Value};

/// The log.
pub fn value(report: &Report, about: &About) -> Value {
    let mut rules = Vec::new();
    let mut results = Vec::new();
    if let Some(l) = &report.lasso {
        let head = l.cycle.first().or(l.stem.last());
        let inputs: Vec<String> = l
            .inputs
            .iter()
            .take(16)
            .map(|i| literal::assignment(i, &l.inputs))
            .collect();
        let recursion = about.exhausts.is_some();
        let steps: Vec<Value> = l
            .stem
            .iter()
            .map(|p| {
                (
                    p,
                    if recursion {
                        "on the way to the recursion"
                    } else {
                        "on the way to the loop"
                    },
                )
            })
            .chain(l.cycle.iter().map(|p| {
                (
                    p,
                    if recursion {
                        "in every call"
                    } else {
                        "in every round"
                    },
                )
            }))
            .map(|(p, text)| json!({ "location": location(p, Some(text)) }))
            .collect();
        rules.push(described("non-termination", "A run never ends."));
        let (what, round) = match recursion {
            true => ("the recursion never ends", "call"),
            false => ("the loop is never left", "round"),
        };
        let kept = match l.kept.is_empty() {
            true => String::new(),
            false => format!(": {} in every {round}", l.kept.join(", ")),
        };
        let text = format!("{what} for {}{kept}", inputs.join(", "));
        let at = head.map(|p| location(p, None)).into_iter().collect();
        let mut endless = result("non-termination", "error", &text, Some(at));
        endless["codeFlows"] = flow(steps);
        results.push(endless);
    }
    if let Some((text, Budget::Exceeded { run })) = &about.budget {
        let run = report
            .counted
            .as_ref()
            .and_then(|c| c.runs.get(*run as usize));
        let count = run.and_then(|r| r.interpreted.as_ref());
        rules.push(described(
            "over-budget",
            "A run takes longer than its budget.",
        ));
        let text = format!(
            "the budget {text} is exceeded: a run takes {} LLVM instructions",
            count.map(ToString::to_string).unwrap_or_default()
        );
        let first = report.loops.first();
        let at = first
            .map(|l| location(&l.place, None))
            .into_iter()
            .collect();
        results.push(result("over-budget", "error", &text, Some(at)));
    }
    if let Some((place, inputs)) = &about.overflow {
        let shown = inputs.iter().map(|i| literal::assignment(i, inputs));
        let shown: Vec<String> = shown.take(16).collect();
        rules.push(described("signed-overflow", "Signed arithmetic overflows."));
        let text = format!("signed arithmetic overflows for {}", shown.join(", "));
        let at = Some(vec![location(place, None)]);
        results.push(result("signed-overflow", "error", &text, at));
    }
    let notes: Vec<Value> = report
        .undecided
        .iter()
        .map(|u| note(&format!("not decided: {}", u.what), known(&u.place)))
        .collect();
    let log = Log {
        rules,
        results,
        notes,
        properties: json!({
            "verdict": report.verdict.to_string(),
            "terminates": report.verdict == Verdict::Terminates,
        }),
    };
    log.value(&about.version)
}
