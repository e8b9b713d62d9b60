//! Whether the place of a native report is the predicted one.
//!
//! Both sides are stacks of user frames, innermost first. The innermost native
//! frame with a known line must be the predicted site; columns are not
//! compared, because tools disagree about them within an expression. A
//! predicted site inside a model of the C library corresponds to the call of
//! the real function, so models are skipped on the predicted side, and error
//! functions (`reach_error`) are skipped on both.

use crate::frames::Frame;
use crate::program::NativeProgram;
use ep_base::outcome::{Bug, Place};
use std::path::{Component, Path, PathBuf};

/// Frames of the user's program, innermost first.
pub fn user_frames(frames: &[Frame], runtime: &Path) -> Vec<Frame> {
    frames
        .iter()
        .filter(|f| f.line != 0 && !f.file.is_empty())
        .filter(|f| !Path::new(&f.file).starts_with(runtime))
        .filter(|f| !f.file.contains("compiler-rt/lib/"))
        .cloned()
        .collect()
}

/// The places that the site of `bug` may have natively, best first.
pub fn predicted_sites<'a>(bug: &'a Bug, program: &NativeProgram) -> Vec<&'a Place> {
    let mut stack: Vec<&Place> = Vec::with_capacity(bug.stack.len() + 1);
    stack.push(&bug.place);
    stack.extend(bug.stack.iter().filter(|p| **p != bug.place));
    let mut sites = Vec::new();
    for place in stack {
        sites.push(place);
        let skipped = is_library(place, program) || is_error_function(&place.function);
        if !skipped {
            break;
        }
    }
    sites
}

/// Whether `file:line` is one of `sites`.
pub fn matches(file: &str, line: u32, sites: &[&Place]) -> bool {
    sites
        .iter()
        .any(|p| p.line == line && same_file(&p.file, file))
}

/// The native site: the innermost user frame, and those around it as long as
/// it is an error function.
pub fn native_sites(frames: &[Frame]) -> &[Frame] {
    let skipped = frames
        .iter()
        .take_while(|f| is_error_function(&f.function))
        .count();
    &frames[..(skipped + 1).min(frames.len())]
}

fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Whether a predicted place lies in a model of the C library.
fn is_library(place: &Place, program: &NativeProgram) -> bool {
    if program
        .library_prefixes
        .iter()
        .any(|p| place.file.starts_with(p.as_str()))
    {
        return true;
    }
    // A C file that is not among the sources cannot be in the native build,
    // unless it came through `#include` or inside bitcode.
    let file = Path::new(&place.file);
    let all_c = program
        .sources
        .iter()
        .all(|s| s.extension().is_some_and(|e| e == "c"));
    all_c
        && file.extension().is_some_and(|e| e == "c")
        && !program
            .sources
            .iter()
            .any(|s| s.file_name() == file.file_name())
}

/// Whether two names mean the same file: equal when made absolute, or, when
/// one is relative, a tail of the other.
pub fn same_file(a: &str, b: &str) -> bool {
    let (pa, pb) = (Path::new(a), Path::new(b));
    if normal(pa) == normal(pb) {
        return true;
    }
    let (short, long) = match (pa.is_absolute(), pb.is_absolute()) {
        (false, _) => (pa, pb),
        (_, false) => (pb, pa),
        _ => return false,
    };
    let tail = lexical(short);
    !tail.as_os_str().is_empty() && lexical(long).ends_with(tail)
}

fn normal(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| lexical(path))
}

/// Without `.` and `..`, as far as the text tells.
fn lexical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_file() {
        assert!(same_file("a.c", "/home/x/a.c"));
        assert!(same_file("./d/../a.c", "/home/x/a.c"));
        assert!(same_file("x/a.c", "/home/x/a.c"));
        assert!(!same_file("y/a.c", "/home/x/a.c"));
        assert!(!same_file("a.c", "/home/x/ba.c"));
        assert!(!same_file("/home/y/a.c", "/home/x/a.c"));
    }

    #[test]
    fn error_functions_are_skipped() {
        let frame = |function: &str, line| Frame {
            function: function.into(),
            file: "a.c".into(),
            line,
        };
        let frames = [frame("reach_error", 3), frame("check", 5), frame("main", 9)];
        assert_eq!(native_sites(&frames).len(), 2);
        assert_eq!(native_sites(&frames[1..]).len(), 1);
        assert!(native_sites(&[]).is_empty());
    }
}
