//! The query pipeline: a chain of stages, cheapest first.
//!
//! Idea: nearly all questions of an explorer are answered without a solver. The
//! stages are those of [`Stage::ALL`](crate::Stage::ALL), asked in that order
//! until one has an answer; behind the path's model, only the components that
//! share variables with the question count (slicing).
//!
//! Every model is evaluated against the slice before it is believed.
//! Source: KLEE's solver chain (OSDI 2008). Cost: stages 1 to 3 take well under
//! a microsecond; see `examples/streams.rs` for figures.

use crate::answer::{Branch, Patched, Side, Witness};
use crate::blast::BitBlaster;
use crate::cache::{Cache, Known};
use crate::domain::{byte_width, ByteSet, Tables};
use crate::log::QueryLog;
use crate::narrow::Narrower;
use crate::order::{Order, OrderGraph};
use crate::path::{Component, PathCondition};
use crate::ranges::RangeTables;
use crate::sat::{GaveUp, SatAnswer, SatLimits};
use crate::scan::Globals;
use crate::stage::{Part, Stage};
use crate::sweeps::Sweeps;
use crate::z3::Z3;
use crate::{SmtOptions, SmtStats};
use ep_base::{Cancel, Diagnostic};
use ep_term::{Assignment, Evaluator, Op, Pool, TermId, Value, VarId};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Values of a byte's domain that are tried before a solver.
const DOMAIN_VALUES: usize = 4;

/// How long after the deadline solvers are still asked: for the inputs of what
/// was found before.
const AFTER_THE_END: Duration = Duration::from_millis(300);

/// Answers questions about paths. One worker owns one pipeline and uses it with
/// one [`Pool`]: answers are remembered by the pool's ids.
pub struct Pipeline {
    pub(crate) options: SmtOptions,
    pub(crate) stats: SmtStats,
    pub(crate) tables: Tables,
    pub(crate) ranges: RangeTables,
    deadline: Option<Instant>,
    pub(crate) evaluator: Evaluator,
    pub(crate) blaster: BitBlaster,
    pub(crate) cache: Cache,
    pub(crate) globals: Globals,
    pub(crate) log: Option<QueryLog>,
    pub(crate) defect: Option<Diagnostic>,
    pub(crate) order: OrderGraph,
    narrower: Narrower,
    pub(crate) sweeps: Sweeps,
    pub(crate) z3: Z3,
    /// Asked by cross-checking only.
    pub(crate) judge: Z3,
}

/// A question on its way through the stages, with what they worked out.
pub(crate) struct Question<'a> {
    pub pc: &'a PathCondition,
    pub cond: TermId,
    /// The side that the path's model takes.
    taken: Option<bool>,
    /// What it depends on; empty before [`Stage::Opposite`].
    pub slice: Slice,
    /// Under which its answer is remembered.
    key: Vec<TermId>,
    /// The slice and the condition, for solvers.
    pub query: Vec<TermId>,
    /// Why the bit-blaster has no answer.
    pub gave_up: Option<GaveUp>,
}

