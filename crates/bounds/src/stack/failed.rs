//! Calls that are only made where an allocation failed.
//!
//! Idea: the bounds assume that allocation does not fail below a size, so a
//! test of its result for null goes one way, and what stands on the other one
//! (a line to `stderr`, `exit`) takes no stack. A pointer counts as made where
//! the instruction that sets it is an allocation, in the same block or as the
//! only one of its function, or a copy of it, or what was just stored; and
//! where its size is certainly below that from which on allocation fails:
//! numbers of narrow types, lengths of texts, parameters by what all calls
//! give. What no other way reaches is found by a walk over the blocks, and its
//! calls leave the machine code by function, line and callee, without the
//! optimiser, which moves lines. Source: the assumption of document 000,
//! section 2. Alternative: to follow paths, which have no end where inputs
//! count rounds. Cost: a few looks at each instruction.
//!
//! What must never happen: a call is left out that a run makes. So a negative
//! `int` as a size, `realloc` to nothing, a pointer that may also be null for
//! another reason, and a call that a second one on its line is told apart from
//! by nothing keep their calls: so do functions of a header, which each unit has
//! under one name, where one of them has a size without a limit.

use super::pointers::base_name;
use super::settled::{Blocks, MAKERS};
use ep_base::entity::EntityId;
use ep_explore::outcome::describe;
use ep_ir::analysis::{addresses_taken, successors};
use ep_ir::inst::Arg;
use ep_ir::{
    visit, BlockId, Callee, FuncId, Function, Inst, InstKind, IntPred, Module, Operand, Reg,
    Terminator,
};
use ep_native::machine::{source_name, Code, Target};
use std::collections::{BTreeMap, BTreeSet};

/// Steps from a pointer back to where it was made.
const DEEPEST: u32 = 8;

/// How often what calls give is put into the parameters.
const ROUNDS: usize = 3;

/// A call of the source: its function, file, line, callee.
type Site = (String, String, u32, String);

/// The program, and which of its functions have code of their own: others are
/// models of a library.
pub struct Program<'m> {
    pub module: &'m Module,
    pub entry: FuncId,
    /// Functions that run at any time, or later.
    pub anytime: &'m BTreeSet<String>,
    pub coded: &'m dyn Fn(&str) -> bool,
}

/// Takes the calls away that are only made where an allocation failed; `symbol`
/// is what stands for the entry in the code. Whether there were any.
pub fn remove(p: &Program<'_>, code: &mut Code, symbol: &str) -> bool {
    let dead = sites(p);
    let entry = p.module.functions.get(p.entry).map(|f| f.name.clone());
    let names: Vec<String> = code.functions.iter().map(|f| f.name.clone()).collect();
    let mut any = false;
    for f in &mut code.functions {
        let name = match (&entry, f.name == symbol) {
            (Some(e), true) => e,
            _ => &f.name,
        };
        let of = |t: &Target| match t {
            Target::Library(n) => Some(n.clone()),
            Target::Known(id) => names.get(id.index()).cloned(),
            _ => None,
        };
        let before = f.calls.len();
        f.calls.retain(|c| {
            let (file, line) = (base_name(&c.place.file), c.place.line);
            let site = |callee| (name.clone(), file.clone(), line, callee);
            line == 0 || !of(&c.target).is_some_and(|callee| dead.contains(&site(callee)))
        });
        any |= f.calls.len() < before;
    }
    any
}

/// Calls that are only made where an allocation failed.
fn sites(p: &Program<'_>) -> BTreeSet<Site> {
    let mut all: BTreeMap<FuncId, Blocks> = bodies(p)
        .map(|(id, f)| (id, Blocks::new(p.module, f, p.coded)))
        .collect();
    for _ in 0..ROUNDS {
        parameters(p, &mut all);
    }
    let (mut dead, mut live) = (BTreeSet::new(), BTreeSet::new());
    for (id, f) in bodies(p) {
        let Some(known) = all.get(&id) else { continue };
        let reached = Made::new(p, f, known).reached();
        for (b, block) in f.blocks.iter() {
            for inst in &block.insts {
                let InstKind::Call {
                    callee: Callee::Direct(g),
                    ..
                } = &inst.kind
                else {
                    continue;
                };
                let Some(g) = p.module.functions.get(*g) else {
                    continue;
                };
                let at = describe::place(p.module, id, inst.loc);
                // Static functions of one name in several units are told apart
                // by nothing in the code.
                let (f, g) = (source_name(&f.name), source_name(&g.name));
                let site = (f.to_string(), base_name(&at.file), at.line, g.to_string());
                match reached.contains(&b) {
                    true => live.insert(site),
                    false => dead.insert(site),
                };
            }
        }
    }
    dead.retain(|s| !live.contains(s));
    dead
}

