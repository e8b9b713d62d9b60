//! Why a step does not go on.

use ep_base::outcome::PathEnd;

/// Why a step does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The path is over.
    End(PathEnd),
    /// The op is to be executed again, after a decision that was replayed.
    Again,
    /// The state is where ways come together.
    Join,
    /// The run ends, and the solver had no time to answer: the state stays
    /// before its op and waits, so that a resumed run asks again.
    Late,
}

impl Halt {
    /// The end of the path.
    pub fn end(end: PathEnd) -> Box<Halt> {
        Box::new(Halt::End(end))
    }
}

/// The result of a step.
pub type Step<T> = Result<T, Box<Halt>>;
