//! The paths of a procedure, forward or backward.
//!
//! Idea: depth first over the configurations of [`crate::machine`]; at a fork
//! the solver says which transitions the path can take. Forward execution asks
//! about `bθ`, unfolding about `b` pulled back through the trace; both ask the
//! same kind of question over the initial state, so both see the same paths.
//! What the solver does not decide is taken and marked.
//!
//! Cost: per fork two questions, most of them answered by the path's own model.

use crate::backward::{self, Backward, From, Trace};
use crate::equivalence::Comparison;
use crate::eval::State;
use crate::expr::{ExprId, Exprs};
use crate::forward::Forward;
use crate::infix;
use crate::lang::{ProcId, Program};
use crate::lower::{Lowering, Present};
use crate::machine::{Config, Next, Outcome, Truth, Why, World};
use ep_smt::{Answer, PathCondition, Pipeline, Side, SmtOptions, Witness};
use ep_term::{Pool, TermId};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Which way conditions are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Substitution and path condition on the fly.
    Forward,
    /// Traces and weakest preconditions.
    Backward,
    /// Both, compared by solver.
    Both,
}

/// What limits the search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Choices on one path that both ways were possible.
    pub depth: u32,
    /// Paths.
    pub paths: usize,
    /// Transitions on one path between two choices.
    pub steps: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: 20,
            paths: 1000,
            steps: 200_000,
            deadline: None,
        }
    }
}

/// A choice on a path.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its source line.
    pub line: u32,
    /// The procedure of that line.
    pub proc: Option<ProcId>,
    /// What was chosen.
    pub why: Why,
    /// Which transition.
    pub taken: bool,
    /// The condition that was taken, over the initial state.
    pub cond: ExprId,
}

/// A path.
pub struct Path {
    /// The choices that both ways were possible.
    pub decisions: Rc<Vec<Decision>>,
    /// The condition by forward execution.
    pub forward: Option<Vec<ExprId>>,
    /// The condition by Definition 4.2.
    pub backward: Option<Vec<ExprId>>,
    /// The conjuncts of the second with where they come from.
    pub parts: Vec<(ExprId, From)>,
    /// The trace, when unfolding.
    pub trace: Option<Trace>,
    /// How it ends.
    pub outcome: Outcome,
    /// The returned value over the initial state.
    pub result: Option<ExprId>,
    /// The final substitution, of forward execution.
    pub world: Option<Forward>,
    /// An initial state that takes the path.
    pub input: Option<State>,
    /// The solver left a question open.
    pub unsure: bool,
    /// With both ways: whether the conditions were shown equivalent.
    pub equivalent: Option<Result<bool, String>>,
    /// Time to compute the condition of the second way, and of the comparison.
    pub compare_time: Duration,
    pub(crate) pc: PathCondition,
    pub(crate) present: Present,
}

impl Path {
    /// The condition by the way that was asked for.
    pub fn condition(&self) -> &[ExprId] {
        match (&self.forward, &self.backward) {
            (Some(c), _) | (None, Some(c)) => c,
            _ => &[],
        }
    }
}

/// What an exploration found.
#[derive(Default)]
pub struct Found {
    /// The paths in the order in which they ended.
    pub paths: Vec<Path>,
    /// Why the search ended early.
    pub stopped: Option<&'static str>,
}

impl Drive for Forward {
    type Mark = usize;
    fn initial(&mut self, _: &mut Exprs, b: ExprId) -> ExprId {
        b
    }
    fn implied(&mut self, before: usize) {
        let follows = self.phi.split_off(before);
        self.implied.extend(follows);
    }
    fn conjuncts(&self) -> usize {
        self.phi.len()
    }
    fn conclude(&mut self, _: &mut Exprs, result: Option<ExprId>, path: &mut Path) {
        path.forward = Some(self.phi.clone());
        path.world = Some(self.clone());
        path.result = result;
    }
}

impl Drive for Backward {
    type Mark = usize;
    fn initial(&mut self, x: &mut Exprs, b: ExprId) -> ExprId {
        self.trace.pull(x, b)
    }
    fn implied(&mut self, before: usize) {
        Rc::make_mut(&mut self.forced).extend(before..self.trace.len());
    }
    fn conjuncts(&self) -> usize {
        self.trace.len()
    }
    fn conclude(&mut self, x: &mut Exprs, result: Option<ExprId>, path: &mut Path) {
        path.parts = self.trace.conjuncts(x, &self.forced);
        path.backward = Some(backward::settled(x, &path.parts));
        path.trace = Some(self.trace.clone());
        path.result = result.map(|e| self.trace.pull(x, e));
    }
}

