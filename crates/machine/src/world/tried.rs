//! How many values a path tries where it has no formula: for arguments of functions
//! that no solver knows, and for floating-point numbers that are printed.
//!
//! Idea: a path may take the first value, or leave it and take the second, and so on.
//! How many paths that makes of several calls in a row is the product of how many each
//! tries; a path is charged for the product of the places of the values that it took,
//! so that a first call may try many, and calls behind its hundredth value few. The
//! account is the path's own: who rebuilds it from its decisions comes to the same.
//! Alternatives: a number per path (eight calls of which each takes its second value
//! cost as much as one that tries nine); a number per run (another order of paths
//! would find others). Cost: with a limit of B and k calls at most about
//! B * ln(B)^(k-1) paths.

/// What a path may be charged where a value may be any: at least all that eight values
/// left in any number of calls come to (2^8).
const MANY: u64 = 256;
/// The same where few inputs decide: then all values may well be tried.
const FEW: u64 = 4096;
/// Bits of the inputs that are few.
pub const FEW_BITS: u32 = 16;

/// The account of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tried {
    /// The product of the places of the values that were taken.
    taken: u32,
    /// Values that were left at the call at hand.
    left: u32,
}

impl Default for Tried {
    fn default() -> Tried {
        Tried { taken: 1, left: 0 }
    }
}

impl Tried {
    /// Whether one more value may be tried here; `bits` of inputs decide it.
    pub fn more(self, bits: u32) -> bool {
        let limit = if bits <= FEW_BITS { FEW } else { MANY };
        u64::from(self.taken) * (u64::from(self.left) + 1) <= limit
    }

    /// The value is left.
    pub fn leave(&mut self) {
        self.left = self.left.saturating_add(1);
    }

    /// The value is taken.
    pub fn take(&mut self) {
        self.taken = self.taken.saturating_mul(self.left.saturating_add(1));
        self.left = 0;
    }

    /// Of two paths that become one.
    #[must_use]
    pub fn of_both(self, other: Tried) -> Tried {
        Tried {
            taken: self.taken.max(other.taken),
            left: self.left.max(other.left),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many paths come of so many calls in a row.
    fn paths(t: Tried, calls: u32) -> u64 {
        if calls == 0 {
            return 1;
        }
        let (mut t, mut n) = (t, 0);
        while t.more(64) {
            let mut on = t;
            on.take();
            n += paths(on, calls - 1);
            t.leave();
        }
        n
    }

    #[test]
    fn several_calls_share_what_one_may_try() {
        assert_eq!(paths(Tried::default(), 1), 256);
        assert!((257..2_000).contains(&paths(Tried::default(), 2)));
        assert!(paths(Tried::default(), 8) < 300_000);
    }

    #[test]
    fn eight_second_values_are_tried() {
        let mut t = Tried::default();
        for _ in 0..8 {
            assert!(t.more(64));
            t.leave();
            assert!(t.more(64));
            t.take();
        }
        assert!(t.more(64));
        t.leave();
        assert!(!t.more(64) && t.more(16));
    }
}
