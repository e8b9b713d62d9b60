//! Walking trees in place: every name, type, expression and statement of a
//! tree is handed to a [`Rewrite`], which may replace it.

use super::tree::{
    Axiom, Decl, Decreases, Expr, ExprKind, Member, MemberKind, Name, OldLabel, Spec, SpecKind,
    Stmt, StmtKind, Type, TypeKind,
};

/// What is done to the parts of a tree. The defaults go on below.
pub trait Rewrite {
    /// A use of a name that is no variable by itself: field, function, label.
    fn reference(&mut self, _name: &mut Name) {}
    /// A name that is declared: bound variable, local, label (`label`).
    fn declared(&mut self, _name: &mut Name, _label: bool) {}
    /// A type.
    fn ty(&mut self, ty: &mut Type) {
        walk_type(self, ty);
    }
    /// An expression.
    fn expr(&mut self, e: &mut Expr) {
        walk_expr(self, e);
    }
    /// A statement.
    fn stmt(&mut self, s: &mut Stmt) {
        walk_stmt(self, s);
    }
}

/// Goes on below a type.
pub fn walk_type<R: Rewrite + ?Sized>(r: &mut R, ty: &mut Type) {
    match &mut ty.kind {
        TypeKind::Bool | TypeKind::Int | TypeKind::Perm | TypeKind::Ref => {}
        TypeKind::Seq(e) | TypeKind::Set(e) | TypeKind::Multiset(e) => r.ty(e),
        TypeKind::Map(k, v) => {
            r.ty(k);
            r.ty(v);
        }
        TypeKind::Named(_, args) => args.iter_mut().flatten().for_each(|t| r.ty(t)),
        TypeKind::Macro(_, args) => args.iter_mut().for_each(|e| r.expr(e)),
    }
}

fn walk_decls<R: Rewrite + ?Sized>(r: &mut R, decls: &mut [Decl]) {
    for decl in decls {
        r.declared(&mut decl.name, false);
        r.ty(&mut decl.ty);
    }
}

/// Goes on below an expression.
pub fn walk_expr<R: Rewrite + ?Sized>(r: &mut R, e: &mut Expr) {
    match &mut e.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::Result
        | ExprKind::Amount(_)
        | ExprKind::Name(_) => {}
        ExprKind::New(fields) => fields.iter_mut().flatten().for_each(|f| r.reference(f)),
        ExprKind::Call(name, args, ty) => {
            r.reference(name);
            args.iter_mut().for_each(|a| r.expr(a));
            ty.iter_mut().for_each(|t| r.ty(t));
        }
        ExprKind::PredicateInstance(name, args) => {
            r.reference(name);
            args.iter_mut().for_each(|a| r.expr(a));
        }
        ExprKind::Collection(_, ty, items) => {
            ty.iter_mut().for_each(|t| r.ty(t));
            items.iter_mut().for_each(|a| r.expr(a));
        }
        ExprKind::Field(a, name) => {
            r.expr(a);
            r.reference(name);
        }
        ExprKind::Unary(_, a)
        | ExprKind::Perm(a)
        | ExprKind::Size(a)
        | ExprKind::MapDomain(a)
        | ExprKind::MapRange(a)
        | ExprKind::Annotated(_, a) => r.expr(a),
        ExprKind::Old(label, a) => {
            if let OldLabel::Label(name) = label {
                r.reference(name);
            }
            r.expr(a);
        }
        ExprKind::Let(name, value, body) => {
            r.expr(value);
            r.declared(name, false);
            r.expr(body);
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::Unfolding(a, b)
        | ExprKind::Applying(a, b)
        | ExprKind::Asserting(a, b)
        | ExprKind::InhaleExhale(a, b)
        | ExprKind::Range(a, b)
        | ExprKind::Index(a, b)
        | ExprKind::Using(a, b) => {
            r.expr(a);
            r.expr(b);
        }
        ExprKind::Cond(a, b, c) | ExprKind::Update(a, b, c) => {
            r.expr(a);
            r.expr(b);
            r.expr(c);
        }
        ExprKind::Quantified(_, decls, triggers, body) => {
            walk_decls(r, decls);
            triggers.iter_mut().flatten().for_each(|t| r.expr(t));
            r.expr(body);
        }
        ExprKind::ForPerm(decls, resource, body) => {
            walk_decls(r, decls);
            r.expr(resource);
            r.expr(body);
        }
        ExprKind::Acc(a, b) => {
            r.expr(a);
            b.iter_mut().for_each(|b| r.expr(b));
        }
        ExprKind::Slice(a, b, c) => {
            r.expr(a);
            b.iter_mut().chain(c).for_each(|x| r.expr(x));
        }
        ExprKind::Map(ty, pairs) => {
            if let Some((k, v)) = ty {
                r.ty(k);
                r.ty(v);
            }
            for (k, v) in pairs {
                r.expr(k);
                r.expr(v);
            }
        }
    }
}

