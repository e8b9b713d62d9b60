//! Reads snippets of C.

use ep_clang::ReadOptions;
use ep_ir::Module;

/// Reads a source as the machine runs it: signed arithmetic wraps, nothing
/// traps. All functions are kept.
pub fn read_wrapping(c: &str) -> Module {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let path = dir.path().join("test.c");
    std::fs::write(&path, c).expect("a file in the scratch folder");
    let options = ReadOptions {
        scratch: dir.path().to_owned(),
        keep_unreachable_functions: true,
        sanitize: false,
        clang_flags: vec!["-fwrapv".into(), "-w".into()],
        ..ReadOptions::default()
    };
    let (module, _) = ep_clang::read(&[path], &options).expect("it can be read");
    if let Err(errors) = ep_ir::verify::verify(&module) {
        panic!("the verifier refuses: {errors:?}");
    }
    module
}
