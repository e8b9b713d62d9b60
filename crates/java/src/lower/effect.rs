//! Expressions with effects: they become statements, in Java's order.
//!
//! [`Ctx::hoist`] turns an expression into one without effects that has the
//! same value now. An operand that a later operand could change is kept in a
//! temporary variable. `&&`, `||` and `?:` whose right sides have effects
//! become conditionals.

use super::domains::Kind;
use super::family::Key;
use super::member::Ctx;
use super::{Overflow, L};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, ExprId, StmtKind as S};

impl Ctx<'_, '_> {
    /// The value of an expression with effects.
    pub(super) fn effect(&mut self, e: &Expr) -> L<ExprId> {
        let rest = self.hoist(e)?;
        self.pure(&rest)
    }

    /// An expression statement.
    pub(super) fn effect_statement(&mut self, e: &Expr) -> L<()> {
        match &e.kind {
            ExprKind::Assign(place, value) => {
                let place = self.settle(place, value.has_effect(self.l.p))?;
                let ty = self.place_type(&place);
                self.no_covariance(value.ty, ty, value.span)?;
                let v = self.expr(value)?;
                self.store(&place, v, e.span)
            }
            ExprKind::IncDec { .. } | ExprKind::Compound { .. } => {
                self.change(e)?;
                Ok(())
            }
            ExprKind::Call { method, .. }
                if !matches!(self.l.p.methods[*method].kind, MethodKind::Pure) =>
            {
                self.call(e, false)?;
                Ok(())
            }
            _ => {
                let rest = self.hoist(e)?;
                if matches!(rest.kind, ExprKind::Local(_) | ExprKind::Constant(_)) {
                    return Ok(());
                }
                self.keep(&rest)?;
                Ok(())
            }
        }
    }

    /// A new variable, as a local of the tree.
    pub(super) fn temporary(&mut self, ty: Type, span: Span) -> (Expr, ivl::VarId) {
        let at = self.at(span);
        let sort = self.l.ty(ty);
        let name = format!("value_{}", self.vars.len());
        let v = ivl::Builder::declare_var(&mut self.vars, name, sort, at);
        let id = LocalId(u32::MAX - self.vars.len() as u32);
        self.locals.insert(id, v);
        let e = Expr {
            kind: ExprKind::Local(id),
            ty,
            span,
        };
        (e, v)
    }

    /// Keeps the value in a variable.
    pub(super) fn keep(&mut self, e: &Expr) -> L<Expr> {
        let value = self.pure(e)?;
        Ok(self.keep_value(value, e.ty, e.span))
    }

    fn keep_value(&mut self, value: ExprId, ty: Type, span: Span) -> Expr {
        let (local, v) = self.temporary(ty, span);
        self.emit(S::Assign(v, value), span);
        local
    }

