//! Pointers that walk over an object stay inside of it, as tests that rules see.
//!
//! Idea: `for (p = line; *p; p++)` over `char line[64]` has at most 64 rounds, since C
//! defines no access behind the array, and `line[i]` says so of `i`. Rules about counters
//! and limits know numbers and tests alone. So in a copy of the entry each pointer that
//! only leads into one object of a known size, and moves there, has its distance from the
//! object's begin as a number beside it, and behind each access of a loop stands a test
//! that the distance, or the index that the sanitizer checks, is inside. Source: array
//! bounds as bounds of loops, as AIT and SWEET take them from annotations; here the
//! access is the annotation. Alternative: what the bytes say, which paths know. Cost:
//! linear in the entry, for each object.
//!
//! What must never happen: a distance that is not the pointer's. So every instruction that
//! sets one of these pointers has its number set with it, and what else may set it (a load,
//! a call) makes it none of them; the object is made once.

use super::edits::{self, Edits, Holds};
use super::facts::{At, Facts};
use crate::stack::sorting::size_of_global;
use ep_ir::inst::{Overflow, PtrTerm};
use ep_ir::{
    BinOp, CastOp, CheckKind, FuncId, Function, GlobalId, InstKind, IntPred, Module, Operand, Reg,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Objects that are looked at.
const MOST: usize = 24;

/// An object of a known size that is there once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Object {
    Global(GlobalId),
    Local(Reg),
}

/// The program with such tests in its entry; none where there are none to make.
pub(super) fn tested(module: &Module, entry: FuncId) -> Option<Module> {
    let f = module.functions.get(entry)?;
    let facts = Facts::new(f);
    facts.loops.irreducible.is_empty().then_some(())?;
    let code = Code {
        module,
        f,
        facts: &facts,
    };
    let mut out = f.clone();
    let mut edits = Edits::default();
    for (object, size) in code.objects().into_iter().take(MOST) {
        let pointers = code.pointers(object);
        if pointers.iter().any(|r| code.moves(*r)) {
            code.note((object, size), &pointers, (&mut out, &mut edits));
        }
        code.indices((object, size), &mut edits);
    }
    code.checks(&mut edits);
    (!edits.behind.is_empty()).then_some(())?;
    edits::apply(edits, &mut out);
    let mut module = module.clone();
    module.functions[entry] = out;
    Some(module)
}

/// The entry.
struct Code<'a> {
    module: &'a Module,
    f: &'a Function,
    facts: &'a Facts,
}

/// What a pointer comes from.
#[derive(Clone, Copy)]
enum From {
    Begin(i64),
    Pointer(Reg),
}

