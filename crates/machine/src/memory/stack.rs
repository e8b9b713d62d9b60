//! The stack that the activations of a path use, as data.
//!
//! A native frame at -O0 holds its locals, what was saved and the arguments
//! that were passed in memory; `alloca`, arrays of variable length, structures
//! by value and variable arguments come on top while the program runs. Each
//! activation knows the bytes in use up to it: a number, and a value for what
//! depends on the input or on the way to here. Cost: an addition a call.

use crate::value::Value;
use smallvec::SmallVec;

/// The stack in use, up to and with one activation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    /// What does not depend on the way to here.
    pub bytes: u64,
    /// What does, of pointer width.
    pub more: Value,
    /// What was in use where it was saved (`llvm.stacksave`), by the number of
    /// locals that existed.
    pub(crate) marks: SmallVec<[Mark; 1]>,
}

/// What was in use where the stack was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    locals: u64,
    pub bytes: u64,
    pub more: Value,
}

impl Stack {
    /// So many bytes.
    pub fn new(bytes: u64) -> Stack {
        Stack {
            bytes,
            more: Value::Int(0),
            marks: SmallVec::new(),
        }
    }

    /// What an activation with a frame of so many bytes has in use, called
    /// from here.
    #[inline]
    pub fn below(&self, frame: u64) -> Stack {
        Stack {
            bytes: self.bytes.saturating_add(frame),
            more: self.more,
            marks: SmallVec::new(),
        }
    }

    /// Whether it was saved anywhere.
    #[inline]
    pub fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Notes what is in use while so many locals exist.
    #[inline]
    pub fn save(&mut self, locals: u64) {
        let known = self.marks.iter().any(|m| m.locals == locals);
        if !known {
            let (bytes, more) = (self.bytes, self.more);
            self.marks.push(Mark {
                locals,
                bytes,
                more,
            });
        }
    }

    /// Back to what was in use while so many locals existed.
    pub fn restore(&mut self, locals: u64) {
        if let Some(m) = self.marks.iter().find(|m| m.locals == locals) {
            (self.bytes, self.more) = (m.bytes, m.more);
        }
        self.marks.retain(|m| m.locals <= locals);
    }

    /// The same places were noted.
    #[inline]
    pub fn mergeable(&self, other: &Stack) -> bool {
        let places = |s: &Stack| s.marks.iter().map(|m| m.locals).collect::<Vec<_>>();
        self.marks.len() == other.marks.len() && places(self) == places(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_comes_back() {
        let mut s = Stack::new(100);
        s.save(2);
        s.bytes += 50;
        s.save(3);
        s.bytes += 7;
        let other = s.clone();
        s.restore(3);
        assert_eq!(s.bytes, 150);
        s.restore(2);
        assert_eq!(s.bytes, 100);
        assert!(!s.mergeable(&other));
        assert_eq!(s.below(8).bytes, 108);
    }
}
