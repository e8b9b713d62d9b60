//! Properties of the final state: `--prove`.
//!
//! A property is a Java expression over the parameters, the fields after the
//! run, `result`, and `old(e)` for values before it. It is read as a
//! postcondition by the same front end, so it has the front end's types and
//! messages. Its value over the initial state is `ψσ`.

use super::{scalar, Lowerer, Method};
use crate::expr::{ExprId, Scalar, VarId};
use ep_java::tree::{self, Constant, Expr, ExprKind};

/// A property `ψ` with what is not of the final state held apart.
pub struct Property {
    /// `ψ`, to be substituted by `σ`.
    pub psi: ExprId,
    /// The variable that stands for the result.
    pub result: Option<VarId>,
    /// Variables for values before the run, with those values.
    pub old: Vec<(VarId, ExprId)>,
}

impl Lowerer<'_> {
    /// The last postcondition of the method.
    ///
    /// # Errors
    /// What the property uses that is no expression.
    pub fn property(&mut self, id: tree::MethodId, entry: &Method) -> Result<Property, String> {
        let m = &self.j.methods[id];
        let Some(e) = m.contract.ensures.last() else {
            return Err("the property was not read".into());
        };
        self.method = Some(id);
        self.code.clear();
        self.locals.clear();
        self.local_of.clear();
        let mut params = entry.params.iter();
        self.this = match m.is_static {
            true => None,
            false => params.next().copied(),
        };
        for (p, v) in m.param_ids().zip(params) {
            self.local_of.insert(p, *v);
        }
        let mut out = Property {
            psi: self.out.x.bool(true),
            result: None,
            old: Vec::new(),
        };
        out.psi = self.spec(e, &mut out)?;
        if self.code.is_empty() {
            return Ok(out);
        }
        self.code.clear();
        Err("a property may not call, create, cast or assign".into())
    }

    fn spec(&mut self, e: &Expr, out: &mut Property) -> Result<ExprId, String> {
        match &e.kind {
            ExprKind::Result => {
                let v = match out.result {
                    Some(v) => v,
                    None => {
                        let v = self.out.x.global("result", scalar(e.ty));
                        let class = self.tag(e.ty);
                        self.out.x.info_mut(v).class = class;
                        out.result = Some(v);
                        v
                    }
                };
                Ok(self.out.x.of(v))
            }
            ExprKind::Old(inner) => {
                let before = self.spec(inner, out)?;
                let v = self.out.x.global("old", scalar(inner.ty));
                let class = self.tag(inner.ty);
                self.out.x.info_mut(v).class = class;
                out.old.push((v, before));
                Ok(self.out.x.of(v))
            }
            ExprKind::Acc(..)
            | ExprKind::Opening(..)
            | ExprKind::Using(..)
            | ExprKind::Untouched(_)
            | ExprKind::Quantified { .. } => {
                Err("permissions, predicates and quantifiers are no properties of one state".into())
            }
            ExprKind::Field(o, f) => {
                let o = self.spec(o, out)?;
                let f = self.out.fields[ep_base::entity::EntityId::index(*f)];
                Ok(self.out.x.read(f, o))
            }
            ExprKind::Index(a, i) => {
                let (p, q) = (self.spec(a, out)?, self.spec(i, out)?);
                let e = self.element_read(a.ty, p, q).ok_or("no array")?;
                Ok(e)
            }
            ExprKind::Length(a) => {
                let a = self.spec(a, out)?;
                let m = self.out.x.length_map();
                Ok(self.out.x.read(m, a))
            }
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::String(..)
            | ExprKind::Conditional(..) => self.spec_operation(e, out),
            _ => {
                let v = self.expr(e);
                match self.out.x.scalar(v) {
                    Scalar::Bool | Scalar::Int | Scalar::Long | Scalar::Ref => Ok(v),
                }
            }
        }
    }

    /// An operation on specifications: the operands are given names, so that the
    /// lowering of expressions can be used on them.
    fn spec_operation(&mut self, e: &Expr, out: &mut Property) -> Result<ExprId, String> {
        let mut e = e.clone();
        let mut names: Vec<(VarId, ExprId)> = Vec::new();
        {
            let mut operands: Vec<&mut Expr> = match &mut e.kind {
                ExprKind::Unary(_, a) | ExprKind::Convert(a) => vec![a],
                ExprKind::Binary(_, a, b) => vec![a, b],
                ExprKind::Conditional(c, a, b) => vec![c, a, b],
                ExprKind::String(_, list) => list.iter_mut().collect(),
                _ => Vec::new(),
            };
            // A literal is compared as one.
            operands.retain(|e| !matches!(e.kind, ExprKind::Constant(Constant::Str(_))));
            // All values first: operands may be operations with names of their own.
            let mut values = Vec::with_capacity(operands.len());
            for operand in &operands {
                values.push(self.spec(operand, out)?);
            }
            for (operand, value) in operands.iter_mut().zip(values) {
                let v = self.out.x.global("operand", scalar(operand.ty));
                let local = tree::LocalId(u32::MAX - 1 - names.len() as u32);
                self.local_of.insert(local, v);
                operand.kind = ExprKind::Local(local);
                names.push((v, value));
            }
        }
        let combined = self.expr(&e);
        let find = |v: VarId| names.iter().find(|n| n.0 == v).map(|n| n.1);
        Ok(crate::subst::apply(&mut self.out.x, combined, &find))
    }
}
