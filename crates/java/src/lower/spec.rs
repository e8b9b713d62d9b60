//! Assertions and what else only specifications have.

use super::domains::{Func, Kind};
use super::member::Ctx;
use super::L;
use crate::tree::*;
use crate::types::Type;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, ExprId};

impl Ctx<'_, '_> {
    /// An assertion: no checks of code in it.
    pub(super) fn assertion(&mut self, e: &Expr) -> L<ExprId> {
        let code = std::mem::replace(&mut self.code, false);
        let out = self.pure(e);
        self.code = code;
        out
    }

    pub(super) fn assertions(&mut self, list: &[Expr]) -> L<Vec<ExprId>> {
        list.iter().map(|e| self.assertion(e)).collect()
    }

    pub(super) fn specification(&mut self, e: &Expr) -> L<ExprId> {
        let span = e.span;
        let at = self.at(span);
        Ok(match &e.kind {
            ExprKind::Acc(access, amount) => {
                let amount = self.amount(amount, span)?;
                match access {
                    Access::Field(o, f) => {
                        let object = self.assertion(o)?;
                        let field = self.l.java_field(*f);
                        let ty = self.l.p.fields[*f].ty;
                        self.acc_field(object, field, ty, amount, at)
                    }
                    Access::Static(f) => {
                        let object = self.l.apply(Func::Statics, vec![], at);
                        let field = self.l.java_field(*f);
                        let ty = self.l.p.fields[*f].ty;
                        self.acc_field(object, field, ty, amount, at)
                    }
                    Access::Elements(a) => {
                        let array = self.assertion(a)?;
                        let elem = a.ty.element().unwrap_or(Type::Null);
                        let theory = self.l.elements(Kind::of(elem));
                        self.l.b.acc_field(array, theory.field, amount, at)
                    }
                    Access::Predicate(call) => {
                        let mut access = self.access(call)?;
                        access.amount = amount;
                        let kind = ivl::ExprKind::Acc(Box::new(access));
                        self.l.b.expr(kind, ivl::Types::BOOL, at)
                    }
                }
            }
            ExprKind::Call { .. } => {
                let access = self.access(e)?;
                let kind = ivl::ExprKind::Acc(Box::new(access));
                self.l.b.expr(kind, ivl::Types::BOOL, at)
            }
            ExprKind::Old(x) => {
                let before = std::mem::replace(&mut self.entry_view, true);
                let x = self.pure(x);
                self.entry_view = before;
                self.l.b.old(ivl::OldState::Pre, x?, at)
            }
            ExprKind::Opening(call, body) => {
                let access = self.access(call)?;
                let body = self.pure(body)?;
                let e = self.l.b.unfolding(access, body, at);
                if self.code {
                    self.checked.insert(e);
                }
                e
            }
            ExprKind::Using(call, body) => {
                let call = self.assertion(call)?;
                let body = self.pure(body)?;
                let e = self.l.b.using(call, body, at);
                self.checked.insert(e);
                e
            }
            ExprKind::Untouched(x) => {
                let x = self.assertion(x)?;
                self.l.b.untouched(x, at)
            }
            ExprKind::Quantified { all, vars, body } => {
                let ids: Vec<ivl::VarId> = vars.iter().map(|v| self.variable(*v)).collect();
                let body = self.pure(body)?;
                let q = if *all {
                    ivl::Quantifier::Forall
                } else {
                    ivl::Quantifier::Exists
                };
                self.l.b.quantified(q, ids, Vec::new(), body, at)
            }
            _ => return self.unverified(span, "this expression"),
        })
    }

    /// `acc(o.f)` with what the field's type says about its value.
    pub(super) fn acc_field(
        &mut self,
        object: ExprId,
        field: ivl::FieldId,
        ty: Type,
        amount: Option<ExprId>,
        at: ep_base::Span,
    ) -> ExprId {
        let acc = self.l.b.acc_field(object, field, amount, at);
        let value = self.l.b.read(object, field, at);
        let Some(range) = self.l.in_range(value, ty, at) else {
            return acc;
        };
        let fact = self.assumed(range, at);
        self.l.b.binary(B::And, acc, fact, at)
    }

    /// Assumed where it is produced, nothing where it is consumed.
    pub(super) fn assumed(&mut self, fact: ExprId, at: ep_base::Span) -> ExprId {
        let yes = self.l.b.bool(true, at);
        let kind = ivl::ExprKind::InhaleExhale(fact, yes);
        self.l.b.expr(kind, ivl::Types::BOOL, at)
    }

    fn amount(&mut self, a: &Amount, span: crate::Span) -> L<Option<ExprId>> {
        let at = self.at(span);
        Ok(match a {
            Amount::Full => None,
            Amount::Wildcard => Some(self.l.b.amount(ivl::Permission::Wildcard, at)),
            Amount::Ratio(n, d) => {
                let n = self.assertion(n)?;
                let d = self.assertion(d)?;
                Some(self.l.b.binary(B::PermDiv, n, d, at))
            }
        })
    }

    /// The predicate instance that a call names, with its amount.
    pub(super) fn access(&mut self, e: &Expr) -> L<ivl::Access> {
        let (call, amount) = match &e.kind {
            ExprKind::Acc(Access::Predicate(call), amount) => {
                (&**call, self.amount(amount, e.span)?)
            }
            _ => (e, None),
        };
        let ExprKind::Call {
            target,
            method,
            args,
        } = &call.kind
        else {
            return self.unverified(e.span, "this predicate");
        };
        let mut all = Vec::new();
        if let Target::Virtual(o) | Target::Exact(o) = target {
            all.push(self.assertion(o)?);
        }
        for a in args {
            all.push(self.assertion(a)?);
        }
        let key = self.resolve(target, *method);
        let p = self.l.predicate(key)?;
        Ok(ivl::Access {
            resource: ivl::Resource::Predicate(p, all),
            amount,
        })
    }
}
