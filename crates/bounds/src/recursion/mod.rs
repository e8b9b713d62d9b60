//! How deep a recursion goes: by a measure of its arguments.
//!
//! Idea: a number made of the parameters (one of them, the negative of one, or
//! the difference of two) that each recursive call makes smaller, and that is
//! at least some number wherever the recursion goes on, bounds how many calls
//! are active at one time by its value at the first one. If each call halves
//! it, the number of its bits does; if each goes on with what a division by it leaves,
//! it is Euclid's ([`divisions`]). What calls do to it is found by a walk over
//! differences ([`walk`]) in whole numbers of the type: where arithmetic may
//! wrap around nothing is said. Functions that call each other share a
//! measure by the names of their parameters; calls that keep it may not form a
//! cycle. What the first call gives is kept as ranges of parameters and of their
//! differences where every recursive call keeps them too: `row <= n` holds at
//! each call that `row == n` ends.
//! Source: ranking functions (A. Turing, "Checking a large routine", 1949;
//! size-change termination, Lee, Jones, Ben-Amram, POPL 2001, asks for less
//! and gives no number). Alternative: `its`, for measures that no difference
//! of two parameters is. Cost: a walk for each function, sign and round of
//! ranges.

pub mod flows;
pub mod walk;
pub mod zone;

use ep_ir::{FuncId, Function, Module, Type};
use std::collections::{BTreeMap, BTreeSet};
use walk::{Call, Ranges, Sign, Special, Sum, Targets, Walker};
use zone::Zone;

/// A measure: `plus - minus` over parameters, by their indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    pub sign: Sign,
    pub plus: Option<usize>,
    pub minus: Option<usize>,
}

/// What the measure of the first call says of how many follow it and are
/// active at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Each round falls by at least `by` (positive) and begins with at least
    /// `least`; up to `idle` calls between two of them keep it.
    Falls { by: i128, least: i128, idle: u64 },
    /// Each call goes on with what a division by it leaves, and divides it by that
    /// next, as Euclid does.
    Remains,
    /// With `more` added it is at least `least` (positive) where it goes on,
    /// and each call leaves at most one part of `2^bits` of it.
    Halves { more: i128, least: i128, bits: u32 },
}

/// A bound on the calls of a recursion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded {
    /// Over the parameters of the function that is called first.
    pub measure: Measure,
    pub rank: Rank,
}

/// Measures that are tried.
const MOST: usize = 60;

/// Where a bound of a difference of two parameters may end up, if not where it
/// began: zero is one of them, so that these are the least and the greatest
/// values of one parameter too.
const STEPS: [i128; 3] = [-1, 0, 1];

/// A measure that only the type keeps from falling further is of no use: no
/// stack has room for it.
const DEEPEST: i128 = -(1 << 30);

/// More than any number of 64 bits.
const NEVER: i128 = 1 << 100;

/// The functions of a program that call each other.
pub struct Cycles<'m> {
    pub module: &'m Module,
    pub targets: &'m Targets<'m>,
    pub members: &'m BTreeSet<FuncId>,
}

/// All bounds on the calls that follow the first one, of `enter`, whose
/// parameters are in these ranges in each reading.
pub fn bounds(c: &Cycles<'_>, enter: FuncId, start: &dyn Fn(Sign) -> Ranges) -> Vec<Bounded> {
    let mut out = Vec::new();
    for sign in [Sign::Signed, Sign::Unsigned] {
        let Some((edges, _)) = edges(c, enter, sign, start(sign)) else {
            continue;
        };
        for measure in measures(c, enter, sign) {
            let of = |f: FuncId| shared(c.module, enter, &measure, f);
            let found = [
                falls(c, &edges, &of),
                halves(c, &edges, &measure),
                remains(c, &edges, &measure),
            ];
            let found = found.into_iter().flatten();
            out.extend(found.map(|rank| Bounded { measure, rank }));
        }
    }
    out
}

/// A call from one member to another.
struct Edge {
    from: FuncId,
    call: Call,
}

/// Upper bounds of differences of a function's parameters (`1 + i`) and zero.
type Known = BTreeMap<(usize, usize), i128>;

/// The calls, and what each member's parameters keep.
type Edges = (Vec<Edge>, BTreeMap<FuncId, Known>);

/// What a parameter is in every activation of a recursion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    pub low: Option<i128>,
    pub high: Option<i128>,
    /// It is never above what the first call gave for it.
    pub not_above: bool,
    /// It is what the first call gave for it.
    pub same: bool,
}

