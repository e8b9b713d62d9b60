//! The plain result of a memory analysis: three marks (heap, stack, both at
//! one time), what they rest on, what makes the peak, and what runs reached.
//! `report` and `--json` print these and nothing else.
//!
//! Law: a mark is a bound that no run exceeds, or it is unknown with every
//! place that has no number. What is missing never counts as 0.

mod allocator;
mod expr;
mod visits;

pub use allocator::{Allocator, Arenas};
pub use expr::{grouped, Expr, VariableId};
pub use visits::{Region, RegionKind, Visited, Visits, Walk};

use crate::entity::Arena;
use crate::outcome::{Input, InputSource, Place};
use num_bigint::BigInt;

/// Which mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Blocks of `malloc` and its kin that live at one time.
    Heap,
    /// The depth of the stack below the entry's caller.
    Stack,
    /// Both at one time: at most their sum.
    Both,
}

impl Kind {
    /// All, in the order in which they are printed.
    pub const ALL: [Kind; 3] = [Kind::Heap, Kind::Stack, Kind::Both];

    /// The stable word.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Heap => "heap",
            Kind::Stack => "stack",
            Kind::Both => "both",
        }
    }
}

/// A number that bounds are written over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// As the source has it (`c`, `n`), or what it is (`strlen(s)`).
    pub name: String,
    /// Where it enters.
    pub place: Place,
    /// Its least value under the assumptions.
    pub low: BigInt,
    /// Its greatest value under the assumptions.
    pub high: BigInt,
    /// Which of the recorded inputs has it, for evaluating a bound at a run:
    /// the source of an [`Input`] and how its bytes are read.
    pub input: Option<VariableInput>,
}

/// How the value of a [`Variable`] is read out of a recorded input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableInput {
    /// The input with this source,
    pub source: InputSource,
    /// and with this name, where only those are counted,
    pub named: Option<String>,
    /// after so many others like it: a function of inputs is called more than once.
    pub nth: usize,
    /// Its first byte in the input.
    pub offset: u64,
    /// Bytes, little end first.
    pub size: u64,
    /// What the bytes say.
    pub read: ReadAs,
}

/// What the bytes of an input say as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadAs {
    /// A number without sign.
    Natural,
    /// A number in two's complement.
    Signed,
    /// A text: how many bytes there are before the first 0, or at all. The size says
    /// nothing.
    Length,
}

/// What kind of number is missing. The word is the rule of SARIF.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gap {
    /// A recursion without a depth.
    UnboundedRecursion,
    /// An indirect call whose targets are not known.
    UnresolvedCall,
    /// A function whose frame or whose need is not known.
    MissingFrame,
    /// A frame whose size depends on values without a bound.
    VariableFrame,
    /// A loop or an allocation whose number or size has no bound.
    UnboundedAllocation,
    /// A construct that the analysis does not model.
    Unsupported,
    /// A limit on time, memory or steps ended the analysis.
    Limit,
}

impl Gap {
    /// All of them.
    pub const ALL: [Gap; 7] = [
        Gap::UnboundedRecursion,
        Gap::UnresolvedCall,
        Gap::MissingFrame,
        Gap::VariableFrame,
        Gap::UnboundedAllocation,
        Gap::Unsupported,
        Gap::Limit,
    ];

    /// The stable word.
    pub fn word(self) -> &'static str {
        match self {
            Gap::UnboundedRecursion => "unbounded-recursion",
            Gap::UnresolvedCall => "unresolved-call",
            Gap::MissingFrame => "missing-frame",
            Gap::VariableFrame => "variable-frame",
            Gap::UnboundedAllocation => "unbounded-allocation",
            Gap::Unsupported => "unsupported",
            Gap::Limit => "limit",
        }
    }
}

/// A place without which there is no bound.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Missing {
    /// What kind of number is missing.
    pub gap: Gap,
    /// Where; a line of 0 where the machine code has no line.
    pub place: Place,
    /// One sentence: what is missing, and what can be given.
    pub what: String,
}

/// What is known of one mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// No run under the assumptions exceeds this number of bytes.
    Known(Expr),
    /// There is no bound; what is missing, and what is known without it (a
    /// lower estimate for orientation, never a bound).
    Unknown {
        /// Every place.
        missing: Vec<Missing>,
        /// What the rest adds up to, where that is a number.
        without: Option<Expr>,
    },
}

