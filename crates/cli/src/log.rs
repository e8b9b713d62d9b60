//! `EVERYPATH_LOG`: what the engines do, line by line on standard error.
//!
//! Idea: engines say what they begin and what they found through `tracing`, and
//! know nothing of who listens. Nobody does unless the variable asks for it, and
//! then a line costs a look at one atomic number. The words are those of
//! `tracing`: a level (`debug`), or levels by crate (`ep_smt=debug,ep_its=info`).

use ep_base::Diagnostic;
use std::io::IsTerminal;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::time::uptime;
use tracing_subscriber::prelude::*;

/// Listens, where that is asked for. A second call changes nothing.
///
/// # Errors
/// The variable is no list of levels (exit 2).
pub fn install() -> Result<(), Diagnostic> {
    let Some(value) = std::env::var_os(ep_base::LOG_VARIABLE) else {
        return Ok(());
    };
    let text = value.to_string_lossy();
    if text.is_empty() {
        return Ok(());
    }
    let wanted: Targets = text.parse().map_err(|e| {
        Diagnostic::bad_input(format!("EVERYPATH_LOG: `{text}` is no list of levels: {e}"))
            .help("a level (error, warn, info, debug, trace, off), or levels by crate: ep_smt=debug,ep_its=info")
    })?;
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_timer(uptime());
    // Where somebody listens already, the first one goes on.
    let _ = tracing_subscriber::registry()
        .with(lines.with_filter(wanted))
        .try_init();
    Ok(())
}
