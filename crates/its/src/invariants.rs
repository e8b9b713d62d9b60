//! Invariants over templates, by linear programs.
//!
//! Idea: each location has a list of directions (linear forms), and the
//! analysis finds for each the greatest number below which it never falls, by
//! iterating over the transitions; a linear program gives the least value after
//! a transition. Intervals and octagons are choices of directions, and the
//! guards of loops give the ones that matter. Numbers that keep falling jump to
//! thresholds of the program and then to nothing; two passes back win some of
//! it again. Equations between any number of variables are directions too
//! ([`crate::equalities`]). What comes out is proved inductive atom by atom, and what is not
//! is left out. Alternatives: polyhedra with their own library, which find more
//! and cost exponentially more; bit-precise guesses from runs.
//! Source: Sankaranarayanan, Sipma and Manna, "Scalable analysis of linear
//! systems using mathematical programming", VMCAI 2005.
//! Cost: one linear program per transition, direction and pass.

use crate::linear::{Facts, Least};
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel};
use crate::work::{Invariants, Kept, Rule, Work};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::{One, Zero};
use std::collections::{BTreeSet, HashSet};

/// Which directions are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Variables alone, and guards.
    Boxes,
    /// Sums and differences of two variables beside them, and what is equal to a
    /// number by [`crate::equalities`].
    Octagons,
}

/// Linear programs per call.
const MAX_PROGRAMS: u64 = 30_000;
/// Directions per location.
const MAX_DIRECTIONS: usize = 80;
/// Changes of a number before it jumps.
const PATIENCE: u32 = 2;

struct Edge {
    rule: usize,
    arm: usize,
    source: Loc,
    target: Loc,
}

struct Analysis<'a> {
    work: &'a Work,
    edges: Vec<Edge>,
    directions: Vec<Vec<Poly>>,
    /// Per location: `None` is not reached; per direction `None` is no bound.
    state: Vec<Option<Vec<Option<Int>>>>,
    programs: u64,
}

/// What holds at the locations of a system, with proofs; nothing where the
/// limits did not suffice.
pub fn find(work: &Work, shape: Shape) -> Vec<Invariants> {
    if work.stop.now() {
        return Vec::new();
    }
    let (mut a, order) = Analysis::new(work, shape);
    match a.ascend(&order) {
        Some(()) => {
            a.descend(&order);
            a.proved()
        }
        None => Vec::new(),
    }
}

/// Variables that a guard of a cycle, or what it is compared with, depends on.
pub fn relevant<'a>(rules: impl Iterator<Item = &'a Rule> + Clone, n: usize) -> BTreeSet<Var> {
    let ours = |v: &Var| v.index() < n;
    let guards = rules.clone().flat_map(|r| r.transition.guard.iter());
    let mut out: BTreeSet<Var> = guards.flat_map(|a| a.poly.vars()).filter(ours).collect();
    let mut work: Vec<Var> = out.iter().copied().collect();
    while let Some(v) = work.pop() {
        for r in rules.clone() {
            for arm in &r.transition.arms {
                let used = arm
                    .update
                    .get(v.index())
                    .map(Poly::vars)
                    .unwrap_or_default();
                for u in used.into_iter().filter(ours) {
                    if out.insert(u) {
                        work.push(u);
                    }
                }
            }
        }
    }
    out
}

