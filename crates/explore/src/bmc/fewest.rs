//! The fewest invariants that a proof needs.
//!
//! Idea: what Houdini keeps is the strongest conjunction of its candidates, and
//! a proof needs two or three of them. So a proof is tried again with some of
//! them only, which is cheap, since nothing is guessed and the paths are short:
//! first without all of them, then without parts of a quarter of that size, and
//! so on, then without each one until a round drops nothing (delta debugging).
//! Where time is left at the end, what is left is a set from which nothing can
//! be dropped; each of it is shown by the same rounds as before, equalities of
//! polynomials like comparisons. Source: A. Zeller,
//! R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE
//! 2002. Alternative: cores of the solver, which many of its stages do not
//! have. Cost: as long again as the proof took, between [`LEAST_TIME`] and
//! [`MOST_TIME`]; what is not reached stays in the list.
//!
//! What must never happen: an invariant that counts because it counted before.
//! Each attempt proves those that it uses, at the start and for every round.

use super::houdini::Subject;
use super::polynomial::Polynomial;
use super::run::Run;
use super::templates::{Candidate, Found, Head};
use super::Argument;
use crate::merge::Bounds;
use ep_base::Diagnostic;
use ep_ir::FuncId;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Time that is spent in any case, and at most.
const LEAST_TIME: Duration = Duration::from_millis(150);
const MOST_TIME: Duration = Duration::from_millis(1_200);

impl Run<'_> {
    /// Notes the invariants of a loop.
    pub(super) fn note(&mut self, head: Head, s: &Subject) {
        self.attempt.selection.found.push(Found {
            head,
            items: s.items.iter().map(|i| (i.cell, i.var)).collect(),
            list: s.invariants.clone(),
            equalities: s.equalities.clone(),
        });
    }

    /// Which state at this loop's head it is.
    pub(super) fn head(&mut self, f: FuncId, l: u32) -> Head {
        let n = self.attempt.selection.met.entry((f, l)).or_insert(0);
        *n += 1;
        (f, l, *n)
    }

    /// The only candidates, if some are given.
    pub(super) fn given(&mut self, head: Head, s: &Subject) -> Option<Vec<Candidate>> {
        let (found, keep) = self.attempt.selection.given.as_ref()?;
        let mut at = 0;
        let (mut out, mut equalities) = (Vec::new(), Vec::new());
        for f in found {
            let flags = &keep[at..at + f.len()];
            at += f.len();
            if f.head != head {
                continue;
            }
            for (cell, var) in &f.items {
                let now = s.items.iter().find(|i| i.cell == *cell);
                let old = self.machine.cx.pool.as_var(*var);
                if let (Some(i), Some(v)) = (now, old) {
                    self.attempt.selection.renamed.insert(v, i.var);
                }
            }
            for (c, _) in f.list.iter().zip(flags).filter(|(_, k)| **k) {
                let pool = &mut self.machine.cx.pool;
                let t = pool.substitute(c.term, &self.attempt.selection.renamed);
                if pool.as_bool(t).is_none() {
                    out.push(Candidate::new(t, c.told));
                }
            }
            let flags = &flags[f.list.len()..];
            for (e, _) in f.equalities.iter().zip(flags).filter(|(_, k)| **k) {
                let mut e = e.clone();
                let mut map = BTreeMap::new();
                for t in e.fact.left.atoms() {
                    let new = self
                        .machine
                        .cx
                        .pool
                        .substitute(t, &self.attempt.selection.renamed);
                    map.insert(t, Polynomial::atom(new));
                }
                if let Some(left) = e.fact.left.with(&map, e.fact.ring) {
                    e.fact.left = left;
                    equalities.push(e);
                }
            }
            break;
        }
        self.attempt.selection.equalities = Some(equalities);
        Some(out)
    }

    /// The proof again with as few invariants as possible.
    pub(super) fn fewest(
        &mut self,
        first: Argument,
        k: u32,
        bounds: &Bounds,
        began: Instant,
    ) -> Result<Argument, Diagnostic> {
        let found = std::mem::take(&mut self.attempt.selection.found);
        let n: usize = found.iter().map(Found::len).sum();
        if n == 0 {
            return Ok(first);
        }
        let time = began.elapsed().max(self.patience(LEAST_TIME));
        let time = time.min(self.patience(MOST_TIME));
        let end = Instant::now() + time;
        let kept = self.set_aside();
        let mut best = first;
        let mut keep = vec![true; n];
        self.attempt.selection.given = Some((found, keep.clone()));
        let mut size = n;
        let mut changed = false;
        while Instant::now() < end {
            let left: Vec<usize> = (0..n).filter(|i| keep[*i]).collect();
            let mut any = false;
            for part in left.chunks(size) {
                let mut less = keep.clone();
                part.iter().for_each(|i| less[*i] = false);
                if less == keep || Instant::now() > end {
                    continue;
                }
                if let Some((_, k)) = &mut self.attempt.selection.given {
                    k.clone_from(&less);
                }
                self.proofs.end = Some(end);
                if let Some(a) = self.attempt(k, bounds)? {
                    (best, keep, any, changed) = (a, less, true, true);
                }
            }
            if size == 1 && (!any || !changed) {
                break;
            }
            size = if size == 1 { 1 } else { size.div_ceil(4) };
        }
        self.attempt.selection.given = None;
        self.attempt.failed = None;
        self.restore(kept);
        Ok(best)
    }
}
