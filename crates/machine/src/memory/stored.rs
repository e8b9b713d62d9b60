//! Objects whose addresses were put into memory: a bit for each number.

use crate::value::ObjectId;

/// A set of objects' numbers, for all paths of a worker together.
#[derive(Default)]
pub struct Stored(Vec<u64>);

impl Stored {
    /// Adds an object.
    #[inline]
    pub fn insert(&mut self, o: ObjectId) {
        let word = o.0 as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        if let Some(w) = self.0.get_mut(word) {
            *w |= 1 << (o.0 % 64);
        }
    }

    /// Whether it was added.
    #[inline]
    pub fn contains(&self, o: ObjectId) -> bool {
        let word = self.0.get(o.0 as usize / 64);
        word.is_some_and(|w| w >> (o.0 % 64) & 1 != 0)
    }
}
