//! The invariants of a proof: observed, refuted, widened, proved.
//!
//! Idea: a proof by unwinding, or by following all paths, has no invariant of its own,
//! and what it knows at a loop is the hull of the states there. That hull is found from
//! below: native runs tell the values of the variables at each place, what all rows have
//! in common is asserted ([`super::hull`]), and `check` looks for a run that breaks one.
//! Its inputs are run natively, which gives more rows, and so on until `check` proves
//! what is left together with the property. So each exported invariant is proved as
//! `validate` does it, whatever the runs had not shown. Then the least set is taken that
//! says something about each place, and proved once more.
//!
//! Source: Ernst et al. (Daikon), Sharma et al., A Data Driven Approach for Algebraic
//! Loop Invariants (ESOP 2013), for the loop of guess and check; Flanagan and Leino
//! (Houdini, FME 2001) for dropping what breaks. Alternative: the engine's states at its
//! loop heads, one question for each bound; values there have no names of the text.
//! Cost: a build and some runs (0.5 s), and one `check` for each round.

use super::answer::Answer;
use super::hull::{self, About, Fact};
use super::inputs;
use super::invariants::{asserting, broken, Asserted};
use super::options::DataModel;
use super::places::InputCall;
use super::portfolio::Portfolio;
use super::program::Program;
use super::property::Property;
use super::replay::{input_sites, Replayer, Site};
use super::spots::{self, Spot};
use super::tokens::{tokens, Kind};
use crate::validate::expression::is_pure;
use crate::validate::macros::with_effects;
use ep_base::outcome::{Bug, Input};
use ep_base::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Inputs of the first runs, and how many runs there are with few of them and
/// with more.
const FEW: usize = 24;
const RUNS: usize = 24;
const LONG_RUNS: usize = 8;
/// How often rows are taken, how often candidates are dropped after that, and the
/// least time that this needs.
const WIDENED: usize = 6;
const ROUNDS: usize = 16;
const LEAST: Duration = Duration::from_secs(1);
/// Refuted guesses about one variable, after which no more are made: each costs a proof.
const STRIKES: usize = 3;
/// Runs that are made again in one round.
const REPLAYED: usize = 10;
/// Candidates of one place, and of all.
const MOST: usize = 48;
const MOST_OF_ALL: usize = 160;
/// Different rows of one place.
const ROWS: usize = 4_000;
/// The greatest constants of the text that are tried.
const CONSTANTS: usize = 24;
/// Facts of one kind that are exported for one place.
const EXPORTED: usize = 4;

/// What was found to hold, with its place.
pub type Proved = Vec<(Spot, String)>;

/// Invariants that `check` proves together with the property; or why none.
///
/// # Errors
/// A scratch file cannot be written (exit 4).
pub fn invariants(
    portfolio: &Portfolio<'_>,
    model: DataModel,
    proof_took: Duration,
) -> Result<Result<Proved, String>, Diagnostic> {
    let mut why = "no invariant of a loop was found".to_string();
    for places in [spots::loops, spots::statements] {
        let spots = places(portfolio.program);
        if spots.is_empty() {
            continue;
        }
        match Search::new(portfolio, (model, proof_took), spots)?.run()? {
            Ok(found) => return Ok(Ok(found)),
            Err(reason) => why = reason,
        }
    }
    Ok(Err(why))
}

/// Which facts are asserted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Level {
    All,
    /// Without products and cases, which cost a proof most.
    Linear,
    /// Values, bounds that were seen, and what the text says.
    Tight,
    /// What the text says, and single values.
    Given,
}

impl Level {
    fn next(self) -> Option<Level> {
        match self {
            Level::All => Some(Level::Linear),
            Level::Linear => Some(Level::Tight),
            Level::Tight => Some(Level::Given),
            Level::Given => None,
        }
    }

    fn has(self, about: Option<&About>) -> bool {
        let least = match about {
            None => Level::Given,
            Some(About::Values(_)) => Level::Given,
            Some(About::Bound { rank: 0, .. }) => Level::Tight,
            Some(
                About::Bound { .. } | About::Congruence(_) | About::Equality | About::Order(..),
            ) => Level::Linear,
            Some(About::Product | About::Under { .. }) => Level::All,
        };
        self <= least
    }
}

