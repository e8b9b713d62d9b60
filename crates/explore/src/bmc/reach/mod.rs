//! Proofs by property-directed reachability: programs whose states are numbers,
//! in loops that are nested, in functions, or one large `switch` over states.
//!
//! The program becomes places and edges (`graph`), frames of lemmas grow until
//! one is inductive (`frames`), and what comes out is proved again from nothing
//! (`recheck`). Templates of invariants are tried before: they are cheaper, and
//! what they find is easier to read. See `docs/algorithms/reachability.md`.

mod frames;
mod graph;
pub(super) mod kept;
mod recheck;
mod system;

use super::activity::Activity;
use super::run::Run;
use super::templates::Sweep;
use super::Argument;
use crate::merge::Bounds;
use ep_base::Diagnostic;
use ep_smt::Pipeline;
use ep_term::TermId;
use frames::{Frames, Literals, Outcome};
use graph::Graph;
use kept::Met;
use std::rc::Rc;
use std::time::{Duration, Instant};
use system::START;

/// Extractions until no more loops depend on the input.
const MOST_TRIES: usize = 24;
/// Values that one place may hand on: arrays are for invariants that sweep.
const MOST_VALUES: usize = 80;
/// Nodes of all edges and errors together.
const MOST_NODES: usize = 12_000;
/// Invariants that are told.
const MOST_TOLD: usize = 12;
/// Conflicts of a question when the invariants are proved again.
const CONFLICTS: u64 = 1_000_000;

