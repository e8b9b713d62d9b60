//! The plain result of `everypath time`: whether a function ends, how many
//! LLVM instructions it takes, and what each claim rests on. `report` and
//! `--json` print this and nothing else.
//!
//! What must never happen: a claim without its evidence. Each field that a
//! proof fills says which; what was not decided is an [`Undecided`] with its
//! place. Source: document 004, sections 4 to 6.

mod expr;
mod graph;

pub use expr::{conjunction, Bound, Case, Comparison, Evaluated, Expr, Number, Relation};
pub use graph::{Graph, GraphArea, GraphNode, GraphPointer, Text, Way};

use crate::outcome::{Exactness, Input, Place};
use serde::{Deserialize, Serialize};

/// Whether the entry ends on every input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// On every input that meets the assumptions, proved.
    Terminates,
    /// There is an input on which it runs forever, and it was replayed.
    DoesNotTerminate,
    /// Neither; the loop or the construct that was too hard.
    Unknown { reason: String, place: Place },
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Terminates => f.write_str("terminates"),
            Verdict::DoesNotTerminate => f.write_str("does not terminate"),
            Verdict::Unknown { reason, place } if place.line > 0 => {
                write!(f, "unknown ({place}: {reason})")
            }
            Verdict::Unknown { reason, .. } => write!(f, "unknown ({reason})"),
        }
    }
}

/// What a bound counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Cost {
    /// LLVM instructions as clang writes them at -O0.
    #[default]
    Instructions,
    /// Times that a loop head is entered from its own loop.
    Rounds,
    /// Calls of this function.
    Calls { function: String },
    /// What the program says with `ep_tick`.
    Ticks,
}

/// What a symbol in a bound stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ParameterKind {
    /// The integer parameter `index` of the entry (from 0, as in `ir`),
    /// read as signed or unsigned.
    Value { index: u32, bits: u32, signed: bool },
    /// A limit of a type; it has this value.
    Limit { value: Number },
    /// The value that a call of an input function returned, in the order of
    /// calls (from 0) on the way to the first loop.
    Read { order: u32, bits: u32, signed: bool },
    /// The word `order` (from 0) of standard input as a decimal number, between
    /// whitespace.
    Word { order: u32, bits: u32, signed: bool },
    /// What a global variable holds at a byte offset at the start.
    Global {
        variable: String,
        offset: u64,
        bits: u32,
        signed: bool,
    },
    /// The number of nodes of the list or tree that a global variable leads to at the
    /// start.
    GlobalNodes { variable: String, offset: u64 },
    /// The number of nodes of the list or tree that the pointer at a byte offset behind
    /// pointer parameter `index` leads to at the start.
    PointeeNodes { index: u32, offset: u64 },
    /// The value behind pointer parameter `index` at a byte offset at the
    /// start.
    Pointee {
        index: u32,
        offset: u64,
        bits: u32,
        signed: bool,
    },
    /// The number of bytes behind pointer parameter `index`.
    Size { index: u32 },
    /// `strlen` of pointer parameter `index` at the start.
    StringLength { index: u32 },
    /// The number of elements of the list behind pointer parameter `index` at
    /// the start; its links stand at this byte offset of elements of `bytes`.
    ListLength { index: u32, link: u64, bytes: u64 },
    /// `strlen(argv[index])`; 0 if there is no such argument.
    ArgumentLength { index: u32 },
    /// The bytes of standard input.
    InputLength,
    /// The number of nodes of the tree behind pointer parameter `index` at the
    /// start.
    TreeSize { index: u32 },
}

/// An input from which the transition system has a run without end. The system
/// has more runs than the program: it is tried, and nothing is claimed of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suspect {
    /// Values of some inputs.
    pub inputs: Vec<(ParameterKind, Number)>,
    /// Numbers that its rounds read, in no order.
    pub rounds: Vec<Number>,
}

/// A symbol of the bounds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// As in the source, or a limit's name (`UINT_MAX`).
    pub name: String,
    #[serde(flatten)]
    pub kind: ParameterKind,
}

/// How far apart the upper and the lower bound are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Gap {
    /// They are equal on every input that the bound speaks of.
    Exact,
    /// The difference.
    Difference { bound: Bound },
    /// One of them is missing.
    #[default]
    Unknown,
}

/// The bounds of one quantity.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bounds {
    /// No run takes more.
    pub upper: Option<Bound>,
    /// No run takes less, on inputs that meet the condition of a case.
    pub lower: Option<Bound>,
    pub gap: Gap,
}

/// What became of one loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LoopVerdict {
    /// It is left on every run that enters it.
    Terminates,
    /// The run stays in it on some input.
    DoesNotTerminate,
    /// No run enters it.
    Unreachable,
    /// Not decided; what was tried.
    Unknown { tried: Vec<String> },
}

/// One loop of the source, in one activation of its function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loop {
    /// The place of its head.
    pub place: Place,
    /// `ir`'s function (by index) and block of the head.
    pub function: u32,
    pub block: u32,
    /// The calls that lead to it, outermost first.
    pub calls: Vec<Place>,
    pub verdict: LoopVerdict,
    /// Rounds.
    pub rounds: Bounds,
    /// Ranking functions in source names, one line each, and why they fall.
    pub because: Vec<String>,
    /// What holds at its head, in source names.
    pub invariants: Vec<String>,
    /// Those of them that neither the types nor the others say.
    #[serde(default)]
    pub telling: Vec<String>,
    /// What the bits say of its ranking functions; none: it has none.
    #[serde(default)]
    pub second: Option<SecondLook>,
}

