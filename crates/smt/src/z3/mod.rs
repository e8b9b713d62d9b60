//! Z3 in process, for what the bit-blaster does not do and as the judge of
//! cross-checking.
//!
//! Idea: one context per pipeline, renewed when it has grown; a query is a fresh
//! solver with a resource limit and a clock behind it that is not Z3's
//! (`interrupt`). Errors of the library become `unknown` with Z3's message;
//! nothing aborts.
//! Cost: about 1 ms per small query.

mod ffi;
mod interrupt;
mod memory;
mod model;
mod profile;
mod session;
mod translate;

use crate::answer::Answer;
use crate::solver::{Limits, Solver};
use ep_base::Cancel;
use ep_term::{Pool, TermId};
use ffi::*;
use interrupt::Interrupter;
pub use memory::limit_memory;
pub use profile::{Instances, Profile};
pub use session::{Arithmetic, Session as Incremental, SessionOptions, Verdict};
use std::ffi::CStr;
use std::os::raw::{c_int, c_uint};
use std::time::Instant;
use translate::{Failed, Terms};

/// Terms in a context before it is renewed.
const RENEW_AT: usize = 400_000;

/// Z3 as a [`Solver`].
#[derive(Default)]
pub struct Z3 {
    live: Option<Live>,
    cancel: Cancel,
}

/// A context, and who interrupts it. Dropped in this order.
struct Live {
    interrupter: Interrupter,
    terms: Terms,
}

impl Z3 {
    /// A solver that starts the library at its first query.
    pub fn new() -> Self {
        Self::default()
    }

    /// Queries from here on end when the run is cancelled.
    pub fn set_cancel(&mut self, cancel: &Cancel) {
        self.cancel = cancel.clone();
        self.live = None;
    }

    fn ask(
        &mut self,
        pool: &Pool,
        assertions: &[TermId],
        limits: Limits,
    ) -> Result<Answer, Failed> {
        if self.live.as_ref().is_some_and(|l| l.terms.len() > RENEW_AT) {
            self.live = None;
        }
        let mut live = match self.live.take() {
            Some(live) => live,
            None => {
                let terms = Terms::new(None)?;
                Live {
                    interrupter: Interrupter::new(terms.ctx, self.cancel.clone()),
                    terms,
                }
            }
        };
        let mut over = false;
        let answer = query(&mut live, pool, assertions, limits, &mut over);
        // After an error the context is not used again, nor after an interrupt: it may
        // have come when the question was answered already, and would stay.
        if answer.is_ok() && !over {
            self.live = Some(live);
        }
        answer
    }
}

impl Solver for Z3 {
    fn name(&self) -> &'static str {
        "Z3"
    }

    fn check(&mut self, pool: &Pool, assertions: &[TermId], limits: Limits) -> Answer {
        match self.ask(pool, assertions, limits) {
            Ok(answer) => answer,
            Err(reason) => Answer::Unknown(reason),
        }
    }
}

/// A solver that is released when dropped.
struct Session<'a> {
    terms: &'a Terms,
    solver: *mut ffi::Solver,
}

impl<'a> Session<'a> {
    fn new(terms: &'a Terms, resources: u64) -> Result<Self, Failed> {
        let c = terms.ctx;
        // SAFETY: counts are taken before use; keys are static strings.
        unsafe {
            let solver = terms.checked(Z3_mk_solver(c))?;
            Z3_solver_inc_ref(c, solver);
            let session = Session { terms, solver };
            let params = terms.checked(Z3_mk_params(c))?;
            Z3_params_inc_ref(c, params);
            let units = resources.saturating_mul(1000);
            let units = units.clamp(1, u64::from(u32::MAX)) as c_uint;
            Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, c"rlimit".as_ptr()), units);
            // Otherwise a SIGINT during a query is lost for the run.
            Z3_params_set_bool(c, params, Z3_mk_string_symbol(c, c"ctrl_c".as_ptr()), false);
            Z3_solver_set_params(c, solver, params);
            Z3_params_dec_ref(c, params);
            Ok(session)
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: taken in `new`.
        unsafe { Z3_solver_dec_ref(self.terms.ctx, self.solver) }
    }
}

