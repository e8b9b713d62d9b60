//! One path, step by step.

use super::Run;
use ep_base::words::count;
use ep_base::Diagnostic;
use ep_explore::outcome::describe::end_text;
use ep_explore::view::inspect::Scope;
use ep_explore::view::walk::{Walk, WalkStep};
use ep_harness::literal;
use ep_report::style::harmless;
use std::fmt::Write;

/// The whole path, or one step of it with the memory there.
///
/// # Errors
/// There is no such path or step (exit 2), or it could not be walked again.
pub fn path(run: &mut Run, number: u64, step: Option<u64>) -> Result<String, Diagnostic> {
    let i = index(run, number)?;
    let (walk, _) = run.walker.walk(&run.paths[i], None)?;
    let mut out = title(run, i);
    inputs(&mut out, &walk);
    match step {
        Some(n) => {
            let k = usize::try_from(n).unwrap_or(0);
            let Some(s) = k.checked_sub(1).and_then(|k| walk.steps.get(k)) else {
                return Err(Diagnostic::bad_input(format!(
                    "path {number} has {}, there is no step {n}",
                    count(walk.steps.len(), "step")
                )));
            };
            one(&mut out, run, k, s);
            let scopes = run.walker.memory(&run.paths[i], k)?;
            memory(&mut out, &scopes);
        }
        None => {
            for (k, s) in walk.steps.iter().enumerate() {
                one(&mut out, run, k + 1, s);
            }
            if walk.cut {
                out.push_str("… and more steps\n");
            }
            let _ = writeln!(out, "end: {}", harmless(&end_text(&run.paths[i].end)));
        }
    }
    Ok(out)
}

/// The position of a path of the list.
///
/// # Errors
/// There is none (exit 2).
pub fn index(run: &Run, number: u64) -> Result<usize, Diagnostic> {
    let i = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
    i.filter(|i| *i < run.paths.len()).ok_or_else(|| {
        Diagnostic::bad_input(format!(
            "there is no path {number}: the run has paths 1 to {}",
            run.paths.len()
        ))
    })
}

/// `path 17: division-by-zero at token.c:71:37 in term, test000777`.
pub fn title(run: &Run, i: usize) -> String {
    let p = &run.paths[i];
    let at = run.walker.place(p);
    let mut out = format!("path {}: {}", i + 1, harmless(&end_text(&p.end)));
    if at.line > 0 {
        let _ = write!(out, " at {}", harmless(&at.to_string()));
    }
    if !at.function.is_empty() {
        let _ = write!(out, " in {}", harmless(&at.function));
    }
    if p.test > 0 {
        let _ = write!(out, ", {}", ep_report::suite::stem(p.test));
    }
    out.push('\n');
    out
}

/// An input that takes this path.
pub fn inputs(out: &mut String, walk: &Walk) {
    for i in &walk.inputs {
        let _ = writeln!(
            out,
            "input: {}",
            harmless(&literal::assignment(i, &walk.inputs))
        );
    }
}

/// A step with its line, what it changed and what it decided.
pub fn one(out: &mut String, run: &mut Run, number: usize, s: &WalkStep) {
    let file = s.place.file.rsplit('/').next().unwrap_or_default();
    let at = format!("{}:{}", harmless(file), s.place.line);
    let text = run.sources.line(&s.place.file, s.place.line).map(harmless);
    let _ = writeln!(
        out,
        "{number:>5}  {} {:<12} {}",
        run.style.dim(&at),
        harmless(&s.place.function),
        text.unwrap_or_default().trim()
    );
    for (name, value) in &s.changed {
        let _ = writeln!(out, "         {} = {}", harmless(name), harmless(value));
    }
    for c in &s.assumed {
        let _ = writeln!(
            out,
            "         {} {}",
            run.style.strong("assumed"),
            harmless(c)
        );
    }
    for c in &s.chosen {
        let _ = writeln!(out, "         {} {c} (0x{c:x})", run.style.strong("chose"));
    }
    match s.forced {
        0 => {}
        1 => out.push_str("         one condition had only this side\n"),
        n => {
            let _ = writeln!(out, "         {n} conditions had only this side");
        }
    }
}

/// Everything with a name.
pub fn memory(out: &mut String, scopes: &[Scope]) {
    for s in scopes {
        let _ = writeln!(out, "  {}:", harmless(&s.name));
        for (name, value) in &s.variables {
            let _ = writeln!(out, "    {} = {}", harmless(name), harmless(value));
        }
    }
}
