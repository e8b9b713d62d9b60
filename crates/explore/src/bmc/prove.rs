//! Proofs beyond any bound: the loops that reached the bound are cut, and
//! everything is checked from their arbitrary rounds.
//!
//! With `k` = 0 one round is checked from any state that satisfies the
//! invariants. With `k` > 0 the first `k` rounds are checked from the loop's
//! start (base case), and the round after `k` rounds without an error from any
//! state (step). Source: A. Donaldson et al., SAS 2011; D. Beyer et al.,
//! "Boosting k-Induction with Continuously-Refined Invariants", CAV 2015.

use super::activity::{Activity, Tally};
use super::run::Run;
use super::templates::{Sweep, Templates};
use super::Argument;
use super::Merging;
use crate::merge::Bounds;
use ep_base::Diagnostic;
use ep_ir::analysis::Order;
use ep_ir::{BlockId, Callee, FuncId, InstKind, Module, Operand, Type};
use ep_machine::coverage::Coverage;
use ep_machine::machine::Machine;
use ep_machine::options::Entry;
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// The function that `ep_invariant` calls.
const INVARIANT: &str = "__ep_invariant";

/// The first proofs may take this long, the next ones twice as long each.
const LEAST_TIME: Duration = Duration::from_millis(500);
/// Without a limit of the user's.
const MOST_TIME: Duration = Duration::from_secs(40);

/// What the last exploration left, while a proof is tried.
pub(super) struct Before {
    left: Tally,
    paths: [u64; 4],
}

