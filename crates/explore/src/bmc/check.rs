//! The workflow of `check`: a bound that grows, and proofs beyond it.

use super::lists::{Share, Tried};
use super::one_by_one;
use super::options::{single_bounds, CheckOptions};
use super::prove;
use super::result::{Argument, Checked, Reached};
use super::run::Run;
use super::Merging;
use crate::merge::Bounds;
use crate::outcome::Observer;
use ep_base::outcome::Verdict;
use ep_base::{Budget, Diagnostic, StopReason};
use ep_ir::analysis::Order;
use ep_ir::Module;
use ep_machine::driver::Solving;
use ep_machine::machine::Machine;
use ep_machine::options::Options;
use ep_smt::Pipeline;
use ep_term::Pool;
use std::rc::Rc;

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
    let program = ep_machine::compile::compile_with_joins(
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
    machine.driver.orders = orders.clone();
    machine.clock.set_deadline(budget.deadline());
    machine.cx.smt.set_deadline(budget.deadline());
    machine.set_cancel(&budget.cancel);
    let mut bound = how.unwind.unwrap_or(1);
    let mut run = Run::new(machine, budget, observer, how);
    run.annotated.loops = prove::user_loops(module, &orders);
    run.unwound.loops = run.annotated.loops.clone();
    run.annotated.contracts = prove::contracts(&run.machine);
    let narrow = prove::narrow(&run.machine);
    // What the user says of loops and functions is checked by the other engines.
    let plain = run.annotated.loops.is_empty() && run.annotated.contracts.is_empty();
    let mut lists = (plain && one_by_one::allocates(module)).then_some(Share::Small);
    lists = match lists.map(|share| run.prove_lists(options, how, budget, share)) {
        Some(Tried::Proved(argument)) => return run.finish(None, Some(argument), None),
        Some(Tried::Short) => Some(Share::Large),
        Some(Tried::Open(why)) => {
            run.proofs.lists = Some(why);
            None
        }
        None => None,
    };
    if run.annotated.loops.is_empty() && run.annotated.contracts.is_empty() && !narrow {
        let found = one_by_one::paths(module, options, how, budget, run.observer)?;
        if let Some(checked) = found {
            return Ok(checked);
        }
    }
    let mut argument = None;
    let mut reached: Option<Reached> = None;
    let mut stopped;
    loop {
        let bounds = Bounds {
            all: bound,
            single: single.clone(),
        };
        tracing::debug!(bound, "unwinds");
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
                let why = run.proofs.why_not.clone().unwrap_or_default();
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
            let places: Vec<String> = run.left.endless.iter().cloned().collect();
            argument = Some(match places.is_empty() {
                true => Argument::Exhausted { bound: counted },
                false => Argument::Endless {
                    bound: counted,
                    places,
                },
            });
            break;
        }
        if let Some(share) = lists.take_if(|_| bound >= 8) {
            match run.prove_lists(options, how, budget, share) {
                Tried::Proved(found) => {
                    argument = Some(found);
                    break;
                }
                Tried::Short => run.proofs.lists = Some("out of steps".into()),
                Tried::Open(why) => run.proofs.lists = Some(why),
            }
        }
        let with_user = !run.annotated.loops.is_empty() || !run.annotated.contracts.is_empty();
        // Loops that end after a few rounds need no proof beyond them.
        let last = how.most.is_some_and(|most| bound >= most);
        // Products are dear to unwind; what is to be covered is unwound.
        let early = bound >= 4 || last || (run.multiplies() && !how.cover);
        let due = with_user || (how.unwind.is_none() && early);
        if how.induction && run.complete() && due {
            let most = if bound < 4 { bound - 1 } else { 3 };
            argument = run.prove(&bounds, most)?;
            if argument.is_some() || run.found() {
                break;
            }
        }
        // State machines are dear to unwind, and cheap to cut.
        if how.induction && run.complete() && how.unwind.is_none() && !due && !how.cover {
            argument = run.prove_by_frames(&bounds)?;
            if argument.is_some() {
                break;
            }
        }
        if last || how.unwind.is_some() || !run.complete() && bound >= 64 {
            break;
        }
        bound = bound.saturating_mul(2).min(how.most.unwrap_or(u32::MAX));
        if bound > MOST_ROUNDS {
            stopped = Some(StopReason::Instructions);
            break;
        }
    }
    tracing::debug!(
        ?stopped,
        proof = argument.is_some(),
        bound,
        "unwinding is over"
    );
    run.finish(stopped, argument, reached)
}

/// A growing bound ends here.
const MOST_ROUNDS: u32 = 1 << 20;

/// Whether a verdict is a full proof.
pub fn is_proof(v: &Verdict) -> bool {
    matches!(v, Verdict::Proved)
}
