//! What the terminal shows: one line per member, then each failed proof with
//! its source line, what the heap held and who took what is missing.

use crate::style::{harmless, Style};
use ep_base::outcome::Verdict;
use ep_base::verification::{
    FileOutcome, Finding, InputProblem, MemberOutcome, Region, Verification,
};
use std::fmt::Write;

/// How many chunks of a heap are shown.
const CHUNKS: usize = 12;

/// How many quantifiers of a profile are shown.
const QUANTIFIERS: usize = 20;

/// How much is shown.
#[derive(Clone, Copy, Debug)]
pub struct Show {
    /// Ghost operations that were inferred.
    pub ghost: bool,
    /// Colours.
    pub style: Style,
}

/// The summary.
pub fn summary(v: &Verification, show: Show) -> String {
    let mut out = String::new();
    for file in &v.files {
        one_file(&mut out, file, show);
    }
    if !v.files.iter().any(FileOutcome::is_bad_input) {
        last_line(&mut out, v, show.style);
    }
    out
}

/// A problem of the input, for standard error.
pub fn problem(p: &InputProblem, style: Style) -> String {
    let word = match p.id.as_str() {
        "warning" => style.warn("warning"),
        id => style.bad(&format!("error[{id}]")),
    };
    let mut out = format!("{word}: {}\n", harmless(&p.message));
    excerpt(&mut out, &p.place, style);
    if let Some(help) = &p.help {
        let _ = writeln!(out, "  help: {}", harmless(help));
    }
    out
}

fn one_file(out: &mut String, file: &FileOutcome, show: Show) {
    if file.is_bad_input() {
        return;
    }
    let _ = writeln!(out, "{}", show.style.strong(&harmless(&file.file)));
    let width = (file.members.iter())
        .map(|m| m.kind.len() + m.name.chars().count() + 1)
        .max()
        .unwrap_or(0)
        .min(48);
    for m in &file.members {
        member(out, m, width, show);
    }
    for m in &file.members {
        for f in &m.findings {
            out.push('\n');
            finding(out, m, f, show.style);
        }
    }
}

fn member(out: &mut String, m: &MemberOutcome, width: usize, show: Show) {
    let style = show.style;
    let word = match &m.verdict {
        Verdict::Proved | Verdict::ProvedUpTo { .. } => style.good("proved     "),
        Verdict::NotProved | Verdict::Violated => style.bad("not proved "),
        Verdict::Unknown { .. } => style.warn("unknown    "),
    };
    let name = format!("{} {}", m.kind, harmless(&m.name));
    let time = match m.cached {
        true => "kept".to_owned(),
        false => format!("{:.1} ms", m.time_us as f64 / 1e3),
    };
    let _ = writeln!(
        out,
        "  {word} {name:width$}  line {:<5} {time}",
        m.place.line
    );
    if let Verdict::Unknown { reason } = &m.verdict {
        let _ = writeln!(out, "              {}", harmless(reason));
    }
    if !m.flips.is_empty() {
        let what = format!("otherwise: {}", m.flips.join(", "));
        let _ = writeln!(out, "              {}", style.warn(&what));
    }
    profile(out, m);
    if show.ghost {
        for g in &m.ghost {
            let _ = writeln!(
                out,
                "              line {}: {}",
                g.place.line,
                harmless(&g.text)
            );
        }
    }
}

/// What the solver instantiated: number, milliseconds and chain, then whose terms it was.
fn profile(out: &mut String, m: &MemberOutcome) {
    let named = |text: &str, place: &Region| match (place.line, text) {
        (0, "") => "the program".to_owned(),
        (0, text) => harmless(text),
        (line, text) => format!("line {line}: {}", harmless(text)),
    };
    if !m.profile.is_empty() {
        let _ = writeln!(out, "              instances       time  chain  quantifier");
    }
    for q in m.profile.iter().take(QUANTIFIERS) {
        let ms = q.time_us as f64 / 1e3;
        let name = named(&q.text, &q.place);
        let _ = writeln!(
            out,
            "              {:>9} {ms:>7.1} ms {:>6}  {name}",
            q.instances, q.deepest
        );
        for c in &q.causes {
            let name = named(&c.text, &c.place);
            let _ = writeln!(out, "              {:>9}   by {name}", c.instances);
        }
    }
    if m.profile.len() > QUANTIFIERS {
        let more = m.profile.len() - QUANTIFIERS;
        let _ = writeln!(out, "              and {more} more");
    }
}

