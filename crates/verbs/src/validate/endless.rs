//! Witnesses of runs without an end: a native run that passes the stem and
//! then the cycle again and again, and a proof that it never ends.
//!
//! Idea: the inputs that the witness names make the program one without
//! inputs, in which functions return those of the stem and then those of the
//! cycle for ever. That this one does not end is a question to `time`, which
//! answers it from the state of the machine that comes back, or by a set that
//! no round leaves. A run of it tells its places natively, some thousand, and
//! is held to the waypoints: what is to be followed is passed in order, what
//! belongs to the cycle whenever the run gets there. Cost: a turn of `time`,
//! one native run.

use super::violation::{Outcome, Plan, Want};
use crate::solve::inputs;
use crate::solve::options::DataModel;
use crate::solve::portfolio::Portfolio;
use crate::solve::replay::{input_sites, Event, Replayer, Site};
use crate::solve::{answer::Answer, Program, Property, PLACES};
use ep_base::outcome::Input;
use ep_base::Diagnostic;
use ep_harness::entry::given;
use ep_report::witness::Segment;
use std::collections::BTreeSet;
use std::path::Path;

/// How often the cycle is passed at least.
const ROUNDS: usize = 50;

/// What names stand for while inputs are given.
const GIVEN: &str = "__everypath_given_";

struct Step {
    avoid: Vec<Want>,
    follow: Want,
    cycle: bool,
}

/// Runs the witness and asks whether the run ends.
///
/// # Errors
/// A scratch file cannot be written (exit 4), or the program is none.
pub(super) fn validate(
    segments: &[Segment],
    portfolio: &Portfolio<'_>,
    model: DataModel,
) -> Result<Outcome, Diagnostic> {
    let program = portfolio.program;
    let mut plan = Plan {
        program,
        sites: input_sites(program),
    };
    let mut steps = Vec::new();
    for s in segments {
        let avoid: Result<Vec<Want>, String> = s.avoid.iter().map(|w| plan.want(w)).collect();
        let both = avoid.and_then(|a| Ok((a, plan.want(&s.follow)?)));
        match both {
            Ok((avoid, follow)) => steps.push(Step {
                avoid,
                follow,
                cycle: s.cycle,
            }),
            Err(why) => return Ok(Outcome::Open(why)),
        }
    }
    let (given, first) = match given(&steps, &plan, model) {
        Ok(given) => given,
        Err(why) => return Ok(Outcome::Open(why)),
    };
    let mut replayer = Replayer::ending_after(
        Some(PLACES),
        program,
        Property::Termination,
        plan.sites,
        portfolio.scratch,
    )?;
    let mut long = given.clone();
    while first < given.len() && long.len() < PLACES {
        long.extend_from_slice(&given[first..]);
    }
    let run = match replayer.run(&long) {
        Ok(run) => run,
        Err(e) => {
            let what = program.in_users_words(&e.message, &portfolio.scratch.join("told"));
            return Ok(Outcome::Open(format!("the program does not run: {what}")));
        }
    };
    if let Err(why) = fits(&steps, &run.events, &long, &replayer) {
        return Ok(Outcome::Open(why));
    }
    let Some(asked) = closed(program, &given, first, portfolio.scratch)? else {
        return Ok(Outcome::Open("an input is no integer".into()));
    };
    let said = portfolio.time_instead(&asked)?;
    Ok(match said.answer {
        Answer::Endless { .. } => Outcome::Confirmed {
            name: "termination",
            by: "and time shows that it never ends".into(),
        },
        Answer::Holds { .. } => Outcome::Open("the run of the witness ends".into()),
        other => {
            let why = other.line();
            let why = why.trim_start_matches("result: ");
            Outcome::Open(format!("whether the run of the witness ends: {why}"))
        }
    })
}

/// The inputs of the witness, and where those of the cycle begin.
fn given(steps: &[Step], plan: &Plan<'_>, model: DataModel) -> Result<(Vec<Input>, usize), String> {
    let mut out = Vec::new();
    let mut first = None;
    for s in steps {
        let Want::Input { sites, value } = &s.follow else {
            continue;
        };
        let Some(Site::Input(call)) = sites.first().map(|&i| &plan.sites[i].1) else {
            continue;
        };
        if s.cycle && first.is_none() {
            first = Some(out.len());
        }
        out.push(inputs::input(&call.function, value, model)?);
    }
    let first = first.unwrap_or(out.len());
    Ok((out, first))
}

/// Whether the run passes the stem, and then the cycle again and again.
fn fits(
    steps: &[Step],
    events: &[Event],
    inputs: &[Input],
    replayer: &Replayer,
) -> Result<(), String> {
    let Some(begin) = steps.iter().position(|s| s.cycle) else {
        return Err("the witness has no cycle".into());
    };
    let mut given = inputs.iter();
    let (mut at, mut rounds) = (0, 0);
    for event in events {
        let is_input = matches!(replayer.sites[event.site].1, Site::Input(_));
        let value = if is_input { given.next() } else { None };
        if is_input && value.is_none() {
            break;
        }
        let step = &steps[at];
        let here = |w: &Want| match w {
            Want::Input { sites, .. } | Want::Holds { sites, .. } => sites.contains(&event.site),
        };
        let meets = |w: &Want| match w {
            Want::Input { value: text, .. } => {
                let Site::Input(call) = &replayer.sites[event.site].1 else {
                    return false;
                };
                let same = |j: Input| value.is_some_and(|i| i.bytes == j.bytes);
                inputs::input(&call.function, text, replayer.model).is_ok_and(same)
            }
            Want::Holds { holds, .. } => *holds == event.holds,
        };
        if step.avoid.iter().any(|w| here(w) && meets(w)) {
            return Err(format!("the run passes what segment {} avoids", at + 1));
        }
        // An input that the witness says nothing of is any value.
        if is_input && !here(&step.follow) {
            return Err(format!("the run reads an input before segment {}", at + 1));
        }
        match here(&step.follow) {
            true if meets(&step.follow) => {
                at += 1;
                if at == steps.len() {
                    at = begin;
                    rounds += 1;
                }
            }
            true if step.cycle => {
                return Err(format!(
                    "the run does not pass segment {} each time",
                    at + 1
                ));
            }
            _ => {}
        }
    }
    match rounds {
        _ if at < begin => Err(format!("the run does not pass segment {}", at + 1)),
        n if n < ROUNDS => Err(format!("the run passes the cycle {n} times and not on")),
        _ => Ok(()),
    }
}

/// The program whose inputs are those of the witness, the ones from `first`
/// on for ever.
///
/// # Errors
/// A scratch file cannot be written (exit 4).
fn closed(
    program: &Program,
    inputs: &[Input],
    first: usize,
    scratch: &Path,
) -> Result<Option<crate::solve::AskedProgram>, Diagnostic> {
    let mut asked = program.asked(Property::Termination)?;
    let calls = input_sites(program);
    let functions: BTreeSet<&str> = calls
        .iter()
        .filter_map(|(_, s)| match s {
            Site::Input(c) => Some(c.function.as_str()),
            _ => None,
        })
        .collect();
    if functions.is_empty() {
        return Ok(Some(asked));
    }
    let Some(unit) = given::text(functions.iter().copied(), GIVEN, inputs, first) else {
        return Ok(None);
    };
    let flags = functions.iter().map(|f| format!("-D{f}={GIVEN}{f}"));
    asked.flags.extend(flags);
    let path = scratch.join("given.c");
    std::fs::write(&path, unit).map_err(|e| {
        Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
            .at(path.display().to_string())
    })?;
    asked.files.push(path);
    Ok(Some(asked))
}
