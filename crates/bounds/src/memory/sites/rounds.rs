//! How often a loop goes round.
//!
//! A test that every round passes compares a register with a limit, and every
//! round moves the register towards it. The limit need not stay the same: each
//! time the test is passed the register is below what the limit is at most.
//! Source: the counted loops of document 000's Figure 3, with the number of
//! rounds as an expression instead of unrolling. Alternative: ranking
//! functions of `its`, for loops that no counter ends.
//! Cost: a look at the tests and the steps of the loop.
//!
//! Where nothing counts the rounds, those are counted that leave something: a loop that
//! reads until its input ends has any number of rounds, and `if (n < 8) t[n++] =
//! malloc(k);` leaves a block in eight of them. Each of these steps a register up that
//! the loop never sets back, and a test on every way to the step says how large the
//! register is before it; so they are no more than fit between what the loop begins
//! with and that, whether the step stands before what leaves a block or behind it. Source: amortised counting by a potential that only grows (R. E.
//! Tarjan, "Amortized computational complexity", 1985). What must never happen: a
//! register that is set back, by another step or around its type; a way to what leaves
//! a block that passes no step; a step that no test is above.

use super::amount::Amount;
use super::facts::{copied, moved, Facts};
use super::guards;
use super::numbers::{constant, Reading};
use super::scaled;
use super::{Context, Sites};
use ep_ir::analysis::LoopId;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{
    visit, BinOp, BlockId, Callee, Function, Inst, InstKind, IntPred, Operand, Reg, Terminator,
    Type,
};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// A loop that a counter ends.
#[derive(Clone, Debug)]
pub struct Count {
    pub counter: Reg,
    pub how: Reading,
    /// The counter goes down.
    pub down: bool,
    /// A step may wrap around at the end.
    pub wraps: bool,
    /// The least step of a round.
    pub step: BigInt,
    /// The greatest value of the counter when the test was passed (upwards).
    pub end: Amount,
    /// The greatest value behind a step, where each step comes behind the test and the
    /// limit is one number.
    pub over: Option<Amount>,
    /// Times that the test is passed.
    pub passes: Amount,
    /// Where the loop goes on behind the test.
    pub inside: BlockId,
    /// The counter moves before it is tested, in each round, the first one too.
    pub stepped: bool,
}

/// The step of an instruction that sets `r` to itself and a number, at the
/// width of `r`, and whether it can wrap around without being undefined.
pub fn step(f: &Function, facts: &Facts, r: Reg, i: &Inst) -> Option<(BigInt, bool)> {
    let w = match f.regs.get(r) {
        Some(Type::Int(w)) => *w,
        _ => return None,
    };
    match moved(f, facts, r, i)? {
        InstKind::Bin {
            op: op @ (BinOp::Add | BinOp::Sub),
            flags,
            a: Operand::Reg(a),
            b: Operand::Int(n),
            ..
        } if *a == r => {
            let k = constant(*n, w, Reading::Signed);
            let k = if *op == BinOp::Sub { -k } else { k };
            Some((k, !flags.nsw))
        }
        _ => None,
    }
}

/// The register that an instruction adds to `r`, and whether the sum can wrap around
/// without being undefined.
pub(super) fn adds(f: &Function, facts: &Facts, r: Reg, i: &Inst) -> Option<(Reg, bool)> {
    let InstKind::Bin {
        op: BinOp::Add,
        flags,
        a: Operand::Reg(a),
        b: Operand::Reg(b),
        ..
    } = moved(f, facts, r, i)?
    else {
        return None;
    };
    match (*a == r, *b == r) {
        (true, false) => Some((*b, !flags.nsw)),
        (false, true) => Some((*a, !flags.nsw)),
        _ => None,
    }
}

impl<'m> Sites<'m> {
    /// The count of a loop, from the first of its tests that gives one.
    pub fn count(&mut self, cx: &Context<'m>, l: LoopId) -> Option<Count> {
        self.standing_at(None, |s| s.counted_by_tests(cx, l))
    }