impl Bound {
    /// The expression, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Bound::Known(e) => Some(e),
            Bound::Unknown { .. } => None,
        }
    }
}

/// One line of what makes a peak.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Live {
    /// The variable, function or allocator (`matrix[i]`, `f`, `printf`).
    pub what: String,
    /// Where it is allocated, or where the frame calls on.
    pub place: Place,
    /// How many blocks, or frames.
    pub count: Expr,
    /// All of them together, in bytes.
    pub bytes: Expr,
    /// The functions that are active there, outermost first; the last is the
    /// one of `place`.
    pub path: Vec<Place>,
}

/// How a number was got.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proof {
    /// Derived from the program.
    Proved,
    /// Given by the user: an assumption.
    Given,
    /// Measured on runs: not proved.
    Measured,
}

/// One mark of one entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Which.
    pub kind: Kind,
    /// The bound, or why there is none.
    pub bound: Bound,
    /// What lives at the peak, largest first.
    pub peak: Vec<Live>,
    /// An input for which the bound should be reached, where one is known.
    pub witness: Option<Vec<Input>>,
    /// The highest that a run reached, with what it ran on.
    pub reached: Option<Reached>,
}

/// What a native run reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// Bytes.
    pub bytes: u64,
    /// The bound's value for the input of that run.
    pub of: Option<BigInt>,
    /// The input.
    pub inputs: Vec<Input>,
    /// The input in one line, as `c = 1000`.
    pub shown: String,
}

/// How one indirect call was resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The call.
    pub place: Place,
    /// The functions that it may reach.
    pub targets: Vec<String>,
    /// In words: `value`, `points-to`, `signature`, `given`.
    pub how: Resolution,
}

/// By what an indirect call was resolved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Resolution {
    /// Its value is known.
    Value,
    /// Every function that can be stored where it is read from.
    PointsTo,
    /// Every function of that signature whose address is taken.
    Signature,
    /// `--calls`: an assumption that runs check.
    Given,
}

impl Resolution {
    /// The stable word.
    pub fn word(self) -> &'static str {
        match self {
            Resolution::Value => "value",
            Resolution::PointsTo => "points-to",
            Resolution::Signature => "signature",
            Resolution::Given => "given",
        }
    }
}

/// A function of the build with its frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its symbol.
    pub function: String,
    /// Where it is defined, as far as known.
    pub place: Place,
    /// The deepest that its own code goes, with its return address and without those
    /// of its callees.
    pub bytes: Option<u64>,
    /// How deep its stack pointer goes, with the return address, arrays of variable
    /// length and the red zone left out: the frame in the tables of compilers.
    pub listed: Option<u64>,
    /// How the number was got.
    pub proof: Proof,
    /// The deepest with everything that it calls, where that is known.
    pub total: Option<BigInt>,
    /// Its size depends on values (`alloca`, an array of variable length).
    pub variable: bool,
}

/// An edge of the call graph of the build.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Who calls.
    pub from: String,
    /// Who is called.
    pub to: String,
    /// The call.
    pub place: Place,
    /// An indirect call, resolved.
    pub indirect: bool,
}

/// What the heap analysis of one entry finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapResult {
    /// What its expressions are over.
    pub variables: Arena<VariableId, Variable>,
    /// The heap.
    pub heap: Mark,
    /// The largest single block.
    pub largest: Option<Expr>,
    /// The most blocks that live at one time.
    pub blocks: Option<Expr>,
    /// What stays allocated when the entry returns or the program ends.
    pub net: Option<Expr>,
    /// What the bounds assume, one sentence each.
    pub assumptions: Vec<String>,
    /// How indirect calls were resolved on the way.
    pub resolved: Vec<Resolved>,
    /// What it took.
    pub work: Work,
    /// The visits of regions, where they are asked for.
    pub regions: Visits,
}

/// A place at which blocks came or went in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CourseStep {
    /// The line of the program.
    pub place: Place,
    /// The most bytes of the heap that lived meanwhile: a block that moves lives
    /// twice.
    pub high: u64,
    /// Bytes of the heap that live afterwards.
    pub live: u64,
}

/// What an analysis took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// States that were visited.
    pub states: u64,
    /// Summaries that were used again.
    pub reuses: u64,
    /// Questions to the solvers.
    pub questions: u64,
    /// Microseconds.
    pub time_us: u64,
    /// Results that were found in another way too and agreed (`--cross-check`).
    pub checked: u64,
}

