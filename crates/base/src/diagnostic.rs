//! What a user is told when something is wrong outside the program's own
//! bugs: one message with a place and what to do, and the exit code.

use std::fmt;

/// Exit codes of every verb (README, "Exit codes").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum ExitCode {
    /// What was asked holds, or the search ended without a finding.
    Holds = 0,
    /// `violated`, `not proved`, or a bound over the budget.
    Violated = 1,
    /// The input or the usage is wrong.
    BadInput = 2,
    /// Not conclusive.
    Unknown = 3,
    /// The surroundings fail: a tool is missing, the disk is full.
    Surroundings = 4,
    /// A defect of Everypath.
    Defect = 70,
    /// Interrupted, with what was found written.
    Interrupted = 130,
}

/// How grave a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The run cannot go on.
    Error,
    /// The run goes on, the user should know.
    Warning,
    /// Additional information.
    Note,
}

/// One message to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How grave.
    pub severity: Severity,
    /// What happened, one sentence without a full stop.
    pub message: String,
    /// `file:line:column` as far as known.
    pub place: Option<String>,
    /// What the user can do.
    pub help: Option<String>,
    /// The exit code that an error leads to.
    pub exit: ExitCode,
}

impl Diagnostic {
    /// The user's input or usage is wrong (exit 2).
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::with(Severity::Error, message, ExitCode::BadInput)
    }
    /// The surroundings fail (exit 4).
    pub fn surroundings(message: impl Into<String>) -> Self {
        Self::with(Severity::Error, message, ExitCode::Surroundings)
    }
    /// A defect of Everypath (exit 70).
    pub fn defect(message: impl Into<String>) -> Self {
        Self::with(Severity::Error, message, ExitCode::Defect)
    }
    /// The run ends without an answer (exit 3).
    pub fn unknown(message: impl Into<String>) -> Self {
        Self::with(Severity::Error, message, ExitCode::Unknown)
    }
    /// A warning; the run goes on.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::with(Severity::Warning, message, ExitCode::Holds)
    }
    fn with(severity: Severity, message: impl Into<String>, exit: ExitCode) -> Self {
        Diagnostic {
            severity,
            message: message.into(),
            place: None,
            help: None,
            exit,
        }
    }
    /// Adds the place, `file:line:column`.
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }
    /// Adds what the user can do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        write!(f, "{word}: {}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
