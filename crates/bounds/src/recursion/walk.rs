//! How the arguments of a call lie to the parameters of the caller.
//!
//! Idea: one function is run over differences ([`super::zone`]) of its integer
//! registers and of what its parameters were at the entry; loops are widened.
//! Registers that are set once to another one and a number are no variables
//! but names for such a sum. All numbers are read with one sign, signed or
//! unsigned; an operation that may wrap around in that reading gives any value
//! of its type, one whose wrapping is undefined is taken not to wrap. What
//! functions give back is known by the same walk through them, memory is
//! anything. Source: Miné (see `zone`); a midpoint and a half are patterns, as
//! no difference of two says what they are. Cost: quadratic in the variables
//! for each instruction, a few rounds for each loop.

mod arithmetic;
mod compare;
mod ranges;

use super::zone::Zone;
use arithmetic::{changes, is_simple};
use ep_ir::analysis::{Cfg, Dominators};
use ep_ir::{
    BinOp, BlockId, Callee, CastOp, FuncId, Function, InstKind, IntPred, Module, Operand, Reg,
    Terminator, Type,
};
pub use ranges::Between;
use std::collections::BTreeMap;

/// How registers are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    Signed,
    Unsigned,
}

/// The most variables of one function.
const MOST: usize = 120;
/// Differences of a function in all of its blocks, of one that is walked beside another.
const WORK: usize = 2_000_000;
/// Visits of a block before what grows is given up.
const PATIENCE: u32 = 3;
/// Calls inside each other whose results are looked at.
const DEEPEST: u32 = 3;
/// Ways in which the parameters of a function lie that are told apart.
const CONTEXTS: usize = 8;
/// Rounds over one function.
const ROUNDS: u32 = 60;

/// A variable and a number; variable 0 is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    pub of: usize,
    pub plus: i128,
}

/// What no difference of two says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// `a - b`.
    Difference(Sum, Sum),
    /// `a + b`.
    Both(Sum, Sum),
    /// `(a - b) / 2` rounded down, where `a >= b`.
    HalfWay(Sum, Sum),
    /// The middle between `low` and `high`, rounded down.
    Middle { low: Sum, high: Sum },
    /// `a / by` rounded down, where `a >= 0`.
    Part(Sum, i128),
    /// What division of the first by the second leaves: less than that one, signs
    /// left out.
    Rest(Sum, Sum),
}

/// What a register stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Name {
    Sum(Sum),
    /// A comparison of two sums, of this width.
    Compare(IntPred, Sum, Sum, bool),
}

/// What is known at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    zone: Zone,
    names: BTreeMap<Reg, Name>,
    special: BTreeMap<usize, Special>,
}

/// A call, with what is known there.
#[derive(Clone, Debug)]
pub struct Call {
    /// The callees, one after the other.
    pub callee: FuncId,
    /// Facts; variable `1 + i` is what parameter `i` was.
    pub zone: Zone,
    /// The arguments that are whole numbers.
    pub args: Vec<Option<(Sum, Option<Special>)>>,
}

/// Ranges that the parameters are known to keep.
pub type Ranges = Vec<(Option<i128>, Option<i128>)>;

/// Blocks in their order, and what holds at the begin of each.
type Settled = (Vec<BlockId>, BTreeMap<BlockId, State>);

/// What an indirect call can reach; none where that is not known.
pub type Targets<'a> = dyn Fn(FuncId, ep_ir::LocId) -> Option<Vec<FuncId>> + 'a;

/// Walks functions of one program.
pub struct Walker<'m> {
    pub module: &'m Module,
    pub sign: Sign,
    pub targets: &'m Targets<'m>,
    /// Results of functions whose parameters lie so.
    results: Vec<(FuncId, Zone, Option<Zone>)>,
    /// Functions that are being walked for their results.
    open: Vec<FuncId>,
}

struct Frame<'f> {
    f: &'f Function,
    id: FuncId,
    /// The variable of a register.
    vars: BTreeMap<Reg, usize>,
    /// The variable of the first result.
    result: usize,
    n: usize,
    /// Calls inside each other.
    depth: u32,
    /// Where widening stops on its way up.
    steps: Vec<i128>,
}

impl Frame<'_> {
    /// Whether a walk takes a few tenths of a second at most.
    fn is_small(&self) -> bool {
        let differences = self.n.saturating_mul(self.n);
        differences.saturating_mul(self.f.blocks.len()) <= WORK
    }
}

