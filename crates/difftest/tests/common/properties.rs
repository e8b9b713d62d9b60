//! The four properties of symbolic execution (document 003, pages 61-63) of
//! one program, with the reference interpreter as the judge:
//!
//! 1. every path condition is satisfiable, by the test it comes with;
//! 2. two path conditions exclude each other;
//! 3. those of a finished exploration cover every input;
//! 4. each drives the concrete execution along its path: the interpreter ends
//!    on the test as the path says (correctness), and every concrete run ends
//!    as the path that covers it says (completeness; document 002, theorems
//!    2.3 and 2.4).
//!
//! A path that is not exact (the layout of memory was observed) promises
//! nothing about the run of its input, only 1 and 2.

use super::random::Random;
use ep_base::outcome::{
    Bug, Exactness, Input, InputSource, InputType, PathEnd, Statistics, TestCase,
};
use ep_base::{Budget, Diagnostic};
use ep_explore::{explore, Observer, Options, PathView, SearchKind};
use ep_ir::interp::{self, End, InterpConfig, ReplayHost};
use ep_ir::Module;
use ep_term::{Assignment, Evaluator, VarId};
use std::collections::HashMap;
use std::time::Duration;

/// A symbolic variable of a generated program: `klee_make_symbolic` of its
/// name, called once, in this order.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: &'static str,
    pub size: usize,
}

/// What was compared so far.
#[derive(Default, Debug)]
pub struct Totals {
    pub programs: u64,
    /// Explorations that were complete.
    pub complete: u64,
    /// Those of them without a path that is not exact.
    pub exact: u64,
    /// Tests that drove the interpreter.
    pub tests: u64,
    /// Those of them that end at a violation.
    pub errors: u64,
    /// Violations by kind.
    pub kinds: HashMap<String, u64>,
    /// What kept explorations from being complete.
    pub gaps: HashMap<String, u64>,
    /// Inputs that were compared with the path that covers them.
    pub concrete: u64,
}

/// What is kept of a path: its condition, and where its inputs are in it.
struct Path {
    conjuncts: Vec<ep_term::TermId>,
    leaves: Vec<(usize, u64, u32, VarId)>,
    end: PathEnd,
    exactness: Exactness,
}

#[derive(Default)]
struct Collect {
    paths: Vec<Path>,
    /// Each with the path it was made for.
    tests: Vec<(TestCase, usize)>,
    pool: Option<ep_term::Pool>,
    unsatisfied: usize,
}

