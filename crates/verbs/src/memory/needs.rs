//! What the user says about functions: `--library`, and whether the names and
//! places in the other flags exist.

use super::options::MemoryOptions;
use ep_base::memory::Proof;
use ep_base::Diagnostic;
use ep_bounds::stack::pointers::{base_name, Calls};
use ep_bounds::stack::Need;
use ep_ir::Module;
use std::collections::BTreeMap;
use std::path::Path;

/// Functions with their needs: stack, and heap of their own.
pub type Library = BTreeMap<String, (Need, u64)>;

/// Reads lines of `name stack heap`; `#` begins a comment.
///
/// # Errors
/// The file cannot be read, or a line is wrong (exit 2).
pub fn read(file: Option<&Path>) -> Result<Library, Diagnostic> {
    let Some(path) = file else {
        return Ok(Library::new());
    };
    let text = ep_proofs::input::text(path, "the library file")?;
    let mut out = Library::new();
    for (n, line) in text.lines().enumerate() {
        let words: Vec<&str> = line
            .split('#')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .collect();
        let wrong = || {
            Diagnostic::bad_input("want the name of a function, its stack and its heap in bytes")
                .at(format!("{}:{}", path.display(), n + 1))
                .help("a line reads like: printf 1600 1024")
        };
        let (name, stack, heap) = match words[..] {
            [] => continue,
            [name, stack] => (name, stack, "0"),
            [name, stack, heap] => (name, stack, heap),
            _ => return Err(wrong()),
        };
        let stack: u64 = stack.parse().map_err(|_| wrong())?;
        let heap: u64 = heap.parse().map_err(|_| wrong())?;
        let need = Need {
            stack,
            proof: Proof::Given,
        };
        if out.insert(name.to_string(), (need, heap)).is_some() {
            return Err(Diagnostic::bad_input(format!(
                "`{name}` stands twice in the library file"
            ))
            .at(format!("{}:{}", path.display(), n + 1)));
        }
    }
    Ok(out)
}

/// Refuses names and places that are not in the program.
///
/// # Errors
/// One of them is not (exit 2).
pub fn check(args: &MemoryOptions, module: &Module, calls: &Calls) -> Result<(), Diagnostic> {
    let known = |flag: &str, name: &str| match module.function(name) {
        Some(_) => Ok(()),
        None => Err(
            Diagnostic::bad_input(format!("{flag}: no entry reaches a function `{name}`"))
                .help("name a function of the program that is reached, as it is written there"),
        ),
    };
    for (f, _) in &args.depth {
        known("--depth", f)?;
    }
    for c in &args.calls {
        for f in &c.functions {
            known("--calls", f)?;
        }
        let file = base_name(&c.file);
        let there = calls
            .sites
            .iter()
            .any(|s| base_name(&s.place.file) == file && s.place.line == c.line);
        if !there {
            return Err(Diagnostic::bad_input(format!(
                "--calls: there is no indirect call at {}:{}",
                c.file, c.line
            ))
            .help("the lines of the indirect calls are printed with the result"));
        }
    }
    Ok(())
}
