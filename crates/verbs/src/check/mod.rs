//! `everypath check`: read, unwind, prove or refute, confirm, write, tell.

mod auto;
mod finish;
pub mod options;
mod property;

use crate::confirm::observer::Board;
use crate::confirm::Confirmer;
use crate::out;
use crate::program::entry;
use crate::program::settings::Settings;
use crate::solve::options::DataModel;
use crate::test::finish::without_program;
use crate::test::options::TestOptions;
use crate::test::{budget, measure};
use crate::uninit::Uninit;
use ep_base::outcome::ErrorKind;
use ep_base::outcome::Outcome;
use ep_base::{Diagnostic, ExitCode};
use ep_explore::bmc::{self, Argument, Reached};
use ep_explore::view::trace::Trace;
use ep_proofs::{Done, Session};
use options::{CheckOptions, Unwind};
use std::time::Duration;

/// Without a limit of the user's the bound grows this long.
const TIME: Duration = Duration::from_secs(60);

/// What was found.
pub struct Report {
    /// As of every exploration.
    pub outcome: Outcome,
    /// What a proof beyond the bound rests on.
    pub argument: Option<Argument>,
    /// Why there is none.
    pub no_proof: Option<String>,
    /// The bound, if some run comes to it.
    pub reached: Option<Reached>,
    /// The run that leads to each violation, in their order.
    pub traces: Vec<Option<Trace>>,
}

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); findings
/// are no errors.
pub fn run(args: &CheckOptions, session: &Session) -> Result<Done<Report>, Diagnostic> {
    let cancel = &session.cancel;
    let mut test = args.test.clone();
    refuse(&test)?;
    let mut asked = args.property.clone();
    if let [file] = &test.files[..] {
        if crate::solve::is_task(file) {
            let task = crate::solve::read_task(file)?;
            test.m32 |= task.data_model == Some(DataModel::Ilp32);
            test.files = task.inputs;
            // `solve` answers all of them.
            asked = asked.or_else(|| task.properties.into_iter().next());
        }
    }
    test = test.with_database()?;
    let property = asked.as_deref().map(property::read).transpose()?;
    if let Some(p) = &property {
        // Without `--uninit input` there is no value that is any.
        let any_shift = test.uninit == Uninit::Input;
        test.check = Some(
            p.checks
                .with_if(ErrorKind::OversizedShift, false, any_shift),
        );
    }
    let given = args.unwind.and_then(Unwind::rounds);
    if test.timeout.is_none() && given.is_none() {
        test.timeout = Some(TIME);
    }
    let gate = test.gate.open()?;
    if let Some(folder) = &test.html {
        ep_report::file::page_folder(folder)?;
    }
    let budget = budget(&test, cancel);
    let scratch = crate::out::scratch()?;
    let mut settings = Settings::new(&test, scratch.path())?;
    if !args.closed {
        settings.any_arguments();
    }
    let (mut module, read) = match settings.read_program(&test) {
        Err(_) if cancel.is_cancelled() => return Ok(Done::interrupted()),
        Err(e) if e.exit == ExitCode::Unknown => {
            let done = without_program("check", &test, &e, &gate, session)?;
            let report = done.report.map(|outcome| Report {
                outcome,
                argument: None,
                no_proof: None,
                reached: None,
                traces: Vec::new(),
            });
            let exit = done.exit;
            return Ok(Done { exit, report });
        }
        other => other?,
    };
    settings.complete(&test, &mut module)?;
    if !args.closed {
        ep_machine::world::open_world::open(&mut settings.explore, &module);
    }
    let program = settings.native(&test, &module)?;
    let called = entry::called(
        &settings.explore.entry,
        &program.entry,
        &module,
        &test.files,
    );
    settings.declare_functions(&mut module);
    let auto = match args.unwind {
        Some(Unwind::Auto) => match auto::bounds(args, &test, &module, &budget) {
            Err(_) if cancel.is_cancelled() => return Ok(Done::interrupted()),
            found => found?,
        },
        _ => auto::Bounds::default(),
    };
    let single = args.unwind_loop.iter();
    let how = bmc::CheckOptions {
        unwind: given,
        most: args.max_unwind,
        // What the user says of a loop comes last and holds.
        loops: (auto.unwind())
            .chain(single.map(|l| (l.function.clone(), l.line, l.bound)))
            .collect(),
        cover: args.cover,
        induction: !args.no_induction,
    };
    how.verify(&module)?;
    let formula = match args.show_formula {
        true => Some(bmc::formula(&module, &test.entry, how.unwind.unwrap_or(3))?),
        false => None,
    };
    let folder = out::create(test.out.as_deref(), &test.files[0])?;
    session.observer.folder(&folder);
    let confirmer = match test.no_native {
        true => None,
        false => Some(Confirmer::start(
            program.clone(),
            test.isolation.limits(),
            test.given.constants(test.timeout)?,
            &budget,
        )?),
    };
    let board = Board::new(&test, session);
    board.begin(confirmer);
    let mut recorder = board.recorder(&test, module.layout.ptr_bits, &folder, true, None)?;
    let mut checked = bmc::check(&module, &settings.explore, &how, &budget, &mut recorder)?;
    let outcome = &mut checked.exploration.outcome;
    outcome.statistics.time_clang_us = read.clang_us;
    board.settle(outcome);
    // Pages and files hold them, whatever the terminal shows.
    let traces = match args.no_trace {
        true => outcome.bugs.iter().map(|_| None).collect(),
        false => {
            let interrupted = cancel.is_cancelled();
            crate::trace::of(&outcome.bugs, &module, &settings.explore, interrupted)?
        }
    };
    let measured = match test.coverage {
        true if board.any_inputs() => measure(&test, program, &board, &folder, cancel, outcome),
        true => {
            outcome.hints.push(unmeasured(args.cover));
            Ok(())
        }
        false => Ok(()),
    };
    let asked = finish::Asked {
        args,
        test: &test,
        property: property.as_ref(),
        gate: &gate,
        auto: &auto,
        functions: &crate::functions::of(&module),
        harness: crate::test::finish::Harness {
            called: called.as_ref(),
            bodies: settings.bodiless.as_ref().map(|b| &b.text[..]),
        },
    };
    let done = finish::finish(
        &asked,
        &folder,
        (checked, traces),
        formula.as_ref(),
        session,
    )?;
    // What was found is written; only then is it told what is missing.
    match board.failure.get() {
        Some(e) => Err(e.clone()),
        None => measured.map(|()| done),
    }
}

/// Why `--coverage` shows nothing: it is measured by running tests.
fn unmeasured(covers: bool) -> String {
    let how = match covers {
        true => "no branch is reached within the bound",
        false => "with --cover it makes one for each branch that can be reached",
    };
    format!("coverage is that of tests, and check made none: {how}; everypath test --coverage explores the paths one by one")
}

/// Options of `test` that ask for what `check` does not have.
fn refuse(test: &TestOptions) -> Result<(), Diagnostic> {
    let paths = "all paths are one formula here; everypath test explores them one by one";
    let wrong = if test.tree.is_some() {
        ("--tree has no meaning for check", paths)
    } else if test.jobs > 1 {
        ("--jobs has no meaning for check", paths)
    } else if test.max_paths.is_some() {
        ("--max-paths has no meaning for check", paths)
    } else {
        return Ok(());
    };
    Err(Diagnostic::bad_input(wrong.0).help(wrong.1))
}
