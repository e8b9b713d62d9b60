//! Bounded model checking: the third driver of the same steps. All paths run
//! together, merged where they meet; loops are unwound to a bound; the errors
//! become one formula and reaching the bound another.
//!
//! Source: document 003, pages 80-98; the workflow is that of page 86. Without
//! a bound from the user it grows, and what the solver learned is kept, since
//! the terms of a smaller unwinding are those of a larger one. Cost: one state
//! per join and round; see `docs/algorithms/merging.md`.

// States are handed from list to list: a pointer moves, not a kilobyte.
#![allow(clippy::vec_box)]

mod cut;
mod driver;
mod errors;
mod formula;
mod houdini;
mod order;
mod prove;
mod queue;
mod report;
mod run;
mod split;
mod trace;
mod unwind;

pub use driver::{Effort, Merging};
pub use formula::{formula, Formula};
pub use order::{for_each_def, live_at, live_everywhere, Component, Order};
pub use queue::{block_at, place, Place, Queue};
pub use split::split;
pub use trace::{Trace, TraceStep};
pub use unwind::{Arrival, Bounds, LoopAt, Phase};

use crate::driver::Solving;
use crate::engine::{Exploration, Observer};
use crate::machine::Machine;
use crate::options::Options;
use ep_base::outcome::{Input, Verdict};
use ep_base::{Budget, Diagnostic, StopReason};
use ep_ir::{FuncId, Module};
use ep_smt::Pipeline;
use ep_term::Pool;
use run::Run;
use std::rc::Rc;

/// What `check` is told beside the options of an exploration.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The bound; without one it grows.
    pub unwind: Option<u32>,
    /// Bounds of single loops: function, line, bound.
    pub loops: Vec<(String, u32, u32)>,
    /// A test for each block that can be reached.
    pub cover: bool,
    /// Prove by induction too when the bound is reached.
    pub induction: bool,
    /// Traces for violations.
    pub trace: bool,
}

impl CheckOptions {
    /// Whether the loops that are named exist.
    ///
    /// # Errors
    /// One does not (exit 2).
    pub fn verify(&self, module: &Module) -> Result<(), Diagnostic> {
        if self.loops.is_empty() {
            return Ok(());
        }
        let orders: Vec<Order> = module
            .functions
            .iter()
            .map(|(_, f)| Order::new(f))
            .collect();
        single_bounds(module, &orders, &self.loops).map(|_| ())
    }
}

/// Why a `proved` holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// No run gets beyond this bound (0: nothing had to be unwound).
    Exhausted { bound: u32 },
    /// k-induction at the cut loops, with the invariants found.
    /// And the contracts that stand for calls.
    Induction {
        k: u32,
        invariants: Vec<String>,
        contracts: Vec<String>,
    },
}

impl std::fmt::Display for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Argument::Exhausted { bound: 0 } => {
                f.write_str("no loop or recursion depends on the input")
            }
            Argument::Exhausted { bound } => write!(
                f,
                "exhausted unwinding: no run makes more than {bound} round{}",
                if *bound == 1 { "" } else { "s" }
            ),
            Argument::Induction {
                k,
                invariants,
                contracts,
            } => {
                let mut parts = Vec::new();
                if !contracts.is_empty() {
                    parts.push(format!("function contracts of {}", contracts.join(", ")));
                }
                match (*k, invariants.is_empty()) {
                    (0, true) if !contracts.is_empty() => {}
                    (0, true) => parts.push("loop invariants".into()),
                    (0, false) => parts.push(format!("loop invariants: {}", invariants.join("; "))),
                    (k, true) => parts.push(format!("k-induction with k = {k}")),
                    (k, false) => parts.push(format!(
                        "k-induction with k = {k}: {}",
                        invariants.join("; ")
                    )),
                }
                f.write_str(&parts.join("; "))
            }
        }
    }
}

/// The largest bound that was tried.
#[derive(Clone, Debug)]
pub struct Reached {
    pub bound: u32,
    /// An input that gets beyond it, if one is known.
    pub inputs: Option<Vec<Input>>,
    /// The loops and recursions that were cut, as `function:line`.
    pub places: Vec<String>,
}

/// The result of `check`.
pub struct Checked {
    pub exploration: Exploration,
    pub argument: Option<Argument>,
    /// Why no proof beyond the bound was found, where one was tried.
    pub no_proof: Option<String>,
    /// The bound that can be reached, if one can.
    pub reached: Option<Reached>,
    /// One per finding, in their order.
    pub traces: Vec<Option<Trace>>,
}

