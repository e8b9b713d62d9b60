//! Magic wands: `A --* B` is a permission to exchange `A` for `B`.
//!
//! Idea: a wand is a chunk whose place is the shape of its text and whose arguments
//! are the values of the largest parts of it that do not depend on the heap (or are
//! `old`). `package` runs its script in a heap that holds `A` alone, above the heap of
//! the program: what is missing there is taken from below and is the footprint; what
//! remains of `A` is lost. The footprint has to be the same however `A` comes to be:
//! it may mention no symbol of the hypothetical state, and must not differ between
//! cases that hang on the left side (otherwise the member is `unknown`); cases that hang on
//! what is known outside are cases of the program. What is learned under
//! `A` is forgotten. A package in a script stands above the heap of that script, which
//! stands above the program's: what is missing is looked for from the top down. The chunk's snapshot is a function from the snapshot of `A` to
//! that of `B`, so that `apply` gives back values that went in.
//! Source: Schwerhoff and Summers, "Lightweight support for magic wands in an automatic
//! verifier" (ECOOP 2015); why footprints may not depend on `A`: Dardinier et al.,
//! "Sound automation of magic wands" (CAV 2022). Alternative: footprints by case.
//! Cost: one execution of the script, linear in the chunks below.

use crate::consume::RuleArgs;
use crate::consume::Taking;
use crate::engine::Engine;
use crate::error::{ErrorKind, Fail, Res};
use crate::eval::Case;
use crate::exec::Exit;
use crate::heap::{Args, Chunk, Heap, Place};
use crate::state::{Snap, State};
use crate::wand_shapes::{resource_key, wand_access, Way};
use ep_ivl::ast::{Block, ExprId, ExprKind, OldState, VarId};
use ep_term::TermId;

/// How a case of a package ended.
struct Packaged {
    /// What remains of the heap of the program.
    heap: Heap,
    way: Way,
}

impl<'p> Engine<'p> {
    /// The sides of a wand.
    fn sides(&self, wand: ExprId) -> Res<(ExprId, ExprId)> {
        let expr = self.program.expr(wand);
        match expr.kind {
            ExprKind::Wand(a, b) => Ok((a, b)),
            _ => self.unsupported("what is no magic wand", expr.span),
        }
    }

    /// Shape and arguments of a wand.
    pub fn wand_location(&mut self, st: &State, wand: ExprId) -> Res<(Place, Args)> {
        let (place, holes) = self.wand_place(wand);
        let mut args = Args::new();
        for e in holes {
            args.push(self.eval(st, e)?);
        }
        Ok((place, args))
    }

    /// Shape of a wand, and the expressions that are its arguments.
    pub fn wand_place(&mut self, wand: ExprId) -> (Place, Vec<ExprId>) {
        let mut key = String::new();
        let mut holes = Vec::new();
        self.wand_shape(wand, &mut Vec::new(), &mut key, &mut holes);
        let types: Vec<_> = holes.iter().map(|&e| self.program.expr(e).ty).collect();
        let sorts = types.into_iter().map(|ty| self.sort(ty)).collect();
        (Place::Wand(self.wands.id(key, sorts)), holes)
    }

    /// The value is the same in every heap: what looks at one is `old`.
    fn looks_at_no_heap(&self, e: ExprId) -> bool {
        let expr = self.program.expr(e);
        if !expr.heap
            || matches!(
                expr.kind,
                ExprKind::Old(OldState::Pre | OldState::Label(_), _)
            )
        {
            return true;
        }
        // A function that asks for no permission depends on its arguments only.
        let of_arguments = match expr.kind {
            ExprKind::Call(f, _) => {
                let pres = &self.program.functions[f].pres;
                let silent = |&p: &ExprId| !self.program.expr(p).heap;
                pres.iter().all(silent)
            }
            _ => false,
        };
        let plain = matches!(
            expr.kind,
            ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cond(..)
                | ExprKind::Apply(..)
                | ExprKind::Collection(..)
                | ExprKind::Range(..)
                | ExprKind::Index(..)
                | ExprKind::Take(..)
                | ExprKind::Drop(..)
                | ExprKind::Update(..)
                | ExprKind::Size(..)
        );
        let mut all = plain || of_arguments;
        expr.for_each_child(&mut |c| all = all && self.looks_at_no_heap(c));
        all
    }