fn bodies<'m>(p: &Program<'m>) -> impl Iterator<Item = (FuncId, &'m Function)> {
    let module = p.module;
    module
        .functions
        .iter()
        .filter(|(_, f)| !f.is_declaration() && (p.coded)(&f.name))
}

/// What all calls of a function give: of those that only known calls reach.
fn parameters(p: &Program<'_>, all: &mut BTreeMap<FuncId, Blocks>) {
    let taken = addresses_taken(p.module);
    let seen = |id: FuncId, f: &Function| {
        id != p.entry && !taken.contains(&id) && !p.anytime.contains(&f.name)
    };
    // Of each parameter the most so far; none where a call gives anything.
    let mut most: BTreeMap<FuncId, BTreeMap<usize, Option<u64>>> = BTreeMap::new();
    for (id, f) in p.module.functions.iter() {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Call {
                callee: Callee::Direct(g),
                args,
                ..
            } = &inst.kind
            else {
                continue;
            };
            let params = p.module.functions.get(*g).map_or(0, |g| g.params.len());
            for i in 0..params {
                // A model of the library may call as well.
                let given = all.get(&id).zip(args.get(i));
                let n = given.and_then(|(k, a)| k.at_most(&a.value, 0));
                let slot = most.entry(*g).or_default().entry(i).or_insert(Some(0));
                *slot = slot.zip(n).map(|(a, b)| a.max(b));
            }
        }
    }
    for (id, f) in bodies(p).filter(|(id, f)| seen(*id, f)) {
        let (Some(known), Some(most)) = (all.get_mut(&id), most.get(&id)) else {
            continue;
        };
        for (i, param) in f.params.iter().enumerate() {
            if let (Some(Some(n)), false) = (most.get(&i), is_set(f, param.reg)) {
                known.given.insert(param.reg, *n);
            }
        }
    }
}

fn is_set(f: &Function, r: Reg) -> bool {
    let mut found = false;
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        visit::defs(&inst.kind, &mut |d| found |= *d == r);
    }
    found
}

/// A place of an instruction: its block and its number there.
type At = (BlockId, usize);

/// Which pointers of one function are blocks that were made, and not null.
struct Made<'a> {
    p: &'a Program<'a>,
    f: &'a Function,
    known: &'a Blocks,
    /// The only instruction that sets a register.
    only: BTreeMap<Reg, At>,
    /// Sizes from which on allocation fails.
    fails: u64,
}

