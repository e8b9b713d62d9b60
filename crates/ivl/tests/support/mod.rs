//! Programs from text, and programs as text with every parenthesis, which is
//! independent of the printer: two programs are the same when these are.
#![allow(dead_code)]

use ep_ivl::ast::{
    Access, ExprId, ExprKind, Measure, MeasureKind, Method, Program, Resource, StmtId, StmtKind,
    Vars,
};
use ep_ivl::problem::Problem;
use ep_ivl::syntax::Loader;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

/// Files in memory.
#[derive(Default)]
pub struct Files(pub HashMap<String, String>);

impl Loader for Files {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        (self.0.get(&path.display().to_string()))
            .cloned()
            .ok_or_else(|| "there is no such file".to_owned())
    }
}

/// Checks a text on a deep stack.
pub fn check(text: &str) -> (Program, Vec<Problem>) {
    let files = Files(HashMap::from([("a.vpr".to_owned(), text.to_owned())]));
    check_files(files, "a.vpr")
}

/// Checks the file of this name.
pub fn check_files(mut files: Files, name: &str) -> (Program, Vec<Problem>) {
    let name = name.to_owned();
    deep(move || {
        let loaded = ep_ivl::syntax::load(Path::new(&name), &mut files).expect("the file is there");
        ep_ivl::check::check(loaded)
    })
}

/// Runs on a stack as deep as the tool's.
pub fn deep<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(f);
    thread.expect("a thread").join().expect("no panic")
}

/// Errors (not warnings) as `line: word`.
pub fn errors(problems: &[Problem]) -> Vec<String> {
    (problems.iter().filter(|p| !p.warning))
        .map(|p| format!("{}: {}: {}", p.span.start.line, p.kind.word(), p.message))
        .collect()
}

/// Everything but places, names by name, fully parenthesised.
pub fn dump(p: &Program) -> String {
    let mut d = Dump {
        p,
        out: String::new(),
        vars: None,
        method: None,
    };
    for (_, f) in p.fields.iter() {
        let _ = writeln!(d.out, "field {} {:?}", f.name, ep_ivl::print::ty(p, f.ty));
    }
    for (_, a) in p.axioms.iter() {
        d.vars = Some(&a.vars);
        let _ = write!(d.out, "axiom of {} ", p.domains[a.domain].name);
        d.expr(a.body);
        d.out.push('\n');
    }
    for (_, f) in p.functions.iter() {
        d.vars = Some(&f.vars);
        let _ = writeln!(d.out, "function {} opaque={}", f.name, f.opaque);
        d.list("pre", &f.pres);
        d.list("post", &f.posts);
        d.measures(&f.decreases);
        d.list("body", f.body.as_slice());
    }
    for (_, x) in p.predicates.iter() {
        d.vars = Some(&x.vars);
        let _ = writeln!(d.out, "predicate {}", x.name);
        d.list("body", x.body.as_slice());
    }
    for (_, m) in p.methods.iter() {
        d.vars = Some(&m.vars);
        d.method = Some(m);
        let _ = writeln!(d.out, "method {} {}", m.name, m.returns.len());
        d.list("pre", &m.pres);
        d.list("post", &m.posts);
        d.measures(&m.decreases);
        if let Some(body) = &m.body {
            d.block(body);
        }
        d.out.push('\n');
    }
    d.out
}

struct Dump<'a> {
    p: &'a Program,
    out: String,
    vars: Option<&'a Vars>,
    method: Option<&'a Method>,
}