impl Run<'_> {
    /// Tries to prove with 0 to `most` rounds before the step. What the last
    /// exploration found stays as it was when no proof is found; what is
    /// covered are real runs in any case.
    pub fn prove(&mut self, bounds: &Bounds, most: u32) -> Result<Option<Argument>, Diagnostic> {
        let none = Coverage::new(&self.machine.program);
        let covered = std::mem::replace(&mut self.machine.coverage, none);
        let result = self.try_proofs(bounds, most);
        let why_not = self.proofs.why_not.as_deref();
        tracing::debug!(rounds = most, why_not, "induction was tried");
        self.machine.coverage = covered;
        result
    }

    fn try_proofs(&mut self, bounds: &Bounds, most: u32) -> Result<Option<Argument>, Diagnostic> {
        if self.unwound.recursion && self.annotated.contracts.is_empty() {
            self.proofs.why_not = Some("a recursion reaches the bound".into());
            return Ok(None);
        }
        let kept = self.set_aside();
        self.proofs.end = Some(Instant::now() + self.allowance());
        self.proofs.bounds += 1;
        self.machine.sweeps.any = false;
        // Behind arrays that are swept rounds are dear, and one is enough to see
        // that a loop is to be cut.
        let one = Bounds {
            all: 1,
            single: bounds.single.clone(),
        };
        let mut plain = false;
        let multiplies = self.multiplies();
        let (cut_loops, recursion) = (self.unwound.loops.clone(), self.unwound.recursion);
        for (k, templates, sweep) in attempts(most) {
            let any = self.machine.sweeps.any;
            let skipped = match sweep {
                // Contracts compare contents byte by byte.
                _ if !self.annotated.contracts.is_empty() => sweep != Sweep::No,
                Sweep::Written | Sweep::Properties => !any,
                Sweep::Look => false,
                // Before the others: a product makes their questions hard.
                Sweep::No if templates == Templates::Polynomial => !multiplies,
                // Where nothing was swept that has been tried.
                Sweep::No => k == 0 && templates == Templates::Plain && !any,
            };
            if skipped {
                continue;
            }
            // Arrays that loops sweep are none of its numbers.
            if templates == Templates::Rich && sweep == Sweep::No && k == 0 && !any {
                if let Some(argument) = self.reached_by_frames(&one)? {
                    return Ok(Some(argument));
                }
            }
            self.attempt.templates = templates;
            self.machine.driver.products.on = templates == Templates::Polynomial;
            self.attempt.sweep = sweep;
            let (bounds, most_tries) = match sweep {
                Sweep::No | Sweep::Look => (bounds, 4),
                Sweep::Written | Sweep::Properties => (&one, 8),
            };
            if sweep == Sweep::No && any && !plain {
                plain = true;
                self.unwound.loops.clone_from(&cut_loops);
                self.unwound.recursion = recursion;
            }
            // Loops that reach the bound behind a cut loop are cut too.
            for _ in 0..most_tries {
                let known = self.unwound.loops.len();
                let began = Instant::now();
                if let Some(mut argument) = self.attempt(k, bounds)? {
                    if sweep == Sweep::No || !self.machine.sweeps.any {
                        argument = self.fewest(argument, k, bounds, began)?;
                    }
                    self.machine.driver.products.on = false;
                    self.activity = Activity::Unwind;
                    self.attempt.sweep = Sweep::No;
                    return Ok(Some(argument));
                }
                if self.found() || self.unwound.loops.len() == known {
                    break;
                }
            }
            let over = self.proofs.end.is_some_and(|d| Instant::now() > d);
            if self.found() || over || self.budget.stop_now().is_some() {
                break;
            }
        }
        if !plain && self.machine.sweeps.any {
            self.unwound.loops = cut_loops;
            self.unwound.recursion = recursion;
        }
        self.machine.driver.products.on = false;
        self.activity = Activity::Unwind;
        self.attempt.sweep = Sweep::No;
        if !self.found() {
            self.restore(kept);
        }
        Ok(None)
    }

    /// A proof by reachability alone. What the last exploration found stays.
    pub fn prove_by_frames(&mut self, bounds: &Bounds) -> Result<Option<Argument>, Diagnostic> {
        let none = Coverage::new(&self.machine.program);
        let covered = std::mem::replace(&mut self.machine.coverage, none);
        let kept = self.set_aside();
        self.proofs.end = Some(Instant::now() + self.allowance());
        let one = Bounds {
            all: 1,
            single: bounds.single.clone(),
        };
        let found = self.reached_by_frames(&one);
        self.machine.coverage = covered;
        self.activity = Activity::Unwind;
        if !matches!(found, Ok(Some(_))) {
            self.restore(kept);
        }
        found
    }

    /// A proof by reachability, between the cheap invariants and the dear ones.
    fn reached_by_frames(&mut self, bounds: &Bounds) -> Result<Option<Argument>, Diagnostic> {
        let now = Instant::now();
        let left = self
            .proofs
            .end
            .map_or(MOST_TIME, |d| d.saturating_duration_since(now));
        let (cut_loops, recursion) = (self.unwound.loops.clone(), self.unwound.recursion);
        let found = self.by_reachability(bounds, now + left / 2)?;
        if found.is_none() {
            self.unwound.loops = cut_loops;
            self.unwound.recursion = recursion;
        }
        self.activity = Activity::Unwind;
        Ok(found)
    }

    /// Whether the program multiplies or divides two values somewhere: others have no use for
    /// equalities of polynomials.
    pub(super) fn multiplies(&self) -> bool {
        let program = &self.machine.program;
        program.module.functions.iter().any(|(f, function)| {
            let first = program.first_block[f.0 as usize] as usize;
            let own = program.own_block.get(first).copied().unwrap_or(false);
            let register = |o: &Operand| matches!(o, Operand::Reg(_));
            let product = |i: &ep_ir::Inst| match &i.kind {
                InstKind::Bin { op, a, b, .. } => {
                    use ep_ir::BinOp::{Mul, SDiv, SRem, UDiv, URem};
                    matches!(op, Mul | UDiv | SDiv | URem | SRem) && register(a) && register(b)
                }
                InstKind::Intrinsic { op, args, .. } => {
                    let product = matches!(
                        op,
                        ep_ir::Intrinsic::SMulOverflow | ep_ir::Intrinsic::UMulOverflow
                    );
                    product && args.iter().all(register)
                }
                _ => false,
            };
            own && function
                .blocks
                .iter()
                .any(|(_, b)| b.insts.iter().any(product))
        })
    }

    /// How long proofs may be tried now. What the user has annotated is meant
    /// to be proved; otherwise unwinding gets its share of the time, since a
    /// bug or the end of a loop may be a few rounds away.
    fn allowance(&self) -> Duration {
        let left = match self.budget.deadline() {
            Some(d) => d.saturating_duration_since(Instant::now()),
            None => MOST_TIME,
        };
        if !self.annotated.loops.is_empty() || !self.annotated.contracts.is_empty() {
            return left / 2;
        }
        let more = if self.multiplies() { 2 } else { 1 };
        let grown = self.patience(more * LEAST_TIME * (1 << self.proofs.bounds.min(10)));
        grown.max(self.start.elapsed() / 2).min(left / 2)
    }

    pub(super) fn set_proof_deadline(&mut self, end: Option<Instant>) {
        self.attempt.deadline = end;
        let ends = [self.budget.deadline(), end];
        let first = ends.into_iter().flatten().min();
        self.machine.clock.set_deadline(first);
        self.machine.cx.smt.set_deadline(first);
    }

    pub(super) fn attempt(
        &mut self,
        k: u32,
        bounds: &Bounds,
    ) -> Result<Option<Argument>, Diagnostic> {
        self.begin();
        self.attempt.k = k;
        self.activity = Activity::Cut;
        self.attempt.failed = None;
        self.attempt.invariants.clear();
        self.attempt.selection.begin();
        let now = Instant::now();
        let left = self
            .proofs
            .end
            .map_or(MOST_TIME, |d| d.saturating_duration_since(now));
        // The next attempt gets its share too.
        self.set_proof_deadline(Some(now + left / 2));
        self.machine
            .contracts
            .set_cut(!self.annotated.contracts.is_empty());
        let mut stopped = self.explore(bounds)?.is_some();
        for f in self.annotated.contracts.clone() {
            if stopped || self.attempt.failed.is_some() {
                break;
            }
            match self.machine.any_call(f)? {
                Ok(st) => {
                    self.queue = Default::default();
                    stopped = self.follow(Box::new(st), bounds)?.is_some();
                }
                Err(why) => self.fail(why),
            }
        }
        if !stopped && self.attempt.failed.is_none() {
            stopped = self.decide_errors()?.is_some();
        }
        self.machine.contracts.set_cut(false);
        self.machine.contracts.take_refusal();
        self.set_proof_deadline(None);
        if stopped {
            self.fail("the time for a proof was over".into());
        }
        if let Some((gap, _)) = self.left.gaps.first_key_value() {
            let what = gap.what.clone();
            self.fail(what);
        }
        if self.left.exactness.under {
            self.fail("some behaviours were left out".into());
        }
        if !self.left.cuts.is_empty() && self.unwound.recursion {
            self.fail("a recursion reaches the bound".into());
        }
        let whole = self.attempt.failed.is_none() && self.left.cuts.is_empty() && !self.found();
        if !whole {
            self.proofs.why_not = self.attempt.failed.take().or(self.proofs.why_not.take());
            return Ok(None);
        }
        Ok(Some(Argument::Induction {
            k,
            invariants: std::mem::take(&mut self.attempt.invariants),
            contracts: self.contract_names(),
        }))
    }

    fn contract_names(&self) -> Vec<String> {
        let functions = &self.machine.program.module.functions;
        let names = self
            .annotated
            .contracts
            .iter()
            .map(|f| functions[*f].name.clone());
        names.collect()
    }

    pub(super) fn set_aside(&mut self) -> Before {
        let s = &self.statistics;
        Before {
            left: std::mem::take(&mut self.left),
            paths: [
                s.paths_complete,
                s.paths_error,
                s.paths_incomplete,
                s.paths_assumed_away,
            ],
        }
    }

    pub(super) fn restore(&mut self, before: Before) {
        self.begin();
        self.left = before.left;
        let s = &mut self.statistics;
        [
            s.paths_complete,
            s.paths_error,
            s.paths_incomplete,
            s.paths_assumed_away,
        ] = before.paths;
    }
}

