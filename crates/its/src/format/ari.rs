//! The ARI form of integer transition systems, as the termination competition
//! has it since 2025, read and printed.
//!
//! ```text
//! (format LCTRS :smtlib 2.6)
//! (theory Ints)
//! (fun f (-> Int Int Int))
//! (entrypoint f)
//! (rule (f x y) (f (- x 1) z) :guard (and (> x 0) (>= z y)) :var ((z Int)))
//! ```
//!
//! A system is a set of rules between terms with one function symbol at their
//! head. The left side takes variables; what is free on the right or in the
//! guard is any integer, chosen anew at each step. Source: the page "Integer
//! Transition Systems" of termination-portal.org, which restricts the LCTRS
//! format of project-coco.uibk.ac.at/ARI; `:cost` with a natural number is the
//! addition of its page on term rewriting. What cannot be written in it is
//! refused and not left out: several targets, costs that are no number.

use super::koat::unique;
use super::lex::Lexer;
use super::mistake::Mistake;
use super::sexp::{all_of, condition, next, poly, symbol, symbols, Kind, Node, Relation, STYLE};
use super::spread::{self, Part, Wide};
use crate::poly::{Poly, Var};
use crate::system::{Arm, Atom, Cost, Loc, System, Transition};
use ep_base::entity::EntityId;
use num_traits::Signed;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A function symbol with its place and its arity.
struct Function {
    line: usize,
    arity: usize,
}

/// A rule as it stands in the file.
struct Rule<'a> {
    left: (&'a str, Vec<&'a str>),
    right: (&'a str, &'a [Node<'a>]),
    guard: Option<&'a Node<'a>>,
    declared: Vec<&'a str>,
    cost: Poly,
}

/// Reads a text.
///
/// # Errors
/// The first mistake in it.
pub fn read(text: &str) -> Result<System, Mistake> {
    read_remarking(text).map(|read| read.0)
}

/// Reads a text, with what is legal in it but may not be meant.
///
/// # Errors
/// The first mistake in it.
pub fn read_remarking(text: &str) -> Result<(System, Vec<Mistake>), Mistake> {
    let mut l = Lexer::new(text, STYLE);
    let mut functions: HashMap<&str, Function> = HashMap::new();
    let mut order: Vec<&str> = Vec::new();
    let mut entry: Option<(&str, &Node)> = None;
    let mut forms = Vec::new();
    while let Some(node) = next(&mut l)? {
        forms.push(node);
    }
    let end = l.place();
    let mut rules = Vec::new();
    for node in &forms {
        let wrong = || {
            let m = node
                .at
                .mistake("a form such as (fun …) or (rule …) is wanted here");
            m.helped("forms are format, theory, fun, entrypoint and rule")
        };
        let (head, arguments) = node.call().ok_or_else(wrong)?;
        match (head, arguments) {
            ("format", [kind, ..]) => {
                let kind_of = kind.word("LCTRS")?;
                if kind_of != "LCTRS" {
                    let what = format!("`{kind_of}` is no format of integer transition systems");
                    return Err(kind.at.mistake(what).helped("write (format LCTRS)"));
                }
            }
            ("theory", [theory]) => {
                let name = theory.word("Ints")?;
                if name != "Ints" {
                    let what = format!("the theory `{name}` is not supported");
                    return Err(theory.at.mistake(what).helped("write (theory Ints)"));
                }
            }
            ("fun", [name, sort]) => {
                let arity = arity(sort)?;
                let (at, line) = (name.at, name.at.line);
                let name = name.word("a function symbol")?;
                if functions.insert(name, Function { line, arity }).is_some() {
                    return Err(at.mistake(format!("`{name}` is declared twice")));
                }
                order.push(name);
            }
            ("entrypoint", [name]) => {
                if entry.is_some() {
                    return Err(node.at.mistake("a second entrypoint").helped("name one"));
                }
                entry = Some((name.word("a function symbol")?, name));
            }
            ("rule", _) => rules.push((node, rule(node, arguments)?)),
            _ => return Err(wrong()),
        }
    }
    let Some((start, at)) = entry else {
        let m = end.mistake("there is no entrypoint");
        return Err(m.helped("add (entrypoint f) with the symbol where runs start"));
    };
    if !functions.contains_key(start) {
        let what = format!("the entrypoint `{start}` is not declared");
        return Err(at.at.mistake(what).helped(&format!("add (fun {start} …)")));
    }
    let mut remarks = Vec::new();
    if !rules.iter().any(|(_, r)| r.left.0 == start) {
        remarks.push(at.at.idle(start));
    }
    Ok((build(start, &order, &functions, &rules)?, remarks))
}

fn arity(sort: &Node) -> Result<usize, Mistake> {
    let wrong = |at: &Node| {
        let m = at.at.mistake("a sort of Ints is wanted here");
        m.helped("write (-> Int Int) for one argument, Int for none; Bool is not supported")
    };
    match &sort.kind {
        Kind::Word("Int") => Ok(0),
        Kind::List(_) => match sort.call() {
            Some(("->", sorts)) if sorts.len() > 1 => {
                let strange = sorts.iter().find(|s| !matches!(s.kind, Kind::Word("Int")));
                match strange {
                    Some(s) => Err(wrong(s)),
                    None => Ok(sorts.len() - 1),
                }
            }
            _ => Err(wrong(sort)),
        },
        _ => Err(wrong(sort)),
    }
}

/// A function symbol with its arguments; a symbol alone has none.
fn term<'a>(node: &'a Node<'a>) -> Result<(&'a str, &'a [Node<'a>]), Mistake> {
    match &node.kind {
        Kind::Word(w) => Ok((w, &[])),
        _ => (node.call()).ok_or_else(|| node.at.mistake("a term is wanted here")),
    }
}

