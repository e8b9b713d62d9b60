//! The summary on the terminal.

use super::{short, About, Budget};
use crate::style::{harmless, Style};
use ep_base::outcome::{Input, InputSource, InputType, Place};
use ep_base::time::{
    Bound, Bounds, Cost, Counted, Gap, Lasso, LassoEvidence, Loop, LoopVerdict, Number, Parameter,
    ParameterKind, Report, SecondLook, Verdict,
};
use ep_base::words::count;
use ep_harness::literal;
use std::fmt::Write;

/// Facts in a row of the table of loops.
const HOLDS: usize = 10;
/// Columns of the labels.
const LABEL: usize = 20;

/// The summary.
pub fn summary(report: &Report, about: &About, style: Style) -> String {
    let mut out = String::new();
    head(&mut out, report, style);
    let names = report.names();
    if let Some(l) = &report.lasso {
        let lines: Vec<String> = l.cycle.iter().map(short).collect();
        let mut text = lines.join(" -> ");
        if !l.kept.is_empty() {
            let round = round_of(about);
            let _ = write!(text, ", with {} in every {round}", l.kept.join(", "));
        }
        row(&mut out, "lasso", &text);
        let how = match &l.evidence {
            LassoEvidence::Recurs { after } if about.exhausts.is_some() => {
                let calls = match after.to_string().as_str() {
                    "1" => "in the call before".to_owned(),
                    n => format!("{n} calls further down"),
                };
                format!("{calls} the arguments and the memory are the same")
            }
            LassoEvidence::RecurrentSet if about.exhausts.is_some() => {
                "one bit-precise call from any such state leads to another".to_owned()
            }
            LassoEvidence::Recurs { after } if after.to_string() == "1" => {
                "the state of the machine comes again after one round".to_owned()
            }
            LassoEvidence::Recurs { after } => {
                format!("the state of the machine comes again after {after} visits of loop heads")
            }
            LassoEvidence::RecursInPart { .. } if about.exhausts.is_some() => {
                "further down all that decides which calls are made is the same".to_owned()
            }
            LassoEvidence::RecursInPart { after } => {
                format!("all that decides of the machine's state comes again after {after} visits of loop heads")
            }
            LassoEvidence::RecurrentSet => {
                "one bit-precise round from any such state leads to another".to_owned()
            }
        };
        row(&mut out, "because", &how);
    }
    let unit = unit(&report.cost);
    if report.bounds.upper.is_some() || report.bounds.lower.is_some() {
        let label = if report.lasso.is_some() {
            "else"
        } else {
            &unit
        };
        bounds(&mut out, label, &report.bounds, &names);
        if about.partial {
            row(&mut out, "", "of the other inputs there is no bound");
        }
        if report.certificate.is_some() && !about.derives_upper {
            row(
                &mut out,
                "",
                "rests on this program: the certificate has that it ends",
            );
        }
        gap(&mut out, report, &names);
    }
    for s in &report.summands {
        let label = format!("of it {}", s.function);
        match s.bounds.upper.is_some() || s.bounds.lower.is_some() {
            true => bounds(&mut out, &label, &s.bounds, &names),
            false => row(&mut out, &label, "no bound"),
        }
        if !s.each.is_empty() {
            row(&mut out, "", &format!("each call costs {}", s.each));
        }
    }
    if report.verdict == Verdict::Terminates {
        for b in &report.because {
            row(&mut out, "because", b);
        }
    }
    match about.loops {
        true => table(&mut out, report, &names),
        false => {
            for l in &report.loops {
                the_loop(&mut out, l, &names);
            }
        }
    }
    if let Some((place, inputs)) = &about.overflow {
        let shown: Vec<String> = inputs.iter().map(|i| short_of(i, inputs)).collect();
        let of = match shown.is_empty() {
            true => String::new(),
            false => format!(" for {}", shown.join(", ")),
        };
        row(
            &mut out,
            "overflow",
            &format!("{}signed arithmetic overflows{of}", at(place)),
        );
    }
    counted(&mut out, report, about);
    match &about.budget {
        None => {}
        Some((text, Budget::Kept)) => row(&mut out, "budget", &format!("{text} is kept (proved)")),
        Some((text, Budget::Exceeded { run })) => {
            let at = inputs_of(report, *run);
            let count = report
                .counted
                .as_ref()
                .and_then(|c| c.runs.get(*run as usize))
                .and_then(|r| r.interpreted.clone());
            let n = count.map_or_else(String::new, |n| format!(", which takes {n}"));
            row(
                &mut out,
                "budget",
                &format!("{text} is exceeded by {at}{n}"),
            );
        }
        Some((text, Budget::Unknown(why))) => {
            row(&mut out, "budget", &format!("{text}: not decided ({why})"));
        }
    }
    for u in report.undecided.iter().take(8) {
        let tried = match u.tried.is_empty() {
            true => String::new(),
            false => format!(" (tried: {})", u.tried.join(", ")),
        };
        row(
            &mut out,
            "undecided",
            &format!("{}{}{tried}", at(&u.place), u.what),
        );
    }
    // Two columns of one line are one line here.
    let mut assumed: Vec<String> = Vec::new();
    for a in &report.assumptions {
        let told = format!("{}{}", at(&a.place), a.text);
        if !assumed.contains(&told) {
            assumed.push(told);
        }
    }
    for told in assumed.iter().take(8) {
        row(&mut out, "assuming", told);
    }
    for n in &about.notes {
        row(&mut out, "note", n);
    }
    out
}

