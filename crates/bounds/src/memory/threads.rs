//! The heap of a program that starts threads.
//!
//! Idea: a thread runs beside its program from its start on, as a handler of an
//! interrupt may: what it needs comes on top of the program's bound, which
//! holds if the thread writes nothing that decides about the program's memory
//! ([`super::interrupts`]). So the call that starts it is replaced by what it
//! does to memory, and the thread becomes a handler that fires once, with its
//! argument handed over in a variable. Source: the issue of document 000's
//! threads (their peaks, relative to their start, add up). Alternative: all
//! interleavings, of which there is no end. Cost: a copy of the program.
//!
//! What must never happen: a thread that is started twice and counted once; one
//! whose function is not known; a result of a thread that is read. Each leaves
//! the call as it is, which has no model, and then there is no bound.

use super::interrupts::Handler;
use super::Options;
use ep_base::entity::Arena;
use ep_explore::outcome::describe as findings;
use ep_ir::analysis::{addresses_taken, Cfg, Dominators, Loops};
use ep_ir::inst::Arg;
use ep_ir::{
    Block, BlockId, Callee, FuncId, Function, Global, GlobalId, Init, Inst, InstKind, LocId,
    Module, Operand, Terminator, Type,
};

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

/// A call that starts a thread.
struct Start {
    at: (BlockId, usize),
    function: FuncId,
}

/// The program with its threads as handlers.
pub(super) struct Threaded {
    pub module: Module,
    pub handlers: Vec<Handler>,
    pub assumptions: Vec<String>,
}

/// The program with the threads that its entry starts as handlers: where each is
/// one of those that were named, and started at most once.
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
        out.start(entry, s, k)?;
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
    (!taken.contains(&create) && !taken.contains(&entry)).then_some(())?;
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
                match callee {
                    Callee::Direct(g) if *g == create => {}
                    // Each of its calls would start the threads anew.
                    Callee::Direct(g) if *g == entry => return None,
                    _ => continue,
                }
                let once = id == entry && loops.irreducible.is_empty();
                (once && loops.innermost(b).is_none()).then_some(())?;
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
                    at: (b, i),
                    function,
                });
            }
        }
    }
    Some(out)
}

impl Threaded {
    /// Replaces a call that starts a thread, and adds its handler.
    fn start(&mut self, entry: FuncId, s: &Start, number: usize) -> Option<()> {
        let m = &mut self.module;
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
        let block = m.functions.get(entry)?.blocks.get(s.at.0)?;
        let call = block.insts.get(s.at.1)?.clone();
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
        let mut new = vec![
            store(Type::Ptr, argument.value, Operand::Global(slot, 0)),
            // `pthread_t` is a word that tells threads apart.
            store(Type::Int(word), Operand::Int(number as u64 + 1), id.value),
        ];
        new.extend(zero(dsts));
        let at = |kind| Inst {
            kind,
            ..call.clone()
        };
        let block = &mut m.functions[entry].blocks[s.at.0];
        block.insts.splice(s.at.1..=s.at.1, new.into_iter().map(at));
        let handler = handler(m, s.function, (&name, slot), call.loc)?;
        let place = findings::place(m, entry, call.loc);
        self.assumptions.push(format!(
            "`{name}` starts as a thread where {}:{} says so",
            place.file, place.line
        ));
        self.handlers.push(Handler {
            func: handler,
            priority: FIRST - number as u32,
            max: Some(1),
        });
        Some(())
    }
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
