//! `everypath test`: read, explore, confirm, write, tell.

mod confirm;
mod entry;
mod finish;
mod observer;
mod settings;
mod trees;

use crate::args::TestArgs;
use crate::out;
use crate::panics::Written;
use confirm::Confirmer;
use ep_base::{Budget, Cancel, Diagnostic, ExitCode};
use observer::Recorder;
use settings::Settings;

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); findings
/// are no errors.
pub fn run(args: &TestArgs, cancel: &Cancel, written: &Written) -> Result<ExitCode, Diagnostic> {
    let budget = budget(args, cancel);
    let scratch = tempfile::Builder::new()
        .prefix("everypath-")
        .tempdir()
        .map_err(|e| {
            Diagnostic::surroundings(format!("cannot make a scratch folder: {e}"))
                .help("set TMPDIR to a folder that can be written")
        })?;
    let settings = Settings::new(args, scratch.path())?;
    let (module, read) = match ep_clang::read(&args.files, &settings.read) {
        // Ctrl-C reaches the compiler too.
        Err(_) if cancel.is_cancelled() => return Ok(ExitCode::Interrupted),
        other => other?,
    };
    let program = settings.native(args, &module)?;
    let folder = out::create(args.out.as_deref(), &args.files[0])?;
    written.set(folder.clone());

    let confirmer = match args.no_native {
        true => None,
        false => Some(Confirmer::start(program, arguments(args), &budget)?),
    };
    let mut recorder = Recorder::new(args, module.layout.ptr_bits, &folder, confirmer)?;
    let mut found = ep_explore::explore(&module, &settings.explore, &budget, &mut recorder)?;
    found.outcome.statistics.time_clang_us = read.clang_us;
    recorder.settle(&mut found.outcome);
    finish::finish(args, &folder, &recorder, found, cancel)
}

/// What `--args` gives.
fn arguments(args: &TestArgs) -> Vec<ep_explore::ArgSpec> {
    args.args.clone().unwrap_or_default().0
}

fn budget(args: &TestArgs, cancel: &Cancel) -> Budget {
    Budget {
        timeout: args.timeout,
        max_memory: Some(args.max_memory),
        max_paths: args.max_paths,
        max_instructions: args.max_instructions,
        cancel: cancel.clone(),
        ..Budget::default()
    }
}