/// `file:line: `, if the place is known.
fn at(place: &Place) -> String {
    match place.line {
        0 => String::new(),
        _ => format!("{}: ", short(place)),
    }
}

fn head(out: &mut String, report: &Report, style: Style) {
    let verdict = match &report.verdict {
        Verdict::Terminates => {
            let on_one = (report.certificate.as_ref()).map_or(0, |c| c.single_solver_steps);
            let how = match report.certificate.as_ref().and_then(|c| c.accepted) {
                Some(true) if on_one > 0 => "proved, certificate checked, rounds over bits",
                Some(true) => "proved, certificate checked",
                _ => "proved",
            };
            format!("{:<56}({how})", style.good("terminates"))
        }
        Verdict::DoesNotTerminate => {
            let values = report.lasso.as_ref().map(|l| read(report, l));
            let values = values.unwrap_or_default();
            let text = match values.is_empty() {
                true => "does not terminate".to_owned(),
                false => format!("does not terminate for {}", harmless(&values)),
            };
            let gap = if text.len() < 56 { "" } else { "  " };
            format!("{:<56}{gap}(violated, replayed)", style.bad(&text))
        }
        v @ Verdict::Unknown { .. } => style.warn(&harmless(&v.to_string())),
    };
    let _ = writeln!(out, "{verdict}");
}

/// The inputs of a run that never ends, and what its rounds read.
fn round_of(about: &About) -> &'static str {
    match about.exhausts {
        Some(_) => "call",
        None => "round",
    }
}

fn read(report: &Report, l: &Lasso) -> String {
    const SHOWN: usize = 8;
    let all = &l.inputs[..];
    let again = l.again.map_or(all.len(), |a| all.len().min(a as usize));
    let (stem, round) = all.split_at(again);
    let list = |inputs: &[Input]| {
        let told_of = inputs.iter().filter(|i| told(report, i, all).is_some());
        let more = if told_of.count() > SHOWN { ", ..." } else { "" };
        let shown = inputs.iter().filter_map(|i| told(report, i, all));
        let shown: Vec<String> = shown.take(SHOWN).collect();
        format!("{}{more}", shown.join(", "))
    };
    let mut parts = Vec::new();
    if !stem.is_empty() {
        parts.push(list(stem));
    }
    if let Some(first) = round.first() {
        let same = |i: &Input| (&i.name, &i.bytes) == (&first.name, &first.bytes);
        let same = round.iter().all(same);
        let round = if same { &round[..1] } else { round };
        parts.push(format!("{} in every round", list(round)));
    }
    parts.join(", then ")
}

