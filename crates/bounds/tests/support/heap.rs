//! The heap's bound of a function `f` of a snippet, with the models of the C library.

use ep_base::memory::HeapResult;
use ep_bounds::memory::{analyse, Options};
use ep_explore::{Entry, HeapLimits};

/// `set` changes the options from what the command has without any flag.
pub fn heap(source: &str, set: impl FnOnce(&mut Options)) -> HeapResult {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let read = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: vec!["f".to_string()],
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    let m = ep_clang::read(&[file], &read).expect("read").0;
    let mut o = Options::default();
    o.explore.entry = Entry::Function {
        name: "f".into(),
        heap: HeapLimits::default(),
    };
    set(&mut o);
    let f = m.function("f").expect("f");
    analyse(&m, f, &o, &mut |_| {}).expect("analysis")
}

/// Paths and summaries are switched off, so that the shape answers.
#[allow(dead_code)]
pub fn by_shape(o: &mut Options) {
    o.budget.max_paths = Some(0);
    o.summaries.reuse = false;
    o.slice = false;
}
