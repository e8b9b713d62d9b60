//! The heap of a program that starts threads.
//!
//! Idea: a thread runs beside its program from its start on, as a handler of an
//! interrupt may: what it needs comes on top of the program's bound, which
//! holds if the thread writes nothing that decides about the program's memory
//! ([`super::interrupts`]). So the call that starts it is replaced by what it
//! does to memory, and the thread becomes a handler that fires once, with its
//! argument handed over in a variable. Where the call can be made more than
//! once (in a loop, in a function that is called), a block as large as the
//! thread's peak is made there and never freed: who counts the program's blocks
//! counts its threads. That a thread may have ended before the next begins is
//! not looked at. Source: the issue of document 000's threads (their peaks,
//! relative to their start, add up). Alternative: all interleavings, of which
//! there is no end. Cost: a copy of the program.
//!
//! What must never happen: a thread that is started twice and counted once; one
//! that threads start; one whose function is not known; a result of a thread
//! that is read. Each leaves the call as it is, which has no model, and then
//! there is no bound.

use super::interrupts::Handler;
use super::Options;
use ep_base::entity::Arena;
use ep_base::outcome::Place;
use ep_explore::outcome::describe as findings;
use ep_ir::analysis::{addresses_taken, Cfg, Dominators, Loops};
use ep_ir::inst::Arg;
use ep_ir::{
    Block, BlockId, Callee, FuncId, Function, Global, GlobalId, Init, Inst, InstKind, LocId,
    Module, Operand, Reg, Terminator, Type,
};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Functions of threads that change nothing of the program's own, and give 0.
const QUIET: [&str; 9] = [
    "pthread_attr_destroy",
    "pthread_attr_init",
    "pthread_attr_setstacksize",
    "pthread_detach",
    "pthread_join",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
];

/// Threads that have no priority of a user's have those from here down.
const FIRST: u32 = u32::MAX;

/// What begins the name of a handler that is a thread: no function of C has it.
const THREAD: &str = "thread ";

/// The function that a handler starts, if that is a thread.
pub(super) fn name(handler: &str) -> Option<&str> {
    handler.strip_prefix(THREAD)
}

/// The largest peak of a thread that a block can stand for: it must not be one
/// that fails.
const MOST: u64 = 1 << 27;

/// A call that starts a thread.
struct Start {
    at: (FuncId, BlockId, usize),
    function: FuncId,
    /// It is made once at most.
    once: bool,
}

/// Whether what a handler needs is counted where it is started.
pub(super) fn counted(handler: &str, max: Option<u64>) -> bool {
    name(handler).is_some() && max == Some(0)
}

/// The program with its threads as handlers.
pub(super) struct Threaded {
    pub module: Module,
    pub handlers: Vec<Handler>,
    pub assumptions: Vec<String>,
}

/// The program with the threads that it starts as handlers: where each is one
/// of those that were named.
pub(super) fn threaded(module: &Module, entry: FuncId, options: &Options) -> Option<Threaded> {
    let create = module.function("pthread_create")?;
    let declared = |f: FuncId| {
        module
            .functions
            .get(f)
            .is_some_and(Function::is_declaration)
    };
    let starts = starts(module, entry, create, options)?;
    (declared(create) && !starts.is_empty()).then_some(())?;
    let mut out = Threaded {
        module: module.clone(),
        handlers: Vec::new(),
        assumptions: Vec::new(),
    };
    // From behind, so that places before stay.
    for (k, s) in starts.iter().enumerate().rev() {
        out.start(s, k, options)?;
    }
    let quiet: Vec<FuncId> = QUIET.iter().filter_map(|n| module.function(n)).collect();
    for (_, f) in out.module.functions.iter_mut() {
        silence(f, &|g| quiet.contains(&g) && declared(g), module);
    }
    Some(out)
}

