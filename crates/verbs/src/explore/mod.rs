//! `everypath test`: read, explore, confirm, write, tell.

pub(crate) mod finish;
pub mod options;
pub mod resume;
mod retrace;
pub(crate) mod shown;
mod trees;

use crate::confirm::observer::Board;
use crate::confirm::Confirmer;
use crate::journal::Journal;
use crate::out;
use crate::program::entry;
use crate::program::settings::{self, Settings};
use crate::test::options::TestOptions;
use ep_base::outcome::Outcome;
use ep_base::{Budget, Cancel, Diagnostic, ExitCode};
use ep_explore::forking::journal::{Keeper, Restored};
use ep_native::{Native, NativeProgram};
use ep_proofs::{Done, Session};
use resume::Resumed;
use std::path::Path;
use std::time::Instant;

pub use crate::program::{default_clang, native_shape};

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); findings
/// are no errors.
pub fn run(options: &TestOptions, session: &Session) -> Result<Done<Outcome>, Diagnostic> {
    explore(options, session, None)
}

/// Goes on with a run. The options are those of the run, but for limits and for
/// what is printed; the current folder of the process becomes the one where
/// the run was started.
///
/// # Errors
/// As [`run`], and the program is another one (exit 2).
pub fn go_on(
    options: &TestOptions,
    resumed: Resumed,
    session: &Session,
) -> Result<Done<Outcome>, Diagnostic> {
    resumed.enter()?;
    explore(options, session, Some(resumed))
}

fn explore(
    args: &TestOptions,
    session: &Session,
    resumed: Option<Resumed>,
) -> Result<Done<Outcome>, Diagnostic> {
    let args = &args.with_database()?;
    let cancel = &session.cancel;
    let gate = args.gate.open()?;
    if let Some(folder) = &args.html {
        ep_report::file::page_folder(folder)?;
    }
    let budget = budget(args, cancel);
    let scratch = crate::out::scratch()?;
    let mut settings = Settings::new(args, scratch.path())?;
    settings.read.counted = true;
    let (mut module, read) = match settings.read_program(args) {
        // Ctrl-C reaches the compiler too.
        Err(_) if cancel.is_cancelled() => return Ok(Done::interrupted()),
        Err(e) if e.exit == ExitCode::Unknown => {
            return finish::without_program("test", args, &e, &gate, session)
        }
        other => other?,
    };
    settings.complete(args, &mut module)?;
    let program = settings.native(args, &module)?;
    let called = entry::called(
        &settings.explore.entry,
        &program.entry,
        &module,
        &args.files,
    );
    settings.declare_functions(&mut module);
    // What a merged state is cannot be told by decisions, by which workers and
    // journals tell states.
    let journaled = !args.merge;
    let jobs = if journaled { args.jobs as usize } else { 1 };
    if args.jobs > 1 && jobs == 1 && !args.quiet {
        session.note("note: --merge explores with one worker");
    }
    let hash = if journaled {
        settings.program_hash(&module)
    } else {
        String::new()
    };
    let board = Board::new(args, session);
    let (folder, journal, from) = match resumed {
        Some(r) => {
            if r.found.header.program != hash {
                return Err(
                    Diagnostic::bad_input("the program has changed since the run was started")
                        .at(r.folder.display().to_string())
                        .help("a run goes on only with the same sources, headers and compiler; start a new one"),
                );
            }
            if let Some(what) = &r.found.damage {
                let at = r.folder.display();
                session.note(&format!(
                    "{at}: warning: {what}; what was lost is explored again"
                ));
            }
            let (journal, from) = r.found.go_on(&board.failure)?;
            resume::forget_results(&r.folder)?;
            resume::forget_tests(&r.folder, &from.tests)?;
            (r.folder, Some(journal), from)
        }
        None => {
            let folder = out::create(args.out.as_deref(), &args.files[0])?;
            let journal = match journaled {
                true => {
                    let header = resume::header(hash, session)?;
                    Some(Journal::create(&folder, &header, &board.failure)?)
                }
                false => None,
            };
            (folder, journal, Restored::default())
        }
    };
    session.observer.folder(&folder);

    let confirmer = match args.no_native {
        true => None,
        false => Some(Confirmer::start(
            program.clone(),
            args.isolation.limits(),
            args.given.constants(args.timeout)?,
            &budget,
        )?),
    };
    board.begin(confirmer);
    board.submit(&from.bugs);
    board.restore(&folder, &from.tests)?;
    let mut workers: Vec<Box<dyn ep_explore::Observer + Send + '_>> = Vec::new();
    for k in 0..jobs {
        workers.push(Box::new(board.recorder(
            args,
            module.layout.ptr_bits,
            &folder,
            k == 0,
            called.clone(),
        )?));
    }
    let keeper = journal.as_ref().map(|j| j as &dyn Keeper);
    let mut found =
        ep_explore::explore_with(&module, &settings.explore, &budget, workers, keeper, from)?;
    found.outcome.statistics.time_clang_us += read.clang_us;
    board.settle(&mut found.outcome);
    let mut shown = shown::Shown::default();
    if settings::paged(args) {
        shown.functions = crate::functions::of(&module);
        let bugs = &found.outcome.bugs;
        let interrupted = cancel.is_cancelled();
        shown.traces = crate::trace::of(bugs, &module, &settings.explore, interrupted)?;
    }
    if journaled && settings::pictured(args) {
        match retrace::tree(&module, &settings.explore, &folder, args, session) {
            Ok((tree, tests)) => {
                found.tree = Some(tree);
                shown.tests = tests;
            }
            // What could not be written cannot be read either.
            Err(e) if board.failure.get().is_none() => return Err(e),
            Err(_) => {}
        }
    }
    let measured = match args.coverage {
        true => measure(args, program, &board, &folder, cancel, &mut found.outcome),
        false => Ok(()),
    };
    let failure = &board.failure;
    let done = finish::finish(
        args,
        &folder,
        finish::Harness {
            called: called.as_ref(),
            bodies: settings.bodiless.as_ref().map(|b| &b.text[..]),
        },
        (found, shown),
        &gate,
        failure,
        session,
    )?;
    // What was found is written; only then is it told what is missing.
    measured.map(|()| done)
}

/// `--coverage`: after the exploration and not part of its time.
pub(crate) fn measure(
    args: &TestOptions,
    program: NativeProgram,
    board: &Board,
    folder: &Path,
    cancel: &Cancel,
    outcome: &mut Outcome,
) -> Result<(), Diagnostic> {
    let mut tests = board.take_inputs();
    let constants = args.given.constants(args.timeout)?;
    for inputs in &mut tests {
        inputs.extend(constants.iter().cloned());
    }
    let start = Instant::now();
    let coverage = Native::new(program, args.isolation.limits())?.coverage(&tests, cancel)?;
    let spent = start.elapsed().as_micros();
    outcome.statistics.time_native_us += u64::try_from(spent).unwrap_or(u64::MAX);
    outcome.measured = Some(coverage.measured);
    ep_report::file::write(&folder.join("coverage.lcov"), coverage.lcov.as_bytes())
}

pub(crate) fn budget(args: &TestOptions, cancel: &Cancel) -> Budget {
    Budget {
        timeout: args.timeout,
        max_memory: Some(args.max_memory),
        max_paths: args.max_paths,
        max_instructions: args.max_instructions,
        cancel: cancel.clone(),
        ..Budget::default()
    }
}
