//! Mutators and constructors: contracts, bodies, and the obligations of
//! inheritance.

use super::domains::Func;
use super::family::{Key, Version};
use super::member::{Ctx, ResultOf};
use super::{Failed, L};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, ExprId, StmtId, StmtKind as S};

impl Ctx<'_, '_> {
    pub(super) fn method_contract(&mut self, key: Key) -> L<(Vec<ExprId>, Vec<ExprId>)> {
        let m = &self.l.p.methods[key.method];
        let span = m.span;
        let mut pres: Vec<ExprId> = self.this_not_null(span).into_iter().collect();
        let mut posts = Vec::new();
        if m.kind == MethodKind::Constructor {
            pres.extend(self.new_fields(span)?);
            if m.implicit {
                return Ok((pres, self.implicit_posts(key.method)?));
            }
        }
        match key.version {
            Version::At(k) | Version::Inherited(k) => pres.push(self.is_exactly(k, span)?),
            Version::Refines(_) => {
                let class = &self.l.p.classes[m.class];
                if self.l.splits(key.method) && !class.is_abstract {
                    let k = m.class;
                    pres.push(self.is_exactly(k, span)?);
                }
            }
            _ => {}
        }
        let of = match key.version {
            Version::Refines(d) => d,
            _ => key.method,
        };
        let (owner, contract) = self.l.contract_of(of);
        let contract = contract.clone();
        let own = self.as_method(owner, |c| -> L<_> {
            Ok((
                c.assertions(&contract.requires)?,
                c.assertions(&contract.ensures)?,
            ))
        })?;
        pres.extend(self.parameter_classes(span));
        pres.extend(own.0);
        posts.extend(own.1);
        Ok((pres, posts))
    }

    /// What the parameters' types say about their classes: known inside,
    /// nothing to show outside.
    fn parameter_classes(&mut self, span: Span) -> Vec<ExprId> {
        let at = self.at(span);
        let mut out = Vec::new();
        for p in self.l.p.methods[self.method].param_ids() {
            let ty = self.local_type(p);
            let v = self.entry[&p];
            let object = self.l.b.var(&self.vars, v, at);
            if let Some(fact) = self.class_fact(object, ty, span) {
                out.push(self.assumed(fact, at));
            }
        }
        out
    }

    /// What a constructor starts with: all fields, with default values.
    fn new_fields(&mut self, span: Span) -> L<Vec<ExprId>> {
        let at = self.at(span);
        let mut out = Vec::new();
        for f in self.l.object_fields(self.class) {
            let this = self.this_var(span)?;
            let field = self.l.java_field(f);
            let ty = self.l.p.fields[f].ty;
            out.push(self.l.b.acc_field(this, field, None, at));
            let read = self.l.b.read(this, field, at);
            let value = self.l.default_value(ty, at);
            out.push(self.l.b.binary(B::Eq, read, value, at));
        }
        Ok(out)
    }

    /// A constructor that nobody wrote gives away the fields it initialised.
    fn implicit_posts(&mut self, m: MethodId) -> L<Vec<ExprId>> {
        let class = self.l.p.methods[m].class;
        let span = self.l.p.methods[m].span;
        let at = self.at(span);
        let mut out = Vec::new();
        if let Some(up) = self.l.p.classes[class].superclass {
            let constructor = self.l.p.classes[up].methods.iter().copied().find(|m| {
                let m = &self.l.p.methods[*m];
                m.kind == MethodKind::Constructor && m.params == 0
            });
            if let Some(c) = constructor.filter(|_| !self.l.p.classes[up].prelude) {
                if self.l.p.methods[c].implicit {
                    out.extend(self.as_method(c, |x| x.implicit_posts(c))?);
                } else {
                    let ensures = self.l.p.methods[c].contract.ensures.clone();
                    let exact = self.exact;
                    self.exact = Some(up);
                    let posts = self.as_method(c, |x| x.assertions(&ensures));
                    self.exact = exact;
                    out.extend(posts?);
                }
            }
        }
        for f in self.l.p.classes[class].fields.clone() {
            let field = &self.l.p.fields[f];
            if field.is_static {
                continue;
            }
            let ty = field.ty;
            let init = field.init.clone();
            let this = self.this_var(span)?;
            let lowered = self.l.java_field(f);
            out.push(self.acc_field(this, lowered, ty, None, at));
            let value = match &init {
                None => Some(self.l.default_value(ty, at)),
                Some(e) => match &e.kind {
                    ExprKind::Constant(c) => Some(self.constant(c, span)?),
                    ExprKind::Null => Some(self.l.b.null(at)),
                    _ => None,
                },
            };
            if let Some(v) = value {
                let read = self.l.b.read(this, lowered, at);
                out.push(self.l.b.binary(B::Eq, read, v, at));
            }
        }
        Ok(out)
    }

