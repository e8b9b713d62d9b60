//! The page of a run that has an [`Outcome`].

use super::*;
use crate::source::Sources;
use crate::summary;
use crate::tree::Tree;
use ep_base::outcome::{
    Bug, Confirmation, CountedBy, FileCoverage, Input, InputSource, Outcome, Place, Statistics,
    Verdict,
};
use ep_base::words::count;
use ep_harness::literal;
use std::collections::BTreeMap;

/// Lines shown around a finding.
const CONTEXT: u32 = 4;

/// The page of an outcome; `verb` and `program` make its title.
///
/// # Errors
/// The tree is too large for a page (exit 2).
pub fn from_outcome(
    verb: &str,
    program: &str,
    outcome: &Outcome,
    tree: Option<&Tree>,
    sources: &mut Sources,
) -> Result<Page, Diagnostic> {
    Ok(Page {
        title: format!("everypath {verb} {program}"),
        verdict: badge(outcome),
        assumptions: outcome.assumptions.clone(),
        paths: Vec::new(),
        more_paths: 0,
        bugs: (outcome.bugs.iter().take(MAX_FINDINGS))
            .map(|b| finding(b, sources))
            .collect(),
        more_bugs: outcome.bugs.len().saturating_sub(MAX_FINDINGS),
        incomplete: outcome
            .incomplete
            .iter()
            .map(|(what, count)| Gap {
                count: *count,
                what: what.what.clone(),
                place: located(&what.place),
            })
            .collect(),
        coverage_by: match &outcome.measured {
            Some(m) => format!("measured in native runs of {}", count(m.tests, "test")),
            None if outcome.counted == CountedBy::Regions => {
                "of the kept tests, counted as clang counts".into()
            }
            None => "of the exploration, lines with instructions".into(),
        },
        coverage: coverage(outcome),
        // The verb knows the functions of its program, and its commands.
        functions: Vec::new(),
        more_functions: 0,
        commands: Vec::new(),
        facts: facts(&outcome.statistics),
        files: files(outcome, sources),
        tree: tree.map(Columns::new).transpose()?,
    })
}

fn badge(outcome: &Outcome) -> Badge {
    let class = match outcome.verdict {
        Verdict::Proved => Tone::Good,
        Verdict::Violated | Verdict::NotProved => Tone::Bad,
        Verdict::ProvedUpTo { .. } | Verdict::Unknown { .. } => Tone::Maybe,
    };
    Badge {
        class,
        text: outcome.verdict.to_string(),
        detail: match outcome.stopped {
            None => outcome.exactness.word().to_string(),
            Some(r) => format!(
                "{}; not everything was looked at: {}",
                outcome.exactness.word(),
                r.words()
            ),
        },
    }
}

fn located(place: &Place) -> String {
    // A column is known where the engine tells it, and not of a native run.
    let at = match (place.line, place.column) {
        (0, _) => place.file.clone(),
        (line, 0) => format!("{}:{line}", place.file),
        _ => place.to_string(),
    };
    match (place.file.is_empty(), place.function.is_empty()) {
        (true, _) => String::new(),
        (false, true) => at,
        (false, false) => format!("{at} in {}", place.function),
    }
}

fn finding(bug: &Bug, sources: &mut Sources) -> Finding {
    let line = bug.place.line;
    let around = line.saturating_sub(CONTEXT).max(1)..=line.saturating_add(CONTEXT);
    let snippet = around
        .filter_map(|number| {
            let text = sources.line(&bug.place.file, number)?.to_string();
            let site = number == line;
            Some(SnippetLine { number, text, site })
        })
        .collect();
    let mut footer = vec![format!("path: {}", bug.exactness.word())];
    if bug.paths > 1 {
        footer.push(format!("reached on {} paths", bug.paths));
    }
    if !bug.test.is_empty() {
        footer.push(format!("test: {}", bug.test));
    }
    Finding {
        kind: bug.kind.to_string(),
        message: bug.message.clone(),
        place: located(&bug.place),
        snippet,
        stack: bug.stack.iter().map(located).collect(),
        values: Vec::new(),
        trace: Vec::new(),
        no_trace: String::new(),
        node: None,
        no_node: String::new(),
        commands: Vec::new(),
        brief: brief(bug),
        inputs: bug
            .inputs
            .iter()
            .filter(|i| summary::is_there(i, bug))
            .map(|i| Assignment {
                name: i.name.clone(),
                literal: shown(i, bug),
            })
            .collect(),
        confirmation: evidence(&bug.confirmation),
        footer: footer.join(", "),
    }
}