/// Asks; `over` says afterwards that a call was interrupted for its time.
fn query(
    live: &mut Live,
    pool: &Pool,
    assertions: &[TermId],
    limits: Limits,
    over: &mut bool,
) -> Result<Answer, Failed> {
    let until = Instant::now().checked_add(limits.timeout);
    let (terms, interrupter) = (&mut live.terms, &live.interrupter);
    let mut asts = Vec::with_capacity(assertions.len());
    for &t in assertions {
        asts.push(terms.term(pool, t)?);
    }
    let sides = terms.side_conditions(pool, assertions)?;
    let c = terms.ctx;
    // For numbers Z3 has tactics with clocks of its own: no fork may come meanwhile.
    let _no_fork = terms.numbers().then(ep_base::forks::wait);
    // SAFETY: all terms are checked terms of this context.
    unsafe {
        let outcome = {
            let session = Session::new(terms, limits.resources)?;
            for &t in asts.iter().chain(&sides) {
                Z3_solver_assert(c, session.solver, t);
            }
            let check = || Z3_solver_check(c, session.solver);
            let answer;
            (answer, *over) = interrupter.within(until, check);
            match answer {
                L_TRUE => {
                    let found = terms.checked(Z3_solver_get_model(c, session.solver))?;
                    Some(found).inspect(|&m| Z3_model_inc_ref(c, m))
                }
                L_FALSE => None,
                _ if *over => return Ok(Answer::Unknown("Z3: timeout".into())),
                _ => {
                    let reason = Z3_solver_get_reason_unknown(c, session.solver);
                    return Ok(Answer::Unknown(reason_text(terms, reason)));
                }
            }
        };
        match outcome {
            Some(found) => {
                let model = model::read(terms, pool, assertions, found);
                Z3_model_dec_ref(c, found);
                Ok(match model {
                    Ok(model) => Answer::Sat(model),
                    Err(reason) => Answer::Unknown(reason),
                })
            }
            None => {
                let confirm = |check: &dyn Fn() -> c_int| {
                    let (answer, late) = interrupter.within(until, check);
                    *over |= late;
                    answer
                };
                let core = core(terms, &asts, &sides, limits.resources, confirm);
                Ok(Answer::Unsat { core })
            }
        }
    }
}

/// # Safety
/// A text of these terms' context, or null.
unsafe fn reason_text(terms: &Terms, reason: *const std::os::raw::c_char) -> String {
    if let Err(error) = terms.checked(reason.cast_mut()) {
        return error;
    }
    format!("Z3: {}", CStr::from_ptr(reason).to_string_lossy())
}

/// A second query under named assumptions; all assertions when it does not
/// confirm the first answer within its limits.
fn core(
    terms: &Terms,
    asts: &[Ast],
    sides: &[Ast],
    resources: u64,
    within: impl FnOnce(&dyn Fn() -> c_int) -> c_int,
) -> Vec<usize> {
    let all = || (0..asts.len()).collect();
    if asts.len() <= 1 {
        return all();
    }
    let c = terms.ctx;
    let attempt = move || -> Result<Vec<usize>, Failed> {
        // SAFETY: as in `query`.
        unsafe {
            let session = Session::new(terms, resources)?;
            let sort = terms.checked(Z3_mk_bool_sort(c))?;
            let mut names = Vec::with_capacity(asts.len());
            for &t in asts {
                let name = terms.checked(Z3_mk_fresh_const(c, c"core".as_ptr(), sort))?;
                let denied = terms.checked(Z3_mk_not(c, name))?;
                let implied = terms.checked(Z3_mk_or(c, 2, [denied, t].as_ptr()))?;
                Z3_solver_assert(c, session.solver, implied);
                names.push(name);
            }
            for &t in sides {
                Z3_solver_assert(c, session.solver, t);
            }
            let n = names.len() as c_uint;
            let check = || Z3_solver_check_assumptions(c, session.solver, n, names.as_ptr());
            if within(&check) != L_FALSE {
                return Err("not confirmed".into());
            }
            let vector = terms.checked(Z3_solver_get_unsat_core(c, session.solver))?;
            Z3_ast_vector_inc_ref(c, vector);
            let found: Vec<Ast> = (0..Z3_ast_vector_size(c, vector))
                .map(|i| Z3_ast_vector_get(c, vector, i))
                .collect();
            Z3_ast_vector_dec_ref(c, vector);
            Ok((0..names.len())
                .filter(|&i| found.contains(&names[i]))
                .collect())
        }
    };
    attempt().unwrap_or_else(|_| all())
}
