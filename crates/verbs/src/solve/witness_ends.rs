//! Witnesses about ends: what falls at each loop of a program that ends, and
//! the rounds of a run that does not.
//!
//! Idea: `time` has a measure for each loop in the program's words, which
//! becomes a transition invariant; where it has none (it proves over another
//! graph, or followed all runs) what the condition compares is tried. Each
//! candidate that a run breaks, or that `check` cannot prove, gives way to the
//! next one; what is written was proved as `validate` proves it. A run without
//! an end is told by its inputs and by the loop that it stays in, which a
//! native run shows. Source: version 2.1 of the format, in which the parts of
//! a cycle have the action `cycle`. Cost: a `check` for each round of
//! candidates, one native run.

use super::answer::Answer;
use super::falls::{self, asserting, broken, Broken, Falling};
use super::measures::{self, Linear};
use super::places::Keyword;
use super::property::Property;
use super::replay::{input_sites, Replayer, Site};
use super::tokens;
use super::witness::About;
use ep_base::outcome::{Input, InputSource};
use ep_base::time::Lasso;
use ep_base::Diagnostic;
use ep_report::witness::{
    Constraint, Content, Format, Invariant, InvariantKind, Segment, Version, Waypoint,
    WaypointKind, Witness,
};
use std::path::Path;
use std::time::Duration;

/// How often candidates change, and the least time that a round needs.
const ROUNDS: usize = 16;
const LEAST: Duration = Duration::from_secs(1);

/// How many places a run without an end passes until it is ended.
pub const PLACES: usize = 4_000;

/// A loop that looks for its measure.
struct Looking {
    file: usize,
    l: falls::Loop,
    /// In `all`, of the loops around it.
    around: Vec<usize>,
    candidates: Vec<Vec<Linear>>,
    /// The one that is tried; behind the last one there is none.
    at: usize,
}

