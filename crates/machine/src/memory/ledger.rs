//! What is allocated on a path: the blocks that live, the sum of their sizes,
//! and the highest sums so far.
//!
//! Idea: the sum is kept as a linear form over the terms of the sizes, so that
//! a block that is freed takes away exactly what it added, whatever its size
//! is; bounds are taken of sums and never of single amounts. A sum can be the
//! highest only where the next thing that happens is that a block ends, so a
//! peak is noted there and at the end of the path, and not at each allocation.
//! A peak that another one of the same path exceeds for all inputs is dropped.
//! Where states are merged, a block that only one of them made has the
//! condition of that state; two blocks under opposite conditions add up to
//! one. Source: document 000, sections 3 and 5 (two marks, composition), with
//! its counter of amounts replaced by the sum over live blocks.
//! Alternative: a term for the net, which hides what cancels.
//! Cost: a map entry per live block; nothing where no ledger is kept.

use crate::value::ObjectId;
use ep_base::memory::Allocator;
use ep_ir::{FuncId, LocId};
use ep_term::{Op, Pool, Sort, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Incomparable peaks that a path keeps apart.
const MOST_PEAKS: usize = 256;

/// Incomparable sizes of single blocks that a path keeps apart.
const MOST_LARGEST: usize = 16;

/// A linear form over sizes in bytes: `known + sum of factor * atom`. An atom
/// is a bit-vector, read as a number without sign, or a condition, which
/// counts 1 where it holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    pub known: i128,
    /// Sorted by atom; no factor is zero.
    pub terms: Vec<(TermId, i128)>,
}

impl Sum {
    /// A number.
    pub fn number(n: u64) -> Sum {
        Sum {
            known: i128::from(n),
            terms: Vec::new(),
        }
    }

    /// One atom.
    pub fn atom(t: TermId) -> Sum {
        Sum {
            known: 0,
            terms: vec![(t, 1)],
        }
    }

    /// Adds `factor * other`. Sizes are below 2^64 and blocks below 2^32, so
    /// that no sum of a path leaves 128 bits.
    pub fn add(&mut self, other: &Sum, factor: i128) {
        self.known += factor * other.known;
        for (t, k) in &other.terms {
            match self.terms.binary_search_by_key(t, |p| p.0) {
                Ok(i) => {
                    self.terms[i].1 += factor * k;
                    if self.terms[i].1 == 0 {
                        self.terms.remove(i);
                    }
                }
                Err(i) if factor * k != 0 => self.terms.insert(i, (*t, factor * k)),
                Err(_) => {}
            }
        }
    }

    /// Whether it is at most `other` for all values of the atoms.
    pub fn at_most(&self, other: &Sum, pool: &Pool) -> bool {
        let mut d = other.clone();
        d.add(self, -1);
        d.least(pool) >= 0
    }

    /// A number that it is never below, from the ranges of its atoms.
    pub fn least(&self, pool: &Pool) -> i128 {
        let part = |(t, k): &(TermId, i128)| match (*k < 0, atom_range(pool, *t)) {
            (true, (_, high)) => k.saturating_mul(high),
            (false, (low, _)) => k.saturating_mul(low),
        };
        self.terms
            .iter()
            .map(part)
            .fold(self.known, i128::saturating_add)
    }

    /// A number that it is never above, from the ranges of its atoms.
    pub fn most(&self, pool: &Pool) -> i128 {
        let mut d = Sum::default();
        d.add(self, -1);
        d.least(pool).saturating_neg()
    }

    /// A number that both are at most.
    fn cover(&self, other: &Sum, pool: &Pool) -> Sum {
        Sum {
            known: self.most(pool).max(other.most(pool)),
            terms: Vec::new(),
        }
    }

    /// Its value where the atoms have these.
    pub fn value(&self, of: &mut dyn FnMut(TermId) -> i128) -> i128 {
        let part = |n: i128, (t, k): &(TermId, i128)| n.saturating_add(k.saturating_mul(of(*t)));
        self.terms.iter().fold(self.known, part)
    }

