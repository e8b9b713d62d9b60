//! Answers as JSON, one object per file; its schema is docs/schema/its.json.

use super::Answered;
use ep_its::lower::{growth, Growth};
use ep_its::outcome::{Answer, Case, Descent, Path, Round};
use serde_json::{json, Value};

pub(super) fn value(a: &Answered) -> Value {
    let o = &a.analysis.outcome;
    let s = &a.system;
    let upper: Vec<Value> = (o.upper.iter())
        .map(|c| {
            let condition = |c: &Case| -> Vec<String> {
                c.condition.iter().map(|a| a.show(&|v| s.name(v))).collect()
            };
            let cases: Vec<Value> = (ep_its::cases::of(&c.bound).iter())
                .map(|c| {
                    let bound = c.bound.show(&|v| s.name(v));
                    json!({ "condition": condition(c), "bound": bound })
                })
                .collect();
            json!({
                "condition": condition(c),
                "bound": c.bound.show(&|v| s.name(v).to_string()),
                "degree": c.bound.degree(),
                "cases": cases,
            })
        })
        .collect();
    let parts: Vec<Value> = (o.parts.iter())
        .map(|p| {
            let condition = p.condition.iter().map(|a| a.show(&|v| s.name(v)));
            json!({
                "condition": condition.collect::<Vec<_>>(),
                "terminates": p.ends,
                "bound": p.bound.as_ref().map(|b| b.show(&|v| s.name(v))),
                "degree": p.bound.as_ref().and_then(|b| b.degree()),
            })
        })
        .collect();
    let of = |_| "n".to_string();
    let lower: Vec<Value> = (o.lower.iter())
        .map(|f| {
            let input: Vec<String> = f.input.iter().map(|p| p.show(&of)).collect();
            let run: Vec<Value> = (f.run.iter())
                .map(|(n, cost)| json!({ "n": n.to_string(), "cost": cost.to_string() }))
                .collect();
            let (cost, degree) = match growth(f) {
                Growth::Unbounded => (None, None),
                Growth::Power(d) => (Some(f.cost.show(&of)), Some(d)),
            };
            json!({
                "input": input,
                "from": f.from.to_string(),
                "cost": cost,
                "degree": degree,
                "run": run,
            })
        })
        .collect();
    let (verdict, reason) = match &o.termination {
        _ if a.goal.is_bounds() => match super::missing(a.goal, &a.analysis) {
            None => ("proved", None),
            why => ("unknown", why),
        },
        Answer::Terminates => ("proved", None),
        Answer::Diverges => ("violated", None),
        Answer::Unknown { reason, .. } => ("unknown", Some(reason.clone())),
    };
    let path = |p: &Path| -> Vec<u32> {
        let origins = p.0.iter().filter_map(|id| s.transitions.get(*id));
        origins.map(|t| t.origin).collect()
    };
    let rankings: Vec<Value> = (o.components.iter().flat_map(|c| &c.rankings))
        .map(|r| {
            let measure: Vec<Value> = (r.measure.iter())
                .map(|(l, list)| {
                    let values: Vec<String> = list.iter().map(|p| p.show(&|v| s.name(v))).collect();
                    json!({ "location": s.locations[*l], "values": values })
                })
                .collect();
            let falls: Vec<Vec<u32>> = r.decreasing.iter().map(path).collect();
            json!({ "measure": measure, "decreasing": falls })
        })
        .collect();
    let handed = |d: &Descent| {
        let measure: Vec<Value> = (d.measure.iter())
            .map(|(l, list)| {
                let values: Vec<String> = list.iter().map(|p| p.show(&|v| s.name(v))).collect();
                json!({ "location": s.locations[*l], "values": values })
            })
            .collect();
        let steps: Vec<Vec<u32>> = d.transitions.iter().map(path).collect();
        json!({ "measure": measure, "transitions": steps })
    };
    let descents: Vec<Value> = o.descents.iter().map(handed).collect();
    let unions: Vec<Value> = o.unions.iter().map(handed).collect();
    let forms: Vec<Value> = (o.ended.iter())
        .map(|e| {
            let values: Vec<Value> = (e.forms.iter())
                .map(|(p, terms)| {
                    let after = super::text::after_rounds(s, terms);
                    let name = p.show(&|v| s.name(v));
                    json!({ "variable": name, "after_k_rounds": after })
                })
                .collect();
            let steps: Vec<Vec<u32>> = e.transitions.iter().map(path).collect();
            json!({ "location": s.locations[e.location], "values": values, "transitions": steps })
        })
        .collect();
    let counted: Vec<Value> = (o.counted.iter())
        .map(|(p, times)| json!({ "transitions": path(p), "times": times.show(&|v| s.name(v)) }))
        .collect();
    let invariants: Vec<Value> = (o.invariants.iter())
        .map(|i| {
            let atoms: Vec<String> = i.atoms.iter().map(|a| a.show(&|v| s.name(v))).collect();
            json!({ "location": s.locations[i.location], "integers": [], "atoms": atoms })
        })
        .chain(o.congruences.iter().map(|c| {
            let atoms: Vec<String> = (c.atoms.iter())
                .map(|a| a.show(&|v| c.name(s, v)))
                .collect();
            json!({ "location": s.locations[c.location], "integers": c.integers, "atoms": atoms })
        }))
        .collect();
    let lasso = o.nontermination.as_ref().map(|l| {
        let numbers = |list: &[ep_its::num::Int]| -> Vec<String> {
            list.iter().map(ToString::to_string).collect()
        };
        let stem: Vec<Value> = (l.stem.iter())
            .map(|t| {
                json!({
                    "transition": s.transitions[t.transition].origin,
                    "arm": t.arm,
                    "temporaries": numbers(&t.temporaries),
                })
            })
            .collect();
        let round = |t: &Round| {
            let values = t.temporaries.iter().map(|p| p.show(&|v| l.name(s, v)));
            json!({
                "transition": s.transitions[t.transition].origin,
                "arm": t.arm,
                "temporaries": values.collect::<Vec<String>>(),
            })
        };
        let rays: Vec<Value> = (l.rays.iter())
            .map(|r| {
                let of = |v| r.direction.iter().find(|d| d.0 == v);
                let direction = s
                    .vars()
                    .map(|v| of(v).map_or("0".into(), |d| d.1.to_string()));
                json!({
                    "name": r.name,
                    "direction": direction.collect::<Vec<String>>(),
                    "next": r.next.show(&|v| l.name(s, v)),
                })
            })
            .collect();
        let cycle: Vec<Value> = l.cycle.iter().map(round).collect();
        let branches: Vec<Value> = (l.branches.iter())
            .map(|b| {
                let cycle: Vec<Value> = b.cycle.iter().map(round).collect();
                json!({ "when": b.when.show(&|v| s.name(v)), "cycle": cycle })
            })
            .collect();
        let set: Vec<String> = (l.set.iter()).map(|a| a.show(&|v| l.name(s, v))).collect();
        json!({
            "input": numbers(&l.input),
            "stem": stem,
            "entry": numbers(&l.entry),
            "head": s.locations[l.head],
            "rays": rays,
            "set": set,
            "branches": branches,
            "cycle": cycle,
            "replayed": l.replayed,
        })
    });
    json!({
        "file": a.file,
        "verdict": verdict,
        "reason": reason,
        "exit_code": a.exit as u8,
        "variables": s.variables,
        "upper": upper,
        "parts": parts,
        "lower": lower,
        "rankings": rankings,
        "size_change": descents,
        "transition_invariants": unions,
        "closed_forms": forms,
        "counted": counted,
        "invariants": invariants,
        "lasso": lasso,
        "counts": {
            "questions": o.counts.questions,
            "solver": o.counts.solver,
            "unknown": o.counts.unknown,
            "programs": o.counts.programs,
            "pivots": o.counts.pivots,
            "steps": o.counts.steps,
            "cuts": o.counts.cuts,
        },
        "time_us": a.time_us,
    })
}
