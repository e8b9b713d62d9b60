//! The witness of an answer.
//!
//! A violation is told by its inputs, one waypoint at the closing parenthesis
//! of each call, and the place of the error: a native run in which the calls
//! tell their places gives the order. What a witness of the format cannot say
//! (a pointer as an input, arguments, a call in a macro) makes none, with the
//! reason; a witness that would be wrong is never written.

use super::answer::Answer;
use super::inputs;
use super::invariants::At;
use super::options::DataModel;
use super::portfolio::{Portfolio, Said};
use super::program::{names, Program};
use super::proof;
use super::property::{Property, Question};
use super::replay::{input_sites, Replayer, Site};
use super::tokens;
use ep_base::outcome::{Bug, ErrorKind, Input, InputSource};
use ep_base::words::count;
use ep_base::Diagnostic;
use ep_report::testcomp::{program_hash, utc};
use ep_report::witness::{
    Constraint, Content, Format, Invariant, InvariantKind, Location, Metadata, Segment, Task,
    TaskLines, Version, Waypoint, WaypointKind, Witness,
};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Who wrote a witness of ours.
pub const PRODUCER: &str = "everypath";

/// More inputs than a reader wants to follow.
const MOST_INPUTS: usize = 20_000;

/// Whose answer it is.
pub struct About<'a> {
    pub question: &'a Question,
    pub model: DataModel,
    pub portfolio: &'a Portfolio<'a>,
    /// What the engines said.
    pub said: &'a [Said],
}

