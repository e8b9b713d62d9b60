//! Hostile systems and random ones: what the analysis says is judged, and
//! tried out on all runs from a grid of starts.
//!
//! The judge is `everypath-judge`, the simulator the one of its tests, which
//! reads the system out of the certificate, after the judge has compared that
//! with the file. So reader, provers, writer, checker and simulator are five
//! programs that must agree.

mod calls;
mod closed;
mod congruences;
mod costly;
mod geometric;
mod greatest;
mod handed;
mod lassos;
mod late;
mod minima;
#[path = "../../../judge/tests/common/oracle.rs"]
#[allow(dead_code)] // Shared with the tests of the judge.
mod oracle;
mod random;
mod refined;
mod relations;
mod remainders;
mod sliced;
mod systems;
mod together;
mod trails;

use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::outcome::Answer;
use oracle::{refute, S};
use std::time::Duration;

/// What was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    Ends,
    Diverges,
    Unknown,
}

/// Analyses a text, has the certificate judged and its claims tried out; a
/// message where anything disagrees.
pub fn ask(text: &str) -> Result<(Said, Option<String>), String> {
    ask_for(text, Goals::ALL)
}

/// The same, for these goals alone.
pub fn ask_for(text: &str, goals: Goals) -> Result<(Said, Option<String>), String> {
    ask_within(text, goals, 4)
}

/// What is answered wrongly of these systems, and those that are to be proved and are
/// not, with this word in the certificate.
pub fn wrong(
    systems: &[(&str, Said, &str)],
    variables: &str,
    (goals, seconds): (Goals, u64),
    (proved, word): (&[&str], &str),
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, truth, rules) in systems {
        let text =
            format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR {variables})\n(RULES\n {rules}\n)\n");
        match ask_within(&text, goals, seconds) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok((said, _)) if said != *truth && said != Said::Unknown => {
                wrong.push(format!("{name}: {said:?}"));
            }
            Ok((said, certificate)) => {
                let by = certificate.is_some_and(|c| c.contains(word));
                if proved.contains(name) && !(said == Said::Ends && by) {
                    wrong.push(format!("{name}: {said:?}, by `{word}`: {by}"));
                }
            }
        }
    }
    wrong
}

/// As [`ask_for`], with a limit in seconds.
pub fn ask_within(
    text: &str,
    goals: Goals,
    seconds: u64,
) -> Result<(Said, Option<String>), String> {
    let system = koat::read(text).map_err(|e| format!("not read: {e:?}"))?;
    let mut options = Options {
        goals,
        ..Options::default()
    };
    options.budget.timeout = Some(Duration::from_secs(seconds));
    let found = ep_its::analyse_with_proofs(&system, &options, &mut |_| {})
        .map_err(|e| format!("malformed: {e}"))?;
    let said = match found.outcome.termination {
        Answer::Terminates => Said::Ends,
        Answer::Diverges => Said::Diverges,
        Answer::Unknown { .. } => Said::Unknown,
    };
    let Some(certificate) = found.certificate(&system) else {
        return match said {
            Said::Unknown => Ok((said, None)),
            _ => Err(format!("{said:?} without a certificate")),
        };
    };
    let verdict = ep_judge::check(&certificate, Some(text))
        .map_err(|e| format!("{said:?}: the judge refuses: {e}\n{certificate}"))?;
    if verdict.claims.is_empty() || !verdict.rests.is_empty() {
        return Err(format!(
            "nothing is claimed, or it rests on a solver:\n{certificate}"
        ));
    }
    let forms = S::parse_all(&certificate);
    let system = forms.iter().find(|s| s.head() == "system");
    for claim in forms.iter().filter(|s| s.head() == "claim") {
        if let Some(system) = system {
            refute(system, claim).map_err(|e| format!("{said:?}: {e}\n{certificate}"))?;
        }
    }
    Ok((said, Some(certificate)))
}