/// What is tried, in this order: rounds before the step, templates, arrays.
fn attempts(most: u32) -> impl Iterator<Item = (u32, Templates, Sweep)> {
    use Templates::{Cases, Plain, Polynomial, Rich};
    let swept = [
        (0, Plain, Sweep::Look),
        (0, Plain, Sweep::Written),
        (0, Plain, Sweep::Properties),
        (0, Rich, Sweep::Properties),
    ];
    let products = std::iter::once((0, Polynomial, Sweep::No));
    let plain = std::iter::once((0, Plain, Sweep::No));
    let rich = (0..=most).map(|k| (k, Rich, Sweep::No));
    let cases = [0, 1].map(|k| (k, Cases, Sweep::No));
    let first = products.chain(swept);
    first.chain(plain).chain(rich).chain(cases)
}

/// The entry function.
pub(super) fn entry(machine: &Machine<Merging>) -> Option<FuncId> {
    let name = match &machine.options.entry {
        Entry::Main { .. } => "main",
        Entry::Function { name, .. } => name,
    };
    machine.program.module.function(name)
}

/// The functions with a contract that a run can call.
pub(super) fn contracts(machine: &Machine<Merging>) -> Vec<FuncId> {
    let program = &machine.program;
    match entry(machine) {
        Some(f) if program.clauses.iter().any(|n| *n > 0) => {
            ep_machine::contract::contracts_in_reach(&program.module, &program.clauses, f)
        }
        _ => Vec::new(),
    }
}

/// The entry has a contract that allows more memory than the entry is run
/// with: buffers of other sizes, other values of global variables.
pub(super) fn narrow(machine: &Machine<Merging>) -> bool {
    let program = &machine.program;
    let Some(f) = entry(machine).filter(|f| program.clauses[f.0 as usize] > 0) else {
        return false;
    };
    let pointers = program.function(f).params.iter().any(|p| p.ty == Type::Ptr);
    let reach = ep_machine::contract::Reach::new(&program.module, f);
    let mut globals = program.module.globals.iter();
    pointers || globals.any(|(g, x)| !x.constant && reach.global(g))
}

/// The loops around a call of the user's invariant, innermost.
pub(super) fn user_loops(module: &Module, orders: &[Order]) -> FxHashSet<(FuncId, u32)> {
    let mut out = FxHashSet::default();
    let Some(invariant) = module.function(INVARIANT) else {
        return out;
    };
    for (f, function) in module.functions.iter() {
        let order = &orders[f.0 as usize];
        for (b, block) in function.blocks.iter() {
            let calls = block.insts.iter().any(|i| {
                matches!(&i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if *g == invariant)
            });
            if calls {
                out.extend(innermost(order, b).map(|l| (f, l)));
            }
        }
    }
    out
}

fn innermost(order: &Order, b: BlockId) -> Option<u32> {
    (0..order.loops.len() as u32)
        .filter(|l| order.inside(*l, b))
        .min_by_key(|l| {
            let l = &order.loops[*l as usize];
            l.last - l.first
        })
}
