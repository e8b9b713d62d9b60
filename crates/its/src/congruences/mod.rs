//! Affine congruences that hold at locations (`x` is even, `x - y` is 1 more than
//! a multiple of 3), and what guards say then.
//!
//! Idea: what is reached at a location lies in a point plus the *integer*
//! multiples of some vectors; an edge cuts this with the equations of its guard,
//! over the integers, and maps it, and where edges meet vectors are added. A guard
//! `p >= 0` whose `p` is then always r more than a multiple of m says `p >= r`,
//! and an equation that has no integer solution is never true. An edge whose guard
//! contradicts what it says then is not walked: a counter in steps of three that
//! is below 255 does not wrap around, so it stays a multiple of three. So the provers see
//! nothing new but tighter guards, from which linear programs follow as ever.
//! In the certificate a location has an equation for each variable with an integer
//! `k` that exists (`x = 2*k`), each way there says which integer it is, and behind
//! the guards that follow the integers are left out again.
//! Source: Granger, "Static analysis of linear congruence equalities among
//! variables of a program", TAPSOFT 1991. Alternatives: counters as ghost
//! variables, so that Karr's equations hold with them, which needs a guess of the
//! modulus and what counts; congruences of one variable, which `x - y` is none of.
//! What must never happen: a multiple that is no integer; each is written down as
//! a polynomial with integer coefficients, and nothing is divided but in the last
//! step of a proof, which rounds.
//! Cost: cubic in the variables per edge and change, so larger systems are left
//! alone; a lattice grows as often as an index has prime factors.

mod lattice;
pub(crate) mod write;

use crate::linear::{Facts, Proof};
use crate::num::Int;
use crate::outcome::Congruence;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel, Transition};
use crate::work::{Rule, Work};
use ep_base::entity::EntityId;
use ep_base::Stop;
use lattice::{add, Lattice, Tight, View};
use num_integer::Integer;
use num_traits::One;
use std::collections::BTreeSet;

/// Variables with which this is done.
const MAX_VARIABLES: usize = 16;
/// Rules with which this is done.
const MAX_RULES: usize = 120;
/// Columns of a rule: its variables, temporaries and products.
const MAX_COLUMNS: usize = 48;
/// Edges that are walked in all.
const MAX_WALKS: u64 = 20_000;
/// Bits over which a number is not followed.
const MAX_BITS: u64 = 256;

/// What is put into guards, with what it rests on.
#[derive(Clone, Debug)]
pub struct Congruences {
    /// What the integers are called that exist, at whichever location.
    pub names: Vec<String>,
    /// Locations with what holds there.
    pub at: Vec<Holding>,
    /// For each arm that leads to one of them.
    pub kept: Vec<Kept>,
    /// For each rule that leaves one of them or has a tighter guard.
    pub tighter: Vec<Tighter>,
}

impl Congruences {
    /// What holds, as plain data.
    pub(crate) fn told(&self) -> impl Iterator<Item = Congruence> + '_ {
        self.at.iter().map(|h| Congruence {
            location: h.location,
            integers: self.names.iter().take(h.integers).cloned().collect(),
            atoms: h.atoms.clone(),
        })
    }
}

/// Equations over the variables and integers that exist: the i-th integer is
/// the i-th variable behind those of the system.
#[derive(Clone, Debug)]
pub struct Holding {
    /// The location.
    pub location: Loc,
    /// How many integers.
    pub integers: usize,
    /// All of these.
    pub atoms: Vec<Atom>,
}

/// Why an arm keeps what holds at its target.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The rule.
    pub rule: String,
    /// Its arm.
    pub arm: usize,
    /// Those of the rule; behind them are the integers at the source.
    pub temporaries: Vec<String>,
    /// How many atoms hold at the source; they are the first premises, the guard
    /// follows.
    pub premises: usize,
    /// How many premises there are.
    pub count: usize,
    /// Why.
    pub leads: Leads,
}

/// Where an arm leads.
#[derive(Clone, Debug)]
pub enum Leads {
    /// The integers there, and a proof for each atom.
    To(Vec<Poly>, Vec<Proof>),
    /// It is never taken.
    Never(Cut),
}

/// A relation that follows by lemmas: each is one more premise for what is behind it.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The lemmas, each with why it holds.
    pub lemmas: Vec<(Atom, Proof)>,
    /// Why the relation follows.
    pub then: Proof,
}

