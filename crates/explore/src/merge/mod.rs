//! Merging two states that are at the same place: one state for the inputs of
//! both.
//!
//! Idea: the states forked off a common ancestor, so their path conditions are
//! its condition with different rests. The first conjunct of the rests tells
//! them apart: it guards the values in which they differ, and the merged path
//! condition is the ancestor's with the disjunction of the rests, which is
//! nothing at all where both sides of a fork come together again. Registers
//! that are not read any more are not merged. Values become if-then-else
//! terms; where one of them is an address, a [`Value::Choice`] that is decided
//! only where it is used, so that addresses keep their objects. Source:
//! document 003, pages 85-88 (one formula for the unwound program); V.
//! Kuznetsov et al., "Efficient State Merging in Symbolic Execution", PLDI
//! 2012. Alternative: to keep both states, which is what happens when they
//! cannot be one (other objects, one freed, other assumptions). Cost: linear
//! in the registers and bytes that differ; equal chunks of memory are skipped
//! by their pointers.
//!
//! Imports `machine` alone and no other folder of the crate; `bmc`, the merging
//! variant of `forking` and, from outside, `bounds` import it.

mod extra;
mod fork;
mod goals;
mod loops;
mod memory;
mod queue;
mod rounds;
mod split;

pub use extra::{HasRounds, HasWay, Merges, Rounds, Way};
pub use fork::Fork;
pub(crate) use goals::merged as merged_goals;
pub use goals::{Goals, Owes};
pub use loops::{LoopAt, Phase};
pub use queue::{place, Place, Queue};
pub use rounds::{arrive, exit_test, Arrival, Bounds};

use ep_base::outcome::ErrorKind;
use ep_machine::contract::Contract;
use ep_machine::inputs::Asked;
use ep_machine::machine::Machine;
use ep_machine::memory::ledger::Ledger;
use ep_machine::state::{Frame, State};
use ep_machine::value::Value;
use ep_smt::{PathCondition, Witness};
use ep_term::TermId;
use memory::MergeMemory;
use split::Split;
use std::rc::Rc;

/// What is read after a place: per register of the function. `None` is all.
pub type Live<'a> = Option<&'a [bool]>;

/// Two states that cannot be one.
pub type Apart<D> = (Box<State<D>>, Box<State<D>>);

/// Merging two states that are at the same place.
pub trait Merge<D: Merges> {
    /// One state for both, or both again if they cannot be one. `live` says
    /// which registers of the innermost activation are read from here on.
    #[allow(clippy::result_large_err)]
    fn merge(
        &mut self,
        a: Box<State<D>>,
        b: Box<State<D>>,
        live: Live<'_>,
    ) -> Result<Box<State<D>>, Apart<D>>;
}

impl<D: Merges> Merge<D> for Machine<D> {
    #[allow(clippy::result_large_err)]
    fn merge(
        &mut self,
        mut a: Box<State<D>>,
        mut b: Box<State<D>>,
        live: Live<'_>,
    ) -> Result<Box<State<D>>, Apart<D>> {
        if !self.mergeable(&a, &b) {
            return Err((a, b));
        }
        let Some((pc, split, forks)) = self.merge_conditions(&a, &b) else {
            return Err((a, b));
        };
        // The model of the merged path is the model of one of the two.
        let mut out = Box::new((*a).clone());
        out.extra.way_mut().forks = forks;
        out.uninit_count = a.uninit_count.max(b.uninit_count);
        out.tried = a.tried.of_both(b.tried);
        a.uninit_count = out.uninit_count;
        b.uninit_count = out.uninit_count;
        if !self.merge_heaps(&mut out, &mut a, &mut b, split) {
            return Err((a, b));
        }
        self.merge_frames(&mut out, &a, &b, split, live);
        self.merge_inputs(&mut out, &a, &b, split);
        out.ledger = Ledger::merged(&a.ledger, &b.ledger, split.guard, &mut self.cx.pool);
        out.pc = pc;
        out.assumptions |= b.assumptions;
        out.depth = a.depth.max(b.depth);
        out.instructions = a.instructions.max(b.instructions);
        D::merged(self, &mut out, &a, &b, split.guard);
        out.uninit_count = out.uninit_count.max(a.uninit_count).max(b.uninit_count);
        Ok(out)
    }
}

