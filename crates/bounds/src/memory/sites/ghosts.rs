//! How many blocks live at one time, by a counter that the program keeps.
//!
//! Idea: a queue with `count`, a pool with `used`, a stack with `depth` makes a block
//! where it steps its counter up and frees one where it steps it down. So in a copy of
//! the program a *ghost variable* counts the blocks that live of each place that makes
//! some: one more behind each `malloc` (and one less where that gave null), one less
//! before each `free` of what is certainly a block of these places. Differences of the
//! ghost and the program's counters are walked ([`crate::recursion::walk`]): where
//! `ghost - count` is at most 0 and a test keeps `count` below 32, no more than 32 blocks
//! live at one time, in an endless loop too. Source: ghost variables (Owicki and Gries,
//! "Verifying properties of parallel programs", CACM 1976) for the number of live
//! objects (Albert, Genaim and Gómez-Zamalloa, "Heap space analysis for Java bytecode",
//! ISMM 2007); relations by differences (Miné, PADO 2001). Alternative: invariants of
//! the shape of a list with its length; one for each kind of structure. Cost: points-to
//! sets of the program and one walk over its entry, with the variables that counters are
//! compared with.
//!
//! What must never happen: the ghost goes down where no block ends, or where one ends
//! that it did not count. So a `free` counts only where its pointer is certainly not null
//! ([`super::nonnull`]) and can only have been made by places that are counted, all in the
//! one function that begins once; blocks that end unseen leave the ghost too high.

use super::emptied::gone;
use super::facts::{builtin, left_out, At, Facts};
use super::forged::makes_pointers;
use super::nonnull::NonNull;
use super::printed::quiet;
use crate::memory::reach::TEXT;
use crate::memory::slice::{places, Marks, Places};
use crate::recursion::walk::{Sign, Walker};
use ep_base::Stop;
use ep_ir::inst::{Arg, Overflow};
use ep_ir::provided::Builtin;
use ep_ir::{
    visit, BinOp, Block, BlockId, Callee, FuncId, Function, Inst, InstKind, IntPred, Module,
    Operand, Reg, RelocTarget, Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Places that make blocks, with a ghost each.
const MOST_SITES: usize = 40;
/// Registers that are walked beside the ghosts.
const MOST_REGISTERS: usize = 48;
/// More blocks than this come from a type and not from the program.
const MOST_BLOCKS: i128 = 1 << 24;

/// Blocks of several places that one `free` may end, and how many live at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crowd {
    pub group: u32,
    pub most: u64,
}

/// Where blocks are made of which so many live at most.
pub(super) type Crowds = BTreeMap<At, Crowd>;

/// The crowds of a program's entry; empty where there are none.
pub(super) fn crowds(module: &Module, entry: FuncId, stop: &Stop) -> Crowds {
    found(module, entry, stop).unwrap_or_default()
}