impl Observer for Collect {
    fn test(&mut self, t: &TestCase) -> Result<(), Diagnostic> {
        self.tests.push((t.clone(), self.paths.len() - 1));
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
    fn path(&mut self, p: &PathView<'_>) {
        let conjuncts: Vec<_> = p.condition.conjuncts().collect();
        let mut e = Evaluator::new();
        if !conjuncts
            .iter()
            .all(|c| e.eval_bool(p.pool, *c, p.condition))
        {
            self.unsatisfied += 1;
        }
        let leaves = p
            .inputs
            .iter()
            .filter(|x| x.source == InputSource::MakeSymbolic)
            .enumerate()
            .flat_map(|(i, x)| x.leaves.iter().map(move |l| (i, l.offset, l.bytes, l.var)))
            .collect();
        self.paths.push(Path {
            conjuncts,
            leaves,
            end: p.end.clone(),
            exactness: p.exactness,
        });
    }
    fn done(&mut self, pool: ep_term::Pool) {
        self.pool = Some(pool);
    }
}

struct Concrete(HashMap<VarId, u128>);
impl Assignment for Concrete {
    fn value(&self, v: VarId) -> u128 {
        self.0.get(&v).copied().unwrap_or(0)
    }
}

fn run(module: &Module, inputs: &[Input]) -> interp::Outcome {
    let main = module.function("main").expect("main");
    let config = InterpConfig {
        max_instructions: 1_000_000,
        ..InterpConfig::default()
    };
    interp::run(module, main, &config, &mut ReplayHost::new(inputs))
}

/// The line of the user's source where a run ended: that of the call when it
/// ended inside a model, which has no lines.
fn line(module: &Module, got: &interp::Outcome) -> u32 {
    let own = got
        .stack
        .iter()
        .filter_map(|s| module.locs.get(s.loc))
        .map(|l| l.line)
        .find(|l| *l > 0);
    match got.place(module).line {
        0 => own.unwrap_or(0),
        l => l,
    }
}

/// Whether the interpreter's end is the predicted one.
fn agrees(end: &End, predicted: &PathEnd) -> bool {
    match (end, predicted) {
        (End::Exit { status: s }, PathEnd::Exit { status: p }) => {
            p.is_none() || s.map(|s| s & 0xff) == *p
        }
        (End::Error { kind }, PathEnd::Error { error }) => kind == error,
        _ => false,
    }
}

/// Inputs with these bytes.
pub fn inputs(symbols: &[Symbol], mut bytes: impl FnMut(&Symbol) -> Vec<u8>) -> Vec<Input> {
    symbols
        .iter()
        .map(|s| Input {
            name: s.name.to_string(),
            ty: InputType::Bytes,
            source: InputSource::MakeSymbolic,
            bytes: bytes(s),
        })
        .collect()
}

/// Forty inputs, half of their numbers small.
pub fn random_inputs(r: &mut Random, symbols: &[Symbol]) -> Vec<Vec<Input>> {
    (0..40)
        .map(|_| {
            inputs(symbols, |s| {
                let v = match r.below(4) {
                    0 => r.below(8),
                    1 => r.below(8).wrapping_neg(),
                    _ => r.next(),
                };
                v.to_le_bytes()[..s.size].to_vec()
            })
        })
        .collect()
}

/// Checks the properties of the program in `source`, which has been read as
/// `module`, on its tests and on `concrete` inputs.
pub fn check(
    seed: u64,
    source: &str,
    module: &Module,
    concrete: &[Vec<Input>],
    budget: (u64, Duration),
    totals: &mut Totals,
) {
    let options = Options {
        all_tests: true,
        search: [
            SearchKind::Dfs,
            SearchKind::Bfs,
            SearchKind::RandomPath,
            SearchKind::Coverage,
            SearchKind::Interleaved,
        ][seed as usize % 5],
        ..Options::default()
    };
    let budget = Budget {
        max_paths: Some(budget.0),
        timeout: Some(budget.1),
        ..Budget::default()
    };
    let mut seen = Collect::default();
    let done = explore(module, &options, &budget, &mut seen).expect("explore");
    assert_eq!(
        seen.unsatisfied, 0,
        "seed {seed}: a path condition without its model\n{source}"
    );
    for (gap, _) in &done.outcome.incomplete {
        *totals.gaps.entry(gap.what.clone()).or_default() += 1;
    }
    let complete = done.outcome.stopped.is_none() && done.outcome.incomplete.is_empty();
    let exact = complete && seen.paths.iter().all(|p| p.exactness.is_exact());
    totals.programs += 1;
    totals.complete += u64::from(complete);
    totals.exact += u64::from(exact);

    // Correctness: each test drives the run along its path.
    for (t, path) in &seen.tests {
        if !matches!(t.end, PathEnd::Exit { .. } | PathEnd::Error { .. })
            || seen.paths[*path].exactness.over
        {
            // The solver gave up, or the layout was observed: nothing is
            // predicted.
            continue;
        }
        let got = run(module, &t.inputs);
        assert!(
            agrees(&got.end, &t.end),
            "seed {seed}: path says {:?} in line {}, the run {:?} in line {} ({})\ninputs {:?}\n{source}",
            t.end,
            t.place.line,
            got.end,
            line(module, &got),
            got.message,
            t.inputs
        );
        if let PathEnd::Error { error } = &t.end {
            totals.errors += 1;
            *totals.kinds.entry(error.to_string()).or_default() += 1;
            assert_eq!(
                line(module, &got),
                t.place.line,
                "seed {seed}: line of {error} ({})\ninputs {:?}\n{source}",
                got.message,
                t.inputs
            );
        }
        totals.tests += 1;
    }

    // Completeness and exclusion: each input lies on one path.
    let pool = seen.pool.take().expect("pool");
    let mut e = Evaluator::new();
    for inputs in concrete {
        let on: Vec<&Path> = seen
            .paths
            .iter()
            .filter(|p| {
                let values = p.leaves.iter().map(|(i, off, n, var)| {
                    let mut b = [0u8; 16];
                    let at = *off as usize;
                    b[..*n as usize].copy_from_slice(&inputs[*i].bytes[at..at + *n as usize]);
                    (*var, u128::from_le_bytes(b))
                });
                let a = Concrete(values.collect());
                p.conjuncts.iter().all(|c| e.eval_bool(&pool, *c, &a))
            })
            .collect();
        assert!(
            on.len() <= 1,
            "seed {seed}: {} paths for {inputs:?}: {:?}\n{source}",
            on.len(),
            on.iter().map(|p| &p.end).collect::<Vec<_>>()
        );
        if exact {
            assert_eq!(on.len(), 1, "seed {seed}: no path for {inputs:?}\n{source}");
            let got = run(module, inputs);
            assert!(
                agrees(&got.end, &on[0].end),
                "seed {seed}: the run ends {:?} in line {} ({}), its path {:?}\ninputs {inputs:?}\n{source}",
                got.end, line(module, &got), got.message, on[0].end
            );
            totals.concrete += 1;
        }
    }
}

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(default)
}
