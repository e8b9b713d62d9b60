//! Reads C files and prints the size, the times, and with `--dump` the ir.
//! Also answers to the hidden verb, as the real executable does.

use ep_clang::{child_main, read, ReadOptions, CHILD_VERB};
use std::path::PathBuf;

fn main() -> std::process::ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().map(String::as_str) == Some(CHILD_VERB) {
        return std::process::ExitCode::from(child_main(&args[1..]) as u8);
    }
    let mut options = ReadOptions::default();
    if let Some(at) = args.iter().position(|a| a == "--") {
        options.clang_flags = args.split_off(at).split_off(1);
    }
    let mut flag = |name: &str| {
        let found = args.iter().position(|a| a == name);
        found.map(|at| args.remove(at)).is_some()
    };
    let dump = flag("--dump");
    let run = flag("--run");
    options.m32 = flag("--m32");
    options.sanitize = !flag("--no-sanitize");
    options.keep_unreachable_functions = flag("--all");
    let inputs: Vec<PathBuf> = args.iter().map(PathBuf::from).collect();
    let (module, stats) = match read(&inputs, &options) {
        Ok(pair) => pair,
        Err(d) => {
            eprintln!("{d}");
            return std::process::ExitCode::from(d.exit as u8);
        }
    };
    if let Err(errors) = ep_ir::verify::verify(&module) {
        for e in errors {
            eprintln!("verifier: {e:?}");
        }
        return std::process::ExitCode::from(70);
    }
    if run {
        let Some(main) = module.function("main") else {
            return std::process::ExitCode::from(2);
        };
        let config = ep_ir::interp::InterpConfig {
            max_instructions: 200_000_000,
            ..Default::default()
        };
        let outcome = ep_ir::interp::run(&module, main, &config, &mut ep_ir::interp::NoInput);
        use std::io::Write;
        let _ = std::io::stdout().write_all(&outcome.stdout);
        eprintln!("{} LLVM instructions executed", outcome.llvm_instructions);
        return match outcome.end {
            ep_ir::interp::End::Exit { status: Some(s) } => std::process::ExitCode::from(s as u8),
            ref other => {
                let at = module.locs[outcome.loc];
                eprintln!("{other:?}: {} at line {}", outcome.message, at.line);
                std::process::ExitCode::from(99)
            }
        };
    }
    if dump {
        for (id, f) in module.functions.iter() {
            println!("{id} {} {:?} -> {:?}", f.name, f.params, f.rets);
            for (_, v) in f.vars.iter() {
                println!("  var {} {:?}", v.name, v.storage);
            }
            for (b, block) in f.blocks.iter() {
                println!("  {b}:");
                for inst in &block.insts {
                    let at = module.locs[inst.loc];
                    println!("    [{}] {:?}  @{}", inst.weight, inst.kind, at.line);
                }
                println!("    [{}] {:?}", block.term_weight, block.term);
            }
        }
        for (id, g) in module.globals.iter() {
            println!("{id} {} size {} {:?}", g.name, g.size, g.init);
        }
    }
    let insts: usize = module
        .functions
        .iter()
        .flat_map(|(_, f)| f.blocks.iter())
        .map(|(_, b)| b.insts.len() + 1)
        .sum();
    let unsupported = module
        .functions
        .iter()
        .flat_map(|(_, f)| f.blocks.iter())
        .flat_map(|(_, b)| &b.insts)
        .filter(|i| matches!(i.kind, ep_ir::InstKind::Unsupported { .. }))
        .count();
    println!(
        "{} functions, {} globals, {insts} ir instructions ({unsupported} unsupported), {} LLVM instructions, clang {} us, reading {} us",
        module.functions.len(),
        module.globals.len(),
        stats.llvm_instructions,
        stats.clang_us,
        stats.lower_us
    );
    std::process::ExitCode::SUCCESS
}
