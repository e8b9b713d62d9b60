//! Conditions as Java writes them.
//!
//! A read over a write that no test decided is printed as the conditional that
//! it is; `class` reads as `getClass()`, a character is compared with one, and
//! a string that is the object of a literal is `==` it. Output is cut at a limit, since a DAG
//! may be exponentially larger as text.

use crate::expr::{BinOp, ExprId, Exprs, Keys, Node, Range, Role, Ty, UnOp};
use crate::lang::Program;

/// Characters after which text is cut.
pub const LIMIT: usize = 4000;

struct Printer<'a> {
    x: &'a Exprs,
    p: &'a Program,
    out: String,
}

/// The expression in infix.
pub fn infix(x: &Exprs, p: &Program, e: ExprId) -> String {
    let mut printer = Printer {
        x,
        p,
        out: String::new(),
    };
    printer.expr(e, 0);
    printer.finish()
}

/// A conjunction in infix.
pub fn conjunction(x: &Exprs, p: &Program, list: &[ExprId]) -> String {
    match list {
        [] => "true".into(),
        [one] => infix(x, p, *one),
        _ => {
            let mut printer = Printer {
                x,
                p,
                out: String::new(),
            };
            for (at, &e) in list.iter().enumerate() {
                if at > 0 {
                    printer.out.push_str(" && ");
                }
                printer.expr(e, 3);
            }
            printer.finish()
        }
    }
}

/// Binding strength; an operand that binds less gets parentheses.
fn strength(op: BinOp) -> u8 {
    match op {
        BinOp::Or => 2,
        BinOp::And => 3,
        BinOp::BitOr => 4,
        BinOp::BitXor => 5,
        BinOp::BitAnd => 6,
        BinOp::Eq => 7,
        BinOp::Lt | BinOp::Le => 8,
        BinOp::Shl | BinOp::Shr | BinOp::Ushr => 9,
        BinOp::Add | BinOp::Sub => 10,
        BinOp::Mul | BinOp::Div | BinOp::Rem => 11,
    }
}

fn sign(op: BinOp) -> &'static str {
    match op {
        BinOp::Or => "||",
        BinOp::And => "&&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::BitAnd => "&",
        BinOp::Eq => "==",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::Ushr => ">>>",
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
    }
}

