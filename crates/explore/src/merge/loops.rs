//! Which loops an activation is in, where states are merged.

/// What an activation does in a loop (see `bmc` for loops that are cut).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// It is unwound.
    #[default]
    Unwound,
    /// A real state, on its first rounds beside a generalised one.
    Base,
    /// Generalised; errors are excluded by the induction hypothesis.
    Hypothesis,
    /// Generalised; the round that is proved.
    Step,
    /// Generalised, before the user's invariant: what happens here is proved
    /// of the states in `Kept` and `Entry`.
    Guess,
    /// A real state on its way to the user's invariant.
    Entry,
    /// Generalised, on the way from the invariant back to it.
    Kept,
    /// A round that is run to see what it changes.
    Probe,
    /// Behind the invariant that was shown; the rest is proved elsewhere.
    Done,
}

impl Phase {
    /// Errors here do not count, and leaving the loop ends the state.
    pub fn is_hypothetical(self) -> bool {
        matches!(
            self,
            Phase::Hypothesis | Phase::Guess | Phase::Done | Phase::Probe
        )
    }
}

/// A loop that an activation is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopAt {
    pub id: u32,
    /// Times that the head was reached again.
    pub round: u32,
    /// Rounds that count.
    pub counted: u32,
    /// A test was passed that has not been counted yet, and whether it
    /// depends on the input.
    pub test: Option<bool>,
    /// This round was counted, or found to be free.
    pub entered: bool,
    pub phase: Phase,
}