    pub(super) fn method_body(&mut self, key: Key) -> L<Option<Vec<StmtId>>> {
        let p = self.l.p;
        let m = &p.methods[key.method];
        if p.classes[m.class].prelude {
            return Ok(None);
        }
        let built = match key.version {
            Version::Dynamic if self.l.splits(key.method) => return Ok(None),
            Version::Refines(_) => self.in_block(|c| c.forward(Key::dynamic(key.method))),
            Version::Inherited(k) => self.in_block(|c| c.inherited(key.method, k)),
            _ => match &m.body {
                Some(Body::Block(list)) => {
                    self.code = true;
                    let b = self.in_block(|c| c.java_body(list, key.method));
                    self.code = false;
                    b
                }
                _ => return Ok(None),
            },
        };
        match (built, self.unsupported.take()) {
            (Ok(((), block)), _) => Ok(Some(block)),
            (Err(Failed), Some((what, span))) => {
                let at = self.at(span);
                let s = self.l.b.stmt(S::Unsupported(what), at);
                Ok(Some(vec![s]))
            }
            (Err(Failed), None) => Err(Failed),
        }
    }

    fn java_body(&mut self, list: &[Stmt], id: MethodId) -> L<()> {
        let m = &self.l.p.methods[id];
        let span = m.span;
        let end = m.end;
        for p in m.param_ids() {
            let ty = self.local_type(p);
            let v = self.entry[&p];
            self.assume_range(v, ty, span);
        }
        self.own_parameters(list, span);
        if self.l.p.main() == Some(id) {
            self.static_fields(span)?;
        }
        self.statements(list)?;
        if let Some(l) = self.end {
            self.emit(S::Label(l, Vec::new()), end);
        }
        Ok(())
    }

    /// Parameters that the body changes are copied: contracts mean the values
    /// on entry.
    fn own_parameters(&mut self, list: &[Stmt], span: Span) {
        let mut changed = Vec::new();
        let mut visit = |e: &Expr| {
            let place = match &e.kind {
                ExprKind::Assign(p, _) => p,
                ExprKind::Compound { place, .. } | ExprKind::IncDec { place, .. } => place,
                _ => return,
            };
            if let Place::Local(l) = place {
                changed.push(*l);
            }
        };
        list.iter().for_each(|s| s.walk(&mut visit));
        for p in self.l.p.methods[self.method].param_ids() {
            if !changed.contains(&p) {
                continue;
            }
            let old = self.entry[&p];
            self.locals.remove(&p);
            let new = self.variable(p);
            let at = self.at(span);
            let value = self.l.b.var(&self.vars, old, at);
            self.emit(S::Assign(new, value), span);
        }
    }

    /// The main routine starts with all static fields (Definition 6).
    fn static_fields(&mut self, span: Span) -> L<()> {
        let p = self.l.p;
        let at = self.at(span);
        let fields: Vec<FieldId> = p
            .fields
            .iter()
            .filter(|(_, f)| f.is_static && f.constant.is_none() && !p.classes[f.class].prelude)
            .map(|(id, _)| id)
            .collect();
        for f in &fields {
            let object = self.l.apply(Func::Statics, vec![], at);
            let field = self.l.java_field(*f);
            let ty = p.fields[*f].ty;
            let acc = self.l.b.acc_field(object, field, None, at);
            let read = self.l.b.read(object, field, at);
            let value = self.l.default_value(ty, at);
            let eq = self.l.b.binary(B::Eq, read, value, at);
            let both = self.l.b.binary(B::And, acc, eq, at);
            self.emit(S::Inhale(both), span);
        }
        for f in fields {
            if let Some(init) = &p.fields[f].init {
                let value = self.expr(init)?;
                let object = self.l.apply(Func::Statics, vec![], at);
                let field = self.l.java_field(f);
                self.emit(S::AssignField(object, field, value), init.span);
            }
        }
        Ok(())
    }

