//! The verifier's working state, and what all rules share: asking the prover,
//! branching, and saying what went wrong.
//!
//! The four functions of document 001 (`eval`, `produce`, `consume`, `exec`) are
//! methods of [`Engine`] in the modules of these names. `produce` and `consume`
//! take a continuation, as in the document; `eval` returns its term, because an
//! expression that has to look at two cases joins them (`ite`); `exec` returns
//! the ends of all its paths, so that they can be joined.

use crate::closures::Closures;
use crate::definitions::Functions;
use crate::error::{Consumed, ErrorKind, Fail, Inside, Reason, Res, TraceStep, VerificationError};
use crate::heap::{Heap, Place, Reads};
use crate::instances::Domains;
use crate::logic::Logic;
use crate::measures::Termination;
use crate::operations::Collections;
use crate::options::{Options, Variation};
use crate::scope::Scope;
use crate::state::{Owner, State, Store};
use crate::walk::Walk;
use crate::wand_shapes::{Footprint, Wands};
use crate::witness_values::Witness;
use crate::work::Work;
use ep_base::{Budget, Span};
use ep_ivl::ast::{ExprId, ExprKind, LabelId, NoteId, PredicateId, Program, TypeId, VarId, Vars};
use ep_smt::ground::{Proof, Prover};
use ep_term::{Op, Sort, TermId};
use imbl::OrdMap;

/// Terms of one run; each takes some 150 bytes with what is known of it.
const TERMS: usize = 8_000_000;

/// Symbols that nothing uses, so that the solver has others for all that follow.
const RENAMED: usize = 1_000;

/// Which proof is under way, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blame {
    pub kind: ErrorKind,
    pub span: Span,
    pub note: Option<NoteId>,
}

impl Blame {
    /// A proof whose place is that of each part.
    pub fn nowhere(kind: ErrorKind) -> Blame {
        Blame {
            kind,
            span: Span::NONE,
            note: None,
        }
    }
}

/// The place of an expression or statement, with a front end's words for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    pub span: Span,
    pub note: Option<NoteId>,
}

/// What the verifier works with.
pub struct Engine<'p> {
    pub program: &'p Program,
    pub options: &'p Options,
    pub budget: &'p Budget,
    pub prover: Prover,
    pub logic: Logic,
    pub functions: Functions,
    pub collections: Collections,
    pub domains: Domains,
    /// Symbols of iterated assertions.
    pub closures: Closures,
    /// Shapes of magic wands and what is known of packaged ones.
    pub wands: Wands,
    /// The footprint of the wand that is packaged.
    pub footprint: Option<Footprint>,
    pub termination: Termination,
    /// The member that is verified.
    pub work: Work,
    /// The path that is walked.
    pub walk: Walk,
    /// How what is run now is looked at.
    pub scope: Scope,
    pub blame: Blame,
    /// The program has inhale-exhale assertions.
    pub two_sided: bool,
    /// A trigger is evaluated with symbols for what it reads.
    pub trigger_reads: Option<Reads>,
    /// Predicates whose bodies are being unfolded inside each other.
    pub unfolding: Vec<PredicateId>,
    /// How many objects were made on the way, at least.
    pub clock: i64,
    /// Some permission, for amounts of which only the sign matters.
    pub some: TermId,
    /// Why the last attempt to close a predicate failed, and what was refused.
    pub not_closed: Option<(Inside, Option<TermId>)>,
}

