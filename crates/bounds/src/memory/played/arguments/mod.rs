//! Arguments of `main` that may be any, as many as there may be.
//!
//! Idea: whoever starts a program says what it is called with, so a bound has to hold
//! for all arguments. In a copy of the program `argc` is any number from 1 on, `argv`
//! points to one element that stands for all, and that leads to one text that stands
//! for all: an element is that text or null, a character of it is any, a number that
//! `atoi` finds in it is any number (an input of the bound, called
//! `atoi(argv[1])`), its length is any below what Linux allows. What may lead to the
//! text or to the elements is found by points-to sets ([`super::super::slice`]), over
//! the whole program: texts may be kept in structures and handed to functions.
//! Instructions whose pointer may also lead elsewhere ask at run time which it is.
//! Rewriting goes on until no instruction is left that looks at either; where one is
//! not understood the whole program stays as it is. Alternative: `N` symbolic bytes
//! for each of so many arguments, which `--sym-args` gives and which is exact, and a
//! bound for these alone. Cost: a few computations of points-to sets.
//!
//! What must never happen: an instruction that reads the text that stands for all as
//! if it were one of no characters; a call of the library that the table
//! ([`library`]) does not have and that is taken to do nothing.

mod library;
pub(super) mod named;
mod rewrite;
mod uses;

use super::super::slice::{places, Marks, Places};
use super::reads::{is_own, somewhere, Why};
use super::replaced::{Calls, Tools, Writer};
use ep_base::Stop;
use ep_ir::module::{Global, Init, Relocation};
use ep_ir::{
    visit, Callee, FuncId, Function, Inst, InstKind, IntPred, LocId, Module, Operand, Reg,
    RelocTarget, Type,
};
pub(super) use named::{numbers, seen, text};
pub(in crate::memory) use named::{within, without_sign};
use std::collections::HashSet;
use uses::{Looks, Plan, Stand};

/// Computations of points-to sets at most: each rewrites all that is seen.
const ROUNDS: usize = 16;

/// The program called with any arguments; none where it does not look at them.
pub(super) fn argued(
    module: &Module,
    entries: &[FuncId],
    calls: Calls,
    stop: &Stop,
) -> Result<Option<Module>, Why> {
    let Some(main) = module.function("main").filter(|m| entries.contains(m)) else {
        return Ok(None);
    };
    let Some(f) = module.functions.get(main) else {
        return Ok(None);
    };
    let (count, vector) = (f.params.first(), f.params.get(1));
    if f.is_declaration() || !looks(f, count.map(|p| p.reg)) && !looks(f, vector.map(|p| p.reg)) {
        return Ok(None);
    }
    let why = |what: &str| {
        Err(Why {
            what: what.into(),
            loc: f.loc,
        })
    };
    let types = (count.map(|p| p.ty), vector.map(|p| p.ty));
    if !matches!(types, (Some(Type::Int(32)), None | Some(Type::Ptr))) {
        return why("`main` has parameters of other types");
    }
    if called(module, main) {
        return why("the program calls `main` itself");
    }
    let own = [count, vector].into_iter().flatten().map(|p| p.reg);
    // A parameter that changes is a register as any other.
    let kept = own.into_iter().any(|r| written(f, r));
    let mut rewriting =
        begun(module, main, kept, calls).ok_or_else(|| somewhere("the program has no types"))?;
    rewritten(&mut rewriting, entries, stop)?;
    Ok(Some(rewriting.module))
}

fn looks(f: &Function, r: Option<Reg>) -> bool {
    let Some(r) = r else { return false };
    let mut found = false;
    for (_, b) in f.blocks.iter() {
        for inst in &b.insts {
            visit::uses(&inst.kind, &mut |o| found |= *o == Operand::Reg(r));
        }
        visit::term_uses(&b.term, &mut |o| found |= *o == Operand::Reg(r));
    }
    found
}

fn written(f: &Function, r: Reg) -> bool {
    let mut found = false;
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        visit::defs(&inst.kind, &mut |d| found |= *d == r);
    }
    found
}

fn called(module: &Module, main: FuncId) -> bool {
    let all = module.functions.iter().flat_map(|(_, f)| f.blocks.iter());
    let mut insts = all.flat_map(|(_, b)| &b.insts);
    ep_ir::analysis::addresses_taken(module).contains(&main)
        || insts.any(
            |i| matches!(&i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if *g == main),
        )
}

/// The copy, with parameters that are any.
fn begun(module: &Module, main: FuncId, kept: bool, calls: Calls) -> Option<rewrite::Rewriting> {
    let mut out = module.clone();
    let mut tools = Tools::default();
    let stand = stand(&mut out)?;
    parameters(&mut out, &mut tools, main, stand, kept)?;
    Some(rewrite::Rewriting {
        module: out,
        tools,
        stand,
        calls,
        guarded: HashSet::new(),
    })
}

/// Rewrites all that looks at what stands for arguments.
fn rewritten(
    rewriting: &mut rewrite::Rewriting,
    entries: &[FuncId],
    stop: &Stop,
) -> Result<(), Why> {
    // Calls of models with pointers of all kinds mix these: what is certain comes first.
    let mut certain = true;
    for _ in 0..ROUNDS {
        let marks = Marks {
            objects: Some([rewriting.stand.text, rewriting.stand.vector]),
            guarded: rewriting.guarded.clone(),
        };
        let places = places(&rewriting.module, entries, marks, stop)
            .ok_or_else(|| somewhere("there was no time to follow `argv`"))?;
        let plan = plan(rewriting, &places, certain)?;
        drop(places);
        match (plan.is_empty(), certain) {
            (true, true) => certain = false,
            (true, false) => return Ok(()),
            _ => rewriting.apply(&plan)?,
        }
    }
    Err(somewhere("what `argv` leads to is not found out"))
}

