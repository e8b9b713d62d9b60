//! Decisions: forks, error checks and candidates. Every choice that a path
//! makes is logged here and nowhere else.
//!
//! Source: document 003, pages 20-33 (branching), 63 (assume, assert).
//! A condition is added to the path condition only when both sides are
//! feasible (page 62), so that path conditions stay satisfiable.

use crate::decision::Decision;
use crate::driver::{Driver, Sides};
use crate::machine::{Deferred, Halt, Machine, Step, Trail, Violation};
use crate::state::State;
use crate::step::undefined::undefined;
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_ir::LocId;
use ep_smt::{PathCondition, Side, Witness};
use ep_term::TermId;

impl<D: Driver> Machine<D> {
    /// Decides a condition in the middle of an op. Returns the side that this
    /// state follows; the other side, if feasible, is spawned and executes the
    /// current op again, with what it knows now. So everything before the last
    /// decision of an op must be without effect.
    pub fn decide(&mut self, st: &mut State<D>, cond: TermId) -> Step<bool> {
        self.decide_marking(st, cond, |_| {})
    }

    /// Like [`Machine::decide`]; `mark` tells the other side, which executes
    /// the op again, something that it must not ask again.
    pub fn decide_marking(
        &mut self,
        st: &mut State<D>,
        cond: TermId,
        mark: impl Fn(&mut State<D>),
    ) -> Step<bool> {
        let replaying = st.replay.is_some();
        let before = st.depth;
        let taken = self.decide_to(st, cond, &mark)?;
        if replaying && !taken && st.depth > before {
            mark(st);
            return Err(Box::new(Halt::Again));
        }
        Ok(taken)
    }

    /// Decides a condition at the end of an op: `other` says where the other
    /// side goes on.
    pub fn decide_to(
        &mut self,
        st: &mut State<D>,
        cond: TermId,
        other: impl FnOnce(&mut State<D>),
    ) -> Step<bool> {
        if let Some(b) = self.cx.pool.as_bool(cond) {
            return Ok(b);
        }
        self.check_initialised(st, cond, "decides a branch")?;
        match self.replayed(st) {
            Some(Decision::Side { taken, forked }) => {
                if forked {
                    st.depth += 1;
                    let c = if taken { cond } else { self.cx.pool.not(cond) };
                    self.assume_replayed(st, c);
                    D::forked(self, st);
                } else {
                    D::infeasible(self, st, cond, !taken);
                }
                return Ok(taken);
            }
            Some(Decision::Assumed { taken }) => {
                let c = if taken { cond } else { self.cx.pool.not(cond) };
                self.assume_replayed(st, c);
                return Ok(taken);
            }
            Some(_) => return Err(self.lost(st)),
            None => {}
        }
        let sides = self.driver.branch(&mut self.cx, st, cond);
        match sides {
            Sides::Then => {
                D::infeasible(self, st, cond, false);
                st.decide(Decision::Side {
                    taken: true,
                    forked: false,
                });
                Ok(true)
            }
            Sides::Else => {
                D::infeasible(self, st, cond, true);
                st.decide(Decision::Side {
                    taken: false,
                    forked: false,
                });
                Ok(false)
            }
            Sides::Both { then, els } => {
                if self
                    .options
                    .max_depth
                    .is_some_and(|m| u64::from(st.depth) >= m)
                {
                    self.gap(st, "depth limit (--max-depth)");
                    return Err(Halt::end(PathEnd::Depth));
                }
                self.forks += 1;
                let not = self.cx.pool.not(cond);
                let mut b = st.fork();
                st.decide(Decision::Side {
                    taken: true,
                    forked: true,
                });
                b.decide(Decision::Side {
                    taken: false,
                    forked: true,
                });
                self.assume(st, cond, then);
                self.assume(&mut b, not, els);
                other(&mut b);
                D::forked(self, st);
                self.found.spawned.push(b);
                Ok(true)
            }
            // Only error checks are put off.
            Sides::Later => Err(Halt::end(PathEnd::SolverUnknown {
                reason: "a branch cannot be put off".into(),
            })),
            Sides::Unknown { then, els, reason } => {
                if self.clock.ends() {
                    return Err(Box::new(Halt::Late));
                }
                self.gap(st, format!("the solver gave no answer ({reason})"));
                match (then, els) {
                    (Some(w), _) => {
                        st.decide(Decision::Assumed { taken: true });
                        self.assume(st, cond, w);
                        Ok(true)
                    }
                    (None, Some(w)) => {
                        st.decide(Decision::Assumed { taken: false });
                        let not = self.cx.pool.not(cond);
                        self.assume(st, not, w);
                        Ok(false)
                    }
                    (None, None) => Err(Halt::end(PathEnd::SolverUnknown { reason })),
                }
            }
        }
    }