impl About<'_> {
    /// Transition invariants of all loops for which they are found.
    pub(super) fn ends(&self) -> Result<Result<Witness, String>, Diagnostic> {
        let program = self.portfolio.program;
        let mut all = self.looking();
        if all.is_empty() {
            return Ok(Err(
                "there is no loop whose end would have to be shown".into()
            ));
        }
        let asked = program.asked(Property::NoOverflow)?;
        let mut offset = 0;
        for round in 0..ROUNDS {
            let tried = tried(&all);
            let falling: Vec<Falling> = tried.iter().map(|&k| self.falling(&all, k)).collect();
            if falling.is_empty() {
                return Ok(Err("no measure was found in the text's words".into()));
            }
            if self.portfolio.pool.left() < LEAST {
                return Ok(Err("no time is left to look for measures".into()));
            }
            let folder = self.portfolio.scratch.join(format!("falls{round}"));
            let with = asserting(program, &asked, &falling, offset, &folder)?;
            let with = match with {
                Ok(with) => with,
                Err(why) => return Ok(Err(why)),
            };
            let Ok(said) = self.portfolio.check_instead(Property::UnreachCall, with) else {
                return Ok(Err("the program with measures does not compile".into()));
            };
            if matches!(said.answer, Answer::Holds { .. }) {
                let invariants = tried.iter().map(|&k| self.transition(&all, k));
                return Ok(Ok(Witness {
                    metadata: self.metadata(Version::V2_1),
                    content: Content::Invariants(invariants.collect()),
                }));
            }
            let found: Vec<Broken> = said.bugs.iter().filter_map(broken).collect();
            let mut wrong: Vec<usize> = found
                .iter()
                .filter_map(|b| match b {
                    Broken::Invariant(k) | Broken::Argument(k) => tried.get(*k).copied(),
                    Broken::Around(_) => None,
                })
                .collect();
            wrong.sort_unstable();
            wrong.dedup();
            if wrong.is_empty() {
                let moved = found.iter().any(|b| matches!(b, Broken::Around(_)));
                if moved && usize::from(offset) + 1 < falls::OFFSETS.len() {
                    offset += 1;
                    continue;
                }
                // Whose proof is missing is not known: the innermost first, whose
                // invariant says the most.
                let Some(&last) = tried.iter().max_by_key(|&&k| (all[k].around.len(), k)) else {
                    break;
                };
                wrong.push(last);
            }
            for k in wrong {
                all[k].at += 1;
            }
        }
        Ok(Err(
            "the measures of the loops are not known in the text's words".into(),
        ))
    }

    fn looking(&self) -> Vec<Looking> {
        let program = self.portfolio.program;
        let told = self.said.iter().filter_map(|s| s.ends.as_ref());
        let told: Vec<_> = told.flat_map(|e| &e.measures).collect();
        let mut out: Vec<Looking> = Vec::new();
        for (file, s) in program.sources.iter().enumerate() {
            let first = out.len();
            for l in falls::loops(&s.text) {
                let line_of = |at: usize| s.text[..at].matches('\n').count() as u32 + 1;
                let lines = l.condition.line..=line_of(l.condition.to);
                let mut found = Vec::new();
                for (f, line, because) in &told {
                    if Path::new(f) == s.given && lines.contains(line) {
                        found.extend(because.iter().cloned());
                    }
                }
                out.push(Looking {
                    file,
                    around: l.around.iter().map(|a| first + a).collect(),
                    candidates: measures::candidates(&s.text, &l, &found, program.m32),
                    l,
                    at: 0,
                });
            }
        }
        out
    }

    fn falling(&self, all: &[Looking], k: usize) -> Falling {
        let m32 = self.portfolio.program.m32;
        Falling {
            file: all[k].file,
            condition: all[k].l.condition.clone(),
            measures: disjuncts(all, k).map(|c| c.measure(m32)).collect(),
        }
    }

    fn transition(&self, all: &[Looking], k: usize) -> Invariant {
        let m32 = self.portfolio.program.m32;
        let parts: Vec<String> = disjuncts(all, k).map(|c| c.disjunct(m32)).collect();
        let value = match &parts[..] {
            [one] => one.clone(),
            many => format!("({})", many.join(") || (")),
        };
        let c = &all[k].l.condition;
        Invariant {
            kind: InvariantKind::LoopTransition,
            location: self.location(all[k].file, c.line, c.column),
            value,
            format: Format::ExtendedC,
            at: 0,
        }
    }

    /// The run without an end that `time` found.
    pub(super) fn endless(&self) -> Result<Result<Witness, String>, Diagnostic> {
        let lasso = self.said.iter().filter_map(|s| s.ends.as_ref());
        let Some(lasso) = lasso.filter_map(|e| e.lasso.as_ref()).next() else {
            return Ok(Err("the run without an end is not known".into()));
        };
        let is_call = |i: &&Input| matches!(i.source, InputSource::Nondet { .. });
        if let Some(other) = lasso.inputs.iter().find(|i| !is_call(i)) {
            return Ok(Err(format!("an input is no call: {}", other.name)));
        }
        if lasso.inputs.len() > PLACES / 4 {
            return Ok(Err("the run has too many inputs".into()));
        }
        let program = self.portfolio.program;
        let mut sites = input_sites(program);
        let calls = sites.len();
        sites.extend(rounds(program));
        let mut replayer = Replayer::ending_after(
            Some(PLACES),
            program,
            self.question.property,
            sites,
            self.portfolio.scratch,
        )?;
        let (given, first) = repeated(lasso);
        let run = match replayer.run(&given) {
            Ok(run) => run,
            Err(e) => return Ok(Err(format!("the program does not run natively: {e}"))),
        };
        let read: Vec<usize> = (0..run.events.len())
            .filter(|&e| run.events[e].site < calls)
            .collect();
        let wanted = lasso.inputs.len();
        if read.len() < wanted {
            return Ok(Err("not all inputs have a place in the text".into()));
        }
        let mut segments = Vec::new();
        for (n, input) in lasso.inputs.iter().enumerate() {
            let (file, site) = &replayer.sites[run.events[read[n]].site];
            match self.returned(*file, site, input, Format::ExtendedC) {
                Ok(mut s) => {
                    s.cycle = n >= first;
                    segments.push(s);
                }
                Err(why) => return Ok(Err(why)),
            }
        }
        if first == wanted {
            // A round reads nothing: the loop is told that the run stays in.
            let from = read.last().map_or(0, |e| e + 1);
            let events = run.events.get(from..).unwrap_or_default();
            let tail = &events[events.len() / 2..];
            let stays = (calls..replayer.sites.len()).find(|&s| {
                let mut here = tail.iter().filter(|e| e.site == s).peekable();
                here.peek().is_some() && here.all(|e| e.holds)
            });
            let Some(site) = stays.filter(|_| events.len() >= PLACES / 4) else {
                return Ok(Err("the loop that the run stays in is not known".into()));
            };
            // Where it was left before, it is not the one that is told yet.
            for _ in events.iter().filter(|e| e.site == site && !e.holds) {
                segments.push(self.stays(&replayer.sites[site], "false", false));
            }
            if segments.len() > PLACES / 4 {
                return Ok(Err("the loop is left too often before".into()));
            }
            segments.push(self.stays(&replayer.sites[site], "true", true));
        }
        Ok(Ok(Witness {
            metadata: self.metadata(Version::V2_1),
            content: Content::Violation(segments),
        }))
    }

    /// That the condition of a loop has this value.
    fn stays(&self, (file, site): &(usize, Site), value: &str, cycle: bool) -> Segment {
        let text = &self.portfolio.program.sources[*file].text;
        let (kind, line, column, constraint) = match site {
            Site::Branch(c) => {
                let value = value.to_string();
                let constraint = Constraint {
                    value,
                    format: None,
                };
                (WaypointKind::Branching, c.line, c.column, constraint)
            }
            Site::Assumption { at, expression } => {
                let all = tokens::tokens(text);
                let t = all.iter().find(|t| t.at == *at);
                let constraint = Constraint {
                    value: expression.clone(),
                    format: Some(Format::C),
                };
                let (line, column) = t.map_or((1, 1), |t| (t.line, t.column));
                (WaypointKind::Assumption, line, column, constraint)
            }
            // No other site is one of a loop.
            Site::Input(_) | Site::Values { .. } => {
                let (line, column) = match site {
                    Site::Input(c) => (c.line, c.column),
                    _ => (1, 1),
                };
                let constraint = Constraint {
                    value: value.to_string(),
                    format: None,
                };
                (WaypointKind::FunctionReturn, line, column, constraint)
            }
        };
        Segment {
            avoid: vec![],
            follow: Waypoint {
                kind,
                location: self.location(*file, line, column),
                constraint: Some(constraint),
                at: 0,
            },
            cycle,
        }
    }
}

