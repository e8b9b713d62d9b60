//! Termination by `decreases` measures, with the meaning of Viper's termination
//! plugin: a call inside a cycle of the call graph, and an iteration of a loop, must
//! make the measure smaller in the lexicographic order, and what becomes smaller must
//! be bounded below.
//!
//! Orders: `Int` below `0 <=`, `Bool` false before true, `Ref` null before others,
//! `Perm` by steps of one, collections by size, predicate instances by being part of
//! the other's snapshot, data types by the rank of their values, other domains by
//! `decreasing` and `bounded` as axioms of the program say. Members without a measure are not checked; a checked one may
//! call only what terminates by a measure or `decreases _`, in contracts too, and enter
//! only loops that do; inside of a cycle of calls only a measure counts.
//!
//! The measure [`MeasureKind::Heap`] is section 3.6 of document 001, with components
//! of the call graph in place of the order of the text: a call inside a component
//! stands in the body of an `opening`, or leaves some chunk that its precondition does
//! not take. Why this ends: let the size of a heap be the number of its chunks with
//! all that they hide, opened as far as it goes, which is finite. A precondition is
//! taken from different chunks of the caller, each taken whole, whatever the amount;
//! so the callee's heap is no larger than the caller's, smaller by what is left, and
//! smaller by the predicate that an opening replaced by its body.

use crate::engine::Engine;
use crate::error::{ErrorKind, Fail, Reason, Res};
use crate::heap::{Heap, Place};
use crate::measures::{Active, Component, Tuple};
use crate::state::State;
use ep_base::entity::EntityId;
use ep_base::Span;
use ep_ivl::ast::{
    DomainId, ExprId, ExprKind, FunctionId, Loop, Measure, MeasureKind, MethodId, Type, TypeId,
    Types,
};
use ep_term::{Sort, TermId};

impl<'p> Engine<'p> {
    /// The measure that counts in this state; `None` if nothing is to be checked.
    fn tuple(&mut self, st: &State, measures: &[Measure]) -> Res<Option<Tuple>> {
        let Some(measure) = measures
            .iter()
            .find(|m| matches!(m.kind, MeasureKind::Tuple(_)))
        else {
            return Ok(None);
        };
        self.one_sided(measure)?;
        let condition = match measure.condition {
            Some(c) => self.eval(st, c)?,
            None => self.prover.pool.tru(),
        };
        let mut components = Vec::new();
        let mut types = Vec::new();
        if let MeasureKind::Tuple(items) = &measure.kind {
            for &e in items {
                let component = self.component(st, e)?;
                types.push(match &component {
                    Component::Value(t, _) => self.prover.pool.sort(*t),
                    Component::Instance(_) => self.logic.snapshot,
                });
                components.push(component);
            }
        }
        Ok(Some(Tuple {
            condition,
            components,
            types,
        }))
    }

    /// A measure is compared between what is known at the start and at a call: with
    /// `[…, …]` in a condition it could be two different ones.
    fn one_sided(&self, measure: &Measure) -> Res<()> {
        let mut two = None;
        measure.for_each(&mut |e| {
            self.program.walk_expr(e, &mut |_, x| {
                if matches!(x.kind, ExprKind::InhaleExhale(..)) {
                    two = Some(x.span);
                }
                two.is_none()
            });
        });
        match two {
            Some(span) => self.unsupported("`[…, …]` in a measure", span),
            None => Ok(()),
        }
    }

