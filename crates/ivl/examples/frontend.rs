//! Prints what the front end says about files: one line per problem,
//! `file:line:column: word: message`. For scoring it against annotated suites.

use ep_ivl::syntax::Loader;
use std::path::Path;

struct Disk;

impl Loader for Disk {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|e| e.to_string())
    }
}

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let run = std::thread::Builder::new().stack_size(256 << 20);
    let done = run.spawn(move || paths.iter().for_each(|p| one(p)));
    if let Ok(done) = done {
        let _ = done.join();
    }
}

fn one(path: &str) {
    match ep_ivl::syntax::load(Path::new(path), &mut Disk) {
        Err(why) => println!("{path}:0:0: cannot read: {why}"),
        Ok(loaded) => {
            let (program, problems) = ep_ivl::check::check(loaded);
            for p in problems {
                let at = p.span.start;
                let file = &program.files[at.file].path;
                let word = if p.warning { "warning" } else { p.kind.word() };
                println!("{file}:{}:{}: {word}: {}", at.line, at.column, p.message);
            }
        }
    }
}