impl<'p> Engine<'p> {
    /// A verifier for a program.
    pub fn new(program: &'p Program, options: &'p Options, budget: &'p Budget) -> Self {
        let mut prover = Prover::new(options.seed, options.proof_limit, options.check_limit);
        let mut logic = Logic::new(&mut prover.pool);
        logic.name_sorts(crate::backend_types::sorts(program));
        if options.profile {
            prover.start_profile();
        }
        if options.variation == Variation::Renamed {
            for _ in 0..RENAMED {
                prover.pool.fresh_var("unused", Sort::Int);
                prover.pool.declare_fun("unused", &[], Sort::Int);
            }
        }
        let some = prover.pool.fresh_var("some", Sort::Real);
        let positive = prover.pool.real_lt(logic.none, some);
        prover.assume(positive);
        Engine {
            program,
            options,
            budget,
            prover,
            logic,
            functions: Functions::default(),
            collections: Collections::default(),
            domains: Domains::new(program.types.clone()),
            closures: Closures::default(),
            wands: Wands::default(),
            footprint: None,
            trigger_reads: None,
            termination: Termination::new(program),
            work: Work::new(None, Span::NONE, None),
            walk: Walk::default(),
            scope: Scope::default(),
            blame: Blame::nowhere(ErrorKind::NotWellformed),
            two_sided: (program.exprs.iter())
                .any(|(_, e)| matches!(e.kind, ExprKind::InhaleExhale(..))),
            unfolding: Vec::new(),
            clock: 0,
            some,
            not_closed: None,
        }
    }

    // ---- terms --------------------------------------------------------------

    /// The sort of a type.
    pub fn sort(&mut self, ty: TypeId) -> Sort {
        let ty = self.instance(ty);
        self.logic
            .sort(&mut self.prover.pool, &self.domains.types, ty)
    }

