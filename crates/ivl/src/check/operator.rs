//! The types of operators. `/` between integers is a fraction or a quotient:
//! its type is a numeric unknown, which the context decides.

use super::Checker;
use crate::ast::{BinOp, ExprId, ExprKind, Type, TypeId, Types, UnOp};
use crate::syntax::tree;
use ep_base::Span;

impl Checker<'_> {
    pub(super) fn unary(&mut self, op: UnOp, e: ExprId, span: Span) -> Option<ExprId> {
        self.need_pure(e)?;
        match op {
            UnOp::Not => {
                self.need(e, Types::BOOL)?;
            }
            UnOp::Neg => self.need_number(e)?,
        }
        Some(self.b.unary(op, e, span))
    }

    /// `Int` or `Perm`.
    fn need_number(&mut self, e: ExprId) -> Option<()> {
        let ty = self.type_of(e);
        match self.b.program.types.get(ty) {
            Type::Int | Type::Perm => Some(()),
            Type::Infer(_) => {
                let number = self.infer.numeric(&mut self.b.program.types);
                self.need(e, number).map(|_| ())
            }
            _ => {
                let message = format!("expected Int or Perm, found {}", self.show(ty));
                self.error(self.span(e), message)
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        op: tree::BinOp,
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> Option<ExprId> {
        use tree::BinOp as B;
        let op = match op {
            B::Wand => {
                self.need(a, Types::BOOL)?;
                self.need(b, Types::BOOL)?;
                return Some(self.b.expr(ExprKind::Wand(a, b), Types::BOOL, span));
            }
            B::Slash => return self.slash(a, b, span),
            B::And => return self.logical(BinOp::And, a, b, true, true, span),
            B::Implies => return self.logical(BinOp::Implies, a, b, false, true, span),
            B::Or => return self.logical(BinOp::Or, a, b, false, false, span),
            B::Iff => return self.logical(BinOp::Iff, a, b, false, false, span),
            B::Eq => BinOp::Eq,
            B::Ne => BinOp::Ne,
            B::Lt => BinOp::Lt,
            B::Le => BinOp::Le,
            B::Gt => BinOp::Gt,
            B::Ge => BinOp::Ge,
            B::Add => BinOp::Add,
            B::Sub => BinOp::Sub,
            B::Mul => BinOp::Mul,
            B::Div => BinOp::Div,
            B::Mod => BinOp::Mod,
            B::Append => BinOp::Append,
            B::Union => BinOp::Union,
            B::Intersection => BinOp::Intersection,
            B::Setminus => BinOp::Setminus,
            B::Subset => BinOp::Subset,
            B::In => BinOp::In,
        };
        self.need_pure(a)?;
        self.need_pure(b)?;
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        match op {
            BinOp::Eq | BinOp::Ne => {
                self.need(b, ta)?;
            }
            BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::Add | BinOp::Sub => {
                self.need_number(a)?;
                let ta = self.type_of(a);
                self.need(b, ta)?;
            }
            BinOp::Mul => return self.product(a, b, span),
            BinOp::Div | BinOp::Mod => {
                self.need(a, Types::INT)?;
                self.need(b, Types::INT)?;
            }
            BinOp::Append => {
                let element = self.infer.fresh(&mut self.b.program.types, None);
                let seq = self.types().seq(element);
                self.need(a, seq)?;
                self.need(b, seq)?;
            }
            BinOp::In => self.membership(a, ta, b, tb)?,
            _ => {
                let known = match self.b.program.types.get(ta) {
                    Type::Infer(_) => tb,
                    _ => ta,
                };
                match self.b.program.types.get(known) {
                    Type::Set(_) | Type::Multiset(_) => {}
                    Type::Infer(_) => {
                        let element = self.infer.fresh(&mut self.b.program.types, None);
                        let set = self.types().set(element);
                        self.need(a, set)?;
                    }
                    _ => {
                        let message =
                            format!("expected a set or a multiset, found {}", self.show(known));
                        return self.error(self.span(a), message);
                    }
                }
                self.need(a, known)?;
                self.need(b, known)?;
            }
        }
        Some(self.b.binary(op, a, b, span))
    }

    fn logical(
        &mut self,
        op: BinOp,
        a: ExprId,
        b: ExprId,
        left_impure: bool,
        right_impure: bool,
        span: Span,
    ) -> Option<ExprId> {
        for (e, impure) in [(a, left_impure), (b, right_impure)] {
            if !impure {
                self.need_pure(e)?;
            }
            self.need(e, Types::BOOL)?;
        }
        Some(self.b.binary(op, a, b, span))
    }

    fn membership(&mut self, a: ExprId, ta: TypeId, b: ExprId, tb: TypeId) -> Option<()> {
        let (element, of) = match *self.b.program.types.get(tb) {
            Type::Seq(e) | Type::Set(e) | Type::Multiset(e) => (e, b),
            Type::Map(k, _) => (k, b),
            Type::Infer(_) => {
                let set = self.types().set(ta);
                self.need(b, set)?;
                (ta, b)
            }
            _ => {
                let message = format!(
                    "expected a sequence, a set, a multiset or a map, found {}",
                    self.show(tb)
                );
                return self.error(self.span(b), message);
            }
        };
        let _ = of;
        self.need(a, element).map(|_| ())
    }

    /// `*`: two of a kind, or an integer times a permission.
    fn product(&mut self, a: ExprId, b: ExprId, span: Span) -> Option<ExprId> {
        self.need_number(a)?;
        self.need_number(b)?;
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let unknown = |c: &Self, t: TypeId| matches!(c.b.program.types.get(t), Type::Infer(_));
        let ty = if ta == Types::PERM || tb == Types::PERM {
            Types::PERM
        } else if unknown(self, ta) {
            if unknown(self, tb) {
                self.unify(ta, tb);
            }
            ta
        } else {
            tb
        };
        Some(self.b.expr(ExprKind::Binary(BinOp::Mul, a, b), ty, span))
    }

    fn slash(&mut self, a: ExprId, b: ExprId, span: Span) -> Option<ExprId> {
        self.need_pure(a)?;
        self.need_pure(b)?;
        self.need_number(a)?;
        self.need_number(b)?;
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let ty = if ta == Types::INT {
            if tb == Types::PERM {
                return self.error(self.span(b), "an integer cannot be divided by a permission");
            }
            self.need(b, Types::INT)?;
            self.infer.numeric(&mut self.b.program.types)
        } else if matches!(self.b.program.types.get(ta), Type::Infer(_)) {
            // Both quotients or both fractions.
            if matches!(self.b.program.types.get(tb), Type::Infer(_)) {
                self.unify(ta, tb);
                ta
            } else {
                self.need(a, Types::PERM)?;
                Types::PERM
            }
        } else {
            Types::PERM
        };
        let kind = ExprKind::Binary(BinOp::PermDiv, a, b);
        Some(self.b.expr(kind, ty, span))
    }
}
