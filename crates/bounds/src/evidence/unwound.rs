//! Whether every run ends because it is unwound to its end.
//!
//! Idea: where each loop has few rounds whatever the input, the bit-precise
//! engine runs all inputs at once, round by round, until none goes on. Then
//! the program ends, and no ranking function is needed: lists on the stack,
//! tables of functions, masks and rotations, small state machines. Source:
//! bounded model checking with an unwinding assertion (A. Biere et al., TACAS
//! 1999). Cost: counted instructions and conflicts; a loop whose rounds grow
//! with its input is given up soon.
//!
//! What must never happen: a run counts as ended that stops in an error, waits
//! for something, or begins in a state that is only one of many. So `malloc`
//! may fail, what is not initialised is any value, and programs that read
//! input other than by `__VERIFIER_nondet_*`, have parameters other than
//! integers, or come to a variable global from a function other than `main` are
//! not looked at.

use super::decide::Quiet;
use ep_base::outcome::Verdict;
use ep_base::{Budget, Diagnostic};
use ep_explore::bmc::{self, Argument, CheckOptions};
use ep_explore::{Entry, HeapLimits, Options};
use ep_ir::inst::Callee;
use ep_ir::{visit, FuncId, InstKind, Module, Operand, Type};
use std::collections::BTreeSet;

/// Conflicts of one formula, and LLVM instructions of all rounds.
const CONFLICTS: u64 = 2_000;
const INSTRUCTIONS: u64 = 60_000;

/// Functions without a body that come back at once or end the run.
const HARMLESS: [&str; 14] = [
    "malloc", "calloc", "free", "exit", "abort", "strlen", "memset", "memcpy", "memmove", "memcmp",
    "strcmp", "strncmp", "strcpy", "strcat",
];

/// Whether all runs were followed to their end. How many rounds that took is not said:
/// the engine counts those that an input decides about, and no others.
///
/// # Errors
/// A defect of the engine.
pub fn ends(module: &Module, entry: FuncId, budget: &Budget) -> Result<bool, Diagnostic> {
    let Some(function) = module.functions.get(entry) else {
        return Ok(false);
    };
    let plain = function.params.iter().all(|p| matches!(p.ty, Type::Int(_)));
    if !plain || !suits(module, entry) || budget.stop_now().is_some() {
        return Ok(false);
    }
    let smt = ep_smt::SmtOptions {
        query_resources: CONFLICTS,
        ..Default::default()
    };
    let options = Options {
        smt,
        entry: Entry::Function {
            name: function.name.clone(),
            heap: HeapLimits::default(),
        },
        first_bug: true,
        closed: false,
        malloc_may_fail: true,
        uninit_input: true,
        ..Options::default()
    };
    let own = Budget {
        max_instructions: Some(INSTRUCTIONS),
        ..budget.clone()
    };
    let how = CheckOptions::default();
    let checked = bmc::check(module, &options, &how, &own, &mut Quiet)?;
    let outcome = &checked.exploration.outcome;
    let whole = outcome.verdict == Verdict::Proved && outcome.bugs.is_empty();
    let exhausted = matches!(checked.argument, Some(Argument::Exhausted { .. }));
    Ok(exhausted && whole && checked.reached.is_none())
}

/// Whether a run from any state is one from the state at the start.
fn suits(module: &Module, entry: FuncId) -> bool {
    let main = module
        .functions
        .get(entry)
        .is_some_and(|f| f.name == "main");
    let mut seen = BTreeSet::from([entry]);
    let mut work = vec![entry];
    while let Some(f) = work.pop().and_then(|id| module.functions.get(id)) {
        for (_, block) in f.blocks.iter() {
            let mut block = block.clone();
            let mut fits = true;
            let mut take = |o: &mut Operand| match *o {
                Operand::Func(g) if seen.insert(g) => work.push(g),
                Operand::Label(..) => fits = false,
                Operand::Global(g, _) => {
                    let global = module.globals.get(g);
                    fits &= main || global.is_some_and(|g| g.constant);
                    // A table of functions leads to them.
                    let init = global.and_then(|g| g.init.as_ref());
                    for r in init.iter().flat_map(|i| &i.relocs) {
                        match r.target {
                            ep_ir::RelocTarget::Func(g) if seen.insert(g) => work.push(g),
                            ep_ir::RelocTarget::Func(_) => {}
                            _ => fits &= main,
                        }
                    }
                }
                _ => {}
            };
            for inst in &mut block.insts {
                visit::uses_mut(&mut inst.kind, &mut take);
            }
            visit::term_uses_mut(&mut block.term, &mut take);
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Call {
                        callee: Callee::Direct(to),
                        ..
                    } => {
                        let Some(target) = module.functions.get(*to) else {
                            return false;
                        };
                        let known = HARMLESS.contains(&target.name.as_str())
                            || target.name == crate::time::CHARGE
                            || crate::time::is_assumption(module, *to)
                            || target.name.starts_with("__VERIFIER_nondet_");
                        if target.is_declaration() && !known {
                            return false;
                        }
                        if !target.is_declaration() && seen.insert(*to) {
                            work.push(*to);
                        }
                    }
                    InstKind::Load { volatile: true, .. }
                    | InstKind::Unsupported { .. }
                    | InstKind::Assume { .. }
                    | InstKind::AtomicRmw { .. }
                    | InstKind::CmpXchg { .. } => return false,
                    _ => {}
                }
            }
            if !fits {
                return false;
            }
        }
    }
    true
}