/// Forward execution that also writes the trace.
#[derive(Clone, Default)]
pub struct Pair {
    /// Forward execution; it decides.
    pub forward: Forward,
    /// Unfolding.
    pub backward: Backward,
}

/// What an expression is called in both worlds; the values of [`Pair`] are
/// those of forward execution, with the name in the trace beside.
#[derive(Clone, Copy)]
pub struct Two(pub ExprId, pub ExprId);

impl World for Pair {
    type Env = (Rc<Vec<ExprId>>, Rc<Vec<ExprId>>);
    type Val = Two;

    fn value(&mut self, x: &mut Exprs, env: &Self::Env, e: ExprId) -> Option<Two> {
        let f = self.forward.value(x, &env.0, e)?;
        let b = self.backward.value(x, &env.1, e)?;
        Some(Two(f, b))
    }
    fn bind(&mut self, x: &mut Exprs, env: &mut Self::Env, h: &crate::lang::Lhs, v: Two) -> bool {
        self.forward.bind(x, &mut env.0, h, v.0) && self.backward.bind(x, &mut env.1, h, v.1)
    }
    fn create(
        &mut self,
        x: &mut Exprs,
        env: &mut Self::Env,
        h: &crate::lang::Lhs,
        class: u32,
        len: Option<Two>,
    ) -> bool {
        self.forward
            .create(x, &mut env.0, h, class, len.map(|l| l.0))
            && self
                .backward
                .create(x, &mut env.1, h, class, len.map(|l| l.1))
    }
    fn test(&mut self, x: &mut Exprs, b: Two) -> Truth {
        self.forward.test(x, b.0)
    }
    fn assume(&mut self, x: &mut Exprs, b: Two, side: bool, why: Why) {
        self.forward.assume(x, b.0, side, why);
        self.backward.assume(x, b.1, side, why);
    }
    fn enter(
        &mut self,
        x: &mut Exprs,
        proc: (ProcId, &[crate::VarId]),
        args: &[Two],
        caller: &Self::Env,
        receiver: Option<ExprId>,
    ) -> Self::Env {
        let first: Vec<ExprId> = args.iter().map(|a| a.0).collect();
        let second: Vec<ExprId> = args.iter().map(|a| a.1).collect();
        (
            self.forward.enter(x, proc, &first, &caller.0, receiver),
            self.backward.enter(x, proc, &second, &caller.1, receiver),
        )
    }
}

/// Where a procedure is asked about.
pub struct Entry {
    /// The procedure.
    pub proc: ProcId,
    /// The values of its parameters: variables of the initial state.
    pub args: Vec<ExprId>,
    /// What holds at the start (`this` is not nil).
    pub assumed: Vec<ExprId>,
}

/// Everything that one exploration uses.
pub struct Explorer<'a> {
    /// The program.
    pub p: &'a mut Program,
    /// Its expressions.
    pub x: &'a mut Exprs,
    /// Terms.
    pub pool: Pool,
    /// The solver.
    pub pipeline: Pipeline,
    /// Expressions to terms.
    pub lowering: Lowering,
    /// Comparison of conditions without a solver.
    pub comparison: Comparison,
    /// How many comparisons needed a solver.
    pub compared_by_solver: usize,
    /// The limits.
    pub limits: Limits,
    /// Asked between steps; true ends the search.
    pub cancelled: Box<dyn Fn() -> bool + 'a>,
}

struct Node<W: World> {
    config: Config<W>,
    pc: PathCondition,
    present: Present,
    decisions: Rc<Vec<Decision>>,
    unsure: bool,
}

/// What the driver needs of a world's values.
trait Drive: World {
    /// How far a condition has come.
    type Mark;
    fn initial(&mut self, x: &mut Exprs, b: Self::Val) -> ExprId;
    /// What was assumed since the mark follows from what was before.
    fn implied(&mut self, before: Self::Mark);
    fn conjuncts(&self) -> Self::Mark;
    fn conclude(&mut self, x: &mut Exprs, result: Option<Self::Val>, path: &mut Path);
}

impl Drive for Pair {
    type Mark = (usize, usize);
    fn initial(&mut self, _: &mut Exprs, b: Two) -> ExprId {
        b.0
    }
    fn implied(&mut self, (first, second): (usize, usize)) {
        self.forward.implied(first);
        self.backward.implied(second);
    }
    fn conjuncts(&self) -> (usize, usize) {
        (self.forward.conjuncts(), self.backward.conjuncts())
    }
    fn conclude(&mut self, x: &mut Exprs, result: Option<Two>, path: &mut Path) {
        let start = Instant::now();
        Drive::conclude(&mut self.backward, x, None, path);
        path.compare_time = start.elapsed();
        Drive::conclude(&mut self.forward, x, result.map(|r| r.0), path);
    }
}