    /// The text of a wand with its holes left out.
    fn wand_shape(
        &self,
        e: ExprId,
        bound: &mut Vec<VarId>,
        key: &mut String,
        holes: &mut Vec<ExprId>,
    ) {
        let expr = self.program.expr(e);
        let mut inner = false;
        let mut lhs = false;
        self.program.walk_expr(e, &mut |_, x| {
            match x.kind {
                ExprKind::Var(v) => inner |= bound.contains(&v),
                ExprKind::Old(OldState::Lhs, _) | ExprKind::Quantified(_) => lhs = true,
                _ => {}
            }
            true
        });
        if !expr.impure && !inner && !lhs && self.looks_at_no_heap(e) {
            key.push_str(&format!("_{} ", expr.ty.0));
            holes.push(e);
            return;
        }
        // Names that are no expressions.
        match &expr.kind {
            ExprKind::Var(v) => {
                let at = bound.iter().position(|b| b == v);
                key.push_str(&format!("v{at:?} "));
            }
            ExprKind::Field(_, f) => key.push_str(&format!("f{} ", f.0)),
            ExprKind::Call(f, _) => key.push_str(&format!("c{} ", f.0)),
            ExprKind::Apply(f, types, _) => key.push_str(&format!("d{}{types:?} ", f.0)),
            ExprKind::Binary(op, ..) => key.push_str(&format!("{op:?} ")),
            ExprKind::Unary(op, _) => key.push_str(&format!("{op:?} ")),
            ExprKind::Old(at, _) => key.push_str(&format!("{at:?} ")),
            ExprKind::Acc(a) | ExprKind::Unfolding(a, _) | ExprKind::Folding(a, _) => {
                key.push_str(&resource_key(&a.resource));
                // An amount that is not written is the whole.
                key.push_str(if a.amount.is_some() { "? " } else { "1 " });
            }
            ExprKind::Perm(r) => key.push_str(&resource_key(r)),
            ExprKind::ForPerm(_, r, _) => key.push_str(&resource_key(r)),
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Amount(_) => {
                key.push_str(&format!("{:?} ", expr.kind));
            }
            _ => {}
        }
        key.push_str(&format!(
            "{:?}:{}(",
            std::mem::discriminant(&expr.kind),
            expr.ty.0
        ));
        let before = bound.len();
        match &expr.kind {
            ExprKind::Quantified(b) => {
                key.push_str(&format!("{:?}{} ", b.quantifier, b.vars.len()));
                bound.extend_from_slice(&b.vars);
                self.wand_shape(b.body, bound, key, holes);
            }
            ExprKind::Let(v, value, body) => {
                self.wand_shape(*value, bound, key, holes);
                bound.push(*v);
                self.wand_shape(*body, bound, key, holes);
            }
            ExprKind::ForPerm(vars, ..) => {
                bound.extend_from_slice(vars);
                expr.for_each_child(&mut |c| self.wand_shape(c, bound, key, holes));
            }
            _ => expr.for_each_child(&mut |c| self.wand_shape(c, bound, key, holes)),
        }
        bound.truncate(before);
        key.push_str(") ");
    }

