//! A state as it arrives at a cut.
//!
//! Idea: what is read later has a number in the view of its own, truth values are
//! decided, and what tells cuts of one place apart is noted: the phase, the case of the
//! inputs, functions that a call may follow, and registers that are compared and equal.
//! [`super::cuts`] joins what has the same key. Source: document 004, section 3.2.
//! Cost: linear in the registers and cells of the state.

use super::arrival::{Arrival, CutKey, Edge, Slot};
use super::engine::Engine;
use super::lin::Lin;
use super::rules::{Num, Ruled};
use super::state::{Area, Frame, State, Truth, Value};
use ep_base::entity::EntityId;
use ep_ir::Reg;
use std::collections::{BTreeMap, BTreeSet};

/// What a state holds where it is cut; a refinement when a truth value must be
/// decided first.
pub enum Prepared {
    Arrives(Box<Arrival>),
    Decide(Truth),
}

impl Engine<'_> {
    /// Gives each register of a state the number of its own view; cases when
    /// that needs a refinement. Cells have the view in which they were met first,
    /// where no refinement is needed for it.
    pub fn in_own_views(&mut self, s: &mut State) -> Option<Vec<super::rules::Case>> {
        let mut todo = Vec::new();
        for (i, (f, live)) in s.frames.iter().zip(self.live(s)).enumerate() {
            for r in live {
                if let Some(Value::Int(n)) = f.regs.get(r.index()) {
                    let view = self.views.view(f.func, r);
                    if n.view != view {
                        todo.push((i, r.index(), n.clone(), view));
                    }
                }
            }
        }
        for (i, r, n, view) in todo {
            let form = match self.rule(s, &mut |cx| cx.view(&n, view)) {
                Ruled::Is(form) => form,
                Ruled::Refine(cases) => return Some(cases),
            };
            let slot = s.frames.get_mut(i).and_then(|f| f.regs.get_mut(r));
            if let Some(slot) = slot {
                *slot = Value::Int(Num {
                    form,
                    view,
                    bits: n.bits,
                });
            }
        }
        self.cells_in_own_views(s);
        None
    }

    fn cells_in_own_views(&mut self, s: &mut State) {
        let mut todo = Vec::new();
        for (at, c) in &s.cells {
            if let Value::Int(n) = &c.value {
                if n.form.as_number().is_some() {
                    continue;
                }
                let view = *self.cell_views.entry(*at).or_insert(n.view);
                if n.view != view {
                    todo.push((*at, n.clone(), view));
                }
            }
        }
        for (at, n, view) in todo {
            let Ruled::Is(form) = self.rule(s, &mut |cx| cx.view(&n, view)) else {
                continue;
            };
            if let Some(c) = s.cells.get_mut(&at) {
                let bits = n.bits;
                c.value = Value::Int(Num { form, view, bits });
            }
        }
    }

    /// Registers of each activation that may be read.
    pub(super) fn live(&mut self, s: &State) -> Vec<BTreeSet<Reg>> {
        let mut out = Vec::new();
        for (i, f) in s.frames.iter().enumerate() {
            let (block, next) = match s.frames.get(i + 1).and_then(|g| g.back.as_ref()) {
                Some(b) => (b.block, b.next),
                None => (f.block, f.next),
            };
            let function = self.module.functions.get(f.func);
            let mut live = match (function, self.shape(f.func)) {
                (Some(function), Some(shape)) => shape.live_at(function, block, next),
                _ => BTreeSet::new(),
            };
            live.retain(|r| self.relevant.register(f.func, *r));
            out.push(live);
        }
        out
    }

    /// Registers of the activation that are compared with each other, and that have one
    /// value here, where ways through a round meet.
    fn equal(
        &mut self,
        top: &Frame,
        slots: &BTreeMap<Slot, (Value, u64)>,
        frames: usize,
    ) -> Vec<(Reg, Reg)> {
        let Some(shape) = self.shape(top.func).filter(|_| !self.coarse) else {
            return Vec::new();
        };
        if shape.is_header(top.block) {
            return Vec::new();
        }
        let own = frames.saturating_sub(1) as u32;
        let at = |r: &Reg| slots.get(&Slot::Reg(own, *r)).map(|(v, _)| v);
        let same = |(a, b): &(Reg, Reg)| match (at(a), at(b)) {
            (Some(a @ (Value::Int(_) | Value::Pointer { .. })), Some(b)) => a == b,
            _ => false,
        };
        let compared = shape.compared.iter().copied();
        compared.filter(same).collect()
    }

    /// A state at a place where it is cut.
    pub fn prepare(&mut self, s: &State) -> Option<Prepared> {
        let mut slots = BTreeMap::new();
        let mut truths = Vec::new();
        for (i, (f, live)) in s.frames.iter().zip(self.live(s)).enumerate() {
            for r in live {
                let Some(v) = f.regs.get(r.index()) else {
                    continue;
                };
                let slot = Slot::Reg(i as u32, r);
                match v {
                    Value::Truth(t @ Truth::Compare { .. }) => {
                        return Some(Prepared::Decide(t.clone()));
                    }
                    Value::Truth(Truth::Known(b)) => truths.push((slot, *b)),
                    _ => {}
                }
                slots.insert(slot, (v.clone(), 0));
            }
        }
        for ((a, at), c) in &s.cells {
            if c.value != Value::Any {
                slots.insert(Slot::Cell(*a, *at), (c.value.clone(), c.bytes));
            }
        }
        for (slot, v) in self.looked(s, &slots) {
            slots.insert(slot, (v, 0));
        }
        // Joined, they would lead anywhere.
        let functions = match self.coarse {
            true => Vec::new(),
            false => (slots.iter())
                .filter_map(|(slot, (v, _))| match v {
                    Value::Function(f) => Some((*slot, *f)),
                    _ => None,
                })
                .collect(),
        };
        let mut note = |slot: Slot, area: Area, offset: &Lin| {
            let offset = offset.clone();
            slots.insert(slot, (Value::Pointer { area, offset }, 0));
        };
        for (a, f) in &s.fills {
            note(Slot::Fill(*a, Edge::From), *a, &f.from);
            note(Slot::Fill(*a, Edge::At), *a, &f.at);
            note(Slot::Fill(*a, Edge::To), *a, &f.to);
        }
        for (a, size) in &s.sizes {
            note(Slot::Size(*a), *a, size);
        }
        let top = s.top()?;
        let key = CutKey {
            path: s.path(),
            func: top.func,
            block: top.block,
            loops: s.frames.iter().map(|f| f.loops.clone()).collect(),
            tags: s.tags.iter().copied().collect(),
            inputs: s.inputs,
            truths,
            equal: self.equal(top, &slots, s.frames.len()),
            functions,
        };
        Some(Prepared::Arrives(Box::new(Arrival {
            state: s.clone(),
            slots,
            key,
        })))
    }
}
