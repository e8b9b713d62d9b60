//! Integer transition systems: do all runs end, and how much do they cost?
//! Floor 5; knows neither programs nor files of programs.
//!
//! A [`system::System`] is plain data, read from a file or built by a caller.
//! [`analyse`] says what it found as an [`outcome::Outcome`]. Answers about
//! termination and upper bounds stay true for a system with fewer runs, so a
//! caller may give one with more runs than its program has; runs that do not
//! end and lower bounds are then to be ignored.

pub mod ask;
pub mod blocks;
pub mod bound;
pub mod cases;
pub mod certificate;
pub mod congruences;
mod counts;
mod equalities;
pub mod explain;
pub mod format;
pub mod invariants;
pub mod linear;
pub mod lower;
pub mod nontermination;
pub mod num;
pub mod options;
pub mod outcome;
mod parts;
pub mod poly;
pub mod refine;
mod scc;
mod side;
pub mod simplify;
pub mod stepwise;
pub mod system;
pub mod termination;
pub mod upper;
pub mod walk;
pub mod work;

use bound::Bound;
use options::Options;
use outcome::{
    Answer, Case, Component, Event, Invariant, Lasso, Outcome, Path, Ranking, TransitionBound,
};
use poly::Poly;
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;
use system::{Malformed, System, TransId};
use termination::{Edge, Ranked, Termination};
use work::{Step, Work};

/// States of runs with numbers, from each entry: before what is dear is proved,
/// and when nothing else was found.
const FEW_STATES: usize = 400;
const MANY_STATES: usize = 4_000;

/// What an analysis found, and what a certificate is made of.
pub struct Analysis {
    /// The findings.
    pub outcome: Outcome,
    /// The proof that every run ends, as far as it was made.
    pub termination: Option<Termination>,
    /// The derivation of the upper bound.
    pub upper: Option<upper::Upper>,
    /// The run of the lower bound; a run that does not end needs none.
    pub lower: Option<lower::Lower>,
    /// The proofs of what holds for some inputs ([`Outcome::parts`]), in order.
    pub parts: Vec<(Termination, Option<upper::Upper>)>,
}

impl Analysis {
    /// Nothing was found.
    pub fn undecided(reason: &str) -> Analysis {
        Analysis {
            outcome: Outcome::undecided(reason),
            termination: None,
            upper: None,
            lower: None,
            parts: Vec::new(),
        }
    }

    /// Whether the run that does not end is told as one of any cost: a lower bound
    /// that has no program is that of this run.
    pub(crate) fn pays(&self) -> bool {
        self.lower.is_none() && !self.outcome.lower.is_empty()
    }

    /// The certificate of what was found; `None` where nothing was.
    pub fn certificate(&self, system: &System) -> Option<String> {
        let mut claims: Vec<String> = Vec::new();
        match (&self.outcome.termination, &self.termination) {
            (Answer::Terminates, Some(t)) => claims.push(certificate::termination_claim(t)),
            (Answer::Diverges, _) => {
                let lasso = self.outcome.nontermination.as_ref()?;
                claims.push(certificate::nontermination_claim(
                    system,
                    lasso,
                    self.pays(),
                )?);
            }
            _ => {}
        }
        if let (Some(t), Some(u)) = (&self.termination, &self.upper) {
            claims.extend(upper::claim(&t.work, u));
        }
        for (part, (t, u)) in self.outcome.parts.iter().zip(&self.parts) {
            if part.ends {
                claims.push(certificate::termination_claim(t));
            }
            claims.extend(u.as_ref().and_then(|u| upper::claim(&t.work, u)));
        }
        if let Some(l) = &self.lower {
            claims.push(lower::claim(system, l)?);
        }
        (!claims.is_empty()).then(|| certificate::together(system, &claims))
    }
}

