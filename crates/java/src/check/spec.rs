//! Specifications: contracts, assertions, and where permissions may stand.

use super::body::{Place_, Scope};
use super::C;
use crate::ast;
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;

impl Scope<'_, '_> {
    pub(super) fn contract(&mut self, c: &ast::Contract) -> Contract {
        Contract {
            requires: self.at_place(Place_::Pre, |s| s.assertions(&c.requires)),
            ensures: self.at_place(Place_::Post, |s| s.assertions(&c.ensures)),
            decreases: self.at_place(Place_::Pre, |s| s.measures(&c.decreases)),
        }
    }

    pub(super) fn assertions(&mut self, list: &[ast::Expr]) -> Vec<Expr> {
        list.iter().filter_map(|e| self.assertion(e).ok()).collect()
    }

    pub(super) fn measures(&mut self, list: &[ast::Expr]) -> Vec<Expr> {
        let mut out = Vec::new();
        for e in list {
            let Ok(e) = self.expr(e) else { continue };
            let predicate = matches!(&e.kind, ExprKind::Call { method, .. }
                if self.c.program.methods[*method].kind == MethodKind::Predicate);
            if e.ty.is_integral() || predicate {
                out.push(e);
            } else {
                let t = self.type_name(e.ty);
                let _ = self.error::<()>(
                    e.span,
                    format!("a measure is an integer or a predicate, not a `{t}`"),
                );
            }
        }
        out
    }

    /// An assertion with its permissions in allowed places.
    pub(super) fn assertion(&mut self, e: &ast::Expr) -> C<Expr> {
        let e = self.expr(e)?;
        if e.ty != Type::Boolean {
            let t = self.type_name(e.ty);
            return self.error(e.span, format!("an assertion is `boolean`, not `{t}`"));
        }
        self.positions(&e, None)?;
        Ok(e)
    }

