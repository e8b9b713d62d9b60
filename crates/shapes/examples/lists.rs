//! What the list engine says of C files, alone: `lists [--leak] [--unfreed]
//! [--no-abort] [--shapes] FILE...`, a line each.

use ep_base::outcome::ErrorKind;
use ep_base::Cancel;
use ep_clang::{ModelLibrary, ReadOptions};
use ep_shapes::{prove, Answer, Limits, Question};
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().map(String::as_str) == Some(ep_clang::CHILD_VERB) {
        std::process::exit(ep_clang::child_main(&args[1..]) as i32);
    }
    let mut flag = |name: &str| {
        let found = args.iter().position(|a| a == name);
        found.map(|at| args.remove(at)).is_some()
    };
    let leak = flag("--leak");
    let unfreed = flag("--unfreed");
    let abort = !flag("--no-abort");
    let show = flag("--shapes");
    let dump = flag("--dump");
    let wrap = flag("--wrap");
    let m32 = flag("--m32");
    for file in args {
        let scratch = tempfile::tempdir().expect("a folder");
        let options = ReadOptions {
            scratch: scratch.path().to_path_buf(),
            m32,
            models: vec![ModelLibrary {
                name: "the C library models".into(),
                pointer_bits: Some(if m32 { 32 } else { 64 }),
                bitcode: Cow::Borrowed(if m32 {
                    ep_runtime::LIBC_BITCODE_32
                } else {
                    ep_runtime::LIBC_BITCODE_64
                }),
            }],
            ..ReadOptions::default()
        };
        let module = match ep_clang::read(&[PathBuf::from(&file)], &options) {
            Ok((module, _)) => module,
            Err(e) => {
                println!(
                    "{file}: not read: {}",
                    e.to_string().lines().next().unwrap_or("")
                );
                continue;
            }
        };
        if dump {
            println!("{}", ep_ir::text::print(&module));
        }
        let Some(entry) = module.function("main") else {
            continue;
        };
        let checks = |k| match k {
            ErrorKind::Leak => leak,
            ErrorKind::UnfreedMemory => unfreed,
            ErrorKind::Abort => abort,
            ErrorKind::SignedOverflow => !wrap,
            _ => true,
        };
        let question = Question {
            entry,
            checks: &checks,
            uninit_is_input: false,
            malloc_may_fail: false,
        };
        let begin = Instant::now();
        let limits = Limits {
            steps: 2_000_000,
            deadline: Some(begin + Duration::from_secs(5)),
            cancel: Cancel::new(),
        };
        let answer = prove(&module, &question, &limits);
        let took = begin.elapsed().as_millis();
        match answer {
            Answer::Proved(p) => {
                println!("{file}: proved, {} steps, {took} ms", p.steps);
                if show {
                    p.shapes.iter().for_each(|s| println!("    {s}"));
                }
            }
            Answer::Limit => println!("{file}: limit, {took} ms"),
            Answer::Open {
                why,
                line,
                function,
            } => {
                println!("{file}: open: {why} at {function}:{line}, {took} ms");
            }
        }
    }
}