fn found(module: &Module, entry: FuncId, stop: &Stop) -> Option<Crowds> {
    let f = module.functions.get(entry)?;
    let facts = Facts::new(f);
    // A ghost begins with 0 once, and is not reached by another activation.
    let begins_once = facts.cfg.predecessors(BlockId(0)).is_empty() && !is_named(module, entry);
    begins_once.then_some(())?;
    let sites = sites(module, f);
    ((1..=MOST_SITES).contains(&sites.len())).then_some(())?;
    tracing::debug!(sites = sites.len(), "counters of blocks are looked for");
    let quiet = quiet(module);
    // What a text is written over is null for all that is known.
    let whole = self::places(&quiet, &[entry], Marks::default(), stop)?;
    (!makes_pointers(module, entry, &whole)).then_some(())?;
    let module = &quiet;
    let f = module.functions.get(entry)?;
    let without = without_texts(module, entry);
    let places = places(&without, &[entry], Marks::default(), stop)?;
    for (b, block) in f
        .blocks
        .iter()
        .filter(|_| tracing::enabled!(tracing::Level::TRACE))
    {
        for i in &block.insts {
            tracing::trace!(?b, "{}", ep_ir::text::print_inst(&i.kind));
        }
        tracing::trace!(?b, end = ?block.term);
    }
    let never_null = NonNull::of(module, (entry, f, &facts), &whole, &sites);
    let frees = frees(module, (entry, f), &places, &sites);
    let groups = groups(&sites, &frees);
    let frees: BTreeMap<At, Vec<At>> = (frees.into_iter())
        .filter(|(at, (r, _))| never_null.holds(*at, *r))
        .map(|(at, (_, of))| (at, of))
        .collect();
    let mut copy = f.clone();
    let number = groups.values().max()? + 1;
    let ghosts: Vec<Reg> = (0..number).map(|_| copy.regs.push(Type::Int(64))).collect();
    let some = copy.regs.push(Type::Int(1));
    let ghost = |at: &At| {
        groups
            .get(at)
            .and_then(|g| ghosts.get(*g as usize))
            .copied()
    };
    // Where no block of the group lives the ghost is 0. On one way with a null edge this
    // comes behind it.
    let mut ends: BTreeMap<BlockId, BTreeSet<Reg>> = BTreeMap::new();
    for x in gone(module, entry, stop) {
        let all = groups.iter().filter(|(at, _)| x.of.contains(at));
        let of: BTreeSet<u32> = all.map(|(_, g)| *g).collect();
        let whole = |g: &u32| groups.iter().all(|(at, n)| n != g || x.of.contains(at));
        let of = of.iter().filter(|g| whole(g));
        for g in of.filter_map(|g| ghosts.get(*g as usize)) {
            for (from, to) in &x.on {
                match f.blocks.get(*from).map(|b| &b.term) {
                    Some(Terminator::Jump(_)) => _ = ends.entry(*from).or_default().insert(*g),
                    Some(Terminator::Branch { then, els, .. }) if then != els => {
                        on_edge(&mut copy, (*from, to == then), set(*g));
                    }
                    _ => {}
                }
            }
        }
    }
    // Null edges next: they are told by places of the original blocks.
    for (at, p) in &sites {
        if let (Some((b, side)), Some(g)) = (null_edge(f, &facts, *at, *p), ghost(at)) {
            on_edge(&mut copy, (b, side), step(g, BinOp::Sub));
        }
    }
    for (b, block) in f.blocks.iter() {
        let mut insts = Vec::new();
        for (i, inst) in block.insts.iter().enumerate() {
            let freed = frees
                .get(&(b, i))
                .and_then(|of| of.first())
                .and_then(&ghost);
            insts.extend(freed.into_iter().flat_map(|g| {
                // The block that ends is one of those that are counted.
                let cond = Operand::Reg(some);
                let all = [
                    lives(some, g),
                    InstKind::Assume { cond },
                    step(g, BinOp::Sub),
                ];
                all.map(|kind| plain(f, kind))
            }));
            insts.push(inst.clone());
            let made = sites.get(&(b, i)).and_then(|_| ghost(&(b, i)));
            insts.extend(made.map(|g| plain(f, step(g, BinOp::Add))));
        }
        let end = ends.get(&b).into_iter().flatten();
        insts.extend(end.map(|g| plain(f, set(*g))));
        copy.blocks[b].insts = insts;
        if let Some(to) = never_null.sides().get(&b) {
            copy.blocks[b].term = Terminator::Jump(*to);
        }
    }
    // A block of its own sets them, so that they hold a number in all others.
    let begin = Block {
        insts: ghosts.iter().map(|g| plain(f, set(*g))).collect(),
        term: Terminator::Jump(BlockId(copy.blocks.len() as u32)),
        term_loc: f.loc,
        term_weight: 0,
    };
    let first = std::mem::replace(&mut copy.blocks[BlockId(0)], begin);
    copy.blocks.push(first);
    let mut only: BTreeSet<Reg> = ghosts.iter().copied().collect();
    only.extend(counters(f, &facts));
    let mut module = module.clone();
    module.functions[entry] = copy;
    let nowhere = |_: FuncId, _: ep_ir::LocId| None;
    let mut walker = Walker::new(&module, Sign::Signed, &nowhere);
    let params = vec![(None, None); f.params.len()];
    let between = walker.in_blocks_over(entry, &params, Some(&only))?;
    let mut most: BTreeMap<u32, Option<i128>> = BTreeMap::new();
    for ((b, r), (_, high)) in &between {
        let ghost = ghosts.iter().position(|g| g == r);
        let Some(g) = ghost.filter(|_| *b != BlockId(0)) else {
            continue;
        };
        let entry = most.entry(g as u32).or_insert(Some(0));
        *entry = entry.zip(*high).map(|(a, b)| a.max(b));
    }
    tracing::debug!(
        sites = sites.len(),
        frees = frees.len(),
        walked = only.len(),
        ?most,
        "counters of blocks"
    );
    let crowd = |(at, group): (&At, &u32)| {
        let most = (*most.get(group)?).filter(|n| *n <= MOST_BLOCKS)?;
        let most = u64::try_from(most).ok()?;
        Some((
            *at,
            Crowd {
                group: *group,
                most,
            },
        ))
    };
    Some(groups.iter().filter_map(crowd).collect())
}

