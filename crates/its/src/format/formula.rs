//! Expressions and conditions as trees, from infix text, and what they mean:
//! polynomials, and conjunctions of atoms.
//!
//! A bracket may hold a sum or a condition, so both are one tree, and what it
//! is is asked afterwards; that also gives the better messages.

use super::lex::{Lexer, Place, Token};
use super::mistake::Mistake;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::Atom;

/// The greatest exponent, and the greatest degree of a polynomial.
pub const MAX_DEGREE: u32 = 64;
/// The greatest number of terms of a polynomial.
const MAX_TERMS: usize = 20_000;
/// How deep brackets go.
const MAX_DEPTH: u32 = 1_000;
/// The greatest number of conjunctions that one condition becomes.
pub const MAX_CASES: usize = 1_024;

/// How two sides compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Compare {
    fn denied(self) -> Self {
        match self {
            Compare::Lt => Compare::Ge,
            Compare::Le => Compare::Gt,
            Compare::Gt => Compare::Le,
            Compare::Ge => Compare::Lt,
            Compare::Eq => Compare::Ne,
            Compare::Ne => Compare::Eq,
        }
    }
}

/// An expression or a condition.
#[derive(Clone, Debug)]
pub enum Tree {
    Poly(Poly),
    Truth(bool),
    Compare(Compare, Poly, Poly),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
    /// The second where the first holds, else the third.
    Choice(Box<[Tree; 3]>),
}

/// A conjunction.
pub type Conjunction = Vec<Atom>;

impl Tree {
    /// The polynomial.
    pub fn poly(self, at: Place) -> Result<Poly, Mistake> {
        match self {
            Tree::Poly(p) => Ok(p),
            _ => Err(at.mistake("an expression over integers is wanted here, not a condition")),
        }
    }

    /// How many conjunctions [`Tree::cases`] would give, or a number above
    /// [`MAX_CASES`] where they are more.
    pub fn count(&self, wanted: bool, at: Place) -> Result<usize, Mistake> {
        let both = |a: usize, b: usize| a.saturating_mul(b);
        match self {
            Tree::Poly(_) => self.cases_of(wanted, at).map(|c| c.len()),
            Tree::Truth(b) => Ok(usize::from(*b == wanted)),
            Tree::Compare(c, ..) => {
                let c = if wanted { *c } else { c.denied() };
                Ok(if c == Compare::Ne { 2 } else { 1 })
            }
            Tree::Not(t) => t.count(!wanted, at),
            Tree::Choice(parts) => {
                let [c, a, b] = parts.as_ref();
                let then = both(c.count(true, at)?, a.count(wanted, at)?);
                let other = both(c.count(false, at)?, b.count(wanted, at)?);
                Ok(then.saturating_add(other))
            }
            Tree::And(parts) | Tree::Or(parts) => {
                let all = matches!(self, Tree::And(_)) == wanted;
                let mut out = usize::from(all);
                for p in parts {
                    let n = p.count(wanted, at)?;
                    out = if all {
                        both(out, n)
                    } else {
                        out.saturating_add(n)
                    };
                }
                Ok(out)
            }
        }
    }

    /// The parts that all have to hold, as far as they stand side by side; `self` where
    /// it is one part.
    pub fn conjuncts(self) -> Vec<Tree> {
        let mut out = Vec::new();
        let mut waiting = vec![self];
        while let Some(t) = waiting.pop() {
            match t {
                Tree::And(parts) => waiting.extend(parts.into_iter().rev()),
                t => out.push(t),
            }
        }
        out
    }

    /// With polynomials in place of variables.
    pub fn substitute(&self, with: &dyn Fn(Var) -> Option<Poly>) -> Tree {
        let all = |parts: &[Tree]| parts.iter().map(|p| p.substitute(with)).collect();
        match self {
            Tree::Poly(p) => Tree::Poly(p.substitute(with)),
            Tree::Truth(b) => Tree::Truth(*b),
            Tree::Compare(c, a, b) => Tree::Compare(*c, a.substitute(with), b.substitute(with)),
            Tree::And(parts) => Tree::And(all(parts)),
            Tree::Or(parts) => Tree::Or(all(parts)),
            Tree::Not(t) => Tree::Not(Box::new(t.substitute(with))),
            Tree::Choice(parts) => {
                let [c, a, b] = parts.as_ref();
                Tree::Choice(Box::new([c, a, b].map(|t| t.substitute(with))))
            }
        }
    }

    /// Whether it has more cases than are written out: it becomes steps one after
    /// another ([`super::spread`]).
    pub fn is_wide(&self, at: Place) -> Result<bool, Mistake> {
        Ok(self.count(true, at)? > MAX_CASES)
    }

