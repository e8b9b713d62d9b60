//! Reading C in tests.
#![allow(dead_code)] // each test uses a part

pub mod computing_program;
pub mod listen;
pub mod memory_program;
pub mod properties;
pub mod random;

use ep_ir::Module;

/// Compiles and reads one C source; `roots` are its entry functions.
pub fn module(source: &str, roots: &[&str]) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let options = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: roots.iter().map(|r| r.to_string()).collect(),
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}
