//! Functions, predicates and methods with their contracts.

use super::domains::Func;
use super::family::{Key, Version};
use super::{Failed, Lower, Origin, Work, L};
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;
use ep_base::Arena;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, Builder, ExprId, Member, StmtId, StmtKind as S};
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
    fn splits(&self, m: MethodId) -> bool {
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

    fn context<'l>(&'l mut self, key: Key) -> Ctx<'l, 'p> {
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

    /// Whether a pure method calls itself, directly or through others.
    fn recursive(&self, start: MethodId) -> bool {
        let mut seen = HashSet::new();
        let mut todo = vec![start];
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
            // A call may reach what overrides the callee.
            let all: Vec<MethodId> = self.p.methods.iter().map(|(id, _)| id).collect();
            for c in called {
                for o in &all {
                    let reached = *o == c || self.p.overrides(*o, c);
                    if !reached {
                        continue;
                    }
                    if *o == start {
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

type FunctionParts = (
    Vec<ExprId>,
    Vec<ExprId>,
    Vec<ivl::Measure>,
    Option<ExprId>,
);

impl Ctx<'_, '_> {
    fn params(&self) -> Vec<ivl::VarId> {
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

    fn this_not_null(&mut self, span: Span) -> Option<ExprId> {
        let v = self.this?;
        let at = self.at(span);
        let this = self.l.b.var(&self.vars, v, at);
        let null = self.l.b.null(at);
        let e = self.l.b.binary(B::Ne, this, null, at);
        let note = self.l.b.note("the receiver might be null");
        self.l.b.set_note(e, note);
        Some(e)
    }

    fn is_exactly(&mut self, class: ClassId, span: Span) -> L<ExprId> {
        let this = self.this_var(span)?;
        let at = self.at(span);
        Ok(self.l.is_exactly(this, Type::Class(class), at))
    }

    /// The body by the class of the object, the abstract rest last.
    fn family_body(
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
            params.push(Builder::declare_var(&mut vars, v.name.clone(), v.ty, v.span));
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

    fn function_contract(&mut self, m: MethodId, ret: Type) -> L<(Vec<ExprId>, Vec<ExprId>)> {
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

    fn function_parts(
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

    /// The measure of a recursive pure method: what was written, or else the
    /// predicate of its precondition, which each call must have opened
    /// (section 3.6 of the document, condition 2).
    fn termination(&mut self, m: MethodId, recursive: bool) -> L<Vec<ivl::Measure>> {
        let method = &self.l.p.methods[m];
        let span = method.span;
        let written = method.contract.decreases.clone();
        if !written.is_empty() {
            return self.measures(&written);
        }
        if !recursive || method.is_abstract {
            return Ok(Vec::new());
        }
        let (owner, contract) = self.l.contract_of(m);
        let requires = contract.requires.clone();
        let mut found = None;
        for e in &requires {
            find_predicate(self.l.p, e, &mut found);
        }
        let Some(call) = found else {
            let name = self.l.p.methods[m].name.clone();
            self.l.problems.push(
                Problem::ty(
                    span,
                    format!("the pure method `{name}` calls itself and nothing shows that this ends"),
                )
                .help("require a predicate that each call opens, or write `//@ decreases e;`"),
            );
            return Err(Failed);
        };
        let access = self.as_method(owner, |c| c.access(&call))?;
        let ivl::Resource::Predicate(p, args) = access.resource else {
            return Ok(Vec::new());
        };
        let at = self.at(call.span);
        let kind = ivl::ExprKind::PredicateInstance(p, args);
        let e = self
            .l
            .b
            .expr(kind, ivl::Types::PREDICATE_INSTANCE, at);
        Ok(vec![ivl::Measure {
            kind: ivl::MeasureKind::Tuple(vec![e]),
            condition: None,
            span: at,
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
                    tuple.push(
                        self.l
                            .b
                            .expr(kind, ivl::Types::PREDICATE_INSTANCE, at),
                    );
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

    fn predicate_body(&mut self) -> L<ExprId> {
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
                if inner.last().is_none_or(|s| matches!(s.kind, StmtKind::Block(_))) {
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

    // Methods.

    fn method_contract(&mut self, key: Key) -> L<(Vec<ExprId>, Vec<ExprId>)> {
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
        pres.extend(own.0);
        posts.extend(own.1);
        Ok((pres, posts))
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

    fn method_body(&mut self, key: Key) -> L<Option<Vec<StmtId>>> {
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
                if args.is_empty() && self.l.is_family(m) {
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
                if !self.l.is_family(*method) {
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

/// The first predicate among the conjuncts.
fn find_predicate(p: &Program, e: &Expr, found: &mut Option<Expr>) {
    if found.is_some() {
        return;
    }
    match &e.kind {
        ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
            find_predicate(p, a, found);
            find_predicate(p, b, found);
        }
        ExprKind::Call { method, .. } if p.methods[*method].kind == MethodKind::Predicate => {
            *found = Some(e.clone());
        }
        ExprKind::Acc(Access::Predicate(c), _) => *found = Some((**c).clone()),
        _ => {}
    }
}
