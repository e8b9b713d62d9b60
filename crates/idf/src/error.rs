//! What can be wrong with a member, in Viper's words.
//!
//! An error has a kind (which proof failed), a reason (what was wrong) and the
//! places of both. `Display` of kinds and reasons is Viper's identifier.

use crate::heap::Place;
use crate::witness_values::Witness;
use ep_base::Span;
use ep_ivl::ast::Member;

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[allow(missing_docs)]
        pub enum $name { $($variant,)* }
        impl $name {
            /// Viper's identifier.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// Which proof failed.
    ErrorKind {
        AssignmentFailed "assignment.failed",
        CallFailed "call.failed",
        NotWellformed "not.wellformed",
        CallPrecondition "call.precondition",
        ApplicationPrecondition "application.precondition",
        ExhaleFailed "exhale.failed",
        InhaleFailed "inhale.failed",
        IfFailed "if.failed",
        WhileFailed "while.failed",
        AssertFailed "assert.failed",
        RefuteFailed "refute.failed",
        PostconditionViolated "postcondition.violated",
        FoldFailed "fold.failed",
        UnfoldFailed "unfold.failed",
        InvariantNotPreserved "invariant.not.preserved",
        InvariantNotEstablished "invariant.not.established",
        FunctionNotWellformed "function.not.wellformed",
        PredicateNotWellformed "predicate.not.wellformed",
        TerminationFailed "termination.failed",
        UseFailed "use.failed",
        JoinFailed "join.failed",
        PackageFailed "package.failed",
        ApplyFailed "apply.failed",
        WandNotWellformed "wand.not.wellformed",
        QuasihavocFailed "quasihavoc.failed",
        QuasihavocallFailed "quasihavocall.failed",
    }
}

words! {
    /// What was wrong.
    Reason {
        AssertionFalse "assertion.false",
        ReceiverNull "receiver.null",
        DivisionByZero "division.by.zero",
        NegativePermission "negative.permission",
        PermissionNotPositive "permission.not.positive",
        InsufficientPermission "insufficient.permission",
        SeqIndexNegative "seq.index.negative",
        SeqIndexLength "seq.index.length",
        MapKeyContains "map.key.contains",
        LabelledStateNotReached "labelled.state.not.reached",
        RefutationTrue "refutation.true",
        QpNotInjective "qp.not.injective",
        HavocNotInjective "quasihavocall.not.injective",
        WandNotFound "wand.not.found",
        TupleFalse "tuple.false",
        TupleConditionFalse "tuple.condition.false",
        TerminationConditionFalse "termination.condition.false",
    }
}

/// What is said where a resource is missing.
pub fn missing(place: Place) -> Reason {
    match place {
        Place::Wand(_) => Reason::WandNotFound,
        _ => Reason::InsufficientPermission,
    }
}

/// One failed proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerificationError {
    pub kind: ErrorKind,
    pub reason: Reason,
    /// The statement, contract or function whose proof failed.
    pub span: Span,
    /// The conjunct or expression that was wrong.
    pub at: Span,
    /// One sentence about `at`, in the language of the source.
    pub message: String,
    /// A front end's own words for it.
    pub note: Option<String>,
    /// What the heap held, one chunk per line.
    pub heap: Vec<String>,
    /// What happened to the permission that is missing, as far as seen.
    pub consumed: Option<Consumed>,
    /// The conjunct because of which a predicate could not be closed.
    pub inside: Option<Inside>,
    /// A state on entry in which it fails, when it was asked for and found.
    pub witness: Option<Witness>,
    /// The symbolic states on the way, when they were asked for.
    pub trace: Vec<TraceStep>,
}

impl VerificationError {
    /// `kind:reason`, as Viper writes it.
    pub fn id(&self) -> String {
        format!("{}:{}", self.kind, self.reason)
    }
}

/// Who took the permission that is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consumed {
    /// The chunk as it was.
    pub chunk: String,
    /// The statement that consumed it.
    pub by: Span,
}

/// What is wrong inside of a predicate that was to be closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inside {
    /// The conjunct of the predicate's body.
    pub at: Span,
    /// One sentence about it.
    pub message: String,
    /// Its reason.
    pub reason: Reason,
}

/// A symbolic state on the way to an error, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// The statement that is about to be executed.
    pub span: Span,
    /// What it is.
    pub what: String,
    /// Variables and their values.
    pub store: Vec<(String, String)>,
    /// Chunks of the heap.
    pub heap: Vec<String>,
    /// Chunks of the old heap.
    pub old: Vec<String>,
    /// The path condition.
    pub conditions: Vec<String>,
    /// How many of the conditions are new since the step before.
    pub new_conditions: usize,
}

/// A ghost operation that was inferred (document 001, section 4.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GhostNote {
    /// Where it was needed.
    pub span: Span,
    /// As it would be written: `open p(x);`
    pub text: String,
}

/// How the verification of a member ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Verified,
    /// `errors` is not empty.
    Failed,
    /// A limit was reached; the text names the question.
    Unknown(String),
    /// A construct that is not supported yet.
    Unsupported {
        what: String,
        span: Span,
    },
}

/// The result for one member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberResult {
    pub member: Member,
    pub outcome: Outcome,
    pub errors: Vec<VerificationError>,
    pub ghost: Vec<GhostNote>,
    /// Questions, and those of them that reached Z3.
    pub questions: u64,
    pub solver_questions: u64,
    pub micros: u64,
    /// What Z3 instantiated, the most often first, where it was asked for.
    pub profile: Vec<QuantifierUse>,
}

/// How often a quantifier was instantiated while a member was verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantifierUse {
    /// As the solver has it.
    pub text: String,
    /// Where it was written; nowhere if it follows from what was.
    pub span: Span,
    pub instances: u64,
    /// The longest chain of instantiations that ends in one of it.
    pub deepest: u32,
    pub micros: u64,
    /// Whose terms were matched, and how often; nobody is the program itself.
    pub causes: Vec<(Option<(String, Span)>, u64)>,
}

/// Why a path is not followed further.
#[derive(Debug)]
pub enum Fail {
    /// Something could not be proved.
    Error(Box<VerificationError>),
    /// The path turned out to be impossible: nothing is to be proved on it.
    Unreachable,
    /// The solver gave up, or the time is over.
    Unknown(String),
    /// A construct is not supported.
    Unsupported { what: String, span: Span },
}

/// The result of a rule that can fail.
pub type Res<T> = Result<T, Fail>;
