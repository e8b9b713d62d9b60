//! Size change: values that are handed on from step to step, where no single
//! measure falls on all of them.
//!
//! Idea: each location of a component gets a few linear forms, those that its
//! guards compare. For each edge a *size-change graph* says which form at the
//! target is at most, or at most one less than, which form at the source; an
//! arc that falls also has its form at least 0 before the step. If in the
//! closure of these graphs under composition each graph that is its own square
//! has an arc that falls from a form to itself, then every infinite path hands a
//! value on that falls for ever and is at least 0 whenever it does: there is
//! none. Lexicographic orders, maxima of forms (`max(x, y)` falls where each is
//! below the other's old value) and disjunctive well-foundedness are all cases
//! of it.
//! Source: Lee, Jones and Ben-Amram, "The size-change principle for program
//! termination", POPL 2001; over transition relations as in Heizmann, Jones and
//! Podelski, "Size-change termination and transition invariants", SAS 2010.
//! Alternatives: ranking functions with maxima by templates, which need a choice
//! of the argument for each edge before the linear program.
//! Cost: two linear programs per edge and pair of forms, and a closure that is
//! exponential in the forms at worst, so both are limited.

use super::edges::Edge;
use crate::linear::{Facts, Proof};
use crate::num::Int;
use crate::poly::{Monomial, Poly};
use crate::system::{Atom, Loc, Rel};
use crate::work::Work;
use ep_base::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Edges of a component over which nothing is tried.
const MAX_EDGES: usize = 20;
/// Forms per location; their pairs are the bits of a word.
const MAX_FORMS: usize = 8;
/// Graphs of the closure.
const MAX_GRAPHS: usize = 3_000;
/// Forms of a component of which some are raised, and graphs of each closure then.
const MAX_RAISED: usize = 8;
const MAX_RAISED_GRAPHS: usize = 200;

/// The forms of each location.
type Forms = BTreeMap<Loc, Vec<Poly>>;

/// What becomes of a form along an arc.
#[derive(Clone, Debug)]
pub enum Change {
    /// It is at least 1 less, and was at least 0.
    Falls {
        /// That it falls.
        by: Proof,
        /// That it was at least 0.
        from: Proof,
    },
    /// It is not more.
    Keeps(Proof),
}

/// An arc from a form at the source of an edge to one at its target.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Position in the forms of the source.
    pub from: usize,
    /// Position in the forms of the target.
    pub to: usize,
    /// How they compare.
    pub change: Change,
}

/// The size-change graphs of a whole component, one for each edge.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The forms per location.
    pub measure: Vec<(Loc, Vec<Poly>)>,
    /// Rule, arm and arcs.
    pub graphs: Vec<(String, usize, Vec<Thread>)>,
}

/// The size-change graphs of a component, if they rule it out.
pub(super) fn descent(work: &Work, part: &[Edge]) -> Option<Descent> {
    if part.len() > MAX_EDGES {
        return None;
    }
    let forms = forms(work, part)?;
    if let Some(found) = with(work, part, &forms) {
        return Some(found);
    }
    with(work, part, &raised(work, part, &forms)?)
}

/// The same with these forms.
fn with(work: &Work, part: &[Edge], forms: &Forms) -> Option<Descent> {
    let at = |l: Loc| forms.get(&l).map_or(&[][..], Vec::as_slice);
    let mut graphs = Vec::new();
    for e in part {
        let rule = work.rules.get(e.rule)?;
        let mut facts = Facts::new(&work.stop, &rule.transition.guard);
        let after: Option<Vec<Poly>> = (at(e.target).iter())
            .map(|g| work.after(rule, e.arm, g))
            .collect();
        let after = after?;
        let mut arcs = Vec::new();
        for (from, f) in at(e.source).iter().enumerate() {
            let bounded = facts.prove(&Atom::ge0(f.clone()));
            for (to, g) in after.iter().enumerate() {
                if work.stop.now() {
                    return None;
                }
                let fall = f.minus(g);
                let Some(keeps) = facts.prove(&Atom::ge0(fall.clone())) else {
                    continue;
                };
                let less = Atom::ge0(fall.minus(&Poly::from(1)));
                let falls = bounded.clone().zip(facts.prove(&less));
                let change = match falls {
                    Some((from, by)) => Change::Falls { by, from },
                    None => Change::Keeps(keeps),
                };
                arcs.push(Thread { from, to, change });
            }
        }
        graphs.push((rule.name.clone(), e.arm, arcs));
    }
    let all: Vec<Graph> = (part.iter().zip(&graphs))
        .map(|(e, (_, _, arcs))| Graph::of(e, arcs))
        .collect();
    descends(work, &all, MAX_GRAPHS).then(|| Descent {
        measure: forms.clone().into_iter().collect(),
        graphs,
    })
}

