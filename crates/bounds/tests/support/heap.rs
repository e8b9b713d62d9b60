//! The heap's bound of a function `f` of a snippet, with the models of the C library.

use ep_base::memory::{name_of, Bound, HeapResult};
use ep_bounds::memory::{analyse, Options};
use ep_explore::{Entry, HeapLimits};
use ep_ir::Module;

/// The program of a snippet, with these functions and what they call.
pub fn module(source: &str, roots: &[String]) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let read = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: roots.to_vec(),
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &read).expect("read").0
}

/// `set` changes the options from what the command has without any flag.
pub fn heap(source: &str, set: impl FnOnce(&mut Options)) -> HeapResult {
    heap_of(&module(source, &["f".to_string()]), "f", set)
}

/// The same of one function of a program.
pub fn heap_of(m: &Module, name: &str, set: impl FnOnce(&mut Options)) -> HeapResult {
    let mut o = Options::default();
    o.explore.entry = Entry::Function {
        name: name.into(),
        heap: HeapLimits::default(),
    };
    set(&mut o);
    let f = m.function(name).expect("the function");
    analyse(m, f, &o, &mut |_| {}).expect("analysis")
}

/// Paths and summaries are switched off, so that the shape answers.
#[allow(dead_code)]
pub fn by_shape(o: &mut Options) {
    o.budget.max_paths = Some(0);
    o.summaries.reuse = false;
    o.slice = false;
}

/// The bound that the shape of a program gives, as text.
#[allow(dead_code)]
pub fn bound_by_shape(source: &str) -> String {
    let r = heap(source, by_shape);
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    }
}