/// An input by what bounds name of it: a list by its length, not by its bytes. Nothing
/// for a pointer to what another input tells.
fn told(report: &Report, input: &Input, all: &[Input]) -> Option<String> {
    let size = |p: &Parameter| match p.kind {
        ParameterKind::ListLength { index, .. } | ParameterKind::TreeSize { index } => {
            Some((p.name.clone(), index))
        }
        _ => None,
    };
    // All nodes of a structure have the name of the parameter that leads to it.
    let root = |index: u32| {
        let own = InputSource::Buffer { index };
        all.iter().any(|i| i.source == own && i.name == input.name)
    };
    let structure = report.parameters.iter().filter_map(size);
    let Some((name, _)) = structure.into_iter().find(|(_, index)| root(*index)) else {
        return Some(short_of(input, all));
    };
    let node = |i: &&Input| {
        let object = matches!(
            i.source,
            InputSource::Buffer { .. } | InputSource::Object { .. }
        );
        object && i.name == input.name
    };
    match input.source {
        InputSource::Buffer { .. } => Some(format!("{name} = {}", all.iter().filter(node).count())),
        _ => None,
    }
}

/// An input as it is assigned; of many bytes the first ones.
fn short_of(input: &Input, all: &[Input]) -> String {
    const BYTES: usize = 8;
    let n = input.bytes.len();
    if n <= 4 * BYTES || input.ty != InputType::Bytes {
        return literal::assignment(input, all);
    }
    let first = Input {
        bytes: input.bytes.iter().copied().take(BYTES).collect(),
        ..input.clone()
    };
    let told = literal::assignment(&first, all);
    match told.strip_suffix('}') {
        Some(list) => format!("{list}, ... {n} bytes}}"),
        None => format!("{told}... {n} bytes"),
    }
}

fn row(out: &mut String, label: &str, text: &str) {
    let gap = if label.len() < LABEL { "" } else { " " };
    let _ = writeln!(out, "  {label:<LABEL$}{gap}{}", harmless(text));
}

fn bounds(out: &mut String, label: &str, b: &Bounds, names: &[String]) {
    let upper = b.upper.as_ref().map(|u| u.text(names).join("     "));
    let lower = b.lower.as_ref().map(|l| l.text(names).join("     "));
    match (&b.gap, upper, lower) {
        (Gap::Exact, Some(u), _) => row(out, label, &format!("{u}     exact")),
        (_, u, l) => {
            if let Some(u) = u {
                row(out, label, &format!("at most  {u}"));
            }
            if let Some(l) = l {
                row(out, label, &format!("at least {l}"));
            }
        }
    }
}

/// The third number: how far the bounds are apart.
fn gap(out: &mut String, report: &Report, names: &[String]) {
    let b = &report.bounds;
    let text = match (&b.gap, &b.upper, &b.lower) {
        (Gap::Exact, _, _) => return,
        (Gap::Difference { bound }, _, _) => {
            format!("at most  {}", bound.text(names).join("     "))
        }
        (_, Some(_), Some(_)) => {
            let runs = report.counted.iter().flat_map(|c| &c.runs);
            let apart = runs.filter_map(|r| Some(&r.upper.as_ref()?.0 - &r.lower.as_ref()?.0));
            let apart: Vec<_> = apart.collect();
            match (apart.iter().min(), apart.iter().max()) {
                (Some(a), Some(b)) if a == b => format!("{a} for the inputs that were run"),
                (Some(a), Some(b)) => format!("{a} to {b} for the inputs that were run"),
                _ => "not known: no input was run".to_owned(),
            }
        }
        (_, Some(_), None) => "not known: there is no lower bound".to_owned(),
        (_, None, _) => "not known: there is no upper bound".to_owned(),
    };
    row(out, "gap", &text);
}

/// What bounds count.
pub fn unit(cost: &Cost) -> String {
    match cost {
        Cost::Instructions => "LLVM instructions".to_owned(),
        Cost::Rounds => "rounds".to_owned(),
        Cost::Calls { function } => format!("calls of {function}"),
        Cost::Ticks => "ticks".to_owned(),
    }
}

