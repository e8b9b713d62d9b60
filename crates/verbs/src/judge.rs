//! `everypath judge CERT p.c`: also that a certificate speaks of this program.
//!
//! Idea: the program is translated once more, with the options that the certificate
//! says, and the system that comes out is compared with the certificate's as any other
//! system is. The checker stays as small as it is: what is added rests on the
//! translation alone, which the output says. Cost: the analysis once more; without a
//! program the verb is the one of the crate that needs no LLVM.

use crate::time;
use ep_base::{Diagnostic, ExitCode};
pub use ep_proofs::judge::JudgeOptions;
use ep_proofs::judge::{against, read, ReadBy, System};
use ep_proofs::{Done, Session, Silent};
use std::sync::Arc;

/// Runs the verb.
///
/// # Errors
/// A file cannot be read or is not what it should be (exit 2), or something is missing
/// on this machine (4).
pub fn run(args: &JudgeOptions, session: &Session) -> Result<Done<ep_judge::Verdict>, Diagnostic> {
    if !args.of_a_program() {
        return ep_proofs::judge::run(args, session);
    }
    let certificate = read(&args.certificate)?;
    let shown = args.certificate.display().to_string();
    // What is damaged is said before anything is translated.
    let program = match ep_judge::check(&certificate, None) {
        Err(_) => return against(args, &certificate, None, session),
        Ok(v) => v.program,
    };
    let Some(program) = program else {
        return Err(Diagnostic::bad_input(
            "the certificate does not say which program it speaks of",
        )
        .at(shown)
        .help("certificates of everypath time do; others are compared with a system"));
    };
    let scratch = crate::out::scratch()?;
    let its = scratch.path().join("system.koat");
    let asked = time::options::TimeOptions {
        out: Some(scratch.path().join("results")),
        its: Some(its.clone()),
        // Only the system is wanted.
        no_native: true,
        run_limit: 1,
        quiet: true,
        ..time::made::again(&program, &args.files, &args.clang_flags)?
    };
    let silent = Session {
        observer: Arc::new(Silent),
        ..session.clone()
    };
    if time::run(&asked, &silent)?.exit == ExitCode::Interrupted {
        return Ok(Done::interrupted());
    }
    let text = read(&its)?;
    let by = ReadBy::Time;
    let done = against(args, &certificate, Some(&System { text, by }), session)?;
    if done.exit == ExitCode::Violated && program.clang_flags != args.clang_flags {
        session.note(&format!(
            "the certificate was made with these flags for clang: {}",
            program.clang_flags.join(" ")
        ));
    }
    Ok(done)
}
