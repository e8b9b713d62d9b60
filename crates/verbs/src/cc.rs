//! `everypath cc`: a compiler that keeps the bitcode of what it links
//! ([`ep_clang::wrapper`]), with our headers on its path.

use ep_base::Diagnostic;
use ep_clang::ReadOptions;
use std::ffi::OsString;

/// Runs the compiler with its own arguments; how it ended.
///
/// # Errors
/// A folder cannot be written, or there is no compiler (exit 4).
pub fn run(arguments: &[OsString]) -> Result<u8, Diagnostic> {
    let headers = crate::out::scratch()?;
    ep_runtime::write_headers(headers.path())
        .map_err(|e| Diagnostic::surroundings(format!("cannot write the shipped headers: {e}")))?;
    let flags = ep_runtime::USER_CFLAGS.iter().map(|f| (*f).to_string());
    let options = ReadOptions {
        clang_flags: flags.collect(),
        include_dirs: vec![headers.path().to_path_buf()],
        ..ReadOptions::default()
    };
    ep_clang::wrapper::run(arguments, &options)
}