/// A loop as a row of a table: where it is, its rounds, why it ends, and what holds at
/// its head beyond its types.
pub fn loop_cells(l: &Loop, names: &[String]) -> [String; 4] {
    let shown = |b: &Bound| b.text(names).join("     ");
    let (upper, lower) = (l.rounds.upper.as_ref(), l.rounds.lower.as_ref());
    let rounds = match (&l.verdict, &l.rounds.gap, upper, lower) {
        (LoopVerdict::DoesNotTerminate, ..) => "does not end on some input".to_owned(),
        (LoopVerdict::Unreachable, ..) => "is not reached".to_owned(),
        (LoopVerdict::Unknown { tried }, ..) if tried.is_empty() => "not decided".to_owned(),
        (LoopVerdict::Unknown { tried }, ..) => {
            format!("not decided (tried: {})", tried.join(", "))
        }
        (_, Gap::Exact, Some(u), _) => format!("{}     exact", shown(u)),
        (_, _, Some(u), Some(l)) => format!("at most {}, at least {}", shown(u), shown(l)),
        (_, _, Some(u), None) => format!("at most {}", shown(u)),
        (_, _, None, Some(l)) => format!("ends; at least {}", shown(l)),
        (_, _, None, None) => "ends".to_owned(),
    };
    let mut because = Vec::new();
    if l.verdict == LoopVerdict::Terminates {
        because.clone_from(&l.because);
        if let Some(SecondLook::OneEngine { .. }) = &l.second {
            because.push("one engine".to_owned());
        }
    }
    let mut holds = l
        .telling
        .iter()
        .take(HOLDS)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if l.telling.len() > HOLDS {
        let _ = write!(holds, " and {} more", l.telling.len() - HOLDS);
    }
    [loop_label(l), rounds, because.join("; "), holds]
}

