//! What is known of the symbolic variables: a conjunction of linear
//! inequalities over the integers.
//!
//! Idea: facts are kept as one interval per direction (a primitive form), so
//! that parallel facts tighten each other and the case that a refinement has
//! just added is found without a solver. What intervals do not decide, an
//! exact simplex does; its answers are over the rationals, which is sound for
//! entailment, and every contradiction comes with multipliers that are
//! multiplied out again before a state is dropped. Facts that are asked about
//! again and again (an arrival, by each direction of a cut) keep their program,
//! whose basis is then near the next answer: making it is most of the work.
//! A variable that no fact ties to another one adds its own interval and is in
//! no program: cells that were read are mostly such, and a cut asks about each
//! pair of them. Where only the parts of a range outside of a known interval matter, as
//! for all that arrives where states were joined, a side is asked for that may be
//! outside, and no other. Alternative: an SMT solver, whose `unsat` would have to be
//! trusted. Source: document 004, sections 2 and 3. Cost: a linear program where
//! intervals are not enough.

use super::lin::{ceil_div, floor_div, Interval, Lin, Sym};
use ep_smt::linear::{farkas, Constraint, Feasibility, Form, Optimum, Relation, Simplex, Q};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Pivots of one linear program.
const PIVOTS: u64 = 2_000;

/// Questions before facts keep a program of their own.
const FEW: u32 = 2;

/// What was asked of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    pub entailments: u64,
    pub programs: u64,
    pub unknown: u64,
    /// Contradictions whose multipliers did not multiply out: a defect.
    pub refuted_cores: u64,
}

/// A conjunction of linear facts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    map: BTreeMap<Lin, Interval>,
    /// An interval is empty.
    contradiction: bool,
    kept: Kept,
}

/// The program of facts that were asked about more than [`FEW`] times. It is no
/// part of what they say: a copy begins without one.
#[derive(Default)]
struct Kept(RefCell<Asked>);

#[derive(Default)]
struct Asked {
    times: u32,
    program: Option<Box<Program>>,
}

impl Clone for Kept {
    fn clone(&self) -> Kept {
        Kept::default()
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl Eq for Kept {}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("..")
    }
}

impl Facts {
    /// Nothing is known.
    pub fn new() -> Facts {
        Facts::default()
    }

    /// Directions and the interval of each.
    pub fn iter(&self) -> impl Iterator<Item = (&Lin, &Interval)> {
        self.map.iter()
    }

    /// Adds `form` in `within`.
    pub fn add(&mut self, form: &Lin, within: &Interval) {
        let Some((direction, factor)) = form.direction() else {
            if !within.contains(form.constant()) {
                self.contradiction = true;
            }
            return;
        };
        // factor * direction + constant in [lo, hi]
        let (mut lo, mut hi) = (
            within.lo.as_ref().map(|l| l - form.constant()),
            within.hi.as_ref().map(|h| h - form.constant()),
        );
        let size = if factor < BigInt::zero() {
            let (l, h) = (lo.map(|l| -l), hi.map(|h| -h));
            lo = h;
            hi = l;
            -factor
        } else {
            factor
        };
        let own = Interval {
            lo: lo.map(|l| ceil_div(&l, &size)),
            hi: hi.map(|h| floor_div(&h, &size)),
        };
        let old = self.map.get(&direction).unwrap_or(&Interval::ALL);
        let new = old.meet(&own);
        if new == Interval::ALL {
            return;
        }
        if new.is_empty() {
            self.contradiction = true;
        }
        if new != *old {
            let asked = self.kept.0.get_mut();
            asked.times = 0;
            if let Some(p) = &mut asked.program {
                for (side, relation) in [(&new.lo, Relation::Ge), (&new.hi, Relation::Le)] {
                    if let Some(bound) = side {
                        p.assert(&direction, bound, relation);
                    }
                }
            }
            self.map.insert(direction, new);
        }
    }

    /// Adds `form >= 0`.
    pub fn at_least_zero(&mut self, form: &Lin) {
        self.add(
            form,
            &Interval {
                lo: Some(BigInt::zero()),
                hi: None,
            },
        );
    }