impl<'a> Made<'a> {
    fn new(p: &'a Program<'a>, f: &'a Function, known: &'a Blocks) -> Made<'a> {
        let mut defs: BTreeMap<Reg, Vec<At>> = BTreeMap::new();
        for (b, block) in f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                visit::defs(&inst.kind, &mut |r| {
                    defs.entry(*r).or_default().push((b, i))
                });
            }
        }
        for param in &f.params {
            defs.remove(&param.reg);
        }
        let only = defs.into_iter().filter_map(|(r, d)| match d[..] {
            [at] => Some((r, at)),
            _ => None,
        });
        let narrow = p.module.layout.ptr_bits < 64;
        Made {
            p,
            f,
            known,
            only: only.collect(),
            fails: if narrow { 1 << 28 } else { 1 << 40 },
        }
    }

    fn inst(&self, at: At) -> Option<&'a Inst> {
        self.f.blocks.get(at.0)?.insts.get(at.1)
    }

    /// The blocks that are reached although no allocation fails.
    fn reached(&self) -> BTreeSet<BlockId> {
        let mut seen = BTreeSet::from([BlockId(0)]);
        let mut work = vec![BlockId(0)];
        while let Some(b) = work.pop() {
            let Some(block) = self.f.blocks.get(b) else {
                continue;
            };
            let one = self.way(&block.term);
            for to in successors(&block.term) {
                if one.is_none_or(|o| o == to) && seen.insert(to) {
                    work.push(to);
                }
            }
        }
        seen
    }

    /// The only way on, where a block that was made is tested for null.
    fn way(&self, term: &Terminator) -> Option<BlockId> {
        let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = term
        else {
            return None;
        };
        let at = *self.only.get(c)?;
        let InstKind::Cmp { pred, a, b, .. } = &self.inst(at)?.kind else {
            return None;
        };
        let x = match (a, b) {
            (x, Operand::Int(0)) | (Operand::Int(0), x) => *x,
            _ => return None,
        };
        let way = match pred {
            IntPred::Ne => *then,
            IntPred::Eq => *els,
            _ => return None,
        };
        self.block(x, at, 0).then_some(way)
    }

    /// Whether a value is a block that was made, where it is used.
    fn block(&self, x: Operand, (b, before): At, depth: u32) -> bool {
        let Operand::Reg(r) = x else { return false };
        if depth > DEEPEST {
            return false;
        }
        let sets = |i: &Inst| {
            let mut found = false;
            visit::defs(&i.kind, &mut |d| found |= *d == r);
            found
        };
        let here = self.f.blocks.get(b).map_or(&[][..], |x| &x.insts[..]);
        let last = (0..before).rev().find(|k| here.get(*k).is_some_and(sets));
        let at = match last {
            Some(k) => Some((b, k)),
            None => self.only.get(&r).copied(),
        };
        let Some(at) = at else { return false };
        match self.inst(at).map(|i| &i.kind) {
            Some(InstKind::Call { callee, args, .. }) => self.makes(callee, args),
            Some(InstKind::Copy { src, .. }) => self.block(*src, at, depth + 1),
            Some(InstKind::Load {
                addr,
                volatile: false,
                ..
            }) => self.stored(*addr, at, depth + 1),
            _ => false,
        }
    }

    /// Whether what is read was stored just before, and is such a block.
    fn stored(&self, addr: Operand, at: At, depth: u32) -> bool {
        for k in (0..at.1).rev() {
            match self.inst((at.0, k)).map(|i| &i.kind) {
                Some(InstKind::Store {
                    addr: to,
                    value,
                    ty,
                    volatile: false,
                    ..
                }) => {
                    let same = self.same(*to, addr, at.0);
                    return same && *ty == ep_ir::Type::Ptr && self.block(*value, (at.0, k), depth);
                }
                Some(
                    InstKind::Copy { .. }
                    | InstKind::Bin { .. }
                    | InstKind::Cmp { .. }
                    | InstKind::Cast { .. }
                    | InstKind::Load { .. }
                    | InstKind::PtrAdd { .. },
                ) => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether two addresses that one block uses are the same one.
    fn same(&self, a: Operand, b: Operand, block: BlockId) -> bool {
        let (Operand::Reg(x), Operand::Reg(y)) = (a, b) else {
            return matches!(a, Operand::Global(..)) && a == b;
        };
        let fixed = |r: Reg| self.only.contains_key(&r) || self.is_param(r);
        if x == y {
            return fixed(x);
        }
        let (Some(&i), Some(&j)) = (self.only.get(&x), self.only.get(&y)) else {
            return false;
        };
        let parts = |at: At| match self.inst(at).map(|i| &i.kind) {
            Some(InstKind::PtrAdd {
                base: Operand::Reg(base),
                offset,
                terms,
                ..
            }) if at.0 == block && terms.is_empty() => Some((*base, *offset)),
            _ => None,
        };
        let (low, high) = (i.1.min(j.1), i.1.max(j.1));
        let between = |at: &At| at.0 == block && low < at.1 && at.1 < high;
        match (parts(i), parts(j)) {
            (Some((p, m)), Some((q, n))) => {
                p == q && m == n && fixed(p) && !self.only.get(&p).is_some_and(between)
            }
            _ => false,
        }
    }

    fn is_param(&self, r: Reg) -> bool {
        self.f.params.iter().any(|p| p.reg == r) && !is_set(self.f, r)
    }

    /// Whether a call makes a block for certain.
    fn makes(&self, callee: &Callee, args: &[Arg]) -> bool {
        let Callee::Direct(g) = callee else {
            return false;
        };
        let Some(g) = self.p.module.functions.get(*g) else {
            return false;
        };
        if (self.p.coded)(&g.name) || !MAKERS.contains(&g.name.as_str()) {
            return false;
        }
        let of = |x: &Arg| self.known.at_most(&x.value, 0);
        let most = match (g.name.as_str(), args) {
            ("malloc", [n]) => of(n),
            // It may only free.
            ("realloc", [_, n]) if self.known.at_least_one(&n.value) => of(n),
            ("calloc", [a, b]) => of(a).zip(of(b)).and_then(|(a, b)| a.checked_mul(b)),
            ("strdup" | "strndup", _) => Some(0),
            _ => None,
        };
        most.is_some_and(|n| n < self.fails)
    }
}
