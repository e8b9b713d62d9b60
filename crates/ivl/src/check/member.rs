//! Declarations: first all names and signatures, then contracts and bodies,
//! so that members may refer to each other in any order.

use super::{Checker, Context, Global};
use crate::ast::{Axiom, FunctionId, MethodId, PredicateId, Types};
use crate::syntax::symbol::Symbol;
use crate::syntax::tree::{
    Decl, Domain, Function, Member, MemberKind, Method, Name, Predicate, SpecKind,
};

impl Checker<'_> {
    pub(super) fn members(&mut self, members: &[Member]) {
        self.declare_types(members);
        self.declare_signatures(members);
        self.adt_ranks();
        self.adt_names(members);
        for member in members {
            self.body(member);
        }
    }

    /// Takes a global name.
    pub(super) fn global(&mut self, name: Name, global: Global) {
        if self.globals.contains_key(&name.symbol) {
            let message = format!("the name `{}` is already in use", self.text(name.symbol));
            self.error::<()>(name.span, message);
            return;
        }
        self.globals.insert(name.symbol, global);
    }

    fn declare_types(&mut self, members: &[Member]) {
        for member in members {
            let (name, params) = match &member.kind {
                MemberKind::Domain(d) => (d.name, &d.type_params),
                MemberKind::Adt(a) => (a.name, &a.type_params),
                _ => continue,
            };
            let params: Vec<String> = (params.iter().flatten())
                .map(|p| self.text(p.symbol).to_owned())
                .collect();
            let text = self.text(name.symbol).to_owned();
            let id = self.b.declare_domain(text, params, name.span);
            if let MemberKind::Domain(d) = &member.kind {
                self.b.program.domains[id].interpretation = d.interpretation.clone();
            } else {
                self.b.program.domains[id].adt = Some(Box::default());
            }
            self.global(name, Global::Domain(id));
        }
    }

    fn declare_signatures(&mut self, members: &[Member]) {
        for member in members {
            match &member.kind {
                MemberKind::Import(_) | MemberKind::Define(_) => {}
                MemberKind::Field(decls) => {
                    for decl in decls {
                        let ty = self.ty(&decl.ty).unwrap_or(Types::REF);
                        let text = self.text(decl.name.symbol).to_owned();
                        let field = self.b.field(text, ty, decl.name.span);
                        self.global(decl.name, Global::Field(field));
                    }
                }
                MemberKind::Domain(d) => self.domain_signatures(d),
                MemberKind::Adt(a) => self.adt_signatures(a),
                MemberKind::Function(f) => {
                    let result = self.ty(&f.result).unwrap_or(Types::INT);
                    let text = self.text(f.name.symbol).to_owned();
                    let id = self.b.declare_function(text, result, f.name.span);
                    self.begin(&f.params);
                    let cx = std::mem::take(&mut self.cx);
                    let function = &mut self.b.program.functions[id];
                    function.params = cx.vars.ids().collect();
                    function.vars = cx.vars;
                    function.opaque = (member.annotations.iter())
                        .any(|a| self.interner.text(a.name.symbol) == "opaque");
                    if f.pres
                        .iter()
                        .any(|s| matches!(s.kind, SpecKind::Condition(_)))
                    {
                        self.functions_with_pre.insert(id);
                    }
                    self.global(f.name, Global::Function(id));
                }
                MemberKind::Predicate(p) => {
                    let text = self.text(p.name.symbol).to_owned();
                    let id = self.b.declare_predicate(text, p.name.span);
                    self.begin(&p.params);
                    let cx = std::mem::take(&mut self.cx);
                    self.b.program.predicates[id].params = cx.vars.ids().collect();
                    self.b.program.predicates[id].vars = cx.vars;
                    if p.body.is_none() {
                        self.abstract_predicates.insert(id);
                    }
                    self.global(p.name, Global::Predicate(id));
                }
                MemberKind::Method(m) => {
                    let text = self.text(m.name.symbol).to_owned();
                    let id = self.b.declare_method(text, m.name.span);
                    self.begin(&m.params);
                    let count = self.cx.vars.len();
                    self.bind(&m.returns);
                    let cx = std::mem::take(&mut self.cx);
                    let method = &mut self.b.program.methods[id];
                    method.params = cx.vars.ids().take(count).collect();
                    method.returns = cx.vars.ids().skip(count).collect();
                    method.vars = cx.vars;
                    self.global(m.name, Global::Method(id));
                }
            }
        }
    }

    /// A fresh context with these parameters.
    fn begin(&mut self, params: &[Decl]) {
        self.cx = Context::default();
        self.cx.scopes.open();
        self.bind(params);
        self.cx.fixed = self.cx.vars.len();
    }

    /// The context of a declared member again; its variables exist already.
    fn resume(&mut self, vars: crate::ast::Vars, decls: &[&[Decl]], fixed: usize) {
        self.cx = Context::default();
        self.cx.scopes.open();
        let names: Vec<Name> = decls
            .iter()
            .flat_map(|d| d.iter())
            .map(|d| d.name)
            .collect();
        for (var, name) in vars.ids().zip(names) {
            self.cx.scopes.declare(name.symbol, var);
            if self.globals.contains_key(&name.symbol) {
                let message = format!("the name `{}` is already in use", self.text(name.symbol));
                self.error::<()>(name.span, message);
            }
        }
        self.cx.vars = vars;
        self.cx.fixed = fixed;
    }

    fn domain_signatures(&mut self, d: &Domain) {
        let Some(&Global::Domain(id)) = self.globals.get(&d.name.symbol) else {
            return;
        };
        self.type_params(id, &d.type_params);
        for f in &d.functions {
            let mut params = Vec::new();
            let mut seen: Vec<Symbol> = Vec::new();
            for (name, ty) in &f.params {
                let ty = self.ty(ty).unwrap_or(Types::INT);
                let text = name.map(|n| self.text(n.symbol).to_owned());
                if let Some(name) = name {
                    if seen.contains(&name.symbol) {
                        let message =
                            format!("two parameters are named `{}`", self.text(name.symbol));
                        self.error::<()>(name.span, message);
                    }
                    seen.push(name.symbol);
                }
                params.push((text, ty));
            }
            let result = self.ty(&f.result).unwrap_or(Types::INT);
            let text = self.text(f.name.symbol).to_owned();
            let function = self.b.domain_func(id, text, params, result, f.span);
            let declared = &mut self.b.program.domain_funcs[function];
            declared.unique = f.unique;
            declared.interpretation = f.interpretation.clone();
            self.global(f.name, Global::DomainFunc(function));
        }
        for a in &d.axioms {
            if let Some(name) = a.name {
                self.global(name, Global::Axiom);
            }
        }
        self.cx = Context::default();
    }

    pub(super) fn type_params(&mut self, domain: crate::ast::DomainId, params: &Option<Vec<Name>>) {
        self.cx = Context::default();
        self.cx.domain = Some(domain);
        for (n, param) in params.iter().flatten().enumerate() {
            self.cx.type_params.insert(param.symbol, n as u32);
        }
    }

    fn body(&mut self, member: &Member) {
        match &member.kind {
            MemberKind::Import(_) | MemberKind::Define(_) | MemberKind::Field(_) => {}
            MemberKind::Domain(d) => self.axioms(d),
            MemberKind::Adt(a) => self.adt_axioms(a),
            MemberKind::Function(f) => {
                if let Some(&Global::Function(id)) = self.globals.get(&f.name.symbol) {
                    self.function(f, id);
                }
            }
            MemberKind::Predicate(p) => {
                if let Some(&Global::Predicate(id)) = self.globals.get(&p.name.symbol) {
                    self.predicate(p, id);
                }
            }
            MemberKind::Method(m) => {
                if let Some(&Global::Method(id)) = self.globals.get(&m.name.symbol) {
                    self.method(m, id);
                }
            }
        }
        self.cx = Context::default();
    }

    fn axioms(&mut self, d: &Domain) {
        let Some(&Global::Domain(domain)) = self.globals.get(&d.name.symbol) else {
            return;
        };
        for a in &d.axioms {
            self.type_params(domain, &d.type_params);
            self.cx.in_axiom = true;
            self.cx.scopes.open();
            let Some(body) = self.whole(&a.body, Types::BOOL, false) else {
                continue;
            };
            let axiom = Axiom {
                name: a.name.map(|n| self.text(n.symbol).to_owned()),
                span: a.span,
                domain,
                vars: std::mem::take(&mut self.cx.vars),
                body,
            };
            let id = self.b.program.axioms.push(axiom);
            self.b.program.domains[domain].axioms.push(id);
        }
    }

    fn function(&mut self, f: &Function, id: FunctionId) {
        let vars = self.b.program.functions[id].vars.clone();
        let fixed = vars.len();
        self.resume(vars, &[&f.params], fixed);
        let result = self.b.program.functions[id].result;
        let (pres, mut decreases) = self.specs(&f.pres);
        self.cx.result = Some(result);
        self.cx.no_perm = Some("the postcondition of a function");
        let mut posts = Vec::new();
        for spec in &f.posts {
            match &spec.kind {
                SpecKind::Condition(e) => posts.extend(self.whole(e, Types::BOOL, false)),
                SpecKind::Decreases(..) => {
                    self.cx.result = None;
                    let (_, more) = self.specs(std::slice::from_ref(spec));
                    decreases.extend(more);
                    self.cx.result = Some(result);
                }
            }
        }
        self.cx.no_perm = None;
        let body = (f.body.as_ref()).and_then(|body| self.whole(body, result, false));
        let function = &mut self.b.program.functions[id];
        function.pres = pres;
        function.posts = posts;
        function.decreases = decreases;
        function.body = body;
        function.vars = std::mem::take(&mut self.cx.vars);
    }

    fn predicate(&mut self, p: &Predicate, id: PredicateId) {
        let vars = self.b.program.predicates[id].vars.clone();
        let fixed = vars.len();
        self.resume(vars, &[&p.params], fixed);
        let body = (p.body.as_ref()).and_then(|body| self.whole(body, Types::BOOL, true));
        let predicate = &mut self.b.program.predicates[id];
        predicate.body = body;
        predicate.vars = std::mem::take(&mut self.cx.vars);
    }

    fn method(&mut self, m: &Method, id: MethodId) {
        let vars = self.b.program.methods[id].vars.clone();
        let fixed = m.params.len();
        self.resume(vars, &[&m.params, &m.returns], fixed);
        if let Some(body) = &m.body {
            self.find_labels(body);
        }
        let (pres, mut decreases) = self.specs(&m.pres);
        let (posts, more) = self.specs(&m.posts);
        decreases.extend(more);
        let body = m.body.as_ref().map(|body| self.block(body));
        let method = &mut self.b.program.methods[id];
        method.pres = pres;
        method.posts = posts;
        method.decreases = decreases;
        method.body = body;
        method.labels = std::mem::take(&mut self.cx.labels);
        method.vars = std::mem::take(&mut self.cx.vars);
    }
}
