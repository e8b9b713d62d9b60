//! Reachability (JLS 14.22) and definite assignment (JLS 16) of locals.
//!
//! One walk over the typed tree per method. The state before a point is the
//! set of locals that are definitely assigned there, or [`Flow::Dead`] where
//! control cannot be ("V is vacuously assigned"). A condition has one state
//! for each outcome. Sets are bit vectors, one word per 64 locals.

use super::constant;
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;
use std::collections::HashMap;

#[derive(Clone, PartialEq)]
enum Flow {
    Dead,
    Live(Vec<u64>),
}

impl Flow {
    fn join(self, other: Flow) -> Flow {
        match (self, other) {
            (Flow::Dead, o) | (o, Flow::Dead) => o,
            (Flow::Live(a), Flow::Live(b)) => {
                Flow::Live(a.iter().zip(&b).map(|(x, y)| x & y).collect())
            }
        }
    }
    fn set(&mut self, l: LocalId) {
        if let Flow::Live(s) = self {
            s[l.0 as usize / 64] |= 1 << (l.0 % 64);
        }
    }
    fn has(&self, l: LocalId) -> bool {
        match self {
            Flow::Dead => true,
            Flow::Live(s) => s[l.0 as usize / 64] >> (l.0 % 64) & 1 == 1,
        }
    }
}

struct Walk<'p> {
    p: &'p Program,
    m: &'p Method,
    problems: Vec<Problem>,
    breaks: HashMap<LabelId, Flow>,
    /// What is joined at the end of the method (`return`).
    told: Vec<(LocalId, Span)>,
}

/// What is wrong with the flow of all methods.
pub fn check(p: &Program) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (_, m) in p.methods.iter() {
        let Some(Body::Block(body)) = &m.body else {
            continue;
        };
        let mut w = Walk {
            p,
            m,
            problems: Vec::new(),
            breaks: HashMap::new(),
            told: Vec::new(),
        };
        let mut start = Flow::Live(vec![0; m.locals.len() / 64 + 1]);
        for l in m.param_ids() {
            start.set(l);
        }
        let end = w.stmts(body, start);
        if end != Flow::Dead && m.ret != Type::Void {
            w.problems.push(Problem::ty(
                m.end,
                format!("`{}` can end without a `return`", m.name),
            ));
        }
        problems.extend(w.problems);
    }
    problems
}

