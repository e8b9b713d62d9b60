//! Programs in `tests/programs` run in the reference interpreter as natively:
//! from C, and from bitcode at every level of optimisation.

mod support;

use ep_ir::interp::End;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::Case;

fn clang(args: &[&str], output: &Path) {
    let status = Command::new("clang-19")
        .arg("-w")
        .args(args)
        .arg("-o")
        .arg(output)
        .arg("-lm")
        .status()
        .expect("clang-19 is installed");
    assert!(status.success());
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(name)
}

fn compare(name: &str, target: &[&str]) {
    let mut case = Case::new();
    let path = source(name);
    let shown = path.display().to_string();
    let exe = case.dir.path().join("native");
    clang(&[target, &[shown.as_str()]].concat(), &exe);
    let native = Command::new(&exe).output().expect("it runs");
    let expected = (
        native.status.code(),
        String::from_utf8_lossy(&native.stdout).into_owned(),
    );
    case.options.m32 = target.contains(&"-m32");
    let (module, _) = ep_clang::read(&[path], &case.options).expect("it can be read");
    let from_c = check(&module, &expected, "C");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let bitcode = case.dir.path().join("unit.bc");
        clang(
            &[target, &[level, "-c", "-emit-llvm", &shown]].concat(),
            &bitcode,
        );
        let bytes = std::fs::read(&bitcode).expect("bitcode");
        let unit = ep_clang::Bitcode {
            name: name.to_owned(),
            bytes,
            trusted: true,
            sanitized: false,
        };
        let module = ep_clang::read_bitcode(&[unit], &case.options).expect("it can be read");
        let executed = check(&module, &expected, level);
        if level == "-O0" {
            // The sanitizers' own instructions weigh nothing.
            assert_eq!(from_c, executed, "LLVM instructions of C and of -O0");
        }
    }
}

fn check(module: &ep_ir::Module, expected: &(Option<i32>, String), what: &str) -> u64 {
    support::verified(module);
    let outcome = support::run(module);
    let status = match outcome.end {
        End::Exit { status: Some(s) } => Some((s & 0xff) as i32),
        ref other => panic!("{what}: {other:?} {}", outcome.message),
    };
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert_eq!((status, text), *expected, "{what}");
    outcome.llvm_instructions
}

#[test]
fn language() {
    compare("language.c", &[]);
}

#[test]
fn vectors() {
    compare("vectors.c", &[]);
}

#[test]
fn bitfields() {
    compare("bitfields.c", &[]);
}

#[test]
fn details() {
    compare("details.c", &[]);
}

#[test]
fn control() {
    compare("control.c", &[]);
}

#[test]
fn control_on_i386() {
    compare("control.c", &["-m32"]);
}
