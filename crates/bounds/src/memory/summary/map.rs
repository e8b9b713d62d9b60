//! An ordered map whose copies share what they have in common.
//!
//! Idea: a treap. The rank of a key is a hash of it, so that the shape follows
//! from the keys alone, and what changes is the way from the root to the key;
//! the rest is shared with the copy. Two maps that come from one another are
//! compared by going down where they are not the same node. So a state that
//! holds a thousand blocks is copied, changed and held against its sibling in
//! the logarithm of that; with a `BTreeMap` each of n rounds takes n steps.
//! Source: Seidel and Aragon, "Randomized search trees" (Algorithmica 16,
//! 1996). Alternative: a list of changes, which has to be replayed by who looks
//! something up. Cost: a node per key, a copy of the way at each change.
//!
//! What must never happen: the shape depends on the order of insertion (then
//! comparing is linear), or a copy sees a change of the other one.

use ep_base::random::scrambled;
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

type Link<K, V> = Option<Rc<Node<K, V>>>;

#[derive(Clone)]
struct Node<K, V> {
    rank: u64,
    key: K,
    value: V,
    left: Link<K, V>,
    right: Link<K, V>,
}

/// An ordered map.
#[derive(Clone)]
pub(super) struct Map<K, V> {
    root: Link<K, V>,
    len: usize,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { root: None, len: 0 }
    }
}

/// Keys that follow each other must not have ranks that do.
fn rank<K: Hash>(key: &K) -> u64 {
    let mut h = FxHasher::default();
    key.hash(&mut h);
    scrambled(h.finish())
}

fn split<K: Ord + Clone, V: Clone>(link: Link<K, V>, key: &K) -> (Link<K, V>, Link<K, V>) {
    let Some(node) = link else {
        return (None, None);
    };
    let mut node = Rc::unwrap_or_clone(node);
    if node.key < *key {
        let (a, b) = split(node.right.take(), key);
        node.right = a;
        (Some(Rc::new(node)), b)
    } else {
        let (a, b) = split(node.left.take(), key);
        node.left = b;
        (a, Some(Rc::new(node)))
    }
}

fn merge<K: Ord + Clone, V: Clone>(a: Link<K, V>, b: Link<K, V>) -> Link<K, V> {
    match (a, b) {
        (None, x) | (x, None) => x,
        (Some(a), Some(b)) => {
            if (a.rank, &a.key) > (b.rank, &b.key) {
                let mut a = Rc::unwrap_or_clone(a);
                a.right = merge(a.right.take(), Some(b));
                Some(Rc::new(a))
            } else {
                let mut b = Rc::unwrap_or_clone(b);
                b.left = merge(Some(a), b.left.take());
                Some(Rc::new(b))
            }
        }
    }
}

fn put<K: Ord + Clone, V: Clone>(link: &mut Link<K, V>, rank: u64, key: K, value: V) -> Option<V> {
    let above = match link {
        Some(n) => n.key != key && (rank, &key) > (n.rank, &n.key),
        None => true,
    };
    if above {
        let (left, right) = split(link.take(), &key);
        *link = Some(Rc::new(Node {
            rank,
            key,
            value,
            left,
            right,
        }));
        return None;
    }
    let node = Rc::make_mut(link.as_mut()?);
    match key.cmp(&node.key) {
        Ordering::Less => put(&mut node.left, rank, key, value),
        Ordering::Greater => put(&mut node.right, rank, key, value),
        Ordering::Equal => Some(std::mem::replace(&mut node.value, value)),
    }
}

fn cut<K: Ord + Clone, V: Clone>(link: &mut Link<K, V>, key: &K) -> Option<V> {
    let node = Rc::make_mut(link.as_mut()?);
    match key.cmp(&node.key) {
        Ordering::Less => cut(&mut node.left, key),
        Ordering::Greater => cut(&mut node.right, key),
        Ordering::Equal => {
            let rest = merge(node.left.take(), node.right.take());
            let value = node.value.clone();
            *link = rest;
            Some(value)
        }
    }
}

/// What is told of a key: its values here and there; false ends the search.
type Difference<'f, K, V> = dyn FnMut(&K, Option<&V>, Option<&V>) -> bool + 'f;

