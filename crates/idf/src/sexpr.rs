//! Axioms as text: a reader of S-expressions into terms.
//!
//! Theories of collections are lists of formulas; written with constructors they
//! would be hard to read and to compare with their source. The texts are part of
//! the program, so an error in one is a defect, and a test reads them all.

use ep_term::{FunId, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;

/// A list or a word.
#[derive(Debug, Clone, PartialEq)]
enum Node<'t> {
    Word(&'t str),
    List(Vec<Node<'t>>),
}

/// What a theory's text is read with.
pub struct Theory<'a> {
    pub pool: &'a mut Pool,
    /// Names of sorts.
    pub sorts: FxHashMap<&'static str, Sort>,
    /// Functions so far, those of the text are added.
    pub functions: FxHashMap<&'static str, FunId>,
    pub axioms: Vec<TermId>,
    vars: Vec<(&'static str, TermId)>,
}

fn parse(text: &'static str) -> Vec<Node<'static>> {
    let mut stack: Vec<Vec<Node<'static>>> = vec![Vec::new()];
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or("");
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            match c {
                '(' => {
                    stack.push(Vec::new());
                    rest = &rest[1..];
                }
                ')' => {
                    if let Some(done) = stack.pop() {
                        if let Some(top) = stack.last_mut() {
                            top.push(Node::List(done));
                        }
                    }
                    rest = &rest[1..];
                }
                c if c.is_whitespace() => rest = &rest[1..],
                _ => {
                    let end = rest
                        .find(|c: char| c.is_whitespace() || c == '(' || c == ')')
                        .unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    if let Some(top) = stack.last_mut() {
                        top.push(Node::Word(word));
                    }
                    rest = after;
                }
            }
        }
    }
    stack.pop().unwrap_or_default()
}

impl<'a> Theory<'a> {
    /// A theory over these sorts.
    pub fn new(pool: &'a mut Pool, sorts: FxHashMap<&'static str, Sort>) -> Self {
        Theory {
            pool,
            sorts,
            functions: FxHashMap::default(),
            axioms: Vec::new(),
            vars: Vec::new(),
        }
    }

    /// Reads declarations and axioms; `None` if the text is wrong.
    pub fn read(&mut self, text: &'static str) -> Option<()> {
        for node in parse(text) {
            let Node::List(parts) = node else {
                return None;
            };
            match &parts[..] {
                [Node::Word("fun"), Node::Word(name), Node::List(params), Node::Word(result)] => {
                    let sorts: Option<Vec<Sort>> = params.iter().map(|p| self.sort(p)).collect();
                    let result = *self.sorts.get(result)?;
                    let f = self.pool.declare_fun(name, &sorts?, result);
                    self.functions.insert(name, f);
                }
                [Node::Word("axiom"), Node::List(vars), Node::List(triggers), body] => {
                    let axiom = self.quantified(vars, triggers, body)?;
                    self.axioms.push(axiom);
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn sort(&self, node: &Node<'static>) -> Option<Sort> {
        match node {
            Node::Word(w) => self.sorts.get(w).copied(),
            Node::List(_) => None,
        }
    }

    fn quantified(
        &mut self,
        vars: &[Node<'static>],
        triggers: &[Node<'static>],
        body: &Node<'static>,
    ) -> Option<TermId> {
        let before = self.vars.len();
        let mut bound: Vec<VarId> = Vec::new();
        for v in vars {
            let Node::List(pair) = v else {
                return None;
            };
            let [Node::Word(name), sort] = &pair[..] else {
                return None;
            };
            let sort = self.sort(sort)?;
            let t = self.pool.fresh_var(name, sort);
            bound.extend(self.pool.as_var(t));
            self.vars.push((name, t));
        }
        let mut patterns = Vec::new();
        for trigger in triggers {
            let Node::List(terms) = trigger else {
                return None;
            };
            let terms: Option<Vec<TermId>> = terms.iter().map(|t| self.term(t)).collect();
            patterns.push(terms?);
        }
        let body = self.term(body)?;
        self.vars.truncate(before);
        Some(self.pool.forall(&bound, body, &patterns))
    }

    fn term(&mut self, node: &Node<'static>) -> Option<TermId> {
        match node {
            Node::Word(w) => {
                if let Some((_, t)) = self.vars.iter().rev().find(|(name, _)| name == w) {
                    return Some(*t);
                }
                if let Some(&f) = self.functions.get(w) {
                    return Some(self.pool.apply(f, &[]));
                }
                let n: i128 = w.parse().ok()?;
                Some(self.pool.int_i128(n))
            }
            Node::List(parts) => {
                let (Node::Word(op), operands) = parts.split_first()? else {
                    return None;
                };
                if *op == "forall" {
                    let [Node::List(vars), Node::List(triggers), body] = operands else {
                        return None;
                    };
                    return self.quantified(vars, triggers, body);
                }
                let args: Option<Vec<TermId>> = operands.iter().map(|a| self.term(a)).collect();
                self.operation(op, &args?)
            }
        }
    }

    fn operation(&mut self, op: &str, args: &[TermId]) -> Option<TermId> {
        let pool = &mut *self.pool;
        let fold = |pool: &mut Pool, f: fn(&mut Pool, TermId, TermId) -> TermId| {
            let (&first, rest) = args.split_first()?;
            Some(rest.iter().fold(first, |all, &a| f(pool, all, a)))
        };
        Some(match (op, args) {
            ("and", _) => fold(pool, Pool::and)?,
            ("or", _) => fold(pool, Pool::or)?,
            ("+", _) => fold(pool, Pool::int_add)?,
            ("*", _) => fold(pool, Pool::int_mul)?,
            ("not", [a]) => pool.not(*a),
            ("=>", [a, b]) => pool.implies(*a, *b),
            ("=", [a, b]) => pool.eq(*a, *b),
            ("ite", [c, a, b]) => pool.ite(*c, *a, *b),
            ("-", [a, b]) => pool.int_sub(*a, *b),
            ("<=", [a, b]) => pool.int_le(*a, *b),
            ("<", [a, b]) => pool.int_lt(*a, *b),
            _ => {
                let f = *self.functions.get(op)?;
                if pool.fun(f).params.len() != args.len() {
                    return None;
                }
                pool.apply(f, args)
            }
        })
    }
}
