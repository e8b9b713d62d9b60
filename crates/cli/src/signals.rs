//! Ctrl-C and SIGTERM end the run through its budget, so that what was found
//! is written. A second signal ends the process at once.

use ep_base::{Cancel, Diagnostic};
use signal_hook::consts::{SIGINT, SIGTERM};

/// The exit code of an interrupted run.
const INTERRUPTED: i32 = 130;

/// Ties the signals to the flag.
///
/// # Errors
/// The system refuses a handler.
pub fn install(cancel: &Cancel) -> Result<(), Diagnostic> {
    for signal in [SIGINT, SIGTERM] {
        // Order matters: on the first signal the flag is still down here.
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, cancel.flag())
            .and_then(|_| signal_hook::flag::register(signal, cancel.flag()))
            .map_err(|e| Diagnostic::surroundings(format!("cannot handle signals: {e}")))?;
    }
    Ok(())
}
