//! Functions without a source of which the user says what they take.
//!
//! Idea: a line of `--library` says how much stack and how much heap of its own
//! a function takes. That makes it one that does nothing to the program's
//! blocks: it makes, frees and keeps none of them and calls nothing of the
//! program, which is printed as an assumption. What is left is what it returns,
//! which is anything, and what it writes: anything, wherever an argument of one
//! of these functions leads (what it was given earlier, another one may still
//! write). So it gets a body that returns anything and writes nothing; that is
//! the same for memory where nothing that decides about memory is read from
//! where it writes ([`super::slice`]). Else only the shape of the program counts,
//! which looks at no memory. One that does not return ends the program there.
//! Source: the handlers of interrupts ([`super::interrupts`]), which write at
//! any time. Alternative: to make all bytes behind its arguments arbitrary in
//! every state, which has no limit where these lead to lists. Cost: the points-to
//! sets of the program.
//!
//! What must never happen: a function that has a model, calls back or jumps
//! elsewhere is taken for one of these; a path that ends in one is forgotten.

use super::reach::{calls_back, of_mathematics, of_the_network, TEXT};
use super::{slice, Options};
use ep_base::entity::Arena;
use ep_ir::inst::Arg;
use ep_ir::provided::lookup;
use ep_ir::{
    Block, Callee, CheckKind, FuncId, Function, Inst, InstKind, Module, Operand, Reg, Terminator,
    Type,
};
use std::collections::BTreeSet;

/// Why only the shape counts.
const DECIDES: &str =
    "a function that --library describes can write what decides about memory here";

/// The same of standard input.
const TEXT_DECIDES: &str =
    "a text that is read, or an argument, can decide about memory here: --stdin N and --sym-args follow as many bytes";

/// Functions that do more than to return: jumps, other processes, the end.
const ELSEWHERE: [&str; 14] = [
    "_longjmp",
    "_setjmp",
    "clone",
    "dlopen",
    "fork",
    "longjmp",
    "makecontext",
    "setcontext",
    "setjmp",
    "siglongjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "swapcontext",
    "vfork",
];

/// The program with bodies for these functions.
pub(super) struct Given {
    pub module: Module,
    /// Why only the shape of the program counts: what they write can decide about
    /// memory.
    pub decides: Option<&'static str>,
    pub assumption: Option<String>,
    /// One of them is given pointers or returns one. What it leaves behind them, now or
    /// later, may be pointers of elsewhere, or null.
    pub moves: bool,
}

/// The program where each function that the user describes, and that is called,
/// has a body; none where there is none.
pub(super) fn given(module: &Module, entry: FuncId, options: &Options) -> Option<Given> {
    let called = called(module);
    let described = |id: FuncId, f: &Function| {
        f.is_declaration()
            && (options.told.contains(&f.name)
                || options.missing_are_told
                || of_the_network(&f.name)
                || of_mathematics(&f.name))
            && called.contains(&id)
            && lookup(&f.name).is_none()
            && !calls_back(&f.name)
            && !ELSEWHERE.contains(&f.name.as_str())
    };
    let all = module.functions.iter();
    let told: BTreeSet<FuncId> = all
        .filter(|(id, f)| described(*id, f))
        .map(|(id, _)| id)
        .collect();
    (!told.is_empty()).then_some(())?;
    let mut entries = vec![entry];
    entries.extend(options.handlers.iter().map(|h| h.func));
    entries.extend(&options.threads);
    entries.extend(options.beside.iter().flatten());
    let mut decides = slice::told_decide(module, &entries, &told, &options.budget.stop());
    let mut out = module.clone();
    let (last, some_pointer) = last(module);
    let ends: BTreeSet<FuncId> = told
        .iter()
        .filter(|f| last.contains(*f) || module.functions.get(**f).is_some_and(|f| f.noreturn))
        .copied()
        .collect();
    // What they leave in `errno` is anything, too.
    decides |= reads_errno(module);
    // Whom a pointer calls that does not come back is not asked.
    decides |= some_pointer;
    let abort = match ends.is_empty() {
        false => Some(ending(&mut out)?),
        true => None,
    };
    let (mut names, mut said) = (Vec::new(), false);
    let moves = moves_pointers(module, &told);
    for id in &told {
        let f = &mut out.functions[*id];
        said |= options.told.contains(&f.name) && f.name != TEXT;
        if f.name != TEXT {
            names.push(format!("`{}`", f.name));
        }
        // What a pointer that it returns leads to is not known.
        let leads = f.rets.iter().any(|t| !matches!(t, Type::Int(_)));
        decides |= leads && !of_mathematics(&f.name);
        body(f, abort.filter(|_| ends.contains(id)));
    }
    let (make, write, lead) = match names.len() {
        1 => ("makes, frees and keeps", "writes", "its"),
        _ => ("make, free and keep", "write", "their"),
    };
    let why = match names.is_empty() {
        true => TEXT_DECIDES,
        false => DECIDES,
    };
    Some(Given {
        module: out,
        moves,
        decides: decides.then_some(why),
        assumption: (!names.is_empty()).then(|| format!(
            "{} {make} no blocks of the program, {} nothing of it, and {write} only where {lead} arguments lead, and standard input is not given back{}",
            names.join(", "),
            if names.len() == 1 { "calls" } else { "call" },
            match (options.missing_are_told, said) {
                (true, _) => " (--external havoc)",
                (false, true) => " (--library)",
                (false, false) => "",
            },
        )),
    })
}

