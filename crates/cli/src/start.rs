//! What every verb runs in: a watched process, a deep stack, and a message
//! with the right exit code for whatever goes wrong.

use crate::log;
use crate::panics::{self, Written};
use crate::supervisor;
use ep_base::{Diagnostic, ExitCode};
use std::process;

/// Deep terms are printed and walked recursively; the pages are mapped only
/// when they are touched.
const STACK_BYTES: usize = 512 << 20;

/// Runs a verb to its exit code.
pub fn guarded(
    verb: impl FnOnce(&Written) -> Result<ExitCode, Diagnostic> + Send + 'static,
) -> process::ExitCode {
    supervisor::start();
    let written = Written::default();
    panics::install(written.clone());
    let told = written.clone();
    let run = std::thread::Builder::new()
        .name("main".into())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            log::install()?;
            verb(&written)
        });
    let result = match run.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => {
            eprintln!("{}", told.message());
            Ok(ExitCode::Defect)
        }
        Err(e) => Err(Diagnostic::surroundings(format!(
            "cannot start a thread: {e}"
        ))),
    };
    let code = result.unwrap_or_else(|d| {
        tell(&d);
        d.exit
    });
    process::ExitCode::from(code as u8)
}

/// The message, without control characters that quoted input may bring.
pub fn tell(d: &Diagnostic) {
    for line in d.to_string().lines() {
        eprintln!("{}", ep_report::style::harmless(line));
    }
}