/// A candidate; what the text says has no kind.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Candidate {
    spot: usize,
    about: Option<About>,
    text: String,
}

struct Search<'a> {
    portfolio: &'a Portfolio<'a>,
    model: DataModel,
    spots: Vec<Spot>,
    /// The different rows of each place.
    rows: Vec<BTreeSet<Vec<i128>>>,
    refuted: BTreeSet<(usize, String)>,
    /// How often a bound of a variable, or its cases, was refuted: place, variable, side.
    strikes: BTreeMap<(usize, usize, Side), usize>,
    constants: Vec<i128>,
    replayer: Replayer,
    /// The site of the first place.
    first: usize,
    /// Processor time of the proof without invariants.
    proof_took: Duration,
}

impl<'a> Search<'a> {
    fn new(
        portfolio: &'a Portfolio<'a>,
        (model, proof_took): (DataModel, Duration),
        mut spots: Vec<Spot>,
    ) -> Result<Search<'a>, Diagnostic> {
        let program = portfolio.program;
        without_macros(&mut spots, program);
        let mut sites = input_sites(program);
        let first = sites.len();
        sites.extend(spots.iter().map(|s| {
            let words = s.columns.iter().map(|c| match c.pointer {
                true => format!("({} != 0)", c.word),
                false => c.word.clone(),
            });
            let site = Site::Values {
                at: s.at.clone(),
                words: words.collect(),
            };
            (s.file, site)
        }));
        let replayer = Replayer::new(program, Property::UnreachCall, sites, portfolio.scratch)?;
        Ok(Search {
            rows: vec![BTreeSet::new(); spots.len()],
            constants: constants(portfolio),
            refuted: BTreeSet::new(),
            strikes: BTreeMap::new(),
            portfolio,
            model,
            spots,
            replayer,
            first,
            proof_took,
        })
    }

    fn run(mut self) -> Result<Result<Proved, String>, Diagnostic> {
        if self.begin()?.is_err() {
            // What is in scope was read wrongly; what the text says stands.
            self.spots.iter_mut().for_each(|s| s.columns.clear());
        }
        let mut all = self.candidates(Level::All);
        let mut level = Level::All;
        for round in 0..ROUNDS {
            if all.is_empty() {
                return Ok(Err("no invariant of a loop was found".into()));
            }
            if self.portfolio.pool.left() < LEAST || self.portfolio.pool.interrupted() {
                return Ok(Err("no time is left to look for invariants".into()));
            }
            let (answer, bugs) = match self.checked(&all, &format!("candidates{round}"))? {
                Ok(said) => said,
                Err(why) => return Ok(Err(why)),
            };
            if matches!(answer, Answer::Holds { .. }) {
                return self.exported(all).map(Ok);
            }
            let wrong: BTreeSet<usize> = bugs.iter().filter_map(broken).collect();
            tracing::debug!(
                round,
                candidates = all.len(),
                wrong = wrong.len(),
                ?level,
                "invariants"
            );
            if wrong.is_empty() {
                match level.next() {
                    Some(next) => level = next,
                    None => break,
                }
            }
            for c in wrong.iter().filter_map(|k| all.get(*k)) {
                self.refuted.insert((c.spot, c.text.clone()));
                if let Some((of, side)) = c.about.as_ref().and_then(of_variable) {
                    *self.strikes.entry((c.spot, of, side)).or_default() += 1;
                }
            }
            for bug in bugs.iter().filter(|b| broken(b).is_some()).take(REPLAYED) {
                // A run that is not made again shows nothing.
                let _ = self.observe(&bug.inputs);
            }
            let mut next = self.candidates(level);
            if round >= WIDENED {
                // From here on the set only shrinks, so it comes to an end.
                let stood =
                    |n: &Candidate| all.iter().any(|c| c.spot == n.spot && c.text == n.text);
                next.retain(stood);
            }
            all = next;
        }
        Ok(Err(
            "the invariants of the proof are not known in the text's words".into(),
        ))
    }

    /// What `check` says of the program with these.
    #[allow(clippy::type_complexity)]
    fn checked(
        &self,
        all: &[Candidate],
        folder: &str,
    ) -> Result<Result<(Answer, Vec<Bug>), String>, Diagnostic> {
        let program = self.portfolio.program;
        let asked = program.asked(asserted_in(self.portfolio.property))?;
        let asserted: Vec<Asserted> = all
            .iter()
            .map(|c| Asserted {
                file: self.spots[c.spot].file,
                at: self.spots[c.spot].at.clone(),
                expression: c.text.clone(),
            })
            .collect();
        let folder = self.portfolio.scratch.join(folder);
        let with = asserting(program, &asked, &asserted, &folder)?;
        // One set that is hard to prove leaves time for smaller ones.
        let share = self.portfolio.pool.left() / 3;
        let share = share.max(self.proof_took * 3).max(LEAST);
        Ok(
            match (self.portfolio).check_within(Property::UnreachCall, with, share) {
                Ok(said) => Ok((said.answer, said.bugs)),
                Err(_) => Err("the program with invariants does not compile".into()),
            },
        )
    }

    /// The first runs.
    fn begin(&mut self) -> Result<Result<(), String>, Diagnostic> {
        let constants = self.constants.clone();
        // The sites of the run before: the next one most often reads the same.
        let mut before: Vec<usize> = Vec::new();
        for seed in 0..RUNS {
            let mut inputs: Vec<Input> = Vec::new();
            let mut sites: Vec<usize> = Vec::new();
            let mut next = before.clone();
            for _ in 0..2 * FEW {
                for site in next {
                    let Site::Input(call) = &self.replayer.sites[site].1 else {
                        break;
                    };
                    match some_input(call, self.model, seed, inputs.len() + 1, &constants) {
                        Ok(one) => inputs.push(one),
                        Err(_) => break,
                    }
                    sites.push(site);
                }
                let calls = match self.observe(&inputs) {
                    Ok(calls) => calls,
                    Err(why) => return Ok(Err(why)),
                };
                let same = calls.iter().zip(&sites).take_while(|(a, b)| a == b).count();
                inputs.truncate(same);
                sites.truncate(same);
                match calls.get(same).filter(|_| same < FEW) {
                    Some(site) => next = vec![*site],
                    None => break,
                }
            }
            before = sites;
            let enough = before.len() > 2 && seed + 1 >= LONG_RUNS;
            if before.is_empty() || enough {
                break;
            }
        }
        Ok(Ok(()))
    }

    /// Takes the rows of a run; the sites of its inputs.
    fn observe(&mut self, inputs: &[Input]) -> Result<Vec<usize>, String> {
        let run = self.replayer.run(inputs).map_err(|e| e.message)?;
        for (site, row) in run.rows {
            let Some(k) = site.checked_sub(self.first) else {
                continue;
            };
            let Some(columns) = self.spots.get(k).map(|s| &s.columns) else {
                continue;
            };
            if columns.len() == row.len() && self.rows[k].len() < ROWS {
                let value = |(c, v): (&hull::Column, &u64)| match c.greatest > i128::from(i64::MAX)
                {
                    true => i128::from(*v),
                    false => i128::from(*v as i64),
                };
                self.rows[k].insert(columns.iter().zip(&row).map(value).collect());
            }
        }
        let sites = run.events.iter().map(|e| e.site);
        Ok(sites.filter(|s| *s < self.first).collect())
    }

    /// What may hold, the most telling first.
    fn candidates(&self, level: Level) -> Vec<Candidate> {
        let mut out = Vec::new();
        for (spot, s) in self.spots.iter().enumerate() {
            let rows: Vec<Vec<i128>> = match s.columns.is_empty() {
                true => vec![],
                false => self.rows[spot].iter().cloned().collect(),
            };
            let mut facts: Vec<Fact> = hull::facts(&s.columns, &rows, &self.constants);
            facts.sort_by_key(|f| rank(&f.about));
            let given = s.given.iter().map(|g| (None, g.clone()));
            let found = facts.into_iter().map(|f| (Some(f.about), f.text));
            let mut of_spot: Vec<Candidate> = Vec::new();
            for (about, text) in given.chain(found) {
                let known = of_spot.iter().any(|c| c.text == text);
                let struck = about
                    .as_ref()
                    .and_then(of_variable)
                    .is_some_and(|(of, above)| {
                        self.strikes.get(&(spot, of, above)) >= Some(&STRIKES)
                    });
                let refuted = struck || self.refuted.contains(&(spot, text.clone()));
                if level.has(about.as_ref()) && !known && !refuted && of_spot.len() < MOST {
                    of_spot.push(Candidate { spot, about, text });
                }
            }
            out.extend(of_spot);
        }
        if out.len() > MOST_OF_ALL {
            let each = MOST_OF_ALL / self.spots.len().max(1);
            let mut taken = vec![0usize; self.spots.len()];
            out.retain(|c| {
                taken[c.spot] += 1;
                taken[c.spot] <= each.max(2)
            });
        }
        out
    }

    /// The least set that says something about each place, if it is proved as well.
    fn exported(self, all: Vec<Candidate>) -> Result<Proved, Diagnostic> {
        let least = least(&all, self.spots.len());
        let kept = if least.len() < all.len() && self.portfolio.pool.left() >= LEAST {
            match self.checked(&least, "least")? {
                Ok((Answer::Holds { .. }, _)) => least,
                _ => all,
            }
        } else {
            all
        };
        let with_place = |c: Candidate| (self.spots[c.spot].clone(), c.text);
        Ok(kept.into_iter().map(with_place).collect())
    }
}