impl<'a> Analysis<'a> {
    fn new(work: &'a Work, shape: Shape) -> (Self, Vec<usize>) {
        let count = work.file.locations.len();
        let mut edges = Vec::new();
        for (rule, r) in work.rules.iter().enumerate() {
            for (arm, a) in r.transition.arms.iter().enumerate() {
                edges.push(Edge {
                    rule,
                    arm,
                    source: r.transition.source,
                    target: a.target,
                });
            }
        }
        let mut next = vec![Vec::new(); count];
        for e in &edges {
            if let Some(list) = next.get_mut(e.source.index()) {
                list.push(e.target.index());
            }
        }
        let parts = crate::scc::components(count, &next);
        let n = work.dimension();
        let vars = relevant(
            work.rules.iter().filter(|r| !r.transition.arms.is_empty()),
            n,
        );
        let mut directions = vec![Vec::new(); count];
        for part in &parts {
            let list = directions_of(work, part, &vars, shape);
            for &l in part {
                if l != work.file.start.index() {
                    if let Some(slot) = directions.get_mut(l) {
                        *slot = list.clone();
                    }
                }
            }
        }
        if shape == Shape::Octagons {
            for (l, forms) in crate::equalities::forms(work).into_iter().enumerate() {
                if let Some(list) = directions
                    .get_mut(l)
                    .filter(|_| l != work.file.start.index())
                {
                    both_ways(list, forms);
                }
            }
        }
        let mut state: Vec<Option<Vec<Option<Int>>>> = vec![None; count];
        if let Some(s) = state.get_mut(work.file.start.index()) {
            *s = Some(Vec::new());
        }
        // What leads to a component comes before it.
        let mut order = vec![0; count];
        for (i, part) in parts.iter().rev().enumerate() {
            part.iter().for_each(|&l| order[l] = i);
        }
        let analysis = Analysis {
            work,
            edges,
            directions,
            state,
            programs: 0,
        };
        (analysis, order)
    }

    fn tired(&self) -> bool {
        self.programs > MAX_PROGRAMS || self.work.stop.now()
    }

    fn atoms(&self, l: Loc) -> Option<Vec<Atom>> {
        let bounds = self.state.get(l.index())?.as_ref()?;
        let list = self.directions.get(l.index())?;
        let some = list
            .iter()
            .zip(bounds)
            .filter_map(|(d, b)| Some(atom(d, b.as_ref()?)));
        Some(some.collect())
    }

    /// The bounds of the target after an edge; `None` if it is never taken.
    fn transfer(&mut self, e: usize, wanted: &[bool]) -> Option<Vec<Option<Int>>> {
        let e = self.edges.get(e)?;
        let rule = self.work.rules.get(e.rule)?;
        let source = self.atoms(e.source)?;
        let mut facts = Facts::new(&self.work.stop, source.iter().chain(&rule.transition.guard));
        if facts.contradiction().is_some() {
            return None;
        }
        let list = self.directions.get(e.target.index())?;
        let mut out = Vec::with_capacity(list.len());
        let mut programs = 0;
        for (i, d) in list.iter().enumerate() {
            if !wanted.get(i).copied().unwrap_or(true) {
                out.push(None);
                continue;
            }
            programs += 1;
            let after = self.work.after(rule, e.arm, d)?;
            out.push(match facts.least(&after) {
                Least::Nowhere(_) => return None,
                Least::Value(v, _) => Some(v.ceil().to_integer()),
                Least::Open => None,
            });
        }
        self.programs += programs;
        Some(out)
    }

    /// From nothing up to numbers that no transition undercuts. `None` where the
    /// limits end it before that.
    fn ascend(&mut self, order: &[usize]) -> Option<()> {
        let thresholds = thresholds(self.work);
        let mut falls: Vec<Vec<u32>> = self.directions.iter().map(|d| vec![0; d.len()]).collect();
        let start = self.work.file.start.index();
        let mut waiting = BTreeSet::from([(order.get(start).copied()?, start)]);
        while let Some((_, l)) = waiting.pop_first() {
            for e in self.leaving(l) {
                if self.tired() {
                    return None;
                }
                let target = self.edges.get(e)?.target.index();
                let wanted: Vec<bool> = match self.state.get(target)? {
                    Some(bounds) => bounds.iter().map(Option::is_some).collect(),
                    None => Vec::new(),
                };
                let Some(after) = self.transfer(e, &wanted) else {
                    continue;
                };
                let slot = self.state.get_mut(target)?;
                let counts = falls.get_mut(target)?;
                let changed = match slot {
                    None => {
                        *slot = Some(after);
                        true
                    }
                    Some(old) => {
                        let mut changed = false;
                        for ((o, a), n) in old.iter_mut().zip(after).zip(counts) {
                            let Some(was) = o.clone() else {
                                continue;
                            };
                            if a.as_ref().is_some_and(|a| *a >= was) {
                                continue;
                            }
                            *n += 1;
                            *o = match a {
                                Some(a) if *n > PATIENCE => {
                                    thresholds.range(..=a).next_back().cloned()
                                }
                                a => a,
                            };
                            changed = true;
                        }
                        changed
                    }
                };
                if changed {
                    waiting.insert((order.get(target).copied()?, target));
                }
            }
        }
        Some(())
    }

