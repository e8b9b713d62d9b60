//! Lists in brackets, and relations over integers written as such lists, read
//! and printed, as the `smt2` and the ARI form share them.

use super::formula::{times, Compare, Tree};
use super::koat::unique;
use super::lex::{Lexer, Place, Style, Token};
use super::mistake::Mistake;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel};
use ep_base::entity::EntityId;
use num_traits::Signed;
use std::collections::{HashMap, HashSet};

pub(super) const STYLE: Style = Style {
    inside: "_^.$!'~@#%&?|:/-+*<>=",
    comment: ";",
    operators_are_words: true,
    bars: true,
};

/// How deep lists and quantifiers go.
const MAX_DEPTH: usize = 20_000;

/// A list or a word with its place.
pub(super) struct Node<'a> {
    pub at: Place,
    pub kind: Kind<'a>,
}

pub(super) enum Kind<'a> {
    Word(&'a str),
    Number(&'a str),
    List(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    pub fn list(&self, what: &str) -> Result<&[Node<'a>], Mistake> {
        match &self.kind {
            Kind::List(l) => Ok(l),
            _ => Err(self.at.mistake(format!("{what} is wanted here"))),
        }
    }
    pub fn word(&self, what: &str) -> Result<&'a str, Mistake> {
        match self.kind {
            Kind::Word(w) => Ok(w),
            _ => Err(self.at.mistake(format!("{what} is wanted here"))),
        }
    }
    /// The first word of a list, and the rest.
    pub fn call(&self) -> Option<(&'a str, &[Node<'a>])> {
        match &self.kind {
            Kind::List(l) => match l.split_first() {
                Some((
                    Node {
                        kind: Kind::Word(w),
                        ..
                    },
                    rest,
                )) => Some((w, rest)),
                _ => None,
            },
            _ => None,
        }
    }
}

pub(super) fn next<'a>(l: &mut Lexer<'a>) -> Result<Option<Node<'a>>, Mistake> {
    let mut open: Vec<(Place, Vec<Node<'a>>)> = Vec::new();
    loop {
        let at = l.place();
        let kind = match l.take() {
            Token::Word(w) => Kind::Word(w),
            Token::Number(w) => Kind::Number(w),
            Token::Text(w) => Kind::Word(w),
            Token::Sign("(") => {
                if open.len() > MAX_DEPTH {
                    return Err(at.mistake(format!("over {MAX_DEPTH} brackets inside each other")));
                }
                open.push((at, Vec::new()));
                continue;
            }
            Token::Sign(")") => match open.pop() {
                Some((start, list)) => {
                    let node = Node {
                        at: start,
                        kind: Kind::List(list),
                    };
                    match open.last_mut() {
                        Some(outer) => outer.1.push(node),
                        None => return Ok(Some(node)),
                    }
                    continue;
                }
                None => return Err(at.mistake("a `)` that closes nothing")),
            },
            Token::Sign(w) => Kind::Word(w),
            Token::End => {
                return match open.pop() {
                    None => Ok(None),
                    Some((start, _)) => Err(start
                        .mistake("this bracket is never closed")
                        .helped("the file seems to be cut off")),
                }
            }
        };
        match open.last_mut() {
            Some(outer) => outer.1.push(Node { at, kind }),
            None => return Err(at.mistake("a list is wanted here")),
        }
    }
}

/// The greatest number of sides of `distinct`: each two of them are two cases.
const MAX_DISTINCT: usize = 10;
/// How deep conditions go that are asked for and denied at once: each level
/// doubles the work.
const MAX_DOUBLED: usize = 8;

/// Whether a condition is asked for where it stands, is denied there, or is used
/// in both ways, as the sides of an equivalence are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Asked,
    Denied,
    Both,
}

/// Where a condition stands inside of others.
#[derive(Clone, Copy)]
struct Inside {
    stands: Stands,
    depth: usize,
    doubled: usize,
}

impl Inside {
    fn inner(self) -> Self {
        Inside {
            depth: self.depth + 1,
            ..self
        }
    }
    fn denied(self) -> Self {
        let stands = match self.stands {
            Stands::Asked => Stands::Denied,
            Stands::Denied => Stands::Asked,
            Stands::Both => Stands::Both,
        };
        Inside { stands, ..self }
    }
    fn both(self, at: Place) -> Result<Self, Mistake> {
        if self.doubled >= MAX_DOUBLED {
            let what = format!("over {MAX_DOUBLED} equivalences or cases inside each other");
            return Err(at.mistake(what));
        }
        Ok(Inside {
            stands: Stands::Both,
            doubled: self.doubled + 1,
            ..self
        })
    }
}

