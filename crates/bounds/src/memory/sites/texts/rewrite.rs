//! The entry with places of cursors and the length of a text as numbers.
//!
//! Idea: nothing is taken away but calls whose result is known; what is added are numbers
//! beside pointers, and tests that always hold. So the copy does what the program does.
//! Cost: linear in the entry.

use super::super::edits::{without_wrap, Edits, Holds};
use super::super::facts::At;
use super::cursors::Cursors;
use super::walk::Aim;
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
        self.step(at, kind, out, edits);
        if self.of_library(at, kind, out, edits) {
            self.used = true;
            return;
        }
        let (dst, place) = match kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                (*dst, self.place_or_null(*src))
            }
            InstKind::Select { dst, a, b, cond } => {
                let (Some(own), Some(a), Some(b)) = (
                    self.places.get(dst),
                    self.place_or_null(*a),
                    self.place_or_null(*b),
                ) else {
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
                offset,
                terms,
                ..
            } if terms.is_empty() && *offset != 0 => {
                let (Some(own), Some(from)) = (self.places.get(dst), self.place(*base)) else {
                    return;
                };
                let sum = self.sum(*own, from, *offset);
                edits.after.entry(at).or_default().push(sum);
                return;
            }
            InstKind::PtrAdd { dst, base, .. } if self.places.contains_key(dst) => {
                match (self.code.index(kind), self.code.spanned(self.cursors, at)) {
                    (Some(i), _) => (*dst, Some(self.wide(at, i, out, edits))),
                    (None, Some((_, n))) => {
                        let (Some(own), Some(from)) = (self.places.get(dst), self.place(*base))
                        else {
                            return;
                        };
                        let more = self.wide(at, n, out, edits);
                        let sum = InstKind::Bin {
                            op: BinOp::Add,
                            flags: self.exact(),
                            dst: *own,
                            a: from,
                            b: more,
                        };
                        edits.after.entry(at).or_default().push(sum);
                        let within = self.within(*own);
                        edits.behind.entry(at).or_default().extend(within);
                        return;
                    }
                    (None, None) => (*dst, self.place(*base)),
                }
            }
            _ => return,
        };
        if let (Some(own), Some(src)) = (self.places.get(&dst), place) {
            let copy = InstKind::Copy { dst: *own, src };
            edits.after.entry(at).or_default().push(copy);
        }
    }

    /// Where a cursor is, or would be: what is null is nowhere, and nobody asks.
    fn place_or_null(&self, o: Operand) -> Option<Operand> {
        match o {
            Operand::Int(0) => Some(o),
            o => self.place(o),
        }
    }

    /// What the arithmetic of places never does.
    fn exact(&self) -> Overflow {
        Overflow {
            nsw: true,
            nuw: !self.cursors.falls,
            ..Overflow::default()
        }
    }

    /// A place so many bytes on.
    fn sum(&self, dst: Reg, from: Operand, by: i64) -> InstKind {
        match (from, by) {
            (Operand::Int(n), by) => InstKind::Copy {
                dst,
                src: Operand::Int((n as i64 + by) as u64),
            },
            (from, by) => InstKind::Bin {
                op: if by < 0 { BinOp::Sub } else { BinOp::Add },
                flags: self.exact(),
                dst,
                a: from,
                b: Operand::Int(by.unsigned_abs()),
            },
        }
    }

    /// A place is in the text.
    fn within(&self, place: Reg) -> Vec<Holds> {
        let holds = |pred, b| Holds {
            pred,
            ty: self.word,
            a: Operand::Reg(place),
            b,
        };
        let begins = (!self.cursors.falls).then(|| holds(IntPred::Sge, Operand::Int(0)));
        let ends = holds(IntPred::Sle, Operand::Reg(self.length));
        begins.into_iter().chain([ends]).collect()
    }

    /// Where a cursor goes on over characters, the last of them is before the end: a test
    /// of the byte may be far from here.
    fn step(&mut self, at: At, kind: &InstKind, out: &mut Function, edits: &mut Edits) {
        let (cursors, code) = (self.cursors, self.code);
        let (old, by, ty, from) = match kind {
            InstKind::PtrAdd {
                dst,
                base: Operand::Reg(old),
                offset: by @ 1..,
                terms,
                ..
            } if terms.is_empty() && cursors.pointers.contains(dst) => {
                let Some(from) = self.place(Operand::Reg(*old)) else {
                    return;
                };
                (*old, *by, self.word, from)
            }
            InstKind::Bin { dst, .. } if cursors.indices.contains(dst) => {
                let ty = code.f.regs.get(*dst).copied();
                match (code.step(kind), ty) {
                    (Some((old, by @ 1.., _)), Some(ty)) => (old, by, ty, Operand::Reg(old)),
                    _ => return,
                }
            }
            _ => return,
        };
        if !code.walks(cursors, at, old, by) {
            return;
        }
        let last = match by {
            1 => from,
            by => {
                let last = out.regs.push(ty);
                let sum = self.sum(last, from, by - 1);
                edits.before.entry(at).or_default().push(sum);
                Operand::Reg(last)
            }
        };
        let length = self.length(ty, out, edits);
        self.used = true;
        edits.ahead.entry(at).or_default().push(Holds {
            pred: IntPred::Slt,
            ty,
            a: last,
            b: length,
        });
    }

    /// What a call of the library gives is within the text: a number of bytes from a cursor
    /// on, or a place that was found from it on.
    fn of_library(
        &mut self,
        at: At,
        kind: &InstKind,
        out: &mut Function,
        edits: &mut Edits,
    ) -> bool {
        let InstKind::Call { dsts, rets, .. } = kind else {
            return false;
        };
        let Some(dst) = dsts.first().copied() else {
            return false;
        };
        let of = self.code.span_of(kind).or_else(|| self.code.found_in(kind));
        let Some(place) = of.and_then(|p| self.place(p)) else {
            return false;
        };
        let span = self.code.span_of(kind).is_some();
        let own = self.places.get(&dst).copied();
        if span && rets.first() != Some(&self.word) || !span && own.is_none() {
            return false;
        }
        let rest = out.regs.push(self.word);
        let known = self.rest(place, rest);
        edits.before.entry(at).or_default().push(known);
        // How far on it is found: anything, and at most all that is left.
        let far = match own {
            Some(own) if !span => {
                let far = out.regs.push(self.word);
                let any = InstKind::Freeze {
                    dst: far,
                    src: Operand::Undef,
                };
                edits.after.entry(at).or_default().push(any);
                let sum = InstKind::Bin {
                    op: BinOp::Add,
                    flags: self.exact(),
                    dst: own,
                    a: place,
                    b: Operand::Reg(far),
                };
                let later = edits.later.entry(at).or_default();
                later.0.push(sum);
                later.1.extend(self.within(own));
                far
            }
            _ => dst,
        };
        let within = |pred, b| Holds {
            pred,
            ty: self.word,
            a: Operand::Reg(far),
            b,
        };
        edits.behind.entry(at).or_default().extend([
            within(IntPred::Sge, Operand::Int(0)),
            within(IntPred::Sle, Operand::Reg(rest)),
        ]);
        true
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
                let (p, most) = match code.argument(kind, "strdup") {
                    Some(p) => (p, None),
                    None => code.two(kind, "strndup").map(|(p, n)| (p, Some(n)))?,
                };
                let malloc = function(code.module, "malloc")?;
                let (rest, size) = (out.regs.push(self.word), out.regs.push(self.word));
                let mut before = vec![self.rest(self.place(p)?, rest)];
                let mut copied = rest;
                if let Some(n) = most {
                    let (own, less) = (out.regs.push(self.word), out.regs.push(Type::Int(1)));
                    copied = out.regs.push(self.word);
                    let (own_n, rest) = (Operand::Reg(own), Operand::Reg(rest));
                    before.push(InstKind::Copy { dst: own, src: n });
                    before.push(InstKind::Cmp {
                        pred: IntPred::Ult,
                        ty: self.word,
                        dst: less,
                        a: own_n,
                        b: rest,
                    });
                    before.push(InstKind::Select {
                        dst: copied,
                        cond: Operand::Reg(less),
                        a: own_n,
                        b: rest,
                    });
                }
                let copied = Operand::Reg(copied);
                before.push(without_wrap(BinOp::Add, size, copied, Operand::Int(1)));
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
                // Null has no place.
                let there = |(at, o): &(At, Operand)| match o {
                    Operand::Reg(r) if self.cursors.nullable.contains(r) => {
                        code.holds_there(self.cursors, *at, *r, Aim::NotNull)
                    }
                    _ => true,
                };
                (there(&a) && there(&b)).then_some(())?;
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
                // Null has no place.
                let may_be_null = |o: &Operand| match o {
                    Operand::Reg(r) => self.cursors.nullable.contains(r),
                    _ => false,
                };
                (!may_be_null(a) && !may_be_null(b)).then_some(())?;
                let (a, b) = (self.place(*a)?, self.place(*b)?);
                let new = InstKind::Cmp {
                    pred: signed(*pred, self.cursors.falls),
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
        let indexed = code.set_before(addr, at);
        let indexed = indexed.and_then(|(at, kind)| Some((at, code.index(kind)?)));
        let (at, counter, ty) = match indexed {
            Some((at, i)) => {
                let (at, r) = code.variable(at, i);
                (at, r, code.f.regs.get(r).copied()?)
            }
            None => {
                let (at, r) = code.variable(at, addr);
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

/// How places compare where the addresses do: some are before the begin, or none is.
fn signed(pred: IntPred, falls: bool) -> IntPred {
    match pred {
        IntPred::Ult if falls => IntPred::Slt,
        IntPred::Ule if falls => IntPred::Sle,
        IntPred::Ugt if falls => IntPred::Sgt,
        IntPred::Uge if falls => IntPred::Sge,
        pred => pred,
    }
}

/// A function of the library without a body.
fn function(module: &Module, name: &str) -> Option<FuncId> {
    let mut all = module.functions.iter();
    all.find(|(_, f)| f.name == name && f.is_declaration())
        .map(|f| f.0)
}
