//! The condition of a path, kept in independent parts.
//!
//! Idea: two conjuncts belong to one component when they share a variable,
//! directly or through others. A question concerns only the components of its
//! variables; the rest of the path is satisfied by the model that the path
//! carries anyway. Components are merged as conjuncts arrive, never searched
//! for. Everything is persistent: a clone is two counts, an assumption copies
//! one component and the chunks of the variable table that it touches.
//! Source: independent-constraint optimisation of EXE and KLEE (OSDI 2008),
//! made incremental.
//! Cost: clone about 10 ns; assume O(size of the touched components + V/8).

use crate::domain::ByteSet;
use crate::ranges::RangeSet;
use ep_base::chain::unlink;
use ep_term::{Assignment, FunId, Model, TermId, Value, VarId};
use std::rc::Rc;

/// Variables whose entries are copied together when one of them changes.
const CHUNK: usize = 8;

/// Conjuncts that are connected by variables.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// Sorted.
    pub vars: Vec<VarId>,
    pub conjuncts: Vec<TermId>,
    /// For variables of at most 8 bits: the values that the conjuncts over
    /// this variable alone leave. Sorted by variable.
    pub domains: Vec<(VarId, ByteSet)>,
    /// True when `domains` says everything about the component: one byte
    /// variable and conditions on it.
    pub pure: bool,
    /// For one variable of more than 8 bits: what the conjuncts over it alone
    /// leave. `None` when nothing is known or too much would be kept.
    pub ranges: Option<(VarId, Rc<RangeSet>)>,
    /// True when `ranges` says everything about the component.
    pub ranged: bool,
    /// A conjunct has uninterpreted functions or quantifiers, which tie it to
    /// others without a common variable.
    pub global: bool,
}

impl Component {
    /// Adds a conjunct over these variables. Waiting states have many of these
    /// lists, so no room is left in them.
    pub fn add(&mut self, conjunct: TermId, vars: &[VarId]) {
        self.conjuncts.reserve_exact(1);
        self.conjuncts.push(conjunct);
        self.vars.sort_unstable();
        self.vars.dedup();
        let known = |v: &VarId| self.vars.binary_search(v).is_ok();
        let fresh: Vec<VarId> = vars.iter().copied().filter(|v| !known(v)).collect();
        if !fresh.is_empty() {
            self.vars.reserve_exact(fresh.len());
            self.vars.extend_from_slice(&fresh);
            self.vars.sort_unstable();
            self.vars.dedup();
        }
    }

    pub fn domain(&self, v: VarId) -> Option<&ByteSet> {
        let i = self.domains.binary_search_by_key(&v, |d| d.0).ok()?;
        Some(&self.domains[i].1)
    }
}

#[derive(Clone, Default)]
struct Entry {
    component: Option<Rc<Component>>,
    /// The low 64 bits; the others are in `Inner::wide`.
    value: u64,
}

type Chunk = [Entry; CHUNK];

struct Link {
    conjunct: TermId,
    before: Option<Rc<Link>>,
}

impl Drop for Link {
    fn drop(&mut self) {
        unlink(self.before.take(), |link| link.before.take());
    }
}

#[derive(Clone, Default)]
struct Inner {
    chunks: Vec<Option<Rc<Chunk>>>,
    last: Option<Rc<Link>>,
    len: usize,
    /// The high 64 bits of values that have some. Sorted.
    wide: Option<Rc<Vec<(VarId, u64)>>>,
    others: Option<Rc<Model>>,
    /// The model is not known to satisfy the conjuncts: something was assumed
    /// without a witness. Models are then not used and nothing is sliced.
    adrift: bool,
}

/// The conjuncts that a path assumed, with a model of them.
#[derive(Clone, Default)]
pub struct PathCondition {
    inner: Rc<Inner>,
}

impl std::fmt::Debug for PathCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.conjuncts()).finish()
    }
}

