//! Objects behind a parameter that lead to each other, as the bytes of one input.
//!
//! Idea: a list, a tree, or a structure with pointers is given as the bytes of all its
//! objects one behind the other, and where in them which address stands follows from
//! their number. So a run, its native twin and the values of a bound's parameters read
//! one text. Cost: linear in the bytes.

use ep_ir::{DebugTypeId, Module};
use ep_machine::world::pointers::{pointee, pointer_fields, Pointee};

/// The nodes of a list or a tree, one behind the other in the bytes that are
/// given: node `i` leads to the nodes `links * i + 1` and following. Behind them the
/// objects that other pointers of the first node lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Links {
    /// Bytes of a node.
    pub node: u64,
    pub offsets: Vec<u64>,
    /// Pointers of the first node to objects of so many bytes.
    pub others: Vec<(u64, u64)>,
}

impl Links {
    /// Which node leads to which, through which offset, for so many bytes.
    pub fn edges(&self, bytes: usize) -> Vec<(u32, u64, u32)> {
        let nodes = self.nodes(bytes);
        let mut out = Vec::new();
        for i in 0..nodes {
            for (k, offset) in self.offsets.iter().enumerate() {
                let to = self.offsets.len() * i + 1 + k;
                if to < nodes {
                    out.push((i as u32, *offset, to as u32));
                }
            }
        }
        let others = self.others.iter().enumerate();
        out.extend(others.map(|(k, (offset, _))| (0, *offset, (nodes + k) as u32)));
        out
    }

    /// How many nodes so many bytes are.
    pub fn nodes(&self, bytes: usize) -> usize {
        let others: u64 = self.others.iter().map(|(_, n)| n).sum();
        bytes.saturating_sub(others as usize) / self.node.max(1) as usize
    }

    /// Bytes of each object.
    pub fn sizes(&self, bytes: usize) -> Vec<u64> {
        let mut out = vec![self.node; self.nodes(bytes)];
        out.extend(self.others.iter().map(|(_, n)| n));
        out
    }
}

/// Bytes behind a pointer of a structure.
const BEHIND: u64 = 64;

/// What the pointers of a structure lead to, where that is plain.
pub(super) fn others(module: &Module, ty: DebugTypeId) -> Vec<(u64, u64)> {
    let fields = pointer_fields(module, ty).into_iter();
    fields
        .filter_map(|f| match pointee(module, f.to) {
            Pointee::Plain(n) => Some((f.offset, n.max(1) * (BEHIND / n.max(1)).max(1))),
            _ => None,
        })
        .collect()
}