    fn leaving(&self, l: usize) -> Vec<usize> {
        let here = |e: &usize| self.edges.get(*e).is_some_and(|e| e.source.index() == l);
        (0..self.edges.len()).filter(here).collect()
    }

    /// Two passes back. Taking what comes out of numbers that no transition
    /// undercuts gives such numbers again, also one location at a time.
    fn descend(&mut self, order: &[usize]) {
        let mut places: Vec<usize> = (0..order.len()).collect();
        places.sort_by_key(|l| order.get(*l).copied());
        for _ in 0..2 {
            for &l in &places {
                if l == self.work.file.start.index() || self.tired() {
                    continue;
                }
                let Some(Some(old)) = self.state.get(l).cloned() else {
                    continue;
                };
                let mut joined: Option<Vec<Option<Int>>> = None;
                for e in 0..self.edges.len() {
                    let leads = self.edges.get(e).is_some_and(|e| e.target.index() == l);
                    let reached = leads
                        && (self.edges.get(e))
                            .and_then(|e| self.state.get(e.source.index()))
                            .is_some_and(Option::is_some);
                    if !reached {
                        continue;
                    }
                    let Some(after) = self.transfer(e, &[]) else {
                        continue;
                    };
                    joined = Some(match joined {
                        None => after,
                        Some(j) => {
                            let least = |(a, b): (Option<Int>, Option<Int>)| Some(a?.min(b?));
                            j.into_iter().zip(after).map(least).collect()
                        }
                    });
                }
                let better = joined.map(|j| {
                    let both = |(a, b): (Option<Int>, Option<Int>)| match (a, b) {
                        (Some(a), Some(b)) => Some(a.max(b)),
                        (a, b) => a.or(b),
                    };
                    j.into_iter().zip(old).map(both).collect()
                });
                if let Some(slot) = self.state.get_mut(l) {
                    *slot = better;
                }
            }
        }
    }

    /// What can be proved of it, with the proofs.
    fn proved(&mut self) -> Vec<Invariants> {
        let count = self.work.file.locations.len();
        let stop = &self.work.stop;
        let mut claims: Vec<Vec<Atom>> = (0..count)
            .map(|l| match self.state.get(l) {
                Some(Some(_)) => slim(stop, self.atoms(Loc::from_index(l)).unwrap_or_default()),
                // The graph leads here, the values do not.
                _ if self.edges.iter().any(|e| e.target.index() == l) => {
                    vec![Atom::ge0(Poly::from(-1))]
                }
                _ => Vec::new(),
            })
            .collect();
        loop {
            if self.work.stop.now() {
                return Vec::new();
            }
            let mut out: Vec<Invariants> = (0..count)
                .map(|l| Invariants {
                    location: Loc::from_index(l),
                    atoms: claims.get(l).cloned().unwrap_or_default(),
                    kept: Vec::new(),
                })
                .collect();
            let mut broken: HashSet<(usize, usize)> = HashSet::new();
            for e in &self.edges {
                let (Some(source), Some(rule)) =
                    (claims.get(e.source.index()), self.work.rules.get(e.rule))
                else {
                    continue;
                };
                let target = e.target.index();
                let wanted = claims.get(target).map_or(&[][..], Vec::as_slice);
                if wanted.is_empty() {
                    continue;
                }
                let mut facts =
                    Facts::new(&self.work.stop, source.iter().chain(&rule.transition.guard));
                let mut proofs = Vec::new();
                for (i, a) in wanted.iter().enumerate() {
                    let goal = self.work.after(rule, e.arm, &a.poly);
                    let goal = goal.map(|poly| Atom { poly, rel: a.rel });
                    match goal.and_then(|g| facts.prove(&g)) {
                        Some(p) => proofs.push(p),
                        None => {
                            broken.insert((target, i));
                        }
                    }
                }
                if let Some(o) = out.get_mut(target) {
                    o.kept.push(Kept {
                        rule: rule.name.clone(),
                        arm: e.arm,
                        premises: source.len(),
                        proofs,
                    });
                }
            }
            if broken.is_empty() {
                out.retain(|o| !o.atoms.is_empty());
                return out;
            }
            for (l, list) in claims.iter_mut().enumerate() {
                let mut i = 0;
                list.retain(|_| {
                    i += 1;
                    !broken.contains(&(l, i - 1))
                });
            }
        }
    }
}

