//! What the terminal shows after a run: the verdict with its exactness and
//! assumptions, each bug with its line, stack, input and confirmation, what
//! kept the run from being complete, and the counts.

use crate::source::Sources;
use crate::style::{harmless, Style};
use ep_base::outcome::{
    Bug, Confirmation, CountedBy, Incomplete, Input, InputSource, InputType, Measured, Outcome,
    Place, Statistics, Verdict,
};
use ep_base::words;
use ep_harness::literal;
use std::fmt::Write;

/// The longest literal that is shown in full.
const LONGEST_LITERAL: usize = 240;
/// Inputs shown per bug.
const MOST_INPUTS: usize = 16;
/// Frames shown per bug.
const MOST_FRAMES: usize = 12;
/// Incomplete places shown.
const MOST_INCOMPLETE: usize = 12;

/// The summary, with a line feed at its end.
pub fn summary(outcome: &Outcome, sources: &mut Sources, style: Style) -> String {
    let mut out = String::new();
    verdict(&mut out, outcome, style);
    for (i, bug) in outcome.bugs.iter().enumerate() {
        out.push('\n');
        one_bug(&mut out, i + 1, bug, sources, style);
    }
    incomplete(&mut out, &outcome.incomplete, style);
    out.push('\n');
    vacuous(&mut out, outcome);
    counts(&mut out, &outcome.statistics, outcome.counted);
    if let Some(measured) = &outcome.measured {
        table(&mut out, measured);
    }
    out
}

/// The measured coverage, a line per file.
fn table(out: &mut String, measured: &Measured) {
    let tests = match measured.tests {
        1 => "1 test covers".to_string(),
        n => format!("{n} tests cover"),
    };
    let _ = writeln!(out, "measured natively, {tests}:");
    let rows: Vec<[String; 3]> = measured
        .files
        .iter()
        .map(|(file, c)| {
            let total = c.covered.len() + c.missed.len();
            let taken: u32 = c.branches.iter().map(|b| b.taken).sum();
            let branches: u32 = c.branches.iter().map(|b| b.total).sum();
            [
                harmless(file),
                format!("{} of {}", c.covered.len(), words::count(total, "line")),
                format!("{taken} of {}", words::count(branches, "branch")),
            ]
        })
        .collect();
    let width = |k: usize| rows.iter().map(|r| r[k].chars().count()).max().unwrap_or(0);
    let (file, lines) = (width(0), width(1));
    for [name, covered, branches] in &rows {
        let _ = writeln!(out, "  {name:file$}  {covered:>lines$}  {branches}");
    }
}

fn verdict(out: &mut String, outcome: &Outcome, style: Style) {
    let text = harmless(&outcome.verdict.to_string());
    let text = match outcome.verdict {
        Verdict::Proved => style.good(&text),
        Verdict::Violated | Verdict::NotProved => style.bad(&text),
        Verdict::ProvedUpTo { .. } | Verdict::Unknown { .. } => style.warn(&text),
    };
    let number = match outcome.bugs.len() {
        0 => String::new(),
        1 => ", 1 bug".to_string(),
        n => format!(", {n} bugs"),
    };
    let exactness = match outcome.exactness.word() {
        "exact" => "exact".to_string(),
        "over" => "over: behaviours were added".to_string(),
        "under" => "under: behaviours were left out".to_string(),
        other => format!("{other}: behaviours were added and left out"),
    };
    let _ = writeln!(out, "{text} ({exactness}){number}");
    // An unknown has it as its reason.
    let told = matches!(outcome.verdict, Verdict::Unknown { .. }) && outcome.bugs.is_empty();
    if let Some(r) = outcome.stopped.filter(|_| !told) {
        let _ = writeln!(out, "  not everything was looked at: {}", r.words());
    }
    for assumption in &outcome.assumptions {
        let _ = writeln!(out, "  assuming: {}", harmless(assumption));
    }
    for hint in &outcome.hints {
        let _ = writeln!(out, "  hint: {}", harmless(hint));
    }
}

