//! `--cross-check` of `everypath its`: the certificate of each answer is judged at once.
//!
//! Idea: what `everypath judge CERT FILE` does, without files between. The checker shares
//! no line with the provers and has readers of its own for KoAT's form and ARI, so a slip
//! of a reader is found, too; steps that are not linear are asked of a second solver where
//! there is one. What is refused is a defect and no answer; what could not be checked is
//! told. Source: own, after McConnell et al., "Certifying algorithms", Computer Science
//! Review 5(2), 2011. Cost: less than the proof took, and the second solver.

use crate::judge::{self, JudgeOptions, ReadBy};
use ep_base::Diagnostic;
use ep_its::format::Format;
use ep_its::outcome::Answer;
use ep_its::system::System;
use ep_its::Analysis;
use ep_judge::About;

/// The system as the checker compares it: the text of the file, where it reads that.
pub(super) fn given(format: Format, text: String, system: &System) -> judge::System {
    match format {
        Format::Koat | Format::Ari => judge::System {
            text,
            by: ReadBy::Judge,
        },
        Format::Smt2 | Format::T2 => judge::System::read_by_provers(system),
    }
}

/// Judges what was found, and says what could not be checked.
///
/// # Errors
/// The certificate is refused, or a step of it is refuted (exit 70); the second solver
/// cannot be run (exit 4).
pub(super) fn check(
    file: &str,
    given: &judge::System,
    system: &System,
    analysis: &Analysis,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    let claims = !matches!(analysis.outcome.termination, Answer::Unknown { .. })
        || !analysis.outcome.upper.is_empty()
        || !analysis.outcome.lower.is_empty()
        || !analysis.outcome.parts.is_empty();
    let defect = |what: String| Diagnostic::defect(what).at(file.to_string());
    let mut left = Vec::new();
    let mut untold = |what: String| {
        let what = format!("--cross-check: {what}");
        left.push(Diagnostic::warning(what).at(file.to_string()));
    };
    let text = match analysis.certificate(system) {
        None if claims => return Err(defect("there is no certificate of the answer".into())),
        None => return Ok(left),
        Some(text) => text,
    };
    let refused = |e: ep_judge::Refusal| defect(format!("the certificate is refused: {e}"));
    let verdict = match ep_judge::check(&text, Some(&given.text)) {
        Ok(verdict) => {
            if given.by == ReadBy::Provers {
                untold("that the file was read rightly: the checker has no reader for it".into());
            }
            verdict
        }
        Err(e) if e.about == About::File => {
            untold(format!(
                "the certificate was not held against the file: its checker does not read line \
                 {}: {}",
                e.line, e.why
            ));
            ep_judge::check(&text, None).map_err(refused)?
        }
        Err(e) => return Err(refused(e)),
    };
    let (solver, asked) = judge::confirmed(&JudgeOptions::default(), &verdict.rests)?;
    if let Some(line) = asked.refuted {
        let solver = solver.unwrap_or_default();
        return Err(defect(format!(
            "line {line} of the certificate has a counterexample ({solver})"
        )));
    }
    if !asked.open.is_empty() {
        let why = match solver {
            Some(solver) => format!("{solver} had no answer"),
            None => "there is no second one (cvc5)".to_string(),
        };
        untold(format!(
            "{} of {} steps that are not linear rest on one solver: {why}",
            asked.open.len(),
            verdict.rests.len(),
        ));
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::ExitCode;
    use ep_its::options::Options;

    const KOAT: &str = "(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x)\n(RULES\n\
                        f(x) -> f(x - 1) :|: x > 0\n)\n";

    fn checked(format: Format, read: &str, text: &str) -> Result<Vec<Diagnostic>, Diagnostic> {
        let system = ep_its::format::read(format, read).expect("a system");
        let found = ep_its::analyse_with_proofs(&system, &Options::default(), &mut |_| {});
        let given = given(format, text.to_string(), &system);
        check("f", &given, &system, &found.expect("well formed"))
    }

    /// A reader that takes one relation for another is seen, since the checker reads the
    /// file by itself.
    #[test]
    fn what_was_proved_is_held_against_the_file() {
        let left = checked(Format::Koat, KOAT, KOAT).expect("accepted");
        assert!(left.is_empty(), "{left:?}");
        let other = KOAT.replace("x > 0", "x > 1");
        let e = checked(Format::Koat, KOAT, &other).expect_err("another system");
        assert_eq!(e.exit, ExitCode::Defect);
        assert!(e.message.contains("another system"), "{e:?}");
    }

    #[test]
    fn what_could_not_be_checked_is_told() {
        let left = checked(Format::Koat, KOAT, "(RULES").expect("accepted alone");
        let [one] = left.as_slice() else {
            panic!("{left:?}")
        };
        assert!(one.message.contains("not held against the file"), "{one:?}");
        let t2 = "START: 1;\nFROM: 1;\nassume(x > 0);\nx := x - 1;\nTO: 1;\n";
        let left = checked(Format::T2, t2, t2).expect("accepted");
        let [one] = left.as_slice() else {
            panic!("{left:?}")
        };
        assert!(one.message.contains("no reader for it"), "{one:?}");
    }
}
