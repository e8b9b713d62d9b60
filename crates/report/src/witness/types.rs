//! What a witness says, as plain structs.

use std::fmt;

/// A version of the format, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Version {
    V2_0,
    V2_1,
    V2_2,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Version::V2_0 => "2.0",
            Version::V2_1 => "2.1",
            Version::V2_2 => "2.2",
        })
    }
}

/// One entry of a witness file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub metadata: Metadata,
    pub content: Content,
}

/// Where a witness comes from, and what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    pub version: Version,
    pub uuid: String,
    /// ISO 8601.
    pub creation_time: String,
    pub producer: String,
    pub producer_version: String,
    pub task: Task,
}

/// The task that it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub input_files: Vec<String>,
    /// SHA-256 by name, in lower-case hexadecimal.
    pub hashes: Vec<(String, String)>,
    /// The text of the property file.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// Line of the file of each part, for messages; 0 where it was not read.
    pub lines: TaskLines,
}

/// Where the parts of a task stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaskLines {
    pub input_files: usize,
    pub hashes: usize,
    pub specification: usize,
    pub data_model: usize,
}

/// A run, or a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// `violation_sequence`.
    Violation(Vec<Segment>),
    /// `invariant_set`.
    Invariants(Vec<Invariant>),
}

/// A part of a run: what it does not pass, and where it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub avoid: Vec<Waypoint>,
    pub follow: Waypoint,
    /// Its end is passed again and again, whenever the run gets there: the
    /// action is `cycle` and not `follow`.
    pub cycle: bool,
}

/// A place of a run, and what holds there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    pub kind: WaypointKind,
    pub location: Location,
    pub constraint: Option<Constraint>,
    /// Line of the witness; 0 where it was not read.
    pub at: usize,
}

/// What a run does at a waypoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    Assumption,
    Branching,
    FunctionEnter,
    FunctionReturn,
    Target,
}

impl WaypointKind {
    pub const ALL: [WaypointKind; 5] = [
        WaypointKind::Assumption,
        WaypointKind::Branching,
        WaypointKind::FunctionEnter,
        WaypointKind::FunctionReturn,
        WaypointKind::Target,
    ];

    pub fn word(self) -> &'static str {
        match self {
            WaypointKind::Assumption => "assumption",
            WaypointKind::Branching => "branching",
            WaypointKind::FunctionEnter => "function_enter",
            WaypointKind::FunctionReturn => "function_return",
            WaypointKind::Target => "target",
        }
    }

    /// Whether a constraint is wanted; the others have none.
    pub fn is_constrained(self) -> bool {
        !matches!(self, WaypointKind::FunctionEnter | WaypointKind::Target)
    }
}

/// What holds at a waypoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    pub value: String,
    pub format: Option<Format>,
}

/// The language of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    C,
    ExtendedC,
    Acsl,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::C, Format::ExtendedC, Format::Acsl];

    pub fn word(self) -> &'static str {
        match self {
            Format::C => "c_expression",
            Format::ExtendedC => "ext_c_expression",
            Format::Acsl => "acsl_expression",
        }
    }
}

/// A place in the program as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub file_name: String,
    /// From 1.
    pub line: u32,
    /// In characters, from 1; none where sources differ on it.
    pub column: Option<u32>,
    pub function: Option<String>,
    /// Line of the witness; 0 where it was not read.
    pub at: usize,
}

/// What holds each time a run is at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    pub kind: InvariantKind,
    pub location: Location,
    pub value: String,
    pub format: Format,
    /// Line of the witness; 0 where it was not read.
    pub at: usize,
}

/// What stands at the place of an invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantKind {
    /// The keyword of a loop: it holds before each test of the condition.
    Loop,
    /// A statement: it holds before it.
    Location,
    /// The keyword of a loop: it holds between the state before a test of the
    /// condition and the state before any earlier test, which `\at(x,
    /// AnyPrev)` speaks of.
    LoopTransition,
}

impl InvariantKind {
    pub fn word(self) -> &'static str {
        match self {
            InvariantKind::Loop => "loop_invariant",
            InvariantKind::Location => "location_invariant",
            InvariantKind::LoopTransition => "loop_transition_invariant",
        }
    }
}