impl<'a> Explorer<'a> {
    /// With the default solver options.
    pub fn new(p: &'a mut Program, x: &'a mut Exprs, limits: Limits) -> Self {
        let lowering = Lowering::new(p);
        let mut pipeline = Pipeline::new(SmtOptions::default());
        pipeline.set_deadline(limits.deadline);
        Explorer {
            p,
            x,
            pool: Pool::new(),
            pipeline,
            lowering,
            comparison: Comparison::default(),
            compared_by_solver: 0,
            limits,
            cancelled: Box::new(|| false),
        }
    }

    /// All paths within the limits; each is told to `see` as it ends.
    pub fn run(
        &mut self,
        entry: &Entry,
        way: Way,
        see: &mut dyn FnMut(&mut Self, Path),
    ) -> Option<&'static str> {
        let locals = self.p.procs[entry.proc].locals.clone();
        let who = (entry.proc, locals.as_slice());
        let none: Rc<Vec<ExprId>> = Rc::default();
        let two = |&a: &ExprId| Two(a, a);
        match way {
            Way::Forward => self.start(entry, who, Forward::new(), &none, |&a| a, see),
            Way::Backward => self.start(entry, who, Backward::new(), &none, |&a| a, see),
            Way::Both => {
                let none = (none.clone(), none);
                self.start(entry, who, Pair::default(), &none, two, see)
            }
        }
    }

    /// The initial configuration of a world, whose values `val` makes.
    fn start<W: Drive>(
        &mut self,
        entry: &Entry,
        who: (ProcId, &[crate::VarId]),
        mut world: W,
        none: &W::Env,
        val: impl Fn(&ExprId) -> W::Val,
        see: &mut dyn FnMut(&mut Self, Path),
    ) -> Option<&'static str> {
        for a in &entry.assumed {
            world.assume(self.x, val(a), true, Why::Branch);
        }
        let args: Vec<W::Val> = entry.args.iter().map(val).collect();
        let env = world.enter(self.x, who, &args, none, None);
        let config = Config::new(self.p, entry.proc, env, world, true);
        self.drive(entry, config, see)
    }

    /// [`Explorer::run`] with the paths in a list.
    pub fn explore(&mut self, entry: &Entry, way: Way) -> Found {
        let mut paths = Vec::new();
        let stopped = self.run(entry, way, &mut |_, path| paths.push(path));
        Found { paths, stopped }
    }

    fn drive<W: Drive>(
        &mut self,
        entry: &Entry,
        config: Config<W>,
        see: &mut dyn FnMut(&mut Self, Path),
    ) -> Option<&'static str> {
        let mut first = Node {
            config,
            pc: PathCondition::new(),
            present: Present::default(),
            decisions: Rc::default(),
            unsure: false,
        };
        for &a in &entry.assumed {
            let t = self.lowering.term(self.x, &mut self.pool, a);
            self.admit(&mut first.pc, &mut first.present, t);
            self.assume(&mut first.pc, t, Witness::unchanged());
        }
        for &a in &entry.args {
            let t = self.lowering.term(self.x, &mut self.pool, a);
            self.admit(&mut first.pc, &mut first.present, t);
        }
        let mut stack = vec![first];
        let mut ended = 0;
        while let Some(node) = stack.pop() {
            if (self.cancelled)() {
                return Some("interrupted");
            }
            if self.limits.deadline.is_some_and(|d| Instant::now() >= d) {
                return Some("the time limit was reached");
            }
            if ended >= self.limits.paths {
                return Some("the limit of paths was reached");
            }
            if let Some(path) = self.follow(node, &mut stack) {
                // What is asked about a path takes time that nobody gives.
                if (self.cancelled)() {
                    return Some("interrupted");
                }
                ended += 1;
                see(self, path);
            }
        }
        None
    }

    fn admit(&mut self, pc: &mut PathCondition, present: &mut Present, t: TermId) {
        self.lowering
            .admit(self.x, &mut self.pool, &mut self.pipeline, pc, present, t);
    }

    fn assume(&mut self, pc: &mut PathCondition, t: TermId, witness: Witness) {
        self.pipeline.assume(&mut self.pool, pc, t, witness);
    }

    /// One path to its end; the other sides of its forks go on the stack.
    fn follow<W: Drive>(&mut self, mut n: Node<W>, stack: &mut Vec<Node<W>>) -> Option<Path> {
        let mut steps = 0;
        loop {
            steps += 1;
            if steps > self.limits.steps {
                return Some(self.end(n, Outcome::Cut("many steps without a choice")));
            }
            if steps % 4096 == 0 && self.limits.deadline.is_some_and(|d| Instant::now() >= d) {
                return Some(self.end(n, Outcome::Cut("the time limit")));
            }
            match n.config.step(self.p, self.x) {
                Next::Step => {}
                Next::End(outcome) => return Some(self.end(n, outcome)),
                // Symbolic worlds define every value.
                Next::Stuck => return Some(self.end(n, Outcome::Cut("an undefined value"))),
                Next::Fork(_) if (self.cancelled)() => {
                    return Some(self.end(n, Outcome::Cut("the interruption")));
                }
                Next::Fork(fork) => {
                    let cond = n.config.world.initial(self.x, fork.cond);
                    let t = self.lowering.term(self.x, &mut self.pool, cond);
                    self.admit(&mut n.pc, &mut n.present, t);
                    let branch = self.pipeline.branch(&mut self.pool, &n.pc, t);
                    let (then, els) = (branch.then, branch.els);
                    if then.is_infeasible() && els.is_infeasible() {
                        // The path itself was only taken because the solver
                        // had left it open.
                        return None;
                    }
                    if then.is_infeasible() || els.is_infeasible() {
                        let side = els.is_infeasible();
                        let before = n.config.world.conjuncts();
                        n.config.choose(self.p, self.x, &fork, side);
                        n.config.world.implied(before);
                        continue;
                    }
                    steps = 0;
                    if n.decisions.len() as u32 >= self.limits.depth {
                        return Some(self.end(n, Outcome::Cut("the depth")));
                    }
                    let mut other = Node {
                        config: n.config.clone(),
                        pc: n.pc.clone(),
                        present: n.present.clone(),
                        decisions: n.decisions.clone(),
                        unsure: n.unsure,
                    };
                    self.take(&mut other, &fork, cond, t, false, els);
                    stack.push(other);
                    self.take(&mut n, &fork, cond, t, true, then);
                }
            }
        }
    }

    fn take<W: Drive>(
        &mut self,
        n: &mut Node<W>,
        fork: &crate::machine::Fork<W::Val>,
        cond: ExprId,
        t: TermId,
        side: bool,
        answer: Side,
    ) {
        let t = if side { t } else { self.pool.not(t) };
        let cond = if side { cond } else { self.x.not(cond) };
        let witness = match answer {
            Side::Feasible(w) => w,
            _ => {
                n.unsure = true;
                Witness::unchanged()
            }
        };
        self.assume(&mut n.pc, t, witness);
        Rc::make_mut(&mut n.decisions).push(Decision {
            line: fork.line,
            proc: n.config.procedure(self.p, fork.site),
            why: fork.why,
            taken: side,
            cond,
        });
        n.config.choose(self.p, self.x, fork, side);
    }

    fn end<W: Drive>(&mut self, mut n: Node<W>, outcome: Outcome) -> Path {
        let mut path = Path {
            decisions: n.decisions,
            forward: None,
            backward: None,
            parts: Vec::new(),
            trace: None,
            outcome,
            result: None,
            world: None,
            input: None,
            unsure: n.unsure,
            equivalent: None,
            compare_time: Duration::ZERO,
            pc: n.pc,
            present: n.present,
        };
        n.config.world.conclude(self.x, n.config.result, &mut path);
        if let (Some(f), Some(b)) = (path.forward.clone(), path.backward.clone()) {
            let implied = path.world.as_ref().map(|w| w.implied.clone());
            path.equivalent = Some(self.equivalent(&f, &implied.unwrap_or_default(), &b));
        }
        path
    }

    /// The conjunction as a term.
    pub fn conjunction(&mut self, list: &[ExprId]) -> TermId {
        let mut all = self.pool.tru();
        for &e in list {
            let t = self.lowering.term(self.x, &mut self.pool, e);
            all = self.pool.and(all, t);
        }
        all
    }

    /// Whether two conditions hold for the same initial states: by their
    /// shape ([`Comparison`]), or else by the solver. What is `implied` follows
    /// from the first.
    ///
    /// # Errors
    /// The reason for which the solver does not know.
    pub fn equivalent(
        &mut self,
        a: &[ExprId],
        implied: &[ExprId],
        b: &[ExprId],
    ) -> Result<bool, String> {
        let rests = self.comparison.compare(self.x, a, implied, b);
        if rests.is_same() {
            return Ok(true);
        }
        let known = self.conjunction(&rests.known);
        let [a, b] = [&rests.first, &rests.second].map(|rest| {
            let rest = self.conjunction(rest);
            self.pool.and(known, rest)
        });
        self.compared_by_solver += 1;
        self.same_terms(a, b)
    }

    /// [`Explorer::equivalent`] by the solver alone.
    ///
    /// # Errors
    /// The reason for which the solver does not know.
    pub fn equivalent_by_solver(&mut self, a: &[ExprId], b: &[ExprId]) -> Result<bool, String> {
        let (a, b) = (self.conjunction(a), self.conjunction(b));
        self.same_terms(a, b)
    }

    fn same_terms(&mut self, a: TermId, b: TermId) -> Result<bool, String> {
        if a == b {
            return Ok(true);
        }
        for (p, q) in [(a, b), (b, a)] {
            let differs = {
                let n = self.pool.not(q);
                self.pool.and(p, n)
            };
            let mut question = self.lowering.sides(self.x, &mut self.pool, &[differs]);
            question.push(differs);
            match self.pipeline.check(&mut self.pool, &question) {
                Answer::Unsat { .. } => {}
                Answer::Sat(_) => return Ok(false),
                Answer::Unknown(reason) => return Err(reason),
            }
        }
        Ok(true)
    }

    /// An initial state that takes the path, with short arrays where possible.
    pub fn input(&mut self, path: &mut Path) -> Option<State> {
        let state = self.model(path.pc.clone(), &path.present)?;
        path.input = Some(state.clone());
        Some(state)
    }

    /// The initial state of a path condition's model, with short arrays where
    /// possible.
    fn model(&mut self, mut pc: PathCondition, present: &Present) -> Option<State> {
        if !pc.has_model() {
            return None;
        }
        // Short arrays where the path has them, else the next best.
        let bounds = [6, 24, 100, 1000].map(|n| {
            let pool = &mut self.pool;
            self.lowering.short_lengths(self.x, pool, present, n)
        });
        for n in 0..bounds[0].len() {
            for list in &bounds {
                let answer = self.pipeline.feasible(&mut self.pool, &pc, list[n]);
                if let Side::Feasible(w) = answer {
                    self.pipeline.assume(&mut self.pool, &mut pc, list[n], w);
                    break;
                }
            }
        }
        let (pipeline, pool) = (&mut self.pipeline, &self.pool);
        let mut value = |t: TermId| pipeline.eval(pool, &pc, t);
        Some(self.lowering.state(self.x, self.p, present, &mut value))
    }

    /// Whether the condition follows from the path's; an initial state of the
    /// path that denies it if not.
    ///
    /// # Errors
    /// The reason for which the solver does not know.
    pub fn follows(&mut self, path: &Path, psi: ExprId) -> Result<Option<State>, String> {
        let mut pc = path.pc.clone();
        let mut present = path.present.clone();
        let t = self.lowering.term(self.x, &mut self.pool, psi);
        self.admit(&mut pc, &mut present, t);
        let denied = self.pool.not(t);
        match self.pipeline.feasible(&mut self.pool, &pc, denied) {
            Side::Infeasible => Ok(None),
            Side::Unknown(reason) => Err(reason),
            Side::Feasible(w) => {
                self.assume(&mut pc, denied, w);
                match self.model(pc, &present) {
                    Some(state) => Ok(Some(state)),
                    None => Err("no model of the counterexample".into()),
                }
            }
        }
    }

    /// Takes from the conditions what the path knows already: each conjunct is
    /// simplified under those before it, and that by Definition 4.2 loses tests
    /// that could have one result only and `δ` of what earlier tests made
    /// defined.
    pub fn reduce(&mut self, path: &mut Path) {
        if let Some(c) = &path.forward {
            path.forward = Some(self.comparison.reduced(self.x, c, &[], &[]));
        }
        if path.backward.is_some() {
            let [decided, forced, defined] =
                [From::Decided, From::Forced, From::Defined].map(|f| {
                    let list = path.parts.iter().filter(|p| p.1 == f);
                    list.map(|p| p.0).collect::<Vec<ExprId>>()
                });
            let own = &mut self.comparison;
            path.backward = Some(own.reduced(self.x, &decided, &forced, &defined));
        }
    }

    /// The condition as Java writes it.
    pub fn text(&self, list: &[ExprId]) -> String {
        infix::conjunction(self.x, self.p, list)
    }
}
