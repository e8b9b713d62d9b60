//! Expressions and assertions, by precedence climbing.
//!
//! From loose to tight: assignment, `?:`, `==>` (specifications only, to the
//! right), `&*&` (specifications only), `||`, `&&`, `|`, `^`, `&`, equality,
//! relations, shifts, sums, products, unary, postfix.

use super::{Failed, Parser, P};
use crate::ast::*;
use crate::lexer::{unescape, Tok};
use crate::source::{Problem, Span};

/// The operator of a token with its binding strength.
fn binary(s: &str) -> Option<(BinOp, u8)> {
    use BinOp::*;
    Some(match s {
        "==>" => (Implies, 1),
        "&*&" => (Sep, 2),
        "||" => (Or, 3),
        "&&" => (And, 4),
        "|" => (BitOr, 5),
        "^" => (BitXor, 6),
        "&" => (BitAnd, 7),
        "==" => (Eq, 8),
        "!=" => (Ne, 8),
        "<" => (Lt, 9),
        "<=" => (Le, 9),
        ">" => (Gt, 9),
        ">=" => (Ge, 9),
        "<<" => (Shl, 10),
        ">>" => (Shr, 10),
        ">>>" => (Ushr, 10),
        "+" => (Add, 11),
        "-" => (Sub, 11),
        "*" => (Mul, 12),
        "/" => (Div, 12),
        "%" => (Rem, 12),
        _ => return None,
    })
}

fn assignment(s: &str) -> Option<Option<BinOp>> {
    use BinOp::*;
    Some(Some(match s {
        "=" => return Some(None),
        "+=" => Add,
        "-=" => Sub,
        "*=" => Mul,
        "/=" => Div,
        "%=" => Rem,
        "<<=" => Shl,
        ">>=" => Shr,
        ">>>=" => Ushr,
        "&=" => BitAnd,
        "|=" => BitOr,
        "^=" => BitXor,
        _ => return None,
    }))
}

