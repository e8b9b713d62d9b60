//! New inputs from one run: `ExpandExecution` of document 003, page 76.
//!
//! The path condition is built conjunct by conjunct; before a conjunct is
//! added, its negation is asked for under those before it. The slide gives a
//! child `bound := j`, which would flip condition `j` back when the child is
//! expanded; `j + 1` visits every path once.
//!
//! Two departures, for paths that are long: a site that was negated often in
//! one expansion is negated only at every power of two of its occurrences, and
//! a condition on which the solver gave up is replaced by the values that its
//! variables have (a recorded concretisation, counted by place).

use super::following::{Conjunct, Role, Site};
use super::trace::{Trace, Tracer};
use ep_base::hash;
use ep_machine::code::Op;
use ep_smt::{PathCondition, Side, Witness};
use ep_term::{TermId, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Instant;

/// A new input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Child {
    pub input: Vec<u8>,
    /// The first condition that its expansion negates.
    pub bound: usize,
    /// The condition that was negated.
    pub site: Site,
    /// What the input's path begins with.
    pub fingerprint: u64,
}

/// Whether an expansion goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goes {
    On,
    Stop,
}

/// How an expansion went.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Expansion {
    pub negated: u64,
    pub satisfiable: u64,
    pub unsatisfiable: u64,
    /// Conditions on which the solver gave up.
    pub unknown: u64,
    /// Left out because their site was negated often.
    pub skipped: u64,
    /// Where it stopped before the end.
    pub next: Option<usize>,
    /// Conditions replaced by the values of their variables, by site.
    pub fixed: BTreeMap<Site, u64>,
}

/// Negations of one site in one expansion that are all asked.
const OFTEN: u32 = 8;
/// Other values of a fixed term in one expansion, for the first times that a
/// site fixes one and for those after.
const VALUES: [u32; 2] = [16, 2];
const FIRST: u32 = 4;
/// Paths up to this length are expanded in full.
const SHORT: usize = 512;
/// Questions that a site may leave unanswered before it is no longer asked.
const PATIENCE: u32 = 2;

impl Tracer {
    /// The children of an input whose path is known, from condition `bound`
    /// on, each told to `each` when it is found.
    pub fn expand(
        &mut self,
        trace: &Trace,
        bound: usize,
        deadline: Option<Instant>,
        each: &mut dyn FnMut(Child) -> Goes,
    ) -> Expansion {
        let mut out = Expansion::default();
        let mut pc = self.initial_model(trace);
        let mut times: FxHashMap<(Site, bool), u32> = FxHashMap::default();
        let mut prefix = hash::START;
        let long = trace.conjuncts.len() > SHORT;
        self.machine.cx.smt.set_deadline(deadline);
        for (j, c) in trace.conjuncts.iter().enumerate() {
            let hard = self.hard.get(&c.site).copied().unwrap_or(0) >= PATIENCE;
            if j >= bound && c.role != Role::Assumed {
                if self.late(deadline) {
                    out.next = Some(j);
                    return out;
                }
                let n = times.entry((c.site, c.taken)).or_insert(0);
                *n += 1;
                let worth = !long || *n <= OFTEN || n.is_power_of_two() || self.leads_on(c);
                if hard || !worth {
                    out.skipped += 1;
                } else {
                    let other = step(prefix, c.site, c.role == Role::Fixed || !c.taken);
                    let most = VALUES[usize::from(*n > FIRST)];
                    for input in self.others(&pc, c, trace, most, &mut out) {
                        let child = Child {
                            input,
                            bound: j + 1,
                            site: c.site,
                            fingerprint: other,
                        };
                        if each(child) == Goes::Stop {
                            out.next = Some(j + 1);
                            return out;
                        }
                    }
                }
            }
            prefix = step(prefix, c.site, c.role == Role::Fixed || c.taken);
            let given_up = self.hard.get(&c.site).copied().unwrap_or(0) >= PATIENCE;
            let cx = &mut self.machine.cx;
            if given_up {
                *out.fixed.entry(c.site).or_insert(0) += 1;
                for v in cx.pool.vars(c.holds).to_vec() {
                    self.pin(&mut pc, trace, v);
                }
            } else {
                cx.smt
                    .assume(&mut cx.pool, &mut pc, c.holds, Witness::unchanged());
            }
        }
        out
    }

