//! `assume` of an assertion with permissions: they are said to be held, not given.
//!
//! Idea: `acc(x.f, p)` becomes the fact that `p`, with what earlier conjuncts say of the
//! same location, is at most what the heap holds there. Under a quantifier the same is
//! said of every location, with the amount as a term over the formal arguments (see
//! `iterated`), so different values of the variables must have different locations.
//! `let` and `unfolding` are evaluated around it.
//! Source: Viper's rewriting of `assume` to `inhale` of `perm` (Silver's
//! `InhalePermissions`). Cost: linear in the conjuncts before, one fact each.

use crate::closures::patterns;
use crate::engine::Engine;
use crate::error::Res;
use crate::heap::{Args, Place};
use crate::iterated::Part;
use crate::state::State;
use crate::wand_shapes::wand_access;
use ep_ivl::ast::{Access, BinOp, Binder, ExprId, ExprKind};
use ep_term::TermId;

/// Permission that an earlier conjunct says is held.
#[derive(Clone)]
pub struct Assumed {
    place: Place,
    /// The location, or the formal arguments.
    args: Args,
    amount: TermId,
    /// The amount is a term over the formal arguments.
    iterated: bool,
}

impl Engine<'_> {
    /// The assertion as a fact about what is held. Amounts to one location add up over
    /// the conjuncts.
    pub fn eval_assumed(
        &mut self,
        st: &State,
        e: ExprId,
        before: &mut Vec<Assumed>,
    ) -> Res<TermId> {
        let program = self.program;
        let expr = program.expr(e);
        match &expr.kind {
            ExprKind::Binary(BinOp::And, a, b) => {
                let x = self.eval_assumed(st, *a, before)?;
                let no = self.prover.pool.fls();
                self.eval_cond(st, x, &mut |v| v.eval_assumed(st, *b, before), &mut |_| {
                    Ok(no)
                })
            }
            ExprKind::Binary(BinOp::Implies, c, a) if program.expr(*a).impure => {
                let c = self.eval(st, *c)?;
                self.assumed_if(st, c, *a, before)
            }
            ExprKind::Cond(c, a, b) if expr.impure => {
                let c = self.eval(st, *c)?;
                let then = self.assumed_if(st, c, *a, before)?;
                let n = self.prover.pool.not(c);
                let otherwise = self.assumed_if(st, n, *b, before)?;
                Ok(self.prover.pool.and(then, otherwise))
            }
            ExprKind::Acc(access) => self.assumed_access(st, access, before),
            ExprKind::Wand(..) => self.assumed_access(st, &wand_access(e), before),
            ExprKind::Let(x, value, body) if expr.impure => {
                let t = self.eval(st, *value)?;
                let mut inner = st.clone();
                inner.store.set(*x, t);
                self.eval_assumed(&inner, *body, before)
            }
            ExprKind::Unfolding(access, body) if expr.impure => {
                self.unfolding_for(st, access, *body, e, &mut |v, inner| {
                    v.eval_assumed(inner, *body, before)
                })
            }
            ExprKind::Quantified(binder) if expr.impure => {
                self.assumed_iterated(st, binder, e, before)
            }
            _ if expr.impure => self.unsupported(
                "an assumption with permissions under this operator",
                expr.span,
            ),
            _ => self.eval(st, e),
        }
    }

    /// What is said only under a condition counts only under it.
    fn assumed_if(
        &mut self,
        st: &State,
        c: TermId,
        e: ExprId,
        before: &mut Vec<Assumed>,
    ) -> Res<TermId> {
        let from = before.len();
        let yes = self.prover.pool.tru();
        let t = self.eval_cond(st, c, &mut |v| v.eval_assumed(st, e, before), &mut |_| {
            Ok(yes)
        })?;
        for said in &mut before[from..] {
            said.amount = self.prover.pool.ite(c, said.amount, self.logic.none);
        }
        Ok(t)
    }

    fn assumed_access(
        &mut self,
        st: &State,
        access: &Access,
        before: &mut Vec<Assumed>,
    ) -> Res<TermId> {
        let (place, args) = self.resource(st, &access.resource)?;
        let amount = self.amount(st, access)?;
        let wanted = self.with_earlier(place, &args, amount, before);
        before.push(Assumed {
            place,
            args: args.clone(),
            amount,
            iterated: false,
        });
        let held = self.held(&st.heap, place, &args);
        Ok(self.prover.pool.real_le(wanted, held))
    }

    /// The amount with what earlier conjuncts say of the location.
    fn with_earlier(
        &mut self,
        place: Place,
        args: &[TermId],
        amount: TermId,
        before: &[Assumed],
    ) -> TermId {
        let mut all = amount;
        for said in before.iter().filter(|b| b.place == place) {
            let part = if said.iterated {
                self.at_location(said.amount, &said.args, args)
            } else {
                let same = self.same_args(&said.args, args);
                self.prover.pool.ite(same, said.amount, self.logic.none)
            };
            all = self.prover.pool.real_add(all, part);
        }
        all
    }

    fn assumed_iterated(
        &mut self,
        st: &State,
        binder: &Binder,
        e: ExprId,
        before: &mut Vec<Assumed>,
    ) -> Res<TermId> {
        let Some(parts) = self.parts_of(binder, true) else {
            let span = self.program.expr(e).span;
            return self.unsupported("permissions under this quantifier", span);
        };
        let mut all = self.prover.pool.tru();
        for part in &parts {
            let t = match part.impure {
                true => self.assumed_part(st, part, before)?,
                false => self.pure_part(st, part)?,
            };
            all = self.prover.pool.and(all, t);
        }
        Ok(all)
    }

    fn assumed_part(&mut self, st: &State, part: &Part, before: &mut Vec<Assumed>) -> Res<TermId> {
        let Some(spread) = self.spread(st, part)? else {
            return Ok(self.prover.pool.tru());
        };
        let share = self.share(st, &spread, part.leaf)?;
        let (place, formals) = (share.place, share.formals.clone());
        let wanted = self.with_earlier(place, &formals, share.amount, before);
        let held = self.held(&st.heap, place, &formals);
        let pool = &mut self.prover.pool;
        let enough = pool.real_le(wanted, held);
        let said = pool.implies(share.domain, enough);
        let ids: Vec<_> = formals.iter().filter_map(|&t| pool.as_var(t)).collect();
        let triggers = patterns(pool, &[share.domain, held], &ids);
        let fact = pool.forall(&ids, said, &triggers);
        before.push(Assumed {
            place,
            args: formals,
            amount: share.amount,
            iterated: true,
        });
        Ok(fact)
    }
}
