//! The transitions that all semantics share.
//!
//! Idea: the concrete semantics, forward execution and unfolding differ only in
//! what a value is, what an assignment and a creation do, and whether a test is
//! decided. [`crate::world`] is that difference; choice, iteration, call, return and
//! exceptions are here, once. A configuration is a stack of closures
//! `(τ, S) · Δ` (section 3) beside the world; the rest `S` of a closure is a
//! persistent list, so that a fork copies little.
//!
//! `return` and `throw` unwind the rest of the body: the paper's rule for
//! `return e; S` keeps `S`, which must be dropped. `this` is a parameter that
//! is bound like the others (see the crate's doc). An error is the creation of
//! Java's exception object and a throw.

use crate::delta::ErrorKind;
use crate::expr::{ClassTag, ExprId, Exprs};
use crate::lang::{BlockId, Candidate, LabelId, Lhs, ProcId, Program, Stmt, StmtId};
use crate::mutation::{JavaRule, Mutation};
use std::rc::Rc;

pub use crate::world::{Truth, Why, World};

/// An exception on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// Its class, where the program text tells it.
    pub class: Option<ClassTag>,
    /// Where it was thrown.
    pub line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    Return,
    Throw(Thrown),
    Break(LabelId),
    Continue(LabelId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Seq(BlockId, u32),
    Loop(StmtId),
    Labelled(LabelId),
    Try(StmtId),
    Catching(StmtId, u32, Thrown),
    Finally(StmtId),
    Resume(Pending, StmtId),
}

#[derive(PartialEq, Eq, Debug)]
struct Link {
    item: Item,
    next: Rest,
}

type Rest = Option<Rc<Link>>;

fn cons(item: Item, next: Rest) -> Rest {
    Some(Rc::new(Link { item, next }))
}

/// `(τ, S)`, and where the caller wants the result.
#[derive(Clone, Debug)]
pub struct Closure<E> {
    /// The local part.
    pub env: E,
    rest: Rest,
    proc: ProcId,
    to: Option<Lhs>,
    /// Of the call, for statements without a line.
    line: u32,
    /// The procedure that has that line.
    caller: ProcId,
}

impl<E> Closure<E> {
    /// The procedure that it runs.
    pub fn proc(&self) -> ProcId {
        self.proc
    }
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The outermost procedure returned.
    Returns,
    /// An exception left it.
    Throws(Thrown),
    /// A limit was reached.
    Cut(&'static str),
    /// Something that the subset does not have.
    Unsupported(Rc<str>, u32),
}

/// A configuration.
#[derive(Clone)]
pub struct Config<W: World> {
    /// The global part.
    pub world: W,
    /// The closures, the top last.
    pub stack: Vec<Closure<W::Env>>,
    /// What the outermost procedure returned.
    pub result: Option<W::Val>,
    /// Errors are transitions; else an undefined expression is stuck.
    pub errors: bool,
    checked: u32,
    tried: u32,
}

/// A choice that the world does not decide.
#[derive(Clone, Copy, Debug)]
pub struct Fork<V> {
    /// The condition.
    pub cond: V,
    /// The statement.
    pub site: StmtId,
    /// Its line.
    pub line: u32,
    /// What kind of choice.
    pub why: Why,
}

/// What a step did.
#[derive(Clone, Debug)]
pub enum Next<V> {
    /// One transition.
    Step,
    /// None yet: two are possible. See [`Config::choose`].
    Fork(Fork<V>),
    /// It ended.
    End(Outcome),
    /// Undefined, and errors are no transitions.
    Stuck,
}

/// Closures above which a path is cut.
pub const STACK_LIMIT: usize = 400;

enum Gate<V> {
    Pass,
    Other(Next<V>),
}

impl<W: World> Config<W> {
    /// `⟨(τ, S), …⟩` for the body of a procedure.
    pub fn new(p: &Program, proc: ProcId, env: W::Env, world: W, errors: bool) -> Self {
        Config {
            world,
            stack: vec![Closure {
                env,
                rest: cons(Item::Seq(p.procs[proc].body, 0), None),
                proc,
                to: None,
                line: 0,
                caller: proc,
            }],
            result: None,
            errors,
            checked: 0,
            tried: 0,
        }
    }

