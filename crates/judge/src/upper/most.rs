//! How often transitions fire that make the greatest of several functions fall.
//!
//! Idea: let M be the greatest of the functions of the location where a path is. If each
//! function after a transition is at most some function before it, M does not grow; if
//! each is at least 1 less than some function before it, M falls by at least 1. With M
//! at least 1 before each strict firing (one function that is says so) and at most B when
//! the part is entered, the n-th strict firing has `1 <= M <= B - (n - 1)`, so there are
//! at most `max(0, B)`. Source: Ben-Amram and Lee, "Ranking functions for size-change
//! termination II", LMCS 2009, where a maximum of variables is one of the ranking
//! functions; the proof above is self-contained.

use super::count::Weighed;
use super::Upper;
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::system::Transition;
use crate::text::{Args, View};

impl Upper<'_> {
    pub(super) fn most(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let (at, depth) = self.levels(&mut args)?;
        let m = &self.cx.meter;
        let one = Poly::int(1);
        let (inside, weights) = self.members(&mut args, &mut |e, t, arm, strict, a| {
            let named = |loc: Sym| {
                at.get(&loc).ok_or_else(|| {
                    let loc = self.cx.name(loc);
                    e.refuse(format!("`{loc}` has no functions (at …)"))
                })
            };
            let here = named(t.source)?;
            // Where the run ends, nothing is left to fall.
            if let Some(arm) = arm.and_then(|j| t.arms.get(j)) {
                for g in named(arm.target)? {
                    let after = g.subst(&arm.update, m)?;
                    self.below(t, here, a, &mut |f| {
                        let fall = f.minus(&after, m)?;
                        match strict {
                            true => fall.minus(&one, m),
                            false => Ok(fall),
                        }
                    })?;
                }
            }
            if strict {
                self.below(t, here, a, &mut |f| f.minus(&one, m))?;
            }
            Ok(one.clone())
        })?;
        let todo = self.leading_in(&inside);
        let sum = self.entered_by_all(v, args, (&at, depth), todo, &Ok)?;
        Ok((weights, sum))
    }

    /// `(N PROOF)`: what is awaited of the function with this number holds.
    fn below(
        &self,
        t: &Transition,
        here: &[Poly],
        args: &mut Args,
        goal: &mut dyn FnMut(&Poly) -> Checked<Poly>,
    ) -> Checked<()> {
        let shown = args.need("a function with a proof")?;
        let mut a = shown.list("(N PROOF)")?;
        let number = a.need("the number of a function")?;
        let f = here.get(self.cx.read_index(number, "the number of a function")?);
        let Some(f) = f else {
            return Err(number.refuse("no function of this location has this number"));
        };
        self.show(a.need("a proof")?, t, goal(f)?)?;
        a.done()
    }
}