    fn component(&mut self, st: &State, e: ExprId) -> Res<Component> {
        let program = self.program;
        if let ExprKind::PredicateInstance(p, args) = &program.expr(e).kind {
            let args = self.eval_all(st, args)?;
            let chunk = self.find_chunk(st, &st.heap, Place::Predicate(*p), &args)?;
            return Ok(Component::Instance(chunk.map(|c| c.value)));
        }
        let t = self.eval(st, e)?;
        let ty = self.type_of(e);
        let (t, ty) = match self.domains.types.get(ty) {
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
                (self.collection(ty, "size", &[t]), Types::INT)
            }
            _ => (t, ty),
        };
        Ok(Component::Value(t, ty))
    }

    /// The body of a function begins.
    pub fn enter_function(&mut self, f: FunctionId, st: &State) -> Res<()> {
        let measures = &self.program.functions[f].decreases;
        self.enter(Some(f), None, measures, st)
    }

    /// The precondition of a function begins, in which a measure may not have its
    /// permissions yet: then nothing is smaller.
    pub fn enter_precondition(&mut self, f: FunctionId, st: &State) {
        let measures = &self.program.functions[f].decreases;
        if !measures
            .iter()
            .any(|m| matches!(m.kind, MeasureKind::Tuple(_)))
        {
            self.termination.active = None;
            return;
        }
        self.prover.push();
        let entered = self.probe(|v| v.enter(Some(f), None, measures, st));
        self.prover.pop();
        if entered.is_err() {
            self.termination.active = Some(Active {
                function: Some(f),
                method: None,
                tuple: Tuple {
                    condition: self.prover.pool.tru(),
                    components: Vec::new(),
                    types: Vec::new(),
                },
                heap: false,
            });
        }
    }

    /// The body of a method begins.
    pub fn enter_method(&mut self, m: MethodId, st: &State) -> Res<()> {
        let measures = &self.program.methods[m].decreases;
        self.enter(None, Some(m), measures, st)
    }

    fn enter(
        &mut self,
        function: Option<FunctionId>,
        method: Option<MethodId>,
        measures: &[Measure],
        st: &State,
    ) -> Res<()> {
        self.termination.active = None;
        if measures.is_empty() {
            return Ok(());
        }
        if measures.iter().any(|m| m.kind == MeasureKind::Heap) {
            self.termination.opened.clear();
            self.termination.active = Some(Active {
                function,
                method,
                tuple: Tuple {
                    condition: self.prover.pool.tru(),
                    components: Vec::new(),
                    types: Vec::new(),
                },
                heap: true,
            });
            return Ok(());
        }
        if let Some(tuple) = self.tuple(st, measures)? {
            self.termination.active = Some(Active {
                function,
                method,
                tuple,
                heap: false,
            });
        }
        Ok(())
    }

    /// The body ends.
    pub fn leave_function(&mut self) {
        self.termination.active = None;
    }

    /// A function is called; `callee` is the state of its precondition.
    pub fn check_function_termination(
        &mut self,
        st: &State,
        g: FunctionId,
        _terms: &[TermId],
        callee: &State,
        e: ExprId,
    ) -> Res<()> {
        let Some(active) = self.termination.active.clone() else {
            return Ok(());
        };
        let Some(f) = active.function else {
            return Ok(());
        };
        let component = &self.termination.functions;
        let cycle = component[f.index()] == component[g.index()];
        let span = self.program.expr(e).span;
        let measures = &self.program.functions[g].decreases;
        if active.heap {
            if !cycle {
                return Ok(());
            }
            let same = measures.iter().any(|m| m.kind == MeasureKind::Heap);
            if same && self.takes_less(callee, g)? {
                return Ok(());
            }
            let message = "the recursive call might not end: its precondition must be found \
                           inside of an opened predicate, or leave some of the caller's \
                           permissions"
                .to_owned();
            return Err(self.blaming(ErrorKind::TerminationFailed, span, None, |v| {
                v.fail_at(st, Reason::TupleFalse, span, message, None)
            }));
        }
        self.check_call(st, &active, measures, callee, span, cycle)
    }

    /// The precondition is taken from different chunks, and something is left or a
    /// predicate was opened.
    fn takes_less(&mut self, callee: &State, g: FunctionId) -> Res<bool> {
        let mut taker = State {
            whole: true,
            ..callee.clone()
        };
        let opened = self.termination.opened.clone();
        // What was opened is gone: in functions the chunk stays beside its body.
        for (place, args) in &opened {
            let Some(chunk) = self.find_chunk(&taker, &taker.heap, *place, args)? else {
                return Ok(false);
            };
            taker.heap.remove(&chunk);
        }
        let active = self.termination.active.take();
        self.prover.push();
        let mut less = true;
        let pres = &self.program.functions[g].pres;
        let mut look = |v: &mut Self, rest: &Heap, _: TermId| {
            if !opened.is_empty() {
                return Ok(());
            }
            let mut left = false;
            for chunk in rest.iter().cloned().collect::<Vec<_>>() {
                let held = v.prover.pool.real_lt(v.logic.none, chunk.permission);
                left |= v.proves(&taker, held)?;
            }
            less &= left;
            Ok(())
        };
        // Nothing is closed for it.
        let result =
            self.probe(|v| v.closing_at(u32::MAX, |v| v.consume_all(&taker, pres, &mut look)));
        self.prover.pop();
        self.termination.active = active;
        match result {
            Ok(()) => Ok(less),
            Err(Fail::Error(_)) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// A method is called; `callee` is the state in which its precondition held.
    pub fn check_method_termination(&mut self, callee: &State, m: MethodId, span: Span) -> Res<()> {
        let Some(active) = self.termination.active.clone() else {
            return Ok(());
        };
        let Some(own) = active.method else {
            return Ok(());
        };
        let component = &self.termination.methods;
        let cycle = component[own.index()] == component[m.index()];
        let measures = &self.program.methods[m].decreases;
        self.check_call(callee, &active, measures, callee, span, cycle)
    }

    fn check_call(
        &mut self,
        st: &State,
        active: &Active,
        measures: &[Measure],
        callee: &State,
        span: Span,
        cycle: bool,
    ) -> Res<()> {
        let before = self.termination.active.take();
        let result = self.check_call_inner(st, active, measures, callee, span, cycle);
        self.termination.active = before;
        result
    }

    fn check_call_inner(
        &mut self,
        st: &State,
        active: &Active,
        measures: &[Measure],
        callee: &State,
        span: Span,
        cycle: bool,
    ) -> Res<()> {
        let needed = active.tuple.condition;
        if !cycle {
            let ends = self.ends(callee, measures)?;
            let guarded = self.prover.pool.implies(needed, ends);
            let message = "what is called might not terminate here";
            let reason = Reason::TerminationConditionFalse;
            return self.check_measure(st, guarded, reason, span, message);
        }
        let tuple = self.tuple(callee, measures)?;
        // Inside of a cycle of calls only a measure shows that it ends.
        let counts = match &tuple {
            Some(t) => t.condition,
            None => self.prover.pool.fls(),
        };
        let guarded = self.prover.pool.implies(needed, counts);
        let message = match tuple {
            Some(_) => "the condition of the measure of what is called might not hold",
            None => "what is called has no measure and might call back",
        };
        self.check_measure(st, guarded, Reason::TupleConditionFalse, span, message)?;
        let Some(tuple) = tuple else {
            return Ok(());
        };
        let smaller = self.smaller(&tuple, &active.tuple)?;
        let decreases = self.prover.pool.implies(needed, smaller);
        let message = "the measure might not decrease or not be bounded";
        self.check_measure(st, decreases, Reason::TupleFalse, span, message)
    }

    /// Under which condition the measures promise an end.
    fn ends(&mut self, st: &State, measures: &[Measure]) -> Res<TermId> {
        let mut any = self.prover.pool.fls();
        for m in measures.iter().filter(|m| m.kind != MeasureKind::Star) {
            let c = match m.condition {
                Some(c) => self.eval(st, c)?,
                None => self.prover.pool.tru(),
            };
            any = self.prover.pool.or(any, c);
        }
        Ok(any)
    }

    fn check_measure(
        &mut self,
        st: &State,
        holds: TermId,
        reason: Reason,
        span: Span,
        message: &str,
    ) -> Res<()> {
        if self.proves(st, holds)? {
            return Ok(());
        }
        Err(self.blaming(ErrorKind::TerminationFailed, span, None, |v| {
            v.fail_at(st, reason, span, message.to_owned(), None)
        }))
    }

    /// `a` is smaller than `b` in the lexicographic order, and `b` bounded.
    fn smaller(&mut self, a: &Tuple, b: &Tuple) -> Res<TermId> {
        let mut result = self.prover.pool.fls();
        let common = a
            .types
            .iter()
            .zip(&b.types)
            .take_while(|(x, y)| x == y)
            .count();
        for i in (0..common).rev() {
            let (less, same) = self.compare(&a.components[i], &b.components[i])?;
            let rest = self.prover.pool.and(same, result);
            result = self.prover.pool.or(less, rest);
        }
        Ok(result)
    }

    /// In the order of a data type (the ranks of its values), or in the one that a
    /// domain of the program gives to the type by axioms about `decreasing` and
    /// `bounded`; `None` for built-in types and those without an order.
    fn domain_order(&mut self, ty: TypeId, x: TermId, y: TermId) -> Res<Option<TermId>> {
        let program = self.program;
        let Type::Domain(d, args) = self.domains.types.get(ty).clone() else {
            return Ok(None);
        };
        let own = format!("{}WellFoundedOrder", program.domains[d].name);
        let told = |d: DomainId| program.domains[d].name == own;
        let rank = program.domains[d].adt.as_ref().and_then(|a| a.rank);
        if let (Some(rank), false) = (rank, program.domains.ids().any(told)) {
            let f = self.domain_symbol(rank, &args, Span::NONE)?;
            let pool = &mut self.prover.pool;
            let (a, b) = (pool.apply(f, &[x]), pool.apply(f, &[y]));
            return Ok(Some(pool.int_lt(a, b)));
        }
        let find = |name: &str, params: usize| {
            let mut all = program.domain_funcs.ids();
            all.find(|&f| {
                let func = &program.domain_funcs[f];
                let domain = &program.domains[func.domain];
                func.name == name
                    && func.params.len() == params
                    && domain.name == "WellFoundedOrder"
                    && domain.type_params.len() == 1
            })
        };
        let (Some(decreasing), Some(bounded)) = (find("decreasing", 2), find("bounded", 1)) else {
            return Ok(None);
        };
        let decreasing = self.domain_symbol(decreasing, &[ty], Span::NONE)?;
        let bounded = self.domain_symbol(bounded, &[ty], Span::NONE)?;
        let pool = &mut self.prover.pool;
        let less = pool.apply(decreasing, &[x, y]);
        let ends = pool.apply(bounded, &[y]);
        Ok(Some(pool.and(less, ends)))
    }

    fn compare(&mut self, a: &Component, b: &Component) -> Res<(TermId, TermId)> {
        let no = self.prover.pool.fls();
        if let (Component::Value(x, ty), Component::Value(y, _)) = (a, b) {
            if let Some(less) = self.domain_order(*ty, *x, *y)? {
                let same = self.prover.pool.eq(*x, *y);
                return Ok((less, same));
            }
        }
        Ok(match (a, b) {
            (Component::Value(x, _), Component::Value(y, _)) => {
                let (x, y) = (*x, *y);
                let null = self.logic.null;
                let (none, one) = (self.logic.none, self.logic.write);
                let reference = self.logic.reference;
                let hidden = |name| self.termination.unordered.contains(&name);
                let hidden = match self.prover.pool.sort(x) {
                    Sort::Int => hidden("Int"),
                    Sort::Bool => hidden("Bool"),
                    Sort::Real => hidden("Perm") || hidden("Rational"),
                    s => s == reference && hidden("Ref"),
                };
                let pool = &mut self.prover.pool;
                let same = pool.eq(x, y);
                let less = match pool.sort(x) {
                    _ if hidden => no,
                    Sort::Int => {
                        let zero = pool.int_i128(0);
                        let less = pool.int_lt(x, y);
                        let bounded = pool.int_le(zero, y);
                        pool.and(less, bounded)
                    }
                    Sort::Bool => {
                        let n = pool.not(x);
                        pool.and(n, y)
                    }
                    Sort::Real => {
                        let next = pool.real_add(x, one);
                        let less = pool.real_le(next, y);
                        let bounded = pool.real_le(none, y);
                        pool.and(less, bounded)
                    }
                    s if s == reference => {
                        let low = pool.eq(x, null);
                        let high = pool.ne(y, null);
                        pool.and(low, high)
                    }
                    _ => no,
                };
                (less, same)
            }
            (Component::Instance(Some(x)), Component::Instance(Some(y))) => {
                let inside = x != y && self.part_of(*x, *y);
                let pool = &mut self.prover.pool;
                (pool.boolean(inside), pool.eq(*x, *y))
            }
            _ => (no, no),
        })
    }

    /// The snapshot is a part of the other: taken out of it, or put into it.
    fn part_of(&mut self, part: TermId, whole: TermId) -> bool {
        let mut stack = vec![part];
        let mut seen = 0;
        while let Some(t) = stack.pop() {
            seen += 1;
            // The same snapshot, put together again, is no part of itself.
            if seen > 1 && self.prover.same(t, whole) {
                return true;
            }
            if seen > 200 {
                return false;
            }
            let pool = &self.prover.pool;
            let all = self.prover.facts.members(t);
            for m in all {
                if let (ep_term::Op::Apply(_), [inner]) = (pool.op(m), pool.args(m)) {
                    if pool.sort(*inner) == self.logic.snapshot {
                        stack.push(*inner);
                    }
                }
            }
        }
        false
    }

    /// The measure of a loop at the beginning of an iteration.
    pub fn measure_before(&mut self, st: &State, measures: &[Measure]) -> Res<Option<Tuple>> {
        if measures.is_empty() {
            return Ok(None);
        }
        self.tuple(st, measures)
    }

    /// A loop in a method that must end is entered only where it ends, too.
    pub fn check_loop_terminates(&mut self, st: &State, l: &Loop, span: Span) -> Res<()> {
        let Some(active) = self.termination.active.clone() else {
            return Ok(());
        };
        if active.method.is_none() {
            return Ok(());
        }
        let entered = self.eval(st, l.condition)?;
        let ends = self.ends(st, &l.decreases)?;
        let pool = &mut self.prover.pool;
        let needed = pool.and(active.tuple.condition, entered);
        let guarded = pool.implies(needed, ends);
        self.check_loop(st, guarded, span)
    }

    /// A loop of jumps has no measure.
    pub fn check_cycle_terminates(&mut self, st: &State, span: Span) -> Res<()> {
        let Some(active) = self.termination.active.clone() else {
            return Ok(());
        };
        if active.method.is_none() {
            return Ok(());
        }
        let never = self.prover.pool.not(active.tuple.condition);
        self.check_loop(st, never, span)
    }

    fn check_loop(&mut self, st: &State, guarded: TermId, span: Span) -> Res<()> {
        let message = "the loop has no measure, or one whose condition might not hold, in a \
                       method that has one";
        let reason = Reason::TerminationConditionFalse;
        match self.check_measure(st, guarded, reason, span, message) {
            Err(Fail::Error(e)) if !self.scope.probing() => {
                self.record(*e);
                Ok(())
            }
            other => other,
        }
    }

    /// The measure at the end of an iteration is smaller, if another one follows.
    pub fn measure_after(
        &mut self,
        st: &State,
        l: &Loop,
        before: &Option<Tuple>,
        span: Span,
    ) -> Res<()> {
        let Some(before) = before else {
            return Ok(());
        };
        let Some(after) = self.tuple(st, &l.decreases)? else {
            return Ok(());
        };
        let again = self.eval(st, l.condition)?;
        let counted = self.prover.pool.and(before.condition, again);
        let at = l.decreases.first().map_or(span, |m| m.span);
        let stays = self.prover.pool.implies(counted, after.condition);
        let smaller = self.smaller(&after, before)?;
        let decreases = self.prover.pool.implies(counted, smaller);
        let checks = [
            (
                stays,
                Reason::TupleConditionFalse,
                "the condition of the measure might not hold in the next iteration",
            ),
            (
                decreases,
                Reason::TupleFalse,
                "the measure of the loop might not decrease or not be bounded",
            ),
        ];
        for (check, reason, message) in checks {
            if !self.proves(st, check)? {
                let kind = ErrorKind::TerminationFailed;
                return Err(self.blaming(kind, at, None, |v| {
                    v.fail_at(st, reason, at, message.to_owned(), None)
                }));
            }
        }
        Ok(())
    }
}