    /// Whether the rests of all closures are the same.
    pub fn same_control<O: World>(&self, other: &Config<O>) -> bool {
        self.stack.len() == other.stack.len()
            && self.checked == other.checked
            && self
                .stack
                .iter()
                .zip(&other.stack)
                .all(|(a, b)| a.proc == b.proc && a.rest == b.rest && a.to == b.to)
    }

    /// The line of the next statement, 0 if none.
    pub fn line(&self, p: &Program) -> u32 {
        let mut rest = self.stack.last().and_then(|c| c.rest.as_deref());
        while let Some(link) = rest {
            if let Item::Seq(block, at) = link.item {
                if let Some(&s) = p.blocks[block].get(at as usize) {
                    return p.stmts[s].line;
                }
            }
            rest = link.next.as_deref();
        }
        0
    }

    /// The line of a statement; where it has none, that of the call.
    fn line_at(&self, p: &Program, s: StmtId) -> u32 {
        match p.stmts[s].line {
            0 => self.stack.last().map_or(0, |c| c.line),
            line => line,
        }
    }

    /// The procedure that has the line of a statement of the running one.
    pub fn procedure(&self, p: &Program, s: StmtId) -> Option<ProcId> {
        let top = self.stack.last()?;
        Some(match p.stmts[s].line {
            0 => top.caller,
            _ => top.proc,
        })
    }

    fn value(&mut self, x: &mut Exprs, e: ExprId) -> Option<W::Val> {
        let top = self.stack.last()?;
        self.world.value(x, &top.env, e)
    }

    /// One transition, unless two are possible.
    pub fn step(&mut self, p: &mut Program, x: &mut Exprs) -> Next<W::Val> {
        let Some(top) = self.stack.last_mut() else {
            return Next::End(Outcome::Returns);
        };
        let Some(link) = top.rest.clone() else {
            return self.leave(p, x);
        };
        match link.item {
            Item::Seq(block, at) => match p.blocks[block].get(at as usize).copied() {
                Some(s) => {
                    let rest = cons(Item::Seq(block, at + 1), link.next.clone());
                    self.run(p, x, s, rest)
                }
                None => self.go(link.next.clone()),
            },
            Item::Loop(s) => self.run(p, x, s, link.next.clone()),
            Item::Labelled(_) => self.go(link.next.clone()),
            Item::Try(s) | Item::Finally(s) => {
                let rest = match &p.stmts[s].stmt {
                    Stmt::Try {
                        finally: Some(f), ..
                    } => cons(Item::Seq(*f, 0), link.next.clone()),
                    _ => link.next.clone(),
                };
                self.go(rest)
            }
            Item::Catching(s, at, thrown) => self.catch(p, x, s, at, thrown, &link.next),
            Item::Resume(pending, s) => {
                top.rest = link.next.clone();
                if let (Pending::Throw(_), Stmt::Try { saved, .. }) = (pending, &p.stmts[s].stmt) {
                    let saved = x.of(*saved);
                    let exception = Lhs::var(p.exception);
                    self.world.assign(x, &mut top.env, &exception, saved);
                }
                self.unwind(p, x, pending)
            }
        }
    }