    /// The disjunction of conjunctions that it means. An empty list is false.
    pub fn cases(&self, at: Place) -> Result<Vec<Conjunction>, Mistake> {
        self.cases_of(true, at)
    }

    pub(super) fn cases_of(&self, wanted: bool, at: Place) -> Result<Vec<Conjunction>, Mistake> {
        match self {
            Tree::Poly(_) => {
                Err(at.mistake("a condition is wanted here, not an expression over integers"))
            }
            Tree::Truth(b) if *b == wanted => Ok(vec![Vec::new()]),
            Tree::Truth(_) => Ok(Vec::new()),
            Tree::Compare(c, a, b) => {
                let c = if wanted { *c } else { c.denied() };
                Ok(match c {
                    Compare::Lt => vec![vec![Atom::gt(b, a)]],
                    Compare::Le => vec![vec![Atom::ge(b, a)]],
                    Compare::Gt => vec![vec![Atom::gt(a, b)]],
                    Compare::Ge => vec![vec![Atom::ge(a, b)]],
                    Compare::Eq => vec![vec![Atom::eq(a, b)]],
                    Compare::Ne => vec![vec![Atom::gt(a, b)], vec![Atom::gt(b, a)]],
                })
            }
            Tree::Not(t) => t.cases_of(!wanted, at),
            Tree::Choice(parts) => {
                let [c, a, b] = parts.as_ref();
                let mut out = joined(c.cases_of(true, at)?, &a.cases_of(wanted, at)?, at)?;
                out.extend(joined(
                    c.cases_of(false, at)?,
                    &b.cases_of(wanted, at)?,
                    at,
                )?);
                limit(out.len(), at)?;
                Ok(out)
            }
            Tree::And(parts) if wanted => product(parts, wanted, at),
            Tree::Or(parts) if !wanted => product(parts, wanted, at),
            Tree::And(parts) | Tree::Or(parts) => {
                let mut out = Vec::new();
                for p in parts {
                    out.extend(p.cases_of(wanted, at)?);
                    limit(out.len(), at)?;
                }
                Ok(out)
            }
        }
    }
}

fn limit(cases: usize, at: Place) -> Result<(), Mistake> {
    if cases <= MAX_CASES {
        return Ok(());
    }
    let what = format!("over {MAX_CASES} cases of a condition are left out again");
    Err(at.mistake(what).helped("leave out the part that is false"))
}

fn product(parts: &[Tree], wanted: bool, at: Place) -> Result<Vec<Conjunction>, Mistake> {
    let mut out = vec![Vec::new()];
    for p in parts {
        out = joined(out, &p.cases_of(wanted, at)?, at)?;
    }
    Ok(out)
}

/// Each case of the left with each of the right.
fn joined(
    mut left: Vec<Conjunction>,
    right: &[Conjunction],
    at: Place,
) -> Result<Vec<Conjunction>, Mistake> {
    limit(left.len().saturating_mul(right.len()), at)?;
    if let [one] = right {
        left.iter_mut().for_each(|c| c.extend(one.iter().cloned()));
        return Ok(left);
    }
    let mut out = Vec::with_capacity(left.len() * right.len());
    for a in &left {
        for b in right {
            out.push(a.iter().chain(b).cloned().collect::<Conjunction>());
        }
    }
    Ok(out)
}

/// What a name stands for.
pub trait Names {
    /// The variable, or what is wrong.
    fn resolve(&mut self, name: &str, at: Place) -> Result<Poly, Mistake>;
}

/// Reads an expression or condition.
pub fn tree(lexer: &mut Lexer, names: &mut dyn Names) -> Result<Tree, Mistake> {
    or(lexer, names, 0)
}

/// Reads an expression over integers.
pub fn poly(lexer: &mut Lexer, names: &mut dyn Names) -> Result<Poly, Mistake> {
    let at = lexer.place();
    sum(lexer, names, 0)?.poly(at)
}

fn or(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    let first = and(l, n, depth)?;
    let mut parts = vec![first];
    while l.eat("||") || l.eat("\\/") {
        parts.push(and(l, n, depth)?);
    }
    Ok(match (parts.len(), parts.pop()) {
        (1, Some(p)) => p,
        (_, last) => {
            parts.extend(last);
            Tree::Or(parts)
        }
    })
}

fn and(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    let first = comparison(l, n, depth)?;
    let mut parts = vec![first];
    while l.eat("&&") || l.eat("/\\") || l.eat(",") {
        parts.push(comparison(l, n, depth)?);
    }
    Ok(match (parts.len(), parts.pop()) {
        (1, Some(p)) => p,
        (_, last) => {
            parts.extend(last);
            Tree::And(parts)
        }
    })
}