    /// `size` where `when` holds and 0 elsewhere.
    pub fn guarded(pool: &mut Pool, size: &Sum, when: Option<TermId>) -> Sum {
        let Some(when) = when else {
            return size.clone();
        };
        if let Some(b) = pool.as_bool(when) {
            return if b { size.clone() } else { Sum::default() };
        }
        if pool.op(when) == Op::Not {
            if let Some(positive) = pool.args(when).first().copied() {
                let mut out = size.clone();
                let there = Sum::guarded(pool, size, Some(positive));
                out.add(&there, -1);
                return out;
            }
        }
        let mut out = Sum::default();
        if size.known != 0 {
            out.add(&Sum::atom(when), size.known);
        }
        for (t, k) in &size.terms {
            let there = match pool.sort(*t) {
                Sort::Bool => pool.and(when, *t),
                _ => {
                    let width = pool.width(*t);
                    let zero = pool.bv(width, 0);
                    pool.ite(when, *t, zero)
                }
            };
            out.add(&Sum::atom(there), *k);
        }
        out
    }
}

/// The range of an atom's number.
fn atom_range(pool: &Pool, t: TermId) -> (i128, i128) {
    match pool.sort(t) {
        Sort::Bool => match pool.as_bool(t) {
            Some(b) => (i128::from(b), i128::from(b)),
            None => (0, 1),
        },
        _ => {
            let (low, high) = pool.urange(t);
            let to = |n: u128| i128::try_from(n).unwrap_or(i128::MAX);
            (to(low), to(high))
        }
    }
}

/// Where a block was made: the innermost function and place of the user's.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    pub func: FuncId,
    pub loc: LocId,
    /// The function of the C library that made it there, if one did.
    pub library: Option<FuncId>,
    /// The calls that led there, innermost first.
    pub calls: Rc<[(FuncId, LocId)]>,
}

/// A block that lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub size: Sum,
    pub site: Site,
    /// It was made only where this holds.
    pub when: Option<TermId>,
}

/// What a site has at a peak.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    pub site: Site,
    /// How many: a block that was made only where something holds counts there.
    pub blocks: Sum,
    pub bytes: Sum,
}

/// A sum that may be the highest of the path.
#[derive(Clone, Debug)]
pub struct Peak {
    pub sum: Sum,
    /// The sites of the blocks that live there.
    pub shares: Rc<Vec<Share>>,
    /// Where the path is.
    pub site: (FuncId, LocId),
    /// It was reached only where this holds.
    pub when: Option<TermId>,
    /// It stands for others too, which are not above it: the sum is a bound
    /// where this holds. Weaker than `when`.
    pub within: Option<TermId>,
}

/// What `realloc` does to the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Realloc {
    /// The new block is there before the old one ends.
    #[default]
    Moving,
    /// The block grows or shrinks at its place.
    InPlace,
}

#[derive(Clone, Debug, Default)]
struct Book {
    how: Realloc,
    /// What blocks take.
    allocator: Allocator,
    blocks: BTreeMap<u32, Block>,
    net: Sum,
    shares: BTreeMap<Site, (Sum, Sum)>,
    /// How many blocks live.
    live: Sum,
    peaks: Vec<Peak>,
    /// A block was made after the last peak was noted.
    grown: bool,
    /// The most blocks that lived at one time.
    most_blocks: u64,
    /// The greatest single block that was ever made, as incomparable forms.
    largest: Vec<Sum>,
}

/// The account of a path, if one is kept. Shared between forks until it
/// changes.
#[derive(Clone, Debug, Default)]
pub struct Ledger(Option<Rc<Book>>);

impl Ledger {
    /// Keeps an account from here on.
    pub fn start(how: Realloc) -> Ledger {
        Ledger::with(how, Allocator::default())
    }

    /// The same, in what blocks take with an allocator.
    pub fn with(how: Realloc, allocator: Allocator) -> Ledger {
        Ledger(Some(Rc::new(Book {
            how,
            allocator,
            ..Book::default()
        })))
    }

    /// Whether an account is kept.
    #[inline]
    pub fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// What a block of this size takes: a number, or one size.
    pub fn cost(&self, size: Sum, pool: &mut Pool) -> Sum {
        let Some(book) = self.0.as_ref().filter(|b| !b.allocator.is_payload()) else {
            return size;
        };
        let mut out = Sum::default();
        for (t, k) in &size.terms {
            let t = cost(&book.allocator, *t, pool);
            out.add(&Sum::atom(t), *k);
        }
        if size.terms.is_empty() {
            let n = book.allocator.cost(&size.known.into());
            out.known = i128::try_from(n).unwrap_or(i128::MAX);
        }
        out
    }

