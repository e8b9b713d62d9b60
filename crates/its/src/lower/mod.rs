//! Lower bounds of the greatest cost: a family of inputs with a run for each
//! member, whose cost is known.
//!
//! Idea: loops become single steps ([`accelerate`]), locations are eliminated by
//! composing what leads to them with what leaves them, and what starts at the
//! start is asked for inputs that let it be taken at a growing cost
//! ([`family`]). Whatever is found is a program of steps and repetitions; it is
//! proved line by line ([`check`]) and run for three members before it is told,
//! so no step of the search has to be believed. Everything speaks of the system
//! of the file. Source: Frohn, Naaf, Brockschmidt and Giesl, "Inferring lower
//! runtime bounds for integer programs", TOPLAS 2020; Frohn and Giesl, "Proving
//! non-termination and lower runtime bounds with LoAT", IJCAR 2022.
//! Alternatives: transformation into one path after the other by a search that
//! learns (Frohn and Giesl, CADE 2023), which copes with more paths. Cost: the
//! compositions are limited per location; a few solver questions for each.

mod accelerate;
pub mod check;
mod family;
pub mod macros;
pub mod ratpoly;
mod write;

use crate::ask::Ask;
use crate::bound::Bound;
use crate::nontermination;
use crate::num::{Int, Rat};
use crate::options::Options;
use crate::outcome::{Family, Lasso, Round};
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, System};
use crate::walk::{run, State};
use check::Line;
use ep_base::entity::EntityId;
use ep_base::Stop;
use macros::{Macro, FAMILY};
use num_traits::Signed;
use ratpoly::{Fuel, RatPoly};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

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
const MAX_DEPTH: u32 = 3;
/// What leads to a location, with loops there.
const MAX_VARIANTS: usize = 60;
/// Runs that are cut short, of each way to a location.
const MAX_SHORT: usize = 4;
/// What is kept between two locations.
const MAX_PARALLEL: usize = 10;
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

struct Search<'a> {
    system: &'a System,
    ask: Ask,
    stop: Stop,
    fresh: u32,
    /// The power that nothing grows faster than; the greatest number where none
    /// is known, or none yet.
    most: Arc<AtomicU32>,
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
}

/// Looks for a family of inputs whose cost grows as fast as can be found.
/// Nothing that grows faster than `most` is looked for: an upper bound's degree.
pub fn find(system: &System, options: &Options, most: Option<u32>) -> Option<Lower> {
    let most = AtomicU32::new(most.unwrap_or(u32::MAX));
    find_below(system, options, Arc::new(most))
}

