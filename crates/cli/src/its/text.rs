//! Answers as text.

use super::args::{Goal, ItsArgs};
use super::Answered;
use ep_its::outcome::{Answer, Lasso, Path};
use ep_its::system::System;
use std::fmt::Write;

pub(super) fn answer(a: &Answered, args: &ItsArgs) -> String {
    let o = &a.analysis.outcome;
    let mut out = String::new();
    if args.termcomp && args.goal == Goal::Upper {
        let degree = o.upper.iter().map(|c| c.bound.degree()).max().flatten();
        out.push_str(&match degree {
            Some(d) => format!("WORST_CASE(?,O(n^{d}))\n"),
            None => "MAYBE\n".to_string(),
        });
    } else if args.termcomp {
        out.push_str(match o.termination {
            Answer::Terminates => "YES\n",
            Answer::Diverges => "NO\n",
            Answer::Unknown { .. } => "MAYBE\n",
        });
    } else if args.goal == Goal::Upper {
        let said = match o.upper.is_empty() {
            true => "unknown (no upper bound was found)",
            false => "bounded (proved)",
        };
        let _ = writeln!(out, "{}: {said}", a.file);
    } else {
        let said = match &o.termination {
            Answer::Terminates => "terminates (proved)".to_string(),
            Answer::Diverges => "does not terminate (replayed)".to_string(),
            Answer::Unknown { reason } => format!("unknown ({reason})"),
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
    if !short {
        for i in o.invariants.iter().filter(|i| !i.atoms.is_empty()) {
            let atoms: Vec<String> = i.atoms.iter().map(|a| a.show(&|v| s.name(v))).collect();
            let _ = writeln!(
                out,
                "  always at {}: {}",
                s.locations[i.location],
                atoms.join(" && ")
            );
        }
    }
    out
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
    let _ = writeln!(out, "  stem          {}", steps.join(" "));
    let set: Vec<String> = l.set.iter().map(|a| a.show(&|v| s.name(v))).collect();
    let at = &s.locations[l.head];
    let _ = writeln!(out, "  for ever at {at}: {}", set.join(" && "));
    let steps: Vec<String> = l.cycle.iter().map(|t| t.transition.to_string()).collect();
    let _ = writeln!(out, "  each round    {}", steps.join(" "));
    let _ = writeln!(out, "  replayed      {} steps", l.replayed);
}