    /// `super(…)` or `this(…)`, and the initializers of fields behind `super`.
    pub(super) fn constructor_call(
        &mut self,
        this: bool,
        constructor: MethodId,
        args: &[Expr],
        span: Span,
    ) -> L<()> {
        let list: Vec<&Expr> = args.iter().collect();
        let values = self.operands(&list)?;
        let owner = self.l.p.methods[constructor].class;
        if !self.l.p.classes[owner].prelude {
            self.exceptions(constructor, span)?;
            let callee = self.l.method(Key::dynamic(constructor))?;
            let mut all = vec![self.this_var(span)?];
            all.extend(values);
            self.emit(
                S::Call {
                    method: callee,
                    args: all,
                    targets: Vec::new(),
                },
                span,
            );
        }
        if this {
            return Ok(());
        }
        let class = self.class;
        for f in self.l.p.classes[class].fields.clone() {
            let field = &self.l.p.fields[f];
            let (Some(init), false) = (field.init.clone(), field.is_static) else {
                continue;
            };
            let value = self.expr(&init)?;
            let object = self.this_var(init.span)?;
            let lowered = self.l.java_field(f);
            self.emit(S::AssignField(object, lowered, value), init.span);
        }
        Ok(())
    }

    /// Behind a constructor, exact predicates of the new object become those
    /// of its family.
    pub(super) fn close_families(
        &mut self,
        constructor: MethodId,
        class: ClassId,
        object: ExprId,
        span: Span,
    ) -> L<()> {
        if self.l.families_on_this(constructor).is_empty() {
            return Ok(());
        }
        let ensures = self.l.p.methods[constructor].contract.ensures.clone();
        let at = self.at(span);
        let mut found = Vec::new();
        for e in &ensures {
            top_families(e, &mut |m, args| {
                let predicate = self.l.p.methods[m].kind == MethodKind::Predicate;
                if args.is_empty() && predicate && self.l.is_family(m) {
                    found.push(m);
                }
            });
        }
        for m in found {
            let Some(own) = self.l.meaning(m, class) else {
                continue;
            };
            // The exact instance is opened; its body is what the family says.
            let exact = self.l.predicate(Key::exact(own))?;
            let family = self.l.predicate(Key::dynamic(m))?;
            for (p, open) in [(exact, true), (family, false)] {
                let access = ivl::Access {
                    resource: ivl::Resource::Predicate(p, vec![object]),
                    amount: None,
                };
                let s = if open {
                    S::Unfold(access)
                } else {
                    S::Fold(access)
                };
                self.emit(s, span);
            }
        }
        let _ = at;
        Ok(())
    }

    /// A body that calls another reading with the same arguments.
    fn forward(&mut self, key: Key) -> L<()> {
        let span = self.l.p.methods[self.method].span;
        let at = self.at(span);
        let callee = self.l.method(key)?;
        let args = self
            .params()
            .into_iter()
            .map(|v| self.l.b.var(&self.vars, v, at))
            .collect();
        let targets = match self.result {
            ResultOf::Var(v) => vec![v],
            _ => Vec::new(),
        };
        self.emit(
            S::Call {
                method: callee,
                args,
                targets,
            },
            span,
        );
        Ok(())
    }

    /// Opens the predicates of the precondition, calls the exact version,
    /// closes those of the postcondition.
    fn inherited(&mut self, m: MethodId, _class: ClassId) -> L<()> {
        let span = self.l.p.methods[m].span;
        let (owner, contract) = self.l.contract_of(m);
        let contract = contract.clone();
        for (list, open) in [(&contract.requires, true), (&contract.ensures, false)] {
            if !open {
                self.forward(Key::exact(m))?;
            }
            let mut calls = Vec::new();
            for e in list {
                top_family_calls(e, &mut calls);
            }
            for call in calls {
                let ExprKind::Call { method, .. } = &call.kind else {
                    continue;
                };
                let predicate = self.l.p.methods[*method].kind == MethodKind::Predicate;
                if !predicate || !self.l.is_family(*method) {
                    continue;
                }
                let access = self.as_method(owner, |c| c.access(&call))?;
                let s = if open {
                    S::Unfold(access)
                } else {
                    S::Fold(access)
                };
                self.emit(s, span);
            }
        }
        Ok(())
    }
}

/// Predicate calls on `this` among the conjuncts of an assertion.
fn top_family_calls(e: &Expr, out: &mut Vec<Expr>) {
    match &e.kind {
        ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
            top_family_calls(a, out);
            top_family_calls(b, out);
        }
        ExprKind::Call {
            target: Target::Virtual(o),
            ..
        } if matches!(o.kind, ExprKind::This) && e.ty == Type::Boolean => out.push(e.clone()),
        _ => {}
    }
}

fn top_families(e: &Expr, f: &mut impl FnMut(MethodId, &[Expr])) {
    let mut calls = Vec::new();
    top_family_calls(e, &mut calls);
    for c in calls {
        if let ExprKind::Call { method, args, .. } = &c.kind {
            f(*method, args);
        }
    }
}
