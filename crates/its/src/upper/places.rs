//! Where facts are, and what measures are: the words that all rules of upper
//! bounds share. Source: none, these are names; what they name is in
//! `docs/certificates.md`, section "Upper bounds". Cost: none.

use crate::linear::Proof;
use crate::poly::Poly;
use crate::system::Loc;
use std::collections::BTreeMap;

/// The place of a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FactId(pub(super) u32);

/// An arm of a rule of the work's system, or the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Place {
    Start,
    Arm(Arc),
}

/// A rule of the work's system and one of its arms, both by position.
pub(super) type Arc = (usize, usize);

/// A rule and the arm that a path follows; a rule without arms has none.
pub(super) type Member = (usize, Option<usize>);

/// A polynomial per location.
pub(super) type Measure = Vec<(Loc, Poly)>;
/// Rules by name and arm.
pub(super) type Named = BTreeMap<(String, usize), usize>;
/// A measure with the members of the part that it speaks of.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub at: Measure,
    /// It does not grow on these.
    pub inside: Vec<(Member, Proof)>,
    /// It falls on these.
    pub strict: Vec<Falls>,
}

impl Placed {
    /// The rule `rank` of certificates.
    pub(super) fn because(
        self,
        slack: u32,
        entries: Vec<(FactId, Option<FactId>)>,
    ) -> super::derivation::Because {
        super::derivation::Because::Rank {
            slack,
            at: self.at,
            inside: self.inside,
            strict: self.strict,
            entries,
        }
    }
}

/// A rule, with proofs that the measure falls and that it is at least 1.
pub(super) type Falls = (Member, [Proof; 2]);