    /// Permissions stand under `&*&`, `&&`, to the right of `==>`, in the
    /// branches of `?:`, nowhere else. `under` is what forbids them.
    fn positions(&mut self, e: &Expr, under: Option<&'static str>) -> C<()> {
        match &e.kind {
            ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
                self.positions(a, under)?;
                self.positions(b, under)
            }
            ExprKind::Binary(BinOp::Implies, a, b) => {
                self.positions(a, Some("to the left of `==>`"))?;
                self.positions(b, under)
            }
            ExprKind::Conditional(c, a, b) => {
                self.positions(c, Some("in a condition"))?;
                self.positions(a, under)?;
                self.positions(b, under)
            }
            ExprKind::Opening(_, b) | ExprKind::Using(_, b) => self.positions(b, under),
            ExprKind::Acc(..) | ExprKind::Untouched(_) => match under {
                Some(u) => self.error(e.span, format!("a permission has no place {u}")),
                None => Ok(()),
            },
            ExprKind::Call { method, args, .. } => {
                let predicate = self.c.program.methods[*method].kind == MethodKind::Predicate;
                if let (true, Some(u)) = (predicate, under) {
                    return self.error(e.span, format!("a predicate has no place {u}"));
                }
                for a in args {
                    self.positions(a, Some("in an argument"))?;
                }
                Ok(())
            }
            ExprKind::Binary(op, a, b) => {
                let u = Some(match op {
                    BinOp::Or => "under `||`",
                    BinOp::Eq | BinOp::Ne => "in an equality",
                    _ => "under an operator",
                });
                self.positions(a, u)?;
                self.positions(b, u)
            }
            ExprKind::Unary(_, a) => self.positions(a, Some("under a negation")),
            ExprKind::Old(a) => self.positions(a, Some("in `old`")),
            ExprKind::Quantified { body, .. } => self.positions(
                body,
                Some("under a quantifier; `acc(a[*])` stands for all elements of an array"),
            ),
            _ => Ok(()),
        }
    }

    pub(super) fn result(&mut self, span: Span) -> C<Expr> {
        let ty = self
            .method
            .map_or(Type::Void, |m| self.c.program.methods[m].ret);
        if self.place != Place_::Post || ty == Type::Void {
            return self.error(
                span,
                "`result` stands in the postcondition of a method with a result",
            );
        }
        Ok(Expr {
            kind: ExprKind::Result,
            ty,
            span,
        })
    }

    /// What exists in specifications only.
    pub(super) fn spec_expr(&mut self, e: &ast::Expr) -> C<Expr> {
        use ast::ExprKind as A;
        let span = e.span;
        let make = |kind, ty| Expr { kind, ty, span };
        Ok(match &e.kind {
            A::Old(x) => {
                if !matches!(self.place, Place_::Post | Place_::Inside) {
                    return self.error(
                        span,
                        "`old` stands in postconditions, invariants and ghost statements",
                    );
                }
                let x = self.expr(x)?;
                let ty = x.ty;
                make(ExprKind::Old(Box::new(x)), ty)
            }
            A::Result => return self.result(span),
            A::Acc(place, amount) => {
                let amount = match amount {
                    None => Amount::Full,
                    Some(a) => self.amount(a)?,
                };
                make(ExprKind::Acc(self.access(place)?, amount), Type::Boolean)
            }
            A::Untouched(x) => {
                if !matches!(self.place, Place_::Post | Place_::Inside) {
                    return self.error(span, "`untouched` stands in postconditions");
                }
                let x = self.assertion(x)?;
                make(ExprKind::Untouched(Box::new(x)), Type::Boolean)
            }
            A::Quantified(all, vars, range, body) => {
                return self.quantified(*all, vars, range.as_deref(), body, span)
            }
            A::Elements(_) => {
                return self.error(span, "`a[*]` stands inside of `acc(…)` only");
            }
            A::Wildcard => {
                return self.error(span, "`wildcard` is the amount of an `acc(…, wildcard)`");
            }
            _ => return self.error(span, "this has no place here"),
        })
    }

    fn access(&mut self, place: &ast::Expr) -> C<Access> {
        if let ast::ExprKind::Elements(a) = &place.kind {
            let a = self.expr(a)?;
            if !matches!(a.ty, Type::Array(..)) {
                let t = self.type_name(a.ty);
                return self.error(a.span, format!("a `{t}` is no array"));
            }
            return Ok(Access::Elements(Box::new(a)));
        }
        let e = self.expr(place)?;
        let span = e.span;
        match e.kind {
            ExprKind::Field(o, f) => Ok(Access::Field(o, f)),
            ExprKind::Static(f) => Ok(Access::Static(f)),
            ExprKind::Call { method, .. }
                if self.c.program.methods[method].kind == MethodKind::Predicate =>
            {
                Ok(Access::Predicate(Box::new(e)))
            }
            ExprKind::Index(..) => self.fail(
                Problem::ty(span, "permissions go to all elements of an array at once")
                    .help("write `acc(a[*])`"),
            ),
            ExprKind::Length(_) => self.fail(Problem::ty(
                span,
                "the length of an array never changes and needs no permission",
            )),
            _ => self.error(span, "`acc` wants a field, `a[*]` or a predicate"),
        }
    }

    fn amount(&mut self, a: &ast::Expr) -> C<Amount> {
        match &a.kind {
            ast::ExprKind::Wildcard => Ok(Amount::Wildcard),
            ast::ExprKind::Binary(BinOp::Div, x, y) => {
                let x = self.expr(x)?;
                let y = self.expr(y)?;
                if !x.ty.is_integral() || !y.ty.is_integral() {
                    return self.error(
                        a.span,
                        "an amount of permission is a fraction of two integers, such as `1/2`",
                    );
                }
                if let (
                    ExprKind::Constant(Constant::Integer(x)),
                    ExprKind::Constant(Constant::Integer(y)),
                ) = (&x.kind, &y.kind)
                {
                    if *y <= 0 || *x <= 0 || x > y {
                        return self.error(
                            a.span,
                            format!("`{x}/{y}` is no amount: it lies above 0 and is at most 1"),
                        );
                    }
                }
                Ok(Amount::Ratio(Box::new(x), Box::new(y)))
            }
            ast::ExprKind::Int(t, _) if t == "1" => Ok(Amount::Full),
            _ => {
                // Its own type errors come first.
                let e = self.expr(a)?;
                let t = self.type_name(e.ty);
                self.error(
                    a.span,
                    format!("an amount of permission is `1/2` or `wildcard`, not a `{t}`"),
                )
            }
        }
    }

    fn quantified(
        &mut self,
        all: bool,
        params: &[ast::Param],
        range: Option<&ast::Expr>,
        body: &ast::Expr,
        span: Span,
    ) -> C<Expr> {
        self.scoped(|s| {
            let mut vars = Vec::new();
            for p in params {
                let ty = s.c.resolve(&p.ty)?;
                if ty == Type::Void {
                    return s.error(p.name.span, "a variable has no type `void`");
                }
                vars.push(s.declare(&p.name, ty, true));
            }
            let range = match range {
                Some(r) => Some(s.expr(r)?),
                None => None,
            };
            let body = s.expr(body)?;
            for e in range.iter().chain([&body]) {
                if e.ty != Type::Boolean {
                    let t = s.type_name(e.ty);
                    return s.error(e.span, format!("a `boolean` is wanted, not a `{t}`"));
                }
            }
            let body = match range {
                Some(r) => Expr {
                    span: body.span,
                    ty: Type::Boolean,
                    kind: ExprKind::Binary(
                        if all { BinOp::Implies } else { BinOp::And },
                        Box::new(r),
                        Box::new(body),
                    ),
                },
                None => body,
            };
            Ok(Expr {
                kind: ExprKind::Quantified {
                    all,
                    vars,
                    body: Box::new(body),
                },
                ty: Type::Boolean,
                span,
            })
        })
    }
}
