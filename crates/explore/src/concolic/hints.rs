//! Inputs that the run itself suggests: where a piece of the input is compared
//! with a text or a number of the program, that text or numeral is put in its
//! place, whatever its length.
//!
//! The solver changes bytes and the length at the end; a key of another length
//! in the middle of a document is out of its reach. The idea is RedQueen's
//! input-to-state correspondence (Aschermann et al., NDSS 2019), with the place
//! known from the terms instead of found by search. A hint is only a guess: it
//! is run natively like a mutated input, and kept if it covers something new.
//! Cost: one look at both operands of a call of `strcmp` and its like.

use super::following::State;
use super::following::{Following, Role};
use super::trace::{Trace, Tracer};
use ep_ir::{FuncId, Module};
use ep_machine::machine::Machine;
use ep_machine::memory::object::ByteKind;
use ep_machine::value::Value;
use ep_term::{Op, Sort, TermId};

/// Bytes of the input and what to put in their place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    pub at: usize,
    pub len: usize,
    pub with: Vec<u8>,
}

impl Hint {
    /// The input with the replacement.
    pub fn apply(&self, input: &[u8]) -> Vec<u8> {
        let at = self.at.min(input.len());
        let end = (self.at + self.len).min(input.len());
        [&input[..at], &self.with[..], &input[end..]].concat()
    }
}

/// The most hints of one run.
const MOST: usize = 512;
/// The longest text.
const LONGEST: usize = 64;

/// How a function compares its first two arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Up to a zero.
    Strings,
    /// Up to a zero, and as many bytes as the third argument says.
    Prefixes,
    /// As many bytes as the third argument says.
    Bytes,
    /// Whether the second is in the first.
    Within,
}

/// The functions of this program that compare.
pub(super) fn comparisons(module: &Module) -> rustc_hash::FxHashMap<FuncId, Comparison> {
    let kind = |name: &str| {
        Some(match name {
            "strcmp" | "strcasecmp" | "strcoll" => Comparison::Strings,
            "strncmp" | "strncasecmp" => Comparison::Prefixes,
            "memcmp" | "bcmp" => Comparison::Bytes,
            "strstr" | "strcasestr" => Comparison::Within,
            _ => return None,
        })
    };
    module
        .functions
        .iter()
        .filter_map(|(id, f)| Some((id, kind(&f.name)?)))
        .collect()
}

/// Comparisons of the program.
pub(super) trait Compares {
    /// A function that compares is called.
    fn compares(&mut self, st: &State, how: Comparison, args: &[Value]);
}

impl Compares for Machine<Following> {
    fn compares(&mut self, st: &State, how: Comparison, args: &[Value]) {
        let [a, b, ..] = args else { return };
        let most = match (how, args.get(2)) {
            (Comparison::Strings | Comparison::Within, _) => LONGEST,
            (_, Some(Value::Int(n))) => LONGEST.min(*n as usize),
            _ => return,
        };
        let zero_ends = how != Comparison::Bytes;
        let (a, b) = (
            self.compared_bytes(st, *a, most, zero_ends),
            self.compared_bytes(st, *b, most, zero_ends),
        );
        for (text, from) in [(&a, &b), (&b, &a)] {
            let constant = text.iter().all(|x| x.1.is_none());
            if how == Comparison::Within && std::ptr::eq(text, &a) {
                continue;
            }
            if constant && text.len() >= 2 && from.iter().any(|x| x.1.is_some()) {
                let with: Vec<u8> = text.iter().map(|x| x.0).collect();
                let terms: Vec<TermId> = from.iter().filter_map(|x| x.1).collect();
                self.driver.hint(&self.cx.pool, &terms, with);
            }
        }
    }
}

/// What is compared.
trait ComparesBytes {
    /// The bytes that an address points to, as far as they are there.
    fn compared_bytes(
        &mut self,
        st: &State,
        at: Value,
        most: usize,
        zero_ends: bool,
    ) -> Vec<(u8, Option<TermId>)>;
}

impl ComparesBytes for Machine<Following> {
    fn compared_bytes(
        &mut self,
        st: &State,
        at: Value,
        most: usize,
        zero_ends: bool,
    ) -> Vec<(u8, Option<TermId>)> {
        let mut out = Vec::new();
        let Value::Ptr(o, offset) = at else {
            return out;
        };
        let (Some(object), Ok(from)) = (st.heap.get(o), usize::try_from(offset)) else {
            return out;
        };
        let size = usize::try_from(object.size.max()).unwrap_or(usize::MAX);
        for i in from..from.saturating_add(most).min(size) {
            let (byte, term) = match object.byte(i) {
                (ByteKind::Concrete, b) => (b, None),
                (ByteKind::Term(t, 0), _) if self.cx.pool.width(t) == 8 => {
                    let value = self.cx.smt.eval(&self.cx.pool, &st.pc, t) as u8;
                    (value, Some(t))
                }
                _ => break,
            };
            if zero_ends && byte == 0 {
                break;
            }
            out.push((byte, term));
        }
        out
    }
}