    /// Those of all tests that give one.
    pub fn counts(&mut self, cx: &Context<'m>, l: LoopId) -> Vec<Count> {
        self.standing_at(None, |s| s.all_tests(cx, l))
    }

    fn counted_by_tests(&mut self, cx: &Context<'m>, l: LoopId) -> Option<Count> {
        let facts = cx.facts.clone();
        let mut best: Option<Count> = None;
        for c in self.all_tests(cx, l) {
            let number = |c: &Count| c.passes.as_number().is_some();
            // Of two that say as much, the one that comes first in a round.
            let first = |d: &Count| {
                let before = facts.dom.dominates(c.inside, d.inside) && c.inside != d.inside;
                before && number(d) == number(&c) && c.passes == d.passes
            };
            let less = best
                .as_ref()
                .is_none_or(|d| !number(d) && number(&c) || first(d));
            if less {
                best = Some(c);
            }
        }
        best
    }

    fn all_tests(&mut self, cx: &Context<'m>, l: LoopId) -> Vec<Count> {
        let facts = cx.facts.clone();
        let mut all = Vec::new();
        let Some(x) = facts.loops.loops.get(l) else {
            return all;
        };
        for b in &x.blocks {
            let every = x.latches.iter().all(|t| facts.dom.dominates(*b, *t));
            // A test in a loop inside may be passed often, but it is of that
            // loop's counter.
            if !every || facts.loops.innermost(*b) != Some(l) {
                continue;
            }
            all.extend(self.test(cx, &facts, l, *b));
        }
        all
    }

