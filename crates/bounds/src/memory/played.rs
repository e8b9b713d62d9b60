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
//! A number is stored also where the input has no more: what stood there before is
//! one of the values. Alternative: `N` symbolic bytes, which `--stdin N` gives and
//! which is as exact as the models; it bounds the input. Source: the environment of
//! document 003's executor, with any length in place of a given one. Cost: a walk
//! over the program.
//!
//! What must never happen: some calls are replaced and others read an empty input.
//! One call that is not understood (a format that is no constant, `%m`, `getline`,
//! `stdin` that is stored somewhere) leaves the whole program as it is.

use super::given::{declared, TEXT};
use crate::time::scanned::{stored, words, Stored, What};
use ep_base::outcome::{Input, InputSource, InputType};
use ep_ir::inst::Arg;
use ep_ir::module::{Global, Init, RelocTarget};
use ep_ir::{
    visit, Callee, CastOp, FuncId, Function, GlobalId, Inst, InstKind, IntPred, Module, Operand,
    Reg, Type,
};
use num_bigint::{BigInt, Sign};
use std::collections::{BTreeMap, HashSet};

/// A program whose standard input may hold anything.
pub(super) struct Played {
    pub module: Module,
    /// The signs of the numbers that are read, by the name of their inputs, where the
    /// program reads nothing but decimal numbers.
    words: Option<BTreeMap<String, bool>>,
}

impl Played {
    /// Inputs of the played program as those of the program: the text that has the
    /// numbers, and the numbers beside it for who looks at their values.
    pub fn text(&self, inputs: Vec<Input>) -> Option<Vec<Input>> {
        let words = self.words.as_ref()?;
        let mut text = String::new();
        for i in &inputs {
            if i.source != InputSource::MakeSymbolic {
                continue;
            }
            let signed = words.get(&i.name)?;
            let mut number = match signed {
                true => BigInt::from_signed_bytes_le(&i.bytes),
                false => BigInt::from_bytes_le(Sign::Plus, &i.bytes),
            }
            .to_string();
            number.push('\n');
            text.push_str(&number);
        }
        let mut out = vec![Input {
            name: "stdin".into(),
            ty: InputType::Bytes,
            source: InputSource::Stdin,
            bytes: text.into_bytes(),
        }];
        out.extend(inputs);
        Some(out)
    }
}