    /// Takes one of the two transitions of a fork.
    pub fn choose(&mut self, p: &mut Program, x: &mut Exprs, fork: &Fork<W::Val>, side: bool) {
        self.world.assume(x, fork.cond, side, fork.why);
        let Some(top) = self.stack.last() else { return };
        let rest = match top.rest.as_deref() {
            Some(Link {
                item: Item::Seq(b, at),
                next,
            }) => cons(Item::Seq(*b, at + 1), next.clone()),
            Some(Link {
                item: Item::Catching(s, at, thrown),
                next,
            }) => {
                let (s, at, thrown, next) = (*s, *at, *thrown, next.clone());
                self.caught(p, x, s, at, thrown, &next, side);
                return;
            }
            Some(Link { next, .. }) => next.clone(),
            None => None,
        };
        match fork.why {
            Why::Check(kind) if !side => self.raise(p, x, kind, fork.line, rest),
            Why::Check(_) => self.checked += 1,
            Why::Dispatch(_) if !side => self.tried += 1,
            Why::Dispatch(_) => self.call(p, x, fork.site, self.tried, rest),
            Why::Branch | Why::Loop => self.branch(p, fork.site, side, rest),
            Why::Catch => {}
        }
    }

    fn go(&mut self, rest: Rest) -> Next<W::Val> {
        self.checked = 0;
        self.tried = 0;
        if let Some(top) = self.stack.last_mut() {
            top.rest = rest;
        }
        Next::Step
    }

    /// Section 2.1: each way in which the statement's expressions go wrong is a
    /// transition of its own.
    fn gate(&mut self, p: &mut Program, x: &mut Exprs, s: StmtId, rest: &Rest) -> Gate<W::Val> {
        if !self.errors {
            return Gate::Pass;
        }
        let checks = p.checks(x, s);
        let line = self.line_at(p, s);
        while let Some(&(c, kind)) = checks.get(self.checked as usize) {
            let Some(cond) = self.value(x, c) else {
                return Gate::Other(Next::Stuck);
            };
            match self.world.test(x, cond) {
                Truth::True => self.checked += 1,
                Truth::False => {
                    self.world.assume(x, cond, false, Why::Check(kind));
                    self.raise(p, x, kind, line, rest.clone());
                    return Gate::Other(Next::Step);
                }
                Truth::Both => {
                    return Gate::Other(Next::Fork(Fork {
                        cond,
                        site: s,
                        line,
                        why: Why::Check(kind),
                    }))
                }
            }
        }
        Gate::Pass
    }

    /// A statement with the rest of the body behind it.
    fn run(&mut self, p: &mut Program, x: &mut Exprs, s: StmtId, rest: Rest) -> Next<W::Val> {
        if let Gate::Other(next) = self.gate(p, x, s, &rest) {
            return next;
        }
        let line = self.line_at(p, s);
        let Some(top) = self.stack.last_mut() else {
            return Next::Stuck;
        };
        match p.stmts[s].stmt.clone() {
            Stmt::Assign(h, e) => match self.world.assign(x, &mut top.env, &h, e) {
                true => self.go(rest),
                false => Next::Stuck,
            },
            Stmt::New(h, class, len) => {
                let n = match len {
                    Some(n) => match self.world.value(x, &top.env, n) {
                        Some(n) => Some(n),
                        None => return Next::Stuck,
                    },
                    None => None,
                };
                match self.world.create(x, &mut top.env, &h, class, n) {
                    true => self.go(rest),
                    false => Next::Stuck,
                }
            }
            Stmt::If(b, ..) | Stmt::While(b, ..) => {
                let Some(cond) = self.world.value(x, &top.env, b) else {
                    return Next::Stuck;
                };
                let why = match p.stmts[s].stmt {
                    Stmt::If(..) => Why::Branch,
                    _ => Why::Loop,
                };
                let side = match self.world.test(x, cond) {
                    Truth::Both => {
                        return Next::Fork(Fork {
                            cond,
                            site: s,
                            line,
                            why,
                        })
                    }
                    decided => decided == Truth::True,
                };
                self.world.assume(x, cond, side, why);
                self.branch(p, s, side, rest);
                Next::Step
            }
            Stmt::Check(..) => self.go(rest),
            Stmt::Call {
                candidates, args, ..
            } => self.dispatch(p, x, s, &candidates, args.first().copied(), rest),
            Stmt::Return(e) => {
                if let (Some(e), Some(ret)) = (e, p.procs[top.proc].ret) {
                    if !self.world.assign(x, &mut top.env, &Lhs::var(ret), e) {
                        return Next::Stuck;
                    }
                }
                if x.mutation.rule() == Mutation::ReturnFallsThrough {
                    return self.go(rest);
                }
                top.rest = rest;
                self.unwind(p, x, Pending::Return)
            }
            Stmt::Throw(e) => {
                let exception = Lhs::var(p.exception);
                if !self.world.assign(x, &mut top.env, &exception, e) {
                    return Next::Stuck;
                }
                top.rest = rest;
                self.unwind(p, x, Pending::Throw(Thrown { class: None, line }))
            }
            Stmt::Try { body, .. } => self.go(cons(Item::Seq(body, 0), cons(Item::Try(s), rest))),
            Stmt::Labelled(l, body) => {
                self.go(cons(Item::Seq(body, 0), cons(Item::Labelled(l), rest)))
            }
            Stmt::Break(l) => {
                top.rest = rest;
                self.unwind(p, x, Pending::Break(l))
            }
            Stmt::Continue(l) => {
                top.rest = rest;
                self.unwind(p, x, Pending::Continue(l))
            }
            Stmt::Unsupported(what) => Next::End(Outcome::Unsupported(what, line)),
        }
    }

