//! Writing files so that a failure is seen and leaves no half of a file.
//!
//! Documents are written beside their target and renamed, so that a reader
//! sees the old or the new one. Test files, which come in tens of thousands,
//! are created with `openat` relative to one open folder: no path is walked
//! twice and nothing is allocated per file.

use ep_base::Diagnostic;
use rustix::fs::{openat, unlinkat, AtFlags, Mode, OFlags};
use rustix::io::Errno;
use std::ffi::CStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// Replaces `path` by these bytes.
///
/// # Errors
/// The folder is not writable or the disk is full (exit 4); the old file stays.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    // Something that is no regular file (a pipe, /dev/stdout) is written to.
    let special = fs::metadata(path).is_ok_and(|m| !m.is_file());
    let result = if special {
        fs::write(path, bytes)
    } else {
        fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path))
    };
    result.map_err(|e| {
        if !special {
            let _ = fs::remove_file(&beside);
        }
        cannot_write(path, &e)
    })
}

/// Whether `path` could be written, asked before the work whose result it gets.
/// Nothing is changed.
///
/// # Errors
/// There is no such folder, or it is not writable (exit 4).
pub fn writable(path: &Path) -> Result<(), Diagnostic> {
    let folder = match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    // A pipe or a device is opened only when there is something to write.
    if fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        return Ok(());
    }
    if path.is_dir() {
        return Err(cannot_write(path, &Errno::ISDIR.into()));
    }
    let name = format!(".everypath-{}.part", std::process::id());
    let beside = folder.join(name);
    let made = File::options().write(true).create_new(true).open(&beside);
    made.and_then(|_| fs::remove_file(&beside))
        .map_err(|e| cannot_write(path, &e))
}

/// What a report looks like that an earlier run left under its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// SARIF and other logs.
    Json,
    /// JUnit's.
    Xml,
}

/// Whether `path` could be written and holds nothing but such a report: what a user
/// mixes up (`--sarif program.c`) stays.
///
/// # Errors
/// As for [`writable`]; what is there is something else (exit 2).
pub fn replaceable(path: &Path, form: Form) -> Result<(), Diagnostic> {
    writable(path)?;
    let first = match form {
        Form::Json => b'{',
        Form::Xml => b'<',
    };
    let is_file = fs::metadata(path).is_ok_and(|m| m.is_file());
    let old = if is_file {
        fs::read(path)
    } else {
        Ok(Vec::new())
    };
    let old = old.map_err(|e| cannot_write(path, &e))?;
    let text = old.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&old);
    match text.iter().find(|b| !b.is_ascii_whitespace()) {
        Some(b) if *b != first => Err(Diagnostic::bad_input(format!(
            "{} holds something that is no report: it stays as it is",
            path.display()
        ))
        .help("name another file for the report")),
        _ => Ok(()),
    }
}

/// Whether a page could be written to this folder, which is made where it is missing,
/// and replaces nothing but a page.
///
/// # Errors
/// It cannot be written (exit 4); what is there is none of our pages (exit 2).
pub fn page_folder(folder: &Path) -> Result<(), Diagnostic> {
    if !folder.is_dir() {
        let parent = folder.ancestors().skip(1).find(|p| p.exists());
        let parent = parent.unwrap_or(Path::new("."));
        if folder.exists() || !parent.is_dir() {
            return Err(cannot_write(folder, &Errno::NOTDIR.into()));
        }
        // The first folder that is to be made: nothing has its name.
        let rest = folder.strip_prefix(parent).unwrap_or(folder);
        let first = rest.components().next();
        let first = first.map_or(std::ffi::OsStr::new("page"), |c| c.as_os_str());
        return writable(&parent.join(first));
    }
    let page = folder.join("index.html");
    writable(&page)?;
    match fs::read(&page) {
        Ok(old) if !old.is_empty() && !is_ours(&String::from_utf8_lossy(&old)) => {
            Err(Diagnostic::bad_input(format!(
                "{} is a page of somebody else's: it stays as it is",
                page.display()
            ))
            .help("name another folder for the page"))
        }
        _ => Ok(()),
    }
}

