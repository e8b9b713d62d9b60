//! What a backend is to the pipeline.

use crate::answer::Answer;
use crate::blast::BitBlaster;
use crate::sat::{GaveUp, SatAnswer, SatBackend, SatLimits};
use ep_term::{Model, Pool, TermId};
use std::time::{Duration, Instant};

/// The limits of one query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Conflicts of a SAT solver, thousands of Z3's resource units.
    pub resources: u64,
    /// The wall clock behind them.
    pub timeout: Duration,
}

/// A decision procedure for conjunctions.
pub trait Solver {
    /// Its name in logs and reasons.
    fn name(&self) -> &'static str;
    /// Whether all assertions can hold together. Models are as the solver gave
    /// them: the caller evaluates before it believes. Cores are indices.
    fn check(&mut self, pool: &Pool, assertions: &[TermId], limits: Limits) -> Answer;
}

impl<S: SatBackend> Solver for BitBlaster<S> {
    fn name(&self) -> &'static str {
        "bit-blaster"
    }

    fn check(&mut self, pool: &Pool, assertions: &[TermId], limits: Limits) -> Answer {
        self.answer(pool, assertions, limits)
            .unwrap_or_else(|why| Answer::Unknown(why.to_string()))
    }
}

impl<S: SatBackend> BitBlaster<S> {
    /// [`Solver::check`], with the reason where there is no answer.
    ///
    /// # Errors
    /// Neither `sat` nor `unsat`.
    pub fn answer(
        &mut self,
        pool: &Pool,
        assertions: &[TermId],
        limits: Limits,
    ) -> Result<Answer, GaveUp> {
        let limits = SatLimits {
            conflicts: limits.resources,
            deadline: Instant::now().checked_add(limits.timeout),
            cancel: self.cancel.clone(),
        };
        match self.solve(pool, assertions, &limits) {
            Err(unsupported) => Err(GaveUp::Unsupported(unsupported.0)),
            Ok(SatAnswer::Unknown(why)) => Err(why),
            Ok(SatAnswer::Unsat) => Ok(Answer::Unsat {
                core: self.core(assertions),
            }),
            Ok(SatAnswer::Sat) => {
                let mut model = Model::new();
                for &t in assertions {
                    for &v in pool.vars(t) {
                        if model.get_bits(v).is_none() {
                            model.set_bits(v, self.value(pool, v));
                        }
                    }
                }
                Ok(Answer::Sat(model))
            }
        }
    }
}