impl PathCondition {
    /// The condition of the path that assumed nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The conjuncts in the order of assumption.
    pub fn conjuncts(&self) -> impl Iterator<Item = TermId> {
        let mut all = Vec::with_capacity(self.inner.len);
        let mut next = &self.inner.last;
        while let Some(link) = next {
            all.push(link.conjunct);
            next = &link.before;
        }
        all.into_iter().rev()
    }

    /// The number of conjuncts.
    pub fn len(&self) -> usize {
        self.inner.len
    }

    /// True when nothing was assumed.
    pub fn is_empty(&self) -> bool {
        self.inner.len == 0
    }

    /// The value of a variable in the path's model, as a bit pattern.
    /// Unconstrained variables are 0.
    #[inline]
    pub fn value(&self, v: VarId) -> u128 {
        let low = self.entry(v).map_or(0, |e| u128::from(e.value));
        match &self.inner.wide {
            None => low,
            Some(wide) => low | u128::from(high(wide, v)) << 64,
        }
    }

    /// False when something was assumed without a witness, so that the model
    /// may not satisfy the path.
    pub fn has_model(&self) -> bool {
        !self.inner.adrift
    }

    #[inline]
    fn entry(&self, v: VarId) -> Option<&Entry> {
        let i = v.0 as usize;
        let chunk = self.inner.chunks.get(i / CHUNK)?.as_ref()?;
        Some(&chunk[i % CHUNK])
    }

    /// The component that constrains the variable.
    #[inline]
    pub(crate) fn component(&self, v: VarId) -> Option<&Rc<Component>> {
        self.entry(v)?.component.as_ref()
    }

