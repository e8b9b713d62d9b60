//! What a counter in a program stands for in its source: clang's coverage
//! mapping as plain data.
//!
//! A region is a range of characters with an expression over the counters of
//! its function: clang counts as little as it can and computes the rest. A
//! region of a macro lies in a file of its own, which the region where the
//! macro is used is expanded to.
//! Source: LLVM, "LLVM Code Coverage Mapping Format". Alternative: positions of
//! instructions, of which none is left where all that a line did was moved into
//! a register. Cost: nothing while a program runs.

/// A number of one region: a sum of counters of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Times {
    /// Never.
    #[default]
    Zero,
    /// As often as this counter of the function says.
    Counter(u32),
    /// The sum of both sides of this expression.
    Sum(u32),
    /// Their difference.
    Difference(u32),
}

/// What a region is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
)]
pub enum RegionKind {
    Code,
    /// A macro is used.
    Expansion,
    /// The preprocessor left it out.
    Skipped,
    /// Between two statements: no line of code by itself.
    Gap,
    /// A condition with both of its sides.
    Branch,
}

/// A range of characters of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Region {
    pub kind: RegionKind,
    /// The file, by its position in [`Mapped::files`].
    pub file: u32,
    /// What an expansion is expanded to, by its position there.
    pub expanded: u32,
    pub times: Times,
    /// How often the condition of a branch was false.
    pub otherwise: Times,
    /// Line and column.
    pub start: (u32, u32),
    pub end: (u32, u32),
}

/// The mapping of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Mapped {
    /// The number of its first counter in the program.
    pub first: u32,
    /// How many it has: none where no code was made of it.
    pub counters: u32,
    /// Its files in [`Mapping::files`]; one stands there again for each macro
    /// that is expanded.
    pub files: Vec<u32>,
    pub expressions: Vec<(Times, Times)>,
    pub regions: Vec<Region>,
}

/// The mapping of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Mapping {
    pub files: Vec<String>,
    pub functions: Vec<Mapped>,
    /// All counters of the program.
    pub counters: u32,
}
