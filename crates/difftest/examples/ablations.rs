//! What each part of the query pipeline and each searcher is worth: the bench
//! programs with one part switched off at a time, on CPU time of the exploring
//! thread. Prints the tables of `docs/ablations.md`.
//!
//! `cargo run --release -p everypath-difftest --example ablations`

use ep_base::outcome::{Bug, Outcome, Statistics, TestCase};
use ep_base::{Budget, Diagnostic};
use ep_explore::{explore, Observer, Options, SearchKind};
use ep_ir::Module;
use ep_smt::{Part, Parts};
use std::path::Path;
use std::time::Duration;

struct Nobody;

impl Observer for Nobody {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
}

/// Wall time after which a run is given up.
const PATIENCE: Duration = Duration::from_secs(20);
/// Paths of the searchers' runs.
const PATHS: u64 = 300;

fn module(name: &str, flags: &[&str]) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../bench/c")
        .join(name);
    let options = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        clang_flags: flags.iter().map(|f| f.to_string()).collect(),
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: vec!["main".into()],
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: Some(64),
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

fn run(module: &Module, options: &Options, budget: &Budget) -> (Outcome, bool) {
    let done = explore(module, options, budget, &mut Nobody).expect("explore");
    let ended_early = done.outcome.stopped.is_some();
    (done.outcome, ended_early)
}

/// All parts, and each one switched off in turn.
fn parts() -> Vec<(String, Parts)> {
    let off = Part::ALL.map(|p| (format!("no {}", p.name()), Parts::ALL.without(p)));
    let mut out = vec![("all on".to_string(), Parts::ALL)];
    out.extend(off);
    out
}

fn main() {
    let programs = [
        ("maze", "maze.c", vec![]),
        ("regex7", "regex7.c", vec![]),
        ("bsearch16", "bsearch16.c", vec![]),
        ("bubble6", "bubble6.c", vec![]),
        ("token4", "token.c", vec!["-DN=4"]),
        ("bytecode4", "bytecode.c", vec!["-DN=4"]),
    ];
    let modules: Vec<_> = programs
        .iter()
        .map(|(name, file, flags)| (*name, module(file, flags)))
        .collect();
    println!("CPU seconds (calls of a solver):\n");
    print!("| |");
    modules.iter().for_each(|(name, _)| print!(" {name} |"));
    print!("\n| --- |");
    modules.iter().for_each(|_| print!(" --- |"));
    println!();
    for (name, parts) in parts() {
        print!("| {name} |");
        for (_, module) in &modules {
            let mut options = Options::default();
            options.smt.parts = parts;
            let budget = Budget {
                timeout: Some(PATIENCE),
                ..Budget::default()
            };
            let (o, stopped) = run(module, &options, &budget);
            let s = &o.statistics;
            let cpu = s.cpu_explore_us as f64 / 1e6;
            match stopped {
                false => print!(" {cpu:.3} ({}) |", s.solver_calls),
                true => print!(" {} of the paths' count in {cpu:.1} |", s.paths_complete),
            }
        }
        println!();
    }
    println!("\nAfter {PATHS} paths: lines, branches, sites of bugs, most states waiting:\n");
    let larger = [
        ("token8", module("token.c", &["-DN=8"])),
        ("bytecode6", module("bytecode.c", &["-DN=6"])),
        ("maze", module("maze.c", &[])),
    ];
    print!("| |");
    larger.iter().for_each(|(name, _)| print!(" {name} |"));
    println!("\n| --- | --- | --- | --- |");
    for kind in [
        SearchKind::Interleaved,
        SearchKind::Dfs,
        SearchKind::Bfs,
        SearchKind::RandomPath,
        SearchKind::Coverage,
    ] {
        print!("| {kind:?} |");
        for (_, module) in &larger {
            let options = Options {
                search: kind,
                ..Options::default()
            };
            let budget = Budget {
                max_paths: Some(PATHS),
                timeout: Some(PATIENCE),
                max_memory: Some(2 << 30),
                ..Budget::default()
            };
            let (o, _) = run(module, &options, &budget);
            let s = &o.statistics;
            print!(
                " {} of {}, {} of {}, {}, {} |",
                s.lines_covered,
                s.lines_total,
                s.branches_covered,
                s.branches_total,
                o.bugs.len(),
                s.max_states
            );
        }
        println!();
    }
}
