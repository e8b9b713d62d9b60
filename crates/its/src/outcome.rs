//! What an analysis found, as plain data.

use crate::bound::Bound;
use crate::lower::ratpoly::RatPoly;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, System, TransId};
use ep_base::entity::EntityId;
use num_traits::Signed;

/// Whether every run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Every run from every input ends.
    Terminates,
    /// Some run from some input does not; [`Outcome::nontermination`] has it.
    Diverges,
    /// Not decided.
    Unknown {
        /// Why, as a sentence without a full stop.
        reason: String,
        /// No measure was found for what these are on, and nothing stopped the search.
        open: Vec<Loc>,
    },
}

/// What holds whenever a location is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The location.
    pub location: Loc,
    /// All of these hold, linear over the variables of the system.
    pub atoms: Vec<Atom>,
}

/// What holds whenever a location is reached, for some integers: x is even there if
/// `x = 2*k` for an integer k.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Congruence {
    /// The location.
    pub location: Loc,
    /// What the integers are called that exist; they come behind the variables of
    /// the system.
    pub integers: Vec<String>,
    /// All of these hold.
    pub atoms: Vec<Atom>,
}

impl Congruence {
    /// What a variable or one of the integers is called.
    pub fn name(&self, s: &System, v: Var) -> String {
        let behind = v.index().checked_sub(s.variables.len());
        let integer = behind.and_then(|i| self.integers.get(i));
        integer.cloned().unwrap_or_else(|| s.name(v))
    }
}

/// Transitions of the given system, one after another: what lies between two
/// locations that carry a measure.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path(pub Vec<TransId>);

/// A measure on part of a system.
///
/// Its steps are paths, since locations that are passed through carry none.
/// Each location has `m` values `f1` to `fm`. A step of [`Ranking::decreasing`]
/// has `f1 - f1' >= 1`, `f(i+1) - f(i+1)' + f(i) >= 1`, and `fm >= 0` before it;
/// `f2` to `fm` may grow on it while the value before is large. The other steps
/// of [`Ranking::transitions`] let none of them grow. So no run inside takes a
/// decreasing step infinitely often. With `m = 1` this is a linear ranking
/// function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// What it speaks of.
    pub transitions: Vec<Path>,
    /// The values per location; integers at integer points. After control-flow
    /// refinement a location stands here once for each of its copies.
    pub measure: Vec<(Loc, Vec<Poly>)>,
    /// What it rules out.
    pub decreasing: Vec<Path>,
}

/// A strongly connected part, and measures that rule out its transitions one
/// after another. It is done when none is left in a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// Its steps.
    pub transitions: Vec<Path>,
    /// In order; each speaks of what those before it left in cycles.
    pub rankings: Vec<Ranking>,
    /// What no measure was found for.
    pub open: Vec<Path>,
}

/// Values that the steps of a part hand on: on each infinite path inside of it
/// one of them would fall for ever, and be at least 0 whenever it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Descent {
    /// Its steps.
    pub transitions: Vec<Path>,
    /// The values per location.
    pub measure: Vec<(Loc, Vec<Poly>)>,
}

/// A sum of terms `c * k^d * b^k`, each as b, d and c.
pub type Terms = Vec<(Int, u32, RatPoly)>;

/// Loops of one location that end whatever the values are when the first of them
/// fires: after k rounds a variable is a sum of `c * k^d * b^k`, and with these
/// values the guard of each fails from some k on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The location.
    pub location: Loc,
    /// The loops.
    pub transitions: Vec<Path>,
    /// The variables that decide, or what the guards compare where these have no
    /// forms, each with its terms: b, d and c over the values before the first round.
    pub forms: Vec<(Poly, Terms)>,
}

/// A step of a concrete run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The transition.
    pub transition: TransId,
    /// Which of its arms is followed.
    pub arm: usize,
    /// The values of its temporaries.
    pub temporaries: Vec<Int>,
}

/// A step of the cycle of a [`Lasso`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The transition.
    pub transition: TransId,
    /// Which of its arms is followed.
    pub arm: usize,
    /// The values of its temporaries over the variables at the head and the numbers
    /// of the rays, at the beginning of the round.
    pub temporaries: Vec<Poly>,
}

/// A cycle that is taken where a condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The condition at the head, `p >= 0`.
    pub when: Atom,
    /// From the head to the head.
    pub cycle: Vec<Round>,
}

/// A direction in which states move for ever, and a natural number, how far they are
/// along it: it is 0 at first, and the state is the point of entry and the sum of the
/// directions, each as often as its number says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ray {
    /// What the number is called. Those of a lasso come behind the variables of the
    /// system, in order.
    pub name: String,
    /// What is added to each variable for one; 0 for those that are not here.
    pub direction: Vec<(Var, Int)>,
    /// The number after a round, over those before it.
    pub next: Poly,
}

/// A run that does not end: a stem to a location, and a set of states there
/// that every round of a cycle keeps. With branches there are several cycles:
/// the first branch whose condition holds is taken, or else [`Lasso::cycle`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// The values at the start.
    pub input: Vec<Int>,
    /// From the start to the head of the cycle.
    pub stem: Vec<Step>,
    /// The values after the stem; they lie in the set.
    pub entry: Vec<Int>,
    /// The head of the cycle.
    pub head: Loc,
    /// The rays of a geometric argument, from the entry; empty for other sets.
    pub rays: Vec<Ray>,
    /// The set: all of these hold, for the variables and the numbers of the rays.
    pub set: Vec<Atom>,
    /// In order, what is taken before the last cycle; empty for one cycle.
    pub branches: Vec<Branch>,
    /// From the head to the head. From every state of the set each guard holds
    /// in turn, and the set holds again after the last step.
    pub cycle: Vec<Round>,
    /// How many steps were run from `input`.
    pub replayed: u64,
}