    /// A block was made.
    pub fn made(&mut self, o: ObjectId, size: Sum, site: Site, pool: &Pool) {
        let Some(book) = &mut self.0 else { return };
        let book = Rc::make_mut(book);
        book.net.add(&size, 1);
        let share = book.shares.entry(site.clone()).or_default();
        share.0.known += 1;
        share.1.add(&size, 1);
        book.live.known += 1;
        if !book.largest.iter().any(|l| size.at_most(l, pool)) {
            book.largest.retain(|l| !l.at_most(&size, pool));
            book.largest.push(size.clone());
            fold_largest(&mut book.largest, pool);
        }
        let when = None;
        book.blocks.insert(o.0, Block { size, site, when });
        book.grown = true;
        let live = u64::try_from(book.live.most(pool)).unwrap_or(u64::MAX);
        book.most_blocks = book.most_blocks.max(live);
    }

    /// A block ends. One that the ledger does not know (it was there before
    /// the path began) changes nothing.
    pub fn ended(&mut self, o: ObjectId, at: (FuncId, LocId), pool: &mut Pool) {
        let Some(book) = &mut self.0 else { return };
        if !book.blocks.contains_key(&o.0) {
            return;
        }
        self.note(at, pool);
        self.drop_block(o, pool);
    }

    /// A block takes the place of another one (`realloc`).
    pub fn replaced(
        &mut self,
        old: ObjectId,
        new: (ObjectId, Sum, Site),
        at: (FuncId, LocId),
        pool: &mut Pool,
    ) {
        let Some(book) = &self.0 else { return };
        let how = book.how;
        let (o, size, site) = new;
        match how {
            Realloc::Moving => {
                self.made(o, size, site, pool);
                self.ended(old, at, pool);
            }
            Realloc::InPlace => {
                self.ended(old, at, pool);
                self.made(o, size, site, pool);
            }
        }
    }

    /// Takes a block out without noting a peak: its condition does not hold.
    pub fn drop_block(&mut self, o: ObjectId, pool: &mut Pool) {
        let Some(book) = &mut self.0 else { return };
        let book = Rc::make_mut(book);
        let Some(b) = book.blocks.remove(&o.0) else {
            return;
        };
        let size = Sum::guarded(pool, &b.size, b.when);
        let one = Sum::guarded(pool, &Sum::number(1), b.when);
        book.net.add(&size, -1);
        book.live.add(&one, -1);
        if let Some(share) = book.shares.get_mut(&b.site) {
            share.0.add(&one, -1);
            share.1.add(&size, -1);
            if share.0 == Sum::default() {
                book.shares.remove(&b.site);
            }
        }
    }

    /// The sum at hand may be the highest: notes it, unless a peak of this
    /// path is never below it.
    pub fn note(&mut self, at: (FuncId, LocId), pool: &Pool) {
        let Some(book) = &mut self.0 else { return };
        if !book.grown {
            return;
        }
        let book = Rc::make_mut(book);
        book.grown = false;
        let sum = book.net.clone();
        let covers = |p: &Peak| p.within.is_none() && sum.at_most(&p.sum, pool);
        if book.peaks.iter().any(covers) {
            return;
        }
        book.peaks.retain(|p| !p.sum.at_most(&sum, pool));
        let shares = book.shares.iter().map(|(site, (blocks, bytes))| Share {
            site: site.clone(),
            blocks: blocks.clone(),
            bytes: bytes.clone(),
        });
        let shares = Rc::new(shares.collect());
        book.peaks.push(Peak {
            sum,
            shares,
            site: at,
            when: None,
            within: None,
        });
        if book.peaks.len() > MOST_PEAKS {
            // The oldest become one that both are at most.
            let old = book.peaks.remove(0);
            if let Some(p) = book.peaks.first_mut() {
                p.sum = p.sum.cover(&old.sum, pool);
                p.within = None;
            }
        }
    }

