//! Answers as text.

use super::options::ItsOptions;
use super::Answered;
use ep_base::words::count;
use ep_its::blocks::blocks;
use ep_its::bound::Bound;
use ep_its::lower::ratpoly::RatPoly;
use ep_its::lower::{growth, Growth};
use ep_its::num::Int;
use ep_its::outcome::{Answer, Counts, Event, Family, Lasso, Part, Path, Round};
use ep_its::system::System;
use std::fmt::Write;

pub(super) fn answer(a: &Answered, args: &ItsOptions) -> String {
    let o = &a.analysis.outcome;
    let mut out = String::new();
    if args.termcomp && args.goal.is_bounds() {
        let _ = writeln!(out, "{}", worst_case(a));
    } else if args.termcomp {
        out.push_str(match o.termination {
            Answer::Terminates => "YES\n",
            Answer::Diverges => "NO\n",
            Answer::Unknown { .. } => "MAYBE\n",
        });
    } else if args.goal.is_bounds() {
        let said = match super::missing(args.goal, &a.analysis) {
            Some(why) => format!("unknown ({why})"),
            None => "bounded (proved)".to_string(),
        };
        let _ = writeln!(out, "{}: {said}", a.file);
    } else {
        let said = match &o.termination {
            Answer::Terminates => "terminates (proved)".to_string(),
            Answer::Diverges => "does not terminate (replayed)".to_string(),
            Answer::Unknown { reason, .. } => format!("unknown ({reason})"),
        };
        let _ = writeln!(out, "{}: {said}", a.file);
    }
    let s = &a.system;
    if let Some(l) = &o.nontermination {
        lasso(&mut out, s, l);
    }
    for c in &o.upper {
        let bound = c.bound.show(&|v| s.name(v).to_string());
        let _ = write!(out, "  cost at most  {bound}");
        if !c.condition.is_empty() {
            let atoms: Vec<String> = c.condition.iter().map(|a| a.show(&|v| s.name(v))).collect();
            let _ = write!(out, "   for {}", atoms.join(" && "));
        }
        out.push('\n');
        if args.explain {
            cases(&mut out, s, &c.bound);
        }
    }
    for p in &o.parts {
        part(&mut out, s, p);
    }
    for f in &o.lower {
        family(&mut out, s, f);
    }
    let short = !args.explain;
    if args.termcomp && short {
        return out;
    }
    for c in &o.components {
        for r in &c.rankings {
            for (l, measure) in &r.measure {
                let values: Vec<String> = measure.iter().map(|p| p.show(&|v| s.name(v))).collect();
                let _ = writeln!(
                    out,
                    "  at {:<12} {}",
                    s.locations[*l],
                    values.join(", then ")
                );
            }
            let falls: Vec<String> = r.decreasing.iter().map(|p| path(s, p)).collect();
            let _ = writeln!(out, "    falls in      {}", falls.join(", "));
            if !short {
                let rest = r.transitions.iter().filter(|p| !r.decreasing.contains(p));
                let rest: Vec<String> = rest.map(|p| path(s, p)).collect();
                if !rest.is_empty() {
                    let _ = writeln!(out, "    never grows in {}", rest.join(", "));
                }
            }
        }
    }
    for d in &o.descents {
        for (l, forms) in &d.measure {
            let forms: Vec<String> = forms.iter().map(|p| p.show(&|v| s.name(v))).collect();
            let at = &s.locations[*l];
            let _ = writeln!(out, "  at {at:<12} {}", forms.join(" | "));
        }
        let steps: Vec<String> = d.transitions.iter().map(|p| path(s, p)).collect();
        let _ = writeln!(
            out,
            "    hand on and fall (size change) in {}",
            steps.join(", ")
        );
    }
    for u in &o.unions {
        for (l, forms) in &u.measure {
            let forms: Vec<String> = forms.iter().map(|p| p.show(&|v| s.name(v))).collect();
            let at = &s.locations[*l];
            let _ = writeln!(out, "  at {at:<12} {}", forms.join(" or "));
        }
        let steps: Vec<String> = u.transitions.iter().map(|p| path(s, p)).collect();
        let steps = steps.join(", ");
        let _ = writeln!(
            out,
            "    one of them falls (transition invariant) in {steps}"
        );
    }
    for e in &o.ended {
        let forms: Vec<String> = (e.forms.iter())
            .map(|(p, terms)| format!("{} = {}", p.show(&|v| s.name(v)), after_rounds(s, terms)))
            .collect();
        let at = &s.locations[e.location];
        let _ = writeln!(out, "  at {at:<12} {} after k rounds", forms.join(", "));
        let steps: Vec<String> = e.transitions.iter().map(|p| path(s, p)).collect();
        let _ = writeln!(out, "    end by these forms {}", steps.join(", "));
    }
    for (p, times) in &o.counted {
        let times = times.show(&|v| s.name(v));
        let _ = writeln!(out, "  at most {times} times {}", path(s, p));
    }
    if !short {
        let mut always: Vec<String> = Vec::new();
        for i in o.invariants.iter().filter(|i| !i.atoms.is_empty()) {
            let atoms: Vec<String> = i.atoms.iter().map(|a| a.show(&|v| s.name(v))).collect();
            let at = &s.locations[i.location];
            let said = format!("  always at {at}: {}\n", atoms.join(" && "));
            if !always.contains(&said) {
                out.push_str(&said);
                always.push(said);
            }
        }
        for c in &o.congruences {
            let atoms: Vec<String> = (c.atoms.iter())
                .map(|a| a.show(&|v| c.name(s, v)))
                .collect();
            let at = &s.locations[c.location];
            let some = match c.integers.as_slice() {
                [] => String::new(),
                list => format!(" for integers {}", list.join(", ")),
            };
            let _ = writeln!(out, "  always at {at}: {}{some}", atoms.join(" && "));
        }
        out.push_str(&ep_its::explain::proof(s, &a.analysis));
        counts(&mut out, &o.counts);
    }
    out
}

