//! Reading what the command line names, without waiting or filling the memory.
//!
//! A file that somebody names may be a folder, a device that never ends or a
//! pipe that nobody writes to. Pipes are legal (`<(generate)`, `/dev/stdin`),
//! so they are read, with a limit of time until the first byte is there and a
//! limit of size for everything.

use ep_base::Diagnostic;
use rustix::event::{poll, PollFd, PollFlags, Timespec};
use rustix::fs::{fcntl_getfl, fcntl_setfl, OFlags};
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

/// The most bytes of one file.
const MOST: u64 = 1 << 30;
/// How long a pipe may say nothing, in milliseconds.
const PATIENCE: i32 = 10_000;

/// A mistake in a file, with its place.
pub(crate) fn mistaken(file: &str, m: ep_its::format::Mistake) -> Diagnostic {
    let d = Diagnostic::bad_input(m.what).at(format!("{file}:{}:{}", m.line, m.column));
    match m.help {
        Some(help) => d.help(help),
        None => d,
    }
}

/// The bytes of a file, a pipe or a device; `what` names it in messages (`the
/// property`).
///
/// # Errors
/// It cannot be read (exit 2).
pub fn bytes(path: &Path, what: &str) -> Result<Vec<u8>, Diagnostic> {
    bytes_within(path, what, None)
}

/// The same, where a pipe may say nothing for no longer than this time.
///
/// # Errors
/// It cannot be read (exit 2).
pub fn bytes_within(
    path: &Path,
    what: &str,
    time: Option<Duration>,
) -> Result<Vec<u8>, Diagnostic> {
    let time = time.and_then(|t| i32::try_from(t.as_millis()).ok());
    let patience = time.map_or(PATIENCE, |t| t.min(PATIENCE));
    limited(path, MOST, patience).map_err(|why| {
        Diagnostic::bad_input(format!("cannot read {what}: {why}")).at(path.display().to_string())
    })
}

/// The same as text.
///
/// # Errors
/// It cannot be read, or is no text (exit 2).
pub fn text(path: &Path, what: &str) -> Result<String, Diagnostic> {
    decoded(path, what, bytes(path, what)?)
}

/// Bytes that were read from a file as text: UTF-8 without the byte 0, which no
/// editor shows.
///
/// # Errors
/// They are no text; the message has the line of the first byte that is none.
pub fn decoded(path: &Path, what: &str, bytes: Vec<u8>) -> Result<String, Diagnostic> {
    let wrong = |before: &[u8], why: &str| {
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        Diagnostic::bad_input(format!("cannot read {what}: {why}"))
            .at(format!("{}:{line}", path.display()))
    };
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = e.as_bytes().get(..e.utf8_error().valid_up_to());
        wrong(before.unwrap_or_default(), "it is not UTF-8 text")
    })?;
    match text.as_bytes().iter().position(|b| *b == 0) {
        Some(at) => Err(wrong(
            text.as_bytes().get(..at).unwrap_or_default(),
            "it is no text, a byte of it is 0",
        )),
        None => Ok(text),
    }
}

fn limited(path: &Path, most: u64, patience: i32) -> Result<Vec<u8>, String> {
    let cannot = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        _ => e.to_string(),
    };
    // Without waiting for the other end of a pipe.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits() as i32)
        .open(path)
        .map_err(cannot)?;
    let meta = file.metadata().map_err(cannot)?;
    if meta.is_dir() {
        return Err("it is a folder".into());
    }
    if meta.len() > most {
        return Err(too_large(most));
    }
    if meta.file_type().is_fifo() && !has_bytes(&file, patience) {
        return Err(format!(
            "nobody writes to this pipe (waited {} s)",
            f64::from(patience) / 1000.0
        ));
    }
    wait_again(&file).map_err(cannot)?;
    let mut out = Vec::new();
    file.take(most + 1).read_to_end(&mut out).map_err(cannot)?;
    match out.len() as u64 > most {
        true => Err(too_large(most)),
        false => Ok(out),
    }
}

fn too_large(most: u64) -> String {
    format!("it has more than {} MiB", most >> 20)
}

/// Whether there is something to read, or the end, in this time.
fn has_bytes(file: &File, milliseconds: i32) -> bool {
    let patience = Timespec {
        tv_sec: i64::from(milliseconds / 1000),
        tv_nsec: i64::from(milliseconds % 1000) * 1_000_000,
    };
    let mut wanted = [PollFd::new(file, PollFlags::IN)];
    poll(&mut wanted, Some(&patience)).is_ok_and(|ready| ready > 0)
}

/// Reads wait again, as is usual.
fn wait_again(file: &File) -> io::Result<()> {
    let flags = fcntl_getfl(file)?;
    Ok(fcntl_setfl(file, flags.difference(OFlags::NONBLOCK))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn what_is_no_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let why = |p: &Path| limited(p, 1000, 50).unwrap_err();
        assert!(why(folder.path()).contains("a folder"));
        assert!(why(&folder.path().join("none")).contains("no such file"));
        assert_eq!(why(Path::new("/dev/zero")), too_large(1000));
        let large = folder.path().join("large");
        std::fs::write(&large, [0; 1001]).unwrap();
        assert_eq!(why(&large), too_large(1000));
        std::fs::write(&large, [7; 1000]).unwrap();
        assert_eq!(limited(&large, 1000, 50).unwrap(), [7; 1000]);
    }

    #[test]
    fn pipes_are_read_and_silent_ones_told() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert!(limited(&pipe, 1000, 50).unwrap_err().contains("nobody"));
        let writer = pipe.clone();
        let writing = std::thread::spawn(move || {
            let mut file = OpenOptions::new().write(true).open(writer).unwrap();
            for _ in 0..10 {
                file.write_all(b"abc").unwrap();
            }
        });
        assert_eq!(limited(&pipe, 1000, 10_000).unwrap(), b"abc".repeat(10));
        writing.join().unwrap();
    }

    #[test]
    fn the_line_of_what_is_no_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, b"a\nb\n\xff\n").unwrap();
        let told = text(&file, "the file").unwrap_err().to_string();
        assert!(told.contains("file:3: "), "{told}");
        assert!(told.contains("UTF-8"), "{told}");
        std::fs::write(&file, b"a\n# \0b\n").unwrap();
        let told = text(&file, "the file").unwrap_err().to_string();
        assert!(told.contains("file:2: "), "{told}");
        assert!(told.contains("a byte of it is 0"), "{told}");
    }
}
