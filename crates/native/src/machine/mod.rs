//! Frames and calls from the machine code of a build.
//!
//! Idea: what the stack costs is decided when machine code is made: inlining,
//! clones, tail calls, saved registers, pushed arguments, realignment and the
//! red zone are in no source and in no table of the compiler (clang's `.su`
//! leaves out pushed arguments, the red zone, what alignment can take, and the
//! return address). So the linked program is read: each function is decoded,
//! and the stack pointer is followed through it by abstract interpretation
//! ([`depth`]). Alternatives: the unwinding tables say where the frame ends,
//! not how deep pushes go, and assembly need not have them; `.su` files are
//! for targets whose code is not read here. Cost: one pass over the code, some
//! milliseconds for a megabyte.
//!
//! What it rests on: code does not overwrite saved registers or return
//! addresses, and callees restore the registers that the ABI of System V says
//! (x86-64 psABI 3.2.1, i386 psABI 2.2.1). Anything else that moves the stack
//! pointer is a [`Problem`], never a guess.

mod depth;
mod elf;
mod transfer;
mod value;

use ep_base::memory::Gap;
use ep_base::outcome::Place;
use ep_base::Stop;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

ep_base::entity!(
    /// A function of the machine code.
    FunctionId,
    "fn"
);

/// The machine of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// 64 bits.
    X86_64,
    /// 32 bits.
    I386,
}

impl Machine {
    /// Bytes of a return address.
    pub fn word(self) -> u64 {
        match self {
            Machine::X86_64 => 8,
            Machine::I386 => 4,
        }
    }

    /// As users name it.
    pub fn name(self) -> &'static str {
        match self {
            Machine::X86_64 => "x86-64",
            Machine::I386 => "i386",
        }
    }
}

/// How a program was compiled, as far as its frames depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HowBuilt {
    /// The optimiser may have rewritten addresses, so that an array in the red
    /// zone can be addressed from its end.
    pub optimised: bool,
    /// Leaf functions may use what lies below the stack pointer.
    pub red_zone: bool,
    /// Calls align the stack as the ABI says.
    pub aligned_calls: bool,
}

impl HowBuilt {
    /// From the compiler's flags; the last one wins.
    pub fn of(flags: &[String], machine: Machine) -> HowBuilt {
        let mut how = HowBuilt {
            optimised: false,
            red_zone: machine == Machine::X86_64,
            aligned_calls: true,
        };
        for f in flags {
            match f.as_str() {
                "-O0" => how.optimised = false,
                "-mno-red-zone" => how.red_zone = false,
                "-mred-zone" => how.red_zone = machine == Machine::X86_64,
                f if f.starts_with("-O") => how.optimised = true,
                f if f.starts_with("-mpreferred-stack-boundary")
                    || f.starts_with("-mstack-alignment")
                    || f.starts_with("-mincoming-stack-boundary")
                    || f == "-mstackrealign" =>
                {
                    how.aligned_calls = false;
                }
                _ => {}
            }
        }
        how
    }
}

/// How deep below the caller's stack pointer, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Depth {
    /// What is fixed when the code is made. For code after an `alloca` this is
    /// what comes on top of its amount.
    pub fixed: u64,
    /// An amount that depends on values comes on top.
    pub variable: bool,
}

impl Depth {
    /// The deeper of both in each respect.
    #[must_use]
    pub fn join(self, other: Depth) -> Depth {
        Depth {
            fixed: self.fixed.max(other.fixed),
            variable: self.variable || other.variable,
        }
    }
}

/// Where a call leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A function of the program.
    Known(FunctionId),
    /// A function of a library, by its symbol.
    Library(String),
    /// An address that is computed.
    Indirect,
    /// As `Indirect`, but it may as well be the jump of a `switch`.
    PerhapsIndirect,
}

/// A call, or a jump out of a function (a tail call).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The address of the instruction.
    pub address: u64,
    /// The innermost source place.
    pub place: Place,
    /// The depth at the callee's first instruction, return address included.
    pub depth: Depth,
    /// Nothing of the caller's frame is left, not even its return address.
    pub tail: bool,
    /// Where it leads.
    pub target: Target,
}

/// Why a function has no frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What kind of number is missing.
    pub gap: Gap,
    /// The instruction.
    pub address: u64,
    /// Its source place, as far as known.
    pub place: Place,
    /// One sentence.
    pub what: String,
}

