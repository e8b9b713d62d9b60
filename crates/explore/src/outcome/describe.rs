//! Violations, gaps and counts of a machine as the plain structs that all verbs
//! share.

use ep_base::outcome::{Bug, Confirmation, Incomplete, PathEnd, Place, Statistics, TestCase};
use ep_ir::{FuncId, LocId, Module};
use ep_machine::coverage::SourceMap;
use ep_machine::driver::Driver;
use ep_machine::machine::{Gap, Machine, Violation};
use ep_smt::Stage;
use std::collections::BTreeMap;

/// Where a violation is told to be. A site in a model without source is where
/// the user called it.
pub(crate) fn site(module: &Module, v: &Violation) -> (FuncId, LocId) {
    let own = v.stack.iter().find(|(_, l)| known(module, *l)).copied();
    own.unwrap_or((v.stack.first().map_or(FuncId(0), |s| s.0), v.loc))
}

/// The first finding of a violation, with the test that shows it.
pub(crate) fn bug(module: &Module, v: &Violation, test: &TestCase) -> Bug {
    let own = v.stack.iter().filter(|(_, l)| known(module, *l));
    Bug {
        kind: v.kind,
        message: v.message.clone(),
        place: test.place.clone(),
        stack: own.map(|(f, l)| place(module, *f, *l)).collect(),
        inputs: test.inputs.clone(),
        exactness: v.exactness,
        paths: 1,
        confirmation: Confirmation::NotTried,
        test: format!("test{:06}", test.id),
    }
}

/// What keeps a path that ended like this from being complete.
pub(crate) fn not_followed(end: &PathEnd) -> Option<String> {
    match end {
        PathEnd::SolverUnknown { reason } => Some(format!("the solver gave no answer ({reason})")),
        PathEnd::Unsupported { what } | PathEnd::Defect { what } => Some(what.clone()),
        PathEnd::Depth => Some("depth limit (--max-depth)".to_string()),
        _ => None,
    }
}

/// Enters gaps into a table.
pub(crate) fn count_gaps(module: &Module, gaps: Vec<Gap>, table: &mut BTreeMap<Incomplete, u64>) {
    for g in gaps {
        let place = place(module, g.func, g.loc);
        let what = g.what;
        *table.entry(Incomplete { what, place }).or_insert(0) += 1;
    }
}

/// What the solvers and the machine have counted.
pub(crate) fn count_work<D: Driver>(machine: &Machine<D>, s: &mut Statistics) {
    let smt = machine.cx.smt.stats();
    s.forks = machine.forks();
    s.queries = smt.queries;
    s.query_trivial = smt.trivial();
    s.query_model_hits = smt.model_hits();
    s.query_domain_hits = smt.answered.of(Stage::ByteDomains);
    s.query_cache_hits = smt.answered.of(Stage::Cache) + smt.order_hits();
    s.query_stages = (smt.answered.iter())
        .filter(|(_, n)| *n > 0)
        .map(|(stage, n)| (stage.name().into(), n))
        .collect();
    s.solver_calls = smt.sat_calls + smt.z3_calls;
    s.solver_unknown = smt.unknown;
    s.cross_checked = smt.cross_checked;
    s.time_solver_us = smt.time().as_micros() as u64;
    s.terms = machine.cx.pool.len() as u64;
}

/// What is covered so far.
pub(crate) fn count_covered<D: Driver>(
    machine: &Machine<D>,
    source: &SourceMap,
    s: &mut Statistics,
) {
    let n = source.counts(&machine.coverage);
    s.blocks_covered = n.blocks_covered;
    s.blocks_total = n.blocks_total;
    s.branches_covered = n.branches_covered;
    s.branches_total = n.branches_total;
    s.lines_covered = n.lines_covered;
    s.lines_total = n.lines_total;
}

/// Whether a position lies in source that is known.
pub(crate) fn known(module: &Module, loc: LocId) -> bool {
    module.locs.get(loc).is_some_and(|p| p.line > 0)
}

/// A position as text.
pub fn place(m: &Module, func: FuncId, loc: LocId) -> Place {
    let function = m.functions[func].name.clone();
    match m.locs.get(loc) {
        Some(p) => Place {
            file: m.files[p.file].clone(),
            line: p.line,
            column: p.column,
            function,
        },
        None => Place {
            function,
            ..Place::default()
        },
    }
}

/// How a path ended, in words.
pub fn end_text(end: &PathEnd) -> String {
    match end {
        PathEnd::Exit { status: Some(s) } => format!("exit {s}"),
        PathEnd::Exit { status: None } => "exit".into(),
        PathEnd::Error { error } => error.word().into(),
        PathEnd::Silent => "silent exit".into(),
        PathEnd::Infeasible => "assumption does not hold".into(),
        PathEnd::Repeated => "a state that was met before".into(),
        PathEnd::Depth => "depth limit".into(),
        PathEnd::Unsupported { what } => format!("not modelled: {what}"),
        PathEnd::SolverUnknown { reason } => format!("solver: {reason}"),
        PathEnd::Defect { what } => format!("defect: {what}"),
    }
}