/// Tells what two trees have apart, until `f` says that it is enough.
fn differ<K: Ord + Clone, V: Clone + PartialEq>(
    a: &Link<K, V>,
    b: &Link<K, V>,
    f: &mut Difference<'_, K, V>,
) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(x), Some(y)) if Rc::ptr_eq(x, y) => true,
        (Some(x), Some(y)) => match (x.rank, &x.key).cmp(&(y.rank, &y.key)) {
            Ordering::Equal => {
                differ(&x.left, &y.left, f)
                    && (x.value == y.value || f(&x.key, Some(&x.value), Some(&y.value)))
                    && differ(&x.right, &y.right, f)
            }
            // The higher one is not in the other tree.
            Ordering::Greater => {
                let (low, high) = split(b.clone(), &x.key);
                differ(&x.left, &low, f)
                    && f(&x.key, Some(&x.value), None)
                    && differ(&x.right, &high, f)
            }
            Ordering::Less => {
                let (low, high) = split(a.clone(), &y.key);
                differ(&low, &y.left, f)
                    && f(&y.key, None, Some(&y.value))
                    && differ(&high, &y.right, f)
            }
        },
        (Some(x), None) => {
            differ(&x.left, &None, f)
                && f(&x.key, Some(&x.value), None)
                && differ(&x.right, &None, f)
        }
        (None, Some(y)) => {
            differ(&None, &y.left, f)
                && f(&y.key, None, Some(&y.value))
                && differ(&None, &y.right, f)
        }
    }
}

impl<K: Ord + Hash + Clone, V: Clone> Map<K, V> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn clear(&mut self) {
        *self = Map::default();
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        let mut at = self.root.as_ref();
        while let Some(n) = at {
            at = match key.cmp(&n.key) {
                Ordering::Less => n.left.as_ref(),
                Ordering::Greater => n.right.as_ref(),
                Ordering::Equal => return Some(&n.value),
            };
        }
        None
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.get(key).is_some()
    }

    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let old = put(&mut self.root, rank(&key), key, value);
        self.len += usize::from(old.is_none());
        old
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        // The way is copied only for what is there.
        if !self.contains_key(key) {
            return None;
        }
        self.len -= 1;
        cut(&mut self.root, key)
    }

    /// The greatest key below this one.
    pub fn below(&self, end: &K) -> Option<(&K, &V)> {
        let (mut at, mut best) = (self.root.as_ref(), None);
        while let Some(n) = at {
            if n.key < *end {
                best = Some((&n.key, &n.value));
                at = n.right.as_ref();
            } else {
                at = n.left.as_ref();
            }
        }
        best
    }

    /// All, in order.
    pub fn iter(&self) -> Iter<'_, K, V> {
        let mut out = Iter { way: Vec::new() };
        out.down(self.root.as_ref());
        out
    }

    /// Those from this key on, in order.
    pub fn from(&self, start: &K) -> Iter<'_, K, V> {
        let mut out = Iter { way: Vec::new() };
        let mut at = self.root.as_ref();
        while let Some(n) = at {
            if n.key < *start {
                at = n.right.as_ref();
            } else {
                out.way.push(n);
                at = n.left.as_ref();
            }
        }
        out
    }

    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|e| e.0)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|e| e.1)
    }

    /// Keeps those that the function wants.
    pub fn retain(&mut self, mut f: impl FnMut(&K, &V) -> bool) {
        let all = self.iter().filter(|e| !f(e.0, e.1));
        let gone: Vec<K> = all.map(|e| e.0.clone()).collect();
        for k in gone {
            self.remove(&k);
        }
    }
}

impl<K: Ord + Hash + Clone, V: Clone + PartialEq> Map<K, V> {
    /// Tells each key whose values are not the same, in order, with the value
    /// here and the one there.
    pub fn differences(&self, other: &Self, mut f: impl FnMut(&K, Option<&V>, Option<&V>)) {
        differ(&self.root, &other.root, &mut |k, a, b| {
            f(k, a, b);
            true
        });
    }
}

impl<K: Ord + Hash + Clone, V: Clone + PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && differ(&self.root, &other.root, &mut |_, _, _| false)
    }
}

impl<K: Ord + Hash + Clone, V: Clone + Eq> Eq for Map<K, V> {}

