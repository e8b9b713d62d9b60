//! Functions and the bodies of predicates, families among them.

use super::family::Key;
use super::member::{Ctx, ResultOf};
use super::{Failed, L};
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, Builder, ExprId};

type FunctionParts = (Vec<ExprId>, Vec<ExprId>, Vec<ivl::Measure>, Option<ExprId>);

impl Ctx<'_, '_> {
    /// The body by the class of the object, the abstract rest last.
    pub(super) fn family_body(
        &mut self,
        root: MethodId,
        mut body: impl FnMut(&mut Self) -> L<Option<ExprId>>,
    ) -> L<Option<ExprId>> {
        let span = self.l.p.methods[root].span;
        let at = self.at(span);
        let kind = self.l.p.methods[root].kind;
        let args: Vec<ExprId> = self
            .params()
            .into_iter()
            .map(|v| self.l.b.var(&self.vars, v, at))
            .collect();
        let name = self.l.p.methods[root].name.clone();
        let class = self.l.p.classes[self.class].name.clone();
        let mut whole = if kind == MethodKind::Predicate {
            let name = self.l.names.fresh(format!("{class}_{name}_other"));
            let p = self.l.b.declare_predicate(name, at);
            let (vars, params) = self.copy_params();
            self.l.b.program.predicates[p].vars = vars;
            self.l.b.program.predicates[p].params = params;
            self.l.b.acc_predicate(p, args, None, at)
        } else {
            let ret = self.l.p.methods[root].ret;
            let sort = self.l.ty(ret);
            let name = self.l.names.fresh(format!("{class}_{name}_other"));
            let f = self.l.b.declare_function(name, sort, at);
            let (vars, params) = self.copy_params();
            self.other_function(root, f, vars, params)?;
            self.l.b.call(f, args, at)
        };
        let class = self.l.p.methods[root].class;
        for k in self.l.concrete(class).into_iter().rev() {
            let Some(own) = self.l.p.dispatch(root, k) else {
                continue;
            };
            let Some(b) = self.as_method(own, &mut body)? else {
                continue;
            };
            let is = self.is_exactly(k, span)?;
            whole = self.l.b.cond(is, b, whole, at);
        }
        Ok(Some(whole))
    }

    fn copy_params(&self) -> (ivl::Vars, Vec<ivl::VarId>) {
        let mut vars = ivl::Vars::new();
        let mut params = Vec::new();
        for p in self.params() {
            let v = &self.vars[p];
            params.push(Builder::declare_var(
                &mut vars,
                v.name.clone(),
                v.ty,
                v.span,
            ));
        }
        (vars, params)
    }

    /// The function for classes that are not given: the contract of the first
    /// declaration, and nothing else.
    fn other_function(
        &mut self,
        root: MethodId,
        f: ivl::FunctionId,
        vars: ivl::Vars,
        params: Vec<ivl::VarId>,
    ) -> L<()> {
        let ret = self.l.p.methods[root].ret;
        let sort = self.l.ty(ret);
        let mut c = self.l.context(Key::dynamic(root));
        c.result = ResultOf::Function(sort);
        let parts = c.function_contract(root, ret);
        let own = (c.vars, c.entry);
        drop((vars, params, own.1));
        let (pres, posts) = parts?;
        let first: Vec<ivl::VarId> = (0..self.params().len())
            .map(|i| ivl::VarId(i as u32))
            .collect();
        let function = &mut self.l.b.program.functions[f];
        function.vars = own.0;
        function.params = first;
        function.pres = pres;
        function.posts = posts;
        Ok(())
    }

