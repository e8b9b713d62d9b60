//! What is loaded again and was tested before.
//!
//! Idea: `if (o->n > 64) return; p = malloc(o->n);` loads `o->n` twice, and the test
//! speaks of the first one. Where both loads have the same address and nothing in
//! between can write there, both are the same number, so that the tests of the first
//! count for the second. Source: available expressions (A. Aho et al., "Compilers",
//! 9.2), asked for one load at a time. Alternative: to make one register of both before
//! the walk, which needs the same question for every load. Cost: the instructions
//! between two loads, for each load whose size matters.
//!
//! What must never happen: a write in between that is not seen. So every store that is
//! not to another variable ends it, and every call that is not in a list.

use super::super::formats;
use super::facts::{inst, At, Facts};
use ep_ir::inst::PtrTerm;
use ep_ir::{visit, BlockId, Callee, Function, InstKind, Module, Operand, Reg, Type};
use std::collections::BTreeSet;

/// Blocks between two loads.
const MOST_BLOCKS: usize = 64;
/// Other loads that are looked at.
const MOST_LOADS: usize = 32;

/// Functions that write nothing that a program loads, those that print with a format
/// that does not store.
const WRITES_NOTHING: [&str; 24] = [
    "abs", "atoi", "atol", "exit", "fprintf", "fputs", "free", "isalpha", "isdigit", "isspace",
    "labs", "malloc", "memcmp", "perror", "printf", "putchar", "puts", "strchr", "strcmp",
    "strlen", "strncmp", "tolower", "toupper", "abort",
];