/// The same, where the power may become known while it is looked for: then it
/// ends sooner with the same answer, as no family grows faster.
pub(crate) fn find_below(
    system: &System,
    options: &Options,
    most: Arc<AtomicU32>,
) -> Option<Lower> {
    if !pays(system) || options.budget.stop().now() {
        return None;
    }
    let mut search = Search {
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
    };
    search.eliminate_all();
    search.instances();
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
fn cost_of(system: &System, cycle: &[Round]) -> Option<Poly> {
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
        self.stop.now() || asked > MAX_ASKED || unknown > MAX_UNKNOWN || self.done()
    }

    /// Nothing better can be found.
    fn done(&self) -> bool {
        let best = self.best.as_ref().map(|b| growth(&b.family));
        let most = match self.most.load(Ordering::Relaxed) {
            u32::MAX => Growth::Unbounded,
            d => Growth::Power(d),
        };
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
            let next = sizes.iter().min_by_key(|s| (*s.0 == last, price(s.1)));
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
        let early = self.best.is_none() || self.most.load(Ordering::Relaxed) != u32::MAX;
        let mut ways: Vec<Macro> = Vec::new();
        for into in ins.iter().filter(|m| early && m.source.is_none()) {
            let loops = simple.loops.iter().take(MAX_SIMPLE);
            ways.push(into.clone());
            ways.extend(loops.filter_map(|f| into.then(&self.stop, f)));
        }
        self.consider_all(ways.iter());
        if self.done() {
            return rest;
        }
        let fast = self.loops(&own, simple);
        let mut new: Vec<Macro> = Vec::new();
        for into in &ins {
            let mut variants = vec![into.clone()];
            let slow = own.iter().filter(|_| !outs.is_empty());
            for f in fast.iter().chain(slow.take(MAX_LOOPS)) {
                if variants.len() >= MAX_VARIANTS || self.tired() {
                    break;
                }
                variants.extend(into.then(&self.stop, f));
            }
            // One loop behind another.
            let first: Vec<Macro> = variants.iter().skip(1).take(8).cloned().collect();
            for v in first {
                for f in fast.iter().take(8) {
                    if variants.len() >= MAX_VARIANTS || self.tired() {
                        break;
                    }
                    variants.extend(v.then(&self.stop, f));
                }
            }
            if into.source.is_none() {
                self.consider_all(variants.iter());
            }
            // A run may stop here, and must where nothing leaves.
            if into.source.is_some() {
                let mut short: Vec<&Macro> = variants.iter().collect();
                short.sort_by_key(|m| Reverse(potential(m)));
                new.extend(short.into_iter().take(MAX_SHORT).map(|m| Macro {
                    target: self.cut(),
                    ..m.clone()
                }));
            }
            for out in &outs {
                if self.tired() {
                    return rest;
                }
                new.extend(variants.iter().filter_map(|v| v.then(&self.stop, out)));
            }
        }
        rest.extend(new);
        pruned(rest)
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
                let fast = accelerate::accelerate(&self.stop, m, &mut self.fresh);
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
        // Two loops in turn, where neither goes on alone for long.
        for (i, a) in own.iter().enumerate().take(MAX_PAIRED) {
            for b in own.iter().take(MAX_PAIRED).skip(i + 1) {
                if a.depth.max(b.depth) >= MAX_DEPTH || fast.len() >= MAX_FAST || self.tired() {
                    break;
                }
                if let Some(both) = a.then(&self.stop, b) {
                    fast.extend(accelerate::accelerate(&self.stop, &both, &mut self.fresh));
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
                        fast.extend(accelerate::accelerate(&self.stop, &both, &mut self.fresh));
                    }
                }
            }
        }
        fast.truncate(MAX_FAST);
        fast.sort_by_key(|m| Reverse(potential(m)));
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
        if *used >= MAX_HARD || degree > self.most.load(Ordering::Relaxed) {
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
        let items = macros::put_all(&Fuel::new(&self.stop), &m.items, &with);
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

/// The greatest degree that the cost may have.
fn potential(m: &Macro) -> u32 {
    m.cost.degree()
}

/// What is looked at first: what depends on the input alone, as its growth is no
/// guess, then what may grow fastest with the fewest unknowns.
fn promise(system: &System, m: &Macro) -> (bool, Reverse<u32>, usize) {
    let vars = family::variables(m);
    let open = vars.iter().any(|v| v.index() >= system.dimension());
    (open, Reverse(potential(m)), vars.len())
}

/// What is asked about a macro: how it was put together makes no difference.
fn question(m: &Macro) -> u64 {
    let mut guard: Vec<&Atom> = m.guard.iter().collect();
    guard.sort_unstable();
    let mut hasher = DefaultHasher::new();
    guard.hash(&mut hasher);
    m.cost.hash(&mut hasher);
    hasher.finish()
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

/// Keeps the costliest and the most general between two locations; of these some
/// with each depth, as one round and many rounds lead to different places.
fn pruned(all: Vec<Macro>) -> Vec<Macro> {
    let mut groups: BTreeMap<(Option<Loc>, Loc), Vec<Macro>> = BTreeMap::new();
    for m in all {
        groups.entry((m.source, m.target)).or_default().push(m);
    }
    let mut out = Vec::new();
    for (_, mut list) in groups {
        if list.len() > MAX_PARALLEL {
            list.sort_by_key(|m| (m.depth, m.guard.len()));
            let mut of_depth: BTreeMap<u32, usize> = BTreeMap::new();
            let mut turns: Vec<(usize, Macro)> = Vec::new();
            for m in list {
                let turn = of_depth.entry(m.depth).or_default();
                turns.push((*turn, m));
                *turn += 1;
            }
            turns.sort_by_key(|(turn, m)| (*turn, m.depth));
            list = turns.into_iter().map(|(_, m)| m).collect();
            let mut rest = list.split_off(MAX_PARALLEL / 2);
            rest.sort_by_key(|m| (Reverse(potential(m)), m.guard.len()));
            rest.truncate(MAX_PARALLEL - MAX_PARALLEL / 2);
            list.extend(rest);
        }
        out.extend(list);
    }
    out
}

/// The cost of a member's run, step by step; `None` where it is too long or a
/// guard does not hold.
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
