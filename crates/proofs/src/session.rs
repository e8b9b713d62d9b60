//! What a verb is run in.
//!
//! Idea: a verb is a function from options to a result. Everything that it
//! says on the way goes to an [`Observer`]: a terminal, a server, a test, or
//! nobody. So no verb prints, and a program that calls one decides what
//! becomes of its words. Alternatives: returning all text at the end (a run of
//! an hour would be silent), or a `Write` (notes, progress and answers would
//! be one stream).

use ep_base::outcome::Bug;
use ep_base::{Cancel, Diagnostic, ExitCode};
use ep_report::style::Style;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Who is told. Each method does nothing unless it is overridden; they are
/// called from any thread of the run.
pub trait Observer: Send + Sync {
    /// A part of the answer, as text or as JSON, whichever the options ask for.
    ///
    /// # Errors
    /// It cannot be taken (exit 4); the run then ends with this.
    fn answer(&self, text: &str) -> Result<(), Diagnostic> {
        let _ = text;
        Ok(())
    }

    /// Something beside the answer, without a line break at its end.
    fn note(&self, text: &str) {
        let _ = text;
    }

    /// One of several problems of the input; the last one is the error that
    /// the verb returns.
    fn problem(&self, problem: &Diagnostic) {
        let _ = problem;
    }

    /// How far the run is; `None` when there is nothing more to tell.
    fn progress(&self, text: Option<&str>) {
        let _ = text;
    }

    /// Whether somebody looks at the progress: else it is not put into words.
    fn wants_progress(&self) -> bool {
        false
    }

    /// The folder of results is there.
    fn folder(&self, folder: &Path) {
        let _ = folder;
    }

    /// A new violation, before a native run confirms it.
    fn bug(&self, bug: &Bug) {
        let _ = bug;
    }

    /// How answers are styled.
    fn style(&self) -> Style {
        Style::PLAIN
    }

    /// How notes are styled.
    fn note_style(&self) -> Style {
        Style::PLAIN
    }

    /// The next line of a conversation; `None` ends it.
    fn line(&self) -> Option<String> {
        None
    }

    /// Whether there is somebody to converse with.
    fn converses(&self) -> bool {
        false
    }

    /// A limit is exceeded by a step that does not come back: the answer has
    /// been given, and whoever owns the process may end it with this code. If
    /// nobody does, the verb goes on until the step comes back.
    fn overdue(&self, exit: ExitCode) {
        let _ = exit;
    }
}

/// Nobody is told.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Observer for Silent {}

/// What a verb is run in. Clones are the same session.
#[derive(Clone)]
pub struct Session {
    /// Ends the run early, with what was found until then.
    pub cancel: Cancel,
    /// Who is told.
    pub observer: Arc<dyn Observer>,
    /// The program `everypath-engine`, for verbs that start others as
    /// processes of their own (`solve`, `validate`).
    pub engine: Option<PathBuf>,
    /// The words of the command line, which a journal keeps; empty where there
    /// is none.
    pub command: Vec<String>,
}

impl Session {
    /// A session of which this observer is told.
    pub fn new(observer: impl Observer + 'static) -> Session {
        Session {
            cancel: Cancel::new(),
            observer: Arc::new(observer),
            engine: None,
            command: Vec::new(),
        }
    }

    /// A session of which nobody is told.
    pub fn silent() -> Session {
        Session::new(Silent)
    }

    /// Tells a part of the answer.
    ///
    /// # Errors
    /// It cannot be taken (exit 4).
    pub fn answer(&self, text: &str) -> Result<(), Diagnostic> {
        self.observer.answer(text)
    }

    /// Tells something beside the answer.
    pub fn note(&self, text: &str) {
        self.observer.note(text);
    }

    /// Whether the run is to end.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// How a verb ended.
#[derive(Clone, Debug)]
pub struct Done<R> {
    /// What a process would end with.
    pub exit: ExitCode,
    /// What was found; nothing where the run was interrupted before there was
    /// anything.
    pub report: Option<R>,
}

impl<R> Done<R> {
    /// With a result.
    pub fn with(exit: ExitCode, report: R) -> Done<R> {
        Done {
            exit,
            report: Some(report),
        }
    }

    /// Interrupted before there was a result.
    pub fn interrupted() -> Done<R> {
        Done {
            exit: ExitCode::Interrupted,
            report: None,
        }
    }
}
