//! Which questions about values are being asked, and which have no answer.
//!
//! Idea: a question that is asked again while it is being answered has no answer
//! there: a derivation would rest on itself. What failed because of that may
//! have an answer elsewhere, so it is remembered as failed only where nothing
//! that it ran into is still being asked (the lowest such question is kept, as in
//! Tarjan's algorithm for components). A new count makes all of it worth asking
//! again. Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM
//! Journal on Computing 1(2), 1972, for the lowest question that is still open; the
//! rest is memoization. Cost: a set per question; without it the same failing questions are
//! asked exponentially often. That may still happen where most of them run into
//! others, above all when something better is looked for than what is known, so one
//! question may not take what all others need.

use super::places::Place;
use crate::poly::Poly;
use std::collections::{BTreeMap, BTreeSet};

/// Questions per system, of one that is not large.
const QUESTIONS: u32 = 20_000;
/// Questions per rule and variable of a large one: each of a row of loops asks for the
/// values that the later ones need.
const PER_VALUE: u32 = 4;
/// Questions for the sake of one that is asked by itself.
const EACH: u32 = 5_000;
/// Questions inside each other.
const DEPTH: u32 = 40;

/// A polynomial right after a place.
type Question = (Place, Poly);

/// How the growth of a polynomial in a component is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Way {
    /// By itself.
    Alone,
    /// With what it depends on.
    Joint,
    /// With what it turns into.
    Orbit,
}

/// A polynomial in a component.
type Growth = (Way, usize, Poly);

/// See the module.
pub(super) struct Questions {
    asked: u32,
    /// How many may be asked.
    most: u32,
    /// Where the questions end that the outermost one may ask.
    until: u32,
    depth: u32,
    /// Those that are being asked, with their depth.
    open: BTreeMap<Question, u32>,
    /// Polynomials whose growth in a component is being asked.
    sums: BTreeMap<Growth, u32>,
    /// The lowest depth of what the current question ran into.
    lowest: Vec<u32>,
    failed: BTreeSet<Question>,
    /// A limit was met.
    spent: bool,
}

impl Default for Questions {
    fn default() -> Self {
        Questions {
            asked: 0,
            most: QUESTIONS,
            until: 0,
            depth: 0,
            open: BTreeMap::new(),
            sums: BTreeMap::new(),
            lowest: vec![u32::MAX],
            failed: BTreeSet::new(),
            spent: false,
        }
    }
}

impl Questions {
    /// Those of a system with so many rules and variables.
    pub(super) fn of(rules: usize, variables: usize) -> Questions {
        let values = u32::try_from(rules.saturating_mul(variables)).unwrap_or(u32::MAX);
        Questions {
            most: QUESTIONS.max(values.saturating_mul(PER_VALUE)),
            ..Questions::default()
        }
    }

    /// Whether it may be asked.
    pub(super) fn begin(&mut self, q: &Question) -> bool {
        if let Some(d) = self.open.get(q).copied() {
            self.ran_into(d);
            return false;
        }
        if self.failed.contains(q) {
            return false;
        }
        if self.depth == 0 {
            self.until = self.most.min(self.asked.saturating_add(EACH));
        }
        self.asked = self.asked.saturating_add(1);
        if self.asked > self.until || self.depth > DEPTH {
            self.ran_into(0);
            self.spent = true;
            return false;
        }
        self.depth += 1;
        self.open.insert(q.clone(), self.depth);
        self.lowest.push(u32::MAX);
        true
    }

    /// What came of it.
    pub(super) fn end(&mut self, q: &Question, answered: bool) {
        self.open.remove(q);
        let lowest = self.lowest.pop().unwrap_or(0);
        if !answered {
            match lowest < self.depth {
                true => self.ran_into(lowest),
                false => {
                    self.failed.insert(q.clone());
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether the growth of a polynomial in a component may be asked.
    pub(super) fn begin_sum(&mut self, key: &Growth) -> bool {
        if let Some(d) = self.sums.get(key).copied() {
            self.ran_into(d);
            return false;
        }
        self.sums.insert(key.clone(), self.depth);
        true
    }

    /// It is asked no longer.
    pub(super) fn end_sum(&mut self, key: &Growth) {
        self.sums.remove(key);
    }

    /// Whether some question was not asked because there were too many.
    pub(super) fn spent(&self) -> bool {
        self.spent
    }

    /// What had no answer may have one now.
    pub(super) fn forget(&mut self) {
        self.failed.clear();
    }

    fn ran_into(&mut self, depth: u32) {
        if let Some(l) = self.lowest.last_mut() {
            *l = (*l).min(depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::Var;

    fn question(i: u32) -> Question {
        (Place::Start, Poly::var(Var(i)))
    }

    /// What one question asks in vain is not missing to the next one.
    #[test]
    fn one_question_leaves_the_others_theirs() {
        let mut q = Questions::default();
        for outer in 0..3 {
            assert!(q.begin(&question(outer)), "{outer}");
            let mut inside = 0;
            while q.begin(&question(100 + inside)) {
                q.end(&question(100 + inside), true);
                inside += 1;
            }
            assert_eq!(inside, EACH - 1);
            q.end(&question(outer), true);
        }
        let all = QUESTIONS / EACH;
        let more = (3..all + 3).filter(|i| {
            let begun = q.begin(&question(*i));
            if begun {
                while q.begin(&question(100)) {
                    q.end(&question(100), true);
                }
                q.end(&question(*i), true);
            }
            begun
        });
        assert!(
            more.count() as u32 <= all - 3,
            "the sum of all is limited, too"
        );
    }

    #[test]
    fn a_circle_is_no_failure_of_its_parts() {
        let (a, b) = (question(0), question(1));
        let mut q = Questions::default();
        assert!(q.begin(&a));
        assert!(q.begin(&b));
        assert!(!q.begin(&a), "it is being asked");
        q.end(&b, false);
        assert!(q.begin(&b), "b failed because of a only");
        assert!(!q.begin(&a), "it is still being asked");
        q.end(&b, false);
        q.end(&a, false);
        assert!(!q.begin(&a), "nothing else was in its way");
        assert!(q.begin(&b));
        q.end(&b, false);
        q.forget();
        assert!(q.begin(&a));
    }
}