    /// Adds a condition with what makes it true.
    pub fn assume(&mut self, st: &mut State<D>, cond: TermId, w: Witness) {
        self.cx.smt.assume(&mut self.cx.pool, &mut st.pc, cond, w);
    }

    /// Adds a condition that the state's own model satisfies.
    pub fn assume_replayed(&mut self, st: &mut State<D>, cond: TermId) {
        let vars = self.cx.pool.vars(cond);
        let table = &self.input_table;
        let w = match &st.replay {
            Some(r) => Witness::from_bits(
                vars.iter()
                    .map(|v| (*v, r.model.get(&table.origin(*v)).copied().unwrap_or(0))),
            ),
            None => Witness::default(),
        };
        self.cx.smt.assume(&mut self.cx.pool, &mut st.pc, cond, w);
    }

    /// The recorded decisions are not those of this path: it is given up and
    /// said so, rather than continued as another one.
    pub(super) fn lost(&mut self, st: &State<D>) -> Box<Halt> {
        let reason = "a state could not be rebuilt from its decisions";
        self.gap(st, reason);
        Halt::end(PathEnd::SolverUnknown {
            reason: reason.into(),
        })
    }

    /// The next decision when the state is being rebuilt; it is logged again.
    pub fn replayed(&mut self, st: &mut State<D>) -> Option<Decision> {
        let r = st.replay.clone()?;
        let d = r.decisions.get(st.replay_at).copied();
        match d {
            Some(d) => {
                st.replay_at += 1;
                st.decide(d);
            }
            None => st.replay = None,
        }
        d
    }

    /// Ends the path as a violation if `cond` is true on all inputs, reports
    /// it and goes on without them if it is true on some.
    pub fn error_if(
        &mut self,
        st: &mut State<D>,
        cond: TermId,
        kind: ErrorKind,
        message: &dyn Fn() -> String,
    ) -> Step<()> {
        self.error_if_showing(st, cond, kind, message, None)
    }

    /// Like [`Machine::error_if`]; the reported input satisfies `show` too, if
    /// one does. (An empty object shows nothing natively: the allocator gives
    /// it a byte.)
    pub fn error_if_showing(
        &mut self,
        st: &mut State<D>,
        cond: TermId,
        kind: ErrorKind,
        message: &dyn Fn() -> String,
        show: Option<TermId>,
    ) -> Step<()> {
        match self.cx.pool.as_bool(cond) {
            Some(false) => return Ok(()),
            Some(true) => return self.error(st, kind, message()),
            None => {}
        }
        if kind != ErrorKind::UninitialisedRead {
            self.check_initialised(st, cond, "decides whether this is an error")?;
        }
        match self.replayed(st) {
            Some(Decision::Side {
                taken: true,
                forked: true,
            }) => {
                // The path of the error itself is walked again.
                self.assume_replayed(st, cond);
                return self.error(st, kind, message());
            }
            Some(Decision::Side {
                taken: false,
                forked,
            }) => {
                if forked {
                    if !self.options.checks.has(kind) {
                        self.replay_silent_side(st, cond, kind);
                    }
                    let not = self.cx.pool.not(cond);
                    self.assume_replayed(st, not);
                }
                return Ok(());
            }
            Some(_) => return Err(self.lost(st)),
            None => {}
        }
        match self.driver.error(&mut self.cx, st, cond) {
            Sides::Later => {
                let before = self.found.violations.len();
                let pc = st.pc.clone();
                self.violation(st, kind, message(), pc, false);
                if self.found.violations.len() > before {
                    let found = self.found.violations.drain(before..);
                    self.found
                        .deferred
                        .extend(found.map(|violation| Deferred { cond, violation }));
                }
                let not = self.cx.pool.not(cond);
                st.decide(Decision::Side {
                    taken: false,
                    forked: true,
                });
                let w = if st.pc.has_model() {
                    Witness::unchanged()
                } else {
                    Witness::missing()
                };
                self.assume(st, not, w);
                Ok(())
            }
            Sides::Then => self.error(st, kind, message()),
            Sides::Else => {
                st.decide(Decision::Side {
                    taken: false,
                    forked: false,
                });
                Ok(())
            }
            Sides::Both { then, els } => {
                let not = self.cx.pool.not(cond);
                let mut pc = st.pc.clone();
                self.cx.smt.assume(&mut self.cx.pool, &mut pc, cond, then);
                if let Some(show) = show {
                    if let Side::Feasible(w) = self.cx.smt.feasible(&mut self.cx.pool, &pc, show) {
                        // The values of a witness are a model of the path too.
                        self.cx.smt.prefer(&mut pc, &w);
                    }
                }
                D::error_side(self, st, kind, &pc);
                self.violation(st, kind, message(), pc, true);
                st.decide(Decision::Side {
                    taken: false,
                    forked: true,
                });
                self.assume(st, not, els);
                Ok(())
            }
            Sides::Unknown { then, els, reason } => {
                if let Some(w) = then {
                    let mut pc = st.pc.clone();
                    self.cx.smt.assume(&mut self.cx.pool, &mut pc, cond, w);
                    D::error_side(self, st, kind, &pc);
                    self.violation(st, kind, message(), pc, true);
                }
                if self.clock.ends() {
                    return Err(Box::new(Halt::Late));
                }
                self.gap(
                    st,
                    format!("the solver gave no answer to a {kind} check ({reason})"),
                );
                match els {
                    Some(w) => {
                        let not = self.cx.pool.not(cond);
                        st.decide(Decision::Side {
                            taken: false,
                            forked: true,
                        });
                        self.assume(st, not, w);
                        Ok(())
                    }
                    None => Err(Halt::end(PathEnd::SolverUnknown { reason })),
                }
            }
        }
    }

