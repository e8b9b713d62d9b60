//! Which registers certainly hold no null pointer where they are handed to `free`.
//!
//! Idea: forward over the instructions. A register is no null pointer behind a load or a
//! store through it (undefined otherwise, and bounds assume that nothing is), on the side
//! of a test that says so, and where it is what `malloc` of a number of bytes gives, which
//! does not fail. So is what was loaded from a member that only such pointers are stored
//! in: memory of `malloc` that was not stored in yet holds nothing that may be freed.
//! Source: available expressions (Kildall, POPL 1973). Cost: the instructions, as often as
//! facts are lost around loops, and one look at all stores.
//!
//! What must never happen: a fact about a register outlives its next definition; a member
//! is written by something that is no store (a copy, `memset`, `calloc`, a function that
//! is not known).

use super::facts::{builtin, moves_the_frame, null_test, only_computes, writes_nothing, At, Facts};
use crate::memory::reach::TEXT;
use crate::memory::slice::Places;
use ep_ir::provided::Builtin;
use ep_ir::{
    visit, BlockId, Callee, FuncId, Function, InstKind, Module, Operand, Reg, Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Sizes that do not fail on any target.
const SMALL: u64 = 1 << 27;
/// Walks over the blocks.
const MOST_WALKS: usize = 40;

/// What is known at one place.
#[derive(Clone, PartialEq, Eq, Default)]
struct State {
    sure: BTreeSet<Reg>,
    /// What a register was made of: an address in it (`false`), or a copy.
    from: BTreeMap<Reg, (Reg, bool)>,
}

impl State {
    fn meet(&mut self, other: &State) {
        self.sure.retain(|r| other.sure.contains(r));
        self.from.retain(|r, x| other.from.get(r) == Some(x));
    }

    fn set(&mut self, r: Reg) {
        self.sure.remove(&r);
        self.from.retain(|k, x| *k != r && x.0 != r);
    }

    /// It is no null pointer, and so is what it was made of.
    fn learn(&mut self, r: Reg) {
        let mut next = Some(r);
        while let Some(r) = next {
            self.sure.insert(r);
            let copies = self.from.iter().filter(|(_, x)| **x == (r, true));
            let copies: Vec<Reg> = copies.map(|(k, _)| *k).collect();
            self.sure.extend(copies);
            next = self.from.get(&r).map(|x| x.0);
        }
    }
}

/// The facts of one function, where something is freed.
pub(super) struct NonNull {
    sure: BTreeSet<(At, Reg)>,
    /// The only side that a test at the end of a block has.
    sides: BTreeMap<BlockId, BlockId>,
}

impl NonNull {
    pub fn of(
        module: &Module,
        (id, f, facts): (FuncId, &Function, &Facts),
        places: &Places<'_>,
        sites: &BTreeMap<At, Reg>,
    ) -> NonNull {
        let mut walk = Walk {
            module,
            f,
            facts,
            full: BTreeSet::new(),
        };
        // Members are asked with what is known without them.
        let first = walk.states();
        walk.full = match &first {
            Some(states) => full_members(&walk, states, (id, places), sites),
            None => BTreeSet::new(),
        };
        let states = match walk.full.is_empty() {
            true => first,
            false => walk.states(),
        };
        let mut sure = BTreeSet::new();
        let mut sides = BTreeMap::new();
        for (b, state) in states.into_iter().flatten() {
            sides.extend(walk.only_side(b, state.clone()).map(|to| (b, to)));
            let mut s = state;
            for (i, inst) in f
                .blocks
                .get(b)
                .into_iter()
                .flat_map(|b| b.insts.iter().enumerate())
            {
                if builtin(module, &inst.kind) == Some(Builtin::Free) {
                    sure.extend(s.sure.iter().map(|r| ((b, i), *r)));
                }
                walk.inst((b, i), &inst.kind, &mut s);
            }
        }
        NonNull { sure, sides }
    }

    /// Where a block goes whose test asks again what is known.
    pub fn sides(&self) -> &BTreeMap<BlockId, BlockId> {
        &self.sides
    }

    /// Whether a register is no null pointer before this call of `free`.
    pub fn holds(&self, at: At, r: Reg) -> bool {
        self.sure.contains(&(at, r))
    }
}

struct Walk<'a> {
    module: &'a Module,
    f: &'a Function,
    facts: &'a Facts,
    /// Loads of members that hold no null pointer.
    full: BTreeSet<At>,
}

