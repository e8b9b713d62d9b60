//! Algebraic data types as domains: constructors, destructors, tests and the
//! number of the constructor become functions, and axioms say what they mean.
//! The verifier needs to know nothing of them.

use super::{Checker, Global};
use crate::ast::{
    Axiom, BinOp, Builder, Constructor, DomainFuncId, DomainId, ExprId, Quantifier, Type, TypeId,
    Types, VarId, Vars,
};
use crate::syntax::symbol::Symbol;
use crate::syntax::tree::{Adt, Derived, Member, MemberKind, Name};
use ep_base::Span;

impl Checker<'_> {
    fn adt_id(&self, a: &Adt) -> Option<DomainId> {
        match self.globals.get(&a.name.symbol) {
            Some(&Global::Domain(id)) => Some(id),
            _ => None,
        }
    }
    /// The type parameters as type arguments, and the type itself.
    fn adt_type(&mut self, domain: DomainId) -> (Vec<TypeId>, TypeId) {
        let count = self.b.program.domains[domain].type_params.len() as u32;
        let args: Vec<_> = (0..count)
            .map(|n| self.types().intern(Type::Param(n)))
            .collect();
        let ty = self.types().domain(domain, &args);
        (args, ty)
    }

    pub(super) fn adt_signatures(&mut self, a: &Adt) {
        let Some(domain) = self.adt_id(a) else { return };
        self.type_params(domain, &a.type_params);
        let (_, ty) = self.adt_type(domain);
        let adt_name = self.text(a.name.symbol).to_owned();
        let span = a.name.span;
        let mut constructors = Vec::new();
        let mut fields: Vec<Name> = Vec::new();
        for (name, decls) in &a.constructors {
            let mut params = Vec::new();
            let mut destructors = Vec::new();
            for decl in decls {
                let field = self.ty(&decl.ty).unwrap_or(Types::INT);
                let text = self.text(decl.name.symbol).to_owned();
                if fields.iter().any(|f| f.symbol == decl.name.symbol) {
                    let message = format!("`{adt_name}` has two fields named `{text}`");
                    self.error::<()>(decl.name.span, message);
                }
                fields.push(decl.name);
                let destructor =
                    (self.b).domain_func(domain, &text, vec![(None, ty)], field, decl.name.span);
                self.destructors
                    .entry(text.clone())
                    .or_default()
                    .push(destructor);
                destructors.push(destructor);
                params.push((Some(text), field));
            }
            let text = self.text(name.symbol).to_owned();
            let function = self.b.domain_func(domain, &text, params, ty, name.span);
            self.global(*name, Global::DomainFunc(function));
            let test_name = format!("is{text}");
            let params = vec![(None, ty)];
            let test = (self.b).domain_func(domain, &test_name, params, Types::BOOL, name.span);
            self.destructors.entry(test_name).or_default().push(test);
            constructors.push(Constructor {
                function,
                destructors,
                test,
            });
        }
        let tag_name = format!("{adt_name}_tag");
        let tag = (self.b).domain_func(domain, tag_name, vec![(None, ty)], Types::INT, span);
        if let Some(adt) = &mut self.b.program.domains[domain].adt {
            adt.constructors = constructors;
            adt.tag = Some(tag);
        }
        let rank_name = format!("{adt_name}_rank");
        let rank = (self.b).domain_func(domain, rank_name, vec![(None, ty)], Types::INT, span);
        if let Some(adt) = &mut self.b.program.domains[domain].adt {
            adt.rank = Some(rank);
        }
        self.cx = super::Context::default();
    }

    pub(super) fn adt_axioms(&mut self, a: &Adt) {
        let Some(domain) = self.adt_id(a) else { return };
        let (args, ty) = self.adt_type(domain);
        let Some(adt) = self.b.program.domains[domain].adt.clone() else {
            return;
        };
        let Some(tag) = adt.tag else { return };
        let cx = Cx {
            domain,
            args,
            ty,
            span: a.name.span,
        };
        for (n, c) in adt.constructors.iter().enumerate() {
            self.constructor_axiom(&cx, c, tag, n);
            self.test_axiom(&cx, c, tag, n);
        }
        self.exhaustive_axiom(&cx, &adt.constructors, tag);
        if adt.rank.is_some() {
            for c in &adt.constructors {
                self.rank_axiom(&cx, c);
            }
        }
        for derived in &a.derives {
            self.derived_axioms(&cx, a, derived, &adt.constructors);
        }
    }

    /// `contains(x, C(…, x, …))` for the fields of every constructor, and through
    /// values of the same type.
    fn derived_axioms(&mut self, cx: &Cx, a: &Adt, derived: &Derived, all: &[Constructor]) {
        let name = self.text(derived.name.symbol).to_owned();
        let found = match self.globals.get(&derived.name.symbol) {
            Some(&Global::DomainFunc(f)) if name == "contains" => f,
            _ => {
                let message = match name == "contains" {
                    true => "`derives` needs `import <adt/derives.vpr>`".to_owned(),
                    false => format!("`{name}` cannot be derived; `contains` can"),
                };
                self.error::<()>(derived.name.span, message);
                return;
            }
        };
        for &field in &derived.without {
            let mut fields = a.constructors.iter().flat_map(|c| &c.1);
            if !fields.any(|d| d.name.symbol == field.symbol) {
                let text = self.text(field.symbol).to_owned();
                self.error::<()>(field.span, format!("the data type has no field `{text}`"));
                return;
            }
        }
        let span = cx.span;
        let mut types: Vec<TypeId> = Vec::new();
        for c in all {
            let params = self.b.program.domain_funcs[c.function].params.clone();
            let mut vars = Vars::new();
            let bound: Vec<VarId> = (params.iter())
                .map(|(name, ty)| {
                    let name = name.clone().unwrap_or_default();
                    Builder::declare_var(&mut vars, name, *ty, span)
                })
                .collect();
            let args: Vec<ExprId> = bound.iter().map(|&v| self.b.var(&vars, v, span)).collect();
            let value = self.b.apply(c.function, &cx.args, args.clone(), span);
            let mut facts = Vec::new();
            for ((name, ty), &arg) in params.iter().zip(&args) {
                let name = name.clone().unwrap_or_default();
                let left_out = (derived.without.iter()).any(|w| self.text(w.symbol) == name);
                if !left_out {
                    if !types.contains(ty) {
                        types.push(*ty);
                    }
                    facts.push(self.b.apply(found, &[*ty, cx.ty], vec![arg, value], span));
                }
            }
            if facts.is_empty() {
                continue;
            }
            let body = self.b.conjunction(&facts, span);
            let triggers = vec![vec![value]];
            let body = (self.b).quantified(Quantifier::Forall, bound, triggers, body, span);
            self.add_axiom(cx, vars, body);
        }
        if !types.contains(&cx.ty) {
            return;
        }
        for ty in types {
            let mut vars = Vars::new();
            let mut declare = |name: &str, ty| Builder::declare_var(&mut vars, name, ty, span);
            let bound = vec![declare("a", ty), declare("b", cx.ty), declare("c", cx.ty)];
            let t: Vec<ExprId> = bound.iter().map(|&v| self.b.var(&vars, v, span)).collect();
            let first = self.b.apply(found, &[ty, cx.ty], vec![t[0], t[1]], span);
            let second = self.b.apply(found, &[cx.ty, cx.ty], vec![t[1], t[2]], span);
            let both = self.b.binary(BinOp::And, first, second, span);
            let whole = self.b.apply(found, &[ty, cx.ty], vec![t[0], t[2]], span);
            let body = self.b.binary(BinOp::Implies, both, whole, span);
            let triggers = vec![vec![first, second]];
            let body = (self.b).quantified(Quantifier::Forall, bound, triggers, body, span);
            self.add_axiom(cx, vars, body);
        }
    }

    /// `forall args :: { C(args) } tag(C(args)) == n && C(args).f == f && …`
    fn constructor_axiom(&mut self, cx: &Cx, c: &Constructor, tag: DomainFuncId, n: usize) {
        let span = cx.span;
        let mut vars = Vars::new();
        let params = self.b.program.domain_funcs[c.function].params.clone();
        let bound: Vec<VarId> = (params.into_iter())
            .map(|(name, ty)| Builder::declare_var(&mut vars, name.unwrap_or_default(), ty, span))
            .collect();
        let args: Vec<ExprId> = bound.iter().map(|&v| self.b.var(&vars, v, span)).collect();
        let value = self.b.apply(c.function, &cx.args, args.clone(), span);
        let found = self.b.apply(tag, &cx.args, vec![value], span);
        let number = self.b.int(n, span);
        let mut facts = vec![self.b.binary(BinOp::Eq, found, number, span)];
        for (&destructor, &arg) in c.destructors.iter().zip(&args) {
            let part = self.b.apply(destructor, &cx.args, vec![value], span);
            facts.push(self.b.binary(BinOp::Eq, part, arg, span));
        }
        let body = self.b.conjunction(&facts, span);
        let body = match bound.is_empty() {
            true => body,
            false => {
                let triggers = vec![vec![value]];
                (self.b).quantified(Quantifier::Forall, bound, triggers, body, span)
            }
        };
        self.add_axiom(cx, vars, body);
    }

    /// `forall args :: { rank(C(args)) } rank(arg) < rank(C(args)) && …` for the fields
    /// that are data types themselves, at whatever type arguments.
    fn rank_axiom(&mut self, cx: &Cx, c: &Constructor) {
        let span = cx.span;
        let mut vars = Vars::new();
        let params = self.b.program.domain_funcs[c.function].params.clone();
        let bound: Vec<VarId> = (params.iter())
            .map(|(name, ty)| {
                let name = name.clone().unwrap_or_default();
                Builder::declare_var(&mut vars, name, *ty, span)
            })
            .collect();
        let args: Vec<ExprId> = bound.iter().map(|&v| self.b.var(&vars, v, span)).collect();
        let value = self.b.apply(c.function, &cx.args, args.clone(), span);
        let Some(own) = self.rank_of(cx.ty, value, span) else {
            return;
        };
        let mut facts = Vec::new();
        for ((_, ty), &arg) in params.iter().zip(&args) {
            if let Some(inner) = self.rank_of(*ty, arg, span) {
                facts.push(self.b.binary(BinOp::Lt, inner, own, span));
            }
        }
        if facts.is_empty() {
            return;
        }
        let body = self.b.conjunction(&facts, span);
        let triggers = vec![vec![own]];
        let body = (self.b).quantified(Quantifier::Forall, bound, triggers, body, span);
        self.add_axiom(cx, vars, body);
    }

    /// `rank(value)`, if the type is a data type that has one.
    fn rank_of(&mut self, ty: TypeId, value: ExprId, span: Span) -> Option<ExprId> {
        let (domain, args) = match self.b.program.types.get(ty) {
            Type::Domain(domain, args) => (*domain, args.clone()),
            _ => return None,
        };
        let rank = self.b.program.domains[domain].adt.as_ref()?.rank?;
        Some(self.b.apply(rank, &args, vec![value], span))
    }

    /// Data types of which no value can be built in finitely many steps have no rank:
    /// that it becomes smaller would say that they have no value at all.
    pub(super) fn adt_ranks(&mut self) {
        let program = &self.b.program;
        let mut built: Vec<DomainId> = Vec::new();
        loop {
            let before = built.len();
            for d in program.domains.ids() {
                let Some(adt) = &program.domains[d].adt else {
                    continue;
                };
                let ends = |c: &Constructor| {
                    let fields = &program.domain_funcs[c.function].params;
                    fields.iter().all(|(_, ty)| match program.types.get(*ty) {
                        Type::Domain(inner, _) => {
                            program.domains[*inner].adt.is_none() || built.contains(inner)
                        }
                        _ => true,
                    })
                };
                if !built.contains(&d) && adt.constructors.iter().any(ends) {
                    built.push(d);
                }
            }
            if built.len() == before {
                break;
            }
        }
        for d in program.domains.ids().collect::<Vec<_>>() {
            if let Some(adt) = &mut self.b.program.domains[d].adt {
                adt.rank = adt.rank.filter(|_| built.contains(&d));
            }
        }
    }

    /// Fields and tests of data types are names of the whole program: nothing else may
    /// have them.
    pub(super) fn adt_names(&mut self, members: &[Member]) {
        let mut tests = Vec::new();
        let mut fields: Vec<Symbol> = Vec::new();
        for m in members {
            if let MemberKind::Adt(a) = &m.kind {
                for (name, decls) in &a.constructors {
                    tests.push((format!("is{}", self.text(name.symbol)), name.span));
                    fields.extend(decls.iter().map(|d| d.name.symbol));
                }
            }
        }
        if tests.is_empty() {
            return;
        }
        let mut names: Vec<Name> = Vec::new();
        for m in members {
            match &m.kind {
                MemberKind::Field(decls) => names.extend(decls.iter().map(|d| d.name)),
                MemberKind::Function(f) => names.push(f.name),
                MemberKind::Predicate(p) => names.push(p.name),
                MemberKind::Method(m) => names.push(m.name),
                MemberKind::Domain(d) => names.extend(d.functions.iter().map(|f| f.name)),
                MemberKind::Adt(_) | MemberKind::Import(_) | MemberKind::Define(_) => {}
            }
        }
        for name in names {
            let text = self.text(name.symbol).to_owned();
            if fields.contains(&name.symbol) {
                let message = format!("the name `{text}` is the field of a data type");
                self.error::<()>(name.span, message);
            }
            if let Some((_, span)) = tests.iter().find(|(test, _)| *test == text) {
                let message =
                    format!("the test `{text}` of this constructor has the name of a member");
                self.error::<()>(*span, message);
            }
        }
    }

    /// `forall x :: { x.isC } x.isC == (tag(x) == n)`
    fn test_axiom(&mut self, cx: &Cx, c: &Constructor, tag: DomainFuncId, n: usize) {
        let span = cx.span;
        let mut vars = Vars::new();
        let x = Builder::declare_var(&mut vars, "x", cx.ty, span);
        let value = self.b.var(&vars, x, span);
        let test = self.b.apply(c.test, &cx.args, vec![value], span);
        let found = self.b.apply(tag, &cx.args, vec![value], span);
        let number = self.b.int(n, span);
        let same = self.b.binary(BinOp::Eq, found, number, span);
        let body = self.b.binary(BinOp::Iff, test, same, span);
        let triggers = vec![vec![test]];
        let body = (self.b).quantified(Quantifier::Forall, vec![x], triggers, body, span);
        self.add_axiom(cx, vars, body);
    }

    /// `forall x :: { tag(x) } { x.f } … x == C(x.f, …) || …`
    fn exhaustive_axiom(&mut self, cx: &Cx, constructors: &[Constructor], tag: DomainFuncId) {
        let span = cx.span;
        let mut vars = Vars::new();
        let x = Builder::declare_var(&mut vars, "x", cx.ty, span);
        let value = self.b.var(&vars, x, span);
        let found = self.b.apply(tag, &cx.args, vec![value], span);
        let mut triggers = vec![vec![found]];
        let mut cases = Vec::new();
        for (n, c) in constructors.iter().enumerate() {
            let mut parts = Vec::new();
            for &destructor in &c.destructors {
                let part = self.b.apply(destructor, &cx.args, vec![value], span);
                triggers.push(vec![part]);
                parts.push(part);
            }
            let number = self.b.int(n, span);
            let tagged = self.b.binary(BinOp::Eq, found, number, span);
            let built = self.b.apply(c.function, &cx.args, parts, span);
            let same = self.b.binary(BinOp::Eq, value, built, span);
            cases.push(self.b.binary(BinOp::And, tagged, same, span));
        }
        let Some(mut body) = cases.pop() else { return };
        while let Some(case) = cases.pop() {
            body = self.b.binary(BinOp::Or, case, body, span);
        }
        let body = (self.b).quantified(Quantifier::Forall, vec![x], triggers, body, span);
        self.add_axiom(cx, vars, body);
    }

    fn add_axiom(&mut self, cx: &Cx, vars: Vars, body: ExprId) {
        let id = self.b.program.axioms.push(Axiom {
            name: None,
            span: cx.span,
            domain: cx.domain,
            vars,
            body,
        });
        self.b.program.domains[cx.domain].axioms.push(id);
    }
}

struct Cx {
    domain: DomainId,
    args: Vec<TypeId>,
    ty: TypeId,
    span: Span,
}
