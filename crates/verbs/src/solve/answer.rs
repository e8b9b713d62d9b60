//! Answers, and how the results of the verbs become one.
//!
//! What must never happen: an answer that the verb did not give. `true` is a
//! `proved` of `check`, or the proof of termination of `time`; `false` is a
//! finding of a kind that the property asks about, which a native run
//! confirmed.

use super::property::Property;
use ep_base::outcome::{Bug, Confirmation, ErrorKind};
use ep_base::time::{Lasso, Loop};
use ep_base::ExitCode;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::path::Path;

/// The answer to one question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It holds, with the argument of the engine.
    Holds {
        /// What the proof rests on.
        because: String,
    },
    /// A run violates it.
    Violated {
        /// What is said in the parentheses of the answer.
        name: &'static str,
        /// The finding.
        bug: Box<Bug>,
    },
    /// A run that does not end, as `time` describes it.
    Endless {
        /// Its stem and its round.
        description: String,
    },
    /// Neither.
    Open {
        /// What is missing.
        reason: String,
    },
}

impl Answer {
    /// The line that is printed.
    pub fn line(&self) -> String {
        match self {
            Answer::Holds { .. } => "result: true".into(),
            Answer::Violated { name, .. } => format!("result: false({name})"),
            Answer::Endless { .. } => "result: false(termination)".into(),
            Answer::Open { reason } => format!("result: unknown ({})", one_line(reason)),
        }
    }

    /// How a process with this answer ends.
    pub fn exit(&self) -> ExitCode {
        match self {
            Answer::Holds { .. } => ExitCode::Holds,
            Answer::Violated { .. } | Answer::Endless { .. } => ExitCode::Violated,
            Answer::Open { .. } => ExitCode::Unknown,
        }
    }

    /// Whether nothing is decided.
    pub fn is_open(&self) -> bool {
        matches!(self, Answer::Open { .. })
    }

    /// For `--json`.
    pub fn value(&self) -> Value {
        match self {
            Answer::Holds { because } => json!({ "answer": "true", "because": because }),
            Answer::Violated { name, bug } => {
                json!({ "answer": "false", "violates": name, "bug": bug })
            }
            Answer::Endless { description } => {
                json!({ "answer": "false", "violates": "termination", "lasso": description })
            }
            Answer::Open { reason } => json!({ "answer": "unknown", "reason": reason }),
        }
    }
}

/// Without line breaks and control characters.
fn one_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(clean).collect()
}

/// What UndefinedBehaviorSanitizer says of one.
const NEGATIVE_SHIFT: &str = "left shift of negative value";

/// Whether a proof of `test` speaks of every environment: it assumes nothing of what is
/// around the program but what a property asks for. (That of `check` always does.)
pub fn is_of_every_run(run: &Value) -> bool {
    const ASKED: [&str; 4] = [
        "what is not initialised holds any value",
        "a shift by too much gives any value",
        "signed arithmetic wraps around",
        "memory allocation never fails",
    ];
    let list = run["assumptions"].as_array();
    let exact = |x: &str| run["exactness"][x] == false;
    let usual = |a: &Value| {
        let text = a.as_str().unwrap_or_default();
        ASKED.iter().any(|w| text.starts_with(w))
    };
    exact("over") && exact("under") && list.is_some_and(|l| l.iter().all(usual))
}

