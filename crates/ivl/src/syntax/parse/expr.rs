//! Expressions by precedence, lowest first: `? :`, `<==>`, `==>`, `--*`, `||`,
//! `&&`, `== !=`, `< <= > >= in` (which chain), `+ - ++ union …`, `* / \ %`,
//! prefix operators, suffixes. All but the arithmetic ones group to the right.

use super::super::lex::Tok;
use super::super::symbol::kw;
use super::super::tree::{BinOp, Expr, ExprKind, Name, OldLabel, Type};
use super::{Failed, Parsed, Parser};
use crate::ast::{CollectionKind, Permission, Quantifier, UnOp};
use num_bigint::BigInt;

impl Parser<'_> {
    /// An expression or assertion.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(Self::conditional)
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let condition = self.iff()?;
        if !self.eat(Tok::Question) {
            return Ok(condition);
        }
        let then = self.expr()?;
        self.expect(Tok::Colon, "`:` of the conditional")?;
        let other = self.expr()?;
        let kind = ExprKind::Cond(Box::new(condition), Box::new(then), Box::new(other));
        Ok(self.expr_since(start, kind))
    }

    fn iff(&mut self) -> Parsed<Expr> {
        self.right(Self::implication, &[(Tok::Iff, BinOp::Iff)])
    }
    fn implication(&mut self) -> Parsed<Expr> {
        self.right(Self::wand, &[(Tok::Implies, BinOp::Implies)])
    }
    /// `lhs --* rhs`, whose right side is as long as possible.
    pub(super) fn wand(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let left = self.disjunction()?;
        if !self.eat(Tok::Wand) {
            return Ok(left);
        }
        let right = self.expr()?;
        Ok(self.binary_since(start, BinOp::Wand, left, right))
    }
    fn disjunction(&mut self) -> Parsed<Expr> {
        self.right(Self::conjunction, &[(Tok::OrOr, BinOp::Or)])
    }
    fn conjunction(&mut self) -> Parsed<Expr> {
        self.right(Self::equality, &[(Tok::AndAnd, BinOp::And)])
    }
    fn equality(&mut self) -> Parsed<Expr> {
        self.right(
            Self::comparison,
            &[(Tok::EqEq, BinOp::Eq), (Tok::Ne, BinOp::Ne)],
        )
    }

    /// A level that groups to the right, without recursion along the chain.
    fn right(
        &mut self,
        operand: fn(&mut Self) -> Parsed<Expr>,
        operators: &[(Tok, BinOp)],
    ) -> Parsed<Expr> {
        let mut start = self.start();
        let mut parts: Vec<(u32, Expr, BinOp)> = Vec::new();
        let mut last = operand(self)?;
        while let Some(&(_, op)) = operators.iter().find(|(tok, _)| self.is(*tok)) {
            self.bump();
            parts.push((start, last, op));
            start = self.start();
            last = operand(self)?;
        }
        while let Some((start, left, op)) = parts.pop() {
            last = self.binary_since(start, op, left, last);
        }
        Ok(last)
    }

    /// `a < b <= c` means `a < b && b <= c`.
    fn comparison(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let mut result = self.sum()?;
        let mut previous: Option<(u32, Expr)> = None;
        loop {
            let op = match self.tok() {
                Tok::Lt => BinOp::Lt,
                Tok::Le => BinOp::Le,
                Tok::Gt => BinOp::Gt,
                Tok::Ge => BinOp::Ge,
                Tok::Name(kw::In) => BinOp::In,
                _ => return Ok(result),
            };
            self.bump();
            let right_start = self.start();
            let right = self.sum()?;
            let chained = matches!(
                self.tok(),
                Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge | Tok::Name(kw::In)
            );
            let kept = chained.then(|| (right_start, right.clone()));
            result = match previous.take() {
                None => self.binary_since(start, op, result, right),
                Some((middle_start, middle)) => {
                    let link = self.binary_since(middle_start, op, middle, right);
                    self.binary_since(start, BinOp::And, result, link)
                }
            };
            previous = kept;
        }
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let mut left = self.term()?;
        loop {
            let op = match self.tok() {
                Tok::Plus => BinOp::Add,
                Tok::Minus => BinOp::Sub,
                Tok::PlusPlus => BinOp::Append,
                Tok::Name(kw::Union) => BinOp::Union,
                Tok::Name(kw::Intersection) => BinOp::Intersection,
                Tok::Name(kw::Setminus) => BinOp::Setminus,
                Tok::Name(kw::Subset) => BinOp::Subset,
                _ => return Ok(left),
            };
            self.bump();
            let right = self.term()?;
            left = self.binary_since(start, op, left, right);
        }
    }

    fn term(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let mut left = self.suffixed()?;
        loop {
            let op = match self.tok() {
                Tok::Star => BinOp::Mul,
                Tok::Slash => BinOp::Slash,
                Tok::Backslash => BinOp::Div,
                Tok::Percent => BinOp::Mod,
                _ => return Ok(left),
            };
            self.bump();
            let right = self.suffixed()?;
            left = self.binary_since(start, op, left, right);
        }
    }

    /// An atom with `.f`, `[…]`.
    pub(super) fn suffixed(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let mut base = self.nested(Self::atom)?;
        loop {
            if self.eat(Tok::Dot) {
                let field = self.name("the name of a field")?;
                base = self.expr_since(start, ExprKind::Field(Box::new(base), field));
            } else if self.is(Tok::LBracket) {
                base = self.bracket_suffix(start, base)?;
            } else {
                return Ok(base);
            }
        }
    }

    fn bracket_suffix(&mut self, start: u32, base: Expr) -> Parsed<Expr> {
        self.bump();
        let base = Box::new(base);
        let kind = if self.eat(Tok::DotDot) {
            ExprKind::Slice(base, None, Some(Box::new(self.expr()?)))
        } else {
            let index = Box::new(self.expr()?);
            if self.eat(Tok::Assign) {
                ExprKind::Update(base, index, Box::new(self.expr()?))
            } else if self.eat(Tok::DotDot) {
                let end = match self.is(Tok::RBracket) {
                    true => None,
                    false => Some(Box::new(self.expr()?)),
                };
                ExprKind::Slice(base, Some(index), end)
            } else {
                ExprKind::Index(base, index)
            }
        };
        self.expect(Tok::RBracket, "`]`")?;
        Ok(self.expr_since(start, kind))
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let kind = match self.tok() {
            Tok::Int => {
                let token = self.bump();
                let text = &self.text[token.start as usize..token.end as usize];
                match text.parse::<BigInt>() {
                    Ok(value) => ExprKind::Int(value),
                    Err(_) => return Err(Failed),
                }
            }
            Tok::LParen => {
                self.bump();
                let outer = std::mem::replace(&mut self.open_paren, self.at);
                let inner = self.expr()?;
                self.open_paren = outer;
                self.expect(Tok::RParen, "`)`")?;
                return Ok(inner);
            }
            Tok::Minus => self.prefix(UnOp::Neg)?,
            Tok::Not => self.prefix(UnOp::Not)?,
            Tok::Bar => {
                self.bump();
                let of = self.expr()?;
                self.expect(Tok::Bar, "`|` that closes the size")?;
                ExprKind::Size(Box::new(of))
            }
            Tok::LBracket => {
                self.bump();
                let first = Box::new(self.expr()?);
                if self.eat(Tok::Comma) {
                    let second = Box::new(self.expr()?);
                    self.expect(Tok::RBracket, "`]` of the inhale-exhale assertion")?;
                    ExprKind::InhaleExhale(first, second)
                } else {
                    self.expect(Tok::DotDot, "`,` or `..`")?;
                    let high = Box::new(self.expr()?);
                    self.expect(Tok::RParen, "`)` of the range")?;
                    ExprKind::Range(first, high)
                }
            }
            Tok::Hash => {
                self.bump();
                let name = self.name("the name of a predicate")?;
                ExprKind::PredicateInstance(name, self.args()?)
            }
            Tok::At => {
                let annotation = self.annotation()?;
                ExprKind::Annotated(annotation.name, Box::new(self.suffixed()?))
            }
            Tok::Name(word) if word.is_keyword() => return self.keyword_atom(),
            Tok::Name(_) => return self.name_atom(),
            _ => return self.fail("an expression"),
        };
        Ok(self.expr_since(start, kind))
    }

    fn prefix(&mut self, op: UnOp) -> Parsed<ExprKind> {
        self.bump();
        Ok(ExprKind::Unary(op, Box::new(self.suffixed()?)))
    }

    /// A variable, a call, or `using f(x) in e`.
    fn name_atom(&mut self) -> Parsed<Expr> {
        let (start, at) = (self.start(), self.at);
        let name = self.name("a name")?;
        let next_is_name = matches!(self.tok(), Tok::Name(s) if !s.is_keyword());
        if self.interner.text(name.symbol) == "using" && next_is_name && !self.token().after_newline
        {
            let call = self.name("the name of a function")?;
            let args = self.args()?;
            let call_expr = self.expr_since(start, ExprKind::Call(call, args, None));
            self.expect_kw(kw::In, "`in`")?;
            let body = self.expr()?;
            let kind = ExprKind::Using(Box::new(call_expr), Box::new(body));
            return Ok(self.expr_since(start, kind));
        }
        if !self.is(Tok::LParen) || self.token().after_newline {
            return Ok(self.expr_since(start, ExprKind::Name(name.symbol)));
        }
        let args = self.args()?;
        let ty = match at == self.open_paren && self.is(Tok::Colon) {
            true => {
                self.bump();
                Some(self.ty()?)
            }
            false => None,
        };
        Ok(self.expr_since(start, ExprKind::Call(name, args, ty)))
    }

    /// `(e, …)`
    pub(super) fn args(&mut self) -> Parsed<Vec<Expr>> {
        self.expect(Tok::LParen, "`(`")?;
        self.list(Tok::RParen, "`,` or `)`", Self::expr)
    }

    fn paren_expr(&mut self) -> Parsed<Box<Expr>> {
        self.expect(Tok::LParen, "`(`")?;
        let inner = self.expr()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(Box::new(inner))
    }

    fn keyword_atom(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let Tok::Name(word) = self.tok() else {
            return self.fail("an expression");
        };
        self.bump();
        let kind = match word {
            kw::True => ExprKind::Bool(true),
            kw::False => ExprKind::Bool(false),
            kw::Null => ExprKind::Null,
            kw::Result => ExprKind::Result,
            kw::None => ExprKind::Amount(Permission::None),
            kw::Write => ExprKind::Amount(Permission::Full),
            kw::Wildcard => ExprKind::Amount(Permission::Wildcard),
            kw::Epsilon => ExprKind::Amount(Permission::Epsilon),
            kw::Old => self.old()?,
            kw::Acc => self.acc()?,
            kw::PermOf => ExprKind::Perm(self.paren_expr()?),
            kw::Let => {
                let name = self.name("the name that `let` binds")?;
                self.expect(Tok::EqEq, "`==`")?;
                let value = self.paren_expr()?;
                self.expect_kw(kw::In, "`in`")?;
                ExprKind::Let(name, value, Box::new(self.expr()?))
            }
            kw::Forall => self.quantified(Quantifier::Forall)?,
            kw::Exists => self.quantified(Quantifier::Exists)?,
            kw::Forperm => {
                let decls = self.decls()?;
                self.expect(Tok::LBracket, "`[` and the resource")?;
                let resource = Box::new(self.expr()?);
                self.expect(Tok::RBracket, "`]`")?;
                self.expect(Tok::ColonColon, "`::`")?;
                ExprKind::ForPerm(decls, resource, Box::new(self.expr()?))
            }
            kw::Unfolding => {
                let access = Box::new(self.suffixed()?);
                self.expect_kw(kw::In, "`in`")?;
                ExprKind::Unfolding(access, Box::new(self.expr()?))
            }
            kw::Applying => {
                let wand = self.paren_expr()?;
                self.expect_kw(kw::In, "`in`")?;
                ExprKind::Applying(wand, Box::new(self.expr()?))
            }
            kw::Asserting => {
                let assertion = self.paren_expr()?;
                self.expect_kw(kw::In, "`in`")?;
                ExprKind::Asserting(assertion, Box::new(self.expr()?))
            }
            kw::Seq => self.collection(CollectionKind::Seq)?,
            kw::Set => self.collection(CollectionKind::Set)?,
            kw::Multiset => self.collection(CollectionKind::Multiset)?,
            kw::Map => self.map()?,
            kw::Range => ExprKind::MapRange(self.paren_expr()?),
            kw::Domain => ExprKind::MapDomain(self.paren_expr()?),
            kw::New => self.new_object()?,
            _ => {
                self.at -= 1;
                return self.fail("an expression");
            }
        };
        Ok(self.expr_since(start, kind))
    }

    fn old(&mut self) -> Parsed<ExprKind> {
        let mut label = OldLabel::None;
        if self.eat(Tok::LBracket) {
            label = match self.eat_kw(kw::Lhs) {
                true => OldLabel::Lhs,
                false => OldLabel::Label(self.name("a label")?),
            };
            self.expect(Tok::RBracket, "`]`")?;
        }
        Ok(ExprKind::Old(label, self.paren_expr()?))
    }

    fn acc(&mut self) -> Parsed<ExprKind> {
        self.expect(Tok::LParen, "`(`")?;
        let location = Box::new(self.suffixed()?);
        let amount = match self.eat(Tok::Comma) {
            true => Some(Box::new(self.expr()?)),
            false => None,
        };
        self.expect(Tok::RParen, "`,` or `)`")?;
        Ok(ExprKind::Acc(location, amount))
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Parsed<ExprKind> {
        let decls = self.decls()?;
        self.expect(Tok::ColonColon, "`::`")?;
        let mut triggers = Vec::new();
        while self.eat(Tok::LBrace) {
            triggers.push(self.list(Tok::RBrace, "`,` or `}`", Self::expr)?);
        }
        let body = Box::new(self.expr()?);
        Ok(ExprKind::Quantified(quantifier, decls, triggers, body))
    }

    fn collection(&mut self, kind: CollectionKind) -> Parsed<ExprKind> {
        let ty: Option<Type> = match self.eat(Tok::LBracket) {
            true => {
                let ty = self.ty()?;
                self.expect(Tok::RBracket, "`]`")?;
                Some(ty)
            }
            false => None,
        };
        let paren = self.token();
        let items = self.args()?;
        if ty.is_some() && !items.is_empty() {
            let span = self.token_span(paren);
            self.report(
                span,
                "only an empty literal takes the type of its elements".to_owned(),
            );
        }
        Ok(ExprKind::Collection(kind, ty, items))
    }

    fn map(&mut self) -> Parsed<ExprKind> {
        let ty = match self.eat(Tok::LBracket) {
            true => {
                let key = self.ty()?;
                self.expect(Tok::Comma, "`,` and the type of the values")?;
                let value = self.ty()?;
                self.expect(Tok::RBracket, "`]`")?;
                Some((key, value))
            }
            false => None,
        };
        self.expect(Tok::LParen, "`(`")?;
        let pairs = self.list(Tok::RParen, "`,` or `)`", |p| {
            let key = p.expr()?;
            p.expect(Tok::Assign, "`:=` and the value of the key")?;
            Ok((key, p.expr()?))
        })?;
        Ok(ExprKind::Map(ty, pairs))
    }

    fn new_object(&mut self) -> Parsed<ExprKind> {
        self.expect(Tok::LParen, "`(`")?;
        if self.eat(Tok::Star) {
            self.expect(Tok::RParen, "`)`")?;
            return Ok(ExprKind::New(None));
        }
        let fields: Vec<Name> = self.list(Tok::RParen, "`,` or `)`", |p| {
            p.name("the name of a field or `*`")
        })?;
        Ok(ExprKind::New(Some(fields)))
    }

    pub(super) fn expr_since(&self, start: u32, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.since(start),
        }
    }
    fn binary_since(&self, start: u32, op: BinOp, left: Expr, right: Expr) -> Expr {
        let mut expr = self.expr_since(start, ExprKind::Null);
        expr.span.end_line = right.span.end_line.max(expr.span.start.line);
        expr.span.end_column = right.span.end_column;
        expr.kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        expr
    }
}
