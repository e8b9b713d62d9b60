//! What the steps of a register make it at most ([`super::counted`]).

use super::amount::Amount;
use num_bigint::BigInt;

/// What the steps of a register make it at most.
#[derive(Default)]
pub struct Steps {
    /// Behind tests.
    pub tested: Amount,
    /// By as much as loops go round.
    pub beyond: Amount,
    /// The number at which steps of one stop.
    pub stop: Option<BigInt>,
}

impl Steps {
    /// All of it over what the register is set to; none where a stop is not
    /// one.
    pub fn over(self, set: &Amount, most: Option<BigInt>) -> Option<Amount> {
        let upper = set.max(&self.tested);
        let Some(stop) = self.stop else {
            return Some(upper.plus(&self.beyond));
        };
        let begins = most.is_some_and(|m| m <= stop);
        (begins && self.beyond.is_zero()).then_some(())?;
        Some(upper.max(&Amount::number(stop)))
    }
}
