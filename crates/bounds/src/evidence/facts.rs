//! Candidates for what every round of a loop keeps.
//!
//! Idea: relations that held in all observed states, from a handful of
//! templates over machine integers: a value, a remainder modulo a power of two,
//! a sign, an order, a difference or a sum that stays. All of them speak of
//! bit-vectors, so that wrap-around is part of what they say. Source of the
//! method: M. Ernst et al., "The Daikon system", 2007; what is guessed here is
//! checked by [`super::recurrent`]. Cost: quadratic in the variables.

use super::lasso::limit_text;

/// A variable of a loop's state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// In the source; empty if it has none.
    pub name: String,
    pub bits: u32,
    pub signed: bool,
}

/// A relation of a loop's state. Indices are those of the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    Equals(usize, u64),
    Differs(usize, u64),
    /// `v mod 2^bits == rest`.
    Low(usize, u32, u64),
    /// The top bit is clear.
    NotNegative(usize),
    /// The top bit is set.
    Negative(usize),
    /// Unsigned order.
    UnsignedLess(usize, usize),
    UnsignedLessEqual(usize, usize),
    /// Signed order.
    SignedLess(usize, usize),
    SignedLessEqual(usize, usize),
    /// `a - b == c`, modulo the width.
    Difference(usize, usize, u64),
    /// `a + b == c`, modulo the width.
    Sum(usize, usize, u64),
    /// `v mod 2^bits != rest`.
    NotLow(usize, u32, u64),
    /// `(a - b) mod 2^bits != 0`.
    Apart(usize, usize, u32),
}

