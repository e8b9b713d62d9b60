//! Statements, one per line.

use super::Printer;
use crate::ast::{Access, ExprKind, Resource, StmtId, StmtKind};
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn block(&mut self, stmts: &[StmtId]) {
        self.out.push('{');
        self.indent += 1;
        for &s in stmts {
            self.line();
            self.stmt(s);
        }
        self.indent -= 1;
        self.line();
        self.out.push('}');
    }

    fn var(&self, v: crate::ast::VarId) -> String {
        (self.vars)
            .and_then(|vars| vars.get(v))
            .map_or_else(|| v.to_string(), |v| v.name.clone())
    }
    fn label(&self, l: crate::ast::LabelId) -> String {
        (self.labels)
            .and_then(|labels| labels.get(l))
            .map_or_else(|| l.to_string(), |l| l.name.clone())
    }

    fn with(&mut self, word: &str, e: crate::ast::ExprId) {
        let _ = write!(self.out, "{word} ");
        self.expr(e, 0);
    }
    fn folded(&mut self, word: &str, access: &Access) {
        let _ = write!(self.out, "{word} ");
        match (&access.resource, access.amount) {
            (Resource::Predicate(..), None) => self.resource(&access.resource),
            _ => self.access(access),
        }
    }

    fn stmt(&mut self, s: StmtId) {
        let p = self.p;
        match &p.stmts[s].kind {
            StmtKind::Declare(v) => {
                let name = self.var(*v);
                let ty = (self.vars.and_then(|vars| vars.get(*v)))
                    .map_or_else(String::new, |v| self.ty(v.ty));
                let _ = write!(self.out, "var {name}: {ty}");
            }
            StmtKind::Assign(v, e) => {
                let name = self.var(*v);
                let _ = write!(self.out, "{name} := ");
                self.expr(*e, 0);
            }
            StmtKind::AssignField(receiver, field, e) => {
                self.expr(*receiver, 12);
                let _ = write!(self.out, ".{} := ", p.fields[*field].name);
                self.expr(*e, 0);
            }
            StmtKind::New {
                target,
                fields,
                all,
            } => {
                let name = self.var(*target);
                let names: Vec<&str> = match all {
                    true => vec!["*"],
                    false => fields.iter().map(|&f| p.fields[f].name.as_str()).collect(),
                };
                let _ = write!(self.out, "{name} := new({})", names.join(", "));
            }
            StmtKind::Call {
                method,
                args,
                targets,
            } => {
                let names: Vec<String> = targets.iter().map(|&t| self.var(t)).collect();
                if !names.is_empty() {
                    let _ = write!(self.out, "{} := ", names.join(", "));
                }
                let _ = write!(self.out, "{}(", p.methods[*method].name);
                for (n, &a) in args.iter().enumerate() {
                    if n > 0 {
                        self.out.push_str(", ");
                    }
                    self.expr(a, 0);
                }
                self.out.push(')');
            }
            StmtKind::Inhale(e) => self.with("inhale", *e),
            StmtKind::Exhale(e) => self.with("exhale", *e),
            StmtKind::Assert(e) => self.with("assert", *e),
            StmtKind::Assume(e) => self.with("assume", *e),
            StmtKind::Refute(e) => self.with("refute", *e),
            StmtKind::Unreachable => self.out.push_str("unreachable"),
            StmtKind::Use(e) => self.with("use", *e),
            StmtKind::Join(e) => self.with("join", *e),
            StmtKind::ApplyWand(e) => self.with("apply", *e),
            StmtKind::Fold(access) => self.folded("fold", access),
            StmtKind::Unfold(access) => self.folded("unfold", access),
            StmtKind::Package(e, script) => {
                self.with("package", *e);
                self.out.push(' ');
                self.block(script);
            }
            StmtKind::If(c, then, other) => {
                self.out.push_str("if (");
                self.expr(*c, 0);
                self.out.push_str(") ");
                self.block(then);
                if !other.is_empty() {
                    self.out.push_str(" else ");
                    self.block(other);
                }
            }
            StmtKind::While(l) => {
                self.out.push_str("while (");
                self.expr(l.condition, 0);
                self.out.push(')');
                self.indent += 1;
                self.clauses("invariant", &l.invariants);
                self.measures(&l.decreases);
                self.indent -= 1;
                self.line();
                self.block(&l.body);
            }
            StmtKind::Label(l, invariants) => {
                let name = self.label(*l);
                let _ = write!(self.out, "label {name}");
                self.indent += 1;
                self.clauses("invariant", invariants);
                self.indent -= 1;
            }
            StmtKind::Goto(l) => {
                let name = self.label(*l);
                let _ = write!(self.out, "goto {name}");
            }
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::Quasihavoc(vars, condition, resource) => {
                if vars.is_empty() {
                    self.out.push_str("quasihavoc ");
                } else {
                    self.out.push_str("quasihavocall ");
                    self.bound(vars);
                    self.out.push_str(" :: ");
                }
                if let Some(c) = condition {
                    self.out.push('(');
                    self.expr(*c, 0);
                    self.out.push_str(") ==> ");
                }
                let wand = matches!(self.p.exprs[*resource].kind, ExprKind::Wand(..));
                self.out.push_str(if wand { "(" } else { "" });
                self.expr(*resource, 0);
                self.out.push_str(if wand { ")" } else { "" });
            }
            StmtKind::Unsupported(what) => {
                let _ = write!(self.out, "/* {what} */");
            }
        }
    }
}
