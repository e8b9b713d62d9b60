//! The entry with places of cursors and the length of a text as numbers.
//!
//! Idea: nothing is taken away but calls whose result is known; what is added are numbers
//! beside pointers, and tests that always hold. So the copy does what the program does.
//! Cost: linear in the entry.

use super::super::edits::{without_wrap, Edits, Holds};
use super::super::facts::At;
use super::cursors::Cursors;
use super::walk::source;
use super::Code;
use ep_ir::inst::{Arg, Overflow};
use ep_ir::{
    BinOp, BlockId, Callee, CastOp, FuncId, Function, InstKind, IntPred, Module, Operand, Param,
    Reg, Terminator, Type,
};
use std::collections::BTreeMap;

/// The numbers of one text.
struct Numbers<'a> {
    code: &'a Code<'a>,
    cursors: &'a Cursors,
    length: Reg,
    /// A number as wide as a pointer.
    word: Type,
    /// The places of pointers that move.
    places: BTreeMap<Reg, Reg>,
    /// The length at smaller widths.
    shorter: BTreeMap<u32, Reg>,
    used: bool,
}

/// Notes what one text changes; whether it is anything. The length is the last parameter
/// then.
pub(super) fn note(
    code: &Code<'_>,
    cursors: &Cursors,
    out: &mut Function,
    edits: &mut Edits,
) -> bool {
    let word = Type::Int(code.module.layout.ptr_bits);
    let mut n = Numbers {
        code,
        cursors,
        length: out.regs.push(word),
        word,
        places: BTreeMap::new(),
        shorter: BTreeMap::new(),
        used: false,
    };
    for r in &cursors.pointers {
        if !code.is_begin(Operand::Reg(*r)) {
            n.places.insert(*r, out.regs.push(word));
        }
    }
    if let Some(own) = n.places.get(&code.text) {
        edits.begin.push(InstKind::Copy {
            dst: *own,
            src: Operand::Int(0),
        });
    }
    for (b, block) in code.f.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            n.instruction((b, i), &inst.kind, out, edits);
        }
        for to in code.facts.cfg.successors(b) {
            n.way(b, *to, out, edits);
        }
    }
    if n.used {
        out.params.push(Param {
            reg: n.length,
            ty: word,
            byval: None,
            promised: 0,
        });
    }
    n.used
}

