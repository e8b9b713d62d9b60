//! How often a loop goes round that reads standard input.
//!
//! Idea: a round that only goes on when a byte was read takes one of the bytes
//! that there are; with `--stdin N` there are `N`, so that
//! `while ((c = getchar()) != EOF)` has at most `N` rounds in all. Source: the
//! counted loops of document 000 with the input as their counter. Alternative:
//! following the paths, of which there are as many as the bytes have meanings.
//! Cost: one look at the program for what gives bytes back, and at the tests of
//! a loop.
//!
//! What must never happen: a round that takes no byte (an empty buffer, another
//! stream), or bytes that are read twice (`ungetc`, `rewind`, another file as
//! standard input).

use super::facts::Facts;
use ep_explore::outcome::describe as findings;
use ep_ir::analysis::LoopId;
use ep_ir::inst::Arg;
use ep_ir::module::RelocTarget;
use ep_ir::{
    visit, BlockId, Callee, FuncId, Function, GlobalId, Inst, InstKind, IntPred, Module, Operand,
    Reg, Terminator, Type,
};

/// A function and what is known of it.
type Code<'a> = (&'a Function, &'a Facts);

/// Functions after which bytes may come that were read, or others.
const GIVES_BACK: [&str; 28] = [
    "ungetc",
    "ungetwc",
    "rewind",
    "fseek",
    "fseeko",
    "fseeko64",
    "fsetpos",
    "fsetpos64",
    "lseek",
    "lseek64",
    "freopen",
    "freopen64",
    "fdopen",
    "dup",
    "dup2",
    "dup3",
    "fcntl",
    "pread",
    "pread64",
    "preadv",
    "fork",
    "vfork",
    "clone",
    "system",
    "popen",
    "syscall",
    "open",
    "close",
];

/// The bytes that standard input gives to the whole run, if it gives each once.
pub(super) fn bytes(module: &Module, entry: FuncId, stdin: Option<u64>) -> Option<u64> {
    let n = stdin?;
    // Models of the library have no file.
    let own = |id: FuncId, f: &Function| !findings::place(module, id, f.loc).file.is_empty();
    let f = module.functions.get(entry)?;
    own(entry, f).then_some(())?;
    let gives = |f: FuncId| {
        let name = module.functions.get(f).map(|f| f.name.as_str());
        name.is_none_or(|n| GIVES_BACK.contains(&n))
    };
    let kept = |kind: &InstKind| {
        let mut fine = !matches!(kind, InstKind::Unsupported { .. });
        if let InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } = kind
        {
            fine &= !gives(*g);
        }
        let read = match kind {
            InstKind::Load { addr, .. } => Some(*addr),
            _ => None,
        };
        visit::uses(kind, &mut |o| match o {
            Operand::Func(g) => fine &= !gives(*g),
            // The variable is only looked at.
            Operand::Global(g, _) if named(module, *g) => fine &= read == Some(*o),
            _ => {}
        });
        fine
    };
    let mut functions = module.functions.iter().filter(|(id, f)| own(*id, f));
    let all = functions.all(|(_, f)| {
        f.blocks
            .iter()
            .all(|(_, b)| b.insts.iter().all(|i| kept(&i.kind)))
    });
    let mut relocs = module
        .globals
        .iter()
        .flat_map(|(_, g)| &g.init)
        .flat_map(|i| &i.relocs);
    let tables = relocs.all(|r| match r.target {
        RelocTarget::Func(g) => !gives(g),
        RelocTarget::Global(g) => !named(module, g),
        RelocTarget::Label(..) => true,
    });
    (all && tables).then_some(n)
}

/// Whether this is the variable `stdin`.
fn named(module: &Module, g: GlobalId) -> bool {
    module.globals.get(g).is_some_and(|g| g.name == "stdin")
}

fn is_stdin(module: &Module, o: Operand) -> bool {
    matches!(o, Operand::Global(g, 0) if named(module, g))
}