/// What the search took, in units that repeat where the clock ended nothing.
fn counts(out: &mut String, c: &Counts) {
    let _ = writeln!(
        out,
        "  took          {} over integers ({} left for Z3, {} without an answer), {} with {}, {} of runs",
        count(c.questions, "question"),
        c.solver,
        c.unknown,
        count(c.programs, "linear program"),
        count(c.pivots, "pivot"),
        count(c.steps, "step"),
    );
    if c.cuts > 0 {
        let _ = writeln!(
            out,
            "    the clock ended {}: with more time more may be found",
            count(c.cuts, "search")
        );
    }
}

/// What holds for some inputs.
fn part(out: &mut String, s: &System, p: &Part) {
    let atoms: Vec<String> = (p.condition.iter())
        .map(|a| ep_its::explain::condition(a, &|v| s.name(v)))
        .collect();
    let mut said: Vec<String> = Vec::new();
    if p.ends {
        said.push("terminates".into());
    }
    if let Some(bound) = &p.bound {
        said.push(format!("cost at most {}", bound.show(&|v| s.name(v))));
    }
    let _ = writeln!(out, "  for {}: {}", atoms.join(" && "), said.join(", "));
}

/// What was just found, on one line, while the rest is looked for.
pub(super) fn found(file: &str, s: &System, event: &Event) -> String {
    let name = |v| s.name(v);
    let said = match event {
        Event::Ranked(r) => {
            let list = r.measure.iter().map(|(l, values)| {
                let values: Vec<String> = values.iter().map(|p| p.show(&name)).collect();
                format!("{} at {}", values.join(", then "), s.locations[*l])
            });
            format!("falls: {}", list.collect::<Vec<_>>().join(", "))
        }
        Event::Terminates => "every run ends".into(),
        Event::Diverges(l) => format!("a run goes on for ever at {}", s.locations[l.head]),
        Event::Upper(c) => format!("cost at most {}", c.bound.show(&name)),
        Event::Part(p) => {
            let mut said = String::new();
            part(&mut said, s, p);
            said.trim().to_string()
        }
        Event::Lower(f) => format!("cost at least {}", f.cost.show(&|_| "n".to_string())),
    };
    format!("{file}: {said}")
}

/// A bound as a list of cases, where it has several.
fn cases(out: &mut String, s: &System, bound: &Bound) {
    let list = ep_its::cases::of(bound);
    if list.len() < 2 {
        return;
    }
    for c in list {
        let atoms: Vec<String> = c.condition.iter().map(|a| a.show(&|v| s.name(v))).collect();
        let bound = c.bound.show(&|v| s.name(v));
        let _ = writeln!(out, "    which is    {bound}   for {}", atoms.join(" && "));
    }
}

/// A sum of terms with powers of the number k of the round.
pub(super) fn after_rounds(s: &System, terms: &[(Int, u32, RatPoly)]) -> String {
    let terms: Vec<String> = (terms.iter())
        .map(|(base, power, c)| {
            let mut term = format!("({})", c.show(&|v| s.name(v)));
            if *power > 0 {
                let _ = write!(term, "*k^{power}");
            }
            if *base != Int::from(1) {
                let _ = write!(term, "*({base})^k");
            }
            term
        })
        .collect();
    terms.join(" + ")
}