/// As what the program is asked, with invariants: an error of its own is none of
/// `no-overflow`.
pub fn asserted_in(property: Property) -> Property {
    match property {
        Property::NoOverflow => Property::NoOverflow,
        _ => Property::UnreachCall,
    }
}

/// Takes away what a macro makes more than an expression of.
fn without_macros(spots: &mut [Spot], program: &Program) {
    for s in spots.iter_mut() {
        s.given.retain(|g| is_pure(g));
    }
    loop {
        let given = spots.iter().flat_map(|s| s.given.iter().cloned());
        let words = spots
            .iter()
            .flat_map(|s| s.columns.iter().map(|c| c.word.clone()));
        let all: Vec<String> = given.chain(words).collect();
        let Some(name) = with_effects(program, &all.join(" ")) else {
            return;
        };
        let free = |text: &str| tokens(text).iter().all(|t| t.text != name);
        let before = all.len();
        for s in spots.iter_mut() {
            s.given.retain(|g| free(g));
            s.columns.retain(|c| free(&c.word));
        }
        let after: usize = spots.iter().map(|s| s.given.len() + s.columns.len()).sum();
        if after == before {
            // A name inside of a macro's text.
            spots.iter_mut().for_each(|s| s.given.clear());
            spots.iter_mut().for_each(|s| s.columns.clear());
        }
    }
}