    pub(super) fn hoist(&mut self, e: &Expr) -> L<Expr> {
        if !e.has_effect(self.l.p) {
            return Ok(e.clone());
        }
        match &e.kind {
            ExprKind::Assign(place, value) => {
                let place = self.settle(place, value.has_effect(self.l.p))?;
                let ty = self.place_type(&place);
                self.no_covariance(value.ty, ty, value.span)?;
                let v = self.expr(value)?;
                let kept = self.keep_value(v, e.ty, value.span);
                let v = self.pure(&kept)?;
                self.store(&place, v, e.span)?;
                Ok(kept)
            }
            ExprKind::Compound { .. } | ExprKind::IncDec { .. } => self.change(e),
            ExprKind::New { .. } => self.new_object(e),
            ExprKind::NewArray(_) | ExprKind::ArrayLiteral(_) => self.new_array(e),
            ExprKind::Print(_, x) => {
                if let Some(x) = x {
                    let rest = self.hoist(x)?;
                    self.keep(&rest)?;
                }
                Ok(Expr {
                    kind: ExprKind::Null,
                    ty: Type::Null,
                    span: e.span,
                })
            }
            ExprKind::Call { method, .. } if self.l.p.methods[*method].kind != MethodKind::Pure => {
                self.call(e, true)
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), a, b) if b.has_effect(self.l.p) => {
                let a = self.hoist(a)?;
                let kept = self.keep(&a)?;
                let cond = self.pure(&kept)?;
                let ((), block) = self.in_block(|c| {
                    let v = c.expr(b)?;
                    c.assign(&kept, v);
                    Ok(())
                })?;
                let (yes, no) = match op {
                    BinOp::And => (block, Vec::new()),
                    _ => (Vec::new(), block),
                };
                self.emit(S::If(cond, yes, no), e.span);
                Ok(kept)
            }
            ExprKind::Conditional(c, a, b) if a.has_effect(self.l.p) || b.has_effect(self.l.p) => {
                let cond = self.expr(c)?;
                let (kept, _) = self.temporary(e.ty, e.span);
                let mut branch = |x: &Expr| {
                    self.in_block(|c| {
                        let v = c.expr(x)?;
                        c.assign(&kept, v);
                        Ok(())
                    })
                };
                let ((), yes) = branch(a)?;
                let ((), no) = branch(b)?;
                self.emit(S::If(cond, yes, no), e.span);
                Ok(kept)
            }
            _ => {
                let mut copy = e.clone();
                let mut operands = Vec::new();
                copy.each_mut(&mut |x| operands.push(x));
                let last = operands.iter().rposition(|x| x.has_effect(self.l.p));
                for (i, x) in operands.into_iter().enumerate() {
                    *x = self.hoist(x)?;
                    let fixed = matches!(x.kind, ExprKind::Constant(_) | ExprKind::This);
                    if last.is_some_and(|l| i < l) && !fixed {
                        *x = self.keep(x)?;
                    }
                }
                Ok(copy)
            }
        }
    }

    fn assign(&mut self, local: &Expr, value: ExprId) {
        if let ExprKind::Local(l) = local.kind {
            let v = self.variable(l);
            self.emit(S::Assign(v, value), local.span);
        }
    }

    /// A place whose operands have no effects, and do not change when those of
    /// a value behind it happen.
    fn settle(&mut self, place: &Place, later: bool) -> L<Place> {
        let one = |c: &mut Self, e: &Expr, later: bool| -> L<Box<Expr>> {
            let x = c.hoist(e)?;
            let fixed = matches!(x.kind, ExprKind::Constant(_) | ExprKind::This);
            Ok(Box::new(if later && !fixed { c.keep(&x)? } else { x }))
        };
        Ok(match place {
            Place::Local(l) => Place::Local(*l),
            Place::Static(f) => Place::Static(*f),
            Place::Field(o, f) => Place::Field(one(self, o, later)?, *f),
            Place::Index(a, i) => {
                let more = later || i.has_effect(self.l.p);
                let a = one(self, a, more)?;
                let i = one(self, i, later)?;
                Place::Index(a, i)
            }
        })
    }

    fn place_type(&self, place: &Place) -> Type {
        match place {
            Place::Local(l) => self.local_type(*l),
            Place::Static(f) | Place::Field(_, f) => self.l.p.fields[*f].ty,
            Place::Index(a, _) => a.ty.element().unwrap_or(Type::Null),
        }
    }

    fn place_value(&self, place: &Place, span: Span) -> Expr {
        let kind = match place {
            Place::Local(l) => ExprKind::Local(*l),
            Place::Static(f) => ExprKind::Static(*f),
            Place::Field(o, f) => ExprKind::Field(o.clone(), *f),
            Place::Index(a, i) => ExprKind::Index(a.clone(), i.clone()),
        };
        Expr {
            kind,
            ty: self.place_type(place),
            span,
        }
    }

    /// `place = value`.
    fn store(&mut self, place: &Place, value: ExprId, span: Span) -> L<()> {
        let at = self.at(span);
        match place {
            Place::Local(l) => {
                let v = self.variable(*l);
                self.emit(S::Assign(v, value), span);
            }
            Place::Static(f) => {
                let object = self.l.apply(super::domains::Func::Statics, vec![], at);
                let field = self.l.java_field(*f);
                self.emit(S::AssignField(object, field, value), span);
            }
            Place::Field(o, f) => {
                let object = self.pure(o)?;
                let field = self.l.java_field(*f);
                self.emit(S::AssignField(object, field, value), span);
            }
            Place::Index(a, i) => {
                let array = self.pure(a)?;
                let index = self.pure(i)?;
                let elem = a.ty.element().unwrap_or(Type::Null);
                let theory = self.l.elements(Kind::of(elem));
                let all = self.l.b.read(array, theory.field, at);
                let new = self.l.b.apply(theory.set, &[], vec![all, index, value], at);
                let place_span = a.span.to(i.span);
                let place_span = Span {
                    end: place_span.end + 1,
                    ..place_span
                };
                let new = self.in_bounds(a, array, index, new, place_span);
                self.emit(S::AssignField(array, theory.field, new), span);
            }
        }
        Ok(())
    }

    /// `place op= value`, `place++`: the value of the expression.
    fn change(&mut self, e: &Expr) -> L<Expr> {
        let one = Expr {
            kind: ExprKind::Constant(Constant::Integer(1)),
            ty: Type::Int,
            span: e.span,
        };
        let (place, op, in_ty, value, prefix) = match &e.kind {
            ExprKind::Compound {
                place,
                op,
                in_ty,
                value,
            } => (place, *op, *in_ty, &**value, true),
            ExprKind::IncDec {
                place,
                increment,
                prefix,
            } => {
                let op = if *increment { BinOp::Add } else { BinOp::Sub };
                let ty = match place {
                    Place::Local(l) => self.local_type(*l),
                    p => self.place_type(p),
                };
                let in_ty = Type::promote(ty, Type::Int).unwrap_or(Type::Int);
                (place, op, in_ty, &one, *prefix)
            }
            _ => return self.unverified(e.span, "this change"),
        };
        let place = self.settle(place, value.has_effect(self.l.p))?;
        let ty = self.place_type(&place);
        let read = self.place_value(&place, e.span);
        // The old value comes before the effects of the right side (JLS 15.26.2).
        let before = if value.has_effect(self.l.p) || !prefix {
            self.keep(&read)?
        } else {
            read
        };
        let right = self.hoist(value)?;
        let new = if in_ty == Type::Str {
            let whole = Expr {
                kind: ExprKind::Concat(Box::new(before.clone()), Box::new(right)),
                ty: Type::Str,
                span: e.span,
            };
            self.pure(&whole)?
        } else {
            let x = self.pure(&before)?;
            let y = self.pure(&right)?;
            let v = self.operation(op, in_ty, x, y, Some(&right), e.span)?;
            self.back(v, in_ty, ty, e.span)
        };
        if prefix {
            let kept = self.keep_value(new, ty, e.span);
            let v = self.pure(&kept)?;
            self.store(&place, v, e.span)?;
            return Ok(kept);
        }
        self.store(&place, new, e.span)?;
        Ok(before)
    }

    /// The hidden cast of `b += 1` on a small type.
    fn back(&mut self, v: ExprId, in_ty: Type, ty: Type, span: Span) -> ExprId {
        if in_ty == ty || !ty.is_integral() || ty.widens_from(in_ty) {
            return v;
        }
        match self.l.options.overflow {
            Overflow::Check => self.arithmetic(v, ty, span),
            _ => self.wrap(v, ty, span),
        }
    }

    /// A call of a mutator.
    fn call(&mut self, e: &Expr, used: bool) -> L<Expr> {
        let ExprKind::Call {
            target,
            method,
            args,
        } = &e.kind
        else {
            return self.unverified(e.span, "this call");
        };
        let m = &self.l.p.methods[*method];
        let mut operands: Vec<&Expr> = Vec::new();
        if let Target::Virtual(o) | Target::Exact(o) = target {
            operands.push(o);
        }
        operands.extend(args);
        let values = self.operands(&operands)?;
        let types = m.param_types();
        for (a, t) in args.iter().zip(&types) {
            self.no_covariance(a.ty, *t, a.span)?;
        }
        if let Target::Virtual(o) | Target::Exact(o) = target {
            self.require_not_null(o, values[0]);
        }
        self.exceptions(*method, e.span)?;
        let key = match target {
            Target::Static | Target::Virtual(_) => {
                let on_this =
                    matches!(target, Target::Virtual(o) if matches!(o.kind, ExprKind::This));
                if on_this && self.exact.is_some() && !self.l.is_overridden(*method) {
                    Key::exact(*method)
                } else {
                    Key::dynamic(*method)
                }
            }
            Target::Exact(_) => Key::exact(*method),
        };
        let callee = self.l.method(key)?;
        let ret = m.ret;
        let mut targets = Vec::new();
        let mut result = Expr {
            kind: ExprKind::Null,
            ty: Type::Null,
            span: e.span,
        };
        if ret != Type::Void {
            let (local, v) = self.temporary(ret, e.span);
            targets.push(v);
            result = local;
        }
        let _ = used;
        self.emit(
            S::Call {
                method: callee,
                args: values,
                targets: targets.clone(),
            },
            e.span,
        );
        for v in targets {
            self.assume_range(v, ret, e.span);
            let at = self.at(e.span);
            let object = self.l.b.var(&self.vars, v, at);
            self.assume_class(object, ret, e.span);
        }
        Ok(result)
    }

    /// The values of operands that are evaluated one after the other.
    pub(super) fn operands(&mut self, list: &[&Expr]) -> L<Vec<ExprId>> {
        let last = list.iter().rposition(|x| x.has_effect(self.l.p));
        let mut hoisted = Vec::new();
        for (i, x) in list.iter().enumerate() {
            let mut h = self.hoist(x)?;
            let fixed = matches!(h.kind, ExprKind::Constant(_) | ExprKind::This);
            if last.is_some_and(|l| i < l) && !fixed {
                h = self.keep(&h)?;
            }
            hoisted.push(h);
        }
        hoisted.iter().map(|h| self.pure(h)).collect()
    }

    pub(super) fn require_not_null(&mut self, o: &Expr, object: ExprId) {
        if self.surely_not_null(o) {
            return;
        }
        let null = self.null(o.span);
        let cond = self.bin(B::Ne, object, null, o.span);
        let text = self.text(o.span);
        self.emit_noted(S::Assert(cond), format!("`{text}` might be null"), o.span);
    }

    /// What the callee may throw is declared here too.
    pub(super) fn exceptions(&mut self, callee: MethodId, span: Span) -> L<()> {
        let mine = &self.l.p.methods[self.method].throws;
        for t in &self.l.p.methods[callee].throws {
            if !mine.iter().any(|m| self.l.p.is_subclass(*t, *m)) {
                let name = self.l.p.classes[*t].name.clone();
                let no = self.l.b.bool(false, self.at(span));
                self.emit_noted(
                    S::Assert(no),
                    format!("this call might throw `{name}`, which is not declared"),
                    span,
                );
            }
        }
        Ok(())
    }

    fn new_object(&mut self, e: &Expr) -> L<Expr> {
        let ExprKind::New {
            class,
            constructor,
            args,
        } = &e.kind
        else {
            return self.unverified(e.span, "this object");
        };
        let list: Vec<&Expr> = args.iter().collect();
        let values = self.operands(&list)?;
        for (a, t) in args
            .iter()
            .zip(self.l.p.methods[*constructor].param_types())
        {
            self.no_covariance(a.ty, t, a.span)?;
        }
        let (local, v) = self.temporary(e.ty, e.span);
        let at = self.at(e.span);
        let fields: Vec<FieldId> = self.l.object_fields(*class);
        let lowered = fields.iter().map(|f| self.l.java_field(*f)).collect();
        self.emit(
            S::New {
                target: v,
                fields: lowered,
                all: false,
            },
            e.span,
        );
        let object = self.l.b.var(&self.vars, v, at);
        for f in fields {
            let ty = self.l.p.fields[f].ty;
            let field = self.l.java_field(f);
            let value = self.l.default_value(ty, at);
            self.emit(S::AssignField(object, field, value), e.span);
        }
        if self.l.uses_types() {
            let is = self.l.is_exactly(object, e.ty, at);
            self.emit(S::Assume(is), e.span);
        }
        if self.l.p.classes[*class].prelude {
            return Ok(local);
        }
        self.exceptions(*constructor, e.span)?;
        let callee = self.l.method(Key::dynamic(*constructor))?;
        let mut all = vec![object];
        all.extend(values);
        self.emit(
            S::Call {
                method: callee,
                args: all,
                targets: Vec::new(),
            },
            e.span,
        );
        self.close_families(*constructor, *class, object, e.span)?;
        Ok(local)
    }

    fn new_array(&mut self, e: &Expr) -> L<Expr> {
        let elem = e.ty.element().unwrap_or(Type::Null);
        let theory = self.l.elements(Kind::of(elem));
        let at = self.at(e.span);
        let (size, items) = match &e.kind {
            ExprKind::NewArray(dims) => {
                let [size] = &dims[..] else {
                    return self.unverified(e.span, "creating an array of arrays");
                };
                (self.expr(size)?, Vec::new())
            }
            ExprKind::ArrayLiteral(list) => {
                for x in list {
                    self.no_covariance(x.ty, elem, x.span)?;
                }
                let list: Vec<&Expr> = list.iter().collect();
                let items = self.operands(&list)?;
                (self.l.b.int(items.len() as u64, at), items)
            }
            _ => return self.unverified(e.span, "this array"),
        };
        let n = self.keep_value(size, Type::Int, e.span);
        let size = self.pure(&n)?;
        if items.is_empty() {
            let zero = self.l.b.int(0, at);
            let cond = self.l.b.binary(B::Le, zero, size, at);
            let text = self.text(e.span);
            let note = format!("the size of `{text}` might be negative");
            self.emit_noted(S::Assert(cond), note, e.span);
        }
        let (local, v) = self.temporary(e.ty, e.span);
        self.emit(
            S::New {
                target: v,
                fields: vec![theory.field],
                all: false,
            },
            e.span,
        );
        let array = self.l.b.var(&self.vars, v, at);
        let length = self.l.apply(super::domains::Func::Length, vec![array], at);
        let same = self.l.b.binary(B::Eq, length, size, at);
        self.emit(S::Assume(same), e.span);
        if self.l.uses_types() {
            let is = self.l.is_exactly(array, e.ty, at);
            self.emit(S::Assume(is), e.span);
        }
        let mut all = self.l.b.apply(theory.zero, &[], vec![], at);
        for (i, x) in items.into_iter().enumerate() {
            let i = self.l.b.int(i as u64, at);
            all = self.l.b.apply(theory.set, &[], vec![all, i, x], at);
        }
        self.emit(S::AssignField(array, theory.field, all), e.span);
        Ok(local)
    }
}