/// The bounds as the termination competition writes them.
fn worst_case(a: &Answered) -> String {
    let o = &a.analysis.outcome;
    let upper = match o.upper.iter().map(|c| c.bound.degree()).max() {
        Some(Some(d)) => format!("O(n^{d})"),
        Some(None) => "O(EXP)".to_string(),
        None => "?".to_string(),
    };
    let lower = match o.lower.iter().map(growth).max() {
        Some(Growth::Unbounded) => "INF".to_string(),
        Some(Growth::Power(d)) => format!("Omega(n^{d})"),
        None => "?".to_string(),
    };
    match (upper.as_str(), lower.as_str()) {
        ("?", "?") => "MAYBE".to_string(),
        _ => format!("WORST_CASE({lower},{upper})"),
    }
}

/// Inputs with what their runs cost.
fn family(out: &mut String, s: &System, f: &Family) {
    let n = (s.variables.iter()).fold("n".to_string(), |n, v| match *v == n {
        true => n + "_",
        false => n,
    });
    let of = |_| n.clone();
    let values: Vec<String> = (s.vars().zip(&f.input))
        .map(|(v, p)| format!("{} = {}", s.name(v), p.show(&of)))
        .collect();
    let cost = match &f.cost {
        Bound::Unbounded => "any number".to_string(),
        b => b.show(&of),
    };
    let _ = write!(out, "  cost at least {cost}   for {}", values.join(", "));
    if f.input.iter().any(|p| p.as_constant().is_none()) {
        let _ = write!(out, ", {n} >= {}", f.from);
    }
    let runs: Vec<String> = (f.run.iter())
        .map(|(k, cost)| format!("{k} costs {cost}"))
        .collect();
    match runs.is_empty() {
        true => out.push('\n'),
        false => {
            let _ = writeln!(out, "   (run: {n} = {})", runs.join(", "));
        }
    }
}

/// The locations that a path goes through.
fn path(s: &System, p: &Path) -> String {
    let mut out = String::new();
    for id in &p.0 {
        if let Some(t) = s.transitions.get(*id) {
            if out.is_empty() {
                out.push_str(&s.locations[t.source]);
            }
            let to: Vec<&str> = t
                .arms
                .iter()
                .map(|a| s.locations[a.target].as_str())
                .collect();
            let _ = write!(out, " -> {}", to.join("+"));
        }
    }
    out
}

fn lasso(out: &mut String, s: &System, l: &Lasso) {
    let input: Vec<String> = (s.vars().zip(&l.input))
        .map(|(v, n)| format!("{} = {n}", s.name(v)))
        .collect();
    let _ = writeln!(out, "  starts with   {}", input.join(", "));
    let steps: Vec<String> = l.stem.iter().map(|t| t.transition.to_string()).collect();
    let piece = |(times, piece): &(usize, &[String])| match times {
        1 => piece.join(" "),
        _ => format!("({})*{times}", piece.join(" ")),
    };
    let steps: Vec<String> = blocks(&steps).iter().map(piece).collect();
    let _ = writeln!(out, "  stem          {}", steps.join(" "));
    let set: Vec<String> = (l.set.iter()).map(|a| a.show(&|v| l.name(s, v))).collect();
    let at = &s.locations[l.head];
    let _ = writeln!(out, "  for ever at {at}: {}", set.join(" && "));
    if !l.rays.is_empty() {
        let point: Vec<String> = (s.vars().zip(&l.entry))
            .map(|(v, n)| format!("{} = {n}", s.name(v)))
            .collect();
        let _ = writeln!(out, "  point         {}", point.join(", "));
    }
    for r in &l.rays {
        let next = r.next.show(&|v| l.name(s, v));
        let _ = writeln!(
            out,
            "  ray           {}   {} times, from 0, then {next}",
            r.show(s),
            r.name
        );
    }
    let round = |cycle: &[Round]| -> String {
        let steps: Vec<String> = cycle.iter().map(|t| t.transition.to_string()).collect();
        steps.join(" ")
    };
    for b in &l.branches {
        let when = b.when.show(&|v| s.name(v));
        let _ = writeln!(out, "  a round       {}   if {when}", round(&b.cycle));
    }
    let word = if l.branches.is_empty() {
        "each round    "
    } else {
        "else a round  "
    };
    let _ = writeln!(out, "  {word}{}", round(&l.cycle));
    let _ = writeln!(out, "  replayed      {}", count(l.replayed, "step"));
}