    /// Choice and iteration.
    fn branch(&mut self, p: &Program, s: StmtId, side: bool, rest: Rest) {
        let rest = match (&p.stmts[s].stmt, side) {
            (Stmt::If(_, then, _), true) => cons(Item::Seq(*then, 0), rest),
            (Stmt::If(_, _, els), false) => cons(Item::Seq(*els, 0), rest),
            (Stmt::While(_, body, _), true) => cons(Item::Seq(*body, 0), cons(Item::Loop(s), rest)),
            _ => rest,
        };
        self.go(rest);
    }

    /// A call: by the class of the receiver where that matters. The program is
    /// closed and well-typed, so the last candidate needs no test.
    fn dispatch(
        &mut self,
        p: &mut Program,
        x: &mut Exprs,
        s: StmtId,
        candidates: &[Candidate],
        this: Option<ExprId>,
        rest: Rest,
    ) -> Next<W::Val> {
        if self.stack.len() >= STACK_LIMIT {
            return Next::End(Outcome::Cut("deep recursion"));
        }
        let first = x.mutation.rule() == Mutation::Java(JavaRule::DispatchFirst);
        while (self.tried as usize) + 1 < candidates.len() && !first {
            let candidate = &candidates[self.tried as usize];
            let Some(this) = this else {
                return Next::Stuck;
            };
            let b = Program::class_in(x, this, &candidate.classes);
            let Some(cond) = self.value(x, b) else {
                return Next::Stuck;
            };
            let why = Why::Dispatch(candidate.proc);
            match self.world.test(x, cond) {
                Truth::Both => {
                    let line = self.line_at(p, s);
                    return Next::Fork(Fork {
                        cond,
                        site: s,
                        line,
                        why,
                    });
                }
                Truth::True => {
                    self.world.assume(x, cond, true, why);
                    break;
                }
                Truth::False => {
                    self.world.assume(x, cond, false, why);
                    self.tried += 1;
                }
            }
        }
        if candidates.is_empty() {
            let line = self.line_at(p, s);
            return Next::End(Outcome::Unsupported(
                "a call that no class implements".into(),
                line,
            ));
        }
        self.call(p, x, s, self.tried, rest);
        Next::Step
    }

