//! SARIF 2.1.0: a run that never ends as a result with its lasso as a code
//! flow, and a budget that is exceeded.

use super::{About, Budget};
use crate::sarif::log::{location, Log};
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
        rules.push(rule("non-termination", "A run never ends."));
        results.push(json!({
            "ruleId": "non-termination",
            "ruleIndex": 0,
            "level": "error",
            "message": { "text": format!(
                "{} for {}{}",
                if recursion { "the recursion never ends" } else { "the loop is never left" },
                inputs.join(", "),
                match l.kept.is_empty() {
                    true => String::new(),
                    false => format!(
                        ": {} in every {}",
                        l.kept.join(", "),
                        if recursion { "call" } else { "round" }
                    ),
                }
            ) },
            "locations": head.map(|p| vec![location(p, None)]).unwrap_or_default(),
            "codeFlows": [{ "threadFlows": [{ "locations": steps }] }],
        }));
    }
    if let Some((text, Budget::Exceeded { run })) = &about.budget {
        let run = report
            .counted
            .as_ref()
            .and_then(|c| c.runs.get(*run as usize));
        let count = run.and_then(|r| r.interpreted.as_ref());
        rules.push(rule("over-budget", "A run takes longer than its budget."));
        results.push(json!({
            "ruleId": "over-budget",
            "ruleIndex": rules.len() - 1,
            "level": "error",
            "message": { "text": format!(
                "the budget {text} is exceeded: a run takes {} LLVM instructions",
                count.map(ToString::to_string).unwrap_or_default()
            ) },
            "locations": report.loops.first().map(|l| vec![location(&l.place, None)]).unwrap_or_default(),
        }));
    }
    if let Some((place, inputs)) = &about.overflow {
        let shown = inputs.iter().map(|i| literal::assignment(i, inputs));
        let shown: Vec<String> = shown.take(16).collect();
        rules.push(rule("signed-overflow", "Signed arithmetic overflows."));
        results.push(json!({
            "ruleId": "signed-overflow",
            "ruleIndex": rules.len() - 1,
            "level": "error",
            "message": { "text": format!("signed arithmetic overflows for {}", shown.join(", ")) },
            "locations": vec![location(place, None)],
        }));
    }
    let notes: Vec<Value> = report
        .undecided
        .iter()
        .map(|u| {
            let mut note = json!({
                "level": "note",
                "message": { "text": format!("not decided: {}", u.what) },
            });
            if !u.place.file.is_empty() {
                note["locations"] = json!([location(&u.place, None)]);
            }
            note
        })
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

fn rule(id: &str, text: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": { "text": text },
        "defaultConfiguration": { "level": "error" },
    })
}
