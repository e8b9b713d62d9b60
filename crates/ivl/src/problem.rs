//! What is wrong with a program's text, with its place.

use ep_base::Span;

/// Which phase found it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemKind {
    /// Tokens, grammar, macros, imports.
    Syntax,
    /// Names and types.
    Type,
    /// What is well-typed but may not stand where it stands.
    Consistency,
}

/// One problem. The program is not verified when it has one that is not a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
    /// One sentence without a full stop.
    pub message: String,
    /// What the user can do.
    pub help: Option<String>,
    /// Only worth knowing.
    pub warning: bool,
}

impl Problem {
    /// A problem without help.
    pub fn new(kind: ProblemKind, span: Span, message: impl Into<String>) -> Self {
        Problem {
            kind,
            span,
            message: message.into(),
            help: None,
            warning: false,
        }
    }
    /// Adds what the user can do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
    /// Makes it a warning.
    pub fn warn(mut self) -> Self {
        self.warning = true;
        self
    }
}

impl ProblemKind {
    /// The stable word, also the one that Viper's test annotations use.
    pub fn word(self) -> &'static str {
        match self {
            ProblemKind::Syntax => "parser.error",
            ProblemKind::Type => "typechecker.error",
            ProblemKind::Consistency => "consistency.error",
        }
    }
}
