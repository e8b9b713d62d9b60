//! One incremental Z3 solver with push and pop, for engines that walk a tree of
//! path conditions.
//!
//! Idea: assertions are sent once and stay until their scope is popped; a
//! question is a scope of its own. Quantifiers are instantiated by their
//! triggers only (no model-based search), as deductive verifiers use Z3: an
//! answer other than `unsat` then means "not proved" quickly. The context is
//! made at the first assertion, because it costs several milliseconds.
//! Alternative: one solver per query ([`super::Z3`]), which sends everything
//! again. Cost: about 0.05 ms per easy question.

use super::ffi::*;
use super::interrupt::Interrupter;
use super::profile::{Profile, Reading};
use super::translate::{Failed, Terms};
use ep_base::Cancel;
use ep_term::{Pool, TermId, Value};
use std::ffi::CStr;
use std::os::raw::c_uint;
use std::time::{Duration, Instant};

/// What opening a scope may take beyond a deadline: an interrupted one is not opened, and
/// the session is of no use then.
const GRACE: Duration = Duration::from_secs(2);

/// What a question may take beyond a deadline: an easy one is answered also after it.
const LEAST: Duration = Duration::from_millis(5);

/// What Z3 said to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The assertions contradict each other.
    Unsat,
    /// They do not, as far as quantifiers were instantiated.
    Sat,
    /// No contradiction was found; quantifiers keep Z3 from saying `sat`.
    Incomplete,
    /// A limit was reached, or the library failed.
    Unknown(String),
}

/// Settings that are fixed when the solver is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SessionOptions {
    /// Seed of Z3's heuristics.
    pub seed: u32,
    /// Z3's solver for linear and other arithmetic.
    pub arithmetic: Arithmetic,
}

/// Which of Z3's solvers for arithmetic answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arithmetic {
    /// What Z3 chooses.
    #[default]
    Standard,
    /// The dual simplex of Z3's first years. It leaves products and remainders of
    /// unknowns alone where nothing is known of them, and comes back to the triggers
    /// of quantifiers, where the newer one searches on.
    Dual,
}

/// An incremental solver. After an error of the library every further answer
/// is that error.
pub struct Session {
    options: SessionOptions,
    live: Option<Live>,
    broken: Option<Failed>,
    depth: u32,
    /// Questions that were asked.
    pub checks: u64,
    /// When the answer to a question is given up, beside its resource units.
    pub deadline: Option<Instant>,
    /// Ends the question when the run is cancelled; read when the solver starts.
    pub cancel: Cancel,
    /// Who counts instances; read when the solver starts.
    pub profile: Option<Profile>,
}

/// Dropped in this order.
struct Live {
    interrupter: Interrupter,
    terms: Terms,
    _log: Option<Reading>,
    solver: *mut Solver,
    rlimit: c_uint,
}

impl Live {
    /// Takes an interrupt back that came when a question was answered already: it stays
    /// until another is asked.
    fn calm(&self) {
        let c = self.terms.ctx;
        // SAFETY: counts are taken while they are used.
        unsafe {
            let solver = Z3_mk_simple_solver(c);
            if !solver.is_null() {
                Z3_solver_inc_ref(c, solver);
                let params = Z3_mk_params(c);
                Z3_params_inc_ref(c, params);
                // Two of Z3's handlers of SIGINT in two threads put each other back.
                Z3_params_set_bool(c, params, Z3_mk_string_symbol(c, c"ctrl_c".as_ptr()), false);
                Z3_solver_set_params(c, solver, params);
                Z3_params_dec_ref(c, params);
                Z3_solver_check(c, solver);
                Z3_solver_dec_ref(c, solver);
            }
        }
    }

    /// Whether the last call did what it should. Where memory ran out inside of it, the
    /// solver is in no state to be asked again.
    fn fine(&self) -> Result<(), Failed> {
        // SAFETY: the context lives as long as its terms.
        if unsafe { Z3_get_error_code(self.terms.ctx) } == 0 {
            return Ok(());
        }
        let failed = self.terms.checked::<Obj>(std::ptr::null_mut());
        failed.map(|_| ()).map_err(|reason| in_words(&reason))
    }
}

/// Z3's part of the memory is used up.
const OUT_OF_MEMORY: &str = "Z3 needs more memory than its part of the limit";

