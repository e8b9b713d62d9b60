//! What the tests on the way to a place say of a register, and what a constant
//! table holds.
//!
//! Idea: a block that only one side of a test leads to, and that every way to
//! the place passes, knows how the test went: behind `if (n > 40) return;` the
//! register is at most 40, also where it was read from memory and nothing else
//! is known of it. The test counts if nothing sets the register between it and
//! the place on a way that does not pass the test again. Source: ranges from
//! dominating branches, as in Patterson, "Accurate static branch prediction by
//! value range propagation" (PLDI 1995), without joining them. Alternative: an
//! interval analysis of all registers, which finds what tests of other
//! registers say too. Cost: a walk over blocks for each test on the chain of
//! dominators that names the register.

use super::facts::Facts;
use super::numbers::{constant, Reading};
use ep_ir::inst::PtrTerm;
use ep_ir::{
    BlockId, CastOp, Function, GlobalId, InstKind, IntPred, Module, Operand, Reg, Terminator, Type,
};
use num_bigint::BigInt;
use num_integer::Integer;
use std::collections::BTreeSet;

/// Dominators of a place that are looked at.
const MOST_TESTS: usize = 64;
/// Cells of a table that are looked at.
const MOST_CELLS: u64 = 1 << 16;

/// Numbers between which a register lies; a side without one is open.
#[derive(Clone, Default, Debug)]
pub struct Between {
    pub low: Option<BigInt>,
    pub high: Option<BigInt>,
}

impl Between {
    fn narrow(&mut self, pred: IntPred, n: BigInt) {
        use IntPred::*;
        let (low, high) = match pred {
            Eq => (Some(n.clone()), Some(n)),
            Ne => (None, None),
            Ult | Slt => (None, Some(n - 1)),
            Ule | Sle => (None, Some(n)),
            Ugt | Sgt => (Some(n + 1), None),
            Uge | Sge => (Some(n), None),
        };
        if let Some(n) = low {
            self.low = Some(self.low.take().map_or(n.clone(), |l| l.max(n)));
        }
        if let Some(n) = high {
            self.high = Some(self.high.take().map_or(n.clone(), |h| h.min(n)));
        }
    }
}

/// How a register became what a test compares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Widened {
    Not,
    Zero,
    Sign,
}

/// A function and what is known of it.
pub(super) type Code<'a> = (&'a Function, &'a Facts);

/// A register in both readings.
#[derive(Default)]
struct Readings {
    signed: Between,
    unsigned: Between,
}

impl Readings {
    fn narrow(&mut self, t: &Test) {
        use IntPred::{Eq, Ne, Sge, Sgt, Sle, Slt};
        let with_sign = matches!(t.pred, Slt | Sle | Sgt | Sge);
        let any = matches!(t.pred, Eq | Ne);
        let of = |how| constant(t.number.0, t.number.1, how);
        match t.widened {
            Widened::Zero if with_sign => self.unsigned.narrow(t.pred, of(Reading::Signed)),
            Widened::Zero => self.unsigned.narrow(t.pred, of(Reading::Unsigned)),
            Widened::Sign if with_sign || any => {
                self.signed.narrow(t.pred, of(Reading::Signed));
            }
            Widened::Sign => {}
            Widened::Not => {
                if with_sign || any {
                    self.signed.narrow(t.pred, of(Reading::Signed));
                }
                if !with_sign {
                    self.unsigned.narrow(t.pred, of(Reading::Unsigned));
                }
            }
        }
    }

    /// What is not negative is the same number in both readings.
    fn read(mut self, w: u32, how: Reading) -> Between {
        let half = BigInt::from(1) << w.saturating_sub(1);
        let zero = BigInt::from(0);
        if self.signed.low.as_ref().is_some_and(|l| *l >= zero) {
            let Between { low, high } = self.signed.clone();
            low.into_iter()
                .for_each(|n| self.unsigned.narrow(IntPred::Uge, n));
            high.into_iter()
                .for_each(|n| self.unsigned.narrow(IntPred::Ule, n));
        }
        if self.unsigned.high.as_ref().is_some_and(|h| *h < half) {
            let Between { low, high } = self.unsigned.clone();
            self.signed.narrow(IntPred::Sge, low.unwrap_or(zero));
            high.into_iter()
                .for_each(|n| self.signed.narrow(IntPred::Sle, n));
        }
        match how {
            Reading::Signed => self.signed,
            Reading::Unsigned => self.unsigned,
        }
    }
}

