//! The `smt2` form of integer transition systems, as the termination
//! competition had it until 2024.
//!
//! `init_main` names the location where runs start, `next_main` is a
//! disjunction of `cfg_trans2` with a relation over old and new values. A new
//! value that an equality defines becomes an update, any other is a temporary.
//! Source: the files of the database TPDB; `cfg_trans3` (calls that return) is
//! declared in them and never used, and refused here.

use super::formula::{times, Compare, Tree};
use super::koat::unique;
use super::lex::{Lexer, Place, Style, Token};
use super::mistake::Mistake;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::simplify::temporaries;
use crate::system::{Arm, Cost, Loc, System, Transition};
use ep_base::entity::EntityId;
use std::collections::{HashMap, HashSet};

const STYLE: Style = Style {
    inside: "_^.$!'~@#%&?|:/-+*<>=",
    comment: ";",
    operators_are_words: true,
};

/// How deep lists and quantifiers go.
const MAX_DEPTH: usize = 20_000;

/// A list or a word with its place.
struct Node<'a> {
    at: Place,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Word(&'a str),
    Number(&'a str),
    List(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    fn list(&self, what: &str) -> Result<&[Node<'a>], Mistake> {
        match &self.kind {
            Kind::List(l) => Ok(l),
            _ => Err(self.at.mistake(format!("{what} is wanted here"))),
        }
    }
    fn word(&self, what: &str) -> Result<&'a str, Mistake> {
        match self.kind {
            Kind::Word(w) => Ok(w),
            _ => Err(self.at.mistake(format!("{what} is wanted here"))),
        }
    }
    /// The first word of a list, and the rest.
    fn call(&self) -> Option<(&'a str, &[Node<'a>])> {
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

fn next<'a>(l: &mut Lexer<'a>) -> Result<Option<Node<'a>>, Mistake> {
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

/// A function with its parameters and its body.
struct Function<'a> {
    parameters: Vec<(&'a str, &'a str)>,
    body: Node<'a>,
}

/// Reads a text.
///
/// # Errors
/// The first mistake in it.
pub fn read(text: &str) -> Result<System, Mistake> {
    let mut l = Lexer::new(text, STYLE);
    let mut init = None;
    let mut step = None;
    while let Some(node) = next(&mut l)? {
        let Node {
            at,
            kind: Kind::List(mut list),
        } = node
        else {
            continue;
        };
        let head = match list.first().map(|n| &n.kind) {
            Some(Kind::Word("define-fun")) => list.get(1).map(|n| n.word("a name")).transpose()?,
            _ => continue,
        };
        let slot = match head {
            Some("init_main") => &mut init,
            Some("next_main") => &mut step,
            _ => continue,
        };
        let (Some(body), true) = (list.pop(), list.len() == 4) else {
            return Err(at.mistake("a function has a name, parameters, a sort and a body"));
        };
        let mut parameters = Vec::new();
        for p in list
            .get(2)
            .map_or(Ok(&[][..]), |n| n.list("a list of parameters"))?
        {
            match p.list("a parameter with its sort")? {
                [name, sort] => parameters.push((name.word("a name")?, sort.word("a sort")?)),
                _ => return Err(p.at.mistake("a parameter has a name and a sort")),
            }
        }
        *slot = Some(Function { parameters, body });
    }
    let end = l.place();
    let missing = |what: &str| end.mistake(format!("there is no function `{what}`"));
    let init = init.ok_or_else(|| missing("init_main").helped("it names the start location"))?;
    let step = step.ok_or_else(|| missing("next_main").helped("it holds the transitions"))?;
    Builder::new(&init, &step)?.build(&init, &step)
}

struct Builder<'a> {
    system: System,
    locations: HashMap<&'a str, Loc>,
    /// Old and new values by name.
    scope: HashMap<&'a str, Var>,
    new_names: Vec<String>,
}

