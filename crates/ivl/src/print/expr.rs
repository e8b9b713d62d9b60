//! Expressions, with the parentheses that their levels need.

use super::Printer;
use crate::ast::{
    Access, BinOp, CollectionKind, DomainFuncId, ExprId, ExprKind, OldState, Permission,
    Quantifier, Resource, Type, TypeId, UnOp,
};
use std::fmt::Write;

/// The level of each operator, its word, and the levels of its operands.
fn operator(op: BinOp) -> (u8, &'static str, u8, u8) {
    match op {
        BinOp::Iff => (1, "<==>", 2, 1),
        BinOp::Implies => (2, "==>", 3, 2),
        BinOp::Or => (4, "||", 5, 4),
        BinOp::And => (5, "&&", 6, 5),
        BinOp::Eq => (6, "==", 7, 6),
        BinOp::Ne => (6, "!=", 7, 6),
        BinOp::Lt => (7, "<", 8, 8),
        BinOp::Le => (7, "<=", 8, 8),
        BinOp::Gt => (7, ">", 8, 8),
        BinOp::Ge => (7, ">=", 8, 8),
        BinOp::In => (7, "in", 8, 8),
        BinOp::Add => (8, "+", 8, 9),
        BinOp::Sub => (8, "-", 8, 9),
        BinOp::Append => (8, "++", 8, 9),
        BinOp::Union => (8, "union", 8, 9),
        BinOp::Intersection => (8, "intersection", 8, 9),
        BinOp::Setminus => (8, "setminus", 8, 9),
        BinOp::Subset => (8, "subset", 8, 9),
        BinOp::Mul => (9, "*", 9, 10),
        BinOp::Div => (9, "\\", 9, 10),
        BinOp::PermDiv => (9, "/", 9, 10),
        BinOp::Mod => (9, "%", 9, 10),
    }
}

/// Names, literals and calls: no parentheses anywhere.
const ATOM: u8 = 12;
/// Prefix operators: none as an operand, but before a suffix.
const PREFIX: u8 = 10;