/// Checks the program from the entry that the options name.
///
/// # Errors
/// The entry or a loop does not exist (exit 2); a result cannot be written.
pub fn check(
    module: &Module,
    options: &Options,
    how: &CheckOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Checked, Diagnostic> {
    let mut pool = Pool::new();
    let orders: Rc<Vec<Order>> = Rc::new(
        module
            .functions
            .iter()
            .map(|(_, f)| Order::new(f))
            .collect(),
    );
    let single = single_bounds(module, &orders, &how.loops)?;
    let program = crate::compile::compile_with_joins(
        module.clone(),
        &mut pool,
        |file| !file.is_empty(),
        &orders,
    );
    let smt = Pipeline::new(options.smt.clone());
    let mut machine = Machine::new(
        Rc::new(program),
        options.clone(),
        Solving { pool, smt },
        Merging::default(),
    );
    machine.orders = orders.clone();
    machine.deadline = budget.deadline();
    machine.cx.smt.set_deadline(budget.deadline());
    machine.set_cancel(&budget.cancel);
    let mut bound = how.unwind.unwrap_or(1);
    let mut run = Run::new(machine, budget, observer, how);
    run.user_loops = prove::user_loops(module, &orders);
    run.cut_loops = run.user_loops.clone();
    run.contracts = prove::contracts(&run.machine);
    let narrow = prove::narrow(&run.machine);
    let mut argument = None;
    let mut reached: Option<Reached> = None;
    let mut stopped;
    loop {
        let bounds = Bounds {
            all: bound,
            single: single.clone(),
        };
        run.begin();
        stopped = run.explore(&bounds)?;
        if stopped.is_none() {
            stopped = run.decide_errors()?;
        }
        if let Some(d) = run.defect() {
            return Err(d);
        }
        if stopped.is_none() {
            reached = run.reached(bound);
        }
        if stopped.is_some() || run.found() {
            break;
        }
        if reached.is_none() && narrow && how.induction && run.complete() {
            // The function that is checked was run from some memory only.
            argument = run.prove(&bounds, 1)?;
            if argument.is_none() && !run.found() {
                let why = run.why_no_proof.clone().unwrap_or_default();
                run.machine.gap_nowhere(format!(
                    "the contract holds for the inputs of the entry, but is not shown for any memory that it allows: {why}"
                ));
            }
            break;
        }
        if reached.is_none() {
            // Recursions are not loops, but what they need is the bound.
            let counted = match run.rounds() {
                0 if bound > 1 && how.unwind.is_none() => bound,
                n => n,
            };
            argument = Some(Argument::Exhausted { bound: counted });
            break;
        }
        let with_user = !run.user_loops.is_empty() || !run.contracts.is_empty();
        // Loops that end after a few rounds need no proof beyond them.
        let due = with_user || (how.unwind.is_none() && bound >= 4);
        if how.induction && run.complete() && due {
            let most = if bound < 4 { bound - 1 } else { 3 };
            argument = run.prove(&bounds, most)?;
            if argument.is_some() || run.found() {
                break;
            }
        }
        if how.unwind.is_some() || !run.complete() && bound >= 64 {
            break;
        }
        bound = bound.saturating_mul(2);
        if bound > MOST_ROUNDS {
            stopped = Some(StopReason::Instructions);
            break;
        }
    }
    run.finish(stopped, argument, reached)
}

/// A growing bound ends here.
const MOST_ROUNDS: u32 = 1 << 20;

/// Which loops the user means.
fn single_bounds(
    module: &Module,
    orders: &[Order],
    wanted: &[(String, u32, u32)],
) -> Result<rustc_hash::FxHashMap<(FuncId, u32), u32>, Diagnostic> {
    let mut out = rustc_hash::FxHashMap::default();
    for (name, line, bound) in wanted {
        let Some(f) = module.function(name) else {
            return Err(Diagnostic::bad_input(format!(
                "--unwind-loop: there is no function `{name}`"
            )));
        };
        let order = &orders[f.0 as usize];
        let lines: Vec<u32> = order
            .loops
            .iter()
            .map(|l| module.locs.get(l.loc).map_or(0, |p| p.line))
            .collect();
        let mut found = false;
        for (i, l) in lines.iter().enumerate() {
            if l == line {
                out.insert((f, i as u32), *bound);
                found = true;
            }
        }
        if !found {
            let mut known: Vec<String> = lines.iter().map(|l| format!("{name}:{l}")).collect();
            known.sort();
            known.dedup();
            let help = if known.is_empty() {
                format!("`{name}` has no loop")
            } else {
                format!("its loops are {}", known.join(", "))
            };
            return Err(Diagnostic::bad_input(format!(
                "--unwind-loop: `{name}` has no loop at line {line}"
            ))
            .help(help));
        }
    }
    Ok(out)
}

/// Whether a verdict is a full proof.
pub fn is_proof(v: &Verdict) -> bool {
    matches!(v, Verdict::Proved)
}