impl Ray {
    /// Its direction, as `x + 2, y - 1`.
    pub fn show(&self, s: &System) -> String {
        let part = |(v, d): &(Var, Int)| {
            let sign = if d.is_negative() { '-' } else { '+' };
            format!("{} {sign} {}", s.name(*v), d.magnitude())
        };
        match self.direction.is_empty() {
            true => "nothing".to_string(),
            false => self
                .direction
                .iter()
                .map(part)
                .collect::<Vec<_>>()
                .join(", "),
        }
    }
}

impl Lasso {
    /// What a variable or the number of a ray is called.
    pub fn name(&self, s: &System, v: Var) -> String {
        let behind = v.index().checked_sub(s.variables.len());
        let ray = behind.and_then(|j| self.rays.get(j));
        ray.map_or_else(|| s.name(v), |r| r.name.clone())
    }
}

/// A bound under a condition on the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// All of these hold at the start; empty is always.
    pub condition: Vec<Atom>,
    /// The bound.
    pub bound: Bound,
}

/// What holds of runs that start with some values alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// All of these hold at the start.
    pub condition: Vec<Atom>,
    /// Whether all these runs end.
    pub ends: bool,
    /// The greatest cost of these runs.
    pub bound: Option<Bound>,
}

/// Inputs whose runs cost at least so much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The values at the start, over `Var(0)`, which stands for n.
    pub input: Vec<Poly>,
    /// n is at least this.
    pub from: Int,
    /// The cost over `Var(0)`, which stands for n; unbounded where the run
    /// does not end or its cost has no bound.
    pub cost: Bound,
    /// Members that were run: n, and the cost of the run.
    pub run: Vec<(Int, Int)>,
}

/// How often a transition is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransitionBound {
    /// The transition.
    pub transition: TransId,
    /// At most so often in one run.
    pub times: Bound,
}

/// What an analysis took, in units that are the same on each machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Questions for integers that satisfy relations.
    pub questions: u64,
    /// Those of them that were left for Z3.
    pub solver: u64,
    /// Those that had no answer.
    pub unknown: u64,
    /// Questions to linear programs.
    pub programs: u64,
    /// Pivots of linear programs.
    pub pivots: u64,
    /// Steps of runs with numbers.
    pub steps: u64,
    /// Searches that the clock or an interruption ended: with more time, or on another
    /// machine, more may be found. Where it is 0 another run finds the same.
    pub cuts: u64,
}

impl Counts {
    /// Nothing yet.
    pub const NONE: Counts = Counts {
        questions: 0,
        solver: 0,
        unknown: 0,
        programs: 0,
        pivots: 0,
        steps: 0,
        cuts: 0,
    };
}

/// What was found. Ids are those of the system that was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Whether every run ends.
    pub termination: Answer,
    /// A run that does not.
    pub nontermination: Option<Lasso>,
    /// What the rankings rest on.
    pub invariants: Vec<Invariant>,
    /// What guards were tightened by.
    pub congruences: Vec<Congruence>,
    /// Transitions that no run takes.
    pub dead: Vec<TransId>,
    /// The proof, part by part.
    pub components: Vec<Component>,
    /// Parts that size change rules out, after the rankings.
    pub descents: Vec<Descent>,
    /// Parts that transition invariants rule out: their steps, and a value for each
    /// relation that leads from a location to itself, which is at least 0 and falls
    /// from its first state to its last one.
    pub unions: Vec<Descent>,
    /// Parts that closed forms rule out.
    pub ended: Vec<Ended>,
    /// Steps that are in cycles and that every run takes at most so often.
    pub counted: Vec<(Path, Bound)>,
    /// Upper bounds of the cost of a run; their conditions cover every input.
    pub upper: Vec<Case>,
    /// What holds for some inputs, where it does not hold for all of them, or was not
    /// shown; no input is in two of them.
    pub parts: Vec<Part>,
    /// Lower bounds.
    pub lower: Vec<Family>,
    /// Upper bounds per transition.
    pub transitions: Vec<TransitionBound>,
    /// What the search for all this took.
    pub counts: Counts,
}

impl Outcome {
    /// Nothing found yet.
    pub fn undecided(reason: &str) -> Self {
        Outcome {
            termination: Answer::Unknown {
                reason: reason.to_string(),
                open: Vec::new(),
            },
            nontermination: None,
            invariants: Vec::new(),
            congruences: Vec::new(),
            dead: Vec::new(),
            components: Vec::new(),
            descents: Vec::new(),
            unions: Vec::new(),
            ended: Vec::new(),
            counted: Vec::new(),
            upper: Vec::new(),
            parts: Vec::new(),
            lower: Vec::new(),
            transitions: Vec::new(),
            counts: Counts::NONE,
        }
    }

    /// Without its proof and its upper bound, which another proof replaces.
    pub(crate) fn forget_proof(&mut self) {
        self.invariants.clear();
        self.congruences.clear();
        self.dead.clear();
        self.components.clear();
        self.descents.clear();
        self.unions.clear();
        self.ended.clear();
        self.counted.clear();
        self.upper.clear();
        self.transitions.clear();
    }
}

/// What is told as soon as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A measure was found.
    Ranked(Ranking),
    /// Every run ends.
    Terminates,
    /// A run that does not end.
    Diverges(Lasso),
    /// An upper bound.
    Upper(Case),
    /// A lower bound.
    Lower(Family),
    /// What holds for some inputs.
    Part(Part),
}
