//! Functions, predicates and methods with their contracts.

use super::family::{Key, Version};
use super::{Failed, Lower, Origin, Work, L};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use ep_base::Arena;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, Builder, ExprId, Member, StmtId};
use std::collections::{HashMap, HashSet};

/// What `result` is.
#[derive(Clone, Copy)]
pub(super) enum ResultOf {
    None,
    Var(ivl::VarId),
    Function(ivl::TypeId),
}

/// One member under construction.
pub(super) struct Ctx<'l, 'p> {
    pub l: &'l mut Lower<'p>,
    /// Whose locals are meant, and whose text is lowered.
    pub method: MethodId,
    pub class: ClassId,
    pub vars: ivl::Vars,
    pub this: Option<ivl::VarId>,
    pub locals: HashMap<LocalId, ivl::VarId>,
    /// Parameters as they were on entry, where the body changes them.
    pub entry: HashMap<LocalId, ivl::VarId>,
    /// Inside of `old`.
    pub entry_view: bool,
    pub result: ResultOf,
    /// Families on `this` are those of this class.
    pub exact: Option<ClassId>,
    /// Checks of code are wanted.
    pub code: bool,
    /// What is known about a function's parameters.
    pub hypothesis: Option<ExprId>,
    /// Expressions that check something.
    pub checked: HashSet<ExprId>,
    pub block: Vec<StmtId>,
    pub labels: Arena<ivl::LabelId, ivl::Label>,
    pub jumps: HashMap<(LabelId, bool), ivl::LabelId>,
    pub end: Option<ivl::LabelId>,
    /// Control reaches the end of the method right behind this statement.
    pub tail: bool,
    pub unsupported: Option<(String, Span)>,
}

impl<'p> Lower<'p> {
    // Members by key, named when first used.

    fn normal(&self, key: Key) -> Key {
        let m = &self.p.methods[key.method];
        match (m.kind, key.version) {
            (MethodKind::Predicate | MethodKind::Pure, v) => {
                if !self.is_family(key.method) {
                    Key::dynamic(key.method)
                } else if v == Version::Dynamic {
                    Key::dynamic(self.root(key.method))
                } else {
                    key
                }
            }
            (MethodKind::Constructor, _) => Key::dynamic(key.method),
            (_, Version::Exact | Version::At(_)) if !self.splits(key.method) => {
                Key::dynamic(key.method)
            }
            _ => key,
        }
    }

    /// Whether a method is verified in several readings.
    pub(super) fn splits(&self, m: MethodId) -> bool {
        let method = &self.p.methods[m];
        method.is_virtual()
            && method.kind == MethodKind::Mutator
            && !self.families_on_this(m).is_empty()
    }

    fn member_name(&mut self, key: Key) -> String {
        let m = &self.p.methods[key.method];
        let class = &self.p.classes[m.class].name;
        match key.version {
            Version::Dynamic if m.kind == MethodKind::Constructor => {
                self.names.fresh(format!("new_{class}"))
            }
            Version::Dynamic => self.names.unique(&m.name, class),
            Version::Exact => self.names.fresh(format!("{class}_{}_exact", m.name)),
            Version::At(k) | Version::Inherited(k) => {
                let k = &self.p.classes[k].name;
                self.names.fresh(format!("{class}_{}_for_{k}", m.name))
            }
            Version::Refines(d) => {
                let d = &self.p.classes[self.p.methods[d].class].name;
                self.names.fresh(format!("{class}_{}_refines_{d}", m.name))
            }
        }
    }

    fn origin(&mut self, member: Member, key: Key) {
        let name = self.p.method_name(key.method);
        let (name, class) = match key.version {
            Version::Dynamic => (name, None),
            Version::Exact => (format!("{name} as called by super"), None),
            Version::At(k) if k == self.p.methods[key.method].class => (name, Some(k)),
            Version::At(k) => (format!("{name} for {}", self.p.classes[k].name), Some(k)),
            Version::Inherited(k) => (
                format!("{name} as inherited by {}", self.p.classes[k].name),
                Some(k),
            ),
            Version::Refines(d) => (
                format!("{name} keeps the contract of {}", self.p.method_name(d)),
                None,
            ),
        };
        let origin = Origin {
            name,
            method: key.method,
            class,
        };
        self.origins.insert(member, origin);
    }