/// Without those that follow from the others.
fn slim(stop: &Stop, mut atoms: Vec<Atom>) -> Vec<Atom> {
    let mut i = atoms.len();
    while i > 0 {
        i -= 1;
        let goal = atoms.remove(i);
        if crate::linear::prove(stop, &atoms, &goal).is_none() {
            atoms.insert(i, goal);
        }
    }
    atoms
}

fn thresholds(work: &Work) -> BTreeSet<Int> {
    let constants = work.constants();
    let mut out: BTreeSet<Int> = BTreeSet::new();
    for c in constants.iter().chain(&[Int::zero()]) {
        for k in -1..=1 {
            out.insert(c + Int::from(k));
            out.insert(Int::from(k) - c);
        }
    }
    out
}

/// Directions for a component: its variables both ways, what its guards compare
/// and what the transitions into it compare, and pairs if asked.
fn directions_of(work: &Work, part: &[usize], vars: &BTreeSet<Var>, shape: Shape) -> Vec<Poly> {
    let n = work.dimension();
    let inside = |l: Loc| part.binary_search(&l.index()).is_ok();
    let mut out: Vec<Poly> = Vec::new();
    let mut seen: HashSet<Poly> = HashSet::new();
    let mut add = |p: Poly, out: &mut Vec<Poly>| {
        if out.len() < MAX_DIRECTIONS && seen.insert(p.clone()) {
            out.push(p);
        }
    };
    for v in vars {
        add(Poly::var(*v), &mut out);
        add(Poly::var(*v).negated(), &mut out);
    }
    let mut pairs: BTreeSet<(Var, Var)> = BTreeSet::new();
    for r in &work.rules {
        let t = &r.transition;
        let touches = inside(t.source) || t.arms.iter().any(|a| inside(a.target));
        if !touches {
            continue;
        }
        for a in &t.guard {
            let of: Vec<Var> = a.poly.vars();
            let plain = a.poly.is_linear() && of.iter().all(|v| v.index() < n);
            if plain && of.len() > 1 {
                let mut d = a.poly.clone();
                d.insert(crate::poly::Monomial::one(), -a.poly.constant_term());
                let g = d.content();
                let d = match g > Int::one() {
                    true => Poly::of_terms(d.terms().map(|(m, c)| (m.clone(), c / &g))),
                    false => d,
                };
                if a.rel == Rel::Eq {
                    add(d.negated(), &mut out);
                }
                add(d.negated(), &mut out);
                add(d, &mut out);
            }
            for (i, v) in of.iter().enumerate() {
                let rest = of.get(i + 1..).unwrap_or_default();
                pairs.extend(rest.iter().filter(|w| w.index() < n).map(|w| (*v, *w)));
            }
        }
        for arm in &t.arms {
            for (v, p) in vars
                .iter()
                .filter_map(|v| Some((v, arm.update.get(v.index())?)))
            {
                let others = p.vars().into_iter().filter(|w| w.index() < n && w != v);
                pairs.extend(others.map(|w| ((*v).min(w), (*v).max(w))));
            }
        }
    }
    if shape == Shape::Octagons {
        let few = vars.len() <= 6;
        for v in vars {
            for w in vars.range(v..).skip(1) {
                if few || pairs.contains(&(*v, *w)) {
                    let (a, b) = (Poly::var(*v), Poly::var(*w));
                    for p in [a.minus(&b), b.minus(&a), a.plus(&b), a.plus(&b).negated()] {
                        add(p, &mut out);
                    }
                }
            }
        }
    }
    out
}

