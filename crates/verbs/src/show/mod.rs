//! `everypath show DIR`: a run again in the terminal. The list of its paths,
//! filtered; one path step by step with its decisions and its memory by source
//! names. Everything is rebuilt from the journal: the program is read again and
//! the path is walked from its decisions.

mod list;
pub mod options;
mod steps;
mod talk;

use crate::journal::Found;
use crate::program::settings::Settings;
use crate::test::options::TestOptions;
use ep_base::outcome::PathEnd;
use ep_base::{Diagnostic, ExitCode};
use ep_explore::forking::journal::{records, PathRecord, Restored};
use ep_explore::view::walk::{Through, Walker};
use ep_proofs::{Done, Session};
use ep_report::source::Sources;
use ep_report::style::Style;
use options::ShowOptions;

/// A run that was opened.
pub struct Run {
    /// The folder, as it was named.
    pub name: String,
    /// The command that made it.
    pub command: String,
    /// What its journal holds.
    pub restored: Restored,
    /// Paths that ended.
    pub paths: Vec<PathRecord>,
    /// Walks them again, step by step.
    pub walker: Walker,
    /// The texts that steps are shown in.
    pub sources: Sources,
    /// Colours, or none.
    pub style: Style,
}

/// From the command line of a run, which its journal holds, to its options: the
/// front end that wrote the line reads it.
pub type Reader<'a> = dyn Fn(&[String]) -> Result<TestOptions, Diagnostic> + 'a;

/// What is listed.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    /// How a path ends.
    pub outcome: Option<String>,
    /// Places that it passes.
    pub through: Vec<Through>,
}

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70).
pub fn run(
    args: &ShowOptions,
    read: &Reader<'_>,
    session: &Session,
) -> Result<Done<()>, Diagnostic> {
    let done = Done::with(ExitCode::Holds, ());
    let mut run = open(args, read, session)?;
    let filter = filter(args, &run)?;
    if let Some(n) = args.path {
        let text = steps::path(&mut run, n, args.step)?;
        return session.answer(&text).map(|()| done);
    }
    let chosen = list::choose(&mut run, &filter, &session.cancel)?;
    if session.observer.converses() && !args.plain {
        talk::talk(&mut run, chosen, session)?;
        return Ok(done);
    }
    let shown = args.limit.map_or(chosen.len(), |n| n as usize);
    let mut text = list::head(&run);
    text.push_str(&list::lines(&run, &chosen, 0, shown));
    session.answer(&text).map(|()| done)
}

fn open(args: &ShowOptions, read: &Reader<'_>, session: &Session) -> Result<Run, Diagnostic> {
    let name = args.dir.display().to_string();
    let found = Found::read(&args.dir, false)?;
    if let Some(what) = &found.damage {
        session.note(&format!("{name}: warning: {what}"));
    }
    let old = read(&found.header.args).map_err(|d| d.at(name.clone()))?;
    let clean: Vec<String> = found
        .header
        .args
        .iter()
        .skip(1)
        .map(|a| ep_report::style::harmless(a))
        .collect();
    std::env::set_current_dir(&found.header.folder).map_err(|e| {
        Diagnostic::bad_input(format!("the folder where the run was started is gone: {e}"))
            .at(found.header.folder.display().to_string())
    })?;
    let scratch = crate::out::scratch()?;
    let old = old.with_database()?;
    let mut settings = Settings::new(&old, scratch.path())?;
    settings.read.counted = true;
    let (mut module, _) = settings.read_program(&old)?;
    settings.complete(&old, &mut module)?;
    settings.declare_functions(&mut module);
    if settings.program_hash(&module) != found.header.program {
        return Err(
            Diagnostic::bad_input("the program has changed since the run was made")
                .at(name)
                .help("paths are walked again on the same sources; run `everypath test` again"),
        );
    }
    let mut paths = records(&found.restored.paths).ok_or_else(|| {
        Diagnostic::bad_input("the records of paths in the journal are damaged").at(name.clone())
    })?;
    // These are kept for the tree: no input of the program takes them.
    paths.retain(|p| p.end != PathEnd::Infeasible);
    Ok(Run {
        name,
        command: format!("everypath {}", clean.join(" ")),
        walker: Walker::new(&module, &settings.explore)?,
        restored: found.restored,
        paths,
        sources: Sources::new(),
        style: session.observer.style(),
    })
}

fn filter(args: &ShowOptions, run: &Run) -> Result<Filter, Diagnostic> {
    let mut through = Vec::new();
    if let Some(l) = &args.line {
        through.push(line(l)?);
    }
    if let Some(f) = &args.function {
        through.push(function(f, run)?);
    }
    Ok(Filter {
        outcome: args.outcome.clone(),
        through,
    })
}

/// `12` or `file.c:12`.
pub fn line(text: &str) -> Result<Through, Diagnostic> {
    let (file, number) = match text.rsplit_once(':') {
        Some((f, n)) => (Some(f.to_string()), n),
        None => (None, text),
    };
    let line = number.parse().map_err(|_| {
        Diagnostic::bad_input(format!("`{text}` is no line")).help("write a number, or FILE:NUMBER")
    })?;
    Ok(Through::Line { file, line })
}

/// A function of the program.
pub fn function(name: &str, run: &Run) -> Result<Through, Diagnostic> {
    if !run.walker.has_function(name) {
        return Err(Diagnostic::bad_input(format!(
            "the program has no function `{name}`"
        )));
    }
    Ok(Through::Function(name.to_string()))
}
