//! What a recursion that allocates needs.
//!
//! Idea: with a guess of what a recursive call needs, a walk over the body says
//! what an activation needs. Begin with nothing: that is an activation that
//! calls no other one. If what comes out comes out again when it is put in, it
//! holds at every depth, and nobody has to know how deep the recursion goes:
//! a tree's `insert` makes one node where it does not call itself, and leaves no
//! more on its way back. Else a measure of the arguments ([`crate::recursion`])
//! says how many calls follow the first one. If that is a number, the walk is
//! repeated as often; if it is an expression, each level adds at most the same,
//! which is found by putting in more than everything else can be. Inside, the
//! parameters are what every activation keeps of the first call's.
//! Source: the issue of document 000 (recursion by a measure of its arguments);
//! the least fixed point of a recursive function's need, by induction over the
//! depth. Alternative: unrolling calls along paths, which ends where lists and
//! trees of the input do. Cost: a walk of the cycle's bodies for each round.
//!
//! What must never happen: that a call of the cycle is taken for one outside; a
//! level that makes two calls counted as one; an argument of a first call taken
//! for one of all of them.

use super::amount::Amount;
use super::values::{reading, Value};
use super::{Context, Given, Guess, Need, Sites};
use crate::recursion::walk::{Ranges, Sign};
use crate::recursion::{self, Cycles, Kept};
use ep_base::memory::Gap;
use ep_base::outcome::Place;
use ep_ir::{Callee, FuncId, InstKind, LocId, Type};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Walks until what goes in comes out.
const TRIES: usize = 3;
/// Levels that are walked one by one.
const LEVELS: u64 = 64;
/// More bits than any sum of blocks has.
const LARGE: u32 = 200;

impl<'m> Sites<'m> {
    /// The functions that this one calls, with itself, around a cycle; none
    /// where it never comes back.
    pub(super) fn cycle_of(&mut self, id: FuncId) -> Option<Rc<BTreeSet<FuncId>>> {
        if let Some(known) = self.cycles.get(&id) {
            return known.clone();
        }
        let mut calls: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
        let mut work = vec![id];
        while let Some(f) = work.pop() {
            if calls.contains_key(&f) {
                continue;
            }
            let next = self.callees(f);
            work.extend(&next);
            calls.insert(f, next);
        }
        // Those that come to it.
        let mut back: BTreeSet<FuncId> = BTreeSet::new();
        loop {
            let before = back.len();
            for (f, next) in &calls {
                if next.iter().any(|g| *g == id || back.contains(g)) {
                    back.insert(*f);
                }
            }
            if back.len() == before {
                break;
            }
        }
        let found = back.contains(&id).then(|| Rc::new(back));
        self.cycles.insert(id, found.clone());
        found
    }

