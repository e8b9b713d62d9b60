//! SARIF 2.1.0 (OASIS): what has no number, budgets that are exceeded; the
//! path to the peak as a code flow.

use crate::sarif::log::{self, location, Log};
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
            v["codeFlows"] = log::flow(steps);
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
    let ids = std::iter::once("over-budget").chain(Gap::ALL.map(Gap::word));
    let log = Log {
        rules: ids.map(log::rule).collect(),
        results,
        notes: Vec::new(),
        properties: json!({}),
    };
    log.value(version)
}

fn result(rule: &str, level: &str, message: &str, place: &Place) -> Value {
    let at = log::known(place).map(|at| vec![at]);
    log::result(rule, level, message, at)
}
