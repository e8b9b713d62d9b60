//! Going on with a run: which one it was, whether it can go on, and what of its
//! results is written again. Which options may be new is the front end's to
//! say, since it knows which were given.

use crate::journal::{Found, Header};
use ep_base::Diagnostic;
use ep_explore::forking::journal::COMPLETE;
use ep_proofs::Session;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A run to go on with.
pub struct Resumed {
    pub(super) folder: PathBuf,
    pub(super) found: Found,
}

/// The header of a new run.
///
/// # Errors
/// The current folder is gone (exit 4).
pub(super) fn header(program: String, session: &Session) -> Result<Header, Diagnostic> {
    let folder = std::env::current_dir()
        .map_err(|e| Diagnostic::surroundings(format!("there is no current folder: {e}")))?;
    Ok(Header {
        version: env!("CARGO_PKG_VERSION").into(),
        args: session.command.clone(),
        folder,
        program,
    })
}

impl Resumed {
    /// Reads the run's journal.
    ///
    /// # Errors
    /// It cannot be read, or nothing is left to do (exit 2).
    pub fn open(dir: &Path) -> Result<Resumed, Diagnostic> {
        let at = dir.display().to_string();
        let found = Found::read(dir, true)?;
        // Killed behind the last frame and before the results, it has to write them.
        let finished = found.restored.end.as_deref() == Some(COMPLETE);
        if finished && dir.join("run.json").exists() {
            return Err(
                Diagnostic::bad_input("this run is finished: nothing is left to do")
                    .at(at.clone())
                    .help(format!(
                        "look at it with `everypath show {at}`, or start a new run"
                    )),
            );
        }
        let folder = std::fs::canonicalize(dir)
            .map_err(|e| Diagnostic::surroundings(format!("cannot open the folder: {e}")).at(at))?;
        Ok(Resumed { folder, found })
    }

    /// The command line of the run.
    pub fn command(&self) -> &[String] {
        &self.found.header.args
    }

    /// Goes to the folder where the run was started: its names are relative to
    /// that.
    pub(super) fn enter(&self) -> Result<(), Diagnostic> {
        let folder = &self.found.header.folder;
        std::env::set_current_dir(folder).map_err(|e| {
            Diagnostic::bad_input(format!("the folder where the run was started is gone: {e}"))
                .at(folder.display().to_string())
        })
    }
}

/// Removes the results of the part before: they are written again at the end,
/// and until then the run is not finished.
///
/// # Errors
/// The folder cannot be changed (exit 4).
pub(super) fn forget_results(folder: &Path) -> Result<(), Diagnostic> {
    let path = folder.join("run.json");
    match std::fs::remove_file(&path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Diagnostic::surroundings(
            format!("cannot replace the results of the part before: {e}"),
        )
        .at(path.display().to_string())),
        _ => Ok(()),
    }
}

/// Removes the tests that were written after the last frame: their paths are
/// explored again.
///
/// # Errors
/// The folder cannot be changed (exit 4).
pub(super) fn forget_tests(folder: &Path, kept: &[u64]) -> Result<(), Diagnostic> {
    let tests = folder.join("tests");
    let Ok(entries) = std::fs::read_dir(&tests) else {
        return Ok(());
    };
    let kept: HashSet<u64> = kept.iter().copied().collect();
    for e in entries.flatten() {
        let name = e.file_name().to_string_lossy().into_owned();
        let Some(number) = name.strip_prefix("test") else {
            continue;
        };
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        let Ok(id) = digits.parse::<u64>() else {
            continue;
        };
        if kept.contains(&id) {
            continue;
        }
        let path = e.path();
        let removed = if path.is_dir() {
            std::fs::remove_dir_all(&path)
        } else {
            std::fs::remove_file(&path)
        };
        removed.map_err(|e| {
            Diagnostic::surroundings(format!("cannot remove a test of the last seconds: {e}"))
                .at(path.display().to_string())
        })?;
    }
    Ok(())
}
