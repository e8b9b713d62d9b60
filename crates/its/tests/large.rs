//! Memory of large systems: a file of 5 MB takes what one of 50 MB may take, in
//! tenths; `EVERYPATH_MEGABYTES=50` makes it that large. Alone in its file, as the
//! peak is that of the whole process.

use ep_its::analyse;
use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use ep_its::outcome::Answer;

/// A long row of transitions, as text of about this many bytes.
fn row(bytes: usize) -> String {
    use std::fmt::Write;
    let mut text = "(STARTTERM (FUNCTIONSYMBOLS f0))\n(VAR x y)\n(RULES\n".to_string();
    let mut count = 0;
    while text.len() < bytes {
        let next = count + 1;
        let _ = writeln!(
            text,
            " f{count}(x, y) -> f{next}(x + {}, y - 1) :|: x >= {} && y > 0",
            count % 7,
            count % 13
        );
        count = next;
    }
    text + ")\n"
}

/// The most memory that this process had, in megabytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// Megabytes of memory for each of text.
const MOST: usize = 80;

#[test]
fn a_file_takes_at_most_80_times_its_size() {
    let wanted = std::env::var("EVERYPATH_MEGABYTES").ok();
    let size: usize = wanted.and_then(|v| v.parse().ok()).unwrap_or(5);
    let begun = std::time::Instant::now();
    let system = koat::read(&row(size * 1_000_000)).expect("a system");
    let read = peak();
    let options = Options {
        goals: Goals::TERMINATION,
        ..Options::default()
    };
    let found = analyse(&system, &options, &mut |_| {}).expect("well formed");
    assert_eq!(found.termination, Answer::Terminates);
    // Where there is no /proc nothing is known.
    let Some(most) = peak() else { return };
    let took = begun.elapsed().as_secs();
    println!("{took} s, {most} MB, {read:?} of them once it was read");
    assert!(most < MOST * size, "{most} MB, {read:?} once it was read");
}
