//! Addresses as memory and terms hold them: the table that shadows of bytes
//! refer to, the objects whose addresses lie in the memory of any path, and the
//! terms that are numbers of addresses.
//!
//! All paths of a worker share one: an entry once made stays what it is. Cost: a
//! table look-up per pointer that is stored, a bit per object, a set look-up
//! per term where any is an address.

use super::stored::Stored;
use crate::choices::Choices;
use crate::value::{ObjectId, Value};
use ep_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};

/// See the head of the file.
#[derive(Default)]
pub struct Addresses {
    list: Vec<Value>,
    index: FxHashMap<Value, u32>,
    stored: Stored,
    terms: FxHashSet<TermId>,
}

impl Addresses {
    /// What an entry of a shadow stands for.
    #[inline]
    pub fn get(&self, entry: u32) -> Value {
        self.list[entry as usize]
    }

    /// The same, where the entry may be of another worker.
    pub(crate) fn find(&self, entry: u32) -> Option<Value> {
        self.list.get(entry as usize).copied()
    }

    /// The entry of an address that is put into memory.
    pub(crate) fn intern(&mut self, v: Value, choices: &Choices) -> u32 {
        if let Some(&i) = self.index.get(&v) {
            return i;
        }
        let i = self.list.len() as u32;
        self.store(v, choices);
        self.list.push(v);
        self.index.insert(v, i);
        i
    }

    /// Notes the objects that an address may lead to as ones whose address is
    /// in memory.
    pub(crate) fn store(&mut self, v: Value, choices: &Choices) {
        match v {
            Value::Ptr(o, _) | Value::SymPtr(o, _) => self.stored.insert(o),
            Value::Choice(c) => {
                let (_, a, b) = choices.get(c);
                self.store(a, choices);
                self.store(b, choices);
            }
            _ => {}
        }
    }

    /// Whether it was, on any path.
    #[inline]
    pub(crate) fn is_stored(&self, o: ObjectId) -> bool {
        self.stored.contains(o)
    }

    /// The term is the number of an address: it must not be looked at without
    /// noting that it depends on the layout.
    pub(crate) fn mark(&mut self, t: TermId) {
        self.terms.insert(t);
    }

    /// Whether it is.
    #[inline]
    pub fn is_marked(&self, t: TermId) -> bool {
        self.terms.contains(&t)
    }

    /// Whether any term is.
    #[inline]
    pub fn any_marked(&self) -> bool {
        !self.terms.is_empty()
    }
}
