//! The stages of the pipeline as a list, and the parts of it that can be
//! switched off.
//!
//! Idea: whoever counts, switches or tests goes through [`Stage::ALL`] and
//! [`Part::ALL`]; the pipeline itself does. A stage that is not in the list is
//! never asked, so none can be missing from the statistics or from the test
//! that switches each part off. Source: KLEE's solver chain (OSDI 2008), where
//! each solver has the same interface. Cost: a loop over ten values.

/// A part of the pipeline with a switch: some are stages, some change what
/// later stages are asked. None changes an answer except by `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The path's model and recent models are tried first.
    Models,
    /// Only the parts of the path that share variables with the question count.
    Slicing,
    /// Answers are remembered.
    Cache,
    /// Conditions over single bytes are decided by their truth tables.
    ByteDomains,
    /// Comparisons are decided by ranges and by their order graph.
    Order,
    /// Variables that are only compared get fewer bits.
    Narrowing,
    /// All values are gone through, where they are few, before the last solver.
    Values,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 7] = [
        Part::Models,
        Part::Slicing,
        Part::Cache,
        Part::ByteDomains,
        Part::Order,
        Part::Narrowing,
        Part::Values,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Part::Models => "models",
            Part::Slicing => "slicing",
            Part::Cache => "cache",
            Part::ByteDomains => "byte domains",
            Part::Order => "order",
            Part::Narrowing => "narrowing",
            Part::Values => "values",
        }
    }
}

/// Which parts are switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts(u8);

impl Parts {
    /// All of them.
    pub const ALL: Parts = Parts(u8::MAX);
    /// None of them: only what has no switch.
    pub const NONE: Parts = Parts(0);

    /// Without this one.
    #[must_use]
    pub const fn without(self, part: Part) -> Parts {
        Parts(self.0 & !(1 << part as u8))
    }

    /// With this one.
    #[must_use]
    pub const fn with(self, part: Part) -> Parts {
        Parts(self.0 | 1 << part as u8)
    }

    /// Whether it is on.
    pub const fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }
}

/// A way to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The condition is a constant, by the pool's normal form, ranges and known
    /// bits.
    Constants,
    /// A condition over one byte against what is left of that byte.
    ByteDomains,
    /// The path's own model takes this side.
    Model,
    /// A condition over one variable against the ranges that are left.
    Ranges,
    /// The path says the opposite word for word.
    Opposite,
    /// The question was asked before.
    Cache,
    /// A recent model, or a few values of a byte, satisfy it.
    RecentModels,
    /// The order graph of the comparisons.
    OrderGraph,
    /// The bit-blaster.
    Circuit,
    /// All values, where they are few.
    Values,
    /// Z3.
    Z3,
}

impl Stage {
    /// Every stage, in the order in which they are asked.
    pub const ALL: [Stage; 11] = [
        Stage::Constants,
        Stage::ByteDomains,
        Stage::Model,
        Stage::Ranges,
        Stage::Opposite,
        Stage::Cache,
        Stage::RecentModels,
        Stage::OrderGraph,
        Stage::Circuit,
        Stage::Values,
        Stage::Z3,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Constants => "constants",
            Stage::ByteDomains => "byte domains",
            Stage::Model => "path model",
            Stage::Ranges => "ranges",
            Stage::Opposite => "opposite",
            Stage::Cache => "cache",
            Stage::RecentModels => "recent models",
            Stage::OrderGraph => "order graph",
            Stage::Circuit => "bit-blaster",
            Stage::Values => "values",
            Stage::Z3 => "Z3",
        }
    }

    /// The part that switches it off; none for those that are always there.
    pub const fn part(self) -> Option<Part> {
        match self {
            Stage::ByteDomains => Some(Part::ByteDomains),
            Stage::Model | Stage::RecentModels => Some(Part::Models),
            Stage::Ranges | Stage::OrderGraph => Some(Part::Order),
            Stage::Cache => Some(Part::Cache),
            Stage::Values => Some(Part::Values),
            Stage::Constants | Stage::Opposite | Stage::Circuit | Stage::Z3 => None,
        }
    }

    /// Whether its answers are worth remembering.
    pub(crate) const fn is_costly(self) -> bool {
        matches!(
            self,
            Stage::OrderGraph | Stage::Circuit | Stage::Values | Stage::Z3
        )
    }
}

/// How many questions each stage answered.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts([u64; Stage::ALL.len()]);

impl Counts {
    /// One more.
    pub(crate) fn add(&mut self, stage: Stage) {
        self.0[stage as usize] += 1;
    }

    /// Of one stage.
    pub const fn of(&self, stage: Stage) -> u64 {
        self.0[stage as usize]
    }

    /// Of several.
    pub fn sum(&self, stages: impl IntoIterator<Item = Stage>) -> u64 {
        stages.into_iter().map(|s| self.of(s)).sum()
    }

    /// Each stage with its count, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (Stage, u64)> + '_ {
        Stage::ALL.into_iter().map(|s| (s, self.of(s)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole_and_in_order() {
        for (i, stage) in Stage::ALL.into_iter().enumerate() {
            assert_eq!(stage as usize, i, "{}", stage.name());
        }
        for (i, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, i, "{}", part.name());
            let off = Parts::ALL.without(part);
            for other in Part::ALL {
                assert_eq!(off.has(other), other != part);
            }
            assert!(Parts::NONE.with(part).has(part) && off.with(part) == Parts::ALL);
        }
    }
}
