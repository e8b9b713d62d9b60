//! Walks over the typed tree: every expression, outermost first, in the order
//! of evaluation.

use crate::tree::*;

impl Place {
    /// The expressions in it.
    pub fn each<'t>(&'t self, f: &mut impl FnMut(&'t Expr)) {
        match self {
            Place::Local(_) | Place::Static(_) => {}
            Place::Field(o, _) => f(o),
            Place::Index(a, i) => {
                f(a);
                f(i);
            }
        }
    }
}

impl Expr {
    /// The direct operands.
    pub fn each<'t>(&'t self, f: &mut impl FnMut(&'t Expr)) {
        match &self.kind {
            ExprKind::Constant(_)
            | ExprKind::Null
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Static(_)
            | ExprKind::Result => {}
            ExprKind::Field(x, _)
            | ExprKind::Length(x)
            | ExprKind::Unary(_, x)
            | ExprKind::Convert(x)
            | ExprKind::Cast(x)
            | ExprKind::InstanceOf(x, _)
            | ExprKind::Old(x)
            | ExprKind::Untouched(x) => f(x),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Concat(a, b)
            | ExprKind::Opening(a, b)
            | ExprKind::Using(a, b) => {
                f(a);
                f(b);
            }
            ExprKind::Conditional(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            ExprKind::Assign(p, v) => {
                p.each(f);
                f(v);
            }
            ExprKind::Compound { place, value, .. } => {
                place.each(f);
                f(value);
            }
            ExprKind::IncDec { place, .. } => place.each(f),
            ExprKind::Call { target, args, .. } => {
                match target {
                    Target::Static => {}
                    Target::Virtual(o) | Target::Exact(o) => f(o),
                }
                args.iter().for_each(f);
            }
            ExprKind::String(_, list)
            | ExprKind::NewArray(list)
            | ExprKind::ArrayLiteral(list)
            | ExprKind::New { args: list, .. } => list.iter().for_each(f),
            ExprKind::Print(_, x) => {
                if let Some(x) = x {
                    f(x);
                }
            }
            ExprKind::Acc(access, amount) => {
                match access {
                    Access::Field(x, _) | Access::Elements(x) | Access::Predicate(x) => f(x),
                    Access::Static(_) => {}
                }
                if let Amount::Ratio(a, b) = amount {
                    f(a);
                    f(b);
                }
            }
            ExprKind::Quantified { body, .. } => f(body),
        }
    }

    /// This and everything below.
    pub fn walk<'t>(&'t self, f: &mut impl FnMut(&'t Expr)) {
        f(self);
        // A closure that calls itself needs a trait object.
        fn go<'t>(e: &'t Expr, f: &mut dyn FnMut(&'t Expr)) {
            e.each(&mut |x| {
                f(x);
                go(x, f);
            });
        }
        go(self, f);
    }

    /// Whether its evaluation changes anything, or calls what may.
    pub fn has_effect(&self, p: &Program) -> bool {
        let mut found = false;
        self.walk(&mut |e| {
            found |= match &e.kind {
                ExprKind::Assign(..)
                | ExprKind::Compound { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::Print(..)
                | ExprKind::New { .. }
                | ExprKind::NewArray(_)
                | ExprKind::ArrayLiteral(_) => true,
                ExprKind::Call { method, .. } => !matches!(
                    p.methods[*method].kind,
                    MethodKind::Pure | MethodKind::Predicate
                ),
                _ => false,
            };
        });
        found
    }
}

impl Stmt {
    /// The expressions that stand in it directly, specifications included.
    pub fn each_expr<'t>(&'t self, f: &mut impl FnMut(&'t Expr)) {
        match &self.kind {
            StmtKind::Local(_, e) | StmtKind::Return(e) => e.iter().for_each(f),
            StmtKind::Expr(e)
            | StmtKind::If(e, ..)
            | StmtKind::Switch { on: e, .. }
            | StmtKind::Throw(e)
            | StmtKind::Open(e)
            | StmtKind::Close(e)
            | StmtKind::Use(e)
            | StmtKind::GhostAssert(e)
            | StmtKind::Join(e) => f(e),
            StmtKind::While { cond, spec, .. } | StmtKind::DoWhile { cond, spec, .. } => {
                f(cond);
                spec.invariants.iter().chain(&spec.decreases).for_each(f);
            }
            StmtKind::For {
                cond, update, spec, ..
            } => {
                cond.iter().for_each(&mut *f);
                update.iter().for_each(&mut *f);
                spec.invariants.iter().chain(&spec.decreases).for_each(f);
            }
            StmtKind::Assert(c, m) => {
                f(c);
                m.iter().for_each(f);
            }
            StmtKind::ConstructorCall { args, .. } => args.iter().for_each(f),
            StmtKind::Labeled(..)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Try { .. }
            | StmtKind::Block(_) => {}
        }
    }

    /// The statements nested in it.
    pub fn each_stmt<'t>(&'t self, f: &mut impl FnMut(&'t Stmt)) {
        match &self.kind {
            StmtKind::If(_, a, b) => {
                f(a);
                if let Some(b) = b {
                    f(b);
                }
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Labeled(_, body) => f(body),
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(&mut *f);
                f(body);
            }
            StmtKind::Switch { cases, .. } => {
                for c in cases {
                    c.body.iter().for_each(&mut *f);
                }
            }
            StmtKind::Try {
                body,
                catches,
                finally,
            } => {
                body.iter().for_each(&mut *f);
                for c in catches {
                    c.body.iter().for_each(&mut *f);
                }
                finally.iter().flatten().for_each(f);
            }
            StmtKind::Block(list) => list.iter().for_each(f),
            _ => {}
        }
    }

    /// Calls `f` on every expression of this statement and of those inside.
    pub fn walk<'t>(&'t self, f: &mut impl FnMut(&'t Expr)) {
        fn go<'t>(s: &'t Stmt, f: &mut dyn FnMut(&'t Expr)) {
            s.each_expr(&mut |e| e.walk(&mut |x| f(x)));
            s.each_stmt(&mut |x| go(x, f));
        }
        go(self, f);
    }

    /// Calls `f` on this statement and on those inside.
    pub fn walk_stmts<'t>(&'t self, f: &mut impl FnMut(&'t Stmt)) {
        fn go<'t>(s: &'t Stmt, f: &mut dyn FnMut(&'t Stmt)) {
            f(s);
            s.each_stmt(&mut |x| go(x, f));
        }
        go(self, f);
    }
}

impl Expr {
    /// The operands that code evaluates, to be replaced.
    pub fn each_mut<'t>(&'t mut self, f: &mut impl FnMut(&'t mut Expr)) {
        match &mut self.kind {
            ExprKind::Field(x, _)
            | ExprKind::Length(x)
            | ExprKind::Unary(_, x)
            | ExprKind::Convert(x)
            | ExprKind::Cast(x)
            | ExprKind::InstanceOf(x, _)
            | ExprKind::Opening(_, x)
            | ExprKind::Using(_, x) => f(x),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Concat(a, b) => {
                f(a);
                f(b);
            }
            ExprKind::Conditional(c, ..) => f(c),
            ExprKind::Call { target, args, .. } => {
                match target {
                    Target::Static => {}
                    Target::Virtual(o) | Target::Exact(o) => f(o),
                }
                args.iter_mut().for_each(f);
            }
            ExprKind::String(_, list) => list.iter_mut().for_each(f),
            _ => {}
        }
    }
}
