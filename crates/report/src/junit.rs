//! JUnit's XML, which every CI server shows: a case for each finding, and one
//! for the exploration as a whole.
//!
//! What must never happen: a run that found nothing because it looked at
//! little shows as passed. Its case is an error, or skipped where the caller
//! says that this does not fail, each with the reason. Source: the schema of
//! Jenkins' xUnit plugin, which the crate `quick-junit` writes. Cost: linear.

use crate::baseline::{Compared, State};
use ep_base::outcome::{Bug, Confirmation, Outcome};
use ep_harness::literal;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// What is told about a run beside its outcome.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The version of Everypath.
    pub version: &'a str,
    /// The verb: `test`, `check`, ...
    pub verb: &'a str,
    /// The files given.
    pub files: &'a [String],
    /// Where the run was started; files below it are named from here.
    pub here: &'a Path,
    /// What keeps the run from being conclusive.
    pub gap: Option<&'a str>,
    /// Whether that fails.
    pub gap_fails: bool,
    /// The run beside an earlier one.
    pub compared: Option<&'a Compared>,
}

/// The document.
///
/// # Errors
/// A defect: the document cannot be written.
pub fn text(outcome: &Outcome, about: &About) -> Result<String, ep_base::Diagnostic> {
    let files = about.files.join(" ");
    let mut suite = TestSuite::new(format!("everypath {} {files}", about.verb));
    suite.add_property(("version", about.version));
    suite.add_property(("verdict", outcome.verdict.to_string().as_str()));
    let s = &outcome.statistics;
    let spent = [s.time_clang_us, s.time_explore_us, s.time_native_us];
    suite.set_time(Duration::from_micros(spent.iter().sum()));
    let mut whole = match (about.gap, about.gap_fails) {
        (None, _) => TestCaseStatus::success(),
        (Some(_), true) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("unknown");
            status
        }
        (Some(_), false) => TestCaseStatus::skipped(),
    };
    if let Some(gap) = about.gap {
        whole.set_message(gap);
    }
    let mut case = TestCase::new("everything was looked at", whole);
    case.set_classname(files.as_str());
    suite.add_test_case(case);
    for (i, bug) in outcome.bugs.iter().enumerate() {
        let known = about
            .compared
            .filter(|c| c.states.get(i) == Some(&State::Known));
        suite.add_test_case(finding(bug, about.here, known));
    }
    let mut report = Report::new("everypath");
    report.add_test_suite(suite);
    (report.to_string()).map_err(|e| ep_base::Diagnostic::defect(format!("no JUnit XML: {e}")))
}

fn finding(bug: &Bug, here: &Path, known: Option<&Compared>) -> TestCase {
    let p = &bug.place;
    let status = match known {
        Some(c) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("known: {}", c.file));
            status
        }
        None => {
            let kind = match bug.is_certain() {
                true => NonSuccessKind::Failure,
                false => NonSuccessKind::Error,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(bug.kind.word());
            status.set_message(bug.message.as_str());
            status.set_description(details(bug));
            status
        }
    };
    let file = Path::new(&p.file);
    let file = file
        .strip_prefix(here)
        .unwrap_or(file)
        .display()
        .to_string();
    let name = format!("{} in {} ({file}:{})", bug.kind, p.function, p.line);
    let mut case = TestCase::new(name, status);
    case.set_classname(file.as_str());
    case
}

/// The input, the call stack, and what the native run said.
fn details(bug: &Bug) -> String {
    let mut out = String::new();
    for p in &bug.stack {
        let _ = writeln!(out, "  {}:{} in {}", p.file, p.line, p.function);
    }
    for i in &bug.inputs {
        let _ = writeln!(out, "input {}", literal::assignment(i, &bug.inputs));
    }
    let _ = match &bug.confirmation {
        Confirmation::Confirmed { by, message } => {
            writeln!(out, "confirmed by a native run ({by}: {message})")
        }
        Confirmation::NotConfirmed { reason } => {
            writeln!(out, "not confirmed by a native run: {reason}")
        }
        Confirmation::NotTried => writeln!(out, "no native run was made"),
    };
    out
}
