//! Any solver behind the `rustsat` traits as a [`SatBackend`].
//!
//! Idea: the library's solvers are a second opinion for tests and the yard
//! stick for [`super::Cdcl`]. Their common traits know no cone, so every
//! query decides every variable of the instance.
//! Cost: one conversion per literal.

use super::{GaveUp, Lit, SatAnswer, SatBackend, SatLimits};
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Lit as LibLit, TernaryVal, Var};

/// A `rustsat` solver with the core of its last answer.
pub struct RustSat<S> {
    solver: S,
    vars: u32,
    core: Vec<Lit>,
}

impl<S: SolveIncremental + Default> Default for RustSat<S> {
    fn default() -> Self {
        RustSat {
            solver: S::default(),
            vars: 0,
            core: Vec::new(),
        }
    }
}

fn to_lib(lit: Lit) -> LibLit {
    LibLit::new(lit >> 1, lit & 1 == 1)
}

impl<S: SolveIncremental> SatBackend for RustSat<S> {
    fn new_var(&mut self) -> u32 {
        let v = self.vars;
        self.vars += 1;
        // A failed reservation shows again when the variable is used.
        let _ = self.solver.reserve(Var::new(v));
        v
    }

    fn add_clause(&mut self, lits: &[Lit]) {
        let clause: Vec<LibLit> = lits.iter().map(|&l| to_lib(l)).collect();
        let clause: rustsat::types::Clause = clause.into_iter().collect();
        let _ = self.solver.add_clause_ref(&clause);
    }

    fn solve(&mut self, assumptions: &[Lit], _cone: &[u32], _limits: &SatLimits) -> SatAnswer {
        self.core.clear();
        let assumptions: Vec<LibLit> = assumptions.iter().map(|&l| to_lib(l)).collect();
        match self.solver.solve_assumps(&assumptions) {
            Ok(SolverResult::Sat) => SatAnswer::Sat,
            Ok(SolverResult::Unsat) => {
                if let Ok(core) = self.solver.core() {
                    self.core
                        .extend(core.iter().map(|l| 2 * l.vidx32() + u32::from(l.is_pos())));
                }
                SatAnswer::Unsat
            }
            Ok(SolverResult::Interrupted) => SatAnswer::Unknown(GaveUp::Interrupted),
            Err(_) => SatAnswer::Unknown(GaveUp::Library),
        }
    }

    fn value(&self, lit: Lit) -> bool {
        matches!(self.solver.lit_val(to_lib(lit)), Ok(TernaryVal::True))
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn conflicts(&self) -> u64 {
        0
    }
}
