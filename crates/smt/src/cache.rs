//! Remembered answers and models.
//!
//! Idea: different paths ask the same question, because a slice is smaller than
//! a path. The key is the sorted set of terms, so order and path do not matter.
//! Models of other questions are tried by evaluation, a few of the latest only.
//! Source: KLEE's counterexample cache (OSDI 2008), without its superset search,
//! which costs more than the solver call it saves at these sizes.
//! Cost: a hash of the key per question; 4 bytes per term of a kept key.

use crate::answer::Witness;
use ep_term::TermId;
use rustc_hash::FxHashMap;

/// Keys kept before all are dropped, counted in terms.
const KEPT_TERMS: usize = 8_000_000;
/// Models tried per question.
pub(crate) const RECENT: usize = 6;

#[derive(Clone)]
pub(crate) enum Known {
    Unsat,
    /// Values for all variables of the key.
    Sat(Witness),
}

#[derive(Default)]
pub(crate) struct Cache {
    answers: FxHashMap<Box<[TermId]>, Known>,
    terms: usize,
    recent: Vec<Witness>,
    next: usize,
}

impl Cache {
    pub fn get(&self, key: &[TermId]) -> Option<&Known> {
        self.answers.get(key)
    }

    pub fn put(&mut self, key: Vec<TermId>, known: Known) {
        if self.terms > KEPT_TERMS {
            self.answers.clear();
            self.terms = 0;
        }
        self.terms += key.len();
        self.answers.insert(key.into_boxed_slice(), known);
    }

    /// Remembers a model.
    pub fn remember(&mut self, model: Witness) {
        if self.recent.len() < RECENT {
            self.recent.push(model);
        } else {
            self.recent[self.next] = model;
        }
        self.next = (self.next + 1) % RECENT;
    }

    /// The latest models.
    pub fn recent(&self) -> &[Witness] {
        &self.recent
    }
}
