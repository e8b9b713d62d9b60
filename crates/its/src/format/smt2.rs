//! The `smt2` form of integer transition systems, as the termination
//! competition had it until 2024.
//!
//! `init_main` names the location where runs start, `next_main` is a
//! disjunction of `cfg_trans2` with a relation over old and new values. A new
//! value that an equality defines becomes an update, any other is a temporary.
//! Source: the files of the database TPDB; `cfg_trans3` (calls that return) is
//! declared in them and never used, and refused here.

use super::koat::unique;
use super::lex::Lexer;
use super::mistake::Mistake;
use super::sexp::{next, Kind, Node, Relation, STYLE};
use crate::poly::{Poly, Var};
use crate::simplify::temporaries;
use crate::system::{Arm, Cost, Loc, System, Transition};
use ep_base::entity::EntityId;
use std::collections::{HashMap, HashSet};

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
            let scope = names.map(|(i, p)| (p.0, Var::from_index(i))).collect();
            let mut fresh = Relation::closed(scope, 2 * n);
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
        let mut r = Relation::closed(self.scope.clone(), 2 * n);
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
