//! Evaluation of operators: arithmetic, comparison, collections, `forperm`.

use crate::engine::Engine;
use crate::error::{Reason, Res};
use crate::heap::Place;
use crate::state::State;
use ep_ivl::ast::{
    BinOp, CollectionKind, DomainFuncId, ExprId, ExprKind, Resource, Type, TypeId, VarId,
};
use ep_term::{Sort, TermId};

impl Engine<'_> {
    /// What holds of every quotient and remainder by a positive number, where the
    /// divisor is no number: solvers for linear arithmetic know it of literals only.
    fn quotient_facts(&mut self, op: BinOp, x: TermId, y: TermId, value: TermId) {
        let pool = &mut self.prover.pool;
        if self.scope.under_binder() || pool.op(y).is_const() || pool.op(value).is_const() {
            return;
        }
        let zero = pool.int_i128(0);
        let positive = pool.int_lt(zero, y);
        let from_zero = pool.int_le(zero, x);
        let below = pool.int_lt(x, zero);
        let small = pool.int_lt(x, y);
        let small = pool.and(from_zero, small);
        let between = |pool: &mut ep_term::Pool, low: TermId, high: TermId| {
            let (a, b) = (pool.int_le(low, value), pool.int_le(value, high));
            pool.and(a, b)
        };
        let said = match op {
            BinOp::Div => {
                let up = between(pool, zero, x);
                let minus = pool.int_i128(-1);
                let down = between(pool, x, minus);
                let none = pool.eq(value, zero);
                vec![(from_zero, up), (below, down), (small, none)]
            }
            _ => {
                let low = pool.int_le(zero, value);
                let high = pool.int_lt(value, y);
                let inside = pool.and(low, high);
                let all = pool.tru();
                let whole = pool.eq(value, x);
                vec![(all, inside), (small, whole)]
            }
        };
        for (when, then) in said {
            let pool = &mut self.prover.pool;
            let fact = pool.implies(when, then);
            let fact = pool.implies(positive, fact);
            self.assume(fact);
        }
    }

    /// Strict binary operators.
    pub fn eval_binary(&mut self, st: &State, op: BinOp, a: ExprId, b: ExprId) -> Res<TermId> {
        let program = self.program;
        let x = self.eval(st, a)?;
        let y = self.eval(st, b)?;
        let ty = self.type_of(a);
        let (x, y) = match op {
            BinOp::Mul => self.same_number(x, y),
            BinOp::PermDiv => (self.as_real(x), y),
            BinOp::In | BinOp::Append => (x, y),
            _ if self.prover.pool.sort(x) != self.prover.pool.sort(y) => self.same_number(x, y),
            _ => (x, y),
        };
        let int = self.prover.pool.sort(x) == Sort::Int;
        let pool = &mut self.prover.pool;
        Ok(match op {
            BinOp::Iff => pool.eq(x, y),
            BinOp::Eq => self.equality(ty, x, y),
            BinOp::Ne => {
                let e = self.equality(ty, x, y);
                self.prover.pool.not(e)
            }
            BinOp::Lt if int => pool.int_lt(x, y),
            BinOp::Le if int => pool.int_le(x, y),
            BinOp::Gt if int => pool.int_lt(y, x),
            BinOp::Ge if int => pool.int_le(y, x),
            BinOp::Lt => pool.real_lt(x, y),
            BinOp::Le => pool.real_le(x, y),
            BinOp::Gt => pool.real_lt(y, x),
            BinOp::Ge => pool.real_le(y, x),
            BinOp::Add if int => pool.int_add(x, y),
            BinOp::Sub if int => pool.int_sub(x, y),
            BinOp::Mul if int => pool.int_mul(x, y),
            BinOp::Add => pool.real_add(x, y),
            BinOp::Sub => pool.real_sub(x, y),
            BinOp::Mul => pool.real_mul(x, y),
            BinOp::Div | BinOp::Mod => {
                let zero = pool.int_i128(0);
                let safe = pool.ne(y, zero);
                if !self.proves(st, safe)? {
                    return Err(self.fail(st, Reason::DivisionByZero, b));
                }
                let value = match op {
                    BinOp::Div => self.prover.pool.int_div(x, y),
                    _ => self.prover.pool.int_mod(x, y),
                };
                self.quotient_facts(op, x, y, value);
                value
            }
            BinOp::PermDiv => {
                let y = self.as_real(y);
                let safe = self.prover.pool.ne(y, self.logic.none);
                if !self.proves(st, safe)? {
                    return Err(self.fail(st, Reason::DivisionByZero, b));
                }
                self.prover.pool.real_div(x, y)
            }
            BinOp::Append => self.collection(ty, "append", &[x, y]),
            BinOp::Union => self.collection(ty, "union", &[x, y]),
            BinOp::Intersection => self.collection(ty, "intersection", &[x, y]),
            BinOp::Setminus => self.collection(ty, "difference", &[x, y]),
            BinOp::Subset => self.collection(ty, "subset", &[x, y]),
            BinOp::In => {
                let of = self.type_of(b);
                match self.domains.types.get(of) {
                    Type::Map(..) => self.collection(of, "has", &[x, y]),
                    _ => self.collection(of, "in", &[x, y]),
                }
            }
            BinOp::And | BinOp::Or | BinOp::Implies => {
                return self.unsupported("an operator out of place", program.expr(a).span)
            }
        })
    }

    fn same_number(&mut self, x: TermId, y: TermId) -> (TermId, TermId) {
        let sorts = (self.prover.pool.sort(x), self.prover.pool.sort(y));
        match sorts {
            (Sort::Int, Sort::Real) | (Sort::Real, Sort::Int) => (self.as_real(x), self.as_real(y)),
            _ => (x, y),
        }
    }

    /// Equality; of collections by their elements.
    pub fn equality(&mut self, ty: TypeId, x: TermId, y: TermId) -> TermId {
        match self.domains.types.get(ty) {
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
                if self.prover.same(x, y) {
                    return self.prover.pool.tru();
                }
                self.collection(ty, "equal", &[x, y])
            }
            _ => self.prover.pool.eq(x, y),
        }
    }

    /// An operation of a collection type.
    pub fn collection(&mut self, ty: TypeId, name: &'static str, args: &[TermId]) -> TermId {
        let f = self.collection_function(ty, name);
        self.prover.pool.apply(f, args)
    }

    /// Literals and operations of collections.
    pub fn eval_collection(&mut self, st: &State, e: ExprId) -> Res<TermId> {
        let program = self.program;
        let expr = program.expr(e);
        let own = self.type_of(e);
        match &expr.kind {
            ExprKind::Collection(kind, items) => {
                let terms = self.eval_all(st, items)?;
                let ty = own;
                let Some((&first, rest)) = terms.split_first() else {
                    return Ok(self.collection(ty, "empty", &[]));
                };
                let mut all = self.collection(ty, "single", &[first]);
                for &t in rest {
                    all = match kind {
                        CollectionKind::Seq => {
                            let one = self.collection(ty, "single", &[t]);
                            self.collection(ty, "append", &[all, one])
                        }
                        _ => self.collection(ty, "add", &[all, t]),
                    };
                }
                Ok(all)
            }
            ExprKind::Range(a, b) => {
                let (x, y) = (self.eval(st, *a)?, self.eval(st, *b)?);
                Ok(self.collection(own, "range", &[x, y]))
            }
            ExprKind::Index(of, at) => {
                let ty = self.type_of(*of);
                let s = self.eval(st, *of)?;
                let i = self.eval(st, *at)?;
                if let Type::Map(..) = self.domains.types.get(ty) {
                    self.require_key(st, ty, s, i, *at)?;
                    return Ok(self.collection(ty, "lookup", &[s, i]));
                }
                self.require_index(st, ty, s, i, *at)?;
                Ok(self.collection(ty, "index", &[s, i]))
            }
            ExprKind::Take(of, n) | ExprKind::Drop(of, n) => {
                let s = self.eval(st, *of)?;
                let n = self.eval(st, *n)?;
                let name = match &expr.kind {
                    ExprKind::Take(..) => "take",
                    _ => "drop",
                };
                Ok(self.collection(own, name, &[s, n]))
            }
            ExprKind::Update(of, at, value) => {
                let s = self.eval(st, *of)?;
                let i = self.eval(st, *at)?;
                let v = self.eval(st, *value)?;
                if let Type::Seq(_) = self.domains.types.get(own) {
                    self.require_index(st, own, s, i, *at)?;
                }
                Ok(self.collection(own, "update", &[s, i, v]))
            }
            ExprKind::Size(of) => {
                let s = self.eval(st, *of)?;
                let ty = self.type_of(*of);
                Ok(self.collection(ty, "size", &[s]))
            }
            ExprKind::Map(pairs) => {
                let mut map = self.collection(own, "empty", &[]);
                for (k, v) in pairs {
                    let k = self.eval(st, *k)?;
                    let v = self.eval(st, *v)?;
                    map = self.collection(own, "update", &[map, k, v]);
                }
                Ok(map)
            }
            ExprKind::MapDomain(of) => {
                let m = self.eval(st, *of)?;
                let ty = self.type_of(*of);
                Ok(self.collection(ty, "domain", &[m]))
            }
            ExprKind::MapRange(of) => {
                let m = self.eval(st, *of)?;
                let ty = self.type_of(*of);
                Ok(self.collection(ty, "values", &[m]))
            }
            _ => self.unsupported("an expression out of place", expr.span),
        }
    }

    fn require_index(
        &mut self,
        st: &State,
        ty: TypeId,
        s: TermId,
        i: TermId,
        at: ExprId,
    ) -> Res<()> {
        let zero = self.prover.pool.int_i128(0);
        let low = self.prover.pool.int_le(zero, i);
        if !self.proves(st, low)? {
            return Err(self.fail(st, Reason::SeqIndexNegative, at));
        }
        let size = self.collection(ty, "size", &[s]);
        let high = self.prover.pool.int_lt(i, size);
        if !self.proves(st, high)? {
            return Err(self.fail(st, Reason::SeqIndexLength, at));
        }
        Ok(())
    }

    fn require_key(&mut self, st: &State, ty: TypeId, m: TermId, k: TermId, at: ExprId) -> Res<()> {
        let held = self.collection(ty, "has", &[k, m]);
        if !self.proves(st, held)? {
            return Err(self.fail(st, Reason::MapKeyContains, at));
        }
        Ok(())
    }

    /// `f(args)` of a domain.
    pub fn eval_domain_call(
        &mut self,
        st: &State,
        f: DomainFuncId,
        types: &[TypeId],
        args: &[ExprId],
        e: ExprId,
    ) -> Res<TermId> {
        let terms = self.eval_all(st, args)?;
        let span = self.program.expr(e).span;
        if self.program.domain_funcs[f].interpretation.is_some() {
            return self.interpreted(f, &terms, span);
        }
        let symbol = self.domain_symbol(f, types, span)?;
        let params = self.prover.pool.fun(symbol).params.clone();
        let terms: Vec<TermId> = terms
            .into_iter()
            .zip(&params)
            .map(|(t, &s)| if s == Sort::Real { self.as_real(t) } else { t })
            .collect();
        Ok(self.prover.pool.apply(symbol, &terms))
    }

    /// `forperm xs [resource] :: body`: the body for every chunk of the resource.
    pub fn eval_forperm(
        &mut self,
        st: &State,
        vars: &[VarId],
        resource: &Resource,
        body: ExprId,
    ) -> Res<TermId> {
        let program = self.program;
        let (place, operands): (Place, Vec<ExprId>) = match resource {
            Resource::Field(r, f) => (Place::Field(*f), vec![*r]),
            Resource::Predicate(p, args) => (Place::Predicate(*p), args.clone()),
            Resource::Wand(w) => self.wand_place(*w),
        };
        if st.heap.outer().is_some() {
            return self.unsupported(
                "`forperm` in the package of a wand",
                program.expr(body).span,
            );
        }
        let mut all = self.prover.pool.tru();
        let heap = st.left.as_ref().unwrap_or(&st.heap);
        for chunk in heap.of(place).cloned().collect::<Vec<_>>() {
            let mut inner = st.clone();
            let mut guard = self.prover.pool.real_lt(self.logic.none, chunk.permission);
            let mut fixed = Vec::new();
            let mut others = Vec::new();
            for (&operand, &arg) in operands.iter().zip(&chunk.args) {
                match program.expr(operand).kind {
                    ExprKind::Var(v) if vars.contains(&v) && !fixed.contains(&v) => {
                        inner.store.set(v, arg);
                        fixed.push(v);
                    }
                    _ => others.push((operand, arg)),
                }
            }
            for (operand, arg) in others {
                let t = self.eval(&inner, operand)?;
                let e = self.prover.pool.eq(t, arg);
                guard = self.prover.pool.and(guard, e);
            }
            let yes = self.prover.pool.tru();
            let t = self.eval_cond(st, guard, &mut |v| v.eval(&inner, body), &mut |_| Ok(yes))?;
            all = self.prover.pool.and(all, t);
        }
        let others = self.eval_forperm_iterated(st, vars, place, &operands, body)?;
        let all = self.prover.pool.and(all, others);
        Ok(all)
    }
}
