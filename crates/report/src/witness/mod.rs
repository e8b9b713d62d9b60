//! Verification witnesses in YAML (sosy-lab's format 2.0 to 2.2): a run that
//! violates a property as the places that it passes, or a proof as invariants.
//!
//! Idea: [`types`] says what a witness can say, [`write`] prints it, [`read`]
//! takes files of strangers and names each problem with its line. Whether a
//! witness is true is not looked at here. The JSON schemas of the versions are
//! in `docs/schema`.

mod read;
mod types;
mod write;

pub use read::read;
pub use types::*;
pub use write::text;

#[cfg(test)]
mod tests;
