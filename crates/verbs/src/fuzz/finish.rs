//! The end of a run: what was found, as files, a summary or JSON, and the exit
//! code.

use super::state::{lock, Counts, Found, Shared, Tally};
use super::Search;
use super::{prepare, traces, tree};
use crate::gate::{Gap, Gate};
use crate::trace;
use ep_base::outcome::{
    Bug, Confirmation, Exactness, Incomplete, Input, InputSource, InputType, Outcome, Statistics,
    Verdict,
};
use ep_base::words::count;
use ep_base::{Diagnostic, ExitCode};
use ep_explore::concolic::Channel;
use ep_explore::view::trace::Trace;
use ep_proofs::words::Words;
use ep_proofs::Done;
use ep_report::run;
use ep_report::run::About;
use ep_report::source::Sources;
use ep_report::style::Style;
use serde_json::{json, Value};
use std::fmt::Write;
use std::sync::atomic::Ordering;

/// Lines of each list in the summary.
const SHOWN: usize = 8;

/// Writes and prints everything and says how the process ends.
///
/// # Errors
/// Something cannot be written (exit 4).
pub fn finish(
    search: &Search<'_, '_>,
    edges: usize,
    resumed: usize,
    useless: Option<String>,
    gate: &Gate,
) -> Result<Done<Outcome>, Diagnostic> {
    let args = search.args;
    let mut s = lock(search.shared);
    write_bugs(search, &mut s)?;
    let reason = why(search, &s, useless);
    let outcome = outcome(search, &s, &reason);
    let interrupted = search.clock.cancel.is_cancelled();
    let plain = match (&outcome.verdict, interrupted) {
        (_, true) => ExitCode::Interrupted,
        (Verdict::Violated, _) => ExitCode::Violated,
        _ if !outcome.bugs.is_empty() => ExitCode::Unknown,
        _ => ExitCode::Holds,
    };
    let gap = Gap::search(&reason);
    let judged = gate.judge(&outcome, plain, Some(&gap));
    let exit = judged.exit;
    let files: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    let version = env!("CARGO_PKG_VERSION");
    let about = About {
        version,
        verb: "fuzz",
        files: &files,
        options: options(search),
        exit,
    };
    let mut value = run::value(&outcome, &about)?;
    let traces = traces::of(search, &s.bugs)?;
    let figures = Figures::of(search, &s, edges, resumed);
    if let Value::Object(fields) = &mut value {
        fields.insert("reason".into(), json!(reason));
        let told = traces.iter().map(|t| trace::value(t.as_ref()));
        fields.insert("traces".into(), told.collect());
        fields.insert("fuzz".into(), figures.json(&s));
    }
    judged.tell(&mut value);
    let text = format!("{value:#}\n");
    s.corpus.write("run.json", text.as_bytes())?;
    judged.sarif(&search.folder.join("bugs.sarif"), &outcome)?;
    // A picture that cannot be written costs that picture alone.
    let program = files.join(" ");
    let drawn = match &args.tree {
        Some(path) => tree::write(search, &s, (&outcome, &traces), &program, path),
        None => Ok(()),
    };
    let paged = match &args.html {
        Some(folder) => tree::write_page(search, &s, (&outcome, &traces), &program, folder),
        None => Ok(()),
    };
    if args.json {
        search.session.answer(&text)?;
    } else if !args.quiet {
        let mut text = summary(search, &s, (&outcome, &traces), &reason, &figures);
        if let Some(line) = judged.line() {
            let _ = writeln!(text, "{line}");
        }
        search.session.answer(&text)?;
    }
    gate.write("fuzz", &files, &outcome, &judged, Some(&gap))?;
    drawn.and(paged)?;
    Ok(Done::with(exit, outcome))
}

