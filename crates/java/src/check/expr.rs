//! Expressions: names, operators with promotion, places, conversions.

use super::body::{Place_, Scope};
use super::words::one_off;
use super::{constant, Failed, C};
use crate::ast;
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;

/// What a name or a dotted name stands for.
enum Named {
    Expr(Expr),
    Class(ClassId),
}

impl Scope<'_, '_> {
    pub(super) fn expressions(&mut self, list: &[ast::Expr]) -> C<Vec<Expr>> {
        let mut out = Vec::new();
        let mut failed = false;
        for e in list {
            match self.expr(e) {
                Ok(e) => out.push(e),
                Err(Failed) => failed = true,
            }
        }
        if failed {
            Err(Failed)
        } else {
            Ok(out)
        }
    }

    /// An expression with a value or, as a statement, a call without one.
    pub(super) fn expr(&mut self, e: &ast::Expr) -> C<Expr> {
        use ast::ExprKind as A;
        let span = e.span;
        let make = |kind, ty| Expr { kind, ty, span };
        Ok(match &e.kind {
            A::Int(text, long) => return self.integer(text, *long, span),
            A::Bool(b) => make(ExprKind::Constant(Constant::Boolean(*b)), Type::Boolean),
            A::Char(c) => make(
                ExprKind::Constant(Constant::Integer((*c).into())),
                Type::Char,
            ),
            A::Str(s) => make(ExprKind::Constant(Constant::Str(s.clone())), Type::Str),
            A::Null => make(ExprKind::Null, Type::Null),
            A::This => {
                self.no_static("this", span)?;
                make(ExprKind::This, Type::Class(self.class))
            }
            A::Name(_) | A::Field(..) => match self.named(e)? {
                Named::Expr(e) => e,
                Named::Class(c) => {
                    let name = self.c.program.classes[c].name.clone();
                    return self.error(span, format!("`{name}` is a class, not a value"));
                }
            },
            A::SuperField(name) => {
                self.no_static("super", span)?;
                let up = self.c.program.classes[self.class].superclass;
                let this = make(ExprKind::This, Type::Class(self.class));
                match up {
                    Some(c) => self.field_of(this, Type::Class(c), name, span)?,
                    None => return self.error(span, "`Object` has no superclass"),
                }
            }
            A::Index(a, i) => {
                let a = self.expr(a);
                let i = self.expr(i)?;
                let a = a?;
                let Some(elem) = a.ty.element() else {
                    let t = self.type_name(a.ty);
                    return self.error(a.span, format!("a `{t}` is no array"));
                };
                let i = self.index(i)?;
                make(ExprKind::Index(Box::new(a), Box::new(i)), elem)
            }
            A::Call(r, name, args) => return self.call(r, name, args, span),
            A::ConstructorCall(..) => {
                return self.error(
                    span,
                    "a call of a constructor is the first statement of a constructor",
                )
            }
            A::New(name, args) => return self.creation(name, args, span),
            A::NewArray { elem, dims, init } => {
                self.code_only(span, "creates an array")?;
                let base = self.c.resolve(elem)?;
                if let Some(list) = init {
                    return self.array_literal(list, base, span);
                }
                let mut out = Vec::new();
                for d in dims {
                    let d = self.expr(d)?;
                    out.push(self.index(d)?);
                }
                let Some(ty) = u8::try_from(out.len()).ok().and_then(|n| base.array(n)) else {
                    return self.error(span, "there is no such array");
                };
                make(ExprKind::NewArray(out), ty)
            }
            A::ArrayInit(_) => {
                return self.error(span, "an array's values stand behind `new T[]` here")
            }
            A::Unary(op, x) => return self.unary(*op, x, span),
            A::Binary(op, a, b) => return self.binary(*op, a, b, span),
            A::Assign(op, target, value) => return self.assign(*op, target, value, span),
            A::IncDec {
                increment,
                prefix,
                target,
            } => {
                self.code_only(span, "changes a variable")?;
                let (place, ty) = self.place_of(target)?;
                if !ty.is_integral() {
                    let t = self.type_name(ty);
                    return self.error(span, format!("a `{t}` cannot be counted"));
                }
                make(
                    ExprKind::IncDec {
                        place,
                        increment: *increment,
                        prefix: *prefix,
                    },
                    ty,
                )
            }
            A::Conditional(c, a, b) => return self.conditional(c, a, b, span),
            A::Cast(t, x) => {
                let to = self.c.resolve(t)?;
                let x = self.expr(x)?;
                return self.cast(x, to, span);
            }
            A::InstanceOf(x, t) => {
                let to = self.c.resolve(t)?;
                let x = self.expr(x)?;
                if !x.ty.is_reference() || !to.is_reference() || !self.castable(x.ty, to) {
                    let (a, b) = (self.type_name(x.ty), self.type_name(to));
                    return self.error(span, format!("a `{a}` is never a `{b}`"));
                }
                make(ExprKind::InstanceOf(Box::new(x), to), Type::Boolean)
            }
            A::Opening(call, body) => {
                let call = self.ghost_call(call, MethodKind::Predicate)?;
                let body = self.expr(body)?;
                let ty = body.ty;
                make(ExprKind::Opening(Box::new(call), Box::new(body)), ty)
            }
            A::Using(call, body) => {
                let call = self.ghost_call(call, MethodKind::Pure)?;
                let body = self.expr(body)?;
                let ty = body.ty;
                make(ExprKind::Using(Box::new(call), Box::new(body)), ty)
            }
            _ => return self.spec_expr(e),
        })
    }