/// A comparison of a register with a number that holds.
struct Test {
    pred: IntPred,
    /// The number and its width.
    number: (u64, u32),
    /// Where in the block the register was read for it.
    from: usize,
    widened: Widened,
}

impl Test {
    /// The number that the register is not, as it is read.
    fn is_not(&self, how: Reading) -> Option<BigInt> {
        let same = match self.widened {
            Widened::Not => true,
            Widened::Zero => how == Reading::Unsigned,
            Widened::Sign => how == Reading::Signed,
        };
        let number = || constant(self.number.0, self.number.1, how);
        (same && self.pred == IntPred::Ne).then(number)
    }
}

/// Between which numbers the tests on every way to a block put a register, at
/// each place in it.
pub fn guarded(code: Code<'_>, at: BlockId, r: Reg, w: u32, how: Reading) -> Between {
    let mut all = Readings::default();
    for t in tests(code, at, r, &[at]) {
        all.narrow(&t);
    }
    all.read(w, how)
}

/// The same before anything in the block sets it, and the numbers that it is
/// not there.
pub fn at_begin(
    code: Code<'_>,
    at: BlockId,
    r: Reg,
    w: u32,
    how: Reading,
) -> (Between, Vec<BigInt>) {
    let mut all = Readings::default();
    let mut other = Vec::new();
    for t in tests(code, at, r, code.1.cfg.predecessors(at)) {
        all.narrow(&t);
        other.extend(t.is_not(how));
    }
    (all.read(w, how), other)
}

/// The tests of a register on every way to a block, of those between which and
/// the ends nothing sets it.
fn tests(code: Code<'_>, at: BlockId, r: Reg, ends: &[BlockId]) -> Vec<Test> {
    let dom = &code.1.dom;
    let mut out = Vec::new();
    let mut b = at;
    for _ in 0..MOST_TESTS {
        let Some(up) = dom.immediate(b).filter(|up| *up != b) else {
            break;
        };
        let holds = |t: &Test| unchanged(code, (up, t.from), b, ends, r);
        out.extend(test_of(code, up, b, r).filter(holds));
        b = up;
    }
    out
}

/// The test at the end of `up` that leads to `to` alone on one side, if it
/// compares the register with a number.
fn test_of(code: Code<'_>, up: BlockId, to: BlockId, r: Reg) -> Option<Test> {
    let (f, facts) = code;
    let Terminator::Branch { then, els, .. } = f.blocks.get(up)?.term else {
        return None;
    };
    let side = match (then == to, els == to) {
        (true, false) => true,
        (false, true) => false,
        _ => return None,
    };
    let [from] = facts.cfg.predecessors(to) else {
        return None;
    };
    (*from == up).then_some(())?;
    compared(code, up, side, r)
}

/// The comparison that the branch at the end of a block asks, with its width, and where in
/// the block it is made.
pub(super) fn comparison(
    (f, facts): Code<'_>,
    up: BlockId,
) -> Option<(usize, (IntPred, u32, Operand, Operand))> {
    let Terminator::Branch {
        cond: Operand::Reg(c),
        ..
    } = f.blocks.get(up)?.term
    else {
        return None;
    };
    let (at, i) = facts.only(f, c)?;
    match i.kind {
        InstKind::Cmp {
            pred,
            ty: Type::Int(w),
            a,
            b,
            ..
        } if at.0 == up => Some((at.1, (pred, w, a, b))),
        _ => None,
    }
}

/// The comparison of a register with a number that holds on one side of the
/// test at the end of a block.
fn compared(code: Code<'_>, up: BlockId, side: bool, r: Reg) -> Option<Test> {
    let (at, (pred, w, a, b)) = comparison(code, up)?;
    let (pred, x, n) = match (a, b) {
        (Operand::Reg(x), Operand::Int(n)) => (pred, x, n),
        (Operand::Int(n), Operand::Reg(x)) => (pred.swapped(), x, n),
        _ => return None,
    };
    let (widened, from) = widened(code, up, at, x, r)?;
    Some(Test {
        pred: if side { pred } else { pred.negated() },
        number: (n, w),
        from,
        widened,
    })
}

