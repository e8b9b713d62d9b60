//! The ordered `workList` of document 003, page 75: the input that covered
//! the most new code is expanded first, among equals the oldest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An input that waits for its expansion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The number of the input in the corpus.
    pub id: usize,
    /// The first condition to negate.
    pub bound: usize,
    /// Newly covered code.
    pub score: u64,
    /// The path that was predicted up to `bound`.
    pub fingerprint: Option<u64>,
}

/// Inputs in the order of their scores.
#[derive(Default)]
pub struct Worklist {
    heap: BinaryHeap<(u64, Reverse<u64>, usize)>,
    items: Vec<Option<Item>>,
    added: u64,
}

impl Worklist {
    /// Adds an input.
    pub fn add(&mut self, item: Item) {
        self.added += 1;
        self.heap
            .push((item.score, Reverse(self.added), self.items.len()));
        self.items.push(Some(item));
    }

    /// The input with the highest score.
    pub fn take(&mut self) -> Option<Item> {
        let (_, _, i) = self.heap.pop()?;
        self.items[i].take()
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// True when none waits.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_the_oldest_among_equals() {
        let mut list = Worklist::default();
        for (id, score) in [(0, 1), (1, 5), (2, 0), (3, 5)] {
            list.add(Item {
                id,
                bound: 0,
                score,
                fingerprint: None,
            });
        }
        let order: Vec<usize> = std::iter::from_fn(|| list.take()).map(|i| i.id).collect();
        assert_eq!(order, [1, 3, 0, 2]);
        assert!(list.is_empty());
    }
}
