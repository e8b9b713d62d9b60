//! Validity of members (document 001, Definitions 3 to 5) and of programs.
//!
//! Functions come first, callees before callers, because what is known of them is
//! found by verifying them; then predicates and methods in the order of their
//! declaration. Each member begins with an empty path condition and a new solver,
//! so that its result does not depend on the others.

use crate::definitions::{call_order, called_under_binders};
use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Fail, MemberResult, Outcome, Res};
use crate::exec::Exit;
use crate::heap::{Heap, Place};
use crate::options::{Options, Variation};
use crate::scope::Scope;
use crate::state::{Owner, Snap, State};
use crate::walk::Walk;
use crate::work::Work;
use ep_base::entity::EntityId;
use ep_base::{Budget, Span};
use ep_ivl::ast::{ExprId, FunctionId, Member, MethodId, PredicateId, Program, StmtId, StmtKind};
use ep_ivl::graph::{component_of, function_calls};
use std::time::Instant;

/// Deep expressions and branches recurse; this is what they may use.
const STACK: usize = 1 << 30;

/// Verifies a program; one result per member that has something to verify.
pub fn verify(program: &Program, options: &Options, budget: &Budget) -> Vec<MemberResult> {
    verify_only(program, options, budget, &|_| true)
}

/// Verifies the members that `wanted` names. What is known of the other functions is
/// found as well.
pub fn verify_only(
    program: &Program,
    options: &Options,
    budget: &Budget,
    wanted: &(dyn Fn(Member) -> bool + Sync),
) -> Vec<MemberResult> {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .name("verifier".into())
            .stack_size(STACK)
            .spawn_scoped(scope, || Run::new(program, options, budget).all(wanted));
        match worker.map(|w| w.join()) {
            Ok(Ok(results)) => results,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Run::new(program, options, budget).all(wanted),
        }
    })
}

struct Run<'p> {
    engine: Engine<'p>,
    results: Vec<MemberResult>,
}

impl<'p> Run<'p> {
    fn new(program: &'p Program, options: &'p Options, budget: &'p Budget) -> Self {
        Run {
            engine: Engine::new(program, options, budget),
            results: Vec::new(),
        }
    }

    fn all(mut self, wanted: &(dyn Fn(Member) -> bool + Sync)) -> Vec<MemberResult> {
        let program = self.engine.program;
        let limit = self.engine.options.member_timeout;
        self.engine.work.deadline = self.engine.sooner(limit.map(|t| Instant::now() + t));
        match self.engine.find_axioms() {
            Err(Fail::Unsupported { what, span }) => {
                self.engine.domains.failed = Some((what, span))
            }
            Err(Fail::Unknown(what)) => self.engine.domains.failed = Some((what, Span::NONE)),
            _ => {}
        }
        self.engine.functions.under_binder = called_under_binders(program);
        let (order, recursive) = call_order(program);
        let (_, component) = component_of(&function_calls(program));
        // Contracts may need the definitions of what they call, so that the bodies of
        // callees come first; functions that call each other know the contracts of all.
        let same = |f: &FunctionId, g: &FunctionId| component[f.index()] == component[g.index()];
        for cycle in order.chunk_by(same) {
            for &f in cycle {
                let rec = recursive.contains(&f);
                self.member(Member::Function(f), &mut |v| {
                    v.verify_function_contract(f, rec)
                });
            }
            for &f in cycle {
                self.member(Member::Function(f), &mut |v| v.verify_function_body(f));
            }
        }
        self.results.retain(|r| wanted(r.member));
        let mut predicates: Vec<_> = program.predicates.ids().collect();
        let mut methods: Vec<_> = program.methods.ids().collect();
        if self.engine.options.variation == Variation::Reordered {
            predicates.reverse();
            methods.reverse();
        }
        for p in predicates {
            if wanted(Member::Predicate(p)) {
                self.member(Member::Predicate(p), &mut |v| v.verify_predicate(p));
            }
        }
        for m in methods {
            if wanted(Member::Method(m)) {
                self.member(Member::Method(m), &mut |v| v.verify_method(m));
            }
        }
        let position = |m: Member| program.members().position(|x| x == m);
        self.results.sort_by_key(|r| position(r.member));
        self.results
    }