/// What the parameters of each member are in every activation, in this reading,
/// where the first call gives what is in these ranges.
pub fn kept(
    c: &Cycles<'_>,
    enter: FuncId,
    sign: Sign,
    start: Ranges,
) -> Option<BTreeMap<FuncId, Vec<Kept>>> {
    let (edges, held) = edges(c, enter, sign, start)?;
    let mut out = BTreeMap::new();
    for m in c.members {
        let f = c.module.functions.get(*m)?;
        let known = held.get(m)?;
        let one = |i: usize| {
            // Compared with the first call's only where all are of one function.
            let alone = c.members.len() == 1;
            let below = |turned: bool| {
                let mut all = edges.iter();
                alone
                    && all.all(|e| {
                        let now = argument(f, e, i);
                        let far = now.and_then(|now| match turned {
                            false => most(e, now, was(i)),
                            true => most(e, was(i), now),
                        });
                        far.is_some_and(|n| n <= 0)
                    })
            };
            Kept {
                low: known.get(&(0, 1 + i)).and_then(|n| n.checked_neg()),
                high: known.get(&(1 + i, 0)).copied(),
                not_above: below(false),
                same: below(false) && below(true),
            }
        };
        out.insert(*m, (0..f.params.len()).map(one).collect());
    }
    Some(out)
}

/// What ranges of the parameters say of all differences.
fn differences(ranges: &Ranges) -> Known {
    let mut zone = Zone::all(ranges.len() + 1);
    for (i, (low, high)) in ranges.iter().enumerate() {
        if let Some(low) = low {
            zone.at_most(0, 1 + i, -low);
        }
        if let Some(high) = high {
            zone.at_most(1 + i, 0, *high);
        }
    }
    let n = zone.len();
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    pairs
        .filter(|(i, j)| i != j)
        .filter_map(|(i, j)| Some(((i, j), zone.most(i, j)?)))
        .collect()
}

fn zone_of(known: &Known, params: usize) -> Zone {
    let mut zone = Zone::all(params + 1);
    for ((i, j), c) in known {
        zone.at_most(*i, *j, *c);
    }
    zone
}

/// The calls within the cycle, under bounds of differences that all of them
/// keep: each bound that a call breaks is taken further on [`STEPS`] or given
/// up, which ends.
fn edges(c: &Cycles<'_>, enter: FuncId, sign: Sign, start: Ranges) -> Option<Edges> {
    let mut walker = Walker::new(c.module, sign, c.targets);
    let first = c.module.functions.get(enter)?;
    let mut held: BTreeMap<FuncId, Known> = BTreeMap::new();
    for m in c.members {
        let f = c.module.functions.get(*m)?;
        let known = |i: usize| -> (Option<i128>, Option<i128>) {
            let same = match *m == enter {
                true => Some(i),
                false => parameter(f, i).and_then(|n| named(first, n)),
            };
            let typed = same.filter(|k| {
                let there = first.params.get(*k).map(|p| p.ty);
                there == f.params.get(i).map(|p| p.ty)
            });
            typed
                .and_then(|k| start.get(k))
                .copied()
                .unwrap_or_default()
        };
        let ranges: Ranges = (0..f.params.len()).map(known).collect();
        held.insert(*m, differences(&ranges));
    }
    loop {
        let mut edges = Vec::new();
        for m in c.members {
            let params = c.module.functions.get(*m)?.params.len();
            let calls = walker.calls(*m, &zone_of(held.get(m)?, params))?;
            for call in calls {
                if c.members.contains(&call.callee) && !call.zone.is_empty() {
                    edges.push(Edge { from: *m, call });
                }
            }
        }
        let mut lost = false;
        for e in &edges {
            let callee = c.module.functions.get(e.call.callee)?;
            let given = |i: usize| match i {
                0 => Some(Sum { of: 0, plus: 0 }),
                i => argument(callee, e, i - 1),
            };
            held.get_mut(&e.call.callee)?.retain(|(i, j), c| {
                let now = match (given(*i), given(*j)) {
                    (Some(x), Some(y)) => most(e, x, y),
                    _ => None,
                };
                if now.is_some_and(|now| now <= *c) {
                    return true;
                }
                lost = true;
                match STEPS.into_iter().find(|n| n > c) {
                    Some(next) => {
                        *c = next;
                        true
                    }
                    None => false,
                }
            });
        }
        if !lost {
            return Some((edges, held));
        }
    }
}

/// What the callee gets for a parameter that is a whole number.
fn argument(callee: &Function, e: &Edge, i: usize) -> Option<Sum> {
    matches!(callee.params.get(i)?.ty, Type::Int(_)).then_some(())?;
    (callee.params.len() == e.call.args.len()).then_some(())?;
    Some((*e.call.args.get(i)?)?.0)
}

fn special(e: &Edge, i: usize) -> Option<Special> {
    (*e.call.args.get(i)?)?.1
}