/// Goes on below clauses.
pub fn walk_specs<R: Rewrite + ?Sized>(r: &mut R, specs: &mut [Spec]) {
    for spec in specs {
        match &mut spec.kind {
            SpecKind::Condition(e) => r.expr(e),
            SpecKind::Decreases(measure, condition) => {
                if let Decreases::Tuple(items) = measure {
                    items.iter_mut().for_each(|e| r.expr(e));
                }
                condition.iter_mut().for_each(|e| r.expr(e));
            }
        }
    }
}

/// Goes on below a statement.
pub fn walk_stmt<R: Rewrite + ?Sized>(r: &mut R, s: &mut Stmt) {
    match &mut s.kind {
        StmtKind::Var(decls, value) => {
            walk_decls(r, decls);
            value.iter_mut().for_each(|e| r.expr(e));
        }
        StmtKind::Assign(targets, value) => {
            targets.iter_mut().for_each(|e| r.expr(e));
            r.expr(value);
        }
        StmtKind::Fold(e)
        | StmtKind::Unfold(e)
        | StmtKind::Inhale(e)
        | StmtKind::Exhale(e)
        | StmtKind::Assert(e)
        | StmtKind::Assume(e)
        | StmtKind::Refute(e)
        | StmtKind::Apply(e)
        | StmtKind::Use(e)
        | StmtKind::Join(e) => r.expr(e),
        StmtKind::Package(e, script) => {
            r.expr(e);
            script.iter_mut().for_each(|s| r.stmt(s));
        }
        StmtKind::If(c, a, b) => {
            r.expr(c);
            a.iter_mut().chain(b).for_each(|s| r.stmt(s));
        }
        StmtKind::While(c, specs, body) => {
            r.expr(c);
            walk_specs(r, specs);
            body.iter_mut().for_each(|s| r.stmt(s));
        }
        StmtKind::Label(name, specs) => {
            r.declared(name, true);
            walk_specs(r, specs);
        }
        StmtKind::Goto(name) => r.reference(name),
        StmtKind::Block(body) | StmtKind::Inline(body) => {
            body.iter_mut().for_each(|s| r.stmt(s));
        }
        StmtKind::Define(_) => {}
        StmtKind::Quasihavoc(decls, e) => {
            walk_decls(r, decls);
            r.expr(e);
        }
    }
}

/// Goes on below a declaration (not into macros).
pub fn walk_member<R: Rewrite + ?Sized>(r: &mut R, member: &mut Member) {
    match &mut member.kind {
        MemberKind::Import(_) | MemberKind::Define(_) => {}
        MemberKind::Field(decls) => decls.iter_mut().for_each(|d| r.ty(&mut d.ty)),
        MemberKind::Method(m) => {
            walk_decls(r, &mut m.params);
            walk_decls(r, &mut m.returns);
            walk_specs(r, &mut m.pres);
            walk_specs(r, &mut m.posts);
            m.body.iter_mut().flatten().for_each(|s| r.stmt(s));
        }
        MemberKind::Function(f) => {
            walk_decls(r, &mut f.params);
            r.ty(&mut f.result);
            walk_specs(r, &mut f.pres);
            walk_specs(r, &mut f.posts);
            f.body.iter_mut().for_each(|e| r.expr(e));
        }
        MemberKind::Predicate(p) => {
            walk_decls(r, &mut p.params);
            p.body.iter_mut().for_each(|e| r.expr(e));
        }
        MemberKind::Domain(d) => {
            for f in &mut d.functions {
                f.params.iter_mut().for_each(|(_, t)| r.ty(t));
                r.ty(&mut f.result);
            }
            for Axiom { body, .. } in &mut d.axioms {
                r.expr(body);
            }
        }
        MemberKind::Adt(a) => {
            for (_, params) in &mut a.constructors {
                params.iter_mut().for_each(|d| r.ty(&mut d.ty));
            }
        }
    }
}