    /// Adds `form == 0`.
    pub fn equals_zero(&mut self, form: &Lin) {
        self.add(form, &Interval::point(BigInt::zero()));
    }

    #[cfg(test)]
    /// Two facts contradict each other on their face.
    pub fn is_contradiction(&self) -> bool {
        self.contradiction
    }

    /// The range of a form as far as intervals tell; sound, maybe too wide.
    pub fn quick_range(&self, form: &Lin) -> Interval {
        let Some((direction, factor)) = form.direction() else {
            return Interval::point(form.constant().clone());
        };
        let sum = self.apart(form);
        match self.map.get(&direction) {
            Some(known) => sum.meet(&known.scale(&factor, form.constant())),
            None => sum,
        }
    }

    /// The inequalities, one per side of an interval, without those that
    /// follow from the ranges of single variables: a premise less is sound, and
    /// octagons of generalised states are full of them.
    pub fn lean(&self) -> impl Iterator<Item = (&Lin, &BigInt, Relation)> {
        let single = self.single();
        self.map.iter().flat_map(move |(d, own)| {
            let (lo, hi) = sides(&single, d, own);
            let lo = lo.map(|l| (d, l, Relation::Ge));
            lo.into_iter().chain(hi.map(|h| (d, h, Relation::Le)))
        })
    }

    /// Directions with the sides that do not follow from the ranges of single
    /// variables.
    pub fn needed(&self) -> impl Iterator<Item = (&Lin, Interval)> {
        let single = self.single();
        self.map.iter().filter_map(move |(d, own)| {
            let (lo, hi) = match own {
                Interval { lo: a, hi: b } if a == b => (a.as_ref(), b.as_ref()),
                _ => sides(&single, d, own),
            };
            let (lo, hi) = (lo.cloned(), hi.cloned());
            (lo.is_some() || hi.is_some()).then_some((d, Interval { lo, hi }))
        })
    }

    /// The ranges of single variables.
    fn single(&self) -> FxHashMap<Sym, &Interval> {
        let one = self.map.iter().map(|(d, i)| Some((d.as_var()?, i)));
        one.flatten().collect()
    }

    /// The range of a form by the ranges of its variables alone.
    fn apart(&self, form: &Lin) -> Interval {
        let mut sum = Interval::point(form.constant().clone());
        for (v, c) in form.terms() {
            let own = self.map.get(&Lin::var(v)).unwrap_or(&Interval::ALL);
            sum = sum.plus(&own.scale(c, &BigInt::zero()));
        }
        sum
    }

    /// The range of a form over the rationals, rounded to integers.
    pub fn range(&self, form: &Lin, count: &mut Counters) -> Interval {
        let quick = self.quick_range(form);
        if form.as_number().is_some() || quick.is_empty() {
            return quick;
        }
        if matches!((&quick.lo, &quick.hi), (Some(a), Some(b)) if a == b) {
            return quick;
        }
        let found = self.ask(form, &mut |program| {
            let (tied, free) = program.split(form);
            program.range(&tied, count).plus(&self.apart(&free))
        });
        match found {
            Some(found) => quick.meet(&found),
            None => quick,
        }
    }

    /// The range of a form as [`Facts::range`] has it, but for sides that lie within a
    /// known interval, which may be too wide there: its hull with the interval, and
    /// whether it is in it, are the same. A side that the interval does not have is not
    /// asked for.
    pub fn range_beyond(&self, form: &Lin, known: &Interval, count: &mut Counters) -> Interval {
        let quick = self.quick_range(form);
        if form.as_number().is_some() || quick.is_empty() {
            return quick;
        }
        if matches!((&quick.lo, &quick.hi), (Some(a), Some(b)) if a == b) {
            return quick;
        }
        let below = |l: &BigInt| quick.lo.as_ref().is_none_or(|q| q < l);
        let above = |h: &BigInt| quick.hi.as_ref().is_none_or(|q| q > h);
        let wanted = (
            known.lo.as_ref().is_some_and(below),
            known.hi.as_ref().is_some_and(above),
        );
        self.some_sides(form, quick, wanted, count)
    }