/// The calls that start threads, in order; none where one is not understood.
fn starts(module: &Module, entry: FuncId, create: FuncId, options: &Options) -> Option<Vec<Start>> {
    let taken = addresses_taken(module);
    (!taken.contains(&create)).then_some(())?;
    // Each call of the entry would start its threads anew.
    let again = taken.contains(&entry) || called(module, entry);
    let beside = reached(module, &taken);
    let mut out = Vec::new();
    let bodies = module.functions.iter().filter(|x| !x.1.is_declaration());
    for (id, f) in bodies {
        let cfg = Cfg::new(f);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        for (b, block) in f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                let InstKind::Call { callee, args, .. } = &inst.kind else {
                    continue;
                };
                if *callee != Callee::Direct(create) {
                    continue;
                }
                // A thread that starts threads has no peak before they have.
                (!beside.contains(&id)).then_some(())?;
                let outside = loops.irreducible.is_empty() && loops.innermost(b).is_none();
                let [_, _, function, _] = &args[..] else {
                    return None;
                };
                let Operand::Func(function) = function.value else {
                    return None;
                };
                let g = module.functions.get(function)?;
                let fits = options.threads.contains(&function) && !g.is_declaration();
                let one = matches!(&g.params[..], [p] if p.ty == Type::Ptr && p.byval.is_none());
                (fits && one && !g.variadic).then_some(())?;
                out.push(Start {
                    at: (id, b, i),
                    function,
                    once: id == entry && !again && outside,
                });
            }
        }
    }
    Some(out)
}

/// Whether some function calls this one by its name.
fn called(module: &Module, f: FuncId) -> bool {
    let calls =
        |i: &Inst| matches!(&i.kind, InstKind::Call { callee, .. } if *callee == Callee::Direct(f));
    let mut blocks = module.functions.iter().flat_map(|x| x.1.blocks.iter());
    blocks.any(|(_, b)| b.insts.iter().any(calls))
}

/// What runs when one of these does: functions whose address is taken are what
/// threads start with, and what is called through pointers.
fn reached(module: &Module, from: &BTreeSet<FuncId>) -> BTreeSet<FuncId> {
    let mut out = BTreeSet::new();
    let mut work: Vec<FuncId> = from.iter().copied().collect();
    while let Some(f) = work.pop() {
        if !out.insert(f) {
            continue;
        }
        let blocks = module
            .functions
            .get(f)
            .into_iter()
            .flat_map(|f| f.blocks.iter());
        for inst in blocks.flat_map(|(_, b)| &b.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(g),
                ..
            } = &inst.kind
            {
                work.push(*g);
            }
        }
    }
    out
}

impl Threaded {
    /// Replaces a call that starts a thread, and adds its handler.
    fn start(&mut self, s: &Start, number: usize, options: &Options) -> Option<()> {
        let m = &mut self.module;
        let (f, b, i) = s.at;
        let name = m.functions.get(s.function)?.name.clone();
        let (word, bytes) = (m.layout.ptr_bits, u64::from(m.layout.ptr_bits / 8));
        let slot = m.globals.push(Global {
            name: format!("argument {number} of {name}"),
            size: bytes,
            align: bytes as u32,
            constant: false,
            volatile: false,
            init: Some(Init {
                bytes: vec![0; bytes as usize],
                relocs: Vec::new(),
            }),
            ty: m.debug_types.ids().next()?,
            loc: LocId(0),
        });
        let block = m.functions.get(f)?.blocks.get(b)?;
        let call = block.insts.get(i)?.clone();
        let InstKind::Call { dsts, args, .. } = &call.kind else {
            return None;
        };
        let [id, _, _, argument] = &args[..] else {
            return None;
        };
        let store = |ty, value, addr| InstKind::Store {
            ty,
            value,
            addr,
            align: bytes as u32,
            volatile: false,
        };
        let handler = handler(m, s.function, (&name, slot), call.loc)?;
        let mut new = vec![
            store(Type::Ptr, argument.value, Operand::Global(slot, 0)),
            // `pthread_t` is a word that tells threads apart.
            store(Type::Int(word), Operand::Int(number as u64 + 1), id.value),
        ];
        if !s.once {
            // Why there is no peak is told where handlers are added.
            let need = super::interrupts::need(m, handler, options);
            let peak = need.map_or_else(|_| BigInt::from(0), |n| n.0);
            new.extend(stand_in(m, f, peak)?);
        }
        new.extend(zero(dsts));
        let at = |kind| Inst {
            kind,
            ..call.clone()
        };
        let block = &mut m.functions[f].blocks[b];
        block.insts.splice(i..=i, new.into_iter().map(at));
        self.assumptions
            .push(told(&name, &findings::place(m, f, call.loc), s.once));
        self.handlers.push(Handler {
            func: handler,
            priority: FIRST - number as u32,
            max: Some(u64::from(s.once)),
        });
        Some(())
    }
}

