//! The operands of an expression and the parts of a statement, in the order
//! of their evaluation. What walks trees is written with these.

use super::{
    Access, Block, Expr, ExprId, ExprKind, Measure, MeasureKind, Program, Resource, Stmt, StmtId,
    StmtKind, VarId,
};

impl Resource {
    /// The expressions in it.
    pub fn for_each(&self, f: &mut impl FnMut(ExprId)) {
        match self {
            Resource::Field(receiver, _) => f(*receiver),
            Resource::Predicate(_, args) => args.iter().for_each(|&a| f(a)),
            Resource::Wand(wand) => f(*wand),
        }
    }
}

impl Access {
    /// The expressions in it, the amount last.
    pub fn for_each(&self, f: &mut impl FnMut(ExprId)) {
        self.resource.for_each(f);
        if let Some(amount) = self.amount {
            f(amount);
        }
    }
}

impl Measure {
    /// The expressions in it.
    pub fn for_each(&self, f: &mut impl FnMut(ExprId)) {
        if let MeasureKind::Tuple(items) = &self.kind {
            items.iter().for_each(|&e| f(e));
        }
        if let Some(c) = self.condition {
            f(c);
        }
    }
}

impl Expr {
    /// Its direct operands, triggers included.
    pub fn for_each_child(&self, f: &mut impl FnMut(ExprId)) {
        match &self.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Result
            | ExprKind::Amount(_) => {}
            ExprKind::Unary(_, a)
            | ExprKind::Field(a, _)
            | ExprKind::Old(_, a)
            | ExprKind::Untouched(a)
            | ExprKind::Size(a)
            | ExprKind::MapDomain(a)
            | ExprKind::MapRange(a) => f(*a),
            ExprKind::Binary(_, a, b)
            | ExprKind::Let(_, a, b)
            | ExprKind::Applying(a, b)
            | ExprKind::Packaging(a, b)
            | ExprKind::Asserting(a, b)
            | ExprKind::InhaleExhale(a, b)
            | ExprKind::Wand(a, b)
            | ExprKind::Using(a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Index(a, b)
            | ExprKind::Take(a, b)
            | ExprKind::Drop(a, b) => {
                f(*a);
                f(*b);
            }
            ExprKind::Cond(a, b, c) | ExprKind::Update(a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            ExprKind::Quantified(q) => {
                q.triggers.iter().flatten().for_each(|&e| f(e));
                f(q.body);
            }
            ExprKind::ForPerm(_, resource, body) => {
                resource.for_each(f);
                f(*body);
            }
            ExprKind::Call(_, args)
            | ExprKind::Apply(_, _, args)
            | ExprKind::PredicateInstance(_, args)
            | ExprKind::Collection(_, args) => args.iter().for_each(|&a| f(a)),
            ExprKind::Unfolding(access, body) | ExprKind::Folding(access, body) => {
                access.for_each(f);
                f(*body);
            }
            ExprKind::Acc(access) => access.for_each(f),
            ExprKind::Perm(resource) => resource.for_each(f),
            ExprKind::Map(pairs) => pairs.iter().for_each(|&(k, v)| {
                f(k);
                f(v);
            }),
        }
    }
}

impl Stmt {
    /// The expressions that stand in it directly (not those of nested statements).
    pub fn for_each_expr(&self, f: &mut impl FnMut(ExprId)) {
        match &self.kind {
            StmtKind::Declare(_)
            | StmtKind::New { .. }
            | StmtKind::Goto(_)
            | StmtKind::Unreachable
            | StmtKind::Block(_)
            | StmtKind::Unsupported(_) => {}
            StmtKind::Assign(_, e)
            | StmtKind::Inhale(e)
            | StmtKind::Exhale(e)
            | StmtKind::Assert(e)
            | StmtKind::Assume(e)
            | StmtKind::Refute(e)
            | StmtKind::ApplyWand(e)
            | StmtKind::Use(e)
            | StmtKind::Join(e)
            | StmtKind::If(e, _, _)
            | StmtKind::Package(e, _) => f(*e),
            StmtKind::Quasihavoc(_, condition, resource) => {
                condition.iter().for_each(|&c| f(c));
                f(*resource);
            }
            StmtKind::AssignField(receiver, _, value) => {
                f(*receiver);
                f(*value);
            }
            StmtKind::Call { args, .. } => args.iter().for_each(|&a| f(a)),
            StmtKind::Fold(access) | StmtKind::Unfold(access) => access.for_each(f),
            StmtKind::While(l) => {
                f(l.condition);
                l.invariants.iter().for_each(|&e| f(e));
                l.decreases.iter().for_each(|m| m.for_each(f));
            }
            StmtKind::Label(_, invariants) => invariants.iter().for_each(|&e| f(e)),
        }
    }

    /// The blocks nested in it.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let (a, b) = match &self.kind {
            StmtKind::If(_, t, e) => (Some(t), Some(e)),
            StmtKind::While(l) => (Some(&l.body), None),
            StmtKind::Package(_, b) | StmtKind::Block(b) => (Some(b), None),
            _ => (None, None),
        };
        a.into_iter().chain(b)
    }

    /// Calls `f` on the variables that it assigns itself, without statements inside of it.
    pub fn assigns(&self, f: &mut impl FnMut(VarId)) {
        match &self.kind {
            StmtKind::Assign(x, _) | StmtKind::Declare(x) => f(*x),
            StmtKind::New { target, .. } => f(*target),
            StmtKind::Call { targets, .. } => targets.iter().for_each(|&x| f(x)),
            _ => {}
        }
    }
}

impl Program {
    /// Calls `f` on the expression and everything below it, operands after
    /// their operator; `f` says whether to go below. Iterative: deep trees
    /// must not end the stack.
    pub fn walk_expr(&self, root: ExprId, f: &mut impl FnMut(ExprId, &Expr) -> bool) {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let expr = &self.exprs[id];
            if f(id, expr) {
                let from = stack.len();
                expr.for_each_child(&mut |c| stack.push(c));
                stack[from..].reverse();
            }
        }
    }

    /// Calls `f` on all statements of a block in text order, nested ones after
    /// the one that holds them.
    pub fn walk_block(&self, block: &[StmtId], f: &mut impl FnMut(StmtId, &Stmt)) {
        let mut stack: Vec<StmtId> = block.iter().rev().copied().collect();
        while let Some(id) = stack.pop() {
            let stmt = &self.stmts[id];
            f(id, stmt);
            let from = stack.len();
            stmt.blocks().for_each(|b| stack.extend(b.iter().copied()));
            stack[from..].reverse();
        }
    }
}