    /// The peaks that were noted.
    pub fn peaks(&self) -> &[Peak] {
        self.0.as_ref().map_or(&[], |b| &b.peaks[..])
    }

    /// The greatest single blocks, as forms of which none exceeds the others.
    pub fn largest(&self) -> &[Sum] {
        self.0.as_ref().map_or(&[], |b| &b.largest[..])
    }

    /// The most blocks that lived at one time; in a state that was merged, no
    /// less than on each of its paths.
    pub fn most_blocks(&self) -> u64 {
        self.0.as_ref().map_or(0, |b| b.most_blocks)
    }

    /// The sum at hand.
    pub fn net(&self) -> Sum {
        self.0.as_ref().map_or_else(Sum::default, |b| b.net.clone())
    }

    /// The condition of a block that lives: `Some(None)` if it has none.
    pub fn when(&self, o: ObjectId) -> Option<Option<TermId>> {
        let block = self.0.as_ref()?.blocks.get(&o.0);
        block.map(|b| b.when)
    }

    /// The account of a state that was merged of one where `guard` holds and
    /// another one where it does not.
    pub fn merged(a: &Ledger, b: &Ledger, guard: TermId, pool: &mut Pool) -> Ledger {
        let (Some(x), Some(y)) = (&a.0, &b.0) else {
            return a.clone();
        };
        if Rc::ptr_eq(x, y) {
            return a.clone();
        }
        let not = pool.not(guard);
        let mut out = Book {
            how: x.how,
            allocator: x.allocator,
            grown: x.grown || y.grown,
            most_blocks: x.most_blocks.max(y.most_blocks),
            ..Book::default()
        };
        for (o, p) in &x.blocks {
            let mut block = p.clone();
            block.when = match y.blocks.get(o) {
                Some(q) if q == p => p.when,
                Some(q) if q.size == p.size => {
                    let tru = pool.tru();
                    let (s, t) = (p.when.unwrap_or(tru), q.when.unwrap_or(tru));
                    Some(pool.ite(guard, s, t))
                }
                // Sizes differ: such states are not merged; both count.
                Some(_) | None => Some(both(pool, guard, p.when)),
            };
            out.blocks.insert(*o, block);
        }
        for (o, q) in &y.blocks {
            if !out.blocks.contains_key(o) {
                let mut block = q.clone();
                block.when = Some(both(pool, not, q.when));
                out.blocks.insert(*o, block);
            }
        }
        for block in out.blocks.values() {
            let size = Sum::guarded(pool, &block.size, block.when);
            out.net.add(&size, 1);
            let one = Sum::guarded(pool, &Sum::number(1), block.when);
            out.live.add(&one, 1);
            let share = out.shares.entry(block.site.clone()).or_default();
            share.0.add(&one, 1);
            share.1.add(&size, 1);
        }
        out.peaks = merged_peaks(&x.peaks, &y.peaks, guard, pool);
        out.largest.clone_from(&x.largest);
        for l in &y.largest {
            if !out.largest.iter().any(|m| l.at_most(m, pool)) {
                out.largest.retain(|m| !m.at_most(l, pool));
                out.largest.push(l.clone());
            }
        }
        fold_largest(&mut out.largest, pool);
        Ledger(Some(Rc::new(out)))
    }
}

/// What a block takes whose size is a term. Sizes are far below what the
/// width holds: nothing wraps.
pub fn cost(a: &Allocator, size: TermId, pool: &mut Pool) -> TermId {
    let width = pool.width(size);
    let number = |pool: &mut Pool, n: u64| pool.bv(width, u128::from(n));
    let more = number(pool, a.header + a.unit - 1);
    let unit = number(pool, a.unit);
    let least = number(pool, a.least);
    let all = pool.bvadd(size, more);
    let units = pool.bvudiv(all, unit);
    let all = pool.bvmul(units, unit);
    let small = pool.ult(all, least);
    pool.ite(small, least, all)
}

/// The greatest single blocks become one number when there are too many.
fn fold_largest(list: &mut Vec<Sum>, pool: &Pool) {
    if list.len() > MOST_LARGEST {
        let all = list.drain(..).reduce(|a, b| a.cover(&b, pool));
        list.extend(all);
    }
}

