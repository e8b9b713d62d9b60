//! Zeros in memory at symbolic offsets: terminators of strings, cleared
//! buffers.
//!
//! Idea: per area one atom with three offsets: the bytes from `from` to below
//! `at` are not zero, those from `at` to below `to` are. A string is
//! `[0, strlen)` and the byte after it. A load of a byte is split at these
//! offsets, so that a scan knows that it stands before the terminator when it
//! read something else, and that it stands on it at the latest there. That the
//! scan ends follows from the terminator's offset alone; that memory has an end
//! is never used. A write moves the atom where its place is known, and makes
//! forgotten what it may have destroyed. Alternative: points-to atoms for single
//! offsets only, as in document 004, section 3.1, where a string needs a
//! variable per byte. Source: T. Stroeder et al., "Automatically proving
//! termination and memory safety for programs with pointer arithmetic" (JAR
//! 2017), section 2 (reading a string up to its terminator). Cost: a few
//! entailments per access.

use super::engine::{AreaKey, Engine};
use super::lin::{Interval, Lin};
use super::rules::{Case, Num, Side, View};
use super::state::{Area, Fill, State, Value};
use ep_ir::Type;
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// What the atom says of some bytes.
pub enum Seen {
    Zero,
    NotZero,
    /// Any value.
    Any,
    Refine(Vec<Case>),
}

impl Fill {
    /// With its parts moved by a distance.
    fn moved(&self, by: &Lin) -> Fill {
        Fill {
            from: self.from.plus(by),
            at: self.at.plus(by),
            to: self.to.plus(by),
        }
    }
}

/// The first run of zeros in these bytes.
fn zeros(bytes: &[u8]) -> Option<Fill> {
    let at = bytes.iter().position(|b| *b == 0)?;
    let to = at + bytes.get(at..)?.iter().take_while(|b| **b == 0).count();
    Some(Fill {
        from: Lin::default(),
        at: Lin::number(at),
        to: Lin::number(to),
    })
}

