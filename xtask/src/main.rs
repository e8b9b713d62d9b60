//! Tasks of the project that are too much for a Makefile: `cargo xtask tidy`
//! checks the rules of the house, `cargo xtask bench` measures and prints,
//! `cargo xtask silver` scores the verifier on a public suite, `cargo xtask mutate`
//! changes what it proved, `cargo xtask test` runs all tests.

mod bench;
mod circles;
mod edges;
mod folders;
mod licences;
mod lint;
mod mask;
mod mutate;
mod once;
mod programs;
mod silver;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str =
    "usage: cargo xtask <tidy | test [PART OF A NAME…] | bench [--runs N] [--binary FILE] [--write] [NAME…] | \
     silver CHECKOUT [--binary FILE] [--jobs N] [--verbose] [--half even|odd] [--list FILE] [FOLDER…] | \
     mutate [--binary FILE] [--members N] [--every N] [--out DIR] FOLDER…>";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = root();
    let result = match args.first().map(String::as_str) {
        Some("tidy") if args.len() == 1 => tidy::run(&root),
        Some("bench") => bench::run(&root, &args[1..]),
        Some("test") => programs::run(&root, &args[1..]),
        Some("mutate") => mutate::run(&root, &args[1..]),
        Some("silver") => silver::run(&root, &args[1..]),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// The workspace: the folder above this package.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}