    pub(super) fn function(&mut self, key: Key) -> L<ivl::FunctionId> {
        let key = self.normal(key);
        if let Some(f) = self.functions.get(&key) {
            return Ok(*f);
        }
        let m = &self.p.methods[key.method];
        let ret = self.ty(m.ret);
        let at = self.at(m.span);
        let name = self.member_name(key);
        let f = self.b.declare_function(name, ret, at);
        self.functions.insert(key, f);
        self.origin(Member::Function(f), key);
        self.work.push(Work::Function(key, f));
        Ok(f)
    }

    pub(super) fn predicate(&mut self, key: Key) -> L<ivl::PredicateId> {
        let key = self.normal(key);
        if let Some(f) = self.predicates.get(&key) {
            return Ok(*f);
        }
        let at = self.at(self.p.methods[key.method].span);
        let name = self.member_name(key);
        let f = self.b.declare_predicate(name, at);
        self.predicates.insert(key, f);
        self.origin(Member::Predicate(f), key);
        self.work.push(Work::Predicate(key, f));
        Ok(f)
    }

    pub(super) fn method(&mut self, key: Key) -> L<ivl::MethodId> {
        let key = self.normal(key);
        if let Some(f) = self.methods.get(&key) {
            return Ok(*f);
        }
        let at = self.at(self.p.methods[key.method].span);
        let name = self.member_name(key);
        let f = self.b.declare_method(name, at);
        self.methods.insert(key, f);
        self.origin(Member::Method(f), key);
        self.work.push(Work::Method(key, f));
        Ok(f)
    }

    /// Everything that is to be verified about the user's classes.
    pub(super) fn declare_members(&mut self) {
        let p = self.p;
        for (id, m) in p.methods.iter() {
            if p.classes[m.class].prelude {
                continue;
            }
            let _ = self.declare_member(id, m);
        }
        // Filled in from the end: keep the order of the text.
        self.work.reverse();
    }

