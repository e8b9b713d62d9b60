//! How often the search is led to uncovered code, by what that has brought.
//!
//! Many goals cannot be reached: a failing `assert`, a check that never fails.
//! Leaps to them cost time and memory and bring nothing. So after a number of
//! guided choices for each open goal that covered nothing new, the turns of
//! depth first search become twice as long, and again after as many more, up to
//! a limit, so that a long run never stops looking. Each block or side that is
//! covered anew takes one such step back: a new function all of them, the last
//! side of a branch one. Source: exponential back-off (Metcalfe and Boggs,
//! 1976), as a searcher's rule ours. Cost: none.

/// Fruitless guided choices for each open goal before the share is halved.
const CHOICES_PER_GOAL: u64 = 8;
/// Halvings at most.
const MOST: u32 = 9;

/// The back-off of a search that is led to goals.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    /// What was covered when the last choice was made.
    found: u64,
    /// Choices that brought nothing, less what others brought.
    fruitless: u64,
}

fn each(goals: u32) -> u64 {
    CHOICES_PER_GOAL * u64::from(goals).max(1)
}

impl Patience {
    /// A guided choice is made while so much is covered and so many goals are
    /// open.
    pub fn choice(&mut self, found: u64, goals: u32) {
        let most = each(goals) * u64::from(MOST);
        self.fruitless = self.left(found, goals).min(most) + 1;
        self.found = found;
    }

    /// Turns of depth first search that follow each other.
    pub fn depth_first(&self, found: u64, goals: u32) -> u32 {
        let halvings = self.left(found, goals) / each(goals);
        1 << u32::try_from(halvings).unwrap_or(MOST).min(MOST)
    }

    fn left(&self, found: u64, goals: u32) -> u64 {
        let new = found.saturating_sub(self.found);
        self.fruitless
            .saturating_sub(new.saturating_mul(each(goals)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fruitless_choices_make_depth_first_turns_longer_up_to_a_limit() {
        let mut p = Patience::default();
        let mut turns = Vec::new();
        for i in 0..50 * CHOICES_PER_GOAL {
            if i % CHOICES_PER_GOAL == 0 {
                turns.push(p.depth_first(0, 1));
            }
            p.choice(0, 1);
        }
        assert_eq!(turns[..8], [1, 2, 4, 8, 16, 32, 64, 128]);
        assert!(turns[9..].iter().all(|t| *t == 1 << MOST));
    }

    #[test]
    fn what_is_covered_takes_steps_back() {
        let mut p = Patience::default();
        (0..100 * CHOICES_PER_GOAL).for_each(|_| p.choice(0, 1));
        assert_eq!(p.depth_first(0, 1), 1 << MOST);
        assert_eq!(p.depth_first(1, 1), 1 << (MOST - 1));
        assert_eq!(p.depth_first(5, 1), 1 << (MOST - 5));
        assert_eq!(p.depth_first(100, 1), 1);
        p.choice(100, 1);
        assert_eq!(p.depth_first(100, 1), 1);
    }

    #[test]
    fn many_goals_are_given_more_choices() {
        let mut p = Patience::default();
        (0..10 * CHOICES_PER_GOAL).for_each(|_| p.choice(0, 100));
        assert_eq!(p.depth_first(0, 100), 1);
        assert_eq!(p.depth_first(0, 10), 2);
        assert_eq!(p.depth_first(0, 0), 1 << MOST);
    }
}
