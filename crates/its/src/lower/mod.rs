//! Lower bounds of the greatest cost: a family of inputs with a run for each
//! member, whose cost is known.
//!
//! Idea: loops become single steps ([`accelerate`]), locations are eliminated by
//! composing what leads to them with what leaves them, and what starts at the
//! start is asked for inputs that let it be taken at a growing cost
//! ([`family`]). Whatever is found is a program of steps and repetitions; it is
//! proved line by line ([`check`]) and run for three members before it is told,
//! so no step of the search has to be believed. Everything speaks of the system
//! of the file. That is done in passes: first the innermost loops come first and each
//! is taken by itself, so that what lies inside is one step with a short guard
//! when its turn comes; then all ways to put loops together are tried, cheapest
//! locations first. Source: Frohn, Naaf, Brockschmidt and Giesl, "Inferring lower
//! runtime bounds for integer programs", TOPLAS 2020; Frohn and Giesl, "Proving
//! non-termination and lower runtime bounds with LoAT", IJCAR 2022.
//! Alternatives: transformation into one path after the other by a search that
//! learns (Frohn and Giesl, CADE 2023), which copes with more paths. Cost: the
//! compositions are limited per location; a few solver questions for each.

pub(crate) mod accelerate;
pub mod check;
mod explain;
mod family;
pub mod macros;
mod nest;
pub(crate) mod program;
mod rank;
pub mod ratpoly;
mod turns;
mod write;

use crate::ask::Ask;
use crate::bound::Bound;
use crate::nontermination;
use crate::num::{Int, Rat};
use crate::options::Options;
use crate::outcome::{Family, Lasso, Round};
use crate::poly::{Poly, Var};
use crate::system::{Loc, System};
use crate::walk::{run, State};
use accelerate::Rounds;
use check::Line;
use ep_base::entity::EntityId;
use ep_base::Stop;
use macros::{Macro, FAMILY};
use num_traits::Signed;
use rank::{chosen, potential, promise, pruned, question, reach};
use ratpoly::{Fuel, RatPoly};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

pub(crate) use explain::explained;
pub use write::claim;

/// Steps of the runs of members.
const MAX_STEPS: u64 = 200_000;
/// Self loops of a location that are accelerated.
const MAX_LOOPS: usize = 14;
/// Self loops that are taken in turn.
const MAX_PAIRED: usize = 6;
/// Accelerated loops that are looked at before they are put together.
const MAX_SIMPLE: usize = 8;
/// Accelerated loops of a location.
const MAX_FAST: usize = 40;
/// Repetitions inside each other.
const MAX_DEPTH: u32 = 5;
/// What leads to a location, with loops there.
const MAX_VARIANTS: usize = 60;
/// Compositions of the pass over what is plain.
const MAX_PLAIN: u64 = 4_000;
/// Runs that are cut short, of each way to a location.
const MAX_SHORT: usize = 4;
/// Ways to choose the temporaries of what starts at the start.
const MAX_CHOICES: usize = 4;
/// Questions about families.
const MAX_ASKED: u64 = 800;
/// Questions that are not linear in the factors, for each degree.
const MAX_HARD: u32 = 12;
/// Macros that they are kept for.
const MAX_LATER: usize = 200;
/// The greatest degree of such a question.
const MAX_POWER: usize = 6;
/// Questions without an answer; products of unknowns stay hard.
const MAX_UNKNOWN: u64 = 16;
/// Bits of the values of a member's run: what is squared in each round has no place
/// in any memory, and the judge runs it again.
const MAX_BITS: u64 = 1 << 14;
/// Members that are run, with fewer where they are long.
const MEMBERS: [[i64; 3]; 3] = [[0, 1, 10], [0, 1, 3], [0, 1, 2]];

/// A lower bound with its proof.
#[derive(Clone, Debug)]
pub struct Lower {
    /// As plain data.
    pub family: Family,
    /// The values at the start over the family's number.
    start: Vec<Poly>,
    /// The cost over it.
    cost: RatPoly,
    program: Vec<Line>,
}

/// How fast a cost grows, slowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Growth {
    /// Like a power of the inputs.
    Power(u32),
    /// Not bounded by the inputs.
    Unbounded,
}

/// The growth of a family's cost.
pub fn growth(family: &Family) -> Growth {
    match &family.cost {
        Bound::Unbounded => Growth::Unbounded,
        b => Growth::Power(b.degree().unwrap_or(0)),
    }
}

