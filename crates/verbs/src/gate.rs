//! What a CI job asks of a run: its findings for other tools, which of them are
//! new, and an exit code that follows from that.
//!
//! Idea: one value, made before the run, so that a baseline that cannot be
//! read or a report that cannot be written is told before an hour is spent.
//! The verdict is never changed by a policy, only the exit code is. What must
//! never happen: a new finding, an interruption or a wrong input ends with 0;
//! a report that cannot be written takes the rest of the results with it.

use ep_base::outcome::{Outcome, Verdict};
use ep_base::{Diagnostic, ExitCode};
use ep_proofs::words::Words;
use ep_report::baseline::{Baseline, Compared, State};
use ep_report::fingerprint::{marks, Marks};
use ep_report::source::Sources;
use ep_report::{file, junit, sarif};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct GateOptions {
    /// Write the findings as SARIF to this file too
    pub sarif: Option<PathBuf>,
    /// Write the findings as JUnit XML to this file
    pub junit: Option<PathBuf>,
    /// Findings of an earlier run do not fail: its SARIF log
    pub baseline: Option<PathBuf>,
    /// Which answers have an exit code other than 0
    pub fail_on: FailOn,
}

/// Which answers fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FailOn {
    /// A violation (1), and what is not conclusive (3)
    #[default]
    Unknown,
    /// Only a violation; what is not conclusive is 0
    Violated,
    /// Neither
    Never,
}

impl Words for FailOn {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            FailOn::Unknown,
            "unknown",
            "A violation (1), and what is not conclusive (3)",
        ),
        (
            FailOn::Violated,
            "violated",
            "Only a violation; what is not conclusive is 0",
        ),
        (FailOn::Never, "never", "Neither"),
    ];
}

/// What is asked, with what was read for it.
pub struct Gate {
    args: GateOptions,
    baseline: Option<Baseline>,
}

/// A run's findings in the light of what is asked.
pub struct Judged {
    /// How the process ends.
    pub exit: ExitCode,
    compared: Option<Compared>,
    marks: Vec<Marks>,
}

impl GateOptions {
    /// Reads the baseline and looks whether the reports can be written.
    ///
    /// # Errors
    /// The baseline is none (exit 2), a report cannot be written (4).
    pub fn open(&self) -> Result<Gate, Diagnostic> {
        if let Some(path) = &self.sarif {
            file::replaceable(path, file::Form::Json)?;
        }
        if let Some(path) = &self.junit {
            file::replaceable(path, file::Form::Xml)?;
        }
        let baseline = self.baseline.as_deref().map(Baseline::read).transpose()?;
        Ok(Gate {
            args: self.clone(),
            baseline,
        })
    }
}

impl Gate {
    /// `plain` is how the process ends without a policy.
    pub fn judge(&self, outcome: &Outcome, plain: ExitCode, gap: Option<&Gap>) -> Judged {
        let marks = marks(&outcome.bugs, &mut Sources::new());
        let compared = self.baseline.as_ref().map(|b| b.compare(&marks));
        let mut exit = plain;
        if !matches!(plain, ExitCode::Violated | ExitCode::Unknown) {
            return Judged {
                exit,
                compared,
                marks,
            };
        }
        if let Some(c) = compared.as_ref().filter(|_| !outcome.bugs.is_empty()) {
            let new = || {
                let both = outcome.bugs.iter().zip(&c.states);
                both.filter(|(_, s)| **s == State::New).map(|(b, _)| b)
            };
            exit = if new().any(|b| b.is_certain()) {
                plain
            } else if new().next().is_some() || gap.is_some_and(|g| g.fails) {
                ExitCode::Unknown
            } else {
                ExitCode::Holds
            };
        }
        exit = match (self.args.fail_on, exit) {
            (FailOn::Never, _) | (FailOn::Violated, ExitCode::Unknown) => ExitCode::Holds,
            (_, exit) => exit,
        };
        Judged {
            exit,
            compared,
            marks,
        }
    }

    /// The reports that were asked for, each one also where another fails.
    ///
    /// # Errors
    /// The first one that cannot be written (exit 4).
    pub fn write(
        &self,
        verb: &str,
        files: &[String],
        outcome: &Outcome,
        judged: &Judged,
        gap: Option<&Gap>,
    ) -> Result<(), Diagnostic> {
        let version = env!("CARGO_PKG_VERSION");
        let log = (self.args.sarif.as_deref()).map_or(Ok(()), |path| judged.sarif(path, outcome));
        let cases = self.args.junit.as_deref().map_or(Ok(()), |path| {
            let here = crate::out::current_folder()?;
            let about = junit::About {
                version,
                verb,
                files,
                here: Path::new(&here),
                gap: gap.map(|g| g.why.as_str()),
                gap_fails: gap.is_some_and(|g| g.fails) && self.args.fail_on == FailOn::Unknown,
                compared: judged.compared.as_ref(),
            };
            file::write(path, junit::text(outcome, &about)?.as_bytes())
        });
        log.and(cases)
    }
}

impl Judged {
    /// Writes the log of the findings.
    ///
    /// # Errors
    /// The file cannot be written (exit 4).
    pub fn sarif(&self, path: &Path, outcome: &Outcome) -> Result<(), Diagnostic> {
        let version = env!("CARGO_PKG_VERSION");
        let log = sarif::compared(outcome, version, &self.marks, self.compared.as_ref());
        file::write(path, format!("{log:#}\n").as_bytes())
    }

