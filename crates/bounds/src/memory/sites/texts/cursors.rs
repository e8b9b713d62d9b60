//! The registers that are at most at the end of a text.
//!
//! Idea: pointers into the text and indices of it, the greatest set of registers of which
//! every instruction that sets one keeps it there: it copies another one, begins at the
//! text's begin or at its length, or goes on by one from a place whose byte is not 0. By
//! induction over the steps of a run none of them is ever beyond the end. Cost: the
//! registers, as often as one of them is given up.

use super::super::facts::At;
use super::walk::source;
use super::Code;
use ep_explore::outcome::describe as findings;
use ep_ir::{BinOp, Callee, CastOp, FuncId, InstKind, Operand, Reg, Type};
use std::collections::BTreeSet;

/// Cursors of one text.
#[derive(Default, Debug)]
pub(super) struct Cursors {
    pub pointers: BTreeSet<Reg>,
    pub indices: BTreeSet<Reg>,
}

/// Those of a text.
pub(super) fn cursors(code: &Code<'_>) -> Cursors {
    let mut out = candidates(code);
    loop {
        let keeps = |r: &Reg| code.keeps_pointer(&out, *r);
        let pointers: BTreeSet<Reg> = out.pointers.iter().copied().filter(keeps).collect();
        let keeps = |r: &Reg| code.keeps_index(&out, *r);
        let indices: BTreeSet<Reg> = out.indices.iter().copied().filter(keeps).collect();
        let same = pointers.len() == out.pointers.len() && indices.len() == out.indices.len();
        out = Cursors { pointers, indices };
        if same {
            return out;
        }
    }
}

fn register(o: &Operand) -> Option<Reg> {
    match o {
        Operand::Reg(r) => Some(*r),
        _ => None,
    }
}

/// What may come from the text, and what indexes it.
fn candidates(code: &Code<'_>) -> Cursors {
    let mut out = Cursors::default();
    out.pointers.insert(code.text);
    loop {
        let before = (out.pointers.len(), out.indices.len());
        for i in code.f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let is = |o: &Operand| register(o).is_some_and(|r| out.pointers.contains(&r));
            match &i.kind {
                InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } if is(src) => {
                    out.pointers.insert(*dst);
                }
                InstKind::PtrAdd { dst, base, .. } if is(base) => {
                    out.pointers.insert(*dst);
                    out.indices.extend(code.index(&i.kind));
                }
                InstKind::Select { dst, a, b, .. } if is(a) && is(b) => {
                    out.pointers.insert(*dst);
                }
                kind @ InstKind::Call { dsts, .. } if code.length_of(kind).is_some() => {
                    out.indices.extend(dsts);
                }
                // `int n = strlen(s)`.
                InstKind::Cast { dst, src, .. } | InstKind::Copy { dst, src }
                    if register(src).is_some_and(|r| out.indices.contains(&r)) =>
                {
                    out.indices.insert(*dst);
                }
                _ => {}
            }
        }
        for r in out.indices.clone() {
            for at in code.facts.defs(r) {
                match code.kind(*at) {
                    Some(InstKind::Bin { a, b, .. }) => {
                        out.indices.extend([a, b].into_iter().filter_map(register));
                    }
                    Some(InstKind::Cast { src, .. }) => out.indices.extend(register(src)),
                    Some(kind) => out.indices.extend(source(kind)),
                    None => {}
                }
            }
        }
        if before == (out.pointers.len(), out.indices.len()) {
            return out;
        }
    }
}

impl Code<'_> {
    fn is_param(&self, r: Reg) -> bool {
        self.f.params.iter().any(|p| p.reg == r)
    }

    fn keeps_pointer(&self, now: &Cursors, r: Reg) -> bool {
        let defs = self.facts.defs(r);
        let begins = r == self.text || !self.is_param(r) && !defs.is_empty();
        let is = |o: &Operand| register(o).filter(|r| now.pointers.contains(r));
        begins
            && defs.iter().all(|at| match self.kind(*at) {
                Some(InstKind::Copy { src, .. } | InstKind::Freeze { src, .. }) => {
                    is(src).is_some()
                }
                Some(InstKind::Select { a, b, .. }) => is(a).is_some() && is(b).is_some(),
                Some(
                    kind @ InstKind::PtrAdd {
                        base,
                        offset,
                        terms,
                        ..
                    },
                ) => match (is(base), offset, terms.is_empty()) {
                    (Some(_), 0, true) => true,
                    (Some(old), 1, true) => self.moves(now, *at, (r, old)),
                    _ => self.index(kind).is_some_and(|i| now.indices.contains(&i)),
                },
                _ => false,
            })
    }

    fn keeps_index(&self, now: &Cursors, r: Reg) -> bool {
        let defs = self.facts.defs(r);
        let Some(Type::Int(32..=64)) = self.f.regs.get(r).copied() else {
            return false;
        };
        let is = |r: &Reg| now.indices.contains(r);
        !self.is_param(r)
            && !defs.is_empty()
            && defs.iter().all(|at| match self.kind(*at) {
                Some(InstKind::Copy {
                    src: Operand::Int(0),
                    ..
                }) => true,
                Some(InstKind::Bin {
                    op: BinOp::Add,
                    a: Operand::Reg(old),
                    b: Operand::Int(1),
                    ..
                }) => is(old) && self.moves(now, *at, (r, *old)),
                // No length has more than 31 bits.
                Some(InstKind::Cast {
                    op: CastOp::Trunc,
                    src: Operand::Reg(s),
                    ..
                }) => is(s),
                Some(kind @ InstKind::Call { .. }) => {
                    let of = self.length_of(kind).and_then(|o| register(&o));
                    of.is_some_and(|p| now.pointers.contains(&p))
                }
                Some(kind) => source(kind).is_some_and(|s| is(&s)),
                None => false,
            })
    }

    /// Whether a step from a place of the text goes no further than its end.
    fn moves(&self, now: &Cursors, at: At, (new, old): (Reg, Reg)) -> bool {
        self.not_at_end(now, at, old) || self.told_later(at, new, old)
    }

    /// The text whose length a call of the library gives.
    pub(super) fn length_of(&self, kind: &InstKind) -> Option<Operand> {
        self.argument(kind, "strlen")
    }

    /// The first argument of a call of this function of the library.
    pub(super) fn argument(&self, kind: &InstKind, name: &str) -> Option<Operand> {
        let InstKind::Call {
            callee: Callee::Direct(g),
            args,
            dsts,
            ..
        } = kind
        else {
            return None;
        };
        (self.is_library(*g, name) && args.len() == 1 && dsts.len() == 1)
            .then(|| args.first().map(|a| a.value))?
    }

    /// Whether it is this function of the library, and none of the program.
    pub(super) fn is_library(&self, g: FuncId, name: &str) -> bool {
        let f = self.module.functions.get(g);
        f.filter(|f| f.name == name).is_some_and(|f| {
            f.is_declaration() || findings::place(self.module, g, f.loc).file.is_empty()
        })
    }
}