    fn declare_member(&mut self, id: MethodId, m: &Method) -> L<()> {
        match m.kind {
            MethodKind::Predicate => {
                self.predicate(Key::dynamic(id))?;
            }
            MethodKind::Pure => {
                self.function(Key::dynamic(id))?;
            }
            MethodKind::Constructor => {
                self.method(Key::dynamic(id))?;
            }
            MethodKind::Mutator => {
                self.method(Key::dynamic(id))?;
                self.readings(id, m)?;
                let own = !m.contract.requires.is_empty() || !m.contract.ensures.is_empty();
                if own {
                    for d in m.overrides.clone() {
                        let key = Key {
                            method: id,
                            version: Version::Refines(d),
                        };
                        self.method(key)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The readings in which the body of a method is verified.
    fn readings(&mut self, id: MethodId, m: &Method) -> L<()> {
        if m.body.is_none() || !self.splits(id) {
            return Ok(());
        }
        let families = self.families_on_this(id);
        let mut exact = self.called_exactly(id);
        let mut any = false;
        for k in self.concrete(m.class) {
            if self.p.dispatch(id, k) != Some(id) {
                continue;
            }
            any = true;
            let version = if self.agrees(&families, m.class, k) {
                Version::At(k)
            } else {
                exact = true;
                Version::Inherited(k)
            };
            self.method(Key {
                method: id,
                version,
            })?;
        }
        if exact || !any {
            self.method(Key::exact(id))?;
        }
        Ok(())
    }

    pub(super) fn fill(&mut self, work: Work) {
        let done = match work {
            Work::Function(key, f) => self.fill_function(key, f),
            Work::Predicate(key, f) => self.fill_predicate(key, f),
            Work::Method(key, f) => self.fill_method(key, f),
        };
        debug_assert!(done.is_ok() || !self.problems.is_empty());
    }

    pub(super) fn context<'l>(&'l mut self, key: Key) -> Ctx<'l, 'p> {
        let m = &self.p.methods[key.method];
        let exact = match key.version {
            Version::Exact => Some(m.class),
            _ if m.kind == MethodKind::Constructor
                && !self.families_on_this(key.method).is_empty() =>
            {
                Some(m.class)
            }
            _ => None,
        };
        let (is_static, class) = (m.is_static, m.class);
        let at = self.at(m.span);
        let mut c = Ctx {
            l: self,
            method: key.method,
            class,
            vars: Arena::new(),
            this: None,
            locals: HashMap::new(),
            entry: HashMap::new(),
            entry_view: false,
            result: ResultOf::None,
            exact,
            code: false,
            hypothesis: None,
            checked: HashSet::new(),
            block: Vec::new(),
            labels: Arena::new(),
            jumps: HashMap::new(),
            end: None,
            tail: true,
            unsupported: None,
        };
        if !is_static {
            c.this = Some(Builder::declare_var(
                &mut c.vars,
                "this",
                ivl::Types::REF,
                at,
            ));
        }
        for p in c.l.p.methods[key.method].param_ids() {
            c.variable(p);
        }
        c.entry = c.locals.clone();
        c
    }

    fn fill_predicate(&mut self, key: Key, id: ivl::PredicateId) -> L<()> {
        let family = self.is_family(key.method) && key.version == Version::Dynamic;
        let mut c = self.context(key);
        let body = if family {
            c.family_body(key.method, |c| c.predicate_body().map(Some))
        } else {
            c.predicate_body().map(Some)
        };
        let params = c.params();
        let vars = c.vars;
        let p = &mut self.b.program.predicates[id];
        p.vars = vars;
        p.params = params;
        p.body = body?;
        Ok(())
    }

    fn fill_function(&mut self, key: Key, id: ivl::FunctionId) -> L<()> {
        let family = self.is_family(key.method) && key.version == Version::Dynamic;
        let m = &self.p.methods[key.method];
        let ret = m.ret;
        let sort = self.ty(ret);
        let recursive = self.recursive(key.method);
        let mut c = self.context(key);
        c.result = ResultOf::Function(sort);
        let built = c.function_parts(key.method, ret, family, recursive);
        let params = c.params();
        let vars = c.vars;
        let (pres, posts, decreases, body) = built?;
        let f = &mut self.b.program.functions[id];
        f.vars = vars;
        f.params = params;
        f.pres = pres;
        f.posts = posts;
        f.decreases = decreases;
        f.body = body;
        Ok(())
    }

    /// Whether a pure method calls itself, directly or through others, in bodies or
    /// contracts.
    fn recursive(&self, start: MethodId) -> bool {
        let mut seen = HashSet::new();
        // A family recurs when one of its definitions reaches it again.
        let own = |m: MethodId| m == start || self.p.overrides(m, start);
        let mut todo: Vec<MethodId> = (self.p.methods.iter())
            .map(|(id, _)| id)
            .filter(|m| own(*m))
            .collect();
        while let Some(m) = todo.pop() {
            let mut called = Vec::new();
            let mut visit = |e: &Expr| {
                if let ExprKind::Call { method, .. } = &e.kind {
                    if self.p.methods[*method].kind == MethodKind::Pure {
                        called.push(*method);
                    }
                }
            };
            if let Some(Body::Block(list)) = &self.p.methods[m].body {
                list.iter().for_each(|s| s.walk(&mut visit));
            }
            // What the contract says is assumed where the body is verified.
            let (_, contract) = self.contract_of(m);
            for e in (contract.requires.iter()).chain(&contract.ensures) {
                e.walk(&mut visit);
            }
            // A call may reach what overrides the callee.
            let all: Vec<MethodId> = self.p.methods.iter().map(|(id, _)| id).collect();
            for c in called {
                for o in &all {
                    let reached = *o == c || self.p.overrides(*o, c);
                    if !reached {
                        continue;
                    }
                    if own(*o) {
                        return true;
                    }
                    if seen.insert(*o) {
                        todo.push(*o);
                    }
                }
            }
        }
        false
    }

    /// Fields that a new object brings with it.
    pub(super) fn object_fields(&self, class: ClassId) -> Vec<FieldId> {
        self.p
            .instance_fields(class)
            .into_iter()
            .filter(|f| !self.p.classes[self.p.fields[*f].class].prelude)
            .collect()
    }

    fn fill_method(&mut self, key: Key, id: ivl::MethodId) -> L<()> {
        let m = &self.p.methods[key.method];
        let (ret, at) = (m.ret, self.at(m.span));
        let sort = self.ty(ret);
        let mut c = self.context(key);
        let mut returns = Vec::new();
        if ret != Type::Void {
            let v = Builder::declare_var(&mut c.vars, "result", sort, at);
            c.result = ResultOf::Var(v);
            returns.push(v);
        }
        let params = c.params();
        let contract = c.method_contract(key);
        let body = match &contract {
            Ok(_) => c.method_body(key),
            Err(Failed) => Ok(None),
        };
        let (vars, labels) = (c.vars, c.labels);
        let (pres, posts) = contract?;
        let p = &mut self.b.program.methods[id];
        p.vars = vars;
        p.labels = labels;
        p.params = params;
        p.returns = returns;
        p.pres = pres;
        p.posts = posts;
        p.body = body?;
        Ok(())
    }
}

impl Ctx<'_, '_> {
    pub(super) fn params(&self) -> Vec<ivl::VarId> {
        let ps = (0..self.l.p.methods[self.method].params).map(|i| self.entry[&LocalId(i)]);
        self.this.into_iter().chain(ps).collect()
    }

    pub(super) fn local_type(&self, l: LocalId) -> Type {
        match self.l.p.methods[self.method].locals.get(l) {
            Some(local) => local.ty,
            // A temporary.
            None => Type::Null,
        }
    }

    /// The variable of a local, made when first met.
    pub(super) fn variable(&mut self, l: LocalId) -> ivl::VarId {
        if self.entry_view {
            if let Some(v) = self.entry.get(&l) {
                return *v;
            }
        }
        if let Some(v) = self.locals.get(&l) {
            return *v;
        }
        let local = &self.l.p.methods[self.method].locals[l];
        let (name, span, ty) = (local.name.clone(), local.span, local.ty);
        let mut name = name.replace('$', "_");
        if self.vars.iter().any(|(_, v)| v.name == name) || name == "result" {
            name = format!("{name}_{}", self.vars.len());
        }
        let at = self.at(span);
        let sort = self.l.ty(ty);
        let v = Builder::declare_var(&mut self.vars, name, sort, at);
        self.locals.insert(l, v);
        v
    }

    /// Lowers the text of another method with the same parameters.
    pub(super) fn as_method<T>(&mut self, m: MethodId, rule: impl FnOnce(&mut Self) -> T) -> T {
        if m == self.method {
            return rule(self);
        }
        let method = std::mem::replace(&mut self.method, m);
        let class = std::mem::replace(&mut self.class, self.l.p.methods[m].class);
        let params = self.l.p.methods[m].params;
        let own: HashMap<_, _> = self
            .locals
            .iter()
            .filter(|(l, _)| l.0 < params)
            .map(|(l, v)| (*l, *v))
            .collect();
        let locals = std::mem::replace(&mut self.locals, own);
        let out = rule(self);
        self.method = method;
        self.class = class;
        self.locals = locals;
        out
    }

    pub(super) fn this_not_null(&mut self, span: Span) -> Option<ExprId> {
        let v = self.this?;
        let at = self.at(span);
        let this = self.l.b.var(&self.vars, v, at);
        let null = self.l.b.null(at);
        let e = self.l.b.binary(B::Ne, this, null, at);
        let note = self.l.b.note("the receiver might be null");
        self.l.b.set_note(e, note);
        Some(e)
    }

    pub(super) fn is_exactly(&mut self, class: ClassId, span: Span) -> L<ExprId> {
        let this = self.this_var(span)?;
        let at = self.at(span);
        Ok(self.l.is_exactly(this, Type::Class(class), at))
    }
}