/// Registers that were loaded before from the address of a load, and hold what it gives
/// where that is used in a block.
pub(super) fn before(
    module: &Module,
    f: &Function,
    facts: &Facts,
    load: At,
    at: BlockId,
) -> Vec<Reg> {
    let Some(address) = address_of(f, facts, load) else {
        return Vec::new();
    };
    if !behind(f, facts, load, at) {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut looked = 0;
    for (b, block) in f.blocks.iter() {
        for k in 0..block.insts.len() {
            let at = (b, k);
            let Some(InstKind::Load { dst, .. }) = inst(f, at).map(|i| &i.kind) else {
                continue;
            };
            let earlier = match at.0 == load.0 {
                true => at.1 < load.1,
                false => facts.dom.dominates(at.0, load.0),
            };
            let once = facts.only(f, *dst).is_some();
            if !earlier || !once || address_of(f, facts, at).as_ref() != Some(&address) {
                continue;
            }
            looked += 1;
            if looked > MOST_LOADS {
                return out;
            }
            if nothing_between(module, f, facts, (at, load), &address) {
                out.push(*dst);
            }
        }
    }
    out
}

/// Whether a use in this block is one of what this load gave last: in another round of a
/// loop the first load may have been made anew, and this one not yet.
fn behind(f: &Function, facts: &Facts, load: At, at: BlockId) -> bool {
    if at != load.0 {
        return facts.dom.dominates(load.0, at);
    }
    let Some(InstKind::Load { dst, .. }) = inst(f, load).map(|i| &i.kind) else {
        return false;
    };
    let before = f.blocks.get(at).and_then(|b| b.insts.get(..load.1));
    before.into_iter().flatten().all(|i| {
        let mut used = false;
        visit::uses(&i.kind, &mut |o| used |= *o == Operand::Reg(*dst));
        !used
    })
}

/// An address that is the same wherever it is computed.
#[derive(PartialEq, Debug)]
struct Address {
    base: Operand,
    offset: i64,
    terms: Vec<PtrTerm>,
    ty: Type,
}

/// What is loaded there; none where the address may be another one each time.
fn address_of(f: &Function, facts: &Facts, load: At) -> Option<Address> {
    let InstKind::Load {
        addr,
        ty,
        volatile: false,
        ..
    } = &inst(f, load)?.kind
    else {
        return None;
    };
    let fixed = |o: &Operand| match o {
        Operand::Reg(r) => {
            let param = f.params.iter().any(|p| p.reg == *r);
            let defs = facts.defs(*r).len();
            // What is set on a loop may be another value in its next round.
            let once = facts
                .defs(*r)
                .iter()
                .all(|d| facts.loops.innermost(d.0).is_none());
            defs + usize::from(param) == 1 && once
        }
        Operand::Global(..) | Operand::Int(_) => true,
        _ => false,
    };
    let moved = match addr {
        Operand::Reg(r) => match facts.only(f, *r).map(|x| &x.1.kind) {
            Some(InstKind::PtrAdd {
                base,
                offset,
                terms,
                ..
            }) => Some((*base, *offset, terms.clone())),
            _ => None,
        },
        _ => None,
    };
    let (base, offset, terms) = moved.unwrap_or((*addr, 0, Vec::new()));
    let fine = fixed(&base) && terms.iter().all(|t| fixed(&t.index));
    fine.then_some(Address {
        base,
        offset,
        terms,
        ty: *ty,
    })
}

/// Whether no way from one load to the other, which it dominates, writes there.
fn nothing_between(
    module: &Module,
    f: &Function,
    facts: &Facts,
    (from, to): (At, At),
    address: &Address,
) -> bool {
    let clear = |b: BlockId, range: std::ops::Range<usize>| {
        let insts = f.blocks.get(b).and_then(|b| b.insts.get(range));
        insts.is_some_and(|all| {
            all.iter()
                .all(|i| !writes(module, f, facts, &i.kind, address))
        })
    };
    if from.0 == to.0 {
        return clear(to.0, from.1 + 1..to.1);
    }
    let length = |b: BlockId| f.blocks.get(b).map_or(0, |b| b.insts.len());
    if !clear(to.0, 0..to.1) {
        return false;
    }
    let mut seen = BTreeSet::new();
    let mut work = facts.cfg.predecessors(to.0).to_vec();
    while let Some(b) = work.pop() {
        if !seen.insert(b) {
            continue;
        }
        if seen.len() > MOST_BLOCKS {
            return false;
        }
        let begin = match b == from.0 {
            true => from.1 + 1,
            false => 0,
        };
        if !clear(b, begin..length(b)) {
            return false;
        }
        if b != from.0 {
            work.extend(facts.cfg.predecessors(b));
        }
    }
    true
}

/// Whether an instruction can write at an address.
fn writes(module: &Module, f: &Function, facts: &Facts, kind: &InstKind, a: &Address) -> bool {
    match kind {
        InstKind::Store { addr, .. } => !apart(module, f, facts, *addr, a.base),
        InstKind::Call {
            callee: Callee::Direct(g),
            args,
            ..
        } => {
            let g = module.functions.get(*g);
            let known = g.is_some_and(|g| {
                let own = module.locs.get(g.loc).is_some_and(|l| l.line > 0);
                !own && WRITES_NOTHING.contains(&g.name.as_str())
            });
            let format = match g.map_or("", |g| &g.name) {
                "printf" => args.first(),
                "fprintf" => args.get(1),
                _ => None,
            };
            // They may set `errno`, whose address the program may have.
            let errno = module.function("__errno_location").is_some()
                && !is_variable(f, facts, root(f, facts, a.base));
            !known || errno || format.is_some_and(|x| formats::may_store(module, x.value))
        }
        InstKind::Call { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::VaStart { .. }
        | InstKind::VaEnd { .. }
        | InstKind::VaCopy { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::Lifetime { .. }
        | InstKind::StackRestore { .. }
        | InstKind::Unsupported { .. } => true,
        _ => false,
    }
}

/// The operand that an address is computed from.
fn root(f: &Function, facts: &Facts, o: Operand) -> Operand {
    let mut at = o;
    for _ in 0..8 {
        let Operand::Reg(r) = at else { break };
        match facts.only(f, r).map(|x| &x.1.kind) {
            Some(InstKind::PtrAdd { base, .. }) => at = *base,
            Some(InstKind::Copy { src, .. }) => at = *src,
            _ => break,
        }
    }
    match at {
        Operand::Global(g, _) => Operand::Global(g, 0),
        at => at,
    }
}

/// Whether this is the address of one variable.
fn is_variable(f: &Function, facts: &Facts, o: Operand) -> bool {
    match o {
        Operand::Global(..) => true,
        Operand::Reg(r) => {
            let made = facts.only(f, r).map(|x| &x.1.kind);
            matches!(made, Some(InstKind::Alloca { count: None, .. }))
        }
        _ => false,
    }
}

/// Whether two addresses are certainly of different objects: two variables, or one
/// variable whose address goes nowhere and anything else.
fn apart(module: &Module, f: &Function, facts: &Facts, a: Operand, b: Operand) -> bool {
    let (a, b) = (root(f, facts, a), root(f, facts, b));
    let variable = |o: Operand| is_variable(f, facts, o);
    if variable(a) && variable(b) {
        return a != b;
    }
    variable(a) && stays(module, f, a) || variable(b) && stays(module, f, b)
}

/// Whether a variable's address is only used to load and to store there.
fn stays(module: &Module, f: &Function, o: Operand) -> bool {
    let fine = |f: &Function, is: &dyn Fn(&Operand) -> bool| {
        f.blocks.iter().all(|(_, b)| {
            let mut used = false;
            visit::term_uses(&b.term, &mut |x| used |= is(x));
            !used
                && b.insts.iter().all(|i| match &i.kind {
                    InstKind::Load { .. } | InstKind::Lifetime { .. } => true,
                    InstKind::Store { value, .. } => !is(value),
                    kind => {
                        let mut used = false;
                        visit::uses(kind, &mut |x| used |= is(x));
                        !used
                    }
                })
        })
    };
    match o {
        Operand::Reg(_) => fine(f, &|x| *x == o),
        Operand::Global(g, _) => {
            let named = |x: &Operand| matches!(x, Operand::Global(h, _) if *h == g);
            let tables = module.globals.iter().flat_map(|(_, x)| &x.init);
            let mut relocs = tables.flat_map(|i| &i.relocs);
            module.functions.iter().all(|(_, f)| fine(f, &named))
                && !relocs.any(|r| matches!(r.target, ep_ir::RelocTarget::Global(h) if h == g))
        }
        _ => false,
    }
}
