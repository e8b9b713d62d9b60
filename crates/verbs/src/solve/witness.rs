//! The witness of an answer.
//!
//! A violation is told by its inputs, one waypoint at the closing parenthesis
//! of each call, and the place of the error: a native run in which the calls
//! tell their places gives the order. What a witness of the format cannot say
//! (a pointer as an input, arguments, a call in a macro) makes none, with the
//! reason; a witness that would be wrong is never written.

use super::answer::Answer;
use super::inputs;
use super::invariants::{asserting, broken, candidates, Asserted, At};
use super::options::DataModel;
use super::places::InputCall;
use super::portfolio::{Portfolio, Said};
use super::program::{names, Program};
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

/// Inputs of the runs that break candidates.
const FEW: usize = 12;

/// How often candidates are dropped, and the least time that this needs.
const ROUNDS: usize = 6;
const LEAST: Duration = Duration::from_secs(1);

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

    /// The invariants of a proof: candidates, until those that are left are
    /// proved.
    fn proof(&self) -> Result<Result<Witness, String>, Diagnostic> {
        let property = self.question.property;
        if !matches!(property, Property::UnreachCall | Property::NoOverflow) {
            return Ok(Err(format!("the format has none for proofs of {property}")));
        }
        let program = self.portfolio.program;
        if !proof_is_asked(program) {
            return Ok(Err("none is asked for with arrays, floats or a heap".into()));
        }
        let mut all = self.unbroken(candidates(program))?;
        let asked = program.asked(Property::UnreachCall)?;
        for round in 0..ROUNDS {
            if all.is_empty() {
                return Ok(Err("no invariant of a loop was found".into()));
            }
            if self.portfolio.pool.left() < LEAST {
                return Ok(Err("no time is left to look for invariants".into()));
            }
            let folder = self.portfolio.scratch.join(format!("candidates{round}"));
            let with = asserting(program, &asked, &all, &folder)?;
            let Ok(said) = self.portfolio.check_instead(Property::UnreachCall, with) else {
                return Ok(Err("the program with invariants does not compile".into()));
            };
            if matches!(said.answer, Answer::Holds { .. }) {
                let content =
                    Content::Invariants(all.iter().filter_map(|a| self.invariant(a)).collect());
                let metadata = self.metadata(Version::V2_0);
                return Ok(Ok(Witness { metadata, content }));
            }
            let wrong: Vec<usize> = said.bugs.iter().filter_map(broken).collect();
            if wrong.is_empty() {
                break;
            }
            let mut k = 0;
            all.retain(|_| {
                k += 1;
                !wrong.contains(&(k - 1))
            });
        }
        Ok(Err(
            "the invariants of the proof are not known in the text's words".into(),
        ))
    }

    /// Without those that a few native runs break, which takes many rounds of
    /// proofs to find out one by one.
    fn unbroken(&self, all: Vec<Asserted>) -> Result<Vec<Asserted>, Diagnostic> {
        let program = self.portfolio.program;
        let mut sites = input_sites(program);
        let first = sites.len();
        // The candidate of each site that tells of one.
        let mut told = Vec::new();
        for (k, a) in all.iter().enumerate() {
            let At::Loop(condition) = &a.at else { continue };
            let text = &program.sources[a.file].text;
            // Where there is no condition nothing can stand before it.
            if text[condition.from..condition.to].trim().is_empty() {
                continue;
            }
            told.push(k);
            let site = Site::Loop {
                condition: condition.clone(),
                expression: a.expression.clone(),
            };
            sites.push((a.file, site));
        }
        let mut replayer = Replayer::new(
            program,
            Property::UnreachCall,
            sites,
            self.portfolio.scratch,
        )?;
        let mut broken = vec![false; all.len()];
        for seed in [0u64, 1, 2, 5, 11] {
            let mut asked = 0;
            let choose = |_: usize, call: &InputCall| {
                asked += 1;
                let value = (seed * asked) % 13;
                let input = inputs::input(&call.function, &value.to_string(), self.model);
                input.ok().map(Ok)
            };
            // A program that does not run breaks nothing.
            let Ok(Ok((_, run))) = replayer.complete(choose, FEW) else {
                continue;
            };
            for e in run.events.iter().filter(|e| !e.holds) {
                let k = e.site.checked_sub(first).and_then(|n| told.get(n));
                if let Some(b) = k.and_then(|k| broken.get_mut(*k)) {
                    *b = true;
                }
            }
        }
        let kept = all.into_iter().zip(broken).filter(|(_, b)| !b);
        Ok(kept.map(|(a, _)| a).collect())
    }

    fn invariant(&self, a: &Asserted) -> Option<Invariant> {
        let At::Loop(c) = &a.at else { return None };
        Some(Invariant {
            kind: InvariantKind::Loop,
            location: self.location(a.file, c.line, c.column),
            value: a.expression.clone(),
            format: Format::C,
            at: 0,
        })
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
