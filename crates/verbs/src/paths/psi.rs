//! A property as a Java expression for a JUnit test.
//!
//! The typed tree of `ψ` is written back with every name resolved: parameters
//! are locals of the test, fields are read by reflection (they may be private),
//! values before the call are locals that are set before it. The JVM then
//! evaluates `ψ` itself; nothing of our own evaluation is in the test.

use super::heap::quoted;
use ep_java::tree::{BinOp, Constant, Expr, ExprKind, MethodId, Program as Tree, StringOp, UnOp};
use ep_java::Type;

/// `ψ` as Java.
pub struct Psi {
    /// Declarations that stand before the call.
    pub before: Vec<String>,
    /// The condition that stands behind it.
    pub after: String,
}

/// What the test calls a parameter.
fn parameter(name: &str) -> String {
    format!("arg_{name}")
}

/// What the test calls the parameters, `this` first.
pub fn parameters(tree: &Tree, id: MethodId) -> Vec<String> {
    let m = &tree.methods[id];
    let this = (!m.is_static).then(|| parameter("this"));
    let others = m.param_ids().map(|p| parameter(&m.locals[p].name));
    this.into_iter().chain(others).collect()
}

/// The last postcondition of the method.
///
/// # Errors
/// What it uses that a test cannot say.
pub fn java(tree: &Tree, id: MethodId) -> Result<Psi, String> {
    let m = &tree.methods[id];
    let e = m
        .contract
        .ensures
        .last()
        .ok_or("the property was not read")?;
    let mut writer = Writer {
        tree,
        id,
        before: Vec::new(),
    };
    let after = writer.expr(e)?;
    Ok(Psi {
        before: writer.before,
        after,
    })
}

struct Writer<'a> {
    tree: &'a Tree,
    id: MethodId,
    before: Vec<String>,
}

impl Writer<'_> {
    /// A value that reflection gives, with its type.
    fn reflected(&self, ty: Type, class: &str, field: &str, object: &str) -> String {
        let ty = self.tree.type_name(ty);
        format!("(({ty}) EverypathHeap.get({class}.class, \"{field}\", {object}))")
    }

    fn expr(&mut self, e: &Expr) -> Result<String, String> {
        let tree = self.tree;
        Ok(match &e.kind {
            ExprKind::Constant(c) => constant(c, e.ty, tree),
            ExprKind::Null => "null".into(),
            ExprKind::Local(l) => parameter(&tree.methods[self.id].locals[*l].name),
            ExprKind::This => parameter("this"),
            ExprKind::Result => "result".into(),
            ExprKind::Old(inner) => {
                let value = self.expr(inner)?;
                let name = format!("old{}", self.before.len() + 1);
                let ty = tree.type_name(inner.ty);
                self.before.push(format!("{ty} {name} = {value};"));
                name
            }
            ExprKind::Field(o, f) => {
                let o = self.expr(o)?;
                let field = &tree.fields[*f];
                // A receiver that is nil must not read a static field.
                let o = format!("java.util.Objects.requireNonNull({o})");
                let class = &tree.classes[field.class].name;
                self.reflected(e.ty, class, &field.name, &o)
            }
            ExprKind::Static(f) => {
                let field = &tree.fields[*f];
                match &field.constant {
                    Some(c) => constant(c, e.ty, tree),
                    None => {
                        let class = &tree.classes[field.class].name;
                        self.reflected(e.ty, class, &field.name, "null")
                    }
                }
            }
            ExprKind::Index(a, i) => format!("{}[{}]", self.expr(a)?, self.expr(i)?),
            ExprKind::Length(a) => format!("{}.length", self.expr(a)?),
            ExprKind::Unary(op, a) => {
                let sign = match op {
                    UnOp::Plus => "+",
                    UnOp::Neg => "-",
                    UnOp::Not => "!",
                    UnOp::BitNot => "~",
                };
                format!("({sign} {})", self.expr(a)?)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                match sign(*op) {
                    Some(sign) => format!("({a} {sign} {b})"),
                    None => format!("(!{a} || {b})"),
                }
            }
            ExprKind::Conditional(c, a, b) => {
                let (c, a, b) = (self.expr(c)?, self.expr(a)?, self.expr(b)?);
                format!("({c} ? {a} : {b})")
            }
            ExprKind::String(op, list) => {
                let mut args = Vec::with_capacity(list.len());
                for a in list {
                    args.push(self.expr(a)?);
                }
                let name = match op {
                    StringOp::Length => "length",
                    StringOp::CharAt => "charAt",
                    StringOp::Equals => "equals",
                    StringOp::IsEmpty => "isEmpty",
                };
                let (on, rest) = args.split_first().ok_or("a string is missing")?;
                format!("{on}.{name}({})", rest.join(", "))
            }
            ExprKind::Convert(a) => format!("(({}) {})", tree.type_name(e.ty), self.expr(a)?),
            ExprKind::InstanceOf(a, ty) => {
                let a = self.expr(a)?;
                format!("({a} instanceof {})", tree.type_name(*ty))
            }
            _ => return Err("the property uses what a test cannot say".into()),
        })
    }
}

fn constant(c: &Constant, ty: Type, tree: &Tree) -> String {
    match c {
        Constant::Boolean(b) => b.to_string(),
        Constant::Integer(n) if ty == Type::Long => match n {
            &i64::MIN => "Long.MIN_VALUE".into(),
            n => format!("({n}L)"),
        },
        Constant::Integer(n) if ty == Type::Int => format!("({n})"),
        Constant::Integer(n) => format!("(({}) ({n}))", tree.type_name(ty)),
        Constant::Str(text) => quoted(text, '"'),
    }
}

/// Java's operator; an implication has none.
fn sign(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::Ushr => ">>>",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::BitAnd => "&",
        BinOp::BitOr => "|",
        BinOp::BitXor => "^",
        BinOp::And | BinOp::Sep => "&&",
        BinOp::Or => "||",
        BinOp::Implies => return None,
    })
}
