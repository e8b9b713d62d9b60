//! `everypath completions` and `everypath man`: what packages install beside
//! the programs, made from the definition of the command line (crates
//! `clap_complete` and `clap_mangen`), so that it cannot be behind it.

use clap::{Args, Command};
use clap_complete::Shell;
use ep_base::{Diagnostic, ExitCode};
use ep_report::file;
use std::io::Write;
use std::path::PathBuf;

/// `everypath completions`.
#[derive(Args, Clone, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// `everypath man`.
#[derive(Args, Clone, Debug)]
pub struct ManArgs {
    /// The folder, which is made if it is missing: everypath.1 and a page for each verb
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Prints the completions of a command.
pub fn completions(args: &CompletionsArgs, mut whole: Command) -> ExitCode {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, &mut whole, "everypath", &mut out);
    // A reader that went away is no failure.
    let _ = std::io::stdout().write_all(&out);
    ExitCode::Holds
}

/// Writes the pages of a command.
///
/// # Errors
/// The folder cannot be made or written (exit 4).
pub fn man(args: &ManArgs, whole: Command) -> Result<ExitCode, Diagnostic> {
    file::Folder::create(&args.folder)?;
    clap_mangen::generate_to(whole, &args.folder)
        .map_err(|e| file::cannot_write(&args.folder, &e))?;
    Ok(ExitCode::Holds)
}
