//! What a loop leaves behind: what a round leaves, as often as it goes round.
//!
//! Each test that every round passes can bound the rounds by itself, so that of
//! `i < n && i < 8` both count, and the least of both is never too few. Cost: the tests
//! of a loop.

use super::amount::Amount;
use super::need::{Need, Open};
use super::{input, Context, Sites};
use ep_base::memory::Gap;
use ep_explore::outcome::describe as findings;
use ep_ir::analysis::LoopId;
use ep_ir::BlockId;
use num_bigint::BigInt;

impl<'m> Sites<'m> {
    /// A loop: what a round leaves, as often as there are rounds.
    pub(super) fn rounds(&mut self, cx: &Context<'m>, l: LoopId) -> Need {
        let mut round = self.region(cx, Some(l)).over();
        // Of groups that a round leaves none of, one round counts.
        let here = self.entry == Some(cx.id);
        let rounds = self.emptied.clone();
        let (emptied, open): (Open, Open) = std::mem::take(&mut round.open)
            .into_iter()
            .partition(|(g, _)| here && rounds.by.contains(&(l, *g)));
        if round.net.is_zero() && open.is_empty() {
            round.open = emptied;
            return round;
        }
        round.open = open;
        let mut all = self.all_rounds(cx, l, round);
        for (g, size) in emptied {
            all.open.insert(g, size);
        }
        all
    }

    fn all_rounds(&mut self, cx: &Context<'m>, l: LoopId, round: Need) -> Need {
        let facts = cx.facts.clone();
        let Some(x) = facts.loops.loops.get(l) else {
            return round;
        };
        let first = cx.function.blocks.get(x.header);
        let loc = first.map_or(cx.function.loc, |b| {
            b.insts.first().map_or(b.term_loc, |i| i.loc)
        });
        let place = findings::place(self.module, cx.id, loc);
        let counts = match self.loops.contains(&(cx.id, l)) {
            true => Vec::new(),
            false => self.counts(cx, l),
        };
        let mut counts: Vec<(BlockId, Amount, bool)> = (counts.into_iter())
            .map(|c| (c.inside, c.passes, c.stepped))
            .collect();
        let code = (cx.function, &*facts);
        let by_input =
            (self.input).and_then(|n| Some((input::behind_a_byte(self.module, code, l)?, n)));
        let bytes = |(inside, n): (BlockId, u64)| (inside, Amount::number(BigInt::from(n)), false);
        counts.extend(by_input.map(bytes));
        let mut times: Option<Amount> = None;
        for c in counts {
            let own = self.rounds_by(cx, l, c);
            times = Some(times.map_or(own.clone(), |t| t.min(&own)));
        }
        let all = times.as_ref().map(|t| t.most(&self.variables));
        let paid = self.standing_at(None, |s| s.paid_rounds(cx, l));
        let fewer = paid.filter(|p| match (&all, p.most(&self.variables)) {
            (Some(Some(n)), Some(p)) => p < *n,
            (Some(Some(_)), None) => false,
            _ => true,
        });
        if let Some(all) = fewer.and_then(|times| round.times(&times)) {
            return all;
        }
        let Some(times) = times else {
            self.lacks(
                Gap::UnboundedAllocation,
                place,
                "a loop that leaves blocks behind, and whose rounds have no bound",
            );
            return round;
        };
        match round.times(&times) {
            Some(all) => all,
            None => {
                self.lacks(
                    Gap::Limit,
                    place,
                    "the expression of the bound grows too large",
                );
                round
            }
        }
    }

    /// How often a loop goes round, of which one test lets a round pass to `inside` so
    /// many times.
    fn rounds_by(
        &mut self,
        cx: &Context<'m>,
        l: LoopId,
        (inside, passes, stepped): (BlockId, Amount, bool),
    ) -> Amount {
        let facts = cx.facts.clone();
        let Some(x) = facts.loops.loops.get(l) else {
            return passes.plus(&Amount::number(1));
        };
        // What stands before the test is done once more than the test passes.
        // A test at the end of a round comes too late for the first one.
        let behind = inside != x.header
            && x.blocks.iter().all(|b| {
                *b == x.header && self.quiet(cx, *b)
                    || facts.dom.dominates(inside, *b)
                    || self.quiet(cx, *b)
            });
        match behind {
            true => passes,
            // The first round moves the counter that the passes begin with.
            false if stepped => passes.max(&Amount::number(1)),
            false => passes.plus(&Amount::number(1)),
        }
    }
}
