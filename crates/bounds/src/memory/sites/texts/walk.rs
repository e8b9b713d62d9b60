//! Whether a byte at a cursor is not 0 where the cursor moves on.
//!
//! Idea: a walk back from the step over all ways to it. The cursor is followed through
//! the copies that it comes from; an edge of a branch that a 0 cannot take leaves a
//! character, which is followed to the load that read it. Where that load read at the
//! cursor, the way is fine. Where the begin of the function or another value of the cursor
//! comes first, it is not. `*p++` moves before the byte is looked at: then nothing may use
//! the new place until an edge has said that the byte at the old one is not 0. What a
//! search found is a character where it is not null. Cost: the blocks between a step and
//! its tests, times the characters that are followed.

use super::super::facts::{inst, At};
use super::cursors::Cursors;
use super::Code;
use ep_ir::{
    visit, BinOp, Block, BlockId, Callee, CastOp, InstKind, IntPred, Operand, Reg, Terminator, Type,
};
use std::collections::BTreeSet;

/// States of one walk.
const MOST: usize = 600;

/// How far in front of a cursor a byte is looked for.
pub(super) const FAR: i64 = 8;

/// What is followed to where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Followed {
    /// A number that is not 0.
    Character(Reg),
    /// A pointer with a character so far behind it.
    Pointer(Reg, i64),
    /// An index of the text with a character so far behind it.
    Index(Reg, i64),
    /// A pointer that is not null.
    NotNull(Reg),
}

/// What is to be shown of a cursor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aim {
    /// The byte so far behind it is not 0.
    Character(i64),
    /// It is not 0 itself.
    Positive,
    /// It is not null.
    NotNull,
}

/// A place on the way back.
struct State {
    block: BlockId,
    /// Instructions before it are still to be looked at.
    until: usize,
    cursor: Reg,
    aim: Aim,
    followed: BTreeSet<Followed>,
}

impl State {
    fn found(&self) -> bool {
        match self.aim {
            Aim::Positive => self.followed.contains(&Followed::Character(self.cursor)),
            Aim::NotNull => self.followed.contains(&Followed::NotNull(self.cursor)),
            Aim::Character(k) => {
                self.followed.contains(&Followed::Pointer(self.cursor, k))
                    || self.followed.contains(&Followed::Index(self.cursor, k))
            }
        }
    }
}

