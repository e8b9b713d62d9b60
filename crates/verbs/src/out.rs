//! The folder of results. An earlier run's results are never overwritten:
//! without `--out` every run gets the next free number.

use ep_base::Diagnostic;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Written and removed at once, to see whether writing works; a journal has this
/// name until it has a header. A folder that holds nothing else is empty.
pub(crate) const PROBE: &str = ".probe";

/// What all default folders lie in.
const BASE: &str = "everypath-out";

/// The variable that names a folder for what is built and measured once, or is `off`.
const CACHE: &str = "EVERYPATH_CACHE";

/// Where what is the same for all programs is kept between runs: the folder that the
/// environment names, else the user's own for such things; nowhere where neither is.
pub fn cache() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
    match set(CACHE) {
        Some(off) if off == "off" => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => {
            let base = set("XDG_CACHE_HOME").map(PathBuf::from);
            let base = base.filter(|b| b.is_absolute());
            let base = base.or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")));
            base.map(|b| b.join("everypath"))
        }
    }
}

/// Makes the folder and tells where it is.
///
/// # Errors
/// It exists and holds something (exit 2), or cannot be made (exit 4).
pub fn create(wanted: Option<&Path>, first_file: &Path) -> Result<PathBuf, Diagnostic> {
    match wanted {
        Some(folder) => empty(folder, "--out"),
        None => numbered(Path::new(BASE), first_file),
    }
}

/// Makes the folder that the user named with this flag, unless it is there and
/// empty.
///
/// # Errors
/// It exists and holds something (exit 2), or cannot be made (exit 4).
pub fn empty(folder: &Path, flag: &str) -> Result<PathBuf, Diagnostic> {
    let cannot = |e| cannot(folder, flag, &e);
    if folder.exists() && !folder.is_dir() {
        return Err(
            Diagnostic::bad_input(format!("{flag} names something that is not a folder"))
                .at(folder.display().to_string()),
        );
    }
    fs::create_dir_all(folder).map_err(cannot)?;
    let mut entries = fs::read_dir(folder).map_err(cannot)?;
    // A run that was killed may have left its probe.
    if entries.any(|e| e.map_or(true, |e| e.file_name() != PROBE)) {
        return Err(
            Diagnostic::bad_input(format!("{flag} names a folder that is not empty"))
                .at(folder.display().to_string())
                .help("name another, or remove it: results are never overwritten"),
        );
    }
    // Only writing tells whether writing works: root passes every mode check
    // and a full disk none.
    let probe = folder.join(PROBE);
    fs::write(&probe, b"x")
        .and_then(|()| fs::remove_file(&probe))
        .map_err(cannot)?;
    Ok(folder.to_path_buf())
}

fn numbered(base: &Path, first_file: &Path) -> Result<PathBuf, Diagnostic> {
    fs::create_dir_all(base).map_err(|e| cannot(base, "--out", &e))?;
    let stem = first_file
        .file_stem()
        .map_or_else(|| "program".into(), |s| s.to_string_lossy().into_owned());
    let mut number = highest(base, &stem) + 1;
    loop {
        let folder = base.join(format!("{stem}-{number}"));
        match fs::create_dir(&folder) {
            Ok(()) => {
                link_last(base, &folder);
                return Ok(folder);
            }
            // Another run was faster.
            Err(e) if e.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(e) => return Err(cannot(&folder, "--out", &e)),
        }
    }
}

/// The highest number that a run on this file took.
fn highest(base: &Path, stem: &str) -> u64 {
    let Ok(entries) = fs::read_dir(base) else {
        return 0;
    };
    entries
        .flatten()
        .filter_map(|e| {
            let name = e.file_name().into_string().ok()?;
            name.strip_prefix(stem)?.strip_prefix('-')?.parse().ok()
        })
        .max()
        .unwrap_or(0)
}

/// `everypath-out/last` leads to the newest folder. A convenience: where links
/// do not exist, there is none.
fn link_last(base: &Path, folder: &Path) {
    let link = base.join("last");
    let Some(name) = folder.file_name() else {
        return;
    };
    if fs::symlink_metadata(&link).is_ok_and(|m| m.file_type().is_symlink()) {
        let _ = fs::remove_file(&link);
    }
    let _ = std::os::unix::fs::symlink(name, &link);
}

fn cannot(path: &Path, flag: &str, e: &std::io::Error) -> Diagnostic {
    Diagnostic::surroundings(format!("cannot write results: {e}"))
        .at(path.display().to_string())
        .help(format!("choose another folder with {flag}"))
}

/// A folder for what a run needs and nobody keeps; it goes with the value.
///
/// # Errors
/// It cannot be made (exit 4).
pub fn scratch() -> Result<tempfile::TempDir, Diagnostic> {
    tempfile::Builder::new()
        .prefix("everypath-")
        .tempdir()
        .map_err(|e| {
            Diagnostic::surroundings(format!("cannot make a scratch folder: {e}"))
                .help("set TMPDIR to a folder that can be written")
        })
}

/// The folder from which the user named files.
///
/// # Errors
/// It is gone (exit 4).
pub fn current_folder() -> Result<String, Diagnostic> {
    std::env::current_dir()
        .map(|f| f.display().to_string())
        .map_err(|e| Diagnostic::surroundings(format!("there is no current folder: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::ExitCode;

    #[test]
    fn every_run_gets_its_own_folder() {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().join("o");
        let names: Vec<_> = ["x/ring.c", "ring.c", "other.c", "ring.c"]
            .iter()
            .map(|f| numbered(&base, Path::new(f)).unwrap())
            .map(|p| p.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(names, ["ring-1", "ring-2", "other-1", "ring-3"]);
        let last = fs::canonicalize(base.join("last")).unwrap();
        assert!(last.ends_with("ring-3"));
    }

    #[test]
    fn a_removed_number_is_not_taken_again_below_the_highest() {
        let dir = tempfile::tempdir().unwrap();
        numbered(dir.path(), Path::new("a.c")).unwrap();
        numbered(dir.path(), Path::new("a.c")).unwrap();
        fs::remove_dir(dir.path().join("a-1")).unwrap();
        let next = numbered(dir.path(), Path::new("a.c")).unwrap();
        assert!(next.ends_with("a-3"));
    }

    #[test]
    fn a_folder_with_results_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("a/b");
        assert_eq!(empty(&out, "--out").unwrap(), out);
        assert_eq!(empty(&out, "--out").unwrap(), out, "an empty one is fine");
        fs::write(out.join("run.json"), "{}").unwrap();
        let e = empty(&out, "--out").unwrap_err();
        assert_eq!(e.exit, ExitCode::BadInput);
        let e = empty(&out.join("run.json"), "--out").unwrap_err();
        assert_eq!(e.exit, ExitCode::BadInput);
        let e = empty(&out.join("run.json/deeper"), "--out").unwrap_err();
        assert_eq!(e.exit, ExitCode::Surroundings);
    }
}
