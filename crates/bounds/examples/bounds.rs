//! Prints what the analysis finds for an entry: `bounds FILE.c ENTRY`.

use ep_bounds::time::{analyse, Options};
use ep_clang::{read, ReadOptions};
use std::path::PathBuf;

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, entry, rest @ ..] = args.as_slice() else {
        eprintln!("bounds FILE.c ENTRY [--its]");
        return std::process::ExitCode::from(2);
    };
    let options = ReadOptions {
        keep_unreachable_functions: true,
        ..ReadOptions::default()
    };
    let module = match read(&[PathBuf::from(file)], &options) {
        Ok((m, _)) => m,
        Err(d) => {
            eprintln!("{d}");
            return std::process::ExitCode::from(d.exit as u8);
        }
    };
    let Some(f) = module.function(entry) else {
        eprintln!("no function {entry}");
        return std::process::ExitCode::from(2);
    };
    let asked = Options {
        bounds: true,
        ..Options::default()
    };
    let r = analyse(&module, f, &asked, &mut |_| {});
    let names = r.names();
    println!("{}", r.verdict);
    if let Some(u) = &r.bounds.upper {
        println!("  upper   {}", u.text(&names).join("     "));
    }
    if let Some(l) = &r.bounds.lower {
        println!("  lower   {}", l.text(&names).join("     "));
    }
    println!("  gap     {:?}", r.bounds.gap);
    for l in &r.loops {
        let up = l
            .rounds
            .upper
            .as_ref()
            .map(|u| u.text(&names).join("     "));
        println!(
            "  {} {:?} rounds {}",
            l.place,
            l.verdict,
            up.unwrap_or_default()
        );
        println!("    because {:?}", l.because);
        println!("    holds {:?}", l.invariants);
    }
    for a in &r.assumptions {
        println!("  assumes {} at {}", a.text, a.place);
    }
    for u in &r.undecided {
        println!("  undecided {} at {}", u.what, u.place);
    }
    if rest.iter().any(|a| a == "--its") {
        print!("{}", r.its);
        for e in r.graph.edges() {
            println!("{:?} -> {:?} {:?} {:?}", e.from, e.to, e.kind, e.label);
        }
    }
    println!("{:?}", r.statistics);
    std::process::ExitCode::SUCCESS
}
