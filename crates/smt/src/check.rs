//! Questions without a path: satisfiability of a list of assertions.
//!
//! Idea: the assertions are split into groups that share no variable; each group
//! is solved alone, so a core never names an unrelated assertion.
//! Cost: union by variable, then one solver call per group.

use crate::answer::Answer;
use crate::solver::Limits;
use crate::stage::Stage;
use crate::Pipeline;
use ep_base::sets::Sets;
use ep_term::{Model, Pool, TermId, VarId};
use rustc_hash::FxHashMap;

/// A query that is worth a line in the log.
const SLOW: std::time::Duration = std::time::Duration::from_millis(100);

impl Pipeline {
    /// Whether all assertions can hold together, with a model or a core.
    pub fn check(&mut self, pool: &mut Pool, assertions: &[TermId]) -> Answer {
        self.stats.queries += 1;
        let (answer, stage) = self.check_groups(pool, assertions);
        let answer = if self.options.cross_check {
            self.cross_check_answer(pool, assertions, answer)
        } else {
            answer
        };
        match answer {
            Answer::Unknown(_) => self.stats.unknown += 1,
            _ => self.stats.answered.add(stage),
        }
        answer
    }

    /// The answer, and the last stage that was needed for it.
    pub(crate) fn check_groups(
        &mut self,
        pool: &mut Pool,
        assertions: &[TermId],
    ) -> (Answer, Stage) {
        let mut last = Stage::Constants;
        if let Some(i) = assertions.iter().position(|&t| t == pool.fls()) {
            return (Answer::Unsat { core: vec![i] }, last);
        }
        let mut model = Model::new();
        let mut unknown = None;
        for group in self.groups(pool, assertions) {
            let terms: Vec<TermId> = group.iter().map(|&i| assertions[i]).collect();
            let (answer, stage) = self.check_group(pool, &terms);
            last = last.max(stage);
            match answer {
                Answer::Sat(part) => merge(&mut model, part),
                Answer::Unsat { core } => {
                    let mut core: Vec<usize> = core.into_iter().map(|i| group[i]).collect();
                    core.sort_unstable();
                    return (Answer::Unsat { core }, last);
                }
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        let answer = match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Sat(model),
        };
        (answer, last)
    }

    /// The indices of the assertions in groups without a common variable.
    fn groups(&mut self, pool: &Pool, assertions: &[TermId]) -> Vec<Vec<usize>> {
        let n = assertions.len();
        let mut sets = Sets::new(n);
        let mut owner: FxHashMap<VarId, usize> = FxHashMap::default();
        let mut global = None;
        for (i, &t) in assertions.iter().enumerate() {
            let join = |sets: &mut Sets, j: usize| {
                let (a, b) = (sets.root(i), sets.root(j));
                sets.join(a.max(b), a.min(b));
            };
            for &v in pool.vars(t) {
                let j = *owner.entry(v).or_insert(i);
                join(&mut sets, j);
            }
            if self.globals.is_global(pool, t) {
                let j = *global.get_or_insert(i);
                join(&mut sets, j);
            }
        }
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); n];
        for (i, &t) in assertions.iter().enumerate() {
            if t != pool.tru() {
                let r = sets.root(i);
                groups[r].push(i);
            }
        }
        groups.retain(|g| !g.is_empty());
        if let Some(i) = global {
            // Last, so that its functions survive the merge of the models.
            let r = sets.root(i);
            groups.sort_by_key(|g| g.iter().any(|&i| sets.root(i) == r));
        }
        groups
    }

    fn check_group(&mut self, pool: &mut Pool, terms: &[TermId]) -> (Answer, Stage) {
        if self.over() {
            let late = Answer::Unknown("the time limit was reached".into());
            return (late, Stage::Circuit);
        }
        let limits = Limits {
            resources: self.options.query_resources,
            timeout: self.time_left(),
        };
        let start = std::time::Instant::now();
        let answer = self.blaster.answer(pool, terms, limits);
        self.stats.sat_time += start.elapsed();
        self.stats.sat_calls += 1;
        self.stats.conflicts = self.blaster.conflicts();
        let (answer, by) = match answer {
            Ok(answer) => (answer, Stage::Circuit),
            Err(before) => (self.ask_z3(pool, terms, before), Stage::Z3),
        };
        if tracing::enabled!(tracing::Level::DEBUG) && start.elapsed() > SLOW {
            let took = start.elapsed();
            tracing::debug!(assertions = terms.len(), stage = ?by, ?took, "slow query");
        }
        let word = match &answer {
            Answer::Sat(_) => "sat".to_owned(),
            Answer::Unsat { .. } => "unsat".to_owned(),
            Answer::Unknown(reason) => format!("unknown ({reason})"),
        };
        self.note(pool, terms, by.name(), &word);
        if let Answer::Sat(model) = &answer {
            let mut fresh = true;
            for &t in terms {
                let value = if fresh {
                    self.evaluator.eval_bits(pool, t, model)
                } else {
                    self.evaluator.continue_bits(pool, t, model)
                };
                fresh = false;
                if value != Some(1) {
                    self.stats.bad_models += 1;
                    let why = format!(
                        "the model of {} could not be confirmed by evaluation",
                        by.name()
                    );
                    return (Answer::Unknown(why), by);
                }
            }
        }
        (answer, by)
    }
}

/// Takes over the values of a group; groups share no variable, and at most one
/// of them has functions.
fn merge(model: &mut Model, mut part: Model) {
    for (v, bits) in model.iter_bits() {
        part.set_bits(v, bits);
    }
    for (v, value) in model.iter_others() {
        part.set(v, value.clone());
    }
    *model = part;
}
