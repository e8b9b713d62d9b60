//! Execution of statements (document 001, Figure 8).
//!
//! `exec` returns the ends of all paths through a statement, each with the part of
//! the path condition that belongs to it; the next statement is executed for what
//! is left after joining (see `join`). Straight-line code is a loop, not a
//! recursion. A deviation from the figure, following its prose: `open` produces
//! into the heap that the predicate was taken from.

use crate::consume::RuleArgs;
use crate::engine::{At, Blame, Engine};
use crate::error::{ErrorKind, Fail, Reason, Res};
use crate::heap::{Chunk, Place};
use crate::options::Variation;
use crate::state::{Snap, State};
use crate::walk::Visited;
use ep_ivl::ast::{
    Access, Block, ExprId, ExprKind, FieldId, LabelId, Member, Resource, StmtId, StmtKind, VarId,
};
use ep_smt::ground::Entry;
use ep_term::TermId;

/// How control leaves a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Normal,
    Goto(LabelId),
}

/// The end of a path through a statement.
#[derive(Clone, Debug)]
pub struct End {
    pub state: State,
    pub exit: Exit,
    /// What was added to the path condition since the statement began.
    pub entries: Vec<Entry>,
}

impl<'p> Engine<'p> {
    /// The end with this state, for a statement that began at the mark.
    pub fn end(&self, mark: usize, state: State) -> End {
        End {
            state,
            exit: Exit::Normal,
            entries: self.prover.entries()[mark..].to_vec(),
        }
    }

    /// Puts the path condition of an end on top of what is there.
    pub fn resume(&mut self, mark: usize, end: &End) {
        let now = &self.prover.entries()[mark..];
        let same = now
            .iter()
            .zip(&end.entries)
            .take_while(|(a, b)| a == b)
            .count();
        // What another end assumed would make this one unreachable.
        debug_assert_eq!(same, now.len(), "assumptions of another end are in force");
        for entry in &end.entries[same..] {
            if entry.branch {
                self.prover.assume_branch(entry.term);
            } else {
                self.assume(entry.term);
            }
        }
    }

    /// Runs for each end, each in its own scope if there are several.
    pub fn for_each_end(
        &mut self,
        mark: usize,
        ends: Vec<End>,
        run: &mut dyn FnMut(&mut Self, End) -> Res<()>,
    ) -> Res<()> {
        if ends.len() == 1 {
            for end in ends {
                self.resume(mark, &end);
                run(self, end)?;
            }
            return Ok(());
        }
        for end in ends {
            let yes = self.prover.pool.tru();
            self.in_branch(yes, &mut |v| {
                v.resume(mark, &end);
                run(v, end.clone())
            })?;
        }
        Ok(())
    }

    /// Executes a block from its statement `from` on.
    pub fn exec_block(&mut self, st: &State, block: &Block, from: usize) -> Res<Vec<End>> {
        let mark = self.prover.entries().len();
        let mut state = st.clone();
        let mut at = from;
        loop {
            let Some(&stmt) = block.get(at) else {
                return Ok(vec![self.end(mark, state)]);
            };
            self.stands_above(&state.heap);
            if self.dead_end() {
                return Ok(Vec::new());
            }
            self.leave_cycles(&mut state, Some(stmt));
            let here = self.prover.entries().len();
            let ends = self.exec(&state, stmt)?;
            let mut ends = self.join_ends(ends);
            if let (
                [End {
                    exit: Exit::Normal, ..
                }],
                Some(end),
            ) = (&ends[..], ends.last().cloned())
            {
                self.resume(here, &end);
                state = end.state;
                at += 1;
                continue;
            }
            if ends.is_empty() {
                return Ok(Vec::new());
            }
            let mut all = Vec::new();
            if let [_] = &ends[..] {
                let end = ends.remove(0);
                self.resume(here, &end);
                self.after(mark, block, at, end, &mut all)?;
                return Ok(all);
            }
            self.for_each_end(here, ends, &mut |v, end| {
                v.after(mark, block, at, end, &mut all)
            })?;
            return Ok(all);
        }
    }