/// The variables of one relation.
pub(super) struct Relation<'a> {
    pub scope: HashMap<&'a str, Var>,
    next: usize,
    /// The names of what is neither old nor new.
    pub names: Vec<String>,
    /// Whether a name that is not known is a new variable.
    open: bool,
}

impl<'a> Relation<'a> {
    /// Over these variables alone; further ones are numbered from `next`.
    pub fn closed(scope: HashMap<&'a str, Var>, next: usize) -> Self {
        Relation {
            scope,
            next,
            names: Vec::new(),
            open: false,
        }
    }

    /// What is not among these variables is a further one.
    pub fn open(scope: HashMap<&'a str, Var>, next: usize) -> Self {
        let mut out = Self::closed(scope, next);
        out.open = true;
        out
    }

    /// One more variable, if there is none of this name.
    pub fn declare(&mut self, name: &'a str) -> Var {
        if let Some(v) = self.scope.get(name) {
            return *v;
        }
        let v = Var::from_index(self.next);
        self.next += 1;
        self.names.push(name.to_string());
        self.scope.insert(name, v);
        v
    }

    /// A condition that stands for itself: what its quantifiers say exists is a
    /// further variable.
    pub fn condition(&mut self, node: &Node<'a>) -> Result<Tree, Mistake> {
        let here = Inside {
            stands: Stands::Asked,
            depth: 0,
            doubled: 0,
        };
        self.formula(node, here)
    }

    fn formula(&mut self, node: &Node<'a>, here: Inside) -> Result<Tree, Mistake> {
        match &node.kind {
            Kind::Word("true") => return Ok(Tree::Truth(true)),
            Kind::Word("false") => return Ok(Tree::Truth(false)),
            _ => {}
        }
        let at = node.at;
        if here.depth > 500 {
            return Err(at.mistake("over 500 connectives inside each other"));
        }
        let wrong = || at.mistake("a condition is wanted here");
        let (head, arguments) = node.call().ok_or_else(wrong)?;
        let inner = here.inner();
        match (head, arguments) {
            ("and" | "or", _) => {
                // Chains of hundreds of `and` are common, so they are walked.
                let mut parts = Vec::new();
                let mut work: Vec<&Node<'a>> = arguments.iter().rev().collect();
                while let Some(w) = work.pop() {
                    match w.call() {
                        Some((h, more)) if h == head => work.extend(more.iter().rev()),
                        _ => parts.push(self.formula(w, inner)?),
                    }
                }
                Ok(match head {
                    "and" => Tree::And(parts),
                    _ => Tree::Or(parts),
                })
            }
            ("not", [a]) => Ok(denied(self.formula(a, inner.denied())?)),
            ("not", _) => Err(at.mistake("`not` takes one condition")),
            ("=>", [premises @ .., last]) if !premises.is_empty() => {
                let mut parts = Vec::new();
                for p in premises {
                    parts.push(denied(self.formula(p, inner.denied())?));
                }
                parts.push(self.formula(last, inner)?);
                Ok(Tree::Or(parts))
            }
            ("=>", _) => Err(at.mistake("`=>` takes two conditions")),
            ("ite", [c, a, b]) => {
                let c = self.formula(c, inner.both(at)?)?;
                let (a, b) = (self.formula(a, inner)?, self.formula(b, inner)?);
                Ok(Tree::Choice(Box::new([c, a, b])))
            }
            ("ite", _) => Err(at.mistake("`ite` takes three conditions")),
            ("xor", [a, b]) => self.same(a, b, false, inner.both(at)?),
            ("xor", _) => Err(at.mistake("`xor` takes two conditions")),
            ("exists" | "forall", [bound, body]) => {
                // A variable more says "there is one". Where the condition is denied
                // that is what `forall` means, and `exists` means none of them.
                let fits = match here.stands {
                    Stands::Asked => head == "exists",
                    Stands::Denied => head == "forall",
                    Stands::Both => false,
                };
                if !fits {
                    let what = format!("`{head}` cannot stand here");
                    return Err(at.mistake(what).helped(
                        "`exists` may stand under `and` and `or` and on the right of `=>`, where \
                         it says that there is a number and not that there is none",
                    ));
                }
                self.bound(bound, body, inner)
            }
            ("exists" | "forall", _) => {
                Err(at.mistake(format!("`{head}` takes variables and a condition")))
            }
            ("=", [first, ..]) if is_condition(first) => {
                let inner = inner.both(at)?;
                let mut parts = Vec::new();
                for pair in arguments.windows(2) {
                    if let [a, b] = pair {
                        parts.push(self.same(a, b, true, inner)?);
                    }
                }
                match parts.is_empty() {
                    true => Err(at.mistake("`=` takes two conditions")),
                    false => Ok(Tree::And(parts)),
                }
            }
            ("distinct", [a, b]) if is_condition(a) => self.same(a, b, false, inner.both(at)?),
            ("distinct", [a, ..]) if is_condition(a) => {
                Err(at.mistake("`distinct` takes two conditions"))
            }
            _ => self.relation(node, head, arguments),
        }
    }

