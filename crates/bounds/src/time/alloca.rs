//! `alloca`: new objects of an activation.
//!
//! What is allocated once per activation is one object, of a size that may be
//! symbolic; what is met again while its first object lives is several, of
//! which nothing is kept. Objects of constant size are made locals before
//! ([`super::hoist`]). Source: document 004, section 3.1 (`alloca`). Cost: a
//! search for a cycle.

use super::engine::{AreaKey, Engine};
use super::lin::Lin;
use super::rules::{Ruled, View};
use super::state::{State, Value};
use super::stepped::Stepped;
use ep_ir::{FuncId, Operand, Reg, Type};
use num_bigint::BigInt;

impl Engine<'_> {
    /// A new object of an activation.
    pub(super) fn alloca(
        &mut self,
        s: &mut State,
        func: FuncId,
        dst: Reg,
        size: u64,
        count: Option<&(Operand, Type)>,
    ) -> Stepped {
        let Some((block, next)) = s.top().map(|f| (f.block, f.next)) else {
            return Stepped::GaveUp;
        };
        let bytes = match count {
            None => Some(Lin::number(size)),
            Some((n, ty)) => match self.copy(s, n, *ty) {
                Value::Int(n) => match self.rule(s, &mut |cx| cx.view(&n, View::Unsigned)) {
                    Ruled::Is(n) => Some(n.times(&BigInt::from(size))),
                    Ruled::Refine(cases) => return Stepped::Refine(cases),
                },
                _ => None,
            },
        };
        // One that is met again while its first object lives is several.
        let several = block != ep_ir::BlockId(0)
            && self.shape(func).is_none_or(|shape| shape.in_cycle(block));
        let fixed = count.is_none().then_some(size).filter(|_| !several);
        let key = AreaKey::Local(s.path(), func, block, next);
        let area = self.area(key, fixed, several);
        // A new activation has a new object.
        s.forget(area);
        s.sizes.remove(&area);
        if let Some(bytes) = bytes.filter(|_| fixed.is_none() && !several) {
            s.sizes.insert(area, bytes);
        }
        let offset = Lin::default();
        Self::set(s, dst, Value::Pointer { area, offset });
        Stepped::Next
    }
}