    /// What follows in the block after an end of its statement `at`.
    fn after(
        &mut self,
        mark: usize,
        block: &Block,
        at: usize,
        end: End,
        all: &mut Vec<End>,
    ) -> Res<()> {
        let next = match end.exit {
            Exit::Normal => Some(at + 1),
            Exit::Goto(l) => {
                let labelled = |&s: &StmtId| matches!(&self.program.stmt(s).kind, StmtKind::Label(m, _) if *m == l);
                block.iter().position(labelled)
            }
        };
        let here = self.prover.entries().len();
        match next {
            None => all.push(End {
                entries: self.prover.entries()[mark..].to_vec(),
                ..end
            }),
            Some(next) => {
                for rest in self.exec_block(&end.state, block, next)? {
                    let mut entries = self.prover.entries()[mark..here].to_vec();
                    entries.extend_from_slice(&rest.entries);
                    all.push(End { entries, ..rest });
                }
            }
        }
        Ok(())
    }

    /// Executes a statement.
    pub fn exec(&mut self, st: &State, s: StmtId) -> Res<Vec<End>> {
        let program = self.program;
        let stmt = program.stmt(s);
        if self.options.trace {
            self.walk.visited.push(Visited {
                stmt: s,
                state: st.clone(),
                entries: self.prover.entries().len(),
            });
        }
        self.check_budget()?;
        self.work.here = stmt.span;
        self.walk.transferred.clear();
        let mark = self.prover.entries().len();
        let mut ends: Vec<End> = Vec::new();
        let blame = |kind| Blame {
            kind,
            span: stmt.span,
            note: stmt.note,
        };
        // Of these Viper tells the assertion and not the statement: they may stand in
        // different lines.
        let about = |kind, e: ExprId| Blame {
            span: program.expr(e).span,
            ..blame(kind)
        };
        self.blame = blame(ErrorKind::AssignmentFailed);
        match &stmt.kind {
            StmtKind::Declare(x) => {
                let mut after = st.clone();
                let t = self.havoc(st, *x)?;
                after.store.set(*x, t);
                ends.push(self.end(mark, after));
            }
            StmtKind::Assign(x, e) => {
                let t = self.eval(st, *e)?;
                let t = self.coerce(st, *x, t);
                self.mention(t);
                let mut after = st.clone();
                after.store.set(*x, t);
                ends.push(self.end(mark, after));
            }
            StmtKind::AssignField(receiver, f, value) => {
                self.exec_field_write(st, *receiver, *f, *value, &mut |v, after| {
                    ends.push(v.end(mark, after.clone()));
                    Ok(())
                })?;
            }
            StmtKind::New { target, fields, .. } => {
                let after = self.exec_new(st, *target, fields);
                ends.push(self.end(mark, after));
            }
            StmtKind::Call {
                method,
                args,
                targets,
            } => {
                self.exec_call(st, *method, args, targets, s, &mut |v, after| {
                    ends.push(v.end(mark, after.clone()));
                    Ok(())
                })?;
            }
            StmtKind::Assume(e) if program.expr(*e).impure => {
                self.blame = about(ErrorKind::InhaleFailed, *e);
                let produced = State {
                    produced: true,
                    ..st.clone()
                };
                let t = self.eval_assumed(&produced, *e, &mut Vec::new())?;
                self.assume(t);
                if !self.dead_end() {
                    ends.push(self.end(mark, st.clone()));
                }
            }
            StmtKind::Inhale(e) | StmtKind::Assume(e) => {
                self.blame = about(ErrorKind::InhaleFailed, *e);
                self.produce(st, Snap::Fresh, *e, &mut |v, after| {
                    ends.push(v.end(mark, after.clone()));
                    Ok(())
                })?;
            }
            StmtKind::Exhale(e) => {
                self.blame = about(ErrorKind::ExhaleFailed, *e);
                self.consume(st, *e, &mut |v, rest, _| {
                    let after = State {
                        heap: rest.clone(),
                        ..st.clone()
                    };
                    ends.push(v.end(mark, after));
                    Ok(())
                })?;
            }
            StmtKind::Assert(e) => {
                self.blame = about(ErrorKind::AssertFailed, *e);
                if self.options.variation == Variation::Doubled {
                    self.prover.push();
                    let once = self.exec_assert(st, *e, mark, &mut Vec::new());
                    self.prover.pop();
                    once?;
                }
                self.exec_assert(st, *e, mark, &mut ends)?;
            }
            StmtKind::Refute(e) => {
                self.blame = about(ErrorKind::RefuteFailed, *e);
                self.exec_refute(st, *e, s)?;
                ends.push(self.end(mark, st.clone()));
            }
            StmtKind::Fold(access) => {
                self.blame = blame(ErrorKind::FoldFailed);
                self.exec_fold(st, access, s, &mut |v, after| {
                    ends.push(v.end(mark, after.clone()));
                    Ok(())
                })?;
            }
            StmtKind::Unfold(access) => {
                self.blame = blame(ErrorKind::UnfoldFailed);
                let at = At {
                    span: stmt.span,
                    note: stmt.note,
                };
                self.unfold_access(st, access, at, &mut |v, after| {
                    ends.push(v.end(mark, after.clone()));
                    Ok(())
                })?;
            }
            StmtKind::If(c, a, b) => {
                self.blame = Blame {
                    kind: ErrorKind::IfFailed,
                    span: program.expr(*c).span,
                    note: stmt.note,
                };
                let t = self.eval(st, *c)?;
                let both = std::cell::RefCell::new(&mut ends);
                let side = |v: &mut Self, block: &Block| -> Res<()> {
                    let here = v.prover.entries().len();
                    for end in v.exec_block(st, block, 0)? {
                        let mut entries = v.prover.entries()[mark..here].to_vec();
                        entries.extend_from_slice(&end.entries);
                        both.borrow_mut().push(End { entries, ..end });
                    }
                    Ok(())
                };
                self.branch(st, t, &mut |v| side(v, a), &mut |v| side(v, b))?;
            }
            StmtKind::While(l) => {
                self.exec_loop(st, l, s, mark, &mut ends)?;
            }
            StmtKind::Label(l, _) => self.exec_label(st, s, *l, mark, &mut ends)?,
            StmtKind::Unreachable => ends.push(self.end(mark, st.clone())),
            StmtKind::Goto(l) => {
                let end = self.end(mark, st.clone());
                ends.push(End {
                    exit: Exit::Goto(*l),
                    ..end
                });
            }
            StmtKind::Block(b) => return self.exec_block(st, b, 0),
            StmtKind::Use(e) => {
                self.blame = blame(ErrorKind::UseFailed);
                self.use_function(st, *e)?;
                ends.push(self.end(mark, st.clone()));
            }
            StmtKind::Join(e) => self.exec_join(st, *e, s)?,
            StmtKind::Package(wand, script) => {
                self.blame = blame(ErrorKind::PackageFailed);
                let mut cases = self.exec_package(st, *wand, script)?;
                if cases.len() == 1 {
                    ends.extend(cases.pop().map(|(_, after)| self.end(mark, after)));
                }
                for (condition, after) in cases {
                    self.in_branch(condition, &mut |v| {
                        ends.push(v.end(mark, after.clone()));
                        Ok(())
                    })?;
                }
            }
            StmtKind::ApplyWand(wand) => {
                self.blame = blame(ErrorKind::ApplyFailed);
                self.apply_wand(st, *wand, &mut |v, after| {
                    ends.push(v.end(mark, after.clone()));
                    Ok(())
                })?;
            }
            StmtKind::Quasihavoc(vars, guard, resource) => {
                self.blame = blame(match vars.is_empty() {
                    true => ErrorKind::QuasihavocFailed,
                    false => ErrorKind::QuasihavocallFailed,
                });
                let after = self.exec_quasihavoc(st, vars, *guard, *resource)?;
                ends.push(self.end(mark, after));
            }
            StmtKind::Unsupported(what) => return self.unsupported(what, stmt.span),
        }
        Ok(ends)
    }