    /// Runs one phase of a member; phases of one member have one result.
    fn member(&mut self, member: Member, run: &mut dyn FnMut(&mut Engine<'p>) -> Res<()>) {
        let start = Instant::now();
        let v = &mut self.engine;
        let deadline = v.sooner(v.options.member_timeout.map(|t| start + t));
        v.work = Work::new(Some(member), v.program.span(member), deadline);
        v.walk = Walk::default();
        v.scope = Scope::default();
        v.prover.forget_solver();
        v.prover.limit_time(v.work.deadline, &v.budget.cancel);
        let before = v.prover.counts;
        v.prover.push();
        let result = v.assume_axioms_of_program().and_then(|()| run(v));
        v.prover.pop();
        let mut outcome = match result {
            Ok(()) => Outcome::Verified,
            Err(Fail::Error(e)) => {
                v.record(*e);
                Outcome::Failed
            }
            Err(Fail::Unreachable) => Outcome::Verified,
            Err(Fail::Unknown(reason)) => Outcome::Unknown(reason),
            Err(Fail::Unsupported { what, span }) => Outcome::Unsupported { what, span },
        };
        let name = v.program.name(member);
        tracing::debug!(name, took = ?start.elapsed(), ?outcome, "a member is done");
        if outcome == Outcome::Verified && !v.work.errors.is_empty() {
            outcome = Outcome::Failed;
        }
        let counts = v.prover.counts;
        let profile = v.profile();
        let new = MemberResult {
            member,
            profile,
            outcome,
            errors: std::mem::take(&mut v.work.errors),
            ghost: std::mem::take(&mut v.work.ghost),
            questions: counts.questions - before.questions,
            solver_questions: counts.solver - before.solver,
            micros: start.elapsed().as_micros() as u64,
        };
        match self.results.iter_mut().find(|r| r.member == member) {
            None => self.results.push(new),
            Some(old) => add(old, new),
        }
    }
}

/// A later phase of the same member.
fn add(old: &mut MemberResult, new: MemberResult) {
    let rank = |o: &Outcome| match o {
        Outcome::Verified => 0,
        Outcome::Unknown(_) => 1,
        Outcome::Failed => 2,
        Outcome::Unsupported { .. } => 3,
    };
    for e in new.errors {
        if !old.errors.contains(&e) {
            old.errors.push(e);
        }
    }
    if rank(&new.outcome) > rank(&old.outcome) {
        old.outcome = new.outcome;
    }
    old.ghost.extend(new.ghost);
    old.questions += new.questions;
    old.solver_questions += new.solver_questions;
    old.micros += new.micros;
    old.profile.extend(new.profile);
}

impl<'p> Engine<'p> {
    /// Definition 4: the body is a well-defined assertion.
    pub fn verify_predicate(&mut self, p: PredicateId) -> Res<()> {
        let predicate = &self.program.predicates[p];
        let Some(body) = predicate.body else {
            return Ok(());
        };
        let mut st = self.state_of(Owner::Member(Member::Predicate(p)));
        for &x in &predicate.params {
            let t = self.fresh_for(&predicate.vars, x);
            st.store.set(x, t);
        }
        self.blame = Blame {
            kind: ErrorKind::PredicateNotWellformed,
            span: predicate.span,
            note: None,
        };
        self.produce(&st, Snap::Fresh, body, &mut |_, _| Ok(()))
    }

    /// Definition 3: the contract is well-defined, and the body satisfies it.
    pub fn verify_method(&mut self, m: MethodId) -> Res<()> {
        let method = &self.program.methods[m];
        let mut st = self.state_of(Owner::Member(Member::Method(m)));
        for &x in method.params.iter().chain(&method.returns) {
            let t = self.fresh_for(&method.vars, x);
            self.exists_now(t);
            st.store.set(x, t);
        }
        if let Some(body) = &method.body {
            let join = |s: &&StmtId| matches!(self.program.stmt(**s).kind, StmtKind::Join(_));
            self.work.joinable = body.iter().filter(join).copied().collect();
        }
        let nowhere = |kind| Blame {
            kind,
            span: Span::NONE,
            note: None,
        };
        self.exhaled_is_wellformed(&st, &method.pres, &method.posts)?;
        if !self.work.errors.is_empty() {
            return Ok(());
        }
        self.blame = nowhere(ErrorKind::NotWellformed);
        self.produce_all(&st, Snap::Fresh, &method.pres, &mut |v, pre| {
            let start = State {
                old: pre.heap.clone(),
                ..pre.clone()
            };
            v.work.entry = Some(start.clone());
            let before = v.work.errors.len();
            let yes = v.prover.pool.tru();
            v.in_branch(yes, &mut |v| v.posts_are_wellformed(&start, &method.posts))?;
            // A precondition that says nothing cannot be relied on; without the
            // postconditions that say nothing the body can still be wrong.
            if method.body.is_none() || before > 0 {
                return Ok(());
            }
            let sound = match v.work.errors.len() == before {
                true => method.posts.len(),
                false => v.wellformed_posts(&start, &method.posts),
            };
            v.enter_method(m, &start)?;
            let result = v.verify_body(m, &start, sound);
            v.leave_function();
            match result {
                // The member is not proved already.
                Err(Fail::Unknown(_) | Fail::Unsupported { .. }) if sound < method.posts.len() => {
                    Ok(())
                }
                other => other,
            }
        })?;
        if let Some(body) = &method.body {
            self.check_refutations(&st, body);
        }
        Ok(())
    }

    /// The postconditions are well-defined, provided that the precondition held in
    /// the state on entry.
    fn posts_are_wellformed(&mut self, start: &State, posts: &[ExprId]) -> Res<()> {
        self.blame = Blame {
            kind: ErrorKind::NotWellformed,
            span: Span::NONE,
            note: None,
        };
        self.clock += 1;
        let empty = State {
            heap: Heap::new(),
            ..start.clone()
        };
        self.produce_all(&empty, Snap::Fresh, posts, &mut |_, _| Ok(()))
    }