impl<K: Ord + Hash + Clone + std::fmt::Debug, V: Clone + std::fmt::Debug> std::fmt::Debug
    for Map<K, V>
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord + Hash + Clone, V: Clone> Extend<(K, V)> for Map<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, all: T) {
        for (k, v) in all {
            self.insert(k, v);
        }
    }
}

impl<K: Ord + Hash + Clone, V: Clone> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(all: T) -> Self {
        let mut out = Map::default();
        out.extend(all);
        out
    }
}

/// The entries of a map in order.
pub(super) struct Iter<'a, K, V> {
    way: Vec<&'a Rc<Node<K, V>>>,
}

impl<'a, K, V> Iter<'a, K, V> {
    fn down(&mut self, from: Option<&'a Rc<Node<K, V>>>) {
        let mut at = from;
        while let Some(n) = at {
            self.way.push(n);
            at = n.left.as_ref();
        }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        let n = self.way.pop()?;
        self.down(n.right.as_ref());
        Some((&n.key, &n.value))
    }
}

impl<'a, K: Ord + Hash + Clone, V: Clone> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn depth<K, V>(l: &Link<K, V>) -> usize {
        l.as_ref()
            .map_or(0, |n| 1 + depth(&n.left).max(depth(&n.right)))
    }

    /// Random changes on copies of copies, against `BTreeMap`.
    #[test]
    fn copies_are_apart_and_differences_are_all() {
        let mut x = 0x2545_f491_4f6c_dd1du64;
        let mut random = move |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % n
        };
        let mut all: Vec<(Map<u64, u64>, BTreeMap<u64, u64>)> = vec![Default::default()];
        for _ in 0..3_000 {
            let k = random(all.len() as u64) as usize;
            let (mut m, mut b) = all[k].clone();
            for _ in 0..1 + random(6) {
                let (key, value) = (random(60), random(4));
                match random(3) {
                    0 => assert_eq!(m.remove(&key), b.remove(&key)),
                    _ => assert_eq!(m.insert(key, value), b.insert(key, value)),
                }
            }
            let at = random(60);
            assert_eq!(m.below(&at), b.range(..at).next_back());
            assert!(m.from(&at).eq(b.range(at..)));
            assert_eq!(m.get(&at), b.get(&at));
            match all.len() < 40 {
                true => all.push((m, b)),
                false => all[k] = (m, b),
            }
        }
        for (m, b) in &all {
            assert!(m.iter().eq(b.iter()) && m.len() == b.len());
            for (n, c) in &all {
                let mut found = Vec::new();
                m.differences(n, |k, x, y| found.push((*k, x.copied(), y.copied())));
                let keys: std::collections::BTreeSet<u64> =
                    b.keys().chain(c.keys()).copied().collect();
                let want: Vec<_> = keys
                    .into_iter()
                    .filter(|k| b.get(k) != c.get(k))
                    .map(|k| (k, b.get(&k).copied(), c.get(&k).copied()))
                    .collect();
                assert_eq!(found, want);
                assert_eq!(m == n, b == c);
            }
        }
    }

    /// Keys in a row are no list, and neighbours share all but a few nodes.
    #[test]
    fn a_change_takes_few_steps() {
        let m: Map<u64, u64> = (0..10_000).map(|k| (k * 8, 0)).collect();
        assert!(depth(&m.root) < 60, "{}", depth(&m.root));
        let mut n = m.clone();
        n.insert(40_001, 1);
        n.remove(&800);
        let (mut told, mut steps) = (0, 0);
        m.differences(&n, |_, _, _| told += 1);
        fn own(a: &Link<u64, u64>, b: &std::collections::BTreeSet<*const Node<u64, u64>>) -> usize {
            a.as_ref().map_or(0, |n| match b.contains(&Rc::as_ptr(n)) {
                true => 0,
                false => 1 + own(&n.left, b) + own(&n.right, b),
            })
        }
        fn nodes(a: &Link<u64, u64>, out: &mut std::collections::BTreeSet<*const Node<u64, u64>>) {
            if let Some(n) = a {
                out.insert(Rc::as_ptr(n));
                nodes(&n.left, out);
                nodes(&n.right, out);
            }
        }
        let mut old = std::collections::BTreeSet::new();
        nodes(&m.root, &mut old);
        steps += own(&n.root, &old);
        assert!(told == 2 && steps < 120, "{told} {steps}");
    }
}