impl About<'_> {
    /// The witness of an answer, or why there is none.
    ///
    /// # Errors
    /// A scratch file cannot be written (exit 4).
    pub fn witness(&self, answer: &Answer) -> Result<Result<Witness, String>, Diagnostic> {
        match answer {
            Answer::Violated { name, bug } => match self.question.property {
                Property::MemoryCleanup => {
                    Ok(Err("the format has none for valid-memcleanup".into()))
                }
                _ if *name == "valid-memtrack" => {
                    Ok(Err("the format has none for valid-memtrack".into()))
                }
                _ => self.violation(bug),
            },
            Answer::Holds { .. } if self.question.property == Property::Termination => self.ends(),
            Answer::Holds { .. } => self.proof(),
            Answer::Endless { .. } => self.endless(),
            Answer::Open { .. } => Ok(Err("the question is open".into())),
        }
    }

    fn violation(&self, bug: &Bug) -> Result<Result<Witness, String>, Diagnostic> {
        let is_call = |i: &&Input| matches!(i.source, InputSource::Nondet { .. });
        if let Some(other) = bug.inputs.iter().find(|i| !is_call(i)) {
            return Ok(Err(format!("an input is no call: {}", other.name)));
        }
        if bug.inputs.len() > MOST_INPUTS {
            return Ok(Err("the run has too many inputs".into()));
        }
        let Some(target) = self.target(bug) else {
            return Ok(Err(format!("{} is no place of the program", bug.place)));
        };
        let mut segments = Vec::new();
        if !bug.inputs.is_empty() {
            match self.returns(&bug.inputs)? {
                Ok(all) => segments = all,
                Err(why) => return Ok(Err(why)),
            }
        }
        segments.push(Segment {
            avoid: vec![],
            follow: target,
            cycle: false,
        });
        Ok(Ok(Witness {
            metadata: self.metadata(Version::V2_0),
            content: Content::Violation(segments),
        }))
    }

    /// The invariants of a proof.
    fn proof(&self) -> Result<Result<Witness, String>, Diagnostic> {
        let property = self.question.property;
        if !matches!(property, Property::UnreachCall | Property::NoOverflow) {
            return Ok(Err(format!("the format has none for proofs of {property}")));
        }
        if !proof_is_asked(self.portfolio.program) {
            return Ok(Err("none is asked for with arrays, floats or a heap".into()));
        }
        let proved = self.said.iter().rfind(|s| !s.answer.is_open());
        let took = proved.map_or(Duration::ZERO, |s| s.cpu);
        let found = match proof::invariants(self.portfolio, self.model, took)? {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        let all = found.into_iter().map(|(spot, value)| Invariant {
            kind: match spot.at {
                At::Loop(_) => InvariantKind::Loop,
                At::Statement(_) => InvariantKind::Location,
            },
            location: self.location(spot.file, spot.line, spot.column),
            value,
            format: Format::C,
            at: 0,
        });
        Ok(Ok(Witness {
            content: Content::Invariants(all.collect()),
            metadata: self.metadata(Version::V2_0),
        }))
    }

    /// Where the error is: the file as it was given, the line, and the column
    /// of a call of the error function.
    fn target(&self, bug: &Bug) -> Option<Waypoint> {
        // A model of the C library has no place in the program.
        let places = std::iter::once(&bug.place).chain(&bug.stack);
        let mine = |file: &str| {
            let of = |s: &&super::program::Source| Path::new(file) == s.path;
            self.portfolio.program.sources.iter().find(of)
        };
        let (place, source) = places
            .filter_map(|p| mine(&p.file).map(|s| (p, s)))
            .next()?;
        if place.line == 0 {
            return None;
        }
        let all = tokens::tokens(&source.text);
        let starts_here = tokens::at(&all, place.line, place.column)
            .is_some_and(|(_, t)| matches!(t.text, "reach_error" | "__VERIFIER_error"));
        let precise = bug.kind == ErrorKind::AssertionFailure && starts_here;
        Some(Waypoint {
            kind: WaypointKind::Target,
            location: Location {
                file_name: source.path.display().to_string(),
                line: place.line,
                column: precise.then_some(place.column),
                function: None,
                at: 0,
            },
            constraint: None,
            at: 0,
        })
    }

    /// A waypoint for each input.
    fn returns(&self, all: &[Input]) -> Result<Result<Vec<Segment>, String>, Diagnostic> {
        let program = self.portfolio.program;
        let sites = input_sites(program);
        let mut replayer = Replayer::new(
            program,
            self.question.property,
            sites,
            self.portfolio.scratch,
        )?;
        let run = match replayer.run(all) {
            Ok(run) => run,
            Err(e) => return Ok(Err(format!("the program does not run natively: {e}"))),
        };
        // A run that does not stop at the error reads on.
        if run.events.len() < all.len() {
            return Ok(Err(format!(
                "{} of {} {} a place in the text",
                run.events.len(),
                count(all.len(), "input"),
                if run.events.len() == 1 { "has" } else { "have" }
            )));
        }
        let read = run.events.iter().zip(all);
        let segments = read.map(|(event, input)| {
            let (file, site) = &replayer.sites[event.site];
            self.returned(*file, site, input, Format::Acsl)
        });
        Ok(segments.collect())
    }

    /// The waypoint of an input.
    pub(super) fn returned(
        &self,
        file: usize,
        site: &Site,
        input: &Input,
        format: Format,
    ) -> Result<Segment, String> {
        let none = || format!("{} has no value that is a constant", input.name);
        let Site::Input(call) = site else {
            return Err(none());
        };
        let same =
            matches!(&input.source, InputSource::Nondet { function } if *function == call.function);
        let value = inputs::constant(input, self.model).filter(|_| same);
        let value = value.ok_or_else(none)?;
        Ok(Segment {
            avoid: vec![],
            follow: Waypoint {
                kind: WaypointKind::FunctionReturn,
                location: self.location(file, call.line, call.column),
                constraint: Some(Constraint {
                    value: format!("\\result == {value}"),
                    format: Some(format),
                }),
                at: 0,
            },
            cycle: false,
        })
    }

    /// A place of a file of the program.
    pub(super) fn location(&self, file: usize, line: u32, column: u32) -> Location {
        let source = &self.portfolio.program.sources[file];
        Location {
            file_name: source.path.display().to_string(),
            line,
            column: Some(column),
            function: None,
            at: 0,
        }
    }

    pub(super) fn metadata(&self, version: Version) -> Metadata {
        let files: Vec<(String, String)> = self
            .portfolio
            .program
            .sources
            .iter()
            .map(|s| (s.path.display().to_string(), program_hash(&s.bytes)))
            .collect();
        let now = utc(SystemTime::now());
        Metadata {
            version,
            uuid: uuid(&format!("{now} {} {files:?}", std::process::id())),
            creation_time: now,
            producer: PRODUCER.into(),
            producer_version: env!("CARGO_PKG_VERSION").into(),
            task: Task {
                input_files: files.iter().map(|(f, _)| f.clone()).collect(),
                hashes: files,
                specification: self.question.text.clone(),
                data_model: self.model.word().into(),
                lines: TaskLines::default(),
            },
        }
    }
}

/// A random UUID's shape (version 4) from a hash of what nobody else has.
fn uuid(of: &str) -> String {
    let nanos = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |d| d.as_nanos());
    let h = program_hash(format!("{of} {nanos}").as_bytes());
    format!(
        "{}-{}-4{}-a{}-{}",
        &h[..8],
        &h[8..12],
        &h[13..16],
        &h[17..20],
        &h[20..32]
    )
}

/// Whether proofs of this program are asked for a witness: not with arrays,
/// floats or a heap.
pub fn proof_is_asked(program: &Program) -> bool {
    const OUT: [&str; 6] = ["float", "double", "malloc", "calloc", "realloc", "alloca"];
    program.sources.iter().all(|s| {
        !OUT.iter().any(|w| names(&s.text, w)) && !tokens::tokens(&s.text).iter().any(|t| t.is('['))
    })
}