/// The smallest input and the sanitizer's text of each bug.
fn write_bugs(search: &Search<'_, '_>, s: &mut Shared) -> Result<(), Diagnostic> {
    for i in 0..s.bugs.len() {
        let b = &s.bugs[i];
        let name = format!("bugs/bug-{}", i + 1);
        let path = s.corpus.write(&format!("{name}.input"), &b.smallest)?;
        s.corpus
            .write(&format!("{name}.txt"), b.crash.text.as_bytes())?;
        s.bugs[i].file = path.display().to_string();
    }
    let _ = search;
    Ok(())
}

fn why(search: &Search<'_, '_>, s: &Shared, useless: Option<String>) -> String {
    let clock = search.clock;
    if let Some(text) = useless {
        return text;
    }
    if clock.cancel.is_cancelled() {
        return "interrupted".into();
    }
    if clock.first_bug && !s.bugs.is_empty() {
        return "stopped at the first bug".into();
    }
    if clock.over() {
        return match clock.deadline {
            Some(d) if std::time::Instant::now() >= d => "the time limit was reached".into(),
            _ => "the limit on runs was reached".into(),
        };
    }
    if !s.worklist.is_empty() {
        return "the limit on expansions was reached".into();
    }
    "every condition of every input was negated".into()
}

fn source(channel: &Channel) -> InputSource {
    match channel {
        Channel::Arguments => InputSource::Argument { index: 1 },
        Channel::Buffer | Channel::Parameters => InputSource::Buffer { index: 0 },
        Channel::Harness => InputSource::MakeSymbolic,
        Channel::Stdin | Channel::File { .. } | Channel::Variable { .. } => InputSource::Stdin,
    }
}

fn bug(search: &Search<'_, '_>, b: &Found) -> Bug {
    let c = &b.crash;
    Bug {
        kind: c.kind,
        message: c.message.clone(),
        place: c.place.clone(),
        stack: c.stack.clone(),
        inputs: vec![Input {
            name: "input".into(),
            ty: InputType::Bytes,
            source: source(&search.plan.explore.channel),
            bytes: b.smallest.clone(),
        }],
        exactness: Exactness::EXACT,
        paths: b.inputs,
        confirmation: if c.repeated {
            Confirmation::Confirmed {
                by: c.by.clone(),
                message: c.message.clone(),
            }
        } else {
            Confirmation::NotConfirmed {
                reason: "not seen again in a process of its own: it depends on earlier inputs or on chance".into(),
            }
        },
        test: b.file.clone(),
    }
}

fn outcome(search: &Search<'_, '_>, s: &Shared, reason: &str) -> Outcome {
    let bugs: Vec<Bug> = s.bugs.iter().map(|b| bug(search, b)).collect();
    let confirmed = s.bugs.iter().any(|b| b.crash.repeated);
    let incomplete = |tally: &Tally| -> Vec<(Incomplete, u64)> {
        tally
            .iter()
            .map(|((what, place), n)| {
                let i = Incomplete {
                    what: what.clone(),
                    place: place.clone(),
                };
                (i, *n)
            })
            .collect()
    };
    let mut left = incomplete(&s.gaps);
    left.extend(incomplete(&s.fixed));
    left.extend(incomplete(&s.unset));
    Outcome {
        verdict: if confirmed {
            Verdict::Violated
        } else if bugs.is_empty() {
            Verdict::Unknown {
                reason: format!("no bug was found; {reason}"),
            }
        } else {
            Verdict::Unknown {
                reason: "crashes were seen, none of them again in a process of its own".into(),
            }
        },
        exactness: Exactness {
            over: false,
            under: true,
        },
        assumptions: vec![format!(
            "inputs have at most {}",
            count(search.plan.max_len, "byte")
        )],
        bugs,
        incomplete: left,
        statistics: Statistics {
            paths_complete: s.counts.expansions,
            llvm_instructions: s.counts.instructions,
            queries: s.counts.negated,
            solver_unknown: s.counts.unknown,
            blocks_covered: s.blocks.0,
            blocks_total: s.blocks.1,
            time_explore_us: micros(s.counts.time_trace),
            time_solver_us: micros(s.counts.time_expand),
            time_native_us: micros(s.counts.time_mutate),
            ..Statistics::default()
        },
        coverage: Default::default(),
        counted: Default::default(),
        measured: None,
        // The limits of a search are its end; `reason` names it.
        stopped: None,
        hints: vec![],
    }
}