impl Run<'_> {
    /// Tries a proof by reachability until `end`.
    pub(super) fn by_reachability(
        &mut self,
        bounds: &Bounds,
        end: Instant,
    ) -> Result<Option<Argument>, Diagnostic> {
        if !self.annotated.loops.is_empty() || !self.annotated.contracts.is_empty() {
            return Ok(None);
        }
        if let Some(why) = &self.proofs.frames.hopeless {
            self.proofs.why_not = Some(why.clone());
            return Ok(None);
        }
        let left = end.saturating_duration_since(Instant::now());
        if self.proofs.frames.lists.is_empty() && left < 2 * self.proofs.frames.in_vain {
            return Ok(None);
        }
        self.begin();
        self.attempt.failed = None;
        self.activity = Activity::Reach(Met::default());
        self.attempt.sweep = Sweep::No;
        self.machine.driver.products.on = false;
        self.attempt.k = 0;
        self.unwound.recursion = false;
        self.set_proof_deadline(Some(end));
        let found = self.reachability(bounds, end);
        self.activity = Activity::Unwind;
        self.set_proof_deadline(None);
        self.left.cuts.clear();
        self.left.gaps.clear();
        let said = match found? {
            Ok(argument) => return Ok(Some(argument)),
            Err(why) => why,
        };
        self.proofs.why_not = Some(said);
        Ok(None)
    }

    fn reachability(
        &mut self,
        bounds: &Bounds,
        end: Instant,
    ) -> Result<Result<Argument, String>, Diagnostic> {
        if self.proofs.frames.lists.is_empty() {
            let began = Instant::now();
            match self.extract(bounds)? {
                Ok(graph) => {
                    let system = Rc::new(graph.system);
                    let pool = &mut self.machine.cx.pool;
                    self.proofs.frames.named = graph.named;
                    self.proofs.frames.lists = [Literals::Bounds, Literals::Bits]
                        .map(|l| Frames::new(pool, &system, l))
                        .into();
                    self.proofs.frames.system = Some(system);
                    self.proofs.frames.relied = Some((self.left.exactness, self.left.assumptions));
                }
                Err(why) => {
                    // What is refused now is refused after more rounds as well,
                    // unless only the time was short.
                    if Instant::now() < end {
                        self.proofs.frames.hopeless = Some(why.clone());
                    } else {
                        self.proofs.frames.in_vain = began.elapsed();
                    }
                    return Ok(Err(why));
                }
            }
        }
        let mut lists = std::mem::take(&mut self.proofs.frames.lists);
        let mut why = String::new();
        let n = lists.len() as u32;
        let mut proof = None;
        for (i, frames) in lists.iter_mut().enumerate() {
            let now = Instant::now();
            let until = now + end.saturating_duration_since(now) / (n - i as u32);
            let (pool, cancel) = (&mut self.machine.cx.pool, &self.budget.cancel);
            match frames.run(pool, until, cancel) {
                Outcome::Safe(invariants) => {
                    proof = Some(invariants);
                    break;
                }
                Outcome::Reached { what, edges } => {
                    let said = format!(
                        "an error may be reached through {}: {what}",
                        ep_base::words::count(edges, "round")
                    );
                    self.proofs.frames.hopeless = Some(said.clone());
                    why = said;
                    break;
                }
                Outcome::Unknown(said) => why = said,
            }
        }
        self.proofs.frames.lists = lists;
        let (Some(invariants), Some(system)) = (proof, self.proofs.frames.system.clone()) else {
            return Ok(Err(why));
        };
        // What the runs relied on, whenever they were made.
        if let Some((exactness, assumptions)) = self.proofs.frames.relied {
            self.left.rely(exactness, assumptions);
        }
        let mut smt = Pipeline::new(self.machine.options.smt.clone());
        smt.set_cancel(&self.budget.cancel);
        let left = end.saturating_duration_since(Instant::now());
        smt.set_effort(CONFLICTS, left.max(Duration::from_secs(1)));
        let pool = &mut self.machine.cx.pool;
        let checked = recheck::recheck(pool, &mut smt, &system, &invariants);
        if let Some(d) = smt.defect() {
            return Err(d);
        }
        if let Err(refuted) = checked {
            return Ok(Err(format!(
                "an invariant that was found is not shown: {refuted}"
            )));
        }
        Ok(Ok(Argument::Induction {
            k: 0,
            invariants: self.told(&invariants),
            contracts: Vec::new(),
        }))
    }

    /// The system, after all loops that depend on the input are cut. First
    /// without a question at branches: what is impossible the frames find out.
    fn extract(&mut self, bounds: &Bounds) -> Result<Result<Graph, String>, Diagnostic> {
        for _ in 0..MOST_TRIES {
            let known = self.unwound.loops.clone();
            self.machine.driver.blind = true;
            let graph = self.graph(bounds);
            self.machine.driver.blind = false;
            let graph = match graph? {
                Ok(g) => Ok(g),
                Err(why) if self.proofs.frames.pinned => Err(why),
                Err(_) => {
                    self.unwound.loops = known;
                    self.unwound.recursion = false;
                    self.graph(bounds)?
                }
            };
            match graph {
                Ok(g) if g.more => {}
                Ok(g) if g.system.places.iter().any(|p| p.len() > MOST_VALUES) => {
                    return Ok(Err("the loops change too many values".into()));
                }
                Ok(g) if g.system.nodes(&self.machine.cx.pool) > MOST_NODES => {
                    return Ok(Err("the rounds of the loops are too large".into()));
                }
                other => return Ok(other),
            }
        }
        Ok(Err("more and more loops depend on the input".into()))
    }

    /// The invariants that speak of names in the source, shortest first.
    fn told(&self, invariants: &[Vec<TermId>]) -> Vec<String> {
        let pool = &self.machine.cx.pool;
        let named = &self.proofs.frames.named;
        let speaks = |t: &&TermId| {
            let vars = pool.vars(**t);
            !vars.is_empty() && vars.iter().all(|v| named.contains(v))
        };
        let all = invariants.iter().skip(START + 1).flatten();
        let mut texts: Vec<String> = all.filter(speaks).map(|t| pool.infix(*t)).collect();
        texts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        texts.dedup();
        texts.truncate(MOST_TOLD);
        texts
    }
}