impl Printer<'_> {
    fn level(&self, e: ExprId) -> u8 {
        match &self.p.exprs[e].kind {
            ExprKind::Binary(op, _, _) => operator(*op).0,
            ExprKind::Unary(..) => PREFIX,
            ExprKind::Int(n) if n.sign() == num_bigint::Sign::Minus => PREFIX,
            ExprKind::Wand(..) => 3,
            ExprKind::Cond(..)
            | ExprKind::Let(..)
            | ExprKind::Quantified(_)
            | ExprKind::ForPerm(..)
            | ExprKind::Unfolding(..)
            | ExprKind::Folding(..)
            | ExprKind::Applying(..)
            | ExprKind::Packaging(..)
            | ExprKind::Asserting(..)
            | ExprKind::Using(..) => 0,
            _ => ATOM,
        }
    }

    /// An expression where this level at least is wanted.
    pub(super) fn expr(&mut self, e: ExprId, wanted: u8) {
        if self.level(e) < wanted {
            self.out.push('(');
            self.bare(e);
            self.out.push(')');
        } else {
            self.bare(e);
        }
    }

    fn name(&self, v: crate::ast::VarId) -> String {
        (self.vars)
            .and_then(|vars| vars.get(v))
            .map_or_else(|| v.to_string(), |v| v.name.clone())
    }

    fn args(&mut self, args: &[ExprId]) {
        self.out.push('(');
        for (n, &a) in args.iter().enumerate() {
            if n > 0 {
                self.out.push_str(", ");
            }
            self.expr(a, 0);
        }
        self.out.push(')');
    }

    fn bare(&mut self, e: ExprId) {
        let p = self.p;
        match &p.exprs[e].kind {
            ExprKind::Bool(b) => {
                let _ = write!(self.out, "{b}");
            }
            ExprKind::Int(n) => {
                let _ = write!(self.out, "{n}");
            }
            ExprKind::Null => self.out.push_str("null"),
            ExprKind::Var(v) => {
                let name = self.name(*v);
                self.out.push_str(&name);
            }
            ExprKind::Result => self.out.push_str("result"),
            ExprKind::Unary(op, a) => {
                self.out.push(match op {
                    UnOp::Not => '!',
                    UnOp::Neg => '-',
                });
                self.expr(*a, PREFIX);
            }
            ExprKind::Binary(op, a, b) => {
                let (_, word, left, right) = operator(*op);
                self.expr(*a, left);
                let _ = write!(self.out, " {word} ");
                self.expr(*b, right);
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(*c, 1);
                self.out.push_str(" ? ");
                self.expr(*a, 0);
                self.out.push_str(" : ");
                self.expr(*b, 0);
            }
            ExprKind::Let(v, value, body) => {
                let name = self.name(*v);
                let _ = write!(self.out, "let {name} == (");
                self.expr(*value, 0);
                self.out.push_str(") in ");
                self.expr(*body, 0);
            }
            ExprKind::Quantified(q) => {
                self.out.push_str(match q.quantifier {
                    Quantifier::Forall => "forall ",
                    Quantifier::Exists => "exists ",
                });
                self.bound(&q.vars);
                self.out.push_str(" :: ");
                for trigger in &q.triggers {
                    self.out.push_str("{ ");
                    for (n, &t) in trigger.iter().enumerate() {
                        if n > 0 {
                            self.out.push_str(", ");
                        }
                        self.expr(t, 0);
                    }
                    self.out.push_str(" } ");
                }
                self.expr(q.body, 0);
            }
            ExprKind::ForPerm(vars, resource, body) => {
                self.out.push_str("forperm ");
                self.bound(vars);
                self.out.push_str(" [");
                self.resource(resource);
                self.out.push_str("] :: ");
                self.expr(*body, 0);
            }
            ExprKind::Field(receiver, field) => {
                self.expr(*receiver, ATOM);
                let _ = write!(self.out, ".{}", p.fields[*field].name);
            }
            ExprKind::Call(f, args) => {
                self.out.push_str(&p.functions[*f].name);
                self.args(args);
            }
            ExprKind::Apply(f, types, args) => self.apply(*f, types, args, p.exprs[e].ty),
            ExprKind::Old(state, inner) => {
                match state {
                    OldState::Pre => self.out.push_str("old"),
                    OldState::Lhs => self.out.push_str("old[lhs]"),
                    OldState::Label(l) => {
                        let name = (self.labels)
                            .and_then(|labels| labels.get(*l))
                            .map_or_else(|| l.to_string(), |l| l.name.clone());
                        let _ = write!(self.out, "old[{name}]");
                    }
                }
                self.args(&[*inner]);
            }
            ExprKind::Unfolding(access, body) => self.within("unfolding", access, *body),
            ExprKind::Folding(access, body) => self.within("folding", access, *body),
            ExprKind::Applying(first, body) => self.hint("applying", *first, *body),
            ExprKind::Packaging(first, body) => self.hint("packaging", *first, *body),
            ExprKind::Asserting(first, body) => self.hint("asserting", *first, *body),
            ExprKind::Using(call, body) => {
                self.out.push_str("using ");
                self.expr(*call, 0);
                self.out.push_str(" in ");
                self.expr(*body, 0);
            }
            ExprKind::Acc(access) => match (&access.resource, access.amount) {
                (Resource::Predicate(..), None) => self.resource(&access.resource),
                _ => self.access(access),
            },
            ExprKind::Perm(resource) => {
                self.out.push_str("perm(");
                self.resource(resource);
                self.out.push(')');
            }
            ExprKind::Amount(amount) => self.out.push_str(match amount {
                Permission::Full => "write",
                Permission::None => "none",
                Permission::Wildcard => "wildcard",
                Permission::Epsilon => "epsilon",
            }),
            ExprKind::InhaleExhale(a, b) => {
                self.out.push('[');
                self.expr(*a, 0);
                self.out.push_str(", ");
                self.expr(*b, 0);
                self.out.push(']');
            }
            ExprKind::Wand(a, b) => {
                self.expr(*a, 4);
                self.out.push_str(" --* ");
                self.expr(*b, 0);
            }
            ExprKind::Untouched(a) => {
                self.out.push_str("untouched");
                self.args(&[*a]);
            }
            ExprKind::PredicateInstance(predicate, args) => {
                let _ = write!(self.out, "#{}", p.predicates[*predicate].name);
                self.args(args);
            }
            _ => self.collection(e),
        }
    }

    pub(super) fn bound(&mut self, vars: &[crate::ast::VarId]) {
        for (n, &v) in vars.iter().enumerate() {
            if n > 0 {
                self.out.push_str(", ");
            }
            let ty = (self.vars.and_then(|vars| vars.get(v)))
                .map_or_else(String::new, |v| self.ty(v.ty));
            let name = self.name(v);
            let _ = write!(self.out, "{name}: {ty}");
        }
    }

    pub(super) fn resource(&mut self, resource: &Resource) {
        match resource {
            Resource::Field(receiver, field) => {
                self.expr(*receiver, ATOM);
                let _ = write!(self.out, ".{}", self.p.fields[*field].name);
            }
            Resource::Predicate(predicate, args) => {
                self.out.push_str(&self.p.predicates[*predicate].name);
                self.args(args);
            }
            Resource::Wand(wand) => self.expr(*wand, 0),
        }
    }

    /// `acc(resource, amount)`
    pub(super) fn access(&mut self, access: &Access) {
        self.out.push_str("acc(");
        self.resource(&access.resource);
        if let Some(amount) = access.amount {
            self.out.push_str(", ");
            self.expr(amount, 0);
        }
        self.out.push(')');
    }

    fn within(&mut self, word: &str, access: &Access, body: ExprId) {
        let _ = write!(self.out, "{word} ");
        self.access(access);
        self.out.push_str(" in ");
        self.expr(body, 0);
    }

    fn hint(&mut self, word: &str, first: ExprId, body: ExprId) {
        let _ = write!(self.out, "{word} (");
        self.expr(first, 0);
        self.out.push_str(") in ");
        self.expr(body, 0);
    }

    /// Functions of domains and ADTs. A type argument that neither follows
    /// from the arguments nor has the default is written.
    fn apply(&mut self, f: DomainFuncId, types: &[TypeId], args: &[ExprId], ty: TypeId) {
        let p = self.p;
        let declared = &p.domain_funcs[f];
        if let Some(adt) = &p.domains[declared.domain].adt {
            let special = |c: &crate::ast::Constructor| c.test == f || c.destructors.contains(&f);
            if adt.constructors.iter().any(special) {
                self.expr(args[0], ATOM);
                let _ = write!(self.out, ".{}", declared.name);
                return;
            }
        }
        let mut inferred = vec![false; types.len()];
        for (_, ty) in &declared.params {
            self.params_in(*ty, &mut inferred);
        }
        let typed = inferred.contains(&false);
        if typed {
            self.out.push('(');
        }
        self.out.push_str(&declared.name);
        self.args(args);
        if typed {
            let ty = self.ty(ty);
            let _ = write!(self.out, ": {ty})");
        }
    }

    fn params_in(&self, ty: TypeId, found: &mut [bool]) {
        match self.p.types.get(ty) {
            Type::Param(n) => {
                if let Some(found) = found.get_mut(*n as usize) {
                    *found = true;
                }
            }
            Type::Seq(e) | Type::Set(e) | Type::Multiset(e) => self.params_in(*e, found),
            Type::Map(k, v) => {
                self.params_in(*k, found);
                self.params_in(*v, found);
            }
            Type::Domain(_, args) => args.iter().for_each(|&a| self.params_in(a, found)),
            _ => {}
        }
    }

    fn collection(&mut self, e: ExprId) {
        let p = self.p;
        match &p.exprs[e].kind {
            ExprKind::Collection(kind, items) => {
                let word = match kind {
                    CollectionKind::Seq => "Seq",
                    CollectionKind::Set => "Set",
                    CollectionKind::Multiset => "Multiset",
                };
                match items.is_empty() {
                    true => {
                        let ty = self.ty(p.exprs[e].ty);
                        self.out.push_str(&ty);
                    }
                    false => self.out.push_str(word),
                }
                self.args(items);
            }
            ExprKind::Map(pairs) => {
                let ty = self.ty(p.exprs[e].ty);
                self.out
                    .push_str(if pairs.is_empty() { &ty } else { "Map" });
                self.out.push('(');
                for (n, &(k, v)) in pairs.iter().enumerate() {
                    if n > 0 {
                        self.out.push_str(", ");
                    }
                    self.expr(k, 0);
                    self.out.push_str(" := ");
                    self.expr(v, 0);
                }
                self.out.push(')');
            }
            ExprKind::Range(a, b) => {
                self.out.push('[');
                self.expr(*a, 0);
                self.out.push_str("..");
                self.expr(*b, 0);
                self.out.push(')');
            }
            ExprKind::Index(of, at) => {
                self.expr(*of, ATOM);
                self.out.push('[');
                self.expr(*at, 0);
                self.out.push(']');
            }
            ExprKind::Take(of, n) => {
                self.expr(*of, ATOM);
                self.out.push_str("[..");
                self.expr(*n, 0);
                self.out.push(']');
            }
            ExprKind::Drop(of, n) => {
                self.expr(*of, ATOM);
                self.out.push('[');
                self.expr(*n, 0);
                self.out.push_str("..]");
            }
            ExprKind::Update(of, at, value) => {
                self.expr(*of, ATOM);
                self.out.push('[');
                self.expr(*at, 0);
                self.out.push_str(" := ");
                self.expr(*value, 0);
                self.out.push(']');
            }
            ExprKind::Size(of) => {
                // `||` is a token of its own.
                let start = self.out.len();
                self.out.push('|');
                self.expr(*of, 0);
                let inner = &self.out[start + 1..];
                if inner.starts_with('|') || inner.ends_with('|') {
                    self.out.insert(start + 1, '(');
                    self.out.push(')');
                }
                self.out.push('|');
            }
            ExprKind::MapDomain(of) => {
                self.out.push_str("domain");
                self.args(&[*of]);
            }
            ExprKind::MapRange(of) => {
                self.out.push_str("range");
                self.args(&[*of]);
            }
            _ => {}
        }
    }
}