    /// An invariant of a loop as an assertion.
    pub fn assert_invariant(&mut self, st: &mut State<D>, cond: TermId) -> Step<()> {
        let not = self.cx.pool.not(cond);
        self.error_if(st, not, ErrorKind::AssertionFailure, &|| {
            "the loop invariant does not hold".to_string()
        })
    }

    /// The inputs of an error that is not checked have no record of their own
    /// to be walked.
    fn replay_silent_side(&mut self, st: &mut State<D>, cond: TermId, kind: ErrorKind) {
        if D::records(self) {
            let mut pc = st.pc.clone();
            let w = Witness::missing();
            self.cx.smt.assume(&mut self.cx.pool, &mut pc, cond, w);
            D::error_side(self, st, kind, &pc);
        }
    }

    /// A violation on all inputs of this path: the path ends.
    pub fn error<T>(&mut self, st: &mut State<D>, kind: ErrorKind, message: String) -> Step<T> {
        if self.options.checks.has(kind) {
            let pc = st.pc.clone();
            self.violation(st, kind, message, pc, false);
            return Err(Halt::end(PathEnd::Error { error: kind }));
        }
        if kind == ErrorKind::UninitialisedRead {
            D::unset(self, st, None);
        }
        self.gap(
            st,
            format!("{kind} is not checked; the path ends where it occurs"),
        );
        Err(Halt::end(PathEnd::Silent))
    }

    /// Records a violation under a path condition; `side` when it is one side
    /// of the op's condition, the other one goes on.
    fn violation(
        &mut self,
        st: &State<D>,
        kind: ErrorKind,
        message: String,
        pc: PathCondition,
        side: bool,
    ) {
        if !self.options.checks.has(kind) {
            self.gap(
                st,
                format!("{kind} is not checked; such inputs are left out"),
            );
            return;
        }
        let message = match kind {
            ErrorKind::UninitialisedRead => {
                format!("{message} (--uninit input takes it for any value)")
            }
            _ => message,
        };
        let loc: LocId = self.loc(st);
        // A native run has its own content where nothing was written.
        let mut exactness = st.exactness;
        if self.input_table.any_uninit()
            && kind != ErrorKind::UninitialisedRead
            && !self.options.uninit_input
        {
            let (pool, table) = (&self.cx.pool, &self.input_table);
            exactness.over |= pc
                .conjuncts()
                .any(|c| pool.vars(c).iter().any(|v| table.is_uninit(*v)));
        }
        self.found.violations.push(Violation {
            kind,
            message,
            loc,
            stack: self.stack(st),
            inputs: st.inputs.clone(),
            pc,
            exactness,
            // The other side goes on, and leaves a test of its own.
            new_coverage: st.new_coverage && !side,
            trail: self.trail(st, side),
        });
    }