    fn late(&self, deadline: Option<Instant>) -> bool {
        self.machine.clock.cancel().is_cancelled() || deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// The empty condition with the input as its model.
    fn initial_model(&mut self, trace: &Trace) -> PathCondition {
        let mut pc = PathCondition::new();
        let byte = |i: usize| trace.input.get(i).copied().unwrap_or(0);
        let mut values: Vec<(VarId, u128)> = trace
            .bytes_of
            .iter()
            .map(|(v, b)| {
                let value = (0..b.count as usize)
                    .rev()
                    .fold(0u128, |x, i| x << 8 | u128::from(byte(b.at as usize + i)));
                (*v, value)
            })
            .collect();
        if let Some(v) = trace.length {
            values.push((v, trace.input.len() as u128));
        }
        self.machine
            .cx
            .smt
            .prefer(&mut pc, &Witness::from_bits(values));
        pc
    }

    fn pin(&mut self, pc: &mut PathCondition, trace: &Trace, v: VarId) {
        if !trace.bytes_of.contains_key(&v) && trace.length != Some(v) {
            return;
        }
        let cx = &mut self.machine.cx;
        let t = cx.pool.var_term(v);
        let w = cx.pool.width(t);
        let k = cx.pool.bv(w, pc.value(v));
        let is = cx.pool.eq(t, k);
        cx.smt.assume(&mut cx.pool, pc, is, Witness::unchanged());
    }

    /// Whether the other side of a branch leads to a block that no run has
    /// covered.
    fn leads_on(&self, c: &Conjunct) -> bool {
        let program = &self.machine.program;
        let code = &program.code[c.site.func.0 as usize];
        let (then, els) = match code.ops.get(c.site.ip as usize) {
            Some(Op::CmpBranch { then, els, .. } | Op::Branch { then, els, .. }) => (*then, *els),
            _ => return false,
        };
        let to = if c.taken { els } else { then };
        match code.ops.get(to as usize) {
            Some(Op::Block { block, .. }) => !self.covered[*block as usize],
            _ => false,
        }
    }

    /// Inputs on which the path is the same up to this condition, which they
    /// do not satisfy: one for a decision, one for each of some other values
    /// where a value was fixed.
    fn others(
        &mut self,
        pc: &PathCondition,
        c: &Conjunct,
        trace: &Trace,
        most: u32,
        out: &mut Expansion,
    ) -> Vec<Vec<u8>> {
        let not = self.machine.cx.pool.not(c.holds);
        let fixed = match c.role {
            Role::Fixed => self.fixed_term(c.holds),
            _ => None,
        };
        let Some(t) = fixed else {
            return self
                .negate(pc, c, not, trace, out)
                .map(|n| n.0)
                .into_iter()
                .collect();
        };
        let mut inputs = Vec::new();
        let mut cond = not;
        for _ in 0..most {
            let Some((input, w)) = self.negate(pc, c, cond, trace, out) else {
                break;
            };
            inputs.push(input);
            let cx = &mut self.machine.cx;
            let mut there = pc.clone();
            cx.smt.prefer(&mut there, &w);
            let value = cx.smt.eval(&cx.pool, &there, t);
            let k = cx.pool.bv(cx.pool.width(t), value);
            let ne = cx.pool.ne(t, k);
            cond = cx.pool.and(cond, ne);
        }
        inputs
    }

    /// The term that a condition fixes: it says `t == k`, for one or several
    /// constants.
    fn fixed_term(&self, holds: TermId) -> Option<TermId> {
        let pool = &self.machine.cx.pool;
        let args = pool.args(holds);
        match pool.op(holds) {
            ep_term::Op::Eq => args
                .iter()
                .copied()
                .find(|a| pool.as_bv(*a).is_none())
                .filter(|t| matches!(pool.sort(*t), ep_term::Sort::BitVec(_))),
            ep_term::Op::Or => args.first().and_then(|a| self.fixed_term(*a)),
            _ => None,
        }
    }

    /// An input on which the path is the same up to this condition, and `not`
    /// holds.
    fn negate(
        &mut self,
        pc: &PathCondition,
        c: &Conjunct,
        not: TermId,
        trace: &Trace,
        out: &mut Expansion,
    ) -> Option<(Vec<u8>, Witness)> {
        let cx = &mut self.machine.cx;
        // Only what the input decides can be changed.
        let ours = |v: &VarId| trace.bytes_of.contains_key(v) || trace.length == Some(*v);
        if !cx.pool.vars(c.holds).iter().any(ours) {
            return None;
        }
        out.negated += 1;
        let w = match cx.smt.feasible(&mut cx.pool, pc, not) {
            Side::Feasible(w) => w,
            Side::Infeasible => {
                out.unsatisfiable += 1;
                return None;
            }
            Side::Unknown(_) => {
                out.unknown += 1;
                *self.hard.entry(c.site).or_insert(0) += 1;
                return None;
            }
        };
        out.satisfiable += 1;
        let w = self.modest(pc, not, trace, w);
        let input = combine(trace, pc, &w);
        (input != trace.input).then_some((input, w))
    }

    /// The same with an input that is little longer, where that can be.
    fn modest(&mut self, pc: &PathCondition, not: TermId, trace: &Trace, w: Witness) -> Witness {
        let Some(length) = trace.length else { return w };
        let n = trace.input.len() as u128;
        let cx = &mut self.machine.cx;
        for room in [0u128, 4, 16, 64, 256, 1024, 8192] {
            if w.value(pc, length) <= n + room {
                return w;
            }
            let t = cx.pool.var_term(length);
            let most = cx.pool.bv(64, n + room);
            let short = cx.pool.ule(t, most);
            let both = cx.pool.and(not, short);
            if let Side::Feasible(w) = cx.smt.feasible(&mut cx.pool, pc, both) {
                return w;
            }
        }
        w
    }
}

/// `Combine(input, M)` of page 76.
fn combine(trace: &Trace, pc: &PathCondition, w: &Witness) -> Vec<u8> {
    let mut input = trace.input.clone();
    if let Some(length) = trace.length {
        let n = w.value(pc, length) as usize;
        input.resize(n, 0);
    }
    for (v, value) in w.bits() {
        let Some(b) = trace.bytes_of.get(v) else {
            continue;
        };
        let at = b.at as usize;
        let end = at + b.count as usize;
        if input.len() < end {
            if trace.length.is_some() {
                // The solver had no reason to keep what is cut off.
                continue;
            }
            input.resize(end, 0);
        }
        input[at..end].copy_from_slice(&value.to_le_bytes()[..b.count as usize]);
    }
    input
}

fn step(h: u64, site: Site, taken: bool) -> u64 {
    let mut h = h;
    let caller = site
        .caller
        .map_or(0, |(f, ip)| u64::from(f.0) << 32 | u64::from(ip));
    for x in [
        u64::from(site.func.0),
        u64::from(site.ip),
        caller,
        u64::from(taken),
    ] {
        h = hash::mix(h, x);
    }
    h
}

impl Trace {
    /// The fingerprint of the first `n` conditions: a child's path must have
    /// the one that it was predicted with.
    pub fn fingerprint(&self, n: usize) -> Option<u64> {
        let prefix = self.conjuncts.get(..n)?;
        Some(
            prefix
                .iter()
                .fold(hash::START, |h, c| step(h, c.site, c.taken)),
        )
    }
}
