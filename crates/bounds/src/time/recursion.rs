//! Recursive calls.
//!
//! Idea: a call of a function that can come back to itself is not entered. It
//! is an edge of its own to the function's entry, which is a cut like a loop's
//! head: one state per function stands for all its activations. The caller goes
//! on behind the call with any result (of which [`super::results`] may claim
//! something) and with the memory that the function
//! leaves alone. A run that does not end either stays in some call for ever or
//! comes back from all of them, so it is a path along these edges: termination
//! of the choice between both is termination of the program (A. Podelski, A.
//! Rybalchenko, "Transition invariants and transition predicate abstraction for
//! program termination", TACAS 2011). Costs add up: what a call costs is the
//! cost of the function's entry at its arguments (`potential`).
//!
//! An activation sees its own locals only: addresses of locals and of new
//! objects become unknown when they are passed, but for locals of functions that are
//! entered once. A function that writes through pointers makes all memory unknown, or
//! the objects that it was given to write to, where it writes to no others
//! ([`super::callgraph`]). Cost: linear in the program.

use super::engine::{AreaKey, Engine};
use super::prepared::Prepared;
use super::state::{Area, Frame, State, Truth, Value};
use super::stepped::Stepped;
use ep_base::entity::EntityId;
use ep_ir::inst::Arg;
use ep_ir::{BlockId, FuncId, Inst, Reg};
use std::collections::BTreeSet;

impl Engine<'_> {
    /// Whether an area is the same object in every activation.
    fn is_shared(&self, area: Area) -> bool {
        let Some(info) = self.areas.get(area) else {
            return false;
        };
        match &info.key {
            AreaKey::Global(_) | AreaKey::Behind(_) | AreaKey::Field(..) => true,
            // The function at whose call it began, and which is no activation itself.
            AreaKey::Local(path, func, ..) => {
                let first = path.first().map_or(*func, |p| p.0);
                !info.weak && !self.calls.is_recursive(first)
            }
            _ => false,
        }
    }

    /// The objects that a call writes to through its arguments, where these are all but
    /// variables; nothing where it may write anywhere.
    fn objects_written(
        &mut self,
        s: &mut State,
        through: &BTreeSet<usize>,
        args: &[Arg],
    ) -> Option<BTreeSet<Area>> {
        let mut out = BTreeSet::new();
        for i in through {
            let arg = args.get(*i).filter(|a| a.byval.is_none())?;
            let Value::Pointer { area, .. } = self.value(s, &arg.value) else {
                return None;
            };
            let known = matches!(
                self.areas.get(area).map(|a| &a.key),
                Some(
                    AreaKey::Local(..)
                        | AreaKey::Global(_)
                        | AreaKey::Behind(_)
                        | AreaKey::Field(..)
                        | AreaKey::Heap(..)
                )
            );
            out.insert(area);
            known.then_some(())?;
        }
        Some(out)
    }

    /// What another activation sees of a value.
    fn passed(&self, v: Value) -> Value {
        match v {
            Value::Pointer { area, .. } if !self.is_shared(area) => Value::Any,
            Value::Truth(Truth::Compare { .. }) => Value::Truth(Truth::Open),
            v => v,
        }
    }

    /// The state in which an activation begins.
    fn activation(&self, s: &State, target: FuncId, regs: Vec<Value>, weight: u64) -> State {
        let mut t = s.clone();
        t.frames = vec![Frame {
            func: target,
            regs,
            block: BlockId(0),
            next: 0,
            loops: Vec::new(),
            back: None,
        }];
        t.cells.retain(|(a, _), c| {
            let same = self.passed(c.value.clone()) == c.value;
            same && self.is_shared(*a)
        });
        t.fills.retain(|a, _| self.is_shared(*a));
        t.sizes.retain(|a, _| self.is_shared(*a));
        t.tags.clear();
        t.calls.clear();
        t.splits = 0;
        t.again = 0;
        t.cost += weight;
        t.fresh_start = false;
        t.back_edge = false;
        t
    }

    /// A call that is an edge of its own.
    pub(super) fn call_recursive(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        target: FuncId,
        args: &[Arg],
    ) -> Stepped {
        let module = self.module;
        let Some(callee) = module.functions.get(target) else {
            return Stepped::GaveUp;
        };
        for arg in args {
            // A new object at the head of a list is a node of it.
            if let Value::Pointer { area, .. } = self.value(s, &arg.value) {
                if matches!(
                    self.areas.get(area).map(|a| &a.key),
                    Some(AreaKey::Heap(..))
                ) {
                    self.fold_whole(s, func, area);
                }
            }
        }
        let mut regs = vec![Value::Any; callee.regs.len()];
        for (arg, param) in args.iter().zip(&callee.params) {
            let relevant = self.relevant.register(target, param.reg);
            let v = match (arg.byval, arg.ty == param.ty && relevant) {
                (None, true) => {
                    let v = self.argument(s, arg);
                    self.passed(v)
                }
                _ => Value::Any,
            };
            if let Some(slot) = regs.get_mut(param.reg.index()) {
                *slot = v;
            }
        }
        if let Some(cases) = self.argument_cases(s, target, &regs) {
            return Stepped::Refine(cases);
        }
        let argument = self.told_argument(s, target, &regs);
        let mut entered = self.activation(s, target, regs, u64::from(inst.weight));
        if let Some(cases) = self.in_own_views(&mut entered) {
            return Stepped::Refine(cases);
        }
        let Some(Prepared::Arrives(arrival)) = self.prepare(&entered) else {
            return Stepped::GaveUp;
        };
        s.calls.push(*arrival);
        let effects = self.calls.effects(target);
        let written = match &effects.through {
            Some(through) if effects.anywhere => self.objects_written(s, through, args),
            _ => None,
        };
        if let Some(written) = &written {
            let place = self.place(func, inst.loc);
            self.assume(
                "what the call writes through its arguments is within their objects",
                place,
            );
            written.iter().for_each(|area| s.forget(*area));
        } else if effects.anywhere {
            s.forget_memory();
            s.sizes.retain(|a, _| {
                let key = self.areas.get(*a).map(|a| &a.key);
                !matches!(key, Some(AreaKey::Heap(..)))
            });
        }
        if effects.frees && (!effects.anywhere || written.is_some()) {
            // What is left is as it was, for whoever uses nothing else.
            let place = self.place(func, inst.loc);
            self.assume("what the call frees is not used again", place);
        }
        for g in effects.globals {
            let area = self.areas.iter().find(|(_, a)| a.key == AreaKey::Global(g));
            if let Some((area, _)) = area {
                s.forget(area);
            }
        }
        // It may have read inputs.
        s.fresh_start = false;
        let function = module.functions.get(func);
        for d in dsts {
            let ty = function.and_then(|f| f.regs.get(*d)).copied();
            let claimed = self.claimed(s, target, argument.as_ref());
            let any = |e: &mut Self, s: &mut State| {
                e.content(s, func, *d, ty.unwrap_or(ep_ir::Type::Ptr))
            };
            let v = claimed.unwrap_or_else(|| any(self, s));
            Self::set(s, *d, v);
        }
        Stepped::Next
    }
}