    /// An arbitrary value for a variable.
    pub fn havoc(&mut self, st: &State, x: VarId) -> Res<TermId> {
        match self.vars_of(st) {
            Some(vars) => {
                let t = self.fresh_for(vars, x);
                self.exists_now(t);
                Ok(t)
            }
            None => self.unsupported("a variable outside of a member", self.blame.span),
        }
    }

    /// The same for those of `xs` that have a value.
    pub fn havoc_all(&mut self, st: &mut State, xs: &[VarId]) -> Res<()> {
        for &x in xs {
            if st.store.get(x).is_some() {
                let t = self.havoc(st, x)?;
                st.store.set(x, t);
            }
        }
        Ok(())
    }

    /// An integer assigned to a variable of type `Perm`.
    fn coerce(&mut self, st: &State, x: VarId, t: TermId) -> TermId {
        match self.vars_of(st) {
            Some(vars) if vars[x].ty == ep_ivl::ast::Types::PERM => self.as_real(t),
            _ => t,
        }
    }

    /// `e.f := value`
    fn exec_field_write(
        &mut self,
        st: &State,
        receiver: ExprId,
        f: FieldId,
        value: ExprId,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let t = self.eval(st, receiver)?;
        let v = self.eval(st, value)?;
        let v = match self.program.fields[f].ty {
            ep_ivl::ast::Types::PERM => self.as_real(v),
            _ => v,
        };
        let place = Place::Field(f);
        let write = self.logic.write;
        let span = self.blame.span;
        let before = self.walk.taken.len();
        let at = self.at(receiver);
        let what = RuleArgs {
            place,
            args: &[t],
            amount: write,
            at,
        };
        self.consume_chunk(st, &st.heap, what, &mut |engine, rest, _| {
            engine.walk.taken.truncate(before);
            let mut after = State {
                heap: rest.clone(),
                ..st.clone()
            };
            let chunk = Chunk {
                place,
                args: [t].into_iter().collect(),
                value: v,
                permission: write,
                since: engine.clock,
                origin: span,
            };
            engine.add_chunk(&mut after.heap, chunk, true);
            engine.bound_at(&after.heap, place, &[t]);
            q(engine, &after)
        })
        .map_err(|fail| self.of_field(fail, receiver, f))
    }