impl Code<'_> {
    fn instructions(&self) -> impl Iterator<Item = (At, &InstKind)> {
        let blocks = self.f.blocks.iter();
        blocks.flat_map(|(b, block)| {
            let all = block.insts.iter().enumerate();
            all.map(move |(i, x)| ((b, i), &x.kind))
        })
    }

    /// Objects that a pointer of the entry begins at.
    fn objects(&self) -> BTreeMap<Object, u64> {
        let mut out = BTreeMap::new();
        for (at, kind) in self.instructions() {
            match kind {
                InstKind::Alloca {
                    dst,
                    size,
                    count: None,
                    ..
                } if self.facts.loops.innermost(at.0).is_none() && self.facts.set_once(*dst) => {
                    out.insert(Object::Local(*dst), *size);
                }
                InstKind::Copy {
                    src: Operand::Global(g, _),
                    ..
                }
                | InstKind::PtrAdd {
                    base: Operand::Global(g, _),
                    ..
                } => {
                    if let Some(n) = self.size(*g) {
                        out.insert(Object::Global(*g), n);
                    }
                }
                _ => {}
            }
        }
        out
    }

    fn size(&self, g: GlobalId) -> Option<u64> {
        let global = self.module.globals.get(g)?;
        global.init.as_ref()?;
        size_of_global(self.module, global)
    }

    /// The begin of an object, or one of its pointers.
    fn from(&self, object: Object, pointers: &BTreeSet<Reg>, o: Operand) -> Option<From> {
        match (o, object) {
            (Operand::Global(g, at), Object::Global(own)) if g == own => Some(From::Begin(at)),
            (Operand::Reg(r), Object::Local(own)) if r == own => Some(From::Begin(0)),
            (Operand::Reg(r), _) if pointers.contains(&r) => Some(From::Pointer(r)),
            _ => None,
        }
    }

    /// The registers that lead into an object, and nowhere else.
    fn pointers(&self, object: Object) -> BTreeSet<Reg> {
        let mut all: BTreeSet<Reg> = BTreeSet::new();
        loop {
            let before = all.len();
            for (_, kind) in self.instructions() {
                let is = |o: &Operand| self.from(object, &all, *o).is_some();
                let dst = match kind {
                    InstKind::Copy { dst, src } if is(src) => *dst,
                    InstKind::PtrAdd { dst, base, .. } if is(base) => *dst,
                    InstKind::Select { dst, a, b, .. } if is(a) && is(b) => *dst,
                    _ => continue,
                };
                all.insert(dst);
            }
            if before == all.len() {
                break;
            }
        }
        loop {
            let keeps = |r: &Reg| {
                let given = self.f.params.iter().any(|p| p.reg == *r);
                let is = |o: &Operand| self.from(object, &all, *o).is_some();
                !given
                    && self.facts.defs(*r).iter().all(|at| {
                        match super::facts::inst(self.f, *at).map(|i| &i.kind) {
                            Some(InstKind::Copy { src, .. }) => is(src),
                            Some(InstKind::PtrAdd { base, .. }) => is(base),
                            Some(InstKind::Select { a, b, .. }) => is(a) && is(b),
                            _ => false,
                        }
                    })
            };
            let kept: BTreeSet<Reg> = all.iter().copied().filter(keeps).collect();
            if kept.len() == all.len() {
                return all;
            }
            all = kept;
        }
    }

    /// Whether a register is set in a loop, and elsewhere.
    fn moves(&self, r: Reg) -> bool {
        let defs = self.facts.defs(r);
        let in_loop = defs
            .iter()
            .any(|d| self.facts.loops.innermost(d.0).is_some());
        defs.len() > 1 && in_loop
    }

    /// Numbers of an object's pointers, and tests behind accesses through them.
    fn note(
        &self,
        (object, size): (Object, u64),
        pointers: &BTreeSet<Reg>,
        (out, edits): (&mut Function, &mut Edits),
    ) {
        let word = Type::Int(self.module.layout.ptr_bits);
        let numbers: BTreeMap<Reg, Reg> =
            pointers.iter().map(|r| (*r, out.regs.push(word))).collect();
        let number = |o: Operand| match self.from(object, pointers, o)? {
            From::Begin(n) => Some(Operand::Int(self.word(n))),
            From::Pointer(r) => numbers.get(&r).copied().map(Operand::Reg),
        };
        let mut back = false;
        for (at, kind) in self.instructions() {
            let (dst, kinds) = match kind {
                InstKind::Copy { dst, src } => (*dst, number(*src).map(|src| vec![copy(src)])),
                InstKind::Select { dst, cond, a, b } => {
                    let both = number(*a).zip(number(*b));
                    let cond = *cond;
                    let select = |(a, b)| move |dst| InstKind::Select { dst, cond, a, b };
                    let kinds = both.map(select).map(|s| vec![Box::new(s) as Made]);
                    (*dst, kinds)
                }
                InstKind::PtrAdd {
                    dst,
                    base,
                    offset,
                    terms,
                    inbounds,
                } => {
                    back |= *offset < 0 && pointers.contains(dst);
                    let from = number(*base).filter(|_| pointers.contains(dst));
                    let sum = |from| self.sum(from, (*offset, terms), *inbounds, out, at, edits);
                    (*dst, from.map(sum))
                }
                _ => continue,
            };
            let (Some(own), Some(kinds)) = (numbers.get(&dst), kinds) else {
                continue;
            };
            let behind = edits.after.entry(at).or_default();
            behind.extend(kinds.into_iter().map(|k| k(*own)));
        }
        for (at, kind) in self.instructions() {
            let (InstKind::Load { addr, ty, .. } | InstKind::Store { addr, ty, .. }) = kind else {
                continue;
            };
            let Operand::Reg(r) = addr else { continue };
            let bytes = self.module.layout.store_size(*ty);
            let (Some(own), Some(room)) = (numbers.get(r), size.checked_sub(bytes)) else {
                continue;
            };
            // A load that sets its own address has none any more.
            let own_address = matches!(kind, InstKind::Load { dst, .. } if dst == r);
            if own_address || self.facts.loops.innermost(at.0).is_none() {
                continue;
            }
            let holds = |pred, n| Holds {
                pred,
                ty: word,
                a: Operand::Reg(*own),
                b: Operand::Int(n),
            };
            let tests = edits.behind.entry(at).or_default();
            tests.push(holds(IntPred::Slt, room + 1));
            if back {
                tests.push(holds(IntPred::Sge, 0));
            }
        }
    }

    /// Tests of indices behind accesses to elements of an object: those of registers that
    /// move.
    fn indices(&self, (object, size): (Object, u64), edits: &mut Edits) {
        let none = BTreeSet::new();
        let mut tested: BTreeSet<(ep_ir::BlockId, Reg)> = BTreeSet::new();
        for (at, kind) in self.instructions() {
            let (InstKind::Load { addr, ty, .. } | InstKind::Store { addr, ty, .. }) = kind else {
                continue;
            };
            let Operand::Reg(r) = addr else { continue };
            if self.facts.loops.innermost(at.0).is_none() {
                continue;
            }
            let Some((set, i)) = self.facts.only(self.f, *r) else {
                continue;
            };
            let InstKind::PtrAdd {
                base,
                offset,
                terms,
                ..
            } = &i.kind
            else {
                continue;
            };
            let (Some(From::Begin(n)), [t]) = (self.from(object, &none, *base), &terms[..]) else {
                continue;
            };
            let (Operand::Reg(index), true) = (t.index, t.scale > 0) else {
                continue;
            };
            let moves = self.facts.defs(index).len() > 1;
            if !moves || set.0 != at.0 || self.sets_between(set, at, &[t.index]) {
                continue;
            }
            // The greatest index whose element is inside.
            let bytes = self.module.layout.store_size(*ty);
            let room = i128::from(size) - i128::from(bytes) - i128::from(n) - i128::from(*offset);
            let Ok(limit) = u64::try_from(room / i128::from(t.scale) + 1) else {
                continue;
            };
            if room >= 0 && limit <= i32::MAX as u64 && tested.insert((at.0, index)) {
                let holds = Holds {
                    pred: IntPred::Slt,
                    ty: t.ty,
                    a: t.index,
                    b: Operand::Int(limit),
                };
                edits.behind.entry(at).or_default().push(holds);
            }
        }
    }

    /// Whether one of these is set between two places of a block, the last one included.
    fn sets_between(&self, first: At, last: At, of: &[Operand]) -> bool {
        let block = self.f.blocks.get(first.0);
        let between = block.and_then(|x| x.insts.get(first.1 + 1..=last.1));
        between.is_none_or(|all| {
            all.iter().any(|i| {
                let mut any = false;
                ep_ir::visit::defs(&i.kind, &mut |r| any |= of.contains(&Operand::Reg(*r)));
                any
            })
        })
    }

    fn word(&self, n: i64) -> u64 {
        match self.module.layout.ptr_bits {
            32 => n as u32 as u64,
            _ => n as u64,
        }
    }

    /// The last step of a distance that a pointer is moved to; the others are noted.
    fn sum(
        &self,
        from: Operand,
        (offset, terms): (i64, &[PtrTerm]),
        inbounds: bool,
        out: &mut Function,
        at: At,
        edits: &mut Edits,
    ) -> Vec<Made> {
        let word = Type::Int(self.module.layout.ptr_bits);
        let flags = Overflow {
            nsw: inbounds,
            ..Overflow::default()
        };
        let mut now = from;
        let mut noted = Vec::new();
        for t in terms {
            let mut index = t.index;
            if t.ty != word {
                let dst = out.regs.push(word);
                noted.push(InstKind::Cast {
                    op: CastOp::SExt,
                    from: t.ty,
                    to: word,
                    dst,
                    src: index,
                });
                index = Operand::Reg(dst);
            }
            if t.scale != 1 {
                let dst = out.regs.push(word);
                noted.push(InstKind::Bin {
                    op: BinOp::Mul,
                    flags,
                    dst,
                    a: index,
                    b: Operand::Int(self.word(t.scale)),
                });
                index = Operand::Reg(dst);
            }
            let dst = out.regs.push(word);
            noted.push(InstKind::Bin {
                op: BinOp::Add,
                flags,
                dst,
                a: now,
                b: index,
            });
            now = Operand::Reg(dst);
        }
        // Indices are read before the pointer moves.
        edits.before.entry(at).or_default().extend(noted);
        let by = Operand::Int(self.word(offset));
        match (now, offset) {
            (_, 0) => vec![copy(now)],
            (Operand::Int(n), _) => {
                let sum = self.word((n as i64).wrapping_add(offset));
                vec![copy(Operand::Int(sum))]
            }
            _ => vec![Box::new(move |dst| InstKind::Bin {
                op: BinOp::Add,
                flags,
                dst,
                a: now,
                b: by,
            })],
        }
    }

    /// What the sanitizer checks of indices, as tests.
    fn checks(&self, edits: &mut Edits) {
        for (at, kind) in self.instructions() {
            let InstKind::Check {
                kind: CheckKind::Bounds,
                ok: Operand::Reg(ok),
            } = kind
            else {
                continue;
            };
            if self.facts.loops.innermost(at.0).is_none() {
                continue;
            }
            let Some((set, i)) = self.facts.only(self.f, *ok) else {
                continue;
            };
            let InstKind::Cmp { pred, ty, a, b, .. } = i.kind else {
                continue;
            };
            let still = set.0 == at.0 && !self.sets_between(set, at, &[a, b]);
            if still {
                let holds = Holds { pred, ty, a, b };
                edits.behind.entry(at).or_default().push(holds);
            }
        }
    }
}

/// An instruction, for what it sets.
type Made = Box<dyn Fn(Reg) -> InstKind>;

fn copy(src: Operand) -> Made {
    Box::new(move |dst| InstKind::Copy { dst, src })
}