/// What is to be rewritten. Where only what is certain is asked for, the rest waits.
fn plan(r: &rewrite::Rewriting, places: &Places<'_>, certain: bool) -> Result<Plan, Why> {
    let looks = Looks {
        module: &r.module,
        places,
        stand: r.stand,
        reads_files: reads_files(&r.module),
        certain,
    };
    let mut out = Plan::new();
    let mut refused = None;
    for f in places.reached() {
        let Some(function) = r.module.functions.get(f) else {
            continue;
        };
        let own = is_own(&r.module, function);
        if certain && !own {
            continue;
        }
        for (block, b) in function.blocks.iter() {
            for (at, inst) in b.insts.iter().enumerate() {
                match looks.of(f, inst, own) {
                    Ok(Some(u)) => out.entry((f, block)).or_default().push((at, u)),
                    Err(why) if !certain => refused = refused.or(Some(why)),
                    _ => {}
                }
            }
        }
    }
    match refused {
        // What is rewritten now may have led there.
        Some(why) if out.is_empty() => Err(why),
        _ => Ok(out),
    }
}

/// Functions that give what a file holds, or how long it is.
const READERS: [&str; 36] = [
    "fgetpos",
    "fgetpos64",
    "fstat",
    "fstat64",
    "ftell",
    "ftello",
    "ftello64",
    "lseek",
    "lseek64",
    "lstat",
    "lstat64",
    "open_memstream",
    "stat",
    "stat64",
    "fgetc",
    "fgetc_unlocked",
    "fgets",
    "fgets_unlocked",
    "fgetwc",
    "fgetws",
    "fread",
    "fread_unlocked",
    "fscanf",
    "__isoc99_fscanf",
    "__isoc23_fscanf",
    "getc",
    "getc_unlocked",
    "_IO_getc",
    "getdelim",
    "__getdelim",
    "getline",
    "mmap",
    "mmap64",
    "pread",
    "read",
    "readv",
];

/// Whether the program itself reads files.
fn reads_files(module: &Module) -> bool {
    let own = module.functions.iter().filter(|(_, f)| is_own(module, f));
    let mut insts = own.flat_map(|(_, f)| f.blocks.iter().flat_map(|(_, b)| &b.insts));
    let reader = |g: &FuncId| {
        let g = module.functions.get(*g);
        g.is_some_and(|g| READERS.contains(&g.name.as_str()))
    };
    insts.any(|i| {
        let mut found = false;
        visit::uses(&i.kind, &mut |o| {
            found |= matches!(o, Operand::Func(g) if reader(g));
        });
        found || matches!(&i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if reader(g))
    })
}

fn stand(m: &mut Module) -> Option<Stand> {
    let ty = m.debug_types.ids().next()?;
    let word = u64::from(m.layout.ptr_bits / 8);
    let mut global = |name: &str, size: u64, relocs: Vec<Relocation>| {
        m.globals.push(Global {
            name: name.into(),
            size,
            align: 8,
            constant: false,
            volatile: false,
            init: Some(Init {
                bytes: vec![0; usize::try_from(size).unwrap_or_default()],
                relocs,
            }),
            ty,
            loc: LocId(0),
        })
    };
    let text = global("__ep_argument", 8, Vec::new());
    let target = RelocTarget::Global(text);
    let vector = global(
        "__ep_arguments",
        word,
        vec![Relocation {
            offset: 0,
            target,
            addend: 0,
        }],
    );
    Some(Stand { text, vector })
}

/// `argc` is any number from 1 on, and `argv` leads to what stands for all. Kept: the
/// program writes to its parameters, which are registers as others then.
fn parameters(
    m: &mut Module,
    tools: &mut Tools,
    main: FuncId,
    stand: Stand,
    kept: bool,
) -> Option<()> {
    let function = m.functions.get(main)?;
    let count = function.params.first()?.reg;
    let vector = function.params.get(1).map(|p| p.reg);
    let (first, loc) = (function.blocks.ids().next()?, function.loc);
    let before = Inst {
        kind: InstKind::Freeze {
            dst: count,
            src: Operand::Undef,
        },
        loc,
        weight: 0,
    };
    let ty = Type::Int(32);
    let mut w = Writer::new(m, tools, main, &before);
    let any = w.named(32, true, named::COUNT)?;
    let some = w.compare(IntPred::Sgt, ty, any, Operand::Int(0));
    w.assume(some)?;
    // Registers of parameters that the program writes to become others.
    let leads = Operand::Global(stand.vector, 0);
    let mut others = Vec::new();
    for (from, is) in [Some((count, any)), vector.map(|v| (v, leads))]
        .into_iter()
        .flatten()
    {
        let to = match kept {
            true => {
                let dst = w.reg(if from == count { ty } else { Type::Ptr });
                w.put(InstKind::Copy { dst, src: is });
                Operand::Reg(dst)
            }
            false => is,
        };
        others.push((from, to));
    }
    let insts = w.done(Calls::Go);
    let function = &mut m.functions[main];
    let new = |r: Reg| others.iter().find(|(from, _)| *from == r).map(|x| x.1);
    let mut change = |o: &mut Operand| {
        if let Operand::Reg(r) = o {
            *o = new(*r).unwrap_or(*o);
        }
    };
    for (_, b) in function.blocks.iter_mut() {
        for inst in &mut b.insts {
            visit::uses_mut(&mut inst.kind, &mut change);
            visit::defs_mut(&mut inst.kind, &mut |d| {
                if let Some(Operand::Reg(r)) = new(*d) {
                    *d = r;
                }
            });
        }
        visit::term_uses_mut(&mut b.term, &mut change);
    }
    function.blocks[first].insts.splice(0..0, insts);
    Some(())
}
