//! SARIF 2.1.0 (OASIS): what has no number, budgets that are exceeded; the
//! path to the peak as a code flow.

use crate::sarif::log::{location, Log};
use ep_base::memory::{Bound, Gap, Report};
use ep_base::outcome::Place;
use serde_json::{json, Value};

/// A budget that does not hold, or of which that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverBudget {
    /// One sentence.
    pub message: String,
    /// The entry.
    pub place: Place,
    /// The calls of the peak, outermost first.
    pub flow: Vec<Place>,
    /// Exceeded (else not known).
    pub error: bool,
}

/// The log.
pub fn value(r: &Report, over: &[OverBudget], version: &str) -> Value {
    let mut results = Vec::new();
    for o in over {
        let mut v = result(
            "over-budget",
            if o.error { "error" } else { "warning" },
            &o.message,
            &o.place,
        );
        if !o.flow.is_empty() {
            let steps: Vec<Value> = (o.flow.iter().filter(|p| p.line > 0))
                .map(|p| json!({ "location": location(p, None) }))
                .collect();
            v["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
        }
        results.push(v);
    }
    let mut told = std::collections::BTreeSet::new();
    for e in &r.entries {
        for m in &e.marks {
            if let Bound::Unknown { missing, .. } = &m.bound {
                for x in missing {
                    if told.insert((x.gap, x.place.clone(), x.what.clone())) {
                        results.push(result(x.gap.word(), "warning", &x.what, &x.place));
                    }
                }
            }
        }
    }
    let ids: Vec<&str> = std::iter::once("over-budget")
        .chain(Gap::ALL.map(Gap::word))
        .collect();
    for v in &mut results {
        let index = ids.iter().position(|id| v["ruleId"] == *id);
        v["ruleIndex"] = json!(index);
    }
    let log = Log {
        rules: ids.iter().map(|id| json!({ "id": id })).collect(),
        results,
        notes: Vec::new(),
        properties: json!({}),
    };
    log.value(version)
}

fn result(rule: &str, level: &str, message: &str, place: &Place) -> Value {
    let mut v = json!({ "ruleId": rule, "level": level, "message": { "text": message } });
    if !place.file.is_empty() {
        v["locations"] = json!([location(place, None)]);
    }
    v
}