/// What of a variable a fact bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Below,
    Above,
    Cases,
}

/// The variable whose values a fact bounds by what was seen. Constants of the text are
/// few, each of which is refuted once.
fn of_variable(about: &About) -> Option<(usize, Side)> {
    match about {
        About::Bound { of, above, rank: 0 } => match above {
            true => Some((*of, Side::Above)),
            false => Some((*of, Side::Below)),
        },
        About::Under { of, .. } => Some((*of, Side::Cases)),
        _ => None,
    }
}

/// The order in which candidates are taken.
fn rank(about: &About) -> usize {
    match about {
        About::Values(_) => 0,
        About::Bound { rank: 0, .. } => 1,
        About::Equality => 2,
        About::Congruence(_) => 3,
        About::Bound { rank, .. } => 3 + rank,
        About::Order(..) => 5,
        About::Product => 6,
        About::Under { .. } => 7,
    }
}

/// Of proved candidates those that the others do not say.
fn least(all: &[Candidate], spots: usize) -> Vec<Candidate> {
    let mut out = Vec::new();
    for spot in 0..spots {
        let here: Vec<&Candidate> = all.iter().filter(|c| c.spot == spot).collect();
        let told = |k: usize| here.iter().any(|c| c.about == Some(About::Values(k)));
        let tightest = |of: usize, above: bool| {
            let ranks = here.iter().filter_map(|c| match c.about {
                Some(About::Bound {
                    of: o,
                    above: a,
                    rank,
                }) if o == of && a == above => Some(rank),
                _ => None,
            });
            ranks.min()
        };
        let mut taken = [0usize; 8];
        for c in here.iter().copied() {
            let says = match &c.about {
                None | Some(About::Values(_)) => true,
                Some(About::Bound { of, above, rank }) => {
                    !told(*of) && tightest(*of, *above) == Some(*rank)
                }
                Some(About::Congruence(k)) => !told(*k),
                Some(other) => {
                    let n = rank(other);
                    taken[n] += 1;
                    taken[n] <= EXPORTED
                }
            };
            if says {
                out.push(c.clone());
            }
        }
    }
    out
}