    /// `⟨(τ, P(ē); S) · Δ⟩ → ⟨(τ', S') · (τ, S) · Δ⟩` with `τ'(ū) = ē(τ ∪ σ)`.
    fn call(&mut self, p: &Program, x: &mut Exprs, s: StmtId, which: u32, rest: Rest) {
        let Stmt::Call {
            to,
            candidates,
            args,
            receiver,
        } = &p.stmts[s].stmt
        else {
            return;
        };
        let Some(candidate) = candidates.get(which as usize) else {
            return;
        };
        let line = self.line_at(p, s);
        let Some(caller) = self.procedure(p, s) else {
            return;
        };
        self.go(rest);
        let Some(top) = self.stack.last() else { return };
        let mut values = Vec::with_capacity(args.len());
        for &a in args.iter() {
            match self.world.value(x, &top.env, a) {
                Some(v) => values.push(v),
                None => return,
            }
        }
        let proc = &p.procs[candidate.proc];
        let this = args.first().copied().filter(|_| *receiver);
        let env = self
            .world
            .enter(x, (candidate.proc, &proc.locals), &values, &top.env, this);
        self.stack.push(Closure {
            env,
            rest: cons(Item::Seq(proc.body, 0), None),
            proc: candidate.proc,
            to: *to,
            line,
            caller,
        });
    }

    /// `⟨(τ, ε) · Δ⟩ → ⟨Δ⟩`, and `h := r` in the caller.
    fn leave(&mut self, p: &Program, x: &mut Exprs) -> Next<W::Val> {
        let Some(done) = self.stack.pop() else {
            return Next::Stuck;
        };
        self.checked = 0;
        self.tried = 0;
        let value = match p.procs[done.proc].ret {
            Some(ret) => {
                let ret = x.of(ret);
                self.world.value(x, &done.env, ret)
            }
            None => None,
        };
        match self.stack.last_mut() {
            None => {
                self.result = value;
                Next::End(Outcome::Returns)
            }
            Some(top) => {
                if x.mutation.rule() == Mutation::ReturnKeepsLocals {
                    top.env = done.env;
                }
                if let (Some(h), Some(v)) = (done.to, value) {
                    if !self.world.bind(x, &mut top.env, &h, v) {
                        return Next::Stuck;
                    }
                }
                Next::Step
            }
        }
    }

    /// An error: Java's exception is created and thrown.
    fn raise(&mut self, p: &Program, x: &mut Exprs, kind: ErrorKind, line: u32, rest: Rest) {
        let class = p.error_class(kind);
        self.go(rest);
        let Some(top) = self.stack.last_mut() else {
            return;
        };
        let exception = Lhs::var(p.exception);
        self.world.create(x, &mut top.env, &exception, class, None);
        let thrown = Thrown {
            class: Some(class),
            line,
        };
        // What unwinding tells comes again as the next step.
        top.rest = cons(Item::Catching(StmtId(u32::MAX), 0, thrown), top.rest.take());
    }

    /// Drops the rest of the body up to where `pending` leads.
    fn unwind(&mut self, p: &Program, x: &mut Exprs, pending: Pending) -> Next<W::Val> {
        self.checked = 0;
        self.tried = 0;
        loop {
            let Some(top) = self.stack.last_mut() else {
                return Next::Stuck;
            };
            let Some(link) = top.rest.clone() else {
                match pending {
                    Pending::Throw(thrown) => {
                        self.stack.pop();
                        if self.stack.is_empty() {
                            return Next::End(Outcome::Throws(thrown));
                        }
                        continue;
                    }
                    // ⟨(τ, ε) · Δ⟩ is the next transition.
                    _ => return Next::Step,
                }
            };
            top.rest = link.next.clone();
            match (link.item, pending) {
                (Item::Loop(s), Pending::Break(l) | Pending::Continue(l)) => {
                    if matches!(p.stmts[s].stmt, Stmt::While(_, _, own) if own == l) {
                        if matches!(pending, Pending::Continue(_)) {
                            top.rest = Some(link);
                        }
                        return Next::Step;
                    }
                }
                (Item::Labelled(own), Pending::Break(l)) if own == l => return Next::Step,
                (Item::Try(s), Pending::Throw(thrown)) => {
                    top.rest = cons(Item::Catching(s, 0, thrown), link.next.clone());
                    return Next::Step;
                }
                (Item::Try(s) | Item::Finally(s), _)
                    if self.finally(p, x, s, pending, link.next.clone()) =>
                {
                    return Next::Step;
                }
                _ => {}
            }
        }
    }