    /// The error speaks of the field, not only of its receiver.
    fn of_field(&self, fail: Fail, receiver: ExprId, f: FieldId) -> Fail {
        let span = self.program.expr(receiver).span;
        match fail {
            Fail::Error(mut e) if e.at == span && e.reason == Reason::InsufficientPermission => {
                let text = self.text(span);
                let name = &self.program.fields[f].name;
                e.message = format!("no permission to write `{text}.{name}`");
                Fail::Error(e)
            }
            other => other,
        }
    }

    /// `x := new(fields)`
    fn exec_new(&mut self, st: &State, target: VarId, fields: &[FieldId]) -> State {
        let o = self.new_object();
        let mut after = st.clone();
        for &f in fields {
            let place = Place::Field(f);
            let sort = self.value_sort(place);
            let value = self.fresh(&self.program.fields[f].name, sort);
            self.exists_now(value);
            after.heap.insert(Chunk {
                place,
                args: [o].into_iter().collect(),
                value,
                permission: self.logic.write,
                since: self.clock,
                origin: self.blame.span,
            });
            self.bound_at(&after.heap, place, &[o]);
        }
        after.store.set(target, o);
        after
    }

    /// An object that differs from all that exist.
    pub fn new_object(&mut self) -> TermId {
        // The line tells objects apart for whoever reads a heap.
        let name = format!("new:{}", self.blame.span.start.line);
        let o = self.fresh(&name, self.logic.reference);
        self.clock += 1;
        let pool = &mut self.prover.pool;
        let real = pool.ne(o, self.logic.null);
        let birth = pool.apply(self.logic.birth, &[o]);
        let now = pool.int_i128(i128::from(self.clock));
        let born = pool.eq(birth, now);
        self.prover.assume(real);
        self.prover.assume(born);
        o
    }

    /// A new symbol stands for something that exists: objects made later differ.
    pub fn exists_now(&mut self, t: TermId) {
        self.existed(t, self.clock);
    }