    /// Two conditions that are both true or both false, or just one of them.
    fn same(
        &mut self,
        a: &Node<'a>,
        b: &Node<'a>,
        alike: bool,
        inner: Inside,
    ) -> Result<Tree, Mistake> {
        let (a, b) = (self.formula(a, inner)?, self.formula(b, inner)?);
        let (yes, no) = match alike {
            true => (b.clone(), denied(b)),
            false => (denied(b.clone()), b),
        };
        Ok(Tree::Choice(Box::new([a, yes, no])))
    }

    /// Numbers that are compared, two or a chain of them.
    fn relation(
        &mut self,
        node: &Node<'a>,
        head: &str,
        arguments: &[Node<'a>],
    ) -> Result<Tree, Mistake> {
        let compare = match head {
            "=" => Compare::Eq,
            "distinct" => Compare::Ne,
            "<" => Compare::Lt,
            "<=" => Compare::Le,
            ">" => Compare::Gt,
            ">=" => Compare::Ge,
            other => {
                return Err(node
                    .at
                    .mistake(format!("`{other}` is not supported in conditions")))
            }
        };
        if arguments.len() < 2 {
            return Err(node.at.mistake(format!("`{head}` takes two numbers")));
        }
        if compare == Compare::Ne && arguments.len() > MAX_DISTINCT {
            let what = format!("`distinct` of over {MAX_DISTINCT} numbers");
            return Err(node.at.mistake(what));
        }
        let mut sides = Vec::new();
        for a in arguments {
            sides.push(self.poly(a, 0)?);
        }
        let mut parts = Vec::new();
        for (i, a) in sides.iter().enumerate() {
            // What follows in a chain is the next one; all of them differ.
            let reach = if compare == Compare::Ne {
                sides.len()
            } else {
                1
            };
            for b in sides.iter().skip(i + 1).take(reach) {
                parts.push(Tree::Compare(compare, a.clone(), b.clone()));
            }
        }
        Ok(match (parts.len(), parts.pop()) {
            (1, Some(one)) => one,
            (_, last) => {
                parts.extend(last);
                Tree::And(parts)
            }
        })
    }

    fn bound(&mut self, bound: &Node<'a>, body: &Node<'a>, inner: Inside) -> Result<Tree, Mistake> {
        // What is new inside is new; a name outside that comes first here stays.
        let mut hidden = Vec::new();
        for b in bound.list("a list of variables")? {
            let [name, sort] = b.list("a variable with its sort")? else {
                return Err(b.at.mistake("a variable has a name and a sort"));
            };
            if sort.word("a sort")? != "Int" {
                return Err(sort.at.mistake("variables are of sort Int"));
            }
            let name = name.word("a name")?;
            hidden.push((name, self.scope.insert(name, Var::from_index(self.next))));
            self.next += 1;
            self.names.push(name.to_string());
        }
        let inner = self.formula(body, inner)?;
        for (name, outer) in hidden.into_iter().rev() {
            match outer {
                Some(v) => self.scope.insert(name, v),
                None => self.scope.remove(name),
            };
        }
        Ok(inner)
    }

    pub fn poly(&mut self, node: &Node<'a>, depth: usize) -> Result<Poly, Mistake> {
        if depth > 500 {
            return Err(node.at.mistake("over 500 sums inside each other"));
        }
        match &node.kind {
            Kind::Number(n) => {
                return Ok(Poly::constant(node.at.number(n)?));
            }
            Kind::Word(w) => {
                if let Some(v) = self.scope.get(w) {
                    return Ok(Poly::var(*v));
                }
                // Some files write -2 where SMT-LIB wants (- 2).
                let digits = |d: &&str| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit());
                if let Some(n) = w.strip_prefix('-').filter(digits) {
                    return Ok(Poly::constant(-node.at.number(n)?));
                }
                if self.open {
                    return Ok(Poly::var(self.declare(w)));
                }
                return Err(node.at.mistake(format!("there is no variable `{w}`")));
            }
            Kind::List(_) => {}
        }
        let wrong = || node.at.mistake("an expression is wanted here");
        let (head, arguments) = node.call().ok_or_else(wrong)?;
        let mut parts = Vec::new();
        for a in arguments {
            parts.push(self.poly(a, depth + 1)?);
        }
        let mut parts = parts.into_iter();
        let first = parts.next().ok_or_else(wrong)?;
        match head {
            "+" => Ok(parts.fold(first, |a, b| a.plus(&b))),
            "-" if arguments.len() == 1 => Ok(first.negated()),
            "-" => Ok(parts.fold(first, |a, b| a.minus(&b))),
            "*" => parts.try_fold(first, |a, b| times(&a, &b, node.at)),
            other => Err(node
                .at
                .mistake(format!("`{other}` is not supported in expressions"))),
        }
    }
}