/// Whether a function of the program calls this one, or has its address.
pub(super) fn is_named(module: &Module, entry: FuncId) -> bool {
    let mut named = false;
    for (_, f) in module.functions.iter() {
        for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            named |=
                matches!(&i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if *g == entry);
            visit::uses(&i.kind, &mut |o| named |= *o == Operand::Func(entry));
        }
    }
    let mut relocs = module.globals.iter().flat_map(|(_, g)| &g.init);
    named
        || relocs.any(|i| {
            i.relocs
                .iter()
                .any(|r| r.target == RelocTarget::Func(entry))
        })
}

/// The program without calls that write a text of which no part can be an address: what
/// is read of standard input, and numbers that are printed. What such a text lies over is
/// no pointer any more.
pub(super) fn without_texts(module: &Module, entry: FuncId) -> Module {
    let mut out = module.clone();
    let table = |o: &Operand| match o {
        Operand::Global(g, _) => module.globals.get(*g).is_some_and(|g| g.constant),
        _ => false,
    };
    for (_, block) in out.functions[entry].blocks.iter_mut() {
        for i in &mut block.insts {
            let InstKind::Call {
                callee: Callee::Direct(g),
                args,
                dsts,
                ..
            } = &i.kind
            else {
                continue;
            };
            let name = module.functions.get(*g).map_or("", |g| g.name.as_str());
            let numbers = matches!(name, "snprintf" | "sprintf")
                && !characters(module, args)
                && args
                    .iter()
                    .skip(1)
                    .all(|a| a.ty != Type::Ptr || table(&a.value));
            if !(numbers || name == TEXT) {
                continue;
            }
            if let Some(nothing) = left_out(dsts) {
                i.kind = nothing;
            }
        }
    }
    out
}

/// Whether a format writes single bytes (`%c`), which may be those of a pointer.
fn characters(module: &Module, args: &[Arg]) -> bool {
    let formats = args.iter().filter_map(|a| match a.value {
        Operand::Global(g, _) => module.globals.get(g),
        _ => None,
    });
    let single = |text: &[u8]| {
        let inside = |c: &u8| c.is_ascii_digit() || b" #+-.*'hlLjzt".contains(c);
        let end = text.iter().find(|c| !inside(c));
        matches!(end, None | Some(b'c' | b'C'))
    };
    let one = |g: &ep_ir::Global| match &g.init {
        Some(init) => init.bytes.split(|c| *c == b'%').skip(1).any(single),
        None => true,
    };
    formats.into_iter().any(one)
}

/// Where blocks are made, and the register that each goes to.
pub(super) fn sites(module: &Module, f: &Function) -> BTreeMap<At, Reg> {
    let mut out = BTreeMap::new();
    for (b, block) in f.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            let InstKind::Call { dsts, .. } = &inst.kind else {
                continue;
            };
            let makes = matches!(
                builtin(module, &inst.kind),
                Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc)
            );
            if let ([p], true) = (&dsts[..], makes) {
                out.insert((b, i), *p);
            }
        }
    }
    out
}