/// Why a rule is never taken.
enum Never {
    /// A multiple would have to be this fraction.
    Fraction(Poly, Int, Int),
    /// What its guard says over the integers contradicts it: each relation behind
    /// the lemma that it follows from.
    Tight(Vec<Tight>),
}

/// A rule with more in its guard.
#[derive(Clone, Debug)]
pub struct Tighter {
    /// The rule.
    pub rule: String,
    /// With the integers as temporaries and the atoms of its source at the end of
    /// its guard.
    pub with: Box<Transition>,
    /// How many atoms it had before.
    pub own: usize,
    /// What it gets.
    pub new: Vec<(Atom, Cut)>,
}

fn with_lemmas(
    stop: &Stop,
    premises: &[Atom],
    lemmas: impl IntoIterator<Item = Atom>,
    goal: &Atom,
) -> Option<Cut> {
    let mut facts = Facts::new(stop, premises);
    let mut proved = Vec::new();
    for lemma in lemmas {
        let why = facts.prove(&lemma)?;
        facts.add(&lemma);
        proved.push((lemma, why));
    }
    let then = facts.prove(goal)?;
    Some(Cut {
        lemmas: proved,
        then,
    })
}

/// `false` from a multiple that is no integer, or from what a guard says over the
/// integers.
fn contradiction(stop: &Stop, premises: &[Atom], never: Never) -> Option<Cut> {
    let lemmas = match never {
        Never::Fraction(y, ..) if y.is_zero() => Vec::new(),
        Never::Fraction(y, value, by) => {
            vec![Atom::ge0(y.minus(&Poly::constant(value.div_ceil(&by))))]
        }
        Never::Tight(list) => list.into_iter().flat_map(|t| [t.lemma, t.says]).collect(),
    };
    with_lemmas(stop, premises, lemmas, &Atom::ge0(Poly::from(-1)))
}

/// Why a guard contradicts what holds before it together with what its inequalities
/// say more.
fn contradicted(stop: &Stop, source: &Lattice, view: &View, r: &Rule, n: usize) -> Option<Never> {
    let t = &r.transition;
    let inequalities = t.guard.iter().filter(|a| a.rel == Rel::Ge);
    let tight: Vec<Tight> = inequalities.filter_map(|a| view.tighter(&a.poly)).collect();
    let known = source.atoms(n + t.temporaries.len());
    if tight.is_empty() && known.is_empty() {
        return None;
    }
    let says = tight.iter().map(|t| &t.says);
    let mut facts = Facts::new(stop, known.iter().chain(&t.guard).chain(says));
    facts.contradiction()?;
    Some(Never::Tight(tight))
}

/// What is reached at each location; `None` beyond the limits.
fn lattices(work: &Work) -> Option<Vec<Option<Lattice>>> {
    let (count, n) = (work.file.locations.len(), work.dimension());
    if n > MAX_VARIABLES || work.rules.len() > MAX_RULES {
        return None;
    }
    let mut found: Vec<Option<Lattice>> = vec![None; count];
    let start = work.file.start.index();
    *found.get_mut(start)? = Some(Lattice::all(n));
    let mut waiting = BTreeSet::from([start]);
    let mut walks = 0;
    while let Some(l) = waiting.pop_first() {
        let here = found.get(l).cloned().flatten()?;
        for r in (work.rules.iter()).filter(|r| r.transition.source.index() == l) {
            walks += 1;
            if walks > MAX_WALKS || work.stop.now() {
                return None;
            }
            let view = View::behind(&here, r, n)?;
            if view.never.is_some() || contradicted(&work.stop, &here, &view, r, n).is_some() {
                continue;
            }
            for (k, arm) in r.transition.arms.iter().enumerate() {
                let (point, images) = view.mapped(r, k)?;
                let slot = found.get_mut(arm.target.index())?;
                let grew = match slot {
                    Some(old) => old.join(point, images),
                    None => {
                        *slot = Some(Lattice::of(point, images));
                        true
                    }
                };
                if slot.as_ref().is_some_and(Lattice::is_large) {
                    return None;
                }
                if grew {
                    waiting.insert(arm.target.index());
                }
            }
        }
    }
    Some(found)
}

