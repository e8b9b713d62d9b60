//! KoAT's format, read for comparison with a certificate.
//!
//! Written apart from the reader that the provers use, so that a slip of one
//! of them is a refusal and not a proof about another system. Variables are
//! positions; what a rule does not name on its left is a temporary. A
//! condition becomes its disjunctive normal form, one transition for each
//! case. Source: the format of the tool of Brockschmidt et al., TOPLAS 2016,
//! as its examples use it.

use crate::names::{Atom, Cx};
use crate::poly::{Poly, Sym};
use crate::refusal::{About, Checked, Refusal};
use num_traits::Signed;

const MAX_BYTES: usize = 50_000_000;
/// Above, the provers' readers make steps of a condition, and no cases.
const MAX_CASES: usize = 1024;
const MAX_DEPTH: usize = 100;

/// One case of one rule.
pub struct Rule {
    pub source: Sym,
    pub guard: Vec<Atom>,
    pub lower: Poly,
    pub upper: Poly,
    /// Targets with the values of the positions that they name.
    pub arms: Vec<(Sym, Vec<Poly>)>,
    /// All names that are no position, in the order of their first use.
    pub temps: Vec<Sym>,
}

pub struct File {
    pub start: Sym,
    pub rules: Vec<Rule>,
    /// The largest number of arguments.
    pub arity: usize,
}

