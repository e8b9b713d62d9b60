//! What `check` finds.

use crate::outcome::Exploration;
use ep_base::outcome::Input;

/// Why a `proved` holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// No run gets beyond this bound (0: nothing had to be unwound).
    Exhausted { bound: u32 },
    /// The same, but for runs that go round one of these loops for ever, in one state.
    Endless { bound: u32, places: Vec<String> },
    /// All paths, one by one, to their ends.
    Paths { paths: u64 },
    /// k-induction at the cut loops, with the invariants found.
    /// And the contracts that stand for calls.
    Induction {
        k: u32,
        invariants: Vec<String>,
        contracts: Vec<String>,
    },
    /// Graphs of memory with lists of any length; what they are at the heads
    /// of loops.
    Shapes { shapes: Vec<String> },
}

impl Argument {
    /// It speaks of more behaviours than the program has, and of any number of
    /// rounds.
    pub(super) fn is_abstract(&self) -> bool {
        matches!(self, Argument::Induction { .. } | Argument::Shapes { .. })
    }
}

impl std::fmt::Display for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Argument::Exhausted { bound: 0 } => {
                f.write_str("no loop or recursion depends on the input")
            }
            Argument::Exhausted { bound } => write!(
                f,
                "exhausted unwinding: no run makes more than {bound} round{}",
                if *bound == 1 { "" } else { "s" }
            ),
            Argument::Endless { bound, places } => {
                let those = "a run that repeats its state at";
                let plural = if *bound == 1 { "" } else { "s" };
                write!(
                    f,
                    "exhausted unwinding: no run makes more than {bound} round{plural} that the input decides; {those} {} never ends",
                    places.join(", ")
                )
            }
            Argument::Paths { paths } => match paths {
                1 => f.write_str("the one path was followed to its end"),
                _ => write!(f, "all {paths} paths were followed to their ends"),
            },
            Argument::Shapes { shapes } if shapes.is_empty() => {
                f.write_str("all shapes of memory were followed")
            }
            Argument::Shapes { shapes } => {
                write!(f, "lists of any length: {}", shapes.join("; "))
            }
            Argument::Induction {
                k,
                invariants,
                contracts,
            } => {
                let mut parts = Vec::new();
                if !contracts.is_empty() {
                    parts.push(format!("function contracts of {}", contracts.join(", ")));
                }
                match (*k, invariants.is_empty()) {
                    (0, true) if !contracts.is_empty() => {}
                    (0, true) => parts.push("loop invariants".into()),
                    (0, false) => parts.push(format!("loop invariants: {}", invariants.join("; "))),
                    (k, true) => parts.push(format!("k-induction with k = {k}")),
                    (k, false) => parts.push(format!(
                        "k-induction with k = {k}: {}",
                        invariants.join("; ")
                    )),
                }
                f.write_str(&parts.join("; "))
            }
        }
    }
}

/// The largest bound that was tried.
#[derive(Clone, Debug)]
pub struct Reached {
    pub bound: u32,
    /// An input that gets beyond it, if one is known.
    pub inputs: Option<Vec<Input>>,
    /// The loops and recursions that were cut, as `function:line`.
    pub places: Vec<String>,
}

/// The result of `check`.
pub struct Checked {
    pub exploration: Exploration,
    pub argument: Option<Argument>,
    /// Why no proof beyond the bound was found, where one was tried.
    pub no_proof: Option<String>,
    /// The bound that can be reached, if one can.
    pub reached: Option<Reached>,
}
