//! Prints what the front end says about files: one line per problem,
//! `file:line:column: word: message`. With `--round-trip`, prints instead
//! which well-typed files change when they are printed and read again.

use ep_ivl::ast::Program;
use ep_ivl::problem::Problem;
use ep_ivl::syntax::Loader;
use std::path::Path;

#[path = "../tests/support/mod.rs"]
mod support;

struct Disk;

impl Loader for Disk {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|e| e.to_string())
    }
}

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let round_trip = paths.first().is_some_and(|p| p == "--round-trip");
    if round_trip {
        paths.remove(0);
    }
    support::deep(move || {
        for path in &paths {
            match ep_ivl::syntax::load(Path::new(path), &mut Disk) {
                Err(why) => println!("{path}:0:0: cannot read: {why}"),
                Ok(loaded) => {
                    let (program, problems) = ep_ivl::check::check(loaded);
                    match round_trip {
                        true => again(path, &program, &problems),
                        false => show(&program, &problems),
                    }
                }
            }
        }
    });
}

fn show(program: &Program, problems: &[Problem]) {
    for p in problems {
        let at = p.span.start;
        let file = &program.files[at.file].path;
        let word = if p.warning { "warning" } else { p.kind.word() };
        println!("{file}:{}:{}: {word}: {}", at.line, at.column, p.message);
    }
}

fn again(path: &str, program: &Program, problems: &[Problem]) {
    if problems.iter().any(|p| !p.warning) {
        return;
    }
    let printed = ep_ivl::print::program(program);
    let (second, problems) = support::check(&printed);
    let errors = support::errors(&problems);
    if let Some(first) = errors.first() {
        println!("{path}: not read again: {first}");
    } else if support::dump(program) != support::dump(&second) {
        println!("{path}: changed");
    } else {
        println!("{path}: same");
    }
}
