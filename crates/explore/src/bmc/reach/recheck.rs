//! The proof of what the frames propose, from nothing.
//!
//! Idea: invariants per place prove a program if every edge from the start
//! enters them, every other edge keeps them, and no error is possible where
//! they hold (R. Floyd, 1967). Each of these is one question to a pipeline that
//! has seen nothing before, without frames, levels and cores; under
//! `--cross-check` a second solver answers it too. Cost: one query per edge and
//! error.

use super::system::{System, START};
use ep_smt::{Answer, Pipeline};
use ep_term::{Pool, TermId};
use rustc_hash::FxHashMap;

/// Why the invariants prove nothing.
pub(super) type Refuted = String;

/// Whether the invariants hold at the start, are kept, and exclude errors.
pub(super) fn recheck(
    pool: &mut Pool,
    smt: &mut Pipeline,
    system: &System,
    invariants: &[Vec<TermId>],
) -> Result<(), Refuted> {
    let before = |place: usize| match place {
        START => Vec::new(),
        p => invariants[p].clone(),
    };
    for e in &system.edges {
        let mut memo = FxHashMap::default();
        let mut broken = pool.fls();
        for t in &invariants[e.to] {
            let after = pool.substitute_with(*t, &e.values, &mut memo);
            let not = pool.not(after);
            broken = pool.or(broken, not);
        }
        let mut query = before(e.from);
        query.extend(&e.path);
        query.push(broken);
        if !matches!(smt.check(pool, &query), Answer::Unsat { .. }) {
            return Err("an invariant is not kept".into());
        }
    }
    for b in &system.bads {
        let mut query = before(b.at);
        query.extend(&b.path);
        if !matches!(smt.check(pool, &query), Answer::Unsat { .. }) {
            return Err(b.what.clone());
        }
    }
    Ok(())
}