/// An input of the first runs: small numbers, those of the text, the ends of the type.
fn some_input(
    call: &InputCall,
    model: DataModel,
    seed: usize,
    asked: usize,
    constants: &[i128],
) -> Result<Input, String> {
    let of_text = |k: usize| constants.get(k % constants.len().max(1)).copied();
    let value = match seed {
        0 => 0,
        1 => 1,
        2 => (asked as i128 * 3) % 7,
        3 => of_text(asked).unwrap_or(2),
        4 => -(asked as i128),
        5 => of_text(asked * 7 + 3).unwrap_or(40) - 1,
        // The ends of `short`, where they are values of the type.
        6 => (1 << 15) - 1,
        7 => -(1 << 15),
        _ if seed % 2 == 0 => of_text(seed * 5 + asked * 3).unwrap_or(9),
        _ => (seed * 7 + asked * 11) as i128 % 29,
    };
    inputs::input(&call.function, &value.to_string(), model)
        .or_else(|_| inputs::input(&call.function, &(asked % 2).to_string(), model))
}

/// The whole numbers of the text, with their negation.
fn constants(portfolio: &Portfolio<'_>) -> Vec<i128> {
    let mut out: BTreeSet<i128> = [0].into();
    for s in &portfolio.program.sources {
        for t in tokens(&s.text).iter().filter(|t| t.kind == Kind::Number) {
            let plain = t.text.trim_end_matches(['u', 'U', 'l', 'L']);
            let hex = plain.strip_prefix("0x").or(plain.strip_prefix("0X"));
            let value = match hex {
                Some(digits) => i128::from_str_radix(digits, 16),
                None => plain.parse(),
            };
            if let Ok(n) = value {
                if n < 1 << 64 && out.len() < CONSTANTS {
                    out.insert(n);
                    out.insert(-n);
                }
            }
        }
    }
    out.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(about: Option<About>, text: &str) -> Candidate {
        Candidate {
            spot: 0,
            about,
            text: text.into(),
        }
    }

    #[test]
    fn the_least_set_has_the_tightest_bounds() {
        let bound = |above, rank| Some(About::Bound { of: 0, above, rank });
        let all = [
            candidate(None, "x > 0"),
            candidate(bound(true, 2), "x <= 9"),
            candidate(bound(true, 1), "x <= 8"),
            candidate(bound(false, 0), "x >= 1"),
            candidate(Some(About::Values(1)), "y == 3"),
            candidate(Some(About::Congruence(1)), "y % 3 == 0"),
        ];
        let kept: Vec<String> = least(&all, 1).into_iter().map(|c| c.text).collect();
        assert_eq!(kept, ["x > 0", "x <= 8", "x >= 1", "y == 3"]);
    }

    #[test]
    fn levels_are_nested() {
        let mut level = Some(Level::All);
        let mut held = 9;
        let kinds = [
            None,
            Some(About::Values(0)),
            Some(About::Bound {
                of: 0,
                above: true,
                rank: 0,
            }),
            Some(About::Equality),
            Some(About::Under { of: 0, on: 1 }),
        ];
        while let Some(l) = level {
            let n = kinds.iter().filter(|k| l.has(k.as_ref())).count();
            assert!(n < held && l.has(None));
            (held, level) = (n, l.next());
        }
    }
}