/// What Z3 says about its limit of memory, in words.
fn in_words(reason: &str) -> String {
    let memory = reason.contains("memout") || reason.contains("out of memory");
    if memory { OUT_OF_MEMORY } else { reason }.to_owned()
}

impl Drop for Live {
    fn drop(&mut self) {
        // SAFETY: the count was taken in `start`; the context outlives this call.
        unsafe { Z3_solver_dec_ref(self.terms.ctx, self.solver) }
    }
}

impl Session {
    /// A session that starts the library when something is asserted.
    pub fn new(options: SessionOptions) -> Self {
        Session {
            options,
            live: None,
            broken: None,
            depth: 0,
            checks: 0,
            deadline: None,
            cancel: Cancel::new(),
            profile: None,
        }
    }

    /// Open scopes.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether the library gives no answers any more.
    pub fn broken(&self) -> bool {
        self.broken.is_some()
    }

    /// Whether the library was started.
    pub fn started(&self) -> bool {
        self.live.is_some()
    }

    fn start(&self) -> Result<Live, Failed> {
        let log = self.profile.as_ref().and_then(Reading::start);
        let terms = Terms::new(log.as_ref().map(Reading::pipe).as_deref())?;
        let c = terms.ctx;
        // SAFETY: counts are taken before use; keys and values are static strings.
        unsafe {
            let solver = terms.checked(Z3_mk_simple_solver(c))?;
            Z3_solver_inc_ref(c, solver);
            let live = Live {
                interrupter: Interrupter::new(c, self.cancel.clone()),
                terms,
                _log: log,
                solver,
                rlimit: 0,
            };
            let params = live.terms.checked(Z3_mk_params(c))?;
            Z3_params_inc_ref(c, params);
            let key = |name: &CStr| Z3_mk_string_symbol(c, name.as_ptr());
            Z3_params_set_bool(c, params, key(c"auto_config"), false);
            Z3_params_set_bool(c, params, key(c"mbqi"), false);
            // Otherwise a SIGINT during a question is lost for the run.
            Z3_params_set_bool(c, params, key(c"ctrl_c"), false);
            Z3_params_set_uint(c, params, key(c"random_seed"), self.options.seed);
            Z3_params_set_uint(c, params, key(c"restart_strategy"), 0);
            Z3_params_set_uint(c, params, key(c"case_split"), 3);
            Z3_params_set_uint(c, params, key(c"phase_selection"), 0);
            Z3_params_set_bool(c, params, key(c"delay_units"), true);
            Z3_params_set_double(c, params, key(c"qi.eager_threshold"), 100.0);
            if self.options.arithmetic == Arithmetic::Dual {
                Z3_params_set_uint(c, params, key(c"arith.solver"), 2);
            }
            Z3_solver_set_params(c, solver, params);
            Z3_params_dec_ref(c, params);
            for _ in 0..self.depth {
                Z3_solver_push(c, solver);
            }
            Ok(live)
        }
    }

    fn live(&mut self) -> Result<&mut Live, Failed> {
        if let Some(reason) = &self.broken {
            return Err(reason.clone());
        }
        if self.live.is_none() {
            let live = self
                .start()
                .inspect_err(|e| self.broken = Some(e.clone()))?;
            self.live = Some(live);
        }
        self.live.as_mut().ok_or_else(|| "Z3 is not there".into())
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.depth += 1;
        let deadline = self.deadline;
        if let (Some(live), None) = (&self.live, &self.broken) {
            // SAFETY: a live solver of its context.
            let push = || unsafe { Z3_solver_push(live.terms.ctx, live.solver) };
            let until = deadline.map(|d| d.max(Instant::now()) + GRACE);
            if live.interrupter.within(until, push).1 {
                self.broken = Some("the time is over".into());
            } else if let Err(reason) = live.fine() {
                self.broken = Some(reason);
            }
        }
    }

    /// Closes `n` scopes with what was asserted in them.
    pub fn pop(&mut self, n: u32) {
        self.depth -= n;
        if let (Some(live), None, true) = (&self.live, &self.broken, n > 0) {
            // SAFETY: as many scopes are open.
            unsafe { Z3_solver_pop(live.terms.ctx, live.solver, n) }
        }
    }

