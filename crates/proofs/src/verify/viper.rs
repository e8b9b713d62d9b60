//! Viper files: read, checked, with what is wrong with them.

use super::input::Input;
use super::place::Places;
use ep_base::verification::InputProblem;
use ep_base::Diagnostic;
use ep_ivl::problem::Problem;
use ep_ivl::syntax::Loader;
use std::path::{Path, PathBuf};

/// Texts from the disk.
struct Disk<'a> {
    library: &'a [PathBuf],
}

impl Loader for Disk<'_> {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        crate::input::text(path, "the file").map_err(|d| {
            let reason = d.message.strip_prefix("cannot read the file: ");
            let reason = reason.unwrap_or(&d.message);
            // Of a text that is none the line is known.
            let line = d.place.as_deref().and_then(|p| p.rsplit_once(':'));
            match line.filter(|(_, n)| n.parse::<u32>().is_ok()) {
                Some((_, n)) => format!("{reason} (line {n})"),
                None => reason.to_owned(),
            }
        })
    }
    fn library(&mut self, path: &Path) -> Option<String> {
        (self.library.iter()).find_map(|dir| self.load_from(dir, path))
    }
}

impl Disk<'_> {
    fn load_from(&self, dir: &Path, path: &Path) -> Option<String> {
        crate::input::text(&dir.join(path), "the file").ok()
    }
}

/// Reads and checks a file.
///
/// # Errors
/// The file cannot be read.
pub fn read(path: &Path, library: &[PathBuf], smoke: bool) -> Result<Input, Diagnostic> {
    let mut disk = Disk { library };
    let loaded = ep_ivl::syntax::load(path, &mut disk).map_err(|why| {
        Diagnostic::bad_input(format!("cannot read the file: {why}")).at(path.display().to_string())
    })?;
    let (mut program, problems) = ep_ivl::check::check(loaded);
    if smoke {
        ep_ivl::smoke::add_checks(&mut program);
    }
    let places = Places::new(&program);
    let problems = problems.iter().map(|p| problem(p, &places)).collect();
    Ok(Input {
        file: path.display().to_string(),
        problems,
        program,
        infers: false,
        assumptions: Vec::new(),
        java: None,
        origin: None,
    })
}

fn problem(p: &Problem, places: &Places) -> InputProblem {
    InputProblem {
        id: match p.warning {
            true => "warning".to_owned(),
            false => p.kind.word().to_owned(),
        },
        message: p.message.clone(),
        help: p.help.clone(),
        place: places.region(p.span),
    }
}
