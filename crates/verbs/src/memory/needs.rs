//! What the user says about functions: `--library`, and whether the names and
//! places in the other flags exist.

use super::options::MemoryOptions;
use ep_base::memory::{Expr, Live, Proof};
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_bounds::stack::pointers::{base_name, Calls};
use ep_bounds::stack::Need;
use ep_ir::{Callee, FuncId, InstKind, Module};
use std::collections::{BTreeMap, BTreeSet};
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
            // A heap that nobody says is not 0.
            [_, _] => {
                return Err(wrong().help(
                    "a third number says what it allocates for itself, 0 if nothing: abs 16 0",
                ))
            }
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

/// What described functions that the program calls allocate for themselves, one
/// summand each; without those that are told already.
pub fn own_heap(library: &Library, module: &Module, told: &mut Vec<Live>) {
    let called: BTreeSet<FuncId> = (module.functions.iter())
        .flat_map(|(_, f)| f.blocks.iter())
        .flat_map(|(_, b)| &b.insts)
        .filter_map(|i| match &i.kind {
            InstKind::Call {
                callee: Callee::Direct(f),
                ..
            } => Some(*f),
            _ => None,
        })
        .chain(ep_ir::analysis::addresses_taken(module))
        .collect();
    for (name, (_, own)) in library {
        let there = module.function(name).is_some_and(|f| called.contains(&f));
        if *own > 0 && there && !told.iter().any(|l| l.what == *name) {
            told.push(Live {
                what: name.clone(),
                place: Place {
                    function: name.clone(),
                    ..Place::default()
                },
                count: Expr::number(1),
                bytes: Expr::number(*own),
                path: Vec::new(),
            });
        }
    }
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
