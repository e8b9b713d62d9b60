//! Correctness witnesses: each invariant is asserted where it stands, and
//! `check` shows that none breaks and that the property holds. Of a proof of
//! termination the measures have to fall ([`falls`]).

use super::about;
use super::expression::is_pure;
use super::macros;
use crate::solve::answer::Answer;
use crate::solve::falls::{self, Broken, Falling};
use crate::solve::invariants::{asserting, broken, loops, Asserted, At};
use crate::solve::measures;
use crate::solve::portfolio::Portfolio;
use crate::solve::proof::asserted_in;
use crate::solve::tokens;
use crate::solve::{Program, Property};
use ep_base::outcome::{Bug, Confirmation};
use ep_base::Diagnostic;
use ep_report::witness::{Invariant, InvariantKind};
use std::path::Path;

/// What became of a proof.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All invariants hold, and so does the property.
    Confirmed { because: String },
    /// A run breaks an invariant.
    Broken {
        /// Line of the witness.
        at: usize,
        value: String,
        bug: Box<Bug>,
    },
    /// Why not.
    Open(String),
}

/// Checks the invariants and the property.
///
/// # Errors
/// The program is none, or the surroundings fail.
pub fn validate(all: &[Invariant], portfolio: &Portfolio<'_>) -> Result<Outcome, Diagnostic> {
    if all.is_empty() {
        return Ok(Outcome::Open("the witness has no invariant".into()));
    }
    let property = portfolio.property;
    if property == Property::Termination {
        return ends(all, portfolio);
    }
    if !matches!(property, Property::UnreachCall | Property::NoOverflow) {
        return Ok(Outcome::Open(format!(
            "proofs of {property} have no witness in this format"
        )));
    }
    let mut asserted = Vec::new();
    for i in all {
        match place(i, portfolio.program) {
            Ok(a) => asserted.push(a),
            Err(why) => return Ok(unusable(i, &why)),
        }
    }
    // `reach_error` is an error of one property only; an assertion of ours is
    // one of both.
    let asked = portfolio.program.asked(asserted_in(property))?;
    let folder = portfolio.scratch.join("invariants");
    let with = asserting(portfolio.program, &asked, &asserted, &folder)?;
    let said = match portfolio.check_instead(Property::UnreachCall, with) {
        Ok(said) => said,
        Err(e) => {
            return Ok(uncompiled(portfolio.program, &e, &folder));
        }
    };
    let each: Vec<&Invariant> = all.iter().collect();
    if let Some(r) = refuted(&each, &said.bugs, broken) {
        return Ok(r);
    }
    match (said.answer, property) {
        (Answer::Holds { because }, Property::UnreachCall) => Ok(Outcome::Confirmed { because }),
        (Answer::Holds { .. }, _) => {
            let (answer, _) = portfolio.ask(|_| {})?;
            Ok(match answer {
                Answer::Holds { because } => Outcome::Confirmed { because },
                other => Outcome::Open(format!(
                    "the invariants hold, the property is not proved: {}",
                    other.line()
                )),
            })
        }
        (Answer::Violated { name, .. }, _) => Ok(Outcome::Open(format!(
            "the property is violated: false({name})"
        ))),
        (other, _) => Ok(Outcome::Open(format!(
            "the invariants are not shown: {}",
            other.line()
        ))),
    }
}

fn uncompiled(program: &Program, e: &Diagnostic, folder: &Path) -> Outcome {
    let first = e.message.lines().next().unwrap_or_default();
    let what = program.in_users_words(first, folder);
    Outcome::Open(format!(
        "the program does not compile with the invariants: {what}"
    ))
}

fn unusable(i: &Invariant, why: &str) -> Outcome {
    Outcome::Open(format!(
        "line {} of the witness cannot be used: {why}",
        i.at
    ))
}

/// The confirmed run that breaks an invariant, if one was found.
fn refuted(
    all: &[&Invariant],
    bugs: &[Bug],
    which: impl Fn(&Bug) -> Option<usize>,
) -> Option<Outcome> {
    bugs.iter().find_map(|bug| {
        let confirmed = matches!(bug.confirmation, Confirmation::Confirmed { .. });
        let i = all.get(which(bug).filter(|_| confirmed)?)?;
        Some(Outcome::Broken {
            at: i.at,
            value: i.value.clone(),
            bug: Box::new(bug.clone()),
        })
    })
}