    /// Both sides say what they may look at, the right one after the left one.
    pub fn wand_is_wellformed(&mut self, st: &State, wand: ExprId) -> Res<()> {
        if self.scope.unchecked() {
            return Ok(());
        }
        let (a, b) = self.sides(wand)?;
        let blame = self.blame;
        self.prover.push();
        self.blame.kind = ErrorKind::WandNotWellformed;
        self.blame.span = self.program.expr(wand).span;
        let left = State {
            heap: Heap::new(),
            since: Some(i64::MAX),
            ..st.clone()
        };
        let result = self.produce(&left, Snap::Fresh, a, &mut |v, given| {
            let right = State {
                heap: Heap::new(),
                lhs: Some(given.heap.clone()),
                ..given.clone()
            };
            v.produce(&right, Snap::Fresh, b, &mut |_, _| Ok(()))
        });
        self.prover.pop();
        self.blame = blame;
        match result {
            Err(Fail::Unreachable) => Ok(()),
            other => other,
        }
    }

    /// `package A --* B { script }`: the heaps after it, with the conditions under
    /// which they are.
    pub fn exec_package(
        &mut self,
        st: &State,
        wand: ExprId,
        script: &Block,
    ) -> Res<Vec<(TermId, State)>> {
        let span = self.program.expr(wand).span;
        let blame = self.blame;
        let (place, args) = self.wand_location(st, wand)?;
        let (a, b) = self.sides(wand)?;
        if self.looks_at_permissions(wand) {
            return self.unsupported("a magic wand that speaks of `perm`", span);
        }
        // What the heaps below say of their receivers holds whatever is above them.
        let mut below = Some(&st.heap);
        while let Some(heap) = below {
            self.assume_heap_facts(heap);
            below = heap.outer();
        }
        let symbols = self.prover.pool.var_count();
        let given = self.fresh("lhs", self.logic.snapshot);
        let mut found: Vec<Packaged> = Vec::new();
        let start = State {
            heap: Heap::above(st.heap.clone()),
            since: Some(i64::MAX),
            ..st.clone()
        };
        let clock = self.clock;
        self.prover.push();
        let outside = self.prover.entries().len();
        let told = self.work.errors.len();
        // A package in the script of another one: what it moves from the heap of the
        // program belongs to the footprint of both.
        let before = self.begin_footprint(&st.heap);
        let result = self.produce(&start, Snap::Of(given), a, &mut |v, left| {
            let inside = State {
                lhs: Some(left.heap.with_outer(None)),
                ..left.clone()
            };
            let mark = v.prover.entries().len();
            let ends = v.exec_block(&inside, script, 0)?;
            v.for_each_end(mark, ends, &mut |v, end| {
                if end.exit != Exit::Normal {
                    return v.unsupported("a goto out of the package of a wand", span);
                }
                v.blame = blame;
                v.walk.transferred.clear();
                v.stands_above(&end.state.heap);
                let taker = State {
                    snapped: true,
                    lhs: inside.lhs.clone(),
                    ..end.state.clone()
                };
                v.consume(&taker, b, &mut |v, rest, snapshot| {
                    let condition = v.branches_since(outside);
                    let facts = v.learned_since(outside);
                    found.push(Packaged {
                        heap: rest.outer().cloned().unwrap_or_default(),
                        way: Way {
                            condition,
                            facts,
                            snapshot,
                        },
                    });
                    Ok(())
                })
            })
        });
        if matches!(result, Err(Fail::Unreachable)) {
            self.note_dead_end();
        }
        self.prover.pop();
        self.blame = blame;
        self.clock = self.clock.max(clock);
        let footprint = self.end_footprint(before);
        match result {
            Err(Fail::Unreachable) => {}
            other => other?,
        }
        // What was moved belongs to the footprint also where the path ended.
        let unclear = footprint.unclear || found.is_empty() && footprint.ended.is_empty();
        if told == self.work.errors.len() && footprint.moved && unclear {
            return self.unsupported("a package that ends in a contradiction", span);
        }
        let whole = self.fresh("wand", self.logic.snapshot);
        let mut heaps: Vec<(TermId, Heap)> = footprint.ended;
        let mut ways = Vec::new();
        for f in found {
            heaps.push((f.way.condition, f.heap));
            ways.push(f.way);
        }
        self.remember_ways(whole, given, symbols, ways);
        let heaps = self.footprint_by_case(st, heaps, symbols, span)?;
        let mut all = Vec::new();
        for (condition, heap) in heaps {
            let mut after = st.clone();
            after.heap = heap;
            let chunk = Chunk {
                place,
                args: args.clone(),
                value: whole,
                permission: self.logic.write,
                since: self.clock,
                origin: self.blame.span,
            };
            self.add_chunk(&mut after.heap, chunk, true);
            all.push((condition, after));
        }
        Ok(all)
    }

