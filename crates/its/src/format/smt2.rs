//! The `smt2` form of integer transition systems, as the termination
//! competition had it until 2024, read and printed.
//!
//! `init_main` names the location where runs start, `next_main` is a
//! disjunction of `cfg_trans2` with a relation over old and new values. A new
//! value that an equality defines becomes an update, any other is a temporary.
//! Source: the files of the database TPDB; `cfg_trans3` (calls that return) is
//! declared in them and never used, and refused here. What cannot be written in
//! it is refused and not left out: several targets, costs other than 1.

use super::formula::Tree;
use super::koat::unique;
use super::lex::{Lexer, Place};
use super::mistake::Mistake;
use super::sexp::{
    all_of, applied, condition, next, poly, symbol, symbols, Kind, Node, Relation, STYLE,
};
use super::spread::{self, Part, Wide};
use crate::poly::{Poly, Var};
use crate::simplify::temporaries;
use crate::system::{Arm, Atom, Cost, Loc, System, TransId, Transition};
use ep_base::entity::EntityId;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

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
    read_remarking(text).map(|read| read.0)
}

/// Reads a text, with what is legal in it but may not be meant.
///
/// # Errors
/// The first mistake in it.
pub fn read_remarking(text: &str) -> Result<(System, Vec<Mistake>), Mistake> {
    let mut l = Lexer::new(text, STYLE);
    let mut init = None;
    let mut step = None;
    let mut declared = HashSet::new();
    while let Some(node) = next(&mut l)? {
        let Node {
            at,
            kind: Kind::List(mut list),
        } = node
        else {
            continue;
        };
        let head = match list.first().map(|n| &n.kind) {
            Some(Kind::Word("declare-const" | "declare-fun")) => {
                declared.extend(list.get(1).map(|n| n.word("a name")).transpose()?);
                continue;
            }
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
    Builder::new(&init, &step, declared)?.build(&init, &step)
}

struct Builder<'a> {
    system: System,
    locations: HashMap<&'a str, Loc>,
    /// Old and new values by name.
    scope: HashMap<&'a str, Var>,
    new_names: Vec<String>,
    /// The locations that the file declares.
    declared: HashSet<&'a str>,
    /// What may not be meant.
    remarks: Vec<Mistake>,
    /// Transitions with conditions of too many cases.
    wide: Vec<Wide>,
}

/// A condition as cases, or as parts that all hold where these are too many: then
/// there is one case, without any of them.
type Cases = (Vec<Vec<Atom>>, Vec<Part>);

fn cases(tree: Tree, at: Place) -> Result<Cases, Mistake> {
    if !tree.is_wide(at)? {
        return Ok((tree.cases(at)?, Vec::new()));
    }
    // Equations among them say what temporaries are.
    let (mut guard, mut parts) = (Vec::new(), Vec::new());
    for t in tree.conjuncts() {
        match t.count(true, at)? {
            1 => guard.extend(t.cases(at)?.into_iter().flatten()),
            _ => parts.push((t, at)),
        }
    }
    Ok((vec![guard], parts))
}

/// The location that is named here, which the file has to declare: a slip in a
/// name would be a location that nothing leaves.
fn location<'a>(declared: &HashSet<&'a str>, node: &Node<'a>) -> Result<&'a str, Mistake> {
    let name = node.word("a location")?;
    match declared.contains(name) {
        true => Ok(name),
        false => Err((node.at)
            .mistake(format!("there is no location `{name}`"))
            .helped(&format!("write (declare-const {name} Loc)"))),
    }
}

impl<'a> Builder<'a> {
    fn new(
        init: &Function<'a>,
        step: &Function<'a>,
        declared: HashSet<&'a str>,
    ) -> Result<Self, Mistake> {
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
        let Some(("cfg_init", [_, first, _])) = init.body.call() else {
            return Err(init
                .body
                .at
                .mistake("`(cfg_init pc location condition)` is wanted here"));
        };
        let start = location(&declared, first)?;
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
            declared,
            remarks: Vec::new(),
            wide: Vec::new(),
        })
    }

    fn location(&mut self, node: &Node<'a>) -> Result<Loc, Mistake> {
        let name = location(&self.declared, node)?;
        let system = &mut self.system;
        let new = || system.locations.push(name.to_string());
        Ok(*(self.locations.entry(name)).or_insert_with(new))
    }

    fn build(
        mut self,
        init: &Function<'a>,
        step: &Function<'a>,
    ) -> Result<(System, Vec<Mistake>), Mistake> {
        let first = self.system.start;
        if let Some(("cfg_init", [_, _, condition])) = init.body.call() {
            let n = self.system.dimension();
            let names = init.parameters.iter().skip(1).enumerate();
            let scope = names.map(|(i, p)| (p.0, Var::from_index(i))).collect();
            let mut fresh = Relation::closed(scope, n);
            let (cases, parts) = cases(fresh.condition(condition)?, condition.at)?;
            let mut taken: HashSet<String> = self.system.variables.iter().cloned().collect();
            let names = fresh.names.into_iter();
            let temporaries: Vec<String> = names.map(|n| unique(n, &mut taken)).collect();
            if cases != [Vec::new()] || !parts.is_empty() {
                let inner = self.system.start;
                let name = format!("{}_given", self.system.locations[inner]);
                self.system.start = self.system.locations.push(name);
                for case in cases {
                    let whole = Transition {
                        source: self.system.start,
                        guard: case,
                        temporaries: temporaries.clone(),
                        arms: vec![Arm {
                            target: inner,
                            update: self.system.identity(),
                        }],
                        cost: Cost::exactly(Poly::zero()),
                        origin: u32::MAX,
                    };
                    match parts.is_empty() {
                        // Its temporaries stay, so that it is printed as it was read.
                        true => drop(self.system.transitions.push(whole)),
                        false => self.push(whole, parts.clone()),
                    }
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
        let mut leaves = false;
        for (origin, rule) in rules.iter().enumerate() {
            match rule.call() {
                Some(("cfg_trans2", [_, source, _, target, relation])) => {
                    let source = self.location(source)?;
                    let target = self.location(target)?;
                    leaves |= source == first;
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
        if let (false, Some(("cfg_init", [_, node, _]))) = (leaves, init.body.call()) {
            let name = &self.system.locations[first];
            self.remarks.push(node.at.idle(name));
        }
        spread::put(&mut self.system, self.wide)?;
        Ok((self.system, self.remarks))
    }

    /// A transition with the parts of its condition that are not written out.
    fn push(&mut self, mut whole: Transition, parts: Vec<Part>) {
        let n = self.system.dimension();
        if parts.is_empty() {
            temporaries::solve_in(&mut whole, n);
            self.system.transitions.push(whole);
            return;
        }
        let solved = temporaries::definitions(&mut whole, n);
        temporaries::put(&mut whole, &solved);
        let with = |v: Var| solved.get(&v).cloned();
        let parts = parts.iter().map(|(t, at)| (t.substitute(&with), *at));
        let parts = parts.collect();
        self.wide.push(Wide { whole, parts });
    }

    fn transition(
        &mut self,
        source: Loc,
        target: Loc,
        relation: &Node<'a>,
        origin: u32,
    ) -> Result<(), Mistake> {
        let n = self.system.dimension();
        let mut r = Relation::closed(self.scope.clone(), 2 * n);
        let (cases, parts) = cases(r.condition(relation)?, relation.at)?;
        let mut taken: HashSet<String> = self.system.variables.iter().cloned().collect();
        let temporaries: Vec<String> = (self.new_names.iter().cloned().chain(r.names))
            .map(|n| unique(n, &mut taken))
            .collect();
        let update: Vec<Poly> = (0..n).map(|i| Poly::var(Var::from_index(n + i))).collect();
        for guard in cases {
            let t = Transition {
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
            self.push(t, parts.clone());
        }
        Ok(())
    }
}

/// What stands at the head of every file of the database.
const HEAD: &str = "\
(define-fun cfg_init ((pc Loc) (src Loc) (rel Bool)) Bool
  (and (= pc src) rel))
(define-fun cfg_trans2 ((pc Loc) (src Loc) (pc1 Loc) (dst Loc) (rel Bool)) Bool
  (and (= pc src) (= pc1 dst) rel))
(define-fun cfg_trans3 ((pc Loc) (exit Loc) (pc1 Loc) (call Loc) (pc2 Loc) (return Loc) (rel Bool)) Bool
  (and (= pc exit) (= pc1 call) (= pc2 return) rel))
";

/// Costs that are named where they are left out.
const SHOWN: usize = 5;

/// Names that locations must not have.
const TAKEN: [&str; 9] = [
    "pc", "pc1", "pc2", "src", "dst", "exit", "call", "return", "Loc",
];

/// Prints a system so that reading it gives the same runs: the same system, but
/// for origins, for names that the format cannot write, and for temporaries that
/// an equality defines, which the reader solves. A transition without a target
/// leads to a location that nothing leaves.
///
/// # Errors
/// The first transition that the format cannot say, as a sentence.
pub fn print(system: &System) -> Result<String, String> {
    let given = given(system);
    let mut used = HashSet::new();
    let named = |ending: &str| -> Vec<String> {
        let list = system.variables.iter().map(|v| format!("{v}{ending}"));
        list.collect()
    };
    let old = symbols(named("^0").iter(), &mut used);
    let new = symbols(named("^post").iter(), &mut used);
    let mut places: HashSet<String> = TAKEN.iter().map(ToString::to_string).collect();
    let locations = symbols(system.locations.as_slice().iter(), &mut places);
    let location = |l: Loc| locations.get(l.index()).cloned().unwrap_or_default();
    let end = symbol(&unique("end".into(), &mut places));
    let ends = system.transitions.iter().any(|(_, t)| t.arms.is_empty());
    let all: Vec<&String> = locations.iter().chain(ends.then_some(&end)).collect();
    let mut out = "(declare-sort Loc 0)\n".to_string();
    for l in &all {
        let _ = writeln!(out, "(declare-const {l} Loc)");
    }
    if let [_, _, ..] = all.as_slice() {
        let all: Vec<&str> = all.iter().map(|l| l.as_str()).collect();
        let _ = writeln!(out, "(assert (distinct {}))", all.join(" "));
    }
    out.push_str(HEAD);
    let old_ones = parameters(&old);
    let start = given.map_or(system.start, |g| g.1);
    let condition_at_start = match given {
        None => "true".to_string(),
        Some((start, _)) => {
            let leaving = system.transitions.iter().filter(|(_, t)| t.source == start);
            let cases: Vec<String> = leaving
                .map(|(_, t)| {
                    let own = symbols(t.temporaries.iter(), &mut used.clone());
                    let name = namer(&old, &own);
                    let atoms: Vec<String> = t.guard.iter().map(|a| condition(a, &name)).collect();
                    there_are(&own, all_of(&atoms))
                })
                .collect();
            applied("or", &cases, "false")
        }
    };
    let _ = write!(
        out,
        "(define-fun init_main ((pc Loc){old_ones}) Bool\n  (cfg_init pc {} {condition_at_start}))\n\
         (define-fun next_main (\n    (pc Loc){old_ones}\n    (pc1 Loc){}) Bool\n  ",
        location(start),
        parameters(&new)
    );
    let from = given.map(|g| g.0);
    let mut rules = String::new();
    for (id, t) in system.transitions.iter() {
        if Some(t.source) == from {
            continue;
        }
        let mut taken = used.clone();
        let own = symbols(t.temporaries.iter(), &mut taken);
        let target = match t.arms.as_slice() {
            [] => end.clone(),
            [arm] => location(arm.target),
            _ => return Err(several(id)),
        };
        if t.cost != Cost::exactly(Poly::from(1)) {
            return Err(costly(id));
        }
        let source = location(t.source);
        let _ = write!(rules, "\n    (cfg_trans2 pc {source} pc1 {target} ");
        let body = relation(system, t, &old, &new, &own);
        let _ = write!(rules, "{})", there_are(&own, body));
    }
    match rules.is_empty() {
        true => out.push_str("false)\n"),
        false => {
            let _ = writeln!(out, "(or{rules}))");
        }
    }
    Ok(out)
}

/// Names with their sort, each behind a blank.
fn parameters(names: &[String]) -> String {
    let one = |n: &String| format!(" ({n} Int)");
    names.iter().map(one).collect()
}

/// A condition on numbers that exist.
fn there_are(own: &[String], body: String) -> String {
    match own.is_empty() {
        true => body,
        false => format!("(exists ({}) {body})", parameters(own).trim_start()),
    }
}

/// What old values and temporaries are called.
fn namer<'n>(old: &'n [String], own: &'n [String]) -> impl Fn(Var) -> String + 'n {
    |v: Var| {
        let temporary = || own.get(v.index().wrapping_sub(old.len()));
        let known = old.get(v.index()).or_else(temporary);
        known.cloned().unwrap_or_else(|| v.to_string())
    }
}

/// Why a transition with several targets has no words.
pub(super) fn several(id: TransId) -> String {
    format!("transition {id} has several targets, which this format has no words for")
}

/// Why a transition with a cost has none.
pub(super) fn costly(id: TransId) -> String {
    format!("the cost of transition {id} is not 1, and this format has no words for costs")
}

/// Old and new values of a transition.
fn relation(
    system: &System,
    t: &Transition,
    old: &[String],
    new: &[String],
    own: &[String],
) -> String {
    let name = namer(old, own);
    let mut parts: Vec<String> = t.guard.iter().map(|a| condition(a, &name)).collect();
    let identity = system.identity();
    let update = t.arms.first().map_or(&identity, |a| &a.update);
    for (n, p) in new.iter().zip(update) {
        parts.push(format!("(= {n} {})", poly(p, &name)));
    }
    all_of(&parts)
}

/// The system with a cost of 1 for each transition but those from one location; what
/// that leaves out, where it leaves out something.
pub(super) fn without_costs(system: &System, free: Option<Loc>) -> (System, Option<String>) {
    let one = Cost::exactly(Poly::from(1));
    let mut out = system.clone();
    let mut lost = Vec::new();
    for (id, t) in out.transitions.iter_mut() {
        if Some(t.source) == free || t.cost == one {
            continue;
        }
        let name = |v| system.name_in(t, v);
        let (low, high) = (t.cost.lower.show(&name), t.cost.upper.show(&name));
        lost.push(match low == high {
            true => format!("{id}: {high}"),
            false => format!("{id}: {low} to {high}"),
        });
        t.cost = one.clone();
    }
    let more = lost.len().saturating_sub(SHOWN);
    lost.truncate(SHOWN);
    let tail = match more {
        0 => String::new(),
        n => format!(", and {n} more"),
    };
    let what = format!(
        "costs are left out, each step costs 1 in this format ({}{tail})",
        lost.join(", ")
    );
    (out, (!lost.is_empty()).then_some(what))
}

/// A start that does nothing but ask for a condition, and where it leads: this is
/// how a condition of `init_main` is read.
pub(super) fn given(system: &System) -> Option<(Loc, Loc)> {
    let start = system.start;
    let mut to = None;
    for (_, t) in system.transitions.iter() {
        if t.arms.iter().any(|a| a.target == start) {
            return None;
        }
        if t.source != start {
            continue;
        }
        let [arm] = t.arms.as_slice() else {
            return None;
        };
        let free = t.cost == Cost::exactly(Poly::zero());
        let plain = arm.update == system.identity() && !t.guard.is_empty();
        let same = to.is_none_or(|l| l == arm.target);
        if !free || !plain || !same {
            return None;
        }
        to = Some(arm.target);
    }
    Some((start, to?))
}