impl<'m> Walker<'m> {
    pub fn new(module: &'m Module, sign: Sign, targets: &'m Targets<'m>) -> Walker<'m> {
        Walker {
            module,
            sign,
            targets,
            results: Vec::new(),
            open: Vec::new(),
        }
    }

    /// All calls of a function that can be reached; none where the function is
    /// too large or has no end.
    /// `entry` is what is known of zero and the parameters.
    pub fn calls(&mut self, id: FuncId, entry: &Zone) -> Option<Vec<Call>> {
        let mut calls = Vec::new();
        self.function(id, entry, 0, Some(&mut calls))?;
        Some(calls)
    }

    /// The result of a function over its parameters: variables `1 + i`, and
    /// the last one. `entry` is what is known of the parameters.
    fn result(&mut self, id: FuncId, entry: Zone, depth: u32) -> Option<Zone> {
        // What it calls back is anything.
        if depth > DEEPEST || self.open.contains(&id) {
            return None;
        }
        let seen = self.results.iter().filter(|r| r.0 == id).count();
        let entry = match seen < CONTEXTS {
            true => entry,
            false => Zone::all(entry.len()),
        };
        let known = self.results.iter().find(|r| r.0 == id && r.1 == entry);
        if let Some((_, _, zone)) = known {
            return zone.clone();
        }
        self.open.push(id);
        let zone = self.function(id, &entry, depth, None);
        self.open.pop();
        self.results.push((id, entry, zone.clone()));
        zone
    }

    fn function(
        &mut self,
        id: FuncId,
        begin: &Zone,
        depth: u32,
        mut calls: Option<&mut Vec<Call>>,
    ) -> Option<Zone> {
        let f = self.module.functions.get(id)?;
        if f.is_declaration() {
            return None;
        }
        let frame = self.frame(id, f, depth, None)?;
        // What others give back is worth less than a measure of one's own.
        (depth == 0 || frame.is_small()).then_some(())?;
        let (order, into) = self.settled(&frame, begin)?;
        let mut results: Option<Zone> = None;
        for b in &order {
            let Some(state) = into.get(b) else { continue };
            let mut found = Vec::new();
            let mut sink = Some((&mut found, &mut results));
            self.block(&frame, *b, state.clone(), &mut sink)?;
            if let Some(calls) = calls.as_deref_mut() {
                calls.extend(found);
            }
        }
        results.or_else(|| Some(Zone::all(f.params.len() + 2)))
    }

    /// What holds at the begin of each block that can be reached, and the blocks in
    /// their order.
    fn settled(&mut self, frame: &Frame<'_>, begin: &Zone) -> Option<Settled> {
        let cfg = Cfg::new(frame.f);
        let dom = Dominators::new(&cfg);
        let order = cfg.reverse_post_order().to_vec();
        let place = |b: BlockId| order.iter().position(|x| *x == b);
        let mut into: BTreeMap<BlockId, State> = BTreeMap::new();
        let mut visits: BTreeMap<BlockId, u32> = BTreeMap::new();
        into.insert(BlockId(0), self.start(frame, begin));
        let mut work: std::collections::BTreeSet<usize> = [0].into();
        let mut steps = 0;
        while let Some(i) = work.pop_first() {
            steps += 1;
            if steps > ROUNDS * (order.len() as u32 + 1) {
                return None;
            }
            let b = *order.get(i)?;
            let state = into.get(&b)?.clone();
            for (to, after) in self.block(frame, b, state, &mut None)? {
                if after.zone.is_empty() {
                    continue;
                }
                let k = place(to)?;
                let next = match into.get(&to) {
                    None => after,
                    Some(old) => {
                        let joined = join(old, &after);
                        if joined == *old {
                            continue;
                        }
                        let n = visits.entry(to).or_insert(0);
                        // Only a way back can repeat.
                        *n += u32::from(k <= i);
                        match *n > PATIENCE && (k <= i || dom.dominates(to, b)) {
                            true => State {
                                zone: old.zone.widen(&joined.zone, &frame.steps),
                                ..joined
                            },
                            false => joined,
                        }
                    }
                };
                into.insert(to, next);
                work.insert(k);
            }
        }
        // What holds everywhere is walked once more, which gives back some of
        // what widening took.
        for _ in 0..2 {
            into = self.narrow(frame, &order, &into, begin)?;
        }
        Some((order, into))
    }

    /// One more round from what holds: sound, since each state is one that is
    /// entered from states that hold.
    fn narrow(
        &mut self,
        frame: &Frame<'_>,
        order: &[BlockId],
        into: &BTreeMap<BlockId, State>,
        begin: &Zone,
    ) -> Option<BTreeMap<BlockId, State>> {
        let mut out: BTreeMap<BlockId, State> = BTreeMap::new();
        out.insert(BlockId(0), self.start(frame, begin));
        for b in order {
            let Some(state) = into.get(b) else { continue };
            for (to, after) in self.block(frame, *b, state.clone(), &mut None)? {
                if after.zone.is_empty() {
                    continue;
                }
                let next = match out.get(&to) {
                    None => after,
                    Some(old) => join(old, &after),
                };
                out.insert(to, next);
            }
        }
        Some(out)
    }

    /// The variables of a function; the results of casts that may change a number
    /// among them where there are few. `only` says which registers are variables, where not
    /// all are: of others nothing is known but what they are set to.
    fn frame<'f>(
        &self,
        id: FuncId,
        f: &'f Function,
        depth: u32,
        only: Option<&std::collections::BTreeSet<Reg>>,
    ) -> Option<Frame<'f>> {
        let simple = |k: &InstKind| is_simple(k) && !changes(k);
        let rich = self.frame_of(id, f, (depth, only), &simple);
        rich.or_else(|| self.frame_of(id, f, (depth, only), &is_simple))
    }

    fn frame_of<'f>(
        &self,
        id: FuncId,
        f: &'f Function,
        (depth, only): (u32, Option<&std::collections::BTreeSet<Reg>>),
        simple: &dyn Fn(&InstKind) -> bool,
    ) -> Option<Frame<'f>> {
        let mut sets: BTreeMap<Reg, u32> = BTreeMap::new();
        let mut hard: std::collections::BTreeSet<Reg> = std::collections::BTreeSet::new();
        for (_, block) in f.blocks.iter() {
            for inst in &block.insts {
                let simple = simple(&inst.kind);
                ep_ir::visit::defs(&inst.kind, &mut |r| {
                    *sets.entry(*r).or_default() += 1;
                    if !simple {
                        hard.insert(*r);
                    }
                });
            }
        }
        let mut n = 1 + f.params.len();
        let mut vars = BTreeMap::new();
        for (r, ty) in f.regs.iter() {
            let param = f.params.iter().any(|p| p.reg == r);
            let many = sets.get(&r).is_some_and(|n| *n > 1 || param);
            let asked = only.is_none_or(|o| o.contains(&r));
            let wanted = asked && (param || many || hard.contains(&r));
            if wanted && matches!(ty, Type::Int(w) if (2..=64).contains(w)) {
                vars.insert(r, n);
                n += 1;
            }
        }
        (n < MOST).then_some(Frame {
            f,
            id,
            vars,
            result: n,
            n: n + 1,
            depth,
            steps: Vec::new(),
        })
    }

    fn start(&self, frame: &Frame<'_>, begin: &Zone) -> State {
        let mut zone = Zone::all(frame.n);
        for (i, p) in frame.f.params.iter().enumerate() {
            let Type::Int(w) = p.ty else { continue };
            self.of_type(&mut zone, 1 + i, w);
            if let Some(v) = frame.vars.get(&p.reg) {
                zone.assign(*v, 1 + i, 0);
            }
        }
        for i in 0..begin.len() {
            for j in 0..begin.len() {
                if let Some(c) = begin.most(i, j) {
                    zone.at_most(i, j, c);
                }
            }
        }
        State {
            zone,
            names: BTreeMap::new(),
            special: BTreeMap::new(),
        }
    }

    /// The least and the greatest number of a type.
    fn limits(&self, w: u32) -> (i128, i128) {
        match self.sign {
            Sign::Signed => (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1),
            Sign::Unsigned => (0, (1i128 << w) - 1),
        }
    }

    fn of_type(&self, zone: &mut Zone, v: usize, w: u32) {
        if (1..=64).contains(&w) {
            let (low, high) = self.limits(w);
            zone.at_most(0, v, -low);
            zone.at_most(v, 0, high);
        }
    }

    fn constant(&self, n: u64, w: u32) -> i128 {
        let n = i128::from(n);
        match self.sign {
            Sign::Signed if (1..=64).contains(&w) && n >= 1 << (w - 1) => n - (1i128 << w),
            _ => n,
        }
    }

    /// The sum that an operand is.
    fn sum(&self, frame: &Frame<'_>, s: &State, o: Operand, w: u32) -> Option<Sum> {
        match o {
            Operand::Int(n) => Some(Sum {
                of: 0,
                plus: self.constant(n, w),
            }),
            Operand::Reg(r) => match s.names.get(&r) {
                Some(Name::Sum(x)) => Some(*x),
                _ => (frame.vars.get(&r)).map(|v| Sum { of: *v, plus: 0 }),
            },
            _ => None,
        }
    }

    fn range(&self, s: &State, x: Sum) -> (Option<i128>, Option<i128>) {
        let (low, high) = s.zone.range(x.of);
        (
            low.map(|l| l.saturating_add(x.plus)),
            high.map(|h| h.saturating_add(x.plus)),
        )
    }

    /// Whether a sum stays within a type.
    fn fits(&self, s: &State, x: Sum, w: u32) -> bool {
        let (low, high) = self.limits(w);
        let (l, h) = self.range(s, x);
        l.is_some_and(|l| l >= low) && h.is_some_and(|h| h <= high)
    }

    fn block(
        &mut self,
        frame: &Frame<'_>,
        b: BlockId,
        mut s: State,
        sink: &mut Option<(&mut Vec<Call>, &mut Option<Zone>)>,
    ) -> Option<Vec<(BlockId, State)>> {
        let block = frame.f.blocks.get(b)?;
        for inst in &block.insts {
            if let (Some((calls, _)), InstKind::Call { callee, args, .. }) =
                (&mut *sink, &inst.kind)
            {
                let targets = match callee {
                    Callee::Direct(g) => vec![*g],
                    // Who does not know where a call leads has no bound.
                    Callee::Indirect(_) => (self.targets)(frame.id, inst.loc)?,
                };
                for g in targets {
                    let args = args.iter().map(|a| {
                        let Type::Int(w) = a.ty else { return None };
                        let x = self.sum(frame, &s, a.value, w)?;
                        Some((x, s.special.get(&x.of).copied()))
                    });
                    calls.push(Call {
                        callee: g,
                        zone: s.zone.clone(),
                        args: args.collect(),
                    });
                }
            }
            self.inst(frame, &mut s, &inst.kind, inst.loc);
            if s.zone.is_empty() {
                return Some(Vec::new());
            }
        }
        Some(match &block.term {
            Terminator::Jump(to) => vec![(*to, s)],
            Terminator::Branch { cond, then, els } => {
                let mut no = s.clone();
                let mut yes = s;
                self.decide(&mut yes, *cond, true);
                self.decide(&mut no, *cond, false);
                vec![(*then, yes), (*els, no)]
            }
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            } => {
                let x = match ty {
                    Type::Int(w) if *w <= 64 => self.sum(frame, &s, *value, *w).map(|x| (x, *w)),
                    _ => None,
                };
                let mut out = Vec::new();
                let mut rest = s.clone();
                for c in cases {
                    let mut here = s.clone();
                    if let (Some((x, w)), Ok(n)) = (x, u64::try_from(c.value)) {
                        let n = Sum {
                            of: 0,
                            plus: self.constant(n, w),
                        };
                        self.compare(&mut here, IntPred::Eq, x, n);
                        self.compare(&mut rest, IntPred::Ne, x, n);
                    }
                    out.push((c.target, here));
                }
                out.push((*default, rest));
                out
            }
            Terminator::IndirectJump { labels, .. } => {
                labels.iter().map(|l| (*l, s.clone())).collect()
            }
            Terminator::Return(values) => {
                if let Some((_, results)) = sink {
                    let k = frame.f.params.len();
                    let value = match (values.first(), frame.f.rets.first()) {
                        (Some(v), Some(Type::Int(w))) => self.sum(frame, &s, *v, *w),
                        _ => None,
                    };
                    let mut end = s;
                    match value {
                        Some(x) => end.zone.assign(frame.result, x.of, x.plus),
                        None => end.zone.forget(frame.result),
                    }
                    let mut out = Zone::all(k + 2);
                    let at = |i: usize| if i == k + 1 { frame.result } else { i };
                    for i in 0..k + 2 {
                        for j in 0..k + 2 {
                            if let Some(c) = end.zone.most(at(i), at(j)) {
                                out.at_most(i, j, c);
                            }
                        }
                    }
                    **results = Some(match results.take() {
                        None => out,
                        Some(z) => z.join(&out),
                    });
                }
                Vec::new()
            }
            Terminator::Unreachable => Vec::new(),
            Terminator::Unsupported(_) => return None,
        })
    }

    /// A variable gets a new value: what was said of the old one goes.
    fn renew(&self, frame: &Frame<'_>, s: &mut State, r: Reg, to: Option<Sum>) {
        let Some(v) = frame.vars.get(&r).copied() else {
            match to {
                Some(x) => s.names.insert(r, Name::Sum(x)),
                None => s.names.remove(&r),
            };
            return;
        };
        let moved = to.filter(|x| x.of == v).map(|x| x.plus);
        let shift = |x: &mut Sum| -> bool {
            match (x.of == v, moved) {
                (false, _) => true,
                (true, Some(by)) => {
                    x.plus -= by;
                    true
                }
                (true, None) => false,
            }
        };
        s.names.retain(|_, n| match n {
            Name::Sum(x) => shift(x),
            Name::Compare(_, a, b, _) => shift(a) && shift(b),
        });
        s.special.remove(&v);
        s.special.retain(|_, x| match x {
            Special::Difference(a, b)
            | Special::Both(a, b)
            | Special::HalfWay(a, b)
            | Special::Rest(a, b) => shift(a) && shift(b),
            Special::Middle { low, high } => shift(low) && shift(high),
            Special::Part(a, _) => shift(a),
        });
        match to {
            Some(x) => {
                // A copy is as special as what it is a copy of.
                let same = s.special.get(&x.of).copied().filter(|_| x.plus == 0);
                s.zone.assign(v, x.of, x.plus);
                s.special.extend(same.map(|x| (v, x)));
            }
            None => {
                s.zone.forget(v);
                if let Some(Type::Int(w)) = frame.f.regs.get(r) {
                    self.of_type(&mut s.zone, v, *w);
                }
            }
        }
    }

    fn inst(&mut self, frame: &Frame<'_>, s: &mut State, kind: &InstKind, loc: ep_ir::LocId) {
        let width = |r: &Reg| match frame.f.regs.get(*r) {
            Some(Type::Int(w)) if (1..=64).contains(w) => Some(*w),
            _ => None,
        };
        match kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                let known = match src {
                    Operand::Reg(r) => s.names.get(r).cloned(),
                    _ => None,
                };
                if let (Some(Name::Compare(..)), None) = (&known, frame.vars.get(dst)) {
                    s.names.extend(known.map(|k| (*dst, k)));
                    return;
                }
                let x = width(dst).and_then(|w| self.sum(frame, s, *src, w));
                self.renew(frame, s, *dst, x);
            }
            InstKind::Cast {
                op, from, dst, src, ..
            } => {
                if let (Operand::Reg(r), CastOp::ZExt, None) = (src, op, frame.vars.get(dst)) {
                    if let Some(n @ Name::Compare(..)) = s.names.get(r).cloned() {
                        s.names.insert(*dst, n);
                        return;
                    }
                }
                let x = self.cast(frame, s, *op, *from, *src, width(dst));
                self.renew(frame, s, *dst, x);
                if let (CastOp::ZExt, None, Type::Int(w @ ..=62)) = (op, x, from) {
                    if let Some(v) = frame.vars.get(dst) {
                        s.zone.at_most(0, *v, 0);
                        s.zone.at_most(*v, 0, (1i128 << w) - 1);
                    }
                }
            }
            InstKind::Cmp {
                pred,
                ty: Type::Int(w),
                dst,
                a,
                b,
            } if *w <= 64 => {
                // `(a < b) != 0` is `a < b`.
                if let (Operand::Reg(r), Operand::Int(0)) = (a, b) {
                    if let Some(Name::Compare(p, x, y, yes)) = s.names.get(r).cloned() {
                        let flips = *pred == IntPred::Eq;
                        if flips || *pred == IntPred::Ne {
                            s.names.insert(*dst, Name::Compare(p, x, y, yes != flips));
                            return;
                        }
                    }
                }
                let both = (self.sum(frame, s, *a, *w), self.sum(frame, s, *b, *w));
                match both {
                    (Some(x), Some(y)) => {
                        s.names.insert(*dst, Name::Compare(*pred, x, y, true));
                    }
                    _ => {
                        s.names.remove(dst);
                    }
                }
            }
            InstKind::Bin {
                op: BinOp::Xor,
                dst,
                a: Operand::Reg(a),
                b: Operand::Int(1),
                ..
            } if width(dst) == Some(1) => match s.names.get(a).cloned() {
                Some(Name::Compare(p, x, y, yes)) => {
                    s.names.insert(*dst, Name::Compare(p, x, y, !yes));
                }
                _ => {
                    s.names.remove(dst);
                }
            },
            InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
                ..
            } => {
                let Some(w) = width(dst) else {
                    s.names.remove(dst);
                    return;
                };
                let exact = match self.sign {
                    Sign::Signed => flags.nsw,
                    Sign::Unsigned => flags.nuw,
                };
                let both = (self.sum(frame, s, *a, w), self.sum(frame, s, *b, w));
                self.bin(frame, s, (*op, exact, *dst, w), both);
            }
            InstKind::Select { dst, a, b, .. } => {
                let Some(w) = width(dst) else {
                    s.names.remove(dst);
                    return;
                };
                let both = (self.sum(frame, s, *a, w), self.sum(frame, s, *b, w));
                let mut other = s.clone();
                self.renew(frame, s, *dst, both.0);
                self.renew(frame, &mut other, *dst, both.1);
                *s = join(s, &other);
            }
            InstKind::Call {
                dsts, callee, args, ..
            } => self.called(frame, s, dsts, callee, args, loc),
            InstKind::Assume { cond } => self.decide(s, *cond, true),
            InstKind::Check { ok, .. } => self.decide(s, *ok, true),
            kind => {
                let mut set = Vec::new();
                ep_ir::visit::defs(kind, &mut |r| set.push(*r));
                for r in set {
                    self.renew(frame, s, r, None);
                }
            }
        }
    }

    /// What a call gives back.
    fn called(
        &mut self,
        frame: &Frame<'_>,
        s: &mut State,
        dsts: &[Reg],
        callee: &Callee,
        args: &[ep_ir::inst::Arg],
        _loc: ep_ir::LocId,
    ) {
        let sums: Vec<Option<Sum>> = args
            .iter()
            .map(|a| match a.ty {
                Type::Int(w) => self.sum(frame, s, a.value, w),
                _ => None,
            })
            .collect();
        for d in dsts {
            self.renew(frame, s, *d, None);
        }
        let ([dst], Callee::Direct(g)) = (dsts, callee) else {
            return;
        };
        let Some(v) = frame.vars.get(dst).copied() else {
            return;
        };
        let Some(g_function) = self.module.functions.get(*g) else {
            return;
        };
        let typed = g_function
            .params
            .iter()
            .zip(args)
            .all(|(p, a)| p.ty == a.ty);
        if g_function.is_declaration() || g_function.params.len() != args.len() || !typed {
            return;
        }
        let k = g_function.params.len();
        let at = |i: usize| match i {
            0 => Some(Sum { of: 0, plus: 0 }),
            i => sums.get(i - 1).copied().flatten().filter(|x| x.of != v),
        };
        let mut entry = Zone::all(k + 1);
        for i in 0..=k {
            for j in 0..=k {
                let (Some(x), Some(y)) = (at(i), at(j)) else {
                    continue;
                };
                if let Some(c) = s.zone.most(x.of, y.of) {
                    entry.at_most(i, j, c.saturating_add(x.plus).saturating_sub(y.plus));
                }
            }
        }
        let Some(zone) = self.result(*g, entry, frame.depth + 1) else {
            return;
        };
        for i in 0..=k {
            let Some(x) = at(i) else { continue };
            if let Some(c) = zone.most(k + 1, i) {
                s.zone.at_most(v, x.of, c.saturating_add(x.plus));
            }
            if let Some(c) = zone.most(i, k + 1) {
                s.zone.at_most(x.of, v, c.saturating_sub(x.plus));
            }
        }
    }
}

fn join(a: &State, b: &State) -> State {
    if a.zone.is_empty() {
        return b.clone();
    }
    if b.zone.is_empty() {
        return a.clone();
    }
    let same = |r: &Reg, n: &Name| b.names.get(r) == Some(n);
    let equal = |v: &usize, x: &Special| b.special.get(v) == Some(x);
    State {
        zone: a.zone.join(&b.zone),
        names: (a.names.iter())
            .filter(|(r, n)| same(r, n))
            .map(|(r, n)| (*r, n.clone()))
            .collect(),
        special: (a.special.iter())
            .filter(|(v, x)| equal(v, x))
            .map(|(v, x)| (*v, *x))
            .collect(),
    }
}