/// The proof of an end: transition invariants that fall, other invariants
/// beside them, and the answer of `time`.
fn ends(all: &[Invariant], portfolio: &Portfolio<'_>) -> Result<Outcome, Diagnostic> {
    let program = portfolio.program;
    let (fall, beside): (Vec<&Invariant>, Vec<&Invariant>) =
        (all.iter()).partition(|i| i.kind == InvariantKind::LoopTransition);
    if fall.is_empty() {
        let why = "no transition invariant says what falls";
        return Ok(Outcome::Open(why.into()));
    }
    // Errors of the program's own are none of this property.
    let asked = program.asked(Property::NoOverflow)?;
    let broke = |said: Answer| match said {
        Answer::Holds { .. } => None,
        other => Some(Outcome::Open(format!(
            "the invariants are not shown: {}",
            other.line()
        ))),
    };
    if !beside.is_empty() {
        let mut asserted = Vec::new();
        for i in &beside {
            match place(i, program) {
                Ok(a) => asserted.push(a),
                Err(why) => return Ok(unusable(i, &why)),
            }
        }
        let folder = portfolio.scratch.join("invariants");
        let with = asserting(program, &asked, &asserted, &folder)?;
        let said = match portfolio.check_instead(Property::UnreachCall, with) {
            Ok(said) => said,
            Err(e) => return Ok(uncompiled(program, &e, &folder)),
        };
        if let Some(r) = refuted(&beside, &said.bugs, broken) {
            return Ok(r);
        }
        if let Some(open) = broke(said.answer) {
            return Ok(open);
        }
    }
    let mut falling = Vec::new();
    for i in &fall {
        match transition(i, program) {
            Ok(f) => falling.push(f),
            Err(why) => return Ok(unusable(i, &why)),
        }
    }
    for offset in falls::OFFSETS {
        let folder = portfolio.scratch.join(format!("falls{offset}"));
        let with = match falls::asserting(program, &asked, &falling, offset, &folder)? {
            Ok(with) => with,
            Err(why) => {
                return Ok(Outcome::Open(format!("the invariants show no end: {why}")));
            }
        };
        let said = match portfolio.check_instead(Property::UnreachCall, with) {
            Ok(said) => said,
            Err(e) => return Ok(uncompiled(program, &e, &folder)),
        };
        let invariant = |b: &Bug| match falls::broken(b) {
            Some(Broken::Invariant(k)) => Some(k),
            _ => None,
        };
        if let Some(r) = refuted(&fall, &said.bugs, invariant) {
            return Ok(r);
        }
        let moved = |b: &Bug| matches!(falls::broken(b), Some(Broken::Around(_)));
        let again = usize::from(offset) + 1 < falls::OFFSETS.len();
        match broke(said.answer) {
            None => break,
            Some(_) if again && said.bugs.iter().any(moved) => {}
            Some(open) => return Ok(open),
        }
    }
    let (answer, _) = portfolio.ask(|_| {})?;
    Ok(match answer {
        Answer::Holds { because } => Outcome::Confirmed { because },
        other => Outcome::Open(format!(
            "the invariants hold, the property is not proved: {}",
            other.line()
        )),
    })
}

/// A transition invariant at its loop, or why it cannot be used.
fn transition(i: &Invariant, program: &Program) -> Result<Falling, String> {
    let measures = measures::measures(&i.value)?;
    for m in &measures {
        if !is_pure(&m.text) {
            return Err(format!("`{}` is no plain expression of C", m.text));
        }
        if let Some(name) = macros::with_effects(program, &m.text) {
            return Err(format!("`{name}` is a macro that is no plain expression"));
        }
    }
    if !program.included.whole {
        return Err("not all is known that the program includes, and so defines".into());
    }
    let file = about::file(program, &i.location.file_name).ok_or("no such file")?;
    let (line, column) = (i.location.line, i.location.column);
    let mut found = falls::loops(&program.sources[file].text)
        .into_iter()
        .map(|l| l.condition)
        .filter(|c| c.line == line && column.is_none_or(|k| k == c.column));
    match (found.next(), found.next()) {
        (Some(condition), None) => Ok(Falling {
            file,
            condition,
            measures,
        }),
        _ => Err("there is no single loop".into()),
    }
}

/// Where an invariant is asserted, or why it cannot be.
fn place(i: &Invariant, program: &Program) -> Result<Asserted, String> {
    if !is_pure(&i.value) {
        return Err(format!("`{}` is no plain expression of C", i.value));
    }
    if !program.included.whole {
        return Err("not all is known that the program includes, and so defines".into());
    }
    if let Some(name) = macros::with_effects(program, &i.value) {
        return Err(format!("`{name}` is a macro that is no plain expression"));
    }
    let file = about::file(program, &i.location.file_name).ok_or("no such file")?;
    let text = &program.sources[file].text;
    let (line, column) = (i.location.line, i.location.column);
    if tokens::conditional(text).iter().any(|r| r.contains(&line)) {
        return Err("the preprocessor may drop what stands there".into());
    }
    let at = match i.kind {
        InvariantKind::Loop => {
            let here = |l: u32, c: u32| l == line && column.is_none_or(|k| k == c);
            let mut found = loops(text).into_iter().filter(|c| here(c.line, c.column));
            match (found.next(), found.next()) {
                (Some(one), None) => At::Loop(one),
                _ => return Err("there is no single for or while loop".into()),
            }
        }
        InvariantKind::LoopTransition => {
            return Err("transition invariants are for termination".into());
        }
        InvariantKind::Location => {
            let all = tokens::tokens(text);
            let token = column.and_then(|c| tokens::at(&all, line, c));
            let Some((n, t)) = token else {
                return Err("a location invariant without a column".into());
            };
            let before = n.checked_sub(1).map(|p| &all[p]);
            if !before.is_some_and(|b| b.is(';') || b.is('{') || b.is('}')) {
                return Err("it is not at the start of a statement".into());
            }
            // What is put before a label is not on the way to it.
            let named = all.get(n + 1).is_some_and(|t| t.is(':'));
            if named || matches!(t.text, "case" | "default") {
                return Err("it is at a label, and not at a statement".into());
            }
            At::Statement(t.at)
        }
    };
    Ok(Asserted {
        file,
        at,
        expression: i.value.clone(),
    })
}