impl Dump<'_> {
    fn list(&mut self, word: &str, list: &[ExprId]) {
        for &e in list {
            let _ = write!(self.out, "  {word} ");
            self.expr(e);
            self.out.push('\n');
        }
    }
    fn measures(&mut self, measures: &[Measure]) {
        for m in measures {
            match &m.kind {
                MeasureKind::Tuple(items) => self.list("measure", items),
                kind => {
                    let _ = writeln!(self.out, "  measure {kind:?}");
                }
            }
            self.list("if", m.condition.as_slice());
        }
    }
    fn var(&self, v: ep_ivl::ast::VarId) -> String {
        let var = &self.vars.expect("variables")[v];
        format!("{}:{}", var.name, ep_ivl::print::ty(self.p, var.ty))
    }
    fn resource(&mut self, r: &Resource) {
        match r {
            Resource::Field(e, f) => {
                let _ = write!(self.out, "(loc {} ", self.p.fields[*f].name);
                self.expr(*e);
            }
            Resource::Predicate(x, args) => {
                let _ = write!(self.out, "(loc {} ", self.p.predicates[*x].name);
                args.iter().for_each(|&a| self.expr(a));
            }
            Resource::Wand(e) => {
                self.out.push_str("(loc ");
                self.expr(*e);
            }
        }
        self.out.push(')');
    }
    fn access(&mut self, a: &Access) {
        self.resource(&a.resource);
        match a.amount {
            Some(q) => self.expr(q),
            None => self.out.push_str(" all"),
        }
    }
    fn expr(&mut self, e: ExprId) {
        let p = self.p;
        let x = &p.exprs[e];
        let head = match &x.kind {
            ExprKind::Var(v) => format!("var {}", self.var(*v)),
            ExprKind::Int(n) => format!("{n}"),
            ExprKind::Field(_, f) => format!("field {}", p.fields[*f].name),
            ExprKind::Call(f, _) => format!("call {}", p.functions[*f].name),
            ExprKind::Apply(f, types, _) => {
                let types: Vec<String> = types.iter().map(|&t| ep_ivl::print::ty(p, t)).collect();
                format!("apply {} {types:?}", p.domain_funcs[*f].name)
            }
            ExprKind::PredicateInstance(f, _) => format!("pi {}", p.predicates[*f].name),
            ExprKind::Binary(op, ..) => format!("{op:?}"),
            ExprKind::Unary(op, ..) => format!("{op:?}"),
            ExprKind::Bool(b) => format!("{b}"),
            ExprKind::Amount(a) => format!("{a:?}"),
            ExprKind::Collection(k, _) => format!("{k:?}"),
            ExprKind::Let(v, ..) => format!("let {}", self.var(*v)),
            ExprKind::Quantified(q) => {
                let vars: Vec<String> = q.vars.iter().map(|&v| self.var(v)).collect();
                let sizes: Vec<usize> = q.triggers.iter().map(Vec::len).collect();
                format!("{:?} {vars:?} {sizes:?}", q.quantifier)
            }
            ExprKind::ForPerm(vars, ..) => {
                let vars: Vec<String> = vars.iter().map(|&v| self.var(v)).collect();
                format!("forperm {vars:?}")
            }
            ExprKind::Old(state, _) => match (state, self.method) {
                (ep_ivl::ast::OldState::Label(l), Some(m)) => {
                    format!("old {}", m.labels[*l].name)
                }
                _ => format!("old {state:?}"),
            },
            kind => {
                let text = format!("{kind:?}");
                let end = text.find(['(', ' ']).unwrap_or(text.len());
                text[..end].to_owned()
            }
        };
        let ty = ep_ivl::print::ty(p, x.ty);
        let _ = write!(self.out, "({head}:{ty} ");
        match &x.kind {
            ExprKind::Acc(a) => self.access(a),
            ExprKind::Unfolding(a, b) | ExprKind::Folding(a, b) => {
                self.access(a);
                self.expr(*b);
            }
            ExprKind::Perm(r) => self.resource(r),
            ExprKind::ForPerm(_, r, b) => {
                self.resource(r);
                self.expr(*b);
            }
            _ => {
                let mut children = Vec::new();
                x.for_each_child(&mut |c| children.push(c));
                children.into_iter().for_each(|c| self.expr(c));
            }
        }
        self.out.push(')');
    }
    fn block(&mut self, block: &[StmtId]) {
        self.out.push('{');
        block.iter().for_each(|&s| self.stmt(s));
        self.out.push('}');
    }
    fn stmt(&mut self, s: StmtId) {
        let p = self.p;
        let stmt = &p.stmts[s];
        let m = self.method.expect("a method");
        let head = match &stmt.kind {
            StmtKind::Declare(v) | StmtKind::Assign(v, _) => self.var(*v),
            StmtKind::AssignField(_, f, _) => p.fields[*f].name.clone(),
            StmtKind::New { target, fields, .. } => {
                let names: Vec<&String> = fields.iter().map(|&f| &p.fields[f].name).collect();
                format!("{} {names:?}", self.var(*target))
            }
            StmtKind::Call {
                method, targets, ..
            } => {
                let targets: Vec<String> = targets.iter().map(|&t| self.var(t)).collect();
                format!("{} {targets:?}", p.methods[*method].name)
            }
            StmtKind::Label(l, _) | StmtKind::Goto(l) => m.labels[*l].name.clone(),
            _ => String::new(),
        };
        let text = format!("{:?}", stmt.kind);
        let end = text.find(['(', ' ']).unwrap_or(text.len());
        let _ = write!(self.out, "\n  {} {head} ", &text[..end]);
        match &stmt.kind {
            StmtKind::Fold(a) | StmtKind::Unfold(a) => self.access(a),
            StmtKind::While(l) => {
                self.expr(l.condition);
                self.list("invariant", &l.invariants);
                self.measures(&l.decreases);
            }
            _ => {
                let mut children = Vec::new();
                stmt.for_each_expr(&mut |c| children.push(c));
                children.into_iter().for_each(|c| self.expr(c));
            }
        }
        for b in stmt.blocks() {
            self.block(b);
        }
    }
}