    /// The distinct components of the variables.
    pub(crate) fn components<'a>(&'a self, vars: &[VarId]) -> Vec<&'a Rc<Component>> {
        let mut found: Vec<&Rc<Component>> = Vec::new();
        for &v in vars {
            if let Some(c) = self.component(v) {
                if !found.iter().any(|f| Rc::ptr_eq(f, c)) {
                    found.push(c);
                }
            }
        }
        found
    }

    /// All components, each once.
    #[cfg(test)]
    pub(crate) fn all_components(&self) -> Vec<&Rc<Component>> {
        let mut found: Vec<&Rc<Component>> = Vec::new();
        for entry in self.inner.chunks.iter().flatten().flat_map(|c| c.iter()) {
            if let Some(c) = &entry.component {
                if !found.iter().any(|f| Rc::ptr_eq(f, c)) {
                    found.push(c);
                }
            }
        }
        found
    }

    /// Bytes that this condition does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let mut n = 0;
        if !seen.insert(Rc::as_ptr(&self.inner) as usize) {
            return n;
        }
        n += 16 + std::mem::size_of::<Inner>() + 8 * self.inner.chunks.capacity();
        for c in self.inner.chunks.iter().flatten() {
            if !seen.insert(Rc::as_ptr(c) as usize) {
                continue;
            }
            n += 16 + std::mem::size_of::<Chunk>();
            for e in c.iter().filter_map(|e| e.component.as_ref()) {
                if seen.insert(Rc::as_ptr(e) as usize) {
                    n += 16 + std::mem::size_of::<Component>();
                    n += 4 * (e.vars.capacity() + e.conjuncts.capacity());
                    n += e.domains.capacity() * std::mem::size_of::<(VarId, ByteSet)>();
                }
            }
        }
        if let Some(wide) = &self.inner.wide {
            if seen.insert(Rc::as_ptr(wide) as usize) {
                n += 40 + 16 * wide.capacity();
            }
        }
        let mut next = self.inner.last.as_ref();
        while let Some(link) = next {
            if !seen.insert(Rc::as_ptr(link) as usize) {
                break;
            }
            n += 16 + std::mem::size_of::<Link>();
            next = link.before.as_ref();
        }
        n
    }

    /// The conjuncts behind the first `len`, in the order of assumption.
    pub fn behind(&self, len: usize) -> Vec<TermId> {
        let mut all = Vec::new();
        let mut next = &self.inner.last;
        for _ in len..self.inner.len {
            let Some(link) = next else { break };
            all.push(link.conjunct);
            next = &link.before;
        }
        all.reverse();
        all
    }

    /// Takes over the values of another path's model, and whether it has one.
    /// Values that both share cost nothing.
    pub fn adopt_model(&mut self, from: &PathCondition) {
        let inner = Rc::make_mut(&mut self.inner);
        inner.adrift = from.inner.adrift;
        inner.wide.clone_from(&from.inner.wide);
        inner.others.clone_from(&from.inner.others);
        for (i, chunk) in from.inner.chunks.iter().enumerate() {
            let Some(chunk) = chunk else {
                forget(inner, i);
                continue;
            };
            if let Some(Some(own)) = inner.chunks.get(i) {
                if Rc::ptr_eq(own, chunk) {
                    continue;
                }
            }
            for (k, entry) in chunk.iter().enumerate() {
                let v = VarId((i * CHUNK + k) as u32);
                if inner.chunks.get(i).is_none_or(Option::is_none) && entry.value == 0 {
                    continue;
                }
                entry_mut(inner, v).value = entry.value;
            }
        }
        // Variables that the other path does not know are 0 there.
        for i in from.inner.chunks.len()..inner.chunks.len() {
            forget(inner, i);
        }
    }

    pub(crate) fn push(&mut self, conjunct: TermId) {
        let inner = Rc::make_mut(&mut self.inner);
        let before = inner.last.take();
        inner.last = Some(Rc::new(Link { conjunct, before }));
        inner.len += 1;
    }

    pub(crate) fn set_adrift(&mut self) {
        Rc::make_mut(&mut self.inner).adrift = true;
    }

    pub(crate) fn set_component(&mut self, component: Rc<Component>) {
        let inner = Rc::make_mut(&mut self.inner);
        for &v in &component.vars {
            entry_mut(inner, v).component = Some(component.clone());
        }
    }

    pub(crate) fn set_values(&mut self, bits: &[(VarId, u128)], others: Option<&Rc<Model>>) {
        if bits.is_empty() && others.is_none() {
            return;
        }
        let inner = Rc::make_mut(&mut self.inner);
        for &(v, value) in bits {
            entry_mut(inner, v).value = value as u64;
            set_high(inner, v, (value >> 64) as u64);
        }
        if let Some(new) = others {
            match &mut inner.others {
                None => inner.others = Some(new.clone()),
                Some(old) => {
                    // Functions of the new model replace the old ones: questions
                    // about functions are always about the whole path.
                    let mut merged = (**new).clone();
                    for (v, value) in old.iter_others() {
                        if merged.other(v).is_none() {
                            merged.set(v, value.clone());
                        }
                    }
                    inner.others = Some(Rc::new(merged));
                }
            }
        }
    }
}

/// The high 64 bits of a variable.
fn high(wide: &[(VarId, u64)], v: VarId) -> u64 {
    let i = wide.binary_search_by_key(&v, |w| w.0);
    i.map_or(0, |i| wide[i].1)
}

fn set_high(inner: &mut Inner, v: VarId, value: u64) {
    let old = inner.wide.as_ref().map_or(0, |w| high(w, v));
    if old == value {
        return;
    }
    let wide = Rc::make_mut(inner.wide.get_or_insert_with(Rc::default));
    match wide.binary_search_by_key(&v, |w| w.0) {
        Ok(i) => wide[i].1 = value,
        Err(i) => wide.insert(i, (v, value)),
    }
}

/// Sets the low values of a chunk's variables to 0.
fn forget(inner: &mut Inner, chunk: usize) {
    if let Some(Some(own)) = inner.chunks.get_mut(chunk) {
        for e in Rc::make_mut(own).iter_mut() {
            e.value = 0;
        }
    }
}