/// What of them is merged one by one.
trait MergeParts<D: Merges> {
    fn mergeable(&self, a: &State<D>, b: &State<D>) -> bool;

    /// The common condition, what tells the states apart, and where the
    /// merged state forked off.
    #[allow(clippy::type_complexity)]
    fn merge_conditions(
        &mut self,
        a: &State<D>,
        b: &State<D>,
    ) -> Option<(PathCondition, Split, Option<Rc<Fork>>)>;

    fn merge_frames(
        &mut self,
        out: &mut State<D>,
        a: &State<D>,
        b: &State<D>,
        split: Split,
        live: Live<'_>,
    );

    fn merge_registers(
        &mut self,
        out: &mut State<D>,
        frame: &mut Frame<D>,
        x: &Frame<D>,
        y: &Frame<D>,
        split: Split,
        live: Live<'_>,
    );

    /// What was asked for in both, then what only the one or the other asked.
    fn merge_inputs(&mut self, out: &mut State<D>, a: &State<D>, b: &State<D>, split: Split);
}

impl<D: Merges> MergeParts<D> for Machine<D> {
    fn mergeable(&self, a: &State<D>, b: &State<D>) -> bool {
        a.exactness == b.exactness
            && D::alike(a, b)
            && a.stdin_at == b.stdin_at
            && a.allocation_decided == b.allocation_decided
            && Rc::ptr_eq(&a.initial_heap, &b.initial_heap)
            && a.replay.is_none()
            && b.replay.is_none()
            && same_frames(&a.top, &b.top)
            && self.heaps_mergeable(a, b)
            && (!self.options.checks.has(ErrorKind::Leak) || self.same_addresses(a, b))
    }

    #[allow(clippy::type_complexity)]
    fn merge_conditions(
        &mut self,
        a: &State<D>,
        b: &State<D>,
    ) -> Option<(PathCondition, Split, Option<Rc<Fork>>)> {
        let fork = Fork::common(a.extra.way().forks.as_ref(), b.extra.way().forks.as_ref());
        let (mut pc, up) = match &fork {
            Some(f) => (f.pc.clone(), f.up.clone()),
            None => (PathCondition::new(), None),
        };
        let (x, y) = (a.pc.behind(pc.len()), b.pc.behind(pc.len()));
        let same = x.iter().zip(&y).take_while(|(x, y)| x == y).count();
        let (first, second) = (*x.get(same)?, *y.get(same)?);
        let pool = &mut self.cx.pool;
        let (rest_x, rest_y) = (&x[same..], &y[same..]);
        let all = |pool: &mut ep_term::Pool, list: &[TermId]| {
            let mut t = pool.tru();
            for c in list {
                t = pool.and(t, *c);
            }
            t
        };
        let opposite = pool.is_complement(first, second);
        let (guard, either) = if opposite {
            let (p, q) = (all(pool, &rest_x[1..]), all(pool, &rest_y[1..]));
            (first, pool.ite(first, p, q))
        } else {
            let (p, q) = (all(pool, rest_x), all(pool, rest_y));
            (p, pool.or(p, q))
        };
        let model = if a.pc.has_model() { &a.pc } else { &b.pc };
        pc.adopt_model(model);
        let witness = || {
            if model.has_model() {
                Witness::unchanged()
            } else {
                Witness::missing()
            }
        };
        for c in &x[..same] {
            self.cx
                .smt
                .assume(&mut self.cx.pool, &mut pc, *c, witness());
        }
        if self.cx.pool.as_bool(either) != Some(true) {
            self.cx
                .smt
                .assume(&mut self.cx.pool, &mut pc, either, witness());
        }
        Some((pc, Split { guard }, up))
    }

