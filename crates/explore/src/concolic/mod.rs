//! Concolic execution: one concrete input is followed and its path condition
//! collected; conditions are negated one by one for new inputs.
//!
//! Source: document 003, pages 70 (concolic execution) and 72-79 (SAGE's
//! generational search). The steps, the memory, the checks and the models are
//! those of forking; [`Following`] only answers the machine's questions by
//! evaluating them under the input. [`Tracer::trace`] is the slide's
//! `SymbolicExecution`, [`Tracer::expand`] its `ExpandExecution`, and
//! [`Worklist`] its ordered `workList`; `Run&Check` and `Score` need native
//! runs and belong to the caller.
//!
//! Cost: a trace runs concrete code at the explorer's full speed and asks no
//! solver; an expansion asks one sliced question per condition.
//!
//! Imports no other folder of the crate, and none imports it: it is for callers
//! that run programs natively (`verbs::fuzz`).

mod expand;
mod following;
mod hints;
mod input;
mod tokens;
mod trace;
mod worklist;

pub use ep_machine::step::call::ASSEMBLY;
pub use expand::{Child, Expansion, Goes};
pub use following::{Conjunct, Following, Role, Site, Unset};
pub use hints::{Comparison, Hint};
pub use input::{Channel, Followed};
pub use tokens::tokens;
pub use trace::{Settings, Trace, Tracer};
pub use worklist::{Item, Worklist};
