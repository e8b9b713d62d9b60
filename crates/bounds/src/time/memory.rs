//! Loads and stores on areas.
//!
//! What a fixed offset holds is kept as a cell, zeros at symbolic offsets as an
//! atom of `fill`; anything else that is written makes the cells that it may
//! touch unknown, and what is not known is any value. An access that could not be shown to stay within its area is an
//! assumption with its line (undefined behaviour is no argument for
//! termination, and none is drawn from it). Source: document 004, section 3.1.

use super::engine::{AreaKey, Engine};
use super::fill::Seen;
use super::lin::{Interval, Lin};
use super::rules::{Case, Num, Ruled, View};
use super::state::{Area, Cell, Look, State, Value};
use super::stepped::{Block, Stepped};
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
        if let Some(size) = s.sizes.get(&area) {
            let rest = size.minus(offset).add(&-BigInt::from(bytes));
            let inside =
                s.facts.entails(offset, &mut self.count) && s.facts.entails(&rest, &mut self.count);
            if inside {
                return;
            }
        }
        if self.before_terminator(s, area, offset, bytes) {
            return;
        }
        let place = self.place(func, inst.loc);
        self.assume("the access stays within its object", place);
    }

    /// Reads a value; on a refinement the state is as before.
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
    ) -> Ruled<Value> {
        let bytes = self.module.layout.store_size(ty);
        if let Value::Node {
            family,
            left,
            offset,
        } = at
        {
            if !volatile {
                return self.load_node(s, func, inst, dst, (*family, left, offset), ty);
            }
        }
        let Value::Pointer { area, offset } = at else {
            let place = self.place(func, inst.loc);
            self.assume("the access is to an object of the program", place);
            return Ruled::Is(self.unknown(s, func, dst, ty));
        };
        if volatile {
            self.check_bounds(s, func, inst, *area, offset, bytes);
            return Ruled::Is(self.unknown(s, func, dst, ty));
        }
        let mut fixed = offset.as_number().and_then(|n| i64::try_from(n).ok());
        if fixed.is_none() && ty == Type::Ptr && self.is_table(s, *area) {
            if let Some(cases) = self.which_pointer(s, *area, offset) {
                return Ruled::Refine(cases);
            }
            // One entry is left, by what is known of the index.
            let r = s.facts.range(offset, &mut self.count);
            let only = r.lo.filter(|lo| r.hi.as_ref() == Some(lo));
            fixed = only.and_then(|n| i64::try_from(n).ok());
        }
        // A cell of which the index is known to be one number. It stays a read at that
        // index, which may be another one in the next round ([`super::looked`]).
        let known = fixed.or_else(|| {
            let r = s.facts.quick_range(offset);
            let only = r.lo.filter(|lo| r.hi.as_ref() == Some(lo))?;
            i64::try_from(only).ok()
        });
        let cell = known.and_then(|at| s.cells.get(&(*area, at)));
        if let Some(cell) = cell.filter(|c| c.bytes == bytes && fits(&c.value, ty)) {
            let v = cell.value.clone();
            self.check_bounds(s, func, inst, *area, offset, bytes);
            return Ruled::Is(v);
        }
        if ty == Type::Ptr && self.is_stream(*area, offset) {
            let area = self.area(AreaKey::InputStream, None, false);
            let offset = Lin::default();
            return Ruled::Is(Value::Pointer { area, offset });
        }
        if ty == Type::Ptr {
            let place = self.place(func, inst.loc);
            if let Some(ruled) = self.argument_at(s, *area, offset, place) {
                return ruled;
            }
        }
        if let Some(v) = fixed.and_then(|at| self.constant(*area, at, bytes, ty)) {
            // One of a table of functions is told apart by its index.
            if ty != Type::Ptr && offset.as_number().is_some() {
                self.reads_constant(s, *area, bytes);
            }
            self.check_bounds(s, func, inst, *area, offset, bytes);
            return Ruled::Is(v);
        }
        let before =
            (s.looks.iter()).find(|l| l.area == *area && l.offset == *offset && l.ty == ty);
        if let Some(v) = before.map(|l| l.value.clone()) {
            // It is known by now to stand before the terminator.
            if let (Value::Int(n), 1) = (&v, bytes) {
                let own = n.form.as_var().filter(|v| !s.nonzero.contains(v));
                if let Some(own) = own {
                    if matches!(self.seen(s, *area, offset, bytes), Seen::NotZero) {
                        s.nonzero.insert(own);
                    }
                }
            }
            self.check_bounds(s, func, inst, *area, offset, bytes);
            return Ruled::Is(v);
        }
        let seen = match ty {
            Type::Int(bits) if u64::from(bits) == 8 * bytes => self.seen(s, *area, offset, bytes),
            Type::Ptr => self.seen(s, *area, offset, bytes),
            _ => Seen::Any,
        };
        self.check_bounds(s, func, inst, *area, offset, bytes);
        let v = match (seen, ty) {
            (Seen::Refine(cases), _) => return Ruled::Refine(cases),
            (Seen::Zero, Type::Ptr) => Value::Null,
            (Seen::Zero, Type::Int(bits)) => Value::Int(Num {
                form: Lin::default(),
                view: View::Unsigned,
                bits,
            }),
            (Seen::NotZero, Type::Int(8)) => {
                let view = self.views.view(func, dst);
                self.some_byte(s, view)
            }
            _ => self.content(s, func, dst, ty),
        };
        let weak = self.areas.get(*area).is_none_or(|a| a.weak);
        let relevant = self.relevant.register(func, dst);
        let Some(at) = fixed else {
            // One of several objects need not be the same one when it is read again.
            if relevant && !weak && matches!(v, Value::Int(_)) {
                s.looks.push(Look {
                    area: *area,
                    offset: offset.clone(),
                    ty,
                    value: v.clone(),
                });
            }
            return Ruled::Is(v);
        };
        let overlaps = touched(s, *area, at, bytes).next().is_some();
        if relevant && !weak && !overlaps && matches!(v, Value::Int(_)) {
            // What was read once is there when it is read again.
            s.cells.insert(
                (*area, at),
                Cell {
                    bytes,
                    value: v.clone(),
                },
            );
        }
        Ruled::Is(v)
    }

    /// Where the entries of a table of addresses begin: those of a constant, and the
    /// functions that memory is known to hold.
    fn entries(&self, s: &State, area: Area) -> Vec<i64> {
        let constant = self.addresses(area);
        if !constant.is_empty() {
            return constant;
        }
        let own = s.cells.range((area, i64::MIN)..=(area, i64::MAX));
        own.filter(|(_, c)| matches!(c.value, Value::Function(_)))
            .map(|(at, _)| at.1)
            .collect()
    }

    fn is_table(&self, s: &State, area: Area) -> bool {
        !self.entries(s, area).is_empty()
    }

    /// The entries of a table of addresses, when it is not known which one is read.
    fn which_pointer(&mut self, s: &State, area: Area, offset: &Lin) -> Option<Vec<Case>> {
        let starts = self.entries(s, area);
        let r = s.facts.range(offset, &mut self.count);
        if starts.len() > TABLE || r.lo == r.hi {
            return None;
        }
        let mut cases = Vec::new();
        let mut low: Option<BigInt> = None;
        for at in starts.iter().skip(1) {
            let hi: BigInt = BigInt::from(*at) - 1;
            cases.push((low.clone(), Some(hi.clone())));
            low = Some(hi + 1);
        }
        cases.push((low, None));
        let left: Vec<Case> = cases
            .into_iter()
            .map(|(lo, hi)| Interval { lo, hi })
            .filter(|i| !i.meet(&r).is_empty())
            .map(|within| Case {
                form: offset.clone(),
                within,
                side: super::rules::Side::None,
            })
            .collect();
        (left.len() > 1).then_some(left)
    }

    /// A loop goes over a constant of a few elements: its rounds are few as well.
    fn reads_constant(&self, s: &mut State, area: Area, bytes: u64) {
        let size = match self.areas.get(area).map(|a| &a.key) {
            Some(AreaKey::Global(g)) => self.module.globals.get(*g).map(|g| g.size),
            _ => None,
        };
        let few = size.is_some_and(|n| n <= bytes.saturating_mul(ELEMENTS));
        let entered = s.frames.last_mut().and_then(|f| f.loops.last_mut());
        if let Some(l) = entered.filter(|l| few && !l.again) {
            l.read = true;
        }
    }

    /// The initial content of a constant.
    pub(super) fn constant(&self, area: Area, at: i64, bytes: u64, ty: Type) -> Option<Value> {
        let AreaKey::Global(g) = self.areas.get(area)?.key else {
            return None;
        };
        let global = self.module.globals.get(g)?;
        let init = global.init.as_ref().filter(|_| global.constant)?;
        let Type::Int(bits) = ty else {
            let own = |r: &&ep_ir::Relocation| i64::try_from(r.offset) == Ok(at);
            let reloc = init.relocs.iter().find(own)?;
            return match reloc.target {
                ep_ir::RelocTarget::Func(f) if reloc.addend == 0 => Some(Value::Function(f)),
                _ => None,
            };
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
        let view = match self.is_math() {
            true => View::Signed,
            false => View::Unsigned,
        };
        Some(Value::Int(Num {
            form: Lin::number(view.convert(bits, &n)),
            view,
            bits,
        }))
    }

    /// Offsets of the addresses in the content of a constant.
    pub(super) fn addresses(&self, area: Area) -> Vec<i64> {
        let Some(AreaKey::Global(g)) = self.areas.get(area).map(|a| &a.key) else {
            return Vec::new();
        };
        let global = self.module.globals.get(*g).filter(|g| g.constant);
        let init = global.and_then(|g| g.init.as_ref());
        init.iter()
            .flat_map(|i| &i.relocs)
            .filter_map(|r| i64::try_from(r.offset).ok())
            .collect()
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
        self.written(s, *area);
        self.refill(s, *area, offset, bytes, &value);
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
                self.written(s, *area);
                s.forget(*area);
            }
            _ => {
                self.assume("the access is to an object of the program", place);
                self.forget_objects(s);
            }
        }
        s.exact = false;
    }

    /// An input is read into what is there: its first bytes hold anything.
    pub fn filled(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        at: &Value,
        bytes: Option<u64>,
    ) {
        let (Value::Pointer { area, offset }, Some(bytes)) = (at, bytes) else {
            return self.havoc(s, func, inst, at);
        };
        self.check_bounds(s, func, inst, *area, offset, bytes);
        self.written(s, *area);
        s.forget(*area);
        let size = self.areas.get(*area).and_then(|a| a.size);
        let start = offset.as_number().is_some_and(|n| *n == BigInt::from(0));
        // Where there is more, what is forgotten is more than was filled.
        s.exact &= start && size == Some(bytes);
    }

    /// What a call that may write anywhere leaves.
    pub fn havoc_all(&mut self, s: &mut State) {
        self.forget_objects(s);
        s.exact = false;
    }

    /// All that a program can write to: how much is left of its input is no
    /// object.
    fn forget_objects(&mut self, s: &mut State) {
        let input = self.area(AreaKey::StandardInput, None, false);
        let kept: Vec<_> = (s.cells.iter().filter(|((a, _), _)| *a == input))
            .map(|(k, c)| (*k, c.clone()))
            .collect();
        s.forget_memory();
        s.cells.extend(kept);
    }

    /// `memset` and `memcpy`: lengths and values at their instructions.
    pub fn block(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dst: &Operand,
        from: Block<'_>,
        (len, len_ty): (&Operand, Type),
    ) -> Stepped {
        let at = self.value(s, dst);
        let Value::Pointer { area, offset } = at else {
            self.havoc(s, func, inst, &at);
            return Stepped::Next;
        };
        self.written(s, area);
        let len = match self.copy(s, len, len_ty) {
            Value::Int(n) => match self.rule(s, &mut |cx| cx.view(&n, View::Unsigned)) {
                Ruled::Is(len) => len,
                Ruled::Refine(cases) => return Stepped::Refine(cases),
            },
            _ => {
                self.havoc(s, func, inst, &Value::Pointer { area, offset });
                return Stepped::Next;
            }
        };
        self.check_block(s, func, inst, area, &offset, &len);
        match from {
            Block::Value(v) => {
                let v = self.copy(s, v, Type::Int(8));
                self.set_bytes(s, area, &offset, &v, &len);
            }
            Block::Bytes(src) => match self.value(s, src) {
                Value::Pointer { area: a, offset: o } => {
                    self.check_block(s, func, inst, a, &o, &len);
                    self.copy_bytes(s, (area, &offset), (a, &o), &len);
                }
                _ => {
                    let place = self.place(func, inst.loc);
                    self.assume("the access is to an object of the program", place);
                    let end = offset.plus(&len);
                    self.forget_between(s, area, &offset, &end);
                }
            },
        }
        Stepped::Next
    }

    /// The same as for one access, for a block of any length.
    pub(super) fn check_block(
        &mut self,
        s: &State,
        func: FuncId,
        inst: &Inst,
        area: Area,
        offset: &Lin,
        len: &Lin,
    ) {
        let fixed = self.areas.get(area).and_then(|a| a.size);
        let size = fixed
            .map(Lin::number)
            .or_else(|| s.sizes.get(&area).cloned());
        let inside = size.is_some_and(|size| {
            let rest = size.minus(offset).minus(len);
            s.facts.entails(offset, &mut self.count) && s.facts.entails(&rest, &mut self.count)
        });
        if !inside {
            let place = self.place(func, inst.loc);
            self.assume("the access stays within its object", place);
        }
    }

    /// Whether one of the operands may be an address.
    pub fn passes_address(&mut self, s: &State, args: &[ep_ir::inst::Arg]) -> bool {
        args.iter().any(|a| {
            a.ty == Type::Ptr && !matches!(self.value(s, &a.value), Value::Null)
                || matches!(a.value, Operand::Global(..))
        })
    }
}

/// Entries of a table of addresses that are told apart.
const TABLE: usize = 16;
/// Elements of a constant that a loop may be executed round by round over.
const ELEMENTS: u64 = 16;

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
        (
            Value::Pointer { .. } | Value::Null | Value::Function(_) | Value::Node { .. },
            Type::Ptr,
        ) => true,
        _ => false,
    }
}