/// The result for one entry or thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The function.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// It is the start of a thread: the size of its stack, if that was given.
    pub thread: Option<Option<u64>>,
    /// What the expressions are over.
    pub variables: Arena<VariableId, Variable>,
    /// Heap, stack, both.
    pub marks: Vec<Mark>,
    /// The largest single block.
    pub largest: Option<Expr>,
    /// The most blocks that live at one time.
    pub blocks: Option<Expr>,
    /// How blocks are laid out, where the heap is that of an allocator.
    pub allocator: Option<Allocator>,
    /// The memory with which allocation never fails, by how it is laid out.
    pub arenas: Option<Arenas>,
    /// What the C library allocates for itself: a summand of its own, not in
    /// the heap's mark.
    pub library: Vec<Live>,
    /// What the bounds assume, one sentence each.
    pub assumptions: Vec<String>,
    /// How indirect calls were resolved.
    pub resolved: Vec<Resolved>,
    /// What the analysis took.
    pub work: Work,
    /// The visits of regions, where they are asked for.
    pub regions: Visits,
    /// How the heap grew and shrank in the run that its mark names, where that is
    /// asked for and known.
    pub course: Vec<CourseStep>,
    /// Native runs that were made.
    pub runs: u64,
}

/// The build that the numbers hold for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Build {
    /// The compiler and its version.
    pub compiler: String,
    /// The flags, as given.
    pub flags: Vec<String>,
    /// `x86-64`, `i386`, or where the frames came from.
    pub machine: String,
    /// Bytes of static data, initialised and not.
    pub statics: Option<u64>,
}

/// The result of one run of the verb.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The sources as given.
    pub files: Vec<String>,
    /// The build.
    pub build: Build,
    /// One for each entry and thread.
    pub entries: Vec<Entry>,
    /// The functions of the build.
    pub frames: Vec<Frame>,
    /// The calls of the build.
    pub edges: Vec<Edge>,
    /// By entry (`f`, `thread f`): a hash of what was analysed, and how.
    pub programs: std::collections::BTreeMap<String, String>,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
    /// The whole time.
    pub time_us: u64,
}

impl Entry {
    /// The mark of this kind.
    pub fn mark(&self, kind: Kind) -> Option<&Mark> {
        self.marks.iter().find(|m| m.kind == kind)
    }

    /// The text of an expression over this entry's variables.
    pub fn text(&self, e: &Expr) -> String {
        e.text(&|v| name_of(&self.variables, v))
    }
}

/// The name of a variable; its id where the table does not have it.
pub fn name_of(variables: &Arena<VariableId, Variable>, v: VariableId) -> String {
    match variables.get(v) {
        Some(x) => x.name.clone(),
        None => v.to_string(),
    }
}

impl Variable {
    /// What a run with these inputs has for it. What a function of inputs gives that
    /// the run does not come to may be any value, and the least one is told; what
    /// stands for a part of standard input may be in its text.
    pub fn value(&self, inputs: &[Input]) -> Option<BigInt> {
        let input = self.input.as_ref()?;
        let any = matches!(input.source, InputSource::Nondet { .. });
        input.read(inputs).or(any.then(|| self.low.clone()))
    }
}

impl VariableInput {
    /// Where the input is among recorded ones.
    pub fn position(&self, inputs: &[Input]) -> Option<usize> {
        let same = inputs.iter().enumerate();
        let named = |i: &Input| self.named.as_ref().is_none_or(|n| *n == i.name);
        let mut same = same.filter(|(_, i)| i.source == self.source && named(i));
        Some(same.nth(self.nth)?.0)
    }

    /// The value among recorded inputs, if it is there.
    pub fn read(&self, inputs: &[Input]) -> Option<BigInt> {
        let input = inputs.get(self.position(inputs)?)?;
        let from = usize::try_from(self.offset).ok()?;
        if self.read == ReadAs::Length {
            let text = input.bytes.get(from..)?;
            let end = text.iter().position(|b| *b == 0);
            return Some(end.unwrap_or(text.len()).into());
        }
        let to = from.checked_add(usize::try_from(self.size).ok()?)?;
        let bytes = input.bytes.get(from..to)?;
        Some(match self.read {
            ReadAs::Signed => BigInt::from_signed_bytes_le(bytes),
            ReadAs::Natural | ReadAs::Length => {
                BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes)
            }
        })
    }
}