struct Search<'a> {
    work: &'a Work,
    lattices: Vec<Option<Lattice>>,
    names: Vec<String>,
    n: usize,
}

/// Tighter guards, with proofs; `None` where there are none.
pub fn find(work: &Work) -> Option<Congruences> {
    let lattices = lattices(work)?;
    let n = work.dimension();
    let most = lattices.iter().flatten().map(|l| l.multiples(n).1).max()?;
    let mut search = Search {
        work,
        lattices,
        names: names(work, most),
        n,
    };
    let sources: BTreeSet<usize> = (work.rules.iter())
        .filter(|r| search.says_more(r))
        .map(|r| r.transition.source.index())
        .collect();
    if sources.is_empty() {
        return None;
    }
    search.leave_out(sources);
    search.proved()
}

/// Names that nothing has.
fn names(work: &Work, count: usize) -> Vec<String> {
    let mut prefix = "k".to_string();
    let temps = work.rules.iter().flat_map(|r| &r.transition.temporaries);
    let taken: Vec<&String> = work.file.variables.iter().chain(temps).collect();
    while taken.iter().any(|n| n.starts_with(&prefix)) {
        prefix.push('\'');
    }
    (1..=count).map(|i| format!("{prefix}{i}")).collect()
}

impl Search<'_> {
    fn lattice(&self, l: Loc) -> Option<&Lattice> {
        self.lattices.get(l.index())?.as_ref()
    }

    fn says_more(&self, r: &Rule) -> bool {
        if self.lattice(r.transition.source).is_none() {
            return false;
        }
        match self.view(r) {
            Some(Ok(view)) => {
                let guard = &r.transition.guard;
                let news = |p: &Poly| view.tighter(p).is_some_and(|t| !guard.contains(&t.says));
                (guard.iter()).any(|a| a.rel == Rel::Ge && news(&a.poly))
            }
            Some(Err(_)) => true,
            None => false,
        }
    }

    /// Nothing is said of locations from which no way leads to these.
    fn leave_out(&mut self, mut needed: BTreeSet<usize>) {
        loop {
            let before = needed.len();
            for r in &self.work.rules {
                let t = &r.transition;
                if t.arms.iter().any(|a| needed.contains(&a.target.index())) {
                    needed.insert(t.source.index());
                }
            }
            if needed.len() == before {
                break;
            }
        }
        let n = self.n;
        for (l, slot) in self.lattices.iter_mut().enumerate() {
            if slot.is_some() && !needed.contains(&l) {
                *slot = Some(Lattice::all(n));
            }
        }
    }

    /// What holds at a location; `-1 >= 0` where nothing comes.
    fn atoms(&self, l: Loc, fresh: usize) -> Vec<Atom> {
        let nowhere = || vec![Atom::ge0(Poly::from(-1))];
        self.lattice(l).map_or_else(nowhere, |l| l.atoms(fresh))
    }

    /// Whether a rule leads there or leaves it: others were chained or left out.
    fn is_left(&self, l: Loc) -> bool {
        let here =
            |r: &Rule| r.transition.source == l || r.transition.arms.iter().any(|a| a.target == l);
        self.lattice(l).is_some() || self.work.rules.iter().any(here)
    }

    fn integers(&self, l: Loc) -> usize {
        self.lattice(l).map_or(0, |l| l.multiples(self.n).1)
    }

    fn proved(&self) -> Option<Congruences> {
        let mut out = Congruences {
            names: self.names.clone(),
            at: Vec::new(),
            kept: Vec::new(),
            tighter: Vec::new(),
        };
        for i in 0..self.lattices.len() {
            let location = Loc::from_index(i);
            let atoms = self.atoms(location, self.n);
            if !atoms.is_empty() && self.is_left(location) {
                out.at.push(Holding {
                    location,
                    integers: self.integers(location),
                    atoms,
                });
            }
        }
        for r in &self.work.rules {
            if self.work.stop.now() {
                return None;
            }
            for arm in 0..r.transition.arms.len() {
                out.kept.extend(self.kept(r, arm)?);
            }
            out.tighter.extend(self.tighter(r)?);
        }
        out.tighter.iter().any(|t| !t.new.is_empty()).then_some(out)
    }

    /// Why an arm keeps what holds at its target; an empty answer where nothing is
    /// said there.
    fn kept(&self, r: &Rule, arm: usize) -> Option<Option<Kept>> {
        let t = &r.transition;
        let fresh = self.n + t.temporaries.len();
        let target = t.arms.get(arm)?.target;
        let wanted = self.atoms(target, fresh);
        if wanted.is_empty() {
            return Some(None);
        }
        let known = self.atoms(t.source, fresh);
        let premises: Vec<Atom> = known.iter().chain(&t.guard).cloned().collect();
        let leads = match self.view(r)? {
            Err(never) => Leads::Never(contradiction(&self.work.stop, &premises, never)?),
            Ok(view) => self.leads(r, arm, &view, &premises)?,
        };
        Some(Some(Kept {
            rule: r.name.clone(),
            arm,
            temporaries: t.temporaries.clone(),
            premises: known.len(),
            count: premises.len(),
            leads,
        }))
    }

    /// What a rule sees behind its equations, or why it is never taken.
    fn view(&self, r: &Rule) -> Option<Result<View, Never>> {
        let Some(source) = self.lattice(r.transition.source) else {
            return Some(Err(Never::Fraction(Poly::zero(), Int::one(), Int::one())));
        };
        let mut view = View::behind(source, r, self.n)?;
        if let Some((y, value, by)) = view.never.take() {
            return Some(Err(Never::Fraction(y, value, by)));
        }
        let never = contradicted(&self.work.stop, source, &view, r, self.n);
        Some(never.map_or(Ok(view), Err))
    }

    fn leads(&self, r: &Rule, arm: usize, view: &View, premises: &[Atom]) -> Option<Leads> {
        let t = &r.transition;
        let fresh = self.n + t.temporaries.len();
        let arm_of = t.arms.get(arm)?;
        let there = self.lattice(arm_of.target)?;
        let (mut apart, images) = view.mapped(r, arm)?;
        add(&mut apart, &-Int::one(), &there.point);
        let first = there.coordinates(&apart)?.into_iter().map(Poly::constant);
        let mut sums: Vec<Poly> = first.collect();
        for (image, (_, y)) in images.iter().zip(&view.vectors) {
            for (sum, k) in sums.iter_mut().zip(there.coordinates(image)?) {
                sum.add_scaled(y, &k);
            }
        }
        let exists = there.basis.iter().zip(sums);
        let exists = exists.filter(|(b, _)| Lattice::told(b).is_none());
        let integers: Vec<Poly> = exists.map(|(_, p)| p).collect();
        let mut facts = Facts::new(&self.work.stop, premises);
        let mut proofs = Vec::new();
        for a in there.atoms(fresh) {
            let put = |v: Var| match v.index() {
                i if i < self.n => arm_of.update.get(i).cloned(),
                i => integers.get(i.checked_sub(fresh)?).cloned(),
            };
            proofs.push(facts.prove(&a.substitute(&put))?);
        }
        Some(Leads::To(integers, proofs))
    }

    /// The rule with what its guard says more; an empty answer where the rule stays
    /// as it is.
    fn tighter(&self, r: &Rule) -> Option<Option<Tighter>> {
        let t = &r.transition;
        let fresh = self.n + t.temporaries.len();
        let known = self.atoms(t.source, fresh);
        let mut with = t.clone();
        let count = self.integers(t.source);
        with.temporaries
            .extend(self.names.iter().take(count).cloned());
        with.guard.extend(known.iter().cloned());
        let mut new = Vec::new();
        let stop = &self.work.stop;
        match self.view(r)? {
            Err(never) => {
                let cut = contradiction(stop, &with.guard, never)?;
                new.push((Atom::ge0(Poly::from(-1)), cut));
            }
            Ok(view) => {
                for a in t.guard.iter().filter(|a| a.rel == Rel::Ge) {
                    let Some(Tight { says, lemma }) = view.tighter(&a.poly) else {
                        continue;
                    };
                    let there = new.iter().any(|(b, _)| *b == says) || t.guard.contains(&says);
                    if !there {
                        let cut = with_lemmas(stop, &with.guard, [lemma], &says)?;
                        new.push((says, cut));
                    }
                }
            }
        }
        if new.is_empty() && known.is_empty() {
            return Some(None);
        }
        Some(Some(Tighter {
            rule: r.name.clone(),
            own: t.guard.len(),
            with: Box::new(with),
            new,
        }))
    }
}
