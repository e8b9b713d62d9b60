//! Standard input that may hold anything, of any length.
//!
//! Idea: what a program reads is an input like any other, and a bound holds for each.
//! So calls that read standard input are replaced, in a copy of the program, by what
//! they may do: a number that `scanf("%d", &n)` stores is any number (an input of the
//! bound, called as the variable), a character is any or the end, a count is any up to
//! what was asked for. What they write into buffers is anything where the buffer leads:
//! such a call becomes one of a function that is described, as in [`super::given`],
//! and where a text can decide about memory only the shape of the program counts.
//! So is a number that `sscanf` or `atoi` finds in a text, where the program reads texts.
//! A number is stored in a variable also where the input has no more: what stood there
//! before is one of the values. Where there may be no room for it (`&a[i]`, with `i` at
//! the end) it is stored or not, and the result says which. Alternative: `N` symbolic
//! bytes, which `--stdin N` gives and which is as exact as the models; it bounds the
//! input. Source: the environment of document 003's executor, with any length in place
//! of a given one. Cost: a walk over the program.
//!
//! What must never happen: some calls are replaced and others read an empty input.
//! One call that is not understood (a format that is no constant, `%m`, `getline`,
//! `stdin` that is stored somewhere) leaves the whole program as it is.

mod arguments;
mod cells;
mod reads;
mod replaced;

use super::Options;
pub(super) use arguments::{within, without_sign};
use ep_base::outcome::{Input, InputSource, InputType};
use ep_explore::Entry;
use ep_ir::analysis::addresses_taken;
use ep_ir::inst::Arg;
use ep_ir::module::RelocTarget;
use ep_ir::{visit, Callee, FuncId, Function, GlobalId, InstKind, LocId, Module, Operand, Type};
use num_bigint::{BigInt, Sign};
pub(super) use reads::Why;
use reads::{is_own, of_the_library, slots, somewhere, Read};
use replaced::{replaced, Tools};
pub(super) use replaced::{Calls, NAMES};
use std::collections::{BTreeMap, HashSet};

/// A program whose standard input, or whose arguments, may hold anything.
pub(super) struct Played {
    pub module: Module,
    pub player: Player,
}

/// What of a program's input may be anything, and how numbers of the copy that has it
/// so are written for a run.
pub struct Player {
    /// What is read of standard input.
    reads: Reads,
    /// Its arguments are any.
    arguments: bool,
}

/// What a played program reads.
enum Reads {
    /// Nothing, or what is not understood and stays as it is.
    Nothing,
    /// Decimal numbers alone: their signs, by the name of their inputs.
    Words(BTreeMap<String, bool>),
    Others,
}

impl Player {
    /// Standard input is one of any length.
    pub fn any_input(&self) -> bool {
        !matches!(self.reads, Reads::Nothing)
    }

    /// `main` is called with any arguments.
    pub fn any_arguments(&self) -> bool {
        self.arguments
    }

    /// Inputs of the program with the numbers that bounds are written over, as far as
    /// its arguments have them.
    pub fn with_numbers(&self, mut inputs: Vec<Input>, names: &[&str]) -> Vec<Input> {
        let made = |i: &Input| i.source == InputSource::MakeSymbolic;
        if self.arguments && !inputs.iter().any(made) {
            let more = arguments::numbers(&inputs, names);
            inputs.extend(more);
        }
        inputs
    }

    /// Inputs of the played program as those of the program: the text that has the
    /// numbers, the arguments, and the numbers beside them for who looks at their values.
    pub fn text(&self, inputs: Vec<Input>) -> Option<Vec<Input>> {
        let mut out = match &self.reads {
            Reads::Nothing => Vec::new(),
            Reads::Words(words) => vec![numbers(words, &inputs, self.arguments)?],
            // What arguments alone decide is worth a run, too.
            Reads::Others if self.arguments => Vec::new(),
            Reads::Others => return None,
        };
        if !self.arguments {
            out.extend(inputs);
            return Some(out);
        }
        let called = arguments::text(&inputs);
        let inputs = arguments::seen(&called, inputs);
        out.extend(called);
        out.extend(inputs);
        Some(out)
    }
}