/// Analyses a system and tells what it finds while it goes.
///
/// # Errors
/// The system is malformed.
pub fn analyse(
    system: &System,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Result<Outcome, Malformed> {
    Ok(analyse_with_proofs(system, options, observer)?.outcome)
}

/// The same, with what certificates are made of.
///
/// # Errors
/// The system is malformed.
pub fn analyse_with_proofs(
    system: &System,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Result<Analysis, Malformed> {
    system.verify()?;
    let before = counts::so_far();
    let mut found = std::thread::scope(|scope| {
        let early = (options.jobs > 1 && options.goals.lower)
            .then(|| side::Costly::start(scope, system, options));
        asked(system, options, observer, early)
    });
    found.outcome.counts = counts::since(before, &options.budget);
    Ok(found)
}

fn asked(
    system: &System,
    options: &Options,
    observer: &mut dyn FnMut(Event),
    early: Option<side::Costly>,
) -> Analysis {
    let mut outcome = Outcome::undecided("nothing was asked");
    let goals = options.goals;
    let mut termination = None;
    let mut upper = None;
    if goals.termination || goals.nontermination || goals.upper || goals.lower {
        let (mut found, lasso, early) = decided(system, options, observer);
        if goals.termination && lasso.is_none() && !found.open.is_empty() {
            found = termination::counted(&found).unwrap_or(found);
        }
        describe(&found, &mut outcome);
        if found.open.is_empty() {
            outcome.termination = Answer::Terminates;
            observer(Event::Terminates);
        } else if let Some(lasso) = lasso {
            outcome.termination = Answer::Diverges;
            observer(Event::Diverges(lasso.clone()));
            outcome.nontermination = Some(lasso);
        } else {
            outcome.termination = unknown(&found, options);
        }
        if goals.upper {
            upper = early.or_else(|| {
                let own = hasty(&found, options);
                let upper = upper::find(&own);
                counts::ended(&own.work.stop);
                upper
            });
            bounded(system, &found, upper.as_ref(), &mut outcome);
            if let Some(case) = outcome.upper.first() {
                observer(Event::Upper(case.clone()));
            }
        }
        termination = Some(found);
    }
    let mut lower = None;
    if goals.lower {
        lower = costly(system, options, &mut outcome, early);
        if let Some(family) = outcome.lower.first() {
            observer(Event::Lower(family.clone()));
        }
    }
    let open = termination.as_ref().filter(|_| goals.upper && goals.lower);
    if let Some((found, better)) = open.and_then(|t| nearer(t, &outcome, options)) {
        outcome.forget_proof();
        describe(&found, &mut outcome);
        bounded(system, &found, Some(&better), &mut outcome);
        if let Some(case) = outcome.upper.first() {
            observer(Event::Upper(case.clone()));
        }
        termination = Some(found);
        upper = Some(better);
    }
    let mut proofs = Vec::new();
    if let Some(t) = termination.as_ref().filter(|_| options.parts) {
        for (part, proof) in parts::find(system, t, &outcome, options) {
            observer(Event::Part(part.clone()));
            outcome.parts.push(part);
            proofs.push(proof);
        }
    }
    Analysis {
        outcome,
        termination,
        upper,
        lower,
        parts: proofs,
    }
}

/// What is proved about termination, and a run that does not end; an upper bound,
/// where that was found on the way.
fn decided(
    system: &System,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> (Termination, Option<Lasso>, Option<upper::Upper>) {
    let mut ranked = |work: &Work, r: &Ranked| observer(Event::Ranked(ranking(work, r)));
    let found = termination::prove(system, options, &mut ranked);
    let open = found.open.len();
    tracing::debug!(open, "ranking functions were looked for");
    if found.open.is_empty() {
        return (found, None, None);
    }
    // Closed forms bound loops that have no measure; where all is bounded there is
    // nothing left to ask.
    if options.goals.upper && !options.goals.termination {
        if let Some(upper) = upper::find(&found) {
            return (found, None, Some(upper));
        }
    }
    let wanted = options.goals.nontermination || options.goals.lower;
    if wanted && options.jobs > 1 {
        let raced = side::race(system, &found, options);
        if raced.proof.is_some() {
            raced
                .rankings
                .into_iter()
                .for_each(|r| observer(Event::Ranked(r)));
        }
        return (raced.proof.unwrap_or(found), raced.lasso, None);
    }
    // What is cheap to find comes before what is dear to prove.
    let mut search = wanted.then(|| nontermination::Search::new(system, &found, options));
    let lasso = (search.as_mut()).and_then(|s| {
        let near = s.fixed_points().or_else(|| s.runs(FEW_STATES));
        near.or_else(|| s.few_trails())
    });
    if lasso.is_some() {
        return (found, lasso, None);
    }
    match termination::refine(&found, options, &mut ranked) {
        Some(proof) => (proof, None, None),
        None => {
            let lasso = (search.as_mut()).and_then(|s| {
                let set = s.closed_sets().or_else(|| s.geometric());
                let set = set.or_else(|| s.branching_sets());
                set.or_else(|| s.trails()).or_else(|| s.runs(MANY_STATES))
            });
            (found, lasso, None)
        }
    }
}

/// Looks for inputs with costly runs. A run that does not end and pays in every
/// round is one.
fn costly(
    system: &System,
    options: &Options,
    outcome: &mut Outcome,
    early: Option<side::Costly>,
) -> Option<lower::Lower> {
    let stop = options.budget.stop();
    let endless = outcome.nontermination.as_ref();
    if let Some(family) = endless.and_then(|l| lower::of_lasso(&stop, system, l)) {
        outcome.lower.push(family);
        if let Some(search) = early {
            search.end();
        }
        return None;
    }
    let most = outcome.upper.first().and_then(|c| c.bound.degree());
    let found = match (early, most) {
        (Some(search), None) => search.found(),
        (search, _) => {
            if let Some(search) = search {
                search.end();
            }
            lower::find(system, options, most)
        }
    }?;
    outcome.lower.push(found.family.clone());
    Some(found)
}

/// An upper bound of the system with its components unfolded, where that grows
/// slower than the one that is known and this one is not met by the lower bound.
fn nearer(
    t: &Termination,
    outcome: &Outcome,
    options: &Options,
) -> Option<(Termination, upper::Upper)> {
    // What is exponential comes after all powers, and nothing after that.
    let degree = |bound: &Bound| bound.degree().unwrap_or(u32::MAX - 1);
    let known = (outcome.upper.first()).map_or(u32::MAX, |case| degree(&case.bound));
    let least = match outcome.lower.first().map(lower::growth) {
        None => 0,
        Some(lower::Growth::Power(d)) => d,
        Some(lower::Growth::Unbounded) => return None,
    };
    let ends = outcome.termination == Answer::Terminates;
    if known <= least || !ends && outcome.upper.is_empty() {
        return None;
    }
    let mut own = t.clone();
    let stop = own.work.stop.clone();
    own.work.stop = share(&stop, options);
    let found = termination::apart(&own, options).filter(|f| !ends || f.open.is_empty());
    let both = found.and_then(|f| Some((upper::find(&f)?, f)));
    counts::ended(&own.work.stop);
    let (upper, mut found) = both?;
    found.work.stop = stop;
    // Of two that grow alike the better one on a grid.
    let better = match outcome.upper.first() {
        Some(case) if degree(&upper.bound) == known => {
            upper::compared(&upper.bound, &case.bound) == Some(std::cmp::Ordering::Less)
        }
        _ => degree(&upper.bound) < known,
    };
    better.then_some((found, upper))
}

/// Puts an upper bound into plain data.
fn bounded(
    system: &System,
    found: &Termination,
    upper: Option<&upper::Upper>,
    outcome: &mut Outcome,
) {
    let Some(upper) = upper else {
        return;
    };
    outcome.upper.push(Case {
        condition: Vec::new(),
        bound: upper.bound.clone(),
    });
    for id in system.transitions.ids() {
        let times = found.work.rules.iter().zip(&upper.counts);
        let times = times.filter(|(r, _)| r.path.contains(&id)).map(|(r, c)| {
            let often = r.path.iter().filter(|p| **p == id).count() as u64;
            Bound::product([Bound::constant(often), c.clone()])
        });
        outcome.transitions.push(TransitionBound {
            transition: id,
            times: Bound::sum(times),
        });
    }
}

/// The same, with half of the time that is left where a lower bound is wanted too.
fn hasty(found: &Termination, options: &Options) -> Termination {
    let mut own = found.clone();
    if options.goals.lower {
        own.work.stop = share(&own.work.stop, options);
    }
    own
}

/// With half of the time that is left.
fn share(stop: &ep_base::Stop, options: &Options) -> ep_base::Stop {
    match options.budget.deadline() {
        None => stop.clone(),
        Some(deadline) => {
            let now = Instant::now();
            stop.sooner(now + deadline.saturating_duration_since(now) / 2)
        }
    }
}

fn unknown(t: &Termination, options: &Options) -> Answer {
    let stopped = |reason: &str| Answer::Unknown {
        reason: reason.into(),
        open: Vec::new(),
    };
    if options.budget.cancel.is_cancelled() {
        return stopped("interrupted");
    }
    if options
        .budget
        .timeout
        .is_some_and(|d| options.budget.start.elapsed() >= d)
    {
        return stopped("the time is over");
    }
    let open: Vec<system::Loc> = (t.open.iter())
        .filter_map(|part| Some(part.first()?.source))
        .collect();
    let names = open.iter().filter_map(|l| t.work.file.locations.get(*l));
    let at: Vec<String> = names.cloned().collect();
    Answer::Unknown {
        reason: format!("no measure was found for the cycles at {}", at.join(", ")),
        open,
    }
}

fn path(work: &Work, e: &Edge) -> Path {
    Path(
        work.rules
            .get(e.rule)
            .map(|r| r.path.clone())
            .unwrap_or_default(),
    )
}

fn ranking(work: &Work, r: &Ranked) -> Ranking {
    let named = |name: &str| work.rules.iter().find(|r| r.name == name);
    ranking_by(work, r, &named)
}

fn ranking_by<'w>(
    work: &'w Work,
    r: &Ranked,
    named: &dyn Fn(&str) -> Option<&'w work::Rule>,
) -> Ranking {
    let path = |name: &String| Path(named(name).map(|r| r.path.clone()).unwrap_or_default());
    let decreasing: Vec<Path> = r.strict.iter().map(|(n, ..)| path(n)).collect();
    let weak = r.weak.iter().map(|(n, ..)| path(n));
    Ranking {
        transitions: decreasing.iter().cloned().chain(weak).collect(),
        measure: (r.measure.iter())
            .map(|(l, m)| (work.place_in_file(*l), m.clone()))
            .collect(),
        decreasing,
    }
}

/// Puts a proof into plain data.
fn describe(t: &Termination, outcome: &mut Outcome) {
    let work = &t.work;
    let mut components: Vec<Component> = Vec::new();
    // A path belongs to one part, and so does a measure.
    let mut part_of: BTreeMap<Path, usize> = BTreeMap::new();
    for part in termination::components(work, &termination::edges(work)) {
        let transitions: Vec<Path> = part.iter().map(|e| path(work, e)).collect();
        for p in &transitions {
            part_of.insert(p.clone(), components.len());
        }
        components.push(Component {
            transitions,
            rankings: Vec::new(),
            open: Vec::new(),
        });
    }
    let names: HashMap<&str, &work::Rule> =
        work.rules.iter().map(|r| (r.name.as_str(), r)).collect();
    for r in &t.rankings {
        let told = ranking_by(work, r, &|name| names.get(name).copied());
        let mut parts = told.transitions.iter().map(|p| part_of.get(p));
        let first = parts.next().flatten().copied();
        let inside = parts.all(|p| p.copied() == first);
        let of = first.filter(|_| inside);
        if let Some(c) = of.and_then(|i| components.get_mut(i)) {
            c.rankings.push(told);
        }
    }
    for e in t.open.iter().flatten() {
        let p = path(work, e);
        let of = part_of.get(&p);
        if let Some(c) = of.and_then(|i| components.get_mut(*i)) {
            c.open.push(p);
        }
    }
    outcome.components = components;
    for d in &t.descents {
        let rule = |name: &String| names.get(name.as_str()).map(|r| Path(r.path.clone()));
        let place =
            |(l, forms): &(system::Loc, Vec<poly::Poly>)| (work.place_in_file(*l), forms.clone());
        outcome.descents.push(outcome::Descent {
            transitions: d.graphs.iter().filter_map(|g| rule(&g.0)).collect(),
            measure: d.measure.iter().map(place).collect(),
        });
    }
    for u in &t.unions {
        let mut measure: BTreeMap<system::Loc, Vec<poly::Poly>> = BTreeMap::new();
        for r in &u.relations {
            let list = measure.entry(work.place_in_file(r.source)).or_default();
            let new = r.falls.iter().map(|f| &f.0);
            let new: Vec<_> = new.filter(|f| !list.contains(f)).cloned().collect();
            list.extend(new);
        }
        let rule = |name: &String| names.get(name.as_str()).map(|r| Path(r.path.clone()));
        outcome.unions.push(outcome::Descent {
            transitions: u.edges.iter().filter_map(|e| rule(&e.0)).collect(),
            measure: measure.into_iter().collect(),
        });
    }
    let by_position = |i: usize| work.rules.get(i).map(|r| Path(r.path.clone()));
    for l in &t.ended {
        let terms = |form: &upper::Sum| {
            let all = form.terms().map(|(b, d, p)| (b.clone(), d, p.clone()));
            all.collect::<outcome::Terms>()
        };
        let forms = l.forms.iter().map(|(v, f)| (Poly::var(*v), terms(f)));
        let own = l.sums(work).map(|(p, f)| (p.clone(), terms(f)));
        outcome.ended.push(outcome::Ended {
            location: work.place_in_file(l.at),
            transitions: l.rules().filter_map(by_position).collect(),
            forms: forms.chain(own).collect(),
        });
    }
    for (rule, bound) in t.counted.iter().flat_map(upper::Counted::bounds) {
        if let Some(p) = by_position(rule) {
            outcome.counted.push((p, bound.clone()));
        }
    }
    for step in &work.steps {
        // What holds at a copy need not hold at the location of the file.
        if let Step::Unfold { .. } = step {
            break;
        }
        match step {
            Step::Invariants(list) => outcome.invariants.extend(list.iter().map(|i| Invariant {
                location: i.location,
                atoms: i.atoms.clone(),
            })),
            Step::Congruences(c) => outcome.congruences.extend(c.told()),
            _ => {}
        }
    }
    let mut alive: Vec<TransId> = work
        .rules
        .iter()
        .flat_map(|r| r.path.iter().copied())
        .collect();
    alive.sort_unstable();
    alive.dedup();
    let all = work.file.transitions.ids();
    outcome.dead = all.filter(|id| alive.binary_search(id).is_err()).collect();
}
