//! `--frames`: the stack from tables of a compiler for another machine (`.su`,
//! `.ci`, the section `.stack_sizes`).

use super::needs::Library;
use super::options::MemoryOptions;
use ep_base::memory::{Entry, Kind, Mark, Report};
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_bounds::stack::pointers::Calls;
use ep_bounds::stack::tables::{analyse, Question, Tables, Wrong};
use ep_bounds::stack::{Interrupt, Need};
use ep_explore::outcome::describe;
use ep_ir::Module;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Reads the tables; none where there is no such flag.
///
/// # Errors
/// A file cannot be read or is no table (exit 2).
pub fn read(args: &MemoryOptions) -> Result<Option<Tables>, Diagnostic> {
    if args.frames.is_empty() {
        return Ok(None);
    }
    let mut out = Tables::default();
    for path in &args.frames {
        let files = match path.is_dir() {
            true => inside(path)?,
            false => vec![path.clone()],
        };
        for f in files {
            one(&mut out, &f, args.narrow())?;
        }
    }
    Ok(Some(out))
}

fn inside(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let cannot =
        |e: std::io::Error| Diagnostic::bad_input(format!("cannot read {}: {e}", folder.display()));
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if extension(&path).is_some_and(|x| x == "su" || x == "ci" || x == "o") {
            out.push(path);
        }
    }
    out.sort();
    match out.is_empty() {
        true => Err(Diagnostic::bad_input(format!(
            "--frames: there is no .su, .ci or .o in {}",
            folder.display()
        ))
        .help(HOW)),
        false => Ok(out),
    }
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|x| x.to_str())
}

const HOW: &str =
    "compile with -fstack-usage, with GCC -fcallgraph-info=su, or with clang -fstack-size-section";

fn one(out: &mut Tables, path: &Path, narrow: bool) -> Result<(), Diagnostic> {
    let known = extension(path).is_some_and(|x| x == "su" || x == "ci");
    if !known {
        let bytes = ep_proofs::input::bytes(path, "the table of frames")?;
        if ep_native::sizes::is_elf(&bytes) {
            return section(out, path, &bytes, narrow);
        }
    }
    let text = ep_proofs::input::text(path, "the table of frames")?;
    let read = match extension(path) {
        Some("su") => out.su(&text),
        Some("ci") => out.ci(&text),
        _ => {
            return Err(Diagnostic::bad_input(format!(
                "--frames: {} is neither .su nor .ci, and no ELF file",
                path.display()
            ))
            .help(HOW))
        }
    };
    read.map_err(|(line, what): Wrong| {
        Diagnostic::bad_input(format!("--frames: {what}")).at(format!("{}:{line}", path.display()))
    })
}

/// The section `.stack_sizes` of an object or a program.
fn section(out: &mut Tables, path: &Path, bytes: &[u8], narrow: bool) -> Result<(), Diagnostic> {
    let shown = path.display().to_string();
    let sizes = ep_native::sizes::read(bytes).map_err(|e| {
        Diagnostic::bad_input(format!("--frames: {e}"))
            .at(shown.clone())
            .help(HOW)
    })?;
    let word = if narrow { 4 } else { 8 };
    if sizes.word != word {
        let (own, other) = (8 * sizes.word, 8 * word);
        return Err(Diagnostic::bad_input(format!(
            "--frames: it is for addresses of {own} bits, the program is read for {other}"
        ))
        .at(shown)
        .help("--m32 reads the program for 32 bits"));
    }
    out.sizes(&shown, &sizes.functions);
    Ok(())
}

/// Adds the stack's mark from the tables.
///
/// # Errors
/// The tables are not of this program (exit 2).
pub fn add(
    args: &MemoryOptions,
    tables: &Tables,
    (module, calls): (&Module, &Calls),
    library: &Library,
    entry: &mut Entry,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    if !tables.has(&entry.name) {
        return Err(Diagnostic::bad_input(format!(
            "--frames: the tables have no function `{}`",
            entry.name
        ))
        .help("give those of the build of this program"));
    }
    tables.check(module).map_err(|what| {
        Diagnostic::bad_input(format!(
            "--frames: the tables are not of this program: {what}"
        ))
        .help("give those of the build of this program as it is now")
    })?;
    let needs: BTreeMap<String, Need> = library.iter().map(|(n, x)| (n.clone(), x.0)).collect();
    let depths: BTreeMap<String, u64> = args.depth.iter().cloned().collect();
    let interrupts: Vec<Interrupt> = (args.interrupt.iter())
        .map(|i| Interrupt {
            function: i.function.clone(),
            priority: i.priority,
            frame: args.interrupt_frame,
        })
        .collect();
    let found = analyse(&Question {
        tables,
        module,
        calls,
        library: &needs,
        depths: &depths,
        interrupts: &interrupts,
        entry: &entry.name,
        word: if args.narrow() { 4 } else { 8 },
    });
    // A section has no lines; the program has.
    let mut found = found;
    let defined = |place: &mut Place, name: &str| {
        if let (0, Some(f)) = (place.line, module.function(name)) {
            let loc = module.functions.get(f).map(|f| f.loc);
            *place = loc.map_or(place.clone(), |l| describe::place(module, f, l));
        }
    };
    for f in &mut found.frames {
        defined(&mut f.place, &f.function);
    }
    for l in &mut found.peak {
        defined(&mut l.place, &l.what);
    }
    entry.assumptions.extend(found.assumptions);
    entry.marks.push(Mark {
        kind: Kind::Stack,
        bound: found.bound,
        peak: found.peak,
        witness: None,
        reached: None,
    });
    report.frames.extend(found.frames);
    report.edges.extend(found.edges);
    Ok(())
}
