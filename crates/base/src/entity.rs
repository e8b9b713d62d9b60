//! One newtype per entity, stored densely in typed arenas.
//!
//! Idea and alternatives: pointers (`Rc`, `&'a`) tie lifetimes together and
//! cost a cache line per hop; a `u32` index is `Copy`, prints as in the text
//! form and indexes a `Vec`. Source: Cranelift's `entity` module as habit.
//! Cost: four bytes per reference, one bounds check per access.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense id: a newtype over `u32`, made by [`entity!`](crate::entity!).
pub trait EntityId: Copy + Eq {
    /// The id with this index. Indices over `u32::MAX - 1` are a defect.
    fn from_index(index: usize) -> Self;
    /// The position in its arena.
    fn index(self) -> usize;
}

/// Declares an id type whose `Display` is `prefix` followed by the number.
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive($crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "ep_base::serde", transparent)]
        #[repr(transparent)]
        pub struct $name(pub u32);
        impl $crate::entity::EntityId for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                debug_assert!(index < u32::MAX as usize);
                $name(index as u32)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// A growing table of `T` indexed by the id type `I`. Entries are never removed.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Arena<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: EntityId + 'static, T> Arena<I, T> {
    /// An empty arena.
    pub fn new() -> Self {
        Arena {
            items: Vec::new(),
            id: PhantomData,
        }
    }
    /// Appends an entry and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// True when there is no entry.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The entry, if the id is in range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + 'static {
        (0..self.items.len()).map(I::from_index)
    }
    /// All entries with their ids in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }
    /// All entries with their ids in order, mutably.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (I, &mut T)> {
        self.items
            .iter_mut()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }
    /// The entries as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: EntityId + 'static, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: EntityId, T> Index<I> for Arena<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: EntityId, T> IndexMut<I> for Arena<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