/// The loops whose candidates are tried: those that have one, in loops that
/// have one.
fn tried(all: &[Looking]) -> Vec<usize> {
    let has = |k: usize| all[k].at < all[k].candidates.len();
    (0..all.len())
        .filter(|&k| has(k) && all[k].around.iter().all(|&a| has(a)))
        .collect()
}

/// The measures of the loops around, outermost first, and its own.
fn disjuncts(all: &[Looking], k: usize) -> impl Iterator<Item = &Linear> {
    let outer = all[k].around.iter().copied().chain([k]);
    outer
        .filter_map(|a| all[a].candidates.get(all[a].at))
        .flatten()
}

/// Where a run tells that it stays in a loop: at its condition, or at the
/// start of its rounds.
fn rounds(program: &super::Program) -> Vec<(usize, Site)> {
    let mut out = Vec::new();
    for (file, s) in program.sources.iter().enumerate() {
        let all = tokens::tokens(&s.text);
        for l in falls::loops(&s.text) {
            let c = &l.condition;
            let tested = c.keyword != Keyword::Do && !s.text[c.from..c.to].trim().is_empty();
            let site = match tested {
                true => Some(Site::Branch(c.clone())),
                false => l.first_statement(&all).map(|t| Site::Assumption {
                    at: all[t].at,
                    expression: "1".into(),
                }),
            };
            out.extend(site.map(|s| (file, s)));
        }
    }
    out
}

/// The inputs of a lasso, those of its round again and again, and where the
/// round begins.
fn repeated(lasso: &Lasso) -> (Vec<Input>, usize) {
    let len = lasso.inputs.len();
    let first = lasso.again.map_or(len, |a| (a as usize).min(len));
    let mut out = lasso.inputs.clone();
    let round = &lasso.inputs[first..];
    while !round.is_empty() && out.len() < PLACES {
        out.extend_from_slice(round);
    }
    (out, first)
}
