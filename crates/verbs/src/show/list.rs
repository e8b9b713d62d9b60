//! The list of paths, one line each.

use super::{Filter, Run};
use ep_base::outcome::PathEnd;
use ep_base::words::count;
use ep_base::{Cancel, Diagnostic};
use ep_explore::forking::journal::COMPLETE;
use ep_explore::outcome::describe::end_text;
use ep_report::style::harmless;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Outcomes that are named where no path is left.
const OUTCOMES: usize = 12;

/// Positions of the paths that pass the filter.
///
/// # Errors
/// A path could not be walked again.
pub fn choose(run: &mut Run, filter: &Filter, cancel: &Cancel) -> Result<Vec<usize>, Diagnostic> {
    let mut out = Vec::new();
    for i in 0..run.paths.len() {
        if cancel.is_cancelled() {
            break;
        }
        let p = &run.paths[i];
        if let Some(word) = &filter.outcome {
            let error = word == "error" && matches!(p.end, PathEnd::Error { .. });
            if !error && !end_text(&p.end).contains(word.as_str()) {
                continue;
            }
        }
        let mut passes = true;
        for t in &filter.through {
            passes = passes && run.walker.passes(p, t)?;
        }
        if passes {
            out.push(i);
        }
    }
    Ok(out)
}

/// What run this is.
pub fn head(run: &Run) -> String {
    let s = &run.restored.statistics;
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", harmless(&run.name), run.command);
    let how = match run.restored.end.as_deref() {
        Some(COMPLETE) => "complete".to_string(),
        Some(limit) => format!("ended: {limit}, {}", waits(run)),
        None if run.restored.begun => {
            format!("killed or still running, {}", waits(run))
        }
        None => "nothing was explored yet".to_string(),
    };
    let _ = writeln!(
        out,
        "{how}; {}, {} with an error, {}{} incomplete",
        count(s.paths_complete, "path"),
        s.paths_error,
        match s.paths_repeated {
            0 => String::new(),
            n => format!("{n} at a state met before, "),
        },
        s.paths_incomplete
    );
    if run.restored.paths_not_kept > 0 {
        let _ = writeln!(
            out,
            "the journal was full: paths are counted and not listed from here on: {}",
            run.restored.paths_not_kept
        );
    }
    out
}

/// `1 state waits`, `2 states wait`.
fn waits(run: &Run) -> String {
    let n = run.restored.states.len();
    let verb = if n == 1 { "waits" } else { "wait" };
    format!("{} {verb}", count(n, "state"))
}

/// A page of the list.
pub fn lines(run: &Run, chosen: &[usize], from: usize, count: usize) -> String {
    if chosen.is_empty() {
        let all: BTreeSet<String> = run.paths.iter().map(|p| end_text(&p.end)).collect();
        let mut words: Vec<String> = all.iter().take(OUTCOMES).map(|w| harmless(w)).collect();
        if all.len() > OUTCOMES {
            words.push("…".into());
        }
        return match words.is_empty() {
            true => "no path\n".into(),
            false => format!("no path; the outcomes are: {}\n", words.join(", ")),
        };
    }
    let page: Vec<usize> = chosen.iter().skip(from).take(count).copied().collect();
    let rows: Vec<[String; 5]> = page.iter().map(|i| row(run, *i)).collect();
    let head = ["path", "outcome", "where", "decisions", "test"];
    let width = |k: usize| {
        let cells = rows.iter().map(|r| r[k].chars().count());
        cells.max().unwrap_or(0).max(head[k].len())
    };
    let widths: Vec<usize> = (0..4).map(width).collect();
    let mut out = String::new();
    let line = |out: &mut String, r: [&str; 5]| {
        let pad = |k: usize| " ".repeat(widths[k].saturating_sub(r[k].chars().count()));
        let _ = writeln!(
            out,
            "{}{}  {}{}  {}{}  {}{}  {}",
            pad(0),
            r[0],
            r[1],
            pad(1),
            r[2],
            pad(2),
            pad(3),
            r[3],
            r[4]
        );
    };
    line(&mut out, head);
    for r in &rows {
        line(&mut out, [&r[0], &r[1], &r[2], &r[3], &r[4]]);
    }
    let shown = from + page.len();
    if shown < chosen.len() {
        let _ = writeln!(out, "{} more", chosen.len() - shown);
    }
    out
}

fn row(run: &Run, i: usize) -> [String; 5] {
    let p = &run.paths[i];
    let at = run.walker.place(p);
    let file = at.file.rsplit('/').next().unwrap_or_default().to_string();
    let place = match at.line {
        0 => harmless(&at.function),
        n => format!("{}:{n} {}", harmless(&file), harmless(&at.function)),
    };
    let mut outcome = harmless(&end_text(&p.end));
    if !p.exactness.is_exact() {
        let _ = write!(outcome, " ({})", p.exactness.word());
    }
    let test = match p.test {
        0 => "-".to_string(),
        n => ep_report::suite::stem(n),
    };
    let n = p.replay.decisions.len();
    [(i + 1).to_string(), outcome, place, n.to_string(), test]
}