impl Walk<'_> {
    fn constant(&self, e: &Expr) -> Option<bool> {
        match constant::fold(self.p, e) {
            Some(Constant::Boolean(b)) => Some(b),
            _ => None,
        }
    }

    fn stmts(&mut self, list: &[Stmt], mut f: Flow) -> Flow {
        let mut told = false;
        for s in list {
            let ghost = matches!(
                s.kind,
                StmtKind::Open(_)
                    | StmtKind::Close(_)
                    | StmtKind::Use(_)
                    | StmtKind::GhostAssert(_)
                    | StmtKind::Join(_)
            );
            if f == Flow::Dead && !told && !ghost {
                told = true;
                self.problems
                    .push(Problem::ty(s.span, "this statement is never reached"));
                // Once is enough: what stands in it and behind it counts as reached.
                f = Flow::Live(vec![u64::MAX; self.m.locals.len() / 64 + 1]);
            }
            f = self.stmt(s, f);
        }
        match told {
            true => Flow::Dead,
            false => f,
        }
    }

    fn body(&mut self, s: &Stmt, f: Flow) -> Flow {
        self.stmts(std::slice::from_ref(s), f)
    }

    fn leave(&mut self, label: LabelId, f: Flow) {
        let old = self.breaks.remove(&label).unwrap_or(Flow::Dead);
        self.breaks.insert(label, old.join(f));
    }

    fn left(&mut self, label: LabelId) -> Flow {
        self.breaks.remove(&label).unwrap_or(Flow::Dead)
    }

    fn stmt(&mut self, s: &Stmt, f: Flow) -> Flow {
        match &s.kind {
            StmtKind::Local(l, init) => match init {
                Some(e) => {
                    let mut f = self.expr(e, f);
                    f.set(*l);
                    f
                }
                None => {
                    // A loop's body may come here again: the value is gone.
                    if let Flow::Live(mut s) = f {
                        s[l.0 as usize / 64] &= !(1 << (l.0 % 64));
                        return Flow::Live(s);
                    }
                    f
                }
            },
            StmtKind::Expr(e) => self.expr(e, f),
            StmtKind::If(c, a, b) => {
                // `if` is never a reason for unreachable code (JLS 14.22).
                let (t, e) = self.cond(c, f.clone());
                let t = alive(t, &f);
                let e = alive(e, &f);
                let after = self.body(a, t);
                match b {
                    Some(b) => after.join(self.body(b, e)),
                    None => after.join(e),
                }
            }
            StmtKind::While {
                label,
                cond,
                body,
                spec,
            } => {
                self.spec(spec, &f);
                let (t, e) = self.loop_cond(cond, f);
                self.body(body, t);
                e.join(self.left(*label))
            }
            StmtKind::DoWhile {
                label,
                cond,
                body,
                spec,
            } => {
                self.spec(spec, &f);
                let after = self.body(body, f);
                let (continued, f) = match self.continues(body, *label) {
                    true => (true, after.clone()),
                    false => (false, after.clone()),
                };
                // A `continue` reaches the condition with what was assigned
                // before it; what the body assigns after that is not counted.
                let f = if continued && f == Flow::Dead {
                    Flow::Live(vec![0; self.m.locals.len() / 64 + 1])
                } else {
                    f
                };
                let (_, e) = self.loop_cond(cond, f);
                e.join(self.left(*label))
            }
            StmtKind::For {
                label,
                init,
                cond,
                update,
                body,
                spec,
            } => {
                let f = self.stmts(init, f);
                self.spec(spec, &f);
                let (t, e) = match cond {
                    Some(c) => self.loop_cond(c, f),
                    None => (f, Flow::Dead),
                };
                let mut g = self.body(body, t);
                for u in update {
                    g = self.expr(u, g);
                }
                e.join(self.left(*label))
            }
            StmtKind::Switch { label, on, cases } => {
                let f = self.expr(on, f);
                let mut through = Flow::Dead;
                for c in cases {
                    let start = f.clone().join(through);
                    through = self.stmts(&c.body, start);
                }
                let mut after = through.join(self.left(*label));
                if !cases.iter().any(|c| c.default) {
                    after = after.join(f);
                }
                after
            }
            StmtKind::Labeled(label, body) => {
                let f = self.body(body, f);
                f.join(self.left(*label))
            }
            StmtKind::Break(label) => {
                self.leave(*label, f);
                Flow::Dead
            }
            StmtKind::Continue(_) => Flow::Dead,
            StmtKind::Return(e) => {
                if let Some(e) = e {
                    self.expr(e, f);
                }
                Flow::Dead
            }
            StmtKind::Throw(e) => {
                self.expr(e, f);
                Flow::Dead
            }
            StmtKind::Try {
                body,
                catches,
                finally,
            } => {
                let before = f.clone();
                let mut after = self.stmts(body, f);
                for c in catches {
                    let mut start = before.clone();
                    start.set(c.local);
                    after = after.join(self.stmts(&c.body, start));
                }
                let Some(finally) = finally else { return after };
                let end = self.stmts(finally, before.clone());
                match (after, end) {
                    (Flow::Dead, _) | (_, Flow::Dead) => Flow::Dead,
                    (Flow::Live(a), Flow::Live(b)) => {
                        Flow::Live(a.iter().zip(&b).map(|(x, y)| x | y).collect())
                    }
                }
            }
            StmtKind::Block(list) => self.stmts(list, f),
            StmtKind::Assert(c, m) => {
                let (t, e) = self.cond(c, f.clone());
                if let Some(m) = m {
                    self.expr(m, e);
                }
                drop(t);
                f
            }
            StmtKind::ConstructorCall { args, .. } => args.iter().fold(f, |f, a| self.expr(a, f)),
            StmtKind::Open(e)
            | StmtKind::Close(e)
            | StmtKind::Use(e)
            | StmtKind::GhostAssert(e)
            | StmtKind::Join(e) => {
                self.expr(e, f.clone());
                f
            }
        }
    }

    fn spec(&mut self, spec: &LoopSpec, f: &Flow) {
        for e in spec.invariants.iter().chain(&spec.decreases) {
            self.expr(e, f.clone());
        }
    }

    /// Whether a `continue` of this loop stands in the statement.
    fn continues(&self, s: &Stmt, label: LabelId) -> bool {
        match &s.kind {
            StmtKind::Continue(l) => *l == label,
            StmtKind::If(_, a, b) => {
                self.continues(a, label) || b.as_ref().is_some_and(|b| self.continues(b, label))
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Labeled(_, body) => self.continues(body, label),
            StmtKind::Switch { cases, .. } => cases
                .iter()
                .flat_map(|c| &c.body)
                .any(|s| self.continues(s, label)),
            StmtKind::Block(list) => list.iter().any(|s| self.continues(s, label)),
            StmtKind::Try {
                body,
                catches,
                finally,
            } => body
                .iter()
                .chain(catches.iter().flat_map(|c| &c.body))
                .chain(finally.iter().flatten())
                .any(|s| self.continues(s, label)),
            _ => false,
        }
    }

    /// A loop's condition: only a constant expression makes code unreachable
    /// (JLS 14.22), `x && false` does not.
    fn loop_cond(&mut self, e: &Expr, f: Flow) -> (Flow, Flow) {
        if self.constant(e).is_some() {
            return self.cond(e, f);
        }
        let (t, n) = self.cond(e, f.clone());
        (alive(t, &f), alive(n, &f))
    }

    fn cond(&mut self, e: &Expr, f: Flow) -> (Flow, Flow) {
        if let Some(b) = self.constant(e) {
            return if b { (f, Flow::Dead) } else { (Flow::Dead, f) };
        }
        match &e.kind {
            ExprKind::Unary(UnOp::Not, x) => {
                let (t, e) = self.cond(x, f);
                (e, t)
            }
            ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
                let (t, e) = self.cond(a, f);
                let (t2, e2) = self.cond(b, t);
                (t2, e.join(e2))
            }
            ExprKind::Binary(BinOp::Or, a, b) => {
                let (t, e) = self.cond(a, f);
                let (t2, e2) = self.cond(b, e);
                (t.join(t2), e2)
            }
            _ => {
                let f = self.expr(e, f);
                (f.clone(), f)
            }
        }
    }

    fn read(&mut self, l: LocalId, span: Span, f: &Flow) {
        let local = &self.m.locals[l];
        if !local.ghost && !f.has(l) && !self.told.contains(&(l, span)) {
            self.told.push((l, span));
            self.problems.push(Problem::ty(
                span,
                format!("the variable `{}` might not have a value here", local.name),
            ));
        }
    }

    fn place(&mut self, p: &Place, f: Flow) -> Flow {
        match p {
            Place::Local(_) | Place::Static(_) => f,
            Place::Field(o, _) => self.expr(o, f),
            Place::Index(a, i) => {
                let f = self.expr(a, f);
                self.expr(i, f)
            }
        }
    }

    fn all(&mut self, list: &[Expr], f: Flow) -> Flow {
        list.iter().fold(f, |f, e| self.expr(e, f))
    }

    fn expr(&mut self, e: &Expr, f: Flow) -> Flow {
        match &e.kind {
            ExprKind::Constant(_)
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::Static(_)
            | ExprKind::Result => f,
            ExprKind::Local(l) => {
                self.read(*l, e.span, &f);
                f
            }
            ExprKind::Field(x, _)
            | ExprKind::Length(x)
            | ExprKind::Convert(x)
            | ExprKind::Cast(x)
            | ExprKind::InstanceOf(x, _)
            | ExprKind::Old(x)
            | ExprKind::Untouched(x) => self.expr(x, f),
            ExprKind::Binary(BinOp::And | BinOp::Or | BinOp::Sep, ..)
            | ExprKind::Unary(UnOp::Not, _) => {
                let (t, e) = self.cond(e, f);
                t.join(e)
            }
            ExprKind::Unary(_, x) => self.expr(x, f),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::Concat(a, b) => {
                let f = self.expr(a, f);
                self.expr(b, f)
            }
            ExprKind::Conditional(c, a, b) => {
                let (t, e) = self.cond(c, f.clone());
                let (t, e) = (alive(t, &f), alive(e, &f));
                let t = self.expr(a, t);
                t.join(self.expr(b, e))
            }
            ExprKind::Assign(p, v) => {
                let f = self.place(p, f);
                let mut f = self.expr(v, f);
                if let Place::Local(l) = p {
                    f.set(*l);
                }
                f
            }
            ExprKind::Compound { place, value, .. } => {
                if let Place::Local(l) = place {
                    self.read(*l, e.span, &f);
                }
                let f = self.place(place, f);
                self.expr(value, f)
            }
            ExprKind::IncDec { place, .. } => {
                if let Place::Local(l) = place {
                    self.read(*l, e.span, &f);
                }
                self.place(place, f)
            }
            ExprKind::Call { target, args, .. } => {
                let f = match target {
                    Target::Static => f,
                    Target::Virtual(o) | Target::Exact(o) => self.expr(o, f),
                };
                self.all(args, f)
            }
            ExprKind::String(_, args)
            | ExprKind::New { args, .. }
            | ExprKind::NewArray(args)
            | ExprKind::ArrayLiteral(args) => self.all(args, f),
            ExprKind::Print(_, x) => match x {
                Some(x) => self.expr(x, f),
                None => f,
            },
            ExprKind::Acc(a, _) => match a {
                Access::Field(x, _) | Access::Elements(x) | Access::Predicate(x) => self.expr(x, f),
                Access::Static(_) => f,
            },
            ExprKind::Opening(c, b) | ExprKind::Using(c, b) => {
                let f = self.expr(c, f);
                self.expr(b, f)
            }
            ExprKind::Quantified { body, .. } => {
                self.expr(body, f.clone());
                f
            }
        }
    }
}

/// A branch that a constant condition kills is still code.
fn alive(branch: Flow, before: &Flow) -> Flow {
    if branch == Flow::Dead {
        before.clone()
    } else {
        branch
    }
}