fn compare(l: &mut Lexer) -> Option<Compare> {
    let Token::Sign(s) = l.peek() else {
        return None;
    };
    let c = match *s {
        "<" => Compare::Lt,
        "<=" | "=<" => Compare::Le,
        ">" => Compare::Gt,
        ">=" => Compare::Ge,
        "=" | "==" => Compare::Eq,
        "!=" => Compare::Ne,
        _ => return None,
    };
    l.take();
    Some(c)
}

fn comparison(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    if l.eat("!") {
        deeper(l, depth)?;
        return Ok(Tree::Not(Box::new(comparison(l, n, depth + 1)?)));
    }
    let at = l.place();
    let mut left = sum(l, n, depth)?;
    let mut parts = Vec::new();
    while let Some(c) = compare(l) {
        let right_at = l.place();
        let a = left.poly(at)?;
        let b = sum(l, n, depth)?.poly(right_at)?;
        parts.push(Tree::Compare(c, a, b.clone()));
        // `0 < x < n` means both.
        left = Tree::Poly(b);
    }
    Ok(match (parts.len(), parts.pop()) {
        (_, None) => left,
        (1, Some(p)) => p,
        (_, Some(last)) => {
            parts.push(last);
            Tree::And(parts)
        }
    })
}

fn deeper(l: &Lexer, depth: u32) -> Result<(), Mistake> {
    match depth < MAX_DEPTH {
        true => Ok(()),
        false => Err(l
            .place()
            .mistake(format!("over {MAX_DEPTH} brackets inside each other"))),
    }
}

fn sum(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    let at = l.place();
    let mut left = term(l, n, depth)?;
    loop {
        // One sign only: in `x + -1` the second belongs to the number.
        let k = if l.eat("+") {
            1
        } else if l.eat("-") {
            -1
        } else {
            return Ok(left);
        };
        let right_at = l.place();
        let right = term(l, n, depth)?.poly(right_at)?;
        let mut p = left.poly(at)?;
        p.add_scaled(&right, &Int::from(k));
        left = Tree::Poly(p);
    }
}

/// The product, if it is not too large to be written out.
pub fn times(a: &Poly, b: &Poly, at: Place) -> Result<Poly, Mistake> {
    if a.degree().saturating_add(b.degree()) > MAX_DEGREE {
        return Err(at.mistake(format!("a polynomial of degree over {MAX_DEGREE}")));
    }
    if a.len().saturating_mul(b.len()) > MAX_TERMS {
        return Err(at.mistake(format!("a product of over {MAX_TERMS} terms")));
    }
    Ok(a.times(b))
}

fn term(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    let at = l.place();
    let mut left = factor(l, n, depth)?;
    while l.eat("*") {
        let right_at = l.place();
        let right = factor(l, n, depth)?.poly(right_at)?;
        left = Tree::Poly(times(&left.poly(at)?, &right, right_at)?);
    }
    Ok(left)
}

fn factor(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    let at = l.place();
    if l.eat("-") {
        deeper(l, depth)?;
        let inner = factor(l, n, depth + 1)?.poly(at)?;
        return Ok(Tree::Poly(inner.negated()));
    }
    let base = primary(l, n, depth)?;
    if !l.eat("^") {
        return Ok(base);
    }
    let exponent_at = l.place();
    let base = base.poly(at)?;
    let Token::Number(digits) = *l.peek() else {
        let mut m = l.unexpected("a number as exponent");
        m.help = Some("exponents are numbers; write a product or another loop instead".into());
        return Err(m);
    };
    l.take();
    let e: u32 = match digits.parse() {
        Ok(e) if e <= MAX_DEGREE => e,
        _ => return Err(exponent_at.mistake(format!("an exponent over {MAX_DEGREE}"))),
    };
    let mut p = Poly::from(1);
    for _ in 0..e {
        p = times(&p, &base, exponent_at)?;
    }
    Ok(Tree::Poly(p))
}

fn primary(l: &mut Lexer, n: &mut dyn Names, depth: u32) -> Result<Tree, Mistake> {
    let at = l.place();
    match l.peek().clone() {
        Token::Number(digits) => {
            l.take();
            Ok(Tree::Poly(Poly::constant(at.number(digits)?)))
        }
        Token::Word("TRUE" | "true" | "True") => {
            l.take();
            Ok(Tree::Truth(true))
        }
        Token::Word("FALSE" | "false" | "False") => {
            l.take();
            Ok(Tree::Truth(false))
        }
        Token::Word(w) => {
            l.take();
            Ok(Tree::Poly(n.resolve(w, at)?))
        }
        Token::Sign("(") => {
            deeper(l, depth)?;
            l.take();
            let inner = or(l, n, depth + 1)?;
            l.want(")")?;
            Ok(inner)
        }
        _ => Err(l.unexpected("an expression")),
    }
}