fn one_bug(out: &mut String, number: usize, bug: &Bug, sources: &mut Sources, style: Style) {
    let head = style.bad(&format!("bug {number}: {}", bug.kind));
    let _ = writeln!(out, "{head}: {}", harmless(&bug.message));
    excerpt(out, &bug.place, sources, style);
    for (i, place) in callers(bug).enumerate() {
        if i == MOST_FRAMES {
            let left = callers(bug).count() - MOST_FRAMES;
            let _ = writeln!(out, "  and {}", words::count(left, "more caller"));
            break;
        }
        let _ = writeln!(out, "  called from {}", located(place));
    }
    input(out, bug);
    match &bug.confirmation {
        Confirmation::Confirmed { by, message } => {
            let text = style.good("confirmed by a native run");
            let _ = writeln!(out, "  {text} ({by}: {})", harmless(message));
        }
        Confirmation::NotConfirmed { reason } => {
            let text = style.warn("not confirmed by a native run");
            let _ = writeln!(out, "  {text}: {}", harmless(reason));
        }
        Confirmation::NotTried => out.push_str("  no native run was made\n"),
    }
    if !bug.exactness.is_exact() {
        let _ = writeln!(out, "  the path is {}", bug.exactness.word());
    }
    let mut tail = Vec::new();
    if !bug.test.is_empty() {
        tail.push(format!("test: {}", harmless(&bug.test)));
    }
    if bug.paths > 1 {
        tail.push(format!("reached on {} paths", bug.paths));
    }
    if !tail.is_empty() {
        let _ = writeln!(out, "  {}", tail.join(", "));
    }
}

/// The stack without the site itself.
fn callers(bug: &Bug) -> impl Iterator<Item = &Place> {
    let skip = usize::from(bug.stack.first() == Some(&bug.place));
    bug.stack.iter().skip(skip)
}

/// `file:line:column in function`, without what is unknown.
fn located(place: &Place) -> String {
    let mut text = if place.file.is_empty() {
        "an unknown place".to_string()
    } else {
        harmless(&place.file)
    };
    if place.line > 0 {
        let _ = write!(text, ":{}", place.line);
        if place.column > 0 {
            let _ = write!(text, ":{}", place.column);
        }
    }
    if !place.function.is_empty() {
        let _ = write!(text, " in {}", harmless(&place.function));
    }
    text
}

/// The source line with a caret under the column.
fn excerpt(out: &mut String, place: &Place, sources: &mut Sources, style: Style) {
    let number = place.line.to_string();
    let pad = " ".repeat(number.len());
    let _ = writeln!(out, "  {pad}{} {}", style.dim("-->"), located(place));
    let Some(line) = sources.line(&place.file, place.line) else {
        return;
    };
    // Tabs count as one column for compilers and are shown as one space.
    let line = harmless(line);
    let bar = style.dim("|");
    let _ = writeln!(out, "  {pad} {bar}");
    let _ = writeln!(out, "  {} {bar} {}", style.dim(&number), line.trim_end());
    if place.column > 0 {
        // Columns count bytes; the caret stands under the character.
        let upto = (place.column as usize - 1).min(line.len());
        let characters = line.char_indices().take_while(|(at, _)| *at < upto).count();
        let caret = style.bad("^");
        let _ = writeln!(out, "  {pad} {bar} {}{caret}", " ".repeat(characters));
    }
}

fn input(out: &mut String, bug: &Bug) {
    if bug.inputs.is_empty() {
        out.push_str("  input: none is needed\n");
        return;
    }
    let inputs: Vec<&Input> = bug.inputs.iter().filter(|i| is_there(i, bug)).collect();
    for (i, input) in inputs.iter().enumerate() {
        let label = if i == 0 { "input:" } else { "      " };
        if i == MOST_INPUTS {
            let left = inputs.len() - MOST_INPUTS;
            let _ = writeln!(out, "  {label} and {left} more, see the test");
            break;
        }
        let mut text = harmless(&match &input.source {
            InputSource::Argument { .. } => literal::assignment(&string(input), &bug.inputs),
            _ => literal::assignment(input, &bug.inputs),
        });
        if text.chars().count() > LONGEST_LITERAL {
            text = text.chars().take(LONGEST_LITERAL).collect();
            let _ = write!(
                text,
                "… ({}, see the test)",
                words::count(input.bytes.len(), "byte")
            );
        }
        let _ = writeln!(out, "  {label} {text}");
    }
}

/// Whether the program sees the input: not an argument beyond their number, nor a piece
/// of no bytes.
pub(crate) fn is_there(input: &Input, bug: &Bug) -> bool {
    let index = match input.source {
        InputSource::Argument { index } => index,
        // Of what this argument leads to nothing can have been written.
        InputSource::Outside { .. } => return !input.bytes.is_empty(),
        _ => return true,
    };
    !bug.inputs.iter().any(|i| match i.source {
        InputSource::ArgumentCount { first, most } => {
            let given = i.bytes.first_chunk().map_or(0, |n| u32::from_le_bytes(*n));
            (first.saturating_add(given)..first.saturating_add(most)).contains(&index)
        }
        _ => false,
    })
}

