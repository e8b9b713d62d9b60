//! What was read at offsets that are no numbers, kept where states are joined.
//!
//! Idea: `for (j = m; j >= w[i]; j--)` reads one element in each round; the loop ends
//! because it stays what it is. A read is known by its object, its type and its offset
//! over the registers ([`Template`]), and what it found is a slot of the cut as the
//! registers are: joined with what arrives, lost where that does not fit. What arrives
//! has the slot if the same read, over its own registers, was done there and nothing
//! was written since that may be the same object. Alternative: to move such reads in
//! front of the loop, where they would be done in runs that never do them, and their
//! bounds assumed. Source: document 004, section 2, whose points-to atoms hold at
//! symbolic addresses; the cut is its generalisation. Cost: a few slots per cut of a
//! loop that reads.

use super::arrival::{Held, Slot, Template};
use super::cuts::Cut;
use super::engine::Engine;
use super::lin::{Lin, Sym};
use super::rules::{Num, View};
use super::state::{Look, State, Value};
use ep_ir::{InstKind, Type};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use std::collections::{BTreeMap, BTreeSet};

/// Reads that a cut keeps, and slots that may stand for one variable.
const MOST: usize = 3;
/// The offset of a pointer has one view only.
const OFFSETS: View = View::Signed;

impl Engine<'_> {
    /// The slots for the reads of a state that arrives, beside its other slots.
    pub(super) fn looked(
        &mut self,
        s: &State,
        slots: &BTreeMap<Slot, (Value, u64)>,
    ) -> Vec<(Slot, Value)> {
        let types = match s.looks.is_empty() {
            true => return Vec::new(),
            false => self.read_types(s),
        };
        // The registers that hold a variable: the variable is so many times the
        // register, less a number.
        let mut holders: BTreeMap<Sym, Vec<(Slot, View, BigInt, BigInt)>> = BTreeMap::new();
        for (slot, (v, _)) in slots {
            let (form, view) = match (slot, v) {
                (Slot::Reg(..), Value::Int(n)) => (&n.form, n.view),
                (Slot::Reg(..), Value::Pointer { offset, .. }) => (offset, OFFSETS),
                _ => continue,
            };
            let mut terms = form.terms();
            if let (Some((v, c)), None) = (terms.next(), terms.next()) {
                if c.abs().is_one() {
                    let all = holders.entry(v).or_default();
                    all.push((*slot, view, c.clone(), form.constant().clone()));
                }
            }
        }
        let mut out = Vec::new();
        for look in s.looks.iter().rev().filter(|l| types.contains(&bits(l.ty))) {
            for which in 0..MOST {
                let Some(template) = template(look, &holders, which) else {
                    break;
                };
                let slot = Slot::Look(self.template(template));
                out.push((slot, look.value.clone()));
            }
            if out.len() >= MOST * MOST {
                break;
            }
        }
        out
    }

    fn template(&mut self, t: Template) -> u32 {
        let known = self.templates.iter().position(|other| *other == t);
        let at = known.unwrap_or_else(|| {
            self.templates.push(t);
            self.templates.len() - 1
        });
        at as u32
    }

    /// The types that the innermost loop of a state reads.
    fn read_types(&mut self, s: &State) -> BTreeSet<u32> {
        let mut out = BTreeSet::new();
        let Some((func, header)) = s.top().and_then(|f| Some((f.func, f.loops.last()?.header)))
        else {
            return out;
        };
        let (Some(function), Some(shape)) = (self.module.functions.get(func), self.shape(func))
        else {
            return out;
        };
        let within = function
            .blocks
            .iter()
            .filter(|(b, _)| shape.inside(header, *b));
        for inst in within.flat_map(|(_, b)| &b.insts) {
            if let InstKind::Load { ty, .. } = &inst.kind {
                out.insert(bits(*ty));
            }
        }
        out
    }
}

fn bits(ty: Type) -> u32 {
    match ty {
        Type::Int(bits) => bits,
        _ => 0,
    }
}

/// The offset of a read over slots; the one that is so many places further, where
/// several hold a variable.
fn template(
    look: &Look,
    holders: &BTreeMap<Sym, Vec<(Slot, View, BigInt, BigInt)>>,
    which: usize,
) -> Option<Template> {
    let (mut terms, mut constant) = (Vec::new(), look.offset.constant().clone());
    let mut further = which == 0;
    for (v, c) in look.offset.terms() {
        let all = holders.get(&v)?;
        let at = which.min(all.len() - 1);
        further |= at == which;
        let (slot, view, sign, added) = all.get(at)?;
        // v = sign*(slot - added)
        let factor = c * sign;
        constant -= &factor * added;
        terms.push((*slot, *view, factor));
    }
    further.then_some(Template {
        area: look.area,
        ty: look.ty,
        terms,
        constant,
    })
}

impl Cut {
    /// The reads that the cut stands for.
    pub(super) fn looks(&self, engine: &Engine<'_>) -> Vec<Look> {
        let one = |(slot, held): (&Slot, &Held)| {
            let (Slot::Look(n), Held::Int { sym, view, bits }) = (slot, held) else {
                return None;
            };
            let t = engine.templates.get(*n as usize)?;
            let mut offset = Lin::number(t.constant.clone());
            for (slot, view, factor) in &t.terms {
                match self.held.get(slot)? {
                    Held::Int { sym, view: own, .. } if own == view => {
                        offset = offset.plus(&Lin::var(*sym).times(factor));
                    }
                    Held::Pointer { sym, .. } => {
                        offset = offset.plus(&self.at(*sym).times(factor));
                    }
                    _ => return None,
                }
            }
            let value = Value::Int(Num {
                form: Lin::var(*sym),
                view: *view,
                bits: *bits,
            });
            Some(Look {
                area: t.area,
                offset,
                ty: t.ty,
                value,
            })
        };
        self.held.iter().filter_map(one).collect()
    }
}