impl Walk<'_> {
    /// What is known at the begin of each block; none where it takes too long.
    fn states(&self) -> Option<BTreeMap<BlockId, State>> {
        let mut at: BTreeMap<BlockId, State> = BTreeMap::new();
        at.insert(BlockId(0), State::default());
        for _ in 0..MOST_WALKS {
            let before = at.clone();
            for b in self.facts.cfg.reverse_post_order() {
                let Some(state) = at.get(b).cloned() else {
                    continue;
                };
                for (to, state) in self.block(*b, state) {
                    match at.get_mut(&to) {
                        Some(known) => known.meet(&state),
                        None => _ = at.insert(to, state),
                    }
                }
            }
            if before == at {
                return Some(at);
            }
        }
        None
    }

    fn block(&self, b: BlockId, mut s: State) -> Vec<(BlockId, State)> {
        let Some(block) = self.f.blocks.get(b) else {
            return Vec::new();
        };
        let asked = self.through(b, &mut s);
        let sides: Vec<BlockId> = ep_ir::analysis::successors(&block.term).to_vec();
        let mut out: Vec<(BlockId, State)> = sides.into_iter().map(|to| (to, s.clone())).collect();
        if let Some((r, full)) = asked {
            for (_, s) in out.iter_mut().filter(|(to, _)| *to == full) {
                s.learn(r);
            }
        }
        out
    }

    /// The side of a block's test that is left, where the register is no null pointer.
    fn only_side(&self, b: BlockId, mut s: State) -> Option<BlockId> {
        let (r, full) = self.through(b, &mut s)?;
        s.sure.contains(&r).then_some(full)
    }

    /// Goes through a block. A register that its end tests, and that stayed as it was
    /// tested, with the side on which it is no null pointer.
    fn through(&self, b: BlockId, s: &mut State) -> Option<(Reg, BlockId)> {
        let block = self.f.blocks.get(b)?;
        let mut tests: BTreeMap<Reg, (Reg, bool)> = BTreeMap::new();
        for (i, inst) in block.insts.iter().enumerate() {
            self.inst((b, i), &inst.kind, s);
            visit::defs(&inst.kind, &mut |r| {
                tests.retain(|k, x| k != r && x.0 != *r)
            });
            if let Some(test) = null_test(&inst.kind) {
                tests.insert(test.dst, (test.of, !test.is_null));
            }
        }
        let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = &block.term
        else {
            return None;
        };
        let (r, not_null) = tests.get(c).filter(|_| then != els)?;
        Some((*r, if *not_null { *then } else { *els }))
    }

    fn inst(&self, at: At, kind: &InstKind, s: &mut State) {
        if let InstKind::Load { addr, .. } | InstKind::Store { addr, .. } = kind {
            if let Operand::Reg(r) = addr {
                s.learn(*r);
            }
        }
        let made = match kind {
            InstKind::Copy {
                dst,
                src: Operand::Reg(r),
            } => Some((*dst, *r, true)),
            InstKind::PtrAdd {
                dst,
                base: Operand::Reg(r),
                ..
            } => Some((*dst, *r, false)),
            _ => None,
        };
        let sure = made.is_some_and(|(_, r, copy)| copy && s.sure.contains(&r));
        visit::defs(kind, &mut |r| s.set(*r));
        if let Some((dst, r, copy)) = made.filter(|(dst, r, _)| dst != r) {
            s.from.insert(dst, (r, copy));
            if sure {
                s.sure.insert(dst);
            }
        }
        match kind {
            InstKind::Call { dsts, .. } if self.cannot_fail(kind) => s.sure.extend(dsts),
            InstKind::Load { dst, .. } if self.full.contains(&at) => _ = s.sure.insert(*dst),
            _ => {}
        }
    }

    /// A call that makes a block of a number of bytes.
    fn cannot_fail(&self, kind: &InstKind) -> bool {
        let InstKind::Call { args, .. } = kind else {
            return false;
        };
        let number = |i: usize| match args.get(i).map(|a| a.value) {
            Some(Operand::Int(n)) => Some(n),
            _ => None,
        };
        let size = match builtin(self.module, kind) {
            Some(Builtin::Malloc) => number(0),
            Some(Builtin::Calloc) => number(0).zip(number(1)).and_then(|(n, m)| n.checked_mul(m)),
            _ => None,
        };
        // None of no bytes may be null.
        size.is_some_and(|n| (1..=SMALL).contains(&n))
    }
}