/// Frees of nothing but blocks of counted places: the register, and these places.
fn frees(
    module: &Module,
    (id, f): (FuncId, &Function),
    places: &Places<'_>,
    sites: &BTreeMap<At, Reg>,
) -> BTreeMap<At, (Reg, Vec<At>)> {
    let mut out = BTreeMap::new();
    for (b, block) in f.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            let InstKind::Call { args, .. } = &inst.kind else {
                continue;
            };
            let (Some(Builtin::Free), [x]) = (builtin(module, &inst.kind), &args[..]) else {
                continue;
            };
            let Operand::Reg(r) = x.value else { continue };
            let Some(made) = places.made(id, &x.value) else {
                continue;
            };
            let counted = |m: &(FuncId, BlockId, usize)| {
                let at = (m.1, m.2);
                (m.0 == id && sites.contains_key(&at)).then_some(at)
            };
            let of: Option<Vec<At>> = made.iter().map(counted).collect();
            let of = of.filter(|of| !of.is_empty());
            out.extend(of.map(|of| ((b, i), (r, of))));
        }
    }
    out
}

/// Places whose blocks one `free` may end are of one group.
fn groups(sites: &BTreeMap<At, Reg>, frees: &BTreeMap<At, (Reg, Vec<At>)>) -> BTreeMap<At, u32> {
    let numbered = sites.keys().zip(0u32..);
    let mut out: BTreeMap<At, u32> = numbered.map(|(at, n)| (*at, n)).collect();
    for (_, of) in frees.values() {
        let all: BTreeSet<u32> = of.iter().filter_map(|at| out.get(at)).copied().collect();
        let Some(first) = all.first().copied() else {
            continue;
        };
        out.values_mut()
            .filter(|g| all.contains(g))
            .for_each(|g| *g = first);
    }
    out
}

fn plain(f: &Function, kind: InstKind) -> Inst {
    Inst {
        kind,
        loc: f.loc,
        weight: 0,
    }
}

/// Whether a block lives, by its ghost.
fn lives(dst: Reg, g: Reg) -> InstKind {
    InstKind::Cmp {
        pred: IntPred::Sge,
        ty: Type::Int(64),
        dst,
        a: Operand::Reg(g),
        b: Operand::Int(1),
    }
}

fn set(g: Reg) -> InstKind {
    InstKind::Copy {
        dst: g,
        src: Operand::Int(0),
    }
}

fn step(g: Reg, op: BinOp) -> InstKind {
    InstKind::Bin {
        op,
        flags: Overflow {
            nsw: true,
            ..Overflow::default()
        },
        dst: g,
        a: Operand::Reg(g),
        b: Operand::Int(1),
    }
}

/// The side of the test right behind a place that is taken where it gave null: then
/// nothing was made. Each block that is made comes to this test once.
fn null_edge(f: &Function, facts: &Facts, at: At, p: Reg) -> Option<(BlockId, bool)> {
    let mut same: BTreeSet<Reg> = BTreeSet::from([p]);
    let (mut b, mut from) = (at.0, at.1 + 1);
    let mut seen = BTreeSet::from([b]);
    let mut stored: Option<(Reg, i64)> = None;
    // An address of registers that are set once, so that two are one.
    let place = |o: Operand| -> Option<(Reg, i64)> {
        let Operand::Reg(r) = o else { return None };
        match &facts.only(f, r)?.1.kind {
            InstKind::PtrAdd {
                base: Operand::Reg(base),
                offset,
                terms,
                ..
            } if terms.is_empty() => facts.only(f, *base).map(|_| (*base, *offset)),
            _ => Some((r, 0)),
        }
    };
    loop {
        let block = f.blocks.get(b)?;
        let mut tests: BTreeMap<Reg, bool> = BTreeMap::new();
        for i in block.insts.get(from..)? {
            let copied = match &i.kind {
                InstKind::Copy {
                    dst,
                    src: Operand::Reg(r),
                } if same.contains(r) => Some(*dst),
                // It is loaded again from where it was stored.
                InstKind::Load {
                    dst,
                    ty: Type::Ptr,
                    addr,
                    volatile: false,
                    ..
                } if stored.is_some() && stored == place(*addr) => Some(*dst),
                _ => None,
            };
            match &i.kind {
                InstKind::Store {
                    ty: Type::Ptr,
                    value: Operand::Reg(r),
                    addr,
                    ..
                } if same.contains(r) => stored = place(*addr),
                InstKind::Store { .. }
                | InstKind::MemCopy { .. }
                | InstKind::MemSet { .. }
                | InstKind::Call { .. }
                | InstKind::AtomicRmw { .. }
                | InstKind::CmpXchg { .. }
                | InstKind::Unsupported { .. }
                | InstKind::Lifetime { .. } => stored = None,
                _ => {}
            }
            let tested = match &i.kind {
                InstKind::Cmp {
                    pred: pred @ (IntPred::Eq | IntPred::Ne),
                    dst,
                    a,
                    b,
                    ..
                } => match (a, b) {
                    (Operand::Reg(r), Operand::Int(0)) | (Operand::Int(0), Operand::Reg(r))
                        if same.contains(r) =>
                    {
                        Some((*dst, *pred == IntPred::Eq))
                    }
                    _ => None,
                },
                _ => None,
            };
            visit::defs(&i.kind, &mut |r| {
                same.remove(r);
                tests.remove(r);
            });
            same.extend(copied);
            tests.extend(tested);
        }
        match &block.term {
            Terminator::Branch {
                cond: Operand::Reg(c),
                then,
                els,
            } if then != els => {
                let null = *tests.get(c)?;
                return Some((b, null));
            }
            Terminator::Jump(to) => {
                // Only what comes from the place.
                let alone = facts.cfg.predecessors(*to) == [b] && seen.insert(*to);
                alone.then_some(())?;
                (b, from) = (*to, 0);
            }
            _ => return None,
        }
    }
}

