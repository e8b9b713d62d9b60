//! The stack from the shape of the program: the same walk with another
//! account.
//!
//! Idea: what a call needs is how deep its caller is and what its callee needs;
//! nothing is left behind but arrays whose size depends on values, and those
//! only until their function (or their block, where the stack pointer goes
//! back) ends. A recursion needs as many times its heaviest step as a measure
//! of its arguments allows ([`crate::recursion`]), and what its deepest
//! activation needs without it. Costs are those of the machine code
//! ([`crate::stack::costs`]). Alternative: the graph of the machine code
//! ([`crate::stack::graph`]), which is exact for numbers and knows no values.
//! Cost: as the walk, and a walk for each function of a recursion.

use super::amount::{Amount, Linear};
use super::values::{reading, Value};
use super::{Context, Facts, Given, Need, Sites, DEEPEST, MOST_CALLS};
use crate::recursion::walk::Sign;
use crate::recursion::{self, Bounded, Cycles, Rank};
use crate::stack::blocks::{saved_at, Rounding};
use crate::stack::costs::Costs;
use crate::stack::graph;
use crate::stack::pointers::Calls;
use ep_base::memory::{Expr, Gap};
use ep_base::outcome::Place;
use ep_explore::outcome::describe as findings;
use ep_ir::inst::Arg;
use ep_ir::{
    BlockId, Callee, CastOp, CheckKind, FuncId, Function, Inst, InstKind, LocId, Module, Operand,
    Type,
};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the account of frames is made with.
pub struct Frames<'m> {
    pub costs: &'m Costs<'m>,
    pub rounding: Rounding,
    /// Where indirect calls lead, by function and place.
    indirect: BTreeMap<(FuncId, u32, u32), Vec<FuncId>>,
    /// Functions that call each other.
    cycles: Vec<Rc<BTreeSet<FuncId>>>,
    /// Functions that can come to one with code of its own.
    matters: BTreeSet<FuncId>,
    /// The cycle whose functions are looked at one by one.
    inside: Option<Rc<BTreeSet<FuncId>>>,
}

impl<'m> Frames<'m> {
    /// For this program and build.
    pub fn new(
        module: &Module,
        costs: &'m Costs<'m>,
        calls: &Calls,
        rounding: Rounding,
    ) -> Frames<'m> {
        let mut by_name: BTreeMap<&str, Vec<FuncId>> = BTreeMap::new();
        for (id, f) in module.functions.iter() {
            by_name.entry(&f.name).or_default().push(id);
        }
        let mut indirect: BTreeMap<(FuncId, u32, u32), Vec<FuncId>> = BTreeMap::new();
        for s in &calls.sites {
            let targets = s.targets.iter().filter_map(|n| by_name.get(n.as_str()));
            let targets: Vec<FuncId> = targets.flatten().copied().collect();
            for f in by_name.get(s.place.function.as_str()).into_iter().flatten() {
                let key = (*f, s.place.line, s.place.column);
                indirect.entry(key).or_default().extend(&targets);
            }
        }
        let mut out = Frames {
            costs,
            rounding,
            indirect,
            cycles: Vec::new(),
            matters: BTreeSet::new(),
            inside: None,
        };
        out.graph(module);
        out
    }

    /// Where an indirect call leads; none where that is not known.
    pub fn targets(&self, module: &Module, f: FuncId, loc: LocId) -> Option<Vec<FuncId>> {
        let at = findings::place(module, f, loc);
        self.indirect.get(&(f, at.line, at.column)).cloned()
    }

    fn graph(&mut self, module: &Module) {
        let mut nodes: Vec<graph::Node> = Vec::new();
        for (id, f) in module.functions.iter() {
            let mut node = graph::Node::default();
            for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
                let InstKind::Call { callee, .. } = &inst.kind else {
                    continue;
                };
                let to = match callee {
                    Callee::Direct(g) => vec![*g],
                    Callee::Indirect(_) => self.targets(module, id, inst.loc).unwrap_or_default(),
                };
                node.calls.extend(to.into_iter().map(|g| graph::Arc {
                    to: g.0 as usize,
                    depth: 0,
                }));
            }
            nodes.push(node);
        }
        let mut done: BTreeSet<usize> = BTreeSet::new();
        for root in 0..nodes.len() {
            if done.contains(&root) {
                continue;
            }
            for part in graph::components(&nodes, root) {
                if part.iter().any(|v| done.contains(v)) {
                    continue;
                }
                done.extend(&part);
                let calls = |v: &usize| nodes.get(*v).map_or(&[][..], |n| &n.calls[..]);
                let around = |v: &usize| calls(v).iter().any(|a| part.contains(&a.to));
                if part.iter().any(around) {
                    let ids = part.iter().map(|v| FuncId(*v as u32));
                    self.cycles.push(Rc::new(ids.collect()));
                }
            }
        }
        // Who can come to code, by going back from it.
        let coded = module.functions.iter();
        self.matters = coded
            .filter(|(_, f)| self.costs.own(&f.name) > 0)
            .map(|(id, _)| id)
            .collect();
        loop {
            let before = self.matters.len();
            for (v, n) in nodes.iter().enumerate() {
                let comes = |a: &graph::Arc| self.matters.contains(&FuncId(a.to as u32));
                if n.calls.iter().any(comes) {
                    self.matters.insert(FuncId(v as u32));
                }
            }
            if self.matters.len() == before {
                return;
            }
        }
    }
}

