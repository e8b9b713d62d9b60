//! The findings of an earlier run, from its SARIF log: which of those of this
//! run were there, which are new, and which were not found again.
//!
//! Idea: a finding is one of the log if their fingerprints agree
//! ([`crate::fingerprint`]). What must never happen: a log that cannot be read,
//! or that is of another tool, passes for one without findings, since then
//! every finding is new, nor for one that has them all. A finding that is not
//! found again is no finding that is mended: the run may have ended before.
//! Source: SARIF 2.1.0, section 3.27.24 (`baselineState`). Cost: linear.

use crate::fingerprint::{Marks, V1, V2};
use ep_base::Diagnostic;
use serde_json::{json, Value};
use std::collections::HashSet;
use std::path::Path;

/// Largest log that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// What an earlier run found.
#[derive(Clone, Debug)]
pub struct Baseline {
    file: String,
    findings: Vec<Old>,
}

#[derive(Clone, Debug)]
struct Old {
    told: String,
    v1: Option<String>,
    v2: Option<String>,
}

/// Whether a finding was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It is not in the log.
    New,
    /// It is.
    Known,
}

impl State {
    /// SARIF's word.
    pub fn word(self) -> &'static str {
        match self {
            State::New => "new",
            State::Known => "unchanged",
        }
    }
}

/// A run beside an earlier one.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The log, as it was given.
    pub file: String,
    /// One for each finding of the run.
    pub states: Vec<State>,
    /// Findings of the log that this run has not: what and where.
    pub not_found_again: Vec<String>,
}

impl Baseline {
    /// Reads a log.
    ///
    /// # Errors
    /// It cannot be read, is no SARIF log, or none of Everypath (exit 2).
    pub fn read(path: &Path) -> Result<Baseline, Diagnostic> {
        let file = path.display().to_string();
        let wrong = |what: String| {
            Diagnostic::bad_input(what).at(file.clone()).help(
                "a baseline is a log that --sarif wrote, or bugs.sarif of a folder of results",
            )
        };
        let size =
            std::fs::metadata(path).map_err(|e| wrong(format!("cannot read the baseline: {e}")))?;
        if !size.is_file() || size.len() > LARGEST {
            return Err(wrong("the baseline is no file, or over 256 MB long".into()));
        }
        let bytes =
            std::fs::read(path).map_err(|e| wrong(format!("cannot read the baseline: {e}")))?;
        let log: Value = serde_json::from_slice(&bytes)
            .map_err(|e| wrong(format!("the baseline is no JSON: {e}")))?;
        if log["version"] != "2.1.0" {
            return Err(wrong(
                "the baseline is no SARIF log of version 2.1.0".into(),
            ));
        }
        let runs = log["runs"].as_array().map_or(&[][..], Vec::as_slice);
        let ours: Vec<&Value> = (runs.iter())
            .filter(|r| r["tool"]["driver"]["name"] == "Everypath")
            .collect();
        if ours.is_empty() {
            return Err(wrong("the baseline has no run of Everypath".into()));
        }
        let results = ours
            .iter()
            .flat_map(|r| r["results"].as_array().into_iter().flatten());
        let mut findings = Vec::new();
        for r in results {
            let mark = |name: &str| r["partialFingerprints"][name].as_str().map(str::to_owned);
            let old = Old {
                told: told(r),
                v1: mark(V1),
                v2: mark(V2),
            };
            if old.v1.is_none() && old.v2.is_none() {
                return Err(wrong(format!(
                    "a result of the baseline has no fingerprint: {}",
                    old.told
                )));
            }
            findings.push(old);
        }
        Ok(Baseline { file, findings })
    }

    /// Which of these findings were there.
    pub fn compare(&self, marks: &[Marks]) -> Compared {
        let mut left: HashSet<usize> = (0..self.findings.len()).collect();
        let states = (marks.iter())
            .map(|m| {
                let same = |old: &Old| match &old.v2 {
                    Some(v2) => *v2 == m.v2,
                    None => old.v1.as_ref() == Some(&m.v1),
                };
                match self.findings.iter().position(same) {
                    Some(i) => {
                        left.remove(&i);
                        State::Known
                    }
                    None => State::New,
                }
            })
            .collect();
        let not_found = self
            .findings
            .iter()
            .enumerate()
            .filter(|(i, _)| left.contains(i));
        Compared {
            file: self.file.clone(),
            states,
            not_found_again: not_found.map(|(_, old)| old.told.clone()).collect(),
        }
    }
}

/// Kind and place of a result.
fn told(result: &Value) -> String {
    let place = &result["locations"][0]["physicalLocation"];
    let word = |v: &Value| v.as_str().unwrap_or("?").to_owned();
    let line = &place["region"]["startLine"];
    let line = line.as_u64().map_or(String::new(), |l| format!(":{l}"));
    format!(
        "{} at {}{line}",
        word(&result["ruleId"]),
        word(&place["artifactLocation"]["uri"])
    )
}

impl Compared {
    /// How many findings are in a state.
    pub fn count(&self, state: State) -> usize {
        self.states.iter().filter(|s| **s == state).count()
    }

    /// For `run.json`.
    pub fn value(&self) -> Value {
        let states: Vec<&str> = self.states.iter().map(|s| s.word()).collect();
        json!({ "file": self.file, "states": states, "not_found_again": self.not_found_again })
    }

    /// A line for the terminal.
    pub fn line(&self) -> String {
        format!(
            "baseline {}: {} new, {} known, {} not found again",
            self.file,
            self.count(State::New),
            self.count(State::Known),
            self.not_found_again.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(results: Value) -> Value {
        json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "Everypath" } }, "results": results }] })
    }

    fn read(value: &Value) -> Result<Baseline, Diagnostic> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), value.to_string()).expect("written");
        Baseline::read(file.path())
    }

    fn marks(v1: &str, v2: &str) -> Marks {
        Marks {
            v1: v1.into(),
            v2: v2.into(),
        }
    }

    #[test]
    fn the_second_form_decides_where_there_is_one() {
        let both = json!({ "ruleId": "abort", "partialFingerprints": { V1: "a:1", V2: "b:1" } });
        let old = json!({ "ruleId": "leak", "partialFingerprints": { V1: "c:1" } });
        let b = read(&log(json!([both, old]))).expect("a log");
        let c = b.compare(&[
            marks("a:1", "x:1"),
            marks("a:2", "b:1"),
            marks("c:1", "y:1"),
        ]);
        assert_eq!(c.states, [State::New, State::Known, State::Known]);
        assert!(c.not_found_again.is_empty());
        let c = b.compare(&[marks("a:1", "x:1")]);
        assert_eq!((c.count(State::New), c.count(State::Known)), (1, 0));
        assert_eq!(c.not_found_again, ["abort at ?", "leak at ?"]);
    }

    #[test]
    fn what_is_no_log_of_ours_is_refused() {
        let mut other = log(json!([]));
        other["runs"][0]["tool"]["driver"]["name"] = json!("Elsewhere");
        let mut older = log(json!([]));
        older["version"] = json!("2.0.0");
        let bare = log(json!([{ "ruleId": "abort" }]));
        for (value, why) in [
            (other, "no run of Everypath"),
            (older, "version 2.1.0"),
            (bare, "no fingerprint"),
            (json!([]), "version 2.1.0"),
        ] {
            let d = read(&value).expect_err(why);
            assert!(d.to_string().contains(why), "{d}");
        }
        assert!(
            read(&log(json!([]))).is_ok(),
            "no findings is a baseline too"
        );
    }
}