    /// Asserts in the current scope.
    pub fn assert(&mut self, pool: &Pool, t: TermId) {
        let sent = self.live().and_then(|live| {
            let ast = live.terms.term(pool, t)?;
            if !live.terms.side_conditions(pool, &[t])?.is_empty() {
                return Err("floating point in an incremental session".into());
            }
            // SAFETY: a checked term of this context.
            unsafe { Z3_solver_assert(live.terms.ctx, live.solver, ast) };
            live.fine()
        });
        if let Err(reason) = sent {
            self.broken = Some(in_words(&reason));
        }
    }

    /// Whether what is asserted can hold together, within `rlimit` of Z3's
    /// resource units (0: without a limit).
    pub fn check(&mut self, rlimit: u32) -> Verdict {
        self.checks += 1;
        let deadline = self.deadline;
        let until = deadline.map(|d| d.max(Instant::now()) + LEAST);
        let live = match self.live() {
            Ok(live) => live,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let c = live.terms.ctx;
        // SAFETY: live handles of this context.
        unsafe {
            if live.rlimit != rlimit {
                let params = Z3_mk_params(c);
                Z3_params_inc_ref(c, params);
                let key = Z3_mk_string_symbol(c, c"rlimit".as_ptr());
                Z3_params_set_uint(c, params, key, rlimit);
                Z3_solver_set_params(c, live.solver, params);
                Z3_params_dec_ref(c, params);
                live.rlimit = rlimit;
            }
            let check = || Z3_solver_check(c, live.solver);
            let (answer, over) = live.interrupter.within(until, check);
            // Other failures (a limit inside of a simplifier) end one question.
            let failed = live.fine().err().filter(|reason| reason == OUT_OF_MEMORY);
            if let Some(reason) = failed {
                self.broken = Some(reason.clone());
                return Verdict::Unknown(reason);
            }
            if over {
                live.calm();
            }
            match answer {
                L_TRUE => Verdict::Sat,
                L_FALSE => Verdict::Unsat,
                // Z3 may call what the clock ended incomplete.
                _ if over || deadline.is_some_and(|d| d <= Instant::now()) => {
                    Verdict::Unknown("the time is over".into())
                }
                _ => {
                    let text = Z3_solver_get_reason_unknown(c, live.solver);
                    if text.is_null() {
                        return Verdict::Unknown("Z3 gave no reason".into());
                    }
                    let text = CStr::from_ptr(text).to_string_lossy().into_owned();
                    if text.contains("incomplete") || text == "unknown" {
                        Verdict::Incomplete
                    } else {
                        Verdict::Unknown(in_words(&format!("Z3: {text}")))
                    }
                }
            }
        }
    }

    /// The values of terms in the model behind the last answer, which was `Sat`
    /// or `Incomplete`; what the model leaves open is chosen.
    pub fn values(&mut self, pool: &Pool, terms: &[TermId]) -> Option<Vec<Value>> {
        let live = self.live().ok()?;
        let c = live.terms.ctx;
        // SAFETY: the solver has answered; the model's count is taken while it is read.
        unsafe {
            let found = live
                .terms
                .checked(Z3_solver_get_model(c, live.solver))
                .ok()?;
            Z3_model_inc_ref(c, found);
            let values = super::model::values(&mut live.terms, pool, terms, found);
            Z3_model_dec_ref(c, found);
            values.ok()
        }
    }

    /// The assumptions that contradict each other and what is asserted, as
    /// indices; `None` when no contradiction is found.
    pub fn core(&mut self, pool: &Pool, assumptions: &[TermId]) -> Option<Vec<usize>> {
        let until = (self.deadline).map(|d| d.max(Instant::now()) + LEAST);
        let live = self.live().ok()?;
        let c = live.terms.ctx;
        // SAFETY: checked terms of this context; the vector's count is taken.
        unsafe {
            let sort = live.terms.checked(Z3_mk_bool_sort(c)).ok()?;
            Z3_solver_push(c, live.solver);
            let mut names = Vec::with_capacity(assumptions.len());
            for &t in assumptions {
                let Ok(ast) = live.terms.term(pool, t) else {
                    Z3_solver_pop(c, live.solver, 1);
                    return None;
                };
                let name = Z3_mk_fresh_const(c, c"core".as_ptr(), sort);
                let denied = Z3_mk_not(c, name);
                Z3_solver_assert(c, live.solver, Z3_mk_or(c, 2, [denied, ast].as_ptr()));
                names.push(name);
            }
            let n = names.len() as c_uint;
            let mut core = None;
            let check = || Z3_solver_check_assumptions(c, live.solver, n, names.as_ptr());
            let (answer, over) = live.interrupter.within(until, check);
            if over {
                live.calm();
            }
            if answer == L_FALSE {
                let vector = Z3_solver_get_unsat_core(c, live.solver);
                Z3_ast_vector_inc_ref(c, vector);
                let found: Vec<Ast> = (0..Z3_ast_vector_size(c, vector))
                    .map(|i| Z3_ast_vector_get(c, vector, i))
                    .collect();
                Z3_ast_vector_dec_ref(c, vector);
                let inside = |i: &usize| found.contains(&names[*i]);
                core = Some((0..names.len()).filter(inside).collect());
            }
            Z3_solver_pop(c, live.solver, 1);
            core
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::Sort;

    #[test]
    fn scopes_forget_what_was_asserted() {
        let mut pool = Pool::new();
        let x = pool.fresh_var("x", Sort::Int);
        let one = pool.int_i128(1);
        let small = pool.int_lt(x, one);
        let large = pool.int_lt(one, x);
        let mut s = Session::new(SessionOptions::default());
        s.push();
        s.assert(&pool, small);
        assert_eq!(s.check(0), Verdict::Sat);
        s.push();
        s.assert(&pool, large);
        assert_eq!(s.check(0), Verdict::Unsat);
        s.pop(1);
        assert_eq!(s.check(0), Verdict::Sat);
        let open = pool.fresh_var("b", Sort::Bool);
        assert_eq!(s.core(&pool, &[open, large]), Some(vec![1]));
        s.pop(1);
        s.assert(&pool, large);
        assert_eq!(s.check(0), Verdict::Sat);
    }

    #[test]
    fn triggers_drive_quantifiers() {
        let mut pool = Pool::new();
        let f = pool.declare_fun("f", &[Sort::Int], Sort::Int);
        let x = pool.fresh_var("x", Sort::Int);
        let v = pool.as_var(x).expect("a variable");
        let fx = pool.apply(f, &[x]);
        let zero = pool.int_i128(0);
        let body = pool.int_le(zero, fx);
        let all = pool.forall(&[v], body, &[vec![fx]]);
        let seven = pool.int_i128(7);
        let f7 = pool.apply(f, &[seven]);
        let bad = pool.int_lt(f7, zero);
        let options = SessionOptions {
            seed: 3,
            arithmetic: Arithmetic::Standard,
        };
        let mut s = Session::new(options);
        s.assert(&pool, all);
        s.push();
        s.assert(&pool, bad);
        assert_eq!(s.check(1_000_000), Verdict::Unsat);
        s.pop(1);
        assert_ne!(s.check(1_000_000), Verdict::Unsat);
    }

    /// Opening a scope makes instances, too, and keeps no limit by itself.
    #[test]
    fn instances_without_end_stop_after_the_deadline() {
        let mut pool = Pool::new();
        let f = pool.declare_fun("f", &[Sort::Int], Sort::Int);
        // Each instance makes two more: many small steps, between which Z3 looks at the
        // clock. It does not while it pairs what two triggers match.
        let x = pool.fresh_var("x", Sort::Int);
        let v = pool.as_var(x).expect("a variable");
        let fx = pool.apply(f, &[x]);
        let zero = pool.int_i128(0);
        let positive = ["left", "right"].map(|name| {
            let next = pool.declare_fun(name, &[Sort::Int], Sort::Int);
            let next = pool.apply(next, &[x]);
            let next = pool.apply(f, &[next]);
            pool.int_lt(zero, next)
        });
        let more = pool.and(positive[0], positive[1]);
        let all = pool.forall(&[v], more, &[vec![fx]]);
        let one = pool.int_i128(1);
        let f1 = pool.apply(f, &[one]);
        let start = pool.int_lt(zero, f1);
        let begin = Instant::now();
        let mut s = Session::new(SessionOptions::default());
        s.deadline = Some(begin + Duration::from_millis(200));
        s.assert(&pool, all);
        s.assert(&pool, start);
        s.push();
        assert_eq!(s.check(0), Verdict::Unknown("the time is over".into()));
        // It may be asked again, and says the same.
        s.pop(1);
        s.push();
        assert_eq!(s.check(0), Verdict::Unknown("the time is over".into()));
        assert!(begin.elapsed() < Duration::from_secs(30));
    }
}
