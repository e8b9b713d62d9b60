//! Which `decreases` clauses a member may have, and that what a function says of
//! itself is founded: a postcondition that calls the function, or one that is called
//! back through bodies, needs a measure, because it is assumed where it is proved.
//! Source: Viper's termination plugin. Cost: one walk over the calls of bodies for
//! each function whose postcondition or measure calls functions.

use crate::ast::{ExprId, ExprKind, FunctionId, Measure, MeasureKind, Program};
use crate::problem::{Problem, ProblemKind};
use std::collections::BTreeSet;

/// One clause of each kind.
pub(super) fn once_each(measures: &[Measure], problems: &mut Vec<Problem>) {
    let name = |kind: &MeasureKind| match kind {
        MeasureKind::Tuple(_) => Some("measure"),
        MeasureKind::Wildcard => Some("`decreases _`"),
        MeasureKind::Star => Some("`decreases *`"),
        MeasureKind::Heap => None,
    };
    for word in ["measure", "`decreases _`", "`decreases *`"] {
        let mut all = measures.iter().filter(|m| name(&m.kind) == Some(word));
        if let (Some(first), Some(_)) = (all.next(), all.next()) {
            let message = format!("there is more than one {word} here");
            problems.push(Problem::new(ProblemKind::Consistency, first.span, message));
        }
    }
}

/// Postconditions that are not founded, and measures that need the function they are of.
pub(super) fn self_references(program: &Program, problems: &mut Vec<Problem>) {
    let bodies = |g: FunctionId| called(program, program.functions[g].body.iter().copied());
    let measures = |g: FunctionId| called(program, in_measures(program, g).into_iter());
    for f in program.functions.ids() {
        let function = &program.functions[f];
        if function.decreases.is_empty() {
            let calls = function.posts.iter().flat_map(|&e| calls_in(program, e));
            let cycle = |g| g == f || reaches(g, f, &bodies) && reaches(f, g, &bodies);
            for (g, at) in calls.filter(|&(g, _)| cycle(g)) {
                let message = format!(
                    "the postcondition of `{}` calls `{}`, whose proof needs it; use `result`, \
                     or write a `decreases` measure",
                    function.name, program.functions[g].name
                );
                let span = program.expr(at).span;
                problems.push(Problem::new(ProblemKind::Consistency, span, message));
            }
        }
        let back = |g: &FunctionId| *g == f || reaches(*g, f, &bodies) || reaches(*g, f, &measures);
        if measures(f).iter().any(back) {
            let message = format!("the measure of `{}` depends on itself", function.name);
            problems.push(Problem::new(
                ProblemKind::Consistency,
                function.span,
                message,
            ));
        }
    }
}

fn in_measures(program: &Program, f: FunctionId) -> Vec<ExprId> {
    let mut out = Vec::new();
    for m in &program.functions[f].decreases {
        m.for_each(&mut |e| out.push(e));
    }
    out
}

fn calls_in(program: &Program, e: ExprId) -> Vec<(FunctionId, ExprId)> {
    let mut out = Vec::new();
    program.walk_expr(e, &mut |id, x| {
        if let ExprKind::Call(g, _) = x.kind {
            out.push((g, id));
        }
        true
    });
    out
}

fn called(program: &Program, es: impl Iterator<Item = ExprId>) -> Vec<FunctionId> {
    es.flat_map(|e| calls_in(program, e))
        .map(|(g, _)| g)
        .collect()
}

fn reaches(
    from: FunctionId,
    to: FunctionId,
    calls: &dyn Fn(FunctionId) -> Vec<FunctionId>,
) -> bool {
    let mut seen = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(g) = todo.pop() {
        if !seen.insert(g) {
            continue;
        }
        for h in calls(g) {
            if h == to {
                return true;
            }
            todo.push(h);
        }
    }
    false
}