    /// For `run.json`; nothing where there is no baseline.
    pub fn tell(&self, run: &mut Value) {
        if let Some(c) = &self.compared {
            run["baseline"] = c.value();
        }
    }

    /// A line for the terminal; nothing where there is no baseline.
    pub fn line(&self) -> Option<String> {
        self.compared.as_ref().map(Compared::line)
    }
}

/// What keeps a run from being conclusive, apart from its findings.
pub struct Gap {
    why: String,
    /// A search has no end at which it would be conclusive: what it did not
    /// look at is told, and fails nothing.
    fails: bool,
}

impl Gap {
    /// Of a run that can be conclusive.
    pub fn of(outcome: &Outcome, bound: Option<u64>) -> Option<Gap> {
        let why = why(outcome, bound)?;
        Some(Gap { why, fails: true })
    }

    /// Of a search.
    pub fn search(why: &str) -> Gap {
        Gap {
            why: why.to_owned(),
            fails: false,
        }
    }
}

fn why(outcome: &Outcome, bound: Option<u64>) -> Option<String> {
    if let Verdict::Unknown { reason } = &outcome.verdict {
        if outcome.bugs.is_empty() {
            return Some(reason.clone());
        }
    }
    if let Some(r) = outcome.stopped {
        return Some(r.words().into());
    }
    if let Some((what, _)) = outcome.incomplete.first() {
        let n = outcome.incomplete.len();
        let more = match n {
            1 => String::new(),
            _ => format!(" (and {} more)", n - 1),
        };
        return Some(format!("not explored in full: {}{more}", what.what));
    }
    bound.map(|b| format!("up to {b} rounds of each loop"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{Bug, Confirmation, ErrorKind, Exactness, Place, Statistics};

    fn gate(fail_on: FailOn, baseline: Option<&Outcome>) -> Gate {
        let args = GateOptions {
            sarif: None,
            junit: None,
            baseline: None,
            fail_on,
        };
        let baseline = baseline.map(|o| {
            let file = tempfile::NamedTempFile::new().expect("a file");
            sarif::write(file.path(), o, "0").expect("written");
            Baseline::read(file.path()).expect("a log")
        });
        Gate { args, baseline }
    }

    fn outcome(bugs: &[(ErrorKind, bool)]) -> Outcome {
        let bug = |(kind, certain): &(ErrorKind, bool)| Bug {
            kind: *kind,
            message: String::new(),
            place: Place::default(),
            stack: Vec::new(),
            inputs: Vec::new(),
            exactness: Exactness {
                over: !certain,
                under: false,
            },
            paths: 1,
            confirmation: Confirmation::NotTried,
            test: String::new(),
        };
        Outcome {
            verdict: Verdict::Violated,
            exactness: Exactness::EXACT,
            assumptions: Vec::new(),
            bugs: bugs.iter().map(bug).collect(),
            incomplete: Vec::new(),
            statistics: Statistics::default(),
            coverage: Default::default(),
            counted: Default::default(),
            measured: None,
            stopped: None,
            hints: Vec::new(),
        }
    }

    #[test]
    fn only_new_findings_fail() {
        use ErrorKind::{Abort, Leak};
        let old = outcome(&[(Abort, true)]);
        let g = gate(FailOn::Unknown, Some(&old));
        let exit =
            |o: &Outcome, gap: Option<Gap>| g.judge(o, ExitCode::Violated, gap.as_ref()).exit;
        assert_eq!(exit(&old, None), ExitCode::Holds);
        let mut cut = old.clone();
        cut.stopped = Some(ep_base::StopReason::Timeout);
        // What was not looked at is not known to be free of new ones.
        assert_eq!(exit(&old, Gap::of(&cut, None)), ExitCode::Unknown);
        assert_eq!(exit(&old, Some(Gap::search("limit"))), ExitCode::Holds);
        let more = outcome(&[(Abort, true), (Leak, true)]);
        assert_eq!(exit(&more, None), ExitCode::Violated);
        let twice = outcome(&[(Abort, true), (Abort, true)]);
        assert_eq!(exit(&twice, None), ExitCode::Violated);
        let unsure = outcome(&[(Abort, true), (Leak, false)]);
        assert_eq!(exit(&unsure, None), ExitCode::Unknown);
    }

    #[test]
    fn policies_change_the_answers_that_they_name() {
        use ExitCode::{BadInput, Holds, Interrupted, Unknown, Violated};
        let o = outcome(&[(ErrorKind::Abort, true)]);
        for (policy, plain, want) in [
            (FailOn::Unknown, Violated, Violated),
            (FailOn::Unknown, Unknown, Unknown),
            (FailOn::Violated, Violated, Violated),
            (FailOn::Violated, Unknown, Holds),
            (FailOn::Never, Violated, Holds),
            (FailOn::Never, Interrupted, Interrupted),
            (FailOn::Never, BadInput, BadInput),
        ] {
            let got = gate(policy, None).judge(&o, plain, None).exit;
            assert_eq!(got, want, "{policy:?} {plain:?}");
        }
    }
}
