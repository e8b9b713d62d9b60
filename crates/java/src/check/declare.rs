//! Classes, fields, method heads, inheritance and overriding.

use super::{span_of, Checker, C};
use crate::ast;
use crate::source::Problem;
use crate::tree::*;
use crate::types::Type;
use ep_base::Arena;
use std::collections::HashSet;

impl<'a> Checker<'a> {
    pub(super) fn declare(&mut self) {
        let units = self.units;
        let decls: Vec<(usize, &'a ast::ClassDecl)> = units
            .iter()
            .enumerate()
            .flat_map(|(u, unit)| unit.classes.iter().map(move |c| (u, c)))
            .collect();
        let mut ids = Vec::new();
        for (unit, d) in &decls {
            ids.push(self.class(*unit == 0, d));
        }
        self.known();
        for (id, (_, d)) in ids.iter().zip(&decls) {
            self.supertypes(*id, d);
        }
        self.break_cycles(&ids);
        for (id, (_, d)) in ids.iter().zip(&decls) {
            self.members(*id, d);
        }
        for (id, (_, d)) in ids.iter().zip(&decls) {
            self.default_constructor(*id, d);
        }
        for id in &ids {
            self.overriding(*id);
        }
        for id in ids {
            self.implements_all(id);
        }
    }

    fn class(&mut self, prelude: bool, d: &ast::ClassDecl) -> ClassId {
        let id = self.program.classes.push(Class {
            name: d.name.text.clone(),
            span: d.name.span,
            interface: d.interface,
            is_abstract: d.modifiers.is_abstract || d.interface,
            is_final: d.modifiers.is_final,
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            prelude,
        });
        if let Some(other) = self.names.get(&d.name.text) {
            if !self.program.classes[*other].prelude {
                self.tell(Problem::ty(
                    span_of(&d.name),
                    format!("the class `{}` is declared twice", d.name.text),
                ));
                return id;
            }
            let name = format!("{}{}", crate::tree::LANG, d.name.text);
            self.program.classes[*other].name = name;
        }
        self.names.insert(d.name.text.clone(), id);
        id
    }

    fn known(&mut self) {
        let find = |name: &str| {
            self.program
                .prelude_class(name)
                .unwrap_or(ep_base::entity::EntityId::from_index(0))
        };
        self.program.known = Known {
            object: find("Object"),
            throwable: find("Throwable"),
            exception: find("Exception"),
            runtime_exception: find("RuntimeException"),
            error: find("Error"),
            null_pointer: find("NullPointerException"),
            arithmetic: find("ArithmeticException"),
            index: find("ArrayIndexOutOfBoundsException"),
            string_index: find("StringIndexOutOfBoundsException"),
            negative_size: find("NegativeArraySizeException"),
            class_cast: find("ClassCastException"),
            array_store: find("ArrayStoreException"),
            assertion: find("AssertionError"),
        };
    }

    fn supertypes(&mut self, id: ClassId, d: &ast::ClassDecl) {
        let object = self.program.known.object;
        let mut superclass = if id == object { None } else { Some(object) };
        if let Some(name) = &d.extends {
            if let Ok(s) = self.class_called(name) {
                let c = &self.program.classes[s];
                if c.interface {
                    self.tell(
                        Problem::ty(name.span, format!("`{}` is an interface", name.text))
                            .help("a class `implements` an interface"),
                    );
                } else if c.is_final {
                    self.tell(Problem::ty(
                        name.span,
                        format!("the class `{}` is final", name.text),
                    ));
                } else {
                    superclass = Some(s);
                }
            }
        }
        let mut interfaces = Vec::new();
        for name in &d.implements {
            if let Ok(i) = self.class_called(name) {
                if self.program.classes[i].interface {
                    interfaces.push(i);
                } else {
                    self.tell(Problem::ty(
                        name.span,
                        format!("`{}` is not an interface", name.text),
                    ));
                }
            }
        }
        let c = &mut self.program.classes[id];
        c.superclass = superclass;
        c.interfaces = interfaces;
    }

    /// A class that inherits from itself is told and cut off.
    fn break_cycles(&mut self, ids: &[ClassId]) {
        let object = self.program.known.object;
        for id in ids {
            let mut seen = HashSet::new();
            let mut todo = vec![*id];
            while let Some(c) = todo.pop() {
                let class = &self.program.classes[c];
                let ups: Vec<_> = class
                    .superclass
                    .iter()
                    .chain(&class.interfaces)
                    .copied()
                    .collect();
                if ups.contains(id) {
                    let class = &self.program.classes[*id];
                    let p = Problem::ty(
                        class.span,
                        format!("the class `{}` inherits from itself", class.name),
                    );
                    self.tell(p);
                    let class = &mut self.program.classes[*id];
                    class.superclass = Some(object);
                    class.interfaces.clear();
                    break;
                }
                todo.extend(ups.into_iter().filter(|u| seen.insert(*u)));
            }
        }
    }

    fn members(&mut self, id: ClassId, d: &'a ast::ClassDecl) {
        for f in &d.fields {
            let Ok(ty) = self.resolve(&f.ty) else {
                continue;
            };
            if ty == Type::Void {
                self.tell(Problem::ty(f.name.span, "a field has no type `void`"));
                continue;
            }
            let own = &self.program.classes[id].fields;
            if own
                .iter()
                .any(|o| self.program.fields[*o].name == f.name.text)
            {
                self.tell(Problem::ty(
                    f.name.span,
                    format!("the field `{}` is declared twice", f.name.text),
                ));
                continue;
            }
            let field = self.program.fields.push(Field {
                name: f.name.text.clone(),
                span: f.name.span,
                class: id,
                ty,
                is_static: f.modifiers.is_static,
                is_final: f.modifiers.is_final,
                init: None,
                constant: None,
            });
            self.field_decls.push(f);
            self.private_fields.push(f.modifiers.private);
            self.program.classes[id].fields.push(field);
        }
        for m in &d.methods {
            let _ = self.method(id, d, m);
        }
    }

    fn method(&mut self, class: ClassId, c: &ast::ClassDecl, d: &'a ast::MethodDecl) -> C<()> {
        let ret = self.resolve(&d.ret);
        let mut locals = Arena::new();
        let mut fine = true;
        for p in &d.params {
            match self.resolve(&p.ty) {
                Ok(ty) => {
                    if locals
                        .iter()
                        .any(|(_, l): (_, &Local)| l.name == p.name.text)
                    {
                        self.tell(Problem::ty(
                            p.name.span,
                            format!("the parameter `{}` is declared twice", p.name.text),
                        ));
                    }
                    locals.push(Local {
                        name: p.name.text.clone(),
                        span: p.name.span,
                        ty,
                        ghost: false,
                    });
                }
                Err(_) => fine = false,
            }
        }
        let mut throws = Vec::new();
        for t in &d.throws {
            let id = self.class_called(t)?;
            if !self.program.is_subclass(id, self.program.known.throwable) {
                self.tell(Problem::ty(
                    t.span,
                    format!("`{}` cannot be thrown", t.text),
                ));
            }
            throws.push(id);
        }
        let ret = ret?;
        if !fine {
            return Err(super::Failed);
        }
        let m = &d.modifiers;
        let kind = match d.kind {
            ast::MethodKind::Predicate => MethodKind::Predicate,
            ast::MethodKind::Constructor => MethodKind::Constructor,
            ast::MethodKind::Method if m.pure => MethodKind::Pure,
            ast::MethodKind::Method => MethodKind::Mutator,
        };
        let is_abstract = m.is_abstract || (c.interface && !m.is_static && d.body.is_none());
        self.heads(c, d, kind, ret, is_abstract);
        let params = locals.len() as u32;
        let types: Vec<Type> = locals.iter().map(|(_, l)| l.ty).collect();
        for other in &self.program.classes[class].methods {
            let o = &self.program.methods[*other];
            let same_kind =
                (o.kind == MethodKind::Constructor) == (kind == MethodKind::Constructor);
            if o.name == d.name.text && same_kind && o.param_types() == types {
                let p = Problem::ty(
                    d.name.span,
                    format!("`{}` is declared twice with these parameters", d.name.text),
                );
                self.tell(p);
                return Err(super::Failed);
            }
        }
        let id = self.program.methods.push(Method {
            name: d.name.text.clone(),
            span: d.name.span,
            class,
            kind,
            is_static: m.is_static,
            is_abstract,
            is_final: m.is_final,
            is_private: m.private,
            implicit: false,
            ret,
            params,
            locals,
            labels: 0,
            throws,
            contract: Contract::default(),
            body: None,
            overrides: Vec::new(),
            end: d.end,
        });
        self.method_decls.push(Some(d));
        self.program.classes[class].methods.push(id);
        Ok(())
    }

    /// What a method's head must not say.
    fn heads(
        &mut self,
        c: &ast::ClassDecl,
        d: &ast::MethodDecl,
        kind: MethodKind,
        ret: Type,
        is_abstract: bool,
    ) {
        let m = &d.modifiers;
        let name = &d.name;
        if is_abstract && d.body.is_some() {
            let what = if c.interface {
                "a default method"
            } else {
                self.tell(Problem::ty(
                    name.span,
                    format!("the abstract method `{}` has a body", name.text),
                ));
                return;
            };
            self.tell(Problem::outside(name.span, what));
        }
        if c.interface && d.body.is_some() && !m.is_static && kind != MethodKind::Predicate {
            self.tell(Problem::outside(name.span, "a default method"));
        }
        if !is_abstract && d.body.is_none() {
            self.tell(Problem::ty(
                name.span,
                format!("the method `{}` has no body and is not abstract", name.text),
            ));
        }
        if is_abstract && !c.interface && !c.modifiers.is_abstract && kind != MethodKind::Predicate
        {
            self.tell(Problem::ty(
                name.span,
                format!(
                    "`{}` is abstract, but the class `{}` is not",
                    name.text, c.name.text
                ),
            ));
        }
        if is_abstract && (m.private || m.is_final || m.is_static) {
            self.tell(Problem::ty(
                name.span,
                "an abstract method cannot be private, final or static",
            ));
        }
        if kind == MethodKind::Pure && ret == Type::Void {
            self.tell(Problem::ty(
                name.span,
                format!("the pure method `{}` returns nothing", name.text),
            ));
        }
        if m.pure && kind == MethodKind::Constructor {
            self.tell(Problem::ty(name.span, "a constructor cannot be pure"));
        }
        if kind == MethodKind::Pure && !d.throws.is_empty() {
            self.tell(Problem::ty(
                name.span,
                format!("the pure method `{}` cannot throw", name.text),
            ));
        }
        for p in &d.contract.invariants {
            self.tell(Problem::ty(p.span, "an invariant belongs to a loop"));
        }
    }

    /// The constructor that Java adds to a class without one.
    fn default_constructor(&mut self, id: ClassId, d: &ast::ClassDecl) {
        let c = &self.program.classes[id];
        let has = c
            .methods
            .iter()
            .any(|m| self.program.methods[*m].kind == MethodKind::Constructor);
        if c.interface
            || has
            || d.methods
                .iter()
                .any(|m| m.kind == ast::MethodKind::Constructor)
        {
            return;
        }
        let (span, name) = (c.span, c.name.clone());
        let superclass = c.superclass;
        let body = superclass.map(|s| {
            let found = self.program.classes[s].methods.iter().copied().find(|m| {
                let m = &self.program.methods[*m];
                m.kind == MethodKind::Constructor && m.params == 0
            });
            match found {
                Some(constructor) => Body::Block(vec![Stmt {
                    kind: StmtKind::ConstructorCall {
                        this: false,
                        constructor,
                        args: Vec::new(),
                    },
                    span,
                }]),
                None => {
                    let s = &self.program.classes[s].name;
                    self.problems.push(Problem::ty(
                        span,
                        format!("`{s}` has no constructor without parameters, so `{name}` needs one of its own"),
                    ));
                    Body::Block(Vec::new())
                }
            }
        });
        let m = self.program.methods.push(Method {
            name,
            span,
            class: id,
            kind: MethodKind::Constructor,
            is_static: false,
            is_abstract: false,
            is_final: false,
            is_private: false,
            implicit: true,
            ret: Type::Void,
            params: 0,
            locals: Arena::new(),
            labels: 0,
            throws: Vec::new(),
            contract: Contract::default(),
            body,
            overrides: Vec::new(),
            end: span,
        });
        self.method_decls.push(None);
        self.program.classes[id].methods.push(m);
    }

    /// Finds what each method overrides and checks the rules of JLS 8.4.8.
    fn overriding(&mut self, id: ClassId) {
        for m in self.program.classes[id].methods.clone() {
            let method = &self.program.methods[m];
            if !method.is_virtual() {
                continue;
            }
            let mut found = Vec::new();
            let c = &self.program.classes[id];
            let mut seen = HashSet::new();
            for up in c.superclass.iter().chain(&c.interfaces) {
                self.inherited(*up, m, &mut seen, &mut found);
            }
            for o in &found {
                let (by, of) = (&self.program.methods[m], &self.program.methods[*o]);
                let class = &self.program.classes[of.class].name;
                let message = if of.is_final {
                    Some(format!("`{}` is final in `{class}`", of.name))
                } else if by.kind != of.kind {
                    Some(format!(
                        "`{}` is {} here and {} in `{class}`",
                        by.name,
                        kind_word(by.kind),
                        kind_word(of.kind)
                    ))
                } else if by.ret != of.ret
                    && !(by.ret.is_reference() && self.program.is_subtype(by.ret, of.ret))
                {
                    Some(format!(
                        "`{}` returns `{}` in `{class}`, not `{}`",
                        of.name,
                        self.program.type_name(of.ret),
                        self.program.type_name(by.ret)
                    ))
                } else {
                    by.throws
                        .iter()
                        .find(|t| {
                            self.is_checked(**t)
                                && !of.throws.iter().any(|u| self.program.is_subclass(**t, *u))
                        })
                        .map(|t| {
                            format!(
                                "`{}` of `{class}` does not throw `{}`",
                                of.name, self.program.classes[*t].name
                            )
                        })
                };
                if let Some(message) = message {
                    let p = Problem::ty(by.span, message);
                    self.problems.push(p);
                }
            }
            self.program.methods[m].overrides = found;
        }
    }

    /// Whether Java wants this exception declared.
    pub(super) fn is_checked(&self, class: ClassId) -> bool {
        let k = &self.program.known;
        !self.program.is_subclass(class, k.runtime_exception)
            && !self.program.is_subclass(class, k.error)
    }

    fn inherited(
        &self,
        class: ClassId,
        method: MethodId,
        seen: &mut HashSet<ClassId>,
        out: &mut Vec<MethodId>,
    ) {
        if !seen.insert(class) {
            return;
        }
        let m = &self.program.methods[method];
        let c = &self.program.classes[class];
        for o in &c.methods {
            let other = &self.program.methods[*o];
            if other.is_virtual() && other.name == m.name && other.param_types() == m.param_types()
            {
                out.push(*o);
                return;
            }
        }
        for up in c.superclass.iter().chain(&c.interfaces) {
            self.inherited(*up, method, seen, out);
        }
    }

    /// A class that is not abstract has a body for every abstract method.
    fn implements_all(&mut self, id: ClassId) {
        if self.program.classes[id].is_abstract {
            return;
        }
        let mut todo = vec![id];
        let mut seen = HashSet::new();
        while let Some(c) = todo.pop() {
            if !seen.insert(c) {
                continue;
            }
            let class = &self.program.classes[c];
            todo.extend(class.superclass.iter().chain(&class.interfaces));
            for m in class.methods.clone() {
                let method = &self.program.methods[m];
                if !method.is_abstract || self.program.dispatch(m, id).is_some() {
                    continue;
                }
                let what = if method.kind == MethodKind::Predicate {
                    "the predicate"
                } else {
                    "the method"
                };
                let p = Problem::ty(
                    self.program.classes[id].span,
                    format!(
                        "`{}` does not implement {what} `{}` of `{}`",
                        self.program.classes[id].name, method.name, self.program.classes[c].name
                    ),
                );
                self.tell(p);
            }
        }
    }
}

fn kind_word(kind: MethodKind) -> &'static str {
    match kind {
        MethodKind::Mutator => "a mutator",
        MethodKind::Pure => "pure",
        MethodKind::Constructor => "a constructor",
        MethodKind::Predicate => "a predicate",
    }
}