/// Between which numbers the test at the end of a block puts a register on one side, if it
/// reads the register where it still counts.
pub(super) fn edge(
    code: Code<'_>,
    up: BlockId,
    side: bool,
    r: Reg,
    (w, how): (u32, Reading),
    counts: impl Fn(usize) -> bool,
) -> Option<Between> {
    let test = compared(code, up, side, r).filter(|t| counts(t.from))?;
    let mut all = Readings::default();
    all.narrow(&test);
    Some(all.read(w, how))
}

/// How `x`, compared at this place, comes from the register, and where in
/// the block the register was read for it.
pub(super) fn widened(
    code: Code<'_>,
    b: BlockId,
    at: usize,
    x: Reg,
    r: Reg,
) -> Option<(Widened, usize)> {
    let (mut x, mut at, mut how) = (x, at, Widened::Not);
    let (f, facts) = code;
    for _ in 0..4 {
        if x == r {
            return Some((how, at));
        }
        let (place, i) = facts.only(f, x)?;
        // In the block of the test, so that it is what the register is now.
        (place.0 == b && place.1 < at).then_some(())?;
        at = place.1;
        x = match i.kind {
            InstKind::Copy {
                src: Operand::Reg(y),
                ..
            }
            | InstKind::Freeze {
                src: Operand::Reg(y),
                ..
            } => y,
            InstKind::Cast {
                op: op @ (CastOp::ZExt | CastOp::SExt),
                src: Operand::Reg(y),
                ..
            } => {
                how = match (op, how) {
                    (CastOp::ZExt, Widened::Not | Widened::Zero) => Widened::Zero,
                    (CastOp::SExt, Widened::Not | Widened::Sign) => Widened::Sign,
                    // What was widened with zeros is not negative.
                    (CastOp::ZExt, Widened::Sign) => Widened::Zero,
                    _ => return None,
                };
                y
            }
            _ => return None,
        };
    }
    None
}

/// Between which numbers a choice puts what it chooses, on the side where its condition
/// is as said: a comparison of that with a number.
pub fn chosen(
    (f, facts): Code<'_>,
    cond: Operand,
    o: Operand,
    is: bool,
    w: u32,
    how: Reading,
) -> Between {
    let mut all = Readings::default();
    let test = || {
        let (Operand::Reg(c), Operand::Reg(r)) = (cond, o) else {
            return None;
        };
        // Set once each, so that both see the same.
        facts.only(f, r)?;
        let InstKind::Cmp {
            pred,
            ty: Type::Int(wide),
            a,
            b,
            ..
        } = facts.only(f, c)?.1.kind
        else {
            return None;
        };
        let (pred, n) = match (a, b) {
            (Operand::Reg(x), Operand::Int(n)) if x == r => (pred, n),
            (Operand::Int(n), Operand::Reg(x)) if x == r => (pred.swapped(), n),
            _ => return None,
        };
        (wide == w).then_some(Test {
            pred: if is { pred } else { pred.negated() },
            number: (n, w),
            from: 0,
            widened: Widened::Not,
        })
    };
    if let Some(t) = test() {
        all.narrow(&t);
    }
    all.read(w, how)
}

/// Whether a choice takes the lesser one of two registers, which are set once each.
pub(super) fn is_lesser(
    (f, facts): Code<'_>,
    cond: Operand,
    (a, b): (Operand, Operand),
    how: Reading,
) -> bool {
    let (Operand::Reg(c), Operand::Reg(x), Operand::Reg(y)) = (cond, a, b) else {
        return false;
    };
    let once = |r: Reg| facts.set_once(r);
    let Some((_, i)) = facts.only(f, c).filter(|_| once(x) && once(y)) else {
        return false;
    };
    let InstKind::Cmp { pred, a, b, .. } = i.kind else {
        return false;
    };
    let pred = match (a == Operand::Reg(x), b == Operand::Reg(y)) {
        (true, true) => pred,
        _ if a == Operand::Reg(y) && b == Operand::Reg(x) => pred.swapped(),
        _ => return false,
    };
    match how {
        Reading::Signed => matches!(pred, IntPred::Slt | IntPred::Sle),
        Reading::Unsigned => matches!(pred, IntPred::Ult | IntPred::Ule),
    }
}