/// Accelerated loops of a location, and which loop each is rounds of.
#[derive(Default)]
struct Simple {
    loops: Vec<Macro>,
    rounds_of: Vec<usize>,
}

/// Which loops of a location are put together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Breadth {
    /// Each by itself, one behind another, the innermost first: few candidates
    /// with short guards.
    Plain,
    /// Also in turn, inside each other, and for one round.
    Full,
}

/// How the locations are eliminated once.
#[derive(Clone, Copy)]
struct Pass {
    breadth: Breadth,
    rounds: Rounds,
}

const FIRST: Pass = Pass {
    breadth: Breadth::Plain,
    rounds: Rounds::Any,
};

/// One after the other, until the bounds meet. Which guards come up depends on
/// the numbers of rounds, and each way finds what the other ones do not.
const PASSES: [Pass; 3] = [
    FIRST,
    Pass {
        breadth: Breadth::Plain,
        rounds: Rounds::Some,
    },
    Pass {
        breadth: Breadth::Full,
        rounds: Rounds::Some,
    },
];

impl Pass {
    /// How many compositions it may make: what is plain comes before all the rest
    /// and must not take its time.
    fn compositions(self) -> u64 {
        match self.breadth {
            Breadth::Plain => MAX_PLAIN,
            Breadth::Full => u64::MAX,
        }
    }
}

struct Search<'a> {
    pass: Pass,
    /// How many loops are around each location.
    depths: Vec<u32>,
    system: &'a System,
    ask: Ask,
    stop: Stop,
    fresh: u32,
    /// The power that nothing grows faster than, where one is known.
    most: Option<u32>,
    best: Option<Lower>,
    /// Questions that were not linear in the factors, by degree. A degree that an
    /// upper bound excludes takes nothing from the others.
    hard: [u32; MAX_POWER + 1],
    /// What is asked so, when all that is linear in the factors was asked.
    later: Vec<Macro>,
    /// What these took of [`Ask::questions`] and [`Ask::unknown`].
    apart: (u64, u64),
    /// Guards and costs that were looked at, by hash.
    seen: HashSet<u64>,
    /// How many more compositions this pass may make.
    left: u64,
}

/// Looks for a family of inputs whose cost grows as fast as can be found.
/// Nothing that grows faster than `most` is looked for: an upper bound's degree.
pub fn find(system: &System, options: &Options, most: Option<u32>) -> Option<Lower> {
    if !pays(system) || options.budget.stop().now() {
        return None;
    }
    let mut search = Search {
        pass: FIRST,
        depths: nest::depths(system),
        system,
        ask: Ask::new(
            options.solver_units,
            options.budget.deadline(),
            &options.budget.cancel,
        ),
        stop: options.budget.stop(),
        fresh: 0,
        most,
        best: None,
        hard: [0; MAX_POWER + 1],
        later: Vec::new(),
        apart: (0, 0),
        seen: HashSet::new(),
        left: 0,
    };
    for pass in PASSES {
        search.pass = pass;
        search.left = pass.compositions();
        search.eliminate_all();
        search.instances();
        search.again();
    }
    search.best
}

/// Whether the cost of one path is a lower bound: where runs are trees, what the
/// other calls cost must be known to be at least 0.
fn pays(system: &System) -> bool {
    let calls = system.transitions.iter().any(|(_, t)| t.arms.len() > 1);
    let least = |t: &crate::system::Transition| t.cost.lower.as_constant();
    let known = |t| least(t).is_some_and(|c| !c.is_negative());
    !calls || system.transitions.iter().all(|(_, t)| known(t))
}

/// A run that does not end, as a family with one member: its cost has no bound.
/// `None` where its rounds are not seen to cost something.
pub fn of_lasso(stop: &Stop, system: &System, lasso: &Lasso) -> Option<Family> {
    if !pays(system) {
        return None;
    }
    let cycles = lasso.branches.iter().map(|b| &b.cycle);
    for (k, cycle) in cycles.chain([&lasso.cycle]).enumerate() {
        let paid = cost_of(system, cycle)?.minus(&Poly::from(1));
        let one = crate::system::Atom::ge0(paid);
        if one.constant() != Some(true) {
            crate::linear::prove(stop, &nontermination::premises(lasso, k), &one)?;
        }
    }
    Some(Family {
        input: lasso.input.iter().cloned().map(Poly::constant).collect(),
        from: Int::default(),
        cost: Bound::Unbounded,
        run: Vec::new(),
    })
}