    /// How many postconditions there are before the first that is not well-defined.
    fn wellformed_posts(&mut self, start: &State, posts: &[ExprId]) -> usize {
        let yes = self.prover.pool.tru();
        let wrong = self.probe(|v| {
            (0..posts.len()).find(|&i| {
                v.in_branch(yes, &mut |v| v.posts_are_wellformed(start, &posts[..=i]))
                    .is_err()
            })
        });
        wrong.unwrap_or(0)
    }

    /// A contract with inhale-exhale assertions is well-defined as it is exhaled, too.
    pub fn exhaled_is_wellformed(
        &mut self,
        st: &State,
        pres: &[ExprId],
        posts: &[ExprId],
    ) -> Res<()> {
        let yes = self.prover.pool.tru();
        let blame = Blame {
            kind: ErrorKind::NotWellformed,
            span: Span::NONE,
            note: None,
        };
        let exhaled = State {
            exhaled: true,
            ..st.clone()
        };
        if pres.iter().any(|&e| self.holds_special(e)) {
            self.in_branch(yes, &mut |v| {
                v.blame = blame;
                v.produce_all(&exhaled, Snap::Fresh, pres, &mut |_, _| Ok(()))
            })?;
        }
        if !posts.iter().any(|&e| self.holds_special(e)) {
            return Ok(());
        }
        self.in_branch(yes, &mut |v| {
            v.blame = blame;
            v.produce_all(st, Snap::Fresh, pres, &mut |v, pre| {
                let heap = match st.read_only {
                    true => pre.heap.clone(),
                    false => Heap::new(),
                };
                let after = State {
                    old: pre.heap.clone(),
                    heap,
                    exhaled: true,
                    ..pre.clone()
                };
                v.produce_all(&after, Snap::Fresh, posts, &mut |_, _| Ok(()))
            })
        })
    }

    /// The body, from the state on entry to the first `posts` postconditions.
    fn verify_body(&mut self, m: MethodId, start: &State, posts: usize) -> Res<()> {
        let method = &self.program.methods[m];
        let Some(body) = &method.body else {
            return Ok(());
        };
        self.find_jumps(body)?;
        let mut begin = start.clone();
        let mut after: Option<StmtId> = None;
        let mut done = 0;
        loop {
            let from = after.and_then(|s| body.iter().position(|&x| x == s));
            let from = from.map_or(0, |i| i + 1);
            let yes = self.prover.pool.tru();
            self.in_branch(yes, &mut |v| {
                v.begin_body(&begin, after, &mut |v, state| {
                    let mark = v.prover.entries().len();
                    let ends = v.exec_block(state, body, from)?;
                    v.for_each_end(mark, ends, &mut |v, end| match end.exit {
                        Exit::Goto(_) => v.unsupported(
                            "a goto into a nested block is not supported yet",
                            method.span,
                        ),
                        Exit::Normal => {
                            let mut last = end.state.clone();
                            v.leave_cycles(&mut last, None);
                            v.check_posts(&last, &method.posts[..posts])
                        }
                    })
                })
            })?;
            // What follows a `join` is verified once, from what the join says.
            let Some(&s) = self.work.joins_reached.get(done) else {
                return Ok(());
            };
            done += 1;
            after = Some(s);
            begin = start.clone();
            begin.heap = Heap::new();
            self.clock += 1;
            for x in self.assigned(body) {
                let t = self.havoc(start, x)?;
                begin.store.set(x, t);
            }
        }
    }

    /// The beginning of a body is as it is, with the predicates of its contract opened
    /// if that is wanted; what follows a `join` begins with what the join says.
    fn begin_body(
        &mut self,
        st: &State,
        join: Option<StmtId>,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let Some(s) = join else {
            return self.unfold_contract(st, q);
        };
        let stmt = self.program.stmt(s);
        self.blame = Blame {
            kind: ErrorKind::JoinFailed,
            span: stmt.span,
            note: stmt.note,
        };
        match &stmt.kind {
            StmtKind::Join(e) => self.produce(st, Snap::Fresh, *e, q),
            _ => q(self, st),
        }
    }

    fn check_posts(&mut self, st: &State, posts: &[ExprId]) -> Res<()> {
        self.blame = Blame {
            kind: ErrorKind::PostconditionViolated,
            span: Span::NONE,
            note: None,
        };
        match self.consume_all(st, posts, &mut |_, _, _| Ok(())) {
            Err(Fail::Error(e)) if !self.scope.probing() => {
                self.record(*e);
                Ok(())
            }
            other => other,
        }
    }

    /// The predicate instances of a heap, for opening.
    pub fn predicate_chunks(&self, heap: &Heap) -> Vec<crate::heap::Chunk> {
        heap.iter()
            .filter(|c| matches!(c.place, Place::Predicate(_)))
            .cloned()
            .collect()
    }
}