/// What a form at the target of an edge is more than one at its source, at most:
/// edge, positions, and the difference.
struct Step {
    edge: usize,
    from: usize,
    to: usize,
    more: i32,
}

/// Forms some of which are one more, so that the component is ruled out: `x` and
/// `y - 1` where a step makes `x + 1` of `y` and `y - 2` of `x`. A form that is
/// raised is at least 0 wherever it was. The choices are looked at without linear
/// programs; what is chosen is proved as ever.
fn raised(work: &Work, part: &[Edge], forms: &Forms) -> Option<Forms> {
    let all: Vec<(Loc, usize)> = (forms.iter())
        .flat_map(|(l, list)| (0..list.len()).map(|i| (*l, i)))
        .collect();
    if all.len() > MAX_RAISED {
        return None;
    }
    let steps = steps(work, part, forms)?;
    let place = |l: Loc, i: usize| all.iter().position(|x| *x == (l, i));
    for chosen in 1u32..1 << all.len() {
        let by = |l: Loc, i: usize| place(l, i).map_or(0, |n| ((chosen >> n) & 1) as i32);
        let mut graphs: Vec<Graph> = part.iter().map(|e| Graph::of(e, &[])).collect();
        for s in &steps {
            let (e, graph) = (part.get(s.edge)?, graphs.get_mut(s.edge)?);
            let more = s.more + by(e.target, s.to) - by(e.source, s.from);
            let bit = 1u64 << (MAX_FORMS * s.from + s.to);
            graph.any |= if more <= 0 { bit } else { 0 };
            graph.less |= if more < 0 { bit } else { 0 };
        }
        if descends(work, &graphs, MAX_RAISED_GRAPHS) {
            let mut out = forms.clone();
            for (l, list) in &mut out {
                for (i, p) in list.iter_mut().enumerate() {
                    *p = p.plus(&Poly::from(i64::from(by(*l, i))));
                }
            }
            return Some(out);
        }
    }
    None
}

/// How forms compare along edges, where the difference is small.
fn steps(work: &Work, part: &[Edge], forms: &Forms) -> Option<Vec<Step>> {
    let mut out = Vec::new();
    for (edge, e) in part.iter().enumerate() {
        let rule = work.rules.get(e.rule)?;
        let mut facts = Facts::new(&work.stop, &rule.transition.guard);
        for (from, f) in forms.get(&e.source).into_iter().flatten().enumerate() {
            for (to, g) in forms.get(&e.target).into_iter().flatten().enumerate() {
                if work.stop.now() {
                    return None;
                }
                let fall = f.minus(&work.after(rule, e.arm, g)?);
                let mut within = |more: i32| {
                    let atom = Atom::ge0(fall.plus(&Poly::from(i64::from(more))));
                    facts.prove(&atom).is_some()
                };
                // From the weakest on: most differences have no bound.
                let least = (-2..=1).rev().take_while(|more| within(*more)).last();
                out.extend(least.map(|more| Step {
                    edge,
                    from,
                    to,
                    more,
                }));
            }
        }
    }
    Some(out)
}

/// What the guards of the edges compare, and what that was before the edges
/// that lead there.
pub(super) fn forms(work: &Work, part: &[Edge]) -> Option<Forms> {
    let n = work.dimension();
    let kept = |e: &Edge, p: &Poly| {
        let rule = work.rules.get(e.rule);
        rule.and_then(|r| work.after(r, e.arm, p)).as_ref() == Some(p)
    };
    // What no edge changes never falls.
    let plain = |p: &Poly| {
        let fixed = part.iter().all(|e| kept(e, p));
        !fixed && p.is_linear() && p.vars().iter().all(|v| v.index() < n)
    };
    let mut out = Forms::new();
    let add = |list: &mut Vec<Poly>, p: Poly| {
        // One of each direction, with the most that it can be: then it is at
        // least 0 most often.
        let way = without_constant(&p);
        let known = list.iter().position(|q| without_constant(q) == way);
        match known {
            Some(i) => {
                if let Some(q) = list.get_mut(i) {
                    let more = q.constant_term() < p.constant_term();
                    *q = if more { p } else { q.clone() };
                }
            }
            None if list.len() < MAX_FORMS => list.push(p),
            None => {}
        }
    };
    for e in part {
        let rule = work.rules.get(e.rule)?;
        let list = out.entry(e.source).or_default();
        for a in &rule.transition.guard {
            if plain(&a.poly) {
                add(list, reduced(&a.poly));
                if a.rel == Rel::Eq {
                    add(list, reduced(&a.poly.negated()));
                }
            }
        }
    }
    for _ in 0..2 {
        let before = out.clone();
        for e in part.iter().filter(|e| e.source != e.target) {
            let rule = work.rules.get(e.rule)?;
            for g in before.get(&e.target).into_iter().flatten() {
                let p = work.after(rule, e.arm, g)?;
                if plain(&p) {
                    add(out.entry(e.source).or_default(), reduced(&p));
                }
            }
        }
    }
    Some(out)
}

