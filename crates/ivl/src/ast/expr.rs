//! Expressions and assertions. Assertions (access permissions, predicates,
//! separating conjunction) are expressions of type `Bool` whose
//! [`Expr::impure`] is set; `&&` between assertions is the separating one.

use super::{DomainFuncId, FieldId, FunctionId, LabelId, NoteId, PredicateId, TypeId, VarId};
use ep_base::Span;
use num_bigint::BigInt;

ep_base::entity!(
    /// An expression of the program.
    ExprId,
    "e"
);

/// An expression with its type and place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    /// Contains an access permission, a predicate or a wand outside of
    /// `perm`, `forperm`, `unfolding` and the like: it is an assertion.
    pub impure: bool,
    /// Its value depends on the heap (or the permissions held).
    pub heap: bool,
    pub span: Span,
    /// What a front end wants said instead of "… might not hold".
    pub note: Option<NoteId>,
}

/// `!` and `-`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    Not,
    /// Of `Int` or `Perm`.
    Neg,
}

/// Binary operators. The operands' types tell `Int` from `Perm`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// Between assertions: the separating conjunction, left to right.
    And,
    Or,
    Implies,
    Iff,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// `Int` with `Int`, `Perm` with `Perm`.
    Add,
    Sub,
    /// `Int * Int`, `Perm * Perm`, `Int * Perm`.
    Mul,
    /// `\`, and `/` between integers where an integer is wanted: rounds as SMT-LIB's `div`.
    Div,
    /// `%`, as SMT-LIB's `mod`.
    Mod,
    /// `Int / Int` as a fraction, `Perm / Int`, or `Perm / Perm`.
    PermDiv,
    /// `++`
    Append,
    Union,
    Intersection,
    Setminus,
    Subset,
    /// `x in xs`: Bool for sequences, sets and maps' keys, the multiplicity
    /// (`Int`) for multisets.
    In,
}

/// Which collection a literal or an operation is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CollectionKind {
    Seq,
    Set,
    Multiset,
}

/// Amounts that are no arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Permission {
    /// `write`
    Full,
    /// `none`
    None,
    /// `wildcard`
    Wildcard,
    /// `epsilon`
    Epsilon,
}

/// The state that `old` looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OldState {
    /// The beginning of the method (or function).
    Pre,
    /// When control passed the label last.
    Label(LabelId),
    /// The left-hand side of the wand (`old[lhs]`).
    Lhs,
}

/// The location of a permission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resource {
    /// `receiver.field`
    Field(ExprId, FieldId),
    /// `predicate(args)`
    Predicate(PredicateId, Vec<ExprId>),
    /// `lhs --* rhs`, an [`ExprKind::Wand`].
    Wand(ExprId),
}

/// `acc(resource, amount)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub resource: Resource,
    /// `None`: not written, which means `write`.
    pub amount: Option<ExprId>,
}

/// `forall` or `exists`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
}

/// `{ e1, e2 }` of a quantifier: all of them are to be matched.
pub type Trigger = Vec<ExprId>;

/// A quantified formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binder {
    pub quantifier: Quantifier,
    pub vars: Vec<VarId>,
    /// Empty: the verifier chooses.
    pub triggers: Vec<Trigger>,
    pub body: ExprId,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    Bool(bool),
    Int(BigInt),
    Null,
    /// A variable of the member.
    Var(VarId),
    /// `result` in a function's postcondition.
    Result,
    Unary(UnOp, ExprId),
    Binary(BinOp, ExprId, ExprId),
    /// `c ? a : b`, also between assertions.
    Cond(ExprId, ExprId, ExprId),
    /// `let x == (value) in body`
    Let(VarId, ExprId, ExprId),
    Quantified(Box<Binder>),
    /// `forperm xs [resource] :: body`; the resource mentions the variables.
    ForPerm(Vec<VarId>, Resource, ExprId),
    /// `receiver.field`
    Field(ExprId, FieldId),
    /// Call of a function.
    Call(FunctionId, Vec<ExprId>),
    /// Application of a domain function, with the type arguments of its domain.
    Apply(DomainFuncId, Box<[TypeId]>, Vec<ExprId>),
    /// `old(e)`, `old[l](e)`
    Old(OldState, ExprId),
    /// `unfolding acc(p(x), q) in e`
    Unfolding(Box<Access>, ExprId),
    /// `folding acc(p(x), q) in e`
    Folding(Box<Access>, ExprId),
    /// `applying (wand) in e`
    Applying(ExprId, ExprId),
    /// `packaging (wand) in e`
    Packaging(ExprId, ExprId),
    /// `asserting (assertion) in e`
    Asserting(ExprId, ExprId),
    /// `acc(…)`, or a predicate as an assertion.
    Acc(Box<Access>),
    /// `perm(resource)`
    Perm(Box<Resource>),
    Amount(Permission),
    /// `[a, b]`: `a` when inhaled, `b` when exhaled. Pure when both are.
    InhaleExhale(ExprId, ExprId),
    /// `lhs --* rhs`
    Wand(ExprId, ExprId),
    /// `untouched(assertion)`: the values it has access to are the old ones
    /// (document 001, section 3.1). Not Viper's.
    Untouched(ExprId),
    /// `using f(x) in e`: with the definition of `f` at `x` (document 001).
    /// The first operand is a [`ExprKind::Call`]. Not Viper's.
    Using(ExprId, ExprId),
    /// A predicate instance as a termination measure.
    PredicateInstance(PredicateId, Vec<ExprId>),
    /// `Seq(…)`, `Set(…)`, `Multiset(…)`, empty ones too.
    Collection(CollectionKind, Vec<ExprId>),
    /// `[low..high)`
    Range(ExprId, ExprId),
    /// `s[i]` of a sequence, `m[k]` of a map.
    Index(ExprId, ExprId),
    /// `s[..n]`
    Take(ExprId, ExprId),
    /// `s[n..]`
    Drop(ExprId, ExprId),
    /// `s[i := v]`, `m[k := v]`
    Update(ExprId, ExprId, ExprId),
    /// `|s|`
    Size(ExprId),
    /// `Map(k := v, …)`
    Map(Vec<(ExprId, ExprId)>),
    /// `domain(m)`
    MapDomain(ExprId),
    /// `range(m)`
    MapRange(ExprId),
}