/// All loops, one per row.
fn table(out: &mut String, report: &Report, names: &[String]) {
    const TITLES: [&str; 4] = ["loop", "rounds", "because", "holds"];
    if report.loops.is_empty() {
        row(out, "loops", "none");
        return;
    }
    let mut rows = vec![TITLES.map(str::to_owned)];
    rows.extend(report.loops.iter().map(|l| loop_cells(l, names)));
    let wide = |at: usize| {
        let cells = rows.iter().filter_map(|r| r.get(at));
        cells.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths = [wide(0).max(LABEL), wide(1), wide(2)];
    for cells in &rows {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        line.push_str(cells.last().map_or("", String::as_str));
        let _ = writeln!(out, "  {}", harmless(line.trim_end()));
    }
    for p in &report.parameters {
        let start = format!("{}0", p.name);
        let is = |c: char| !(c.is_alphanumeric() || c == '_');
        if rows
            .iter()
            .flatten()
            .any(|c| c.split(is).any(|w| w == start))
        {
            row(out, "", &format!("{start} is {} at the start", p.name));
        }
    }
}

fn the_loop(out: &mut String, l: &Loop, names: &[String]) {
    let label = loop_label(l);
    let bounded = l.rounds.upper.is_some() || l.rounds.lower.is_some();
    match &l.verdict {
        LoopVerdict::Terminates if bounded => bounds(out, &label, &l.rounds, names),
        LoopVerdict::Terminates => row(out, &label, "terminates"),
        LoopVerdict::DoesNotTerminate => row(out, &label, "does not terminate on some input"),
        LoopVerdict::Unreachable => {}
        LoopVerdict::Unknown { tried } => {
            let tried = match tried.is_empty() {
                true => String::new(),
                false => format!(" (tried: {})", tried.join(", ")),
            };
            row(out, &label, &format!("not decided{tried}"));
        }
    }
    // Measures of steps say nothing of a loop that other steps leave open.
    let ends = matches!(l.verdict, LoopVerdict::Terminates);
    for b in l.because.iter().filter(|_| ends) {
        row(out, "because", b);
    }
    if let (LoopVerdict::Terminates, Some(SecondLook::OneEngine { why })) = (&l.verdict, &l.second)
    {
        row(out, "", &format!("rests on one engine: {why}"));
    }
}

/// A loop by its place; models of the C library have none where they call themselves.
fn loop_label(l: &Loop) -> String {
    match l.place.line {
        0 => "C library loop".to_owned(),
        _ => format!("{} loop", short(&l.place)),
    }
}

fn counted(out: &mut String, report: &Report, about: &About) {
    let Some(c) = &report.counted else { return };
    let ran = c.runs.len() as u64;
    let stopped: u64 = about.stopped.iter().map(|s| s.1).sum();
    let all = ran + c.skipped + c.not_run + stopped;
    if all == 0 {
        return;
    }
    let compared = c.runs.iter().any(|r| r.upper.is_some());
    let mut text = format!("{ran} of {} run", count(all, "input"));
    if ran > 0 && compared {
        let exact = c.runs.iter().all(|r| r.upper == r.interpreted);
        text.push_str(if exact {
            ", all as computed"
        } else {
            ", none above the bound"
        });
    }
    if about.native_equal > 0 {
        let _ = write!(
            text,
            ", {} natively with the same count",
            about.native_equal
        );
    }
    let mut other = Vec::new();
    if c.skipped > 0 {
        other.push(format!(
            "{} {} over {} instructions",
            c.skipped,
            if c.skipped == 1 { "takes" } else { "take" },
            about.run_limit
        ));
    }
    if c.not_run > 0 {
        other.push(format!("{} not run, as the time was over", c.not_run));
    }
    for (what, n) in &about.stopped {
        other.push(format!(
            "{n} {} otherwise: {what}",
            if *n == 1 { "ends" } else { "end" }
        ));
    }
    if !other.is_empty() {
        let _ = write!(text, " ({})", other.join("; "));
    }
    if let Some(i) = c.longest {
        let longest = inputs_of(report, i);
        let n = c.runs.get(i as usize).and_then(|r| r.interpreted.clone());
        if let Some(n) = n {
            let of = if longest.is_empty() {
                String::new()
            } else {
                format!("{longest}: ")
            };
            let _ = write!(text, "; longest {of}{n}");
        }
    }
    row(out, "counted", &text);
    longest(out, report, c);
    if report.bounds.gap == Gap::Exact {
        return;
    }
    if let Some((gap, run)) = nearest(report) {
        let at = match run.is_empty() {
            true => String::new(),
            false => format!(" for {run}"),
        };
        let text = match gap.as_str() {
            "0" => format!("the bound is met{at}"),
            _ => format!("{gap} below the bound{at}"),
        };
        row(out, "nearest", &text);
    }
}

/// The input for which the bound is largest, where no run of the grid takes as long.
fn longest(out: &mut String, report: &Report, c: &Counted) {
    let Some(l) = &report.longest else { return };
    let run = c.longest.and_then(|i| c.runs.get(i as usize));
    if run.is_some_and(|r| r.interpreted.as_ref() >= Some(&l.bound)) {
        return;
    }
    let at = shown(report, &l.parameters);
    let n = &l.bound;
    let text = match l.exact {
        true => format!("{at}: {n}, by the bound; it was not run"),
        false => format!("{at}: {n} at most, by the bound; it was not run, or takes less"),
    };
    row(out, "longest", &text);
}

/// The parameters of a run, limits left out.
fn inputs_of(report: &Report, run: u32) -> String {
    let runs = report.counted.as_ref().map(|c| &c.runs);
    let run = runs.and_then(|r| r.get(run as usize));
    run.map_or_else(String::new, |r| shown(report, &r.parameters))
}

/// Values of parameters, limits left out.
fn shown(report: &Report, values: &[Number]) -> String {
    let parts: Vec<String> = report
        .parameters
        .iter()
        .zip(values)
        .filter(|(p, _)| !matches!(p.kind, ParameterKind::Limit { .. }))
        .map(|(p, v)| format!("{} = {v}", p.name))
        .collect();
    parts.join(", ")
}

/// The least distance of a count to its upper bound.
fn nearest(report: &Report) -> Option<(String, String)> {
    let runs = &report.counted.as_ref()?.runs;
    let gap = |n: &Number, u: &Number| Number(&u.0 - &n.0);
    let (i, g) = runs
        .iter()
        .enumerate()
        .filter_map(|(i, r)| Some((i, gap(r.interpreted.as_ref()?, r.upper.as_ref()?))))
        .min_by(|a, b| a.1.cmp(&b.1))?;
    Some((g.to_string(), inputs_of(report, i as u32)))
}
