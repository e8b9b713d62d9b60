//! Whether a witness is about this task: files and their hashes, property,
//! data model, and locations that exist and fit their kind.

use crate::solve::tokens::{self, Kind, Token};
use crate::solve::{Program, Property, Question};
use ep_base::words::count;
use ep_report::testcomp::program_hash;
use ep_report::witness::{Content, InvariantKind, Location, Waypoint, WaypointKind, Witness};
use ep_report::yaml::Problem;
use std::path::Path;

/// All problems, in the order of the file.
pub fn problems(w: &Witness, program: &Program, question: &Question, model: &str) -> Vec<Problem> {
    let mut out = Vec::new();
    task(w, program, question, model, &mut out);
    let texts: Vec<Vec<Token<'_>>> = program
        .sources
        .iter()
        .map(|s| tokens::tokens(&s.text))
        .collect();
    let check = |l: &Location, kind: Place| location(l, kind, program, &texts);
    match &w.content {
        Content::Violation(segments) => {
            let endless = question.property == Property::Termination;
            if let Some(last) = segments.last().filter(|s| s.cycle != endless) {
                let what = match endless {
                    true => "a run without an end has a cycle, and no target",
                    false => "the violation of this property has a target, and no cycle",
                };
                out.push(Problem::new(last.follow.at, what));
            }
            for s in segments {
                for p in s.avoid.iter().chain([&s.follow]) {
                    out.extend(check(&p.location, Place::of(p)));
                }
            }
        }
        Content::Invariants(all) => {
            for i in all {
                let kind = match i.kind {
                    InvariantKind::Loop | InvariantKind::LoopTransition => Place::Loop,
                    InvariantKind::Location => Place::Any,
                };
                out.extend(check(&i.location, kind));
            }
        }
    }
    out.sort_by_key(|p| p.line);
    out
}

fn task(w: &Witness, program: &Program, question: &Question, model: &str, out: &mut Vec<Problem>) {
    let t = &w.metadata.task;
    if t.input_files.len() != program.sources.len() {
        out.push(Problem::new(
            t.lines.input_files,
            format!(
                "the witness is about {}, the program has {}",
                count(t.input_files.len(), "file"),
                program.sources.len()
            ),
        ));
    }
    for f in &t.input_files {
        if file(program, f).is_none() {
            let what = format!("the witness is about another program: `{}`", short(f));
            out.push(Problem::new(t.lines.input_files, what));
        }
        let hash = t.hashes.iter().find(|(name, _)| name == f);
        match (hash, file(program, f)) {
            (None, _) => out.push(Problem::new(
                t.lines.hashes,
                format!("there is no hash of `{}`", short(f)),
            )),
            (Some((_, hash)), Some(i)) if *hash != program_hash(&program.sources[i].bytes) => {
                out.push(Problem::new(
                    t.lines.hashes,
                    format!("the hash of `{}` is that of another text", short(f)),
                ));
            }
            _ => {}
        }
    }
    let plain = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    if plain(&t.specification) != plain(&question.text) {
        out.push(Problem::new(
            t.lines.specification,
            "the witness is about another property",
        ));
    }
    if t.data_model != model {
        out.push(Problem::new(
            t.lines.data_model,
            format!(
                "the witness is about {}, the program is {model}",
                t.data_model
            ),
        ));
    }
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The file of the program with this name: the same path, or the same last
/// part of it where only one has it.
pub fn file(program: &Program, name: &str) -> Option<usize> {
    let exact = program
        .sources
        .iter()
        .position(|s| s.path == Path::new(name));
    exact.or_else(|| {
        let last = Path::new(name).file_name()?;
        let mut same = (0..program.sources.len())
            .filter(|&i| program.sources[i].path.file_name() == Some(last));
        match (same.next(), same.next()) {
            (Some(i), None) => Some(i),
            _ => None,
        }
    })
}

/// What has to stand at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Any,
    /// The parenthesis at the end of a call.
    Call,
    /// The keyword of a condition.
    Condition,
    /// The keyword of a loop.
    Loop,
}

impl Place {
    fn of(w: &Waypoint) -> Place {
        match w.kind {
            WaypointKind::FunctionReturn => Place::Call,
            WaypointKind::Branching => Place::Condition,
            _ => Place::Any,
        }
    }

    fn fits(self, t: &Token<'_>) -> bool {
        match self {
            Place::Any => true,
            Place::Call => t.is(')'),
            Place::Condition => {
                let words = ["if", "while", "for", "switch", "do"];
                t.is('?') || words.contains(&t.text)
            }
            Place::Loop => ["while", "for", "do"].contains(&t.text),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Place::Any => "the start of a token",
            Place::Call => "the closing parenthesis of a call",
            Place::Condition => "the keyword of a condition",
            Place::Loop => "the keyword of a loop",
        }
    }
}

fn location(
    l: &Location,
    place: Place,
    program: &Program,
    texts: &[Vec<Token<'_>>],
) -> Option<Problem> {
    let wrong = |what: String| Some(Problem::new(l.at, what));
    let Some(i) = file(program, &l.file_name) else {
        return wrong(format!(
            "`{}` is no file of the program",
            short(&l.file_name)
        ));
    };
    let all = &texts[i];
    let lines = program.sources[i].text.lines().count() as u32;
    if l.line > lines {
        return wrong(format!("line {} is behind the end of the file", l.line));
    }
    match l.column {
        Some(c) => match tokens::at(all, l.line, c) {
            None => wrong(format!("no token begins at {}:{c}", l.line)),
            Some((_, t)) if !place.fits(t) => wrong(format!(
                "at {}:{c} stands `{}`, want {}",
                l.line,
                short(t.text),
                place.words()
            )),
            Some(_) => None,
        },
        None => {
            let mut here = all.iter().filter(|t| t.line == l.line);
            if !here.any(|t| place.fits(t) && t.kind != Kind::Mark(';')) {
                return wrong(format!("line {} has not {}", l.line, place.words()));
            }
            None
        }
    }
}