    fn integer(&mut self, text: &str, long: bool, span: Span) -> C<Expr> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(d) => (true, d),
            None => (false, text),
        };
        let lower = digits.to_ascii_lowercase();
        let (radix, body) = if let Some(h) = lower.strip_prefix("0x") {
            (16, h)
        } else if let Some(b) = lower.strip_prefix("0b") {
            (2, b)
        } else if lower.len() > 1 && lower.starts_with('0') {
            (8, &lower[1..])
        } else {
            (10, &lower[..])
        };
        let ty = if long { Type::Long } else { Type::Int };
        let bad = |s: &mut Self| {
            let t = s.type_name(ty);
            s.error(span, format!("`{text}` is no value of type `{t}`"))
        };
        let Ok(v) = u64::from_str_radix(body, radix) else {
            return bad(self);
        };
        // Decimal literals are signed, the others are bit patterns (JLS 3.10.1).
        let (max, bits) = if long {
            (i64::MAX as u64, u64::MAX)
        } else {
            (i32::MAX as u64, u32::MAX.into())
        };
        let value = if radix == 10 {
            if v > max + u64::from(negative) {
                return bad(self);
            }
            (v as i64).wrapping_mul(if negative { -1 } else { 1 })
        } else {
            if v > bits {
                return bad(self);
            }
            let v = ty.wrap(v as i64);
            ty.wrap(if negative { v.wrapping_neg() } else { v })
        };
        Ok(Expr {
            kind: ExprKind::Constant(Constant::Integer(value)),
            ty,
            span,
        })
    }

    pub(super) fn no_static(&mut self, what: &str, span: Span) -> C<()> {
        if self.is_static {
            return self.error(span, format!("there is no `{what}` here"));
        }
        Ok(())
    }

    /// Specifications have no effects.
    pub(super) fn code_only(&mut self, span: Span, what: &str) -> C<()> {
        if self.place == Place_::Code {
            return Ok(());
        }
        self.error(span, format!("this {what}, which a specification cannot"))
    }

    /// A name, or a field of something, or a static field of a class.
    fn named(&mut self, e: &ast::Expr) -> C<Named> {
        let span = e.span;
        match &e.kind {
            ast::ExprKind::Name(n) => {
                if let Some(id) = self.lookup(n) {
                    let ty = self.locals[id].ty;
                    if let Some((_, c)) = self.constants.iter().find(|(l, _)| *l == id) {
                        return Ok(Named::Expr(Expr {
                            kind: ExprKind::Constant(c.clone()),
                            ty,
                            span,
                        }));
                    }
                    return Ok(Named::Expr(Expr {
                        kind: ExprKind::Local(id),
                        ty,
                        span,
                    }));
                }
                if n == "result" && self.place == Place_::Post {
                    return Ok(Named::Expr(self.result(span)?));
                }
                let name = ast::Name {
                    text: n.clone(),
                    span,
                };
                if let Some(f) = self.find_field(self.class, n) {
                    return Ok(Named::Expr(self.own_field(f, span)?));
                }
                match self.c.names.get(n) {
                    Some(c) => Ok(Named::Class(*c)),
                    None => {
                        let help = self.near(&name.text);
                        let mut p = Problem::ty(span, format!("there is no variable `{n}`"));
                        if let Some(h) = help {
                            p = p.help(format!("is `{h}` meant?"));
                        }
                        self.fail(p)
                    }
                }
            }
            ast::ExprKind::Field(o, name) => {
                let object = match &o.kind {
                    ast::ExprKind::Name(_) | ast::ExprKind::Field(..) => self.named(o)?,
                    _ => Named::Expr(self.expr(o)?),
                };
                match object {
                    Named::Expr(o) => {
                        let ty = o.ty;
                        Ok(Named::Expr(self.field_of(o, ty, name, span)?))
                    }
                    Named::Class(c) => match self.find_field(c, &name.text) {
                        Some(f) if self.c.program.fields[f].is_static => {
                            self.visible_field(f, name.span)?;
                            let ty = self.c.program.fields[f].ty;
                            Ok(Named::Expr(Expr {
                                kind: ExprKind::Static(f),
                                ty,
                                span,
                            }))
                        }
                        _ => {
                            let class = self.c.program.classes[c].name.clone();
                            self.error(
                                name.span,
                                format!("`{class}` has no static field `{}`", name.text),
                            )
                        }
                    },
                }
            }
            _ => Ok(Named::Expr(self.expr(e)?)),
        }
    }

    /// The class that a receiver names, or its value.
    pub(super) fn receiver(&mut self, e: &ast::Expr) -> C<Result<Expr, ClassId>> {
        let named = match &e.kind {
            ast::ExprKind::Name(_) | ast::ExprKind::Field(..) => self.named(e)?,
            _ => Named::Expr(self.expr(e)?),
        };
        Ok(match named {
            Named::Expr(e) => Ok(e),
            Named::Class(c) => Err(c),
        })
    }

    /// A visible name that differs by little.
    fn near(&self, name: &str) -> Option<String> {
        let p = &self.c.program;
        let mut all: Vec<&str> = self.locals.iter().map(|(_, l)| l.name.as_str()).collect();
        let mut at = Some(self.class);
        while let Some(c) = at {
            all.extend(
                p.classes[c]
                    .fields
                    .iter()
                    .map(|f| p.fields[*f].name.as_str()),
            );
            at = p.classes[c].superclass;
        }
        all.into_iter()
            .find(|x| x.eq_ignore_ascii_case(name) || one_off(x, name))
            .map(str::to_string)
    }

    fn own_field(&mut self, f: FieldId, span: Span) -> C<Expr> {
        let field = &self.c.program.fields[f];
        let ty = field.ty;
        if field.is_static {
            return Ok(Expr {
                kind: ExprKind::Static(f),
                ty,
                span,
            });
        }
        if self.is_static {
            let name = field.name.clone();
            return self.error(
                span,
                format!("the field `{name}` belongs to an object and there is no `this` here"),
            );
        }
        let this = Expr {
            kind: ExprKind::This,
            ty: Type::Class(self.class),
            span,
        };
        Ok(Expr {
            kind: ExprKind::Field(Box::new(this), f),
            ty,
            span,
        })
    }

    pub(super) fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let p = &self.c.program;
        let c = &p.classes[class];
        c.fields
            .iter()
            .copied()
            .find(|f| p.fields[*f].name == name)
            .or_else(|| {
                c.superclass
                    .iter()
                    .chain(&c.interfaces)
                    .find_map(|up| self.find_field(*up, name))
            })
    }

    fn visible_field(&mut self, f: FieldId, span: Span) -> C<()> {
        let field = &self.c.program.fields[f];
        let private = self.c.private_fields[f.0 as usize];
        if private && field.class != self.class && self.place == Place_::Code {
            let message = format!(
                "the field `{}` is private in `{}`",
                field.name, self.c.program.classes[field.class].name
            );
            return self.error(span, message);
        }
        Ok(())
    }

    /// `object.name`, the field looked up in `ty`.
    fn field_of(&mut self, object: Expr, ty: Type, name: &ast::Name, span: Span) -> C<Expr> {
        if let (Type::Array(..), "length") = (ty, name.text.as_str()) {
            return Ok(Expr {
                kind: ExprKind::Length(Box::new(object)),
                ty: Type::Int,
                span,
            });
        }
        let found = match ty {
            Type::Class(c) => self.find_field(c, &name.text),
            _ => None,
        };
        let Some(f) = found else {
            let t = self.type_name(ty);
            return self.error(name.span, format!("`{t}` has no field `{}`", name.text));
        };
        self.visible_field(f, name.span)?;
        let field = &self.c.program.fields[f];
        let kind = if field.is_static {
            ExprKind::Static(f)
        } else {
            ExprKind::Field(Box::new(object), f)
        };
        Ok(Expr {
            kind,
            ty: field.ty,
            span,
        })
    }

    /// An index or a size: promoted to `int`.
    fn index(&mut self, e: Expr) -> C<Expr> {
        match e.ty {
            Type::Int | Type::Short | Type::Byte | Type::Char => Ok(convert(e, Type::Int)),
            t => {
                let t = self.type_name(t);
                self.error(e.span, format!("an index is an `int`, not a `{t}`"))
            }
        }
    }

    fn unary(&mut self, op: UnOp, x: &ast::Expr, span: Span) -> C<Expr> {
        let x = self.expr(x)?;
        let t = self.type_name(x.ty);
        let ty = match op {
            UnOp::Not if x.ty == Type::Boolean => Type::Boolean,
            UnOp::Not => return self.error(span, format!("`!` wants a `boolean`, not a `{t}`")),
            _ => match Type::promote(x.ty, Type::Int) {
                Some(ty) => ty,
                None => return self.error(span, format!("a `{t}` is no number")),
            },
        };
        let x = convert(x, ty);
        if op == UnOp::Plus {
            return Ok(Expr { span, ..x });
        }
        Ok(Expr {
            kind: ExprKind::Unary(op, Box::new(x)),
            ty,
            span,
        })
    }

    fn binary(&mut self, op: BinOp, a: &ast::Expr, b: &ast::Expr, span: Span) -> C<Expr> {
        let a = self.expr(a);
        let b = self.expr(b)?;
        let a = a?;
        self.combine(op, a, b, span)
    }

    fn combine(&mut self, op: BinOp, a: Expr, b: Expr, span: Span) -> C<Expr> {
        use BinOp::*;
        let (ta, tb) = (a.ty, b.ty);
        let both = Type::promote(ta, tb);
        let make = |kind, ty| Expr { kind, ty, span };
        let bin = |a: Expr, b: Expr, ty| make(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty);
        match op {
            Add if ta == Type::Str || tb == Type::Str => {
                if ta != Type::Void && tb != Type::Void {
                    return Ok(make(ExprKind::Concat(Box::new(a), Box::new(b)), Type::Str));
                }
            }
            Add | Sub | Mul | Div | Rem => {
                if let Some(t) = both {
                    return Ok(bin(convert(a, t), convert(b, t), t));
                }
                if ta == Type::Fraction || tb == Type::Fraction {
                    return Ok(bin(a, b, Type::Fraction));
                }
            }
            Shl | Shr | Ushr => {
                if let (Some(x), Some(y)) =
                    (Type::promote(ta, Type::Int), Type::promote(tb, Type::Int))
                {
                    return Ok(bin(convert(a, x), convert(b, y), x));
                }
            }
            Lt | Le | Gt | Ge => {
                if let Some(t) = both {
                    // `0 <= i < n` means both, as in the document, in specifications.
                    return Ok(bin(convert(a, t), convert(b, t), Type::Boolean));
                }
                if self.place != Place_::Code && ta == Type::Boolean && tb.is_integral() {
                    if let ExprKind::Binary(Lt | Le | Gt | Ge, _, middle) = &a.kind {
                        let middle = (**middle).clone();
                        let right = self.combine(op, middle, b, span)?;
                        return Ok(make(
                            ExprKind::Binary(And, Box::new(a), Box::new(right)),
                            Type::Boolean,
                        ));
                    }
                }
            }
            Eq | Ne => {
                if let Some(t) = both {
                    return Ok(bin(convert(a, t), convert(b, t), Type::Boolean));
                }
                if ta == Type::Boolean && tb == Type::Boolean {
                    return Ok(bin(a, b, Type::Boolean));
                }
                if ta.is_reference() && tb.is_reference() {
                    if self.castable(ta, tb) {
                        return Ok(bin(a, b, Type::Boolean));
                    }
                    let (x, y) = (self.type_name(ta), self.type_name(tb));
                    return self.error(span, format!("a `{x}` is never a `{y}`"));
                }
            }
            BitAnd | BitOr | BitXor => {
                if let Some(t) = both {
                    return Ok(bin(convert(a, t), convert(b, t), t));
                }
                if ta == Type::Boolean && tb == Type::Boolean {
                    return Ok(bin(a, b, Type::Boolean));
                }
            }
            And | Or | Sep | Implies => {
                if ta == Type::Boolean && tb == Type::Boolean {
                    return Ok(bin(a, b, Type::Boolean));
                }
            }
        }
        let (x, y) = (self.type_name(ta), self.type_name(tb));
        self.error(
            span,
            format!("`{}` does not go with `{x}` and `{y}`", op.text()),
        )
    }

    fn conditional(&mut self, c: &ast::Expr, a: &ast::Expr, b: &ast::Expr, span: Span) -> C<Expr> {
        let c = self.expr(c);
        let a = self.expr(a);
        let b = self.expr(b)?;
        let (c, a) = (c?, a?);
        if c.ty != Type::Boolean {
            let t = self.type_name(c.ty);
            return self.error(c.span, format!("a condition is `boolean`, not `{t}`"));
        }
        let p = &self.c.program;
        let fits = |e: &Expr, t: Type| match constant::fold(p, e) {
            Some(Constant::Integer(v)) if e.ty == Type::Int => {
                t.range().is_some_and(|(lo, hi)| lo <= v && v <= hi)
            }
            _ => false,
        };
        let small = |t| matches!(t, Type::Byte | Type::Short | Type::Char);
        let ty = if a.ty == b.ty || (small(a.ty) && fits(&b, a.ty)) {
            Some(a.ty)
        } else if small(b.ty) && fits(&a, b.ty) {
            Some(b.ty)
        } else if matches!(
            (a.ty, b.ty),
            (Type::Byte, Type::Short) | (Type::Short, Type::Byte)
        ) {
            Some(Type::Short)
        } else if let Some(t) = Type::promote(a.ty, b.ty) {
            Some(t)
        } else if p.is_subtype(a.ty, b.ty) && a.ty.is_reference() {
            Some(b.ty)
        } else if p.is_subtype(b.ty, a.ty) && b.ty.is_reference() {
            Some(a.ty)
        } else if a.ty.is_reference() && b.ty.is_reference() {
            Some(Type::Class(p.known.object))
        } else {
            None
        };
        let Some(ty) = ty.filter(|t| *t != Type::Void) else {
            let (x, y) = (self.type_name(a.ty), self.type_name(b.ty));
            return self.error(span, format!("the branches are `{x}` and `{y}`"));
        };
        Ok(Expr {
            kind: ExprKind::Conditional(
                Box::new(c),
                Box::new(convert(a, ty)),
                Box::new(convert(b, ty)),
            ),
            ty,
            span,
        })
    }

    /// Whether a reference of one type may be one of the other (JLS 5.5).
    pub(super) fn castable(&self, a: Type, b: Type) -> bool {
        let p = &self.c.program;
        if p.is_subtype(a, b) || p.is_subtype(b, a) {
            return true;
        }
        match (a, b) {
            (Type::Class(x), Type::Class(y)) => {
                let (cx, cy) = (&p.classes[x], &p.classes[y]);
                (cx.interface && !cy.is_final) || (cy.interface && !cx.is_final)
            }
            (Type::Array(..), Type::Array(..)) => match (a.element(), b.element()) {
                (Some(x), Some(y)) => x.is_reference() && y.is_reference() && self.castable(x, y),
                _ => false,
            },
            _ => false,
        }
    }

    fn cast(&mut self, x: Expr, to: Type, span: Span) -> C<Expr> {
        if x.ty == to || (x.ty.is_integral() && to.is_integral()) {
            let e = convert(x, to);
            return Ok(Expr { span, ..e });
        }
        if x.ty.is_reference() && to.is_reference() && self.castable(x.ty, to) {
            return Ok(Expr {
                kind: ExprKind::Cast(Box::new(x)),
                ty: to,
                span,
            });
        }
        let (a, b) = (self.type_name(x.ty), self.type_name(to));
        self.error(span, format!("a `{a}` cannot be cast to `{b}`"))
    }

    /// A value in an assignment context (JLS 5.2).
    pub(super) fn assign_to(&mut self, e: Expr, ty: Type) -> C<Expr> {
        if e.ty == ty && ty != Type::Void {
            return Ok(e);
        }
        if ty.widens_from(e.ty) && ty != Type::Void {
            return Ok(convert(e, ty));
        }
        if e.ty.is_reference() && ty.is_reference() && self.c.program.is_subtype(e.ty, ty) {
            return Ok(e);
        }
        if matches!(ty, Type::Byte | Type::Short | Type::Char)
            && matches!(e.ty, Type::Byte | Type::Short | Type::Char | Type::Int)
        {
            if let Some(Constant::Integer(v)) = constant::fold(&self.c.program, &e) {
                if ty.range().is_some_and(|(lo, hi)| lo <= v && v <= hi) {
                    return Ok(convert(e, ty));
                }
            }
        }
        let (a, b) = (self.type_name(e.ty), self.type_name(ty));
        if e.ty == Type::Void {
            return self.error(e.span, "this call has no value");
        }
        let p = Problem::ty(e.span, format!("a `{a}` is no `{b}`"));
        if e.ty.is_integral() && ty.is_integral() {
            return self.fail(p.help(format!("a cast cuts bits off: `({b})`")));
        }
        self.fail(p)
    }

    fn place_of(&mut self, target: &ast::Expr) -> C<(Place, Type)> {
        let t = self.expr(target)?;
        let ty = t.ty;
        let place = match t.kind {
            ExprKind::Local(id) => {
                if self.locals[id].ghost {
                    return self.error(t.span, "this variable cannot be assigned");
                }
                Place::Local(id)
            }
            ExprKind::Field(o, f) => {
                self.assignable_field(f, t.span, matches!(o.kind, ExprKind::This))?;
                Place::Field(o, f)
            }
            ExprKind::Static(f) => {
                self.assignable_field(f, t.span, false)?;
                Place::Static(f)
            }
            ExprKind::Index(a, i) => Place::Index(a, i),
            ExprKind::Length(_) => {
                return self.error(t.span, "the length of an array cannot be changed")
            }
            _ => return self.error(t.span, "this cannot be assigned"),
        };
        Ok((place, ty))
    }

    fn assignable_field(&mut self, f: FieldId, span: Span, on_this: bool) -> C<()> {
        let field = &self.c.program.fields[f];
        let constructor = self
            .method
            .is_some_and(|m| self.c.program.methods[m].kind == MethodKind::Constructor);
        if field.is_final
            && !(constructor && on_this && field.class == self.class && field.init.is_none())
        {
            let name = field.name.clone();
            return self.error(span, format!("the field `{name}` is final"));
        }
        Ok(())
    }

    fn assign(
        &mut self,
        op: Option<BinOp>,
        target: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> C<Expr> {
        self.code_only(span, "assigns")?;
        let target = self.place_of(target);
        if op.is_none() {
            let (place, ty) = target?;
            let value = self.initial_value(value, ty)?;
            return Ok(Expr {
                kind: ExprKind::Assign(place, Box::new(value)),
                ty,
                span,
            });
        }
        let value = self.expr(value)?;
        let ((place, ty), Some(op)) = (target?, op) else {
            return Err(Failed);
        };
        let vt = value.ty;
        let in_ty = match op {
            BinOp::Add if ty == Type::Str && vt != Type::Void => Some(Type::Str),
            BinOp::Shl | BinOp::Shr | BinOp::Ushr => {
                Type::promote(ty, Type::Int).filter(|_| vt.is_integral())
            }
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor
                if ty == Type::Boolean && vt == Type::Boolean =>
            {
                Some(Type::Boolean)
            }
            _ => Type::promote(ty, vt),
        };
        let Some(in_ty) = in_ty else {
            let (x, y) = (self.type_name(ty), self.type_name(vt));
            return self.error(
                span,
                format!("`{}=` does not go with `{x}` and `{y}`", op.text()),
            );
        };
        let value = match op {
            _ if in_ty == Type::Str => value,
            BinOp::Shl | BinOp::Shr | BinOp::Ushr => {
                let t = Type::promote(vt, Type::Int).unwrap_or(vt);
                convert(value, t)
            }
            _ => convert(value, in_ty),
        };
        Ok(Expr {
            kind: ExprKind::Compound {
                place,
                op,
                in_ty,
                value: Box::new(value),
            },
            ty,
            span,
        })
    }

    pub(super) fn array_literal(&mut self, list: &[ast::Expr], ty: Type, span: Span) -> C<Expr> {
        self.code_only(span, "creates an array")?;
        let Some(elem) = ty.element() else {
            let t = self.type_name(ty);
            return self.error(span, format!("a `{t}` is no array"));
        };
        let mut out = Vec::new();
        for e in list {
            out.push(self.initial_value(e, elem)?);
        }
        Ok(Expr {
            kind: ExprKind::ArrayLiteral(out),
            ty,
            span,
        })
    }
}

/// The value in another integral type; constants are converted here.
pub(super) fn convert(e: Expr, ty: Type) -> Expr {
    if e.ty == ty || !(e.ty.is_integral() && ty.is_integral()) {
        return e;
    }
    let span = e.span;
    if let ExprKind::Constant(Constant::Integer(v)) = e.kind {
        return Expr {
            kind: ExprKind::Constant(Constant::Integer(ty.wrap(v))),
            ty,
            span,
        };
    }
    Expr {
        kind: ExprKind::Convert(Box::new(e)),
        ty,
        span,
    }
}
