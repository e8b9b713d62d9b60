//! The last bits of what a register holds whenever a loop is entered.
//!
//! Idea: a sum of multiples of `2^k` and a number has the last `k` bits of the
//! number. What is no multiple may be one by an equality that the way into the loop
//! knows: `x == 8*q + r` and `r == 0`. Cost: linear in the facts, per variable that
//! is replaced, of which there are at most four one behind the other.

use super::explore::Graph;
use super::facts::Facts;
use super::lin::{Lin, Sym};
use super::measured::register;
use super::state::LoopKey;
use crate::evidence::aligned::Tail;
use ep_ir::Reg;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Bits that are looked at.
const MOST: u32 = 16;
/// Equalities that are put in one behind the other.
const DEPTH: u32 = 4;

/// The last bits that a register has at all entries into these loops.
pub fn at_entries(graph: &Graph, keys: &[&LoopKey], r: Reg) -> Option<Tail> {
    let mut out: Option<Tail> = None;
    for key in keys {
        for arc in &graph.arcs {
            let Some(entry) = arc.arrival.state.entries.get(*key) else {
                continue;
            };
            let n = register(entry, r)?;
            let most = out.map_or(MOST, |t| t.bits).min(n.bits);
            let facts = &arc.arrival.state.facts;
            let own = (1..=most).rev().find_map(|bits| {
                let value = last(facts, &n.form, bits, DEPTH)?;
                let value = u64::try_from(value).ok()?;
                Some(Tail { bits, value })
            })?;
            out = Some(match out {
                None => own,
                Some(before) => common(before, own)?,
            });
        }
    }
    out
}

/// The last bits that both have.
fn common(a: Tail, b: Tail) -> Option<Tail> {
    let differ = (a.value ^ b.value).trailing_zeros();
    let bits = a.bits.min(b.bits).min(differ);
    let value = a.value & ((1u64 << bits) - 1);
    (bits > 0).then_some(Tail { bits, value })
}

/// The last bits of a form, where the facts say them.
fn last(facts: &Facts, form: &Lin, bits: u32, depth: u32) -> Option<BigInt> {
    let whole = BigInt::one() << bits;
    let mut sum = form.constant().clone();
    for (v, c) in form.terms() {
        if c.mod_floor(&whole).is_zero() {
            continue;
        }
        sum += c * of_variable(facts, v, bits, depth)?;
    }
    Some(sum.mod_floor(&whole))
}

fn of_variable(facts: &Facts, v: Sym, bits: u32, depth: u32) -> Option<BigInt> {
    let depth = depth.checked_sub(1)?;
    for (d, within) in facts.iter() {
        let c = d.coefficient(v);
        let (true, Some(value)) = (within.lo == within.hi, within.lo.as_ref()) else {
            continue;
        };
        if c != BigInt::one() && c != -BigInt::one() {
            continue;
        }
        // c*v + rest == value, and c is its own inverse.
        let rest = d.minus(&Lin::var(v).times(&c));
        let is = Lin::number(value.clone()).minus(&rest).times(&c);
        if let Some(found) = last(facts, &is, bits, depth) {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::lin::Interval;

    #[test]
    fn equalities_say_the_last_bits() {
        let [x, q, r, y] = [0, 1, 2, 3].map(Sym);
        let mut facts = Facts::new();
        let sum = Lin::var(q).times(&8.into()).plus(&Lin::var(r));
        facts.add(&Lin::var(x).minus(&sum), &Interval::point(0.into()));
        facts.add(&Lin::var(r), &Interval::point(3.into()));
        let of = |f: &Lin, bits| last(&facts, f, bits, DEPTH);
        assert_eq!(of(&Lin::var(x), 3), Some(3.into()));
        assert_eq!(of(&Lin::var(x).times(&(-1).into()), 3), Some(5.into()));
        assert_eq!(of(&Lin::var(x), 4), None, "q may be odd");
        assert_eq!(of(&Lin::var(x).times(&8.into()), 3), Some(0.into()));
        assert_eq!(of(&Lin::var(y), 1), None);
    }

    #[test]
    fn common_bits_are_those_of_both() {
        let tail = |bits, value| Tail { bits, value };
        assert_eq!(common(tail(3, 5), tail(4, 1)), Some(tail(2, 1)));
        assert_eq!(common(tail(3, 5), tail(4, 13)), Some(tail(3, 5)));
        assert_eq!(common(tail(3, 5), tail(4, 2)), None);
    }
}