/// An argument as the program sees it: up to its first zero.
pub(crate) fn string(input: &Input) -> Input {
    let mut s = input.clone();
    s.bytes.truncate(
        s.bytes
            .iter()
            .position(|b| *b == 0)
            .unwrap_or(s.bytes.len()),
    );
    s.ty = InputType::Array {
        element: Box::new(InputType::Char),
        len: s.bytes.len() as u64,
    };
    s
}

fn incomplete(out: &mut String, list: &[(Incomplete, u64)], style: Style) {
    if list.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", style.warn("not explored in full:"));
    for (what, count) in list.iter().take(MOST_INCOMPLETE) {
        let times = if *count == 1 {
            "once".to_string()
        } else {
            format!("{count} times")
        };
        let at = if what.place.file.is_empty() {
            String::new()
        } else {
            format!(" at {}", located(&what.place))
        };
        let _ = writeln!(out, "  {}{at} ({times})", harmless(&what.what));
    }
    if list.len() > MOST_INCOMPLETE {
        let left = list.len() - MOST_INCOMPLETE;
        let _ = writeln!(out, "  and {left} more, see run.json");
    }
}

/// A proof that holds because nothing is left to prove is worth a word.
fn vacuous(out: &mut String, outcome: &Outcome) {
    let s = &outcome.statistics;
    let ends = s.paths_complete + s.paths_error + s.paths_incomplete;
    if outcome.verdict == Verdict::Proved && ends == 0 && s.paths_assumed_away > 0 {
        let _ = writeln!(
            out,
            "warning: no path reaches an end of the program, and {} ended at an assumption that \
             no input satisfies: see that the proof is not empty",
            s.paths_assumed_away
        );
    }
}

fn counts(out: &mut String, s: &Statistics, by: CountedBy) {
    let mut first = vec![words::count(s.paths_complete, "path")];
    if s.paths_error > 0 {
        first.push(format!("{} with an error", s.paths_error));
    }
    if s.paths_repeated > 0 {
        first.push(format!("{} at a state met before", s.paths_repeated));
    }
    if s.paths_incomplete > 0 {
        first.push(format!("{} incomplete", s.paths_incomplete));
    }
    if s.states_waiting > 0 {
        let size = match (s.bytes_per_state, s.bytes_per_log) {
            (0, 0) => String::new(),
            (0, log) => format!(" ({} bytes each)", grouped(log)),
            (ready, log) => format!(
                " ({} bytes each while ready, {} as decisions)",
                grouped(ready),
                grouped(log)
            ),
        };
        first.push(format!(
            "{} waiting{size}",
            words::count(s.states_waiting, "state")
        ));
    }
    first.push(many(s.llvm_instructions, "instruction"));
    if s.queries > 0 {
        first.push(format!(
            "{} ({} to the solver)",
            many(s.queries, "query"),
            grouped(s.solver_calls)
        ));
    }
    if s.lines_total > 0 {
        let lines = match by {
            CountedBy::Regions => "",
            CountedBy::Positions => " with instructions",
        };
        first.push(format!(
            "{} of {}{lines} covered",
            s.lines_covered,
            words::count(s.lines_total, "line")
        ));
    }
    if s.branches_total > 0 {
        first.push(format!(
            "{} of {}",
            s.branches_covered,
            words::count(s.branches_total, "branch")
        ));
    }
    let _ = writeln!(out, "{}", first.join(", "));
    let mut times = vec![format!("exploration {} s", seconds(s.time_explore_us))];
    if s.time_solver_us > 0 {
        times[0] = format!(
            "exploration {} s (solver {} s)",
            seconds(s.time_explore_us),
            seconds(s.time_solver_us)
        );
    }
    if s.workers > 1 {
        times.push(format!(
            "{} workers, {} CPU s",
            s.workers,
            seconds(s.cpu_explore_us)
        ));
    }
    times.push(format!("clang {} s", seconds(s.time_clang_us)));
    if s.time_native_us > 0 {
        times.push(format!("native runs {} s", seconds(s.time_native_us)));
    }
    let _ = writeln!(out, "{}", times.join(", "));
}

fn seconds(us: u64) -> String {
    format!("{:.2}", us as f64 / 1e6)
}

/// A number that may be large, with its noun.
fn many(n: u64, one: &str) -> String {
    format!("{} {}", grouped(n), words::noun(n == 1, one))
}

/// `1234567` as `1,234,567`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, d) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(d);
    }
    out
}