fn finding(out: &mut String, m: &MemberOutcome, f: &Finding, style: Style) {
    let _ = writeln!(
        out,
        "{}: {}",
        style.bad(&format!("error[{}]", f.id)),
        harmless(&f.message)
    );
    excerpt(out, &f.at, style);
    let same_line = f.place.file == f.at.file && f.place.line == f.at.line;
    if !same_line && f.place.line != 0 {
        let _ = writeln!(out, "  needed by {} {}:", m.kind, harmless(&m.name));
        excerpt(out, &f.place, style);
    }
    if f.heap.is_empty() && f.id.ends_with(":insufficient.permission") {
        let _ = writeln!(out, "  the heap holds nothing");
    }
    if !f.heap.is_empty() {
        let _ = writeln!(out, "  the heap holds");
        for chunk in f.heap.iter().take(CHUNKS) {
            let _ = writeln!(out, "    {}", harmless(chunk));
        }
        if f.heap.len() > CHUNKS {
            let _ = writeln!(out, "    and {} more", f.heap.len() - CHUNKS);
        }
    }
    if let Some(inside) = &f.inside {
        let _ = writeln!(out, "  what keeps it from being closed:");
        excerpt(out, inside, style);
    }
    if let Some(c) = &f.consumed {
        let _ = writeln!(out, "  {} was taken by", harmless(&c.chunk));
        excerpt(out, &c.by, style);
    }
    if let Some(run) = &f.run {
        let text = match run.confirmed {
            true => style.bad(&run.to_string()),
            false => style.dim(&harmless(&run.to_string())),
        };
        let _ = writeln!(out, "  {text}");
        if let Some(test) = &run.test {
            let _ = writeln!(out, "  test: {}", harmless(test));
        }
    }
}

/// The place and its line, with a caret below.
fn excerpt(out: &mut String, r: &Region, style: Style) {
    if r.line == 0 {
        return;
    }
    let number = r.line.to_string();
    let gap = " ".repeat(number.len());
    let bar = style.dim("|");
    let _ = writeln!(
        out,
        " {gap}{} {}:{}:{}",
        style.dim("-->"),
        harmless(&r.file),
        r.line,
        r.column
    );
    if r.text.is_empty() {
        return;
    }
    let _ = writeln!(out, " {} {bar} {}", style.dim(&number), harmless(&r.text));
    let from = (r.column.max(1) as usize - 1).min(r.text.len());
    let to = match r.end_line == r.line {
        true => (r.end_column.max(1) as usize - 1).min(r.text.len()),
        false => r.text.trim_end().len(),
    };
    let before = r.text.get(..from).map_or(from, |t| t.chars().count());
    let length = r
        .text
        .get(from..to.max(from))
        .map_or(1, |t| t.chars().count());
    let carets = "^".repeat(length.clamp(1, 80));
    let _ = writeln!(
        out,
        " {gap} {bar} {}{}",
        " ".repeat(before),
        style.bad(&carets)
    );
}

fn last_line(out: &mut String, v: &Verification, style: Style) {
    let (mut proved, mut failed, mut unknown) = (0, 0, 0);
    for m in v.members() {
        match m.verdict {
            Verdict::Proved | Verdict::ProvedUpTo { .. } => proved += 1,
            Verdict::NotProved | Verdict::Violated => failed += 1,
            Verdict::Unknown { .. } => unknown += 1,
        }
    }
    let verdict = v.verdict.to_string();
    let verdict = match v.verdict {
        Verdict::Proved | Verdict::ProvedUpTo { .. } => style.good(&verdict),
        Verdict::NotProved | Verdict::Violated => style.bad(&verdict),
        Verdict::Unknown { .. } => style.warn(&harmless(&verdict)),
    };
    let mut counts = vec![format!("{proved} proved")];
    if failed > 0 {
        counts.push(format!("{failed} not proved"));
    }
    if unknown > 0 {
        counts.push(format!("{unknown} unknown"));
    }
    let kept = v.members().filter(|m| m.cached).count();
    if kept > 0 {
        counts.push(format!("{kept} kept from the cache"));
    }
    let _ = writeln!(out, "\nverdict: {verdict}");
    let _ = writeln!(
        out,
        "members: {}, {:.1} ms",
        counts.join(", "),
        v.time_us as f64 / 1e3
    );
    for a in &v.assumptions {
        let _ = writeln!(out, "assumed: {}", harmless(a));
    }
}