fn without_constant(p: &Poly) -> Poly {
    let mut out = p.clone();
    out.insert(Monomial::one(), -p.constant_term());
    out
}

/// Divided by what its coefficients have in common, the constant rounded up.
fn reduced(p: &Poly) -> Poly {
    let k = without_constant(p).content();
    if k <= Int::from(1) {
        return p.clone();
    }
    let up = |c: &Int| num_integer::Integer::div_ceil(c, &k);
    Poly::of_terms(p.terms().map(|(m, c)| (m.clone(), up(c))))
}

/// A size-change graph: bit `8 * from + to` of `any` for an arc, of `less` for
/// one that falls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Graph {
    source: Loc,
    target: Loc,
    any: u64,
    less: u64,
}

impl Graph {
    fn of(e: &Edge, arcs: &[Thread]) -> Graph {
        let (mut any, mut less) = (0, 0);
        for a in arcs {
            let bit = 1u64 << (MAX_FORMS * a.from + a.to);
            any |= bit;
            if let Change::Falls { .. } = a.change {
                less |= bit;
            }
        }
        Graph {
            source: e.source,
            target: e.target,
            any,
            less,
        }
    }

    /// This one and then the other.
    fn then(&self, next: &Graph) -> Graph {
        let row = |bits: u64, i: usize| (bits >> (MAX_FORMS * i)) & 0xff;
        let (mut any, mut less) = (0, 0);
        for from in 0..MAX_FORMS {
            let (mut to, mut falls) = (0, 0);
            for middle in 0..MAX_FORMS {
                if (row(self.any, from) >> middle) & 1 == 1 {
                    to |= row(next.any, middle);
                    falls |= row(next.less, middle);
                }
                if (row(self.less, from) >> middle) & 1 == 1 {
                    falls |= row(next.any, middle);
                }
            }
            any |= to << (MAX_FORMS * from);
            less |= falls << (MAX_FORMS * from);
        }
        Graph {
            source: self.source,
            target: next.target,
            any,
            less,
        }
    }

    /// Whether it is its own square and no form falls to itself.
    fn stays(&self) -> bool {
        let diagonal = (0..MAX_FORMS).fold(0, |d, i| d | 1u64 << (MAX_FORMS * i + i));
        self.source == self.target && self.then(self) == *self && self.less & diagonal == 0
    }
}

/// Whether each graph of the closure that is its own square falls somewhere.
fn descends(work: &Work, graphs: &[Graph], most: usize) -> bool {
    let mut seen: BTreeSet<Graph> = graphs.iter().copied().collect();
    let mut waiting: VecDeque<Graph> = seen.iter().copied().collect();
    while let Some(g) = waiting.pop_front() {
        if g.stays() || seen.len() > most || work.stop.now() {
            return false;
        }
        for next in graphs.iter().filter(|h| h.source == g.target) {
            let both = g.then(next);
            if seen.insert(both) {
                waiting.push_back(both);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arcs: &[(usize, usize, bool)]) -> Graph {
        let bit = |from: usize, to: usize| 1u64 << (MAX_FORMS * from + to);
        Graph {
            source: Loc(0),
            target: Loc(0),
            any: arcs.iter().fold(0, |b, a| b | bit(a.0, a.1)),
            less: (arcs.iter().filter(|a| a.2)).fold(0, |b, a| b | bit(a.0, a.1)),
        }
    }

    #[test]
    fn composition_goes_through_the_middle() {
        let swap = graph(&[(0, 1, false), (1, 0, true)]);
        let twice = graph(&[(0, 0, true), (1, 1, true)]);
        assert!(swap.then(&swap) == twice);
        assert!(!twice.stays());
        // Nothing is handed on from the first to itself.
        let lost = graph(&[(0, 1, true)]);
        assert!(lost.then(&lost) == graph(&[]));
        assert!(graph(&[]).stays());
    }

    #[test]
    fn forms_have_small_coefficients() {
        let x = Poly::var(crate::poly::Var(0));
        let p = x.scaled(&Int::from(4)).minus(&Poly::from(3));
        assert_eq!(reduced(&p), x);
    }
}