/// Loads of members that only pointers that are not null are stored in.
fn full_members(
    walk: &Walk<'_>,
    states: &BTreeMap<BlockId, State>,
    (id, places): (FuncId, &Places<'_>),
    sites: &BTreeMap<At, Reg>,
) -> BTreeSet<At> {
    let module = walk.module;
    // Blocks of `malloc`: those of `calloc` begin with null pointers.
    let fresh = |m: &(FuncId, BlockId, usize)| {
        let at = (m.1, m.2);
        let call = super::facts::inst(walk.f, at).map(|i| &i.kind);
        let malloc = call.and_then(|k| builtin(module, k)) == Some(Builtin::Malloc);
        m.0 == id && malloc && sites.contains_key(&at)
    };
    let mut loads: Vec<(At, Operand)> = Vec::new();
    for (b, block) in walk.f.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            if let InstKind::Load {
                ty: Type::Ptr,
                addr: addr @ Operand::Reg(_),
                volatile: false,
                ..
            } = &inst.kind
            {
                let made = places.made(id, addr);
                if made.is_some_and(|m| !m.is_empty() && m.iter().all(fresh)) {
                    loads.push(((b, i), *addr));
                }
            }
        }
    }
    // What writes anything but a pointer that is not null.
    for f in places.reached() {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        for (b, block) in function.blocks.iter() {
            let own = states.get(&b).filter(|_| f == id).cloned();
            let mut s = own.unwrap_or_default();
            for (at, inst) in block.insts.iter().enumerate() {
                loads.retain(|(_, addr)| {
                    !writes_null(walk, &s, (f, &inst.kind), (id, addr, places))
                });
                if f == id {
                    walk.inst((b, at), &inst.kind, &mut s);
                }
            }
        }
    }
    loads.into_iter().map(|(at, _)| at).collect()
}

/// Whether an instruction may leave something else than a pointer that is not null where
/// this address leads.
fn writes_null(
    walk: &Walk<'_>,
    s: &State,
    (f, kind): (FuncId, &InstKind),
    (id, member, places): (FuncId, &Operand, &Places<'_>),
) -> bool {
    let word = u64::from(walk.module.layout.ptr_bits / 8);
    let hits = |o: &Operand, n: Option<u64>| places.overlap((f, o, n), (id, member, Some(word)));
    let reaches = |o: &Operand| places.overlap_through((f, o), (id, member));
    match kind {
        InstKind::Store {
            ty, value, addr, ..
        } => {
            let n = walk.module.layout.store_size(*ty);
            let whole = *ty == Type::Ptr && places.same_place((f, addr), (id, member));
            let sure = match value {
                Operand::Reg(r) => f == id && s.sure.contains(r),
                Operand::Global(..) | Operand::Func(_) => true,
                _ => false,
            };
            hits(addr, Some(n)) && !(whole && sure)
        }
        InstKind::MemCopy { dst, .. } | InstKind::MemSet { dst, .. } => hits(dst, None),
        InstKind::Call { callee, args, .. } => {
            // A text that is read has a body that writes nothing.
            let unseen = |g: &Function| g.is_declaration() || g.name == TEXT;
            let declared = match callee {
                Callee::Direct(g) => walk.module.functions.get(*g).is_none_or(unseen),
                Callee::Indirect(_) => true,
            };
            let quiet = writes_nothing(walk.module, kind);
            declared && !quiet && args.iter().any(|a| reaches(&a.value))
        }
        kind if only_computes(kind) || moves_the_frame(kind) => false,
        other => {
            let mut any = false;
            visit::uses(other, &mut |o| any |= reaches(o));
            any
        }
    }
}