/// What a cycle costs, over the values at its beginning.
pub(crate) fn cost_of(system: &System, cycle: &[Round]) -> Option<Poly> {
    let n = system.dimension();
    let mut state = system.identity();
    let mut cost = Poly::zero();
    for r in cycle {
        let t = system.transitions.get(r.transition)?;
        let with = |v: Var| match state.get(v.index()) {
            Some(p) => Some(p.clone()),
            None => r.temporaries.get(v.index().checked_sub(n)?).cloned(),
        };
        cost = cost.plus(&t.cost.lower.substitute(&with));
        let arm = t.arms.get(r.arm)?;
        state = arm.update.iter().map(|p| p.substitute(&with)).collect();
    }
    Some(cost)
}

impl Search<'_> {
    fn tired(&self) -> bool {
        let asked = self.ask.questions - self.apart.0;
        let unknown = self.ask.unknown - self.apart.1;
        let counted = asked > MAX_ASKED || unknown > MAX_UNKNOWN || self.left == 0;
        counted || self.stop.now() || self.done()
    }

    /// Another pass has its own questions.
    fn again(&mut self) {
        self.hard = [0; MAX_POWER + 1];
        self.apart = (self.ask.questions, self.ask.unknown);
    }

    /// Nothing better can be found.
    fn done(&self) -> bool {
        let best = self.best.as_ref().map(|b| growth(&b.family));
        let most = self.most.map_or(Growth::Unbounded, Growth::Power);
        best.is_some_and(|b| b >= most)
    }

    fn eliminate_all(&mut self) {
        let mut alive: Vec<Macro> = vec![Macro::begin(self.system)];
        for (id, t) in self.system.transitions.iter() {
            alive.extend(
                (0..t.arms.len()).filter_map(|i| Macro::of_arm(&self.stop, self.system, id, i)),
            );
        }
        reachable(&mut alive);
        while !self.tired() {
            // What is cheapest to eliminate first.
            let mut sizes: BTreeMap<Loc, (usize, usize, usize)> = BTreeMap::new();
            for m in &alive {
                let own = m.source == Some(m.target);
                if own {
                    sizes.entry(m.target).or_default().2 += 1;
                    continue;
                }
                sizes.entry(m.target).or_default().0 += 1;
                if let Some(l) = m.source {
                    sizes.entry(l).or_default().1 += 1;
                }
            }
            let price = |(ins, outs, own): &(usize, usize, usize)| ins * (1 + own) * (1 + outs);
            // Where runs are cut short comes last.
            let last = self.cut();
            let depth = |l: &Loc| match self.pass.breadth {
                Breadth::Plain => self.depths.get(l.index()).copied().unwrap_or(0),
                Breadth::Full => 0,
            };
            let rank = |(l, s): (&Loc, &_)| (*l == last, Reverse(depth(l)), price(s));
            let next = sizes.iter().min_by_key(|s| rank(*s));
            let Some(l) = next.map(|s| *s.0) else {
                return;
            };
            alive = self.eliminate(l, alive);
            reachable(&mut alive);
        }
    }

    /// Where runs are that are cut short: a location of its own.
    fn cut(&self) -> Loc {
        Loc::from_index(self.system.locations.len())
    }

    /// Composes what leads to a location, loops there, and what leaves it.
    fn eliminate(&mut self, l: Loc, alive: Vec<Macro>) -> Vec<Macro> {
        let (own, rest): (Vec<Macro>, Vec<Macro>) =
            (alive.into_iter()).partition(|m| m.source == Some(l) && m.target == l);
        let (ins, rest): (Vec<Macro>, Vec<Macro>) = rest.into_iter().partition(|m| m.target == l);
        let (outs, mut rest): (Vec<Macro>, Vec<Macro>) =
            rest.into_iter().partition(|m| m.source == Some(l));
        let simple = self.accelerated(&own);
        // What one loop costs is known before any are put together: it may be all
        // there is.
        let early = self.best.is_none() || self.most.is_some();
        let mut ways: Vec<Macro> = Vec::new();
        for into in ins.iter().filter(|m| early && m.source.is_none()) {
            let loops = simple.loops.iter().take(MAX_SIMPLE);
            ways.push(into.clone());
            for f in loops {
                ways.extend(self.behind(into, f));
            }
        }
        self.consider_all(ways.iter());
        if self.done() {
            return rest;
        }
        let fast = self.loops(&own, simple);
        let mut new: Vec<Macro> = Vec::new();
        for into in &ins {
            let mut variants = vec![into.clone()];
            let full = self.pass.breadth == Breadth::Full;
            let slow = own.iter().filter(|_| full && !outs.is_empty());
            for f in fast.iter().chain(slow.take(MAX_LOOPS)) {
                if variants.len() >= MAX_VARIANTS || self.tired() {
                    break;
                }
                variants.extend(self.behind(into, f));
            }
            // One loop behind another.
            let first: Vec<Macro> = variants.iter().skip(1).take(8).cloned().collect();
            for v in first {
                for f in fast.iter().take(8) {
                    if variants.len() >= MAX_VARIANTS || self.tired() {
                        break;
                    }
                    variants.extend(self.behind(&v, f));
                }
            }
            if into.source.is_none() {
                self.consider_all(variants.iter());
            }
            // A run may stop here, and must where nothing leaves.
            if into.source.is_some() {
                let mut short: Vec<&Macro> = variants.iter().collect();
                short.sort_by_cached_key(|m| Reverse(reach(m)));
                new.extend(short.into_iter().take(MAX_SHORT).map(|m| Macro {
                    target: self.cut(),
                    ..m.clone()
                }));
            }
            if self.pass.breadth == Breadth::Plain {
                variants = chosen(variants);
            }
            for out in &outs {
                if self.tired() {
                    return rest;
                }
                self.left = self.left.saturating_sub(variants.len() as u64);
                new.extend(variants.iter().filter_map(|v| v.then(&self.stop, out)));
            }
        }
        rest.extend(new);
        pruned(&self.stop, rest)
    }

    /// One behind the other, where the guards of both may hold.
    fn behind(&mut self, first: &Macro, next: &Macro) -> Option<Macro> {
        self.left = self.left.saturating_sub(1);
        first.then(&self.stop, next)?.asked(&self.stop)
    }

    /// Looks for families for what starts at the start: numbers of rounds as large
    /// as they can be, and the costliest first.
    fn consider_all<'m>(&mut self, all: impl Iterator<Item = &'m Macro>) {
        let stop = self.stop.clone();
        let all = all.flat_map(|m| accelerate::choices(&stop, m, MAX_CHOICES));
        let mut order: Vec<Macro> = all.collect();
        order.sort_by_cached_key(|m| promise(self.system, m));
        for m in order {
            if self.seen.insert(question(&m)) {
                self.consider(&m);
            }
        }
    }

    /// Loops as single steps, each by itself.
    fn accelerated(&mut self, own: &[Macro]) -> Simple {
        let mut out = Simple::default();
        for (i, m) in own.iter().enumerate().take(MAX_LOOPS) {
            if m.depth < MAX_DEPTH && !self.tired() {
                let fast = accelerate::accelerate(&self.stop, m, &mut self.fresh, self.pass.rounds);
                out.loops.extend(fast);
                out.rounds_of.resize(out.loops.len(), i);
            }
        }
        out
    }

    /// Loops as single steps, also with others inside, the costliest first.
    fn loops(&mut self, own: &[Macro], simple: Simple) -> Vec<Macro> {
        let Simple {
            loops: mut fast,
            rounds_of,
        } = simple;
        if self.pass.breadth == Breadth::Plain {
            fast.sort_by_cached_key(|m| Reverse(reach(m)));
            return fast;
        }
        // Two loops in turn, where neither goes on alone for long.
        for (i, a) in own.iter().enumerate().take(MAX_PAIRED) {
            for b in own.iter().take(MAX_PAIRED).skip(i + 1) {
                if a.depth.max(b.depth) >= MAX_DEPTH || fast.len() >= MAX_FAST || self.tired() {
                    break;
                }
                if let Some(both) = a.then(&self.stop, b) {
                    fast.extend(accelerate::accelerate(
                        &self.stop,
                        &both,
                        &mut self.fresh,
                        self.pass.rounds,
                    ));
                }
            }
        }
        let mut from = 0;
        while from < fast.len() && fast.len() < MAX_FAST && own.len() > 1 {
            let layer: Vec<Macro> = fast.iter().skip(from).take(8).cloned().collect();
            let of: Vec<Option<usize>> = (from..from + layer.len())
                .map(|i| rounds_of.get(i).copied())
                .collect();
            from = fast.len();
            for (inner, of) in layer.iter().zip(of) {
                for (i, outer) in own.iter().enumerate().take(6) {
                    // Rounds of a loop inside rounds of it are rounds of it.
                    if of == Some(i) {
                        continue;
                    }
                    if inner.depth >= MAX_DEPTH || fast.len() >= MAX_FAST || self.tired() {
                        break;
                    }
                    for both in [outer.then(&self.stop, inner), inner.then(&self.stop, outer)]
                        .into_iter()
                        .flatten()
                    {
                        fast.extend(accelerate::accelerate(
                            &self.stop,
                            &both,
                            &mut self.fresh,
                            self.pass.rounds,
                        ));
                    }
                }
            }
        }
        fast.truncate(MAX_FAST);
        fast.sort_by_cached_key(|m| Reverse(reach(m)));
        fast
    }

    /// Looks for a family for what starts at the start.
    fn consider(&mut self, m: &Macro) {
        let most = potential(m);
        let temps = m.cost.vars().iter().any(|v| v.index() >= m.update.len());
        for fixed in [true, false] {
            if fixed && !temps {
                continue;
            }
            let least = match fixed {
                true => 1,
                false => self.wanted(),
            };
            if least > most {
                return;
            }
            for direction in family::directions(&self.stop, m, fixed) {
                if self.tired() {
                    return;
                }
                let found = family::along(m, &mut self.ask, &direction, least);
                if self.take(m, found) {
                    return;
                }
            }
        }
        if m.guard.iter().all(|a| a.poly.is_linear()) {
            return;
        }
        // Where something is known already, what is easier to ask comes before.
        if self.wanted() <= 1 {
            self.instances_of(m);
        } else if self.later.len() < MAX_LATER {
            self.later.push(m.clone());
        }
    }

    /// Asks for factors and numbers at once where nothing was found otherwise.
    fn instances(&mut self) {
        let mut later = std::mem::take(&mut self.later);
        later.sort_by_cached_key(|m| promise(self.system, m));
        for m in later {
            if self.stop.now() || self.done() {
                return;
            }
            self.instances_of(&m);
        }
    }

    fn instances_of(&mut self, m: &Macro) {
        for degree in (self.wanted()..=potential(m)).rev() {
            if self.stop.now() || self.done() {
                return;
            }
            let found = self.instance(m, degree);
            if self.take(m, found) {
                return;
            }
        }
    }

    fn instance(&mut self, m: &Macro, degree: u32) -> Option<BTreeMap<Var, Poly>> {
        let used = self.hard.get_mut(degree as usize)?;
        if *used >= MAX_HARD || self.most.is_some_and(|d| degree > d) {
            return None;
        }
        *used += 1;
        let before = (self.ask.questions, self.ask.unknown);
        let found = family::instance(m, &mut self.ask, degree, false);
        self.apart.0 += self.ask.questions - before.0;
        self.apart.1 += self.ask.unknown - before.1;
        found
    }

    /// The least degree that is better than what is known.
    fn wanted(&self) -> u32 {
        match self.best.as_ref().map(|b| growth(&b.family)) {
            None => 0,
            Some(Growth::Power(d)) => d.saturating_add(1),
            Some(Growth::Unbounded) => u32::MAX,
        }
    }

    /// Proves what was found and keeps it if it is better.
    fn take(&mut self, m: &Macro, found: Option<BTreeMap<Var, Poly>>) -> bool {
        let lower = found.and_then(|values| {
            // Each second or sixth member, where the others have no whole counts.
            [1, 2, 6].iter().find_map(|k| {
                let sparse = Poly::var(FAMILY).scaled(&Int::from(*k));
                let with = |v: Var| (v == FAMILY).then(|| sparse.clone());
                let values = values.iter().map(|(v, p)| (*v, p.substitute(&with)));
                self.proved(m, &values.collect())
            })
        });
        let Some(lower) = lower else {
            return false;
        };
        let better = (self.best.as_ref()).is_none_or(|b| growth(&b.family) < growth(&lower.family));
        if better {
            self.best = Some(lower);
        }
        better
    }

    /// The family with its proof, after three members were run.
    fn proved(&self, m: &Macro, values: &BTreeMap<Var, Poly>) -> Option<Lower> {
        let n = self.system.dimension();
        let value = |v: Var| values.get(&v).cloned().unwrap_or_default();
        let with = |v: Var| {
            let ours = v.index() < n || macros::is_temporary(v, n);
            ours.then(|| RatPoly::from(&value(v)))
        };
        let start: Vec<Poly> = self.system.vars().map(value).collect();
        let told = m.program.told(&Fuel::new(&self.stop));
        let items = program::put_all(&Fuel::new(&self.stop), &told, &with);
        let (program, cost) = check::check(&self.stop, self.system, &start, &items)?;
        let runs = MEMBERS.iter().find_map(|three| {
            let one = |k: &i64| {
                Some((
                    Int::from(*k),
                    simulate(&self.stop, self.system, &start, &program, *k)?,
                ))
            };
            three.iter().map(one).collect::<Option<Vec<(Int, Int)>>>()
        })?;
        for (k, total) in &runs {
            let told = cost.evaluate(&|v| (v == FAMILY).then(|| k.clone()))?;
            if told != Rat::from_integer(total.clone()) {
                return None;
            }
        }
        let plain = |p: &Poly| p.rename(&|v| if v == FAMILY { Var(0) } else { v });
        let moves = start.iter().any(|p| p.mentions(FAMILY));
        let grows = cost.mentions(FAMILY);
        // No cost at all says nothing.
        if !cost.terms().last().is_some_and(|(_, c)| c.is_positive()) {
            return None;
        }
        let whole = Bound::poly(&plain(&cost.cleared()));
        let shown = match (moves, grows, cost.denominator()) {
            (false, true, _) => Bound::Unbounded,
            (_, _, d) if d == Int::from(1) => whole,
            (_, _, d) => Bound::FloorDiv(Box::new(whole), d),
        };
        Some(Lower {
            family: Family {
                input: start.iter().map(plain).collect(),
                from: Int::default(),
                cost: shown,
                run: runs,
            },
            start,
            cost,
            program,
        })
    }
}