fn told(name: &str, at: &Place, once: bool) -> String {
    let each = match once {
        true => "",
        false => " each time, and what it needs is counted as if none of them ended",
    };
    format!(
        "`{name}` starts as a thread where {}:{} says so{each}",
        at.file, at.line
    )
}

/// A block of this size that is never freed, where there are bytes at all; none
/// where the program's `malloc` may not give one.
fn stand_in(m: &mut Module, f: FuncId, peak: BigInt) -> Option<Option<InstKind>> {
    let bytes = u64::try_from(peak).ok().filter(|n| *n <= MOST)?;
    if bytes == 0 {
        return Some(None);
    }
    let declared = |name| {
        let f = m.function(name)?;
        m.functions.get(f)?.is_declaration().then_some(f)
    };
    // One of them is there where a thread makes blocks by its own calls.
    let (make, factors) = match (declared("malloc"), declared("calloc")) {
        (Some(f), _) => (f, vec![bytes]),
        (None, Some(f)) => (f, vec![1, bytes]),
        (None, None) => return None,
    };
    let ty = Type::Int(m.layout.ptr_bits);
    let dst: Reg = m.functions[f].regs.push(Type::Ptr);
    let arg = |n| Arg {
        value: Operand::Int(n),
        ty,
        byval: None,
    };
    Some(Some(InstKind::Call {
        dsts: vec![dst],
        callee: Callee::Direct(make),
        args: factors.into_iter().map(arg).collect(),
        rets: vec![Type::Ptr],
    }))
}

/// A function that runs the start of a thread with what its variable holds.
fn handler(
    m: &mut Module,
    function: FuncId,
    (name, slot): (&str, GlobalId),
    loc: LocId,
) -> Option<FuncId> {
    let rets = m.functions.get(function)?.rets.clone();
    let mut regs = Arena::new();
    let argument = regs.push(Type::Ptr);
    let dsts = rets.iter().map(|ty| regs.push(*ty)).collect();
    let inst = |kind| Inst {
        kind,
        loc,
        weight: 0,
    };
    let load = InstKind::Load {
        dst: argument,
        ty: Type::Ptr,
        addr: Operand::Global(slot, 0),
        align: m.layout.ptr_bits / 8,
        volatile: false,
    };
    let call = InstKind::Call {
        dsts,
        callee: Callee::Direct(function),
        args: vec![Arg {
            value: Operand::Reg(argument),
            ty: Type::Ptr,
            byval: None,
        }],
        rets,
    };
    let mut blocks = Arena::new();
    blocks.push(Block {
        insts: vec![inst(load), inst(call)],
        term: Terminator::Return(Vec::new()),
        term_loc: loc,
        term_weight: 0,
    });
    let ty = m.debug_types.ids().next()?;
    Some(m.functions.push(Function {
        name: format!("{THREAD}{name}"),
        params: Vec::new(),
        rets: Vec::new(),
        variadic: false,
        noreturn: false,
        internal: true,
        blocks,
        regs,
        vars: Arena::new(),
        ty,
        loc,
    }))
}

/// Puts 0 in place of calls of these functions, but for a `pthread_join` that
/// asks for what the thread returned.
fn silence(f: &mut Function, quiet: &dyn Fn(FuncId) -> bool, module: &Module) {
    let asks = |g: FuncId, args: &[Arg]| {
        let join = module
            .functions
            .get(g)
            .is_some_and(|g| g.name == "pthread_join");
        join && !matches!(args, [_, r] if r.value == Operand::Int(0))
    };
    for (_, block) in f.blocks.iter_mut() {
        let old = std::mem::take(&mut block.insts);
        for inst in old {
            match &inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(g),
                    dsts,
                    args,
                    ..
                } if quiet(*g) && !asks(*g, args) => {
                    let new = zero(dsts);
                    block.insts.extend(new.into_iter().map(|kind| Inst {
                        kind,
                        ..inst.clone()
                    }));
                }
                _ => block.insts.push(inst),
            }
        }
    }
}

fn zero(dsts: &[ep_ir::Reg]) -> Vec<InstKind> {
    let one = |dst: &ep_ir::Reg| InstKind::Copy {
        dst: *dst,
        src: Operand::Int(0),
    };
    dsts.iter().map(one).collect()
}
