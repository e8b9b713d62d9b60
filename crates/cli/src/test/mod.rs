//! `everypath test`: read, explore, confirm, write, tell.

pub(crate) mod confirm;
pub(crate) mod entry;
pub(crate) mod finish;
pub(crate) mod observer;
mod resume;
pub(crate) mod settings;
mod trees;

use crate::args::TestArgs;
use crate::journal::Journal;
use crate::out;
use crate::panics::Written;
use confirm::Confirmer;
use ep_base::{Budget, Cancel, Diagnostic, ExitCode};
use ep_explore::journal::{Keeper, Restored};
use observer::Board;
use resume::Resumed;
use settings::Settings;

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); findings
/// are no errors.
pub fn run(args: &TestArgs, cancel: &Cancel, written: &Written) -> Result<ExitCode, Diagnostic> {
    if let Some(dir) = &args.resume {
        let (args, resumed) = resume::open(dir, args)?;
        return explore(&args, cancel, written, Some(resumed));
    }
    explore(args, cancel, written, None)
}

fn explore(
    args: &TestArgs,
    cancel: &Cancel,
    written: &Written,
    resumed: Option<Resumed>,
) -> Result<ExitCode, Diagnostic> {
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
    let entry = program.entry.clone();
    // The tree is one for all workers and is not kept in a journal.
    let journaled = args.tree.is_none() && args.html.is_none();
    let jobs = if journaled { args.jobs as usize } else { 1 };
    if args.jobs > 1 && jobs == 1 && !args.quiet {
        eprintln!("note: --tree and --html explore with one worker");
    }
    let hash = if journaled {
        settings.program_hash(&module)
    } else {
        String::new()
    };
    let (folder, journal, from) = match resumed {
        Some(r) => {
            if r.found.header.program != hash {
                return Err(
                    Diagnostic::bad_input("the program has changed since the run was started")
                        .at(r.folder.display().to_string())
                        .help("a run goes on only with the same sources, headers and compiler; start a new one"),
                );
            }
            let (journal, from) = r.found.go_on()?;
            resume::forget_tests(&r.folder, &from.tests)?;
            (r.folder, Some(journal), from)
        }
        None => {
            let folder = out::create(args.out.as_deref(), &args.files[0])?;
            let journal = match journaled {
                true => Some(Journal::create(&folder, &resume::header(hash)?)?),
                false => None,
            };
            (folder, journal, Restored::default())
        }
    };
    written.set(folder.clone());

    let confirmer = match args.no_native {
        true => None,
        false => Some(Confirmer::start(program, arguments(args), &budget)?),
    };
    let board = Board::new(args, confirmer);
    board.submit(&from.bugs);
    let mut workers: Vec<Box<dyn ep_explore::Observer + Send + '_>> = Vec::new();
    for k in 0..jobs {
        workers.push(Box::new(board.recorder(
            args,
            module.layout.ptr_bits,
            &folder,
            k == 0,
        )?));
    }
    let keeper = journal.as_ref().map(|j| j as &dyn Keeper);
    let mut found =
        ep_explore::explore_with(&module, &settings.explore, &budget, workers, keeper, from)?;
    found.outcome.statistics.time_clang_us += read.clang_us;
    board.settle(&mut found.outcome);
    finish::finish(args, &folder, &entry, found, cancel)
}

/// What `--args` gives.
pub(crate) fn arguments(args: &TestArgs) -> Vec<ep_explore::ArgSpec> {
    args.args.clone().unwrap_or_default().0
}

pub(crate) fn budget(args: &TestArgs, cancel: &Cancel) -> Budget {
    Budget {
        timeout: args.timeout,
        max_memory: Some(args.max_memory),
        max_paths: args.max_paths,
        max_instructions: args.max_instructions,
        cancel: cancel.clone(),
        ..Budget::default()
    }
}