/// The block where a loop goes on behind a test that a byte was read, one that
/// every round passes.
pub(super) fn behind_a_byte(module: &Module, code: Code<'_>, l: LoopId) -> Option<BlockId> {
    let (f, facts) = code;
    let x = facts.loops.loops.get(l)?;
    x.blocks.iter().find_map(|b| {
        let every = x.latches.iter().all(|t| facts.dom.dominates(*b, *t));
        (every && facts.loops.innermost(*b) == Some(l)).then_some(())?;
        let Terminator::Branch { cond, then, els } = &f.blocks.get(*b)?.term else {
            return None;
        };
        let (inside, stays) = match (x.contains(*then), x.contains(*els)) {
            (true, false) => (*then, true),
            (false, true) => (*els, false),
            _ => return None,
        };
        let call = took_a_byte(module, code, *b, *cond, stays)?;
        // In every round anew: each way from the head to the test has it.
        let anew = facts.loops.innermost(call) == Some(l) && facts.dom.dominates(call, *b);
        anew.then_some(inside)
    })
}

/// The block of a call that took a byte if this condition of a test in `b` is
/// as said.
fn took_a_byte(
    module: &Module,
    code: Code<'_>,
    b: BlockId,
    cond: Operand,
    is: bool,
) -> Option<BlockId> {
    let (f, facts) = code;
    let Operand::Reg(c) = cond else { return None };
    let (at, i) = facts.only(f, c)?;
    (at.0 == b).then_some(())?;
    let InstKind::Cmp {
        pred, ty, a, b: z, ..
    } = i.kind
    else {
        return None;
    };
    let pred = if is { pred } else { pred.negated() };
    let ways = [(pred, a, z), (pred.swapped(), z, a)];
    ways.into_iter().find_map(|(pred, result, number)| {
        let (Operand::Reg(r), Operand::Int(n)) = (result, number) else {
            return None;
        };
        let (at, call) = called(f, facts, r)?;
        let InstKind::Call {
            callee: Callee::Direct(g),
            args,
            ..
        } = &call.kind
        else {
            return None;
        };
        let name = &module.functions.get(*g)?.name;
        let n = match ty {
            Type::Int(w @ 1..=64) => ((n << (64 - w)) as i64) >> (64 - w),
            Type::Ptr => n as i64,
            _ => return None,
        };
        says(module, code, (name, args), (pred, n)).then_some(at.0)
    })
}

/// Whether a result of this function of the library that compares so with a
/// number tells that a byte was read from standard input.
fn says(
    module: &Module,
    code: Code<'_>,
    (name, args): (&str, &[Arg]),
    (pred, n): (IntPred, i64),
) -> bool {
    use IntPred::{Eq, Ne, Sge, Sgt};
    // What is at least 0.
    let natural = matches!((pred, n), (Ne | Sgt, -1) | (Eq | Sge | Sgt, 0..));
    let arg = |i: usize| args.get(i).map(|a| a.value);
    let stream = |i: usize| arg(i).is_some_and(|o| reads_stdin(module, code, o));
    // With room for one character nothing is read.
    let room = |i: usize| matches!(arg(i), Some(Operand::Int(n)) if n >= 2);
    match name {
        "getchar" | "getchar_unlocked" => natural,
        "fgetc" | "getc" | "_IO_getc" | "fgetc_unlocked" | "getc_unlocked" => natural && stream(0),
        "fgets" => (pred, n) == (Ne, 0) && stream(2) && room(1),
        "getline" => natural && stream(2),
        "getdelim" => natural && stream(3),
        _ => false,
    }
}

/// Whether an operand is what the variable `stdin` holds.
fn reads_stdin(module: &Module, code: Code<'_>, o: Operand) -> bool {
    let Operand::Reg(r) = o else { return false };
    match code.1.only(code.0, r).map(|x| &x.1.kind) {
        Some(InstKind::Load { addr, .. }) => is_stdin(module, *addr),
        Some(InstKind::Copy { src, .. }) => reads_stdin(module, code, *src),
        _ => false,
    }
}

/// The call whose result a register is, through copies.
fn called<'f>(f: &'f Function, facts: &Facts, r: Reg) -> Option<((BlockId, usize), &'f Inst)> {
    let mut r = r;
    for _ in 0..4 {
        let (at, i) = facts.only(f, r)?;
        match &i.kind {
            InstKind::Call { .. } => return Some((at, i)),
            InstKind::Copy {
                src: Operand::Reg(from),
                ..
            } => r = *from,
            _ => return None,
        }
    }
    None
}