/// The name of a parameter in the source.
fn parameter(f: &Function, i: usize) -> Option<&str> {
    let mut vars = f.vars.iter();
    let var = vars.find(|(_, v)| v.arg as usize == i + 1)?;
    Some(var.1.name.as_str())
}

fn named(f: &Function, name: &str) -> Option<usize> {
    (0..f.params.len()).find(|i| parameter(f, *i) == Some(name))
}

fn measures(c: &Cycles<'_>, enter: FuncId, sign: Sign) -> Vec<Measure> {
    let Some(f) = c.module.functions.get(enter) else {
        return Vec::new();
    };
    let numbers: Vec<usize> = (0..f.params.len())
        .filter(|i| {
            f.params
                .get(*i)
                .is_some_and(|p| matches!(p.ty, Type::Int(w) if w <= 64))
        })
        .collect();
    let mut out = Vec::new();
    for i in &numbers {
        for (plus, minus) in [(Some(*i), None), (None, Some(*i))] {
            out.push(Measure { sign, plus, minus });
        }
    }
    for i in &numbers {
        for j in numbers.iter().filter(|j| *j != i) {
            let (plus, minus) = (Some(*i), Some(*j));
            out.push(Measure { sign, plus, minus });
        }
    }
    out.truncate(MOST);
    out
}

/// The same measure of another member.
fn shared(module: &Module, enter: FuncId, m: &Measure, other: FuncId) -> Option<Measure> {
    if enter == other {
        return Some(*m);
    }
    let (first, f) = (module.functions.get(enter)?, module.functions.get(other)?);
    let numbers: Vec<usize> = (0..f.params.len())
        .filter(|i| {
            f.params
                .get(*i)
                .is_some_and(|p| matches!(p.ty, Type::Int(w) if w <= 64))
        })
        .collect();
    let find = |i: Option<usize>| -> Option<Option<usize>> {
        let Some(i) = i else { return Some(None) };
        let by_name = parameter(first, i).and_then(|n| named(f, n));
        let by_name = by_name.filter(|k| numbers.contains(k));
        let alone = match (m.plus.is_some() != m.minus.is_some(), &numbers[..]) {
            (true, [one]) => Some(*one),
            _ => None,
        };
        by_name.or(alone).map(Some)
    };
    Some(Measure {
        sign: m.sign,
        plus: find(m.plus)?,
        minus: find(m.minus)?,
    })
}

/// The greatest value of `x - y` for sums.
fn most(e: &Edge, x: Sum, y: Sum) -> Option<i128> {
    let c = e.call.zone.most(x.of, y.of)?;
    c.checked_add(x.plus)?.checked_sub(y.plus)
}

/// What a parameter of the caller was.
fn was(i: usize) -> Sum {
    Sum { of: 1 + i, plus: 0 }
}

/// By how much at least a call makes the measure smaller.
fn falls_by(c: &Cycles<'_>, e: &Edge, from: &Measure, to: &Measure) -> Option<i128> {
    let callee = c.module.functions.get(e.call.callee)?;
    let mut more = 0i128;
    if let (Some(p), Some(q)) = (from.plus, to.plus) {
        more = more.checked_add(most(e, argument(callee, e, q)?, was(p))?)?;
    }
    if let (Some(p), Some(q)) = (from.minus, to.minus) {
        more = more.checked_add(most(e, was(p), argument(callee, e, q)?)?)?;
    }
    Some(-more)
}

/// The least value of the measure where this call is made.
fn least(e: &Edge, m: &Measure) -> Option<i128> {
    let zero = Sum { of: 0, plus: 0 };
    let plus = m.plus.map_or(zero, was);
    let minus = m.minus.map_or(zero, was);
    Some(-most(e, minus, plus)?)
}

fn falls(c: &Cycles<'_>, edges: &[Edge], of: &dyn Fn(FuncId) -> Option<Measure>) -> Option<Rank> {
    let mut by: Option<i128> = None;
    let mut low: Option<i128> = None;
    let mut idle: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
    for e in edges {
        let (from, to) = (of(e.from)?, of(e.call.callee)?);
        let fall = falls_by(c, e, &from, &to)?;
        (fall >= 0).then_some(())?;
        let at = least(e, &from)?;
        low = Some(low.map_or(at, |l| l.min(at)));
        match fall {
            0 => {
                idle.entry(e.from).or_default().insert(e.call.callee);
            }
            fall => by = Some(by.map_or(fall, |b| b.min(fall))),
        }
    }
    if edges.is_empty() {
        // None follows such a first call.
        let (by, least, idle) = (1, NEVER, 0);
        return Some(Rank::Falls { by, least, idle });
    }
    let idle = longest(&idle, c.members)?;
    (low? > DEEPEST).then_some(())?;
    Some(Rank::Falls {
        by: by?,
        least: low?,
        idle,
    })
}