fn micros(d: std::time::Duration) -> u64 {
    u64::try_from(d.as_micros()).unwrap_or(u64::MAX)
}

fn tally(t: &Tally) -> Vec<Value> {
    let mut all: Vec<_> = t.iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    all.iter()
        .map(|((what, place), n)| json!({ "what": what, "place": place.to_string(), "function": place.function, "count": n }))
        .collect()
}

/// What the run did, in numbers: the summary and the JSON print these.
struct Figures<'s> {
    counts: &'s Counts,
    runs: u64,
    seconds: f64,
    inputs: usize,
    earlier_inputs: usize,
    queue: usize,
    crashes: usize,
    edges: u64,
    edges_total: usize,
    waiting: usize,
}

impl<'s> Figures<'s> {
    fn of(search: &Search<'_, '_>, s: &'s Shared, edges_total: usize, resumed: usize) -> Self {
        Figures {
            counts: &s.counts,
            runs: search.clock.runs.load(Ordering::Relaxed),
            seconds: search.clock.begin.elapsed().as_secs_f64(),
            inputs: s.known.len(),
            earlier_inputs: resumed,
            queue: s.queue.len(),
            crashes: s.known.iter().filter(|k| k.bug.is_some()).count(),
            edges: s.coverage.edges(),
            edges_total,
            waiting: s.worklist.len(),
        }
    }

    fn runs_per_second(&self) -> f64 {
        self.runs as f64 / self.seconds.max(1e-9)
    }

    fn json(&self, s: &Shared) -> Value {
        let c = self.counts;
        json!({
            "runs": self.runs,
            "seconds": self.seconds,
            "runs_per_second": self.runs_per_second(),
            "runs_without_sanitizers": c.unsanitised,
            "paths_without_sanitizers": c.paths_left,
            "inputs": self.inputs,
            "earlier_inputs": self.earlier_inputs,
            "imported": c.imported,
            "from_comparisons": c.hints,
            "queue": self.queue,
            "crashes": self.crashes,
            "hangs": c.hangs,
            "edges": self.edges,
            "edges_total": self.edges_total,
            "expansions": c.expansions,
            "waiting": self.waiting,
            "conditions": c.conditions,
            "negated": c.negated,
            "satisfiable": c.satisfiable,
            "unsatisfiable": c.unsatisfiable,
            "unknown": c.unknown,
            "skipped": c.skipped,
            "repeated_inputs": c.repeated_inputs,
            "left_out": c.left_out,
            "ends": s.ends,
            "diverged": c.diverged,
            "diverged_natively": c.diverged_natively,
            "divergences": tally(&s.divergences),
            "concretised": tally(&s.fixed),
            "not_followed": tally(&s.gaps),
            "uninitialised": tally(&s.unset),
        })
    }
}

fn options(search: &Search<'_, '_>) -> Value {
    let a = search.args;
    json!({
        "entry": search.plan.explore.entry,
        "seed": a.seed.iter().map(|p| p.display().to_string()).collect::<Vec<_>>(),
        "file": a.file,
        "argv": a.argv,
        "env": a.env,
        "args": a.args,
        "max_len": a.max_len,
        "mutations": a.mutations,
        "random": a.random,
        "uninit": a.uninit.name(),
        "jobs": a.jobs,
        "m32": a.m32,
        "clang_flags": a.clang_flags,
        "timeout_seconds": a.timeout.map(|t| t.as_secs_f64()),
        "max_runs": a.max_runs,
        "max_expansions": a.max_expansions,
        "run_timeout_seconds": a.run_timeout.as_secs_f64(),
        "run_memory": a.run_memory,
    })
}

