//! Violation witnesses: a native run that passes the waypoints in their order,
//! and a sanitizer that sees the error at the target.
//!
//! Idea: the inputs that the witness names are handed out where it names them,
//! others are zero. The run says which places it passed; it fits if each
//! segment is passed in order, with what it avoids not met on the way. Then
//! the inputs run in a build with the property's sanitizer, which has to
//! report an error that the property asks about, at the line of the target.
//! What cannot be used of a witness makes the answer `unknown`, never
//! `confirmed`.

use super::about;
use crate::solve::inputs;
use crate::solve::places::{conditions, Condition, Keyword};
use crate::solve::replay::{given_place, Replayer, Run, Site};
use crate::solve::tokens;
use crate::solve::{Program, Property, Question};
use ep_base::outcome::{Confirmation, ErrorKind, Input};
use ep_base::{Diagnostic, Stop};
use ep_report::witness::{Constraint, Format, Segment, Waypoint, WaypointKind};
use std::path::Path;

/// How many inputs a witness may leave out.
const MOST_FREE: usize = 256;

/// What became of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The name of the answer, and what the sanitizer said.
    Confirmed { name: &'static str, by: String },
    /// Why not.
    Open(String),
}

/// A waypoint that a run can be held to.
pub(super) enum Want {
    /// Sites of which any one is meant, and what they give.
    Input {
        sites: Vec<usize>,
        value: String,
    },
    Holds {
        sites: Vec<usize>,
        holds: bool,
    },
}

struct Step {
    avoid: Vec<Want>,
    follow: Option<Want>,
}

/// Runs the witness.
///
/// # Errors
/// A scratch file cannot be written (exit 4).
pub fn validate(
    segments: &[Segment],
    program: &Program,
    question: &Question,
    model: crate::solve::options::DataModel,
    (scratch, stop): (&Path, Stop),
) -> Result<Outcome, Diagnostic> {
    let mut plan = Plan {
        program,
        sites: all_inputs(program),
    };
    let mut steps = Vec::new();
    let mut target = None;
    for s in segments {
        let avoid = s
            .avoid
            .iter()
            .map(|w| plan.want(w))
            .collect::<Result<_, _>>();
        let avoid: Vec<Want> = match avoid {
            Ok(a) => a,
            Err(why) => return Ok(Outcome::Open(why)),
        };
        let follow = if s.follow.kind == WaypointKind::Target {
            target = Some(&s.follow);
            None
        } else {
            match plan.want(&s.follow) {
                Ok(w) => Some(w),
                Err(why) => return Ok(Outcome::Open(why)),
            }
        };
        steps.push(Step { avoid, follow });
    }
    let Some(target) = target else {
        return Ok(Outcome::Open("the witness has no target".into()));
    };
    let Some(file) = about::file(program, &target.location.file_name) else {
        return Ok(Outcome::Open("the target is in another file".into()));
    };
    let mut replayer = Replayer::new(program, question.property, plan.sites, scratch)?;
    replayer.stop = stop;
    let (inputs, run) = match guided(&steps, &mut replayer, model) {
        Ok(Ok(found)) => found,
        Ok(Err(why)) => return Ok(Outcome::Open(why)),
        Err(e) => {
            let what = program.in_users_words(&e.message, &scratch.join("told"));
            return Ok(Outcome::Open(format!("the program does not run: {what}")));
        }
    };
    if let Some(why) = run.stopped {
        return Ok(Outcome::Open(format!("the run leaves the witness: {why}")));
    }
    let needed = match fits(&steps, &run, &inputs, &replayer) {
        Ok(needed) => needed,
        Err(why) => return Ok(Outcome::Open(why)),
    };
    let place = given_place(program, file, target.location.line);
    if let Some(why) = wrong_target(program, file, target, question.property) {
        return Ok(Outcome::Open(why));
    }
    let mut said = "the run shows no error that the property asks about".to_string();
    for kind in ErrorKind::ALL {
        let Some(name) = question.property.violated_by(kind) else {
            continue;
        };
        match replayer.confirm(kind, &place, &inputs) {
            Confirmation::Confirmed { by, message } => {
                // The target is the end: what comes before it was read before it.
                let fewer = needed.checked_sub(1).and_then(|n| inputs.get(..n));
                let early = fewer.is_some_and(|fewer| {
                    let again = replayer.confirm(kind, &place, fewer);
                    matches!(again, Confirmation::Confirmed { .. })
                });
                if early {
                    let why = "the property is violated before the last input of the witness";
                    return Ok(Outcome::Open(why.into()));
                }
                return Ok(Outcome::Confirmed {
                    name,
                    by: format!("{by}: {message}"),
                });
            }
            Confirmation::NotConfirmed { reason } => said = reason,
            Confirmation::NotTried => {}
        }
    }
    Ok(Outcome::Open(format!(
        "the target is not confirmed: {said}"
    )))
}