/// The answer in the `run.json` of `check`, `test` or `fuzz`; `proves` says whether a
/// proof of it speaks of every environment.
pub fn of_run(property: Property, run: &Value, proves: bool) -> Answer {
    let bugs = bugs(run);
    let (mut unconfirmed, mut unsettled) = (None, None);
    for bug in &bugs {
        let Some(name) = property.violated_by(bug.kind) else {
            continue;
        };
        if property == Property::UnreachCall && !calls_error(bug) {
            continue;
        }
        match &bug.confirmation {
            // Undefined, but the rules speak of results that do not fit.
            Confirmation::Confirmed { message, .. } if message.contains(NEGATIVE_SHIFT) => {
                unsettled = Some("a negative number is shifted to the left");
            }
            Confirmation::Confirmed { .. } => {
                return Answer::Violated {
                    name,
                    bug: Box::new(bug.clone()),
                }
            }
            Confirmation::NotConfirmed { reason } => unconfirmed = Some(reason.clone()),
            Confirmation::NotTried => {}
        }
    }
    if let Some(reason) = unconfirmed {
        return Answer::Open {
            reason: format!("a violation was found that no native run confirmed: {reason}"),
        };
    }
    if let Some(what) = unsettled {
        return Answer::Open {
            reason: format!("{what}, and it is not settled whether that is an overflow"),
        };
    }
    let verdict = run["verdict"]["kind"].as_str().unwrap_or_default();
    let because = (run["argument"].as_str()).unwrap_or("all paths were followed");
    match verdict {
        // A finding of another kind beside a proof is no proof of ours.
        "proved" if proves && bugs.is_empty() => Answer::Holds {
            because: because.to_string(),
        },
        "proved-up-to" => Answer::Open {
            reason: format!("no violation up to bound {}", run["verdict"]["bound"]),
        },
        _ => Answer::Open {
            reason: reason(run, &bugs),
        },
    }
}

/// The findings in a `run.json`.
pub fn bugs(run: &Value) -> Vec<Bug> {
    let all = run["bugs"].as_array().into_iter().flatten();
    all.filter_map(|b| serde_json::from_value(b.clone()).ok())
        .collect()
}

/// The files of the tests that call the error function, of a run that is over.
pub fn calls_of_errors(out: &Path) -> BTreeSet<String> {
    let run = std::fs::read(out.join("run.json")).ok();
    let run = run.and_then(|b| serde_json::from_slice::<Value>(&b).ok());
    let all = run.as_ref().map(bugs).unwrap_or_default();
    let named = all
        .iter()
        .filter(|b| calls_error(b))
        .map(|b| b.test.clone());
    named.map(|t| format!("{t}.xml")).collect()
}

/// A call of the error function, not any assertion that fails.
fn calls_error(bug: &Bug) -> bool {
    bug.kind == ErrorKind::AssertionFailure
        && ["`reach_error`", "`__VERIFIER_error`"]
            .iter()
            .any(|f| bug.message.starts_with(f))
}

fn reason(run: &Value, bugs: &[Bug]) -> String {
    if let Some(b) = bugs.first() {
        return format!(
            "{} at {}:{} ends some runs, which the property does not ask about",
            b.kind, b.place.file, b.place.line
        );
    }
    let text = run["verdict"]["reason"]
        .as_str()
        .or_else(|| run["reason"].as_str())
        .unwrap_or("no violation was found, and no proof");
    text.to_string()
}

/// What `time` says of the loops, and of a run without an end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// File, line and measures of each loop.
    pub measures: Vec<(String, u32, Vec<String>)>,
    /// The run without an end.
    pub lasso: Option<Lasso>,
}

/// What a `run.json` of `time` says of ends.
pub fn ends(run: &Value) -> Ends {
    let result = &run["result"];
    let loops: Vec<Loop> = serde_json::from_value(result["loops"].clone()).unwrap_or_default();
    Ends {
        measures: loops
            .into_iter()
            .map(|l| (l.place.file, l.place.line, l.because))
            .collect(),
        lasso: serde_json::from_value(result["lasso"].clone()).ok(),
    }
}

/// The answer of `time`: whether every run ends.
pub fn of_time(run: &Value, assumes: bool) -> Answer {
    let verdict = run["verdict"]["kind"].as_str().unwrap_or_default();
    let assumed: Vec<&str> = (run["assumptions"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        // By the rules it never does.
        .filter(|a| !a.starts_with("memory allocation does not fail"))
        .collect();
    match verdict {
        "terminates" if assumes => Answer::Open {
            reason: "every run ends for which no __VERIFIER_assume is false; by the rules such a call never returns".into(),
        },
        "terminates" if !assumed.is_empty() => Answer::Open {
            reason: format!("it ends if {}", assumed.join("; ")),
        },
        "terminates" => Answer::Holds {
            because: "every loop and recursion ends (certificate checked)".into(),
        },
        "does-not-terminate" => Answer::Endless {
            description: run["result"]["lasso"].to_string(),
        },
        _ => Answer::Open {
            reason: run["verdict"]["reason"]
                .as_str()
                .unwrap_or("termination was not decided")
                .to_string(),
        },
    }
}