fn summary(
    search: &Search<'_, '_>,
    s: &Shared,
    (outcome, traces): (&Outcome, &[Option<Trace>]),
    reason: &str,
    figures: &Figures<'_>,
) -> String {
    let style = search.session.observer.style();
    let mut out = String::new();
    if search.args.show_tree {
        out.push_str(&tree::text(s));
    }
    for (i, b) in s.bugs.iter().enumerate() {
        let c = &b.crash;
        let _ = writeln!(
            out,
            "{} {}: {}",
            style.bad(&format!("bug {}:", i + 1)),
            style.strong(c.kind.word()),
            c.message
        );
        for p in c.stack.iter().take(SHOWN) {
            let _ = writeln!(out, "    {}:{} in {}", p.file, p.line, p.function);
        }
        let _ = writeln!(
            out,
            "    input {} ({}): {}",
            tree::quoted(&b.smallest),
            count(b.smallest.len(), "byte"),
            b.file
        );
        let seen = if c.repeated {
            format!("confirmed by {}", c.by)
        } else {
            "not seen again in a process of its own".into()
        };
        let inputs = count(b.inputs, "input");
        let _ = writeln!(
            out,
            "    {seen}; {inputs}; the whole report: {}",
            b.file.replace(".input", ".txt")
        );
    }
    let mut sources = Sources::new();
    for (i, t) in traces.iter().enumerate() {
        if let Some(t) = t {
            trace::text(&mut out, i + 1, t, &mut sources);
        }
    }
    if traces.iter().any(Option::is_some) {
        out.push('\n');
    }
    let c = figures.counts;
    let _ = writeln!(
        out,
        "{} ({:.0} per second), {} of {}, {} in the queue, {} crashing, {}",
        count(figures.runs, "run"),
        figures.runs_per_second(),
        figures.edges,
        count(figures.edges_total, "edge"),
        count(figures.queue, "input"),
        figures.crashes,
        count(c.hangs, "hang"),
    );
    let _ = writeln!(
        out,
        "{} followed: {} negated, {} satisfiable, {} not, {} without an answer, {} left out",
        count(c.expansions, "input"),
        count(c.negated, "condition"),
        c.satisfiable,
        c.unsatisfiable,
        c.unknown,
        c.skipped + c.left_out,
    );
    if c.diverged + c.diverged_natively > 0 {
        let _ = writeln!(
            out,
            "{} of them left the predicted path; {} left the followed one",
            c.diverged,
            count(c.diverged_natively, "native run")
        );
        list(&mut out, &s.divergences, style);
    }
    if !s.fixed.is_empty() {
        out.push_str("concretised:\n");
        list(&mut out, &s.fixed, style);
    }
    if !s.gaps.is_empty() {
        out.push_str("not followed as it is:\n");
        list(&mut out, &s.gaps, style);
    }
    if !s.unset.is_empty() {
        out.push_str("seen by one side only:\n");
        list(&mut out, &s.unset, style);
    }
    let verdict = match &outcome.verdict {
        Verdict::Violated => style.bad("violated"),
        _ if outcome.bugs.is_empty() => style.good("no bug found"),
        _ => style.warn("unknown"),
    };
    let _ = writeln!(out, "{verdict} ({reason})");
    let _ = writeln!(out, "results: {}", search.folder.display());
    if figures.waiting > 0 || search.clock.cancel.is_cancelled() {
        let command = prepare::go_on(search.session, Some(search.folder));
        if let Some(line) = command.lines.last() {
            let _ = writeln!(out, "go on with: {line}");
        }
    }
    out
}

fn list(out: &mut String, t: &Tally, style: Style) {
    let mut all: Vec<_> = t.iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    for ((what, place), n) in all.iter().take(SHOWN) {
        let at = match place.line {
            0 => format!("in {}", place.function),
            line => format!("{}:{line}", place.file),
        };
        let _ = writeln!(
            out,
            "    {at}: {what} {}",
            style.dim(&format!("({})", count(**n, "time")))
        );
    }
    if all.len() > SHOWN {
        let _ = writeln!(out, "    and {}", count(all.len() - SHOWN, "more place"));
    }
}