/// The target of `unreach-call` is a call of the error function.
fn wrong_target(program: &Program, file: usize, w: &Waypoint, p: Property) -> Option<String> {
    if p != Property::UnreachCall {
        return None;
    }
    let all = tokens::tokens(&program.sources[file].text);
    let calls = |t: &tokens::Token<'_>| matches!(t.text, "reach_error" | "__VERIFIER_error");
    let right = match w.location.column {
        Some(c) => tokens::at(&all, w.location.line, c).is_some_and(|(_, t)| calls(t)),
        None => all.iter().any(|t| t.line == w.location.line && calls(t)),
    };
    (!right).then(|| format!("line {}: the target is no call of the error function", w.at))
}

fn all_inputs(program: &Program) -> Vec<(usize, Site)> {
    crate::solve::replay::input_sites(program)
}

pub(super) struct Plan<'a> {
    pub(super) program: &'a Program,
    pub(super) sites: Vec<(usize, Site)>,
}

impl Plan<'_> {
    /// What a run is held to, or why it cannot be.
    pub(super) fn want(&mut self, w: &Waypoint) -> Result<Want, String> {
        let cannot = |what: &str| {
            Err(format!(
                "line {} of the witness cannot be used: {what}",
                w.at
            ))
        };
        let Some(file) = about::file(self.program, &w.location.file_name) else {
            return cannot("no such file");
        };
        let (line, column) = (w.location.line, w.location.column);
        let here = |l: u32, c: u32| l == line && column.is_none_or(|k| k == c);
        match (w.kind, &w.constraint) {
            (WaypointKind::FunctionReturn, Some(c)) => {
                let mut found: Vec<usize> = Vec::new();
                for (i, (f, s)) in self.sites.iter().enumerate() {
                    if let Site::Input(call) = s {
                        if *f == file && here(call.line, call.column) {
                            found.push(i);
                        }
                    }
                }
                if found.is_empty() {
                    return cannot("the call gives no input");
                }
                match result_value(c) {
                    Some(value) => Ok(Want::Input {
                        sites: found,
                        value,
                    }),
                    None => cannot("the constraint is not of the form \\result == constant"),
                }
            }
            (WaypointKind::Branching, Some(c)) => {
                let holds = match c.value.as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return cannot("a branching of a switch"),
                };
                let all = conditions(&self.program.sources[file].text);
                let fits = |k: &&Condition| k.keyword != Keyword::Do && here(k.line, k.column);
                let found: Vec<Condition> = all.iter().filter(fits).cloned().collect();
                match &found[..] {
                    [one] if one.from < one.to => {
                        let site = self.add(file, Site::Branch(one.clone()));
                        Ok(Want::Holds {
                            sites: vec![site],
                            holds,
                        })
                    }
                    _ => cannot("there is no single if, while or for"),
                }
            }
            (WaypointKind::Assumption, Some(c)) => {
                let text = &self.program.sources[file].text;
                let all = tokens::tokens(text);
                let token = column.and_then(|c| tokens::at(&all, line, c));
                let Some((i, t)) = token else {
                    return cannot("an assumption without a column");
                };
                // Only where a statement can be put before another.
                let before = i.checked_sub(1).map(|p| &all[p]);
                if !before.is_some_and(|b| b.is(';') || b.is('{') || b.is('}')) {
                    return cannot("the assumption is not at the start of a statement");
                }
                if !is_plain(c) {
                    return cannot("the assumption is no plain expression of C");
                }
                let site = Site::Assumption {
                    at: t.at,
                    expression: c.value.clone(),
                };
                let site = self.add(file, site);
                Ok(Want::Holds {
                    sites: vec![site],
                    holds: true,
                })
            }
            _ => cannot(&format!(
                "waypoints of type {} are not supported",
                w.kind.word()
            )),
        }
    }

    fn add(&mut self, file: usize, site: Site) -> usize {
        let known = self.sites.iter().position(|s| *s == (file, site.clone()));
        known.unwrap_or_else(|| {
            self.sites.push((file, site));
            self.sites.len() - 1
        })
    }
}