fn denied(t: Tree) -> Tree {
    Tree::Not(Box::new(t))
}

/// Whether this is a condition by its form, and no number.
fn is_condition(node: &Node) -> bool {
    match (&node.kind, node.call()) {
        (Kind::Word("true" | "false"), _) => true,
        (_, Some(("ite", [_, a, _]))) => is_condition(a),
        (_, Some((head, _))) => matches!(
            head,
            "and"
                | "or"
                | "not"
                | "=>"
                | "xor"
                | "exists"
                | "forall"
                | "="
                | "distinct"
                | "<"
                | "<="
                | ">"
                | ">="
        ),
        _ => false,
    }
}

/// A symbol of SMT-LIB, between bars where it needs them.
pub(super) fn symbol(name: &str) -> String {
    const KEYWORDS: [&str; 13] = [
        "fun",
        "rule",
        "format",
        "sort",
        "theory",
        "define-fun",
        "entrypoint",
        "and",
        "or",
        "not",
        "exists",
        "true",
        "false",
    ];
    let inside = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let letter = name.starts_with(|c: char| c.is_ascii_alphabetic() || "_$@~?".contains(c));
    match letter && name.chars().all(inside) && !KEYWORDS.contains(&name) {
        true => name.to_string(),
        false => format!("|{}|", name.replace(['|', '\\'], "_")),
    }
}

/// Names that differ also after what cannot be written was replaced.
pub(super) fn symbols<'n>(
    names: impl Iterator<Item = &'n String>,
    used: &mut HashSet<String>,
) -> Vec<String> {
    names
        .map(|n| symbol(&unique(n.replace(['|', '\\'], "_"), used)))
        .collect()
}

/// A polynomial as a sum of products.
pub(super) fn poly(p: &Poly, name: &dyn Fn(Var) -> String) -> String {
    let mut terms = Vec::new();
    for (m, c) in p.terms() {
        let number = match c.is_negative() {
            true => format!("(- {})", -c),
            false => c.to_string(),
        };
        let mut factors: Vec<String> = Vec::new();
        if m.degree() == 0 || number != "1" {
            factors.push(number);
        }
        for (v, e) in m.powers() {
            factors.extend((0..*e).map(|_| name(*v)));
        }
        terms.push(applied("*", &factors, "1"));
    }
    applied("+", &terms, "0")
}

/// An operation on these; on fewer than two it is not written.
pub(crate) fn applied(operation: &str, parts: &[String], of_none: &str) -> String {
    match parts {
        [] => of_none.into(),
        [one] => one.clone(),
        _ => format!("({operation} {})", parts.join(" ")),
    }
}

/// A relation as a condition.
pub(super) fn condition(a: &Atom, name: &dyn Fn(Var) -> String) -> String {
    let rel = match a.rel {
        Rel::Ge => ">=",
        Rel::Eq => "=",
    };
    format!("({rel} {} 0)", poly(&a.poly, name))
}

/// All of these conditions.
pub(super) fn all_of(conditions: &[String]) -> String {
    applied("and", conditions, "true")
}
