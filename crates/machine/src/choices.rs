//! Values that are one of two, by a condition.

use crate::value::{ChoiceId, Value};
use ep_term::TermId;
use rustc_hash::FxHashMap;

/// The table behind [`Value::Choice`]: equal choices have one number.
#[derive(Default)]
pub struct Choices {
    list: Vec<(TermId, Value, Value)>,
    index: FxHashMap<(TermId, Value, Value), ChoiceId>,
}

impl Choices {
    /// Condition, value where it holds, value where it does not.
    #[inline]
    pub fn get(&self, c: ChoiceId) -> (TermId, Value, Value) {
        self.list[c.0 as usize]
    }

    #[inline]
    pub(crate) fn intern(&mut self, cond: TermId, a: Value, b: Value) -> Value {
        let list = &mut self.list;
        let id = *self.index.entry((cond, a, b)).or_insert_with(|| {
            list.push((cond, a, b));
            ChoiceId(list.len() as u32 - 1)
        });
        Value::Choice(id)
    }
}