/// An input as the terminal shows it.
fn shown(input: &Input, bug: &Bug) -> String {
    match input.source {
        InputSource::Argument { .. } => literal::value(&summary::string(input), &bug.inputs),
        _ => literal::value(input, &bug.inputs),
    }
}

/// The first inputs in one short line.
fn brief(bug: &Bug) -> String {
    const FIRST: usize = 2;
    const LONGEST: usize = 60;
    let there = || bug.inputs.iter().filter(|i| summary::is_there(i, bug));
    let first = there().take(FIRST);
    let all: Vec<String> = first
        .map(|i| format!("{} = {}", i.name, shown(i, bug)))
        .collect();
    let mut text = all.join(", ");
    let more = there().count() > FIRST;
    if text.chars().count() > LONGEST {
        text = text.chars().take(LONGEST).collect::<String>() + "…";
    } else if more {
        text.push_str(", …");
    }
    text
}

fn evidence(c: &Confirmation) -> Evidence {
    match c {
        Confirmation::Confirmed { by, message } => Evidence {
            class: Tone::Good,
            short: "confirmed".into(),
            text: format!("confirmed by a native run ({by}: {message})"),
        },
        Confirmation::NotConfirmed { reason } => Evidence {
            class: Tone::Maybe,
            short: "not confirmed".into(),
            text: format!("not confirmed by a native run: {reason}"),
        },
        Confirmation::NotTried => Evidence {
            class: Tone::Maybe,
            short: "not replayed".into(),
            text: "no native run was made".into(),
        },
    }
}

/// What native runs measured, else what the exploration covered.
pub(super) fn covered(outcome: &Outcome) -> &BTreeMap<String, FileCoverage> {
    match &outcome.measured {
        Some(measured) => &measured.files,
        None => &outcome.coverage,
    }
}

fn coverage(outcome: &Outcome) -> Vec<Covered> {
    covered(outcome)
        .iter()
        .map(|(file, c)| {
            let total = c.covered.len() + c.missed.len();
            Covered {
                file: file.clone(),
                covered: c.covered.len(),
                total,
                percent: (100 * c.covered.len()).checked_div(total).unwrap_or(100),
                taken: c.branches.iter().map(|b| b.taken).sum(),
                branches: c.branches.iter().map(|b| b.total).sum(),
            }
        })
        .collect()
}

fn files(outcome: &Outcome, sources: &mut Sources) -> Vec<SourceFile> {
    let mut names: Vec<&String> = covered(outcome).keys().collect();
    for bug in &outcome.bugs {
        if !bug.place.file.is_empty() && !names.contains(&&bug.place.file) {
            names.push(&bug.place.file);
        }
    }
    names
        .into_iter()
        .filter_map(|name| {
            let lines: Vec<String> = sources.text(name)?.lines().map(str::to_owned).collect();
            let c = covered(outcome).get(name).cloned().unwrap_or_default();
            let sites = outcome.bugs.iter().filter(|b| b.place.file == *name);
            Some(SourceFile {
                name: name.clone(),
                lines,
                hit: c.covered,
                miss: c.missed,
                branches: (c.branches.iter())
                    .map(|b| (b.line, b.taken, b.total))
                    .collect(),
                sites: sites.map(|b| (b.place.line, b.kind.to_string())).collect(),
            })
        })
        .collect()
}

fn facts(s: &Statistics) -> Vec<Fact> {
    let count = |name: &str, n: u64| Fact {
        name: name.into(),
        value: n.to_string(),
    };
    let time = |name: &str, us: u64| Fact {
        name: name.into(),
        value: format!("{:.2} s", us as f64 / 1e6),
    };
    // Only `test` has them.
    let repeated =
        (s.paths_repeated > 0).then(|| count("paths at a state met before", s.paths_repeated));
    let mut facts = vec![
        count("complete paths", s.paths_complete),
        count("paths with an error", s.paths_error),
    ];
    facts.extend(repeated);
    facts.extend([
        count("incomplete paths", s.paths_incomplete),
        count("states still waiting", s.states_waiting),
        count("forks", s.forks),
        count("LLVM instructions", s.llvm_instructions),
        count("queries", s.queries),
        count("of them to a solver", s.solver_calls),
        time("clang", s.time_clang_us),
        time("exploration", s.time_explore_us),
        time("of it solver", s.time_solver_us),
        time("native runs", s.time_native_us),
    ]);
    facts
}
