//! Numbers of bytes as linear forms whose parts have conditions.
//!
//! Idea: `known + Σ factor * [condition] * size`. A block that only some paths
//! made is a part with a condition, and what frees it takes away the same part,
//! so that both cancel before any bound is taken. The size of a block that was
//! there before a region began is an atom, which becomes a whole form where the
//! region's summary is used. Source: document 000, Definition 9 and Figure 7
//! (sizes over the variables at the entry), with sums in place of a list of
//! amounts. Cost: a map entry per part; two sums that come from one another are
//! compared in the parts that they have apart.

use super::map::Map;
use ep_machine::memory::ledger;
use ep_term::{Op, Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;

/// Sizes from which on allocation is taken to fail have more bits than this.
pub(super) const SIZE_BITS: u32 = 40;

/// What a factor counts: a size, a condition (1 where it holds), or a size
/// where a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Part {
    when: Option<TermId>,
    size: Option<TermId>,
}

/// A number of bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bytes {
    known: i128,
    parts: Map<Part, i128>,
}

/// What the variables of a region stand for outside.
#[derive(Clone, Default)]
pub(super) struct Subst {
    pub terms: FxHashMap<VarId, TermId>,
    pub sizes: FxHashMap<VarId, Bytes>,
    memo: FxHashMap<TermId, TermId>,
}

impl Subst {
    /// A term outside.
    pub fn term(&mut self, pool: &mut Pool, t: TermId) -> TermId {
        pool.substitute_with(t, &self.terms, &mut self.memo)
    }

    /// The most parts that a number of bytes has outside.
    pub fn parts(&self, pool: &Pool, b: &Bytes) -> usize {
        let of = |p: &Part| {
            let v = p.size.and_then(|t| pool.as_var(t));
            let whole = v.and_then(|v| self.sizes.get(&v));
            whole.map_or(1, |w| w.len() + 1)
        };
        b.parts.keys().map(of).sum()
    }

    /// A number of bytes outside.
    pub fn bytes(&mut self, pool: &mut Pool, b: &Bytes) -> Bytes {
        let mut out = Bytes::number(b.known);
        for (p, k) in &b.parts {
            let size = match p.size {
                None => Bytes::number(1),
                Some(t) => match pool.as_var(t).and_then(|v| self.sizes.get(&v)) {
                    Some(whole) => whole.clone(),
                    None => {
                        let t = self.term(pool, t);
                        Bytes::size(pool, t)
                    }
                },
            };
            match p.when {
                None => out.add(&size, *k),
                Some(w) => {
                    let w = self.term(pool, w);
                    out.add(&size.guarded(pool, w), *k);
                }
            }
        }
        out
    }
}

impl Bytes {
    /// A number.
    pub fn number(n: i128) -> Bytes {
        Bytes {
            known: n,
            parts: Map::default(),
        }
    }

    /// A size, read without sign.
    pub fn size(pool: &Pool, t: TermId) -> Bytes {
        match pool.as_bv(t) {
            Some(n) => Bytes::number(i128::try_from(n).unwrap_or(i128::MAX)),
            None => Bytes {
                known: 0,
                parts: std::iter::once((
                    Part {
                        when: None,
                        size: Some(t),
                    },
                    1,
                ))
                .collect(),
            },
        }
    }