impl<'m> Sites<'m> {
    /// What a call of a function needs below its return address.
    pub(super) fn frame(&mut self, id: FuncId, args: Vec<Given>, from: &Place) -> Amount {
        let none = Amount::default();
        let module = self.module;
        let Some(frames) = &self.frames else {
            return none;
        };
        let Some(f) = module.functions.get(id) else {
            return none;
        };
        if f.is_declaration() || !frames.matters.contains(&id) {
            return none;
        }
        let cycle = frames.cycles.iter().find(|c| c.contains(&id)).cloned();
        if let Some(cycle) = cycle {
            if frames.inside.as_ref() == Some(&cycle) {
                // Its activations are counted already.
                return none;
            }
            return self.recursion(&cycle, id, args, from);
        }
        let need = self.activation(id, f, args, from);
        need.net.plus(&need.held).plus(&need.extra)
    }

    /// One activation: the arrays that it makes as net and held, beyond them
    /// what it and its callees need.
    fn activation(&mut self, id: FuncId, f: &'m Function, args: Vec<Given>, from: &Place) -> Need {
        self.calls += 1;
        if self.calls > MOST_CALLS || self.stack.len() > DEEPEST || self.stop.now() {
            let what = "there are too many calls to look at each in the time there is";
            self.lacks(Gap::Limit, from.clone(), what);
            return Need::default();
        }
        let facts = match self.facts.get(&id) {
            Some(f) => f.clone(),
            None => {
                let facts = Rc::new(Facts::new(f));
                self.facts.insert(id, facts.clone());
                facts
            }
        };
        if !facts.loops.irreducible.is_empty() {
            let place = findings::place(self.module, id, f.loc);
            let what = "a cycle that is entered at several places";
            self.lacks(Gap::VariableFrame, place, what);
            return Need::default();
        }
        let cx = Context {
            id,
            function: f,
            facts,
            args,
        };
        self.stack.push(id);
        let counting = std::mem::take(&mut self.counting);
        let mut need = self.standing_at(None, |s| s.region(&cx, None));
        self.counting = counting;
        self.stack.pop();
        let own = self.frames.as_ref().map_or(0, |x| x.costs.own(&f.name));
        need.extra = need.extra.max(&Amount::number(own));
        need
    }

    /// One instruction.
    pub(super) fn frame_inst(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        inst: &Inst,
    ) -> Need {
        match &inst.kind {
            InstKind::Alloca {
                size,
                count: Some((count, ty)),
                ..
            } => self.array(cx, at, inst, (*size, *count, *ty)),
            InstKind::Call { callee, args, .. } => Need {
                extra: self.frame_call(cx, inst, callee, args),
                ..Need::default()
            },
            _ => Need::default(),
        }
    }