    pub(super) fn function_contract(
        &mut self,
        m: MethodId,
        ret: Type,
    ) -> L<(Vec<ExprId>, Vec<ExprId>)> {
        let span = self.l.p.methods[m].span;
        let mut pres: Vec<ExprId> = self.this_not_null(span).into_iter().collect();
        let (owner, contract) = self.l.contract_of(m);
        let contract = contract.clone();
        let own = self.as_method(owner, |c| -> L<_> {
            Ok((
                c.assertions(&contract.requires)?,
                c.assertions(&contract.ensures)?,
            ))
        })?;
        pres.extend(own.0);
        let mut posts = own.1;
        let at = self.at(span);
        let sort = self.l.ty(ret);
        let result = self.l.b.result(sort, at);
        if let Some(r) = self.l.in_range(result, ret, at) {
            let r = match self.params_in_range() {
                Some(h) => self.l.b.binary(B::Implies, h, r, at),
                None => r,
            };
            posts.push(r);
        }
        Ok((pres, posts))
    }

    fn params_in_range(&mut self) -> Option<ExprId> {
        let mut all = Vec::new();
        let span = self.l.p.methods[self.method].span;
        let at = self.at(span);
        for p in self.l.p.methods[self.method].param_ids() {
            let ty = self.local_type(p);
            let v = self.local(p, span);
            all.extend(self.l.in_range(v, ty, at));
        }
        if all.is_empty() {
            return None;
        }
        Some(self.l.b.conjunction(&all, at))
    }

    pub(super) fn function_parts(
        &mut self,
        m: MethodId,
        ret: Type,
        family: bool,
        recursive: bool,
    ) -> L<FunctionParts> {
        let (pres, posts) = self.function_contract(m, ret)?;
        self.hypothesis = self.params_in_range();
        self.code = true;
        let body = if family {
            self.family_body(m, Self::pure_method_body)
        } else {
            self.pure_method_body()
        };
        self.code = false;
        let body = body?;
        let decreases = self.termination(m, recursive)?;
        Ok((pres, posts, decreases, body))
    }

    /// The measure of a recursive pure method: what was written, or else the heap of
    /// its precondition, of which each call must have opened a predicate or leave
    /// something (section 3.6 of the document, conditions 2 and 3).
    fn termination(&mut self, m: MethodId, recursive: bool) -> L<Vec<ivl::Measure>> {
        let method = &self.l.p.methods[m];
        let span = method.span;
        let written = method.contract.decreases.clone();
        if !written.is_empty() {
            return self.measures(&written);
        }
        if !recursive {
            // It ends because what it calls does, which is checked there.
            return Ok(vec![ivl::Measure {
                kind: ivl::MeasureKind::Wildcard,
                condition: None,
                span: self.at(span),
            }]);
        }
        let (_, contract) = self.l.contract_of(m);
        let requires = contract.requires.clone();
        let found = requires.iter().find_map(|e| find_access(self.l.p, e));
        let Some(call) = found else {
            let name = self.l.p.methods[m].name.clone();
            self.l.problems.push(
                Problem::ty(
                    span,
                    format!(
                        "the pure method `{name}` calls itself and nothing shows that this ends"
                    ),
                )
                .help("require a predicate that each call opens, or write `//@ decreases e;`"),
            );
            return Err(Failed);
        };
        Ok(vec![ivl::Measure {
            kind: ivl::MeasureKind::Heap,
            condition: None,
            span: self.at(call.span),
        }])
    }

    pub(super) fn measures(&mut self, list: &[Expr]) -> L<Vec<ivl::Measure>> {
        let mut tuple = Vec::new();
        for e in list {
            let predicate = matches!(&e.kind, ExprKind::Call { method, .. }
                if self.l.p.methods[*method].kind == MethodKind::Predicate);
            if predicate {
                let access = self.access(e)?;
                if let ivl::Resource::Predicate(p, args) = access.resource {
                    let at = self.at(e.span);
                    let kind = ivl::ExprKind::PredicateInstance(p, args);
                    tuple.push(self.l.b.expr(kind, ivl::Types::PREDICATE_INSTANCE, at));
                }
            } else {
                tuple.push(self.assertion(e)?);
            }
        }
        let Some(first) = list.first() else {
            return Ok(Vec::new());
        };
        let at = self.at(first.span);
        Ok(vec![ivl::Measure {
            kind: ivl::MeasureKind::Tuple(tuple),
            condition: None,
            span: at,
        }])
    }

