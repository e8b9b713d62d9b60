//! The plain result of a deductive verification: members, their verdicts and
//! what could not be proved. `report` and `--json` print these and nothing
//! else. The vocabulary is that of [`crate::outcome`].

use crate::outcome::{Exactness, Verdict};
use serde::{Deserialize, Serialize};

/// A stretch of a source, with the text of its first line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Region {
    /// As the user named it.
    pub file: String,
    /// Line, from 1; 0 unknown.
    pub line: u32,
    /// Column in bytes, from 1; 0 unknown.
    pub column: u32,
    /// Line of the first byte after it.
    pub end_line: u32,
    /// Column of the first byte after it.
    pub end_column: u32,
    /// The text of the first line.
    pub text: String,
}

impl std::fmt::Display for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What is wrong with the text of a program, or worth knowing of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputProblem {
    /// `parser.error`, `typechecker.error`, `consistency.error`, `warning`.
    pub id: String,
    /// One sentence.
    pub message: String,
    /// What the user can do.
    pub help: Option<String>,
    /// Where.
    pub place: Region,
}

/// A proof that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What failed and why, as `assert.failed:assertion.false`. Stable.
    pub id: String,
    /// One sentence that names the conjunct.
    pub message: String,
    /// The statement or clause whose proof failed.
    pub place: Region,
    /// The conjunct or expression that was wrong.
    pub at: Region,
    /// What the heap held, one chunk each.
    pub heap: Vec<String>,
    /// Which statement took the permission that is missing.
    pub consumed: Option<Consumed>,
    /// The conjunct because of which a predicate could not be closed.
    #[serde(default)]
    pub inside: Option<Region>,
    /// What became of the counterexample, where one was looked for.
    #[serde(default)]
    pub run: Option<Run>,
    /// The symbolic states on the way, when they were asked for.
    pub trace: Vec<TraceStep>,
}

/// Whether a run of the program fails as the proof does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The run ended with the assertion error that the finding is about.
    pub confirmed: bool,
    /// Why it is not confirmed; empty where it is.
    pub reason: String,
    /// The program that was run, where it is kept.
    pub test: Option<String>,
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.confirmed {
            true => f.write_str("confirmed by a run"),
            false => write!(f, "not confirmed: {}", self.reason),
        }
    }
}

/// Who took a permission.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Consumed {
    /// The permission.
    pub chunk: String,
    /// The statement that took it.
    pub by: Region,
}

/// A symbolic state, as text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TraceStep {
    /// The statement that comes next.
    pub place: Region,
    /// What it is.
    pub what: String,
    /// Variables and their values.
    pub store: Vec<(String, String)>,
    /// Chunks of the heap.
    pub heap: Vec<String>,
    /// Chunks of the old heap.
    pub old: Vec<String>,
    /// The path condition.
    pub conditions: Vec<String>,
    /// How many of the conditions, at the end, are new.
    pub new_conditions: u32,
}

/// A ghost operation that was inferred.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ghost {
    /// Where it was needed.
    pub place: Region,
    /// As it would be written.
    pub text: String,
}

/// The result for one member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemberOutcome {
    /// `method`, `function`, `predicate`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub place: Region,
    /// The answer.
    pub verdict: Verdict,
    /// What could not be proved.
    pub findings: Vec<Finding>,
    /// What was inferred.
    pub ghost: Vec<Ghost>,
    /// The answer was kept from an earlier run.
    pub cached: bool,
    /// Other answers that other seeds of the solver gave, or another order and the like.
    pub flips: Vec<String>,
    /// Questions, and those that reached the solver.
    pub questions: u64,
    pub solver_questions: u64,
    pub time_us: u64,
    /// What the solver instantiated, the most often first, when it was asked for.
    #[serde(default)]
    pub profile: Vec<QuantifierUse>,
}

/// How often the solver instantiated a quantifier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuantifierUse {
    /// As the solver has it.
    pub text: String,
    /// Where it was written; line 0 if it follows from what was.
    pub place: Region,
    pub instances: u64,
    /// The longest chain of instantiations that ends in one of it.
    pub deepest: u32,
    pub time_us: u64,
    /// Whose terms were matched.
    pub causes: Vec<QuantifierCause>,
}

/// What made the solver instantiate a quantifier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuantifierCause {
    /// The quantifier whose instances had these terms; empty for the program's own.
    pub text: String,
    /// Where that was written, if it was.
    pub place: Region,
    pub instances: u64,
}

/// The result for one file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileOutcome {
    /// As the user named it.
    pub file: String,
    /// The file cannot be verified when one of these is no warning.
    pub problems: Vec<InputProblem>,
    /// One for each member with something to verify.
    pub members: Vec<MemberOutcome>,
}

/// The result of one run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verification {
    /// The answer for all files.
    pub verdict: Verdict,
    /// A proof covers all behaviours.
    pub exactness: Exactness,
    /// What was assumed, one sentence each.
    pub assumptions: Vec<String>,
    /// Each file that was given.
    pub files: Vec<FileOutcome>,
    /// The whole time.
    pub time_us: u64,
}

impl FileOutcome {
    /// Whether the text itself is wrong.
    pub fn is_bad_input(&self) -> bool {
        self.problems.iter().any(|p| p.id != "warning")
    }
}

impl Verification {
    /// All members of all files.
    pub fn members(&self) -> impl Iterator<Item = &MemberOutcome> {
        self.files.iter().flat_map(|f| &f.members)
    }
    /// The verdict that follows from those of the members.
    pub fn judge<'a>(members: impl Iterator<Item = &'a MemberOutcome>) -> Verdict {
        let mut unknown: Option<(String, u64)> = None;
        let mut failed = false;
        for m in members {
            match &m.verdict {
                Verdict::NotProved | Verdict::Violated => failed = true,
                Verdict::Unknown { reason } => match &mut unknown {
                    Some((_, more)) => *more += 1,
                    None => unknown = Some((format!("{} {}: {reason}", m.kind, m.name), 0)),
                },
                Verdict::Proved | Verdict::ProvedUpTo { .. } => {}
            }
        }
        match (failed, unknown) {
            (true, _) => Verdict::NotProved,
            (false, Some((reason, 0))) => Verdict::Unknown { reason },
            (false, Some((reason, n))) => Verdict::Unknown {
                reason: format!("{reason}; and {n} more"),
            },
            (false, None) => Verdict::Proved,
        }
    }
}