/// The standard input that has these numbers. Others: inputs that are none of its words
/// are those of something else.
fn numbers(words: &BTreeMap<String, bool>, inputs: &[Input], others: bool) -> Option<Input> {
    let mut text = String::new();
    for i in inputs {
        if i.source != InputSource::MakeSymbolic {
            continue;
        }
        let signed = match words.get(&i.name) {
            Some(signed) => signed,
            None if others => continue,
            None => return None,
        };
        let mut number = match signed {
            true => BigInt::from_signed_bytes_le(&i.bytes),
            false => BigInt::from_bytes_le(Sign::Plus, &i.bytes),
        }
        .to_string();
        number.push('\n');
        text.push_str(&number);
    }
    Some(Input {
        name: "stdin".into(),
        ty: InputType::Bytes,
        source: InputSource::Stdin,
        bytes: text.into_bytes(),
    })
}

/// The signs of what is read, by name; none where something else is read, or the
/// program has inputs of this kind of its own.
fn signs(module: &Module, plan: &BTreeMap<FuncId, Reading>) -> Option<BTreeMap<String, bool>> {
    let own = ["klee_make_symbolic", "ep_symbolic"];
    if own.iter().any(|n| module.function(n).is_some()) {
        return None;
    }
    let mut out = BTreeMap::new();
    for read in plan.values().flat_map(BTreeMap::values) {
        match read {
            Read::Formatted(all) => {
                for s in all {
                    // What is stored only sometimes is no word of the text then.
                    let signed = s.signed.filter(|_| s.sure)?;
                    if *out.entry(s.name.clone()).or_insert(signed) != signed {
                        return None;
                    }
                }
            }
            Read::Asked => {}
            _ => return None,
        }
    }
    Some(out)
}

/// The program with any standard input and any arguments; none where it has neither,
/// or in a way that is not understood, or where the user gives them.
pub(super) fn played(
    module: &Module,
    entry: FuncId,
    options: &Options,
    calls: Calls,
) -> Result<Option<Played>, Why> {
    let read = match options.explore.stdin {
        None => any_input(module, calls),
        Some(_) => None,
    };
    let now = read.as_ref().map_or(module, |r| &r.0);
    let called = match argued(now, entry, options, calls) {
        Err(why) if options.any_arguments => return Err(why),
        called => called.ok().flatten(),
    };
    let arguments = called.is_some();
    let (mut module, reads) = match (called, read) {
        (None, None) => return Ok(None),
        (None, Some((m, reads))) => (m, reads),
        (Some(m), Some((_, reads))) => (m, reads),
        (Some(m), None) => (m, Reads::Nothing),
    };
    cells::to_registers(&mut module);
    Ok(Some(Played {
        module,
        player: Player { reads, arguments },
    }))
}

/// The program with any standard input.
fn any_input(module: &Module, how: Calls) -> Option<(Module, Reads)> {
    let plan = plan(module).ok()??;
    let mut out = module.clone();
    let mut tools = Tools::default();
    for (id, calls) in &plan {
        let mut blocks: BTreeMap<_, Vec<(usize, &Read)>> = BTreeMap::new();
        for ((block, at), read) in calls {
            blocks.entry(*block).or_default().push((*at, read));
        }
        for (block, mut reads) in blocks {
            // From the last on, so that places stay.
            reads.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
            for (at, read) in reads {
                let old = out
                    .functions
                    .get(*id)?
                    .blocks
                    .get(block)?
                    .insts
                    .get(at)?
                    .clone();
                let new = replaced(&mut out, &mut tools, *id, &old, read, how)?;
                out.functions[*id].blocks[block].insts.splice(at..=at, new);
            }
        }
    }
    let reads = signs(module, &plan).map_or(Reads::Others, Reads::Words);
    Some((out, reads))
}