    pub(super) fn predicate_body(&mut self) -> L<ExprId> {
        let p = self.l.p;
        match &p.methods[self.method].body {
            Some(Body::Assertion(e)) => self.assertion(e),
            _ => {
                // An abstract predicate without a family around it.
                let span = p.methods[self.method].span;
                self.unverified(span, "a predicate without a body")
            }
        }
    }

    fn pure_method_body(&mut self) -> L<Option<ExprId>> {
        let p = self.l.p;
        match &p.methods[self.method].body {
            Some(Body::Block(list)) => self.pure_block(list).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns, conditionals, variables and ghost operations, as an expression.
    fn pure_block(&mut self, list: &[Stmt]) -> L<ExprId> {
        let Some((first, rest)) = list.split_first() else {
            let end = self.l.p.methods[self.method].end;
            return self.impure(end);
        };
        let at = self.at(first.span);
        match &first.kind {
            StmtKind::Return(Some(e)) => self.pure_value(e),
            StmtKind::If(c, a, b) => {
                let cond = self.pure_value(c)?;
                let yes = self.pure_branch(a, rest)?;
                let no = match b {
                    Some(b) => self.pure_branch(b, rest)?,
                    None => self.pure_block(rest)?,
                };
                Ok(self.l.b.cond(cond, yes, no, at))
            }
            StmtKind::Block(inner) => {
                if inner
                    .last()
                    .is_none_or(|s| matches!(s.kind, StmtKind::Block(_)))
                {
                    return self.pure_block(rest);
                }
                self.pure_block(inner)
            }
            StmtKind::Local(l, Some(e)) => {
                let value = self.pure_value(e)?;
                let v = self.variable(*l);
                let body = self.pure_block(rest)?;
                let e = self.l.b.let_in(v, value, body, at);
                self.checked.insert(e);
                Ok(e)
            }
            StmtKind::Open(e) => {
                let access = self.access(e)?;
                let body = self.pure_block(rest)?;
                let e = self.l.b.unfolding(access, body, at);
                self.checked.insert(e);
                Ok(e)
            }
            StmtKind::Use(e) => {
                let call = self.assertion(e)?;
                let body = self.pure_block(rest)?;
                Ok(self.l.b.using(call, body, at))
            }
            StmtKind::GhostAssert(e) => {
                let cond = self.assertion(e)?;
                let body = self.pure_block(rest)?;
                let text = self.text(e.span);
                Ok(self.check(cond, body, format!("`{text}` might not hold"), e.span))
            }
            _ => self.impure(first.span),
        }
    }

    fn pure_branch(&mut self, s: &Stmt, rest: &[Stmt]) -> L<ExprId> {
        let mut list: Vec<Stmt> = match &s.kind {
            StmtKind::Block(inner) => inner.clone(),
            _ => vec![s.clone()],
        };
        list.extend(rest.iter().cloned());
        self.pure_block(&list)
    }

    fn pure_value(&mut self, e: &Expr) -> L<ExprId> {
        if e.has_effect(self.l.p) {
            let text = self.text(e.span);
            self.l.problems.push(Problem::ty(
                e.span,
                format!("`{text}` has effects, which a pure method cannot have"),
            ));
            return Err(Failed);
        }
        self.pure(e)
    }

    fn impure(&mut self, span: Span) -> L<ExprId> {
        self.l.problems.push(
            Problem::ty(
                span,
                "the body of a pure method consists of `return`, `if` and variables",
            )
            .help("without `/*@ pure @*/` it may be any code"),
        );
        Err(Failed)
    }
}

/// The first access permission or predicate, wherever it stands.
fn find_access<'e>(p: &Program, e: &'e Expr) -> Option<&'e Expr> {
    let mut found = None;
    e.walk(&mut |x| {
        let access = match &x.kind {
            ExprKind::Call { method, .. } => p.methods[*method].kind == MethodKind::Predicate,
            ExprKind::Acc(..) => true,
            _ => false,
        };
        if access && found.is_none() {
            found = Some(x);
        }
    });
    found
}