fn entry_mut(inner: &mut Inner, v: VarId) -> &mut Entry {
    let i = v.0 as usize;
    if inner.chunks.len() <= i / CHUNK {
        inner.chunks.resize(i / CHUNK + 1, None);
    }
    let chunk = inner.chunks[i / CHUNK].get_or_insert_with(Rc::default);
    &mut Rc::make_mut(chunk)[i % CHUNK]
}

impl Assignment for PathCondition {
    #[inline]
    fn value(&self, v: VarId) -> u128 {
        PathCondition::value(self, v)
    }
    fn other(&self, v: VarId) -> Option<Value> {
        self.inner.others.as_ref()?.other(v)
    }
    fn apply(&self, f: FunId, args: &[Value]) -> Option<Value> {
        self.inner.others.as_ref()?.apply(f, args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pipeline, SmtOptions, Witness};
    use ep_term::{Pool, Sort};

    #[test]
    fn components_are_the_connected_parts() {
        let mut pool = Pool::new();
        let vars: Vec<TermId> = (0..40)
            .map(|i| pool.fresh_var(&format!("x{i}"), Sort::BitVec(16)))
            .collect();
        let mut p = Pipeline::new(SmtOptions::default());
        let mut pc = PathCondition::new();
        let assume = |p: &mut Pipeline, pool: &mut Pool, pc: &mut PathCondition, a, b| {
            let cond = pool.ule(vars[a], vars[b]);
            p.assume(pool, pc, cond, Witness::unchanged());
        };
        for i in 0..20 {
            assume(&mut p, &mut pool, &mut pc, 2 * i, 2 * i + 1);
        }
        assert_eq!(pc.all_components().len(), 20);
        let before = pc.clone();
        // Two pairs are tied together, across chunks of the table.
        assume(&mut p, &mut pool, &mut pc, 1, 38);
        assert_eq!(pc.all_components().len(), 19);
        let v = |i: usize| VarId(i as u32);
        let joined = pc.components(&[v(0), v(39)]);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].vars, [v(0), v(1), v(38), v(39)]);
        assert_eq!(joined[0].conjuncts.len(), 3);
        // The older path does not see it.
        assert_eq!(before.all_components().len(), 20);
        assert_eq!((before.len(), pc.len()), (20, 21));
        assert_eq!(pc.conjuncts().count(), 21);
        assert!(pc.conjuncts().zip(before.conjuncts()).all(|(a, b)| a == b));
    }

    #[test]
    fn a_model_is_taken_over_whole() {
        let mut a = PathCondition::new();
        let mut b = PathCondition::new();
        for i in 0..100u32 {
            a.set_values(&[(VarId(i), 7)], None);
        }
        b.set_values(&[(VarId(40), 3), (VarId(41), 0)], None);
        let mut c = a.clone();
        c.adopt_model(&b);
        for i in 0..120 {
            assert_eq!(c.value(VarId(i)), b.value(VarId(i)), "{i}");
        }
        b.adopt_model(&a);
        assert!((0..120).all(|i| b.value(VarId(i)) == a.value(VarId(i))));
    }

    #[test]
    fn a_long_path_is_dropped_without_recursion() {
        let mut pc = PathCondition::new();
        for _ in 0..1_000_000 {
            pc.push(TermId(0));
        }
        let other = pc.clone();
        drop(pc);
        assert_eq!(other.len(), 1_000_000);
    }

    #[test]
    fn values_of_more_than_64_bits_are_kept_and_adopted() {
        let big = 5u128 << 64 | 7;
        let (v, w) = (VarId(3), VarId(20));
        let mut a = PathCondition::new();
        a.set_values(&[(v, big), (w, 9)], None);
        let other = a.clone();
        a.set_values(&[(v, 7), (w, big)], None);
        assert_eq!((a.value(v), a.value(w)), (7, big));
        assert_eq!((other.value(v), other.value(w)), (big, 9));
        a.adopt_model(&other);
        assert_eq!((a.value(v), a.value(w)), (big, 9));
        a.adopt_model(&PathCondition::new());
        assert_eq!((a.value(v), a.value(w)), (0, 0));
    }
}