fn rule<'a>(node: &'a Node<'a>, arguments: &'a [Node<'a>]) -> Result<Rule<'a>, Mistake> {
    let [left, right, options @ ..] = arguments else {
        return Err(node.at.mistake("a rule has two terms"));
    };
    let (source, variables) = term(left)?;
    let variables = variables
        .iter()
        .map(|v| v.word("a variable"))
        .collect::<Result<Vec<_>, Mistake>>()?;
    let mut out = Rule {
        left: (source, variables),
        right: term(right)?,
        guard: None,
        declared: Vec::new(),
        cost: Poly::from(1),
    };
    let mut options = options.iter();
    while let Some(key) = options.next() {
        let at = key.at;
        let key = key.word(":guard, :var or :cost")?;
        let Some(value) = options.next() else {
            return Err(at.mistake(format!("`{key}` has nothing behind it")));
        };
        match key {
            ":guard" => out.guard = Some(value),
            ":var" => {
                for v in value.list("a list of variables")? {
                    let [name, sort] = v.list("a variable with its sort")? else {
                        return Err(v.at.mistake("a variable has a name and a sort"));
                    };
                    if !matches!(sort.kind, Kind::Word("Int")) {
                        return Err(sort.at.mistake("variables are of sort Int"));
                    }
                    out.declared.push(name.word("a name")?);
                }
            }
            ":cost" => match value.kind {
                Kind::Number(n) => {
                    out.cost = Poly::constant(value.at.number(n)?);
                }
                _ => return Err(value.at.mistake("a cost is a natural number")),
            },
            _ => {
                let m = at.mistake(format!("`{key}` is not known here"));
                return Err(m.helped("a rule has :guard, :var and :cost"));
            }
        }
    }
    Ok(out)
}

fn build(
    start: &str,
    order: &[&str],
    functions: &HashMap<&str, Function>,
    rules: &[(&Node, Rule)],
) -> Result<System, Mistake> {
    let dimension = functions.values().map(|f| f.arity).max().unwrap_or(0);
    let mut system = System::new(start);
    let mut used = HashSet::new();
    let named = rules.iter().find(|(_, r)| r.left.1.len() == dimension);
    system.variables = (0..dimension)
        .map(|i| {
            let own = named.and_then(|(_, r)| r.left.1.get(i));
            unique(
                own.map_or_else(|| format!("x{i}"), |n| (*n).to_string()),
                &mut used,
            )
        })
        .collect();
    let mut locations: HashMap<&str, Loc> = HashMap::from([(start, system.start)]);
    for name in order.iter().filter(|n| **n != start) {
        locations.insert(name, system.locations.push((*name).to_string()));
    }
    let mut wide = Vec::new();
    for (origin, (node, r)) in rules.iter().enumerate() {
        for (name, n) in [(r.left.0, r.left.1.len()), (r.right.0, r.right.1.len())] {
            let Some(f) = functions.get(name) else {
                let m = node.at.mistake(format!("`{name}` is not declared"));
                return Err(m.helped(&format!("add (fun {name} …)")));
            };
            if f.arity != n {
                let (line, arity) = (f.line, f.arity);
                let what = format!(
                    "`{name}` has {} here and {arity} in line {line}",
                    ep_base::words::count(n, "argument")
                );
                return Err(node.at.mistake(what));
            }
        }
        let mut scope: HashMap<&str, Var> = HashMap::new();
        let mut same = Vec::new();
        for (i, v) in r.left.1.iter().enumerate() {
            let here = Var::from_index(i);
            match scope.get(v) {
                // Twice the same variable: both places hold the same value.
                Some(first) => same.push(Atom::eq(&Poly::var(*first), &Poly::var(here))),
                None => {
                    scope.insert(v, here);
                }
            }
        }
        let mut relation = Relation::open(scope, dimension);
        for v in &r.declared {
            relation.declare(v);
        }
        let mut update = system.identity();
        for (slot, value) in update.iter_mut().zip(r.right.1) {
            *slot = relation.poly(value, 0)?;
        }
        let mut parts: Vec<Part> = Vec::new();
        let cases = match r.guard {
            None => vec![Vec::new()],
            Some(guard) => {
                let tree = relation.condition(guard)?;
                match tree.is_wide(guard.at)? {
                    false => tree.cases(guard.at)?,
                    true => {
                        parts.extend(tree.conjuncts().into_iter().map(|t| (t, guard.at)));
                        vec![Vec::new()]
                    }
                }
            }
        };
        let mut taken = used.clone();
        let names = std::mem::take(&mut relation.names);
        let temporaries: Vec<String> = (names.into_iter()).map(|n| unique(n, &mut taken)).collect();
        let mut at = |name| {
            *(locations.entry(name)).or_insert_with(|| system.locations.push(str::to_string(name)))
        };
        let (source, target) = (at(r.left.0), at(r.right.0));
        for case in cases {
            let whole = Transition {
                source,
                guard: same.iter().cloned().chain(case).collect(),
                temporaries: temporaries.clone(),
                arms: vec![Arm {
                    target,
                    update: update.clone(),
                }],
                cost: Cost::exactly(r.cost.clone()),
                origin: origin as u32,
            };
            match parts.is_empty() {
                true => drop(system.transitions.push(whole)),
                false => wide.push(Wide {
                    whole,
                    parts: std::mem::take(&mut parts),
                }),
            }
        }
    }
    spread::put(&mut system, wide)?;
    Ok(system)
}

/// Prints a system so that reading it gives the same system, but for origins
/// and for names that the format cannot write. A transition without a target
/// leads to a symbol that nothing leaves.
///
/// # Errors
/// The first transition that the format cannot say, as a sentence.
pub fn print(system: &System) -> Result<String, String> {
    let mut used = HashSet::new();
    let variables = symbols(system.variables.iter(), &mut used);
    let mut places = HashSet::new();
    let locations = symbols(system.locations.as_slice().iter(), &mut places);
    let location = |l: Loc| locations.get(l.index()).cloned().unwrap_or_default();
    let sort = match variables.len() {
        0 => "Int".to_string(),
        n => format!("(->{} Int)", " Int".repeat(n)),
    };
    let mut out = "(format LCTRS :smtlib 2.6)\n(theory Ints)\n".to_string();
    let ends = system.transitions.iter().any(|(_, t)| t.arms.is_empty());
    let end = symbol(&unique("end".into(), &mut places));
    for l in locations.iter().chain(ends.then_some(&end)) {
        let _ = writeln!(out, "(fun {l} {sort})");
    }
    let _ = writeln!(out, "(entrypoint {})", location(system.start));
    let with = |head: String, arguments: Vec<String>| match arguments.is_empty() {
        true => head,
        false => format!("({head} {})", arguments.join(" ")),
    };
    for (id, t) in system.transitions.iter() {
        let mut taken = used.clone();
        let own = symbols(t.temporaries.iter(), &mut taken);
        let name = |v: Var| {
            let temporary = || own.get(v.index().wrapping_sub(variables.len()));
            let known = variables.get(v.index()).or_else(temporary);
            known.cloned().unwrap_or_else(|| v.to_string())
        };
        let right = match t.arms.as_slice() {
            [] => with(end.clone(), variables.clone()),
            [arm] => {
                let values = arm.update.iter().map(|p| poly(p, &name)).collect();
                with(location(arm.target), values)
            }
            _ => {
                return Err(format!(
                    "transition {id} has several targets, which ARI has no words for"
                ))
            }
        };
        let _ = write!(
            out,
            "(rule {} {right}",
            with(location(t.source), variables.clone())
        );
        let atoms: Vec<String> = t.guard.iter().map(|a| condition(a, &name)).collect();
        if !atoms.is_empty() {
            let _ = write!(out, " :guard {}", all_of(&atoms));
        }
        if !own.is_empty() {
            let list: Vec<String> = own.iter().map(|v| format!("({v} Int)")).collect();
            let _ = write!(out, " :var ({})", list.join(" "));
        }
        let cost = (t.cost.lower == t.cost.upper).then(|| t.cost.upper.as_constant());
        match cost.flatten().filter(|c| !c.is_negative()) {
            Some(c) if c == 1.into() => {}
            Some(c) => {
                let _ = write!(out, " :cost {c}");
            }
            None => {
                return Err(format!(
                    "the cost of transition {id} is no natural number, which ARI has no words for"
                ))
            }
        }
        out.push_str(")\n");
    }
    Ok(out)
}