/// Pages say who made them; before they did, the title began with the verb. One that only
/// speaks of Everypath is its author's.
fn is_ours(page: &str) -> bool {
    page.contains("<meta name=\"generator\" content=\"Everypath\">")
        || page.contains("<title>everypath ")
}

/// The diagnostic of a failed write.
pub fn cannot_write(path: &Path, e: &io::Error) -> Diagnostic {
    let help = match Errno::from_io_error(e) {
        Some(Errno::NOSPC | Errno::DQUOT) => "free some space, or choose another folder",
        Some(Errno::FBIG) => "the limit on file sizes is too small (ulimit -f)",
        Some(Errno::NOENT) => "make the folder first, or choose another one",
        Some(Errno::EXIST) => "a file has this name: choose another one",
        _ => "choose another folder",
    };
    Diagnostic::surroundings(format!("cannot write {}: {e}", path.display())).help(help)
}

/// An open folder in which files are created.
#[derive(Debug)]
pub struct Folder {
    fd: OwnedFd,
    path: PathBuf,
}

impl Folder {
    /// Opens the folder, making it if it is missing.
    ///
    /// # Errors
    /// It cannot be made or opened (exit 4).
    pub fn create(path: &Path) -> Result<Folder, Diagnostic> {
        let fd = fs::create_dir_all(path)
            .and_then(|()| File::open(path))
            .map_err(|e| cannot_write(path, &e))?;
        Ok(Folder {
            fd: fd.into(),
            path: path.to_path_buf(),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates or replaces the file `name` with these bytes; three system
    /// calls. A file that could not be written in full is removed.
    ///
    /// # Errors
    /// As for [`write`].
    pub fn put(&self, name: &CStr, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.try_put(name, bytes)
            .map_err(|e| cannot_write(&self.path.join(&*name.to_string_lossy()), &e))
    }

    fn try_put(&self, name: &CStr, bytes: &[u8]) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(0o644);
        let mut file = File::from(openat(&self.fd, name, flags, mode)?);
        file.write_all(bytes).inspect_err(|_| {
            // What was to be told is that it could not be written.
            let _ = unlinkat(&self.fd, name, AtFlags::empty());
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::ExitCode;

    #[test]
    fn a_page_that_speaks_of_us_is_its_authors() {
        let dir = tempfile::tempdir().unwrap();
        let page = dir.path().join("index.html");
        for (text, ours) in [
            ("<html><title>Notes on Everypath</title>", false),
            ("<meta name=\"generator\" content=\"Everypath\">", true),
            ("<html><title>everypath test a.c</title>", true),
        ] {
            fs::write(&page, text).unwrap();
            assert_eq!(page_folder(dir.path()).is_ok(), ours, "{text}");
            assert_eq!(fs::read_to_string(&page).unwrap(), text);
        }
    }

    #[test]
    fn a_document_is_replaced_and_no_part_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run.json");
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_full_disk_names_the_path() {
        let e = write(Path::new("/dev/full"), b"x").unwrap_err();
        assert_eq!(e.exit, ExitCode::Surroundings);
        assert!(e.message.contains("/dev/full"), "{e}");
        assert!(e.help.unwrap_or_default().contains("space"));
    }

    #[test]
    fn a_missing_folder_names_the_path() {
        let dir = tempfile::tempdir().unwrap();
        let e = write(&dir.path().join("no/run.json"), b"x").unwrap_err();
        assert_eq!(e.exit, ExitCode::Surroundings);
        assert!(e.message.contains("no/run.json"), "{e}");
        fs::write(dir.path().join("file"), b"").unwrap();
        let e = Folder::create(&dir.path().join("file")).unwrap_err();
        assert!(e.message.contains("file"), "{e}");
    }

    #[test]
    fn a_name_that_cannot_be_created_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::create(&dir.path().join("tests")).unwrap();
        fs::create_dir(dir.path().join("tests/test000001.ktest")).unwrap();
        let e = folder.put(c"test000001.ktest", b"x").unwrap_err();
        assert!(e.message.contains("tests/test000001.ktest"), "{e}");
    }
}