    /// Whether it is a number.
    pub fn as_number(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.known)
    }

    /// The one size that it is, if it is one.
    pub fn as_atom(&self) -> Option<TermId> {
        let (p, k) = self.parts.iter().next()?;
        let alone = self.parts.len() == 1 && self.known == 0 && *k == 1 && p.when.is_none();
        p.size.filter(|_| alone)
    }

    /// All terms in it.
    pub fn terms(&self, f: &mut dyn FnMut(TermId)) {
        for p in self.parts.keys() {
            p.when.into_iter().chain(p.size).for_each(&mut *f);
        }
    }

    /// The number of parts.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Adds `factor * other`.
    pub fn add(&mut self, other: &Bytes, factor: i128) {
        // The shorter one is added to the longer one.
        if factor == 1 && other.parts.len() > self.parts.len() {
            let own = std::mem::replace(self, other.clone());
            return self.add(&own, 1);
        }
        self.known += factor * other.known;
        for (p, k) in &other.parts {
            self.part(*p, factor * k);
        }
    }

    fn part(&mut self, p: Part, k: i128) {
        match self.parts.get(&p).copied().unwrap_or(0) + k {
            0 => self.parts.remove(&p),
            n => self.parts.insert(p, n),
        };
    }

    /// What it is more than `other`: the parts that both have are not looked
    /// at one by one.
    pub fn minus(&self, other: &Bytes) -> Bytes {
        let mut out = Bytes::number(self.known - other.known);
        self.parts.differences(&other.parts, |p, a, b| {
            let by = a.copied().unwrap_or(0) - b.copied().unwrap_or(0);
            out.parts.insert(*p, by);
        });
        out
    }

    /// It where the condition holds, 0 elsewhere. A condition and its opposite
    /// add up to the whole.
    pub fn guarded(&self, pool: &mut Pool, when: TermId) -> Bytes {
        if let Some(b) = pool.as_bool(when) {
            return if b { self.clone() } else { Bytes::default() };
        }
        if pool.op(when) == Op::Not {
            if let Some(positive) = pool.args(when).first().copied() {
                let mut out = self.clone();
                out.add(&self.guarded(pool, positive), -1);
                return out;
            }
        }
        let mut out = Bytes::default();
        if self.known != 0 {
            let p = Part {
                when: Some(when),
                size: None,
            };
            out.part(p, self.known);
        }
        for (p, k) in &self.parts {
            let both = match p.when {
                Some(w) => pool.and(when, w),
                None => when,
            };
            match pool.as_bool(both) {
                Some(false) => {}
                Some(true) => out.part(Part { when: None, ..*p }, *k),
                None => out.part(
                    Part {
                        when: Some(both),
                        ..*p
                    },
                    *k,
                ),
            }
        }
        // A part that lost both is a number.
        if let Some(k) = out.parts.remove(&Part {
            when: None,
            size: None,
        }) {
            out.known += k;
        }
        out
    }

    /// A number that it is never below, from the ranges of its sizes.
    pub fn least(&self, pool: &Pool) -> i128 {
        let mut out = self.known;
        for (p, k) in &self.parts {
            let (low, high) = range(pool, p);
            let by = if *k < 0 { high } else { low };
            out = out.saturating_add(k.saturating_mul(by));
        }
        out
    }

    /// A number that it is never above, from the ranges of its sizes.
    pub fn most(&self, pool: &Pool) -> i128 {
        Bytes::default().minus(self).least(pool).saturating_neg()
    }

    /// The greatest value of its largest part that is not taken away; the
    /// number beside the parts is one.
    pub fn largest_part(&self, pool: &Pool) -> i128 {
        let of = |(p, k): (&Part, &i128)| k.saturating_mul(range(pool, p).1);
        let all = self.parts.iter().filter(|e| *e.1 > 0).map(of).max();
        all.unwrap_or(0).max(self.known).max(0)
    }

    /// Whether it is at most `other` for all values.
    pub fn at_most(&self, other: &Bytes, pool: &Pool) -> bool {
        let mut least = other.known - self.known;
        other.parts.differences(&self.parts, |p, a, b| {
            let by = a.copied().unwrap_or(0) - b.copied().unwrap_or(0);
            let (low, high) = range(pool, p);
            least = least.saturating_add(by.saturating_mul(if by < 0 { high } else { low }));
        });
        least >= 0
    }

    /// The sum for the account of paths.
    pub fn sum(&self, pool: &mut Pool) -> ledger::Sum {
        let mut out = ledger::Sum {
            known: self.known,
            terms: Vec::new(),
        };
        for (p, k) in &self.parts {
            let atom = match (p.when, p.size) {
                (Some(w), Some(t)) => {
                    let width = pool.width(t);
                    let zero = pool.bv(width, 0);
                    pool.ite(w, t, zero)
                }
                (Some(t), None) | (None, Some(t)) => t,
                (None, None) => continue,
            };
            out.add(&ledger::Sum::atom(atom), *k);
        }
        out
    }

    /// The condition that it is negative, over bit-vectors that do not wrap;
    /// `None` where that would take too many.
    pub fn negative(&self, pool: &mut Pool, most_parts: usize) -> Option<TermId> {
        if self.parts.len() > most_parts {
            return None;
        }
        let mut sides = [Bytes::default(), Bytes::default()];
        for (p, k) in &self.parts {
            sides[usize::from(*k < 0)].part(*p, k.abs());
        }
        sides[usize::from(self.known < 0)].known = self.known.abs();
        let top = sides[0].most(pool).max(sides[1].most(pool));
        let bits = 128 - u128::try_from(top).ok()?.leading_zeros();
        let width = bits.max(1);
        if width > 100 {
            return None;
        }
        let [plus, minus] = sides.map(|s| s.term(pool, width));
        Some(pool.ult(plus, minus))
    }

    fn term(&self, pool: &mut Pool, width: u32) -> TermId {
        let mut out = pool.bv(width, u128::try_from(self.known).unwrap_or(0));
        for (p, k) in &self.parts {
            let factor = pool.bv(width, u128::try_from(*k).unwrap_or(0));
            let size = match p.size {
                None => pool.bv(width, 1),
                Some(t) => match pool.width(t).cmp(&width) {
                    std::cmp::Ordering::Less => pool.zext(t, width),
                    std::cmp::Ordering::Equal => t,
                    // Its range fits, so the bits above are zero.
                    std::cmp::Ordering::Greater => pool.extract(t, width - 1, 0),
                },
            };
            let part = pool.bvmul(factor, size);
            let part = match p.when {
                None => part,
                Some(w) => {
                    let zero = pool.bv(width, 0);
                    pool.ite(w, part, zero)
                }
            };
            out = pool.bvadd(out, part);
        }
        out
    }
}

fn range(pool: &Pool, p: &Part) -> (i128, i128) {
    let (low, high) = match p.size {
        None => (1, 1),
        Some(t) if pool.sort(t) == Sort::Bool => (0, 1),
        Some(t) => {
            let (low, high) = pool.urange(t);
            let to = |n: u128| i128::try_from(n).unwrap_or(i128::MAX);
            (to(low), to(high))
        }
    };
    (if p.when.is_some() { 0 } else { low }, high)
}
