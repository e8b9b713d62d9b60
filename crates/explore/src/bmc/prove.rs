//! Proofs beyond any bound: the loops that reached the bound are cut, and
//! everything is checked from their arbitrary rounds.
//!
//! With `k` = 0 one round is checked from any state that satisfies the
//! invariants. With `k` > 0 the first `k` rounds are checked from the loop's
//! start (base case), and the round after `k` rounds without an error from any
//! state (step). Source: A. Donaldson et al., SAS 2011; D. Beyer et al.,
//! "Boosting k-Induction with Continuously-Refined Invariants", CAV 2015.

use super::order::Order;
use super::run::{Cut, Run};
use super::unwind::Bounds;
use super::Argument;
use ep_base::outcome::{Exactness, Incomplete};
use ep_base::Diagnostic;
use ep_ir::{BlockId, Callee, FuncId, InstKind, Module};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The function that `ep_invariant` calls.
const INVARIANT: &str = "__ep_invariant";

/// What the last exploration left, while a proof is tried.
struct Kept {
    gaps: BTreeMap<Incomplete, u64>,
    exactness: Exactness,
    assumptions: u32,
    cuts: Vec<Cut>,
    cut_places: BTreeSet<String>,
    paths: [u64; 4],
}

impl Run<'_> {
    /// Tries to prove with 0 to `most` rounds before the step. What the last
    /// exploration found stays as it was when no proof is found.
    pub fn prove(&mut self, bounds: &Bounds, most: u32) -> Result<Option<Argument>, Diagnostic> {
        if self.recursion_cut {
            self.why_no_proof = Some("a recursion reaches the bound".into());
            return Ok(None);
        }
        let kept = self.set_aside();
        let plain = std::iter::once((0, false));
        for (k, rich) in plain.chain((0..=most).map(|k| (k, true))) {
            self.rich = rich;
            // Loops that reach the bound behind a cut loop are cut too.
            for _ in 0..4 {
                let known = self.cut_loops.len();
                if let Some(argument) = self.attempt(k, bounds)? {
                    self.proving = false;
                    return Ok(Some(argument));
                }
                if self.found() || self.cut_loops.len() == known {
                    break;
                }
            }
            if self.found() || self.budget.stop_now().is_some() {
                break;
            }
        }
        self.proving = false;
        if !self.found() {
            self.restore(kept);
        }
        Ok(None)
    }

    fn attempt(&mut self, k: u32, bounds: &Bounds) -> Result<Option<Argument>, Diagnostic> {
        self.begin();
        self.k = k;
        self.proving = true;
        self.failed = None;
        self.invariants.clear();
        let left = match self.budget.deadline() {
            Some(d) => d.saturating_duration_since(Instant::now()) / 4,
            None => Duration::from_secs(20),
        };
        self.proof_deadline = Some(Instant::now() + left);
        let mut stopped = self.explore(bounds)?.is_some();
        if !stopped && self.failed.is_none() {
            stopped = self.decide_errors()?.is_some();
        }
        self.proof_deadline = None;
        if stopped {
            self.fail("the time for a proof was over".into());
        }
        if let Some((gap, _)) = self.gaps.first_key_value() {
            let what = gap.what.clone();
            self.fail(what);
        }
        if self.exactness.under {
            self.fail("some behaviours were left out".into());
        }
        let whole = self.failed.is_none() && self.cuts.is_empty() && !self.found();
        if !whole {
            self.why_no_proof = self.failed.take().or(self.why_no_proof.take());
            return Ok(None);
        }
        Ok(Some(Argument::Induction {
            k,
            invariants: std::mem::take(&mut self.invariants),
        }))
    }

    fn set_aside(&mut self) -> Kept {
        let s = &self.statistics;
        Kept {
            gaps: std::mem::take(&mut self.gaps),
            exactness: self.exactness,
            assumptions: self.assumptions,
            cuts: std::mem::take(&mut self.cuts),
            cut_places: std::mem::take(&mut self.cut_places),
            paths: [
                s.paths_complete,
                s.paths_error,
                s.paths_incomplete,
                s.paths_assumed_away,
            ],
        }
    }

    fn restore(&mut self, k: Kept) {
        self.begin();
        self.gaps = k.gaps;
        self.exactness = k.exactness;
        self.assumptions = k.assumptions;
        self.cuts = k.cuts;
        self.cut_places = k.cut_places;
        let s = &mut self.statistics;
        [
            s.paths_complete,
            s.paths_error,
            s.paths_incomplete,
            s.paths_assumed_away,
        ] = k.paths;
    }
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