impl<'a> Builder<'a> {
    fn new(init: &Function<'a>, step: &Function<'a>) -> Result<Self, Mistake> {
        let half = step.parameters.len() / 2;
        let (old, new) = step.parameters.split_at_checked(half).unwrap_or_default();
        let shaped = |list: &[(&str, &str)]| {
            let ints = list.iter().skip(1).all(|p| p.1 == "Int");
            ints && list.first().is_some_and(|p| p.1 == "Loc")
        };
        if !shaped(old) || !shaped(new) || old.len() != new.len() {
            return Err(step.body.at.mistake(
                "next_main takes a Loc and Ints for the old values, then the same for the new",
            ));
        }
        if init.parameters.len() != half {
            return Err(init
                .body
                .at
                .mistake("init_main takes what next_main takes as old values"));
        }
        let Some(("cfg_init", [_, start, _])) = init.body.call() else {
            return Err(init
                .body
                .at
                .mistake("`(cfg_init pc location condition)` is wanted here"));
        };
        let start = start.word("a location")?;
        let mut system = System::new(start);
        let mut used = HashSet::new();
        let mut scope = HashMap::new();
        let n = old.len() - 1;
        for (i, p) in old.iter().skip(1).enumerate() {
            let shown = p.0.strip_suffix("^0").unwrap_or(p.0);
            system.variables.push(unique(shown.to_string(), &mut used));
            scope.insert(p.0, Var::from_index(i));
        }
        let mut new_names = Vec::new();
        for (i, p) in new.iter().skip(1).enumerate() {
            new_names.push(p.0.to_string());
            scope.insert(p.0, Var::from_index(n + i));
        }
        let locations = HashMap::from([(start, system.start)]);
        Ok(Builder {
            system,
            locations,
            scope,
            new_names,
        })
    }

    fn location(&mut self, name: &'a str) -> Loc {
        let system = &mut self.system;
        *(self.locations.entry(name)).or_insert_with(|| system.locations.push(name.to_string()))
    }

    fn build(mut self, init: &Function<'a>, step: &Function<'a>) -> Result<System, Mistake> {
        if let Some(("cfg_init", [_, _, condition])) = init.body.call() {
            let n = self.system.dimension();
            let names = init.parameters.iter().skip(1).enumerate();
            let mut fresh = Relation {
                scope: names.map(|(i, p)| (p.0, Var::from_index(i))).collect(),
                next: 2 * n,
                names: Vec::new(),
            };
            let cases = fresh.formula(condition, 0)?.cases(condition.at)?;
            if cases != [Vec::new()] {
                let inner = self.system.start;
                let name = format!("{}_given", self.system.locations[inner]);
                self.system.start = self.system.locations.push(name);
                for case in cases {
                    self.system.transitions.push(Transition {
                        source: self.system.start,
                        guard: case,
                        temporaries: Vec::new(),
                        arms: vec![Arm {
                            target: inner,
                            update: self.system.identity(),
                        }],
                        cost: Cost::exactly(Poly::zero()),
                        origin: u32::MAX,
                    });
                }
            }
        }
        let rules = match step.body.call() {
            Some(("or", rules)) => rules,
            Some(("cfg_trans2" | "cfg_trans3", _)) => std::slice::from_ref(&step.body),
            _ if matches!(step.body.kind, Kind::Word("false")) => &[],
            _ => {
                return Err(step
                    .body
                    .at
                    .mistake("a disjunction of transitions is wanted here"))
            }
        };
        for (origin, rule) in rules.iter().enumerate() {
            match rule.call() {
                Some(("cfg_trans2", [_, source, _, target, relation])) => {
                    let source = self.location(source.word("a location")?);
                    let target = self.location(target.word("a location")?);
                    self.transition(source, target, relation, origin as u32)?;
                }
                Some(("cfg_trans3", _)) => {
                    return Err(rule
                        .at
                        .mistake("calls that return (cfg_trans3) are not supported"))
                }
                _ => {
                    return Err(rule
                        .at
                        .mistake("a transition (cfg_trans2 …) is wanted here"))
                }
            }
        }
        Ok(self.system)
    }

    fn transition(
        &mut self,
        source: Loc,
        target: Loc,
        relation: &Node<'a>,
        origin: u32,
    ) -> Result<(), Mistake> {
        let n = self.system.dimension();
        let mut r = Relation {
            scope: self.scope.clone(),
            next: 2 * n,
            names: Vec::new(),
        };
        let cases = r.formula(relation, 0)?.cases(relation.at)?;
        let mut taken: HashSet<String> = self.system.variables.iter().cloned().collect();
        let temporaries: Vec<String> = (self.new_names.iter().cloned().chain(r.names))
            .map(|n| unique(n, &mut taken))
            .collect();
        let update: Vec<Poly> = (0..n).map(|i| Poly::var(Var::from_index(n + i))).collect();
        for guard in cases {
            let mut t = Transition {
                source,
                guard,
                temporaries: temporaries.clone(),
                arms: vec![Arm {
                    target,
                    update: update.clone(),
                }],
                cost: Cost::exactly(Poly::from(1)),
                origin,
            };
            temporaries::solve_in(&mut t, n);
            self.system.transitions.push(t);
        }
        Ok(())
    }
}