    fn merge_frames(
        &mut self,
        out: &mut State<D>,
        a: &State<D>,
        b: &State<D>,
        split: Split,
        live: Live<'_>,
    ) {
        let mut frames = vec![(&a.top, &b.top)];
        loop {
            let (x, y) = frames[frames.len() - 1];
            match (&x.caller, &y.caller) {
                (Some(p), Some(q)) if !Rc::ptr_eq(p, q) => frames.push((p, q)),
                _ => break,
            }
        }
        let mut caller = frames[frames.len() - 1].0.caller.clone();
        for (i, (x, y)) in frames.iter().enumerate().rev() {
            let mut frame = (*x).clone();
            frame.caller = caller.take();
            let live = if i == 0 { live } else { None };
            self.merge_registers(out, &mut frame, x, y, split, live);
            for o in &y.allocas {
                if !frame.allocas.contains(o) {
                    frame.allocas.push(*o);
                }
            }
            frame.stack = self.merge_stacks(out, split.guard, &x.stack, &y.stack);
            let (rounds, other) = (frame.extra.rounds_mut(), y.extra.rounds());
            for (l, m) in rounds.loops.iter_mut().zip(&other.loops) {
                l.counted = l.counted.max(m.counted);
                l.test = l.test.max(m.test);
                l.entered |= m.entered;
            }
            rounds.entered_at = rounds.entered_at.max(other.entered_at);
            if i == 0 {
                out.top = frame;
                return;
            }
            caller = Some(Rc::new(frame));
        }
    }

    fn merge_registers(
        &mut self,
        out: &mut State<D>,
        frame: &mut Frame<D>,
        x: &Frame<D>,
        y: &Frame<D>,
        split: Split,
        live: Live<'_>,
    ) {
        let program = self.program.clone();
        let function = program.function(x.func);
        for (i, (p, q)) in x.regs.iter().zip(&y.regs).enumerate() {
            if p == q {
                continue;
            }
            if live.is_some_and(|l| l.get(i) == Some(&false)) {
                frame.regs[i] = Value::Undef;
                continue;
            }
            let width = match function.regs.get(ep_ir::Reg(i as u32)) {
                Some(t) => program.bits(*t),
                None => program.ptr_bits,
            };
            frame.regs[i] = self.either(out, split.guard, *p, *q, width);
        }
    }

    fn merge_inputs(&mut self, out: &mut State<D>, a: &State<D>, b: &State<D>, split: Split) {
        if a.inputs.same(&b.inputs) {
            return;
        }
        let (x, y) = (a.inputs.asked(), b.inputs.asked());
        let same = x
            .iter()
            .zip(&y)
            .take_while(|(p, q)| {
                Rc::ptr_eq(&p.input, &q.input)
                    && p.when == q.when
                    && p.named == q.named
                    && p.length == q.length
            })
            .count();
        let not = self.cx.pool.not(split.guard);
        let mut merged = a.inputs.clone();
        merged.truncate(same);
        for (rest, guard) in [(&x[same..], split.guard), (&y[same..], not)] {
            for i in rest {
                let when = match i.when {
                    Some(w) => self.cx.pool.and(guard, w),
                    None => guard,
                };
                merged.push_asked(Asked {
                    when: Some(when),
                    ..(*i).clone()
                });
            }
        }
        out.inputs = merged;
    }
}

/// The same activations at the same places, with the same arguments beyond
/// the named ones.
fn same_frames<D: Merges>(a: &Frame<D>, b: &Frame<D>) -> bool {
    let (mut a, mut b) = (a, b);
    loop {
        let (p, q) = (&a.extra.rounds().loops, &b.extra.rounds().loops);
        let same = a.func == b.func
            && a.ip == b.ip
            && a.regs.len() == b.regs.len()
            && a.varargs == b.varargs
            && a.in_registers == b.in_registers
            && a.stack.mergeable(&b.stack)
            && Contract::mergeable(&a.contract, &b.contract)
            && p.len() == q.len()
            && p.iter()
                .zip(q)
                .all(|(l, m)| (l.id, l.round, l.phase) == (m.id, m.round, m.phase));
        if !same {
            return false;
        }
        match (&a.caller, &b.caller) {
            (None, None) => return true,
            (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return true,
            (Some(x), Some(y)) => (a, b) = (x, y),
            _ => return false,
        }
    }
}