    /// Enters `finally` with something pending; false when there is none.
    fn finally(
        &mut self,
        p: &Program,
        x: &mut Exprs,
        s: StmtId,
        pending: Pending,
        next: Rest,
    ) -> bool {
        let (
            Stmt::Try {
                finally: Some(f),
                saved,
                ..
            },
            Some(top),
        ) = (&p.stmts[s].stmt, self.stack.last_mut())
        else {
            return false;
        };
        if matches!(pending, Pending::Throw(_)) {
            if x.mutation.rule() == Mutation::Java(JavaRule::FinallySkipped) {
                return false;
            }
            let exception = x.of(p.exception);
            self.world
                .assign(x, &mut top.env, &Lhs::var(*saved), exception);
        }
        top.rest = cons(Item::Seq(*f, 0), cons(Item::Resume(pending, s), next));
        true
    }

    /// Asks one `catch` clause after the other.
    fn catch(
        &mut self,
        p: &mut Program,
        x: &mut Exprs,
        s: StmtId,
        at: u32,
        thrown: Thrown,
        next: &Rest,
    ) -> Next<W::Val> {
        // The end of `raise`: no clause yet, look for one.
        if s.0 == u32::MAX {
            if let Some(top) = self.stack.last_mut() {
                top.rest = next.clone();
            }
            return self.unwind(p, x, Pending::Throw(thrown));
        }
        let Stmt::Try { catches, .. } = &p.stmts[s].stmt else {
            return Next::Stuck;
        };
        let Some(clause) = catches.get(at as usize).cloned() else {
            if let Some(top) = self.stack.last_mut() {
                top.rest = next.clone();
            }
            if self.finally(p, x, s, Pending::Throw(thrown), next.clone()) {
                return Next::Step;
            }
            return self.unwind(p, x, Pending::Throw(thrown));
        };
        let side = match thrown.class {
            Some(class) => clause.classes.contains(&class),
            None => {
                let exception = x.of(p.exception);
                let b = Program::class_in(x, exception, &clause.classes);
                let Some(cond) = self.value(x, b) else {
                    return Next::Stuck;
                };
                match self.world.test(x, cond) {
                    Truth::Both => {
                        return Next::Fork(Fork {
                            cond,
                            site: s,
                            line: self.line_at(p, s),
                            why: Why::Catch,
                        })
                    }
                    decided => {
                        self.world
                            .assume(x, cond, decided == Truth::True, Why::Catch);
                        decided == Truth::True
                    }
                }
            }
        };
        self.caught(p, x, s, at, thrown, next, side);
        Next::Step
    }

    #[allow(clippy::too_many_arguments)]
    fn caught(
        &mut self,
        p: &Program,
        x: &mut Exprs,
        s: StmtId,
        at: u32,
        thrown: Thrown,
        next: &Rest,
        side: bool,
    ) {
        let (Stmt::Try { catches, .. }, Some(top)) = (&p.stmts[s].stmt, self.stack.last_mut())
        else {
            return;
        };
        match catches.get(at as usize) {
            Some(clause) if side => {
                let exception = x.of(p.exception);
                self.world
                    .assign(x, &mut top.env, &Lhs::var(clause.var), exception);
                top.rest = cons(
                    Item::Seq(clause.body, 0),
                    cons(Item::Finally(s), next.clone()),
                );
            }
            _ => top.rest = cons(Item::Catching(s, at + 1, thrown), next.clone()),
        }
    }
}