/// The variables of one relation.
struct Relation<'a> {
    scope: HashMap<&'a str, Var>,
    next: usize,
    names: Vec<String>,
}

impl<'a> Relation<'a> {
    fn formula(&mut self, node: &Node<'a>, depth: usize) -> Result<Tree, Mistake> {
        match &node.kind {
            Kind::Word("true") => return Ok(Tree::Truth(true)),
            Kind::Word("false") => return Ok(Tree::Truth(false)),
            _ => {}
        }
        if depth > 500 {
            return Err(node.at.mistake("over 500 connectives inside each other"));
        }
        let wrong = || node.at.mistake("a condition is wanted here");
        let (head, arguments) = node.call().ok_or_else(wrong)?;
        let compare = match head {
            "and" | "or" => {
                // Chains of hundreds of `and` are common, so they are walked.
                let mut parts = Vec::new();
                let mut work: Vec<&Node<'a>> = arguments.iter().rev().collect();
                while let Some(w) = work.pop() {
                    match w.call() {
                        Some((h, inner)) if h == head => work.extend(inner.iter().rev()),
                        _ => parts.push(self.formula(w, depth + 1)?),
                    }
                }
                return Ok(if head == "and" {
                    Tree::And(parts)
                } else {
                    Tree::Or(parts)
                });
            }
            "not" => match arguments {
                [a] => return Ok(Tree::Not(Box::new(self.formula(a, depth + 1)?))),
                _ => return Err(node.at.mistake("`not` takes one condition")),
            },
            "=>" => match arguments {
                [a, b] => {
                    let a = Tree::Not(Box::new(self.formula(a, depth + 1)?));
                    return Ok(Tree::Or(vec![a, self.formula(b, depth + 1)?]));
                }
                _ => return Err(node.at.mistake("`=>` takes two conditions")),
            },
            "exists" => return self.exists(node, arguments, depth),
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
        match arguments {
            [a, b] => Ok(Tree::Compare(compare, self.poly(a, 0)?, self.poly(b, 0)?)),
            _ => Err(node.at.mistake(format!("`{head}` takes two numbers"))),
        }
    }

    fn exists(&mut self, node: &Node<'a>, a: &[Node<'a>], depth: usize) -> Result<Tree, Mistake> {
        let [bound, body] = a else {
            return Err(node.at.mistake("`exists` takes variables and a condition"));
        };
        let outer = self.scope.clone();
        for b in bound.list("a list of variables")? {
            let [name, sort] = b.list("a variable with its sort")? else {
                return Err(b.at.mistake("a variable has a name and a sort"));
            };
            if sort.word("a sort")? != "Int" {
                return Err(sort.at.mistake("variables are of sort Int"));
            }
            let name = name.word("a name")?;
            self.scope.insert(name, Var::from_index(self.next));
            self.next += 1;
            self.names.push(name.to_string());
        }
        let inner = self.formula(body, depth + 1)?;
        self.scope = outer;
        if denies(&inner) {
            return Err(node.at.mistake("`not` inside of `exists` is not supported"));
        }
        Ok(inner)
    }

    fn poly(&mut self, node: &Node<'a>, depth: usize) -> Result<Poly, Mistake> {
        if depth > 500 {
            return Err(node.at.mistake("over 500 sums inside each other"));
        }
        match &node.kind {
            Kind::Number(n) => {
                let n: Int = n.parse().map_err(|_| node.at.mistake("not a number"))?;
                return Ok(Poly::constant(n));
            }
            Kind::Word(w) => {
                if let Some(v) = self.scope.get(w) {
                    return Ok(Poly::var(*v));
                }
                // Some files write -2 where SMT-LIB wants (- 2).
                if let Some(Ok(n)) = w.strip_prefix('-').map(str::parse::<Int>) {
                    return Ok(Poly::constant(-n));
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

fn denies(t: &Tree) -> bool {
    match t {
        Tree::Not(_) => true,
        Tree::And(p) | Tree::Or(p) => p.iter().any(denies),
        _ => false,
    }
}
