//! What a part of the program needs, and how the needs of parts make that of the whole.
//!
//! Idea: what is left behind (*net*), what is held until a round or call is over
//! (*held*), and what is needed beyond both by one loop or callee inside (*extra*). In
//! sequence net and held add up and the larger extra counts; of alternatives the larger
//! of each. What a call needed and gave back stands beside no block that is made behind
//! it: where nothing is left behind, the points before and behind the last block that is
//! held are kept apart. Source: document 000, section 3 (net, highest point, and their
//! composition). Cost: a few sums.

use super::amount::Amount;
use super::kept::{self, Kept};
use std::collections::BTreeMap;

/// What a part of the program needs.
#[derive(Clone, Default)]
pub(super) struct Need {
    /// Left behind.
    pub net: Amount,
    /// Held by this round or call until it frees it.
    pub held: Amount,
    /// Needed beyond that by one loop inside or callee.
    pub extra: Amount,
    /// The highest point before the last block that is held was made, and what is needed
    /// beyond `net` and `held` from then on: what a call needed and gave back stands beside
    /// no block that is made behind it. None where that is nothing and `extra`.
    pub parts: Option<(Amount, Amount)>,
    /// Left in slots, of which each holds one block however often they are filled.
    pub kept: Kept,
    /// Left behind by groups of places of which the rounds of some loop leave none.
    pub open: Open,
}

/// What blocks of a group need.
pub(super) type Open = BTreeMap<u32, Amount>;

impl Need {
    pub fn then(&self, next: &Need) -> Need {
        Need {
            parts: self.parts_then(next),
            net: self.net.plus(&next.net),
            held: self.held.plus(&next.held),
            extra: self.extra.max(&next.extra),
            kept: kept::larger(&self.kept, &next.kept),
            open: each(&self.open, &next.open, Amount::plus),
        }
    }

    pub fn or(&self, other: &Need) -> Need {
        let told = self.parts.is_some() || other.parts.is_some();
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Need {
            parts: told.then(|| (a.max(&c), b.max(&d))),
            net: self.net.max(&other.net),
            held: self.held.max(&other.held),
            extra: self.extra.max(&other.extra),
            kept: kept::larger(&self.kept, &other.kept),
            open: each(&self.open, &other.open, Amount::max),
        }
    }

    /// The highest point before the last block that is held, and `extra` behind it.
    fn parts(&self) -> (Amount, Amount) {
        let all = || (Amount::default(), self.extra.clone());
        self.parts.clone().unwrap_or_else(all)
    }

    fn parts_then(&self, next: &Need) -> Option<(Amount, Amount)> {
        let told = self.parts.is_some() || next.parts.is_some();
        (told || !next.held.is_zero() && !self.extra.is_zero()).then_some(())?;
        let before = self.net.plus(&self.held);
        let ((mut early, late), (then, last)) = (self.parts(), next.parts());
        if !then.is_zero() {
            early = early.max(&before.plus(&then));
        }
        if next.held.is_zero() {
            return Some((early, late.max(&last)));
        }
        if !late.is_zero() {
            early = early.max(&before.plus(&late));
        }
        Some((early, last))
    }

    /// What is left behind so many times.
    pub fn times(&self, n: &Amount) -> Option<Need> {
        let open = self.open.iter().map(|(g, x)| Some((*g, x.times(n)?)));
        Some(Need {
            net: self.net.times(n)?,
            open: open.collect::<Option<Open>>()?,
            ..self.clone()
        })
    }
    /// What is left behind by all groups.
    pub fn all_open(&self) -> Amount {
        let all = self.open.values();
        all.fold(Amount::default(), |sum, x| sum.plus(x))
    }
    /// How many slots it keeps blocks in.
    pub fn slots(&self) -> u64 {
        self.kept.keys().map(|row| row.number).sum()
    }
    /// The round or call is over, and what it held is free again.
    pub fn over(self) -> Need {
        let nothing = self.net.is_zero() && self.open.is_empty();
        let extra = match &self.parts {
            Some((early, late)) if nothing => self.held.plus(late).max(early),
            _ => self.held.plus(&self.extra),
        };
        Need {
            net: self.net,
            extra,
            parts: None,
            held: Amount::default(),
            kept: self.kept,
            open: self.open,
        }
    }
}

/// Of each group what is made of both.
fn each(a: &Open, b: &Open, both: impl Fn(&Amount, &Amount) -> Amount) -> Open {
    let mut out = a.clone();
    for (g, x) in b {
        let all = out.get(g).map_or(x.clone(), |y| both(y, x));
        out.insert(*g, all);
    }
    out
}