/// Does something on one side of a test.
fn on_edge(f: &mut Function, (b, side): (BlockId, bool), kind: InstKind) {
    let loc = f.loc;
    let next = BlockId(f.blocks.len() as u32);
    let block = &mut f.blocks[b];
    let Terminator::Branch { then, els, .. } = &mut block.term else {
        return;
    };
    let to = if side { then } else { els };
    let old = std::mem::replace(to, next);
    let term_loc = block.term_loc;
    f.blocks.push(Block {
        insts: vec![Inst {
            kind,
            loc,
            weight: 0,
        }],
        term: Terminator::Jump(old),
        term_loc,
        term_weight: 0,
    });
}

/// What a register is, a number more or less: followed through what is set once.
fn root(f: &Function, facts: &Facts, o: Operand) -> Option<Reg> {
    let Operand::Reg(mut r) = o else { return None };
    for _ in 0..16 {
        let Some((_, i)) = facts.only(f, r) else {
            return Some(r);
        };
        r = match &i.kind {
            InstKind::Copy {
                src: Operand::Reg(x),
                ..
            }
            | InstKind::Freeze {
                src: Operand::Reg(x),
                ..
            }
            | InstKind::Cast {
                src: Operand::Reg(x),
                ..
            }
            | InstKind::Bin {
                op: BinOp::Add | BinOp::Sub,
                a: Operand::Reg(x),
                b: Operand::Int(_),
                ..
            } => *x,
            _ => return Some(r),
        };
    }
    Some(r)
}

/// Registers that step by numbers, and what they are compared with.
fn counters(f: &Function, facts: &Facts) -> BTreeSet<Reg> {
    let mut out = BTreeSet::new();
    let whole = |r: Reg| matches!(f.regs.get(r), Some(Type::Int(2..=64)));
    for (r, _) in f.regs.iter().filter(|(r, _)| whole(*r)) {
        let steps = facts.defs(r).iter().any(|at| {
            let set = super::facts::inst(f, *at).map(|i| &i.kind);
            let src = match set {
                Some(
                    InstKind::Copy { src, .. }
                    | InstKind::Cast { src, .. }
                    | InstKind::Bin {
                        op: BinOp::Add | BinOp::Sub,
                        a: src,
                        b: Operand::Int(_),
                        ..
                    },
                ) => *src,
                _ => return false,
            };
            facts.defs(r).len() > 1 && root(f, facts, src) == Some(r)
        });
        if steps && out.len() < MOST_REGISTERS {
            out.insert(r);
        }
    }
    for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        let InstKind::Cmp { a, b, .. } = &i.kind else {
            continue;
        };
        let both = [root(f, facts, *a), root(f, facts, *b)];
        let counts = both.iter().flatten().any(|r| out.contains(r));
        for r in both.into_iter().flatten().filter(|r| counts && whole(*r)) {
            if out.len() < MOST_REGISTERS {
                out.insert(r);
            }
        }
    }
    out
}