    /// A new symbol.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        self.prover.pool.fresh_var(name, sort)
    }

    /// The variables that a state's store is for.
    pub fn vars_of(&self, st: &State) -> Option<&'p Vars> {
        match st.owner {
            Owner::Member(m) => self.program.vars(m),
            Owner::Axiom(a) => Some(&self.program.axioms[a].vars),
        }
    }

    /// A new symbol for a variable.
    pub fn fresh_for(&mut self, vars: &Vars, v: VarId) -> TermId {
        let sort = self.sort(vars[v].ty);
        self.fresh(&vars[v].name, sort)
    }

    /// An empty state for the variables of a member.
    pub fn state_of(&self, owner: Owner) -> State {
        State {
            owner,
            heap: Heap::new(),
            old: Heap::new(),
            left: None,
            lhs: None,
            labels: OrdMap::<LabelId, Heap>::new(),
            cycles: None,
            store: Store::default(),
            result: None,
            scale: self.logic.write,
            wild: false,
            since: None,
            exhaled: false,
            produced: false,
            read_only: false,
            snapped: false,
            whole: false,
        }
    }

    // ---- the prover -----------------------------------------------------------

    /// Assumes a consequence of what happened.
    pub fn assume(&mut self, t: TermId) {
        self.flush_axioms();
        if self.prover.pool.op(t) == Op::And {
            for a in self.prover.pool.args(t).to_vec() {
                self.assume(a);
            }
            return;
        }
        if let Some(e) = self.collections.equality_behind(&mut self.prover.pool, t) {
            self.prover.assume(e);
        }
        self.prover.assume(t);
    }

    /// Tells the solver that there is such a value, where quantifiers have a say in it:
    /// a program assigns it to a variable to make their triggers match.
    pub fn mention(&mut self, t: TermId) {
        if self.prover.needs_axioms(t) && !self.prover.pool.op(t).is_const() {
            let sort = self.prover.pool.sort(t);
            if sort == Sort::Bool {
                return;
            }
            let value = self.fresh("assigned", sort);
            let same = self.prover.pool.eq(value, t);
            self.assume(same);
        }
    }

    /// Gives the prover the axioms that came with new symbols.
    pub fn flush_axioms(&mut self) {
        while !self.logic.axioms.is_empty() {
            for axiom in std::mem::take(&mut self.logic.axioms) {
                self.prover.axiom(axiom);
            }
        }
    }

    /// Whether `t` holds in the state.
    pub fn proves(&mut self, st: &State, t: TermId) -> Res<bool> {
        if self.scope.unchecked() || self.prover.dead() {
            return Ok(true);
        }
        if self.prover.decide(t) == Some(true) {
            return Ok(true);
        }
        if self.scope.glancing() {
            return Ok(false);
        }
        self.flush_axioms();
        self.assume_heap_facts(&st.heap);
        self.check_budget()?;
        match self.prover.prove(t) {
            Proof::Yes => {
                if let Some(e) = self.collections.equality_behind(&mut self.prover.pool, t) {
                    self.prover.assume(e);
                }
                Ok(true)
            }
            Proof::No => Ok(false),
            Proof::Unknown(reason) => {
                let question = self.prover.pool.infix(t);
                let question: String = question.chars().take(300).collect();
                Err(Fail::Unknown(format!(
                    "{reason} while proving `{question}` ({} at {})",
                    self.blame.kind,
                    self.place(self.blame.span)
                )))
            }
        }
    }

    /// Once more, with what earlier heaps said about receivers: a chunk that was given
    /// away since is in them.
    pub fn proves_by_the_past(&mut self, st: &State, t: TermId) -> Res<bool> {
        let heaps = std::iter::once(&st.old).chain(st.labels.values());
        let past: Vec<Heap> = heaps.filter(|h| !h.same_copy(&st.heap)).cloned().collect();
        if past.is_empty() {
            return Ok(false);
        }
        let before = self.prover.entries().len();
        for heap in &past {
            self.assume_heap_facts(heap);
        }
        if self.prover.entries().len() == before {
            return Ok(false);
        }
        self.proves(st, t)
    }

    /// Whether the state contradicts `t`.
    pub fn refutes(&mut self, st: &State, t: TermId) -> Res<bool> {
        if let Some(b) = self.prover.pool.as_bool(t) {
            return Ok(!b);
        }
        self.flush_axioms();
        self.check_budget()?;
        if self.prover.decide(t).is_none() {
            self.assume_heap_facts(&st.heap);
        }
        Ok(self.prover.refuted(t))
    }

    /// The end of a member's time, or that of the run if it comes first: a
    /// question to the solver must not outlast either.
    pub fn sooner(&self, member: Option<std::time::Instant>) -> Option<std::time::Instant> {
        let run = self.budget.deadline();
        member.into_iter().chain(run).min()
    }

    /// Whether the time is over.
    pub fn check_budget(&self) -> Res<()> {
        if self.prover.pool.len() > TERMS {
            return Err(Fail::Unknown("too many terms were made".into()));
        }
        if self.budget.stop_now().is_some() {
            return Err(Fail::Unknown("the time of the run is over".into()));
        }
        match self.work.deadline {
            Some(d) if std::time::Instant::now() >= d => {
                Err(Fail::Unknown("the time per member is over".into()))
            }
            _ => Ok(()),
        }
    }

    // ---- branching --------------------------------------------------------------

    /// Follows both values of a condition that are possible. An error on one side
    /// is recorded and does not keep the other side from being looked at.
    pub fn branch(
        &mut self,
        st: &State,
        condition: TermId,
        then: &mut dyn FnMut(&mut Self) -> Res<()>,
        otherwise: &mut dyn FnMut(&mut Self) -> Res<()>,
    ) -> Res<()> {
        if self.dead_end() {
            return Ok(());
        }
        match self.prover.decide(condition) {
            Some(true) => return then(self),
            Some(false) => return otherwise(self),
            None => {}
        }
        let denied = self.prover.pool.not(condition);
        if self.refutes(st, condition)? {
            self.prover.assume(denied);
            return otherwise(self);
        }
        if self.refutes(st, denied)? {
            self.prover.assume(condition);
            return then(self);
        }
        self.in_branch(condition, then)?;
        self.in_branch(denied, otherwise)
    }

    /// The path contradicts itself and is left. In the package of a wand that is told:
    /// what was moved may be the reason, and is then a part of the footprint.
    pub fn dead_end(&mut self) -> bool {
        let dead = self.prover.dead();
        if dead {
            self.note_dead_end();
        }
        dead
    }

    /// Runs under a condition, in a scope of its own; records an error.
    pub fn in_branch(
        &mut self,
        condition: TermId,
        run: &mut dyn FnMut(&mut Self) -> Res<()>,
    ) -> Res<()> {
        let mark = self.walk.mark();
        let blame = self.blame;
        self.prover.push();
        let below = self.enter_branch();
        self.prover.assume_branch(condition);
        let result = if self.dead_end() { Ok(()) } else { run(self) };
        if matches!(result, Err(Fail::Unreachable)) {
            self.note_dead_end();
        }
        self.leave_branch(below);
        self.prover.pop();
        self.walk.back(mark);
        self.blame = blame;
        match result {
            Err(Fail::Error(e)) if !self.scope.probing() => {
                self.record(*e);
                Ok(())
            }
            Err(Fail::Unreachable) => Ok(()),
            other => other,
        }
    }

    /// Records an error once.
    pub fn record(&mut self, e: VerificationError) {
        let same = |o: &VerificationError| {
            (o.kind, o.reason, o.span, o.at) == (e.kind, e.reason, e.span, e.at)
        };
        if !self.work.errors.iter().any(same) {
            self.work.errors.push(e);
        }
    }

    // ---- messages -----------------------------------------------------------------

    /// Runs with another proof to blame.
    pub fn blaming<T>(
        &mut self,
        kind: ErrorKind,
        span: Span,
        note: Option<NoteId>,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.blame;
        self.blame = Blame { kind, span, note };
        let result = run(self);
        self.blame = before;
        result
    }

    /// `file:line:column` of a place.
    pub fn place(&self, span: Span) -> String {
        let file = self.program.files.get(span.start.file);
        let file = file.map_or("", |f| f.path.as_str());
        format!("{file}:{}:{}", span.start.line, span.start.column)
    }

    /// The source text of a place, on one line.
    pub fn text(&self, span: Span) -> String {
        let Some(file) = self.program.files.get(span.start.file) else {
            return "it".into();
        };
        let (from, to) = (span.start, (span.end_line, span.end_column));
        let mut out = String::new();
        for (i, line) in file.text.lines().enumerate() {
            let n = i as u32 + 1;
            if n < from.line || n > to.0 {
                continue;
            }
            let start = if n == from.line {
                from.column.max(1) as usize - 1
            } else {
                0
            };
            let end = if n == to.0 {
                to.1.max(1) as usize - 1
            } else {
                usize::MAX
            };
            let part: String = line.chars().take(end).skip(start).collect();
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(part.trim());
        }
        if out.is_empty() {
            out.push_str("it");
        }
        out
    }

    /// The error that ends the path.
    pub fn fail(&mut self, st: &State, reason: Reason, at: ExprId) -> Fail {
        let at = self.at(at);
        self.fail_here(st, reason, at)
    }

    /// The place of an expression.
    pub fn at(&self, e: ExprId) -> At {
        let expr = self.program.expr(e);
        At {
            span: expr.span,
            note: expr.note,
        }
    }

    /// The error that ends the path.
    pub fn fail_here(&mut self, st: &State, reason: Reason, at: At) -> Fail {
        let At { span, note } = at;
        let text = self.text(span);
        let message = match reason {
            Reason::AssertionFalse => format!("`{text}` might not hold"),
            Reason::ReceiverNull => format!("the receiver of `{text}` might be null"),
            Reason::DivisionByZero => format!("the divisor `{text}` might be zero"),
            Reason::NegativePermission => format!("the amount `{text}` might be negative"),
            Reason::PermissionNotPositive => format!("the amount `{text}` might not be positive"),
            Reason::InsufficientPermission => format!("no permission to `{text}`"),
            Reason::SeqIndexNegative => format!("the index `{text}` might be negative"),
            Reason::SeqIndexLength => format!("the index `{text}` might exceed the length"),
            Reason::MapKeyContains => format!("the map might not contain the key `{text}`"),
            Reason::LabelledStateNotReached => {
                format!("the label of `{text}` might not have been reached")
            }
            Reason::WandNotFound => format!("no magic wand `{text}`"),
            Reason::QpNotInjective | Reason::HavocNotInjective => {
                format!("two values of the variables might have the same location `{text}`")
            }
            Reason::RefutationTrue => format!("`{text}` holds in all cases or is not reached"),
            Reason::TupleFalse => "the measure might not decrease or not be bounded".into(),
            Reason::TupleConditionFalse => "the condition of the measure might not hold".into(),
            Reason::TerminationConditionFalse => {
                "what is called might not terminate under this condition".into()
            }
        };
        self.fail_at(st, reason, span, message, note)
    }

    /// The error that ends the path, with its own words.
    pub fn fail_at(
        &mut self,
        st: &State,
        reason: Reason,
        at: Span,
        message: String,
        note: Option<NoteId>,
    ) -> Fail {
        // Branches are followed without asking the solver whether they are possible.
        if !self.scope.probing() && !self.scope.unchecked() && self.impossible(st) {
            return Fail::Unreachable;
        }
        let note = note.or(self.blame.note);
        let note = note.and_then(|n| self.program.notes.get(n)).cloned();
        self.name_symbols(st);
        let heap = self.heap_lines(&st.heap);
        Fail::Error(Box::new(VerificationError {
            kind: self.blame.kind,
            reason,
            span: self.blame.span,
            at,
            message,
            note,
            heap,
            consumed: None,
            inside: None,
            witness: self.witness_of(reason),
            trace: self.trace(st),
        }))
    }

    /// The path condition contradicts itself, as far as the solver sees.
    pub fn impossible(&mut self, st: &State) -> bool {
        self.flush_axioms();
        self.assume_heap_facts(&st.heap);
        let no = self.prover.pool.fls();
        let refused = self.prover.refused;
        let yes = self.prover.prove(no) == Proof::Yes;
        self.prover.refused = refused;
        yes
    }

    /// What is missing has nothing to do with values, unless it is in a predicate.
    fn witness_of(&mut self, reason: Reason) -> Option<Witness> {
        match reason {
            Reason::InsufficientPermission => None,
            _ => self.witness(),
        }
    }

    /// Adds why the predicate that is missing could not be closed.
    pub fn with_inside(&mut self, fail: Fail) -> Fail {
        let Some((inside, goal)) = self.not_closed.take() else {
            return fail;
        };
        let Fail::Error(mut e) = fail else {
            return fail;
        };
        if inside.reason != Reason::InsufficientPermission {
            self.prover.refused = goal;
            e.witness = self.witness();
        }
        e.inside = Some(inside);
        Fail::Error(e)
    }

    /// Adds who consumed what is missing.
    pub fn with_consumer(&mut self, fail: Fail, place: Place, args: &[TermId]) -> Fail {
        let Fail::Error(mut e) = fail else {
            return fail;
        };
        for i in (0..self.walk.taken.len()).rev() {
            if self.walk.taken[i].place != place {
                continue;
            }
            let other = self.walk.taken[i].args.clone();
            if other
                .iter()
                .zip(args)
                .all(|(&a, &b)| self.prover.same(a, b))
            {
                e.consumed = Some(Consumed {
                    chunk: self.location_text(place, &other),
                    by: self.walk.taken[i].by,
                });
                break;
            }
        }
        Fail::Error(e)
    }

    /// A construct that is not supported yet.
    pub fn unsupported<T>(&self, what: &str, span: Span) -> Res<T> {
        Err(Fail::Unsupported {
            what: what.to_owned(),
            span,
        })
    }

    /// The symbolic states on the way, when they are wanted.
    fn trace(&mut self, st: &State) -> Vec<TraceStep> {
        if !self.options.trace {
            return Vec::new();
        }
        self.trace_steps(st)
    }
}
