//! What a backend is to the pipeline.

use crate::answer::Answer;
use crate::blast::BitBlaster;
use crate::sat::{SatAnswer, SatBackend, SatLimits};
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
        let limits = SatLimits {
            conflicts: limits.resources,
            deadline: Instant::now().checked_add(limits.timeout),
            cancel: self.cancel.clone(),
        };
        match self.solve(pool, assertions, &limits) {
            Err(unsupported) => Answer::Unknown(unsupported.0.to_owned()),
            Ok(SatAnswer::Unknown(reason)) => Answer::Unknown(reason.to_owned()),
            Ok(SatAnswer::Unsat) => Answer::Unsat {
                core: self.core(assertions),
            },
            Ok(SatAnswer::Sat) => {
                let mut model = Model::new();
                for &t in assertions {
                    for &v in pool.vars(t) {
                        if model.get_bits(v).is_none() {
                            model.set_bits(v, self.value(pool, v));
                        }
                    }
                }
                Answer::Sat(model)
            }
        }
    }
}
