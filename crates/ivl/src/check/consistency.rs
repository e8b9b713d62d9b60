//! What is well-typed but may not stand where it stands: `old` in a
//! precondition, `wildcard` outside of `acc`, triggers that do not mention
//! their variables, functions that recurse through their preconditions.
//! Source: Viper's `Consistency`. Cost: linear, but for the cycles, which are
//! one walk over the call graph of preconditions.

use crate::ast::{
    Access, Binder, ExprId, ExprKind, FunctionId, Measure, OldState, Permission, Program, Resource,
    StmtId, StmtKind, Type, VarId,
};
use crate::problem::{Problem, ProblemKind};
use ep_base::entity::EntityId;
use ep_base::Span;

/// All problems of a well-typed program.
pub fn check(program: &Program) -> Vec<Problem> {
    let mut pass = Pass {
        program,
        problems: Vec::new(),
    };
    pass.fields();
    pass.domains();
    pass.functions();
    pass.predicates();
    pass.methods();
    pass.recursion_through_preconditions();
    // What is not founded for another reason is said once.
    if pass.problems.is_empty() {
        super::measures::self_references(program, &mut pass.problems);
    }
    pass.problems
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Place {
    old: Option<&'static str>,
    labelled_old: Option<&'static str>,
    old_lhs: Option<&'static str>,
    result: Option<&'static str>,
    perm: Option<(&'static str, ProblemKind)>,
    wands: Option<&'static str>,
    locations: Option<&'static str>,
    two_sided: Option<&'static str>,
    /// Amounts count as given; in functions every positive one is a wildcard.
    amounts: bool,
    /// An assertion may stand after `unfolding … in`.
    impure_bodies: bool,
}

const FREE: Place = Place {
    old: None,
    labelled_old: None,
    old_lhs: Some(LHS),
    result: Some("`result` may only stand in the postcondition of a function"),
    perm: None,
    wands: None,
    locations: None,
    two_sided: None,
    amounts: true,
    impure_bodies: false,
};

/// The proof script of a wand.
const SCRIPT: Place = Place {
    old_lhs: None,
    ..FREE
};

const LHS: &str = "`old[lhs]` may only stand right of `--*` and in proof scripts";

const OUTSIDE: &str =
    "a contract may contain `perm` and `forperm` only inside of an inhale-exhale assertion `[…, …]`";

struct Pass<'a> {
    program: &'a Program,
    problems: Vec<Problem>,
}

impl Pass<'_> {
    fn report(&mut self, span: Span, message: impl Into<String>) {
        self.report_as(ProblemKind::Consistency, span, message);
    }
    fn report_as(&mut self, kind: ProblemKind, span: Span, message: impl Into<String>) {
        self.problems.push(Problem::new(kind, span, message));
    }

    fn fields(&mut self) {
        for (_, field) in self.program.fields.iter() {
            if matches!(self.program.types.get(field.ty), Type::Param(_)) {
                self.report(field.span, "a field needs a concrete type");
            }
        }
    }

    fn domains(&mut self) {
        let program = self.program;
        for (_, d) in program.domains.iter() {
            if d.adt.as_ref().is_some_and(|a| a.constructors.is_empty()) {
                self.report(d.span, "an algebraic data type needs a constructor");
            }
            if d.interpretation
                .as_ref()
                .is_some_and(|i| !i.contains("SMTLIB"))
            {
                self.report(d.span, "the domain has no interpretation for SMTLIB");
            }
        }
        for (_, f) in program.domain_funcs.iter() {
            if f.unique && !f.params.is_empty() {
                self.report(f.span, "only a function without parameters can be unique");
            }
        }
        for (_, axiom) in program.axioms.iter() {
            if program.domains[axiom.domain].adt.is_some() {
                continue;
            }
            let place = Place {
                old: Some("an axiom cannot contain `old`"),
                locations: Some("an axiom cannot look at the heap"),
                ..FREE
            };
            self.expr(axiom.body, place);
        }
    }

    fn functions(&mut self) {
        let program = self.program;
        for (_, f) in program.functions.iter() {
            let pre = Place {
                old: Some("a precondition cannot contain `old`"),
                labelled_old: Some("a precondition cannot contain `old`"),
                perm: Some((OUTSIDE, ProblemKind::Type)),
                wands: Some("the precondition of a function cannot contain magic wands"),
                amounts: false,
                ..FREE
            };
            let post = Place {
                old: Some("the postcondition of a function cannot contain `old`"),
                labelled_old: Some("a postcondition cannot contain `old` with a label"),
                result: None,
                wands: Some("the postcondition of a function cannot contain magic wands"),
                ..pre
            };
            let body = Place {
                old: Some("the body of a function cannot contain `old`"),
                perm: Some((
                    "the body of a function cannot contain `perm` or `forperm`",
                    ProblemKind::Consistency,
                )),
                result: Some("the body of a function cannot contain `result`"),
                ..pre
            };
            f.pres.iter().for_each(|&e| self.expr(e, pre));
            f.posts.iter().for_each(|&e| self.expr(e, post));
            f.body.iter().for_each(|&e| self.expr(e, body));
            self.measures(&f.decreases);
        }
    }

    fn predicates(&mut self) {
        let program = self.program;
        for (_, p) in program.predicates.iter() {
            let place = Place {
                old: Some("a predicate cannot contain `old`"),
                perm: Some((
                    "a predicate cannot contain `perm` or `forperm`",
                    ProblemKind::Consistency,
                )),
                wands: Some("a predicate cannot contain magic wands"),
                ..FREE
            };
            p.body.iter().for_each(|&e| self.expr(e, place));
        }
    }

    fn methods(&mut self) {
        let program = self.program;
        for (_, m) in program.methods.iter() {
            let pre = Place {
                old: Some("a precondition cannot contain `old`"),
                labelled_old: Some("a precondition cannot contain `old`"),
                perm: Some((OUTSIDE, ProblemKind::Type)),
                ..FREE
            };
            let post = Place {
                labelled_old: Some("a postcondition cannot contain `old` with a label"),
                perm: Some((OUTSIDE, ProblemKind::Type)),
                ..FREE
            };
            for &e in &m.pres {
                self.expr(e, pre);
                program.walk_expr(e, &mut |_, expr| {
                    if let ExprKind::Var(v) = expr.kind {
                        if m.returns.contains(&v) {
                            let message = format!(
                                "the result `{}` has no value yet in the precondition",
                                m.vars[v].name
                            );
                            self.report(expr.span, message);
                        }
                    }
                    true
                });
            }
            m.posts.iter().for_each(|&e| self.expr(e, post));
            self.measures(&m.decreases);
            if let Some(body) = &m.body {
                self.body(body);
            }
        }
    }

    fn measures(&mut self, measures: &[Measure]) {
        super::measures::once_each(measures, &mut self.problems);
        for measure in measures {
            let place = Place {
                two_sided: Some("a measure is one value: `[…, …]` has two"),
                ..FREE
            };
            measure.for_each(&mut |e| self.expr(e, place));
        }
    }

    fn body(&mut self, block: &[StmtId]) {
        let program = self.program;
        let invariant = Place {
            perm: Some((OUTSIDE, ProblemKind::Type)),
            ..FREE
        };
        let mut scripts: Vec<StmtId> = Vec::new();
        program.walk_block(block, &mut |_, stmt| {
            if let StmtKind::Package(_, script) = &stmt.kind {
                program.walk_block(script, &mut |id, _| scripts.push(id));
            }
        });
        program.walk_block(block, &mut |id, stmt| {
            let free = match scripts.contains(&id) {
                true => SCRIPT,
                false => FREE,
            };
            match &stmt.kind {
                StmtKind::While(l) => {
                    self.expr(l.condition, free);
                    l.invariants.iter().for_each(|&e| self.expr(e, invariant));
                    self.measures(&l.decreases);
                }
                StmtKind::Fold(access) | StmtKind::Unfold(access) => self.access(access, free),
                StmtKind::Assume(e) => {
                    let place = Place {
                        impure_bodies: true,
                        ..free
                    };
                    self.expr(*e, place);
                }
                StmtKind::Call { targets, .. } => {
                    stmt.for_each_expr(&mut |e| self.expr(e, free));
                    let twice = (targets.iter().enumerate()).any(|(n, t)| targets[..n].contains(t));
                    if twice {
                        self.report(stmt.span, "two results are assigned to the same variable");
                    }
                }
                StmtKind::Package(wand, script) => {
                    self.expr(*wand, free);
                    self.script(script);
                }
                _ => stmt.for_each_expr(&mut |e| self.expr(e, free)),
            }
        });
    }

    /// What a proof script of a wand may not do.
    fn script(&mut self, script: &[StmtId]) {
        let program = self.program;
        let mut declared: Vec<VarId> = Vec::new();
        program.walk_block(script, &mut |_, stmt| {
            let problem = match &stmt.kind {
                StmtKind::Declare(v) => {
                    declared.push(*v);
                    None
                }
                StmtKind::AssignField(..) => Some("assign to a field"),
                StmtKind::New { .. } => Some("make objects"),
                StmtKind::While(_) => Some("contain a loop"),
                StmtKind::Assign(v, _) if !declared.contains(v) => {
                    Some("assign to a variable that was declared outside")
                }
                _ => None,
            };
            if let Some(problem) = problem {
                self.report(stmt.span, format!("a proof script cannot {problem}"));
            }
        });
    }

    fn access(&mut self, access: &Access, place: Place) {
        access.resource.for_each(&mut |e| self.expr(e, place));
        let Some(amount) = access.amount else { return };
        let program = self.program;
        let direct = matches!(
            program.exprs[amount].kind,
            ExprKind::Amount(Permission::Wildcard)
        );
        let mut compound = false;
        program.walk_expr(amount, &mut |_, e| {
            compound |= matches!(e.kind, ExprKind::Amount(Permission::Wildcard));
            !matches!(e.kind, ExprKind::Acc(_))
        });
        if compound && !direct && place.amounts {
            self.report(
                program.exprs[amount].span,
                "`wildcard` must be the whole amount, not a part of it",
            );
        }
        self.below_acc(amount, place);
    }

    /// An amount, where `wildcard` is at home.
    fn below_acc(&mut self, amount: ExprId, place: Place) {
        let expr = &self.program.exprs[amount];
        if !matches!(expr.kind, ExprKind::Amount(_)) {
            let mut children = Vec::new();
            expr.for_each_child(&mut |c| children.push(c));
            match expr.kind {
                ExprKind::Cond(..) | ExprKind::Binary(..) | ExprKind::Unary(..) => {
                    children.into_iter().for_each(|c| self.below_acc(c, place));
                }
                _ => self.expr(amount, place),
            }
        }
    }

    fn expr(&mut self, e: ExprId, place: Place) {
        let program = self.program;
        let expr = &program.exprs[e];
        let span = expr.span;
        let mut below = place;
        match &expr.kind {
            ExprKind::Old(state, _) => {
                let why = match state {
                    OldState::Pre => place.old,
                    OldState::Label(_) => place.labelled_old,
                    OldState::Lhs => place.old_lhs,
                };
                if let Some(why) = why {
                    self.report(span, why);
                }
            }
            ExprKind::Result => {
                if let Some(why) = place.result {
                    self.report(span, why);
                }
            }
            ExprKind::Perm(_) | ExprKind::ForPerm(..) => {
                if let Some((why, kind)) = place.perm {
                    self.report_as(kind, span, why);
                }
                if let ExprKind::ForPerm(vars, resource, _) = &expr.kind {
                    self.for_perm(span, vars, resource);
                }
                if let Some(why) = place.locations {
                    self.report(span, why);
                }
            }
            ExprKind::InhaleExhale(..) => {
                if let Some(why) = place.two_sided {
                    self.report(span, why);
                }
                below.perm = place
                    .perm
                    .filter(|(_, kind)| *kind == ProblemKind::Consistency);
            }
            ExprKind::Wand(left, right) => {
                if let Some(why) = place.wands {
                    self.report_as(ProblemKind::Type, span, why);
                }
                self.wand(span, *left, *right);
            }
            ExprKind::Field(..) | ExprKind::Unfolding(..) => {
                if let Some(why) = place.locations {
                    self.report(span, why);
                }
            }
            ExprKind::Asserting(..) if place.locations.is_some() => {
                self.report(span, "an axiom cannot contain `asserting`");
            }
            ExprKind::Amount(Permission::Wildcard) => {
                self.report(span, "`wildcard` may only stand as the amount of an `acc`");
            }
            ExprKind::Let(_, value, _) if program.exprs[*value].impure => {
                self.report(
                    program.exprs[*value].span,
                    "`let` binds values, not assertions",
                );
            }
            ExprKind::Quantified(binder) => self.quantified(span, binder),
            _ => {}
        }
        let body = match &expr.kind {
            ExprKind::Unfolding(_, b)
            | ExprKind::Folding(_, b)
            | ExprKind::Applying(_, b)
            | ExprKind::Packaging(_, b)
            | ExprKind::Asserting(_, b) => Some(*b),
            _ => None,
        };
        if let Some(body) = body.filter(|&b| program.exprs[b].impure && !place.impure_bodies) {
            self.report(
                program.exprs[body].span,
                "only an expression may stand after `in`, not an assertion about permissions",
            );
        }
        match &expr.kind {
            ExprKind::Acc(access)
            | ExprKind::Unfolding(access, _)
            | ExprKind::Folding(access, _) => {
                self.access(access, below);
                if let Some(body) = body {
                    self.expr(body, below);
                }
            }
            ExprKind::Wand(left, right) => {
                below.old_lhs = Some(LHS);
                self.expr(*left, below);
                below.old_lhs = None;
                self.expr(*right, below);
            }
            ExprKind::Applying(wand, body) => {
                below.old_lhs = None;
                let inside = Place {
                    wands: None,
                    ..below
                };
                self.expr(*wand, inside);
                self.expr(*body, below);
            }
            // What a measure is chosen by is no part of it.
            ExprKind::Cond(condition, then, otherwise) => {
                let chosen_by = Place {
                    two_sided: None,
                    ..below
                };
                self.expr(*condition, chosen_by);
                self.expr(*then, below);
                self.expr(*otherwise, below);
            }
            _ => {
                let mut children = Vec::new();
                expr.for_each_child(&mut |c| children.push(c));
                children.into_iter().for_each(|c| self.expr(c, below));
            }
        }
    }

    fn wand(&mut self, span: Span, left: ExprId, right: ExprId) {
        let program = self.program;
        for side in [left, right] {
            program.walk_expr(side, &mut |_, e| {
                if let ExprKind::Unfolding(_, body) | ExprKind::Applying(_, body) = e.kind {
                    if program.exprs[body].impure {
                        self.report(span, "a wand cannot contain ghost operations");
                    }
                }
                true
            });
        }
    }

    fn for_perm(&mut self, span: Span, vars: &[VarId], resource: &Resource) {
        let program = self.program;
        let mut args = Vec::new();
        resource.for_each(&mut |e| args.push(e));
        for &v in vars {
            let mut used = false;
            for &arg in &args {
                let wand = matches!(resource, Resource::Wand(_));
                program.walk_expr(arg, &mut |id, e| {
                    if e.kind == ExprKind::Var(v) {
                        used = true;
                        if id != arg && !wand {
                            self.report_as(
                                ProblemKind::Type,
                                program.exprs[arg].span,
                                "a variable of `forperm` must be the whole argument",
                            );
                        }
                    }
                    true
                });
            }
            if !used {
                self.report_as(
                    ProblemKind::Type,
                    span,
                    "every variable of `forperm` must be used in its resource",
                );
            }
        }
    }

    fn quantified(&mut self, span: Span, binder: &Binder) {
        let program = self.program;
        let mentions = |e: ExprId, v: VarId| {
            let mut found = false;
            program.walk_expr(e, &mut |_, x| {
                found |= x.kind == ExprKind::Var(v);
                !found
            });
            found
        };
        for trigger in &binder.triggers {
            for &v in &binder.vars {
                if !trigger.iter().any(|&t| mentions(t, v)) {
                    self.report(
                        span,
                        "every trigger must mention all variables of the quantifier",
                    );
                    break;
                }
            }
            for &t in trigger {
                let at = program.exprs[t].span;
                if !binder.vars.iter().any(|&v| mentions(t, v)) {
                    self.report(at, "a trigger must mention a variable of the quantifier");
                }
                if !self.valid_trigger(t) {
                    self.report_as(
                        ProblemKind::Type,
                        at,
                        "a trigger must be the application of a function or the like, without \
                         operators such as `==`, `+` or `&&`",
                    );
                }
            }
        }
    }

    fn valid_trigger(&self, t: ExprId) -> bool {
        let program = self.program;
        let applied = match &program.exprs[t].kind {
            ExprKind::Old(_, inner) => return self.valid_trigger(*inner),
            ExprKind::Wand(..) => return true,
            // `x.isC` abbreviates a comparison.
            ExprKind::Apply(f, ..) if self.is_test(*f) => return false,
            ExprKind::Call(..)
            | ExprKind::Apply(..)
            | ExprKind::Field(..)
            | ExprKind::Acc(_)
            | ExprKind::Collection(..)
            | ExprKind::Range(..)
            | ExprKind::Index(..)
            | ExprKind::Take(..)
            | ExprKind::Drop(..)
            | ExprKind::Update(..)
            | ExprKind::Size(_)
            | ExprKind::Map(_)
            | ExprKind::MapDomain(_)
            | ExprKind::MapRange(_)
            | ExprKind::PredicateInstance(..) => true,
            ExprKind::Binary(op, _, _) => is_collection_operator(*op),
            _ => false,
        };
        let mut allowed = applied;
        program.walk_expr(t, &mut |_, e| {
            allowed &= match &e.kind {
                ExprKind::Binary(op, _, _) => is_collection_operator(*op),
                ExprKind::Unary(..) | ExprKind::Cond(..) => false,
                ExprKind::Quantified(_) | ExprKind::ForPerm(..) | ExprKind::Wand(..) => false,
                _ => true,
            };
            allowed
        });
        allowed
    }

    fn is_test(&self, f: crate::ast::DomainFuncId) -> bool {
        let domain = self.program.domain_funcs[f].domain;
        let adt = self.program.domains[domain].adt.as_ref();
        adt.is_some_and(|a| a.constructors.iter().any(|c| c.test == f))
    }

    /// A precondition must not need, directly or through others, the function
    /// itself.
    fn recursion_through_preconditions(&mut self) {
        let program = self.program;
        let calls: Vec<Vec<FunctionId>> = (program.functions.iter())
            .map(|(_, f)| {
                let mut called = Vec::new();
                for &pre in &f.pres {
                    program.walk_expr(pre, &mut |_, e| {
                        if let ExprKind::Call(g, _) = e.kind {
                            called.push(g);
                        }
                        true
                    });
                }
                called
            })
            .collect();
        let all: Vec<Vec<FunctionId>> = (program.functions.iter())
            .map(|(id, f)| {
                let mut called = calls[id.index()].clone();
                for &e in f.body.iter().chain(&f.posts) {
                    program.walk_expr(e, &mut |_, e| {
                        if let ExprKind::Call(g, _) = e.kind {
                            called.push(g);
                        }
                        true
                    });
                }
                called
            })
            .collect();
        for (id, f) in program.functions.iter() {
            let mut seen = vec![false; program.functions.len()];
            let mut stack = calls[id.index()].clone();
            while let Some(g) = stack.pop() {
                if g == id {
                    let message = format!(
                        "the function `{}` recurses through its precondition",
                        f.name
                    );
                    self.report(f.span, message);
                    break;
                }
                if !std::mem::replace(&mut seen[g.index()], true) {
                    stack.extend(all[g.index()].iter().copied());
                }
            }
        }
    }
}

fn is_collection_operator(op: crate::ast::BinOp) -> bool {
    use crate::ast::BinOp as B;
    matches!(
        op,
        B::Append | B::Union | B::Intersection | B::Setminus | B::Subset | B::In
    )
}
