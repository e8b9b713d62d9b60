//! Programs as text that parses to the same program. What is not Viper's
//! (`use`, `using`, `untouched`, `join`) is written as our parser reads it.
//!
//! Idea: every operator has a level; an operand of a lower level gets
//! parentheses, and what swallows everything to its right (`forall`, `let`,
//! `unfolding`, …) has the lowest. Cost: linear.

mod expr;
mod stmt;

use crate::ast::{
    Domain, DomainFuncId, Function, Measure, MeasureKind, Member, Method, Predicate, Program, Type,
    TypeId, Vars,
};
use std::fmt::Write;

/// The whole program.
pub fn program(p: &Program) -> String {
    let mut printer = Printer::new(p);
    for (_, field) in p.fields.iter() {
        let ty = printer.ty(field.ty);
        let _ = writeln!(printer.out, "field {}: {ty}", field.name);
    }
    for id in p.domains.ids() {
        printer.gap();
        printer.domain(&p.domains[id]);
    }
    for member in p.members() {
        printer.gap();
        printer.member(member);
    }
    printer.out
}

/// One member.
pub fn member(p: &Program, member: Member) -> String {
    let mut printer = Printer::new(p);
    printer.member(member);
    printer.out
}

/// The contract of a method, without its body.
pub fn contract(p: &Program, method: crate::ast::MethodId) -> String {
    let mut printer = Printer::new(p);
    printer.method(&p.methods[method], false);
    printer.out
}

/// An expression of a member whose variables are `vars`.
pub fn expr(p: &Program, vars: &Vars, e: crate::ast::ExprId) -> String {
    let mut printer = Printer::new(p);
    printer.vars = Some(vars);
    printer.expr(e, 0);
    printer.out
}

/// A type.
pub fn ty(p: &Program, ty: TypeId) -> String {
    Printer::new(p).ty(ty)
}

