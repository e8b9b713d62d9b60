//! SARIF 2.1.0 (OASIS): the findings for code scanners and editors. One rule
//! per kind of error, one result per bug with its place, its call stack as
//! stack and as code flow, the input in the message, fingerprints that survive
//! edits elsewhere in the file, and whether a baseline had it.

pub(crate) mod log;

use crate::baseline::Compared;
use crate::file;
use crate::fingerprint::{marks, Marks, V1, V2};
use crate::source::Sources;
use ep_base::outcome::{Bug, Confirmation, ErrorKind, Outcome, Place};
use ep_base::words;
use ep_base::Diagnostic;
use ep_harness::literal;
use log::{location, Log};
use serde_json::{json, Value};
use std::path::Path;

/// The log.
pub fn value(outcome: &Outcome, version: &str) -> Value {
    let marks = marks(&outcome.bugs, &mut Sources::new());
    compared(outcome, version, &marks, None)
}

/// The log of a run whose findings have these marks, beside an earlier run.
pub fn compared(
    outcome: &Outcome,
    version: &str,
    marks: &[Marks],
    baseline: Option<&Compared>,
) -> Value {
    let mut used: Vec<ErrorKind> = outcome.bugs.iter().map(|b| b.kind).collect();
    used.sort();
    used.dedup();
    let rules: Vec<Value> = used.iter().map(|k| rule(*k)).collect();
    let results: Vec<Value> = outcome
        .bugs
        .iter()
        .zip(marks)
        .enumerate()
        .map(|(i, (bug, mark))| {
            let mut result = result(bug, mark);
            if let Some(state) = baseline.and_then(|b| b.states.get(i)) {
                result["baselineState"] = json!(state.word());
            }
            result
        })
        .collect();
    let notes: Vec<Value> = outcome
        .incomplete
        .iter()
        .map(|(what, count)| {
            let times = words::count(*count, "time");
            let text = format!("not explored in full ({times}): {}", what.what);
            log::note(&text, log::known(&what.place))
        })
        .collect();
    let log = Log {
        rules,
        results,
        notes,
        properties: json!({
            "verdict": outcome.verdict.to_string(),
            "exactness": outcome.exactness.word(),
            "assumptions": outcome.assumptions,
        }),
    };
    log.value(version)
}

/// Writes the log to `path`.
///
/// # Errors
/// The file cannot be written (exit 4).
pub fn write(path: &Path, outcome: &Outcome, version: &str) -> Result<(), Diagnostic> {
    let text = format!("{:#}\n", value(outcome, version));
    file::write(path, text.as_bytes())
}

fn rule(kind: ErrorKind) -> Value {
    let mut rule = log::described(kind.word(), sentence(kind));
    rule["name"] = json!(camel(kind.word()));
    rule
}

/// What a kind means, one sentence.
pub fn sentence(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::OutOfBoundsRead => "Memory outside of an object is read.",
        ErrorKind::OutOfBoundsWrite => "Memory outside of an object is written.",
        ErrorKind::NullDereference => "A null pointer is dereferenced.",
        ErrorKind::UseAfterFree => "Memory is accessed after it was freed.",
        ErrorKind::UseAfterReturn => {
            "A local variable is accessed after its function returned or its scope ended."
        }
        ErrorKind::DoubleFree => "Memory is freed twice.",
        ErrorKind::InvalidFree => "Something is freed that no allocation returned.",
        ErrorKind::UnfreedMemory => "A block of the heap is not freed when the program ends.",
        ErrorKind::Leak => "Allocated memory is not freed before the program ends.",
        ErrorKind::UninitialisedRead => "An uninitialised value decides a branch or an address.",
        ErrorKind::DivisionByZero => "An integer is divided by zero.",
        ErrorKind::SignedOverflow => "Signed integer arithmetic overflows.",
        ErrorKind::OversizedShift => {
            "A shift is negative or not smaller than the width of its operand."
        }
        ErrorKind::ReachedUnreachable => "Code that is declared unreachable is reached.",
        ErrorKind::AssertionFailure => "An assertion fails.",
        ErrorKind::Abort => "The program aborts.",
        ErrorKind::WildCall => "A function pointer that points to no function is called.",
        ErrorKind::UnboundedRecursion => "A recursion exhausts the stack.",
        ErrorKind::WildPointer => "A pointer that points to no object is dereferenced.",
        ErrorKind::ReadOnlyWrite => "Read-only memory is written.",
        ErrorKind::InvalidArgument => {
            "A library function or builtin is called with an argument that it does not allow."
        }
        ErrorKind::FloatCastOverflow => {
            "A floating-point value is converted to an integer type that cannot hold it."
        }
    }
}

fn camel(word: &str) -> String {
    word.split('-')
        .map(|part| {
            let mut letters = part.chars();
            letters
                .next()
                .map(|c| c.to_ascii_uppercase().to_string() + letters.as_str())
                .unwrap_or_default()
        })
        .collect()
}

fn result(bug: &Bug, mark: &Marks) -> Value {
    let frames: Vec<&Place> = if bug.stack.is_empty() {
        vec![&bug.place]
    } else {
        bug.stack.iter().collect()
    };
    let stack: Vec<Value> = frames
        .iter()
        .map(|p| json!({ "location": location(p, Some(&p.function)) }))
        .collect();
    // A code flow goes forward in time: the outermost call first.
    let depth = frames.len();
    let flow: Vec<Value> = frames
        .iter()
        .rev()
        .enumerate()
        .map(|(i, p)| {
            let text = if i + 1 == depth {
                bug.message.clone()
            } else {
                format!("call in {}", p.function)
            };
            json!({
                "location": location(p, Some(&text)),
                "nestingLevel": i,
                "importance": "essential",
            })
        })
        .collect();
    let at = Some(vec![location(&bug.place, None)]);
    let mut result = log::result(bug.kind.word(), "error", &message(bug), at);
    result["kind"] = json!("fail");
    result["stacks"] = json!([{ "message": { "text": "call stack" }, "frames": stack }]);
    result["codeFlows"] = log::flow(flow);
    result["partialFingerprints"] = json!({ V1: mark.v1, V2: mark.v2 });
    result["occurrenceCount"] = json!(bug.paths.max(1));
    result["properties"] = json!({
        "exactness": bug.exactness.word(),
        "confirmation": confirmation(bug),
        "test": bug.test,
    });
    result
}

fn message(bug: &Bug) -> String {
    let mut text = if bug.message.is_empty() {
        sentence(bug.kind).to_string()
    } else {
        bug.message.clone()
    };
    let inputs: Vec<String> = bug
        .inputs
        .iter()
        .map(|i| literal::assignment(i, &bug.inputs))
        .collect();
    if !inputs.is_empty() {
        text.push_str(&format!("\nInput: {}", inputs.join("; ")));
    }
    text.push_str(&format!("\n{}", confirmation(bug)));
    text
}

fn confirmation(bug: &Bug) -> String {
    match &bug.confirmation {
        Confirmation::Confirmed { by, message } => {
            format!("Confirmed by a native run ({by}: {message}).")
        }
        Confirmation::NotConfirmed { reason } => {
            format!("Not confirmed by a native run: {reason}.")
        }
        Confirmation::NotTried => "No native run was made.".into(),
    }
}