pub fn mask(bits: u32) -> u64 {
    if bits >= 64 {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

fn signed(bits: u32, v: u64) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((v << shift) as i64) >> shift
}

impl Fact {
    /// Whether it holds of these values, each below two to its width.
    pub fn holds(&self, vars: &[Var], s: &[u64]) -> bool {
        let v = |i: usize| s.get(i).copied().unwrap_or(0);
        let w = |i: usize| vars.get(i).map_or(64, |x| x.bits);
        match *self {
            Fact::Equals(i, c) => v(i) == c,
            Fact::Differs(i, c) => v(i) != c,
            Fact::Low(i, bits, rest) => v(i) & mask(bits) == rest,
            Fact::NotNegative(i) => signed(w(i), v(i)) >= 0,
            Fact::Negative(i) => signed(w(i), v(i)) < 0,
            Fact::UnsignedLess(i, j) => v(i) < v(j),
            Fact::UnsignedLessEqual(i, j) => v(i) <= v(j),
            Fact::SignedLess(i, j) => signed(w(i), v(i)) < signed(w(j), v(j)),
            Fact::SignedLessEqual(i, j) => signed(w(i), v(i)) <= signed(w(j), v(j)),
            Fact::Difference(i, j, c) => v(i).wrapping_sub(v(j)) & mask(w(i)) == c,
            Fact::Sum(i, j, c) => v(i).wrapping_add(v(j)) & mask(w(i)) == c,
            Fact::NotLow(i, bits, rest) => v(i) & mask(bits) != rest,
            Fact::Apart(i, j, bits) => v(i).wrapping_sub(v(j)) & mask(bits) != 0,
        }
    }

    /// As a C condition; none if a variable has no name.
    pub fn text(&self, vars: &[Var]) -> Option<String> {
        let name = |i: usize| {
            let v = vars.get(i)?;
            (!v.name.is_empty()).then(|| v.name.clone())
        };
        let number = |i: usize, c: u64| {
            let v = vars.get(i)?;
            Some(limit_text(v.bits, v.signed, c.into()))
        };
        Some(match *self {
            Fact::Equals(i, c) => format!("{} == {}", name(i)?, number(i, c)?),
            Fact::Differs(i, c) => format!("{} != {}", name(i)?, number(i, c)?),
            Fact::Low(i, 1, 1) => format!("{} is odd", name(i)?),
            Fact::Low(i, 1, _) => format!("{} is even", name(i)?),
            Fact::Low(i, bits, rest) => {
                format!("({} & {:#x}) == {rest}", name(i)?, mask(bits))
            }
            Fact::NotNegative(i) if vars.get(i)?.signed => format!("{} >= 0", name(i)?),
            Fact::Negative(i) if vars.get(i)?.signed => format!("{} < 0", name(i)?),
            Fact::NotNegative(i) => format!("the top bit of {} is clear", name(i)?),
            Fact::Negative(i) => format!("the top bit of {} is set", name(i)?),
            Fact::UnsignedLess(i, j) => order(vars, i, j, "<", false)?,
            Fact::UnsignedLessEqual(i, j) => order(vars, i, j, "<=", false)?,
            Fact::SignedLess(i, j) => order(vars, i, j, "<", true)?,
            Fact::SignedLessEqual(i, j) => order(vars, i, j, "<=", true)?,
            Fact::Difference(i, j, 0) => format!("{} == {}", name(i)?, name(j)?),
            Fact::Difference(i, j, c) => {
                format!("{} - {} == {}", name(i)?, name(j)?, number(i, c)?)
            }
            Fact::Sum(i, j, c) => format!("{} + {} == {}", name(i)?, name(j)?, number(i, c)?),
            Fact::NotLow(i, 1, 0) => format!("{} is odd", name(i)?),
            Fact::NotLow(i, 1, _) => format!("{} is even", name(i)?),
            Fact::NotLow(i, bits, rest) => {
                format!("({} & {:#x}) != {rest}", name(i)?, mask(bits))
            }
            Fact::Apart(i, j, 1) => format!("{} - {} is odd", name(i)?, name(j)?),
            Fact::Apart(i, j, bits) => {
                format!("(({} - {}) & {:#x}) != 0", name(i)?, name(j)?, mask(bits))
            }
        })
    }
}

fn order(vars: &[Var], i: usize, j: usize, sign: &str, signed: bool) -> Option<String> {
    let (a, b) = (vars.get(i)?, vars.get(j)?);
    if a.name.is_empty() || b.name.is_empty() {
        return None;
    }
    let cast = match (a.signed || b.signed, signed) {
        (true, false) => " (unsigned)",
        (false, true) => " (signed)",
        _ => "",
    };
    Some(format!("{} {sign} {}{cast}", a.name, b.name))
}

/// Candidates at most: each is a bit of a 64-bit word, the last is taken.
const MOST: usize = 60;

/// The candidates that hold of all states, strongest templates first. States
/// are columns of equal length.
pub fn candidates(vars: &[Var], states: &[Vec<u64>], constants: &[u64]) -> Vec<Fact> {
    let Some(first) = states.first() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let n = vars.len();
    let all_hold = |f: &Fact| states.iter().all(|s| f.holds(vars, s));
    let fixed: Vec<bool> = (0..n)
        .map(|i| all_hold(&Fact::Equals(i, first[i])))
        .collect();
    // Remainders that a stride leaves alone, first: they say of most inputs that a run
    // goes by what it waits for.
    let last =
        |of: &dyn Fn(&[u64]) -> u64, width: u32| stride(states.iter().map(|s| of(s))).min(width);
    let value = |s: &[u64], i: usize| s.get(i).copied().unwrap_or(0);
    for (i, var) in vars.iter().enumerate() {
        let bits = last(&|s| value(s, i), var.bits);
        if bits > 0 {
            for c in [0u64].into_iter().chain(constants.iter().copied()) {
                all.push(Fact::NotLow(i, bits, c & mask(bits)));
            }
        }
        for (j, other) in vars.iter().enumerate().skip(i + 1) {
            let bits = last(&|s| value(s, i).wrapping_sub(value(s, j)), var.bits);
            if var.bits == other.bits && bits > 0 {
                all.push(Fact::Apart(i, j, bits));
            }
        }
    }
    for (i, v) in first.iter().enumerate() {
        if fixed[i] {
            all.push(Fact::Equals(i, *v));
        }
    }
    for i in (0..n).filter(|i| !fixed[*i]) {
        all.push(Fact::NotNegative(i));
        all.push(Fact::Negative(i));
        // The largest power of two whose remainder stays, then the least.
        let most = vars[i].bits.min(16);
        let stays = (1..most)
            .rev()
            .find(|k| all_hold(&Fact::Low(i, *k, first[i] & mask(*k))));
        if let Some(k) = stays {
            all.push(Fact::Low(i, k, first[i] & mask(k)));
            if k > 1 {
                all.push(Fact::Low(i, 1, first[i] & 1));
            }
        }
    }
    for i in 0..n {
        for j in 0..n {
            if i == j || vars[i].bits != vars[j].bits || (fixed[i] && fixed[j]) {
                continue;
            }
            let m = mask(vars[i].bits);
            if i < j {
                all.push(Fact::Difference(i, j, first[i].wrapping_sub(first[j]) & m));
                all.push(Fact::Sum(i, j, first[i].wrapping_add(first[j]) & m));
            }
            all.push(Fact::SignedLess(i, j));
            all.push(Fact::UnsignedLess(i, j));
            all.push(Fact::SignedLessEqual(i, j));
            all.push(Fact::UnsignedLessEqual(i, j));
        }
    }
    for i in (0..n).filter(|i| !fixed[*i]) {
        for c in [0u64].into_iter().chain(constants.iter().copied()) {
            all.push(Fact::Differs(i, c & mask(vars[i].bits)));
        }
    }
    all.retain(|f| all_hold(f));
    let mut out: Vec<Fact> = Vec::new();
    for f in all {
        if out.len() < MOST && !out.contains(&f) {
            out.push(f);
        }
    }
    out
}

/// The last bits that all these numbers have alike; 0 where they never change.
fn stride(of: impl Iterator<Item = u64>) -> u32 {
    let (mut first, mut changes) = (None, 0);
    for v in of {
        changes |= v ^ *first.get_or_insert(v);
    }
    match changes {
        0 => 0,
        c => c.trailing_zeros(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vars(bits: u32, signed: bool) -> Vec<Var> {
        ["x", "y"]
            .map(|name| Var {
                name: name.into(),
                bits,
                signed,
            })
            .to_vec()
    }

    #[test]
    fn what_held_in_all_states_is_a_candidate() {
        let v = vars(8, false);
        let states: Vec<Vec<u64>> = (0..5).map(|k| vec![255, (3 + 4 * k) & 255]).collect();
        let found = candidates(&v, &states, &[]);
        assert!(found.contains(&Fact::Equals(0, 255)));
        assert!(found.contains(&Fact::Low(1, 2, 3)));
        // Whatever is waited for, unless its last bits are theirs.
        assert!(found.contains(&Fact::NotLow(1, 2, 0)));
        assert!(!found.contains(&Fact::Apart(0, 1, 2)));
        assert!(found.contains(&Fact::UnsignedLess(1, 0)));
        assert!(found.contains(&Fact::SignedLess(0, 1)));
        assert!(!found.contains(&Fact::Equals(1, 3)));
        assert!(found.iter().all(|f| states.iter().all(|s| f.holds(&v, s))));
        assert_eq!(Fact::Equals(0, 255).text(&v).unwrap(), "x == UCHAR_MAX");
        assert_eq!(Fact::Apart(0, 1, 1).text(&v).unwrap(), "x - y is odd");
    }

    #[test]
    fn orders_are_those_of_the_width() {
        let v = vars(8, true);
        assert!(Fact::SignedLess(0, 1).holds(&v, &[0x80, 0]));
        assert!(!Fact::UnsignedLess(0, 1).holds(&v, &[0x80, 0]));
        assert!(Fact::Sum(0, 1, 0).holds(&v, &[0x80, 0x80]));
        assert_eq!(Fact::Negative(0).text(&v).unwrap(), "x < 0");
    }
}
