//! Questions to Z3: as the last stage, and as the judge of all others.
//!
//! Cross-checking asks about the whole path, not the slice, so slicing, domains,
//! caches and models are judged together with the bit-blaster. A difference is
//! kept as a defect, the query is written down and the answer becomes unknown.

use crate::answer::{Answer, Side, Witness};
use crate::path::PathCondition;
use crate::pipeline::Question;
use crate::sat::GaveUp;
use crate::solver::{Limits, Solver};
use crate::values::{bounds, go_through, Tried};
use crate::Pipeline;
use ep_base::Diagnostic;
use ep_term::{Pool, TermId};
use std::rc::Rc;
use std::time::Instant;

impl Pipeline {
    fn limits(&self) -> Limits {
        Limits {
            resources: self.options.query_resources,
            timeout: self.time_left(),
        }
    }

    /// All values, where they are few.
    pub(crate) fn by_values(&mut self, pool: &Pool, q: &Question<'_>) -> Option<Side> {
        let query = &q.query;
        if query.iter().any(|&t| self.globals.is_global(pool, t)) {
            return None;
        }
        let late = Instant::now().checked_add(self.time_left());
        let over = || late.is_some_and(|l| Instant::now() >= l);
        let swept = match q.slice.vars[..] {
            [v] => bounds(pool, query, v, (&mut self.tables, &mut self.ranges))
                .and_then(|span| self.sweeps.decide(pool, query, v, span)),
            _ => None,
        };
        let known = (&mut self.tables, &mut self.ranges);
        let tried = match swept {
            Some(tried) => tried,
            None => go_through(pool, query, &q.slice.vars, known, &mut self.evaluator, over)?,
        };
        Some(match tried {
            Tried::Unsat => {
                self.note(pool, query, "values", "unsat");
                Side::Infeasible
            }
            Tried::Sat(mut bits) => {
                self.note(pool, query, "values", "sat");
                bits.retain(|&(v, value)| value != q.pc.value(v));
                let mut witness = Witness::unchanged();
                witness.bits.extend(bits);
                self.believe(pool, q.pc, q.cond, &q.slice, witness)
            }
        })
    }

    /// The last stage.
    pub(crate) fn by_z3(&mut self, pool: &Pool, q: &mut Question<'_>) -> Side {
        let before = q.gave_up.take().unwrap_or(GaveUp::Circuit);
        let query = &q.query;
        match self.ask_z3(pool, query, before) {
            Answer::Unsat { .. } => {
                self.note(pool, query, "Z3", "unsat");
                Side::Infeasible
            }
            Answer::Sat(model) => {
                self.note(pool, query, "Z3", "sat");
                let mut witness = Witness::unchanged();
                for (v, value) in model.iter_bits() {
                    if value != q.pc.value(v) {
                        witness.bits.push((v, value));
                    }
                }
                witness.bits.sort_unstable_by_key(|b| b.0);
                let functions = query.iter().any(|&t| self.globals.is_global(pool, t));
                if functions || model.iter_others().next().is_some() {
                    witness.others = Some(Rc::new(model));
                }
                self.believe(pool, q.pc, q.cond, &q.slice, witness)
            }
            Answer::Unknown(reason) => {
                self.note(pool, query, "Z3", &format!("unknown ({reason})"));
                Side::Unknown(reason)
            }
        }
    }

    pub(crate) fn ask_z3(&mut self, pool: &Pool, terms: &[TermId], before: GaveUp) -> Answer {
        if self.over() || before == GaveUp::Circuit {
            return Answer::Unknown(before.to_string());
        }
        let start = Instant::now();
        self.stats.z3_calls += 1;
        let answer = self.z3.check(pool, terms, self.limits());
        self.stats.z3_time += start.elapsed();
        match answer {
            Answer::Unknown(why) => Answer::Unknown(format!("{before}; {why}")),
            answer => answer,
        }
    }

    pub(crate) fn cross_check_side(
        &mut self,
        pool: &Pool,
        pc: &PathCondition,
        cond: TermId,
        side: &mut Side,
    ) {
        let claim = match side {
            Side::Feasible(_) => true,
            Side::Infeasible => false,
            Side::Unknown(_) => return,
        };
        let mut query: Vec<TermId> = pc.conjuncts().collect();
        query.push(cond);
        if let Some(reason) = self.differs(pool, &query, claim) {
            *side = Side::Unknown(reason);
        }
    }

    pub(crate) fn cross_check_answer(
        &mut self,
        pool: &Pool,
        terms: &[TermId],
        answer: Answer,
    ) -> Answer {
        let (query, claim) = match &answer {
            Answer::Sat(_) => (terms.to_vec(), true),
            // The core alone has to be unsatisfiable.
            Answer::Unsat { core } => (core.iter().map(|&i| terms[i]).collect(), false),
            Answer::Unknown(_) => return answer,
        };
        match self.differs(pool, &query, claim) {
            Some(reason) => Answer::Unknown(reason),
            None => answer,
        }
    }

    /// Whether Z3 contradicts the claim that the query is satisfiable (or not).
    pub(crate) fn differs(&mut self, pool: &Pool, query: &[TermId], claim: bool) -> Option<String> {
        let theirs = match self.judge.check(pool, query, self.limits()) {
            Answer::Sat(_) => true,
            Answer::Unsat { .. } => false,
            Answer::Unknown(_) => {
                self.stats.cross_unknown += 1;
                return None;
            }
        };
        self.stats.cross_checked += 1;
        if theirs == claim {
            return None;
        }
        let word = |sat| if sat { "sat" } else { "unsat" };
        let file = self.write_difference(pool, query, word(claim), word(theirs));
        let reason = format!(
            "cross-check: Everypath says {}, Z3 says {}; the query is in {file}",
            word(claim),
            word(theirs)
        );
        if self.defect.is_none() {
            self.defect = Some(Diagnostic::defect(reason.clone()));
        }
        Some(reason)
    }

    fn write_difference(
        &mut self,
        pool: &Pool,
        query: &[TermId],
        ours: &str,
        theirs: &str,
    ) -> String {
        let dir = match &self.options.log_dir {
            Some(dir) => dir.clone(),
            None => std::env::temp_dir(),
        };
        let name = format!(
            "everypath-difference-{}-{}.smt2",
            std::process::id(),
            self.stats.cross_checked
        );
        let path = dir.join(name);
        let script = ep_term::smtlib_script(pool, query);
        let text = format!("; Everypath: {ours}\n; Z3: {theirs}\n{script}");
        match std::fs::write(&path, text) {
            Ok(()) => path.display().to_string(),
            Err(e) => format!("no file ({e})"),
        }
    }
}
