//! Loads and stores on areas.
//!
//! What a fixed offset holds is kept as a cell; anything else that is written
//! makes the cells that it may touch unknown, and what is not known is any
//! value. An access that could not be shown to stay within its area is an
//! assumption with its line (undefined behaviour is no argument for
//! termination, and none is drawn from it). Source: document 004, section 3.1.

use super::engine::{AreaKey, Engine};
use super::lin::{Interval, Lin};
use super::rules::{Num, View};
use super::state::{Area, Cell, State, Value};
use ep_ir::{FuncId, Inst, Operand, Reg, Type};
use num_bigint::BigInt;

impl Engine<'_> {
    /// Says so when an access may leave its area.
    fn check_bounds(
        &mut self,
        s: &State,
        func: FuncId,
        inst: &Inst,
        area: Area,
        offset: &Lin,
        bytes: u64,
    ) {
        let size = self.areas.get(area).and_then(|a| a.size);
        if let Some(size) = size {
            let last = BigInt::from(size) - BigInt::from(bytes);
            let inside = Interval::new(0, last);
            let r = s.facts.range(offset, &mut self.count);
            if inside.meet(&r) == r && !inside.is_empty() {
                return;
            }
        }
        let place = self.place(func, inst.loc);
        self.assume("the access stays within its object", place);
    }

    /// Reads a value.
    #[allow(clippy::too_many_arguments)]
    pub fn load(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dst: Reg,
        at: &Value,
        ty: Type,
        volatile: bool,
    ) -> Value {
        let bytes = self.module.layout.store_size(ty);
        let Value::Pointer { area, offset } = at else {
            let place = self.place(func, inst.loc);
            self.assume("the access is to an object of the program", place);
            return self.unknown(s, func, dst, ty);
        };
        self.check_bounds(s, func, inst, *area, offset, bytes);
        let fixed = offset.as_number().and_then(|n| i64::try_from(n).ok());
        let Some(at) = fixed.filter(|_| !volatile) else {
            return self.unknown(s, func, dst, ty);
        };
        if let Some(cell) = s.cells.get(&(*area, at)) {
            if cell.bytes == bytes && fits(&cell.value, ty) {
                return cell.value.clone();
            }
        }
        if let Some(v) = self.constant(*area, at, bytes, ty) {
            return v;
        }
        let v = self.unknown(s, func, dst, ty);
        let weak = self.areas.get(*area).is_none_or(|a| a.weak);
        let overlaps = touched(s, *area, at, bytes).next().is_some();
        if !weak && !overlaps && matches!(v, Value::Int(_)) {
            // What was read once is there when it is read again.
            s.cells.insert(
                (*area, at),
                Cell {
                    bytes,
                    value: v.clone(),
                },
            );
        }
        v
    }

    /// The initial content of a constant.
    fn constant(&self, area: Area, at: i64, bytes: u64, ty: Type) -> Option<Value> {
        let AreaKey::Global(g) = self.areas.get(area)?.key else {
            return None;
        };
        let global = self.module.globals.get(g)?;
        let init = global.init.as_ref().filter(|_| global.constant)?;
        let Type::Int(bits) = ty else {
            return None;
        };
        let from = usize::try_from(at).ok()?;
        let to = from.checked_add(usize::try_from(bytes).ok()?)?;
        let raw = init.bytes.get(from..to)?;
        let clean = init.relocs.iter().all(|r| {
            let (a, b) = (r.offset, r.offset.saturating_add(8));
            b <= from as u64 || a >= to as u64
        });
        if !clean || bits % 8 != 0 {
            return None;
        }
        let n = BigInt::from_bytes_le(num_bigint::Sign::Plus, raw);
        Some(Value::Int(Num {
            form: Lin::number(n),
            view: View::Unsigned,
            bits,
        }))
    }

    /// Writes a value.
    pub fn store(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        at: &Value,
        ty: Type,
        value: Value,
    ) {
        let bytes = self.module.layout.store_size(ty);
        let Value::Pointer { area, offset } = at else {
            self.havoc(s, func, inst, at);
            return;
        };
        self.check_bounds(s, func, inst, *area, offset, bytes);
        let r = s.facts.range(offset, &mut self.count);
        let low = r.lo.as_ref().and_then(|l| i64::try_from(l).ok());
        let high = r.hi.as_ref().and_then(|h| i64::try_from(h).ok());
        let (low, high) = (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
        let end = high.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
        s.cells.retain(|(a, from), c| {
            let to = from.saturating_add(i64::try_from(c.bytes).unwrap_or(i64::MAX));
            *a != *area || to <= low || *from >= end
        });
        let weak = self.areas.get(*area).is_none_or(|a| a.weak);
        let fixed = offset.as_number().and_then(|n| i64::try_from(n).ok());
        if let (Some(at), false) = (fixed, weak) {
            if value != Value::Any {
                s.cells.insert((*area, at), Cell { bytes, value });
            }
        }
    }

    /// Anything may be written behind a pointer, within its object.
    pub fn havoc(&mut self, s: &mut State, func: FuncId, inst: &Inst, at: &Value) {
        let place = self.place(func, inst.loc);
        match at {
            Value::Pointer { area, .. } => {
                self.assume("the access stays within its object", place);
                s.cells.retain(|(a, _), _| a != area);
            }
            _ => {
                self.assume("the access is to an object of the program", place);
                s.cells.clear();
            }
        }
        s.exact = false;
    }

    /// What a call that may write anywhere leaves.
    pub fn havoc_all(&mut self, s: &mut State) {
        s.cells.clear();
        s.exact = false;
    }

    /// Whether one of the operands may be an address.
    pub fn passes_address(&mut self, s: &State, args: &[ep_ir::inst::Arg]) -> bool {
        args.iter().any(|a| {
            a.ty == Type::Ptr && !matches!(self.value(s, &a.value), Value::Null)
                || matches!(a.value, Operand::Global(..))
        })
    }
}

/// Cells of an area that share a byte with these.
fn touched(s: &State, area: Area, at: i64, bytes: u64) -> impl Iterator<Item = &Cell> {
    let end = at.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
    s.cells.iter().filter_map(move |((a, from), c)| {
        let to = from.saturating_add(i64::try_from(c.bytes).unwrap_or(i64::MAX));
        (*a == area && to > at && *from < end).then_some(c)
    })
}

fn fits(v: &Value, ty: Type) -> bool {
    match (v, ty) {
        (Value::Int(n), Type::Int(bits)) => n.bits == bits && bits > 1,
        (Value::Pointer { .. } | Value::Null, Type::Ptr) => true,
        _ => false,
    }
}