/// Whether the program itself looks at `errno`; models of the library have no line.
fn reads_errno(module: &Module) -> bool {
    let own = |f: &&Function| module.locs.get(f.loc).is_some_and(|p| p.line > 0);
    let functions = module.functions.iter().map(|(_, f)| f).filter(own);
    let mut insts = functions.flat_map(|f| f.blocks.iter().flat_map(|(_, b)| &b.insts));
    insts.any(|i| match &i.kind {
        InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } => (module.functions.get(*g)).is_some_and(|g| g.name == "__errno_location"),
        _ => false,
    })
}

/// Whether one of these functions has to do with pointers. A text that is read is none.
fn moves_pointers(module: &Module, told: &BTreeSet<FuncId>) -> bool {
    let pointer = |t: &Type| *t == Type::Ptr;
    let texts = |id: &FuncId| module.functions.get(*id).is_some_and(|f| f.name == TEXT);
    let own = |id: &FuncId| told.contains(id) && !texts(id);
    let declared = (told.iter().filter(|id| own(id)))
        .filter_map(|id| module.functions.get(*id))
        .any(|f| f.rets.iter().any(pointer) || f.params.iter().any(|p| pointer(&p.ty)));
    let taken = ep_ir::analysis::addresses_taken(module);
    let insts = module.functions.iter().flat_map(|(_, f)| f.blocks.iter());
    let mut insts = insts.flat_map(|(_, b)| &b.insts);
    declared
        || taken.iter().any(own)
        || insts.any(|i| match &i.kind {
            InstKind::Call {
                callee: Callee::Direct(g),
                args,
                ..
            } => own(g) && args.iter().any(|a| pointer(&a.ty)),
            _ => false,
        })
}

/// Functions that are called or whose address is taken.
fn called(module: &Module) -> BTreeSet<FuncId> {
    let mut out = ep_ir::analysis::addresses_taken(module);
    for (_, f) in module.functions.iter() {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            if let InstKind::Call {
                callee: Callee::Direct(g),
                ..
            } = &inst.kind
            {
                out.insert(*g);
            }
        }
    }
    out
}

/// Functions from which a call does not come back, since what is behind it is
/// never reached, and whether some call through a pointer is such a one.
/// Compilers that check for that drop the attribute.
fn last(module: &Module) -> (BTreeSet<FuncId>, bool) {
    let (mut out, mut pointer) = (BTreeSet::new(), false);
    for (_, block) in module.functions.iter().flat_map(|(_, f)| f.blocks.iter()) {
        for (i, inst) in block.insts.iter().enumerate() {
            let InstKind::Call { callee, .. } = &inst.kind else {
                continue;
            };
            let behind = match block.insts.get(i + 1).map(|i| &i.kind) {
                Some(InstKind::Check { kind, .. }) => *kind == CheckKind::Unreachable,
                Some(_) => false,
                None => matches!(block.term, Terminator::Unreachable),
            };
            match callee {
                Callee::Direct(g) if behind => {
                    out.insert(*g);
                }
                Callee::Indirect(_) => pointer |= behind,
                Callee::Direct(_) => {}
            }
        }
    }
    (out, pointer)
}

/// The function that ends the program; none where the program has its own.
fn ending(m: &mut Module) -> Option<FuncId> {
    let abort = declared(m, "abort")?;
    m.functions[abort].noreturn = true;
    Some(abort)
}

/// A function without a body, called with anything; none where the program has its own.
pub(super) fn declared(m: &mut Module, name: &str) -> Option<FuncId> {
    if let Some(f) = m.function(name) {
        return m.functions.get(f)?.is_declaration().then_some(f);
    }
    let ty = m.debug_types.ids().next()?;
    Some(m.functions.push(Function {
        name: name.into(),
        params: Vec::new(),
        rets: Vec::new(),
        variadic: true,
        noreturn: false,
        internal: false,
        blocks: Arena::new(),
        regs: Arena::new(),
        vars: Arena::new(),
        ty,
        loc: ep_ir::LocId(0),
    }))
}

/// Returns anything, or ends the program.
fn body(f: &mut Function, abort: Option<FuncId>) {
    let (loc, mut insts) = (f.loc, Vec::new());
    let inst = |kind| Inst {
        kind,
        loc,
        weight: 0,
    };
    let term = match abort {
        Some(abort) => {
            insts.push(inst(InstKind::Call {
                dsts: Vec::new(),
                callee: Callee::Direct(abort),
                args: Vec::<Arg>::new(),
                rets: Vec::new(),
            }));
            Terminator::Unreachable
        }
        None => {
            let mut values = Vec::new();
            for ty in f.rets.clone() {
                if ty == Type::Ptr {
                    values.push(Operand::Undef);
                    continue;
                }
                let dst: Reg = f.regs.push(ty);
                let src = Operand::Undef;
                insts.push(inst(InstKind::Freeze { dst, src }));
                values.push(Operand::Reg(dst));
            }
            Terminator::Return(values)
        }
    };
    f.blocks.push(Block {
        insts,
        term,
        term_loc: loc,
        term_weight: 0,
    });
}