    fn frame_call(
        &mut self,
        cx: &Context<'m>,
        inst: &Inst,
        callee: &Callee,
        args: &[Arg],
    ) -> Amount {
        let module = self.module;
        let place = findings::place(module, cx.id, inst.loc);
        let Some(frames) = &self.frames else {
            return Amount::default();
        };
        let costs = frames.costs;
        let (targets, name) = match callee {
            Callee::Direct(g) => {
                let name = module.functions.get(*g).map(|g| g.name.as_str());
                (Some(vec![*g]), name)
            }
            Callee::Indirect(_) => (frames.targets(module, cx.id, inst.loc), None),
        };
        let Some(targets) = targets else {
            self.lacks(Gap::UnresolvedCall, place, "a call through a pointer");
            return Amount::default();
        };
        let mut most: Option<Amount> = None;
        for g in targets {
            let Some(f) = module.functions.get(g).filter(|f| !f.is_declaration()) else {
                continue;
            };
            let given = self.arguments(cx, f, args);
            let deep = self.frame(g, given, &place);
            most = Some(most.map_or(deep.clone(), |m| m.max(&deep)));
        }
        let Some(most) = most else {
            return Amount::default();
        };
        most.plus(&Amount::number(costs.call(&cx.function.name, name, &place)))
    }

    /// An array of variable length, or `alloca`.
    fn array(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        inst: &Inst,
        (size, count, ty): (u64, Operand, Type),
    ) -> Need {
        let place = findings::place(self.module, cx.id, inst.loc);
        let plus = self.frames.as_ref().map_or(31, |f| f.rounding.plus);
        let arg = Arg {
            value: count,
            ty,
            byval: None,
        };
        let bytes = self
            .standing_at(Some(at.0), |s| {
                s.size(cx, &arg)
                    .or_else(|| s.size(cx, &positive(cx, at, count)?))
            })
            .and_then(|n| n.times(&Amount::number(size)))
            .map(|n| n.plus(&Amount::number(plus)).quotient(&BigInt::from(16)))
            .and_then(|n| n.times(&Amount::number(16)));
        let Some(bytes) = bytes else {
            let what = format!(
                "the frame of `{}` depends on values: this array has no bound over the parameters of the entry",
                cx.function.name
            );
            self.lacks(Gap::VariableFrame, place, what);
            return Need::default();
        };
        // What the function takes itself lies below its array, also where that
        // ends with the round of a loop.
        let own = self.frames.as_ref();
        let own = own.map_or(0, |x| x.costs.own(&cx.function.name));
        let extra = Amount::number(own);
        let net = Amount::default();
        match self.ends_in_round(cx, at) {
            true => Need {
                net,
                held: bytes,
                extra,
                ..Need::default()
            },
            false => Need {
                net: bytes,
                held: net,
                extra,
                ..Need::default()
            },
        }
    }

    /// Whether the stack pointer goes back to before the array on every way on,
    /// before the array is made again.
    fn ends_in_round(&self, cx: &Context<'m>, at: (BlockId, usize)) -> bool {
        let facts = &cx.facts;
        let home = facts.loops.innermost(at.0);
        let all = |b: BlockId| facts.cfg.successors(b).to_vec();
        cx.function.blocks.iter().any(|(b, block)| {
            block.insts.iter().enumerate().any(|(i, inst)| {
                let InstKind::StackRestore { token } = inst.kind else {
                    return false;
                };
                let Some(saved) = saved_at(cx.function, token) else {
                    return false;
                };
                let before = match saved.0 == at.0 {
                    true => saved.1 < at.1,
                    false => facts.dom.dominates(saved.0, at.0),
                };
                // A saving outside of the loop goes back behind all rounds.
                let inside = facts.loops.innermost(saved.0) == home;
                let behind = match b == at.0 {
                    true => i > at.1,
                    false => {
                        let here = BTreeSet::from([b]);
                        facts.dom.dominates(at.0, b) && self.cannot_miss(cx, at.0, &here, &all)
                    }
                };
                before && inside && behind && facts.loops.innermost(b) == home
            })
        })
    }