impl Parser<'_> {
    fn make(&self, kind: ExprKind, start: Span) -> Expr {
        Expr {
            kind,
            span: start.to(self.last()),
            ghost: self.ghost,
        }
    }

    pub(super) fn expr(&mut self) -> P<Expr> {
        self.deeper(|p| {
            let left = p.ternary()?;
            let t = p.here();
            let Tok::Sym(s) = t.tok else { return Ok(left) };
            let Some(op) = assignment(s).filter(|_| t.ghost == p.ghost) else {
                return Ok(left);
            };
            if p.ghost {
                return p.fail(Problem::syntax(
                    t.span,
                    "a specification cannot assign; equality is `==`",
                ));
            }
            p.bump();
            let right = p.expr()?;
            let start = left.span;
            Ok(p.make(ExprKind::Assign(op, Box::new(left), Box::new(right)), start))
        })
    }

    pub(super) fn ternary(&mut self) -> P<Expr> {
        let cond = self.binary(1)?;
        if !self.eat("?") {
            return Ok(cond);
        }
        let yes = self.expr()?;
        self.expect(":")?;
        let no = self.deeper(Self::ternary)?;
        let start = cond.span;
        Ok(self.make(
            ExprKind::Conditional(Box::new(cond), Box::new(yes), Box::new(no)),
            start,
        ))
    }

    fn binary(&mut self, least: u8) -> P<Expr> {
        let mut left = self.unary()?;
        loop {
            let t = self.here();
            if t.ghost != self.ghost {
                return Ok(left);
            }
            let Tok::Sym(s) = t.tok else { return Ok(left) };
            let start = left.span;
            if s == "instanceof" {
                if least > 9 {
                    return Ok(left);
                }
                self.bump();
                let ty = self.ty(false)?;
                if self.here().tok == Tok::Ident && !self.ghost && !self.here().ghost {
                    return self.outside(self.span(), "a pattern of instanceof");
                }
                left = self.make(ExprKind::InstanceOf(Box::new(left), ty), start);
                continue;
            }
            let Some((op, strength)) = binary(s).filter(|(_, b)| *b >= least) else {
                return Ok(left);
            };
            self.bump();
            // `==>` and `&*&` associate to the right, the others to the left.
            let right = if matches!(op, BinOp::Implies | BinOp::Sep) {
                self.deeper(|p| p.binary(strength))?
            } else {
                self.binary(strength + 1)?
            };
            left = self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), start);
        }
    }

    fn unary(&mut self) -> P<Expr> {
        self.deeper(Self::unary_inner)
    }

    fn unary_inner(&mut self) -> P<Expr> {
        let t = self.here();
        let start = t.span;
        if let (Tok::Sym(s), true) = (t.tok, t.ghost == self.ghost) {
            let op = match s {
                "-" => Some(UnOp::Neg),
                "+" => Some(UnOp::Plus),
                "!" => Some(UnOp::Not),
                "~" => Some(UnOp::BitNot),
                _ => None,
            };
            if let Some(op) = op {
                self.bump();
                // `-2147483648` is one literal.
                if op == UnOp::Neg && self.here().tok == Tok::Int {
                    let digit = self.here();
                    if digit.span.start == t.span.end {
                        let e = self.postfix()?;
                        if let ExprKind::Int(text, long) = e.kind {
                            return Ok(self.make(ExprKind::Int(format!("-{text}"), long), start));
                        }
                        return Ok(self.make(ExprKind::Unary(op, Box::new(e)), start));
                    }
                }
                let e = self.unary()?;
                return Ok(self.make(ExprKind::Unary(op, Box::new(e)), start));
            }
            if s == "++" || s == "--" {
                self.bump();
                let e = self.unary()?;
                return Ok(self.make(
                    ExprKind::IncDec {
                        increment: s == "++",
                        prefix: true,
                        target: Box::new(e),
                    },
                    start,
                ));
            }
            if s == "(" && self.is_cast() {
                self.bump();
                let ty = self.ty(false)?;
                self.expect(")")?;
                let e = self.unary()?;
                return Ok(self.make(ExprKind::Cast(ty, Box::new(e)), start));
            }
        }
        self.postfix()
    }

    /// `(` starts a cast: a primitive type, or a name in parentheses before
    /// something that cannot continue an expression.
    fn is_cast(&self) -> bool {
        let Tok::Sym(first) = self.nth(1).tok else {
            if self.nth(1).tok != Tok::Ident {
                return false;
            }
            let mut k = 2;
            while self.nth_is(k, ".") {
                k += 2;
            }
            let mut array = false;
            while self.nth_is(k, "[") && self.nth_is(k + 1, "]") {
                k += 2;
                array = true;
            }
            if !self.nth_is(k, ")") {
                return false;
            }
            return array
                || match self.nth(k + 1).tok {
                    Tok::Ident | Tok::Int | Tok::Char | Tok::Str => {
                        self.nth(k + 1).ghost == self.ghost
                    }
                    Tok::Sym(s) => matches!(
                        s,
                        "(" | "!" | "~" | "this" | "super" | "new" | "null" | "true" | "false"
                    ),
                    _ => false,
                };
        };
        matches!(
            first,
            "int" | "long" | "boolean" | "char" | "byte" | "short" | "float" | "double"
        )
    }

    fn postfix(&mut self) -> P<Expr> {
        let mut e = self.primary()?;
        loop {
            let t = self.here();
            if t.ghost != self.ghost {
                return Ok(e);
            }
            let start = e.span;
            match t.tok {
                Tok::Sym(".") => {
                    self.bump();
                    if self.is("class") {
                        return self.outside(self.span(), "a class literal");
                    }
                    if self.is("new") {
                        return self.outside(self.span(), "an inner class");
                    }
                    if self.is("this") {
                        return self.outside(self.span(), "a qualified this");
                    }
                    if self.is("<") {
                        return self.outside(self.span(), "a generic method");
                    }
                    let name = self.name()?;
                    if self.is("(") {
                        let args = self.args()?;
                        e = self.make(
                            ExprKind::Call(Receiver::Expr(Box::new(e)), name, args),
                            start,
                        );
                    } else {
                        e = self.make(ExprKind::Field(Box::new(e), name), start);
                    }
                }
                Tok::Sym("[") => {
                    self.bump();
                    if self.ghost && self.is("*") && self.nth_is(1, "]") {
                        self.bump();
                        self.bump();
                        e = self.make(ExprKind::Elements(Box::new(e)), start);
                        continue;
                    }
                    let i = self.expr()?;
                    self.expect("]")?;
                    e = self.make(ExprKind::Index(Box::new(e), Box::new(i)), start);
                }
                Tok::Sym(s @ ("++" | "--")) => {
                    if self.ghost {
                        return self.fail(Problem::syntax(
                            t.span,
                            "a specification cannot change a variable",
                        ));
                    }
                    self.bump();
                    e = self.make(
                        ExprKind::IncDec {
                            increment: s == "++",
                            prefix: false,
                            target: Box::new(e),
                        },
                        start,
                    );
                }
                Tok::Sym("::") => return self.outside(t.span, "a method reference"),
                _ => return Ok(e),
            }
        }
    }

    fn args(&mut self) -> P<Vec<Expr>> {
        self.expect("(")?;
        let mut out = Vec::new();
        if self.eat(")") {
            return Ok(out);
        }
        loop {
            out.push(self.expr()?);
            if self.eat(",") {
                continue;
            }
            self.expect(")")?;
            return Ok(out);
        }
    }

    fn primary(&mut self) -> P<Expr> {
        let t = self.here();
        let start = t.span;
        if t.ghost && !self.ghost {
            if self.is_ghost_word("opening") || self.is_ghost_word("using") {
                return self.ghost_prefix();
            }
            return self.wrong("an expression");
        }
        if t.ghost != self.ghost {
            return self.wrong("the rest of the specification");
        }
        let kind = match t.tok {
            Tok::Int => {
                let text = self.word(t).replace('_', "");
                self.bump();
                match text.strip_suffix(['l', 'L']) {
                    Some(t) => ExprKind::Int(t.to_string(), true),
                    None => ExprKind::Int(text, false),
                }
            }
            Tok::Float => return self.outside(start, "floating point"),
            Tok::Char | Tok::Str => {
                let text = self.word(t);
                let inside = text[1..text.len() - 1].to_string();
                self.bump();
                let units = match unescape(&inside) {
                    Ok(units) => units,
                    Err(message) => return self.fail(Problem::syntax(start, message)),
                };
                if t.tok == Tok::Str {
                    ExprKind::Str(units)
                } else if let [unit] = units[..] {
                    ExprKind::Char(unit)
                } else {
                    return self.fail(Problem::syntax(
                        start,
                        "a character literal holds exactly one character",
                    ));
                }
            }
            Tok::Sym("true" | "false") => {
                let b = self.word(t) == "true";
                self.bump();
                ExprKind::Bool(b)
            }
            Tok::Sym("null") => {
                self.bump();
                ExprKind::Null
            }
            Tok::Sym("this") => {
                self.bump();
                if self.is("(") {
                    ExprKind::ConstructorCall(false, self.args()?)
                } else {
                    ExprKind::This
                }
            }
            Tok::Sym("super") => {
                self.bump();
                if self.is("(") {
                    ExprKind::ConstructorCall(true, self.args()?)
                } else {
                    self.expect(".")?;
                    let name = self.name()?;
                    if self.is("(") {
                        ExprKind::Call(Receiver::Super, name, self.args()?)
                    } else {
                        ExprKind::SuperField(name)
                    }
                }
            }
            Tok::Sym("new") => return self.creation(),
            Tok::Sym("switch") => return self.outside(start, "a switch expression"),
            Tok::Sym("(") => {
                self.bump();
                if self.ghost && (self.is_ghost_word("forall") || self.is_ghost_word("exists")) {
                    let q = self.quantified()?;
                    self.expect(")")?;
                    return Ok(q);
                }
                if self.nth_is(0, ")") && self.nth_is(1, "->") {
                    return self.outside(start, "a lambda expression");
                }
                let mut e = self.expr()?;
                self.expect(")")?;
                e.span = start.to(self.last());
                return Ok(e);
            }
            Tok::Sym("{") => return self.wrong("an expression"),
            Tok::Ident => return self.named(),
            _ => return self.wrong("an expression"),
        };
        Ok(self.make(kind, start))
    }

    /// Something that starts with a name, words of specifications among them.
    fn named(&mut self) -> P<Expr> {
        let t = self.here();
        let start = t.span;
        if self.ghost {
            let word = self.word(t).to_string();
            let call = self.nth_is(1, "(");
            match word.as_str() {
                "acc" if call => {
                    self.bump();
                    let mut args = self.args()?;
                    if args.is_empty() || args.len() > 2 {
                        let span = start.to(self.last());
                        return self.fail(Problem::syntax(
                            span,
                            "`acc` takes a place and, at most, an amount",
                        ));
                    }
                    let amount = if args.len() == 2 {
                        args.pop().map(Box::new)
                    } else {
                        None
                    };
                    let Some(place) = args.pop() else {
                        return Err(Failed);
                    };
                    return Ok(self.make(ExprKind::Acc(Box::new(place), amount), start));
                }
                "old" | "\\old" | "untouched" if call => {
                    self.bump();
                    self.expect("(")?;
                    let e = Box::new(self.expr()?);
                    self.expect(")")?;
                    let kind = if word == "untouched" {
                        ExprKind::Untouched(e)
                    } else {
                        ExprKind::Old(e)
                    };
                    return Ok(self.make(kind, start));
                }
                "\\result" => {
                    self.bump();
                    return Ok(self.make(ExprKind::Result, start));
                }
                "wildcard" => {
                    self.bump();
                    return Ok(self.make(ExprKind::Wildcard, start));
                }
                "opening" | "using" => return self.ghost_prefix(),
                "forall" | "\\forall" | "exists" | "\\exists" => return self.quantified(),
                _ => {}
            }
        }
        let name = self.name()?;
        let kind = if self.is("(") {
            let args = self.args()?;
            ExprKind::Call(Receiver::None, name, args)
        } else {
            ExprKind::Name(name.text)
        };
        if self.is("->") {
            return self.outside(self.span(), "a lambda expression");
        }
        Ok(self.make(kind, start))
    }

    /// `opening q(…) in e`, `using p(…) in e`: the head is ghost text, `e` is
    /// of the mode around.
    fn ghost_prefix(&mut self) -> P<Expr> {
        let start = self.span();
        let opening = self.is_ghost_word("opening");
        let call = self.in_mode(true, |p| {
            p.bump();
            let call = p.postfix()?;
            if !p.is_ghost_word("in") {
                return p.wrong("`in`");
            }
            p.bump();
            Ok(call)
        })?;
        let body = Box::new(self.ternary()?);
        let call = Box::new(call);
        let kind = if opening {
            ExprKind::Opening(call, body)
        } else {
            ExprKind::Using(call, body)
        };
        Ok(self.make(kind, start))
    }

    /// `forall T x; φ` or `forall T x; range; φ`, in parentheses or not.
    fn quantified(&mut self) -> P<Expr> {
        let start = self.span();
        let all = self.is_ghost_word("forall");
        self.bump();
        let paren = self.eat("(");
        let mut vars = vec![self.param()?];
        while self.eat(",") {
            let ty = vars[0].ty.clone();
            let name = self.name()?;
            vars.push(Param {
                ty,
                name,
                is_final: true,
            });
        }
        self.expect(";")?;
        let mut body = self.expr()?;
        let mut range = None;
        if self.nth_is(0, ";") && self.here().ghost && (paren || self.quantifier_goes_on()) {
            self.bump();
            range = Some(Box::new(body));
            body = self.expr()?;
        }
        if paren {
            self.expect(")")?;
        }
        Ok(self.make(
            ExprKind::Quantified(all, vars, range, Box::new(body)),
            start,
        ))
    }

    /// Whether the `;` here belongs to a quantifier in parentheses: a `)`
    /// closes it before the next `;`.
    fn quantifier_goes_on(&self) -> bool {
        let mut depth = 0u32;
        for k in 1.. {
            match self.nth(k).tok {
                Tok::Sym("(") => depth += 1,
                Tok::Sym(")") if depth == 0 => return true,
                Tok::Sym(")") => depth -= 1,
                Tok::Sym(";" | "{" | "}") | Tok::End => return false,
                _ => {}
            }
        }
        false
    }

    fn creation(&mut self) -> P<Expr> {
        let start = self.bump().span;
        let t = self.here();
        let primitive = matches!(t.tok, Tok::Sym(_));
        let name = if primitive {
            self.ty_name()?
        } else {
            self.class_name()?
        };
        if self.is("(") && !primitive {
            let args = self.args()?;
            if self.is("{") {
                return self.outside(self.span(), "an anonymous class");
            }
            return Ok(self.make(ExprKind::New(name, args), start));
        }
        if !self.is("[") {
            return self.wrong("`(` or `[`");
        }
        let mut dims = Vec::new();
        while self.is("[") && !self.nth_is(1, "]") {
            self.bump();
            dims.push(self.expr()?);
            self.expect("]")?;
        }
        let extra = self.dims()?;
        let mut init = None;
        if dims.is_empty() {
            let ExprKind::ArrayInit(list) = self.deeper(Self::array_init)?.kind else {
                return Err(Failed);
            };
            init = Some(list);
        }
        let elem = TypeRef { name, dims: extra };
        Ok(self.make(ExprKind::NewArray { elem, dims, init }, start))
    }

    /// The keyword of a primitive type, without dimensions.
    fn ty_name(&mut self) -> P<Name> {
        let t = self.here();
        match t.tok {
            Tok::Sym("int" | "long" | "boolean" | "char" | "byte" | "short") => {
                self.bump();
                Ok(Name {
                    text: self.word(t).to_string(),
                    span: t.span,
                })
            }
            Tok::Sym("float" | "double") => self.outside(t.span, "floating point"),
            _ => self.wrong("a type"),
        }
    }

    pub(super) fn array_init(&mut self) -> P<Expr> {
        let start = self.expect("{")?;
        let mut list = Vec::new();
        while !self.is("}") {
            list.push(self.initializer()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(self.make(ExprKind::ArrayInit(list), start))
    }
}
