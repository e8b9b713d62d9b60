//! The headers that user programs include: where they lie on this machine, for
//! builds by hand, and which sources want them.

use ep_base::Diagnostic;
use std::fs;
use std::path::PathBuf;

/// Where our headers lie: beside the installed programs, or in the tree that
/// they were built from.
///
/// # Errors
/// They are in neither place (exit 4).
pub fn place() -> Result<PathBuf, Diagnostic> {
    let program = std::env::current_exe()
        .map_err(|e| Diagnostic::surroundings(format!("cannot find our own program: {e}")))?;
    let around = program.ancestors().skip(2);
    let found = around
        .flat_map(|f| [f.join("include/everypath"), f.join("runtime/include")])
        .find(|f| f.join("everypath.h").is_file());
    found.ok_or_else(|| {
        Diagnostic::surroundings("the headers are not beside the programs")
            .at(program.display().to_string())
            .help("`make install` installs them, a source tree has them in runtime/include")
    })
}

/// Whether a source includes a header that comes with us.
pub fn named_by(sources: &[String]) -> bool {
    sources.iter().any(|source| {
        // What cannot be read now was read before: then nothing is added.
        let text = fs::read(source).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|l| {
            l.trim_start().starts_with('#')
                && [
                    "<everypath.h>",
                    "<klee/klee.h>",
                    "\"everypath.h\"",
                    "\"klee/klee.h\"",
                ]
                .iter()
                .any(|h| l.contains(h))
        })
    })
}
