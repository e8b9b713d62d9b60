//! Why a path cannot go on: conjuncts of it that contradict the condition.
//!
//! Idea: the stage that answered tells where to look. A condition that is false
//! in itself needs nothing; byte domains and ranges come from the conjuncts over
//! that variable alone; what was said word for word is one conjunct; every other
//! stage looked at the slice. From there a solver's core is taken, and conjuncts
//! are left out one by one while what is left still contradicts, within a number
//! of questions. Nobody pays who does not ask: the stages answer as always, and
//! what they looked at is kept beside the answer anyway.
//! Source: deletion-based minimisation of unsatisfiable subsets (R. R. Bakker
//! et al., IJCAI 1993), with the core of each answer taken over ("clause-set
//! refinement", A. Belov and J. Marques-Silva, AI Communications 2012).
//! Alternative: each stage derives its own reason, which is a second program for
//! every table and cache. Cost: a question for the first core and one for each
//! conjunct of it, all over parts of the slice.
//!
//! What must never happen: a reason that does not contradict the condition. What
//! no solver confirms is the whole of what the stage looked at.

use crate::answer::{Answer, Side};
use crate::path::PathCondition;
use crate::pipeline::Question;
use crate::stage::Stage;
use crate::Pipeline;
use ep_term::{Op, Pool, TermId, VarId};
use rustc_hash::FxHashSet;

/// Why a side is infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Conjuncts of the path that contradict the condition, in the order in
    /// which the path assumed them (a conjunction counts as its parts); none where
    /// the condition contradicts itself.
    pub conjuncts: Vec<TermId>,
    /// Who said so.
    pub stage: Stage,
    /// Without any one of them the condition is possible.
    pub minimal: bool,
}

/// What is known of a set of conjuncts under the condition.
enum Kept {
    /// They contradict it; so do these of them.
    Contradict(Vec<TermId>),
    /// They do not.
    Agree,
    /// Nobody says, or may be asked any more.
    Open,
}

impl Pipeline {
    /// [`Pipeline::feasible`], with the reason where the path cannot go on. At
    /// most `effort` further questions make it smaller.
    pub fn explained(
        &mut self,
        pool: &mut Pool,
        pc: &PathCondition,
        cond: TermId,
        effort: u32,
    ) -> (Side, Option<Reason>) {
        let taken = self.taken(pool, pc, cond);
        let mut question = Question::new(pc, cond, taken);
        let (side, stage) = self.answer(pool, &mut question);
        if !side.is_infeasible() {
            return (side, None);
        }
        let looked_at = looked_at(pool, &question, stage);
        let (conjuncts, minimal) = self.minimised(pool, looked_at, cond, effort);
        self.stats.reasons += 1;
        if self.options.cross_check {
            // Alone, without the rest of the path.
            let mut alone = conjuncts.clone();
            alone.push(cond);
            if let Some(differs) = self.differs(pool, &alone, false) {
                return (Side::Unknown(differs), None);
            }
        }
        let reason = Reason {
            conjuncts,
            stage,
            minimal,
        };
        (side, Some(reason))
    }

    /// Leaves out what is not needed, and says whether all that is left is.
    fn minimised(
        &mut self,
        pool: &mut Pool,
        mut list: Vec<TermId>,
        cond: TermId,
        effort: u32,
    ) -> (Vec<TermId>, bool) {
        if list.is_empty() {
            return (list, true);
        }
        let mut left = effort;
        if list.len() > 1 {
            if let Kept::Contradict(core) = self.still(pool, &list, cond, &mut left) {
                list = core;
            }
        }
        let mut minimal = true;
        let mut at = 0;
        while at < list.len() {
            let mut fewer = list.clone();
            let without = fewer.remove(at);
            match self.still(pool, &fewer, cond, &mut left) {
                Kept::Contradict(core) => {
                    // What was needed before is in every smaller core; what was
                    // only not decided may be gone.
                    at = list[..at].iter().filter(|c| core.contains(c)).count();
                    list = core;
                    debug_assert!(!list.contains(&without));
                }
                Kept::Agree => at += 1,
                Kept::Open => {
                    minimal = false;
                    at += 1;
                }
            }
            if left == 0 && at < list.len() {
                return (list, false);
            }
        }
        (list, minimal)
    }

    /// Whether these conjuncts contradict the condition, if that may be asked.
    fn still(
        &mut self,
        pool: &mut Pool,
        conjuncts: &[TermId],
        cond: TermId,
        left: &mut u32,
    ) -> Kept {
        if *left == 0 {
            return Kept::Open;
        }
        *left -= 1;
        self.stats.reason_queries += 1;
        let mut all = conjuncts.to_vec();
        all.push(cond);
        match self.check_groups(pool, &all).0 {
            Answer::Unsat { core } => {
                let inside = core.into_iter().filter_map(|i| conjuncts.get(i).copied());
                Kept::Contradict(inside.collect())
            }
            Answer::Sat(_) => Kept::Agree,
            Answer::Unknown(_) => Kept::Open,
        }
    }
}

/// What a stage looked at, in the order of the path. A conjunction that the
/// path assumed counts as its parts, as it does everywhere in the pipeline.
fn looked_at(pool: &mut Pool, q: &Question<'_>, stage: Stage) -> Vec<TermId> {
    if stage == Stage::Opposite {
        return vec![pool.not(q.cond)];
    }
    let mut wanted = FxHashSet::default();
    match stage {
        Stage::Constants => return Vec::new(),
        Stage::ByteDomains | Stage::Ranges => {
            let own = pool.vars(q.cond);
            let of = |v: &VarId| q.pc.component(*v).map(|c| c.conjuncts.as_slice());
            let all = own.first().and_then(of).unwrap_or_default();
            wanted.extend(all.iter().copied().filter(|c| pool.vars(*c) == own));
        }
        _ => wanted.extend(parts(pool, q.slice.conjuncts.iter().copied())),
    }
    let mut all = parts(pool, q.pc.conjuncts());
    // The first of equal ones.
    all.retain(|c| wanted.remove(c));
    all
}

/// The parts of conjunctions, in their order.
fn parts(pool: &Pool, conjuncts: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut out = Vec::new();
    for c in conjuncts {
        let mut open = vec![c];
        while let Some(part) = open.pop() {
            match pool.op(part) {
                Op::And => open.extend(pool.args(part).iter().rev()),
                _ => out.push(part),
            }
        }
    }
    out
}