/// Drops what the start does not lead to.
fn reachable(alive: &mut Vec<Macro>) {
    let mut reached: BTreeSet<Option<Loc>> = BTreeSet::from([None]);
    loop {
        let before = reached.len();
        for m in alive.iter() {
            if reached.contains(&m.source) {
                reached.insert(Some(m.target));
            }
        }
        if reached.len() == before {
            break;
        }
    }
    alive.retain(|m| reached.contains(&m.source));
}

/// The cost of a member's run, step by step; `None` where it is too long, its values
/// too large, or a guard does not hold.
fn simulate(stop: &Stop, system: &System, start: &[Poly], program: &[Line], n: i64) -> Option<Int> {
    let mut scope = BTreeMap::from([(FAMILY, Int::from(n))]);
    let values: Option<Vec<Int>> = (start.iter())
        .map(|p| p.evaluate(&|v| scope.get(&v).cloned()))
        .collect();
    let mut member = Member {
        stop,
        system,
        state: State {
            at: system.start,
            values: values?,
        },
        cost: Int::default(),
        steps: 0,
    };
    member.lines(program, &mut scope)?;
    Some(member.cost)
}

struct Member<'a> {
    stop: &'a Stop,
    system: &'a System,
    state: State,
    cost: Int,
    steps: u64,
}