impl Numbers<'_> {
    /// Where a cursor is in the text.
    fn place(&self, o: Operand) -> Option<Operand> {
        if self.code.is_begin(o) {
            return Some(Operand::Int(0));
        }
        match o {
            Operand::Reg(r) => self.places.get(&r).copied().map(Operand::Reg),
            _ => None,
        }
    }

    fn instruction(&mut self, at: At, kind: &InstKind, out: &mut Function, edits: &mut Edits) {
        if let Some(new) = self.known(at, kind, out, edits) {
            self.used = true;
            edits.instead.insert(at, new);
            return;
        }
        let (dst, place) = match kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => (*dst, self.place(*src)),
            InstKind::Select { dst, a, b, cond } => {
                let (Some(own), Some(a), Some(b)) =
                    (self.places.get(dst), self.place(*a), self.place(*b))
                else {
                    return;
                };
                let select = InstKind::Select {
                    dst: *own,
                    cond: *cond,
                    a,
                    b,
                };
                edits.after.entry(at).or_default().push(select);
                return;
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset: 1,
                terms,
                ..
            } if terms.is_empty() => {
                let (Some(own), Some(from)) = (self.places.get(dst), self.place(*base)) else {
                    return;
                };
                let sum = match from {
                    Operand::Int(n) => InstKind::Copy {
                        dst: *own,
                        src: Operand::Int(n + 1),
                    },
                    from => without_wrap(BinOp::Add, *own, from, Operand::Int(1)),
                };
                edits.after.entry(at).or_default().push(sum);
                return;
            }
            InstKind::PtrAdd { dst, base, .. } if self.places.contains_key(dst) => {
                match self.code.index(kind) {
                    None => (*dst, self.place(*base)),
                    Some(i) => (*dst, Some(self.wide(at, i, out, edits))),
                }
            }
            _ => return,
        };
        if let (Some(own), Some(src)) = (self.places.get(&dst), place) {
            let copy = InstKind::Copy { dst: *own, src };
            edits.after.entry(at).or_default().push(copy);
        }
    }

    /// An index as a number as wide as a pointer, which it is never too large for.
    fn wide(&self, at: At, i: Reg, out: &mut Function, edits: &mut Edits) -> Operand {
        let from = self.code.f.regs.get(i).copied().unwrap_or(self.word);
        if from == self.word {
            return Operand::Reg(i);
        }
        let dst = out.regs.push(self.word);
        let cast = InstKind::Cast {
            op: CastOp::SExt,
            from,
            to: self.word,
            dst,
            src: Operand::Reg(i),
        };
        edits.after.entry(at).or_default().push(cast);
        Operand::Reg(dst)
    }

    /// What an instruction gives, where that is a number of the text: the length from a
    /// cursor on, the distance of two, a copy of the text, which of two is first.
    fn known(
        &mut self,
        at: At,
        kind: &InstKind,
        out: &mut Function,
        edits: &mut Edits,
    ) -> Option<InstKind> {
        let code = self.code;
        match kind {
            InstKind::Call { dsts, rets, .. } => {
                let dst = *dsts.first()?;
                if let Some(p) = code.length_of(kind) {
                    (rets.first() == Some(&self.word)).then_some(())?;
                    return Some(self.rest(self.place(p)?, dst));
                }
                let p = code.argument(kind, "strdup")?;
                let malloc = function(code.module, "malloc")?;
                let (rest, size) = (out.regs.push(self.word), out.regs.push(self.word));
                let before = [
                    self.rest(self.place(p)?, rest),
                    without_wrap(BinOp::Add, size, Operand::Reg(rest), Operand::Int(1)),
                ];
                edits.before.entry(at).or_default().extend(before);
                let call = InstKind::Call {
                    dsts: vec![dst],
                    callee: Callee::Direct(malloc),
                    args: vec![Arg {
                        value: Operand::Reg(size),
                        ty: self.word,
                        byval: None,
                    }],
                    rets: rets.clone(),
                };
                Some(call)
            }
            InstKind::Bin {
                op: BinOp::Sub,
                dst,
                a,
                b,
                ..
            } => {
                let (a, b) = (self.address(*a)?, self.address(*b)?);
                let (p, q) = (self.place(a.1)?, self.place(b.1)?);
                let mut taken = |at: At, place: Operand| {
                    let now = out.regs.push(self.word);
                    let copy = InstKind::Copy {
                        dst: now,
                        src: place,
                    };
                    edits.after.entry(at).or_default().push(copy);
                    Operand::Reg(now)
                };
                let (p, q) = (taken(a.0, p), taken(b.0, q));
                let new = InstKind::Bin {
                    op: BinOp::Sub,
                    flags: Overflow {
                        nsw: true,
                        ..Overflow::default()
                    },
                    dst: *dst,
                    a: p,
                    b: q,
                };
                Some(new)
            }
            InstKind::Cmp {
                pred,
                ty: Type::Ptr,
                dst,
                a,
                b,
            } => {
                let (a, b) = (self.place(*a)?, self.place(*b)?);
                let new = InstKind::Cmp {
                    pred: *pred,
                    ty: self.word,
                    dst: *dst,
                    a,
                    b,
                };
                Some(new)
            }
            _ => None,
        }
    }

    /// `length - place`.
    fn rest(&self, place: Operand, dst: Reg) -> InstKind {
        match place {
            Operand::Int(0) => InstKind::Copy {
                dst,
                src: Operand::Reg(self.length),
            },
            place => without_wrap(BinOp::Sub, dst, Operand::Reg(self.length), place),
        }
    }

    /// The pointer that a number is the address of, and where it was taken.
    fn address(&self, o: Operand) -> Option<(At, Operand)> {
        let Operand::Reg(r) = o else { return None };
        let (at, i) = self.code.facts.only(self.code.f, r)?;
        match &i.kind {
            InstKind::Cast {
                op: CastOp::PtrToInt,
                to,
                src,
                ..
            } if *to == self.word => Some((at, *src)),
            _ => None,
        }
    }

    /// A test on a way that a byte at a cursor lets pass only if it is not 0.
    fn way(&mut self, from: BlockId, to: BlockId, out: &mut Function, edits: &mut Edits) {
        let Some((addr, at)) =
            (self.code.told(from, to)).and_then(|c| self.code.read_at(c, (from, usize::MAX)))
        else {
            return;
        };
        if !self.cursors.pointers.contains(&addr) {
            return;
        }
        let Some((cursor, ty)) = self.tested(addr, at, out, edits) else {
            return;
        };
        let length = self.length(ty, out, edits);
        self.used = true;
        if let Some((test, pred, dst)) = self.of_zero(from) {
            let below = InstKind::Cmp {
                pred,
                ty,
                dst,
                a: cursor,
                b: length,
            };
            edits.instead.insert((from, test), below);
            return;
        }
        let tests = edits.edges.entry((from, to)).or_default();
        tests.push(Holds {
            pred: IntPred::Slt,
            ty,
            a: cursor,
            b: length,
        });
    }

    /// The test at the end of a block that a byte is 0, or is not: it says whether the
    /// cursor is at the end, or before it.
    fn of_zero(&self, from: BlockId) -> Option<(usize, IntPred, Reg)> {
        let block = self.code.f.blocks.get(from)?;
        let Terminator::Branch {
            cond: Operand::Reg(c),
            ..
        } = &block.term
        else {
            return None;
        };
        let last = block.insts.len().checked_sub(1)?;
        match &block.insts.get(last)?.kind {
            InstKind::Cmp {
                pred,
                dst,
                a: Operand::Reg(a),
                b: Operand::Int(0),
                ..
            } if dst == c => {
                self.code.read_at(*a, (from, last))?;
                let pred = match pred {
                    IntPred::Ne => IntPred::Slt,
                    IntPred::Eq => IntPred::Sge,
                    _ => return None,
                };
                Some((last, pred, *dst))
            }
            _ => None,
        }
    }

    /// The length at the width of an index.
    fn length(&mut self, ty: Type, out: &mut Function, edits: &mut Edits) -> Operand {
        let Type::Int(w) = ty else {
            return Operand::Reg(self.length);
        };
        if ty == self.word {
            return Operand::Reg(self.length);
        }
        let known = self.shorter.get(&w).copied();
        Operand::Reg(known.unwrap_or_else(|| {
            let dst = out.regs.push(ty);
            edits.begin.push(InstKind::Cast {
                op: CastOp::Trunc,
                from: self.word,
                to: ty,
                dst,
                src: Operand::Reg(self.length),
            });
            self.shorter.insert(w, dst);
            dst
        }))
    }

    /// What the place of a cursor was where its byte was read: the variable that counts
    /// itself, copied there.
    fn tested(
        &self,
        addr: Reg,
        at: At,
        out: &mut Function,
        edits: &mut Edits,
    ) -> Option<(Operand, Type)> {
        let code = self.code;
        // Back to the variable, and to where it was read.
        let back = |mut at: At, mut r: Reg| {
            while let Some((before, kind)) = code.set_before(r, at) {
                let Some(from) = source(kind) else { break };
                (at, r) = (before, from);
            }
            (at, r)
        };
        let indexed = code.set_before(addr, at);
        let indexed = indexed.and_then(|(at, kind)| Some((at, code.index(kind)?)));
        let (at, counter, ty) = match indexed {
            Some((at, i)) => {
                let (at, r) = back(at, i);
                (at, r, code.f.regs.get(r).copied()?)
            }
            None => {
                let (at, r) = back(at, addr);
                match self.place(Operand::Reg(r))? {
                    Operand::Reg(own) => (at, own, self.word),
                    number => return Some((number, self.word)),
                }
            }
        };
        // Before it moves on in the same instruction.
        let now = out.regs.push(ty);
        let copy = InstKind::Copy {
            dst: now,
            src: Operand::Reg(counter),
        };
        edits.before.entry(at).or_default().push(copy);
        Some((Operand::Reg(now), ty))
    }
}

/// A function of the library without a body.
fn function(module: &Module, name: &str) -> Option<FuncId> {
    let mut all = module.functions.iter();
    all.find(|(_, f)| f.name == name && f.is_declaration())
        .map(|f| f.0)
}