    /// The range of a form of which these sides, the lower and the upper one, are asked
    /// for; the others may be too wide.
    pub fn range_on(&self, form: &Lin, wanted: (bool, bool), count: &mut Counters) -> Interval {
        let quick = self.quick_range(form);
        if form.as_number().is_some() || quick.is_empty() {
            return quick;
        }
        self.some_sides(form, quick, wanted, count)
    }

    fn some_sides(
        &self,
        form: &Lin,
        quick: Interval,
        wanted: (bool, bool),
        count: &mut Counters,
    ) -> Interval {
        if wanted == (false, false) {
            return quick;
        }
        if wanted == (true, true) {
            return self.range(form, count);
        }
        let found = self.ask(form, &mut |program| {
            let (tied, free) = program.split(form);
            let rest = self.apart(&free);
            // The sum is bounded on a side where both parts are.
            let asked = match wanted {
                (true, _) if rest.lo.is_some() => program.side(&tied, true, count),
                (_, true) if rest.hi.is_some() => program.side(&tied, false, count),
                _ => Interval::ALL,
            };
            asked.plus(&rest)
        });
        match found {
            Some(found) => quick.meet(&found),
            None => quick,
        }
    }

    /// Whether `form >= 0` follows. `false` is no answer.
    pub fn entails(&self, form: &Lin, count: &mut Counters) -> bool {
        count.entailments += 1;
        let quick = self.quick_range(form);
        if quick.lo.as_ref().is_some_and(|l| *l >= BigInt::zero()) {
            return true;
        }
        if quick.hi.as_ref().is_some_and(|h| *h < BigInt::zero()) {
            return false;
        }
        let least = self.ask(form, &mut |program| {
            let (tied, free) = program.split(form);
            let rest = Q::from_int(&self.apart(&free).lo?);
            Some(program.minimum(&tied, count)?.plus(&rest))
        });
        least
            .flatten()
            .is_some_and(|q| q.plus(&Q::int(1)).is_positive())
    }

    /// Asks a program that has all facts that are connected with the form;
    /// `None` when there is none: then the form is what its variables are.
    fn ask<T>(&self, form: &Lin, question: &mut dyn FnMut(&mut Program) -> T) -> Option<T> {
        let Ok(mut asked) = self.kept.0.try_borrow_mut() else {
            return Program::of(self, form).as_mut().map(question);
        };
        asked.times += 1;
        if asked.program.is_none() && asked.times > FEW {
            asked.program = Some(Box::new(Program::all(self)));
        }
        match &mut asked.program {
            Some(p) => {
                let known = form.terms().any(|(v, _)| p.tied.contains(&v));
                known.then(|| question(p))
            }
            None => Program::of(self, form).as_mut().map(question),
        }
    }

    /// Whether the facts contradict each other, with a core that was checked.
    /// `false` is no answer.
    pub fn infeasible(&self, count: &mut Counters) -> bool {
        if self.contradiction {
            return true;
        }
        let mut program = match self.kept.0.try_borrow_mut() {
            Ok(mut asked) => asked.program.take(),
            Err(_) => None,
        }
        .unwrap_or_else(|| Box::new(Program::all(self)));
        count.programs += 1;
        let infeasible = match program.simplex.check() {
            Feasibility::Infeasible(core) => program.confirmed(&core, count),
            Feasibility::Unknown => {
                count.unknown += 1;
                false
            }
            Feasibility::Feasible => false,
        };
        if let Ok(mut asked) = self.kept.0.try_borrow_mut() {
            asked.program = Some(program);
        }
        infeasible
    }

    #[cfg(test)]
    /// All variables.
    pub fn variables(&self) -> BTreeSet<Sym> {
        let all = self.map.keys();
        all.flat_map(|d| d.terms().map(|(v, _)| v)).collect()
    }

    #[cfg(test)]
    /// With variables replaced.
    pub fn substitute(&self, with: &dyn Fn(Sym) -> Option<Lin>) -> Facts {
        let mut out = Facts {
            map: BTreeMap::new(),
            contradiction: self.contradiction,
            kept: Kept::default(),
        };
        for (d, i) in &self.map {
            out.add(&d.substitute(with), i);
        }
        out
    }

