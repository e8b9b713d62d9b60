//! How the time of an analysis grows with the size of a system: a line per
//! family and goal, with the times and the slope between the first and the last
//! size (the d of n^d).
//!
//! `cargo run --release -p everypath-its --example growth [SECONDS [EVERYPATH]]`:
//! with a program the times are those of whole processes of it.

#[path = "../tests/support/families.rs"]
mod families;

use ep_its::format::koat;
use ep_its::options::{Goals, Options};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The shortest of five processes.
fn of_process(program: &Path, file: &Path, goal: &str, limit: Duration) -> (Duration, bool) {
    let mut best = Duration::MAX;
    let mut answered = false;
    for _ in 0..5 {
        let begun = Instant::now();
        let status = Command::new(program)
            .args(["its", "--quiet", "--goal", goal, "--timeout"])
            .arg(format!("{}s", limit.as_secs()))
            .arg(file)
            .stdout(Stdio::null())
            .status()
            .expect("the program starts");
        best = best.min(begun.elapsed());
        answered = status.success();
    }
    (best, answered)
}

/// The shortest of three.
fn time(text: &str, goals: Goals, limit: Duration) -> (Duration, bool) {
    let system = koat::read(text).expect("a system");
    let mut best = Duration::MAX;
    let mut answered = false;
    for _ in 0..3 {
        let mut options = Options {
            goals,
            ..Options::default()
        };
        let begun = Instant::now();
        options.budget.start = begun;
        options.budget.timeout = Some(limit);
        let found = ep_its::analyse(&system, &options, &mut |_| {}).expect("well formed");
        best = best.min(begun.elapsed());
        answered = match (goals.upper, goals.lower) {
            (true, _) => !found.upper.is_empty(),
            (_, true) => !found.lower.is_empty(),
            _ => found.termination == ep_its::outcome::Answer::Terminates,
        };
        if best * 3 > limit {
            break;
        }
    }
    (best, answered)
}

/// A family's name, its systems and their sizes.
type Family = (&'static str, fn(usize) -> String, [usize; 4]);

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok());
    let limit = Duration::from_secs(seconds.unwrap_or(20));
    let program = std::env::args_os().nth(2);
    let file = std::env::temp_dir().join(format!("growth-{}.koat", std::process::id()));
    let all: [Family; 5] = [
        ("sequence", families::sequence, [12, 25, 50, 100]),
        ("counters", families::counters, [12, 25, 50, 100]),
        ("inputs", families::inputs, [12, 25, 50, 100]),
        ("branches", families::branches, [3, 5, 10, 20]),
        ("nested", families::nested, [2, 3, 4, 5]),
    ];
    for (name, make, sizes) in all {
        for (goal, goals) in [
            ("termination", Goals::TERMINATION),
            ("upper", Goals::UPPER),
            ("lower", Goals::LOWER),
        ] {
            let mut times = Vec::new();
            let mut line = format!("{name:<10} {goal:<12}");
            for n in sizes {
                let text = make(n);
                let (t, answered) = match &program {
                    None => time(&text, goals, limit),
                    Some(program) => {
                        std::fs::write(&file, &text).expect("a file for the system");
                        of_process(Path::new(program), &file, goal, limit)
                    }
                };
                let mark = if answered { "" } else { "?" };
                line += &format!(" {n}: {:.4}{mark}", t.as_secs_f64());
                times.push((n as f64, t.as_secs_f64()));
            }
            if let (Some(a), Some(b)) = (times.first(), times.last()) {
                let slope = (b.1 / a.1).ln() / (b.0 / a.0).ln();
                line += &format!("   slope {slope:.2}");
            }
            println!("{line}");
        }
    }
    let _ = std::fs::remove_file(file);
}