impl Member<'_> {
    fn lines(&mut self, lines: &[Line], scope: &mut BTreeMap<Var, Int>) -> Option<()> {
        for line in lines {
            match line {
                Line::Step {
                    transition,
                    arm,
                    temporaries,
                    ..
                } => {
                    self.steps += 1;
                    let late = self.steps % 64 == 0 && self.stop.now();
                    if self.steps > MAX_STEPS || late {
                        return None;
                    }
                    let temps: Option<Vec<Int>> = (temporaries.iter())
                        .map(|p| p.evaluate(&|v| scope.get(&v).cloned()))
                        .collect();
                    let temps = temps?;
                    let lower = &self.system.transitions.get(*transition)?.cost.lower;
                    let n = self.system.dimension();
                    let value = |v: Var| match self.state.values.get(v.index()) {
                        Some(x) => Some(x.clone()),
                        None => temps.get(v.index().checked_sub(n)?).cloned(),
                    };
                    self.cost += lower.evaluate(&value)?;
                    self.state = run(self.system, &self.state, *transition, *arm, &temps)?;
                    let large = |x: &Int| x.bits() > MAX_BITS;
                    if self.state.values.iter().any(large) {
                        return None;
                    }
                }
                Line::Repeat {
                    counter,
                    count,
                    body,
                    ..
                } => {
                    let count = count.evaluate(&|v| scope.get(&v).cloned())?;
                    let mut k = Int::default();
                    while k < count {
                        scope.insert(*counter, k.clone());
                        self.lines(body, scope)?;
                        k += 1;
                        self.steps += 1;
                        if self.steps > MAX_STEPS {
                            return None;
                        }
                    }
                    scope.remove(counter);
                }
            }
        }
        Some(())
    }
}