    /// The decisions of a state that ends with an error.
    pub fn trail(&self, st: &State<D>, side: bool) -> Option<Trail> {
        self.keep_trails.then(|| {
            let mut log = st.log.clone();
            if side {
                let d = Decision::Side {
                    taken: true,
                    forked: true,
                };
                log.push(d, st.site());
            }
            Trail {
                decisions: log.to_vec(),
                trace: log.trace(),
            }
        })
    }

    /// Reports when the outcome of `t` can differ for two contents of
    /// uninitialised memory.
    pub fn check_initialised(&mut self, st: &mut State<D>, t: TermId, what: &str) -> Step<()> {
        if !self.input_table.any_uninit() {
            return Ok(());
        }
        let table = &self.input_table;
        let vars = self.cx.pool.vars(t);
        let checked = self.options.checks.has(ErrorKind::UninitialisedRead);
        if !vars.iter().any(|v| table.is_uninit(*v)) || !checked && !D::FOLLOWS {
            return Ok(());
        }
        let depends = undefined(&mut self.cx.pool, &self.input_table, t);
        if !checked {
            D::unset(self, st, Some(depends));
            return Ok(());
        }
        self.error_if(st, depends, ErrorKind::UninitialisedRead, &|| {
            format!("a value that was never initialised {what}")
        })
    }

    /// One value of a term on this path. The state goes on with that value;
    /// all other values live on in a state that executes this op again.
    pub fn fix(&mut self, st: &mut State<D>, t: TermId) -> Step<u128> {
        if let Some(v) = self.cx.pool.as_bv(t) {
            return Ok(v);
        }
        let v = self.candidate(st, |m, st| m.cx.smt.eval(&m.cx.pool, &st.pc, t) as u64)?;
        let v = u128::from(v);
        let width = self.cx.pool.width(t);
        let k = self.cx.pool.bv(width, v);
        let is = self.cx.pool.eq(t, k);
        if self.decide(st, is)? {
            return Ok(v);
        }
        // Only when the solver could not confirm its own model.
        Err(Halt::end(PathEnd::SolverUnknown {
            reason: "no value for a term".into(),
        }))
    }

    /// A proposal that depends on the model: logged, so that a rebuilt state
    /// proposes the same.
    pub fn candidate(
        &mut self,
        st: &mut State<D>,
        make: impl FnOnce(&mut Self, &State<D>) -> u64,
    ) -> Step<u64> {
        match self.replayed(st) {
            Some(Decision::Candidate(v)) => return Ok(v),
            Some(_) => return Err(self.lost(st)),
            None => {}
        }
        if !self.driver.pins() {
            return Err(Halt::end(PathEnd::SolverUnknown {
                reason: "a value that would be asked for".into(),
            }));
        }
        let v = make(self, st);
        self.driver.proposes(st);
        st.decide(Decision::Candidate(v));
        Ok(v)
    }

    /// Restricts the path to inputs on which `cond` holds, without a finding.
    pub fn assume_user(&mut self, st: &mut State<D>, cond: TermId) -> Step<()> {
        match self.cx.pool.as_bool(cond) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Halt::end(PathEnd::Infeasible)),
            None => {}
        }
        self.check_initialised(st, cond, "decides an assumption")?;
        match self.replayed(st) {
            Some(Decision::Side { taken: true, .. }) => {
                self.assume_replayed(st, cond);
                return Ok(());
            }
            Some(_) => return Err(self.lost(st)),
            None => {}
        }
        match self.driver.feasible(&mut self.cx, st, cond) {
            Side::Feasible(w) => {
                st.decide(Decision::Side {
                    taken: true,
                    forked: true,
                });
                self.assume(st, cond, w);
                Ok(())
            }
            Side::Infeasible => Err(Halt::end(PathEnd::Infeasible)),
            Side::Unknown(_) if self.clock.ends() => Err(Box::new(Halt::Late)),
            Side::Unknown(reason) => {
                self.gap(
                    st,
                    format!("the solver gave no answer to an assumption ({reason})"),
                );
                Err(Halt::end(PathEnd::SolverUnknown { reason }))
            }
        }
    }
}