/// The longest way along these edges; none around a cycle.
fn longest(edges: &BTreeMap<FuncId, BTreeSet<FuncId>>, members: &BTreeSet<FuncId>) -> Option<u64> {
    let mut far: BTreeMap<FuncId, u64> = members.iter().map(|m| (*m, 0)).collect();
    for _ in 0..=members.len() {
        let mut grew = false;
        for (from, to) in edges {
            for t in to {
                let next = far.get(from).copied().unwrap_or(0) + 1;
                let slot = far.entry(*t).or_default();
                if *slot < next {
                    *slot = next;
                    grew = true;
                }
            }
        }
        if !grew {
            return far.values().max().copied();
        }
    }
    None
}

/// One function whose calls halve the measure.
fn halves(c: &Cycles<'_>, edges: &[Edge], m: &Measure) -> Option<Rank> {
    (c.members.len() == 1).then_some(())?;
    let ranks = [0, 1].map(|more| {
        let mut bits: Option<u32> = None;
        let mut low: Option<i128> = None;
        for e in edges {
            let at = least(e, m)?.checked_add(more)?;
            (at >= 1).then_some(())?;
            low = Some(low.map_or(at, |l: i128| l.min(at)));
            let n = part(c, e, m, more)?;
            bits = Some(bits.map_or(n, |b: u32| b.min(n)));
        }
        Some(Rank::Halves {
            more,
            least: low?,
            bits: bits?,
        })
    });
    ranks.into_iter().flatten().next()
}

/// One function whose calls hand on a divisor and what the division leaves:
/// `f(y, x % y)`.
fn remains(c: &Cycles<'_>, edges: &[Edge], m: &Measure) -> Option<Rank> {
    let (1, Some(p), None) = (c.members.len(), m.plus, m.minus) else {
        return None;
    };
    let callee = c.module.functions.get(edges.first()?.call.callee)?;
    let ty = callee.params.get(p)?.ty;
    let fits = |e: &Edge, q: usize| -> Option<()> {
        let same = |x: Sum, y: Sum| most(e, x, y) == Some(0) && most(e, y, x) == Some(0);
        let (rest, divisor) = (argument(callee, e, p)?, argument(callee, e, q)?);
        let Special::Rest(a, b) = special(e, p)? else {
            return None;
        };
        let all = rest.plus == 0 && same(a, was(q)) && same(b, was(p)) && same(divisor, was(p));
        all.then_some(())
    };
    let mut others = (0..callee.params.len())
        .filter(|q| *q != p && callee.params.get(*q).is_some_and(|x| x.ty == ty));
    let found = others.any(|q| edges.iter().all(|e| fits(e, q).is_some()));
    found.then_some(Rank::Remains)
}

/// How many divisions Euclid makes at most where the divisor of the first is no
/// greater than this (G. Lamé, 1844: with n of them it is the n-th of 1, 2, 3, 5, 8, …
/// at least).
pub fn divisions(divisor: u128) -> u64 {
    let (mut least, mut next, mut n) = (1u128, 2u128, 0);
    while least <= divisor {
        (least, next) = (next, least.saturating_add(next));
        n += 1;
    }
    n
}

/// The call leaves at most one part of two to this power, `more` added on
/// both sides.
fn part(c: &Cycles<'_>, e: &Edge, m: &Measure, more: i128) -> Option<u32> {
    let callee = c.module.functions.get(e.call.callee)?;
    let not_above = |x: Sum, y: Sum| most(e, x, y).is_some_and(|c| c <= 0);
    match (m.plus, m.minus) {
        (Some(p), None) => {
            let x = argument(callee, e, p)?;
            let Special::Part(of, by) = special(e, p)? else {
                return None;
            };
            let fits = more == 0 && x.plus <= 0 && not_above(of, was(p));
            fits.then_some(by.ilog2())
        }
        (Some(p), Some(q)) => {
            let (x, y) = (argument(callee, e, p)?, argument(callee, e, q)?);
            // The lower half: up to the middle, or to below it.
            if let Some(Special::Middle { low, high }) = special(e, p) {
                let fits = x.plus + more <= 0
                    && not_above(low, was(q))
                    && not_above(high, was(p))
                    && not_above(was(q), y);
                if fits {
                    return Some(1);
                }
            }
            // The upper half, without the middle.
            if let Some(Special::Middle { low, high }) = special(e, q) {
                let fits = y.plus >= 1
                    && not_above(was(q), low)
                    && not_above(was(p), high)
                    && not_above(x, was(p));
                if fits {
                    return Some(1);
                }
            }
            None
        }
        _ => None,
    }
}