fn both(pool: &mut Pool, guard: TermId, when: Option<TermId>) -> TermId {
    match when {
        Some(w) => pool.and(guard, w),
        None => guard,
    }
}

/// The peaks of both, each under the condition of its state. One that is never
/// above another one goes: the other one stands for it where it was reached.
fn merged_peaks(x: &[Peak], y: &[Peak], guard: TermId, pool: &mut Pool) -> Vec<Peak> {
    let not = pool.not(guard);
    let mut kept: Vec<Peak> = Vec::new();
    for (own, other, side) in [(x, y, guard), (y, x, not)] {
        for p in own {
            let shared = |q: &&Peak| {
                Rc::ptr_eq(&p.shares, &q.shares)
                    && (p.when, p.within) == (q.when, q.within)
                    && p.sum == q.sum
            };
            let mut p = p.clone();
            match other.iter().find(shared) {
                Some(_) if side == not => continue,
                Some(_) => {}
                None => {
                    p.when = Some(both(pool, side, p.when));
                    p.within = Some(both(pool, side, p.within));
                }
            }
            take_in(&mut kept, p, pool);
        }
    }
    while kept.len() > MOST_PEAKS {
        let old = kept.remove(0);
        if let Some(p) = kept.first_mut() {
            p.sum = p.sum.cover(&old.sum, pool);
            p.within = None;
        }
    }
    kept
}

/// Adds a peak to those of a merged state.
fn take_in(kept: &mut Vec<Peak>, p: Peak, pool: &mut Pool) {
    let number = |p: &Peak| p.sum.terms.is_empty();
    for q in kept.iter_mut() {
        let below = p.sum.at_most(&q.sum, pool);
        if below && (q.within.is_none() || q.within == p.within) {
            return;
        }
        let equal = p.sum == q.sum;
        // Numbers: the greater one stands for both. Forms are kept apart,
        // since the condition decides how great they are.
        if equal || (number(&p) && number(q)) {
            let within = either(pool, p.within, q.within);
            if equal {
                q.when = either(pool, p.when, q.when);
            } else if !below {
                *q = p;
            }
            q.within = within;
            return;
        }
    }
    kept.retain(|q| !(p.within.is_none() && q.sum.at_most(&p.sum, pool)));
    kept.push(p);
}