impl<'a> Question<'a> {
    /// Nobody has looked at it.
    pub fn new(pc: &'a PathCondition, cond: TermId, taken: Option<bool>) -> Question<'a> {
        Question {
            pc,
            cond,
            taken,
            slice: Slice::default(),
            key: Vec::new(),
            query: Vec::new(),
            gave_up: None,
        }
    }
}

/// What a question is about: conjuncts of the path and their variables.
#[derive(Default)]
pub(crate) struct Slice {
    pub conjuncts: Vec<TermId>,
    /// Sorted, with the question's.
    pub vars: Vec<VarId>,
}

impl Pipeline {
    /// A pipeline without memory.
    pub fn new(options: SmtOptions) -> Self {
        let log = options.log_dir.clone().map(QueryLog::new);
        Pipeline {
            options,
            stats: SmtStats::default(),
            tables: Tables::default(),
            ranges: RangeTables::default(),
            deadline: None,
            evaluator: Evaluator::new(),
            blaster: BitBlaster::default(),
            cache: Cache::default(),
            globals: Globals::default(),
            log,
            defect: None,
            order: OrderGraph::default(),
            narrower: Narrower::default(),
            sweeps: Sweeps::default(),
            z3: Z3::new(),
            judge: Z3::new(),
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> &SmtStats {
        &self.stats
    }

    /// The moment after which no query may run: the end of the whole run.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Queries end when the run is cancelled.
    pub fn set_cancel(&mut self, cancel: &Cancel) {
        self.blaster.cancel = cancel.clone();
        self.z3.set_cancel(cancel);
        self.judge.set_cancel(cancel);
    }

    /// How much one query may cost from here on: conflicts, and the wall
    /// clock behind them. Returns what it was.
    pub fn set_effort(&mut self, resources: u64, timeout: Duration) -> (u64, Duration) {
        let o = &mut self.options;
        (
            std::mem::replace(&mut o.query_resources, resources),
            std::mem::replace(&mut o.query_timeout, timeout),
        )
    }

    /// The run is over; what little is asked after its end has been asked too.
    pub(crate) fn over(&self) -> bool {
        let end = self.deadline.and_then(|d| d.checked_add(AFTER_THE_END));
        end.is_some_and(|d| Instant::now() >= d)
    }

    /// The wall clock that one query has.
    pub(crate) fn time_left(&self) -> Duration {
        let limit = self.options.query_timeout;
        match self.deadline {
            Some(d) => limit.min(
                d.saturating_duration_since(Instant::now())
                    .max(Duration::from_millis(20)),
            ),
            None => limit,
        }
    }

    /// The first contradiction between two stages that cross-checking found, or
    /// the first failure of the query log: the run must end with its exit code.
    pub fn defect(&self) -> Option<Diagnostic> {
        if self.defect.is_some() {
            return self.defect.clone();
        }
        let failure = self.log.as_ref()?.failure.as_ref()?;
        Some(Diagnostic::surroundings(failure.clone()))
    }

    /// Which sides of a branch on `cond` the path can take. The path itself is
    /// satisfiable by invariant.
    pub fn branch(&mut self, pool: &mut Pool, pc: &PathCondition, cond: TermId) -> Branch {
        let opposite = pool.not(cond);
        let taken = self.taken(pool, pc, cond);
        let then = self.ask(pool, pc, cond, taken);
        let els = self.ask(pool, pc, opposite, taken.map(|t| !t));
        Branch { then, els }
    }

    /// Whether the path can go on under `cond`.
    pub fn feasible(&mut self, pool: &mut Pool, pc: &PathCondition, cond: TermId) -> Side {
        let taken = self.taken(pool, pc, cond);
        self.ask(pool, pc, cond, taken)
    }

    /// Which of some pairwise exclusive conditions the path can take.
    pub fn switch(&mut self, pool: &mut Pool, pc: &PathCondition, conds: &[TermId]) -> Vec<Side> {
        let mut found = false;
        conds
            .iter()
            .map(|&cond| {
                // They exclude each other: after the one that the model takes,
                // the model need not be asked again.
                let taken = if found {
                    Some(false)
                } else {
                    self.taken(pool, pc, cond)
                };
                found |= taken == Some(true);
                self.ask(pool, pc, cond, taken)
            })
            .collect()
    }

    /// The side that the path's model takes, where asking it is allowed and is
    /// not done better by byte domains.
    pub(crate) fn taken(&mut self, pool: &Pool, pc: &PathCondition, cond: TermId) -> Option<bool> {
        if !self.options.has(Part::Models) || !pc.has_model() || pool.as_bool(cond).is_some() {
            return None;
        }
        if self.options.has(Part::ByteDomains) {
            if let &[v] = pool.vars(cond) {
                if byte_width(pool, v).is_some() {
                    return None;
                }
            }
        }
        let bits = self.evaluator.eval_bits(pool, cond, pc)?;
        Some(bits == 1)
    }

    fn ask(
        &mut self,
        pool: &mut Pool,
        pc: &PathCondition,
        cond: TermId,
        taken: Option<bool>,
    ) -> Side {
        self.answer(pool, &mut Question::new(pc, cond, taken)).0
    }

    /// The answer, and whose it is.
    pub(crate) fn answer(&mut self, pool: &mut Pool, q: &mut Question<'_>) -> (Side, Stage) {
        self.stats.queries += 1;
        let (mut side, stage) = self.decide(pool, q);
        if self.options.cross_check {
            self.cross_check_side(pool, q.pc, q.cond, &mut side);
        }
        if side.is_unknown() {
            self.stats.unknown += 1;
        } else {
            self.stats.answered.add(stage);
        }
        (side, stage)
    }

    /// The answer of the first stage that has one.
    fn decide(&mut self, pool: &mut Pool, q: &mut Question<'_>) -> (Side, Stage) {
        for stage in Stage::ALL {
            if stage.part().is_some_and(|p| !self.options.has(p)) {
                continue;
            }
            if let Some(side) = self.by_stage(stage, pool, q) {
                if stage.is_costly() {
                    self.remember(q, &side);
                }
                return (side, stage);
            }
        }
        (Side::Unknown("no stage has an answer".into()), Stage::Z3)
    }

    /// What one stage says; `None` leaves the question to the next.
    fn by_stage(&mut self, stage: Stage, pool: &mut Pool, q: &mut Question<'_>) -> Option<Side> {
        match stage {
            Stage::Constants => match pool.as_bool(q.cond) {
                Some(true) if q.pc.has_model() => Some(Side::Feasible(Witness::unchanged())),
                Some(false) => Some(Side::Infeasible),
                _ => None,
            },
            Stage::ByteDomains => self.by_domain(pool, q.pc, q.cond),
            Stage::Model => (q.taken == Some(true)).then(|| Side::Feasible(Witness::unchanged())),
            Stage::Ranges => self.by_range(pool, q.pc, q.cond),
            Stage::Opposite => {
                q.slice = self.slice(pool, q.pc, q.cond);
                let opposite = pool.not(q.cond);
                let said = q.slice.conjuncts.contains(&opposite);
                said.then_some(Side::Infeasible)
            }
            Stage::Cache => self.by_cache(q),
            Stage::RecentModels => self.by_models(pool, q).map(Side::Feasible),
            Stage::OrderGraph => {
                q.ready();
                self.by_order(pool, q)
            }
            Stage::Circuit => {
                q.ready();
                self.by_circuit(pool, q)
            }
            Stage::Values => self.by_values(pool, q),
            Stage::Z3 => Some(self.by_z3(pool, q)),
        }
    }

    /// Conditions on one byte. `None` when the answer needs more.
    fn by_domain(&mut self, pool: &Pool, pc: &PathCondition, cond: TermId) -> Option<Side> {
        let (v, width, table) = self.tables.table(pool, cond)?;
        let component = pc.component(v);
        let before = component
            .and_then(|c| c.domain(v).copied())
            .unwrap_or_else(|| ByteSet::full(width));
        let left = before.and(table);
        let Some(first) = left.first() else {
            return Some(Side::Infeasible);
        };
        if !pc.has_model() {
            return None;
        }
        let current = pc.value(v);
        if left.contains(current) && (self.options.has(Part::Models) || component.is_none()) {
            return Some(Side::Feasible(Witness::unchanged()));
        }
        if component.is_some_and(|c| !c.pure) {
            return None;
        }
        let mut witness = Witness::unchanged();
        witness.bits.push((v, first));
        Some(Side::Feasible(witness))
    }

    /// Conditions on one wide variable against constants. `None` when the
    /// answer needs more.
    fn by_range(&mut self, pool: &Pool, pc: &PathCondition, cond: TermId) -> Option<Side> {
        let (v, set) = self.ranges.set(pool, cond)?;
        let component = pc.component(v);
        let left = match component {
            None => (*set).clone(),
            Some(c) => match &c.ranges {
                Some((of, before)) if *of == v => before.and(&set),
                _ => return None,
            },
        };
        let Some(first) = left.first() else {
            return Some(Side::Infeasible);
        };
        if !pc.has_model() || component.is_some_and(|c| !c.ranged) {
            return None;
        }
        let mut witness = Witness::unchanged();
        if !left.contains(pc.value(v)) {
            witness.bits.push((v, first));
        }
        Some(Side::Feasible(witness))
    }

    /// The conjuncts that the question depends on.
    pub(crate) fn slice(&mut self, pool: &Pool, pc: &PathCondition, cond: TermId) -> Slice {
        let vars = pool.vars(cond);
        let whole = !self.options.has(Part::Slicing)
            || !pc.has_model()
            || self.globals.is_global(pool, cond);
        if !whole {
            let components = pc.components(vars);
            if !components.iter().any(|c| c.global) {
                let mut slice = Slice {
                    conjuncts: Vec::new(),
                    vars: vars.to_vec(),
                };
                for c in components {
                    slice.conjuncts.extend_from_slice(&c.conjuncts);
                    slice.vars.extend_from_slice(&c.vars);
                }
                slice.vars.sort_unstable();
                slice.vars.dedup();
                return slice;
            }
        }
        let conjuncts: Vec<TermId> = pc.conjuncts().collect();
        let mut all = vars.to_vec();
        for &c in &conjuncts {
            all.extend_from_slice(pool.vars(c));
        }
        all.sort_unstable();
        all.dedup();
        Slice {
            conjuncts,
            vars: all,
        }
    }

    fn by_cache(&mut self, q: &mut Question<'_>) -> Option<Side> {
        q.key.extend_from_slice(&q.slice.conjuncts);
        q.key.push(q.cond);
        q.key.sort_unstable();
        q.key.dedup();
        match self.cache.get(&q.key)? {
            Known::Unsat => Some(Side::Infeasible),
            Known::Sat(model) => Some(Side::Feasible(difference(q.pc, model))),
        }
    }

    fn by_models(&mut self, pool: &Pool, q: &Question<'_>) -> Option<Witness> {
        if !q.pc.has_model() {
            return None;
        }
        let recent = self.by_recent_model(pool, q.pc, q.cond, &q.slice);
        if recent.is_none() && self.options.has(Part::ByteDomains) {
            return self.by_domain_values(pool, q.pc, q.cond, &q.slice);
        }
        recent
    }

    /// Keeps an answer for later questions.
    fn remember(&mut self, q: &mut Question<'_>, side: &Side) {
        let cached = self.options.has(Part::Cache);
        match side {
            Side::Feasible(witness) => {
                let full = complete(q.pc, witness, &q.slice);
                if self.options.has(Part::Models) {
                    self.cache.remember(full.clone());
                }
                if cached {
                    self.cache.put(std::mem::take(&mut q.key), Known::Sat(full));
                }
            }
            Side::Infeasible if cached => {
                self.cache.put(std::mem::take(&mut q.key), Known::Unsat);
            }
            _ => {}
        }
    }

    fn by_recent_model(
        &mut self,
        pool: &Pool,
        pc: &PathCondition,
        cond: TermId,
        slice: &Slice,
    ) -> Option<Witness> {
        for i in 0..self.cache.recent().len() {
            let model = &self.cache.recent()[i];
            if model.others.is_some() {
                continue;
            }
            let mut witness = Witness::unchanged();
            for &(v, value) in model.bits.iter() {
                if slice.vars.binary_search(&v).is_ok() && pc.value(v) != value {
                    witness.bits.push((v, value));
                }
            }
            // Without a difference this is the path's model, which was asked.
            if !witness.bits.is_empty() && self.holds(pool, pc, cond, slice, &witness) {
                return Some(witness);
            }
        }
        None
    }

    /// For a byte that other conjuncts tie to more variables: a few values of its
    /// domain in the path's model.
    fn by_domain_values(
        &mut self,
        pool: &Pool,
        pc: &PathCondition,
        cond: TermId,
        slice: &Slice,
    ) -> Option<Witness> {
        let (v, width, table) = self.tables.table(pool, cond)?;
        let before = pc.component(v).and_then(|c| c.domain(v).copied());
        let mut left = before.unwrap_or_else(|| ByteSet::full(width)).and(table);
        for _ in 0..DOMAIN_VALUES {
            let value = left.first()?;
            left.0[value as usize / 64] &= !(1 << (value % 64));
            let mut witness = Witness::unchanged();
            witness.bits.push((v, value));
            if self.holds(pool, pc, cond, slice, &witness) {
                return Some(witness);
            }
        }
        None
    }

    /// Whether the witness satisfies the question and its slice, by evaluation.
    fn holds(
        &mut self,
        pool: &Pool,
        pc: &PathCondition,
        cond: TermId,
        slice: &Slice,
        witness: &Witness,
    ) -> bool {
        let at = Patched { pc, patch: witness };
        self.evaluator.eval_bits(pool, cond, &at) == Some(1)
            && slice
                .conjuncts
                .iter()
                .all(|&c| self.evaluator.continue_bits(pool, c, &at) == Some(1))
    }

    fn by_circuit(&mut self, pool: &mut Pool, q: &mut Question<'_>) -> Option<Side> {
        if self.over() {
            return Some(Side::Unknown("the time limit was reached".into()));
        }
        let start = Instant::now();
        let limits = SatLimits {
            conflicts: self.options.query_resources,
            deadline: start.checked_add(self.time_left()),
            cancel: self.blaster.cancel.clone(),
        };
        let narrowed = match self.options.has(Part::Narrowing) {
            true => self.narrower.narrow(pool, &q.query, &q.slice.vars),
            false => None,
        };
        let asked = narrowed.as_ref().map_or(&q.query, |n| &n.query);
        let answer = self.blaster.solve(pool, asked, &limits);
        self.stats.narrowed += u64::from(narrowed.is_some());
        self.stats.sat_time += start.elapsed();
        self.stats.conflicts = self.blaster.conflicts();
        self.stats.rebuilds = self.blaster.rebuilds;
        self.stats.sat_calls += u64::from(answer.is_ok());
        match answer {
            Ok(SatAnswer::Unsat) => {
                self.note(pool, &q.query, "bit-blaster", "unsat");
                Some(Side::Infeasible)
            }
            Ok(SatAnswer::Sat) => {
                self.note(pool, &q.query, "bit-blaster", "sat");
                let mut witness = Witness::unchanged();
                for &v in &q.slice.vars {
                    let of = |v| self.blaster.value(pool, v);
                    let lifted = narrowed.as_ref().and_then(|n| n.value(v, of));
                    let value = lifted.unwrap_or_else(|| of(v));
                    if value != q.pc.value(v) {
                        witness.bits.push((v, value));
                    }
                }
                Some(self.believe(pool, q.pc, q.cond, &q.slice, witness))
            }
            Ok(SatAnswer::Unknown(why)) => {
                self.note(pool, &q.query, "bit-blaster", &why.to_string());
                q.gave_up = Some(why);
                None
            }
            Err(unsupported) => {
                q.gave_up = Some(GaveUp::Unsupported(unsupported.0));
                None
            }
        }
    }

    fn by_order(&mut self, pool: &Pool, q: &Question<'_>) -> Option<Side> {
        match self.order.decide(pool, &q.query) {
            Order::Contradiction => Some(Side::Infeasible),
            Order::Open => None,
            Order::Candidate(bits) => {
                let mut witness = Witness::unchanged();
                let changed = bits.into_iter().filter(|&(v, b)| q.pc.value(v) != b);
                witness.bits.extend(changed);
                // Conjuncts that the graph left out may deny the candidate.
                self.holds(pool, q.pc, q.cond, &q.slice, &witness)
                    .then_some(Side::Feasible(witness))
            }
        }
    }

    /// A model is an answer only after evaluation.
    pub(crate) fn believe(
        &mut self,
        pool: &Pool,
        pc: &PathCondition,
        cond: TermId,
        slice: &Slice,
        witness: Witness,
    ) -> Side {
        if self.holds(pool, pc, cond, slice, &witness) {
            Side::Feasible(witness)
        } else {
            self.stats.bad_models += 1;
            Side::Unknown("the solver's model could not be confirmed by evaluation".into())
        }
    }

    pub(crate) fn note(&mut self, pool: &Pool, query: &[TermId], by: &str, answer: &str) {
        if let Some(log) = &mut self.log {
            log.write(pool, query, by, answer);
        }
    }

    /// Takes over the model of a witness without a new conjunct: the path's
    /// values are then those that were asked for.
    pub fn prefer(&mut self, pc: &mut PathCondition, witness: &Witness) {
        pc.set_values(&witness.bits, witness.others.as_ref());
    }

    /// Adds a conjunct to the path and takes over the model. A witness that does
    /// not satisfy the condition (for a side that was unknown) is replaced when
    /// one can be found; otherwise the path goes on without a model, and later
    /// questions concern all of it.
    pub fn assume(
        &mut self,
        pool: &mut Pool,
        pc: &mut PathCondition,
        cond: TermId,
        witness: Witness,
    ) {
        if pool.as_bool(cond) == Some(true) && pc.has_model() {
            return;
        }
        let mut witness = witness;
        if witness.missing {
            pc.set_adrift();
        }
        if pc.has_model() {
            let at = Patched {
                pc,
                patch: &witness,
            };
            if self.evaluator.eval_bits(pool, cond, &at) != Some(1) {
                match self.feasible(pool, pc, cond) {
                    Side::Feasible(w) => witness = w,
                    _ => {
                        witness = Witness::unchanged();
                        pc.set_adrift();
                    }
                }
            }
        }
        pc.set_values(&witness.bits, witness.others.as_ref());
        pc.push(cond);
        let mut parts = vec![cond];
        while let Some(part) = parts.pop() {
            if pool.op(part) == Op::And {
                parts.extend_from_slice(pool.args(part));
            } else {
                self.add_part(pool, pc, part);
            }
        }
    }

    fn add_part(&mut self, pool: &Pool, pc: &mut PathCondition, part: TermId) {
        let vars = pool.vars(part);
        if vars.is_empty() {
            return;
        }
        let table = if self.options.has(Part::ByteDomains) {
            self.tables.table(pool, part)
        } else {
            None
        };
        let old = pc.components(vars);
        if let [only] = old[..] {
            if only.conjuncts.contains(&part) {
                return;
            }
        }
        let mut merged = match old.split_first() {
            None => Component {
                vars: Vec::new(),
                conjuncts: Vec::new(),
                domains: Vec::new(),
                pure: true,
                ranges: None,
                ranged: true,
                global: false,
            },
            Some((first, rest)) => {
                let mut merged = (***first).clone();
                for c in rest {
                    merged.pure = false;
                    merged.ranged = false;
                    // One variable's ranges stay known; the others' do not.
                    if merged.ranges.is_none() {
                        merged.ranges.clone_from(&c.ranges);
                    }
                    merged.global |= c.global;
                    merged.vars.extend_from_slice(&c.vars);
                    merged.conjuncts.extend_from_slice(&c.conjuncts);
                    merged.domains.extend_from_slice(&c.domains);
                }
                merged
            }
        };
        merged.add(part, vars);
        merged.domains.sort_unstable_by_key(|d| d.0);
        merged.pure &= table.is_some();
        let range = self
            .options
            .has(Part::Order)
            .then(|| self.ranges.set(pool, part))
            .flatten();
        merged.ranged &= range.is_some();
        if let Some((v, set)) = range {
            match &mut merged.ranges {
                None => merged.ranges = Some((v, set)),
                Some((of, before)) if *of == v => *before = Rc::new(before.and(&set)),
                Some(_) => {}
            }
            if merged.ranges.as_ref().is_some_and(|r| !r.1.is_small()) {
                merged.ranges = None;
                merged.ranged = false;
            }
        }
        merged.global |= self.globals.is_global(pool, part);
        if let Some((v, width, table)) = table {
            match merged.domains.binary_search_by_key(&v, |d| d.0) {
                Ok(i) => merged.domains[i].1 = merged.domains[i].1.and(table),
                Err(i) => {
                    let left = ByteSet::full(width).and(table);
                    merged.domains.reserve_exact(1);
                    merged.domains.insert(i, (v, left));
                }
            }
        }
        pc.set_component(Rc::new(merged));
    }

    /// The bits of a term of sort Bool, BitVec or Float under the path's model.
    pub fn eval(&mut self, pool: &Pool, pc: &PathCondition, t: TermId) -> u128 {
        self.evaluator.eval_bv(pool, t, pc)
    }

    /// The value of a term of any sort under the path's model, where it has one.
    pub fn eval_value(&mut self, pool: &Pool, pc: &PathCondition, t: TermId) -> Option<Value> {
        self.evaluator.eval(pool, t, pc)
    }
}

impl Question<'_> {
    /// Makes the query for solvers.
    fn ready(&mut self) {
        if self.query.is_empty() {
            self.query.clone_from(&self.slice.conjuncts);
            self.query.push(self.cond);
        }
    }
}

/// The values of a model that differ from the path's.
fn difference(pc: &PathCondition, model: &Witness) -> Witness {
    Witness {
        bits: model
            .bits
            .iter()
            .copied()
            .filter(|&(v, value)| pc.value(v) != value)
            .collect(),
        others: model.others.clone(),
        ..Witness::default()
    }
}

/// The values of all variables of the slice under the witness.
fn complete(pc: &PathCondition, witness: &Witness, slice: &Slice) -> Witness {
    let at = Patched { pc, patch: witness };
    Witness {
        bits: slice.vars.iter().map(|&v| (v, at.value(v))).collect(),
        others: witness.others.clone(),
        ..Witness::default()
    }
}