/// The program called with any arguments; none where it does not look at them, or
/// where the user gives some.
fn argued(
    module: &Module,
    entry: FuncId,
    options: &Options,
    calls: Calls,
) -> Result<Option<Module>, Why> {
    if !matches!(&options.explore.entry, Entry::Main { args } if args.is_empty())
        || options.explore.open_arguments
    {
        return Ok(None);
    }
    let is_main = (module.functions.get(entry)).is_some_and(|f| f.name == "main");
    if !is_main {
        return Ok(None);
    }
    let mut entries = vec![entry];
    entries.extend(options.handlers.iter().map(|h| h.func));
    entries.extend(&options.threads);
    entries.extend(options.beside.iter().flatten());
    arguments::argued(module, &entries, calls, &options.budget.stop())
}

/// What of the program's input may be anything; and why its arguments are not, where it
/// looks at them in a way that is not understood, and where that is.
pub fn player(
    module: &Module,
    entry: FuncId,
    options: &Options,
) -> (Player, Option<(String, LocId)>) {
    let reads = match options.explore.stdin {
        None => any_input(module, Calls::Go).map_or(Reads::Nothing, |r| r.1),
        Some(_) => Reads::Nothing,
    };
    let called = argued(module, entry, options, Calls::Go);
    let player = Player {
        reads,
        arguments: matches!(called, Ok(Some(_))),
    };
    (player, called.err().map(|why| (why.what, why.loc)))
}

/// Why standard input is taken to be empty where nobody gives one: what reads it in a
/// way that is not understood, and where.
pub fn not_played(module: &Module) -> Option<(String, LocId)> {
    plan(module).err().map(|w| (w.what, w.loc))
}

type Reading = BTreeMap<(ep_ir::BlockId, usize), Read>;

/// Functions that only look at the stream or write to another.
const QUIET: [&str; 10] = [
    "clearerr",
    "fflush",
    "fileno",
    "flockfile",
    "funlockfile",
    "setbuf",
    "setlinebuf",
    "setvbuf",
    "fclose",
    "__fpurge",
];

/// Functions that read standard input and are not understood here, and those that
/// make another file of it.
const OTHERS: [&str; 42] = [
    // What they leave there is not known.
    "__errno_location",
    "dup",
    "dup2",
    "dup3",
    "fcntl",
    "fdopen",
    "fgetc_unlocked",
    "fgetwc",
    "fgetws",
    "fread_unlocked",
    "freopen",
    "freopen64",
    "fscanf_unlocked",
    "fwscanf",
    "getdelim",
    "getline",
    "getpass",
    "getw",
    "getwc",
    "getwchar",
    "mmap",
    "mmap64",
    "poll",
    "popen",
    "pread",
    "pread64",
    "readline",
    "readv",
    "recv",
    "select",
    "system",
    "ungetwc",
    "vfscanf",
    "vfwscanf",
    "vscanf",
    "vwscanf",
    "wscanf",
    "__isoc99_vfscanf",
    "__isoc23_vscanf",
    "__isoc99_vscanf",
    "__isoc99_wscanf",
    "__getdelim",
];

