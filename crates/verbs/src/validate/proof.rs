//! Correctness witnesses: each invariant is asserted where it stands, and
//! `check` shows that none breaks and that the property holds.

use super::about;
use super::expression::is_pure;
use super::macros;
use crate::solve::answer::Answer;
use crate::solve::invariants::{asserting, broken, loops, Asserted, At};
use crate::solve::portfolio::Portfolio;
use crate::solve::tokens;
use crate::solve::{Program, Property};
use ep_base::outcome::{Bug, Confirmation};
use ep_base::Diagnostic;
use ep_report::witness::{Invariant, InvariantKind};

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
    if !matches!(property, Property::UnreachCall | Property::NoOverflow) {
        return Ok(Outcome::Open(format!(
            "proofs of {property} have no witness in this format"
        )));
    }
    let mut asserted = Vec::new();
    for i in all {
        match place(i, portfolio.program) {
            Ok(a) => asserted.push(a),
            Err(why) => {
                return Ok(Outcome::Open(format!(
                    "line {} of the witness cannot be used: {why}",
                    i.at
                )))
            }
        }
    }
    // `reach_error` is an error of one property only; an assertion of ours is
    // one of both.
    let asked = portfolio.program.asked(Property::UnreachCall)?;
    let folder = portfolio.scratch.join("invariants");
    let with = asserting(portfolio.program, &asked, &asserted, &folder)?;
    let said = match portfolio.check_instead(Property::UnreachCall, with) {
        Ok(said) => said,
        Err(e) => {
            let what = e.message.lines().next().unwrap_or_default().to_string();
            return Ok(Outcome::Open(format!(
                "the program does not compile with the invariants: {what}"
            )));
        }
    };
    for bug in &said.bugs {
        let Some(k) = broken(bug) else { continue };
        if matches!(bug.confirmation, Confirmation::Confirmed { .. }) {
            return Ok(Outcome::Broken {
                at: all[k].at,
                value: all[k].value.clone(),
                bug: Box::new(bug.clone()),
            });
        }
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