/// What tests say of the register before a step, and the numbers that it is not
/// there: where the step reads what the block begins with.
pub fn before_step(
    code: Code<'_>,
    (r, w, how): (Reg, u32, Reading),
    at: super::facts::At,
) -> Option<(Between, Vec<BigInt>)> {
    let (f, facts) = code;
    // The register is read where the sum is made.
    let read = match super::facts::inst(f, at).map(|i| &i.kind) {
        Some(InstKind::Copy {
            src: Operand::Reg(t),
            ..
        }) => facts.only(f, *t).map(|x| x.0),
        Some(_) => Some(at),
        None => None,
    };
    let read = read.filter(|x| x.0 == at.0)?;
    let mut defs = facts.defs(r).iter();
    let set = defs.any(|d| d.0 == read.0 && d.1 < read.1);
    (!set).then(|| at_begin(code, at.0, r, w, how))
}

/// Whether nothing sets the register between a test and the ends of some
/// blocks, on ways that do not pass the test again.
pub(super) fn unchanged(
    code: Code<'_>,
    (test, from): (BlockId, usize),
    side: BlockId,
    ends: &[BlockId],
    r: Reg,
) -> bool {
    let cfg = &code.1.cfg;
    let reach = |from: &[BlockId], next: &dyn Fn(BlockId) -> Vec<BlockId>| {
        let mut seen = BTreeSet::new();
        let mut work = from.to_vec();
        while let Some(b) = work.pop() {
            if b != test && seen.insert(b) {
                work.extend(next(b));
            }
        }
        seen
    };
    let on = reach(&[side], &|b| cfg.successors(b).to_vec());
    let back = reach(ends, &|b| cfg.predecessors(b).to_vec());
    code.1.defs(r).iter().all(|d| {
        let between = on.contains(&d.0) && back.contains(&d.0);
        let behind = d.0 == test && d.1 >= from;
        !between && !behind
    })
}

/// The least and the greatest number that a load from a constant table can
/// give: its address is the table's, a number, and multiples.
pub fn table(
    module: &Module,
    code: Code<'_>,
    addr: Operand,
    w: u32,
    how: Reading,
) -> Option<(BigInt, BigInt)> {
    let (g, off, terms): (GlobalId, i64, &[PtrTerm]) = match addr {
        Operand::Global(g, off) => (g, off, &[]),
        Operand::Reg(r) => match &code.1.only(code.0, r)?.1.kind {
            InstKind::PtrAdd {
                base: Operand::Global(g, more),
                offset,
                terms,
                inbounds: true,
                ..
            } => (*g, offset.checked_add(*more)?, terms),
            _ => return None,
        },
        _ => return None,
    };
    let global = module
        .globals
        .get(g)
        .filter(|g| g.constant && !g.is_device())?;
    let init = global.init.as_ref()?;
    let len = i64::from(w.div_ceil(8));
    (w % 8 == 0 && (8..=64).contains(&w)).then_some(())?;
    let step = terms.iter().fold(0i64, |n, t| n.gcd(&t.scale));
    let size = i64::try_from(init.bytes.len()).ok()?;
    let first = match step {
        0 => off,
        _ => off.rem_euclid(step),
    };
    // An access outside is undefined.
    let mut range: Option<(BigInt, BigInt)> = None;
    let mut at = first;
    let mut cells = 0;
    while at >= 0 && at + len <= size {
        cells += 1;
        (cells <= MOST_CELLS).then_some(())?;
        let bytes = init.bytes.get(at as usize..(at + len) as usize)?;
        let mut n = [0u8; 8];
        n.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let there = |r: &ep_ir::Relocation| {
            let start = i64::try_from(r.offset).unwrap_or(i64::MAX);
            start < at + len && start.saturating_add(8) > at
        };
        (!init.relocs.iter().any(there)).then_some(())?;
        let n = constant(u64::from_le_bytes(n), w, how);
        range = Some(match range {
            None => (n.clone(), n),
            Some((l, h)) => (l.min(n.clone()), h.max(n)),
        });
        if step == 0 {
            break;
        }
        at += step;
    }
    range
}