    /// `apply A --* B`: takes the wand and `A`, gives `B`.
    pub fn apply_wand(
        &mut self,
        st: &State,
        wand: ExprId,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let (a, b) = self.sides(wand)?;
        let access = wand_access(wand);
        let blame = self.blame;
        let q = std::cell::RefCell::new(q);
        let taker = State {
            snapped: true,
            ..st.clone()
        };
        self.consume_access(st, &st.heap, &access, wand, &mut |v, rest, whole| {
            let rest = rest.clone();
            v.consume_from(&taker, &rest, a, &mut |v, rest, given| {
                let s = v.exchanged(whole, given);
                v.blame = blame;
                let inner = State {
                    heap: rest.clone(),
                    lhs: Some(st.heap.clone()),
                    ..st.clone()
                };
                v.produce(&inner, Snap::Of(s), b, &mut |v, after| {
                    let after = State {
                        heap: after.heap.clone(),
                        ..st.clone()
                    };
                    (q.borrow_mut())(v, &after)
                })
            })
        })
    }

    /// `applying (A --* B) in e`: the wand is applied for `e` only.
    pub fn eval_applying(&mut self, st: &State, wand: ExprId, body: ExprId) -> Res<TermId> {
        let mark = self.prover.entries().len();
        let mut cases: Vec<Case> = Vec::new();
        self.prover.push();
        let result = self.apply_wand(st, wand, &mut |v, applied| {
            let value = v.eval(applied, body)?;
            let case = v.case(mark, value);
            cases.push(case);
            Ok(())
        });
        self.prover.pop();
        result?;
        self.assume_some_case(&cases);
        self.join_cases(cases).ok_or(Fail::Unreachable)
    }