impl Engine<'_> {
    /// The atom of an area; that of a constant comes from its content.
    fn fill(&self, s: &State, area: Area) -> Option<Fill> {
        if let Some(f) = s.fills.get(&area) {
            return Some(f.clone());
        }
        let AreaKey::Global(g) = self.areas.get(area)?.key else {
            return None;
        };
        let global = self.module.globals.get(g).filter(|g| g.constant)?;
        let init = global.init.as_ref().filter(|i| i.relocs.is_empty())?;
        // A table with zeros in it is no string.
        zeros(&init.bytes).filter(|f| f.to == Lin::number(init.bytes.len()))
    }

    /// What these bytes are.
    pub fn seen(&mut self, s: &State, area: Area, offset: &Lin, bytes: u64) -> Seen {
        let Some(fill) = self.fill(s, area) else {
            return Seen::Any;
        };
        let seen = self.seen_in(s, &fill, offset, bytes);
        if !matches!(seen, Seen::Any) {
            self.rests_on_string(area);
        }
        seen
    }

    /// What an entry's parameter is taken to be is said where it matters.
    fn rests_on_string(&mut self, area: Area) {
        let Some(AreaKey::Behind(index)) = self.areas.get(area).map(|a| &a.key) else {
            return;
        };
        if let Some(a) = self.strings.get(index).cloned() {
            self.assumptions.insert(a);
        }
    }

    fn seen_in(&mut self, s: &State, fill: &Fill, offset: &Lin, bytes: u64) -> Seen {
        let (zero, one) = (BigInt::zero(), BigInt::one());
        let width = BigInt::from(bytes);
        let single = width.is_one();
        let case = |form: &Lin, lo: Option<BigInt>, hi: Option<BigInt>| Case {
            form: form.clone(),
            within: Interval { lo, hi },
            side: Side::None,
        };
        // Before, at or behind the first zero.
        let d = offset.minus(&fill.at);
        let r = s.facts.range(&d, &mut self.count);
        let before = r.hi.as_ref().is_some_and(|h| *h <= -&width);
        let behind = r.lo.as_ref().is_some_and(|l| *l >= zero);
        if before {
            let known = single && {
                let above = offset.minus(&fill.from);
                s.facts.entails(&above, &mut self.count)
            };
            return if known { Seen::NotZero } else { Seen::Any };
        }
        if !behind {
            if !single {
                return Seen::Any;
            }
            let run = fill.to.minus(&fill.at);
            let mut cases = vec![case(&d, None, Some(-&one))];
            if run.as_number() == Some(&one) {
                cases.push(case(&d, Some(zero.clone()), Some(zero)));
                if r.hi.as_ref().is_none_or(|h| *h > BigInt::zero()) {
                    cases.push(case(&d, Some(one), None));
                }
            } else {
                cases.push(case(&d, Some(zero), None));
            }
            return Seen::Refine(cases);
        }
        let e = fill.to.minus(offset).add(&-width);
        let r = s.facts.range(&e, &mut self.count);
        if r.lo.as_ref().is_some_and(|l| *l >= zero) {
            return Seen::Zero;
        }
        let outside = r.hi.as_ref().is_some_and(|h| *h < zero);
        if outside || !single {
            return Seen::Any;
        }
        Seen::Refine(vec![
            case(&e, None, Some(-&one)),
            case(&e, Some(BigInt::zero()), None),
        ])
    }

    /// Whether the bytes lie at or before a terminator, which is part of its
    /// object.
    pub fn before_terminator(&mut self, s: &State, area: Area, offset: &Lin, bytes: u64) -> bool {
        let Some(fill) = s.fills.get(&area) else {
            return false;
        };
        let rest = fill.to.minus(offset).add(&-BigInt::from(bytes));
        let inside = s.facts.entails(offset, &mut self.count)
            && s.facts.entails(&rest, &mut self.count)
            // An empty run of zeros says nothing about the object.
            && s.facts.entails(
                &fill.to.minus(&fill.at).add(&-BigInt::one()),
                &mut self.count,
            );
        if inside {
            self.rests_on_string(area);
        }
        inside
    }

    /// What is left of the atom of an area after these bytes are written.
    pub fn refill(&mut self, s: &mut State, area: Area, offset: &Lin, bytes: u64, v: &Value) {
        let single = bytes == 1;
        let (mut zero, mut nonzero) = (false, false);
        match v {
            Value::Null => zero = true,
            Value::Int(n) => {
                let r = s.facts.range(&n.form, &mut self.count);
                zero = r == Interval::point(BigInt::zero());
                let other = n.form.as_var().is_some_and(|v| s.nonzero.contains(&v));
                nonzero = single && (other || !r.contains(&BigInt::zero()));
            }
            Value::Truth(super::state::Truth::Known(b)) => zero = !b,
            _ => {}
        }
        let end = offset.add(&BigInt::from(bytes));
        let Some(fill) = s.fills.remove(&area) else {
            if zero && single && self.holds_text(area) {
                let fill = Fill {
                    from: offset.clone(),
                    at: offset.clone(),
                    to: end,
                };
                s.fills.insert(area, fill);
            }
            return;
        };
        let count = &mut self.count;
        let mut at_most = |a: &Lin, b: &Lin| s.facts.entails(&b.minus(a), count);
        let new = if at_most(&fill.to, offset) {
            // Behind the zeros, maybe next to them.
            let to = if zero && fill.to == *offset {
                end
            } else {
                fill.to
            };
            Fill { to, ..fill }
        } else if at_most(&end, &fill.at) {
            if nonzero || at_most(&end, &fill.from) {
                // One more that is not zero, if it is next to the others.
                let from = if nonzero && fill.from == end {
                    offset.clone()
                } else {
                    fill.from
                };
                Fill { from, ..fill }
            } else if zero {
                Fill {
                    from: fill.from,
                    at: offset.clone(),
                    to: end,
                }
            } else {
                // Nothing is known before `from`.
                let from = if at_most(&fill.from, &end) {
                    end
                } else {
                    fill.at.clone()
                };
                Fill { from, ..fill }
            }
        } else if zero {
            // The zeros stay; of what is before them nothing is known.
            Fill {
                from: fill.at.clone(),
                ..fill
            }
        } else if at_most(&fill.at, offset) && at_most(&end, &fill.to) {
            if fill.at == *offset {
                let from = if nonzero { fill.from } else { end.clone() };
                Fill {
                    from,
                    at: end,
                    to: fill.to,
                }
            } else {
                Fill {
                    to: offset.clone(),
                    ..fill
                }
            }
        } else {
            return;
        };
        let run = new.to.minus(&new.at);
        let empty = run.as_number().is_some_and(|n| *n <= BigInt::zero());
        if !empty {
            s.fills.insert(area, new);
        }
    }

    /// Flags and small fields are no text.
    fn holds_text(&self, area: Area) -> bool {
        let Some(a) = self.areas.get(area).filter(|a| !a.weak) else {
            return false;
        };
        match a.key {
            AreaKey::Local(..) | AreaKey::Global(_) => a.size.is_none_or(|n| n > 4),
            AreaKey::Behind(_) | AreaKey::Field(..) | AreaKey::Heap(..) => true,
            AreaKey::Argument(_) | AreaKey::SomeArgument(..) => true,
            AreaKey::Older(..)
            | AreaKey::Arguments
            | AreaKey::StandardInput
            | AreaKey::InputStream => false,
        }
    }

    /// `memset` of a known byte.
    pub fn set_bytes(&mut self, s: &mut State, area: Area, offset: &Lin, value: &Value, len: &Lin) {
        let zero = match value {
            Value::Null => true,
            Value::Int(n) => n.form.as_number().is_some_and(|n| n.is_zero()),
            _ => false,
        };
        let end = offset.plus(len);
        self.forget_between(s, area, offset, &end);
        let strong = self.areas.get(area).is_some_and(|a| !a.weak);
        if zero && strong && s.facts.entails(len, &mut self.count) {
            s.fills.insert(
                area,
                Fill {
                    from: offset.clone(),
                    at: offset.clone(),
                    to: end,
                },
            );
        }
    }

    /// Bytes in `[from, to)` become unknown.
    pub fn forget_between(&mut self, s: &mut State, area: Area, from: &Lin, to: &Lin) {
        let low = s.facts.range(from, &mut self.count).lo;
        let high = s.facts.range(to, &mut self.count).hi;
        let low = low.and_then(|l| i64::try_from(l).ok()).unwrap_or(i64::MIN);
        let high = high.and_then(|h| i64::try_from(h).ok()).unwrap_or(i64::MAX);
        s.cells.retain(|(a, at), c| {
            let end = at.saturating_add(i64::try_from(c.bytes).unwrap_or(i64::MAX));
            *a != area || end <= low || *at >= high
        });
        let Some(fill) = s.fills.get(&area) else {
            return;
        };
        let (before, behind) = (fill.from.minus(to), from.minus(&fill.to));
        let apart =
            s.facts.entails(&before, &mut self.count) || s.facts.entails(&behind, &mut self.count);
        if !apart {
            s.fills.remove(&area);
        }
    }

    /// A copy of `len` bytes: what is known of the source holds of the target.
    pub fn copy_bytes(
        &mut self,
        s: &mut State,
        (to, to_at): (Area, &Lin),
        (from, from_at): (Area, &Lin),
        len: &Lin,
    ) {
        let source = self.fill(s, from);
        let cells = self.copied_cells(s, (to, to_at), (from, from_at), len);
        let end = to_at.plus(len);
        self.forget_between(s, to, to_at, &end);
        if self.areas.get(to).is_none_or(|a| a.weak) {
            return;
        }
        s.cells.extend(cells);
        let Some(fill) = source else { return };
        let count = &mut self.count;
        let mut at_most = |a: &Lin, b: &Lin| s.facts.entails(&b.minus(a), count);
        let stop = from_at.plus(len);
        let first = fill.at.add(&BigInt::one());
        // The copy has the first zero.
        if !(at_most(from_at, &fill.at) && at_most(&first, &stop) && at_most(&first, &fill.to)) {
            return;
        }
        let from_edge = if at_most(from_at, &fill.from) {
            fill.from.clone()
        } else {
            // What is before the copied bytes is not there.
            let inside = at_most(&fill.from, from_at);
            if inside {
                from_at.clone()
            } else {
                fill.at.clone()
            }
        };
        let last = if at_most(&fill.to, &stop) {
            fill.to.clone()
        } else {
            first
        };
        let kept = Fill {
            from: from_edge,
            at: fill.at,
            to: last,
        };
        let moved = kept.moved(&to_at.minus(from_at));
        s.fills.insert(to, moved);
        self.rests_on_string(from);
    }

    /// Cells that lie whole in the copied bytes, in their new place.
    fn copied_cells(
        &mut self,
        s: &State,
        (to, to_at): (Area, &Lin),
        (from, from_at): (Area, &Lin),
        len: &Lin,
    ) -> Vec<((Area, i64), super::state::Cell)> {
        let number = |f: &Lin| f.as_number().and_then(|n| i64::try_from(n).ok());
        let (Some(x), Some(y), Some(n)) = (number(to_at), number(from_at), number(len)) else {
            return Vec::new();
        };
        let inside = |at: i64, c: &super::state::Cell| {
            let end = at.saturating_add(i64::try_from(c.bytes).unwrap_or(i64::MAX));
            at >= y && end <= y.saturating_add(n)
        };
        let mut found: Vec<(i64, super::state::Cell)> = s
            .cells
            .iter()
            .filter(|((a, _), _)| *a == from)
            .map(|((_, at), c)| (*at, c.clone()))
            .collect();
        // The addresses in a constant.
        let bytes = self.module.layout.store_size(Type::Ptr);
        for at in self.addresses(from) {
            if let Some(value) = self.constant(from, at, bytes, Type::Ptr) {
                found.push((at, super::state::Cell { bytes, value }));
            }
        }
        found
            .into_iter()
            .filter(|(at, c)| inside(*at, c))
            .filter_map(|(at, c)| Some(((to, at.checked_sub(y)?.checked_add(x)?), c)))
            .collect()
    }

    /// A byte that is not zero; nothing else is known of it.
    pub fn some_byte(&mut self, s: &mut State, view: View) -> Value {
        let v = self.sym();
        let range = match view {
            View::Unsigned => Interval::new(1, 255),
            View::Signed => view.range(8),
        };
        s.facts.add(&Lin::var(v), &range);
        s.free.insert(v, range);
        s.nonzero.insert(v);
        Value::Int(Num {
            form: Lin::var(v),
            view,
            bits: 8,
        })
    }
}
