//! A file as the verifier takes it, whichever front end read it.

use super::java::{JavaMembers, Origin};
use ep_base::verification::InputProblem;
use ep_ivl::ast::Program;
use ep_report::verification::states;

/// The version in results.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A file as the engine takes it.
pub struct Input {
    /// As the user named it.
    pub file: String,
    /// What is wrong with it, or worth knowing.
    pub problems: Vec<InputProblem>,
    /// What it means; not to be verified when a problem is no warning.
    pub program: Program,
    /// Ghost operations are inferred unless the user says otherwise.
    pub infers: bool,
    /// What the front end assumes, one sentence each.
    pub assumptions: Vec<String>,
    /// What members are called in Java; `None` for Viper files.
    pub java: Option<JavaMembers>,
    /// The Java program, for runs of counterexamples.
    pub origin: Option<Box<Origin>>,
}

impl Input {
    /// The texts that places refer to.
    pub fn sources(&self) -> impl Iterator<Item = states::SourceText> + '_ {
        let text = |f: &ep_ivl::ast::SourceFile| (f.path.clone(), f.text.to_string());
        self.program.files.iter().map(move |(_, f)| text(f))
    }
}
