//! What a rule for an instruction answers.

use super::rules::Case;
use ep_ir::Operand;

/// What an instruction did.
pub enum Stepped {
    /// The state has moved on.
    Next,
    /// The state is as it was; these cases cover it.
    Refine(Vec<Case>),
    /// The run ends here.
    Ends(&'static str),
    /// The analysis ends here; the engine knows why.
    GaveUp,
}

/// What a truth value is in a state.
pub enum Decision {
    Is(bool),
    Refine(Vec<Case>),
    /// Not determined by the facts: both.
    Either,
}

/// What a block is filled with.
pub enum Block<'a> {
    Value(&'a Operand),
    Bytes(&'a Operand),
}
