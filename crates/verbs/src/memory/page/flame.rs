//! What lives at a peak, as wide as its share: blocks under the calls that led
//! to them, frames side by side. Source: Gregg, "The Flame Graph" (CACM 2016),
//! with bytes in place of samples.

use ep_base::memory::{Entry, Live};
use ep_base::outcome::Place;
use ep_report::frame::escaped;
use ep_report::memory::{range, short};
use num_bigint::BigInt;
use std::fmt::Write;

/// Calls around a block that are drawn.
const DEEPEST: usize = 24;

/// Blocks under the calls that led to them, outermost above.
pub fn by_calls(h: &mut String, e: &Entry, list: &[Live]) {
    h.push_str("<div class=flame>");
    let all: Vec<&Live> = list.iter().collect();
    level(h, e, &all, 0);
    h.push_str("</div>");
}

/// The calls at one depth, each with what it led to.
fn level(h: &mut String, e: &Entry, list: &[&Live], depth: usize) {
    let mut rest = list.to_vec();
    while let Some(first) = rest.first().copied() {
        let at = call(first, depth);
        let Some(place) = at else {
            block(h, e, first);
            rest.remove(0);
            continue;
        };
        let (own, others): (Vec<&Live>, Vec<&Live>) = rest
            .into_iter()
            .partition(|l| call(l, depth) == Some(place));
        let width: BigInt = own.iter().map(|l| share(e, l)).sum();
        let label = escaped(&format!("{} {}", place.function, short(place)));
        let _ = write!(
            h,
            "<div style=\"flex:{width} 1 0\"><b class=call title=\"{label}\">{label}</b><div class=kids>"
        );
        level(h, e, &own, depth + 1);
        h.push_str("</div></div>");
        rest = others;
    }
}

/// The call at a depth, if the block was not made there itself.
fn call(l: &Live, depth: usize) -> Option<&Place> {
    let calls = l.path.len().saturating_sub(1).min(DEEPEST);
    (depth < calls).then(|| l.path.get(depth)).flatten()
}

/// Frames side by side.
pub fn side_by_side(h: &mut String, e: &Entry, list: &[Live]) {
    h.push_str("<div class=flame>");
    for l in list {
        block(h, e, l);
    }
    h.push_str("</div>");
}

fn block(h: &mut String, e: &Entry, l: &Live) {
    let label = format!("{} {} {}", l.what, short(&l.place), e.text(&l.bytes));
    let label = escaped(&label);
    let _ = write!(
        h,
        "<div style=\"flex:{} 1 0\"><b title=\"{label}\">{label}</b></div>",
        share(e, l)
    );
}

/// How wide it is: the most that it can be.
fn share(e: &Entry, l: &Live) -> BigInt {
    let most = range(e, &l.bytes).map_or(BigInt::from(1), |r| r.1);
    most.max(BigInt::from(1))
}