impl Code<'_> {
    /// Whether this holds of a cursor before an instruction, on all ways to it.
    pub(super) fn holds_there(&self, now: &Cursors, at: At, cursor: Reg, aim: Aim) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![State {
            block: at.0,
            until: at.1,
            cursor,
            aim,
            followed: BTreeSet::new(),
        }];
        while let Some(mut s) = work.pop() {
            match self.back(now, &mut s) {
                Some(true) => continue,
                Some(false) => return false,
                None => {}
            }
            let before = self.facts.cfg.predecessors(s.block);
            if before.is_empty() {
                // What the caller hands over is a text.
                if s.aim == Aim::NotNull && s.cursor == self.text {
                    continue;
                }
                return false;
            }
            for b in before {
                let Some(block) = self.f.blocks.get(*b) else {
                    return false;
                };
                let mut followed = s.followed.clone();
                followed.extend(self.told(*b, s.block).map(Followed::Character));
                followed.extend(self.before_another(now, *b, s.block));
                followed.extend(self.not_null(*b, s.block).map(Followed::NotNull));
                if !seen.insert((*b, s.cursor, s.aim, followed.clone())) {
                    continue;
                }
                if seen.len() > MOST {
                    return false;
                }
                work.push(State {
                    block: *b,
                    until: block.insts.len(),
                    cursor: s.cursor,
                    aim: s.aim,
                    followed,
                });
            }
        }
        true
    }

    /// Back to the begin of a block: whether that decided.
    fn back(&self, now: &Cursors, s: &mut State) -> Option<bool> {
        let insts = &self.f.blocks.get(s.block)?.insts;
        let found =
            |s: &State| s.found() || s.aim == Aim::NotNull && !now.nullable.contains(&s.cursor);
        for i in insts.get(..s.until)?.iter().rev() {
            if found(s) {
                return Some(true);
            }
            let mut sets = BTreeSet::new();
            visit::defs(&i.kind, &mut |r| _ = sets.insert(*r));
            let not_null = s.followed.contains(&Followed::NotNull(s.cursor));
            let mut more = BTreeSet::new();
            for x in &s.followed {
                let (Followed::Character(r)
                | Followed::Pointer(r, _)
                | Followed::Index(r, _)
                | Followed::NotNull(r)) = x;
                match sets.contains(r) {
                    true => more.extend(self.from(now, *x, &i.kind)),
                    false => _ = more.insert(*x),
                }
            }
            s.followed = more;
            if !sets.contains(&s.cursor) {
                continue;
            }
            if not_null && s.aim == Aim::Character(0) && self.finds_a_character(&i.kind) {
                return Some(true);
            }
            let moved = self.indexed(&i.kind).or_else(|| self.moved(now, &i.kind));
            match (source(&i.kind), moved, s.aim) {
                (Some(r), ..) => s.cursor = r,
                (None, Some((r, by)), Aim::Character(k)) if k + by <= FAR => {
                    (s.cursor, s.aim) = (r, Aim::Character(k + by));
                }
                // Null is not moved.
                (None, Some((r, _)), Aim::NotNull) => s.cursor = r,
                _ => return Some(false),
            }
        }
        found(s).then_some(true)
    }

    /// What something that is followed comes from, by the instruction that sets it.
    fn from(&self, now: &Cursors, x: Followed, kind: &InstKind) -> Option<Followed> {
        let register = |o: &Operand| match o {
            Operand::Reg(r) => Some(*r),
            _ => None,
        };
        match (x, kind) {
            (
                Followed::Character(_),
                InstKind::Load {
                    ty: Type::Int(8),
                    addr,
                    volatile: false,
                    ..
                },
            ) => register(addr).map(|r| Followed::Pointer(r, 0)),
            (Followed::Character(_), kind) => source(kind).map(Followed::Character),
            (Followed::Pointer(_, k), kind @ InstKind::PtrAdd { .. }) => {
                let indexed = self.indexed(kind);
                let indexed = indexed.map(|(r, by)| Followed::Index(r, k + by));
                let moved = || self.moved(now, kind);
                indexed.or_else(|| moved().map(|(r, by)| Followed::Pointer(r, k + by)))
            }
            (Followed::Pointer(_, k), InstKind::Copy { src, .. }) => {
                register(src).map(|r| Followed::Pointer(r, k))
            }
            (Followed::NotNull(_), InstKind::Copy { src, .. }) => {
                register(src).map(Followed::NotNull)
            }
            (Followed::Index(_, k), kind) => match source(kind) {
                Some(r) => Some(Followed::Index(r, k)),
                None => (self.moved(now, kind)).map(|(r, by)| Followed::Index(r, k + by)),
            },
            _ => None,
        }
    }

    /// What a pointer or an index is a constant more than, and that constant: a sum that
    /// does not wrap around.
    pub(super) fn moved(&self, now: &Cursors, kind: &InstKind) -> Option<(Reg, i64)> {
        match kind {
            InstKind::PtrAdd {
                base: Operand::Reg(r),
                offset,
                terms,
                ..
            } => (terms.is_empty() && offset.abs() <= FAR).then_some((*r, *offset)),
            InstKind::Bin {
                op: op @ (BinOp::Add | BinOp::Sub),
                flags,
                dst,
                a: Operand::Reg(r),
                b: Operand::Int(n),
            } => {
                let Some(Type::Int(w @ 32..=64)) = self.f.regs.get(*dst).copied() else {
                    return None;
                };
                let n = ((*n << (64 - w)) as i64) >> (64 - w);
                let by = if *op == BinOp::Add { n } else { -n };
                // An index of a text has 31 bits.
                let fits = flags.nsw || by >= 0 && now.indices.contains(r);
                (fits && by.abs() <= FAR).then_some((*r, by))
            }
            _ => None,
        }
    }

    /// The index of an element of the text, from its begin.
    pub(super) fn index(&self, kind: &InstKind) -> Option<Reg> {
        self.indexed(kind).filter(|x| x.1 == 0).map(|x| x.0)
    }

    /// The index of an element of the text, and how far behind it a pointer is.
    fn indexed(&self, kind: &InstKind) -> Option<(Reg, i64)> {
        let InstKind::PtrAdd {
            base,
            offset,
            terms,
            ..
        } = kind
        else {
            return None;
        };
        match &terms[..] {
            [t] if t.scale == 1 && self.is_begin(*base) && offset.abs() <= FAR => match t.index {
                Operand::Reg(r) => Some((r, *offset)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The pointer that is not null where control goes from one block to another.
    fn not_null(&self, from: BlockId, to: BlockId) -> Option<Reg> {
        let block = self.f.blocks.get(from)?;
        let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = &block.term
        else {
            return None;
        };
        let last = &block.insts.last()?.kind;
        match last {
            InstKind::Cmp {
                pred,
                ty: Type::Ptr,
                dst,
                a: Operand::Reg(r),
                b: Operand::Int(0),
            } if dst == c && then != els => {
                let is = match pred {
                    IntPred::Ne => *then,
                    IntPred::Eq => *els,
                    _ => return None,
                };
                (to == is).then_some(*r)
            }
            _ => None,
        }
    }

    /// The character that is not 0 where control goes from one block to another.
    pub(super) fn told(&self, from: BlockId, to: BlockId) -> Option<Reg> {
        let block = self.f.blocks.get(from)?;
        match &block.term {
            Terminator::Branch {
                cond: Operand::Reg(c),
                then,
                els,
            } if then != els => self.by_test(from, block, *c, to == *then),
            Terminator::Switch {
                value: Operand::Reg(v),
                cases,
                default,
                ..
            } => {
                let zero = cases.iter().find(|c| c.value == 0);
                let other = match zero {
                    Some(z) => z.target != to,
                    None => *default != to,
                };
                other.then_some(*v)
            }
            _ => None,
        }
    }

    /// The cursor that is before another one where control goes from one block to another:
    /// that one is at most at the end.
    fn before_another(&self, now: &Cursors, from: BlockId, to: BlockId) -> Option<Followed> {
        let block = self.f.blocks.get(from)?;
        let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = &block.term
        else {
            return None;
        };
        (then != els).then_some(())?;
        let (at, i) = block.insts.iter().enumerate().next_back()?;
        let InstKind::Cmp {
            pred,
            ty,
            dst,
            a: Operand::Reg(a),
            b: Operand::Reg(b),
        } = &i.kind
        else {
            return None;
        };
        (dst == c && at + 1 == block.insts.len()).then_some(())?;
        let pred = if to == *then { *pred } else { pred.negated() };
        let (first, second) = match pred {
            IntPred::Ult | IntPred::Slt => (*a, *b),
            IntPred::Ugt | IntPred::Sgt => (*b, *a),
            // Of a cursor and the end.
            IntPred::Ne if self.is_end(*b) => (*a, *b),
            IntPred::Ne if self.is_end(*a) => (*b, *a),
            _ => return None,
        };
        let of = |all: &BTreeSet<Reg>| {
            all.contains(&second) && (pred != IntPred::Ne || all.contains(&first))
        };
        match ty {
            Type::Ptr if !now.nullable.contains(&second) && !now.nullable.contains(&first) => {
                of(&now.pointers).then_some(Followed::Pointer(first, 0))
            }
            // Without a sign, what is below 0 is above all.
            Type::Int(32..=64) if now.below && matches!(pred, IntPred::Ult | IntPred::Ugt) => None,
            Type::Int(32..=64) => of(&now.indices).then_some(Followed::Index(first, 0)),
            _ => None,
        }
    }

    /// Whether a register that is set once is the text's length, or leads to its end.
    fn is_end(&self, r: Reg) -> bool {
        let mut next = r;
        for _ in 0..FAR {
            let Some((_, i)) = self.facts.only(self.f, next) else {
                return false;
            };
            if let Some(of) = self.length_of(&i.kind) {
                return self.is_begin(of);
            }
            let cut = match &i.kind {
                InstKind::Cast {
                    op: CastOp::Trunc,
                    to: Type::Int(32..=64),
                    src: Operand::Reg(s),
                    ..
                } => Some(*s),
                _ => None,
            };
            let Some(from) = cut
                .or_else(|| self.index(&i.kind))
                .or_else(|| source(&i.kind))
            else {
                return false;
            };
            next = from;
        }
        false
    }

    fn by_test(&self, from: BlockId, block: &Block, cond: Reg, is: bool) -> Option<Reg> {
        let sets = |k: &InstKind| {
            let mut any = false;
            visit::defs(k, &mut |r| any |= *r == cond);
            any
        };
        let at = block.insts.iter().rposition(|i| sets(&i.kind))?;
        let InstKind::Cmp {
            pred,
            ty: Type::Int(w @ 1..=64),
            a,
            b,
            ..
        } = &block.insts.get(at)?.kind
        else {
            return None;
        };
        let (pred, a, n) = match (a, b) {
            (Operand::Reg(r), Operand::Int(n)) => (*pred, *r, *n),
            (Operand::Int(n), Operand::Reg(r)) => (pred.swapped(), *r, *n),
            _ => return None,
        };
        let class = self.by_class(from, a, (pred, n, is));
        if class.is_some() {
            return class;
        }
        // What gets here is not 0.
        if holds_of_zero(pred, n, *w) != is {
            let later = block.insts.iter().skip(at + 1);
            let still = later.fold(true, |still, i| {
                let mut set = false;
                visit::defs(&i.kind, &mut |r| set |= *r == a);
                still && !set
            });
            return still.then_some(a);
        }
        None
    }

    /// The character that a test of a class (`isspace`) is of: a 0 is of the class of
    /// control characters alone.
    fn by_class(
        &self,
        block: BlockId,
        masked: Reg,
        (pred, n, is): (IntPred, u64, bool),
    ) -> Option<Reg> {
        let belongs = matches!(
            (pred, n, is),
            (IntPred::Ne, 0, true) | (IntPred::Eq, 0, false)
        );
        belongs.then_some(())?;
        // All of it in this block, one behind the other.
        let mut before = (block, usize::MAX);
        let mut in_order = |r: Reg| {
            let (at, kind) = self.set_before(r, before)?;
            before = at;
            (at.0 == block).then_some((at, kind))
        };
        let (asked, made) = in_order(masked)?;
        if let Some(r) = self.asks_class(made) {
            let (at, _) = self.set_before(r, asked)?;
            return (at.0 == block).then_some(r);
        }
        let InstKind::Bin {
            op: BinOp::And,
            a: Operand::Reg(entry),
            b: Operand::Int(mask),
            ..
        } = made
        else {
            return None;
        };
        let mut kind = |r: Reg| in_order(r).map(|x| x.1);
        // `_IScntrl` of `<ctype.h>`, in the order of little ends.
        const CONTROL: u64 = 2;
        (mask & CONTROL == 0).then_some(())?;
        let mut r = *entry;
        let addr = loop {
            match kind(r)? {
                InstKind::Cast {
                    op: CastOp::ZExt | CastOp::SExt,
                    src: Operand::Reg(s),
                    ..
                } => r = *s,
                InstKind::Load {
                    ty: Type::Int(16),
                    addr: Operand::Reg(a),
                    ..
                } => break *a,
                _ => return None,
            }
        };
        let (element, made) = in_order(addr)?;
        let mut kind = |r: Reg| in_order(r).map(|x| x.1);
        let InstKind::PtrAdd {
            base: Operand::Reg(table),
            offset: 0,
            terms,
            ..
        } = made
        else {
            return None;
        };
        let InstKind::Load {
            addr: Operand::Reg(of),
            ..
        } = kind(*table)?
        else {
            return None;
        };
        let InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } = kind(*of)?
        else {
            return None;
        };
        self.is_library(*g, "__ctype_b_loc").then_some(())?;
        match &terms[..] {
            [t] if t.scale == 2 => match t.index {
                Operand::Reg(r) => {
                    let (at, _) = self.set_before(r, element)?;
                    (at.0 == block).then_some(r)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What a call asks the class of, which no 0 belongs to.
    fn asks_class(&self, kind: &InstKind) -> Option<Reg> {
        let all = [
            "isalnum", "isalpha", "isblank", "isdigit", "isgraph", "islower", "isprint", "ispunct",
            "isspace", "isupper", "isxdigit",
        ];
        match all.iter().find_map(|n| self.argument(kind, n))? {
            Operand::Reg(r) => Some(r),
            _ => None,
        }
    }

    /// Whether what a step sets is used only behind an edge that says that the byte at
    /// the old place is not 0.
    pub(super) fn told_later(&self, step: At, new: Reg, old: Reg) -> bool {
        let olds = self.kept_copies(step, old);
        if olds.is_empty() {
            return false;
        }
        let mut seen = BTreeSet::new();
        // The sum and the variable that it is copied to.
        let mut work = vec![(step.0, step.1 + 1, BTreeSet::from([new]))];
        while let Some((b, from, mut names)) = work.pop() {
            let Some(block) = self.f.blocks.get(b) else {
                return false;
            };
            let mut over = false;
            for i in block.insts.iter().skip(from) {
                let mut used = false;
                visit::uses(&i.kind, &mut |o| {
                    used |= matches!(o, Operand::Reg(r) if names.contains(r));
                });
                let mut sets = BTreeSet::new();
                visit::defs(&i.kind, &mut |r| _ = sets.insert(*r));
                if olds.iter().any(|o| sets.contains(o)) {
                    return false;
                }
                match (&i.kind, used) {
                    (InstKind::Copy { dst, .. }, true) => _ = names.insert(*dst),
                    (_, true) => return false,
                    (_, false) => {
                        names.retain(|n| !sets.contains(n));
                        over |= names.is_empty();
                    }
                }
                if over {
                    break;
                }
            }
            if over {
                continue;
            }
            let mut used = false;
            visit::term_uses(&block.term, &mut |o| {
                used |= matches!(o, Operand::Reg(r) if names.contains(r));
            });
            if used {
                return false;
            }
            for to in self.facts.cfg.successors(b) {
                let told = self
                    .told(b, *to)
                    .is_some_and(|c| olds.iter().any(|o| self.reads(c, *o, b)));
                if !told && seen.insert((*to, names.clone())) {
                    work.push((*to, 0, names.clone()));
                }
            }
            if seen.len() > MOST {
                return false;
            }
        }
        true
    }

    /// Registers that are set once and hold the old place at a step: itself, and copies
    /// that its block takes before the step.
    fn kept_copies(&self, step: At, old: Reg) -> BTreeSet<Reg> {
        let once = |r: &Reg| self.facts.only(self.f, *r).is_some();
        let mut out: BTreeSet<Reg> = [old].into_iter().filter(once).collect();
        let block = self.f.blocks.get(step.0);
        let before = block.and_then(|b| b.insts.get(..step.1));
        for i in before.into_iter().flatten().rev() {
            let mut set = false;
            visit::defs(&i.kind, &mut |r| set |= *r == old);
            if set {
                break;
            }
            if let InstKind::Copy {
                dst,
                src: Operand::Reg(s),
            } = &i.kind
            {
                if *s == old && once(dst) {
                    out.insert(*dst);
                }
            }
        }
        out
    }

    /// Whether a register is the byte that was read at a cursor, where control leaves a
    /// block.
    fn reads(&self, character: Reg, cursor: Reg, block: BlockId) -> bool {
        let Some((addr, mut before)) = self.read_at(character, (block, usize::MAX)) else {
            return false;
        };
        // The cursor was set before it was read.
        let mut next = Some(addr);
        while let Some(r) = next {
            let Some((at, kind)) = self.set_before(r, before) else {
                return false;
            };
            if r == cursor {
                return true;
            }
            before = at;
            next = self.index(kind).or_else(|| source(kind));
        }
        false
    }

    /// The address at which a character was read that a register holds at a place, and where
    /// it was read.
    pub(super) fn read_at(&self, character: Reg, at: At) -> Option<(Reg, At)> {
        let (mut r, mut before) = (character, at);
        loop {
            let (at, kind) = self.set_before(r, before)?;
            before = at;
            match kind {
                InstKind::Load {
                    ty: Type::Int(8),
                    addr: Operand::Reg(a),
                    volatile: false,
                    ..
                } => return Some((*a, at)),
                kind => r = source(kind)?,
            }
        }
    }

    /// The only instruction that sets a register, where each way to a place passes it. Of
    /// several registers, each set before the next, no way between the first and the place
    /// leaves one out: what the last one holds was made of what the first one holds.
    pub(super) fn set_before(&self, r: Reg, place: At) -> Option<(At, &InstKind)> {
        let (at, i) = self.facts.only(self.f, r)?;
        let before = match at.0 == place.0 {
            true => at.1 < place.1,
            false => self.facts.dom.dominates(at.0, place.0),
        };
        before.then_some((at, &i.kind))
    }

    /// The instruction at a place.
    pub(super) fn kind(&self, at: At) -> Option<&InstKind> {
        inst(self.f, at).map(|i| &i.kind)
    }
}

/// What an instruction hands on as it is: copies, and numbers at another width that are
/// not cut.
pub(super) fn source(kind: &InstKind) -> Option<Reg> {
    match kind {
        InstKind::Copy {
            src: Operand::Reg(r),
            ..
        }
        | InstKind::Freeze {
            src: Operand::Reg(r),
            ..
        }
        | InstKind::Cast {
            op: CastOp::SExt | CastOp::ZExt,
            src: Operand::Reg(r),
            ..
        } => Some(*r),
        _ => None,
    }
}

/// Whether a comparison with this number holds of 0.
fn holds_of_zero(pred: IntPred, n: u64, w: u32) -> bool {
    let cut = n << (64 - w) >> (64 - w);
    let signed = ((n << (64 - w)) as i64) >> (64 - w);
    match pred {
        IntPred::Eq => cut == 0,
        IntPred::Ne => cut != 0,
        IntPred::Ult => cut > 0,
        IntPred::Ule => true,
        IntPred::Ugt => false,
        IntPred::Uge => cut == 0,
        IntPred::Slt => signed > 0,
        IntPred::Sle => signed >= 0,
        IntPred::Sgt => signed < 0,
        IntPred::Sge => signed <= 0,
    }
}