struct Printer<'a> {
    p: &'a Program,
    out: String,
    vars: Option<&'a Vars>,
    labels: Option<&'a ep_base::Arena<crate::ast::LabelId, crate::ast::Label>>,
    domain: Option<&'a Domain>,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn new(p: &'a Program) -> Self {
        Printer {
            p,
            out: String::new(),
            vars: None,
            labels: None,
            domain: None,
            indent: 0,
        }
    }

    fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }
    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn ty(&self, ty: TypeId) -> String {
        match self.p.types.get(ty) {
            Type::Bool => "Bool".to_owned(),
            Type::Int => "Int".to_owned(),
            Type::Perm => "Perm".to_owned(),
            Type::Ref => "Ref".to_owned(),
            Type::Wand => "Wand".to_owned(),
            Type::PredicateInstance => "PredicateInstance".to_owned(),
            Type::Seq(e) => format!("Seq[{}]", self.ty(*e)),
            Type::Set(e) => format!("Set[{}]", self.ty(*e)),
            Type::Multiset(e) => format!("Multiset[{}]", self.ty(*e)),
            Type::Map(k, v) => format!("Map[{}, {}]", self.ty(*k), self.ty(*v)),
            Type::Domain(d, args) => {
                let name = &self.p.domains[*d].name;
                if args.is_empty() {
                    return name.clone();
                }
                let args: Vec<String> = args.iter().map(|&a| self.ty(a)).collect();
                format!("{name}[{}]", args.join(", "))
            }
            Type::Param(n) => (self.domain)
                .and_then(|d| d.type_params.get(*n as usize).cloned())
                .unwrap_or_else(|| format!("T{n}")),
            Type::Infer(n) => format!("?{n}"),
        }
    }

    fn decls(&mut self, vars: &Vars, list: &[crate::ast::VarId]) {
        for (n, &v) in list.iter().enumerate() {
            if n > 0 {
                self.out.push_str(", ");
            }
            let ty = self.ty(vars[v].ty);
            let _ = write!(self.out, "{}: {ty}", vars[v].name);
        }
    }

    fn member(&mut self, member: Member) {
        match member {
            Member::Field(id) => {
                let field = &self.p.fields[id];
                let ty = self.ty(field.ty);
                let _ = writeln!(self.out, "field {}: {ty}", field.name);
            }
            Member::Domain(id) => self.domain(&self.p.domains[id]),
            Member::Function(id) => self.function(&self.p.functions[id]),
            Member::Predicate(id) => self.predicate(&self.p.predicates[id]),
            Member::Method(id) => self.method(&self.p.methods[id], true),
        }
    }

    fn domain(&mut self, d: &'a Domain) {
        self.domain = Some(d);
        let params = match d.type_params.is_empty() {
            true => String::new(),
            false => format!("[{}]", d.type_params.join(", ")),
        };
        let word = if d.adt.is_some() { "adt" } else { "domain" };
        let _ = write!(self.out, "{word} {}{params}", d.name);
        if let Some(text) = &d.interpretation {
            let _ = write!(self.out, " interpretation {text}");
        }
        self.out.push_str(" {");
        self.indent = 1;
        if let Some(adt) = &d.adt {
            for c in &adt.constructors {
                self.line();
                let f = &self.p.domain_funcs[c.function];
                let params = self.func_params(c.function);
                let _ = write!(self.out, "{}({params})", f.name);
            }
        } else {
            for &id in &d.functions {
                self.line();
                let f = &self.p.domain_funcs[id];
                let params = self.func_params(id);
                let result = self.ty(f.result);
                let unique = if f.unique { "unique " } else { "" };
                let _ = write!(self.out, "{unique}function {}({params}): {result}", f.name);
                if let Some(text) = &f.interpretation {
                    let _ = write!(self.out, " interpretation \"{text}\"");
                }
            }
            for &id in &d.axioms {
                self.line();
                let a = &self.p.axioms[id];
                self.out.push_str("axiom ");
                if let Some(name) = &a.name {
                    let _ = write!(self.out, "{name} ");
                }
                self.out.push_str("{ ");
                self.vars = Some(&a.vars);
                self.expr(a.body, 0);
                self.out.push_str(" }");
            }
        }
        self.indent = 0;
        self.out.push_str("\n}\n");
        self.domain = None;
    }

    fn func_params(&self, id: DomainFuncId) -> String {
        let params = self.p.domain_funcs[id].params.iter().map(|(name, ty)| {
            let ty = self.ty(*ty);
            match name {
                Some(name) => format!("{name}: {ty}"),
                None => ty,
            }
        });
        params.collect::<Vec<_>>().join(", ")
    }

    fn function(&mut self, f: &'a Function) {
        self.vars = Some(&f.vars);
        if f.opaque {
            self.out.push_str("@opaque() ");
        }
        let _ = write!(self.out, "function {}(", f.name);
        self.decls(&f.vars, &f.params);
        let result = self.ty(f.result);
        let _ = write!(self.out, "): {result}");
        self.indent = 1;
        self.clauses("requires", &f.pres);
        self.measures(&f.decreases);
        self.clauses("ensures", &f.posts);
        self.indent = 0;
        self.braced(f.body);
    }

    fn predicate(&mut self, p: &'a Predicate) {
        self.vars = Some(&p.vars);
        let _ = write!(self.out, "predicate {}(", p.name);
        self.decls(&p.vars, &p.params);
        self.out.push(')');
        self.braced(p.body);
    }

    fn braced(&mut self, body: Option<crate::ast::ExprId>) {
        if let Some(body) = body {
            self.out.push_str("\n{\n  ");
            self.expr(body, 0);
            self.out.push_str("\n}");
        }
        self.out.push('\n');
    }

    fn method(&mut self, m: &'a Method, with_body: bool) {
        self.vars = Some(&m.vars);
        self.labels = Some(&m.labels);
        let _ = write!(self.out, "method {}(", m.name);
        self.decls(&m.vars, &m.params);
        self.out.push(')');
        if !m.returns.is_empty() {
            self.out.push_str(" returns (");
            self.decls(&m.vars, &m.returns);
            self.out.push(')');
        }
        self.indent = 1;
        self.clauses("requires", &m.pres);
        self.measures(&m.decreases);
        self.clauses("ensures", &m.posts);
        self.indent = 0;
        if let Some(body) = m.body.as_ref().filter(|_| with_body) {
            self.line();
            self.block(body);
        }
        self.out.push('\n');
    }

    fn clauses(&mut self, word: &str, clauses: &[crate::ast::ExprId]) {
        for &e in clauses {
            self.line();
            let _ = write!(self.out, "{word} ");
            self.expr(e, 0);
        }
    }

    fn measures(&mut self, measures: &[Measure]) {
        for m in measures {
            if m.kind == MeasureKind::Heap {
                continue;
            }
            self.line();
            self.out.push_str("decreases");
            match &m.kind {
                MeasureKind::Heap => {}
                MeasureKind::Wildcard => self.out.push_str(" _"),
                MeasureKind::Star => self.out.push_str(" *"),
                MeasureKind::Tuple(items) => {
                    for (n, &e) in items.iter().enumerate() {
                        self.out.push_str(if n > 0 { ", " } else { " " });
                        self.expr(e, 0);
                    }
                }
            }
            if let Some(c) = m.condition {
                self.out.push_str(" if ");
                self.expr(c, 0);
            }
        }
    }
}