    /// One line per fact.
    pub fn show(&self, name: &dyn Fn(Sym) -> String) -> Vec<String> {
        let line = |(d, i): (&Lin, &Interval)| {
            let d = d.show(name);
            let limited = super::limits::limited;
            match (&i.lo.as_ref().map(limited), &i.hi.as_ref().map(limited)) {
                (Some(a), Some(b)) if a == b => format!("{d} == {a}"),
                (Some(a), Some(b)) => format!("{a} <= {d} <= {b}"),
                (Some(a), None) => format!("{d} >= {a}"),
                (None, Some(b)) => format!("{d} <= {b}"),
                (None, None) => String::new(),
            }
        };
        self.map.iter().map(line).collect()
    }
}

/// The sides of a direction's interval that say more than the ranges of its
/// variables.
fn sides<'a>(
    single: &FxHashMap<Sym, &Interval>,
    d: &Lin,
    own: &'a Interval,
) -> (Option<&'a BigInt>, Option<&'a BigInt>) {
    if d.as_var().is_some() {
        return (own.lo.as_ref(), own.hi.as_ref());
    }
    let mut apart = Interval::point(d.constant().clone());
    for (v, c) in d.terms() {
        match single.get(&v) {
            Some(i) => apart = apart.plus(&i.scale(c, &BigInt::zero())),
            None => return (own.lo.as_ref(), own.hi.as_ref()),
        }
    }
    let lo = own.lo.as_ref().filter(|l| apart.lo.as_ref() < Some(*l));
    let hi = (own.hi.as_ref()).filter(|h| apart.hi.as_ref().is_none_or(|a| a > h));
    (lo, hi)
}

/// A linear program over the facts.
struct Program {
    simplex: Simplex,
    columns: BTreeMap<Sym, ep_smt::linear::Col>,
    asserted: Vec<Constraint>,
    /// Variables of facts that have several. The others are anything in their
    /// own intervals, whatever these are.
    tied: BTreeSet<Sym>,
    /// What single ones of them are, as far as it was asked.
    single: BTreeMap<Sym, Interval>,
}

impl Program {
    /// The facts that are connected with the form; `None` when there is none.
    fn of(facts: &Facts, form: &Lin) -> Option<Program> {
        let mut reached: BTreeSet<Sym> = form.terms().map(|(v, _)| v).collect();
        let mut left: Vec<(&Lin, &BigInt, Relation)> = facts.lean().collect();
        let mut used: Vec<(&Lin, &BigInt, Relation)> = Vec::new();
        loop {
            let near = |d: &Lin| d.terms().any(|(v, _)| reached.contains(&v));
            let (own, other): (Vec<_>, Vec<_>) = left.into_iter().partition(|(d, ..)| near(d));
            if own.is_empty() {
                break;
            }
            let vars = own.iter().flat_map(|(d, ..)| d.terms());
            reached.extend(vars.map(|(v, _)| v).collect::<Vec<_>>());
            used.extend(own);
            left = other;
        }
        // The order of the facts, so that results repeat whatever is asked.
        used.sort_by_key(|(d, _, r)| (*d, *r == Relation::Le));
        let mut program = Program::empty();
        for (d, b, relation) in used {
            program.assert(d, b, relation);
        }
        (!program.asserted.is_empty()).then_some(program)
    }

    fn all(facts: &Facts) -> Program {
        let mut program = Program::empty();
        for (d, b, relation) in facts.lean() {
            program.assert(d, b, relation);
        }
        program
    }

    fn empty() -> Program {
        let mut simplex = Simplex::new();
        simplex.set_limit(Some(PIVOTS));
        Program {
            simplex,
            columns: BTreeMap::new(),
            asserted: Vec::new(),
            tied: BTreeSet::new(),
            single: BTreeMap::new(),
        }
    }