/// Every call that reads standard input, by function; none where there is none or one
/// is not understood.
fn plan(module: &Module) -> Result<Option<BTreeMap<FuncId, Reading>>, Why> {
    let mut all: BTreeMap<FuncId, Reading> = BTreeMap::new();
    let taken = addresses_taken(module);
    let reads = |f: &FuncId| {
        let name = module.functions.get(*f).map_or("", |f| &f.name);
        is_reader(name) || OTHERS.contains(&name)
    };
    if let Some(f) = taken.iter().find(|f| reads(f)) {
        let name = module.functions.get(*f).map_or("", |f| &f.name);
        return Err(somewhere(&format!("the address of `{name}` is taken")));
    }
    if held_elsewhere(module) {
        return Err(somewhere("a variable holds `stdin`"));
    }
    let own = |f: &Function| is_own(module, f);
    for (id, f) in module.functions.iter().filter(|(_, f)| own(f)) {
        let calls = calls(module, f)?;
        if !calls.is_empty() {
            all.insert(id, calls);
        }
    }
    let mut reads = all.values().flat_map(BTreeMap::values);
    if reads.any(Read::leaves_text) {
        for (id, f) in module.functions.iter().filter(|(_, f)| own(f)) {
            let calls = of_texts(module, f);
            if !calls.is_empty() {
                all.entry(id).or_default().extend(calls);
            }
        }
    }
    let asked = |c: &Reading| c.values().any(|r| !matches!(r, Read::Asked));
    Ok(all.values().any(asked).then_some(all))
}

fn is_reader(name: &str) -> bool {
    matches!(
        name,
        "scanf"
            | "__isoc99_scanf"
            | "__isoc23_scanf"
            | "fscanf"
            | "__isoc99_fscanf"
            | "__isoc23_fscanf"
            | "getchar"
            | "getchar_unlocked"
            | "getc"
            | "getc_unlocked"
            | "_IO_getc"
            | "fgetc"
            | "fgets"
            | "gets"
            | "fread"
            | "read"
            | "feof"
            | "ferror"
            | "ungetc"
    )
}

/// Whether a variable holds the stream, or its variable is written to.
fn held_elsewhere(module: &Module) -> bool {
    let tables = module.globals.iter().filter(|(_, g)| g.name != "stdin");
    let mut relocs = tables
        .filter_map(|(_, g)| g.init.as_ref())
        .flat_map(|i| &i.relocs);
    relocs.any(|r| matches!(r.target, RelocTarget::Global(g) if is_stdin(module, g)))
}

fn is_stdin(module: &Module, g: GlobalId) -> bool {
    module.globals.get(g).is_some_and(|g| g.name == "stdin")
}

/// The calls of one function that read standard input; none where something else is
/// done with it.
fn calls(module: &Module, f: &Function) -> Result<Reading, Why> {
    let streams = streams(module, f);
    let why = |what: String, loc: LocId| Err(Why { what, loc });
    let mut out = Reading::new();
    for (block, b) in f.blocks.iter() {
        for (at, inst) in b.insts.iter().enumerate() {
            let call = match &inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(g),
                    args,
                    ..
                } => of_the_library(module, *g).map(|g| (g.name.as_str(), args)),
                _ => None,
            };
            if let Some((name, args)) = call {
                let is_stream = |a: Option<&Arg>| a.is_some_and(|a| streams.contains(&a.value));
                let stream = args.iter().position(|a| streams.contains(&a.value));
                if OTHERS.contains(&name) {
                    return why(format!("`{name}` is not followed"), inst.loc);
                }
                let Some(read) = read_of(module, f, name, args, &is_stream) else {
                    return why(format!("what `{name}` reads is not understood"), inst.loc);
                };
                match read {
                    Some(r) => {
                        out.insert((block, at), r);
                        continue;
                    }
                    None if stream.is_some() && QUIET.contains(&name) => continue,
                    None => {}
                }
            }
            // What takes the stream in another way may read it later.
            let mut other = false;
            let loads = matches!(&inst.kind, InstKind::Load { addr: Operand::Global(g, 0), .. }
                if is_stdin(module, *g));
            let compares = matches!(&inst.kind, InstKind::Cmp { .. });
            if !loads && !compares {
                visit::uses(&inst.kind, &mut |o| {
                    other |= streams.contains(o);
                    other |= matches!(o, Operand::Global(g, _) if is_stdin(module, *g));
                });
            }
            if other {
                return why("`stdin` is handed on".into(), inst.loc);
            }
        }
        let mut other = false;
        visit::term_uses(&b.term, &mut |o| other |= streams.contains(o));
        if other {
            return why("`stdin` is handed on".into(), f.loc);
        }
    }
    Ok(out)
}

