//! The set of free variables of each term.
//!
//! Idea: sets are sorted, interned and shared; a term holds a 4-byte id, and
//! unions of two sets are memoised. Alternative: a walk per question, which
//! costs the size of the term each time slicing asks. Cost: one hash lookup per
//! new node whose arguments have different sets.

use crate::sort::VarId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// An interned set of variables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SupportId(u32);

impl SupportId {
    pub(crate) const EMPTY: SupportId = SupportId(0);
}

/// All sets of a pool.
pub(crate) struct Supports {
    flat: Vec<VarId>,
    spans: Vec<(u32, u32)>,
    by_hash: FxHashMap<u64, Vec<u32>>,
    unions: FxHashMap<(u32, u32), u32>,
    scratch: Vec<VarId>,
}

impl Supports {
    pub(crate) fn new() -> Self {
        Supports {
            flat: Vec::new(),
            spans: vec![(0, 0)],
            by_hash: FxHashMap::default(),
            unions: FxHashMap::default(),
            scratch: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, id: SupportId) -> &[VarId] {
        let (start, end) = self.spans[id.0 as usize];
        &self.flat[start as usize..end as usize]
    }

    pub(crate) fn single(&mut self, v: VarId) -> SupportId {
        self.scratch.clear();
        self.scratch.push(v);
        self.intern()
    }

    #[inline]
    pub(crate) fn union(&mut self, a: SupportId, b: SupportId) -> SupportId {
        if a == b || b == SupportId::EMPTY {
            return a;
        }
        if a == SupportId::EMPTY {
            return b;
        }
        let key = (a.0.min(b.0), a.0.max(b.0));
        if let Some(&u) = self.unions.get(&key) {
            return SupportId(u);
        }
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        {
            let (x, y) = (self.get(a), self.get(b));
            let (mut i, mut j) = (0, 0);
            while i < x.len() && j < y.len() {
                let (p, q) = (x[i], y[j]);
                out.push(p.min(q));
                i += usize::from(p <= q);
                j += usize::from(q <= p);
            }
            out.extend_from_slice(&x[i..]);
            out.extend_from_slice(&y[j..]);
        }
        self.scratch = out;
        let u = self.intern();
        self.unions.insert(key, u.0);
        u
    }

    /// The set without the variables in `bound`.
    pub(crate) fn without(&mut self, a: SupportId, bound: &[VarId]) -> SupportId {
        let mut out = std::mem::take(&mut self.scratch);
        out.clear();
        out.extend(self.get(a).iter().filter(|v| !bound.contains(v)));
        self.scratch = out;
        self.intern()
    }

    fn intern(&mut self) -> SupportId {
        if self.scratch.is_empty() {
            return SupportId::EMPTY;
        }
        let mut h = FxHasher::default();
        self.scratch.hash(&mut h);
        let key = h.finish();
        let ids = self.by_hash.entry(key).or_default();
        for &id in ids.iter() {
            let (s, e) = self.spans[id as usize];
            if self.flat[s as usize..e as usize] == self.scratch[..] {
                return SupportId(id);
            }
        }
        let id = self.spans.len() as u32;
        let start = self.flat.len() as u32;
        self.flat.extend_from_slice(&self.scratch);
        self.spans.push((start, self.flat.len() as u32));
        ids.push(id);
        SupportId(id)
    }
}