    fn callees(&mut self, f: FuncId) -> BTreeSet<FuncId> {
        let mut out = BTreeSet::new();
        let module = self.module;
        let Some(function) = module.functions.get(f) else {
            return out;
        };
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Call { callee, args, .. } = &inst.kind else {
                continue;
            };
            match callee {
                Callee::Direct(g) => {
                    out.insert(*g);
                    // Who gets a function may call it.
                    let given = args.iter().filter_map(|a| match a.value {
                        ep_ir::Operand::Func(h) => Some(h),
                        _ => None,
                    });
                    out.extend(given);
                }
                Callee::Indirect(_) => out.extend(self.reached(f, inst.loc).into_iter().flatten()),
            }
        }
        out
    }

    /// What the first call of a recursion needs.
    pub(super) fn recursive(
        &mut self,
        members: &Rc<BTreeSet<FuncId>>,
        id: FuncId,
        args: Vec<Given>,
        from: &Place,
    ) -> Need {
        let inside = self.every_activation(members, id, &args);
        let mut need = self.level(members, &inside, Need::default(), from);
        for _ in 0..TRIES {
            let next = self.level(members, &inside, need.clone(), from);
            if next.net == need.net && next.extra == need.extra {
                return need;
            }
            need = next;
        }
        let depth = self.rounds_of(members, id, &args);
        let depth = depth.or_else(|| self.said(members));
        let found = depth.and_then(|d| match d.as_number().and_then(|n| n.to_u64()) {
            Some(n) if n <= LEVELS => {
                let mut need = Need::default();
                for _ in 0..=n {
                    need = self.level(members, &inside, need, from);
                }
                Some(need)
            }
            _ => self.by_depth(members, &inside, &d, from),
        });
        found.unwrap_or_else(|| {
            let names: BTreeSet<&str> = (members.iter())
                .filter_map(|f| self.module.functions.get(*f))
                .map(|f| f.name.as_str())
                .collect();
            let names: Vec<&str> = names.into_iter().collect();
            let what = format!("a recursion that allocates: {}", names.join(", "));
            self.lacks(Gap::UnboundedRecursion, from.clone(), what);
            need
        })
    }

    /// How many calls follow the first one by what the user says of a function
    /// that calls itself.
    fn said(&mut self, members: &BTreeSet<FuncId>) -> Option<Amount> {
        let only = members.first().filter(|_| members.len() == 1)?;
        let name = &self.module.functions.get(*only)?.name;
        let n = *self.depths.get(name)?;
        self.by_depth.insert(name.clone(), n);
        Some(Amount::number(BigInt::from(n.saturating_sub(1))))
    }

    /// What an activation needs where a recursive call needs this.
    fn level(
        &mut self,
        members: &Rc<BTreeSet<FuncId>>,
        inside: &BTreeMap<FuncId, Vec<Given>>,
        call: Need,
        from: &Place,
    ) -> Need {
        self.guesses.push(Guess {
            members: members.clone(),
            need: call,
        });
        let mut most = Need::default();
        for m in members.iter() {
            let args = inside.get(m).cloned().unwrap_or_default();
            let need = self.activated(*m, args, from);
            most = most.or(&need);
        }
        self.guesses.pop();
        most
    }

    /// A recursion of so many calls that follow the first one: each level adds
    /// at most the same.
    fn by_depth(
        &mut self,
        members: &Rc<BTreeSet<FuncId>>,
        inside: &BTreeMap<FuncId, Vec<Given>>,
        depth: &Amount,
        from: &Place,
    ) -> Option<Need> {
        let large = BigInt::one() << LARGE;
        let first = self.level(members, inside, Need::default(), from);
        let with = |net: &BigInt, extra: &BigInt| Need {
            net: Amount::number(net.clone()),
            extra: Amount::number(extra.clone()),
            ..Need::default()
        };
        let zero = BigInt::zero();
        // What a level leaves beside what its one call leaves.
        let left = match first.net.is_zero() {
            true => Amount::default(),
            false => {
                let left = self.level(members, inside, with(&large, &zero), from);
                let left = left.net.as_number()?;
                (&left / &large <= BigInt::one()).then_some(())?;
                Amount::number(left % &large)
            }
        };
        // What it holds while its call runs; at most all that it needs.
        let held = self.level(members, inside, with(&zero, &large), from).extra;
        let held = match held.as_number() {
            Some(n) if n >= large => Amount::number(n - &large),
            Some(_) => Amount::default(),
            None => first.net.plus(&first.extra),
        };
        Some(Need {
            net: first.net.plus(&depth.times(&left)?),
            extra: first.extra.plus(&depth.times(&held)?),
            kept: first.kept,
            ..Need::default()
        })
    }

    /// What the parameters are in every activation.
    pub(super) fn every_activation(
        &mut self,
        members: &BTreeSet<FuncId>,
        id: FuncId,
        args: &[Given],
    ) -> BTreeMap<FuncId, Vec<Given>> {
        let mut out: BTreeMap<FuncId, Vec<Given>> = BTreeMap::new();
        let module = self.module;
        for m in members {
            let n = module.functions.get(*m).map_or(0, |f| f.params.len());
            out.insert(*m, vec![Given::default(); n]);
        }
        for sign in [Sign::Signed, Sign::Unsigned] {
            let start = self.ranges(args, sign);
            let kept = self.with_targets(|targets| {
                let cycles = Cycles {
                    module,
                    targets,
                    members,
                };
                recursion::kept(&cycles, id, sign, start)
            });
            for (m, list) in kept.flatten().unwrap_or_default() {
                let Some(f) = module.functions.get(m) else {
                    continue;
                };
                for (i, k) in list.iter().enumerate() {
                    let first = args.get(i).and_then(|g| reading(g, sign));
                    let ty = f.params.get(i).map(|p| p.ty);
                    let value = self.in_every(k, first, ty, sign);
                    let slot = out.get_mut(&m).and_then(|l| l.get_mut(i));
                    if let Some(slot) = slot {
                        match sign {
                            Sign::Signed => slot.signed = value,
                            Sign::Unsigned => slot.unsigned = value,
                        }
                    }
                }
            }
        }
        out
    }

    fn in_every(
        &self,
        k: &Kept,
        first: Option<&Value>,
        ty: Option<Type>,
        sign: Sign,
    ) -> Option<Value> {
        let Some(Type::Int(w)) = ty else { return None };
        if k.same && first.is_some() {
            return first.cloned();
        }
        let smallest = match sign {
            Sign::Signed if w > 0 => -(BigInt::one() << (w - 1)),
            _ => BigInt::zero(),
        };
        let low = k.low.map_or(smallest, BigInt::from);
        let number = k.high.map(|h| Amount::number(BigInt::from(h)));
        let upper = match (first.filter(|_| k.not_above), number) {
            // A number is as good where it is no more.
            (Some(v), Some(n)) => match v.upper.most(&self.variables) <= n.as_number() {
                true => v.upper.clone(),
                false => n,
            },
            (Some(v), None) => v.upper.clone(),
            (None, Some(n)) => n,
            (None, None) => return None,
        };
        Some(Value {
            low,
            upper,
            exact: None,
        })
    }

    /// The ranges of a call's arguments.
    pub(super) fn ranges(&self, args: &[Given], sign: Sign) -> Ranges {
        args.iter()
            .map(|g| {
                let Some(v) = reading(g, sign) else {
                    return (None, None);
                };
                let high = match &v.exact {
                    Some(e) => e.range(&self.variables).map(|r| r.1),
                    None => v.upper.most(&self.variables),
                };
                (v.low.to_i128(), high.and_then(|h| h.to_i128()))
            })
            .collect()
    }

    /// With where calls through pointers lead; none where that is not asked for.
    pub(super) fn with_targets<R>(
        &mut self,
        then: impl FnOnce(&recursion::walk::Targets<'_>) -> R,
    ) -> Option<R> {
        let module = self.module;
        if let Some(frames) = &self.frames {
            return Some(then(&|f: FuncId, loc: LocId| {
                frames.targets(module, f, loc)
            }));
        }
        if self.indirect.is_none() {
            self.indirect =
                super::indirect::Indirect::of(module, self.entry?, self.alone, &self.stop);
        }
        let found = self.indirect.as_ref();
        Some(then(&|f: FuncId, loc: LocId| {
            found?.reached(module, f, loc)
        }))
    }

    /// One activation, whatever is guessed of its recursive calls.
    pub(super) fn activated(&mut self, id: FuncId, args: Vec<Given>, from: &Place) -> Need {
        let module = self.module;
        let Some(function) = module.functions.get(id) else {
            return Need::default();
        };
        let Some(facts) = self.looked_at(id, function, from) else {
            return Need::default();
        };
        let cx = Context {
            id,
            function,
            facts,
            args,
        };
        self.stack.push(id);
        // A counter is one of a function; its caller's are another's.
        let counting = std::mem::take(&mut self.counting);
        let need = self.standing_at(None, |s| s.region(&cx, None).over());
        self.counting = counting;
        self.stack.pop();
        self.without_own(id, need)
    }
}