/// The name of a position, which no text can contain.
pub fn position(cx: &Cx, i: usize) -> Sym {
    cx.sym(&format!("\"position {i}"))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'t> {
    Word(&'t str),
    Number(&'t str),
    Sign(&'static str),
}

const SIGNS: [&str; 29] = [
    ":|:", "-{", "}>", "->", "&&", "/\\", "||", "\\/", ">=", "=>", "<=", "=<", "!=", "==", "=",
    "<", ">", "+", "-", "*", "^", "(", ")", "[", "]", ",", "!", "{", "}",
];

fn refuse(line: u32, why: impl Into<String>) -> Refusal {
    Refusal {
        line: line as usize,
        why: why.into(),
        about: About::File,
    }
}

fn tokens(text: &str) -> Checked<Vec<(Token<'_>, u32)>> {
    if text.len() > MAX_BYTES {
        return Err(refuse(1, format!("more than {MAX_BYTES} bytes")));
    }
    let mut out = Vec::new();
    let mut line = 1u32;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = if c == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else if c.is_whitespace() {
            line += u32::from(c == '\n');
            c.len_utf8()
        } else if c.is_ascii_digit() {
            let n = rest.find(|c: char| !c.is_ascii_digit());
            let n = n.unwrap_or(rest.len());
            out.push((Token::Number(rest.get(..n).unwrap_or("")), line));
            n
        } else if c.is_alphabetic() || c == '_' || c == '$' {
            let inside = |c: char| c.is_alphanumeric() || "_'.#$@".contains(c);
            let n = rest.find(|c| !inside(c)).unwrap_or(rest.len());
            out.push((Token::Word(rest.get(..n).unwrap_or("")), line));
            n
        } else {
            let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) else {
                return Err(refuse(line, format!("`{c}` is not known in this format")));
            };
            out.push((Token::Sign(sign), line));
            sign.len()
        };
        rest = rest.get(len..).unwrap_or("");
    }
    Ok(out)
}

struct Parser<'c, 't> {
    cx: &'c Cx,
    tokens: Vec<(Token<'t>, u32)>,
    at: usize,
    depth: usize,
    /// Names of the rule that is read, with what they stand for.
    scope: Vec<(&'t str, Sym)>,
    temps: Vec<Sym>,
}

/// A condition as its cases.
type Cases = Vec<Vec<Atom>>;

/// Reads a file.
pub fn read(cx: &Cx, text: &str) -> Checked<File> {
    let mut p = Parser {
        cx,
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        scope: Vec::new(),
        temps: Vec::new(),
    };
    let (mut start, mut rules, mut arity) = (None, Vec::new(), 0);
    while p.peek().is_some() {
        p.want("(")?;
        match p.word()? {
            "STARTTERM" => {
                p.want("(")?;
                if p.word()? != "FUNCTIONSYMBOLS" {
                    return Err(p.refuse("(STARTTERM (FUNCTIONSYMBOLS name)) is awaited"));
                }
                start = Some(cx.sym(p.word()?));
                p.want(")")?;
                p.want(")")?;
            }
            "RULES" => {
                while !p.eat(")") {
                    p.rule(&mut rules, &mut arity)?;
                }
            }
            _ => p.skip()?,
        }
    }
    match start {
        Some(start) => Ok(File {
            start,
            rules,
            arity,
        }),
        None => Err(p.refuse("there is no start term: (STARTTERM (FUNCTIONSYMBOLS name))")),
    }
}

impl<'t> Parser<'_, 't> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).map(|(t, _)| *t)
    }

    fn refuse(&self, why: impl Into<String>) -> Refusal {
        let at = self.at.min(self.tokens.len().saturating_sub(1));
        refuse(self.tokens.get(at).map_or(1, |(_, l)| *l), why)
    }

    fn awaited(&self, what: &str) -> Refusal {
        match self.peek() {
            None => self.refuse(format!("the file ends where {what} is awaited")),
            Some(Token::Word(w) | Token::Number(w)) => {
                self.refuse(format!("`{w}` stands where {what} is awaited"))
            }
            Some(Token::Sign(w)) => self.refuse(format!("`{w}` stands where {what} is awaited")),
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let yes = matches!(self.peek(), Some(Token::Sign(s)) if s == sign);
        self.at += usize::from(yes);
        yes
    }

    fn want(&mut self, sign: &str) -> Checked<()> {
        if self.eat(sign) {
            Ok(())
        } else {
            Err(self.awaited(&format!("`{sign}`")))
        }
    }

    fn word(&mut self) -> Checked<&'t str> {
        match self.peek() {
            Some(Token::Word(w)) => {
                self.at += 1;
                Ok(w)
            }
            _ => Err(self.awaited("a name")),
        }
    }

    /// The rest of a section that says nothing about runs.
    fn skip(&mut self) -> Checked<()> {
        let mut open = 1;
        while open > 0 {
            match self.peek() {
                None => return Err(self.awaited("`)`")),
                Some(Token::Sign("(")) => open += 1,
                Some(Token::Sign(")")) => open -= 1,
                _ => {}
            }
            self.at += 1;
        }
        Ok(())
    }

    fn rule(&mut self, out: &mut Vec<Rule>, arity: &mut usize) -> Checked<()> {
        let cx = self.cx;
        cx.meter.spend(64)?;
        self.scope.clear();
        self.temps.clear();
        let source = cx.sym(self.word()?);
        let mut same = Vec::new();
        let mut left = 0;
        if self.eat("(") && !self.eat(")") {
            loop {
                let name = self.word()?;
                let here = position(cx, left);
                left += 1;
                match self.scope.iter().find(|(n, _)| *n == name) {
                    Some((_, first)) => {
                        let p = Poly::var(*first).minus(&Poly::var(here), &cx.meter)?;
                        same.push(Atom::zero(p));
                    }
                    None => self.scope.push((name, here)),
                }
                if !self.eat(",") {
                    break;
                }
            }
            self.want(")")?;
        }
        *arity = left.max(*arity);
        let (lower, upper) = if self.eat("->") {
            (Poly::int(1), Poly::int(1))
        } else {
            self.want("-{")?;
            let lower = self.sum()?;
            let upper = if self.eat(",") {
                self.sum()?
            } else {
                lower.clone()
            };
            self.want("}>")?;
            let room = upper.minus(&lower, &self.cx.meter)?.as_constant();
            if room.is_some_and(|c| c.is_negative()) {
                return Err(self.refuse("the lower cost is above the upper cost"));
            }
            (lower, upper)
        };
        let head = self.word()?;
        let mut arms = Vec::new();
        match head.strip_prefix("Com_").map(str::parse::<usize>) {
            Some(Ok(k)) => {
                if self.eat("(") && !self.eat(")") {
                    loop {
                        let name = self.word()?;
                        arms.push(self.term(name)?);
                        if !self.eat(",") {
                            break;
                        }
                    }
                    self.want(")")?;
                }
                if arms.len() != k {
                    return Err(self.refuse(format!("Com_{k} with {} terms", arms.len())));
                }
            }
            _ => arms.push(self.term(head)?),
        }
        let wide = arms.iter().map(|(_, u)| u.len()).max();
        *arity = wide.unwrap_or(0).max(*arity);
        let mut cases = vec![Vec::new()];
        if self.eat(":|:") {
            cases = self.any(true)?;
        } else if self.eat("[") {
            cases = self.any(true)?;
            self.want("]")?;
        }
        for case in cases {
            out.push(Rule {
                source,
                guard: same.iter().cloned().chain(case).collect(),
                lower: lower.clone(),
                upper: upper.clone(),
                arms: arms.clone(),
                temps: self.temps.clone(),
            });
        }
        Ok(())
    }

    fn term(&mut self, name: &str) -> Checked<(Sym, Vec<Poly>)> {
        let mut values = Vec::new();
        if self.eat("(") && !self.eat(")") {
            loop {
                values.push(self.sum()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.want(")")?;
        }
        Ok((self.cx.sym(name), values))
    }

    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.refuse(format!("more than {MAX_DEPTH} brackets deep")));
        }
        let out = inside(self)?;
        self.depth -= 1;
        Ok(out)
    }

    /// A disjunction; `positive` is false below a `!`.
    fn any(&mut self, positive: bool) -> Checked<Cases> {
        let mut out = self.every(positive)?;
        while self.eat("||") || self.eat("\\/") {
            let next = self.every(positive)?;
            out = if positive {
                self.or(out, next)?
            } else {
                self.and(out, &next)?
            };
        }
        Ok(out)
    }

    fn every(&mut self, positive: bool) -> Checked<Cases> {
        let mut out = self.single(positive)?;
        while self.eat("&&") || self.eat("/\\") || self.eat(",") {
            let next = self.single(positive)?;
            out = if positive {
                self.and(out, &next)?
            } else {
                self.or(out, next)?
            };
        }
        Ok(out)
    }

    fn limit(&self, cases: Cases) -> Checked<Cases> {
        let atoms = cases.iter().map(Vec::len).sum::<usize>();
        self.cx.meter.spend(atoms as u64 * 16)?;
        if cases.len() > MAX_CASES {
            return Err(self.refuse(format!("a condition with more than {MAX_CASES} cases")));
        }
        Ok(cases)
    }

    fn or(&self, mut a: Cases, b: Cases) -> Checked<Cases> {
        a.extend(b);
        self.limit(a)
    }

    fn and(&self, a: Cases, b: &Cases) -> Checked<Cases> {
        if a.len().saturating_mul(b.len()) > MAX_CASES {
            return Err(self.refuse(format!("a condition with more than {MAX_CASES} cases")));
        }
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        self.limit(pairs.map(|(x, y)| [x.as_slice(), y].concat()).collect())
    }

    fn single(&mut self, positive: bool) -> Checked<Cases> {
        if self.eat("!") {
            return self.deeper(|p| p.single(!positive));
        }
        match self.peek() {
            Some(Token::Word("TRUE" | "true" | "True")) => {
                self.at += 1;
                return Ok(if positive {
                    vec![Vec::new()]
                } else {
                    Vec::new()
                });
            }
            Some(Token::Word("FALSE" | "false" | "False")) => {
                self.at += 1;
                return Ok(if positive {
                    Vec::new()
                } else {
                    vec![Vec::new()]
                });
            }
            Some(Token::Sign("(")) if self.brackets_hold_condition() => {
                self.at += 1;
                let out = self.deeper(|p| p.any(positive))?;
                self.want(")")?;
                return Ok(out);
            }
            _ => {}
        }
        self.relation(positive)
    }

    /// Whether a relation stands in the brackets that open here.
    fn brackets_hold_condition(&self) -> bool {
        let mut open = 0usize;
        for (t, _) in self.tokens.iter().skip(self.at) {
            match t {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => {
                    open -= 1;
                    if open == 0 {
                        return false;
                    }
                }
                Token::Sign("<" | ">" | "<=" | "=<" | ">=" | "=" | "==" | "!=" | "!") => {
                    return true
                }
                Token::Word("TRUE" | "true" | "True" | "FALSE" | "false" | "False") => return true,
                _ => {}
            }
        }
        false
    }

    /// Chains such as `0 < x < y` are conjunctions.
    fn relation(&mut self, positive: bool) -> Checked<Cases> {
        let m = &self.cx.meter;
        let mut left = self.sum()?;
        let mut out: Option<Cases> = None;
        while let Some(Token::Sign(op @ ("<" | ">" | "<=" | "=<" | ">=" | "=" | "==" | "!="))) =
            self.peek()
        {
            self.at += 1;
            let right = self.sum()?;
            let up = left.minus(&right, m)?;
            let down = right.minus(&left, m)?;
            let over = up.minus(&Poly::int(1), m)?;
            let under = down.minus(&Poly::int(1), m)?;
            let ge = Atom::at_least_zero;
            let equal = vec![vec![Atom::zero(up.clone())]];
            let unequal = vec![vec![ge(over.clone())], vec![ge(under.clone())]];
            let now = match (op, positive) {
                (">=", true) | ("<", false) => vec![vec![ge(up)]],
                (">", true) | ("<=" | "=<", false) => vec![vec![ge(over)]],
                ("<=" | "=<", true) | (">", false) => vec![vec![ge(down)]],
                ("<", true) | (">=", false) => vec![vec![ge(under)]],
                ("!=", true) | (_, false) if op != "!=" || positive => unequal,
                _ => equal,
            };
            out = Some(match out {
                None => now,
                Some(before) if positive => self.and(before, &now)?,
                Some(before) => self.or(before, now)?,
            });
            left = right;
        }
        out.ok_or_else(|| self.awaited("a relation"))
    }

    fn sum(&mut self) -> Checked<Poly> {
        let m = &self.cx.meter;
        let mut out = self.product()?;
        loop {
            if self.eat("+") {
                out = out.plus(&self.product()?, m)?;
            } else if self.eat("-") {
                out = out.minus(&self.product()?, m)?;
            } else {
                return Ok(out);
            }
        }
    }

    fn product(&mut self) -> Checked<Poly> {
        let mut out = self.factor()?;
        while self.eat("*") {
            out = out.times(&self.factor()?, &self.cx.meter)?;
        }
        Ok(out)
    }

    fn factor(&mut self) -> Checked<Poly> {
        if self.eat("-") {
            return self.deeper(|p| p.factor())?.negated(&self.cx.meter);
        }
        let base = match self.peek() {
            Some(Token::Number(n)) => {
                self.at += 1;
                self.number(n)?
            }
            Some(Token::Word(w)) => {
                self.at += 1;
                Poly::var(self.variable(w))
            }
            _ if self.eat("(") => {
                let p = self.deeper(|p| p.sum())?;
                self.want(")")?;
                p
            }
            _ => return Err(self.awaited("an expression")),
        };
        if !self.eat("^") {
            return Ok(base);
        }
        match self.peek() {
            Some(Token::Number(n)) => {
                self.at += 1;
                match n.parse::<u32>() {
                    Ok(n) if n <= 64 => base.power(n, &self.cx.meter),
                    _ => Err(self.refuse("an exponent above 64")),
                }
            }
            _ => Err(self.awaited("a number as exponent")),
        }
    }

    fn number(&self, n: &str) -> Checked<Poly> {
        let words = n.len() as u64 / 16;
        self.cx.meter.spend(words * words / 16)?;
        let parsed = (n.len() <= 301_029).then(|| n.parse::<num_bigint::BigInt>().ok());
        match parsed.flatten() {
            Some(n) => Ok(Poly::int(n)),
            None => Err(self.refuse("a number has too many digits")),
        }
    }

    fn variable(&mut self, name: &'t str) -> Sym {
        if let Some((_, s)) = self.scope.iter().find(|(n, _)| *n == name) {
            return *s;
        }
        let s = self.cx.sym(name);
        self.scope.push((name, s));
        self.temps.push(s);
        s
    }
}