    /// The first call of a recursion.
    fn recursion(
        &mut self,
        cycle: &Rc<BTreeSet<FuncId>>,
        id: FuncId,
        args: Vec<Given>,
        from: &Place,
    ) -> Amount {
        let module = self.module;
        let outer = match &mut self.frames {
            Some(f) => f.inside.replace(cycle.clone()),
            None => None,
        };
        let mut step = Amount::default();
        let mut leave = Amount::default();
        let inside = self.every_activation(cycle, id, &args);
        for m in cycle.iter() {
            let Some(f) = module.functions.get(*m) else {
                continue;
            };
            let given = inside.get(m).cloned().unwrap_or_default();
            let need = self.activation(*m, f, given, from);
            let arrays = need.net.plus(&need.held);
            leave = leave.max(&arrays.plus(&need.extra));
            let deep = Amount::number(self.deepest_within(cycle, *m, f));
            step = step.max(&arrays.plus(&deep));
        }
        let rounds = match step.is_zero() {
            true => Some(Amount::default()),
            false => self.rounds_of(cycle, id, &args),
        };
        if let Some(f) = &mut self.frames {
            f.inside = outer;
        }
        let bytes = rounds.and_then(|r| r.times(&step));
        let Some(bytes) = bytes else {
            let names: BTreeSet<&str> = (cycle.iter())
                .filter_map(|m| module.functions.get(*m))
                .map(|f| f.name.as_str())
                .collect();
            let first = names.first().copied().unwrap_or_default();
            let around = match names.len() {
                1 => format!("`{first}` calls itself"),
                _ => {
                    let list: Vec<&str> = names.iter().copied().collect();
                    format!("`{}` call each other", list.join("`, `"))
                }
            };
            let what = format!("{around} without a bound that is known: give --depth {first}=N");
            let place = module.functions.get(id).map(|f| f.loc);
            let place = place.map_or(from.clone(), |l| findings::place(module, id, l));
            self.lacks(Gap::UnboundedRecursion, place, what);
            return Amount::default();
        };
        bytes.plus(&leave)
    }