impl Printer<'_> {
    fn finish(mut self) -> String {
        if self.out.len() > LIMIT {
            let mut end = LIMIT;
            while !self.out.is_char_boundary(end) {
                end -= 1;
            }
            self.out.truncate(end);
            self.out.push('…');
        }
        self.out
    }

    fn wrap(&mut self, inner: u8, outer: u8, f: impl FnOnce(&mut Self)) {
        if inner < outer {
            self.out.push('(');
            f(self);
            self.out.push(')');
        } else {
            f(self);
        }
    }

    fn expr(&mut self, e: ExprId, outer: u8) {
        if self.out.len() > LIMIT {
            return;
        }
        match self.x.node(e) {
            Node::Nil => self.out.push_str("null"),
            Node::Bool(b) => self.out.push_str(if b { "true" } else { "false" }),
            Node::Int(n) if n < 0 => self.wrap(12, outer, |s| s.out.push_str(&n.to_string())),
            Node::Int(n) => self.out.push_str(&n.to_string()),
            Node::Long(n) => self.wrap(if n < 0 { 12 } else { 14 }, outer, |s| {
                s.out.push_str(&format!("{n}L"));
            }),
            Node::Var(v) => match self.x.info(v).role {
                Role::Fresh(class, _) if self.x.info(v).text.is_none() => {
                    let name = self.class(class);
                    let text = format!("{}:{name}", self.x.info(v).name);
                    self.out.push_str(&text);
                }
                _ => self.out.push_str(&self.x.info(v).name),
            },
            Node::Select(m, k, i) => self.select(m, k, i, outer),
            Node::Store(..) => self.out.push_str("(updated)"),
            Node::Un(UnOp::Not, a) => match self.x.node(a) {
                Node::Bin(BinOp::Eq, p, q) => self.equation("!=", p, q, outer),
                _ => self.wrap(12, outer, |s| {
                    s.out.push('!');
                    s.expr(a, 13);
                }),
            },
            Node::Un(op, a) => {
                let text = match op {
                    UnOp::Neg => "-",
                    UnOp::IntToLong => "(long) ",
                    UnOp::LongToInt => "(int) ",
                    UnOp::ToByte => "(byte) ",
                    UnOp::ToShort => "(short) ",
                    UnOp::ToChar => "(char) ",
                    UnOp::Not => "!",
                };
                self.wrap(12, outer, |s| {
                    s.out.push_str(text);
                    s.expr(a, 13);
                });
            }
            Node::Bin(BinOp::Eq, a, b) => self.equation("==", a, b, outer),
            Node::Bin(op, a, b) => {
                // 0 < x reads better as x > 0.
                let flipped = matches!(op, BinOp::Lt | BinOp::Le)
                    && self.x.constant(a).is_some()
                    && self.x.constant(b).is_none();
                let (l, r) = if flipped { (b, a) } else { (a, b) };
                let text = match (op, flipped) {
                    (BinOp::Lt, true) => ">",
                    (BinOp::Le, true) => ">=",
                    _ => sign(op),
                };
                // x + -1 reads better as x - 1.
                if let (BinOp::Add, Node::Int(n)) = (op, self.x.node(r)) {
                    if n < 0 && n != i32::MIN {
                        let s = strength(op);
                        self.wrap(s, outer, |p| {
                            p.expr(l, s);
                            p.out.push_str(&format!(" - {}", -n));
                        });
                        return;
                    }
                }
                let s = strength(op);
                let compares = matches!(op, BinOp::Lt | BinOp::Le);
                self.wrap(s, outer, |p| {
                    p.expr(l, s);
                    p.out.push_str(&format!(" {text} "));
                    match p.character(l, r).filter(|_| compares) {
                        Some(c) => p.out.push_str(&c),
                        None => p.expr(r, s + 1),
                    }
                });
            }
            Node::Ite(c, a, b) => self.wrap(1, outer, |s| {
                s.expr(c, 2);
                s.out.push_str(" ? ");
                s.expr(a, 2);
                s.out.push_str(" : ");
                s.expr(b, 1);
            }),
        }
    }

    fn class(&self, tag: u32) -> String {
        match self.p.classes.get(tag as usize) {
            Some(c) => c.name.clone(),
            None => format!("class{tag}"),
        }
    }

    fn equation(&mut self, sign: &str, a: ExprId, b: ExprId, outer: u8) {
        let (a, b) = match self.x.constant(a).is_some() && self.x.constant(b).is_none() {
            true => (b, a),
            false => (a, b),
        };
        let class = matches!(self.x.node(a), Node::Select(m, ..) if self.x.root(m) == Some(self.x.type_map()));
        if let (Node::Select(m, k, _), Node::Int(n)) = (self.x.node(a), self.x.node(b)) {
            let numbered = |v: &crate::VarId| self.x.literal_number(*v) == n;
            let literal = self.x.literals().into_iter().find(numbered);
            if let Some(v) = literal.filter(|_| self.x.root(m) == Some(self.x.literal_map())) {
                let text = self.x.of(v);
                self.wrap(7, outer, |s| {
                    s.expr(k, 8);
                    s.out.push_str(&format!(" {sign} "));
                    s.expr(text, 8);
                });
                return;
            }
        }
        self.wrap(7, outer, |s| {
            s.expr(a, 8);
            s.out.push_str(&format!(" {sign} "));
            if let Some(c) = s.character(a, b) {
                s.out.push_str(&c);
                return;
            }
            match s.x.node(b) {
                Node::Int(tag) if class => {
                    let name = format!("{}.class", s.class(tag as u32));
                    s.out.push_str(&name);
                }
                _ => s.expr(b, 8),
            }
        });
    }

    /// A number that is compared with a character, as a character.
    fn character(&self, e: ExprId, number: ExprId) -> Option<String> {
        let root = match self.x.node(e) {
            Node::Var(v) => v,
            Node::Select(m, ..) => self.x.root(m)?,
            _ => return None,
        };
        let Node::Int(n) = self.x.node(number) else {
            return None;
        };
        let c = char::from(u8::try_from(n).ok()?);
        let plain = (' '..='~').contains(&c) && c != '\'' && c != '\\';
        (plain && self.x.info(root).range == Range::Char).then(|| format!("'{c}'"))
    }

    /// Whether the reference is one to a string, as far as its shape shows.
    fn is_string(&self, e: ExprId) -> bool {
        let class = match self.x.node(e) {
            Node::Var(v) => self.x.info(v).class,
            Node::Select(m, ..) => self.x.root(m).and_then(|v| self.x.info(v).class),
            _ => None,
        };
        class.is_some_and(|c| self.class(c) == "String")
    }

    fn select(&mut self, m: ExprId, k: ExprId, i: Option<ExprId>, outer: u8) {
        match self.x.node(m) {
            Node::Var(f) => {
                let info = self.x.info(f);
                let name = info.name.clone();
                match (info.ty, i) {
                    (_, Some(i)) => {
                        self.expr(k, 13);
                        let string = f == self.x.chars_map();
                        self.out.push_str(if string { ".charAt(" } else { "[" });
                        self.expr(i, 0);
                        self.out.push(if string { ')' } else { ']' });
                    }
                    (Ty::Map(Keys::Int, _), _) => {
                        self.out.push_str(&name);
                        self.out.push('[');
                        self.expr(k, 0);
                        self.out.push(']');
                    }
                    _ => {
                        self.expr(k, 13);
                        if f == self.x.type_map() {
                            self.out.push_str(".getClass()");
                        } else {
                            self.out.push('.');
                            self.out.push_str(&name);
                            if f == self.x.length_map() && self.is_string(k) {
                                self.out.push_str("()");
                            }
                        }
                    }
                }
            }
            Node::Store(inner, k2, i2, v) => self.wrap(1, outer, |s| {
                s.expr(k, 8);
                s.out.push_str(" == ");
                s.expr(k2, 8);
                if let (Some(i), Some(i2)) = (i, i2) {
                    s.out.push_str(" && ");
                    s.expr(i, 8);
                    s.out.push_str(" == ");
                    s.expr(i2, 8);
                }
                s.out.push_str(" ? ");
                s.expr(v, 2);
                s.out.push_str(" : ");
                s.select(inner, k, i, 1);
            }),
            _ => self.out.push('?'),
        }
    }
}
