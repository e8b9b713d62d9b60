//! What a bound takes as given that no input says, and that runs may have otherwise.
//!
//! Idea: the analysis begins with the program's initial globals, without arguments, and
//! in surroundings of its own (environment, clock, files). Each that can matter is
//! printed. A measured run has the machine's surroundings: where the program asks for
//! them, a run above the bound does not meet what the bound assumes, and is no defect.
//! Alternative: to give runs the same surroundings; of the clock and of the files of a
//! machine that would be another C library. Cost: one pass over the program.
//!
//! What must never happen: a run above its bound that is left out without a word.

use ep_bounds::evidence::surroundings::{CLOCK, ENVIRONMENT};
use ep_ir::{Callee, FuncId, Function, GlobalId, InstKind, Module, Operand};
use std::collections::BTreeSet;

/// Functions whose answers are those of the machine, beside those of [`CLOCK`] and
/// [`ENVIRONMENT`].
const ASKING: [&str; 21] = [
    "localtime_r",
    "gmtime_r",
    "geteuid",
    "fopen",
    "freopen",
    "open",
    "openat",
    "stat",
    "lstat",
    "fstat",
    "access",
    "opendir",
    "fdopendir",
    "scandir",
    "readlink",
    "realpath",
    "uname",
    "getpwuid",
    "getpwnam",
    "getrandom",
    "arc4random",
];
/// Globals likewise.
const VARIABLES: [&str; 7] = [
    "environ",
    "__environ",
    "_environ",
    "__progname",
    "__progname_full",
    "program_invocation_name",
    "program_invocation_short_name",
];

/// Names in a sentence at most.
const NAMED: usize = 4;

/// The functions that a run from here may execute, as far as calls name them; behind a
/// pointer all whose address is somewhere.
fn reached(module: &Module, from: FuncId) -> BTreeSet<FuncId> {
    let mut seen = BTreeSet::new();
    let mut work: Vec<FuncId> = module.constructors.clone();
    work.push(from);
    while let Some(f) = work.pop() {
        let Some(function) = module.functions.get(f).filter(|_| seen.insert(f)) else {
            continue;
        };
        operands(function, &mut |o| {
            if let Operand::Func(g) = o {
                work.push(*g);
            }
        });
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            if let InstKind::Call { callee, .. } = &inst.kind {
                match callee {
                    Callee::Direct(g) => work.push(*g),
                    Callee::Indirect(_) => {
                        work.extend(ep_ir::analysis::addresses_taken(module));
                    }
                }
            }
        }
    }
    seen
}

fn operands(f: &Function, each: &mut dyn FnMut(&Operand)) {
    for (_, block) in f.blocks.iter() {
        for inst in &block.insts {
            ep_ir::visit::uses(&inst.kind, &mut |o| each(o));
        }
        ep_ir::visit::term_uses(&block.term, &mut |o| each(o));
    }
}

/// Whether the user wrote it: models of the library have no file.
fn own(module: &Module, f: &Function) -> bool {
    module.locs.get(f.loc).is_some_and(|p| p.line > 0)
}

/// What a program asks its surroundings with, by name.
pub fn asks(module: &Module, entry: FuncId) -> Option<String> {
    let all = reached(module, entry);
    let main = (module.functions.get(entry)).filter(|f| f.name == "main");
    // The third one is the environment.
    if let Some(p) = main.and_then(|f| f.params.get(2)) {
        let mut looked = false;
        main.into_iter().for_each(|f| {
            operands(f, &mut |o| looked |= *o == Operand::Reg(p.reg));
        });
        if looked {
            return Some("envp".into());
        }
    }
    let functions = || all.iter().filter_map(|f| module.functions.get(*f));
    for f in functions().filter(|f| own(module, f)) {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(g),
                ..
            } = &inst.kind
            {
                let name = module.functions.get(*g).map_or("", |g| &g.name);
                if [&CLOCK[..], &ENVIRONMENT, &ASKING]
                    .iter()
                    .any(|l| l.contains(&name))
                {
                    return Some(name.to_owned());
                }
            }
        }
        let mut found = None;
        operands(f, &mut |o| {
            if let Operand::Global(g, _) = o {
                let name = module.globals.get(*g).map_or("", |g| &g.name);
                if VARIABLES.contains(&name) {
                    found = Some(name.to_owned());
                }
            }
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Globals that a run from here may read, and that something may have written before.
fn initial(module: &Module, entry: FuncId) -> Vec<String> {
    let all = reached(module, entry);
    let mut read: BTreeSet<GlobalId> = BTreeSet::new();
    let mut written: BTreeSet<GlobalId> = BTreeSet::new();
    for (id, f) in module.functions.iter().filter(|(_, f)| own(module, f)) {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let mut loads = None;
            if let InstKind::Load {
                addr: Operand::Global(g, _),
                ..
            } = &inst.kind
            {
                loads = Some(*g);
            }
            let mut stores = None;
            if let InstKind::Store {
                addr: Operand::Global(g, _),
                ..
            } = &inst.kind
            {
                stores = Some(*g);
            }
            ep_ir::visit::uses(&inst.kind, &mut |o| {
                let Operand::Global(g, _) = o else { return };
                // An address that goes on may be read and written through.
                if stores != Some(*g) && all.contains(&id) {
                    read.insert(*g);
                }
                if loads != Some(*g) {
                    written.insert(*g);
                }
            });
        }
    }
    let told = |g: &GlobalId| {
        let g = module.globals.get(*g)?;
        let line = module.locs.get(g.loc).map_or(0, |p| p.line);
        (!g.constant && g.init.is_some() && line > 0).then(|| g.name.clone())
    };
    read.intersection(&written).filter_map(told).collect()
}

/// Whether what it is called with can matter.
pub fn looks_at_parameters(f: &Function) -> bool {
    let mut looked = false;
    operands(f, &mut |o| {
        if let Operand::Reg(r) = o {
            looked |= f.params.iter().any(|p| p.reg == *r);
        }
    });
    looked
}

/// How `main` is called where a bound holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// Without arguments, where it looks at them; with those of the user else.
    AsGiven,
    /// With any.
    Any,
}

/// What is to be printed of an entry.
pub fn assumptions(module: &Module, entry: FuncId, called: Called) -> Vec<String> {
    let mut out = Vec::new();
    let function = module.functions.get(entry);
    let is_main = function.is_some_and(|f| f.name == "main");
    let takes = function.is_some_and(looks_at_parameters);
    match called {
        Called::Any => out.push(
            "`main` gets the program's name and any arguments, each below 128 KiB (argc >= 1)"
                .into(),
        ),
        Called::AsGiven if is_main && takes => {
            out.push("the program is called without arguments, by a short name".into());
        }
        Called::AsGiven => {}
    }
    let globals = match is_main {
        true => Vec::new(),
        false => initial(module, entry),
    };
    if !globals.is_empty() {
        let mut names: Vec<String> = globals
            .iter()
            .take(NAMED)
            .map(|n| format!("`{n}`"))
            .collect();
        if globals.len() > NAMED {
            names.push(format!("and {} more", globals.len() - NAMED));
        }
        out.push(format!(
            "globals hold what they are initialised with ({})",
            names.join(", ")
        ));
    }
    if let Some(name) = asks(module, entry) {
        out.push(format!(
            "the environment, the clock and files are those of the analysis (`{name}` asks for them)"
        ));
    }
    out
}
