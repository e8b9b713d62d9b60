//! Where the headers that user programs include lie on this machine, for builds
//! by hand.

use ep_base::Diagnostic;
use std::path::PathBuf;

/// Where our headers lie: beside the installed programs, or in the tree that
/// they were built from.
///
/// # Errors
/// They are in neither place (exit 4).
pub fn place() -> Result<PathBuf, Diagnostic> {
    let program = std::env::current_exe()
        .map_err(|e| Diagnostic::surroundings(format!("cannot find our own program: {e}")))?;
    // Beside the programs where they are unpacked, above them where installed.
    let around = program.ancestors().skip(1);
    let found = around
        .flat_map(|f| [f.join("include/everypath"), f.join("runtime/include")])
        .find(|f| f.join("everypath.h").is_file());
    found.ok_or_else(|| {
        Diagnostic::surroundings("the headers are not beside the programs")
            .at(program.display().to_string())
            .help("`make install` installs them, a source tree has them in runtime/include")
    })
}