/// The calls that look for numbers in texts that may be anything. One that is not
/// understood stays as it is: it reads no input.
fn of_texts(module: &Module, f: &Function) -> Reading {
    let mut out = Reading::new();
    for (block, b) in f.blocks.iter() {
        for (at, inst) in b.insts.iter().enumerate() {
            let InstKind::Call {
                callee: Callee::Direct(g),
                args,
                ..
            } = &inst.kind
            else {
                continue;
            };
            let Some(g) = of_the_library(module, *g) else {
                continue;
            };
            let end_is_told = args.get(1).is_some_and(|a| a.value != Operand::Int(0));
            let read = match g.name.as_str() {
                "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf" => (args.get(1))
                    .zip(args.get(2..))
                    .and_then(|(format, to)| slots(module, f, format, to))
                    .map(Read::Scanned),
                "atoi" | "atol" | "atoll" | "atof" => Some(Read::Parsed),
                "strtol" | "strtoll" | "strtoul" | "strtoull" | "strtod" | "__isoc23_strtol"
                | "__isoc23_strtoll" | "__isoc23_strtoul" | "__isoc23_strtoull"
                    if !end_is_told =>
                {
                    Some(Read::Parsed)
                }
                _ => None,
            };
            if let Some(read) = read {
                out.insert((block, at), read);
            }
        }
    }
    out
}

/// Registers that hold the stream: what was loaded from its variable.
fn streams(module: &Module, f: &Function) -> HashSet<Operand> {
    let all = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    all.filter_map(|i| match &i.kind {
        InstKind::Load {
            dst,
            addr: Operand::Global(g, 0),
            ..
        } if is_stdin(module, *g) => Some(Operand::Reg(*dst)),
        _ => None,
    })
    .collect()
}

/// What a call reads: `Some(None)` nothing of standard input, `None` not understood.
#[allow(clippy::option_option)]
fn read_of(
    module: &Module,
    f: &Function,
    name: &str,
    args: &[Arg],
    is_stream: &dyn Fn(Option<&Arg>) -> bool,
) -> Option<Option<Read>> {
    let value = |i: usize| args.get(i).map(|a| a.value);
    let ty = |i: usize| args.get(i).map_or(Type::Int(64), |a| a.ty);
    Some(match name {
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => {
            Some(formatted(module, f, args.first()?, args.get(1..)?)?)
        }
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" if is_stream(args.first()) => {
            Some(formatted(module, f, args.get(1)?, args.get(2..)?)?)
        }
        "getchar" | "getchar_unlocked" => Some(Read::Character),
        "getc" | "getc_unlocked" | "_IO_getc" | "fgetc" if is_stream(args.first()) => {
            Some(Read::Character)
        }
        "gets" => Some(Read::Line(value(0)?)),
        "fgets" if is_stream(args.get(2)) => Some(Read::Line(value(0)?)),
        "fread" if is_stream(args.get(3)) => Some(Read::Elements(value(0)?, value(2)?, ty(2))),
        "read" => match value(0)? {
            Operand::Int(0) => Some(Read::Bytes(value(1)?, value(2)?, ty(2))),
            Operand::Int(_) => None,
            // It may be standard input.
            _ => return None,
        },
        "feof" | "ferror" if is_stream(args.first()) => Some(Read::Asked),
        "ungetc" if is_stream(args.get(1)) => Some(Read::GivenBack(value(0)?)),
        _ => None,
    })
}

fn formatted(module: &Module, f: &Function, format: &Arg, to: &[Arg]) -> Option<Read> {
    slots(module, f, format, to).map(Read::Formatted)
}
