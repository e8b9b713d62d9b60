//! What the analysis is asked for.

use ep_base::Budget;
use std::time::Instant;

/// What a signed addition, subtraction, multiplication or left shift does
/// where its result does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OverflowMode {
    /// It wraps around, as the machine does. A proof covers what runs.
    #[default]
    Wrap,
    /// It wraps around, and places that could not be excluded are named.
    Error,
    /// It does not happen; said as an assumption with its line.
    Assume,
}

/// How a wrap-around that ranges do not decide is represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WrapMode {
    /// The document's case analysis for additions and subtractions.
    Case,
    /// Cases for a few, else a carry variable that provers may split.
    #[default]
    Lazy,
    /// Modulo relations, for additions too.
    Modulo,
}

/// Which number stands for a bit-vector in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ViewMode {
    /// The document's classification of registers.
    #[default]
    Auto,
    /// Always the signed number.
    Signed,
    /// Always the unsigned number.
    Unsigned,
}

/// What integers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arithmetic {
    /// Bit-vectors, as the machine has them.
    #[default]
    Bits,
    /// Mathematical integers: nothing wraps around, conversions change nothing.
    /// What is found speaks of no machine.
    Math,
}

/// What a call of a function costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostOf {
    pub function: String,
    /// Over the arguments.
    pub text: String,
}

/// How to analyse.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub overflow: OverflowMode,
    pub arithmetic: Arithmetic,
    pub wrap: WrapMode,
    pub view: ViewMode,
    /// Memory errors that could not be excluded are undecided, not assumed
    /// away: the document's complete graph.
    pub strict: bool,
    /// Reads of uninitialised locals are inputs. Otherwise they are arbitrary
    /// values too, and an assumption names the place.
    pub uninit_input: bool,
    /// Pointers of the entry can be null.
    pub may_be_null: bool,
    /// Pointers of the entry can lead to one object, or to global variables.
    pub may_alias: bool,
    /// The costs that [`super::charged`] put into the program.
    pub costs: Vec<CostOf>,
    /// Look for bounds, not for termination alone.
    pub bounds: bool,
    pub budget: Budget,
}

impl Options {
    /// One of so many parts of the time that is left, from now on.
    pub(super) fn share(&self, parts: u32) -> Budget {
        let left = |d: Instant| d.saturating_duration_since(Instant::now());
        Budget {
            timeout: self.budget.deadline().map(|d| left(d) / parts.max(1)),
            cancel: self.budget.cancel.clone(),
            ..Budget::default()
        }
    }
}

/// What the analysis tells on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A stage begins, one word.
    Stage(&'static str),
    /// So many states are in the graph.
    States(u64),
    /// Two engines do not agree: not an answer but a defect of Everypath.
    Defect(String),
    /// A loop was decided; its line and what was found.
    Loop { line: u32, text: String },
}