/// A function of the machine code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its symbol.
    pub name: String,
    /// Where it begins.
    pub address: u64,
    /// Bytes of code.
    pub size: u64,
    /// Its source place.
    pub place: Place,
    /// The deepest that its own code goes below its stack pointer at entry
    /// (which points to the return address).
    pub own: Depth,
    /// The deepest that its stack pointer itself goes, return addresses of callees
    /// left out: the frame as compilers' tables have it.
    pub frame: Depth,
    /// Its calls, in the order of their addresses.
    pub calls: Vec<Call>,
    /// What could not be followed.
    pub problems: Vec<Problem>,
    /// The largest alignment it gives its frame beyond the ABI's; 0 for none.
    pub realigns: u64,
    /// Bytes of arguments that it takes off the stack when it returns.
    pub pops: u64,
    /// The red zone is used.
    pub red_zone: bool,
    /// It can return to its caller.
    pub returns: bool,
}

/// A program as machine code.
#[derive(Clone, Debug)]
pub struct Code {
    /// For which machine.
    pub machine: Machine,
    /// All functions with code.
    pub functions: Vec<Function>,
    /// Functions by their symbols. Two static functions can have one.
    pub by_name: BTreeMap<String, Vec<FunctionId>>,
    /// Bytes of static data.
    pub statics: u64,
}

/// What the source calls a function of the linked program: of static functions
/// of one name all but the first get a number (`f.3`), while the code of each
/// unit has the name itself.
pub fn source_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((base, n)) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => name,
    }
}

impl Code {
    /// The function.
    pub fn get(&self, id: FunctionId) -> Option<&Function> {
        self.functions.get(id.0 as usize)
    }

    /// All functions with this symbol, or with the one that the source has for
    /// this name of the linked program.
    pub fn named(&self, name: &str) -> &[FunctionId] {
        let exact = self.by_name.get(name);
        let found = exact.or_else(|| self.by_name.get(source_name(name)));
        found.map_or(&[], Vec::as_slice)
    }

    /// Functions that only stand for others are those of a library.
    pub fn without(&mut self, stand_ins: &BTreeSet<String>) {
        self.outside("", stand_ins);
        for n in stand_ins {
            self.by_name.remove(n);
        }
    }

    /// Calls of these functions under this prefix become calls of a library:
    /// what they are made of is none of the program's.
    pub fn outside(&mut self, prefix: &str, names: &BTreeSet<String>) {
        let mut to: BTreeMap<FunctionId, String> = BTreeMap::new();
        for n in names {
            let ids = self.named(&format!("{prefix}{n}"));
            to.extend(ids.iter().map(|id| (*id, n.clone())));
        }
        for c in self.functions.iter_mut().flat_map(|f| &mut f.calls) {
            if let Target::Known(id) = &c.target {
                if let Some(n) = to.get(id) {
                    c.target = Target::Library(n.clone());
                }
            }
        }
    }
}

/// Reads a linked program (not position independent). What there is no time for is a
/// [`Problem`] of its function.
///
/// # Errors
/// One sentence: it is no ELF file of a machine that is known.
pub fn read(path: &Path, how: &dyn Fn(Machine) -> HowBuilt, stop: &Stop) -> Result<Code, String> {
    let image = elf::Image::read(path)?;
    let how = how(image.machine);
    let lines = addr2line::Loader::new(path).ok();
    let ends: Vec<depth::Ends> = image
        .functions
        .iter()
        .map(|f| depth::ends(&image, f))
        .collect();
    let mut functions = Vec::with_capacity(image.functions.len());
    for (i, f) in image.functions.iter().enumerate() {
        let mut done = depth::function(&image, f, (how, &ends), stop);
        let at = |address: u64| place(lines.as_ref(), address);
        done.place = at(f.address);
        for c in &mut done.calls {
            c.place = at(c.address);
        }
        for p in &mut done.problems {
            p.place = at(p.address);
        }
        let end = ends.get(i).copied().unwrap_or_default();
        (done.pops, done.returns) = (end.pops, end.returns);
        functions.push(done);
    }
    let mut by_name: BTreeMap<String, Vec<FunctionId>> = BTreeMap::new();
    for (i, f) in image.functions.iter().enumerate() {
        for name in &f.names {
            let id = FunctionId(i as u32);
            by_name.entry(name.clone()).or_default().push(id);
        }
    }
    Ok(Code {
        machine: image.machine,
        functions,
        by_name,
        statics: image.statics,
    })
}

/// The innermost source place of an instruction.
fn place(lines: Option<&addr2line::Loader>, address: u64) -> Place {
    let mut out = Place::default();
    let Some(loader) = lines else { return out };
    if let Ok(mut frames) = loader.find_frames(address) {
        if let Ok(Some(frame)) = frames.next() {
            if let Some(name) = &frame.function {
                out.function = name.raw_name().map(|n| n.into_owned()).unwrap_or_default();
            }
            if let Some(l) = &frame.location {
                out.file = l.file.unwrap_or_default().to_string();
                out.line = l.line.unwrap_or(0);
                out.column = l.column.unwrap_or(0);
            }
        }
    }
    out
}