    /// What is missing above goes there from below; then it is taken. Where several heaps
    /// lie below, or the nearest one has too little, what that one has is moved first,
    /// alone: beside what is above it may contradict what was assumed, and then nothing
    /// else has to be moved.
    pub fn consume_below(
        &mut self,
        st: &State,
        rest: &Heap,
        outer: &Heap,
        what: RuleArgs<'_>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        if st.wild {
            return self.unsupported("a wildcard in the footprint of a wand", what.at.span);
        }
        let none = self.logic.none;
        let wanted = self.missing_above(rest, what);
        let near = self.held(outer, what.place, what.args);
        let short = self.prover.pool.real_lt(near, wanted);
        let short = self.prover.decide(short) == Some(true);
        if near != none && near != wanted && (short || outer.outer().is_some()) {
            let less = self.prover.pool.real_le(near, wanted);
            let first = self.prover.pool.ite(less, near, wanted);
            return self.move_up(
                st,
                rest,
                outer,
                what,
                first,
                &mut |v, now, left| match v.dead_end() {
                    true => Ok(()),
                    false => {
                        let wanted = v.missing_above(now, what);
                        v.move_up(st, now, left, what, wanted, &mut |v, now, _| {
                            v.take_moved(st, now, what, q)
                        })
                    }
                },
            );
        }
        self.move_up(st, rest, outer, what, wanted, &mut |v, now, _| {
            v.take_moved(st, now, what, q)
        })
    }

    /// How much of the amount is not in this heap itself.
    fn missing_above(&mut self, rest: &Heap, what: RuleArgs<'_>) -> TermId {
        let above = self.held(rest, what.place, what.args);
        let none = self.logic.none;
        let pool = &mut self.prover.pool;
        let less = pool.real_le(above, what.amount);
        let more = pool.real_sub(what.amount, above);
        pool.ite(less, more, none)
    }

    /// Moves an amount from the heap below, or from what lies below that, into `rest`;
    /// the continuation gets both heaps as they are then.
    fn move_up(
        &mut self,
        st: &State,
        rest: &Heap,
        outer: &Heap,
        what: RuleArgs<'_>,
        amount: TermId,
        then: &mut dyn FnMut(&mut Self, &Heap, &Heap) -> Res<()>,
    ) -> Res<()> {
        let below = State {
            heap: outer.clone(),
            ..st.clone()
        };
        let origin = self.blame.span;
        let part = RuleArgs { amount, ..what };
        self.consume_chunk(&below, outer, part, &mut |v, left, value| {
            let mut now = rest.with_outer(Some(left.clone()));
            let chunk = Chunk {
                place: what.place,
                args: what.args.iter().copied().collect(),
                value,
                permission: amount,
                since: v.clock,
                origin,
            };
            v.add_chunk(&mut now, chunk.clone(), true);
            v.walk.transferred.push((chunk, false));
            v.moved(left);
            v.assume_joint_facts(st, what.place);
            let result = then(v, &now, left);
            v.walk.transferred.pop();
            result
        })
    }

    /// Takes what was moved, without looking below again.
    fn take_moved(
        &mut self,
        st: &State,
        now: &Heap,
        what: RuleArgs<'_>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let before = self.scope.retrying();
        self.retrying(true, |v| {
            v.consume_chunk(st, now, what, &mut |v, rest, value| {
                v.retrying(before, |v| q(v, rest, value))
            })
        })
    }

    /// The value of a field that the statement moved into the footprint.
    pub fn read_transferred(&mut self, st: &State, t: TermId, place: Place) -> Res<Option<TermId>> {
        for (c, iterated) in self.walk.transferred.clone() {
            if c.place != place {
                continue;
            }
            let here = if iterated {
                let held = self.at_location(c.permission, &c.args, &[t]);
                self.prover.pool.real_lt(self.logic.none, held)
            } else {
                let same = self.same_args(&c.args, &[t]);
                let held = self.prover.pool.real_lt(self.logic.none, c.permission);
                self.prover.pool.and(same, held)
            };
            if self.proves(st, here)? {
                return Ok(Some(match iterated {
                    true => self.at_location(c.value, &c.args, &[t]),
                    false => c.value,
                }));
            }
        }
        Ok(None)
    }

    /// What is unfolded is not there as a whole inside of the `unfolding`, also where the
    /// statement moved it into the footprint: before (the first `earlier` chunks), or
    /// for the `unfolding`.
    pub fn open_transferred(
        &mut self,
        earlier: usize,
        place: Place,
        args: &[TermId],
        amount: TermId,
    ) {
        let mut open = true;
        for i in 0..self.walk.transferred.len() {
            let (c, iterated) = self.walk.transferred[i].clone();
            let same = c.place == place
                && !iterated
                && (c.args.iter().zip(args)).all(|(&a, &b)| self.prover.same(a, b));
            if !same {
                continue;
            }
            if i >= earlier {
                self.walk.transferred[i].0.permission = self.logic.none;
            } else if std::mem::take(&mut open) {
                let left = self.prover.pool.real_sub(c.permission, amount);
                self.walk.transferred[i].0.permission = left;
            }
        }
    }

    /// `assert` in the package of a wand: what it moved into the footprint stays there.
    pub fn keep_transferred(&mut self, st: &State, rest: &Heap) -> State {
        let mut after = st.clone();
        if st.heap.outer().is_none() {
            return after;
        }
        after.heap = st.heap.with_outer(rest.outer().cloned());
        for (c, iterated) in self.walk.transferred.clone() {
            match iterated {
                true => after.heap.insert_iterated(c),
                false => self.add_chunk(&mut after.heap, c, true),
            }
        }
        after
    }
}