    /// It existed when the clock said this.
    pub fn existed(&mut self, t: TermId, clock: i64) {
        // What a function's definition says holds at all times.
        let timeless = matches!(self.work.member, Some(Member::Function(_)));
        if timeless || self.prover.pool.sort(t) != self.logic.reference {
            return;
        }
        let pool = &mut self.prover.pool;
        let birth = pool.apply(self.logic.birth, &[t]);
        let then = pool.int_i128(i128::from(clock));
        let born = pool.int_le(birth, then);
        self.prover.assume(born);
    }

    /// `assert a`: what `consume` takes is put back.
    fn exec_assert(&mut self, st: &State, e: ExprId, mark: usize, ends: &mut Vec<End>) -> Res<()> {
        let taken = self.walk.taken.len();
        self.consume(st, e, &mut |v, rest, _| {
            v.walk.taken.truncate(taken);
            let after = v.keep_transferred(st, rest);
            ends.push(v.end(mark, after));
            Ok(())
        })
    }

    /// `refute a`: some path must reach it and `a` must not be provable there; see
    /// [`Engine::check_refutations`].
    fn exec_refute(&mut self, st: &State, e: ExprId, s: StmtId) -> Res<()> {
        if self.work.refuted.contains(&s) {
            return Ok(());
        }
        self.prover.push();
        let result = self.probe(|v| v.consume(st, e, &mut |_, _, _| Ok(())));
        self.prover.pop();
        match result {
            Ok(()) | Err(Fail::Unreachable) => Ok(()),
            Err(Fail::Error(_)) => {
                if !self.impossible(st) {
                    self.work.refuted.push(s);
                }
                Ok(())
            }
            Err(other) => Err(other),
        }
    }

    /// After all paths: an error for each `refute` whose assertion was proved on every
    /// path that reaches it.
    pub fn check_refutations(&mut self, st: &State, body: &Block) {
        let mut all = Vec::new();
        self.program.walk_block(body, &mut |id, stmt| {
            if let StmtKind::Refute(e) = stmt.kind {
                all.push((id, e, stmt.note));
            }
        });
        for (id, e, note) in all {
            if self.work.refuted.contains(&id) {
                continue;
            }
            self.blame = Blame {
                kind: ErrorKind::RefuteFailed,
                span: self.program.expr(e).span,
                note,
            };
            // What is known of the entry may be the contradiction itself.
            let reason = Reason::RefutationTrue;
            let fail = self.probe(|v| match v.program.expr(e).kind {
                // Also what smoke detection puts in, at the place of a name.
                ExprKind::Bool(false) => {
                    let At { span, note } = v.at(e);
                    let message = "no path reaches this place, so anything is proved there";
                    v.fail_at(st, reason, span, message.to_owned(), note)
                }
                _ => v.fail(st, reason, e),
            });
            if let Fail::Error(error) = fail {
                self.record(*error);
            }
        }
    }

    /// `fold acc(q(args), p)`, `close q(args)`
    fn exec_fold(
        &mut self,
        st: &State,
        access: &Access,
        s: StmtId,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let span = self.program.stmt(s).span;
        let Resource::Predicate(p, _) = &access.resource else {
            return self.unsupported("folding of what is no predicate", span);
        };
        let (place, args) = self.resource(st, &access.resource)?;
        let amount = self.amount(st, access)?;
        let positive = self.prover.pool.real_lt(self.logic.none, amount);
        if !self.proves(st, positive)? {
            let at = access.amount.map_or(span, |a| self.program.expr(a).span);
            let message = "the amount might not be positive".to_owned();
            return Err(self.fail_at(st, Reason::PermissionNotPositive, at, message, None));
        }
        let wild = self.is_wildcard(access);
        let taker = State { wild, ..st.clone() };
        self.fold_body(
            &taker,
            &st.heap,
            *p,
            &args,
            amount,
            span,
            &mut |v, rest, snapshot| {
                let mut after = State {
                    heap: rest.clone(),
                    ..st.clone()
                };
                let chunk = Chunk {
                    place,
                    args: args.clone(),
                    value: snapshot,
                    permission: amount,
                    since: v.clock,
                    origin: span,
                };
                v.add_chunk(&mut after.heap, chunk, true);
                v.revealed(snapshot);
                q(v, &after)
            },
        )
    }
}