    /// How deep a member is at most where it calls another one.
    fn deepest_within(&self, cycle: &BTreeSet<FuncId>, m: FuncId, f: &Function) -> u64 {
        let Some(frames) = &self.frames else { return 0 };
        let mut most = 0;
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Call { callee, .. } = &inst.kind else {
                continue;
            };
            let (within, name) = match callee {
                Callee::Direct(g) => {
                    let name = self.module.functions.get(*g).map(|g| g.name.as_str());
                    (cycle.contains(g), name)
                }
                Callee::Indirect(_) => {
                    let to = frames.targets(self.module, m, inst.loc);
                    (to.is_none_or(|l| l.iter().any(|g| cycle.contains(g))), None)
                }
            };
            if within {
                let place = findings::place(self.module, m, inst.loc);
                most = most.max(frames.costs.call(&f.name, name, &place));
            }
        }
        most
    }

    /// How many calls of the recursion follow the first and are active at one
    /// time.
    pub(super) fn rounds_of(
        &mut self,
        cycle: &BTreeSet<FuncId>,
        id: FuncId,
        args: &[Given],
    ) -> Option<Amount> {
        let module = self.module;
        let signed = self.ranges(args, Sign::Signed);
        let unsigned = self.ranges(args, Sign::Unsigned);
        let start = |sign: Sign| match sign {
            Sign::Signed => signed.clone(),
            Sign::Unsigned => unsigned.clone(),
        };
        let all = self.with_targets(|targets| {
            let cycles = Cycles {
                module,
                targets,
                members: cycle,
            };
            recursion::bounds(&cycles, id, &start)
        })?;
        let mut best: Option<Amount> = None;
        for b in &all {
            let n = match b.rank {
                Rank::Remains => self.of_remainders(b, id, args),
                _ => self.amount_of(b, args),
            };
            let Some(n) = n else { continue };
            let less = match (&best, n.most(&self.variables)) {
                (None, _) => true,
                (Some(old), Some(n)) => old.most(&self.variables).is_none_or(|o| n < o),
                _ => false,
            };
            if less {
                best = Some(n);
            }
        }
        best
    }

    fn amount_of(&self, b: &Bounded, args: &[Given]) -> Option<Amount> {
        let value = |i: Option<usize>| -> Option<Value> {
            match i {
                None => Some(Value::number(0)),
                Some(i) => reading(args.get(i)?, b.measure.sign).cloned(),
            }
        };
        let (plus, minus) = (value(b.measure.plus)?, value(b.measure.minus)?);
        let more = match b.rank {
            Rank::Falls { by, least, .. } => BigInt::from(by) - BigInt::from(least),
            Rank::Halves { more, .. } => BigInt::from(more),
            Rank::Remains => return None,
        };
        let one = BigInt::from(1);
        let begin = match (&plus.exact, &minus.exact) {
            (Some(p), Some(m)) => {
                let form = p
                    .plus(m, &-one)
                    .plus(&Linear::number(more), &BigInt::from(1));
                Amount::of(&form, &self.variables)
            }
            _ => {
                let rest = more - &minus.low;
                match plus.upper.as_number() {
                    Some(n) => Amount::number(n + rest),
                    None => plus.upper.plus(&Amount::number(rest)),
                }
            }
        };
        Some(match b.rank {
            Rank::Falls { by, idle, .. } => {
                let falls = begin.quotient(&BigInt::from(by));
                let idle = Amount::number(idle);
                falls.times(&Amount::number(1).plus(&idle))?.plus(&idle)
            }
            Rank::Halves { bits, least, .. } => {
                let often = begin.quotient(&BigInt::from(least));
                let all = Amount::atom(Expr::bits(often.expr()));
                let up = all.plus(&Amount::number(bits - 1));
                up.quotient(&BigInt::from(bits))
            }
            Rank::Remains => return None,
        })
    }

    /// Calls of Euclid's algorithm by the greatest divisor that the first may have.
    fn of_remainders(&self, b: &Bounded, id: FuncId, args: &[Given]) -> Option<Amount> {
        let i = b.measure.plus?;
        let Type::Int(w @ 1..=64) = self.module.functions.get(id)?.params.get(i)?.ty else {
            return None;
        };
        let (mut low, mut high) = match b.measure.sign {
            Sign::Signed => (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1),
            Sign::Unsigned => (0, (1i128 << w) - 1),
        };
        if let Some((l, h)) = self.ranges(args, b.measure.sign).get(i).copied() {
            low = l.map_or(low, |l| l.max(low));
            high = h.map_or(high, |h| h.min(high));
        }
        let greatest = low.unsigned_abs().max(high.unsigned_abs());
        Some(Amount::number(recursion::divisions(greatest)))
    }
}

/// The length of an array of variable length before it was widened: that it is
/// positive was checked in its own type, so that both readings agree.
fn positive(cx: &Context<'_>, at: (BlockId, usize), count: Operand) -> Option<Arg> {
    let before = cx.function.blocks.get(at.0)?.insts.get(..at.1)?;
    let checked = |i: &Inst| {
        let kind = CheckKind::VlaBound;
        matches!(&i.kind, InstKind::Check { kind: k, .. } if *k == kind)
    };
    before.iter().any(checked).then_some(())?;
    let Operand::Reg(r) = count else { return None };
    let InstKind::Cast {
        op: CastOp::ZExt,
        from,
        src,
        ..
    } = cx.facts.only(cx.function, r)?.1.kind
    else {
        return None;
    };
    Some(Arg {
        value: src,
        ty: from,
        byval: None,
    })
}