    fn test(&mut self, cx: &Context<'m>, facts: &Facts, l: LoopId, b: BlockId) -> Option<Count> {
        let f = cx.function;
        let x = facts.loops.loops.get(l)?;
        let block = f.blocks.get(b)?;
        let Terminator::Branch {
            cond: Operand::Reg(cond),
            then,
            els,
        } = block.term
        else {
            return None;
        };
        let (inside, stays) = match (x.contains(then), x.contains(els)) {
            (true, false) => (then, true),
            (false, true) => (els, false),
            _ => return None,
        };
        // The last one here that sets it: `i < n && i < 8` sets one register in two places.
        let sets = |i: &Inst| {
            let mut any = false;
            visit::defs(&i.kind, &mut |r| any |= *r == cond);
            any
        };
        let last = block.insts.iter().rposition(sets)?;
        let (at, i) = ((b, last), block.insts.get(last)?);
        let InstKind::Cmp {
            pred,
            ty: ty @ Type::Int(_),
            a,
            b: limit,
            ..
        } = i.kind
        else {
            return None;
        };
        let pred = if stays { pred } else { pred.negated() };
        for (pred, counter, limit) in [(pred, a, limit), (pred.swapped(), limit, a)] {
            let Operand::Reg(r) = counter else { continue };
            let place = (l, (b, at.1), inside);
            let found = self.counted(cx, facts, place, r, pred, (limit, ty));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn counted(
        &mut self,
        cx: &Context<'m>,
        facts: &Facts,
        (l, (b, test), inside): (LoopId, (BlockId, usize), BlockId),
        r: Reg,
        pred: IntPred,
        (limit, ty): (Operand, Type),
    ) -> Option<Count> {
        let f = cx.function;
        let x = facts.loops.loops.get(l)?;
        let (mut counter, mut read) = (r, (b, test));
        let in_loop = |r: Reg| -> Vec<super::facts::At> {
            let defs = facts.defs(r).iter();
            defs.filter(|d| x.contains(d.0)).copied().collect()
        };
        // `while (n--)` tests what n was.
        if let Some((from, at)) = copied(f, facts, r) {
            let same = at.0 == b || carried((f, facts), l, (from, at), b);
            if same && !in_loop(from).is_empty() {
                (counter, read) = (from, at);
            }
        }
        let moves = in_loop(counter);
        if let [at] = moves[..] {
            let i = super::facts::inst(f, at)?;
            if let Some(factor) = scaled::factor(f, facts, counter, i) {
                let place = (l, (at, read), inside);
                return self.scaled(cx, place, (counter, &factor), pred, (limit, ty));
            }
        }
        (!moves.is_empty()).then_some(())?;
        let mut least: Option<BigInt> = None;
        let mut most = BigInt::zero();
        let mut wraps = false;
        let mut down = None;
        for at in &moves {
            // What stands in a loop inside may be made often.
            (facts.loops.innermost(at.0) == Some(l)).then_some(())?;
            let m = self.move_of(cx, counter, *at, pred)?;
            (down.is_none_or(|d| d == m.down)).then_some(())?;
            down = Some(m.down);
            wraps |= m.wraps;
            least = Some(least.map_or(m.least.clone(), |l| l.min(m.least)));
            most += m.most;
        }
        let (step, down) = (least?, down?);
        // Each round makes one of the steps.
        every_round_passes(facts, l, &moves).then_some(())?;
        let single = step.is_one() && most.is_one();
        use IntPred::{Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let how = match (pred, down) {
            (Slt | Sle, false) | (Sgt | Sge, true) => Reading::Signed,
            (Ult | Ule, false) | (Ugt | Uge, true) => Reading::Unsigned,
            (Ne, true) => Reading::Unsigned,
            _ => return None,
        };
        // What keeps a signed step from wrapping says nothing of the same bits without a sign.
        let wraps = wraps || how == Reading::Unsigned;
        let inclusive = matches!(pred, Sle | Ule | Sge | Uge);
        let begin = self.begin(cx, l, counter, (how, ty))?;
        let stepped = moves.iter().any(|m| comes_before(facts, l, *m, read));
        // A first step that is not tested may wrap around already.
        if stepped && wraps {
            let room = match down {
                true => begin.low >= most,
                false => {
                    let Type::Int(w) = ty else { return None };
                    let highest = begin.upper.most(&self.variables)?;
                    highest + &most < BigInt::one() << (w - u32::from(how == Reading::Signed))
                }
            };
            room.then_some(())?;
        }
        // As it is where it is tested, whatever it is elsewhere.
        let tested = match (limit, ty) {
            (Operand::Reg(r), Type::Int(w)) => guards::guarded((f, &cx.facts), b, r, w, how).high,
            _ => None,
        };
        let limit = self.standing_at(Some(b), |s| s.read_any(cx, limit, ty, how))?;
        // Wrapping would begin anew; by steps of one the limit is met before, and where there
        // is room behind the limit nothing wraps.
        let room = || {
            let Type::Int(w) = ty else { return false };
            let top = BigInt::one() << (w - u32::from(how == Reading::Signed));
            let highest = limit.upper.most(&self.variables);
            let highest = highest.into_iter().chain(tested.clone()).min();
            !down && highest.is_some_and(|h| h + &most < top)
        };
        (!wraps || single && !inclusive || room()).then_some(())?;
        if pred == Ne {
            // Down to 0 by ones.
            let zero = limit.exact.as_ref().and_then(|e| e.as_number())?;
            (zero.is_zero() && single).then_some(())?;
        }
        let more = BigInt::from(u8::from(inclusive));
        let variables = &self.variables;
        let distance = match (&begin.exact, &limit.exact, down) {
            (Some(a), Some(z), false) => {
                let mut d = z.plus(a, &-BigInt::one());
                d.number += &more;
                Amount::of(&d, variables)
            }
            (Some(a), Some(z), true) => {
                let mut d = a.plus(z, &-BigInt::one());
                d.number += &more;
                Amount::of(&d, variables)
            }
            (_, _, false) => limit.upper.plus(&Amount::number(&more - &begin.low)),
            (_, _, true) => begin.upper.plus(&Amount::number(&more - &limit.low)),
        };
        let end = match (&limit.exact, inclusive) {
            (Some(z), false) => {
                let mut z = z.clone();
                z.number -= BigInt::one();
                Amount::of(&z, variables)
            }
            _ => limit.upper.clone(),
        };
        Some(Count {
            counter,
            how,
            down,
            wraps,
            passes: distance.divided(&step),
            over: limit.exact.as_ref().filter(|_| !stepped).map(|z| {
                let mut z = z.clone();
                z.number += &more + &most - BigInt::one();
                Amount::of(&z, variables)
            }),
            step: most,
            end,
            inside,
            stepped: moves.iter().any(|m| always_before(facts, *m, read)),
        })
    }
}

/// How an instruction moves a counter.
struct Move {
    down: bool,
    /// It is at least 1.
    least: BigInt,
    most: BigInt,
    /// It can wrap around without being undefined.
    wraps: bool,
}

impl<'m> Sites<'m> {
    /// How an instruction moves a register: by a number, or up by one that is at least 1.
    fn move_of(
        &mut self,
        cx: &Context<'m>,
        r: Reg,
        at: super::facts::At,
        pred: IntPred,
    ) -> Option<Move> {
        let (f, facts) = (cx.function, cx.facts.clone());
        let i = super::facts::inst(f, at)?;
        if let Some((k, wraps)) = step(f, &facts, r, i) {
            (!k.is_zero()).then_some(())?;
            return Some(Move {
                down: k.is_negative(),
                least: k.abs(),
                most: k.abs(),
                wraps,
            });
        }
        let (by, wraps) = adds(f, &facts, r, i)?;
        let how = match pred {
            IntPred::Slt | IntPred::Sle => Reading::Signed,
            IntPred::Ult | IntPred::Ule => Reading::Unsigned,
            _ => return None,
        };
        let ty = *f.regs.get(r)?;
        let v = self.standing_at(Some(at.0), |s| s.read_any(cx, Operand::Reg(by), ty, how))?;
        v.low.is_positive().then_some(())?;
        Some(Move {
            down: false,
            least: v.low,
            most: v.upper.most(&self.variables)?,
            wraps,
        })
    }

    /// The count of a loop whose test compares a counter that one instruction scales.
    fn scaled(
        &mut self,
        cx: &Context<'m>,
        (l, (at, test), inside): (LoopId, (super::facts::At, super::facts::At), BlockId),
        (counter, factor): (Reg, &scaled::Factor),
        pred: IntPred,
        (limit, ty): (Operand, Type),
    ) -> Option<Count> {
        let facts = cx.facts.clone();
        let x = facts.loops.loops.get(l)?;
        let each = x.latches.iter().all(|t| facts.dom.dominates(at.0, *t));
        (each && facts.loops.innermost(at.0) == Some(l)).then_some(())?;
        let Type::Int(bits) = ty else { return None };
        let how = scaled::reading(pred, factor)?;
        let begin = self.begin(cx, l, counter, (how, ty));
        let limit = self.standing_at(Some(test.0), |s| s.read_any(cx, limit, ty, how))?;
        let stepped = comes_before(&facts, l, at, test);
        let high = begin.as_ref().and_then(|v| v.upper.most(&self.variables));
        let asked = scaled::Test {
            pred,
            bits,
            how,
            begin: (begin.map(|v| v.low), high),
            limit: (limit.low.clone(), limit.upper.most(&self.variables)),
            stepped,
        };
        let found = scaled::passes(factor, asked)?;
        Some(Count {
            counter,
            how,
            down: factor.divides,
            wraps: false,
            step: found.step,
            end: Amount::number(found.end),
            over: None,
            passes: Amount::number(found.passes),
            inside,
            stepped: always_before(&facts, at, test),
        })
    }

    /// What a register holds where a loop that moves it begins.
    pub(super) fn begin(
        &mut self,
        cx: &Context<'m>,
        l: LoopId,
        counter: Reg,
        (how, ty): (Reading, Type),
    ) -> Option<super::values::Value> {
        let (f, facts) = (cx.function, cx.facts.clone());
        let x = facts.loops.loops.get(l)?;
        // A loop around it may come back with what the last visit left.
        (!comes_back(&facts, l, counter)).then_some(())?;
        // What is set behind the loop for good comes too late.
        let before = leading_to(&facts, x.header);
        let outside: Vec<_> = facts
            .defs(counter)
            .iter()
            .filter(|d| !x.contains(d.0) && before.contains(&d.0))
            .copied()
            .collect();
        if outside.is_empty() {
            let i = f.params.iter().position(|p| p.reg == counter)?;
            let arg = cx.args.get(i)?;
            return match how {
                Reading::Signed => arg.signed.clone(),
                Reading::Unsigned => arg.unsigned.clone(),
            };
        }
        let param = f.params.iter().any(|p| p.reg == counter);
        (!param).then_some(())?;
        let mut all: Option<super::values::Value> = None;
        for at in &outside {
            let InstKind::Copy { src, .. } = super::facts::inst(f, *at)?.kind else {
                return None;
            };
            let v = self.standing_at(Some(at.0), |s| s.read_any(cx, src, ty, how))?;
            all = Some(match all {
                None => v,
                Some(u) => super::values::Value {
                    low: u.low.min(v.low),
                    upper: u.upper.max(&v.upper),
                    exact: u.exact.filter(|e| Some(e) == v.exact.as_ref()),
                },
            });
        }
        all
    }
}

/// Whether each way from a loop's head to its next round passes one of these places.
fn every_round_passes(facts: &Facts, l: LoopId, places: &[super::facts::At]) -> bool {
    let Some(x) = facts.loops.loops.get(l) else {
        return false;
    };
    let passes = |b: BlockId| places.iter().any(|p| p.0 == b);
    if passes(x.header) {
        return true;
    }
    let mut seen = std::collections::BTreeSet::from([x.header]);
    let mut work = vec![x.header];
    while let Some(b) = work.pop() {
        for next in facts.cfg.successors(b) {
            if *next == x.header {
                return false;
            }
            if x.contains(*next) && !passes(*next) && seen.insert(*next) {
                work.push(*next);
            }
        }
    }
    true
}

/// Whether a loop can be entered again with the register as the last visit left it: on a
/// way from one of its exits that sets the register nowhere.
fn comes_back(facts: &Facts, l: LoopId, r: Reg) -> bool {
    let Some(x) = facts.loops.loops.get(l) else {
        return true;
    };
    let sets = |b: &BlockId| facts.defs(r).iter().any(|d| d.0 == *b);
    let mut seen: std::collections::BTreeSet<BlockId> = x.exits.iter().copied().collect();
    let mut work: Vec<BlockId> = x.exits.clone();
    while let Some(b) = work.pop() {
        if b == x.header {
            return true;
        }
        if !sets(&b) {
            let next = facts.cfg.successors(b).iter();
            work.extend(next.copied().filter(|n| seen.insert(*n)));
        }
    }
    false
}

/// The blocks from which control can come to this one.
fn leading_to(facts: &Facts, to: BlockId) -> std::collections::BTreeSet<BlockId> {
    let mut seen = std::collections::BTreeSet::new();
    let mut work = vec![to];
    while let Some(b) = work.pop() {
        let before = facts.cfg.predecessors(b).iter();
        work.extend(before.copied().filter(|p| seen.insert(*p)));
    }
    seen
}

/// Whether a copy of a register that is made in each round is what the register still
/// is in a later block of it: `i < (n > m ? n : m)` reads `i` before it looks which is
/// larger.
fn carried(
    (f, facts): (&Function, &Facts),
    l: LoopId,
    (from, at): (Reg, super::facts::At),
    b: BlockId,
) -> bool {
    let own = facts.loops.innermost(at.0) == Some(l) && facts.dom.dominates(at.0, b);
    let unchanged = |side: &BlockId| guards::unchanged((f, facts), at, *side, &[b], from);
    own && facts.cfg.successors(at.0).iter().all(unchanged)
}

/// Whether each round that comes to a place has passed another one of its loop.
fn always_before(facts: &Facts, first: super::facts::At, then: super::facts::At) -> bool {
    match first.0 == then.0 {
        true => first.1 < then.1,
        false => facts.dom.dominates(first.0, then.0),
    }
}

/// Whether a round can pass one place of its loop before another one.
pub(super) fn comes_before(
    facts: &Facts,
    l: LoopId,
    first: super::facts::At,
    then: super::facts::At,
) -> bool {
    let Some(x) = facts.loops.loops.get(l) else {
        return true;
    };
    if first.0 == then.0 && first.1 < then.1 {
        return true;
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut work = vec![first.0];
    while let Some(b) = work.pop() {
        for next in facts.cfg.successors(b) {
            let on = x.contains(*next) && *next != x.header && seen.insert(*next);
            if on && *next == then.0 {
                return true;
            }
            if on {
                work.push(*next);
            }
        }
    }
    false
}

/// Registers that are tried.
const MOST_REGISTERS: usize = 16;

impl<'m> Sites<'m> {
    /// How many rounds of a loop that is entered once leave something.
    pub(super) fn paid_rounds(&mut self, cx: &Context<'m>, l: LoopId) -> Option<Amount> {
        let facts = cx.facts.clone();
        let x = facts.loops.loops.get(l)?;
        let leaves: Vec<BlockId> = (x.blocks.iter())
            .filter(|b| !self.quiet(cx, **b))
            .copied()
            .collect();
        let first = *leaves.first()?;
        // A register that is stepped before this block, in it, or behind it.
        let near = |at: &super::facts::At| {
            let own = facts.loops.innermost(at.0) == Some(l);
            let before = at.0 == first || facts.dom.dominates(at.0, first);
            own && (before || facts.dom.dominates(first, at.0))
        };
        let mut tried = 0;
        for (r, ty) in cx.function.regs.iter() {
            let Type::Int(w) = *ty else { continue };
            if !facts.defs(r).iter().any(near) || tried == MOST_REGISTERS {
                continue;
            }
            tried += 1;
            for how in [Reading::Signed, Reading::Unsigned] {
                let times = self.paid_by(cx, l, &leaves, (r, w, how));
                if times.is_some() {
                    return times;
                }
            }
        }
        None
    }

    fn paid_by(
        &mut self,
        cx: &Context<'m>,
        l: LoopId,
        leaves: &[BlockId],
        (r, w, how): (Reg, u32, Reading),
    ) -> Option<Amount> {
        let facts = cx.facts.clone();
        let x = facts.loops.loops.get(l)?;
        let moves: Vec<_> = (facts.defs(r).iter())
            .filter(|d| x.contains(d.0))
            .copied()
            .collect();
        // Steps with a test above, and what the register is below before them.
        let mut paying: Vec<BlockId> = Vec::new();
        let mut end: Option<Amount> = None;
        let mut least: Option<BigInt> = None;
        for at in moves {
            let i = super::facts::inst(cx.function, at)?;
            let (low, high, wraps) = match step(cx.function, &facts, r, i) {
                Some((by, wraps)) => (by.clone(), by, wraps),
                None => {
                    let (by, wraps) = adds(cx.function, &facts, r, i)?;
                    let (by, ty) = (Operand::Reg(by), Type::Int(w));
                    let v = self.standing_at(Some(at.0), |s| s.read_any(cx, by, ty, how))?;
                    (v.low, v.upper.most(&self.variables)?, wraps)
                }
            };
            (!low.is_negative()).then_some(())?;
            let tested = match low.is_positive() {
                true => self.end_before(cx, (r, w, how), at),
                false => None,
            };
            match tested {
                Some(below) => {
                    // The sum stays within the type.
                    let room = BigInt::one() << (w - u32::from(how == Reading::Signed));
                    let defined = !wraps && how == Reading::Signed;
                    let most = below.most(&self.variables);
                    let fits = most.is_some_and(|m| m - BigInt::one() + &high < room);
                    (fits || defined).then_some(())?;
                    paying.push(at.0);
                    end = Some(end.map_or(below.clone(), |h| h.max(&below)));
                    least = Some(least.map_or(low.clone(), |b| b.min(low)));
                }
                // Undefined behaviour keeps it from being set back.
                None => (!wraps && how == Reading::Signed).then_some(())?,
            }
        }
        paying.retain(|s| facts.loops.innermost(*s) == Some(l));
        for b in leaves {
            let before = |s: &BlockId| s == b || facts.dom.dominates(*s, *b);
            if paying.iter().any(before) {
                continue;
            }
            // A step behind it, on every way to the next round: then what the register is
            // below counts at the block itself, since the last round may end before its
            // step.
            let inside = facts.loops.innermost(*b) == Some(l);
            (inside && self.goes_on_by(cx, l, *b, &paying)).then_some(())?;
            let here = self.end_at(cx, (r, w, how), *b)?;
            end = Some(end.map_or(here.clone(), |h| h.max(&here)));
        }
        let begin = self.begin(cx, l, r, (how, Type::Int(w)))?;
        let end = end?;
        let distance = match end.as_number() {
            Some(n) => Amount::number(n - begin.low),
            // What it begins above 0 is not taken off.
            None => end.plus(&Amount::number(-begin.low)),
        };
        Some(distance.divided(&least?))
    }

    /// What the register is below where a step reads it, by a test on every way to it.
    fn end_before(
        &mut self,
        cx: &Context<'m>,
        of: (Reg, u32, Reading),
        at: super::facts::At,
    ) -> Option<Amount> {
        let facts = cx.facts.clone();
        let (tests, _) = guards::before_step((cx.function, &facts), of, at)?;
        match tests.high {
            Some(high) => Some(Amount::number(high + BigInt::one())),
            None => self.limit_at_begin(cx, at.0, of).map(|limit| limit.end()),
        }
    }

    /// What the register is below where a block begins.
    fn end_at(
        &mut self,
        cx: &Context<'m>,
        (r, w, how): (Reg, u32, Reading),
        b: BlockId,
    ) -> Option<Amount> {
        let facts = cx.facts.clone();
        let (tests, _) = guards::at_begin((cx.function, &facts), b, r, w, how);
        if let Some(high) = tests.high {
            return Some(Amount::number(high + BigInt::one()));
        }
        let limit = self.limit_at_begin(cx, b, (r, w, how));
        if let Some(limit) = limit {
            return Some(limit.end());
        }
        // Whatever it is anywhere.
        let all = self.standing_at(None, |s| s.read(cx, Operand::Reg(r), Type::Int(w), how))?;
        Some(all.upper.plus(&Amount::number(1)))
    }

    /// Whether every way from a block to the next round of its loop comes by one of these.
    /// A round in which the only allocation of the block fails leaves nothing.
    fn goes_on_by(&mut self, cx: &Context<'m>, l: LoopId, from: BlockId, by: &[BlockId]) -> bool {
        let facts = cx.facts.clone();
        let (Some(x), Some(block)) = (facts.loops.loops.get(l), cx.function.blocks.get(from))
        else {
            return false;
        };
        let mut made = Vec::new();
        for i in &block.insts {
            match &i.kind {
                InstKind::Call {
                    callee: Callee::Direct(f),
                    ..
                } if self.makes_nothing(*f) => {}
                InstKind::Call {
                    callee: Callee::Direct(f),
                    dsts,
                    ..
                } => {
                    let f = self.module.functions.get(*f);
                    let maker = f.is_some_and(|f| {
                        f.is_declaration() && lookup(&f.name) == Some(Builtin::Malloc)
                    });
                    made.push(dsts.first().copied().filter(|_| maker));
                }
                InstKind::Call { .. } => made.push(None),
                _ => {}
            }
        }
        let only = match made[..] {
            [only] => only.filter(|p| facts.set_once(*p)),
            _ => None,
        };
        let mut seen = vec![from];
        let mut work = vec![from];
        while let Some(b) = work.pop() {
            let on = match only {
                Some(p) => self.where_not_null(cx, b, p),
                None => facts.cfg.successors(b).to_vec(),
            };
            for to in on {
                if to == x.header {
                    return false;
                }
                if x.contains(to) && !by.contains(&to) && !seen.contains(&to) {
                    seen.push(to);
                    work.push(to);
                }
            }
        }
        true
    }
}