/// Whether two engines vouch for the ranking functions of a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SecondLook {
    /// One bit-precise round from any state at the head has them fall.
    Agrees,
    /// They rest on one engine; why the other was not asked or did not answer.
    OneEngine { why: String },
}

/// What a claim takes for granted, beside the semantics of the machine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Assumption {
    /// One clause, as `the access through p is within its object`.
    pub text: String,
    /// Where it is needed; line 0 for the whole run.
    pub place: Place,
}

/// Something that the analysis could not decide or does not model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Undecided {
    /// One sentence that names it.
    pub what: String,
    pub place: Place,
    /// What was tried.
    pub tried: Vec<String>,
}

/// One counted run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountedRun {
    /// Values in the order of [`Report::parameters`].
    pub parameters: Vec<Number>,
    /// By the reference interpreter; `None` when it was cut off.
    pub interpreted: Option<Number>,
    /// By the native build.
    pub native: Option<Number>,
    /// What the bounds say there.
    pub upper: Option<Number>,
    pub lower: Option<Number>,
}

/// Counted runs over a grid of inputs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counted {
    pub runs: Vec<CountedRun>,
    /// Grid points that would take too long.
    pub skipped: u64,
    /// Grid points that were not run, as the time was over.
    #[serde(default)]
    pub not_run: u64,
    /// The run that took longest, in `runs`.
    pub longest: Option<u32>,
}

/// The input for which the upper bound is largest: no other input has a larger one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Longest {
    /// Values in the order of [`Report::parameters`].
    pub parameters: Vec<Number>,
    /// The bound there.
    pub bound: Number,
    /// The bound is exact: the run takes as long.
    pub exact: bool,
}

/// A run that never ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lasso {
    /// The inputs of the run.
    pub inputs: Vec<Input>,
    /// Those from this one on are read over and over; none where a round reads
    /// nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<u32>,
    /// From the entry to the loop.
    pub stem: Vec<Place>,
    /// One round.
    pub cycle: Vec<Place>,
    /// What every round keeps, in source names.
    pub kept: Vec<String>,
    /// How it is known that the run goes on.
    pub evidence: LassoEvidence,
}

/// How it is known that a lasso's run goes on forever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LassoEvidence {
    /// The state of the machine came back after so many rounds.
    Recurs { after: Number },
    /// The same for all of the state that decides how the run goes on; registers that
    /// decide nothing may differ.
    RecursInPart { after: Number },
    /// One bit-precise round from any state of the set leads back into it.
    RecurrentSet,
}

/// Where a certificate was written and whether the checker accepted it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// The text, in the format of `docs/certificates.md`.
    pub text: String,
    /// Whether the checker accepted it; `None` when it was not run.
    pub accepted: Option<bool>,
    /// Steps that rest on one solver alone.
    pub single_solver_steps: u64,
}

/// A part of the bounds: calls whose cost was given, or what models of the C library
/// execute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summand {
    /// The function whose calls cost this.
    pub function: String,
    /// What one call costs, as it was given, over the arguments; empty for the
    /// library, whose models cost what they are.
    pub each: String,
    /// What all calls cost together.
    pub bounds: Bounds,
}

/// What the analysis took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    pub states: u64,
    pub transitions: u64,
    pub entailments: u64,
    pub solver_calls: u64,
    /// Microseconds per stage.
    pub graph_us: u64,
    pub its_us: u64,
    pub recheck_us: u64,
}

/// The result of `everypath time`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The entry function.
    pub entry: String,
    pub verdict: Verdict,
    /// The symbols of all bounds, by index.
    pub parameters: Vec<Parameter>,
    pub cost: Cost,
    /// The bounds of the whole run.
    pub bounds: Bounds,
    /// The input for which the upper bound is largest, where it is known.
    #[serde(default)]
    pub longest: Option<Longest>,
    /// The parts of them whose cost was given, and that of the C library.
    #[serde(default)]
    pub summands: Vec<Summand>,
    /// Why the run ends, beside what its loops say: measures of recursive calls, or
    /// that all runs were unwound.
    #[serde(default)]
    pub because: Vec<String>,
    /// All loops that the entry reaches.
    pub loops: Vec<Loop>,
    pub assumptions: Vec<Assumption>,
    pub exactness: Exactness,
    /// What was not decided or is not modelled. Not empty: not proved.
    pub undecided: Vec<Undecided>,
    pub counted: Option<Counted>,
    pub lasso: Option<Lasso>,
    /// What is run first, where termination is open.
    #[serde(skip)]
    pub suspects: Vec<Suspect>,
    pub certificate: Option<Certificate>,
    pub graph: Graph,
    /// The integer transition system, in the text form of `everypath its`.
    pub its: String,
    pub statistics: Statistics,
}

impl Report {
    /// A report that decides nothing yet.
    pub fn undecided(entry: &str, reason: &str, place: Place) -> Report {
        Report {
            entry: entry.to_owned(),
            verdict: Verdict::Unknown {
                reason: reason.to_owned(),
                place,
            },
            parameters: Vec::new(),
            cost: Cost::Instructions,
            bounds: Bounds::default(),
            longest: None,
            summands: Vec::new(),
            because: Vec::new(),
            loops: Vec::new(),
            assumptions: Vec::new(),
            exactness: Exactness {
                over: true,
                under: false,
            },
            undecided: Vec::new(),
            counted: None,
            lasso: None,
            suspects: Vec::new(),
            certificate: None,
            graph: Graph::default(),
            its: String::new(),
            statistics: Statistics::default(),
        }
    }

    /// The names of the parameters, for [`Expr::text`].
    pub fn names(&self) -> Vec<String> {
        self.parameters.iter().map(|p| p.name.clone()).collect()
    }
}