impl Following {
    /// Remembers where the bytes of these terms are in the input, if they are
    /// there in one piece.
    pub(super) fn hint(&mut self, pool: &ep_term::Pool, terms: &[TermId], with: Vec<u8>) {
        if self.hints.len() >= MOST {
            return;
        }
        let mut at: Option<(usize, usize)> = None;
        for t in terms {
            // The length may have a part in each byte, too.
            let mut bytes = pool.vars(*t).iter().filter_map(|v| self.bytes_of.get(v));
            let (Some(b), None) = (bytes.next(), bytes.next()) else {
                continue;
            };
            let from = b.at as usize;
            at = match at {
                None => Some((from, from + 1)),
                // Escapes make gaps; another order is no piece.
                Some((a, z)) if from >= z && from < z + 8 => Some((a, from + 1)),
                Some((a, z)) if from + 1 == z => Some((a, z)),
                Some(_) => return,
            };
        }
        let Some((from, to)) = at else { return };
        if self.input.get(from..to) == Some(&with[..]) {
            return;
        }
        let hint = Hint {
            at: from,
            len: to - from,
            with,
        };
        if !self.hints.contains(&hint) {
            self.hints.push(hint);
        }
    }
}

impl Tracer {
    /// What a run suggests: texts that pieces of its input were compared with,
    /// and numerals in place of numbers that were compared with others.
    pub fn hints(&self, trace: &Trace) -> Vec<Hint> {
        let mut out = trace.hints.clone();
        let mut seen: rustc_hash::FxHashSet<Hint> = out.iter().cloned().collect();
        for c in trace.conjuncts.iter().filter(|c| c.role == Role::Decision) {
            let Some((own, at, len)) = self.numeral(trace, c.holds) else {
                continue;
            };
            for with in std::iter::once(&own).chain(&self.numerals) {
                let hint = Hint {
                    at,
                    len,
                    with: with.clone(),
                };
                let same = trace.input.get(at..at + len) == Some(&with[..]);
                if out.len() < MOST && !same && seen.insert(hint.clone()) {
                    out.push(hint);
                }
            }
        }
        out
    }

    /// Of `t != k`, where `t` is made of the digits of one numeral: the numeral
    /// of `k`, and where the digits are. The simplifier may have moved a part
    /// of the program's constant to `t`, so that its own numbers are tried as
    /// well.
    fn numeral(&self, trace: &Trace, holds: TermId) -> Option<(Vec<u8>, usize, usize)> {
        let pool = &self.machine.cx.pool;
        if pool.op(holds) != Op::Not {
            return None;
        }
        let eq = *pool.args(holds).first()?;
        if pool.op(eq) != Op::Eq {
            return None;
        }
        let [a, b] = pool.args(eq)[..] else {
            return None;
        };
        let (t, k) = match (pool.as_bv(a), pool.as_bv(b)) {
            (None, Some(k)) => (a, k),
            (Some(k), None) => (b, k),
            _ => return None,
        };
        let Sort::BitVec(width) = pool.sort(t) else {
            return None;
        };
        if !(16..=64).contains(&width) {
            return None;
        }
        let digit = |i: usize| trace.input.get(i).is_some_and(u8::is_ascii_digit);
        let places: Vec<usize> = pool
            .vars(t)
            .iter()
            .filter_map(|v| trace.bytes_of.get(v).map(|b| b.at as usize))
            .collect();
        let (mut from, mut to) = (*places.iter().min()?, *places.iter().max()? + 1);
        if to - from > 24 || !(from..to).all(digit) {
            return None;
        }
        while from > 0 && digit(from - 1) {
            from -= 1;
        }
        while digit(to) {
            to += 1;
        }
        if from > 0 && trace.input[from - 1] == b'-' {
            from -= 1;
        }
        let signed = if width < 64 && k >> (width - 1) == 1 {
            k as i128 - (1i128 << width)
        } else {
            k as i64 as i128
        };
        Some((signed.to_string().into_bytes(), from, to - from))
    }
}

#[cfg(test)]
mod tests {
    use super::Hint;

    #[test]
    fn a_hint_changes_the_length() {
        let hint = Hint {
            at: 2,
            len: 1,
            with: b"version".to_vec(),
        };
        assert_eq!(hint.apply(b"{\"a\": 1}"), b"{\"version\": 1}");
        let beyond = Hint {
            at: 9,
            len: 4,
            with: b"x".to_vec(),
        };
        assert_eq!(beyond.apply(b"ab"), b"abx");
    }
}
