//! What the parser builds: trees with names, before macros are expanded and
//! names are resolved.

use super::symbol::Symbol;
use crate::ast::{CollectionKind, Permission, Quantifier, UnOp};
use ep_base::Span;
use num_bigint::BigInt;

/// A name where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}

/// `name: type`
#[derive(Clone, Debug)]
pub struct Decl {
    pub name: Name,
    pub ty: Type,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

/// What a written type is.
#[derive(Clone, Debug)]
pub enum TypeKind {
    Bool,
    Int,
    Perm,
    Ref,
    Seq(Box<Type>),
    Set(Box<Type>),
    Multiset(Box<Type>),
    Map(Box<Type>, Box<Type>),
    /// A domain, an ADT, a type parameter or a macro. `None`: no brackets.
    Named(Symbol, Option<Vec<Type>>),
    /// A macro with arguments.
    Macro(Name, Vec<Expr>),
}

/// Binary operators as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
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
    Add,
    Sub,
    Mul,
    /// `/`
    Slash,
    /// `\`
    Div,
    Mod,
    Append,
    Union,
    Intersection,
    Setminus,
    Subset,
    In,
    Wand,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(BigInt),
    Bool(bool),
    Null,
    Result,
    Amount(Permission),
    Name(Symbol),
    /// `f(args)` with the type given by `(f(args): T)`.
    Call(Name, Vec<Expr>, Option<Type>),
    Field(Box<Expr>, Name),
    Unary(UnOp, Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    Let(Name, Box<Expr>, Box<Expr>),
    Quantified(Quantifier, Vec<Decl>, Vec<Vec<Expr>>, Box<Expr>),
    ForPerm(Vec<Decl>, Box<Expr>, Box<Expr>),
    Old(OldLabel, Box<Expr>),
    Acc(Box<Expr>, Option<Box<Expr>>),
    Perm(Box<Expr>),
    Unfolding(Box<Expr>, Box<Expr>),
    Applying(Box<Expr>, Box<Expr>),
    Asserting(Box<Expr>, Box<Expr>),
    InhaleExhale(Box<Expr>, Box<Expr>),
    Collection(CollectionKind, Option<Type>, Vec<Expr>),
    Map(Option<(Type, Type)>, Vec<(Expr, Expr)>),
    Range(Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    Update(Box<Expr>, Box<Expr>, Box<Expr>),
    Size(Box<Expr>),
    MapDomain(Box<Expr>),
    MapRange(Box<Expr>),
    /// `#P(x)`
    PredicateInstance(Name, Vec<Expr>),
    /// `new(f, g)`; `None` is `new(*)`. Only right of `:=`.
    New(Option<Vec<Name>>),
    /// `@name("…") e`
    Annotated(Name, Box<Expr>),
    /// `using f(x) in e`
    Using(Box<Expr>, Box<Expr>),
}

/// The label of an `old`.
#[derive(Clone, Copy, Debug)]
pub enum OldLabel {
    None,
    Lhs,
    Label(Name),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    Var(Vec<Decl>, Option<Expr>),
    /// `targets := value`; without `:=` the targets are empty.
    Assign(Vec<Expr>, Expr),
    Fold(Expr),
    Unfold(Expr),
    Inhale(Expr),
    Exhale(Expr),
    Assert(Expr),
    Assume(Expr),
    Refute(Expr),
    Package(Expr, Vec<Stmt>),
    Apply(Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Spec>, Vec<Stmt>),
    Label(Name, Vec<Spec>),
    Goto(Name),
    Block(Vec<Stmt>),
    /// Statements of a macro, in the scope of its use.
    Inline(Vec<Stmt>),
    Define(Define),
    /// `quasihavoc [condition ==>] resource`
    Quasihavoc(Vec<Decl>, Expr),
    Use(Expr),
    Join(Expr),
}

/// `requires`, `ensures`, `invariant`, `decreases`.
#[derive(Clone, Debug)]
pub struct Spec {
    pub kind: SpecKind,
    pub span: Span,
}

/// What a clause says.
#[derive(Clone, Debug)]
pub enum SpecKind {
    /// Precondition, postcondition or invariant, by where it stands.
    Condition(Expr),
    Decreases(Decreases, Option<Expr>),
}

/// The forms of a measure.
#[derive(Clone, Debug)]
pub enum Decreases {
    Tuple(Vec<Expr>),
    Wildcard,
    Star,
}

/// A macro.
#[derive(Clone, Debug)]
pub struct Define {
    pub name: Name,
    /// `None`: used without parentheses.
    pub params: Option<Vec<Name>>,
    pub body: DefineBody,
    pub span: Span,
}

/// What a macro stands for. A type is parsed as an expression where it can
/// be; [`DefineBody::Type`] holds what only a type can be.
#[derive(Clone, Debug)]
pub enum DefineBody {
    Expr(Expr),
    Stmts(Vec<Stmt>),
    Type(Type),
}

/// `@name("…", …)`
#[derive(Clone, Debug)]
pub struct Annotation {
    pub name: Name,
}

/// A declaration of a file.
#[derive(Clone, Debug)]
pub struct Member {
    pub kind: MemberKind,
    pub annotations: Vec<Annotation>,
    pub span: Span,
}

/// What a declaration is.
#[derive(Clone, Debug)]
pub enum MemberKind {
    Import(Import),
    Define(Define),
    Field(Vec<Decl>),
    Method(Method),
    Function(Function),
    Predicate(Predicate),
    Domain(Domain),
    Adt(Adt),
}

/// `import "path"`, `import <path>`
#[derive(Clone, Debug)]
pub struct Import {
    pub path: String,
    /// `<…>`: one that comes with the tool.
    pub standard: bool,
}

/// `method`
#[derive(Clone, Debug)]
pub struct Method {
    pub name: Name,
    pub params: Vec<Decl>,
    pub returns: Vec<Decl>,
    pub pres: Vec<Spec>,
    pub posts: Vec<Spec>,
    pub body: Option<Vec<Stmt>>,
}

/// `function`
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub params: Vec<Decl>,
    pub result: Type,
    pub pres: Vec<Spec>,
    pub posts: Vec<Spec>,
    pub body: Option<Expr>,
}

/// `predicate`
#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: Name,
    pub params: Vec<Decl>,
    pub body: Option<Expr>,
}

/// `domain`
#[derive(Clone, Debug)]
pub struct Domain {
    pub name: Name,
    pub type_params: Option<Vec<Name>>,
    pub interpretation: Option<String>,
    pub functions: Vec<DomainFunction>,
    pub axioms: Vec<Axiom>,
}

/// A function of a domain.
#[derive(Clone, Debug)]
pub struct DomainFunction {
    pub name: Name,
    pub unique: bool,
    pub params: Vec<(Option<Name>, Type)>,
    pub result: Type,
    pub interpretation: Option<String>,
    pub span: Span,
}

/// `axiom name { body }`
#[derive(Clone, Debug)]
pub struct Axiom {
    pub name: Option<Name>,
    pub body: Expr,
    pub span: Span,
}

/// `adt Name[T] { C(x: T) … } derives { … }`
#[derive(Clone, Debug)]
pub struct Adt {
    pub name: Name,
    pub type_params: Option<Vec<Name>>,
    pub constructors: Vec<(Name, Vec<Decl>)>,
    pub derives: Vec<Derived>,
}

/// A function that is made for a data type.
#[derive(Clone, Debug)]
pub struct Derived {
    pub name: Name,
    /// Fields that it does not look at.
    pub without: Vec<Name>,
}