/// The constant of `\result == constant`.
fn result_value(c: &Constraint) -> Option<String> {
    let rest = c.value.trim().strip_prefix("\\result")?.trim_start();
    let value = rest.strip_prefix("==")?.trim();
    let value = value
        .strip_prefix('(')
        .and_then(|v| v.strip_suffix(')'))
        .unwrap_or(value);
    (!value.is_empty()).then(|| value.trim().to_string())
}

/// An expression without calls, assignments, and what ends an expression.
fn is_plain(c: &Constraint) -> bool {
    if !matches!(c.format, None | Some(Format::C | Format::ExtendedC)) {
        return false;
    }
    super::expression::is_pure(&c.value)
}

/// The run that the witness describes: its inputs in order first, then with
/// zeros where it says nothing.
fn guided(
    steps: &[Step],
    replayer: &mut Replayer,
    model: crate::solve::options::DataModel,
) -> Result<Result<(Vec<Input>, Run), String>, Diagnostic> {
    let wanted: Vec<(&Vec<usize>, &String)> = steps
        .iter()
        .filter_map(|s| match &s.follow {
            Some(Want::Input { sites, value }) => Some((sites, value)),
            _ => None,
        })
        .collect();
    let mut all = Vec::new();
    for (sites, value) in &wanted {
        let Some(Site::Input(call)) = sites.first().map(|&s| &replayer.sites[s].1) else {
            continue;
        };
        match inputs::input(&call.function, value, model) {
            Ok(input) => all.push(input),
            Err(why) => return Ok(Err(why)),
        }
    }
    let run = replayer.run(&all)?;
    let calls: Vec<usize> = run
        .events
        .iter()
        .filter(|e| matches!(replayer.sites[e.site].1, Site::Input(_)))
        .map(|e| e.site)
        .collect();
    let same = calls.len() == wanted.len()
        && calls
            .iter()
            .zip(&wanted)
            .all(|(c, (sites, _))| sites.contains(c));
    if same {
        return Ok(Ok((all, run)));
    }
    let mut next = 0;
    let most = wanted.len() + MOST_FREE;
    let choose = |site: usize, call: &crate::solve::places::InputCall| {
        let (sites, value) = wanted.get(next)?;
        if !sites.contains(&site) {
            return None;
        }
        next += 1;
        Some(inputs::input(&call.function, value, model))
    };
    replayer.complete(choose, most)
}

/// Whether the run passes the segments in order; how many inputs it has read with the
/// last segment of one.
fn fits(steps: &[Step], run: &Run, inputs: &[Input], replayer: &Replayer) -> Result<usize, String> {
    let mut given = inputs.iter();
    let (mut at, mut read, mut needed) = (0, 0, 0);
    for event in &run.events {
        let is_input = matches!(replayer.sites[event.site].1, Site::Input(_));
        let value = if is_input { given.next() } else { None };
        read += usize::from(is_input);
        let Some(step) = steps.get(at) else { break };
        let meets = |w: &Want| match w {
            Want::Input { sites, value: text } => {
                let same = |i: &Input| {
                    let Site::Input(call) = &replayer.sites[event.site].1 else {
                        return false;
                    };
                    inputs::input(&call.function, text, replayer.model)
                        .is_ok_and(|j| j.bytes == i.bytes)
                };
                sites.contains(&event.site) && value.is_some_and(same)
            }
            Want::Holds { sites, holds } => sites.contains(&event.site) && *holds == event.holds,
        };
        if step.avoid.iter().any(meets) {
            return Err(format!("the run passes what segment {} avoids", at + 1));
        }
        if step.follow.as_ref().is_some_and(meets) {
            at += 1;
            if is_input {
                needed = read;
            }
        }
    }
    let missed = steps[at.min(steps.len())..]
        .iter()
        .any(|s| s.follow.is_some());
    if missed {
        return Err(format!("the run does not pass segment {}", at + 1));
    }
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_constants() {
        let c = |v: &str| Constraint {
            value: v.into(),
            format: None,
        };
        assert_eq!(result_value(&c("\\result == -7")).as_deref(), Some("-7"));
        assert_eq!(result_value(&c("\\result==(3)")).as_deref(), Some("3"));
        assert_eq!(result_value(&c("\\result <= 3")), None);
        assert_eq!(result_value(&c("result == 3")), None);
    }
}
