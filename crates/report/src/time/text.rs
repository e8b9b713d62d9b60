//! The summary on the terminal.

use super::{short, About, Budget};
use crate::literal;
use crate::style::{harmless, Style};
use ep_base::outcome::{Input, InputType, Place};
use ep_base::time::{
    Bounds, Cost, Gap, Lasso, LassoEvidence, Loop, LoopVerdict, Number, ParameterKind, Report,
    SecondLook, Verdict,
};
use std::fmt::Write;

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
            LassoEvidence::RecurrentSet => {
                "one bit-precise round from any such state leads to another".to_owned()
            }
        };
        row(&mut out, "because", &how);
    }
    let unit = match &report.cost {
        Cost::Instructions => "LLVM instructions".to_owned(),
        Cost::Rounds => "rounds".to_owned(),
        Cost::Calls { function } => format!("calls of {function}"),
        Cost::Ticks => "ticks".to_owned(),
    };
    if report.bounds.upper.is_some() || report.bounds.lower.is_some() {
        let label = if report.lasso.is_some() {
            "else"
        } else {
            &unit
        };
        bounds(&mut out, label, &report.bounds, &names);
        // All runs were unwound; the transition system bounds those that stay
        // away from the loop that it leaves open.
        if report.verdict == Verdict::Terminates && report.certificate.is_none() {
            row(&mut out, "else", "it ends; no bound is known");
        }
        if report.certificate.is_some() && !about.derives_upper {
            row(
                &mut out,
                "",
                "rests on this program: the certificate has that it ends",
            );
        }
    }
    for s in &report.summands {
        let label = format!("of it {}", s.function);
        match s.bounds.upper.is_some() || s.bounds.lower.is_some() {
            true => bounds(&mut out, &label, &s.bounds, &names),
            false => row(&mut out, &label, "no bound"),
        }
        row(&mut out, "", &format!("each call costs {}", s.each));
    }
    for l in &report.loops {
        the_loop(&mut out, l, &names, about.loops);
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
            let values = report.lasso.as_ref().map(read).unwrap_or_default();
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

fn read(l: &Lasso) -> String {
    const SHOWN: usize = 8;
    let all = &l.inputs[..];
    let again = l.again.map_or(all.len(), |a| all.len().min(a as usize));
    let (stem, round) = all.split_at(again);
    let list = |inputs: &[Input]| {
        let more = if inputs.len() > SHOWN { ", ..." } else { "" };
        let shown = inputs.iter().take(SHOWN);
        let shown: Vec<String> = shown.map(|i| short_of(i, all)).collect();
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
    format!("{}, ... {n} bytes}}", told.trim_end_matches('}'))
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
        (gap, u, l) => {
            if let Some(u) = u {
                row(out, label, &format!("at most  {u}"));
            }
            if let Some(l) = l {
                row(out, label, &format!("at least {l}"));
            }
            if let Gap::Difference { bound } = gap {
                row(out, "gap", &bound.text(names).join("     "));
            }
        }
    }
}

fn the_loop(out: &mut String, l: &Loop, names: &[String], all: bool) {
    let label = format!("{} loop", short(&l.place));
    let bounded = l.rounds.upper.is_some() || l.rounds.lower.is_some();
    match &l.verdict {
        LoopVerdict::Terminates if bounded => bounds(out, &label, &l.rounds, names),
        LoopVerdict::Terminates => row(out, &label, "terminates"),
        LoopVerdict::DoesNotTerminate => row(out, &label, "does not terminate on some input"),
        LoopVerdict::Unreachable if all => row(out, &label, "is not reached"),
        LoopVerdict::Unreachable => {}
        LoopVerdict::Unknown { tried } => {
            let tried = match tried.is_empty() {
                true => String::new(),
                false => format!(" (tried: {})", tried.join(", ")),
            };
            row(out, &label, &format!("not decided{tried}"));
        }
    }
    for b in &l.because {
        row(out, "because", b);
    }
    if let (LoopVerdict::Terminates, Some(SecondLook::OneEngine { why })) = (&l.verdict, &l.second)
    {
        row(out, "", &format!("rests on one engine: {why}"));
    }
    if all {
        for i in &l.invariants {
            row(out, "holds", i);
        }
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
    let mut text = format!("{ran} of {all} inputs run");
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
            "{} take over {} instructions",
            c.skipped, about.run_limit
        ));
    }
    if c.not_run > 0 {
        other.push(format!("{} not run, as the time was over", c.not_run));
    }
    for (what, n) in &about.stopped {
        other.push(format!("{n} end otherwise: {what}"));
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
    if let Some((gap, run)) = nearest(report) {
        if gap != "0" {
            row(
                out,
                "nearest",
                &format!("{} below the bound for {run}", gap),
            );
        }
    }
}

/// The parameters of a run, limits left out.
fn inputs_of(report: &Report, run: u32) -> String {
    let Some(r) = report
        .counted
        .as_ref()
        .and_then(|c| c.runs.get(run as usize))
    else {
        return String::new();
    };
    let parts: Vec<String> = report
        .parameters
        .iter()
        .zip(&r.parameters)
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
