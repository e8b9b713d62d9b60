//! The registers that are at most at the end of a text.
//!
//! Idea: pointers into the text and indices of it, the greatest set of registers of which
//! every instruction that sets one keeps it there: it copies another one, begins at the
//! text's begin or at its length, goes on over bytes that are not 0, goes back, or is what
//! a search of the library finds from another one on. By induction over the steps of a run
//! none of them is ever beyond the end. A cursor that may be null has any place then. Cost:
//! the registers, as often as one of them is given up.

use super::super::facts::At;
use super::walk::{source, Aim, FAR};
use super::Code;
use ep_explore::outcome::describe as findings;
use ep_ir::{visit, BinOp, BlockId, Callee, CastOp, FuncId, InstKind, Operand, Reg, Type};
use std::collections::BTreeSet;

/// Cursors of one text.
#[derive(Default, Debug)]
pub(super) struct Cursors {
    pub pointers: BTreeSet<Reg>,
    pub indices: BTreeSet<Reg>,
    /// Pointers that may be null.
    pub nullable: BTreeSet<Reg>,
    /// One of them goes back, so it may be before the begin.
    pub falls: bool,
    /// An index may be below 0.
    pub below: bool,
}

/// Those of a text.
pub(super) fn cursors(code: &Code<'_>) -> Cursors {
    let mut out = candidates(code);
    loop {
        out.below = code.falls(&out.indices);
        out.falls = out.below || code.falls(&out.pointers);
        let keeps = |r: &Reg| code.keeps_pointer(&out, *r);
        let pointers: BTreeSet<Reg> = out.pointers.iter().copied().filter(keeps).collect();
        let keeps = |r: &Reg| code.keeps_index(&out, *r);
        let indices: BTreeSet<Reg> = out.indices.iter().copied().filter(keeps).collect();
        let same = pointers.len() == out.pointers.len() && indices.len() == out.indices.len();
        out = Cursors {
            pointers,
            indices,
            ..out
        };
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
                InstKind::Select { dst, a, b, .. } if is(a) || is(b) => {
                    out.pointers.insert(*dst);
                }
                kind @ InstKind::Call { dsts, .. } if code.span_of(kind).is_some() => {
                    out.indices.extend(dsts);
                }
                kind @ InstKind::Call { dsts, .. } if code.found_in(kind).is_some() => {
                    out.pointers.extend(dsts);
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
            out.nullable = code.nullable();
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
        let or_null = |o: &Operand| *o == Operand::Int(0) || is(o).is_some();
        begins
            && defs.iter().all(|at| match self.kind(*at) {
                Some(InstKind::Copy { src, .. } | InstKind::Freeze { src, .. }) => or_null(src),
                Some(InstKind::Select { a, b, .. }) => or_null(a) && or_null(b),
                Some(
                    kind @ InstKind::PtrAdd {
                        base,
                        offset,
                        terms,
                        ..
                    },
                ) => match (is(base), offset, terms.is_empty()) {
                    (Some(_), by, true) if (-FAR..=0).contains(by) => true,
                    (Some(old), by, true) => self.moves(now, *at, (r, old), *by),
                    _ => {
                        let index = self.index(kind);
                        index.is_some_and(|i| now.indices.contains(&i))
                            || self.spanned(now, *at).is_some()
                    }
                },
                Some(kind @ InstKind::Call { .. }) => {
                    let of = self.found_in(kind).and_then(|o| register(&o));
                    of.is_some_and(|p| now.pointers.contains(&p))
                }
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
                Some(kind @ InstKind::Bin { .. }) => match self.step(kind) {
                    Some((old, by, _)) if is(&old) && by > 0 => self.moves(now, *at, (r, old), by),
                    // Without a sign it is not below 0.
                    Some((old, by, wraps)) if is(&old) => {
                        !wraps || by == -1 && self.holds_there(now, *at, old, Aim::Positive)
                    }
                    _ => false,
                },
                // No length has more than 31 bits.
                Some(InstKind::Cast {
                    op: CastOp::Trunc,
                    src: Operand::Reg(s),
                    ..
                }) => is(s),
                Some(kind @ InstKind::Call { .. }) => {
                    let of = self.span_of(kind).and_then(|o| register(&o));
                    of.is_some_and(|p| now.pointers.contains(&p))
                }
                // What is below 0 is large without its sign.
                Some(InstKind::Cast {
                    op: CastOp::ZExt, ..
                }) if now.below => false,
                Some(kind) => source(kind).is_some_and(|s| is(&s)),
                None => false,
            })
    }

    /// What an index is a constant more or less than, how much, and whether the difference
    /// may wrap around.
    pub(super) fn step(&self, kind: &InstKind) -> Option<(Reg, i64, bool)> {
        let InstKind::Bin {
            op: op @ (BinOp::Add | BinOp::Sub),
            flags,
            dst,
            a: Operand::Reg(old),
            b: Operand::Int(n),
        } = kind
        else {
            return None;
        };
        let Some(Type::Int(w @ 32..=64)) = self.f.regs.get(*dst).copied() else {
            return None;
        };
        let n = ((*n << (64 - w)) as i64) >> (64 - w);
        let by = if *op == BinOp::Add { n } else { -n };
        (-FAR..=FAR).contains(&by).then_some((*old, by, !flags.nsw))
    }

    /// Whether any of these may go back to before the begin.
    fn falls(&self, cursors: &BTreeSet<Reg>) -> bool {
        let mut defs = cursors.iter().flat_map(|r| self.facts.defs(*r));
        defs.any(|at| match self.kind(*at) {
            Some(InstKind::PtrAdd { offset, .. }) => *offset < 0,
            Some(kind) => self
                .step(kind)
                .is_some_and(|(_, by, wraps)| by < 0 && !wraps),
            None => false,
        })
    }

    /// Registers that null may be in, or what was made of it.
    fn nullable(&self) -> BTreeSet<Reg> {
        let mut out = BTreeSet::new();
        loop {
            let before = out.len();
            for i in self.f.blocks.iter().flat_map(|(_, b)| &b.insts) {
                let is = |o: &Operand| match o {
                    Operand::Reg(r) => out.contains(r),
                    o => *o == Operand::Int(0),
                };
                match &i.kind {
                    InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } if is(src) => {
                        out.insert(*dst);
                    }
                    InstKind::PtrAdd { dst, base, .. } if is(base) => _ = out.insert(*dst),
                    InstKind::Select { dst, a, b, .. } if is(a) || is(b) => _ = out.insert(*dst),
                    kind @ InstKind::Call { dsts, .. } if self.found_in(kind).is_some() => {
                        out.extend(dsts);
                    }
                    _ => {}
                }
            }
            if before == out.len() {
                return out;
            }
        }
    }

    /// Whether a step from a place of the text goes no further than its end.
    fn moves(&self, now: &Cursors, at: At, (new, old): (Reg, Reg), by: i64) -> bool {
        self.walks(now, at, old, by) || by == 1 && self.told_later(at, new, old)
    }

    /// Whether none of the bytes that a step goes over is 0.
    pub(super) fn walks(&self, now: &Cursors, at: At, old: Reg, by: i64) -> bool {
        let mut over = 0..by;
        by <= FAR && over.all(|k| self.holds_there(now, at, old, Aim::Character(k)))
    }

    /// The text whose length a call of the library gives.
    pub(super) fn length_of(&self, kind: &InstKind) -> Option<Operand> {
        self.argument(kind, "strlen")
    }

    /// The text of which a call gives the number of bytes up to somewhere before its end.
    pub(super) fn span_of(&self, kind: &InstKind) -> Option<Operand> {
        let all = ["strspn", "strcspn"];
        let span = all.iter().find_map(|n| self.first_of_two(kind, n));
        self.length_of(kind).or(span)
    }

    /// The text that a search of the library goes through: it gives a place of it, or null.
    pub(super) fn found_in(&self, kind: &InstKind) -> Option<Operand> {
        let all = [
            "strchr",
            "strrchr",
            "strchrnul",
            "index",
            "rindex",
            "strpbrk",
            "strstr",
            "strcasestr",
        ];
        all.iter().find_map(|n| self.first_of_two(kind, n))
    }

    /// Whether what a search finds, if it finds anything, is a character and not the end.
    pub(super) fn finds_a_character(&self, kind: &InstKind) -> bool {
        let InstKind::Call { args, .. } = kind else {
            return false;
        };
        let of = |n: &&str| self.first_of_two(kind, n).is_some();
        let character = match args.get(1).map(|a| a.value) {
            Some(Operand::Int(c)) => c as u8 != 0,
            _ => false,
        };
        of(&"strpbrk") || character && ["strchr", "strrchr", "index", "rindex"].iter().any(of)
    }

    /// The first of two arguments of a call of this function of the library.
    fn first_of_two(&self, kind: &InstKind, name: &str) -> Option<Operand> {
        self.two(kind, name).map(|x| x.0)
    }

    /// Both arguments of a call of this function of the library.
    pub(super) fn two(&self, kind: &InstKind, name: &str) -> Option<(Operand, Operand)> {
        let InstKind::Call {
            callee: Callee::Direct(g),
            args,
            dsts,
            ..
        } = kind
        else {
            return None;
        };
        match &args[..] {
            [a, b] if self.is_library(*g, name) && dsts.len() == 1 => Some((a.value, b.value)),
            _ => None,
        }
    }

    /// The cursor, and the number of bytes from it on that a call counted, where a pointer
    /// is their sum: `p + strcspn(p, set)`.
    pub(super) fn spanned(&self, now: &Cursors, at: At) -> Option<(Reg, Reg)> {
        let InstKind::PtrAdd {
            base: Operand::Reg(base),
            offset: 0,
            terms,
            ..
        } = self.kind(at)?
        else {
            return None;
        };
        let [ep_ir::inst::PtrTerm {
            scale: 1,
            index: Operand::Reg(n),
            ..
        }] = &terms[..]
        else {
            return None;
        };
        now.pointers.contains(base).then_some(())?;
        let (mut before, mut r) = (at, *n);
        let of = loop {
            let (place, kind) = self.set_before(r, before)?;
            before = place;
            match self.span_of(kind) {
                Some(Operand::Reg(p)) => break p,
                Some(_) => return None,
                None => {}
            }
            r = match kind {
                InstKind::Cast {
                    op: CastOp::Trunc,
                    to: Type::Int(32..=64),
                    src: Operand::Reg(s),
                    ..
                } => *s,
                kind => source(kind)?,
            };
        };
        let (first, second) = (self.variable(before, of), self.variable(at, *base));
        (first.1 == second.1 && self.unchanged(first, second.0)).then_some((*base, *n))
    }

    /// The register that one is a copy of at a place, and where it was copied.
    pub(super) fn variable(&self, mut at: At, mut r: Reg) -> (At, Reg) {
        while let Some((before, kind)) = self.set_before(r, at) {
            let Some(from) = source(kind) else { break };
            (at, r) = (before, from);
        }
        (at, r)
    }

    /// Whether a register holds what it held at the first place on all ways to a later one.
    fn unchanged(&self, (first, r): (At, Reg), last: At) -> bool {
        let sets = |b: BlockId, range: std::ops::Range<usize>| {
            let insts = self.f.blocks.get(b).and_then(|x| x.insts.get(range));
            insts.is_none_or(|all| {
                let mut any = false;
                for i in all {
                    visit::defs(&i.kind, &mut |d| any |= *d == r);
                }
                any
            })
        };
        if first.0 == last.0 && first.1 <= last.1 {
            return !sets(first.0, first.1..last.1);
        }
        let length = |b: BlockId| self.f.blocks.get(b).map_or(0, |x| x.insts.len());
        let mut seen = BTreeSet::new();
        let mut work = vec![(last.0, last.1)];
        while let Some((b, until)) = work.pop() {
            if sets(b, 0..until) {
                return false;
            }
            let before = self.facts.cfg.predecessors(b);
            if before.is_empty() {
                return false;
            }
            for p in before.iter().copied().filter(|p| seen.insert(*p)) {
                match p == first.0 {
                    true if sets(p, first.1..length(p)) => return false,
                    true => {}
                    false => work.push((p, length(p))),
                }
            }
        }
        true
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
