//! Runs a C file in the reference interpreter and says how fast:
//! `cargo run --release -p everypath-difftest --example interpret -- FILE.c [FLAG…]`
//! (`--text` as the first flag prints the program in the text form instead).

use ep_ir::interp::{run, InterpConfig, NoInput};
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else {
        eprintln!("usage: interpret FILE.c [FLAG…]");
        std::process::exit(2);
    };
    let mut flags: Vec<String> = args.collect();
    let text = flags.first().is_some_and(|f| f == "--text");
    if text {
        flags.remove(0);
    }
    let dir = tempfile::tempdir().expect("a scratch folder");
    let options = ep_clang::ReadOptions {
        m32: flags.iter().any(|f| f == "-m32"),
        clang_flags: flags,
        scratch: dir.path().to_path_buf(),
        ..ep_clang::ReadOptions::default()
    };
    let (module, _) = match ep_clang::read(&[PathBuf::from(file)], &options) {
        Ok(read) => read,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(2);
        }
    };
    if text {
        print!("{}", ep_ir::text::print(&module));
        return;
    }
    let main = module.function("main").expect("a main function");
    let start = Instant::now();
    let outcome = run(&module, main, &InterpConfig::default(), &mut NoInput);
    let seconds = start.elapsed().as_secs_f64();
    print!("{}", String::from_utf8_lossy(&outcome.stdout));
    println!(
        "{:?} at {} {}\n{} LLVM instructions in {seconds:.3} s: {:.1} M/s",
        outcome.end,
        outcome.place(&module),
        outcome.message,
        outcome.llvm_instructions,
        outcome.llvm_instructions as f64 / seconds / 1e6
    );
}