/// The signs of what is read, by name; none where something else is read, or the
/// program has inputs of this kind of its own.
fn signs(module: &Module, plan: &BTreeMap<FuncId, Calls>) -> Option<BTreeMap<String, bool>> {
    let own = ["klee_make_symbolic", "ep_symbolic"];
    if own.iter().any(|n| module.function(n).is_some()) {
        return None;
    }
    let mut out = BTreeMap::new();
    for read in plan.values().flat_map(BTreeMap::values) {
        match read {
            Read::Formatted(all) => {
                for s in all {
                    let signed = s.signed?;
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

/// The program with any standard input; none where it reads none, or in a way that is
/// not understood, or where the user gives one.
pub(super) fn played(module: &Module, options: &ep_explore::Options) -> Option<Played> {
    if options.stdin.is_some() {
        return None;
    }
    let plan = plan(module)?;
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
                let new = replaced(&mut out, &mut tools, *id, &old, read)?;
                out.functions[*id].blocks[block].insts.splice(at..=at, new);
            }
        }
    }
    Some(Played {
        module: out,
        words: signs(module, &plan),
    })
}

/// Whether the program's standard input is one of any length.
pub fn plays_input(module: &Module, options: &ep_explore::Options) -> bool {
    options.stdin.is_none() && plan(module).is_some()
}

/// What a call does.
enum Read {
    /// `scanf`: what is stored where, and how it is called.
    Formatted(Vec<Slot>),
    /// A character or the end.
    Character,
    /// A line into a buffer, which is returned; or null.
    Line(Operand),
    /// Elements, of these many at most.
    Elements(Operand, Operand, Type),
    /// Bytes, of these many at most; or -1.
    Bytes(Operand, Operand, Type),
    /// Yes or no.
    Asked,
    /// The character that was given, or the end.
    GivenBack(Operand),
    /// `sscanf`: what is stored where.
    Scanned(Vec<Slot>),
    /// The number in a text.
    Parsed,
}

impl Read {
    /// Whether it leaves a text in the program's memory.
    fn leaves_text(&self) -> bool {
        match self {
            Read::Line(_) | Read::Elements(..) | Read::Bytes(..) => true,
            Read::Formatted(all) => all.iter().any(|s| !s.is_number()),
            _ => false,
        }
    }
}

/// What one conversion of a format stores.
struct Slot {
    to: Operand,
    stored: Stored,
    /// As the variable.
    name: String,
    /// The sign of a decimal number that is a word of the input; none for anything
    /// else.
    signed: Option<bool>,
}

impl Slot {
    fn is_number(&self) -> bool {
        self.stored.bytes.is_some() && self.stored.what == What::Number
    }
}

type Calls = BTreeMap<(ep_ir::BlockId, usize), Read>;

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
fn plan(module: &Module) -> Option<BTreeMap<FuncId, Calls>> {
    let mut all: BTreeMap<FuncId, Calls> = BTreeMap::new();
    let taken = ep_ir::analysis::addresses_taken(module);
    let reads = |f: &FuncId| {
        let name = module.functions.get(*f).map_or("", |f| &f.name);
        is_reader(name) || OTHERS.contains(&name)
    };
    if taken.iter().any(reads) || held_elsewhere(module) {
        return None;
    }
    // Models of the library have no line.
    let own = |f: &Function| module.locs.get(f.loc).is_some_and(|p| p.line != 0);
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
    let asked = |c: &Calls| c.values().any(|r| !matches!(r, Read::Asked));
    all.values().any(asked).then_some(all)
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
fn calls(module: &Module, f: &Function) -> Option<Calls> {
    let streams = streams(module, f);
    let mut out = Calls::new();
    for (block, b) in f.blocks.iter() {
        for (at, inst) in b.insts.iter().enumerate() {
            let call = match &inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(g),
                    args,
                    ..
                } => module.functions.get(*g).map(|g| (g.name.as_str(), args)),
                _ => None,
            };
            if let Some((name, args)) = call {
                let is_stream = |a: Option<&Arg>| a.is_some_and(|a| streams.contains(&a.value));
                let stream = args.iter().position(|a| streams.contains(&a.value));
                if OTHERS.contains(&name) {
                    return None;
                }
                match read_of(module, f, name, args, &is_stream)? {
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
                return None;
            }
        }
        let mut other = false;
        visit::term_uses(&b.term, &mut |o| other |= streams.contains(o));
        if other {
            return None;
        }
    }
    Some(out)
}

/// The calls that look for numbers in texts that may be anything. One that is not
/// understood stays as it is: it reads no input.
fn of_texts(module: &Module, f: &Function) -> Calls {
    let mut out = Calls::new();
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
            let Some(g) = module.functions.get(*g) else {
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

fn slots(module: &Module, f: &Function, format: &Arg, to: &[Arg]) -> Option<Vec<Slot>> {
    let Operand::Global(g, at) = format.value else {
        return None;
    };
    let g = module.globals.get(g).filter(|g| g.constant)?;
    let bytes = g.init.as_ref()?.bytes.get(usize::try_from(at).ok()?..)?;
    let all = stored(bytes)?;
    if all.len() > to.len() {
        return None;
    }
    let words = words(bytes).unwrap_or_default();
    let narrow = module.layout.ptr_bits == 32;
    let mut out = Vec::new();
    for (i, (stored, a)) in all.into_iter().zip(to).enumerate() {
        // A `long` is shorter there, and a `double` is not. An address that stays
        // leads somewhere, and no number does.
        let wide = narrow && stored.what == What::Number && stored.bytes == Some(8);
        if wide || stored.what == What::Address {
            return None;
        }
        out.push(Slot {
            to: a.value,
            stored,
            name: called(module, f, a.value),
            signed: words.get(i).map(|w| w.1),
        });
    }
    Some(out)
}

/// What the variable behind an address is called.
fn called(module: &Module, f: &Function, address: Operand) -> String {
    let name = match address {
        Operand::Global(g, 0) => module.globals.get(g).map(|g| g.name.clone()),
        Operand::Reg(r) => {
            let mut insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
            insts.find_map(|i| match &i.kind {
                InstKind::Alloca {
                    dst, var: Some(v), ..
                } if *dst == r => f.vars.get(*v).map(|v| v.name.clone()),
                _ => None,
            })
        }
        _ => None,
    };
    name.unwrap_or_else(|| "word".into())
}

/// Names of inputs that the copy gets.
#[derive(Default)]
struct Tools {
    names: BTreeMap<String, GlobalId>,
}

impl Tools {
    fn name(&mut self, m: &mut Module, name: &str) -> Option<GlobalId> {
        if let Some(g) = self.names.get(name) {
            return Some(*g);
        }
        let mut bytes = name.as_bytes().to_vec();
        bytes.push(0);
        let ty = m.debug_types.ids().next()?;
        let g = m.globals.push(Global {
            name: format!("__ep_name_{name}"),
            size: bytes.len() as u64,
            align: 1,
            constant: true,
            volatile: false,
            init: Some(Init {
                bytes,
                relocs: Vec::new(),
            }),
            ty,
            loc: ep_ir::LocId(0),
        });
        self.names.insert(name.into(), g);
        Some(g)
    }
}

/// Writes instructions in place of a call.
struct Writer<'a> {
    m: &'a mut Module,
    tools: &'a mut Tools,
    func: FuncId,
    old: &'a Inst,
    out: Vec<Inst>,
}

impl Writer<'_> {
    fn put(&mut self, kind: InstKind) {
        self.out.push(Inst {
            kind,
            loc: self.old.loc,
            weight: 0,
        });
    }

    fn reg(&mut self, ty: Type) -> Reg {
        self.m.functions[self.func].regs.push(ty)
    }

    fn anything(&mut self, ty: Type) -> Operand {
        let dst = self.reg(ty);
        self.put(InstKind::Freeze {
            dst,
            src: Operand::Undef,
        });
        Operand::Reg(dst)
    }

    fn compare(&mut self, pred: IntPred, ty: Type, a: Operand, b: Operand) -> Operand {
        let dst = self.reg(Type::Int(1));
        self.put(InstKind::Cmp {
            pred,
            ty,
            dst,
            a,
            b,
        });
        Operand::Reg(dst)
    }

    fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) {
        self.put(InstKind::Select { dst, cond, a, b });
    }

    /// Any text where this leads.
    fn text(&mut self, to: Operand) -> Option<()> {
        let callee = declared(self.m, TEXT)?;
        self.call(callee, vec![(to, Type::Ptr)]);
        Some(())
    }

    /// Any number of these bytes, called so.
    fn number(&mut self, to: Operand, bytes: u64, name: &str) -> Option<()> {
        let callee = declared(self.m, "klee_make_symbolic")?;
        let word = Type::Int(self.m.layout.ptr_bits);
        let name = self.tools.name(self.m, name)?;
        let args = vec![
            (to, Type::Ptr),
            (Operand::Int(bytes), word),
            (Operand::Global(name, 0), Type::Ptr),
        ];
        self.call(callee, args);
        Some(())
    }

    /// Any number of these bytes, which is no input of its own.
    fn any_number(&mut self, to: Operand, bytes: u64) {
        let ty = Type::Int(bytes as u32 * 8);
        let value = self.anything(ty);
        self.put(InstKind::Store {
            ty,
            value,
            addr: to,
            align: 1,
            volatile: false,
        });
    }

    fn call(&mut self, callee: FuncId, args: Vec<(Operand, Type)>) {
        let args = args
            .into_iter()
            .map(|(value, ty)| Arg {
                value,
                ty,
                byval: None,
            })
            .collect();
        self.put(InstKind::Call {
            dsts: Vec::new(),
            callee: Callee::Direct(callee),
            args,
            rets: Vec::new(),
        });
    }

    /// A number from 0 (or -1) on that is no more than this one.
    fn up_to(&mut self, dst: Reg, most: Operand, ty: Type, or_failed: bool) {
        let n = self.anything(ty);
        let fits = self.compare(IntPred::Ule, ty, n, most);
        let zero = Operand::Int(0);
        if or_failed {
            let ends = self.reg(ty);
            let failed = self.anything(Type::Int(1));
            let bits = match ty {
                Type::Int(w) => w,
                _ => 64,
            };
            self.select(
                ends,
                failed,
                Operand::Int(u64::MAX >> (64 - bits.clamp(1, 64))),
                zero,
            );
            self.select(dst, fits, n, Operand::Reg(ends));
        } else {
            self.select(dst, fits, n, zero);
        }
    }
}

/// What stands in place of a call.
fn replaced(
    m: &mut Module,
    tools: &mut Tools,
    func: FuncId,
    old: &Inst,
    read: &Read,
) -> Option<Vec<Inst>> {
    let InstKind::Call { dsts, rets, .. } = &old.kind else {
        return None;
    };
    let result = dsts.first().copied().zip(rets.first().copied());
    let mut w = Writer {
        m,
        tools,
        func,
        old,
        out: Vec::new(),
    };
    match read {
        Read::Formatted(all) => {
            for s in all {
                match s.stored.bytes {
                    Some(n) if s.is_number() => w.number(s.to, n, &s.name)?,
                    _ => w.text(s.to)?,
                }
            }
            if let Some((dst, ty)) = result {
                let most = all.iter().filter(|s| s.stored.counts).count();
                w.up_to(dst, Operand::Int(most as u64), ty, true);
            }
        }
        Read::Scanned(all) => {
            for s in all {
                match s.stored.bytes {
                    Some(n @ (1 | 2 | 4 | 8)) if s.is_number() => w.any_number(s.to, n),
                    _ => w.text(s.to)?,
                }
            }
            if let Some((dst, ty)) = result {
                let most = all.iter().filter(|s| s.stored.counts).count();
                w.up_to(dst, Operand::Int(most as u64), ty, true);
            }
        }
        Read::Parsed => {
            if let Some((dst, ty)) = result {
                let any = w.anything(ty);
                w.put(InstKind::Copy { dst, src: any });
            }
        }
        Read::Character => {
            if let Some((dst, ty)) = result {
                let byte = w.anything(Type::Int(8));
                let wide = w.reg(ty);
                w.put(InstKind::Cast {
                    op: CastOp::ZExt,
                    from: Type::Int(8),
                    to: ty,
                    dst: wide,
                    src: byte,
                });
                let end = w.anything(Type::Int(1));
                w.select(
                    dst,
                    end,
                    Operand::Int(u64::from(u32::MAX)),
                    Operand::Reg(wide),
                );
            }
        }
        Read::Line(to) => {
            w.text(*to)?;
            if let Some((dst, _)) = result {
                let some = w.anything(Type::Int(1));
                w.select(dst, some, *to, Operand::Int(0));
            }
        }
        Read::Elements(to, most, ty) | Read::Bytes(to, most, ty) => {
            w.text(*to)?;
            if let Some((dst, _)) = result {
                let failed = matches!(read, Read::Bytes(..));
                w.up_to(dst, *most, *ty, failed);
            }
        }
        Read::Asked => {
            if let Some((dst, ty)) = result {
                let yes = w.anything(Type::Int(1));
                w.put(InstKind::Cast {
                    op: CastOp::ZExt,
                    from: Type::Int(1),
                    to: ty,
                    dst,
                    src: yes,
                });
            }
        }
        Read::GivenBack(c) => {
            if let Some((dst, _)) = result {
                let fine = w.anything(Type::Int(1));
                w.select(dst, fine, *c, Operand::Int(u64::from(u32::MAX)));
            }
        }
    }
    Some(w.out)
}
