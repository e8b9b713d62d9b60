//! Expressions and assertions: names, calls, permissions, collections.
//! `None` means that a problem was reported, so that nothing is said twice.

use super::{Checker, Global};
use crate::ast::{
    Access, Builder, ExprId, ExprKind, OldState, Resource, Type, TypeId, Types, VarId,
};
use crate::syntax::symbol::Symbol;
use crate::syntax::tree::{Decl, Expr, ExprKind as K, Name, OldLabel};
use ep_base::Span;

impl Checker<'_> {
    pub(super) fn expr(&mut self, e: &Expr) -> Option<ExprId> {
        let span = e.span;
        match &e.kind {
            K::Int(value) => Some(self.b.int(value.clone(), span)),
            K::Bool(value) => Some(self.b.bool(*value, span)),
            K::Null => Some(self.b.null(span)),
            K::Amount(amount) => Some(self.b.amount(*amount, span)),
            K::Result => match self.cx.result {
                Some(ty) => Some(self.b.result(ty, span)),
                None => self.error(
                    span,
                    "`result` can only be used in the postcondition of a function",
                ),
            },
            K::Name(name) => self.variable(*name, span),
            K::Call(name, args, ty) => {
                let call = self.call(*name, args, span)?;
                if let Some(ty) = ty {
                    let ty = self.ty(ty)?;
                    if matches!(self.b.program.exprs[call].kind, ExprKind::Acc(_)) {
                        return self.error(span, "a predicate has no type");
                    }
                    self.need(call, ty)?;
                }
                Some(call)
            }
            K::Field(receiver, name) => {
                let receiver = self.expr(receiver)?;
                self.field(receiver, *name, span)
            }
            K::Unary(op, a) => {
                let a = self.expr(a)?;
                self.unary(*op, a, span)
            }
            K::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.binary(*op, a?, b?, span)
            }
            K::Cond(c, a, b) => {
                let (c, a, b) = (self.expr(c), self.expr(a), self.expr(b));
                let (c, a, b) = (c?, a?, b?);
                self.need_pure(c)?;
                self.need(c, Types::BOOL)?;
                let ty = self.type_of(a);
                self.need(b, ty)?;
                Some(self.b.cond(c, a, b, span))
            }
            K::Let(name, value, body) => self.let_in(*name, value, body, span),
            K::Quantified(quantifier, decls, triggers, body) => {
                self.cx.scopes.open();
                let vars = self.bind(decls);
                let mut checked = Vec::new();
                for trigger in triggers {
                    let terms: Option<Vec<_>> = trigger.iter().map(|t| self.expr(t)).collect();
                    checked.push(terms);
                }
                let body = self.expr(body);
                self.cx.scopes.close();
                let (vars, body) = (vars?, body?);
                let triggers: Option<Vec<_>> = checked.into_iter().collect();
                self.need(body, Types::BOOL)?;
                if *quantifier == crate::ast::Quantifier::Exists {
                    self.need_pure(body)?;
                }
                Some((self.b).quantified(*quantifier, vars, triggers?, body, span))
            }
            K::ForPerm(decls, resource, body) => self.for_perm(decls, resource, body, span),
            K::Old(label, inner) => {
                let state = match label {
                    OldLabel::None => OldState::Pre,
                    OldLabel::Lhs => OldState::Lhs,
                    OldLabel::Label(name) => OldState::Label(self.label(*name)?),
                };
                let inner = self.expr(inner)?;
                self.need_pure(inner)?;
                Some(self.b.old(state, inner, span))
            }
            K::Acc(location, amount) => {
                let access = self.acc(location, amount.as_deref())?;
                if self.cx.in_measure {
                    if let Resource::Predicate(p, args) = access.resource {
                        let kind = ExprKind::PredicateInstance(p, args);
                        return Some(self.b.expr(kind, Types::PREDICATE_INSTANCE, span));
                    }
                }
                let kind = ExprKind::Acc(Box::new(access));
                Some(self.b.expr(kind, Types::BOOL, span))
            }
            K::Perm(resource) => {
                if let Some(place) = self.cx.no_perm {
                    return self.error(span, format!("{place} cannot contain `perm`"));
                }
                let resource = self.resource(resource)?;
                Some(self.b.perm(resource, span))
            }
            K::Unfolding(access, body) => {
                let access = self.predicate_access(access, "unfolded");
                let body = self.expr(body)?;
                Some(self.b.unfolding(access?, body, span))
            }
            K::Applying(wand, body) => {
                let wand = self.wand(wand);
                let body = self.expr(body)?;
                let ty = self.type_of(body);
                Some((self.b).expr(ExprKind::Applying(wand?, body), ty, span))
            }
            K::Asserting(assertion, body) => {
                let assertion = self.expr(assertion)?;
                self.need(assertion, Types::BOOL)?;
                let body = self.expr(body)?;
                let ty = self.type_of(body);
                Some((self.b).expr(ExprKind::Asserting(assertion, body), ty, span))
            }
            K::InhaleExhale(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let (a, b) = (self.need(a?, Types::BOOL)?, self.need(b?, Types::BOOL)?);
                Some(self.b.expr(ExprKind::InhaleExhale(a, b), Types::BOOL, span))
            }
            K::Using(call, body) => {
                let call = self.expr(call)?;
                if !matches!(self.b.program.exprs[call].kind, ExprKind::Call(..)) {
                    return self.error(span, "`using` takes a call of a function");
                }
                let body = self.expr(body)?;
                Some(self.b.using(call, body, span))
            }
            K::PredicateInstance(name, args) => {
                let Some(&Global::Predicate(predicate)) = self.globals.get(&name.symbol) else {
                    let message = format!("there is no predicate `{}`", self.text(name.symbol));
                    return self.error(name.span, message);
                };
                let params = self.param_types_of_predicate(predicate);
                let args = self.arguments(args, &params, span)?;
                let kind = ExprKind::PredicateInstance(predicate, args);
                Some(self.b.expr(kind, Types::PREDICATE_INSTANCE, span))
            }
            K::New(_) => self.error(span, "`new` can only stand right of `:=`"),
            K::Annotated(name, inner) => {
                let id = self.expr(inner)?;
                Some(self.annotated(*name, id, span))
            }
            _ => self.collection(e),
        }
    }

    /// `@reveal() f(args)` is the call with its definition, even if `f` is opaque.
    fn annotated(&mut self, name: Name, id: ExprId, span: Span) -> ExprId {
        let expr = &self.b.program.exprs[id];
        let ty = expr.ty;
        match expr.kind {
            ExprKind::Call(..) if self.text(name.symbol) == "reveal" => {
                self.b.expr(ExprKind::Using(id, id), ty, span)
            }
            _ => id,
        }
    }

    fn variable(&mut self, name: Symbol, span: Span) -> Option<ExprId> {
        if let Some(var) = self.cx.scopes.find(name) {
            return Some(self.b.var(&self.cx.vars, var, span));
        }
        let message = match self.globals.get(&name) {
            Some(Global::Function(_) | Global::DomainFunc(_)) => {
                format!("the function `{}` is called without `()`", self.text(name))
            }
            Some(Global::Predicate(_)) => {
                format!("the predicate `{}` is used without `()`", self.text(name))
            }
            _ => format!("there is no variable `{}` here", self.text(name)),
        };
        self.error(span, message)
    }

    fn let_in(&mut self, name: Name, value: &Expr, body: &Expr, span: Span) -> Option<ExprId> {
        let value = self.expr(value);
        self.cx.scopes.open();
        let ty = match value {
            Some(v) => self.type_of(v),
            None => self.infer.fresh(&mut self.b.program.types, None),
        };
        let var = self.declare(name, ty);
        let body = self.expr(body);
        self.cx.scopes.close();
        Some(self.b.let_in(var?, value?, body?, span))
    }

    fn for_perm(
        &mut self,
        decls: &[Decl],
        resource: &Expr,
        body: &Expr,
        span: Span,
    ) -> Option<ExprId> {
        if let Some(place) = self.cx.no_perm {
            return self.error(span, format!("{place} cannot contain `forperm`"));
        }
        self.cx.scopes.open();
        let vars = self.bind(decls);
        let resource = self.resource(resource);
        self.cx.no_perm = Some("the body of `forperm`");
        let body = self.expr(body);
        self.cx.no_perm = None;
        self.cx.scopes.close();
        let body = body?;
        self.need(body, Types::BOOL)?;
        self.need_pure(body)?;
        let kind = ExprKind::ForPerm(vars?, resource?, body);
        Some(self.b.expr(kind, Types::BOOL, span))
    }

    /// Declares a variable in the innermost scope.
    pub(super) fn declare(&mut self, name: Name, ty: TypeId) -> Option<VarId> {
        let text = self.text(name.symbol).to_owned();
        let var = Builder::declare_var(&mut self.cx.vars, &text, ty, name.span);
        let free = self.cx.scopes.declare(name.symbol, var);
        if !free || self.globals.contains_key(&name.symbol) {
            return self.error(name.span, format!("the name `{text}` is already in use"));
        }
        Some(var)
    }

    /// Declares bound variables or parameters.
    pub(super) fn bind(&mut self, decls: &[Decl]) -> Option<Vec<VarId>> {
        let mut vars = Some(Vec::new());
        for decl in decls {
            let ty = match self.ty(&decl.ty) {
                Some(ty) => ty,
                None => {
                    vars = None;
                    self.infer.fresh(&mut self.b.program.types, None)
                }
            };
            let var = self.declare(decl.name, ty);
            vars = vars.zip(var).map(|(mut vars, var)| {
                vars.push(var);
                vars
            });
        }
        vars
    }

    pub(super) fn arguments(
        &mut self,
        args: &[Expr],
        params: &[TypeId],
        span: Span,
    ) -> Option<Vec<ExprId>> {
        if args.len() != params.len() {
            let message = format!(
                "expected {} argument{}, found {}",
                params.len(),
                if params.len() == 1 { "" } else { "s" },
                args.len()
            );
            return self.error(span, message);
        }
        let mut result = Some(Vec::new());
        for (arg, &param) in args.iter().zip(params) {
            let arg = self.expr(arg).and_then(|a| {
                self.need_pure(a)?;
                self.need(a, param)
            });
            result = result.zip(arg).map(|(mut all, arg)| {
                all.push(arg);
                all
            });
        }
        result
    }

    fn call(&mut self, name: Name, args: &[Expr], span: Span) -> Option<ExprId> {
        match self.globals.get(&name.symbol) {
            Some(&Global::Function(function)) => {
                let f = &self.b.program.functions[function];
                let params: Vec<_> = f.params.iter().map(|&p| f.vars[p].ty).collect();
                if self.cx.in_axiom && self.functions_with_pre.contains(&function) {
                    let message = format!(
                        "the function `{}` has a precondition, which an axiom cannot establish",
                        self.text(name.symbol)
                    );
                    return self.error(span, message);
                }
                let args = self.arguments(args, &params, span)?;
                Some(self.b.call(function, args, span))
            }
            Some(&Global::DomainFunc(function)) => {
                let domain = self.b.program.domain_funcs[function].domain;
                let count = self.b.program.domains[domain].type_params.len() as u32;
                let types: Vec<_> = (0..count)
                    .map(|n| (self.infer).fresh(&mut self.b.program.types, Some((domain, n))))
                    .collect();
                let params: Vec<_> = (self.b.program.domain_funcs[function].params.iter())
                    .map(|p| p.1)
                    .collect();
                let params: Vec<_> = (params.into_iter())
                    .map(|p| self.b.program.types.instantiate(p, &types))
                    .collect();
                let args = self.arguments(args, &params, span)?;
                Some(self.b.apply(function, &types, args, span))
            }
            Some(&Global::Predicate(predicate)) => {
                let params = self.param_types_of_predicate(predicate);
                let args = self.arguments(args, &params, span)?;
                if self.cx.in_measure {
                    let kind = ExprKind::PredicateInstance(predicate, args);
                    return Some(self.b.expr(kind, Types::PREDICATE_INSTANCE, span));
                }
                Some(self.b.acc_predicate(predicate, args, None, span))
            }
            Some(Global::Method(_)) => {
                let message = format!(
                    "the method `{}` is called inside of an expression",
                    self.text(name.symbol)
                );
                self.error(span, message)
            }
            _ if self.text(name.symbol) == "untouched" && args.len() == 1 => {
                let assertion = self.expr(&args[0])?;
                self.need(assertion, Types::BOOL)?;
                Some(self.b.untouched(assertion, span))
            }
            _ => {
                let message = format!(
                    "there is no function or predicate `{}`",
                    self.text(name.symbol)
                );
                self.error(name.span, message)
            }
        }
    }

    fn param_types_of_predicate(&self, predicate: crate::ast::PredicateId) -> Vec<TypeId> {
        let p = &self.b.program.predicates[predicate];
        p.params.iter().map(|&v| p.vars[v].ty).collect()
    }

    fn field(&mut self, receiver: ExprId, name: Name, span: Span) -> Option<ExprId> {
        if let Some(&Global::Field(field)) = self.globals.get(&name.symbol) {
            self.need_pure(receiver)?;
            self.need(receiver, Types::REF)?;
            return Some(self.b.read(receiver, field, span));
        }
        if let Some(function) = self.destructor(receiver, name.symbol) {
            let domain = self.b.program.domain_funcs[function].domain;
            let count = self.b.program.domains[domain].type_params.len() as u32;
            let types: Vec<_> = (0..count)
                .map(|n| (self.infer).fresh(&mut self.b.program.types, Some((domain, n))))
                .collect();
            let param = self.b.program.domain_funcs[function].params[0].1;
            let param = self.b.program.types.instantiate(param, &types);
            self.need_pure(receiver)?;
            self.need(receiver, param)?;
            return Some(self.b.apply(function, &types, vec![receiver], span));
        }
        let message = format!("there is no field `{}`", self.text(name.symbol));
        self.error(name.span, message)
    }

    /// The destructor or test of an ADT; several ADTs may use the same name.
    fn destructor(&self, receiver: ExprId, name: Symbol) -> Option<crate::ast::DomainFuncId> {
        let candidates = self.destructors.get(self.text(name))?;
        let ty = self.type_of(receiver);
        if let Type::Domain(domain, _) = self.b.program.types.get(ty) {
            let of =
                |f: &crate::ast::DomainFuncId| self.b.program.domain_funcs[*f].domain == *domain;
            if let Some(f) = candidates.iter().copied().find(of) {
                return Some(f);
            }
        }
        candidates.first().copied()
    }

    /// The location of an `acc` with its amount.
    fn acc(&mut self, location: &Expr, amount: Option<&Expr>) -> Option<Access> {
        let resource = self.location(location);
        let amount = match amount {
            Some(amount) => {
                let checked = self.expr(amount).and_then(|a| {
                    self.need_pure(a)?;
                    self.need(a, Types::PERM)
                });
                Some(checked?)
            }
            None => None,
        };
        Some(Access {
            resource: resource?,
            amount,
        })
    }

    /// A field or a predicate.
    fn location(&mut self, e: &Expr) -> Option<Resource> {
        let measure = std::mem::replace(&mut self.cx.in_measure, false);
        let id = self.expr(e);
        self.cx.in_measure = measure;
        match &self.b.program.exprs[id?].kind {
            ExprKind::Field(receiver, field) => Some(Resource::Field(*receiver, *field)),
            ExprKind::Acc(access) if matches!(e.kind, K::Call(..)) => Some(access.resource.clone()),
            _ => self.error(e.span, "expected a field of an object or a predicate"),
        }
    }

    /// A field, a predicate or a wand.
    fn resource(&mut self, e: &Expr) -> Option<Resource> {
        if matches!(e.kind, K::Binary(crate::syntax::tree::BinOp::Wand, _, _)) {
            return Some(Resource::Wand(self.expr(e)?));
        }
        self.location(e)
    }

    /// What `fold`, `unfold` and `unfolding` take.
    pub(super) fn predicate_access(&mut self, e: &Expr, done: &str) -> Option<Access> {
        let access = match &e.kind {
            K::Acc(location, amount) => self.acc(location, amount.as_deref())?,
            K::Call(..) => Access {
                resource: self.location(e)?,
                amount: None,
            },
            _ => {
                self.expr(e)?;
                return self.error(e.span, format!("only a predicate can be {done}"));
            }
        };
        let Resource::Predicate(predicate, _) = &access.resource else {
            return self.error(e.span, format!("only a predicate can be {done}"));
        };
        if self.abstract_predicates.contains(predicate) {
            let message = format!(
                "the predicate `{}` has no body and cannot be {done}",
                self.b.program.predicates[*predicate].name
            );
            return self.error(e.span, message);
        }
        Some(access)
    }

    /// A magic wand.
    pub(super) fn wand(&mut self, e: &Expr) -> Option<ExprId> {
        let wand = self.expr(e)?;
        match self.b.program.exprs[wand].kind {
            ExprKind::Wand(..) => Some(wand),
            _ => self.error(e.span, "expected a magic wand, `A --* B`"),
        }
    }

    fn collection(&mut self, e: &Expr) -> Option<ExprId> {
        let span = e.span;
        match &e.kind {
            K::Collection(kind, ty, items) => {
                let element = match ty {
                    Some(ty) => self.ty(ty)?,
                    None => self.infer.fresh(&mut self.b.program.types, None),
                };
                let params = vec![element; items.len()];
                let items = self.arguments(items, &params, span)?;
                Some(self.b.collection(*kind, element, items, span))
            }
            K::Map(ty, pairs) => {
                let (key, value) = match ty {
                    Some((k, v)) => (self.ty(k)?, self.ty(v)?),
                    None => (
                        self.infer.fresh(&mut self.b.program.types, None),
                        self.infer.fresh(&mut self.b.program.types, None),
                    ),
                };
                let mut checked = Vec::new();
                for (k, v) in pairs {
                    let k = self.expr(k).and_then(|k| self.need(k, key));
                    let v = self.expr(v).and_then(|v| self.need(v, value));
                    let (k, v) = (k?, v?);
                    self.need_pure(k)?;
                    self.need_pure(v)?;
                    checked.push((k, v));
                }
                let ty = self.types().map(key, value);
                Some(self.b.expr(ExprKind::Map(checked), ty, span))
            }
            K::Range(a, b) => {
                let args = [(**a).clone(), (**b).clone()];
                let args = self.arguments(&args, &[Types::INT; 2], span)?;
                let ty = self.types().seq(Types::INT);
                Some((self.b).expr(ExprKind::Range(args[0], args[1]), ty, span))
            }
            K::Index(of, at) => {
                let (of, at) = (self.expr(of)?, self.expr(at)?);
                self.need_pure(at)?;
                let (index, element) = self.indexed(of)?;
                self.need(at, index)?;
                Some(self.b.expr(ExprKind::Index(of, at), element, span))
            }
            K::Update(of, at, value) => {
                let (of, at, value) = (self.expr(of)?, self.expr(at)?, self.expr(value)?);
                self.need_pure(at)?;
                self.need_pure(value)?;
                let (index, element) = self.indexed(of)?;
                self.need(at, index)?;
                self.need(value, element)?;
                Some(self.b.update(of, at, value, span))
            }
            K::Slice(of, from, to) => {
                let mut of = self.expr(of)?;
                let element = self.infer.fresh(&mut self.b.program.types, None);
                let seq = self.types().seq(element);
                self.need(of, seq)?;
                // `s[a..b]` is `s[..b][a..]`.
                if let Some(to) = to {
                    let to = self.integer(to)?;
                    of = self.b.take(of, to, span);
                }
                if let Some(from) = from {
                    let from = self.integer(from)?;
                    of = self.b.drop(of, from, span);
                }
                Some(of)
            }
            K::Size(of) => {
                let of = self.expr(of)?;
                let ty = self.type_of(of);
                match self.b.program.types.get(ty) {
                    Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {}
                    Type::Infer(_) => {
                        let element = self.infer.fresh(&mut self.b.program.types, None);
                        let seq = self.types().seq(element);
                        self.need(of, seq)?;
                    }
                    _ => {
                        let message = format!(
                            "expected a sequence, a set, a multiset or a map, found {}",
                            self.show(ty)
                        );
                        return self.error(self.span(of), message);
                    }
                }
                self.need_pure(of)?;
                Some(self.b.size(of, span))
            }
            K::MapDomain(of) | K::MapRange(of) => {
                let of = self.expr(of)?;
                let key = self.infer.fresh(&mut self.b.program.types, None);
                let value = self.infer.fresh(&mut self.b.program.types, None);
                let map = self.types().map(key, value);
                self.need(of, map)?;
                if matches!(e.kind, K::MapDomain(_)) {
                    let ty = self.types().set(key);
                    return Some(self.b.expr(ExprKind::MapDomain(of), ty, span));
                }
                let ty = self.types().set(value);
                Some(self.b.expr(ExprKind::MapRange(of), ty, span))
            }
            _ => self.error(span, "this cannot be used as an expression"),
        }
    }

    fn integer(&mut self, e: &Expr) -> Option<ExprId> {
        let e = self.expr(e)?;
        self.need_pure(e)?;
        self.need(e, Types::INT)
    }

    /// The types of index and element of a sequence or a map.
    fn indexed(&mut self, of: ExprId) -> Option<(TypeId, TypeId)> {
        self.need_pure(of)?;
        let ty = self.type_of(of);
        match *self.b.program.types.get(ty) {
            Type::Seq(element) => Some((Types::INT, element)),
            Type::Map(key, value) => Some((key, value)),
            Type::Infer(_) => {
                let element = self.infer.fresh(&mut self.b.program.types, None);
                let seq = self.types().seq(element);
                self.need(of, seq)?;
                Some((Types::INT, element))
            }
            _ => {
                let message = format!("expected a sequence or a map, found {}", self.show(ty));
                self.error(self.span(of), message)
            }
        }
    }

    /// The label of a name in this method.
    pub(super) fn label(&mut self, name: Name) -> Option<crate::ast::LabelId> {
        if let Some(&label) = self.cx.scopes.labels.get(&name.symbol) {
            return Some(label);
        }
        let message = format!("there is no label `{}`", self.text(name.symbol));
        self.problems.push(crate::problem::Problem::new(
            crate::problem::ProblemKind::Consistency,
            name.span,
            message,
        ));
        None
    }
}
