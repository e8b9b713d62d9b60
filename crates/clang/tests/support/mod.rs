//! Reads snippets of C and looks at what came out.

#![allow(dead_code)]

use ep_clang::{ReadOptions, ReadStats};
use ep_ir::{Function, Inst, InstKind, Module};
use std::path::PathBuf;

/// A folder of its own with the sources of one test.
pub struct Case {
    pub dir: tempfile::TempDir,
    pub options: ReadOptions,
}

impl Case {
    pub fn new() -> Case {
        let dir = tempfile::tempdir().expect("a scratch folder");
        let options = ReadOptions {
            scratch: dir.path().to_owned(),
            ..ReadOptions::default()
        };
        Case { dir, options }
    }
    pub fn file(&self, name: &str, text: &[u8]) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).expect("a file in the scratch folder");
        path
    }
    pub fn try_read(&self, c: &str) -> Result<(Module, ReadStats), ep_base::Diagnostic> {
        let path = self.file("test.c", c.as_bytes());
        ep_clang::read(&[path], &self.options)
    }
    pub fn read(&self, c: &str) -> Module {
        let (module, _) = self.try_read(c).expect("it can be read");
        verified(&module);
        module
    }
}

/// Reads one source with `roots` as entries.
pub fn read(c: &str, roots: &[&str]) -> Module {
    let mut case = Case::new();
    case.options.roots = roots.iter().map(|r| (*r).to_owned()).collect();
    case.read(c)
}

pub fn verified(module: &Module) {
    if let Err(errors) = ep_ir::verify::verify(module) {
        panic!("the verifier refuses: {errors:?}");
    }
}

pub fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    let id = module.function(name).expect("the function exists");
    &module.functions[id]
}

pub fn insts(f: &Function) -> Vec<&Inst> {
    f.blocks.iter().flat_map(|(_, b)| &b.insts).collect()
}

pub fn count(f: &Function, wanted: impl Fn(&InstKind) -> bool) -> usize {
    insts(f).into_iter().filter(|i| wanted(&i.kind)).count()
}

/// Runs `main` in the reference interpreter.
pub fn run(module: &Module) -> ep_ir::interp::Outcome {
    let main = module.function("main").expect("main exists");
    let config = ep_ir::interp::InterpConfig::default();
    ep_ir::interp::run(module, main, &config, &mut ep_ir::interp::NoInput)
}