    /// What is tied of a form, and the rest with its number.
    fn split(&self, form: &Lin) -> (Lin, Lin) {
        let (mut tied, mut free) = (Lin::default(), Lin::number(form.constant().clone()));
        for (v, c) in form.terms() {
            let part = match self.tied.contains(&v) {
                true => &mut tied,
                false => &mut free,
            };
            *part = part.plus_times(&Lin::var(v), c);
        }
        (tied, free)
    }

    /// The range of a form, rounded to integers.
    fn range(&mut self, form: &Lin, count: &mut Counters) -> Interval {
        if let Some(n) = form.as_number() {
            return Interval::point(n.clone());
        }
        let mut terms = form.terms();
        let alone = match (terms.next(), terms.next()) {
            (Some((v, c)), None) => Some((v, c.clone())),
            _ => None,
        };
        if let Some((v, c)) = alone {
            let known = match self.single.get(&v) {
                Some(known) => known.clone(),
                None => {
                    let found = self.both(&Lin::var(v), count);
                    self.single.insert(v, found.clone());
                    found
                }
            };
            return known.scale(&c, form.constant());
        }
        self.both(form, count)
    }

    /// One end, the lower or the upper one, rounded to integers.
    fn side(&mut self, form: &Lin, low: bool, count: &mut Counters) -> Interval {
        if let Some(n) = form.as_number() {
            return Interval::point(n.clone());
        }
        let mut terms = form.terms();
        if terms.next().is_some() && terms.next().is_none() {
            // It is asked about again, with other variables beside it.
            return self.range(form, count);
        }
        match low {
            true => Interval {
                lo: self.minimum(form, count).map(|q| q.ceil().numer()),
                hi: None,
            },
            false => {
                let back = form.times(&-BigInt::one());
                Interval {
                    lo: None,
                    hi: self.minimum(&back, count).map(|q| -(q.ceil().numer())),
                }
            }
        }
    }

    /// Both ends, each by a program.
    fn both(&mut self, form: &Lin, count: &mut Counters) -> Interval {
        let back = form.times(&-BigInt::one());
        Interval {
            lo: self.minimum(form, count).map(|q| q.ceil().numer()),
            hi: self.minimum(&back, count).map(|q| -(q.ceil().numer())),
        }
    }

    fn form(&mut self, f: &Lin) -> Form {
        let mut out = Form::zero().with_constant(Q::from_int(f.constant()));
        for (v, c) in f.terms() {
            let column = match self.columns.get(&v) {
                Some(c) => *c,
                None => {
                    let c = self.simplex.column();
                    self.columns.insert(v, c);
                    c
                }
            };
            out = out.plus_multiple(&Form::of(column), &Q::from_int(c));
        }
        out
    }

    fn assert(&mut self, direction: &Lin, bound: &BigInt, relation: Relation) {
        let form = self.form(&direction.add(&-bound));
        let tag = self.asserted.len() as u32;
        let constraint = Constraint::new(form, relation, tag);
        self.single.clear();
        if direction.as_var().is_none() {
            self.tied.extend(direction.terms().map(|(v, _)| v));
        }
        let _ = self.simplex.assert(&constraint);
        self.asserted.push(constraint);
    }

    /// The least value; `None` when there is none or it is not known. A
    /// contradiction bounds nothing here: [`Facts::infeasible`] is asked for
    /// that.
    fn minimum(&mut self, form: &Lin, count: &mut Counters) -> Option<Q> {
        count.programs += 1;
        let f = self.form(form);
        match self.simplex.minimum(&f) {
            Optimum::Value(b) => {
                // value - form <= 0 must multiply out.
                let claim = f.negated().with_constant(b.value.minus(f.constant()));
                if farkas::implies(&self.asserted, &claim, false, &b.multipliers) {
                    return Some(b.value);
                }
                count.refuted_cores += 1;
                None
            }
            Optimum::Unbounded { .. } => None,
            Optimum::Infeasible(_) => None,
            Optimum::Unknown => {
                count.unknown += 1;
                None
            }
        }
    }

    fn confirmed(&self, core: &farkas::Farkas, count: &mut Counters) -> bool {
        let right = farkas::refutes(&self.asserted, core);
        if !right {
            count.refuted_cores += 1;
        }
        right
    }
}