fn either(pool: &mut Pool, a: Option<TermId>, b: Option<TermId>) -> Option<TermId> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let t = pool.or(a, b);
            (pool.as_bool(t) != Some(true)).then_some(t)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: (FuncId, LocId) = (FuncId(0), LocId(0));

    fn site() -> Site {
        Site {
            func: FuncId(0),
            loc: LocId(0),
            library: None,
            calls: Rc::from([]),
        }
    }

    fn byte(pool: &mut Pool, name: &str) -> TermId {
        pool.fresh_var(name, Sort::BitVec(8))
    }

    #[test]
    fn what_is_freed_takes_away_what_it_added() {
        let mut pool = Pool::new();
        let n = byte(&mut pool, "n");
        let mut l = Ledger::start(Realloc::Moving);
        l.made(ObjectId(0), Sum::number(5), site(), &pool);
        l.made(ObjectId(1), Sum::atom(n), site(), &pool);
        l.ended(ObjectId(1), HERE, &mut pool);
        assert_eq!(l.net(), Sum::number(5));
        l.ended(ObjectId(0), HERE, &mut pool);
        assert_eq!(l.net(), Sum::default());
        assert_eq!(l.peaks().len(), 1);
        assert_eq!(l.peaks()[0].sum.most(&pool), 260);
        assert_eq!(l.most_blocks(), 2);
        // A block that was there before changes nothing.
        l.ended(ObjectId(9), HERE, &mut pool);
        assert_eq!(l.net(), Sum::default());
    }

    #[test]
    fn two_peaks_that_depend_on_the_input_are_both_kept() {
        let mut pool = Pool::new();
        let (x, y) = (byte(&mut pool, "x"), byte(&mut pool, "y"));
        let mut l = Ledger::start(Realloc::Moving);
        for (i, t) in [x, y, x].into_iter().enumerate() {
            l.made(ObjectId(i as u32), Sum::atom(t), site(), &pool);
            l.ended(ObjectId(i as u32), HERE, &mut pool);
        }
        let sums: Vec<_> = l.peaks().iter().map(|p| p.sum.clone()).collect();
        assert_eq!(sums, [Sum::atom(x), Sum::atom(y)]);
    }

    #[test]
    fn realloc_makes_before_it_frees_unless_in_place() {
        for (how, most) in [(Realloc::Moving, 30), (Realloc::InPlace, 20)] {
            let mut pool = Pool::new();
            let mut l = Ledger::start(how);
            l.made(ObjectId(0), Sum::number(10), site(), &pool);
            let new = (ObjectId(1), Sum::number(20), site());
            l.replaced(ObjectId(0), new, HERE, &mut pool);
            l.note(HERE, &pool);
            let high = l.peaks().iter().map(|p| p.sum.known).max();
            assert_eq!(high, Some(most));
            assert_eq!(l.net(), Sum::number(20));
        }
    }

    #[test]
    fn blocks_under_opposite_conditions_are_one() {
        let mut pool = Pool::new();
        let c = pool.fresh_var("c", Sort::Bool);
        let start = Ledger::start(Realloc::Moving);
        let (mut a, mut b) = (start.clone(), start);
        a.made(ObjectId(0), Sum::number(8), site(), &pool);
        b.made(ObjectId(1), Sum::number(8), site(), &pool);
        let m = Ledger::merged(&a, &b, c, &mut pool);
        assert_eq!(m.net(), Sum::number(8));
        assert_eq!(m.when(ObjectId(0)), Some(Some(c)));
        // And one block, not two.
        let mut m = m;
        m.made(ObjectId(2), Sum::number(1), site(), &pool);
        assert_eq!(m.most_blocks(), 2);
    }

    #[test]
    fn a_merged_peak_keeps_the_condition_of_its_own_state() {
        let mut pool = Pool::new();
        let c = pool.fresh_var("c", Sort::Bool);
        let n = byte(&mut pool, "n");
        let start = Ledger::start(Realloc::Moving);
        let (mut a, mut b) = (start.clone(), start);
        a.made(ObjectId(0), Sum::atom(n), site(), &pool);
        a.ended(ObjectId(0), HERE, &mut pool);
        b.made(ObjectId(0), Sum::number(7), site(), &pool);
        b.ended(ObjectId(0), HERE, &mut pool);
        let m = Ledger::merged(&a, &b, c, &mut pool);
        let not = pool.not(c);
        let whens: Vec<_> = m.peaks().iter().map(|p| p.when).collect();
        assert_eq!(whens, [Some(c), Some(not)]);
        // Numbers: the greater one stands for both, where either was reached.
        let start = Ledger::start(Realloc::Moving);
        let (mut a, mut b) = (start.clone(), start);
        for (l, size) in [(&mut a, 5), (&mut b, 7)] {
            l.made(ObjectId(0), Sum::number(size), site(), &pool);
            l.ended(ObjectId(0), HERE, &mut pool);
        }
        let m = Ledger::merged(&a, &b, c, &mut pool);
        assert_eq!(m.peaks().len(), 1);
        assert_eq!(m.peaks()[0].sum, Sum::number(7));
        assert_eq!(m.peaks()[0].when, Some(not));
        assert_eq!(m.peaks()[0].within, None);
    }

    #[test]
    fn sums_are_compared_for_all_values() {
        let mut pool = Pool::new();
        let (x, y) = (byte(&mut pool, "x"), byte(&mut pool, "y"));
        let sum = |known, terms: &[(TermId, i128)]| {
            let mut s = Sum {
                known,
                terms: Vec::new(),
            };
            for (t, k) in terms {
                s.add(&Sum::atom(*t), *k);
            }
            s
        };
        let a = sum(3, &[(x, 1)]);
        assert!(a.at_most(&sum(3, &[(x, 2)]), &pool));
        assert!(a.at_most(&sum(258, &[]), &pool));
        assert!(!a.at_most(&sum(257, &[]), &pool));
        assert!(!a.at_most(&sum(300, &[(y, -1)]), &pool));
        assert!(sum(0, &[(x, 1), (y, -1)]).at_most(&sum(0, &[(x, 1)]), &pool));
    }
}