/// More directions, each with its opposite.
fn both_ways(list: &mut Vec<Poly>, forms: Vec<Poly>) {
    for p in forms.iter().flat_map(|p| [p.clone(), p.negated()]) {
        if list.len() < MAX_DIRECTIONS && !list.contains(&p) {
            list.push(p);
        }
    }
}

fn atom(d: &Poly, bound: &Int) -> Atom {
    Atom::ge0(d.minus(&Poly::constant(bound.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{read, Format};

    fn holds(rules: &str, shape: Shape, at: &str) -> Vec<String> {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z)\n(RULES {rules})");
        let s = read(Format::Koat, &text).expect("a system");
        let work = Work::new(&s, Stop::never());
        let found = find(&work, shape);
        for i in &found {
            for k in &i.kept {
                let rule = work.rules.iter().find(|r| r.name == k.rule).unwrap();
                let source = found.iter().find(|j| j.location == rule.transition.source);
                let mut premises = source.map(|j| j.atoms.clone()).unwrap_or_default();
                assert_eq!(premises.len(), k.premises);
                premises.extend(rule.transition.guard.iter().cloned());
                for (a, p) in i.atoms.iter().zip(&k.proofs) {
                    let poly = work.after(rule, k.arm, &a.poly).unwrap();
                    let goal = Atom { poly, rel: a.rel };
                    assert!(crate::linear::check(&premises, &goal, p));
                }
            }
        }
        let here = found.iter().find(|i| s.locations[i.location] == at);
        let list = here.map(|i| i.atoms.clone()).unwrap_or_default();
        list.iter().map(|a| a.show(&|v| s.name(v))).collect()
    }

    #[test]
    fn a_counter_stays_in_its_range() {
        let rules = "f(x,y) -> g(0,y)  g(x,y) -> g(x+1,y) :|: x < 10";
        let found = holds(rules, Shape::Boxes, "g");
        assert_eq!(found, ["x >= 0", "-x + 10 >= 0"]);
    }

    /// Equations between more than two variables, through a product that is not
    /// known and a temporary.
    #[test]
    fn equations_between_several_variables() {
        let rules = "f(x,y,z) -> g(x,y,x+2*y) :|: x > y\n\
            g(x,y,z) -> g(x+t,y-1,z+t-2) :|: t > 3 g(x,y,z) -> g(y,x,2*x+y) g(x,y,z) -> h(x,y,x*y)";
        let found = holds(rules, Shape::Octagons, "g");
        for wanted in ["-x - 2*y + z >= 0", "x + 2*y - z >= 0"] {
            assert!(found.contains(&wanted.to_string()), "{found:?}");
        }
        let at_h = holds(rules, Shape::Octagons, "h");
        assert!(at_h.iter().all(|a| !a.contains('z')), "{at_h:?}");
        // One edge that breaks it.
        let broken = rules.replace("2*x+y)", "2*x+y+1)");
        let found = holds(&broken, Shape::Octagons, "g");
        assert!(found.iter().all(|a| !a.contains("2*y")), "{found:?}");
    }

    #[test]
    fn a_difference_that_is_kept() {
        let rules = "f(x,y) -> g(x,x)  g(x,y) -> g(x+1,y+1)  g(x,y) -> h(x,y) :|: x > y";
        let found = holds(rules, Shape::Octagons, "g");
        assert!(found.contains(&"x - y >= 0".to_string()), "{found:?}");
        assert_eq!(holds(rules, Shape::Octagons, "h"), ["-1 >= 0"]);
    }
}
