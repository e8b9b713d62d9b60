//! Expressions without effects, of code and of specifications.
//!
//! In code each operation carries the check that Java makes at run time (or,
//! for overflow, that the user asked for) as `asserting check in value`. A
//! value that is mentioned several times is bound by `let`, so that the size
//! stays linear in the text.

use super::domains::{Func, Kind};
use super::family::Key;
use super::member::{Ctx, ResultOf};
use super::{Failed, Overflow, L};
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, ExprId};

impl Ctx<'_, '_> {
    pub(super) fn unverified<T>(&mut self, span: Span, what: &str) -> L<T> {
        self.l.problems.push(
            Problem::ty(span, format!("{what} cannot be verified yet"))
                .help("`everypath paths` can execute it"),
        );
        Err(Failed)
    }

    pub(super) fn at(&self, span: Span) -> ep_base::Span {
        self.l.at(span)
    }

    /// The text under a span, on one line.
    pub(super) fn text(&self, span: Span) -> String {
        let text = self.l.p.sources.text(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// `asserting cond in value` in code; just the value in specifications.
    pub(super) fn check(
        &mut self,
        cond: ExprId,
        value: ExprId,
        message: String,
        span: Span,
    ) -> ExprId {
        if !self.code {
            return value;
        }
        let at = self.at(span);
        let cond = match self.hypothesis {
            Some(h) => self.l.b.binary(B::Implies, h, cond, at),
            None => cond,
        };
        let note = self.l.b.note(message);
        self.note_conjuncts(cond, note);
        let ty = self.l.b.program.exprs[value].ty;
        let e = self.l.b.expr(ivl::ExprKind::Asserting(cond, value), ty, at);
        self.l.b.set_note(e, note);
        self.checked.insert(e);
        e
    }

    /// What is said of an assertion is said of each part that may fail.
    pub(super) fn note_conjuncts(&mut self, e: ExprId, note: ivl::NoteId) {
        self.l.b.set_note(e, note);
        let parts = match self.l.b.program.exprs[e].kind {
            ivl::ExprKind::Binary(B::And, a, b) => [Some(a), Some(b)],
            ivl::ExprKind::Binary(B::Implies, _, b) => [Some(b), None],
            _ => return,
        };
        for p in parts.into_iter().flatten() {
            self.note_conjuncts(p, note);
        }
    }

    /// Binds a value that is not trivial, for several uses.
    fn bound(
        &mut self,
        value: ExprId,
        span: Span,
        body: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> ExprId {
        let expr = &self.l.b.program.exprs[value];
        if matches!(
            expr.kind,
            ivl::ExprKind::Var(_) | ivl::ExprKind::Int(_) | ivl::ExprKind::Null
        ) {
            return body(self, value);
        }
        let mut simple = true;
        let checked = &self.checked;
        self.l.b.program.walk_expr(value, &mut |id, e| {
            simple &= !checked.contains(&id) && !matches!(e.kind, ivl::ExprKind::Unfolding(..));
            simple
        });
        if simple {
            return body(self, value);
        }
        self.named(value, span, body)
    }

    /// The value is evaluated once, before the body that uses it.
    fn named(
        &mut self,
        value: ExprId,
        span: Span,
        body: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> ExprId {
        let at = self.at(span);
        let ty = self.l.b.program.exprs[value].ty;
        let name = format!("value_{}", self.vars.len());
        let v = ivl::Builder::declare_var(&mut self.vars, name, ty, at);
        let used = self.l.b.var(&self.vars, v, at);
        let body = body(self, used);
        let e = self.l.b.let_in(v, value, body, at);
        self.checked.insert(e);
        e
    }

    /// A result of arithmetic: checked, wrapped or left alone.
    pub(super) fn arithmetic(&mut self, value: ExprId, ty: Type, span: Span) -> ExprId {
        if !self.code {
            return value;
        }
        match self.overflow() {
            Overflow::Ignore => value,
            Overflow::Wrap => self.wrap(value, ty, span),
            Overflow::Check => self.bound(value, span, |c, v| {
                let at = c.at(span);
                let Some(range) = c.l.range(v, ty, at) else {
                    return v;
                };
                let text = c.text(span);
                let name = c.l.p.type_name(ty);
                c.check(range, v, format!("`{text}` might overflow `{name}`"), span)
            }),
        }
    }

    /// The prelude computes as Java does, whatever the user's code must show.
    fn overflow(&self) -> Overflow {
        let prelude = self.l.p.classes[self.class].prelude;
        match self.l.options.overflow {
            Overflow::Check if prelude => Overflow::Wrap,
            o => o,
        }
    }

    /// The low bits of a value, as the type keeps them.
    pub(super) fn wrap(&mut self, value: ExprId, ty: Type, span: Span) -> ExprId {
        let at = self.at(span);
        let Some((lo, hi)) = ty.range() else {
            return value;
        };
        let size = i128::from(hi) - i128::from(lo) + 1;
        let b = &mut self.l.b;
        let size = b.int(size, at);
        if lo == 0 {
            return b.binary(B::Mod, value, size, at);
        }
        let low = b.int(-i128::from(lo), at);
        let up = b.binary(B::Add, value, low, at);
        let m = b.binary(B::Mod, up, size, at);
        b.binary(B::Sub, m, low, at)
    }

    pub(super) fn bin(&mut self, op: B, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let at = self.at(span);
        self.l.b.binary(op, a, b, at)
    }

    pub(super) fn null(&mut self, span: Span) -> ExprId {
        let at = self.at(span);
        self.l.b.null(at)
    }

    pub(super) fn this_var(&mut self, span: Span) -> L<ExprId> {
        let at = self.at(span);
        match self.this {
            Some(v) => Ok(self.l.b.var(&self.vars, v, at)),
            None => self.unverified(span, "`this` without an object"),
        }
    }

    pub(super) fn local(&mut self, l: LocalId, span: Span) -> ExprId {
        let at = self.at(span);
        let v = self.variable(l);
        self.l.b.var(&self.vars, v, at)
    }

    /// `value`, where `object` is not null.
    pub(super) fn not_null(&mut self, object: ExprId, value: ExprId, e: &Expr) -> ExprId {
        if !self.code || self.surely_not_null(e) {
            return value;
        }
        let null = self.null(e.span);
        let cond = self.bin(B::Ne, object, null, e.span);
        let text = self.text(e.span);
        self.check(cond, value, format!("`{text}` might be null"), e.span)
    }

    pub(super) fn surely_not_null(&self, e: &Expr) -> bool {
        matches!(
            e.kind,
            ExprKind::This | ExprKind::New { .. } | ExprKind::Constant(_)
        )
    }

    /// An expression; effects are turned into statements before it.
    pub(super) fn expr(&mut self, e: &Expr) -> L<ExprId> {
        if self.code && e.has_effect(self.l.p) {
            return self.effect(e);
        }
        self.pure(e)
    }

    pub(super) fn pure(&mut self, e: &Expr) -> L<ExprId> {
        let span = e.span;
        let at = self.at(span);
        Ok(match &e.kind {
            ExprKind::Constant(c) => match c {
                Constant::Boolean(b) => self.l.b.bool(*b, at),
                Constant::Integer(v) => self.l.b.int(*v, at),
                Constant::Str(s) => self.l.literal(s, at),
            },
            ExprKind::Null => self.l.b.null(at),
            ExprKind::Local(l) => self.local(*l, span),
            ExprKind::This => self.this_var(span)?,
            ExprKind::Result => match self.result {
                ResultOf::Var(v) => self.l.b.var(&self.vars, v, at),
                ResultOf::Function(ty) => self.l.b.result(ty, at),
                ResultOf::None => return self.unverified(span, "`result` here"),
            },
            ExprKind::Field(o, f) => {
                if let Some(c) = self.l.p.fields[*f].constant.clone() {
                    return self.constant(&c, span);
                }
                let object = self.expr(o)?;
                let field = self.l.java_field(*f);
                self.l.b.read(object, field, at)
            }
            ExprKind::Static(f) => {
                if let Some(c) = self.l.p.fields[*f].constant.clone() {
                    return self.constant(&c, span);
                }
                let object = self.l.apply(Func::Statics, vec![], at);
                let field = self.l.java_field(*f);
                self.l.b.read(object, field, at)
            }
            ExprKind::Index(a, i) => {
                let array = self.expr(a)?;
                let index = self.expr(i)?;
                self.element(a, array, index, e)
            }
            ExprKind::Length(a) => {
                let array = self.expr(a)?;
                let n = self.l.apply(Func::Length, vec![array], at);
                self.not_null(array, n, a)
            }
            ExprKind::Unary(op, x) => {
                let x = self.expr(x)?;
                match op {
                    UnOp::Plus => x,
                    UnOp::Not => self.l.b.unary(ivl::UnOp::Not, x, at),
                    UnOp::Neg => {
                        let n = self.l.b.unary(ivl::UnOp::Neg, x, at);
                        self.arithmetic(n, e.ty, span)
                    }
                    UnOp::BitNot => {
                        let n = self.l.b.unary(ivl::UnOp::Neg, x, at);
                        let one = self.l.b.int(1, at);
                        self.l.b.binary(B::Sub, n, one, at)
                    }
                }
            }
            ExprKind::Binary(op, a, b) => {
                if matches!(op, BinOp::Eq | BinOp::Ne) {
                    self.identity_of_strings(a, b, span)?;
                }
                let x = self.expr(a)?;
                let y = self.expr(b)?;
                self.operation(*op, a.ty, x, y, Some(b), span)?
            }
            ExprKind::Concat(a, b) => {
                let x = self.expr(a)?;
                let x = self.shown(x, a.ty, a.span);
                let y = self.expr(b)?;
                let y = self.shown(y, b.ty, b.span);
                self.l.apply(Func::Concat, vec![x, y], at)
            }
            ExprKind::Conditional(c, a, b) => {
                let c = self.expr(c)?;
                let a = self.expr(a)?;
                let b = self.expr(b)?;
                self.l.b.cond(c, a, b, at)
            }
            ExprKind::Convert(x) => {
                let v = self.expr(x)?;
                if e.ty.widens_from(x.ty) {
                    v
                } else {
                    self.wrap(v, e.ty, span)
                }
            }
            ExprKind::Cast(x) => {
                let v = self.expr(x)?;
                self.cast(x, v, e)?
            }
            ExprKind::InstanceOf(x, ty) => {
                let v = self.expr(x)?;
                if self.l.p.is_subtype(x.ty, *ty) {
                    let null = self.null(span);
                    self.bin(B::Ne, v, null, span)
                } else {
                    self.l.is_instance(v, *ty, at)
                }
            }
            ExprKind::Call {
                target,
                method,
                args,
            } => self.pure_call(target, *method, args, e)?,
            ExprKind::String(op, args) => self.string(*op, args, e)?,
            ExprKind::Assign(..)
            | ExprKind::Compound { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Print(..)
            | ExprKind::New { .. }
            | ExprKind::NewArray(_)
            | ExprKind::ArrayLiteral(_) => return self.unverified(span, "an effect here"),
            ExprKind::Acc(..)
            | ExprKind::Old(_)
            | ExprKind::Opening(..)
            | ExprKind::Using(..)
            | ExprKind::Untouched(_)
            | ExprKind::Quantified { .. } => self.specification(e)?,
        })
    }

    pub(super) fn constant(&mut self, c: &Constant, span: Span) -> L<ExprId> {
        let at = self.at(span);
        Ok(match c {
            Constant::Boolean(b) => self.l.b.bool(*b, at),
            Constant::Integer(v) => self.l.b.int(*v, at),
            Constant::Str(s) => self.l.literal(s, at),
        })
    }

    /// `==` on strings asks for an identity that strings do not have here.
    fn identity_of_strings(&mut self, a: &Expr, b: &Expr, span: Span) -> L<()> {
        let both = a.ty == Type::Str && b.ty == Type::Str;
        if !both || !self.code {
            return Ok(());
        }
        self.l.problems.push(
            Problem::ty(span, "comparing strings by identity cannot be verified")
                .help("compare them with `equals`"),
        );
        Err(Failed)
    }

    /// `a[i]` with its bounds.
    pub(super) fn element(&mut self, a: &Expr, array: ExprId, index: ExprId, e: &Expr) -> ExprId {
        let at = self.at(e.span);
        let theory = self.l.elements(Kind::of(e.ty));
        let span = e.span;
        self.bound(index, span, |c, index| {
            let all = c.l.b.read(array, theory.field, at);
            let value = c.l.b.apply(theory.get, &[], vec![all, index], at);
            c.in_bounds(a, array, index, value, span)
        })
    }

    /// `value`, where the index is one of the array.
    pub(super) fn in_bounds(
        &mut self,
        a: &Expr,
        array: ExprId,
        index: ExprId,
        value: ExprId,
        span: Span,
    ) -> ExprId {
        if !self.code {
            return value;
        }
        let at = self.at(span);
        let cond = self.index_condition(array, index, span);
        let text = self.text(span);
        let value = self.check(
            cond,
            value,
            format!("the index of `{text}` might be out of bounds"),
            span,
        );
        let _ = at;
        self.not_null(array, value, a)
    }

    pub(super) fn index_condition(&mut self, array: ExprId, index: ExprId, span: Span) -> ExprId {
        let at = self.at(span);
        let n = self.l.apply(Func::Length, vec![array], at);
        let zero = self.l.b.int(0, at);
        let low = self.l.b.binary(B::Le, zero, index, at);
        let high = self.l.b.binary(B::Lt, index, n, at);
        self.l.b.binary(B::And, low, high, at)
    }

    /// A value as string concatenation shows it.
    fn shown(&mut self, v: ExprId, ty: Type, span: Span) -> ExprId {
        let at = self.at(span);
        let f = match ty {
            Type::Str => return v,
            Type::Boolean => Func::ShowBool,
            Type::Char => Func::ShowChar,
            t if t.is_integral() => Func::ShowInt,
            _ => Func::ShowRef,
        };
        self.l.apply(f, vec![v], at)
    }

    fn cast(&mut self, x: &Expr, v: ExprId, e: &Expr) -> L<ExprId> {
        if self.l.p.is_subtype(x.ty, e.ty) {
            self.no_covariance(x.ty, e.ty, e.span)?;
            return Ok(v);
        }
        if matches!(e.ty, Type::Array(..)) {
            return self.unverified(e.span, "a cast to an array");
        }
        if !self.code {
            return Ok(v);
        }
        let at = self.at(e.span);
        let null = self.null(e.span);
        let is_null = self.bin(B::Eq, v, null, e.span);
        let fits = self.l.is_instance(v, e.ty, at);
        let cond = self.bin(B::Or, is_null, fits, e.span);
        let (text, name) = (self.text(x.span), self.l.p.type_name(e.ty));
        Ok(self.check(cond, v, format!("`{text}` might be no `{name}`"), e.span))
    }

    /// An array is no array of a supertype here: storing into it could fail.
    pub(super) fn no_covariance(&mut self, from: Type, to: Type, span: Span) -> L<()> {
        let arrays = matches!(from, Type::Array(..)) && matches!(to, Type::Array(..));
        if arrays && from != to {
            return self.unverified(span, "an array as an array of a supertype");
        }
        Ok(())
    }

    fn string(&mut self, op: StringOp, args: &[Expr], e: &Expr) -> L<ExprId> {
        let at = self.at(e.span);
        let s = self.expr(&args[0])?;
        let length = |c: &mut Self| c.l.apply(Func::StringLength, vec![s], at);
        let value = match op {
            StringOp::Length => length(self),
            StringOp::IsEmpty => {
                let n = length(self);
                let zero = self.l.b.int(0, at);
                self.l.b.binary(B::Eq, n, zero, at)
            }
            StringOp::Equals => {
                let t = self.expr(&args[1])?;
                self.l.b.binary(B::Eq, s, t, at)
            }
            StringOp::CharAt => {
                let i = self.expr(&args[1])?;
                let n = length(self);
                let zero = self.l.b.int(0, at);
                let low = self.l.b.binary(B::Le, zero, i, at);
                let high = self.l.b.binary(B::Lt, i, n, at);
                let cond = self.l.b.binary(B::And, low, high, at);
                let c = self.l.apply(Func::StringChar, vec![s, i], at);
                let text = self.text(e.span);
                let message = format!("the index of `{text}` might be out of bounds");
                self.check(cond, c, message, e.span)
            }
        };
        Ok(self.not_null(s, value, &args[0]))
    }

    /// A call of a pure method: an application of its function.
    fn pure_call(
        &mut self,
        target: &Target,
        method: MethodId,
        args: &[Expr],
        e: &Expr,
    ) -> L<ExprId> {
        let m = &self.l.p.methods[method];
        if m.kind == MethodKind::Predicate {
            return self.specification(e);
        }
        let mut all = Vec::new();
        let mut receiver = None;
        if let Target::Virtual(o) | Target::Exact(o) = target {
            let object = self.expr(o)?;
            all.push(object);
            receiver = Some((object, &**o));
        }
        let types = m.param_types();
        for (a, t) in args.iter().zip(types) {
            self.no_covariance(a.ty, t, a.span)?;
            all.push(self.expr(a)?);
        }
        let key = self.resolve(target, method);
        let f = self.l.function(key)?;
        let at = self.at(e.span);
        let call = self.l.b.call(f, all, at);
        Ok(match receiver {
            Some((object, o)) => self.not_null(object, call, o),
            None => call,
        })
    }

    /// The reading of a called predicate or pure method.
    pub(super) fn resolve(&self, target: &Target, method: MethodId) -> Key {
        match target {
            Target::Static => Key::dynamic(method),
            Target::Exact(_) => Key::exact(method),
            Target::Virtual(o) => match (self.exact, &o.kind) {
                (Some(class), ExprKind::This) if self.l.is_family(method) => {
                    match self.l.meaning(method, class) {
                        Some(own) => Key::exact(own),
                        None => Key::dynamic(method),
                    }
                }
                _ => Key::dynamic(method),
            },
        }
    }

    /// A binary operation on lowered operands of a type. `right` is the right
    /// operand's tree where it is there, for shifts by constants.
    pub(super) fn operation(
        &mut self,
        op: BinOp,
        ty: Type,
        x: ExprId,
        y: ExprId,
        right: Option<&Expr>,
        span: Span,
    ) -> L<ExprId> {
        let at = self.at(span);
        let simple = |c: &mut Self, op| c.l.b.binary(op, x, y, at);
        Ok(match op {
            BinOp::Add => {
                let v = simple(self, B::Add);
                self.arithmetic(v, ty, span)
            }
            BinOp::Sub => {
                let v = simple(self, B::Sub);
                self.arithmetic(v, ty, span)
            }
            BinOp::Mul => {
                let v = simple(self, B::Mul);
                self.arithmetic(v, ty, span)
            }
            BinOp::Div | BinOp::Rem => self.divide(op, ty, x, y, span),
            BinOp::Lt => simple(self, B::Lt),
            BinOp::Le => simple(self, B::Le),
            BinOp::Gt => simple(self, B::Gt),
            BinOp::Ge => simple(self, B::Ge),
            BinOp::Eq => simple(self, B::Eq),
            BinOp::Ne => simple(self, B::Ne),
            BinOp::And | BinOp::Sep => simple(self, B::And),
            BinOp::Or => simple(self, B::Or),
            BinOp::Implies => simple(self, B::Implies),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor if ty == Type::Boolean => {
                // Both sides are evaluated, whatever the left one is; `&&` and `||` would
                // look at the right one only where the left one does not decide.
                let total = matches!(
                    self.l.b.program.expr(y).kind,
                    ivl::ExprKind::Var(_) | ivl::ExprKind::Bool(_)
                );
                let make = move |c: &mut Self, y: ExprId| match op {
                    BinOp::BitAnd => c.l.b.binary(B::And, x, y, at),
                    BinOp::BitOr => c.l.b.binary(B::Or, x, y, at),
                    _ => c.l.b.binary(B::Ne, x, y, at),
                };
                match total {
                    true => make(self, y),
                    false => self.named(y, span, make),
                }
            }
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => self.bits(op, ty, x, y, span),
            BinOp::Shl | BinOp::Shr | BinOp::Ushr => {
                let amount = right.and_then(|r| match &r.kind {
                    ExprKind::Constant(Constant::Integer(v)) => Some(*v),
                    _ => None,
                });
                self.shift(op, ty, x, y, amount, span)
            }
        })
    }

    /// Java rounds towards zero; the verification language's `div` and `mod`
    /// round so that the remainder is not negative.
    fn divide(&mut self, op: BinOp, ty: Type, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let v = self.bound(x, span, |c, x| {
            c.bound(y, span, |c, y| {
                let at = c.at(span);
                let o = if op == BinOp::Div { B::Div } else { B::Mod };
                let zero = c.l.b.int(0, at);
                let up = c.l.b.binary(B::Ge, x, zero, at);
                let plain = c.l.b.binary(o, x, y, at);
                let minus = c.l.b.unary(ivl::UnOp::Neg, x, at);
                let down = c.l.b.binary(o, minus, y, at);
                let down = c.l.b.unary(ivl::UnOp::Neg, down, at);
                let value = c.l.b.cond(up, plain, down, at);
                let cond = c.l.b.binary(B::Ne, y, zero, at);
                c.check(cond, value, "the divisor might be zero".into(), span)
            })
        });
        if op == BinOp::Div {
            // The smallest number has no negative.
            return self.arithmetic(v, ty, span);
        }
        v
    }

    fn bits(&mut self, op: BinOp, ty: Type, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let at = self.at(span);
        let mask = match &self.l.b.program.exprs[y].kind {
            ivl::ExprKind::Int(v) => u64::try_from(v.clone()).ok(),
            _ => None,
        };
        // `x & (2^k - 1)` is the remainder by `2^k`, also for negative numbers.
        if let (BinOp::BitAnd, Some(m)) = (op, mask) {
            if m < i64::MAX as u64 && (m + 1).is_power_of_two() {
                let size = self.l.b.int(m + 1, at);
                return self.l.b.binary(B::Mod, x, size, at);
            }
        }
        let f = match op {
            BinOp::BitAnd => Func::BitAnd,
            BinOp::BitOr => Func::BitOr,
            _ => Func::BitXor,
        };
        let v = self.l.apply(f, vec![x, y], at);
        self.wrap(v, ty, span)
    }

    fn shift(
        &mut self,
        op: BinOp,
        ty: Type,
        x: ExprId,
        y: ExprId,
        amount: Option<i64>,
        span: Span,
    ) -> ExprId {
        let at = self.at(span);
        let bits = if ty == Type::Long { 64 } else { 32 };
        let Some(k) = amount.map(|k| k & (bits - 1)) else {
            let f = match op {
                BinOp::Shl => Func::Shl,
                BinOp::Shr => Func::Shr,
                _ => Func::Ushr,
            };
            let v = self.l.apply(f, vec![x, y], at);
            return self.wrap(v, ty, span);
        };
        let power = self.l.b.int(1i128 << k, at);
        match op {
            BinOp::Shl => {
                let v = self.l.b.binary(B::Mul, x, power, at);
                self.arithmetic(v, ty, span)
            }
            BinOp::Shr => self.l.b.binary(B::Div, x, power, at),
            _ if k == 0 => x,
            _ => {
                let all = self.l.b.int(1i128 << bits, at);
                let unsigned = self.l.b.binary(B::Mod, x, all, at);
                self.l.b.binary(B::Div, unsigned, power, at)
            }
        }
    }
}
